/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The vggen authors */
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

/* ---- describe_words.c: the text, without a compiler ---- */

/* A longer head of a function is none, so that no text takes long. */
#define DESCRIBE_MOST_HEAD 1024u
/* Braces that are told apart. */
#define DESCRIBE_MOST_DEPTH 256u

typedef enum { WORD_END, WORD_NAME, WORD_NUMBER, WORD_TEXT, WORD_MARK, WORD_DIRECTIVE } describe_word_kind;
typedef enum { PLACE_OUTSIDE, PLACE_HOST, PLACE_DEVICE } describe_place;

typedef struct {
    describe_word_kind kind;
    const char *at;
    size_t length;
    unsigned line;
    const char *scope;      /* "imaging::detail::"; "" outside of namespaces */
    describe_place place;   /* in no function, in one of the host, in one that the device runs */
} describe_word;

/* The last one is WORD_END. */
describe_word *describe_split(arena *a, const char *text, size_t length);
bool describe_is(const describe_word *t, const char *text);
bool describe_is_name_character(char c);
/* From an opening mark past the one that closes it; 0 where none does. */
size_t describe_skip_group(const describe_word *words, size_t open, const char *begin, const char *end);

/* ---- describe_launches.c ---- */

/* Whether <<< stands here. */
bool describe_is_launch(const describe_word *words, size_t i);
/* The words [*first, *end) between <<< and >>> of the first launch of a kernel in host code, and its line; false: there
 * is none. */
bool describe_launch_words(const describe_word *words, const char *kernel, size_t *first, size_t *end,
                           unsigned *line);
/* "grid, 256, 0, stream" of the first launch of a kernel in host code, and its line; NULL where there is none. */
const char *describe_find_launch(arena *a, const describe_word *words, const char *kernel, unsigned *line);

/* ---- describe_scan.c: what the words show ---- */

typedef struct {
    const char *name;       /* NULL: it has none */
    bool condition;         /* declared as cudaGraphConditionalHandle, an alias that the compiler knows as u64 */
} scanned_param;

/* A kernel's head in the source. */
typedef struct {
    const char *name;
    const char *scope;      /* as of a word */
    unsigned line;
    bool is_template;
    bool defined;           /* a body follows … */
    size_t body;            /* … which begins at this word */
    bool sure;              /* the list of parameters can be trusted */
    scanned_param *params;
    size_t param_count, capacity;
} scanned_kernel;

typedef struct {
    const describe_word *words;
    scanned_kernel *kernels;
    size_t kernel_count, kernel_capacity;
    const char **programs;  /* "fir" for each #include "fir_kernels.h" */
    size_t program_count, program_capacity;
} scanned_source;

void describe_scan(arena *a, const char *text, size_t length, scanned_source *found);

/* ---- describe_mangled.c ---- */

/* "imaging::conv<float, 4>" of a mangled name; NULL where it is none, or is too complicated. */
const char *describe_demangle(arena *a, const char *mangled);

/* ---- describe_type.c: C++ types in the words of a spec ---- */

typedef struct described_struct described_struct;

typedef struct {
    const char *spelled;    /* in C++ */
    const model_type *type; /* NULL: the spec has none of its own, and `problem` says so */
    const described_struct *record; /* then one of the source's structs, or NULL */
    const char *type_name;  /* what the spec calls either; NULL: neither */
    const char *target;     /* the C++ type without pointer and const */
    size_t lanes;           /* of a vector */
    bool pointer, constant; /* a pointer, at what the kernel only reads */
    unsigned accesses;      /* of ptx_entry */
    bool condition;         /* u64 in which a conditional node's handle is given */
    const char *problem;
} described_param;

/* From "… [with vggen_t = void (*)(const float *, int)]". False when that is not the type of a kernel. */
bool describe_types(arena *a, const char *spelled, described_param **params, size_t *count);

/* The unit that makes the compiler spell the types of `entries`, each as the text of the variable vggen_type_INDEX. */
#define DESCRIBE_TYPE_PREFIX "vggen_type_"
const char *describe_probe_text(arena *a, const char *const *entries, const size_t *indices, size_t count);

