/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The vggen authors */
/* A part's body and its kernel's, as they are gone through side by side. */
#ifndef VERIFY_FUSED_BODY_H
#define VERIFY_FUSED_BODY_H

#include "verify/fused_proof.h"

typedef struct {
    text_part *t;
    text_proof *p;
    const text_statement *from; /* of the kernel … */
    const text_statement *to;   /* … and of the part */
    bool *dropped;              /* statements of the kernel that need not be there */
    uint32_t *handle, *value;   /* of a call that sets a word: the statements that give it these, or TEXT_NONE */
    uint32_t *word;             /* … and which word, or TEXT_NONE */
} body;

static inline const text_token *kernel_token(const body *b, uint32_t tok)
{
    return &b->t->from->tokens[tok];
}

static inline const text_token *part_token(const body *b, uint32_t tok)
{
    return &b->p->out->tokens[tok];
}

/* ---- verify_fused_words.c ---- */

/* Finds the calls that set words of the launch. */
bool body_note_calls(body *b);
/* Which parameter `ld.param.… %r, [name];` loads, from its first byte on. */
uint32_t body_loaded_param(const body *b, const text_statement *s);
/* The second operand, if it is one token. */
uint32_t body_last_operand(const body *b, const text_statement *s);

#endif
