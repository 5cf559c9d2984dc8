/* SPDX-License-Identifier: MIT */
#define _POSIX_C_SOURCE 200809L
#define _XOPEN_SOURCE 700

#include "tasks/init.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "base/out.h"
#include "base/run.h"
#include "base/tmpl.h"
#include "check/check.h"
#include "image/image_parts.h"

#define LATEST_CUDA 13000u

/* From configure; for builds without it, where it puts things by default. */
#ifndef PKGDATADIR
#define PKGDATADIR "/usr/local/share/vggen"
#endif

/* ---- a new program ---- */

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

/* Machine code needs a driver of its toolkit's major version, PTX one of its minor version as well. Without a toolkit it
 * is the latest one that this generator knows. */
static const char *oldest_driver(arena *a, const char *nvcc)
{
    builder b = {.memory = a, .d = diag_new(a)}; /* its messages are dropped: a toolkit is not needed here */
    image_options options = {.nvcc = nvcc};
    bool found = image_find_tools(&b, &options, true, false);

    return image_version_text(a, found && b.toolkit >= 12000 ? b.toolkit : LATEST_CUDA);
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
        {"AT", "@"}, /* of $@, since a template's own @ starts a word */
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

/* ---- the runtime ---- */

static bool is_runtime(arena *a, const char *folder)
{
    struct stat s;

    return stat(arena_printf(a, "%s/vg_rt.h", folder), &s) == 0 && S_ISREG(s.st_mode);
}

/* PREFIX/share/vggen/runtime for PREFIX/bin/vggen, wherever that was moved to; NULL when it is not there. */
static const char *beside_program(arena *a, const char *program)
{
    const char *path = run_find(a, program);
    char *real = path != NULL ? realpath(path, NULL) : NULL;
    char *slash = real != NULL ? strrchr(real, '/') : NULL;
    const char *folder = NULL;

    if (slash != NULL) {
        *slash = '\0';
        slash = strrchr(real, '/');
    }
    if (slash != NULL) {
        *slash = '\0';
        folder = arena_printf(a, "%s/share/vggen/runtime", real);
    }
    free(real);
    return folder != NULL && is_runtime(a, folder) ? folder : NULL;
}

bool init_print_runtime(arena *a, diag *d, const char *program)
{
    const char *given = getenv("VGGEN_RUNTIME");
    const char *folder = given != NULL && given[0] != '\0' ? given : beside_program(a, program);

    if (folder == NULL)
        folder = PKGDATADIR "/runtime";
    if (!is_runtime(a, folder)) {
        diag_file_error(d, folder, "runtime-missing", "the runtime is not in this folder: there is no vg_rt.h");
        diag_hint(d, "install vggen, or name the folder in the environment variable VGGEN_RUNTIME");
        return false;
    }
    puts(folder);
    return true;
}
