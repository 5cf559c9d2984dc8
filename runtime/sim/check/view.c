/* SPDX-License-Identifier: 0BSD */
/* SPDX-FileCopyrightText: 2026 The vggen authors */
/* One space while a node runs: it is cut into pieces of one kind of access each, and pieces that the node may not touch
 * are filled with junk. */
#define _GNU_SOURCE
#include "check/view.h"

#include <stdlib.h>
#include <string.h>

#define WORD_BYTES 4u
#define CHUNK 4096u

static int by_value(const void *left, const void *right)
{
    uint64_t a = *(const uint64_t *)left, b = *(const uint64_t *)right;
    return a < b ? -1 : a > b;
}

static uint64_t next_word(const view *v, uint64_t first)
{
    const uint64_t base = (uint64_t)(uintptr_t)v->live;
    const uint64_t at = sim_word_between(base + first, base + v->space->size);
    return at == UINT64_MAX ? at : at - base;
}

static uint64_t *cut_at_words(const view *v, uint64_t *cuts, size_t *count, size_t capacity)
{
    for (uint64_t at = next_word(v, 0); at != UINT64_MAX; at = next_word(v, at + WORD_BYTES)) {
        cuts = (uint64_t *)sim_grow(cuts, *count, &capacity, sizeof *cuts);
        cuts[(*count)++] = at;
        cuts = (uint64_t *)sim_grow(cuts, *count, &capacity, sizeof *cuts);
        cuts[(*count)++] = at + WORD_BYTES;
    }
    return cuts;
}

/* Cuts the space at every end of a range, and around words. */
void view_make_segments(view *v, const vgsim_node *node)
{
    const size_t capacity = 2 * (size_t)node->range_count + 2;
    uint64_t *cuts = (uint64_t *)sim_allocate(capacity, sizeof *cuts);
    size_t count = 0;
    cuts[count++] = 0;
    cuts[count++] = v->space->size;
    for (unsigned i = 0; i < node->range_count; i++) {
        if (node->ranges[i].space == v->index) {
            cuts[count++] = node->ranges[i].first;
            cuts[count++] = node->ranges[i].last;
        }
    }
    cuts = cut_at_words(v, cuts, &count, capacity);
    qsort(cuts, count, sizeof *cuts, by_value);
    v->segments = (sim_piece *)sim_allocate(count, sizeof *v->segments);
    for (size_t c = 0; c + 1 < count; c++) {
        sim_piece s = {cuts[c], cuts[c + 1], 0, false};
        bool needs = false;
        for (unsigned i = 0; i < node->range_count; i++) {
            const vgsim_range *range = &node->ranges[i];
            if (range->space == v->index && range->first <= s.first && s.last <= range->last) {
                s.access |= range->access;
                needs = needs || ((range->access & VGSIM_READ) && !(range->access & VGSIM_SPARE));
            }
        }
        s.access &= needs ? ~(unsigned)VGSIM_SPARE : ~0u;
        /* What else lies in the application's memory stays as it is, because another buffer may have it. */
        s.word = !s.access && (v->space->pinned == VGSIM_EXTERNAL || next_word(v, s.first) == s.first);
        if (s.first < s.last && s.last <= v->space->size) {
            v->segments[v->count++] = s;
        }
    }
    free(cuts);
}

/* ---- bytes that may not change ---- */

/* Bytes that a node may not touch: each place has its own junk, so that junk which is moved there shows as well. */
static uint64_t foreign_word(const view *v, uint64_t at, unsigned char fill)
{
    return ((at / sizeof at + v->index * 0xD1B54A32D192ED03u) * 0x9E3779B97F4A7C15u) ^ fill * 0x0101010101010101u;
}

static unsigned char foreign_byte(const view *v, uint64_t at, unsigned char fill)
{
    return (unsigned char)(foreign_word(v, at, fill) >> at % sizeof at * 8);
}

void view_fill_foreign(const view *v, const sim_piece *s, unsigned char fill)
{
    uint64_t at = s->first;
    for (; at < s->last && at % sizeof at; at++) {
        v->live[at] = foreign_byte(v, at, fill);
    }
    for (; at + sizeof at <= s->last; at += sizeof at) {
        const uint64_t value = foreign_word(v, at, fill);
        memcpy(v->live + at, &value, sizeof value);
    }
    for (; at < s->last; at++) {
        v->live[at] = foreign_byte(v, at, fill);
    }
}

/* The first byte from `at` on where the two differ, or `last`. */
uint64_t view_next_difference(const unsigned char *a, const unsigned char *b, uint64_t at, uint64_t last)
{
    while (at < last) {
        const uint64_t bytes = last - at < CHUNK ? last - at : CHUNK;
        if (memcmp(a + at, b + at, (size_t)bytes) != 0) {
            while (a[at] == b[at]) {
                at++;
            }
            return at;
        }
        at += bytes;
    }
    return last;
}

/* The same for the junk of bytes that the node may not touch. */
static uint64_t next_foreign_change(const view *v, uint64_t at, uint64_t last)
{
    while (at < last) {
        uint64_t found = 0;
        if (at % sizeof at == 0 && last - at >= sizeof at) {
            memcpy(&found, v->live + at, sizeof found);
            if (found == foreign_word(v, at, VIEW_FILL)) {
                at += sizeof at;
                continue;
            }
        }
        if (v->live[at] != foreign_byte(v, at, VIEW_FILL)) {
            return at;
        }
        at++;
    }
    return last;
}

uint64_t view_next_change(const view *v, const sim_piece *s, uint64_t at)
{
    return s->access || s->word ? view_next_difference(v->live, v->saved, at, s->last)
                                : next_foreign_change(v, at, s->last);
}
