/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The vggen authors */
/* Reads what stands around the body of a part: which operations these are. */
#include <string.h>

#include "verify/fused_guard.h"

bool guard_fail(guard *g, uint32_t statement, const char *why)
{
    const text_statement *s = &g->t->p->entry->statements[statement];

    return proof_fail(g->t->p, s->opcode, "%s", why);
}

void part_add_use(text_part *t, use_kind kind, uint32_t what, uint32_t tok, int64_t offset)
{
    const text_token *tokens = t->p->out->tokens;

    for (size_t i = t->use_count; i-- > 0 && t->use_count - i <= 64;) {
        const text_use *u = &t->uses[i];

        if (u->kind == kind && u->what == what && u->offset == offset && text_same(&tokens[u->tok], &tokens[tok]))
            return;
    }
    t->uses = arena_grow(t->p->v->memory, t->uses, t->use_count, &t->use_room, sizeof *t->uses);
    t->uses[t->use_count++] = (text_use){kind, what, tok, offset};
}

bool part_is_whole(const text_part *t)
{
    uint32_t threads = t->block[0] * t->block[1] * t->block[2];

    return threads == t->p->launch->block[0] && t->grid[0] * t->grid[1] * t->grid[2] == 1;
}

static uint32_t register_of(guard *g, const text_token *t)
{
    for (uint32_t i = 0; i < g->register_count; i++) {
        if (text_same(&g->registers[i], t))
            return i;
    }
    if (g->register_count == MOST_REGISTERS)
        return MOST_REGISTERS;
    g->registers[g->register_count] = *t;
    return (uint32_t)g->register_count++;
}

bool guard_read_operand(guard *g, uint32_t tok, operand *o)
{
    const text_module *m = g->t->p->out;
    const text_token *t = &m->tokens[tok];
    int64_t number;

    if (text_number(t, &number)) {
        *o = (operand){FROM_NUMBER, (uint64_t)number, 0};
        return true;
    }
    if (text_is(m, tok, "%tid.x")) {
        *o = (operand){FROM_THREAD, 0, 0};
        return true;
    }
    if (g->t->p->area != NULL && text_same(t, &g->t->p->area->name)) {
        *o = (operand){FROM_NUMBER, AREA_BEGIN, 0};
        return true;
    }
    *o = (operand){FROM_REGISTER, 0, register_of(g, t)};
    return t->at[0] == '%' && text_is_own(t) && o->index < MOST_REGISTERS;
}

static bool read_operands(guard *g, const text_statement *s, operation *o, unsigned count)
{
    const text_module *m = g->t->p->out;

    if (text_operand_count(m, s) != count + 1)
        return false;
    for (unsigned i = 0; i <= count; i++) {
        uint32_t first, last;
        operand read;

        if (!text_operand(m, s, i, &first, &last) || last != first + 1 || !guard_read_operand(g, first, &read))
            return false;
        if (i > 0)
            o->in[i - 1] = read;
        else if (read.from != FROM_REGISTER)
            return false;
        else
            o->to = read.index;
    }
    return true;
}

/* `ld.param.u32 %vgf_on, [param];`: the word that says whether the part runs. In a resident launch the parameter is an
 * address, and `ld.global.u32 %vgf_on, [%vgf_at+offset];` reads the word behind it. */
static bool read_switch(guard *g, const text_statement *s, operation *o)
{
    const text_proof *p = g->t->p;
    const plan_part *part = g->t->part;
    uint32_t first, last;
    bool address = text_is(p->out, s->opcode, "ld.param.u64"), behind = text_is(p->out, s->opcode, "ld.global.u32");
    int64_t offset;
    operand to;

    if (part->switched == 0 || part->switched_loaded != (address || behind) ||
        !text_operand(p->out, s, 0, &first, &last) || last != first + 1 || !guard_read_operand(g, first, &to) ||
        to.from != FROM_REGISTER || !text_operand(p->out, s, 1, &first, &last) || !text_is(p->out, first, "["))
        return false;
    o->to = to.index;
    if (!behind) {
        o->kind = address ? DO_ADDRESS : DO_SWITCH;
        return last == first + 3 && text_same(&p->out->tokens[first + 1], &p->entry->params[part->switched - 1]);
    }
    o->kind = DO_SWITCH;
    return last == first + 5 && g->count > 0 && g->operations[g->count - 1].kind == DO_ADDRESS &&
           text_same(&p->out->tokens[first + 1], &g->registers[g->operations[g->count - 1].to]) &&
           text_is(p->out, first + 2, "+") && text_number(&p->out->tokens[first + 3], &offset) &&
           offset == part->switched_offset;
}

static bool read_comparison(guard *g, const text_statement *s, operation *o)
{
    static const char *const ways[] = {"eq", "ne", "lt", "le", "gt", "ge"};
    const text_token *t = &g->t->p->out->tokens[s->opcode];

    for (size_t i = 0; i < sizeof ways / sizeof *ways; i++) {
        if (t->length == 11 && memcmp(t->at + 5, ways[i], 2) == 0 && memcmp(t->at + 7, ".u32", 4) == 0) {
            memcpy(o->compare, ways[i], 3);
            o->kind = DO_COMPARE;
            return read_operands(g, s, o, 2);
        }
    }
    return false;
}

