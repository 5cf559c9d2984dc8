/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The vggen authors */
/* What stands around the body of a part is run here for every thread of the launch: the guard before it, and behind it
 * what goes on to the next block. So nothing depends on how the guard finds out what it finds out.
 *
 * One block takes the first threads. Several blocks run side by side in slices of whole warps, slice s doing blocks s,
 * s + slices, s + 2 slices … one after the other. */
#include <string.h>

#include "verify/fused_guard.h"

static bool value_of(const guard *g, const operand *o, uint32_t thread, uint64_t *value)
{
    switch (o->from) {
    case FROM_NUMBER:
        *value = o->number;
        return true;
    case FROM_THREAD:
        *value = thread;
        return true;
    default:
        *value = g->values[o->index];
        return g->known[o->index];
    }
}

static bool compare(const char *way, uint64_t x, uint64_t y)
{
    bool equal = x == y, less = x < y;

    if (way[0] == 'e')
        return equal;
    if (way[0] == 'n')
        return !equal;
    return way[0] == 'l' ? less || (way[1] == 'e' && equal) : !less && (way[1] == 'e' || !equal);
}

static bool run_operation(guard *g, const operation *o, uint32_t thread)
{
    uint64_t in[3] = {0, 0, 0}, result = 0;

    for (unsigned i = 0; i < 3; i++) {
        if (!value_of(g, &o->in[i], thread, &in[i]))
            return guard_fail(g, o->statement, "a register without a value");
    }
    if ((o->kind == DO_DIV || o->kind == DO_REM) && in[1] == 0)
        return guard_fail(g, o->statement, "a division by zero");
    switch (o->kind) {
    case DO_ADD:
        result = in[0] + in[1];
        break;
    case DO_SUB:
        result = in[0] - in[1];
        break;
    case DO_MUL:
        result = in[0] * in[1];
        break;
    case DO_MAD:
        result = in[0] * in[1] + in[2];
        break;
    case DO_DIV:
        result = in[0] / in[1];
        break;
    case DO_REM:
        result = in[0] % in[1];
        break;
    case DO_AND:
        result = in[0] & in[1];
        break;
    case DO_SHL:
        result = in[1] < 32 ? in[0] << in[1] : 0;
        break;
    case DO_SHR:
        result = in[1] < 32 ? in[0] >> in[1] : 0;
        break;
    case DO_COMPARE:
        result = compare(o->compare, in[0], in[1]);
        break;
    case DO_SWITCH:
        result = g->off ? 0 : 1 + thread % 3; /* any value but 0 is on, the same or not */
        break;
    default:
        result = in[0];
        break;
    }
    g->values[o->to] = o->wide ? result : (uint32_t)result;
    g->known[o->to] = true;
    return true;
}

/* ---- what the body finds ---- */

static uint32_t coordinate(uint32_t linear, const uint32_t size[3], uint32_t dimension)
{
    return dimension == 0 ? linear % size[0] : dimension == 1 ? linear / size[0] % size[1] : linear / size[0] / size[1];
}

/* What each slice has: where its shared variables lie, and its numbers of barriers. */
typedef struct {
    bool set;
    uint64_t value;
} found;

typedef struct {
    guard g;
    found *found; /* [slice * use_count + use] */
} run;

static bool value_of_use(guard *g, const text_use *u, uint32_t thread, uint64_t *value)
{
    operand o;
    bool known = guard_read_operand(g, u->tok, &o) && value_of(g, &o, thread, value);

    *value += (uint64_t)u->offset;
    return known;
}

static bool check_use(run *r, size_t index, uint32_t thread, uint32_t block)
{
    text_part *t = r->g.t;
    const text_use *u = &t->uses[index];
    uint32_t slice = thread / r->g.width, own = thread % r->g.width;
    found *f = &r->found[slice * t->use_count + index];
    uint64_t value, expected = 0;

    if (!value_of_use(&r->g, u, thread, &value))
        return proof_fail(t->p, u->tok, "a register without a value");
    switch (u->kind) {
    case USE_TID:
        expected = coordinate(own, t->block, u->what);
        break;
    case USE_NTID:
        expected = t->block[u->what];
        break;
    case USE_CTAID:
        expected = coordinate(block, t->grid, u->what);
        break;
    case USE_NCTAID:
        expected = t->grid[u->what];
        break;
    default:
        if (!f->set)
            *f = (found){true, value};
        expected = f->value;
        break;
    }
    if (value != expected)
        return proof_fail(t->p, u->tok, "expected %llu in thread %u of the launch, found %llu",
                          (unsigned long long)expected, thread, (unsigned long long)value);
    return true;
}

