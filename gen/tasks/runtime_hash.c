/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The vggen authors */
#include "tasks/runtime_hash.h"

#include <string.h>

#include "base/sha256.h"
#include "tasks/runtime_table.h"

const char *runtime_hash(arena *a)
{
    char hex[SHA256_HEX];
    sha256 s;

    sha256_begin(&s);
    for (size_t i = 0; i < runtime_file_count; i++) {
        const char *path = runtime_files[i].path;
        const char *line = arena_printf(a, "%s  %s\n", runtime_files[i].hash, path);

        if (strncmp(path, "vg_", 3) == 0)
            sha256_add(&s, line, strlen(line));
    }
    sha256_end(&s, hex);
    return arena_copy(a, hex, strlen(hex));
}
