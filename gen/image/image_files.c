/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The vggen authors */
#include <string.h>

#include "image/image_work.h"

const char *image_path(arena *a, const char *folder, const char *path)
{
    while (strncmp(path, "./", 2) == 0) {
        path += 2;
    }
    if (path[0] == '/' || strcmp(folder, ".") == 0) {
        return arena_copy(a, path, strlen(path));
    }
    size_t length = strlen(folder);
    return arena_printf(a, "%s%s%s", folder, folder[length - 1] == '/' ? "" : "/", path);
}

void image_add_dependency(builder *b, const char *path)
{
    image *i = b->i;
    for (size_t k = 0; k < i->dependency_count; k++) {
        if (strcmp(i->dependencies[k], path) == 0) {
            return;
        }
    }
    i->dependencies = (const char **)arena_grow(b->memory, i->dependencies, i->dependency_count,
                                                &b->dependency_capacity, sizeof *i->dependencies);
    i->dependencies[i->dependency_count++] = path;
}

bool image_is_kernels_header(const builder *b, const char *path)
{
    const char *slash = strrchr(path, '/'), *name = slash != NULL ? slash + 1 : path;
    return strcmp(name, arena_printf(b->memory, "%s_kernels.h", b->m->program)) == 0 ||
           (model_is_renamed(b->m) &&
            strcmp(name, arena_printf(b->memory, "%s_kernels.h", b->m->spec_program)) == 0);
}
