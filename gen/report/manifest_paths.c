/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The vggen authors */
/* NAME.json: the longest paths of a graph, and what `reuse: tight` made wait. */
#include "plan/times.h"
#include "report/manifest_parts.h"
#include "report/terms.h"

static void write_longest(json *j, const plan_graph *g, size_t first)
{
    arena *scratch = arena_new();
    times_path path = times_longest(scratch, g, NULL);

    json_list(j, "longest_path", true);
    for (size_t i = 0; i < path.count; i++)
        json_number(j, NULL, first + path.nodes[i]);
    json_close(j);
    arena_free(scratch);
}

static void write_critical(json *j, const plan *p, const plan_graph *g, size_t first, const times_table *t)
{
    arena *scratch = arena_new();
    const times_list *times = times_of(t, p, g);
    times_path path = times_longest(scratch, g, times->of_node);

    json_object(j, "critical_path", false);
    json_decimal(j, "microseconds", terms_time(scratch, path.length));
    json_decimal(j, "of", terms_time(scratch, path.sum));
    json_number(j, "without_time", times->missing);
    json_list(j, "nodes", false);
    for (size_t i = 0; i < path.count; i++) {
        json_object(j, NULL, true);
        json_number(j, "node", first + path.nodes[i]);
        json_decimal(j, "microseconds", terms_time(scratch, times->of_node[path.nodes[i]]));
        json_close(j);
    }
    json_close(j);
    json_close(j);
    arena_free(scratch);
}

/* Writes what `reuse: tight` added, if anything. */
static void write_added(json *j, const emit *e, const plan_graph *g, size_t first)
{
    if (g->tight_count == 0)
        return;
    json_number(j, "depth_without_added", g->loose_depth);
    json_bool(j, "added_limited", e->p->tight_limited);
    json_list(j, "added", false);
    for (size_t i = 0; i < g->tight_count; i++) {
        const plan_tight *t = &g->tight[i];
        json_object(j, NULL, true);
        json_number(j, "from", first + t->from);
        json_number(j, "to", first + t->to);
        json_text(j, "first", e->m->buffers[t->first_buffer].name);
        json_text(j, "second", e->m->buffers[t->second_buffer].name);
        json_close(j);
    }
    json_close(j);
}

void manifest_paths(json *j, const emit *e, const plan_graph *g, size_t first, const times_table *t)
{
    write_longest(j, g, first);
    if (t != NULL)
        write_critical(j, e->p, g, first, t);
    write_added(j, e, g, first);
}
