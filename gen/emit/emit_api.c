/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The vggen authors */
/* NAME.h: what the application may call. */
#include <string.h>

#include "emit/parts.h"

static const char *described(const emit *e, const model_buffer *b)
{
    return arena_printf(e->memory, "%s %s, %llu bytes", b->type->name, emit_shape(e->memory, b),
                        (unsigned long long)b->size);
}

/* What is said of a buffer only some of whose elements come back, with that verb; "" where all do. */
static const char *part_of(const emit *e, const model_buffer *b, const char *verb)
{
    if (!emit_is_partial(b))
        return "";
    return arena_printf(e->memory, "; only elements %llu to %llu %s",
                        (unsigned long long)(b->down_first / b->type->size),
                        (unsigned long long)(b->down_last / b->type->size - 1), verb);
}

/* ---- accessors and requests ---- */

static void accessor(FILE *file, const emit *e, const char *what, const char *more, const char *name,
                     const model_buffer *b, bool is_const)
{
    emit_wrapped(file, "/* ", " * ", arena_printf(e->memory, "%s %s: %s%s. */", what, b->name, described(e, b), more));
    fputc('\n', file);
    emit_declare(file, e, arena_printf(e->memory, "%s%s *", is_const ? "const " : "", emit_host(e, b->type)), name, "",
                 is_const);
}

static void changed(FILE *file, const emit *e, const model_buffer *b)
{
    fprintf(file, "/* The next replay%s that uses %s uploads it first. */\n", e->m->named_graphs ? " of a graph" : "",
            b->name);
    emit_declare(file, e, "vg_status", arena_printf(e->memory, "changed_%s", b->name), "", false);
}

static void want(FILE *file, const emit *e, const model_buffer *b)
{
    fprintf(file, "/* The next replay%s that may write %s downloads it. */\n", e->m->named_graphs ? " of a graph" : "",
            b->name);
    emit_declare(file, e, "vg_status", arena_printf(e->memory, "want_%s", b->name), "", false);
}

static void buffer_functions(FILE *file, const emit *e, const model_buffer *b)
{
    bool in = emit_goes_in(b), back = emit_comes_out(b), both = in && back;
    const char *into = both || b->role != ROLE_INPUT
                           ? arena_printf(e->memory, "What goes into %s", model_role_name(b->role))
                           : "Input";
    const char *from = both || b->role != ROLE_OUTPUT
                           ? arena_printf(e->memory, "What comes out of %s", model_role_name(b->role))
                           : "Output";
    const char *part = b->generated ? "; passes that a loop made" : part_of(e, b, "come");
    const char *all = emit_is_partial(b) ? "; all elements go" : "";

    if (in)
        accessor(file, e, into,
                 arena_printf(e->memory, "%s%s", all, emit_is_requested(b, PLAN_UPLOAD) ? "; goes on request" : ""),
                 b->name, b, false);
    if (in && emit_is_requested(b, PLAN_UPLOAD))
        changed(file, e, b);
    if (back)
        accessor(file, e, from,
                 arena_printf(e->memory, "%s%s", part, emit_is_requested(b, PLAN_DOWNLOAD) ? "; comes on request" : ""),
                 emit_out_name(e, b), b, true);
    if (back && emit_is_requested(b, PLAN_DOWNLOAD))
        want(file, e, b);
    if (in || back)
        fputc('\n', file);
}

static void queue_text(FILE *file)
{
    emit_wrapped(
        file, "/* ", " * ",
        "Pinned memory of an open program, NULL for a closed one. Each replay in flight has its own, so ask anew "
        "for each. Inputs are what the next start sends, and NULL while the queue is full. They hold what an "
        "earlier replay left there: write all of them before each start. Outputs are those of the replay that "
        "was waited for last. Read them before the next start, which may take their memory; they are NULL "
        "while a replay in flight has it. As long as each replay is waited for before the next is started, "
        "addresses and inputs stay. */");
    fputs("\n\n", file);
}

