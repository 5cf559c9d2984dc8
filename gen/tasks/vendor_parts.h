/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The vggen authors */
/* What the files of vendor share. */
#ifndef VENDOR_PARTS_H
#define VENDOR_PARTS_H

#include <stddef.h>
#include <stdio.h>

#include "base/sha256.h"
#include "tasks/vendor.h"

#define VENDOR_LIST "SHA256SUMS" /* hashes of all other files, as sha256sum prints them */
#define VENDOR_RECORD "VENDORED" /* what the folder was made of */
#define VENDOR_MOST_BYTES ((size_t)1 << 30)

/* A file of the folder. */
typedef struct {
    const char *path;  /* in the folder */
    const char *bytes; /* NULL: only its hash is known */
    size_t size;
    const char *hash;
} vendor_file;

typedef struct {
    arena *memory;
    vendor_file *items; /* sorted where a function says so */
    size_t count, capacity;
} vendor_files;

/* Takes the hash. The bytes must live as long as the list. */
void vendor_file_add(vendor_files *files, const char *path, const char *bytes, size_t size);
void vendor_files_sort(vendor_files *files);
const vendor_file *vendor_file_find(const vendor_files *files, const char *path);

typedef struct {
    const char *name;            /* of the program */
    const char *spec;            /* base name of its spec */
    const char *hash;            /* of the spec */
    const char *targets;         /* of its machine code, with blanks between them; "none" */
    const char *sources;         /* the spec's folder, as the units of the CPU device find it: "kernels/fir", or NULL */
    const char *const *includes; /* folders of `compile:`, likewise */
    size_t include_count;
    size_t units;      /* sources, each compiled by itself */
    unsigned standard; /* of C++ */
} vendor_program;

struct vendor {
    arena *memory;
    diag *d;
    const vendor_options *options;
    const char *shape; /* the option of that name, on one line */
    const struct vendor_folder *before;
    vendor_program *programs;
    size_t program_count, program_capacity;
    vendor_files files; /* that will be there */
};

/* ---- a folder that is there: vendor_folder.c ---- */

typedef struct vendor_folder {
    const char *path;    /* as it was given */
    const char *real;    /* absolute, links followed; NULL: it is not there */
    bool vendored;       /* it has a list */
    vendor_files listed; /* hashes alone, sorted */
    vendor_files found;  /* what is there but for names that begin with a point, sorted; with hashes if vendored */
    const char *version; /* of the vggen that made it, or NULL */
    const char *record;  /* text, or "" */
} vendor_folder;

/* NULL after errors: the folder cannot be read, or its list has another form. */
const vendor_folder *vendor_folder_read(arena *a, diag *d, const char *path);
/* The text behind "KEY: " in the line of the record that begins so, or NULL. */
const char *vendor_record_find(arena *a, const char *record, const char *key);

/* ---- the runtime: vendor_runtime.c, vendor_symbols.c ---- */

/* Adds the files that the program's C needs, that `with` names, and those of the CPU device. False after errors. */
bool vendor_add_runtime(vendor *v);

/* What C text defines for other files, and which names of the runtime's it uses. Comments and strings do not count,
 * prototypes of a header neither. */
typedef struct vendor_symbols vendor_symbols;
struct vendor_symbols {
    const char **defines, **uses, **includes;
    size_t define_count, use_count, include_count;
    size_t define_capacity, use_capacity, include_capacity;
    vendor_symbols *inlines; /* of a header: each defines one function, which uses something where it is used */
    size_t inline_count, inline_capacity;
    bool needed; /* set by the one that follows the uses */
};

vendor_symbols vendor_symbols_of(arena *a, const char *text, bool header);

/* ---- what the CPU device's units read: vendor_sources.c ---- */

/* Adds the sources of a program's kernels and the headers that they include. False after errors. */
bool vendor_add_sources(vendor *v, vendor_program *p, const model *m, const image *i);

/* ---- vendor_texts.c: README and what builds, licences, record ---- */

void vendor_add_texts(vendor *v);

/* ---- vendor_write.c ---- */

/* The folder becomes this, at once; false after errors, and then it is as it was. */
bool vendor_write(vendor *v);

#endif
