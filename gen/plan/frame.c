/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The vggen authors */
/* Measured on an H100, driver 580, medians in us:
 * - The end of one launch by a kernel of its own 6.9, by a write of the stream after the graph 7.2 to 7.6, by asking
 *   the stream 8.0; the call that launches takes 1.1 instead of 1.9 and 1.1. Four lanes: 2.0 a replay, 3.0 to 3.4, 2.5
 *   to 3.2.
 * - 2, 4, 8, 32 independent launches: 7.2, 9.3, 13.8, 37.3 as they are; with a kernel at the end alone 9.1, 10.7, 14.6,
 *   36.2; with one in front, too, 7.5, 8.0, 9.3, 13.7: then the driver launches the graph by one command.
 * - After a copy node the kernel at the end costs 3 more than asking the stream; before one the kernel in front costs
 *   6.
 * - This is different where the exec is made for launches by the device, too
 *   (CUDA_GRAPH_INSTANTIATE_FLAG_DEVICE_LAUNCH), whoever then launches it. In and out by copy nodes, as it is and asked
 *   / made so and asked / made so, with the kernel at the end: 4 KiB 17.8, 14.4, 12.3; 16 KiB 20.0, 15.3, 12.4; 64 KiB
 *   19.2, 15.7, 13.5; 128 KiB 22.5, 17.5, 16.3; 256 KiB 25.7, 21.7, 21.5; 1 MiB 54.8, 52.4. Four lanes: 16 KiB 7.5,
 *   5.0, 4.1; 64 KiB 5.8 to 8.2, 5.3, 4.9; 128 KiB 7.3, 6.4, 6.7; 256 KiB 10.0, 11.0, 11.0; 1 MiB 25.0, 38.6: so made,
 *   both directions go one after the other. Graphs without such copies take 4 more.
 *
 * A capture counts as a launch where a replay ends, because library calls are nearly always kernels. It does not where
 * one begins, and a graph with one is not prepared for launches by the device: what it holds is known in open only. */
#include "plan/frame.h"

#include <string.h>

#include "spec/builtin.h"

#define FILE_NAME "replay.cu"

/* ---- kernels ---- */

/* Added to the plan the first time, with one parameter or none. */
static uint32_t take_kernel(arena *a, const model *m, plan *p, const char *name, size_t param_count)
{
    uint32_t found = plan_find_kernel(p, FILE_NAME, name);
    model_param word = {.name = "word", .access = ACCESS_OUT, .type = model_type_scalar(SCALAR_U32)};
    span at = m->graphs[0].at;

    word.at = word.type_at = at;
    return found != MODEL_NONE ? found
                               : plan_add_kernel(p, builtin_kernel(a, FILE_NAME, name, 1, &word, param_count, at));
}

/* ---- small copies ---- */

static bool is_bus_copy(const plan *p, const plan_node *n)
{
    return n->kind == PLAN_TRANSFER && p->runs[n->run].transport == TRANSPORT_COPY;
}

static uint64_t most_copied(const plan *p, const plan_graph *g)
{
    uint64_t most = 0;

    for (size_t n = 0; n < g->node_count; n++)
        if (is_bus_copy(p, &g->nodes[n]) && p->runs[g->nodes[n].run].bytes > most)
            most = p->runs[g->nodes[n].run].bytes;
    return most;
}

/* The device launches neither conditional nor empty nodes, and who knows what of a capture. */
static bool has_small_copies(const plan *p, const plan_graph *g)
{
    uint64_t most = most_copied(p, g);

    for (size_t n = 0; n < g->node_count; n++)
        if (g->nodes[n].kind == PLAN_CONDITIONAL || g->nodes[n].kind == PLAN_EMPTY || g->nodes[n].kind == PLAN_CAPTURE)
            return false;
    return g->kind == GRAPH_REPLAY && most > 0 && most <= PLAN_SMALL_COPY_BYTES;
}

/* ---- nodes ---- */

static bool begins_with_launches(const plan *p, const plan_graph *g)
{
    bool all = g->node_count > 0;

    for (size_t n = 0; n < g->node_count; n++)
        if (g->nodes[n].after_count == 0)
            all = all && plan_is_launch(p, &g->nodes[n]);
    return all;
}

/* Whether a kernel after the last nodes reports their end sooner than the stream does. */
static bool wants_end(const model *m, const plan *p, const plan_graph *g)
{
    bool all = g->kind == GRAPH_REPLAY && g->node_count > 0;
    bool small = g->small_copies && most_copied(p, g) <= plan_end_copy_bytes(m);

    for (size_t n = 0; n < g->node_count; n++) {
        const plan_node *node = &g->nodes[n];
        if (node->before_count == 0)
            all = all && (plan_ends_like_launch(p, node) || (small && is_bus_copy(p, node)));
    }
    return all;
}

static size_t count_roots(const plan_graph *g)
{
    size_t count = 0;

    for (size_t n = 0; n < g->node_count; n++)
        count += g->nodes[n].after_count == 0;
    return count;
}

/* By a node of the graph or of its bodies, or by a step that has none. */
static bool is_taken(const model *m, const plan *p, const plan_graph *g, const char *name)
{
    const model_graph *from = &m->graphs[g->graph];

    for (size_t i = 0; i < from->step_count; i++)
        if (from->steps[i].name != NULL && strcmp(from->steps[i].name, name) == 0)
            return true;
    for (size_t i = 0; i < p->graph_count + p->body_count; i++) {
        const plan_graph *other = i < p->graph_count ? &p->graphs[i] : &p->bodies[i - p->graph_count];
        for (size_t n = 0; other->graph == g->graph && n < other->node_count; n++)
            if (strcmp(other->nodes[n].name, name) == 0)
                return true;
    }
    return false;
}

