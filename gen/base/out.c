/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The vggen authors */
#define _GNU_SOURCE

#include "base/out.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/stream.h"

/* A file that gets a new time even where its content stays the same. */
typedef struct {
    const char *name;
    const char *const *newer; /* always, or where it is older than one of these */
    size_t newer_count;
} renewal;

typedef struct {
    const char *name;
    const char *path;
    stream content;
    const char *temporary; /* new content, until it is renamed; NULL: unchanged */
    const char *backup;    /* second link to the old file, until all are renamed; NULL: there was none */
    bool existed, replaced;
} file;

struct out {
    arena *memory;
    const char *folder;
    file *files;
    size_t count, capacity;
    const char **names;
    size_t name_capacity;
    const char **made; /* folders that commit created, outermost first */
    size_t made_count, made_capacity;
    renewal *renewals;
    size_t renewal_count, renewal_capacity;
    bool committed;
};

out *out_new(arena *a, const char *folder)
{
    out *o = ARENA_NEW(a, out);

    o->memory = a;
    o->folder = folder[0] == '\0' ? "." : folder;
    return o;
}

/* Only the last file can be open. */
static void close_last(out *o)
{
    if (o->count > 0 && o->files[o->count - 1].content.file != NULL)
        stream_close(&o->files[o->count - 1].content);
}

FILE *out_file(out *o, const char *name)
{
    close_last(o);
    o->files = arena_grow(o->memory, o->files, o->count, &o->capacity, sizeof *o->files);
    o->names = arena_grow(o->memory, o->names, o->count, &o->name_capacity, sizeof *o->names);
    /* A stream must not move while it is open, and entries move only here, after the last one was closed. */
    file *f = &o->files[o->count];
    memset(f, 0, sizeof *f);
    f->name = arena_copy(o->memory, name, strlen(name));
    f->path = arena_printf(o->memory, "%s%s%s", o->folder, o->folder[strlen(o->folder) - 1] == '/' ? "" : "/", name);
    o->names[o->count++] = f->name;
    return stream_open(&f->content);
}

void out_replace(out *o, const char *what, const char *by)
{
    size_t length = strlen(what);

    close_last(o);
    for (size_t i = 0; i < o->count; i++) {
        stream *content = &o->files[i].content;
        char *at = content->bytes, *end = at + content->size;

        while ((at = memmem(at, (size_t)(end - at), what, length)) != NULL) {
            memcpy(at, by, length);
            at += length;
        }
    }
}

const char *const *out_names(const out *o, size_t *count)
{
    *count = o->count;
    return o->names;
}

const char *out_bytes(const out *o, size_t index, size_t *size)
{
    *size = o->files[index].content.size;
    return o->committed ? NULL : o->files[index].content.bytes;
}

const char *out_last(out *o, size_t *size)
{
    close_last(o);
    return out_bytes(o, o->count - 1, size);
}

/* ---- folders ---- */

static bool is_folder(const char *path)
{
    struct stat s;

    return stat(path, &s) == 0 && S_ISDIR(s.st_mode);
}

static bool make_one_folder(out *o, diag *d, const char *path)
{
    if (is_folder(path))
        return true;
    if (mkdir(path, 0777) != 0) {
        int error = errno;
        if (error == EEXIST && is_folder(path))
            return true;
        diag_file_error(d, path, "out-folder", "cannot make the output folder: %s",
                        error == EEXIST ? "there is a file of that name" : strerror(error));
        return false;
    }
    o->made = arena_grow(o->memory, o->made, o->made_count, &o->made_capacity, sizeof *o->made);
    o->made[o->made_count++] = path;
    return true;
}

static bool make_folders(out *o, diag *d)
{
    for (size_t i = 1; o->folder[i] != '\0'; i++)
        if (o->folder[i] == '/' && o->folder[i - 1] != '/')
            if (!make_one_folder(o, d, arena_copy(o->memory, o->folder, i)))
                return false;
    return make_one_folder(o, d, o->folder);
}

/* ---- writing ---- */

/* True when path holds exactly these bytes. */
static bool is_same(const char *path, const char *bytes, size_t size)
{
    char part[65536];
    size_t at = 0, got;
    FILE *in = fopen(path, "rb");

    if (in == NULL)
        return false;
    while ((got = fread(part, 1, sizeof part, in)) > 0 && got <= size - at && memcmp(part, bytes + at, got) == 0)
        at += got;
    bool same = got == 0 && at == size && ferror(in) == 0;
    fclose(in);
    return same;
}

static bool write_all(int descriptor, const char *bytes, size_t size)
{
    while (size > 0) {
        ssize_t written = write(descriptor, bytes, size);
        if (written < 0 && errno == EINTR)
            continue;
        if (written < 0)
            return false;
        bytes += written;
        size -= (size_t)written;
    }
    return true;
}

/* A new name beside the output files, taken by an empty file. */
static int new_temporary(out *o, const char **path)
{
    char *name =
        arena_printf(o->memory, "%s%s.vggen-XXXXXX", o->folder, o->folder[strlen(o->folder) - 1] == '/' ? "" : "/");
    int descriptor = mkstemp(name);

    *path = descriptor < 0 ? NULL : name;
    return descriptor;
}

