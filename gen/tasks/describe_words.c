/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The vggen authors */
/* CUDA C++ text as words, without a preprocessor, and where each of them stands: in which namespace, in a function of
 * the host or of the device. */
#include <string.h>

#include "tasks/describe_parts.h"

typedef struct {
    arena *a;
    const char *at, *end;
    const char *counted; /* lines are counted up to here */
    unsigned line;
    describe_word *words;
    size_t count, capacity;
} splitter;

bool describe_is_name_character(char c)
{
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_' || c == '$';
}

static bool is_digit(char c)
{
    return c >= '0' && c <= '9';
}

/* ---- words ---- */

static void add(splitter *s, describe_word_kind kind, const char *begin)
{
    describe_word t = {.kind = kind, .at = begin, .length = (size_t)(s->at - begin)};

    for (; s->counted < begin; s->counted++)
        s->line += *s->counted == '\n';
    t.line = s->line;
    s->words = arena_grow(s->a, s->words, s->count, &s->capacity, sizeof *s->words);
    s->words[s->count++] = t;
}

static bool follows(const splitter *s, const char *text)
{
    size_t length = strlen(text);

    return (size_t)(s->end - s->at) >= length && memcmp(s->at, text, length) == 0;
}

static void skip_comment(splitter *s)
{
    bool line = follows(s, "//");

    for (s->at += 2; s->at < s->end; s->at++) {
        if (line && *s->at == '\n' && s->at[-1] != '\\')
            return;
        if (!line && follows(s, "*/")) {
            s->at += 2;
            return;
        }
    }
}

/* To the end of the line that no backslash joins to the next one. */
static void skip_directive(splitter *s)
{
    while (s->at < s->end && !(*s->at == '\n' && s->at[-1] != '\\')) {
        if (follows(s, "/*"))
            skip_comment(s);
        else
            s->at++;
    }
}

static void skip_quoted(splitter *s)
{
    char quote = *s->at++;

    while (s->at < s->end && *s->at != quote && *s->at != '\n')
        s->at += *s->at == '\\' && s->at + 1 < s->end ? 2 : 1;
    if (s->at < s->end)
        s->at++;
}

/* R"mark( … )mark" */
static void skip_raw(splitter *s)
{
    const char *mark = ++s->at;
    size_t length = 0;

    while (s->at < s->end && *s->at != '(')
        s->at++;
    length = (size_t)(s->at - mark);
    for (; s->at < s->end; s->at++) {
        if (*s->at == ')' && (size_t)(s->end - s->at) > length + 1 && memcmp(s->at + 1, mark, length) == 0 &&
            s->at[length + 1] == '"') {
            s->at += length + 2;
            return;
        }
    }
}

static void scan_word(splitter *s)
{
    const char *begin = s->at;
    bool number = is_digit(*begin);

    while (s->at < s->end && (describe_is_name_character(*s->at) || (number && (*s->at == '.' || *s->at == '\''))))
        s->at++;
    if (s->at < s->end && *s->at == '"' && s->at[-1] == 'R' && s->at - begin <= 3) {
        skip_raw(s);
        add(s, WORD_TEXT, begin);
    } else {
        add(s, number ? WORD_NUMBER : WORD_NAME, begin);
    }
}

static void split(splitter *s)
{
    bool first = true; /* on its line */

    while (s->at < s->end) {
        const char *begin = s->at;

        if (*begin == '\n') {
            first = true;
            s->at++;
            continue;
        }
        if (*begin == ' ' || *begin == '\t' || *begin == '\r' || *begin == '\f' || *begin == '\v') {
            s->at++;
            continue;
        }
        if (follows(s, "//") || follows(s, "/*")) {
            skip_comment(s);
            continue;
        }
        if (*begin == '#' && first) {
            skip_directive(s);
            add(s, WORD_DIRECTIVE, begin);
        } else if (describe_is_name_character(*begin)) {
            scan_word(s);
        } else if (*begin == '"' || *begin == '\'') {
            skip_quoted(s);
            add(s, WORD_TEXT, begin);
        } else {
            s->at++;
            add(s, WORD_MARK, begin);
        }
        first = false;
    }
    add(s, WORD_END, s->at);
}

