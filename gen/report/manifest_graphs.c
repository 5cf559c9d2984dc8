/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The vggen authors */
/* NAME.json: graphs and bodies. */
#include "emit/emit_bounded.h"
#include "plan/completion.h"
#include "report/manifest_parts.h"

static void write_content(json *j, const emit *e, const emit_graph *described, size_t first, const times_table *t)
{
    const plan_graph *g = described->plan;

    json_number(j, "depth", g->depth);
    json_number(j, "width", g->width);
    manifest_paths(j, e, g, first, t);
    manifest_nodes(j, e, described, first);
    manifest_edges(j, e, g, first);
}

static void write_bodies(json *j, const emit *e, uint32_t graph, const times_table *t)
{
    size_t *first = ARENA_ARRAY(e->memory, size_t, e->p->body_count + 1), next = e->p->graphs[graph].node_count;
    bool open = false;

    for (size_t i = 0; i < e->p->body_count; i++) {
        const plan_graph *body = &e->p->bodies[i];
        if (body->graph != graph)
            continue;
        if (!open)
            json_list(j, "bodies", false);
        open = true;
        first[i] = next;
        next += body->node_count;
        json_object(j, NULL, false);
        json_text(j, "name", body->name);
        json_number(j, "node", (body->holder == MODEL_NONE ? 0 : first[body->holder]) + body->holder_node);
        json_number(j, "body", body->body);
        write_content(j, e, &e->graphs[e->p->graph_count + i], first[i], t);
        json_close(j);
    }
    if (open)
        json_close(j);
}

static void write_calls(json *j, const emit *e, size_t graph)
{
    const char *calls[EMIT_MOST_CALLS];
    size_t count = emit_replay_calls(e, graph, calls);

    json_list(j, "driver_calls", true);
    for (size_t i = 0; i < count; i++)
        json_text(j, NULL, calls[i]);
    json_close(j);
}

void manifest_graphs(json *j, const emit *e, const times_table *t)
{
    json_list(j, "graphs", false);
    for (size_t i = 0; i < e->p->graph_count; i++) {
        const plan_graph *g = &e->p->graphs[i];
        json_object(j, NULL, false);
        json_text(j, "name", g->name);
        json_text(j, "kind", emit_is_setup(g) ? "setup" : "replay");
        if (!emit_is_setup(g)) {
            json_object(j, "completion", true);
            json_text(j, "by", completion_name(completion_of(e->m, g)));
            json_text(j, "why", completion_reason(e->memory, e->m, e->p, g));
            json_close(j);
            json_bool(j, "small_copies", g->small_copies);
            write_calls(j, e, i);
        }
        write_content(j, e, &e->graphs[i], 0, t);
        write_bodies(j, e, (uint32_t)i, t);
        json_close(j);
    }
    json_close(j);
}
