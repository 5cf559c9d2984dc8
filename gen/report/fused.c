/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The vggen authors */
#include "report/fused.h"

#include <string.h>

#define MOST_NAMED 8u /* of the nodes that share a reason */

/* ---- what a launch does ---- */

static const char *joined(const emit *e, const char *text, const char *between, const char *more)
{
    return text[0] == '\0' ? more : arena_printf(e->memory, "%s%s%s", text, between, more);
}

static const char *list_names(const emit *e, const plan_fused_list *list)
{
    const char *text = "";

    for (size_t i = 0; i < list->part_count; i++) {
        const plan_node *n = &list->of->nodes[list->parts[i].node];
        const char *inner = "";

        for (size_t k = 0; k < n->body_count; k++)
            inner = joined(e, inner, "; ", list_names(e, &list->parts[i].bodies[k]));
        text = joined(e, text, ", ", n->body_count > 0 ? arena_printf(e->memory, "%s (%s)", n->name, inner) : n->name);
    }
    return text;
}

const char *fused_names(const emit *e, const emit_node *fused)
{
    const plan_node *n = fused->plan;
    const char *text = "";

    for (size_t i = 0; i < n->block_count; i++)
        text = joined(e, text, "; ", list_names(e, &n->blocks[i]));
    return text;
}

size_t fused_count(const emit_node *fused)
{
    size_t count = 0;

    for (size_t i = 0; i < fused->plan->block_count; i++)
        count += fused->plan->blocks[i].part_count;
    return count;
}

/* ---- why others are in none ---- */

static size_t find_reason(const fused_reason *reasons, size_t count, const char *why)
{
    size_t at = 0;

    while (at < count && strcmp(reasons[at].why, why) != 0)
        at++;
    return at;
}

fused_reason *fused_reasons(const emit *e, const plan_graph *g, size_t *count)
{
    fused_reason *reasons = ARENA_ARRAY(e->memory, fused_reason, g->node_count + 1);
    size_t *nodes = ARENA_ARRAY(e->memory, size_t, g->node_count + 1);

    *count = 0;
    for (size_t n = 0; n < g->node_count; n++) {
        const plan_node *node = &g->nodes[n];
        if (node->unfused == NULL)
            continue;
        size_t at = find_reason(reasons, *count, node->unfused);
        if (at == *count)
            reasons[(*count)++] = (fused_reason){node->unfused, ""};
        if (nodes[at]++ < MOST_NAMED)
            reasons[at].nodes = joined(e, reasons[at].nodes, ", ", node->name);
    }
    for (size_t i = 0; i < *count; i++)
        if (nodes[i] > MOST_NAMED)
            reasons[i].nodes = arena_printf(e->memory, "%s and %zu more", reasons[i].nodes, nodes[i] - MOST_NAMED);
    return reasons;
}

const char *fused_never(const emit *e)
{
    const char *why = NULL;

    for (size_t i = 0; i < e->order_count; i++) {
        const plan_graph *g = e->order[i]->plan;
        for (size_t n = 0; n < g->node_count; n++) {
            const char *other = g->nodes[n].unfused;
            if (g->nodes[n].kind == PLAN_FUSED || (why != NULL && other != NULL && strcmp(why, other) != 0))
                return NULL;
            why = why == NULL ? other : why;
        }
    }
    return why;
}
