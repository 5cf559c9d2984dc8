/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The vggen authors */
/* check_rt_modes.c - steps, times of nodes, saved state and traces, over a driver that only keeps books. */
#include "rt_fixture.h"

#include <stdlib.h>
#include <string.h>

static uint64_t ns[MAIN_NODES];
static void *scratch[2 * MAIN_NODES + 2];
static vg_node_times times;

static void setup(void)
{
    setup_program();
    times.count = MAIN_NODES;
    times.ns = ns;
    times.scratch = scratch;
}

/* ---- steps ---- */

static void fill_of(unsigned at, unsigned element, uint32_t value, size_t width, size_t height, size_t pitch)
{
    fake.fill.dst = p.lane[0].arenas[0] + at;
    fake.fill.elementSize = element;
    fake.fill.value = value;
    fake.fill.width = width;
    fake.fill.height = height;
    fake.fill.pitch = pitch;
}

START_TEST(each_enabled_node_is_waited_for)
{
    open_well();
    fill_of(END_OF_CONTENTS, 4, 0x01020304, 2, 1, 0);
    const unsigned long before = fake_count("cuStreamSynchronize");
    ck_assert_int_eq(vg_step(&p.lane[0].rt, MAIN), VG_OK);
    ck_assert_uint_eq(fake_count("cuStreamSynchronize") - before, 1 + 2); /* the download is not requested */
    ck_assert_uint_eq(fake_count("cuMemcpy3DAsync"), 0);
    ck_assert_uint_lt(fake_last("cuLaunchKernelEx"), fake_last("cuMemsetD32Async"));
    ck_assert_uint_eq(fake_count("cuGraphLaunch"), 1); /* setup's */
    p.lane[0].want = 1;
    p.lane[0].fill = 0;
    ck_assert_int_eq(vg_step(&p.lane[0].rt, MAIN), VG_OK);
    ck_assert_uint_eq(fake_count("cuMemcpy3DAsync"), 1);
    ck_assert_int_eq(p.lane[0].want, 0);
    ck_assert_uint_eq(p.lane[0].rt.stats.replays, 2);
    ck_assert_uint_eq(p.lane[0].rt.stats.launches, 2);
    ck_assert_uint_eq(p.lane[0].rt.stats.synchronisations, 2);
    ck_assert_uint_eq(vg_sum_graph(&p.desc.graphs[MAIN], &p.lane[0].graphs[MAIN])->uploads, 4);
    ck_assert_uint_eq(vg_sum_graph(&p.desc.graphs[MAIN], &p.lane[0].graphs[MAIN])->download_bytes, 64);
    ck_assert_uint_eq(fake.pending, 0);
    close_well();
}
END_TEST

/* A step has the value that is set, and the exec gets it with the next replay all the same. */
START_TEST(steps_have_what_was_set)
{
    open_well();
    p.lane[0].fill = 0;
    p.lane[0].blocks = 9;
    ck_assert_int_eq(vg_step(&p.lane[0].rt, MAIN), VG_OK);
    ck_assert_uint_eq(fake.launched_blocks, 9);
    ck_assert_uint_eq(fake_patches(p.lane[0].nodes[SCALE_NODE]), 0);
    ck_assert_int_eq(vg_replay(&p.lane[0].rt, MAIN), VG_OK);
    ck_assert_uint_eq(fake_patches(p.lane[0].nodes[SCALE_NODE]), 1);
    p.lane[0].blocks = 4; /* what the graph was built with */
    ck_assert_int_eq(vg_replay(&p.lane[0].rt, MAIN), VG_OK);
    ck_assert_int_eq(vg_step(&p.lane[0].rt, MAIN), VG_OK);
    ck_assert_uint_eq(fake.launched_blocks, 4);
    close_well();
}
END_TEST

START_TEST(attributes_of_kernels_are_kept)
{
    open_well();
    p.lane[0].fill = 0;
    fake.cooperative = 1;
    ck_assert_int_eq(vg_step(&p.lane[0].rt, MAIN), VG_OK);
    ck_assert_uint_eq(fake.launched_attributes, 1);
    fake.cooperative = 0;
    fake.capability = 87; /* where nobody has heard of clusters */
    ck_assert_int_eq(vg_step(&p.lane[0].rt, MAIN), VG_OK);
    ck_assert_uint_eq(fake.launched_attributes, 0);
    close_well();
}
END_TEST

