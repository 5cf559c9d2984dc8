/* SPDX-License-Identifier: 0BSD */
/* SPDX-FileCopyrightText: 2026 The vggen authors */
/* Values of conditional handles, and grids that kernels set, while a graph runs. A value is defined by a default that
 * the launch assigns, or by a kernel; whoever sets or reads it must come after the last one that set it by a path of
 * edges. */
#define _GNU_SOURCE
#include "graph/graph.h"

#include <string.h>

/* ---- when ---- */

/* The place of the running node, and of what holds it. */
static void note_moment(sim_moment *moment, const sim_exec *exec)
{
    unsigned depth = 0, at;
    for (const sim_exec *e = exec; e; e = e->outer) {
        depth++;
    }
    moment->depth = depth < SIM_DEEPEST ? depth : SIM_DEEPEST;
    at = depth;
    for (const sim_exec *e = exec; e; e = e->outer) {
        if (--at < SIM_DEEPEST) {
            moment->level[at].exec = e;
            moment->level[at].node = e->current;
            moment->level[at].pass = e->pass;
        }
    }
}

/* Does an edge, a loop or a choice order the two? A node is ordered with itself and with what holds it. */
static bool ordered(const sim_moment *first, const sim_moment *second)
{
    for (unsigned i = 0; i < first->depth && i < second->depth; i++) {
        if (first->level[i].exec != second->level[i].exec || first->level[i].pass != second->level[i].pass) {
            return true;
        }
        if (first->level[i].node != second->level[i].node) {
            return sim_ordered(first->level[i].exec, first->level[i].node, second->level[i].node);
        }
    }
    return true;
}

static const char *title_at(const sim_moment *moment)
{
    const unsigned last = moment->depth - 1;
    return sim_node_title(moment->level[last].exec, moment->level[last].node);
}

static void check_order(const sim_condition *condition, const sim_moment *before, const char *before_does,
                        const sim_moment *now, const char *now_does)
{
    if (before->depth && !ordered(before, now)) {
        sim_problem("race", "%s %s a %s that %s %s, and no %s orders them", title_at(now), now_does,
                    condition->handle->kind == SIM_NODE ? "grid" : "condition", title_at(before), before_does,
                    condition->home && condition->home->parts ? "barrier" : "edge");
    }
}

/* ---- the values ---- */

static sim_condition *collect_one(sim_exec *root, size_t *capacity, const sim_exec *home, const sim_object *handle)
{
    sim_condition *condition;
    root->conditions =
        (sim_condition *)sim_grow(root->conditions, root->condition_count, capacity, sizeof *root->conditions);
    condition = &root->conditions[root->condition_count++];
    memset(condition, 0, sizeof *condition);
    condition->handle = handle;
    condition->home = home;
    return condition;
}

static void collect(sim_exec *root, size_t *capacity, const sim_exec *home, const sim_graph *graph)
{
    for (size_t i = 0; i < graph->handle_count; i++) {
        const sim_handle *handle = (const sim_handle *)graph->handles[i]->data;
        sim_condition *condition = collect_one(root, capacity, home, graph->handles[i]);
        condition->first = handle->first;
        condition->assigned = handle->assigned;
    }
    for (size_t i = 0; i < graph->count; i++) {
        const sim_conditional *c = &graph->nodes[i]->conditional;
        if (graph->nodes[i]->launch.most) {
            (void)collect_one(root, capacity, home, graph->nodes[i]->object);
        }
        for (unsigned b = 0; c->graphs && b < c->size; b++) {
            collect(root, capacity, home->nodes[i].conditional.bodies[b], c->graphs[b]);
        }
    }
}

void sim_conditions_collect(sim_exec *exec, const sim_graph *graph)
{
    size_t capacity = 0;
    collect(exec, &capacity, exec, graph);
}

void sim_conditions_reset(sim_exec *exec)
{
    for (size_t i = 0; i < exec->condition_count; i++) {
        sim_condition *condition = &exec->conditions[i];
        condition->value = condition->first;
        condition->defined = condition->assigned;
        condition->doubtful = false;
        condition->set.depth = condition->read.depth = 0;
    }
}

static sim_condition *find(const sim_exec *exec, uint64_t handle)
{
    for (const sim_exec *e = exec; e; e = e->outer) {
        for (size_t i = 0; i < e->condition_count; i++) {
            if ((uint64_t)(uintptr_t)e->conditions[i].handle == handle) {
                return &e->conditions[i];
            }
        }
    }
    return NULL;
}

