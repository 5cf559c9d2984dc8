/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The vggen authors */
/* `after:`: every node of a step comes after every node of the steps that it names. For a step in a body that another
 * body or graph looks at, the conditional node stands that holds it there. */
#include "verify/parts.h"

typedef struct {
    verifier *v;
    verify_part part;
    const uint32_t *by_rank;
    size_t *start; /* of each step of the part, in by_rank; one more at the end */
    uint32_t
        *stands_in; /* for each step of the part: the one of this graph or body that is it or holds it, or MODEL_NONE */
    uint32_t *seen; /* for each step, 1 + the last step that it was found for */
    uint32_t *open; /* steps still to be looked at */
    verify_paths paths;
} after_check;

static void find_nodes(after_check *c, const plan_graph *g)
{
    size_t k = 0;
    for (uint32_t s = c->part.begin; s < c->part.end; s++) {
        while (k < g->node_count && g->nodes[c->by_rank[k]].step == MODEL_NONE &&
               verify_rank(c->v, &g->nodes[c->by_rank[k]]) < 2)
            k++;
        c->start[s - c->part.begin] = k;
        while (k < g->node_count && g->nodes[c->by_rank[k]].step == s)
            k++;
    }
    c->start[c->part.end - c->part.begin] = k;
}

/* What holds a step stands before it. */
static void find_stand_ins(after_check *c)
{
    for (uint32_t s = c->part.begin; s < c->part.end; s++) {
        uint32_t inside = c->part.from->steps[s].inside;
        bool within = inside > c->part.begin;
        c->stands_in[s - c->part.begin] = verify_part_has(&c->part, s) ? s
                                          : within                     ? c->stands_in[inside - 1 - c->part.begin]
                                                                       : MODEL_NONE;
    }
}

static uint32_t stand_in(const after_check *c, uint32_t step)
{
    return step >= c->part.begin && step < c->part.end ? c->stands_in[step - c->part.begin] : MODEL_NONE;
}

static size_t start_of(const after_check *c, uint32_t step)
{
    return c->start[step - c->part.begin];
}

static void ask_for_all(after_check *c, uint32_t earlier, uint32_t later)
{
    for (size_t i = start_of(c, earlier); i < start_of(c, earlier + 1); i++) {
        for (size_t k = start_of(c, later); k < start_of(c, later + 1); k++)
            verify_paths_add(c->v->memory, &c->paths,
                             (verify_path){c->by_rank[i], c->by_rank[k], 0, 0, true, false, false});
    }
}

/* A step without nodes does not get in the way of those that it names. */
static void check_step(after_check *c, uint32_t step)
{
    size_t count = 0;
    uint32_t later = stand_in(c, step);
    c->open[count++] = step;
    while (count > 0 && later != MODEL_NONE) {
        const model_step *at = &c->part.from->steps[c->open[--count]];
        for (size_t i = 0; i < at->after_count; i++) {
            uint32_t named = stand_in(c, at->after[i]);
            if (named == MODEL_NONE || named == later || c->seen[named - c->part.begin] == step + 1)
                continue;
            c->seen[named - c->part.begin] = step + 1;
            if (start_of(c, named) == start_of(c, named + 1))
                c->open[count++] = named;
            else
                ask_for_all(c, named, later);
        }
    }
}

/* Collectives begin in the order of the steps, one behind the other: on every rank alike. */
static void check_collectives(after_check *c)
{
    uint32_t earlier = MODEL_NONE;
    for (uint32_t s = c->part.begin; s < c->part.end; s++) {
        const model_step *step = &c->part.from->steps[s];
        if (step->collective == COLLECTIVE_NONE || step->kind != STEP_CAPTURE || !verify_part_has(&c->part, s))
            continue;
        if (earlier != MODEL_NONE)
            ask_for_all(c, earlier, s);
        earlier = s;
    }
}

static void check_graph(verifier *v, const plan_graph *g)
{
    verify_part part = verify_part_of(v, g);
    size_t steps = part.end - part.begin;
    after_check c = {.v = v,
                     .part = part,
                     .by_rank = verify_by_rank(v, g),
                     .start = ARENA_ARRAY(v->memory, size_t, steps + 1),
                     .stands_in = ARENA_ARRAY(v->memory, uint32_t, steps),
                     .seen = ARENA_ARRAY(v->memory, uint32_t, steps),
                     .open = ARENA_ARRAY(v->memory, uint32_t, steps + 1)};
    find_nodes(&c, g);
    find_stand_ins(&c);
    for (uint32_t s = part.begin; s < part.end; s++) {
        if (part.from->steps[s].after_count > 0)
            check_step(&c, s);
    }
    check_collectives(&c);
    v->looked += c.paths.count;
    verify_paths_prove(v, g, &c.paths);
}

void verify_after(verifier *v)
{
    verify_each_graph(v, check_graph);
    verify_each_body(v, check_graph);
}
