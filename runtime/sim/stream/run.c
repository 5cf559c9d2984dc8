/* SPDX-License-Identifier: 0BSD */
/* SPDX-FileCopyrightText: 2026 The vggen authors */
/* Running a snapshot: its nodes in an order that the edges allow and the seed chooses. */
#define _GNU_SOURCE
#include "stream/queue.h"
#include "check/check.h"

#include <stdlib.h>
#include <string.h>

/* Who depends on each node, and how many each still waits for. */
typedef struct {
    uint32_t *first; /* count + 1: into `dependants` */
    uint32_t *dependants;
    uint32_t *waits;
    uint32_t *ready;
    size_t ready_count;
} agenda;

static void make_agenda(const sim_exec *exec, agenda *a)
{
    size_t edges = 0;
    uint32_t *next;
    a->first = (uint32_t *)sim_allocate(exec->count + 1, sizeof *a->first);
    a->waits = (uint32_t *)sim_allocate(exec->count, sizeof *a->waits);
    a->ready = (uint32_t *)sim_allocate(exec->count, sizeof *a->ready);
    a->ready_count = 0;
    for (size_t i = 0; i < exec->count; i++) {
        edges += exec->nodes[i].after_count;
        a->waits[i] = (uint32_t)exec->nodes[i].after_count;
        for (size_t k = 0; k < exec->nodes[i].after_count; k++) {
            a->first[exec->nodes[i].after[k] + 1]++;
        }
        if (!a->waits[i]) {
            a->ready[a->ready_count++] = (uint32_t)i;
        }
    }
    a->dependants = (uint32_t *)sim_allocate(edges, sizeof *a->dependants);
    next = (uint32_t *)sim_allocate(exec->count, sizeof *next);
    for (size_t i = 0; i < exec->count; i++) {
        a->first[i + 1] += a->first[i];
        next[i] = a->first[i];
    }
    for (size_t i = 0; i < exec->count; i++) {
        for (size_t k = 0; k < exec->nodes[i].after_count; k++) {
            a->dependants[next[exec->nodes[i].after[k]]++] = (uint32_t)i;
        }
    }
    free(next);
}

static void free_agenda(agenda *a)
{
    free(a->first);
    free(a->dependants);
    free(a->waits);
    free(a->ready);
}

static uint32_t take_ready(agenda *a)
{
    size_t at = 0;
    uint32_t node;
    if (sim_get_settings()->seed) {
        at = (size_t)(sim_random(sim_random_state()) % a->ready_count);
    } else {
        for (size_t i = 1; i < a->ready_count; i++) {
            at = a->ready[i] < a->ready[at] ? i : at;
        }
    }
    node = a->ready[at];
    a->ready[at] = a->ready[--a->ready_count];
    return node;
}

CUresult sim_run_plain(sim_exec *exec, size_t index, bool *waited)
{
    sim_kernel_run run = {0};
    sim_sets sets = {0};
    CUresult result;
    run.exec = exec;
    run.sets = &sets;
    run.waited = waited;
    run.launch = &exec->nodes[index].launch;
    run.title = sim_node_title(exec, index);
    run.seed = sim_get_settings()->seed ? sim_random(sim_random_state()) : 0;
    run.fill = 0xA5;
    result = sim_kernel_execute(&run);
    free(sets.sets);
    return result;
}

/* Part by part. What a part that ends the graph has written is shown with the whole launch. */
static CUresult run_fused(sim_exec *exec, size_t index, bool *waited)
{
    sim_node *node = &exec->nodes[index];
    sim_exec *parts = sim_match_fused(exec, index)->exec;
    CUresult result;
    sim_fused_give(node);
    parts->outer = exec;
    parts->pass++;
    result = sim_exec_run(parts);
    *waited = true; /* the text waits at its head for what any part would wait for, also one that is left out */
    exec->ended = exec->ended || parts->ended;
    return result;
}

static bool is_registered(const sim_exec *exec, size_t index, vgsim_node_kind kind)
{
    return exec->match && index < exec->match->graph->node_count && exec->match->graph->nodes[index].kind == kind;
}

