/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The vggen authors */
/* Hazards by two sweeps over what touches a buffer. Forward, every access must come after the last write of each of its
 * bytes; backward, every read must come before the next one. All other hazards follow from these. */
#include "verify/parts.h"

typedef struct {
    uint32_t node;
    uint64_t first, last;
    bool reads, writes;
} touch;

/* Those of each buffer, in the order of the spec: touches[start[b]] … touches[start[b + 1] - 1]. */
typedef struct {
    touch *touches;
    size_t *start;
} touch_lists;

static touch_lists touches_of(verifier *v, const plan_graph *g)
{
    const uint32_t *by_rank = verify_by_rank(v, g);
    size_t *next;
    touch_lists l = {NULL, verify_range_starts(v, g, &next)};
    l.touches = ARENA_ARRAY(v->memory, touch, l.start[v->m->buffer_count]);
    for (size_t k = 0; k < g->node_count; k++) {
        const plan_node *node = &g->nodes[by_rank[k]];
        for (size_t i = 0; i < node->range_count; i++) {
            const plan_range *r = &node->ranges[i];
            l.touches[next[r->buffer]++] =
                (touch){by_rank[k], r->first, r->last, (r->access & PLAN_READ) != 0, (r->access & PLAN_WRITE) != 0};
        }
    }
    return l;
}

typedef struct {
    verifier *v;
    const plan_graph *g;
    verify_shortcuts shortcuts;
    verify_paths paths;
    uint32_t buffer;
    uint32_t *found; /* for each node, the last touch that it was found for */
    uint32_t stamp;
    verify_bytes written;
    verify_fan fan;  /* of the reads of the same bytes that follow each other */
    touch fan_touch; /* the first of them */
    bool fan_open;
} sweep;

static void close_fan(sweep *s)
{
    if (s->fan_open)
        verify_fan_prove(s->v, &s->shortcuts, &s->fan, &s->paths);
    s->fan_open = false;
}

/* The nodes that own bytes of the touch, but not its own: a node is no hazard to itself. */
static void find_owners(sweep *s, const touch *c, uint32_t **nodes, size_t *count, size_t *room)
{
    size_t kept = 0;
    s->stamp++;
    verify_bytes_owners(s->v->memory, &s->written, c->first, c->last, nodes, count, room);
    for (size_t i = 0; i < *count; i++) {
        uint32_t owner = (*nodes)[i];
        if (owner == c->node || s->found[owner] == s->stamp)
            continue;
        s->found[owner] = s->stamp;
        (*nodes)[kept++] = owner;
    }
    *count = kept;
}

static void open_fan(sweep *s, const touch *c, bool forward)
{
    verify_fan *fan = &s->fan;
    close_fan(s);
    fan->first_buffer = fan->second_buffer = s->buffer;
    fan->from_count = fan->to_count = 0;
    fan->reads = forward && c->reads; /* what comes later, backward, is a write */
    fan->writes = !forward || c->writes;
    if (forward)
        find_owners(s, c, &fan->from, &fan->from_count, &fan->from_room);
    else
        find_owners(s, c, &fan->to, &fan->to_count, &fan->to_room);
    s->fan_touch = *c;
    s->fan_open = true;
}

/* Forward, owners come before the touch; backward, after it. A read of the same bytes as the last one has the same
 * owners. */
static void ask(sweep *s, const touch *c, bool forward)
{
    verify_fan *fan = &s->fan;
    if (!s->fan_open || c->writes || c->first != s->fan_touch.first || c->last != s->fan_touch.last)
        open_fan(s, c, forward);
    uint32_t **own = forward ? &fan->to : &fan->from;
    size_t *count = forward ? &fan->to_count : &fan->from_count, *room = forward ? &fan->to_room : &fan->from_room;
    *own = arena_grow(s->v->memory, *own, *count, room, sizeof **own);
    (*own)[(*count)++] = c->node;
    if (c->writes)
        close_fan(s);
}

static bool node_writes(const touch *touches, size_t begin, size_t end)
{
    for (size_t i = begin; i < end; i++) {
        if (touches[i].writes)
            return true;
    }
    return false;
}

static void own_writes(sweep *s, const touch *touches, size_t begin, size_t end)
{
    for (size_t i = begin; i < end; i++) {
        if (touches[i].writes)
            verify_bytes_set(s->v->memory, &s->written, touches[i].first, touches[i].last, touches[i].node);
    }
}

/* One node's touches. */
static void sweep_node(sweep *s, const touch *touches, size_t begin, size_t end, bool forward)
{
    bool writes = node_writes(touches, begin, end);
    if (writes) /* what it owns itself is left out for it alone */
        close_fan(s);
    for (size_t i = begin; i < end; i++)
        ask(s, &touches[i], forward);
    if (writes)
        close_fan(s);
    own_writes(s, touches, begin, end);
}

static void sweep_forward(sweep *s, const touch *touches, size_t count)
{
    s->written = (verify_bytes){NULL, 0, 0, 0};
    for (size_t begin = 0, end; begin < count; begin = end) {
        for (end = begin; end < count && touches[end].node == touches[begin].node;)
            end++;
        sweep_node(s, touches, begin, end, true);
    }
    close_fan(s);
}

static void sweep_backward(sweep *s, const touch *touches, size_t count)
{
    s->written = (verify_bytes){NULL, 0, 0, 0};
    for (size_t end = count, begin; end > 0; end = begin) {
        for (begin = end; begin > 0 && touches[begin - 1].node == touches[end - 1].node;)
            begin--;
        sweep_node(s, touches, begin, end, false);
    }
    close_fan(s);
}

static void check_graph(verifier *v, const plan_graph *g)
{
    touch_lists l = touches_of(v, g);
    sweep s = {.v = v,
               .g = g,
               .shortcuts = verify_find_shortcuts(v->memory, g),
               .found = ARENA_ARRAY(v->memory, uint32_t, g->node_count)};
    for (size_t b = 0; b < v->m->buffer_count; b++) {
        s.buffer = (uint32_t)b;
        sweep_forward(&s, l.touches + l.start[b], l.start[b + 1] - l.start[b]);
        sweep_backward(&s, l.touches + l.start[b], l.start[b + 1] - l.start[b]);
    }
    verify_paths_prove(v, g, &s.paths);
}

void verify_hazards(verifier *v)
{
    verify_each_graph(v, check_graph);
    verify_each_body(v, check_graph);
}
