/* SPDX-License-Identifier: MIT */
/* Blocks wait for those of launches that were there before. Where two launches that each fill the device run side by side,
 * the longest path is beside them, and each of its launches waits for thousands of blocks. Measured on an H100: 40 small
 * launches in a line beside 8 that fill the device take 3 % less time when they go first; beside 8 in a line, which leave
 * room whenever one ends, nothing is gained. */
#include "plan/priority.h"

#include "base/arena.h"
#include "image/occupancy.h"
#include "plan/times.h"

#define NOWHERE UINT32_MAX

/* What a replay begins or ends with has nothing beside it. */
static bool competes(const plan *p, const plan_node *n)
{
    return plan_is_launch(p, n) && !plan_is_frame(n);
}

/* Whether each launch of this size leaves no room. Registers would make it less; a plan does not depend on the compiler. */
static bool fills_device(const model *m, const plan *p, const plan_node *n)
{
    occupancy_use use = {n->block[0] * n->block[1] * n->block[2], 0, n->shared_bytes};
    occupancy_result most;

    if (!plan_is_launch(p, n) || m->target_count == 0 || !occupancy_find(m->targets[0].capability, &use, &most))
        return false;
    return (uint64_t)n->grid[0] * n->grid[1] * n->grid[2] >= (uint64_t)most.multiprocessors * most.blocks;
}

/* Where a node stands to a path whose nodes wait for one another. */
typedef struct {
    uint32_t
        *after; /* for each node: so many nodes of the path, from its begin, does it wait for (or is the last of) … */
    uint32_t *before; /* … and the one with this index waits for it (or is it); their number: none does */
} standing;

static standing stand(arena *a, const plan_graph *g, const times_path *path)
{
    standing s = {ARENA_ARRAY(a, uint32_t, g->node_count), ARENA_ARRAY(a, uint32_t, g->node_count)};

    for (size_t n = 0; n < g->node_count; n++)
        s.before[n] = (uint32_t)path->count;
    for (uint32_t i = 0; i < path->count; i++) {
        s.after[path->nodes[i]] = i + 1;
        s.before[path->nodes[i]] = i;
    }
    for (size_t n = 0; n < g->node_count; n++)
        for (size_t i = 0; i < g->nodes[n].after_count; i++) {
            uint32_t from = s.after[g->nodes[n].after[i]];
            s.after[n] = from > s.after[n] ? from : s.after[n];
        }
    for (size_t n = g->node_count; n-- > 0;)
        for (size_t i = 0; i < g->nodes[n].after_count; i++) {
            uint32_t *earlier = &s.before[g->nodes[n].after[i]];
            *earlier = s.before[n] < *earlier ? s.before[n] : *earlier;
        }
    return s;
}

/* Some launch of the path waits for the node as little as the node for it. */
static bool is_beside(const plan *p, const plan_graph *g, const times_path *path, const standing *s, size_t node)
{
    for (uint32_t i = s->after[node]; i < s->before[node]; i++)
        if (plan_is_launch(p, &g->nodes[path->nodes[i]]))
            return true;
    return false;
}

/* Two launches that fill the device beside the path, neither of which waits for the other: not all are in one line. */
static bool is_crowded(arena *a, const model *m, const plan *p, const plan_graph *g, const times_path *path)
{
    standing s = stand(a, g, path);
    uint32_t *last = ARENA_ARRAY(a, uint32_t, g->node_count); /* of those, the last that each node waits for, or is */
    uint32_t before = NOWHERE;

    for (uint32_t n = 0; n < g->node_count; n++) {
        last[n] = NOWHERE;
        for (size_t i = 0; i < g->nodes[n].after_count; i++) {
            uint32_t from = last[g->nodes[n].after[i]];
            if (from != NOWHERE && (last[n] == NOWHERE || from > last[n]))
                last[n] = from;
        }
        if (!fills_device(m, p, &g->nodes[n]) || !is_beside(p, g, path, &s, n))
            continue;
        if (last[n] != before)
            return true;
        before = last[n] = n;
    }
    return false;
}

static void choose_in(const model *m, const plan *p, plan_graph *g)
{
    arena *scratch = arena_new();
    double *launches = ARENA_ARRAY(scratch, double, g->node_count);

    for (size_t n = 0; n < g->node_count; n++)
        launches[n] = competes(p, &g->nodes[n]) ? 1 : 0;
    times_path path = times_longest(scratch, g, launches);
    if (is_crowded(scratch, m, p, g, &path))
        for (size_t i = 0; i < path.count; i++)
            g->nodes[path.nodes[i]].first = competes(p, &g->nodes[path.nodes[i]]);
    arena_free(scratch);
}

void priority_choose(const model *m, plan *p)
{
    for (size_t i = 0; i < m->kernel_count; i++)
        if (m->kernels[i].priority.root != NULL)
            return;
    for (size_t i = 0; i < p->graph_count; i++)
        if (p->graphs[i].kind == GRAPH_REPLAY && p->graphs[i].width > 1)
            choose_in(m, p, &p->graphs[i]);
}