static bool check_uses(run *r, uint32_t thread, uint32_t block)
{
    for (size_t i = 0; i < r->g.t->use_count; i++) {
        if (!check_use(r, i, thread, block))
            return false;
    }
    return true;
}

static bool run_thread(run *r, uint32_t thread)
{
    guard *g = &r->g;
    uint32_t slice = thread / g->width;
    bool active = slice < g->slices && thread % g->width < g->threads && !g->off;
    uint32_t block = slice, steps = 0;

    memset(g->known, 0, sizeof g->known);
    for (uint32_t at = 0; at < g->count;) {
        const operation *o = &g->operations[at++];
        bool does = o->guard == 0 || (g->values[o->guard - 1] != 0) != o->negated;

        if (++steps > 100000)
            return guard_fail(g, o->statement, "a loop without an end");
        if (o->guard != 0 && !g->known[o->guard - 1])
            return guard_fail(g, o->statement, "a predicate without a value");
        if (o->kind == DO_BODY) {
            if (!active || block >= g->blocks)
                return proof_fail(g->t->p, g->t->p->entry->statements[g->t->guard].opcode,
                                  "thread %u of the launch has nothing to do in this part%s, and does it", thread,
                                  block >= g->blocks ? " any more" : "");
            if (!check_uses(r, thread, block))
                return false;
            block += g->slices;
        } else if (o->jumps) {
            if (does && o->target == UINT32_MAX)
                break;
            at = does ? o->target : at;
        } else if (o->kind != DO_WAIT && does && !run_operation(g, o, thread)) {
            return false;
        }
    }
    if (active && block < g->blocks)
        return proof_fail(g->t->p, g->t->p->entry->statements[g->t->guard].opcode,
                          "thread %u of the launch leaves block %u of this part out", thread, block);
    return true;
}

/* ---- shared memory and barriers of slices ---- */

static bool apart(uint64_t x, uint64_t x_bytes, uint64_t y, uint64_t y_bytes)
{
    return x + x_bytes <= y || y + y_bytes <= x;
}

static bool check_areas(const run *r)
{
    text_part *t = r->g.t;
    const text_proof *p = t->p;
    size_t count = r->g.slices * t->area_count, placed = 0;
    uint64_t *at = ARENA_ARRAY(p->v->memory, uint64_t, count), *bytes = ARENA_ARRAY(p->v->memory, uint64_t, count);
    uint64_t end = AREA_BEGIN + (p->area == NULL ? 0 : p->area->external ? p->launch->shared_bytes : p->area->size);

    for (size_t s = 0; s < r->g.slices; s++) {
        for (size_t a = 0; a < t->area_count; a++) {
            const text_variable *v = t->areas[a].variable;
            uint32_t tok = TEXT_NONE;
            uint64_t lies = 0;

            for (size_t u = 0; u < t->use_count; u++) {
                const found *f = &r->found[s * t->use_count + u];

                if (t->uses[u].kind != USE_SHARED || t->uses[u].what != a || !f->set)
                    continue;
                if (tok != TEXT_NONE && f->value != lies)
                    return proof_fail(t->p, t->uses[u].tok, "shared variable %.*s lies in two places",
                                      (int)v->name.length, v->name.at);
                tok = t->uses[u].tok;
                lies = f->value;
            }
            if (tok == TEXT_NONE)
                continue;
            if (lies < AREA_BEGIN || lies + t->areas[a].bytes > end || (lies - AREA_BEGIN) % v->align != 0 ||
                p->area->align % v->align != 0)
                return proof_fail(t->p, tok, "shared variable %.*s does not lie within the launch's memory, aligned",
                                  (int)v->name.length, v->name.at);
            for (size_t k = 0; k < placed; k++) {
                if (!apart(lies, t->areas[a].bytes, at[k], bytes[k]))
                    return proof_fail(t->p, tok, "shared variable %.*s lies where another one does",
                                      (int)v->name.length, v->name.at);
            }
            at[placed] = lies;
            bytes[placed++] = t->areas[a].bytes;
        }
    }
    return true;
}

