/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The vggen authors */
/* NAME_graph.svg: the boxes with their texts and sizes. */
#include <string.h>

#include "base/text.h"
#include "report/fused.h"
#include "report/graph_picture_parts.h"
#include "report/terms.h"

#define TITLE_SIZE 13
#define DETAIL_SIZE 11
#define TITLE_WIDTH 230
#define DETAIL_WIDTH 250
#define LINE_HEIGHT 16

/* ---- text ---- */

static const char *size_text(const emit *e, const emit_node *described, bool grid)
{
    const plan_node *n = described->plan;
    const char *text = NULL;
    size_t last = 2;

    while (last > 0 && (grid ? n->grid[last] : n->block[last]) == 1 && (!grid || n->grid_varies[last] == NULL))
        last--;
    for (size_t axis = 0; axis <= last; axis++) {
        const char *part = grid && axis == 0 && described->setter != MODEL_NONE && described->step != NULL
                               ? described->step->grid_name
                           : grid && axis == 0 && n->resident
                               ? "resident"
                           : grid && n->grid_varies[axis] != NULL
                               ? emit_expr_text(e, n->grid_varies[axis]->root)
                               : arena_printf(e->memory, "%lu", (unsigned long)(grid ? n->grid[axis] : n->block[axis]));
        text = text == NULL ? part : arena_printf(e->memory, "%s " GRAPH_TIMES " %s", text, part);
    }
    return text;
}

/* "252 B by vg_copy, grid 1" */
static const char *moved(const emit *e, const emit_node *described, uint64_t bytes)
{
    if (described->kernel == NULL)
        return svg_bytes(e->memory, bytes);
    return arena_printf(e->memory, "%s by %s, grid %s", svg_bytes(e->memory, bytes), described->kernel->name,
                        size_text(e, described, true));
}

static const char *detail_of(const emit *e, const emit_node *described)
{
    const plan_node *n = described->plan;
    arena *a = e->memory;

    switch (described->does) {
    case PLAN_KERNEL: {
        const char *kernel = described->kernel->name;
        return arena_printf(a, "%s%sgrid %s, block %s", strstr(n->title, kernel) == NULL ? kernel : "",
                            strstr(n->title, kernel) == NULL ? ": " : "", size_text(e, described, true),
                            size_text(e, described, false));
    }
    case PLAN_CAPTURE:
        return arena_printf(a, "%sat most %s", text_begins(n->title, "capture") ? "" : "capture, ",
                            terms_count(a, n->capture->most, "node"));
    case PLAN_COPY:
        return arena_printf(a, "%s%s", text_begins(n->title, "copy") ? "" : "copy, ", moved(e, described, n->bytes));
    case PLAN_FILL:
        return arena_printf(a, "%s%s", text_begins(n->title, "fill") || text_begins(n->title, "clear") ? "" : "fill, ",
                            moved(e, described, n->count * n->element));
    case PLAN_TRANSFER:
        return moved(e, described, emit_run_bytes(described->run));
    case PLAN_CONDITIONAL: {
        const char *condition = e->m->buffers[n->condition].name;
        return n->control == STEP_SWITCH
                   ? arena_printf(a, "the case that %s selects", condition)
                   : arena_printf(a, "%s %s is set", n->control == STEP_WHILE ? "while" : "if", condition);
    }
    case PLAN_BEGIN:
        return "lets one command start everything";
    case PLAN_END:
        return "signals the end to the host";
    case PLAN_FUSED:
        return arena_printf(a, "grid %s, block %s", size_text(e, described, true), size_text(e, described, false));
    case PLAN_EMPTY:
        break;
    }
    return "";
}

/* The third line of a node says when it runs, unless its title does, or, if that is always, what it reaches over the
 * bus. */
static const char *remark_of(const emit *e, const emit_node *n)
{
    const char *when = terms_when(e, n), *direct = emit_direct_list(e, n->plan);

    if (when != NULL)
        return strstr(n->plan->title, when) == NULL ? when : NULL;
    return direct != NULL ? arena_printf(e->memory, "%s in pinned memory", direct) : NULL;
}

/* ---- boxes ---- */

graph_picture graph_picture_boxes(const emit *e, const emit_graph *g, const graph_body *bodies)
{
    graph_picture p = {.e = e, .g = g, .bodies = bodies, .count = g->plan->node_count};

    p.boxes = ARENA_ARRAY(e->memory, graph_box, p.count + 1);
    for (size_t i = 0; i < p.count; i++) {
        const plan_node *n = g->nodes[i].plan;
        graph_box *b = &p.boxes[i];
        b->look = graph_picture_node_look(&g->nodes[i]);
        b->nodes = ARENA_ARRAY(e->memory, uint32_t, 1);
        b->nodes[0] = (uint32_t)i;
        b->node_count = b->node_capacity = 1;
        b->after = ARENA_ARRAY(e->memory, size_t, n->after_count + 1);
        b->after_count = b->after_capacity = n->after_count;
        for (size_t k = 0; k < n->after_count; k++)
            b->after[k] = n->after[k];
        b->toggled = g->nodes[i].toggled;
        p.edge_count += n->after_count;
    }
    return p;
}

