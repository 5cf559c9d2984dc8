/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The vggen authors */
/* `mailbox:`: graphs that a resident block replays. What of their steps no block could do is found here, with their
 * places in the spec; what follows from machine code and from what crosses is found by gen/fuse. */
#include "check/check_parts.h"

#include <inttypes.h>
#include <string.h>

#include "spec/model_mailbox.h"

/* What fits a resident block of one multiprocessor. */
#define MOST_THREADS 1024u
/* A fill or copy of more takes longer by one block than the launch that the mailbox saves. */
#define MOST_MOVED 65536u

static void note_key(checker *c)
{
    diag_note(c->d, c->m->mailbox->at, "'mailbox' is here");
}

/* ---- the key ---- */

static model_graph *graph_named(const model *m, const char *name)
{
    for (size_t g = 0; g < m->graph_count; g++)
        if (strcmp(m->graphs[g].name, name) == 0)
            return &m->graphs[g];
    return NULL;
}

static void hint_graph(checker *c, const char *name)
{
    const char **names = ARENA_ARRAY(c->a, const char *, c->m->graph_count + 1);
    const char *nearest;
    size_t count = 0;

    for (size_t g = 0; g < c->m->graph_count; g++)
        if (c->m->graphs[g].kind == GRAPH_REPLAY)
            names[count++] = c->m->graphs[g].name;
    nearest = check_nearest_of(c, name, names, count);
    if (nearest != NULL)
        diag_hint(c->d, "did you mean '%s'?", nearest);
    else if (count == 1)
        diag_hint(c->d, "the only graph is '%s': write 'mailbox: true'", names[0]);
}

static void find_graph(checker *c, const char *name, span at)
{
    model_graph *g = graph_named(c->m, name);

    if (g != NULL && g->kind == GRAPH_REPLAY && !g->mailbox) {
        g->mailbox = true;
    } else if (g != NULL && g->kind == GRAPH_REPLAY) {
        diag_error(c->d, at, "mailbox-twice", "the graph '%s' is listed twice", name);
    } else if (g != NULL) {
        diag_error(c->d, at, "mailbox-graph", "'setup' runs once, in open, and is never replayed");
    } else {
        diag_error(c->d, at, "mailbox-graph", "there is no graph '%s'", name);
        hint_graph(c, name);
    }
}

static void refuse_program(checker *c, const char *id, const char *why, span at, const char *key)
{
    diag_error(c->d, c->m->mailbox->at, id, "%s", why);
    diag_note(c->d, at, "'%s' is here", key);
    diag_hint(c->d, "leave out one of the two");
}

/* What a program with a mailbox cannot be. */
static void check_program_of(checker *c)
{
    const model *m = c->m;

    if (m->in_flight > 1)
        refuse_program(c, "mailbox-in-flight", "a resident block has one replay at a time, so none can be queued",
                       m->in_flight_expr.at, "in_flight");
    if (m->ranks > 1)
        refuse_program(c, "mailbox-ranks", "a resident block cannot meet those of other ranks", m->ranks_expr.at,
                       "ranks");
    if (m->pooled)
        refuse_program(c, "mailbox-pool",
                       "a resident block keeps its memory for as long as it runs, and programs of a pool take turns",
                       m->pool_at, "pool");
    if (model_has_source(m))
        return;
    diag_error(c->d, m->mailbox->at, "mailbox-source",
               "a mailbox needs a kernel that is compiled from source: its own kernels are compiled with it");
    diag_hint(c->d, "give one of the kernels as 'source'");
}

/* ---- the steps ---- */

static void refuse_step(checker *c, const model_step *step, span at, const char *why, const char *hint)
{
    diag_error(c->d, at, "mailbox-step", "%s %s, which a resident block cannot do", step->title, why);
    note_key(c);
    diag_hint(c->d, "%s", hint);
}

