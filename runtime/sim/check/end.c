/* SPDX-License-Identifier: 0BSD */
/* SPDX-FileCopyrightText: 2026 The vggen authors */
/* A graph's last node that lets the host see the end of a replay: a kernel that writes 1 into a word of pinned memory,
 * after all others. The host may look at the word at any time, so the kernel runs on another word, and what it wrote
 * there is shown when the whole launch has been checked. */
#define _GNU_SOURCE
#include "check/check.h"

#include <stdlib.h>
#include <string.h>

#define JUNK 0xA5A5A5A5u
#define ROOM 64u
#define PLACE (ROOM / 2)

/* Of a graph whose last registered node is such a kernel, or a fused launch with one as its last part; else NULL. */
static const vgsim_node *end_node(const vgsim_graph *graph)
{
    const vgsim_node *last = graph->node_count ? &graph->nodes[graph->node_count - 1] : NULL;
    if (last && last->kind == VGSIM_FUSED_NODE) {
        return end_node(last->bodies);
    }
    return last && last->kind == VGSIM_END_NODE && last->binding_count ? last : NULL;
}

uint64_t sim_end_word(const sim_exec *exec)
{
    const vgsim_node *node = exec->match ? end_node(exec->match->graph) : NULL;
    const uint64_t base = node ? exec->match->instance->bases[node->bindings[0].space] : 0;
    const sim_memory *memory = base ? sim_memory_find(base) : NULL;
    return memory && !memory->dead ? base + node->bindings[0].offset : 0;
}

static uint32_t *seen_by_host(uint64_t word)
{
    return (uint32_t *)(uintptr_t)sim_memory_host_address(word);
}

static uint32_t value_at(uint64_t word)
{
    return __atomic_load_n(seen_by_host(word), __ATOMIC_ACQUIRE);
}

/* ---- when the graph is instantiated ---- */

/* Marks the nodes that are before the last one of `count` on some path. */
static uint8_t *find_before(const sim_exec *exec, uint32_t last)
{
    uint8_t *seen = (uint8_t *)sim_allocate(exec->count, 1);
    uint32_t *open = (uint32_t *)sim_allocate(exec->count, sizeof *open);
    size_t count = 0;
    seen[last] = 1;
    open[count++] = last;
    while (count) {
        const sim_node *node = &exec->nodes[open[--count]];
        for (size_t k = 0; k < node->after_count; k++) {
            if (!seen[node->after[k]]) {
                seen[node->after[k]] = 1;
                open[count++] = node->after[k];
            }
        }
    }
    free(open);
    return seen;
}

static void check_place(const sim_exec *exec, const vgsim_node *end)
{
    const vgsim_graph *graph = exec->match->graph;
    const vgsim_binding *word = &end->bindings[0];
    for (unsigned i = 0; i < graph->node_count; i++) {
        for (unsigned k = 0; k < graph->nodes[i].range_count; k++) {
            const vgsim_range *range = &graph->nodes[i].ranges[k];
            if (range->space == word->space && range->first < word->offset + sizeof(uint32_t) &&
                word->offset < range->last) {
                sim_problem("race", "%s touches %s, where the word lies by which the host sees the end of graph %s",
                            sim_title(&graph->nodes[i]), range->buffer ? range->buffer : "?", graph->name);
                return;
            }
        }
    }
}

void sim_end_check(const sim_exec *exec)
{
    const vgsim_graph *graph = exec->match->graph;
    const vgsim_node *end = end_node(graph);
    const uint64_t word = sim_end_word(exec);
    uint8_t *before;
    if (!word) {
        return;
    }
    before = find_before(exec, graph->node_count - 1);
    for (unsigned i = 0; i < graph->node_count; i++) {
        if (!before[i]) {
            sim_problem("race", "%s lets the host see the end of graph %s, and no %s orders it after %s",
                        sim_title(end), graph->name, exec->parts ? "barrier" : "edge", sim_title(&graph->nodes[i]));
            break;
        }
    }
    free(before);
    check_place(exec, end);
    sim_word_expect(word);
}

/* ---- while it runs ---- */

