/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The vggen authors */
/* refused_calls_ways.h - what the function of refused_calls_test.c does on the stream that it is given: each way has one
 * thing that it may not do, or none. */
#ifndef REFUSED_CALLS_WAYS_H
#define REFUSED_CALLS_WAYS_H

#include <cuda.h>

#include "refused_calls.h"

#include "feature.h"

enum { N = REFUSED_CALLS_N, BYTES = N * (int)sizeof(float) };

typedef refused_calls_work_buffers buffers;
typedef int (*manner)(CUstream stream, const buffers *b);

static refused_calls p;
static CUcontext context, other_context;
static CUstream second, kept;
static CUevent event;
static void *host_memory;
static manner how;
static unsigned turn; /* how many times the function has been called since open began */

/* ---- on a stream ---- */

static int launch(CUstream stream, unsigned kernel, void *first, const float *y)
{
    CUdeviceptr to = (CUdeviceptr)(uintptr_t)y;
    void *parameters[2];

    parameters[0] = first;
    parameters[1] = &to;
    return (int)cuLaunchKernel((CUfunction)p.kernel[kernel], 1, 1, 1, N, 1, 1, 0, stream, parameters, NULL);
}

/* y = 2 t */
static int good(CUstream stream, const buffers *b)
{
    CUdeviceptr from = (CUdeviceptr)(uintptr_t)b->t;

    return launch(stream, 0, &from, b->y);
}

/* A place in the program's memory that the step has nothing to do with. */
static CUdeviceptr stranger(const buffers *b)
{
    const uint64_t y = (uint64_t)(uintptr_t)b->y, t = (uint64_t)(uintptr_t)b->t;
    const uint64_t work = (uint64_t)(uintptr_t)b->workspace;
    uint64_t at = p.rt.store.arenas[0];

    while ((at < y + BYTES && y < at + BYTES) || (at < t + BYTES && t < at + BYTES) ||
           (at < work + b->workspace_bytes && work < at + BYTES))
        at += 256;
    CHECK(at + BYTES <= p.rt.store.arenas[0] + p.rt.desc->arena_bytes[0]);
    return at;
}

static int allocates(CUstream stream, const buffers *b)
{
    CUdeviceptr memory;
    const CUresult result = cuMemAlloc(&memory, 64);

    if (result == CUDA_SUCCESS)
        cuMemFree(memory);
    return result != CUDA_SUCCESS ? (int)result : good(stream, b);
}

/* The driver knows, although the function does not say. */
static int allocates_silently(CUstream stream, const buffers *b)
{
    (void)allocates(stream, b);
    return 0;
}

static int allocates_in_order(CUstream stream, const buffers *b)
{
    CUdeviceptr memory = 0;

    CHECK(cuMemAllocAsync(&memory, 64, stream) == CUDA_SUCCESS && cuMemFreeAsync(memory, stream) == CUDA_SUCCESS);
    return good(stream, b);
}

static int prints(CUstream stream, const buffers *b)
{
    fprintf(stderr, "a function may print\n");
    return good(stream, b);
}

static int synchronises(CUstream stream, const buffers *b)
{
    const int result = good(stream, b);

    return result != 0 ? result : (int)cuStreamSynchronize(stream);
}

static int forks(CUstream stream, const buffers *b)
{
    const int result = good(stream, b);

    CHECK(cuEventRecord(event, stream) == CUDA_SUCCESS);
    CHECK(cuStreamWaitEvent(second, event, 0) == CUDA_SUCCESS);
    CHECK(cuMemsetD32Async((CUdeviceptr)(uintptr_t)b->workspace, 0, 4, second) == CUDA_SUCCESS);
    return result;
}

static int forks_and_joins(CUstream stream, const buffers *b)
{
    const int result = forks(stream, b);

    CHECK(cuEventRecord(event, second) == CUDA_SUCCESS);
    CHECK(cuStreamWaitEvent(stream, event, 0) == CUDA_SUCCESS);
    return result;
}

static int changes_context(CUstream stream, const buffers *b)
{
    const int result = good(stream, b);

    CHECK(cuCtxSetCurrent(other_context) == CUDA_SUCCESS);
    return result;
}

/* Of its first call, which is not captured. */
static int keeps_stream(CUstream stream, const buffers *b)
{
    kept = turn == 1 ? stream : kept;
    return good(kept, b);
}

static int keeps_it_for_more(CUstream stream, const buffers *b)
{
    const int result = good(stream, b);

    kept = turn == 1 ? stream : kept;
    return result != 0 ? result : good(kept, b);
}

static int ends_capture(CUstream stream, const buffers *b)
{
    CUgraph graph = NULL;
    const int result = good(stream, b);

    if (cuStreamEndCapture(stream, &graph) == CUDA_SUCCESS)
        cuGraphDestroy(graph);
    return result;
}

static void on_host(void *user)
{
    (void)user;
}

/* In its first call, which is not captured: that is its own. */
static int captures(CUstream stream, const buffers *b)
{
    (void)b;
    return (int)cuStreamBeginCapture(stream, CU_STREAM_CAPTURE_MODE_THREAD_LOCAL);
}

