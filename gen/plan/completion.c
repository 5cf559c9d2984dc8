/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The vggen authors */
#include "plan/completion.h"

completion_way completion_of(const model *m, const plan_graph *g)
{
    if (plan_has_end(g))
        return COMPLETION_NODE;
    return m->lanes > 1 ? COMPLETION_QUERY : COMPLETION_WRITE;
}

const char *completion_name(completion_way way)
{
    switch (way) {
    case COMPLETION_NODE:
        return "node";
    case COMPLETION_WRITE:
        return "write";
    case COMPLETION_QUERY:
        break;
    }
    return "query";
}

static uint64_t bytes_of(const plan *p, const plan_node *n)
{
    return n->kind == PLAN_TRANSFER && p->runs[n->run].transport == TRANSPORT_COPY ? p->runs[n->run].bytes : 0;
}

/* Anything else in the graph that rules out a kernel behind its copy nodes. */
static const char *what_forbids(arena *a, const plan *p, const plan_graph *g, uint64_t limit)
{
    for (size_t n = 0; n < g->node_count; n++) {
        const plan_node *node = &g->nodes[n];
        if (node->kind == PLAN_CONDITIONAL || node->kind == PLAN_EMPTY)
            return arena_printf(a, "%s is %s node", node->name,
                                node->kind == PLAN_EMPTY ? "an empty" : "a conditional");
        if (node->kind == PLAN_CAPTURE)
            return arena_printf(a, "%s is a capture", node->name);
        if (bytes_of(p, node) > limit)
            return arena_printf(a, "%s is one of %llu bytes, more than %llu", node->name,
                                (unsigned long long)bytes_of(p, node), (unsigned long long)limit);
    }
    return NULL;
}

/* Why no kernel may come after the node, or NULL if one may. */
static const char *copy_across(arena *a, const model *m, const plan *p, const plan_graph *g, const plan_node *n)
{
    uint64_t bytes = bytes_of(p, n), limit = plan_end_copy_bytes(m);
    const char *other = bytes > limit ? NULL : what_forbids(a, p, g, limit);

    if (bytes > limit)
        return arena_printf(a, "a copy node of %llu bytes, more than %llu", (unsigned long long)bytes,
                            (unsigned long long)limit);
    return other != NULL ? arena_printf(a, "a copy node, and %s", other) : NULL;
}

static const char *what_it_is(arena *a, const model *m, const plan *p, const plan_graph *g, const plan_node *n)
{
    switch (n->kind) {
    case PLAN_TRANSFER:
        return copy_across(a, m, p, g, n);
    case PLAN_COPY:
        return "a copy node";
    case PLAN_FILL:
        return "a fill node";
    case PLAN_CONDITIONAL:
        return "a conditional node";
    case PLAN_KERNEL:
    case PLAN_FUSED:
    case PLAN_CAPTURE:
    case PLAN_BEGIN:
    case PLAN_END:
    case PLAN_EMPTY:
        break;
    }
    return "no kernel";
}

const char *completion_reason(arena *a, const model *m, const plan *p, const plan_graph *g)
{
    size_t last = 0;

    if (plan_has_end(g))
        return NULL;
    if (g->node_count == 0)
        return "it has no nodes";
    for (size_t n = 0; n < g->node_count; n++)
        last += g->nodes[n].before_count == 0 ? 1 : 0;
    for (size_t n = 0; n < g->node_count; n++) {
        const plan_node *node = &g->nodes[n];
        bool forbids = node->before_count == 0 && !plan_ends_like_launch(p, node);
        const char *what = forbids ? what_it_is(a, m, p, g, node) : NULL;
        if (what != NULL)
            return arena_printf(a, "%s, %s, is %s", node->name, last == 1 ? "its last node" : "one of its last nodes",
                                what);
    }
    return "no kernel of the program has a source";
}

const char *completion_purpose(const plan_node *n)
{
    if (n->kind == PLAN_BEGIN)
        return "so that the driver starts the graph by one command, not kernel by kernel";
    return n->kind == PLAN_END ? "so that the host sees the end sooner than the stream would report it" : NULL;
}
