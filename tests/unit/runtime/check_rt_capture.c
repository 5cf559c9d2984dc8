/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The vggen authors */
/* check_rt_capture.c - captured steps over a driver that keeps books: what is called when, which nodes the graph then has,
 * and that each failing call is undone. */
#include "rt_capture.h"

enum { HARMLESS = 304, ILLEGAL_ADDRESS = 700 };

static void *node(unsigned index)
{
    return lane->nodes[index];
}

static void opened(void)
{
    ck_assert_int_eq(open_first(), VG_OK);
    ck_assert_int_eq(fake_mode(), CU_STREAM_CAPTURE_MODE_GLOBAL);
}

/* ---- open ---- */

START_TEST(nodes_stand_in_a_line)
{
    opened();
    ck_assert_uint_eq(calls, 2);
    ck_assert_ptr_eq(streams[0], lane->rt.stream);
    ck_assert_ptr_ne(streams[1], lane->rt.stream);
    ck_assert_int_eq(fake_type(node(FIRST)), CU_GRAPH_NODE_TYPE_KERNEL);
    ck_assert_int_eq(fake_type(node(FIRST + 1)), CU_GRAPH_NODE_TYPE_MEMSET);
    ck_assert_int_eq(fake_type(node(FIRST + 2)), CU_GRAPH_NODE_TYPE_MEMCPY);
    ck_assert_ptr_null(node(FIRST + 3));
    ck_assert_uint_eq(fake_waits_for(node(FIRST), node(BEFORE)), 1);
    ck_assert_uint_eq(fake_waits_for(node(FIRST + 1), node(FIRST)), 1);
    ck_assert_uint_eq(fake_waits_for(node(FIRST + 2), NULL), 1);
    ck_assert_uint_eq(fake_waits_for(node(FIRST + 2), node(FIRST + 1)), 1);
    ck_assert_uint_eq(fake_waits_for(node(AFTER), node(FIRST + 2)), 1);
    ck_assert_ptr_eq(fake_attributes_from(node(FIRST)), lane->captured[0].source);
    ck_assert_ptr_eq(vg_capture_end(&lane->rt, &step_desc), node(FIRST + 2));
    ck_assert_int_eq(vg_capture_ends_in_kernel(&lane->rt, &step_desc), 0);
    close_well();
}
END_TEST

/* The function's first call may write over what is declared, and sees first contents. */
static int scribbles(own_lane *l, void *stream)
{
    uint32_t first;
    memcpy(&first, (void *)(uintptr_t)l->arenas[0], sizeof first);
    if (calls == 1) {
        ck_assert_uint_eq(first, 5);
        memset((void *)(uintptr_t)l->arenas[0], 0xee, 512);
    }
    return three_nodes(l, stream);
}

START_TEST(first_contents_are_written_again)
{
    uint32_t words[4];
    behave = scribbles;
    opened();
    memcpy(words, (void *)(uintptr_t)lane->arenas[0], sizeof words);
    ck_assert_uint_eq(words[3], 5);
    ck_assert_uint_eq(*(unsigned char *)(uintptr_t)(lane->arenas[0] + 300), 0);
    close_well();
}
END_TEST

/* What the driver lists in another order is sorted; what several nodes end with is joined. */
static int forks(own_lane *l, void *stream)
{
    void *first = enqueue_kernel(l, stream, 0);
    void *other = fake_enqueue_after(stream, CU_GRAPH_NODE_TYPE_KERNEL, &kernel, &first, first != NULL ? 1 : 0);
    kernel.func = library[1];
    void *third = fake_enqueue_after(stream, CU_GRAPH_NODE_TYPE_KERNEL, &kernel, &first, first != NULL ? 1 : 0);
    if (first != NULL) {
        fake_make_programmatic(other, first);
        (void)third;
    }
    return 0;
}

START_TEST(ends_are_joined)
{
    behave = forks;
    opened();
    ck_assert_int_eq(fake_type(node(FIRST + 3)), CU_GRAPH_NODE_TYPE_EMPTY);
    ck_assert_uint_eq(fake_waits_for(node(FIRST + 3), NULL), 2);
    ck_assert_uint_eq(fake_waits_for(node(FIRST + 1), node(FIRST)), 1);
    ck_assert_uint_eq(fake_waits_for(node(FIRST + 2), node(FIRST)), 1);
    ck_assert_int_eq(fake_is_programmatic(node(FIRST + 1), node(FIRST)), 1);
    ck_assert_int_eq(fake_is_programmatic(node(FIRST + 2), node(FIRST)), 0);
    ck_assert_uint_eq(lane->graphs[0].traits & VG_HAS_PROGRAMMATIC, VG_HAS_PROGRAMMATIC);
    ck_assert_uint_eq(fake_waits_for(node(AFTER), node(FIRST + 3)), 1);
    ck_assert_int_eq(vg_capture_ends_in_kernel(&lane->rt, &step_desc), 0);
    close_well();
}
END_TEST

