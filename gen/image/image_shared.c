/* SPDX-License-Identifier: MIT */
/* The names of `extern __shared__` arrays of a source. On a GPU they need no definition; the CPU device's linker wants
 * one for each, and only the source says what they are called. Reads tokens, not C++: a name that a macro makes is not
 * seen, and then linking names it. */
#include <ctype.h>
#include <string.h>

#include "image/image_parts.h"

typedef struct {
    const char *begin;
    size_t length;          /* 0: the end */
} word;

static const char *past_comment(const char *p)
{
    if (p[1] == '/') {
        while (*p != '\0' && *p != '\n') {
            p++;
        }
        return p;
    }
    const char *end = strstr(p + 2, "*/");
    return end == NULL ? p + strlen(p) : end + 2;
}

static const char *past_literal(const char *p)
{
    char quote = *p++;
    while (*p != '\0' && *p != quote && *p != '\n') {
        p += p[0] == '\\' && p[1] != '\0' ? 2 : 1;
    }
    return *p == quote ? p + 1 : p;
}

/* The next identifier or single character; comments and literals are passed over. */
static word next_word(const char **at)
{
    const char *p = *at;
    for (;;) {
        if (*p == '/' && (p[1] == '/' || p[1] == '*')) {
            p = past_comment(p);
        } else if (*p == '"' || *p == '\'') {
            p = past_literal(p);
        } else if (isspace((unsigned char)*p)) {
            p++;
        } else {
            break;
        }
    }
    word w = {p, 0};
    if (isalpha((unsigned char)*p) || *p == '_') {
        while (isalnum((unsigned char)p[w.length]) || p[w.length] == '_') {
            w.length++;
        }
    } else if (isdigit((unsigned char)*p)) {
        /* With the digit separators of C++14, which must not start a character literal. */
        while (isalnum((unsigned char)p[w.length]) || p[w.length] == '\'' || p[w.length] == '.') {
            w.length++;
        }
    } else if (*p != '\0') {
        w.length = 1;
    }
    *at = p + w.length;
    return w;
}

static bool is(word w, const char *text)
{
    return w.length == strlen(text) && memcmp(w.begin, text, w.length) == 0;
}

static bool is_name(word w)
{
    return w.length > 0 && (isalpha((unsigned char)w.begin[0]) || w.begin[0] == '_');
}

static void add_name(arena *a, image_module *module, size_t *capacity, word w)
{
    for (size_t i = 0; i < module->shared_array_count; i++) {
        if (is(w, module->shared_arrays[i])) {
            return;
        }
    }
    module->shared_arrays = (const char **)arena_grow(a, (void *)module->shared_arrays, module->shared_array_count,
                                                      capacity, sizeof *module->shared_arrays);
    module->shared_arrays[module->shared_array_count++] = arena_copy(a, w.begin, w.length);
}

void image_find_shared_arrays(arena *a, const char *text, image_module *module)
{
    size_t capacity = module->shared_array_count;
    bool external = false, shared = false;
    word before = {text, 0};
    for (word w = next_word(&text); w.length > 0; w = next_word(&text)) {
        if (is(w, ";") || is(w, "{") || is(w, "}")) {
            external = shared = false;
        } else if (is(w, "extern")) {
            external = true;
        } else if (is(w, "__shared__")) {
            shared = true;
        } else if (is(w, "[") && external && shared && is_name(before)) {
            add_name(a, module, &capacity, before);
        }
        before = w;
    }
}
