/* SPDX-License-Identifier: 0BSD */
/* SPDX-FileCopyrightText: 2026 The vggen authors */
/* vg_profile.c - device time of each node, measured by a twin of the graph with an event after each node.
 *
 * The twin is a clone of the graph, or is built once more where the driver clones none. An event record node is added
 * after each node, and whatever waits for the node is made to wait for that instead. The twin is then replayed, and a
 * node's time runs from the latest event that it waits for to its own; each node keeps the least of all replays.
 * Whatever fails, the twin is destroyed before the call returns. */
#include "vg_impl.h"

#ifndef VG_WITHOUT_CUDA /* vg_none.c stands in for it */

#include <string.h>

/* Event 0 is recorded before everything else. */
typedef struct twin {
    const vg_graph_desc *desc;
    void *const *nodes; /* the original's, of this graph alone; NULL for those that a captured step does not use */
    void *graph;        /* the twin, and its exec */
    void *exec;
    unsigned traits;
    void **events;  /* 1 + number of nodes */
    void **records; /* the nodes that record them; of a clone, once it is built, room for a list of dependencies */
    uint64_t *ns;   /* until it is measured, likewise */
    /* The driver clones no graph with conditional nodes, and events cannot be recorded at the end of programmatic
     * edges: such a graph is built once more, with ordinary edges alone. */
    void **built;      /* its nodes, then those of bodies; NULL for a clone */
    void **list;       /* room for a node's dependencies */
    void **conditions; /* while the twin is built, the program's own conditions */
} twin;

VG_STATIC_ASSERT(sizeof(uint64_t) == sizeof(CUgraphNode), a_time_has_the_size_of_a_node);

static vg_status checked(vg_program *rt, const twin *t, CUresult result, const char *call, unsigned node)
{
    return vg_checked_node(rt, result, call, t->desc->first_node + node);
}

/* The nodes whose edges show what a node waits for: the original's, or those of a twin that was built. */
static void *const *edged_nodes(const twin *t)
{
    return t->built != NULL ? t->built : t->nodes;
}

/* The edges that a node has; `list` has room for all nodes. */
static vg_status find_dependencies(vg_program *rt, const twin *t, unsigned node, void *list, size_t *count)
{
    CUresult result;
    *count = t->desc->node_count;
#if CUDA_VERSION >= 13000
    result = cuGraphNodeGetDependencies((CUgraphNode)edged_nodes(t)[node], (CUgraphNode *)list, NULL, count);
#else
    result = cuGraphNodeGetDependencies((CUgraphNode)edged_nodes(t)[node], (CUgraphNode *)list, count);
#endif
    return checked(rt, t, result, "cuGraphNodeGetDependencies", node);
}

/* The index among the first `end` of `nodes` that the index-th of a list has; usually it is one of the last. */
static unsigned number_of(void *const *nodes, unsigned end, const void *list, size_t index)
{
    void *wanted;
    (void)memcpy(&wanted, (const char *)list + index * sizeof wanted, sizeof wanted);
    while (end > 0u && nodes[end - 1u] != wanted) {
        end--;
    }
    return end - 1u;
}

/* ---- building ---- */

/* Adds or removes the edge by which `to`, which is that node, waits for `from`. */
static vg_status change_edge(vg_program *rt, const twin *t, CUgraphNode from, CUgraphNode to, int add,
                             unsigned node)
{
    const CUgraph graph = (CUgraph)t->graph;
    CUresult result;
#if CUDA_VERSION >= 13000
    result = add ? cuGraphAddDependencies(graph, &from, &to, NULL, 1)
                 : cuGraphRemoveDependencies(graph, &from, &to, NULL, 1);
#else
    result = add ? cuGraphAddDependencies(graph, &from, &to, 1) : cuGraphRemoveDependencies(graph, &from, &to, 1);
#endif
    return checked(rt, t, result, add ? "cuGraphAddDependencies" : "cuGraphRemoveDependencies", node);
}

static vg_status find_copy(vg_program *rt, const twin *t, unsigned node, CUgraphNode *copy)
{
    if (t->built != NULL) {
        *copy = (CUgraphNode)t->built[node];
        return VG_OK;
    }
    return checked(rt, t, cuGraphNodeFindInClone(copy, (CUgraphNode)t->nodes[node], (CUgraph)t->graph),
                   "cuGraphNodeFindInClone", node);
}

