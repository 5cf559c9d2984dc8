/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The vggen authors */
/* Damage to what a replay begins and ends with. */
#ifndef PLAN_DAMAGE_FRAME_H
#define PLAN_DAMAGE_FRAME_H

#include "plan_damage_nodes.h"

/* A node of that kind, with its graph, or NULL. */
static inline plan_node *frame_of(damage *d, plan_node_kind kind, plan_graph **g)
{
    size_t start = random_below(d->seed, d->p->graph_count);
    for (size_t i = 0; i < d->p->graph_count; i++) {
        *g = &d->p->graphs[(start + i) % d->p->graph_count];
        for (size_t n = 0; n < (*g)->node_count; n++) {
            if ((*g)->nodes[n].kind == kind)
                return &(*g)->nodes[n];
        }
    }
    return NULL;
}

static inline plan_node *any_frame(damage *d, plan_graph **g)
{
    bool begin = random_below(d->seed, 2);
    plan_node *n = begin ? frame_of(d, PLAN_BEGIN, g) : NULL;
    return n ? n : frame_of(d, PLAN_END, g);
}

/* What stands in bodies and in memory counts nodes as they were: both are damaged then, too. */
static inline void drop_frame(damage *d)
{
    plan_graph *g;
    plan_node *n = any_frame(d, &g);
    if (!n)
        return;
    drop_at(d, g, (size_t)(n - g->nodes));
    d->declared = true;
}

/* A last node that the end does not wait for. */
static inline void loosen_end(damage *d)
{
    plan_graph *g;
    plan_node *n = frame_of(d, PLAN_END, &g);
    if (!n)
        return;
    size_t at = random_below(d->seed, n->after_count);
    memmove(&n->after[at], &n->after[at + 1], (n->after_count - at - 1) * sizeof *n->after);
    n->after_count--;
    mirror_edges(d->f->a, g);
    d->declared = true;
}

/* A first node that does not wait for the begin. */
static inline void loosen_begin(damage *d)
{
    plan_graph *g;
    plan_node *begin = frame_of(d, PLAN_BEGIN, &g);
    if (!begin)
        return;
    plan_node *n = &g->nodes[begin->before[random_below(d->seed, begin->before_count)]];
    n->after_count = 0;
    mirror_edges(d->f->a, g);
    d->declared = true;
}

/* The end, and behind it what was before it. */
static inline void end_early(damage *d)
{
    plan_graph *g;
    plan_node *end = frame_of(d, PLAN_END, &g);
    if (!end)
        return;
    uint32_t at = (uint32_t)(end - g->nodes);
    plan_node swap = g->nodes[at - 1];
    uint32_t *after = ARENA_ARRAY(d->f->a, uint32_t, swap.after_count + 1);
    bool waits = random_below(d->seed, 2);
    g->nodes[at - 1] = *end;
    g->nodes[at] = swap;
    g->nodes[at - 1].after_count -= 1; /* that one is its last */
    memcpy(after, swap.after, swap.after_count * sizeof *after);
    after[swap.after_count] = at - 1;
    g->nodes[at].after = after;
    g->nodes[at].after_count += waits;
    mirror_edges(d->f->a, g);
    d->declared = true;
}

/* One more, after all that is there: in the same graph, in setup or another replayed one, or in a body. */
static inline void add_frame(damage *d)
{
    plan_graph *g, *to = any_graph(d);
    plan_node *n = any_frame(d, &g);
    if (!n)
        return;
    plan_node added = *n, *nodes = ARENA_ARRAY(d->f->a, plan_node, to->node_count + 1);
    if (to->node_count > 0)
        memcpy(nodes, to->nodes, to->node_count * sizeof *nodes);
    added.name = "added";
    added.after = ARENA_ARRAY(d->f->a, uint32_t, to->node_count + 1);
    added.after_count = 0;
    for (uint32_t i = 0; i < to->node_count; i++) {
        if (nodes[i].before_count == 0)
            added.after[added.after_count++] = i;
    }
    nodes[to->node_count++] = added;
    to->nodes = nodes;
    mirror_edges(d->f->a, to);
    d->declared = true;
}

/* Another kernel, more threads, or what only a step's launch has. */
static inline void change_frame(damage *d)
{
    plan_graph *g;
    plan_node *n = any_frame(d, &g);
    if (!n)
        return;
    switch (random_below(d->seed, 7)) {
    case 0: {
        uint32_t other = random_below(d->seed, d->p->kernel_count);
        if (other == n->kernel)
            return;
        n->kernel = other;
        break;
    }
    case 1:
        n->grid[random_below(d->seed, 3)] += random_below(d->seed, 2) ? 1u : UINT32_MAX;
        break;
    case 2:
        n->block[random_below(d->seed, 3)] *= 32;
        break;
    case 3:
        n->shared_bytes = 16;
        break;
    case 4:
        n->ranges = ARENA_ARRAY(d->f->a, plan_range, 1);
        n->ranges[0] = (plan_range){random_below(d->seed, d->f->m.buffer_count), 0, 4, PLAN_READ};
        n->range_count = 1;
        break;
    case 5:
        n->switched = random_below(d->seed, d->f->m.switch_count + 1);
        break;
    default:
        n->kind = n->kind == PLAN_END ? PLAN_BEGIN : PLAN_END;
        break;
    }
    d->declared = true;
}

/* The kernel is not the one that the plan counts on. */
static inline void change_frame_kernel(damage *d)
{
    plan_graph *g;
    plan_node *n = any_frame(d, &g);
    if (!n)
        return;
    model_kernel *k = ARENA_NEW(d->f->a, model_kernel);
    *k = *d->p->kernels[n->kernel];
    d->p->kernels[n->kernel] = k;
    switch (random_below(d->seed, 4)) {
    case 0:
        k->builtin = NULL;
        break;
    case 1:
        k->entry = n->kind == PLAN_END ? "vg_begin" : "vg_end";
        break;
    case 2:
        k->cooperative = true;
        break;
    default:
        if (n->kind == PLAN_END && random_below(d->seed, 2)) {
            k->params[0].access = ACCESS_IN;
        } else {
            k->params = ARENA_ARRAY(d->f->a, model_param, 2);
            k->param_count = n->kind == PLAN_END ? 2 : 1;
            for (size_t i = 0; i < k->param_count; i++)
                k->params[i] =
                    (model_param){.name = "word", .access = ACCESS_OUT, .type = model_type_scalar(SCALAR_U32)};
        }
        break;
    }
    d->declared = true;
}

/* Set where it may not be, or not where it has to. */
static inline void change_small_copies(damage *d)
{
    plan_graph *g = &d->p->graphs[random_below(d->seed, d->p->graph_count)];
    g->small_copies = !g->small_copies;
    d->declared = true;
}

#endif
