/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The vggen authors */
#include "base/bytes.h"
#include "place/place.h"
#include "place/place_parts.h"

bool *place_find_needed(arena *a, const model *m, const plan *p)
{
    bool *needed = ARENA_ARRAY(a, bool, m->buffer_count);
    for (size_t i = 0; i < m->buffer_count; i++) {
        const model_buffer *b = &m->buffers[i];
        needed[i] = b->size > 0 && b->role != ROLE_CONDITION && (b->role != ROLE_SETTING || b->by_pointer) &&
                    !b->external;
    }
    for (size_t r = 0; r < p->run_count; r++) {
        if (p->runs[r].transport == TRANSPORT_DIRECT)
            needed[p->runs[r].members[0]] = false;
    }
    return needed;
}

uint32_t *place_find_alignments(arena *a, const model *m, const plan *p)
{
    uint32_t *alignments = ARENA_ARRAY(a, uint32_t, m->buffer_count);
    for (size_t b = 0; b < m->buffer_count; b++)
        alignments[b] = m->buffers[b].alignment;
    for (size_t r = 0; r < p->run_count; r++) {
        const plan_run *run = &p->runs[r];
        for (size_t i = 0; run->transport == TRANSPORT_KERNEL && i < run->piece_count; i++) {
            uint32_t *first = &alignments[run->members[run->pieces[i].first]];
            *first = *first < PLAN_COPY_THREAD_BYTES ? PLAN_COPY_THREAD_BYTES : *first;
        }
    }
    return alignments;
}

bool place_is_shared(const model *m, const model_buffer *b)
{
    return m->pooled ? !plan_is_pooled(m, b) : m->lanes > 1 && (b->role == ROLE_CONSTANT || b->role == ROLE_DERIVED);
}

/* Scratch bytes live from use to use, and an output's until they are downloaded. All others must outlive a replay;
 * inputs and settings because a replay may leave their upload out. What crosses on request does so in a later one. */
bool place_is_kept(const model *m, const model_buffer *b)
{
    return m->reuse_off || (b->role != ROLE_SCRATCH && b->role != ROLE_OUTPUT) || b->upload == TRAFFIC_ON_REQUEST ||
           b->download == TRAFFIC_ON_REQUEST;
}

static void add_to_item(const model *m, place_items *items, uint32_t item, uint32_t buffer, uint32_t alignment)
{
    const model_buffer *b = &m->buffers[buffer];
    place_item *to = &items->items[item];
    items->of_buffer[buffer] = item;
    items->inside[buffer] = bytes_align(to->size, alignment);
    to->size = bytes_add(items->inside[buffer], b->size);
    to->align = alignment > to->align ? alignment : to->align;
    to->persistent = to->persistent || place_is_kept(m, b);
}

static uint32_t new_item(const model *m, place_items *items, uint32_t first)
{
    const model_buffer *b = &m->buffers[first];
    items->items[items->count] = (place_item){0, 1, false, place_is_shared(m, b), b->fixed, b->fixed_offset, first};
    return (uint32_t)items->count++;
}

static void link_piece(const place_links *l, const plan_run *run, const plan_piece *piece)
{
    for (size_t i = piece->first + 1; i < piece->first + piece->count; i++) {
        l->after[run->members[i - 1]] = run->members[i];
        l->before[run->members[i]] = run->members[i - 1];
    }
}

place_links place_link_runs(arena *a, const model *m, const plan *p, bool up, bool down)
{
    place_links l = {ARENA_ARRAY(a, uint32_t, m->buffer_count), ARENA_ARRAY(a, uint32_t, m->buffer_count)};
    for (size_t b = 0; b < m->buffer_count; b++)
        l.before[b] = l.after[b] = PLACE_NONE;
    for (size_t r = 0; r < p->run_count; r++) {
        const plan_run *run = &p->runs[r];
        for (size_t i = 0; (run->direction == PLAN_UPLOAD ? up : down) && i < run->piece_count; i++)
            link_piece(&l, run, &run->pieces[i]);
    }
    return l;
}

/* The buffers that lie side by side with a buffer become an item, unless they are one. */
static void add_piece(const model *m, const place_links *l, const uint32_t *alignments, place_items *items,
                      uint32_t first)
{
    if (items->of_buffer[first] != PLACE_NONE)
        return;
    while (l->before[first] != PLACE_NONE)
        first = l->before[first];
    uint32_t item = new_item(m, items, first);
    for (uint32_t b = first; b != PLACE_NONE; b = l->after[b])
        add_to_item(m, items, item, b, alignments[b]);
}

place_items place_collect_items(arena *a, const model *m, const plan *p)
{
    place_items items = {ARENA_ARRAY(a, place_item, m->buffer_count), 0, ARENA_ARRAY(a, uint32_t, m->buffer_count),
                         ARENA_ARRAY(a, uint64_t, m->buffer_count)};
    arena *scratch = arena_new();
    place_links l = place_link_runs(scratch, m, p, true, true);
    const bool *needed = place_find_needed(scratch, m, p);
    const uint32_t *alignments = place_find_alignments(scratch, m, p);
    for (size_t b = 0; b < m->buffer_count; b++)
        items.of_buffer[b] = PLACE_NONE;
    for (size_t r = 0; r < p->run_count; r++) {
        const plan_run *run = &p->runs[r];
        for (size_t i = 0; i < run->piece_count; i++)
            if (needed[run->members[run->pieces[i].first]])
                add_piece(m, &l, alignments, &items, run->members[run->pieces[i].first]);
    }
    /* Constants whose bytes are known come first, as their neighbours in memory go to the device with them. */
    for (int pass = 0; pass < 2; pass++) {
        for (uint32_t b = 0; b < m->buffer_count; b++) {
            if ((m->buffers[b].content == CONTENT_BYTES) == (pass == 0) && needed[b] &&
                items.of_buffer[b] == PLACE_NONE)
                add_to_item(m, &items, new_item(m, &items, b), b, alignments[b]);
        }
    }
    arena_free(scratch);
    return items;
}
