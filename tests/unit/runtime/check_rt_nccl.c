/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The vggen authors */
/* check_rt_nccl.c - collectives over a driver that keeps books and an NCCL that does as the test says: what open refuses,
 * ranks that are late, communicators that do not block, an abort that waits for the graphs, and the nodes that are
 * captured. */
#include "rt_capture.h"
#include "vg_nccl.h"

#include <nccl.h>
#include <pthread.h>
#include <time.h>

enum { MILLISECOND = 1000000 };

static struct {
    int count, device;       /* of the communicator */
    uint64_t other;          /* the stamp of the other rank */
    int late;                /* what is enqueued outside a capture does not end soon */
    int events;              /* captured: between events, which order graphs */
    unsigned in_progress;    /* looks until a call is enqueued; each call begins anew */
    unsigned left;
    ncclResult_t answer;     /* of collectives */
    ncclResult_t error;      /* that NCCL has met meanwhile */
    unsigned aborted;        /* atomic: aborts that began */
    unsigned graphs;         /* atomic: an abort waits until there are none */
    unsigned collectives;
    const void *from;
    void *to;
    size_t elements;
} nccl;

static vg_ranks all;
static vg_ranks_use use;
static const vg_meeting meeting = {UINT64_C(0x1234567890abcdef), 2};
static const vg_collective sum = {"all_reduce x -> y", VG_ALL_REDUCE, VG_RANK_F32, VG_SUM, 0, 64};

/* ---- NCCL ---- */

static void enqueue(CUstream stream)
{
    CUstreamCaptureStatus state = CU_STREAM_CAPTURE_STATUS_NONE;
    (void)cuStreamIsCapturing(stream, &state);
    if (state == CU_STREAM_CAPTURE_STATUS_NONE && nccl.late) {
        fake_make_busy(stream, 200);
    }
    if (state != CU_STREAM_CAPTURE_STATUS_NONE && nccl.events) {
        fake_enqueue(stream, CU_GRAPH_NODE_TYPE_WAIT_EVENT, NULL);
    }
    enqueue_kernel(lane, stream, 0);
    if (state != CU_STREAM_CAPTURE_STATUS_NONE && nccl.events) {
        fake_enqueue(stream, CU_GRAPH_NODE_TYPE_EVENT_RECORD, NULL);
    }
}

static ncclResult_t answer(void)
{
    nccl.left = nccl.in_progress;
    return nccl.left != 0 ? ncclInProgress : nccl.answer;
}

ncclResult_t ncclAllReduce(const void *from, void *to, size_t count, ncclDataType_t type, ncclRedOp_t operation,
                           ncclComm_t comm, CUstream stream)
{
    ck_assert_ptr_eq(comm, all.communicator);
    ck_assert_int_eq(type, ncclFloat32);
    ck_assert_int_eq(operation, ncclSum);
    nccl.collectives++;
    nccl.from = from;
    nccl.to = to;
    nccl.elements = count;
    if (nccl.answer == ncclSuccess) {
        enqueue(stream);
    }
    return answer();
}

/* Of the stamps. */
ncclResult_t ncclAllGather(const void *from, void *to, size_t count, ncclDataType_t type, ncclComm_t comm,
                           CUstream stream)
{
    (void)comm;
    ck_assert_uint_eq(count, 1);
    ck_assert_int_eq(type, ncclUint64);
    memcpy(to, from, 8);
    memcpy((unsigned char *)to + 8, &nccl.other, 8);
    if (nccl.answer == ncclSuccess) {
        fake_make_busy(stream, nccl.late ? 200 : 0);
    }
    return answer();
}

ncclResult_t ncclBroadcast(const void *from, void *to, size_t count, ncclDataType_t type, int root, ncclComm_t comm,
                           CUstream stream)
{
    (void)from;
    (void)count;
    (void)type;
    (void)comm;
    ck_assert_ptr_null(stream);
    if (root == 1) {
        memcpy(to, &nccl.other, 8);
    }
    return ncclSuccess;
}

ncclResult_t ncclReduceScatter(const void *from, void *to, size_t count, ncclDataType_t type, ncclRedOp_t operation,
                               ncclComm_t comm, CUstream stream)
{
    return ncclAllReduce(from, to, count, type, operation, comm, stream);
}

ncclResult_t ncclCommCount(const ncclComm_t comm, int *count)
{
    (void)comm;
    *count = nccl.count;
    return ncclSuccess;
}

ncclResult_t ncclCommUserRank(const ncclComm_t comm, int *rank)
{
    (void)comm;
    *rank = 0;
    return ncclSuccess;
}

ncclResult_t ncclCommCuDevice(const ncclComm_t comm, int *device)
{
    (void)comm;
    *device = nccl.device;
    return ncclSuccess;
}

ncclResult_t ncclCommGetAsyncError(ncclComm_t comm, ncclResult_t *error)
{
    (void)comm;
    *error = nccl.error != ncclSuccess ? nccl.error : nccl.left != 0 ? ncclInProgress : nccl.answer;
    nccl.left -= nccl.left != 0;
    return ncclSuccess;
}

