/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The vggen authors */
/* What fuse_text is given of a launch, and between which parts no barrier is needed. */
#include <string.h>

#include "base/sorted.h"
#include "fuse/fuse_parts.h"

/* ---- bytes in memory ---- */

typedef struct {
    uint32_t arena;
    uint64_t first, last;
    bool writes;
} bytes;

typedef struct {
    bytes *items;
    size_t count, capacity;
} byte_list;

static void add_bytes(arena *a, byte_list *l, uint32_t in, uint64_t first, uint64_t last, bool writes)
{
    l->items = arena_grow(a, l->items, l->count, &l->capacity, sizeof *l->items);
    l->items[l->count++] = (bytes){in, first, last, writes};
}

static void add_transfer(arena *a, byte_list *l, const fuser *f, const plan_run *run)
{
    bool up = run->direction == PLAN_UPLOAD;

    for (size_t i = 0; i < run->piece_count; i++) {
        const plan_piece *piece = &run->pieces[i];
        add_bytes(a, l, f->p->places[run->members[piece->first]].arena, piece->device_offset,
                  piece->device_offset + piece->bytes, up);
        add_bytes(a, l, PLAN_PINNED, piece->pinned_offset, piece->pinned_offset + piece->bytes, !up);
    }
}

static void add_node(arena *a, byte_list *l, const fuser *f, const plan_node *n)
{
    if (n->kind == PLAN_TRANSFER)
        add_transfer(a, l, f, &f->p->runs[n->run]);
    for (size_t i = 0; i < n->range_count && n->kind != PLAN_TRANSFER; i++) {
        const plan_range *r = &n->ranges[i];
        const plan_place *place = &f->p->places[r->buffer];
        bool writes = (r->access & PLAN_WRITE) != 0;
        if (f->m->buffers[r->buffer].role == ROLE_CONDITION) /* offsets of their own, in no arena */
            add_bytes(a, l, PLAN_EXTERNAL, (uint64_t)r->buffer * 8, (uint64_t)r->buffer * 8 + 8, writes);
        else
            add_bytes(a, l, place->arena, place->offset + r->first, place->offset + r->last, writes);
    }
}

static bool meet(const byte_list *x, const byte_list *y)
{
    for (size_t i = 0; i < x->count; i++)
        for (size_t k = 0; k < y->count; k++)
            if ((x->items[i].writes || y->items[k].writes) && x->items[i].arena == y->items[k].arena &&
                x->items[i].first < y->items[k].last && y->items[k].first < x->items[i].last)
                return true;
    return false;
}

/* ---- barriers ---- */

/* A loop or a choice begins with a barrier of its own, and what tells the host of the end needs one. */
static bool needs_barrier(const plan_node *n)
{
    return n->kind == PLAN_CONDITIONAL || n->kind == PLAN_END;
}

/* Whether the spec or an edge has one of the nodes [first, last) of the list come before the node. */
static bool comes_after(const plan_fused_list *list, const plan_node *n, size_t first, size_t last)
{
    for (size_t i = first; i < last; i++)
        if (sorted_has(n->after, n->after_count, list->parts[i].node) ||
            sorted_has(n->ordered, n->ordered_count, list->parts[i].node))
            return true;
    return false;
}

void fuse_find_apart(const fuser *f, plan_fused_list *list)
{
    arena *a = arena_new();
    byte_list before = {NULL, 0, 0}; /* of the parts since the last barrier, */
    size_t first = 0;                /* which this part is behind */

    for (size_t i = 0; i < list->part_count; i++) {
        const plan_node *n = &list->of->nodes[list->parts[i].node];
        byte_list own = {NULL, 0, 0};
        bool after_loop = i > 0 && list->of->nodes[list->parts[i - 1].node].kind == PLAN_CONDITIONAL;
        add_node(a, &own, f, n);
        list->parts[i].apart = i > 0 && !after_loop && !needs_barrier(n) && !meet(&before, &own) &&
                               !comes_after(list, n, first, i);
        if (!list->parts[i].apart) {
            before.count = 0;
            first = i;
        }
        add_node(a, &before, f, n);
    }
    arena_free(a);
}

/* ---- what fuse_text is given ---- */

