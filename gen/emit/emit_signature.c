/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The vggen authors */
/* How a function for the application is declared in NAME.h and begins in NAME.c. */
#include <string.h>

#include "emit/parts.h"

static const char *prototype(const emit *e, const char *result, const char *name, const char *parameters, bool is_const)
{
    size_t length = strlen(result);
    const char *gap = result[length - 1] == '*' ? "" : " ";

    return arena_printf(e->memory, "%s%s%s_%s(%s%s *p%s%s%s)", result, gap, e->program, name, is_const ? "const " : "",
                        e->program, parameters[0] != '\0' ? ", " : "", parameters, e->lanes ? ", unsigned lane" : "");
}

void emit_note_declared(const emit *e, const char *name)
{
    emit_declared *d = e->declared;

    if (d == NULL)
        return;
    d->names = arena_grow(e->memory, d->names, d->count, &d->capacity, sizeof *d->names);
    d->names[d->count++] = name;
}

void emit_declare(FILE *file, const emit *e, const char *result, const char *name, const char *parameters,
                  bool is_const)
{
    emit_note_declared(e, name);
    emit_wrapped(file, "", "    ", arena_printf(e->memory, "%s;", prototype(e, result, name, parameters, is_const)));
    fputc('\n', file);
}

const char *emit_own_name(const emit *e, bool is_const)
{
    const char *name = e->lanes ? "lane_at" : "first_slot";

    return emit_private(e, arena_printf(e->memory, "%s%s", is_const ? "const_" : "", name));
}

/* The brace, and with lanes or slots the pointer to the lane or to the first slot, or NULL. */
void emit_begin_with(FILE *file, const emit *e, const char *result, const char *name, const char *parameters,
                     bool is_const, const char *variables)
{
    emit_wrapped(file, "", "    ", prototype(e, result, name, parameters, is_const));
    fputs("\n{\n", file);
    if (e->apart)
        fprintf(file, "    %s%s *own = %s(p%s);\n", is_const ? "const " : "", e->self, emit_own_name(e, is_const),
                e->lanes ? ", lane" : "");
    fprintf(file, "%s%s", variables, e->apart || variables[0] != '\0' ? "\n" : "");
}

void emit_begin(FILE *file, const emit *e, const char *result, const char *name, const char *parameters, bool is_const)
{
    emit_begin_with(file, e, result, name, parameters, is_const, "");
}

const char *emit_is_open(const emit *e)
{
    return arena_printf(e->memory, "%s(%s)", emit_private(e, "is_open"), e->own);
}

/* For a function that needs an open program. */
void emit_refuse_closed(FILE *file, const emit *e, const char *name)
{
    fprintf(file, "    if (%s == NULL) {\n        return VG_ARGUMENT;\n    }\n", e->own);
    fprintf(file,
            "    if (!%s) {\n        return vg_refuse(&%s->rt, VG_STATE,\n                         \"%s_%s "
            "needs an open program: call %s_open first\", 0u, 0u);\n    }\n",
            emit_is_open(e), e->own, e->program, name, e->program);
}

/* A function that hands on to the runtime. */
void emit_hand_on(FILE *file, const emit *e, const char *name, const char *parameters, const char *call)
{
    emit_begin(file, e, "vg_status", name, parameters, false);
    fprintf(file, "    return (%s == NULL) ? VG_ARGUMENT : %s;\n}\n\n", e->own, call);
}
