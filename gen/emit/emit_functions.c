/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The vggen authors */
/* NAME.c: functions for the application, besides open and close. */
#include <string.h>

#include "emit/parts.h"

static void lane_functions(FILE *file, const emit *e)
{
    fputs("/* NULL where there is no such lane. */\n", file);
    for (int i = 0; i < 2; i++) {
        const char *constant = i == 0 ? "" : "const ";
        fprintf(file, "static %sstruct %s_lane *%s(%s%s *p, unsigned lane)\n{\n", constant, e->program,
                emit_private(e, i == 0 ? "lane_at" : "const_lane_at"), constant, e->program);
        fprintf(file, "    return ((p == NULL) || (lane >= %s_LANES)) ? NULL : &p->lane[lane];\n}\n\n", e->prefix);
    }
}

/* With slots it is the first one of the program or of the lane. */
static void slot_functions(FILE *file, const emit *e)
{
    fprintf(file,
            "/* The application sets this slot; replays take it and those behind it. NULL where there is no %s. */\n",
            e->lanes ? "such lane" : "program");
    for (int i = 0; i < 2; i++) {
        const char *constant = i == 0 ? "" : "const ";
        fprintf(file, "static %s%s *%s(%s%s *p%s)\n{\n", constant, e->self, emit_own_name(e, i == 1), constant,
                e->program, e->lanes ? ", unsigned lane" : "");
        if (e->lanes)
            fprintf(file,
                    "    return ((p == NULL) || (lane >= %s_LANES)) ? NULL : &p->slot[lane * %s_IN_FLIGHT];\n}\n\n",
                    e->prefix, e->prefix);
        else
            fputs("    return (p == NULL) ? NULL : p->slot;\n}\n\n", file);
    }
}

/* ---- accessors ---- */

static void accessor(FILE *file, const emit *e, uint32_t buffer, bool is_out)
{
    const model_buffer *b = &e->m->buffers[buffer];
    const char *type = emit_type(e, b->type, is_out, true), *constant = is_out ? "const " : "";
    bool crosses = is_out ? emit_is_downloaded(e, buffer) : emit_is_uploaded(e, buffer);

    emit_begin(file, e, type, is_out ? emit_out_name(e, b) : b->name, "", is_out);
    fprintf(file, "    if (!%s%s) {\n        return NULL;\n    }\n", emit_is_open(e),
            !crosses                    ? ""
            : emit_is_pooled(e, buffer) ? " || vg_is_waiting(&p->rt)"
            : !e->queued                ? ""
            : is_out                    ? " || !vg_queue_has_outputs(&own->rt)"
                                        : " || (vg_queue_is_full(&own->rt) != 0)");
    if (crosses)
        fprintf(file, "    return (%s)(%svoid *)&%s%srt.%s[%s];\n}\n\n", type, constant, e->own,
                !e->queued ? "->"
                : is_out   ? "[vg_queue_last(&own->rt)]."
                           : "[vg_queue_next(&own->rt)].",
                emit_pinned_base(e, buffer), emit_pinned_at(e, buffer, is_out ? PLAN_DOWNLOAD : PLAN_UPLOAD));
    else
        fprintf(file,
                "    /* It has no bytes: any address that is not NULL will do. */\n    return (%s)(%svoid *)%s;\n}\n\n",
                type, constant, e->own);
}

static void request(FILE *file, const emit *e, const model_buffer *b, plan_direction direction)
{
    const char *name = arena_printf(e->memory, "%s_%s", direction == PLAN_UPLOAD ? "changed" : "want", b->name);

    emit_begin(file, e, "vg_status", name, "", false);
    emit_refuse_closed(file, e, name);
    emit_refuse_armed(file, e, name);
    fprintf(file, "    %s->%s.%s = 1u;\n    return VG_OK;\n}\n\n", e->own,
            direction == PLAN_UPLOAD ? "changed" : "wanted", emit_member(e->memory, b->name));
}

/* ---- requests and switches ---- */

static void switch_functions(FILE *file, const emit *e, const model_switch *s)
{
    const char *set = arena_printf(e->memory, "switch_%s", s->name), *name = emit_member(e->memory, s->name);

    emit_begin(file, e, "vg_status", set, "int on", false);
    emit_refuse_closed(file, e, set);
    if (emit_any_kept(e)) {
        fprintf(file, "    if (%s->on.%s != ((on != 0) ? 1u : 0u)) { /* kept outputs are those of the other case */\n",
                e->own, name);
        emit_forget_kept(file, e);
        fputs("    }\n", file);
    }
    fprintf(file, "    %s->on.%s = (on != 0) ? 1u : 0u;\n    return VG_OK;\n}\n\n", e->own, name);
    emit_begin(file, e, "int", arena_printf(e->memory, "is_on_%s", s->name), "", true);
    fprintf(file, "    return (%s == NULL) ? 0 : (int)%s->on.%s;\n}\n\n", e->own, e->own, name);
}

