/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The vggen authors */
/* The command line. */
#ifndef OPTIONS_H
#define OPTIONS_H

#include <stdbool.h>

#include "base/arena.h"
#include "base/diag.h"
#include "image/image.h"

typedef enum {
    TASK_WRITE,
    TASK_CHECK,
    TASK_LIST_OUTPUTS,
    TASK_PRINT_PLAN,
    TASK_PRINT_PLAN_JSON,
    TASK_VENDOR,            /* of one spec or several */
    TASK_INIT,              /* this and the next ones read no spec */
    TASK_DESCRIBE,
    TASK_RUNTIME_DIR,
    TASK_VERIFY
} options_task;

typedef struct {
    options_task task;
    const char *program;            /* argv[0] */
    const char *spec;
    char **specs;                   /* all of them: one, but for TASK_VENDOR */
    size_t spec_count;
    const char *subject;            /* of TASK_INIT the name of the program, of TASK_DESCRIBE the source, of
                                     * TASK_VENDOR and TASK_VERIFY the folder */
    const char *kind;               /* of TASK_INIT */
    const char *folder;             /* "." unless given; of TASK_INIT the subject */
    unsigned extras;                /* of outputs_extra */
    bool sim_build;
    const char *with;               /* --with, or NULL */
    bool force;
    bool separate;
    const char *name;               /* of the program instead of the spec's, or NULL */
    const char *tuned;              /* a file of measured blocks, or NULL */
    const char *node_times;         /* a file for --print-plan, or NULL */
    image_options image;
    const char **defines;           /* NAME=VALUE */
    size_t define_count, define_capacity;
    bool json_diagnostics;
} options;

/* Hands the treatment of warnings to d. False when there is nothing to generate: the command line is wrong, which is an
 * error in d, or all that it asks for (help, version, an explanation) was printed. */
bool options_read(arena *a, diag *d, int argc, char **argv, options *o);

/* Those that say what is made of a spec, as words of a shell with a blank before each: with them the same bytes come
 * again. */
const char *options_shape(arena *a, const options *o);

#endif
