/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The vggen authors */
/* What the files of stage traffic share. */
#ifndef TRAFFIC_PARTS_H
#define TRAFFIC_PARTS_H

#include <stdbool.h>

#include "base/arena.h"
#include "plan/plan.h"

/* In which graphs each buffer crosses: bit 2 * graph + direction. */
typedef struct {
    size_t words;           /* of 64 bits for each buffer */
    uint64_t *bits;
} traffic_sets;

/* In a graph that touches it (up) or may write it (down). */
bool traffic_crosses(const model_buffer *b, plan_direction direction);

traffic_sets traffic_no_sets(arena *a, const model *m);
bool traffic_has(const traffic_sets *s, uint32_t buffer, size_t graph, plan_direction direction);
bool traffic_has_any(const traffic_sets *s, uint32_t buffer);
/* Adds to `to` the graphs in which `from` has the buffer cross that way. */
void traffic_take(const traffic_sets *from, const traffic_sets *to, uint32_t buffer, plan_direction direction);

/* What can be one piece: the same sets where no buffer has TRANSPORT_KERNEL, else twice as many, those of the buffers
 * that have it that way after the others. */
traffic_sets traffic_by_transport(arena *a, const model *m, const plan *p, const traffic_sets *from);

/* Every buffer that crosses in some replayed graph, by what the steps touch and may write. */
traffic_sets traffic_crossings(arena *a, const model *m);

/* An order of some buffers, equal for the same model everywhere, in which those of each set make as few pieces as
 * possible (nearly, where the sets are many): members, changed in place. */
void traffic_arrange(const model *m, const traffic_sets *s, uint32_t *members, size_t count);

#endif
