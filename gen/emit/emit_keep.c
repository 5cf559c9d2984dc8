/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The vggen authors */
/* What `api: call` knows of earlier calls: which inputs the device still holds, and whether the outputs that are kept
 * in pinned memory are still those of the inputs there. */
#include <string.h>

#include "emit/parts.h"

static bool has_member(const plan_run *run, uint32_t buffer)
{
    for (size_t i = 0; i < run->member_count; i++)
        if (run->members[i] == buffer)
            return true;
    return false;
}

bool emit_has_current(const emit *e, uint32_t buffer)
{
    for (size_t i = 0; i < e->p->run_count; i++)
        if (e->p->runs[i].if_changed && has_member(&e->p->runs[i], buffer))
            return true;
    return false;
}

bool emit_any_current(const emit *e)
{
    for (size_t i = 0; i < e->p->run_count; i++)
        if (e->p->runs[i].if_changed)
            return true;
    return false;
}

/* A buffer with this role that the graph's nodes touch, or NULL. */
static const model_buffer *touched(const emit *e, size_t graph, model_role role)
{
    const plan_graph *g = &e->p->graphs[graph];

    for (size_t i = 0; i < g->node_count; i++)
        for (size_t j = 0; j < g->nodes[i].range_count; j++)
            if (e->m->buffers[g->nodes[i].ranges[j].buffer].role == role)
                return &e->m->buffers[g->nodes[i].ranges[j].buffer];
    return NULL;
}

/* What lies in memory of the application's is neither compared nor kept. */
static const model_buffer *touched_external(const emit *e, size_t graph)
{
    const plan_graph *g = &e->p->graphs[graph];

    for (size_t i = 0; i < g->node_count; i++)
        for (size_t j = 0; j < g->nodes[i].range_count; j++)
            if (e->m->buffers[g->nodes[i].ranges[j].buffer].external)
                return &e->m->buffers[g->nodes[i].ranges[j].buffer];
    return NULL;
}

bool emit_keeps(const emit *e, size_t graph)
{
    if (e->tuning)
        return false; /* a kept call launches nothing that could be measured */
    return graph < e->replayed && e->p->graphs[graph].keeps;
}

bool emit_any_kept(const emit *e)
{
    for (size_t g = 0; g < e->replayed; g++)
        if (emit_keeps(e, g))
            return true;
    return false;
}

const char *emit_kept(const emit *e, const char *own, size_t graph)
{
    return arena_printf(e->memory, "%s->kept.%s", own, emit_member(e->memory, e->p->graphs[graph].name));
}

bool emit_shares_outputs(const emit *e, size_t graph, size_t other)
{
    for (uint32_t i = 0; i < e->m->buffer_count; i++)
        if (e->m->buffers[i].size > 0 && emit_graph_moves(e, graph, i, PLAN_DOWNLOAD) &&
            emit_graph_moves(e, other, i, PLAN_DOWNLOAD))
            return true;
    return graph == other;
}

void emit_forget_kept(FILE *file, const emit *e)
{
    if (emit_any_kept(e))
        fprintf(file, "        (void)memset(&%s->kept, 0, sizeof %s->kept);\n", e->own, e->own);
}

void emit_forget(FILE *file, const emit *e, const char *indent, const char *own)
{
    if (emit_any_current(e))
        fprintf(file, "%s(void)memset(&%s->current, 0, sizeof %s->current);\n", indent, own, own);
    if (emit_any_kept(e))
        fprintf(file, "%s(void)memset(&%s->kept, 0, sizeof %s->kept);\n", indent, own, own);
}

bool emit_has_taken(const emit *e)
{
    return e->m->pooled && (emit_any_current(e) || emit_any_kept(e));
}

void emit_taken(FILE *file, const emit *e)
{
    if (!emit_has_taken(e))
        return;
    fprintf(file,
            "/* Its turn in a pool begins, which holds what another program left there. */\n"
            "static void %s(void *self)\n{\n    %s *p = (%s *)self;\n\n",
            emit_private(e, "taken"), e->self, e->self);
    emit_forget(file, e, "    ", "p");
    fputs("}\n\n", file);
}

