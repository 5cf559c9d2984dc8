/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The vggen authors */
/* Damage to nodes, edges, places and figures of a finished plan. */
#ifndef PLAN_DAMAGE_NODES_H
#define PLAN_DAMAGE_NODES_H

#include "plan_fixture.h"

/* After a change of `after` lists, makes the rest of the plan agree with them. */
static inline void mirror_edges(arena *a, plan_graph *g)
{
    size_t n = g->node_count;
    size_t *level = ARENA_ARRAY(a, size_t, n), *at_level = ARENA_ARRAY(a, size_t, n + 1);
    bool tight = g->tight_count > 0;
    g->edge_count = g->depth = g->width = 0;
    for (size_t i = 0; i < n; i++) {
        g->nodes[i].before = ARENA_ARRAY(a, uint32_t, n);
        g->nodes[i].before_count = 0;
    }
    for (size_t i = 0; i < n; i++) {
        for (size_t k = 0; k < g->nodes[i].after_count; k++) {
            size_t from = g->nodes[i].after[k];
            if (from >= n)
                continue;
            if (g->nodes[from].before_count < n)
                g->nodes[from].before[g->nodes[from].before_count++] = (uint32_t)i;
            level[i] = from < i && level[from] + 1 > level[i] ? level[from] + 1 : level[i];
        }
        g->edge_count += g->nodes[i].after_count;
        g->depth = level[i] + 1 > g->depth ? level[i] + 1 : g->depth;
        at_level[level[i]]++;
        g->width = at_level[level[i]] > g->width ? at_level[level[i]] : g->width;
    }
    g->loose_depth = tight && g->loose_depth < g->depth ? g->loose_depth : g->depth;
}

typedef struct {
    fixture *f;
    plan *p;
    uint64_t *seed;
    bool declared; /* what a node or the plan says is damaged: harmless when run, but never to be accepted */
} damage;

static inline plan_graph *any_graph(damage *d)
{
    uint32_t i = random_below(d->seed, d->p->graph_count + d->p->body_count);
    return i < d->p->graph_count ? &d->p->graphs[i] : &d->p->bodies[i - d->p->graph_count];
}

static inline plan_graph *any_body(damage *d)
{
    return d->p->body_count > 0 ? &d->p->bodies[random_below(d->seed, d->p->body_count)] : NULL;
}

static inline plan_node *holder_of(damage *d, const plan_graph *body)
{
    plan_graph *holder = body->holder == MODEL_NONE ? &d->p->graphs[body->graph] : &d->p->bodies[body->holder];
    return &holder->nodes[body->holder_node];
}

static inline plan_node *any_node(damage *d, plan_graph *g)
{
    return g->node_count > 0 ? &g->nodes[random_below(d->seed, g->node_count)] : NULL;
}

static inline void drop_edge(damage *d)
{
    plan_graph *g = any_graph(d);
    plan_node *n = any_node(d, g);
    if (!n || n->after_count == 0)
        return;
    size_t at = random_below(d->seed, n->after_count);
    memmove(&n->after[at], &n->after[at + 1], (n->after_count - at - 1) * sizeof *n->after);
    n->after_count--;
    mirror_edges(d->f->a, g);
}

static inline void move_edge(damage *d)
{
    plan_graph *g = any_graph(d);
    plan_node *n = any_node(d, g);
    if (!n || n->after_count == 0)
        return;
    n->after[random_below(d->seed, n->after_count)] = random_below(d->seed, g->node_count + 1);
    mirror_edges(d->f->a, g);
}

/* An edge less, but the plan's other direction and figures still have it. */
static inline void forget_edge(damage *d)
{
    plan_node *n = any_node(d, any_graph(d));
    if (n && n->after_count > 0)
        n->after_count--;
}

/* Takes a node out, with its edges. */
static inline void drop_at(damage *d, plan_graph *g, size_t at)
{
    memmove(&g->nodes[at], &g->nodes[at + 1], (g->node_count - at - 1) * sizeof *g->nodes);
    g->node_count--;
    for (size_t i = 0; i < g->node_count; i++) {
        plan_node *n = &g->nodes[i];
        size_t kept = 0;
        for (size_t k = 0; k < n->after_count; k++) {
            if (n->after[k] != at)
                n->after[kept++] = n->after[k] - (n->after[k] > at);
        }
        n->after_count = kept;
    }
    mirror_edges(d->f->a, g);
}

static inline void drop_node(damage *d)
{
    plan_graph *g = any_graph(d);
    if (g->node_count > 0)
        drop_at(d, g, random_below(d->seed, g->node_count));
}

