/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The vggen authors */
/* Functions, and variables that nothing writes, are copied into the module of the launches under names that say which
 * module they come from. Functions of the toolkit that are only declared keep their names. */
#include <string.h>

#include "fuse/fuse_text_parts.h"

#define MOST_CONSTANT_BYTES 65536u

static void need_tokens(fuse_copies *c, size_t source, const fuse_function *f, size_t first, size_t last);

static void need(fuse_copies *c, size_t source, const fuse_name *n)
{
    const fuse_source *s = c->sources[source];

    if (n->kind == FUSE_FUNCTION_NAME && !c->functions[source][n->index]) {
        c->functions[source][n->index] = true;
        fuse_copies_need(c, source, &s->functions[n->index]);
    } else if (n->kind == FUSE_VARIABLE_NAME && !c->variables[source][n->index]) {
        const fuse_variable *v = &s->variables[n->index];
        if (v->space == FUSE_CONST || v->space == FUSE_GLOBAL) {
            c->variables[source][n->index] = true;
            need_tokens(c, source, NULL, v->first, v->last);
        }
    }
}

static void need_tokens(fuse_copies *c, size_t source, const fuse_function *f, size_t first, size_t last)
{
    for (size_t i = first; i < last; i++) {
        const fuse_name *n = fuse_name_of(c->sources[source], f, i);
        if (n != NULL) {
            need(c, source, n);
        }
    }
}

fuse_copies *fuse_copies_new(arena *a, const fuse_source *const *sources, size_t count)
{
    fuse_copies *c = ARENA_NEW(a, fuse_copies);

    c->memory = a;
    c->sources = sources;
    c->variables = ARENA_ARRAY(a, bool *, count + 1);
    c->functions = ARENA_ARRAY(a, bool *, count + 1);
    for (size_t i = 0; i < count; i++) {
        if (sources[i] != NULL) {
            c->variables[i] = ARENA_ARRAY(a, bool, sources[i]->variable_count + 1);
            c->functions[i] = ARENA_ARRAY(a, bool, sources[i]->function_count + 1);
        }
    }
    return c;
}

void fuse_copies_need(fuse_copies *c, size_t source, const fuse_function *f)
{
    for (size_t i = 0; i < f->statement_count; i++) {
        need_tokens(c, source, f, f->statements[i].first, f->statements[i].last);
    }
}

void fuse_write_symbol(FILE *out, const fuse_source *s, size_t source, const fuse_name *n)
{
    if (n->kind == FUSE_FUNCTION_NAME && s->functions[n->index].body == 0) {
        fprintf(out, "%.*s", (int)n->length, n->text);
    } else {
        fprintf(out, "vgf_m%zu_%.*s", source, (int)n->length, n->text);
    }
}

/* Tokens as they are, but for names of the module and reads without coherence. */
static void write_tokens(FILE *out, const fuse_source *s, size_t source, const fuse_function *f, size_t first,
                         size_t last)
{
    for (size_t i = first; i < last; i++) {
        const ptx_token *t = &s->r.tokens[i];
        const fuse_name *n = fuse_name_of(s, f, i);
        if (i > first) {
            fuse_write_gap(out, s, i);
        }
        if (n != NULL && (n->kind == FUSE_FUNCTION_NAME || n->kind == FUSE_VARIABLE_NAME)) {
            fuse_write_symbol(out, s, source, n);
        } else if (ptx_starts(&s->r, i, "ld.global") && fuse_has_suffix(s, i, ".nc")) {
            const char *text = arena_copy(s->r.memory, s->r.text + t->begin, t->end - t->begin);
            const char *at = strstr(text, ".nc");
            while (at[3] != '.' && at[3] != '\0') {
                at = strstr(at + 1, ".nc");
            }
            fprintf(out, "%.*s%s", (int)(at - text), text, at + 3);
        } else {
            fwrite(s->r.text + t->begin, 1, t->end - t->begin, out);
        }
    }
}

