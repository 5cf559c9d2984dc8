/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The vggen authors */
/* The body of a part against the body of its kernel, statement by statement and token by token. Registers and local
 * variables have the same names, since each part is a scope of its own. What may differ is listed in fuse/fuse_text.h
 * and nowhere else: everything that is not one of these differences is a mistake. */
#include <string.h>

#include "verify/fused_body.h"

static bool fail(const body *b, const char *why)
{
    const text_token *found = part_token(b, b->to->opcode);

    return proof_fail(b->p, b->to->opcode, "%s (line %u of its kernel's text), found %.*s", why,
                      text_line(b->t->from, b->from), (int)found->length, found->at);
}

/* ---- operands ---- */

/* `+4`, `+-4`, `-4`, one after the other: their sum. */
static int64_t read_sum(const text_module *m, uint32_t *at, uint32_t last)
{
    int64_t sum = 0, number;

    while (*at + 1 < last && (text_is(m, *at, "+") || text_is(m, *at, "-"))) {
        bool minus = text_is(m, *at, "-");
        uint32_t next = *at + 1;

        if (text_is(m, next, "-")) {
            minus = !minus;
            next++;
        }
        if (next >= last || !text_number(&m->tokens[next], &number))
            break;
        sum += minus ? -number : number;
        *at = next + 1;
    }
    return sum;
}

static uint32_t area_of(body *b, const text_name *n)
{
    text_part *t = b->t;
    const text_variable *v = text_shared_of(t->from, t->kernel, n);

    for (size_t i = 0; i < t->area_count; i++) { /* arrays without a size all begin where dynamic memory does */
        if (t->areas[i].variable == v || (v->size == 0 && t->areas[i].variable->size == 0))
            return (uint32_t)i;
    }
    t->areas = arena_grow(b->p->v->memory, t->areas, t->area_count, &t->area_room, sizeof *t->areas);
    t->areas[t->area_count] = (text_area){v, v->size > 0 ? v->size : t->node->shared_bytes};
    return (uint32_t)t->area_count++;
}

/* A shared variable and what is added to it, against a place in the launch's area. */
static bool same_shared(body *b, const text_name *n, uint32_t *from, uint32_t from_last, uint32_t *to, uint32_t to_last)
{
    uint32_t base = *to;
    int64_t wanted, found;

    if (base >= to_last || (!text_is_own(part_token(b, base))))
        return false;
    ++*from;
    ++*to;
    wanted = read_sum(b->t->from, from, from_last);
    found = read_sum(b->p->out, to, to_last);
    part_add_use(b->t, USE_SHARED, area_of(b, n), base, found - wanted);
    return true;
}

/* `%tid.x` and its like; the kind and the dimension. */
static bool is_replaced(const text_token *t, use_kind *kind, uint32_t *dimension)
{
    static const struct {
        const char *name;
        use_kind kind;
    } names[] = {{"%tid.", USE_TID}, {"%ntid.", USE_NTID}, {"%ctaid.", USE_CTAID}, {"%nctaid.", USE_NCTAID}};

    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        size_t length = strlen(names[i].name);

        if (t->length != length + 1 || memcmp(t->at, names[i].name, length) != 0)
            continue;
        *kind = names[i].kind;
        *dimension = (uint32_t)(t->at[length] - 'x');
        return *dimension < 3;
    }
    return false;
}

/* Special registers that are not replaced: lanes stay what they are in whole warps; the others only in a launch whose
 * threads are all the part's. */
static bool may_stay(const text_part *t, const text_token *name)
{
    static const char *const always[] = {"%laneid",      "%lanemask_eq", "%lanemask_le",
                                         "%lanemask_lt", "%lanemask_ge", "%lanemask_gt"};
    static const char *const whole[] = {"%warpid",   "%nwarpid", "%smid",        "%nsmid",          "%clock",
                                        "%clock_hi", "%clock64", "%globaltimer", "%globaltimer_lo", "%globaltimer_hi"};

    for (size_t i = 0; i < sizeof always / sizeof *always; i++) {
        if (name->length == strlen(always[i]) && memcmp(name->at, always[i], name->length) == 0)
            return true;
    }
    for (size_t i = 0; i < sizeof whole / sizeof *whole && part_is_whole(t); i++) {
        if (name->length == strlen(whole[i]) && memcmp(name->at, whole[i], name->length) == 0)
            return true;
    }
    return false;
}

