/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The vggen authors */
/* check_rt_faults.c - every driver call of a program's life is made to fail, one run each. */
#include "fake/fake_cuda.h"
#include "rt_program.h"
#include "unit/run_suite.h"
#include "vg_bounded.h"

#include <check.h>
#include <stdlib.h>
#include <string.h>

enum { HARMLESS = 304, OUT_OF_MEMORY = 2, ILLEGAL_ADDRESS = 700 };

static _Alignas(256) unsigned char device_memory[FIRST_STRIDE + (LANES - 1) * LANE_STRIDE];
static _Alignas(256) unsigned char pinned_memory[LANES * PINNED_STRIDE];

static unsigned char filled[32];

typedef enum call {
    OPEN,
    OPEN_LANE, /* 1 */
    OPEN_LAST, /* 2 */
    START,
    FINISH,
    REPLAY,       /* with a switch off and a patched node */
    REPLAY_TIMED, /* with a node that has no blocks and a download on request */
    STEP,         /* with a patched node and a download on request */
    PROFILE,      /* with a switch off, a node that has no blocks and a download in the first of its replays */
    SAVE,
    RESTORE,
    RESET,
    REPLAY_LANE,
    RESET_LANE,
    CLOSE_LAST,
    CLOSE_LANE,
    CLOSE,
    CALL_COUNT
} call;

typedef struct session {
    rt_program p;
    vg_config config;
    CUcontext caller;
    unsigned lanes; /* 1: only the first */
    call failed;    /* CALL_COUNT: none */
    vg_status status;
    vg_detail detail;
} session;

static unsigned lane_of(call which)
{
    switch (which) {
    case OPEN_LANE:
    case REPLAY_LANE:
    case RESET_LANE:
    case CLOSE_LANE:
        return 1;
    case OPEN_LAST:
    case CLOSE_LAST:
        return 2;
    default:
        return 0;
    }
}

static int opens(call which)
{
    return which == OPEN || which == OPEN_LANE || which == OPEN_LAST;
}

static int closes(call which)
{
    return which == CLOSE || which == CLOSE_LANE || which == CLOSE_LAST;
}

/* What the application would have done before the call. */
static void change(rt_lane *lane, call which)
{
    if (which == REPLAY || which == REPLAY_LANE) {
        lane->fill = 0;
        lane->blocks = 7;
    } else if (which == REPLAY_TIMED) {
        lane->blocks = 0;
        lane->want = 1;
    } else if (which == STEP) {
        lane->fill = 1;
        lane->blocks = 5;
        lane->want = 1;
    } else if (which == PROFILE) {
        lane->fill = 0;
        lane->blocks = 0;
        lane->want = 1;
    }
}

static vg_status profile(vg_program *rt)
{
    static uint64_t ns[MAIN_NODES];
    static void *scratch[2 * MAIN_NODES + 2];
    vg_node_times times;
    times.count = MAIN_NODES;
    times.ns = ns;
    times.scratch = scratch;
    return vg_profile(rt, MAIN, 3, &times);
}

static vg_status make_call(session *s, call which)
{
    static unsigned char state[STATE_BYTES];
    const unsigned lane = lane_of(which);
    vg_program *rt = &s->p.lane[lane].rt;
    vg_times times;
    change(&s->p.lane[lane], which);
    if (closes(which)) {
        return vg_close(rt);
    }
    switch (which) {
    case OPEN:
        return rt_program_open(&s->p, &s->config);
    case OPEN_LANE:
    case OPEN_LAST:
        return rt_program_open_lane(&s->p, lane);
    case START:
        return vg_start(rt, MAIN);
    case FINISH:
        return vg_finish(rt, 1000000000);
    case REPLAY_TIMED:
        return vg_replay_timed(rt, MAIN, &times);
    case STEP:
        return vg_step(rt, MAIN);
    case PROFILE:
        return profile(rt);
    case SAVE:
        return vg_save(rt, state, sizeof state);
    case RESTORE:
        return vg_restore(rt, state, sizeof state);
    case RESET:
    case RESET_LANE:
        return vg_reset(rt);
    default:
        return vg_replay(rt, MAIN);
    }
}

