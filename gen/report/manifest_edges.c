/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The vggen authors */
/* NAME.json: edges and why each is there. */
#include "plan/pdl.h"
#include "report/edge_reasons.h"
#include "report/manifest_parts.h"

typedef struct {
    const emit *e;
    const plan_graph *g;
    size_t first; /* the ordinal of its first node */
    edge_reasons *reasons;
} edges;

static void write_reason(json *j, const edges *s, const uint32_t pair[2], const edge_reason *r)
{
    json_object(j, NULL, true);
    json_list(j, "kinds", true);
    for (unsigned i = 0; i < EDGE_KINDS; i++)
        if ((r->kinds >> i & 1u) != 0)
            json_text(j, NULL, edge_kind_names[i]);
    json_close(j);
    json_number(j, "from", s->first + pair[0]);
    json_number(j, "to", s->first + pair[1]);
    if (r->buffer != MODEL_NONE) {
        json_text(j, "buffer", s->e->m->buffers[r->buffer].name);
        json_number(j, "first", r->first);
        json_number(j, "last", r->last);
    }
    if (r->other != MODEL_NONE)
        json_text(j, "other", s->e->m->buffers[r->other].name);
    json_close(j);
}

/* Writes for an edge between two kernels for which targets it is programmatic, and why not for the others. */
static void write_overlaps(json *j, const edges *s, const plan_node *to, size_t edge)
{
    const model *m = s->e->m;
    const plan_overlap *of = to->overlaps != NULL ? &to->overlaps[edge * m->target_count] : NULL;

    if (of == NULL || m->target_count == 0 || of[0] == PLAN_NO_KERNELS)
        return;
    json_list(j, "programmatic", true);
    for (size_t t = 0; t < m->target_count; t++)
        if (of[t] == PLAN_PROGRAMMATIC)
            json_text(j, NULL, m->targets[t].name);
    json_close(j);
    json_list(j, "ordinary", false);
    for (size_t t = 0; t < m->target_count; t++) {
        if (of[t] == PLAN_PROGRAMMATIC)
            continue;
        json_object(j, NULL, true);
        json_text(j, "target", m->targets[t].name);
        json_text(j, "reason", pdl_words(s->e->memory, s->e->p, s->g, to, edge, of[t]));
        json_close(j);
    }
    json_close(j);
}

static void write_edge(json *j, const edges *s, uint32_t to, size_t edge)
{
    uint32_t pair[2];
    size_t count;
    const edge_reason *why = edge_reasons_find(s->reasons, to, edge, pair, &count);

    json_object(j, NULL, false);
    json_number(j, "from", s->first + s->g->nodes[to].after[edge]);
    json_number(j, "to", s->first + to);
    json_list(j, "why", false);
    for (size_t i = 0; i < count; i++)
        write_reason(j, s, pair, &why[i]);
    json_close(j);
    write_overlaps(j, s, &s->g->nodes[to], edge);
    json_close(j);
}

void manifest_edges(json *j, const emit *e, const plan_graph *g, size_t first)
{
    edges s = {.e = e, .g = g, .first = first, .reasons = edge_reasons_new(e, g)};

    json_list(j, "edges", false);
    for (uint32_t n = 0; n < g->node_count; n++)
        for (size_t i = 0; i < g->nodes[n].after_count; i++)
            write_edge(j, &s, n, i);
    json_close(j);
    edge_reasons_free(s.reasons);
}
