/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The vggen authors */
/* Templates: C files with @WORD@ words, whole-line slots and "@#" comments. Knows neither model nor plan. */
#ifndef TMPL_H
#define TMPL_H

#include <stddef.h>
#include <stdio.h>

#include "base/diag.h"

typedef struct {
    const char *name;       /* "source.c.in" */
    const char *text;
} tmpl;

/* Every templates/NAME.in, embedded at build time by gen/embed.sh. */
extern const tmpl tmpl_all[];
extern const size_t tmpl_count;

/* An unknown name is an internal error, as below. */
const tmpl *tmpl_find(const char *name);

typedef struct {
    const char *word;       /* without the @ signs */
    const char *value;
} tmpl_word;

typedef struct {
    const char *slot;       /* a line that holds only "@@name@@" is replaced by what fill writes */
    void (*fill)(FILE *out, const void *context);
} tmpl_slot;

/* Writes the template to out, without the lines that start with "@#". An unknown word or slot, and one given but not
 * used, is an internal error that names the template's line and ends the process with status 70. */
void tmpl_write(FILE *out, const tmpl *t, const tmpl_word *words, size_t word_count, const tmpl_slot *slots,
                size_t slot_count, const void *context);

#endif
