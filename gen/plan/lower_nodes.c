/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The vggen authors */
#include <string.h>

#include "plan/lower_parts.h"

plan_node *lower_add(lowering *l, lower_list *list, plan_node_kind kind, uint32_t step, span at)
{
    list->items = arena_grow(l->memory, list->items, list->count, &list->capacity, sizeof *list->items);
    plan_node *node = &list->items[list->count++];
    memset(node, 0, sizeof *node);
    node->kind = kind;
    node->step = step;
    node->at = at;
    node->switched = MODEL_NONE;
    node->condition = MODEL_NONE;
    return node;
}

void lower_range(plan_node *node, uint32_t buffer, uint64_t first, uint64_t last, unsigned access)
{
    if (first < last)
        node->ranges[node->range_count++] = (plan_range){buffer, first, last, access};
}
