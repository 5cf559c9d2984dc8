/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The vggen authors */
/* Which bytes are certainly written, and which a step leaves undefined, under switches. */
#include "check/check_flow.h"

bool flow_starts_empty(model_role role)
{
    return role == ROLE_OUTPUT || role == ROLE_SCRATCH || role == ROLE_DERIVED;
}

bool flow_follows(model_role role)
{
    return flow_starts_empty(role) || role == ROLE_INOUT || role == ROLE_STATE;
}

uint32_t flow_end(const checker *c, uint32_t buffer)
{
    bool twice = c->m->buffers[buffer].role == ROLE_OUTPUT;

    return twice ? (uint32_t)c->m->buffer_count + buffer : buffer;
}

/* Launches whose grid may be 0 are followed as if they had a switch, which is on for all of them or for none. */
#define EMPTY_GRIDS (MODEL_NONE - 1)

/* ---- sets ---- */

static void copy_set(arena *a, byte_set *to, const byte_set *from)
{
    for (size_t i = 0; i < from->count; i++)
        byte_set_add(a, to, from->items[i].first, from->items[i].last);
}

static void add_bytes(flow *f, uint32_t of, byte_set *set, const model_step *step, uint64_t first, uint64_t last)
{
    byte_range gap;

    for (uint64_t at = first; f->open > 0 && byte_set_gap(set, at, last, &gap); at = gap.last)
        flow_note_change(
            f, &(flow_change){set, of, gap.first, gap.last, false, step->idle_name != NULL, step->later_pass});
    byte_set_add(f->c->a, set, first, last);
}

static void remove_bytes(flow *f, uint32_t of, byte_set *set, uint64_t first, uint64_t last)
{
    byte_range rest = {first, last}, part;

    while (f->open > 0 && byte_set_part(set, &rest, &part))
        flow_note_change(f, &(flow_change){set, of, part.first, part.last, true, false, false});
    byte_set_remove(f->c->a, set, first, last);
}

/* Scratch and outputs begin each graph without bytes, inouts and states with all of theirs. Only derived buffers keep
 * what another graph has written. */
static void begin(checker *c, buffer_flow *f, bool empty, uint64_t size)
{
    f->certain.count = 0;
    f->maybe.count = 0;
    f->switched = NULL;
    f->losses = NULL;
    if (!empty)
        byte_set_add(c->a, &f->certain, 0, size);
}

