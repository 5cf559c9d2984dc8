/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The vggen authors */
/* The words of a source, and which of them only the host has. */
#include <ctype.h>
#include <string.h>

#include "image/host_code.h"

static bool is_word(char c)
{
    return isalnum((unsigned char)c) || c == '_' || (unsigned char)c >= 0x80;
}

static char at(const host_reader *r, size_t place)
{
    return place < r->size ? r->text[place] : '\0';
}

/* ---- reading ---- */

/* The line's end, or that of the last line that a backslash adds. */
static size_t line_end(const host_reader *r, size_t place)
{
    while (place < r->size && (r->text[place] != '\n' || (place > 0 && r->text[place - 1] == '\\'))) {
        place++;
    }
    return place;
}

static bool skip_comment(host_reader *r)
{
    if (at(r, r->at) != '/' || (at(r, r->at + 1) != '/' && at(r, r->at + 1) != '*')) {
        return false;
    }
    if (r->text[r->at + 1] == '/') {
        r->at = line_end(r, r->at);
        return true;
    }
    r->at += 2;
    while (r->at < r->size && (r->text[r->at] != '*' || at(r, r->at + 1) != '/')) {
        r->at++;
    }
    r->at = r->at < r->size ? r->at + 2 : r->size;
    return true;
}

static void skip_blanks(host_reader *r)
{
    while (r->at < r->size) {
        if (r->text[r->at] == '\n') {
            r->line_begun = false;
            r->at++;
        } else if (isspace((unsigned char)r->text[r->at]) || r->text[r->at] == '\\') {
            r->at++;
        } else if (!skip_comment(r)) {
            return;
        }
    }
}

/* R"name( … )name", from its quote. */
static size_t raw_end(const host_reader *r, size_t quote)
{
    size_t length = 0, place;

    while (at(r, quote + 1 + length) != '(' && quote + 1 + length < r->size) {
        length++;
    }
    for (place = quote + 1 + length; place + length + 1 < r->size; place++) {
        if (r->text[place] == ')' && memcmp(r->text + place + 1, r->text + quote + 1, length) == 0 &&
            r->text[place + 1 + length] == '"') {
            return place + length + 2;
        }
    }
    return r->size;
}

static size_t quoted_end(const host_reader *r, size_t place)
{
    const char quote = r->text[place++];

    while (place < r->size && r->text[place] != quote && r->text[place] != '\n') {
        place += r->text[place] == '\\' ? 2 : 1;
    }
    return place < r->size ? place + 1 : r->size;
}

/* Numbers, too, with the quotes between their digits. */
static size_t word_end(const host_reader *r, size_t place)
{
    const bool number = isdigit((unsigned char)r->text[place]) != 0;

    while (is_word(at(r, place)) || (number && at(r, place) == '\'' && is_word(at(r, place + 1)))) {
        place++;
    }
    return place;
}

host_token host_next(host_reader *r)
{
    host_token t = {HOST_END, 0, 0};

    skip_blanks(r);
    t.begin = t.end = r->at;
    if (r->at >= r->size) {
        return t;
    }
    if (r->text[r->at] == '#' && !r->line_begun) {
        t.kind = HOST_DIRECTIVE;
        t.end = line_end(r, r->at);
    } else if (is_word(r->text[r->at])) {
        t.kind = HOST_WORD;
        t.end = word_end(r, r->at);
        if (at(r, t.end) == '"' && r->text[t.end - 1] == 'R') {
            t.kind = HOST_TEXT;
            t.end = raw_end(r, t.end);
        }
    } else if (r->text[r->at] == '"' || r->text[r->at] == '\'') {
        t.kind = HOST_TEXT;
        t.end = quoted_end(r, r->at);
    } else {
        t.kind = HOST_SIGN;
        t.end = r->at + 1;
    }
    r->at = t.end;
    r->line_begun = true;
    return t;
}

bool host_is(const host_reader *r, const host_token *t, const char *word)
{
    return t->kind != HOST_END && strlen(word) == t->end - t->begin &&
           memcmp(word, r->text + t->begin, t->end - t->begin) == 0;
}

/* ---- what only the host has ---- */

static bool begins(const host_reader *r, const host_token *t, const char *prefix)
{
    const size_t length = strlen(prefix);

    return t->end - t->begin > length && memcmp(prefix, r->text + t->begin, length) == 0;
}

static bool goes_on(const host_reader *r, const host_token *t, const char *text)
{
    return t->end + strlen(text) <= r->size && memcmp(text, r->text + t->end, strlen(text)) == 0;
}

/* cuCmulf and its kin. */
static bool is_complex(const host_reader *r, const host_token *t)
{
    static const char *const names[] = {"cuCadd",  "cuCsub",  "cuCmul",    "cuCdiv",         "cuCabs",         "cuCfma",
                                        "cuCreal", "cuCimag", "cuComplex", "cuFloatComplex", "cuDoubleComplex"};

    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        if (begins(r, t, names[i]) || host_is(r, t, names[i])) {
            return true;
        }
    }
    return begins(r, t, "cuConj") || host_is(r, t, "cuConj");
}

static bool is_api(const host_reader *r, const host_token *t)
{
    static const char *const prefixes[] = {"cuda",     "cu",       "cublas", "cufft", "curand",
                                           "cusparse", "cusolver", "cudnn",  "nccl",  "nvrtc"};

    for (size_t i = 0; i < sizeof prefixes / sizeof *prefixes; i++) {
        if (begins(r, t, prefixes[i]) && isupper((unsigned char)r->text[t->begin + strlen(prefixes[i])])) {
            return !is_complex(r, t);
        }
    }
    return (host_is(r, t, "thrust") && goes_on(r, t, "::")) || (host_is(r, t, "cub") && goes_on(r, t, "::Device"));
}

bool host_only(const host_reader *r, const host_token *t)
{
    if (t->kind == HOST_SIGN) {
        return r->text[t->begin] == '<' && goes_on(r, t, "<<");
    }
    if (t->kind != HOST_WORD) {
        return false;
    }
    for (size_t i = 0; i < r->macro_count; i++) {
        if (host_is(r, t, r->macros[i])) {
            return true;
        }
    }
    return is_api(r, t);
}

/* ---- lines that begin with # ---- */

static void remember_macro(host_reader *r, host_reader *line)
{
    const host_token name = host_next(line);
    host_token t;

    line->macros = r->macros;
    line->macro_count = r->macro_count;
    do {
        t = host_next(line);
    } while (t.kind != HOST_END && !host_only(line, &t));
    if (t.kind != HOST_END && name.kind == HOST_WORD) {
        r->macros = arena_grow(r->memory, r->macros, r->macro_count, &r->macro_capacity, sizeof *r->macros);
        r->macros[r->macro_count++] = arena_copy(r->memory, r->text + name.begin, name.end - name.begin);
    }
}

int host_directive(host_reader *r, const host_token *t)
{
    host_reader line = {.text = r->text, .size = t->end, .at = t->begin + 1, .line_begun = true};
    const host_token word = host_next(&line);

    if (host_is(&line, &word, "define")) {
        remember_macro(r, &line);
    }
    if (host_is(&line, &word, "if") || host_is(&line, &word, "ifdef") || host_is(&line, &word, "ifndef")) {
        return 1;
    }
    if (word.kind == HOST_WORD && memcmp(line.text + word.begin, "el", 2) == 0) {
        return 2;
    }
    return host_is(&line, &word, "endif") ? 3 : 0;
}
