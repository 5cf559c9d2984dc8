/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The vggen authors */
/* NAME_arena.svg: turns steps and offsets into pixels.
 *
 * Offsets are to scale as long as each box is tall enough to be seen; where it is not, everything below it moves down.
 * */
#include <stdlib.h>
#include <string.h>

#include "report/memory_picture_parts.h"

#define LEAST_PAGE 960
#define STEPS_WIDTH 1040      /* of all steps together, if that gives columns between … */
#define NARROW_COLUMN 15      /* … the width of a number of three digits … */
#define WIDE_COLUMN 150       /* … and what a name needs; … */
#define MOST_STEPS_WIDTH 6000 /* … but all steps are never wider than this */
#define BETWEEN_GRAPHS 26

#define DEVICE_HEIGHT 380 /* of a memory where buffers share bytes … */
#define PINNED_HEIGHT 240 /* … and of one where none do */
#define FEW_BOXES 60
#define HIGH_BOX 19
#define LOW_BOX 16

/* Leaves room for the longest offset. */
static int left_of(const emit *e)
{
    uint64_t own = e->p->pinned.bytes, pool = e->p->pinned_pool.bytes, most = own > pool ? own : pool, all = 0;

    for (size_t i = 0; i < e->p->arena_count; i++) {
        all = e->p->separate ? all + e->p->arenas[i].bytes : e->p->arenas[i].bytes;
        most = all > most ? all : most;
    }
    int left = PICTURE_MARGIN + svg_width(arena_printf(e->memory, "0x%llx", (unsigned long long)most), 11) + 14;
    return left > MEMORY_LEFT ? left : MEMORY_LEFT;
}

void memory_picture_lay_steps(memory_picture *p, const emit *e, svg *s)
{
    int steps = (int)e->node_count > 0 ? (int)e->node_count : 1, x = left_of(e);
    int column = STEPS_WIDTH / steps;

    *p = (memory_picture){.e = e, .s = s, .graphs = memories_graphs_in_time(e), .left = x};
    p->begin = ARENA_ARRAY(e->memory, int, e->p->graph_count + 1);
    p->width = ARENA_ARRAY(e->memory, int, e->p->graph_count + 1);
    p->number = ARENA_ARRAY(e->memory, uint32_t, e->m->buffer_count + 1);
    p->numbered = ARENA_ARRAY(e->memory, uint32_t, e->m->buffer_count + 1);
    column = column < NARROW_COLUMN ? NARROW_COLUMN : column > WIDE_COLUMN ? WIDE_COLUMN : column;
    p->column = steps > MOST_STEPS_WIDTH / column ? MOST_STEPS_WIDTH / steps : column;
    for (size_t i = 0; i < e->p->graph_count; i++) {
        uint32_t g = p->graphs[i];
        uint64_t nodes = plan_graph_plain(e->p, g)->node_count;
        p->begin[g] = x;
        p->width[g] = p->column > 0 ? (int)nodes * p->column : (int)(nodes * MOST_STEPS_WIDTH / (uint64_t)steps);
        p->width[g] = p->width[g] > 0 ? p->width[g] : NARROW_COLUMN;
        p->right = x + p->width[g];
        x = p->right + BETWEEN_GRAPHS;
    }
    if (p->right == 0)
        p->right = p->left + WIDE_COLUMN;
    p->page = p->right + MEMORY_RIGHT > LEAST_PAGE ? p->right + MEMORY_RIGHT : LEAST_PAGE;
}

int memory_picture_step_x(const memory_picture *p, uint32_t graph, size_t node)
{
    uint64_t nodes = plan_graph_plain(p->e->p, graph)->node_count;

    return p->begin[graph] + (nodes > 0 ? (int)((uint64_t)node * (uint64_t)p->width[graph] / nodes) : 0);
}

/* ---- offsets ---- */

static int compare_offsets(const void *a, const void *b)
{
    const uint64_t *x = a, *y = b;

    return *x < *y ? -1 : *x > *y;
}

