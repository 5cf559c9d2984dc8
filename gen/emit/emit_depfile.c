/* SPDX-License-Identifier: MIT */
/* NAME.d: what the outputs were made from, for make and ninja. */
#include <string.h>

#include "emit/parts.h"

static void write_path(FILE *file, const char *path)
{
    for (const char *c = path; *c != '\0'; c++) {
        if (*c == ' ' || *c == '#')
            fputc('\\', file);
        else if (*c == '$')
            fputc('$', file);
        fputc(*c, file);
    }
}

static const char *join(const emit *e, const char *folder, const char *name)
{
    size_t length = strlen(folder);

    if (length == 0 || strcmp(folder, ".") == 0 || name[0] == '/')
        return name;
    return arena_printf(e->memory, "%s%s%s", folder, folder[length - 1] == '/' ? "" : "/", name);
}

/* The files that were read, each once, in the order in which they are added. */
typedef struct {
    const char **paths;
    size_t count, capacity;
} path_list;

static void add_path(const emit *e, path_list *list, const char *path)
{
    for (size_t i = 0; i < list->count; i++)
        if (strcmp(list->paths[i], path) == 0)
            return;
    list->paths = arena_grow(e->memory, list->paths, list->count, &list->capacity, sizeof *list->paths);
    list->paths[list->count++] = path;
}

static path_list files_read(const emit *e)
{
    path_list list = {NULL, 0, 0};

    add_path(e, &list, e->m->spec_path);
    for (size_t i = 0; i < e->m->buffer_count; i++) {
        const model_buffer *b = &e->m->buffers[i];
        if (b->data != NULL && b->content == CONTENT_BYTES)
            add_path(e, &list, join(e, e->m->folder, b->data));
    }
    for (size_t i = 0; i < e->p->kernel_count; i++) {
        const model_kernel *k = e->p->kernels[i];
        const char *path = k->source != NULL ? k->source : k->image; /* NULL: a built-in one */
        if (path != NULL)
            add_path(e, &list, join(e, e->m->folder, path));
    }
    for (size_t i = 0; i < e->i->dependency_count; i++)
        add_path(e, &list, e->i->dependencies[i]);
    return list;
}

void emit_depfile(FILE *file, const emit *e)
{
    path_list list = files_read(e);
    size_t count;
    const char *const *outputs = out_names(e->files, &count);

    /* The last one is the depfile. */
    for (size_t i = 0; i + 1 < count; i++) {
        write_path(file, join(e, e->in->folder, outputs[i]));
        fputs(i + 2 < count ? " \\\n" : ":", file);
    }
    for (size_t i = 0; i < list.count; i++) {
        fputs(" \\\n ", file);
        write_path(file, list.paths[i]);
    }
    fputc('\n', file);
    /* A file that is gone, such as a header no longer included, must not stop make. */
    for (size_t i = 1; i < list.count; i++) {
        fputc('\n', file);
        write_path(file, list.paths[i]);
        fputs(":\n", file);
    }
}
