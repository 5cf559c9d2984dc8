/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The vggen authors */
/* check_rt_capture_nodes.c - which nodes a captured function may enqueue: kinds, addresses in kernels' parameters, ends of
 * copies and fills. */
#include "rt_capture.h"

static void refused_node(const char *why)
{
    refused(VG_ARGUMENT, titles[FIRST], why);
}

static void refused_kernel(const char *why)
{
    refused(VG_ARGUMENT, "capture fft, node 1 of at most 4, kernel library_kernel", why);
}

static unsigned turn;

static CUgraphNodeType kind;

static int enqueues_kind(own_lane *l, void *stream)
{
    (void)l;
    fake_enqueue(stream, kind, NULL);
    return 0;
}

START_TEST(a_kind_of_node_is_refused)
{
    static const struct {
        CUgraphNodeType kind;
        const char *why;
    } kinds[] = {
        {CU_GRAPH_NODE_TYPE_HOST, "function of the host's"},
        {CU_GRAPH_NODE_TYPE_GRAPH, "not the graph"},
        {CU_GRAPH_NODE_TYPE_WAIT_EVENT, "event"},
        {CU_GRAPH_NODE_TYPE_EVENT_RECORD, "event"},
        {CU_GRAPH_NODE_TYPE_EXT_SEMAS_SIGNAL, "semaphore"},
        {CU_GRAPH_NODE_TYPE_EXT_SEMAS_WAIT, "semaphore"},
        {CU_GRAPH_NODE_TYPE_MEM_ALLOC, "allocates nothing"},
        {CU_GRAPH_NODE_TYPE_MEM_FREE, "frees nothing"},
        {CU_GRAPH_NODE_TYPE_BATCH_MEM_OP, "word of memory"},
        {(CUgraphNodeType)13, "condition"},
        {(CUgraphNodeType)99, "a kernel, a copy or a fill"},
    };
    behave = enqueues_kind;
    kind = kinds[_i].kind;
    refused_node(kinds[_i].why);
}
END_TEST

START_TEST(the_generator_may_allow_host_functions)
{
    behave = enqueues_kind;
    kind = CU_GRAPH_NODE_TYPE_HOST;
    step_desc.allowed = VG_CAPTURE_HOST;
    ck_assert_int_eq(open_first(), VG_OK);
    ck_assert_int_eq(fake_type(lane->nodes[FIRST]), CU_GRAPH_NODE_TYPE_HOST);
    close_well();
}
END_TEST

/* An address in each memory of the program's, and one that is nobody's. */
static int points_at(own_lane *l, void *stream)
{
    enqueue_kernel(l, stream, 0);
    switch (turn) {
    case 0:
        argument[0] = l->arenas[0] + 768; /* behind what is declared */
        break;
    case 1:
        argument[1] = l->arenas[0] + 1023; /* a member that no other function looks at */
        break;
    case 2:
        argument[2] = (uint64_t)(uintptr_t)l->rt.pinned;
        break;
    case 3:
        argument[2] = l->rt.pinned_device + CAPTURE_PINNED - 1;
        break;
    default:
        argument[0] = l->arenas[0] + CAPTURE_ARENA; /* behind the memory */
        argument[1] = l->arenas[0] - 1;
        break;
    }
    return 0;
}

START_TEST(an_address_outside_is_found)
{
    behave = points_at;
    turn = (unsigned)_i;
    if (_i == 4) {
        ck_assert_int_eq(open_first(), VG_OK);
        close_well();
        return;
    }
    refused_kernel("this program's memory outside what the step declares");
}
END_TEST

/* Only words that begin at a multiple of eight are addresses. */
static int points_askew(own_lane *l, void *stream)
{
    enqueue_kernel(l, stream, 0);
    argument[0] = l->arenas[0] + 768;
    return 0;
}

START_TEST(words_are_counted_from_the_parameters_first)
{
    behave = points_askew;
    fake.library_params[0].offset = 4;
    fake.library_params[0].size = 12; /* one word, at byte 4 of these */
    ck_assert_int_eq(open_first(), VG_OK);
    close_well();
}
END_TEST

static int points_in_one_piece(own_lane *l, void *stream)
{
    static uint64_t piece[3];
    static size_t size = sizeof piece;
    static void *extra[] = {CU_LAUNCH_PARAM_BUFFER_SIZE, &size, CU_LAUNCH_PARAM_BUFFER_POINTER, piece,
                            CU_LAUNCH_PARAM_END};
    enqueue_kernel(l, stream, 0);
    piece[2] = l->arenas[0] + 1000;
    kernel.kernelParams = NULL;
    kernel.extra = extra;
    fake_enqueue(stream, CU_GRAPH_NODE_TYPE_KERNEL, &kernel);
    return 0;
}

