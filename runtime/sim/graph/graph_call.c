/* SPDX-License-Identifier: 0BSD */
/* SPDX-FileCopyrightText: 2026 The vggen authors */
/* Nodes that call a function of the application's: what the runtime adds in place of the nodes that it would capture on
 * a GPU. For whoever asks, such a node is a host node, except that it can be switched off and may stand in bodies. */
#define _GNU_SOURCE
#include "graph/graph.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

sim_call *sim_call_new(const vgsim_call *from)
{
    sim_call *call = (sim_call *)sim_allocate(1, sizeof *call);
    const size_t room = strlen(from->title) + 3;
    call->references = 1;
    call->function = from->function;
    call->self = from->self;
    call->title = (char *)sim_allocate(room, 1);
    snprintf(call->title, room, "\"%s\"", from->title);
    call->range_count = from->range_count;
    call->ranges = (vgsim_call_range *)sim_allocate(from->range_count, sizeof *call->ranges);
    if (from->range_count) {
        memcpy(call->ranges, from->ranges, from->range_count * sizeof *call->ranges);
    }
    return call;
}

void sim_call_release(sim_call *call)
{
    if (call && --call->references == 0) {
        free(call->ranges);
        free(call->title);
        free(call);
    }
}

CUresult sim_call_check(const vgsim_call *call)
{
    if (!call || !call->title || !call->function || (call->range_count && !call->ranges)) {
        return sim_refuse(CUDA_ERROR_INVALID_VALUE, "no title, no function, or no array of ranges");
    }
    for (size_t i = 0; i < call->range_count; i++) {
        const vgsim_call_range *range = &call->ranges[i];
        char what[320];
        snprintf(what, sizeof what, "range %zu of \"%.200s\"", i, call->title);
        if (!sim_memory_device_range(range->address, range->bytes, what)) {
            return CUDA_ERROR_INVALID_VALUE;
        }
        if (!(range->access & (VGSIM_READ | VGSIM_WRITE | VGSIM_WORK))) {
            return sim_refuse(CUDA_ERROR_INVALID_VALUE, "%s is neither read nor written", what);
        }
    }
    return CUDA_SUCCESS;
}

static CUresult add(const sim_place *place, const vgsim_call *call)
{
    sim_node *node;
    CUresult result = sim_node_begin(&node, place, SIM_CALL_NODE);
    result = result ? result : sim_call_check(call);
    if (!result) {
        node->call = sim_call_new(call);
    }
    return sim_node_end(result, node, place);
}

int vgsim_add_call(void **node, void *graph, void *const *after, size_t count, const vgsim_call *call)
{
    const CUgraphNode *nodes = (const CUgraphNode *)(const void *)after;
    const sim_place place = {(CUgraphNode *)(void *)node, (CUgraph)graph, nodes, NULL, count};
    CUresult result = sim_enter(__func__, SIM_CONTEXT);
    result = result ? result : add(&place, call);
    return (int)sim_leave_out(result, node, sizeof *node);
}
