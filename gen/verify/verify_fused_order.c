/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The vggen authors */
/* What the plain graph orders, the fused one orders: an edge from one node to another is there a path between the nodes
 * that they are in, or, where both are parts of one block, their order with a barrier between. The plain graph's edges
 * are proven to be enough; so are these, then. An edge through a node that is left out is one from each before it to
 * each behind it. */
#include "verify/fused_parts.h"

typedef struct {
    verifier *v;
    const plan_graph *plain, *fused; /* fused: NULL for a list alone */
    const fused_place *first, *last; /* of each node of the plain graph: where it begins, and where it ends */
    verify_shortcuts shortcuts;
    uint32_t *seen;   /* nodes of the plain graph, by the one behind them … */
    uint32_t *passed; /* … and of the fused graph, by the number of a search */
    uint32_t searches;
    uint32_t *open;
} order;

/* Whether a barrier stands between two parts of a list. */
static bool has_barrier(const plan_fused_list *list, uint32_t earlier, uint32_t later)
{
    for (uint32_t k = later; k > earlier; k--) {
        if (!list->parts[k].apart)
            return true;
    }
    return false;
}

static bool has_path(order *o, uint32_t from, uint32_t to)
{
    size_t count = 0;

    verify_look_from(&o->shortcuts, to);
    if (verify_is_before(&o->shortcuts, from, to))
        return true;
    o->open[count++] = to;
    o->searches++;
    while (count > 0) {
        const plan_node *node = &o->fused->nodes[o->open[--count]];

        for (size_t i = 0; i < node->after_count; i++) {
            uint32_t earlier = node->after[i];

            if (earlier == from)
                return true;
            if (earlier > from && o->passed[earlier] != o->searches) {
                o->passed[earlier] = o->searches;
                o->open[count++] = earlier;
            }
        }
    }
    return false;
}

static void ask(order *o, uint32_t from, uint32_t to)
{
    const fused_place *earlier = &o->last[from], *later = &o->first[to];
    const plan_node *first = &o->plain->nodes[from], *second = &o->plain->nodes[to];

    if (earlier->node != later->node) {
        if (!has_path(o, earlier->node, later->node))
            verify_fail(o->v, second->at, "expected node %s to come after node %s, found no path between %s and %s",
                        second->name, first->name, o->fused->nodes[earlier->node].name,
                        o->fused->nodes[later->node].name);
    } else if (earlier->in != later->in) {
        verify_fail(o->v, second->at, "node %s has to come after node %s, and blocks side by side do both",
                    second->name, first->name);
    } else if (earlier->position >= later->position) {
        verify_fail(o->v, second->at, "part %s has to come after part %s and stands before it", second->name,
                    first->name);
    } else if (!has_barrier(earlier->in, earlier->position, later->position)) {
        verify_fail(o->v, second->at, "part %s has to come after part %s, found no barrier between", second->name,
                    first->name);
    }
}

static void ask_before(order *o, uint32_t from, uint32_t to)
{
    const plan_node *left_out = &o->plain->nodes[from];

    if (o->seen[from] == to + 1)
        return;
    o->seen[from] = to + 1;
    if (o->last[from].node != MODEL_NONE) {
        ask(o, from, to);
        return;
    }
    for (size_t i = 0; i < left_out->after_count; i++)
        ask_before(o, left_out->after[i], to);
}

void fused_check_order(verifier *v, const plan_graph *plain, const plan_graph *fused, const fused_place *first,
                       const fused_place *last)
{
    size_t nodes = plain->node_count + (fused != NULL ? fused->node_count : 0);
    order o = {.v = v,
               .plain = plain,
               .fused = fused,
               .first = first,
               .last = last,
               .seen = ARENA_ARRAY(v->memory, uint32_t, nodes),
               .passed = ARENA_ARRAY(v->memory, uint32_t, nodes),
               .open = ARENA_ARRAY(v->memory, uint32_t, nodes + 1)};

    if (fused != NULL)
        o.shortcuts = verify_find_shortcuts(v->memory, fused);
    for (uint32_t n = 0; n < plain->node_count; n++) {
        for (size_t i = 0; first[n].node != MODEL_NONE && i < plain->nodes[n].after_count; i++)
            ask_before(&o, plain->nodes[n].after[i], n);
    }
}
