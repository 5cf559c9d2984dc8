/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The vggen authors */
#include "chain.h"

#include "feature.h"

enum { N = CHAIN_N };

static chain p;
static uint32_t a[N], b[N], c[N], y[N], sum[N];

static void step(const uint32_t *x, uint32_t *to, uint32_t k)
{
    for (uint32_t i = 0; i < N; i++)
        to[i] = x[i] * 3 + x[(i * 7 + 1) % N] + k;
}

static void join(const uint32_t *left, const uint32_t *right, uint32_t *to)
{
    for (uint32_t i = 0; i < N; i++)
        to[i] = left[i] * 5 + right[(i * 11 + 3) % N];
}

static int is(const uint32_t *found, const uint32_t *expected)
{
    return memcmp(found, expected, sizeof y) == 0;
}

static void line(void)
{
    memcpy(a, chain_x(&p), sizeof a);
    for (uint32_t k = 0; k < CHAIN_LENGTH; k++) {
        step(a, b, k);
        memcpy(a, b, sizeof a);
    }
    OK(chain_detail(&p), chain_line_replay(&p));
    CHECK(is(chain_y(&p), a));
}

static void mixed(void)
{
    step(chain_x(&p), a, 1);
    step(a, b, 2);
    join(a, b, c);
    step(c, a, 3);
    step(a, b, 4);
    join(b, chain_x(&p), a);
    join(a, c, y);
    OK(chain_detail(&p), chain_mixed_replay(&p));
    CHECK(is(chain_y(&p), y));
}

static void diamond(void)
{
    step(chain_x(&p), a, 1);
    step(a, b, 2);
    step(a, c, 3);
    join(b, c, y);
    OK(chain_detail(&p), chain_diamond_replay(&p));
    CHECK(is(chain_y(&p), y));
}

static void switched(int extra)
{
    step(chain_x(&p), a, 1);
    step(a, b, 2);
    if (extra)
        step(chain_x(&p), b, 9);
    step(b, y, 3);
    OK(chain_detail(&p), chain_switch_extra(&p, extra));
    OK(chain_detail(&p), chain_switched_replay(&p));
    CHECK(is(chain_y(&p), y));
}

static void looped(uint32_t from)
{
    uint32_t n;

    for (n = 0; n < from && n < CHAIN_MOST; n++) {
        step(sum, a, 1);
        step(a, b, 2);
        join(a, b, sum);
    }
    chain_from(&p)[0] = from;
    OK(chain_detail(&p), chain_looped_replay(&p));
    CHECK(chain_n(&p)[0] == n && is(chain_sum_out(&p), sum));
}

int main(void)
{
    const unsigned long turns = checks_number("COUNT", vgsim_seed != NULL ? 4 : 200);

    OPEN_OR_SKIP(chain_open(&p, NULL, NULL));
    for (uint32_t i = 0; i < N; i++)
        sum[i] = 1;
    for (uint32_t turn = 0; turn < turns; turn++) {
        feature_seed(turn % FEATURE_SEEDS);
        for (uint32_t i = 0; i < N; i++)
            chain_x(&p)[i] = i * i + turn;
        line();
        mixed();
        diamond();
        switched((int)(turn % 2));
        looped(turn % (CHAIN_MOST + 2));
    }
    OK(NULL, chain_close(&p));
    return checks_end();
}
