/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The vggen authors */
/* NAME_arena.svg: one memory with its heading, its steps and its offsets. */
#include <string.h>

#include "report/memory_picture_parts.h"
#include "report/terms.h"

#define NAME_SIZE 11         /* letters of the names of steps */
#define MOST_NAME_HEIGHT 150 /* of names that read upwards */
#define NAMED_COLUMN 13      /* steps in narrower columns have numbers */
#define TICK_DISTANCE 13     /* between labels of offsets */

/* ---- the heading of a memory ---- */

static const char *bytes_text(arena *a, uint64_t bytes)
{
    if (bytes < 1024)
        return arena_printf(a, "%llu bytes", (unsigned long long)bytes);
    return arena_printf(a, "%s bytes (%s)", svg_number(a, bytes), svg_bytes(a, bytes));
}

static int draw_heading(const memory_picture *p, const memory_content *memory, int y)
{
    arena *a = p->e->memory;
    const plan_arena *sizes = memory->sizes;
    const char *bound = sizes->proven && sizes->tied ? "proven: no layout with these transfers is smaller"
                        : sizes->proven ? "proven: no layout is smaller"
                                      : arena_printf(a, "not proven to be the smallest: the lower bound is %s",
                                                     svg_number(a, sizes->lower_bound));
    const char *at = "";

    if (sizes->peak_node != MODEL_NONE)
        at = arena_printf(a, " (%s)", terms_node(a, plan_graph_plain(p->e->p, sizes->peak_graph), sizes->peak_node));
    svg_text_bold(p->s, PICTURE_MARGIN, y + 14, 15, memory->title);
    svg_text(
        p->s, PICTURE_MARGIN, y + 33, 12, "",
        arena_printf(a, "%s; %s; %s without sharing", bytes_text(a, sizes->bytes), bound, svg_number(a, sizes->sum)));
    svg_text(p->s, PICTURE_MARGIN, y + 50, 12, "fill=\"" SVG_QUIET "\"",
             svg_fit(a,
                     arena_printf(a, "peak %s%s, %s of it kept; padding %s", svg_number(a, sizes->peak), at,
                                  svg_number(a, memory->kept), svg_number(a, memory->padding)),
                     12, p->page - 2 * PICTURE_MARGIN));
    return y + 66;
}

/* ---- steps ---- */

/* Returns whether names fit side by side, and how tall they are when they read upwards. */
static bool names_fit(const memory_picture *p, int *height)
{
    bool fit = true;
    int longest = 0;

    for (size_t g = 0; g < p->e->p->graph_count; g++) {
        for (size_t n = 0; n < plan_graph_plain(p->e->p, g)->node_count; n++) {
            int width = svg_width(plan_graph_plain(p->e->p, g)->nodes[n].name, NAME_SIZE);
            fit = fit && width <= p->column - 8;
            longest = width > longest ? width : longest;
        }
    }
    *height = longest < MOST_NAME_HEIGHT ? longest : MOST_NAME_HEIGHT;
    return fit;
}

/* Returns how many steps lie between two numbers: 1, 2 or 5 times a power of ten. */
static size_t number_distance(const memory_picture *p, uint32_t graph)
{
    static const size_t factors[] = {2, 5, 10};
    size_t base = 1, distance = 1, which = 0;

    while (memory_picture_step_x(p, graph, distance) - p->begin[graph] < 50 &&
           distance < plan_graph_plain(p->e->p, graph)->node_count) {
        distance = base * factors[which];
        if (++which == 3) {
            which = 0;
            base *= 10;
        }
    }
    return distance;
}

