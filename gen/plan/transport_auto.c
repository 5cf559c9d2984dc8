/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The vggen authors */
/* What `io: auto` means, as rules. The figures are from "Crossing the bus" in tests/bench/MEASURED.md, of one H100; no
 * other card was measured. What can be direct is, except an input or setting for which too many launches would wait: a
 * launch waits for the bus once for all that it reads there, and so does one launch of vg_copy for all that it
 * brings. */
#include "plan/transport_parts.h"

/* From here on a graph has its bytes of one direction copied as fast by copy nodes as by a launch … */
#define COPY_NODE_BYTES (UINT64_C(8) << 20)
/* … and here, with lanes, since the engines copy in both directions beside the kernels of other lanes. */
#define COPY_NODE_BYTES_LANES (UINT64_C(1) << 20)
/* Below, a launch that copies byte by byte takes no longer than one that is aligned, or hardly. */
#define UNALIGNED_BYTES (UINT64_C(64) << 10)
/* A launch of vg_copy takes less than two waits: 1.0 and the wait of 1.1 that it has itself, in microseconds. A copy
 * node takes less than five: 5. */
#define WAITS_OF_LAUNCH 1u
#define WAITS_OF_NODE 4u
/* In and out at once instead of one after the other saves 15 us for each MiB: from this many bytes
 * on, that is what one wait costs. */
#define BYTES_OF_WAIT (UINT64_C(80) << 10)
/* Makes no difference any more, and products of it stay far from the end of 64 bits. */
#define MOST_ROUNDS (UINT64_C(1) << 30)

typedef struct {
    arena *memory;
    arena *scratch;
    const model *m;
    const transport_uses *uses;
    bool has_kernel; /* vg_copy can be had */
    bool one_memory; /* of host and device: what kernels work on directly costs no more than any other memory */
    traffic_sets crossings;
    uint64_t *all;     /* [2 * graph + direction]: bytes that cross, copied or not */
    uint64_t *written; /* each launch: bytes that it writes over the bus */
    bool *waits;       /* each launch: reads something over the bus */
    bool *open;        /* each buffer: an upload that may be direct or not … */
    bool *direct;      /* … and, of any, whether it is */
} chooser;

/* Of graphs that share open uploads, at the first of them. */
typedef struct {
    uint64_t waits; /* for the bus, if all that is open were direct */
    uint64_t spare; /* graphs in which nothing were copied then */
} weight;

static bool has_one_memory(const model *m)
{
    static const unsigned capabilities[] = {87, 101, 110, 121}; /* Orin, Thor under both its numbers, GB10 */

    for (size_t i = 0; m->target_count > 0 && i < sizeof capabilities / sizeof *capabilities; i++)
        if (m->targets[0].capability == capabilities[i])
            return true;
    return false;
}

/* ---- inputs and settings ---- */

static void make_direct(chooser *c, uint32_t buffer)
{
    const transport_use *u = &c->uses->of[buffer];

    c->open[buffer] = false;
    c->direct[buffer] = true;
    for (size_t i = 0; i < u->reader_count; i++)
        c->waits[u->readers[i].launch] = true;
}

/* Each launch that reads it saves more than it waits, because it writes as much over the bus meanwhile. */
static bool pays(const chooser *c, uint32_t buffer)
{
    const transport_use *u = &c->uses->of[buffer];

    for (size_t i = 0; i < u->reader_count; i++) {
        const transport_reader *r = &u->readers[i];
        uint64_t written = c->written[r->launch];
        if (r->rounds > (r->bytes < written ? r->bytes : written) / BYTES_OF_WAIT)
            return false;
    }
    return true;
}

/* No launch waits for it that would not anyway. */
static bool is_free(const chooser *c, uint32_t buffer)
{
    const transport_use *u = &c->uses->of[buffer];

    for (size_t i = 0; i < u->reader_count; i++)
        if (!c->waits[u->readers[i].launch] || u->readers[i].rounds > 1)
            return false;
    return true;
}

static size_t root_of(size_t *parents, size_t graph)
{
    while (parents[graph] != graph) {
        parents[graph] = parents[parents[graph]];
        graph = parents[graph];
    }
    return graph;
}

static size_t first_graph(const chooser *c, uint32_t buffer)
{
    size_t g = 0;

    while (g + 1 < c->m->graph_count && !traffic_has(&c->crossings, buffer, g, PLAN_UPLOAD))
        g++;
    return g;
}

static void join_graphs(const chooser *c, size_t *parents)
{
    for (size_t g = 0; g < c->m->graph_count; g++)
        parents[g] = g;
    for (uint32_t b = 0; b < c->m->buffer_count; b++) {
        size_t first = first_graph(c, b);
        for (size_t g = first + 1; c->open[b] && g < c->m->graph_count; g++)
            if (traffic_has(&c->crossings, b, g, PLAN_UPLOAD))
                parents[root_of(parents, g)] = root_of(parents, first);
    }
}

