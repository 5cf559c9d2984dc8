/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The vggen authors */
/* NAME.c: `api: call`, the copying form. */
#include <string.h>

#include "emit/call_parts.h"

/* "fir_take_in_main" */
const char *emit_call_helper(const emit *e, const char *what, size_t graph)
{
    return emit_private(e, arena_printf(e->memory, "%s_%s", what, e->p->graphs[graph].name));
}

const char *emit_call_struct(const emit *e, size_t graph, const char *which)
{
    return arena_printf(e->memory, "%s_%s%s", e->program, emit_graph_prefix(e, graph), which);
}

bool emit_call_moves(const emit *e, size_t graph, uint32_t buffer, plan_direction direction)
{
    return e->m->buffers[buffer].size > 0 && emit_graph_moves(e, graph, buffer, direction);
}

bool emit_call_moves_any(const emit *e, size_t graph, plan_direction direction)
{
    for (uint32_t i = 0; i < e->m->buffer_count; i++)
        if (emit_call_moves(e, graph, i, direction))
            return true;
    return false;
}

/* ---- before a call ---- */

static void refuse(FILE *file, const char *condition, const char *what, const char *expected, const char *found)
{
    fprintf(file, "    if (%s) {\n        return vg_refuse(&p->rt, VG_ARGUMENT, \"%s\", %s, %s);\n    }\n", condition,
            what, expected, found);
}

static void check_members(FILE *file, const emit *e, size_t graph, plan_direction direction)
{
    const char *from = direction == PLAN_UPLOAD ? "in" : "out";
    arena *a = e->memory;

    for (uint32_t i = 0; i < e->m->buffer_count; i++) {
        const model_buffer *b = &e->m->buffers[i];
        if (!emit_graph_moves(e, graph, i, direction))
            continue;
        const char *pointer = arena_printf(a, "%s->%s", from, emit_member(a, b->name));
        const char *count = arena_printf(a, "%s->%s_count", from, b->name);
        const char *elements = emit_count(e, i);
        if (b->size > 0)
            refuse(file, arena_printf(a, "%s == NULL", pointer), pointer, "0u", "0u");
        refuse(file, arena_printf(a, "%s != (size_t)%s", count, elements), count, elements, count);
    }
}

static void check_side(FILE *file, const emit *e, size_t graph, plan_direction direction)
{
    const char *side = direction == PLAN_UPLOAD ? "in" : "out";

    fprintf(file, "static vg_status %s(%s *p, const %s *%s)\n{\n",
            emit_call_helper(e, arena_printf(e->memory, "check_%s", side), graph), e->self,
            emit_call_struct(e, graph, side), side);
    refuse(file, arena_printf(e->memory, "%s == NULL", side), side, "0u", "0u");
    check_members(file, e, graph, direction);
    fputs("    return VG_OK;\n}\n\n", file);
}

static void check_call(FILE *file, const emit *e, size_t graph)
{
    fputs("/* Check pointers and counts: of what goes in, of what comes out, of both. */\n", file);
    check_side(file, e, graph, PLAN_UPLOAD);
    check_side(file, e, graph, PLAN_DOWNLOAD);
    fprintf(file, "static vg_status %s(%s *p, const %s *in, const %s *out)\n{\n",
            emit_call_helper(e, "check_call", graph), e->self, emit_call_struct(e, graph, "in"),
            emit_call_struct(e, graph, "out"));
    fprintf(file,
            "    const vg_status status = %s(p, in);\n\n    return (status == VG_OK) ? %s(p, out) : status;\n}\n\n",
            emit_call_helper(e, "check_in", graph), emit_call_helper(e, "check_out", graph));
}

/* A failed call may have left its replay running, which nobody else can wait for. A call that is refused takes no turn
 * in a pool, and so forgets nothing. */