static void name_steps(const memory_picture *p, uint32_t graph, int bottom, bool side_by_side)
{
    const plan_graph *g = plan_graph_plain(p->e->p, graph);

    if (p->column < NAMED_COLUMN) {
        size_t distance = number_distance(p, graph);
        for (size_t n = 0; n < g->node_count; n += distance) {
            svg_line(p->s, memory_picture_step_x(p, graph, n), bottom - 4, memory_picture_step_x(p, graph, n), bottom,
                     "stroke=\"" SVG_QUIET "\"");
            svg_text(p->s, memory_picture_step_x(p, graph, n) + 2, bottom - 6, 10, "fill=\"" SVG_QUIET "\"",
                     arena_printf(p->e->memory, "%zu", n));
        }
        return;
    }
    for (size_t n = 0; n < g->node_count; n++) {
        int middle = (memory_picture_step_x(p, graph, n) + memory_picture_step_x(p, graph, n + 1)) / 2;
        const char *name =
            svg_fit(p->e->memory, g->nodes[n].name, NAME_SIZE, side_by_side ? p->column : MOST_NAME_HEIGHT);
        if (side_by_side)
            svg_text(p->s, middle, bottom - 6, NAME_SIZE, "text-anchor=\"middle\"", name);
        else
            svg_text_upwards(p->s, middle + 4, bottom - 5, NAME_SIZE, "", name);
    }
}

/* Returns the height of the names of graphs and steps. */
static int steps_height(const memory_picture *p, bool *side_by_side)
{
    int height;

    *side_by_side = names_fit(p, &height);
    return 20 + (p->column < NAMED_COLUMN || *side_by_side ? 20 : height + 12);
}

static void draw_steps(const memory_picture *p, int y, int bottom, bool side_by_side)
{
    for (size_t i = 0; i < p->e->p->graph_count; i++) {
        uint32_t g = p->graphs[i];
        svg_text(p->s, p->begin[g], y + 12, 12, "font-weight=\"bold\" fill=\"" SVG_QUIET "\"",
                 svg_fit(p->e->memory, arena_printf(p->e->memory, "graph %s", plan_graph_plain(p->e->p, g)->name), 15,
                         p->width[g] + (i + 1 == p->e->p->graph_count ? MEMORY_RIGHT : 20)));
        name_steps(p, g, bottom, side_by_side);
    }
}

/* ---- behind and beside the boxes ---- */

static void draw_background(const memory_picture *p, int top, int bottom)
{
    for (size_t i = 0; i < p->e->p->graph_count; i++) {
        uint32_t g = p->graphs[i];
        svg_rect(p->s, p->begin[g], top, p->width[g], bottom - top, "fill=\"#fafbfc\"");
        for (size_t n = 1; n < plan_graph_plain(p->e->p, g)->node_count && p->column >= NAMED_COLUMN; n++)
            svg_line(p->s, memory_picture_step_x(p, g, n), top, memory_picture_step_x(p, g, n), bottom,
                     "stroke=\"#eef1f4\"");
    }
}

/* The peak is marked behind the names of steps too, because boxes hide most of the rest. */
static void draw_peak(const memory_picture *p, const memory_content *memory, int top, int bottom)
{
    if (memory->sizes->peak_node == MODEL_NONE)
        return;
    int x = memory_picture_step_x(p, memory->sizes->peak_graph, memory->sizes->peak_node);
    int right = memory_picture_step_x(p, memory->sizes->peak_graph, memory->sizes->peak_node + 1);
    svg_rect(p->s, x, top, right - x > 2 ? right - x : 2, bottom - top, "class=\"peak\" fill=\"" MEMORY_PEAK_TINT "\"");
}

typedef struct {
    const memory_picture *p;
    const memory_scale *scale;
} padding_context;

static void draw_padding(void *context, uint64_t first, uint64_t last)
{
    const padding_context *c = context;
    int y = memory_picture_offset_y(c->scale, first), bottom = memory_picture_offset_y(c->scale, last);

    if (bottom - y < 3)
        return;
    svg_open(c->p->s, "padding",
             arena_printf(c->p->e->memory, "padding: %s bytes at 0x%llx", svg_number(c->p->e->memory, last - first),
                          (unsigned long long)first));
    svg_rect(c->p->s, c->p->left, y + 1, c->p->right - c->p->left, bottom - y - 2, "fill=\"url(#padding)\"");
    svg_close(c->p->s);
}

