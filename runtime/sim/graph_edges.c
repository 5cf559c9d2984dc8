/* SPDX-License-Identifier: 0BSD */
/* Edges of graphs. */
#define _GNU_SOURCE
#include "sim.h"

#include <stdlib.h>
#include <string.h>

static CUresult add_edge(CUgraph graph, CUgraphNode from, CUgraphNode to)
{
    const sim_node *before = (const sim_node *)sim_object_data(from, SIM_NODE);
    sim_node *node = before ? (sim_node *)sim_object_data(to, SIM_NODE) : NULL;
    const sim_graph *owner = (const sim_graph *)sim_object_data(graph, SIM_GRAPH);
    uint32_t *grown;
    if (!before || !node || !owner) {
        return CUDA_ERROR_INVALID_VALUE;
    }
    if (before->graph != owner || node->graph != owner || before == node) {
        return sim_refuse(CUDA_ERROR_INVALID_VALUE, "both nodes must be different ones of this graph");
    }
    for (size_t i = 0; i < node->after_count; i++) {
        if (node->after[i] == before->index) {
            return sim_refuse(CUDA_ERROR_INVALID_VALUE, "the edge exists already");
        }
    }
    grown = (uint32_t *)reallocarray(node->after, node->after_count + 1, sizeof *grown);
    if (!grown) {
        return CUDA_ERROR_OUT_OF_MEMORY;
    }
    node->after = grown;
    node->after[node->after_count++] = before->index;
    return CUDA_SUCCESS;
}

static CUresult remove_edge(CUgraph graph, CUgraphNode from, CUgraphNode to)
{
    const sim_node *before = (const sim_node *)sim_object_data(from, SIM_NODE);
    sim_node *node = before ? (sim_node *)sim_object_data(to, SIM_NODE) : NULL;
    const sim_graph *owner = (const sim_graph *)sim_object_data(graph, SIM_GRAPH);
    if (!before || !node || !owner || before->graph != owner || node->graph != owner) {
        return CUDA_ERROR_INVALID_VALUE;
    }
    for (size_t i = 0; i < node->after_count; i++) {
        if (node->after[i] == before->index) {
            node->after_count--;
            memmove(node->after + i, node->after + i + 1, (node->after_count - i) * sizeof *node->after);
            return CUDA_SUCCESS;
        }
    }
    return sim_refuse(CUDA_ERROR_INVALID_VALUE, "there is no such edge");
}

typedef CUresult (*change)(CUgraph graph, CUgraphNode from, CUgraphNode to);

static CUresult change_edges(change one, CUgraph graph, const CUgraphNode *from, const CUgraphNode *to,
                             const CUgraphEdgeData *edges, size_t count)
{
    CUresult result = CUDA_SUCCESS;
    for (size_t i = 0; !result && i < count; i++) {
        if (edges && (edges[i].from_port || edges[i].to_port || edges[i].type)) {
            result = sim_refuse(CUDA_ERROR_NOT_SUPPORTED, "edge %zu is not an ordinary one", i);
        } else {
            result = one(graph, from[i], to[i]);
        }
    }
    return result;
}

CUresult CUDAAPI cuGraphAddDependencies_v2(CUgraph graph, const CUgraphNode *from, const CUgraphNode *to,
                                           const CUgraphEdgeData *edges, size_t count)
{
    CUresult result = sim_enter(__func__, SIM_CONTEXT);
    return sim_leave(result ? result : change_edges(add_edge, graph, from, to, edges, count));
}

CUresult CUDAAPI cuGraphRemoveDependencies_v2(CUgraph graph, const CUgraphNode *from, const CUgraphNode *to,
                                              const CUgraphEdgeData *edges, size_t count)
{
    CUresult result = sim_enter(__func__, SIM_CONTEXT);
    return sim_leave(result ? result : change_edges(remove_edge, graph, from, to, edges, count));
}

