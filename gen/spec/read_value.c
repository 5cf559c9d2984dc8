/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The vggen authors */
/* The forms that values take: mappings, lists, words and expressions; and those that YAML cut apart. */
#include "spec/read_parts.h"

#include <string.h>

#define MAX_SIZES 3u

void read_not_yet(reader *r, span at, const char *what)
{
    diag_error(r->d, at, "not-yet", "'%s' is not supported yet", what);
}

bool read_count(reader *r, span at, size_t count, size_t limit, const char *what)
{
    if (count <= limit)
        return true;
    r->m->incomplete = true;
    diag_error(r->d, at, "too-many", "at most %zu %s are possible, found %zu", limit, what, count);
    return false;
}

void read_error_in(reader *r, const tree *in, uint32_t begin, uint32_t end, const char *id, const char *format, ...)
{
    va_list arguments;
    const char *text;

    va_start(arguments, format);
    text = arena_vprintf(r->a, format, arguments);
    va_end(arguments);
    diag_error(r->d, tree_part(in, begin, end), id, "%s", text);
}

void read_expr_error(reader *r, const tree *in, const expr_error *error)
{
    diag_error(r->d, tree_part(in, error->begin, error->end), error->id, "%s", error->message);
    if (error->hint != NULL)
        diag_hint(r->d, "%s", error->hint);
}

/* ---- values cut apart by YAML's flow style ---- */

/* Opening less closing brackets of a scalar. */
static int bracket_balance(const tree *in)
{
    int balance = 0;

    if (in->kind != TREE_SCALAR || in->quoted)
        return 0;
    for (size_t i = 0; i < in->length; i++) {
        balance += in->text[i] == '(';
        balance -= in->text[i] == ')';
    }
    return balance;
}

bool read_is_cut(reader *r, const tree *collection)
{
    if (collection->kind == TREE_SCALAR || !collection->flow)
        return false;
    for (size_t i = 0; i < collection->count; i++) {
        if (bracket_balance(collection->items[i]) > 0) {
            diag_error(r->d, collection->items[i]->at, "flow-split", "a comma inside %s ends the value '%s'",
                       collection->kind == TREE_SEQUENCE ? "[ ]" : "{ }", collection->items[i]->text);
            diag_hint(r->d, collection->kind == TREE_SEQUENCE
                                ? "put quotes around an element that has a comma: [\"ceil_div(N, 256)\", 2]"
                                : "put quotes around the value, or write each key on its own line");
            return true;
        }
    }
    return false;
}

/* "2,5" in [ ] or { }: what follows the comma is no digit's own. */
static bool follows_comma(const reader *r, span at)
{
    size_t length = 0;
    const char *bytes = diag_source_bytes(r->d, at.source, &length);

    return at.begin >= 2 && at.begin < length && bytes[at.begin - 1] == ',' && strchr("0123456789", bytes[at.begin]) &&
           strchr("0123456789", bytes[at.begin - 2]);
}

bool read_hint_decimal(reader *r, const tree *after)
{
    if (after->quoted || !follows_comma(r, after->at))
        return false;
    diag_hint(r->d, "a decimal is written with a point, not with a comma");
    return true;
}

bool read_is_absent(const tree *value)
{
    return value->kind == TREE_SCALAR && value->length == 0 && !value->quoted;
}

/* ---- kinds of values ---- */

static const char *kind_name(const tree *value)
{
    if (value->kind == TREE_SEQUENCE)
        return "a list";
    if (value->kind == TREE_MAPPING)
        return "a mapping";
    return value->length == 0 ? "nothing" : "a single value";
}

bool read_is_mapping(reader *r, const tree *value, const char *what)
{
    if (value->kind == TREE_MAPPING || read_is_absent(value))
        return true;
    diag_error(r->d, value->at, "value-kind", "%s is a mapping of keys to values, found %s", what, kind_name(value));
    if (value->kind == TREE_SEQUENCE && !value->flow)
        diag_hint(r->d, "write 'key: value' lines, without a dash before them");
    return false;
}

bool read_is_named(reader *r, const tree *key, const tree *value)
{
    if (!read_is_absent(value) || text_is_identifier(key->text))
        return true;
    r->m->incomplete = true;
    diag_error(r->d, key->at, "name-form", "'%s' is not a name: letters, digits and _, no digit first", key->text);
    if (!read_hint_decimal(r, key))
        diag_hint(r->d, "a colon and a blank stand between a name and what it is");
    return false;
}

