/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The vggen authors */
/* Nodes that stand for no step. */
#include "verify/parts.h"

static void check_transfer(verifier *v, const plan_node *node)
{
    const plan_run *run = &v->p->runs[node->run];
    bool up = run->direction == PLAN_UPLOAD;
    plan_range *expected = ARENA_ARRAY(v->memory, plan_range, run->member_count);
    for (size_t i = 0; i < run->member_count; i++) {
        const model_buffer *b = &v->m->buffers[run->members[i]];
        uint64_t last = run->last < b->size ? run->last : b->size;
        bool certain = !run->on_request && !run->if_changed;
        unsigned access = !up ? PLAN_READ : certain ? PLAN_WRITE | PLAN_WHOLE : PLAN_WRITE;
        expected[i] = (plan_range){run->members[i], run->first, last, access};
    }
    verify_expect_ranges(v, node, expected, run->member_count);
    if (run->transport == TRANSPORT_KERNEL)
        verify_copy_launch(v, node);
}

static void check_clear(verifier *v, const plan_node *node)
{
    static const unsigned char zero[1] = {0};
    const model_buffer *b = &v->m->buffers[node->to];
    bool clears = verify_is_fill_launch(v, node) ? verify_launch_fills(node, zero, 1, node->to, 0, b->size)
                                                 : verify_is_whole_fill(v, node, zero, 1, node->to, 0, b->size);
    if (b->role != ROLE_OUTPUT || !clears) {
        verify_fail(v, node->at, "node %s stands for no step and does not clear an output", node->name);
        return;
    }
    plan_range expected = {node->to, 0, b->size, PLAN_WRITE | PLAN_WHOLE};
    verify_expect_ranges(v, node, &expected, 1);
}

static void check_node(verifier *v, const plan_graph *g, const plan_node *node, size_t *transfers)
{
    bool replayed = v->m->graphs[g->graph].kind == GRAPH_REPLAY && !verify_is_body(v, g);
    if (node->switched != MODEL_NONE || node->unless)
        verify_fail(v, node->at, "node %s stands for no step but has a switch", node->name);
    if (node->kind == PLAN_TRANSFER && replayed) {
        transfers[node->run]++;
        check_transfer(v, node);
    } else if (replayed && node->to < v->m->buffer_count &&
               (node->kind == PLAN_FILL || verify_is_fill_launch(v, node))) {
        check_clear(v, node);
    } else if (node->kind != PLAN_EMPTY && !(replayed && (node->kind == PLAN_BEGIN || node->kind == PLAN_END))) {
        verify_fail(v, node->at, "node %s stands for no step", node->name);
    }
}

void verify_added(verifier *v, const plan_graph *g)
{
    size_t *transfers = ARENA_ARRAY(v->memory, size_t, v->p->run_count);
    for (size_t n = 0; n < g->node_count; n++) {
        if (g->nodes[n].step == MODEL_NONE)
            check_node(v, g, &g->nodes[n], transfers);
    }
    for (size_t r = 0; r < v->p->run_count && !verify_is_body(v, g); r++) {
        bool by_node = v->p->runs[r].transport != TRANSPORT_DIRECT;
        size_t wanted = v->p->runs[r].graph == g->graph && by_node ? 1 : 0;
        if (transfers[r] != wanted)
            verify_fail(v, v->m->graphs[g->graph].at,
                        "expected %zu copies of the run that begins with %s in graph %s, found %zu", wanted,
                        v->m->buffers[v->p->runs[r].members[0]].name, g->name, transfers[r]);
    }
}
