/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The vggen authors */
/* NAME.report.html: what was checked and proven before anything was written, of how many things. */
#include "report/page_parts.h"
#include "report/terms.h"

static void write_row(FILE *file, const page *p, const char *what, size_t count, const char *of)
{
    fputs("<tr>", file);
    page_cell(file, "", "%s", what);
    page_cell(file, "", "%s", of);
    page_cell(file, "number", "%s", svg_number(p->memory, count));
    fputs("</tr>\n", file);
}

void page_checks(FILE *file, const page *p)
{
    static const char *const heads[] = {"what holds", "of all", "#how many", NULL};
    const plan_proofs *proofs = p->e->p->proofs;

    page_table(file, heads);
    write_row(file, p, "The spec passed every check of what it says and of its steps.", p->e->in->checks, "checks");
    for (size_t i = 0; proofs != NULL && i < proofs->count; i++) {
        const plan_proof *proof = &proofs->items[i];
        write_row(file, p, proof->what, proof->count, proof->of);
    }
    page_table_end(file);
}
