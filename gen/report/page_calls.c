/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The vggen authors */
/* NAME.report.html: the calls of the driver that replays of each graph make. */
#include "emit/emit_bounded.h"
#include "plan/plan_mailbox.h"
#include "report/page_parts.h"

static void write_armed(FILE *file, const char *graph)
{
    fputs("<tr>", file);
    page_cell(file, "", "%s, armed", graph);
    page_cell(file, "number", "0");
    page_cell(file, "calls",
              "none; after 16,384 looks in vain, and when the time of finish is up, cuStreamQuery, "
              "between cuCtxGetCurrent and cuCtxSetCurrent");
    fputs("</tr>\n", file);
}

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
        if (p->e->p->mailbox != NULL && p->e->p->mailbox->graphs[g].mailed)
            write_armed(file, p->e->graphs[g].plan->name);
    }
    page_table_end(file);
}
