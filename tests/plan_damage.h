/* SPDX-License-Identifier: MIT */
/* Ways to damage a finished plan: some do harm, some none. */
#ifndef PLAN_DAMAGE_H
#define PLAN_DAMAGE_H

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

static inline void drop_node(damage *d)
{
    plan_graph *g = any_graph(d);
    if (g->node_count == 0)
        return;
    size_t at = random_below(d->seed, g->node_count);
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
        n->kernel = random_below(d->seed, d->f->m.kernel_count + 1);
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
            unsigned char *value = (unsigned char *)arena_copy(d->f->a, (const char *)argument->value, 4);
            value[0]++;
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

static inline void change_node(damage *d)
{
    plan_node *n = any_node(d, any_graph(d));
    if (!n)
        return;
    if (n->kind == PLAN_KERNEL)
        change_launch(d, n);
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
        n->kind = (plan_node_kind)random_below(d->seed, 6);
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
        break;
    }
    case 1:
        run->device_offset += 4;
        break;
    case 2:
        run->pinned_offset = random_below(d->seed, 3) * 256;
        break;
    case 3:
        run->bytes += random_below(d->seed, 2) ? 4u : UINT64_MAX - 3;
        break;
    default:
        run->member_count--;
        break;
    }
}

static inline void move_pinned(damage *d)
{
    plan_place *place = &d->p->places[random_below(d->seed, d->f->m.buffer_count)];
    uint64_t *offset = random_below(d->seed, 2) ? &place->upload_offset : &place->download_offset;
    *offset = *offset == UINT64_MAX ? 0 : *offset + 4 * random_below(d->seed, 65);
}

static inline void shrink_arena(damage *d)
{
    plan_arena *device = &d->p->arenas[random_below(d->seed, d->p->arena_count)];
    if (random_below(d->seed, 2))
        device = &d->p->pinned;
    device->bytes -= device->bytes > 256 ? 256 : 0;
    device->lower_bound = device->peak = 0;
    device->proven = false;
}

/* A figure that people read. */
static inline void change_figure(damage *d)
{
    plan_arena *memory = &d->p->arenas[random_below(d->seed, d->p->arena_count)];
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
    plan_arena *device = &d->p->arenas[random_below(d->seed, d->p->arena_count)];
    device->shared = !device->shared;
}

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

/* ---- transports ---- */

static inline plan_run *any_run(damage *d)
{
    return d->p->run_count > 0 ? &d->p->runs[random_below(d->seed, d->p->run_count)] : NULL;
}

static inline plan_run *any_run_by(damage *d, model_transport transport)
{
    for (int tries = 0; tries < 20; tries++) {
        plan_run *run = any_run(d);
        if (run && run->transport == transport)
            return run;
    }
    return NULL;
}

static inline uint64_t *pinned_place_of(damage *d, const plan_run *run, size_t member)
{
    plan_place *place = &d->p->places[run->members[member]];
    return run->direction == PLAN_UPLOAD ? &place->upload_offset : &place->download_offset;
}

/* A plan in which kernels work on the pinned bytes of a buffer, whatever else uses it, made as if that were right. */
static inline void make_direct(damage *d)
{
    model_buffer *b = &d->f->m.buffers[random_below(d->seed, d->f->m.buffer_count)];
    model_transport up = b->up, down = b->down;
    if (b->size == 0 || (b->role != ROLE_INPUT && b->role != ROLE_OUTPUT && (b->role != ROLE_SETTING || !b->by_pointer)))
        return;
    b->io = IO_AUTO;
    if (b->role == ROLE_OUTPUT)
        b->down = TRANSPORT_DIRECT;
    else
        b->up = TRANSPORT_DIRECT;
    plan *p = make_plan(d->f, d->p->separate);
    if (diag_error_count(d->f->d) == 0) {
        d->p = p;
        return;
    }
    b->up = up; /* what has a fixed place */
    b->down = down;
}

/* A run, or one of its members, crosses in another way than the plan was made for. */
static inline void change_transport(damage *d)
{
    plan_run *run = any_run(d);
    if (!run)
        return;
    model_transport other = (model_transport)random_below(d->seed, 4), before = run->transport;
    model_buffer *b = &d->f->m.buffers[run->members[random_below(d->seed, run->member_count)]];
    bool of_model = random_below(d->seed, 2);
    d->declared = other != before; /* copies, but not in the way that is told */
    if (!of_model)
        run->transport = other;
    else if (run->direction == PLAN_UPLOAD)
        b->up = other;
    else
        b->down = other;
}