/* As the real one: it does not return before all graphs are gone. */
ncclResult_t ncclCommAbort(ncclComm_t comm)
{
    const struct timespec moment = {0, MILLISECOND};
    (void)comm;
    __atomic_add_fetch(&nccl.aborted, 1, __ATOMIC_ACQ_REL);
    while (__atomic_load_n(&nccl.graphs, __ATOMIC_ACQUIRE) != 0) {
        nanosleep(&moment, NULL);
    }
    return ncclSuccess;
}

const char *ncclGetErrorString(ncclResult_t result)
{
    return result == ncclSystemError ? "a system call" : result == ncclRemoteError ? "a remote process" : "no error";
}

/* ---- a program ---- */

static int do_sum(own_lane *l, void *stream)
{
    return vg_nccl_call(&l->rt, &use, &meeting, &sum, l->arenas[0], l->arenas[0] + 256, stream);
}

static void setup(void)
{
    setup_capture();
    memset(&nccl, 0, sizeof nccl);
    memset(&all, 0, sizeof all);
    memset(&use, 0, sizeof use);
    nccl.count = 2;
    nccl.other = meeting.stamp;
    all.communicator = &nccl;
    all.timeout_ns = 5000 * (uint64_t)MILLISECOND;
    use.ranks = &all;
    behave = do_sum;
    step_desc.given = NULL;
    step_desc.allowed = VG_CAPTURE_HOST | VG_CAPTURE_EVENTS;
}

static void join_well(void)
{
    ck_assert_int_eq(vg_nccl_join(&all, VG_FOREVER), VG_OK);
    ck_assert_ptr_null(all.communicator);
    ck_assert_uint_eq(nccl.aborted, 1);
}

START_TEST(met_once_then_called_and_captured)
{
    ck_assert_int_eq(open_first(), VG_OK);
    ck_assert_uint_eq(nccl.collectives, 2);
    ck_assert_uint_eq(use.met, 1);
    ck_assert_uint_eq((uintptr_t)nccl.from, lane->arenas[0]);
    ck_assert_uint_eq((uintptr_t)nccl.to, lane->arenas[0] + 256);
    ck_assert_uint_eq(nccl.elements, 64);
    ck_assert_int_eq(fake_type(lane->nodes[FIRST]), CU_GRAPH_NODE_TYPE_KERNEL);
    ck_assert_int_eq(vg_step(&lane->rt, 0), VG_OK);
    ck_assert_uint_eq(nccl.collectives, 3);
    ck_assert_int_eq(vg_nccl_failed(&all), VG_OK);
    ck_assert_str_eq(vg_nccl_error_text(&all), "");
    ck_assert_int_eq(vg_nccl_join(&all, 0), VG_STATE);
    close_well();
}
END_TEST

START_TEST(events_become_nodes)
{
    nccl.events = 1;
    ck_assert_int_eq(open_first(), VG_OK);
    ck_assert_int_eq(fake_type(lane->nodes[FIRST]), CU_GRAPH_NODE_TYPE_WAIT_EVENT);
    ck_assert_int_eq(fake_type(lane->nodes[FIRST + 1]), CU_GRAPH_NODE_TYPE_KERNEL);
    ck_assert_int_eq(fake_type(lane->nodes[FIRST + 2]), CU_GRAPH_NODE_TYPE_EVENT_RECORD);
    ck_assert_uint_eq(fake_waits_for(lane->nodes[AFTER], lane->nodes[FIRST + 2]), 1);
    close_well();
    step_desc.allowed = 0; /* an application's function may not */
    use.met = 0;
    refused(VG_ARGUMENT, titles[FIRST], "without an event of somebody else's");
}
END_TEST

START_TEST(what_does_not_fit_is_refused)
{
    use.ranks = NULL;
    refused(VG_ARGUMENT, sum.title, "communicator of the ranks, which open is to be given");
    use.ranks = &all;
    all.communicator = NULL;
    refused(VG_ARGUMENT, sum.title, "communicator of the ranks, which open is to be given");
    all.communicator = &nccl;
    nccl.count = 3;
    refused(VG_ARGUMENT, sum.title, "expected 2, found 3");
    nccl.count = 2;
    nccl.device = 1;
    refused(VG_ARGUMENT, sum.title, "device of the communicator");
    nccl.device = 0;
    nccl.other++;
    refused(VG_ARGUMENT, sum.title, "plan of every rank");
    ck_assert_uint_eq(lane->rt.detail.found, 1);
    ck_assert_uint_eq(nccl.collectives, 0);
    ck_assert_uint_eq(use.met, 0);
    nccl.other--;
    nccl.answer = ncclSystemError;
    refused(VG_DRIVER, sum.title, "a system call");
}
END_TEST

