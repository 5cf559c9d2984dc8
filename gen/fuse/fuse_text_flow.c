/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The vggen authors */
/* In a launch, a thread that leaves its part goes to the part's end and waits there, where in a launch of the kernel
 * alone it would be gone: barriers and warp operations no longer do without it. So none of them may stand where
 * some threads come and others do not.
 *
 * For each register we find whether its value is the same in all threads of a block, in all threads of a warp, or in
 * neither. A branch by a value that differs is felt from there to where its ways meet again: registers that are written
 * on the way differ as much, and what stands there is not reached by all. A value from memory is the same for all if
 * its address is and nothing that may be the same memory is written between the same two barriers. */
#include <string.h>

#include "fuse/fuse_text_flow.h"

enum { SAME_IN_BLOCK, SAME_IN_WARP, DIFFERS };

typedef struct {
    arena *memory;
    const fuse_source *s;
    const fuse_function *f;
    const fuse_item *item;
    const fuse_trace *trace;
    fuse_blocks *blocks;
    unsigned char *levels;   /* of registers */
    unsigned char *felt;     /* of blocks: how much the threads differ that reach it */
    unsigned char *branches; /* of blocks: how much the threads differ in where they go from it */
    bool **regions;          /* of blocks that branch: the blocks before the ways meet */
    bool *thread;            /* of registers: it is %tid.x and nothing else */
    bool *reached;           /* for walks */
    unsigned char *same;     /* of statements that read: 0, or 1 + what reads_same says */
    bool changed;
} flow;

/* ---- registers ---- */

static unsigned special_level(const flow *w, size_t token)
{
    const ptx_reader *r = &w->s->r;
    const uint32_t *block = w->item->block;

    if (ptx_is(r, token, "%tid.x")) {
        return block[0] == 1 ? SAME_IN_BLOCK : DIFFERS;
    }
    if (ptx_is(r, token, "%tid.y")) {
        return block[1] == 1 ? SAME_IN_BLOCK : block[0] % 32 == 0 ? SAME_IN_WARP : DIFFERS;
    }
    if (ptx_is(r, token, "%tid.z")) {
        return block[2] == 1 ? SAME_IN_BLOCK : block[0] * block[1] % 32 == 0 ? SAME_IN_WARP : DIFFERS;
    }
    if (ptx_starts(r, token, "%ntid.") || ptx_starts(r, token, "%ctaid.") || ptx_starts(r, token, "%nctaid.")) {
        return SAME_IN_BLOCK;
    }
    if (ptx_is(r, token, "%warpid") || ptx_is(r, token, "%nwarpid")) {
        return SAME_IN_WARP;
    }
    return DIFFERS;
}

static unsigned token_level(const flow *w, size_t token)
{
    static const char *const specials[] = {"%tid",    "%ntid",    "%ctaid",       "%nctaid", "%laneid",
                                           "%warpid", "%nwarpid", "%lanemask",    "%clock",  "%clock64",
                                           "%smid",   "%nsmid",   "%globaltimer", "%gridid"};
    size_t number = fuse_register(w->s, w->f, w->trace, token);
    const fuse_name *meant = fuse_name_of(w->s, w->f, token);

    if (w->s->r.tokens[token].kind != PTX_WORD) {
        return SAME_IN_BLOCK;
    }
    for (size_t i = 0; meant == NULL && i < sizeof specials / sizeof specials[0]; i++) {
        size_t length = strlen(specials[i]);
        char next = w->s->r.text[w->s->r.tokens[token].begin + length];
        if (ptx_starts(&w->s->r, token, specials[i]) && (next < '0' || next > '9') && next != '<') {
            return special_level(w, token);
        }
    }
    return number == FUSE_NO_REGISTER ? SAME_IN_BLOCK : w->levels[number];
}

static unsigned tokens_level(const flow *w, size_t first, size_t last)
{
    unsigned level = SAME_IN_BLOCK;

    for (size_t i = first; i < last; i++) {
        unsigned more = token_level(w, i);
        level = more > level ? more : level;
    }
    return level;
}

/* ---- memory ---- */

typedef enum { NO_MEMORY, SHARED_MEMORY, GLOBAL_MEMORY, ANY_MEMORY } memory_kind;

