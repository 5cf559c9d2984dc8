/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The vggen authors */
/* Programmatic edges. What must hold is asked of the later kernel for each target of the edge; how many come after
 * the earlier one makes a graph slower, not wrong, and is not asked. Reads without coherence are proven forward: for
 * each writer, all kernels that may begin while it runs are found, and none of them may read so what it writes. */
#include "verify/verify_edges.h"

#include "verify/parts.h"

/* Parameters of the kernel that copies, whose nodes have no arguments in the plan. */
#define COPY_PARAMS 3u

typedef struct {
    verifier v;
    const image *i;
    const plan_graph *g;
} prover;

static void refuse(prover *s, const plan_node *from, const plan_node *to, const char *why)
{
    verify_fail(&s->v, to->at, "expected node %s not to begin before node %s has ended: %s", to->name, from->name, why);
}

static bool is_programmatic(const plan_node *to, size_t edge, size_t target)
{
    return to->programmatic != NULL && (to->programmatic[edge] & (UINT32_C(1) << target)) != 0;
}

/* ---- each edge ---- */

/* This looks at the step in the model, not at what lower made of it. */
static bool always_the_same(const prover *s, const plan_node *n)
{
    const model *m = s->v.m;
    if (n->kind == PLAN_TRANSFER) {
        const plan_run *run = &s->v.p->runs[n->run];
        return !run->on_request && !run->if_changed;
    }
    if (n->step == MODEL_NONE) /* a launch is a cleared output */
        return n->kind == PLAN_BEGIN || n->kind == PLAN_END || n->kind == PLAN_KERNEL;
    const model_step *step = &m->graphs[s->g->graph].steps[n->step];
    if (step->kind == STEP_COPY || step->kind == STEP_FILL)
        return step->switched == MODEL_NONE && !m->buffers[step->to.buffer].external &&
               (step->kind == STEP_FILL || !m->buffers[step->from.buffer].external);
    const model_expr *shared = step->shared.root != NULL ? &step->shared : &m->kernels[n->kernel].shared;
    if (step->kind == STEP_CAPTURE)
        return step->switched == MODEL_NONE;
    bool same = step->kind == STEP_LAUNCH && step->switched == MODEL_NONE && step->sized == 0 && !shared->varies;
    for (size_t i = 0; i < step->grid_count; i++)
        same = same && !step->grid[i].varies;
    for (size_t i = 0; i < step->argument_count; i++)
        same = same && step->arguments[i].kind != ARGUMENT_SETTING &&
               (step->arguments[i].kind != ARGUMENT_SLICE || !m->buffers[step->arguments[i].slice.buffer].external);
    return same;
}

static bool each_part_holds(const prover *s, const plan_fused_list *list,
                            bool (*holds)(const prover *s, const plan_node *n))
{
    for (size_t i = 0; i < list->part_count; i++) {
        const plan_node *n = &list->of->nodes[list->parts[i].node];
        if (n->kind != PLAN_CONDITIONAL && !holds(s, n))
            return false;
        for (size_t b = 0; b < n->body_count; b++) {
            if (!each_part_holds(s, &list->parts[i].bodies[b], holds))
                return false;
        }
    }
    return true;
}

/* A fused launch is what its parts are. */
static bool all_hold(const prover *s, const plan_node *n, bool (*holds)(const prover *s, const plan_node *n))
{
    if (n->kind != PLAN_FUSED)
        return holds(s, n);
    for (size_t b = 0; b < n->block_count; b++) {
        if (!each_part_holds(s, &n->blocks[b], holds))
            return false;
    }
    return true;
}

static bool is_allowed_kernel(const prover *s, const plan_node *n)
{
    if (n->kind == PLAN_CAPTURE)
        return true;
    const model_kernel *k = s->v.p->kernels[n->kernel];
    return !k->pdl_off && !k->cooperative;
}

static void prove_edge(prover *s, const plan_node *to, const plan_node *from)
{
    if (!plan_is_launch(s->v.p, to) || !(plan_is_launch(s->v.p, from) || from->kind == PLAN_CAPTURE))
        refuse(s, from, to, "one of both is no kernel");
    else if (s->g->kind != GRAPH_REPLAY)
        refuse(s, from, to, "only nodes of replayed graphs may");
    else if (!all_hold(s, to, always_the_same) || !all_hold(s, from, always_the_same))
        refuse(s, from, to, "one of both may change from replay to replay");
    else if (!all_hold(s, to, is_allowed_kernel) || !all_hold(s, from, is_allowed_kernel))
        refuse(s, from, to, "the spec forbids it for one of both kernels");
    else if (s->v.m->min_cuda != 0 && s->v.m->min_cuda < 12030)
        refuse(s, from, to, "a driver of CUDA 12.2 or older does not take such an edge");
}

static void prove_target(prover *s, const plan_node *to, const plan_node *from, size_t target)
{
    const model *m = s->v.m;
    if (target >= m->target_count) {
        refuse(s, from, to, "there is no such target");
        return;
    }
    const model_target *t = &m->targets[target];
    const image_start *start = &s->i->starts[to->kernel * m->target_count + target];
    if (t->capability < 90)
        refuse(s, from, to, arena_printf(s->v.memory, "%s does not overlap kernels so", t->name));
    if (start->wait != IMAGE_WAIT_FIRST)
        refuse(s, from, to, arena_printf(s->v.memory, "its machine code for %s is not seen to wait first", t->name));
}