/* Calls in order until one fails. */
static void run(session *s)
{
    s->failed = CALL_COUNT;
    for (call next = OPEN; next < CALL_COUNT; next++) {
        vg_status status;
        if (lane_of(next) >= s->lanes) {
            continue;
        }
        status = make_call(s, next);
        if (status != VG_OK) {
            s->failed = next;
            s->status = status;
            s->detail = s->p.lane[lane_of(next)].rt.detail;
            return;
        }
    }
}

static void configure(session *s, int variant)
{
    s->config.completion = VG_COMPLETION_WORD; /* else streams of lanes are asked for their ends */
    s->config.warm_up = variant == 0 ? 0 : 2;
    s->lanes = variant == 1 ? 1 : LANES; /* with a stream of the application there is one */
    if (variant == 1) {
        s->config.context = fake_application_context();
        s->config.stream = fake_application_stream();
        s->config.wait = VG_WAIT_BLOCK;
    } else if (variant == 2) {
        s->config.device_uuid = "GPU-02020202-0202-0202-0202-020202020202";
        s->config.wait = VG_WAIT_YIELD;
        fake.integrated = 1; /* pinned memory is allocated */
    } else if (variant == 3) {
        s->config.device_pci = "0000:01:00.0";
        s->config.device_memory = (uint64_t)(uintptr_t)device_memory;
        s->config.device_memory_bytes = sizeof device_memory;
        s->config.pinned_memory = pinned_memory;
        s->config.pinned_memory_bytes = sizeof pinned_memory;
    } else if (variant == 4) {
        s->config.completion = VG_COMPLETION_AUTO;
        s->p.ends = 1u << MAIN | 1u << AGAIN;
    }
}

/* The last one has its ends from its graphs, and nothing written by streams. */
enum { VARIANTS = 5 };

static unsigned least_words(int variant)
{
    return variant == 4 ? 0 : 7; /* open; start, replay, timed replay, three of profile */
}

static void begin(session *s, int variant)
{
    memset(s, 0, sizeof *s);
    fake_reset();
    fake.version = variant == 0 ? 13000 : 13020;
    fake.static_shared = 1024;
    fake.fill.dst = (uint64_t)(uintptr_t)filled; /* of the memset node */
    fake.fill.elementSize = 2;
    fake.fill.width = sizeof filled / 2;
    fake.fill.height = 1;
    fake.busy = 2;
    s->caller = fake_application_context();
    cuCtxSetCurrent(s->caller);
    rt_program_init(&s->p);
    s->p.kernel.dynamic_shared = 64 * 1024;
    configure(s, variant);
}

/* Calls that are made for one node, while it is added or changed. */
static int is_node(const session *s)
{
    const char *name = fake.failed;
    return (opens(s->failed) && strncmp(name, "cuGraphAdd", strlen("cuGraphAdd")) == 0) ||
           (s->failed != PROFILE && strcmp(name, "cuGraphNodeSetEnabled") == 0) ||
           strcmp(name, "cuGraphExecKernelNodeSetParams") == 0 || strcmp(name, "cuGraphKernelNodeSetParams") == 0;
}

/* A call that fails to restore the caller's context cannot restore it. Open tries again, close goes on. */
static int context_may_differ(const session *s)
{
    return !opens(s->failed) && strncmp(fake.failed, "cuCtx", 5) == 0;
}

static void check_books(const session *s, unsigned long n)
{
    ck_assert_msg(fake.depth == 0, "call %lu: ranges are open: %s", n, fake.ranges);
    ck_assert_msg(fake.misuse[0] == '\0' || context_may_differ(s), "call %lu: %s", n, fake.misuse);
    ck_assert_msg(fake_current() == s->caller || context_may_differ(s), "call %lu: caller's context", n);
}

static void check_closed(const session *s, unsigned long n)
{
    ck_assert_msg(fake_live() == 0, "call %lu (%s): %u objects live", n, fake.failed, fake_live());
    for (unsigned lane = 0; lane < LANES; lane++) {
        ck_assert_msg(s->p.lane[lane].rt.state == 0, "call %lu: lane %u is not closed", n, lane);
        for (unsigned i = 0; i < GRAPHS; i++) {
            ck_assert_ptr_null(s->p.lane[lane].graphs[i].exec);
        }
    }
}

