/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The vggen authors */
/* An arena in the making: which items are in it, and which of them may share bytes. */
#include "base/bytes.h"
#include "place/place_parts.h"

bool place_is_in(const place_layout *l, size_t item)
{
    return l->items->items[item].shared == l->shared;
}

void place_extend(place_layout *l, uint64_t end)
{
    l->end = end > l->end ? end : l->end;
}

uint64_t place_unit(const place_items *items)
{
    uint64_t unit = PLAN_ALIGNMENT;
    for (size_t i = 0; i < items->count; i++)
        unit = items->items[i].align < unit ? items->items[i].align : unit;
    return unit;
}

static bool may_share(const place_layout *l, size_t item)
{
    return place_is_in(l, item) && !l->items->items[item].persistent && !l->items->items[item].fixed;
}

static void add_sharing(place_layout *l, uint32_t item)
{
    l->number[item] = (uint32_t)l->sharing;
    l->order[l->sharing++] = item;
}

/* By first use, so that neighbours are alive at about the same time. */
static void number_by_use(const plan *p, place_layout *l)
{
    for (size_t i = 0; i < l->items->count; i++)
        l->number[i] = PLACE_NONE;
    for (size_t g = 0; g < p->graph_count; g++) {
        for (size_t n = 0; n < p->graphs[g].node_count; n++) {
            const plan_node *node = &p->graphs[g].nodes[n];
            for (size_t i = 0; i < node->range_count; i++) {
                uint32_t item = l->items->of_buffer[node->ranges[i].buffer];
                if (item != PLACE_NONE && may_share(l, item) && l->number[item] == PLACE_NONE)
                    add_sharing(l, item);
            }
        }
    }
    for (uint32_t i = 0; i < l->items->count; i++) {
        if (may_share(l, i) && l->number[i] == PLACE_NONE)
            add_sharing(l, i);
    }
}

static void drop_crowded(const plan *p, place_layout *l)
{
    arena *scratch = arena_new();
    const bool *crowded = place_find_crowded(scratch, p, l->items, l->number, l->sharing);
    size_t kept = 0;
    for (size_t i = 0; i < l->sharing; i++) {
        uint32_t item = l->order[i];
        l->number[item] = crowded[i] ? PLACE_NONE : (uint32_t)kept;
        if (!crowded[i])
            l->order[kept++] = item;
    }
    l->sharing = kept;
    arena_free(scratch);
}

/* What conflicts with all that share can share with nothing: it is laid out like what is persistent. */
static void drop_universal(place_layout *l)
{
    size_t others = l->sharing - 1, kept = 0;
    for (size_t i = 0; i < l->sharing; i++)
        kept += l->counts[i] < others;
    size_t dropped = l->sharing - kept;
    kept = 0;
    for (size_t i = 0; i < l->sharing; i++) {
        uint32_t item = l->order[i];
        l->number[item] = PLACE_NONE;
        if (l->counts[i] == others)
            continue;
        l->counts[kept] = l->counts[i] - dropped;
        l->order[kept] = item;
        l->number[item] = (uint32_t)kept++;
    }
    l->sharing = kept;
}

void place_number_candidates(arena *a, const plan *p, place_layout *l)
{
    l->number = ARENA_ARRAY(a, uint32_t, l->items->count);
    l->order = ARENA_ARRAY(a, uint32_t, l->items->count);
    number_by_use(p, l);
    drop_crowded(p, l);
}

void place_number_sharing(arena *a, const plan *p, place_layout *l)
{
    place_number_candidates(a, p, l);
    if (l->sharing == 0)
        return;
    l->counts = place_count_conflicts(a, p, l->items, l->number, l->sharing);
    if (!l->known)
        drop_universal(l);
}

void place_round_sizes(search_item *items, size_t count, uint64_t align)
{
    for (size_t i = 0; i < count; i++)
        items[i] = (search_item){bytes_align(items[i].size, align), align};
}
