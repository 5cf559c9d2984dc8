/* SPDX-License-Identifier: 0BSD */
/* SPDX-FileCopyrightText: 2026 The vggen authors */
/* Bytes of pinned memory between a program's buffers, which nothing uses. They are given a value when the program is
 * opened and looked at at each launch, at its end and when the program is closed: where they have changed, the
 * application has written past the end of a buffer, or before its begin. */
#define _GNU_SOURCE
#include "memory/memory.h"

#include <stdlib.h>
#include <string.h>

#define MARK 0xA5
/* The end of pinned memory, which holds the word by which the host sees the end of a replay. */
#define WORD_PLACE 256u
#define WORD_BYTES 8u

/* Bytes [first, last) of a space. */
typedef struct {
    uint64_t first, last;
} stretch;

typedef struct {
    stretch *list;
    size_t count, capacity;
} stretches;

struct sim_padding {
    unsigned space;
    unsigned char *seen; /* where the host sees the space */
    stretches gaps; /* in order */
    unsigned char expected;
    bool told;
};

static void add(stretches *to, uint64_t first, uint64_t last)
{
    if (first < last) {
        to->list = (stretch *)sim_grow(to->list, to->count, &to->capacity, sizeof *to->list);
        to->list[to->count].first = first;
        to->list[to->count++].last = last;
    }
}

static void add_written(stretches *used, unsigned space, const vgsim_graph *graph)
{
    for (unsigned n = 0; n < graph->node_count; n++) {
        const vgsim_node *node = &graph->nodes[n];
        for (unsigned k = 0; k < node->range_count; k++) {
            if (node->ranges[k].space == space && (node->ranges[k].access & (VGSIM_WRITE | VGSIM_WORK))) {
                add(used, node->ranges[k].first, node->ranges[k].last);
            }
        }
        for (unsigned b = 0; b < node->body_count; b++) {
            add_written(used, space, &node->bodies[b]);
        }
    }
}

static int by_place(const void *a, const void *b)
{
    const stretch *left = (const stretch *)a, *right = (const stretch *)b;
    return (left->first > right->first) - (left->first < right->first);
}

static void find_gaps(const vgsim_program *program, unsigned space, stretches *gaps)
{
    const uint64_t size = program->spaces[space].size;
    stretches used = {NULL, 0, 0};
    uint64_t at = 0;
    for (unsigned i = 0; i < program->buffer_count; i++) {
        const vgsim_buffer *b = &program->buffers[i];
        if (b->space == space) {
            add(&used, b->offset, b->offset + b->bytes);
        }
    }
    for (unsigned g = 0; g < program->graph_count; g++) {
        add_written(&used, space, &program->graphs[g]);
    }
    add(&used, size > WORD_PLACE ? size - WORD_PLACE : 0, size > WORD_PLACE ? size - WORD_PLACE + WORD_BYTES : size);
    qsort(used.list, used.count, sizeof *used.list, by_place);
    for (size_t i = 0; i < used.count; i++) {
        add(gaps, at, used.list[i].first);
        at = at < used.list[i].last ? used.list[i].last : at;
    }
    add(gaps, at, size);
    free(used.list);
}

static void mark(sim_padding *padding)
{
    padding->expected = MARK;
    for (size_t i = 0; i < padding->gaps.count; i++) {
        const stretch *gap = &padding->gaps.list[i];
        memset(padding->seen + gap->first, MARK, (size_t)(gap->last - gap->first));
    }
}

sim_padding *sim_padding_new(const vgsim_program *program, unsigned space, uint64_t base)
{
    sim_padding *padding;
    if (program->spaces[space].pinned != 1 || !program->buffer_count || sim_get_settings()->check != SIM_CHECK_FULL) {
        return NULL;
    }
    padding = (sim_padding *)sim_allocate(1, sizeof *padding);
    padding->space = space;
    padding->seen = (unsigned char *)(uintptr_t)sim_memory_host_address(base);
    find_gaps(program, space, &padding->gaps);
    mark(padding);
    return padding;
}

