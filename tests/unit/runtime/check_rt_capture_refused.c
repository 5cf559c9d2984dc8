/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The vggen authors */
/* check_rt_capture_refused.c - what a captured function may not do: each refusal has the step's name, or that of the node
 * and its kernel, and a reason; nothing is leaked, and nothing is left capturing. */
#include "rt_capture.h"

static void refused_step(const char *why)
{
    refused(VG_ARGUMENT, "fft", why);
}

/* ---- the function ---- */

START_TEST(no_function_is_given)
{
    is_given = 0;
    refused_step("function of a `capture:` step");
    ck_assert_uint_eq(calls, 0);
    ck_assert_uint_eq(fake_count("cuMemAlloc"), 0);
}
END_TEST

static int answers(own_lane *l, void *stream)
{
    (void)l;
    (void)stream;
    return 17;
}

START_TEST(it_fails_when_it_is_first_called)
{
    behave = answers;
    refused_step("called outside a capture for 'fft' (captured.yaml:8), expected 0, found 17");
    ck_assert_uint_eq(calls, 1);
}
END_TEST

static int answers_later(own_lane *l, void *stream)
{
    return calls == 1 ? three_nodes(l, stream) : 17;
}

START_TEST(it_fails_while_it_is_captured)
{
    behave = answers_later;
    refused_step("while its stream was captured for 'fft' (captured.yaml:8), expected 0, found 17");
    ck_assert_uint_eq(lane->rt.detail.further, 0);
}
END_TEST

/* Only what the generator writes may say that it has told by itself; then that counts. */
static int tells(own_lane *l, void *stream)
{
    (void)stream;
    if (l->off) {
        (void)vg_refuse(&l->rt, VG_TIMEOUT, "other ranks", 2, 1);
    }
    return VG_CAPTURE_TOLD;
}

START_TEST(it_says_that_it_has_told)
{
    behave = tells;
    lane->off = 1;
    refused_step("called outside a capture for 'fft'");
    lane->off = 0;
    step_desc.allowed = VG_CAPTURE_HOST;
    refused_step("called outside a capture for 'fft'"); /* it has not */
    lane->off = 1;
    refused(VG_TIMEOUT, "", "other ranks (captured.yaml:8), expected 2, found 1");
}
END_TEST

/* It allocates, waits or asks, and reports what the driver says. */
static int breaks_the_capture(own_lane *l, void *stream)
{
    fake_invalidate(stream);
    return calls == 1 ? three_nodes(l, stream) : 900;
}

START_TEST(it_does_what_a_capture_forbids)
{
    char text[512];
    behave = breaks_the_capture;
    refused_step("found 900");
    ck_assert_uint_eq(lane->rt.detail.further, 1);
    vg_detail_text(lane->rt.detail.next, text, sizeof text);
    ck_assert_ptr_nonnull(strstr(text, "cuStreamEndCapture returned CUDA_ERROR_STREAM_CAPTURE_INVALIDATED (901)"));
}
END_TEST

static int breaks_it_and_is_silent(own_lane *l, void *stream)
{
    three_nodes(l, stream);
    fake_invalidate(stream);
    return 0;
}

START_TEST(it_does_so_and_is_silent)
{
    behave = breaks_it_and_is_silent;
    refused(VG_DRIVER, "fft", "allocates, frees or waits");
    ck_assert_int_eq(lane->rt.detail.code, 901);
}
END_TEST

START_TEST(it_does_not_join_a_stream)
{
    fake.end_capture_error = 904;
    refused(VG_DRIVER, "fft", "wait for an event");
    ck_assert_str_eq(lane->rt.detail.call, "cuStreamEndCapture");
}
END_TEST

static int does_nothing(own_lane *l, void *stream)
{
    (void)l;
    (void)stream;
    return 0;
}

START_TEST(it_enqueues_nothing)
{
    behave = does_nothing;
    refused_step("on the stream of this call");
}
END_TEST

static int keeps_the_stream(own_lane *l, void *stream)
{
    static void *kept;
    kept = calls == 1 ? stream : kept;
    return three_nodes(l, kept);
}

START_TEST(it_keeps_the_stream)
{
    behave = keeps_the_stream;
    refused_step("not on that of an earlier one");
}
END_TEST