/* Names of its own body are known there only: a function's name before its parameters is the module's. */
static void write_function(FILE *out, const fuse_source *s, size_t source, const fuse_function *f, bool body)
{
    if (f->body == 0) {
        fputs(".extern ", out);
    }
    write_tokens(out, s, source, f, f->item, f->body == 0 ? f->end - 1 : f->body - 1);
    if (f->body == 0 || !body) {
        fputs(";\n", out);
        return;
    }
    fputs("\n{\n", out);
    for (size_t i = 0; i < f->statement_count; i++) {
        const fuse_statement *t = &f->statements[i];
        if (t->kind == FUSE_OPEN || t->kind == FUSE_CLOSE) {
            fputs(t->kind == FUSE_OPEN ? "\t{\n" : "\t}\n", out);
            continue;
        }
        if (t->kind == FUSE_LABEL) {
            write_tokens(out, s, source, f, t->opcode, t->opcode + 1);
            fputs(":\n", out);
            continue;
        }
        fputc('\t', out);
        if (t->guard != 0) {
            fputs(t->negated ? "@!" : "@", out);
            write_tokens(out, s, source, f, t->guard, t->guard + 1);
            fputc(' ', out);
        }
        write_tokens(out, s, source, f, t->opcode, t->last);
        fputs(";\n", out);
    }
    fputs("}\n", out);
}

/* One statement may declare several variables; it is written once, where the first of them that is needed stands. */
static bool written_before(const fuse_copies *c, size_t source, size_t variable)
{
    const fuse_source *s = c->sources[source];

    for (size_t i = 0; i < variable; i++) {
        if (c->variables[source][i] && s->variables[i].first == s->variables[variable].first) {
            return true;
        }
    }
    return false;
}

static bool declared_before(const fuse_copies *c, size_t source, const fuse_function *f)
{
    for (size_t i = 0; i < source; i++) {
        for (size_t k = 0; c->sources[i] != NULL && k < c->sources[i]->function_count; k++) {
            const fuse_function *other = &c->sources[i]->functions[k];
            if (c->functions[i][k] && other->body == 0 && strcmp(other->name, f->name) == 0) {
                return true;
            }
        }
    }
    return false;
}

bool fuse_copies_write(FILE *out, const fuse_copies *c, size_t count, const char **why)
{
    uint64_t constants = 0;

    for (size_t i = 0; i < count; i++) {
        const fuse_source *s = c->sources[i];
        for (size_t k = 0; s != NULL && k < s->function_count; k++) {
            if (c->functions[i][k] && (s->functions[k].body != 0 || !declared_before(c, i, &s->functions[k]))) {
                write_function(out, s, i, &s->functions[k], false);
            }
        }
    }
    for (size_t i = 0; i < count; i++) {
        const fuse_source *s = c->sources[i];
        for (size_t k = 0; s != NULL && k < s->variable_count; k++) {
            if (c->variables[i][k] && !written_before(c, i, k)) {
                write_tokens(out, s, i, NULL, s->variables[k].first, s->variables[k].last);
                fputs(";\n", out);
            }
            if (c->variables[i][k] && s->variables[k].space == FUSE_CONST) {
                constants += s->variables[k].size + s->variables[k].align;
            }
        }
    }
    if (constants > MOST_CONSTANT_BYTES) {
        *why =
            arena_printf(c->memory, "the constants of its kernels take %llu bytes, more than the %u there is room for",
                         (unsigned long long)constants, MOST_CONSTANT_BYTES);
        return false;
    }
    for (size_t i = 0; i < count; i++) {
        const fuse_source *s = c->sources[i];
        for (size_t k = 0; s != NULL && k < s->function_count; k++) {
            if (c->functions[i][k] && s->functions[k].body != 0) {
                write_function(out, s, i, &s->functions[k], true);
            }
        }
    }
    return true;
}
