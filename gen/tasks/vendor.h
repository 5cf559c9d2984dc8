/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The vggen authors */
/* --vendor and --verify: one folder with all that an application needs of one or several programs. */
#ifndef VENDOR_H
#define VENDOR_H

#include <stdbool.h>

#include "base/arena.h"
#include "base/diag.h"
#include "base/out.h"
#include "image/image.h"
#include "spec/model.h"

typedef struct {
    const char *folder;  /* to vendor into */
    const char *runtime; /* the runtime's folder */
    const char *with;    /* --with: names of calls, with commas between them, or NULL */
    const char *shape;   /* options that say what is made of the specs, as words of a shell, a blank before each */
    bool sim;            /* with the CPU device */
    bool force;          /* over what was edited by hand */
} vendor_options;

typedef struct vendor vendor;

/* Looks at what is there. NULL after errors. */
vendor *vendor_begin(arena *a, diag *d, const vendor_options *options);

/* Adds a program, with the files that were emitted of it; these are not committed. */
void vendor_add(vendor *v, const model *m, const image *i, out *files);

/* Writes the folder as a whole, and prints what changed; nothing after errors. */
void vendor_end(vendor *v);

/* --verify: an error for each file that is not as it was written. */
void vendor_verify(arena *a, diag *d, const char *folder);

#endif
