/* SPDX-License-Identifier: MIT */
/* What the files of stage transport share. */
#ifndef TRANSPORT_PARTS_H
#define TRANSPORT_PARTS_H

#include <stdbool.h>

#include "arena.h"
#include "plan.h"

/* In which graphs each buffer crosses: bit 2 * graph + direction. */
typedef struct {
    size_t words;           /* of 64 bits for each buffer */
    uint64_t *bits;
} transport_sets;

transport_sets transport_no_sets(arena *a, const model *m);
bool transport_has(const transport_sets *s, uint32_t buffer, size_t graph, plan_direction direction);
bool transport_has_any(const transport_sets *s, uint32_t buffer);
/* Adds to `to` the graphs in which `from` has the buffer cross that way. */
void transport_take(const transport_sets *from, const transport_sets *to, uint32_t buffer, plan_direction direction);

/* Every buffer that crosses in some replayed graph, by what the steps touch and may write. */
transport_sets transport_crossings(arena *a, const model *m);

/* An order of some buffers, equal for the same model everywhere, in which those of each set make as few pieces as
 * possible (nearly, where the sets are many): members, changed in place. */
void transport_arrange(const model *m, const transport_sets *s, uint32_t *members, size_t count);

#endif
