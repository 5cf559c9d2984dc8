/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The vggen authors */
#include "conditions.h"

#include "feature.h"

enum { N = CONDITIONS_N };

static conditions p;

static uint32_t least(uint32_t a, uint32_t b)
{
    return a < b ? a : b;
}

static int is_sum(const uint32_t *sum, uint32_t passes)
{
    for (uint32_t i = 0; i < N; i++) {
        uint32_t expected = 0;
        for (uint32_t n = 0; n < passes; n++)
            expected += n * 3 + i + 1;
        if (sum[i] != expected)
            return 0;
    }
    return 1;
}

static void put(uint32_t *y, uint32_t value)
{
    for (uint32_t i = 0; i < N; i++)
        y[i] = y[i] * 7 + value + i;
}

static void tested(uint32_t from)
{
    const uint32_t passes = least(from, CONDITIONS_MOST);

    conditions_from(&p)[0] = from;
    OK(conditions_detail(&p), conditions_tested_replay(&p));
    CHECK(conditions_n(&p)[0] == passes && conditions_left(&p)[0] == from - passes);
    CHECK(is_sum(conditions_sum(&p), passes));
}

static void untested(uint32_t from)
{
    const uint32_t passes = from == 0 ? 1 : least(from, CONDITIONS_MOST);

    conditions_from(&p)[0] = from;
    OK(conditions_detail(&p), conditions_untested_replay(&p));
    CHECK(conditions_m(&p)[0] == passes && conditions_left(&p)[0] == (from > passes ? from - passes : 0));
    CHECK(is_sum(conditions_sum(&p), passes));
}

static void choices(uint32_t flag, uint32_t from)
{
    uint32_t y[N];

    conditions_flag(&p)[0] = flag;
    conditions_from(&p)[0] = from;
    for (int i = 0; i < N; i++)
        y[i] = 1;
    put(y, flag ? 1 : 2);
    if (from < 2)
        put(y, from == 0 ? 10 : 20);
    OK(conditions_detail(&p), conditions_choices_replay(&p));
    CHECK(memcmp(conditions_y(&p), y, sizeof y) == 0);
}

static void inside(uint32_t from)
{
    const uint32_t passes = least(from, CONDITIONS_MOST);
    uint32_t y[N];

    memset(y, 0, sizeof y);
    for (uint32_t n = 0; n < passes; n++)
        put(y, from - n - 1 > 0 ? 3 : 4);
    conditions_from(&p)[0] = from;
    OK(conditions_detail(&p), conditions_inside_replay(&p));
    CHECK(conditions_k(&p)[0] == passes && is_sum(conditions_sum(&p), passes));
    CHECK(memcmp(conditions_y(&p), y, sizeof y) == 0);
}

int main(void)
{
    OPEN_OR_SKIP(conditions_open(&p, NULL, NULL));
    for (unsigned seed = 0; seed < FEATURE_SEEDS; seed++) {
        feature_seed(seed);
        for (uint32_t from = 0; from < CONDITIONS_MOST + 3; from++) {
            tested(from);
            untested(from);
            choices(from % 2, from);
            choices(1 - from % 2, from);
            inside(from);
        }
        choices(7, UINT32_MAX);
        tested(UINT32_MAX);
    }
    OK(NULL, conditions_close(&p));
    return checks_end();
}
