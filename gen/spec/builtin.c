/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The vggen authors */
#include "spec/builtin.h"

#include <string.h>

#include "spec/expr.h"

const char *builtin_text(const char *file)
{
    if (strcmp(file, "control.cu") == 0)
        return builtin_control;
    if (strcmp(file, "copy.cu") == 0)
        return builtin_copy;
    if (strcmp(file, "copy_pieces.cu") == 0)
        return builtin_copy_pieces;
    if (strcmp(file, "fill.cu") == 0)
        return builtin_fill;
    if (strcmp(file, "grid.cu") == 0)
        return builtin_grid;
    if (strcmp(file, "mailbox.cu") == 0)
        return builtin_mailbox;
    return strcmp(file, "replay.cu") == 0 ? builtin_replay : NULL;
}

model_kernel *builtin_kernel(arena *a, const char *file, const char *name, uint32_t threads, const model_param *params,
                             size_t param_count, span at)
{
    model_kernel *k = ARENA_NEW(a, model_kernel);

    k->name = k->entry = name;
    k->builtin = file;
    k->at = k->file_at = k->entry_at = k->block_at = at;
    k->block[0] = (model_expr){.at = at, .root = expr_integer(a, threads), .value = threads};
    k->block_count = 1;
    k->block_size[0] = threads;
    k->block_size[1] = k->block_size[2] = 1;
    k->params = ARENA_ARRAY(a, model_param, param_count);
    k->param_count = param_count;
    if (param_count > 0)
        memcpy(k->params, params, param_count * sizeof *params);
    return k;
}
