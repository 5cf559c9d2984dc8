/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The vggen authors */
/* A replay is a function of what goes in, of settings and of switches, unless it touches state or external memory, or
 * other ranks take part:
 * scratch and outputs are defined anew in each, and constants and derived buffers never change. So a call may be given
 * its outputs again wherever its inputs come again and nothing was set since, whatever other graphs did in between. */
#include "plan/keep.h"

#include "base/bytes.h"

/* The struct that holds it may be static: code that is compiled as usual reaches 2 GiB of such memory. */
#define MOST_BYTES (UINT64_C(1) << 30)

/* State, or memory of the application's that no call compares, or what other ranks have, who wait for this one. */
static bool touches_unseen(const model *m, const plan_graph *g)
{
    for (size_t i = 0; i < g->node_count; i++) {
        if (g->nodes[i].kind == PLAN_CAPTURE && g->nodes[i].capture->collective != NULL)
            return true;
        for (size_t j = 0; j < g->nodes[i].range_count; j++) {
            const model_buffer *b = &m->buffers[g->nodes[i].ranges[j].buffer];
            if (b->role == ROLE_STATE || b->external)
                return true;
        }
    }
    return false;
}

static bool crosses(const plan *p, uint32_t graph, uint32_t buffer, plan_direction direction)
{
    for (size_t i = 0; i < p->run_count; i++)
        for (size_t k = 0; p->runs[i].graph == graph && k < p->runs[i].member_count; k++)
            if (p->runs[i].direction == direction && p->runs[i].members[k] == buffer)
                return true;
    return false;
}

uint64_t keep_piece(const model *m, const plan *p, uint32_t graph, uint32_t buffer, plan_direction direction)
{
    const model_buffer *b = &m->buffers[buffer];

    if (b->role == ROLE_SETTING || b->role == ROLE_CONDITION || b->internal || !crosses(p, graph, buffer, direction))
        return 0;
    return direction == PLAN_DOWNLOAD && b->down_last != 0 ? b->down_last - b->down_first : b->size;
}

static uint64_t call_bytes(const model *m, const plan *p, uint32_t graph)
{
    uint64_t bytes = 0;

    for (uint32_t b = 0; b < m->buffer_count; b++)
        for (int direction = 0; direction < 2; direction++)
            bytes = bytes_add(bytes, keep_piece(m, p, graph, b, (plan_direction)direction));
    return bytes;
}

void keep_choose(diag *d, const model *m, plan *p)
{
    uint64_t bytes = 0;
    bool any = false;

    for (uint32_t g = 0; g < p->graph_count; g++) {
        plan_graph *graph = &p->graphs[g];

        graph->keeps = m->api_call && graph->kind == GRAPH_REPLAY && !touches_unseen(m, graph);
        any = any || graph->keeps;
        if (graph->keeps && m->keep > 1)
            bytes = bytes_add(bytes, bytes_multiply(call_bytes(m, p, g), (uint64_t)m->keep * m->lanes));
    }
    if (m->keep > 1 && !any)
        diag_warning(d, m->keep_expr.at, "keep-nothing",
                     "no outputs are kept, because every graph uses a state, external memory or other ranks");
    if (bytes > MOST_BYTES)
        diag_error(d, m->keep_expr.at, "keep-memory",
                   "%u kept calls take %llu bytes of the program's struct, at most %llu are possible", m->keep,
                   (unsigned long long)bytes, (unsigned long long)MOST_BYTES);
    p->keep_bytes = bytes;
}
