/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The vggen authors */
/* What the files of `read` share: key tables, and the scalar forms that many keys take. */
#ifndef READ_PARTS_H
#define READ_PARTS_H

#include <stdarg.h>

#include "base/text.h"
#include "spec/model.h"
#include "spec/read_keys.h"
#include "spec/read_limits.h"
#include "spec/tree.h"

struct reader {
    arena *a;
    diag *d;
    names *n;
    model *m;
    size_t step_count;      /* of all graphs and what stands inside their steps */
    unsigned depth;         /* bodies around the step being read */
    const tree *graphs_key; /* `steps:` or `graphs:`, the first of them */
    bool both;              /* the spec has both, which is the only mistake worth reporting */
    bool types_incomplete;  /* `types:` could not be read and may have defined a type that seems unknown */
};

/* Calls the reader of every key in the order of the file; reports unknown, missing and later keys. False when t is
 * not a mapping. */
bool read_keys(reader *r, const tree *t, const key_table *table, span at, void *object);

/* A hint for a key that `what`, such as "a step", does not have: a word of another language, or a key of something
 * else. NULL where there is none. */
const char *read_key_hint(const char *what, const char *key);

/* Which of the words was meant: one of the same meaning, or the nearest; NULL where that is not certain. */
const char *read_word_hint(const char *text, const char *const *words, size_t count);

/* Reports what the language has and this version of the generator does not. */
void read_not_yet(reader *r, span at, const char *what);

/* False, with an error, when there are more than a spec may have. what: "buffers". */
bool read_count(reader *r, span at, size_t count, size_t limit, const char *what);

/* Nothing stands after the colon. */
bool read_is_absent(const tree *value);
/* False, with an error, unless value is a mapping; an absent value is an empty one. */
bool read_is_mapping(reader *r, const tree *value, const char *what);
/* The elements of a list, or a single value as a list of one. False, with an error, for a mapping or an empty value. */
bool read_list(reader *r, const tree *const *value, const char *expected, const tree *const **items, size_t *count);

/* The text of a scalar that is not empty, interned; NULL with an error that says what was expected. */
const char *read_text(reader *r, const tree *value, const char *expected);

/* One of a few words, the last followed by NULL; false with an error that lists them. */
bool read_word(reader *r, const tree *value, const char *const *words, size_t *found);
size_t read_word_count(const char *const *words);
/* true or false. */
void read_flag(reader *r, const tree *value, bool *flag);

/* A scalar that is an integer expression. root stays NULL after an error. */
void read_expr(reader *r, const tree *value, model_expr *e);
/* One to three expressions: a number, or a list (`grid:`, `block:`). */
void read_sizes(reader *r, const tree *value, model_expr *sizes, size_t *count, span *at);
/* `block:` of a kernel: sizes, `tune`, or a mapping. */
void read_kernel_block(reader *r, const tree *key, const tree *value, model_kernel *k);
/* A literal, or a list of them for a vector or a struct. */
void read_literal(reader *r, const tree *value, model_literal *literal);
/* Reads a literal in the text of a step, from the next token; s is left after it. False after an error. */
bool read_literal_text(reader *r, const tree *in, scanner *s, model_literal *literal);
/* True when the scalar is a float, nan or inf, with at most a minus before it. */
bool read_is_float(const tree *value);

/* "in", "out once" …: words [0, count) of a parameter or an override. False after an error. */
bool read_access(reader *r, const tree *in, const token *words, size_t count, model_access *access, bool *once);

/* A type by its name at characters [begin, end) of a scalar; NULL after an error. */
const model_type *read_type(reader *r, const tree *in, uint32_t begin, uint32_t end);

/* The type that has this name in C or NumPy: "f32" for "float"; or NULL. */
const char *read_type_of_language(const char *name);

/* An error at characters [begin, end) of a scalar. */
void read_error_in(reader *r, const tree *in, uint32_t begin, uint32_t end, const char *id, const char *format, ...)
    ARENA_FORMAT(6, 7);
void read_expr_error(reader *r, const tree *in, const expr_error *error);

/* True, with an error that advises to quote, for a list whose elements were cut apart by `[` or `,`. */
bool read_is_cut(reader *r, const tree *collection);

/* True, with a hint, where a value or key follows a comma that was meant as a decimal point. */
bool read_hint_decimal(reader *r, const tree *after);

/* False, with an error, for a key of a section that is no name and has no value: a colon is missing. */
bool read_is_named(reader *r, const tree *key, const tree *value);

/* As read_is_mapping, for a section that gives names: one that cannot be read leaves the model incomplete. */
bool read_is_section(reader *r, const tree *value, const char *what);

/* `types:` is read before the sections that name its structs. */
void read_types(reader *r, const tree *value);

/* The sections of a spec. */
void read_lanes(reader *r, const tree *key, const tree *value, void *object);
void read_keep(reader *r, const tree *key, const tree *value, void *object);
void read_in_flight(reader *r, const tree *key, const tree *value, void *object);
void read_mailbox(reader *r, const tree *key, const tree *value, void *object);
void read_ranks(reader *r, const tree *key, const tree *value, void *object);
void read_memory(reader *r, const tree *key, const tree *value, void *object);
extern const char *const read_api_words[];
void read_api(reader *r, const tree *key, const tree *value, void *object);
void read_switches(reader *r, const tree *key, const tree *value, void *object);
extern const char *const read_fuse_words[];
void read_fuse(reader *r, const tree *key, const tree *value, void *object);
void read_define(reader *r, const tree *key, const tree *value, void *object);
void read_macros(reader *r, const tree *key, const tree *value, void *object);
void read_compile(reader *r, const tree *key, const tree *value, void *object);
void read_source_types(reader *r, const tree *key, const tree *value, void *object);
void read_kernels(reader *r, const tree *key, const tree *value, void *object);
void read_buffers(reader *r, const tree *key, const tree *value, void *object);
void read_steps(reader *r, const tree *key, const tree *value, void *object);
void read_graphs(reader *r, const tree *key, const tree *value, void *object);
void read_setup(reader *r, const tree *key, const tree *value, void *object);

/* The value of a define: an integer expression or a float. */
void read_define_value(reader *r, const tree *value, model_define *define);

/* A step's text, from its scanner. False after an error. */
bool read_launch_text(reader *r, const tree *value, model_step *step);
bool read_fill_text(reader *r, const tree *value, model_step *step);
bool read_copy_text(reader *r, const tree *value, model_step *step);
bool read_collective_text(reader *r, const tree *value, model_step *step);
/* A slice that is a whole scalar: `reads:` and `writes:`. */
bool read_slice_text(reader *r, const tree *value, model_slice *slice);

/* Adds the buffers that `index:` of a while declares, behind all others. */
void read_indices(reader *r);
/* Lists the captures, and adds the buffers that `workspace:` of one declares, likewise. */
void read_captures(reader *r);

#endif