static void add_waits(const chooser *c, uint32_t buffer, bool *counted, weight *w)
{
    const transport_use *u = &c->uses->of[buffer];

    for (size_t i = 0; i < u->reader_count; i++) {
        const transport_reader *r = &u->readers[i];
        bool waits = c->waits[r->launch] || counted[r->launch];
        w->waits += c->uses->passes[r->launch] * ((r->rounds < MOST_ROUNDS ? r->rounds : MOST_ROUNDS) - waits);
        counted[r->launch] = true;
    }
}

/* Nothing is copied to the device in this graph if all that is open is direct. */
static bool is_spared(const chooser *c, size_t graph)
{
    bool open = false;

    for (uint32_t b = 0; b < c->m->buffer_count; b++) {
        if (!traffic_crosses(&c->m->buffers[b], PLAN_UPLOAD) || !traffic_has(&c->crossings, b, graph, PLAN_UPLOAD))
            continue;
        if (!c->open[b] && !c->direct[b])
            return false;
        open = open || c->open[b];
    }
    return open;
}

/* All that is open in graphs that share some of it becomes direct, or none. */
static void weigh(chooser *c)
{
    size_t graphs = c->m->graph_count, *parents = ARENA_ARRAY(c->scratch, size_t, graphs + 1);
    weight *weights = ARENA_ARRAY(c->scratch, weight, graphs + 1);
    bool *counted = ARENA_ARRAY(c->scratch, bool, c->uses->launch_count + 1);

    join_graphs(c, parents);
    for (uint32_t b = 0; b < c->m->buffer_count; b++)
        if (c->open[b])
            add_waits(c, b, counted, &weights[root_of(parents, first_graph(c, b))]);
    for (size_t g = 0; g < graphs; g++)
        weights[root_of(parents, g)].spare += is_spared(c, g);
    for (uint32_t b = 0; b < c->m->buffer_count; b++) {
        const weight *w = &weights[root_of(parents, first_graph(c, b))];
        c->direct[b] |= c->open[b] && w->waits <= w->spare * (c->has_kernel ? WAITS_OF_LAUNCH : WAITS_OF_NODE);
    }
}

static void choose_inputs(chooser *c)
{
    for (uint32_t b = 0; b < c->m->buffer_count; b++)
        if (c->open[b] && (c->one_memory || pays(c, b)))
            make_direct(c, b);
    for (uint32_t b = 0; b < c->m->buffer_count; b++)
        if (c->open[b] && is_free(c, b))
            make_direct(c, b);
    weigh(c);
}

/* ---- large transfers ---- */

/* Whether some graph that the buffer crosses for brings as many bytes that way. */
static bool crosses_with(const chooser *c, uint32_t buffer, plan_direction direction, uint64_t bytes)
{
    for (size_t g = 0; g < c->m->graph_count; g++)
        if (traffic_has(&c->crossings, buffer, g, direction) && c->all[2 * g + (size_t)direction] >= bytes)
            return true;
    return false;
}

/* The engines copy it beside what the other lanes do. */
static bool is_overlapped(const chooser *c, uint32_t buffer, plan_direction direction)
{
    return c->m->lanes > 1 && !c->one_memory && crosses_with(c, buffer, direction, COPY_NODE_BYTES_LANES);
}

/* `api: call` leaves out the copy of what did not change since the last call; below this many bytes that saves
 * nothing. */
static bool may_be_left_out(const chooser *c, const model_buffer *b)
{
    return c->m->api_call && b->size >= PLAN_APART_BYTES;
}

static bool is_aligned(const model_buffer *b, plan_direction direction)
{
    return b->alignment % 16 == 0 && (direction == PLAN_UPLOAD || b->down_first % 16 == 0);
}

/* ---- the choice, in words ---- */

static const char *why_direct(const chooser *c, uint32_t buffer)
{
    size_t count = c->uses->of[buffer].reader_count;

    if (c->m->buffers[buffer].role == ROLE_OUTPUT)
        return "written once, by one launch";
    if (count == 0)
        return "no step reads it";
    return count == 1 ? "read once, by one launch" : arena_printf(c->memory, "read once each by %zu launches", count);
}

