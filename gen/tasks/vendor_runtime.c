/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The vggen authors */
/* Which of the runtime's files go along: those that define what the programs' C uses, then those that these need, as a
 * linker would find them; every header that one of them includes; vg_text.c, without which an application could not
 * say what failed; the deviations from MISRA C, if the runtime lists any; and what --with asks for. Each must be the
 * file that this vggen was built with. */
#include <string.h>

#include "base/file.h"
#include "base/text.h"
#include "base/version.h"
#include "tasks/runtime_table.h"
#include "tasks/vendor_parts.h"

typedef struct {
    const runtime_file *file;
    const char *text;
    size_t size;
    vendor_symbols symbols;
    bool needed;
} source;

typedef struct {
    vendor *v;
    source *sources; /* C files and headers; none of the CPU device's */
    size_t count;
} runtime;

/* vg_none.c is for builds without CUDA, which need no other file. */
static bool is_program(const runtime_file *f)
{
    return strchr(f->path, '/') == NULL && strcmp(f->path, "vg_none.c") != 0;
}

static bool is_sim(const runtime_file *f)
{
    return strncmp(f->path, "sim/", 4) == 0;
}

/* NULL after errors. */
static const char *read_file(vendor *v, const runtime_file *f, size_t *size)
{
    const char *path = arena_printf(v->memory, "%s/%s", v->options->runtime, f->path);
    const char *problem;
    const char *bytes = file_read(v->memory, path, VENDOR_MOST_BYTES, size, &problem);
    char hash[SHA256_HEX];

    if (bytes == NULL) {
        diag_file_error(v->d, path, "vendor-runtime", "cannot read this file of the runtime: %s", problem);
    } else {
        sha256_hex(bytes, *size, hash);
        if (strcmp(hash, f->hash) == 0)
            return bytes;
        diag_file_error(v->d, path, "vendor-runtime", "this file is not of the runtime of vggen " VGGEN_VERSION);
    }
    diag_hint(v->d, "install vggen and its runtime together, or name the right folder in VGGEN_RUNTIME");
    return NULL;
}

static bool read_sources(runtime *r)
{
    r->sources = ARENA_ARRAY(r->v->memory, source, runtime_file_count + 1);
    for (size_t i = 0; i < runtime_file_count; i++) {
        source *s = &r->sources[r->count];
        if (!is_program(&runtime_files[i]))
            continue;
        s->file = &runtime_files[i];
        s->text = read_file(r->v, s->file, &s->size);
        if (s->text == NULL)
            return false;
        s->symbols = vendor_symbols_of(r->v->memory, s->text, !text_ends(s->file->path, ".c"));
        r->count++;
    }
    return true;
}

static void need(runtime *r, const vendor_symbols *by);

static void need_file(runtime *r, source *s)
{
    if (s->needed)
        return;
    s->needed = true;
    need(r, &s->symbols);
}

static bool defines(const vendor_symbols *s, const char *name)
{
    for (size_t i = 0; i < s->define_count; i++)
        if (strcmp(s->defines[i], name) == 0)
            return true;
    return false;
}

/* A function that stands in a header needs what it uses where it is used. */
static void need_inline(runtime *r, source *header, const char *name)
{
    for (size_t i = 0; i < header->symbols.inline_count; i++) {
        vendor_symbols *function = &header->symbols.inlines[i];
        if (!function->needed && defines(function, name)) {
            function->needed = true;
            need(r, function);
        }
    }
}

static void need(runtime *r, const vendor_symbols *by)
{
    for (size_t k = 0; k < r->count; k++) {
        source *s = &r->sources[k];
        for (size_t i = 0; i < by->include_count; i++)
            if (strcmp(by->includes[i], s->file->path) == 0)
                need_file(r, s);
        for (size_t i = 0; i < by->use_count; i++) {
            need_inline(r, s, by->uses[i]);
            if (defines(&s->symbols, by->uses[i]))
                need_file(r, s);
        }
    }
}

/* "describe" for vg_describe.c. */
static source *find_named(runtime *r, const char *name)
{
    const char *path = arena_printf(r->v->memory, "vg_%s.c", name);

    for (size_t i = 0; i < r->count; i++)
        if (strcmp(r->sources[i].file->path, path) == 0)
            return &r->sources[i];
    return NULL;
}

static bool need_asked(runtime *r)
{
    static const char *const calls[] = {"code", "describe", "pool", "sleep", "touch", "trace"};
    const char *at = r->v->options->with;

    for (size_t i = 0; i < r->count; i++)
        if (strcmp(r->sources[i].file->path, "DEVIATIONS.md") == 0)
            r->sources[i].needed = true;
    need_file(r, find_named(r, "text"));
    while (at != NULL && *at != '\0') {
        const char *name = arena_copy(r->v->memory, at, strcspn(at, ","));
        source *s = find_named(r, name);
        const char *nearest;
        if (s == NULL) {
            diag_file_error(r->v->d, NULL, "usage",
                            "--with takes names of the runtime's files, without 'vg_' and '.c',"
                            " found '%s'",
                            name);
            nearest = text_nearest(name, calls, sizeof calls / sizeof *calls);
            if (nearest != NULL)
                diag_hint(r->v->d, "did you mean '%s'?", nearest);
            else
                diag_hint(r->v->d, "for applications there are code, describe, pool, sleep, touch and trace");
            return false;
        }
        need_file(r, s);
        at += strlen(name);
        at += *at == ',';
    }
    return true;
}

/* Files of sim/ may include some of the runtime's: "../../vg_cuda_types.h". */
static void need_above(runtime *r, const char *text)
{
    const vendor_symbols s = vendor_symbols_of(r->v->memory, text, true);

    for (size_t i = 0; i < s.include_count; i++) {
        const char *name = strrchr(s.includes[i], '/');
        for (size_t k = 0; strncmp(s.includes[i], "../", 3) == 0 && k < r->count; k++)
            if (strcmp(r->sources[k].file->path, name + 1) == 0)
                need_file(r, &r->sources[k]);
    }
}

static bool add_sim(vendor *v, runtime *r)
{
    for (size_t i = 0; i < runtime_file_count; i++) {
        const runtime_file *f = &runtime_files[i];
        const char *bytes;
        size_t size;
        if (!is_sim(f))
            continue;
        bytes = read_file(v, f, &size);
        if (bytes == NULL)
            return false;
        vendor_file_add(&v->files, f->path, bytes, size);
        need_above(r, bytes);
    }
    return true;
}

bool vendor_add_runtime(vendor *v)
{
    runtime r = {.v = v};
    size_t emitted = v->files.count;

    if (!read_sources(&r))
        return false;
    for (size_t i = 0; i < emitted; i++) {
        const vendor_file *f = &v->files.items[i];
        if (strchr(f->path, '/') == NULL && (text_ends(f->path, ".c") || text_ends(f->path, ".h"))) {
            const vendor_symbols s = vendor_symbols_of(v->memory, f->bytes, text_ends(f->path, ".h"));
            need(&r, &s);
        }
    }
    if (!need_asked(&r) || (v->options->sim && !add_sim(v, &r)))
        return false;
    for (size_t i = 0; i < r.count; i++)
        if (r.sources[i].needed)
            vendor_file_add(&v->files, r.sources[i].file->path, r.sources[i].text, r.sources[i].size);
    return true;
}
