/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The vggen authors */
/* toolkit.h - whether a CUDA toolkit is at hand, where vggen looks for one. */
#ifndef TOOLKIT_H
#define TOOLKIT_H

#include "base/run.h"

#include <stdbool.h>
#include <stdlib.h>

static inline bool has_toolkit(arena *keep)
{
    const char *home = getenv("CUDA_HOME");

    return (getenv("NVCC") != NULL && run_find(keep, getenv("NVCC")) != NULL) || run_find(keep, "nvcc") != NULL ||
           (home != NULL && run_find(keep, arena_printf(keep, "%s/bin/nvcc", home)) != NULL);
}

#endif