static void check_fill(unsigned element, uint32_t value, const char *call)
{
    unsigned char *at = rt_program_arena(&p, 0) + 512;
    memset(at, 0xee, 64);
    fill_of(512, element, value, 3, 2, 16);
    ck_assert_int_eq(vg_step(&p.lane[0].rt, MAIN), VG_OK);
    ck_assert_uint_eq(fake_count(call), 1);
    for (unsigned row = 0; row < 2; row++) {
        for (unsigned i = 0; i < 16; i++) {
            const unsigned char expected = i < 3 * element ? (unsigned char)(value >> i % element * 8) : 0xee;
            ck_assert_uint_eq(at[row * 16 + i], expected);
        }
    }
}

START_TEST(fills_of_every_width)
{
    open_well();
    check_fill(1, 0x7, "cuMemsetD2D8Async");
    check_fill(2, 0x708, "cuMemsetD2D16Async");
    check_fill(4, 0x708090a, "cuMemsetD2D32Async");
    fill_of(600, 1, 0x12, 4, 1, 0);
    ck_assert_int_eq(vg_step(&p.lane[0].rt, MAIN), VG_OK);
    fill_of(604, 2, 0x3456, 2, 1, 0);
    ck_assert_int_eq(vg_step(&p.lane[0].rt, MAIN), VG_OK);
    ck_assert_mem_eq(rt_program_arena(&p, 0) + 600, "\x12\x12\x12\x12\x56\x34\x56\x34", 8);
    close_well();
}
END_TEST

/* The n-th wait of a step fails as a kernel's fault makes it fail: the detail names the node. */
START_TEST(a_fault_has_the_name_of_its_step)
{
    static const char *const steps[] = {"main", "launch scale", "fill y", "download y"};
    open_well();
    fill_of(END_OF_CONTENTS, 4, 0, 1, 1, 0);
    p.lane[0].want = 1;
    ck_assert_int_eq(vg_step(&p.lane[0].rt, MAIN), VG_OK); /* enables the download */
    p.lane[0].want = 1;
    const unsigned long before = fake.calls;
    ck_assert_int_eq(vg_step(&p.lane[0].rt, MAIN), VG_OK);
    unsigned long waits[4];
    unsigned found = 0;
    for (unsigned long n = before + 1; n <= fake.calls && found < 4; n++) {
        waits[found] = n - before;
        found += strcmp(fake_name(n), "cuStreamSynchronize") == 0;
    }
    ck_assert_uint_eq(found, 4);
    p.lane[0].want = 1;
    fake_fail(waits[_i], 719, 0);
    ck_assert_int_eq(vg_step(&p.lane[0].rt, MAIN), VG_LOST);
    ck_assert_str_eq(p.lane[0].rt.detail.step, steps[_i]);
    ck_assert_str_eq(p.lane[0].rt.detail.call, "cuStreamSynchronize");
    ck_assert_uint_eq(p.lane[0].rt.running, 0);
    ck_assert_int_eq(p.lane[0].want, 1);
    ck_assert_int_eq(vg_close(&p.lane[0].rt), VG_LOST);
    ck_assert_uint_eq(fake_live(), 0);
    ck_assert_str_eq(fake.misuse, "");
}
END_TEST

/* ---- times of nodes ---- */

/* The fake's i-th node takes i + 1 ms after what it waits for. */
START_TEST(a_node_has_its_own_time)
{
    open_well();
    p.lane[0].want = 1;
    const unsigned live = fake_live();
    ck_assert_int_eq(vg_profile(&p.lane[0].rt, MAIN, 1, &times), VG_OK);
    ck_assert_uint_eq(fake_live(), live);
    ck_assert_uint_eq(ns[SCALE_NODE], 1000000);
    ck_assert_uint_eq(ns[FILL_NODE], 2000000);
    ck_assert_uint_eq(ns[COPY_NODE], 3000000);
    ck_assert_uint_eq(p.lane[0].rt.stats.replays, 1);
    ck_assert_uint_eq(vg_sum_graph(&p.desc.graphs[MAIN], &p.lane[0].graphs[MAIN])->downloads, 1);
    close_well();
}
END_TEST

