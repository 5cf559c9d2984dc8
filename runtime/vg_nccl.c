/* SPDX-License-Identifier: 0BSD */
/* SPDX-FileCopyrightText: 2026 The vggen authors */
/* vg_nccl.c - collectives of programs with several ranks, over NCCL 2.x, which only this file knows. Compile it with
 * -DVG_WITH_NCCL, nccl.h in the include path, and link with -lnccl -lpthread. Without that, open of such a program says
 * so, and any other program does not need the file.
 *
 * The step of a collective is a captured function like those that applications bring: called in open, then captured.
 * What is captured belongs to NCCL, so that nothing here may outlive the communicator. */
#ifndef _POSIX_C_SOURCE
#define _POSIX_C_SOURCE 199309L /* nanosleep */
#endif
#include "vg_nccl.h"

/* Whether or not there is NCCL: what was found stands in the detail. */
static int tell(vg_program *rt, const vg_collective *what, vg_status status, const char *why, uint64_t expected,
                uint64_t found)
{
    (void)vg_refuse(rt, status, why, expected, found);
    rt->detail.step = what->title;
    return VG_CAPTURE_TOLD;
}

#if defined(VG_WITH_NCCL) && !defined(VG_WITHOUT_CUDA)

#include <nccl.h> /* before vg_cuda.h, because it may bring the toolkit's cuda.h */

#include "vg_impl.h"

#include <pthread.h>
#include <string.h>
#include <time.h>

/* vg_ranks.aborting. */
enum { NOT_ABORTING, ABORTING, ABORTED };

/* After an abort has begun, for the kernels of the communicator to notice. */
#define DRAIN_NS UINT64_C(10000000000)

VG_STATIC_ASSERT(sizeof(pthread_t) <= sizeof(((vg_ranks *)0)->thread), a_thread_has_room);

static ncclComm_t communicator_of(const vg_ranks *ranks)
{
    return (ncclComm_t)ranks->communicator;
}

static int failed(vg_program *rt, vg_ranks *ranks, const vg_collective *what, ncclResult_t result)
{
    ranks->error = (int)result;
    return tell(rt, what, VG_DRIVER, ncclGetErrorString(result), (uint64_t)ncclSuccess, (uint64_t)result);
}

static int failed_driver(vg_program *rt, const vg_collective *what, CUresult result, const char *call)
{
    (void)vg_driver_failed(rt, (int)result, call, what->title);
    return VG_CAPTURE_TOLD;
}

/* ---- the way out ---- */

static void *abort_now(void *argument)
{
    vg_ranks *ranks = (vg_ranks *)argument;
    const ncclResult_t result = ncclCommAbort(communicator_of(ranks));
    if (result != ncclSuccess && result != ncclInProgress) {
        ranks->error = (int)result;
    }
    __atomic_store_n(&ranks->aborting, (unsigned)ABORTED, __ATOMIC_RELEASE);
    return NULL;
}

vg_status vg_nccl_abort(vg_ranks *ranks)
{
    pthread_t thread;
    if (ranks->communicator == NULL) {
        return VG_STATE;
    }
    if (ranks->aborting != (unsigned)NOT_ABORTING) {
        return VG_OK;
    }
    ranks->aborting = (unsigned)ABORTING;
    if (pthread_create(&thread, NULL, abort_now, ranks) != 0) {
        ranks->aborting = (unsigned)NOT_ABORTING;
        return VG_NO_MEMORY;
    }
    (void)memcpy(ranks->thread, &thread, sizeof thread);
    return VG_OK;
}

static void pause_shortly(void)
{
    const struct timespec time = {0, 50000};
    (void)nanosleep(&time, NULL);
}

static unsigned abort_state(const vg_ranks *ranks)
{
    return __atomic_load_n(&ranks->aborting, __ATOMIC_ACQUIRE);
}

vg_status vg_nccl_join(vg_ranks *ranks, uint64_t timeout_ns)
{
    const uint64_t begin = vg_now();
    pthread_t thread;
    if (abort_state(ranks) == (unsigned)NOT_ABORTING) {
        return VG_STATE;
    }
    while (abort_state(ranks) != (unsigned)ABORTED) {
        if (timeout_ns != VG_FOREVER && vg_now() - begin >= timeout_ns) {
            return VG_TIMEOUT;
        }
        pause_shortly();
    }
    (void)memcpy(&thread, ranks->thread, sizeof thread);
    (void)pthread_join(thread, NULL);
    ranks->aborting = (unsigned)NOT_ABORTING;
    ranks->communicator = NULL;
    return VG_OK;
}

