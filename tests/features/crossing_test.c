/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The vggen authors */
#include "crossing.h"

#include "feature.h"

#define ROUNDS 48

static crossing p;
static int32_t sum[CROSSING_N], table[CROSSING_N];
static uint32_t noise;

static int32_t next(void)
{
    noise = noise * 1664525u + 1013904223u;
    return (int32_t)(noise >> 18);
}

static void fill(int32_t *to)
{
    for (int i = 0; i < CROSSING_N; i++)
        to[i] = next();
}

/* The replay's end as the application likes to see it. */
static void run_all(unsigned round)
{
    vg_status status = VG_BUSY;

    if (round % 3 == 0) {
        OK(crossing_detail(&p), crossing_all_replay(&p));
        return;
    }
    OK(crossing_detail(&p), crossing_all_start(&p));
    if (round % 3 == 1) {
        OK(crossing_detail(&p), crossing_finish(&p, VG_FOREVER));
        return;
    }
    while (status == VG_BUSY)
        status = crossing_poll(&p);
    OK(crossing_detail(&p), status);
}

static void check_all(int32_t gain, int32_t bias)
{
    const int32_t *x = crossing_x(&p), *z = crossing_z(&p), *c = crossing_c(&p);
    unsigned wrong = 0;

    for (int i = 0; i < CROSSING_N; i++) {
        sum[i] += z[i];
        wrong += crossing_w(&p)[i] != x[i] * gain + z[i] * table[i];
        wrong += crossing_v(&p)[i] != (i >= 16 && i < 24 ? c[i] - x[i] * gain : 0);
    }
    CHECK(wrong == 0);
    CHECK(crossing_said(&p)[0] == bias + crossing_letters(&p)[CROSSING_ODD - 1]);
    for (int i = 0; i < CROSSING_ODD; i++)
        wrong += crossing_echo(&p)[i] != (crossing_letters(&p)[CROSSING_ODD - 1 - i] ^ 1);
    CHECK(wrong == 0);
}

/* Nothing comes that was not asked for. */
static void check_asked(int last, int state)
{
    CHECK(memcmp(crossing_last(&p), sum, sizeof sum) == 0 || !last);
    CHECK(memcmp(crossing_sum_out(&p), sum, sizeof sum) == 0 || !state);
}

static void do_round(unsigned round)
{
    const int32_t gain = next() % 100, bias = next();
    const int last = round % 4 == 1, state = round % 5 == 2;
    int32_t kept;

    fill(crossing_x(&p));
    fill(crossing_z(&p));
    fill(crossing_c(&p));
    for (int i = 0; i < CROSSING_ODD; i++)
        crossing_letters(&p)[i] = (uint8_t)next();
    OK(crossing_detail(&p), crossing_set_gain(&p, gain));
    OK(crossing_detail(&p), crossing_set_bias(&p, bias));
    fill(crossing_table(&p)); /* what is not sent has no effect */
    if (round % 3 == 2) {
        OK(crossing_detail(&p), crossing_changed_table(&p));
        memcpy(table, crossing_table(&p), sizeof table);
    }
    if (round % 7 == 3) {
        fill(crossing_sum(&p));
        OK(crossing_detail(&p), crossing_changed_sum(&p));
        memcpy(sum, crossing_sum(&p), sizeof sum);
    }
    if (last)
        OK(crossing_detail(&p), crossing_want_last(&p));
    if (state)
        OK(crossing_detail(&p), crossing_want_sum(&p));
    kept = crossing_last(&p)[3];
    run_all(round);
    check_all(gain, bias);
    check_asked(last, state);
    CHECK(last || crossing_last(&p)[3] == kept);
}

static void do_other_graph(void)
{
    unsigned wrong = 0;

    fill(crossing_x(&p));
    fill(crossing_z(&p));
    OK(crossing_detail(&p), crossing_some_replay(&p));
    for (int i = 0; i < CROSSING_N; i++)
        wrong += crossing_quick(&p)[i] != crossing_x(&p)[i] - crossing_z(&p)[i];
    CHECK(wrong == 0);
}

/* On the CPU device: a launch that fails at once or later is told, and the next replay is good. */
static void do_faults(void)
{
    static const char *const calls[] = {"cuGraphLaunch", "@cuGraphLaunch"};

    for (unsigned i = 0; vgsim_fail != NULL && i < sizeof calls / sizeof calls[0]; i++) {
        vgsim_fail(1, calls[i], 999);
        CHECK(crossing_some_replay(&p) == VG_DRIVER);
        if (calls[i][0] == '@')
            OK(crossing_detail(&p), crossing_finish(&p, VG_FOREVER));
        do_other_graph();
    }
}

int main(void)
{
    for (unsigned seed = 0; seed < FEATURE_SEEDS * 2; seed++) {
        feature_traffic crossed = {0, 0, 0, 0};
        vg_config config;

        memset(&config, 0, sizeof config);
        config.completion = seed % 2 == 0 ? VG_COMPLETION_WORD : VG_COMPLETION_QUERY;
        config.warm_up = seed;
        feature_seed(seed);
        OPEN_OR_SKIP(crossing_open(&p, &config, NULL));
        for (int i = 0; i < CROSSING_N; i++) {
            sum[i] = 100;
            table[i] = 2;
        }
        feature_count_traffic(&crossed);
        CHECK(crossing_gain(&p) == 3 && crossing_bias(&p) == 5);
        for (unsigned round = 0; round < ROUNDS; round++) {
            do_round(round);
            do_other_graph();
        }
        CHECK(feature_crossed(crossing_stats(&p), &crossed));
        feature_count_traffic(NULL);
        do_faults();
        OK(NULL, crossing_close(&p));
    }
    return checks_end();
}
