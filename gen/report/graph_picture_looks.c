/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The vggen authors */
/* NAME_graph.svg: what nodes of each kind look like, and how many of each sort there are. */
#include <stdlib.h>
#include <string.h>

#include "report/graph_picture_parts.h"

typedef struct {
    const char *name;
    picture_look look;
} look_style;

static const look_style styles[] = {
    [GRAPH_KERNEL] = {"kernel", {"#0072b2", "#dcecf6"}},
    [GRAPH_FUSED] = {"fused launch", {"#0072b2", "#f4f8fb"}},
    [GRAPH_CAPTURE] = {"capture", {"#7a4a1e", "#f5e8dc"}},
    [GRAPH_UPLOAD] = {"upload", {"#007a5a", "#d3efe5"}},
    [GRAPH_DOWNLOAD] = {"download", {"#d55e00", "#fbe5d6"}},
    [GRAPH_COPY] = {"copy", {"#aa4a86", "#f4e1ed"}},
    [GRAPH_FILL] = {"fill", {"#8a7a00", "#fbf6c8"}},
    [GRAPH_JOIN] = {"join", {"#57606a", "#57606a"}},
    [GRAPH_CONTROL] = {"while, if, switch", {"#6639ba", "#f3eefb"}},
    [GRAPH_MIXED] = {"several kinds", {"#57606a", "#f0f2f4"}},
};

const char *graph_picture_look_name(graph_look look)
{
    return styles[look].name;
}

const picture_look *graph_picture_look(graph_look look)
{
    return &styles[look].look;
}

graph_look graph_picture_node_look(const emit_node *n)
{
    switch (n->does) {
    case PLAN_FUSED:
        return GRAPH_FUSED;
    case PLAN_KERNEL:
    case PLAN_BEGIN:
    case PLAN_END:
        return GRAPH_KERNEL;
    case PLAN_CAPTURE:
        return GRAPH_CAPTURE;
    case PLAN_COPY:
        return GRAPH_COPY;
    case PLAN_FILL:
        return GRAPH_FILL;
    case PLAN_TRANSFER:
        return n->run->direction == PLAN_UPLOAD ? GRAPH_UPLOAD : GRAPH_DOWNLOAD;
    case PLAN_CONDITIONAL:
        return GRAPH_CONTROL;
    case PLAN_EMPTY:
        break;
    }
    return GRAPH_JOIN;
}

const char *graph_picture_node_sort(const emit_node *n)
{
    graph_look look = graph_picture_node_look(n);

    return look == GRAPH_KERNEL ? n->kernel->name : styles[look].name;
}

/* ---- counting ---- */

typedef struct {
    const char *sort;
    size_t count;
    size_t first; /* its place in the list of nodes */
} sort_count;

static int compare_names(const void *a, const void *b)
{
    const sort_count *x = a, *y = b;
    int order = strcmp(x->sort, y->sort);

    return order != 0 ? order : x->first < y->first ? -1 : x->first > y->first;
}

static int compare_counts(const void *a, const void *b)
{
    const sort_count *x = a, *y = b;

    if (x->count != y->count)
        return x->count > y->count ? -1 : 1;
    return x->first < y->first ? -1 : x->first > y->first;
}

/* Counts the nodes of each sort; the most frequent comes first. */
static size_t count_sorts(const emit_graph *g, const uint32_t *nodes, size_t count, sort_count *sorts)
{
    size_t found = 0;

    for (size_t i = 0; i < count; i++)
        sorts[i] = (sort_count){graph_picture_node_sort(&g->nodes[nodes[i]]), 1, i};
    qsort(sorts, count, sizeof *sorts, compare_names);
    for (size_t i = 0; i < count; i++) {
        if (found > 0 && strcmp(sorts[found - 1].sort, sorts[i].sort) == 0)
            sorts[found - 1].count++;
        else
            sorts[found++] = sorts[i];
    }
    qsort(sorts, found, sizeof *sorts, compare_counts);
    return found;
}

