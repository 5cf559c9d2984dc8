/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The vggen authors */
/* A call that is started goes on while the application does other things. What it took was copied, what it gives comes
 * with the look that finds its end, and whatever does not fit in between changes nothing. */
#include "started.h"

#include "feature.h"

#define SECOND 1000000000u
#define UNTOUCHED (-77.0f)

enum { N = STARTED_N };

static started p;
static float x[N], y[N];
static float sum[STARTED_LANES]; /* of the states, each element of which is it times i + 1 */

/* ---- calls, and what they must give ---- */

static vg_status start(float value, unsigned lane)
{
    const started_scaled_in in = {x, STARTED_X_COUNT};
    vg_status status;

    for (int i = 0; i < N; i++)
        x[i] = value * (float)(i + 1);
    status = started_scaled_call_start(&p, &in, lane);
    memset(x, 0xff, sizeof x); /* start has copied it */
    return status;
}

static vg_status start_sum(float value, unsigned lane)
{
    const started_summed_in in = {x, STARTED_X_COUNT};

    for (int i = 0; i < N; i++)
        x[i] = value * (float)(i + 1);
    sum[lane] += value;
    return started_summed_call_start(&p, &in, lane);
}

static started_scaled_out to_y(void)
{
    const started_scaled_out out = {y, STARTED_Y_COUNT, VG_OK};

    for (int i = 0; i < N; i++)
        y[i] = UNTOUCHED;
    return out;
}

static vg_status poll(unsigned lane)
{
    started_scaled_out out = to_y();

    return started_scaled_call_poll(&p, &out, lane);
}

static vg_status finish(uint64_t timeout_ns, unsigned lane)
{
    started_scaled_out out = to_y();

    return started_scaled_call_finish(&p, &out, timeout_ns, lane);
}

static vg_status finish_sum(unsigned lane)
{
    started_summed_out out = {y, STARTED_SUMS_COUNT, VG_OK};

    return started_summed_call_finish(&p, &out, VG_FOREVER, lane);
}

static int is(float each)
{
    for (int i = 0; i < N; i++)
        if (y[i] != each * (float)(i + 1))
            return 0;
    return 1;
}

static int is_untouched(void)
{
    for (int i = 0; i < N; i++)
        if (y[i] != UNTOUCHED)
            return 0;
    return 1;
}

static int refused(vg_status status, unsigned lane, const char *sentence)
{
    return status == VG_STATE && strcmp(started_detail(&p, lane)->call, sentence) == 0;
}

/* ---- what a started call does ---- */

static void ends_in_each_way(void)
{
    vg_status status;

    OK(started_detail(&p, 0), start(1, 0));
    OK(started_detail(&p, 0), finish(VG_FOREVER, 0));
    CHECK(is(2) && started_stats(&p, 0)->replays == 1);
    OK(started_detail(&p, 0), start(2, 0));
    OK(started_detail(&p, 0), finish(10u * SECOND, 0));
    CHECK(is(4) && started_stats(&p, 0)->replays == 2);
    OK(started_detail(&p, 0), start(3, 0));
    while ((status = poll(0)) == VG_BUSY)
        if (!CHECK(is_untouched()))
            break;
    CHECK(status == VG_OK && is(6) && started_stats(&p, 0)->replays == 3);
}

/* Nothing is launched, and the first look finds the end. */
static void kept_outputs_answer_it(void)
{
    const uint64_t launches = started_stats(&p, 0)->launches, hits = started_stats(&p, 0)->kept_hits;

    OK(started_detail(&p, 0), start(3, 0));
    OK(started_detail(&p, 0), poll(0));
    CHECK(is(6) && started_stats(&p, 0)->launches == launches && started_stats(&p, 0)->kept_hits == hits + 1);
    OK(started_detail(&p, 0), start(3, 0));
    OK(started_detail(&p, 0), finish(0, 0));
    CHECK(is(6) && started_stats(&p, 0)->launches == launches && started_stats(&p, 0)->kept_hits == hits + 2);
}

