/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The vggen authors */
/* The nodes of a graph against the steps of the model: each does what its step says and declares all that it
 * touches. */
#include <string.h>

#include "base/text.h"
#include "verify/parts.h"

typedef struct {
    verifier *v;
    const plan_graph *g;
    verify_part part;
} graph_check;

/* ---- what a step touches ---- */

typedef struct {
    plan_range *ranges;
    size_t count;
    bool may_be_off;
} touched;

static touched nothing_touched(arena *a, const model_step *step, size_t most)
{
    return (touched){ARENA_ARRAY(a, plan_range, most), 0, verify_may_be_off(step)};
}

static void touch(touched *t, const model_slice *slice, unsigned access)
{
    if (slice->first == slice->last)
        return;
    /* What may not run promises to write nothing. */
    unsigned promised = t->may_be_off ? access & (PLAN_READ | PLAN_WRITE | PLAN_WORK) : access;
    t->ranges[t->count++] = (plan_range){slice->buffer, slice->first, slice->last, promised};
}

/* ---- launches ---- */

static unsigned expected_access(model_access access)
{
    static const unsigned of[] = {
        [ACCESS_VALUE] = 0,
        [ACCESS_IN] = PLAN_READ,
        [ACCESS_OUT] = PLAN_WRITE | PLAN_WHOLE,
        [ACCESS_OUT_PART] = PLAN_WRITE,
        [ACCESS_INOUT] = PLAN_READ | PLAN_WRITE,
        [ACCESS_WORK] = PLAN_READ | PLAN_WRITE | PLAN_WORK,
    };
    return of[access];
}

static bool argument_holds(const model_param *param, const model_argument *from, const plan_argument *to)
{
    if (to->pointer != (param->access != ACCESS_VALUE) || to->type != param->type || !to->parameter ||
        strcmp(to->parameter, param->name) != 0)
        return false;
    if (to->pointer)
        return to->buffer == from->slice.buffer && to->first == from->slice.first && to->setting == MODEL_NONE &&
               to->condition == MODEL_NONE && !to->grid;
    uint32_t setting = from->kind == ARGUMENT_SETTING ? from->slice.buffer : MODEL_NONE;
    uint32_t condition = from->kind == ARGUMENT_CONDITION ? from->slice.buffer : MODEL_NONE;
    if (to->setting != setting || to->condition != condition || to->grid != (from->kind == ARGUMENT_GRID))
        return false;
    return to->grid || condition != MODEL_NONE || memcmp(to->value, from->value, param->type->size) == 0;
}

/* What follows settings is what the step says does. */
static bool varying_holds(const model_kernel *kernel, const model_step *step, const plan_node *node)
{
    const model_expr *shared = step->shared.root ? &step->shared : &kernel->shared;
    for (size_t i = 0; i < 3; i++) {
        bool varies = i < step->grid_count && step->grid[i].varies;
        if (node->grid_varies[i] != (varies ? &step->grid[i] : NULL))
            return false;
    }
    return node->shared_varies == (shared->varies ? shared : NULL);
}

static bool launch_holds(const verifier *v, const model_step *step, const plan_node *node)
{
    return node->kind == PLAN_KERNEL && node->kernel == step->kernel &&
           node->condition == (step->sized > 0 ? step->sized - 1 : MODEL_NONE) &&
           memcmp(node->grid, step->grid_size, sizeof node->grid) == 0 && node->resident == step->resident &&
           memcmp(node->block, step->block_size, sizeof node->block) == 0 && node->shared_bytes == step->shared_bytes &&
           varying_holds(&v->m->kernels[step->kernel], step, node);
}

static void check_launch(verifier *v, const model_step *step, const plan_node *node)
{
    const model_kernel *kernel = &v->m->kernels[step->kernel];
    if (!launch_holds(v, step, node)) {
        verify_fail(v, step->at, "node %s is not this launch: kernel, grid, block or shared memory differ", node->name);
        return;
    }
    if (node->argument_count != kernel->param_count) {
        verify_fail(v, step->at, "expected node %s to have %zu arguments, found %zu", node->name, kernel->param_count,
                    node->argument_count);
        return;
    }
    touched expected = nothing_touched(v->memory, step, kernel->param_count + step->read_count + step->write_count);
    for (size_t i = 0; i < kernel->param_count; i++) {
        const model_param *param = &kernel->params[i];
        const model_argument *argument = &step->arguments[i];
        if (!argument_holds(param, argument, &node->arguments[i]))
            verify_fail(v, argument->at, "argument %s of node %s is not what the step gives", param->name, node->name);
        if (param->access != ACCESS_VALUE)
            touch(&expected, &argument->slice, expected_access(argument->access));
        if (argument->kind == ARGUMENT_CONDITION) { /* all of it: that is what keeps its setters in order */
            uint64_t size = v->m->buffers[argument->slice.buffer].size;
            expected.ranges[expected.count++] =
                (plan_range){argument->slice.buffer, 0, size, PLAN_READ | PLAN_WRITE};
        }
    }
    for (size_t i = 0; i < step->read_count; i++)
        touch(&expected, &step->reads[i], PLAN_READ);
    for (size_t i = 0; i < step->write_count; i++)
        touch(&expected, &step->writes[i], PLAN_WRITE);
    verify_expect_ranges(v, node, expected.ranges, expected.count);
}

