/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The vggen authors */
/* What a fused launch touches against what its parts touch, and who sets its conditions. */
#include "verify/fused_parts.h"

typedef struct {
    verifier *v;
    const fused_graph *g;
    const plan_node *launch;
    verify_bytes *of[2], *whole; /* read and written, of each buffer; surely written before they are read */
    bool *in;                    /* for each node of the plain graph and then of its bodies: a part */
} touched;

static void add_node(touched *t, const plan_node *node, bool certain)
{
    arena *a = t->v->memory;

    for (size_t i = 0; i < node->range_count; i++) {
        const plan_range *r = &node->ranges[i];

        if (certain && (r->access & PLAN_WHOLE) != 0 &&
            verify_bytes_missing(&t->of[0][r->buffer], r->first, r->last) == r->first)
            verify_bytes_set(a, &t->whole[r->buffer], r->first, r->last, 0);
    }
    for (size_t i = 0; i < node->range_count; i++) {
        const plan_range *r = &node->ranges[i];

        if ((r->access & PLAN_READ) != 0)
            verify_bytes_set(a, &t->of[0][r->buffer], r->first, r->last, 0);
        if ((r->access & PLAN_WRITE) != 0)
            verify_bytes_set(a, &t->of[1][r->buffer], r->first, r->last, 0);
    }
}

static void add_list(touched *t, const plan_fused_list *list, bool certain)
{
    for (size_t i = 0; i < list->part_count; i++) {
        const plan_part *part = &list->parts[i];
        const plan_node *node = &list->of->nodes[part->node];

        if (node->kind != PLAN_CONDITIONAL) {
            add_node(t, node, certain && part->switched == 0);
            continue;
        }
        for (size_t b = 0; b < node->body_count; b++)
            add_list(t, &part->bodies[b], false);
    }
}

/* Bytes that a condition stands for are nobody else's. */
static bool is_word(const verifier *v, const plan_range *r)
{
    return v->m->buffers[r->buffer].role == ROLE_CONDITION;
}

static bool expect_range(const touched *t, const plan_range *r, verify_bytes *const of[2], const char *says)
{
    for (unsigned writes = 0; writes < 2 && !is_word(t->v, r); writes++) {
        uint64_t missing = verify_bytes_missing(&of[writes][r->buffer], r->first, r->last);

        if ((r->access & (writes ? PLAN_WRITE : PLAN_READ)) == 0 || missing == r->last)
            continue;
        verify_fail(t->v, t->launch->at, "node %s: byte %llu of %s is %s by %s", t->launch->name,
                    (unsigned long long)missing, t->v->m->buffers[r->buffer].name, writes ? "written" : "read", says);
        return false;
    }
    return true;
}

static bool expect_list(const touched *t, const plan_fused_list *list, verify_bytes *const declared[2])
{
    bool within = true;

    for (size_t i = 0; within && i < list->part_count; i++) {
        const plan_part *part = &list->parts[i];
        const plan_node *node = &list->of->nodes[part->node];

        for (size_t r = 0; within && node->kind != PLAN_CONDITIONAL && r < node->range_count; r++)
            within = expect_range(t, &node->ranges[r], declared,
                                  arena_printf(t->v->memory, "part %s, which the plan does not state", node->name));
        for (size_t b = 0; within && node->kind == PLAN_CONDITIONAL && b < node->body_count; b++)
            within = expect_list(t, &part->bodies[b], declared);
    }
    return within;
}

static verify_bytes *no_bytes(const verifier *v)
{
    return ARENA_ARRAY(v->memory, verify_bytes, v->m->buffer_count);
}

void fused_check_ranges(verifier *v, const fused_graph *g, const plan_node *launch)
{
    arena *a = v->memory;
    touched t = {.v = v, .g = g, .launch = launch, .of = {no_bytes(v), no_bytes(v)}, .whole = no_bytes(v)};
    verify_bytes *declared[2] = {no_bytes(v), no_bytes(v)};

    for (size_t b = 0; b < launch->block_count; b++)
        add_list(&t, &launch->blocks[b], true);
    for (size_t i = 0; i < launch->range_count; i++) {
        const plan_range *r = &launch->ranges[i];

        for (unsigned writes = 0; writes < 2; writes++) {
            if ((r->access & (writes ? PLAN_WRITE : PLAN_READ)) != 0)
                verify_bytes_set(a, &declared[writes][r->buffer], r->first, r->last, 0);
        }
        if (!expect_range(&t, r, t.of, "none of its parts, against what the plan states"))
            return;
        if ((r->access & PLAN_WHOLE) != 0 && verify_bytes_missing(&t.whole[r->buffer], r->first, r->last) != r->last)
            verify_fail(v, launch->at, "node %s does not surely write bytes of %s before it reads them", launch->name,
                        v->m->buffers[r->buffer].name);
    }
    for (size_t b = 0; b < launch->block_count; b++) {
        if (!expect_list(&t, &launch->blocks[b], declared))
            return;
    }
}

/* ---- conditions ---- */

static size_t nodes_before(const fused_graph *g, const plan_graph *of)
{
    size_t count = 0;

    if (of == g->all->graph)
        return 0;
    count = g->all->graph->node_count;
    for (const plan_graph *body = g->all->bodies; body != of; body++)
        count += body->node_count;
    return count;
}

static void mark_list(touched *t, const plan_fused_list *list)
{
    size_t before = nodes_before(t->g, list->of);

    for (size_t i = 0; i < list->part_count; i++) {
        const plan_node *node = &list->of->nodes[list->parts[i].node];

        t->in[before + list->parts[i].node] = true;
        for (size_t b = 0; node->kind == PLAN_CONDITIONAL && b < node->body_count; b++)
            mark_list(t, &list->parts[i].bodies[b]);
    }
}

static void check_setters(const touched *t, const plan_graph *of)
{
    size_t before = nodes_before(t->g, of);

    for (size_t n = 0; n < of->node_count; n++) {
        const plan_node *node = &of->nodes[n];

        for (size_t i = 0; i < node->argument_count && !t->in[before + n]; i++) {
            for (size_t c = 0; c < t->launch->condition_count; c++) {
                if (node->arguments[i].condition == t->launch->conditions[c])
                    verify_fail(t->v, node->at, "node %s sets %s, which is a word of %s, where it is no part",
                                node->name, t->v->m->buffers[t->launch->conditions[c]].name, t->launch->name);
            }
        }
    }
}

void fused_check_conditions(verifier *v, const fused_graph *g, const plan_node *launch)
{
    touched t = {.v = v, .g = g, .launch = launch};
    size_t nodes = g->all->graph->node_count;

    if (launch->condition_count == 0)
        return;
    for (size_t b = 0; b < g->all->body_count; b++)
        nodes += g->all->bodies[b].node_count;
    t.in = ARENA_ARRAY(v->memory, bool, nodes);
    for (size_t b = 0; b < launch->block_count; b++)
        mark_list(&t, &launch->blocks[b]);
    check_setters(&t, g->all->graph);
    for (size_t b = 0; b < g->all->body_count; b++)
        check_setters(&t, &g->all->bodies[b]);
    for (size_t c = 0; c < launch->condition_count; c++) {
        for (size_t k = 0; k < c; k++) {
            if (launch->conditions[k] == launch->conditions[c])
                verify_fail(v, launch->at, "node %s has two words for one condition", launch->name);
        }
    }
}