static bool prove_edges_of(prover *s, const plan_node *to)
{
    bool any = false;
    for (size_t e = 0; to->programmatic != NULL && e < to->after_count; e++) {
        const plan_node *from = &s->g->nodes[to->after[e]];
        size_t before = s->v.failures;
        if (to->programmatic[e] == 0)
            continue;
        any = true;
        prove_edge(s, to, from);
        for (size_t t = 0; t < 32 && s->v.failures == before; t++) {
            if (is_programmatic(to, e, t)) {
                s->v.looked++;
                prove_target(s, to, from, t);
            }
        }
    }
    return any;
}

/* ---- reads without coherence ---- */

typedef struct {
    uint32_t arena;
    uint32_t buffer; /* external memory: each has its own */
    uint64_t first, last;
} bytes;

static bytes bytes_of(const prover *s, const plan_range *r)
{
    const plan_place *place = &s->v.p->places[r->buffer];
    return (bytes){place->arena, s->v.m->buffers[r->buffer].external ? r->buffer : MODEL_NONE, place->offset + r->first,
                   place->offset + r->last};
}

static bool meet(bytes x, bytes y)
{
    return x.arena == y.arena && x.buffer == y.buffer && x.first < y.last && y.first < x.last;
}

/* Whether a node may read the range without coherence. A parameter that holds an address of its own may lead
 * anywhere. */
static bool may_read(const plan_node *n, const plan_range *r, const image_start *start)
{
    if (start->noncoherent_unknown)
        return true;
    for (size_t i = 0; n->kind == PLAN_TRANSFER && start->noncoherent != NULL && i < COPY_PARAMS; i++) {
        if (start->noncoherent[i])
            return true;
    }
    for (size_t i = 0; i < n->argument_count && start->noncoherent != NULL; i++) {
        const plan_argument *argument = &n->arguments[i];
        bool here = argument->pointer ? argument->buffer == r->buffer : argument->type->size > 4;
        if (start->noncoherent[i] && here)
            return true;
    }
    return false;
}

static void prove_reads(prover *s, const plan_node *writer, const plan_node *reader, size_t target)
{
    const image_start *start = &s->i->starts[reader->kernel * s->v.m->target_count + target];
    for (size_t w = 0; w < writer->range_count; w++) {
        for (size_t r = 0; r < reader->range_count && (writer->ranges[w].access & PLAN_WRITE) != 0; r++) {
            if (meet(bytes_of(s, &writer->ranges[w]), bytes_of(s, &reader->ranges[r])) &&
                may_read(reader, &reader->ranges[r], start)) {
                refuse(s, writer, reader, "it reads without coherence what that one writes");
                return;
            }
        }
    }
}

/* All that may begin while `writer` runs: what programmatic edges lead to from it. */
static void prove_writer(prover *s, uint32_t writer, size_t target, uint32_t *marked)
{
    const plan_graph *g = s->g;
    bool more = g->nodes[writer].before_count > 0;
    marked[writer] = writer + 1;
    for (uint32_t n = writer + 1; n < g->node_count && more; n++) {
        const plan_node *to = &g->nodes[n];
        for (size_t e = 0; to->programmatic != NULL && e < to->after_count; e++) {
            if (is_programmatic(to, e, target) && marked[to->after[e]] == writer + 1)
                marked[n] = writer + 1;
        }
        if (marked[n] == writer + 1)
            prove_reads(s, &g->nodes[writer], to, target);
    }
}

static bool reads_any(const prover *s, size_t target)
{
    for (size_t k = 0; k < s->v.p->kernel_count; k++) {
        const image_start *start = &s->i->starts[k * s->v.m->target_count + target];
        bool any = start->noncoherent_unknown;
        for (size_t i = 0; start->noncoherent != NULL && i < s->v.p->kernels[k]->param_count; i++)
            any = any || start->noncoherent[i];
        if (any && start->wait == IMAGE_WAIT_FIRST)
            return true;
    }
    return false;
}

static void prove_graph(prover *s, const plan_graph *g)
{
    bool any = false;
    size_t before = s->v.failures;
    s->g = g;
    for (size_t n = 0; n < g->node_count; n++)
        any = prove_edges_of(s, &g->nodes[n]) || any;
    for (size_t t = 0; t < s->v.m->target_count && any && s->v.failures == before; t++) {
        uint32_t *marked = reads_any(s, t) ? ARENA_ARRAY(s->v.memory, uint32_t, g->node_count) : NULL;
        for (uint32_t n = 0; n < g->node_count && marked != NULL; n++) {
            if (plan_is_launch(s->v.p, &g->nodes[n]) || g->nodes[n].kind == PLAN_CAPTURE)
                prove_writer(s, n, t, marked);
        }
    }
}

bool verify_edges(arena *a, diag *d, const model *m, const image *i, const plan *p)
{
    prover s = {.v = {.memory = a, .d = d, .m = m, .p = p}, .i = i};
    for (size_t k = 0; k < p->graph_count; k++)
        prove_graph(&s, &p->graphs[k]);
    for (size_t k = 0; k < p->body_count; k++)
        prove_graph(&s, &p->bodies[k]);
    verify_proven(&s.v, "An edge is programmatic only where the later kernel waits before it touches anything.",
                  "edges of a target");
    return s.v.failures == 0;
}
