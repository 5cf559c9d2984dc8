/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The vggen authors */
#include <stdarg.h>
#include <string.h>

#include "emit/parts.h"

#define STRING_MAX 200u

char *emit_upper(arena *a, const char *name)
{
    char *upper = arena_copy(a, name, strlen(name));

    for (char *c = upper; *c != '\0'; c++)
        if (*c >= 'a' && *c <= 'z')
            *c = (char)(*c - 'a' + 'A');
    return upper;
}

/* Types of members: C++ takes no member that is called like one. Words and macros of C and C++ are no names of a
 * spec. */
static const char *const taken[] = {
    "CUdeviceptr", "int8_t", "int16_t", "int32_t", "int64_t", "uint8_t", "uint16_t", "uint32_t", "uint64_t",
};

const char *emit_member(arena *a, const char *name)
{
    for (size_t i = 0; i < sizeof taken / sizeof *taken; i++)
        if (strcmp(name, taken[i]) == 0)
            return arena_printf(a, "%s_", name);
    return name;
}

static bool is_unsafe(const char *c)
{
    bool closes = c[0] == '*' && c[1] == '/';
    bool opens = c[0] == '/' && c[1] == '*';
    bool trigraph = c[0] == '?' && c[1] == '?';
    bool control = (unsigned char)c[0] < ' ' || c[0] == 0x7f;

    return closes || opens || trigraph || control || c[0] == '\\';
}

const char *emit_prose(arena *a, const char *text)
{
    char *prose = NULL;

    for (size_t i = 0; text[i] != '\0'; i++) {
        if (!is_unsafe(prose != NULL ? prose + i : text + i))
            continue;
        if (prose == NULL)
            prose = arena_copy(a, text, strlen(text));
        prose[i] = '_';
    }
    return prose != NULL ? prose : text;
}

char *emit_string(arena *a, const char *text)
{
    size_t length = strlen(text), at = 0;
    bool cut = length > STRING_MAX;
    char *string;

    if (cut) {
        length = STRING_MAX;
        /* Not within a UTF-8 sequence. */
        while (length > 0 && ((unsigned char)text[length] & 0xc0) == 0x80)
            length--;
    }
    string = arena_alloc(a, length * 4 + 8);
    string[at++] = '"';
    for (size_t i = 0; i < length; i++) {
        unsigned char c = (unsigned char)text[i];
        if (c == '"' || c == '\\' || c == '?') {
            string[at++] = '\\';
            string[at++] = (char)c;
        } else if (c < ' ' || c == 0x7f) {
            string[at++] = '\\';
            string[at++] = (char)('0' + (c >> 6));
            string[at++] = (char)('0' + ((c >> 3) & 7));
            string[at++] = (char)('0' + (c & 7));
        } else {
            string[at++] = (char)c;
        }
    }
    memcpy(string + at, cut ? " ..." : "", cut ? 4 : 0);
    at += cut ? 4 : 0;
    string[at] = '"';
    return string;
}

/* Where the line that begins at `text` is cut: its end, or the last blank that leaves no more than `room` columns, or
 * else the first one. */
static size_t line_length(const char *text, size_t length, size_t room)
{
    size_t cut = 0;

    if (length <= room)
        return length;
    for (size_t i = 0; i < length && (i <= room || cut == 0); i++)
        if (text[i] == ' ' && i > 0)
            cut = i;
    return cut > 0 ? cut : length;
}

void emit_wrapped(FILE *file, const char *first, const char *rest, const char *text)
{
    size_t length = strlen(text), column = strlen(first);

    fputs(first, file);
    for (;;) {
        size_t line = line_length(text, length, column < EMIT_COLUMNS ? EMIT_COLUMNS - column : 0);
        fwrite(text, 1, line, file);
        text += line;
        length -= line;
        while (length > 0 && *text == ' ') {
            text++;
            length--;
        }
        if (length == 0)
            return;
        fputc('\n', file);
        fputs(rest, file);
        column = strlen(rest);
    }
}

/* One line if it fits; else the name of what is asserted, behind the last comma, has a line of its own. */
void emit_assert(FILE *file, const emit *e, const char *format, ...)
{
    const char *begin = "VG_STATIC_ASSERT(", *name;
    va_list arguments;
    char *text;

    va_start(arguments, format);
    text = arena_printf(e->memory, "%s);", arena_vprintf(e->memory, format, arguments));
    va_end(arguments);
    name = strrchr(text, ',');
    if (name == NULL || strlen(begin) + strlen(text) <= EMIT_COLUMNS) {
        emit_wrapped(file, begin, "    ", text);
        fputc('\n', file);
        return;
    }
    emit_wrapped(file, begin, "    ", arena_copy(e->memory, text, (size_t)(name + 1 - text)));
    fprintf(file, "\n    %s\n", name + 2);
}

char *emit_shape(arena *a, const model_buffer *b)
{
    char *shape = arena_copy(a, "", 0);

    if (b->shape_count == 0)
        return arena_copy(a, "[1]", 3);
    for (size_t i = 0; i < b->shape_count; i++)
        shape = arena_printf(a, "%s[%llu]", shape, (unsigned long long)b->dims[i]);
    return shape;
}

void emit_names_add(emit_names *list, const char *name)
{
    size_t length = strlen(name);

    if (list->length + length + 3 > list->capacity) {
        size_t capacity = 2 * list->capacity + length + 64;
        char *text = arena_alloc(list->memory, capacity);

        if (list->length > 0)
            memcpy(text, list->text, list->length);
        list->text = text;
        list->capacity = capacity;
    }
    if (list->length > 0) {
        memcpy(list->text + list->length, ", ", 2);
        list->length += 2;
    }
    memcpy(list->text + list->length, name, length + 1);
    list->length += length;
}
