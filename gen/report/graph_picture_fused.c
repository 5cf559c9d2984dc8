/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The vggen authors */
/* NAME_graph.svg: the parts of a fused launch, listed in its box. Those in loops and choices stand further right. */
#include "report/graph_picture_parts.h"
#include "report/terms.h"

#define MOST_ROWS 40u /* of a box; more parts are counted */
#define ROW_SIZE 11
#define ROW_HEIGHT 20
#define ROW_WIDTH 230
#define ROW_INDENT 14
#define ROW_PADDING 10 /* of the text, on either side */
#define BELOW_ROWS 8

typedef struct {
    graph_look look;
    const char *text;
    int indent;   /* pixels */
    bool toggled; /* it does not run in every replay */
} row;

static const emit_node *node_of(const graph_picture *p, const graph_box *b)
{
    return &p->g->nodes[b->nodes[0]];
}

static const char *part_text(const emit *e, const emit_node *n)
{
    const plan_part *part = n->part;
    const uint32_t *grid = part->grid;
    const char *when = terms_when(e, n), *text = n->plan->title;
    bool folded = n->kernel != NULL && (grid[0] != 1 || grid[1] != 1 || grid[2] != 1);

    if (folded)
        text = arena_printf(e->memory, "%s, %s blocks folded", text, terms_block(e->memory, grid));
    return when != NULL ? arena_printf(e->memory, "%s, %s", text, when) : text;
}

static row row_of(const graph_picture *p, const emit_node *fused, size_t index)
{
    const emit_node *n = &fused->parts->nodes[index];
    bool several = fused->plan->block_count > 1;
    const char *text = part_text(p->e, n);

    if (several && (index == 0 || fused->parts->nodes[index - 1].block != n->block))
        text = arena_printf(p->e->memory, "block %lu: %s", (unsigned long)n->block, text);
    return (row){graph_picture_node_look(n), svg_fit(p->e->memory, text, ROW_SIZE, ROW_WIDTH),
                 (int)n->depth * ROW_INDENT, n->toggled};
}

static size_t row_count(const emit_node *fused)
{
    size_t count = fused->parts->plan->node_count;

    return count < MOST_ROWS ? count : MOST_ROWS;
}

static bool has_more(const emit_node *fused)
{
    return fused->parts->plan->node_count > MOST_ROWS;
}

static int row_width(const row *r)
{
    return svg_width(r->text, ROW_SIZE) + 2 * ROW_PADDING;
}

static int rows_width(const graph_picture *p, const emit_node *fused)
{
    int width = 0;

    for (size_t i = 0; i < row_count(fused); i++) {
        const row r = row_of(p, fused, i);
        int right = r.indent + row_width(&r);
        width = right > width ? right : width;
    }
    return width;
}

void graph_picture_list_parts(const graph_picture *p, graph_box *b)
{
    const emit_node *fused = node_of(p, b);
    int rows = (int)row_count(fused) + (has_more(fused) ? 1 : 0);
    int width = rows_width(p, fused) + 2 * ROW_PADDING;

    b->opened = true;
    b->width = ((width > b->width ? width : b->width) + 1) / 2 * 2;
    b->height = (b->text_height + rows * ROW_HEIGHT + BELOW_ROWS + 1) / 2 * 2;
}

static void draw_row(const svg *s, const row *r, int left, int top, int width)
{
    svg_rect(s, left + r->indent, top, width - r->indent, ROW_HEIGHT - 4,
             arena_printf(s->memory, "rx=\"4\" fill=\"%s\" stroke=\"%s\" stroke-opacity=\"0.55\"%s",
                          graph_picture_look(r->look)->tint, graph_picture_look(r->look)->colour,
                          r->toggled ? " stroke-dasharray=\"5 3\"" : ""));
    svg_text(s, left + r->indent + ROW_PADDING, top + 12, ROW_SIZE, "", r->text);
}

void graph_picture_draw_parts(const svg *s, const graph_picture *p, const graph_box *b)
{
    const emit_node *fused = node_of(p, b);
    int width = rows_width(p, fused), left = b->x - width / 2, top = b->y - b->height / 2 + b->text_height;

    for (size_t i = 0; i < row_count(fused); i++) {
        const emit_node *n = &fused->parts->nodes[i];
        const row r = row_of(p, fused, i);
        svg_open(s, "part", arena_printf(s->memory, "%s: %s", n->plan->name, n->plan->title));
        draw_row(s, &r, left, top, width);
        svg_close(s);
        top += ROW_HEIGHT;
    }
    if (has_more(fused))
        svg_text(s, left + ROW_PADDING, top + 12, ROW_SIZE, "fill=\"" SVG_QUIET "\"",
                 arena_printf(s->memory, "and %zu more", fused->parts->plan->node_count - MOST_ROWS));
}
