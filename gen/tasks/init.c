/* SPDX-License-Identifier: MIT */
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

/* For each file its name before and after the program's, and its template. */
typedef struct {
    const char *begin, *end;
    bool named; /* the program's name stands between them */
    const char *from;
} init_file;

static const init_file files[] = {
    {"", ".yaml", true, "init_spec.yaml.in"},
    {"", ".cu", true, "init_kernel.cu.in"},
    {"", "_app.c", true, "init_app.c.in"},
    {"", "_test.c", true, "init_test.c.in"},
    {"Makefile", "", false, "init_makefile.in"},
};

#define FILE_COUNT (sizeof files / sizeof *files)

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
static const char *oldest_driver(arena *a, const char *nvcc)
{
    toolkit t = {.memory = a, .d = diag_new(a)}; /* its messages are dropped: a toolkit is not needed here */
    bool found = toolkit_find(&t, nvcc, true, false);

    return toolkit_version_text(a, found && t.version >= 12000 ? t.version : LATEST_CUDA);
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

static void write_file(FILE *to, const init_file *f, const tmpl_word *words, size_t count, arena *a)
{
    const tmpl *t = tmpl_find(f->from);
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
    out *o;

    if (!check_program_name(a, d, program) || !check_free(a, d, folder, program))
        return false;
    const tmpl_word words[] = {
        {"PROGRAM", program},
        {"PREFIX", upper(a, program)},
        {"SPEC", arena_printf(a, "%s.yaml", program)},
        {"MIN_CUDA", oldest_driver(a, options->nvcc)},
        {"ARGS", ""},
    };
    o = out_new(a, folder);
    for (size_t i = 0; i < FILE_COUNT; i++)
        write_file(out_file(o, file_name(a, &files[i], program)), &files[i], words, sizeof words / sizeof *words, a);
    if (!out_commit(o, d))
        return false;
    for (size_t i = 0; i < FILE_COUNT; i++)
        printf("%s%s/%s", i > 0 ? ", " : "wrote ", folder, file_name(a, &files[i], program));
    printf("\nnext: make -C %s run\n", folder);
    return true;
}
