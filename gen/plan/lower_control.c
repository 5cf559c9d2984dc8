/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The vggen authors */
/* Conditional nodes: their bodies, and what all of those may touch. */
#include <stdlib.h>
#include <string.h>

#include "plan/lower_parts.h"

/* From this byte on, this many more (or fewer) nodes read and write. */
typedef struct {
    uint64_t at;
    uint32_t buffer;
    int read, write;
} border;

typedef struct {
    border *items;
    size_t count, capacity;
} borders;

static void add_borders(arena *a, borders *b, const plan_range *r)
{
    int read = (r->access & PLAN_READ) != 0, write = (r->access & PLAN_WRITE) != 0;
    b->items = arena_grow(a, b->items, b->count, &b->capacity, sizeof *b->items);
    b->items[b->count++] = (border){r->first, r->buffer, read, write};
    b->items = arena_grow(a, b->items, b->count, &b->capacity, sizeof *b->items);
    b->items[b->count++] = (border){r->last, r->buffer, -read, -write};
}

static int compare_borders(const void *left, const void *right)
{
    const border *l = left, *r = right;
    if (l->buffer != r->buffer)
        return l->buffer < r->buffer ? -1 : 1;
    return l->at < r->at ? -1 : l->at > r->at;
}

/* Appends bytes to the ranges, or lets the last one go on. */
static void append_range(plan_node *node, uint32_t buffer, uint64_t first, uint64_t last, unsigned access)
{
    plan_range *before = node->range_count > 0 ? &node->ranges[node->range_count - 1] : NULL;
    if (access == 0 || first == last)
        return;
    if (before && before->buffer == buffer && before->last == first && before->access == access)
        before->last = last;
    else
        lower_range(node, buffer, first, last, access);
}

/* The conditional node reads what any of its nodes reads, and may write what any of them may write; a body may not
 * run. */
static void set_ranges(lowering *l, plan_node *node, borders *b)
{
    node->ranges = ARENA_ARRAY(l->memory, plan_range, b->count);
    if (b->count > 1)
        qsort(b->items, b->count, sizeof *b->items, compare_borders);
    int read = 0, write = 0;
    for (size_t i = 0; i < b->count; i++) {
        const border *from = &b->items[i];
        read += from->read;
        write += from->write;
        unsigned access = (read > 0 ? PLAN_READ : 0u) | (write > 0 ? PLAN_WRITE : 0u);
        if (access != 0) /* another border of the buffer follows in that case */
            append_range(node, from->buffer, from->at, b->items[i + 1].at, access);
    }
}

static const char *ending_of(lowering *l, const model_step *step, size_t body)
{
    if (step->kind == STEP_SWITCH)
        return arena_printf(l->memory, "case_%zu", body);
    return body == 0 ? "do" : "else";
}

/* The steps of a body follow each other in the flat list, body after body. */
static void lower_body(lowering *l, uint32_t index, uint32_t body, uint32_t begin, uint32_t end, plan_graph *to)
{
    const model_step *steps = l->from->steps;
    lower_list list = {NULL, 0, 0};
    for (uint32_t i = begin; i < end; i = lower_after_step(&steps[i], i)) {
        if (steps[i].inside == index + 1 && steps[i].body == body)
            lower_step(l, &list, &steps[i], i);
    }
    to->nodes = list.items;
    to->node_count = list.count;
}

void lower_conditional(lowering *l, plan_node *node, const model_step *step, uint32_t index)
{
    arena *scratch = arena_new();
    borders all = {NULL, 0, 0};
    plan_range condition = {step->condition, 0, l->m->buffers[step->condition].size, PLAN_READ};
    node->control = step->kind;
    node->condition = step->condition;
    node->first_body = (uint32_t)l->p->body_count;
    node->body_count = step->body_count;
    l->p->body_count += step->body_count;
    add_borders(scratch, &all, &condition);
    for (uint32_t b = 0; b < step->body_count; b++) {
        plan_graph *body = &l->p->bodies[node->first_body + b];
        uint32_t holder = l->body;
        body->kind = l->from->kind;
        body->graph = l->graph;
        body->holder = holder;
        body->body = b;
        body->name = lower_names_take(
            l->body_names, arena_printf(l->memory, "%s_%s_%s", l->from->name, node->name, ending_of(l, step, b)),
            false);
        l->body = node->first_body + b;
        lower_body(l, index, b, index + 1, step->end, body);
        l->body = holder;
        for (size_t n = 0; n < body->node_count; n++) {
            for (size_t i = 0; i < body->nodes[n].range_count; i++)
                add_borders(scratch, &all, &body->nodes[n].ranges[i]);
        }
    }
    set_ranges(l, node, &all);
    arena_free(scratch);
}
