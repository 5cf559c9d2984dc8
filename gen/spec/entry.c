/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The vggen authors */
/* The names of kernels in their sources. Only their form is known here: a compiler finds out what they name. */
#include "spec/entry.h"

#include <string.h>

#define LETTERS "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ_"
#define DIGITS "0123456789"
/* What may stand between words in the arguments of a template. */
#define MARKS ",:<>()[]*&+-.!~|^/%=?"
#define MOST_NESTED 64

static bool is_one_of(char c, const char *set)
{
    return c != '\0' && strchr(set, c) != NULL;
}

static bool is_word(char c)
{
    return is_one_of(c, LETTERS DIGITS);
}

static const char *skip_blanks(const char *at)
{
    return at + strspn(at, " \t");
}

/* Past "imaging::conv", with blanks anywhere between; NULL: something else stands there. */
static const char *skip_names(const char *at)
{
    at = skip_blanks(at);
    if (strncmp(at, "::", 2) == 0)
        at = skip_blanks(at + 2);
    for (;;) {
        if (!is_one_of(*at, LETTERS))
            return NULL;
        at = skip_blanks(at + strspn(at, LETTERS DIGITS));
        if (strncmp(at, "::", 2) != 0)
            return at;
        at = skip_blanks(at + 2);
    }
}

/* Past the bracket that closes the one at `at`; NULL: there is none. Between round and square brackets < and > compare,
 * or belong to a pair that the compiler looks at. */
static const char *skip_arguments(const char *at)
{
    char open[MOST_NESTED];
    size_t depth = 0;

    for (; *at != '\0'; at++) {
        char inner = depth > 0 ? open[depth - 1] : '\0';

        if (!is_word(*at) && !is_one_of(*at, MARKS " \t"))
            return NULL;
        if (strncmp(at, "/*", 2) == 0 || strncmp(at, "//", 2) == 0 || strncmp(at, "*/", 2) == 0)
            return NULL;
        if (is_one_of(*at, "([") || (*at == '<' && inner != '(' && inner != '[')) {
            if (depth == MOST_NESTED)
                return NULL;
            open[depth++] = *at;
        } else if (is_one_of(*at, ")]") || (*at == '>' && inner == '<')) {
            if (inner != (*at == ')' ? '(' : *at == ']' ? '[' : '<'))
                return NULL;
            if (--depth == 0)
                return at + 1;
        }
    }
    return NULL;
}

static bool is_entry(const char *text)
{
    const char *at = skip_names(text);

    if (at != NULL && *at == '<')
        at = skip_arguments(at);
    return at != NULL && *skip_blanks(at) == '\0';
}

/* Whether two characters would be another token without the blank between them: "unsigned int", "& &x". That of "> >"
 * is needed by nobody. */
static bool need_blank(char before, char after)
{
    return before != '\0' && ((is_word(before) && is_word(after)) || (before == after && before != '>'));
}

const char *entry_normal(arena *a, const char *text)
{
    char *normal = arena_alloc(a, 2 * strlen(text) + 1), *to = normal, last = '\0';
    bool blank = false;

    if (!is_entry(text))
        return NULL;
    text = skip_blanks(text);
    for (text += strncmp(text, "::", 2) == 0 ? 2 : 0; *text != '\0'; text++) {
        if (is_one_of(*text, " \t")) {
            blank = true;
            continue;
        }
        if (last == ',' || (blank && need_blank(last, *text)))
            *to++ = ' ';
        *to++ = last = *text;
        blank = false;
    }
    *to = '\0';
    return normal;
}

bool entry_has_arguments(const char *entry)
{
    return strchr(entry, '<') != NULL;
}

const char *entry_without_arguments(arena *a, const char *entry)
{
    return arena_copy(a, entry, strcspn(entry, "<"));
}

const char *const *entry_parts(arena *a, const char *entry, size_t *count)
{
    const char **parts = ARENA_ARRAY(a, const char *, strlen(entry) + 1);

    *count = 0;
    while (is_word(*entry)) {
        size_t length = strspn(entry, LETTERS DIGITS);

        parts[(*count)++] = arena_copy(a, entry, length);
        entry += length;
        entry += strncmp(entry, "::", 2) == 0 ? 2 : 0;
    }
    return parts;
}

const char *entry_last(arena *a, const char *entry)
{
    size_t count;
    const char *const *parts = entry_parts(a, entry, &count);

    return count > 0 ? parts[count - 1] : entry;
}