/* ---- captures ---- */

/* The function gets a pointer for each name, in this order, and touches nothing else. */
static void check_capture(verifier *v, const model_step *step, const plan_node *node)
{
    touched expected = nothing_touched(v->memory, step, step->argument_count);
    bool same = node->kind == PLAN_CAPTURE && node->capture == step->capture &&
                node->argument_count == step->argument_count;
    for (size_t i = 0; same && i < step->argument_count; i++) {
        const model_argument *argument = &step->arguments[i];
        const plan_argument *given = &node->arguments[i];
        same = given->pointer && given->buffer == argument->slice.buffer && given->first == argument->slice.first &&
               given->type == argument->slice.type && strcmp(given->parameter, argument->keyword) == 0;
        touch(&expected, &argument->slice, expected_access(argument->access));
    }
    if (!same)
        verify_fail(v, step->at, "node %s is not this capture: its function or a pointer differs", node->name);
    else
        verify_expect_ranges(v, node, expected.ranges, expected.count);
}

/* ---- fills and copies ---- */

/* Nodes are given by rank. */
static void check_fill(const graph_check *c, const model_step *step, const uint32_t *nodes, size_t count)
{
    verifier *v = c->v;
    touched expected = nothing_touched(v->memory, step, 1);
    const plan_node *first = &c->g->nodes[nodes[0]];
    touch(&expected, &step->to, count == 1 ? PLAN_WRITE | PLAN_WHOLE : PLAN_WRITE);
    if (count == 1 && verify_is_fill_launch(v, first)) {
        if (!verify_launch_fills(first, step->pattern, step->to.type->size, step->to.buffer, step->to.first,
                                 step->to.last))
            verify_fail(v, step->at, "launch %s does not fill %s with the step's value", first->name,
                        v->m->buffers[step->to.buffer].name);
        verify_expect_ranges(v, first, expected.ranges, expected.count);
        return;
    }
    for (size_t i = 0; i < count; i++) {
        const plan_node *node = &c->g->nodes[nodes[i]];
        if (node->element != first->element ||
            !verify_is_part_fill(v, node, i, count, step->pattern, step->to.type->size, step->to.buffer, step->to.first,
                          step->to.last)) {
            verify_fail(v, step->at, "node %s does not fill its elements of %s with the step's value", node->name,
                        v->m->buffers[step->to.buffer].name);
            return;
        }
        verify_expect_ranges(v, node, expected.ranges, expected.count);
    }
}

static void check_copy(verifier *v, const model_step *step, const plan_node *node)
{
    uint64_t bytes = step->from.last - step->from.first;
    bool of_kind = node->kind == PLAN_COPY || verify_launch_copies(v, node);
    if (!of_kind || node->to != step->to.buffer || node->to_first != step->to.first ||
        node->from != step->from.buffer || node->from_first != step->from.first || node->bytes != bytes ||
        step->to.last - step->to.first != bytes) {
        verify_fail(v, step->at, "node %s does not copy what the step says", node->name);
        return;
    }
    touched expected = nothing_touched(v->memory, step, 2);
    touch(&expected, &step->from, PLAN_READ);
    touch(&expected, &step->to, PLAN_WRITE | PLAN_WHOLE);
    verify_expect_ranges(v, node, expected.ranges, expected.count);
}

/* ---- control flow ---- */

/* That it touches what its bodies touch is proven once all of them are. */
static void check_conditional(verifier *v, const model_step *step, const plan_node *node)
{
    if (node->kind != PLAN_CONDITIONAL || node->control != step->kind || node->condition != step->condition)
        verify_fail(v, step->at, "node %s is not this control flow: its kind or its condition differ", node->name);
    else if (node->body_count != step->body_count)
        verify_fail(v, step->at, "expected node %s to have %zu bodies, found %zu", node->name, step->body_count,
                    node->body_count);
}

