/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The vggen authors */
/* The note on what `reuse: tight` added, and why no more was tried. */
#include <inttypes.h>

#include "place/place_parts.h"

static void report_graph(diag *d, const model *m, const plan *p, const plan_graph *g, const char *saved)
{
    const plan_tight *first = &g->tight[0];
    if (g->tight_count == 1)
        diag_remark(d, m->reuse_at,
                    "in graph %s, %s waits for %s, so that %s and %s can share bytes: %s, longest path %zu "
                    "nodes instead of %zu",
                    g->name, g->nodes[first->to].name, g->nodes[first->from].name, m->buffers[first->first_buffer].name,
                    m->buffers[first->second_buffer].name, saved, g->depth, g->loose_depth);
    else
        diag_remark(d, m->reuse_at,
                    "in graph %s, %zu dependencies were added so that buffers can share bytes, the first that "
                    "%s waits for %s: %s, longest path %zu nodes instead of %zu",
                    g->name, g->tight_count, g->nodes[first->to].name, g->nodes[first->from].name, saved, g->depth,
                    g->loose_depth);
    if (p->tight_limited)
        diag_hint(d, "vggen --print-plan lists them all; the search ran out of steps: fewer of them may do");
    else
        diag_hint(d, "vggen --print-plan lists them all");
}

void place_report_tight(diag *d, const model *m, const plan *p, uint64_t loose_bytes)
{
    arena *scratch = arena_new();
    const char *saved = arena_printf(scratch, "%" PRIu64 " bytes of device memory instead of %" PRIu64,
                                     p->arenas[0].bytes, loose_bytes);
    for (size_t g = 0; g < p->graph_count; g++) {
        if (p->graphs[g].tight_count > 0)
            report_graph(d, m, p, &p->graphs[g], saved);
    }
    arena_free(scratch);
}

void place_report_untried(diag *d, const model *m, const place_tightened *made)
{
    if (made->end == PLACE_TIGHT_ITEMS)
        diag_remark(d, m->reuse_at,
                    "no dependencies are looked for: expected at most %u buffers that can share bytes, found %zu",
                    PLACE_MOST_TIGHT, made->items);
    else if (made->end == PLACE_TIGHT_EDGES)
        diag_remark(d, m->reuse_at,
                    "no dependencies are added: expected at most %zu in a graph so that buffers can share bytes, found "
                    "more",
                    PLACE_MOST_ADDED);
}
