/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The vggen authors */
/* Nodes of two graphs by their names, and whether they are the same. */
#include <stdlib.h>
#include <string.h>

#include "verify/fused_parts.h"

typedef struct {
    const char *name;
    uint32_t node;
} named;

static int compare_named(const void *left, const void *right)
{
    return strcmp(((const named *)left)->name, ((const named *)right)->name);
}

fused_names fused_names_of(arena *a, const plan_graph *g)
{
    fused_names n = {ARENA_ARRAY(a, const char *, g->node_count), ARENA_ARRAY(a, uint32_t, g->node_count),
                     g->node_count};
    named *sorted = ARENA_ARRAY(a, named, g->node_count);

    for (size_t i = 0; i < g->node_count; i++)
        sorted[i] = (named){g->nodes[i].name, (uint32_t)i};
    qsort(sorted, g->node_count, sizeof *sorted, compare_named);
    for (size_t i = 0; i < g->node_count; i++) {
        n.names[i] = sorted[i].name;
        n.nodes[i] = sorted[i].node;
    }
    return n;
}

uint32_t fused_names_find(const fused_names *n, const char *name)
{
    size_t begin = 0, end = n->count;

    while (begin < end) {
        size_t middle = begin + (end - begin) / 2;
        int order = strcmp(name, n->names[middle]);

        if (order == 0)
            return n->nodes[middle];
        if (order < 0)
            end = middle;
        else
            begin = middle + 1;
    }
    return MODEL_NONE;
}

static bool same_arguments(const plan_node *left, const plan_node *right)
{
    bool same = left->argument_count == right->argument_count;

    for (size_t i = 0; same && i < left->argument_count; i++) {
        const plan_argument *l = &left->arguments[i], *r = &right->arguments[i];

        same = l->pointer == r->pointer && l->at == r->at && l->buffer == r->buffer && l->first == r->first &&
               l->type == r->type && l->value == r->value && l->setting == r->setting &&
               l->condition == r->condition && l->grid == r->grid && l->switched == r->switched &&
               l->unless == r->unless;
    }
    return same;
}

static bool same_ranges(const plan_node *left, const plan_node *right)
{
    bool same = left->range_count == right->range_count;

    for (size_t i = 0; same && i < left->range_count; i++) {
        const plan_range *l = &left->ranges[i], *r = &right->ranges[i];

        same = l->buffer == r->buffer && l->first == r->first && l->last == r->last && l->access == r->access;
    }
    return same;
}

static bool same_launch(const plan_node *left, const plan_node *right)
{
    bool same = left->kernel == right->kernel && left->resident == right->resident &&
                left->shared_bytes == right->shared_bytes && left->shared_varies == right->shared_varies;

    for (size_t i = 0; i < 3; i++)
        same = same && left->grid[i] == right->grid[i] && left->block[i] == right->block[i] &&
               left->grid_varies[i] == right->grid_varies[i];
    return same && same_arguments(left, right);
}

static bool same_data(const plan_node *left, const plan_node *right)
{
    return left->to == right->to && left->from == right->from && left->to_first == right->to_first &&
           left->from_first == right->from_first && left->bytes == right->bytes && left->value == right->value &&
           left->element == right->element && left->pitch == right->pitch && left->count == right->count;
}

bool fused_same_node(const plan_node *left, const plan_node *right)
{
    return left->kind == right->kind && left->step == right->step && left->switched == right->switched &&
           left->unless == right->unless && left->capture == right->capture && left->run == right->run &&
           left->control == right->control && left->condition == right->condition &&
           left->body_count == right->body_count && same_launch(left, right) && same_data(left, right) &&
           same_ranges(left, right);
}
