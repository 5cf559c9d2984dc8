/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The vggen authors */
/* What a host compiler says of a source and our checks behind it (image_checks_text), in the words that nvcc's findings
 * have. It prints a line for each error, and there is no machine code to look at. */
#include <string.h>

#include "image/image_parts.h"

/* Whether an error stands in our lines of NAME_sim.cpp, or in the headers that the checks need. */
static bool is_ours(const char *line)
{
    const char *place = strstr(line, "_sim.cpp:");
    bool ours = place != NULL && place < strstr(line, "error: ");

    return strstr(line, "vggen_") != NULL || strstr(line, "/vgsim/register.h:") != NULL ||
           strstr(line, "vgsim_host_kernel") != NULL ||
           (ours && (strstr(line, "static assertion") != NULL || strstr(line, "static_assert") != NULL));
}

static bool has_others(arena *a, const char *output)
{
    size_t length;

    for (const char *line = output; *line != '\0'; line += length + (line[length] != '\0')) {
        length = strcspn(line, "\n");
        if (toolkit_line_holds(line, length, "error: ") && !is_ours(arena_copy(a, line, length)))
            return true;
    }
    return false;
}

/* ---- what a compiler prints, without what it says of our checks ---- */

static const char *line_end(const char *line)
{
    const char *end = strchr(line, '\n');

    return end != NULL ? end + 1 : line + strlen(line);
}

static bool holds(const char *line, const char *text)
{
    return toolkit_line_holds(line, (size_t)(line_end(line) - line), text);
}

/* What follows an error: lines of the source, which are indented, and notes. */
static bool belongs_to_error(const char *line)
{
    return (line[0] == ' ' && strncmp(line, "                 from", 21) != 0) || holds(line, ": note: ");
}

/* The place where the source is included, which says nothing to its author. */
static bool is_our_include(const char *line)
{
    return strncmp(line, "In file included from ", 22) == 0 && holds(line, "_sim.cpp:") && line_end(line)[0] != ' ';
}

/* An error begins with the lines that say where the compiler is; an output has one after the other. */
const char *image_without_checks(arena *a, const char *output)
{
    char *kept = arena_alloc(a, strlen(output) + 1);
    size_t length = 0;
    bool ours = false, in_error = false;
    const char *first = output; /* of what is not decided yet */

    if (!has_others(a, output))
        return output;
    for (const char *line = output, *next; *line != '\0'; line = next) {
        next = line_end(line);
        if (in_error && belongs_to_error(line)) {
            if (ours)
                first = next;
            continue;
        }
        if (in_error) {
            memcpy(kept + length, first, (size_t)(line - first));
            length += (size_t)(line - first);
            first = line;
            in_error = false;
        }
        if (is_our_include(line) && first == line) {
            first = next;
        } else if (holds(line, "error: ") || holds(line, "warning: ")) {
            in_error = true;
            ours = holds(line, "error: ") && is_ours(arena_copy(a, line, (size_t)(next - line)));
            if (ours)
                first = next;
        }
    }
    if (!(in_error && ours))
        memcpy(kept + length, first, strlen(first) + 1);
    else
        kept[length] = '\0';
    return kept;
}

bool image_report_checks(arena *a, diag *d, const image *i, size_t module, const char *output)
{
    builder b;
    image_file *f;
    bool *absent;
    size_t before = diag_error_count(d);

    memset(&b, 0, sizeof b);
    b.memory = a;
    b.d = d;
    b.i = (image *)(uintptr_t)i; /* it is only read */
    b.files = ARENA_ARRAY(a, image_file, i->module_count);
    f = &b.files[module];
    *f = image_file_of(a, i, module);
    absent = ARENA_ARRAY(a, bool, f->kernel_count + 1);
    image_report_mismatches(&b, f, output, absent);
    image_report_entries(&b, module, output, absent);
    for (size_t k = 0; k < f->kernel_count; k++)
        if (absent[k])
            image_report_missing(&b, f, i->listed[f->kernels[k]], NULL, 0);
    return diag_error_count(d) > before && !has_others(a, output);
}
