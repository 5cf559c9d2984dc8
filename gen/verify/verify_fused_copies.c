/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The vggen authors */
/* What kernels use of their module: functions and variables that stand in the module of the fused launches once more,
 * the same but for the names of such. Also what a kernel or a function may not do in a launch. */
#include <string.h>

#include "verify/fused_proof.h"

uint32_t proof_called(const text_module *m, const text_statement *s)
{
    uint32_t at = s->first;

    if (at < s->last && text_is(m, at, "(")) {
        while (at < s->last && !text_is(m, at, ")"))
            at++;
        at += 2;
    }
    return at < s->last ? at : TEXT_NONE;
}

static bool may_call(const text_module *m, const text_function *f, const text_statement *s)
{
    static const char *const known[] = {"vprintf", "malloc", "free", "__assertfail", "cudaGraphSetConditional"};
    uint32_t name = proof_called(m, s);
    const text_name *n = name == TEXT_NONE ? NULL : text_meaning_of(m, f, &m->tokens[name]);

    if (n == NULL || n->meaning != NAME_FUNCTION || m->functions[n->index].entry)
        return false;
    if (m->functions[n->index].body != m->functions[n->index].body_end)
        return true;
    for (size_t i = 0; i < sizeof known / sizeof *known; i++) {
        if (text_is(m, name, known[i]))
            return true;
    }
    return false;
}

const char *proof_forbidden(const text_module *m, const text_function *f, const text_statement *s)
{
    static const char *const words[] = {
        "mbarrier", "cp.async.bulk", "cp.reduce.async.bulk", "cp.async.mbarrier", "wgmma", "tcgen05", "tensormap",
        "multimem", "st.async", "st.bulk", "red.async", "mapa", "getctarank", "barrier.cluster", "clusterlaunchcontrol",
        "setmaxnreg", "fence.proxy", "tex", "tld4", "txq", "istypep", "suld", "sust", "sured", "suq", "brkpt",
        "pmevent", "alloca"};

    for (size_t i = 0; i < sizeof words / sizeof *words; i++) {
        if (text_opcode_is(m, s, words[i]))
            return "does what has a meaning of its own in a launch";
    }
    if (text_opcode_is(m, s, "call") && !may_call(m, f, s))
        return "calls what cannot be followed";
    if (!text_opcode_is(m, s, "call")) {
        for (uint32_t i = s->first; i < s->last; i++) {
            const text_name *n = text_meaning_of(m, f, &m->tokens[i]);

            if (n != NULL && n->meaning == NAME_FUNCTION)
                return "takes the address of a function";
        }
    }
    return NULL;
}

/* ---- copies ---- */

typedef struct {
    text_proof *p;
    text_module *from;
    uint32_t module;
    const text_function *f, *copy; /* NULL: a variable */
} copying;

static bool same_tokens(const copying *c, uint32_t from, uint32_t from_last, uint32_t to, uint32_t to_last);

static bool same_token(const copying *c, uint32_t from, uint32_t to)
{
    const text_token *wanted = &c->from->tokens[from], *found = &c->p->out->tokens[to];
    const text_name *n = text_meaning_of(c->from, c->f, wanted);

    if (n == NULL || n->meaning == NAME_LOCAL || n->meaning == NAME_LABEL)
        return text_same(wanted, found);
    return (n->meaning == NAME_VARIABLE || n->meaning == NAME_FUNCTION) &&
           proof_same_symbol(c->p, c->module, n, to);
}

static bool same_tokens(const copying *c, uint32_t from, uint32_t from_last, uint32_t to, uint32_t to_last)
{
    if (from_last - from != to_last - to)
        return false;
    for (uint32_t i = 0; i < from_last - from; i++) {
        if (!same_token(c, from + i, to + i))
            return false;
    }
    return true;
}

/* It reads no register that the launch has otherwise, and waits for nobody. */
static bool may_be_function(const copying *c, const text_statement *s)
{
    static const char *const lasting[] = {"%laneid",      "%lanemask_eq", "%lanemask_le",
                                          "%lanemask_lt", "%lanemask_ge", "%lanemask_gt"};

    if (proof_forbidden(c->from, c->f, s) != NULL || text_is_barrier(c->from, s) || text_is_warp(c->from, s) ||
        text_opcode_is(c->from, s, "exit") || text_opcode_is(c->from, s, "griddepcontrol"))
        return false;
    if (text_opcode_is(c->from, s, "call") &&
        text_is(c->from, proof_called(c->from, s), "cudaGraphSetConditional"))
        return false;
    for (uint32_t i = s->first; i < s->last; i++) {
        const text_token *t = &c->from->tokens[i];
        bool known = t->at[0] != '%' || text_meaning_of(c->from, c->f, t) != NULL;

        for (size_t k = 0; k < sizeof lasting / sizeof *lasting; k++)
            known = known || text_is(c->from, i, lasting[k]);
        if (!known)
            return false;
    }
    return true;
}

