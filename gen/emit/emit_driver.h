/* SPDX-License-Identifier: MIT */
/* What NAME_main.c and NAME_selftest.c have in common: a table for runtime/driver, and the functions in it. */
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
/* `selftest` is the last member: NULL, or the address of what the self-test uses. */
void emit_driver_table(FILE *file, const emit *e, const char *selftest);

/* ---- emit_driver_capture.c: nothing is written where a program has no captures ---- */

/* The functions, and one that hands them to open. */
void emit_driver_captures(FILE *file, const emit *e);
/* In NAME_main.c: what the driver asks them, and the option for that, in main. */
void emit_driver_asks(FILE *file, const emit *e);
void emit_driver_workspaces(FILE *file, const void *context);

#endif
