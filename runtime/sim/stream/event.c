/* SPDX-License-Identifier: 0BSD */
/* SPDX-FileCopyrightText: 2026 The vggen authors */
/* Events. */
#define _GNU_SOURCE
#include "stream/capture.h"

#include <stdlib.h>

static CUresult create_event(CUevent *out, unsigned flags)
{
    sim_event *event;
    if (!out || flags > 7) {
        return sim_refuse(CUDA_ERROR_INVALID_VALUE, "flags 0x%x", flags);
    }
    event = (sim_event *)sim_allocate(1, sizeof *event);
    event->flags = flags;
    event->object = sim_object_new(SIM_EVENT, event, NULL);
    if (!event->object) {
        free(event);
        return CUDA_ERROR_OUT_OF_MEMORY;
    }
    *out = (CUevent)(void *)event->object;
    return CUDA_SUCCESS;
}

CUresult CUDAAPI cuEventCreate(CUevent *out, unsigned flags)
{
    CUresult result = sim_enter(__func__, SIM_CONTEXT);
    result = result ? result : create_event(out, flags);
    return sim_leave_out(result, out, sizeof *out);
}

CUresult CUDAAPI cuEventDestroy_v2(CUevent handle)
{
    CUresult result = sim_enter(__func__, SIM_CONTEXT);
    sim_event *event = result ? NULL : (sim_event *)sim_object_data(handle, SIM_EVENT);
    result = result ? result : event ? CUDA_SUCCESS : CUDA_ERROR_INVALID_HANDLE;
    if (!result) {
        sim_object_destroy(event->object);
        free(event->after);
        free(event);
    }
    return sim_leave(result);
}

static CUresult record(CUevent handle, CUstream stream_handle, bool external)
{
    sim_event *event = (sim_event *)sim_object_data(handle, SIM_EVENT);
    sim_stream *stream = event ? sim_stream_get(stream_handle) : NULL;
    sim_work *work;
    if (!stream) {
        return CUDA_ERROR_INVALID_HANDLE;
    }
    if (stream->capture) {
        return external ? sim_capture_external(stream, event, CU_GRAPH_NODE_TYPE_EVENT_RECORD)
                        : sim_capture_record(stream, event);
    }
    event->capture = 0;
    work = sim_work_new(SIM_WORK_RECORD);
    work->event = event->object;
    work->version = ++event->recorded;
    event->stream = stream->object;
    event->sequence = sim_stream_next_sequence(); /* the push below */
    event->asked = false;
    return sim_stream_push(stream_handle, work);
}

CUresult CUDAAPI cuEventRecord(CUevent event, CUstream stream)
{
    CUresult result = sim_enter(__func__, SIM_CONTEXT);
    return sim_leave(result ? result : record(event, stream, false));
}

CUresult CUDAAPI cuEventRecordWithFlags(CUevent event, CUstream stream, unsigned flags)
{
    CUresult result = sim_enter(__func__, SIM_CONTEXT);
    if (!result && (flags > CU_EVENT_RECORD_EXTERNAL || (flags && !sim_stream_captured(stream)))) {
        result = sim_refuse(CUDA_ERROR_INVALID_VALUE, "flags 0x%x, in a stream that is not being captured", flags);
    }
    return sim_leave(result ? result : record(event, stream, flags != 0));
}

/* What waits for its last record. */
static sim_work wait_of(const sim_event *event)
{
    sim_work wait = {0};
    wait.source = event->stream;
    wait.source_sequence = event->sequence;
    return wait;
}

static CUresult finish_event(const sim_event *event)
{
    const sim_work wait = wait_of(event);
    if (event->capture) {
        return sim_capture_refuse_event(event);
    }
    if (sim_capture_allows_unsafe()) {
        return CUDA_ERROR_STREAM_CAPTURE_UNSUPPORTED;
    }
    CUresult result = event->completed < event->recorded ? sim_stream_wait(&wait) : CUDA_SUCCESS;
    return result ? result : sim_take_async();
}

