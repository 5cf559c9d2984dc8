/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The vggen authors */
/* The new folder is made whole beside the old one and takes its name in one step; an interrupted run leaves the old
 * one. Files whose bytes stay the same keep their times, so that what was built from them need not be built again. */
#define _GNU_SOURCE

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/file.h"
#include "tasks/vendor_parts.h"

#ifndef RENAME_EXCHANGE
#define RENAME_EXCHANGE 2
#endif

typedef struct {
    vendor *v;
    const char *folder; /* that it becomes */
    const char *made;   /* the new one, until it has the name */
    mode_t mask;
} writer;

static bool refuse(const writer *w, const char *path, const char *what, int error)
{
    diag_file_error(w->v->d, path, "out-write", "%s: %s", what, strerror(error));
    return false;
}

static const char *in(const writer *w, const char *folder, const char *path)
{
    return arena_printf(w->v->memory, "%s/%s", folder, path);
}

/* ---- folders ---- */

/* Makes those in front of the last slash, from the character at `first` on. */
static bool make_parents(const writer *w, const char *path, size_t first)
{
    for (size_t i = first; path[i] != '\0'; i++) {
        const char *parent = path[i] == '/' && i > 0 ? arena_copy(w->v->memory, path, i) : NULL;
        if (parent != NULL && mkdir(parent, 0777) != 0 && errno != EEXIST)
            return refuse(w, parent, "cannot make this folder", errno);
    }
    return true;
}

/* With all that is in it. */
static void remove_tree(const writer *w, const char *folder)
{
    DIR *open = opendir(folder);

    for (const struct dirent *entry; open != NULL && (entry = readdir(open)) != NULL;) {
        const char *path = in(w, folder, entry->d_name);
        struct stat s;

        if (strcmp(entry->d_name, ".") == 0 || strcmp(entry->d_name, "..") == 0 || lstat(path, &s) != 0)
            continue;
        if (S_ISDIR(s.st_mode))
            remove_tree(w, path);
        else
            (void)unlink(path);
    }
    if (open != NULL)
        closedir(open);
    (void)rmdir(folder);
}

/* ---- files ---- */

/* A second name for the old file, where its bytes are the same. */
static bool keep(const writer *w, const vendor_file *f, const char *path)
{
    const vendor_folder *before = w->v->before;
    const vendor_file *old = vendor_file_find(&before->found, f->path);

    return before->real != NULL && old != NULL && strcmp(old->hash, f->hash) == 0 &&
           link(in(w, before->real, f->path), path) == 0;
}

static bool write_file(const writer *w, const vendor_file *f)
{
    const char *path = in(w, w->made, f->path);
    const char *problem;

    if (!make_parents(w, path, strlen(w->made) + 1))
        return false;
    if (keep(w, f, path) || file_write(path, f->bytes, f->size, &problem))
        return true;
    diag_file_error(w->v->d, path, "out-write", "cannot write the file: %s", problem);
    return false;
}

/* ---- the name ---- */

/* What the user has in the old folder goes into the new one. */
static void move_own(const writer *w, const char *from, const char *to)
{
    DIR *open = opendir(from);

    for (const struct dirent *entry; open != NULL && (entry = readdir(open)) != NULL;)
        if (entry->d_name[0] == '.' && strcmp(entry->d_name, ".") != 0 && strcmp(entry->d_name, "..") != 0 &&
            rename(in(w, from, entry->d_name), in(w, to, entry->d_name)) != 0)
            refuse(w, in(w, from, entry->d_name), "cannot move this into the new folder", errno);
    if (open != NULL)
        closedir(open);
}

/* Some file systems cannot exchange two names: then there is a moment without the folder. */
static bool exchange(const writer *w, const char **old)
{
    *old = w->made;
    if (renameat2(AT_FDCWD, w->made, AT_FDCWD, w->folder, RENAME_EXCHANGE) == 0)
        return true;
    if (errno != EINVAL && errno != ENOSYS)
        return refuse(w, w->folder, "cannot replace the folder", errno);
    *old = arena_printf(w->v->memory, "%s.old", w->made);
    if (rename(w->folder, *old) != 0)
        return refuse(w, w->folder, "cannot replace the folder", errno);
    if (rename(w->made, w->folder) == 0)
        return true;
    refuse(w, w->folder, "cannot replace the folder", errno);
    (void)rename(*old, w->folder);
    return false;
}

static bool take_name(const writer *w)
{
    const char *old;

    if (w->v->before->real == NULL)
        return rename(w->made, w->folder) == 0 || refuse(w, w->folder, "cannot make the folder", errno);
    if (!exchange(w, &old))
        return false;
    move_own(w, old, w->folder);
    if (diag_error_count(w->v->d) == 0)
        remove_tree(w, old);
    return true;
}

/* Without slashes at its end. */
static const char *plain(arena *a, const char *path)
{
    size_t length = strlen(path);

    while (length > 1 && path[length - 1] == '/')
        length--;
    return arena_copy(a, path, length);
}

static bool write_folder(writer *w)
{
    char *made = arena_printf(w->v->memory, "%s.vggen-XXXXXX", w->folder);
    bool good;

    if (!make_parents(w, w->folder, 1))
        return false;
    if (mkdtemp(made) == NULL)
        return refuse(w, w->folder, "cannot make a folder beside it", errno);
    w->made = made;
    good = chmod(made, 0777 & ~w->mask) == 0 || refuse(w, made, "cannot make the folder", errno);
    for (size_t i = 0; good && i < w->v->files.count; i++)
        good = write_file(w, &w->v->files.items[i]);
    good = good && take_name(w);
    if (!good)
        remove_tree(w, made);
    return good;
}

bool vendor_write(vendor *v)
{
    writer w = {v, v->before->real != NULL ? v->before->real : plain(v->memory, v->options->folder), NULL, umask(0)};
    sigset_t ending, before;
    bool good;

    umask(w.mask);
    sigemptyset(&ending);
    sigaddset(&ending, SIGINT);
    sigaddset(&ending, SIGTERM);
    sigaddset(&ending, SIGHUP);
    sigprocmask(SIG_BLOCK, &ending, &before);
    good = write_folder(&w);
    sigprocmask(SIG_SETMASK, &before, NULL);
    return good;
}
