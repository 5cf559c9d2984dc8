/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The vggen authors */
/* C around an emitted program, so that emitted.c can call each of them in the same way. */
#include <inttypes.h>

#include "program.h"

typedef struct {
    FILE *to;
    const random_program *p;
} writer;

static void begin(const writer *w, const char *type, const char *name, const char *parameters)
{
    fprintf(w->to, "static %sp%" PRIu64 "_%s_any(%s)\n{\n    (void)lane;\n", type, w->p->seed, name, parameters);
}

/* A call of the program's function PREFIX_NAME: with arguments, and with the lane where there are several. */
static void write_call(const writer *w, const char *function, const char *arguments)
{
    fprintf(w->to, "p%" PRIu64 "_%s(&program_%" PRIu64 "%s%s)", w->p->seed, function, w->p->seed, arguments,
            w->p->lanes > 1 ? ", lane" : "");
}

static void write_case(const writer *w, const char *variable, unsigned value, const char *cast, const char *prefix,
                       unsigned number, const char *suffix, const char *arguments)
{
    char function[64];
    snprintf(function, sizeof function, "%s%u%s", prefix, number, suffix);
    fprintf(w->to, "    if (%s == %u)\n        return %s", variable, value, cast);
    write_call(w, function, arguments);
    fputs(";\n", w->to);
}

static void end(const writer *w, const char *otherwise)
{
    fprintf(w->to, "    return %s;\n}\n\n", otherwise);
}

static bool goes_in(const random_buffer *b)
{
    return b->role != SETTING && b->up != NEVER;
}

/* What goes in and comes out has two names. */
static const char *out_suffix(const random_buffer *b)
{
    return b->role == STATE || b->role == INOUT ? "_out" : "";
}

static void write_up(const writer *w)
{
    begin(w, "unsigned char *", "up", "unsigned lane, unsigned buffer");
    fputs("    (void)buffer;\n", w->to);
    for (unsigned b = 0; b < w->p->buffer_count; b++) {
        if (goes_in(&w->p->buffers[b]))
            write_case(w, "buffer", b, "(unsigned char *)", "b", b, "", "");
    }
    end(w, "NULL");
}

static void write_down(const writer *w)
{
    begin(w, "const unsigned char *", "down", "unsigned lane, unsigned buffer");
    fputs("    (void)buffer;\n", w->to);
    for (unsigned b = 0; b < w->p->buffer_count; b++) {
        if (w->p->buffers[b].down != NEVER)
            write_case(w, "buffer", b, "(const unsigned char *)", "b", b, out_suffix(&w->p->buffers[b]), "");
    }
    end(w, "NULL");
}

static void write_set(const writer *w)
{
    begin(w, "vg_status ", "set", "unsigned lane, unsigned buffer, unsigned value");
    fputs("    (void)buffer;\n    (void)value;\n", w->to);
    for (unsigned b = 0; b < w->p->buffer_count; b++) {
        if (w->p->buffers[b].role == SETTING)
            write_case(w, "buffer", b, "", "set_b", b, "", ", value");
    }
    end(w, "VG_ARGUMENT");
}

static void write_turn(const writer *w)
{
    begin(w, "vg_status ", "turn", "unsigned lane, unsigned which, int on");
    fputs("    (void)which;\n    (void)on;\n", w->to);
    for (unsigned i = 0; i < w->p->switch_count; i++)
        write_case(w, "which", i, "", "switch_w", i, "", ", on");
    end(w, "VG_ARGUMENT");
}

static void write_requests(const writer *w, bool up)
{
    begin(w, "vg_status ", up ? "change" : "want", "unsigned lane, unsigned buffer");
    fputs("    (void)buffer;\n", w->to);
    for (unsigned b = 0; b < w->p->buffer_count; b++) {
        const random_buffer *buffer = &w->p->buffers[b];
        if (buffer->role != SETTING && (up ? buffer->up : buffer->down) == ON_REQUEST)
            write_case(w, "buffer", b, "", up ? "changed_b" : "want_b", b, "", "");
    }
    end(w, "VG_ARGUMENT");
}

static void write_start(const writer *w)
{
    begin(w, "vg_status ", "start", "unsigned lane, unsigned graph");
    fputs("    (void)graph;\n", w->to);
    for (unsigned g = 0; g < w->p->replayed && w->p->named_graphs; g++)
        write_case(w, "graph", g, "", "g", g, "_start", "");
    if (!w->p->named_graphs) {
        fputs("    if (graph == 0)\n        return ", w->to);
        write_call(w, "start", "");
        fputs(";\n", w->to);
    }
    end(w, "VG_ARGUMENT");
}

static void write_one(const writer *w, const char *type, const char *name, const char *arguments)
{
    begin(w, type, name, "unsigned lane");
    fputs("    return ", w->to);
    write_call(w, name, arguments);
    fputs(";\n}\n\n", w->to);
}

void program_write_emitted(FILE *to, const random_program *p)
{
    const writer w = {to, p};
    fprintf(to,
            "#include \"p%" PRIu64 ".h\"\n\nstatic p%" PRIu64 " program_%" PRIu64 ";\n\n"
            "static vg_status p%" PRIu64 "_open_any(const vg_config *config)\n{\n"
            "    return p%" PRIu64 "_open(&program_%" PRIu64 ", config, NULL);\n}\n\n"
            "static vg_status p%" PRIu64 "_close_any(void)\n{\n"
            "    return p%" PRIu64 "_close(&program_%" PRIu64 ");\n}\n\n",
            p->seed, p->seed, p->seed, p->seed, p->seed, p->seed, p->seed, p->seed, p->seed);
    write_up(&w);
    write_down(&w);
    write_set(&w);
    write_turn(&w);
    write_requests(&w, true);
    write_requests(&w, false);
    write_start(&w);
    write_one(&w, "vg_status ", "finish", ", VG_FOREVER");
    if (program_has_state(p)) {
        write_one(&w, "vg_status ", "reset", "");
    } else {
        begin(&w, "vg_status ", "reset", "unsigned lane");
        end(&w, "VG_ARGUMENT");
    }
    write_one(&w, "const vg_detail *", "detail", "");
}

void program_write_entry(FILE *to, const random_program *p)
{
    static const char *const functions[] = {"open",   "close", "up",    "down",   "set",   "turn",
                                            "change", "want",  "start", "finish", "reset", "detail"};
    fprintf(to, "    {%" PRIu64 "u", p->seed);
    for (size_t i = 0; i < sizeof functions / sizeof *functions; i++)
        fprintf(to, ", p%" PRIu64 "_%s_any", p->seed, functions[i]);
    fputs("},\n", to);
}
