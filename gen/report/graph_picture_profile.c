/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The vggen authors */
/* NAME_graph.svg of a graph whose boxes and edges would be a tangle: the number of nodes of each kind at each depth. */
#include <string.h>

#include "report/graph_picture_parts.h"

#define MOST_BANDS 48u
#define BAND_HEIGHT 20
#define BAND_DISTANCE 24
#define NAMES_WIDTH 110 /* room for "depth 100 to 119" */
#define BAR_WIDTH 420   /* width of the longest bar */
#define SORTS_WIDTH 420
#define SORTS_NAMED 3u

typedef struct {
    uint32_t *nodes;
    size_t count, capacity;
    size_t looks[GRAPH_LOOKS];
} band;

static size_t *find_depths(arena *a, const plan_graph *g)
{
    size_t *depths = ARENA_ARRAY(a, size_t, g->node_count + 1);

    for (size_t n = 0; n < g->node_count; n++)
        for (size_t i = 0; i < g->nodes[n].after_count; i++)
            if (depths[g->nodes[n].after[i]] + 1 > depths[n])
                depths[n] = depths[g->nodes[n].after[i]] + 1;
    return depths;
}

static band *find_bands(const graph_picture *p, size_t per_band, size_t count)
{
    arena *a = p->e->memory;
    const plan_graph *g = p->g->plan;
    const size_t *depths = find_depths(a, g);
    band *bands = ARENA_ARRAY(a, band, count + 1);

    for (uint32_t n = 0; n < g->node_count; n++) {
        band *b = &bands[depths[n] / per_band];
        b->nodes = arena_grow(a, b->nodes, b->count, &b->capacity, sizeof *b->nodes);
        b->nodes[b->count++] = n;
        b->looks[graph_picture_node_look(&p->g->nodes[n])]++;
    }
    return bands;
}

static void draw_band(const svg *s, const graph_picture *p, const band *b, size_t most, int y, const char *name)
{
    int x = NAMES_WIDTH;
    const char *sorts = graph_picture_count_sorts(p->e, p->g, b->nodes, b->count, SORTS_NAMED);

    svg_text(s, NAMES_WIDTH - 10, y + 14, 11, "text-anchor=\"end\" fill=\"" SVG_QUIET "\"", name);
    svg_open(s, "band", arena_printf(s->memory, "%s: %zu nodes: %s", name, b->count, sorts));
    size_t before = 0;
    for (int look = 0; look < GRAPH_LOOKS; look++) {
        if (b->looks[look] == 0)
            continue;
        before += b->looks[look];
        int right = NAMES_WIDTH + (int)((uint64_t)before * BAR_WIDTH / most);
        svg_rect(s, x, y, right - x > 1 ? right - x : 1, BAND_HEIGHT,
                 picture_style(s->memory, graph_picture_look((graph_look)look), ""));
        x = right;
    }
    svg_close(s);
    svg_text(s, x + 8, y + 14, 12, "font-weight=\"bold\"", svg_number(s->memory, b->count));
    svg_text(s, NAMES_WIDTH + BAR_WIDTH + 60, y + 14, 12, "", svg_fit(s->memory, sorts, 12, SORTS_WIDTH));
}

void graph_picture_draw_profile(const svg *s, graph_picture *p)
{
    size_t depth = p->g->plan->depth > 0 ? p->g->plan->depth : 1, per_band = (depth + MOST_BANDS - 1) / MOST_BANDS;
    size_t count = (depth + per_band - 1) / per_band, most = 1;
    const band *bands = find_bands(p, per_band, count);
    int y = 24;

    for (size_t i = 0; i < count; i++)
        most = bands[i].count > most ? bands[i].count : most;
    svg_text(s, 0, 10, 12, "fill=\"" SVG_QUIET "\"",
             "Too many edges to draw. Nodes by depth: the number of nodes before them on the longest path.");
    for (size_t i = 0; i < count; i++) {
        size_t first = i * per_band, last = first + per_band - 1 < depth ? first + per_band - 1 : depth - 1;
        draw_band(s, p, &bands[i], most, y,
                  first == last ? arena_printf(s->memory, "depth %zu", first)
                                : arena_printf(s->memory, "depth %zu to %zu", first, last));
        y += BAND_DISTANCE;
    }
    p->width = NAMES_WIDTH + BAR_WIDTH + 60 + SORTS_WIDTH;
    p->height = y;
}
