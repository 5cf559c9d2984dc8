/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The vggen authors */

#include "image/ptx_parts.h"

bool ptx_next_statement(const ptx_reader *r, size_t *at, size_t end, ptx_statement *s)
{
    size_t token = *at;
    while (token < end) {
        if (ptx_is(r, token, "{") || ptx_is(r, token, "}") || ptx_is(r, token, ";")) {
            token++;
        } else if (r->tokens[token].kind == PTX_WORD && token + 1 < end && ptx_is(r, token + 1, ":")) {
            token += 2;
        } else if (ptx_is(r, token, ".loc") || ptx_is(r, token, ".file")) {
            uint32_t line = r->tokens[token].line;
            while (token < end && r->tokens[token].line == line) {
                token++;
            }
        } else {
            break;
        }
    }
    *at = ptx_statement_end(r, token, end);
    if (token >= end) {
        return false;
    }
    if (ptx_is(r, token, "@")) {
        token += ptx_is(r, token + 1, "!") ? 3 : 2;
    }
    s->opcode = token < end ? token : end - 1;
    s->first = s->opcode + 1;
    s->last = *at > s->first && ptx_is(r, *at - 1, ";") ? *at - 1 : *at;
    s->last = s->last < s->first ? s->first : s->last;
    return true;
}

size_t ptx_first_operand_end(const ptx_reader *r, const ptx_statement *s)
{
    size_t depth = 0;
    for (size_t i = s->first; i < s->last; i++) {
        if (ptx_is(r, i, "{") || ptx_is(r, i, "(") || ptx_is(r, i, "[")) {
            depth++;
        } else if (depth > 0 && (ptx_is(r, i, "}") || ptx_is(r, i, ")") || ptx_is(r, i, "]"))) {
            depth--;
        } else if (depth == 0 && ptx_is(r, i, ",")) {
            return i;
        }
    }
    return s->last;
}

bool ptx_has_bracket(const ptx_reader *r, const ptx_statement *s)
{
    for (size_t i = s->first; i < s->last; i++) {
        if (ptx_is(r, i, "[")) {
            return true;
        }
    }
    return false;
}

bool ptx_is_call(const ptx_reader *r, size_t opcode)
{
    return ptx_is(r, opcode, "call") || ptx_starts(r, opcode, "call.");
}

size_t ptx_call_target(const ptx_reader *r, const ptx_statement *s)
{
    size_t token = s->first;
    if (token < s->last && ptx_is(r, token, "(")) {
        while (token < s->last && !ptx_is(r, token, ")")) {
            token++;
        }
        token++;
        token += token < s->last && ptx_is(r, token, ",");
    }
    if (token >= s->last || r->tokens[token].kind != PTX_WORD || ptx_starts(r, token, "%")) {
        return 0;
    }
    return token;
}

static void add_index(ptx_reader *r, uint32_t **list, size_t *count, size_t *capacity, size_t index)
{
    for (size_t i = 0; i < *count; i++) {
        if ((*list)[i] == index) {
            return;
        }
    }
    *list = (uint32_t *)arena_grow(r->memory, *list, *count, capacity, sizeof **list);
    (*list)[(*count)++] = (uint32_t)index;
}

static void note_call(ptx_reader *r, ptx_function *f, const ptx_statement *s)
{
    size_t target = ptx_call_target(r, s);
    if (target == 0) {
        f->calls_unknown = true;
        return;
    }
    for (size_t i = 0; i < r->function_count; i++) {
        if (r->functions[i].body != 0 && ptx_is(r, target, r->functions[i].name)) {
            add_index(r, &f->calls, &f->call_count, &f->call_capacity, i);
            return;
        }
    }
    f->allocates = f->allocates || ptx_is(r, target, "malloc") || ptx_is(r, target, "free");
    f->prints = f->prints || ptx_is(r, target, "vprintf");
}

static bool note_shared(ptx_reader *r, ptx_function *f, const ptx_statement *s)
{
    r->next = s->opcode;
    ptx_variable v;
    if (!ptx_read_variable(r, &v)) {
        return false;
    }
    uint32_t element = v.size;
    for (;;) {
        f->shared =
            (ptx_variable *)arena_grow(r->memory, f->shared, f->shared_count, &f->shared_capacity, sizeof *f->shared);
        f->shared[f->shared_count++] = v;
        if (!ptx_is(r, r->next, ",") || r->next + 1 >= s->last) {
            return true;
        }
        /* Further names of one declaration; the compiler writes one for each. */
        v.name = ptx_copy(r, r->next + 1);
        v.size = element;
        r->next += 2;
    }
}

bool ptx_read_body(ptx_reader *r, ptx_function *f)
{
    size_t at = f->body;
    ptx_statement s;
    while (at < f->body_end && ptx_next_statement(r, &at, f->body_end, &s)) {
        if (ptx_is(r, s.opcode, ".shared")) {
            if (!note_shared(r, f, &s)) {
                return false;
            }
            continue;
        }
        if (ptx_is_call(r, s.opcode)) {
            note_call(r, f, &s);
        }
        f->waits = f->waits || ptx_starts(r, s.opcode, "griddepcontrol.wait");
        for (size_t i = s.first; i < s.last; i++) {
            f->grid_sync = f->grid_sync || ptx_is(r, i, "%envreg1") || ptx_is(r, i, "%envreg2");
            const ptx_variable *v = ptx_find(r, r->shared, r->shared_count, i);
            if (v != NULL) {
                add_index(r, &f->uses, &f->use_count, &f->use_capacity, (size_t)(v - r->shared));
            }
            v = ptx_find(r, r->watched, r->watched_count, i);
            if (v != NULL) {
                add_index(r, &f->watched, &f->watched_count, &f->watched_capacity, (size_t)(v - r->watched));
            }
        }
    }
    return true;
}
