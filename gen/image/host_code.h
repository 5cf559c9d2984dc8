/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The vggen authors */
/* A source without what runs on the host: launches and calls of the CUDA runtime, which a host compiler cannot take. */
#ifndef HOST_CODE_H
#define HOST_CODE_H

#include <stdbool.h>
#include <stddef.h>

#include "base/arena.h"

/* The text with each host function that has such code made to do nothing, every line where it was; NULL if there is
 * none. Text that cannot be followed is left as it is: the compiler then says what is wrong with it. */
const char *host_code_left_out(arena *a, const char *text, size_t size);

/* The same, with `#include "…"` as it has to be written elsewhere, where the source lies in a folder below the spec's;
 * `source` is its name there. */
const char *host_includes_from(arena *a, const char *text, const char *folder, const char *source);

/* The same for a program that --name calls `to`: FROM_kernels.h is TO_kernels.h. NULL where nothing includes it. */
const char *host_header_of(arena *a, const char *text, const char *from, const char *to);

/* ---- host_words.c ---- */

typedef enum { HOST_END, HOST_WORD, HOST_TEXT, HOST_SIGN, HOST_DIRECTIVE } host_kind;

/* A word, a string or character, one other character, or a whole line that begins with #. */
typedef struct {
    host_kind kind;
    size_t begin, end;
} host_token;

typedef struct {
    const char *text;
    size_t size, at;
    bool line_begun; /* something but blanks stands in this line */
    arena *memory;
    const char **macros; /* of the source, whose text has host code in it */
    size_t macro_count, macro_capacity;
} host_reader;

host_token host_next(host_reader *r);
bool host_is(const host_reader *r, const host_token *t, const char *word);
/* Is this a launch, or a name of the runtime, the driver or a library for the host? */
bool host_only(const host_reader *r, const host_token *t);
/* "if", "else" (any of its kinds) or "endif" as 1, 2 and 3; remembers a macro. */
int host_directive(host_reader *r, const host_token *t);

#endif