bool describe_is(const describe_word *t, const char *text)
{
    return t->length > 0 && t->at[0] == text[0] && t->length == strlen(text) && memcmp(t->at, text, t->length) == 0 &&
           t->kind != WORD_TEXT;
}

size_t describe_skip_group(const describe_word *words, size_t open, const char *begin, const char *end)
{
    size_t depth = 0;

    for (size_t i = open; words[i].kind != WORD_END && i - open < DESCRIBE_MOST_HEAD; i++) {
        if (describe_is(&words[i], begin))
            depth++;
        else if (describe_is(&words[i], end) && --depth == 0)
            return i + 1;
    }
    return 0;
}

/* ---- where words stand ---- */

typedef struct {
    const char *scope[DESCRIBE_MOST_DEPTH]; /* outside of each open brace */
    describe_place place[DESCRIBE_MOST_DEPTH];
    size_t depth;
    const char *scope_now;
    describe_place place_now;
} nesting;

static bool holds(const describe_word *words, size_t begin, size_t end, const char *text)
{
    for (size_t i = begin; i < end; i++)
        if (describe_is(&words[i], text))
            return true;
    return false;
}

/* "a::b" of `namespace a::b {`, whose head are words [begin, end). */
static const char *namespace_name(arena *a, const describe_word *words, size_t begin, size_t end)
{
    const char *name = "";

    while (!describe_is(&words[begin], "namespace"))
        begin++;
    for (size_t i = begin + 1; i < end; i++)
        if (words[i].kind == WORD_NAME && !describe_is(&words[i], "inline"))
            name = arena_printf(a, "%s%.*s::", name, (int)words[i].length, words[i].at);
    return name;
}

/* A brace after words [begin, end), which are all since the last statement. */
static void open_brace(arena *a, nesting *n, const describe_word *words, size_t begin, size_t end)
{
    bool device = holds(words, begin, end, "__global__") || holds(words, begin, end, "__device__");

    if (n->depth < DESCRIBE_MOST_DEPTH) {
        n->scope[n->depth] = n->scope_now;
        n->place[n->depth] = n->place_now;
    }
    n->depth++;
    if (n->place_now != PLACE_OUTSIDE)
        return;
    if (holds(words, begin, end, "namespace"))
        n->scope_now = arena_printf(a, "%s%s", n->scope_now, namespace_name(a, words, begin, end));
    else if (holds(words, begin, end, "("))
        n->place_now = device ? PLACE_DEVICE : PLACE_HOST;
}

static void close_brace(nesting *n)
{
    if (n->depth > 0 && --n->depth < DESCRIBE_MOST_DEPTH) {
        n->scope_now = n->scope[n->depth];
        n->place_now = n->place[n->depth];
    }
}

static void place_words(arena *a, describe_word *words)
{
    nesting *n = ARENA_NEW(a, nesting);
    size_t begin = 0;

    n->scope_now = "";
    for (size_t i = 0; words[i].kind != WORD_END; i++) {
        bool open = describe_is(&words[i], "{"), close = describe_is(&words[i], "}");

        if (open)
            open_brace(a, n, words, begin, i);
        words[i].scope = n->scope_now;
        words[i].place = n->place_now;
        if (close)
            close_brace(n);
        if (open || close || describe_is(&words[i], ";") || words[i].kind == WORD_DIRECTIVE)
            begin = i + 1;
    }
}

describe_word *describe_split(arena *a, const char *text, size_t length)
{
    splitter s = {.a = a, .at = text, .end = text + length, .counted = text, .line = 1};

    split(&s);
    place_words(a, s.words);
    return s.words;
}
