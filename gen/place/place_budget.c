/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The vggen authors */
/* Memory against what there can be and what `memory:` allows. */
#include <stdlib.h>

#include "base/bytes.h"
#include "place/place_parts.h"

/* Offsets and sizes stay below this, so that emitted code can hold them in any 64-bit integer. */
#define LARGEST_ARENA ((uint64_t)INT64_MAX)

/* A message names at most this many buffers. */
#define NAMED_BUFFERS 8u
/* Where all buffers together are too large, the message names those that are at least 1/256 of the largest one. */
#define LEAST_SHARE 256u

typedef unsigned long long number;

typedef struct {
    uint64_t size; /* larger first */
    uint32_t buffer;
} sized_buffer;

static int compare_sizes(const void *left, const void *right)
{
    const sized_buffer *l = left, *r = right;
    if (l->size != r->size)
        return l->size > r->size ? -1 : 1;
    return l->buffer < r->buffer ? -1 : l->buffer > r->buffer;
}

/* ---- messages ---- */

static const char *add_to_list(arena *a, const char *text, const model_buffer *b, uint64_t size)
{
    const char *between = text[0] != '\0' ? ", " : "";
    if (b->fixed)
        return arena_printf(a, "%s%s%s (%llu at %llu)", text, between, b->name, (number)size, (number)b->fixed_offset);
    return arena_printf(a, "%s%s%s (%llu)", text, between, b->name, (number)size);
}

static const char *list_of(arena *a, const model *m, sized_buffer *buffers, size_t count)
{
    const char *text = "";
    uint64_t rest = 0;
    if (count > 1)
        qsort(buffers, count, sizeof *buffers, compare_sizes);
    size_t named = count <= NAMED_BUFFERS + 1 ? count : NAMED_BUFFERS;
    for (size_t i = 0; i < named; i++)
        text = add_to_list(a, text, &m->buffers[buffers[i].buffer], buffers[i].size);
    for (size_t i = named; i < count; i++)
        rest = bytes_add(rest, buffers[i].size);
    return named < count ? arena_printf(a, "%s and %zu more (%llu)", text, count - named, (number)rest) : text;
}

static void note_peak(arena *a, diag *d, const model *m, const plan *p)
{
    place_items items = place_collect_items(a, m, p);
    bool *all = ARENA_ARRAY(a, bool, items.count);
    for (size_t i = 0; i < items.count; i++)
        all[i] = true;
    place_peak peak = place_find_peak(a, p, &items, all);
    sized_buffer *alive = ARENA_ARRAY(a, sized_buffer, m->buffer_count);
    size_t count = 0;
    for (uint32_t b = 0; b < m->buffer_count; b++) {
        uint32_t item = items.of_buffer[b];
        if (item != PLACE_NONE && peak.alive[item])
            alive[count++] = (sized_buffer){m->buffers[b].size, b};
    }
    const char *list = list_of(a, m, alive, count);
    if (peak.node == MODEL_NONE) {
        diag_note(d, m->device_memory.at, "these keep their bytes: %s", list);
        return;
    }
    const plan_node *node = &p->graphs[peak.graph].nodes[peak.node];
    diag_note(d, node->at, "the most bytes are alive at '%s': %s", node->title, list);
}

/* Names buffers that have no room together, wherever the others lie; or states that none are known. */
static void hint_impossible(arena *a, diag *d, const model *m, const plan *p, uint64_t shared)
{
    uint64_t allowed = m->device_memory.value > 0 ? (uint64_t)m->device_memory.value : 0;
    uint64_t limit = allowed > shared ? (allowed - shared) / m->lanes : 0;
    place_items items = place_collect_items(a, m, p);
    const bool *impossible = p->separate ? NULL : place_find_impossible(a, p, &items, limit);
    sized_buffer *buffers = ARENA_ARRAY(a, sized_buffer, m->buffer_count);
    size_t count = 0;
    for (uint32_t b = 0; b < m->buffer_count && impossible; b++) {
        if (items.of_buffer[b] != PLACE_NONE && impossible[items.of_buffer[b]])
            buffers[count++] = (sized_buffer){m->buffers[b].size, b};
    }
    if (count > 0)
        diag_hint(d, "in %llu bytes%s there is no room for %s, wherever all others lie", (number)limit,
                  m->lanes > 1 ? " of a lane" : "", list_of(a, m, buffers, count));
    else if (!p->separate && !p->arenas[0].proven)
        diag_hint(d,
                  "a smaller placement was not found in %llu steps, but may exist: no bound above %llu bytes is known",
                  (number)p->arenas[0].steps, (number)p->arenas[0].lower_bound);
}

