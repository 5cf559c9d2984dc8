/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The vggen authors */
/* An edge from kernel A to kernel B is programmatic where the machine code of B shows that each of its threads waits
 * (griddepcontrol.wait) before it touches memory that others see, and before it ends. A may then be in the middle of
 * its work when B begins.
 *
 * Why this is as good as an ordinary edge, also for the dependencies that reduction left out because edges imply them:
 * let "B has waited" be the moment when a thread of B is past its wait; the claim is that all nodes before B are done
 * then. By induction over the plan's order: the wait returns when the nodes that B has programmatic edges from have
 * ended and what they wrote is seen; those with ordinary edges had ended before B began. Let A be one of them, and C a
 * node before A. A has ended, so each of its threads has waited, if any edge into A is programmatic: A was qualified by
 * the same rule. So C was done. If every edge into A is ordinary, C was done before A began. And B ends only after each
 * of its threads has waited, so that the same holds for whatever waits for the end of B. The proof asks nothing of A,
 * which may let B begin whenever it likes; judge_end still refuses an A with `pdl: off` or one that may not run. An
 * edge whose later node does not qualify is ordinary: nothing is lost by it.
 *
 * What a replay begins and ends with is a kernel like the others. vg_end waits before it does anything else: all nodes
 * are before it, so that all are done then and what they wrote is seen by its one thread, also by programmatic edges
 * alone; a fence for the whole system stands between that and its word, so that whoever sees the word sees all of it.
 * vg_begin has nothing to wait for within the graph. It runs when all that the stream had before has ended, the last
 * replay too, and what follows it by programmatic edges waits for its end: none of them reads or writes anything
 * before.
 *
 * A large number of nodes after one node does not affect this proof; it only costs time.
 *
 * A read without coherence is different: it may take place as soon as the kernel begins, whatever stands before it. So
 * no kernel that may still be running then may write what it reads. These are the kernels from which only programmatic
 * edges lead here.
 *
 * A capture may be the earlier end of such an edge, never the later one: nothing proves that its first kernels wait. So
 * what it comes after is done before it begins, and the edge behind it starts at its last kernel; where what was
 * captured ends in anything else, open makes it an ordinary one. That kernel may have such an edge into it itself, as
 * the library chose. Whether its end then means that what it came after has ended is up to the library, behind an
 * ordinary edge as much as behind this one.
 *
 * The body of a conditional node is a graph like others: what stands before that node has ended when a pass begins, and
 * a pass has ended when the next one begins. */
#include "plan/pdl.h"

#define OLDEST_CUDA 12030u /* the first driver that takes edges with data */
#define OLDEST_CAPABILITY 90u

typedef struct {
    arena *memory; /* until the end of the stage */
    const model *m;
    const image *i;
    const plan *p;
    const plan_graph *g;
    uint32_t *seen; /* for each node, the last question for which it was looked at */
    uint32_t question;
    uint32_t *open;
} chooser;

/* ---- what one kernel forbids ---- */

static bool is_external(const plan *p, const plan_argument *argument)
{
    return argument->pointer && argument->at != PLAN_AT_WORD && p->places[argument->buffer].arena == PLAN_EXTERNAL;
}

static bool is_patched(const chooser *c, const plan_node *n)
{
    bool patched = n->shared_varies != NULL;
    for (size_t i = 0; i < 3; i++)
        patched = patched || n->grid_varies[i] != NULL;
    for (size_t i = 0; i < n->argument_count; i++) {
        const plan_argument *argument = &n->arguments[i];
        bool value = !argument->pointer && (argument->setting != MODEL_NONE || argument->switched != 0);
        patched = patched || value || is_external(c->p, argument);
    }
    return patched;
}

/* A transfer on request, or of what changed. */
static bool may_be_left_out(const chooser *c, const plan_node *n)
{
    const plan_run *run = n->kind == PLAN_TRANSFER ? &c->p->runs[n->run] : NULL;
    return n->switched != MODEL_NONE || (run != NULL && (run->on_request || run->if_changed));
}

static bool may_be_empty(const plan_node *n)
{
    bool empty = n->kind == PLAN_KERNEL && n->condition != MODEL_NONE;
    for (size_t i = 0; i < 3; i++)
        empty = empty || (n->grid_varies[i] != NULL && n->grid_varies[i]->low < 1);
    return empty;
}

/* Judges one end of an edge: PLAN_PROGRAMMATIC if nothing at this end forbids it. */
static plan_overlap judge_end(const chooser *c, const plan_node *n)
{
    if (n->kind == PLAN_CAPTURE)
        return n->switched != MODEL_NONE ? PLAN_MAY_NOT_RUN : PLAN_PROGRAMMATIC;
    const model_kernel *k = c->p->kernels[n->kernel];
    if (k->pdl_off)
        return PLAN_PDL_OFF;
    if (may_be_left_out(c, n) || may_be_empty(n))
        return PLAN_MAY_NOT_RUN;
    if (is_patched(c, n))
        return PLAN_IS_PATCHED;
    return k->cooperative ? PLAN_IS_COOPERATIVE : PLAN_PROGRAMMATIC;
}