/* As many as there is room for; the rest of the array is cleared. */
static CUresult get_dependencies(CUgraphNode handle, CUgraphNode *nodes, CUgraphEdgeData *edges, size_t *count)
{
    const sim_node *node = (const sim_node *)sim_object_data(handle, SIM_NODE);
    if (!node || !count) {
        return CUDA_ERROR_INVALID_VALUE;
    }
    for (size_t i = 0; nodes && i < *count; i++) {
        nodes[i] = i < node->after_count ? (CUgraphNode)(void *)node->graph->nodes[node->after[i]]->object : NULL;
        if (edges) {
            memset(&edges[i], 0, sizeof edges[i]);
        }
    }
    *count = nodes && *count < node->after_count ? *count : node->after_count;
    return CUDA_SUCCESS;
}

CUresult CUDAAPI cuGraphNodeGetDependencies_v2(CUgraphNode node, CUgraphNode *nodes, CUgraphEdgeData *edges,
                                               size_t *count)
{
    CUresult result = sim_enter(__func__, SIM_CONTEXT);
    return sim_leave(result ? result : get_dependencies(node, nodes, edges, count));
}

static CUresult get_edges(const sim_graph *g, CUgraphNode *from, CUgraphNode *to, CUgraphEdgeData *edges, size_t *count)
{
    size_t n = 0;
    if (!g || !count || !from != !to) {
        return CUDA_ERROR_INVALID_VALUE;
    }
    for (size_t i = 0; i < g->count; i++) {
        for (size_t k = 0; k < g->nodes[i]->after_count; k++, n++) {
            if (from && n < *count) {
                from[n] = (CUgraphNode)(void *)g->nodes[g->nodes[i]->after[k]]->object;
                to[n] = (CUgraphNode)(void *)g->nodes[i]->object;
            }
            if (from && edges && n < *count) {
                memset(&edges[n], 0, sizeof edges[n]);
            }
        }
    }
    *count = from && *count < n ? *count : n;
    return CUDA_SUCCESS;
}

CUresult CUDAAPI cuGraphGetEdges_v2(CUgraph graph, CUgraphNode *from, CUgraphNode *to, CUgraphEdgeData *edges,
                                    size_t *count)
{
    CUresult result = sim_enter(__func__, SIM_CONTEXT);
    result = result ? result : get_edges((const sim_graph *)sim_object_data(graph, SIM_GRAPH), from, to, edges, count);
    return sim_leave(result);
}

/* Programs built with headers of CUDA 12 call these; newer headers do not declare them. */
#undef cuGraphAddDependencies
#undef cuGraphNodeGetDependencies
#undef cuGraphRemoveDependencies

CUresult CUDAAPI cuGraphAddDependencies(CUgraph graph, const CUgraphNode *from, const CUgraphNode *to, size_t count);
CUresult CUDAAPI cuGraphAddDependencies(CUgraph graph, const CUgraphNode *from, const CUgraphNode *to, size_t count)
{
    CUresult result = sim_enter(__func__, SIM_CONTEXT);
    return sim_leave(result ? result : change_edges(add_edge, graph, from, to, NULL, count));
}

CUresult CUDAAPI cuGraphRemoveDependencies(CUgraph graph, const CUgraphNode *from, const CUgraphNode *to, size_t count);
CUresult CUDAAPI cuGraphRemoveDependencies(CUgraph graph, const CUgraphNode *from, const CUgraphNode *to, size_t count)
{
    CUresult result = sim_enter(__func__, SIM_CONTEXT);
    return sim_leave(result ? result : change_edges(remove_edge, graph, from, to, NULL, count));
}

CUresult CUDAAPI cuGraphNodeGetDependencies(CUgraphNode node, CUgraphNode *nodes, size_t *count);
CUresult CUDAAPI cuGraphNodeGetDependencies(CUgraphNode node, CUgraphNode *nodes, size_t *count)
{
    CUresult result = sim_enter(__func__, SIM_CONTEXT);
    return sim_leave(result ? result : get_dependencies(node, nodes, NULL, count));
}