/* Where no word can be written, the stream is asked, and what is not registered is allocated: of what goes wrong for
 * good the next call tells. */
static void check_call(const vg_detail *detail)
{
    if (fake_failed_quietly()) {
        ck_assert_str_ne(detail->call, fake.failed);
        ck_assert_str_ne(detail->call, "");
    } else {
        ck_assert_str_eq(detail->call, fake.failed);
    }
}

static void check_detail(const session *s, unsigned long n, int code, vg_status expected)
{
    ck_assert_msg(s->status == expected, "call %lu (%s): %s", n, fake.failed, vg_status_name(s->status));
    ck_assert_int_eq(s->detail.status, expected);
    ck_assert_int_eq(s->detail.code, code);
    check_call(&s->detail);
    if (is_node(s)) {
        ck_assert_str_eq(s->detail.step, s->p.lane[lane_of(s->failed)].expected_step);
    }
    ck_assert_ptr_nonnull(s->detail.step);
    ck_assert_msg(s->detail.line == rt_program_line_of(s->detail.step), "call %lu (%s): line %u for '%s'", n,
                  fake.failed, s->detail.line, s->detail.step);
    ck_assert_pstr_eq(s->detail.spec, rt_program_is_node(s->detail.step) ? "test.yaml" : NULL);
}

/* What a failed call leaves open is as usable as before. */
static void check_usable(session *s, unsigned long n)
{
    for (unsigned lane = 0; lane < LANES; lane++) {
        rt_lane *usable = &s->p.lane[lane];
        if (usable->rt.state != VG_MARK_OPEN) {
            continue;
        }
        if (usable->rt.running != 0) {
            ck_assert_int_eq(vg_finish(&usable->rt, VG_FOREVER), VG_OK);
        }
        /* A request outlives a replay that was not launched. */
        const int want = usable->want;
        const vg_status again = vg_replay(&usable->rt, MAIN);
        ck_assert_msg(again == VG_OK, "call %lu: lane %u replays with %s", n, lane, vg_status_name(again));
        for (unsigned i = SCALE_NODE; i <= COPY_NODE; i++) {
            ck_assert_int_eq(fake_disabled(usable->nodes[i]), usable->disabled[i]); /* no mark of a twin is left */
        }
        ck_assert_int_eq(usable->disabled[SCALE_NODE], usable->blocks == 0);
        ck_assert_int_eq(usable->disabled[FILL_NODE], !usable->fill);
        ck_assert_int_eq(usable->disabled[COPY_NODE], !want);
        ck_assert_uint_eq(usable->committed_blocks, usable->blocks == 0 ? 7 : usable->blocks);
        ck_assert_int_eq(usable->want, 0);
    }
}

/* All lanes that are still open, the last one first. */
static void close_rest(session *s, unsigned long n, vg_status expected)
{
    for (unsigned lane = LANES; lane-- > 0;) {
        if (s->p.lane[lane].rt.state != 0) {
            const vg_status closed = vg_close(&s->p.lane[lane].rt);
            ck_assert_msg(closed == expected, "call %lu: close of lane %u is %s", n, lane, vg_status_name(closed));
        }
    }
}

static void check_second_try(session *s, unsigned long n)
{
    fake.misuse[0] = '\0';
    cuCtxSetCurrent(s->caller);
    run(s);
    ck_assert_msg(s->failed == CALL_COUNT, "call %lu: second try fails in %d, %s", n, (int)s->failed,
                  s->failed == CALL_COUNT ? "" : s->detail.call);
    ck_assert_str_eq(fake.misuse, "");
    check_closed(s, n);
}

/* Fails the n-th call with code, and counts in *words those that nobody was told of. Returns 0 when a whole run makes
 * fewer calls. */
static int fail_one(session *s, int variant, unsigned long n, int code, vg_status expected, unsigned *words)
{
    begin(s, variant);
    fake_fail(n, code, 0);
    run(s);
    if (s->failed == CALL_COUNT) {
        ck_assert_msg(fake.failed == NULL || fake_failed_quietly(), "call %lu: nobody was told of %s", n, fake.failed);
        ck_assert_str_eq(fake.misuse, "");
        check_closed(s, n);
        *words += fake_failed_word() ? 1 : 0;
        return fake.failed != NULL;
    }
    check_detail(s, n, code, expected);
    check_books(s, n);
    check_usable(s, n);
    close_rest(s, n, VG_OK);
    check_closed(s, n);
    check_second_try(s, n);
    return 1;
}