vg_status vg_nccl_failed(vg_ranks *ranks)
{
    ncclResult_t found = ncclSuccess;
    ncclResult_t asked;
    if (ranks->communicator == NULL || abort_state(ranks) != (unsigned)NOT_ABORTING) {
        return VG_LOST;
    }
    asked = ncclCommGetAsyncError(communicator_of(ranks), &found);
    if (asked != ncclSuccess) {
        found = asked;
    }
    if (found == ncclSuccess || found == ncclInProgress) {
        return VG_OK;
    }
    ranks->error = (int)found;
    return VG_LOST;
}

const char *vg_nccl_error_text(const vg_ranks *ranks)
{
    return ranks->error == (int)ncclSuccess ? "" : ncclGetErrorString((ncclResult_t)ranks->error);
}

/* ---- waiting for the other ranks ---- */

static uint64_t timeout_of(const vg_ranks *ranks)
{
    return ranks->timeout_ns != 0 ? ranks->timeout_ns : VG_RANKS_TIMEOUT_NS;
}

/* Nothing of what the stream was given may be left when memory is freed. */
static CUresult drain(CUstream stream)
{
    const uint64_t begin = vg_now();
    CUresult result = stream != NULL ? cuStreamQuery(stream) : CUDA_SUCCESS;
    while (result == CUDA_ERROR_NOT_READY && vg_now() - begin < DRAIN_NS) {
        pause_shortly();
        result = cuStreamQuery(stream);
    }
    return result;
}

static int give_up(vg_program *rt, vg_ranks *ranks, const vg_collective *what, CUstream stream)
{
    (void)vg_nccl_abort(ranks);
    (void)drain(stream);
    if (ranks->error != (int)ncclSuccess) {
        return failed(rt, ranks, what, (ncclResult_t)ranks->error);
    }
    return tell(rt, what, VG_TIMEOUT,
                "all other ranks, of which one did not come in time: the communicator is aborted (vg_nccl_join)", 0, 0);
}

/* A communicator that does not block connects ranks and enqueues in a thread of its own. */
static int settle_call(vg_program *rt, vg_ranks *ranks, const vg_collective *what, CUstream stream, ncclResult_t result)
{
    const uint64_t begin = vg_now();
    while (result == ncclInProgress) {
        const ncclResult_t asked = ncclCommGetAsyncError(communicator_of(ranks), &result);
        if (asked != ncclSuccess) {
            result = asked;
        } else if (result == ncclInProgress) {
            if (vg_now() - begin >= timeout_of(ranks)) {
                return give_up(rt, ranks, what, stream);
            }
            pause_shortly();
        }
    }
    return result == ncclSuccess ? 0 : failed(rt, ranks, what, result);
}

/* What the stream was given has ended, or is made to end. */
static int settle(vg_program *rt, vg_ranks *ranks, const vg_collective *what, CUstream stream)
{
    const uint64_t begin = vg_now();
    CUresult result = stream == NULL ? CUDA_SUCCESS : cuStreamQuery(stream);
    while (result == CUDA_ERROR_NOT_READY && vg_now() - begin < timeout_of(ranks) && vg_nccl_failed(ranks) == VG_OK) {
        pause_shortly();
        result = cuStreamQuery(stream);
    }
    if (result != CUDA_SUCCESS && result != CUDA_ERROR_NOT_READY) {
        return failed_driver(rt, what, result, "cuStreamQuery");
    }
    return result == CUDA_SUCCESS && vg_nccl_failed(ranks) == VG_OK ? 0 : give_up(rt, ranks, what, stream);
}

/* ---- meeting ---- */

/* VG_NCCL_ANY_RANKS is for tests: it takes a communicator of one rank, whatever the program has, so that what NCCL
 * enqueues is captured on a machine with one device. What other ranks would give is then left as it was. */
