/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The vggen authors */
/* device_modes.c - the further ways to run a program: by steps, measured node by node, from a saved state, with a trace.
 * Links program "traffic" and runs unchanged on a GPU and on the CPU device.
 * Exit status: 0 all passed, 1 some failed, 77 there is no device. */
#include "traffic.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "../checks.h"

#define OK(call) check_ok((call), traffic_detail(&p), #call, __LINE__)

enum { MOST_NODES = 64, STATE_BYTES = TRAFFIC_SUM_BYTES + TRAFFIC_TAIL_BYTES };

static traffic p;
static uint64_t ns[MOST_NODES];
static void *scratch[2 * MOST_NODES + 2];

/* Every way to do one replay. */
static vg_status run_in_way(unsigned way)
{
    vg_node_times times;
    vg_times whole;
    times.count = MOST_NODES;
    times.ns = ns;
    times.scratch = scratch;
    switch (way) {
    case 0:
        return vg_replay(&p.rt, 0);
    case 1:
        return vg_step(&p.rt, 0);
    case 2:
        return vg_profile(&p.rt, 0, 1, &times);
    default:
        return vg_replay_timed(&p.rt, 0, &whole);
    }
}

enum { WAYS = 4 };

/* ---- the same results, the same figures ---- */

static void every_way_gives_the_same(unsigned way)
{
    vg_stats first;
    vg_stats second;
    int i;
    memset(&p, 0, sizeof p);
    OK(traffic_open(&p, NULL, NULL));
    for (i = 0; i < TRAFFIC_N; i++) {
        traffic_x(&p)[i] = (float)i;
    }
    OK(run_in_way(way)); /* sum = 100 + x */
    first = *traffic_stats(&p);
    CHECK(traffic_y(&p)[16] == 32.0f && traffic_all(&p)[5] == 0.0f);
    CHECK(first.replays == 1 && first.launches == 1 && first.synchronisations == 1 && first.errors == 0);
    OK(traffic_want_all(&p));
    OK(traffic_want_sum(&p));
    for (i = 0; i < TRAFFIC_N; i++) {
        traffic_table(&p)[i] = 3.0f;
    }
    OK(traffic_changed_table(&p));
    OK(run_in_way(way)); /* sum = 100 + 2 x, and what was requested */
    second = *traffic_stats(&p);
    CHECK(traffic_y(&p)[16] == 48.0f && traffic_sum_out(&p)[7] == 114.0f && traffic_all(&p)[7] == 114.0f);
    CHECK(second.uploads - first.uploads == first.uploads + 1);
    CHECK(second.downloads - first.downloads == first.downloads + 2);
    OK(run_in_way(way)); /* nothing is requested any more */
    CHECK(traffic_stats(&p)->uploads - second.uploads == first.uploads);
    CHECK(traffic_stats(&p)->downloads - second.downloads == first.downloads);
    CHECK(traffic_sum_out(&p)[7] == 114.0f && traffic_y(&p)[16] == 48.0f);
    OK(traffic_want_sum(&p));
    OK(run_in_way((way + 1) % WAYS)); /* one way after the other on the same state */
    CHECK(traffic_sum_out(&p)[7] == 128.0f);
    CHECK(p.rt.stats.replays == 4 && p.rt.stats.launches == 4 && p.rt.stats.synchronisations == 4);
    OK(traffic_close(&p));
}

/* ---- times of nodes ---- */

static unsigned node_of(const char *title)
{
    unsigned i;
    for (i = 0; i < p.rt.desc->graphs[0].node_count; i++) {
        if (strstr(p.rt.desc->node_titles[i], title) != NULL) {
            return i;
        }
    }
    check_that(0, title, __LINE__);
    return 0;
}