/* Every driver call of the meeting, and of the rest of open. */
START_TEST(each_call_fails)
{
    for (unsigned long n = 1;; n++) {
        setup();
        fake_fail(n, CUDA_ERROR_UNKNOWN, 0);
        const vg_status status = open_first();
        if (fake.failed == NULL) {
            fake_fail(100000, CUDA_ERROR_UNKNOWN, 0);
            ck_assert_int_eq(status, VG_OK);
            close_well();
            ck_assert_uint_gt(n, 20);
            break;
        }
        if (status == VG_OK) {
            vg_close(&lane->rt);
        }
        ck_assert_str_eq(fake.misuse, "");
    }
}
END_TEST

/* In the meeting already: the communicator is aborted before any memory is freed. */
START_TEST(a_late_rank_ends_open)
{
    nccl.late = 1;
    all.timeout_ns = MILLISECOND;
    refused(VG_TIMEOUT, sum.title, "did not come in time");
    ck_assert_uint_eq(nccl.collectives, 0);
    ck_assert_int_eq(vg_nccl_failed(&all), VG_LOST);
    join_well();
    ck_assert_int_eq(vg_nccl_abort(&all), VG_STATE);
    ck_assert_int_eq(vg_nccl_failed(&all), VG_LOST);
}
END_TEST

START_TEST(a_late_rank_ends_a_step)
{
    ck_assert_int_eq(open_first(), VG_OK);
    nccl.late = 1;
    all.timeout_ns = MILLISECOND;
    ck_assert_int_eq(vg_step(&lane->rt, 0), VG_TIMEOUT);
    ck_assert_str_eq(lane->rt.detail.step, sum.title);
    nccl.late = 0;
    ck_assert_int_eq(vg_step(&lane->rt, 0), VG_LOST); /* what is aborted is not called */
    close_well();
    join_well();
}
END_TEST

START_TEST(communicators_need_not_block)
{
    nccl.in_progress = 3;
    ck_assert_int_eq(open_first(), VG_OK);
    close_well();
    use.met = 0;
    nccl.in_progress = 1000000;
    all.timeout_ns = MILLISECOND;
    refused(VG_TIMEOUT, sum.title, "did not come in time");
    join_well();
}
END_TEST

START_TEST(errors_are_found_meanwhile)
{
    nccl.late = 1;
    nccl.error = ncclRemoteError;
    refused(VG_DRIVER, sum.title, "a remote process");
    ck_assert_str_eq(vg_nccl_error_text(&all), "a remote process");
    join_well();
}
END_TEST

/* A replay that never ends by itself: the abort waits for the graphs, so it must not be waited for before close. */
START_TEST(the_way_out_of_a_replay)
{
    ck_assert_int_eq(open_first(), VG_OK);
    __atomic_store_n(&nccl.graphs, 1, __ATOMIC_RELEASE);
    fake.busy = 50;
    ck_assert_int_eq(vg_start(&lane->rt, 0), VG_OK);
    ck_assert_int_eq(vg_finish(&lane->rt, 0), VG_TIMEOUT);
    ck_assert_int_eq(vg_nccl_failed(&all), VG_OK);
    ck_assert_int_eq(vg_nccl_abort(&all), VG_OK);
    ck_assert_int_eq(vg_nccl_abort(&all), VG_OK);
    ck_assert_int_eq(vg_nccl_failed(&all), VG_LOST);
    ck_assert_int_eq(vg_nccl_join(&all, MILLISECOND), VG_TIMEOUT);
    close_well();
    __atomic_store_n(&nccl.graphs, 0, __ATOMIC_RELEASE);
    join_well();
}
END_TEST

/* Where the driver calls functions there is no stream, and no driver call is made. */
START_TEST(without_a_stream)
{
    nccl.other++;
    ck_assert_int_eq(open_first(), VG_ARGUMENT);
    const unsigned long before = fake.calls;
    use.met = 0;
    ck_assert_int_eq(do_sum(lane, NULL), VG_CAPTURE_TOLD);
    ck_assert_uint_eq(fake.calls, before);
    ck_assert_int_eq(lane->rt.detail.status, VG_ARGUMENT);
    ck_assert_uint_eq(lane->rt.detail.found, 1);
}
END_TEST

int main(void)
{
    Suite *s = suite_create("rt_nccl");
    TCase *tests = tcase_create("nccl");

    tcase_add_checked_fixture(tests, setup, NULL);
    tcase_add_test(tests, met_once_then_called_and_captured);
    tcase_add_test(tests, events_become_nodes);
    tcase_add_test(tests, what_does_not_fit_is_refused);
    tcase_add_test(tests, each_call_fails);
    tcase_add_test(tests, a_late_rank_ends_open);
    tcase_add_test(tests, a_late_rank_ends_a_step);
    tcase_add_test(tests, communicators_need_not_block);
    tcase_add_test(tests, errors_are_found_meanwhile);
    tcase_add_test(tests, the_way_out_of_a_replay);
    tcase_add_test(tests, without_a_stream);
    suite_add_tcase(s, tests);
    return run_suite(s);
}
