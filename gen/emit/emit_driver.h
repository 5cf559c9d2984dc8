/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The vggen authors */
/* What NAME_main.c, NAME_selftest.c and NAME_tune.c have in common: a table for runtime/driver, and its functions. */
#ifndef EMIT_DRIVER_H
#define EMIT_DRIVER_H

#include <string.h>

#include "emit/parts.h"

/* A function of the table that runs a graph by its number. */
typedef struct {
    const char *name;      /* behind driven_ */
    const char *parameter; /* "vg_times *times, " */
    const char *in_place;  /* the program's function, behind NAME_GRAPH_ */
    const char *copying;   /* the same with `api: call` */
    const char *argument;  /* ", times" */
} emit_driver_call;

void emit_driver_functions(FILE *file, const emit *e);
void emit_driver_run(FILE *file, const emit *e, const emit_driver_call *call);
/* `selftest` and `tune` are the last members: NULL, or the address of what only that one uses. */
void emit_driver_table(FILE *file, const emit *e, const char *selftest, const char *tune);
/* A function that hands its arguments on to the program's own; and whether there is state to save with one. */
void emit_driver_lane_function(FILE *file, const emit *e, const char *name, const char *parameters,
                               const char *arguments);
bool emit_driver_saves(const emit *e);

/* ---- emit_driver_capture.c: nothing is written where a program has no captures ---- */

/* The functions, and one that hands them to open. */
void emit_driver_captures(FILE *file, const emit *e);
/* In NAME_main.c: what the driver asks them, and the option for that, in main. */
void emit_driver_asks(FILE *file, const emit *e);
void emit_driver_workspaces(FILE *file, const void *context);

#endif
