/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The vggen authors */
/* NAME.d: what the outputs were made from, for make and ninja. Its one target is NAME.c, which rules name: make takes
 * a target without a recipe of its own for new whenever something in front of it is newer, so the others, which may
 * keep their old time, must not be targets. */
#include <string.h>

#include "base/depfile.h"
#include "emit/parts.h"

static const char *join(arena *a, const char *folder, const char *name)
{
    size_t length = strlen(folder);

    if (length == 0 || strcmp(folder, ".") == 0 || name[0] == '/')
        return name;
    return arena_printf(a, "%s%s%s", folder, folder[length - 1] == '/' ? "" : "/", name);
}

typedef struct {
    arena *memory;
    const char **paths;
    size_t count, capacity;
} path_list;

static void add_path(path_list *list, const char *path)
{
    for (size_t i = 0; i < list->count; i++)
        if (strcmp(list->paths[i], path) == 0)
            return;
    list->paths = arena_grow(list->memory, list->paths, list->count, &list->capacity, sizeof *list->paths);
    list->paths[list->count++] = path;
}

const char *const *emit_files_read(const emit_input *in, size_t *count)
{
    path_list list = {in->memory, NULL, 0, 0};

    add_path(&list, in->m->spec_path);
    if (in->m->measured != NULL)
        add_path(&list, in->m->measured->path);
    for (size_t i = 0; i < in->m->buffer_count; i++) {
        const model_buffer *b = &in->m->buffers[i];
        if (b->data != NULL && b->content == CONTENT_BYTES)
            add_path(&list, join(in->memory, in->m->folder, b->data));
    }
    for (size_t i = 0; i < in->p->kernel_count; i++) {
        const model_kernel *k = in->p->kernels[i];
        const char *path = k->source != NULL ? k->source : k->image; /* NULL: a built-in one */
        if (path != NULL)
            add_path(&list, join(in->memory, in->m->folder, path));
    }
    for (size_t i = 0; i < in->i->dependency_count; i++)
        add_path(&list, in->i->dependencies[i]);
    for (size_t i = 0; i < in->host_read_count; i++)
        add_path(&list, in->host_read[i]);
    *count = list.count;
    return list.paths;
}

const char *emit_depfile_target(const emit_input *in)
{
    return join(in->memory, in->folder, arena_printf(in->memory, "%s.c", in->m->program));
}

/* What make cannot read may stop it, whereas ninja only runs more often than it must. */
static void write_path(FILE *file, const emit *e, const char *path)
{
    char odd;

    if ((depfile_readers(path, false, &odd) & DEPFILE_MAKE) != 0)
        fprintf(file, " \\\n %s", depfile_spell(e->memory, path));
}

/* "target: a=b" would set a variable of the target for make: another word has to stand between. */
static size_t first_path(const char *const *paths, size_t count)
{
    for (size_t i = 0; i < count; i++)
        if (strchr(paths[i], '=') == NULL)
            return i;
    return 0;
}

void emit_depfile(FILE *file, const emit *e)
{
    size_t count;
    const char *const *paths = emit_files_read(e->in, &count);
    size_t first = first_path(paths, count);
    char odd;

    fprintf(file, "%s:", depfile_spell(e->memory, emit_depfile_target(e->in)));
    write_path(file, e, paths[first]);
    for (size_t i = 0; i < count; i++)
        if (i != first)
            write_path(file, e, paths[i]);
    fputc('\n', file);
    /* A file that is gone, such as a header no longer included, must not stop make. */
    for (size_t i = 1; i < count; i++)
        if ((depfile_readers(paths[i], true, &odd) & DEPFILE_MAKE) != 0 && depfile_can_be_rule(paths[i]))
            fprintf(file, "\n%s:\n", depfile_spell(e->memory, paths[i]));
}
