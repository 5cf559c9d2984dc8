/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The vggen authors */
/* Which buffers lie where in one memory, by offset, and which of them share bytes. One pass: the stretches that have
 * begun and not ended are a heap by their ends, so that a stretch meets no other one than those that it shares bytes
 * with. */
#include <stdlib.h>
#include <string.h>

#include "emit/parts.h"

/* At most this many others are named. */
#define NAMED 4u

/* ---- the list ---- */

emit_stretches emit_stretches_new(const emit *e)
{
    return (emit_stretches){ARENA_ARRAY(e->memory, emit_stretch, 2 * e->m->buffer_count + 1), 0};
}

void emit_stretches_add(const emit *e, emit_stretches *list, uint32_t buffer, const char *macro, uint64_t first)
{
    list->all[list->count++] = (emit_stretch){buffer, macro, first, first + e->m->buffers[buffer].size, NULL};
}

static int compare(const void *a, const void *b)
{
    const emit_stretch *left = a, *right = b;

    if (left->first != right->first)
        return left->first < right->first ? -1 : 1;
    if (left->buffer != right->buffer)
        return left->buffer < right->buffer ? -1 : 1;
    return strcmp(left->macro, right->macro);
}

/* ---- those that are open ---- */

typedef struct {
    const emit_stretch **open;
    size_t count;
} heap;

static void add_open(heap *h, const emit_stretch *s)
{
    size_t at = h->count++;

    while (at > 0 && s->last < h->open[(at - 1) / 2]->last) {
        h->open[at] = h->open[(at - 1) / 2];
        at = (at - 1) / 2;
    }
    h->open[at] = s;
}

static void remove_first(heap *h)
{
    const emit_stretch *moved = h->open[--h->count];
    size_t at = 0;

    for (size_t child = 1; child < h->count; child = 2 * at + 1) {
        if (child + 1 < h->count && h->open[child + 1]->last < h->open[child]->last)
            child++;
        if (moved->last <= h->open[child]->last)
            break;
        h->open[at] = h->open[child];
        at = child;
    }
    h->open[at] = moved;
}

/* ---- who shares bytes ---- */

static int compare_numbers(const void *a, const void *b)
{
    const uint32_t *left = a, *right = b;

    return *left < *right ? -1 : *left > *right;
}

static const char *names_of(const emit *e, uint32_t *others, size_t count)
{
    emit_names names = {e->memory, NULL, 0, 0};

    qsort(others, count, sizeof *others, compare_numbers);
    for (size_t i = 0; i < count && i < NAMED; i++)
        if (i == 0 || others[i] != others[i - 1])
            emit_names_add(&names, e->m->buffers[others[i]].name);
    return arena_printf(e->memory, "%s%s", names.text, count > NAMED ? " and others" : "");
}

/* Those that began before it and are open, and those that begin before it ends. */
static const char *sharers(const emit *e, const emit_stretches *list, size_t at, const heap *before)
{
    const emit_stretch *s = &list->all[at];
    uint32_t others[NAMED + 1];
    size_t count = 0;

    for (size_t i = 0; i < before->count && count <= NAMED; i++)
        others[count++] = before->open[i]->buffer;
    for (size_t i = at + 1; i < list->count && list->all[i].first < s->last && count <= NAMED; i++)
        if (list->all[i].first < list->all[i].last)
            others[count++] = list->all[i].buffer;
    return count > 0 ? names_of(e, others, count) : NULL;
}

bool emit_stretches_sort(const emit *e, emit_stretches *list)
{
    heap h = {ARENA_ARRAY(e->memory, const emit_stretch *, list->count + 1), 0};
    bool any = false;

    if (list->count > 0)
        qsort(list->all, list->count, sizeof *list->all, compare);
    for (size_t i = 0; i < list->count; i++) {
        emit_stretch *s = &list->all[i];
        if (s->first == s->last)
            continue;
        while (h.count > 0 && h.open[0]->last <= s->first)
            remove_first(&h);
        s->shares = sharers(e, list, i, &h);
        any = any || s->shares != NULL;
        add_open(&h, s);
    }
    return any;
}
