/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The vggen authors */
/* The jobs of one run: as many at a time as there are processors. */
#define _POSIX_C_SOURCE 200809L

#include "image/image_work.h"

#include <errno.h>
#include <string.h>
#include <sys/stat.h>

#include "base/depfile.h"
#include "base/file.h"

struct image_work {
    image_job **jobs;               /* in the order in which they were added */
    size_t count, capacity;
    size_t next;                    /* the first that was not begun */
    size_t done, expected;          /* for the line of progress */
    size_t folders;
    size_t *failed;                 /* for each module: the first target that failed */
    image_job *running[RUN_MOST];
    size_t running_count;
};

void image_work_begin(builder *b, bool cached)
{
    b->work = ARENA_NEW(b->memory, struct image_work);
    b->work->failed = ARENA_ARRAY(b->memory, size_t, b->i->module_count + 1);
    for (size_t i = 0; i < b->i->module_count; i++) {
        b->work->failed[i] = b->m->target_count;
    }
    b->inputs = image_inputs_new(b);
    image_cache_begin(b, cached);
}

void image_work_end(builder *b)
{
    if (b->cache != NULL && !run_interrupted()) {
        cache_trim(b->cache);
    }
}

image_job *image_job_new(builder *b, job_kind kind, size_t module, const char *target, size_t rank)
{
    image_job *job = ARENA_NEW(b->memory, image_job);
    job->kind = kind;
    job->module = module;
    job->target = target;
    job->rank = rank;
    job->output = "";
    job->problem = "it did not run";
    job->folder = arena_printf(b->memory, "%s/job_%zu", b->tools.temporary, b->work->folders++);
    return job;
}

void image_job_add(builder *b, image_job *job)
{
    struct image_work *w = b->work;
    w->jobs = (image_job **)arena_grow(b->memory, w->jobs, w->count, &w->capacity, sizeof *w->jobs);
    w->jobs[w->count++] = job;
}

const image_job *image_job_find(const builder *b, job_kind kind, size_t module, const char *target)
{
    const struct image_work *w = b->work;
    for (size_t i = 0; i < w->count; i++) {
        const image_job *job = w->jobs[i];
        if (job->done && job->kind == kind && job->module == module && strcmp(job->target, target) == 0) {
            return job;
        }
    }
    return NULL;
}

/* ---- one job ---- */

static void count_done(struct image_work *w, const image_job *job)
{
    w->done++;
    w->expected -= job->good ? 0 : job->more;
}

static void complete(builder *b, image_job *job)
{
    struct image_work *w = b->work;
    job->done = true;
    count_done(w, job);
    if (!job->good && job->rank < w->failed[job->module]) {
        w->failed[job->module] = job->rank;
    }
    if (job->good && job->finished != NULL) {
        job->finished(b, job);
    }
}

static void read_result(const builder *b, image_job *job)
{
    const char *path = arena_printf(b->memory, "%s/%s", job->folder, job->written);
    job->bytes = file_read(b->memory, path, IMAGE_MOST_BYTES, &job->size, &job->problem);
}

/* "unit.ptx : unit.cu k.cu …", which the compiler writes beside its result. */
static void read_list(const builder *b, image_job *job)
{
    const char *problem;
    size_t size;
    size_t capacity = 0;
    const char *path = arena_printf(b->memory, "%s/%s.d", job->folder, job->written);
    const char *text = file_read(b->memory, path, IMAGE_MOST_BYTES, &size, &problem);
    if (text == NULL) {
        job->bytes = NULL;
        job->problem = problem;
        return;
    }
    depfile list = depfile_begin(b->memory, text, size);
    for (const char *name; (name = depfile_next(&list)) != NULL;) {
        if (strncmp(name, IMAGE_LINE_PREFIX, sizeof IMAGE_LINE_PREFIX - 1) == 0) {
            continue;
        }
        job->reads = (const char **)arena_grow(b->memory, job->reads, job->read_count, &capacity, sizeof *job->reads);
        job->reads[job->read_count++] = name;
    }
}

static void end_job(builder *b, image_job *job)
{
    const run_result *result = &job->result;
    job->child = NULL;
    job->good = result->started && result->status == 0;
    job->output = job->kind == JOB_FIGURES ? result->output : toolkit_clean_output(&b->tools, result);
    if (job->good && job->written != NULL) {
        read_result(b, job);
    }
    if (job->good && job->bytes != NULL && job->kind == JOB_COMPILE) {
        read_list(b, job);
    }
    /* As the tool made it: what is concluded from a result is concluded from one in the cache, too. */
    if (job->good && !result->truncated && (job->bytes != NULL || job->written == NULL)) {
        image_cache_keep(b, job);
    }
    complete(b, job);
}

/* Its input, where that is not there for all jobs of the module. */
static bool write_input(const builder *b, image_job *job)
{
    const char *problem;
    bool made = mkdir(job->folder, 0700) == 0;
    if (!made) {
        problem = strerror(errno);
    } else if (job->kind != JOB_COMPILE) {
        made =
            file_write(arena_printf(b->memory, "%s/module.ptx", job->folder), job->text, strlen(job->text), &problem);
    }
    if (!made) {
        job->result.problem = problem;
    }
    return made;
}

static void begin_job(builder *b, image_job *job)
{
    struct image_work *w = b->work;
    if (image_cache_find(b, job)) {
        job->good = true;
        complete(b, job);
        return;
    }
    job->child = write_input(b, job) ? toolkit_start(&b->tools, job->arguments, job->working, &job->result) : NULL;
    if (job->child == NULL) {
        complete(b, job);
    } else {
        w->running[w->running_count++] = job;
    }
}

/* ---- all of them ---- */

/* Waits until one has ended, or the line of progress is due. */
static void wait_for_one(builder *b, image_progress *p)
{
    struct image_work *w = b->work;
    run_child *children[RUN_MOST];
    for (size_t i = 0; i < w->running_count; i++) {
        children[i] = w->running[i]->child;
    }
    size_t ended = run_wait(children, w->running_count, image_progress_due(p));
    if (ended < w->running_count) {
        image_job *job = w->running[ended];
        w->running[ended] = w->running[--w->running_count];
        end_job(b, job);
    }
    if (w->running_count > 0) {
        const image_job *first = w->running[0];
        image_progress_show(p, w->done, w->expected, b->files[first->module].file, first->target);
    }
}

void image_work_run(builder *b)
{
    struct image_work *w = b->work;
    size_t most = run_processors();
    image_progress p;
    image_progress_begin(&p);
    w->done = 0;
    w->expected = 0;
    for (size_t i = w->next; i < w->count; i++) {
        w->expected += 1 + w->jobs[i]->more;
    }
    while ((w->next < w->count && !run_interrupted()) || w->running_count > 0) {
        while (w->next < w->count && w->running_count < most && !run_interrupted()) {
            image_job *job = w->jobs[w->next++];
            if (job->rank <= w->failed[job->module]) {
                begin_job(b, job);
            } else {
                count_done(w, job);
            }
        }
        if (w->running_count > 0) {
            wait_for_one(b, &p);
        }
    }
    image_progress_end(&p);
}
