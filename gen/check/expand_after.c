/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The vggen authors */
/* `after:` of copies: it names the copy of the same pass, or from outside a repeat the last one. Those are the latest
 * ones made, since only steps further up are named. */
#include "check/expand_parts.h"

#include <stdlib.h>

static size_t count_steps(const model_step *steps, size_t count)
{
    size_t all = count;

    for (size_t i = 0; i < count; i++)
        all += steps[i].held;
    return all;
}

copies *expand_new_copies(expander *e, const model_graph *g)
{
    copies *made = ARENA_NEW(e->a, copies);

    made->count = count_steps(g->written, g->written_count);
    made->first = ARENA_ARRAY(e->a, uint32_t, made->count + 1);
    made->end = ARENA_ARRAY(e->a, uint32_t, made->count + 1);
    return made;
}

/* False, with one error, beyond the limit. */
static bool take_entry(expander *e, const model_step *copy)
{
    if (e->full || e->after_count++ < EXPAND_MAX_AFTER)
        return !e->full;
    e->full = true;
    diag_error(e->c->d, copy->at, "too-many",
               "'after' in steps that are repeated or called names more than %u steps in all", EXPAND_MAX_AFTER);
    return false;
}

typedef struct {
    uint32_t *steps;
    size_t count, capacity;
} entries;

static bool add_entry(expander *e, const model_step *copy, entries *list, uint32_t at)
{
    if (!take_entry(e, copy))
        return false;
    list->steps = arena_grow(e->a, list->steps, list->count, &list->capacity, sizeof *list->steps);
    list->steps[list->count++] = at;
    return true;
}

static int compare_entries(const void *left, const void *right)
{
    uint32_t a = *(const uint32_t *)left, b = *(const uint32_t *)right;

    return a < b ? -1 : a > b;
}

static void remove_repetitions(entries *list)
{
    size_t kept = 0;

    if (list->count > 1)
        qsort(list->steps, list->count, sizeof *list->steps, compare_entries);
    for (size_t i = 0; i < list->count; i++)
        if (kept == 0 || list->steps[kept - 1] != list->steps[i])
            list->steps[kept++] = list->steps[i];
    list->count = kept;
}

void expand_after(expander *e, model_step *copy)
{
    const waiting_for *w = e->waiting;
    const uint32_t *numbers = copy->after;
    size_t name_count = copy->after_count;
    entries list = {NULL, 0, 0};

    copy->after = NULL;
    copy->after_count = 0;
    for (size_t i = 0; i < name_count; i++)
        for (uint32_t at = e->copies->first[numbers[i]]; at < e->copies->end[numbers[i]]; at++)
            if (e->steps[at].inside == e->inside && e->steps[at].body == e->body && !add_entry(e, copy, &list, at))
                return;
    for (size_t i = 0; w != NULL && w->inside == e->inside && w->body == e->body && i < w->count; i++)
        if (!add_entry(e, copy, &list, w->steps[i]))
            return;
    remove_repetitions(&list);
    copy->after = list.steps;
    copy->after_count = list.count;
}
