/* SPDX-License-Identifier: 0BSD */
/* SPDX-FileCopyrightText: 2026 The vggen authors */
/* Graphs and their nodes. */
#define _GNU_SOURCE
#include "graph/graph.h"

#include <stdlib.h>
#include <string.h>

CUresult sim_graph_create(CUgraph *out)
{
    sim_graph *graph = (sim_graph *)sim_allocate(1, sizeof *graph);
    graph->object = sim_object_new(SIM_GRAPH, graph, NULL);
    if (!graph->object) {
        free(graph);
        return CUDA_ERROR_OUT_OF_MEMORY;
    }
    *out = (CUgraph)(void *)graph->object;
    return CUDA_SUCCESS;
}

CUresult CUDAAPI cuGraphCreate(CUgraph *out, unsigned flags)
{
    CUresult result = sim_enter(__func__, SIM_CONTEXT);
    if (!result && (!out || flags)) {
        result = sim_refuse(CUDA_ERROR_INVALID_VALUE, "flags must be 0");
    }
    result = result ? result : sim_graph_create(out);
    return sim_leave_out(result, out, sizeof *out);
}

static void destroy_handles(sim_graph *graph)
{
    for (size_t i = 0; i < graph->handle_count; i++) {
        free(graph->handles[i]->data);
        sim_object_destroy(graph->handles[i]);
    }
    free(graph->handles);
}

static void free_conditional(sim_conditional *c)
{
    for (unsigned i = 0; c->graphs && i < c->size; i++) {
        if (c->graphs[i]) {
            sim_graph_destroy(c->graphs[i]);
        }
    }
    free(c->graphs);
    free(c->graph_handles);
}

static void free_node(sim_node *node)
{
    sim_launch_free(&node->launch);
    if (node->child) {
        sim_exec_release(node->child);
    }
    free_conditional(&node->conditional);
    sim_call_release(node->call);
    free(node->after);
    free(node->ports);
    free(node);
}

void sim_graph_destroy(sim_graph *graph)
{
    for (size_t i = 0; i < graph->count; i++) {
        if (graph->nodes[i]->object) {
            sim_object_destroy(graph->nodes[i]->object);
        }
        free_node(graph->nodes[i]);
    }
    destroy_handles(graph);
    sim_object_destroy(graph->object);
    sim_users_release(&graph->users);
    free(graph->nodes);
    free(graph);
}

static CUresult destroy(CUgraph handle)
{
    sim_graph *graph = (sim_graph *)sim_object_data(handle, SIM_GRAPH);
    if (!graph) {
        return CUDA_ERROR_INVALID_VALUE;
    }
    if (graph->holder) {
        return sim_refuse(CUDA_ERROR_INVALID_VALUE, "the graph is the body of a conditional node, and goes with it");
    }
    sim_graph_destroy(graph);
    return CUDA_SUCCESS;
}

CUresult CUDAAPI cuGraphDestroy(CUgraph graph)
{
    CUresult result = sim_enter(__func__, SIM_CONTEXT);
    return sim_leave(result ? result : destroy(graph));
}

sim_node *sim_node_get(CUgraphNode handle, CUgraphNodeType type)
{
    sim_node *node = (sim_node *)sim_object_data(handle, SIM_NODE);
    if (node && node->type != type) {
        sim_refuse(CUDA_ERROR_INVALID_VALUE, "a node of type %d was expected, this is one of type %d", (int)type,
                   (int)node->type);
        return NULL;
    }
    return node;
}

/* Fills node->after; nothing is added to the graph yet. */
static CUresult take_dependencies(sim_node *node, const sim_place *place)
{
    if (place->count && !place->after) {
        return sim_refuse(CUDA_ERROR_INVALID_VALUE, "%zu dependencies, but no array of them", place->count);
    }
    node->after = (uint32_t *)sim_allocate(place->count, sizeof *node->after);
    node->ports = (uint8_t *)sim_allocate(place->count, sizeof *node->ports);
    for (size_t i = 0; i < place->count; i++) {
        const sim_node *other = (const sim_node *)sim_object_data(place->after[i], SIM_NODE);
        CUresult result;
        if (!other) {
            return CUDA_ERROR_INVALID_VALUE;
        }
        if (other->graph != node->graph) {
            return sim_refuse(CUDA_ERROR_INVALID_VALUE, "dependency %zu is a node of another graph", i);
        }
        for (size_t j = 0; j < i; j++) {
            if (node->after[j] == other->index) {
                return sim_refuse(CUDA_ERROR_INVALID_VALUE, "dependencies %zu and %zu are the same node", j, i);
            }
        }
        result = sim_edge_check(place->edges ? &place->edges[i] : NULL, other, node, &node->ports[i]);
        if (result) {
            return result;
        }
        node->after[i] = other->index;
        node->after_count++;
    }
    return CUDA_SUCCESS;
}

CUresult sim_node_begin(sim_node **out, const sim_place *place, CUgraphNodeType type)
{
    sim_graph *graph = (sim_graph *)sim_object_data(place->graph, SIM_GRAPH);
    *out = NULL;
    if (!graph) {
        return CUDA_ERROR_INVALID_VALUE;
    }
    *out = (sim_node *)sim_allocate(1, sizeof **out);
    (*out)->graph = graph;
    (*out)->type = type;
    (*out)->enabled = true;
    return take_dependencies(*out, place);
}

CUresult sim_node_end(CUresult result, sim_node *node, const sim_place *place)
{
    sim_graph *graph = node ? node->graph : NULL;
    if (!result && !place->out) {
        result = sim_refuse(CUDA_ERROR_INVALID_VALUE, "nowhere to put the node");
    }
    if (!result) {
        node->object = sim_object_new(SIM_NODE, node, graph);
        result = node->object ? CUDA_SUCCESS : CUDA_ERROR_OUT_OF_MEMORY;
    }
    if (result) {
        if (node) {
            free_node(node);
        }
        return result;
    }
    graph->nodes = (sim_node **)sim_grow(graph->nodes, graph->count, &graph->capacity, sizeof *graph->nodes);
    node->index = (uint32_t)graph->count;
    graph->nodes[graph->count++] = node;
    *place->out = (CUgraphNode)(void *)node->object;
    return CUDA_SUCCESS;
}
