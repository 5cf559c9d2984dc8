/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The vggen authors */
/* One file for each key, named by it. Its first line repeats the key and holds the hash of what follows, so that a file
 * that was cut off, changed or renamed is not taken. A file is written under another name and renamed, so that nobody
 * sees half of it; two processes that write the same key write the same bytes. Reading a file sets its time, and files
 * with the oldest times go first. */
#define _POSIX_C_SOURCE 200809L
#define _XOPEN_SOURCE 700

#include "image/cache.h"

#include <dirent.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#include "base/file.h"
#include "base/sha256.h"

#define MOST_BYTES ((size_t)1 << 30) /* of an entry */
#define DEFAULT_MIB 512
#define KEY_LENGTH (SHA256_HEX - 1)
#define STALE_SECONDS 3600 /* a temporary file this old belongs to nobody */

static const char temporary_start[] = "new-";

struct cache {
    arena *memory;
    const char *folder;
    uint64_t limit; /* bytes */
    bool made, changed;
};

static const char *value_of(const char *name)
{
    const char *value = getenv(name);
    return value != NULL && value[0] != '\0' ? value : NULL;
}

static const char *choose_folder(arena *a)
{
    const char *given = value_of("VGGEN_CACHE");
    const char *base = value_of("XDG_CACHE_HOME");
    const char *home = value_of("HOME");
    if (given != NULL) {
        return strcmp(given, "off") == 0 ? NULL : arena_copy(a, given, strlen(given));
    }
    if (base != NULL && base[0] == '/') {
        return arena_printf(a, "%s/vggen", base);
    }
    return home != NULL && home[0] == '/' ? arena_printf(a, "%s/.cache/vggen", home) : NULL;
}

static uint64_t choose_limit(void)
{
    const char *given = value_of("VGGEN_CACHE_SIZE");
    char *end = NULL;
    unsigned long mib = given != NULL ? strtoul(given, &end, 10) : DEFAULT_MIB;
    if (given != NULL && (end == given || *end != '\0' || mib > (1ul << 24))) {
        mib = DEFAULT_MIB;
    }
    return (uint64_t)mib << 20;
}

cache *cache_open(arena *a)
{
    const char *folder = choose_folder(a);
    if (folder == NULL) {
        return NULL;
    }
    cache *c = ARENA_NEW(a, cache);
    c->memory = a;
    c->folder = folder;
    c->limit = choose_limit();
    return c;
}

static const char *path_of(const cache *c, const char *name)
{
    return arena_printf(c->memory, "%s/%s", c->folder, name);
}

static const char *head_of(const cache *c, const char *key, const char *bytes, size_t size)
{
    char hash[SHA256_HEX];
    sha256_hex(bytes, size, hash);
    return arena_printf(c->memory, "vggen-cache 1 %s %s\n", key, hash);
}

const char *cache_get(cache *c, const char *key, size_t *size)
{
    const char *path = path_of(c, key);
    const char *problem;
    const char *bytes = file_read(c->memory, path, MOST_BYTES, size, &problem);
    if (bytes == NULL) {
        return NULL;
    }
    const char *line = memchr(bytes, '\n', *size);
    size_t head = line != NULL ? (size_t)(line - bytes) + 1 : *size;
    const char *expected = head_of(c, key, bytes + head, *size - head);
    if (strlen(expected) != head || memcmp(expected, bytes, head) != 0) {
        return NULL;
    }
    (void)utimensat(AT_FDCWD, path, NULL, 0);
    *size -= head;
    return bytes + head;
}

/* With all folders above it. */
static void make_folder(cache *c)
{
    char *path = arena_copy(c->memory, c->folder, strlen(c->folder));
    for (char *slash = strchr(path + 1, '/'); slash != NULL; slash = strchr(slash + 1, '/')) {
        *slash = '\0';
        (void)mkdir(path, 0700);
        *slash = '/';
    }
    (void)mkdir(path, 0700);
    c->made = true;
}

static bool write_file(int descriptor, const char *head, const char *bytes, size_t size)
{
    FILE *out = fdopen(descriptor, "wb");
    if (out == NULL) {
        close(descriptor);
        return false;
    }
    bool good = fputs(head, out) >= 0 && fwrite(bytes, 1, size, out) == size;
    return fclose(out) == 0 && good;
}

void cache_put(cache *c, const char *key, const char *bytes, size_t size)
{
    if (!c->made) {
        make_folder(c);
    }
    char *path = arena_printf(c->memory, "%s/%sXXXXXX", c->folder, temporary_start);
    int descriptor = mkstemp(path);
    if (descriptor < 0) {
        return;
    }
    if (!write_file(descriptor, head_of(c, key, bytes, size), bytes, size) || rename(path, path_of(c, key)) != 0) {
        (void)unlink(path);
    }
    c->changed = true;
}

/* ---- its size ---- */

typedef struct {
    const char *name;
    struct timespec used;
    uint64_t size;
} entry;

typedef struct {
    entry *items;
    size_t count, capacity;
    uint64_t size;
} entry_list;

static int by_use(const void *left, const void *right)
{
    const entry *x = left;
    const entry *y = right;
    if (x->used.tv_sec != y->used.tv_sec) {
        return x->used.tv_sec < y->used.tv_sec ? -1 : 1;
    }
    if (x->used.tv_nsec != y->used.tv_nsec) {
        return x->used.tv_nsec < y->used.tv_nsec ? -1 : 1;
    }
    return strcmp(x->name, y->name);
}

/* Whatever else lies in the folder is not ours. */
static bool is_entry(const char *name)
{
    return strlen(name) == KEY_LENGTH && strspn(name, "0123456789abcdef") == KEY_LENGTH;
}

static bool is_stale(const char *name, const struct stat *status)
{
    size_t length = sizeof temporary_start - 1;
    return strncmp(name, temporary_start, length) == 0 && strlen(name) == length + 6 &&
           status->st_mtime < time(NULL) - STALE_SECONDS;
}

static void take_entry(cache *c, entry_list *list, const char *name)
{
    const char *path = path_of(c, name);
    struct stat status;
    if (lstat(path, &status) != 0 || !S_ISREG(status.st_mode)) {
        return;
    }
    if (is_stale(name, &status)) {
        (void)unlink(path);
    } else if (is_entry(name)) {
        list->items = arena_grow(c->memory, list->items, list->count, &list->capacity, sizeof *list->items);
        list->items[list->count++] = (entry){arena_copy(c->memory, name, strlen(name)), status.st_mtim,
                                             (uint64_t)status.st_size};
        list->size += (uint64_t)status.st_size;
    }
}

void cache_trim(cache *c)
{
    entry_list list = {NULL, 0, 0, 0};
    DIR *folder = c->changed ? opendir(c->folder) : NULL;
    if (folder == NULL) {
        return;
    }
    for (struct dirent *item; (item = readdir(folder)) != NULL;) {
        take_entry(c, &list, item->d_name);
    }
    closedir(folder);
    if (list.size <= c->limit) {
        return;
    }
    /* A tenth more than needed, so that the next run need not begin again. */
    qsort(list.items, list.count, sizeof *list.items, by_use);
    for (size_t i = 0; i < list.count && list.size > c->limit - c->limit / 10; i++) {
        (void)unlink(path_of(c, list.items[i].name));
        list.size -= list.items[i].size;
    }
}
