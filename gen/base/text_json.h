/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The vggen authors */
/* Text as a JSON string. */
#ifndef TEXT_JSON_H
#define TEXT_JSON_H

#include <stddef.h>
#include <stdio.h>

/* Writes the text with its quotes. What could drive a terminal or make a line look other than it is becomes an escape,
 * a byte that is not UTF-8 becomes U+FFFD: the result is valid JSON whatever the bytes are. */
void text_write_json(FILE *out, const char *text, size_t length);

#endif
