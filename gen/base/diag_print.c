/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The vggen authors */
#include <string.h>

#include "base/diag.h"
#include "base/diag_parts.h"
#include "base/text.h"

#define TAB_WIDTH 4u
/* A longer line is shown as a window of this many columns around the caret. */
#define MAX_LINE_COLUMNS 200u
#define WINDOW_COLUMNS 160u
#define WINDOW_BEFORE 60u
#define MAX_OUTPUT_LINES 40u

/* ---- safe text ---- */

/* Prints the code point at `bytes`, or ? where that is not safe; returns its bytes. */
static size_t print_code_point(FILE *out, const char *bytes, size_t length)
{
    uint32_t code_point;
    bool valid;
    size_t size = text_code_point(bytes, length, &code_point, &valid);
    if (valid && text_is_printable(code_point))
        fwrite(bytes, 1, size, out);
    else
        fputc('?', out);
    return size;
}

static void print_safe(FILE *out, const char *text, size_t length)
{
    size_t columns = 0;
    for (size_t i = 0; i < length; columns++) {
        if (columns == DIAG_MAX_TEXT) {
            fputs("...", out);
            return;
        }
        i += print_code_point(out, text + i, length - i);
    }
}

static void print_text(FILE *out, const char *text)
{
    print_safe(out, text, strlen(text));
}

static void print_repeated(FILE *out, char c, size_t count)
{
    for (size_t i = 0; i < count; i++)
        fputc(c, out);
}

/* ---- source lines ---- */

/* Moves *at over one code point and returns the column on the screen after it. */
static size_t next_column(const char *line, size_t length, size_t *at, size_t column)
{
    char c = line[*at];
    if (c == '\t') {
        ++*at;
        return column + TAB_WIDTH - column % TAB_WIDTH;
    }
    if ((unsigned char)c < 0x80) {
        ++*at;
        return column + 1;
    }
    uint32_t code_point;
    bool valid;
    *at += text_code_point(line + *at, length - *at, &code_point, &valid);
    return column + 1;
}

/* Columns on the screen that bytes [0, length) of a line take; counting ends beyond `most`. */
static size_t screen_columns(const char *line, size_t length, size_t most)
{
    size_t column = 0;
    for (size_t at = 0; at < length && column <= most;)
        column = next_column(line, length, &at, column);
    return column;
}

/* Prints screen columns [from, to) of a line. */
static void print_columns(FILE *out, const char *line, size_t length, size_t from, size_t to)
{
    size_t column = 0;
    for (size_t at = 0; at < length && column < to;) {
        size_t begin = at, before = column;
        column = next_column(line, length, &at, column);
        if (line[begin] != '\t' && before >= from)
            print_code_point(out, line + begin, length - begin);
        else if (line[begin] == '\t' && column > from)
            print_repeated(out, ' ', (column < to ? column : to) - (before > from ? before : from));
    }
}

/* The line's bytes without its end. */
static const char *line_bytes(const diag_source *s, unsigned line, size_t *length)
{
    size_t begin = s->lines[line - 1];
    size_t end = line < s->line_count ? s->lines[line] - 1 : s->length;
    if (end > begin && s->bytes[end - 1] == '\r')
        end--;
    *length = end - begin;
    return s->bytes + begin;
}

/* The part of a line that is shown, and the caret in it, in columns on the screen. */
typedef struct {
    size_t from, to;
    size_t caret, caret_end;
    bool goes_on; /* beyond `to` */
} view;

/* A view of the bytes [begin, end) of a line. */
static view view_of(const char *line, size_t length, size_t begin, size_t end)
{
    view v;
    v.caret = screen_columns(line, begin, SIZE_MAX);
    size_t columns = screen_columns(line, length, v.caret + MAX_LINE_COLUMNS);
    v.from = 0;
    v.to = columns;
    if (columns > MAX_LINE_COLUMNS) {
        v.from = v.caret > WINDOW_BEFORE ? v.caret - WINDOW_BEFORE : 0;
        if (v.from + WINDOW_COLUMNS > columns)
            v.from = columns - WINDOW_COLUMNS;
        v.to = v.from + WINDOW_COLUMNS;
    }
    v.goes_on = v.to < columns;
    v.caret_end = screen_columns(line, end, v.to);
    if (v.caret_end > v.to)
        v.caret_end = v.to;
    return v;
}