/* What a launch has that only a launch of its own can have. */
static bool check_form(checker *c, const model_step *step)
{
    static const char *const hint = "launch it in another graph, which the mailbox leaves out";
    const model_kernel *k = &c->m->kernels[step->kernel];

    if (k->cooperative)
        refuse_step(c, step, k->cooperative_at, "is a cooperative launch", hint);
    else if (k->cluster_count > 0)
        refuse_step(c, step, k->cluster_at, "has clusters of blocks", hint);
    else if (step->resident)
        refuse_step(c, step, step->grid_at, "fills the device with blocks", "give it a grid of few blocks");
    else if (step->sized != 0)
        refuse_step(c, step, step->count_at, "has a grid that the device sets",
                    "give it the most blocks, and let those that are too many return at once");
    else if (step->grid[0].varies || step->grid[1].varies || step->grid[2].varies)
        refuse_step(c, step, step->grid_at, "has a grid that follows a setting",
                    "give it the most blocks, and let the kernel compare with the setting");
    else if (step->shared.varies || (step->shared.root == NULL && k->shared.varies))
        refuse_step(c, step, step->shared.root != NULL ? step->shared.at : k->shared.at,
                    "has shared memory that follows a setting", "take the most that may be needed");
    else
        return true;
    return false;
}

static void check_size(checker *c, const model_step *step)
{
    uint64_t threads = check_threads(step->block_size), blocks = 1;

    for (size_t i = 0; i < 3; i++)
        blocks *= step->grid_size[i]; /* at most 2^31 * 2^16 * 2^16, of which few pass check_launch */
    if (threads == 0 || blocks <= MOST_THREADS / threads)
        return;
    diag_error(c->d, step->grid_at, "mailbox-blocks",
               "%s has %" PRIu64 " blocks of %" PRIu64 " threads, and a resident block has %u threads for all of them",
               step->title, blocks, threads, MOST_THREADS);
    note_key(c);
    diag_hint(c->d, "give each thread more to do, so that %" PRIu64 " block%s of %" PRIu64 " threads %s enough",
              MOST_THREADS / threads, MOST_THREADS / threads == 1 ? "" : "s", threads,
              MOST_THREADS / threads == 1 ? "is" : "are");
}

static void check_moved(checker *c, const model_step *step)
{
    uint64_t bytes = step->to.last - step->to.first;

    if (bytes <= MOST_MOVED)
        return;
    diag_error(c->d, step->at, "mailbox-moved", "%s moves %" PRIu64 " bytes, and a resident block at most %u",
               step->title, bytes, MOST_MOVED);
    note_key(c);
    diag_hint(c->d, "let the kernels before and after it use the same buffer, or move fewer bytes");
}

static void check_external_of(checker *c, const model_step *step)
{
    size_t count;
    const byte_use *uses = check_uses(c, step, &count);

    for (size_t i = 0; i < count; i++) {
        const model_buffer *b = &c->m->buffers[uses[i].buffer];
        if (!b->external)
            continue;
        diag_error(c->d, uses[i].at, "mailbox-external",
                   "'%s' lies in external memory, which may be another one for each replay", b->name);
        note_key(c);
        diag_hint(c->d, "let it cross with each replay: leave out its 'memory: external'");
        return;
    }
}

static void check_step(checker *c, const model_step *step)
{
    check_enter(c, step);
    if (step->kind == STEP_CAPTURE || step->kind == STEP_COLLECTIVE) {
        refuse_step(c, step, step->at,
                    step->kind == STEP_CAPTURE ? "captures what a function enqueues" : "is a step of all ranks",
                    "launch kernels of the spec instead, or leave its graph out of 'mailbox'");
        return;
    }
    if (check_is_control(step))
        return;
    check_external_of(c, step);
    if (step->kind != STEP_LAUNCH)
        check_moved(c, step);
    else if (!c->m->kernels[step->kernel].broken && check_form(c, step))
        check_size(c, step);
}

void check_mailbox(checker *c)
{
    model *m = c->m;

    if (m->mailbox == NULL || (!m->mailbox->all && m->mailbox->count == 0))
        return;
    for (size_t i = 0; i < m->mailbox->count; i++)
        if (m->mailbox->names[i] != NULL)
            find_graph(c, m->mailbox->names[i], m->mailbox->name_at[i]);
    for (size_t g = 0; g < m->graph_count; g++)
        if (m->mailbox->all && m->graphs[g].kind == GRAPH_REPLAY)
            m->graphs[g].mailbox = true;
    check_program_of(c);
    for (size_t g = 0; g < m->graph_count; g++)
        for (size_t i = 0; m->graphs[g].mailbox && i < m->graphs[g].step_count; i++)
            check_step(c, &m->graphs[g].steps[i]);
}