static bool same_label(body *b, const text_name *n, uint32_t to)
{
    text_token *known = &b->t->labels[n->index];

    if (known->length == 0)
        *known = *part_token(b, to);
    return text_same(known, part_token(b, to)) && text_is_own(known);
}

static bool same_param(const body *b, const text_name *n, uint32_t to)
{
    const plan_given *given = &b->t->part->given[n->index];

    return !given->condition && !given->loaded &&
           text_same(&b->p->entry->params[given->index], part_token(b, to));
}

static bool same_name(body *b, const text_name *n, uint32_t *from, uint32_t from_last, uint32_t *to, uint32_t to_last)
{
    bool same = false;

    switch (n->meaning) {
    case NAME_LOCAL:
        same = text_same(kernel_token(b, *from), part_token(b, *to));
        break;
    case NAME_LABEL:
        same = same_label(b, n, *to);
        break;
    case NAME_PARAM:
        same = same_param(b, n, *to);
        break;
    case NAME_SHARED:
        return same_shared(b, n, from, from_last, to, to_last);
    case NAME_VARIABLE:
    case NAME_FUNCTION:
        same = proof_same_symbol(b->p, b->p->i->module_of[b->t->node->kernel], n, *to);
        break;
    }
    ++*from;
    ++*to;
    return same;
}

static bool is_name(const text_token *t)
{
    char c = t->at[0];

    return c == '%' || c == '_' || c == '$' || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
}

static bool same_operands(body *b, uint32_t from, uint32_t from_last, uint32_t to, uint32_t to_last)
{
    while (from < from_last && to < to_last) {
        const text_token *wanted = kernel_token(b, from), *found = part_token(b, to);
        const text_name *n = is_name(wanted) ? text_meaning_at(b->t->from, b->t->kernel, from) : NULL;
        use_kind kind;
        uint32_t dimension;

        if (n != NULL) {
            if (!same_name(b, n, &from, from_last, &to, to_last))
                return false;
            continue;
        }
        if (wanted->at[0] == '%' && is_replaced(wanted, &kind, &dimension)) {
            part_add_use(b->t, kind, dimension, to, 0);
        } else if (wanted->at[0] == '%' && !may_stay(b->t, wanted)) {
            return false;
        } else if (!text_same(wanted, found)) {
            return false;
        }
        from++;
        to++;
    }
    return from == from_last && to == to_last;
}

/* ---- statements ---- */

static bool same_guard(const body *b)
{
    if (b->from->guard == TEXT_NONE || b->to->guard == TEXT_NONE)
        return b->from->guard == b->to->guard;
    return b->from->negated == b->to->negated &&
           text_same(kernel_token(b, b->from->guard), part_token(b, b->to->guard));
}

/* `ret` is a branch to the end of the part, or to where it goes on with the next block. */
static bool same_leave(body *b)
{
    const text_statement *entry = b->p->entry->statements;
    const text_token *end = part_token(b, entry[b->t->end].opcode), *done = end;

    if (entry[b->t->tail].kind == TEXT_LABEL)
        done = part_token(b, entry[b->t->tail].opcode);
    if (!text_opcode_is(b->p->out, b->to, "bra") || b->to->last != b->to->first + 1 ||
        !text_same(part_token(b, b->to->first), done))
        return fail(b, "expected a branch to where the part ends");
    return true;
}

