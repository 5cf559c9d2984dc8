/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The vggen authors */
/* What must hold before the rest of the proof can even look: every index, bound and edge. */
#include <string.h>

#include "verify/parts.h"

static void check_run(verifier *v, size_t index)
{
    const plan_run *run = &v->p->runs[index];
    if (run->direction != PLAN_UPLOAD && run->direction != PLAN_DOWNLOAD)
        verify_fail(v, v->m->program_at, "run %zu has no direction", index);
    if (run->member_count == 0)
        verify_fail(v, v->m->program_at, "run %zu has no members", index);
    if (run->graph >= v->m->graph_count || v->m->graphs[run->graph].kind != GRAPH_REPLAY)
        verify_fail(v, v->m->program_at, "run %zu belongs to no replayed graph", index);
    for (size_t i = 0; i < run->member_count; i++) {
        if (run->members[i] >= v->m->buffer_count)
            verify_fail(v, v->m->program_at, "member %zu of run %zu is no buffer", i, index);
    }
    size_t next = 0, i = 0;
    while (i < run->piece_count && run->pieces[i].first == next && run->pieces[i].count > 0)
        next += run->pieces[i++].count;
    if (i < run->piece_count || next != run->member_count || i > PLAN_MOST_PIECES)
        verify_fail(v, v->m->program_at, "the pieces of run %zu are not its members, one after the other", index);
}

/* The application may bind other external memory between replays: only launches of the graph itself can follow. */
static bool follows(const verifier *v, const plan_graph *g, const plan_node *node)
{
    return (node->kind == PLAN_KERNEL || node->kind == PLAN_FUSED) && !verify_is_body(v, g);
}

static void check_range(verifier *v, const plan_graph *g, const plan_node *node, const plan_range *r)
{
    if (r->buffer >= v->m->buffer_count) {
        verify_fail(v, node->at, "a range of node %s is of no buffer", node->name);
        return;
    }
    const model_buffer *b = &v->m->buffers[r->buffer];
    bool sets = b->role == ROLE_CONDITION &&
                (node->kind == PLAN_KERNEL || node->kind == PLAN_CONDITIONAL || node->kind == PLAN_FUSED);
    if (!sets && !verify_has_place(b) && !(b->external && follows(v, g, node)))
        verify_fail(v, node->at, "node %s touches %s, which is not on the device", node->name, b->name);
    if (r->first >= r->last || r->last > b->size)
        verify_fail(v, node->at, "expected node %s to touch bytes within 0 .. %llu of %s, found %llu .. %llu",
                    node->name, (unsigned long long)b->size, b->name, (unsigned long long)r->first,
                    (unsigned long long)r->last);
}

static bool is_condition(const model *m, uint32_t buffer)
{
    return buffer < m->buffer_count && m->buffers[buffer].role == ROLE_CONDITION;
}

/* Whether a node's own members are what its kind needs; ranges and edges apart. */
static bool indices_hold(const verifier *v, const plan_graph *g, const plan_node *node)
{
    const model *m = v->m;
    if (node->step != MODEL_NONE && node->step >= m->graphs[g->graph].step_count)
        return false;
    if (node->switched != MODEL_NONE && node->switched >= m->switch_count)
        return false;
    for (size_t i = 0; i < node->ordered_count; i++) {
        if (node->ordered[i] >= g->node_count)
            return false;
    }
    switch (node->kind) {
    case PLAN_KERNEL:
        for (size_t i = 0; i < node->argument_count; i++) {
            const plan_argument *argument = &node->arguments[i];
            bool valued = argument->value || argument->condition != MODEL_NONE || argument->grid;
            if (!argument->type || (argument->pointer ? argument->buffer >= m->buffer_count : !valued))
                return false;
            if (argument->setting != MODEL_NONE && argument->setting >= m->buffer_count)
                return false;
            if (argument->condition != MODEL_NONE && !is_condition(m, argument->condition))
                return false;
        }
        if (node->condition != MODEL_NONE && !is_condition(m, node->condition))
            return false;
        return node->kernel < v->p->kernel_count;
    case PLAN_CAPTURE:
        for (size_t i = 0; i < node->argument_count; i++) {
            if (!node->arguments[i].pointer || node->arguments[i].buffer >= m->buffer_count || !node->arguments[i].type)
                return false;
        }
        return node->capture != NULL && node->step != MODEL_NONE;
    case PLAN_COPY:
        return node->to < m->buffer_count && node->from < m->buffer_count;
    case PLAN_FILL:
        return node->to < m->buffer_count && (node->element == 1 || node->element == 2 || node->element == 4);
    case PLAN_TRANSFER:
        return node->run < v->p->run_count && node->step == MODEL_NONE &&
               (!plan_is_launch(v->p, node) || node->kernel < v->p->kernel_count);
    case PLAN_FUSED:
        return verify_fused_holds(v, g, node);
    case PLAN_EMPTY:
        return node->range_count == 0 && node->step == MODEL_NONE;
    case PLAN_BEGIN:
    case PLAN_END:
        return node->range_count == 0 && node->step == MODEL_NONE && node->kernel < v->p->kernel_count;
    case PLAN_CONDITIONAL:
        return node->step != MODEL_NONE && is_condition(m, node->condition) && node->first_body <= v->p->body_count &&
               node->body_count <= v->p->body_count - node->first_body;
    }
    return false;
}

