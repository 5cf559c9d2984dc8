/* SPDX-License-Identifier: 0BSD */
/* SPDX-FileCopyrightText: 2026 The vggen authors */
/* Conditional nodes: their handles, their bodies, and the rules for both. What they hold is freed with their graph. */
#define _GNU_SOURCE
#include "graph/graph.h"

#include <stdlib.h>
#include <string.h>

#define SINCE_12_3 12030
#define SINCE_12_8 12080 /* else, switch, cooperative kernels in bodies, result 5, empty bodies */

#define BAD(...) sim_refuse(CUDA_ERROR_INVALID_VALUE, __VA_ARGS__)

/* ---- handles ---- */

static CUresult create_handle(CUgraphConditionalHandle *out, CUgraph graph_handle, CUcontext context, unsigned first,
                              unsigned flags)
{
    sim_graph *graph = (sim_graph *)sim_object_data(graph_handle, SIM_GRAPH);
    sim_handle *handle;
    sim_object *object;
    if (!graph || !out) {
        return CUDA_ERROR_INVALID_VALUE;
    }
    if (!sim_context_valid(context)) {
        return CUDA_ERROR_INVALID_CONTEXT;
    }
    if (flags & ~(unsigned)CU_GRAPH_COND_ASSIGN_DEFAULT) {
        return BAD("flags 0x%x", flags);
    }
    handle = (sim_handle *)sim_allocate(1, sizeof *handle);
    handle->graph = graph;
    handle->context = context;
    handle->first = first;
    handle->assigned = flags != 0;
    object = sim_object_new(SIM_HANDLE, handle, graph);
    if (!object) {
        free(handle);
        return CUDA_ERROR_OUT_OF_MEMORY;
    }
    graph->handles =
        (sim_object **)sim_grow(graph->handles, graph->handle_count, &graph->handle_capacity, sizeof *graph->handles);
    graph->handles[graph->handle_count++] = object;
    *out = (CUgraphConditionalHandle)(uintptr_t)object;
    return CUDA_SUCCESS;
}

CUresult CUDAAPI cuGraphConditionalHandleCreate(CUgraphConditionalHandle *out, CUgraph graph, CUcontext context,
                                                unsigned first, unsigned flags)
{
    CUresult result = sim_enter(__func__, SIM_CONTEXT);
    result = result ? result : sim_need_driver(SINCE_12_3);
    result = result ? result : create_handle(out, graph, context, first, flags);
    return sim_leave_out(result, out, sizeof *out);
}

/* ---- nodes ---- */

/* Is the graph the other one, or in a body of it at any depth? */
static bool within(const sim_graph *graph, const sim_graph *other)
{
    while (graph != other && graph->holder) {
        graph = graph->holder->graph;
    }
    return graph == other;
}

static CUresult check_size(const CUDA_CONDITIONAL_NODE_PARAMS *p)
{
    const bool old = sim_get_settings()->driver < SINCE_12_8;
    switch ((int)p->type) {
    case CU_GRAPH_COND_TYPE_IF:
        if (p->size == 2 && old) {
            return BAD("an else, which is a size of 2, needs driver 12.8");
        }
        return p->size == 1 || p->size == 2 ? CUDA_SUCCESS : BAD("an if has 1 or 2 bodies, not %u", p->size);
    case CU_GRAPH_COND_TYPE_WHILE:
        return p->size == 1 ? CUDA_SUCCESS : BAD("a while has 1 body, not %u", p->size);
    case CU_GRAPH_COND_TYPE_SWITCH:
        if (old) {
            return BAD("a switch needs driver 12.8");
        }
        return p->size ? CUDA_SUCCESS : BAD("a switch without bodies");
    default:
        return BAD("conditional nodes of type %d", (int)p->type);
    }
}

