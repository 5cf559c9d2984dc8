/* SPDX-License-Identifier: 0BSD */
/* SPDX-FileCopyrightText: 2026 The vggen authors */
/* Edges of graphs. */
#define _GNU_SOURCE
#include "graph/graph.h"

#include <stdlib.h>
#include <string.h>

#define BAD(...) sim_refuse(CUDA_ERROR_INVALID_VALUE, __VA_ARGS__)

CUresult sim_edge_check(const CUgraphEdgeData *data, const sim_node *from, const sim_node *to, uint8_t *port)
{
    static const unsigned char none[sizeof data->reserved];
    *port = CU_GRAPH_KERNEL_NODE_PORT_DEFAULT;
    if (!data) {
        return CUDA_SUCCESS;
    }
    if (data->to_port || memcmp(data->reserved, none, sizeof none) != 0) {
        return BAD("an edge's to_port and reserved bytes must be 0");
    }
    if (data->type == CU_GRAPH_DEPENDENCY_TYPE_DEFAULT && data->from_port == CU_GRAPH_KERNEL_NODE_PORT_DEFAULT) {
        return CUDA_SUCCESS;
    }
    if (from->type != CU_GRAPH_NODE_TYPE_KERNEL) {
        return BAD("only kernel nodes have ports other than 0");
    }
    if (data->from_port != CU_GRAPH_KERNEL_NODE_PORT_PROGRAMMATIC &&
        data->from_port != CU_GRAPH_KERNEL_NODE_PORT_LAUNCH_ORDER) {
        return BAD("type %u goes with port 1 or 2, not %u", data->type, data->from_port);
    }
    if (data->type != CU_GRAPH_DEPENDENCY_TYPE_PROGRAMMATIC) {
        return data->from_port == CU_GRAPH_KERNEL_NODE_PORT_PROGRAMMATIC || data->type
                   ? BAD("port %u with type %u", data->from_port, data->type)
                   : sim_refuse(CUDA_ERROR_NOT_SUPPORTED, "ordinary edges from the launch of a kernel");
    }
    if (to->type != CU_GRAPH_NODE_TYPE_KERNEL) {
        return BAD("a programmatic edge leads from a kernel node to a kernel node");
    }
    if (sim_capability() < 90) {
        return sim_refuse(CUDA_ERROR_NOT_SUPPORTED, "programmatic edges need compute capability 9.0, this is %u.%u",
                          sim_capability() / 10, sim_capability() % 10);
    }
    *port = data->from_port;
    return CUDA_SUCCESS;
}

static void edge_data(CUgraphEdgeData *data, uint8_t port)
{
    memset(data, 0, sizeof *data);
    data->from_port = port;
    data->type = port ? CU_GRAPH_DEPENDENCY_TYPE_PROGRAMMATIC : CU_GRAPH_DEPENDENCY_TYPE_DEFAULT;
}

static CUresult add_edge(CUgraph graph, CUgraphNode from, CUgraphNode to, const CUgraphEdgeData *data)
{
    const sim_node *before = (const sim_node *)sim_object_data(from, SIM_NODE);
    sim_node *node = before ? (sim_node *)sim_object_data(to, SIM_NODE) : NULL;
    const sim_graph *owner = (const sim_graph *)sim_object_data(graph, SIM_GRAPH);
    uint32_t *grown;
    uint8_t *ports, port;
    CUresult result;
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
    result = sim_edge_check(data, before, node, &port);
    if (result) {
        return result;
    }
    grown = (uint32_t *)reallocarray(node->after, node->after_count + 1, sizeof *grown);
    node->after = grown ? grown : node->after;
    ports = (uint8_t *)reallocarray(node->ports, node->after_count + 1, sizeof *ports);
    node->ports = ports ? ports : node->ports;
    if (!grown || !ports) {
        return CUDA_ERROR_OUT_OF_MEMORY;
    }
    node->after[node->after_count] = before->index;
    node->ports[node->after_count++] = port;
    return CUDA_SUCCESS;
}

