/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The vggen authors */
/* Ways to damage a fused launch of a plan, and what must hold of one, in other words than the verifier's. */
#ifndef FUSED_DAMAGE_H
#define FUSED_DAMAGE_H

#include "fused_fixture.h"
#include "random_program.h"

/* ---- what must hold, in other words than the verifier's ---- */

/* Which nodes a graph has run before each: before[to * count + from]. */
static inline bool *closure(const plan_graph *g)
{
    size_t n = g->node_count;
    bool *before = calloc(n * n + 1, sizeof *before);

    for (size_t to = 0; to < n; to++) {
        for (size_t i = 0; i < g->nodes[to].after_count; i++) {
            size_t from = g->nodes[to].after[i];

            before[to * n + from] = true;
            for (size_t k = 0; k < n; k++)
                before[to * n + k] = before[to * n + k] || before[from * n + k];
        }
    }
    return before;
}

static inline bool list_is_ordered(const plan_fused_list *list)
{
    bool *before = closure(list->of), right = true;

    for (size_t i = 0; i < list->part_count; i++) {
        bool barrier = false;

        for (size_t k = i + 1; k < list->part_count; k++) {
            uint32_t one = list->parts[i].node, other = list->parts[k].node;

            barrier = barrier || !list->parts[k].apart;
            right = right && !before[one * list->of->node_count + other] &&
                    (barrier || !before[other * list->of->node_count + one]);
        }
        for (size_t b = 0; b < list->of->nodes[list->parts[i].node].body_count; b++)
            right = right && list_is_ordered(&list->parts[i].bodies[b]);
    }
    free(before);
    return right;
}

static inline size_t place_of(const plan_graph *g, const plan_graph *plain, size_t node)
{
    for (size_t n = 0; n < g->node_count; n++) {
        if (g->nodes[n].kind != PLAN_FUSED && strcmp(g->nodes[n].name, plain->nodes[node].name) == 0)
            return n;
        for (size_t i = 0; g->nodes[n].kind == PLAN_FUSED && i < g->nodes[n].blocks->part_count; i++) {
            if (g->nodes[n].blocks->parts[i].node == node)
                return n;
        }
    }
    return SIZE_MAX;
}

static inline bool graph_is_ordered(const plan *p, const plan_graph *g)
{
    const plan_graph *plain = p->plain[g->graph].graph;
    size_t count = plain->node_count;
    bool *before = closure(plain), *fused = closure(g), right = true;

    for (size_t to = 0; to < count; to++) {
        for (size_t from = 0; from < count; from++) {
            size_t first = place_of(g, plain, from), second = place_of(g, plain, to);

            if (before[to * count + from] && first != SIZE_MAX && second != SIZE_MAX && first != second)
                right = right && fused[second * g->node_count + first];
        }
    }
    for (size_t n = 0; n < g->node_count; n++)
        right = right && (g->nodes[n].kind != PLAN_FUSED || list_is_ordered(g->nodes[n].blocks));
    free(before);
    free(fused);
    return right;
}

#define MOST_BUFFERS 100u

typedef struct {
    bool bytes[2][MOST_BUFFERS][RANDOM_MAX_BYTES];
} touched_bytes;

static inline void touch_ranges(const fixture *f, touched_bytes *t, const plan_node *n)
{
    for (size_t i = 0; i < n->range_count; i++) {
        const plan_range *r = &n->ranges[i];

        for (uint64_t k = r->first; k < r->last && f->m.buffers[r->buffer].role != ROLE_CONDITION; k++) {
            t->bytes[0][r->buffer][k] |= (r->access & PLAN_READ) != 0;
            t->bytes[1][r->buffer][k] |= (r->access & PLAN_WRITE) != 0;
        }
    }
}

static inline void touch_list(const fixture *f, touched_bytes *t, const plan_fused_list *list)
{
    for (size_t i = 0; i < list->part_count; i++) {
        const plan_node *n = &list->of->nodes[list->parts[i].node];

        if (n->kind != PLAN_CONDITIONAL)
            touch_ranges(f, t, n);
        for (size_t b = 0; n->kind == PLAN_CONDITIONAL && b < n->body_count; b++)
            touch_list(f, t, &list->parts[i].bodies[b]);
    }
}

static inline bool ranges_are_right(const fixture *f, const plan_node *launch)
{
    touched_bytes parts = {0}, stated = {0};

    ck_assert_uint_le(f->m.buffer_count, MOST_BUFFERS);
    touch_list(f, &parts, launch->blocks);
    touch_ranges(f, &stated, launch);
    return memcmp(&parts, &stated, sizeof parts) == 0;
}

/* ---- damage ---- */