static bool same_barrier(body *b)
{
    unsigned operands = text_operand_count(b->t->from, b->from), given = text_operand_count(b->p->out, b->to);
    bool reduces = text_has_suffix(b->t->from, b->from, ".red");
    unsigned at = reduces ? 1 : 0, count = at + 1, i, k;
    bool counted = reduces ? operands == 4 : operands == 2;
    uint32_t first, last, to_first, to_last;
    int64_t number, threads;

    b->t->barriers = true;
    if (!text_same(kernel_token(b, b->from->opcode), part_token(b, b->to->opcode)))
        return fail(b, "expected the barrier of its kernel");
    for (i = k = 0; i < operands; i++, k++) {
        if (!text_operand(b->t->from, b->from, i, &first, &last) ||
            !text_operand(b->p->out, b->to, k, &to_first, &to_last))
            return fail(b, "expected the barrier of its kernel");
        if (i != at) {
            if (!same_operands(b, first, last, to_first, to_last))
                return fail(b, "expected the operands of its kernel's barrier");
            continue;
        }
        if (last != first + 1 || to_last != to_first + 1 || !text_number(kernel_token(b, first), &number) ||
            number > 15)
            return fail(b, "expected a barrier with a number");
        part_add_use(b->t, USE_BARRIER, (uint32_t)number, to_first, 0);
        if (counted || given == operands)
            continue;
        k++; /* all threads of the part's block */
        if (!text_operand(b->p->out, b->to, count, &to_first, &to_last) || to_last != to_first + 1 ||
            !text_number(part_token(b, to_first), &threads) ||
            (uint64_t)threads != (uint64_t)b->t->block[0] * b->t->block[1] * b->t->block[2])
            return fail(b, "expected a barrier of all threads of the part's block");
    }
    if (!counted && given == operands && !part_is_whole(b->t) &&
        b->t->block[0] * b->t->block[1] * b->t->block[2] != b->p->launch->block[0])
        return fail(b, "expected a barrier of the part's threads, not of all of the launch");
    return k == given || fail(b, "expected the operands of its kernel's barrier");
}

/* Which parameter a load begins with that stands in memory in a resident launch, and where its name is. */
static uint32_t param_in_memory(const body *b, uint32_t *name)
{
    uint32_t first, last;

    if (!text_opcode_is(b->t->from, b->from, "ld.param") || !text_operand(b->t->from, b->from, 1, &first, &last))
        return TEXT_NONE;
    for (*name = first; *name < last; ++*name) {
        const text_name *n = NULL;

        if (is_name(kernel_token(b, *name)))
            n = text_meaning_at(b->t->from, b->t->kernel, *name);
        if (n != NULL && n->meaning == NAME_PARAM)
            return b->t->part->given[n->index].loaded ? n->index : TEXT_NONE;
    }
    return TEXT_NONE;
}

/* `ld.param.u64 %vgf_at, [parameter];` and then `ld.global.T …, [%vgf_at+offset…];` */
static bool same_load(body *b, uint32_t param, uint32_t name, uint32_t *at)
{
    const plan_given *given = &b->t->part->given[param];
    const text_module *out = b->p->out;
    uint32_t first, last, from_first, from_last;
    const text_token *from = kernel_token(b, b->from->opcode), *to;
    int64_t offset, wanted;

    if (!text_is(out, b->to->opcode, "ld.param.u64") || b->to->guard != TEXT_NONE ||
        b->to->last != b->to->first + 5 || !text_is(out, b->to->first, "%vgf_at") ||
        !text_is(out, b->to->first + 1, ",") || !text_is(out, b->to->first + 2, "[") ||
        !text_same(part_token(b, b->to->first + 3), &b->p->entry->params[given->index]))
        return fail(b, "expected the address that a value is read behind");
    b->to = &b->p->entry->statements[(*at)++];
    to = part_token(b, b->to->opcode);
    if (!same_guard(b))
        return fail(b, "expected the predicate of its kernel");
    if (to->length != from->length + 1 || memcmp(to->at, "ld.global", 9) != 0 ||
        memcmp(to->at + 9, from->at + 8, from->length - 8) != 0)
        return fail(b, "expected a load of the same type from memory");
    if (!text_operand(out, b->to, 0, &first, &last) ||
        !text_operand(b->t->from, b->from, 0, &from_first, &from_last) ||
        !same_operands(b, from_first, from_last, first, last) || !text_operand(out, b->to, 1, &first, &last) ||
        !text_operand(b->t->from, b->from, 1, &from_first, &from_last) || first + 2 >= last ||
        !text_is(out, first, "[") || !text_is(out, first + 1, "%vgf_at"))
        return fail(b, "expected a load from behind that address");
    first += 2;
    name++;
    offset = read_sum(out, &first, last);
    wanted = (int64_t)given->offset + read_sum(b->t->from, &name, from_last);
    if (offset != wanted || first + 1 != last || name + 1 != from_last)
        return fail(b, "expected a load from where the value stands");
    return true;
}

