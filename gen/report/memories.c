/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The vggen authors */
#include "report/memories.h"

#include <stdlib.h>
#include <string.h>

#include "place/place.h"
#include "report/terms.h"

static plan_direction direction_of(const char *way)
{
    return strcmp(way, "up") == 0 ? PLAN_UPLOAD : PLAN_DOWNLOAD;
}

uint32_t *memories_graphs_in_time(const emit *e)
{
    uint32_t *order = ARENA_ARRAY(e->memory, uint32_t, e->p->graph_count + 1);
    size_t count = 0;

    for (int pass = 0; pass < 2; pass++)
        for (uint32_t g = 0; g < e->p->graph_count; g++)
            if (emit_is_setup(plan_graph_plain(e->p, g)) == (pass == 0))
                order[count++] = g;
    return order;
}

memory_life *memories_lives(const emit *e, const plan_graph *g)
{
    memory_life *lives = ARENA_ARRAY(e->memory, memory_life, e->m->buffer_count + 1);

    for (uint32_t n = 0; n < g->node_count; n++) {
        for (size_t r = 0; r < g->nodes[n].range_count; r++) {
            memory_life *life = &lives[g->nodes[n].ranges[r].buffer];
            if (!life->used)
                *life = (memory_life){true, n, n};
            life->last = n;
        }
    }
    return lives;
}

memory_life *memories_crossings(const emit *e, const plan_graph *g, plan_direction direction)
{
    memory_life *lives = ARENA_ARRAY(e->memory, memory_life, e->m->buffer_count + 1);
    const memory_life *touched = memories_lives(e, g);

    for (uint32_t b = 0; b < e->m->buffer_count; b++)
        if (emit_is_direct(e, b) && emit_direct_direction(e, b) == direction)
            lives[b] = touched[b];
    for (uint32_t n = 0; n < g->node_count; n++) {
        const plan_run *run = g->nodes[n].kind == PLAN_TRANSFER ? &e->p->runs[g->nodes[n].run] : NULL;
        if (run == NULL || run->direction != direction)
            continue;
        for (size_t i = 0; i < run->member_count; i++) {
            memory_life *life = &lives[run->members[i]];
            if (!life->used)
                *life = (memory_life){true, n, n};
            life->last = n;
        }
    }
    return lives;
}

memory_use *memories_uses(const emit *e, const char *way)
{
    memory_use *all = ARENA_ARRAY(e->memory, memory_use, e->m->buffer_count + 1);
    const uint32_t *graphs = memories_graphs_in_time(e);

    for (size_t i = 0; i < e->p->graph_count; i++) {
        const plan_graph *g = plan_graph_plain(e->p, graphs[i]);
        const memory_life *lives = way[0] == '\0' ? memories_lives(e, g) : memories_crossings(e, g, direction_of(way));
        for (size_t b = 0; b < e->m->buffer_count; b++) {
            if (!lives[b].used)
                continue;
            if (all[b].first == NULL)
                all[b].first = terms_node(e->memory, g, lives[b].first);
            all[b].last = terms_node(e->memory, g, lives[b].last);
        }
    }
    return all;
}

plan_direction memories_direction(const memory_piece *piece)
{
    return direction_of(piece->way);
}

/* ---- pieces ---- */

static int compare_pieces(const void *a, const void *b)
{
    const memory_piece *x = a, *y = b;

    if (x->first != y->first)
        return x->first < y->first ? -1 : 1;
    if (x->buffer != y->buffer)
        return x->buffer < y->buffer ? -1 : 1;
    return strcmp(x->way, y->way);
}

static void add_piece(const emit *e, memory_content *memory, uint32_t buffer, const char *way, uint64_t first)
{
    const model_buffer *b = &e->m->buffers[buffer];
    bool kept = way[0] != '\0' || place_is_kept(e->m, b) || e->p->separate;

    memory->pieces[memory->count++] = (memory_piece){buffer, way, first, first + b->size, kept};
}

static void add_device_pieces(const emit *e, memory_content *memory, size_t arena_index)
{
    for (uint32_t i = 0; i < e->m->buffer_count; i++)
        if (e->p->places[i].arena == arena_index && emit_is_on_device(e, i) && e->m->buffers[i].size > 0)
            add_piece(e, memory, i, "", e->p->places[i].offset);
}

