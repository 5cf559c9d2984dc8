/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The vggen authors */
/* NAME.report.html: the rules of MISRA C:2012 that emitted files and the runtime deviate from, which is the table of
 * runtime/DEVIATIONS.md. */
#include <string.h>

#include "report/page_parts.h"

/* Text in which `words` are code. */
static void write_words(FILE *file, const page *p, const char *text, size_t length)
{
    bool code = false;

    while (length > 0) {
        const char *mark = memchr(text, '`', length);
        size_t before = mark != NULL ? (size_t)(mark - text) : length;

        page_text(file, "%s", arena_copy(p->memory, text, before));
        if (mark == NULL)
            break;
        code = !code;
        fputs(code ? "<code>" : "</code>", file);
        text = mark + 1;
        length -= before + 1;
    }
}

/* "| 2.3 | emitted | advisory | why |" */
static void write_row(FILE *file, const page *p, const char *row, const char *end, const char *cell)
{
    fputs("<tr>", file);
    for (const char *at = row + 2; at < end;) {
        const char *bar = strstr(at, " |");
        if (bar == NULL || bar > end)
            break;
        fprintf(file, "<%s>", cell);
        write_words(file, p, at, (size_t)(bar - at));
        fprintf(file, "</%s>", cell);
        at = bar + strlen(" | ");
    }
    fputs("</tr>\n", file);
}

void page_deviations(FILE *file, const page *p)
{
    const char *cell = "th";

    fputs("<div class=\"wide\"><table>\n<tbody>\n", file);
    for (const char *line = page_deviations_text; *line != '\0';) {
        const char *end = line + strcspn(line, "\n");
        if (strncmp(line, "| ", 2) == 0 && strncmp(line, "| -", 3) != 0) {
            write_row(file, p, line, end, cell);
            cell = "td";
        }
        line = *end != '\0' ? end + 1 : end;
    }
    page_table_end(file);
}
