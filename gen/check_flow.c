/* SPDX-License-Identifier: MIT */
/* Bytes followed through a graph, in the order of its steps: nothing is read before it was written, and what a step
 * writes is of use to somebody. */
#include "check_parts.h"

/* ---- read before written ---- */

static bool starts_written(model_role role)
{
    return role != ROLE_OUTPUT && role != ROLE_SCRATCH && role != ROLE_DERIVED;
}

static void report_unwritten(checker *c, const byte_use *u, const model_step *step, const byte_range *gap)
{
    const model_buffer *b = &c->m->buffers[u->buffer];

    diag_error(c->d, u->at, "read-unwritten", "'%s' reads %s before anything has written it", step->title,
               check_range_text(c->a, b, gap->first, gap->last));
    diag_note(c->d, b->at, "'%s' is declared here, with the role %s", b->name, model_role_name(b->role));
    if (b->role == ROLE_SCRATCH)
        diag_hint(c->d, "scratch does not survive a replay; what does has the role state");
    else if (b->role == ROLE_DERIVED)
        diag_hint(c->d, "write it in 'setup'");
}

static void follow_step(checker *c, byte_set *written, const model_step *step)
{
    size_t count;
    byte_use *uses = check_uses(c->a, c->m, step, &count);
    byte_range gap;

    for (size_t i = 0; i < count; i++) {
        const byte_use *u = &uses[i];

        if (check_reads(u->access) && byte_set_gap(&written[u->buffer], u->first, u->last, &gap)) {
            report_unwritten(c, u, step, &gap);
            byte_set_add(c->a, &written[u->buffer], u->first, u->last); /* said once */
        }
    }
    for (size_t i = 0; i < count; i++) {
        const byte_use *u = &uses[i];

        if (u->access == ACCESS_WORK)
            byte_set_remove(c->a, &written[u->buffer], u->first, u->last);
        else if (check_writes(u->access))
            byte_set_add(c->a, &written[u->buffer], u->first, u->last);
    }
}

static void start_buffers(checker *c, byte_set *written)
{
    for (size_t i = 0; i < c->m->buffer_count; i++) {
        const model_buffer *b = &c->m->buffers[i];

        if (starts_written(b->role))
            byte_set_add(c->a, &written[i], 0, b->size);
    }
}

/* Scratch of the setup is gone when the replays begin. */
static void forget_scratch(checker *c, byte_set *written)
{
    for (size_t i = 0; i < c->m->buffer_count; i++)
        if (c->m->buffers[i].role == ROLE_SCRATCH)
            written[i].count = 0;
}

static void follow_graphs(checker *c, byte_set *written, model_graph_kind kind)
{
    for (size_t g = 0; g < c->m->graph_count; g++) {
        const model_graph *graph = &c->m->graphs[g];

        for (size_t i = 0; graph->kind == kind && i < graph->step_count; i++)
            follow_step(c, written, &graph->steps[i]);
    }
}

static void check_outputs(checker *c, const byte_set *written)
{
    for (size_t i = 0; i < c->m->buffer_count; i++) {
        const model_buffer *b = &c->m->buffers[i];

        if (b->broken || b->size == 0 || written[i].count > 0)
            continue;
        if (b->role == ROLE_OUTPUT)
            diag_error(c->d, b->at, "output-unwritten", "no step writes the output '%s'", b->name);
        else if (b->role == ROLE_DERIVED)
            diag_error(c->d, b->at, "derived-unwritten", "no step of 'setup' writes the derived buffer '%s'", b->name);
    }
}

void check_flow(checker *c)
{
    byte_set *written = ARENA_ARRAY(c->a, byte_set, c->m->buffer_count + 1);

    start_buffers(c, written);
    follow_graphs(c, written, GRAPH_SETUP);
    forget_scratch(c, written);
    follow_graphs(c, written, GRAPH_REPLAY);
    check_outputs(c, written);
}

/* ---- steps without effect ---- */

/* What is read after a graph: by the application, or by the next replay. */
static bool survives(model_role role, model_graph_kind kind)
{
    if (kind == GRAPH_SETUP)
        return role == ROLE_DERIVED;
    return role == ROLE_OUTPUT || role == ROLE_INOUT || role == ROLE_STATE;
}

/* Walks a graph backwards: `live` are the bytes that a later step, or what comes after the graph, reads. */
static void check_graph_effects(checker *c, byte_set *live, const model_graph *g)
{
    for (size_t i = 0; i < c->m->buffer_count; i++) {
        live[i].count = 0;
        if (survives(c->m->buffers[i].role, g->kind))
            byte_set_add(c->a, &live[i], 0, c->m->buffers[i].size);
    }
    for (size_t i = g->step_count; i-- > 0;) {
        const model_step *step = &g->steps[i];
        size_t count;
        byte_use *uses = check_uses(c->a, c->m, step, &count);
        bool useful = step->kind != STEP_LAUNCH && step->to.first == step->to.last; /* lower tells of no bytes */

        for (size_t k = 0; k < count; k++)
            useful |= check_writes(uses[k].access) && uses[k].access != ACCESS_WORK &&
                      byte_set_meets(&live[uses[k].buffer], uses[k].first, uses[k].last);
        if (!useful)
            diag_warning(c->d, step->at, "step-no-effect", "'%s' has no effect: nothing reads what it writes",
                         step->title);
        for (size_t k = 0; k < count; k++)
            if (uses[k].access == ACCESS_OUT || uses[k].access == ACCESS_WORK)
                byte_set_remove(c->a, &live[uses[k].buffer], uses[k].first, uses[k].last);
        for (size_t k = 0; k < count; k++)
            if (check_reads(uses[k].access))
                byte_set_add(c->a, &live[uses[k].buffer], uses[k].first, uses[k].last);
    }
}

void check_effects(checker *c)
{
    byte_set *live = ARENA_ARRAY(c->a, byte_set, c->m->buffer_count + 1);

    for (size_t g = 0; g < c->m->graph_count; g++)
        check_graph_effects(c, live, &c->m->graphs[g]);
}
