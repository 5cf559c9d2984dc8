/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The vggen authors */
/* Paths from each of some nodes to each of others. Where both are many, the smaller side gets bits, 64 nodes at a time,
 * which are passed along the edges to the other side. */
#include "verify/parts.h"

#define SIDE 64u

typedef struct {
    verifier *v;
    const plan_graph *g;
    const verify_fan *fan;
    uint64_t *reached, *own; /* for each node: bits of those that it comes after (or before), and its own bit */
} fan_proof;

static verify_path path_of(const verify_fan *fan, uint32_t from, uint32_t to)
{
    return (verify_path){from, to, fan->first_buffer, fan->second_buffer, false, fan->reads, fan->writes};
}

/* Proves them one by one, with a message for each that is not there. */
static void prove_each(const fan_proof *f, const uint32_t *from, size_t from_count, const uint32_t *to, size_t to_count)
{
    verify_paths paths = {NULL, 0, 0};
    for (size_t i = 0; i < from_count; i++) {
        for (size_t k = 0; k < to_count; k++)
            verify_paths_add(f->v->memory, &paths, path_of(f->fan, from[i], to[k]));
    }
    verify_paths_prove(f->v, f->g, &paths);
}

static void pass_bits(const fan_proof *f, size_t node, const uint32_t *near, size_t count)
{
    f->reached[node] = 0;
    for (size_t i = 0; i < count; i++)
        f->reached[node] |= f->reached[near[i]] | f->own[near[i]];
}

/* Up to 64 nodes of one side against all of the other. */
static void prove_block(const fan_proof *f, const uint32_t *side, size_t count, bool side_is_first)
{
    const plan_graph *g = f->g;
    const uint32_t *other = side_is_first ? f->fan->to : f->fan->from;
    size_t other_count = side_is_first ? f->fan->to_count : f->fan->from_count;
    uint64_t all = count == SIDE ? UINT64_MAX : ((uint64_t)1 << count) - 1;
    for (size_t i = 0; i < count; i++)
        f->own[side[i]] |= (uint64_t)1 << i;
    for (size_t k = 0; k < g->node_count; k++) {
        size_t n = side_is_first ? k : g->node_count - 1 - k;
        if (side_is_first)
            pass_bits(f, n, g->nodes[n].after, g->nodes[n].after_count);
        else
            pass_bits(f, n, g->nodes[n].before, g->nodes[n].before_count);
    }
    for (size_t i = 0; i < other_count; i++) {
        if (f->reached[other[i]] == all)
            continue;
        if (side_is_first)
            prove_each(f, side, count, &other[i], 1);
        else
            prove_each(f, &other[i], 1, side, count);
        break; /* one message is enough */
    }
    for (size_t i = 0; i < count; i++)
        f->own[side[i]] = 0;
}

/* Asks for the paths one by one, as far as they do not show at once. */
static void add_paths(arena *a, verify_shortcuts *s, const verify_fan *fan, verify_paths *paths)
{
    for (size_t k = 0; k < fan->to_count && fan->from_count > 0; k++) {
        verify_look_from(s, fan->to[k]);
        for (size_t i = 0; i < fan->from_count; i++) {
            if (!verify_is_before(s, fan->from[i], fan->to[k]))
                verify_paths_add(a, paths, path_of(fan, fan->from[i], fan->to[k]));
        }
    }
}

static bool all_lead_through(verify_shortcuts *s, const verify_fan *fan, uint32_t through)
{
    for (size_t i = 0; i < fan->to_count; i++) {
        if (!verify_depends_on(&s->g->nodes[fan->to[i]], through))
            return false;
    }
    verify_look_from(s, through);
    for (size_t i = 0; i < fan->from_count; i++) {
        if (!verify_is_before(s, fan->from[i], through))
            return false;
    }
    return true;
}

/* Whether one empty node joins both sides. */
static bool is_joined(verify_shortcuts *s, const verify_fan *fan)
{
    const plan_node *to = &s->g->nodes[fan->to[0]];
    for (size_t i = 0; i < to->after_count; i++) {
        if (s->g->nodes[to->after[i]].kind == PLAN_EMPTY && all_lead_through(s, fan, to->after[i]))
            return true;
    }
    return false;
}

void verify_fan_prove(verifier *v, verify_shortcuts *s, const verify_fan *fan, verify_paths *paths)
{
    bool by_first = fan->from_count <= fan->to_count;
    const uint32_t *side = by_first ? fan->from : fan->to;
    size_t count = by_first ? fan->from_count : fan->to_count;
    v->looked += fan->from_count * fan->to_count;
    if (count <= SIDE) {
        add_paths(v->memory, s, fan, paths);
        return;
    }
    if (is_joined(s, fan))
        return;
    arena *scratch = arena_new();
    fan_proof f = {v, s->g, fan, ARENA_ARRAY(scratch, uint64_t, s->g->node_count),
                   ARENA_ARRAY(scratch, uint64_t, s->g->node_count)};
    for (size_t i = 0; i < count; i += SIDE)
        prove_block(&f, side + i, count - i < SIDE ? count - i : SIDE, by_first);
    arena_free(scratch);
}
