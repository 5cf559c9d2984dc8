/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The vggen authors */
/* Where addresses come from: they are followed from a kernel's parameters through the registers, without regard to
 * order. */
#include <string.h>

#include "image/ptx_parts.h"

static void set_bit(uint64_t *set, size_t bit)
{
    set[bit / 64] |= (uint64_t)1 << (bit % 64);
}

size_t ptx_unknown_address(const ptx_addresses *w)
{
    return w->params;
}

size_t ptx_variable_address(const ptx_addresses *w)
{
    return w->params + 1;
}

static bool is_constant(const ptx_reader *r, size_t token)
{
    return r->tokens[token].kind != PTX_WORD || ptx_is(r, token, "WARP_SZ");
}

static bool is_module_variable(const ptx_reader *r, size_t token)
{
    if (ptx_find(r, r->globals, r->global_count, token) != NULL) {
        return true;
    }
    return r->tokens[token].kind == PTX_WORD && ptx_is_toolkit_name(ptx_copy(r, token));
}

void ptx_gather_sources(ptx_addresses *w, size_t first, size_t last)
{
    const ptx_reader *r = w->r;
    memset(w->sources, 0, w->registers.words * sizeof *w->sources);
    for (size_t i = first; i < last; i++) {
        const ptx_register *held = ptx_find_register(&w->registers, i, false);
        if (held != NULL) {
            (void)ptx_add_held(&w->registers, held, w->sources);
        } else if (is_constant(r, i) || ptx_starts(r, i, "%")) {
            /* A register that was never given anything holds nothing yet. */
            continue;
        } else {
            set_bit(w->sources, is_module_variable(r, i) ? ptx_variable_address(w) : ptx_unknown_address(w));
        }
    }
}

static void give(ptx_addresses *w, size_t first, size_t last)
{
    w->changed = ptx_give_registers(&w->registers, first, last, w->sources) || w->changed;
}

static bool ends_with(const ptx_reader *r, size_t token, const char *end)
{
    const ptx_token *t = &r->tokens[token];
    size_t length = strlen(end);
    return t->end - t->begin >= length && memcmp(r->text + t->end - length, end, length) == 0;
}

/* Whether what the statement delivers has room for an address. */
static bool is_wide(const ptx_reader *r, size_t opcode)
{
    return ends_with(r, opcode, "64") || ends_with(r, opcode, "128");
}

size_t ptx_bracket(const ptx_reader *r, const ptx_statement *s)
{
    size_t at = s->first;
    while (at < s->last && !ptx_is(r, at, "[")) {
        at++;
    }
    return at;
}

static void give_parameter(ptx_addresses *w, const ptx_statement *s)
{
    size_t name = ptx_bracket(w->r, s) + 1;
    size_t param = ptx_unknown_address(w);
    for (size_t i = 0; i < w->params && name < s->last; i++) {
        if (ptx_is(w->r, name, w->f->entry->params[i].name)) {
            param = i;
        }
    }
    memset(w->sources, 0, w->registers.words * sizeof *w->sources);
    set_bit(w->sources, param);
    give(w, s->first, ptx_first_operand_end(w->r, s));
}

/* What values a statement moves. */
static void follow(ptx_addresses *w, const ptx_statement *s)
{
    const ptx_reader *r = w->r;
    size_t middle = ptx_first_operand_end(r, s);
    /* A truth value holds no address. */
    if (ptx_starts(r, s->opcode, ".") || ptx_starts(r, s->opcode, "setp.") || ptx_is_call(r, s->opcode)) {
        return;
    }
    if (ptx_starts(r, s->opcode, "ld.param")) {
        give_parameter(w, s);
        return;
    }
    bool memory = ptx_has_bracket(r, s);
    if (memory && !is_wide(r, s->opcode)) {
        return; /* too small for an address */
    }
    ptx_gather_sources(w, middle, memory ? middle : s->last);
    for (size_t i = middle; i < s->last; i++) {
        memory = memory || (ptx_starts(r, s->opcode, "mov.b") && ptx_is(r, i, "{")); /* put together of halves */
    }
    if (memory) {
        set_bit(w->sources, ptx_unknown_address(w));
    }
    give(w, s->first, middle);
}

bool ptx_has_source(const ptx_addresses *w, size_t source)
{
    return (w->sources[source / 64] >> (source % 64) & 1) != 0;
}

void ptx_follow_addresses(ptx_reader *r, ptx_function *f, ptx_addresses *w)
{
    memset(w, 0, sizeof *w);
    w->r = r;
    w->f = f;
    w->params = f->entry != NULL ? f->entry->param_count : 0;
    w->registers.r = r;
    w->registers.words = (w->params + 2 + 63) / 64;
    w->sources = ARENA_ARRAY(r->memory, uint64_t, w->registers.words);
    do {
        size_t at = f->body;
        ptx_statement s;
        w->changed = false;
        while (at < f->body_end && ptx_next_statement(r, &at, f->body_end, &s)) {
            follow(w, &s);
        }
    } while (w->changed);
}