void emit_api_accessors(FILE *file, const void *context)
{
    const emit *e = context;
    bool any = false;

    for (size_t i = 0; !e->m->api_call && i < e->m->buffer_count; i++) {
        const model_buffer *b = &e->m->buffers[i];
        if (!any && (emit_goes_in(b) || emit_comes_out(b))) {
            fputs("/* ---- what goes in and comes out ---- */\n\n", file);
            if (e->queued)
                queue_text(file);
            else
                fputs("/* Pinned memory of an open program, NULL for a closed one. Write inputs and read outputs only "
                      "while no replay\n"
                      " * runs: before start, after finish. */\n\n",
                      file);
            any = true;
        }
        buffer_functions(file, e, b);
    }
}

/* ---- settings and switches ---- */

static const char *range_text(const emit *e, const model_buffer *b)
{
    if (!b->ranged)
        return "";
    return arena_printf(e->memory, ", from %s to %s", emit_reading(e->memory, b->type, b->low_bytes),
                        emit_reading(e->memory, b->type, b->high_bytes));
}

static void setting(FILE *file, const emit *e, const model_buffer *b)
{
    const char *host = emit_host(e, b->type);
    bool aggregate = emit_is_aggregate(b->type);

    emit_wrapped(file, "/* ", " * ",
                 arena_printf(e->memory, "Setting %s: %s%s, initially %s. */", b->name, b->type->name, range_text(e, b),
                              emit_reading(e->memory, b->type, b->pattern)));
    fputc('\n', file);
    emit_declare(file, e, "vg_status", arena_printf(e->memory, "set_%s", b->name),
                 arena_printf(e->memory, aggregate ? "const %s *value" : "%s value", host), false);
    emit_declare(file, e, aggregate ? arena_printf(e->memory, "const %s *", host) : host, b->name, "", true);
    fputc('\n', file);
}

static void switches(FILE *file, const emit *e)
{
    if (e->m->switch_count == 0)
        return;
    fputs("/* ---- switches ---- */\n\n"
          "/* As setters: the next start commits them. Steps that are switched off do nothing; what they would write "
          "keeps its\n * value. */\n\n",
          file);
    for (size_t i = 0; i < e->m->switch_count; i++) {
        const model_switch *s = &e->m->switches[i];
        fprintf(file, "/* Switch %s, initially %s. */\n", s->name, s->on ? "on" : "off");
        emit_declare(file, e, "vg_status", arena_printf(e->memory, "switch_%s", s->name), "int on", false);
        emit_declare(file, e, "int", arena_printf(e->memory, "is_on_%s", s->name), "", true);
        fputc('\n', file);
    }
}

void emit_api_settings(FILE *file, const void *context)
{
    const emit *e = context;

    emit_api_external(file, e);
    emit_api_captures(file, e);
    if (emit_has_settings(e->m))
        fputs("/* ---- settings ---- */\n\n"
              "/* A setter may be called at any time on an open program. The next start commits all settings together; "
              "a\n"
              " * running replay keeps the old ones. open gives them the values of the spec. A getter returns the "
              "value that\n"
              " * was set last. */\n\n",
              file);
    for (size_t i = 0; i < e->m->buffer_count; i++)
        if (e->m->buffers[i].role == ROLE_SETTING)
            setting(file, e, &e->m->buffers[i]);
    switches(file, e);
}

/* ---- replays and calls ---- */

static void replays(FILE *file, const emit *e, size_t graph)
{
    const char *prefix = emit_graph_prefix(e, graph);
    const char *of = e->m->named_graphs ? arena_printf(e->memory, " of graph %s", e->p->graphs[graph].name) : "";

    if (e->queued)
        fprintf(file,
                "/* Puts one replay%s into the queue and returns at once. Replays run in the order of their starts. "
                "VG_STATE if\n * %s_IN_FLIGHT are in flight. */\n",
                of, e->prefix);
    else
        fprintf(file, "/* Launches one replay%s and returns at once. VG_STATE if one is running. */\n", of);
    emit_declare(file, e, "vg_status", arena_printf(e->memory, "%sstart", prefix), "", false);
    if (e->queued)
        fputs("/* These need an empty queue, as step and profile do: VG_STATE while replays are in flight. */\n", file);
    fputs("/* Starts a replay and waits for it, for as long as timeout_ns allows. */\n", file);
    emit_declare(file, e, "vg_status", arena_printf(e->memory, "%sreplay", prefix), "", false);
    fputs("/* Starts a replay, waits for it and measures it. */\n", file);
    emit_declare(file, e, "vg_status", arena_printf(e->memory, "%sreplay_timed", prefix), "vg_times *times", false);
    fputc('\n', file);
}

