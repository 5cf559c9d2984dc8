/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The vggen authors */
/* What each call did is told by the counters, that it was right by its results. */
#include "kept.h"

#include "feature.h"

static kept p;
static vg_stats before;
static float x[KEPT_N], big[KEPT_BIG], y[KEPT_N], both[KEPT_N], walked[KEPT_N], turned[KEPT_N], turned_out[KEPT_N];
static uint32_t seen[KEPT_N];
static kept_scaled_in scaled_in = {x, KEPT_X_COUNT};
static kept_scaled_out scaled_out = {y, KEPT_Y_COUNT, seen, KEPT_SEEN_COUNT};

/* ---- what a call did ---- */

typedef enum { FULL, RESIDENT, KEPT } way;

static int did(way how, uint64_t uploads, uint64_t bytes)
{
    const vg_stats now = *kept_stats(&p), old = before;

    before = now;
    return now.launches - old.launches == (how == KEPT ? 0u : 1u) && now.kept_hits - old.kept_hits == (how == KEPT) &&
           now.resident_hits - old.resident_hits == (how == RESIDENT) && now.uploads - old.uploads == uploads &&
           now.upload_bytes - old.upload_bytes == bytes && now.replays - old.replays == now.launches - old.launches;
}

#define DID_FULL(uploads, bytes) CHECK(did(FULL, uploads, bytes))
#define DID_RESIDENT() CHECK(did(RESIDENT, 0, 0))
#define DID_KEEP() CHECK(did(KEPT, 0, 0))

/* x and gain go together; the gap between them does not count. */
#define SMALL_BYTES (KEPT_X_BYTES + sizeof(float))

/* ---- the calls, with their results ---- */

static int is_scaled(void)
{
    const float gain = kept_gain(&p), offset = kept_offset(&p), sign = kept_is_on_negative(&p) ? -1.0f : 1.0f;

    for (int i = 0; i < KEPT_N; i++)
        if (x[i] == x[i] && y[i] != sign * (x[i] * gain + offset)) /* not where it is nan */
            return 0;
    return memcmp(seen, x, sizeof x) == 0;
}

static void scaled(void)
{
    memset(y, 0xff, sizeof y);
    memset(seen, 0xff, sizeof seen);
    OK(kept_detail(&p), kept_scaled_call(&p, &scaled_in, &scaled_out));
    CHECK(is_scaled());
}

static void added(void)
{
    const kept_added_in in = {x, KEPT_X_COUNT, big, KEPT_BIG_COUNT};
    kept_added_out out = {both, KEPT_BOTH_COUNT};

    memset(both, 0xff, sizeof both);
    OK(kept_detail(&p), kept_added_call(&p, &in, &out));
    for (int i = 0; i < KEPT_N; i++)
        if (!CHECK(both[i] == x[i] + big[KEPT_BIG - 1 - i]))
            break;
}

/* steps: how often the state has taken x. */
static void walk(int steps)
{
    const kept_walk_in in = {x, KEPT_X_COUNT};
    kept_walk_out out = {walked, KEPT_WALKED_COUNT};

    memset(walked, 0xff, sizeof walked);
    OK(kept_detail(&p), kept_walk_call(&p, &in, &out));
    for (int i = 0; i < KEPT_N; i++)
        if (!CHECK(walked[i] == 10.0f * (float)steps * x[i]))
            break;
}

static void turn(void)
{
    const kept_turn_in in = {x, KEPT_X_COUNT, turned, KEPT_TURNED_COUNT};
    kept_turn_out out = {y, KEPT_Y_COUNT, turned_out, KEPT_TURNED_COUNT};

    memset(y, 0xff, sizeof y);
    memset(turned_out, 0xff, sizeof turned_out);
    OK(kept_detail(&p), kept_turn_call(&p, &in, &out));
    for (int i = 0; i < KEPT_N; i++)
        if (!CHECK(turned_out[i] == turned[i] + x[i] && y[i] == 10.0f * turned_out[i]))
            break;
}