typedef struct {
    fixture *f;
    plan *p;
    plan_graph *g;
    plan_node *launch;
    uint64_t *seed;
    bool harmful; /* surely; else the order and the ranges decide */
} fused_damage;

/* Any list of the launch with this many parts. */
static inline plan_fused_list *any_list(fused_damage *d, size_t least)
{
    plan_fused_list *list = d->launch->blocks;

    for (int tries = 0; tries < 8; tries++) {
        plan_part *part = list->part_count > 0 ? &list->parts[random_below(d->seed, list->part_count)] : NULL;

        if (part != NULL && part->bodies != NULL && random_below(d->seed, 2))
            list = &part->bodies[random_below(d->seed, list->of->nodes[part->node].body_count)];
        else if (list->part_count >= least && random_below(d->seed, 2))
            return list;
    }
    return d->launch->blocks->part_count >= least ? d->launch->blocks : NULL;
}

static inline void drop_fused_edge(fused_damage *d)
{
    damage plain = {d->f, d->p, d->seed, false};
    plan_node *n = any_node(&plain, d->g);
    size_t at;

    if (n->after_count == 0)
        return;
    at = random_below(d->seed, n->after_count);
    memmove(&n->after[at], &n->after[at + 1], (n->after_count - at - 1) * sizeof *n->after);
    n->after_count--;
    mirror_edges(d->f->a, d->g);
}

static inline void swap_parts(fused_damage *d)
{
    plan_fused_list *list = any_list(d, 2);
    size_t one, other;
    plan_part part;

    if (list == NULL)
        return;
    one = random_below(d->seed, list->part_count);
    other = random_below(d->seed, list->part_count);
    part = list->parts[one];
    list->parts[one] = list->parts[other];
    list->parts[other] = part;
}

static inline void leave_barrier_out(fused_damage *d)
{
    plan_fused_list *list = any_list(d, 2);

    if (list != NULL)
        list->parts[1 + random_below(d->seed, list->part_count - 1)].apart = true;
}

static inline void drop_part(fused_damage *d)
{
    plan_fused_list *list = any_list(d, 1);
    size_t at;

    if (list == NULL)
        return;
    at = random_below(d->seed, list->part_count);
    memmove(&list->parts[at], &list->parts[at + 1], (list->part_count - at - 1) * sizeof *list->parts);
    list->part_count--;
    d->harmful = true;
}

static inline void repeat_part(fused_damage *d)
{
    plan_fused_list *list = any_list(d, 2);
    size_t from, to;

    if (list == NULL)
        return;
    from = random_below(d->seed, list->part_count);
    to = random_below(d->seed, list->part_count);
    if (from == to)
        return;
    list->parts[to] = list->parts[from];
    d->harmful = true;
}

static inline plan_part *any_launch_part(fused_damage *d)
{
    for (int tries = 0; tries < 8; tries++) {
        plan_fused_list *list = any_list(d, 1);
        plan_part *part = list == NULL ? NULL : &list->parts[random_below(d->seed, list->part_count)];

        if (part != NULL && part->given != NULL)
            return part;
    }
    return NULL;
}

static inline size_t params_of(const fused_damage *d, const plan_part *part, const plan_fused_list *list)
{
    for (size_t i = 0; i < list->part_count; i++) {
        const plan_node *n = &list->of->nodes[list->parts[i].node];
        size_t inner = 0;

        if (&list->parts[i] == part)
            return d->p->kernels[n->kernel]->param_count;
        for (size_t b = 0; n->kind == PLAN_CONDITIONAL && b < n->body_count && inner == 0; b++)
            inner = params_of(d, part, &list->parts[i].bodies[b]);
        if (inner > 0)
            return inner;
    }
    return 0;
}

static inline void give_another(fused_damage *d)
{
    plan_part *part = any_launch_part(d);
    size_t params = part == NULL ? 0 : params_of(d, part, d->launch->blocks);
    plan_given *given = params == 0 ? NULL : &part->given[random_below(d->seed, params)], before;

    if (given == NULL)
        return;
    before = *given;
    if (random_below(d->seed, 4) == 0)
        given->condition = !given->condition;
    else
        given->index = random_below(d->seed, d->launch->argument_count + 1);
    d->harmful = before.condition != given->condition || before.index != given->index;
}

