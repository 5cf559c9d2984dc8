/* SPDX-License-Identifier: 0BSD */
/* SPDX-FileCopyrightText: 2026 The vggen authors */
/* Snapshots of graphs, as they are taken at instantiation; paths of edges and titles of nodes in them. */
#define _GNU_SOURCE
#include "graph/graph.h"

#include <stdlib.h>
#include <string.h>

void sim_node_copy(sim_node *to, const sim_node *from)
{
    *to = *from;
    to->graph = NULL;
    to->fused = NULL;
    to->after = (uint32_t *)sim_allocate(from->after_count, sizeof *to->after);
    memcpy(to->after, from->after, from->after_count * sizeof *to->after);
    to->ports = (uint8_t *)sim_allocate(from->after_count, sizeof *to->ports);
    memcpy(to->ports, from->ports, from->after_count * sizeof *to->ports);
    sim_launch_copy(&to->launch, &from->launch);
    if (to->child) {
        to->child->references++;
    }
    if (to->call) {
        to->call->references++;
    }
}

/* Do all nodes disappear when nodes without dependencies are removed again and again? */
static bool acyclic(const sim_graph *graph)
{
    uint8_t *taken = (uint8_t *)sim_allocate(graph->count, 1);
    size_t left = graph->count;
    bool progress = true;
    while (left && progress) {
        progress = false;
        for (size_t i = 0; i < graph->count; i++) {
            bool ready = !taken[i];
            for (size_t k = 0; ready && k < graph->nodes[i]->after_count; k++) {
                ready = taken[graph->nodes[i]->after[k]] != 0;
            }
            if (ready) {
                taken[i] = 1;
                left--;
                progress = true;
            }
        }
    }
    free(taken);
    return left == 0;
}

/* False: a body has a cycle. */
static bool copy_bodies(sim_node *to, const sim_node *from)
{
    to->conditional.bodies = (sim_exec **)sim_allocate(to->conditional.size, sizeof *to->conditional.bodies);
    for (unsigned b = 0; b < to->conditional.size; b++) {
        to->conditional.bodies[b] = sim_exec_new(from->conditional.graphs[b]);
        if (!to->conditional.bodies[b]) {
            return false;
        }
    }
    return true;
}

sim_exec *sim_exec_new(const sim_graph *graph)
{
    bool good = true;
    sim_exec *exec;
    if (!acyclic(graph)) {
        return NULL;
    }
    exec = (sim_exec *)sim_allocate(1, sizeof *exec);
    exec->references = 1;
    sim_users_copy(&exec->users, &graph->users);
    exec->count = graph->count;
    exec->nodes = (sim_node *)sim_allocate(graph->count, sizeof *exec->nodes);
    for (size_t i = 0; i < graph->count; i++) {
        sim_node_copy(&exec->nodes[i], graph->nodes[i]);
        if (exec->nodes[i].type == CU_GRAPH_NODE_TYPE_CONDITIONAL) {
            good = copy_bodies(&exec->nodes[i], graph->nodes[i]) && good;
        }
    }
    if (!good) {
        sim_exec_release(exec);
        return NULL;
    }
    return exec;
}

static void free_match(sim_match *match)
{
    if (match) {
        sim_instance_release(match->instance);
        free(match);
    }
}

void sim_exec_release(sim_exec *exec)
{
    if (--exec->references) {
        return;
    }
    for (size_t i = 0; i < exec->count; i++) {
        sim_conditional *c = &exec->nodes[i].conditional;
        for (unsigned b = 0; c->bodies && b < c->size; b++) {
            if (c->bodies[b]) {
                sim_exec_release(c->bodies[b]);
            }
        }
        free(c->bodies);
        free(exec->nodes[i].after);
        free(exec->nodes[i].ports);
        sim_fused_free(exec->nodes[i].fused);
        sim_launch_free(&exec->nodes[i].launch);
        sim_call_release(exec->nodes[i].call);
        if (exec->nodes[i].child) {
            sim_exec_release(exec->nodes[i].child);
        }
    }
    free_match(exec->match);
    sim_users_release(&exec->users);
    free(exec->conditions);
    free(exec->known);
    free(exec->nodes);
    free(exec);
}

/* Searches backwards from the second node, which usually has few ancestors. */
bool sim_ordered(const sim_exec *exec, uint32_t first, uint32_t second)
{
    uint8_t *seen = (uint8_t *)sim_allocate(exec->count, 1);
    uint32_t *open = (uint32_t *)sim_allocate(exec->count, sizeof *open);
    size_t count = 0;
    open[count++] = second;
    while (count && !seen[first]) {
        const sim_node *node = &exec->nodes[open[--count]];
        for (size_t k = 0; k < node->after_count; k++) {
            if (!seen[node->after[k]]) {
                seen[node->after[k]] = 1;
                open[count++] = node->after[k];
            }
        }
    }
    count = seen[first];
    free(open);
    free(seen);
    return count != 0;
}

const char *sim_node_title(const sim_exec *exec, size_t index)
{
    const sim_node *node = &exec->nodes[index];
    if (exec->match) {
        return sim_title(&exec->match->graph->nodes[index]);
    }
    if (node->type == CU_GRAPH_NODE_TYPE_KERNEL && sim_function_loaded(node->launch.function_object)) {
        return node->launch.function->name;
    }
    if (node->call) {
        return node->call->title;
    }
    return node->type == CU_GRAPH_NODE_TYPE_CONDITIONAL ? "a conditional node" : "a node";
}
