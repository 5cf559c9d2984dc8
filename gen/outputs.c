/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The vggen authors */
#define _POSIX_C_SOURCE 200809L

#include "outputs.h"

#include <locale.h>
#include <stdlib.h>
#include <string.h>

#include "base/stream.h"
#include "emit/emit.h"
#include "emit/emit_stamp.h"
#include "outputs_guard.h"
#include "report/dot.h"
#include "report/graph_picture.h"
#include "report/manifest.h"
#include "report/map.h"
#include "report/memory_picture.h"
#include "report/page.h"

typedef struct {
    const char *suffix;
    unsigned extra; /* of outputs_extra; 0: always made */
    void (*write)(FILE *file, const emit *e);
    void (*stamp)(emit_stamp *stamp, const emit *e); /* adds what decides it to the stamp; NULL: its text does */
} output;

/* In the order in which they are written. */
static const output outputs[] = {
    {".h", 0, emit_header, NULL},
    {".c", 0, emit_source, NULL},
    {"_image.c", 0, emit_image, NULL},
    {"_kernels.h", 0, emit_kernels_header, NULL},
    {"_main.c", OUTPUTS_MAIN, emit_main, NULL},
    {"_selftest.c", OUTPUTS_SELFTEST, emit_selftest, NULL},
    {"_tune.c", OUTPUTS_TUNE, emit_tune, NULL},
    {"_sim.cpp", OUTPUTS_SIM, emit_sim, emit_sim_stamp},
    {".dot", OUTPUTS_DOT, dot_write, NULL},
    {".map", OUTPUTS_MAP, map_write, NULL},
    {"_arena.svg", OUTPUTS_SVG, memory_picture_write, NULL},
    {"_graph.svg", OUTPUTS_SVG, graph_picture_write, NULL},
    {".report.html", OUTPUTS_REPORT, page_write, NULL},
    {".json", OUTPUTS_JSON, manifest_write, NULL}, /* after all those whose hashes it holds */
    {".d", OUTPUTS_DEPFILE, emit_depfile, NULL},
};

#define OUTPUT_COUNT (sizeof outputs / sizeof *outputs)

static bool is_made(const output *o, unsigned extras)
{
    return o->extra == 0 || (extras & o->extra) != 0;
}

/* Files that are compiled: they make the stamp. */
static bool is_stamped(const output *o)
{
    const char *end = strrchr(o->suffix, '.');

    return strcmp(end, ".h") == 0 || strcmp(end, ".c") == 0 || strcmp(end, ".cpp") == 0;
}

static void add_text(emit_stamp *stamp, const emit *e, const char *text, size_t size)
{
    emit_stamp_add(stamp, text, (size_t)e->unstamped->first);
    emit_stamp_add(stamp, text + e->unstamped->last, size - (size_t)e->unstamped->last);
}

static void add_unwritten(const output *which, const emit *e, emit_stamp *stamp)
{
    stream text;

    which->write(stream_open(&text), e);
    stream_close(&text);
    add_text(stamp, e, text.bytes, text.size);
    free(text.bytes);
}

/* Writes one if it was asked for, and adds it to the stamp in any case. */
static void write_stamped(const output *which, const emit *e, out *o, unsigned extras, emit_stamp *stamp)
{
    bool made = is_made(which, extras);
    const char *text;
    size_t size;

    *e->unstamped = (emit_unstamped){0, 0};
    if (made)
        which->write(out_file(o, arena_printf(e->memory, "%s%s", e->program, which->suffix)), e);
    if (which->stamp != NULL) {
        which->stamp(stamp, e);
        return;
    }
    if (!made) {
        add_unwritten(which, e, stamp);
        return;
    }
    text = out_last(o, &size);
    add_text(stamp, e, text, size);
}

static const char *write_all_stamped(const emit *e, out *o, unsigned extras)
{
    char *text = arena_alloc(e->memory, sizeof EMIT_STAMP_PLACE);
    emit_stamp stamp;

    emit_stamp_begin(&stamp, e->in->version);
    for (size_t i = 0; i < OUTPUT_COUNT; i++)
        if (is_stamped(&outputs[i]))
            write_stamped(&outputs[i], e, o, extras, &stamp);
    emit_stamp_end(&stamp, text);
    out_replace(o, EMIT_STAMP_PLACE, text);
    return text;
}