static bool refuse_write(diag *d, const file *f, const char *what)
{
    diag_file_error(d, f->path, "out-write", "%s: %s", what, strerror(errno));
    return false;
}

static bool write_temporary(out *o, diag *d, file *f, mode_t mode)
{
    struct stat s;

    if (stat(f->path, &s) == 0 && !S_ISREG(s.st_mode)) {
        diag_file_error(d, f->path, "out-write", "cannot write the file: what is there is not a regular file");
        return false;
    }
    if (is_same(f->path, f->content.bytes, f->content.size))
        return true;
    int descriptor = new_temporary(o, &f->temporary);
    if (descriptor < 0)
        return refuse_write(d, f, "cannot make a file in the output folder");
    bool good = write_all(descriptor, f->content.bytes, f->content.size) && fchmod(descriptor, mode) == 0;
    if (!good)
        refuse_write(d, f, "cannot write the file");
    if (close(descriptor) != 0 && good)
        good = refuse_write(d, f, "cannot write the file");
    return good;
}

/* Keeps the old file under a second name, so that a later failure can bring it back. A file system without links goes
 * without. */
static void keep_backup(out *o, file *f)
{
    struct stat s;
    const char *path;

    f->existed = lstat(f->path, &s) == 0;
    if (!f->existed)
        return;
    int descriptor = new_temporary(o, &path);
    if (descriptor < 0)
        return;
    close(descriptor);
    unlink(path);
    if (link(f->path, path) == 0)
        f->backup = path;
}

static bool replace_all(out *o, diag *d)
{
    for (size_t i = 0; i < o->count; i++) {
        file *f = &o->files[i];
        if (f->temporary == NULL)
            continue;
        keep_backup(o, f);
        if (rename(f->temporary, f->path) != 0)
            return refuse_write(d, f, "cannot replace the file");
        f->temporary = NULL;
        f->replaced = true;
    }
    return true;
}

/* ---- times ---- */

void out_renew(out *o, const char *name, const char *const *newer, size_t count)
{
    o->renewals = arena_grow(o->memory, o->renewals, o->renewal_count, &o->renewal_capacity, sizeof *o->renewals);
    o->renewals[o->renewal_count++] = (renewal){name, newer, count};
}

static bool is_older(const struct stat *a, const struct stat *b)
{
    if (a->st_mtim.tv_sec != b->st_mtim.tv_sec)
        return a->st_mtim.tv_sec < b->st_mtim.tv_sec;
    return a->st_mtim.tv_nsec < b->st_mtim.tv_nsec;
}

/* Nothing is wrong with the file where its time cannot be set, so that is no error. */
static void renew(const renewal *r, const char *path)
{
    bool due = r->newer_count == 0;
    struct stat own, other;

    if (stat(path, &own) != 0)
        return;
    for (size_t i = 0; !due && i < r->newer_count; i++)
        due = stat(r->newer[i], &other) == 0 && is_older(&own, &other);
    if (due)
        utimensat(AT_FDCWD, path, NULL, 0);
}

static void renew_all(const out *o)
{
    for (size_t i = 0; i < o->renewal_count; i++)
        for (size_t k = 0; k < o->count; k++)
            if (strcmp(o->files[k].name, o->renewals[i].name) == 0)
                renew(&o->renewals[i], o->files[k].path);
}

/* ---- commit ---- */

static void drop_backups(out *o)
{
    for (size_t i = 0; i < o->count; i++)
        if (o->files[i].backup != NULL)
            unlink(o->files[i].backup);
}

static void undo(out *o)
{
    for (size_t i = o->count; i-- > 0;) {
        file *f = &o->files[i];
        if (f->temporary != NULL)
            unlink(f->temporary);
        if (f->replaced && f->backup != NULL)
            rename(f->backup, f->path);
        else if (f->replaced && !f->existed)
            unlink(f->path);
        else if (f->backup != NULL)
            unlink(f->backup);
    }
    for (size_t i = o->made_count; i-- > 0;)
        rmdir(o->made[i]);
}

static void free_contents(out *o)
{
    for (size_t i = 0; i < o->count; i++)
        free(o->files[i].content.bytes);
}

void out_drop(out *o)
{
    close_last(o);
    if (!o->committed)
        free_contents(o);
    o->committed = true;
}

bool out_commit(out *o, diag *d)
{
    mode_t mask = umask(0);
    bool good;

    umask(mask);
    if (o->committed)
        return true;
    o->committed = true;
    close_last(o);
    good = make_folders(o, d);
    for (size_t i = 0; good && i < o->count; i++)
        good = write_temporary(o, d, &o->files[i], 0666 & ~mask);
    good = good && replace_all(o, d);
    if (good) {
        drop_backups(o);
        renew_all(o);
    } else {
        undo(o);
    }
    free_contents(o);
    return good;
}

void out_end(diag *d, FILE *to)
{
    if (fflush(to) != 0 || ferror(to))
        diag_file_error(d, NULL, "out-write", "cannot write to standard output: %s", strerror(errno));
}
