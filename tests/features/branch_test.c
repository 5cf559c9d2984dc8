/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The vggen authors */
#include "branch.h"

#include "feature.h"

enum { N = BRANCH_N };

static branch p;
static uint32_t y[N], sum[N];

static void fill(uint32_t *to, uint32_t value)
{
    for (int i = 0; i < N; i++)
        to[i] = value;
}

static void put(uint32_t *to, uint32_t value)
{
    for (uint32_t i = 0; i < N; i++)
        to[i] = to[i] * 7 + value + i;
}

static void overwrite(uint32_t *to, uint32_t value)
{
    for (uint32_t i = 0; i < N; i++)
        to[i] = value + i;
}

static int is(const uint32_t *found, const uint32_t *expected)
{
    return memcmp(found, expected, sizeof y) == 0;
}

static void alone(uint32_t flag)
{
    uint32_t unset[N];

    branch_flag(&p)[0] = flag;
    fill(y, 100);
    fill(unset, 0);
    if (flag) {
        put(y, 3);
        put(y, 4);
        overwrite(unset, 9);
    }
    put(y, 1);
    OK(branch_detail(&p), branch_alone_replay(&p));
    CHECK(is(branch_y(&p), y) && is(branch_unset(&p), unset));
}

static void either(uint32_t flag)
{
    branch_flag(&p)[0] = flag;
    if (flag)
        overwrite(y, 5);
    else
        fill(y, 6);
    put(y, 2);
    OK(branch_detail(&p), branch_either_replay(&p));
    CHECK(is(branch_y(&p), y));
}

static void cases(uint32_t pick)
{
    branch_pick(&p)[0] = pick;
    fill(y, 50);
    if (pick == 0)
        put(y, 10);
    if (pick == 1) {
        fill(y, 20);
        put(y, 1);
    }
    if (pick == 2)
        overwrite(y, 30);
    if (pick == 4)
        put(y, 40);
    OK(branch_detail(&p), branch_cases_replay(&p));
    CHECK(is(branch_y(&p), y) && is(branch_z(&p), y));
}

static void nested(uint32_t flag, uint32_t pick, uint32_t from)
{
    branch_flag(&p)[0] = flag;
    branch_pick(&p)[0] = pick;
    branch_from(&p)[0] = from;
    fill(y, 0);
    if (flag && pick == 0)
        put(y, 1);
    if (flag && pick == 1)
        put(y, from ? 2 : 3);
    if (!flag && from)
        put(y, 4);
    put(y, 1);
    OK(branch_detail(&p), branch_nested_replay(&p));
    CHECK(is(branch_y(&p), y));
}

static void looped(uint32_t from, uint32_t turn)
{
    uint32_t n;

    branch_from(&p)[0] = from;
    for (uint32_t i = 0; i < BRANCH_MOST; i++)
        branch_script(&p)[i] = (i * 5 + turn * 3 + i * turn) % 9; /* 8 is beyond the cases */
    for (n = 0; n < from && n < BRANCH_MOST; n++) {
        const uint32_t odd = branch_script(&p)[n] % 2, pick = branch_script(&p)[n] / 2;
        if (odd)
            put(sum, 1);
        if (pick == 0)
            put(sum, 10);
        if (pick == 1)
            put(sum, 20);
        if (pick == 2)
            put(sum, odd ? 300 : 4000);
    }
    OK(branch_detail(&p), branch_looped_replay(&p));
    CHECK(branch_n(&p)[0] == n && is(branch_sum_out(&p), sum));
}

static void all_at_a_time(unsigned seed)
{
    static const uint32_t picks[] = {0, 1, 2, 3, 4, 5, 1000, UINT32_MAX, 2, 0};

    for (uint32_t flag = 0; flag < 3; flag++) {
        alone(flag);
        either(flag);
    }
    alone(UINT32_MAX);
    either(0x80000000u);
    for (size_t i = 0; i < sizeof picks / sizeof *picks; i++) {
        cases(picks[i]);
        nested(1, picks[i], 0);
        nested(1, picks[i], 5);
        nested(0, picks[i], (uint32_t)i % 2);
    }
    for (uint32_t from = 0; from <= BRANCH_MOST + 1; from++)
        looped(from, from + seed);
}

int main(void)
{
    OPEN_OR_SKIP(branch_open(&p, NULL, NULL));
    fill(sum, 1);
    for (unsigned seed = 0; seed < FEATURE_SEEDS; seed++) {
        feature_seed(seed);
        all_at_a_time(seed);
    }
    OK(NULL, branch_close(&p));
    return checks_end();
}