/* ---- replays ---- */

static void replays(FILE *file, const emit *e, size_t graph)
{
    const char *prefix = emit_graph_prefix(e, graph);
    arena *a = e->memory;

    const char *rest = arena_printf(a, ", %s", e->graphs[graph].ordinal);

    emit_hand_on(file, e, arena_printf(a, "%sstart", prefix), "",
                 e->queued ? arena_printf(a, "vg_queue_start(&%s->rt%s)", e->own, rest)
                           : emit_replay_call(e, "start", e->own, rest));
    emit_alone(file, e, arena_printf(a, "%sreplay", prefix), "", emit_replay_call(e, "replay", e->own, rest), true);
    emit_alone(file, e, arena_printf(a, "%sreplay_timed", prefix), "vg_times *times",
               arena_printf(a, "vg_replay_timed(&%s->rt, %s, times)", e->own, e->graphs[graph].ordinal), true);
}

static void getter(FILE *file, const emit *e, const char *result, const char *name)
{
    emit_begin(file, e, result, name, "", true);
    fprintf(file, "    return (%s == NULL) ? NULL : &%s->rt.%s;\n}\n", e->own, e->own, name);
}

/* A lane that is not there has no detail of its own, and that of another may be in use. */
static void detail(FILE *file, const emit *e)
{
    if (!e->lanes) {
        getter(file, e, "const vg_detail *", "detail");
        return;
    }
    emit_begin_with(file, e, "const vg_detail *", "detail", "", true,
                    arena_printf(e->memory,
                                 "    static const vg_detail other = {VG_ARGUMENT, 0, \"lane is below %u\", \"\", "
                                 "NULL, 0u, 0u, 0u, 0u, 0u, 0u, NULL};\n",
                                 e->m->lanes));
    fputs(
        "    if (p == NULL) {\n        return NULL;\n    }\n    return (own == NULL) ? &other : &own->rt.detail;\n}\n",
        file);
}

/* ---- all of them ---- */

static void buffer_functions(FILE *file, const emit *e, uint32_t buffer)
{
    const model_buffer *b = &e->m->buffers[buffer];

    if (emit_goes_in(b)) {
        accessor(file, e, buffer, false);
        if (emit_is_requested(b, PLAN_UPLOAD))
            request(file, e, b, PLAN_UPLOAD);
    }
    if (emit_comes_out(b)) {
        accessor(file, e, buffer, true);
        if (emit_is_requested(b, PLAN_DOWNLOAD))
            request(file, e, b, PLAN_DOWNLOAD);
    }
}

/* A function below needs an open program. */
static bool asks_whether_open(const emit *e)
{
    for (size_t i = 0; i < e->m->buffer_count; i++) {
        const model_buffer *b = &e->m->buffers[i];
        if (b->role == ROLE_SETTING || (!e->m->api_call && (emit_goes_in(b) || emit_comes_out(b))))
            return true;
    }
    return e->m->switch_count > 0 || e->queued;
}

static void is_open_function(FILE *file, const emit *e)
{
    fprintf(file,
            "static int %s(const %s *%s)\n{\n"
            "    return ((%s != NULL) && (vg_has_memory(&%s->rt) != 0)) ? 1 : 0;\n}\n\n",
            emit_private(e, "is_open"), e->self, e->own, e->own, e->own);
}

void emit_functions(FILE *file, const void *context)
{
    const emit *e = context;

    if (e->queued)
        slot_functions(file, e);
    else if (e->lanes)
        lane_functions(file, e);
    if (asks_whether_open(e))
        is_open_function(file, e);
    for (uint32_t i = 0; !e->m->api_call && i < e->m->buffer_count; i++)
        buffer_functions(file, e, i);
    emit_external_functions(file, e);
    emit_capture_functions(file, e);
    emit_setting_functions(file, e);
    for (size_t i = 0; i < e->m->switch_count; i++)
        switch_functions(file, e, &e->m->switches[i]);
    for (size_t g = 0; g < e->replayed; g++) {
        (e->m->api_call ? emit_call : replays)(file, e, g);
        emit_measure(file, e, g);
    }
    if (!e->m->api_call)
        emit_waits(file, e);
    emit_mailbox_calls(file, e);
    if (emit_has_state(e->m))
        emit_state(file, e);
    emit_stats_function(file, e);
    fputc('\n', file);
    detail(file, e);
}
