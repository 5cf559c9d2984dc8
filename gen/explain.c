/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The vggen authors */
#include "explain.h"

#include <string.h>

#include "base/arena.h"
#include "base/text.h"

const explain_entry *explain_find(const char *id)
{
    size_t low = 0, high = explain_count;

    while (low < high) {
        size_t middle = low + (high - low) / 2;
        int order = strcmp(id, explain_all[middle].id);

        if (order == 0)
            return &explain_all[middle];
        if (order < 0)
            high = middle;
        else
            low = middle + 1;
    }
    return NULL;
}

const char *explain_nearest(const char *id, bool warnings_only)
{
    arena *scratch = arena_new();
    const char **ids = ARENA_ARRAY(scratch, const char *, explain_count);
    const char *nearest;
    size_t count = 0;

    for (size_t i = 0; i < explain_count; i++)
        if (!warnings_only || explain_all[i].warning)
            ids[count++] = explain_all[i].id;
    nearest = text_nearest(id, ids, count);
    arena_free(scratch);
    return nearest;
}

static void print_heading(FILE *out, const explain_entry *entry)
{
    fprintf(out, "%s%s: %s\n", entry->id, entry->warning ? " (warning)" : "", entry->summary);
}

static void print_part(FILE *out, const char *title, const char *lines)
{
    fprintf(out, "\n%s\n", title);
    while (*lines != '\0') {
        const char *end = strchr(lines, '\n');
        int length = (int)(end - lines);

        fprintf(out, "%s%.*s\n", length == 0 ? "" : "  ", length, lines);
        lines = end + 1;
    }
}

void explain_print(FILE *out, const explain_entry *entry)
{
    print_heading(out, entry);
    print_part(out, "Cause:", entry->cause);
    print_part(out, "Fix:", entry->fix);
}

void explain_print_list(FILE *out)
{
    for (size_t i = 0; i < explain_count; i++)
        print_heading(out, &explain_all[i]);
}
