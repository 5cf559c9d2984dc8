/* SPDX-License-Identifier: MIT */
/* --describe: the kernels of a CUDA source as the `kernels:` section of a spec. Names and types are the compiler's;
 * only the names of parameters, which it does not keep, come from the text. */
#ifndef DESCRIBE_H
#define DESCRIBE_H

#include <stdbool.h>
#include <stddef.h>

#include "base/arena.h"
#include "base/diag.h"

typedef struct {
    const char *file;
    const char *nvcc;               /* --nvcc or NULL */
    const char *const *defines;     /* NAME=VALUE, in place of the spec's */
    size_t define_count;
} describe_options;

/* Prints the section on standard output. False after an error, with nothing printed. */
bool describe_kernels(arena *a, diag *d, const describe_options *options);

#endif
