/* SPDX-License-Identifier: 0BSD */
/* SPDX-FileCopyrightText: 2026 The vggen authors */
/* A fused launch, whose blocks run other kernels one after the other, as an exec: a node for each part, behind those
 * from which a barrier separates it. So each part is checked like a step of its own, and what no barrier orders runs in
 * an order that the seed chooses. The launch's own code is never looked at. */
#define _GNU_SOURCE
#include "graph/graph.h"

#include <stdlib.h>
#include <string.h>

bool sim_launch_is_fused(const sim_launch *launch)
{
    return launch->function && sim_function_loaded(launch->function_object) && launch->function->host &&
           launch->function->host->fused;
}

sim_exec *sim_node_inner(const sim_node *node, unsigned body)
{
    if (node->fused) {
        return body == 0 ? node->fused->exec : NULL;
    }
    return node->conditional.bodies && body < node->conditional.size ? node->conditional.bodies[body] : NULL;
}

/* ---- how it is made ---- */

static size_t count_launches(const vgsim_parts *parts)
{
    size_t count = 0;
    for (unsigned i = 0; i < parts->count; i++) {
        count += parts->parts[i].kind == VGSIM_LAUNCH_PART;
        for (unsigned b = 0; b < parts->parts[i].body_count; b++) {
            count += count_launches(&parts->parts[i].bodies[b]);
        }
    }
    return count;
}

/* Behind each barrier of a block, all parts that lie between this one and the one before it. */
static void order_parts(sim_exec *exec, const vgsim_parts *list)
{
    unsigned before = 0, group = 0; /* where the parts begin that are behind the last barrier, and those before it */
    for (unsigned i = 0; i < list->count; i++) {
        const vgsim_part *part = &list->parts[i];
        sim_node *node = &exec->nodes[i];
        if (i == 0 || part->block != list->parts[i - 1].block) {
            before = group = i;
        } else if (!part->apart) {
            before = group;
            group = i;
        }
        node->after = (uint32_t *)sim_allocate(group - before, sizeof *node->after);
        node->ports = (uint8_t *)sim_allocate(group - before, sizeof *node->ports);
        for (unsigned k = before; k < group; k++) {
            node->after[node->after_count++] = k;
        }
    }
}

static void make_launch(sim_fused *fused, sim_node *node, const sim_launch *outer, const vgsim_part *part)
{
    sim_function *function = sim_image_add(&fused->image, part->entry, strlen(part->entry));
    for (unsigned i = 0; i < part->given_count; i++) {
        (void)sim_image_param(function, i, 0, part->given[i].bytes);
    }
    sim_image_lay_out(function);
    function->host = sim_part_kernel(part);
    function->context = outer->function->context;
    node->type = CU_GRAPH_NODE_TYPE_KERNEL;
    node->launch.function = function;
    node->launch.function_object = outer->function_object;
    for (unsigned i = 0; i < 3; i++) {
        node->launch.grid[i] = part->grid[i];
        node->launch.block[i] = part->threads[i];
    }
    node->launch.dynamic_shared = part->shared_bytes;
    sim_launch_make_room(&node->launch);
}

static CUgraphConditionalNodeType type_of(vgsim_part_kind kind)
{
    return kind == VGSIM_WHILE_PART ? CU_GRAPH_COND_TYPE_WHILE
           : kind == VGSIM_IF_PART  ? CU_GRAPH_COND_TYPE_IF
                                    : CU_GRAPH_COND_TYPE_SWITCH;
}

static sim_exec *make_list(sim_fused *fused, sim_condition *conditions, const sim_launch *outer,
                           const vgsim_parts *list);

static void make_choice(sim_fused *fused, sim_condition *conditions, sim_exec *home, sim_node *node,
                        const sim_launch *outer, const vgsim_part *part)
{
    sim_conditional *c = &node->conditional;
    node->type = CU_GRAPH_NODE_TYPE_CONDITIONAL;
    c->type = type_of(part->kind);
    c->handle = &fused->handles[part->condition];
    c->size = part->body_count;
    c->bodies = (sim_exec **)sim_allocate(c->size, sizeof *c->bodies);
    conditions[part->condition].home = home;
    for (unsigned b = 0; b < c->size; b++) {
        c->bodies[b] = make_list(fused, conditions, outer, &part->bodies[b]);
    }
}

