/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The vggen authors */
/* Defines in preprocessor directives. A constant is nothing to the preprocessor: `#if N > 64` would be false, without a
 * word of the compiler. */
#include <string.h>

#include "base/file.h"
#include "image/image_parts.h"

#define MOST_FILES 256u

typedef struct {
    builder *b;
    const char *seen[MOST_FILES];
    size_t seen_count;
    bool *settled; /* by define: the source makes a macro of it, or it was reported */
} finder;

typedef struct {
    const char *path, *text;
    uint32_t source; /* of the messages; 0: none needed it */
} file;

/* The first line end that no backslash continues. */
static const char *directive_end(const char *at)
{
    const char *end = strchr(at, '\n');

    while (end != NULL && end > at && (end[-1] == '\\' || (end[-1] == '\r' && end - 1 > at && end[-2] == '\\')))
        end = strchr(end + 1, '\n');
    return end == NULL ? at + strlen(at) : end;
}

static bool is_first_on_line(const char *text, const char *at)
{
    while (at > text && (at[-1] == ' ' || at[-1] == '\t'))
        at--;
    return at == text || at[-1] == '\n';
}

static bool is_condition(image_word w)
{
    return image_word_is(w, "if") || image_word_is(w, "elif") || image_word_is(w, "ifdef") ||
           image_word_is(w, "ifndef");
}

/* The number of the define that kernel sources see as a constant; define_count where the word is none. */
static size_t find_constant(const model *m, image_word w)
{
    size_t i = 0;

    while (i < m->define_count && (m->defines[i].macro || !image_word_is(w, m->defines[i].name)))
        i++;
    return i;
}

static void report(finder *f, file *in, image_word directive, image_word w, const model_define *d)
{
    diag *log = f->b->d;
    uint32_t at = (uint32_t)(w.begin - in->text);

    if (in->source == 0)
        in->source = diag_add_source(log, in->path, in->text, strlen(in->text));
    diag_error(log, (span){in->source, at, at + (uint32_t)w.length}, "macro-needed",
               "'#%.*s' needs a macro, and the define '%s' is a constant here", (int)directive.length, directive.begin,
               d->name);
    diag_hint(log, "write 'macros: [%s]' in the spec", d->name);
    diag_note(log, d->at, "'%s' is defined here", d->name);
}

static void read_condition(finder *f, file *in, image_word directive, const char *at, const char *end)
{
    const model *m = f->b->m;

    for (image_word w = image_next_word(&at); w.length > 0 && w.begin < end; w = image_next_word(&at)) {
        size_t i = find_constant(m, w);

        if (i == m->define_count || f->settled[i])
            continue;
        f->settled[i] = true;
        report(f, in, directive, w, &m->defines[i]);
    }
}

static void read_definition(finder *f, const char *at)
{
    size_t i = find_constant(f->b->m, image_next_word(&at));

    if (i < f->b->m->define_count)
        f->settled[i] = true;
}

static void read_file(finder *f, const char *path, const char *text);

/* A quoted header beside the file, in the spec's folder or in one of `compile:`; others know nothing of the program. */
static void read_include(finder *f, const file *in, const char *at, const char *end)
{
    arena *a = f->b->memory;
    const char *open = memchr(at, '"', (size_t)(end - at)), *slash = strrchr(in->path, '/');
    const char *close = open == NULL ? NULL : memchr(open + 1, '"', (size_t)(end - open - 1));
    const model_compile *c = &f->b->m->compile;
    const char *name, *path, *problem, *text = NULL;
    size_t size;

    if (close == NULL)
        return;
    name = arena_copy(a, open + 1, (size_t)(close - open - 1));
    for (size_t i = 0; i < 2 + c->folder_count && text == NULL; i++) {
        if (i == 0)
            path = arena_printf(a, "%.*s%s", slash == NULL ? 0 : (int)(slash + 1 - in->path), in->path, name);
        else
            path =
                image_path(a, f->b->m->folder, i == 1 ? name : arena_printf(a, "%s/%s", c->folders[i - 2].path, name));
        text = file_read(a, path, IMAGE_MOST_BYTES, &size, &problem);
        if (text != NULL)
            read_file(f, path, text);
    }
}

static void read_directive(finder *f, file *in, const char **at)
{
    const char *end = directive_end(*at);
    image_word name = image_next_word(at);

    if (name.begin >= end) {
        *at = name.begin;
        return;
    }
    if (is_condition(name))
        read_condition(f, in, name, *at, end);
    else if (image_word_is(name, "define"))
        read_definition(f, *at);
    else if (image_word_is(name, "include"))
        read_include(f, in, *at, end);
    *at = end;
}

static void read_file(finder *f, const char *path, const char *text)
{
    file in = {path, text, 0};
    for (size_t i = 0; i < f->seen_count; i++)
        if (strcmp(f->seen[i], path) == 0)
            return;
    if (f->seen_count == MOST_FILES || image_is_kernels_header(f->b, path))
        return;
    f->seen[f->seen_count++] = path;
    for (image_word w = image_next_word(&text); w.length > 0; w = image_next_word(&text))
        if (image_word_is(w, "#") && is_first_on_line(in.text, w.begin))
            read_directive(f, &in, &text);
}

void image_check_directives(builder *b, const char *path, const char *text)
{
    finder f = {.b = b};

    if (b->m->define_count == 0)
        return;
    f.settled = ARENA_ARRAY(b->memory, bool, b->m->define_count + 1);
    read_file(&f, path, text);
}