static void fill(float first)
{
    for (int i = 0; i < KEPT_N; i++)
        x[i] = first + (float)i;
}

/* ---- the three outcomes ---- */

static void three_outcomes(void)
{
    fill(1);
    scaled();
    DID_FULL(1, SMALL_BYTES);
    for (int i = 0; i < 3; i++) {
        scaled();
        DID_KEEP();
    }
    ((unsigned char *)x)[sizeof x - 1] ^= 0x80; /* the last byte of the last input */
    scaled();
    DID_FULL(1, SMALL_BYTES);
    ((unsigned char *)x)[0] ^= 1;
    scaled();
    DID_FULL(1, SMALL_BYTES);
    scaled();
    DID_KEEP();
    OK(kept_detail(&p), kept_set_offset(&p, 3)); /* by value: nothing to upload */
    scaled();
    DID_RESIDENT();
    scaled();
    DID_KEEP();
    OK(kept_detail(&p), kept_set_offset(&p, 3)); /* the same again changes nothing */
    scaled();
    DID_KEEP();
    OK(kept_detail(&p), kept_set_gain(&p, 4)); /* goes up with x */
    scaled();
    DID_FULL(1, SMALL_BYTES);
    OK(kept_detail(&p), kept_switch_negative(&p, 1));
    scaled();
    DID_RESIDENT();
    OK(kept_detail(&p), kept_switch_negative(&p, 1));
    scaled();
    DID_KEEP();
    OK(kept_detail(&p), kept_switch_negative(&p, 0));
    scaled();
    DID_RESIDENT();
}

/* Bytes count, not values. */
static void bytes_that_compare_equal(void)
{
    const uint32_t nans[2] = {0x7fc00001u, 0x7fc00002u};

    x[5] = 0.0f;
    scaled();
    DID_FULL(1, SMALL_BYTES);
    x[5] = -0.0f;
    scaled();
    DID_FULL(1, SMALL_BYTES);
    for (int i = 0; i < 2; i++) {
        memcpy(&x[7], &nans[i], sizeof x[7]);
        scaled();
        DID_FULL(1, SMALL_BYTES);
        scaled();
        DID_KEEP(); /* although nan is not equal to itself */
    }
    fill(2);
    scaled();
    DID_FULL(1, SMALL_BYTES);
}

/* ---- several graphs ---- */

static void graphs_that_share_an_input(void)
{
    for (int i = 0; i < KEPT_BIG; i++)
        big[i] = (float)i;
    added(); /* x is on the device already */
    DID_FULL(1, KEPT_BIG_BYTES);
    scaled();
    DID_KEEP();
    added();
    DID_KEEP();
    fill(3);
    added(); /* big is on the device already */
    DID_FULL(1, KEPT_X_BYTES);
    scaled(); /* its outputs are those of other bytes, but x is there */
    DID_RESIDENT();
    big[KEPT_BIG - 1] += 1;
    added();
    DID_FULL(1, KEPT_BIG_BYTES);
    scaled();
    DID_KEEP();
    fill(4);
    scaled();
    DID_FULL(1, SMALL_BYTES);
    fill(3);
    scaled();
    DID_FULL(1, SMALL_BYTES);
    added(); /* the bytes are the same again, but they were others in between */
    DID_RESIDENT();
}

static void graphs_that_share_an_output(void)
{
    for (int i = 0; i < KEPT_N; i++)
        turned[i] = (float)(2 * i);
    scaled();
    DID_KEEP();
    turn(); /* an inout is uploaded always, and what lies beside it */
    before = *kept_stats(&p);
    scaled();
    DID_RESIDENT();
    turn();
    CHECK(kept_stats(&p)->kept_hits == before.kept_hits && kept_stats(&p)->launches == before.launches + 1);
    CHECK(kept_stats(&p)->resident_hits == before.resident_hits && kept_stats(&p)->uploads == before.uploads + 1);
    before = *kept_stats(&p);
    turn(); /* what it takes and gives is nobody else's now */
    DID_KEEP();
    turned[KEPT_N - 1] += 1;
    turn();
    CHECK(kept_stats(&p)->launches == before.launches + 1 && kept_stats(&p)->uploads == before.uploads + 1);
    before = *kept_stats(&p);
}

