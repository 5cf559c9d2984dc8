/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The vggen authors */
/* Which module variables a function may write. PTX does not say which were `const`, so the addresses are followed
 * through the registers of each function, without regard to order; an address that goes where it cannot be followed
 * counts as written. */
#include <string.h>

#include "image/ptx_parts.h"

typedef struct {
    ptx_reader *r;
    const ptx_function *f;
    ptx_registers registers; /* with the variables whose addresses each may hold, as bits */
    uint64_t *sources;       /* scratch */
    bool changed;
} flow;

/* Collects into `sources` what tokens [first, last) may hold the address of; false when it is nothing. */
static bool gather_sources(flow *w, size_t first, size_t last)
{
    bool any = false;
    memset(w->sources, 0, w->registers.words * sizeof *w->sources);
    for (size_t i = first; i < last; i++) {
        const ptx_register *held = ptx_find_register(&w->registers, i, false);
        if (held != NULL) {
            any = ptx_add_held(&w->registers, held, w->sources) || any;
            continue;
        }
        const ptx_variable *v = ptx_find(w->r, w->r->globals, w->r->global_count, i);
        if (v != NULL) {
            size_t index = (size_t)(v - w->r->globals);
            w->sources[index / 64] |= (uint64_t)1 << (index % 64);
            any = true;
        }
    }
    return any;
}

static void mark_written(flow *w, size_t first, size_t last)
{
    if (!gather_sources(w, first, last)) {
        return;
    }
    for (size_t i = 0; i < w->r->global_count; i++) {
        if ((w->sources[i / 64] >> (i % 64) & 1) != 0) {
            w->r->globals[i].written = true;
        }
    }
}

static bool starts_with_any(const flow *w, size_t token, const char *const *words, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        if (ptx_starts(w->r, token, words[i])) {
            return true;
        }
    }
    return false;
}

/* Through memory only; what they deliver is no address of a variable that was not seen to escape. */
static bool only_reads(const flow *w, size_t opcode)
{
    static const char *const words[] = {"ld.", "ldu.", "ldmatrix", "wmma.load", "prefetch", "tex.", "tld4.", "suld."};
    return starts_with_any(w, opcode, words, sizeof words / sizeof words[0]);
}

/* A truth value holds no address. */
static bool only_tests(const flow *w, size_t opcode)
{
    static const char *const words[] = {"setp.", "set.", "isspacep.", "testp.", "bra", "brx", "ret", "exit"};
    return starts_with_any(w, opcode, words, sizeof words / sizeof words[0]);
}

/* What the toolkit's own printing functions are given, they only read. */
static bool call_only_reads(const flow *w, const ptx_statement *call)
{
    size_t target = ptx_call_target(w->r, call);
    return target != 0 && (ptx_is(w->r, target, "vprintf") || ptx_is(w->r, target, "__assertfail"));
}

/* st.param at `at`: whether the call that takes this parameter only reads through it. */
static bool parameter_only_read(const flow *w, const ptx_statement *store, size_t at)
{
    ptx_statement s;
    size_t name = store->first + 1;
    const ptx_token *t = &w->r->tokens[name];
    while (at < w->f->body_end && ptx_next_statement(w->r, &at, w->f->body_end, &s)) {
        if (!ptx_is_call(w->r, s.opcode)) {
            continue;
        }
        for (size_t i = s.first; i < s.last; i++) {
            const ptx_token *other = &w->r->tokens[i];
            if (other->end - other->begin == t->end - t->begin &&
                memcmp(w->r->text + other->begin, w->r->text + t->begin, t->end - t->begin) == 0) {
                return call_only_reads(w, &s);
            }
        }
        return false;
    }
    return false;
}

static void move_addresses(flow *w, const ptx_statement *s)
{
    size_t middle = ptx_first_operand_end(w->r, s);
    if (!gather_sources(w, middle, s->last)) {
        return;
    }
    w->changed = ptx_give_registers(&w->registers, s->first, middle, w->sources) || w->changed;
}

static void follow(flow *w, const ptx_statement *s, size_t after)
{
    if (ptx_starts(w->r, s->opcode, ".") || only_reads(w, s->opcode) || only_tests(w, s->opcode)) {
        return;
    }
    if (ptx_is_call(w->r, s->opcode)) {
        if (!call_only_reads(w, s)) {
            mark_written(w, s->first, s->last);
        }
    } else if (ptx_starts(w->r, s->opcode, "st.param")) {
        if (gather_sources(w, s->first, s->last) && !parameter_only_read(w, s, after)) {
            mark_written(w, s->first, s->last);
        }
    } else if (ptx_starts(w->r, s->opcode, "cp.") && !ptx_starts(w->r, s->opcode, "cp.reduce")) {
        /* A copy only reads what its second operand points at. */
        mark_written(w, s->first, ptx_first_operand_end(w->r, s));
    } else if (ptx_has_bracket(w->r, s)) {
        mark_written(w, s->first, s->last);
    } else {
        move_addresses(w, s);
    }
}

void ptx_follow_writes(ptx_reader *r, const ptx_function *f)
{
    if (r->global_count == 0 || f->body == 0) {
        return;
    }
    flow w;
    memset(&w, 0, sizeof w);
    w.r = r;
    w.f = f;
    w.registers.r = r;
    w.registers.words = (r->global_count + 63) / 64;
    w.sources = ARENA_ARRAY(r->memory, uint64_t, w.registers.words);
    do {
        w.changed = false;
        size_t at = f->body;
        ptx_statement s;
        while (at < f->body_end && ptx_next_statement(r, &at, f->body_end, &s)) {
            follow(&w, &s, at);
        }
    } while (w.changed);
}
