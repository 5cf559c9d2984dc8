/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The vggen authors */
/* How the blocks of a part lie in the threads of a launch. One block takes the first threads. Several blocks run side
 * by side, each in a slice of whole warps; where there are more blocks than slices, each slice does several, one after
 * the other. Barriers of a slice have numbers of their own, and its shared memory is its own. */
#include <string.h>

#include "fuse/fuse_text_parts.h"

#define MOST_BARRIERS 15u
#define MOST_SHARED 49152u /* bytes that every device has for a block without being asked */

const fuse_variable *fuse_shared_variable(const fuse_source *s, const fuse_function *f, const fuse_name *n)
{
    const fuse_variable *v = NULL;

    if (n != NULL && n->kind == FUSE_SHARED_NAME) {
        v = &f->shared[n->index];
    } else if (n != NULL && n->kind == FUSE_VARIABLE_NAME) {
        v = &s->variables[n->index];
    }
    return v == NULL || v->space == FUSE_CONST || v->space == FUSE_GLOBAL ? NULL : v;
}

static uint32_t rounded(uint32_t value, uint32_t align)
{
    return align == 0 ? value : (value + align - 1) / align * align;
}

/* Gives each shared variable that the kernel uses its place; `wanted`, where there is one, gets its own in *at. */
static void lay_out(const fuse_source *s, const fuse_function *f, fuse_shape *shape, uint32_t dynamic_bytes,
                    const fuse_variable *wanted, uint32_t *at)
{
    uint32_t end = 0, align = 4, dynamic_align = 16;
    bool dynamic = false;

    for (size_t i = 0; i < f->shared_count; i++) {
        end = rounded(end, f->shared[i].align);
        if (wanted == &f->shared[i]) {
            *at = end;
        }
        end += f->shared[i].size;
        align = f->shared[i].align > align ? f->shared[i].align : align;
    }
    for (size_t i = 0; i < s->variable_count; i++) {
        const fuse_variable *v = &s->variables[i];
        if (v->space == FUSE_CONST || v->space == FUSE_GLOBAL || !f->uses[i]) {
            continue;
        }
        align = v->align > align ? v->align : align;
        if (v->space == FUSE_DYNAMIC_SHARED) {
            dynamic = true;
            dynamic_align = v->align > dynamic_align ? v->align : dynamic_align;
            continue;
        }
        end = rounded(end, v->align);
        if (wanted == v) {
            *at = end;
        }
        end += v->size;
    }
    shape->dynamic_at = rounded(end, dynamic_align);
    if (dynamic) {
        align = dynamic_align > align ? dynamic_align : align;
        end = shape->dynamic_at + dynamic_bytes;
    }
    if (wanted != NULL && wanted->space == FUSE_DYNAMIC_SHARED) {
        *at = shape->dynamic_at;
    }
    shape->shares = end > 0 || dynamic;
    shape->shared_align = align;
    shape->shared_bytes = rounded(end, align);
}

uint32_t fuse_shared_offset(const fuse_source *s, const fuse_function *f, const fuse_shape *shape, const fuse_name *n)
{
    fuse_shape ignored = *shape;
    const fuse_variable *v = fuse_shared_variable(s, f, n);
    uint32_t at = 0;

    lay_out(s, f, &ignored, 0, v, &at);
    return at;
}

static bool add_number(fuse_shape *shape, uint32_t number)
{
    for (uint32_t i = 0; i < shape->number_count; i++) {
        if (shape->numbers[i] == number) {
            return true;
        }
    }
    if (shape->number_count == MOST_BARRIERS) {
        return false;
    }
    shape->numbers[shape->number_count++] = number;
    return true;
}

/* False where a number of a barrier cannot be known. */
static bool find_barriers(const fuse_source *s, const fuse_function *f, fuse_shape *shape)
{
    bool known = true;

    for (size_t i = 0; i < f->statement_count; i++) {
        const fuse_statement *t = &f->statements[i];
        size_t count, first, last;
        int64_t number;
        shape->warps = shape->warps || fuse_is_warp_operation(s, t);
        if (fuse_is_barrier(s, t)) {
            size_t at = fuse_barrier_operand(s, t, &count);
            shape->barriers = true;
            known = known && fuse_operand(s, t, at, &first, &last) && fuse_number(s, first, last, &number) &&
                    number >= 0 && number <= 15 && add_number(shape, (uint32_t)number);
        }
    }
    return known;
}

bool fuse_find_shape(arena *a, const fuse_source *s, const fuse_function *f, const fuse_item *item, uint32_t threads,
                     fuse_shape *shape, const char **why)
{
    uint64_t block = (uint64_t)item->block[0] * item->block[1] * item->block[2];
    uint64_t grid = (uint64_t)item->grid[0] * item->grid[1] * item->grid[2];
    const char *what;

    memset(shape, 0, sizeof *shape);
    if (block == 0 || grid == 0 || grid > 65535 || block > threads) {
        *why = block > threads ? arena_printf(a, "its blocks have %llu threads, more than the launch has",
                                              (unsigned long long)block)
                               : "its grid does not suit one block";
        return false;
    }
    shape->threads = (uint32_t)block;
    shape->blocks = (uint32_t)grid;
    shape->slices = shape->passes = 1;
    shape->width = shape->threads;
    if (grid > 1) {
        shape->width = shape->threads == threads ? threads : rounded(shape->threads, 32);
        if (shape->width > threads) {
            *why = "its blocks, in whole warps, have more threads than the launch";
            return false;
        }
        shape->slices = threads / shape->width;
        shape->slices = shape->slices > shape->blocks ? shape->blocks : shape->slices;
        shape->passes = (shape->blocks + shape->slices - 1) / shape->slices;
    }
    shape->whole = shape->slices == 1 && shape->threads == threads;
    lay_out(s, f, shape, item->shared_bytes, NULL, NULL);
    if (shape->slices > 1 && (uint64_t)shape->slices * shape->shared_bytes > MOST_SHARED) {
        *why =
            arena_printf(a, "%u of its blocks side by side take %llu bytes of shared memory, more than %u",
                         (unsigned)shape->slices, (unsigned long long)shape->slices * shape->shared_bytes, MOST_SHARED);
        return false;
    }
    if (!find_barriers(s, f, shape)) {
        *why = "the number of a barrier is computed";
        return false;
    }
    if (shape->whole) {
        return true;
    }
    what = shape->barriers ? "barriers" : shape->warps ? "warp operations" : NULL;
    if (shape->shares && shape->passes > 1) {
        /* A slice waits for all of its threads before the next block takes the memory. */
        what = what == NULL ? "shared memory" : what;
        shape->barriers = true;
        shape->number_count = shape->number_count == 0 ? 1 : shape->number_count;
    }
    if (shape->threads % 32 != 0 && what != NULL) {
        *why = arena_printf(a, "it has %s, and the %u threads of its block are not whole warps of the launch", what,
                            (unsigned)shape->threads);
        return false;
    }
    if (shape->slices * shape->number_count > MOST_BARRIERS) {
        *why = arena_printf(a, "%u blocks side by side with %u barrier%s each need more than %u numbers",
                            (unsigned)shape->slices, (unsigned)shape->number_count, shape->number_count == 1 ? "" : "s",
                            MOST_BARRIERS);
        return false;
    }
    return true;
}
