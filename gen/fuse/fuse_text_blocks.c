/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The vggen authors */
/* The basic blocks of a kernel. A barrier is a block of its own, so that a walk can stop there. Each block knows the
 * one where all ways from it meet again. */
#include <string.h>

#include "fuse/fuse_text_flow.h"

static void add_edge(fuse_blocks *b, size_t from, size_t to)
{
    fuse_block *k = &b->blocks[from];

    for (size_t i = 0; i < k->next_count; i++) {
        if (k->next[i] == to) {
            return;
        }
    }
    k->next = (size_t *)arena_grow(b->memory, k->next, k->next_count, &k->next_capacity, sizeof *k->next);
    k->next[k->next_count++] = to;
}

static bool ends_block(const fuse_source *s, const fuse_statement *t)
{
    return fuse_is(s, t, "bra") || fuse_is(s, t, "brx") || fuse_is_leave(s, t) || fuse_is_barrier(s, t) ||
           fuse_is(s, t, "trap");
}

/* The statement behind a label. */
static size_t find_label(const fuse_source *s, const fuse_function *f, size_t token)
{
    const fuse_name *n = fuse_name_of(s, f, token);

    for (size_t i = 0; n != NULL && n->kind == FUSE_LABEL_NAME && i < f->statement_count; i++) {
        if (f->statements[i].kind == FUSE_LABEL && f->statements[i].opcode == n->index) {
            return i;
        }
    }
    return f->statement_count;
}

/* A barrier that every thread of the block comes to and waits at. */
static bool waits_for_all(const fuse_source *s, const fuse_statement *t)
{
    size_t count = 0;

    if (!fuse_is_barrier(s, t) || t->guard != 0) {
        return false;
    }
    (void)fuse_barrier_operand(s, t, &count);
    return count == 0;
}

static void make_blocks(fuse_blocks *b, const fuse_source *s, const fuse_function *f)
{
    size_t capacity = 0;
    bool begins = true;

    b->block_of = ARENA_ARRAY(b->memory, size_t, f->statement_count + 1);
    for (size_t i = 0; i < f->statement_count; i++) {
        const fuse_statement *t = &f->statements[i];
        if (begins || t->kind == FUSE_LABEL || fuse_is_barrier(s, t)) {
            b->blocks = (fuse_block *)arena_grow(b->memory, b->blocks, b->count, &capacity, sizeof *b->blocks);
            memset(&b->blocks[b->count], 0, sizeof *b->blocks);
            b->blocks[b->count++].first = i;
        }
        b->blocks[b->count - 1].last = i + 1;
        b->blocks[b->count - 1].barrier = waits_for_all(s, t);
        b->block_of[i] = b->count - 1;
        begins = ends_block(s, t);
    }
}

static bool add_targets(fuse_blocks *b, const fuse_source *s, const fuse_function *f, size_t block,
                        const fuse_statement *t)
{
    size_t first, last;

    if (fuse_is(s, t, "bra")) {
        size_t to = t->first < t->last ? find_label(s, f, t->first) : f->statement_count;
        if (to == f->statement_count) {
            return false;
        }
        add_edge(b, block, b->block_of[to]);
        return true;
    }
    if (!fuse_operand(s, t, 1, &first, &last)) {
        return false;
    }
    /* brx.idx index, table; the table is a label before its list of labels. */
    size_t table = find_label(s, f, first) + 1;
    if (table >= f->statement_count || !ptx_is(&s->r, f->statements[table].opcode, ".branchtargets")) {
        return false;
    }
    for (size_t i = f->statements[table].first; i < f->statements[table].last; i++) {
        if (!ptx_is(&s->r, i, ",")) {
            size_t to = find_label(s, f, i);
            if (to == f->statement_count) {
                return false;
            }
            add_edge(b, block, b->block_of[to]);
        }
    }
    return true;
}

static bool add_edges(fuse_blocks *b, const fuse_source *s, const fuse_function *f)
{
    for (size_t i = 0; i < b->count; i++) {
        const fuse_statement *t = &f->statements[b->blocks[i].last - 1];
        bool jumps = fuse_is(s, t, "bra") || fuse_is(s, t, "brx"), leaves = fuse_is_leave(s, t);
        if (jumps && !add_targets(b, s, f, i, t)) {
            return false;
        }
        if (leaves) {
            add_edge(b, i, b->count);
        }
        if ((!jumps && !leaves && !fuse_is(s, t, "trap")) || t->guard != 0) {
            /* What falls off the end leaves, too. */
            add_edge(b, i, i + 1);
        }
    }
    return true;
}

/* ---- where ways meet ---- */

typedef struct {
    fuse_blocks *b;
    size_t *order;  /* of each block: when a walk backwards from the end was done with it */
    size_t *sorted; /* blocks, the end first */
    size_t count;
    size_t **before;
    size_t *before_count, *before_capacity;
} walk;

