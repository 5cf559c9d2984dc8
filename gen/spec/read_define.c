/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The vggen authors */
/* `define:` and `macros:`, and values of defines from elsewhere. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "spec/read_parts.h"

void read_define_value(reader *r, const tree *value, model_define *define)
{
    size_t errors = diag_error_count(r->d);
    model_expr e = {0};

    define->value_at = value->at;
    define->value_in = value;
    define->is_float = value->kind == TREE_SCALAR && read_is_float(value);
    if (define->is_float) {
        define->real_text = value->text;
        define->real = strtod(value->text, NULL);
        if (isinf(define->real) && strstr(value->text, "inf") == NULL)
            diag_error(r->d, value->at, "literal-range", "'%s' is beyond the largest float", value->text);
    } else {
        read_expr(r, value, &e);
        define->root = e.root;
    }
    define->broken = diag_error_count(r->d) != errors;
}

static void read_one_define(reader *r, const tree *key, const tree *value, model_define *define)
{
    define->name = names_intern(r->n, key->text, key->length);
    define->at = key->at;
    define->broken = !read_is_named(r, key, value);
    if (define->broken)
        return;
    read_define_value(r, value, define);
}

void read_define(reader *r, const tree *key, const tree *value, void *object)
{
    (void)key;
    (void)object;
    if (!read_is_section(r, value, "'define'") || !read_count(r, value->at, value->count, READ_MAX_DEFINES, "defines"))
        return;
    r->m->defines = ARENA_ARRAY(r->a, model_define, value->count + 1);
    r->m->define_count = value->count;
    for (size_t i = 0; i < value->count; i++)
        read_one_define(r, value->keys[i], value->items[i], &r->m->defines[i]);
}

void read_macros(reader *r, const tree *key, const tree *value, void *object)
{
    const tree *const *items;
    size_t count = 0;

    (void)key;
    (void)object;
    if (!read_list(r, &value, "a list of defines' names", &items, &count) ||
        !read_count(r, value->at, count, READ_MAX_DEFINES, "macros"))
        return;
    r->m->macro_names = ARENA_ARRAY(r->a, const char *, count + 1);
    r->m->macro_at = ARENA_ARRAY(r->a, span, count + 1);
    r->m->macro_count = count;
    for (size_t i = 0; i < count; i++) {
        r->m->macro_at[i] = items[i]->at;
        r->m->macro_names[i] = read_text(r, items[i], "the name of a define");
    }
}