START_TEST(each_call_fails_once)
{
    session *s = malloc(sizeof *s);
    unsigned long n = 1;
    unsigned words = 0;
    while (fail_one(s, _i, n, HARMLESS, VG_DRIVER, &words)) {
        n++;
    }
    ck_assert_uint_gt(n, 50);
    ck_assert_uint_ge(words, least_words(_i));
    free(s);
}
END_TEST

START_TEST(each_call_finds_no_memory)
{
    session *s = malloc(sizeof *s);
    unsigned long n = 1;
    unsigned words = 0;
    while (fail_one(s, _i, n, OUT_OF_MEMORY, VG_NO_MEMORY, &words)) {
        n++;
    }
    ck_assert_uint_gt(n, 50);
    ck_assert_uint_ge(words, least_words(_i));
    free(s);
}
END_TEST

/* A sticky error: from the n-th call on every call fails, those that destroy too. */
START_TEST(context_is_lost_at_each_call)
{
    session *s = malloc(sizeof *s);
    for (unsigned long n = 1;; n++) {
        begin(s, _i);
        fake_fail(n, ILLEGAL_ADDRESS, 1);
        run(s);
        if (s->failed == CALL_COUNT) {
            break;
        }
        check_detail(s, n, ILLEGAL_ADDRESS, VG_LOST);
        vg_program *rt = &s->p.lane[lane_of(s->failed)].rt;
        if (!opens(s->failed) && !closes(s->failed)) {
            ck_assert_int_eq(vg_start(rt, MAIN), VG_LOST);
            ck_assert_int_eq(vg_poll(rt), VG_LOST);
            ck_assert_int_eq(vg_finish(rt, 0), VG_LOST);
            ck_assert_int_eq(vg_reset(rt), VG_LOST);
            ck_assert_int_eq(vg_step(rt, MAIN), VG_LOST);
            ck_assert_int_eq(profile(rt), VG_LOST);
            ck_assert_int_eq(vg_save(rt, NULL, 0), VG_LOST);
            ck_assert_int_eq(vg_restore(rt, NULL, 0), VG_LOST);
            check_call(&rt->detail);
        }
        if (s->failed == OPEN_LANE || s->failed == OPEN_LAST) {
            ck_assert_int_eq(vg_replay(&s->p.lane[0].rt, MAIN), VG_LOST);
            ck_assert_int_eq(rt_program_open_lane(&s->p, lane_of(s->failed)), VG_LOST);
            ck_assert_int_eq(rt->detail.code, 0);
        }
        close_rest(s, n, VG_LOST);
        check_closed(s, n);
        fake_fail(0, 0, 0);
        check_second_try(s, n);
    }
    free(s);
}
END_TEST

/* Failures of calls that only undo never hide what made open fail. */
START_TEST(first_failure_is_kept)
{
    session *s = malloc(sizeof *s);
    begin(s, 0);
    s->p.param_sizes[1] = 8;
    const unsigned long before = fake.calls;
    ck_assert_int_eq(rt_program_open(&s->p, NULL), VG_IMAGE_MISMATCH);
    const unsigned long calls = fake.calls - before;
    unsigned long undone = 0;
    for (unsigned long n = calls; n > 0; n--) {
        begin(s, 0);
        s->p.param_sizes[1] = 8;
        fake_fail(n, HARMLESS, 1);
        if (rt_program_open(&s->p, NULL) == VG_IMAGE_MISMATCH) {
            undone++;
            ck_assert_uint_eq(s->p.lane[0].rt.detail.expected, 8);
            ck_assert_uint_eq(s->p.lane[0].rt.detail.found, 4);
            ck_assert_uint_eq(fake_live(), 0);
            continue;
        }
        break;
    }
    ck_assert_uint_ge(undone,
                      10); /* module, pinned, two arenas, three events, stream, current context, primary context */
    free(s);
}
END_TEST