static void check_edges(verifier *v, const plan_graph *g, size_t *edges, uint32_t *cursor)
{
    for (size_t n = 0; n < g->node_count; n++) {
        const plan_node *node = &g->nodes[n];
        *edges += node->after_count;
        for (size_t i = 0; i < node->after_count; i++) {
            uint32_t from = node->after[i];
            if (from >= n || (i > 0 && from <= node->after[i - 1])) {
                verify_fail(v, node->at, "what node %s depends on is not a list of earlier nodes", node->name);
                return;
            }
            /* Visited in ascending order of n, each node's dependants must show up one after the other. */
            const plan_node *earlier = &g->nodes[from];
            if (cursor[from] >= earlier->before_count || earlier->before[cursor[from]] != n) {
                verify_fail(v, node->at, "node %s depends on node %s, which does not list it", node->name,
                            earlier->name);
                return;
            }
            cursor[from]++;
        }
    }
    for (size_t n = 0; n < g->node_count; n++) {
        if (cursor[n] != g->nodes[n].before_count)
            verify_fail(v, g->nodes[n].at, "node %s lists a dependant that does not depend on it", g->nodes[n].name);
    }
}

static void check_figures(verifier *v, const plan_graph *g, size_t edges)
{
    size_t *level = ARENA_ARRAY(v->memory, size_t, g->node_count);
    size_t *at_level = ARENA_ARRAY(v->memory, size_t, g->node_count + 1);
    size_t depth = 0, width = 0;
    for (size_t n = 0; n < g->node_count; n++) {
        level[n] = 1;
        for (size_t i = 0; i < g->nodes[n].after_count; i++) {
            if (level[g->nodes[n].after[i]] >= level[n])
                level[n] = level[g->nodes[n].after[i]] + 1;
        }
        if (level[n] > depth)
            depth = level[n];
        if (++at_level[level[n]] > width)
            width = at_level[level[n]];
    }
    if (g->edge_count != edges || g->depth != depth || g->width != width)
        verify_fail(v, v->m->graphs[g->graph].at,
                    "expected graph %s to have %zu edges, depth %zu and width %zu, found %zu, %zu and %zu", g->name,
                    edges, depth, width, g->edge_count, g->depth, g->width);
}

/* Dependencies that the plan lists as added by `reuse: tight`. */
static void check_tight(verifier *v, const plan_graph *g)
{
    const model_graph *from = &v->m->graphs[g->graph];
    if (g->loose_depth > g->depth || (g->tight_count == 0 && g->loose_depth != g->depth))
        verify_fail(v, from->at,
                    "the longest path of graph %s has %zu nodes, which is not what %zu without %zu "
                    "dependencies can become",
                    g->name, g->depth, g->loose_depth, g->tight_count);
    if (g->tight_count > 0 && !v->m->reuse_tight)
        verify_fail(v, from->at, "graph %s has dependencies that the spec does not ask for", g->name);
    for (size_t i = 0; i < g->tight_count; i++) {
        const plan_tight *t = &g->tight[i];
        if (t->from >= t->to || t->to >= g->node_count || t->first_buffer >= v->m->buffer_count ||
            t->second_buffer >= v->m->buffer_count) {
            verify_fail(v, from->at, "an added dependency of graph %s is not one between two nodes", g->name);
            return;
        }
    }
}

static void check_nodes(verifier *v, const plan_graph *g)
{
    size_t before = v->failures, edges = 0;
    v->looked += g->node_count;
    for (size_t n = 0; n < g->node_count; n++) {
        const plan_node *node = &g->nodes[n];
        if (!node->name || !node->title) {
            verify_fail(v, node->at, "node %zu of graph %s has no name or title", n, g->name);
            return;
        }
        if (!indices_hold(v, g, node))
            verify_fail(v, node->at, "node %s of graph %s is not a node of its kind", node->name, g->name);
        for (size_t i = 0; i < node->range_count; i++)
            check_range(v, g, node, &node->ranges[i]);
    }
    check_edges(v, g, &edges, ARENA_ARRAY(v->memory, uint32_t, g->node_count));
    if (v->failures == before) {
        check_figures(v, g, edges);
        check_tight(v, g);
    }
}

