/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The vggen authors */
#include "instances.h"

#include "feature.h"

enum { COUNT = INSTANCES_COUNT };

static instances p;

static void give(unsigned seed)
{
    for (int i = 0; i < COUNT; i++) {
        instances_x(&p)[i] = (float)((i * 7 + (int)seed * 3) % 31);
        instances_n(&p)[i] = (i * 5 + (int)seed) % 23;
    }
}

/* Sums of small whole numbers, which floats hold exactly. */
static void check(void)
{
    float result = 0.0f;
    int good = 1;

    for (int i = 0; i < COUNT; i++) {
        float y = 0.0f;
        int z = 0;
        for (int k = i - INSTANCES_AROUND; k <= i + INSTANCES_AROUND; k++)
            y += k >= 0 && k < COUNT ? instances_x(&p)[k] : 0.0f;
        for (int k = i - 1; k <= i + 1; k++)
            z += k >= 0 && k < COUNT ? instances_n(&p)[k] : 0;
        good = good && instances_y(&p)[i] == 2.0f * y && instances_z(&p)[i] == 1 - z;
        result += 2.0f * y + (float)(1 - z);
    }
    CHECK(good);
    CHECK(instances_result(&p)[0] == result);
}

int main(void)
{
    OPEN_OR_SKIP(instances_open(&p, NULL, NULL));
    for (unsigned seed = 0; seed < FEATURE_SEEDS; seed++) {
        feature_seed(seed);
        give(seed);
        OK(instances_detail(&p), instances_run_replay(&p));
        check();
    }
    OK(NULL, instances_close(&p));
    return checks_end();
}
