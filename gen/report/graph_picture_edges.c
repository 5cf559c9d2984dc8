/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The vggen authors */
/* NAME_graph.svg: draws edges; those of a longest path, and those that only share bytes, look different. */
#include <string.h>

#include "plan/times.h"
#include "report/graph_picture_parts.h"

#define ARROW 8 /* length of an arrowhead */

static const char *edge_style(const graph_edge *edge)
{
    if (edge->longest)
        return edge->reuse ? " stroke=\"" SVG_INK "\" stroke-width=\"2\" stroke-dasharray=\"6 4\""
                           : " stroke=\"" SVG_INK "\" stroke-width=\"2\"";
    return edge->reuse ? " stroke-dasharray=\"6 4\"" : "";
}

static void draw_edge(const svg *s, const graph_picture *p, const graph_edge *edge)
{
    const graph_box *from = &p->boxes[edge->from], *to = &p->boxes[edge->to];
    int tip = to->look == GRAPH_JOIN ? 1 : ARROW;
    int x = edge->from_x, y = edge->from_y;
    int end = to->y - to->height / 2 - (to->node_count > 1 ? GRAPH_STACK : 0) - tip;

    fprintf(s->body, "<path d=\"M%d %d", x, from->y + from->height / 2);
    if (y > from->y + from->height / 2)
        fprintf(s->body, " V%d", y);
    for (size_t i = 0; i <= edge->bend_count; i++) {
        int next_x = i < edge->bend_count ? edge->bends[i].x : edge->to_x;
        int next_y = i < edge->bend_count ? edge->bends[i].top : edge->to_y - tip;
        graph_picture_draw_hop(s, p, &edge->hops[i], x, y, next_x, next_y);
        x = next_x;
        y = next_y;
        if (i < edge->bend_count && edge->bends[i].bottom > y) {
            y = edge->bends[i].bottom;
            fprintf(s->body, " V%d", y);
        }
    }
    if (end > y)
        fprintf(s->body, " V%d", end);
    fprintf(s->body, "\"%s%s/>\n", edge_style(edge),
            to->look == GRAPH_JOIN ? ""
            : edge->longest        ? " marker-end=\"url(#longest)\""
                                   : " marker-end=\"url(#arrow)\"");
}

void graph_picture_draw_edges(const svg *s, const graph_picture *p, const graph_edge *edges, size_t edge_count)
{
    fprintf(s->body, "<g fill=\"none\" stroke=\"" GRAPH_EDGE_COLOUR "\" stroke-width=\"1.25\">\n");
    for (size_t i = 0; i < edge_count; i++)
        draw_edge(s, p, &edges[i]);
    fputs("</g>\n", s->body);
}

/* ---- edges of the longest path, and those that only share bytes ---- */

static void mark_longest(const emit *e, const graph_picture *p, const size_t *box_of, graph_edge *edges, size_t count)
{
    times_path path = times_longest(e->memory, p->g->plan, NULL);
    uint32_t *next = ARENA_ARRAY(e->memory, uint32_t, p->g->plan->node_count + 1);

    for (size_t n = 0; n < p->g->plan->node_count; n++)
        next[n] = MODEL_NONE;
    for (size_t i = 1; i < path.count; i++)
        next[path.nodes[i - 1]] = path.nodes[i];
    for (size_t i = 0; i < count; i++) {
        const graph_box *from = &p->boxes[edges[i].from];
        for (size_t k = 0; k < from->node_count && !edges[i].longest; k++)
            edges[i].longest = next[from->nodes[k]] != MODEL_NONE && box_of[next[from->nodes[k]]] == edges[i].to;
    }
}

void graph_picture_mark_edges(const emit *e, const graph_picture *p, graph_edge *edges, size_t count)
{
    size_t *box_of = ARENA_ARRAY(e->memory, size_t, p->g->plan->node_count + 1), longest = 0;

    for (size_t i = 0; i < p->count; i++)
        for (size_t k = 0; k < p->boxes[i].node_count; k++)
            box_of[p->boxes[i].nodes[k]] = i;
    for (size_t i = 0; i < count; i++)
        for (size_t k = 0; k < p->g->plan->tight_count; k++)
            edges[i].reuse = edges[i].reuse || (box_of[p->g->plan->tight[k].from] == edges[i].from &&
                                                box_of[p->g->plan->tight[k].to] == edges[i].to);
    mark_longest(e, p, box_of, edges, count);
    for (size_t i = 0; i < count; i++)
        longest += edges[i].longest ? 1 : 0;
    /* If all edges are on it, none is marked. */
    for (size_t i = 0; i < count && longest == count; i++)
        edges[i].longest = false;
}
