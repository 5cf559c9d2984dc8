/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The vggen authors */
/* Diagnostics: loaded sources, places in them, and messages with caret, note and hint. Knows no check. */
#ifndef DIAG_H
#define DIAG_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

#include "base/arena.h"

/* Bytes [begin, end) of a loaded source; source 0 is "no place". */
typedef struct {
    uint32_t source;
    uint32_t begin;
    uint32_t end;
} span;

typedef struct diag diag;

/* At most this many errors, and as many warnings, are printed; the rest are counted in one line. */
#define DIAG_MAX_PRINTED 20
/* The same for the JSON form, which editors and CI read. */
#define DIAG_MAX_JSON 100

/* What becomes of a warning. */
typedef enum { DIAG_WARN, DIAG_FAIL, DIAG_OFF } diag_treatment;

diag *diag_new(arena *a);

/* `bytes` must outlive the diag; `name` is printed as given. Returns the source's number, from 1. */
uint32_t diag_add_source(diag *d, const char *name, const char *bytes, size_t length);
const char *diag_source_name(const diag *d, uint32_t source);
const char *diag_source_bytes(const diag *d, uint32_t source, size_t *length);

/* Line and column of a byte, both from 1; columns count code points. */
void diag_locate(const diag *d, uint32_t source, uint32_t offset, unsigned *line, unsigned *column);

/* From now on warnings of this id are printed, are errors, or are dropped; the last treatment given to an id holds. For
 * NULL: those of every id that was given none. Errors stay errors. */
void diag_treat_warnings(diag *d, const char *id, diag_treatment treatment);

/* id is permanent (kebab-case). A message starts lower-case and has no full stop. */
void diag_error(diag *d, span at, const char *id, const char *format, ...) ARENA_FORMAT(4, 5);
void diag_warning(diag *d, span at, const char *id, const char *format, ...) ARENA_FORMAT(4, 5);

/* Until the next call, messages are about one of several copies of a step: "pass 3 of 8", or NULL where it needs no
 * words. `first`: the first one of them, or no copy. Of all copies only one message of an id is printed for a place,
 * and it names the copy unless the first of several is meant. */
void diag_pass(diag *d, const char *pass, bool first);

/* What a user may want to know and need do nothing about: printed as a note of its own, in no count. */
void diag_remark(diag *d, span at, const char *format, ...) ARENA_FORMAT(3, 4);

/* A usage, file or tool error, which makes the exit status 2: no line, but the file where there is one (or NULL). */
void diag_file_error(diag *d, const char *file, const char *id, const char *format, ...) ARENA_FORMAT(4, 5);

/* These belong to the message added last: at most one note and one hint each. */
void diag_note(diag *d, span at, const char *format, ...) ARENA_FORMAT(3, 4);
void diag_hint(diag *d, const char *format, ...) ARENA_FORMAT(2, 3);
/* Lines that a tool printed, shown indented under the message. */
void diag_output(diag *d, const char *text, size_t length);

/* Warnings that were made errors do not count here: which mistakes a run finds does not depend on them. */
size_t diag_error_count(const diag *d);
/* The text of the first error, or NULL: for those who try something out with a diag of their own. */
const char *diag_first_error(const diag *d);
/* Warnings so far, as they will be printed; line 0: it has no place. */
typedef struct {
    const char *id;
    unsigned line;
    const char *text;
} diag_found;

const diag_found *diag_warnings(diag *d, size_t *count);

/* 0 without errors, 2 if any is a file error, else 1, also for a warning that was made an error. */
int diag_exit_status(const diag *d);

/* Sorted by place, errors capped, ends with one line of counts when there was anything. */
void diag_print(diag *d, FILE *out);

/* The same messages as one JSON document, which is there also when there was nothing:
 *
 *   {"diagnostics": [{"file": "fir.yaml", "line": 3, "column": 5, "endLine": 3, "endColumn": 9, "severity": "error",
 *     "id": "key-unknown", "message": "a launch has no key 'gird'", "note": null, "hint": "did you mean 'grid'?",
 *     "output": null}], "errors": 1, "warnings": 0}
 *
 * Lines and columns are from 1, columns count code points, the end is the column after the last. What a message has not
 * is null: a file error has no line, an error that belongs to no file has no file. A note is null or has file, line,
 * column, endLine, endColumn and message. Severity is "error", "warning" or "note", which has no id.
 * The counts include what was not listed. */
void diag_print_json(diag *d, FILE *out);

#endif
