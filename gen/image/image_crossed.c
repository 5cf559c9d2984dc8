/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The vggen authors */
/* Two parameters that have changed places between the spec and a kernel's source. Compilers compare types, and see
 * nothing where both have the same one; their names show it. Only the text has these: machine code does not keep them.
 * A kernel that the text has twice, because of an #if perhaps, has to have them crossed each time. */
#include <inttypes.h>
#include <string.h>

#include "image/image_parts.h"

typedef struct {
    image_word *names;      /* length 0: it has none */
    size_t count, capacity;
} name_list;

static void add_name(arena *a, name_list *list, image_word name)
{
    list->names = (image_word *)arena_grow(a, list->names, list->count, &list->capacity, sizeof *list->names);
    list->names[list->count++] = name;
}

/* The name is the last word of a parameter, before its default value. */
static name_list list_names(arena *a, const char *params)
{
    name_list list = {NULL, 0, 0};
    image_word none = {"", 0}, name = none, w;
    size_t depth = 0;
    bool named = false; /* what follows belongs to the default value */
    image_scope s;
    image_scope_begin(&s, a, params);
    for (w = image_scoped_word(&s); w.length > 0; w = image_scoped_word(&s)) {
        if (depth == 0 && (image_word_is(w, ",") || image_word_is(w, ")"))) {
            add_name(a, &list, name);
            name = none;
            named = false;
            if (image_word_is(w, ")")) {
                return list;
            }
        } else if (strchr("([{<", *w.begin) != NULL) {
            depth++;
        } else if (strchr(")]}>", *w.begin) != NULL) {
            depth -= depth > 0;
        } else if (image_word_is(w, "=")) {
            named = true;
        } else if (depth == 0 && !named && image_word_is_name(w)) {
            name = w;
        }
    }
    list.count = 0; /* it does not end */
    return list;
}

/* "imaging::conv" of "imaging::conv<float, 4>" */
static bool is_entry(const model_kernel *k, const char *name)
{
    size_t length = strcspn(k->entry, "<");
    return strlen(name) == length && strncmp(k->entry, name, length) == 0;
}

static bool are_crossed(const model_kernel *k, const name_list *list, size_t left, size_t right)
{
    const model_param *x = &k->params[left], *y = &k->params[right];
    return (x->access == ACCESS_VALUE) == (y->access == ACCESS_VALUE) && x->type == y->type &&
           image_word_is(list->names[left], y->name) && image_word_is(list->names[right], x->name);
}

static void warn_crossed(const builder *b, size_t module, const model_kernel *k, size_t left, size_t right,
                         uint32_t line)
{
    const char *x = k->params[left].name, *y = k->params[right].name;
    diag_warning(b->d, k->params[left].at, "params-crossed",
                 "the parameters '%s' and '%s' of kernel '%s' stand the other way round in line %" PRIu32 " of '%s'", x,
                 y, k->name, line, b->files[module].file);
    diag_note(b->d, k->params[right].at, "'%s' stands here", y);
    diag_hint(b->d, "arguments go by the order of the source, whatever names 'params' has: '%s' would get what is '%s'",
              y, x);
}

static void check_kernel(const builder *b, size_t module, const model_kernel *k, const char *text,
                         const image_found *found, size_t count)
{
    name_list *lists = ARENA_ARRAY(b->memory, name_list, count + 1);
    size_t known = 0;
    uint32_t line = 0;
    for (size_t i = 0; i < count; i++) {
        if (is_entry(k, found[i].name) && found[i].params != NULL) {
            lists[known] = list_names(b->memory, found[i].params);
            if (lists[known++].count != k->param_count) {
                return;
            }
            line = image_line_of(text, found[i].at);
        }
    }
    for (size_t left = 0; left < k->param_count && known > 0; left++) {
        for (size_t right = left + 1; right < k->param_count; right++) {
            size_t crossed = 0;
            while (crossed < known && are_crossed(k, &lists[crossed], left, right)) {
                crossed++;
            }
            if (crossed == known) {
                warn_crossed(b, module, k, left, right, line);
            }
        }
    }
}

void image_check_crossed(const builder *b, size_t module, const char *text)
{
    const image_file *f = &b->files[module];
    size_t count;
    const image_found *found = image_find_kernels(b->memory, text, &count);
    for (size_t i = 0; i < f->kernel_count; i++) {
        const model_kernel *k = b->i->listed[f->kernels[i]];
        if (k->builtin == NULL && !k->broken) {
            check_kernel(b, module, k, text, found, count);
        }
    }
}