static inline void change_fused_argument(fused_damage *d)
{
    plan_argument *argument;
    unsigned char *value;

    if (d->launch->argument_count == 0)
        return;
    argument = &d->launch->arguments[random_below(d->seed, d->launch->argument_count)];
    d->harmful = true;
    if (argument->switched != 0) {
        argument->unless = !argument->unless;
    } else if (argument->pointer && argument->at == PLAN_AT_WORD) {
        argument->at = PLAN_AT_PLACE;
    } else if (argument->pointer && random_below(d->seed, 3) == 0) {
        argument->at = argument->at == PLAN_AT_DOWN ? PLAN_AT_PLACE : argument->at + 1;
    } else if (argument->pointer) {
        argument->first += 4;
    } else if (argument->condition != MODEL_NONE) {
        argument->condition = MODEL_NONE;
        argument->value = arena_alloc(d->f->a, argument->type->size);
    } else if (random_below(d->seed, 3) == 0) {
        argument->setting = argument->setting == MODEL_NONE ? 0 : MODEL_NONE;
    } else if (argument->value != NULL) {
        value = arena_alloc(d->f->a, argument->type->size);
        memcpy(value, argument->value, argument->type->size);
        value[0] ^= 1;
        argument->value = value;
    } else {
        argument->pointer = true;
    }
}

static inline void change_fused_range(fused_damage *d)
{
    plan_range *r;

    if (d->launch->range_count == 0)
        return;
    r = &d->launch->ranges[random_below(d->seed, d->launch->range_count)];
    switch (random_below(d->seed, 5)) {
    case 0:
        r->first++;
        break;
    case 1:
        r->last--;
        break;
    case 2:
        r->access ^= PLAN_WRITE;
        break;
    case 3:
        r->access ^= PLAN_READ;
        break;
    default:
        *r = d->launch->ranges[--d->launch->range_count];
        break;
    }
}

static inline void change_part_switch(fused_damage *d)
{
    plan_part *part = any_launch_part(d);

    if (part == NULL)
        return;
    part->switched = part->switched == 0 ? 1 + random_below(d->seed, d->launch->argument_count + 1) : 0;
    d->harmful = true;
}

static inline void change_word(fused_damage *d)
{
    plan_node *l = d->launch;

    if (l->condition_count == 0)
        return;
    switch (random_below(d->seed, 3)) {
    case 0:
        l->conditions[random_below(d->seed, l->condition_count)] = random_below(d->seed, d->f->m.buffer_count + 1);
        d->harmful = true;
        for (size_t i = 0; i < l->condition_count; i++) /* it may be what it was */
            d->harmful = d->harmful && l->conditions[i] != l->conditions[0];
        break;
    case 1:
        l->condition_count--;
        d->harmful = true;
        break;
    default:
        l->conditions[l->condition_count++] = l->conditions[0];
        d->harmful = true;
        break;
    }
}

static inline void change_launch_itself(fused_damage *d)
{
    plan_node *l = d->launch;
    model_kernel *k = ARENA_NEW(d->f->a, model_kernel);

    d->harmful = true;
    switch (random_below(d->seed, 9)) {
    case 0:
        l->grid[random_below(d->seed, 3)] = 2;
        break;
    case 1:
        l->block[0] = random_below(d->seed, 2) ? 0 : 1056;
        break;
    case 2:
        l->kernel = random_below(d->seed, l->kernel);
        break;
    case 3:
        l->argument_count++;
        break;
    case 4:
        l->block_count = 0;
        break;
    case 5:
        *k = *d->p->kernels[l->kernel];
        k->param_count++;
        d->p->kernels[l->kernel] = k;
        break;
    case 6:
        l->blocks->of = d->g;
        break;
    case 7:
        d->g->keeps = !d->g->keeps;
        break;
    default:
        d->p->plain[d->g->graph].graph = NULL;
        break;
    }
}

static inline void change_left_node(fused_damage *d)
{
    size_t at = random_below(d->seed, d->g->node_count);
    plan_node *n = &d->g->nodes[at];

    if (n == d->launch || n->kind == PLAN_EMPTY)
        return;
    d->harmful = true;
    switch (random_below(d->seed, 6)) {
    case 0:
        n->step = n->step == MODEL_NONE ? 0 : MODEL_NONE;
        break;
    case 1:
        n->name = "another";
        break;
    case 2:
        n->shared_bytes++;
        break;
    case 3:
        n->range_count = n->range_count > 0 ? n->range_count - 1 : 0;
        n->unless = !n->unless;
        break;
    case 4:
        n->to++;
        break;
    default:
        n->grid[0]++;
        break;
    }
}

static const struct {
    const char *name;
    void (*apply)(fused_damage *d);
} fused_damages[] = {
    {"drop an edge", drop_fused_edge},
    {"swap parts", swap_parts},
    {"leave a barrier out", leave_barrier_out},
    {"drop a part", drop_part},
    {"do a part twice", repeat_part},
    {"give another", give_another},
    {"change an argument", change_fused_argument},
    {"change a range", change_fused_range},
    {"change a switch", change_part_switch},
    {"change a word", change_word},
    {"change the launch", change_launch_itself},
    {"change what is left", change_left_node},
};

#endif
