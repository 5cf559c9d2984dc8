/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The vggen authors */
/* NAME_sim.cpp: what a fused launch does. */
#include <stdlib.h>
#include <string.h>

#include "base/stream.h"
#include "emit/sim_parts.h"

/* ---- the node ---- */

/* Of memory that transfers among the parts reach, which is not in the ranges of a plan. */
static size_t transfer_ranges(FILE *file, const emit *e, const plan_fused_list *list)
{
    size_t count = 0;

    for (size_t i = 0; i < list->part_count; i++) {
        const plan_node *n = &list->of->nodes[list->parts[i].node];
        if (n->kind == PLAN_TRANSFER)
            count += emit_sim_transfer_ranges(file, e, &e->p->runs[n->run]);
        for (size_t b = 0; n->kind == PLAN_CONDITIONAL && b < n->body_count; b++)
            count += transfer_ranges(file, e, &list->parts[i].bodies[b]);
    }
    return count;
}

size_t emit_sim_fused_ranges(FILE *file, const emit *e, const plan_node *n)
{
    size_t count = 0;

    for (size_t b = 0; b < n->block_count; b++)
        count += transfer_ranges(file, e, &n->blocks[b]);
    return count;
}

size_t emit_sim_fused_bindings(FILE *file, const emit *e, const plan_node *n)
{
    size_t count = 0;

    for (size_t i = 0; i < n->argument_count; i++) {
        if (n->arguments[i].pointer)
            count += emit_sim_argument(file, e, i, &n->arguments[i]);
    }
    return count;
}

/* ---- its parts ---- */

const char *emit_sim_fused(FILE *file, const emit *e, const emit_graph *g, const emit_node *n)
{
    return emit_sim_launch(file, e, n->plan, arena_printf(e->memory, "%s_parts_%zu_%s", e->program, g->index, n->name),
                           false);
}

void emit_sim_fused_stamp(emit_stamp *stamp, const emit *e, const emit_graph *g, const emit_node *n)
{
    emit_input without = *e->in;
    emit plain = *e;
    stream text;
    FILE *file = stream_open(&text);

    without.sources = NULL; /* the lines of steps decide nothing */
    plain.in = &without;
    (void)emit_sim_fused(file, &plain, g, n);
    stream_close(&text);
    emit_stamp_add(stamp, text.bytes, text.size);
    free(text.bytes);
}