static CUresult check_handle(const sim_node *node, const CUDA_CONDITIONAL_NODE_PARAMS *p, sim_handle **out)
{
    sim_handle *handle = (sim_handle *)sim_object_data((const void *)(uintptr_t)p->handle, SIM_HANDLE);
    if (!handle) {
        return CUDA_ERROR_INVALID_VALUE;
    }
    if (!within(node->graph, handle->graph)) {
        return BAD("the handle is of another graph");
    }
    if (handle->used) {
        return BAD("the handle has a conditional node already");
    }
    if (handle->context != p->ctx) {
        return BAD("the node's context is not the handle's");
    }
    *out = handle;
    return CUDA_SUCCESS;
}

static CUresult make_bodies(sim_node *node)
{
    sim_conditional *c = &node->conditional;
    c->graphs = (sim_graph **)sim_allocate(c->size, sizeof *c->graphs);
    c->graph_handles = (CUgraph *)sim_allocate(c->size, sizeof *c->graph_handles);
    for (unsigned i = 0; i < c->size; i++) {
        CUresult result = sim_graph_create(&c->graph_handles[i]);
        if (result) {
            return result;
        }
        c->graphs[i] = (sim_graph *)((sim_object *)(void *)c->graph_handles[i])->data;
        c->graphs[i]->object->owner = node->graph;
        c->graphs[i]->holder = node;
    }
    return CUDA_SUCCESS;
}

CUresult sim_conditional_add(const sim_place *place, CUDA_CONDITIONAL_NODE_PARAMS *p)
{
    sim_handle *handle = NULL;
    sim_node *node;
    CUresult result = sim_node_begin(&node, place, CU_GRAPH_NODE_TYPE_CONDITIONAL);
    result = result ? result : check_size(p);
    result = result ? result : check_handle(node, p, &handle);
    if (!result) {
        node->conditional.type = p->type;
        node->conditional.handle = (const sim_object *)(uintptr_t)p->handle;
        node->conditional.context = p->ctx;
        node->conditional.size = p->size;
        result = make_bodies(node);
    }
    result = sim_node_end(result, node, place);
    if (!result) {
        handle->used = true;
        p->phGraph_out = node->conditional.graph_handles;
    }
    return result;
}

bool sim_graph_has_conditionals(const sim_graph *graph)
{
    for (size_t i = 0; i < graph->count; i++) {
        if (graph->nodes[i]->type == CU_GRAPH_NODE_TYPE_CONDITIONAL) {
            return true;
        }
    }
    return false;
}

/* ---- what a body may hold ---- */

typedef struct {
    CUcontext context; /* of the conditional node */
    CUgraphInstantiateResult why;
    CUgraphNode node;
} verdict;

static CUresult condemn(verdict *v, const sim_node *node, CUgraphInstantiateResult why, const char *what)
{
    v->why = why;
    v->node = (CUgraphNode)(void *)node->object;
    return BAD("in the body of a conditional node: %s", what);
}

static CUresult forbid(verdict *v, const sim_node *node, const char *what)
{
    return condemn(v, node, CUDA_GRAPH_INSTANTIATE_NODE_OPERATION_NOT_SUPPORTED, what);
}

static CUresult check_context(verdict *v, const sim_node *node, CUcontext context)
{
    return !context || context == v->context
               ? CUDA_SUCCESS
               : condemn(v, node, CUDA_GRAPH_INSTANTIATE_MULTIPLE_CTXS_NOT_SUPPORTED, "a node of another context");
}

static bool known_memory(uint64_t address)
{
    const sim_memory *memory = sim_memory_find(address);
    return memory && !memory->dead;
}

static CUresult check_body(verdict *v, const sim_graph *graph);
static CUresult check_child(verdict *v, const sim_exec *child, const sim_node *holder);

static CUresult check_bodies(verdict *v, const sim_node *node)
{
    const sim_conditional *c = &node->conditional;
    CUresult result = CUDA_SUCCESS;
    v->context = c->context;
    for (unsigned i = 0; !result && i < c->size; i++) {
        if (!c->graphs[i]->count && sim_get_settings()->driver < SINCE_12_8) {
            sim_problem("hang", "a conditional node has an empty body: drivers before 12.8 never finish it");
        }
        result = check_body(v, c->graphs[i]);
    }
    return result;
}