static void times_are_those_of_the_nodes(void)
{
    const unsigned nodes = traffic_open(&p, NULL, NULL) == VG_OK ? p.rt.desc->graphs[0].node_count : 0;
    vg_node_times times;
    vg_times whole;
    unsigned i;
    times.count = MOST_NODES;
    times.ns = ns;
    times.scratch = scratch;
    CHECK(nodes > 3 && nodes < MOST_NODES);
    memset(ns, 0xff, sizeof ns);
    OK(traffic_want_all(&p));
    OK(vg_profile(&p.rt, 0, 20, &times));
    CHECK(p.rt.stats.replays == 20);
    CHECK(ns[node_of("launch accumulate")] != 0);
    CHECK(ns[node_of("download all")] != 0); /* ran once */
    CHECK(ns[node_of("upload table")] == 0); /* never */
    CHECK(ns[nodes] == UINT64_MAX);          /* nothing is written behind the graph's nodes */
    OK(vg_replay_timed(&p.rt, 0, &whole));
    for (i = 0; i < nodes; i++) {
        CHECK(ns[i] < 1000000000u);
    }
    /* What is wrong with the arguments is said, and nothing happens. */
    CHECK(vg_profile(&p.rt, 0, 0, &times) == VG_ARGUMENT);
    CHECK(vg_profile(&p.rt, 0, 1, NULL) == VG_ARGUMENT);
    CHECK(vg_profile(&p.rt, 1, 1, &times) == VG_ARGUMENT);
    times.count = nodes - 1;
    CHECK(vg_profile(&p.rt, 0, 1, &times) == VG_ARGUMENT);
    CHECK(p.rt.detail.expected == nodes && p.rt.detail.found == nodes - 1);
    times.count = nodes;
    times.ns = NULL;
    CHECK(vg_profile(&p.rt, 0, 1, &times) == VG_ARGUMENT);
    times.ns = ns;
    times.scratch = NULL;
    CHECK(vg_profile(&p.rt, 0, 1, &times) == VG_ARGUMENT);
    CHECK(p.rt.stats.replays == 21);
    OK(traffic_start(&p));
    times.scratch = scratch;
    CHECK(vg_profile(&p.rt, 0, 1, &times) == VG_STATE);
    CHECK(vg_step(&p.rt, 0) == VG_STATE);
    OK(traffic_finish(&p, VG_FOREVER));
    CHECK(vg_step(&p.rt, 1) == VG_ARGUMENT);
    OK(traffic_close(&p));
}

/* ---- state ---- */

static float sum_after_replay(void)
{
    OK(traffic_want_sum(&p));
    OK(traffic_replay(&p));
    return traffic_sum_out(&p)[3];
}

static void a_saved_state_comes_back(void)
{
    static unsigned char saved[STATE_BYTES];
    static unsigned char other[STATE_BYTES];
    OK(traffic_open(&p, NULL, NULL));
    traffic_x(&p)[3] = 1.0f;
    CHECK(sum_after_replay() == 101.0f);
    OK(vg_save(&p.rt, saved, sizeof saved));
    CHECK(sum_after_replay() == 102.0f && sum_after_replay() == 103.0f);
    OK(vg_restore(&p.rt, saved, sizeof saved));
    CHECK(sum_after_replay() == 102.0f);
    CHECK(vg_save(&p.rt, other, sizeof other - 1) == VG_ARGUMENT);
    CHECK(p.rt.detail.expected == STATE_BYTES && p.rt.detail.found == STATE_BYTES - 1);
    CHECK(vg_save(&p.rt, NULL, sizeof other) == VG_ARGUMENT);
    CHECK(vg_restore(&p.rt, NULL, sizeof other) == VG_ARGUMENT);
    CHECK(vg_restore(&p.rt, saved, sizeof saved + 1) == VG_ARGUMENT);
    OK(traffic_start(&p));
    CHECK(vg_save(&p.rt, other, sizeof other) == VG_STATE);
    CHECK(vg_restore(&p.rt, saved, sizeof saved) == VG_STATE);
    OK(traffic_finish(&p, VG_FOREVER));
    CHECK(sum_after_replay() == 104.0f); /* the refused ones changed nothing */
    OK(traffic_close(&p));
    CHECK(vg_save(&p.rt, other, sizeof other) == VG_STATE);
    OK(traffic_open(&p, NULL, NULL)); /* into another opening */
    OK(vg_restore(&p.rt, saved, sizeof saved));
    traffic_x(&p)[3] = 1.0f;
    CHECK(sum_after_replay() == 102.0f);
    OK(traffic_reset(&p));
    CHECK(sum_after_replay() == 101.0f);
    OK(traffic_close(&p));
}

