/* SPDX-License-Identifier: 0BSD */
/* SPDX-FileCopyrightText: 2026 The vggen authors */
/* Clones of graphs. */
#define _GNU_SOURCE
#include "graph/graph.h"

#include <stdlib.h>

/* False when there is no room. */
static bool add_copy(sim_graph *clone, const sim_node *original)
{
    sim_node *node = (sim_node *)sim_allocate(1, sizeof *node);
    sim_node_copy(node, original);
    node->graph = clone;
    clone->nodes = (sim_node **)sim_grow(clone->nodes, clone->count, &clone->capacity, sizeof *clone->nodes);
    clone->nodes[clone->count++] = node;
    node->object = sim_object_new(SIM_NODE, node, clone);
    return node->object != NULL;
}

static CUresult clone(CUgraph *out, CUgraph handle)
{
    const sim_graph *graph = (const sim_graph *)sim_object_data(handle, SIM_GRAPH);
    CUresult result;
    CUgraph made;
    sim_graph *copy;
    if (!graph || !out) {
        return CUDA_ERROR_INVALID_VALUE;
    }
    if (graph->holder || sim_graph_has_conditionals(graph)) {
        return sim_refuse(CUDA_ERROR_INVALID_VALUE,
                          "a graph with conditional nodes, or the body of one, cannot be cloned");
    }
    if (sim_graph_has_grids(graph)) {
        return sim_refuse(CUDA_ERROR_NOT_SUPPORTED, "a clone of a graph with nodes whose grids kernels set");
    }
    result = sim_graph_create(&made);
    if (result) {
        return result;
    }
    copy = (sim_graph *)sim_object_data(made, SIM_GRAPH);
    copy->original = graph->object;
    copy->cloned = graph->count;
    sim_users_copy(&copy->users, &graph->users);
    for (size_t i = 0; i < graph->count; i++) {
        if (!add_copy(copy, graph->nodes[i])) {
            sim_graph_destroy(copy);
            return CUDA_ERROR_OUT_OF_MEMORY;
        }
    }
    *out = made;
    return CUDA_SUCCESS;
}

CUresult CUDAAPI cuGraphClone(CUgraph *out, CUgraph original)
{
    CUresult result = sim_enter(__func__, SIM_CONTEXT);
    result = result ? result : clone(out, original);
    return sim_leave_out(result, out, sizeof *out);
}

static CUresult find(CUgraphNode *out, CUgraphNode original, CUgraph handle)
{
    const sim_node *node = (const sim_node *)sim_object_data(original, SIM_NODE);
    const sim_graph *graph = node ? (const sim_graph *)sim_object_data(handle, SIM_GRAPH) : NULL;
    if (!graph || !out) {
        return CUDA_ERROR_INVALID_VALUE;
    }
    if (graph->original != node->graph->object || node->index >= graph->cloned) {
        return sim_refuse(CUDA_ERROR_INVALID_VALUE,
                          "the graph is not a clone of the node's graph, or was cloned before the node was added");
    }
    *out = (CUgraphNode)(void *)graph->nodes[node->index]->object;
    return CUDA_SUCCESS;
}

CUresult CUDAAPI cuGraphNodeFindInClone(CUgraphNode *out, CUgraphNode original, CUgraph graph)
{
    CUresult result = sim_enter(__func__, SIM_CONTEXT);
    result = result ? result : find(out, original, graph);
    return sim_leave_out(result, out, sizeof *out);
}
