/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The vggen authors */
/* Fills and copies within device memory as launches of vg_fill and vg_copy. A launch has programmatic edges, may be a
 * part of a fused one, and lets a replay end with a kernel.
 *
 * Measured on an H200, medians in us of a chain of four steps of one block and an end node, which takes 7.4 with
 * programmatic edges: with a node of the driver's / a launch in its middle: fill of 256 bytes 9.3 / 7.7, of 4 KiB 10.0
 * / 7.7, of 64 KiB 8.7 / 7.7, of 1 MiB 9.0 / 8.4; copy 8.6 / 7.8, 8.6 / 8.0, 8.8 / 8.2, 9.0 / 9.7. At its end, with the
 * end node behind it: fill 9.4 / 7.7, 9.7 / 7.7, 8.5 / 7.8, 8.6 / 8.3; copy 8.4 / 7.9, 8.4 / 7.8, 8.6 / 8.1, 8.7 / 9.5.
 * In front of it a launch of up to 64 KiB takes 0.1 to 0.8 less. In the body of a loop, by ordinary edges, both take
 * the same within 0.2. Elsewhere a launch with ordinary edges takes up to 1 more than a node between programmatic ones.
 */
#include <string.h>

#include "plan/lower_parts.h"
#include "spec/builtin.h"

#define COPY_FILE "copy.cu"
#define COPY_NAME "vg_copy"
#define FILL_FILE "fill.cu"
#define FILL_NAME "vg_fill"

#define PATTERN_BYTES 8u /* of vg_fill */

model_param lower_param(const char *name, model_access access, scalar type, span at)
{
    return (model_param){.name = name, .at = at, .type_at = at, .access = access, .type = model_type_scalar(type)};
}

static uint32_t take_kernel(lowering *l, const char *file, const char *name, const model_param params[3], span at)
{
    uint32_t found = plan_find_kernel(l->p, file, name);

    return found != MODEL_NONE
               ? found
               : plan_add_kernel(l->p, builtin_kernel(l->memory, file, name, PLAN_COPY_BLOCK, params, 3, at));
}

uint32_t lower_copy_kernel(lowering *l, span at)
{
    const model_param params[] = {lower_param("to", ACCESS_OUT, SCALAR_U8, at),
                                  lower_param("from", ACCESS_IN, SCALAR_U8, at),
                                  lower_param("bytes", ACCESS_VALUE, SCALAR_U64, at)};

    return take_kernel(l, COPY_FILE, COPY_NAME, params, at);
}

static uint32_t fill_kernel(lowering *l, span at)
{
    const model_param params[] = {lower_param("to", ACCESS_OUT, SCALAR_U8, at),
                                  lower_param("pattern", ACCESS_VALUE, SCALAR_U64, at),
                                  lower_param("bytes", ACCESS_VALUE, SCALAR_U64, at)};

    return take_kernel(l, FILL_FILE, FILL_NAME, params, at);
}

bool lower_copies_by_launch(const lowering *l, uint64_t bytes)
{
    return l->launches && bytes <= PLAN_LAUNCH_BYTES;
}

bool lower_fills_by_launch(const lowering *l, const unsigned char *pattern, uint32_t size, uint64_t bytes)
{
    return lower_copies_by_launch(l, bytes) && PATTERN_BYTES % lower_period(pattern, size) == 0;
}

/* Also its grid: a block for each PLAN_COPY_BLOCK pieces of 16 bytes. */
static void begin_launch(lowering *l, plan_node *node, uint32_t kernel, uint64_t bytes)
{
    uint64_t of_block = (uint64_t)PLAN_COPY_BLOCK * PLAN_COPY_THREAD_BYTES, blocks = (bytes + of_block - 1) / of_block;

    node->kind = PLAN_KERNEL;
    node->kernel = kernel;
    node->grid[0] = (uint32_t)(blocks < PLAN_COPY_MOST_BLOCKS ? blocks : PLAN_COPY_MOST_BLOCKS);
    node->block[0] = PLAN_COPY_BLOCK;
    node->grid[1] = node->grid[2] = node->block[1] = node->block[2] = 1;
    node->argument_count = l->p->kernels[kernel]->param_count;
    node->arguments = ARENA_ARRAY(l->memory, plan_argument, node->argument_count);
    for (size_t i = 0; i < node->argument_count; i++) {
        const model_param *param = &l->p->kernels[kernel]->params[i];
        node->arguments[i] = (plan_argument){.pointer = param->access != ACCESS_VALUE,
                                             .parameter = param->name,
                                             .type = param->type,
                                             .setting = MODEL_NONE,
                                             .condition = MODEL_NONE};
    }
}

static void set_pointer(plan_argument *argument, uint32_t buffer, uint64_t first)
{
    argument->buffer = buffer;
    argument->first = first;
}

static void set_number(lowering *l, plan_argument *argument, uint64_t number)
{
    unsigned char *value = ARENA_ARRAY(l->memory, unsigned char, sizeof number);

    for (size_t i = 0; i < sizeof number; i++)
        value[i] = (unsigned char)(number >> 8 * i);
    argument->value = value;
}

void lower_launch_copy(lowering *l, plan_node *node)
{
    begin_launch(l, node, lower_copy_kernel(l, node->at), node->bytes);
    set_pointer(&node->arguments[0], node->to, node->to_first);
    set_pointer(&node->arguments[1], node->from, node->from_first);
    set_number(l, &node->arguments[2], node->bytes);
}

/* The widest elements that make up the bytes, up to those after which the pattern repeats or four bytes. */
static uint32_t element_of(uint32_t period, uint64_t bytes)
{
    uint32_t element = period > 4 ? period : 4;

    while (bytes % element != 0)
        element /= 2;
    return element;
}

void lower_launch_fill(lowering *l, plan_node *node, uint32_t buffer, uint64_t first, const unsigned char *pattern,
                       uint32_t size, uint64_t bytes)
{
    uint32_t period = lower_period(pattern, size);
    uint64_t number = 0;

    for (uint32_t i = 0; i < PATTERN_BYTES; i++)
        number |= (uint64_t)pattern[i % period] << 8 * i;
    begin_launch(l, node, fill_kernel(l, node->at), bytes);
    node->to = buffer;
    node->to_first = first;
    node->element = element_of(period, bytes);
    node->pitch = node->element;
    node->count = bytes / node->element;
    set_pointer(&node->arguments[0], buffer, first);
    set_number(l, &node->arguments[1], number);
    set_number(l, &node->arguments[2], bytes);
}
