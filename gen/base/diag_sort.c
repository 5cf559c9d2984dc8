/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The vggen authors */
/* Which messages are printed, and in which order. */
#include <stdlib.h>
#include <string.h>

#include "base/diag_parts.h"

static int compare_numbers(uint64_t a, uint64_t b)
{
    return a < b ? -1 : a > b;
}

static int compare_places(const void *left, const void *right)
{
    const diag_message *const *a = left, *const *b = right;
    int order = compare_numbers((*a)->at.source, (*b)->at.source);
    if (!order)
        order = compare_numbers((*a)->at.begin, (*b)->at.begin);
    return order ? order : compare_numbers((*a)->order, (*b)->order);
}

/* Equal for messages of one place and id. */
static int compare_ids(const diag_message *a, const diag_message *b)
{
    int order = compare_numbers(a->at.source, b->at.source);
    if (!order)
        order = compare_numbers(a->at.begin, b->at.begin);
    if (!order)
        order = compare_numbers(a->warning, b->warning);
    return order ? order : strcmp(a->id ? a->id : "", b->id ? b->id : "");
}

/* Equal for messages that a reader could not tell apart. */
static int compare_contents(const diag_message *a, const diag_message *b)
{
    int order = compare_ids(a, b);
    if (!order)
        order = strcmp(a->text, b->text);
    return order ? order : strcmp(a->file ? a->file : "", b->file ? b->file : "");
}

static int compare_contents_then_order(const void *left, const void *right)
{
    const diag_message *const *a = left, *const *b = right;
    int order = compare_contents(*a, *b);
    return order ? order : compare_numbers((*a)->order, (*b)->order);
}

static void mark_duplicates(diag_message **sorted, size_t count)
{
    qsort(sorted, count, sizeof *sorted, compare_contents_then_order);
    for (size_t i = 0; i < count; i++)
        sorted[i]->duplicate = i > 0 && compare_contents(sorted[i - 1], sorted[i]) == 0;
}

/* ---- copies of steps ---- */

static int compare_ids_then_order(const void *left, const void *right)
{
    const diag_message *const *a = left, *const *b = right;
    int order = compare_ids(*a, *b);
    return order ? order : compare_numbers((*a)->order, (*b)->order);
}

/* Messages of one place and id, the first of which is printed. */
static void join_copies(diag *d, diag_message **group, size_t count)
{
    diag_message *first = group[0];
    bool others = false;
    for (size_t i = 1; i < count; i++) {
        others |= group[i]->pass != first->pass || group[i]->first_pass != first->first_pass;
        group[i]->duplicate |= (group[i]->pass || !group[i]->first_pass) && first->at.source != 0;
    }
    if (first->pass && (!others || !first->first_pass) && !strstr(first->text, first->pass))
        first->text = arena_printf(d->memory, "%s (%s)", first->text, first->pass);
}

static void mark_copies(diag *d, diag_message **sorted, size_t count)
{
    qsort(sorted, count, sizeof *sorted, compare_ids_then_order);
    for (size_t i = 0, end; i < count; i = end) {
        for (end = i + 1; end < count && compare_ids(sorted[i], sorted[end]) == 0;)
            end++;
        join_copies(d, sorted + i, end - i);
    }
}

diag_message **diag_sort(diag *d, size_t *count)
{
    diag_message **sorted = ARENA_ARRAY(d->memory, diag_message *, d->message_count + 1);
    size_t shown = 0, kept = 0;
    for (size_t i = 0; i < d->message_count; i++)
        if (!d->messages[i].dropped)
            sorted[shown++] = &d->messages[i];
    mark_duplicates(sorted, shown);
    mark_copies(d, sorted, shown);
    for (size_t i = 0; i < shown; i++)
        if (!sorted[i]->duplicate)
            sorted[kept++] = sorted[i];
    qsort(sorted, kept, sizeof *sorted, compare_places);
    *count = kept;
    return sorted;
}

const diag_found *diag_warnings(diag *d, size_t *count)
{
    size_t all;
    diag_message **sorted = diag_sort(d, &all);
    diag_found *found = ARENA_ARRAY(d->memory, diag_found, all + 1);

    *count = 0;
    for (size_t i = 0; i < all; i++) {
        const diag_message *m = sorted[i];
        unsigned line = 0, column;
        if (!m->warning || m->remark)
            continue;
        if (m->at.source != 0)
            diag_locate(d, m->at.source, m->at.begin, &line, &column);
        found[(*count)++] = (diag_found){m->id, line, m->text};
    }
    return found;
}
