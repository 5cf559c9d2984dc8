/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The vggen authors */
/* --init: the first files of a new program. */
#ifndef INIT_H
#define INIT_H

#include <stdbool.h>

#include "base/arena.h"
#include "base/diag.h"

typedef struct {
    const char *name;       /* of the program */
    const char *kind;       /* what it is an example of: one that init_is_kind knows */
    const char *folder;     /* where the files go */
    const char *nvcc;       /* --nvcc or NULL, only asked for its version */
} init_options;

#define INIT_PLAIN "plain"

bool init_is_kind(const char *name);

/* Writes NAME.yaml, NAME.cu, NAME_app.c, NAME_test.c and Makefile, or nothing and false where the name is none or a
 * file is there already. Tells on standard output what it wrote. */
bool init_project(arena *a, diag *d, const init_options *options);

#endif
