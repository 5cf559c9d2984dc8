/* SPDX-License-Identifier: 0BSD */
/* SPDX-FileCopyrightText: 2026 The vggen authors */
/* Programmatic edges: what is complete when a node starts, when it has waited, and when it is complete itself.
 *
 * A kernel behind a programmatic edge may start when the one before it has, and what it depends on directly is complete
 * only once a thread of it has called cudaGridDependencySynchronize(). If none does, whoever comes after it cannot rely
 * on what came before it. */
#define _GNU_SOURCE
#include "check/check.h"

#include <stdlib.h>
#include <string.h>

#define MOST_NODES 8192u
#define WRITES (VGSIM_WRITE | VGSIM_WORK)
#define ROWS 3u

/* A row of bits for each node of the graph: those before it on any path; those complete when it starts, and after
 * it. */
enum { BEFORE, AT_START, AT_END };

static uint64_t *row(const sim_exec *exec, uint32_t node, unsigned which)
{
    const size_t words = (exec->count + 63) / 64;
    return exec->known + ((size_t)node * ROWS + which) * words;
}

static void add(const sim_exec *exec, uint64_t *to, const uint64_t *from)
{
    for (size_t w = 0; w < (exec->count + 63) / 64; w++) {
        to[w] |= from[w];
    }
}

static bool has(const uint64_t *bits, uint32_t node)
{
    return bits[node / 64] >> node % 64 & 1;
}

static void mark(uint64_t *bits, uint32_t node)
{
    bits[node / 64] |= (uint64_t)1 << node % 64;
}

void sim_dependencies_begin(sim_exec *exec)
{
    bool any = false;
    for (size_t i = 0; i < exec->count; i++) {
        for (size_t k = 0; k < exec->nodes[i].after_count; k++) {
            any = any || exec->nodes[i].ports[k];
        }
    }
    free(exec->known);
    exec->known = NULL;
    if (any && exec->match && exec->count <= MOST_NODES) {
        exec->known = (uint64_t *)sim_allocate(exec->count * ROWS * ((exec->count + 63) / 64), sizeof *exec->known);
    }
}

void sim_dependencies_start(sim_exec *exec, uint32_t index)
{
    const sim_node *node = &exec->nodes[index];
    if (!exec->known) {
        return;
    }
    for (size_t k = 0; k < node->after_count; k++) {
        const uint32_t other = node->after[k];
        mark(row(exec, index, BEFORE), other);
        add(exec, row(exec, index, BEFORE), row(exec, other, BEFORE));
        add(exec, row(exec, index, AT_START), row(exec, other, node->ports[k] ? AT_START : AT_END));
    }
}

/* ---- what a node touches of another's bytes ---- */

static bool meet(const vgsim_range *a, const vgsim_range *b)
{
    return a->space == b->space && a->first < b->last && b->first < a->last;
}

static const vgsim_node *registered(const sim_exec *exec, uint32_t node)
{
    return node < exec->match->graph->node_count ? &exec->match->graph->nodes[node] : NULL;
}

/* The host would see the end while the other node may still run. */
static void report_end(const sim_exec *exec, uint32_t index, uint32_t other)
{
    sim_problem("race",
                "%s lets the host see the end of graph %s while %s may still run: it is behind it only by "
                "programmatic edges, and a kernel on the way, or itself, has ended without "
                "cudaGridDependencySynchronize()",
                sim_node_title(exec, index), exec->match->graph->name, sim_node_title(exec, other));
}

/* The node needs the other one to be complete, and it need not be. */
static void report_unwaited(const sim_exec *exec, uint32_t index, uint32_t other)
{
    const vgsim_node *node = registered(exec, index), *before = registered(exec, other);
    for (unsigned i = 0; node && before && i < node->range_count; i++) {
        for (unsigned k = 0; k < before->range_count; k++) {
            const vgsim_range *a = &node->ranges[i], *b = &before->ranges[k];
            if (meet(a, b) && ((a->access | b->access) & WRITES)) {
                sim_problem(
                    "race",
                    "%s %s %s, which %s %s, and is behind it only by programmatic edges: a kernel on the "
                    "way has ended without cudaGridDependencySynchronize() (graph %s)",
                    sim_title(node), a->access & WRITES ? "writes" : "reads", a->buffer ? a->buffer : "?",
                    sim_title(before),
                    b->access & WRITES ? "writes" : "reads", exec->match->graph->name);
                return;
            }
        }
    }
}

