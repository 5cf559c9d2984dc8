/* SPDX-License-Identifier: MIT */
/* The kernels of a source by the names that C++ gives them, for hints: found by their words, not by a compiler. */
#include <string.h>

#include "image/image_parts.h"

#define MOST_NESTED 256

typedef struct {
    arena *memory;
    const char *at;
    const char *scope;              /* "imaging::detail::" */
    const char *outer[MOST_NESTED]; /* the scope outside of each brace that is open */
    size_t depth;
    bool is_template;               /* since the last ; or brace */
    image_found *found;
    size_t count, capacity;
} finder;

static image_word next_word(finder *f)
{
    image_word w = image_next_word(&f->at);
    while (image_word_is(w, "#")) {
        while (*f->at != '\0' && *f->at != '\n') {
            f->at += f->at[0] == '\\' && f->at[1] != '\0' ? 2 : 1;
        }
        w = image_next_word(&f->at);
    }
    return w;
}

static void open_brace(finder *f, const char *inside)
{
    if (f->depth < MOST_NESTED) {
        f->outer[f->depth] = f->scope;
    }
    f->depth++;
    f->scope = inside;
    f->is_template = false;
}

static void close_brace(finder *f)
{
    if (f->depth > 0 && --f->depth < MOST_NESTED) {
        f->scope = f->outer[f->depth];
    }
    f->is_template = false;
}

/* After `namespace`: up to its brace; what is no definition of one is passed over. */
static void enter_namespace(finder *f)
{
    const char *inside = f->scope;
    image_word w;
    for (w = next_word(f); w.length > 0; w = next_word(f)) {
        if (image_word_is_name(w) && !image_word_is(w, "inline")) {
            inside = arena_printf(f->memory, "%s%.*s::", inside, (int)w.length, w.begin);
        } else if (!image_word_is(w, ":") && !image_word_is(w, "inline")) {
            break;
        }
    }
    if (image_word_is(w, "{")) {
        open_brace(f, inside);
    }
}

/* After `__global__`: the name is the word before the parameters, which attributes have, too. */
static void take_kernel(finder *f)
{
    image_word name = {f->at, 0};
    size_t depth = 0;
    for (image_word w = next_word(f); w.length > 0; w = next_word(f)) {
        bool attribute = name.length > 1 && strncmp(name.begin, "__", 2) == 0;
        if (image_word_is(w, "(") && (depth > 0 || attribute)) {
            depth++;
        } else if (image_word_is(w, ")") && depth > 0) {
            depth--;
            name.length = 0;
        } else if (image_word_is(w, "(") || image_word_is(w, "{") || image_word_is(w, ";")) {
            break;
        } else if (depth == 0 && image_word_is_name(w)) {
            name = w;
        }
    }
    if (name.length == 0) {
        return;
    }
    f->found =
        (image_found *)arena_grow(f->memory, f->found, f->count, &f->capacity, sizeof *f->found);
    f->found[f->count].name = arena_printf(f->memory, "%s%.*s", f->scope, (int)name.length, name.begin);
    f->found[f->count++].is_template = f->is_template;
}

const image_found *image_find_kernels(arena *a, const char *text, size_t *count)
{
    finder f;
    memset(&f, 0, sizeof f);
    f.memory = a;
    f.at = text != NULL ? text : "";
    f.scope = "";
    for (image_word w = next_word(&f); w.length > 0; w = next_word(&f)) {
        if (image_word_is(w, "namespace")) {
            enter_namespace(&f);
        } else if (image_word_is(w, "{")) {
            open_brace(&f, f.scope);
        } else if (image_word_is(w, "}")) {
            close_brace(&f);
        } else if (image_word_is(w, ";")) {
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
