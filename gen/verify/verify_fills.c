/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The vggen authors */
/* Whether a fill node sets the bytes that it stands for: of a step's fill, or of a clear that the generator added. */
#include "verify/parts.h"

/* Whether the node sets bytes of the buffer, every `pitch` bytes, as the pattern has them from `first` on, and can do
 * so: the driver wants the address to be a multiple of the element. */
static bool fill_holds(const verifier *v, const plan_node *node, const unsigned char *pattern, uint32_t size,
                       uint64_t first)
{
    uint64_t address = v->p->places[node->to].offset + node->to_first;
    if (node->count == 0 || node->to_first < first || node->pitch < node->element || address % node->element != 0 ||
        node->pitch % node->element != 0)
        return false;
    for (uint64_t i = 0; i < size && i < node->count; i++) { /* after `size` elements the pattern begins again */
        for (uint32_t byte = 0; byte < node->element; byte++) {
            uint64_t at = node->to_first - first + i * node->pitch + byte;
            if (pattern[at % size] != (node->value >> 8 * byte & 0xffu))
                return false;
        }
    }
    return true;
}

/* Node `part` of `parts`, which each set an element of every `parts`: together, all of [first, last). */
bool verify_is_part_fill(const verifier *v, const plan_node *node, size_t part, size_t parts,
                         const unsigned char *pattern, uint32_t size, uint32_t buffer, uint64_t first, uint64_t last)
{
    uint64_t length = last - first, pitch = (uint64_t)node->element * parts;
    return node->kind == PLAN_FILL && node->to == buffer && node->pitch == pitch && length % pitch == 0 &&
           node->count == length / pitch && node->to_first == first + part * node->element &&
           fill_holds(v, node, pattern, size, first);
}

bool verify_is_whole_fill(const verifier *v, const plan_node *node, const unsigned char *pattern, uint32_t size,
                          uint32_t buffer, uint64_t first, uint64_t last)
{
    return verify_is_part_fill(v, node, 0, 1, pattern, size, buffer, first, last);
}