static memory_kind kind_of(const fuse_source *s, const fuse_statement *t)
{
    if (fuse_has_suffix(s, t->opcode, ".shared") || fuse_has_suffix(s, t->opcode, ".shared::cta")) {
        return SHARED_MEMORY;
    }
    if (fuse_has_suffix(s, t->opcode, ".global")) {
        return GLOBAL_MEMORY;
    }
    if (fuse_has_suffix(s, t->opcode, ".local") || fuse_has_suffix(s, t->opcode, ".param") ||
        fuse_has_suffix(s, t->opcode, ".const")) {
        return NO_MEMORY;
    }
    return ANY_MEMORY;
}

/* What an instruction may write that other threads see. */
static memory_kind written_kind(const flow *w, const fuse_statement *t)
{
    if (fuse_is(w->s, t, "st") || fuse_is(w->s, t, "atom") || fuse_is(w->s, t, "red") ||
        ptx_starts(&w->s->r, t->opcode, "wmma.store")) {
        return kind_of(w->s, t);
    }
    if (fuse_is(w->s, t, "cp") || fuse_is(w->s, t, "stmatrix")) {
        return SHARED_MEMORY;
    }
    return fuse_is(w->s, t, "call") ? ANY_MEMORY : NO_MEMORY;
}

/* The parameters that an address comes from; those that are given the same argument count as one. */
static uint64_t address_of(const flow *w, const fuse_statement *t)
{
    size_t first = t->first, last;
    uint64_t from, joined = 0;

    if (fuse_is(w->s, t, "call")) {
        return FUSE_ELSEWHERE;
    }
    while (first < t->last && !ptx_is(&w->s->r, first, "[")) {
        first++;
    }
    for (last = first; last < t->last && !ptx_is(&w->s->r, last, "]"); last++) {
    }
    from = first == t->last ? FUSE_ELSEWHERE : fuse_origin(w->s, w->f, first, last);
    for (size_t i = 0; i < w->f->param_count && i < FUSE_MOST_TRACED; i++) {
        size_t same = i;
        if ((from >> i & 1u) == 0 || w->f->params[i].size != 8) {
            continue;
        }
        for (size_t k = 0; w->item->arguments != NULL && k < i && same == i; k++) {
            same = w->item->arguments[k].index == w->item->arguments[i].index ? k : i;
        }
        joined |= (uint64_t)1 << same;
    }
    return joined | (from & FUSE_ELSEWHERE);
}

static bool may_meet(const flow *w, const fuse_statement *read, const fuse_statement *write)
{
    memory_kind x = kind_of(w->s, read), y = written_kind(w, write);
    uint64_t from, to;

    if (y == NO_MEMORY) {
        return false;
    }
    from = address_of(w, read);
    to = address_of(w, write);
    if (x == SHARED_MEMORY || y == SHARED_MEMORY) {
        /* A generic address that comes from parameters alone is none of shared memory. */
        return x == y || (x == ANY_MEMORY && (from == 0 || (from & FUSE_ELSEWHERE) != 0)) ||
               (y == ANY_MEMORY && (to == 0 || (to & FUSE_ELSEWHERE) != 0));
    }
    return from == 0 || to == 0 || ((from | to) & FUSE_ELSEWHERE) != 0 || (from & to) != 0;
}

static bool reaches(const flow *w, size_t from, size_t to)
{
    memset(w->reached, 0, sizeof *w->reached * (w->blocks->count + 1));
    fuse_mark_reached(w->blocks, from, FUSE_NOWHERE, true, w->reached);
    return w->reached[to];
}

