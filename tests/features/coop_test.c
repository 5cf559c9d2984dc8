/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The vggen authors */
#include "coop.h"

#include "feature.h"

enum { N = COOP_N };

static coop p;
static uint32_t y[N];

static void spread(void)
{
    for (int round = 0; round < 3; round++) {
        const uint32_t first = y[0];
        for (int i = 0; i < N; i++)
            y[i] = y[i] * 3 + (i + 1 < N ? y[i + 1] : first);
    }
}

static void alone(void)
{
    uint32_t sum = 0;

    for (int i = 0; i < N; i++) {
        sum += coop_x(&p)[i];
        y[i] = sum;
    }
    spread();
    OK(coop_detail(&p), coop_alone_replay(&p));
    CHECK(memcmp(coop_y(&p), y, sizeof y) == 0);
}

static void looped(uint32_t from)
{
    uint32_t n;

    coop_from(&p)[0] = from;
    memcpy(y, coop_x(&p), sizeof y);
    for (n = 0; n < from && n < COOP_MOST; n++)
        spread();
    OK(coop_detail(&p), coop_looped_replay(&p));
    CHECK(coop_n(&p)[0] == n && memcmp(coop_y(&p), y, sizeof y) == 0);
}

int main(void)
{
    OPEN_OR_SKIP(coop_open(&p, NULL, NULL));
    for (uint32_t from = 0; from <= COOP_MOST + 1; from++) {
        feature_seed(from % FEATURE_SEEDS);
        for (uint32_t i = 0; i < N; i++)
            coop_x(&p)[i] = i * 31 + from;
        alone();
        looped(from);
    }
    OK(NULL, coop_close(&p));
    return checks_end();
}