static inline void swap_nodes(damage *d)
{
    plan_graph *g = any_graph(d);
    plan_node *x = any_node(d, g), *y = any_node(d, g);
    if (!x)
        return;
    plan_node swap = *x;
    *x = *y;
    *y = swap;
    /* What stands in a place keeps the edges of the place. */
    uint32_t *after = x->after;
    size_t count = x->after_count;
    x->after = y->after;
    x->after_count = y->after_count;
    y->after = after;
    y->after_count = count;
    mirror_edges(d->f->a, g);
}

static inline void change_range(damage *d)
{
    plan_node *n = any_node(d, any_graph(d));
    if (!n || n->range_count == 0)
        return;
    plan_range *r = &n->ranges[random_below(d->seed, n->range_count)];
    plan_range before = *r;
    switch (random_below(d->seed, 4)) {
    case 0:
        r->first += 4;
        break;
    case 1:
        r->last -= 4;
        break;
    case 2:
        r->access ^= 1u << random_below(d->seed, 4);
        break;
    default:
        r->buffer = random_below(d->seed, d->f->m.buffer_count + 1);
        break;
    }
    d->declared =
        before.buffer != r->buffer || before.first != r->first || before.last != r->last || before.access != r->access;
}

static inline void change_launch(damage *d, plan_node *n)
{
    plan_argument *argument = n->argument_count ? &n->arguments[random_below(d->seed, n->argument_count)] : NULL;
    switch (random_below(d->seed, 7)) {
    case 0:
        n->grid[random_below(d->seed, 3)]++;
        break;
    case 1:
        n->block[random_below(d->seed, 3)]++;
        break;
    case 2:
        n->shared_bytes += 16;
        break;
    case 3:
        n->kernel = random_below(d->seed, d->p->kernel_count + 1);
        break;
    case 4:
        if (argument)
            argument->buffer = random_below(d->seed, d->f->m.buffer_count);
        break;
    case 5:
        if (argument)
            argument->first = random_below(d->seed, 17) * 4;
        break;
    default:
        if (argument && !argument->pointer) {
            size_t size = argument->type->size;
            unsigned char *value = (unsigned char *)arena_copy(d->f->a, (const char *)argument->value, size);
            value[random_below(d->seed, (uint32_t)size)]++;
            argument->value = value;
        }
        break;
    }
}

static inline void change_fill(damage *d, plan_node *n)
{
    switch (random_below(d->seed, 5)) {
    case 0:
        n->value ^= 1u << random_below(d->seed, 32);
        break;
    case 1:
        n->count += random_below(d->seed, 2) ? 1u : UINT64_MAX;
        break;
    case 2:
        n->to_first += n->element;
        break;
    case 3:
        n->element = 1u << random_below(d->seed, 3);
        break;
    default:
        n->pitch = n->pitch == 8 ? 4 : 8;
        break;
    }
}

static inline void change_copy(damage *d, plan_node *n)
{
    uint32_t other = random_below(d->seed, d->f->m.buffer_count);
    switch (random_below(d->seed, 5)) {
    case 0:
        n->bytes += random_below(d->seed, 2) ? 1u : UINT64_MAX;
        break;
    case 1:
        n->to_first += 4;
        break;
    case 2:
        n->from_first += 4;
        break;
    case 3:
        n->to = other;
        break;
    default:
        n->from = other;
        break;
    }
}

/* Another condition, kind of control flow, or bodies. */
static inline void change_conditional(damage *d, plan_node *n)
{
    switch (random_below(d->seed, 4)) {
    case 0:
        n->condition = random_below(d->seed, d->f->m.buffer_count + 1);
        break;
    case 1:
        n->control = (model_step_kind)(STEP_WHILE + random_below(d->seed, 3));
        break;
    case 2:
        n->first_body = random_below(d->seed, d->p->body_count + 1);
        break;
    default:
        n->body_count += random_below(d->seed, 2) ? 1u : SIZE_MAX;
        break;
    }
}

/* Another function, another pointer, or one less. */
static inline void change_capture(damage *d, plan_node *n)
{
    plan_argument *argument = &n->arguments[random_below(d->seed, n->argument_count)];
    model_capture *other = ARENA_NEW(d->f->a, model_capture);
    switch (random_below(d->seed, 4)) {
    case 0:
        *other = *n->capture;
        n->capture = other;
        d->declared = true;
        break;
    case 1:
        argument->first += 4;
        break;
    case 2:
        argument->buffer = random_below(d->seed, d->f->m.buffer_count + 1);
        break;
    default:
        n->argument_count--;
        d->declared = true;
        break;
    }
}

