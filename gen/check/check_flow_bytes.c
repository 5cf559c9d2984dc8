/* SPDX-License-Identifier: MIT */
/* Which bytes are certainly written, under switches and in bodies that may not run. */
#include "check/check_flow.h"

bool flow_starts_empty(model_role role)
{
    return role == ROLE_OUTPUT || role == ROLE_SCRATCH || role == ROLE_DERIVED;
}

/* Launches whose grid may be 0 are followed as if they had a switch, which is on for all of them or for none. */
#define EMPTY_GRIDS (MODEL_NONE - 1)

/* ---- sets ---- */

static void copy_set(arena *a, byte_set *to, const byte_set *from)
{
    for (size_t i = 0; i < from->count; i++)
        byte_set_add(a, to, from->items[i].first, from->items[i].last);
}

/* What is written inside a body is certain only until that body ends. */
static void add_bytes(flow *f, uint32_t buffer, byte_set *set, const model_step *step, uint64_t first, uint64_t last)
{
    byte_range gap;

    for (uint64_t at = first; f->open > 0 && byte_set_gap(set, at, last, &gap); at = gap.last) {
        f->added = arena_grow(f->c->a, f->added, f->added_count, &f->added_capacity, sizeof *f->added);
        f->added[f->added_count++] =
            (body_bytes){set, buffer, gap.first, gap.last, step->idle_name != NULL, step->later_pass};
    }
    byte_set_add(f->c->a, set, first, last);
}

/* ---- switches ---- */

static switched_bytes *find_switched(checker *c, buffer_flow *f, uint32_t index)
{
    switched_bytes *s = f->switched;

    while (s != NULL && s->index != index)
        s = s->next;
    if (s != NULL)
        return s;
    s = ARENA_NEW(c->a, switched_bytes);
    s->index = index;
    copy_set(c->a, &s->written[0], &f->certain);
    copy_set(c->a, &s->written[1], &f->certain);
    s->next = f->switched;
    f->switched = s;
    return s;
}

static void write_certain(flow *f, const model_step *step, uint32_t buffer, uint64_t first, uint64_t last)
{
    buffer_flow *b = &f->flows[buffer];

    add_bytes(f, buffer, &b->certain, step, first, last);
    for (switched_bytes *s = b->switched; s != NULL; s = s->next) {
        add_bytes(f, buffer, &s->written[0], step, first, last);
        add_bytes(f, buffer, &s->written[1], step, first, last);
    }
}

/* The most parts of a range that are examined one by one; a higher limit would slow every step down. */
#define MAX_PARTS 64u

/* The next part of *range that the set holds; *range is what follows it. False when there is none. */
static bool next_part(const byte_set *set, byte_range *range, byte_range *part)
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

/* What is written whether the switch is on or off is certain. */
static void promote(flow *f, const model_step *step, const byte_set *other, const byte_use *u)
{
    byte_range rest = {u->first, u->last}, part;

    for (unsigned i = 0; i < MAX_PARTS && next_part(other, &rest, &part); i++)
        write_certain(f, step, u->buffer, part.first, part.last);
}

/* The switch of a step that may not write; MODEL_NONE if it does. An output is zero where nothing wrote it. */
static uint32_t switch_of(const model_buffer *b, const model_step *step)
{
    if (step->switched == MODEL_NONE && b->role == ROLE_SCRATCH && check_may_be_empty(step))
        return EMPTY_GRIDS;
    return step->switched;
}

void flow_write(flow *f, const model_step *step, const byte_use *u)
{
    buffer_flow *b = &f->flows[u->buffer];
    uint32_t switched = switch_of(&f->c->m->buffers[u->buffer], step);
    switched_bytes *s;

    b->touched = b->touched || u->first < u->last;
    if (switched == MODEL_NONE) {
        write_certain(f, step, u->buffer, u->first, u->last);
        return;
    }
    s = find_switched(f->c, b, switched);
    add_bytes(f, u->buffer, &s->written[step->unless], step, u->first, u->last);
    promote(f, step, &s->written[!step->unless], u);
}

