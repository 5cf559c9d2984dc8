/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The vggen authors */
/* cp.async copies to shared memory while its thread goes on. A copy that is under way when its part ends would go where
 * the next part has its variables. */
#include <string.h>

#include "fuse/fuse_text_flow.h"

static bool ends_copies(const fuse_source *s, const fuse_statement *t)
{
    size_t first, last;
    int64_t number;

    return ptx_is(&s->r, t->opcode, "cp.async.wait_all") ||
           (ptx_is(&s->r, t->opcode, "cp.async.wait_group") && fuse_operand(s, t, 0, &first, &last) &&
            fuse_number(s, first, last, &number) && number == 0);
}

/* Whether such a wait stands in the block, from this statement on. */
static bool ends_in_block(const fuse_source *s, const fuse_function *f, const fuse_block *b, size_t from)
{
    for (size_t i = from; i < b->last; i++) {
        if (ends_copies(s, &f->statements[i])) {
            return true;
        }
    }
    return false;
}

/* Whether a way leads from the copy to the end without a wait. */
static bool leaves_copy(const fuse_source *s, const fuse_function *f, const fuse_blocks *b, size_t copy, bool *seen)
{
    size_t *stack = b->stack, depth = 0, block = b->block_of[copy];

    if (ends_in_block(s, f, &b->blocks[block], copy)) {
        return false;
    }
    memset(seen, 0, sizeof *seen * (b->count + 1));
    stack[depth++] = block;
    while (depth > 0) {
        const fuse_block *at = &b->blocks[stack[--depth]];
        for (size_t i = 0; i < at->next_count; i++) {
            size_t to = at->next[i];
            if (to == b->count) {
                return true;
            }
            if (!seen[to] && !ends_in_block(s, f, &b->blocks[to], b->blocks[to].first)) {
                seen[to] = true;
                stack[depth++] = to;
            }
        }
    }
    return false;
}

static bool is_copy(const fuse_source *s, const fuse_statement *t)
{
    return fuse_is(s, t, "cp") && (fuse_has_suffix(s, t->opcode, ".ca") || fuse_has_suffix(s, t->opcode, ".cg"));
}

const char *fuse_leaves_copies(arena *a, const fuse_source *s, const fuse_function *f)
{
    const fuse_blocks *b = NULL;
    bool *seen = NULL;

    for (size_t i = 0; i < f->statement_count; i++) {
        if (!is_copy(s, &f->statements[i])) {
            continue;
        }
        if (b == NULL) {
            b = fuse_find_blocks(a, s, f);
            if (b == NULL) {
                return "a branch goes to where it cannot be followed";
            }
            seen = ARENA_ARRAY(a, bool, b->count + 1);
        }
        if (leaves_copy(s, f, b, i, seen)) {
            return "it may end before its copies to shared memory have (cp.async)";
        }
    }
    return NULL;
}
