/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The vggen authors */
#define _POSIX_C_SOURCE 200809L

#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>

#include "spec/tree.h"

/* The bytes of a spec, at most one more than a tree takes; NULL after an error. */
static char *read_spec(arena *a, diag *d, const char *path, size_t *length)
{
    struct stat status;
    FILE *in = fopen(path, "rb");
    size_t capacity = 4096, used = 0, got;
    char *bytes;

    if (in == NULL || fstat(fileno(in), &status) != 0) {
        diag_file_error(d, path, "spec-read", "cannot read the spec: %s", strerror(errno));
        if (in != NULL)
            fclose(in);
        return NULL;
    }
    if (S_ISDIR(status.st_mode)) {
        diag_file_error(d, path, "spec-read", "cannot read the spec: it is a folder");
        fclose(in);
        return NULL;
    }
    if (S_ISREG(status.st_mode) && status.st_size > 0 && (uint64_t)status.st_size <= TREE_MAX_BYTES)
        capacity = (size_t)status.st_size + 1;
    bytes = arena_alloc(a, capacity + 1);
    while ((got = fread(bytes + used, 1, capacity - used, in)) > 0) {
        used += got;
        if (used > TREE_MAX_BYTES)
            break;
        if (used == capacity) {
            char *larger = arena_alloc(a, 2 * capacity + 1);

            memcpy(larger, bytes, used);
            bytes = larger;
            capacity *= 2;
        }
    }
    if (ferror(in)) {
        diag_file_error(d, path, "spec-read", "cannot read the spec: %s", strerror(errno));
        bytes = NULL;
    }
    fclose(in);
    *length = used;
    return bytes;
}

const tree *tree_read_file(arena *a, diag *d, const char *path)
{
    size_t length = 0;
    const char *bytes = read_spec(a, d, path, &length);

    return bytes == NULL ? NULL : tree_read(a, d, diag_add_source(d, path, bytes, length));
}
