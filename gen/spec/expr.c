/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The vggen authors */
/* The parser of expr.h: precedence climbing, with a cap on how deep both the parser and its tree may get. */
#include "spec/expr.h"

#include <string.h>

typedef struct {
    arena *memory;
    scanner *scan;
    expr_error *error;
    unsigned nesting; /* parentheses, argument lists and signs that are open */
} parser;

/* An expression and how many nodes deep it is; root is NULL after an error. */
typedef struct {
    expr *root;
    unsigned height;
} parsed;

static const parsed failed = {NULL, 0};

static parsed fail(parser *p, token at, const char *id, const char *message, const char *hint)
{
    *p->error = (expr_error){at.begin, at.end, id, message, hint};
    return failed;
}

/* At a token that fits nowhere. */
static parsed fail_at(parser *p, token at, const char *id, const char *message, const char *hint)
{
    const char *likely = expr_hint(p->memory, p->scan->text, p->scan->length, &at);
    return fail(p, at, id, message, likely ? likely : hint);
}

static parsed fail_too_deep(parser *p, token at)
{
    return fail(p, at, "expr-depth",
                arena_printf(p->memory, "the expression is nested more than %u deep", EXPR_MAX_DEPTH),
                "give parts of it names under 'define:'");
}

/* The text of a token as messages quote it. */
static const char *quoted(parser *p, token t)
{
    if (t.kind == TOKEN_END)
        return "the text ended";
    uint32_t length = t.end - t.begin;
    bool cut = length > 40;
    return arena_printf(p->memory, "found '%.*s%s'", cut ? 40 : (int)length, p->scan->text + t.begin, cut ? "..." : "");
}

static uint32_t count_of(const char *text, uint32_t length, const char *accepted)
{
    uint32_t count = 0;
    while (count < length && strchr(accepted, text[count]))
        count++;
    return count;
}

/* Whether a bad token has the form of an integer, so that only its size can be wrong. */
static bool is_large_integer(const char *text, uint32_t length)
{
    uint32_t prefix = length > 2 && text[0] == '0' && text[1] == 'x' ? 2 : 0;
    uint32_t digits = count_of(text + prefix, length - prefix, prefix ? "0123456789abcdefABCDEF" : "0123456789");
    uint32_t at = prefix + digits;
    if (digits == 0 || at == length)
        return digits > 0;
    at += text[at] == ' ';
    return length - at == 3 && strchr("KMG", text[at]) && text[at + 1] == 'i' && text[at + 2] == 'B';
}

static parsed fail_at_bad(parser *p, token t)
{
    const char *text = p->scan->text + t.begin;
    uint32_t length = t.end - t.begin;
    if (count_of(text, 1, "0123456789") == 0)
        return fail_at(p, t, "expr-syntax",
                       arena_printf(p->memory, "expected a number, a name or '(' but %s", quoted(p, t)), NULL);
    if (length > 1 && text[0] == '0' && count_of(text, length, "0123456789") == length)
        return fail(p, t, "expr-literal",
                    arena_printf(p->memory, "an integer does not start with a needless 0, but %s", quoted(p, t)),
                    "write it without the leading 0, or with 0x if it is hexadecimal");
    if (is_large_integer(text, length))
        return fail(p, t, "expr-literal",
                    arena_printf(p->memory, "the integer does not fit in 64 bits: %s", quoted(p, t)), NULL);
    return fail_at(p, t, "expr-literal", arena_printf(p->memory, "expected a number but %s", quoted(p, t)),
                   "integers are 0, 12, 0x1f or 64 KiB (KiB, MiB, GiB)");
}

static parsed make(parser *p, expr_kind kind, uint32_t begin, uint32_t end, size_t count)
{
    parsed made = {ARENA_NEW(p->memory, expr), 1};
    made.root->kind = kind;
    made.root->begin = begin;
    made.root->end = end;
    made.root->count = count;
    if (count)
        made.root->arguments = ARENA_ARRAY(p->memory, expr *, count);
    return made;
}

static parsed parse_binary(parser *p, unsigned least);

static parsed parse_nested(parser *p, token opening)
{
    if (p->nesting >= EXPR_MAX_DEPTH)
        return fail_too_deep(p, opening);
    p->nesting++;
    parsed inner = parse_binary(p, 1);
    p->nesting--;
    return inner;
}

static bool expect_closing(parser *p, token opening, uint32_t *end, const char *expected)
{
    *end = p->scan->next.end;
    if (scanner_accept(p->scan, ")"))
        return true;
    token next = p->scan->next;
    fail_at(p, next.kind == TOKEN_END ? opening : next, "expr-syntax",
            arena_printf(p->memory, "expected %s but %s", expected, quoted(p, next)), NULL);
    return false;
}

static parsed parse_call(parser *p, token name)
{
    token opening = scanner_take(p->scan);
    expr **arguments = NULL;
    size_t count = 0, capacity = 0;
    unsigned height = 0;
    uint32_t end = p->scan->next.end;
    if (!scanner_accept(p->scan, ")")) {
        do {
            parsed argument = parse_nested(p, opening);
            if (!argument.root)
                return failed;
            arguments = arena_grow(p->memory, arguments, count, &capacity, sizeof *arguments);
            arguments[count++] = argument.root;
            height = argument.height > height ? argument.height : height;
        } while (scanner_accept(p->scan, ","));
        if (!expect_closing(p, opening, &end, "',' or ')'"))
            return failed;
    }
    if (height >= EXPR_MAX_DEPTH)
        return fail_too_deep(p, name);
    parsed call = make(p, EXPR_CALL, name.begin, end, 0);
    call.root->name = arena_copy(p->memory, p->scan->text + name.begin, name.end - name.begin);
    call.root->arguments = arguments;
    call.root->count = count;
    call.height = height + 1;
    return call;
}