const char *graph_picture_count_sorts(const emit *e, const emit_graph *g, const uint32_t *nodes, size_t count,
                                      size_t most)
{
    sort_count *sorts = ARENA_ARRAY(e->memory, sort_count, count + 1);
    size_t found = count_sorts(g, nodes, count, sorts);
    const char *text = "";

    for (size_t i = 0; i < found && i < most; i++)
        text = arena_printf(e->memory, "%s%s%zu " GRAPH_TIMES " %s", text, i > 0 ? ", " : "", sorts[i].count,
                            sorts[i].sort);
    return found > most ? arena_printf(e->memory, "%s, " GRAPH_ELLIPSIS, text) : text;
}

/* ---- shapes ---- */

static void polygon(const svg *s, const char *style, const int (*points)[2], size_t count)
{
    fputs("<polygon points=\"", s->body);
    for (size_t i = 0; i < count; i++)
        fprintf(s->body, "%s%d,%d", i > 0 ? " " : "", points[i][0], points[i][1]);
    fprintf(s->body, "\" %s/>\n", style);
}

static void draw_one_shape(const svg *s, graph_look look, int left, int top, int width, int height, const char *style)
{
    int right = left + width, bottom = top + height, middle = top + height / 2;
    const int upload[][2] = {{left, top}, {right, top}, {right - GRAPH_SLANT, bottom}, {left + GRAPH_SLANT, bottom}};
    const int download[][2] = {{left + GRAPH_SLANT, top}, {right - GRAPH_SLANT, top}, {right, bottom}, {left, bottom}};
    const int fill[][2] = {{left, middle},  {left + GRAPH_SLANT, top},     {right - GRAPH_SLANT, top},
                           {right, middle}, {right - GRAPH_SLANT, bottom}, {left + GRAPH_SLANT, bottom}};

    switch (look) {
    case GRAPH_UPLOAD:
        polygon(s, style, upload, 4);
        return;
    case GRAPH_DOWNLOAD:
        polygon(s, style, download, 4);
        return;
    case GRAPH_FILL:
        polygon(s, style, fill, 6);
        return;
    case GRAPH_COPY:
        svg_rect(s, left, top, width, height, style);
        svg_line(s, left + 5, top, left + 5, bottom, style);
        svg_line(s, right - 5, top, right - 5, bottom, style);
        return;
    case GRAPH_CAPTURE:
        svg_rect(s, left, top, width, height, arena_printf(s->memory, "rx=\"7\" %s", style));
        svg_rect(s, left + 3, top + 3, width - 6, height - 6, arena_printf(s->memory, "rx=\"5\" %s", style));
        return;
    case GRAPH_JOIN:
        fprintf(s->body, "<circle cx=\"%d\" cy=\"%d\" r=\"5\" %s/>\n", left + width / 2, middle, style);
        return;
    case GRAPH_CONTROL:
        svg_rect(s, left, top, width, height, arena_printf(s->memory, "rx=\"%d\" %s", 12, style));
        return;
    case GRAPH_KERNEL:
    case GRAPH_FUSED:
    case GRAPH_MIXED:
    case GRAPH_LOOKS:
        break;
    }
    svg_rect(s, left, top, width, height, arena_printf(s->memory, "rx=\"%d\" %s", look == GRAPH_MIXED ? 0 : 7, style));
}

void graph_picture_draw_shape(const svg *s, graph_look look, int x, int y, int width, int height, bool toggled,
                              bool several)
{
    const char *style =
        picture_style(s->memory, &styles[look].look,
                      toggled ? " stroke-width=\"1.25\" stroke-dasharray=\"5 3\"" : " stroke-width=\"1.25\"");

    for (int behind = several ? 2 : 0; behind >= 0; behind--)
        draw_one_shape(s, look, x - width / 2 + GRAPH_STACK / 2 * behind, y - height / 2 - GRAPH_STACK / 2 * behind,
                       width, height, style);
}
