/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The vggen authors */
#include <string.h>

#include "image/ptx_parts.h"

static bool is_word_character(char c)
{
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_' || c == '$' ||
           c == '.' || c == '%' || c == ':';
}

static bool is_digit(char c)
{
    return c >= '0' && c <= '9';
}

/* A word takes "::" (.shared::cluster) but leaves the single colon of a label. */
static size_t word_end(const char *text, size_t length, size_t at)
{
    while (at < length && is_word_character(text[at])) {
        if (text[at] == ':') {
            if (at + 1 >= length || text[at + 1] != ':') {
                break;
            }
            at++;
        }
        at++;
    }
    return at;
}

static size_t string_end(const char *text, size_t length, size_t at)
{
    for (at++; at < length && text[at] != '\n'; at++) {
        if (text[at] == '\\') {
            at++;
        } else if (text[at] == '"') {
            return at + 1;
        }
    }
    return 0;
}

/* Past blanks and comments; counts lines. 0 when a comment never ends. */
static size_t skip_space(const char *text, size_t length, size_t at, uint32_t *line)
{
    while (at < length) {
        if (text[at] == '\n') {
            ++*line;
            at++;
        } else if (text[at] == ' ' || text[at] == '\t' || text[at] == '\r' || text[at] == '\f') {
            at++;
        } else if (text[at] == '/' && at + 1 < length && text[at + 1] == '/') {
            while (at < length && text[at] != '\n') {
                at++;
            }
        } else if (text[at] == '/' && at + 1 < length && text[at + 1] == '*') {
            uint32_t begin = *line;
            at += 2;
            while (at + 1 < length && !(text[at] == '*' && text[at + 1] == '/')) {
                *line += text[at] == '\n';
                at++;
            }
            if (at + 1 >= length) {
                *line = begin;
                return SIZE_MAX;
            }
            at += 2;
        } else {
            break;
        }
    }
    return at;
}

static void add_token(ptx_reader *r, size_t *capacity, ptx_token_kind kind, size_t begin, size_t end, uint32_t line)
{
    r->tokens = (ptx_token *)arena_grow(r->memory, r->tokens, r->token_count, capacity, sizeof *r->tokens);
    ptx_token *t = &r->tokens[r->token_count++];
    t->kind = kind;
    t->begin = (uint32_t)begin;
    t->end = (uint32_t)end;
    t->line = line;
}

static bool fail_at(ptx_reader *r, uint32_t line, const char *message)
{
    r->error->line = line;
    r->error->message = message;
    return false;
}

bool ptx_scan(ptx_reader *r, size_t length)
{
    const char *text = r->text;
    size_t capacity = 0;
    uint32_t line = 1;
    if (length > UINT32_MAX / 2) {
        return fail_at(r, 1, "the text is larger than 2 GiB");
    }
    for (size_t at = 0;;) {
        at = skip_space(text, length, at, &line);
        if (at == SIZE_MAX) {
            return fail_at(r, line, "a comment that never ends");
        }
        if (at >= length) {
            break;
        }
        size_t begin = at;
        ptx_token_kind kind = PTX_MARK;
        at = begin + 1;
        if (text[begin] == '"') {
            kind = PTX_STRING;
            at = string_end(text, length, begin);
            if (at == 0) {
                return fail_at(r, line, "a string that never ends");
            }
        } else if (text[begin] == '\0') {
            return fail_at(r, line, "a NUL inside the text");
        } else if (is_word_character(text[begin]) && text[begin] != ':') {
            kind = is_digit(text[begin]) ? PTX_NUMBER : PTX_WORD;
            at = word_end(text, length, begin);
        }
        add_token(r, &capacity, kind, begin, at, line);
    }
    add_token(r, &capacity, PTX_END, length, length, line);
    return true;
}

/* Whether it begins with the text, and then how many characters are left of the token. Most differ in the first one. */
static bool begins(const ptx_reader *r, size_t token, const char *text, size_t *rest)
{
    const ptx_token *t = &r->tokens[token];
    size_t at = t->begin;

    for (; *text != '\0'; at++, text++) {
        if (at == t->end || r->text[at] != *text) {
            return false;
        }
    }
    *rest = t->end - at;
    return true;
}

bool ptx_starts(const ptx_reader *r, size_t token, const char *text)
{
    size_t rest;

    return begins(r, token, text, &rest);
}

bool ptx_is(const ptx_reader *r, size_t token, const char *text)
{
    size_t rest;

    return begins(r, token, text, &rest) && rest == 0;
}

const char *ptx_copy(const ptx_reader *r, size_t token)
{
    const ptx_token *t = &r->tokens[token];
    return arena_copy(r->memory, r->text + t->begin, t->end - t->begin);
}

bool ptx_fail(ptx_reader *r, size_t token, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    r->error->line = r->tokens[token].line;
    r->error->message = arena_vprintf(r->memory, format, arguments);
    va_end(arguments);
    return false;
}
