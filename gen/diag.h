/* SPDX-License-Identifier: MIT */
/* Diagnostics: loaded sources, places in them, and messages with caret, note and hint. Knows no check. */
#ifndef DIAG_H
#define DIAG_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

#include "arena.h"

/* Bytes [begin, end) of a loaded source; source 0 is "no place". */
typedef struct {
    uint32_t source;
    uint32_t begin;
    uint32_t end;
} span;

typedef struct diag diag;

/* At most this many errors are printed; the rest are counted in one line. */
#define DIAG_MAX_PRINTED 20

diag *diag_new(arena *a);

/* `bytes` must outlive the diag; `name` is printed as given. Returns the source's number, from 1. */
uint32_t diag_add_source(diag *d, const char *name, const char *bytes, size_t length);
const char *diag_source_name(const diag *d, uint32_t source);
const char *diag_source_bytes(const diag *d, uint32_t source, size_t *length);

/* Line and column of a byte, both from 1; columns count code points. */
void diag_locate(const diag *d, uint32_t source, uint32_t offset, unsigned *line, unsigned *column);

/* id is permanent (kebab-case). A message starts lower-case and has no full stop. */
void diag_error(diag *d, span at, const char *id, const char *format, ...) ARENA_FORMAT(4, 5);
void diag_warning(diag *d, span at, const char *id, const char *format, ...) ARENA_FORMAT(4, 5);

/* A usage, file or tool error, which makes the exit status 2: no line, but the file where there is one (or NULL). */
void diag_file_error(diag *d, const char *file, const char *id, const char *format, ...) ARENA_FORMAT(4, 5);

/* These belong to the message added last: at most one note and one hint each. */
void diag_note(diag *d, span at, const char *format, ...) ARENA_FORMAT(3, 4);
void diag_hint(diag *d, const char *format, ...) ARENA_FORMAT(2, 3);
/* Lines that a tool printed, shown indented under the message. */
void diag_output(diag *d, const char *text, size_t length);

size_t diag_error_count(const diag *d);
/* 0 without errors, 2 if any is a file error, else 1. */
int diag_exit_status(const diag *d);

/* Sorted by place, errors capped, ends with one line of counts when there was anything. */
void diag_print(diag *d, FILE *out);

#endif