START_TEST(what_never_ran_took_no_time)
{
    open_well();
    p.lane[0].fill = 0;
    p.lane[0].want = 1;
    ck_assert_int_eq(vg_profile(&p.lane[0].rt, MAIN, 5, &times), VG_OK);
    ck_assert_uint_eq(ns[SCALE_NODE], 1000000);
    ck_assert_uint_eq(ns[FILL_NODE], 0);
    ck_assert_uint_eq(ns[COPY_NODE], 3000000); /* in the first replay */
    ck_assert_uint_eq(p.lane[0].rt.stats.replays, 5);
    ck_assert_int_eq(p.lane[0].disabled[COPY_NODE], 1);
    ck_assert_int_eq(p.lane[0].disabled[FILL_NODE], 1);
    p.lane[0].blocks = 0;
    p.lane[0].fill = 1;
    ck_assert_int_eq(vg_profile(&p.lane[0].rt, MAIN, 1, &times), VG_OK);
    ck_assert_uint_eq(ns[SCALE_NODE], 0);
    ck_assert_uint_eq(ns[FILL_NODE], 2000000);
    ck_assert_uint_eq(ns[COPY_NODE], 0);
    ck_assert_int_eq(vg_profile(&p.lane[0].rt, AGAIN, 1, &times), VG_OK);
    ck_assert_uint_eq(ns[0], 1000000);
    close_well();
}
END_TEST

START_TEST(a_join_counts_from_the_last_of_many)
{
    open_well();
    fake_add_edge(p.lane[0].nodes[COPY_NODE], p.lane[0].nodes[SCALE_NODE]);
    p.lane[0].want = 1;
    ck_assert_int_eq(vg_profile(&p.lane[0].rt, MAIN, 2, &times), VG_OK);
    ck_assert_uint_eq(ns[COPY_NODE], 3000000); /* not 5: it waits for scale, too, but that was there long before */
    close_well();
}
END_TEST

/* ---- state ---- */

START_TEST(a_state_goes_out_and_in)
{
    unsigned char state[STATE_BYTES];
    open_well();
    unsigned char *arena = rt_program_arena(&p, 0);
    unsigned char *shared = (unsigned char *)(uintptr_t)p.lane[0].arenas[1];
    memcpy(arena + STATE_AT, "0123456789abcdef", 16);
    ck_assert_int_eq(vg_save(&p.lane[0].rt, state, sizeof state), VG_OK);
    ck_assert_mem_eq(state, "0123456789abcdef\x09\0\0", sizeof state);
    memcpy(state, "0123456789ABCDEFGHIJ", sizeof state);
    ck_assert_int_eq(vg_restore(&p.lane[0].rt, state, sizeof state), VG_OK);
    ck_assert_mem_eq(arena + STATE_AT, "0123456789ABCDEF", 16);
    ck_assert_mem_eq(shared + SHARED_STATE_AT, "\x09\0\0", 4); /* what lanes share stays */
    ck_assert_int_eq(vg_save(&p.lane[0].rt, state, sizeof state + 1), VG_ARGUMENT);
    ck_assert_int_eq(vg_restore(&p.lane[0].rt, NULL, sizeof state), VG_ARGUMENT);
    ck_assert_uint_eq(fake.pending, 0);
    close_well();
}
END_TEST

/* ---- traces ---- */

START_TEST(ends_of_every_sort_leave_a_record)
{
    vg_trace_record records[LANES][4];
    vg_trace traces[LANES];
    memset(traces, 0, sizeof traces);
    for (unsigned i = 0; i < LANES; i++) {
        traces[i].records = records[i];
        traces[i].capacity = 4;
    }
    config.trace = traces;
    open_well();
    ck_assert_int_eq(rt_program_open_lane(&p, 1), VG_OK);
    ck_assert_int_eq(vg_replay(&p.lane[1].rt, AGAIN), VG_OK);
    ck_assert_uint_eq(traces[0].written, 0);
    ck_assert_uint_eq(traces[1].written, 1);
    ck_assert_uint_eq(records[1][0].lane, 1);
    ck_assert_str_eq(records[1][0].graph, "again");
    fake.busy = 3;
    ck_assert_int_eq(vg_start(&p.lane[0].rt, MAIN), VG_OK);
    ck_assert_int_eq(vg_finish(&p.lane[0].rt, 0), VG_TIMEOUT);
    ck_assert_uint_eq(traces[0].written, 0); /* it has not ended */
    fake_fail(2, 700, 0);
    ck_assert_int_eq(vg_poll(&p.lane[0].rt), VG_LOST);
    ck_assert_uint_eq(traces[0].written, 1);
    ck_assert_int_eq(records[0][0].status, VG_LOST);
    ck_assert_int_eq(vg_start(&p.lane[1].rt, MAIN), VG_OK);
    ck_assert_int_eq(vg_close(&p.lane[1].rt), VG_OK);
    ck_assert_uint_eq(traces[1].written, 2); /* close has waited for it */
    ck_assert_int_eq(vg_close(&p.lane[0].rt), VG_LOST);
    ck_assert_str_eq(fake.misuse, "");
}
END_TEST