static void check_graph(verifier *v, size_t index)
{
    const plan_graph *g = &v->p->graphs[index];
    const model_graph *from = &v->m->graphs[index];
    if (g->graph != index || g->kind != from->kind || !g->name || strcmp(g->name, from->name) != 0 ||
        g->holder != MODEL_NONE)
        verify_fail(v, from->at, "expected graph %s, found another in its place", from->name);
    else
        check_nodes(v, g);
}

/* Those of a graph follow each other. */
static void check_body(verifier *v, size_t index)
{
    const plan_graph *body = &v->p->bodies[index];
    uint32_t first = index > 0 ? body[-1].graph : 0;
    if (!body->name || body->graph < first || body->graph >= v->m->graph_count ||
        body->kind != v->m->graphs[body->graph].kind || body->tight_count > 0)
        verify_fail(v, v->m->program_at, "body %zu is of no graph, or out of place", index);
    else
        check_nodes(v, body);
}

/* The flat list is one of steps and what they hold. */
static void check_list(verifier *v, const model_graph *g)
{
    uint32_t open = 0; /* 1 + the step that holds what comes next */
    for (uint32_t s = 0; s < g->step_count; s++) {
        const model_step *step = &g->steps[s];
        while (open > 0 && s >= g->steps[open - 1].end)
            open = g->steps[open - 1].inside;
        uint32_t end = open > 0 ? g->steps[open - 1].end : (uint32_t)g->step_count;
        if (step->inside != open || (open > 0 && step->body >= g->steps[open - 1].body_count)) {
            verify_fail(v, step->at, "%s is not in the body that holds it", step->title);
            return;
        }
        if (!verify_holds_steps(step))
            continue;
        if (step->end <= s || step->end > end || !is_condition(v->m, step->condition)) {
            verify_fail(v, step->at, "%s does not hold steps of the list, or has no condition", step->title);
            return;
        }
        open = s + 1;
    }
}

/* A condition is the driver's, and the value of a setting stands in the launch. */
static bool has_address(const model_buffer *b)
{
    return b->role != ROLE_CONDITION && (b->role != ROLE_SETTING || b->by_pointer);
}

/* It is the application's, from its first byte on, and no plan can have it anywhere else. */
static void check_external(verifier *v, size_t b)
{
    const plan_place *place = &v->p->places[b];
    if (place->arena != PLAN_EXTERNAL || place->offset != 0 || place->upload_offset != UINT64_MAX ||
        place->download_offset != UINT64_MAX)
        verify_fail(v, v->m->buffers[b].at, "expected %s to lie in external memory alone", v->m->buffers[b].name);
}

static void check_places(verifier *v)
{
    for (size_t b = 0; b < v->m->buffer_count; b++) {
        bool pinned = v->p->places[b].arena == PLAN_PINNED;
        if (v->m->buffers[b].external)
            check_external(v, b);
        else if (verify_is_direct(v, b) ? !pinned
                                   : has_address(&v->m->buffers[b]) && v->p->places[b].arena >= v->p->arena_count)
            verify_fail(v, v->m->buffers[b].at, "expected %s to lie in %s memory", v->m->buffers[b].name,
                        verify_is_direct(v, b) ? "pinned" : "device");
    }
}

static bool is_added(const verifier *v, size_t k)
{
    const model_kernel *kernel = v->p->kernels[k];

    if (kernel->fused)
        return (v->p->plain != NULL || v->p->mailbox != NULL) && kernel->builtin == NULL && kernel->source == NULL &&
               kernel->image == NULL;
    return kernel->builtin != NULL && (k == 0 || !v->p->kernels[k - 1]->fused);
}

/* The model's kernels, and behind them only built-in ones; last those of fused launches. */
static bool has_kernels(const verifier *v)
{
    bool right = v->p->kernel_count >= v->m->kernel_count;
    for (size_t k = 0; right && k < v->p->kernel_count; k++)
        right = k < v->m->kernel_count ? v->p->kernels[k] == &v->m->kernels[k] : is_added(v, k);
    return right;
}

bool verify_shape(verifier *v)
{
    if (!has_kernels(v)) {
        verify_fail(v, v->m->program_at, "expected the kernels of the spec, and behind them those of the generator");
        return false;
    }
    if (v->p->graph_count != v->m->graph_count) {
        verify_fail(v, v->m->program_at, "expected %zu graphs, found %zu", v->m->graph_count, v->p->graph_count);
        return false;
    }
    for (size_t r = 0; r < v->p->run_count; r++)
        check_run(v, r);
    verify_transports(v);
    check_places(v);
    for (size_t g = 0; g < v->m->graph_count; g++)
        check_list(v, &v->m->graphs[g]);
    if (v->failures == 0) {
        for (size_t g = 0; g < v->p->graph_count; g++)
            check_graph(v, g);
        for (size_t b = 0; b < v->p->body_count; b++)
            check_body(v, b);
    }
    if (v->failures == 0)
        verify_bodies_shape(v);
    return v->failures == 0;
}
