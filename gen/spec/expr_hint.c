/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The vggen authors */
/* What other languages write where this one has nothing. */
#include "spec/expr_scan.h"

#include <string.h>

typedef struct {
    arena *memory;
    const char *text;
    uint32_t length;
    const token *at;
} place;

static char byte_at(const place *p, uint32_t offset)
{
    return offset < p->length ? p->text[offset] : '\0';
}

static bool is_blank(char c)
{
    return c == ' ' || c == '\t';
}

/* Whether the token that ends at `end`, but for blanks, is this word. */
static bool is_word_before(const place *p, uint32_t end, const char *word)
{
    scanner s;
    token last = {0};

    while (end > 0 && is_blank(p->text[end - 1]))
        end--;
    scanner_start(&s, p->text, end);
    while (s.next.kind != TOKEN_END)
        last = scanner_take(&s);
    return last.end == end && last.end - last.begin == strlen(word) &&
           memcmp(p->text + last.begin, word, strlen(word)) == 0;
}

static bool is_name_before(const place *p, uint32_t end)
{
    scanner s;
    token last = {0};

    scanner_start(&s, p->text, end);
    while (s.next.kind != TOKEN_END)
        last = scanner_take(&s);
    return last.kind == TOKEN_NAME && last.end == end;
}

static bool is_digit(char c)
{
    return c >= '0' && c <= '9';
}

/* "2^8" and "2**8". */
static const char *power_hint(const place *p)
{
    uint32_t begin = p->at->begin - (byte_at(p, p->at->begin) == '*');
    scanner s;
    token exponent;

    scanner_start(&s, p->text + p->at->end, p->length - p->at->end);
    exponent = s.next;
    if (is_word_before(p, begin, "2") && exponent.kind == TOKEN_INTEGER && exponent.integer <= 62)
        return arena_printf(p->memory, "there is no operator for powers: write 1 << %u", (unsigned)exponent.integer);
    return "there is no operator for powers: 1 << n is 2 to the power of n, others are written as products";
}

static const char *member_hint(const place *p)
{
    static const char *const blocks[] = {"block", "blockDim", "block_dim"};

    for (size_t i = 0; i < sizeof blocks / sizeof *blocks; i++)
        if (is_word_before(p, p->at->begin, blocks[i]))
            return "write block: in 'grid' it is the size of a block in the same direction";
    return is_name_before(p, p->at->begin) ? "names have no parts; len(x) is a buffer's elements, sizeof(x) its bytes"
                                           : NULL;
}

static bool holds_dots(const place *p)
{
    for (uint32_t i = p->at->begin; i < p->at->end; i++)
        if (byte_at(p, i) == '.' && byte_at(p, i + 1) == '.')
            return true;
    return false;
}

static bool is_last(const place *p)
{
    uint32_t at = p->at->end;

    while (at < p->length && is_blank(p->text[at]))
        at++;
    return at == p->length;
}

/* "64 KB", "64MB", "64K". */
static bool is_unit(const place *p)
{
    static const char *const units[] = {"KB", "MB", "GB", "kB", "kb", "K", "M", "G", "k", "kiB", "KIB"};
    uint32_t begin = p->at->begin, end = p->at->end;

    if (p->at->kind == TOKEN_BAD)
        while (begin < end && is_digit(p->text[begin]))
            begin++;
    if (p->at->kind != TOKEN_BAD && (p->at->kind != TOKEN_NAME || begin == 0 || !is_blank(p->text[begin - 1])))
        return false;
    for (size_t i = 0; i < sizeof units / sizeof *units; i++)
        if (end - begin == strlen(units[i]) && memcmp(p->text + begin, units[i], end - begin) == 0)
            return true;
    return false;
}

/* "2.5f", "256u", "1ULL". */
static bool has_suffix(const place *p)
{
    uint32_t end = p->at->end, begin = p->at->begin;
    scanner s;
    token number;

    while (end > begin && strchr("fFuUlL", p->text[end - 1]) != NULL)
        end--;
    if (p->at->kind != TOKEN_BAD || end == p->at->end || end == begin)
        return false;
    scanner_start(&s, p->text + begin, end - begin);
    number = scanner_take(&s);
    return (number.kind == TOKEN_INTEGER || number.kind == TOKEN_REAL) && number.end == end - begin;
}

const char *expr_hint(arena *a, const char *text, size_t length, const token *t)
{
    place p = {a, text, (uint32_t)length, t};
    char first = byte_at(&p, t->begin);

    if (t->kind == TOKEN_END)
        return NULL;
    if (holds_dots(&p))
        return "a part of a buffer is written x[first:end], the end not included";
    if (first == '^' || (first == '*' && t->begin > 0 && text[t->begin - 1] == '*'))
        return power_hint(&p);
    if (first == '.')
        return member_hint(&p);
    if (first == ',' && t->begin > 0 && is_digit(text[t->begin - 1]) && is_digit(byte_at(&p, t->end)))
        return "a decimal is written with a point, not with a comma";
    if ((first == ',' || first == ';') && is_last(&p))
        return arena_printf(a, "nothing ends a line: leave out the '%c'", first);
    if (first == '/' && t->begin > 0 && text[t->begin - 1] == '/')
        return "a comment begins with #";
    if (is_unit(&p))
        return "units are KiB, MiB and GiB, of 1024";
    if (has_suffix(&p))
        return "a number has no suffix: its type follows from where it is used";
    if (t->kind == TOKEN_NAME && t->begin > 0 && t->end - t->begin == 1 && (first == 'x' || first == 'X'))
        return "a product is written with *, a list [a, b]";
    if (first != '\0' && strchr("&|~!?<>", first) != NULL && t->end - t->begin == 1)
        return "the operators are + - * / % << >>";
    return NULL;
}
