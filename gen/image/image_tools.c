/* SPDX-License-Identifier: MIT */
#define _POSIX_C_SOURCE 200809L
#define _XOPEN_SOURCE 700

#include <stdlib.h>
#include <string.h>

#include "image/image_parts.h"

static const char hint_missing[] =
    "install the CUDA toolkit, pass --nvcc=PATH, or pass --image=none to generate without "
    "machine code (runs on the CPU device only)";

bool image_run_tool(const builder *b, const char *const *arguments, const char *folder, run_result *result)
{
    /* The tool's own temporary files go with ours; its messages do not depend on the locale. */
    const char *environment[] = {"LC_ALL=C", NULL, NULL};
    if (b->temporary != NULL) {
        environment[1] = arena_printf(b->memory, "TMPDIR=%s", b->temporary);
    }
    run_command command = {arguments, folder, environment};
    return run_program(b->memory, &command, result);
}

const char *image_version_text(arena *a, unsigned version)
{
    return arena_printf(a, "%u.%u", version / 1000, version % 1000 / 10);
}

static const char *given_nvcc(const image_options *options, const char **from)
{
    const char *environment = getenv("NVCC");
    if (options->nvcc != NULL) {
        *from = "--nvcc";
        return options->nvcc;
    }
    if (environment != NULL && environment[0] != '\0') {
        *from = "the environment variable NVCC";
        return environment;
    }
    return NULL;
}

static void report_missing(const builder *b)
{
    if (b->alone != NULL) {
        diag_error(b->d, b->alone->at, "nvcc-missing",
                   "this takes a kernel that the generator brings as source (%s), but cannot find nvcc to compile it",
                   b->alone->file);
    } else {
        diag_file_error(b->d, NULL, "nvcc-missing", "cannot find nvcc, which kernels are compiled with");
    }
    diag_hint(b->d, "%s", hint_missing);
}

static const char *find_nvcc(builder *b, const image_options *options)
{
    const char *from;
    const char *given = given_nvcc(options, &from);
    if (given != NULL) {
        const char *found = run_find(b->memory, given);
        if (found == NULL) {
            diag_file_error(b->d, NULL, "nvcc-missing", "%s names '%s', which is not a program that can be run", from,
                            given);
            diag_hint(b->d, "%s", hint_missing);
        }
        return found;
    }
    const char *home = getenv("CUDA_HOME");
    const char *found = NULL;
    if (home != NULL && home[0] != '\0') {
        found = run_find(b->memory, arena_printf(b->memory, "%s/bin/nvcc", home));
    }
    if (found == NULL) {
        found = run_find(b->memory, "nvcc");
    }
    if (found == NULL) {
        report_missing(b);
    }
    return found;
}

static const char *beside(builder *b, const char *program, const char *name)
{
    const char *slash = strrchr(program, '/');
    if (slash == NULL) {
        return NULL;
    }
    return run_find(b->memory, arena_printf(b->memory, "%.*s/%s", (int)(slash - program), program, name));
}

/* ptxas stands beside nvcc, or beside what nvcc is a link to. */
static const char *find_ptxas(builder *b)
{
    const char *found = beside(b, b->nvcc, "ptxas");
    char *real = realpath(b->nvcc, NULL);
    if (found == NULL && real != NULL) {
        found = beside(b, real, "ptxas");
    }
    free(real);
    if (found == NULL) {
        found = run_find(b->memory, "ptxas");
    }
    if (found == NULL) {
        diag_file_error(b->d, NULL, "nvcc-missing", "cannot find ptxas, which stands beside nvcc in a CUDA toolkit");
        diag_hint(b->d, "%s", hint_missing);
    }
    return found;
}