/* They run at once, and each gives its own. */
static void on_two_lanes(void)
{
    for (int i = 0; i < 4; i++) {
        OK(started_detail(&p, 0), start(10.0f + (float)i, 0));
        OK(started_detail(&p, 1), start(20.0f + (float)i, 1));
        OK(started_detail(&p, 1), finish(VG_FOREVER, 1));
        CHECK(is(40.0f + 2.0f * (float)i));
        OK(started_detail(&p, 0), finish(VG_FOREVER, 0));
        CHECK(is(20.0f + 2.0f * (float)i));
        OK(started_detail(&p, 1), start_sum((float)i, 1));
        OK(started_detail(&p, 0), start_sum(1, 0));
        OK(started_detail(&p, 0), finish_sum(0));
        CHECK(is(sum[0]));
        OK(started_detail(&p, 1), finish_sum(1));
        CHECK(is(sum[1]));
    }
}

/* A setting is for the next call; the outputs of this one are those of the old value, so they are not kept. */
static void settings_meanwhile(void)
{
    const uint64_t launches = started_stats(&p, 0)->launches;

    OK(started_detail(&p, 0), start(50, 0));
    OK(started_detail(&p, 0), started_set_gain(&p, 3, 0));
    OK(started_detail(&p, 0), finish(VG_FOREVER, 0));
    CHECK(is(100));
    OK(started_detail(&p, 0), start(50, 0));
    OK(started_detail(&p, 0), finish(VG_FOREVER, 0));
    CHECK(is(150) && started_stats(&p, 0)->launches == launches + 2);
    OK(started_detail(&p, 0), start(50, 0)); /* kept outputs answer it */
    OK(started_detail(&p, 0), started_set_gain(&p, 2, 0));
    OK(started_detail(&p, 0), poll(0));
    CHECK(is(150) && started_stats(&p, 0)->launches == launches + 2);
    OK(started_detail(&p, 0), start(50, 0));
    OK(started_detail(&p, 0), finish(VG_FOREVER, 0));
    CHECK(is(100) && started_stats(&p, 0)->launches == launches + 3);
}

/* ---- what does not fit ---- */

/* While a call is started: each of these is refused, and the call ends as if they had not been made. */
static void nothing_else_meanwhile(void)
{
    static unsigned char state[STARTED_STATE_BYTES];
    static started_scaled_times node_times;
    static const char *const sentence = "a call was started: finish it first";
    const started_scaled_in in = {x, STARTED_X_COUNT};
    started_scaled_out out = to_y();
    started_summed_out sums = {y, STARTED_SUMS_COUNT, VG_OK};
    vg_times times;

    memset(x, 0, sizeof x);
    CHECK(refused(start(9, 1), 1, sentence));
    CHECK(refused(start_sum(0, 1), 1, sentence));
    CHECK(refused(started_scaled_call(&p, &in, &out, 1), 1, sentence));
    CHECK(refused(started_scaled_call_timed(&p, &in, &out, &times, 1), 1, sentence));
    CHECK(refused(started_scaled_call_step(&p, &in, &out, 1), 1, sentence));
    CHECK(refused(started_scaled_call_batch(&p, &in, &out, 1), 0, sentence));
    CHECK(refused(started_scaled_profile(&p, 1, &node_times, 1), 1, sentence));
    CHECK(refused(started_reset(&p, 1), 1, sentence));
    CHECK(refused(started_save(&p, state, sizeof state, 1), 1, sentence));
    CHECK(refused(started_restore(&p, state, sizeof state, 1), 1, sentence));
    CHECK(refused(started_summed_call_poll(&p, &sums, 1), 1, "a call of another graph was started: finish that one"));
    CHECK(refused(finish_sum(1), 1, "a call of another graph was started: finish that one"));
    out.y_count--;
    CHECK(started_scaled_call_finish(&p, &out, 0, 1) == VG_ARGUMENT);
    CHECK(started_scaled_call_poll(&p, NULL, 1) == VG_ARGUMENT);
    CHECK(is_untouched());
}