static void add_pinned_pieces(const emit *e, memory_content *memory, bool pooled)
{
    memory->pieces = ARENA_ARRAY(e->memory, memory_piece, 2 * e->m->buffer_count + 1);
    for (uint32_t i = 0; i < e->m->buffer_count; i++) {
        if (emit_is_pooled(e, i) != pooled)
            continue;
        if (emit_is_uploaded(e, i))
            add_piece(e, memory, i, "up", e->p->places[i].upload_offset);
        if (emit_is_downloaded(e, i))
            add_piece(e, memory, i, "down", e->p->places[i].download_offset);
    }
}

/* ---- measures ---- */

static void add_padding(void *context, uint64_t first, uint64_t last)
{
    *(uint64_t *)context += last - first;
}

static void measure(memory_content *memory)
{
    if (memory->count > 1)
        qsort(memory->pieces, memory->count, sizeof *memory->pieces, compare_pieces);
    for (size_t i = 0; i < memory->count; i++)
        if (memory->pieces[i].kept)
            memory->kept += memory->pieces[i].last - memory->pieces[i].first;
    memory->kept += memory->sizes->bytes - memory->end;
    memories_find_padding(memory, add_padding, &memory->padding);
}

void memories_find_padding(const memory_content *memory, memories_padding_found *found, void *context)
{
    uint64_t end = 0;

    for (size_t i = 0; i < memory->count; i++) {
        if (memory->pieces[i].first > end)
            found(context, end, memory->pieces[i].first);
        end = memory->pieces[i].last > end ? memory->pieces[i].last : end;
    }
    if (memory->end > end)
        found(context, end, memory->end);
}

/* ---- all memories ---- */

static const char *device_title(const emit *e, const memory_content *memory)
{
    bool shared = memory->sizes->shared;

    if (e->p->separate && memory->count > 0)
        return arena_printf(e->memory, "device memory of %s%s", e->m->buffers[memory->pieces[0].buffer].name,
                            shared     ? ", shared by the lanes"
                            : e->lanes ? ", in each lane"
                                       : "");
    if (e->m->pooled)
        return memory->sizes->pooled ? "device arena that a pool may hold" : "device arena of its own";
    if (!e->lanes)
        return "device arena";
    return shared ? "device arena shared by the lanes" : "device arena of each lane";
}

memory_content *memories_find(const emit *e, size_t *count)
{
    memory_content *all = ARENA_ARRAY(e->memory, memory_content, e->p->arena_count + 2);

    for (size_t i = 0; i < e->p->arena_count; i++) {
        all[i].sizes = &e->p->arenas[i];
        all[i].end = e->p->arenas[i].bytes;
        all[i].kind = all[i].sizes->shared ? "device_shared" : all[i].sizes->pooled ? "device_pool" : "device";
        all[i].pieces = ARENA_ARRAY(e->memory, memory_piece, (e->p->separate ? 1 : e->m->buffer_count) + 1);
    }
    *count = e->p->arena_count;
    if (e->p->separate) {
        for (uint32_t i = 0; i < e->m->buffer_count; i++)
            if (emit_is_on_device(e, i) && e->m->buffers[i].size > 0)
                add_piece(e, &all[e->p->places[i].arena], i, "", e->p->places[i].offset);
    } else {
        for (size_t i = 0; i < e->p->arena_count; i++)
            add_device_pieces(e, &all[i], i);
    }
    for (size_t i = 0; i < e->p->arena_count; i++)
        all[i].title = device_title(e, &all[i]);
    if (emit_has_pinned(e->p)) {
        memory_content *pinned = &all[(*count)++];
        pinned->sizes = &e->p->pinned;
        pinned->end = emit_pinned_end(e->p);
        pinned->kind = "pinned";
        pinned->title = e->queued  ? "pinned memory of each replay in flight"
                        : e->lanes ? "pinned memory of each lane"
                                   : "pinned memory";
        add_pinned_pieces(e, pinned, false);
    }
    if (e->p->pinned_pool.bytes > 0) {
        memory_content *pool = &all[(*count)++];
        pool->sizes = &e->p->pinned_pool;
        pool->end = e->p->pinned_pool.bytes;
        pool->kind = "pinned_pool";
        pool->title = "pinned memory that a pool may hold";
        add_pinned_pieces(e, pool, true);
    }
    for (size_t i = 0; i < *count; i++)
        measure(&all[i]);
    return all;
}
