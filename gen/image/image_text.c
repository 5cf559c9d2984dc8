/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The vggen authors */
/* What the words of a source show of its kernels where there is no machine code (--image=none): dynamic shared memory,
 * `__constant__` variables without values, memory from the device's heap. Only the body of a kernel is looked at, and
 * nothing is concluded that a template or a condition of the compiler's may leave out, that stands in another function
 * or that has the name of something the body declares. */
#include <string.h>

#include "image/check_image_parts.h"
#include "image/image_parts.h"

typedef struct {
    const char **names;
    size_t count, capacity;
} name_list;

typedef struct {
    arena *memory;
    name_list shared, constants;
} variables;

static bool is_any(image_word w, const char *const *list)
{
    while (*list != NULL && !image_word_is(w, *list)) {
        list++;
    }
    return *list != NULL;
}

/* ---- declarations ---- */

/* Types that bring no value of their own, as a struct may. */
static bool is_plain_type(image_word w)
{
    static const char *const names[] = {"float",    "double",   "int",      "unsigned", "char",    "short",   "long",
                                        "float2",   "float3",   "float4",   "int2",     "int3",    "int4",    "size_t",
                                        "uint8_t",  "uint16_t", "uint32_t", "uint64_t", "int8_t",  "int16_t", "int32_t",
                                        "int64_t",  "bool",     NULL};
    return is_any(w, names);
}

static void add_name(arena *a, name_list *list, const char *name)
{
    list->names = (const char **)arena_grow(a, (void *)list->names, list->count, &list->capacity, sizeof(char *));
    list->names[list->count++] = name;
}

/* The first name of each `extern __shared__ T name[]` and `__constant__ T name`, wherever they stand. */
static variables find_variables(arena *a, const char *text)
{
    variables v = {a, {NULL, 0, 0}, {NULL, 0, 0}};
    bool external = false, shared = false, constant = false, plain = false;
    image_word before = {text, 0};
    image_scope s;
    image_scope_begin(&s, a, text);
    for (image_word w = image_scoped_word(&s); w.length > 0; before = w, w = image_scoped_word(&s)) {
        bool ends = image_word_is(w, ";");
        if (image_word_is_name(before) && (ends || image_word_is(w, "["))) {
            const char *name = arena_copy(a, before.begin, before.length);
            uint32_t line = 0;
            if (shared && external && !ends) {
                add_name(a, &v.shared, name);
            } else if (constant && plain && !external && !check_image_has_value(text, name, &line)) {
                add_name(a, &v.constants, name);
            }
            shared = constant = false;
        }
        if (ends || image_word_is(w, "{") || image_word_is(w, "}")) {
            external = shared = constant = plain = false;
        }
        external = external || image_word_is(w, "extern");
        shared = shared || image_word_is(w, "__shared__");
        constant = constant || image_word_is(w, "__constant__");
        plain = plain || is_plain_type(w);
    }
    return v;
}

/* ---- bodies ---- */

typedef struct {
    image_word *words;
    size_t count, capacity;
} body;

/* NULL words: there is no body, or the compiler may leave out parts of it. */
static body read_body(arena *a, const image_found *found)
{
    body b = {NULL, 0, 0};
    const body none = b;
    size_t depth = 0;
    bool inside = false;
    image_scope s;
    image_scope_begin(&s, a, found->params);
    s.directives = true;
    for (image_word w = image_scoped_word(&s); w.length > 0; w = image_scoped_word(&s)) {
        if (image_word_is(w, "#") || image_word_is(w, "constexpr") || (!inside && image_word_is(w, ";"))) {
            return none;
        }
        inside = inside || image_word_is(w, "{");
        depth += image_word_is(w, "{");
        depth -= image_word_is(w, "}") && depth > 0;
        if (inside) {
            b.words = (image_word *)arena_grow(a, b.words, b.count, &b.capacity, sizeof *b.words);
            b.words[b.count++] = w;
        }
        if (inside && depth == 0) {
            return b;
        }
    }
    return none;
}

static bool is_member(const body *b, size_t i)
{
    return i > 0 && (image_word_is(b->words[i - 1], ".") || image_word_is(b->words[i - 1], ">") ||
                     image_word_is(b->words[i - 1], ":"));
}

/* Whether the word is declared here: a type stands before it. */
static bool is_declared(const body *b, size_t i)
{
    static const char *const ahead[] = {"return", "else", "case", "sizeof", "do", NULL};
    image_word before = b->words[i - 1];
    bool bracket = i + 1 < b->count && image_word_is(b->words[i + 1], "[");
    if (image_word_is_name(before)) {
        return !is_any(before, ahead);
    }
    return !bracket && (image_word_is(before, "*") || image_word_is(before, "&"));
}

/* `external`: one declaration `extern __shared__` in the body is the variable's own. */
static bool uses(const body *b, const char *name, bool external)
{
    bool used = false, shared = false;
    for (size_t i = 1; i < b->count; i++) {
        if (image_word_is(b->words[i], ";") || image_word_is(b->words[i], "{")) {
            shared = false;
        }
        shared = shared || image_word_is(b->words[i], "__shared__");
        if (!image_word_is(b->words[i], name) || is_member(b, i)) {
            continue;
        }
        if (!is_declared(b, i)) {
            used = true;
        } else if (!external || !shared) {
            return false;
        }
    }
    return used;
}

/* malloc, or `new` of a type; `new (place)` takes none. */
static bool allocates(const body *b)
{
    for (size_t i = 1; i + 1 < b->count; i++) {
        bool call = image_word_is(b->words[i], "malloc") && image_word_is(b->words[i + 1], "(");
        bool creation = image_word_is(b->words[i], "new") && image_word_is_name(b->words[i + 1]);
        if ((call || creation) && !is_member(b, i) && !(call && is_declared(b, i))) {
            return true;
        }
    }
    return false;
}

/* ---- kernels ---- */

static void take_body(const variables *v, const body *b, image_kernel *k)
{
    name_list unset = {NULL, 0, 0};
    for (size_t i = 0; i < v->shared.count && k->dynamic_shared == NULL; i++) {
        k->dynamic_shared = uses(b, v->shared.names[i], true) ? v->shared.names[i] : NULL;
    }
    for (size_t i = 0; i < v->constants.count; i++) {
        if (uses(b, v->constants.names[i], false)) {
            add_name(v->memory, &unset, v->constants.names[i]);
        }
    }
    k->unset = unset.names;
    k->unset_count = unset.count;
    k->allocates = allocates(b);
}

void image_take_text(const builder *b, size_t module, const char *text)
{
    const image_file *f = &b->files[module];
    const variables v = find_variables(b->memory, text);
    size_t count;
    const image_found *found = image_find_kernels(b->memory, text, &count);
    for (size_t i = 0; i < f->kernel_count; i++) {
        const model_kernel *k = b->i->listed[f->kernels[i]];
        const image_found *only = NULL;
        size_t known = 0;
        for (size_t n = 0; n < count && k->builtin == NULL; n++) {
            if (strcmp(found[n].name, k->entry) == 0) {
                only = &found[n];
                known++;
            }
        }
        if (known == 1 && !only->is_template && only->params != NULL) {
            body read = read_body(b->memory, only);
            take_body(&v, &read, &b->i->kernels[f->kernels[i]]);
        }
    }
}
