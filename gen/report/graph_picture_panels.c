/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The vggen authors */
/* NAME_graph.svg: lays out each graph and body, and draws one at its own origin.
 *
 * A graph of few nodes has a box for each. If that is too wide or its edges are a tangle, nodes that do the same share
 * a box; if that is not enough, any nodes side by side do; and if that is still a tangle, the profile counts nodes by
 * depth. */
#include <string.h>

#include "report/graph_picture_parts.h"
#include "report/terms.h"

#define MOST_SINGLE 60u      /* at most this many nodes are drawn one by one */
#define MOST_WIDTH 4000      /* … unless they take more than this side by side */
#define MOST_BODY_WIDTH 1200 /* larger bodies are not drawn within their nodes */
#define MOST_BODY_HEIGHT 1600

static bool is_good(const graph_panel *made)
{
    return made->edges != NULL && made->p.width <= MOST_WIDTH;
}

static graph_panel choose_layout(const emit *e, const emit_graph *g, const graph_body *bodies)
{
    graph_panel made = {.p = graph_picture_boxes(e, g, bodies)};

    if (g->plan->node_count <= MOST_SINGLE) {
        graph_picture_label(&made.p);
        made.edges = graph_picture_lay_out(&made.p, &made.edge_count);
        if (is_good(&made))
            return made;
        made.p = graph_picture_boxes(e, g, bodies);
    }
    /* First only nodes that do the same share a box, then any nodes side by side. */
    for (int all = 0; all <= 1; all++) {
        graph_picture_group_boxes(&made.p, all == 1);
        graph_picture_label(&made.p);
        made.edges = graph_picture_lay_out(&made.p, &made.edge_count);
        if (is_good(&made))
            return made;
    }
    made.profile = true;
    return made;
}

/* Bodies that are drawn in its boxes are marked as inside. */
static graph_panel lay_out(const graph_panels *all, const emit_graph *g)
{
    graph_panel made = choose_layout(all->e, g, all->sizes);

    if (made.profile)
        return made;
    graph_picture_mark_edges(all->e, &made.p, made.edges, made.edge_count);
    for (size_t i = 0; i < made.p.count; i++) {
        const plan_node *n = g->nodes[made.p.boxes[i].nodes[0]].plan;
        for (size_t b = 0; made.p.boxes[i].opened && b < n->body_count; b++)
            all->bodies[n->first_body + b].inside = true;
    }
    return made;
}

/* A body comes before those that it holds, so bodies are laid out from the last to the first. */
graph_panels graph_picture_panels(const emit *e)
{
    graph_panels all = {e, ARENA_ARRAY(e->memory, graph_panel, e->p->graph_count + 1),
                        ARENA_ARRAY(e->memory, graph_panel, e->p->body_count + 1),
                        ARENA_ARRAY(e->memory, graph_body, e->p->body_count + 1)};

    for (size_t i = e->p->body_count; i-- > 0;) {
        graph_panel *made = &all.bodies[i];
        *made = lay_out(&all, &e->graphs[e->p->graph_count + i]);
        bool small = !made->profile && made->p.width <= MOST_BODY_WIDTH && made->p.height <= MOST_BODY_HEIGHT;
        all.sizes[i] = (graph_body){made->p.width, made->p.height, small};
    }
    for (size_t i = 0; i < e->p->graph_count; i++)
        all.graphs[i] = lay_out(&all, &e->graphs[i]);
    return all;
}

static const char *plural(arena *a, size_t count, const char *what)
{
    return arena_printf(a, "%s %s%s", svg_number(a, count), what, count == 1 ? "" : "s");
}

const char *graph_picture_measures(const emit *e, const graph_panel *made)
{
    const plan_graph *g = made->p.g->plan;
    arena *a = e->memory;

    return arena_printf(a, "%s, %s, depth %zu, width %zu%s", plural(a, g->node_count, "node"),
                        plural(a, g->edge_count, "edge"), g->depth, g->width,
                        made->profile || !made->p.grouped ? "" : "; a stack of boxes stands for several nodes");
}

static const char *heading(const emit *e, const plan_graph *g)
{
    if (g == &e->p->graphs[g->graph])
        return arena_printf(e->memory, "graph %s", g->name);
    return arena_printf(e->memory, "%s of %s", terms_body(e->memory, e->p, g),
                        terms_holder(e->p, g)->nodes[g->holder_node].title);
}

static void draw_nodes(const svg *s, const graph_panels *all, const graph_panel *made)
{
    const graph_picture *p = &made->p;

    graph_picture_draw_edges(s, p, made->edges, made->edge_count);
    for (size_t i = 0; i < p->count; i++) {
        const graph_box *b = &p->boxes[i];
        const plan_node *n = p->g->nodes[b->nodes[0]].plan;

        graph_picture_draw_box(s, p, b);
        for (size_t k = 0; b->opened && k < n->body_count; k++) {
            int x, y;
            graph_picture_draw_frame(s, p, b, k, &x, &y);
            fprintf(s->body, "<g class=\"body\" transform=\"translate(%d %d)\">\n", x, y);
            draw_nodes(s, all, &all->bodies[n->first_body + k]);
            svg_close(s);
        }
    }
}

void graph_picture_draw_panel(const svg *s, const graph_panels *all, graph_panel *made)
{
    const emit *e = all->e;
    const plan_graph *g = made->p.g->plan;
    const char *text = graph_picture_measures(e, made);

    svg_text_bold(s, 0, 14, 15, heading(e, g));
    svg_text(s, 0, 32, 12, "fill=\"" SVG_QUIET "\"", text);
    fprintf(s->body, "<g transform=\"translate(0 %d)\">\n", GRAPH_HEADING + 8);
    if (made->profile)
        graph_picture_draw_profile(s, &made->p);
    else
        draw_nodes(s, all, made);
    svg_close(s);
    int needed = svg_width(text, 12) > svg_bold_width(heading(e, g), 15) ? svg_width(text, 12)
                                                                         : svg_bold_width(heading(e, g), 15);
    made->p.width = made->p.width > needed ? made->p.width : needed;
}
