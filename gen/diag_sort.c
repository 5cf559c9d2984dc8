/* SPDX-License-Identifier: MIT */
/* Which messages are printed, and in which order. */
#include "diag_message.h"

#include <stdlib.h>
#include <string.h>

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

/* Equal for messages that a reader could not tell apart. */
static int compare_contents(const diag_message *a, const diag_message *b)
{
    int order = compare_numbers(a->at.source, b->at.source);
    if (!order)
        order = compare_numbers(a->at.begin, b->at.begin);
    if (!order)
        order = compare_numbers(a->warning, b->warning);
    if (!order)
        order = strcmp(a->id ? a->id : "", b->id ? b->id : "");
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

diag_message **diag_sort(diag *d, size_t *count)
{
    diag_message **sorted = ARENA_ARRAY(d->memory, diag_message *, d->message_count + 1);
    size_t shown = 0, kept = 0;
    for (size_t i = 0; i < d->message_count; i++)
        if (!d->messages[i].dropped)
            sorted[shown++] = &d->messages[i];
    mark_duplicates(sorted, shown);
    for (size_t i = 0; i < shown; i++)
        if (!sorted[i]->duplicate)
            sorted[kept++] = sorted[i];
    qsort(sorted, kept, sizeof *sorted, compare_places);
    *count = kept;
    return sorted;
}
