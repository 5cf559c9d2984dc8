/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The vggen authors */
/* What a source is made of, as text for a key: the contents of the files that the compiler read, the names of files
 * that it would have read instead of one of them had they been there, and NAME_kernels.h with those defines alone whose
 * names occur in any of these files: another define leaves the source as it is. */
#define _POSIX_C_SOURCE 200809L
#define _XOPEN_SOURCE 700

#include <ctype.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "base/file.h"
#include "base/sha256.h"
#include "base/stream.h"
#include "base/text.h"
#include "image/image_work.h"

#define MOST_PARTS 6 /* folders that a name in an #include goes down */

/* The files that a folder has under a name that ends like this file's. */
typedef struct shadow {
    const char *folder;     /* interned */
    const char *text;
    struct shadow *next;
} shadow;

typedef struct {
    const char *path;       /* as the compiler calls it, interned */
    const char *reachable;  /* from the current folder */
    bool there, own;
    bool ours;              /* a NAME_kernels.h that was written once, which the present one keeps out */
    bool unclear;           /* asks for the time, or whether there is another file */
    bool *used;             /* for each define: its name occurs */
    size_t size;
    char hash[SHA256_HEX];
    shadow *shadows;
} input;

struct image_inputs {
    names *names;
    input *files;
    size_t count, capacity;
    size_t last;            /* lists of files are much alike: the next one is probably behind the last one */
    bool *used;             /* by the rest of NAME_kernels.h */
    const char *guard;      /* "#ifndef NAME_KERNELS_H" */
    const char *nvcc;       /* with its links followed */
    struct timespec begin;
};

/* ---- names that occur ---- */

static bool is_letter(char c)
{
    return isalnum((unsigned char)c) || c == '_' || (unsigned char)c >= 0x80;
}

static void find_names(const model *m, const char *text, bool *used)
{
    bool first[256] = {false};
    bool letter[256];
    for (size_t i = 0; i < 256; i++) {
        letter[i] = is_letter((char)i);
    }
    for (size_t i = 0; i < m->define_count; i++) {
        first[(unsigned char)m->defines[i].name[0]] = true;
    }
    for (const char *at = text; *at != '\0' && m->define_count > 0;) {
        const char *begin = at;
        while (letter[(unsigned char)*at]) {
            at++;
        }
        size_t length = (size_t)(at - begin);
        for (size_t i = 0; length > 0 && first[(unsigned char)*begin] && i < m->define_count; i++) {
            const char *name = m->defines[i].name;
            used[i] = used[i] || (strncmp(name, begin, length) == 0 && name[length] == '\0');
        }
        at += length == 0;
    }
}

/* Whether a name can be put together: by ##, or from two lines. */
static bool makes_names(const char *text)
{
    for (const char *at = strstr(text, "\\\n"); at != NULL; at = strstr(at + 2, "\\\n")) {
        if (at > text && is_letter(at[-1]) && is_letter(at[2])) {
            return true;
        }
    }
    return strstr(text, "##") != NULL;
}

static void use_all(const builder *b, bool *used)
{
    for (size_t i = 0; i < b->m->define_count; i++) {
        used[i] = true;
    }
}

static void join(const builder *b, bool *used, const bool *more)
{
    for (size_t i = 0; i < b->m->define_count; i++) {
        used[i] = used[i] || more[i];
    }
}

/* NAME_kernels.h as it is when the spec has only these defines. */
static const char *header_text(const builder *b, const bool *used)
{
    model some = *b->m;
    some.defines = ARENA_ARRAY(b->memory, model_define, b->m->define_count + 1);
    some.define_count = 0;
    for (size_t i = 0; i < b->m->define_count; i++) {
        if (used[i]) {
            some.defines[some.define_count++] = b->m->defines[i];
        }
    }
    return image_header_text(b->memory, &some);
}

/* ---- where a file belongs ---- */

static bool is_below(const char *path, const char *folder)
{
    size_t length = strlen(folder);
    return length > 1 && strncmp(path, folder, length) == 0 && path[length] == '/';
}