/* ---- ranges for profilers ---- */

/* Each has the name of what it stands for, and ends however that ends. check_rt_faults fails every call meanwhile. */
START_TEST(ranges_have_names_and_end)
{
    open_well();
    fill_of(END_OF_CONTENTS, 4, 0x01020304, 2, 1, 0);
    ck_assert_str_eq(fake.ranges, "+test -test");
    fake.ranges[0] = '\0';
    ck_assert_int_eq(vg_replay(&p.lane[0].rt, MAIN), VG_OK);
    ck_assert_int_eq(vg_step(&p.lane[0].rt, MAIN), VG_OK);
    ck_assert_str_eq(fake.ranges, "(main )main (main +launch scale -launch scale +fill y -fill y )main");
    fake.ranges[0] = '\0';
    fake.busy = 3;
    ck_assert_int_eq(vg_start(&p.lane[0].rt, AGAIN), VG_OK);
    ck_assert_int_eq(vg_finish(&p.lane[0].rt, 0), VG_TIMEOUT);
    ck_assert_str_eq(fake.ranges, "(again"); /* it has not ended */
    fake_fail(2, 700, 0);
    ck_assert_int_eq(vg_poll(&p.lane[0].rt), VG_LOST);
    ck_assert_str_eq(fake.ranges, "(again )again");
    ck_assert_int_eq(vg_close(&p.lane[0].rt), VG_LOST);
    ck_assert_str_eq(fake.ranges, "(again )again");
    ck_assert_str_eq(fake.misuse, "");
}
END_TEST

/* What a writer was given. */
typedef struct written_text {
    char bytes[4000];
    size_t size;
} written_text;

static int take_text(void *user, const char *bytes, size_t size)
{
    written_text *t = user;
    ck_assert_uint_lt(t->size + size, sizeof t->bytes);
    memcpy(t->bytes + t->size, bytes, size);
    t->size += size;
    t->bytes[t->size] = '\0';
    return 0;
}

static uint64_t sum_of_stages(const vg_trace *trace)
{
    uint64_t sum = 0;
    for (unsigned i = 0; i < VG_STAGES; i++) {
        sum += trace->stages[i];
    }
    return sum;
}

static uint64_t now(void)
{
    return vg_sleep_until(0, 0);
}

static void launches_take_a_millisecond(void)
{
    vg_sleep_until(now() + 1000000, 1000000);
}