/* A load of a word's handle is its address. */
static bool same_word(body *b, uint32_t param)
{
    const plan_given *given = &b->t->part->given[param];
    uint32_t first, last;

    if (!text_is(b->p->out, b->to->opcode, "mov.u64") || !text_operand(b->p->out, b->to, 0, &first, &last) ||
        !same_operands(b, b->from->first, b->from->first + 1, first, last) ||
        !text_operand(b->p->out, b->to, 1, &first, &last) || last != first + 1 ||
        !text_same(part_token(b, first), &b->p->words[given->index]))
        return fail(b, "expected the address of the word that stands for a condition");
    return true;
}

/* A call that sets a word is a store to it. */
static bool same_setting(body *b, uint32_t call)
{
    const text_statement *kernel = b->t->kernel->statements;
    uint32_t handle = body_last_operand(b, &kernel[b->handle[call]]);
    uint32_t value = body_last_operand(b, &kernel[b->value[call]]);
    uint32_t first, last;

    if (value == TEXT_NONE || !text_is(b->p->out, b->to->opcode, "st.shared.u32") ||
        !text_operand(b->p->out, b->to, 0, &first, &last) || last != first + 3 ||
        !text_same(part_token(b, first + 1), kernel_token(b, handle)) ||
        !text_operand(b->p->out, b->to, 1, &first, &last) || !same_operands(b, value, value + 1, first, last))
        return fail(b, "expected a store to the word that stands for a condition");
    return true;
}

/* `mov.u32 %r, variable;` may be `add.u32 %r, register, number;`. */
static bool same_address(body *b, bool *is)
{
    const text_module *from = b->t->from;
    const text_name *n = NULL;
    uint32_t first, last, to_first, to_last, next, next_last;
    bool wide = text_is(from, b->from->opcode, "mov.u64") || text_is(from, b->from->opcode, "mov.b64");
    int64_t number, wanted;

    *is = false;
    if (!text_opcode_is(from, b->from, "mov") || !text_operand(from, b->from, 1, &first, &last) ||
        !is_name(kernel_token(b, first)))
        return true;
    n = text_meaning_of(from, b->t->kernel, kernel_token(b, first));
    if (n == NULL || n->meaning != NAME_SHARED || !text_is(b->p->out, b->to->opcode, wide ? "add.u64" : "add.u32"))
        return true;
    *is = true;
    if (!text_operand(b->p->out, b->to, 0, &to_first, &to_last) ||
        !same_operands(b, b->from->first, first - 1, to_first, to_last) ||
        !text_operand(b->p->out, b->to, 1, &to_first, &to_last) || to_last != to_first + 1 ||
        !text_operand(b->p->out, b->to, 2, &next, &next_last) || !text_number(part_token(b, next), &number))
        return fail(b, "expected the address of a shared variable");
    next++;
    number += read_sum(b->p->out, &next, next_last);
    first++;
    wanted = read_sum(from, &first, last);
    if (next != next_last || first != last)
        return fail(b, "expected the address of a shared variable");
    part_add_use(b->t, USE_SHARED, area_of(b, n), to_first, number - wanted);
    return true;
}

/* The opcode, but for reads without coherence, which may be plain ones. */
static bool same_opcode(const body *b)
{
    const text_token *from = kernel_token(b, b->from->opcode), *to = part_token(b, b->to->opcode);

    if (text_same(from, to))
        return true;
    if (!text_opcode_is(b->t->from, b->from, "ld.global.nc") && !text_opcode_is(b->t->from, b->from, "ld.global"))
        return false;
    for (uint32_t i = 0; i + 3 <= from->length; i++) {
        if (memcmp(from->at + i, ".nc", 3) == 0 && (i + 3 == from->length || from->at[i + 3] == '.'))
            return to->length == from->length - 3 && memcmp(from->at, to->at, i) == 0 &&
                   memcmp(from->at + i + 3, to->at + i, to->length - i) == 0;
    }
    return false;
}