static CUresult remove_edge(CUgraph graph, CUgraphNode from, CUgraphNode to, const CUgraphEdgeData *data)
{
    const sim_node *before = (const sim_node *)sim_object_data(from, SIM_NODE);
    sim_node *node = before ? (sim_node *)sim_object_data(to, SIM_NODE) : NULL;
    const sim_graph *owner = (const sim_graph *)sim_object_data(graph, SIM_GRAPH);
    if (!before || !node || !owner || before->graph != owner || node->graph != owner) {
        return CUDA_ERROR_INVALID_VALUE;
    }
    for (size_t i = 0; i < node->after_count; i++) {
        uint8_t port;
        if (node->after[i] == before->index) {
            if (sim_edge_check(data, before, node, &port) || port != node->ports[i]) {
                return BAD("the edge has other data");
            }
            node->after_count--;
            memmove(node->after + i, node->after + i + 1, (node->after_count - i) * sizeof *node->after);
            memmove(node->ports + i, node->ports + i + 1, (node->after_count - i) * sizeof *node->ports);
            return CUDA_SUCCESS;
        }
    }
    return sim_refuse(CUDA_ERROR_INVALID_VALUE, "there is no such edge");
}

typedef CUresult (*change)(CUgraph graph, CUgraphNode from, CUgraphNode to, const CUgraphEdgeData *data);

static CUresult change_edges(change one, CUgraph graph, const CUgraphNode *from, const CUgraphNode *to,
                             const CUgraphEdgeData *edges, size_t count)
{
    CUresult result = CUDA_SUCCESS;
    for (size_t i = 0; !result && i < count; i++) {
        result = one(graph, from[i], to[i], edges ? &edges[i] : NULL);
    }
    return result;
}

CUresult CUDAAPI cuGraphAddDependencies_v2(CUgraph graph, const CUgraphNode *from, const CUgraphNode *to,
                                           const CUgraphEdgeData *edges, size_t count)
{
    CUresult result = sim_enter(__func__, SIM_CONTEXT);
    result = result ? result : sim_need_driver(12030);
    return sim_leave(result ? result : change_edges(add_edge, graph, from, to, edges, count));
}

CUresult CUDAAPI cuGraphRemoveDependencies_v2(CUgraph graph, const CUgraphNode *from, const CUgraphNode *to,
                                              const CUgraphEdgeData *edges, size_t count)
{
    CUresult result = sim_enter(__func__, SIM_CONTEXT);
    return sim_leave(result ? result : change_edges(remove_edge, graph, from, to, edges, count));
}

/* ---- looking ---- */

/* Returns as many edges as there is room for and clears the rest of the arrays. Without an array for edge data all
 * edges must be plain. */
typedef struct {
    CUgraphNode *from, *to; /* either may be NULL */
    CUgraphEdgeData *data;
    size_t room, count;
    bool lossy;
} edge_list;

static void list_edge(edge_list *list, const sim_node *to, size_t k)
{
    const sim_node *from = to->graph->nodes[to->after[k]];
    const size_t n = list->count++;
    list->lossy = list->lossy || to->ports[k];
    if (n >= list->room) {
        return;
    }
    if (list->from) {
        list->from[n] = (CUgraphNode)(void *)from->object;
    }
    if (list->to) {
        list->to[n] = (CUgraphNode)(void *)to->object;
    }
    if (list->data) {
        edge_data(&list->data[n], to->ports[k]);
    }
}

static CUresult end_list(edge_list *list, size_t *count)
{
    const bool asked = list->from || list->to;
    if (asked && list->lossy && !list->data) {
        return sim_refuse(CUDA_ERROR_LOSSY_QUERY, "edges have data, and no array for it is given");
    }
    for (size_t n = list->count; asked && n < list->room; n++) {
        if (list->from) {
            list->from[n] = NULL;
        }
        if (list->to) {
            list->to[n] = NULL;
        }
        if (list->data) {
            memset(&list->data[n], 0, sizeof list->data[n]);
        }
    }
    *count = asked && *count < list->count ? *count : list->count;
    return CUDA_SUCCESS;
}

