/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The vggen authors */
/* Damage to how a finished plan's bytes cross. */
#ifndef PLAN_DAMAGE_CROSSING_H
#define PLAN_DAMAGE_CROSSING_H

#include "plan_damage_nodes.h"

static inline plan_run *any_run(damage *d)
{
    return d->p->run_count > 0 ? &d->p->runs[random_below(d->seed, d->p->run_count)] : NULL;
}

static inline plan_run *any_run_by(damage *d, plan_transport transport)
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
    plan_crossing *crossing = &d->f->crossings[b - d->f->m.buffers], before = *crossing;
    if (b->size == 0 || (b->role != ROLE_INPUT && b->role != ROLE_OUTPUT && (b->role != ROLE_SETTING || !b->by_pointer)))
        return;
    b->io = IO_AUTO;
    crossing->by[b->role == ROLE_OUTPUT ? PLAN_DOWNLOAD : PLAN_UPLOAD] = TRANSPORT_DIRECT;
    plan *p = make_plan(d->f, d->p->separate);
    if (diag_error_count(d->f->d) == 0) {
        d->p = p;
        return;
    }
    *crossing = before; /* what has a fixed place */
}

/* A run, or one of its members, crosses in another way than the plan was made for. */
static inline void change_transport(damage *d)
{
    plan_run *run = any_run(d);
    if (!run)
        return;
    plan_transport other = (plan_transport)random_below(d->seed, 4), before = run->transport;
    plan_crossing *crossing = &d->p->crossings[run->members[random_below(d->seed, run->member_count)]];
    bool of_run = random_below(d->seed, 2) == 0;
    d->declared = other != before; /* copies, but not in the way that is told */
    if (of_run)
        run->transport = other;
    else
        crossing->by[run->direction] = other;
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
        n->kernel = random_below(d->seed, d->p->kernel_count);
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
    place->arena = pinned ? random_below(d->seed, d->p->arena_count + 1) : PLAN_PINNED; /* the last: there is none */
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

#endif
