/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The vggen authors */
/* The table of all message ids, each with its cause and its fix. The texts are gen/explain/AREA.txt, one list cut by
 * area; gen/explain.sh makes explain_all of them at build time. Ids are permanent: none is renamed or used for another
 * mistake.
 */
#ifndef EXPLAIN_H
#define EXPLAIN_H

#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>

typedef struct {
    const char *id;
    bool warning;           /* -Werror=ID makes it an error, -Wno-ID switches it off */
    const char *summary;    /* one line without a full stop */
    const char *cause;      /* lines, each with its newline */
    const char *fix;
} explain_entry;

/* Sorted by id. */
extern const explain_entry explain_all[];
extern const size_t explain_count;

/* NULL when there is no such id. */
const explain_entry *explain_find(const char *id);
/* The id that was likely meant, among the warnings only or among all; or NULL. */
const char *explain_nearest(const char *id, bool warnings_only);

/* Id, summary, cause and fix. */
void explain_print(FILE *out, const explain_entry *entry);
/* Every id with its summary, one a line. */
void explain_print_list(FILE *out);

#endif