static inline void change_node(damage *d)
{
    plan_node *n = any_node(d, any_graph(d));
    if (!n)
        return;
    if (n->kind == PLAN_KERNEL)
        change_launch(d, n);
    else if (n->kind == PLAN_CAPTURE)
        change_capture(d, n);
    else if (n->kind == PLAN_FILL)
        change_fill(d, n);
    else if (n->kind == PLAN_COPY)
        change_copy(d, n);
    else if (n->kind == PLAN_CONDITIONAL)
        change_conditional(d, n);
    else if (n->kind == PLAN_TRANSFER)
        n->run = random_below(d->seed, d->p->run_count + 1);
}

static inline void relabel_node(damage *d)
{
    plan_graph *g = any_graph(d);
    plan_node *n = any_node(d, g);
    if (!n)
        return;
    if (random_below(d->seed, 4) == 0)
        n->kind = (plan_node_kind)random_below(d->seed, PLAN_END + 1);
    else
        n->step =
            random_below(d->seed, 5) ? random_below(d->seed, d->f->m.graphs[g->graph].step_count + 1) : MODEL_NONE;
}

static inline void move_buffer(damage *d)
{
    uint32_t b = random_below(d->seed, d->f->m.buffer_count), other = random_below(d->seed, d->f->m.buffer_count);
    plan_place *place = &d->p->places[b];
    if (random_below(d->seed, 2))
        place->offset = d->p->places[other].offset;
    else
        place->offset +=
            d->f->m.buffers[b].alignment * (uint64_t)random_below(d->seed, 4) - d->f->m.buffers[b].alignment;
    if (random_below(d->seed, 8) == 0)
        place->arena = random_below(d->seed, d->p->arena_count + 1);
    /* The copy of a single buffer moves along. */
    for (size_t r = 0; r < d->p->run_count; r++) {
        if (d->p->runs[r].member_count == 1 && d->p->runs[r].members[0] == b)
            d->p->runs[r].device_offset = place->offset;
    }
}

static inline void move_run(damage *d)
{
    if (d->p->run_count == 0)
        return;
    plan_run *run = &d->p->runs[random_below(d->seed, d->p->run_count)];
    switch (random_below(d->seed, 5)) {
    case 0: { /* all of it, to where something else lies */
        uint64_t to = d->p->places[random_below(d->seed, d->f->m.buffer_count)].offset, from = run->device_offset;
        run->device_offset = to;
        for (size_t i = 0; i < run->member_count; i++)
            d->p->places[run->members[i]].offset += to - from;
        for (size_t i = 0; i < run->piece_count; i++)
            run->pieces[i].device_offset += to - from;
        break;
    }
    case 1:
        run->device_offset += 4;
        run->pieces[0].device_offset += 4;
        break;
    case 2:
        run->pinned_offset = run->pieces[0].pinned_offset = random_below(d->seed, 3) * 256;
        break;
    case 3: {
        uint64_t by = random_below(d->seed, 2) ? 4u : UINT64_MAX - 3;
        run->bytes += by;
        run->pieces[run->piece_count - 1].bytes += by;
        break;
    }
    default:
        run->member_count--;
        break;
    }
}

/* What one copy moves is in two pieces. */
static inline void cut_run(damage *d)
{
    for (size_t r = 0; r < d->p->run_count; r++) {
        plan_run *run = &d->p->runs[r];
        if (run->member_count < 2 || run->piece_count > 1)
            continue;
        plan_piece whole = run->pieces[0];
        uint64_t by = d->p->places[run->members[1]].offset - d->p->places[run->members[0]].offset;
        run->pieces = ARENA_ARRAY(d->f->a, plan_piece, 2);
        run->pieces[0] = (plan_piece){0, 1, whole.device_offset, whole.pinned_offset,
                                      d->f->m.buffers[run->members[0]].size};
        run->pieces[1] = (plan_piece){1, run->member_count - 1, whole.device_offset + by, whole.pinned_offset + by,
                                      whole.bytes - by};
        run->piece_count = 2;
        run->bytes = run->pieces[0].bytes + run->pieces[1].bytes;
        return;
    }
}

