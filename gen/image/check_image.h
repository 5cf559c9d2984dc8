/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The vggen authors */
/* Stage check_image: the checks that need the compiled kernels. */
#ifndef CHECK_IMAGE_H
#define CHECK_IMAGE_H

#include "base/arena.h"
#include "image/image.h"
#include "spec/model.h"

void check_image(arena *a, diag *d, const model *m, const image *i);

/* One of the kernels that the image lists. */
void check_image_kernel(arena *a, diag *d, const model *m, const image *i, uint32_t k);

#endif
