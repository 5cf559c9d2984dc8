/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The vggen authors */
/* The runtime that this vggen belongs to, file by file. */
#ifndef RUNTIME_TABLE_H
#define RUNTIME_TABLE_H

#include <stddef.h>

typedef struct {
    const char *path; /* in the runtime's folder: "vg_rt.c", "sim/base/call.c" */
    const char *hash; /* SHA-256 of its bytes */
} runtime_file;

/* By path, in byte order; made by gen/runtime_table.sh. */
extern const runtime_file runtime_files[];
extern const size_t runtime_file_count;

#endif