/* One of two libraries was given its stream only once. */
static int keeps_it_for_a_part(own_lane *l, void *stream)
{
    static void *kept;
    kept = calls == 1 ? stream : kept;
    enqueue_fill(l, kept);
    return three_nodes(l, stream);
}

START_TEST(it_keeps_the_stream_for_a_part)
{
    behave = keeps_it_for_a_part;
    refused_step("not on that of an earlier one or on another for 'fft' (captured.yaml:8), expected 0, found 1");
}
END_TEST

static int ends_the_capture(own_lane *l, void *stream)
{
    (void)l;
    if (calls > 1) {
        fake_end_capture(stream);
    }
    return 0;
}

START_TEST(it_ends_the_capture)
{
    behave = ends_the_capture;
    refused_step("ended it");
}
END_TEST

static int begins_a_capture(own_lane *l, void *stream)
{
    (void)l;
    fake_begin_capture(stream);
    return 0;
}

START_TEST(it_begins_a_capture)
{
    behave = begins_a_capture;
    refused_step("left it open for capture");
}
END_TEST

/* The driver then refuses every call that a capture forbids. */
static int begins_another(own_lane *l, void *stream)
{
    three_nodes(l, stream);
    fake.query_error = calls > 1 ? 900 : 0;
    return 0;
}

START_TEST(it_leaves_another_capture_open)
{
    behave = begins_another;
    refused_step("left one open on another stream");
}
END_TEST

static CUcontext other;

static int changes_the_context(own_lane *l, void *stream)
{
    if (calls == (unsigned)l->off) {
        ck_assert_int_eq(cuCtxSetCurrent(other), CUDA_SUCCESS);
    }
    return three_nodes(l, stream);
}

START_TEST(it_changes_the_context)
{
    behave = changes_the_context;
    other = fake_application_context();
    lane->off = _i + 1;
    refused_step("device and context after the function");
    ck_assert_ptr_null(fake_current());
}
END_TEST

static int five_nodes(own_lane *l, void *stream)
{
    three_nodes(l, stream);
    enqueue_fill(l, stream);
    enqueue_fill(l, stream);
    return 0;
}

START_TEST(it_enqueues_more_than_it_may)
{
    behave = five_nodes;
    refused_step("`nodes:` of the step, which has to be at least what the function enqueued for 'fft' "
                 "(captured.yaml:8), expected 5, found 4");
}
END_TEST

/* Two ends at least, and no room for the node that joins them. */
static int four_ends(own_lane *l, void *stream)
{
    enqueue_kernel(l, stream, 0);
    for (unsigned i = 1; i < MOST; i++) {
        fake_enqueue_after(stream, CU_GRAPH_NODE_TYPE_KERNEL, &kernel, NULL, 0);
    }
    return 0;
}

START_TEST(there_is_no_room_to_join)
{
    behave = four_ends;
    refused_step("joins its ends for 'fft' (captured.yaml:8), expected 5, found 4");
}
END_TEST

/* ---- the second time ---- */

static unsigned turn;

static int differs(own_lane *l, void *stream)
{
    if (calls <= 2) {
        return three_nodes(l, stream);
    }
    switch (turn) {
    case 0: /* fewer */
        enqueue_kernel(l, stream, 0);
        break;
    case 1: /* more */
        three_nodes(l, stream);
        enqueue_fill(l, stream);
        break;
    case 2: /* of another kind */
        enqueue_kernel(l, stream, 0);
        enqueue_copy(l, stream);
        enqueue_fill(l, stream);
        break;
    default: /* another kernel */
        enqueue_kernel(l, stream, 1);
        enqueue_fill(l, stream);
        enqueue_copy(l, stream);
        break;
    }
    return 0;
}

START_TEST(the_second_lane_differs)
{
    static const char *const steps[] = {"fft", "fft", "capture fft, node 2 of at most 4",
                                        "capture fft, node 1 of at most 4"};
    behave = differs;
    turn = (unsigned)_i;
    fake.renamed = library[1];
    ck_assert_int_eq(open_first(), VG_OK);
    ck_assert_int_eq(open_second(), VG_ARGUMENT);
    ck_assert_str_eq(second->rt.detail.step, steps[_i]);
    ck_assert_ptr_nonnull(strstr(second->rt.detail.call, "first capture"));
    ck_assert_int_eq(fake_mode(), CU_STREAM_CAPTURE_MODE_GLOBAL);
    ck_assert_int_eq(vg_replay(&lane->rt, 0), VG_OK);
    close_well();
}
END_TEST

