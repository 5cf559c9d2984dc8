/* SPDX-License-Identifier: MIT */
/* NAME_graph.svg: the graphs, nodes in layers by depth, with the edges that order them. */
#include <string.h>

#include "plan/times.h"
#include "report/graph_picture_parts.h"

#define MARGIN 28
#define EDGE_COLOUR "#8c959f"
#define ARROW 8   /* its length */
#define PAGE 1400 /* graphs stand side by side up to this width */
#define LEAST_PAGE 720
#define BETWEEN_PANELS 48
#define HEADING 44           /* above a graph, for its name and its measures */
#define MOST_SINGLE 60u      /* nodes that are drawn one by one */
#define MOST_WIDTH 4000      /* … unless they take more than this side by side */
#define MOST_BODY_WIDTH 1200 /* larger bodies are not drawn within their nodes */
#define MOST_BODY_HEIGHT 1600

/* ---- edges ---- */

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

static void draw_edges(const svg *s, const graph_picture *p, const graph_edge *edges, size_t edge_count)
{
    fprintf(s->body, "<g fill=\"none\" stroke=\"" EDGE_COLOUR "\" stroke-width=\"1.25\">\n");
    for (size_t i = 0; i < edge_count; i++)
        draw_edge(s, p, &edges[i]);
    fputs("</g>\n", s->body);
}

/* ---- edges of the longest path, and those that only share bytes ---- */

static void mark_longest(const emit *e, const graph_picture *p, const size_t *box_of, graph_edge *edges, size_t count)
{
    times_path path = times_longest(e->memory, p->g, NULL);
    uint32_t *next = ARENA_ARRAY(e->memory, uint32_t, p->g->node_count + 1);

    for (size_t n = 0; n < p->g->node_count; n++)
        next[n] = MODEL_NONE;
    for (size_t i = 1; i < path.count; i++)
        next[path.nodes[i - 1]] = path.nodes[i];
    for (size_t i = 0; i < count; i++) {
        const graph_box *from = &p->boxes[edges[i].from];
        for (size_t k = 0; k < from->node_count && !edges[i].longest; k++)
            edges[i].longest = next[from->nodes[k]] != MODEL_NONE && box_of[next[from->nodes[k]]] == edges[i].to;
    }
}

static void mark_edges(const emit *e, const graph_picture *p, graph_edge *edges, size_t count)
{
    size_t *box_of = ARENA_ARRAY(e->memory, size_t, p->g->node_count + 1), longest = 0;

    for (size_t i = 0; i < p->count; i++)
        for (size_t k = 0; k < p->boxes[i].node_count; k++)
            box_of[p->boxes[i].nodes[k]] = i;
    for (size_t i = 0; i < count; i++)
        for (size_t k = 0; k < p->g->tight_count; k++)
            edges[i].reuse = edges[i].reuse ||
                             (box_of[p->g->tight[k].from] == edges[i].from && box_of[p->g->tight[k].to] == edges[i].to);
    mark_longest(e, p, box_of, edges, count);
    for (size_t i = 0; i < count; i++)
        longest += edges[i].longest ? 1 : 0;
    /* Where all edges are on it, nothing stands out. */
    for (size_t i = 0; i < count && longest == count; i++)
        edges[i].longest = false;
}

/* ---- one graph ---- */

typedef struct {
    graph_picture p;
    graph_edge *edges;
    size_t edge_count;
    bool profile;
    bool inside; /* a body, which is drawn in the box of its node */
} panel;

/* All of them, in the order of the plan. */
typedef struct {
    const emit *e;
    panel *graphs, *bodies;
    graph_body *sizes; /* of bodies */
} panels;

static bool is_good(const panel *made)
{
    return made->edges != NULL && made->p.width <= MOST_WIDTH;
}

