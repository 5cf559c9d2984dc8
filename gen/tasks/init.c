/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The vggen authors */
#define _POSIX_C_SOURCE 200809L

#include "tasks/init.h"

#include <stdio.h>
#include <string.h>
#include <sys/stat.h>

#include "base/out.h"
#include "base/tmpl.h"
#include "check/check.h"
#include "image/toolkit.h"

#define LATEST_CUDA 13000u
#define WORD_COUNT 5

/* For each file its name before and after the program's. */
typedef struct {
    const char *begin, *end;
    bool named; /* the program's name stands between them */
} init_file;

static const init_file files[] = {
    {"", ".yaml", true},
    {"", ".cu", true},
    {"", "_app.c", true},
    {"", "_test.c", true},
    {"Makefile", "", false},
};

#define FILE_COUNT (sizeof files / sizeof *files)

/* What the program is an example of. */
typedef struct {
    const char *name;
    const char *from[FILE_COUNT]; /* the template of each file */
    const char *arguments;        /* that `make run` gives the application, after a blank */
    unsigned oldest_cuda;         /* that has what it needs */
} init_kind;

static const init_kind kinds[] = {
    {INIT_PLAIN,
     {"init_spec.yaml.in", "init_kernel.cu.in", "init_app.c.in", "init_test.c.in", "init_makefile.in"},
     "", 12000},
    {"loop",
     {"init_loop_spec.yaml.in", "init_loop_kernel.cu.in", "init_loop_app.c.in", "init_loop_test.c.in",
      "init_makefile.in"},
     "", 12030},
    {"images",
     {"init_images_spec.yaml.in", "init_images_kernel.cu.in", "init_images_app.c.in", "init_images_test.c.in",
      "init_makefile.in"},
     " $(OUT)/$(NAME).pgm", 12000},
};

static const init_kind *find_kind(const char *name)
{
    for (size_t i = 0; i < sizeof kinds / sizeof *kinds; i++)
        if (strcmp(kinds[i].name, name) == 0)
            return &kinds[i];
    return NULL;
}

bool init_is_kind(const char *name)
{
    return find_kind(name) != NULL;
}

static const char *file_name(arena *a, const init_file *f, const char *program)
{
    return arena_printf(a, "%s%s%s", f->begin, f->named ? program : "", f->end);
}

static const char *upper(arena *a, const char *name)
{
    char *copy = arena_copy(a, name, strlen(name));

    for (char *at = copy; *at != '\0'; at++)
        if (*at >= 'a' && *at <= 'z')
            *at = (char)(*at - 'a' + 'A');
    return copy;
}

/* Machine code needs a driver of its toolkit's major version, PTX one of its minor version as well. Without a toolkit
 * it is the latest one that this generator knows. */
static const char *oldest_driver(arena *a, const char *nvcc, unsigned oldest)
{
    toolkit t = {.memory = a, .d = diag_new(a)}; /* its messages are dropped: a toolkit is not needed here */
    bool found = toolkit_find(&t, nvcc, true, false);

    return toolkit_version_text(a, found && t.version >= oldest ? t.version : LATEST_CUDA);
}

static bool check_free(arena *a, diag *d, const char *folder, const char *program)
{
    bool free = true;

    for (size_t i = 0; i < FILE_COUNT; i++) {
        const char *path = arena_printf(a, "%s/%s", folder, file_name(a, &files[i], program));
        struct stat s;

        if (lstat(path, &s) == 0) {
            diag_file_error(d, path, "init-exists", "this file is there already, and --init replaces none");
            free = false;
        }
    }
    if (!free)
        diag_hint(d, "give another folder with -o, or another name");
    return free;
}

static void write_file(FILE *to, const char *from, const tmpl_word *words, size_t count, arena *a)
{
    const tmpl *t = tmpl_find(from);
    tmpl_word *used = ARENA_ARRAY(a, tmpl_word, count + 1);
    size_t used_count = 0;

    for (size_t i = 0; i < count; i++)
        if (strstr(t->text, arena_printf(a, "@%s@", words[i].word)) != NULL)
            used[used_count++] = words[i];
    tmpl_write(to, t, used, used_count, NULL, 0, NULL);
}

bool init_project(arena *a, diag *d, const init_options *options)
{
    const char *program = options->name;
    const char *folder = options->folder;
    const init_kind *kind = find_kind(options->kind);
    out *o;

    if (!check_program_name(a, d, program) || !check_free(a, d, folder, program))
        return false;
    const tmpl_word words[WORD_COUNT] = {
        {"PROGRAM", program},
        {"PREFIX", upper(a, program)},
        {"SPEC", arena_printf(a, "%s.yaml", program)},
        {"MIN_CUDA", oldest_driver(a, options->nvcc, kind->oldest_cuda)},
        {"ARGS", kind->arguments},
    };
    o = out_new(a, folder);
    for (size_t i = 0; i < FILE_COUNT; i++)
        write_file(out_file(o, file_name(a, &files[i], program)), kind->from[i], words, WORD_COUNT, a);
    if (!out_commit(o, d))
        return false;
    for (size_t i = 0; i < FILE_COUNT; i++)
        printf("%s%s/%s", i > 0 ? ", " : "wrote ", folder, file_name(a, &files[i], program));
    printf("\nnext: make -C %s run\n", folder);
    return true;
}