/* Only the end may write the word. A change by another node is reported once and undone. */
void sim_end_unchanged(const sim_exec *exec, size_t index, uint32_t before)
{
    const uint32_t now = exec->end_word ? value_at(exec->end_word) : before;
    if (now != before) {
        sim_problem("write outside",
                    "%s writes the word by which the host sees the end of graph %s: it was %lu and is %lu",
                    sim_node_title(exec, index), exec->match->graph->name, (unsigned long)before, (unsigned long)now);
        __atomic_store_n(seen_by_host(exec->end_word), before, __ATOMIC_RELEASE);
    }
}

uint32_t sim_end_look(const sim_exec *exec)
{
    return exec->end_word ? value_at(exec->end_word) : 0;
}

static void clear(uint32_t *room)
{
    for (size_t i = 0; i < ROOM; i++) {
        room[i] = JUNK;
    }
    room[PLACE] = 0;
}

static bool judge(const sim_exec *exec, size_t index, const uint32_t *room)
{
    for (size_t i = 0; i < ROOM; i++) {
        if (i != PLACE && room[i] != JUNK) {
            sim_problem("write outside", "%s writes %ld bytes from the word by which the host sees the end",
                        sim_node_title(exec, index), ((long)i - (long)PLACE) * (long)sizeof *room);
            return false;
        }
    }
    if (room[PLACE] != SIM_END_VALUE) {
        sim_problem("unwritten out",
                    "%s leaves %lu instead of %u in the word by which the host sees the end of graph %s",
                    sim_node_title(exec, index), (unsigned long)room[PLACE], SIM_END_VALUE, exec->match->graph->name);
        return false;
    }
    return true;
}

/* Runs the kernel again and checks what it does before it has waited. */
static void run_early(sim_kernel_run *run, uint32_t *word)
{
    sim_early early = {0};
    early.parts = (sim_early_part *)sim_grow(NULL, 0, &early.capacity, sizeof *early.parts);
    memset(early.parts, 0, sizeof *early.parts);
    early.parts[0].live = (unsigned char *)word;
    early.parts[0].bytes = sizeof *word;
    early.parts[0].kept = (unsigned char *)sim_allocate(1, sizeof *word);
    early.count = 1;
    run->early = &early;
    run->waited = NULL;
    run->silent = true;
    sim_kernel_execute(run);
    if (early.wrote) {
        sim_problem("before the wait",
                    "%s lets the host see the end before it has called cudaGridDependencySynchronize()",
                    run->title);
    }
    sim_early_free(&early);
}

CUresult sim_run_end(sim_exec *exec, size_t index, bool *waited)
{
    const vgsim_node *node = &exec->match->graph->nodes[index];
    const int parameter = node->bindings[0].parameter;
    uint32_t room[ROOM], *word = &room[PLACE];
    sim_launch launch;
    sim_kernel_run run = {0};
    sim_sets sets = {0};
    CUresult result;
    sim_launch_copy(&launch, &exec->nodes[index].launch);
    if (parameter < 0 || (unsigned)parameter >= launch.function->param_count ||
        launch.function->param_sizes[parameter] != sizeof word) {
        sim_launch_free(&launch);
        sim_problem("binding", "%s has no parameter %d for the address of a word", sim_title(node), parameter);
        return CUDA_SUCCESS;
    }
    memcpy(launch.parameters[parameter], &word, sizeof word);
    run.launch = &launch;
    run.exec = exec;
    run.sets = &sets;
    run.waited = waited;
    run.title = sim_title(node);
    run.seed = sim_get_settings()->seed ? sim_random(sim_random_state()) : 0;
    run.fill = 0xA5;
    clear(room);
    result = sim_kernel_execute(&run);
    exec->ended = !result && judge(exec, index, room);
    if (!result && sim_dependencies_left(exec, (uint32_t)index)) {
        clear(room);
        run_early(&run, word);
    }
    free(sets.sets);
    sim_launch_free(&launch);
    return result;
}

void sim_end_show(sim_exec *exec, const uint32_t *first)
{
    if (!exec->ended) {
        return;
    }
    exec->ended = false;
    if (first && value_at(exec->end_word) != *first) {
        sim_problem("race with the host",
                    "the word by which the host sees the end of graph %s was %lu at its launch and changed to %lu "
                    "before its end",
                    exec->match->graph->name, (unsigned long)*first, (unsigned long)value_at(exec->end_word));
    }
    sim_word_write(exec->end_word, SIM_END_VALUE);
}
