/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The vggen authors */
/* `compile:` of the spec, as the compilers of both devices get it. */
#define _POSIX_C_SOURCE 200809L

#include <stdio.h>
#include <string.h>
#include <sys/stat.h>

#include "base/stream.h"
#include "image/image_parts.h"

size_t image_add_flags(arena *a, const model *m, const char **arguments)
{
    const model_compile *c = &m->compile;
    size_t count = 0;
    if (c->fast_math) {
        arguments[count++] = "-use_fast_math";
    }
    if (c->relaxed_constexpr) {
        arguments[count++] = "--expt-relaxed-constexpr";
    }
    if (c->extended_lambda) {
        arguments[count++] = "--extended-lambda";
    }
    for (size_t i = 0; i < c->folder_count; i++) {
        arguments[count++] = arena_printf(a, "-I%s", c->folders[i].path);
    }
    return count;
}

size_t image_flags_most(const model *m)
{
    return 3 + m->compile.folder_count;
}

const char *image_macro_text(arena *a, const model *m)
{
    stream text;
    size_t size;
    bool asserts = true;
    FILE *out = stream_open(&text);
    for (size_t i = 0; i < m->compile.macro_count; i++) {
        const model_macro *macro = &m->compile.macros[i];
        fprintf(out, "#define %s %s\n", macro->name, macro->text);
        asserts = asserts && strcmp(macro->name, "NDEBUG") != 0;
    }
    if (!asserts) {
        /* A header of the toolkit may have made `assert` a macro before. */
        fputs("#include <assert.h>\n", out);
    }
    return stream_take(&text, a, &size);
}

/* A folder that is not there would be passed over by the compiler without a word. */
void image_check_folders(const builder *b)
{
    for (size_t i = 0; i < b->m->compile.folder_count; i++) {
        const model_folder *folder = &b->m->compile.folders[i];
        struct stat status;
        if (stat(image_path(b->memory, b->m->folder, folder->path), &status) != 0 || !S_ISDIR(status.st_mode)) {
            diag_error(b->d, folder->at, "compile-include", "there is no folder '%s'", folder->path);
            diag_hint(b->d, "folders of headers start at the spec's folder");
        }
    }
}
