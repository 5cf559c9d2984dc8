/* SPDX-License-Identifier: MIT */
/* NAME.map: where each buffer lies, like a linker's map. */
#include <stdlib.h>
#include <string.h>

#include "emit_internal.h"

/* A buffer may share bytes with thousands of others. */
#define SHARES_NAMED 6u

/* A piece of one memory: a device buffer, or one direction of a crossing one in pinned memory. */
typedef struct {
    uint32_t buffer;
    const char *direction; /* "", "up", "down" */
    uint64_t first, last;
} piece;

static int compare_pieces(const void *a, const void *b)
{
    const piece *x = a, *y = b;

    if (x->first != y->first)
        return x->first < y->first ? -1 : 1;
    if (x->buffer != y->buffer)
        return x->buffer < y->buffer ? -1 : 1;
    return strcmp(x->direction, y->direction);
}

static size_t device_pieces(const emit *e, size_t arena_index, piece *pieces)
{
    size_t count = 0;

    for (uint32_t i = 0; i < e->m->buffer_count; i++)
        if (e->p->places[i].arena == arena_index && emit_has_place(&e->m->buffers[i]))
            pieces[count++] = (piece){i, "", e->p->places[i].offset, e->p->places[i].offset + e->m->buffers[i].size};
    return count;
}

static size_t pinned_pieces(const emit *e, piece *pieces)
{
    size_t count = 0;

    for (uint32_t i = 0; i < e->m->buffer_count; i++) {
        const plan_place *place = &e->p->places[i];
        uint64_t size = e->m->buffers[i].size;
        if (emit_is_uploaded(e, i))
            pieces[count++] = (piece){i, "up", place->upload_offset, place->upload_offset + size};
        if (emit_is_downloaded(e, i))
            pieces[count++] = (piece){i, "down", place->download_offset, place->download_offset + size};
    }
    return count;
}

/* ---- who uses a buffer ---- */

typedef struct {
    uint32_t first_graph, first_node, last_graph, last_node;
    bool any;
} usage;

static void note_uses(const emit *e, uint32_t graph, usage *all)
{
    const plan_graph *g = &e->p->graphs[graph];

    for (uint32_t n = 0; n < g->node_count; n++) {
        for (size_t r = 0; r < g->nodes[n].range_count; r++) {
            usage *u = &all[g->nodes[n].ranges[r].buffer];
            if (!u->any)
                *u = (usage){graph, n, graph, n, true};
            u->last_graph = graph;
            u->last_node = n;
        }
    }
}

/* In the order of time: setup, which stands last, runs first. */
static usage *usages(const emit *e)
{
    usage *all = ARENA_ARRAY(e->memory, usage, e->m->buffer_count + 1);

    for (int pass = 0; pass < 2; pass++)
        for (uint32_t g = 0; g < e->p->graph_count; g++)
            if (emit_is_setup(&e->p->graphs[g]) == (pass == 0))
                note_uses(e, g, all);
    return all;
}

static const char *usage_text(const emit *e, const usage *u)
{
    const plan_graph *first = &e->p->graphs[u->first_graph], *last = &e->p->graphs[u->last_graph];

    if (!u->any)
        return "-";
    if (u->first_graph == u->last_graph && u->first_node == u->last_node)
        return arena_printf(e->memory, "%s.%s", first->name, first->nodes[u->first_node].name);
    return arena_printf(e->memory, "%s.%s..%s.%s", first->name, first->nodes[u->first_node].name, last->name,
                        last->nodes[u->last_node].name);
}

/* ---- one memory ---- */

/* The pieces that overlap pieces[at], by offset. Nothing before `from` reaches it. */
static void shares(FILE *file, const emit *e, const piece *pieces, size_t count, size_t at, size_t from)
{
    size_t found = 0;

    for (size_t i = from; i < count && pieces[i].first < pieces[at].last; i++) {
        bool have_bytes = pieces[i].first < pieces[i].last && pieces[at].first < pieces[at].last;
        if (i == at || !have_bytes || pieces[i].last <= pieces[at].first)
            continue;
        if (found++ < SHARES_NAMED)
            fprintf(file, "%s %s", found == 1 ? ";" : "", e->m->buffers[pieces[i].buffer].name);
    }
    if (found > SHARES_NAMED)
        fprintf(file, " and %zu more", found - SHARES_NAMED);
}

static void heading(FILE *file, const char *name, const plan_arena *memory)
{
    fprintf(file, "\n%s: %llu bytes, %llu without sharing, lower bound %llu\n", name, (unsigned long long)memory->bytes,
            (unsigned long long)memory->sum, (unsigned long long)memory->lower_bound);
}

/* What a device arena is called. */
static const char *arena_title(const emit *e, size_t arena_index, const piece *pieces, size_t count)
{
    bool shared = e->p->arenas[arena_index].shared;

    if (e->p->separate && count > 0)
        return arena_printf(e->memory, "device %s%s", e->m->buffers[pieces[0].buffer].name,
                            shared ? ", shared by the lanes" : "");
    if (!e->lanes)
        return "device arena";
    return shared ? "device arena shared by the lanes" : "device arena of each lane";
}

static void table(FILE *file, const emit *e, piece *pieces, size_t count, const usage *uses)
{
    size_t width = 6, from = 0;

    qsort(pieces, count, sizeof *pieces, compare_pieces);
    for (size_t i = 0; i < count; i++)
        if (strlen(e->m->buffers[pieces[i].buffer].name) > width)
            width = strlen(e->m->buffers[pieces[i].buffer].name);
    fprintf(file, "  %-12s %12s %6s  %-*s  role      way   nodes; shares bytes with\n", "offset", "bytes", "align",
            (int)width, "buffer");
    for (size_t i = 0; i < count; i++) {
        const model_buffer *b = &e->m->buffers[pieces[i].buffer];
        while (from < i && pieces[from].last <= pieces[i].first)
            from++;
        fprintf(file, "  0x%010llx %12llu %6lu  %-*s  %-8s  %-4s  %s", (unsigned long long)pieces[i].first,
                (unsigned long long)b->size, (unsigned long)b->alignment, (int)width, b->name, model_role_name(b->role),
                pieces[i].direction[0] != '\0' ? pieces[i].direction : "-", usage_text(e, &uses[pieces[i].buffer]));
        shares(file, e, pieces, count, i, from);
        fputc('\n', file);
    }
}

void emit_map(FILE *file, const emit *e)
{
    piece *pieces = ARENA_ARRAY(e->memory, piece, 2 * e->m->buffer_count + 1);
    const usage *uses = usages(e);

    fprintf(file, "# SPDX-License-Identifier: 0BSD\n# Memory of program \"%s\". Made by vggen %s from %s.\n",
            e->program, e->in->version, e->spec);
    for (size_t i = 0; i < e->p->arena_count; i++) {
        size_t count = device_pieces(e, i, pieces);
        heading(file, arena_title(e, i, pieces, count), &e->p->arenas[i]);
        table(file, e, pieces, count, uses);
    }
    if (emit_has_pinned(e->p)) {
        size_t count = pinned_pieces(e, pieces);
        heading(file, e->lanes ? "pinned of each lane" : "pinned", &e->p->pinned);
        table(file, e, pieces, count, uses);
    }
    if (e->lanes)
        fprintf(file, "\n%u lanes", e->m->lanes);
    fprintf(file, "\ntotal: device %llu bytes, pinned %llu bytes\n", (unsigned long long)emit_device_bytes(e),
            (unsigned long long)emit_pinned_bytes(e));
}
