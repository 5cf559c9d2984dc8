/* SPDX-License-Identifier: 0BSD */
/* SPDX-FileCopyrightText: 2026 The vggen authors */
/* vg_capture_nodes.c - the nodes of a captured graph become nodes of the program's, in an order in which each comes
 * after those that it waits for, and with the same edges between them. */
#include "vg_impl.h"

#ifndef VG_WITHOUT_CUDA /* vg_none.c stands in for it */

#include <string.h>

/* The list of a node's dependencies holds handles and kinds of edges alike. */
VG_STATIC_ASSERT(sizeof(CUgraphNode) == sizeof(void *), a_node_has_the_size_of_a_pointer);
#if CUDA_VERSION >= 12030
VG_STATIC_ASSERT(sizeof(CUgraphEdgeData) == sizeof(void *), a_kind_of_edge_has_the_size_of_a_pointer);
#endif

#define EVENT_NODE_VERSION 11010

/* What a step's nodes are made from and go to. */
typedef struct addition {
    const vg_capture_desc *what;
    vg_captured_node *nodes;
    const vg_captured_node *like; /* those of an earlier capture, or NULL */
    CUgraph graph;
    const CUgraphNode *after;
    size_t after_count;
    unsigned count;
} addition;

/* The nodes that `node` waits for, and their kinds of edges, both in the list; returns how many there are. */
static vg_status find_dependencies(vg_program *rt, const addition *a, void *node, size_t *count)
{
    const vg_captures *captures = rt->store.captures;
    CUgraphNode *from = (CUgraphNode *)(void *)captures->list;
    CUresult result;
    *count = captures->most;
#if CUDA_VERSION >= 13000
    result = cuGraphNodeGetDependencies((CUgraphNode)node, from,
                                        (CUgraphEdgeData *)(void *)(captures->list + captures->most), count);
#elif CUDA_VERSION >= 12030
    result = cuGraphNodeGetDependencies_v2((CUgraphNode)node, from,
                                           (CUgraphEdgeData *)(void *)(captures->list + captures->most), count);
#else
    result = cuGraphNodeGetDependencies((CUgraphNode)node, from, count);
#endif
    return vg_checked(rt, result, "cuGraphNodeGetDependencies", a->what->name);
}

/* The slot among the first `end` ones that has this node of the captured graph; `end` if none has. */
static unsigned slot_of(const addition *a, const void *source, unsigned end)
{
    unsigned i = 0;
    while (i < end && a->nodes[i].source != source) {
        i++;
    }
    return i;
}

/* Whether all that the node waits for, `count` nodes, is among the first `end` slots. */
static vg_status is_ready(vg_program *rt, const addition *a, unsigned index, unsigned end, int *ready, size_t *count)
{
    size_t i;
    const vg_status status = find_dependencies(rt, a, a->nodes[index].source, count);
    *ready = status == VG_OK;
    for (i = 0; status == VG_OK && i < *count; i++) {
        *ready = *ready && slot_of(a, rt->store.captures->list[i], end) != end;
    }
    return status;
}

/* Moves the first of the nodes from `at` on that waits for none of them to `at`. A graph has no cycles. The list then
 * has its dependencies, `count` of them. */
static vg_status choose(vg_program *rt, const addition *a, unsigned at, size_t *count)
{
    unsigned i = at;
    int ready = 0;
    vg_status status = is_ready(rt, a, i, at, &ready, count);
    while (status == VG_OK && !ready && i + 1u < a->count) {
        status = is_ready(rt, a, ++i, at, &ready, count);
    }
    for (; status == VG_OK && i > at; i--) {
        void *source = a->nodes[i].source;
        a->nodes[i].source = a->nodes[i - 1u].source;
        a->nodes[i - 1u].source = source;
    }
    return status;
}

/* In the body of a conditional node the driver takes fewer kinds of nodes. A twin has them only if the graph has. */
static vg_status added(vg_program *rt, const addition *a, unsigned slot, CUgraphNode node, CUresult result,
                       const char *call)
{
    const void *own = rt->store.graphs[a->what->graph].graph;
    if (result != CUDA_SUCCESS && rt->stepping == 0u && (const void *)a->graph != own) {
        call = "adding such a node to the body of an `if`, `while` or `switch` (put the step outside, or write the "
               "loop as `repeat:`)";
    }
    return vg_node_added(rt, slot, node, (int)result, call);
}

/* As it was captured first. */
static vg_status check_like(vg_program *rt, const addition *a, unsigned at, const vg_looked *looked)
{
    const vg_captured_node *like = a->like != NULL ? &a->like[at] : NULL;
    if (like != NULL && (like->type != (uint32_t)looked->type || like->name != looked->name)) {
        return vg_refuse_node(rt, VG_ARGUMENT, a->what->first_node + at,
                              "node of the same kind and kernel as in the first capture of the step", 0, 0);
    }
    a->nodes[at].type = (uint32_t)looked->type;
    a->nodes[at].name = looked->name;
    return VG_OK;
}

