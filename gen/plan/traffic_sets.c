/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The vggen authors */
#include "plan/traffic_parts.h"

/* What the steps of one graph do to each buffer, as the number of the graph plus one. */
typedef struct {
    uint32_t *touched, *written;
} marks;

static void mark(const model_slice *s, uint32_t stamp, bool writes, marks *k)
{
    if (s->first == s->last)
        return;
    k->touched[s->buffer] = stamp;
    if (writes)
        k->written[s->buffer] = stamp;
}

static void mark_step(const model_step *step, uint32_t stamp, marks *k)
{
    if (step->kind == STEP_FILL || step->kind == STEP_COPY) {
        mark(&step->to, stamp, true, k);
        if (step->kind == STEP_COPY)
            mark(&step->from, stamp, false, k);
        return;
    }
    for (size_t i = 0; i < step->argument_count; i++) {
        if (step->arguments[i].access != ACCESS_VALUE)
            mark(&step->arguments[i].slice, stamp, step->arguments[i].access != ACCESS_IN, k);
    }
    /* Control flow itself needs nothing here, because the steps that it holds stand in the list. */
    for (size_t i = 0; i < step->read_count; i++)
        mark(&step->reads[i], stamp, false, k);
    for (size_t i = 0; i < step->write_count; i++)
        mark(&step->writes[i], stamp, true, k);
}

bool traffic_crosses(const model_buffer *b, plan_direction direction)
{
    if (b->size == 0 || b->role == ROLE_CONDITION)
        return false;
    if (b->role == ROLE_SETTING)
        return direction == PLAN_UPLOAD && b->by_pointer;
    if (direction == PLAN_UPLOAD)
        return b->upload != TRAFFIC_NEVER;
    return b->download != TRAFFIC_NEVER && b->down_first < b->down_last;
}

static uint64_t *word_of(const traffic_sets *s, uint32_t buffer, size_t graph)
{
    return &s->bits[buffer * s->words + graph / 32];
}

static uint64_t bit_of(size_t graph, plan_direction direction)
{
    return (uint64_t)1 << (2 * (graph % 32) + (direction == PLAN_DOWNLOAD));
}

bool traffic_has(const traffic_sets *s, uint32_t buffer, size_t graph, plan_direction direction)
{
    return (*word_of(s, buffer, graph) & bit_of(graph, direction)) != 0;
}

bool traffic_has_any(const traffic_sets *s, uint32_t buffer)
{
    for (size_t w = 0; w < s->words; w++) {
        if (s->bits[buffer * s->words + w] != 0)
            return true;
    }
    return false;
}

static uint64_t mask_of(plan_direction direction)
{
    return UINT64_C(0x5555555555555555) << (direction == PLAN_DOWNLOAD);
}

void traffic_take(const traffic_sets *from, const traffic_sets *to, uint32_t buffer, plan_direction direction)
{
    for (size_t w = 0; w < from->words; w++)
        to->bits[buffer * to->words + w] |= from->bits[buffer * from->words + w] & mask_of(direction);
}

static bool some_by_kernel(const model *m, const plan *p)
{
    for (size_t b = 0; b < m->buffer_count; b++) {
        if (p->crossings[b].by[PLAN_UPLOAD] == TRANSPORT_KERNEL ||
            p->crossings[b].by[PLAN_DOWNLOAD] == TRANSPORT_KERNEL)
            return true;
    }
    return false;
}

traffic_sets traffic_by_transport(arena *a, const model *m, const plan *p, const traffic_sets *from)
{
    if (!some_by_kernel(m, p))
        return *from;
    traffic_sets to = {2 * from->words, ARENA_ARRAY(a, uint64_t, m->buffer_count * 2 * from->words)};
    for (size_t b = 0; b < m->buffer_count; b++) {
        const plan_transport *by = p->crossings[b].by;
        for (size_t w = 0; w < from->words; w++) {
            uint64_t word = from->bits[b * from->words + w], *row = &to.bits[b * to.words + w];
            row[by[PLAN_UPLOAD] == TRANSPORT_KERNEL ? from->words : 0] |= word & mask_of(PLAN_UPLOAD);
            row[by[PLAN_DOWNLOAD] == TRANSPORT_KERNEL ? from->words : 0] |= word & mask_of(PLAN_DOWNLOAD);
        }
    }
    return to;
}

static void add(const traffic_sets *s, const model *m, uint32_t buffer, size_t graph, plan_direction direction)
{
    if (traffic_crosses(&m->buffers[buffer], direction))
        *word_of(s, buffer, graph) |= bit_of(graph, direction);
}

/* Gives what no graph has to the first one that is replayed. */
static void add_rest(const traffic_sets *s, const model *m, const bool *found, plan_direction direction)
{
    size_t first = 0;
    while (first < m->graph_count && m->graphs[first].kind != GRAPH_REPLAY)
        first++;
    for (uint32_t b = 0; b < m->buffer_count && first < m->graph_count; b++) {
        if (!found[b])
            add(s, m, b, first, direction);
    }
}

traffic_sets traffic_no_sets(arena *a, const model *m)
{
    size_t words = (m->graph_count + 31) / 32;
    return (traffic_sets){words, ARENA_ARRAY(a, uint64_t, m->buffer_count * words)};
}

traffic_sets traffic_crossings(arena *a, const model *m)
{
    traffic_sets s = traffic_no_sets(a, m);
    arena *scratch = arena_new();
    marks k = {ARENA_ARRAY(scratch, uint32_t, m->buffer_count), ARENA_ARRAY(scratch, uint32_t, m->buffer_count)};
    bool *touched = ARENA_ARRAY(scratch, bool, m->buffer_count), *written = ARENA_ARRAY(scratch, bool, m->buffer_count);
    for (size_t g = 0; g < m->graph_count; g++) {
        if (m->graphs[g].kind != GRAPH_REPLAY)
            continue;
        uint32_t stamp = (uint32_t)g + 1;
        for (size_t i = 0; i < m->graphs[g].step_count; i++)
            mark_step(&m->graphs[g].steps[i], stamp, &k);
        for (uint32_t b = 0; b < m->buffer_count; b++) {
            if (k.touched[b] == stamp)
                add(&s, m, b, g, PLAN_UPLOAD);
            if (k.written[b] == stamp)
                add(&s, m, b, g, PLAN_DOWNLOAD);
            touched[b] = touched[b] || k.touched[b] == stamp;
            written[b] = written[b] || k.written[b] == stamp;
        }
    }
    add_rest(&s, m, touched, PLAN_UPLOAD);
    add_rest(&s, m, written, PLAN_DOWNLOAD);
    arena_free(scratch);
    return s;
}
