/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The vggen authors */
/* Outputs that `api: call` may give again: those of replays that are a function of what goes in. That nodes touch what
 * they declare, and that outputs and scratch have no bytes of earlier replays, is proven before; so a state, and memory
 * of the application's that no call compares, are all that could differ between two replays with the same inputs,
 * settings and switches. */
#include "base/bytes.h"
#include "verify/parts.h"

static const model_buffer *unseen_by(const verifier *v, const plan_graph *g)
{
    for (size_t n = 0; n < g->node_count; n++) {
        for (size_t i = 0; i < g->nodes[n].range_count; i++) {
            const model_buffer *b = &v->m->buffers[g->nodes[n].ranges[i].buffer];
            if (b->role == ROLE_STATE || b->external)
                return b;
        }
    }
    return NULL;
}

/* What one call takes and gives: all that crosses in the graph but settings, and what only the program looks at. */
static uint64_t bytes_of_call(const verifier *v, const plan_graph *g)
{
    uint64_t bytes = 0;
    for (size_t r = 0; r < v->p->run_count; r++) {
        const plan_run *run = &v->p->runs[r];
        if (&v->p->graphs[run->graph] != g)
            continue;
        for (size_t i = 0; i < run->member_count; i++) {
            const model_buffer *b = &v->m->buffers[run->members[i]];
            if (b->role != ROLE_SETTING && !b->internal)
                bytes = bytes_add(bytes, run->last == UINT64_MAX ? b->size : run->last - run->first);
        }
    }
    return bytes;
}

void verify_kept(verifier *v)
{
    uint64_t bytes = 0;
    for (size_t i = 0; i < v->p->graph_count; i++) {
        const plan_graph *g = &v->p->graphs[i];
        const model_buffer *unseen = unseen_by(v, g);
        if (!g->keeps)
            continue;
        v->looked++;
        if (!v->m->api_call || g->kind != GRAPH_REPLAY)
            verify_fail(v, v->m->api_at, "outputs of graph %s are kept, but it is not called", g->name);
        for (size_t n = 0; n < g->node_count; n++) {
            if (g->nodes[n].step != MODEL_NONE && v->m->ranks > 1 &&
                v->m->graphs[g->graph].steps[g->nodes[n].step].collective != COLLECTIVE_NONE)
                verify_fail(v, g->nodes[n].at, "outputs of graph %s are kept, but other ranks take part in %s", g->name,
                            g->nodes[n].name);
        }
        if (unseen)
            verify_fail(v, unseen->at, "outputs of graph %s are kept, but it touches %s, which calls do not compare",
                        g->name, unseen->name);
        if (v->m->keep > 1)
            bytes = bytes_add(bytes, bytes_multiply(bytes_of_call(v, g), (uint64_t)v->m->keep * v->m->lanes));
    }
    if (v->p->keep_bytes != bytes)
        verify_fail(v, v->m->keep_expr.at, "expected %llu bytes for kept calls, found %llu", (unsigned long long)bytes,
                    (unsigned long long)v->p->keep_bytes);
}
