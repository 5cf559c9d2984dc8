/* SPDX-License-Identifier: MIT */
#include "place_parts.h"

uint64_t place_add(uint64_t a, uint64_t b)
{
    return a > UINT64_MAX - b ? UINT64_MAX : a + b;
}

uint64_t place_align(uint64_t value, uint64_t align)
{
    uint64_t up = place_add(value, align - 1);
    return up == UINT64_MAX ? up : up & ~(align - 1);
}

/* Scratch bytes live from use to use, and an output's until they are downloaded. All others must outlive a replay;
 * inputs and settings because a replay may leave their upload out. */
static bool is_persistent(model_role role)
{
    return role != ROLE_SCRATCH && role != ROLE_OUTPUT;
}

static void add_to_item(const model *m, place_items *items, uint32_t item, uint32_t buffer)
{
    const model_buffer *b = &m->buffers[buffer];
    place_item *to = &items->items[item];
    items->of_buffer[buffer] = item;
    items->inside[buffer] = place_align(to->size, b->alignment);
    to->size = place_add(items->inside[buffer], b->size);
    to->align = b->alignment > to->align ? b->alignment : to->align;
    to->persistent = to->persistent || is_persistent(b->role);
}

static uint32_t new_item(place_items *items)
{
    items->items[items->count] = (place_item){0, 1, false};
    return (uint32_t)items->count++;
}

place_items place_collect_items(arena *a, const model *m, const plan *p)
{
    place_items items = {ARENA_ARRAY(a, place_item, m->buffer_count), 0, ARENA_ARRAY(a, uint32_t, m->buffer_count),
                         ARENA_ARRAY(a, uint64_t, m->buffer_count)};
    for (size_t b = 0; b < m->buffer_count; b++)
        items.of_buffer[b] = PLACE_NONE;
    for (size_t r = 0; r < p->run_count; r++) {
        const plan_run *run = &p->runs[r];
        uint32_t item = items.of_buffer[run->members[0]];
        if (item == PLACE_NONE)
            item = new_item(&items);
        for (size_t i = 0; i < run->member_count; i++) {
            if (items.of_buffer[run->members[i]] == PLACE_NONE)
                add_to_item(m, &items, item, run->members[i]);
        }
    }
    for (size_t b = 0; b < m->buffer_count; b++) {
        if (m->buffers[b].size > 0 && items.of_buffer[b] == PLACE_NONE)
            add_to_item(m, &items, new_item(&items), (uint32_t)b);
    }
    return items;
}