static size_t place_of(const memory_scale *scale, uint64_t offset)
{
    size_t low = 0, high = scale->count - 1;

    while (low < high) {
        size_t middle = (low + high + 1) / 2;
        if (scale->offsets[middle] <= offset)
            low = middle;
        else
            high = middle - 1;
    }
    return low;
}

static int compare_ends(const void *a, const void *b)
{
    const memory_piece *x = a, *y = b;

    if (x->last != y->last)
        return x->last < y->last ? -1 : 1;
    return x->first < y->first ? -1 : x->first > y->first;
}

static void collect_offsets(const memory_content *memory, memory_scale *scale)
{
    size_t found = 0;

    scale->offsets[found++] = 0;
    scale->offsets[found++] = memory->sizes->bytes;
    scale->offsets[found++] = memory->end;
    for (size_t i = 0; i < memory->count; i++) {
        scale->offsets[found++] = memory->pieces[i].first;
        scale->offsets[found++] = memory->pieces[i].last;
    }
    qsort(scale->offsets, found, sizeof *scale->offsets, compare_offsets);
    for (size_t i = 0; i < found; i++)
        if (i == 0 || scale->offsets[i] != scale->offsets[scale->count - 1])
            scale->offsets[scale->count++] = scale->offsets[i];
}

/* Returns the pixels of some bytes where `whole` bytes take `height`. */
static int to_scale(uint64_t bytes, uint64_t whole, uint64_t height)
{
    while (whole > UINT32_MAX) {
        whole /= 2;
        bytes /= 2;
    }
    return whole > 0 ? (int)(bytes * height / whole) : 0;
}

memory_scale memory_picture_lay_offsets(const memory_picture *p, const memory_content *memory, int top)
{
    arena *a = p->e->memory;
    memory_scale scale = {ARENA_ARRAY(a, uint64_t, 2 * memory->count + 3), ARENA_ARRAY(a, int, 2 * memory->count + 3),
                          0, false};
    memory_piece *by_end = ARENA_ARRAY(a, memory_piece, memory->count + 1);
    int least = memory->count <= FEW_BOXES ? HIGH_BOX : LOW_BOX;
    uint64_t height = memory->sizes->peak_node == MODEL_NONE ? PINNED_HEIGHT : DEVICE_HEIGHT;
    size_t next = 0;

    collect_offsets(memory, &scale);
    if (memory->count > 0)
        memcpy(by_end, memory->pieces, memory->count * sizeof *by_end);
    qsort(by_end, memory->count, sizeof *by_end, compare_ends);
    scale.y[0] = top;
    for (size_t i = 1; i < scale.count; i++) {
        /* Both are measured from the beginning, so that rounding errors do not add up. */
        int step = to_scale(scale.offsets[i], memory->sizes->bytes, height) -
                   to_scale(scale.offsets[i - 1], memory->sizes->bytes, height);
        int y = scale.y[i - 1] + step;
        if (i + 1 == scale.count && memory->end < memory->sizes->bytes) {
            int needed = scale.y[i - 1] + least;
            scale.stretched = scale.stretched || needed > y;
            y = needed > y ? needed : y;
        }
        for (; next < memory->count && by_end[next].last == scale.offsets[i]; next++) {
            int needed = scale.y[place_of(&scale, by_end[next].first)] + least;
            scale.stretched = scale.stretched || needed > y;
            y = needed > y ? needed : y;
        }
        scale.y[i] = y;
    }
    return scale;
}

int memory_picture_offset_y(const memory_scale *scale, uint64_t offset)
{
    size_t at = place_of(scale, offset);
    uint64_t into = offset - scale->offsets[at], whole;

    if (into == 0 || at + 1 >= scale->count)
        return scale->y[at];
    whole = scale->offsets[at + 1] - scale->offsets[at];
    while (whole > UINT32_MAX) {
        whole /= 2;
        into /= 2;
    }
    return scale->y[at] + (int)(into * (uint64_t)(scale->y[at + 1] - scale->y[at]) / whole);
}
