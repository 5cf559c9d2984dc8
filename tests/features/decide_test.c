/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The vggen authors */
#include "decide.h"

#include "feature.h"

#define ITEMS 5

static decide p;
static float x[ITEMS][DECIDE_N], y[ITEMS][DECIDE_N], limits[ITEMS];
static uint32_t passes[ITEMS];
static decide_grown_in in[ITEMS];
static decide_grown_out out[ITEMS];
static float threshold = 1000.0f;

static void fill(int item, float first, float limit)
{
    for (int i = 0; i < DECIDE_N; i++)
        x[item][i] = first + (float)i;
    limits[item] = limit;
    memset(&in[item], 0, sizeof in[item]);
    in[item].x = x[item];
    in[item].x_count = DECIDE_X_COUNT;
    in[item].limit = &limits[item];
    in[item].limit_count = DECIDE_LIMIT_COUNT;
    memset(&out[item], 0, sizeof out[item]);
    out[item].y = y[item];
    out[item].y_count = DECIDE_Y_COUNT;
    out[item].passes = &passes[item];
    out[item].passes_count = DECIDE_PASSES_COUNT;
    memset(y[item], 0xff, sizeof y[item]);
    passes[item] = 999;
}

static int is_right(int item)
{
    float factor = 1.0f;
    uint32_t n = 0;

    do {
        factor *= 2.0f;
        n++;
    } while (x[item][0] * factor < limits[item] && n < DECIDE_MOST);
    if (x[item][0] * factor > threshold)
        factor = -factor;
    for (int i = 0; i < DECIDE_N; i++)
        if (y[item][i] != x[item][i] * factor)
            return 0;
    return passes[item] == n;
}

static void calls_and_what_is_kept(void)
{
    fill(0, 1.0f, 100.0f);
    OK(decide_detail(&p, 0), decide_grown_call(&p, &in[0], &out[0], 0));
    CHECK(is_right(0) && passes[0] == 7);
    const uint64_t launches = decide_stats(&p, 0)->launches;
    memset(y[0], 0, sizeof y[0]);
    OK(decide_detail(&p, 0), decide_grown_call(&p, &in[0], &out[0], 0));
    CHECK(is_right(0) && decide_stats(&p, 0)->launches == launches && decide_stats(&p, 0)->kept_hits == 1);
    limits[0] = 3000.0f;
    OK(decide_detail(&p, 0), decide_grown_call(&p, &in[0], &out[0], 0));
    CHECK(is_right(0) && y[0][0] == -4096.0f && decide_stats(&p, 0)->launches == launches + 1);
    threshold = 5000.0f; /* a setting by value beside a condition */
    OK(decide_detail(&p, 0), decide_set_threshold(&p, threshold, 0));
    OK(decide_detail(&p, 0), decide_grown_call(&p, &in[0], &out[0], 0));
    CHECK(is_right(0) && y[0][0] == 4096.0f);
}

static void steps_are_refused_and_nothing_is_kept_of_them(void)
{
    vg_times times;

    CHECK(decide_grown_call_step(&p, &in[0], &out[0], 0) == VG_CANNOT);
    CHECK(strcmp(decide_detail(&p, 0)->step, "grown") == 0);
    memset(y[0], 0, sizeof y[0]);
    OK(decide_detail(&p, 0), decide_grown_call_timed(&p, &in[0], &out[0], &times, 0));
    CHECK(is_right(0));
}

static void profiles(void)
{
    static decide_grown_times times;
    static decide_summed_times plain;
    const uint64_t kept = decide_stats(&p, 0)->kept_hits;

    OK(decide_detail(&p, 0), decide_grown_profile(&p, 2, &times, 0));
    OK(decide_detail(&p, 0), decide_summed_profile(&p, 2, &plain, 0));
    OK(decide_detail(&p, 0), decide_reset(&p, 0));
    for (unsigned i = 0; i < DECIDE_GROWN_NODES; i++)
        CHECK(decide_grown_node_title(i) != NULL && times.ns[i] < UINT64_C(10000000000));
    OK(decide_detail(&p, 0), decide_grown_call(&p, &in[0], &out[0], 0));
    CHECK(is_right(0) && decide_stats(&p, 0)->kept_hits == kept);
    threshold = 1.0f;
    OK(decide_detail(&p, 0),
       decide_set_threshold(&p, threshold, 0)); /* the exec's own condition is set by this node still */
    OK(decide_detail(&p, 0), decide_grown_call(&p, &in[0], &out[0], 0));
    CHECK(is_right(0) && y[0][0] < 0.0f);
}

static void batches(void)
{
    threshold = 300.0f;
    for (unsigned lane = 0; lane < DECIDE_LANES; lane++)
        OK(decide_detail(&p, lane), decide_set_threshold(&p, threshold, lane));
    for (int i = 0; i < ITEMS; i++)
        fill(i, (float)(i + 1), (float)(1 << (i + 5)));
    OK(decide_detail(&p, 0), decide_grown_call_batch(&p, in, out, ITEMS));
    for (int i = 0; i < ITEMS; i++)
        CHECK(out[i].status == VG_OK && is_right(i));
}

static void the_other_graph(void)
{
    float state[DECIDE_STATE_BYTES / 4], sums[DECIDE_N];
    decide_summed_in sum_in;
    decide_summed_out sum_out;

    memset(&sum_in, 0, sizeof sum_in);
    memset(&sum_out, 0, sizeof sum_out);
    sum_in.x = x[1];
    sum_in.x_count = DECIDE_X_COUNT;
    sum_out.sums = sums;
    sum_out.sums_count = DECIDE_SUMS_COUNT;
    OK(decide_detail(&p, 1), decide_summed_call(&p, &sum_in, &sum_out, 1));
    OK(decide_detail(&p, 1), decide_save(&p, state, sizeof state, 1));
    OK(decide_detail(&p, 1), decide_summed_call_step(&p, &sum_in, &sum_out, 1));
    CHECK(sums[3] == 2.0f * x[1][3]);
    OK(decide_detail(&p, 1), decide_restore(&p, state, sizeof state, 1));
    OK(decide_detail(&p, 1), decide_summed_call(&p, &sum_in, &sum_out, 1));
    CHECK(sums[3] == 2.0f * x[1][3]);
}

int main(void)
{
    OPEN_OR_SKIP(decide_open(&p, NULL, NULL));
    calls_and_what_is_kept();
    steps_are_refused_and_nothing_is_kept_of_them();
    profiles();
    batches();
    the_other_graph();
    OK(NULL, decide_close(&p));
    return checks_end();
}