START_TEST(nodes_come_in_an_order_that_can_be_built)
{
    fake.nodes_reversed = 1;
    opened();
    ck_assert_int_eq(fake_type(node(FIRST)), CU_GRAPH_NODE_TYPE_KERNEL);
    ck_assert_uint_eq(fake_waits_for(node(FIRST + 1), node(FIRST)), 1);
    ck_assert_uint_eq(fake_waits_for(node(FIRST + 2), node(FIRST + 1)), 1);
    close_well();
}
END_TEST

/* Handles of kernels, not of functions, and parameters as one piece. */
static int other_forms(own_lane *l, void *stream)
{
    static size_t size = sizeof argument;
    static void *extra[] = {CU_LAUNCH_PARAM_BUFFER_POINTER, argument, CU_LAUNCH_PARAM_BUFFER_SIZE, &size,
                            CU_LAUNCH_PARAM_END};
    enqueue_kernel(l, stream, 0);
    kernel.func = NULL;
    kernel.kern = (CUkernel)(void *)&library[0];
    fake_enqueue(stream, CU_GRAPH_NODE_TYPE_KERNEL, &kernel);
    kernel.kernelParams = NULL;
    kernel.extra = extra;
    fake_enqueue(stream, CU_GRAPH_NODE_TYPE_KERNEL, &kernel);
    fake_enqueue(stream, CU_GRAPH_NODE_TYPE_EMPTY, NULL);
    return 0;
}

START_TEST(other_forms_of_kernels)
{
    behave = other_forms;
    fake.renamed = &library[0];
    opened();
    ck_assert(lane->captured[1].name != 0);
    ck_assert(lane->captured[1].name != lane->captured[0].name);
    ck_assert_int_eq(fake_type(node(FIRST + 3)), CU_GRAPH_NODE_TYPE_EMPTY);
    close_well();
}
END_TEST

static int one_kernel(own_lane *l, void *stream)
{
    enqueue_kernel(l, stream, 0);
    return 0;
}

START_TEST(a_kernel_at_the_end_is_known)
{
    behave = one_kernel;
    opened();
    ck_assert_int_eq(vg_capture_ends_in_kernel(&lane->rt, &step_desc), 1);
    close_well();
}
END_TEST

/* Addresses whose kind only the driver knows, memory of the library's own, and rows with gaps. */
static int foreign_copies(own_lane *l, void *stream)
{
    static unsigned char elsewhere[64];
    enqueue_copy(l, stream);
    copying.srcMemoryType = CU_MEMORYTYPE_UNIFIED;
    copying.srcDevice = (CUdeviceptr)(uintptr_t)elsewhere;
    fake_enqueue(stream, CU_GRAPH_NODE_TYPE_MEMCPY, &copying);
    copying.srcMemoryType = CU_MEMORYTYPE_ARRAY;
    copying.srcArray = (CUarray)(void *)elsewhere;
    copying.dstPitch = 64;
    copying.Height = 4;
    fake_enqueue(stream, CU_GRAPH_NODE_TYPE_MEMCPY, &copying);
    return 0;
}

START_TEST(copies_from_elsewhere)
{
    CUDA_MEMCPY3D seen;
    behave = foreign_copies;
    fake.pointer.type = CU_MEMORYTYPE_DEVICE;
    opened();
    ck_assert_int_eq(cuCtxSetCurrent(lane->rt.context), CUDA_SUCCESS);
    ck_assert_int_eq(cuGraphMemcpyNodeGetParams(node(FIRST + 1), &seen), CUDA_SUCCESS);
    ck_assert_int_eq(seen.srcMemoryType, CU_MEMORYTYPE_DEVICE);
    ck_assert_int_eq(cuCtxSetCurrent(NULL), CUDA_SUCCESS);
    close_well();
}
END_TEST

/* ---- lanes, slots, other ways to run ---- */