bool read_is_section(reader *r, const tree *value, const char *what)
{
    if (read_is_mapping(r, value, what) && !read_is_cut(r, value))
        return value->kind == TREE_MAPPING;
    r->m->incomplete = true;
    return false;
}

bool read_list(reader *r, const tree *const *value, const char *expected, const tree *const **items, size_t *count)
{
    const tree *v = *value;

    if (v->kind == TREE_SEQUENCE) {
        *items = (const tree *const *)v->items;
        *count = v->count;
        return !read_is_cut(r, v);
    }
    if (v->kind == TREE_SCALAR && v->length > 0) {
        *items = value;
        *count = 1;
        return true;
    }
    diag_error(r->d, v->at, "value-kind", "expected %s, found %s", expected, kind_name(v));
    return false;
}

const char *read_text(reader *r, const tree *value, const char *expected)
{
    if (value->kind == TREE_SCALAR && value->length > 0)
        return names_intern(r->n, value->text, value->length);
    diag_error(r->d, value->at, "value-kind", "expected %s, found %s", expected, kind_name(value));
    return NULL;
}

size_t read_word_count(const char *const *words)
{
    size_t count = 0;

    while (words[count] != NULL)
        count++;
    return count;
}

static const char *word_list(reader *r, const char *const *words, size_t count)
{
    const char *text = words[0];

    for (size_t i = 1; i < count; i++)
        text = arena_printf(r->a, "%s%s%s", text, i + 1 < count ? ", " : " or ", words[i]);
    return text;
}

bool read_word(reader *r, const tree *value, const char *const *words, size_t *found)
{
    size_t count = read_word_count(words);
    const char *expected = word_list(r, words, count);
    const char *text = read_text(r, value, expected), *nearest;

    for (*found = 0; text != NULL && *found < count; ++*found)
        if (strcmp(text, words[*found]) == 0)
            return true;
    if (text == NULL)
        return false;
    diag_error(r->d, value->at, "word-unknown", "expected %s, found '%s'", expected, text);
    nearest = read_word_hint(text, words, count);
    if (nearest != NULL)
        diag_hint(r->d, "did you mean '%s'?", nearest);
    return false;
}

void read_flag(reader *r, const tree *value, bool *flag)
{
    static const char *const words[] = {"true", "false", NULL};
    size_t found = 0;

    if (read_word(r, value, words, &found))
        *flag = found == 0;
}

/* ---- expressions ---- */

void read_expr(reader *r, const tree *value, model_expr *e)
{
    expr_error error = {0};
    scanner s;
    token rest;

    if (read_text(r, value, "an integer expression") == NULL)
        return;
    scanner_start(&s, value->text, value->length);
    e->at = value->at;
    e->in = value;
    e->root = expr_parse(r->a, &s, &error);
    if (e->root == NULL) {
        read_expr_error(r, value, &error);
        return;
    }
    rest = scanner_take(&s);
    if (rest.kind != TOKEN_END) {
        const char *hint = expr_hint(r->a, value->text, value->length, &rest);

        read_error_in(r, value, rest.begin, rest.end, "expr-end", "the expression should end before '%.*s'",
                      (int)(rest.end - rest.begin), value->text + rest.begin);
        if (hint != NULL)
            diag_hint(r->d, "%s", hint);
        e->root = NULL;
    }
}

void read_sizes(reader *r, const tree *value, model_expr *sizes, size_t *count, span *at)
{
    size_t found = 0;
    const tree *const *items;

    *at = value->at;
    if (!read_list(r, &value, "a number or a list of up to three", &items, &found))
        return;
    if (found == 0 || found > MAX_SIZES) {
        diag_error(r->d, value->at, "list-length", "expected one to three sizes (x, y, z), found %zu", found);
        return;
    }
    for (size_t i = 0; i < found; i++) {
        if (items[i]->kind == TREE_SCALAR && strcmp(items[i]->text, "resident") == 0) {
            diag_error(r->d, items[i]->at, "grid-resident",
                       "'resident' stands for all of a grid, and for nothing else");
            diag_hint(r->d, "such a grid has blocks in x alone: grid: resident");
            return;
        }
        read_expr(r, items[i], &sizes[i]);
    }
    *count = found;
}
