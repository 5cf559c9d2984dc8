/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The vggen authors */
/* Words of a fused launch that kernels set: calls of cudaGraphSetConditional, which are stores there. */
#include <string.h>

#include "verify/fused_body.h"

/* The only statement that writes a register, if it is not guarded, and how often it stands anywhere. */
static uint32_t only_writer(const body *b, const text_token *name, size_t *uses)
{
    uint32_t found = TEXT_NONE, first, last;
    size_t writers = 0;

    *uses = 0;
    for (uint32_t i = 0; i < b->t->kernel->statement_count; i++) {
        const text_statement *s = &b->t->kernel->statements[i];

        if (s->kind != TEXT_INSTRUCTION)
            continue;
        for (uint32_t k = s->first; k < s->last; k++)
            *uses += text_same(kernel_token(b, k), name);
        if (text_opcode_is(b->t->from, s, "st") || !text_operand(b->t->from, s, 0, &first, &last))
            continue;
        for (uint32_t k = first; k < last; k++) {
            if (text_same(kernel_token(b, k), name)) {
                writers++;
                found = s->guard == TEXT_NONE ? i : TEXT_NONE;
            }
        }
    }
    return writers == 1 ? found : TEXT_NONE;
}

uint32_t body_loaded_param(const body *b, const text_statement *s)
{
    const text_name *n;

    if (!text_opcode_is(b->t->from, s, "ld.param") || s->first + 5 != s->last)
        return TEXT_NONE;
    n = text_meaning_of(b->t->from, b->t->kernel, kernel_token(b, s->first + 3));
    return n != NULL && n->meaning == NAME_PARAM ? n->index : TEXT_NONE;
}

/* The statement before the call that stores to what it is given there. */
static uint32_t given_by(const body *b, uint32_t call, uint32_t name)
{
    for (uint32_t i = call; i-- > 0 && b->t->kernel->statements[i].kind != TEXT_OPEN;) {
        const text_statement *s = &b->t->kernel->statements[i];

        if (text_opcode_is(b->t->from, s, "st.param") && s->guard == TEXT_NONE &&
            text_same(kernel_token(b, s->first + 1), kernel_token(b, name)))
            return i;
    }
    return TEXT_NONE;
}

uint32_t body_last_operand(const body *b, const text_statement *s)
{
    uint32_t first, last;

    return text_operand(b->t->from, s, 1, &first, &last) && last == first + 1 ? first : TEXT_NONE;
}

/* A call of cudaGraphSetConditional by a handle that is a word of the launch. */
static bool note_call(body *b, uint32_t call)
{
    const text_statement *s = &b->t->kernel->statements[call];
    uint32_t name = proof_called(b->t->from, s), register_of = TEXT_NONE, loads = TEXT_NONE, param;
    size_t uses;

    if (name == TEXT_NONE || !text_is(b->t->from, name, "cudaGraphSetConditional"))
        return true;
    if (name + 7 <= s->last + 1 && text_is(b->t->from, name + 2, "(")) {
        b->handle[call] = given_by(b, call, name + 3);
        b->value[call] = given_by(b, call, name + 5);
    }
    if (b->handle[call] != TEXT_NONE && b->value[call] != TEXT_NONE)
        register_of = body_last_operand(b, &b->t->kernel->statements[b->handle[call]]);
    if (register_of != TEXT_NONE)
        loads = only_writer(b, kernel_token(b, register_of), &uses);
    param = loads == TEXT_NONE ? TEXT_NONE : body_loaded_param(b, &b->t->kernel->statements[loads]);
    if (param == TEXT_NONE)
        return proof_fail(b->p, b->p->entry->statements[b->t->body].opcode,
                          "its kernel sets a condition in a way that is not known here");
    if (!b->t->part->given[param].condition)
        return true;
    b->word[call] = b->t->part->given[param].index;
    b->dropped[b->handle[call]] = b->dropped[b->value[call]] = true;
    return true;
}

/* What a word's handle is loaded into is used by those calls alone. */
static bool handles_hold(body *b)
{
    for (uint32_t i = 0; i < b->t->kernel->statement_count; i++) {
        const text_statement *s = &b->t->kernel->statements[i];
        uint32_t param = body_loaded_param(b, s);
        size_t uses, calls = 0;

        if (param == TEXT_NONE || !b->t->part->given[param].condition)
            continue;
        (void)only_writer(b, kernel_token(b, s->first), &uses);
        for (uint32_t c = 0; c < b->t->kernel->statement_count; c++) {
            uint32_t at = b->word[c] == TEXT_NONE ? TEXT_NONE
                                                  : body_last_operand(b, &b->t->kernel->statements[b->handle[c]]);

            calls += at != TEXT_NONE && text_same(kernel_token(b, at), kernel_token(b, s->first));
        }
        if (uses != 1 + calls)
            return proof_fail(b->p, b->p->entry->statements[b->t->body].opcode,
                              "its kernel does more with a condition than to set it");
    }
    return true;
}

bool body_note_calls(body *b)
{
    size_t count = b->t->kernel->statement_count;
    arena *a = b->p->v->memory;
    bool right = true;

    b->dropped = ARENA_ARRAY(a, bool, count);
    b->handle = ARENA_ARRAY(a, uint32_t, count);
    b->value = ARENA_ARRAY(a, uint32_t, count);
    b->word = ARENA_ARRAY(a, uint32_t, count);
    for (uint32_t i = 0; i < count; i++)
        b->handle[i] = b->value[i] = b->word[i] = TEXT_NONE;
    for (uint32_t i = 0; right && i < count; i++) {
        if (text_opcode_is(b->t->from, &b->t->kernel->statements[i], "call"))
            right = note_call(b, i);
    }
    return right && handles_hold(b);
}