static inline void change_copy_launch(damage *d)
{
    plan_graph *g = &d->p->graphs[random_below(d->seed, d->p->graph_count)];
    plan_node *n = NULL;
    for (size_t i = 0; i < g->node_count; i++) {
        if (g->nodes[i].kind == PLAN_TRANSFER && plan_is_launch(d->p, &g->nodes[i]))
            n = &g->nodes[i];
    }
    if (!n)
        return;
    switch (random_below(d->seed, 5)) {
    case 0:
        n->grid[random_below(d->seed, 3)] = 0;
        break;
    case 1:
        n->block[random_below(d->seed, 3)] = 0;
        break;
    case 2:
        n->kernel = random_below(d->seed, d->f->m.kernel_count);
        break;
    case 3:
        n->block[0] *= 8;
        break;
    default:
        n->grid[0] += 1u << random_below(d->seed, 20);
        break;
    }
}

/* What is direct gets bytes on the device, or what is not is to be found in pinned memory alone. */
static inline void change_memory(damage *d)
{
    uint32_t buffer = random_below(d->seed, d->f->m.buffer_count);
    plan_run *direct = any_run_by(d, TRANSPORT_DIRECT);
    if (direct && random_below(d->seed, 4))
        buffer = direct->members[0];
    plan_place *place = &d->p->places[buffer];
    bool pinned = place->arena == PLAN_PINNED;
    place->arena = pinned ? random_below(d->seed, d->p->arena_count) : PLAN_PINNED;
    if (random_below(d->seed, 2))
        place->offset = d->p->places[random_below(d->seed, d->f->m.buffer_count)].offset;
    else if (!pinned && place->upload_offset != UINT64_MAX)
        place->offset = place->upload_offset;
}

/* A node moves the bytes of what needs none. */
static inline void transfer_direct(damage *d)
{
    plan_run *direct = any_run_by(d, TRANSPORT_DIRECT), *other = any_run(d);
    plan_graph *g = direct ? &d->p->graphs[direct->graph] : NULL;
    if (!g)
        return;
    if (random_below(d->seed, 3) == 0) { /* together with its neighbours */
        uint32_t *members = ARENA_ARRAY(d->f->a, uint32_t, other->member_count + 1);
        memcpy(members, other->members, other->member_count * sizeof *members);
        members[other->member_count++] = direct->members[0];
        other->members = members;
        return;
    }
    for (size_t i = 0; i < g->node_count; i++) {
        if (g->nodes[i].kind == PLAN_TRANSFER) {
            g->nodes[i].run = (uint32_t)(direct - d->p->runs);
            return;
        }
    }
}

/* All that names a direct buffer's bytes moves with them: onto others, or onto what is the runtime's. */
static inline void move_direct(damage *d)
{
    plan_run *run = any_run_by(d, TRANSPORT_DIRECT), *other = any_run(d);
    if (!run)
        return;
    uint64_t to = random_below(d->seed, 2) ? other->pinned_offset
                                           : d->p->pinned.bytes - PLAN_COMPLETION_BYTES + 256 * random_below(d->seed, 2);
    uint32_t buffer = run->members[0];
    *pinned_place_of(d, run, 0) = to;
    d->p->places[buffer].offset = to;
    for (size_t i = 0; i < d->p->run_count; i++) {
        if (d->p->runs[i].members[0] == buffer)
            d->p->runs[i].device_offset = d->p->runs[i].pinned_offset = to;
    }
}

static const struct {
    const char *name;
    void (*apply)(damage *d);
} damages[] = {
    {"drop an edge", drop_edge},        {"move an edge", move_edge},         {"forget an edge", forget_edge},
    {"drop a node", drop_node},         {"swap nodes", swap_nodes},          {"change a range", change_range},
    {"change a node", change_node},     {"relabel a node", relabel_node},    {"move a buffer", move_buffer},
    {"move a run", move_run},           {"move pinned memory", move_pinned}, {"shrink an arena", shrink_arena},
    {"change a switch", change_switch}, {"change traffic", change_traffic},  {"change a setting", change_setting},
    {"change lanes", change_lanes},     {"change a figure", change_figure},
    {"forget a range", forget_range},   {"move to a body", move_to_body},    {"swap bodies", swap_bodies},
    {"change a body", change_body},     {"change a condition", change_condition},
    {"cross in a body", transfer_in_body}, {"make direct", make_direct},   {"change a transport", change_transport},
    {"change a copy", change_copy_launch}, {"change a memory", change_memory}, {"transfer direct", transfer_direct},
    {"move direct", move_direct},
};

#endif