static vg_status checked_event(vg_program *rt, const twin *t, CUresult result, const char *call, unsigned index)
{
    return index == 0u ? vg_checked(rt, result, call, t->desc->name) : checked(rt, t, result, call, index - 1u);
}

/* An event, and a node that records it after another one, or at the very start. */
static vg_status add_event(vg_program *rt, const twin *t, unsigned index, const CUgraphNode *after)
{
    CUevent event = NULL;
    CUgraphNode record = NULL;
    vg_status status = checked_event(rt, t, cuEventCreate(&event, CU_EVENT_DEFAULT), "cuEventCreate", index);
    if (status != VG_OK) {
        return status;
    }
    t->events[index] = event;
    status =
        checked_event(rt, t, cuGraphAddEventRecordNode(&record, (CUgraph)t->graph, after, after != NULL ? 1 : 0, event),
                      "cuGraphAddEventRecordNode", index);
    t->records[index] = record;
    return status;
}

static vg_status add_events(vg_program *rt, const twin *t)
{
    vg_status status = add_event(rt, t, 0, NULL);
    unsigned i;
    for (i = 0; status == VG_OK && i < t->desc->node_count; i++) {
        CUgraphNode copy = NULL;
        if (t->nodes[i] == NULL) {
            continue;
        }
        status = find_copy(rt, t, i, &copy);
        if (status == VG_OK) {
            status = add_event(rt, t, i + 1u, &copy);
        }
    }
    return status;
}

static vg_status redirect_edge(vg_program *rt, const twin *t, unsigned from, CUgraphNode to, unsigned node)
{
    CUgraphNode copy = NULL;
    vg_status status = find_copy(rt, t, from, &copy);
    if (status == VG_OK) {
        status = change_edge(rt, t, copy, to, 0, node);
    }
    return status == VG_OK ? change_edge(rt, t, (CUgraphNode)t->records[from + 1u], to, 1, node) : status;
}

static vg_status redirect_edges(vg_program *rt, const twin *t, unsigned node)
{
    CUgraphNode to = NULL;
    size_t count = 0;
    size_t i;
    vg_status status = find_copy(rt, t, node, &to);
    if (status == VG_OK) {
        status = find_dependencies(rt, t, node, t->ns, &count);
    }
    if (status == VG_OK && count == 0u) {
        return change_edge(rt, t, (CUgraphNode)t->records[0], to, 1, node);
    }
    for (i = 0; status == VG_OK && i < count; i++) {
        status = redirect_edge(rt, t, number_of(edged_nodes(t), node, t->ns, i), to, node);
    }
    return status;
}

static vg_status clone(vg_program *rt, unsigned graph, twin *t)
{
    CUgraph copy = NULL;
    const vg_status status =
        vg_checked(rt, cuGraphClone(&copy, (CUgraph)rt->store.graphs[graph].graph), "cuGraphClone", t->desc->name);
    if (status == VG_OK) {
        t->graph = copy;
    }
    return status;
}

static vg_status build(vg_program *rt, unsigned graph, twin *t)
{
    unsigned i;
    vg_status status =
        t->built != NULL ? rt->store.rebuild(rt, graph, &t->graph, t->built, t->conditions) : clone(rt, graph, t);
    if (status == VG_OK) {
        status = add_events(rt, t);
    }
    for (i = 0; status == VG_OK && i < t->desc->node_count; i++) {
        status = t->nodes[i] != NULL ? redirect_edges(rt, t, i) : VG_OK;
    }
    return status == VG_OK ? vg_instantiate(rt, t->desc, t->graph, t->traits, &t->exec) : status;
}

/* ---- running ---- */

/* What is disabled in the exec is disabled in the twin. */
static vg_status enable_nodes(vg_program *rt, const twin *t)
{
    unsigned char *flags = rt->store.disabled != NULL ? rt->store.disabled + t->desc->first_node : NULL;
    vg_status status = VG_OK;
    unsigned i;
    for (i = 0; flags != NULL && status == VG_OK && i < t->desc->node_count; i++) {
        const int disabled = ((flags[i] & VG_DISABLED) != 0u) ? 1 : 0;
        CUgraphNode copy = NULL;
        if (t->nodes[i] == NULL || disabled == (((flags[i] & VG_TWIN_DISABLED) != 0u) ? 1 : 0)) {
            continue;
        }
        status = find_copy(rt, t, i, &copy);
        if (status == VG_OK) {
            status = checked(rt, t, cuGraphNodeSetEnabled((CUgraphExec)t->exec, copy, disabled ? 0u : 1u),
                             "cuGraphNodeSetEnabled", i);
        }
        if (status == VG_OK) {
            flags[i] ^= VG_TWIN_DISABLED;
        }
    }
    return status;
}