static void ready_call(FILE *file, const emit *e)
{
    fputs("/* Checks that a call may begin, and waits for what a failed one left running. */\n", file);
    fprintf(file, "static vg_status %s(%s *p, unsigned graph)\n{\n", emit_private(e, "ready_call"), e->self);
    if (e->m->pooled)
        fputs("    vg_status status;\n\n", file);
    fputs("    if (vg_is_open(&p->rt) == 0) {\n        return vg_replay(&p->rt, graph); /* which reports why not */\n"
          "    }\n",
          file);
    fputs("    if (p->started.graph != 0u) {\n"
          "        return vg_refuse(&p->rt, VG_STATE, \"a call was started: finish it first\", 0u, 0u);\n    }\n",
          file);
    if (e->m->pooled) {
        fputs("    if (vg_is_waiting(&p->rt)) {\n"
              "        status = vg_pool_take(&p->rt);\n        if (status != VG_OK) {\n            return status;\n"
              "        }\n"
              "    }\n",
              file);
    }
    fprintf(file, "    return (vg_is_running(&p->rt) != 0) ? %s : VG_OK;\n}\n\n",
            emit_replay_call(e, "finish", "p", ", vg_left_since(&p->rt, vg_now())"));
}

/* ---- what goes in ---- */

/* Statements that end what is known with this input's old bytes; "" where nothing is. */
static const char *changed_input(const emit *e, uint32_t buffer)
{
    const char *text = "";

    if (emit_has_current(e, buffer))
        text = arena_printf(e->memory, "        p->current.%s = 0u;\n",
                            emit_member(e->memory, e->m->buffers[buffer].name));
    for (size_t g = 0; g < e->replayed; g++) {
        if (emit_keeps_many(e, g) || !emit_keeps(e, g) || !emit_graph_moves(e, g, buffer, PLAN_UPLOAD))
            continue;
        text = arena_printf(e->memory, "%s        %s = 0u;\n", text, emit_kept(e, "p", g));
    }
    return text;
}

static void take_in(FILE *file, const emit *e, size_t graph)
{
    fputs("/* Copies what goes in to pinned memory, and forgets what was known of other bytes there. */\n", file);
    fprintf(file, "static void %s(%s *p, const %s *in)\n{\n", emit_call_helper(e, "take_in", graph), e->self,
            emit_call_struct(e, graph, "in"));
    if (!emit_call_moves_any(e, graph, PLAN_UPLOAD))
        fputs("    (void)p;\n    (void)in;\n", file);
    for (uint32_t i = 0; i < e->m->buffer_count; i++) {
        const model_buffer *b = &e->m->buffers[i];
        const char *to =
            arena_printf(e->memory, "&p->rt.%s[%s]", emit_pinned_base(e, i), emit_pinned_at(e, i, PLAN_UPLOAD));
        const char *from = arena_printf(e->memory, "in->%s", emit_member(e->memory, b->name));
        const char *changed = changed_input(e, i);
        if (!emit_call_moves(e, graph, i, PLAN_UPLOAD))
            continue;
        if (*changed == '\0')
            fprintf(file, "    (void)memcpy(%s, %s, %s);\n", to, from, emit_bytes(e, i));
        else
            fprintf(file, "    if (vg_take(%s, %s, %s) != 0) {\n%s    }\n", to, from, emit_bytes(e, i), changed);
    }
    fputs("}\n\n", file);
}

/* ---- what comes out ---- */

static void give_out(FILE *file, const emit *e, size_t graph)
{
    fprintf(file, "static void %s(const %s *p, const %s *out)\n{\n", emit_call_helper(e, "give_out", graph), e->self,
            emit_call_struct(e, graph, "out"));
    if (!emit_call_moves_any(e, graph, PLAN_DOWNLOAD))
        fputs("    (void)p;\n    (void)out;\n", file);
    for (uint32_t i = 0; i < e->m->buffer_count; i++) {
        const model_buffer *b = &e->m->buffers[i];
        const char *name = emit_member(e->memory, b->name);
        if (!emit_call_moves(e, graph, i, PLAN_DOWNLOAD))
            continue;
        if (!emit_is_partial(b))
            fprintf(file, "    (void)memcpy(out->%s, &p->rt.%s[%s], %s);\n", name, emit_pinned_base(e, i),
                    emit_pinned_at(e, i, PLAN_DOWNLOAD), emit_bytes(e, i));
        else
            fprintf(file, "    (void)memcpy(&out->%s[%lluu], &p->rt.%s[%s + %lluu], %lluu);\n", name,
                    (unsigned long long)(b->down_first / b->type->size), emit_pinned_base(e, i),
                    emit_pinned_at(e, i, PLAN_DOWNLOAD), (unsigned long long)b->down_first,
                    (unsigned long long)(b->down_last - b->down_first));
    }
    fputs("}\n\n", file);
}