START_TEST(each_lane_captures_for_itself)
{
    opened();
    ck_assert_int_eq(open_second(), VG_OK);
    ck_assert_uint_eq(calls, 4);
    ck_assert_ptr_eq(streams[2], second->rt.stream);
    ck_assert_ptr_ne(streams[3], streams[1]);
    ck_assert_int_eq(vg_replay(&second->rt, 0), VG_OK);
    ck_assert_int_eq(vg_close(&second->rt), VG_OK);
    close_well();
}
END_TEST

static vg_status open_slots(void)
{
    vg_storage storage = storage_of(lane);
    storage.slots = CAPTURE_SLOTS;
    storage.queue = &queue;
    vg_status status = vg_open(&lane->rt, &desc, &config, &storage);
    if (status == VG_OK) {
        own_lane *slot = &lanes[0][1];
        storage = storage_of(slot);
        storage.slots = CAPTURE_SLOTS;
        storage.queue = &queue;
        status = vg_open_slot(&slot->rt, &lane->rt, &storage, 1);
    }
    return status;
}

START_TEST(each_slot_captures_for_itself)
{
    ck_assert_int_eq(open_slots(), VG_OK);
    ck_assert_uint_eq(calls, 3); /* the lane's stream is warm */
    ck_assert_int_eq(fake_mode(), CU_STREAM_CAPTURE_MODE_GLOBAL);
    ck_assert_int_eq(vg_queue_start(&lane->rt, 0), VG_OK);
    ck_assert_int_eq(vg_queue_start(&lane->rt, 0), VG_OK);
    ck_assert_int_eq(vg_queue_finish_all(&lane->rt, VG_FOREVER), VG_OK);
    ck_assert_int_eq(vg_queue_close(&lane->rt), VG_OK);
    nothing_left();
}
END_TEST

START_TEST(the_step_is_switched)
{
    behave = forks;
    opened();
    lane->off = 1;
    ck_assert_int_eq(vg_replay(&lane->rt, 0), VG_OK);
    ck_assert_int_eq(fake_disabled(node(FIRST)), 1);
    ck_assert_int_eq(fake_disabled(node(FIRST + 2)), 1);
    ck_assert_int_eq(fake_disabled(node(FIRST + 3)), 0); /* it only joins */
    ck_assert_int_eq(vg_step(&lane->rt, 0), VG_OK);
    ck_assert_uint_eq(calls, 2);
    lane->off = 0;
    ck_assert_int_eq(vg_replay(&lane->rt, 0), VG_OK);
    ck_assert_int_eq(fake_disabled(node(FIRST)), 0);
    close_well();
}
END_TEST

/* As a copy of no bytes gives. */
static int begins_with_nothing(own_lane *l, void *stream)
{
    fake_enqueue(stream, CU_GRAPH_NODE_TYPE_EMPTY, NULL);
    return three_nodes(l, stream);
}

START_TEST(the_step_is_switched_behind_a_node_that_does_nothing)
{
    behave = begins_with_nothing;
    opened();
    lane->off = 1;
    ck_assert_int_eq(vg_step(&lane->rt, 0), VG_OK);
    ck_assert_uint_eq(calls, 2);
    ck_assert_int_eq(fake_disabled(node(FIRST)), 0);
    ck_assert_int_eq(fake_disabled(node(FIRST + 1)), 1);
    lane->off = 0;
    ck_assert_int_eq(vg_step(&lane->rt, 0), VG_OK);
    ck_assert_uint_eq(calls, 3);
    close_well();
}
END_TEST

START_TEST(steps_call_the_function)
{
    opened();
    ck_assert_int_eq(vg_step(&lane->rt, 0), VG_OK);
    ck_assert_uint_eq(calls, 3);
    ck_assert_ptr_eq(streams[2], lane->rt.stream);
    ck_assert_uint_eq(fake_count("cuLaunchKernelEx"), 0);
    close_well();
}
END_TEST

static int fails_later(own_lane *l, void *stream)
{
    return calls > 2 ? 9 : three_nodes(l, stream);
}

START_TEST(a_step_may_fail)
{
    behave = fails_later;
    opened();
    ck_assert_int_eq(vg_step(&lane->rt, 0), VG_ARGUMENT);
    ck_assert_str_eq(lane->rt.detail.step, "fft");
    ck_assert_uint_eq(lane->rt.detail.found, 9);
    ck_assert_int_eq(vg_replay(&lane->rt, 0), VG_OK);
    close_well();
}
END_TEST

static vg_status profile(uint64_t ns[CAPTURE_NODES])
{
    static void *scratch[4 * CAPTURE_NODES + 2];
    vg_node_times times;
    times.count = CAPTURE_NODES;
    times.ns = ns;
    times.scratch = scratch;
    return vg_profile(&lane->rt, 0, 2, &times);
}

