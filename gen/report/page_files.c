/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The vggen authors */
/* NAME.report.html: what made it, and which files were written. */
#include "report/page_parts.h"

void page_tools(FILE *file, const page *p)
{
    const emit *e = p->e;

    fputs("<dl class=\"facts\">\n", file);
    page_fact(file, "Generator", "vggen %s", e->in->version);
    page_fact(file, "Toolkit", "%s",
              e->i->toolkit != NULL ? arena_printf(p->memory, "CUDA %s", e->i->toolkit)
                                    : "none: no kernel was compiled");
    page_fact(file, "Kernels are", "C++%u%s%s%s", model_standard(e->m), e->m->compile.fast_math ? ", fast math" : "",
              e->m->compile.relaxed_constexpr ? ", relaxed constexpr" : "",
              e->m->compile.extended_lambda ? ", extended lambda" : "");
    fputs("</dl>\n", file);
}

void page_files(FILE *file, const page *p)
{
    static const char *const heads[] = {"file", "#bytes", "SHA-256", NULL};
    size_t count;
    const char *const *names = out_names(p->e->files, &count);

    page_table(file, heads);
    /* The last one is this page. */
    for (size_t i = 0; i + 1 < count; i++) {
        size_t size;
        const char *bytes = out_bytes(p->e->files, i, &size);
        fputs("<tr>", file);
        page_cell(file, "", "%s", names[i]);
        page_cell(file, "number", "%s", svg_number(p->memory, size));
        page_cell(file, "hash", "%s", page_hash(p->memory, bytes, size));
        fputs("</tr>\n", file);
    }
    page_table_end(file);
}
