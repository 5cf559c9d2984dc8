/* SPDX-License-Identifier: MIT */
/* The JSON Schema of specs, gen/schema.json, embedded by gen/embed_text.sh. */
#ifndef SCHEMA_H
#define SCHEMA_H

extern const char schema_text[]; /* NUL-terminated */

#endif