/* ---- around a launch ---- */

/* Before anything can fail: outputs that this graph writes are no longer kept. */
void emit_call_miss(FILE *file, const emit *e, size_t graph, const char *own)
{
    if (emit_keeps_many(e, graph)) {
        fprintf(file, "    %s(%s, in);\n    %s->kept.hash = key;\n    %s->kept.pending = 1u;\n",
                emit_call_helper(e, "take_in", graph), own, own, own);
        return;
    }
    for (size_t g = 0; g < e->replayed; g++)
        if (emit_keeps(e, g) && !emit_keeps_many(e, g) && emit_shares_outputs(e, graph, g))
            fprintf(file, "    %s = 0u;\n", emit_kept(e, own, g));
}

static void end_call(FILE *file, const emit *e, size_t graph)
{
    bool any = emit_any_current(e) || emit_any_kept(e);

    fputs("/* After a replay. A failed one leaves nothing that is known. */\n", file);
    fprintf(file, "static vg_status %s(%s *p, vg_status status)\n{\n", emit_call_helper(e, "end_call", graph), e->self);
    if (!any) {
        fputs("    (void)p;\n    return status;\n}\n\n", file);
        return;
    }
    fputs("    if (status != VG_OK) {\n", file);
    emit_forget(file, e, "        ", "p");
    fputs("        return status;\n    }\n", file);
    for (uint32_t i = 0; i < e->m->buffer_count; i++) {
        const model_buffer *b = &e->m->buffers[i];
        bool goes_up = false;
        for (size_t r = 0; r < e->p->run_count; r++)
            for (size_t k = 0; e->p->runs[r].graph == graph && k < e->p->runs[r].member_count; k++)
                goes_up = goes_up || (e->p->runs[r].direction == PLAN_UPLOAD && e->p->runs[r].members[k] == i);
        if (goes_up && emit_has_current(e, i))
            fprintf(file, "    p->current.%s = 1u;\n", emit_member(e->memory, b->name));
    }
    if (emit_keeps_many(e, graph))
        fprintf(file, "    if (p->kept.pending != 0u) {\n        %s(p);\n    }\n",
                emit_call_helper(e, "remember", graph));
    else if (emit_keeps(e, graph))
        fprintf(file, "    %s = 1u;\n", emit_kept(e, "p", graph));
    fputs("    return VG_OK;\n}\n\n", file);
}

/* ---- the calls ---- */

/* Until nothing more can be refused. */
static void begin_function(FILE *file, const emit *e, size_t graph, const char *name, bool timed, const char *variables)
{
    emit_begin_with(file, e, "vg_status", arena_printf(e->memory, "%s%s", emit_graph_prefix(e, graph), name),
                    arena_printf(e->memory, "const %s *in, %s *out%s", emit_call_struct(e, graph, "in"),
                                 emit_call_struct(e, graph, "out"), timed ? ", vg_times *times" : ""),
                    false,
                    arena_printf(e->memory, "%s    vg_status status;\n%s",
                                 timed ? "    const uint64_t begin = vg_now();\n" : "", variables));
    fprintf(file, "    if (%s == NULL) {\n        return VG_ARGUMENT;\n    }\n", e->own);
    if (timed)
        fprintf(file,
                "    if (times == NULL) {\n        return vg_refuse(&%s->rt, VG_ARGUMENT, \"times\", 0u, 0u);\n    }\n",
                e->own);
    fprintf(file, "    status = %s(%s, in, out);\n", emit_call_helper(e, "check_call", graph), e->own);
    fprintf(file, "    if (status == VG_OK) {\n        status = %s(%s, %s);\n    }\n", emit_private(e, "ready_call"),
            e->own, e->graphs[graph].ordinal);
    fputs("    if (status != VG_OK) {\n        return status;\n    }\n", file);
}

const char *emit_call_variables(const emit *e, size_t graph)
{
    return emit_keeps_many(e, graph) ? "    uint64_t key;\n    unsigned i;\n" : "";
}

