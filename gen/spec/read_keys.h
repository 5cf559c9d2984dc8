/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The vggen authors */
/* The keys of the language as tables: the reader goes by them, and --print-schema prints them. A row says whether a key
 * is needed, who reads it, and in words what it is for. */
#ifndef READ_KEYS_H
#define READ_KEYS_H

#include "spec/model.h"
#include "spec/tree.h"

typedef struct reader reader;

typedef enum {
    KEY_OPTIONAL,
    KEY_NEEDED,
    KEY_EARLY,              /* needed, and looked for before the others */
    KEY_LATER               /* part of the language, but not of this version of the generator */
} key_need;

typedef struct {
    const char *form;       /* a definition of gen/schema.tmpl, or NULL: one of words */
    const char *const *words; /* the last is followed by NULL */
} key_value;

#define FORM(name) {name, NULL}
#define WORDS(list) {NULL, list}

typedef struct {
    const char *name;
    key_need need;
    void (*read)(reader *r, const tree *key, const tree *value, void *object); /* NULL for KEY_LATER */
    key_value value;
    const char *initial;    /* what holds without the key, as in a spec; NULL where that is not one value */
    const char *text;       /* what the key is for, in a sentence or two for editors */
} read_key;

#define LATER(name) {name, KEY_LATER, NULL, {NULL, NULL}, NULL, NULL}

typedef struct {
    const char *what;       /* "a buffer", for messages */
    const read_key *keys;
    size_t count;
} key_table;

#define KEY_COUNT(keys) (sizeof(keys) / sizeof *(keys))

extern const key_table read_spec_table, read_memory_table, read_compile_table, read_kernel_table, read_tune_table,
    read_buffer_table, read_condition_table, read_step_table;

/* A key that goes with some kinds of step only; bit n stands for kind n. */
typedef struct {
    const char *key;
    unsigned kinds;
    unsigned needed;        /* kinds that cannot do without */
    const char *only;       /* the kinds in words */
} step_rule;

extern const step_rule read_step_rules[];
extern const size_t read_step_rule_count;

extern const char *const read_step_kinds[]; /* by model_step_kind; the last is followed by NULL */

#endif
