/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The vggen authors */
/* Bodies that may not run: what they change is noted, so that it can be taken back. */
#include "check/check_flow.h"

static void add_change(arena *a, flow_changes *to, const flow_change *change)
{
    to->items = arena_grow(a, to->items, to->count, &to->capacity, sizeof *to->items);
    to->items[to->count++] = *change;
}

void flow_note_change(flow *f, const flow_change *change)
{
    if (f->open > 0)
        add_change(f->c->a, &f->changes, change);
}

size_t flow_open_body(flow *f)
{
    f->open++;
    return f->changes.count;
}

/* ---- leaving a body ---- */

void flow_find_lost(flow *f, size_t mark, flow_changes *lost)
{
    for (size_t i = mark; i < f->changes.count; i++) {
        flow_change change = f->changes.items[i];
        uint64_t last = change.last;
        byte_range gap;

        for (uint64_t at = change.first; change.removed && byte_set_gap(change.set, at, last, &gap); at = gap.last) {
            change.first = gap.first;
            change.last = gap.last;
            add_change(f->c->a, lost, &change);
        }
    }
}

static void take_back(flow *f, const flow_change *change)
{
    buffer_flow *of = &f->flows[change->of];

    if (change->removed) {
        byte_set_add(f->c->a, change->set, change->first, change->last);
        return;
    }
    byte_set_remove(f->c->a, change->set, change->first, change->last);
    if (change->set == &of->certain && !f->silent)
        byte_set_add(f->c->a, &of->maybe, change->first, change->last);
}

void flow_leave_body(flow *f, size_t mark, flow_changes *lost)
{
    flow_find_lost(f, mark, lost);
    while (f->changes.count > mark)
        take_back(f, &f->changes.items[--f->changes.count]);
    f->open--;
}

bool flow_lose(flow *f, const flow_changes *lost, flow_changes *known)
{
    bool any = false;

    for (size_t i = 0; i < lost->count; i++) {
        flow_change change = lost->items[i];
        byte_range rest = {change.first, change.last}, part;

        while (byte_set_part(change.set, &rest, &part)) {
            any = true;
            change.first = part.first;
            change.last = part.last;
            flow_note_change(f, &change);
            if (known != NULL)
                add_change(f->c->a, known, &change);
        }
        byte_set_remove(f->c->a, change.set, lost->items[i].first, lost->items[i].last);
    }
    return any;
}

void flow_close_body(flow *f, size_t mark)
{
    flow_changes lost = {0};

    flow_leave_body(f, mark, &lost);
    flow_lose(f, &lost, NULL);
}

/* ---- what is certain because one of several bodies runs ---- */

flow_changes flow_take_body(flow *f, size_t mark, bool first_pass)
{
    flow_changes taken = {0};

    for (size_t i = mark; i < f->changes.count; i++) {
        flow_change b = f->changes.items[i];
        byte_range rest = {b.first, b.last}, part;

        if (b.removed || b.set != &f->flows[b.of].certain || (first_pass && b.later))
            continue;
        /* A step further down may have made some of it undefined. */
        while (byte_set_part(b.set, &rest, &part))
            add_change(f->c->a, &taken, &(flow_change){b.set, b.of, part.first, part.last, false, b.idle, false});
    }
    return taken;
}

void flow_give_body(flow *f, const flow_changes *taken)
{
    for (size_t i = 0; i < taken->count; i++) {
        const flow_change *t = &taken->items[i];
        const model_step from = {.idle_name = t->idle ? "" : NULL};

        flow_write_certain(f, &from, t->of, t->first, t->last);
    }
}

flow_changes flow_take_both(flow *f, const flow_changes *taken)
{
    flow_changes both = {0};

    for (size_t i = 0; i < taken->count; i++) {
        flow_change change = taken->items[i];
        byte_range rest = {change.first, change.last}, part;

        while (byte_set_part(change.set, &rest, &part)) {
            change.first = part.first;
            change.last = part.last;
            add_change(f->c->a, &both, &change);
        }
    }
    return both;
}

flow_changes flow_take_certain(flow *f, size_t mark)
{
    flow_changes taken = flow_take_body(f, mark, false);
    size_t kept = 0;

    for (size_t i = 0; i < taken.count; i++)
        if (!taken.items[i].idle)
            taken.items[kept++] = taken.items[i];
    taken.count = kept;
    return taken;
}
