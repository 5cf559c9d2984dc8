/* SPDX-License-Identifier: 0BSD */
/* SPDX-FileCopyrightText: 2026 The vggen authors */
/* Adding nodes to graphs. */
#define _GNU_SOURCE
#include "graph/graph.h"

#include <string.h>

static CUresult add_kernel(const sim_place *place, const CUDA_KERNEL_NODE_PARAMS *parameters)
{
    sim_node *node;
    CUresult result = sim_node_begin(&node, place, CU_GRAPH_NODE_TYPE_KERNEL);
    result = result ? result : sim_launch_set(&node->launch, parameters);
    return sim_node_end(result, node, place);
}

static CUresult add_copy(const sim_place *place, const CUDA_MEMCPY3D *copy, CUcontext context)
{
    sim_node *node;
    CUresult result = sim_node_begin(&node, place, CU_GRAPH_NODE_TYPE_MEMCPY);
    if (!result && !sim_context_valid(context)) {
        result = CUDA_ERROR_INVALID_CONTEXT;
    }
    result = result ? result : sim_copy_from_3d(&node->copy, copy);
    result = result ? result : sim_copy_check(&node->copy);
    if (!result) {
        node->copy_parameters = *copy;
        node->context = context;
    }
    return sim_node_end(result, node, place);
}

static CUresult add_fill(const sim_place *place, const CUDA_MEMSET_NODE_PARAMS *fill, CUcontext context)
{
    sim_node *node;
    CUresult result = sim_node_begin(&node, place, CU_GRAPH_NODE_TYPE_MEMSET);
    if (!result && !sim_context_valid(context)) {
        result = CUDA_ERROR_INVALID_CONTEXT;
    }
    result = result ? result : sim_fill_from_node(&node->fill, fill);
    result = result ? result : sim_fill_check(&node->fill);
    if (!result) {
        node->fill_parameters = *fill;
        node->context = context;
    }
    return sim_node_end(result, node, place);
}

static CUresult add_empty(const sim_place *place)
{
    sim_node *node;
    CUresult result = sim_node_begin(&node, place, CU_GRAPH_NODE_TYPE_EMPTY);
    return sim_node_end(result, node, place);
}

CUresult CUDAAPI cuGraphAddKernelNode_v2(CUgraphNode *out, CUgraph graph, const CUgraphNode *after, size_t count,
                                         const CUDA_KERNEL_NODE_PARAMS *parameters)
{
    const sim_place place = {out, graph, after, NULL, count};
    CUresult result = sim_enter(__func__, SIM_CONTEXT);
    result = result ? result : add_kernel(&place, parameters);
    return sim_leave_out(result, out, sizeof *out);
}

CUresult CUDAAPI cuGraphAddMemcpyNode(CUgraphNode *out, CUgraph graph, const CUgraphNode *after, size_t count,
                                      const CUDA_MEMCPY3D *copy, CUcontext context)
{
    const sim_place place = {out, graph, after, NULL, count};
    CUresult result = sim_enter(__func__, SIM_CONTEXT);
    result = result ? result : add_copy(&place, copy, context);
    return sim_leave_out(result, out, sizeof *out);
}

CUresult CUDAAPI cuGraphAddMemsetNode(CUgraphNode *out, CUgraph graph, const CUgraphNode *after, size_t count,
                                      const CUDA_MEMSET_NODE_PARAMS *fill, CUcontext context)
{
    const sim_place place = {out, graph, after, NULL, count};
    CUresult result = sim_enter(__func__, SIM_CONTEXT);
    result = result ? result : add_fill(&place, fill, context);
    return sim_leave_out(result, out, sizeof *out);
}

CUresult CUDAAPI cuGraphAddEmptyNode(CUgraphNode *out, CUgraph graph, const CUgraphNode *after, size_t count)
{
    const sim_place place = {out, graph, after, NULL, count};
    CUresult result = sim_enter(__func__, SIM_CONTEXT);
    result = result ? result : add_empty(&place);
    return sim_leave_out(result, out, sizeof *out);
}

static CUresult add_host(const sim_place *place, const CUDA_HOST_NODE_PARAMS *parameters)
{
    sim_node *node;
    CUresult result = sim_node_begin(&node, place, CU_GRAPH_NODE_TYPE_HOST);
    if (!result && (!parameters || !parameters->fn)) {
        result = sim_refuse(CUDA_ERROR_INVALID_VALUE, "no function to call");
    }
    if (!result) {
        node->host = *parameters;
    }
    return sim_node_end(result, node, place);
}

CUresult CUDAAPI cuGraphAddHostNode(CUgraphNode *out, CUgraph graph, const CUgraphNode *after, size_t count,
                                    const CUDA_HOST_NODE_PARAMS *parameters)
{
    const sim_place place = {out, graph, after, NULL, count};
    CUresult result = sim_enter(__func__, SIM_CONTEXT);
    result = result ? result : add_host(&place, parameters);
    return sim_leave_out(result, out, sizeof *out);
}