static vg_status elapsed(vg_program *rt, const twin *t, unsigned from, unsigned to, uint64_t *ns)
{
    float milliseconds = 0.0f;
    const vg_status status =
        checked(rt, t, cuEventElapsedTime(&milliseconds, (CUevent)t->events[from], (CUevent)t->events[to]),
                "cuEventElapsedTime", to - 1u);
    *ns = milliseconds > 0.0f ? (uint64_t)((double)milliseconds * 1e6 + 0.5) : 0u;
    return status;
}

/* Of the event that the node waits for: a twin that was built has it among its own dependencies. */
static unsigned event_of(const twin *t, unsigned node, const void *list, size_t index)
{
    return t->built != NULL ? number_of(t->records, node + 1u, list, index)
                            : number_of(t->nodes, node, list, index) + 1u;
}

/* From the latest of the events that the node waits for to its own. */
static vg_status measure_node(vg_program *rt, const twin *t, unsigned node)
{
    void **list = t->built != NULL ? t->list : t->records;
    size_t count = 0;
    uint64_t least = 0;
    size_t i;
    vg_status status = find_dependencies(rt, t, node, list, &count);
    if (status == VG_OK && count == 0u) {
        status = elapsed(rt, t, 0, node + 1u, &least);
    }
    for (i = 0; status == VG_OK && i < count; i++) {
        uint64_t ns = 0;
        status = elapsed(rt, t, event_of(t, node, list, i), node + 1u, &ns);
        least = i == 0u || ns < least ? ns : least;
    }
    if (status == VG_OK && least < t->ns[node]) {
        t->ns[node] = least;
    }
    return status;
}

static vg_status measure(vg_program *rt, const twin *t)
{
    vg_status status = VG_OK;
    unsigned i;
    for (i = 0; status == VG_OK && i < t->desc->node_count; i++) {
        if (t->nodes[i] != NULL && !vg_is_disabled(rt, t->desc->first_node + i)) {
            status = measure_node(rt, t, i);
        }
    }
    return status;
}

/* Parameters are in the graph that the twin is made from; requests and switches may differ from replay to replay. */
static vg_status commit(vg_program *rt, unsigned graph)
{
    vg_status status;
    rt->stepping = 1;
    status = vg_commit(rt, graph);
    rt->stepping = 0;
    return status;
}

static vg_status replay(vg_program *rt, unsigned graph, const twin *t)
{
    vg_status status = enable_nodes(rt, t);
    if (status == VG_OK) {
        status = vg_launch(rt, graph, (CUgraphExec)t->exec);
    }
    if (status == VG_OK) {
        rt->end.marked = 0; /* the last event comes after what was the last node */
        vg_mark_end(rt);
        vg_count_launch(rt, graph);
        status = vg_wait_for_end(rt, vg_time_left(rt));
    }
    return status == VG_OK ? measure(rt, t) : status;
}

static vg_status replay_all(vg_program *rt, unsigned graph, uint32_t replays, const twin *t)
{
    vg_status status = VG_OK;
    uint32_t turn;
    unsigned i;
    for (i = 0; i < t->desc->node_count; i++) {
        t->ns[i] = UINT64_MAX;
    }
    for (turn = 0; status == VG_OK && turn < replays; turn++) {
        if (turn != 0u) {
            status = commit(rt, graph);
        }
        if (status == VG_OK) {
            status = replay(rt, graph, t);
        }
    }
    for (i = 0; i < t->desc->node_count; i++) {
        t->ns[i] = t->ns[i] == UINT64_MAX ? 0u : t->ns[i];
    }
    return status;
}