void emit_keep_members(FILE *file, const emit *e)
{
    if (emit_any_current(e)) {
        fputs("    struct {\n", file);
        for (uint32_t i = 0; i < e->m->buffer_count; i++)
            if (emit_has_current(e, i))
                fprintf(file, "        unsigned char %s;\n", emit_member(e->memory, e->m->buffers[i].name));
        fputs("    } current; /* the device holds what pinned memory does */\n", file);
    }
    if (emit_any_kept(e) && e->m->keep > 1) {
        emit_keep_many_members(file, e);
    } else if (emit_any_kept(e)) {
        fputs("    struct {\n", file);
        for (size_t g = 0; g < e->replayed; g++)
            if (emit_keeps(e, g))
                fprintf(file, "        unsigned char %s;\n", emit_member(e->memory, e->p->graphs[g].name));
        fputs("    } kept; /* the graph's outputs in pinned memory are those of what it takes there */\n", file);
    }
}

/* ---- what the header states about it ---- */

static const char *list_text(const emit *e, const plan_run *run)
{
    return run->member_count > 1 ? arena_printf(e->memory, "%s together", emit_member_list(e, run))
                                 : e->m->buffers[run->members[0]].name;
}

/* What a replay changes, so that it must be uploaded again. */
static const model_buffer *changing_member(const emit *e, const plan_run *run)
{
    for (size_t i = 0; i < run->member_count; i++) {
        const model_buffer *b = &e->m->buffers[run->members[i]];
        if (b->role != ROLE_INPUT && b->role != ROLE_SETTING)
            return b;
    }
    return NULL;
}

static void upload_text(FILE *file, const emit *e, const plan_run *run)
{
    const model_buffer *changing = changing_member(e, run);
    bool apart = run->member_count == 1 && e->m->buffers[run->members[0]].size >= PLAN_APART_BYTES;

    if (run->transport == TRANSPORT_DIRECT)
        emit_wrapped(file, " * ", " *   ",
                     arena_printf(e->memory, "Kernels read %s in pinned memory in every launch: no upload is left out.",
                                  list_text(e, run)));
    else if (changing == NULL)
        emit_wrapped(file, " * ", " *   ",
                     arena_printf(e->memory, "Uploads %s, only if a byte differs from what the device holds%s.",
                                  list_text(e, run),
                                  apart ? arena_printf(e->memory, "; by itself, because it has %lu bytes or more",
                                                       (unsigned long)PLAN_APART_BYTES)
                                        : ""));
    else
        emit_wrapped(file, " * ", " *   ",
                     arena_printf(e->memory, "Uploads %s in every launch: replays may change %s %s.", list_text(e, run),
                                  model_role_name(changing->role), changing->name));
    fputc('\n', file);
}

/* What makes kept outputs stale, apart from other bytes. */
static const char *unless_text(const emit *e)
{
    bool chosen = emit_has_settings(e->m) || e->m->switch_count > 0;
    const char *other = "a call of another graph took other bytes of the same inputs or gave some of the same outputs";

    if (e->replayed < 2)
        return chosen ? ", unless a setting or switch was given another value" : "";
    return arena_printf(e->memory, ", unless %s%s", chosen ? "a setting or switch was given another value, or " : "",
                        other);
}

void emit_keep_text(FILE *file, const emit *e, size_t graph)
{
    const model_buffer *state = touched(e, graph, ROLE_STATE), *external = touched_external(e, graph);
    const char *text;

    for (size_t i = 0; i < e->p->run_count; i++)
        if (e->p->runs[i].graph == graph && e->p->runs[i].direction == PLAN_UPLOAD)
            upload_text(file, e, &e->p->runs[i]);
    if (state != NULL)
        text = arena_printf(e->memory,
                            "Keeps no outputs, every call launches: equal inputs need not give equal outputs, because "
                            "of state %s.",
                            state->name);
    else if (external != NULL)
        text = arena_printf(e->memory,
                            "Keeps no outputs, every call launches: what lies in external memory, as %s does, is "
                            "not compared.",
                            external->name);
    else if (e->m->keep > 1)
        text = arena_printf(e->memory,
                            "Keeps the outputs of the last %u calls%s: a call that takes the bytes of one of them "
                            "gives them again without a launch%s.",
                            e->m->keep, e->replayed > 1 ? " of this graph" : "",
                            emit_has_settings(e->m) || e->m->switch_count > 0
                                ? ", unless a setting or switch was given another value since"
                                : "");
    else
        text = arena_printf(
            e->memory,
            "Keeps the outputs: a call that takes the bytes of the last one gives them again without a launch%s.",
            unless_text(e));
    emit_wrapped(file, " * ", " *   ", text);
    fputc('\n', file);
}