/* The index-th node of the twin takes index + 1 ms; with events between. */
START_TEST(a_profile_clones_the_nodes)
{
    uint64_t ns[CAPTURE_NODES];
    opened();
    ck_assert_int_eq(profile(ns), VG_OK);
    ck_assert_uint_eq(calls, 2);
    ck_assert_uint_eq(ns[FIRST], 2000000);
    ck_assert_uint_eq(ns[FIRST + 2], 4000000);
    ck_assert_uint_eq(ns[FIRST + 3], 0); /* there is no such node */
    ck_assert_uint_ne(ns[AFTER], 0);
    close_well();
}
END_TEST

/* Events cannot stand at the end of programmatic edges: the function is captured once more. */
START_TEST(a_profile_captures_again)
{
    uint64_t ns[CAPTURE_NODES];
    behave = forks;
    opened();
    ck_assert_int_eq(profile(ns), VG_OK);
    ck_assert_uint_eq(calls, 3);
    ck_assert_uint_ne(ns[FIRST + 1], 0);
    ck_assert_ptr_null(lane->made[0].twin);
    ck_assert_int_eq(vg_replay(&lane->rt, 0), VG_OK);
    close_well();
}
END_TEST

static size_t text_bytes;

static int count_text(void *user, const char *text, size_t size)
{
    (void)user;
    (void)text;
    text_bytes += size;
    return 0;
}

START_TEST(nodes_are_described)
{
    behave = one_kernel;
    opened();
    text_bytes = 0;
    ck_assert_int_eq(vg_describe(&lane->rt, count_text, NULL), VG_OK);
    ck_assert_uint_gt(text_bytes, 0);
    close_well();
}
END_TEST

/* A driver that has a node for the function itself, as the CPU device's has. */
START_TEST(a_driver_may_call_the_function)
{
    fake.calls_functions = 1;
    behave = one_kernel;
    opened();
    ck_assert_uint_eq(calls, 1);
    ck_assert_ptr_null(streams[0]);
    ck_assert_ptr_null(node(FIRST + 1));
    ck_assert_uint_eq(fake_waits_for(node(FIRST), node(BEFORE)), 1);
    ck_assert_str_eq(fake.call.title, "fft");
    ck_assert_ptr_eq(fake.call.self, lane);
    ck_assert_uint_eq(fake.call.range_count, 3);
    ck_assert_uint_eq(fake.call_place.address, lane->arenas[0] + 512);
    ck_assert_uint_eq(fake.call_place.bytes, 256);
    ck_assert_uint_eq(fake.call_place.access, VG_CAPTURE_WORK);
    ck_assert_int_eq(vg_step(&lane->rt, 0), VG_OK);
    ck_assert_uint_eq(calls, 2);
    lane->off = 1;
    ck_assert_int_eq(vg_replay(&lane->rt, 0), VG_OK);
    ck_assert_int_eq(fake_disabled(node(FIRST)), 1);
    close_well();
}
END_TEST

/* What the driver holds for the nodes goes after the exec, and not before. */
START_TEST(captured_graphs_outlive_the_exec)
{
    opened();
    ck_assert_int_eq(vg_close(&lane->rt), VG_OK);
    ck_assert_uint_gt(fake_last("cuGraphDestroy"), fake_last("cuGraphExecDestroy"));
    ck_assert_uint_eq(fake_count("cuGraphDestroy"), 3); /* one is of the lane's stream, which has none */
    nothing_left();
}
END_TEST

/* An open program is not disturbed by one more open. */
START_TEST(it_is_open_already)
{
    opened();
    ck_assert_int_eq(open_first(), VG_STATE);
    ck_assert_int_eq(vg_replay(&lane->rt, 0), VG_OK);
    close_well();
}
END_TEST

/* ---- each call fails in turn ---- */

static int does_all(own_lane *l, void *stream)
{
    three_nodes(l, stream);
    copying.srcMemoryType = CU_MEMORYTYPE_UNIFIED;
    fake_enqueue(stream, CU_GRAPH_NODE_TYPE_MEMCPY, &copying);
    return 0;
}

