/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The vggen authors */
/* NAME.report.html: the calls of the driver that replays of each graph make. */
#include "emit/emit_bounded.h"
#include "report/page_parts.h"

void page_calls(FILE *file, const page *p)
{
    static const char *const heads[] = {"graph", "#different calls", "calls", NULL};

    page_table(file, heads);
    for (size_t g = 0; g < p->e->replayed; g++) {
        const char *calls[EMIT_MOST_CALLS];
        size_t count = emit_replay_calls(p->e, g, calls);

        fputs("<tr>", file);
        page_cell(file, "", "%s", p->e->graphs[g].plan->name);
        page_cell(file, "number", "%zu", count);
        fputs("<td class=\"calls\">", file);
        for (size_t i = 0; i < count; i++)
            page_text(file, "%s%s", i > 0 ? ", " : "", calls[i]);
        fputs("</td></tr>\n", file);
    }
    page_table_end(file);
}
