/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The vggen authors */
/* The blocks that kernels with `tune:` may have, against their machine code. */
#ifndef CANDIDATES_H
#define CANDIDATES_H

#include "image/image.h"

/* Whether nothing decides yet about the block of some kernel. */
bool candidates_open(const model *m);

/* For these kernels, as far as there is machine code: the block with which most warps are on a multiprocessor at once,
 * by the first target that has some. Of equals, the one whose threads are nearest to 256. */
const model_given_block *candidates_by_occupancy(arena *a, model *m, const image *i, size_t *count);

/* Checks each launch with each block, and keeps what is wrong in model_candidate.refused. The model is as before. */
void candidates_check(arena *a, model *m, const image *i);

#endif
