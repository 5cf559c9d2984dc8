/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The vggen authors */
/* What statements of PTX are. */
#include <stdlib.h>
#include <string.h>

#include "verify/fused_text.h"

bool text_is_own(const text_token *t)
{
    return (t->length > 4 && memcmp(t->at, "vgf_", 4) == 0) || (t->length > 5 && memcmp(t->at, "%vgf_", 5) == 0);
}

bool text_has_suffix(const text_module *m, const text_statement *s, const char *suffix)
{
    size_t length = strlen(suffix);
    const text_token *t = &m->tokens[s->opcode];

    for (size_t i = 0; i + length <= t->length; i++) {
        if (t->at[i] == '.' && memcmp(t->at + i, suffix, length) == 0 &&
            (i + length == t->length || t->at[i + length] == '.'))
            return true;
    }
    return false;
}

bool text_operand(const text_module *m, const text_statement *s, unsigned number, uint32_t *first, uint32_t *last)
{
    uint32_t begin = s->first, depth = 0;
    unsigned at = 0;

    for (uint32_t i = s->first; i <= s->last; i++) {
        if (i < s->last && (text_is(m, i, "{") || text_is(m, i, "(") || text_is(m, i, "[")))
            depth++;
        else if (i < s->last && depth > 0 && (text_is(m, i, "}") || text_is(m, i, ")") || text_is(m, i, "]")))
            depth--;
        else if (i == s->last || (depth == 0 && text_is(m, i, ","))) {
            if (at++ == number) {
                *first = begin;
                *last = i;
                return begin < i;
            }
            begin = i + 1;
        }
    }
    return false;
}

unsigned text_operand_count(const text_module *m, const text_statement *s)
{
    uint32_t first, last;
    unsigned count = 0;

    while (text_operand(m, s, count, &first, &last))
        count++;
    return count;
}

bool text_number(const text_token *t, int64_t *value)
{
    char digits[24];
    char *end;
    unsigned long long number;

    if (t->length == 0 || t->length >= sizeof digits || t->at[0] < '0' || t->at[0] > '9')
        return false;
    memcpy(digits, t->at, t->length);
    digits[t->length] = '\0';
    number = strtoull(digits, &end, 0);
    if (*end == 'U')
        end++;
    *value = (int64_t)number;
    return *end == '\0' && number <= INT64_MAX;
}

uint32_t text_line(const text_module *m, const text_statement *s)
{
    return m->tokens[s->guard != TEXT_NONE ? s->guard : s->opcode].line;
}

bool text_is_barrier(const text_module *m, const text_statement *s)
{
    return (text_opcode_is(m, s, "bar") && !text_opcode_is(m, s, "bar.warp")) || text_opcode_is(m, s, "barrier");
}

bool text_is_leave(const text_module *m, const text_statement *s)
{
    return text_opcode_is(m, s, "ret") || text_opcode_is(m, s, "exit");
}

bool text_is_warp(const text_module *m, const text_statement *s)
{
    static const char *const words[] = {"shfl",    "vote",     "match",    "activemask", "redux", "elect",
                                        "bar.warp", "ldmatrix", "stmatrix", "movmatrix", "mma",   "wmma"};

    for (size_t i = 0; i < sizeof words / sizeof *words; i++) {
        if (text_opcode_is(m, s, words[i]))
            return true;
    }
    return false;
}