static int check_communicator(vg_program *rt, vg_ranks *ranks, const vg_meeting *meeting, const vg_collective *what,
                              int *count)
{
    int device = 0;
    ncclResult_t result = ncclCommCount(communicator_of(ranks), count);
    if (result == ncclSuccess) {
        result = ncclCommCuDevice(communicator_of(ranks), &device);
    }
    if (result != ncclSuccess) {
        return failed(rt, ranks, what, result);
    }
#ifdef VG_NCCL_ANY_RANKS
    (void)meeting;
#else
    if ((unsigned)*count != meeting->ranks) {
        return tell(rt, what, VG_ARGUMENT, "ranks of the communicator, which are to be those of the program",
                    meeting->ranks, (uint64_t)*count);
    }
#endif
    if (device != rt->device) {
        return tell(rt, what, VG_ARGUMENT, "device of the communicator, which is to be that of the program",
                    (uint64_t)rt->device, (uint64_t)device);
    }
    return 0;
}

static int compare(vg_program *rt, const vg_ranks *ranks, const vg_meeting *meeting, const vg_collective *what,
                   uint64_t stamp, int other)
{
    int own = 0;
    if (stamp == meeting->stamp) {
        return 0;
    }
    (void)ncclCommUserRank(communicator_of(ranks), &own);
    return tell(rt, what, VG_ARGUMENT,
                "plan of every rank, which has to be the same: build all of them from the files of one run of vggen "
                "(this rank, and one that differs)",
                (uint64_t)own, (uint64_t)other);
}

/* Without a stream there is no device, and its memory is the host's. */
static int exchange_at_once(vg_program *rt, vg_ranks *ranks, const vg_meeting *meeting, const vg_collective *what,
                            int count)
{
    int answer = 0;
    int first = 0;
    int i;
    for (i = 0; i < count; i++) {
        uint64_t stamp = meeting->stamp;
        const ncclResult_t called = ncclBroadcast(&stamp, &stamp, 1, ncclUint64, i, communicator_of(ranks), NULL);
        answer = settle_call(rt, ranks, what, NULL, called);
        if (answer != 0) {
            return answer;
        }
        first = first != 0 || stamp == meeting->stamp ? first : i + 1;
    }
    return first != 0 ? compare(rt, ranks, meeting, what, ~meeting->stamp, first - 1) : 0;
}

/* On the stream, so that a capture of another thread is not disturbed. */
static int compare_all(vg_program *rt, const vg_ranks *ranks, const vg_meeting *meeting, const vg_collective *what,
                       CUdeviceptr stamps, int count, CUstream stream)
{
    int answer = 0;
    int i;
    for (i = 0; answer == 0 && i < count; i++) {
        uint64_t stamp = 0;
        const char *call = "cuMemcpyDtoHAsync";
        CUresult result = cuMemcpyDtoHAsync(&stamp, stamps + (size_t)i * sizeof stamp, sizeof stamp, stream);
        if (result == CUDA_SUCCESS) {
            call = "cuStreamQuery";
            result = drain(stream);
        }
        answer = result == CUDA_SUCCESS ? compare(rt, ranks, meeting, what, stamp, i)
                                        : failed_driver(rt, what, result, call);
    }
    return answer;
}

static int exchange_on(vg_program *rt, vg_ranks *ranks, const vg_meeting *meeting, const vg_collective *what,
                       CUstream stream, int count)
{
    CUdeviceptr memory = 0;
    CUresult result = cuMemAlloc(&memory, ((size_t)count + 1) * sizeof meeting->stamp);
    CUdeviceptr all;
    int answer;
    if (result != CUDA_SUCCESS) {
        return failed_driver(rt, what, result, "cuMemAlloc");
    }
    all = memory + sizeof meeting->stamp;
    result = cuMemcpyHtoDAsync(memory, &meeting->stamp, sizeof meeting->stamp, stream);
    if (result != CUDA_SUCCESS) {
        answer = failed_driver(rt, what, result, "cuMemcpyHtoDAsync");
    } else {
        const ncclResult_t called = ncclAllGather((const void *)(uintptr_t)memory, (void *)(uintptr_t)all, 1,
                                                  ncclUint64, communicator_of(ranks), stream);
        answer = settle_call(rt, ranks, what, stream, called);
        if (answer == 0) {
            answer = settle(rt, ranks, what, stream);
        }
        if (answer == 0) {
            answer = compare_all(rt, ranks, meeting, what, all, count, stream);
        }
    }
    if (drain(stream) != CUDA_ERROR_NOT_READY) { /* or it goes with the context */
        (void)cuMemFree(memory);
    }
    return answer;
}

