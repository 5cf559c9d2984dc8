/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The vggen authors */
#include "tuned.h"

#include "feature.h"

static tuned p;

/* The order in which a block of 128 threads adds. */
static float total_of(const float *y)
{
    float partial[128] = {0}, all = 0;

    for (int i = 0; i < TUNED_N; i++)
        partial[i % 128] += y[i];
    for (int i = 0; i < 128; i++)
        all += partial[i];
    return all;
}

static int is_right(unsigned n, float gain)
{
    float y[TUNED_N], sum;
    int wrong = 0;

    for (unsigned i = 0; i < TUNED_N; i++)
        y[i] = (i < n || i < 96 ? tuned_x(&p)[i] * gain : 0.0f) + 1.0f + 1.0f;
    sum = total_of(y);
    for (int i = 0; i < TUNED_N; i++)
        wrong += tuned_y(&p)[i] != y[i] ||
                 tuned_turned(&p)[i % TUNED_COLS * TUNED_ROWS + i / TUNED_COLS] != y[i];
    return wrong == 0 && tuned_sums(&p)[0] == sum;
}

int main(void)
{
    OPEN_OR_SKIP(tuned_open(&p, NULL, NULL));
    for (unsigned seed = 0; seed < FEATURE_SEEDS; seed++) {
        feature_seed(seed);
        for (int i = 0; i < TUNED_N; i++)
            tuned_x(&p)[i] = (float)(i % 17) / 3.0f;
        OK(&p.rt.detail, tuned_reset(&p));
        OK(&p.rt.detail, tuned_set_n(&p, TUNED_N));
        OK(&p.rt.detail, tuned_set_gain(&p, 0.5f));
        OK(&p.rt.detail, tuned_replay(&p));
        CHECK(is_right(TUNED_N, 0.5f));
        OK(&p.rt.detail, tuned_reset(&p));
        OK(&p.rt.detail, tuned_set_n(&p, 130)); /* two blocks of 64 threads and a part */
        OK(&p.rt.detail, tuned_set_gain(&p, 2.0f));
        OK(&p.rt.detail, tuned_replay(&p));
        CHECK(is_right(130, 2.0f));
    }
    OK(&p.rt.detail, tuned_close(&p));
    return checks_end();
}
