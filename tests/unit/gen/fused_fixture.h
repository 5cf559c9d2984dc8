/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The vggen authors */
/* Plans with fused launches made by hand: neighbours of a graph become parts of one block, in their order. It knows
 * nothing of costs or of code; stage fuse has tests of its own. */
#ifndef FUSED_FIXTURE_H
#define FUSED_FIXTURE_H

#include "plan_damage.h"
#include "verify/verify_fused.h"

#define FUSED_MOST_CONDITIONS 64u

typedef struct {
    fixture *f;
    plan *p;
    plan_plain *plain;
    plan_node *launch;
    model_kernel *kernel;
    size_t argument_room, param_room;
} fuser;

static inline bool fusable_list(const plan *p, const plan_graph *of, const plan_graph *bodies);

static inline bool fusable(const plan *p, const plan_node *n, const plan_graph *bodies)
{
    bool right = !n->resident && n->shared_varies == NULL;

    for (int i = 0; i < 3; i++)
        right = right && n->grid_varies[i] == NULL && (n->kind == PLAN_CONDITIONAL || n->grid[i] > 0);
    for (size_t i = 0; i < n->argument_count; i++)
        right = right && !n->arguments[i].grid;
    switch (n->kind) {
    case PLAN_KERNEL:
        return right && n->condition == MODEL_NONE;
    case PLAN_TRANSFER:
        return right && p->runs[n->run].transport == TRANSPORT_KERNEL && p->runs[n->run].piece_count == 1 &&
               !p->runs[n->run].on_request && !p->runs[n->run].if_changed;
    case PLAN_END:
        return right;
    case PLAN_CONDITIONAL:
        for (size_t b = 0; right && b < n->body_count; b++)
            right = fusable_list(p, &bodies[n->first_body + b], bodies);
        return right && n->switched == MODEL_NONE;
    default:
        return false;
    }
}

static inline bool fusable_list(const plan *p, const plan_graph *of, const plan_graph *bodies)
{
    bool right = true;

    for (size_t n = 0; right && n < of->node_count; n++)
        right = of->nodes[n].kind == PLAN_EMPTY || fusable(p, &of->nodes[n], bodies);
    return right;
}

static inline uint32_t fused_argument(fuser *u, plan_argument wanted)
{
    plan_node *l = u->launch;
    model_kernel *k = u->kernel;

    for (uint32_t i = 0; i < l->argument_count; i++) {
        const plan_argument *have = &l->arguments[i];
        bool same = have->pointer == wanted.pointer && have->at == wanted.at && have->switched == wanted.switched &&
                    have->unless == wanted.unless && have->setting == wanted.setting &&
                    have->condition == wanted.condition;
        if (same && wanted.pointer && have->buffer == wanted.buffer && have->first == wanted.first)
            return i;
        if (same && !wanted.pointer && wanted.switched != 0)
            return i;
        if (same && !wanted.pointer && have->type == wanted.type && wanted.switched == 0 &&
            (wanted.condition != MODEL_NONE || memcmp(have->value, wanted.value, wanted.type->size) == 0))
            return i;
    }
    l->arguments = arena_grow(u->f->a, l->arguments, l->argument_count, &u->argument_room, sizeof *l->arguments);
    k->params = arena_grow(u->f->a, k->params, k->param_count, &u->param_room, sizeof *k->params);
    wanted.parameter = arena_printf(u->f->a, "a%zu", l->argument_count);
    k->params[k->param_count++] = (model_param){
        .name = wanted.parameter, .access = wanted.pointer ? ACCESS_INOUT : ACCESS_VALUE, .type = wanted.type};
    l->arguments[l->argument_count++] = wanted;
    return (uint32_t)l->argument_count - 1;
}

static inline plan_argument fused_pointer(plan_at at, uint32_t buffer, uint64_t first)
{
    return (plan_argument){.pointer = true, .at = at, .buffer = buffer, .first = first,
                           .type = model_type_find("u8"), .setting = MODEL_NONE, .condition = MODEL_NONE};
}

static inline uint32_t fused_condition(fuser *u, uint32_t condition)
{
    for (uint32_t i = 0; i < u->launch->condition_count; i++) {
        if (u->launch->conditions[i] == condition)
            return i;
    }
    ck_assert_uint_lt(u->launch->condition_count, FUSED_MOST_CONDITIONS);
    u->launch->conditions[u->launch->condition_count++] = condition;
    return (uint32_t)u->launch->condition_count - 1;
}

static inline bool fused_has_condition(const fuser *u, uint32_t condition)
{
    for (uint32_t i = 0; i < u->launch->condition_count; i++) {
        if (u->launch->conditions[i] == condition)
            return true;
    }
    return false;
}

