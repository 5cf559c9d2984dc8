/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The vggen authors */
/* Which parameters the value of each register may come from. The order of instructions does not matter here: a
 * register has what any of them may give it. */
#include <string.h>

#include "fuse/fuse_text_parts.h"

bool fuse_has_result(const fuse_source *s, const fuse_statement *t)
{
    static const char *const words[] = {"st",       "red",     "membar",    "fence",         "bra",
                                        "brx",      "call",    "ret",       "exit",          "prefetch",
                                        "cp",       "trap",    "nanosleep", "discard",       "brkpt",
                                        "stmatrix", "pmevent", "prefetchu", "applypriority", "griddepcontrol"};

    if (t->kind != FUSE_INSTRUCTION || (fuse_is_barrier(s, t) && !fuse_has_suffix(s, t->opcode, ".red")) ||
        ptx_starts(&s->r, t->opcode, "bar.warp") || ptx_starts(&s->r, t->opcode, "wmma.store")) {
        return false;
    }
    for (size_t i = 0; i < sizeof words / sizeof words[0]; i++) {
        if (fuse_is(s, t, words[i])) {
            return false;
        }
    }
    return true;
}

size_t fuse_register(const fuse_source *s, const fuse_function *f, const fuse_trace *t, size_t token)
{
    const ptx_token *k = &s->r.tokens[token];
    const fuse_name *found, *meant;

    if (k->kind != PTX_WORD || s->r.text[k->begin] == '.') {
        return FUSE_NO_REGISTER;
    }
    meant = fuse_name_of(s, f, token);
    if (meant != NULL && meant->kind != FUSE_LOCAL_NAME) {
        return FUSE_NO_REGISTER;
    }
    found = fuse_look_up(&t->registers, s->r.text + k->begin, k->end - k->begin);
    return found == NULL ? FUSE_NO_REGISTER : found->index;
}

/* Gives every register a number. */
static void number_registers(const fuse_source *s, const fuse_function *f, fuse_trace *t)
{
    for (size_t i = 0; i < f->statement_count; i++) {
        const fuse_statement *k = &f->statements[i];
        if (k->kind != FUSE_INSTRUCTION) {
            continue;
        }
        for (size_t at = k->first; at < k->last; at++) {
            const ptx_token *token = &s->r.tokens[at];
            const fuse_name *meant = fuse_name_of(s, f, at);
            if (token->kind == PTX_WORD && s->r.text[token->begin] != '.' &&
                (meant == NULL || meant->kind == FUSE_LOCAL_NAME) && fuse_register(s, f, t, at) == FUSE_NO_REGISTER) {
                fuse_add_name(s->r.memory, &t->registers, s->r.text + token->begin, token->end - token->begin,
                              FUSE_LOCAL_NAME, t->count++);
            }
        }
    }
}

static uint64_t gather(const fuse_source *s, const fuse_function *f, const fuse_trace *t, size_t first, size_t last)
{
    uint64_t from = 0;

    for (size_t i = first; i < last; i++) {
        size_t number = fuse_register(s, f, t, i);
        const fuse_name *meant = number == FUSE_NO_REGISTER ? fuse_name_of(s, f, i) : NULL;
        if (number != FUSE_NO_REGISTER) {
            from |= t->origins[number];
        } else if (meant != NULL && meant->kind == FUSE_PARAM_NAME) {
            from |= meant->index < FUSE_MOST_TRACED ? (uint64_t)1 << meant->index : FUSE_ELSEWHERE;
        } else if (meant != NULL && meant->kind != FUSE_LABEL_NAME) {
            from |= FUSE_ELSEWHERE;
        }
    }
    return from;
}

/* Instructions whose result comes from what they are given, and from nothing in memory or in other threads. */
static bool is_plain(const fuse_source *s, const fuse_function *f, const fuse_statement *t)
{
    static const char *const words[] = {"atom", "shfl",  "tex", "tld4", "suld",  "wmma",       "ldmatrix", "match",
                                        "vote", "redux", "mma", "ldu",  "elect", "activemask", "movmatrix"};
    size_t first, last;

    for (size_t i = 0; i < sizeof words / sizeof words[0]; i++) {
        if (fuse_is(s, t, words[i])) {
            return false;
        }
    }
    if (!fuse_is(s, t, "ld")) {
        return true;
    }
    if (!fuse_has_suffix(s, t->opcode, ".param") || !fuse_operand(s, t, 1, &first, &last)) {
        return false;
    }
    for (size_t i = first; i < last; i++) {
        const fuse_name *n = fuse_name_of(s, f, i);
        if (n != NULL && n->kind == FUSE_PARAM_NAME) {
            return true;
        }
    }
    return false;
}

const fuse_trace *fuse_trace_of(const fuse_source *s, const fuse_function *f)
{
    fuse_trace *t = f->trace;
    bool changed = true;

    if (t != NULL) {
        return t;
    }
    t = ARENA_NEW(s->r.memory, fuse_trace);
    /* Found once for each function. */
    ((fuse_function *)(uintptr_t)f)->trace = t;
    number_registers(s, f, t);
    t->origins = ARENA_ARRAY(s->r.memory, uint64_t, t->count + 1);
    while (changed) {
        changed = false;
        for (size_t i = 0; i < f->statement_count; i++) {
            const fuse_statement *k = &f->statements[i];
            size_t first, last;
            if (!fuse_has_result(s, k) || !fuse_operand(s, k, 0, &first, &last)) {
                continue;
            }
            uint64_t from = is_plain(s, f, k) ? gather(s, f, t, last, k->last) : FUSE_ELSEWHERE;
            for (size_t at = first; at < last; at++) {
                size_t number = fuse_register(s, f, t, at);
                if (number != FUSE_NO_REGISTER && (t->origins[number] | from) != t->origins[number]) {
                    t->origins[number] |= from;
                    changed = true;
                }
            }
        }
    }
    return t;
}

uint64_t fuse_origin(const fuse_source *s, const fuse_function *f, size_t first, size_t last)
{
    return gather(s, f, fuse_trace_of(s, f), first, last);
}
