/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The vggen authors */
/* What a diag holds: shared by the files of the module (diag.c collects, diag_sort.c puts in order, diag_print.c and
 * diag_json.c print) and by no other. */
#ifndef DIAG_PARTS_H
#define DIAG_PARTS_H

#include "base/diag.h"

typedef struct {
    const char *name;
    const char *bytes;
    size_t length;
    uint32_t *lines; /* offset of each line's first byte */
    size_t line_count;
} diag_source;

typedef struct {
    bool warning;
    bool remark;    /* `warning` is set too; there is no id */
    bool dropped;   /* switched off: kept for the note and the hint that follow */
    bool duplicate; /* of an earlier message at the same place; set by diag_sort */
    const char *pass; /* of several copies of a step this one, or NULL … */
    bool first_pass;  /* … the first one */
    size_t order;
    span at;          /* source 0: no place, then `file` may be given */
    const char *file; /* or NULL */
    const char *id; /* NULL of a remark */
    const char *text;
    span note_at;
    const char *note;   /* or NULL */
    const char *hint;   /* or NULL */
    const char *output; /* or NULL */
    size_t output_length;
} diag_message;

typedef struct {
    const char *id;
    diag_treatment treatment;
} diag_rule;

struct diag {
    arena *memory;
    diag_source *sources;
    size_t source_count, source_capacity;
    diag_message *messages;
    size_t message_count, message_capacity;
    size_t error_count;
    bool has_file_error;
    diag_rule *rules;
    size_t rule_count, rule_capacity;
    diag_treatment other_warnings; /* of ids without a rule */
    bool has_failing_warning;
    const char *pass; /* of the messages to come */
    bool first_pass;
};

/* A longer text (which then quotes the input) is cut to this many code points. */
#define DIAG_MAX_TEXT 600u

/* The messages to be printed: sorted by place, without those dropped and without repetitions. */
diag_message **diag_sort(diag *d, size_t *count);

#endif
