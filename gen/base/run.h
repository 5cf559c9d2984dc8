/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The vggen authors */
/* Child processes and the temporary folder that they work in. The only module that starts processes: argument
 * vectors, never a shell. */
#ifndef RUN_H
#define RUN_H

#include <stdbool.h>
#include <stddef.h>

#include "base/arena.h"

/* Output beyond this is dropped and run_result says so. */
#define RUN_MAX_OUTPUT (1u << 20)
/* No more children at a time. */
#define RUN_MOST 64

typedef struct {
    const char *const *arguments;   /* ends with NULL; the first is the program's path, which is not searched for */
    const char *folder;             /* working folder, or NULL: ours */
    const char *const *environment; /* "NAME=value" to set or replace; ends with NULL; or NULL */
    const char *const *without;     /* variables that it does not get, "NAME" or "START*"; ends with NULL; or NULL */
} run_command;

typedef struct {
    bool started;           /* false: `problem` says why not */
    const char *problem;
    int status;             /* exit status, or 128 plus the signal that ended it */
    const char *output;     /* standard output and standard error together, NUL-terminated */
    size_t output_length;
    bool truncated;
} run_result;

/* Whether a list such as run_command.without has the variable of "NAME=value". */
bool run_is_listed(const char *const *list, const char *variable);

/* Runs a program to its end, with an empty standard input. True if it exited with 0. */
bool run_program(arena *a, const run_command *command, run_result *result);

/* Several side by side: starts one, which run_wait waits for; NULL, with *result saying why, where it cannot be
 * started. The result is complete when run_wait has returned this child. */
typedef struct run_child run_child;
run_child *run_start(arena *a, const run_command *command, run_result *result);
/* Waits for any of the children in the list and returns its index; `count` when none printed or ended for that long
 * (-1: no limit). */
size_t run_wait(run_child *const *list, size_t count, int milliseconds);

/* How many processors this process may use, RUN_MOST at most. */
size_t run_processors(void);

/* The absolute path of an executable file: a name without a slash is looked for in PATH. NULL if there is none. */
const char *run_find(arena *a, const char *name);

/* Makes a folder of our own below $TMPDIR (or /tmp) and returns its absolute path, or NULL and *problem. One at a
 * time. Until it is removed, SIGINT, SIGTERM and SIGHUP end the running children and make further programs fail to
 * start; run_folder_remove then lets the signal take its usual effect. Leaving through exit() removes it as well. */
const char *run_folder_make(arena *a, const char **problem);
void run_folder_remove(void);

/* Whether such a signal has come. */
bool run_interrupted(void);

#endif
