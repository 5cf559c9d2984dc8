/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The vggen authors */
/* NAME.c: `api: call` without waiting. A started call is a member of the lane until it is finished; every other call
 * is refused meanwhile, so what goes in and comes out stays in pinned memory as it is. */
#include "emit/call_parts.h"

void emit_started_members(FILE *file, const emit *e)
{
    if (!e->m->api_call)
        return;
    fputs("    struct {\n        unsigned graph; /* 1 + its number, or 0: no call is started */\n", file);
    if (emit_any_kept(e))
        fprintf(file, "        unsigned kept; /* %s */\n",
                e->m->keep > 1 ? "1 + the kept call that answers it, or 0" : "1: kept outputs answer it");
    fputs("    } started; /* a call that is not finished */\n", file);
}

static void check_started(FILE *file, const emit *e)
{
    fputs("/* Checks that a call of the graph was started. */\n", file);
    fprintf(file, "static vg_status %s(%s *p, unsigned graph)\n{\n", emit_private(e, "check_started"), e->self);
    fputs("    if (vg_is_open(&p->rt) == 0) {\n        return vg_poll(&p->rt); /* which reports why not */\n    }\n"
          "    if (p->started.graph == (graph + 1u)) {\n        return VG_OK;\n    }\n"
          "    return vg_refuse(&p->rt, VG_STATE,\n"
          "                     (p->started.graph == 0u) ? \"no call was started: start one first\"\n"
          "                                            : \"a call of another graph was started: finish that one\",\n"
          "                     0u, 0u);\n}\n\n",
          file);
}

/* A setting that is changed meanwhile takes the flag back, because the replay still has the old value. A replay whose
 * device asked for too large a grid has ended, so there is nothing to be finished. */
static void end_launched(FILE *file, const emit *e, size_t graph, const char *indent)
{
    if (emit_any_sized(e))
        fprintf(file, "%sif (status == VG_ABOVE) {\n%s    p->started.graph = 0u;\n%s}\n", indent, indent, indent);
    fprintf(file,
            "%sresult = %s(p, status);\n%sif (result != VG_OK) {\n%s    return result; /* it stays started */\n%s}\n",
            indent, emit_call_helper(e, "end_call", graph), indent, indent, indent);
    if (emit_keeps(e, graph) && !emit_keeps_many(e, graph))
        fprintf(file, "%sif (wanted == 0u) {\n%s    %s = 0u;\n%s}\n", indent, indent, emit_kept(e, "p", graph), indent);
    fprintf(file, "%s%s(p, out);\n", indent, emit_call_helper(e, "give_out", graph));
}

static void end_started(FILE *file, const emit *e, size_t graph)
{
    fputs("/* Gives what a started call gives, unless it still runs. */\n", file);
    fprintf(file, "static vg_status %s(%s *p, const %s *out, vg_status status)\n{\n",
            emit_call_helper(e, "end_started", graph), e->self, emit_call_struct(e, graph, "out"));
    if (emit_keeps(e, graph) && !emit_keeps_many(e, graph))
        fprintf(file, "    const unsigned char wanted = %s; /* 0: a setting was changed */\n",
                emit_kept(e, "p", graph));
    fputs("    vg_status result;\n\n", file);
    fputs("    if ((status == VG_BUSY) || (status == VG_TIMEOUT)) {\n        return status;\n    }\n", file);
    if (emit_keeps(e, graph)) {
        fputs("    if (p->started.kept != 0u) {\n", file);
        emit_call_give_kept(file, e, graph, "        ", "p", "p->started.kept - 1u", "out");
        fputs("    } else {\n", file);
        end_launched(file, e, graph, "        ");
        fputs("    }\n", file);
    } else {
        end_launched(file, e, graph, "    ");
    }
    fputs("    p->started.graph = 0u;\n    return VG_OK;\n}\n\n", file);
}

