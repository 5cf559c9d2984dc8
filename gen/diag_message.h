/* SPDX-License-Identifier: MIT */
/* What a diag holds: shared by the two files of the module (diag.c collects, diag_print.c prints) and by no other. */
#ifndef DIAG_MESSAGE_H
#define DIAG_MESSAGE_H

#include "diag.h"

typedef struct {
    const char *name;
    const char *bytes;
    size_t length;
    uint32_t *lines; /* offset of each line's first byte */
    size_t line_count;
} diag_source;

typedef struct {
    bool warning;
    bool duplicate; /* of an earlier message at the same place; set by diag_print */
    size_t order;
    span at;          /* source 0: no place, then `file` may be given */
    const char *file; /* or NULL */
    const char *id;
    const char *text;
    span note_at;
    const char *note;   /* or NULL */
    const char *hint;   /* or NULL */
    const char *output; /* or NULL */
    size_t output_length;
} diag_message;

struct diag {
    arena *memory;
    diag_source *sources;
    size_t source_count, source_capacity;
    diag_message *messages;
    size_t message_count, message_capacity;
    size_t error_count;
    bool has_file_error;
};

#endif
