/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The vggen authors */
/* What the files of `image` share. */
#ifndef IMAGE_PARTS_H
#define IMAGE_PARTS_H

#include "image/cubin.h"
#include "image/image.h"
#include "image/ptx.h"
#include "image/toolkit.h"

/* No source, image or output of a tool is larger. */
#define IMAGE_MOST_BYTES ((size_t)1 << 30)

/* A source or pre-built file with the kernels that come from it. */
typedef struct {
    const char *file;       /* this and the next two as in image_module */
    bool builtin;
    const char **builtins;
    size_t builtin_count, builtin_capacity;
    bool source;
    span at;                /* where the spec first names it, or what needs it */
    uint32_t *kernels;      /* of image.listed */
    size_t kernel_count, kernel_capacity;
    size_t written_capacity;
    const char *shown;      /* warnings that were shown already */
} image_file;

typedef struct {
    arena *memory;
    diag *d;
    const model *m;
    image *i;
    image_file *files;      /* as i->modules */
    toolkit tools;
    bool spills;            /* of the options */
    size_t dependency_capacity;
    struct image_work *work;        /* image_work.h; NULL where no tool is needed, as the next ones */
    struct image_inputs *inputs;
    struct cache *cache;    /* NULL: none */
    const char *identity;   /* of the tools, for keys of the cache */
} builder;

/* ---- image_unit.c: the text that we compile ---- */

/* runtime/sim/include/vgsim/signature.h: what a compiler compares kernels with the spec by. */
extern const char image_signature[];

/* The file that holds the built-in sources and includes the program's; with `checked`, it makes the compiler compare
 * the types of every parameter. */
const char *image_unit_text(const builder *b, const image_file *f, bool checked);
/* What belongs to a module of an image that is built. */
image_file image_file_of(arena *a, const image *i, size_t module);
/* "parameter 'x' of kernel 'scale' is 'in f32*': expected 'const float *' in its source" */
const char *image_expected_type(arena *a, const model_kernel *k, const model_param *p);
/* "const float *", "cell"; for 64-bit integers and their vectors, which C++ has two of, "long long" or "long" by
 * `choice`; NULL after the last. */
const char *image_param_type(arena *a, const model_param *p, size_t choice);

/* Variables that are initialized with a kernel's address, so that the PTX ties the one to the other's name. */
#define IMAGE_SYMBOL_PREFIX "vggen_symbol_"
/* What the compiler takes for the files of lines of ours. */
#define IMAGE_LINE_PREFIX "vggen_unit_"
/* Of the line that names a kernel; its number of image_file.kernels follows. */
#define IMAGE_ENTRY_PREFIX IMAGE_LINE_PREFIX "entry_"

/* ---- image_clean.c: the PTX of a source ---- */

/* Takes out of the text what differs from machine to machine and what is our own. Returns for each kernel of the module
 * what the compiler calls it, or NULL. */
const char **image_clean_ptx(const builder *b, size_t module, const char *unit, char *text);

/* ---- image_rounding.c ---- */

/* The PTX with .rn at every addition, subtraction and multiplication of floating-point numbers that says nothing of
 * rounding, which keeps the assembler from joining two of them to one; sets the size without the NUL. */
const char *image_fix_rounding(arena *a, const char *text, size_t *size);

/* ---- image_symbols.c: what kernels are called in the machine code ---- */

/* Sets the symbols of the module's kernels; false after an error. */
bool image_take_symbols(builder *b, size_t module, const ptx_module *p, const char *const *symbols);

/* ---- image_kernels.c: the kernels of a source by its words, for hints and warnings ---- */

typedef struct {
    const char *name;       /* "imaging::conv" */
    bool is_template;
    const char *at;         /* the text from its name on */
    const char *params;     /* the text behind the parenthesis that opens its parameters; NULL: it has none */
} image_found;

const image_found *image_find_kernels(arena *a, const char *text, size_t *count);

/* ---- image_plain.c ---- */

/* Why the function of that name in the source is no kernel, in words of a hint; NULL where it is one, or that is not
 * sure. */
const char *image_plain_function(arena *a, const char *text, const model_kernel *k);

/* ---- image_entries.c: errors about entries ---- */

/* A kernel is not in its file, which has these. */
void image_report_missing(const builder *b, const image_file *f, const model_kernel *k, const char *const *entries,
                          size_t count);
/* Errors for kernels of the module that are functions without `__global__`, for a compiler that does not see it. */
void image_report_plain(const builder *b, size_t module);
/* These kernels of the module are not declared outside of every namespace; the PTX shows what there is. */
void image_report_absent(const builder *b, size_t module, const ptx_module *p, const bool *absent);
/* Errors for entries that the compiler did not understand; what it says of their types means nothing then, so that they
 * are no longer absent. */
void image_report_entries(const builder *b, size_t module, const char *output, bool *absent);

/* ---- image_modules.c ---- */

/* Sets files and modules, and makes room for what is found out of each kernel. */
void image_list_modules(builder *b);
/* By its name a pre-built file is a cubin, for which no tool is needed. */
bool image_is_cubin_name(const char *file);

/* ---- image_targets.c: what a toolkit builds ---- */

/* Errors for targets that this toolkit does not build, and for a min_cuda that its machine code is too new for. */
void image_check_toolkit(builder *b, bool needs_nvcc);
/* The error that min_cuda is older than what the machine code of this toolkit needs. */
void image_check_min_cuda(const builder *b, unsigned version, const char *what);

