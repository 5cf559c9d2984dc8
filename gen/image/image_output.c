/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The vggen authors */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "image/image_parts.h"

/* ---- our own checks in the compiler's messages ---- */

typedef struct {
    const char *at;
    bool bad;
} cursor;

static size_t take_number(cursor *c)
{
    char *end;
    if (*c->at < '0' || *c->at > '9') {
        c->bad = true;
        return 0;
    }
    unsigned long value = strtoul(c->at, &end, 10);
    c->at = end;
    return (size_t)value;
}

static void take_comma(cursor *c)
{
    if (strncmp(c->at, ", ", 2) == 0) {
        c->at += 2;
    } else if (*c->at == ',') {
        c->at++;
    } else {
        c->bad = true;
    }
}

/* The text of a type up to the bracket that closes what it is an argument of. */
static const char *take_type(arena *a, cursor *c)
{
    const char *begin = c->at;
    size_t depth = 0;
    for (; *c->at != '\0' && *c->at != '\n'; c->at++) {
        if (*c->at == '<') {
            depth++;
        } else if (*c->at == '>' && depth-- == 0) {
            return arena_copy(a, begin, (size_t)(c->at - begin));
        }
    }
    c->bad = true;
    return "";
}

/* As nvcc's front end spells types: "const float *", "unsigned long long". */
static const char *spelled(arena *a, const char *type)
{
    static const char *const words[][2] = {
        {"long long unsigned int", "unsigned long long"},
        {"long unsigned int", "unsigned long"},
        {"short unsigned int", "unsigned short"},
        {"long long int", "long long"},
        {"long int", "long"},
        {"short int", "short"},
    };
    char *text = arena_alloc(a, 2 * strlen(type) + 1), *to = text;
    while (*type != '\0') {
        size_t w = 0, length;
        while (w < sizeof words / sizeof *words && strncmp(type, words[w][0], strlen(words[w][0])) != 0) {
            w++;
        }
        length = w < sizeof words / sizeof *words ? strlen(words[w][1]) : 0;
        if (length > 0) {
            memcpy(to, words[w][1], length);
            type += strlen(words[w][0]);
        } else {
            if (*type == '*' && to > text && to[-1] != ' ' && to[-1] != '*') {
                *to++ = ' ';
            }
            *to = *type++;
            length = 1;
        }
        to += length;
    }
    *to = '\0';
    return text;
}

static void report_type(const builder *b, const model_kernel *k, const model_param *p, const char *found)
{
    diag_error(b->d, p->type_at, "param-type", "%s, found '%s'", image_expected_type(b->memory, k, p),
               spelled(b->memory, found));
}

/* One of our template's names with its arguments, at the opening bracket; a repeated one is reported once. */
static void report_mismatch(const builder *b, const image_file *f, const char *at, bool *seen)
{
    cursor c = {at, false};
    size_t kernel = take_number(&c);
    take_comma(&c);
    size_t index = take_number(&c);
    take_comma(&c);
    const char *found = c.bad ? "" : take_type(b->memory, &c);
    if (c.bad || kernel >= f->kernel_count || index >= b->i->listed[f->kernels[kernel]]->param_count) {
        return;
    }
    const model_kernel *k = b->i->listed[f->kernels[kernel]];
    size_t before = index;
    for (size_t i = 0; i < kernel; i++) {
        before += b->i->listed[f->kernels[i]]->param_count;
    }
    if (!seen[before]) {
        seen[before] = true;
        report_type(b, k, &k->params[index], found);
    }
}

static void report_count(const builder *b, const image_file *f, const char *at, bool *seen)
{
    cursor c = {at, false};
    size_t kernel = take_number(&c);
    take_comma(&c);
    size_t found = take_number(&c);
    if (c.bad || kernel >= f->kernel_count || seen[kernel]) {
        return;
    }
    const model_kernel *k = b->i->listed[f->kernels[kernel]];
    seen[kernel] = true;
    diag_error(b->d, k->at, "param-count", "kernel '%s' has %zu parameter%s in the spec, but %zu in its source",
               k->name, k->param_count, k->param_count == 1 ? "" : "s", found);
}

static void mark_absent(const image_file *f, const char *at, bool *absent)
{
    cursor c = {at, false};
    size_t kernel = take_number(&c);
    if (!c.bad && kernel < f->kernel_count) {
        absent[kernel] = true;
    }
}

static size_t count_params(const builder *b, const image_file *f)
{
    size_t count = 0;
    for (size_t i = 0; i < f->kernel_count; i++) {
        count += b->i->listed[f->kernels[i]]->param_count;
    }
    return count;
}

/* Messages of the compiler are blocks with an empty line between them: those about our own checks are left out. Others
 * may name our lines as where a template was asked for. */
static const char *without_mismatches(arena *a, const char *output)
{
    char *rest = arena_copy(a, "", 0);
    const char *at = output;
    while (*at != '\0') {
        const char *end = strstr(at, "\n\n");
        size_t length = end != NULL ? (size_t)(end - at) : strlen(at);
        if (!toolkit_line_holds(at, strcspn(at, "\n"), "vggen_")) {
            rest = arena_printf(a, "%s%s%.*s", rest, rest[0] != '\0' ? "\n\n" : "", (int)length, at);
        }
        at += length + (end != NULL ? 2 : 0);
    }
    return rest;
}

const char *image_report_mismatches(const builder *b, const image_file *f, const char *output, bool *absent)
{
    static const char type_word[] = "vggen_type_mismatch<";
    static const char count_word[] = "vggen_count_mismatch<";
    static const char absent_word[] = "vggen_entry_absent<";
    bool *types = ARENA_ARRAY(b->memory, bool, count_params(b, f) + 1);
    bool *counts = ARENA_ARRAY(b->memory, bool, f->kernel_count + 1);
    bool any = image_report_structs(b, f, output);
    for (const char *at = strstr(output, "vggen_"); at != NULL; at = strstr(at + 1, "vggen_")) {
        if (strncmp(at, type_word, sizeof type_word - 1) == 0) {
            report_mismatch(b, f, at + sizeof type_word - 1, types);
            any = true;
        } else if (strncmp(at, count_word, sizeof count_word - 1) == 0) {
            report_count(b, f, at + sizeof count_word - 1, counts);
            any = true;
        } else if (strncmp(at, absent_word, sizeof absent_word - 1) == 0) {
            mark_absent(f, at + sizeof absent_word - 1, absent);
            any = true;
        } else if (strncmp(at, IMAGE_ENTRY_PREFIX, sizeof IMAGE_ENTRY_PREFIX - 1) == 0) {
            any = true;
        }
    }
    return any ? without_mismatches(b->memory, output) : output;
}
