/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The vggen authors */
#include <string.h>

#include "base/diag_parts.h"
#include "base/text.h"
#include "base/text_json.h"

/* The text is cut as in the text form: a message may quote a megabyte of input. */
static void write_text(FILE *out, const char *text)
{
    size_t length = strlen(text), at = 0;
    for (size_t count = 0; at < length && count < DIAG_MAX_TEXT; count++) {
        uint32_t code_point;
        bool valid;
        at += text_code_point(text + at, length - at, &code_point, &valid);
    }
    if (at == length) {
        text_write_json(out, text, length);
        return;
    }
    /* The text is NUL-terminated and longer than what is kept of it. */
    char shortened[4 * DIAG_MAX_TEXT + 4];
    memcpy(shortened, text, at);
    memcpy(shortened + at, "...", 3);
    text_write_json(out, shortened, at + 3);
}

static void write_member(FILE *out, const char *key, const char *text)
{
    fprintf(out, "\"%s\": ", key);
    if (text)
        write_text(out, text);
    else
        fputs("null", out);
}

/* "file", "line", "column", "endLine" and "endColumn", with a comma and a blank after them. */
static void write_place(const diag *d, FILE *out, span at, const char *file)
{
    write_member(out, "file", at.source ? diag_source_name(d, at.source) : file);
    if (!at.source) {
        fputs(", \"line\": null, \"column\": null, \"endLine\": null, \"endColumn\": null, ", out);
        return;
    }
    unsigned line, column, end_line, end_column;
    diag_locate(d, at.source, at.begin, &line, &column);
    diag_locate(d, at.source, at.end < at.begin ? at.begin : at.end, &end_line, &end_column);
    fprintf(out, ", \"line\": %u, \"column\": %u, \"endLine\": %u, \"endColumn\": %u, ", line, column, end_line,
            end_column);
}

static void write_message(const diag *d, FILE *out, const diag_message *m)
{
    fputs("    {", out);
    write_place(d, out, m->at, m->file);
    fprintf(out, "\"severity\": \"%s\", ", m->remark ? "note" : m->warning ? "warning" : "error");
    write_member(out, "id", m->id);
    fputs(", ", out);
    write_member(out, "message", m->text);
    fputs(", \"note\": ", out);
    if (m->note) {
        fputc('{', out);
        write_place(d, out, m->note_at, NULL);
        write_member(out, "message", m->note);
        fputc('}', out);
    } else {
        fputs("null", out);
    }
    fputs(", ", out);
    write_member(out, "hint", m->hint);
    fputs(", \"output\": ", out);
    if (m->output)
        text_write_json(out, m->output, m->output_length);
    else
        fputs("null", out);
    fputc('}', out);
}

void diag_print_json(diag *d, FILE *out)
{
    size_t count, errors = 0, warnings = 0, remarks = 0, written = 0;
    diag_message *const *sorted = diag_sort(d, &count);
    fputs("{\n  \"diagnostics\": [", out);
    for (size_t i = 0; i < count; i++) {
        size_t *counted = sorted[i]->remark ? &remarks : sorted[i]->warning ? &warnings : &errors;
        if (++*counted > DIAG_MAX_JSON)
            continue;
        fputs(written++ ? ",\n" : "\n", out);
        write_message(d, out, sorted[i]);
    }
    fprintf(out, "%s],\n  \"errors\": %zu,\n  \"warnings\": %zu\n}\n", written ? "\n  " : "", errors, warnings);
}
