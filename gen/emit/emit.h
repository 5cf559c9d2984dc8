/* SPDX-License-Identifier: MIT */
/* Stage emit: walks model, image and plan and writes the output files. Decides nothing, raises no diagnostic. */
#ifndef EMIT_H
#define EMIT_H

#include <stdio.h>

#include "base/arena.h"
#include "base/out.h"
#include "image/image.h"
#include "plan/plan.h"
#include "spec/model.h"

typedef enum {
    EMIT_MAIN = 1,          /* NAME_main.c */
    EMIT_SIM = 2,           /* NAME_sim.cpp */
    EMIT_DEPFILE = 4,       /* NAME.d */
    EMIT_DOT = 8,           /* NAME.dot */
    EMIT_MAP = 16,          /* NAME.map */
    EMIT_SVG = 32,          /* NAME_arena.svg, NAME_graph.svg */
    EMIT_JSON = 64,         /* NAME.json */
    EMIT_SELFTEST = 256     /* NAME_selftest.c */
} emit_extra;

typedef struct {
    arena *memory;
    const model *m;
    const image *i;
    const plan *p;
    const char *version;    /* of the tool */
    const char *folder;     /* output folder as given, for the depfile */
    const diag *sources;    /* knows the spec's bytes and lines, for NAME.json; else NULL */
} emit_input;

/* NAME.h, NAME.c, NAME_image.c, NAME_kernels.h and the extras asked for. */
void emit_files(const emit_input *in, out *o, unsigned extras);

/* The paths of the files that emit_files makes, one a line. The program's name is all that it needs of the model. */
void emit_list(FILE *stream, const model *m, const char *folder, unsigned extras);

#endif