void sim_dependencies_end(sim_exec *exec, uint32_t index, bool waited)
{
    const sim_node *node = &exec->nodes[index];
    uint64_t *complete;
    bool end;
    if (!exec->known) {
        return;
    }
    complete = row(exec, index, AT_END);
    add(exec, complete, row(exec, index, AT_START));
    for (size_t k = 0; waited && k < node->after_count; k++) {
        add(exec, complete, row(exec, node->after[k], AT_END));
    }
    end = registered(exec, index) && registered(exec, index)->kind == VGSIM_END_NODE;
    for (uint32_t other = 0; other < exec->count; other++) {
        if (!has(row(exec, index, BEFORE), other) || has(complete, other)) {
            continue;
        }
        if (end) {
            report_end(exec, index, other);
            break;
        }
        report_unwaited(exec, index, other);
    }
    mark(complete, index);
}

/* ---- what a kernel must not look at before it has waited ---- */

static void add_part(const sim_exec *exec, sim_early *early, const vgsim_range *a, const vgsim_range *b, bool hidden)
{
    const uint64_t first = a->first > b->first ? a->first : b->first, last = a->last < b->last ? a->last : b->last;
    const uint64_t base = exec->match->instance->bases[a->space];
    sim_early_part *part;
    if (!base || first >= last) {
        return;
    }
    early->parts = (sim_early_part *)sim_grow(early->parts, early->count, &early->capacity, sizeof *early->parts);
    part = &early->parts[early->count++];
    part->live = (unsigned char *)(uintptr_t)(base + first);
    part->bytes = (size_t)(last - first);
    part->kept = (unsigned char *)sim_allocate(part->bytes, 1);
    part->hidden = hidden;
}

/* Is the other node complete once the node has waited, and not before? */
static bool waits_for(const sim_exec *exec, uint32_t index, uint32_t other)
{
    const sim_node *node = &exec->nodes[index];
    bool waits = false;
    for (size_t k = 0; k < node->after_count; k++) {
        waits = waits || has(row(exec, node->after[k], AT_END), other);
    }
    return waits && !has(row(exec, index, AT_START), other);
}

bool sim_dependencies_left(const sim_exec *exec, uint32_t index)
{
    bool left = false;
    for (uint32_t other = 0; exec->known && other < exec->count && !left; other++) {
        left = waits_for(exec, index, other);
    }
    return left;
}

/* First what must only stay as it is, then what is hidden. */
void sim_early_find(const sim_exec *exec, uint32_t index, sim_early *early)
{
    const vgsim_node *node = exec->known ? registered(exec, index) : NULL;
    memset(early, 0, sizeof *early);
    for (unsigned hidden = 0; node && hidden < 2; hidden++) {
        for (uint32_t other = 0; other < exec->count; other++) {
            const vgsim_node *before = registered(exec, other);
            if (!before || !waits_for(exec, index, other)) {
                continue;
            }
            for (unsigned i = 0; i < node->range_count; i++) {
                for (unsigned k = 0; k < before->range_count; k++) {
                    const vgsim_range *a = &node->ranges[i], *b = &before->ranges[k];
                    const bool written = b->access & WRITES;
                    if (meet(a, b) && written == (hidden != 0) && (written || (a->access & WRITES))) {
                        add_part(exec, early, a, b, hidden != 0);
                    }
                }
            }
        }
    }
}

void sim_early_free(sim_early *early)
{
    for (size_t i = 0; i < early->count; i++) {
        free(early->parts[i].kept);
    }
    free(early->parts);
}