static CUresult get_dependencies(CUgraphNode handle, CUgraphNode *nodes, CUgraphEdgeData *edges, size_t *count)
{
    const sim_node *node = (const sim_node *)sim_object_data(handle, SIM_NODE);
    edge_list list = {nodes, NULL, edges, nodes && count ? *count : 0, 0, false};
    if (!node || !count || (edges && !nodes)) {
        return CUDA_ERROR_INVALID_VALUE;
    }
    for (size_t k = 0; k < node->after_count; k++) {
        list_edge(&list, node, k);
    }
    return end_list(&list, count);
}

CUresult CUDAAPI cuGraphNodeGetDependencies_v2(CUgraphNode node, CUgraphNode *nodes, CUgraphEdgeData *edges,
                                               size_t *count)
{
    CUresult result = sim_enter(__func__, SIM_CONTEXT);
    return sim_leave(result ? result : get_dependencies(node, nodes, edges, count));
}

static CUresult get_dependents(CUgraphNode handle, CUgraphNode *nodes, CUgraphEdgeData *edges, size_t *count)
{
    const sim_node *node = (const sim_node *)sim_object_data(handle, SIM_NODE);
    edge_list list = {NULL, nodes, edges, nodes && count ? *count : 0, 0, false};
    if (!node || !count || (edges && !nodes)) {
        return CUDA_ERROR_INVALID_VALUE;
    }
    for (size_t i = 0; i < node->graph->count; i++) {
        const sim_node *other = node->graph->nodes[i];
        for (size_t k = 0; k < other->after_count; k++) {
            if (other->after[k] == node->index) {
                list_edge(&list, other, k);
            }
        }
    }
    return end_list(&list, count);
}

CUresult CUDAAPI cuGraphNodeGetDependentNodes_v2(CUgraphNode node, CUgraphNode *nodes, CUgraphEdgeData *edges,
                                                 size_t *count)
{
    CUresult result = sim_enter(__func__, SIM_CONTEXT);
    return sim_leave(result ? result : get_dependents(node, nodes, edges, count));
}

static CUresult get_edges(const sim_graph *g, CUgraphNode *from, CUgraphNode *to, CUgraphEdgeData *edges, size_t *count)
{
    edge_list list = {from, to, edges, from && count ? *count : 0, 0, false};
    if (!g || !count || !from != !to || (edges && !from)) {
        return CUDA_ERROR_INVALID_VALUE;
    }
    for (size_t i = 0; i < g->count; i++) {
        for (size_t k = 0; k < g->nodes[i]->after_count; k++) {
            list_edge(&list, g->nodes[i], k);
        }
    }
    return end_list(&list, count);
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
#undef cuGraphGetEdges
#undef cuGraphNodeGetDependencies
#undef cuGraphNodeGetDependentNodes
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

CUresult CUDAAPI cuGraphNodeGetDependentNodes(CUgraphNode node, CUgraphNode *nodes, size_t *count);
CUresult CUDAAPI cuGraphNodeGetDependentNodes(CUgraphNode node, CUgraphNode *nodes, size_t *count)
{
    CUresult result = sim_enter(__func__, SIM_CONTEXT);
    return sim_leave(result ? result : get_dependents(node, nodes, NULL, count));
}

CUresult CUDAAPI cuGraphGetEdges(CUgraph graph, CUgraphNode *from, CUgraphNode *to, size_t *count);
CUresult CUDAAPI cuGraphGetEdges(CUgraph graph, CUgraphNode *from, CUgraphNode *to, size_t *count)
{
    CUresult result = sim_enter(__func__, SIM_CONTEXT);
    result = result ? result : get_edges((const sim_graph *)sim_object_data(graph, SIM_GRAPH), from, to, NULL, count);
    return sim_leave(result);
}
