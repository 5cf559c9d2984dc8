/* SPDX-License-Identifier: MIT */
/* What the files of `describe` share. */
#ifndef DESCRIBE_PARTS_H
#define DESCRIBE_PARTS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>

#include "image/ptx.h"
#include "image/toolkit.h"
#include "spec/model.h"
#include "tasks/describe.h"

/* ---- describe_scan.c: what the text shows, without a compiler ---- */

typedef struct {
    const char *name;       /* NULL: it has none */
    bool condition;         /* declared as cudaGraphConditionalHandle, an alias that the compiler knows as u64 */
} scanned_param;

/* A kernel's head in the source. */
typedef struct {
    const char *name;
    bool is_template;
    bool defined;           /* a body follows */
    bool sure;              /* the list of parameters can be trusted */
    scanned_param *params;
    size_t param_count, capacity;
} scanned_kernel;

typedef struct {
    scanned_kernel *kernels;
    size_t kernel_count, kernel_capacity;
    const char **programs;  /* "fir" for each #include "fir_kernels.h" */
    size_t program_count, program_capacity;
} scanned_source;

void describe_scan(arena *a, const char *text, size_t length, scanned_source *found);

/* ---- describe_type.c: C++ types in the words of a spec ---- */

typedef struct {
    const char *spelled;    /* in C++ */
    const model_type *type; /* NULL: the spec has none, and `problem` says so */
    bool pointer, constant; /* a pointer, at what the kernel only reads */
    bool condition;         /* u64 in which a conditional node's handle is given */
    const char *problem;
} described_param;

/* From "… [with vggen_t = void (*)(const float *, int)]". False when that is not the type of a kernel. */
bool describe_types(arena *a, const char *spelled, described_param **params, size_t *count);

/* The unit that makes the compiler spell the types of `names`, each as the text of the variable vggen_type_INDEX. */
#define DESCRIBE_TYPE_PREFIX "vggen_type_"
void describe_write_probe(FILE *out, const char *const *names, const size_t *indices, size_t count);

/* ---- describe_print.c: the section ---- */

typedef struct {
    const ptx_entry *entry;
    const char *name;       /* in the source */
    bool c_linkage;         /* the entry has that name too */
    const scanned_kernel *scanned;  /* NULL: not found in the text */
    described_param *params;
    size_t param_count;
    const char *problem;    /* why it cannot be described; NULL: it can */
} described_kernel;

/* `shown` is the source as a spec beside it names it; `moved`: it lies in another folder than this one. */
void describe_print(FILE *out, arena *a, const char *shown, bool moved, const described_kernel *kernels, size_t count,
                    const scanned_source *source);

/* ---- one run ---- */

/* No source and no PTX is larger. */
#define DESCRIBE_MOST_BYTES ((size_t)1 << 30)

typedef struct {
    arena *a;
    diag *d;
    toolkit tools;
    const char *file;           /* as given */
    const char *folder;         /* its folder */
    const char *base;           /* its name there */
    const char *architecture;   /* "-arch=compute_90", or NULL: the compiler's own choice */
    scanned_source source;
    const char *includes;       /* lines of the unit that come before the source */
    bool stand_in;              /* an empty header stands in for one that a spec would make */
    described_kernel *kernels;
    size_t kernel_count;
} describer;

/* describe_headers.c: writes NAME_kernels.h for each one that the source includes; then the defines of the command
 * line, in place of the spec's. */
bool describe_write_headers(describer *s);
void describe_add_defines(describer *s, const describe_options *options);

/* describe_compile.c: the source, and after it what the compiler is asked about these names; the PTX that it makes, or
 * NULL. */
void describe_choose_architecture(describer *s);
const char *describe_compile(describer *s, const char *const *entries, const size_t *indices, size_t count,
                             size_t *size, run_result *result);
void describe_report_compiler(describer *s, const run_result *result);

/* describe_entries.c: sets the kernels; false after an error. */
bool describe_find_kernels(describer *s);

#endif