void flow_begin_graph(flow *f)
{
    checker *c = f->c;

    for (uint32_t i = 0; i < c->m->buffer_count; i++) {
        const model_buffer *b = &c->m->buffers[i];

        if (!flow_follows(b->role))
            continue;
        if (b->role != ROLE_DERIVED)
            begin(c, &f->flows[i], flow_starts_empty(b->role), b->size);
        if (flow_end(c, i) != i)
            begin(c, &f->flows[flow_end(c, i)], false, b->size);
    }
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

void flow_write_certain(flow *f, const model_step *step, uint32_t of, uint64_t first, uint64_t last)
{
    buffer_flow *b = &f->flows[of];

    add_bytes(f, of, &b->certain, step, first, last);
    for (switched_bytes *s = b->switched; s != NULL; s = s->next) {
        add_bytes(f, of, &s->written[0], step, first, last);
        add_bytes(f, of, &s->written[1], step, first, last);
    }
}

/* The most parts of a range that are examined one by one; a higher limit would slow every step down. */
#define MAX_PARTS 64u

/* What is written whether the switch is on or off is certain. */
static void promote(flow *f, const model_step *step, const byte_set *other, uint32_t of, const byte_use *u)
{
    byte_range rest = {u->first, u->last}, part;

    for (unsigned i = 0; i < MAX_PARTS && byte_set_part(other, &rest, &part); i++)
        flow_write_certain(f, step, of, part.first, part.last);
}

/* The switch of a step that may not write; MODEL_NONE if it does. An output is zero where nothing wrote it. */
static uint32_t switch_of(const flow *f, const model_step *step, uint32_t of)
{
    bool zero = of < f->c->m->buffer_count && f->c->m->buffers[of].role != ROLE_SCRATCH;

    if (step->switched == MODEL_NONE && !zero && check_may_be_empty(step))
        return EMPTY_GRIDS;
    return step->switched;
}

static void write_flow(flow *f, const model_step *step, uint32_t of, const byte_use *u)
{
    buffer_flow *b = &f->flows[of];
    uint32_t switched = switch_of(f, step, of);
    switched_bytes *s;

    b->touched = b->touched || u->first < u->last;
    if (switched == MODEL_NONE) {
        flow_write_certain(f, step, of, u->first, u->last);
        return;
    }
    s = find_switched(f->c, b, switched);
    add_bytes(f, of, &s->written[step->unless], step, u->first, u->last);
    promote(f, step, &s->written[!step->unless], of, u);
}

void flow_write(flow *f, const model_step *step, const byte_use *u)
{
    uint32_t end = flow_end(f->c, u->buffer);

    write_flow(f, step, u->buffer, u);
    if (end != u->buffer)
        write_flow(f, step, end, u);
}

static void note_loss(flow *f, const model_step *step, uint32_t of, const byte_use *u, bool moved)
{
    flow_loss *loss = ARENA_NEW(f->c->a, flow_loss);

    *loss = (flow_loss){step, u->at, moved, {u->first, u->last}, f->flows[of].losses};
    f->flows[of].losses = loss;
}

static void forget_flow(flow *f, const model_step *step, uint32_t of, const byte_use *u)
{
    buffer_flow *b = &f->flows[of];

    if (step->switched != MODEL_NONE)
        find_switched(f->c, b, step->switched);
    remove_bytes(f, of, &b->certain, u->first, u->last);
    for (switched_bytes *s = b->switched; s != NULL; s = s->next) {
        if (s->index != step->switched || step->unless)
            remove_bytes(f, of, &s->written[1], u->first, u->last);
        if (s->index != step->switched || !step->unless)
            remove_bytes(f, of, &s->written[0], u->first, u->last);
    }
}

void flow_forget(flow *f, const model_step *step, const byte_use *u)
{
    uint32_t end = flow_end(f->c, u->buffer);

    forget_flow(f, step, u->buffer, u);
    note_loss(f, step, u->buffer, u, false);
    if (end == u->buffer)
        return;
    forget_flow(f, step, end, u);
    note_loss(f, step, end, u, false);
}

static void move_gap(flow *f, const model_step *copy, uint32_t target, const byte_use *lost, flow_cause cause)
{
    forget_flow(f, copy, target, lost);
    note_loss(f, copy, target, lost, true);
    if (cause == CAUSE_BODY)
        byte_set_add(f->c->a, &f->flows[target].maybe, lost->first, lost->last);
}

void flow_move(flow *f, const model_step *copy, const byte_use *from, const byte_use *to)
{
    const buffer_flow *source = &f->flows[from->buffer];
    uint32_t end = flow_end(f->c, to->buffer);
    byte_range gap;

    flow_write(f, copy, to);
    for (uint64_t at = from->first; byte_set_gap(&source->certain, at, from->last, &gap); at = gap.last) {
        flow_cause cause = flow_find_cause(source, &gap);
        byte_use lost = *to;

        lost.first = to->first + (gap.first - from->first);
        lost.last = to->first + (gap.last - from->first);
        move_gap(f, copy, to->buffer, &lost, cause);
        if (end != to->buffer)
            move_gap(f, copy, end, &lost, cause);
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

const flow_loss *flow_find_loss(const flow_loss *losses, const byte_range *gap)
{
    while (losses != NULL && (gap->first < losses->of.first || gap->first >= losses->of.last))
        losses = losses->before;
    return losses;
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
