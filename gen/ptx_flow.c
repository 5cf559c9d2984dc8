/* SPDX-License-Identifier: MIT */
/* Which module variables a function may write. PTX does not say which were `const`, so the addresses are followed
 * through the registers of each function, without regard to order; an address that goes where it cannot be followed
 * counts as written. */
#include "ptx_parse.h"

#include <string.h>

/* A register and the set of variables whose addresses it may hold, as bits. */
typedef struct {
    uint32_t begin, length; /* its name; length 0: a free slot */
    uint64_t *holds;
} ptx_register;

typedef struct {
    ptx_reader *r;
    const ptx_function *f;
    size_t words; /* of a set */
    ptx_register *slots;
    size_t slot_count; /* a power of two */
    size_t used;
    uint64_t *sources; /* scratch */
    bool changed;
} flow;

static size_t hash_name(const char *name, size_t length)
{
    uint64_t hash = 14695981039346656037u;
    for (size_t i = 0; i < length; i++) {
        hash = (hash ^ (unsigned char)name[i]) * 1099511628211u;
    }
    return (size_t)(hash ^ hash >> 32);
}

static ptx_register *find_slot(flow *w, uint32_t begin, uint32_t length)
{
    const char *name = w->r->text + begin;
    size_t at = hash_name(name, length) & (w->slot_count - 1);
    while (w->slots[at].length != 0 &&
           (w->slots[at].length != length || memcmp(w->r->text + w->slots[at].begin, name, length) != 0)) {
        at = (at + 1) & (w->slot_count - 1);
    }
    return &w->slots[at];
}

static void enlarge(flow *w)
{
    ptx_register *old = w->slots;
    size_t count = w->slot_count;
    w->slot_count = count == 0 ? 64 : 2 * count;
    w->slots = ARENA_ARRAY(w->r->memory, ptx_register, w->slot_count);
    for (size_t i = 0; i < count; i++) {
        if (old[i].length != 0) {
            *find_slot(w, old[i].begin, old[i].length) = old[i];
        }
    }
}

/* The register that a token names; NULL for one that never held an address, unless it is to be made. */
static ptx_register *find_register(flow *w, size_t token, bool make)
{
    const ptx_token *t = &w->r->tokens[token];
    if (t->kind != PTX_WORD || !ptx_starts(w->r, token, "%")) {
        return NULL;
    }
    if (make && 2 * (w->used + 1) > w->slot_count) {
        enlarge(w);
    }
    if (w->slot_count == 0) {
        return NULL;
    }
    ptx_register *found = find_slot(w, t->begin, t->end - t->begin);
    if (found->length != 0) {
        return found;
    }
    if (!make) {
        return NULL;
    }
    found->begin = t->begin;
    found->length = t->end - t->begin;
    found->holds = ARENA_ARRAY(w->r->memory, uint64_t, w->words);
    w->used++;
    return found;
}

/* Collects into `sources` what tokens [first, last) may hold the address of; false when it is nothing. */
static bool gather_sources(flow *w, size_t first, size_t last)
{
    uint64_t any = 0;
    memset(w->sources, 0, w->words * sizeof *w->sources);
    for (size_t i = first; i < last; i++) {
        const ptx_register *held = find_register(w, i, false);
        if (held != NULL) {
            for (size_t k = 0; k < w->words; k++) {
                w->sources[k] |= held->holds[k];
                any |= held->holds[k];
            }
            continue;
        }
        const ptx_variable *v = ptx_find(w->r, w->r->globals, w->r->global_count, i);
        if (v != NULL) {
            size_t index = (size_t)(v - w->r->globals);
            w->sources[index / 64] |= (uint64_t)1 << (index % 64);
            any = 1;
        }
    }
    return any != 0;
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

/* The end of the first operand: its comma outside of any brackets. */
static size_t first_operand_end(const flow *w, const ptx_statement *s)
{
    size_t depth = 0;
    for (size_t i = s->first; i < s->last; i++) {
        if (ptx_is(w->r, i, "{") || ptx_is(w->r, i, "(") || ptx_is(w->r, i, "[")) {
            depth++;
        } else if (depth > 0 && (ptx_is(w->r, i, "}") || ptx_is(w->r, i, ")") || ptx_is(w->r, i, "]"))) {
            depth--;
        } else if (depth == 0 && ptx_is(w->r, i, ",")) {
            return i;
        }
    }
    return s->last;
}

static bool has_bracket(const flow *w, const ptx_statement *s)
{
    for (size_t i = s->first; i < s->last; i++) {
        if (ptx_is(w->r, i, "[")) {
            return true;
        }
    }
    return false;
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

static bool is_call(const flow *w, size_t opcode)
{
    return ptx_is(w->r, opcode, "call") || ptx_starts(w->r, opcode, "call.");
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
        if (!is_call(w, s.opcode)) {
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
    size_t middle = first_operand_end(w, s);
    if (!gather_sources(w, middle, s->last)) {
        return;
    }
    for (size_t i = s->first; i < middle; i++) {
        ptx_register *target = find_register(w, i, true);
        for (size_t k = 0; target != NULL && k < w->words; k++) {
            uint64_t more = w->sources[k] & ~target->holds[k];
            target->holds[k] |= more;
            w->changed = w->changed || more != 0;
        }
    }
}

static void follow(flow *w, const ptx_statement *s, size_t after)
{
    if (ptx_starts(w->r, s->opcode, ".") || only_reads(w, s->opcode) || only_tests(w, s->opcode)) {
        return;
    }
    if (is_call(w, s->opcode)) {
        if (!call_only_reads(w, s)) {
            mark_written(w, s->first, s->last);
        }
    } else if (ptx_starts(w->r, s->opcode, "st.param")) {
        if (gather_sources(w, s->first, s->last) && !parameter_only_read(w, s, after)) {
            mark_written(w, s->first, s->last);
        }
    } else if (ptx_starts(w->r, s->opcode, "cp.") && !ptx_starts(w->r, s->opcode, "cp.reduce")) {
        /* A copy only reads what its second operand points at. */
        mark_written(w, s->first, first_operand_end(w, s));
    } else if (has_bracket(w, s)) {
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
    w.words = (r->global_count + 63) / 64;
    w.sources = ARENA_ARRAY(r->memory, uint64_t, w.words);
    do {
        w.changed = false;
        size_t at = f->body;
        ptx_statement s;
        while (at < f->body_end && ptx_next_statement(r, &at, f->body_end, &s)) {
            follow(&w, &s, at);
        }
    } while (w.changed);
}