static void state_and_its_reset(void)
{
    unsigned char saved[KEPT_STATE_BYTES];

    scaled();
    before = *kept_stats(&p);
    for (int i = 1; i <= 3; i++) {
        walk(i);
        DID_RESIDENT(); /* equal inputs, other outputs */
    }
    OK(kept_detail(&p), kept_save(&p, saved, sizeof saved));
    walk(4);
    DID_RESIDENT();
    scaled();
    DID_KEEP();
    OK(kept_detail(&p), kept_restore(&p, saved, sizeof saved));
    scaled();
    DID_FULL(1, SMALL_BYTES);
    walk(4);
    DID_RESIDENT();
    OK(kept_detail(&p), kept_reset(&p));
    walk(1);
    DID_FULL(1, KEPT_X_BYTES);
    scaled();
    CHECK(kept_stats(&p)->launches == before.launches + 1);
    before = *kept_stats(&p);
}

/* ---- failures ---- */

static void fail_and_go_on(const char *name)
{
    vg_status status;

    scaled();
    before = *kept_stats(&p);
    fill(x[0] + 1);
    vgsim_fail(1, name, 1);
    status = kept_scaled_call(&p, &scaled_in, &scaled_out);
    CHECK(status == VG_DRIVER && kept_detail(&p)->code == 1 && strcmp(kept_detail(&p)->call, name) == 0);
    before = *kept_stats(&p);
    scaled(); /* the same bytes again */
    CHECK(kept_stats(&p)->uploads == before.uploads + 1 && kept_stats(&p)->kept_hits == before.kept_hits);
    before = *kept_stats(&p);
    scaled();
    DID_KEEP();
    added();
    before = *kept_stats(&p);
    fill(x[0] + 1);
    vgsim_fail(1, name, 1);
    CHECK(kept_scaled_call(&p, &scaled_in, &scaled_out) == VG_DRIVER);
    before = *kept_stats(&p);
    added(); /* a failure leaves nothing known of other graphs either */
    CHECK(kept_stats(&p)->uploads == before.uploads + 2);
}

static void failures_forget(void)
{
    if (vgsim_fail == NULL) /* on a GPU */
        return;
    fail_and_go_on("cuGraphLaunch");
    fail_and_go_on("cuStreamQuery"); /* which leaves the replay running */
    OK(kept_detail(&p), kept_set_offset(&p, 7));
    vgsim_fail(1, "cuGraphExecKernelNodeSetParams", 1);
    CHECK(kept_scaled_call(&p, &scaled_in, &scaled_out) == VG_DRIVER);
    scaled();
}

/* Time and trace of a call without a launch hold all that it did. */
static void hits_are_timed(void)
{
    vg_trace_record records[4];
    vg_trace trace;
    vg_config config;
    vg_times times;
    int i;

    memset(&config, 0, sizeof config);
    memset(&trace, 0, sizeof trace);
    trace.records = records;
    trace.capacity = 4;
    config.trace = &trace;
    OK(NULL, kept_open(&p, &config, NULL));
    for (i = 0; i < 3; i++) {
        const uint64_t begin = vg_sleep_until(0, 0);
        uint64_t took;

        memset(&times, 0xff, sizeof times);
        OK(kept_detail(&p), kept_scaled_call_timed(&p, &scaled_in, &scaled_out, &times));
        took = vg_sleep_until(0, 0) - begin;
        CHECK(times.wall > 0 && times.wall <= took && trace.written == (uint64_t)i + 1);
        CHECK((times.device == 0) == (i > 0) && (times.wait == 0) == (i > 0) && (times.enqueue == 0) == (i > 0));
        CHECK((records[i].launched == 0) == (i > 0) && strcmp(records[i].graph, "scaled") == 0);
        CHECK(records[i].status == VG_OK && records[i].begin >= begin && records[i].end >= records[i].begin);
        CHECK(records[i].end <= begin + took && kept_stats(&p)->kept_hits == (uint64_t)i);
    }
    OK(NULL, kept_close(&p));
}

