/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The vggen authors */
/* Literals: one number or word, or lists of them for vectors and structs, as YAML values and in the text of a step. */
#include "spec/read_parts.h"

#include <string.h>

bool read_is_float(const tree *value)
{
    scanner s;
    token t;

    scanner_start(&s, value->text, value->length);
    if (scanner_accept(&s, "-") && s.next.begin != 1)
        return false; /* a space after the minus */
    t = scanner_take(&s);
    if (s.next.kind != TOKEN_END)
        return false;
    if (t.kind == TOKEN_NAME) {
        size_t length = t.end - t.begin;

        return length == 3 &&
               (memcmp(value->text + t.begin, "nan", 3) == 0 || memcmp(value->text + t.begin, "inf", 3) == 0);
    }
    return t.kind == TOKEN_REAL;
}

void read_literal(reader *r, const tree *value, model_literal *literal)
{
    literal->at = value->at;
    if (value->kind != TREE_SEQUENCE) {
        literal->text = read_text(r, value, "a literal");
        return;
    }
    literal->list = true;
    literal->count = value->count;
    literal->items = ARENA_ARRAY(r->a, model_literal, value->count + 1);
    for (size_t i = 0; i < value->count; i++)
        read_literal(r, value->items[i], &literal->items[i]);
}

/* ---- in the text of a step ---- */

#define MAX_LITERAL_DEPTH 3u /* lanes in elements of an array in a struct */

static bool fail_literal(reader *r, const tree *in, token t, const char *expected)
{
    if (t.kind == TOKEN_END)
        read_error_in(r, in, t.begin, t.end, "literal-form", "expected %s, found the end", expected);
    else
        read_error_in(r, in, t.begin, t.end, "literal-form", "expected %s, found '%.*s'", expected,
                      (int)(t.end - t.begin), in->text + t.begin);
    diag_hint(r->d, "a list of literals is written [1.0, -2, nan]");
    return false;
}

/* A number or word with at most a minus before it. */
static bool read_single(reader *r, const tree *in, scanner *s, model_literal *literal)
{
    uint32_t begin = s->next.begin;
    token t;

    scanner_accept(s, "-");
    t = s->next;
    if (t.kind != TOKEN_INTEGER && t.kind != TOKEN_REAL && t.kind != TOKEN_NAME && t.kind != TOKEN_BAD)
        return fail_literal(r, in, t, "a literal");
    scanner_take(s);
    literal->text = names_intern(r->n, in->text + begin, t.end - begin);
    literal->at = tree_part(in, begin, t.end);
    return true;
}

static bool read_nested(reader *r, const tree *in, scanner *s, model_literal *literal, unsigned depth)
{
    token open = s->next, close;
    size_t capacity = 0;

    if (!scanner_accept(s, "["))
        return read_single(r, in, s, literal);
    if (depth == MAX_LITERAL_DEPTH)
        return fail_literal(r, in, open, "a number: no type has lists this deep");
    literal->list = true;
    if (s->next.kind == TOKEN_PUNCTUATION && strcmp(s->next.punctuation, "]") == 0)
        return fail_literal(r, in, s->next, "a literal");
    do {
        literal->items = arena_grow(r->a, literal->items, literal->count, &capacity, sizeof *literal->items);
        memset(&literal->items[literal->count], 0, sizeof *literal->items);
        if (!read_nested(r, in, s, &literal->items[literal->count], depth + 1))
            return false;
        literal->count++;
    } while (scanner_accept(s, ","));
    close = s->next;
    if (!scanner_accept(s, "]"))
        return fail_literal(r, in, close, "',' or ']'");
    literal->at = tree_part(in, open.begin, close.end);
    return true;
}

bool read_literal_text(reader *r, const tree *in, scanner *s, model_literal *literal)
{
    return read_nested(r, in, s, literal, 0);
}