static sim_exec *make_list(sim_fused *fused, sim_condition *conditions, const sim_launch *outer,
                           const vgsim_parts *list)
{
    sim_exec *exec = (sim_exec *)sim_allocate(1, sizeof *exec);
    exec->references = 1;
    exec->parts = true;
    exec->count = list->count;
    exec->nodes = (sim_node *)sim_allocate(list->count, sizeof *exec->nodes);
    for (unsigned i = 0; i < list->count; i++) {
        sim_node *node = &exec->nodes[i];
        node->index = i;
        node->enabled = true;
        if (list->parts[i].kind == VGSIM_LAUNCH_PART) {
            make_launch(fused, node, outer, &list->parts[i]);
        } else {
            make_choice(fused, conditions, exec, node, outer, &list->parts[i]);
        }
    }
    order_parts(exec, list);
    return exec;
}

static sim_fused *make(const sim_launch *outer)
{
    sim_fused *fused = (sim_fused *)sim_allocate(1, sizeof *fused);
    const vgsim_fused *table = outer->function->host->fused;
    sim_condition *conditions = (sim_condition *)sim_allocate(table->condition_count, sizeof *conditions);
    fused->table = table;
    fused->image.capacity = count_launches(&table->parts);
    fused->image.functions = (sim_function *)sim_allocate(fused->image.capacity, sizeof *fused->image.functions);
    fused->handles = (sim_object *)sim_allocate(table->condition_count, sizeof *fused->handles);
    for (unsigned i = 0; i < table->condition_count; i++) {
        fused->handles[i].kind = SIM_HANDLE;
        conditions[i].handle = &fused->handles[i];
        conditions[i].first = table->conditions[i];
        conditions[i].assigned = true;
    }
    fused->exec = make_list(fused, conditions, outer, &table->parts);
    fused->exec->conditions = conditions;
    fused->exec->condition_count = table->condition_count;
    return fused;
}

sim_fused *sim_fused_of(sim_node *node)
{
    if (node->fused && node->fused->table != node->launch.function->host->fused) {
        sim_fused_free(node->fused);
        node->fused = NULL;
    }
    if (!node->fused) {
        node->fused = make(&node->launch);
    }
    return node->fused;
}

void sim_fused_free(sim_fused *fused)
{
    if (fused) {
        sim_exec_release(fused->exec);
        sim_image_free(&fused->image);
        free(fused->handles);
        free(fused);
    }
}

/* ---- what its parts are given ---- */

static void give(const sim_fused *fused, const sim_launch *outer, const vgsim_given *given, void *to)
{
    uint64_t address;
    if (given->kind == VGSIM_CONDITION) {
        address = (uint64_t)(uintptr_t)&fused->handles[given->index];
        memcpy(to, &address, sizeof address);
    } else if (given->kind == VGSIM_LOADED) {
        memcpy(&address, outer->parameters[given->index], sizeof address);
        memcpy(to, (const void *)(uintptr_t)(address + given->offset), given->bytes);
    } else {
        memcpy(to, outer->parameters[given->index], given->bytes);
    }
}

static bool is_on(const sim_fused *fused, const sim_launch *outer, const vgsim_given *when)
{
    unsigned char bytes[sizeof(uint64_t)] = {1};
    uint32_t on;
    if (when) {
        give(fused, outer, when, bytes);
    }
    memcpy(&on, bytes, sizeof on);
    return on != 0;
}

static void give_list(const sim_fused *fused, const sim_launch *outer, sim_exec *exec, const vgsim_parts *list)
{
    for (unsigned i = 0; i < list->count; i++) {
        const vgsim_part *part = &list->parts[i];
        sim_node *node = &exec->nodes[i];
        node->enabled = is_on(fused, outer, part->when);
        node->launch.function_object = outer->function_object;
        for (unsigned k = 0; k < part->given_count; k++) {
            give(fused, outer, &part->given[k], node->launch.parameters[k]);
        }
        for (unsigned b = 0; b < part->body_count; b++) {
            give_list(fused, outer, node->conditional.bodies[b], &part->bodies[b]);
        }
    }
}

void sim_fused_give(const sim_node *node)
{
    sim_memory_open();
    give_list(node->fused, &node->launch, node->fused->exec, &node->fused->table->parts);
    sim_memory_close();
}
