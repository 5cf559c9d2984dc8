/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The vggen authors */
/* Grids that open finds out, and those that the device sets: each of the latter has one launch in its graph that sets
 * its grid, which never makes more of it than the plan states, and nothing else is given its handle. That this launch
 * comes before it is proven with the bytes that stand for the grid. */
#include <string.h>

#include "verify/parts.h"

static bool is_setter(const verifier *v, const plan_node *node)
{
    const model_kernel *k = node->kind == PLAN_KERNEL ? v->p->kernels[node->kernel] : NULL;
    return k && k->builtin && strcmp(k->builtin, "grid.cu") == 0 && strncmp(k->entry, "vg_set_grid", 11) == 0;
}

static const plan_argument *find_argument(const plan_node *node, const char *parameter)
{
    for (size_t i = 0; i < node->argument_count; i++) {
        if (strcmp(node->arguments[i].parameter, parameter) == 0)
            return &node->arguments[i];
    }
    return NULL;
}

static bool gives(const plan_node *node, const char *parameter, uint32_t number)
{
    const plan_argument *a = find_argument(node, parameter);
    return a && !a->pointer && a->value && a->type->size == 4 && a->setting == MODEL_NONE &&
           (a->value[0] | (uint32_t)a->value[1] << 8 | (uint32_t)a->value[2] << 16 | (uint32_t)a->value[3] << 24) ==
               number;
}

/* For each buffer, nodes of one graph: those that are given it as a handle, and those whose grid it stands for. */
typedef struct {
    uint32_t *setter; /* the last one */
    size_t *setters, *nodes;
} grid_uses;

static grid_uses find_uses(const verifier *v, const plan_graph *g)
{
    grid_uses uses = {ARENA_ARRAY(v->memory, uint32_t, v->m->buffer_count),
                      ARENA_ARRAY(v->memory, size_t, v->m->buffer_count),
                      ARENA_ARRAY(v->memory, size_t, v->m->buffer_count)};
    for (uint32_t n = 0; n < g->node_count; n++) {
        const plan_node *node = &g->nodes[n];
        if (node->kind != PLAN_KERNEL)
            continue;
        if (node->condition != MODEL_NONE)
            uses.nodes[node->condition]++;
        for (size_t i = 0; i < node->argument_count; i++) {
            uint32_t handle = node->arguments[i].condition;
            if (handle == MODEL_NONE)
                continue;
            uses.setter[handle] = n;
            uses.setters[handle]++;
        }
    }
    return uses;
}

static bool can_be_set(const verifier *v, const plan_graph *g, const plan_node *node)
{
    const model_kernel *k = v->p->kernels[node->kernel];
    return v->m->buffers[node->condition].grid && node->switched == MODEL_NONE && g->kind == GRAPH_REPLAY &&
           !k->cooperative && k->cluster_count == 0;
}

static void check_grid(verifier *v, const plan_graph *g, const grid_uses *uses, uint32_t n)
{
    const plan_node *node = &g->nodes[n], *setter = &g->nodes[uses->setter[node->condition]];
    if (!can_be_set(v, g, node))
        verify_fail(v, node->at, "node %s is not one whose grid the device can set", node->name);
    if (uses->setters[node->condition] != 1 || uses->nodes[node->condition] != 1)
        verify_fail(v, node->at, "expected the grid of node %s to be its own, and one node that sets it, found %zu",
                    node->name, uses->setters[node->condition]);
    else if (setter > node || !is_setter(v, setter) || !gives(setter, "most", node->grid[0]) ||
             !gives(setter, "y", node->grid[1]) || !gives(setter, "z", node->grid[2]))
        verify_fail(v, node->at, "node %s does not set the grid of node %s to at most %u x %u x %u", setter->name,
                    node->name, node->grid[0], node->grid[1], node->grid[2]);
}

/* What decides how many blocks fit stays as it is from open on, and no other node is given their number. */
static void check_resident(verifier *v, const plan_node *node)
{
    bool known = node->shared_varies == NULL && node->condition == MODEL_NONE && node->grid[0] > 0 &&
                 node->grid[1] == 1 && node->grid[2] == 1;
    for (size_t i = 0; i < 3; i++)
        known = known && node->grid_varies[i] == NULL;
    if (node->resident && !known)
        verify_fail(v, node->at, "node %s cannot have a resident grid: open does not know what decides about it",
                    node->name);
    for (size_t i = 0; !node->resident && i < node->argument_count; i++) {
        if (node->arguments[i].grid)
            verify_fail(v, node->at, "node %s is given the blocks of a resident grid, and has another", node->name);
    }
}

static void check_graph(verifier *v, const plan_graph *g)
{
    grid_uses uses = find_uses(v, g);
    for (uint32_t n = 0; n < g->node_count; n++) {
        const plan_node *node = &g->nodes[n];
        if (node->kind != PLAN_KERNEL)
            continue;
        v->looked += node->resident || node->condition != MODEL_NONE ? 1 : 0;
        check_resident(v, node);
        if (node->condition != MODEL_NONE)
            check_grid(v, g, &uses, n);
        for (size_t i = 0; is_setter(v, node) && i < node->argument_count; i++) {
            if (node->arguments[i].condition != MODEL_NONE && uses.nodes[node->arguments[i].condition] != 1)
                verify_fail(v, node->at, "node %s sets the grid of no node, or of several", node->name);
        }
    }
}

void verify_grids(verifier *v)
{
    verify_each_graph(v, check_graph);
    verify_each_body(v, check_graph);
}