/* Nothing is taken, nothing forgotten. */
static void refused_calls_change_nothing(void)
{
    kept_scaled_out short_of = scaled_out;
    kept_scaled_in without = scaled_in;
    vg_times times;

    scaled();
    before = *kept_stats(&p);
    short_of.seen_count--;
    without.x = NULL;
    x[0] += 1;
    CHECK(kept_scaled_call(&p, &scaled_in, &short_of) == VG_ARGUMENT);
    CHECK(kept_scaled_call(&p, &without, &scaled_out) == VG_ARGUMENT);
    CHECK(kept_scaled_call_timed(&p, &scaled_in, &scaled_out, NULL) == VG_ARGUMENT);
    x[0] -= 1;
    scaled();
    DID_KEEP();
    memset(&times, 0xff, sizeof times);
    OK(kept_detail(&p), kept_scaled_call_timed(&p, &scaled_in, &scaled_out, &times));
    CHECK(times.wall > 0 && times.enqueue == 0 && times.wait == 0 && times.device == 0);
    DID_KEEP();
    x[0] += 1;
    OK(kept_detail(&p), kept_scaled_call_timed(&p, &scaled_in, &scaled_out, &times));
    CHECK(times.wall > 0 && is_scaled());
    DID_FULL(1, SMALL_BYTES);
}

/* Steps and profiles upload everything. What a step leaves is known as after a call, of a profile nothing. */
static void steps_and_profiles(void)
{
    kept_scaled_times times;
    unsigned node;

    scaled();
    OK(kept_detail(&p), kept_set_offset(&p, 9));
    before = *kept_stats(&p);
    memset(y, 0xff, sizeof y);
    OK(kept_detail(&p), kept_scaled_call_step(&p, &scaled_in, &scaled_out));
    CHECK(is_scaled());
    DID_FULL(1, SMALL_BYTES);
    scaled();
    DID_KEEP();
    x[0] += 1;
    scaled();
    DID_FULL(1, SMALL_BYTES);
    memset(&times, 0, sizeof times);
    OK(kept_detail(&p), kept_scaled_profile(&p, 2, &times));
    for (node = 0; kept_scaled_node_title(node) != NULL; node++)
        if (strcmp(kept_scaled_node_title(node), "launch scale") == 0)
            CHECK(times.ns[node] > 0);
        else if (strcmp(kept_scaled_node_title(node), "launch negate") == 0)
            CHECK(times.ns[node] == 0); /* it is off */
    CHECK(node == KEPT_SCALED_NODES);
    before = *kept_stats(&p);
    scaled();
    DID_FULL(1, SMALL_BYTES);
}

int main(void)
{
    feature_traffic crossed = {0, 0, 0, 0};

    OPEN_OR_SKIP(kept_open(&p, NULL, NULL));
    feature_count_traffic(&crossed);
    three_outcomes();
    bytes_that_compare_equal();
    graphs_that_share_an_input();
    graphs_that_share_an_output();
    state_and_its_reset();
    CHECK(feature_crossed(kept_stats(&p), &crossed)); /* hits and resident hits, too */
    feature_count_traffic(NULL);
    failures_forget();
    refused_calls_change_nothing();
    steps_and_profiles();
    OK(NULL, kept_close(&p));
    CHECK(kept_scaled_call(&p, &scaled_in, &scaled_out) != VG_OK);
    OK(NULL, kept_open(&p, NULL, NULL)); /* opened again, it knows of nothing */
    memset(&before, 0, sizeof before);
    scaled();
    DID_FULL(1, SMALL_BYTES);
    OK(NULL, kept_close(&p));
    hits_are_timed();
    return checks_end();
}
