/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The vggen authors */
/* The scanner of expr.h. */
#include "spec/expr_scan.h"

#include <string.h>

static bool is_blank(char c)
{
    return c == ' ' || c == '\t' || c == '\n' || c == '\r';
}

static bool is_digit(char c)
{
    return c >= '0' && c <= '9';
}

static bool is_name_start(char c)
{
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_';
}

static bool is_name_part(char c)
{
    return is_name_start(c) || is_digit(c);
}

/* The character at an offset, or NUL past the end. */
static char peek(const scanner *s, uint32_t at)
{
    return at < s->length ? s->text[at] : '\0';
}

static uint32_t skip_digits(const scanner *s, uint32_t at)
{
    while (is_digit(peek(s, at)))
        at++;
    return at;
}

static int hex_digit(char c)
{
    if (is_digit(c))
        return c - '0';
    if (c >= 'a' && c <= 'f')
        return c - 'a' + 10;
    return c >= 'A' && c <= 'F' ? c - 'A' + 10 : -1;
}

static bool append_digit(uint64_t *value, unsigned base, unsigned digit)
{
    if (*value > (UINT64_MAX - digit) / base)
        return false;
    *value = *value * base + digit;
    return true;
}

/* Power of two of a size suffix at `at`, after one blank at most; 0 where there is none. */
static unsigned size_suffix(const scanner *s, uint32_t *at)
{
    uint32_t unit = peek(s, *at) == ' ' ? *at + 1 : *at;
    if (s->length - *at < 3 || unit > s->length - 3 || is_name_part(peek(s, unit + 3)))
        return 0;
    static const char *const units[] = {"KiB", "MiB", "GiB"};
    for (unsigned i = 0; i < 3; i++)
        if (memcmp(s->text + unit, units[i], 3) == 0) {
            *at = unit + 3;
            return 10 * (i + 1);
        }
    return 0;
}

/* Digits from token's begin to `end`, then a size suffix; false where the value does not fit. */
static bool integer_value(const scanner *s, token *t, uint32_t *end)
{
    uint64_t value = 0;
    bool fits = true;
    uint32_t at = t->begin;
    unsigned base = peek(s, at) == '0' && (peek(s, at + 1) | 0x20) == 'x' ? 16 : 10;
    for (at += base == 16 ? 2 : 0; at < *end; at++)
        fits = fits && append_digit(&value, base, (unsigned)hex_digit(s->text[at]));
    unsigned shift = size_suffix(s, end);
    if (!fits || value > UINT64_MAX >> shift)
        return false;
    t->integer = value << shift;
    return true;
}

/* What is wrong with a number takes the letters, digits and points that follow it along. */
static void bad_number(const scanner *s, token *t, uint32_t end)
{
    while (is_name_part(peek(s, end)) || peek(s, end) == '.')
        end++;
    t->kind = TOKEN_BAD;
    t->end = end;
}

/* The end of a fraction and exponent that may follow digits; `at` itself where there is neither. */
static uint32_t skip_fraction(const scanner *s, uint32_t at)
{
    if (peek(s, at) == '.')
        at = skip_digits(s, at + 1);
    if ((peek(s, at) | 0x20) == 'e') {
        uint32_t digits = at + 1 + (peek(s, at + 1) == '+' || peek(s, at + 1) == '-');
        if (is_digit(peek(s, digits)))
            at = skip_digits(s, digits);
    }
    return at;
}

static void scan_number(const scanner *s, token *t)
{
    uint32_t end = t->begin;
    if (peek(s, end) == '0' && (peek(s, end + 1) | 0x20) == 'x') {
        end += 2;
        while (hex_digit(peek(s, end)) >= 0)
            end++;
        t->kind = end > t->begin + 2 && peek(s, t->begin + 1) == 'x' ? TOKEN_INTEGER : TOKEN_BAD;
    } else {
        uint32_t whole = skip_digits(s, end);
        end = skip_fraction(s, whole);
        bool leading_zero = whole - t->begin > 1 && peek(s, t->begin) == '0';
        t->kind = leading_zero ? TOKEN_BAD : end == whole ? TOKEN_INTEGER : TOKEN_REAL;
    }
    t->end = end;
    if (t->kind == TOKEN_INTEGER && !integer_value(s, t, &t->end))
        t->kind = TOKEN_BAD;
    if (is_name_part(peek(s, t->end)) || peek(s, t->end) == '.')
        bad_number(s, t, t->end);
}

static uint32_t code_point_end(const scanner *s, uint32_t at)
{
    at++;
    while (at < s->length && ((unsigned char)s->text[at] & 0xC0) == 0x80)
        at++;
    return at;
}

static void scan_punctuation(const scanner *s, token *t)
{
    static const char *const pairs[] = {"<<", ">>", "->"};
    char first = s->text[t->begin];
    for (size_t i = 0; i < sizeof pairs / sizeof *pairs; i++)
        if (first == pairs[i][0] && peek(s, t->begin + 1) == pairs[i][1]) {
            t->kind = TOKEN_PUNCTUATION;
            t->end = t->begin + 2;
            memcpy(t->punctuation, pairs[i], 2);
            return;
        }
    bool known = first && strchr("+-*/%()[],:=", first);
    t->kind = known ? TOKEN_PUNCTUATION : TOKEN_BAD;
    t->end = code_point_end(s, t->begin);
    if (known)
        t->punctuation[0] = first;
}

static token scan(scanner *s)
{
    while (is_blank(peek(s, s->position)))
        s->position++;
    token t;
    memset(&t, 0, sizeof t);
    t.begin = t.end = s->position;
    char first = peek(s, t.begin);
    if (t.begin >= s->length) {
        t.kind = TOKEN_END;
    } else if (is_name_start(first)) {
        t.kind = TOKEN_NAME;
        while (is_name_part(peek(s, t.end)))
            t.end++;
    } else if (is_digit(first) || (first == '.' && is_digit(peek(s, t.begin + 1)))) {
        scan_number(s, &t);
    } else {
        scan_punctuation(s, &t);
    }
    s->position = t.end;
    return t;
}

void scanner_start(scanner *s, const char *text, size_t length)
{
    memset(s, 0, sizeof *s);
    s->text = text;
    s->length = length < UINT32_MAX - 8 ? (uint32_t)length : UINT32_MAX - 8;
    s->next = scan(s);
}

token scanner_take(scanner *s)
{
    token taken = s->next;
    s->next = scan(s);
    return taken;
}

bool scanner_accept(scanner *s, const char *punctuation)
{
    if (s->next.kind != TOKEN_PUNCTUATION || strcmp(s->next.punctuation, punctuation) != 0)
        return false;
    scanner_take(s);
    return true;
}
