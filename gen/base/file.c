/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The vggen authors */
#include "base/file.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>

static char *read_stream(arena *a, FILE *in, size_t most, size_t *size, const char **problem)
{
    size_t capacity = 65536, used = 0, got;
    char *bytes = arena_alloc(a, capacity + 1);

    while ((got = fread(bytes + used, 1, capacity - used, in)) > 0) {
        used += got;
        if (used > most) {
            *problem = arena_printf(a, "it is larger than %zu MiB", most >> 20);
            return NULL;
        }
        if (used == capacity) {
            char *larger = arena_alloc(a, 2 * capacity + 1);

            memcpy(larger, bytes, used);
            bytes = larger;
            capacity *= 2;
        }
    }
    if (ferror(in)) {
        *problem = strerror(errno);
        return NULL;
    }
    bytes[used] = '\0';
    *size = used;
    return bytes;
}

const char *file_read(arena *a, const char *path, size_t most, size_t *size, const char **problem)
{
    FILE *in = fopen(path, "rb");
    const char *bytes;

    if (in == NULL) {
        *problem = strerror(errno);
        return NULL;
    }
    bytes = read_stream(a, in, most, size, problem);
    fclose(in);
    return bytes;
}

bool file_write(const char *path, const char *bytes, size_t size, const char **problem)
{
    FILE *out = fopen(path, "wb");
    bool written = out != NULL && fwrite(bytes, 1, size, out) == size;

    if (out != NULL && fclose(out) != 0)
        written = false;
    if (!written)
        *problem = strerror(errno);
    return written;
}