static const image_start *start_of(const chooser *c, const plan_node *n, size_t target)
{
    return &c->i->starts[n->kernel * c->m->target_count + target];
}

static plan_overlap judge_start(const image_start *start)
{
    switch (start->wait) {
    case IMAGE_WAIT_UNKNOWN:
        return PLAN_NO_CODE;
    case IMAGE_WAIT_NEVER:
        return PLAN_NEVER_WAITS;
    case IMAGE_WAIT_LATE:
        return PLAN_WAITS_LATE;
    case IMAGE_WAIT_SKIPPED:
        return PLAN_SKIPS_WAIT;
    case IMAGE_WAIT_FIRST:
        break;
    }
    return PLAN_PROGRAMMATIC;
}

/* ---- reads without coherence ---- */

static bool shares_bytes(const plan *p, const plan_range *x, const plan_range *y)
{
    const plan_place *px = &p->places[x->buffer], *py = &p->places[y->buffer];
    if (px->arena == PLAN_EXTERNAL && x->buffer != y->buffer)
        return false;
    return px->arena == py->arena && px->offset + x->first < py->offset + y->last &&
           py->offset + y->first < px->offset + x->last;
}

/* Whether `writer` may write what `reader` reads through one of its parameters. */
static bool writes_argument(const chooser *c, const plan_node *writer, const plan_node *reader, uint32_t buffer)
{
    for (size_t i = 0; i < reader->range_count; i++) {
        const plan_range *read = &reader->ranges[i];
        for (size_t k = 0; k < writer->range_count && read->buffer == buffer; k++) {
            if ((writer->ranges[k].access & PLAN_WRITE) != 0 && shares_bytes(c->p, &writer->ranges[k], read))
                return true;
        }
    }
    return false;
}

static bool disturbs(const chooser *c, const plan_node *writer, const plan_node *reader, const image_start *start)
{
    for (size_t i = 0; i < reader->argument_count; i++) {
        const plan_argument *argument = &reader->arguments[i];
        if (start->noncoherent[i] && argument->pointer && writes_argument(c, writer, reader, argument->buffer))
            return true;
    }
    return false;
}

/* Whether a read may go where no parameter's buffer is: through an address that is a value, or that is not known. What
 * the generator's own launches are given is no node's argument, and they have no such reads. */
static bool reads_anywhere(const chooser *c, const plan_node *reader, const image_start *start)
{
    bool anywhere = start->noncoherent_unknown, added = reader->kind != PLAN_KERNEL && reader->kind != PLAN_FUSED;
    for (size_t i = 0; added && start->noncoherent != NULL && i < c->p->kernels[reader->kernel]->param_count; i++)
        anywhere = anywhere || start->noncoherent[i];
    for (size_t i = 0; start->noncoherent != NULL && i < reader->argument_count; i++) {
        const plan_argument *argument = &reader->arguments[i];
        anywhere = anywhere || (start->noncoherent[i] && !argument->pointer && argument->type->size >= 8);
    }
    return anywhere;
}

static bool reads_noncoherent(const plan_node *reader, const image_start *start)
{
    bool any = false;
    for (size_t i = 0; start->noncoherent != NULL && i < reader->argument_count; i++)
        any = any || start->noncoherent[i];
    return any;
}

/* Walks back from `from` over programmatic edges of the target. */
static bool some_disturb(chooser *c, uint32_t from, const plan_node *reader, size_t target)
{
    const image_start *start = start_of(c, reader, target);
    size_t open = 0;
    c->question++;
    c->open[open++] = from;
    c->seen[from] = c->question;
    while (open > 0) {
        const plan_node *n = &c->g->nodes[c->open[--open]];
        if (disturbs(c, n, reader, start))
            return true;
        for (size_t i = 0; n->programmatic != NULL && i < n->after_count; i++) {
            if ((n->programmatic[i] >> target & 1) != 0 && c->seen[n->after[i]] != c->question) {
                c->seen[n->after[i]] = c->question;
                c->open[open++] = n->after[i];
            }
        }
    }
    return false;
}

/* ---- edges ---- */

/* What holds for all targets. */
static plan_overlap judge_edge(const chooser *c, const plan_node *from, const plan_node *to)
{
    if (!plan_ends_like_launch(c->p, from) || !plan_is_launch(c->p, to))
        return PLAN_NO_KERNELS;
    if (c->g->kind == GRAPH_SETUP)
        return PLAN_RUNS_ONCE;
    plan_overlap end = judge_end(c, to);
    end = end == PLAN_PROGRAMMATIC ? judge_end(c, from) : end;
    if (end != PLAN_PROGRAMMATIC)
        return end;
    if (from->before_count > PLAN_MOST_PROGRAMMATIC)
        return PLAN_TOO_MANY;
    return c->m->min_cuda != 0 && c->m->min_cuda < OLDEST_CUDA ? PLAN_OLD_DRIVER : PLAN_PROGRAMMATIC;
}

