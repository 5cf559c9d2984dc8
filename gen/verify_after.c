/* SPDX-License-Identifier: MIT */
/* `after:`: every node of a step comes after every node of the steps that it names. */
#include "verify_parts.h"

typedef struct {
    verifier *v;
    const model_graph *from;
    const uint32_t *by_rank;
    size_t *start;  /* of each step, in by_rank; one more at the end */
    uint32_t *seen; /* for each step, 1 + the last step that it was found for */
    uint32_t *open; /* steps still to be looked at */
    verify_paths paths;
} after_check;

static void find_nodes(after_check *c, const plan_graph *g)
{
    size_t k = 0;
    for (size_t s = 0; s < c->from->step_count; s++) {
        while (k < g->node_count && g->nodes[c->by_rank[k]].step == MODEL_NONE &&
               verify_rank(c->v, &g->nodes[c->by_rank[k]]) < 2)
            k++;
        c->start[s] = k;
        while (k < g->node_count && g->nodes[c->by_rank[k]].step == s)
            k++;
    }
    c->start[c->from->step_count] = k;
}

static void ask_for_all(after_check *c, size_t earlier, size_t later)
{
    for (size_t i = c->start[earlier]; i < c->start[earlier + 1]; i++) {
        for (size_t k = c->start[later]; k < c->start[later + 1]; k++)
            verify_paths_add(c->v->memory, &c->paths,
                             (verify_path){c->by_rank[i], c->by_rank[k], 0, 0, true, false, false});
    }
}

/* A step without nodes does not get in the way of those that it names. */
static void check_step(after_check *c, size_t step)
{
    size_t count = 0;
    c->open[count++] = (uint32_t)step;
    while (count > 0) {
        const model_step *at = &c->from->steps[c->open[--count]];
        for (size_t i = 0; i < at->after_count; i++) {
            uint32_t named = at->after[i];
            if (c->seen[named] == step + 1)
                continue;
            c->seen[named] = (uint32_t)step + 1;
            if (c->start[named] == c->start[named + 1])
                c->open[count++] = named;
            else
                ask_for_all(c, named, step);
        }
    }
}

static void check_graph(verifier *v, const plan_graph *g)
{
    const model_graph *from = &v->m->graphs[g->graph];
    after_check c = {.v = v,
                     .from = from,
                     .by_rank = verify_by_rank(v, g),
                     .start = ARENA_ARRAY(v->memory, size_t, from->step_count + 1),
                     .seen = ARENA_ARRAY(v->memory, uint32_t, from->step_count),
                     .open = ARENA_ARRAY(v->memory, uint32_t, from->step_count + 1)};
    find_nodes(&c, g);
    for (size_t s = 0; s < from->step_count; s++) {
        if (from->steps[s].after_count > 0)
            check_step(&c, s);
    }
    verify_paths_prove(v, g, &c.paths);
}

void verify_after(verifier *v)
{
    verify_each_graph(v, check_graph);
}
