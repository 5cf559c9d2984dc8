/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The vggen authors */
/* The sources of kernels that the generator itself adds: kernels/builtin/, embedded at build time. */
#ifndef BUILTIN_H
#define BUILTIN_H

#include <stddef.h>
#include <stdint.h>

#include "base/arena.h"
#include "spec/model.h"

/* By gen/embed_text.sh. */
extern const char builtin_control[]; /* control.cu */
extern const char builtin_copy[];    /* copy.cu */
extern const char builtin_copy_pieces[]; /* copy_pieces.cu */
extern const char builtin_fill[];    /* fill.cu */
extern const char builtin_grid[];    /* grid.cu */
extern const char builtin_mailbox[]; /* mailbox.cu */
extern const char builtin_replay[];  /* replay.cu */

/* NULL when there is no such file. */
const char *builtin_text(const char *file);

/* A kernel of that file, launched with blocks of `threads`. params is copied. at: what needs it. */
model_kernel *builtin_kernel(arena *a, const char *file, const char *name, uint32_t threads, const model_param *params,
                             size_t param_count, span at);

#endif