static vg_status live(void)
{
    uint64_t ns[CAPTURE_NODES];
    vg_status status = open_slots();
    vg_status closed;
    if (status == VG_OK) {
        status = open_second();
    }
    if (status == VG_OK) {
        status = vg_replay(&lane->rt, 0);
    }
    if (status == VG_OK) {
        status = vg_step(&lane->rt, 0);
    }
    if (status == VG_OK) {
        status = profile(ns);
    }
    closed = vg_is_open(&second->rt) || second->rt.state == VG_MARK_LOST ? vg_close(&second->rt) : VG_OK;
    status = status == VG_OK ? closed : status;
    closed = vg_has_memory(&lane->rt) ? vg_queue_close(&lane->rt) : VG_OK;
    return status == VG_OK ? closed : status;
}

START_TEST(each_call_fails_once)
{
    unsigned long n;
    behave = _i == 0 ? does_all : forks;
    fake.calls_functions = _i == 2;
    fake.pointer.type = CU_MEMORYTYPE_DEVICE;
    ck_assert_int_eq(live(), VG_OK);
    nothing_left();
    const unsigned long all = fake.calls;
    ck_assert_uint_gt(all, 100);
    for (n = 1; n <= all; n++) {
        setup_capture();
        behave = _i == 0 ? does_all : forks;
        fake.calls_functions = _i == 2;
        fake.pointer.type = CU_MEMORYTYPE_DEVICE;
        fake_fail(n, HARMLESS, 0);
        const vg_status status = live();
        if (fake.failed == NULL) {
            break;
        }
        ck_assert_msg(status != VG_OK || fake_failed_quietly(), "call %lu: nobody was told of %s", n, fake.failed);
        ck_assert_msg(fake.misuse[0] == '\0', "call %lu, %s: %s", n, fake.failed, fake.misuse);
        ck_assert_msg(fake_live() == 0, "call %lu: %s leaves %u", n, fake.failed, fake_live());
        ck_assert_msg(fake_mode() == 0 || strcmp(fake.failed, "cuThreadExchangeStreamCaptureMode") == 0,
                      "call %lu: %s leaves the thread in mode %d", n, fake.failed, fake_mode());
    }
}
END_TEST

/* From each call on, all of them say that the context is lost. */
START_TEST(the_context_is_lost)
{
    unsigned long n;
    for (n = 1;; n++) {
        setup_capture();
        behave = forks;
        config.context = fake_application_context(); /* which stays current */
        ck_assert_int_eq(cuCtxSetCurrent((CUcontext)config.context), CUDA_SUCCESS);
        fake_fail(n, ILLEGAL_ADDRESS, 1);
        const vg_status status = live();
        if (fake.failed == NULL) {
            break;
        }
        ck_assert_msg(status == VG_LOST, "call %lu, %s: %d", n, fake.failed, (int)status);
        ck_assert_msg(fake.misuse[0] == '\0', "call %lu, %s: %s", n, fake.failed, fake.misuse);
        ck_assert_msg(fake_live() == 0, "call %lu: %s leaves %u", n, fake.failed, fake_live());
    }
    ck_assert_uint_gt(n, 100);
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("rt_capture");
    TCase *cases = tcase_create("capture");
    tcase_set_timeout(cases, 60);
    tcase_add_checked_fixture(cases, setup_capture, NULL);
    tcase_add_test(cases, nodes_stand_in_a_line);
    tcase_add_test(cases, first_contents_are_written_again);
    tcase_add_test(cases, ends_are_joined);
    tcase_add_test(cases, nodes_come_in_an_order_that_can_be_built);
    tcase_add_test(cases, other_forms_of_kernels);
    tcase_add_test(cases, a_kernel_at_the_end_is_known);
    tcase_add_test(cases, copies_from_elsewhere);
    tcase_add_test(cases, each_lane_captures_for_itself);
    tcase_add_test(cases, each_slot_captures_for_itself);
    tcase_add_test(cases, the_step_is_switched);
    tcase_add_test(cases, the_step_is_switched_behind_a_node_that_does_nothing);
    tcase_add_test(cases, steps_call_the_function);
    tcase_add_test(cases, a_step_may_fail);
    tcase_add_test(cases, a_profile_clones_the_nodes);
    tcase_add_test(cases, a_profile_captures_again);
    tcase_add_test(cases, nodes_are_described);
    tcase_add_test(cases, a_driver_may_call_the_function);
    tcase_add_test(cases, captured_graphs_outlive_the_exec);
    tcase_add_test(cases, it_is_open_already);
    tcase_add_loop_test(cases, each_call_fails_once, 0, 3);
    tcase_add_test(cases, the_context_is_lost);
    suite_add_tcase(suite, cases);
    return run_suite(suite);
}
