/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The vggen authors */
/* Conditional nodes: which bodies they have, and what the plan has them touch against what those touch. */
#include <string.h>

#include "base/text.h"
#include "verify/parts.h"

/* ---- bodies and what holds them ---- */

/* Body `index` is the one that its conditional node has there. */
static bool is_held(const verifier *v, size_t index)
{
    const plan *p = v->p;
    const plan_graph *body = &p->bodies[index];
    if (body->holder != MODEL_NONE && body->holder >= index) /* a body stands before those that it holds */
        return false;
    const plan_graph *holder = verify_holder(v, body);
    if (holder->graph != body->graph || body->holder_node >= holder->node_count)
        return false;
    const plan_node *node = &holder->nodes[body->holder_node];
    if (node->kind != PLAN_CONDITIONAL || !verify_holds_steps(&v->m->graphs[body->graph].steps[node->step]))
        return false;
    return body->body < node->body_count && node->first_body + body->body == index;
}

static size_t count_bodies(const plan_graph *g)
{
    size_t count = 0;
    for (size_t n = 0; n < g->node_count; n++)
        count += g->nodes[n].body_count;
    return count;
}

static void check_body_names(verifier *v)
{
    size_t count = 0;
    const char **sorted = ARENA_ARRAY(v->memory, const char *, v->p->graph_count + v->p->body_count);
    for (size_t i = 0; i < v->p->graph_count; i++)
        sorted[count++] = v->p->graphs[i].name;
    for (size_t i = 0; i < v->p->body_count; i++) {
        sorted[count++] = v->p->bodies[i].name;
        if (!text_is_identifier(v->p->bodies[i].name))
            verify_fail(v, v->m->program_at, "expected a C identifier as the name of a body, found %s",
                        v->p->bodies[i].name);
    }
    text_sort(sorted, count);
    for (size_t i = 1; i < count; i++) {
        if (strcmp(sorted[i - 1], sorted[i]) == 0)
            verify_fail(v, v->m->program_at, "two graphs or bodies are called %s", sorted[i]);
    }
}

void verify_bodies_shape(verifier *v)
{
    size_t wanted = 0;
    for (size_t i = 0; i < v->p->graph_count; i++)
        wanted += count_bodies(&v->p->graphs[i]);
    for (size_t i = 0; i < v->p->body_count; i++) {
        wanted += count_bodies(&v->p->bodies[i]);
        if (!is_held(v, i)) {
            verify_fail(v, v->m->program_at, "no conditional node has %s where it stands", v->p->bodies[i].name);
            return;
        }
    }
    if (wanted != v->p->body_count) /* each is held once */
        verify_fail(v, v->m->program_at, "expected conditional nodes to have %zu bodies, found %zu", v->p->body_count,
                    wanted);
    if (v->p->body_count > 0)
        check_body_names(v);
}

/* ---- what they touch ---- */

typedef struct {
    verify_bytes *read, *written; /* of each buffer */
} touched_bytes;

static touched_bytes nothing_touched(arena *a, const model *m)
{
    return (touched_bytes){ARENA_ARRAY(a, verify_bytes, m->buffer_count),
                           ARENA_ARRAY(a, verify_bytes, m->buffer_count)};
}

static void add_ranges(arena *a, touched_bytes *t, const plan_node *node)
{
    for (size_t i = 0; i < node->range_count; i++) {
        const plan_range *r = &node->ranges[i];
        if (r->access & PLAN_READ)
            verify_bytes_set(a, &t->read[r->buffer], r->first, r->last, 0);
        if (r->access & PLAN_WRITE)
            verify_bytes_set(a, &t->written[r->buffer], r->first, r->last, 0);
    }
}

/* Fails unless all that the ranges touch is in `t`. */
static void expect_within(verifier *v, const plan_node *node, const touched_bytes *t, const plan_range *ranges,
                          size_t count, const char *says)
{
    for (size_t i = 0; i < count; i++) {
        const plan_range *r = &ranges[i];
        for (int writes = 0; writes < 2; writes++) {
            const verify_bytes *in = writes ? &t->written[r->buffer] : &t->read[r->buffer];
            uint64_t missing = verify_bytes_missing(in, r->first, r->last);
            if (!(r->access & (writes ? PLAN_WRITE : PLAN_READ)) || missing == r->last)
                continue;
            verify_fail(v, node->at, "node %s: byte %llu of %s is %s by %s", node->name, (unsigned long long)missing,
                        v->m->buffers[r->buffer].name, writes ? "written" : "read", says);
            return;
        }
    }
}

static void check_node(verifier *v, const plan_node *node)
{
    arena *a = arena_new();
    v->looked++;
    touched_bytes declared = nothing_touched(a, v->m), done = nothing_touched(a, v->m);
    plan_range condition = {node->condition, 0, v->m->buffers[node->condition].size, PLAN_READ};
    verify_bytes_set(a, &done.read[node->condition], condition.first, condition.last, 0);
    add_ranges(a, &declared, node);
    expect_within(v, node, &declared, &condition, 1, "itself, which the plan does not state");
    for (size_t b = 0; b < node->body_count; b++) {
        const plan_graph *body = &v->p->bodies[node->first_body + b];
        for (size_t n = 0; n < body->node_count; n++) {
            const plan_node *inner = &body->nodes[n];
            add_ranges(a, &done, inner);
            expect_within(v, node, &declared, inner->ranges, inner->range_count,
                          "its bodies, which the plan does not state");
        }
    }
    expect_within(v, node, &done, node->ranges, node->range_count,
                  "nothing in its bodies, against what the plan states");
    /* A body may run never or often. */
    for (size_t i = 0; i < node->range_count; i++) {
        if (node->ranges[i].access & (PLAN_WHOLE | PLAN_WORK))
            verify_fail(v, node->at, "node %s does not surely write bytes of %s", node->name,
                        v->m->buffers[node->ranges[i].buffer].name);
    }
    arena_free(a);
}

static void check_graph(verifier *v, const plan_graph *g)
{
    for (size_t n = 0; n < g->node_count; n++) {
        if (g->nodes[n].kind == PLAN_CONDITIONAL)
            check_node(v, &g->nodes[n]);
    }
}

void verify_control(verifier *v)
{
    verify_each_graph(v, check_graph);
    verify_each_body(v, check_graph);
}