static inline void fuse_copy(fuser *u, const plan_run *run, plan_part *part)
{
    bool up = run->direction == PLAN_UPLOAD;
    uint32_t b = run->members[0];
    unsigned char *bytes = arena_alloc(u->f->a, 8);

    for (int i = 0; i < 8; i++)
        bytes[i] = (unsigned char)(run->bytes >> 8 * i);
    part->given[up ? 0 : 1].index = fused_argument(u, fused_pointer(PLAN_AT_PLACE, b, run->first));
    part->given[up ? 1 : 0].index =
        fused_argument(u, fused_pointer(up ? PLAN_AT_UP : PLAN_AT_DOWN, b, run->first));
    part->given[2].index = fused_argument(u, (plan_argument){.type = model_type_find("u64"), .value = bytes,
                                                             .setting = MODEL_NONE, .condition = MODEL_NONE});
}

static inline void fuse_list(fuser *u, plan_fused_list *list, const plan_graph *of, size_t first, size_t end);

/* Whether nothing orders it behind any part since the last barrier. */
static inline bool nothing_between(const plan_graph *of, const plan_fused_list *list, uint32_t later)
{
    bool none = true;

    for (size_t i = 0; i < of->nodes[later].after_count; i++) {
        uint32_t earlier = of->nodes[later].after[i];

        none = none && of->nodes[earlier].kind != PLAN_EMPTY && of->nodes[earlier].kind != PLAN_BEGIN;
        for (size_t k = list->part_count; none && k-- > 0 && (k + 1 == list->part_count || list->parts[k + 1].apart);)
            none = list->parts[k].node != earlier;
    }
    return none;
}

static inline void fuse_part(fuser *u, const plan_graph *of, uint32_t index, plan_part *part)
{
    const plan_node *n = &of->nodes[index];

    part->node = index;
    if (n->kind == PLAN_CONDITIONAL) {
        part->bodies = ARENA_ARRAY(u->f->a, plan_fused_list, n->body_count);
        part->condition = fused_condition(u, n->condition);
        for (size_t b = 0; b < n->body_count; b++) {
            const plan_graph *body = &u->plain->bodies[n->first_body + b];

            fuse_list(u, &part->bodies[b], body, 0, body->node_count);
        }
        return;
    }
    part->given = ARENA_ARRAY(u->f->a, plan_given, u->p->kernels[n->kernel]->param_count);
    memcpy(part->grid, n->grid, sizeof part->grid);
    memcpy(part->block, n->block, sizeof part->block);
    if (n->switched != MODEL_NONE)
        part->switched = 1 + fused_argument(u, (plan_argument){.type = model_type_find("u32"), .setting = MODEL_NONE,
                                                               .condition = MODEL_NONE, .switched = 1 + n->switched,
                                                               .unless = n->unless});
    if (n->kind == PLAN_END)
        part->given[0].index = fused_argument(u, fused_pointer(PLAN_AT_WORD, 0, 0));
    if (n->kind == PLAN_TRANSFER)
        fuse_copy(u, &u->p->runs[n->run], part);
    for (size_t i = 0; i < n->argument_count; i++) {
        const plan_argument *argument = &n->arguments[i];

        part->given[i].condition = argument->condition != MODEL_NONE && fused_has_condition(u, argument->condition);
        part->given[i].index = part->given[i].condition ? fused_condition(u, argument->condition)
                                                        : fused_argument(u, *argument);
    }
}

static inline void fuse_list(fuser *u, plan_fused_list *list, const plan_graph *of, size_t first, size_t end)
{
    list->of = of;
    list->parts = ARENA_ARRAY(u->f->a, plan_part, end - first);
    for (size_t n = first; n < end; n++) {
        plan_part *part = &list->parts[list->part_count];

        if (of->nodes[n].kind == PLAN_EMPTY || of->nodes[n].kind == PLAN_BEGIN)
            continue;
        fuse_part(u, of, (uint32_t)n, part);
        part->apart = list->part_count > 0 && nothing_between(of, list, part->node);
        list->part_count++;
    }
}

/* Conditions whose nodes become parts are words; they are known before anything is given one. */
static inline void note_conditions(fuser *u, const plan_graph *of, size_t first, size_t end)
{
    for (size_t n = first; n < end; n++) {
        const plan_node *node = &of->nodes[n];

        if (node->kind == PLAN_CONDITIONAL)
            fused_condition(u, node->condition);
        for (size_t b = 0; node->kind == PLAN_CONDITIONAL && b < node->body_count; b++) {
            const plan_graph *body = &u->plain->bodies[node->first_body + b];

            note_conditions(u, body, 0, body->node_count);
        }
    }
}

