/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The vggen authors */
/* The stamp of a run: a hash over all that decides what is compiled. Files of a program with different stamps do not
 * fit together. It tells runs apart by mistake, not by intent, and is taken over megabytes in every run: so it is not a
 * cryptographic hash but a fast one of 64 bits, whose steps each map what was hashed so far one to one. */
#ifndef EMIT_STAMP_H
#define EMIT_STAMP_H

#include <stddef.h>
#include <stdint.h>

/* Stands in emitted text for the stamp, which is known only when all of it is there: as many characters, and such as no
 * text from a spec can have. */
#define EMIT_STAMP_PLACE "\001\001\001\001\001\001\001\001\001\001\001\001\001\001\001\001\001\001"

typedef struct {
    uint64_t hash;
} emit_stamp;

void emit_stamp_begin(emit_stamp *s, const char *version);
void emit_stamp_number(emit_stamp *s, uint64_t number);
void emit_stamp_bytes(emit_stamp *s, const char *bytes, size_t size);
/* Adds a file of C or C++ without its comments, in which no string goes on in the next line. */
void emit_stamp_add(emit_stamp *s, const char *text, size_t size);
/* "0x0123456789abcdef" */
void emit_stamp_end(const emit_stamp *s, char text[sizeof EMIT_STAMP_PLACE]);

#endif
