/* SPDX-License-Identifier: 0BSD */
/* SPDX-FileCopyrightText: 2026 The vggen authors */
/* Driver calls on streams themselves. */
#define _GNU_SOURCE
#include "stream/capture.h"
#include "stream/resident.h"

#include <stdlib.h>

static CUresult create(CUstream *out, unsigned flags, int priority)
{
    sim_stream *stream;
    if (!out || flags > CU_STREAM_NON_BLOCKING) {
        return sim_refuse(CUDA_ERROR_INVALID_VALUE, "flags 0x%x", flags);
    }
    stream = (sim_stream *)sim_allocate(1, sizeof *stream);
    stream->object = sim_object_new(SIM_STREAM, stream, NULL);
    if (!stream->object) {
        free(stream);
        return CUDA_ERROR_OUT_OF_MEMORY;
    }
    stream->non_blocking = flags == CU_STREAM_NON_BLOCKING;
    stream->flags = flags;
    stream->priority = priority > 0 ? 0 : priority < -5 ? -5 : priority;
    sim_stream_enlist(stream);
    *out = (CUstream)(void *)stream->object;
    return CUDA_SUCCESS;
}

CUresult CUDAAPI cuStreamCreate(CUstream *out, unsigned flags)
{
    CUresult result = sim_enter(__func__, SIM_CONTEXT);
    result = result ? result : create(out, flags, 0);
    return sim_leave_out(result, out, sizeof *out);
}

CUresult CUDAAPI cuStreamCreateWithPriority(CUstream *out, unsigned flags, int priority)
{
    CUresult result = sim_enter(__func__, SIM_CONTEXT);
    result = result ? result : create(out, flags, priority);
    return sim_leave_out(result, out, sizeof *out);
}

static CUresult destroy(CUstream handle)
{
    sim_stream *stream = (sim_stream *)sim_object_data(handle, SIM_STREAM);
    if (!stream) {
        return CUDA_ERROR_INVALID_HANDLE;
    }
    if (stream->capture) {
        sim_capture_abandon(stream);
    }
    sim_stream_delist(stream);
    sim_object_destroy(stream->object);
    free(stream->after);
    free(stream);
    return CUDA_SUCCESS;
}

CUresult CUDAAPI cuStreamDestroy_v2(CUstream handle)
{
    CUresult result = sim_enter(__func__, SIM_CONTEXT);
    result = result ? result : sim_resident_wait(handle);
    return sim_leave(result ? result : destroy(handle));
}

CUresult CUDAAPI cuStreamSynchronize(CUstream handle)
{
    CUresult result = sim_enter(__func__, SIM_CONTEXT);
    result = result ? result : sim_resident_wait(handle);
    return sim_leave(result ? result : sim_stream_drain(handle));
}

CUresult CUDAAPI cuStreamQuery(CUstream handle)
{
    CUresult result = sim_enter(__func__, SIM_CONTEXT);
    result = result ? result : sim_resident_runs(handle) ? CUDA_ERROR_NOT_READY : sim_resident_wait(handle);
    return sim_leave(result ? result : sim_stream_query(handle));
}

/* Begins a call that looks at a stream. */
static CUresult enter_stream(const char *call, CUstream handle, const sim_stream **stream)
{
    const CUresult result = sim_enter(call, SIM_CONTEXT);
    *stream = result ? NULL : sim_stream_get(handle);
    return result ? result : *stream ? CUDA_SUCCESS : CUDA_ERROR_INVALID_HANDLE;
}

CUresult CUDAAPI cuStreamGetPriority(CUstream handle, int *priority)
{
    const sim_stream *stream = NULL;
    const CUresult result = enter_stream(__func__, handle, &stream);
    if (!result) {
        *priority = stream->priority;
    }
    return sim_leave_out(result, priority, sizeof *priority);
}

CUresult CUDAAPI cuStreamGetFlags(CUstream handle, unsigned *flags)
{
    const sim_stream *stream = NULL;
    const CUresult result = enter_stream(__func__, handle, &stream);
    if (!result) {
        *flags = stream->flags;
    }
    return sim_leave_out(result, flags, sizeof *flags);
}

CUresult CUDAAPI cuLaunchHostFunc(CUstream handle, CUhostFn function, void *user)
{
    CUresult result = sim_enter(__func__, SIM_CONTEXT);
    if (!result && !function) {
        result = sim_refuse(CUDA_ERROR_INVALID_VALUE, "no function to call");
    }
    if (!result) {
        sim_work *work = sim_work_new(SIM_WORK_HOST);
        work->host.fn = function;
        work->host.userData = user;
        result = sim_stream_push(handle, work);
    }
    return sim_leave(result);
}