static plan_overlap judge_target(chooser *c, uint32_t from, const plan_node *to, size_t target)
{
    if (c->m->targets[target].capability < OLDEST_CAPABILITY)
        return PLAN_OLD_TARGET;
    const image_start *start = start_of(c, to, target);
    plan_overlap overlap = judge_start(start);
    if (overlap != PLAN_PROGRAMMATIC)
        return overlap;
    if (reads_anywhere(c, to, start) || (reads_noncoherent(to, start) && some_disturb(c, from, to, target)))
        return PLAN_READS_NONCOHERENT;
    return PLAN_PROGRAMMATIC;
}

static void choose_for_node(arena *a, chooser *c, plan_node *to)
{
    size_t targets = c->m->target_count;
    bool any = false;
    to->programmatic = NULL;
    to->overlaps = ARENA_ARRAY(a, plan_overlap, to->after_count * targets + 1);
    to->overlap_at = ARENA_ARRAY(a, uint32_t, to->after_count + 1);
    uint32_t *bits = ARENA_ARRAY(a, uint32_t, to->after_count + 1);
    for (size_t i = 0; i < to->after_count; i++) {
        bool by_earlier = plan_is_launch(c->p, to) && judge_end(c, to) == PLAN_PROGRAMMATIC;
        to->overlap_at[i] = by_earlier ? to->after[i] : (uint32_t)(to - c->g->nodes);
        plan_overlap all = judge_edge(c, &c->g->nodes[to->after[i]], to);
        for (size_t t = 0; t < targets; t++) {
            plan_overlap overlap = all;
            if (all == PLAN_PROGRAMMATIC)
                overlap = t < 32 ? judge_target(c, to->after[i], to, t) : PLAN_NO_CODE; /* no bit is left */
            to->overlaps[i * targets + t] = overlap;
            if (overlap == PLAN_PROGRAMMATIC) {
                bits[i] |= (uint32_t)1 << t;
                any = true;
            }
        }
    }
    if (any)
        to->programmatic = bits;
}

static void choose_in(arena *a, const model *m, const image *i, const plan *p, plan_graph *g)
{
    chooser c = {.memory = arena_new(), .m = m, .i = i, .p = p, .g = g};
    c.seen = ARENA_ARRAY(c.memory, uint32_t, g->node_count + 1);
    c.open = ARENA_ARRAY(c.memory, uint32_t, g->node_count + 1);
    for (size_t n = 0; n < g->node_count; n++)
        choose_for_node(a, &c, &g->nodes[n]);
    arena_free(c.memory);
}

void pdl_choose(arena *a, const model *m, const image *i, plan *p)
{
    for (size_t k = 0; k < p->graph_count; k++)
        choose_in(a, m, i, p, &p->graphs[k]);
    for (size_t k = 0; k < p->body_count; k++)
        choose_in(a, m, i, p, &p->bodies[k]);
}

/* What else than the graph gives it changes between replays. */
static const char *changing(const plan *p, const plan_node *n)
{
    for (size_t i = 0; i < n->argument_count; i++)
        if (is_external(p, &n->arguments[i]))
            return "an address of the application's";
    for (size_t i = 0; i < n->argument_count; i++)
        if (!n->arguments[i].pointer && n->arguments[i].setting != MODEL_NONE)
            return "a setting";
    return n->kind == PLAN_FUSED ? "a switch" : "a setting";
}

const char *pdl_words(arena *a, const plan *p, const plan_graph *g, const plan_node *to, size_t edge,
                      plan_overlap overlap)
{
    const plan_node *at = &g->nodes[to->overlap_at[edge]];

    switch (overlap) {
    case PLAN_PROGRAMMATIC:
        break;
    case PLAN_NO_KERNELS:
        return "not between two kernels";
    case PLAN_RUNS_ONCE:
        return "setup runs once";
    case PLAN_PDL_OFF:
        return arena_printf(a, "pdl: off of %s", p->kernels[at->kernel]->name);
    case PLAN_MAY_NOT_RUN:
        return arena_printf(a, "%s may not run", at->name);
    case PLAN_IS_PATCHED:
        return arena_printf(a, "%s is patched into %s", changing(p, at), at->name);
    case PLAN_IS_COOPERATIVE:
        return arena_printf(a, "%s is cooperative", p->kernels[at->kernel]->name);
    case PLAN_TOO_MANY:
        return "too many wait for the earlier one";
    case PLAN_OLD_DRIVER:
        return "min_cuda is older than 12.3";
    case PLAN_OLD_TARGET:
        return "older than sm_90";
    case PLAN_NO_CODE:
        return "no PTX to prove it from";
    case PLAN_NEVER_WAITS:
        return "its code has no griddepcontrol.wait";
    case PLAN_WAITS_LATE:
        return "its code may touch memory before it waits";
    case PLAN_SKIPS_WAIT:
        return "a thread may end without having waited";
    case PLAN_READS_NONCOHERENT:
        return "it reads with ld.global.nc what one before it may still write";
    }
    return "programmatic";
}