static CUresult query_event(CUevent handle)
{
    sim_event *event = (sim_event *)sim_object_data(handle, SIM_EVENT);
    sim_work wait;
    if (!event) {
        return CUDA_ERROR_INVALID_HANDLE;
    }
    if (event->capture) {
        return sim_capture_refuse_event(event);
    }
    if (sim_capture_allows_unsafe()) {
        return CUDA_ERROR_STREAM_CAPTURE_UNSUPPORTED;
    }
    wait = wait_of(event);
    if (event->completed < event->recorded && sim_stream_wait_is_delayed(&wait)) {
        return CUDA_ERROR_NOT_READY;
    }
    if (event->completed < event->recorded && !event->asked) {
        event->asked = true;
        return CUDA_ERROR_NOT_READY;
    }
    return finish_event(event);
}

CUresult CUDAAPI cuEventQuery(CUevent handle)
{
    CUresult result = sim_enter(__func__, SIM_CONTEXT);
    return sim_leave(result ? result : query_event(handle));
}

CUresult CUDAAPI cuEventSynchronize(CUevent handle)
{
    CUresult result = sim_enter(__func__, SIM_CONTEXT);
    const sim_event *event = result ? NULL : (const sim_event *)sim_object_data(handle, SIM_EVENT);
    result = result ? result : event ? finish_event(event) : CUDA_ERROR_INVALID_HANDLE;
    return sim_leave(result);
}

static CUresult wait_for(CUstream handle, CUevent event_handle, unsigned flags)
{
    sim_event *event = (sim_event *)sim_object_data(event_handle, SIM_EVENT);
    sim_stream *stream = event ? sim_stream_get(handle) : NULL;
    sim_work *work;
    if (!stream) {
        return CUDA_ERROR_INVALID_HANDLE;
    }
    if (flags > CU_EVENT_WAIT_EXTERNAL || (flags && !stream->capture)) {
        return sim_refuse(CUDA_ERROR_INVALID_VALUE, "flags 0x%x, in a stream that is not being captured", flags);
    }
    if (flags) {
        return sim_capture_external(stream, event, CU_GRAPH_NODE_TYPE_WAIT_EVENT);
    }
    if (stream->capture || event->capture) {
        return sim_capture_wait(stream, event);
    }
    if (!event->recorded) {
        return CUDA_SUCCESS;
    }
    work = sim_work_new(SIM_WORK_WAIT);
    work->source = event->stream;
    work->source_sequence = event->sequence;
    return sim_stream_push(handle, work);
}

CUresult CUDAAPI cuStreamWaitEvent(CUstream stream, CUevent event, unsigned flags)
{
    CUresult result = sim_enter(__func__, SIM_CONTEXT);
    return sim_leave(result ? result : wait_for(stream, event, flags));
}

static CUresult elapsed(float *milliseconds, CUevent start_handle, CUevent end_handle)
{
    const sim_event *start = (const sim_event *)sim_object_data(start_handle, SIM_EVENT);
    const sim_event *end = start ? (const sim_event *)sim_object_data(end_handle, SIM_EVENT) : NULL;
    if (!end || !start->recorded || !end->recorded || ((start->flags | end->flags) & CU_EVENT_DISABLE_TIMING)) {
        return end ? sim_refuse(CUDA_ERROR_INVALID_HANDLE, "an event was not recorded, or has no time")
                   : CUDA_ERROR_INVALID_HANDLE;
    }
    if (start->completed < start->recorded || end->completed < end->recorded) {
        return CUDA_ERROR_NOT_READY;
    }
    *milliseconds = (float)((double)(end->at.tv_sec - start->at.tv_sec) * 1e3 +
                            (double)(end->at.tv_nsec - start->at.tv_nsec) * 1e-6);
    return CUDA_SUCCESS;
}

CUresult CUDAAPI cuEventElapsedTime_v2(float *milliseconds, CUevent start, CUevent end)
{
    CUresult result = sim_enter(__func__, SIM_CONTEXT);
    result = result ? result : elapsed(milliseconds, start, end);
    return sim_leave_out(result, milliseconds, sizeof *milliseconds);
}

/* Drivers before 12.8 have only this one; newer headers do not declare it. */
#undef cuEventElapsedTime
CUresult CUDAAPI cuEventElapsedTime(float *milliseconds, CUevent start, CUevent end);
CUresult CUDAAPI cuEventElapsedTime(float *milliseconds, CUevent start, CUevent end)
{
    CUresult result = sim_enter(__func__, SIM_CONTEXT);
    result = result ? result : elapsed(milliseconds, start, end);
    return sim_leave_out(result, milliseconds, sizeof *milliseconds);
}
