/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The vggen authors */
#include "report/graph_picture.h"

#include "report/graph_picture_parts.h"

#define PAGE 1400 /* graphs are put side by side up to this width */
#define BETWEEN_PANELS 48

/* Where the next graph is put. */
typedef struct {
    int x, y, line_height, page;
} cursor;

/* Puts graphs side by side, like words in lines. */
static void draw_next(const svg *s, const graph_panels *all, graph_panel *made, cursor *at)
{
    int width = svg_width(graph_picture_measures(all->e, made), 12);

    width = !made->profile && made->p.width > width ? made->p.width : width;
    if (at->x > PICTURE_MARGIN && at->x + width > PAGE - PICTURE_MARGIN) {
        at->x = PICTURE_MARGIN;
        at->y += at->line_height + BETWEEN_PANELS;
        at->line_height = 0;
    }
    fprintf(s->body, "<g class=\"graph\" transform=\"translate(%d %d)\">\n", at->x, at->y);
    graph_picture_draw_panel(s, all, made);
    svg_close(s);
    at->x += made->p.width + BETWEEN_PANELS;
    at->page = at->x - BETWEEN_PANELS + PICTURE_MARGIN > at->page ? at->x - BETWEEN_PANELS + PICTURE_MARGIN : at->page;
    int height = GRAPH_HEADING + 8 + made->p.height;
    at->line_height = height > at->line_height ? height : at->line_height;
}

/* Draws each graph, then those of its bodies that are too large for the boxes of their nodes. Returns where the last
 * line ends. */
static int draw_panels(const svg *s, const graph_panels *all, int y, int *page)
{
    const plan *p = all->e->p;
    cursor at = {PICTURE_MARGIN, y, 0, *page};

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
    graph_panels all = graph_picture_panels(e);
    int page, y;

    svg_begin(&s, e->memory);
    page = graph_picture_draw_top(&s, &all);
    page = page > GRAPH_LEAST_PAGE ? page : GRAPH_LEAST_PAGE;
    y = draw_panels(&s, &all, 116, &page) + 36;
    picture_finish(&s, file, e, page, y, arena_printf(e->memory, "Graphs of %s", e->program),
                   "The graphs' nodes in layers by depth, with arrows from each node to those that wait for it.");
}
