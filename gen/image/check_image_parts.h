/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The vggen authors */
/* What the files of check_image share. */
#ifndef CHECK_IMAGE_PARTS_H
#define CHECK_IMAGE_PARTS_H

#include "image/check_image.h"

typedef struct {
    arena *memory;
    diag *d;
    const model *m;
    const image *i;
} image_checker;

/* A kernel with what its machine code says. */
typedef struct {
    const model_kernel *k;
    const image_kernel *found;
    uint32_t index;
} image_subject;

/* ---- check_image_walk.c ---- */

/* "2 x 1 x 1". */
const char *check_image_extent(const image_checker *c, const uint32_t extent[3]);
/* Where the spec names the kernel's entry. */
span check_image_entry(const model_kernel *k);

/* Calls back for each launch of the kernel. A fault in what the kernel says itself is reported for its first launch
 * only, one in what a launch overrides for each. */
typedef bool (*image_launch_check)(const image_checker *c, const image_subject *s, const model_step *step);
void check_image_launches(const image_checker *c, const image_subject *s, image_launch_check check,
                          bool (*overrides)(const model_step *));
/* "in this launch" under the last message. */
void check_image_note_launch(const image_checker *c, const model_step *step);

/* ---- check_image_source.c ---- */

/* Whether the text declares a __constant__ variable of this name with a value. *line: where it declares one without; it
 * stays as it is where there is none. */
bool check_image_has_value(const char *text, const char *name, uint32_t *line);

/* ---- the checks: each of one kernel ---- */

void check_image_param_count(const image_checker *c, const image_subject *s);
void check_image_param_size(const image_checker *c, const image_subject *s);
void check_image_allocation(const image_checker *c, const image_subject *s);
void check_image_module_variable(const image_checker *c, const image_subject *s);
void check_image_unset_constant(const image_checker *c, const image_subject *s);
void check_image_block_required(const image_checker *c, const image_subject *s);
void check_image_launch_bounds(const image_checker *c, const image_subject *s);
void check_image_shared_limit(const image_checker *c, const image_subject *s);
void check_image_shared_missing(const image_checker *c, const image_subject *s);
/* How the kernel is launched: the whole grid at once, in clusters. */
void check_image_grid_sync(const image_checker *c, const image_subject *s);
void check_image_cluster(const image_checker *c, const image_subject *s);
void check_image_residency(const image_checker *c, const image_subject *s);

/* Of all of them, and of constants. */
void check_image_size(const image_checker *c);

#endif