/* Each lane has its own, without a record of a replay; what a stage takes is its own. */
START_TEST(open_leaves_its_stages)
{
    static written_text written;
    vg_trace traces[LANES];
    memset(traces, 0, sizeof traces);
    memset(&written, 0, sizeof written);
    config.trace = traces;
    config.warm_up = 3; /* of two graphs */
    fake.on_launch = launches_take_a_millisecond;
    const uint64_t before = now();
    open_well();
    const uint64_t between = now();
    ck_assert_int_eq(rt_program_open_lane(&p, 1), VG_OK);
    ck_assert_uint_ge(traces[0].opened, before);
    ck_assert_uint_le(traces[0].opened + sum_of_stages(&traces[0]), between);
    ck_assert_uint_ge(traces[1].opened, between);
    ck_assert_uint_le(traces[1].opened + sum_of_stages(&traces[1]), now());
    ck_assert_uint_ge(traces[0].stages[VG_STAGE_WARM_UP], 6000000);
    ck_assert_uint_ge(traces[0].stages[VG_STAGE_SETUP], 1000000); /* once */
    ck_assert_uint_lt(traces[1].stages[VG_STAGE_SETUP], 1000000);
    ck_assert_uint_eq(traces[1].lane, 1);
    ck_assert_uint_eq(traces[2].opened, 0);
    for (unsigned i = VG_STAGE_BUILD; i <= VG_STAGE_UPLOAD; i++) {
        ck_assert_uint_gt(traces[0].stages[i], 0);
        ck_assert_uint_lt(traces[0].stages[i], 1000000);
    }
    const uint64_t instantiated = traces[0].stages[VG_STAGE_INSTANTIATE];
    uint64_t took[MAIN_NODES];
    void *room[2 * MAIN_NODES + 2];
    const vg_node_times nodes = {MAIN_NODES, took, room};
    ck_assert_int_eq(vg_profile(&p.lane[0].rt, MAIN, 1, &nodes), VG_OK);
    ck_assert_uint_eq(traces[0].stages[VG_STAGE_INSTANTIATE], instantiated); /* that was a twin */
    ck_assert_int_eq(vg_trace_write(traces, LANES, take_text, &written), 0);
    ck_assert_ptr_nonnull(strstr(written.bytes, "\"open: instantiate\",\"pid\":1,\"tid\":0"));
    ck_assert_ptr_nonnull(strstr(written.bytes, "\"open: warm-up\",\"pid\":1,\"tid\":1"));
    ck_assert_ptr_null(strstr(written.bytes, "\"lane 2\""));
    ck_assert_int_eq(vg_close(&p.lane[1].rt), VG_OK);
    close_well();
}
END_TEST

/* A failed open leaves the stages that it came to; the next one begins anew. */
START_TEST(a_failed_open_leaves_its_stages)
{
    vg_trace trace;
    memset(&trace, 0, sizeof trace);
    config.trace = &trace;
    config.warm_up = 1;
    fake.on_launch = launches_take_a_millisecond;
    fake.module_error = 200;
    ck_assert_int_eq(rt_program_open(&p, &config), VG_NO_IMAGE);
    ck_assert_uint_gt(trace.stages[VG_STAGE_LOAD], 0);
    ck_assert_uint_eq(trace.stages[VG_STAGE_BUILD] + trace.stages[VG_STAGE_WARM_UP], 0);
    fake.module_error = 0;
    trace.stages[VG_STAGE_LOAD] = UINT64_MAX / 2;
    open_well();
    ck_assert_uint_lt(trace.stages[VG_STAGE_LOAD], UINT64_MAX / 2);
    ck_assert_uint_ge(trace.stages[VG_STAGE_WARM_UP], 2000000);
    close_well();
}
END_TEST

/* ---- nodes in words ---- */

static int refuse_text(void *user, const char *bytes, size_t size)
{
    (void)bytes;
    (void)size;
    ++*(unsigned *)user;
    return 1;
}

START_TEST(nodes_are_described_as_the_next_replay_runs_them)
{
    static written_text written;
    unsigned calls = 0;
    memset(&written, 0, sizeof written);
    p.ends = 1 << AGAIN; /* its kernel has a parameter, the only one */
    p.kernel.param_count = 1;
    fake.param_count = 1;
    open_well();
    p.lane[0].blocks = 9;
    p.lane[0].fill = 0;
    fake.fill.dst = p.lane[0].arenas[0] + 16;
    fake.fill.elementSize = 4;
    fake.fill.value = 0xab;
    fake.fill.width = 5;
    fake.fill.height = 1;
    ck_assert_int_eq(vg_describe(&p.lane[0].rt, take_text, &written), VG_OK);
    ck_assert_ptr_nonnull(strstr(written.bytes, "graph main, lane 0\n  launch scale: kernel scale_f32, 9 x 0 x 0 blocks of "
                                                "256 x 1 x 1 threads, 0 bytes of dynamic shared memory\n"));
    ck_assert_ptr_nonnull(strstr(written.bytes, "  fill y (left out): fill, 5 x 1 elements of 4 bytes with 0xab\n"
                                                "    to arena 0 + 16 (0x"));
    ck_assert_ptr_nonnull(strstr(written.bytes, "graph again, lane 0\n  launch again: kernel scale_f32"));
    ck_assert_ptr_nonnull(strstr(written.bytes, "    argument 0, 8 bytes: pinned memory + 256 (0x"));
    ck_assert_ptr_null(strstr(written.bytes, "launch prepare")); /* setup is gone */
    ck_assert_int_eq(vg_describe(&p.lane[0].rt, refuse_text, &calls), VG_OK);
    ck_assert_uint_eq(calls, 1);
    ck_assert_int_eq(vg_describe(&p.lane[0].rt, NULL, NULL), VG_ARGUMENT);
    ck_assert_int_eq(vg_start(&p.lane[0].rt, MAIN), VG_OK);
    ck_assert_int_eq(vg_describe(&p.lane[0].rt, take_text, &written), VG_STATE);
    ck_assert_int_eq(vg_finish(&p.lane[0].rt, VG_FOREVER), VG_OK);
    close_well();
    ck_assert_int_eq(vg_describe(&p.lane[0].rt, take_text, &written), VG_STATE);
    ck_assert_int_eq(vg_describe(NULL, take_text, &written), VG_ARGUMENT);
}
END_TEST