static void print_line_and_caret(const diag *d, FILE *out, span at, unsigned line)
{
    const diag_source *s = &d->sources[at.source - 1];
    size_t length;
    const char *bytes = line_bytes(s, line, &length);
    size_t start = s->lines[line - 1];
    size_t begin = at.begin > start ? at.begin - start : 0;
    begin = begin < length ? begin : length;
    size_t end = at.end > start ? at.end - start : 0;
    end = end > length ? length : end < begin ? begin : end;
    view v = view_of(bytes, length, begin, end);

    int width = fprintf(out, "%5u", line);
    fputs(length ? " | " : " |", out);
    fputs(v.from > 0 ? "..." : "", out);
    print_columns(out, bytes, length, v.from, v.to);
    fputs(v.goes_on ? "...\n" : "\n", out);
    print_repeated(out, ' ', width > 0 ? (size_t)width : 0);
    fputs(" | ", out);
    print_repeated(out, ' ', v.caret - v.from + (v.from > 0 ? 3 : 0));
    fputc('^', out);
    print_repeated(out, '~', v.caret_end > v.caret ? v.caret_end - v.caret - 1 : 0);
    fputc('\n', out);
}

static void print_place(const diag *d, FILE *out, span at, unsigned *line)
{
    unsigned column;
    diag_locate(d, at.source, at.begin, line, &column);
    print_text(out, diag_source_name(d, at.source));
    fprintf(out, ":%u:%u: ", *line, column);
}

/* ---- messages ---- */

static void print_output(FILE *out, const char *text, size_t length)
{
    size_t line = 0;
    for (size_t begin = 0; begin < length; line++) {
        const char *newline = memchr(text + begin, '\n', length - begin);
        size_t end = newline ? (size_t)(newline - text) : length;
        if (line < MAX_OUTPUT_LINES) {
            size_t shown = end - begin;
            if (shown && text[end - 1] == '\r')
                shown--;
            fputs("    ", out);
            print_columns(out, text + begin, shown, 0, DIAG_MAX_TEXT);
            fputc('\n', out);
        }
        begin = end + 1;
    }
    if (line > MAX_OUTPUT_LINES)
        fprintf(out, "    ... %zu more lines\n", line - MAX_OUTPUT_LINES);
}

static void print_note(const diag *d, FILE *out, const diag_message *m)
{
    unsigned line = 0;
    if (m->note_at.source)
        print_place(d, out, m->note_at, &line);
    fputs("note: ", out);
    print_text(out, m->note);
    fputc('\n', out);
    if (m->note_at.source)
        print_line_and_caret(d, out, m->note_at, line);
}

static void print_message(const diag *d, FILE *out, const diag_message *m)
{
    unsigned line = 0;
    if (m->at.source) {
        print_place(d, out, m->at, &line);
    } else {
        print_text(out, m->file ? m->file : "vggen");
        fputs(": ", out);
    }
    fputs(m->remark ? "note: " : m->warning ? "warning: " : "error: ", out);
    print_text(out, m->text);
    if (m->id)
        fprintf(out, " [%s]", m->id);
    fputc('\n', out);
    if (m->at.source)
        print_line_and_caret(d, out, m->at, line);
    if (m->output)
        print_output(out, m->output, m->output_length);
    if (m->note)
        print_note(d, out, m);
    if (m->hint) {
        fputs("hint: ", out);
        print_text(out, m->hint);
        fputc('\n', out);
    }
}

static void print_count(FILE *out, size_t count, const char *what, const char *rest)
{
    fprintf(out, "%zu %s%s%s", count, what, count == 1 ? "" : "s", rest);
}

void diag_print(diag *d, FILE *out)
{
    size_t count;
    diag_message *const *sorted = diag_sort(d, &count);
    size_t errors = 0, warnings = 0, remarks = 0;
    for (size_t i = 0; i < count; i++) {
        size_t *counted = sorted[i]->remark ? &remarks : sorted[i]->warning ? &warnings : &errors;
        if (++*counted <= DIAG_MAX_PRINTED)
            print_message(d, out, sorted[i]);
    }
    if (errors > DIAG_MAX_PRINTED)
        print_count(out, errors - DIAG_MAX_PRINTED, "more error", " not shown\n");
    if (warnings > DIAG_MAX_PRINTED)
        print_count(out, warnings - DIAG_MAX_PRINTED, "more warning", " not shown\n");
    if (errors)
        print_count(out, errors, "error", warnings ? ", " : "\n");
    if (warnings)
        print_count(out, warnings, "warning", "\n");
}