static CUresult run_kernel(sim_exec *exec, size_t index, bool *waited)
{
    const sim_launch *launch = &exec->nodes[index].launch;
    bool checked = sim_check_applies(exec);
    CUresult result;
    if (!sim_function_loaded(launch->function_object) || !launch->bytes) {
        sim_problem("use after destroy", "%s runs a kernel whose module was unloaded by %s",
                    sim_node_title(exec, index), sim_call_words(launch->function_object->destroyed).text);
        return CUDA_ERROR_ILLEGAL_INSTRUCTION;
    }
    if (sim_launch_is_fused(launch)) {
        return run_fused(exec, index, waited);
    }
    checked = checked && !is_registered(exec, index, VGSIM_LINES_NODE);
    if (is_registered(exec, index, VGSIM_MOVE_NODE)) {
        checked = sim_check_copy_defined(exec, index) && checked; /* what is reported shows in no other way, too */
    }
    sim_memory_open();
    sim_memory_keep_around();
    if (exec->end_word && index + 1 == exec->match->graph->node_count) {
        result = sim_run_end(exec, index, waited);
    } else {
        result = checked ? sim_run_checked(exec, index, waited) : sim_run_plain(exec, index, waited);
    }
    sim_memory_check_around(sim_node_title(exec, index));
    sim_memory_close();
    sim_kernel_wrote(exec, index);
    return result;
}

static CUresult run_transfer(const sim_exec *exec, size_t index)
{
    const sim_node *node = &exec->nodes[index];
    bool copy = node->type == CU_GRAPH_NODE_TYPE_MEMCPY;
    if (copy ? sim_copy_check(&node->copy) : sim_fill_check(&node->fill)) {
        return CUDA_ERROR_ILLEGAL_ADDRESS;
    }
    (void)sim_check_copy_defined(exec, index);
    sim_memory_open();
    if (copy) {
        sim_copy_run(&node->copy);
    } else {
        sim_fill_run(&node->fill);
    }
    sim_memory_close();
    return CUDA_SUCCESS;
}

static CUresult run_call(const sim_exec *exec, size_t index)
{
    int answer;
    CUresult result = sim_run_call(exec, index, &answer);
    if (!result && answer) {
        sim_problem("failed call", "%s returns %d", sim_node_title(exec, index), answer);
        result = CUDA_ERROR_LAUNCH_FAILED;
    }
    return result;
}

/* An application's function cannot touch device memory, as between driver calls. */
void sim_call_host(const CUDA_HOST_NODE_PARAMS *host)
{
    unsigned depth = sim_memory_shut();
    sim_clock_give_back();
    host->fn(host->userData);
    sim_memory_reopen(depth);
}

static CUresult run_child(sim_exec *exec, sim_exec *child)
{
    child->outer = exec;
    child->pass++;
    return sim_exec_run(child);
}

static CUresult run_body(sim_exec *exec, uint32_t node, unsigned body)
{
    sim_exec *inner = exec->nodes[node].conditional.bodies[body];
    if (inner->match && sim_delay_stops(inner->match->graph->name)) {
        return CUDA_ERROR_LAUNCH_TIMEOUT;
    }
    sim_conditions_pass(exec, inner);
    return sim_exec_run(inner);
}

static CUresult run_while(sim_exec *exec, uint32_t node)
{
    const uint64_t most = sim_get_settings()->passes;
    CUresult result = CUDA_SUCCESS;
    unsigned value;
    for (uint64_t passes = 0; !result && (value = sim_condition_read(exec, node)) != 0; passes++) {
        if (passes == most) {
            sim_problem("hang", "%s has run %llu passes and its condition is still %u: set VGSIM_PASSES for more",
                        sim_node_title(exec, node), (unsigned long long)most, value);
            return CUDA_ERROR_LAUNCH_TIMEOUT;
        }
        result = run_body(exec, node, 0);
    }
    return result;
}

static CUresult run_conditional(sim_exec *exec, uint32_t node)
{
    const sim_conditional *c = &exec->nodes[node].conditional;
    unsigned value;
    if (c->type == CU_GRAPH_COND_TYPE_WHILE) {
        return run_while(exec, node);
    }
    value = sim_condition_read(exec, node);
    if (c->type == CU_GRAPH_COND_TYPE_IF) {
        value = value == 0;
    }
    return value < c->size ? run_body(exec, node, value) : CUDA_SUCCESS;
}

