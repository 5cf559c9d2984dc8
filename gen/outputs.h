/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The vggen authors */
/* The output files of a program: which there are, which option asks for each, and who writes it. */
#ifndef OUTPUTS_H
#define OUTPUTS_H

#include <stdio.h>

#include "base/out.h"
#include "emit/emit_context.h"
#include "spec/model.h"

/* What options ask for beside NAME.h, NAME.c, NAME_image.c and NAME_kernels.h, which are always made. */
typedef enum {
    OUTPUTS_MAIN = 1,       /* NAME_main.c */
    OUTPUTS_SIM = 2,        /* NAME_sim.cpp */
    OUTPUTS_DEPFILE = 4,    /* NAME.d */
    OUTPUTS_DOT = 8,        /* NAME.dot */
    OUTPUTS_MAP = 16,       /* NAME.map */
    OUTPUTS_SVG = 32,       /* NAME_arena.svg, NAME_graph.svg */
    OUTPUTS_JSON = 64,      /* NAME.json */
    OUTPUTS_SELFTEST = 128, /* NAME_selftest.c */
    OUTPUTS_TUNE = 256,     /* NAME_tune.c */
    OUTPUTS_REPORT = 512    /* NAME.report.html */
} outputs_extra;

/* An error for each file in the folder that would be overwritten and is not the program's own. `more`: names of files
 * that are written besides, up to a NULL. */
void outputs_check(arena *a, diag *d, const model *m, const char *folder, unsigned extras, const char *const *more);

/* Writes the files that are always made and the extras asked for. Decides nothing. Warns of files in the folder that an
 * earlier run wrote and that fit no more, unless in->folder is NULL. */
void outputs_write(const emit_input *in, diag *d, out *o, unsigned extras);

/* Writes NAME.d anew, when more is known of what was read: in->host_read. */
void outputs_write_depfile(const emit_input *in, out *o);

/* Prints the paths of the files that outputs_write makes, and of `more` up to a NULL, one a line. The program's name is
 * all that it needs of the model. */
void outputs_list(FILE *to, const model *m, const char *folder, unsigned extras, const char *const *more);

#endif
