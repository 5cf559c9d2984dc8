/* SPDX-License-Identifier: 0BSD */
/* SPDX-FileCopyrightText: 2026 The vggen authors */
/* Races between nodes: two that no path of edges orders, and whose ranges overlap with a write. */
#define _GNU_SOURCE
#include "check/check.h"

#include <stdlib.h>
#include <string.h>

#define MOST_NODES ((size_t)1 << 15)
#define MOST_REPORTED 20u
#define WRITES (VGSIM_WRITE | VGSIM_WORK)

typedef struct {
    uint32_t node;
    const vgsim_range *range;
} touch;

/* Ancestors of each node, a bit each. */
typedef struct {
    size_t words;
    uint64_t *bits;
} ancestors;

static uint64_t *row(const ancestors *a, size_t node)
{
    return a->bits + node * a->words;
}

static bool before(const ancestors *a, size_t first, size_t second)
{
    return row(a, second)[first / 64] >> first % 64 & 1;
}

/* Nodes usually come after what they depend on; where not, another pass is needed. */
static void find_ancestors(const sim_exec *exec, ancestors *a)
{
    bool changed = true;
    a->words = (exec->count + 63) / 64;
    a->bits = (uint64_t *)sim_allocate(exec->count * a->words, sizeof *a->bits);
    while (changed) {
        changed = false;
        for (size_t i = 0; i < exec->count; i++) {
            uint64_t *own = row(a, i);
            for (size_t k = 0; k < exec->nodes[i].after_count; k++) {
                uint32_t other = exec->nodes[i].after[k];
                const uint64_t *theirs = row(a, other);
                uint64_t bit = (uint64_t)1 << other % 64;
                changed = changed || !(own[other / 64] & bit);
                own[other / 64] |= bit;
                for (size_t w = 0; w < a->words; w++) {
                    changed = changed || (theirs[w] & ~own[w]);
                    own[w] |= theirs[w];
                }
            }
        }
    }
}

static int by_place(const void *left, const void *right)
{
    const touch *a = (const touch *)left, *b = (const touch *)right;
    if (a->range->space != b->range->space) {
        return a->range->space < b->range->space ? -1 : 1;
    }
    if (a->range->first != b->range->first) {
        return a->range->first < b->range->first ? -1 : 1;
    }
    return a->node < b->node ? -1 : a->node > b->node;
}

static size_t collect(const sim_exec *exec, touch **out)
{
    size_t count = 0, capacity = 0;
    *out = NULL;
    for (size_t i = 0; i < exec->match->graph->node_count; i++) {
        const vgsim_node *node = &exec->match->graph->nodes[i];
        for (unsigned k = 0; k < node->range_count; k++) {
            if (node->ranges[k].first < node->ranges[k].last) {
                *out = (touch *)sim_grow(*out, count, &capacity, sizeof **out);
                (*out)[count].node = (uint32_t)i;
                (*out)[count++].range = &node->ranges[k];
            }
        }
    }
    if (count) {
        qsort(*out, count, sizeof **out, by_place);
    }
    return count;
}

static void report(const sim_exec *exec, const touch *a, const touch *b)
{
    const vgsim_graph *graph = exec->match->graph;
    uint64_t first = a->range->first > b->range->first ? a->range->first : b->range->first;
    uint64_t last = a->range->last < b->range->last ? a->range->last : b->range->last;
    const char *a_name = a->range->buffer, *b_name = b->range->buffer;
    const bool alike = a_name && b_name && strcmp(a_name, b_name) == 0;
    char a_what[256], b_what[256];
    bool a_writes = a->range->access & WRITES, b_writes = b->range->access & WRITES;
    sim_elements(exec->match->program, a->range->space, first, last, a_name, a_what, sizeof a_what);
    sim_elements(exec->match->program, a->range->space, first, last, b_name, b_what, sizeof b_what);
    sim_problem("race", "%s %s %s and %s %s %s%s, and no %s orders them (graph %s)",
                sim_title(&graph->nodes[a->node]), a_writes ? "writes" : "reads", a_what,
                sim_title(&graph->nodes[b->node]), b_writes ? "writes" : "reads", alike ? "it" : b_what,
                alike ? "" : ", which has the same bytes", exec->parts ? "barrier" : "edge", graph->name);
}

void sim_check_races(const sim_exec *exec)
{
    uint32_t reported[MOST_REPORTED][2];
    unsigned reports = 0;
    ancestors known;
    touch *touches;
    size_t count;
    if (exec->count > MOST_NODES || !exec->count) {
        return;
    }
    find_ancestors(exec, &known);
    count = collect(exec, &touches);
    for (size_t i = 0; i < count; i++) {
        const touch *a = &touches[i];
        for (size_t j = i + 1; j < count && reports < MOST_REPORTED; j++) {
            const touch *b = &touches[j];
            bool seen = false;
            if (b->range->space != a->range->space || b->range->first >= a->range->last) {
                break;
            }
            if (a->node == b->node || !((a->range->access | b->range->access) & WRITES) ||
                before(&known, a->node, b->node) || before(&known, b->node, a->node)) {
                continue;
            }
            for (unsigned r = 0; r < reports; r++) {
                seen = seen || (reported[r][0] == a->node && reported[r][1] == b->node) ||
                       (reported[r][1] == a->node && reported[r][0] == b->node);
            }
            if (!seen) {
                reported[reports][0] = a->node;
                reported[reports++][1] = b->node;
                report(exec, a, b);
            }
        }
    }
    free(touches);
    free(known.bits);
}
