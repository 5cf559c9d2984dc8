/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The vggen authors */
/* The CUDA toolkit: finds its compilers, runs them in a temporary folder, and makes their output the same on every
 * machine. Knows no model. */
#ifndef TOOLKIT_H
#define TOOLKIT_H

#include <stdbool.h>
#include <stddef.h>

#include "base/arena.h"
#include "base/diag.h"
#include "base/run.h"

typedef struct {
    arena *memory;
    diag *d;
    span needed_at;         /* for errors: what needs the toolkit, source 0 for kernels in general, … */
    const char *needed_for; /* … and the files that the generator itself brings, if only they need the toolkit */
    const char *nvcc, *ptxas;       /* absolute; NULL: not needed */
    unsigned version;       /* 13000; 0: not known */
    const char *version_text;       /* all that nvcc prints about it */
    const char *release;    /* "13.0.88", or "13.0" where nvcc does not print more; NULL: it was not asked */
    const char *temporary;  /* the folder, set by the caller (base/run.h); NULL: not needed */
} toolkit;

/* Finds what is needed: nvcc is `given`, or NULL for $NVCC, then $CUDA_HOME/bin, then PATH. False after an error. */
bool toolkit_find(toolkit *t, const char *given, bool needs_nvcc, bool needs_ptxas);

/* ---- toolkit_environment.c ---- */

/* What compilers read of the environment and must not, since the same spec would have other machine code. For
 * run_command.without. */
extern const char *const toolkit_unread_variables[];

/* Warnings for variables that are set to change what nvcc makes: those that do not count, and the one that does. */
void toolkit_report_environment(diag *d);
/* A hint, after an error of a compiler, that folders for headers which the environment names do not count. */
void toolkit_hint_environment(diag *d, const char *output);

/* Runs a tool with our environment; false when it failed or could not be started. */
bool toolkit_run(const toolkit *t, const char *const *arguments, const char *folder, run_result *result);

/* Starts it for run_wait; NULL, with *result saying why, when it cannot be started. */
run_child *toolkit_start(const toolkit *t, const char *const *arguments, const char *folder, run_result *result);

/* ---- toolkit.c ---- */

/* Writes a file of the temporary folder; false after an error. */
bool toolkit_write_file(const toolkit *t, const char *name, const char *text, size_t size);

/* What the tool printed, without the names of temporary files, and without lines that only speak of them. */
const char *toolkit_clean_output(const toolkit *t, const run_result *result);

/* Whether a line of output, of `length` bytes, has the word in it. */
bool toolkit_line_holds(const char *line, size_t length, const char *word);

/* "13.0" for 13000. */
const char *toolkit_version_text(arena *a, unsigned version);

#endif
