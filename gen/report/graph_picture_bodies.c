/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The vggen authors */
/* NAME_graph.svg: the bodies of a conditional node, drawn side by side inside its box. */
#include "report/graph_picture_parts.h"
#include "report/terms.h"

#define BETWEEN_FRAMES 12
#define CAPTION_SIZE 12

static const plan_node *node_of(const graph_picture *p, const graph_box *b)
{
    return p->g->nodes[b->nodes[0]].plan;
}

/* The width is even, so that the middle is a whole pixel. */
static int frame_width(const graph_picture *p, size_t body)
{
    int caption = svg_bold_width(terms_body(p->e->memory, p->e->p, &p->e->p->bodies[body]), CAPTION_SIZE);
    int width = p->bodies[body].width > caption ? p->bodies[body].width : caption;

    return (width + 2 * GRAPH_BODY_MARGIN + 1) / 2 * 2;
}

static int frame_height(const graph_picture *p, const plan_node *n)
{
    int height = 0;

    for (size_t i = 0; i < n->body_count; i++)
        if (p->bodies[n->first_body + i].height > height)
            height = p->bodies[n->first_body + i].height;
    return height + GRAPH_BODY_CAPTION + GRAPH_BODY_MARGIN;
}

static int frames_width(const graph_picture *p, const plan_node *n)
{
    int width = 0;

    for (size_t i = 0; i < n->body_count; i++)
        width += frame_width(p, n->first_body + i) + (i > 0 ? BETWEEN_FRAMES : 0);
    return width;
}

void graph_picture_open_box(const graph_picture *p, graph_box *b)
{
    const plan_node *n = node_of(p, b);

    b->opened = n->body_count > 0;
    for (size_t i = 0; i < n->body_count; i++)
        b->opened = b->opened && p->bodies[n->first_body + i].small;
    if (!b->opened)
        return;
    int width = frames_width(p, n) + 2 * BETWEEN_FRAMES;
    b->width = width > b->width ? width : b->width;
    b->height = (b->text_height + frame_height(p, n) + BETWEEN_FRAMES + 1) / 2 * 2;
}

void graph_picture_draw_frame(const svg *s, const graph_picture *p, const graph_box *b, size_t index, int *x, int *y)
{
    const plan_node *n = node_of(p, b);
    int left = b->x - frames_width(p, n) / 2, top = b->y - b->height / 2 + b->text_height;
    size_t body = n->first_body + index;

    for (size_t i = 0; i < index; i++)
        left += frame_width(p, n->first_body + i) + BETWEEN_FRAMES;
    svg_rect(s, left, top, frame_width(p, body), frame_height(p, n),
             arena_printf(s->memory, "rx=\"6\" fill=\"#ffffff\" stroke=\"%s\" stroke-opacity=\"0.4\"",
                          graph_picture_look(GRAPH_CONTROL)->colour));
    svg_text(s, left + GRAPH_BODY_MARGIN, top + 16, CAPTION_SIZE,
             arena_printf(s->memory, "font-weight=\"bold\" fill=\"%s\"", graph_picture_look(GRAPH_CONTROL)->colour),
             terms_body(p->e->memory, p->e->p, &p->e->p->bodies[body]));
    *x = left + (frame_width(p, body) - p->bodies[body].width) / 2;
    *y = top + GRAPH_BODY_CAPTION;
}