static vg_status add_kernel(vg_program *rt, const addition *a, unsigned at, const CUgraphNode *after, size_t count,
                            const vg_looked *looked)
{
    const unsigned slot = a->what->first_node + at;
    CUgraphNode node = NULL;
    const CUresult result = cuGraphAddKernelNode(&node, a->graph, after, count, &looked->is.kernel);
    const vg_status status = added(rt, a, slot, node, result, "cuGraphAddKernelNode");
    return status == VG_OK
               ? vg_checked_node(rt, cuGraphKernelNodeCopyAttributes(node, (CUgraphNode)a->nodes[at].source),
                                 "cuGraphKernelNodeCopyAttributes", slot)
               : status;
}

/* Of what the generator writes. The call is found by name, because few programs need it. */
static vg_status add_wait(vg_program *rt, const addition *a, unsigned at, const CUgraphNode *after, size_t count,
                          CUevent event)
{
    CUresult (*add)(CUgraphNode *node, CUgraph graph, const CUgraphNode *after, size_t count, CUevent event) = NULL;
    void *found = NULL;
    CUgraphNode node = NULL;
    CUresult result = CUDA_ERROR_NOT_FOUND;
    const vg_status status = vg_find_call(rt, "cuGraphAddEventWaitNode", EVENT_NODE_VERSION, &found);
    (void)memcpy(&add, &found, sizeof found);
    if (status == VG_OK && add != NULL) {
        result = add(&node, a->graph, after, count, event);
    }
    return status == VG_OK ? added(rt, a, a->what->first_node + at, node, result, "cuGraphAddEventWaitNode") : status;
}

/* Without edges to other nodes of the step; `after` is what it waits for besides. */
static vg_status add_node(vg_program *rt, const addition *a, unsigned at, const CUgraphNode *after, size_t count)
{
    const unsigned slot = a->what->first_node + at;
    vg_looked looked;
    CUgraphNode node = NULL;
    CUresult result;
    vg_status status = vg_look_at(rt, a->what, slot, (CUgraphNode)a->nodes[at].source, &looked);
    if (status == VG_OK) {
        status = check_like(rt, a, at, &looked);
    }
    if (status != VG_OK) {
        return status;
    }
    switch (looked.type) {
    case CU_GRAPH_NODE_TYPE_KERNEL:
        return add_kernel(rt, a, at, after, count, &looked);
    case CU_GRAPH_NODE_TYPE_MEMCPY:
        result = cuGraphAddMemcpyNode(&node, a->graph, after, count, &looked.is.copy, (CUcontext)rt->context);
        return added(rt, a, slot, node, result, "cuGraphAddMemcpyNode");
    case CU_GRAPH_NODE_TYPE_MEMSET:
        result = cuGraphAddMemsetNode(&node, a->graph, after, count, &looked.is.fill, (CUcontext)rt->context);
        return added(rt, a, slot, node, result, "cuGraphAddMemsetNode");
    case CU_GRAPH_NODE_TYPE_WAIT_EVENT:
        return add_wait(rt, a, at, after, count, looked.is.event);
    case CU_GRAPH_NODE_TYPE_EVENT_RECORD:
        result = cuGraphAddEventRecordNode(&node, a->graph, after, count, looked.is.event);
        return added(rt, a, slot, node, result, "cuGraphAddEventRecordNode");
    case CU_GRAPH_NODE_TYPE_HOST:
        result = cuGraphAddHostNode(&node, a->graph, after, count, &looked.is.host);
        return added(rt, a, slot, node, result, "cuGraphAddHostNode");
    default:
        result = cuGraphAddEmptyNode(&node, a->graph, after, count);
        return added(rt, a, slot, node, result, "cuGraphAddEmptyNode");
    }
}

/* As it was captured; a twin has ordinary edges alone. */
static CUresult add_edge(vg_program *rt, const addition *a, CUgraphNode from, CUgraphNode to, size_t index)
{
#if CUDA_VERSION >= 12030
    const vg_captures *captures = rt->store.captures;
    CUgraphEdgeData data;
    const CUgraphEdgeData *kind = NULL;
    (void)memcpy(&data, captures->list + captures->most + index, sizeof data);
    if (rt->stepping == 0u) {
        kind = &data;
        rt->store.graphs[a->what->graph].traits |= data.type != 0u ? VG_HAS_PROGRAMMATIC : 0u;
    }
#if CUDA_VERSION >= 13000
    return cuGraphAddDependencies(a->graph, &from, &to, kind, 1);
#else
    return cuGraphAddDependencies_v2(a->graph, &from, &to, kind, 1);
#endif
#else
    (void)rt;
    (void)index;
    return cuGraphAddDependencies(a->graph, &from, &to, 1);
#endif
}

