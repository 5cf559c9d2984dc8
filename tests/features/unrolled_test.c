/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The vggen authors */
#include "unrolled.h"

#include "feature.h"

enum { N = UNROLLED_N, MANY = UNROLLED_MANY };

static unrolled p;

/* What so many passes give, and whether they are what was found. */
static int is_right(uint32_t from, uint32_t passes, int traced)
{
    uint32_t x[N], trace[MANY];

    for (int i = 0; i < N; i++)
        x[i] = 1;
    memset(trace, 0, sizeof trace);
    for (uint32_t n = 0; n < passes; n++) {
        trace[n] = 1000 + from - n;
        for (uint32_t i = 0; i < N; i++)
            x[i] = x[i] * 5 + (from - n) + i;
    }
    return memcmp(unrolled_x(&p), x, sizeof x) == 0 && unrolled_left(&p)[0] == from - passes &&
           (!traced || memcmp(unrolled_trace(&p), trace, sizeof trace) == 0);
}

static uint32_t least(uint32_t a, uint32_t b)
{
    return a < b ? a : b;
}

static void all_with(uint32_t from)
{
    unrolled_from(&p)[0] = from;
    OK(unrolled_detail(&p), unrolled_counted_replay(&p));
    CHECK(unrolled_n(&p)[0] == least(from, UNROLLED_MOST));
    CHECK(is_right(from, least(from, UNROLLED_MOST), 1));
    OK(unrolled_detail(&p), unrolled_uncounted_replay(&p));
    CHECK(is_right(from, least(from, MANY), 0));
    OK(unrolled_detail(&p), unrolled_few_replay(&p));
    CHECK(unrolled_m(&p)[0] == least(from, UNROLLED_FEW));
    CHECK(is_right(from, least(from, UNROLLED_FEW), 1));
    OK(unrolled_detail(&p), unrolled_not_all_replay(&p));
    CHECK(unrolled_k(&p)[0] == least(from, UNROLLED_MOST));
    CHECK(is_right(from, least(from, UNROLLED_MOST), 1));
    OK(unrolled_detail(&p), unrolled_first_run_replay(&p));
    CHECK(unrolled_r(&p)[0] == (from == 0 ? 1 : least(from, UNROLLED_MOST)));
    CHECK(is_right(from, least(from, UNROLLED_MOST), 0));
}

/* COUNT: so many numbers of passes, spread over all of them. */
int main(void)
{
    const uint32_t last = MANY + 2, all = last + 1;
    const unsigned long wanted = checks_number("COUNT", all);
    const uint32_t count = wanted < 2 ? 2 : wanted < all ? (uint32_t)wanted : all;

    OPEN_OR_SKIP(unrolled_open(&p, NULL, NULL));
    for (uint32_t i = 0; i < count; i++) {
        feature_seed(i % FEATURE_SEEDS);
        all_with(last * i / (count - 1));
    }
    OK(NULL, unrolled_close(&p));
    return checks_end();
}
