/* SPDX-License-Identifier: MIT */
/* Stage emit: walks model, image and plan and writes the output files. Decides nothing, raises no diagnostic. */
#ifndef EMIT_H
#define EMIT_H

#include <stdio.h>

#include "base/out.h"
#include "emit/emit_context.h"
#include "spec/model.h"

typedef enum {
    EMIT_MAIN = 1,      /* NAME_main.c */
    EMIT_SIM = 2,       /* NAME_sim.cpp */
    EMIT_DEPFILE = 4,   /* NAME.d */
    EMIT_DOT = 8,       /* NAME.dot */
    EMIT_MAP = 16,      /* NAME.map */
    EMIT_SVG = 32,      /* NAME_arena.svg, NAME_graph.svg */
    EMIT_JSON = 64,     /* NAME.json */
    EMIT_SELFTEST = 256 /* NAME_selftest.c */
} emit_extra;

/* NAME.h, NAME.c, NAME_image.c, NAME_kernels.h and the extras asked for. */
void emit_files(const emit_input *in, out *o, unsigned extras);

/* The paths of the files that emit_files makes, one a line. The program's name is all that it needs of the model. */
void emit_list(FILE *stream, const model *m, const char *folder, unsigned extras);

/* ---- one function for each output ---- */

void emit_header(FILE *file, const emit *e);
void emit_source(FILE *file, const emit *e);
void emit_image(FILE *file, const emit *e);
void emit_kernels_header(FILE *file, const emit *e);
void emit_main(FILE *file, const emit *e);
void emit_selftest(FILE *file, const emit *e);
void emit_sim(FILE *file, const emit *e);
void emit_depfile(FILE *file, const emit *e, const char *const *outputs, size_t output_count);
void dot_write(FILE *file, const emit *e);
void map_write(FILE *file, const emit *e);
void memory_picture_write(FILE *file, const emit *e);
void graph_picture_write(FILE *file, const emit *e);
void manifest_write(FILE *file, const emit *e);

#endif