/* Draws the bytes of the runtime at the end of pinned memory. */
static void draw_completion(const memory_picture *p, const memory_content *memory, const memory_scale *scale)
{
    int y = memory_picture_offset_y(scale, memory->end), bottom = memory_picture_offset_y(scale, memory->sizes->bytes);
    arena *a = p->e->memory;

    if (memory->end == memory->sizes->bytes)
        return;
    svg_open(p->s, "runtime",
             arena_printf(a, "the runtime's: %s bytes at 0x%llx, where the device writes that a replay has ended",
                          svg_number(a, memory->sizes->bytes - memory->end), (unsigned long long)memory->end));
    svg_rect(p->s, p->left + 1, y + 1, p->right - p->left - 2, bottom - y - 2,
             "fill=\"none\" stroke=\"" SVG_QUIET "\" stroke-dasharray=\"2 2\"");
    svg_text(p->s, p->left + 6, (y + bottom) / 2 + 4, 10, "fill=\"" SVG_QUIET "\"",
             svg_fit(a, "runtime", 10, p->right - p->left - 10));
    svg_close(p->s);
}

static void draw_tick(const memory_picture *p, const memory_scale *scale, size_t at)
{
    svg_line(p->s, p->left - 6, scale->y[at], p->left, scale->y[at], "stroke=\"" SVG_QUIET "\"");
    svg_text(p->s, p->left - 9, scale->y[at] + 4, 11,
             "text-anchor=\"end\" fill=\"" SVG_QUIET "\" "
             "font-family=\"'DejaVu Sans Mono', Menlo, Consolas, monospace\"",
             arena_printf(p->e->memory, "0x%llx", (unsigned long long)scale->offsets[at]));
}

static void draw_offsets(const memory_picture *p, const memory_scale *scale)
{
    int last = scale->y[scale->count - 1], free = scale->y[0];

    for (size_t i = 0; i + 1 < scale->count; i++) {
        if (i > 0 && (scale->y[i] < free || scale->y[i] > last - TICK_DISTANCE))
            continue;
        draw_tick(p, scale, i);
        free = scale->y[i] + TICK_DISTANCE;
    }
    draw_tick(p, scale, scale->count - 1);
}

static void draw_bound(const memory_picture *p, const memory_content *memory, const memory_scale *scale)
{
    uint64_t bound =
        memory->sizes->lower_bound < memory->sizes->bytes ? memory->sizes->lower_bound : memory->sizes->bytes;
    int y = memory_picture_offset_y(scale, bound);

    svg_line(p->s, p->left - 4, y, p->right + 6, y, "stroke=\"" SVG_INK "\" stroke-dasharray=\"5 3\"");
    svg_text(p->s, p->right + 10, y + 4, 11, "", "lower bound");
    if (scale->stretched)
        svg_text(p->s, p->left, scale->y[scale->count - 1] + 17, 11, "fill=\"" SVG_QUIET "\"",
                 "Small buffers are drawn taller than to scale.");
}

int memory_picture_draw_memory(memory_picture *p, const memory_content *memory, int y)
{
    bool side_by_side;
    int begin = draw_heading(p, memory, y), top = begin + steps_height(p, &side_by_side);
    memory_scale scale = memory_picture_lay_offsets(p, memory, top);
    padding_context padding = {p, &scale};
    int bottom = scale.y[scale.count - 1];

    fprintf(p->s->body, "<g class=\"memory\">\n");
    draw_background(p, top, bottom);
    draw_peak(p, memory, begin + 18, bottom + 4);
    draw_steps(p, begin, top, side_by_side);
    memories_find_padding(memory, draw_padding, &padding);
    draw_completion(p, memory, &scale);
    draw_offsets(p, &scale);
    memory_picture_draw_boxes(p, memory, &scale);
    draw_bound(p, memory, &scale);
    svg_close(p->s);
    return bottom + 48;
}