/* Whether the launch may write what the pointer leads to. */
static bool is_written(const fuser *f, const plan_node *fused, const plan_argument *argument)
{
    byte_list to = {NULL, 0, 0}, all = {NULL, 0, 0};
    const plan_place *place;
    uint64_t size, offset;
    bool pinned = argument->at == PLAN_AT_UP || argument->at == PLAN_AT_DOWN, written;
    arena *a;

    if (!argument->pointer) /* it may be an address */
        return argument->type->size >= 8;
    if (argument->at != PLAN_AT_PLACE && argument->at != PLAN_AT_UP)
        return true;
    a = arena_new();
    place = &f->p->places[argument->buffer];
    size = f->m->buffers[argument->buffer].size;
    offset = argument->at == PLAN_AT_UP ? place->upload_offset : place->offset;
    add_bytes(a, &to, pinned ? PLAN_PINNED : place->arena, offset, offset + size, false);
    add_node(a, &all, f, fused);
    written = meet(&to, &all);
    arena_free(a);
    return written;
}

static fuse_list list_of(const fuser *f, const fuse_run *run, const plan_fused_list *from, const bool *written);

static fuse_item part_item(const fuser *f, const fuse_run *run, const plan_graph *of, const plan_part *part,
                           const bool *written)
{
    const plan_node *n = &of->nodes[part->node];
    const model_kernel *k = f->p->kernels[n->kernel];
    fuse_argument *arguments = ARENA_ARRAY(f->memory, fuse_argument, k->param_count);
    fuse_item item = {.kind = FUSE_PART,
                      .module = f->i->module_of[n->kernel],
                      .entry = f->i->symbols[n->kernel],
                      .shared_bytes = n->shared_bytes,
                      .arguments = arguments,
                      .argument_count = k->param_count,
                      .switched = part->switched,
                      .switched_loaded = part->switched_loaded,
                      .switched_offset = part->switched_offset,
                      .apart = part->apart};

    (void)run;
    memcpy(item.grid, part->grid, sizeof item.grid);
    memcpy(item.block, part->block, sizeof item.block);
    for (size_t i = 0; i < k->param_count; i++)
        arguments[i] = (fuse_argument){.condition = part->given[i].condition,
                                       .index = part->given[i].index,
                                       .loaded = part->given[i].loaded,
                                       .offset = part->given[i].offset,
                                       .written = !part->given[i].condition && written[part->given[i].index]};
    return item;
}

static fuse_item control_item(const fuser *f, const fuse_run *run, const plan_graph *of, const plan_part *part,
                              const bool *written)
{
    const plan_node *n = &of->nodes[part->node];
    fuse_list *bodies = ARENA_ARRAY(f->memory, fuse_list, n->body_count);
    fuse_item item = {.kind = n->control == STEP_WHILE ? FUSE_WHILE : n->control == STEP_IF ? FUSE_IF : FUSE_SWITCH,
                      .condition = part->condition,
                      .bodies = bodies,
                      .body_count = n->body_count,
                      .apart = part->apart};

    for (size_t b = 0; b < n->body_count; b++)
        bodies[b] = list_of(f, run, &part->bodies[b], written);
    return item;
}

static fuse_list list_of(const fuser *f, const fuse_run *run, const plan_fused_list *from, const bool *written)
{
    fuse_item *items = ARENA_ARRAY(f->memory, fuse_item, from->part_count);

    for (size_t i = 0; i < from->part_count; i++)
        items[i] = from->parts[i].bodies != NULL ? control_item(f, run, from->of, &from->parts[i], written)
                                                 : part_item(f, run, from->of, &from->parts[i], written);
    return (fuse_list){items, from->part_count};
}

void fuse_make_list(fuser *f, fuse_run *run)
{
    const plan_node *n = &run->node;
    fuse_param *params = ARENA_ARRAY(f->memory, fuse_param, n->argument_count);
    uint32_t *conditions = ARENA_ARRAY(f->memory, uint32_t, n->condition_count);
    bool *written = ARENA_ARRAY(f->memory, bool, n->argument_count);
    fuse_list *blocks = ARENA_ARRAY(f->memory, fuse_list, n->block_count);

    for (size_t i = 0; i < n->argument_count; i++) {
        const plan_argument *argument = &n->arguments[i];
        params[i].size = argument->pointer ? 8 : argument->type->size;
        params[i].align = argument->pointer ? 8 : argument->type->align;
        written[i] = is_written(f, n, argument);
    }
    for (size_t i = 0; i < n->condition_count; i++)
        conditions[i] = f->m->buffers[n->conditions[i]].condition_first;
    for (size_t b = 0; b < n->block_count; b++)
        blocks[b] = list_of(f, run, &n->blocks[b], written);
    run->launch = (fuse_launch){.name = run->kernel->name,
                                .threads = run->threads,
                                .params = params,
                                .param_count = n->argument_count,
                                .conditions = conditions,
                                .condition_count = n->condition_count,
                                .blocks = blocks,
                                .block_count = n->block_count};
}