/* A rule for make looks at the time of NAME.c, and at that of NAME.d behind it: it would run again and again if they
 * kept their times because nothing in them changed. Without a dependency file, vggen may have been started by hand:
 * then only where something that it read is newer. */
static void renew_times(const emit_input *in, out *o, unsigned extras)
{
    const char *source = arena_printf(in->memory, "%s.c", in->m->program);
    size_t count;
    const char *const *read = emit_files_read(in, &count);

    if ((extras & OUTPUTS_DEPFILE) == 0) {
        out_renew(o, source, read, count);
        return;
    }
    out_renew(o, source, NULL, 0);
    out_renew(o, arena_printf(in->memory, "%s.d", in->m->program), NULL, 0);
}

/* Names of files that are made, or of those that are not. */
static outputs_guarded named(arena *a, const model *m, const char *folder, unsigned extras, bool made)
{
    const char **names = ARENA_ARRAY(a, const char *, OUTPUT_COUNT);
    size_t count = 0;

    for (size_t i = 0; i < OUTPUT_COUNT; i++)
        if (is_made(&outputs[i], extras) == made)
            names[count++] = arena_printf(a, "%s%s", m->program, outputs[i].suffix);
    return (outputs_guarded){m, folder, names, count};
}

void outputs_check(arena *a, diag *d, const model *m, const char *folder, unsigned extras, const char *const *more)
{
    outputs_guarded written = named(a, m, folder, extras, true);
    size_t capacity = written.count;
    const char **names = ARENA_ARRAY(a, const char *, capacity);

    memcpy(names, written.names, written.count * sizeof *names);
    for (; *more != NULL; more++) {
        names = arena_grow(a, names, written.count, &capacity, sizeof *names);
        names[written.count++] = *more;
    }
    written.names = names;
    outputs_guard(a, d, &written);
}

void outputs_write(const emit_input *in, diag *d, out *o, unsigned extras)
{
    /* Numbers are written with a point in every locale. */
    locale_t plain = newlocale(LC_ALL_MASK, "C", (locale_t)0);
    locale_t before = uselocale(plain);
    emit_input *told = ARENA_NEW(in->memory, emit_input);
    emit *e;
    emit_unstamped unstamped;
    outputs_guarded others;

    *told = *in;
    told->warnings = diag_warnings(d, &told->warning_count);
    e = emit_context_new(told);
    e->files = o;
    e->unstamped = &unstamped;
    e->stamp = write_all_stamped(e, o, extras);
    for (size_t i = 0; i < OUTPUT_COUNT; i++)
        if (is_made(&outputs[i], extras) && !is_stamped(&outputs[i]))
            outputs[i].write(out_file(o, arena_printf(e->memory, "%s%s", e->program, outputs[i].suffix)), e);
    renew_times(in, o, extras);
    if (in->folder != NULL) {
        others = named(in->memory, in->m, in->folder, extras, false);
        outputs_name_stale(in->memory, d, &others, e->stamp);
    }
    uselocale(before);
    if (plain != (locale_t)0)
        freelocale(plain);
}

void outputs_write_depfile(const emit_input *in, out *o)
{
    const char *name = arena_printf(in->memory, "%s.d", in->m->program);

    emit_depfile(out_file(o, name), emit_context_new(in));
    out_renew(o, name, NULL, 0);
}

void outputs_list(FILE *to, const model *m, const char *folder, unsigned extras, const char *const *more)
{
    size_t length = strcmp(folder, ".") != 0 ? strlen(folder) : 0;
    const char *slash = length > 0 && folder[length - 1] != '/' ? "/" : "";

    for (size_t i = 0; i < OUTPUT_COUNT; i++)
        if (is_made(&outputs[i], extras))
            fprintf(to, "%.*s%s%s%s\n", (int)length, folder, slash, m->program, outputs[i].suffix);
    for (; *more != NULL; more++)
        fprintf(to, "%.*s%s%s\n", (int)length, folder, slash, *more);
}
