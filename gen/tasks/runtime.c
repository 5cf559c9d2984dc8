/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The vggen authors */
#define _POSIX_C_SOURCE 200809L
#define _XOPEN_SOURCE 700

#include "tasks/runtime.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "base/run.h"

/* From configure; for builds without it, where it puts things by default. */
#ifndef PKGDATADIR
#define PKGDATADIR "/usr/local/share/vggen"
#endif

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

const char *runtime_find(arena *a, diag *d, const char *program)
{
    const char *given = getenv("VGGEN_RUNTIME");
    const char *folder = given != NULL && given[0] != '\0' ? given : beside_program(a, program);

    if (folder == NULL)
        folder = PKGDATADIR "/runtime";
    if (!is_runtime(a, folder)) {
        diag_file_error(d, folder, "runtime-missing", "the runtime is not in this folder: there is no vg_rt.h");
        diag_hint(d, "install vggen, or name the folder in the environment variable VGGEN_RUNTIME");
        return NULL;
    }
    return folder;
}

bool runtime_print(arena *a, diag *d, const char *program)
{
    const char *folder = runtime_find(a, d, program);

    if (folder != NULL)
        puts(folder);
    return folder != NULL;
}