/* "Cuda compilation tools, release 13.0, V13.0.88" → 13000. */
static bool find_version(builder *b)
{
    const char *arguments[] = {b->nvcc, "--version", NULL};
    run_result result;
    bool ran = image_run_tool(b, arguments, NULL, &result);
    const char *release = strstr(result.output, "release ");
    char *end = NULL;
    unsigned long major = release != NULL ? strtoul(release + 8, &end, 10) : 0;
    unsigned long minor = release != NULL && *end == '.' ? strtoul(end + 1, NULL, 10) : 0;
    if (!ran || major == 0 || major > 999 || minor > 99) {
        diag_file_error(b->d, b->nvcc, "nvcc-missing", "this is not an nvcc that works: %s",
                        result.started ? "it does not tell its version" : result.problem);
        diag_output(b->d, result.output, result.output_length);
        diag_hint(b->d, "%s", hint_missing);
        return false;
    }
    b->toolkit = 1000 * (unsigned)major + 10 * (unsigned)minor;
    return true;
}

bool image_find_tools(builder *b, const image_options *options, bool needs_nvcc, bool needs_ptxas)
{
    if (!needs_nvcc && !needs_ptxas) {
        return true;
    }
    b->nvcc = find_nvcc(b, options);
    if (b->nvcc == NULL || !find_version(b)) {
        return false;
    }
    b->ptxas = needs_ptxas ? find_ptxas(b) : NULL;
    return !needs_ptxas || b->ptxas != NULL;
}

/* ---- what the toolkit builds ---- */

void image_check_min_cuda(const builder *b, unsigned toolkit, const char *what)
{
    const model *m = b->m;
    if (m->min_cuda == 0 || toolkit / 1000 <= m->min_cuda / 1000) {
        return;
    }
    diag_error(b->d, m->min_cuda_at.source != 0 ? m->min_cuda_at : m->at, "min-cuda-toolkit",
               "%s was made by toolkit %s and needs a driver of CUDA %u.0 or newer, but min_cuda is %s", what,
               image_version_text(b->memory, toolkit), toolkit / 1000, image_version_text(b->memory, m->min_cuda));
    diag_hint(b->d, "write min_cuda: \"%u.0\", or use a toolkit of CUDA %u", toolkit / 1000, m->min_cuda / 1000);
}

/* Architectures that changed their number with a toolkit. */
static unsigned other_number(unsigned capability)
{
    return capability == 101 ? 110 : capability == 110 ? 101 : 0;
}

static bool lists(const char *list, unsigned capability)
{
    for (const char *at = strstr(list, "sm_"); at != NULL; at = strstr(at + 3, "sm_")) {
        if (strtoul(at + 3, NULL, 10) == capability) {
            return true;
        }
    }
    return false;
}

/* The list in one line: "sm_75, sm_80". */
static const char *join_lines(arena *a, const char *list)
{
    const char *joined = "";
    const char *at = list;
    while (*at != '\0') {
        size_t length = strcspn(at, "\r\n");
        if (length > 0) {
            joined = arena_printf(a, "%s%s%.*s", joined, joined[0] != '\0' ? ", " : "", (int)length, at);
        }
        at += length;
        at += strspn(at, "\r\n");
    }
    return joined;
}

static void report_target(const builder *b, const model_target *t, const char *list)
{
    unsigned other = other_number(t->capability);
    diag_error(b->d, t->at, "target-unsupported", "toolkit %s does not build for %s",
               image_version_text(b->memory, b->toolkit), t->name);
    if (other != 0 && lists(list, other)) {
        diag_hint(b->d, "with this toolkit the same device is %s_%u%s", t->ptx ? "compute" : "sm", other, t->suffix);
    } else {
        diag_hint(b->d, "it builds for %s", join_lines(b->memory, list));
    }
}

void image_check_toolkit(builder *b, bool needs_nvcc)
{
    const char *arguments[] = {b->nvcc, "--list-gpu-code", NULL};
    run_result result;
    bool code = false;
    for (size_t i = 0; i < b->m->target_count; i++) {
        code = code || !b->m->targets[i].ptx;
    }
    if (code) {
        image_check_min_cuda(b, b->toolkit, "machine code");
    }
    /* Toolkits before 11.5 have no such list; then the compiler's own message has to do. */
    if (!needs_nvcc || !image_run_tool(b, arguments, NULL, &result) || strstr(result.output, "sm_") == NULL) {
        return;
    }
    for (size_t i = 0; i < b->m->target_count; i++) {
        if (!lists(result.output, b->m->targets[i].capability)) {
            report_target(b, &b->m->targets[i], result.output);
        }
    }
}