void emit_call_look(FILE *file, const emit *e, size_t graph, const char *own)
{
    if (emit_keeps(e, graph))
        fprintf(file, "    vg_call_begins(&%s->rt);\n", own);
    if (emit_keeps_many(e, graph))
        fprintf(file, "    key = %s(in);\n    i = %s(%s, in, key);\n", emit_call_helper(e, "hash_in", graph),
                emit_call_helper(e, "find_kept", graph), own);
    else
        fprintf(file, "    %s(%s, in);\n", emit_call_helper(e, "take_in", graph), own);
}

const char *emit_call_is_kept(const emit *e, size_t graph, const char *own)
{
    if (emit_keeps_many(e, graph))
        return arena_printf(e->memory, "i < %s_KEEP", e->prefix);
    return arena_printf(e->memory, "%s != 0u", emit_kept(e, own, graph));
}

static void end_function(FILE *file, const emit *e, size_t graph, const char *replay, bool timed)
{
    fprintf(file, "    status = %s(%s, %s);\n", emit_call_helper(e, "end_call", graph), e->own, replay);
    if (timed)
        fprintf(file,
                "    if (status == VG_OK) {\n        %s(%s, out);\n        times->wall = vg_time_since(begin);\n    }\n"
                "    return status;\n}\n\n",
                emit_call_helper(e, "give_out", graph), e->own);
    else
        fprintf(file, "    if (status == VG_OK) {\n        %s(%s, out);\n    }\n    return status;\n}\n\n",
                emit_call_helper(e, "give_out", graph), e->own);
}

void emit_call_give_kept(FILE *file, const emit *e, size_t graph, const char *indent, const char *own,
                         const char *which, const char *to)
{
    if (emit_keeps_many(e, graph))
        fprintf(file, "%s%s(%s, %s, %s);\n", indent, emit_call_helper(e, "give_kept", graph), own, which, to);
    else
        fprintf(file, "%s%s(%s, %s);\n", indent, emit_call_helper(e, "give_out", graph), own, to);
    fprintf(file, "%svg_hit(&%s->rt, %s);\n", indent, own, e->graphs[graph].ordinal);
}

static void call(FILE *file, const emit *e, size_t graph, bool timed)
{
    begin_function(file, e, graph, timed ? "call_timed" : "call", timed, emit_call_variables(e, graph));
    emit_call_look(file, e, graph, e->own);
    if (emit_keeps(e, graph)) {
        fprintf(file, "    if (%s) {\n", emit_call_is_kept(e, graph, e->own));
        emit_call_give_kept(file, e, graph, "        ", e->own, "i", "out");
        if (timed)
            fputs("        (void)memset(times, 0, sizeof *times);\n        times->wall = vg_time_since(begin);\n",
                  file);
        fputs("        return VG_OK;\n    }\n", file);
    }
    emit_call_miss(file, e, graph, e->own);
    end_function(file, e, graph,
                 timed ? arena_printf(e->memory, "vg_replay_timed(&%s->rt, %s, times)", e->own,
                                      e->graphs[graph].ordinal)
                       : emit_replay_call(e, "replay", e->own,
                                          arena_printf(e->memory, ", %s", e->graphs[graph].ordinal)),
                 timed);
}

static void stepped_call(FILE *file, const emit *e, size_t graph)
{
    begin_function(file, e, graph, "call_step", false, emit_keeps_many(e, graph) ? "    uint64_t key;\n" : "");
    if (emit_keeps_many(e, graph))
        fprintf(file, "    key = %s(in);\n", emit_call_helper(e, "hash_in", graph));
    else
        emit_call_look(file, e, graph, e->own);
    emit_forget(file, e, "    ", e->own);
    if (emit_keeps_many(e, graph))
        emit_call_miss(file, e, graph, e->own);
    end_function(file, e, graph, emit_step_call(e, graph), false);
}

void emit_call(FILE *file, const emit *e, size_t graph)
{
    if (graph == 0)
        ready_call(file, e);
    check_call(file, e, graph);
    take_in(file, e, graph);
    give_out(file, e, graph);
    if (emit_keeps_many(e, graph))
        emit_keep_many(file, e, graph);
    end_call(file, e, graph);
    call(file, e, graph, false);
    call(file, e, graph, true);
    stepped_call(file, e, graph);
    emit_started(file, e, graph);
    if (e->lanes)
        emit_batch(file, e, graph);
}