void sim_condition_set(sim_exec *exec, uint64_t handle, unsigned value)
{
    sim_condition *condition = find(exec, handle);
    sim_moment now;
    if (!condition) {
        sim_problem("bad handle", "%s sets the condition 0x%llx, which is no handle of the graph that it runs in",
                    sim_node_title(exec, exec->current), (unsigned long long)handle);
        return;
    }
    note_moment(&now, exec);
    check_order(condition, &condition->set, "sets", &now, "sets");
    check_order(condition, &condition->read, "reads", &now, "sets");
    condition->value = value;
    condition->defined = true;
    condition->doubtful = false;
    condition->set = now;
}

/* Returns 0 if nothing has set it. */
unsigned sim_condition_read(sim_exec *exec, uint32_t node)
{
    sim_condition *condition = find(exec, (uint64_t)(uintptr_t)exec->nodes[node].conditional.handle);
    sim_moment now;
    note_moment(&now, exec);
    check_order(condition, &condition->set, "sets", &now, "reads");
    condition->read = now;
    if (!condition->defined) {
        sim_problem("undefined read", "%s decides by a condition that nothing has set in this launch",
                    sim_node_title(exec, node));
        return 0;
    }
    if (condition->doubtful) {
        condition->doubtful = false;
        sim_problem("undefined read",
                    "%s decides by a condition that was set in an earlier pass of its body: whether its default is "
                    "assigned again in each pass is not defined",
                    sim_node_title(exec, node));
    }
    return condition->value;
}

/* ---- grids ---- */

bool sim_graph_has_grids(const sim_graph *graph)
{
    for (size_t i = 0; i < graph->count; i++) {
        if (graph->nodes[i]->launch.most) {
            return true;
        }
    }
    return false;
}

bool sim_grid_fits(const sim_exec *exec, uint64_t handle, unsigned *x, unsigned y, unsigned z)
{
    const sim_condition *condition = exec ? find(exec, handle) : NULL;
    const sim_exec *home = condition ? condition->home : NULL;
    size_t i = 0;
    while (home && i < home->count && home->nodes[i].object != condition->handle) {
        i++;
    }
    if (!home || i == home->count) {
        sim_problem("bad handle", "%s sets the grid of 0x%llx, which is no handle of the graph that it runs in",
                    exec ? sim_node_title(exec, exec->current) : "a kernel", (unsigned long long)handle);
        return false;
    }
    if (*x > home->nodes[i].launch.most || y != home->nodes[i].launch.grid[1] || z != home->nodes[i].launch.grid[2]) {
        sim_problem("grid", "%s gives %s a grid of %u x %u x %u blocks, which was made for at most %u x %u x %u",
                    sim_node_title(exec, exec->current), sim_node_title(home, i), *x, y, z, home->nodes[i].launch.most,
                    home->nodes[i].launch.grid[1], home->nodes[i].launch.grid[2]);
        *x = *x < home->nodes[i].launch.most ? *x : home->nodes[i].launch.most;
    }
    return true;
}

/* A grid stays from launch to launch, but then it is that of other data. */
bool sim_grid_take(sim_exec *exec, uint32_t node)
{
    sim_condition *condition = find(exec, (uint64_t)(uintptr_t)exec->nodes[node].object);
    sim_moment now;
    if (!condition) {
        return true;
    }
    note_moment(&now, exec);
    check_order(condition, &condition->set, "sets", &now, "reads");
    condition->read = now;
    if (!condition->defined) {
        sim_problem("undefined read", "%s has a grid that nothing has set in this launch", sim_node_title(exec, node));
        return false;
    }
    exec->nodes[node].launch.grid[0] = condition->value;
    return condition->value != 0;
}

/* ---- the nodes ---- */

/* A default that is not assigned again in each pass may or may not come back. */
void sim_conditions_pass(sim_exec *exec, sim_exec *body)
{
    body->outer = exec;
    body->pass++;
    for (const sim_exec *e = exec; e; e = e->outer) {
        for (size_t i = 0; i < e->condition_count; i++) {
            sim_condition *condition = &e->conditions[i];
            if (condition->home == body && condition->assigned && condition->value != condition->first) {
                condition->doubtful = true;
            }
        }
    }
}