/* Whether all threads of the block that read there find the same, if their address is the same. */
static bool reads_same(const flow *w, size_t read)
{
    const fuse_statement *t = &w->f->statements[read];
    memory_kind kind = kind_of(w->s, t);
    bool barriers_help = kind == SHARED_MEMORY || w->item->grid[0] * w->item->grid[1] * w->item->grid[2] == 1;
    size_t block = w->blocks->block_of[read];

    if (fuse_has_suffix(w->s, t->opcode, ".param")) {
        size_t first, last;
        bool own = false;
        for (size_t i = fuse_operand(w->s, t, 1, &first, &last) ? first : t->last; i < last; i++) {
            const fuse_name *n = fuse_name_of(w->s, w->f, i);
            own = own || (n != NULL && n->kind == FUSE_PARAM_NAME);
        }
        return own;
    }
    if (fuse_has_suffix(w->s, t->opcode, ".const")) {
        return true;
    }
    if (kind == NO_MEMORY || fuse_has_suffix(w->s, t->opcode, ".volatile") ||
        fuse_has_suffix(w->s, t->opcode, ".relaxed") || fuse_has_suffix(w->s, t->opcode, ".acquire") ||
        fuse_has_suffix(w->s, t->opcode, ".mmio")) {
        return false;
    }
    for (size_t i = 0; i < w->f->statement_count; i++) {
        size_t other = w->blocks->block_of[i];
        if (w->f->statements[i].kind == FUSE_INSTRUCTION && may_meet(w, t, &w->f->statements[i]) &&
            (!barriers_help || other == block || reaches(w, block, other) || reaches(w, other, block))) {
            return false;
        }
    }
    return true;
}

/* ---- results ---- */

/* A comparison of %tid.x with a number goes the same way in all threads of a warp, where that number is between two. */
static bool compares_warps(const flow *w, const fuse_statement *t)
{
    size_t first, last, number;
    int64_t value;
    bool below = fuse_has_suffix(w->s, t->opcode, ".lt") || fuse_has_suffix(w->s, t->opcode, ".ge") ||
                 fuse_has_suffix(w->s, t->opcode, ".lo") || fuse_has_suffix(w->s, t->opcode, ".hs");
    bool upto = fuse_has_suffix(w->s, t->opcode, ".le") || fuse_has_suffix(w->s, t->opcode, ".gt") ||
                fuse_has_suffix(w->s, t->opcode, ".ls") || fuse_has_suffix(w->s, t->opcode, ".hi");

    if (!fuse_is(w->s, t, "setp") || (!below && !upto) || fuse_operand_count(w->s, t) != 3 ||
        w->item->block[0] % 32 != 0 || !fuse_operand(w->s, t, 1, &first, &last) || last != first + 1) {
        return false;
    }
    number = fuse_register(w->s, w->f, w->trace, first);
    return number != FUSE_NO_REGISTER && w->thread[number] && fuse_operand(w->s, t, 2, &first, &last) &&
           fuse_number(w->s, first, last, &value) && (value + (upto ? 1 : 0)) % 32 == 0;
}

/* The number of the warp in its block, or what is left of the thread's when the lane is taken away. */
static bool takes_lane_away(const flow *w, const fuse_statement *t)
{
    size_t first, last, number;
    int64_t value;

    if ((!fuse_is(w->s, t, "shr") && !fuse_is(w->s, t, "and")) || w->item->block[0] % 32 != 0 ||
        !fuse_operand(w->s, t, 1, &first, &last) || last != first + 1) {
        return false;
    }
    number = fuse_register(w->s, w->f, w->trace, first);
    return number != FUSE_NO_REGISTER && w->thread[number] && fuse_operand(w->s, t, 2, &first, &last) &&
           fuse_number(w->s, first, last, &value) && (fuse_is(w->s, t, "shr") ? value >= 5 : (value & 31) == 0);
}

static unsigned result_level(const flow *w, size_t statement)
{
    const fuse_statement *t = &w->f->statements[statement];
    size_t first, last;
    unsigned level;

    if (!fuse_operand(w->s, t, 0, &first, &last)) {
        return DIFFERS;
    }
    level = tokens_level(w, last, t->last);
    if (fuse_is_barrier(w->s, t)) {
        return SAME_IN_BLOCK;
    }
    if (fuse_is(w->s, t, "vote")) {
        return SAME_IN_WARP;
    }
    if (fuse_is_warp_operation(w->s, t) || fuse_is(w->s, t, "atom") || fuse_is(w->s, t, "ldu")) {
        return DIFFERS;
    }
    if (fuse_is(w->s, t, "ld")) {
        if (level == SAME_IN_BLOCK && w->same[statement] == 0) {
            w->same[statement] = (unsigned char)(1 + reads_same(w, statement));
        }
        return level == SAME_IN_BLOCK && w->same[statement] == 2 ? SAME_IN_BLOCK : DIFFERS;
    }
    if (compares_warps(w, t) || takes_lane_away(w, t)) {
        return SAME_IN_WARP;
    }
    return level;
}

