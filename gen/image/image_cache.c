/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The vggen authors */
/* Under which keys results of tools are kept. A key is the hash of everything that decides about a result.
 *
 * What a source is made of is known only when it has been compiled. So there are two steps: under the hash of what is
 * known before (the tools, their environment and arguments, the text that includes the source) stands the list of the
 * files that were read, and under the hash of that and of the files' contents stands the result. */
#define _POSIX_C_SOURCE 200809L
#define _XOPEN_SOURCE 700

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "base/file.h"
#include "base/sha256.h"
#include "base/stream.h"
#include "base/version.h"
#include "image/image_work.h"

#define MOST_SCRIPT ((size_t)1 << 20) /* a tool that is smaller may be a script that starts another: its text counts */

static void write_item(FILE *out, const char *text)
{
    fprintf(out, "%zu:%s\n", strlen(text), text);
}

static const char *hash_of(arena *a, const char *bytes, size_t size)
{
    char hash[SHA256_HEX];
    sha256_hex(bytes, size, hash);
    return arena_copy(a, hash, strlen(hash));
}

/* ---- the tools ---- */

static void write_program(FILE *out, arena *a, const char *path)
{
    struct stat status;
    char *real = path != NULL ? realpath(path, NULL) : NULL;
    const char *problem;
    size_t size;
    if (real != NULL && stat(real, &status) == 0) {
        const char *text =
            status.st_size <= (off_t)MOST_SCRIPT ? file_read(a, real, MOST_SCRIPT, &size, &problem) : NULL;
        write_item(out, real);
        fprintf(out, "%jd %jd.%09ld %s\n", (intmax_t)status.st_size, (intmax_t)status.st_mtim.tv_sec,
                status.st_mtim.tv_nsec, text != NULL ? hash_of(a, text, size) : "");
    }
    free(real);
}

/* A program, or a folder with gcc and g++. */
static void write_host_compiler(FILE *out, arena *a, const char *given)
{
    if (given == NULL || given[0] == '\0') {
        return;
    }
    write_program(out, a, run_find(a, given));
    write_program(out, a, run_find(a, arena_printf(a, "%s/gcc", given)));
    write_program(out, a, run_find(a, arena_printf(a, "%s/g++", given)));
}

/* The compiler's parts, and the host's compiler, which reads the headers for it. */
static void write_programs(FILE *out, const builder *b)
{
    static const char *const parts[] = {"cudafe++", "nvcc.profile", "ptxas", "../nvvm/bin/cicc",
                                        "../nvvm/libdevice/libdevice.10.bc"};
    arena *a = b->memory;
    char *real = b->tools.nvcc != NULL ? realpath(b->tools.nvcc, NULL) : NULL;
    char *slash = real != NULL ? strrchr(real, '/') : NULL;
    write_program(out, a, real);
    write_program(out, a, b->tools.ptxas);
    for (size_t i = 0; slash != NULL && i < sizeof parts / sizeof parts[0]; i++) {
        write_program(out, a, arena_printf(a, "%.*s/%s", (int)(slash - real), real, parts[i]));
    }
    write_program(out, a, run_find(a, "gcc"));
    write_program(out, a, run_find(a, "g++"));
    write_host_compiler(out, a, getenv("NVCC_CCBIN"));
    free(real);
}

/* What the tools get of the environment and could change what they make; see toolkit_unread_variables for the rest. */
static const char *environment_text(const builder *b)
{
    static const char *const names[] = {"NVCC_CCBIN", "LD_PRELOAD", "LD_LIBRARY_PATH"};
    stream text;
    size_t size;
    FILE *out = stream_open(&text);
    for (size_t i = 0; i < sizeof names / sizeof names[0]; i++) {
        const char *value = getenv(names[i]);
        write_item(out, value != NULL ? value : "");
    }
    return stream_take(&text, b->memory, &size);
}

static const char *identity_text(const builder *b)
{
    stream text;
    size_t size;
    FILE *out = stream_open(&text);
    fprintf(out, "vggen %s\n", VGGEN_VERSION);
    write_item(out, b->tools.version_text);
    write_programs(out, b);
    write_item(out, environment_text(b));
    return stream_take(&text, b->memory, &size);
}

void image_cache_begin(builder *b, bool cached)
{
    b->cache = cached ? cache_open(b->memory) : NULL;
    if (b->cache != NULL) {
        b->identity = identity_text(b);
    }
}

/* ---- keys ---- */

/* An argument without the names of folders that are others in each run. */
static const char *without(arena *a, const char *text, const char *folder)
{
    size_t length = strlen(folder);
    const char *at = strstr(text, folder);
    return at == NULL ? text : arena_printf(a, "%.*s%s", (int)(at - text), text, at + length);
}