/* Destroys all of the twin, whatever happened before. */
static void destroy(vg_program *rt, twin *t, vg_status *first)
{
    const char *call;
    unsigned i;
    if (*first != VG_OK) {
        (void)vg_drain(rt, rt->stream, &call);
    }
    if (rt->running != 0u) {
        vg_give_up(rt, *first);
    }
    vg_destroy_graph(rt, &t->graph, &t->exec, first);
    if (rt->store.captures != NULL) {
        rt->store.captures->drop_twin(rt, first);
    }
    i = t->desc->node_count + 1u;
    while (i > 0u) {
        i--;
        if (t->events[i] != NULL) {
            vg_undone(rt, first, cuEventDestroy((CUevent)t->events[i]), "cuEventDestroy");
        }
    }
    for (i = t->desc->first_node; rt->store.disabled != NULL && i < t->desc->first_node + t->desc->node_count; i++) {
        rt->store.disabled[i] &= (unsigned char)~VG_TWIN_DISABLED;
    }
}

/* The replay whose time was up has ended since, or close waits no longer for it. */
static void drop(vg_program *rt, vg_status *first)
{
    twin t;
    (void)memset(&t, 0, sizeof t);
    t.desc = &rt->desc->graphs[rt->left.of];
    t.events = rt->left.events;
    t.graph = rt->left.graph;
    t.exec = rt->left.exec;
    (void)memset(&rt->left, 0, sizeof rt->left);
    destroy(rt, &t, first);
}

/* The device still works on the twin: it stays until that has ended. */
static void leave(vg_program *rt, unsigned graph, const twin *t)
{
    rt->left.graph = t->graph;
    rt->left.exec = t->exec;
    rt->left.events = t->events;
    rt->left.of = graph;
    rt->left.drop = drop;
}

static vg_status profile(vg_program *rt, unsigned graph, uint32_t replays, const vg_node_times *times)
{
    twin t;
    vg_status status = VG_OK;
    if (rt->left.drop != NULL) {
        rt->left.drop(rt, &status);
    }
    if (status != VG_OK) {
        return status;
    }
    (void)memset(&t, 0, sizeof t);
    t.desc = &rt->desc->graphs[graph];
    t.nodes = rt->store.nodes + t.desc->first_node;
    t.events = times->scratch;
    t.records = times->scratch + t.desc->node_count + 1u;
    t.ns = times->ns;
    t.traits = rt->store.graphs[graph].traits & ~VG_HAS_SMALL_COPIES; /* it has events */
    if ((t.traits & (VG_HAS_CONDITIONAL | VG_HAS_PROGRAMMATIC | VG_HAS_GRIDS)) != 0u) {
        t.built = t.records + t.desc->node_count + 1u;
        t.list = t.built + (vg_nodes_end(rt, graph) - t.desc->first_node);
        t.conditions = t.list + t.desc->node_count;
    }
    (void)memset(t.events, 0, (t.desc->node_count + 1u) * sizeof t.events[0]);
    status = commit(rt, graph);
    if (status == VG_OK) {
        status = build(rt, graph, &t);
    }
    if (status == VG_OK) {
        vg_begin_wait(rt); /* not for building */
        status = replay_all(rt, graph, replays, &t);
    }
    if (status == VG_TIMEOUT && rt->running != 0u) {
        leave(rt, graph, &t);
    } else {
        destroy(rt, &t, &status);
    }
    return status;
}

static vg_status check_times(vg_program *rt, unsigned graph, uint32_t replays, const vg_node_times *times)
{
    const uint64_t nodes = rt->desc->graphs[graph].node_count;
    if (replays == 0u) {
        return vg_refuse(rt, VG_ARGUMENT, "replays", 1, 0);
    }
    if (times == NULL || times->scratch == NULL || (times->ns == NULL && nodes != 0u)) {
        return vg_refuse(rt, VG_ARGUMENT, "times", 0u, 0u);
    }
    return times->count < nodes ? vg_refuse(rt, VG_ARGUMENT, "nodes that the times have room for", nodes, times->count)
                                : VG_OK;
}

vg_status vg_profile(vg_program *rt, unsigned graph, uint32_t replays, const vg_node_times *times)
{
    CUcontext caller = NULL;
    vg_status status = vg_check_startable(rt, graph);
    if (status == VG_OK) {
        status = check_times(rt, graph, replays, times);
    }
    if (status == VG_OK) {
        status = vg_enter_to_wait(rt, &caller);
    }
    return status == VG_OK ? vg_leave(rt, caller, profile(rt, graph, replays, times)) : status;
}

#endif
