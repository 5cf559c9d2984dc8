/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The vggen authors */
#include "loop.h"

#include "feature.h"

static loop p;
static uint32_t total = 7;

static uint32_t least(uint32_t a, uint32_t b)
{
    return a < b ? a : b;
}

/* What `passes` passes add, where pass n adds 3 n + i + 1, or always the same number. */
static int is_sum(const uint32_t *sum, uint32_t passes, int counted, uint32_t same)
{
    for (uint32_t i = 0; i < LOOP_N; i++) {
        uint32_t expected = 0;
        for (uint32_t n = 0; n < passes; n++)
            expected += (counted ? n : same) * 3 + i + 1;
        if (sum[i] != expected)
            return 0;
    }
    return 1;
}

static void tested(uint32_t from)
{
    const uint32_t passes = least(from, LOOP_MOST);

    loop_from(&p)[0] = from;
    OK(loop_detail(&p), loop_tested_replay(&p));
    CHECK(loop_passes(&p)[0] == passes);
    CHECK(loop_left(&p)[0] == from - passes);
    CHECK(is_sum(loop_sum(&p), passes, 1, 0));
    total += passes;
    CHECK(loop_total_out(&p)[0] == total);
    CHECK(loop_last(&p)[0] == passes);
}

static void untested(uint32_t from)
{
    const uint32_t passes = from == 0 ? 1 : least(from, LOOP_MOST);

    loop_from(&p)[0] = from;
    OK(loop_detail(&p), loop_untested_replay(&p));
    CHECK(loop_runs(&p)[0] == passes);
    CHECK(loop_left(&p)[0] == (from > passes ? from - passes : 0));
    CHECK(is_sum(loop_sum(&p), passes, 1, 0));
}

static void after_another(uint32_t from, uint32_t rows)
{
    loop_from(&p)[0] = from;
    loop_rows(&p)[0] = rows;
    OK(loop_detail(&p), loop_after_another_replay(&p));
    CHECK(is_sum(loop_sum(&p), least(from, LOOP_MOST), 0, from));
    CHECK(is_sum(loop_other(&p), least(rows, 2 * LOOP_MOST), 0, rows));
}

static void in_another(uint32_t from, uint32_t rows)
{
    const uint32_t row_passes = least(rows, LOOP_ROWS);
    const uint32_t column_passes = least(from, LOOP_MOST);
    int right = 1;

    loop_from(&p)[0] = from;
    loop_rows(&p)[0] = rows;
    OK(loop_detail(&p), loop_in_another_replay(&p));
    CHECK(loop_row(&p)[0] == row_passes);
    CHECK(loop_column(&p)[0] == (row_passes > 0 ? column_passes : 0)); /* of the last time, if there was one */
    for (uint32_t r = 0; r < LOOP_ROWS; r++)
        for (uint32_t c = 0; c < LOOP_MOST; c++)
            right = right &&
                    loop_cells(&p)[r * LOOP_MOST + c] == (r < row_passes && c < column_passes ? 1000 + r * 100 + c : 0);
    CHECK(right);
}

static void all_at_a_time(void)
{
    for (uint32_t from = 0; from < LOOP_MOST + 4; from++) {
        tested(from);
        untested(from);
        after_another(from, 2 * LOOP_MOST + 2 - from);
        in_another(from, (from + 1) % 6);
        in_another(0, from);
    }
    in_another(3, 0);
    tested(UINT32_MAX);
    untested(UINT32_MAX);
}

int main(void)
{
    vg_config config;

    memset(&config, 0, sizeof config);
    config.warm_up = 2; /* leaves no trace in the state */
    OPEN_OR_SKIP(loop_open(&p, &config, NULL));
    for (unsigned seed = 0; seed < FEATURE_SEEDS; seed++) {
        feature_seed(seed);
        all_at_a_time();
    }
    OK(loop_detail(&p), loop_reset(&p));
    total = 7;
    tested(5);
    OK(NULL, loop_close(&p));
    return checks_end();
}
