/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The vggen authors */
/* A folder that was vendored into: its list, its record, and what is really there. Names that begin with a point
 * (.gitattributes, .clang-format) are the user's and count for nothing. */
#define _POSIX_C_SOURCE 200809L
#define _XOPEN_SOURCE 700

#include <dirent.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "base/file.h"
#include "base/text.h"
#include "tasks/vendor_parts.h"

#define MOST_FOLDERS 64 /* within one another */

typedef struct {
    arena *a;
    diag *d;
    vendor_folder *f;
} reader;

/* ---- lists of files ---- */

void vendor_file_add(vendor_files *files, const char *path, const char *bytes, size_t size)
{
    char *hash = arena_alloc(files->memory, SHA256_HEX);

    sha256_hex(bytes, size, hash);
    files->items = arena_grow(files->memory, files->items, files->count, &files->capacity, sizeof *files->items);
    files->items[files->count++] = (vendor_file){path, bytes, size, hash};
}

static int compare_paths(const void *a, const void *b)
{
    return strcmp(((const vendor_file *)a)->path, ((const vendor_file *)b)->path);
}

void vendor_files_sort(vendor_files *files)
{
    if (files->count > 0)
        qsort(files->items, files->count, sizeof *files->items, compare_paths);
}

const vendor_file *vendor_file_find(const vendor_files *files, const char *path)
{
    const vendor_file key = {path, NULL, 0, NULL};

    return files->count > 0 ? bsearch(&key, files->items, files->count, sizeof key, compare_paths) : NULL;
}

/* ---- what is there ---- */

static bool cannot_read(const reader *r, const char *path, const char *problem)
{
    diag_file_error(r->d, path, "vendor-folder", "cannot read this: %s", problem);
    diag_hint(r->d, "name another folder, or see to this one");
    return false;
}

static bool find_files(reader *r, const char *inside, unsigned depth);

static bool find_entry(reader *r, const char *path, unsigned depth)
{
    const char *whole = arena_printf(r->a, "%s/%s", r->f->real, path);
    const char *bytes, *problem;
    struct stat s;
    size_t size;

    if (lstat(whole, &s) != 0)
        return cannot_read(r, whole, strerror(errno));
    if (S_ISDIR(s.st_mode) && r->f->vendored)
        return depth < MOST_FOLDERS ? find_files(r, path, depth + 1) : cannot_read(r, whole, "folders go too deep");
    if (!r->f->vendored || !S_ISREG(s.st_mode)) {
        vendor_file_add(&r->f->found, path, "", 0);
        return true;
    }
    bytes = file_read(r->a, whole, VENDOR_MOST_BYTES, &size, &problem);
    if (bytes == NULL)
        return cannot_read(r, whole, problem);
    vendor_file_add(&r->f->found, path, bytes, size);
    return true;
}

static bool find_files(reader *r, const char *inside, unsigned depth)
{
    const char *whole = inside != NULL ? arena_printf(r->a, "%s/%s", r->f->real, inside) : r->f->real;
    DIR *open = opendir(whole);
    bool good = true;

    if (open == NULL)
        return cannot_read(r, inside != NULL ? whole : r->f->path, strerror(errno));
    for (const struct dirent *entry; good && (entry = readdir(open)) != NULL;)
        if (entry->d_name[0] != '.')
            good = find_entry(r,
                              inside != NULL ? arena_printf(r->a, "%s/%s", inside, entry->d_name)
                                             : arena_copy(r->a, entry->d_name, strlen(entry->d_name)),
                              depth);
    closedir(open);
    return good;
}

/* ---- its list ---- */

/* A path that leads nowhere else. */
static bool is_inside(const char *path)
{
    for (const char *at = path; *at != '\0';) {
        size_t length = strcspn(at, "/");
        if (length == 0 || at[0] == '.')
            return false;
        at += length;
        at += *at == '/';
    }
    return *path != '\0';
}

/* "HASH  PATH". */
static bool read_line(reader *r, const char *line, size_t length)
{
    vendor_files *files = &r->f->listed;
    const char *path;

    if (length < SHA256_HEX + 2 || strspn(line, "0123456789abcdef") != SHA256_HEX - 1 || line[SHA256_HEX - 1] != ' ')
        return false;
    path = arena_copy(r->a, line + SHA256_HEX + 1, length - SHA256_HEX - 1);
    if (!is_inside(path))
        return false;
    files->items = arena_grow(r->a, files->items, files->count, &files->capacity, sizeof *files->items);
    files->items[files->count++] = (vendor_file){path, NULL, 0, arena_copy(r->a, line, SHA256_HEX - 1)};
    return true;
}

static bool read_list(reader *r)
{
    const char *path = arena_printf(r->a, "%s/" VENDOR_LIST, r->f->real);
    const char *problem;
    size_t size, number = 1;
    const char *text = file_read(r->a, path, VENDOR_MOST_BYTES, &size, &problem);

    if (text == NULL)
        return cannot_read(r, path, problem);
    for (const char *line = text; *line != '\0'; number++) {
        size_t length = strcspn(line, "\n");
        if (!read_line(r, line, length)) {
            diag_file_error(r->d, path, "vendor-list", "line %zu is not 'HASH  FILE'", number);
            diag_hint(r->d, "vendor into a new folder, and replace this one by it");
            return false;
        }
        line += length;
        line += *line == '\n';
    }
    vendor_files_sort(&r->f->listed);
    if (vendor_file_find(&r->f->listed, VENDOR_RECORD) != NULL)
        return true;
    /* Others have lists of that name, and what stands in them must not go. */
    diag_file_error(r->d, path, "vendor-list", "it does not name " VENDOR_RECORD ", so that it is not of vggen");
    diag_hint(r->d, "name a folder that is empty or not there yet");
    return false;
}

/* ---- its record ---- */

const char *vendor_record_find(arena *a, const char *record, const char *key)
{
    const char *start = arena_printf(a, "%s: ", key);

    for (const char *line = record; *line != '\0'; line += strcspn(line, "\n"), line += *line != '\0')
        if (text_begins(line, start)) {
            const char *text = line + strlen(start);
            return arena_copy(a, text, strcspn(text, "\n"));
        }
    return NULL;
}

static void read_record(reader *r)
{
    const vendor_file *f = vendor_file_find(&r->f->found, VENDOR_RECORD);

    r->f->record = f != NULL && f->bytes != NULL ? f->bytes : "";
    r->f->version = vendor_record_find(r->a, r->f->record, "vggen");
}

const vendor_folder *vendor_folder_read(arena *a, diag *d, const char *path)
{
    vendor_folder *f = ARENA_NEW(a, vendor_folder);
    reader r = {a, d, f};
    char *real = realpath(path, NULL);
    struct stat s;

    *f = (vendor_folder){.path = path, .record = "", .listed.memory = a, .found.memory = a};
    if (real == NULL && errno == ENOENT && lstat(path, &s) != 0)
        return f;
    if (real == NULL) {
        (void)cannot_read(&r, path, strerror(errno));
        return NULL;
    }
    f->real = arena_copy(a, real, strlen(real));
    free(real);
    f->vendored = stat(arena_printf(a, "%s/" VENDOR_LIST, f->real), &s) == 0;
    if ((f->vendored && !read_list(&r)) || !find_files(&r, NULL, 0))
        return NULL;
    vendor_files_sort(&f->found);
    read_record(&r);
    return f;
}