static void note_pinned(arena *a, diag *d, const model *m, const plan *p)
{
    sized_buffer *crossing = ARENA_ARRAY(a, sized_buffer, m->buffer_count);
    size_t count = 0;
    for (uint32_t b = 0; b < m->buffer_count; b++) {
        unsigned ways = (p->places[b].upload_offset != UINT64_MAX ? 1u : 0u) +
                        (p->places[b].download_offset != UINT64_MAX ? 1u : 0u);
        if (ways > 0)
            crossing[count++] = (sized_buffer){bytes_multiply(m->buffers[b].size, ways), b};
    }
    if (count > 0)
        diag_note(d, m->pinned_memory.at, "these cross the bus: %s; %u more are for the end of a replay",
                  list_of(a, m, crossing, count), PLAN_COMPLETION_BYTES);
    else
        diag_note(d, m->pinned_memory.at, "nothing crosses the bus; %u are for the end of a replay",
                  PLAN_COMPLETION_BYTES);
}

static const char *lanes_of(arena *a, const model *m, uint64_t lane, uint64_t shared, unsigned slots)
{
    if (slots > 1)
        return arena_printf(a, " (%s%u replays in flight of %llu)",
                            m->lanes > 1 ? arena_printf(a, "%u lanes with ", m->lanes) : "", slots, (number)lane);
    if (m->lanes == 1)
        return "";
    if (shared == 0)
        return arena_printf(a, " (%u lanes of %llu)", m->lanes, (number)lane);
    return arena_printf(a, " (%u lanes of %llu, and %llu for all)", m->lanes, (number)lane, (number)shared);
}

/* Names the buffers that make up nearly all of it. */
static void note_largest(arena *a, diag *d, const model *m)
{
    sized_buffer *large = ARENA_ARRAY(a, sized_buffer, m->buffer_count);
    uint32_t largest = 0;
    size_t count = 0;
    for (uint32_t b = 1; b < m->buffer_count; b++)
        if (m->buffers[b].size > m->buffers[largest].size)
            largest = b;
    for (uint32_t b = 0; b < m->buffer_count; b++)
        if (m->buffers[b].size >= m->buffers[largest].size / LEAST_SHARE)
            large[count++] = (sized_buffer){m->buffers[b].size, b};
    diag_note(d, m->buffers[largest].at, "these are the largest%s: %s",
              m->lanes > 1 ? arena_printf(a, ", and there are %u lanes", m->lanes) : "", list_of(a, m, large, count));
}

/* True when there was an error. */
static bool over_budget(arena *a, diag *d, const model *m, const model_expr *budget, const char *kind, uint64_t lane,
                        uint64_t shared, unsigned slots)
{
    uint64_t found = bytes_add(bytes_multiply(bytes_multiply(lane, slots), m->lanes), shared);
    if (!budget->root || (budget->value >= 0 && found <= (uint64_t)budget->value))
        return false;
    uint64_t allowed = budget->value > 0 ? (uint64_t)budget->value : 0;
    diag_error(d, budget->at, "memory-over-budget",
               "expected at most %llu bytes of %s memory, found %llu%s: %llu too many", (number)allowed, kind,
               (number)found, lanes_of(a, m, lane, shared, slots), (number)(found - allowed));
    return true;
}

void place_check_memory(diag *d, const model *m, const plan *p)
{
    arena *scratch = arena_new();
    uint64_t lane = 0, shared = 0;
    for (size_t i = 0; i < p->arena_count; i++) {
        uint64_t *kind = p->arenas[i].shared ? &shared : &lane;
        *kind = bytes_add(*kind, p->arenas[i].bytes);
    }
    if (bytes_add(bytes_multiply(lane, m->lanes), shared) > LARGEST_ARENA ||
        bytes_multiply(bytes_multiply(bytes_add(p->pinned.bytes, p->pinned_pool.bytes), m->lanes), m->in_flight) >
            LARGEST_ARENA) {
        diag_error(d, m->program_at, "memory-too-large", "expected buffers of less than 2^63 bytes in all, found more");
        note_largest(scratch, d, m);
        arena_free(scratch);
        return;
    }
    if (over_budget(scratch, d, m, &m->device_memory, "device", lane, shared, 1)) {
        note_peak(scratch, d, m, p);
        hint_impossible(scratch, d, m, p, shared);
    }
    if (over_budget(scratch, d, m, &m->pinned_memory, "pinned",
                    bytes_add(p->pinned.bytes, p->pinned_pool.bytes), 0, m->in_flight))
        note_pinned(scratch, d, m, p);
    arena_free(scratch);
}