static const char *free_name(arena *a, const model *m, const plan *p, const plan_graph *g, const char *base)
{
    const char *name = base;

    for (unsigned i = 2; is_taken(m, p, g, name); i++)
        name = arena_printf(a, "%s_%u", base, i);
    return name;
}

static plan_node make_node(const model *m, const plan_graph *g, plan_node_kind kind, uint32_t kernel)
{
    plan_node n = {.kind = kind, .kernel = kernel, .step = MODEL_NONE, .switched = MODEL_NONE};

    n.at = m->graphs[g->graph].at;
    n.grid[0] = n.grid[1] = n.grid[2] = n.block[0] = n.block[1] = n.block[2] = 1;
    n.to = n.from = n.condition = MODEL_NONE;
    return n;
}

static uint32_t *shifted(arena *a, const uint32_t *list, size_t count, uint32_t by)
{
    uint32_t *moved = ARENA_ARRAY(a, uint32_t, count);

    for (size_t i = 0; i < count; i++)
        moved[i] = list[i] + by;
    return moved;
}

/* Every number of a node, wherever it is kept, goes up by one. */
static void shift(arena *a, plan *p, plan_graph *g)
{
    uint32_t index = (uint32_t)(g - p->graphs);

    for (size_t n = 0; n < g->node_count; n++) {
        plan_node *node = &g->nodes[n];
        node->after = shifted(a, node->after, node->after_count, 1);
        node->before = shifted(a, node->before, node->before_count, 1);
        node->ordered = shifted(a, node->ordered, node->ordered_count, 1);
    }
    for (size_t i = 0; i < g->tight_count; i++) {
        g->tight[i].from++;
        g->tight[i].to++;
    }
    for (size_t i = 0; i < p->body_count; i++)
        if (p->bodies[i].graph == g->graph && p->bodies[i].holder == MODEL_NONE)
            p->bodies[i].holder_node++;
    for (size_t i = 0; i < p->arena_count; i++)
        if (p->arenas[i].peak_node != MODEL_NONE && p->arenas[i].peak_graph == index)
            p->arenas[i].peak_node++;
}

static void add_edge(plan_node *from, plan_node *to, uint32_t from_index, uint32_t to_index)
{
    from->before[from->before_count++] = to_index;
    to->after[to->after_count++] = from_index;
}

static void put_before(arena *a, plan_graph *g)
{
    plan_node *begin = &g->nodes[0];

    begin->before = ARENA_ARRAY(a, uint32_t, g->node_count);
    for (uint32_t n = 1; n < g->node_count; n++) {
        if (g->nodes[n].after_count > 0)
            continue;
        g->nodes[n].after = ARENA_ARRAY(a, uint32_t, 1);
        add_edge(begin, &g->nodes[n], 0, n);
        g->edge_count++;
    }
    g->depth++;
    g->loose_depth++;
}

/* Behind nodes from `first` on: what goes before them is not linked yet. */
static void put_after(arena *a, plan_graph *g, uint32_t first)
{
    uint32_t last = (uint32_t)g->node_count - 1;
    plan_node *end = &g->nodes[last];

    end->after = ARENA_ARRAY(a, uint32_t, g->node_count);
    for (uint32_t n = first; n < last; n++) {
        if (g->nodes[n].before_count > 0)
            continue;
        g->nodes[n].before = ARENA_ARRAY(a, uint32_t, 1);
        add_edge(&g->nodes[n], end, n, last);
        g->edge_count++;
    }
    g->depth++;
    g->loose_depth++;
}

static void frame_graph(arena *a, const model *m, plan *p, plan_graph *g)
{
    bool begins = begins_with_launches(p, g) && count_roots(g) >= PLAN_LEAST_ROOTS;
    plan_node *nodes = ARENA_ARRAY(a, plan_node, g->node_count + 2);
    plan_node end = make_node(m, g, PLAN_END, take_kernel(a, m, p, "vg_end", 1)), begin;

    end.name = free_name(a, m, p, g, "end");
    end.title = "launch vg_end";
    if (begins) {
        begin = make_node(m, g, PLAN_BEGIN, take_kernel(a, m, p, "vg_begin", 0));
        begin.name = free_name(a, m, p, g, "begin");
        begin.title = "launch vg_begin";
        shift(a, p, g);
    }
    memcpy(nodes + (begins ? 1 : 0), g->nodes, g->node_count * sizeof *nodes);
    g->nodes = nodes;
    g->node_count += begins ? 2 : 1;
    nodes[g->node_count - 1] = end;
    put_after(a, g, begins ? 1 : 0);
    if (begins) {
        nodes[0] = begin;
        put_before(a, g);
    }
}

void frame_choose(arena *a, const model *m, plan *p)
{
    bool has_source = model_has_source(m);

    for (size_t i = 0; i < p->graph_count; i++) {
        plan_graph *g = &p->graphs[i];
        g->small_copies = has_small_copies(p, g);
        if (has_source && wants_end(m, p, g))
            frame_graph(a, m, p, g);
    }
}