/* On a stream of its own, so that the driver refuses most of what this thread does next. */
static int leaves_capture(CUstream stream, const buffers *b)
{
    const int result = good(stream, b);

    if (turn > 1)
        CHECK(cuStreamBeginCapture(second, CU_STREAM_CAPTURE_MODE_THREAD_LOCAL) == CUDA_SUCCESS);
    return result;
}

static int records_for_others(CUstream stream, const buffers *b)
{
    const int result = good(stream, b);

    return turn == 1 || result != 0 ? result : (int)cuEventRecordWithFlags(event, stream, CU_EVENT_RECORD_EXTERNAL);
}

static int calls_host(CUstream stream, const buffers *b)
{
    const int result = good(stream, b);

    return result != 0 ? result : (int)cuLaunchHostFunc(stream, on_host, NULL);
}

static int copies_outside(CUstream stream, const buffers *b)
{
    return (int)cuMemcpyDtoDAsync(stranger(b), (CUdeviceptr)(uintptr_t)b->t, BYTES, stream);
}

static int copies_from_outside(CUstream stream, const buffers *b)
{
    return (int)cuMemcpyDtoDAsync((CUdeviceptr)(uintptr_t)b->y, stranger(b), BYTES, stream);
}

static int fills_input(CUstream stream, const buffers *b)
{
    return (int)cuMemsetD32Async((CUdeviceptr)(uintptr_t)b->t, 0, N, stream);
}

static int fills_too_much(CUstream stream, const buffers *b)
{
    return (int)cuMemsetD8Async((CUdeviceptr)(uintptr_t)b->y, 0, BYTES + 1, stream);
}

static int copies_from_host(CUstream stream, const buffers *b)
{
    return (int)cuMemcpyHtoDAsync((CUdeviceptr)(uintptr_t)b->y, host_memory, BYTES, stream);
}

static int kernel_outside(CUstream stream, const buffers *b)
{
    CUdeviceptr from = stranger(b);

    return launch(stream, 0, &from, b->y);
}

static int struct_outside(CUstream stream, const buffers *b)
{
    refused_calls_part from;

    memset(&from, 0, sizeof from);
    from.at = stranger(b);
    return launch(stream, 1, &from, b->y);
}

static int does_nothing(CUstream stream, const buffers *b)
{
    (void)stream;
    (void)b;
    return 0;
}

static int fails(CUstream stream, const buffers *b)
{
    (void)stream;
    (void)b;
    return 42;
}

static int fails_when_captured(CUstream stream, const buffers *b)
{
    return turn > 1 ? 43 : good(stream, b);
}

static int does_much(CUstream stream, const buffers *b)
{
    int result = 0;

    for (unsigned i = 0; i < 4 && result == 0; i++)
        result = good(stream, b);
    return result;
}

/* As many nodes as before, then more; and as many, of another kind. */
static int grows(CUstream stream, const buffers *b)
{
    const int result = good(stream, b);

    return turn < 3 || result != 0 ? result : good(stream, b);
}

static int turns_into_a_copy(CUstream stream, const buffers *b)
{
    return turn < 3 ? good(stream, b)
                    : (int)cuMemcpyDtoDAsync((CUdeviceptr)(uintptr_t)b->y, (CUdeviceptr)(uintptr_t)b->t, BYTES, stream);
}

static const struct {
    const char *name;
    manner how;
    const char *says; /* NULL: it may */
} ways[] = {
    {"good", good, NULL},
    {"prints", prints, NULL},
    {"forks and joins", forks_and_joins, NULL},
    {"allocates", allocates, "what the function returned while its stream was captured"},
    {"allocates silently", allocates_silently, "cuStreamEndCapture"},
    {"allocates in order", allocates_in_order, "node that allocates nothing"},
    {"synchronises", synchronises, "what the function returned while its stream was captured"},
    {"forks", forks, "(904)"},
    {"changes the context", changes_context, "device and context after the function"},
    {"keeps its stream", keeps_stream, "enqueued on the stream of this call"},
    {"keeps its stream for more", keeps_it_for_more, "not on that of an earlier one"},
    {"ends the capture", ends_capture, "capture after the function, which ended it"},
    {"captures by itself", captures, "left it open for capture"},
    {"leaves a capture open", leaves_capture, "left one open on another stream"},
    {"records for others", records_for_others, "node without an event of somebody else's"},
    {"calls a function of the host's", calls_host, "node without a function of the host's"},
    {"copies outside", copies_outside, "not in the step's `writes:`"},
    {"copies from outside", copies_from_outside, "source of a copy"},
    {"fills an input", fills_input, "not in the step's `writes:`"},
    {"fills too much", fills_too_much, "not in the step's `writes:`"},
    {"copies from the host", copies_from_host, "copy without memory of the host"},
    {"gives a kernel an address outside", kernel_outside, "address in a kernel's parameters"},
    {"gives a kernel a struct with one", struct_outside, "address in a kernel's parameters"},
    {"does nothing", does_nothing, "enqueued on the stream of this call"},
    {"fails", fails, "what the function returned, called outside a capture"},
    {"fails when it is captured", fails_when_captured, "what the function returned while its stream was captured"},
    {"does too much", does_much, "`nodes:` of the step"},
};

#endif
