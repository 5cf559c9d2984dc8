/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The vggen authors */
/* The order of the buffers that cross. Buffers in the same sets form a class and stay together. Two neighbours cost a
 * border for each set that has only one of them, and every piece has two borders: so the best order of classes is a
 * shortest round trip from nothing through all of them. */
#include <stdlib.h>
#include <string.h>

#include "plan/traffic_parts.h"

#define EXACT_CLASSES 12u     /* up to this many classes all sets are tried */
#define IMPROVED_CLASSES 256u /* up to this many the greedy order is improved */
#define GREEDY_STEPS ((size_t)20000000)

typedef struct {
    const uint64_t *bits;
    size_t words;
    size_t rank; /* in the order given */
    uint32_t buffer;
} candidate;

typedef struct {
    const uint64_t *bits;
    size_t first_rank;
    size_t begin, end; /* candidates */
} class;

typedef struct {
    size_t words;
    class *classes;
    size_t count;
    uint32_t *distance; /* count + 1 by count + 1; the last one is nothing */
} problem;

static unsigned bit_count(uint64_t word)
{
    unsigned count = 0;
    for (; word != 0; word &= word - 1)
        count++;
    return count;
}

static uint32_t borders(const uint64_t *left, const uint64_t *right, size_t words)
{
    uint32_t count = 0;
    for (size_t w = 0; w < words; w++)
        count += bit_count(left[w] ^ right[w]);
    return count;
}

/* ---- classes ---- */

static int compare_candidates(const void *left, const void *right)
{
    const candidate *l = left, *r = right;
    for (size_t w = 0; w < l->words; w++) {
        if (l->bits[w] != r->bits[w])
            return l->bits[w] < r->bits[w] ? -1 : 1;
    }
    return l->rank < r->rank ? -1 : l->rank > r->rank;
}

static int compare_classes(const void *left, const void *right)
{
    const class *l = left, *r = right;
    return l->first_rank < r->first_rank ? -1 : l->first_rank > r->first_rank;
}

/* Classes in the order of their first members. */
static void make_classes(arena *a, problem *q, const candidate *sorted, size_t count)
{
    q->classes = ARENA_ARRAY(a, class, count);
    for (size_t begin = 0, end; begin < count; begin = end) {
        for (end = begin; end < count && borders(sorted[begin].bits, sorted[end].bits, q->words) == 0;)
            end++;
        q->classes[q->count++] = (class){sorted[begin].bits, sorted[begin].rank, begin, end};
    }
    if (q->count > 1)
        qsort(q->classes, q->count, sizeof *q->classes, compare_classes);
}

static void measure_distances(arena *a, problem *q)
{
    const uint64_t *nothing = ARENA_ARRAY(a, uint64_t, q->words);
    size_t n = q->count + 1;
    q->distance = ARENA_ARRAY(a, uint32_t, n * n);
    for (size_t i = 0; i < n; i++) {
        for (size_t k = 0; k < n; k++)
            q->distance[i * n + k] = borders(i < q->count ? q->classes[i].bits : nothing,
                                             k < q->count ? q->classes[k].bits : nothing, q->words);
    }
}

static uint32_t distance(const problem *q, uint32_t from, uint32_t to)
{
    return q->distance[from * (q->count + 1) + to];
}

/* ---- orders of classes ---- */

/* The best order; of several the one whose first class, then second … comes first. rest[set * count + last] is the
 * least length from `last` through all classes that are not in the set. */
static void order_exactly(arena *a, const problem *q, uint32_t *order)
{
    uint32_t n = (uint32_t)q->count, all = ((uint32_t)1 << n) - 1;
    uint32_t *rest = ARENA_ARRAY(a, uint32_t, ((size_t)all + 1) * n);
    for (uint32_t set = all; set > 0; set--) {
        for (uint32_t last = 0; last < n; last++) {
            uint32_t best = set == all ? distance(q, last, n) : UINT32_MAX;
            for (uint32_t next = 0; next < n; next++) {
                if (set >> next & 1)
                    continue;
                uint32_t length = distance(q, last, next) + rest[(set | (uint32_t)1 << next) * n + next];
                best = length < best ? length : best;
            }
            rest[set * n + last] = best;
        }
    }
    uint32_t set = 0, last = n;
    for (uint32_t i = 0; i < n; i++) {
        uint32_t best = UINT32_MAX;
        for (uint32_t next = 0; next < n; next++) {
            if (set >> next & 1)
                continue;
            uint32_t length = distance(q, last, next) + rest[(set | (uint32_t)1 << next) * n + next];
            if (length < best) {
                best = length;
                order[i] = next;
            }
        }
        last = order[i];
        set |= (uint32_t)1 << last;
    }
}

