/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The vggen authors */
/* Whether two nodes of a plan may run at once though one writes what the other touches, or the host sees an end too soon. */
#ifndef ORACLE_RACE_H
#define ORACLE_RACE_H

#include "oracle_parts.h"

/* ---- races: two nodes without a path between them, a byte that both touch and one writes ---- */

typedef struct {
    cell *byte;
    bool writes;
} access_record;

typedef struct {
    access_record *items;
    size_t count, capacity;
} access_list;

static inline void touch(oracle *o, access_list *l, cell *byte, bool writes)
{
    l->items = arena_grow(o->a, l->items, l->count, &l->capacity, sizeof *l->items);
    l->items[l->count++] = (access_record){byte, writes};
}

static inline void touch_hidden(oracle *o, access_list *l, const model_slice *s, bool writes)
{
    for (uint64_t k = s->first; k < s->last; k++)
        touch(o, l, memory_byte(o, s->buffer, k), writes);
}

static inline void touch_launch(oracle *o, access_list *l, const model_step *step, const plan_node *n)
{
    for (size_t i = 0; i < n->argument_count; i++) {
        if (n->arguments[i].condition != MODEL_NONE)
            touch(o, l, &o->lane->conditions[n->arguments[i].condition], true);
        for (uint64_t k = 0; n->arguments[i].pointer && k < slice_bytes(&step->arguments[i].slice); k++)
            touch(o, l, memory_byte(o, n->arguments[i].buffer, n->arguments[i].first + k),
                  step->arguments[i].access != ACCESS_IN);
    }
    for (size_t i = 0; i < step->read_count; i++)
        touch_hidden(o, l, &step->reads[i], false);
    for (size_t i = 0; i < step->write_count; i++)
        touch_hidden(o, l, &step->writes[i], true);
}

/* All bytes that a node touches when it runs. */
static inline void touch_all(oracle *o, access_list *l, const plan_graph *g, const plan_node *n)
{
    if (is_move(o, n)) {
        oracle_move move = move_of(o, n);
        for (uint64_t k = 0; k < move.bytes; k++) {
            if (move.copies)
                touch(o, l, memory_byte(o, move.from->buffer, move.from->first + k), false);
            touch(o, l, memory_byte(o, move.to->buffer, move.to->first + k), true);
        }
    } else if (n->kind == PLAN_KERNEL || n->kind == PLAN_CAPTURE) {
        touch_launch(o, l, &o->m->graphs[g->graph].steps[n->step], n);
    } else if (n->kind == PLAN_COPY) {
        for (uint64_t k = 0; k < n->bytes; k++) {
            touch(o, l, memory_byte(o, n->from, n->from_first + k), false);
            touch(o, l, memory_byte(o, n->to, n->to_first + k), true);
        }
    } else if (n->kind == PLAN_FILL) {
        for (uint64_t i = 0; i < n->count; i++) {
            for (uint64_t k = 0; k < n->element; k++)
                touch(o, l, memory_byte(o, n->to, n->to_first + i * n->pitch + k), true);
        }
    } else if (n->kind == PLAN_TRANSFER) {
        const plan_run *run = &o->p->runs[n->run];
        for (size_t i = 0; i < run->piece_count; i++) {
            oracle_piece piece = piece_of(o, run, i);
            for (uint64_t k = 0; k < piece.bytes; k++) {
                touch(o, l, o->lane->device[piece.arena] + piece.device + k, run->direction == PLAN_UPLOAD);
                touch(o, l, o->lane->pinned + piece.pinned + k, run->direction == PLAN_DOWNLOAD);
            }
        }
    } else if (n->kind == PLAN_CONDITIONAL) {
        touch(o, l, &o->lane->conditions[n->condition], false);
        for (size_t b = 0; b < n->body_count; b++) {
            const plan_graph *body = &o->p->bodies[n->first_body + b];
            for (size_t i = 0; i < body->node_count; i++)
                touch_all(o, l, body, &body->nodes[i]);
        }
    }
}

enum { UNTOUCHED, READ_ONLY, WRITTEN };

/* All of a lane's bytes follow each other; a plan may do without device memory. */
static inline size_t place_of_touch(const oracle *o, const cell *byte)
{
    return (size_t)(byte - (o->p->arena_count > 0 ? o->lane->device[0] : o->lane->pinned));
}

static inline void mark_touches(const oracle *o, const access_list *l, unsigned char *marks, bool set)
{
    for (size_t i = 0; i < l->count; i++) {
        unsigned char *mark = &marks[place_of_touch(o, l->items[i].byte)];
        *mark = !set ? UNTOUCHED : l->items[i].writes ? WRITTEN : *mark == UNTOUCHED ? READ_ONLY : *mark;
    }
}

static inline bool touches_race(const oracle *o, const unsigned char *marks, const access_list *l)
{
    for (size_t i = 0; i < l->count; i++) {
        unsigned char mark = marks[place_of_touch(o, l->items[i].byte)];
        if (mark == WRITTEN || (mark == READ_ONLY && l->items[i].writes))
            return true;
    }
    return false;
}

/* Whether a node stands for a step or holds it. */
static inline bool stands_for(const model_graph *from, const plan_node *n, uint32_t step)
{
    if (n->step == MODEL_NONE)
        return false;
    const model_step *own = &from->steps[n->step];
    return n->step == step || (is_control(own) && step > n->step && step < own->end);
}

/* Whether some node may run before one that the `after:` of a step names, where it or what holds it is not the same. */
static inline bool ignores_after(const oracle *o, const plan_graph *g, const bool *reach)
{
    const model_graph *from = &o->m->graphs[g->graph];
    for (uint32_t s = 0; s < from->step_count; s++) {
        for (size_t a = 0; a < from->steps[s].after_count; a++) {
            for (size_t i = 0; i < g->node_count; i++) {
                for (size_t k = 0; k < g->node_count && stands_for(from, &g->nodes[i], s); k++) {
                    if (stands_for(from, &g->nodes[k], from->steps[s].after[a]) && k != i &&
                        !reach[k * g->node_count + i])
                        return true;
                }
            }
        }
    }
    return false;
}

/* Whether the host may see the end of a replay while some node still runs. */
static inline bool ends_early(const plan_graph *g, const bool *reach)
{
    for (size_t end = 0; end < g->node_count; end++) {
        for (size_t i = 0; i < g->node_count && g->nodes[end].kind == PLAN_END; i++) {
            if (i != end && !reach[i * g->node_count + end])
                return true;
        }
    }
    return false;
}

static inline bool has_race(oracle *o, const plan_graph *g)
{
    size_t n = g->node_count;
    bool *reach = ARENA_ARRAY(o->a, bool, n *n);
    access_list *lists = ARENA_ARRAY(o->a, access_list, n);
    for (size_t i = 0; i < n; i++) {
        touch_all(o, &lists[i], g, &g->nodes[i]);
        for (size_t k = 0; k < g->nodes[i].after_count; k++) {
            size_t from = g->nodes[i].after[k];
            reach[from * n + i] = true;
            for (size_t j = 0; j < from; j++)
                reach[j * n + i] = reach[j * n + i] || reach[j * n + from];
        }
    }
    unsigned char *marks = ARENA_ARRAY(o->a, unsigned char, o->memory_bytes);
    for (size_t i = 0; i < n; i++) {
        mark_touches(o, &lists[i], marks, true);
        for (size_t j = i + 1; j < n; j++) {
            if (!reach[i * n + j] && touches_race(o, marks, &lists[j]))
                return true;
        }
        mark_touches(o, &lists[i], marks, false);
    }
    return ends_early(g, reach) || ignores_after(o, g, reach);
}

#endif
