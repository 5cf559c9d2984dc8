/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The vggen authors */
/* Basic blocks of a kernel, where they lead, and what every way from each of them passes. */
#include <string.h>

#include "verify/fused_flow.h"

static void add_next(flow *w, size_t from, size_t to)
{
    flow_block *b = &w->blocks[from];

    b->next = arena_grow(w->memory, b->next, b->next_count, &b->next_room, sizeof *b->next);
    b->next[b->next_count++] = (uint32_t)to;
}

static bool ends_block(const flow *w, const text_statement *s)
{
    return text_opcode_is(w->m, s, "bra") || text_opcode_is(w->m, s, "brx") || text_is_leave(w->m, s) ||
           text_opcode_is(w->m, s, "trap") || text_is_barrier(w->m, s);
}

static void cut(flow *w)
{
    size_t room = 0;
    bool begins = true;

    w->block_of = ARENA_ARRAY(w->memory, uint32_t, w->f->statement_count);
    for (uint32_t i = 0; i < w->f->statement_count; i++) {
        const text_statement *s = &w->f->statements[i];

        if (begins || s->kind == TEXT_LABEL || text_is_barrier(w->m, s)) {
            w->blocks = arena_grow(w->memory, w->blocks, w->count, &room, sizeof *w->blocks);
            w->blocks[w->count] = (flow_block){.first = i, .last = i, .barrier = text_is_barrier(w->m, s)};
            w->count++;
        }
        w->blocks[w->count - 1].last = i + 1;
        w->block_of[i] = (uint32_t)w->count - 1;
        begins = ends_block(w, s);
    }
}

static bool add_label(flow *w, size_t from, uint32_t tok)
{
    const text_name *n = text_meaning_of(w->m, w->f, &w->m->tokens[tok]);

    if (n == NULL || n->meaning != NAME_LABEL)
        return false;
    add_next(w, from, w->block_of[n->index]);
    return true;
}

/* `brx.idx %r, table;`, with `table: .branchtargets label, label;` */
static bool add_table(flow *w, size_t from, const text_statement *s)
{
    uint32_t first, last;
    const text_name *n = NULL;
    const text_statement *table;

    if (text_operand(w->m, s, 1, &first, &last))
        n = text_meaning_of(w->m, w->f, &w->m->tokens[first]);
    if (n == NULL || n->meaning != NAME_LABEL || n->index + 1 >= w->f->statement_count)
        return false;
    table = &w->f->statements[n->index + 1];
    if (!text_is(w->m, table->opcode, ".branchtargets"))
        return false;
    for (uint32_t i = table->first; i < table->last; i++) {
        if (!text_is(w->m, i, ",") && !add_label(w, from, i))
            return false;
    }
    return true;
}

/* The end of the kernel is block `count`. */
static bool find_ways(flow *w)
{
    for (size_t i = 0; i < w->count; i++) {
        const text_statement *s = &w->f->statements[w->blocks[i].last - 1];
        bool goes_on = s->guard != TEXT_NONE;

        if (text_opcode_is(w->m, s, "bra")) {
            if (!add_label(w, i, s->first))
                return false;
        } else if (text_opcode_is(w->m, s, "brx")) {
            if (!add_table(w, i, s))
                return false;
        } else if (text_is_leave(w->m, s)) {
            add_next(w, i, w->count);
        } else {
            goes_on = goes_on || !text_opcode_is(w->m, s, "trap");
        }
        if (goes_on)
            add_next(w, i, i + 1);
    }
    return true;
}

static void find_behind(flow *w)
{
    bool changed = true;

    w->words = w->count / 64 + 1;
    for (size_t i = 0; i < w->count; i++) {
        w->blocks[i].behind = ARENA_ARRAY(w->memory, uint64_t, w->words);
        memset(w->blocks[i].behind, 0xff, w->words * sizeof(uint64_t));
    }
    while (changed) {
        changed = false;
        for (size_t i = w->count; i-- > 0;) {
            flow_block *b = &w->blocks[i];

            for (size_t k = 0; k < w->words; k++) {
                uint64_t all = UINT64_MAX;

                for (size_t n = 0; n < b->next_count; n++)
                    all &= b->next[n] == w->count ? 0 : w->blocks[b->next[n]].behind[k];
                if (i / 64 == k)
                    all |= UINT64_C(1) << i % 64;
                changed = changed || b->behind[k] != all;
                b->behind[k] = all;
            }
        }
    }
}

bool flow_find_blocks(flow *w)
{
    cut(w);
    if (!find_ways(w))
        return false;
    find_behind(w);
    return true;
}