static void record_event(sim_object *object)
{
    sim_event *event = object->dead ? NULL : (sim_event *)object->data;
    if (!event) {
        sim_problem("use after destroy", "a graph records an event that was destroyed by %s",
                    sim_call_words(object->destroyed).text);
        return;
    }
    event->completed = ++event->recorded;
    clock_gettime(CLOCK_MONOTONIC, &event->at);
}

/* `waited` stays as it is unless it is a kernel. */
static CUresult run_kind(sim_exec *exec, size_t index, bool *waited)
{
    const sim_node *node = &exec->nodes[index];
    if (!node->enabled || (node->launch.most && !sim_grid_take(exec, (uint32_t)index))) {
        sim_node_skipped(exec, index);
        return CUDA_SUCCESS;
    }
    switch ((int)node->type) {
    case CU_GRAPH_NODE_TYPE_KERNEL:
        return sim_delay_stops(node->launch.function->name) ? CUDA_ERROR_LAUNCH_TIMEOUT
                                                            : run_kernel(exec, index, waited);
    case CU_GRAPH_NODE_TYPE_MEMCPY:
    case CU_GRAPH_NODE_TYPE_MEMSET:
        return run_transfer(exec, index);
    case SIM_CALL_NODE:
        return run_call(exec, index);
    case CU_GRAPH_NODE_TYPE_HOST:
        sim_call_host(&node->host);
        return CUDA_SUCCESS;
    case CU_GRAPH_NODE_TYPE_GRAPH:
        return run_child(exec, node->child);
    case CU_GRAPH_NODE_TYPE_CONDITIONAL:
        return run_conditional(exec, (uint32_t)index);
    case CU_GRAPH_NODE_TYPE_EVENT_RECORD:
        record_event(node->event);
        return CUDA_SUCCESS;
    default:
        return CUDA_SUCCESS;
    }
}

static CUresult run_node(sim_exec *exec, uint32_t index)
{
    const uint32_t word = sim_end_look(exec);
    bool waited = true;
    CUresult result;
    exec->current = index;
    sim_dependencies_start(exec, index);
    sim_traffic_begin(exec, index);
    result = run_kind(exec, index, &waited);
    sim_traffic_end(exec, index);
    sim_end_unchanged(exec, index, word);
    if (!result) {
        sim_dependencies_end(exec, index, waited);
    }
    return result;
}

/* ---- node by node ---- */

struct sim_progress {
    sim_exec *exec;
    agenda agenda;
    size_t left;
};

sim_progress *sim_exec_begin(sim_exec *exec)
{
    sim_progress *progress = (sim_progress *)sim_allocate(1, sizeof *progress);
    progress->exec = exec;
    progress->left = exec->count;
    exec->running = true;
    exec->end_word = sim_end_word(exec);
    exec->ended = false;
    sim_conditions_reset(exec);
    sim_dependencies_begin(exec);
    make_agenda(exec, &progress->agenda);
    return progress;
}

size_t sim_exec_left(const sim_progress *progress)
{
    return progress->left;
}

/* A disabled node keeps its place: what depends on it waits for what it depends on. */
CUresult sim_exec_step(sim_progress *progress)
{
    agenda *a = &progress->agenda;
    uint32_t node = take_ready(a);
    CUresult result = run_node(progress->exec, node);
    progress->left--;
    for (uint32_t k = a->first[node]; k < a->first[node + 1]; k++) {
        if (--a->waits[a->dependants[k]] == 0) {
            a->ready[a->ready_count++] = a->dependants[k];
        }
    }
    return result;
}

void sim_exec_end(sim_progress *progress)
{
    progress->exec->running = false;
    free_agenda(&progress->agenda);
    free(progress);
}

CUresult sim_exec_run(sim_exec *exec)
{
    CUresult result = CUDA_SUCCESS;
    sim_progress *progress = sim_exec_begin(exec);
    while (!result && sim_exec_left(progress)) {
        result = sim_exec_step(progress);
    }
    sim_exec_end(progress);
    return result;
}
