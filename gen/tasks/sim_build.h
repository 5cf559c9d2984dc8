/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The vggen authors */
/* --sim-build: the CPU device and a program's kernels for it, compiled. */
#ifndef SIM_BUILD_H
#define SIM_BUILD_H

#include <stdbool.h>

#include "base/arena.h"
#include "base/diag.h"
#include "image/image.h"

typedef struct {
    const char *program;
    const char *sources; /* the spec's folder, where kernels are included from */
    const char *folder;  /* where NAME_sim.cpp lies and the libraries go */
    const char *runtime; /* where the runtime's sources are */
    const image *image;  /* its modules */
    const model *m;      /* says how they are compiled */
    bool cached;         /* the device may come from the cache, and goes there */
} sim_build_options;

/* Names of what it makes, up to a NULL. */
const char *const *sim_build_libraries(arena *a, const char *program);

/* What compilers read for the kernels, of the user's: neither outputs nor the runtime's. A file in the spec's folder is
 * named as the spec is. */
typedef struct {
    const char **files;
    size_t count;
} sim_build_read;

/* Makes libvgsim.so and libNAME_sim.so, unless they are there and were made from the same files by the same commands.
 * False after an error. */
bool sim_build(arena *a, diag *d, const sim_build_options *options, sim_build_read *read);

#endif
