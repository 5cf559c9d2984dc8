/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The vggen authors */
/* The new folder is made whole beside the old one and takes its name in one step. A run that is killed leaves one of
 * the two there, which the next run takes away; a lock says that somebody still works on it. Files whose bytes stay the
 * same keep their times, so that what was built from them need not be built again. */
#define _GNU_SOURCE

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
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

/* With all that is in it, also where it was made read-only. */
static void remove_tree(const writer *w, const char *folder)
{
    DIR *open;

    (void)chmod(folder, 0700);
    open = opendir(folder);
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

/* What the user has in the old folder goes into the new one. False where some of it is left. */
static bool move_own(const writer *w, const char *from, const char *to)
{
    DIR *open;
    bool all;

    (void)chmod(from, 0700);
    open = opendir(from);
    all = open != NULL;
    for (const struct dirent *entry; open != NULL && (entry = readdir(open)) != NULL;) {
        const char *name = entry->d_name, *there = in(w, to, name);
        struct stat s;
        if (name[0] != '.' || strcmp(name, ".") == 0 || strcmp(name, "..") == 0)
            continue;
        if (lstat(there, &s) == 0 || (rename(in(w, from, name), there) != 0 && errno != ENOENT))
            all = false;
    }
    if (open != NULL)
        closedir(open);
    return all;
}

/* Some file systems cannot exchange two names: then there is a moment without the folder. */
static bool exchange(const writer *w, const char **old)
{
    *old = w->made;
    if (renameat2(AT_FDCWD, w->made, AT_FDCWD, w->folder, RENAME_EXCHANGE) == 0)
        return true;
    if (errno != EINVAL && errno != ENOSYS) {
        bool mounted = errno == EBUSY;
        refuse(w, w->folder, "cannot replace the folder", errno);
        if (mounted)
            diag_hint(w->v->d, "a file system is mounted here: name a folder in it");
        return false;
    }
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
    if (move_own(w, old, w->folder)) {
        remove_tree(w, old);
    } else {
        diag_file_error(w->v->d, old, "out-write", "cannot move names that begin with a point into the new folder");
        diag_hint(w->v->d, "all else is done: move them by hand from this folder, which was the old one");
    }
    return true;
}

/* ---- what killed runs left ---- */

/* "NAME.vggen-XXXXXX" for the folder NAME, and "NAME.vggen-XXXXXX.old". */
static bool is_left(const char *entry, const char *name)
{
    size_t length = strlen(name);
    const char *end = entry + length + sizeof ".vggen-XXXXXX" - 1;

    return strncmp(entry, name, length) == 0 && strncmp(entry + length, ".vggen-", 7) == 0 &&
           strlen(entry + length + 7) >= 6 && (*end == '\0' || strcmp(end, ".old") == 0);
}

static void take_left(const writer *w, const char *path)
{
    int folder = open(path, O_RDONLY | O_DIRECTORY | O_NOFOLLOW);

    if (folder < 0)
        return;
    if (flock(folder, LOCK_EX | LOCK_NB) == 0 && move_own(w, path, w->folder))
        remove_tree(w, path);
    (void)close(folder);
}

static void take_all_left(const writer *w)
{
    const char *slash = strrchr(w->folder, '/'), *name = slash != NULL ? slash + 1 : w->folder;
    const char *parent = slash != NULL ? arena_copy(w->v->memory, w->folder, (size_t)(name - w->folder)) : "./";
    DIR *open = opendir(parent);

    for (const struct dirent *entry; open != NULL && (entry = readdir(open)) != NULL;)
        if (is_left(entry->d_name, name))
            take_left(w, arena_printf(w->v->memory, "%s%s", parent, entry->d_name));
    if (open != NULL)
        closedir(open);
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
    int made_open;
    bool good;

    if (!make_parents(w, w->folder, 1))
        return false;
    if (mkdtemp(made) == NULL)
        return refuse(w, w->folder, "cannot make a folder beside it", errno);
    w->made = made;
    made_open = open(made, O_RDONLY | O_DIRECTORY);
    (void)flock(made_open, LOCK_EX); /* some file systems have no locks: then what is left stays */
    good = chmod(made, 0777 & ~w->mask) == 0 || refuse(w, made, "cannot make the folder", errno);
    for (size_t i = 0; good && i < w->v->files.count; i++)
        good = write_file(w, &w->v->files.items[i]);
    good = good && take_name(w);
    if (good)
        take_all_left(w);
    else
        remove_tree(w, made);
    (void)close(made_open);
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