static void misuse(void)
{
    const uint64_t launches = started_stats(&p, 1)->launches;
    const started_scaled_in without = {NULL, STARTED_X_COUNT};

    CHECK(refused(poll(1), 1, "no call was started: start one first"));
    CHECK(refused(finish(VG_FOREVER, 1), 1, "no call was started: start one first"));
    CHECK(started_scaled_call_start(&p, &without, 1) == VG_ARGUMENT);
    CHECK(started_scaled_call_start(NULL, &without, 1) == VG_ARGUMENT);
    CHECK(start(1, STARTED_LANES) == VG_ARGUMENT);
    OK(started_detail(&p, 1), start(60, 1));
    nothing_else_meanwhile();
    OK(started_detail(&p, 1), finish(VG_FOREVER, 1));
    CHECK(is(120));
    OK(started_detail(&p, 1), start(60, 1)); /* kept outputs answer it */
    nothing_else_meanwhile();
    OK(started_detail(&p, 1), finish(VG_FOREVER, 1));
    CHECK(is(120) && started_stats(&p, 1)->launches == launches + 1);
    OK(started_detail(&p, 0), start(61, 0));
    OK(NULL, started_close(&p)); /* which waits for it, and it is gone */
    CHECK(finish(0, 0) == VG_STATE && start(1, 0) == VG_STATE);
    OK(NULL, started_open(&p, NULL, NULL));
    CHECK(refused(finish(VG_FOREVER, 0), 0, "no call was started: start one first"));
    sum[0] = sum[1] = 0;
}

/* ---- time, and failures, on the CPU device ---- */

static void timeouts(void)
{
    const uint64_t before = started_stats(&p, 0)->timeouts;

    vgsim_delay(NULL, 1, 0.2);
    OK(started_detail(&p, 0), start(70, 0));
    CHECK(poll(0) == VG_BUSY && is_untouched());
    CHECK(finish(0, 0) == VG_TIMEOUT && is_untouched());
    CHECK(finish(1000000, 0) == VG_TIMEOUT && is_untouched());
    CHECK(started_stats(&p, 0)->timeouts == before + 2);
    OK(started_detail(&p, 1), start(71, 1)); /* the other lane does not wait */
    OK(started_detail(&p, 1), finish(VG_FOREVER, 1));
    CHECK(is(142));
    OK(started_detail(&p, 0), finish(VG_FOREVER, 0));
    CHECK(is(140));
    vgsim_delay(NULL, 0, 0);
    OK(started_detail(&p, 0), start(70, 0)); /* it was kept */
    OK(started_detail(&p, 0), poll(0));
    CHECK(is(140));
}

/* Whichever driver call fails: a start that failed has started nothing, a finish that failed may be called again. */
static void each_call_fails(void)
{
    unsigned long n = 0;
    vg_status status;

    do {
        const float value = 1000.0f + (float)++n;

        vgsim_fail(n, NULL, 1);
        OK(started_detail(&p, 0), started_set_gain(&p, value, 0));
        status = start(value, 0);
        if (status != VG_OK) {
            CHECK(status == VG_DRIVER && vgsim_failed()[0] != '\0');
            CHECK(refused(finish(VG_FOREVER, 0), 0, "no call was started: start one first"));
            OK(started_detail(&p, 0), start(value, 0));
        }
        status = finish(VG_FOREVER, 0);
        if (status != VG_OK) {
            CHECK(status == VG_DRIVER && vgsim_failed()[0] != '\0' && is_untouched());
            CHECK(start(1, 0) == VG_STATE);
            OK(started_detail(&p, 0), finish(VG_FOREVER, 0));
        }
        vgsim_fail(0, NULL, 0);
        CHECK(is(value * value));
        OK(started_detail(&p, 0), start(value, 0));
        OK(started_detail(&p, 0), finish(VG_FOREVER, 0));
        CHECK(is(value * value));
    } while (vgsim_failed()[0] != '\0');
    CHECK(n > 3);
}

int main(void)
{
    OPEN_OR_SKIP(started_open(&p, NULL, NULL));
    ends_in_each_way();
    kept_outputs_answer_it();
    on_two_lanes();
    settings_meanwhile();
    misuse();
    if (vgsim_fail != NULL) { /* not on a GPU */
        timeouts();
        each_call_fails();
    }
    OK(NULL, started_close(&p));
    return checks_end();
}