/* A fill or copy of no bytes has no node; a fill whose value repeats only after more than four bytes has several. */
static void check_step(const graph_check *c, const model_step *step, const uint32_t *nodes, size_t count)
{
    verifier *v = c->v;
    bool wanted = step->kind == STEP_LAUNCH || step->kind == STEP_CAPTURE || verify_holds_steps(step) ||
                  step->to.last != step->to.first;
    if ((count > 0) != wanted || (step->kind != STEP_FILL && count > 1)) {
        verify_fail(v, step->at, "expected %s for %s, found %zu", wanted ? "a node" : "no node", step->title, count);
        return;
    }
    for (size_t i = 0; i < count; i++) {
        const plan_node *node = &c->g->nodes[nodes[i]];
        if (node->switched != step->switched || node->unless != step->unless)
            verify_fail(v, step->at, "node %s does not have the switch of its step", node->name);
    }
    if (count == 0)
        return;
    if (step->kind == STEP_LAUNCH)
        check_launch(v, step, &c->g->nodes[nodes[0]]);
    else if (step->kind == STEP_CAPTURE)
        check_capture(v, step, &c->g->nodes[nodes[0]]);
    else if (verify_holds_steps(step))
        check_conditional(v, step, &c->g->nodes[nodes[0]]);
    else if (step->kind == STEP_FILL)
        check_fill(c, step, nodes, count);
    else
        check_copy(v, step, &c->g->nodes[nodes[0]]);
}

/* ---- whole graphs ---- */

static bool may_write(model_graph_kind kind, model_role role, bool transfer)
{
    if (kind == GRAPH_SETUP)
        return role == ROLE_DERIVED || role == ROLE_SCRATCH || role == ROLE_CONDITION;
    if (role == ROLE_INPUT || role == ROLE_SETTING) /* a replay may leave their upload out */
        return transfer;
    return role != ROLE_DERIVED && role != ROLE_CONSTANT;
}

static void check_writes(const graph_check *c)
{
    for (size_t n = 0; n < c->g->node_count; n++) {
        const plan_node *node = &c->g->nodes[n];
        for (size_t i = 0; i < node->range_count; i++) {
            const model_buffer *b = &c->v->m->buffers[node->ranges[i].buffer];
            if ((node->ranges[i].access & PLAN_WRITE) &&
                !may_write(c->part.from->kind, b->role, node->kind == PLAN_TRANSFER))
                verify_fail(c->v, node->at, "node %s writes %s, which graph %s may not", node->name, b->name,
                            c->g->name);
        }
    }
}

static size_t add_names(const plan_graph *g, const char **list, size_t count)
{
    for (size_t n = 0; n < g->node_count; n++)
        list[count++] = g->nodes[n].name;
    return count;
}

/* Nodes of a graph and of its bodies have names of their own. */
static void check_names(verifier *v, const plan_graph *g)
{
    size_t count = g->node_count;
    for (size_t b = 0; b < v->p->body_count; b++)
        count += v->p->bodies[b].graph == g->graph ? v->p->bodies[b].node_count : 0;
    const char **sorted = ARENA_ARRAY(v->memory, const char *, count);
    count = add_names(g, sorted, 0);
    for (size_t b = 0; b < v->p->body_count; b++) {
        if (v->p->bodies[b].graph == g->graph)
            count = add_names(&v->p->bodies[b], sorted, count);
    }
    text_sort(sorted, count);
    for (size_t n = 1; n < count; n++) {
        if (strcmp(sorted[n - 1], sorted[n]) == 0)
            verify_fail(v, v->m->graphs[g->graph].at, "two nodes of graph %s are called %s", g->name, sorted[n]);
    }
}

static void check_graph(verifier *v, const plan_graph *g)
{
    const graph_check check = {v, g, verify_part_of(v, g)}, *c = &check;
    const plan_node *nodes = c->g->nodes;
    const uint32_t *by_rank = verify_by_rank(c->v, c->g);
    size_t k = 0;
    v->looked += g->node_count;
    while (k < c->g->node_count && nodes[by_rank[k]].step == MODEL_NONE)
        k++;
    for (uint32_t s = check.part.begin; s < check.part.end; s++) {
        size_t begin = k;
        if (!verify_part_has(&check.part, s))
            continue;
        while (k < c->g->node_count && nodes[by_rank[k]].step == s)
            k++;
        check_step(c, &c->part.from->steps[s], by_rank + begin, k - begin);
    }
    if (k < c->g->node_count && nodes[by_rank[k]].step != MODEL_NONE)
        verify_fail(v, nodes[by_rank[k]].at, "node %s is of a step that does not stand in %s", nodes[by_rank[k]].name,
                    g->name);
    verify_added(c->v, c->g);
    check_writes(c);
}

void verify_steps(verifier *v)
{
    verify_each_graph(v, check_graph);
    verify_each_body(v, check_graph);
    verify_each_graph(v, check_names);
}