/* ---- words ---- */

static const char *words_of(int code, const char *call, const char *step)
{
    static char text[400];
    vg_detail detail;
    memset(&detail, 0, sizeof detail);
    detail.status = VG_LOST;
    detail.code = code;
    detail.call = call;
    detail.step = step;
    detail.spec = "fir.yaml";
    detail.line = strchr(step, ' ') != NULL ? 31 : 0;
    ck_assert_uint_lt(vg_detail_text(&detail, text, sizeof text), sizeof text);
    return text;
}

static const char *words(int code, const char *call)
{
    return words_of(code, call, "main");
}

START_TEST(a_lost_replay_suggests_steps)
{
    ck_assert_ptr_nonnull(strstr(words(700, "cuStreamQuery"), "step mode"));
    ck_assert_ptr_nonnull(strstr(words(716, "cuEventSynchronize"), "step mode"));
    ck_assert_ptr_nonnull(strstr(words(719, "cuStreamQuery"), "step mode"));
    ck_assert_ptr_null(strstr(words(719, "cuStreamSynchronize"), "step mode")); /* that was a step */
    /* A step for whose end VG_WAIT_BLOCK has looked, or slept. */
    ck_assert_ptr_null(strstr(words_of(719, "cuStreamQuery", "launch scale"), "step mode"));
    ck_assert_ptr_null(strstr(words_of(719, "cuEventSynchronize", "launch scale"), "step mode"));
    ck_assert_ptr_nonnull(strstr(words_of(719, "cuStreamQuery", "launch scale"), "for 'launch scale' (fir.yaml:31). "));
    ck_assert_ptr_nonnull(strstr(words(719, "cuStreamQuery"), "for 'main'. "));
    ck_assert_ptr_null(strstr(words(214, "cuStreamQuery"), "step mode"));       /* no step is to blame */
    ck_assert_ptr_null(strstr(words(700, "cuDevicePrimaryCtxRetain"), "step mode"));
    ck_assert_ptr_nonnull(strstr(words(700, "cuDevicePrimaryCtxRetain"), "start a new process"));
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("rt_modes");
    TCase *cases = tcase_create("modes");
    tcase_add_checked_fixture(cases, setup, NULL);
    tcase_add_test(cases, each_enabled_node_is_waited_for);
    tcase_add_test(cases, steps_have_what_was_set);
    tcase_add_test(cases, attributes_of_kernels_are_kept);
    tcase_add_test(cases, fills_of_every_width);
    tcase_add_loop_test(cases, a_fault_has_the_name_of_its_step, 0, 4);
    tcase_add_test(cases, a_node_has_its_own_time);
    tcase_add_test(cases, what_never_ran_took_no_time);
    tcase_add_test(cases, a_join_counts_from_the_last_of_many);
    tcase_add_test(cases, a_state_goes_out_and_in);
    tcase_add_test(cases, ends_of_every_sort_leave_a_record);
    tcase_add_test(cases, ranges_have_names_and_end);
    tcase_add_test(cases, open_leaves_its_stages);
    tcase_add_test(cases, a_failed_open_leaves_its_stages);
    tcase_add_test(cases, nodes_are_described_as_the_next_replay_runs_them);
    tcase_add_test(cases, a_lost_replay_suggests_steps);
    suite_add_tcase(suite, cases);
    return run_suite(suite);
}
