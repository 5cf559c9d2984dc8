/* SPDX-License-Identifier: MIT */
/* Stage check_image: the checks that need the compiled kernels. */
#ifndef CHECK_IMAGE_H
#define CHECK_IMAGE_H

#include "arena.h"
#include "image.h"
#include "model.h"

void check_image(arena *a, diag *d, const model *m, const image *i);

#endif