static parsed parse_integer(parser *p, token t)
{
    if (t.integer > INT64_MAX)
        return fail(p, t, "expr-literal",
                    arena_printf(p->memory, "the integer does not fit in signed 64 bits: %s", quoted(p, t)),
                    "an expression is signed 64-bit; a literal for a u64 may be larger, but stands alone");
    parsed integer = make(p, EXPR_INTEGER, t.begin, t.end, 0);
    integer.root->integer = (int64_t)t.integer;
    return integer;
}

static parsed parse_parentheses(parser *p, token opening)
{
    parsed inner = parse_nested(p, opening);
    uint32_t end;
    bool is_list = p->scan->next.kind == TOKEN_PUNCTUATION && p->scan->next.punctuation[0] == ',';
    if (!inner.root || !expect_closing(p, opening, &end, "')'")) {
        if (inner.root && is_list && !p->error->hint)
            p->error->hint = "a list is written in brackets: [a, b]";
        return failed;
    }
    inner.root->begin = opening.begin;
    inner.root->end = end;
    return inner;
}

static parsed parse_primary(parser *p)
{
    token t = p->scan->next;
    if (t.kind == TOKEN_BAD)
        return fail_at_bad(p, t);
    if (t.kind == TOKEN_REAL)
        return fail(p, t, "expr-literal", arena_printf(p->memory, "expected an integer but %s", quoted(p, t)),
                    "a float stands alone, never inside an expression");
    bool opening = t.kind == TOKEN_PUNCTUATION && strcmp(t.punctuation, "(") == 0;
    if (t.kind != TOKEN_NAME && t.kind != TOKEN_INTEGER && !opening)
        return fail_at(p, t, "expr-syntax",
                       arena_printf(p->memory, "expected a number, a name or '(' but %s", quoted(p, t)), NULL);
    scanner_take(p->scan);
    if (opening)
        return parse_parentheses(p, t);
    if (t.kind == TOKEN_INTEGER)
        return parse_integer(p, t);
    if (p->scan->next.kind == TOKEN_PUNCTUATION && strcmp(p->scan->next.punctuation, "(") == 0)
        return parse_call(p, t);
    parsed name = make(p, EXPR_NAME, t.begin, t.end, 0);
    name.root->name = arena_copy(p->memory, p->scan->text + t.begin, t.end - t.begin);
    return name;
}

/* -9223372036854775808 has no positive counterpart, so the sign is taken into the literal. */
static bool is_least_integer(token t)
{
    return t.kind == TOKEN_INTEGER && t.integer == (uint64_t)INT64_MAX + 1;
}

static parsed parse_unary(parser *p)
{
    token sign = p->scan->next;
    if (!scanner_accept(p->scan, "-"))
        return parse_primary(p);
    token next = p->scan->next;
    if (is_least_integer(next)) {
        scanner_take(p->scan);
        parsed least = make(p, EXPR_INTEGER, sign.begin, next.end, 0);
        least.root->integer = INT64_MIN;
        return least;
    }
    if (p->nesting >= EXPR_MAX_DEPTH)
        return fail_too_deep(p, sign);
    p->nesting++;
    parsed operand = parse_unary(p);
    p->nesting--;
    if (!operand.root)
        return failed;
    if (operand.height >= EXPR_MAX_DEPTH)
        return fail_too_deep(p, sign);
    parsed negated = make(p, EXPR_NEGATE, sign.begin, operand.root->end, 1);
    negated.root->arguments[0] = operand.root;
    negated.height = operand.height + 1;
    return negated;
}

/* 1 for << and >>, 2 for + and -, 3 for * / %, 0 for what is no operator. */
static unsigned precedence(token t)
{
    static const struct {
        const char *op;
        unsigned level;
    } operators[] = {{"<<", 1}, {">>", 1}, {"+", 2}, {"-", 2}, {"*", 3}, {"/", 3}, {"%", 3}};
    if (t.kind != TOKEN_PUNCTUATION)
        return 0;
    for (size_t i = 0; i < sizeof operators / sizeof *operators; i++)
        if (strcmp(t.punctuation, operators[i].op) == 0)
            return operators[i].level;
    return 0;
}

static parsed parse_binary(parser *p, unsigned least)
{
    parsed left = parse_unary(p);
    while (left.root) {
        token op = p->scan->next;
        unsigned level = precedence(op);
        if (level < least || level == 0)
            return left;
        scanner_take(p->scan);
        parsed right = parse_binary(p, level + 1);
        if (!right.root)
            return failed;
        unsigned height = left.height > right.height ? left.height : right.height;
        if (height >= EXPR_MAX_DEPTH)
            return fail_too_deep(p, op);
        parsed binary = make(p, EXPR_BINARY, left.root->begin, right.root->end, 2);
        memcpy(binary.root->op, op.punctuation, sizeof binary.root->op);
        binary.root->arguments[0] = left.root;
        binary.root->arguments[1] = right.root;
        binary.height = height + 1;
        left = binary;
    }
    return failed;
}

expr *expr_parse(arena *a, scanner *s, expr_error *error)
{
    parser p = {a, s, error, 0};
    return parse_binary(&p, 1).root;
}

expr *expr_integer(arena *a, int64_t value)
{
    expr *made = ARENA_NEW(a, expr);
    made->kind = EXPR_INTEGER;
    made->integer = value;
    return made;
}
