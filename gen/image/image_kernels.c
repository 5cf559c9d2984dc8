/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The vggen authors */
/* The kernels of a source by the names that C++ gives them, for hints: found by their words, not by a compiler. */
#include <string.h>

#include "image/image_parts.h"

typedef struct {
    image_scope scope;
    bool is_template; /* since the last ; or brace */
    image_found *found;
    size_t count, capacity;
} finder;

/* After `__global__`: the name is the word before the parameters, which attributes have, too. */
static void take_kernel(finder *f)
{
    image_word name = {f->scope.at, 0};
    const char *params = NULL;
    size_t depth = 0;
    for (image_word w = image_scoped_word(&f->scope); w.length > 0; w = image_scoped_word(&f->scope)) {
        bool attribute = name.length > 1 && strncmp(name.begin, "__", 2) == 0;
        if (image_word_is(w, "(") && (depth > 0 || attribute)) {
            depth++;
        } else if (image_word_is(w, ")") && depth > 0) {
            depth--;
            name.length = 0;
        } else if (image_word_is(w, "(") || image_word_is(w, "{") || image_word_is(w, ";")) {
            params = image_word_is(w, "(") ? f->scope.at : NULL;
            break;
        } else if (depth == 0 && image_word_is_name(w)) {
            name = w;
        }
    }
    if (name.length == 0) {
        return;
    }
    f->found =
        (image_found *)arena_grow(f->scope.memory, f->found, f->count, &f->capacity, sizeof *f->found);
    f->found[f->count].name = arena_printf(f->scope.memory, "%s%.*s", f->scope.inside, (int)name.length, name.begin);
    f->found[f->count].at = name.begin;
    f->found[f->count].params = params;
    f->found[f->count++].is_template = f->is_template;
}

const image_found *image_find_kernels(arena *a, const char *text, size_t *count)
{
    finder f;
    memset(&f, 0, sizeof f);
    image_scope_begin(&f.scope, a, text != NULL ? text : "");
    for (image_word w = image_scoped_word(&f.scope); w.length > 0; w = image_scoped_word(&f.scope)) {
        if (image_word_is(w, "{") || image_word_is(w, "}") || image_word_is(w, ";")) {
            f.is_template = false;
        } else if (image_word_is(w, "template")) {
            f.is_template = true;
        } else if (image_word_is(w, "__global__")) {
            take_kernel(&f);
        }
    }
    *count = f.count;
    return f.found;
}
