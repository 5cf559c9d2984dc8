/* SPDX-License-Identifier: 0BSD */
/* SPDX-FileCopyrightText: 2026 The vggen authors */
/* Pinned memory between the launch of a graph and its end, when the application may not touch it: what the graph reads
 * there must stay as it was, and what it writes there is junk until then. */
#define _GNU_SOURCE
#include "check/check.h"

#include <stdlib.h>
#include <string.h>

#define JUNK 0xA5

typedef struct {
    const unsigned char *live;
    unsigned char *kept;
    const vgsim_range *range;
} watched;

struct sim_watch {
    watched *parts;
    size_t count, capacity;
    uint64_t word_address; /* 0: the graph writes none */
    uint32_t word;
};

/* Where the application sees the byte of the space, or NULL. */
static unsigned char *seen_by_host(const sim_match *match, const vgsim_range *range)
{
    const uint64_t base = match->instance->bases[range->space];
    const sim_memory *memory = base ? sim_memory_find(base) : NULL;
    if (!memory || memory->dead || memory->kind == SIM_DEVICE_MEMORY ||
        !match->program->spaces[range->space].pinned || range->first >= range->last) {
        return NULL;
    }
    return (unsigned char *)(uintptr_t)(sim_memory_host_address(base) + range->first);
}

static void keep(sim_watch *watch, const vgsim_range *range, const unsigned char *live)
{
    const size_t bytes = (size_t)(range->last - range->first);
    watched *part;
    watch->parts = (watched *)sim_grow(watch->parts, watch->count, &watch->capacity, sizeof *watch->parts);
    part = &watch->parts[watch->count++];
    part->live = live;
    part->range = range;
    part->kept = (unsigned char *)sim_allocate(bytes, 1);
    memcpy(part->kept, live, bytes);
}

static bool writes_whole(const vgsim_node *node, const vgsim_range *range)
{
    return node->kind != VGSIM_CONDITIONAL_NODE && (range->access & VGSIM_WHOLE) && !(range->access & VGSIM_READ);
}

static bool meet(const vgsim_range *a, const vgsim_range *b)
{
    return a->space == b->space && a->first < b->last && b->first < a->last;
}

/* Does some node write into the range? */
static bool is_written(const vgsim_graph *graph, const vgsim_range *range)
{
    for (unsigned i = 0; i < graph->node_count; i++) {
        for (unsigned k = 0; k < graph->nodes[i].range_count; k++) {
            const vgsim_range *other = &graph->nodes[i].ranges[k];
            if (meet(other, range) && (other->access & (VGSIM_WRITE | VGSIM_WORK))) {
                return true;
            }
        }
    }
    return false;
}

static bool is_read(const vgsim_graph *graph, const vgsim_range *range)
{
    for (unsigned i = 0; i < graph->node_count; i++) {
        for (unsigned k = 0; k < graph->nodes[i].range_count; k++) {
            const vgsim_range *other = &graph->nodes[i].ranges[k];
            if (meet(other, range) && (other->access & VGSIM_READ)) {
                return true;
            }
        }
    }
    return false;
}

sim_watch *sim_watch_begin(const sim_exec *exec)
{
    sim_watch *watch;
    const vgsim_graph *graph;
    if (!sim_get_settings()->lazy || !sim_check_applies(exec)) {
        return NULL;
    }
    watch = (sim_watch *)sim_allocate(1, sizeof *watch);
    graph = exec->match->graph;
    sim_instance_check_padding(exec->match->instance);
    watch->word_address = sim_end_word(exec);
    if (watch->word_address) {
        watch->word = *(const volatile uint32_t *)(uintptr_t)sim_memory_host_address(watch->word_address);
    }
    for (unsigned i = 0; i < graph->node_count; i++) {
        for (unsigned k = 0; exec->nodes[i].enabled && k < graph->nodes[i].range_count; k++) {
            const vgsim_range *range = &graph->nodes[i].ranges[k];
            unsigned char *live = seen_by_host(exec->match, range);
            if (live && (range->access & VGSIM_READ) && !is_written(graph, range)) {
                keep(watch, range, live);
            } else if (live && writes_whole(&graph->nodes[i], range) && !is_read(graph, range)) {
                memset(live, JUNK, (size_t)(range->last - range->first));
            }
        }
    }
    return watch;
}

void sim_watch_end(const sim_exec *exec, const sim_watch *watch)
{
    if (watch) {
        sim_instance_check_padding(exec->match->instance);
    }
    for (size_t i = 0; watch && i < watch->count; i++) {
        const watched *part = &watch->parts[i];
        const size_t bytes = (size_t)(part->range->last - part->range->first);
        size_t at = 0;
        char what[256];
        if (memcmp(part->live, part->kept, bytes) == 0) {
            continue;
        }
        while (part->live[at] == part->kept[at]) {
            at++;
        }
        sim_elements(exec->match->program, part->range->space, part->range->first + at, part->range->first + at + 1,
                     part->range->buffer, what, sizeof what);
        sim_problem("race with the host", "%s, which graph %s reads, was changed between its launch and its end", what,
                    exec->match->graph->name);
    }
}

const uint32_t *sim_watch_word(const sim_watch *watch)
{
    return watch && watch->word_address ? &watch->word : NULL;
}

void sim_watch_free(sim_watch *watch)
{
    for (size_t i = 0; watch && i < watch->count; i++) {
        free(watch->parts[i].kept);
    }
    if (watch) {
        free(watch->parts);
    }
    free(watch);
}
