/* SPDX-License-Identifier: 0BSD */
/* SPDX-FileCopyrightText: 2026 The vggen authors */
/* Driver calls that begin, end and look at captures. */
#define _GNU_SOURCE
#include "stream/stream.h"

#include <stdlib.h>
#include <string.h>

CUresult CUDAAPI cuStreamBeginCapture_v2(CUstream stream, CUstreamCaptureMode mode)
{
    CUresult result = sim_enter(__func__, SIM_CONTEXT);
    return sim_leave(result ? result : sim_capture_begin(stream, mode, NULL));
}

CUresult CUDAAPI cuStreamBeginCaptureToGraph(CUstream stream, CUgraph graph, const CUgraphNode *after,
                                             const CUgraphEdgeData *edges, size_t count, CUstreamCaptureMode mode)
{
    const sim_place into = {NULL, graph, after, edges, count};
    CUresult result = sim_enter(__func__, SIM_CONTEXT);
    result = result ? result : sim_need_driver(12030);
    if (!result && ((count && !after) || edges)) {
        result = edges ? sim_refuse(CUDA_ERROR_NOT_SUPPORTED, "data of the first edges") : CUDA_ERROR_INVALID_VALUE;
    }
    return sim_leave(result ? result : sim_capture_begin(stream, mode, &into));
}

CUresult CUDAAPI cuStreamEndCapture(CUstream stream, CUgraph *out)
{
    CUresult result = sim_enter(__func__, SIM_CONTEXT);
    if (result) {
        sim_capture_give_up(stream);
    }
    return sim_leave(result ? result : sim_capture_end(stream, out));
}

CUresult CUDAAPI cuStreamIsCapturing(CUstream stream, CUstreamCaptureStatus *status)
{
    CUresult result = sim_enter(__func__, SIM_CONTEXT);
    sim_capture_view view;
    result = result ? result : status ? sim_capture_look(stream, &view) : CUDA_ERROR_INVALID_VALUE;
    if (!result) {
        *status = view.status;
    }
    return sim_leave_out(result, status, sizeof *status);
}

/* All edges that are still to come are plain, since a launch decides what becomes of its own. */
static const CUgraphEdgeData *plain_edges(size_t count)
{
    static CUgraphEdgeData *edges;
    static size_t room;
    if (count > room) {
        free(edges);
        edges = (CUgraphEdgeData *)sim_allocate(count, sizeof *edges);
        room = count;
    }
    return edges;
}

static CUresult get_info(CUstream stream, CUstreamCaptureStatus *status, cuuint64_t *id, CUgraph *graph,
                         const CUgraphNode **after, const CUgraphEdgeData **edges, size_t *count)
{
    sim_capture_view view;
    CUresult result = status && (!edges || after) ? sim_capture_look(stream, &view) : CUDA_ERROR_INVALID_VALUE;
    if (result) {
        return result;
    }
    *status = view.status;
    if (id) {
        *id = view.id;
    }
    if (graph) {
        *graph = view.graph;
    }
    if (after) {
        *after = view.after;
    }
    if (edges) {
        *edges = plain_edges(view.count);
    }
    if (count) {
        *count = view.count;
    }
    return CUDA_SUCCESS;
}

CUresult CUDAAPI cuStreamGetCaptureInfo_v3(CUstream stream, CUstreamCaptureStatus *status, cuuint64_t *id,
                                           CUgraph *graph, const CUgraphNode **after, const CUgraphEdgeData **edges,
                                           size_t *count)
{
    CUresult result = sim_enter(__func__, SIM_CONTEXT);
    return sim_leave(result ? result : get_info(stream, status, id, graph, after, edges, count));
}

static CUresult update(CUstream stream, const CUgraphNode *nodes, const CUgraphEdgeData *edges, size_t count,
                       unsigned flags)
{
    if (edges || flags > CU_STREAM_SET_CAPTURE_DEPENDENCIES) {
        return edges ? sim_refuse(CUDA_ERROR_NOT_SUPPORTED, "data of the edges") : CUDA_ERROR_INVALID_VALUE;
    }
    return sim_capture_update(stream, nodes, count, flags == CU_STREAM_SET_CAPTURE_DEPENDENCIES);
}

CUresult CUDAAPI cuStreamUpdateCaptureDependencies_v2(CUstream stream, CUgraphNode *nodes, const CUgraphEdgeData *edges,
                                                      size_t count, unsigned flags)
{
    CUresult result = sim_enter(__func__, SIM_CONTEXT);
    return sim_leave(result ? result : update(stream, nodes, edges, count, flags));
}

CUresult CUDAAPI cuThreadExchangeStreamCaptureMode(CUstreamCaptureMode *mode)
{
    CUresult result = sim_enter(__func__, SIM_ANY);
    if (!result && (!mode || (unsigned)*mode > CU_STREAM_CAPTURE_MODE_RELAXED)) {
        result = sim_refuse(CUDA_ERROR_INVALID_VALUE, "no mode, or one that does not exist");
    }
    if (!result) {
        *mode = sim_capture_exchange(*mode);
    }
    return sim_leave(result);
}

/* Programs built with headers of CUDA 12 call these; newer headers do not declare them. */
#undef cuStreamGetCaptureInfo_v2
#undef cuStreamUpdateCaptureDependencies
CUresult CUDAAPI cuStreamGetCaptureInfo_v2(CUstream stream, CUstreamCaptureStatus *status, cuuint64_t *id,
                                           CUgraph *graph, const CUgraphNode **after, size_t *count);
CUresult CUDAAPI cuStreamGetCaptureInfo_v2(CUstream stream, CUstreamCaptureStatus *status, cuuint64_t *id,
                                           CUgraph *graph, const CUgraphNode **after, size_t *count)
{
    CUresult result = sim_enter(__func__, SIM_CONTEXT);
    return sim_leave(result ? result : get_info(stream, status, id, graph, after, NULL, count));
}

CUresult CUDAAPI cuStreamUpdateCaptureDependencies(CUstream stream, CUgraphNode *nodes, size_t count, unsigned flags);
CUresult CUDAAPI cuStreamUpdateCaptureDependencies(CUstream stream, CUgraphNode *nodes, size_t count, unsigned flags)
{
    CUresult result = sim_enter(__func__, SIM_CONTEXT);
    return sim_leave(result ? result : update(stream, nodes, NULL, count, flags));
}
