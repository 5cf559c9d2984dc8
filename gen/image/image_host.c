/* SPDX-License-Identifier: MIT */
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
