/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The vggen authors */
/* Fills and copies that are launches of vg_fill and vg_copy: what these kernels do with their arguments is what the
 * step says. Their threads go on until all bytes are done, so that any grid that is not empty covers them. */
#include <string.h>

#include "verify/parts.h"

/* Whether the node launches that kernel of the generator's, with three arguments: where to, a pointer or a number of
 * eight bytes, and how many bytes. */
static bool launches(const verifier *v, const plan_node *node, const char *file, bool second_pointer)
{
    const model_kernel *k = node->kind == PLAN_KERNEL ? v->p->kernels[node->kernel] : NULL;
    bool right = k != NULL && k->builtin != NULL && strcmp(k->builtin, file) == 0 && !k->cooperative &&
                 k->cluster_size[0] == 0 && k->param_count == 3 && node->argument_count == 3;
    for (size_t i = 0; right && i < 3; i++) {
        const plan_argument *a = &node->arguments[i];
        bool pointer = i == 0 || (i == 1 && second_pointer);
        right = a->pointer == pointer && a->setting == MODEL_NONE && a->condition == MODEL_NONE && !a->grid &&
                (k->params[i].access != ACCESS_VALUE) == pointer && !k->params[i].condition &&
                (pointer || (a->type->size == 8 && k->params[i].type->size == 8 && a->value != NULL));
    }
    return right;
}

/* Some blocks in a row, which have all their threads and follow no setting. */
static bool has_plain_grid(const plan_node *node)
{
    bool plain = node->grid[0] >= 1 && node->grid[0] <= PLAN_COPY_MOST_BLOCKS && node->block[0] == PLAN_COPY_BLOCK;
    for (size_t i = 0; i < 3; i++)
        plain = plain && node->grid_varies[i] == NULL && (i == 0 || (node->grid[i] == 1 && node->block[i] == 1));
    return plain && node->shared_varies == NULL && node->shared_bytes == 0 && !node->resident &&
           node->condition == MODEL_NONE;
}

static bool points_at(const plan_argument *a, uint32_t buffer, uint64_t first)
{
    return a->buffer == buffer && a->first == first;
}

static bool is_number(const plan_argument *a, uint64_t number)
{
    for (size_t i = 0; i < 8; i++) {
        if (a->value[i] != (number >> 8 * i & 0xffu))
            return false;
    }
    return true;
}

bool verify_is_fill_launch(const verifier *v, const plan_node *node)
{
    return launches(v, node, "fill.cu", false);
}

/* Byte i of what it sets is byte i % 8 of its second argument: after 8 times the pattern's size both begin again. What
 * reports say of the node is the same. */
bool verify_launch_fills(const plan_node *node, const unsigned char *pattern, uint32_t size, uint32_t buffer,
                         uint64_t first, uint64_t last)
{
    const unsigned char *eight = node->arguments[1].value;
    if (!has_plain_grid(node) || !points_at(&node->arguments[0], buffer, first) ||
        !is_number(&node->arguments[2], last - first))
        return false;
    for (uint64_t i = 0; i < last - first && i < UINT64_C(8) * size; i++) {
        if (eight[i % 8] != pattern[i % size])
            return false;
    }
    return node->to == buffer && node->to_first == first && node->element > 0 && node->pitch == node->element &&
           node->count * node->element == last - first;
}

bool verify_launch_copies(const verifier *v, const plan_node *node)
{
    return launches(v, node, "copy.cu", true) && has_plain_grid(node) &&
           points_at(&node->arguments[0], node->to, node->to_first) &&
           points_at(&node->arguments[1], node->from, node->from_first) && is_number(&node->arguments[2], node->bytes);
}
