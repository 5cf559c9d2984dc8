/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The vggen authors */
/* --describe: a spec to start from for a CUDA source, and what stands in its way on either device. Names and types are
 * the compiler's; the names of parameters and fields, which it does not keep, come from the text. */
#ifndef DESCRIBE_H
#define DESCRIBE_H

#include <stdbool.h>
#include <stddef.h>

#include "base/arena.h"
#include "base/diag.h"

typedef struct {
    const char *file;
    const char *program;            /* argv[0], to find the runtime */
    const char *nvcc;               /* --nvcc or NULL */
    const char *const *defines;     /* NAME=VALUE, in place of the spec's */
    size_t define_count;
} describe_options;

/* Prints the spec on standard output. False after an error, with nothing printed. */
bool describe_kernels(arena *a, diag *d, const describe_options *options);

#endif
