/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The vggen authors */
/* What a replay begins and ends with. That the end writes where nothing else lies is shown with pinned memory. */
#include <string.h>

#include "verify/parts.h"

/* ---- the two kernels ---- */

static bool points_to_word(const model_param *word)
{
    return word->access == ACCESS_OUT && word->type && word->type->size == 4 && !word->condition;
}

static bool is_kernel_of(const model_kernel *k, plan_node_kind kind)
{
    const char *name = kind == PLAN_END ? "vg_end" : "vg_begin";
    if (!k->builtin || strcmp(k->builtin, "replay.cu") != 0 || strcmp(k->entry, name) != 0 || k->cooperative ||
        k->cluster_size[0] != 0)
        return false;
    return kind == PLAN_END ? k->param_count == 1 && points_to_word(&k->params[0]) : k->param_count == 0;
}

static void check_launch(verifier *v, const plan_node *node)
{
    bool one = true, varies = node->shared_varies != NULL;
    for (size_t i = 0; i < 3; i++) {
        one = one && node->grid[i] == 1 && node->block[i] == 1;
        varies = varies || node->grid_varies[i] != NULL;
    }
    if (!is_kernel_of(v->p->kernels[node->kernel], node->kind))
        verify_fail(v, node->at, "node %s is not a launch of the kernel that a replay %s with", node->name,
                    node->kind == PLAN_END ? "ends" : "begins");
    else if (!one)
        verify_fail(v, node->at, "expected node %s to have one thread, found %u x %u x %u blocks of %u x %u x %u",
                    node->name, node->grid[0], node->grid[1], node->grid[2], node->block[0], node->block[1],
                    node->block[2]);
    else if (node->argument_count != 0 || node->shared_bytes != 0 || varies || node->ordered_count != 0)
        verify_fail(v, node->at, "node %s has arguments or shared memory of its own, or follows a setting or a step",
                    node->name);
}

/* ---- where there is one ---- */

/* The first or the last nodes of a graph as it would be without begin and end. */
typedef struct {
    bool *is;
    size_t count;
    bool launches;           /* all of them, or at the end captures, … */
    bool launches_or_copies; /* … or copies that cross the bus */
} outer_nodes;

static outer_nodes find_outer(verifier *v, const plan_graph *g, bool first)
{
    outer_nodes outer = {ARENA_ARRAY(v->memory, bool, g->node_count), 0, true, true};
    for (size_t n = 0; n < g->node_count; n++) {
        const plan_node *node = &g->nodes[n];
        const uint32_t *near = first ? node->after : node->before;
        size_t count = first ? node->after_count : node->before_count;
        bool inner = plan_is_frame(node);
        for (size_t i = 0; i < count && !inner; i++)
            inner = !plan_is_frame(&g->nodes[near[i]]);
        if (inner)
            continue;
        outer.is[n] = true;
        outer.count++;
        bool launch = plan_is_launch(v->p, node) || (!first && node->kind == PLAN_CAPTURE);
        outer.launches = outer.launches && launch;
        outer.launches_or_copies = outer.launches_or_copies && (launch || node->kind == PLAN_TRANSFER);
    }
    return outer;
}

/* A program whose kernels are all there already does not get one more. */
static bool has_source(const model *m)
{
    for (size_t k = 0; k < m->kernel_count; k++) {
        if (m->kernels[k].source)
            return true;
    }
    return false;
}

/* Fails unless there is one where it is due, and else none. The last one there is, or MODEL_NONE. */
static uint32_t find_frame(verifier *v, const plan_graph *g, plan_node_kind kind, bool due)
{
    uint32_t found = MODEL_NONE;
    size_t count = 0;
    for (uint32_t n = 0; n < g->node_count; n++) {
        if (g->nodes[n].kind != kind)
            continue;
        check_launch(v, &g->nodes[n]);
        found = n;
        count++;
    }
    if (count != (due ? 1 : 0))
        verify_fail(v, v->m->graphs[g->graph].at,
                    "expected %d launches in graph %s of the kernel that it %s with, found %zu", due, g->name,
                    kind == PLAN_END ? "ends" : "begins", count);
    return found;
}

/* ---- what it comes before or after ---- */

/* What a last node comes after has ended when that one has. */
static void check_end(verifier *v, const plan_graph *g, uint32_t end, const outer_nodes *last)
{
    if (g->nodes[end].before_count > 0)
        verify_fail(v, g->nodes[end].at, "node %s, with which the replay ends, comes before another one",
                    g->nodes[end].name);
    for (uint32_t n = 0; n < g->node_count; n++) {
        if (last->is[n] && !verify_depends_on(&g->nodes[end], n))
            verify_fail(v, g->nodes[n].at, "expected node %s, with which the replay ends, to depend on node %s",
                        g->nodes[end].name, g->nodes[n].name);
    }
}

static void check_begin(verifier *v, const plan_graph *g, uint32_t begin, const outer_nodes *first)
{
    if (g->nodes[begin].after_count > 0)
        verify_fail(v, g->nodes[begin].at, "node %s, with which the replay begins, comes after another one",
                    g->nodes[begin].name);
    for (uint32_t n = 0; n < g->node_count; n++) {
        if (first->is[n] && !verify_depends_on(&g->nodes[n], begin))
            verify_fail(v, g->nodes[n].at, "expected node %s to depend on node %s, with which the replay begins",
                        g->nodes[n].name, g->nodes[begin].name);
    }
}

/* Whether all copies cross the bus and are small, and the device could launch every node itself. */
static bool copies_at_most(const verifier *v, const plan_graph *g, uint64_t limit)
{
    bool any = false;
    for (size_t n = 0; n < g->node_count; n++) {
        const plan_node *node = &g->nodes[n];
        bool copy = node->kind == PLAN_TRANSFER && v->p->runs[node->run].transport == TRANSPORT_COPY;
        bool unknown = node->kind == PLAN_CONDITIONAL || node->kind == PLAN_EMPTY || node->kind == PLAN_CAPTURE;
        if (unknown || (copy && v->p->runs[node->run].bytes > limit))
            return false;
        any = any || copy;
    }
    return any && g->kind == GRAPH_REPLAY;
}

static void check_graph(verifier *v, const plan_graph *g)
{
    v->looked++;
    outer_nodes first = find_outer(v, g, true), last = find_outer(v, g, false);
    bool small = copies_at_most(v, g, plan_end_copy_bytes(v->m));
    bool sooner = last.launches || (small && last.launches_or_copies);
    bool ends = g->kind == GRAPH_REPLAY && last.count > 0 && sooner && has_source(v->m);
    if (g->small_copies != copies_at_most(v, g, PLAN_SMALL_COPY_BYTES))
        verify_fail(v, v->m->graphs[g->graph].at, "the plan does %shave small copies only in graph %s", g->name,
                    g->small_copies ? "" : "not ");
    bool begins = ends && first.count >= PLAN_LEAST_ROOTS && first.launches;
    uint32_t end = find_frame(v, g, PLAN_END, ends), begin = find_frame(v, g, PLAN_BEGIN, begins);
    if (end != MODEL_NONE)
        check_end(v, g, end, &last);
    if (begin != MODEL_NONE)
        check_begin(v, g, begin, &first);
}

/* That bodies have neither shows with all that stands for no step. */
void verify_frame(verifier *v)
{
    verify_each_graph(v, check_graph);
}
