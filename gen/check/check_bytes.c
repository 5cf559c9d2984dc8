/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The vggen authors */
/* Sets of byte ranges, and the bytes that a step touches. */
#include "check/check_parts.h"

#include <inttypes.h>
#include <string.h>

/* Index of the first item that ends at or after `first`. */
static size_t lower_bound(const byte_set *s, uint64_t first)
{
    size_t low = 0, high = s->count;

    while (low < high) {
        size_t middle = low + (high - low) / 2;

        if (s->items[middle].last < first)
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

/* Items [from, to) make place for `count` items of `with`. */
static void replace(arena *a, byte_set *s, size_t from, size_t to, const byte_range *with, size_t count)
{
    if (s->count - (to - from) + count > s->capacity)
        s->items = arena_grow(a, s->items, s->capacity, &s->capacity, sizeof *s->items);
    memmove(s->items + from + count, s->items + to, (s->count - to) * sizeof *s->items);
    memcpy(s->items + from, with, count * sizeof *with);
    s->count = s->count - (to - from) + count;
}

void byte_set_add(arena *a, byte_set *s, uint64_t first, uint64_t last)
{
    size_t from, to;
    byte_range merged = {first, last};

    if (first >= last)
        return;
    if (s->items == NULL)
        s->items = arena_grow(a, NULL, 0, &s->capacity, sizeof *s->items);
    from = lower_bound(s, first);
    for (to = from; to < s->count && s->items[to].first <= last; to++) {
        merged.first = s->items[to].first < merged.first ? s->items[to].first : merged.first;
        merged.last = s->items[to].last > merged.last ? s->items[to].last : merged.last;
    }
    replace(a, s, from, to, &merged, 1);
}

void byte_set_remove(arena *a, byte_set *s, uint64_t first, uint64_t last)
{
    size_t from = lower_bound(s, first), to = from, count = 0;
    byte_range rest[2];

    if (first >= last)
        return;
    for (; to < s->count && s->items[to].first < last; to++) {
        if (s->items[to].first < first) {
            rest[count].first = s->items[to].first;
            rest[count++].last = s->items[to].last < first ? s->items[to].last : first;
        }
        if (s->items[to].last > last) {
            rest[count].first = last;
            rest[count++].last = s->items[to].last;
        }
    }
    if (to > from)
        replace(a, s, from, to, rest, count);
}

bool byte_set_gap(const byte_set *s, uint64_t first, uint64_t last, byte_range *gap)
{
    size_t i = lower_bound(s, first);

    while (i < s->count && s->items[i].first <= first && first < last) {
        first = s->items[i].last > first ? s->items[i].last : first;
        i++;
    }
    if (first >= last)
        return false;
    gap->first = first;
    gap->last = i < s->count && s->items[i].first < last ? s->items[i].first : last;
    return true;
}

bool byte_set_part(const byte_set *set, byte_range *range, byte_range *part)
{
    byte_range gap;

    while (range->first < range->last) {
        bool open = byte_set_gap(set, range->first, range->last, &gap);

        *part = (byte_range){range->first, open ? gap.first : range->last};
        range->first = open ? gap.last : range->last;
        if (part->first < part->last)
            return true;
    }
    return false;
}

bool byte_set_meets(const byte_set *s, uint64_t first, uint64_t last)
{
    size_t i = lower_bound(s, first + 1);

    return first < last && i < s->count && s->items[i].first < last;
}

/* ---- steps ---- */

void check_enter(checker *c, const model_step *step)
{
    diag_pass(c->d, step->pass, step->copy == 0);
}

const char *check_title(checker *c, const model_step *step, const char *text)
{
    const char *title = step->name != NULL ? step->name : text;

    if (step->generated)
        return step->title;
    return step->pass == NULL ? title : arena_printf(c->a, "%s, %s", title, step->pass);
}

bool check_is_control(const model_step *step)
{
    return step->kind == STEP_WHILE || step->kind == STEP_IF || step->kind == STEP_SWITCH;
}

/* ---- what a step does with bytes ---- */

bool check_reads(model_access access)
{
    return access == ACCESS_IN || access == ACCESS_INOUT;
}

bool check_writes(model_access access)
{
    return access != ACCESS_IN && access != ACCESS_VALUE;
}

bool check_may_be_empty(const model_step *step)
{
    if (step->sized != 0)
        return true;
    for (size_t i = 0; i < step->grid_count; i++)
        if (step->grid[i].varies && step->grid[i].low <= 0)
            return true;
    return false;
}

static void add_use(checker *c, size_t *count, const model_slice *slice, model_access access, bool hidden)
{
    byte_use *u;

    if (*count == c->use_capacity)
        c->uses = arena_grow(c->a, c->uses, *count, &c->use_capacity, sizeof *c->uses);
    u = &c->uses[(*count)++];
    u->buffer = slice->buffer;
    u->first = slice->first;
    u->last = slice->last;
    u->access = access;
    u->at = slice->at;
    u->hidden = hidden;
}

byte_use *check_uses(checker *c, const model_step *step, size_t *count)
{
    *count = 0;
    if (step->kind == STEP_COPY || check_is_control(step))
        add_use(c, count, &step->from, ACCESS_IN, false);
    if (step->kind == STEP_COPY || step->kind == STEP_FILL)
        add_use(c, count, &step->to, ACCESS_OUT, false);
    if (step->in_place.name != NULL)
        add_use(c, count, &step->in_place, ACCESS_INOUT, false);
    for (size_t i = 0; i < step->argument_count; i++)
        if (step->arguments[i].access != ACCESS_VALUE)
            add_use(c, count, &step->arguments[i].slice, step->arguments[i].access, false);
        else if (step->arguments[i].kind == ARGUMENT_CONDITION)
            add_use(c, count, &step->arguments[i].slice, ACCESS_INOUT, false);
    for (size_t i = 0; i < step->read_count; i++)
        add_use(c, count, &step->reads[i], ACCESS_IN, true);
    for (size_t i = 0; i < step->write_count; i++)
        add_use(c, count, &step->writes[i], ACCESS_OUT_PART, true);
    return c->uses;
}

const char *check_range_text(arena *a, const model_buffer *b, uint64_t first, uint64_t last)
{
    if (first == 0 && last == b->size)
        return b->name;
    if (first % b->type->size != 0 || last % b->type->size != 0)
        return arena_printf(a, "bytes %" PRIu64 " to %" PRIu64 " of %s", first, last, b->name);
    return arena_printf(a, "%s[%" PRIu64 ":%" PRIu64 "]", b->name, first / b->type->size, last / b->type->size);
}