/* The list has its dependencies. */
static vg_status place(vg_program *rt, const addition *a, unsigned at, size_t count)
{
    void *const *handles = rt->store.nodes + a->what->first_node;
    size_t i;
    vg_status status = add_node(rt, a, at, count == 0u ? a->after : NULL, count == 0u ? a->after_count : 0u);
    for (i = 0; status == VG_OK && i < count; i++) {
        const unsigned from = slot_of(a, rt->store.captures->list[i], at);
        a->nodes[from].followed = 1;
        status = vg_checked_node(rt, add_edge(rt, a, (CUgraphNode)handles[from], (CUgraphNode)handles[at], i),
                                 "cuGraphAddDependencies", a->what->first_node + at);
    }
    return status;
}

/* A node behind all that nothing follows. */
static vg_status join(vg_program *rt, addition *a)
{
    const unsigned slot = a->what->first_node + a->count;
    CUgraphNode *ends = (CUgraphNode *)(void *)rt->store.captures->list;
    CUgraphNode node = NULL;
    size_t count = 0;
    unsigned i;
    for (i = 0; i < a->count; i++) {
        if (a->nodes[i].followed == 0u) {
            ends[count++] = (CUgraphNode)rt->store.nodes[a->what->first_node + i];
        }
    }
    if (count < 2u) {
        return VG_OK;
    }
    if (a->count == a->what->most) {
        return vg_refuse_capture(
            rt, a->what,
            "`nodes:` of the step, which has to be at least what the function enqueued, and one that "
            "joins its ends",
            a->count + 1u, a->what->most);
    }
    a->nodes[a->count++].type = CU_GRAPH_NODE_TYPE_EMPTY;
    return added(rt, a, slot, node, cuGraphAddEmptyNode(&node, a->graph, ends, count), "cuGraphAddEmptyNode");
}

/* Of this lane or slot, or else of the one that was opened before it. */
static const vg_captured_node *find_like(const vg_program *rt, const vg_capture_desc *what, unsigned *count)
{
    const vg_captures *captures = rt->store.captures;
    if (vg_captured_of(captures, what)->count == 0u) {
        captures = rt->first != NULL ? rt->first->store.captures : NULL;
    }
    *count = captures != NULL ? vg_captured_of(captures, what)->count : 0u;
    return *count != 0 ? vg_captured_nodes(captures, what) : NULL;
}

static vg_status find_nodes(vg_program *rt, addition *a, CUgraph from)
{
    void **list = rt->store.captures->list;
    size_t count = 0;
    size_t i;
    vg_status status = vg_checked(rt, cuGraphGetNodes(from, NULL, &count), "cuGraphGetNodes", a->what->name);
    if (status == VG_OK && count == 0u) {
        status = vg_refuse_capture(rt, a->what, VG_NOT_ON_THIS_STREAM, 1, 0);
    }
    if (status == VG_OK && count > a->what->most) {
        status =
            vg_refuse_capture(rt, a->what, "`nodes:` of the step, which has to be at least what the function enqueued",
                              count, a->what->most);
    }
    if (status == VG_OK) {
        status = vg_checked(rt, cuGraphGetNodes(from, (CUgraphNode *)(void *)list, &count), "cuGraphGetNodes",
                            a->what->name);
    }
    for (i = 0; status == VG_OK && i < count; i++) {
        a->nodes[i].source = list[i];
        a->nodes[i].followed = 0;
    }
    a->count = (unsigned)count;
    return status;
}

static vg_status add_all(vg_program *rt, addition *a, CUgraph from)
{
    unsigned expected = 0;
    unsigned i;
    vg_status status = find_nodes(rt, a, from);
    a->like = find_like(rt, a->what, &expected);
    for (i = 0; status == VG_OK && i < a->count; i++) {
        size_t waits = 0;
        status = choose(rt, a, i, &waits);
        if (status == VG_OK && a->like != NULL && i == expected) {
            status = vg_refuse_capture(rt, a->what, "nodes that the function enqueues, as many as in its first capture",
                                       expected, a->count);
        }
        if (status == VG_OK) {
            status = place(rt, a, i, waits);
        }
    }
    if (status == VG_OK) {
        status = join(rt, a);
    }
    if (status == VG_OK && a->like != NULL && a->count != expected) {
        status = vg_refuse_capture(rt, a->what, "nodes that the function enqueues, as many as in its first capture",
                                   expected, a->count);
    }
    return status;
}

vg_status vg_add_captured(vg_program *rt, const vg_capture_desc *what, CUgraph from, CUgraph graph, void *const *after,
                          unsigned count)
{
    addition a;
    vg_status status;
    (void)memset(&a, 0, sizeof a);
    a.what = what;
    a.nodes = vg_captured_nodes(rt->store.captures, what);
    a.graph = graph;
    a.after = (const CUgraphNode *)(const void *)after;
    a.after_count = count;
    status = add_all(rt, &a, from);
    if (status == VG_OK) {
        vg_captured_of(rt->store.captures, what)->count = a.count;
    }
    return status;
}

#endif
