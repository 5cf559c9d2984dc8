/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The vggen authors */
/* What a kernel does to the memory behind each of its parameters. What is not understood counts as both reading and
 * writing. */
#include <string.h>

#include "image/ptx_parts.h"

static bool is_kind(const ptx_reader *r, size_t opcode, const char *kind)
{
    size_t length = strlen(kind);
    const ptx_token *t = &r->tokens[opcode];
    return ptx_starts(r, opcode, kind) && (t->end - t->begin == length || r->text[t->begin + length] == '.');
}

static bool has_part(const ptx_reader *r, size_t opcode, const char *part)
{
    const ptx_token *t = &r->tokens[opcode];
    size_t length = strlen(part);
    for (size_t i = t->begin; i + length <= t->end; i++) {
        if (memcmp(r->text + i, part, length) == 0) {
            return true;
        }
    }
    return false;
}

static unsigned access_of(const ptx_reader *r, const ptx_statement *s)
{
    if (has_part(r, s->opcode, ".shared") || has_part(r, s->opcode, ".local") || has_part(r, s->opcode, ".const")) {
        return is_kind(r, s->opcode, "ld") || is_kind(r, s->opcode, "st") || is_kind(r, s->opcode, "atom") ||
                       is_kind(r, s->opcode, "red")
                   ? 0
                   : PTX_READS | PTX_WRITES; /* copies from one to the other */
    }
    if (is_kind(r, s->opcode, "ld") || is_kind(r, s->opcode, "ldu") || ptx_starts(r, s->opcode, "wmma.load")) {
        return PTX_READS;
    }
    if (is_kind(r, s->opcode, "st") || ptx_starts(r, s->opcode, "wmma.store")) {
        return PTX_WRITES;
    }
    return ptx_starts(r, s->opcode, "prefetch") ? 0 : PTX_READS | PTX_WRITES;
}

static void add(ptx_addresses *w, unsigned char *accesses, size_t first, size_t last, unsigned access)
{
    ptx_gather_sources(w, first, last);
    for (size_t i = 0; i < w->params; i++) {
        if (ptx_has_source(w, i)) {
            accesses[i] |= (unsigned char)access;
        }
    }
}

static void look_at(ptx_addresses *w, const ptx_statement *s, unsigned char *accesses)
{
    const ptx_reader *r = w->r;
    size_t open = ptx_bracket(r, s);
    size_t close = open;
    if (open == s->last || ptx_starts(r, s->opcode, ".") || ptx_starts(r, s->opcode, "ld.param")) {
        return;
    }
    while (close < s->last && !ptx_is(r, close, "]")) {
        close++;
    }
    if (ptx_starts(r, s->opcode, "st.param")) {
        /* An argument of a function that may do anything with it. */
        add(w, accesses, close, s->last, PTX_READS | PTX_WRITES);
        return;
    }
    add(w, accesses, open, is_kind(r, s->opcode, "st") ? close : s->last, access_of(r, s));
    if (is_kind(r, s->opcode, "st") && has_part(r, s->opcode, "64")) {
        /* A pointer that is stored may be used by whoever loads it. */
        add(w, accesses, close, s->last, PTX_READS | PTX_WRITES);
    }
}

void ptx_find_accesses(ptx_reader *r)
{
    for (size_t i = 0; i < r->function_count; i++) {
        ptx_function *f = &r->functions[i];
        size_t at = f->body;
        unsigned char *accesses;
        ptx_addresses w;
        ptx_statement s;
        if (f->entry == NULL) {
            continue;
        }
        accesses = ARENA_ARRAY(r->memory, unsigned char, f->entry->param_count + 1);
        ptx_follow_addresses(r, f, &w);
        while (at < f->body_end && ptx_next_statement(r, &at, f->body_end, &s)) {
            look_at(&w, &s, accesses);
        }
        f->entry->accesses = accesses;
    }
}