static void order_greedily(arena *a, const problem *q, uint32_t *order)
{
    bool *taken = ARENA_ARRAY(a, bool, q->count);
    uint32_t last = (uint32_t)q->count;
    for (size_t i = 0; i < q->count; i++) {
        uint32_t best = UINT32_MAX;
        for (uint32_t next = 0; next < q->count; next++) {
            if (!taken[next] && (best == UINT32_MAX || distance(q, last, next) < distance(q, last, best)))
                best = next;
        }
        taken[best] = true;
        order[i] = last = best;
    }
}

static uint32_t class_at(const problem *q, const uint32_t *order, size_t i)
{
    return i < q->count ? order[i] : (uint32_t)q->count;
}

/* Turns pieces round for as long as that shortens the trip. */
static void improve(const problem *q, uint32_t *order)
{
    bool better = true;
    for (size_t round = 0; better && round < q->count; round++) {
        better = false;
        for (size_t i = 0; i < q->count; i++) {
            for (size_t k = i + 1; k < q->count; k++) {
                uint32_t before = i > 0 ? order[i - 1] : (uint32_t)q->count, after = class_at(q, order, k + 1);
                if (distance(q, before, order[k]) + distance(q, order[i], after) >=
                    distance(q, before, order[i]) + distance(q, order[k], after))
                    continue;
                for (size_t left = i, right = k; left < right; left++, right--) {
                    uint32_t swap = order[left];
                    order[left] = order[right];
                    order[right] = swap;
                }
                better = true;
            }
        }
    }
}

/* ---- within a class ---- */

/* Bytes of padding when the members follow each other from an aligned offset. Alignments are powers of two and
 * offsets only matter modulo them, so a sum that wraps does no harm. */
static uint64_t padding_of(const model *m, const uint32_t *members, size_t count)
{
    uint64_t at = 0, padding = 0;
    for (size_t i = 0; i < count; i++) {
        const model_buffer *b = &m->buffers[members[i]];
        uint64_t gap = (b->alignment - at % b->alignment) % b->alignment;
        padding += gap;
        at += gap + b->size;
    }
    return padding;
}

/* Larger alignments first, the order given among equals. */
static void sort_by_alignment(const model *m, uint32_t *members, uint32_t *other, size_t count)
{
    size_t kept = 0;
    for (uint32_t bit = 31; bit < 32; bit--) { /* alignments are powers of two */
        for (size_t i = 0; i < count; i++) {
            if (m->buffers[members[i]].alignment == (uint32_t)1 << bit)
                other[kept++] = members[i];
        }
    }
    memcpy(members, other, kept * sizeof *members);
}

/* Puts the members of a class, whichever way pads less. */
static void append_class(arena *a, const model *m, const candidate *sorted, const class *c, uint32_t *to)
{
    size_t count = c->end - c->begin;
    uint32_t *by_alignment = ARENA_ARRAY(a, uint32_t, count);
    for (size_t i = 0; i < count; i++)
        to[i] = by_alignment[i] = sorted[c->begin + i].buffer;
    sort_by_alignment(m, by_alignment, ARENA_ARRAY(a, uint32_t, count), count);
    if (padding_of(m, by_alignment, count) < padding_of(m, to, count))
        memcpy(to, by_alignment, count * sizeof *to);
}

void traffic_arrange(const model *m, const traffic_sets *s, uint32_t *members, size_t count)
{
    if (count < 2)
        return;
    arena *scratch = arena_new();
    candidate *sorted = ARENA_ARRAY(scratch, candidate, count);
    for (size_t i = 0; i < count; i++)
        sorted[i] = (candidate){&s->bits[members[i] * s->words], s->words, i, members[i]};
    qsort(sorted, count, sizeof *sorted, compare_candidates);
    problem q = {s->words, NULL, 0, NULL};
    make_classes(scratch, &q, sorted, count);
    uint32_t *order = ARENA_ARRAY(scratch, uint32_t, q.count);
    for (uint32_t i = 0; i < q.count; i++)
        order[i] = i;
    if (q.count * q.count <= GREEDY_STEPS / (q.words + 1)) {
        measure_distances(scratch, &q);
        if (q.count <= EXACT_CLASSES) {
            order_exactly(scratch, &q, order);
        } else {
            order_greedily(scratch, &q, order);
            if (q.count <= IMPROVED_CLASSES)
                improve(&q, order);
        }
    }
    for (size_t i = 0, at = 0; i < q.count; i++) {
        const class *c = &q.classes[order[i]];
        append_class(scratch, m, sorted, c, members + at);
        at += c->end - c->begin;
    }
    arena_free(scratch);
}
