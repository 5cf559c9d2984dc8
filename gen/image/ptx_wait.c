/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The vggen authors */
/* How a kernel waits for the grids before it: what can be reached from its beginning without griddepcontrol.wait. Only
 * statements that are known to leave global memory alone may stand there. */
#include <stdlib.h>
#include <string.h>

#include "image/ptx_parts.h"

typedef struct {
    const char *name;
    size_t statement;
} label;

typedef struct {
    ptx_statement *statements;
    bool *guarded; /* each of them: runs only where a predicate holds */
    size_t count, capacity, guard_capacity;
    label *labels; /* by name */
    size_t label_count, label_capacity;
    bool *reached;
    size_t *open; /* reached, still to be looked at */
    size_t open_count, open_capacity;
} body;

typedef enum { NEW, OPEN, DONE } progress;

/* What happens in a function before it waits. */
typedef struct {
    progress state;
    bool touches; /* it may touch memory */
    bool ends;    /* a thread may end */
    bool returns; /* it may return */
} summary;

/* Calls are followed so deep. */
#define MOST_CALLS 200u

typedef struct {
    ptx_reader *r;
    summary *of; /* each function */
    unsigned depth;
} waits;

/* ---- statements and labels ---- */

static void add_label(ptx_reader *r, body *b, size_t token)
{
    b->labels = (label *)arena_grow(r->memory, b->labels, b->label_count, &b->label_capacity, sizeof *b->labels);
    b->labels[b->label_count++] = (label){ptx_copy(r, token), b->count};
}

static int compare_labels(const void *left, const void *right)
{
    const label *l = left, *r = right;
    int names = strcmp(l->name, r->name);
    return names != 0 ? names : (l->statement > r->statement) - (l->statement < r->statement);
}

static void read_statements(ptx_reader *r, const ptx_function *f, body *b)
{
    size_t at = f->body;
    memset(b, 0, sizeof *b);
    for (;;) {
        size_t before = at;
        ptx_statement s;
        bool more = at < f->body_end && ptx_next_statement(r, &at, f->body_end, &s);
        for (size_t i = before; i + 1 < (more ? s.opcode : f->body_end); i++) {
            if (r->tokens[i].kind == PTX_WORD && ptx_is(r, i + 1, ":")) {
                add_label(r, b, i);
            }
        }
        if (!more) {
            break;
        }
        b->statements =
            (ptx_statement *)arena_grow(r->memory, b->statements, b->count, &b->capacity, sizeof *b->statements);
        b->guarded = (bool *)arena_grow(r->memory, b->guarded, b->count, &b->guard_capacity, sizeof *b->guarded);
        b->guarded[b->count] = s.opcode > before + 1 && (ptx_is(r, s.opcode - 2, "@") ||
                                                         (s.opcode > before + 2 && ptx_is(r, s.opcode - 3, "@")));
        b->statements[b->count++] = s;
    }
    if (b->label_count > 1) {
        qsort(b->labels, b->label_count, sizeof *b->labels, compare_labels);
    }
    b->reached = ARENA_ARRAY(r->memory, bool, b->count + 1);
}

/* ---- memory ---- */

/* Whether the opcode has a part: "shared" is one of "ld.shared::cta.u32". */
static bool has_part(const ptx_reader *r, size_t opcode, const char *part)
{
    const ptx_token *t = &r->tokens[opcode];
    const char *at = r->text + t->begin;
    const char *end = r->text + t->end;
    size_t length = strlen(part);
    for (; at < end; at++) {
        if (*at == '.' && (size_t)(end - at - 1) >= length && memcmp(at + 1, part, length) == 0 &&
            (at + 1 + length == end || at[1 + length] == '.' || at[1 + length] == ':')) {
            return true;
        }
    }
    return false;
}

static bool is_kind(const ptx_reader *r, size_t opcode, const char *kind)
{
    size_t length = strlen(kind);
    const ptx_token *t = &r->tokens[opcode];
    return ptx_starts(r, opcode, kind) && (t->end - t->begin == length || r->text[t->begin + length] == '.');
}

/* Whether a statement may touch memory that other grids see. What has an operand in brackets does, unless it is
 * known to stay within the block, the cluster, the thread or the parameters. */
static bool touches_memory(const ptx_reader *r, const ptx_statement *s)
{
    static const char *const moves[] = {"ld", "st", "atom", "red"};
    static const char *const spaces[] = {"shared", "local", "param", "const"};
    static const char *const inner[] = {"mbarrier", "ldmatrix", "stmatrix", "tcgen05"};
    if (ptx_starts(r, s->opcode, ".") || !ptx_has_bracket(r, s)) {
        return false;
    }
    for (size_t i = 0; i < sizeof inner / sizeof inner[0]; i++) {
        if (is_kind(r, s->opcode, inner[i])) {
            return false;
        }
    }
    bool move = false;
    for (size_t i = 0; i < sizeof moves / sizeof moves[0]; i++) {
        move = move || is_kind(r, s->opcode, moves[i]);
    }
    for (size_t i = 0; i < sizeof spaces / sizeof spaces[0] && move; i++) {
        if (has_part(r, s->opcode, spaces[i])) {
            return has_part(r, s->opcode, "global");
        }
    }
    return true;
}

