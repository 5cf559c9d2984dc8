/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The vggen authors */
/* A file is known by its first bytes: all that vggen writes says so there, and names the program. A list of
 * dependencies has no room for remarks, so it is known by what it is about; a library of the CPU device by what it
 * takes of that. */
#define _GNU_SOURCE

#include "outputs_guard.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/file.h"
#include "base/text.h"

#define HEAD 4096
#define MOST_BYTES ((size_t)256 << 20) /* of a library */

typedef struct {
    char bytes[HEAD + 1];
    size_t size;
} head;

static const char *join(arena *a, const char *folder, const char *name)
{
    size_t length = strcmp(folder, ".") != 0 ? strlen(folder) : 0;
    const char *slash = length > 0 && folder[length - 1] != '/' ? "/" : "";

    return name[0] == '/' ? name : arena_printf(a, "%.*s%s%s", (int)length, folder, slash, name);
}

/* NULL, or why the file cannot be read. */
static const char *read_head(const char *path, head *h)
{
    int descriptor = open(path, O_RDONLY | O_CLOEXEC);
    ssize_t got = 0;

    h->size = 0;
    if (descriptor < 0)
        return strerror(errno);
    while (h->size < HEAD && (got = read(descriptor, h->bytes + h->size, HEAD - h->size)) > 0)
        h->size += (size_t)got;
    close(descriptor);
    h->bytes[h->size] = '\0';
    return got < 0 ? strerror(errno) : NULL;
}

/* ---- who wrote it ---- */

/* The program that such a file names; NULL: vggen did not write it. */
static const char *program_of_text(arena *a, const head *h)
{
    static const char *const words[] = {"program \"", "\"program\": \"", "digraph \"", "program &quot;"};
    const char *first = NULL;

    if (strstr(h->bytes, "Made by vggen ") == NULL && strstr(h->bytes, "\"generator\": \"vggen ") == NULL)
        return NULL;
    for (size_t i = 0; i < sizeof words / sizeof *words; i++) {
        const char *found = strstr(h->bytes, words[i]);
        if (found != NULL && (first == NULL || found + strlen(words[i]) < first))
            first = found + strlen(words[i]);
    }
    return first != NULL ? arena_copy(a, first, strcspn(first, "\"&\n")) : NULL;
}

/* Up to the colon, but for one that is escaped, or to the end of the line. */
static size_t target_length(const char *text)
{
    size_t length = strcspn(text, ":\n");

    while (text[length] == ':' && length > 0 && text[length - 1] == '\\')
        length += 1 + strcspn(text + length + 1, ":\n");
    return length;
}

/* "out/fir.c: …", or "out/fir.h \": what a compiler writes for fir.c is about fir.o. */
static bool is_depfile_of(arena *a, const head *h, const char *program)
{
    const size_t target = target_length(h->bytes);
    const char *text = arena_copy(a, h->bytes, target);
    const char *const targets[] = {arena_printf(a, "%s.c", program), arena_printf(a, "%s.h", program),
                                   arena_printf(a, "%s.h \\", program)};

    for (size_t i = 0; i < sizeof targets / sizeof *targets; i++) {
        size_t length = strlen(targets[i]);
        if (text_ends(text, targets[i]) && (target == length || text[target - length - 1] == '/'))
            return true;
    }
    return false;
}

static bool is_library(arena *a, const char *path)
{
    const char *problem;
    size_t size;
    const char *bytes = file_read(a, path, MOST_BYTES, &size, &problem);

    return bytes != NULL && memmem(bytes, size, "vgsim_register_", strlen("vgsim_register_")) != NULL;
}

static const char *program_of(arena *a, const char *path, const head *h, const char *program)
{
    if (text_ends(path, ".d"))
        return is_depfile_of(a, h, program) ? program : NULL;
    if (text_ends(path, ".so"))
        return is_library(a, path) ? program : NULL;
    return program_of_text(a, h);
}

/* ---- what this run reads ---- */

typedef struct {
    const char *name; /* without its folder, which is that of the outputs */
    const char *what;
} input;

typedef struct {
    arena *memory;
    diag *d;
    const outputs_guarded *written;
    input *inputs;
    size_t input_count, input_capacity;
    bool hinted;
} guard;

static const char *base_name(const char *path)
{
    const char *slash = strrchr(path, '/');

    return slash != NULL ? slash + 1 : path;
}

/* Whether the file lies in the output folder, whatever the paths are called. */
static bool is_in_folder(const guard *g, const char *path)
{
    struct stat folder, own;
    const char *name = base_name(path);
    const char *at = name == path ? "." : arena_copy(g->memory, path, (size_t)(name - path));

    return stat(g->written->folder, &folder) == 0 && stat(at, &own) == 0 && own.st_dev == folder.st_dev &&
           own.st_ino == folder.st_ino;
}

/* One of a name is enough. */
static void add_input(guard *g, const char *path, const char *what)
{
    for (size_t i = 0; i < g->input_count; i++)
        if (strcmp(g->inputs[i].name, base_name(path)) == 0)
            return;
    if (!is_in_folder(g, path))
        return;
    g->inputs = arena_grow(g->memory, g->inputs, g->input_count, &g->input_capacity, sizeof *g->inputs);
    g->inputs[g->input_count++] = (input){base_name(path), what};
}

static void find_inputs(guard *g)
{
    const model *m = g->written->m;

    add_input(g, m->spec_path, "the spec");
    for (size_t i = 0; i < m->kernel_count; i++) {
        const char *file = m->kernels[i].source != NULL ? m->kernels[i].source : m->kernels[i].image;
        if (file != NULL)
            add_input(g, join(g->memory, m->folder, file), "where kernels come from");
    }
    for (size_t i = 0; i < m->buffer_count; i++)
        if (m->buffers[i].data != NULL && m->buffers[i].content == CONTENT_BYTES)
            add_input(g, join(g->memory, m->folder, m->buffers[i].data), "the data of a buffer");
}

