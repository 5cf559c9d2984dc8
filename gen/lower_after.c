/* SPDX-License-Identifier: MIT */
/* `after:` from steps to nodes. */
#include <stdlib.h>
#include <string.h>

#include "lower_parts.h"

typedef struct {
    uint32_t *nodes; /* ascending */
    size_t count;
} node_set;

static int compare_nodes(const void *left, const void *right)
{
    uint32_t l = *(const uint32_t *)left, r = *(const uint32_t *)right;
    return l < r ? -1 : l > r;
}

/* The nodes of each step. */
static node_set *nodes_of_steps(arena *a, const model_graph *from, const plan_node *nodes, size_t node_count)
{
    node_set *of_step = ARENA_ARRAY(a, node_set, from->step_count);
    uint32_t *all = ARENA_ARRAY(a, uint32_t, node_count);
    for (uint32_t n = 0; n < node_count; n++) {
        all[n] = n;
        if (nodes[n].step == MODEL_NONE)
            continue;
        node_set *set = &of_step[nodes[n].step]; /* a step's nodes follow each other */
        if (set->count++ == 0)
            set->nodes = &all[n];
    }
    return of_step;
}

static node_set named_nodes(arena *a, const model_step *step, const node_set *of_step)
{
    node_set set = {NULL, 0};
    size_t most = 0, kept = 0;
    for (size_t i = 0; i < step->after_count; i++)
        most += of_step[step->after[i]].count;
    set.nodes = ARENA_ARRAY(a, uint32_t, most);
    for (size_t i = 0; i < step->after_count; i++) {
        const node_set *named = &of_step[step->after[i]];
        if (named->count > 0)
            memcpy(set.nodes + set.count, named->nodes, named->count * sizeof *set.nodes);
        set.count += named->count;
    }
    if (set.count > 1)
        qsort(set.nodes, set.count, sizeof *set.nodes, compare_nodes);
    for (size_t i = 0; i < set.count; i++) {
        if (kept == 0 || set.nodes[kept - 1] != set.nodes[i])
            set.nodes[kept++] = set.nodes[i];
    }
    set.count = kept;
    return set;
}

void lower_after(arena *a, const model_graph *from, plan_node *nodes, size_t node_count)
{
    arena *scratch = arena_new();
    node_set *of_step = nodes_of_steps(scratch, from, nodes, node_count);
    for (size_t s = 0; s < from->step_count; s++) {
        const model_step *step = &from->steps[s];
        if (step->after_count == 0)
            continue;
        node_set named = named_nodes(a, step, of_step);
        if (of_step[s].count == 0)
            of_step[s] = named;
        else
            for (size_t i = 0; i < of_step[s].count; i++) {
                plan_node *node = &nodes[of_step[s].nodes[i]];
                node->ordered = named.nodes;
                node->ordered_count = named.count;
            }
    }
    arena_free(scratch);
}
