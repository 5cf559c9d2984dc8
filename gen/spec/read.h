/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The vggen authors */
/* Stage read: tree → model. */
#ifndef READ_H
#define READ_H

#include "base/arena.h"
#include "base/text.h"
#include "spec/model.h"
#include "spec/tree.h"

/* NULL only when the document is not a mapping; other mistakes are reported and the rest is read on. */
model *read_model(arena *a, diag *d, names *n, const tree *root, const char *spec_path);

/* Gives defines of a model that was read without a mistake, and not yet checked, other values. Each text is NAME=VALUE;
 * its place in messages is a line of the source "<command line>". */
void read_overrides(arena *a, diag *d, names *n, model *m, const char *const *texts, size_t count);

/* `--tuned=FILE`: blocks that were measured. Warns where the file was made for another spec than that of m->hash. */
void read_tuned(arena *a, diag *d, names *n, model *m, const char *path);

#endif