/* Files of the system and of the toolkit change only with them, and their places differ between machines. */
static bool find_own(const builder *b, const char *path)
{
    static const char *const system[] = {"/usr/include", "/usr/lib", "/usr/local/include", "/usr/local/lib"};
    if (path[0] != '/') {
        return true;
    }
    char *real = realpath(path, NULL);
    bool own = !is_below(path, b->tools.temporary);
    for (size_t i = 0; i < sizeof system / sizeof system[0]; i++) {
        own = own && !is_below(path, system[i]) && !(real != NULL && is_below(real, system[i]));
    }
    for (size_t i = 0; i < 2; i++) {
        /* TOOLKIT/bin/nvcc, as it was called and as it is. */
        const char *tool = i == 0 ? b->tools.nvcc : b->inputs->nvcc;
        char *root = arena_copy(b->memory, tool, strlen(tool));
        for (size_t up = 0; up < 2; up++) {
            char *slash = strrchr(root, '/');
            if (slash != NULL) {
                *slash = '\0';
            }
        }
        /* A compiler in /usr/bin does not make all of /usr the toolkit's. */
        if (strcmp(root, "/usr") != 0 && strcmp(root, "/usr/local") != 0) {
            own = own && !is_below(path, root) && !(real != NULL && is_below(real, root));
        }
    }
    free(real);
    return own;
}

/* ---- one file ---- */

static bool is_unclear(const char *text)
{
    static const char *const words[] = {"__DATE__", "__TIME__", "__TIMESTAMP__", "__has_include"};
    bool found = false;
    for (size_t i = 0; i < sizeof words / sizeof words[0]; i++) {
        found = found || strstr(text, words[i]) != NULL;
    }
    return found;
}

/* When it is needed for a key: without a cache only `own` is asked for. */
static void read_input(const builder *b, input *f)
{
    const char *problem;
    const char *text = file_read(b->memory, f->reachable, IMAGE_MOST_BYTES, &f->size, &problem);
    f->used = ARENA_ARRAY(b->memory, bool, b->m->define_count + 1);
    f->there = text != NULL;
    if (text == NULL) {
        return;
    }
    sha256_hex(text, f->size, f->hash);
    find_names(b->m, text, f->used);
    if (!f->own) {
        return;
    }
    f->ours = image_is_kernels_header(b, f->path) && strstr(text, b->inputs->guard) != NULL;
    f->unclear = is_unclear(text);
    if (makes_names(text)) {
        use_all(b, f->used);
    }
}

static input *find_input(builder *b, const char *path)
{
    image_inputs *in = b->inputs;
    const char *interned = names_intern(in->names, path, strlen(path));
    for (size_t i = 0; i < in->count; i++) {
        size_t index = (in->last + 1 + i) % in->count;
        if (in->files[index].path == interned) {
            in->last = index;
            return &in->files[index];
        }
    }
    in->files = (input *)arena_grow(b->memory, in->files, in->count, &in->capacity, sizeof *in->files);
    in->last = in->count++;
    input *f = &in->files[in->last];
    memset(f, 0, sizeof *f);
    f->path = interned;
    f->reachable = image_path(b->memory, b->m->folder, path);
    f->own = find_own(b, f->reachable);
    return f;
}

static bool is_own(builder *b, const char *path)
{
    return find_input(b, path)->own;
}

static void take_path(builder *b, const char *path)
{
    /* An older NAME_kernels.h next to the source is an output of ours. */
    if (image_is_kernels_header(b, path)) {
        return;
    }
    const char *reachable = image_path(b->memory, b->m->folder, path);
    if (path[0] != '/' || is_own(b, path)) {
        image_add_dependency(b, reachable);
    }
}

void image_take_dependencies(builder *b, const char *const *paths, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        take_path(b, paths[i]);
    }
}

static bool is_earlier(const struct timespec *x, const struct timespec *y)
{
    return x->tv_sec != y->tv_sec ? x->tv_sec < y->tv_sec : x->tv_nsec < y->tv_nsec;
}

/* It was not touched since the work began: so the compiler has read what we have read. */
static bool is_settled(const builder *b, const input *f)
{
    struct stat status;
    return stat(f->reachable, &status) == 0 && (size_t)status.st_size == f->size &&
           is_earlier(&status.st_mtim, &b->inputs->begin) && is_earlier(&status.st_ctim, &b->inputs->begin);
}

/* ---- files that would be read instead ---- */

static bool is_file(const char *path)
{
    struct stat status;
    return stat(path, &status) == 0 && S_ISREG(status.st_mode);
}

/* "/usr/include/crt/x.h" may have been asked for as "x.h", "crt/x.h" and so on. */
static const char *find_shadows(builder *b, const char *path, const char *folder)
{
    arena *a = b->memory;
    const char *found = "";
    const char *at = path + strlen(path);
    for (size_t parts = 0; parts < MOST_PARTS && at > path; parts++) {
        do {
            at--;
        } while (at > path && *at != '/');
        const char *name = arena_printf(a, "%s/%s", folder, *at == '/' ? at + 1 : at);
        /* A NAME_kernels.h that is written beside the source is not read, or is compared as any other file. */
        if (!image_is_kernels_header(b, name) && is_file(image_path(a, b->m->folder, name))) {
            found = arena_printf(a, "%s%s\n", found, name);
        }
    }
    return found;
}

