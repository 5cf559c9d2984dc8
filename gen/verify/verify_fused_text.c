/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The vggen authors */
/* The finished texts of fused launches, for every target. */
#include "plan/plan_mailbox.h"
#include "verify/fused_parts.h"
#include "verify/fused_proof.h"

/* One launch for one target. Modules that kernels come from are read once a target. */
typedef struct {
    verifier *v;
    const image *i;
    text_module ***sources; /* [target][module] */
    text_module ***out;     /* likewise, those with fused launches */
} texts;

static text_module *module_of(texts *t, const plan_node *launch, size_t target)
{
    uint32_t module = t->i->module_of[launch->kernel];
    const char *text;

    if (module >= t->i->module_count || t->i->modules[module].ptx == NULL)
        return NULL;
    text = t->i->modules[module].ptx[target];
    if (t->out[target][module] == NULL && text != NULL)
        t->out[target][module] = text_read(t->v->memory, text);
    return t->out[target][module];
}

static void check_target(texts *t, const plan_node *launch, size_t target, bool resident)
{
    text_proof p = {.v = t->v,
                    .i = t->i,
                    .target = target,
                    .launch = launch,
                    .sources = t->sources[target],
                    .resident = resident};
    uint32_t module = t->i->module_of[launch->kernel];

    p.out = module_of(t, launch, target);
    if (p.out == NULL && module < t->i->module_count && t->i->modules[module].blob_count == 0)
        return; /* there is no code of anything */
    if (p.out == NULL) {
        verify_fail(t->v, launch->at, "node %s has no text for %s", launch->name, t->v->m->targets[target].name);
        return;
    }
    p.copies = ARENA_ARRAY(t->v->memory, uint32_t *, t->i->module_count);
    for (size_t m = 0; m < t->i->module_count; m++) {
        if (p.sources[m] != NULL)
            p.copies[m] =
                ARENA_ARRAY(t->v->memory, uint32_t, p.sources[m]->variable_count + p.sources[m]->function_count);
    }
    p.entry = p.out->problem == NULL ? text_find_function(p.out, t->i->symbols[launch->kernel]) : NULL;
    if (p.entry != NULL)
        text_read_body(p.out, p.entry);
    if (p.out->problem != NULL)
        verify_fail(t->v, launch->at, "node %s: line %u of its text cannot be read: %s", launch->name,
                    p.out->problem_line, p.out->problem);
    else if (p.entry == NULL || !p.entry->entry)
        verify_fail(t->v, launch->at, "node %s has no text with its kernel", launch->name);
    else
        proof_check_launch(&p);
    t->v->looked++;
}

static void check_graph(texts *t, const plan_graph *g)
{
    for (size_t n = 0; n < g->node_count; n++) {
        for (size_t target = 0; g->nodes[n].kind == PLAN_FUSED && target < t->v->m->target_count; target++)
            check_target(t, &g->nodes[n], target, false);
    }
}

void fused_check_texts(verifier *v, const image *i)
{
    texts t = {.v = v, .i = i};

    t.sources = ARENA_ARRAY(v->memory, text_module **, v->m->target_count);
    t.out = ARENA_ARRAY(v->memory, text_module **, v->m->target_count);
    for (size_t target = 0; target < v->m->target_count; target++) {
        t.sources[target] = ARENA_ARRAY(v->memory, text_module *, i->module_count);
        t.out[target] = ARENA_ARRAY(v->memory, text_module *, i->module_count);
    }
    for (size_t g = 0; g < v->p->graph_count; g++)
        check_graph(&t, &v->p->graphs[g]);
    for (size_t b = 0; b < v->p->body_count; b++)
        check_graph(&t, &v->p->bodies[b]);
    for (size_t target = 0; v->p->mailbox != NULL && target < v->m->target_count; target++)
        check_target(&t, &v->p->mailbox->node, target, true);
}
