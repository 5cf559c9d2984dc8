/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The vggen authors */
/* Whether all threads of a block come to each barrier, and all of a warp to what they do together. In a launch of the
 * kernel alone, threads that have left are no longer waited for; in a fused one they are still there.
 *
 * Registers are followed until nothing changes: a value is the same in the whole block, in each warp, or differs. A
 * branch by such a value sets the same for what stands between it and what every way from it leads to; what is written
 * there differs, too. A value from memory is the same if its address is, and if nothing between the barriers around it
 * may write there: two parameters lead to different bytes, or neither is written. */
#include <stdlib.h>
#include <string.h>

#include "verify/fused_flow.h"

/* ---- registers ---- */

static int compare_tokens(const void *left, const void *right)
{
    const text_token *l = left, *r = right;
    uint32_t length = l->length < r->length ? l->length : r->length;
    int order = memcmp(l->at, r->at, length);

    return order != 0 ? order : l->length < r->length ? -1 : l->length > r->length;
}

static bool is_register(const flow *w, uint32_t tok)
{
    char c = w->m->tokens[tok].at[0];
    const text_name *n = NULL;

    if (c == '%' || c == '_' || c == '$' || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z'))
        n = text_meaning_of(w->m, w->f, &w->m->tokens[tok]); /* registers of inline assembly have any name */
    return n != NULL && n->meaning == NAME_LOCAL;
}

static void find_registers(flow *w)
{
    size_t room = 0, kept = 0;

    for (uint32_t i = w->f->body; i < w->f->body_end; i++) {
        if (!is_register(w, i))
            continue;
        w->registers = arena_grow(w->memory, w->registers, w->register_count, &room, sizeof *w->registers);
        w->registers[w->register_count++] = w->m->tokens[i];
    }
    if (w->register_count > 0)
        qsort(w->registers, w->register_count, sizeof *w->registers, compare_tokens);
    for (size_t i = 0; i < w->register_count; i++) {
        if (kept == 0 || !text_same(&w->registers[kept - 1], &w->registers[i]))
            w->registers[kept++] = w->registers[i];
    }
    w->register_count = kept;
    w->names = ARENA_ARRAY(w->memory, uint32_t, w->f->body_end - w->f->body);
    for (uint32_t i = w->f->body; i < w->f->body_end; i++) {
        const text_token *found =
            is_register(w, i) ? bsearch(&w->m->tokens[i], w->registers, kept, sizeof *found, compare_tokens) : NULL;

        w->names[i - w->f->body] = found == NULL ? 0 : 1 + (uint32_t)(found - w->registers);
    }
    w->level = ARENA_ARRAY(w->memory, uint8_t, kept);
    w->source = ARENA_ARRAY(w->memory, uint64_t, kept);
    w->thread = ARENA_ARRAY(w->memory, bool, kept);
}

static uint32_t register_at(const flow *w, uint32_t tok)
{
    return w->names[tok - w->f->body];
}

/* ---- memory ---- */

static bool reads_shared(const flow *w, const text_statement *s)
{
    return text_has_suffix(w->m, s, ".shared") || text_has_suffix(w->m, s, ".shared::cta");
}

static bool is_write(const flow *w, const text_statement *s)
{
    return (text_opcode_is(w->m, s, "st") && !text_has_suffix(w->m, s, ".param") &&
            !text_has_suffix(w->m, s, ".local")) ||
           text_opcode_is(w->m, s, "atom") || text_opcode_is(w->m, s, "red") || text_opcode_is(w->m, s, "cp") ||
           text_opcode_is(w->m, s, "stmatrix") || text_opcode_is(w->m, s, "wmma.store") ||
           text_opcode_is(w->m, s, "call");
}

static uint64_t sources_of(const flow *w, uint32_t first, uint32_t last)
{
    uint64_t all = 0;

    for (uint32_t i = first; i < last; i++) {
        uint32_t r = register_at(w, i);
        const text_name *n = r == 0 && w->m->tokens[i].at[0] != '%'
                                 ? text_meaning_of(w->m, w->f, &w->m->tokens[i])
                                 : NULL;

        all |= r != 0 ? w->source[r - 1] : 0;
        if (n != NULL && n->meaning == NAME_PARAM)
            all |= n->index < MOST_SOURCES ? UINT64_C(1) << n->index : ELSEWHERE;
        else if (n != NULL && n->meaning == NAME_VARIABLE)
            all |= ELSEWHERE;
    }
    return all;
}

/* Where an access goes: parameters by what they are given, so that two that lead to the same bytes are one. */
static uint64_t address_of(const flow *w, const text_statement *s)
{
    uint32_t first = s->first, last;
    uint64_t all, given = 0;

    if (text_opcode_is(w->m, s, "call"))
        return ELSEWHERE;
    while (first < s->last && !text_is(w->m, first, "["))
        first++;
    for (last = first; last < s->last && !text_is(w->m, last, "]");)
        last++;
    if (first == s->last)
        return ELSEWHERE;
    all = sources_of(w, first, last);
    for (size_t i = 0; i < w->f->param_count && i < MOST_SOURCES; i++) {
        const plan_given *at = &w->t->part->given[i];
        const plan_argument *argument = at->condition ? NULL : &w->t->p->launch->arguments[at->index];

        if ((all >> i & 1) == 0 || argument == NULL)
            continue;
        if (argument->pointer)
            given |= at->index < MOST_SOURCES ? UINT64_C(1) << at->index : ELSEWHERE;
        else if (argument->type->size >= 8 && argument->type->base == SCALAR_STRUCT)
            given |= ELSEWHERE;
    }
    return given | (all & ELSEWHERE);
}

static bool may_meet(const flow *w, const text_statement *read, uint64_t from, size_t index)
{
    const text_statement *write = &w->f->statements[w->writes[index]];
    bool global = text_has_suffix(w->m, write, ".global"), shared = reads_shared(w, write);
    uint64_t to = w->write_to[index];
    bool traced = from != 0 && to != 0 && ((from | to) & ELSEWHERE) == 0;

    if (reads_shared(w, read))
        return !global && (shared || to == 0 || (to & ELSEWHERE) != 0);
    if (shared && (text_has_suffix(w->m, read, ".global") || (from != 0 && (from & ELSEWHERE) == 0)))
        return false;
    return !traced || (from & to) != 0;
}

static const uint64_t *reached_from(flow *w, uint32_t from)
{
    uint32_t *open = ARENA_ARRAY(w->memory, uint32_t, w->count + 1);
    uint64_t *bits;
    size_t count = 0;

    if (w->reach[from] != NULL)
        return w->reach[from];
    w->reach[from] = bits = ARENA_ARRAY(w->memory, uint64_t, w->words);
    open[count++] = from;
    while (count > 0) {
        const flow_block *b = &w->blocks[open[--count]];

        for (size_t i = 0; i < b->next_count; i++) {
            uint32_t to = b->next[i];

            if (to == w->count || flow_has_bit(bits, to) || w->blocks[to].barrier)
                continue;
            bits[to / 64] |= UINT64_C(1) << to % 64;
            open[count++] = to;
        }
    }
    return bits;
}

/* A load from one address gives all threads of the block the same. */
static bool reads_same(flow *w, uint32_t index)
{
    const text_statement *s = &w->f->statements[index];
    uint32_t at = w->block_of[index];
    bool one_block = w->t->grid[0] * w->t->grid[1] * w->t->grid[2] == 1;
    uint64_t from;

    if (text_has_suffix(w->m, s, ".param"))
        return sources_of(w, s->first + 2, s->last) != 0;
    if (text_has_suffix(w->m, s, ".const"))
        return true;
    if (text_has_suffix(w->m, s, ".local") || text_has_suffix(w->m, s, ".volatile") ||
        text_has_suffix(w->m, s, ".relaxed") || text_has_suffix(w->m, s, ".acquire") ||
        text_has_suffix(w->m, s, ".mmio"))
        return false;
    from = address_of(w, s);
    for (size_t i = 0; i < w->write_count; i++) {
        uint32_t block_at = w->block_of[w->writes[i]];

        if (!may_meet(w, s, from, i))
            continue;
        if ((!one_block && !reads_shared(w, s)) || block_at == at || flow_has_bit(reached_from(w, at), block_at) ||
            flow_has_bit(reached_from(w, block_at), at))
            return false;
    }
    return true;
}

static bool is_same(flow *w, uint32_t index)
{
    if (w->same[index] == 0)
        w->same[index] = reads_same(w, index) ? 2 : 1;
    return w->same[index] == 2;
}

static void find_writes(flow *w)
{
    w->same = ARENA_ARRAY(w->memory, uint8_t, w->f->statement_count);
    w->writes = ARENA_ARRAY(w->memory, uint32_t, w->f->statement_count);
    w->write_to = ARENA_ARRAY(w->memory, uint64_t, w->f->statement_count);
    for (uint32_t i = 0; i < w->f->statement_count; i++) {
        if (w->f->statements[i].kind != TEXT_INSTRUCTION || !is_write(w, &w->f->statements[i]))
            continue;
        w->writes[w->write_count] = i;
        w->write_to[w->write_count++] = address_of(w, &w->f->statements[i]);
    }
}

/* ---- levels ---- */

static uint8_t special_level(const flow *w, uint32_t tok)
{
    const uint32_t *size = w->t->block;

    if (text_is(w->m, tok, "%tid.x"))
        return size[0] == 1 ? ONE_FOR_BLOCK : DIFFERS;
    if (text_is(w->m, tok, "%tid.y"))
        return size[1] == 1 ? ONE_FOR_BLOCK : size[0] % 32 == 0 ? ONE_FOR_WARP : DIFFERS;
    if (text_is(w->m, tok, "%tid.z"))
        return size[2] == 1 ? ONE_FOR_BLOCK : size[0] * size[1] % 32 == 0 ? ONE_FOR_WARP : DIFFERS;
    if (text_begins(w->m, tok, "%ntid.") || text_begins(w->m, tok, "%ctaid.") ||
        text_begins(w->m, tok, "%nctaid."))
        return ONE_FOR_BLOCK;
    return text_is(w->m, tok, "%warpid") || text_is(w->m, tok, "%nwarpid") ? ONE_FOR_WARP : DIFFERS;
}

static uint8_t tokens_level(const flow *w, uint32_t first, uint32_t last)
{
    uint8_t level = ONE_FOR_BLOCK;

    for (uint32_t i = first; i < last; i++) {
        uint32_t r = register_at(w, i);
        uint8_t found = r != 0                           ? w->level[r - 1]
                        : w->m->tokens[i].at[0] == '%' ? special_level(w, i)
                                                         : ONE_FOR_BLOCK;

        level = found > level ? found : level;
    }
    return level;
}

/* An operand that is %tid.x, in blocks of whole warps, and the number beside it. */
static bool is_of_thread(const flow *w, const text_statement *s, int64_t *number)
{
    uint32_t first, last, r;

    if (text_operand_count(w->m, s) != 3 || w->t->block[0] % 32 != 0 || !text_operand(w->m, s, 1, &first, &last) ||
        last != first + 1)
        return false;
    r = register_at(w, first);
    return ((r != 0 && w->thread[r - 1]) || text_is(w->m, first, "%tid.x")) &&
           text_operand(w->m, s, 2, &first, &last) &&
           last == first + 1 && text_number(&w->m->tokens[first], number);
}

/* What is the same in a warp although it comes from the thread's number. */
static bool is_of_warp(const flow *w, const text_statement *s)
{
    int64_t number;
    bool below = text_has_suffix(w->m, s, ".lt") || text_has_suffix(w->m, s, ".ge") ||
                 text_has_suffix(w->m, s, ".lo") || text_has_suffix(w->m, s, ".hs");
    bool upto = text_has_suffix(w->m, s, ".le") || text_has_suffix(w->m, s, ".gt") ||
                text_has_suffix(w->m, s, ".ls") || text_has_suffix(w->m, s, ".hi");

    if (!is_of_thread(w, s, &number))
        return false;
    if (text_opcode_is(w->m, s, "setp"))
        return (below && number % 32 == 0) || (upto && (number + 1) % 32 == 0);
    return (text_opcode_is(w->m, s, "shr") && number >= 5) || (text_opcode_is(w->m, s, "and") && (number & 31) == 0);
}

static uint8_t result_level(flow *w, uint32_t index, uint32_t behind)
{
    const text_statement *s = &w->f->statements[index];
    uint8_t level = tokens_level(w, behind, s->last);

    if (text_is_barrier(w->m, s))
        return ONE_FOR_BLOCK;
    if (text_opcode_is(w->m, s, "vote"))
        return ONE_FOR_WARP;
    if (text_is_warp(w->m, s) || text_opcode_is(w->m, s, "atom") || text_opcode_is(w->m, s, "ldu"))
        return DIFFERS;
    if (text_opcode_is(w->m, s, "ld"))
        return level == ONE_FOR_BLOCK && is_same(w, index) ? ONE_FOR_BLOCK : DIFFERS;
    return is_of_warp(w, s) ? ONE_FOR_WARP : level;
}

static bool has_result(const flow *w, const text_statement *s)
{
    return s->kind == TEXT_INSTRUCTION && !text_opcode_is(w->m, s, "st") && !text_opcode_is(w->m, s, "red") &&
           !text_opcode_is(w->m, s, "bra") && !text_opcode_is(w->m, s, "brx") && !text_opcode_is(w->m, s, "cp") &&
           !text_opcode_is(w->m, s, "prefetch") && !text_opcode_is(w->m, s, "stmatrix");
}

static void raise(flow *w, uint8_t *to, uint8_t level)
{
    w->changed = w->changed || *to < level;
    *to = *to < level ? level : *to;
}

static void follow_sources(flow *w)
{
    w->changed = true;
    while (w->changed) {
        w->changed = false;
        for (uint32_t i = 0; i < w->f->statement_count; i++) {
            const text_statement *s = &w->f->statements[i];
            uint32_t first, last;
            uint64_t from;
            bool loads = text_opcode_is(w->m, s, "ld") || text_opcode_is(w->m, s, "ldu") ||
                         text_opcode_is(w->m, s, "atom");

            if (!has_result(w, s) || !text_operand(w->m, s, 0, &first, &last))
                continue;
            from = sources_of(w, last, s->last);
            if (text_opcode_is(w->m, s, "call") || text_is_warp(w->m, s) ||
                (loads && !(text_has_suffix(w->m, s, ".param") && from != 0)))
                from = ELSEWHERE;
            for (uint32_t k = first; k < last; k++) {
                uint32_t r = register_at(w, k);

                if (r != 0 && (w->source[r - 1] | from) != w->source[r - 1]) {
                    w->source[r - 1] |= from;
                    w->changed = true;
                }
            }
        }
    }
}

/* `mov` and `cvt` of the thread's number, which is small, leave it what it is. */
static bool takes_thread(const flow *w, const text_statement *s)
{
    static const char *const whole[] = {".u32", ".s32", ".b32", ".u64", ".s64", ".b64"};
    const text_token *t = &w->m->tokens[s->opcode];
    uint32_t first, last, types = 0;

    if (s->guard != TEXT_NONE || (!text_opcode_is(w->m, s, "mov") && !text_opcode_is(w->m, s, "cvt")) ||
        text_operand_count(w->m, s) != 2 || !text_operand(w->m, s, 1, &first, &last) || last != first + 1)
        return false;
    for (uint32_t i = 3; i + 4 <= t->length; i += 4) {
        for (size_t k = 0; k < sizeof whole / sizeof *whole; k++)
            types += memcmp(t->at + i, whole[k], 4) == 0;
    }
    return types * 4 + 3 == t->length &&
           (text_is(w->m, first, "%tid.x") || (register_at(w, first) != 0 && w->thread[register_at(w, first) - 1]));
}

static void find_threads(flow *w)
{
    size_t found = 0, before = 1;

    while (found != before) {
        uint32_t *writers = ARENA_ARRAY(w->memory, uint32_t, w->register_count);

        for (uint32_t i = 0; i < w->f->statement_count; i++) {
            const text_statement *s = &w->f->statements[i];
            uint32_t first, last;

            if (!has_result(w, s) || !text_operand(w->m, s, 0, &first, &last))
                continue;
            for (uint32_t k = first; k < last; k++) {
                uint32_t r = register_at(w, k);

                if (r != 0)
                    w->thread[r - 1] = writers[r - 1]++ == 0 && takes_thread(w, s);
            }
        }
        before = found;
        found = 0;
        for (size_t r = 0; r < w->register_count; r++)
            found += w->thread[r];
    }
}

static void follow_registers(flow *w)
{
    for (uint32_t i = 0; i < w->f->statement_count; i++) {
        const text_statement *s = &w->f->statements[i];
        uint8_t level = w->blocks[w->block_of[i]].level, more;
        uint32_t first, last;

        if (!has_result(w, s) || !text_operand(w->m, s, 0, &first, &last))
            continue;
        more = result_level(w, i, last);
        level = more > level ? more : level;
        more = s->guard != TEXT_NONE ? tokens_level(w, s->guard, s->guard + 1) : ONE_FOR_BLOCK;
        level = more > level ? more : level;
        for (uint32_t k = first; k < last; k++) {
            if (register_at(w, k) != 0)
                raise(w, &w->level[register_at(w, k) - 1], level);
        }
    }
}

/* Blocks between a branch and what stands on every way from it. */
static void follow_branch(flow *w, uint32_t from, uint8_t level)
{
    uint32_t *open = ARENA_ARRAY(w->memory, uint32_t, w->count + 1);
    bool *seen = ARENA_ARRAY(w->memory, bool, w->count);
    size_t count = 0;

    open[count++] = from;
    while (count > 0) {
        const flow_block *b = &w->blocks[open[--count]];

        for (size_t i = 0; i < b->next_count; i++) {
            uint32_t to = b->next[i];

            if (to == w->count || seen[to] || (to != from && flow_has_bit(w->blocks[from].behind, to)))
                continue;
            seen[to] = true;
            raise(w, &w->blocks[to].level, level);
            open[count++] = to;
        }
    }
}

static void follow_branches(flow *w)
{
    for (uint32_t i = 0; i < w->count; i++) {
        const text_statement *s = &w->f->statements[w->blocks[i].last - 1];
        uint8_t level;

        if (w->blocks[i].next_count < 2)
            continue;
        level = s->guard != TEXT_NONE ? tokens_level(w, s->guard, s->guard + 1) : ONE_FOR_BLOCK;
        if (text_opcode_is(w->m, s, "brx")) {
            uint8_t more = tokens_level(w, s->first, s->last);

            level = more > level ? more : level;
        }
        if (level > ONE_FOR_BLOCK)
            follow_branch(w, i, level);
    }
}

static const char *find_fault(flow *w, uint32_t *tok)
{
    for (uint32_t i = 0; i < w->f->statement_count; i++) {
        const text_statement *s = &w->f->statements[i];
        bool barrier = text_is_barrier(w->m, s), reduces = text_has_suffix(w->m, s, ".red");
        bool counted = barrier && text_operand_count(w->m, s) == (reduces ? 4 : 2);
        uint8_t level = w->blocks[w->block_of[i]].level, guard, least = barrier && !counted ? ONE_FOR_WARP : DIFFERS;

        if (!barrier && !text_is_warp(w->m, s))
            continue;
        guard = s->guard != TEXT_NONE ? tokens_level(w, s->guard, s->guard + 1) : ONE_FOR_BLOCK;
        *tok = s->opcode;
        if (level >= least || guard >= least)
            return barrier ? "threads of a block may leave, or go another way, before its barrier"
                           : "threads of a warp may leave, or go another way, before what it does together";
    }
    return NULL;
}

static const char *look(const text_part *t, uint32_t *tok)
{
    flow w = {.memory = arena_new(), .m = t->from, .f = t->kernel, .t = t};
    const char *why = "its branches cannot be followed";

    *tok = w.f->body;
    find_registers(&w);
    if (flow_find_blocks(&w)) {
        w.reach = ARENA_ARRAY(w.memory, uint64_t *, w.count);
        find_threads(&w);
        follow_sources(&w);
        find_writes(&w);
        w.changed = true;
        while (w.changed) {
            w.changed = false;
            follow_registers(&w);
            follow_branches(&w);
        }
        why = find_fault(&w, tok);
    }
    arena_free(w.memory);
    return why;
}

/* ---- what has been looked at ---- */

typedef struct proof_even proof_even;
struct proof_even {
    const text_function *kernel;
    uint32_t block[3];
    bool one_block;
    const uint32_t *given; /* for each parameter: the first one that is given the same, or TEXT_NONE: a condition */
    proof_even *next;
};

static uint32_t *given_alike(const text_part *t)
{
    uint32_t *alike = ARENA_ARRAY(t->p->v->memory, uint32_t, t->kernel->param_count);

    for (uint32_t i = 0; i < t->kernel->param_count; i++) {
        const plan_given *given = &t->part->given[i];

        alike[i] = given->condition ? TEXT_NONE : i;
        for (uint32_t k = 0; k < i && alike[i] == i; k++) {
            if (!t->part->given[k].condition && t->part->given[k].index == given->index)
                alike[i] = k;
        }
    }
    return alike;
}

const char *proof_uneven(const text_part *t, uint32_t *tok)
{
    proof_even *known, *even;
    bool one = t->grid[0] * t->grid[1] * t->grid[2] == 1;
    const uint32_t *given = given_alike(t);
    const char *why;

    if (!t->barriers && !t->warps)
        return NULL;
    for (known = t->p->even; known != NULL; known = known->next) {
        if (known->kernel == t->kernel && known->one_block == one &&
            memcmp(known->block, t->block, sizeof known->block) == 0 &&
            (t->kernel->param_count == 0 ||
             memcmp(known->given, given, t->kernel->param_count * sizeof *given) == 0))
            return NULL;
    }
    why = look(t, tok);
    if (why == NULL) {
        even = ARENA_NEW(t->p->v->memory, proof_even);
        *even = (proof_even){t->kernel, {t->block[0], t->block[1], t->block[2]}, one, given, t->p->even};
        t->p->even = even;
    }
    return why;
}
