/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The vggen authors */
#include "base/tmpl.h"

#include <stdarg.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#define EXIT_INTERNAL 70

/* One run of a template: where it stands, and which words and slots it has met. */
typedef struct {
    const tmpl *t;
    unsigned line;
    const tmpl_word *words;
    size_t word_count;
    bool *word_used;
    const tmpl_slot *slots;
    size_t slot_count;
    bool *slot_used;
} reader;

static _Noreturn void internal_error(const reader *r, const char *format, ...) ARENA_FORMAT(2, 3);

static _Noreturn void internal_error(const reader *r, const char *format, ...)
{
    va_list arguments;

    fprintf(stderr, "vggen: internal error: templates/%s:%u: ", r->t->name, r->line);
    va_start(arguments, format);
    vfprintf(stderr, format, arguments);
    va_end(arguments);
    fputc('\n', stderr);
    exit(EXIT_INTERNAL);
}

const tmpl *tmpl_find(const char *name)
{
    for (size_t i = 0; i < tmpl_count; i++)
        if (strcmp(tmpl_all[i].name, name) == 0)
            return &tmpl_all[i];
    fprintf(stderr, "vggen: internal error: there is no template %s\n", name);
    exit(EXIT_INTERNAL);
}

static bool is_word_character(char c)
{
    return (c >= 'A' && c <= 'Z') || (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') || c == '_';
}

static size_t word_length(const char *text)
{
    size_t length = 0;

    while (is_word_character(text[length]))
        length++;
    return length;
}

static bool is_name(const char *name, const char *text, size_t length)
{
    return strlen(name) == length && memcmp(name, text, length) == 0;
}

static void write_word(FILE *out, reader *r, const char *name, size_t length)
{
    for (size_t i = 0; i < r->word_count; i++) {
        if (is_name(r->words[i].word, name, length)) {
            fputs(r->words[i].value, out);
            r->word_used[i] = true;
            return;
        }
    }
    internal_error(r, "unknown word @%.*s@", (int)length, name);
}

static void write_slot(FILE *out, reader *r, const char *name, size_t length, const void *context)
{
    for (size_t i = 0; i < r->slot_count; i++) {
        if (is_name(r->slots[i].slot, name, length)) {
            r->slots[i].fill(out, context);
            r->slot_used[i] = true;
            return;
        }
    }
    internal_error(r, "unknown slot @@%.*s@@", (int)length, name);
}

/* True, with the name, when the line is "@@name@@" and nothing else. */
static bool is_slot(const char *line, size_t length, const char **name, size_t *name_length)
{
    if (length < 5 || line[0] != '@' || line[1] != '@')
        return false;
    *name = line + 2;
    *name_length = word_length(line + 2);
    return *name_length > 0 && *name_length + 4 == length && line[length - 2] == '@' && line[length - 1] == '@';
}

static bool is_comment(const char *line, size_t length)
{
    return length >= 2 && line[0] == '@' && line[1] == '#';
}

static void write_line(FILE *out, reader *r, const char *line, size_t length)
{
    size_t at = 0;

    while (at < length) {
        if (line[at] != '@') {
            fputc(line[at++], out);
            continue;
        }
        if (at + 1 < length && line[at + 1] == '@')
            internal_error(r, "a slot must stand alone on its line");
        size_t word = word_length(line + at + 1);
        if (word == 0 || at + word + 1 >= length || line[at + word + 1] != '@')
            internal_error(r, "'@' does not start a word");
        write_word(out, r, line + at + 1, word);
        at += word + 2;
    }
    fputc('\n', out);
}

static bool *new_flags(size_t count)
{
    bool *flags = calloc(count + 1, sizeof *flags);

    if (flags == NULL)
        arena_no_memory();
    return flags;
}

void tmpl_write(FILE *out, const tmpl *t, const tmpl_word *words, size_t word_count, const tmpl_slot *slots,
                size_t slot_count, const void *context)
{
    reader r = {t, 0, words, word_count, new_flags(word_count), slots, slot_count, new_flags(slot_count)};
    const char *name;
    size_t name_length;

    for (const char *line = t->text; *line != '\0';) {
        const char *newline = strchr(line, '\n');
        size_t length = newline != NULL ? (size_t)(newline - line) : strlen(line);

        r.line++;
        if (is_slot(line, length, &name, &name_length))
            write_slot(out, &r, name, name_length, context);
        else if (!is_comment(line, length))
            write_line(out, &r, line, length);
        line += length + (newline != NULL ? 1 : 0);
    }
    for (size_t i = 0; i < word_count; i++)
        if (!r.word_used[i])
            internal_error(&r, "word @%s@ was given and not used", words[i].word);
    for (size_t i = 0; i < slot_count; i++)
        if (!r.slot_used[i])
            internal_error(&r, "slot @@%s@@ was given and not used", slots[i].slot);
    free(r.word_used);
    free(r.slot_used);
}