static bool read_instruction(guard *g, const text_statement *s, operation *o)
{
    static const struct {
        const char *opcode;
        operation_kind kind;
        unsigned operands;
        bool wide;
    } known[] = {
        {"mov.u32", DO_MOVE, 1, false},   {"mov.b32", DO_MOVE, 1, false},    {"mov.u64", DO_MOVE, 1, true},
        {"add.u32", DO_ADD, 2, false},    {"add.s32", DO_ADD, 2, false},     {"add.u64", DO_ADD, 2, true},
        {"add.s64", DO_ADD, 2, true},     {"sub.u32", DO_SUB, 2, false},     {"mul.lo.u32", DO_MUL, 2, false},
        {"mad.lo.u32", DO_MAD, 3, false}, {"div.u32", DO_DIV, 2, false},     {"rem.u32", DO_REM, 2, false},
        {"and.b32", DO_AND, 2, false},    {"shl.b32", DO_SHL, 2, false},     {"shr.u32", DO_SHR, 2, false},
        {"cvt.u64.u32", DO_MOVE, 1, true},
    };
    const text_module *m = g->t->p->out;

    for (size_t i = 0; i < sizeof known / sizeof *known; i++) {
        if (text_is(m, s->opcode, known[i].opcode)) {
            o->kind = known[i].kind;
            o->wide = known[i].wide;
            return read_operands(g, s, o, known[i].operands);
        }
    }
    if (text_opcode_is(m, s, "setp"))
        return read_comparison(g, s, o);
    if (text_is(m, s->opcode, "ld.param.u32") || text_is(m, s->opcode, "ld.param.u64") ||
        text_is(m, s->opcode, "ld.global.u32"))
        return s->guard == TEXT_NONE && read_switch(g, s, o);
    return false;
}

static bool is_end_label(const guard *g, uint32_t tok)
{
    const text_proof *p = g->t->p;

    return text_same(&p->out->tokens[tok], &p->out->tokens[p->entry->statements[g->t->end].opcode]);
}

static bool read_jump(guard *g, const text_statement *s, operation *o)
{
    const text_proof *p = g->t->p;

    o->jumps = true;
    o->target = UINT32_MAX;
    if (s->last != s->first + 1)
        return false;
    if (is_end_label(g, s->first))
        return true;
    for (size_t i = 0; i < g->label_count; i++) {
        if (text_same(&p->out->tokens[p->entry->statements[g->labels[i]].opcode], &p->out->tokens[s->first])) {
            o->target = g->label_at[i];
            return true;
        }
    }
    return false;
}

/* `barrier.sync 0;`, `barrier.sync NUMBER, THREADS;` */
static bool read_wait(guard *g, const text_statement *s, operation *o)
{
    const text_module *m = g->t->p->out;
    uint32_t first, last;
    int64_t count = 0;
    unsigned operands = text_operand_count(m, s);

    o->kind = DO_WAIT;
    if (!text_is(m, s->opcode, "barrier.sync") || s->guard != TEXT_NONE || operands < 1 || operands > 2 ||
        !text_operand(m, s, 0, &first, &last) || last != first + 1)
        return false;
    part_add_use(g->t, USE_PASS_BARRIER, 0, first, 0);
    if (operands == 2 && (!text_operand(m, s, 1, &first, &last) || last != first + 1 ||
                          !text_number(&m->tokens[first], &count) || (uint64_t)count != g->threads))
        return false;
    return operands == 2 || part_is_whole(g->t) || (g->slices == 1 && g->threads == g->t->p->launch->block[0]);
}

bool guard_read(guard *g, uint32_t begin, uint32_t end)
{
    const text_proof *p = g->t->p;

    for (uint32_t i = begin; i < end; i++) {
        const text_statement *s = &p->entry->statements[i];
        operation *o = &g->operations[g->count];
        operand predicate;

        if (s->kind == TEXT_DIRECTIVE)
            continue;
        if (s->kind == TEXT_LABEL) {
            if (g->label_count == 8)
                return guard_fail(g, i, "expected fewer labels around a part");
            g->labels[g->label_count] = i;
            g->label_at[g->label_count++] = (uint32_t)g->count;
            continue;
        }
        if (g->count + 2 >= MOST_OPERATIONS)
            return guard_fail(g, i, "expected a shorter guard");
        *o = (operation){.statement = i, .negated = s->negated};
        if (s->kind != TEXT_INSTRUCTION)
            return guard_fail(g, i, "expected no scope around the body of a part");
        if (s->guard != TEXT_NONE) {
            if (!guard_read_operand(g, s->guard, &predicate) || predicate.from != FROM_REGISTER)
                return guard_fail(g, i, "expected a predicate of the guard");
            o->guard = 1 + predicate.index;
        }
        if (text_opcode_is(p->out, s, "bra") ? !read_jump(g, s, o)
            : text_is_barrier(p->out, s)     ? !read_wait(g, s, o)
                                             : !read_instruction(g, s, o))
            return guard_fail(g, i, "an instruction that the guard of a part has no use for");
        g->count++;
    }
    return true;
}
