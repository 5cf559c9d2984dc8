/* SPDX-License-Identifier: 0BSD */
/* SPDX-FileCopyrightText: 2026 The vggen authors */
/* Bytes that nothing has defined: what a disabled node was to write as a whole, and `work` bytes after their node. They
 * hold junk, with a flag for each byte, so that a result which depends on them is found. Whatever may have been written
 * counts as defined. */
#define _GNU_SOURCE
#include "check/check.h"

#include <string.h>

#define JUNK 0xA5

static void flag(sim_instance *instance, const vgsim_range *range, bool undefined)
{
    uint8_t **flags = &instance->undefined[range->space];
    const uint64_t size = instance->program->spaces[range->space].size;
    const uint64_t last = range->last < size ? range->last : size;
    if (!*flags && undefined) {
        *flags = (uint8_t *)sim_allocate((size_t)size, 1);
    }
    if (*flags && range->first < last) {
        memset(*flags + range->first, undefined, (size_t)(last - range->first));
    }
}

static void destroy(sim_instance *instance, const vgsim_range *range)
{
    uint64_t base = instance->bases[range->space];
    if (base && range->first < range->last) {
        memset((void *)(uintptr_t)(base + range->first), JUNK, (size_t)(range->last - range->first));
        flag(instance, range, true);
    }
}

/* Transfers are switched off while nobody asks for them, and what they last brought stays. */
static bool is_transfer(const sim_node *node, const vgsim_node *registered)
{
    const sim_memory *from, *to;
    if (registered->kind == VGSIM_TRANSFER_NODE) {
        return true;
    }
    if (node->type != CU_GRAPH_NODE_TYPE_MEMCPY) {
        return false;
    }
    from = sim_memory_find(node->copy.from);
    to = sim_memory_find(node->copy.to);
    return !from || !to || from->kind != SIM_DEVICE_MEMORY || to->kind != SIM_DEVICE_MEMORY;
}

void sim_node_skipped(const sim_exec *exec, size_t index)
{
    const vgsim_node *node;
    if (!sim_check_applies(exec)) {
        return;
    }
    node = &exec->match->graph->nodes[index];
    if (is_transfer(&exec->nodes[index], node)) {
        return;
    }
    sim_memory_open();
    for (unsigned i = 0; i < node->range_count; i++) {
        const vgsim_range *range = &node->ranges[i];
        if ((range->access & VGSIM_WHOLE) && !(range->access & VGSIM_READ) &&
            !exec->match->program->spaces[range->space].pinned) {
            destroy(exec->match->instance, range);
        }
    }
    sim_memory_close();
}

void sim_kernel_wrote(const sim_exec *exec, size_t index)
{
    const vgsim_node *node;
    if (!exec->match) {
        sim_defined(0, UINT64_MAX); /* launched by itself: nobody knows what it writes */
        return;
    }
    node = &exec->match->graph->nodes[index];
    for (unsigned i = 0; i < node->range_count; i++) {
        if (node->ranges[i].access & (VGSIM_WRITE | VGSIM_WORK)) {
            flag(exec->match->instance, &node->ranges[i], (node->ranges[i].access & VGSIM_WORK) != 0);
        }
    }
}

/* A copy needs every byte that it is registered to read, except spare ones. */
bool sim_check_copy_defined(const sim_exec *exec, size_t index)
{
    const vgsim_node *node;
    bool all = true;
    if (!exec->match || sim_get_settings()->check != SIM_CHECK_FULL) {
        return true;
    }
    node = &exec->match->graph->nodes[index];
    for (unsigned i = 0; i < node->range_count; i++) {
        const vgsim_range *range = &node->ranges[i];
        const uint8_t *flags = exec->match->instance->undefined[range->space];
        const uint8_t *found = NULL;
        if (flags && (range->access & VGSIM_READ) && !(range->access & VGSIM_SPARE) && range->first < range->last) {
            found = (const uint8_t *)memchr(flags + range->first, 1, (size_t)(range->last - range->first));
        }
        if (found) {
            const uint64_t byte = (uint64_t)(found - flags);
            char what[256];
            sim_elements(exec->match->program, range->space, byte, byte + 1, range->buffer, what, sizeof what);
            sim_problem("undefined read", "%s copies %s, which nothing defined", sim_title(node), what);
            all = false;
        }
    }
    return all;
}
