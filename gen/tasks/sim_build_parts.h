/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The vggen authors */
/* What the files of --sim-build share. */
#ifndef SIM_BUILD_PARTS_H
#define SIM_BUILD_PARTS_H

#include "base/run.h"
#include "tasks/sim_build.h"

#define DEVICE_LIBRARY "libvgsim.so"

typedef struct {
    arena *a;
    diag *d;
    const char *program;
    const char *sources, *folder; /* absolute, as all names that go to a compiler */
    const char *device;           /* the CPU device's sources */
    const char *temporary;
    const image *image;
    const model *m;
    const char *library; /* its name */
    uint32_t *modules;   /* of the units, after the first */
    size_t unit_count;
    sim_build_read *read;
    bool cached;
    bool whole; /* a single source has no other to clash with: all is compiled at once */
    bool clang;
} build;

typedef struct {
    const char **items;
    size_t count, capacity;
} words;

/* ---- commands ---- */

void sim_build_add(build *b, words *w, const char *word);
void sim_build_add_all(build *b, words *w, const char *const *list, size_t count);
/* At blanks, as make would, without quotes. */
void sim_build_add_split(build *b, words *w, const char *text);
/* The compiler that a variable names. False, with an error, where it is not there. */
bool sim_build_add_compiler(build *b, words *w, const char *variable, const char *otherwise);
const char *sim_build_variable(const char *name, const char *otherwise);
const char *sim_build_in(build *b, const char *folder, const char *name);

const char *const *sim_build_environment(build *b);
bool sim_build_run(build *b, words *command, const char *library);
/* What a command ended with; the library that it failed to make is taken away, since it is out of date. */
bool sim_build_ended(build *b, const words *command, const run_result *result, const char *library);

/* ---- what is there already ---- */

/* A hash of the command and of the files that it reads; NULL when one of them is not there. */
const char *sim_build_key(build *b, const words *command, const words *files);
const char *sim_build_key_path(build *b, const char *library);
/* `path` was made by this command from these files, as it was noted under a name. */
bool sim_build_is_made(build *b, const char *name, const char *path, const words *command, const words *files);
void sim_build_note_made(build *b, const char *library, const words *command, const words *files);

/* ---- the CPU device ---- */

/* Makes libvgsim.so, or takes it from the cache. False after an error. */
bool sim_build_device(build *b);

#endif
