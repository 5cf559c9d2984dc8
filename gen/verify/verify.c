/* SPDX-License-Identifier: MIT */
#include "verify/verify.h"

#include <stdarg.h>
#include <string.h>

#include "verify/verify_parts.h"

/* More failures than anyone reads are only counted. */
#define MAX_REPORTED 100u

void verify_fail(verifier *v, span at, const char *format, ...)
{
    if (v->failures++ >= MAX_REPORTED)
        return;
    va_list arguments;
    va_start(arguments, format);
    diag_error(v->d, at, "plan-unproven", "%s", arena_vprintf(v->memory, format, arguments));
    va_end(arguments);
}

static void each_of(verifier *v, const plan_graph *graphs, size_t count,
                    void (*check)(verifier *v, const plan_graph *g))
{
    arena *whole = v->memory;
    for (size_t i = 0; i < count; i++) {
        v->memory = arena_new();
        check(v, &graphs[i]);
        arena_free(v->memory);
    }
    v->memory = whole;
}

void verify_each_graph(verifier *v, void (*check)(verifier *v, const plan_graph *g))
{
    each_of(v, v->p->graphs, v->p->graph_count, check);
}

void verify_each_body(verifier *v, void (*check)(verifier *v, const plan_graph *g))
{
    each_of(v, v->p->bodies, v->p->body_count, check);
}

bool verify_is_body(const verifier *v, const plan_graph *g)
{
    for (size_t i = 0; i < v->p->graph_count; i++) {
        if (g == &v->p->graphs[i])
            return false;
    }
    return true;
}

const plan_graph *verify_holder(const verifier *v, const plan_graph *body)
{
    return body->holder == MODEL_NONE ? &v->p->graphs[body->graph] : &v->p->bodies[body->holder];
}

/* ---- what the model says of buffers and steps ---- */

bool verify_has_place(const model_buffer *b)
{
    return b->size > 0 && b->role != ROLE_CONDITION && !(b->role == ROLE_SETTING && !b->by_pointer);
}

bool verify_lives_on(const model *m, const model_buffer *b)
{
    bool for_one_replay = b->role == ROLE_SCRATCH || b->role == ROLE_OUTPUT;
    bool asked_for_later = b->upload == TRAFFIC_ON_REQUEST || b->download == TRAFFIC_ON_REQUEST;
    return !for_one_replay || asked_for_later || m->reuse_off;
}

bool verify_holds_steps(const model_step *step)
{
    return step->kind == STEP_WHILE || step->kind == STEP_IF || step->kind == STEP_SWITCH;
}

verify_part verify_part_of(const verifier *v, const plan_graph *g)
{
    const model_graph *from = &v->m->graphs[g->graph];
    if (!verify_is_body(v, g))
        return (verify_part){from, 0, (uint32_t)from->step_count, 0, 0};
    uint32_t holder = verify_holder(v, g)->nodes[g->holder_node].step;
    return (verify_part){from, holder + 1, from->steps[holder].end, holder + 1, g->body};
}

bool verify_part_has(const verify_part *part, uint32_t step)
{
    const model_step *s = &part->from->steps[step];
    return s->inside == part->inside && (part->inside == 0 || s->body == part->body);
}

bool verify_may_be_off(const model_step *step)
{
    bool off = step->switched != MODEL_NONE || step->idle_name;
    for (size_t i = 0; i < step->grid_count; i++)
        off = off || (step->grid[i].varies && step->grid[i].low < 1);
    return off;
}

/* ---- which node comes first in the spec ---- */

uint64_t verify_rank(const verifier *v, const plan_node *node)
{
    if (node->step != MODEL_NONE)
        return 2 + (uint64_t)node->step;
    if (node->kind == PLAN_TRANSFER)
        return v->p->runs[node->run].direction == PLAN_UPLOAD ? 0 : UINT64_MAX;
    return 1;
}

static void merge_by_rank(const uint64_t *ranks, const uint32_t *from, uint32_t *to, size_t begin, size_t middle,
                          size_t end)
{
    size_t left = begin, right = middle;
    for (size_t i = begin; i < end; i++) {
        bool take_left = right == end || (left < middle && ranks[from[left]] <= ranks[from[right]]);
        to[i] = take_left ? from[left++] : from[right++];
    }
}

uint32_t *verify_by_rank(verifier *v, const plan_graph *g)
{
    size_t n = g->node_count;
    uint64_t *ranks = ARENA_ARRAY(v->memory, uint64_t, n);
    uint32_t *sorted = ARENA_ARRAY(v->memory, uint32_t, n), *other = ARENA_ARRAY(v->memory, uint32_t, n);
    for (size_t i = 0; i < n; i++) {
        ranks[i] = verify_rank(v, &g->nodes[i]);
        sorted[i] = (uint32_t)i;
    }
    for (size_t width = 1; width < n; width *= 2) {
        for (size_t begin = 0; begin < n; begin += 2 * width) {
            size_t middle = begin + width < n ? begin + width : n;
            merge_by_rank(ranks, sorted, other, begin, middle, middle + width < n ? middle + width : n);
        }
        uint32_t *swap = sorted;
        sorted = other;
        other = swap;
    }
    return sorted;
}

bool verify_plan(arena *a, diag *d, const model *m, const plan *p)
{
    (void)a;
    verifier v = {arena_new(), d, m, p, 0};
    if (verify_shape(&v)) {
        verify_steps(&v);
        verify_outputs(&v);
        verify_hazards(&v);
        verify_after(&v);
        verify_control(&v);
        verify_frame(&v);
        verify_runs(&v);
        verify_places(&v);
    }
    arena_free(v.memory);
    return v.failures == 0;
}