/* The parts of a fused launch are listed below, not in its title. */
static const char *title_of(arena *a, const emit_node *n)
{
    return n->parts == NULL ? n->plan->title : arena_printf(a, "%zu in one launch", fused_count(n));
}

static void label_node(const graph_picture *p, graph_box *b)
{
    const emit_node *n = &p->g->nodes[b->nodes[0]];
    arena *a = p->e->memory;
    const char *remark = remark_of(p->e, n);

    b->lines[0] = svg_fit(a, title_of(a, n), TITLE_SIZE, TITLE_WIDTH);
    b->lines[1] = svg_fit(a, detail_of(p->e, n), DETAIL_SIZE, DETAIL_WIDTH);
    b->lines[2] = remark != NULL ? svg_fit(a, remark, DETAIL_SIZE, DETAIL_WIDTH) : NULL;
}

static void label_group(const graph_picture *p, graph_box *b)
{
    static const char *const arranged[] = {"", ", one after the other", ", side by side", ""};
    const emit_node *nodes = p->g->nodes;
    arena *a = p->e->memory;
    const char *sorts = graph_picture_count_sorts(p->e, p->g, b->nodes, b->node_count, 3);
    bool same = strstr(sorts, ", ") == NULL;

    b->lines[0] = svg_fit(a, same ? sorts : arena_printf(a, "%zu nodes", b->node_count), TITLE_SIZE, TITLE_WIDTH);
    b->lines[1] = svg_fit(a, same ? arranged[b->group][0] != '\0' ? arranged[b->group] + 2 : "in rows" : sorts,
                          DETAIL_SIZE, DETAIL_WIDTH);
    b->lines[2] = svg_fit(a,
                          arena_printf(a, "%s " GRAPH_ELLIPSIS " %s%s", nodes[b->nodes[0]].name,
                                       nodes[b->nodes[b->node_count - 1]].name, same ? "" : arranged[b->group]),
                          DETAIL_SIZE, DETAIL_WIDTH);
}

void graph_picture_label(graph_picture *p)
{
    for (size_t i = 0; i < p->count; i++) {
        graph_box *b = &p->boxes[i];
        if (b->look == GRAPH_JOIN) {
            b->width = b->height = 12;
            continue;
        }
        if (b->node_count == 1)
            label_node(p, b);
        else
            label_group(p, b);
        b->width = 70;
        b->height = 12;
        for (size_t l = 0; l < 3; l++) {
            int width = b->lines[l] == NULL ? 0
                        : l == 0            ? svg_bold_width(b->lines[l], TITLE_SIZE)
                                            : svg_width(b->lines[l], DETAIL_SIZE);
            b->width = width > b->width ? width : b->width;
            b->height += b->lines[l] != NULL ? LINE_HEIGHT : 0;
        }
        /* Sizes are even, so that middles are whole pixels. */
        b->width = (b->width + 2 * GRAPH_SLANT + 12 + 1) / 2 * 2;
        b->height = b->text_height = (b->height + 1) / 2 * 2;
        if (b->look == GRAPH_CONTROL && b->node_count == 1)
            graph_picture_open_box(p, b);
        if (b->look == GRAPH_FUSED && b->node_count == 1)
            graph_picture_list_parts(p, b);
    }
}

/* ---- drawing ---- */

void graph_picture_draw_box(const svg *s, const graph_picture *p, const graph_box *b)
{
    int lines = 0, y;
    const plan_node *first = p->g->nodes[b->nodes[0]].plan;

    if (p->e->linked && b->node_count == 1)
        fprintf(s->body, "<a href=\"#node-%s-%s\">", p->g->plan->name, first->name);
    svg_open(s, "node",
             b->node_count == 1 ? arena_printf(s->memory, "%s: %s", first->name, first->title)
                                : arena_printf(s->memory, "%zu nodes, %s to %s", b->node_count, first->name,
                                               p->g->nodes[b->nodes[b->node_count - 1]].name));
    graph_picture_draw_shape(s, b->look, b->x, b->y, b->width, b->height, b->toggled, b->node_count > 1);
    for (size_t l = 0; l < 3; l++)
        lines += b->lines[l] != NULL ? 1 : 0;
    y = b->opened ? b->y - b->height / 2 + 18 : b->y - lines * LINE_HEIGHT / 2 + 12;
    for (size_t l = 0; l < 3; l++) {
        if (b->lines[l] == NULL)
            continue;
        svg_text(s, b->x, y, l == 0 ? TITLE_SIZE : DETAIL_SIZE,
                 l == 0   ? "text-anchor=\"middle\" font-weight=\"bold\""
                 : l == 1 ? "text-anchor=\"middle\""
                          : "text-anchor=\"middle\" font-style=\"italic\" fill=\"" SVG_QUIET "\"",
                 b->lines[l]);
        y += LINE_HEIGHT;
    }
    if (b->look == GRAPH_FUSED && b->node_count == 1)
        graph_picture_draw_parts(s, p, b);
    svg_close(s);
    if (p->e->linked && b->node_count == 1)
        fputs("</a>\n", s->body);
}
