/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The vggen authors */
/* Ways to damage a finished plan: some do harm, some none. */
#ifndef PLAN_DAMAGE_H
#define PLAN_DAMAGE_H

#include "plan_damage_crossing.h"
#include "plan_damage_frame.h"
#include "plan_damage_nodes.h"

/* ---- bodies ---- */

/* A conditional node is said to touch less than its bodies do. */
static inline void forget_range(damage *d)
{
    plan_graph *body = any_body(d);
    plan_node *n = body ? holder_of(d, body) : NULL;
    if (!n || n->range_count == 0)
        return;
    size_t at = random_below(d->seed, n->range_count);
    if (random_below(d->seed, 2)) {
        memmove(&n->ranges[at], &n->ranges[at + 1], (n->range_count - at - 1) * sizeof *n->ranges);
        n->range_count--;
    } else if (n->ranges[at].access == (PLAN_READ | PLAN_WRITE)) {
        n->ranges[at].access = random_below(d->seed, 2) ? PLAN_READ : PLAN_WRITE;
    } else {
        n->ranges[at].access |= PLAN_WHOLE; /* as if it surely ran */
    }
    d->declared = true;
}

/* A node goes from a body to another one, or to the graph, with what it does. */
static inline void move_to_body(damage *d)
{
    plan_graph *from = any_body(d), *to = any_graph(d);
    if (!from || from->node_count == 0 || to == from)
        return;
    plan_node moved = from->nodes[--from->node_count];
    plan_node *nodes = ARENA_ARRAY(d->f->a, plan_node, to->node_count + 1);
    if (to->node_count > 0)
        memcpy(nodes, to->nodes, to->node_count * sizeof *nodes);
    moved.after = ARENA_ARRAY(d->f->a, uint32_t, to->node_count + 1);
    moved.after_count = 0;
    for (uint32_t i = 0; i < to->node_count; i++) /* in any case after all that is there */
        moved.after[moved.after_count++] = i;
    nodes[to->node_count++] = moved;
    to->nodes = nodes;
    mirror_edges(d->f->a, to);
    mirror_edges(d->f->a, from);
}

/* Two bodies change places. */
static inline void swap_bodies(damage *d)
{
    plan_graph *one = any_body(d), *other = any_body(d);
    if (!one || one == other)
        return;
    plan_node *nodes = one->nodes;
    size_t count = one->node_count;
    one->nodes = other->nodes;
    one->node_count = other->node_count;
    other->nodes = nodes;
    other->node_count = count;
    mirror_edges(d->f->a, one);
    mirror_edges(d->f->a, other);
}

/* What a body says of itself. */
static inline void change_body(damage *d)
{
    plan_graph *body = any_body(d), before;
    if (!body)
        return;
    before = *body;
    switch (random_below(d->seed, 5)) {
    case 0:
        body->holder = random_below(d->seed, 3) ? random_below(d->seed, d->p->body_count) : MODEL_NONE;
        break;
    case 1:
        body->holder_node += random_below(d->seed, 2) ? 1u : UINT32_MAX;
        break;
    case 2:
        body->body += random_below(d->seed, 2) ? 1u : UINT32_MAX;
        break;
    case 3:
        body->graph = random_below(d->seed, d->p->graph_count + 1);
        break;
    default:
        body->name = random_below(d->seed, 2) ? d->p->graphs[0].name : "not a name";
        break;
    }
    d->declared = memcmp(&before, body, sizeof before) != 0;
}

/* Who is handed which condition. */
static inline void change_condition(damage *d)
{
    plan_node *n = any_node(d, any_graph(d));
    for (size_t i = 0; n && n->kind == PLAN_KERNEL && i < n->argument_count; i++) {
        if (n->arguments[i].condition != MODEL_NONE)
            n->arguments[i].condition = random_below(d->seed, d->f->m.buffer_count + 1);
    }
}

/* Bytes cross in a body. */
static inline void transfer_in_body(damage *d)
{
    plan_graph *body = any_body(d), *g = body ? &d->p->graphs[body->graph] : NULL;
    plan_node *transfer = NULL;
    for (size_t n = 0; g && n < g->node_count; n++) {
        if (g->nodes[n].kind == PLAN_TRANSFER)
            transfer = &g->nodes[n];
    }
    if (!transfer || body->node_count == 0)
        return;
    plan_node *n = any_node(d, body);
    plan_node before = *n;
    *n = *transfer;
    n->name = before.name;
    n->after = before.after;
    n->after_count = before.after_count;
    n->before = before.before;
    n->before_count = before.before_count;
    d->declared = true;
}

static const struct {
    const char *name;
    void (*apply)(damage *d);
} damages[] = {
    {"drop an edge", drop_edge},        {"move an edge", move_edge},         {"forget an edge", forget_edge},
    {"drop a node", drop_node},         {"swap nodes", swap_nodes},          {"change a range", change_range},
    {"change a node", change_node},     {"relabel a node", relabel_node},    {"move a buffer", move_buffer},
    {"change a piece", change_piece},
    {"move a run", move_run},           {"move pinned memory", move_pinned}, {"shrink an arena", shrink_arena},
    {"change a switch", change_switch}, {"change traffic", change_traffic},  {"change a setting", change_setting},
    {"change lanes", change_lanes},     {"change a figure", change_figure},
    {"forget a range", forget_range},   {"move to a body", move_to_body},    {"swap bodies", swap_bodies},
    {"change a body", change_body},     {"change a condition", change_condition},
    {"cross in a body", transfer_in_body}, {"make direct", make_direct},   {"change a transport", change_transport},
    {"change a copy", change_copy_launch}, {"change a memory", change_memory}, {"transfer direct", transfer_direct},
    {"move direct", move_direct},
    {"drop begin or end", drop_frame},
    {"loosen the end", loosen_end},
    {"loosen the begin", loosen_begin},
    {"end early", end_early},
    {"add begin or end", add_frame},
    {"change begin or end", change_frame},
    {"change their kernel", change_frame_kernel},
    {"change small copies", change_small_copies},
};

#endif