/* ---- the kernels ---- */

typedef struct {
    const ptx_entry *entry;
    const char *name;       /* in the source, without namespaces and arguments */
    const char *spelled;    /* in the source: "imaging::conv<float, 4>"; NULL: it could not be read */
    bool c_linkage;         /* the entry has the name too */
    const scanned_kernel *scanned;  /* NULL: not found in the text */
    described_param *params;
    size_t param_count;
    const char *problem;    /* why it cannot be described; NULL: it can */
} described_kernel;

/* ---- describe_struct.c: structs of the source ---- */

typedef struct {
    const char *name;
    const char *type;       /* in the words of a spec */
    size_t lanes;           /* of a vector */
    size_t count;           /* of an array; 0: it is none */
} described_field;

struct described_struct {
    const char *spelled;    /* "imaging::params" */
    const char *name;       /* what the spec calls it */
    unsigned line;
    described_field *fields;
    size_t field_count;
    const char *problem;    /* why a spec cannot have it; NULL: it can */
};

/* describe_type.c: the type of a field from the same kind of text; false where a spec has none. */
bool describe_field_type(arena *a, const char *spelled, described_field *f);
/* What makes vggen_spell<T>() known to the compiler. */
void describe_write_spelling(FILE *out);

/* ---- describe_buffers.c ---- */

/* A kernel in the spec. */
typedef struct {
    const described_kernel *kernel;
    const char *name;       /* NULL: it is not described */
    const char **params;    /* names */
    const char **arguments; /* buffers of the pointers */
    bool launched;
} described_section;

typedef struct {
    described_section *sections;
    size_t count;
} described_program;

typedef struct {
    const char *name, *type, *role;
    bool read, written;
} described_buffer;

/* "in", "out" or "inout". */
const char *describe_access(const described_param *p);
/* The buffers of the launches, whose names are put into the sections. */
described_buffer *describe_guess_buffers(arena *a, const described_program *program, size_t *count);

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
    const char *runtime;        /* the folder of the runtime's sources; NULL: not known */
    described_kernel *kernels;
    size_t kernel_count;
    described_struct *structs;
    size_t struct_count, struct_capacity;
    const char **define_names, **define_values;
    size_t define_count, define_capacity;
} describer;

/* describe_headers.c: writes NAME_kernels.h for each one that the source includes; then the defines of the command
 * line, in place of the spec's. */
bool describe_write_headers(describer *s);
void describe_add_defines(describer *s, const describe_options *options);

/* describe_compile.c: the source, and after it what else the compiler is to see, or NULL; the PTX that it makes, or
 * NULL. */
void describe_choose_architecture(describer *s);
const char *describe_compile(describer *s, const char *probe, size_t *size, run_result *result);
void describe_report_compiler(describer *s, const run_result *result);

/* describe_entries.c: sets the kernels; false after an error. */
bool describe_find_kernels(describer *s);

/* describe_struct.c: finds the structs that kernels take, and asks the compiler for their fields. False after an
 * error. */
bool describe_find_structs(describer *s);

/* ---- describe_block.c ---- */

typedef struct {
    const char *text;       /* "256", "[16, 16]" */
    size_t dimensions;
    const char *comment;    /* or NULL */
} described_block;

/* What the source says of a kernel's blocks, or a guess. */
described_block describe_choose_block(const describer *s, const described_kernel *k);

/* ---- what is printed ---- */

typedef struct {
    FILE *out;
    arena *a;
    const describer *s;
} describe_printer;

/* A line with its comment, if any, in a column of its own. */
void describe_line(const describe_printer *p, const char *begin, const char *text, const char *comment);
void describe_print(FILE *out, const describer *s);
/* describe_steps.c */
void describe_print_buffers(const describe_printer *p, const described_buffer *buffers, size_t count);
void describe_print_steps(const describe_printer *p, const described_program *program);
/* describe_obstacles.c: what stands in the way on either device, as comments. */
void describe_print_obstacles(const describe_printer *p);

#endif
