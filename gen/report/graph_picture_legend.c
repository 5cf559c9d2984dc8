/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The vggen authors */
/* NAME_graph.svg: the title, and the legend of what the picture has. */
#include "report/graph_picture_parts.h"

static bool has_look(const emit_graph *g, graph_look look)
{
    for (size_t n = 0; n < g->plan->node_count; n++) {
        const emit_node *node = &g->nodes[n];
        if (graph_picture_node_look(node) == look || (node->parts != NULL && has_look(node->parts, look)))
            return true;
    }
    return false;
}

static bool shows_look(const emit *e, graph_look look, bool grouped)
{
    if (look == GRAPH_MIXED)
        return grouped;
    for (size_t i = 0; i < e->order_count; i++)
        if (has_look(e->order[i], look))
            return true;
    return false;
}

static void draw_marker(const svg *s, const char *name, const char *colour)
{
    fprintf(s->body,
            "<marker id=\"%s\" viewBox=\"0 0 8 8\" refX=\"1\" refY=\"4\" markerWidth=\"8\" markerHeight=\"8\" "
            "markerUnits=\"userSpaceOnUse\" orient=\"auto\"><path d=\"M0 0.5 L8 4 L0 7.5 z\" fill=\"%s\"/></marker>\n",
            name, colour);
}

static bool is_mixed(const graph_picture *p)
{
    for (size_t i = 0; i < p->count; i++)
        if (p->boxes[i].look == GRAPH_MIXED)
            return true;
    return false;
}

typedef struct {
    bool profile, arrows, mixed, longest, reuse;
} shown;

static void add_shown(shown *found, const graph_panel *panels_of, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        const graph_panel *made = &panels_of[i];
        found->profile = found->profile || made->profile;
        found->arrows = found->arrows || (!made->profile && made->edge_count > 0);
        found->mixed = found->mixed || (!made->profile && is_mixed(&made->p));
        for (size_t k = 0; k < made->edge_count && !made->profile; k++) {
            found->longest = found->longest || made->edges[k].longest;
            found->reuse = found->reuse || made->edges[k].reuse;
        }
    }
}

/* Finds what the legend has to explain. */
static shown find_shown(const graph_panels *all)
{
    shown found = {false, false, false, false, false};

    add_shown(&found, all->graphs, all->e->p->graph_count);
    add_shown(&found, all->bodies, all->e->p->body_count);
    return found;
}

/* Returns where it ends on the right. */
static int draw_legend(const svg *s, const emit *e, const shown *found)
{
    picture_legend legend = {s, 44, 18, PICTURE_MARGIN, PICTURE_LEGEND};

    for (int look = 0; look < GRAPH_LOOKS; look++) {
        bool join = look == GRAPH_JOIN;
        if (!shows_look(e, (graph_look)look, found->mixed))
            continue;
        graph_picture_draw_shape(s, (graph_look)look, legend.x + 22, legend.y - 5, join ? 12 : 44, join ? 12 : 18,
                                 false, false);
        picture_legend_text(&legend, graph_picture_look_name((graph_look)look));
    }
    if (e->any_toggled)
        picture_legend_box(&legend, "fill=\"none\" stroke=\"" SVG_QUIET "\" stroke-dasharray=\"5 3\"",
                           "does not run in every replay");
    if (found->longest)
        picture_legend_line(&legend, "stroke=\"" SVG_INK "\" stroke-width=\"2\"", "a longest path");
    if (found->reuse)
        picture_legend_line(&legend, "stroke=\"" GRAPH_EDGE_COLOUR "\" stroke-dasharray=\"6 4\"",
                            "waits only to reuse memory");
    return legend.x;
}

int graph_picture_draw_top(const svg *s, const graph_panels *all)
{
    const emit *e = all->e;
    const char *name = svg_fit(e->memory, e->program, 20, GRAPH_LEAST_PAGE / 2);
    shown found = find_shown(all);

    fputs("<defs>\n", s->body);
    draw_marker(s, "arrow", GRAPH_EDGE_COLOUR);
    draw_marker(s, "longest", SVG_INK);
    fputs("</defs>\n", s->body);
    picture_title(
        s, arena_printf(e->memory, "Graphs of %s", name),
        found.profile && !found.arrows
            ? "The number of nodes of each kind at each depth."
            : "An arrow leads from a node to one that waits for it. Arrows that follow from others are left out.");
    return draw_legend(s, e, &found);
}