START_TEST(an_address_in_one_piece_is_found)
{
    behave = points_in_one_piece;
    refused(VG_ARGUMENT, "capture fft, node 2 of at most 4, kernel library_kernel", "outside what the step declares");
}
END_TEST

static int points_at_the_first_lane(own_lane *l, void *stream)
{
    enqueue_kernel(l, stream, 0);
    argument[0] = lane->arenas[0];
    return 0;
}

START_TEST(an_address_of_another_lane_is_found)
{
    behave = points_at_the_first_lane;
    ck_assert_int_eq(open_first(), VG_OK);
    ck_assert_int_eq(open_second(), VG_ARGUMENT);
    ck_assert_str_eq(second->rt.detail.step, "capture fft, node 1 of at most 4, kernel library_kernel");
    close_well();
}
END_TEST

START_TEST(an_old_driver_does_not_know_parameters)
{
    fake.version = 12030;
    refused(VG_OLD_DRIVER, titles[FIRST], "expected 12040");
}
END_TEST

START_TEST(an_older_driver_knows_no_names)
{
    behave = points_at;
    turn = 0;
    fake.names = 0;
    refused_node("outside what the step declares");
}
END_TEST

static int copies(own_lane *l, void *stream)
{
    enqueue_copy(l, stream);
    switch (turn) {
    case 0: /* what may only be read is written */
        copying.dstDevice = l->arenas[0];
        break;
    case 1: /* one byte too many is read */
        copying.srcDevice = l->arenas[0] + 768 - 31;
        break;
    case 2: /* the last row is outside */
        copying.dstPitch = 100;
        copying.srcPitch = 8;
        copying.Height = 6;
        break;
    case 3: /* the last plane is */
        copying.dstPitch = 64;
        copying.dstHeight = 2;
        copying.srcPitch = 32;
        copying.Height = 1;
        copying.Depth = 5;
        break;
    case 4: /* by its own offsets */
        copying.dstPitch = 64;
        copying.dstY = 7;
        copying.dstXInBytes = 65;
        break;
    case 5:
        copying.srcMemoryType = CU_MEMORYTYPE_HOST;
        copying.srcHost = argument;
        break;
    default: /* the driver says that it is no memory of the device */
        copying.dstMemoryType = CU_MEMORYTYPE_UNIFIED;
        break;
    }
    fake_enqueue(stream, CU_GRAPH_NODE_TYPE_MEMCPY, &copying);
    return 0;
}

START_TEST(a_copy_outside_is_found)
{
    behave = copies;
    turn = (unsigned)_i;
    refused(VG_ARGUMENT, titles[FIRST + 1],
            _i >= 5   ? "without memory of the host"
            : _i == 1 ? "source of a copy"
                      : "not in the step's `writes:`");
}
END_TEST

static int fills(own_lane *l, void *stream)
{
    enqueue_fill(l, stream);
    if (turn == 0) {
        filling.width = 65;
    } else if (turn == 1) {
        filling.dst = l->arenas[0];
    } else {
        filling.width = 1;
        filling.height = 3;
        filling.pitch = 128;
    }
    fake_enqueue(stream, CU_GRAPH_NODE_TYPE_MEMSET, &filling);
    return 0;
}

START_TEST(a_fill_outside_is_found)
{
    behave = fills;
    turn = (unsigned)_i;
    refused(VG_ARGUMENT, titles[FIRST + 1], "not in the step's `writes:`");
}
END_TEST

/* Ranges that touch make one. */
START_TEST(ranges_may_touch)
{
    const vg_capture_range halves[] = {
        {0, VG_CAPTURE_READ, 0, 256}, {0, VG_CAPTURE_WRITE, 256, 260}, {0, VG_CAPTURE_WRITE, 260, 768}};
    memcpy(ranges, halves, sizeof ranges);
    ck_assert_int_eq(open_first(), VG_OK);
    close_well();
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("rt_capture_nodes");
    TCase *cases = tcase_create("refused");
    tcase_add_checked_fixture(cases, setup_capture, NULL);
    tcase_add_loop_test(cases, a_kind_of_node_is_refused, 0, 11);
    tcase_add_test(cases, the_generator_may_allow_host_functions);
    tcase_add_loop_test(cases, an_address_outside_is_found, 0, 5);
    tcase_add_test(cases, words_are_counted_from_the_parameters_first);
    tcase_add_test(cases, an_address_in_one_piece_is_found);
    tcase_add_test(cases, an_address_of_another_lane_is_found);
    tcase_add_test(cases, an_old_driver_does_not_know_parameters);
    tcase_add_test(cases, an_older_driver_knows_no_names);
    tcase_add_loop_test(cases, a_copy_outside_is_found, 0, 7);
    tcase_add_loop_test(cases, a_fill_outside_is_found, 0, 3);
    tcase_add_test(cases, ranges_may_touch);
    suite_add_tcase(suite, cases);
    return run_suite(suite);
}
