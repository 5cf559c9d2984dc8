/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The vggen authors */
/* Values of defines that the command line gives. */
#include <string.h>

#include "spec/read_parts.h"

#define SOURCE_NAME "<command line>"
#define OPTION "-D " /* before each text in the source that messages show */

/* The source: one line for each text, so that the line's number is the option's. */
static uint32_t add_source(reader *r, const char *const *texts, size_t count)
{
    size_t length = 0, at = 0;
    char *bytes;

    for (size_t i = 0; i < count; i++)
        length += strlen(OPTION) + strlen(texts[i]) + 1;
    bytes = arena_alloc(r->a, length + 1);
    for (size_t i = 0; i < count; i++) {
        size_t text_length = strlen(texts[i]);

        memcpy(bytes + at, OPTION, strlen(OPTION));
        memcpy(bytes + at + strlen(OPTION), texts[i], text_length);
        at += strlen(OPTION) + text_length;
        bytes[at++] = '\n';
    }
    return diag_add_source(r->d, SOURCE_NAME, bytes, length);
}

static model_define *find_define(const reader *r, const char *name)
{
    for (size_t i = 0; i < r->m->define_count; i++)
        if (strcmp(r->m->defines[i].name, name) == 0)
            return &r->m->defines[i];
    return NULL;
}

static void report_unknown(reader *r, span at, const char *name)
{
    const char **known = ARENA_ARRAY(r->a, const char *, r->m->define_count + 1);
    const char *nearest;

    for (size_t i = 0; i < r->m->define_count; i++)
        known[i] = r->m->defines[i].name;
    diag_error(r->d, at, "define-unknown", "the spec has no define '%s'", name);
    nearest = text_nearest(name, known, r->m->define_count);
    if (nearest != NULL)
        diag_hint(r->d, "did you mean '%s'?", nearest);
    else if (r->m->define_count == 0)
        diag_hint(r->d, "the spec has no 'define' section");
}

/* The characters [begin, end) of the source as a scalar of the spec, without blanks around them. */
static tree *scalar_of(reader *r, uint32_t source, const char *text, size_t at)
{
    tree *value = ARENA_NEW(r->a, tree);
    size_t length = strlen(text), first = 0;

    while (first < length && text[first] == ' ')
        first++;
    while (length > first && text[length - 1] == ' ')
        length--;
    value->kind = TREE_SCALAR;
    value->at = (span){source, (uint32_t)(at + first), (uint32_t)(at + length)};
    value->verbatim = true;
    value->text = names_intern(r->n, text + first, length - first);
    value->length = length - first;
    return value;
}

static void override(reader *r, uint32_t source, const char *text, size_t at)
{
    const char *equals = strchr(text, '=');
    size_t length = equals == NULL ? strlen(text) : (size_t)(equals - text);
    const char *name = names_intern(r->n, text, length);
    span name_at = {source, (uint32_t)at, (uint32_t)(at + length)};
    model_define *define = find_define(r, name);

    if (define == NULL && !r->m->incomplete)
        report_unknown(r, name_at, name);
    if (define != NULL)
        read_define_value(r, scalar_of(r, source, equals == NULL ? "" : equals + 1, at + length + (equals != NULL)),
                          define);
}

void read_overrides(arena *a, diag *d, names *n, model *m, const char *const *texts, size_t count)
{
    reader r = {.a = a, .d = d, .n = n, .m = m};
    uint32_t source;
    size_t at = 0;

    if (count == 0)
        return;
    source = add_source(&r, texts, count);
    for (size_t i = 0; i < count; i++) {
        override(&r, source, texts[i], at + strlen(OPTION));
        at += strlen(OPTION) + strlen(texts[i]) + 1;
    }
}