void flow_forget(flow *f, const model_step *step, const byte_use *u)
{
    buffer_flow *b = &f->flows[u->buffer];

    if (step->switched != MODEL_NONE)
        find_switched(f->c, b, step->switched);
    byte_set_remove(f->c->a, &b->certain, u->first, u->last);
    for (switched_bytes *s = b->switched; s != NULL; s = s->next) {
        if (s->index != step->switched || step->unless)
            byte_set_remove(f->c->a, &s->written[1], u->first, u->last);
        if (s->index != step->switched || !step->unless)
            byte_set_remove(f->c->a, &s->written[0], u->first, u->last);
    }
}

/* ---- reads ---- */

static const byte_set *visible(const buffer_flow *f, uint32_t switched, bool unless)
{
    for (const switched_bytes *s = f->switched; s != NULL && switched != MODEL_NONE; s = s->next)
        if (s->index == switched)
            return &s->written[unless];
    return &f->certain;
}

bool flow_reads_gap(const buffer_flow *f, const model_step *step, const byte_use *u, byte_range *gap)
{
    return (!check_may_be_empty(step) || byte_set_gap(visible(f, EMPTY_GRIDS, false), u->first, u->last, gap)) &&
           byte_set_gap(visible(f, step->switched, step->unless), u->first, u->last, gap);
}

flow_cause flow_find_cause(const buffer_flow *f, const byte_range *gap)
{
    const byte_set *grids = visible(f, EMPTY_GRIDS, false);

    if (grids != &f->certain && byte_set_meets(grids, gap->first, gap->last))
        return CAUSE_GRID;
    for (const switched_bytes *s = f->switched; s != NULL; s = s->next)
        if (byte_set_meets(&s->written[0], gap->first, gap->last) ||
            byte_set_meets(&s->written[1], gap->first, gap->last))
            return CAUSE_SWITCH;
    return byte_set_meets(&f->maybe, gap->first, gap->last) ? CAUSE_BODY : CAUSE_NONE;
}

/* ---- bodies ---- */

size_t flow_open_body(flow *f)
{
    f->open++;
    return f->added_count;
}

static void take_back(flow *f, const body_bytes *b)
{
    buffer_flow *of = &f->flows[b->buffer];

    byte_set_remove(f->c->a, b->set, b->first, b->last);
    if (b->set == &of->certain)
        byte_set_add(f->c->a, &of->maybe, b->first, b->last);
}

void flow_close_body(flow *f, size_t mark)
{
    f->open--;
    while (f->added_count > mark)
        take_back(f, &f->added[--f->added_count]);
}

void flow_close_first_pass(flow *f, size_t mark)
{
    size_t kept = mark;

    f->open--;
    for (size_t i = mark; i < f->added_count; i++)
        if (f->added[i].idle)
            take_back(f, &f->added[i]);
        else
            f->added[kept++] = f->added[i];
    f->added_count = f->open > 0 ? kept : mark;
}

body_bytes *flow_take_body(flow *f, size_t mark, bool first_pass, size_t *count)
{
    body_bytes *taken = NULL;
    size_t capacity = 0;

    *count = 0;
    for (size_t i = mark; i < f->added_count; i++) {
        const body_bytes *b = &f->added[i];
        byte_range rest = {b->first, b->last}, part;

        /* A step further down may have made some of it undefined. */
        while (b->set == &f->flows[b->buffer].certain && !(first_pass && b->later) && next_part(b->set, &rest, &part)) {
            taken = arena_grow(f->c->a, taken, *count, &capacity, sizeof *taken);
            taken[(*count)++] = (body_bytes){b->set, b->buffer, part.first, part.last, b->idle, false};
        }
    }
    return taken;
}

void flow_give_body(flow *f, const body_bytes *taken, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        const model_step from = {.idle_name = taken[i].idle ? "" : NULL};

        write_certain(f, &from, taken[i].buffer, taken[i].first, taken[i].last);
    }
}

void flow_close_both(flow *f, size_t mark, const body_bytes *taken, size_t count)
{
    body_bytes *both = NULL;
    size_t both_count = 0, capacity = 0;

    for (size_t i = 0; i < count; i++) {
        byte_range rest = {taken[i].first, taken[i].last}, part;

        while (next_part(taken[i].set, &rest, &part)) {
            both = arena_grow(f->c->a, both, both_count, &capacity, sizeof *both);
            both[both_count++] =
                (body_bytes){taken[i].set, taken[i].buffer, part.first, part.last, taken[i].idle, false};
        }
    }
    flow_close_body(f, mark);
    flow_give_body(f, both, both_count);
}