/* Each slice, and each of the kernel's numbers, has its own. */
static bool check_numbers(run *r)
{
    text_part *t = r->g.t;
    uint32_t owner[16] = {0};

    for (size_t s = 0; s < r->g.slices; s++) {
        for (size_t u = 0; u < t->use_count; u++) {
            const found *f = &r->found[s * t->use_count + u];
            uint32_t wanted = (uint32_t)(s * 32 + t->uses[u].what + 1);

            if ((t->uses[u].kind != USE_BARRIER && t->uses[u].kind != USE_PASS_BARRIER) || !f->set)
                continue;
            if (f->value > 15 || (f->value == 0 && !part_is_whole(t) && t->p->launch->block[0] != r->g.threads))
                return proof_fail(t->p, t->uses[u].tok, "barrier %llu is none that a part may have",
                                  (unsigned long long)f->value);
            if (owner[f->value] != 0 && (t->uses[u].kind == USE_PASS_BARRIER ? (owner[f->value] - 1) / 32 != s
                                                                             : owner[f->value] != wanted))
                return proof_fail(t->p, t->uses[u].tok, "barrier %llu is another's, too",
                                  (unsigned long long)f->value);
            if (t->uses[u].kind == USE_BARRIER || owner[f->value] == 0)
                owner[f->value] = wanted;
            t->numbers = (uint16_t)(t->numbers | (f->value != 0 ? 1u << f->value : 0));
        }
    }
    return true;
}

static bool check_threads(run *r)
{
    text_part *t = r->g.t;

    for (uint32_t thread = 0; thread < t->p->launch->block[0]; thread++) {
        if (!run_thread(r, thread))
            return false;
    }
    return true;
}

bool part_check_guard(text_part *t)
{
    text_proof *p = t->p;
    run *r = ARENA_NEW(p->v->memory, run);
    guard *g = &r->g;
    uint32_t threads = p->launch->block[0];
    uint64_t blocks = (uint64_t)t->grid[0] * t->grid[1] * t->grid[2];
    uint64_t block = (uint64_t)t->block[0] * t->block[1] * t->block[2];
    bool passes;

    g->t = t;
    if (block == 0 || block > threads || blocks == 0 || blocks > 65535)
        return guard_fail(g, t->guard, "a part whose blocks are no blocks of the launch");
    g->threads = (uint32_t)block;
    g->blocks = (uint32_t)blocks;
    g->width = blocks == 1 || block == threads ? threads : (g->threads + 31) / 32 * 32;
    if (g->width > threads)
        return guard_fail(g, t->guard, "a part whose blocks, in whole warps, are larger than the launch");
    g->slices = blocks == 1 ? 1 : threads / g->width;
    g->slices = g->slices > g->blocks ? g->blocks : g->slices;
    passes = g->blocks > g->slices;
    if (g->threads % 32 != 0 && !part_is_whole(t) && (t->barriers || t->warps))
        return guard_fail(g, t->guard, "a part with barriers or warp operations, and blocks that are not whole warps");
    if (!guard_read(g, t->guard, t->body))
        return false;
    g->operations[g->count++] = (operation){.kind = DO_BODY, .statement = t->body};
    if (!guard_read(g, t->tail, t->end - 1))
        return false;
    r->found = ARENA_ARRAY(p->v->memory, found, g->slices * t->use_count + 1);
    if (!check_threads(r) || !check_areas(r) || !check_numbers(r))
        return false;
    if (t->part->switched > 0) {
        g->off = true;
        if (!check_threads(r))
            return false;
    }
    if (passes && t->area_count > 0) {
        bool waits = false;

        for (size_t i = 0; i < t->use_count; i++)
            waits = waits || t->uses[i].kind == USE_PASS_BARRIER;
        if (!waits)
            return guard_fail(g, t->end, "no barrier between blocks that use the same shared memory");
    }
    return true;
}
