/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The vggen authors */
/* NAME.report.html: the functions for the application, as NAME.h declares and explains them. A declaration begins in
 * the first column with a type, and its comment stands right above it. */
#include <ctype.h>
#include <string.h>

#include "report/page_parts.h"

static const char *line_at(const page_lines *lines, size_t line, size_t *length)
{
    const char *text = lines->text + lines->starts[line - 1];
    size_t end = line < lines->count ? lines->starts[line] : lines->size;

    *length = end - lines->starts[line - 1];
    while (*length > 0 && text[*length - 1] == '\n')
        --*length;
    return text;
}

static bool starts(const page_lines *lines, size_t line, const char *with)
{
    size_t length;
    const char *text = line_at(lines, line, &length);

    return length >= strlen(with) && memcmp(text, with, strlen(with)) == 0;
}

static bool is_blank(const page_lines *lines, size_t line)
{
    size_t length;

    (void)line_at(lines, line, &length);
    return length == 0;
}

/* "vg_status fir_open(fir *p, …": a word in the first column, and a parenthesis before any semicolon. */
static bool begins_function(const page_lines *lines, size_t line)
{
    size_t length;
    const char *text = line_at(lines, line, &length);
    size_t stop = 0;

    if (length == 0 || !isalpha((unsigned char)text[0]) || starts(lines, line, "typedef") ||
        starts(lines, line, "struct") || starts(lines, line, "extern") || starts(lines, line, "enum") ||
        starts(lines, line, "VG_STATIC_ASSERT"))
        return false;
    while (stop < length && text[stop] != '(' && text[stop] != ';' && text[stop] != '{')
        stop++;
    return stop < length && text[stop] == '(';
}

/* The words of the lines from first to last, with single blanks and without the marks of a comment. */
static const char *joined(arena *a, const page_lines *lines, size_t first, size_t last)
{
    const char *all = "";

    for (size_t line = first; line <= last; line++) {
        size_t length;
        const char *text = line_at(lines, line, &length);
        while (length > 0 && (*text == ' ' || *text == '/' || *text == '*')) {
            text++;
            length--;
        }
        while (length > 0 && (text[length - 1] == ' ' || text[length - 1] == '/' || text[length - 1] == '*'))
            length--;
        if (length > 0)
            all = arena_printf(a, "%s%s%.*s", all, all[0] != '\0' ? " " : "", (int)length, text);
    }
    return all;
}

static size_t end_of_declaration(const page_lines *lines, size_t line)
{
    for (; line < lines->count; line++) {
        size_t length;
        const char *text = line_at(lines, line, &length);
        if (length > 0 && text[length - 1] == ';')
            break;
    }
    return line;
}

/* The first line of the comment that ends right above the line; 0: there is none. */
static size_t comment_above(const page_lines *lines, size_t line)
{
    size_t length;
    const char *text;

    if (line < 2)
        return 0;
    text = line_at(lines, line - 1, &length);
    if (length < 2 || memcmp(text + length - 2, "*/", 2) != 0)
        return 0;
    for (line--; line > 0 && !starts(lines, line, "/*"); line--)
        if (is_blank(lines, line))
            return 0;
    return line;
}

void page_functions(FILE *file, const page *p)
{
    static const char *const heads[] = {"function", "what it does", NULL};
    const page_lines *lines = &p->header;
    size_t end;

    page_table(file, heads);
    for (size_t line = 1; line <= lines->count && !starts(lines, line, "/* ---- what the generated files share");
         line++) {
        size_t comment;
        if (!begins_function(lines, line))
            continue;
        end = end_of_declaration(lines, line);
        comment = comment_above(lines, line);
        fputs("<tr>", file);
        page_cell(file, "call", "%s", joined(p->memory, lines, line, end));
        page_cell(file, "", "%s", comment > 0 ? joined(p->memory, lines, comment, line - 1) : "");
        fputs("</tr>\n", file);
        line = end;
    }
    page_table_end(file);
}
