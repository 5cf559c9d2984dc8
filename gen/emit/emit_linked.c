/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The vggen authors */
/* Names for the linker: all that one object of a program has and others use is renamed by a macro of NAME.h, to a name
 * that says in which file it is defined and ends with the stamp of the run. Objects of different runs do not link then,
 * and what the linker complains of names both files. */
#include <stdlib.h>
#include <string.h>

#include "base/stream.h"
#include "emit/parts.h"

/* In two lines where one would be too long. */
static void name_line(FILE *file, const emit *e, const char *name, const char *from)
{
    const char *value = arena_printf(e->memory, "VGGEN_%s_%s(%s)", e->program, from, name);
    const char *line = arena_printf(e->memory, "#define %s %s", name, value);

    if (strlen(line) <= EMIT_COLUMNS)
        fprintf(file, "%s\n", line);
    else
        fprintf(file, "#define %s \\\n    %s\n", name, value);
}

void emit_name_in_image(FILE *file, const emit *e, const char *name)
{
    name_line(file, e, name, "IMAGE");
}

/* The functions that NAME.h declares, as the writers of its sections name them. */
static emit_declared find_declared(const emit *e)
{
    emit_declared found = {NULL, 0, 0};
    emit noting = *e;
    stream unseen;
    FILE *file = stream_open(&unseen);

    noting.declared = &found;
    emit_note_declared(&noting, "open");
    emit_note_declared(&noting, "close");
    emit_note_declared(&noting, "set_timeout");
    emit_note_declared(&noting, "abandon");
    emit_api_accessors(file, &noting);
    emit_api_settings(file, &noting);
    emit_api_replays(file, &noting);
    stream_close(&unseen);
    free(unseen.bytes);
    return found;
}

void emit_linked_names(FILE *file, const void *context)
{
    const emit *e = context;
    const emit_declared found = find_declared(e);

    fprintf(file, "#define VGGEN_%s_C(name) VG_JOIN(name##_of_%s_c_, VGGEN_%s_STAMP)\n", e->program, e->program,
            e->program);
    for (size_t i = 0; i < found.count; i++)
        name_line(file, e, arena_printf(e->memory, "%s_%s", e->program, found.names[i]), "C");
    fprintf(file, "\n#define VGGEN_%s_IMAGE(name) VG_JOIN(name##_of_%s_image_c_, VGGEN_%s_STAMP)\n", e->program,
            e->program, e->program);
    if (e->i->module_count > 0)
        emit_name_in_image(file, e, arena_printf(e->memory, "%s_modules", e->program));
    emit_name_constants(file, e);
}
