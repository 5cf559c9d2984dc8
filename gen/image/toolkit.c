/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The vggen authors */
#define _POSIX_C_SOURCE 200809L
#define _XOPEN_SOURCE 700

#include "image/toolkit.h"

#include <stdlib.h>
#include <string.h>

#include "base/file.h"

static const char hint_missing[] =
    "install the CUDA toolkit, pass --nvcc=PATH, or pass --image=none to generate without "
    "machine code (runs on the CPU device only)";

const char *toolkit_version_text(arena *a, unsigned version)
{
    return arena_printf(a, "%u.%u", version / 1000, version % 1000 / 10);
}

static const char *given_nvcc(const char *option, const char **from)
{
    const char *environment = getenv("NVCC");
    if (option != NULL) {
        *from = "--nvcc";
        return option;
    }
    if (environment != NULL && environment[0] != '\0') {
        *from = "the environment variable NVCC";
        return environment;
    }
    return NULL;
}

static void report_missing(const toolkit *t)
{
    if (t->needed_for != NULL) {
        diag_error(t->d, t->needed_at, "nvcc-missing",
                   "this takes a kernel that the generator brings as source (%s), but cannot find nvcc to compile it",
                   t->needed_for);
    } else {
        diag_file_error(t->d, NULL, "nvcc-missing", "cannot find nvcc, which kernels are compiled with");
    }
    diag_hint(t->d, "%s", hint_missing);
}

static const char *find_nvcc(toolkit *t, const char *option)
{
    const char *from;
    const char *given = given_nvcc(option, &from);
    if (given != NULL) {
        const char *found = run_find(t->memory, given);
        if (found == NULL) {
            diag_file_error(t->d, NULL, "nvcc-missing", "%s names '%s', which is not a program that can be run", from,
                            given);
            diag_hint(t->d, "%s", hint_missing);
        }
        return found;
    }
    const char *home = getenv("CUDA_HOME");
    const char *found = NULL;
    if (home != NULL && home[0] != '\0') {
        found = run_find(t->memory, arena_printf(t->memory, "%s/bin/nvcc", home));
    }
    if (found == NULL) {
        found = run_find(t->memory, "nvcc");
    }
    if (found == NULL) {
        report_missing(t);
    }
    return found;
}

static const char *beside(toolkit *t, const char *program, const char *name)
{
    const char *slash = strrchr(program, '/');
    if (slash == NULL) {
        return NULL;
    }
    return run_find(t->memory, arena_printf(t->memory, "%.*s/%s", (int)(slash - program), program, name));
}

/* ptxas lies next to nvcc, or next to the file that nvcc is a link to. */
static const char *find_ptxas(toolkit *t)
{
    const char *found = beside(t, t->nvcc, "ptxas");
    char *real = realpath(t->nvcc, NULL);
    if (found == NULL && real != NULL) {
        found = beside(t, real, "ptxas");
    }
    free(real);
    if (found == NULL) {
        found = run_find(t->memory, "ptxas");
    }
    if (found == NULL) {
        diag_file_error(t->d, NULL, "nvcc-missing", "cannot find ptxas, which lies next to nvcc in a CUDA toolkit");
        diag_hint(t->d, "%s", hint_missing);
    }
    return found;
}

/* From "13.0, V13.0.88" on. */
static const char *find_release(arena *a, const char *release)
{
    static const char digits[] = "0123456789.";
    const char *full = strstr(release, ", V");
    size_t length = full == NULL ? 0 : strspn(full + 3, digits);

    return length > 0 ? arena_printf(a, "%.*s", (int)length, full + 3)
                      : arena_printf(a, "%.*s", (int)strspn(release, digits), release);
}

/* "Cuda compilation tools, release 13.0, V13.0.88" → 13000. */
static bool find_version(toolkit *t)
{
    const char *arguments[] = {t->nvcc, "--version", NULL};
    run_result result;
    bool ran = toolkit_run(t, arguments, NULL, &result);
    const char *release = strstr(result.output, "release ");
    char *end = NULL;
    unsigned long major = release != NULL ? strtoul(release + 8, &end, 10) : 0;
    unsigned long minor = release != NULL && *end == '.' ? strtoul(end + 1, NULL, 10) : 0;
    if (!ran || major == 0 || major > 999 || minor > 99) {
        diag_file_error(t->d, t->nvcc, "nvcc-missing", "this is not an nvcc that works: %s",
                        result.started ? "it does not print its version" : result.problem);
        diag_output(t->d, result.output, result.output_length);
        diag_hint(t->d, "%s", hint_missing);
        return false;
    }
    t->version_text = result.output;
    t->release = find_release(t->memory, release + strlen("release "));
    t->version = 1000 * (unsigned)major + 10 * (unsigned)minor;
    return true;
}

bool toolkit_find(toolkit *t, const char *given, bool needs_nvcc, bool needs_ptxas)
{
    if (!needs_nvcc && !needs_ptxas) {
        return true;
    }
    t->nvcc = find_nvcc(t, given);
    if (t->nvcc == NULL || !find_version(t)) {
        return false;
    }
    t->ptxas = needs_ptxas ? find_ptxas(t) : NULL;
    return !needs_ptxas || t->ptxas != NULL;
}

bool toolkit_write_file(const toolkit *t, const char *name, const char *text, size_t size)
{
    const char *problem;
    bool written = file_write(arena_printf(t->memory, "%s/%s", t->temporary, name), text, size, &problem);

    if (!written) {
        diag_file_error(t->d, NULL, "temporary-folder", "cannot write to a file in the temporary folder: %s", problem);
    }
    return written;
}