/* One of several pieces is not where, or not of what, it should be. */
static inline void change_piece(damage *d)
{
    plan_run *run = NULL;
    for (size_t r = 0; r < d->p->run_count; r++)
        run = d->p->runs[r].piece_count > 1 ? &d->p->runs[r] : run;
    if (!run) {
        cut_run(d);
        return;
    }
    size_t at = random_below(d->seed, (uint32_t)run->piece_count);
    plan_piece *piece = &run->pieces[at], *other = &run->pieces[at > 0 ? at - 1 : 1];
    switch (random_below(d->seed, 6)) {
    case 0:
        piece->device_offset = other->device_offset;
        break;
    case 1:
        piece->pinned_offset = other->pinned_offset;
        break;
    case 2:
        piece->bytes += random_below(d->seed, 2) ? 16u : UINT64_MAX - 15;
        break;
    case 3: /* two become one, as if they lay side by side */
        run->piece_count--;
        run->pieces[run->piece_count - 1].count += run->pieces[run->piece_count].count;
        break;
    case 4: /* the last one is not moved */
        run->piece_count--;
        break;
    default: /* its first member lies elsewhere */
        d->p->places[run->members[piece->first]].offset += 16;
        break;
    }
}

static inline void move_pinned(damage *d)
{
    plan_place *place = &d->p->places[random_below(d->seed, d->f->m.buffer_count)];
    uint64_t *offset = random_below(d->seed, 2) ? &place->upload_offset : &place->download_offset;
    *offset = *offset == UINT64_MAX ? 0 : *offset + 4 * random_below(d->seed, 65);
}

/* Of the device, or of the host where that has none. */
static inline plan_arena *any_memory(damage *d)
{
    return d->p->arena_count > 0 ? &d->p->arenas[random_below(d->seed, d->p->arena_count)] : &d->p->pinned;
}

static inline void shrink_arena(damage *d)
{
    plan_arena *device = any_memory(d);
    if (random_below(d->seed, 2))
        device = &d->p->pinned;
    device->bytes -= device->bytes > 256 ? 256 : 0;
    device->lower_bound = device->peak = 0;
    device->proven = false;
}

/* A figure that people read. */
static inline void change_figure(damage *d)
{
    plan_arena *memory = any_memory(d);
    if (random_below(d->seed, 4) == 0)
        memory = &d->p->pinned;
    switch (random_below(d->seed, 4)) {
    case 0:
        memory->proven = !memory->proven;
        break;
    case 1:
        memory->lower_bound += 256 * (memory->proven ? 1 : 1 + (memory->bytes - memory->lower_bound) / 256);
        break;
    case 2:
        memory->peak = memory->lower_bound + 1;
        break;
    default:
        memory->peak_graph = (uint32_t)d->p->graph_count;
        memory->peak_node = 0;
        break;
    }
    d->declared = true;
}

static inline void change_switch(damage *d)
{
    plan_node *n = any_node(d, any_graph(d));
    if (!n)
        return;
    if (n->switched != MODEL_NONE && random_below(d->seed, 2))
        n->unless = !n->unless;
    else
        n->switched = random_below(d->seed, 3) ? random_below(d->seed, d->f->m.switch_count + 1) : MODEL_NONE;
}

static inline void change_traffic(damage *d)
{
    if (d->p->run_count == 0)
        return;
    plan_run *run = &d->p->runs[random_below(d->seed, d->p->run_count)];
    uint64_t size = d->f->m.buffers[run->members[0]].size;
    switch (random_below(d->seed, 4)) {
    case 0:
        run->on_request = !run->on_request;
        break;
    case 3:
        run->if_changed = !run->if_changed;
        break;
    case 1: /* a few bytes less, as if the spec had said so */
        if (run->member_count > 1 || run->bytes < 2)
            return;
        run->last = (run->last < size ? run->last : size) - 1;
        run->bytes--;
        break;
    default:
        run->graph = random_below(d->seed, d->p->graph_count + 1);
        break;
    }
}

static inline bool follows_setting(const plan_node *n)
{
    bool follows = n->kind == PLAN_KERNEL && n->grid_varies[0];
    for (size_t i = 0; n->kind == PLAN_KERNEL && i < n->argument_count; i++)
        follows = follows || n->arguments[i].setting != MODEL_NONE;
    return follows;
}

/* What follows a setting follows another one, or none. */
static inline void change_setting(damage *d)
{
    plan_node *n = NULL;
    for (int tries = 0; tries < 20 && !(n && follows_setting(n)); tries++)
        n = any_node(d, any_graph(d));
    if (!n || n->kind != PLAN_KERNEL)
        return;
    if (n->grid_varies[0] && random_below(d->seed, 2))
        n->grid_varies[0] = NULL;
    for (size_t i = 0; i < n->argument_count; i++) {
        if (n->arguments[i].setting != MODEL_NONE) {
            n->arguments[i].setting =
                random_below(d->seed, 2) ? MODEL_NONE : random_below(d->seed, d->f->m.buffer_count);
            return;
        }
    }
}

static inline void change_lanes(damage *d)
{
    plan_arena *device = any_memory(d);
    device->shared = !device->shared;
}

#endif