/* A read without coherence has become a plain one. */
static bool same_opcode(const copying *c, const text_statement *from, const text_statement *to)
{
    const text_token *wanted = &c->from->tokens[from->opcode], *found = &c->p->out->tokens[to->opcode];

    if (!text_has_suffix(c->from, from, ".nc"))
        return text_same(wanted, found);
    for (uint32_t i = 0; i + 3 <= wanted->length; i++) {
        if (memcmp(wanted->at + i, ".nc", 3) == 0 && (i + 3 == wanted->length || wanted->at[i + 3] == '.'))
            return found->length == wanted->length - 3 && memcmp(wanted->at, found->at, i) == 0 &&
                   memcmp(wanted->at + i + 3, found->at + i, found->length - i) == 0;
    }
    return false;
}

static bool same_function_statement(const copying *c, const text_statement *from, const text_statement *to)
{
    if (from->kind != to->kind || from->negated != to->negated ||
        (from->guard == TEXT_NONE) != (to->guard == TEXT_NONE))
        return false;
    if (from->guard != TEXT_NONE && !same_token(c, from->guard, to->guard))
        return false;
    if (from->kind == TEXT_INSTRUCTION && !may_be_function(c, from))
        return false;
    if (from->kind == TEXT_DIRECTIVE && text_is(c->from, from->opcode, ".shared"))
        return false;
    return (from->kind == TEXT_LABEL ? same_token(c, from->opcode, to->opcode) : same_opcode(c, from, to)) &&
           same_tokens(c, from->first, from->last, to->first, to->last);
}

static bool same_function(copying *c, text_function *from, text_function *to)
{
    bool same;

    text_read_body(c->from, from);
    text_read_body(c->p->out, to);
    c->f = from;
    c->copy = to;
    same = !to->entry && from->statement_count == to->statement_count &&
           (from->body == from->body_end) == (to->body == to->body_end) &&
           same_tokens(c, from->returns_first, from->returns_last, to->returns_first, to->returns_last) &&
           same_tokens(c, from->head_first, from->head_last, to->head_first, to->head_last);
    if (from->body == from->body_end)
        same = same && text_same(&from->name, &to->name);
    for (size_t i = 0; same && i < from->statement_count; i++)
        same = same_function_statement(c, &from->statements[i], &to->statements[i]);
    return same;
}

static bool may_be_written(const text_proof *p, uint32_t module, const text_variable *v)
{
    const image_module *m = &p->i->modules[module];

    for (size_t i = 0; i < m->written_count; i++) {
        size_t length = strlen(m->written[i]);

        /* Names of the machine code hold those of the source. */
        for (uint32_t k = 0; k + length <= v->name.length; k++) {
            if (memcmp(v->name.at + k, m->written[i], length) == 0)
                return true;
        }
    }
    return false;
}

static bool same_variable(copying *c, const text_variable *from, const text_variable *to)
{
    if (from->external || to->external || from->constant != to->constant ||
        (!from->constant && may_be_written(c->p, c->module, from)))
        return false;
    for (uint32_t i = from->first, k = to->first; i < from->last || k < to->last; i++, k++) {
        if (i >= from->last || k >= to->last)
            return false;
        if (text_same(&c->from->tokens[i], &from->name) && text_same(&c->p->out->tokens[k], &to->name))
            continue;
        if (!same_token(c, i, k))
            return false;
    }
    return true;
}

bool proof_same_symbol(text_proof *p, uint32_t module, const text_name *n, uint32_t tok)
{
    text_module *from = p->sources[module];
    bool function = n->meaning == NAME_FUNCTION;
    const text_name *found = text_meaning_of(p->out, NULL, &p->out->tokens[tok]);
    uint32_t *known = &p->copies[module][function ? from->variable_count + n->index : n->index];
    copying c = {.p = p, .from = from, .module = module};

    if (found == NULL || found->meaning != n->meaning)
        return false;
    if (*known != 0)
        return *known == 1 + found->index;
    *known = 1 + found->index; /* functions may call each other in a circle */
    if (function ? same_function(&c, &from->functions[n->index], &p->out->functions[found->index])
                 : same_variable(&c, &from->variables[n->index], &p->out->variables[found->index]))
        return true;
    return proof_fail(p, tok, "%.*s is not what it is in the module of its kernel", (int)n->length, n->at);
}
