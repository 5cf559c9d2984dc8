/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The vggen authors */
/* What a toolkit builds, against what the spec asks for. */
#include <stdlib.h>
#include <string.h>

#include "image/image_parts.h"

void image_check_min_cuda(const builder *b, unsigned version, const char *what)
{
    const model *m = b->m;
    if (m->min_cuda == 0 || version / 1000 <= m->min_cuda / 1000) {
        return;
    }
    diag_error(b->d, m->min_cuda_at.source != 0 ? m->min_cuda_at : m->at, "min-cuda-toolkit",
               "%s was made by toolkit %s and needs a driver of CUDA %u.0 or newer, but min_cuda is %s", what,
               toolkit_version_text(b->memory, version), version / 1000, toolkit_version_text(b->memory, m->min_cuda));
    diag_hint(b->d, "write min_cuda: \"%u.0\", or use a toolkit of CUDA %u", version / 1000, m->min_cuda / 1000);
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
               toolkit_version_text(b->memory, b->tools.version), t->name);
    if (other != 0 && lists(list, other)) {
        diag_hint(b->d, "with this toolkit the same device is %s_%u%s", t->ptx ? "compute" : "sm", other, t->suffix);
    } else {
        diag_hint(b->d, "it builds for %s", join_lines(b->memory, list));
    }
}

void image_check_toolkit(builder *b, bool needs_nvcc)
{
    const char *arguments[] = {b->tools.nvcc, "--list-gpu-code", NULL};
    run_result result;
    bool code = false;
    for (size_t i = 0; i < b->m->target_count; i++) {
        code = code || !b->m->targets[i].ptx;
    }
    if (code) {
        image_check_min_cuda(b, b->tools.version, "machine code");
    }
    /* Toolkits before 11.5 have no such list: then the compiler reports the target itself. */
    if (!needs_nvcc || !toolkit_run(&b->tools, arguments, NULL, &result) || strstr(result.output, "sm_") == NULL) {
        return;
    }
    for (size_t i = 0; i < b->m->target_count; i++) {
        if (!lists(result.output, b->m->targets[i].capability)) {
            report_target(b, &b->m->targets[i], result.output);
        }
    }
}
