/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The vggen authors */
/* Stage emit: walks model, image and plan and writes the files that are compiled. Decides nothing, raises no
 * diagnostic. gen/outputs.c lists these functions with those of gen/report. */
#ifndef EMIT_H
#define EMIT_H

#include <stdio.h>

#include "emit/emit_context.h"
#include "emit/emit_stamp.h"

void emit_header(FILE *file, const emit *e);
void emit_source(FILE *file, const emit *e);
void emit_image(FILE *file, const emit *e);
void emit_kernels_header(FILE *file, const emit *e);
void emit_main(FILE *file, const emit *e);
void emit_selftest(FILE *file, const emit *e);
void emit_tune(FILE *file, const emit *e);
void emit_sim(FILE *file, const emit *e);
/* Adds what decides that file. */
void emit_sim_stamp(emit_stamp *stamp, const emit *e);
void emit_depfile(FILE *file, const emit *e);

/* The files that were read, each once: the spec, then those that it names, then what compilers read for it. */
const char *const *emit_files_read(const emit_input *in, size_t *count);
/* NAME.c with its folder, the target of the dependency file. */
const char *emit_depfile_target(const emit_input *in);

#endif
