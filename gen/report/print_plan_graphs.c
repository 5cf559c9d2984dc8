/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The vggen authors */
/* --print-plan: each graph with its longest paths and how its end is seen. */
#include "plan/completion.h"
#include "report/fused.h"
#include "report/print_plan_parts.h"
#include "report/terms.h"

/* A path may have thousands of nodes: the first ones and the last are named, this many in all. */
#define NAMED_NODES 12u

static void print_path(FILE *file, const emit *e, const plan_graph *g, const times_path *path, const double *of_node)
{
    for (size_t i = 0; i < path->count; i++) {
        if (path->count > NAMED_NODES && i == NAMED_NODES - 2) {
            fprintf(file, ", %zu more", path->count - NAMED_NODES + 1);
            i = path->count - 1;
        }
        fprintf(file, "%s%s", i > 0 ? ", " : "", g->nodes[path->nodes[i]].name);
        if (of_node != NULL)
            fprintf(file, " (%s)", terms_time(e->memory, of_node[path->nodes[i]]));
    }
    fputc('\n', file);
}

static void print_paths(FILE *file, const emit *e, const plan_graph *g, const times_table *t)
{
    times_path path = times_longest(e->memory, g, NULL);

    if (path.count > 0) {
        fputs("  longest path: ", file);
        print_path(file, e, g, &path, NULL);
    }
    if (path.count > 0 && t) {
        const times_list *times = times_of(t, e->p, g);
        const double *of_node = times->of_node;
        path = times_longest(e->memory, g, of_node);
        fprintf(file, "  critical path: %s of %s us", terms_time(e->memory, path.length),
                terms_time(e->memory, path.sum));
        if (times->missing > 0)
            fprintf(file, " (%zu nodes without a time)", times->missing);
        fputs(": ", file);
        print_path(file, e, g, &path, of_node);
    }
}

static void print_completion(FILE *file, const emit *e, const plan_graph *g)
{
    const char *why = completion_reason(e->memory, e->m, e->p, g);

    switch (completion_of(e->m, g)) {
    case COMPLETION_NODE:
        fprintf(file, "  the host sees its end by the word that %s writes", g->nodes[g->node_count - 1].name);
        break;
    case COMPLETION_WRITE:
        fputs("  the host sees its end by a word that the stream writes after it", file);
        break;
    case COMPLETION_QUERY:
        fputs("  the host sees its end by asking the stream, for there are several lanes", file);
        break;
    }
    fprintf(file, why != NULL ? ": %s\n" : "\n", why);
    if (g->small_copies)
        fputs("  its copies over the bus are small: instantiated as if the device could launch the graph, which starts "
              "them sooner\n",
              file);
}

/* Prints what `reuse: tight` added, and what that costs the longest path. */
static void print_added(FILE *file, const emit *e, const plan_graph *g)
{
    if (g->tight_count > 0) {
        fprintf(file, "  added by reuse: tight: %s; depth %zu without%s\n",
                terms_count(e->memory, g->tight_count, "edge"), g->loose_depth,
                e->p->tight_limited ? "; the search ran out of steps: fewer may do" : "");
    }
    for (size_t i = 0; i < g->tight_count; i++) {
        const plan_tight *t = &g->tight[i];
        fprintf(file, "      %s waits for %s: %s shares bytes with %s\n", g->nodes[t->to].name, g->nodes[t->from].name,
                e->m->buffers[t->second_buffer].name, e->m->buffers[t->first_buffer].name);
    }
}

static void print_graph(FILE *file, const emit *e, const emit_graph *described, const times_table *t)
{
    const plan_graph *g = described->plan;
    bool body = described->is_body;

    fprintf(file, "\n%s %s", body ? "body" : "graph", g->name);
    if (body)
        fprintf(file, " of %s", terms_node(e->memory, terms_holder(e->p, g), g->holder_node));
    fprintf(file, ": %s, %s, depth %zu, width %zu\n", terms_count(e->memory, g->node_count, "node"),
            terms_count(e->memory, g->edge_count, "edge"), g->depth, g->width);
    print_paths(file, e, g, t);
    if (!body && g->kind == GRAPH_REPLAY)
        print_completion(file, e, g);
    print_added(file, e, g);
    print_plan_unfused(file, e, g);
    for (size_t i = 0; i < g->node_count; i++)
        print_plan_node(file, e, g, &described->nodes[i]);
}

void print_plan_graphs(FILE *file, const emit *e, const times_table *t)
{
    const char *never = fused_never(e);

    if (never != NULL)
        fprintf(file, "\nno launch is fused: %s\n", never);
    for (size_t i = 0; i < e->order_count; i++)
        print_graph(file, e, e->order[i], t);
}