/* `named`: the node that an error names, which is the child node for what is in a child graph. */
static CUresult check_node(verdict *v, const sim_node *node, const sim_node *named)
{
    switch ((int)node->type) {
    case CU_GRAPH_NODE_TYPE_EMPTY:
    case SIM_CALL_NODE:
        return CUDA_SUCCESS;
    case CU_GRAPH_NODE_TYPE_KERNEL:
        if (node->launch.cooperative && sim_get_settings()->driver < SINCE_12_8) {
            return forbid(v, named, "a cooperative kernel, which drivers before 12.8 do not allow there");
        }
        return sim_function_loaded(node->launch.function_object)
                   ? check_context(v, named, node->launch.function->context)
                   : CUDA_SUCCESS;
    case CU_GRAPH_NODE_TYPE_MEMCPY:
        if (!known_memory(node->copy.to) || !known_memory(node->copy.from)) {
            return forbid(v, named, "a copy of pageable memory");
        }
        return check_context(v, named, node->context);
    case CU_GRAPH_NODE_TYPE_MEMSET:
        return check_context(v, named, node->context);
    case CU_GRAPH_NODE_TYPE_GRAPH:
        return check_child(v, node->child, named);
    case CU_GRAPH_NODE_TYPE_CONDITIONAL:
        if (node->conditional.context != v->context) {
            return check_context(v, named, node->conditional.context);
        }
        return check_bodies(v, node);
    default:
        return forbid(v, named, "a node that is not a kernel, copy, fill, empty, child or conditional node");
    }
}

static CUresult check_body(verdict *v, const sim_graph *graph)
{
    CUresult result = CUDA_SUCCESS;
    for (size_t i = 0; !result && i < graph->count; i++) {
        result = check_node(v, graph->nodes[i], graph->nodes[i]);
    }
    return result;
}

static CUresult check_child(verdict *v, const sim_exec *child, const sim_node *holder)
{
    CUresult result = CUDA_SUCCESS;
    for (size_t i = 0; !result && i < child->count; i++) {
        result = check_node(v, &child->nodes[i], holder);
    }
    return result;
}

static bool has_unused_handle(const sim_graph *graph)
{
    bool unused = false;
    for (size_t i = 0; i < graph->handle_count; i++) {
        unused = unused || !((const sim_handle *)graph->handles[i]->data)->used;
    }
    for (size_t i = 0; i < graph->count; i++) {
        const sim_conditional *c = &graph->nodes[i]->conditional;
        for (unsigned b = 0; c->graphs && b < c->size; b++) {
            unused = unused || has_unused_handle(c->graphs[b]);
        }
    }
    return unused;
}

CUresult sim_conditionals_check(const sim_graph *graph, CUgraphInstantiateResult *why, CUgraphNode *node)
{
    verdict v = {NULL, CUDA_GRAPH_INSTANTIATE_ERROR, NULL};
    CUresult result = CUDA_SUCCESS;
    if (graph->holder) {
        return BAD("the graph is the body of a conditional node");
    }
    if (has_unused_handle(graph)) {
        if (sim_get_settings()->driver >= SINCE_12_8) {
            *why = CUDA_GRAPH_INSTANTIATE_CONDITIONAL_HANDLE_UNUSED;
        }
        return BAD("a conditional handle has no node");
    }
    if (graph->execs && sim_graph_has_conditionals(graph)) {
        return BAD("a graph with conditional nodes can have only one exec at a time, and it has one");
    }
    for (size_t i = 0; !result && i < graph->count; i++) {
        if (graph->nodes[i]->type == CU_GRAPH_NODE_TYPE_CONDITIONAL) {
            result = check_bodies(&v, graph->nodes[i]);
        }
    }
    if (result) {
        *why = v.why;
        *node = v.node;
    }
    return result;
}
