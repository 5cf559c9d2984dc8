/* SPDX-License-Identifier: MIT */
#include "verify.h"

#include <stdarg.h>
#include <string.h>

#include "verify_parts.h"

/* More failures than anyone reads are only counted. */
#define MAX_REPORTED 100u

void verify_fail(verifier *v, span at, const char *format, ...)
{
    if (v->failures++ >= MAX_REPORTED)
        return;
    va_list arguments;
    va_start(arguments, format);
    diag_error(v->d, at, "plan-unproven", "%s", arena_vprintf(v->memory, format, arguments));
    va_end(arguments);
}

/* ---- bytes with an owner each ---- */

size_t verify_bytes_find(const verify_bytes *b, uint64_t at)
{
    size_t low = 0, high = b->count;
    while (low < high) {
        size_t middle = low + (high - low) / 2;
        if (b->pieces[middle].last <= at)
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

void verify_bytes_set(arena *a, verify_bytes *b, uint64_t first, uint64_t last, uint32_t owner)
{
    verify_piece fresh[3];
    size_t fresh_count = 0, begin = verify_bytes_find(b, first), end = begin;
    while (end < b->count && b->pieces[end].first < last)
        end++;
    if (begin < end && b->pieces[begin].first < first)
        fresh[fresh_count++] = (verify_piece){b->pieces[begin].first, first, b->pieces[begin].owner};
    fresh[fresh_count++] = (verify_piece){first, last, owner};
    if (begin < end && b->pieces[end - 1].last > last)
        fresh[fresh_count++] = (verify_piece){last, b->pieces[end - 1].last, b->pieces[end - 1].owner};
    for (size_t i = 0; i < 2; i++) /* at most two more than before */
        b->pieces = arena_grow(a, b->pieces, b->count + i, &b->capacity, sizeof *b->pieces);
    memmove(&b->pieces[begin + fresh_count], &b->pieces[end], (b->count - end) * sizeof *b->pieces);
    memcpy(&b->pieces[begin], fresh, fresh_count * sizeof *fresh);
    b->count = b->count - (end - begin) + fresh_count;
}

/* ---- which node comes first in the spec ---- */

uint64_t verify_rank(const verifier *v, const plan_node *node)
{
    if (node->step != MODEL_NONE)
        return 2 + (uint64_t)node->step;
    if (node->kind == PLAN_TRANSFER)
        return v->p->runs[node->run].direction == PLAN_UPLOAD ? 0 : UINT64_MAX;
    return 1;
}

static void merge_by_rank(const uint64_t *ranks, const uint32_t *from, uint32_t *to, size_t begin, size_t middle,
                          size_t end)
{
    size_t left = begin, right = middle;
    for (size_t i = begin; i < end; i++) {
        bool take_left = right == end || (left < middle && ranks[from[left]] <= ranks[from[right]]);
        to[i] = take_left ? from[left++] : from[right++];
    }
}

uint32_t *verify_by_rank(verifier *v, const plan_graph *g)
{
    size_t n = g->node_count;
    uint64_t *ranks = ARENA_ARRAY(v->memory, uint64_t, n);
    uint32_t *sorted = ARENA_ARRAY(v->memory, uint32_t, n), *other = ARENA_ARRAY(v->memory, uint32_t, n);
    for (size_t i = 0; i < n; i++) {
        ranks[i] = verify_rank(v, &g->nodes[i]);
        sorted[i] = (uint32_t)i;
    }
    for (size_t width = 1; width < n; width *= 2) {
        for (size_t begin = 0; begin < n; begin += 2 * width) {
            size_t middle = begin + width < n ? begin + width : n;
            merge_by_rank(ranks, sorted, other, begin, middle, middle + width < n ? middle + width : n);
        }
        uint32_t *swap = sorted;
        sorted = other;
        other = swap;
    }
    return sorted;
}

bool verify_plan(arena *a, diag *d, const model *m, const plan *p)
{
    (void)a;
    verifier v = {arena_new(), d, m, p, 0};
    if (verify_shape(&v)) {
        verify_steps(&v);
        verify_outputs(&v);
        verify_hazards(&v);
        verify_places(&v);
    }
    arena_free(v.memory);
    return v.failures == 0;
}