static void raise(flow *w, unsigned char *to, unsigned level)
{
    if (*to < level) {
        *to = (unsigned char)level;
        w->changed = true;
    }
}

/* Whether the instruction takes its one operand, %tid.x or a register with it, as it is. */
static bool takes_thread(const flow *w, const fuse_statement *t)
{
    static const char *const wide[] = {".u32", ".s32", ".b32", ".u64", ".s64", ".b64"};
    size_t first, last, number, types = 0;

    if (t->guard != 0 || (!fuse_is(w->s, t, "mov") && !fuse_is(w->s, t, "cvt")) || fuse_operand_count(w->s, t) != 2 ||
        !fuse_operand(w->s, t, 1, &first, &last) || last != first + 1) {
        return false;
    }
    for (size_t i = 0; i < sizeof wide / sizeof wide[0]; i++) {
        types += fuse_has_suffix(w->s, t->opcode, wide[i]);
    }
    number = fuse_register(w->s, w->f, w->trace, first);
    return types == (fuse_is(w->s, t, "mov") ? 1 : 2) &&
           (ptx_is(&w->s->r, first, "%tid.x") || (number != FUSE_NO_REGISTER && w->thread[number]));
}

/* Registers that are written once, with the thread's number. */
static void find_threads(flow *w)
{
    size_t *writes = ARENA_ARRAY(w->memory, size_t, w->trace->count + 1), found = 0, before = 1;

    w->thread = ARENA_ARRAY(w->memory, bool, w->trace->count + 1);
    while (found != before) {
        before = found;
        found = 0;
        memset(writes, 0, sizeof *writes * w->trace->count);
        for (size_t i = 0; i < w->f->statement_count; i++) {
            const fuse_statement *t = &w->f->statements[i];
            size_t first, last;
            if (!fuse_has_result(w->s, t) || !fuse_operand(w->s, t, 0, &first, &last)) {
                continue;
            }
            for (size_t at = first; at < last; at++) {
                size_t number = fuse_register(w->s, w->f, w->trace, at);
                if (number != FUSE_NO_REGISTER) {
                    writes[number]++;
                    w->thread[number] = writes[number] == 1 && takes_thread(w, t);
                }
            }
        }
        for (size_t i = 0; i < w->trace->count; i++) {
            found += w->thread[i];
        }
    }
}

/* A register differs at least as much as the threads that come to where it is written, and as what guards that. */
static void follow_registers(flow *w)
{
    for (size_t i = 0; i < w->f->statement_count; i++) {
        const fuse_statement *t = &w->f->statements[i];
        size_t first, last;
        if (!fuse_has_result(w->s, t) || !fuse_operand(w->s, t, 0, &first, &last)) {
            continue;
        }
        unsigned level = w->felt[w->blocks->block_of[i]], more = result_level(w, i);
        level = more > level ? more : level;
        more = t->guard != 0 ? token_level(w, t->guard) : SAME_IN_BLOCK;
        level = more > level ? more : level;
        for (size_t at = first; at < last; at++) {
            size_t number = fuse_register(w->s, w->f, w->trace, at);
            if (number != FUSE_NO_REGISTER) {
                raise(w, &w->levels[number], level);
            }
        }
    }
}

static void follow_branches(flow *w)
{
    for (size_t i = 0; i < w->blocks->count; i++) {
        const fuse_statement *t = &w->f->statements[w->blocks->blocks[i].last - 1];
        if (w->blocks->blocks[i].next_count < 2) {
            continue;
        }
        unsigned level = t->guard != 0 ? token_level(w, t->guard) : SAME_IN_BLOCK;
        if (fuse_is(w->s, t, "brx")) {
            unsigned index = tokens_level(w, t->first, t->last);
            level = index > level ? index : level;
        }
        raise(w, &w->branches[i], level);
        if (level == SAME_IN_BLOCK) {
            continue;
        }
        if (w->regions[i] == NULL) {
            w->regions[i] = ARENA_ARRAY(w->memory, bool, w->blocks->count + 1);
            fuse_mark_reached(w->blocks, i, w->blocks->joins[i], false, w->regions[i]);
        }
        for (size_t k = 0; k < w->blocks->count; k++) {
            if (w->regions[i][k]) {
                raise(w, &w->felt[k], level);
            }
        }
    }
}

