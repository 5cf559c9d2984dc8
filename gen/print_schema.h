/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The vggen authors */
/* The JSON Schema of specs: what the reader's key tables hold, put into gen/schema.tmpl. */
#ifndef PRINT_SCHEMA_H
#define PRINT_SCHEMA_H

#include <stdio.h>

void print_schema(FILE *out);

extern const char manifest_schema[]; /* that of NAME.json: gen/manifest_schema.json as it is, embedded likewise */
extern const char schema_template[]; /* gen/schema.tmpl, embedded by gen/embed_text.sh; NUL-terminated */

#endif