static bool same_instruction(body *b, uint32_t index, uint32_t *at)
{
    const char *forbidden = b->t->kernel->allowed ? NULL : proof_forbidden(b->t->from, b->t->kernel, b->from);
    uint32_t param = body_loaded_param(b, b->from), name = 0, in_memory = param_in_memory(b, &name);
    bool is_address;

    if (forbidden != NULL)
        return proof_fail(b->p, b->to->opcode, "its kernel (line %u of its text) %s", text_line(b->t->from, b->from),
                          forbidden);
    if (in_memory != TEXT_NONE)
        return same_load(b, in_memory, name, at);
    if (!same_guard(b))
        return fail(b, "expected the predicate of its kernel");
    b->t->warps = b->t->warps || text_is_warp(b->t->from, b->from);
    if (text_is_leave(b->t->from, b->from))
        return same_leave(b);
    if (text_is_barrier(b->t->from, b->from))
        return same_barrier(b);
    if (param != TEXT_NONE && b->t->part->given[param].condition)
        return same_word(b, param);
    if (b->word[index] != TEXT_NONE)
        return same_setting(b, index);
    if (!same_address(b, &is_address) || is_address)
        return is_address && !b->p->failed;
    if (!same_opcode(b))
        return fail(b, "expected the instruction of its kernel");
    return same_operands(b, b->from->first, b->from->last, b->to->first, b->to->last) ||
           fail(b, "expected the operands of its kernel");
}

static bool same_statement(body *b, uint32_t index, uint32_t *at)
{
    const text_name *n;

    if (b->from->kind != b->to->kind)
        return fail(b, "expected a statement as in its kernel");
    switch (b->from->kind) {
    case TEXT_OPEN:
    case TEXT_CLOSE:
        return true;
    case TEXT_LABEL:
        n = text_meaning_of(b->t->from, b->t->kernel, kernel_token(b, b->from->opcode));
        return (n != NULL && n->meaning == NAME_LABEL && n->index == index && same_label(b, n, b->to->opcode)) ||
               fail(b, "expected the label of its kernel");
    case TEXT_DIRECTIVE:
        return (text_same(kernel_token(b, b->from->opcode), part_token(b, b->to->opcode)) &&
                same_operands(b, b->from->first, b->from->last, b->to->first, b->to->last)) ||
               fail(b, "expected the declaration of its kernel");
    default:
        return same_instruction(b, index, at);
    }
}

/* What a part does without. */
static bool is_left_out(const body *b, uint32_t index)
{
    const text_statement *s = &b->t->kernel->statements[index];

    return b->dropped[index] || text_is(b->t->from, s->opcode, ".shared") ||
           text_opcode_is(b->t->from, s, "griddepcontrol");
}

bool part_check_body(text_part *t)
{
    body b = {.t = t, .p = t->p};
    uint32_t at = t->body;

    t->labels = ARENA_ARRAY(t->p->v->memory, text_token, t->kernel->statement_count);
    if (!body_note_calls(&b))
        return false;
    for (uint32_t i = 0; i < t->kernel->statement_count; i++) {
        b.from = &t->kernel->statements[i];
        if (text_is(t->from, b.from->opcode, "griddepcontrol.wait") && !t->p->waits)
            return proof_fail(t->p, t->p->entry->statements[t->body].opcode,
                              "its kernel waits for other launches, and the fused one does not at its beginning");
        if (is_left_out(&b, i))
            continue;
        if (at >= t->tail)
            return proof_fail(t->p, t->p->entry->statements[t->end].opcode,
                              "the part ends before line %u of its kernel's text", text_line(t->from, b.from));
        b.to = &t->p->entry->statements[at++];
        if (!same_statement(&b, i, &at))
            return false;
    }
    if (at != t->tail)
        return proof_fail(t->p, t->p->entry->statements[at].opcode, "expected the end of the part, found another "
                          "statement");
    t->kernel->allowed = true;
    return true;
}