static int meet(vg_program *rt, vg_ranks_use *use, const vg_meeting *meeting, const vg_collective *what,
                CUstream stream)
{
    int count = 0;
    int answer;
    if (use->ranks == NULL || use->ranks->communicator == NULL) {
        return tell(rt, what, VG_ARGUMENT, "communicator of the ranks, which open is to be given", 0, 0);
    }
    answer = check_communicator(rt, use->ranks, meeting, what, &count);
    if (answer == 0) {
        answer = stream == NULL ? exchange_at_once(rt, use->ranks, meeting, what, count)
                                : exchange_on(rt, use->ranks, meeting, what, stream, count);
    }
    use->met = answer == 0;
    return answer;
}

/* ---- collectives ---- */

static ncclDataType_t type_of(vg_rank_type type)
{
    static const ncclDataType_t types[] = {ncclInt8,   ncclUint8,   ncclInt32,    ncclUint32,  ncclInt64,
                                           ncclUint64, ncclFloat16, ncclBfloat16, ncclFloat32, ncclFloat64};
    return types[type];
}

static ncclRedOp_t operation_of(vg_reduction reduction)
{
    static const ncclRedOp_t operations[] = {ncclSum, ncclProd, ncclMin, ncclMax};
    return operations[reduction];
}

static ncclResult_t enqueue(ncclComm_t communicator, const vg_collective *what, const void *from, void *to,
                            CUstream stream)
{
    const size_t count = (size_t)what->count;
    const ncclDataType_t type = type_of(what->type);
    switch (what->kind) {
    case VG_ALL_REDUCE:
        return ncclAllReduce(from, to, count, type, operation_of(what->reduction), communicator, stream);
    case VG_BROADCAST:
        return ncclBroadcast(from, to, count, type, what->root, communicator, stream);
    case VG_ALL_GATHER:
        return ncclAllGather(from, to, count, type, communicator, stream);
    case VG_REDUCE_SCATTER:
        return ncclReduceScatter(from, to, count, type, operation_of(what->reduction), communicator, stream);
    }
    return ncclInvalidArgument;
}

static int is_captured(CUstream stream)
{
    CUstreamCaptureStatus state = CU_STREAM_CAPTURE_STATUS_NONE;
    return stream != NULL && cuStreamIsCapturing(stream, &state) == CUDA_SUCCESS &&
           state != CU_STREAM_CAPTURE_STATUS_NONE;
}

int vg_nccl_call(vg_program *rt, vg_ranks_use *use, const vg_meeting *meeting, const vg_collective *what, uint64_t from,
                 uint64_t to, void *stream)
{
    const CUstream on = (CUstream)stream;
    ncclResult_t result;
    int captured;
    int answer = use->met != 0 ? 0 : meet(rt, use, meeting, what, on);
    if (answer != 0) {
        return answer;
    }
    if (abort_state(use->ranks) != (unsigned)NOT_ABORTING || use->ranks->communicator == NULL) {
        return tell(rt, what, VG_LOST, "communicator, which was aborted: close", 0, 0);
    }
    result = enqueue(communicator_of(use->ranks), what, (const void *)(uintptr_t)from, (void *)(uintptr_t)to, on);
    captured = is_captured(on);
    answer = settle_call(rt, use->ranks, what, captured ? NULL : on, result);
    return answer != 0 || captured ? answer : settle(rt, use->ranks, what, on);
}

#else

int vg_nccl_call(vg_program *rt, vg_ranks_use *use, const vg_meeting *meeting, const vg_collective *what, uint64_t from,
                 uint64_t to, void *stream)
{
    (void)use;
    (void)from;
    (void)to;
    (void)stream;
    return tell(rt, what, VG_CANNOT, "NCCL, which several ranks need: compile vg_nccl.c with -DVG_WITH_NCCL",
                meeting->ranks, 1);
}

vg_status vg_nccl_failed(vg_ranks *ranks)
{
    (void)ranks;
    return VG_CANNOT;
}

const char *vg_nccl_error_text(const vg_ranks *ranks)
{
    (void)ranks;
    return "";
}

vg_status vg_nccl_abort(vg_ranks *ranks)
{
    (void)ranks;
    return VG_STATE;
}

vg_status vg_nccl_join(vg_ranks *ranks, uint64_t timeout_ns)
{
    (void)ranks;
    (void)timeout_ns;
    return VG_STATE;
}

#endif
