/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The vggen authors */
/* How the proof goes through a plan: graph by graph and body by body, counting what it cannot prove. */
#include <stdarg.h>

#include "verify/parts.h"

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

void verify_proven(verifier *v, const char *what, const char *of)
{
    plan_proofs *proofs = v->p->proofs;

    if (proofs != NULL && proofs->count < PLAN_MOST_PROOFS)
        proofs->items[proofs->count++] = (plan_proof){what, v->looked, of};
    v->looked = 0;
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
