/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The vggen authors */
#include "base/diag.h"

#include <string.h>

#include "base/diag_parts.h"
#include "base/text.h"

diag *diag_new(arena *a)
{
    diag *d = ARENA_NEW(a, diag);
    d->memory = a;
    d->first_pass = true;
    return d;
}

static void index_lines(arena *a, diag_source *s)
{
    size_t capacity = 0;
    s->lines = arena_grow(a, NULL, 0, &capacity, sizeof *s->lines);
    /* A byte order mark is no column of the first line. */
    s->lines[s->line_count++] = s->length >= 3 && memcmp(s->bytes, "\xEF\xBB\xBF", 3) == 0 ? 3 : 0;
    const char *end = s->bytes + s->length;
    for (const char *at = s->bytes; at < end;) {
        const char *newline = memchr(at, '\n', (size_t)(end - at));
        if (!newline)
            break;
        at = newline + 1;
        s->lines = arena_grow(a, s->lines, s->line_count, &capacity, sizeof *s->lines);
        s->lines[s->line_count++] = (uint32_t)(at - s->bytes);
    }
}

uint32_t diag_add_source(diag *d, const char *name, const char *bytes, size_t length)
{
    d->sources = arena_grow(d->memory, d->sources, d->source_count, &d->source_capacity, sizeof *d->sources);
    diag_source *s = &d->sources[d->source_count++];
    memset(s, 0, sizeof *s);
    s->name = arena_copy(d->memory, name, strlen(name));
    s->bytes = bytes;
    /* Places are 32 bits wide; what lies beyond has none (and no source that large is read). */
    s->length = length < UINT32_MAX ? length : UINT32_MAX - 1;
    index_lines(d->memory, s);
    return (uint32_t)d->source_count;
}

static const diag_source *find_source(const diag *d, uint32_t source)
{
    return source == 0 || source > d->source_count ? NULL : &d->sources[source - 1];
}

const char *diag_source_name(const diag *d, uint32_t source)
{
    const diag_source *s = find_source(d, source);
    return s ? s->name : NULL;
}

const char *diag_source_bytes(const diag *d, uint32_t source, size_t *length)
{
    const diag_source *s = find_source(d, source);
    *length = s ? s->length : 0;
    return s ? s->bytes : NULL;
}

void diag_locate(const diag *d, uint32_t source, uint32_t offset, unsigned *line, unsigned *column)
{
    *line = *column = 1;
    const diag_source *s = find_source(d, source);
    if (!s)
        return;
    if (offset > s->length)
        offset = (uint32_t)s->length;
    size_t low = 0, high = s->line_count;
    while (high - low > 1) {
        size_t middle = low + (high - low) / 2;
        if (s->lines[middle] <= offset)
            low = middle;
        else
            high = middle;
    }
    *line = (unsigned)low + 1;
    size_t before = offset > s->lines[low] ? offset - s->lines[low] : 0;
    *column = (unsigned)text_code_points(s->bytes + s->lines[low], before) + 1;
}

void diag_treat_warnings(diag *d, const char *id, diag_treatment treatment)
{
    if (!id) {
        d->other_warnings = treatment;
        return;
    }
    d->rules = arena_grow(d->memory, d->rules, d->rule_count, &d->rule_capacity, sizeof *d->rules);
    d->rules[d->rule_count].id = arena_copy(d->memory, id, strlen(id));
    d->rules[d->rule_count++].treatment = treatment;
}

static diag_treatment treatment_of(const diag *d, const char *id)
{
    for (size_t i = d->rule_count; i-- > 0;)
        if (strcmp(d->rules[i].id, id) == 0)
            return d->rules[i].treatment;
    return d->other_warnings;
}

static diag_message *add(diag *d, bool warning, span at, const char *id, const char *format, va_list arguments)
{
    d->messages = arena_grow(d->memory, d->messages, d->message_count, &d->message_capacity, sizeof *d->messages);
    diag_message *m = &d->messages[d->message_count];
    memset(m, 0, sizeof *m);
    m->order = d->message_count++;
    m->warning = warning;
    m->at = find_source(d, at.source) ? at : (span){0, 0, 0};
    m->id = id;
    m->text = arena_vprintf(d->memory, format, arguments);
    m->pass = d->pass;
    m->first_pass = d->first_pass;
    if (!warning)
        d->error_count++;
    return m;
}

void diag_pass(diag *d, const char *pass, bool first)
{
    d->pass = pass;
    d->first_pass = first;
}

void diag_error(diag *d, span at, const char *id, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    add(d, false, at, id, format, arguments);
    va_end(arguments);
}

void diag_warning(diag *d, span at, const char *id, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    diag_message *m = add(d, true, at, id, format, arguments);
    va_end(arguments);
    diag_treatment treatment = treatment_of(d, id);
    m->dropped = treatment == DIAG_OFF;
    m->warning = treatment != DIAG_FAIL;
    d->has_failing_warning |= treatment == DIAG_FAIL;
}

void diag_remark(diag *d, span at, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    add(d, true, at, NULL, format, arguments)->remark = true;
    va_end(arguments);
}

void diag_file_error(diag *d, const char *file, const char *id, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    diag_message *m = add(d, false, (span){0, 0, 0}, id, format, arguments);
    va_end(arguments);
    m->file = file ? arena_copy(d->memory, file, strlen(file)) : NULL;
    d->has_file_error = true;
}

static diag_message *last_message(diag *d)
{
    return d->message_count ? &d->messages[d->message_count - 1] : NULL;
}

void diag_note(diag *d, span at, const char *format, ...)
{
    diag_message *m = last_message(d);
    if (!m)
        return;
    va_list arguments;
    va_start(arguments, format);
    m->note = arena_vprintf(d->memory, format, arguments);
    va_end(arguments);
    m->note_at = find_source(d, at.source) ? at : (span){0, 0, 0};
}

void diag_hint(diag *d, const char *format, ...)
{
    diag_message *m = last_message(d);
    if (!m)
        return;
    va_list arguments;
    va_start(arguments, format);
    m->hint = arena_vprintf(d->memory, format, arguments);
    va_end(arguments);
}

void diag_output(diag *d, const char *text, size_t length)
{
    diag_message *m = last_message(d);
    if (!m)
        return;
    m->output = arena_copy(d->memory, text, length);
    m->output_length = length;
}

size_t diag_error_count(const diag *d)
{
    return d->error_count;
}

const char *diag_first_error(const diag *d)
{
    for (size_t i = 0; i < d->message_count; i++)
        if (!d->messages[i].warning)
            return d->messages[i].text;
    return NULL;
}

int diag_exit_status(const diag *d)
{
    return d->has_file_error ? 2 : d->error_count || d->has_failing_warning ? 1 : 0;
}
