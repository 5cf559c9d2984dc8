/* SPDX-License-Identifier: MIT */
#define _POSIX_C_SOURCE 200809L
#define _XOPEN_SOURCE 700

#include <limits.h>
#include <stdlib.h>
#include <string.h>

#include "base/depfile.h"
#include "image/image_parts.h"

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

static bool is_below(const char *path, const char *folder)
{
    size_t length = strlen(folder);
    return length > 1 && strncmp(path, folder, length) == 0 && path[length] == '/';
}

/* Files of the system and of the toolkit change only with them, and their places differ between machines. */
static bool is_own(const builder *b, const char *path)
{
    static const char *const system[] = {"/usr/include", "/usr/lib", "/usr/local/include", "/usr/local/lib"};
    char *real = realpath(path, NULL);
    char *nvcc = realpath(b->tools.nvcc, NULL);
    bool own = path[0] != '/' || !is_below(path, b->tools.temporary);
    for (size_t i = 0; i < sizeof system / sizeof system[0] && path[0] == '/'; i++) {
        own = own && !is_below(path, system[i]) && !(real != NULL && is_below(real, system[i]));
    }
    for (size_t i = 0; i < 2 && path[0] == '/'; i++) {
        /* TOOLKIT/bin/nvcc, as it was called and as it is. */
        const char *tool = i == 0 ? b->tools.nvcc : nvcc;
        char *root = arena_copy(b->memory, tool != NULL ? tool : "", tool != NULL ? strlen(tool) : 0);
        for (size_t up = 0; up < 2; up++) {
            char *slash = strrchr(root, '/');
            if (slash != NULL) {
                *slash = '\0';
            }
        }
        /* A compiler in /usr/bin does not make all of /usr the toolkit's. */
        if (strcmp(root, "/usr") != 0 && strcmp(root, "/usr/local") != 0) {
            own = own && !is_below(path, root) && !(real != NULL && is_below(real, root));
        }
    }
    free(real);
    free(nvcc);
    return own;
}

static bool is_kernels_header(const builder *b, const char *path)
{
    const char *slash = strrchr(path, '/');
    return strcmp(slash != NULL ? slash + 1 : path, arena_printf(b->memory, "%s_kernels.h", b->m->program)) == 0;
}

static void take_path(builder *b, const char *path)
{
    /* An older NAME_kernels.h next to the source is an output of ours. */
    if (is_kernels_header(b, path)) {
        return;
    }
    const char *reachable = image_path(b->memory, b->m->folder, path);
    if (path[0] != '/' || is_own(b, reachable)) {
        image_add_dependency(b, reachable);
    }
}

void image_take_dependencies(builder *b, const char *text, size_t length)
{
    depfile list = depfile_begin(b->memory, text, length);

    for (const char *path; (path = depfile_next(&list)) != NULL;) {
        take_path(b, path);
    }
}