/* Each call of close fails. A context that cannot be set is tried twice, and is one failure. */
START_TEST(close_reports_every_failure)
{
    char text[400];
    session *s = malloc(sizeof *s);
    vg_program *rt = &s->p.lane[0].rt;
    begin(s, 0);
    ck_assert_int_eq(rt_program_open(&s->p, NULL), VG_OK);
    const unsigned long before = fake.calls;
    fake_fail(1, HARMLESS, 1);
    ck_assert_int_eq(vg_close(rt), VG_DRIVER);
    const unsigned long failures = fake.calls - before - 2;
    ck_assert_uint_ge(failures, 15);
    ck_assert_uint_eq(rt->detail.further, failures - 1);
    unsigned long place = before + 1;
    unsigned count = 0;
    for (const vg_detail *each = &rt->detail; each != NULL; each = each->next, count++, place++) {
        ck_assert_int_eq(each->code, HARMLESS);
        ck_assert_int_eq(each->status, VG_DRIVER);
        ck_assert_str_eq(each->step, "");
        ck_assert_str_eq(each->call, fake_name(place));
        ck_assert_uint_eq(each->further, count == 0 ? failures - 1 : 0);
        ck_assert_uint_lt(vg_detail_text(each, text, sizeof text), sizeof text);
        const int releases = strncmp(each->call, "cuCtx", 5) != 0 && strcmp(each->call, "cuStreamSynchronize") != 0;
        ck_assert_msg((strstr(text, "stays until its context is destroyed.") != NULL) == releases, "%s", text);
        place += strcmp(each->call, "cuCtxSetCurrent") == 0; /* the second try */
    }
    ck_assert_uint_eq(count, 1 + VG_MORE_DETAILS);
    (void)vg_detail_text(&rt->detail, text, sizeof text);
    ck_assert_ptr_nonnull(strstr(text, "Driver calls that failed after this one: "));
    fake_fail(0, 0, 0);
    ck_assert_int_eq(vg_close(rt), VG_STATE); /* it is closed, and what is said now is only this */
    ck_assert_uint_eq(rt->detail.further, 0);
    ck_assert_ptr_null(rt->detail.next);
    free(s);
}
END_TEST

/* What open could not undo comes after the reason why it failed, of other lanes, too. */
START_TEST(lanes_add_their_failures)
{
    session *s = malloc(sizeof *s);
    vg_program *rt = &s->p.lane[1].rt;
    begin(s, 0);
    ck_assert_int_eq(rt_program_open(&s->p, NULL), VG_OK);
    ck_assert_int_eq(rt_program_open_lane(&s->p, 1), VG_OK);
    const unsigned long before = fake.calls;
    fake_fail(1, HARMLESS, 1);
    ck_assert_int_eq(vg_close(rt), VG_DRIVER);
    const unsigned long of_lane = fake.calls - before - 2;
    ck_assert_uint_eq(rt->detail.further, of_lane - 1);
    ck_assert_int_eq(vg_close(&s->p.lane[0].rt), VG_DRIVER);
    const unsigned long of_both = fake.calls - before - 4;
    vg_add_failures(rt, &s->p.lane[0].rt);
    ck_assert_uint_eq(rt->detail.further, of_both - 1);
    fake_fail(0, 0, 0);
    ck_assert_int_eq(vg_close(rt), VG_STATE);
    ck_assert_int_eq(vg_close(&s->p.lane[0].rt), VG_STATE);
    vg_add_failures(rt, &s->p.lane[0].rt); /* what was no driver call is not said again */
    ck_assert_uint_eq(rt->detail.further, 0);
    free(s);
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("rt_faults");
    TCase *cases = tcase_create("faults");
    tcase_set_timeout(cases, 60);
    tcase_add_loop_test(cases, each_call_fails_once, 0, VARIANTS);
    tcase_add_loop_test(cases, each_call_finds_no_memory, 0, VARIANTS);
    tcase_add_loop_test(cases, context_is_lost_at_each_call, 0, VARIANTS);
    tcase_add_test(cases, first_failure_is_kept);
    tcase_add_test(cases, close_reports_every_failure);
    tcase_add_test(cases, lanes_add_their_failures);
    suite_add_tcase(suite, cases);
    return run_suite(suite);
}