static const char *why_not_direct(const chooser *c, uint32_t buffer)
{
    const transport_use *u = &c->uses->of[buffer];
    bool in_loop = false, slow = false;

    if (u->obstacle.text != NULL)
        return u->obstacle.reason;
    if (may_be_left_out(c, &c->m->buffers[buffer]))
        return "left out where it is as it was";
    for (size_t i = 0; i < u->reader_count; i++) {
        in_loop |= u->readers[i].in_loop;
        slow |= u->readers[i].rounds > 1;
    }
    if (in_loop)
        return "read in a loop";
    if (u->reader_count > 1)
        return arena_printf(c->memory, "read by %zu launches", u->reader_count);
    return slow ? "read by few threads" : "crosses with others";
}

static void choose_copied(const chooser *c, uint32_t buffer, plan_direction direction, plan_transport *transport,
                          const char **why)
{
    const model_buffer *b = &c->m->buffers[buffer];

    *transport = TRANSPORT_COPY;
    if (is_overlapped(c, buffer, direction))
        *why = "large, beside other lanes";
    else if (!c->has_kernel)
        *why = arena_printf(c->memory, "%s; no kernel has source", why_not_direct(c, buffer));
    else if (crosses_with(c, buffer, direction, COPY_NODE_BYTES))
        *why = arena_printf(c->memory, "%s; large", why_not_direct(c, buffer));
    else if (!is_aligned(b, direction) && crosses_with(c, buffer, direction, UNALIGNED_BYTES))
        *why = arena_printf(c->memory, "%s; not at a multiple of 16 bytes", why_not_direct(c, buffer));
    else {
        *transport = TRANSPORT_KERNEL;
        *why = why_not_direct(c, buffer);
    }
}

static void settle(const chooser *c, uint32_t buffer, plan_direction direction, plan_crossing *crossing)
{
    const model_buffer *b = &c->m->buffers[buffer];

    if (b->io != IO_AUTO || !traffic_crosses(b, direction))
        return;
    if (c->direct[buffer]) {
        crossing->by[direction] = TRANSPORT_DIRECT;
        crossing->why[direction] = why_direct(c, buffer);
    } else {
        choose_copied(c, buffer, direction, &crossing->by[direction], &crossing->why[direction]);
    }
}

/* ---- the stage ---- */

static void add_bytes(chooser *c, uint32_t buffer, plan_direction direction)
{
    const model_buffer *b = &c->m->buffers[buffer];
    uint64_t bytes = direction == PLAN_UPLOAD ? b->size : b->down_last - b->down_first;

    for (size_t g = 0; g < c->m->graph_count; g++)
        if (traffic_has(&c->crossings, buffer, g, direction))
            c->all[2 * g + (size_t)direction] += bytes;
}

/* What is direct or copied for certain, and which uploads are open. */
static void sort_out(chooser *c, uint32_t buffer)
{
    const model_buffer *b = &c->m->buffers[buffer];
    const transport_use *u = &c->uses->of[buffer];
    bool asked = b->io == IO_DIRECT, can = u->obstacle.text == NULL && b->io == IO_AUTO;

    if (b->role == ROLE_OUTPUT && traffic_crosses(b, PLAN_DOWNLOAD)) {
        c->direct[buffer] = asked || (can && !is_overlapped(c, buffer, PLAN_DOWNLOAD));
        if (c->direct[buffer])
            c->written[u->writer_launch] += b->size;
    }
    if (!traffic_crosses(b, PLAN_UPLOAD))
        return;
    c->open[buffer] = can && !is_overlapped(c, buffer, PLAN_UPLOAD) && !may_be_left_out(c, b);
    if (asked)
        make_direct(c, buffer);
}

void transport_choose_auto(arena *a, const model *m, plan *p, const transport_uses *uses)
{
    arena *scratch = arena_new();
    chooser c = {.memory = a, .scratch = scratch, .m = m, .uses = uses};

    c.has_kernel = model_has_source(m);
    c.one_memory = has_one_memory(m);
    c.crossings = traffic_crossings(scratch, m);
    c.all = ARENA_ARRAY(scratch, uint64_t, 2 * m->graph_count + 1);
    c.written = ARENA_ARRAY(scratch, uint64_t, uses->launch_count + 1);
    c.waits = ARENA_ARRAY(scratch, bool, uses->launch_count + 1);
    c.open = ARENA_ARRAY(scratch, bool, m->buffer_count + 1);
    c.direct = ARENA_ARRAY(scratch, bool, m->buffer_count + 1);
    for (uint32_t b = 0; b < m->buffer_count; b++)
        for (int d = 0; d < 2; d++)
            add_bytes(&c, b, (plan_direction)d);
    for (uint32_t b = 0; b < m->buffer_count; b++)
        sort_out(&c, b);
    choose_inputs(&c);
    for (uint32_t i = 0; i < m->buffer_count; i++) {
        settle(&c, i, PLAN_UPLOAD, &p->crossings[i]);
        settle(&c, i, PLAN_DOWNLOAD, &p->crossings[i]);
    }
    arena_free(scratch);
}
