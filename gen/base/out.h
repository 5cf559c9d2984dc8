/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The vggen authors */
/* Output files: built in memory, compared with what is there, renamed into place together. */
#ifndef OUT_H
#define OUT_H

#include <stdbool.h>
#include <stdio.h>

#include "base/arena.h"
#include "base/diag.h"

typedef struct out out;

/* folder is created (with parents) at commit if it does not exist. */
out *out_new(arena *a, const char *folder);

/* A memory stream that becomes folder/name; one at a time is open, the next out_file or out_commit closes it. */
FILE *out_file(out *o, const char *name);

/* The file of this name gets a new time at commit even where its content stays the same: always (count 0), or where it
 * is older than one of these files. Several get theirs in the order of the calls. */
void out_renew(out *o, const char *name, const char *const *newer, size_t count);

/* Writes every changed file under a temporary name, then renames all. False after errors: nothing was replaced. */
bool out_commit(out *o, diag *d);

/* Instead of the commit: nothing is written. */
void out_drop(out *o);

/* Puts `by` in each place of the files so far where `what` stands; it is as long. */
void out_replace(out *o, const char *what, const char *by);

/* Names of the files so far, in order. */
const char *const *out_names(const out *o, size_t *count);

/* At the end of what is printed: an error where not all of it got there. */
void out_end(diag *d, FILE *to);

/* The content of the last one, which is closed. */
const char *out_last(out *o, size_t *size);

/* The content of one of them but the last; NULL after commit. */
const char *out_bytes(const out *o, size_t index, size_t *size);

#endif