/* The struct of what a graph takes or gives. */
static void call_struct(FILE *file, const emit *e, size_t graph, plan_direction direction)
{
    bool up = direction == PLAN_UPLOAD, any = false;
    const char *name = arena_printf(e->memory, "%s_%s%s", e->program, emit_graph_prefix(e, graph), up ? "in" : "out");

    fprintf(file, "typedef struct %s {\n", name);
    for (uint32_t i = 0; i < e->m->buffer_count; i++) {
        const model_buffer *b = &e->m->buffers[i];
        if (!emit_graph_moves(e, graph, i, direction))
            continue;
        any = true;
        fprintf(file, "    %s%s; /* %s%s */\n    size_t %s_count; /* elements: %s_%s_COUNT */\n",
                emit_type(e, b->type, up, true), emit_member(e->memory, b->name), described(e, b),
                up ? "" : part_of(e, b, "are written"), b->name, e->prefix, emit_upper(e->memory, b->name));
    }
    if (!up && e->lanes)
        fputs("    vg_status status; /* of call_batch: VG_OK where the outputs are there, VG_BUSY where it was not run "
              "*/\n",
              file);
    else if (!any)
        fprintf(file, "    unsigned char none; /* the graph %s nothing */\n", up ? "takes" : "gives");
    fprintf(file, "} %s;\n\n", name);
}

static void batch(FILE *file, const emit *e, size_t graph)
{
    const char *prefix = emit_graph_prefix(e, graph);

    emit_wrapped(
        file, "/* ", " * ",
        arena_printf(e->memory,
                     "As many calls as count says, on all lanes at once: no other call may overlap it. %sItems "
                     "are started in their order, one lane after the other from lane 0 on. The first failure "
                     "is returned, and is the detail of lane 0; nothing is started after it, but what was "
                     "started is finished. Then the outputs of those items are there whose status is VG_OK. "
                     "Outputs must overlap neither inputs nor the outputs of other items. %s"
                     "After a refused argument nothing has changed. */",
                     emit_keeps(e, graph) ? "What a lane keeps already is given first. " : "",
                     emit_has_settings(e->m) || e->m->switch_count > 0
                         ? "Each item has the settings and switches of its lane: give all lanes the same. "
                         : ""));
    emit_note_declared(e, arena_printf(e->memory, "%scall_batch", prefix));
    fprintf(file, "\nvg_status %s_%scall_batch(%s *p, const %s_%sin *in, %s_%sout *out, size_t count);\n\n", e->program,
            prefix, e->program, e->program, prefix, e->program, prefix);
}

static void started(FILE *file, const emit *e, size_t graph)
{
    const char *prefix = emit_graph_prefix(e, graph);
    const char *given = arena_printf(e->memory, "%s_%sout *out", e->program, prefix);

    emit_wrapped(
        file, "/* ", " * ",
        arena_printf(e->memory,
                     "The same call, without waiting for it. Start copies what goes in and launches%s. Poll answers "
                     "VG_BUSY while it runs, finish waits at most timeout_ns nanoseconds and then answers VG_TIMEOUT: "
                     "call either again. VG_OK ends the call, and what comes out was copied then. Until then other "
                     "calls, profile%s are VG_STATE and change nothing%s. After a failure of poll or finish other than "
                     "VG_LOST, the call is still started: finish it again. */",
                     emit_keeps(e, graph) ? ", unless kept outputs answer the call: then it ends at the first look"
                                          : "",
                     emit_has_state(e->m) ? ", reset, save and restore" : "",
                     emit_has_settings(e->m) || e->m->switch_count > 0 ? "; what is set is for the next call" : ""));
    fputc('\n', file);
    emit_declare(file, e, "vg_status", arena_printf(e->memory, "%scall_start", prefix),
                 arena_printf(e->memory, "const %s_%sin *in", e->program, prefix), false);
    emit_declare(file, e, "vg_status", arena_printf(e->memory, "%scall_poll", prefix), given, false);
    emit_declare(file, e, "vg_status", arena_printf(e->memory, "%scall_finish", prefix),
                 arena_printf(e->memory, "%s, uint64_t timeout_ns", given), false);
    fputc('\n', file);
}

