/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The vggen authors */
/* The nodes of NAME_sim.cpp as the stamp has them. Whatever emit_sim.c or emit_sim_transfer.c write of a node has to be
 * made from what is added here, or to stand in another file that is compiled. */
#include <string.h>

#include "emit/sim_parts.h"

static void add_text(emit_stamp *stamp, const char *text)
{
    emit_stamp_bytes(stamp, text, strlen(text));
}

static void add_ranges(emit_stamp *stamp, const plan_node *n)
{
    emit_stamp_number(stamp, n->range_count);
    for (size_t i = 0; i < n->range_count; i++) {
        emit_stamp_number(stamp, n->ranges[i].buffer);
        emit_stamp_number(stamp, n->ranges[i].first);
        emit_stamp_number(stamp, n->ranges[i].last);
        emit_stamp_number(stamp, n->ranges[i].access);
    }
}

static void add_pointers(emit_stamp *stamp, const plan_node *n)
{
    emit_stamp_number(stamp, n->argument_count);
    for (size_t i = 0; i < n->argument_count; i++) {
        emit_stamp_number(stamp, n->arguments[i].pointer ? (uint64_t)n->arguments[i].buffer + 1 : 0);
        emit_stamp_number(stamp, n->arguments[i].at);
        emit_stamp_number(stamp, n->arguments[i].first);
    }
}

static void add_run(emit_stamp *stamp, const plan_run *run)
{
    emit_stamp_number(stamp, run->direction);
    emit_stamp_number(stamp, run->member_count);
    for (size_t i = 0; i < run->member_count; i++)
        emit_stamp_number(stamp, run->members[i]);
    emit_stamp_number(stamp, run->piece_count);
    for (size_t i = 0; i < run->piece_count; i++) {
        emit_stamp_number(stamp, run->pieces[i].count);
        emit_stamp_number(stamp, run->pieces[i].bytes);
    }
    emit_stamp_number(stamp, emit_run_first(run));
    emit_stamp_number(stamp, emit_run_bytes(run));
}

static void add_node(emit_stamp *stamp, const emit *e, const emit_graph *g, const emit_node *described)
{
    const plan_node *n = described->plan;

    emit_stamp_number(stamp, n->kind);
    add_text(stamp, n->name);
    add_text(stamp, n->title);
    add_text(stamp, described->kernel != NULL ? e->i->symbols[n->kernel] : "");
    add_ranges(stamp, n);
    add_pointers(stamp, n);
    if (described->run != NULL)
        add_run(stamp, described->run);
    if (n->kind == PLAN_COPY || n->kind == PLAN_FILL) {
        emit_stamp_number(stamp, n->to);
        emit_stamp_number(stamp, n->to_first);
    }
    if (n->kind == PLAN_COPY) {
        emit_stamp_number(stamp, n->from);
        emit_stamp_number(stamp, n->from_first);
    }
    if (n->kind == PLAN_CONDITIONAL) {
        emit_stamp_number(stamp, n->first_body);
        emit_stamp_number(stamp, n->body_count);
    }
    if (n->kind == PLAN_FUSED)
        emit_sim_fused_stamp(stamp, e, g, described);
}

void emit_sim_stamp_nodes(emit_stamp *stamp, const emit *e)
{
    for (size_t i = 0; i < e->p->graph_count + e->p->body_count; i++) {
        const emit_graph *g = &e->graphs[i];
        add_text(stamp, g->plan->name);
        emit_stamp_number(stamp, g->plan->node_count);
        for (size_t n = 0; n < g->plan->node_count; n++)
            add_node(stamp, e, g, &g->nodes[n]);
    }
}
