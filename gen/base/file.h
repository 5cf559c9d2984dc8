/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The vggen authors */
/* Files that are read and written as a whole. Outputs are another matter: base/out.h. */
#ifndef FILE_H
#define FILE_H

#include <stdbool.h>
#include <stddef.h>

#include "base/arena.h"

/* A NUL follows the bytes. NULL and *problem when the file cannot be read, or is larger than `most` bytes (whole
 * MiB). */
const char *file_read(arena *a, const char *path, size_t most, size_t *size, const char **problem);

/* False and *problem when it cannot be written. */
bool file_write(const char *path, const char *bytes, size_t size, const char **problem);

#endif
