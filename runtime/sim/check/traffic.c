/* SPDX-License-Identifier: 0BSD */
/* SPDX-FileCopyrightText: 2026 The vggen authors */
/* What crosses the bus, for tests: the bytes of buffers in pinned memory that each node has really read or written. A
 * copy is one transfer, and so is a launch that copies; any other kernel has one for each buffer that it reached. The
 * kernel that copies is the generator's own and has no hooks: it counts with what it is registered for, which is
 * compared with what it has done where the node is checked. */
#include "check/check.h"

static vgsim_traffic *counted;

void vgsim_count_traffic(vgsim_traffic *to)
{
    counted = to;
}

static void touch_rows(uint64_t address, const sim_copy *copy, uint64_t pitch, uint64_t layer, unsigned how)
{
    for (uint64_t z = 0; z < copy->layers; z++) {
        for (uint64_t y = 0; y < copy->rows; y++) {
            sim_bus_touch(address + z * layer + y * pitch, copy->width, how);
        }
    }
}

static void touch_ranges(const sim_match *match, const vgsim_node *node)
{
    for (unsigned i = 0; i < node->range_count; i++) {
        const vgsim_range *range = &node->ranges[i];
        const uint64_t base = match->instance->bases[range->space];
        if (base && match->program->spaces[range->space].pinned) {
            sim_bus_touch(base + range->first, range->last - range->first, range->access & (VGSIM_READ | VGSIM_WRITE));
        }
    }
}

void sim_traffic_begin(const sim_exec *exec, size_t index)
{
    const sim_node *node = &exec->nodes[index];
    if (!counted) {
        return;
    }
    sim_bus_begin(exec->match && index < exec->match->graph->node_count && node->enabled);
    if (node->enabled && exec->match && index < exec->match->graph->node_count &&
        exec->match->graph->nodes[index].kind == VGSIM_TRANSFER_NODE) {
        touch_ranges(exec->match, &exec->match->graph->nodes[index]);
    }
    if (node->type == CU_GRAPH_NODE_TYPE_MEMCPY) {
        touch_rows(node->copy.from, &node->copy, node->copy.from_pitch, node->copy.from_layer, VGSIM_READ);
        touch_rows(node->copy.to, &node->copy, node->copy.to_pitch, node->copy.to_layer, VGSIM_WRITE);
    }
}

typedef struct {
    uint64_t buffers, bytes;
} sum;

/* Of all buffers in pinned memory. */
static sum touched_buffers(const sim_match *match, unsigned how)
{
    sum found = {0, 0};
    for (unsigned i = 0; i < match->program->buffer_count; i++) {
        const vgsim_buffer *buffer = &match->program->buffers[i];
        const uint64_t base = match->instance->bases[buffer->space];
        uint64_t bytes = 0;
        if (base && match->program->spaces[buffer->space].pinned &&
            match->program->spaces[buffer->space].pinned != VGSIM_MIRROR) {
            bytes = sim_bus_touched(base + buffer->offset, buffer->bytes, how);
        }
        found.buffers += bytes > 0 ? 1 : 0;
        found.bytes += bytes;
    }
    return found;
}

void sim_traffic_end(const sim_exec *exec, size_t index)
{
    const sim_match *match = exec->match;
    if (!counted || !match || index >= match->graph->node_count || !exec->nodes[index].enabled) {
        return;
    }
    const vgsim_node_kind kind = match->graph->nodes[index].kind;
    const bool one = kind == VGSIM_COPY_NODE || kind == VGSIM_TRANSFER_NODE;
    if (kind == VGSIM_END_NODE || kind == VGSIM_CONDITIONAL_NODE || kind == VGSIM_FUSED_NODE) {
        return;
    }
    const sum up = touched_buffers(match, VGSIM_READ), down = touched_buffers(match, VGSIM_WRITE);
    counted->uploads += one && up.buffers > 0 ? 1 : up.buffers;
    counted->upload_bytes += up.bytes;
    counted->downloads += one && down.buffers > 0 ? 1 : down.buffers;
    counted->download_bytes += down.bytes;
}