static void call(FILE *file, const emit *e, size_t graph)
{
    const char *prefix = emit_graph_prefix(e, graph);
    const char *pair =
        arena_printf(e->memory, "const %s_%sin *in, %s_%sout *out", e->program, prefix, e->program, prefix);

    call_struct(file, e, graph, PLAN_UPLOAD);
    call_struct(file, e, graph, PLAN_DOWNLOAD);
    fputs("/* Copies what goes in, replays, copies what comes out. Pointers may be NULL only where there are no "
          "elements.\n"
          " * What a failed call left running is waited for by the next call, profile, reset, save or restore.\n"
          " *\n",
          file);
    emit_keep_text(file, e, graph);
    fputs(" */\n", file);
    emit_declare(file, e, "vg_status", arena_printf(e->memory, "%scall", prefix), pair, false);
    fputs("/* Makes a call and measures it: wall is all of it, copies too. The other times are zero where no replay "
          "was needed. */\n",
          file);
    emit_declare(file, e, "vg_status", arena_printf(e->memory, "%scall_timed", prefix),
                 arena_printf(e->memory, "%s, vg_times *times", pair), false);
    emit_step_comment(file, e, graph);
    emit_declare(file, e, "vg_status", arena_printf(e->memory, "%scall_step", prefix), pair, false);
    fputc('\n', file);
    started(file, e, graph);
    if (e->lanes)
        batch(file, e, graph);
}

static void waits(FILE *file, const emit *e)
{
    fputs("/* VG_OK when the replay is done, VG_BUSY while it runs. */\n", file);
    emit_declare(file, e, "vg_status", "poll", "", false);
    fputs(
        "\n/* Waits for the replay: at most timeout_ns nanoseconds from now. VG_TIMEOUT leaves it running, and finish "
        "may be called\n"
        " * again; 0 looks once; only VG_FOREVER may sleep in the driver. */\n",
        file);
    emit_declare(file, e, "vg_status", "finish", "uint64_t timeout_ns", false);
    fputc('\n', file);
}

void emit_api_replays(FILE *file, const void *context)
{
    const emit *e = context;

    fprintf(file, "/* ---- %s ---- */\n\n", e->m->api_call ? "calls" : "replays");
    fputs("/* How the host sees that a replay has ended, by a word in pinned memory or by asking the stream, if\n"
          " * vg_config.completion does not ask for another way:\n",
          file);
    emit_completions(file, e);
    fputc('\n', file);
    for (size_t g = 0; g < e->replayed; g++) {
        (e->m->api_call ? call : replays)(file, e, g);
        emit_api_measure(file, e, g);
    }
    if (!e->m->api_call)
        (e->queued ? emit_api_waits : waits)(file, e);
    emit_api_mailbox(file, e);
    if (emit_has_state(e->m))
        emit_api_state(file, e);
    fprintf(file, "/* Counters since open; NULL where p is NULL%s. */\n",
            e->lanes ? " or the lane does not exist" : "");
    emit_declare(file, e, "const vg_stats *", "stats", "", true);
    if (e->m->named_graphs && e->replayed > 0)
        fputs("/* Those of one graph. */\n", file);
    for (size_t g = 0; e->m->named_graphs && g < e->replayed; g++)
        emit_declare(file, e, "const vg_stats *", arena_printf(e->memory, "%sstats", emit_graph_prefix(e, g)), "",
                     true);
    fprintf(file, "\n/* What the last failing call found; NULL where p is NULL.%s */\n",
            e->lanes ? " For a lane that does not exist it says so." : "");
    emit_declare(file, e, "const vg_detail *", "detail", "", true);
}
