/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The vggen authors */
/* Tool output without what differs between machines. */
#include <string.h>

#include "image/toolkit.h"

bool toolkit_line_holds(const char *line, size_t length, const char *word)
{
    size_t size = strlen(word);
    for (size_t i = 0; i + size <= length; i++) {
        if (memcmp(line + i, word, size) == 0) {
            return true;
        }
    }
    return false;
}

/* Appends a line with the temporary folder cut out of it. */
static size_t copy_line(char *to, size_t used, const char *line, size_t length, const char *temporary)
{
    size_t cut = temporary != NULL ? strlen(temporary) : 0;
    size_t i = length >= 2 && line[0] == '.' && line[1] == '/' ? 2 : 0;
    while (i < length) {
        if (cut > 0 && length - i > cut && memcmp(line + i, temporary, cut) == 0 && line[i + cut] == '/') {
            i += cut + 1;
        } else {
            to[used++] = line[i++];
        }
    }
    return used;
}

const char *toolkit_clean_output(const toolkit *t, const run_result *result)
{
    char *clean = (char *)arena_alloc(t->memory, result->output_length + 64);
    size_t used = 0;
    const char *at = result->output;
    while (*at != '\0') {
        size_t length = strcspn(at, "\n");
        bool own = toolkit_line_holds(at, length, "vggen_unit_") && !toolkit_line_holds(at, length, "error:");
        bool empty = length == 0 && (used < 2 || clean[used - 2] == '\n');
        if (!own && !empty) {
            used = copy_line(clean, used, at, length, t->temporary);
            clean[used++] = '\n';
        }
        at += length + (at[length] == '\n');
    }
    while (used > 0 && clean[used - 1] == '\n') {
        used--;
    }
    if (result->truncated) {
        memcpy(clean + used, "\n(the rest is left out)", 23);
        used += 23;
    }
    clean[used] = '\0';
    return clean;
}