static void find_before(walk *w)
{
    fuse_blocks *b = w->b;

    w->before = ARENA_ARRAY(b->memory, size_t *, b->count + 1);
    w->before_count = ARENA_ARRAY(b->memory, size_t, b->count + 1);
    w->before_capacity = ARENA_ARRAY(b->memory, size_t, b->count + 1);
    for (size_t i = 0; i < b->count; i++) {
        for (size_t k = 0; k < b->blocks[i].next_count; k++) {
            size_t to = b->blocks[i].next[k];
            w->before[to] = (size_t *)arena_grow(b->memory, w->before[to], w->before_count[to], &w->before_capacity[to],
                                                 sizeof(size_t));
            w->before[to][w->before_count[to]++] = i;
        }
    }
}

static void sort_backwards(walk *w)
{
    size_t nodes = w->b->count + 1, depth = 1, done = 0;
    size_t *stack = ARENA_ARRAY(w->b->memory, size_t, nodes + 1), *at = ARENA_ARRAY(w->b->memory, size_t, nodes + 1);
    bool *seen = ARENA_ARRAY(w->b->memory, bool, nodes + 1);
    size_t *finished = ARENA_ARRAY(w->b->memory, size_t, nodes + 1);

    stack[0] = w->b->count;
    seen[w->b->count] = true;
    while (depth > 0) {
        size_t node = stack[depth - 1];
        if (at[node] < w->before_count[node]) {
            size_t next = w->before[node][at[node]++];
            if (!seen[next]) {
                seen[next] = true;
                stack[depth++] = next;
            }
        } else {
            finished[done++] = node;
            depth--;
        }
    }
    w->order = ARENA_ARRAY(w->b->memory, size_t, nodes + 1);
    w->sorted = ARENA_ARRAY(w->b->memory, size_t, nodes + 1);
    w->count = done;
    for (size_t i = 0; i < done; i++) {
        w->sorted[i] = finished[done - 1 - i];
        w->order[w->sorted[i]] = i + 1;
    }
}

/* The nearest block that every way to the end from each of the two passes. */
static size_t meet(const walk *w, const size_t *joins, size_t x, size_t y)
{
    while (x != y) {
        while (w->order[x] > w->order[y]) {
            x = joins[x];
        }
        while (w->order[y] > w->order[x]) {
            y = joins[y];
        }
    }
    return x;
}

static void find_joins(fuse_blocks *b)
{
    walk w;
    bool changed = true;

    memset(&w, 0, sizeof w);
    w.b = b;
    find_before(&w);
    sort_backwards(&w);
    b->joins = ARENA_ARRAY(b->memory, size_t, b->count + 1);
    for (size_t i = 0; i <= b->count; i++) {
        b->joins[i] = FUSE_NOWHERE;
    }
    b->joins[b->count] = b->count;
    while (changed) {
        changed = false;
        for (size_t i = 1; i < w.count; i++) {
            const fuse_block *k = &b->blocks[w.sorted[i]];
            size_t join = FUSE_NOWHERE;
            for (size_t n = 0; n < k->next_count; n++) {
                if (b->joins[k->next[n]] != FUSE_NOWHERE) {
                    join = join == FUSE_NOWHERE ? k->next[n] : meet(&w, b->joins, join, k->next[n]);
                }
            }
            if (b->joins[w.sorted[i]] != join) {
                b->joins[w.sorted[i]] = join;
                changed = true;
            }
        }
    }
}

fuse_blocks *fuse_find_blocks(arena *a, const fuse_source *s, const fuse_function *f)
{
    fuse_blocks *b = ARENA_NEW(a, fuse_blocks);

    b->memory = a;
    make_blocks(b, s, f);
    if (!add_edges(b, s, f)) {
        return NULL;
    }
    find_joins(b);
    b->stack = ARENA_ARRAY(a, size_t, b->count + 2);
    return b;
}

void fuse_mark_reached(const fuse_blocks *b, size_t from, size_t stop, bool barriers_stop, bool *reached)
{
    size_t *stack = b->stack, depth = 0;

    for (size_t i = 0; i < b->blocks[from].next_count; i++) {
        size_t to = b->blocks[from].next[i];
        if (to != stop && !reached[to]) {
            reached[to] = true;
            stack[depth++] = to;
        }
    }
    while (depth > 0) {
        size_t at = stack[--depth];
        if (at == b->count || (barriers_stop && b->blocks[at].barrier)) {
            continue;
        }
        for (size_t i = 0; i < b->blocks[at].next_count; i++) {
            size_t to = b->blocks[at].next[i];
            if (to != stop && !reached[to]) {
                reached[to] = true;
                stack[depth++] = to;
            }
        }
    }
}