static inline void add_fused_ranges(fuser *u, const plan_graph *of, size_t first, size_t end, size_t *room)
{
    for (size_t n = first; n < end; n++) {
        const plan_node *node = &of->nodes[n];

        for (size_t i = 0; i < node->range_count; i++) {
            plan_range r = node->ranges[i];

            r.access &= PLAN_READ | PLAN_WRITE;
            if (u->f->m.buffers[r.buffer].role == ROLE_CONDITION)
                continue;
            u->launch->ranges =
                arena_grow(u->f->a, u->launch->ranges, u->launch->range_count, room, sizeof r);
            u->launch->ranges[u->launch->range_count++] = r;
        }
    }
}

/* Bodies of conditional nodes that are parts leave the plan. */
static inline void keep_bodies(fuser *u, plan_graph *g, size_t first_body)
{
    plan *p = u->p;
    size_t count = u->plain->body_count, kept = 0;
    uint32_t *moved = ARENA_ARRAY(u->f->a, uint32_t, count + 1);
    plan_graph *bodies = ARENA_ARRAY(u->f->a, plan_graph, p->body_count + 1);

    memcpy(bodies, p->bodies, first_body * sizeof *bodies);
    for (size_t b = 0; b < count; b++) {
        plan_graph body = p->bodies[first_body + b];
        bool stays = false;

        if (body.holder != MODEL_NONE)
            stays = moved[body.holder - first_body] != MODEL_NONE;
        for (size_t n = 0; body.holder == MODEL_NONE && n < g->node_count; n++) {
            const char *name = u->plain->graph->nodes[body.holder_node].name;

            if (strcmp(g->nodes[n].name, name) == 0) {
                stays = true;
                body.holder_node = (uint32_t)n;
                break;
            }
        }
        moved[b] = stays ? (uint32_t)(first_body + kept) : MODEL_NONE;
        if (!stays)
            continue;
        if (body.holder != MODEL_NONE)
            body.holder = moved[body.holder - first_body];
        bodies[first_body + kept++] = body;
    }
    memcpy(bodies + first_body + kept, p->bodies + first_body + count,
           (p->body_count - first_body - count) * sizeof *bodies);
    for (size_t k = 0; k < p->graph_count + first_body + kept + (p->body_count - first_body - count); k++) {
        plan_graph *at = k < p->graph_count ? &p->graphs[k] : &bodies[k - p->graph_count];
        plan_node *nodes = ARENA_ARRAY(u->f->a, plan_node, at->node_count);

        if (at->node_count > 0)
            memcpy(nodes, at->nodes, at->node_count * sizeof *nodes);
        at->nodes = nodes;
        for (size_t n = 0; n < at->node_count; n++) {
            if (nodes[n].kind != PLAN_CONDITIONAL || at->graph < g->graph)
                continue;
            if (at->graph == g->graph)
                nodes[n].first_body =
                    nodes[n].body_count > 0 ? moved[nodes[n].first_body - first_body] : (uint32_t)first_body;
            else
                nodes[n].first_body -= (uint32_t)(count - kept);
            ck_assert_uint_ne(nodes[n].first_body, MODEL_NONE);
        }
        if (k >= p->graph_count && at->graph > g->graph && at->holder != MODEL_NONE)
            at->holder -= (uint32_t)(count - kept);
    }
    p->body_count -= count - kept;
    p->bodies = bodies;
}

/* What the graph is without fused launches. */
static inline void keep_plain(fuser *u, plan_graph *g, size_t *first_body)
{
    plan *p = u->p;
    plan_graph *copy = ARENA_NEW(u->f->a, plan_graph);
    size_t first = 0, count = 0;

    while (first < p->body_count && p->bodies[first].graph < g->graph)
        first++;
    while (first + count < p->body_count && p->bodies[first + count].graph == g->graph)
        count++;
    if (p->plain == NULL)
        p->plain = ARENA_ARRAY(u->f->a, plan_plain, p->graph_count);
    u->plain = &p->plain[g->graph];
    *copy = *g;
    u->plain->graph = copy;
    u->plain->bodies = ARENA_ARRAY(u->f->a, plan_graph, count);
    u->plain->body_count = count;
    for (size_t k = 0; k <= count; k++) {
        plan_graph *to = k == 0 ? copy : &u->plain->bodies[k - 1];
        const plan_graph *from = k == 0 ? g : &p->bodies[first + k - 1];

        *to = *from;
        to->nodes = ARENA_ARRAY(u->f->a, plan_node, from->node_count);
        if (from->node_count > 0)
            memcpy(to->nodes, from->nodes, from->node_count * sizeof *to->nodes);
        for (size_t n = 0; n < to->node_count; n++) {
            if (to->nodes[n].kind == PLAN_CONDITIONAL)
                to->nodes[n].first_body -= (uint32_t)first;
        }
        if (k > 0 && to->holder != MODEL_NONE)
            to->holder -= (uint32_t)first;
    }
    *first_body = first;
}

