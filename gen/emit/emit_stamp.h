/* SPDX-License-Identifier: MIT */
/* The stamp of a run: a number over the C that it emits, by which files of different runs are told apart. What no
 * compiler sees does not count: comments, blanks, and the paths of included files. Nor does it matter which of the
 * files were asked for. */
#ifndef EMIT_STAMP_H
#define EMIT_STAMP_H

#include <stddef.h>

#include "base/sha256.h"

/* Stands in emitted text for the stamp, which is known only when all of it is there: as many characters, and such as no
 * text from a spec can have. */
#define EMIT_STAMP_PLACE "\001\001\001\001\001\001\001\001\001\001\001\001\001\001\001\001\001\001"

typedef struct {
    sha256 hash;
} emit_stamp;

void emit_stamp_begin(emit_stamp *s, const char *version);
/* Adds a file of C or C++. */
void emit_stamp_add(emit_stamp *s, const char *text, size_t size);
/* "0x0123456789abcdef" */
void emit_stamp_end(emit_stamp *s, char text[sizeof EMIT_STAMP_PLACE]);

#endif
