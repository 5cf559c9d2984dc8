/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The vggen authors */
#include <string.h>

#include "image/ptx_parts.h"

/* False when the token is not a whole number up to 2^32 - 1. */
static bool read_number(const ptx_reader *r, size_t token, uint32_t *value)
{
    const ptx_token *t = &r->tokens[token];
    const char *text = r->text + t->begin;
    size_t length = t->end - t->begin;
    unsigned base = 10;
    size_t i = 0;
    uint64_t sum = 0;
    if (t->kind != PTX_NUMBER) {
        return false;
    }
    if (length > 2 && text[0] == '0' && (text[1] == 'x' || text[1] == 'X')) {
        base = 16;
        i = 2;
    }
    for (; i < length; i++) {
        unsigned digit = 99;
        if (text[i] >= '0' && text[i] <= '9') {
            digit = (unsigned)(text[i] - '0');
        } else if (text[i] >= 'a' && text[i] <= 'f') {
            digit = (unsigned)(text[i] - 'a') + 10;
        } else if (text[i] >= 'A' && text[i] <= 'F') {
            digit = (unsigned)(text[i] - 'A') + 10;
        }
        /* A trailing U says unsigned. */
        if (text[i] == 'U' && i + 1 == length && i > 0) {
            break;
        }
        if (digit >= base) {
            return false;
        }
        sum = sum * base + digit;
        if (sum > UINT32_MAX) {
            return false;
        }
    }
    *value = (uint32_t)sum;
    return true;
}

bool ptx_expect_number(ptx_reader *r, uint32_t *value)
{
    if (!read_number(r, r->next, value)) {
        return ptx_fail(r, r->next, "expected a number, found '%s'", ptx_copy(r, r->next));
    }
    r->next++;
    return true;
}

/* From an opening mark past the closing one that belongs to it. */
bool ptx_skip_block(ptx_reader *r, const char *open, const char *close)
{
    size_t first = r->next;
    size_t depth = 0;
    for (; r->tokens[r->next].kind != PTX_END; r->next++) {
        if (ptx_is(r, r->next, open)) {
            depth++;
        } else if (ptx_is(r, r->next, close) && --depth == 0) {
            r->next++;
            return true;
        }
    }
    return ptx_fail(r, first, "a '%s' without its '%s'", open, close);
}

void ptx_skip_line(ptx_reader *r)
{
    uint32_t line = r->tokens[r->next].line;
    while (r->tokens[r->next].kind != PTX_END && r->tokens[r->next].line == line) {
        r->next++;
    }
}

size_t ptx_statement_end(const ptx_reader *r, size_t token, size_t limit)
{
    while (token < limit && !ptx_is(r, token, ";")) {
        token++;
    }
    return token < limit ? token + 1 : limit;
}

void ptx_skip_statement(ptx_reader *r)
{
    r->next = ptx_statement_end(r, r->next, r->token_count - 1);
}

typedef struct {
    const char *name;
    uint32_t size;
} ptx_type;

static const ptx_type ptx_types[] = {
    {".b8", 1},  {".u8", 1},    {".s8", 1},     {".pred", 1},       {".b16", 2},     {".u16", 2},
    {".s16", 2}, {".f16", 2},   {".bf16", 2},   {".b32", 4},        {".u32", 4},     {".s32", 4},
    {".f32", 4}, {".f16x2", 4}, {".bf16x2", 4}, {".b64", 8},        {".u64", 8},     {".s64", 8},
    {".f64", 8}, {".b128", 16}, {".texref", 8}, {".samplerref", 8}, {".surfref", 8},
};

static uint32_t type_size(const ptx_reader *r, size_t token)
{
    for (size_t i = 0; i < sizeof ptx_types / sizeof ptx_types[0]; i++) {
        if (ptx_is(r, token, ptx_types[i].name)) {
            return ptx_types[i].size;
        }
    }
    return 0;
}

/* Name and dimensions, after the type. */
bool ptx_read_declarator(ptx_reader *r, ptx_variable *v, uint32_t element)
{
    if (r->tokens[r->next].kind != PTX_WORD) {
        return ptx_fail(r, r->next, "expected a name, found '%s'", ptx_copy(r, r->next));
    }
    v->name = ptx_copy(r, r->next++);
    uint64_t size = element;
    while (ptx_is(r, r->next, "[")) {
        uint32_t count = 0;
        r->next++;
        if (!ptx_is(r, r->next, "]") && !ptx_expect_number(r, &count)) {
            return false;
        }
        if (!ptx_is(r, r->next, "]")) {
            return ptx_fail(r, r->next, "expected ']', found '%s'", ptx_copy(r, r->next));
        }
        r->next++;
        size *= count;
        if (size > UINT32_MAX) {
            return ptx_fail(r, r->next, "'%s' is larger than 4 GiB", v->name);
        }
    }
    v->size = (uint32_t)size;
    return true;
}

/* Directives before the name of a variable or parameter. Only the alignment before .ptr is its own. */
bool ptx_read_specifiers(ptx_reader *r, uint32_t *align, uint32_t *element, bool *managed)
{
    bool pointer = false;
    uint32_t lanes = 1;
    *align = 0;
    *element = 0;
    while (ptx_starts(r, r->next, ".")) {
        size_t token = r->next++;
        uint32_t number = 0;
        if (ptx_is(r, token, ".align")) {
            if (!ptx_expect_number(r, &number)) {
                return false;
            }
            if (number == 0 || (number & (number - 1)) != 0) {
                return ptx_fail(r, token, "an alignment of %u is not a power of two", (unsigned)number);
            }
            *align = pointer ? *align : number;
        } else if (ptx_is(r, token, ".ptr")) {
            pointer = true;
        } else if (ptx_is(r, token, ".v2") || ptx_is(r, token, ".v4") || ptx_is(r, token, ".v8")) {
            lanes = (uint32_t)(r->text[r->tokens[token].begin + 2] - '0');
        } else if (ptx_is(r, token, ".attribute")) {
            size_t first = r->next;
            if (!ptx_skip_block(r, "(", ")")) {
                return false;
            }
            for (size_t i = first; i < r->next; i++) {
                *managed = *managed || ptx_is(r, i, ".managed");
            }
        } else if (type_size(r, token) != 0) {
            *element = type_size(r, token);
        }
    }
    if (*element == 0) {
        return ptx_fail(r, r->next, "expected a type before '%s'", ptx_copy(r, r->next));
    }
    *element *= lanes;
    *align = *align != 0 ? *align : *element;
    return true;
}

bool ptx_read_variable(ptx_reader *r, ptx_variable *v)
{
    uint32_t element;
    memset(v, 0, sizeof *v);
    return ptx_read_specifiers(r, &v->align, &element, &v->written) && ptx_read_declarator(r, v, element);
}

ptx_variable *ptx_find(const ptx_reader *r, ptx_variable *list, size_t count, size_t token)
{
    if (r->tokens[token].kind != PTX_WORD) {
        return NULL;
    }
    for (size_t i = 0; i < count; i++) {
        if (ptx_is(r, token, list[i].name)) {
            return &list[i];
        }
    }
    return NULL;
}