static panel choose_layout(const emit *e, const plan_graph *g, const graph_body *bodies)
{
    panel made = {.p = graph_picture_boxes(e, g, bodies)};

    if (g->node_count <= MOST_SINGLE) {
        graph_picture_label(&made.p);
        made.edges = graph_picture_lay_out(&made.p, &made.edge_count);
        if (is_good(&made))
            return made;
        made.p = graph_picture_boxes(e, g, bodies);
    }
    /* Nodes that do the same may be one box; where that does not do, others side by side as well. */
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

/* Bodies that its boxes hold are inside then. */
static panel lay_out(const panels *all, const plan_graph *g)
{
    panel made = choose_layout(all->e, g, all->sizes);

    if (made.profile)
        return made;
    mark_edges(all->e, &made.p, made.edges, made.edge_count);
    for (size_t i = 0; i < made.p.count; i++) {
        const plan_node *n = &g->nodes[made.p.boxes[i].nodes[0]];
        for (size_t b = 0; made.p.boxes[i].opened && b < n->body_count; b++)
            all->bodies[n->first_body + b].inside = true;
    }
    return made;
}

/* A body stands before those that it holds, so the last ones come first. */
static panels lay_out_all(const emit *e)
{
    panels all = {e, ARENA_ARRAY(e->memory, panel, e->p->graph_count + 1),
                  ARENA_ARRAY(e->memory, panel, e->p->body_count + 1),
                  ARENA_ARRAY(e->memory, graph_body, e->p->body_count + 1)};

    for (size_t i = e->p->body_count; i-- > 0;) {
        panel *made = &all.bodies[i];
        *made = lay_out(&all, &e->p->bodies[i]);
        bool small = !made->profile && made->p.width <= MOST_BODY_WIDTH && made->p.height <= MOST_BODY_HEIGHT;
        all.sizes[i] = (graph_body){made->p.width, made->p.height, small};
    }
    for (size_t i = 0; i < e->p->graph_count; i++)
        all.graphs[i] = lay_out(&all, &e->p->graphs[i]);
    return all;
}

static const char *plural(arena *a, size_t count, const char *what)
{
    return arena_printf(a, "%s %s%s", svg_number(a, count), what, count == 1 ? "" : "s");
}

static const char *measures(const emit *e, const panel *made)
{
    const plan_graph *g = made->p.g;
    arena *a = e->memory;

    return arena_printf(a, "%s, %s, depth %zu, width %zu%s", plural(a, g->node_count, "node"),
                        plural(a, g->edge_count, "edge"), g->depth, g->width,
                        made->profile || !made->p.grouped ? "" : "; a stack of boxes stands for several nodes");
}

static const char *heading(const emit *e, const plan_graph *g)
{
    if (g == &e->p->graphs[g->graph])
        return arena_printf(e->memory, "graph %s", g->name);
    const plan_graph *holder = g->holder == MODEL_NONE ? &e->p->graphs[g->graph] : &e->p->bodies[g->holder];
    return arena_printf(e->memory, "%s of %s", graph_picture_body_name(e, g), holder->nodes[g->holder_node].title);
}

static void draw_nodes(const svg *s, const panels *all, const panel *made)
{
    const graph_picture *p = &made->p;

    draw_edges(s, p, made->edges, made->edge_count);
    for (size_t i = 0; i < p->count; i++) {
        const graph_box *b = &p->boxes[i];
        graph_picture_draw_box(s, p, b);
        for (size_t k = 0; b->opened && k < p->g->nodes[b->nodes[0]].body_count; k++) {
            int x, y;
            graph_picture_draw_frame(s, p, b, k, &x, &y);
            fprintf(s->body, "<g class=\"body\" transform=\"translate(%d %d)\">\n", x, y);
            draw_nodes(s, all, &all->bodies[p->g->nodes[b->nodes[0]].first_body + k]);
            svg_close(s);
        }
    }
}

/* Draws a graph, or a body that does not stand within its node, at its own origin and says how large it is. */
static void draw_panel(const svg *s, const panels *all, panel *made)
{
    const emit *e = all->e;
    const plan_graph *g = made->p.g;
    const char *text = measures(e, made);

    svg_text_bold(s, 0, 14, 15, heading(e, g));
    svg_text(s, 0, 32, 12, "fill=\"" SVG_QUIET "\"", text);
    fprintf(s->body, "<g transform=\"translate(0 %d)\">\n", HEADING + 8);
    if (made->profile)
        graph_picture_draw_profile(s, &made->p);
    else
        draw_nodes(s, all, made);
    svg_close(s);
    int needed = svg_width(text, 12) > svg_bold_width(heading(e, g), 15) ? svg_width(text, 12)
                                                                         : svg_bold_width(heading(e, g), 15);
    made->p.width = made->p.width > needed ? made->p.width : needed;
}

/* ---- the picture ---- */

static bool has_look(const emit *e, const plan_graph *g, graph_look look)
{
    for (size_t n = 0; n < g->node_count; n++)
        if (graph_picture_node_look(e, &g->nodes[n]) == look)
            return true;
    return false;
}

static bool shows_look(const emit *e, graph_look look, bool grouped)
{
    if (look == GRAPH_MIXED)
        return grouped;
    for (size_t g = 0; g < e->p->graph_count; g++)
        if (has_look(e, &e->p->graphs[g], look))
            return true;
    for (size_t b = 0; b < e->p->body_count; b++)
        if (has_look(e, &e->p->bodies[b], look))
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

static int legend_text(const svg *s, int x, int y, const char *text)
{
    svg_text(s, x + 52, y, 12, "", text);
    return x + 52 + svg_width(text, 12) + 24;
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

static void add_shown(shown *found, const panel *panels_of, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        const panel *made = &panels_of[i];
        found->profile = found->profile || made->profile;
        found->arrows = found->arrows || (!made->profile && made->edge_count > 0);
        found->mixed = found->mixed || (!made->profile && is_mixed(&made->p));
        for (size_t k = 0; k < made->edge_count && !made->profile; k++) {
            found->longest = found->longest || made->edges[k].longest;
            found->reuse = found->reuse || made->edges[k].reuse;
        }
    }
}

/* What there is to explain. */
static shown find_shown(const panels *all)
{
    shown found = {false, false, false, false, false};

    add_shown(&found, all->graphs, all->e->p->graph_count);
    add_shown(&found, all->bodies, all->e->p->body_count);
    return found;
}

static int draw_legend(const svg *s, const emit *e, const shown *found, int y)
{
    int x = MARGIN;

    for (int look = 0; look < GRAPH_LOOKS; look++) {
        if (!shows_look(e, (graph_look)look, found->mixed))
            continue;
        graph_picture_draw_shape(s, (graph_look)look, x + 22, y - 5, look == GRAPH_JOIN ? 12 : 44,
                                 look == GRAPH_JOIN ? 12 : 18, false, false);
        x = legend_text(s, x, y, graph_picture_look_name((graph_look)look));
    }
    if (emit_any_toggled(e)) {
        svg_rect(s, x, y - 14, 44, 18, "fill=\"none\" stroke=\"" SVG_QUIET "\" stroke-dasharray=\"5 3\"");
        x = legend_text(s, x, y, "does not run with every replay");
    }
    if (found->longest) {
        svg_line(s, x, y - 4, x + 44, y - 4, "stroke=\"" SVG_INK "\" stroke-width=\"2\"");
        x = legend_text(s, x, y, "a longest path");
    }
    if (found->reuse) {
        svg_line(s, x, y - 4, x + 44, y - 4, "stroke=\"" EDGE_COLOUR "\" stroke-dasharray=\"6 4\"");
        x = legend_text(s, x, y, "waits only for bytes");
    }
    return x;
}

static int draw_top(const svg *s, const emit *e, const shown *found)
{
    fputs("<defs>\n", s->body);
    draw_marker(s, "arrow", EDGE_COLOUR);
    draw_marker(s, "longest", SVG_INK);
    fputs("</defs>\n", s->body);
    svg_text_bold(s, MARGIN, 38, 20,
                  arena_printf(e->memory, "Graphs of %s", svg_fit(e->memory, e->program, 20, LEAST_PAGE / 2)));
    svg_text(
        s, MARGIN, 60, 12, "fill=\"" SVG_QUIET "\"",
        found->profile && !found->arrows
            ? "How many nodes of which kind there are at each depth."
            : "An arrow leads from a node to one that has to wait for it; what follows from other arrows has none.");
    return draw_legend(s, e, found, 92);
}

/* Where the next graph stands. */
typedef struct {
    int x, y, line_height, page;
} cursor;

/* Graphs side by side, like words in lines. */
static void draw_next(const svg *s, const panels *all, panel *made, cursor *at)
{
    int width = svg_width(measures(all->e, made), 12);

    width = !made->profile && made->p.width > width ? made->p.width : width;
    if (at->x > MARGIN && at->x + width > PAGE - MARGIN) {
        at->x = MARGIN;
        at->y += at->line_height + BETWEEN_PANELS;
        at->line_height = 0;
    }
    fprintf(s->body, "<g class=\"graph\" transform=\"translate(%d %d)\">\n", at->x, at->y);
    draw_panel(s, all, made);
    svg_close(s);
    at->x += made->p.width + BETWEEN_PANELS;
    at->page = at->x - BETWEEN_PANELS + MARGIN > at->page ? at->x - BETWEEN_PANELS + MARGIN : at->page;
    int height = HEADING + 8 + made->p.height;
    at->line_height = height > at->line_height ? height : at->line_height;
}

/* Each graph, then its bodies that are too large for the boxes of their nodes. Returns where the last line ends. */
static int draw_panels(const svg *s, const panels *all, int y, int *page)
{
    const plan *p = all->e->p;
    cursor at = {MARGIN, y, 0, *page};

    for (size_t i = 0; i < p->graph_count; i++) {
        draw_next(s, all, &all->graphs[i], &at);
        for (size_t b = 0; b < p->body_count; b++)
            if (p->bodies[b].graph == i && !all->bodies[b].inside)
                draw_next(s, all, &all->bodies[b], &at);
    }
    *page = at.page;
    return at.y + at.line_height;
}

void graph_picture_write(FILE *file, const emit *e)
{
    svg s;
    panels all = lay_out_all(e);
    shown found = find_shown(&all);
    int page, y;

    svg_begin(&s, e->memory);
    page = draw_top(&s, e, &found);
    page = page > LEAST_PAGE ? page : LEAST_PAGE;
    y = draw_panels(&s, &all, 116, &page) + 36;
    svg_text(&s, MARGIN, y, 11, "fill=\"" SVG_QUIET "\"",
             arena_printf(e->memory, "Made by vggen %s from %s.", e->in->version, e->spec));
    svg_finish(&s, file, page, y + 22, arena_printf(e->memory, "Graphs of %s", e->program),
               "The graphs' nodes in layers by depth, with arrows from each node to those that have to wait for it.");
}