static const char *first_key(const builder *b, const image_job *job)
{
    arena *a = b->memory;
    stream text;
    size_t size;
    FILE *out = stream_open(&text);
    fprintf(out, "%d\n", (int)job->kind);
    write_item(out, b->identity);
    for (size_t i = 0; job->arguments[i] != NULL; i++) {
        write_item(out, without(a, without(a, job->arguments[i], job->folder), b->tools.temporary));
    }
    write_item(out, job->text);
    if (job->kind == JOB_COMPILE && b->i->modules[job->module].bytes != NULL) {
        /* Else each version of a source would overwrite the list of the one before it. */
        write_item(out, b->i->modules[job->module].bytes);
    }
    const char *bytes = stream_take(&text, a, &size);
    return hash_of(a, bytes, size);
}

static const char *second_key(const builder *b, const char *first, const char *inputs)
{
    const char *text = arena_printf(b->memory, "%s\n%s", first, inputs);
    return hash_of(b->memory, text, strlen(text));
}

/* ---- what stands under them ---- */

static void read_list(builder *b, image_job *job, char *list)
{
    size_t capacity = 0;
    job->read_count = 0;
    job->reads = NULL;
    for (char *end; (end = strchr(list, '\n')) != NULL; list = end + 1) {
        *end = '\0';
        job->reads = (const char **)arena_grow(b->memory, job->reads, job->read_count, &capacity, sizeof *job->reads);
        job->reads[job->read_count++] = list;
    }
}

/* Names in the temporary folder are others in each run, and what they hold is in the key. */
static bool is_temporary(const builder *b, const char *path)
{
    size_t length = strlen(b->tools.temporary);
    return strncmp(path, b->tools.temporary, length) == 0 && path[length] == '/';
}

static void keep_list(builder *b, const image_job *job)
{
    stream text;
    size_t size;
    FILE *out = stream_open(&text);
    for (size_t i = 0; i < job->read_count; i++) {
        if (!is_temporary(b, job->reads[i])) {
            fprintf(out, "%s\n", job->reads[i]);
        }
    }
    const char *list = stream_take(&text, b->memory, &size);
    cache_put(b->cache, job->key, list, size);
}

/* "LENGTH\n", what the tool printed, what it wrote. */
static bool read_entry(image_job *job, const char *entry, size_t size)
{
    char *end;
    unsigned long long length = strtoull(entry, &end, 10);
    size_t head = (size_t)(end - entry) + 1;
    if (end == entry || *end != '\n' || head > size || length > size - head) {
        return false;
    }
    job->output = entry + head;
    job->bytes = entry + head + length;
    job->size = size - head - (size_t)length;
    return true;
}

static const char *key_of_result(builder *b, image_job *job, bool settled)
{
    if (job->kind != JOB_COMPILE) {
        return job->key;
    }
    const char *inputs = image_inputs_text(b, job, job->reads, job->read_count, settled);
    return inputs == NULL ? NULL : second_key(b, job->key, inputs);
}

bool image_cache_find(builder *b, image_job *job)
{
    size_t size;
    if (b->cache == NULL || job->uncached) {
        return false;
    }
    job->key = first_key(b, job);
    if (job->kind == JOB_COMPILE) {
        const char *list = cache_get(b->cache, job->key, &size);
        if (list == NULL) {
            return false;
        }
        read_list(b, job, arena_copy(b->memory, list, size));
    }
    const char *key = key_of_result(b, job, false);
    const char *entry = key != NULL ? cache_get(b->cache, key, &size) : NULL;
    bool found = entry != NULL && read_entry(job, entry, size);
    if (found) {
        /* The text ends where the result begins. */
        job->output = arena_copy(b->memory, job->output, (size_t)(job->bytes - job->output));
        job->bytes = arena_copy(b->memory, job->bytes, job->size);
        return true;
    }
    job->reads = NULL;
    job->read_count = 0;
    return false;
}

void image_cache_keep(builder *b, image_job *job)
{
    const char *key = b->cache != NULL && job->key != NULL ? key_of_result(b, job, true) : NULL;
    stream text;
    size_t size;
    if (key == NULL) {
        return;
    }
    if (job->kind == JOB_COMPILE) {
        keep_list(b, job);
    }
    FILE *out = stream_open(&text);
    fprintf(out, "%zu\n%s", strlen(job->output), job->output);
    if (job->bytes != NULL) {
        fwrite(job->bytes, 1, job->size, out);
    }
    const char *entry = stream_take(&text, b->memory, &size);
    cache_put(b->cache, key, entry, size);
}