/* A lane's plan may have loaded the same kernel once more. A driver that gives no names is not asked. */
START_TEST(the_second_lane_has_other_handles)
{
    behave = differs;
    turn = 3;
    fake.names = _i;
    ck_assert_int_eq(open_first(), VG_OK);
    ck_assert_int_eq(open_second(), VG_OK);
    ck_assert_int_eq(vg_replay(&second->rt, 0), VG_OK);
    ck_assert_int_eq(vg_close(&second->rt), VG_OK);
    close_well();
}
END_TEST

/* ---- bodies, and captures of the caller's ---- */

static vg_status build_in_a_body(void *self, void *graph)
{
    own_lane *l = self;
    CUgraph body = NULL;
    vg_status status = add_fill(l, graph, BEFORE, NULL);
    ck_assert_int_eq(cuGraphCreate(&body, 0), CUDA_SUCCESS);
    fake.body_error = 801;
    status = status == VG_OK ? vg_capture(&l->rt, &step_desc, body, NULL, 0) : status;
    ck_assert_int_eq(cuStreamSynchronize(l->rt.stream), CUDA_SUCCESS);
    ck_assert_int_eq(cuGraphDestroy(body), CUDA_SUCCESS);
    return status;
}

START_TEST(a_body_takes_fewer_kinds)
{
    graph_desc.build = build_in_a_body;
    refused(VG_DRIVER, titles[FIRST], "write the loop as `repeat:`) returned CUDA_ERROR_NOT_SUPPORTED (801)");
}
END_TEST

START_TEST(the_stream_of_open_is_being_captured)
{
    config.context = fake_application_context();
    config.stream = fake_application_stream();
    fake_begin_capture(config.stream);
    ck_assert_int_eq(open_first(), VG_STATE);
    ck_assert_str_eq(lane->rt.detail.call, "the stream is being captured: end that capture first, then open");
    ck_assert_uint_eq(calls, 0);
    ck_assert_uint_eq(fake_count("cuMemAlloc"), 0);
    fake_end_capture(config.stream);
    nothing_left();
    ck_assert_int_eq(open_first(), VG_OK);
    ck_assert_ptr_eq(streams[0], config.stream);
    ck_assert_ptr_ne(streams[1], config.stream); /* nobody else is disturbed by a capture of that */
    close_well();
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("rt_capture_refused");
    TCase *cases = tcase_create("refused");
    tcase_add_checked_fixture(cases, setup_capture, NULL);
    tcase_add_test(cases, no_function_is_given);
    tcase_add_test(cases, it_fails_when_it_is_first_called);
    tcase_add_test(cases, it_fails_while_it_is_captured);
    tcase_add_test(cases, it_says_that_it_has_told);
    tcase_add_test(cases, it_does_what_a_capture_forbids);
    tcase_add_test(cases, it_does_so_and_is_silent);
    tcase_add_test(cases, it_does_not_join_a_stream);
    tcase_add_test(cases, it_enqueues_nothing);
    tcase_add_test(cases, it_keeps_the_stream);
    tcase_add_test(cases, it_keeps_the_stream_for_a_part);
    tcase_add_test(cases, it_ends_the_capture);
    tcase_add_test(cases, it_begins_a_capture);
    tcase_add_test(cases, it_leaves_another_capture_open);
    tcase_add_loop_test(cases, it_changes_the_context, 0, 2);
    tcase_add_test(cases, it_enqueues_more_than_it_may);
    tcase_add_test(cases, there_is_no_room_to_join);
    tcase_add_loop_test(cases, the_second_lane_differs, 0, 4);
    tcase_add_loop_test(cases, the_second_lane_has_other_handles, 0, 2);
    tcase_add_test(cases, a_body_takes_fewer_kinds);
    tcase_add_test(cases, the_stream_of_open_is_being_captured);
    suite_add_tcase(suite, cases);
    return run_suite(suite);
}