/* ---- what has changed ---- */

/* After setup or a warm-up the runtime clears all of the memory but for the place of the word. */
static bool is_cleared(const vgsim_program *program, const sim_padding *padding)
{
    const uint64_t size = program->spaces[padding->space].size;
    uint64_t zero = 0, marked = 0;
    for (size_t i = 0; i < padding->gaps.count; i++) {
        const stretch *gap = &padding->gaps.list[i];
        for (uint64_t at = gap->first; at < gap->last && at + WORD_PLACE < size; at++) {
            zero += padding->seen[at] == 0;
            marked += padding->seen[at] == MARK;
        }
    }
    return zero > marked;
}

static bool is_changed(const vgsim_program *program, const sim_padding *padding, uint64_t at)
{
    const bool in_place = at + WORD_PLACE >= program->spaces[padding->space].size;
    return padding->seen[at] != (in_place ? MARK : padding->expected);
}

/* The buffer that ends nearest before the place, or begins nearest behind it. */
static const vgsim_buffer *neighbour(const vgsim_program *program, unsigned space, uint64_t place, bool behind)
{
    const vgsim_buffer *found = NULL;
    for (unsigned i = 0; i < program->buffer_count; i++) {
        const vgsim_buffer *b = &program->buffers[i];
        if (b->space != space || (behind ? b->offset < place : b->offset + b->bytes > place)) {
            continue;
        }
        if (!found || (behind ? b->offset < found->offset : b->offset + b->bytes > found->offset + found->bytes)) {
            found = b;
        }
    }
    return found;
}

/* Who writes up to the end of a gap, and not from its begin on, has come from behind. */
static void report(const vgsim_program *program, const sim_padding *padding, const stretch *gap)
{
    uint64_t first = gap->first, last = gap->last;
    const vgsim_buffer *b;
    bool behind;
    while (!is_changed(program, padding, first)) {
        first++;
    }
    while (!is_changed(program, padding, last - 1)) {
        last--;
    }
    behind = first != gap->first && last == gap->last && neighbour(program, padding->space, gap->last, true);
    b = neighbour(program, padding->space, behind ? gap->last : gap->first, behind);
    if (!b) {
        sim_problem("out of bounds", "the application has written bytes %llu to %llu of the %s memory of \"%s\", where "
                    "no buffer lies", (unsigned long long)first, (unsigned long long)last - 1,
                    program->spaces[padding->space].name, program->name);
    } else if (behind) {
        sim_problem("out of bounds", "the application has written %s[-%llu] of \"%s\", before the buffer's begin",
                    b->name, (unsigned long long)((b->offset - first + b->element - 1) / b->element), program->name);
    } else {
        sim_problem("out of bounds", "the application has written %s[%llu] of \"%s\", and %s has %llu element%s",
                    b->name, (unsigned long long)((first - b->offset) / b->element), program->name, b->name,
                    (unsigned long long)(b->bytes / b->element), b->bytes == b->element ? "" : "s");
    }
}

static bool report_first(const vgsim_program *program, const sim_padding *padding)
{
    for (size_t i = 0; i < padding->gaps.count; i++) {
        const stretch *gap = &padding->gaps.list[i];
        for (uint64_t at = gap->first; at < gap->last; at++) {
            if (is_changed(program, padding, at)) {
                report(program, padding, gap);
                return true;
            }
        }
    }
    return false;
}

void sim_padding_check(const vgsim_program *program, sim_padding *padding)
{
    if (!padding || padding->told) {
        return;
    }
    padding->expected = is_cleared(program, padding) ? 0 : MARK;
    padding->told = report_first(program, padding);
    if (!padding->told && padding->expected == 0) {
        mark(padding);
    }
}

void sim_padding_free(sim_padding *padding)
{
    if (padding) {
        free(padding->gaps.list);
    }
    free(padding);
}