/* As far as a check of what it is given, by the helper `check`, and of what must hold, by `and`. */
static void begin_function(FILE *file, const emit *e, size_t graph, const char *name, const char *parameters,
                           const char *check, const char *and, const char *variables)
{
    emit_begin_with(file, e, "vg_status", arena_printf(e->memory, "%scall_%s", emit_graph_prefix(e, graph), name),
                    parameters, false, arena_printf(e->memory, "    vg_status status;\n%s", variables));
    fprintf(file, "    if (%s == NULL) {\n        return VG_ARGUMENT;\n    }\n    status = %s(%s, %s);\n", e->own,
            emit_call_helper(e, arena_printf(e->memory, "check_%s", check), graph), e->own, check);
    fprintf(file,
            "    if (status == VG_OK) {\n        status = %s(%s, %s);\n    }\n    if (status != VG_OK) {\n"
            "        return status;\n    }\n",
            emit_private(e, and), e->own, e->graphs[graph].ordinal);
}

/* Outputs that are kept in memory of a pool must not wait there for the call's end: others may have it before. */
static bool may_wait_kept(const emit *e, size_t graph)
{
    return emit_keeps(e, graph) && (!e->m->pooled || emit_keeps_many(e, graph));
}

static void start(FILE *file, const emit *e, size_t graph)
{
    const char *ordinal = e->graphs[graph].ordinal;

    begin_function(file, e, graph, "start", arena_printf(e->memory, "const %s *in", emit_call_struct(e, graph, "in")),
                   "in", "ready_call", emit_call_variables(e, graph));
    emit_call_look(file, e, graph, e->own);
    if (may_wait_kept(e, graph)) {
        const char *kept = emit_call_is_kept(e, graph, e->own);
        fprintf(file, "    %s->started.kept = %s;\n", e->own,
                emit_keeps_many(e, graph) ? arena_printf(e->memory, "(%s) ? (i + 1u) : 0u", kept)
                                          : emit_kept(e, e->own, graph));
        fprintf(file, "    if (%s) {\n        %s->started.graph = %s + 1u;\n        return VG_OK;\n    }\n", kept,
                e->own, ordinal);
    }
    emit_call_miss(file, e, graph, e->own);
    fprintf(file, "    status = %s;\n",
            emit_replay_call(e, "start", e->own, arena_printf(e->memory, ", %s", ordinal)));
    fprintf(file, "    if (status != VG_OK) {\n        return %s(%s, status);\n    }\n",
            emit_call_helper(e, "end_call", graph), e->own);
    if (emit_keeps(e, graph) && !emit_keeps_many(e, graph))
        fprintf(file, "    %s = 2u; /* until it ends */\n", emit_kept(e, e->own, graph));
    fprintf(file, "    %s->started.graph = %s + 1u;\n    return VG_OK;\n}\n\n", e->own, ordinal);
}

static void end_function(FILE *file, const emit *e, size_t graph, const char *name, const char *parameters,
                         const char *wait)
{
    begin_function(file, e, graph, name,
                   arena_printf(e->memory, "%s *out%s", emit_call_struct(e, graph, "out"), parameters), "out",
                   "check_started", "");
    emit_wrapped(file, "    ", "        ",
                 arena_printf(e->memory, "return %s(%s, out, (vg_is_running(&%s->rt) != 0) ? %s : VG_OK);",
                              emit_call_helper(e, "end_started", graph), e->own, e->own, wait));
    fputs("\n}\n\n", file);
}

void emit_started(FILE *file, const emit *e, size_t graph)
{
    if (graph == 0)
        check_started(file, e);
    end_started(file, e, graph);
    start(file, e, graph);
    end_function(file, e, graph, "poll", "", emit_replay_call(e, "poll", e->own, ""));
    end_function(file, e, graph, "finish", ", uint64_t timeout_ns",
                 emit_replay_call(e, "finish", e->own, ", timeout_ns"));
}