/* ---- trace ---- */

typedef struct text {
    char bytes[20000];
    size_t size;
    unsigned calls, refuse_after;
} text;

static int keep(void *user, const char *bytes, size_t size)
{
    text *to = (text *)user;
    if (to->calls++ == to->refuse_after || to->size + size >= sizeof to->bytes) {
        return 7;
    }
    memcpy(to->bytes + to->size, bytes, size);
    to->size += size;
    to->bytes[to->size] = '\0';
    return 0;
}

static unsigned occurrences(const char *in, const char *what)
{
    unsigned count = 0;
    while ((in = strstr(in, what)) != NULL) {
        in += strlen(what);
        count++;
    }
    return count;
}

static void a_trace_has_the_last_replays(void)
{
    static text written;
    static vg_trace_record records[5];
    vg_trace trace;
    vg_config config;
    unsigned stages, i;
    memset(&config, 0, sizeof config);
    memset(&trace, 0, sizeof trace);
    trace.records = records;
    trace.capacity = 5;
    config.trace = &trace;
    config.warm_up = 3;
    OK(traffic_open(&p, &config, NULL));
    CHECK(trace.written == 0); /* a warm-up leaves no trace */
    memset(&written, 0, sizeof written);
    written.refuse_after = 1000000;
    CHECK(vg_trace_write(&trace, 1, keep, &written) == 0);
    stages = occurrences(written.bytes, "\"X\"");
    CHECK(stages > 3 && stages <= VG_STAGES && occurrences(written.bytes, "\"open: ") == stages);
    for (i = 0; i < 3; i++) {
        OK(run_in_way(i));
    }
    OK(traffic_start(&p));
    CHECK(trace.written == 3);
    CHECK(traffic_finish(&p, VG_FOREVER) == VG_OK && trace.written == 4);
    OK(run_in_way(3));
    for (i = 0; i < 5; i++) {
        CHECK(records[i].status == VG_OK && records[i].lane == 0 && strcmp(records[i].program, "traffic") == 0);
        CHECK(records[i].begin <= records[i].launched && records[i].launched <= records[i].end);
        CHECK(i == 0 || records[i - 1].end <= records[i].begin);
    }
    memset(&written, 0, sizeof written);
    written.refuse_after = 1000000;
    CHECK(vg_trace_write(&trace, 1, keep, &written) == 0);
    CHECK(occurrences(written.bytes, "\"X\"") == stages + 10 && occurrences(written.bytes, "\"main\"") == 5);
    OK(run_in_way(0));
    OK(run_in_way(0));
    CHECK(trace.written == 7 && records[1].begin > records[4].end && records[2].begin < records[3].begin);
    written.size = 0;
    written.calls = 0;
    written.refuse_after = 1;
    CHECK(vg_trace_write(&trace, 1, keep, &written) == 7 && written.calls == 2);
    written.calls = 0;
    CHECK(vg_trace_write(&trace, 1, NULL, NULL) == VG_ARGUMENT && vg_trace_write(NULL, 0, NULL, NULL) == VG_ARGUMENT);
    CHECK(vg_trace_write(NULL, 1, keep, &written) == VG_ARGUMENT && written.calls == 0);
    OK(traffic_close(&p));
    CHECK(trace.written == 7);
}

int main(void)
{
    vg_status status;
    unsigned way;
    memset(&p, 0, sizeof p);
    status = traffic_open(&p, NULL, NULL);
    if (status == VG_NO_DEVICE || status == VG_NO_CUDA) {
        printf("no device here\n");
        return 77;
    }
    OK(status);
    OK(traffic_close(&p));
    for (way = 0; way < WAYS; way++) {
        every_way_gives_the_same(way);
    }
    times_are_those_of_the_nodes();
    a_saved_state_comes_back();
    a_trace_has_the_last_replays();
    return checks_end();
}
