/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The vggen authors */
/* Functions that a spec takes for kernels, but that have no `__global__`: a host compiler makes no difference. Found by
 * the words of the source; where those leave a doubt, as a macro before the function does, nothing is found. */
#include <string.h>

#include "base/text.h"
#include "image/image_parts.h"
#include "spec/entry.h"

/* What stands before a function's name, since the last ; or brace. */
typedef struct {
    bool is_void, is_device;
    image_word odd; /* a word that is none of the language's */
    size_t odd_count;
} head;

static bool is_known(image_word w)
{
    static const char *const known[] = {"extern", "static", "inline", "const", "constexpr", "__host__",
                                        "__forceinline__", "__noinline__", "__launch_bounds__", "template"};
    for (size_t i = 0; i < sizeof known / sizeof *known; i++) {
        if (image_word_is(w, known[i])) {
            return true;
        }
    }
    return false;
}

static void take_word(head *h, image_word w)
{
    if (image_word_is(w, "void")) {
        h->is_void = true;
    } else if (image_word_is(w, "__device__")) {
        h->is_device = true;
    } else if (!is_known(w)) {
        h->odd = w;
        h->odd_count++;
    }
}

/* Past the closing one of an opening word; the number of commas between them. */
static size_t pass_over(image_scope *s, const char *open, const char *close)
{
    size_t depth = 1, commas = 0;
    bool empty = true;
    for (image_word w = image_scoped_word(s); w.length > 0; w = image_scoped_word(s)) {
        depth += image_word_is(w, open);
        depth -= image_word_is(w, close);
        if (depth == 0) {
            break;
        }
        empty = false;
        commas += depth == 1 && image_word_is(w, ",");
    }
    return empty ? 0 : commas + 1;
}

static const char *reason(arena *a, const head *h, const char *name)
{
    static const char *const wanted[] = {"__global__"};
    if (h->odd_count > 1) {
        return NULL;
    }
    if (h->odd_count == 1) {
        const char *odd = arena_copy(a, h->odd.begin, h->odd.length);
        return strcmp(odd, "global") == 0 || text_nearest(odd, wanted, 1) != NULL
                   ? arena_printf(a, "'%s' stands before '%s' in place of '__global__'", odd, name)
                   : NULL;
    }
    return h->is_device ? arena_printf(a, "'__device__' stands before '%s' in place of '__global__'", name)
                        : arena_printf(a, "'%s' is a function without '__global__'", name);
}

static bool has_kernel(arena *a, const char *text, const char *last)
{
    size_t count;
    const image_found *found = image_find_kernels(a, text, &count);
    for (size_t i = 0; i < count; i++) {
        if (strcmp(entry_last(a, found[i].name), last) == 0) {
            return true;
        }
    }
    return false;
}

const char *image_plain_function(arena *a, const char *text, const model_kernel *k)
{
    const char *wanted = entry_without_arguments(a, k->entry), *last = entry_last(a, wanted), *found = NULL;
    image_scope s;
    head h = {0};
    if (text == NULL || has_kernel(a, text, last)) {
        return NULL;
    }
    image_scope_begin(&s, a, text);
    for (image_word w = image_scoped_word(&s); w.length > 0; w = image_scoped_word(&s)) {
        if (image_word_is(w, "{") || image_word_is(w, "}") || image_word_is(w, ";")) {
            h = (head){0};
        } else if (image_word_is(w, "<")) {
            (void)pass_over(&s, "<", ">");
        } else if (image_word_is(w, "(")) {
            (void)pass_over(&s, "(", ")");
        } else if (image_word_is(w, last) && strcmp(arena_printf(a, "%s%s", s.inside, last), wanted) == 0) {
            if (!h.is_void || s.at[strspn(s.at, " \t\r\n")] != '(') {
                continue; /* it is used, not declared */
            }
            (void)image_scoped_word(&s);
            found = reason(a, &h, last);
            if (found == NULL || pass_over(&s, "(", ")") != k->param_count) {
                return NULL;
            }
        } else {
            take_word(&h, w);
        }
    }
    return found;
}