static const char *shadows_of(builder *b, input *f, const char *folder)
{
    shadow *s = f->shadows;
    while (s != NULL && s->folder != folder) {
        s = s->next;
    }
    if (s == NULL) {
        s = ARENA_NEW(b->memory, shadow);
        *s = (shadow){folder, find_shadows(b, f->path, folder), f->shadows};
        f->shadows = s;
    }
    return s->text;
}

typedef struct {
    const char **items; /* interned */
    size_t count, capacity;
} folder_list;

static void add_folder(builder *b, folder_list *list, const char *path, size_t length)
{
    const char *folder = length == 0 ? names_intern(b->inputs->names, ".", 1)
                                     : names_intern(b->inputs->names, path, length);
    for (size_t i = 0; i < list->count; i++) {
        if (list->items[i] == folder) {
            return;
        }
    }
    list->items = (const char **)arena_grow(b->memory, list->items, list->count, &list->capacity, sizeof *list->items);
    list->items[list->count++] = folder;
}

/* Where a name in an #include is looked for before the system: beside the files that ask, and in the folders of -I. */
static void list_folders(builder *b, const image_job *job, const char *const *paths, size_t count, folder_list *list)
{
    for (size_t i = 0; job->arguments[i] != NULL; i++) {
        const char *folder = job->arguments[i] + 2;
        if (strncmp(job->arguments[i], "-I", 2) == 0 && strcmp(folder, b->tools.temporary) != 0) {
            add_folder(b, list, folder, strlen(folder));
        }
    }
    for (size_t i = 0; i < count; i++) {
        const char *slash = strrchr(paths[i], '/');
        if (!is_below(paths[i], b->tools.temporary) && find_input(b, paths[i])->own) {
            add_folder(b, list, paths[i], slash != NULL ? (size_t)(slash - paths[i]) : 0);
        }
    }
}

/* ---- all of it ---- */

image_inputs *image_inputs_new(builder *b)
{
    image_inputs *in = ARENA_NEW(b->memory, image_inputs);
    char *real = b->tools.nvcc != NULL ? realpath(b->tools.nvcc, NULL) : NULL;
    in->names = names_new(b->memory);
    in->nvcc = real != NULL ? arena_copy(b->memory, real, strlen(real)) : "";
    free(real);
    return in;
}

/* Of the first use: what does not depend on files. */
static void begin_inputs(builder *b)
{
    image_inputs *in = b->inputs;
    struct stat status;
    const char *header = arena_printf(b->memory, "%s/%s_kernels.h", b->tools.temporary, b->m->program);
    const char *guard = strstr(b->i->kernels_header, "#ifndef ");
    if (in->used != NULL) {
        return;
    }
    in->used = ARENA_ARRAY(b->memory, bool, b->m->define_count + 1);
    find_names(b->m, header_text(b, in->used), in->used);
    in->guard = guard != NULL ? arena_copy(b->memory, guard, strcspn(guard, "\n") + 1) : "";
    /* The clock that files have, read off one that was written just now. */
    if (stat(header, &status) == 0) {
        in->begin = status.st_mtim;
    }
}

static bool write_inputs(FILE *out, builder *b, const folder_list *folders, const char *const *paths, size_t count,
                         bool settled, bool *used)
{
    for (size_t i = 0; i < count; i++) {
        if (is_below(paths[i], b->tools.temporary)) {
            continue;
        }
        input *f = find_input(b, paths[i]);
        if (f->used == NULL) {
            read_input(b, f);
        }
        if (f->ours) {
            continue;
        }
        if (!f->there || f->unclear || (settled && !is_settled(b, f))) {
            return false;
        }
        fprintf(out, "%s %s\n", f->hash, f->path);
        join(b, used, f->used);
        for (size_t k = 0; k < folders->count; k++) {
            fputs(shadows_of(b, f, folders->items[k]), out);
        }
    }
    return true;
}

const char *image_inputs_text(builder *b, const image_job *job, const char *const *paths, size_t count, bool settled)
{
    folder_list folders = {NULL, 0, 0};
    stream text;
    size_t size;
    begin_inputs(b);
    bool *used = ARENA_ARRAY(b->memory, bool, b->m->define_count + 1);
    join(b, used, b->inputs->used);
    find_names(b->m, job->text, used);
    list_folders(b, job, paths, count, &folders);
    FILE *out = stream_open(&text);
    bool known = write_inputs(out, b, &folders, paths, count, settled, used);
    fprintf(out, "\n%s", header_text(b, used));
    const char *bytes = stream_take(&text, b->memory, &size);
    return known ? bytes : NULL;
}
