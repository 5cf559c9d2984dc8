/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The vggen authors */
/* Runs of compiler and assembler: side by side, and found in the cache where they were made before. Raises no
 * diagnostics: what came of a job is looked at afterwards, in the order of the spec. */
#ifndef IMAGE_WORK_H
#define IMAGE_WORK_H

#include "image/cache.h"
#include "image/image_parts.h"

typedef enum {
    JOB_COMPILE,    /* a source to PTX */
    JOB_ASSEMBLE,   /* PTX to machine code */
    JOB_FIGURES     /* PTX to what the assembler prints about it */
} job_kind;

typedef struct image_job {
    job_kind kind;
    size_t module;
    const char *target;             /* "compute_90", "sm_90" */
    size_t rank;                    /* the first target of the model that needs it */
    const char *const *arguments;   /* end with NULL */
    const char *working;            /* the tool's working folder */
    const char *folder;             /* the job's own, for what the tool writes */
    const char *text;               /* the unit that includes the source, or the PTX */
    const char *written;            /* name of the result in the folder; NULL: there is none */
    bool uncached;
    size_t more;                    /* jobs that come when this one has succeeded */
    /* Once it has succeeded: makes its result the same on every machine, and adds the jobs that come of it. Or NULL. */
    void (*finished)(builder *b, struct image_job *job);
    /* What came of it: */
    bool done, good;
    run_result result;
    const char *output;             /* result.output as it is shown; of JOB_FIGURES as it is */
    const char *bytes;              /* of the result, with a NUL behind them; NULL: it cannot be read … */
    size_t size;
    const char *problem;            /* … for this reason */
    const char *const *symbols;     /* JOB_COMPILE: for each kernel of the module, what the compiler calls it; NULL: it
                                     * was not asked */
    const char **reads;             /* JOB_COMPILE: the files that were read, as the compiler calls them */
    size_t read_count;
    /* Of image_work.c: */
    run_child *child;
    const char *key;                /* where the cache has it; NULL: not at all */
} image_job;

/* ---- image_work.c ---- */

/* A new job; its folder is made. */
image_job *image_job_new(builder *b, job_kind kind, size_t module, const char *target, size_t rank);
/* Adds the job to those that image_work_run runs. */
void image_job_add(builder *b, image_job *job);
/* The job that ran, or NULL. */
const image_job *image_job_find(const builder *b, job_kind kind, size_t module, const char *target);
/* Runs all jobs that were added and those that come of them. Where one has failed, those of the same module for later
 * targets are left out. */
void image_work_run(builder *b);
/* Opens the cache, unless `cached` is false. After the temporary folder was made. */
void image_work_begin(builder *b, bool cached);
void image_work_end(builder *b);

/* ---- image_cache.c: what decides about a result ---- */

/* Opens the cache, unless it is not to be used. */
void image_cache_begin(builder *b, bool cached);
/* Completes a job from the cache; false: it has to run. */
bool image_cache_find(builder *b, image_job *job);
/* Keeps what came of a job that has run. */
void image_cache_keep(builder *b, image_job *job);

/* ---- image_inputs.c: the files that sources are made of ---- */

typedef struct image_inputs image_inputs;

image_inputs *image_inputs_new(builder *b);
/* Everything in these files that can decide about the code, as text; NULL: no text can say that, or a file is not
 * there. `settled`: also NULL where one may have changed since the work began. */
const char *image_inputs_text(builder *b, const image_job *job, const char *const *paths, size_t count, bool settled);

/* ---- image_progress.c: a line on the terminal ---- */

typedef struct {
    bool possible;  /* standard error is a terminal */
    bool shown;
    int64_t begin;  /* milliseconds */
} image_progress;

void image_progress_begin(image_progress *p);
/* Milliseconds until the line is due; -1: never, or it stands there. */
int image_progress_due(const image_progress *p);
void image_progress_show(image_progress *p, size_t done, size_t count, const char *file, const char *target);
void image_progress_end(image_progress *p);

#endif
