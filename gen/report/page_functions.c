/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The vggen authors */
/* NAME.report.html: the functions for the application, as NAME.h declares and explains them. A declaration begins in
 * the first column with a type, and its comment stands right above it. */
#include <ctype.h>
#include <string.h>

#include "emit/emit_bounded.h"
#include "report/page_parts.h"

static bool starts(const page_lines *lines, size_t line, const char *with)
{
    size_t length;
    const char *text = page_line_text(lines, line, &length);

    return length >= strlen(with) && memcmp(text, with, strlen(with)) == 0;
}

static bool is_blank(const page_lines *lines, size_t line)
{
    size_t length;

    (void)page_line_text(lines, line, &length);
    return length == 0;
}

/* "vg_status fir_open(fir *p, …": a word in the first column, and a parenthesis before any semicolon. */
static bool begins_function(const page_lines *lines, size_t line)
{
    size_t length;
    const char *text = page_line_text(lines, line, &length);
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
        const char *text = page_line_text(lines, line, &length);
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
        const char *text = page_line_text(lines, line, &length);
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
    text = page_line_text(lines, line - 1, &length);
    if (length < 2 || memcmp(text + length - 2, "*/", 2) != 0)
        return 0;
    for (line--; line > 0 && !starts(lines, line, "/*"); line--)
        if (is_blank(lines, line))
            return 0;
    return line;
}

/* "open" of "vg_status fir_open(fir *p, …". */
static const char *name_of(const page *p, const char *declaration)
{
    const char *open = strchr(declaration, '('), *name = open;

    while (name > declaration && (isalnum((unsigned char)name[-1]) || name[-1] == '_'))
        name--;
    return arena_copy(p->memory, name + strlen(p->e->program) + 1, (size_t)(open - name) - strlen(p->e->program) - 1);
}

static const char *wait_of(const page *p, const char *function)
{
    const emit_waiting *rows;
    size_t count = emit_find_waiting(p->e, &rows);

    for (size_t i = 0; i < count; i++)
        if (strcmp(rows[i].call, function) == 0)
            return rows[i].waits;
    return "never";
}

/* One declaration, from line to end. */
static void write_function(FILE *file, const page *p, size_t line, size_t end)
{
    const page_lines *lines = &p->header;
    const char *declaration = joined(p->memory, lines, line, end), *name = name_of(p, declaration);
    const char *does = line > 1 && !is_blank(lines, line - 1) ? "as the one above" : "";
    size_t comment = comment_above(lines, line);

    fputs("<tr>", file);
    page_cell(file, "call", "%s", declaration);
    page_cell(file, "", "%s", comment > 0 ? joined(p->memory, lines, comment, line - 1) : does);
    page_cell(file, "", "%s", wait_of(p, name));
    page_cell(file, "number", "%s", svg_number(p->memory, page_stack_of(p, name)));
    fputs("</tr>\n", file);
}

void page_functions(FILE *file, const page *p)
{
    static const char *const heads[] = {"function", "what it does", "waits", "#stack", NULL};
    static const char private[] = "/* ---- what the generated files share";
    const page_lines *lines = &p->header;

    page_table(file, heads);
    for (size_t line = 1; line <= lines->count && !starts(lines, line, private); line++) {
        size_t end = end_of_declaration(lines, line);
        if (!begins_function(lines, line))
            continue;
        write_function(file, p, line, end);
        line = end;
    }
    page_table_end(file);
}
