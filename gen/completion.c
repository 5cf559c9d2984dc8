/* SPDX-License-Identifier: MIT */
#include "completion.h"

static bool has_end(const plan_graph *g)
{
    return g->node_count > 0 && g->nodes[g->node_count - 1].kind == PLAN_END;
}

completion_way completion_of(const model *m, const plan_graph *g)
{
    if (has_end(g))
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

static const char *what_it_is(arena *a, const plan *p, const plan_node *n)
{
    switch (n->kind) {
    case PLAN_TRANSFER:
        return arena_printf(a, "a copy node of %llu bytes", (unsigned long long)p->runs[n->run].bytes);
    case PLAN_COPY:
        return "a copy node";
    case PLAN_FILL:
        return "a fill node";
    case PLAN_CONDITIONAL:
        return "a conditional node";
    case PLAN_KERNEL:
    case PLAN_BEGIN:
    case PLAN_END:
    case PLAN_EMPTY:
        break;
    }
    return "no kernel";
}

const char *completion_reason(arena *a, const plan *p, const plan_graph *g)
{
    size_t last = 0;

    if (has_end(g))
        return NULL;
    if (g->node_count == 0)
        return "it has no nodes";
    for (size_t n = 0; n < g->node_count; n++)
        last += g->nodes[n].before_count == 0 ? 1 : 0;
    for (size_t n = 0; n < g->node_count; n++) {
        const plan_node *node = &g->nodes[n];
        if (node->before_count == 0 && !plan_is_launch(p, node))
            return arena_printf(a, "%s, %s, is %s", node->name, last == 1 ? "its last node" : "one of its last nodes",
                                what_it_is(a, p, node));
    }
    return "no kernel of the program has a source";
}

const char *completion_purpose(const plan_node *n)
{
    if (n->kind == PLAN_BEGIN)
        return "so that the driver starts the graph by one command, not kernel by kernel";
    return n->kind == PLAN_END ? "so that the host sees the end sooner than the stream would tell it" : NULL;
}
