/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The vggen authors */
/* The options as a table: the command line is read by it, and --help prints it. */
#ifndef OPTIONS_PARTS_H
#define OPTIONS_PARTS_H

#include "options.h"

typedef struct {
    arena *a;
    diag *d;
    options *o;
    const char *task;       /* the option that chose it, or NULL */
    bool help, version, explain, schema, manifest_schema;
    const char *explained;  /* --explain=ID, or NULL */
} command_line;

typedef struct option_row option_row;
struct option_row {
    char letter;            /* -o, or '\0' */
    const char *name;       /* --output, without its dashes, or NULL */
    const char *argument;   /* as --help shows it, with what stands before it: "=FOLDER"; NULL: the option takes none */
    bool optional;          /* the argument may be left out */
    /* given: the argument, or NULL */
    void (*read)(command_line *c, const option_row *row, const char *given);
    unsigned what;          /* for read: of outputs_extra, or of options_task */
    const char *text;       /* what it does, one line of --help */
};

/* Options that belong together, under a heading. */
typedef struct {
    const char *heading;    /* NULL: none */
    const option_row *rows;
    size_t count;
} option_group;

extern const option_group options_groups[];
extern const size_t options_group_count;

void options_wrong(command_line *c, const char *format, ...) ARENA_FORMAT(2, 3);

/* Adds "did you mean", unless nearest is NULL. */
void options_hint_nearest(command_line *c, const char *prefix, const char *nearest);

#endif