/* ---- what stands where not all come ---- */

/* Nothing is done from there on but to leave. */
static bool only_leaves(const flow *w, size_t block)
{
    if (block == FUSE_NOWHERE || block == w->blocks->count) {
        return true;
    }
    for (size_t i = w->blocks->blocks[block].first; i < w->blocks->blocks[block].last; i++) {
        const fuse_statement *t = &w->f->statements[i];
        if (t->kind == FUSE_INSTRUCTION && (!fuse_is_leave(w->s, t) || t->guard != 0)) {
            return false;
        }
    }
    return fuse_is_leave(w->s, &w->f->statements[w->blocks->blocks[block].last - 1]);
}

/* Whether the ways from a branch that is felt at this block meet only at the end: some threads leave. */
static bool is_left(const flow *w, size_t block, unsigned level)
{
    for (size_t i = 0; i < w->blocks->count; i++) {
        if (w->regions[i] != NULL && w->regions[i][block] && w->branches[i] >= level &&
            only_leaves(w, w->blocks->joins[i])) {
            return true;
        }
    }
    return false;
}

static const char *find_fault(const flow *w)
{
    for (size_t i = 0; i < w->f->statement_count; i++) {
        const fuse_statement *t = &w->f->statements[i];
        bool barrier = fuse_is_barrier(w->s, t);
        size_t block = w->blocks->block_of[i], count = 0;
        unsigned guard = t->guard != 0 ? token_level(w, t->guard) : SAME_IN_BLOCK;
        unsigned felt = guard > w->felt[block] ? guard : w->felt[block], least = SAME_IN_WARP;
        if (!barrier && !fuse_is_warp_operation(w->s, t)) {
            continue;
        }
        if (barrier) {
            (void)fuse_barrier_operand(w->s, t, &count);
        } else {
            count = 1;
        }
        /* Where the count is given, or none is needed, whole warps may be missing. */
        least = count != 0 ? DIFFERS : SAME_IN_WARP;
        if (felt >= least) {
            const char *what = barrier ? "a barrier" : "a warp operation";
            return is_left(w, block, least) ? arena_printf(w->memory, "some threads may leave before %s", what)
                                            : arena_printf(w->memory, "not all threads may reach %s", what);
        }
    }
    return NULL;
}

const char *fuse_leaves_early(arena *a, const fuse_source *s, const fuse_function *f, const fuse_item *item)
{
    flow w;
    bool any = false;

    for (size_t i = 0; i < f->statement_count; i++) {
        const fuse_statement *t = &f->statements[i];
        any = any || fuse_is_barrier(s, t) || fuse_is_warp_operation(s, t);
    }
    if (!any) {
        return NULL;
    }
    memset(&w, 0, sizeof w);
    w.memory = a;
    w.s = s;
    w.f = f;
    w.item = item;
    w.trace = fuse_trace_of(s, f);
    w.blocks = fuse_find_blocks(a, s, f);
    if (w.blocks == NULL) {
        return "a branch goes to where it cannot be followed";
    }
    w.levels = ARENA_ARRAY(a, unsigned char, w.trace->count + 1);
    w.felt = ARENA_ARRAY(a, unsigned char, w.blocks->count + 1);
    w.branches = ARENA_ARRAY(a, unsigned char, w.blocks->count + 1);
    w.regions = ARENA_ARRAY(a, bool *, w.blocks->count + 1);
    w.reached = ARENA_ARRAY(a, bool, w.blocks->count + 1);
    w.same = ARENA_ARRAY(a, unsigned char, f->statement_count + 1);
    find_threads(&w);
    do {
        w.changed = false;
        follow_registers(&w);
        follow_branches(&w);
    } while (w.changed);
    return find_fault(&w);
}