/* ---- what may not be overwritten ---- */

/* What follows an error, once: all of them need the same. */
static void add_hint(guard *g)
{
    if (!g->hinted)
        diag_hint(g->d, "move or remove what is there, or choose another folder with -o");
    g->hinted = true;
}

/* Names count without case, as on some file systems: specs and sources go from one machine to another. */
static bool check_inputs(guard *g, const char *name, const char *path)
{
    for (size_t i = 0; i < g->input_count; i++) {
        const input *in = &g->inputs[i];
        if (strcasecmp(in->name, name) != 0)
            continue;
        if (strcmp(in->name, name) == 0)
            diag_file_error(g->d, path, "out-input", "this file would be overwritten, and it is %s", in->what);
        else
            diag_file_error(g->d, path, "out-input",
                            "this file would be written beside '%s', %s, and be the same where case does not count",
                            in->name, in->what);
        add_hint(g);
        return false;
    }
    return true;
}

static void check_content(guard *g, const char *path)
{
    const char *program = g->written->m->program, *problem, *found;
    head h;

    problem = read_head(path, &h);
    if (problem != NULL) {
        diag_file_error(g->d, path, "out-foreign", "cannot tell who wrote this file, which would be overwritten: %s",
                        problem);
    } else {
        found = h.size > 0 ? program_of(g->memory, path, &h, program) : program;
        if (found != NULL && strcmp(found, program) == 0)
            return;
        if (found != NULL)
            diag_file_error(g->d, path, "out-program", "this file would be overwritten, and it belongs to program '%s'",
                            found);
        else
            diag_file_error(g->d, path, "out-foreign", "this file would be overwritten, and vggen did not write it");
    }
    add_hint(g);
}

static void check_file(guard *g, const char *name)
{
    const char *path = join(g->memory, g->written->folder, name);
    struct stat s;

    if (!check_inputs(g, name, path) || lstat(path, &s) != 0)
        return; /* what else is wrong with the folder shows when files are written */
    if (S_ISREG(s.st_mode)) {
        check_content(g, path);
        return;
    }
    diag_file_error(g->d, path, "out-write", "cannot write the file: what is there is %s",
                    S_ISDIR(s.st_mode)   ? "a folder"
                    : S_ISLNK(s.st_mode) ? "a symbolic link"
                                         : "not a regular file");
    add_hint(g);
}

/* ---- programs whose names differ in case only ---- */

static bool is_written(const outputs_guarded *written, const char *name)
{
    for (size_t i = 0; i < written->count; i++)
        if (strcmp(written->names[i], name) == 0)
            return true;
    return false;
}

/* `name` is a file of the folder. */
static void check_case(guard *g, const char *name, const char *written)
{
    const char *path = join(g->memory, g->written->folder, name), *program;
    head h;

    if (strcasecmp(name, written) != 0 || read_head(path, &h) != NULL || h.size == 0)
        return;
    program = program_of(g->memory, path, &h, g->written->m->program);
    if (program == NULL || strcasecmp(program, g->written->m->program) != 0)
        return;
    diag_file_error(g->d, join(g->memory, g->written->folder, written), "out-program",
                    "this file and '%s' of program '%s' are the same where case does not count", name, program);
    add_hint(g);
}

static void check_cases(guard *g)
{
    DIR *folder = opendir(g->written->folder);

    for (const struct dirent *entry; folder != NULL && (entry = readdir(folder)) != NULL;) {
        const char *name = arena_copy(g->memory, entry->d_name, strlen(entry->d_name));
        for (size_t i = 0; !is_written(g->written, name) && i < g->written->count; i++)
            check_case(g, name, g->written->names[i]);
    }
    if (folder != NULL)
        closedir(folder);
}

void outputs_guard(arena *a, diag *d, const outputs_guarded *written)
{
    guard g = {.memory = a, .d = d, .written = written};

    find_inputs(&g);
    for (size_t i = 0; i < written->count; i++)
        check_file(&g, written->names[i]);
    check_cases(&g);
}

/* ---- what an earlier run left ---- */

static bool has_stamp(arena *a, const char *path, const char *stamp)
{
    const char *problem;
    size_t size;
    const char *bytes = file_read(a, path, MOST_BYTES, &size, &problem);

    return bytes == NULL || memmem(bytes, size, stamp, strlen(stamp)) != NULL;
}

static bool is_stale(arena *a, const outputs_guarded *others, const char *name, const char *stamp)
{
    const char *path = join(a, others->folder, name), *program;
    struct stat s;
    head h;

    if (lstat(path, &s) != 0 || !S_ISREG(s.st_mode) || read_head(path, &h) != NULL)
        return false;
    program = program_of_text(a, &h);
    return program != NULL && strcmp(program, others->m->program) == 0 && !has_stamp(a, path, stamp);
}

void outputs_name_stale(arena *a, diag *d, const outputs_guarded *others, const char *stamp)
{
    const char *found = NULL;

    for (size_t i = 0; i < others->count; i++)
        if (is_stale(a, others, others->names[i], stamp))
            found = arena_printf(a, "%s%s%s", found != NULL ? found : "", found != NULL ? ", " : "", others->names[i]);
    if (found == NULL)
        return;
    diag_warning(d, others->m->program_at, "out-stale",
                 "in '%s' an earlier run left files that this one does not write, and they do not fit any more: %s",
                 others->folder, found);
    diag_hint(d, "remove them, or ask for them again");
}