/* ---- image_words.c: the words of a source ---- */

typedef struct {
    const char *begin;
    size_t length;          /* 0: the end */
} image_word;

/* The next identifier, number or single character; comments and literals are passed over. */
image_word image_next_word(const char **at);
bool image_word_is(image_word w, const char *text);
bool image_word_is_name(image_word w);
/* The line of a place in a text. */
uint32_t image_line_of(const char *text, const char *at);

/* ---- image_scope.c: words with their namespaces ---- */

/* Braces that are told apart. */
#define IMAGE_MOST_NESTED 256

typedef struct {
    arena *memory;
    const char *at;
    const char *inside;     /* "imaging::detail::", without namespaces that have no name */
    const char *mangled;    /* "7imaging6detail", as g++ and clang name things in them */
    const char *outer[IMAGE_MOST_NESTED], *outer_mangled[IMAGE_MOST_NESTED]; /* outside of each brace that is open */
    size_t depth;
    bool directives;        /* the words of preprocessor lines come too */
} image_scope;

void image_scope_begin(image_scope *s, arena *a, const char *text);
/* The next word; the length is 0 at the end. The head of a namespace comes as its brace alone. */
image_word image_scoped_word(image_scope *s);

/* ---- image_header.c ---- */

/* The namespace that the program's defines have in kernel sources. */
const char *image_namespace(arena *a, const model *m);

/* ---- image_flags.c: `compile:` ---- */

/* Adds the compiler's options but for the standard, image_flags_most at most. Returns how many. */
size_t image_add_flags(arena *a, const model *m, const char **arguments);
size_t image_flags_most(const model *m);
/* An error for each folder of headers that is not there. */
void image_check_folders(const builder *b);

/* ---- image_structs.c: structs that a source defines ---- */

/* Text behind the source that makes the compiler compare those which its kernels take. */
void image_write_struct_checks(FILE *out, const builder *b, const image_file *f);
/* Errors for what it found; false: nothing. */
bool image_report_structs(const builder *b, const image_file *f, const char *output);

/* ---- image_text.c ---- */

/* Without machine code: takes what the words of a source show of the module's kernels for sure. */
void image_take_text(const builder *b, size_t module, const char *text);

/* ---- image_crossed.c ---- */

/* A warning for each two parameters of a kernel that have each other's name in its source. */
void image_check_crossed(const builder *b, size_t module, const char *text);

/* ---- image_macros.c ---- */

/* An error for each define that an #if of a source or of a header beside it asks for, and that is no macro there. */
void image_check_directives(builder *b, const char *path, const char *text);

/* ---- image_shared.c ---- */

/* Adds the names of the `extern __shared__` arrays in a source's text to the module. */
void image_find_shared_arrays(arena *a, const char *text, image_module *module);

/* ---- image_compile.c, image_prebuilt.c: one module ---- */

/* Compiles and assembles all sources. What came of that is looked at by image_compile. */
void image_compile_all(builder *b);
void image_compile(builder *b, size_t module);
void image_read_prebuilt(builder *b, size_t module);
/* Adds the jobs that make machine code for a target from PTX (image_work.h). */
void image_add_assembly(builder *b, size_t module, const char *ptx, const model_target *target);
/* Takes the machine code that was made for a target; false after an error. */
bool image_assemble(builder *b, size_t module, const model_target *target);
/* Keeps the text that a target's machine code is made from. */
void image_keep_ptx(builder *b, size_t module, const model_target *target, const char *ptx);
void image_add_blob(builder *b, size_t module, image_kind kind, const model_target *target, const char *bytes,
                    size_t size);

/* ---- image_output.c: our own checks in what the compiler prints ---- */

/* Errors for our own checks that failed in the compiler; returns the rest of its output. Marks the kernels whose entry
 * is not there. */
const char *image_report_mismatches(const builder *b, const image_file *f, const char *output, bool *absent);

/* ---- image_use.c: what kernels take of a multiprocessor ---- */

/* Takes registers, stack and shared memory from the machine code for a target; nothing where it cannot be read. */
void image_take_use(builder *b, size_t module, const model_target *target, const char *bytes, size_t size);
/* Takes what the assembler said kernels spill; nothing where it did not. */
void image_take_spills(builder *b, size_t module, const model_target *target);

/* ---- image_facts.c: what the machine code says ---- */

/* Takes what a compiled module says for one target; errors for entries that are missing or differ between targets. */
void image_take_ptx(builder *b, size_t module, const ptx_module *p);
/* Takes how kernels begin, from the PTX that a target's machine code is made of. */
void image_take_starts(builder *b, size_t module, const ptx_module *p, const model_target *target);
void image_take_cubin(builder *b, size_t module, const cubin *c);
/* An error for each compute_ target whose PTX is newer than min_cuda. */
bool image_check_ptx_version(const builder *b, const ptx_module *p, const model_target *target);

/* ---- image_files.c ---- */

/* A path of the spec as reachable from the current folder. */
const char *image_path(arena *a, const char *folder, const char *path);
void image_add_dependency(builder *b, const char *path);
/* NAME_kernels.h in any folder. */
bool image_is_kernels_header(const builder *b, const char *path);
/* Takes the user's own files from those that the compiler read. */
void image_take_dependencies(builder *b, const char *const *paths, size_t count);

#endif
