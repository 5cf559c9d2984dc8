/* SPDX-License-Identifier: MIT */
#include "spec/builtin.h"

#include <string.h>

#include "spec/expr.h"

const char *builtin_text(const char *file)
{
    if (strcmp(file, "control.cu") == 0)
        return builtin_control;
    if (strcmp(file, "copy.cu") == 0)
        return builtin_copy;
    return strcmp(file, "replay.cu") == 0 ? builtin_replay : NULL;
}

void builtin_add_kernel(arena *a, model *m, const char *file, const char *name, uint32_t threads,
                        const model_param *params, size_t param_count, span at)
{
    model_kernel *all = ARENA_ARRAY(a, model_kernel, m->kernel_count + 1);
    model_kernel k = {.name = name, .entry = name, .builtin = file};

    k.at = k.file_at = k.entry_at = k.block_at = at;
    k.block[0] = (model_expr){.at = at, .root = expr_integer(a, threads), .value = threads};
    k.block_count = 1;
    k.block_size[0] = threads;
    k.block_size[1] = k.block_size[2] = 1;
    k.params = ARENA_ARRAY(a, model_param, param_count);
    k.param_count = param_count;
    if (param_count > 0)
        memcpy(k.params, params, param_count * sizeof *params);
    if (m->kernel_count > 0)
        memcpy(all, m->kernels, m->kernel_count * sizeof *all);
    all[m->kernel_count] = k;
    m->kernels = all;
    m->kernel_count++;
}
