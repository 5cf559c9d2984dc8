/* SPDX-License-Identifier: MIT */
/* Stage emit: walks model, image and plan and writes the files that are compiled. Decides nothing, raises no
 * diagnostic. gen/outputs.c lists these functions with those of gen/report. */
#ifndef EMIT_H
#define EMIT_H

#include <stdio.h>

#include "emit/emit_context.h"

void emit_header(FILE *file, const emit *e);
void emit_source(FILE *file, const emit *e);
void emit_image(FILE *file, const emit *e);
void emit_kernels_header(FILE *file, const emit *e);
void emit_main(FILE *file, const emit *e);
void emit_selftest(FILE *file, const emit *e);
void emit_sim(FILE *file, const emit *e);
/* Names the files written before it. */
void emit_depfile(FILE *file, const emit *e);

#endif