/* ---- from the beginning on, without having waited ---- */

static void reach(ptx_reader *r, body *b, size_t statement)
{
    if (!b->reached[statement]) {
        b->reached[statement] = true;
        b->open = (size_t *)arena_grow(r->memory, b->open, b->open_count, &b->open_capacity, sizeof *b->open);
        b->open[b->open_count++] = statement;
    }
}

/* A name may be that of several labels, in blocks of their own. False when there is none. */
static bool reach_label(ptx_reader *r, body *b, size_t token)
{
    const char *name = ptx_copy(r, token);
    size_t low = 0;
    size_t high = b->label_count;
    while (low < high) {
        size_t middle = low + (high - low) / 2;
        if (strcmp(b->labels[middle].name, name) < 0) {
            low = middle + 1;
        } else {
            high = middle;
        }
    }
    bool found = false;
    for (; low < b->label_count && strcmp(b->labels[low].name, name) == 0; low++) {
        reach(r, b, b->labels[low].statement);
        found = true;
    }
    return found;
}

static void find_function(waits *w, size_t function);

/* False when nothing after the call is reached without a wait. */
static bool follow_call(waits *w, summary *sum, const ptx_statement *s)
{
    size_t target = ptx_call_target(w->r, s);
    for (size_t i = 0; target != 0 && i < w->r->function_count; i++) {
        if (w->r->functions[i].body == 0 || !ptx_is(w->r, target, w->r->functions[i].name)) {
            continue;
        }
        if (w->of[i].state == NEW && w->depth < MOST_CALLS) {
            find_function(w, i);
        }
        if (w->of[i].state == DONE) {
            sum->touches = sum->touches || w->of[i].touches;
            sum->ends = sum->ends || w->of[i].ends;
            return w->of[i].returns;
        }
        break; /* it calls itself, or lies too deep */
    }
    sum->touches = true;
    return true;
}

/* Whether the statement after this one is reached as well, where no guard says so. */
static bool follow(waits *w, summary *sum, body *b, const ptx_statement *s)
{
    ptx_reader *r = w->r;
    if (is_kind(r, s->opcode, "griddepcontrol")) {
        return !has_part(r, s->opcode, "wait");
    }
    if (is_kind(r, s->opcode, "ret")) {
        sum->returns = true;
        return false;
    }
    if (is_kind(r, s->opcode, "exit")) {
        sum->ends = true;
        return false;
    }
    if (is_kind(r, s->opcode, "trap")) {
        return false; /* the replay fails as a whole */
    }
    if (is_kind(r, s->opcode, "bra")) {
        sum->touches = !reach_label(r, b, s->first) || sum->touches;
        return false;
    }
    if (is_kind(r, s->opcode, "brx")) {
        for (size_t i = 0; i < b->label_count; i++) {
            reach(r, b, b->labels[i].statement);
        }
        return false;
    }
    if (ptx_is_call(r, s->opcode)) {
        return follow_call(w, sum, s);
    }
    sum->touches = sum->touches || touches_memory(r, s);
    return true;
}

static void find_function(waits *w, size_t function)
{
    summary *sum = &w->of[function];
    body b;
    sum->state = OPEN;
    w->depth++;
    read_statements(w->r, &w->r->functions[function], &b);
    reach(w->r, &b, 0);
    while (b.open_count > 0) {
        size_t at = b.open[--b.open_count];
        if (at == b.count) {
            sum->returns = true;
        } else if (follow(w, sum, &b, &b.statements[at]) || b.guarded[at]) {
            reach(w->r, &b, at + 1);
        }
    }
    w->depth--;
    sum->state = DONE;
}

void ptx_find_waits(ptx_reader *r)
{
    waits w = {r, ARENA_ARRAY(r->memory, summary, r->function_count + 1), 0};
    for (size_t i = 0; i < r->function_count; i++) {
        ptx_entry *e = r->functions[i].entry;
        if (e == NULL) {
            continue;
        }
        if (w.of[i].state == NEW) {
            find_function(&w, i);
        }
        const summary *sum = &w.of[i];
        e->wait = sum->touches ? PTX_WAIT_LATE : sum->ends || sum->returns ? PTX_WAIT_SKIPPED : PTX_WAIT_FIRST;
    }
}