static inline uint32_t add_fused_kernel(fixture *f, plan *p, const model_kernel *k)
{
    const model_kernel **kernels = ARENA_ARRAY(f->a, const model_kernel *, p->kernel_count + 1);

    memcpy(kernels, p->kernels, p->kernel_count * sizeof *kernels);
    p->kernels = kernels;
    return plan_add_kernel(p, k);
}

/* Nodes first … end - 1 of a graph of the plan become one launch, whose node is returned. */
static inline plan_node *fuse_nodes(fixture *f, plan *p, uint32_t graph, size_t first, size_t end)
{
    plan_graph *g = &p->graphs[graph];
    fuser u = {.f = f, .p = p};
    plan_node *nodes = ARENA_ARRAY(f->a, plan_node, g->node_count);
    uint32_t *to = ARENA_ARRAY(f->a, uint32_t, g->node_count);
    size_t first_body, count = 0, range_room = 0;
    plan_node *launch = &nodes[first];

    keep_plain(&u, g, &first_body);
    u.launch = launch;
    u.kernel = ARENA_NEW(f->a, model_kernel);
    u.kernel->fused = true;
    u.kernel->name = arena_printf(f->a, "fused_%s_%u", g->name, first > 0);
    u.kernel->entry = arena_printf(f->a, "vgf_%s_%u", g->name, first > 0);
    launch->kind = PLAN_FUSED;
    launch->name = u.kernel->name;
    launch->title = "fused launch";
    launch->step = launch->switched = launch->condition = MODEL_NONE;
    for (int i = 0; i < 3; i++)
        launch->grid[i] = launch->block[i] = 1;
    launch->block[0] = 64;
    launch->conditions = ARENA_ARRAY(f->a, uint32_t, FUSED_MOST_CONDITIONS);
    launch->blocks = ARENA_NEW(f->a, plan_fused_list);
    launch->block_count = 1;
    note_conditions(&u, u.plain->graph, first, end);
    fuse_list(&u, launch->blocks, u.plain->graph, first, end);
    add_fused_ranges(&u, u.plain->graph, first, end, &range_room);
    launch->kernel = add_fused_kernel(f, p, u.kernel);
    for (size_t n = 0; n < g->node_count; n++) {
        to[n] = (uint32_t)count;
        if (n >= first && n < end) {
            count += n + 1 == end;
            continue;
        }
        nodes[count++] = g->nodes[n];
    }
    for (size_t n = 0; n < count; n++) {
        nodes[n].after = ARENA_ARRAY(f->a, uint32_t, g->node_count);
        nodes[n].after_count = nodes[n].ordered_count = 0;
    }
    for (size_t n = 0; n < g->node_count; n++) {
        const plan_node *node = &u.plain->graph->nodes[n];
        plan_node *at = &nodes[to[n]];

        for (size_t i = 0; i < node->after_count; i++) {
            uint32_t from = to[node->after[i]];
            size_t k = 0;

            while (k < at->after_count && at->after[k] < from)
                k++;
            if (from == to[n] || (k < at->after_count && at->after[k] == from))
                continue;
            memmove(&at->after[k + 1], &at->after[k], (at->after_count - k) * sizeof *at->after);
            at->after[k] = from;
            at->after_count++;
        }
    }
    g->nodes = nodes;
    g->node_count = count;
    g->tight_count = 0;
    keep_bodies(&u, g, first_body);
    mirror_edges(f->a, g);
    return &g->nodes[first];
}

/* The longest stretch of nodes from `first` on that can be parts; 0: none. */
static inline size_t fusable_stretch(const plan *p, const plan_graph *g, size_t first)
{
    size_t end = first, parts = 0;

    while (end < g->node_count && (g->nodes[end].kind == PLAN_EMPTY || fusable(p, &g->nodes[end], p->bodies))) {
        parts += g->nodes[end].kind != PLAN_EMPTY;
        end++;
    }
    return parts > 0 ? end - first : 0;
}

/* Verifies both; messages of what should have been proven are printed. */
static inline bool fused_proven(fixture *f, const plan *p, bool expected)
{
    diag *d = diag_new(f->a);
    bool ok = verify_plan(f->a, d, &f->m, p) && verify_fused(f->a, d, &f->m, NULL, p);

    ck_assert_int_eq(ok, diag_error_count(d) == 0);
    if (!ok && expected)
        diag_print(d, stderr);
    return ok;
}

#endif
