/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The vggen authors */
/* What the compiler makes of the source, and what it says if it cannot. */
#include <stdlib.h>
#include <string.h>

#include "base/file.h"
#include "tasks/describe_parts.h"

/* The newest architecture, which knows what the older ones do. Toolkits before 11.5 have no such list. */
void describe_choose_architecture(describer *s)
{
    const char *arguments[] = {s->tools.nvcc, "--list-gpu-arch", NULL};
    run_result result;
    unsigned long newest = 0;

    if (!toolkit_run(&s->tools, arguments, NULL, &result))
        return;
    for (const char *at = strstr(result.output, "compute_"); at != NULL; at = strstr(at, "compute_")) {
        unsigned long number = strtoul(at += strlen("compute_"), NULL, 10);
        newest = number > newest ? number : newest;
    }
    if (newest > 0)
        s->architecture = arena_printf(s->a, "-arch=compute_%lu", newest);
}

/* The source, and after it what else the compiler is to see, or NULL; the PTX that it makes, or NULL. */
const char *describe_compile(describer *s, const char *probe, size_t *size, run_result *result)
{
    arena *a = s->a;
    const char *problem;
    const char *stem = arena_printf(a, "%s/vggen_unit_0", s->tools.temporary);
    const char *arguments[16] = {
        s->tools.nvcc,
        "-ptx",
        "-std=c++17",
        "-Wno-deprecated-gpu-targets",
        arena_printf(a, "-I%s", s->tools.temporary),
        "-I.",
        arena_printf(a, "-I%s/stand_in", s->tools.temporary),
        "-o",
        arena_printf(a, "%s.ptx", stem),
        arena_printf(a, "%s.cu", stem),
        s->architecture,
    };
    const char *text = arena_printf(a, "%s#include \"%s\"\n%s", s->includes, s->base, probe != NULL ? probe : "");
    bool good = toolkit_write_file(&s->tools, "vggen_unit_0.cu", text, strlen(text));
    if (!good || !toolkit_run(&s->tools, arguments, s->folder, result))
        return NULL;
    text = file_read(a, arena_printf(a, "%s.ptx", stem), DESCRIBE_MOST_BYTES, size, &problem);
    if (text == NULL)
        diag_file_error(s->d, NULL, "temporary-folder", "cannot read what the compiler wrote (ptx): %s", problem);
    return text;
}

void describe_report_compiler(describer *s, const run_result *result)
{
    const char *output;

    if (run_interrupted()) {
        diag_file_error(s->d, NULL, "interrupted", "interrupted");
        return;
    }
    if (diag_error_count(s->d) > 0)
        return;
    if (!result->started) {
        diag_file_error(s->d, NULL, "nvcc-failed", "cannot start nvcc: %s", result->problem);
        return;
    }
    output = toolkit_clean_output(&s->tools, result);
    diag_file_error(s->d, s->file, "nvcc-failed", "nvcc cannot compile it");
    diag_output(s->d, output, strlen(output));
    toolkit_hint_environment(s->d, output);
    if (s->stand_in)
        diag_hint(
            s->d,
            "an empty %s_kernels.h was used: write its defines into %s.yaml beside the source, or give -D NAME=VALUE",
            s->source.programs[0], s->source.programs[0]);
}