static CUresult add_record(const sim_place *place, CUevent event)
{
    sim_node *node;
    CUresult result = sim_node_begin(&node, place, CU_GRAPH_NODE_TYPE_EVENT_RECORD);
    if (!result && !sim_object_data(event, SIM_EVENT)) {
        result = CUDA_ERROR_INVALID_VALUE;
    }
    if (!result) {
        node->event = (sim_object *)(void *)event;
    }
    return sim_node_end(result, node, place);
}

CUresult CUDAAPI cuGraphAddEventRecordNode(CUgraphNode *out, CUgraph graph, const CUgraphNode *after, size_t count,
                                           CUevent event)
{
    const sim_place place = {out, graph, after, NULL, count};
    CUresult result = sim_enter(__func__, SIM_CONTEXT);
    result = result ? result : add_record(&place, event);
    return sim_leave_out(result, out, sizeof *out);
}

static CUresult add_child(const sim_place *place, CUgraph child)
{
    sim_node *node;
    CUresult result = sim_node_begin(&node, place, CU_GRAPH_NODE_TYPE_GRAPH);
    const sim_graph *inner = result ? NULL : (const sim_graph *)sim_object_data(child, SIM_GRAPH);
    if (!result && (!inner || inner == node->graph)) {
        result = CUDA_ERROR_INVALID_VALUE;
    }
    if (!result && (inner->holder || sim_graph_has_conditionals(inner))) {
        result = sim_refuse(CUDA_ERROR_INVALID_VALUE,
                            "a graph with conditional nodes, or the body of one, cannot be a child graph");
    }
    if (!result && sim_graph_has_grids(inner)) {
        result = sim_refuse(CUDA_ERROR_NOT_SUPPORTED, "a child graph with nodes whose grids kernels set");
    }
    if (!result) {
        node->child = sim_exec_new(inner);
        result = node->child ? CUDA_SUCCESS : sim_refuse(CUDA_ERROR_INVALID_VALUE, "the child graph has a cycle");
    }
    return sim_node_end(result, node, place);
}

CUresult CUDAAPI cuGraphAddChildGraphNode(CUgraphNode *out, CUgraph graph, const CUgraphNode *after, size_t count,
                                          CUgraph child)
{
    const sim_place place = {out, graph, after, NULL, count};
    CUresult result = sim_enter(__func__, SIM_CONTEXT);
    result = result ? result : add_child(&place, child);
    return sim_leave_out(result, out, sizeof *out);
}

static bool zero(const void *memory, size_t bytes)
{
    const unsigned char *at = (const unsigned char *)memory;
    for (size_t i = 0; i < bytes; i++) {
        if (at[i]) {
            return false;
        }
    }
    return true;
}

/* The kinds that one call can add. */
static CUresult add_any(const sim_place *place, CUgraphNodeParams *p)
{
    CUDA_KERNEL_NODE_PARAMS kernel;
    CUDA_MEMSET_NODE_PARAMS fill;
    if (!p || !zero(p->reserved0, sizeof p->reserved0) || p->reserved2) {
        return sim_refuse(CUDA_ERROR_INVALID_VALUE, "no parameters, or reserved members are not 0");
    }
    switch (p->type) {
    case CU_GRAPH_NODE_TYPE_KERNEL:
        memset(&kernel, 0, sizeof kernel);
        memcpy(&kernel, &p->kernel, sizeof kernel);
        return add_kernel(place, &kernel);
    case CU_GRAPH_NODE_TYPE_MEMCPY:
        return add_copy(place, &p->memcpy.copyParams, p->memcpy.copyCtx);
    case CU_GRAPH_NODE_TYPE_MEMSET:
        memset(&fill, 0, sizeof fill);
        memcpy(&fill, &p->memset, sizeof fill);
        return add_fill(place, &fill, p->memset.ctx);
    case CU_GRAPH_NODE_TYPE_EMPTY:
        return add_empty(place);
    case CU_GRAPH_NODE_TYPE_CONDITIONAL:
        if (!zero((const char *)p + offsetof(CUgraphNodeParams, conditional) + sizeof p->conditional,
                  sizeof *p - offsetof(CUgraphNodeParams, conditional) - sizeof p->conditional)) {
            return sim_refuse(CUDA_ERROR_INVALID_VALUE, "bytes after the parameters are not 0");
        }
        return sim_conditional_add(place, &p->conditional);
    default:
        return sim_refuse(CUDA_ERROR_NOT_SUPPORTED, "nodes of type %d", (int)p->type);
    }
}

CUresult CUDAAPI cuGraphAddNode_v2(CUgraphNode *out, CUgraph graph, const CUgraphNode *after,
                                   const CUgraphEdgeData *edges, size_t count, CUgraphNodeParams *parameters)
{
    const sim_place place = {out, graph, after, edges, count};
    CUresult result = sim_enter(__func__, SIM_CONTEXT);
    result = result ? result : sim_need_driver(12030);
    result = result ? result : add_any(&place, parameters);
    return sim_leave_out(result, out, sizeof *out);
}
