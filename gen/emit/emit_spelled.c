/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The vggen authors */
/* Values under the names that the spec has for them: a macro is written only where it has the very value. */
#include <math.h>
#include <string.h>

#include "emit/parts.h"

static const char *number(const emit *e, uint64_t value)
{
    return arena_printf(e->memory, "%lluu", (unsigned long long)value);
}

/* ---- defines ---- */

static const model_define *find_define(const emit *e, const char *name)
{
    for (size_t i = 0; name != NULL && i < e->m->define_count; i++)
        if (strcmp(e->m->defines[i].name, name) == 0)
            return &e->m->defines[i];
    return NULL;
}

static const char *define_macro(const emit *e, const model_define *d, const char *cast)
{
    return arena_printf(e->memory, "%s%s_%s", cast, e->prefix, d->name);
}

static bool is_integer(const model_type *type)
{
    return type->base != SCALAR_F16 && type->base != SCALAR_BF16 && type->base != SCALAR_F32 &&
           type->base != SCALAR_F64 && type->base != SCALAR_BOOL && type->base != SCALAR_STRUCT;
}

static bool has_value(const model_type *type, const unsigned char *bytes, int64_t value)
{
    bool is_unsigned =
        type->base == SCALAR_U8 || type->base == SCALAR_U16 || type->base == SCALAR_U32 || type->base == SCALAR_U64;

    if (is_unsigned)
        return value >= 0 && emit_bits(bytes, type->size) == (uint64_t)value;
    return emit_signed_bits(bytes, type->size) == value;
}

const char *emit_argument_define(const emit *e, const emit_node *n, size_t argument)
{
    const plan_argument *a = &n->plan->arguments[argument];
    const model_define *d = NULL;
    double value;
    float single;

    if (n->step != NULL && n->step->kind == STEP_LAUNCH && argument < n->step->argument_count)
        d = find_define(e, n->step->arguments[argument].slice.name);
    if (d == NULL || a->type->lanes > 1)
        return NULL;
    if (!d->is_float && is_integer(a->type))
        return has_value(a->type, a->value, d->value) ? define_macro(e, d, "") : NULL;
    value = d->is_float ? d->real : (double)d->value;
    single = (float)value;
    if (a->type->base == SCALAR_F64 && isfinite(value) && memcmp(a->value, &value, sizeof value) == 0)
        return define_macro(e, d, d->is_float ? "" : "(double)");
    if (a->type->base == SCALAR_F32 && isfinite(single) && memcmp(a->value, &single, sizeof single) == 0)
        return define_macro(e, d, "(float)");
    return NULL;
}

/* ---- dimensions ---- */

static const char *size(const emit *e, const model_expr *x, uint32_t value)
{
    const model_define *d = x->root != NULL && x->root->kind == EXPR_NAME ? find_define(e, x->root->name) : NULL;

    return d != NULL && !d->is_float && d->value == (int64_t)value ? define_macro(e, d, "") : number(e, value);
}

const char *emit_tuned(const emit *e, const emit_node *n)
{
    if (!e->tuning || n->step == NULL || n->step->tuned == 0 || n->kernel == NULL)
        return NULL;
    return arena_printf(e->memory, "driven_launches_%s[%lu]", n->kernel->name, (unsigned long)n->step->tuned - 1);
}

const char *emit_tuned_block(const emit *e, const emit_node *n, size_t axis)
{
    const char *tuned = emit_tuned(e, n);

    return tuned != NULL ? arena_printf(e->memory, "%s.block[%zu]", tuned, axis) : NULL;
}

const char *emit_tuned_threads(const emit *e, const emit_node *n)
{
    const char *tuned = emit_tuned(e, n);

    return tuned != NULL ? arena_printf(e->memory, "%s.threads", tuned) : NULL;
}

const char *emit_grid_size(const emit *e, const emit_node *n, size_t axis)
{
    if (emit_tuned(e, n) != NULL)
        return arena_printf(e->memory, "%s.grid[%zu]", emit_tuned(e, n), axis);
    if (n->step == NULL || n->step->kind != STEP_LAUNCH)
        return number(e, n->plan->grid[axis]);
    return size(e, &n->step->grid[axis], n->plan->grid[axis]);
}

const char *emit_block_size(const emit *e, const emit_node *n, size_t axis)
{
    if (emit_tuned(e, n) != NULL)
        return emit_tuned_block(e, n, axis);
    if (n->step == NULL || n->step->kind != STEP_LAUNCH)
        return number(e, n->plan->block[axis]);
    return size(e, n->step->block_count > 0 ? &n->step->block[axis] : &n->kernel->block[axis], n->plan->block[axis]);
}

/* ---- bytes ---- */

static uint64_t pinned_offset(const emit *e, uint32_t buffer, plan_direction direction)
{
    const plan_place *place = &e->p->places[buffer];

    return direction == PLAN_UPLOAD ? place->upload_offset : place->download_offset;
}

const char *emit_piece_bytes(const emit *e, const plan_run *run, const plan_piece *piece)
{
    uint32_t first = run->members[piece->first];

    return piece->count == 1 && emit_is_accessible(&e->m->buffers[first]) ? emit_bytes(e, first)
                                                                          : number(e, piece->bytes);
}

const char *emit_transfer_bytes(const emit *e, const plan_run *run)
{
    uint64_t bytes = emit_run_bytes(run), end;
    uint32_t first = run->members[0], last = run->members[run->member_count - 1];

    if (!emit_is_accessible(&e->m->buffers[last]))
        return number(e, bytes);
    if (run->member_count == 1)
        return bytes == e->m->buffers[first].size ? emit_bytes(e, first) : number(e, bytes);
    end = pinned_offset(e, last, run->direction) + e->m->buffers[last].size;
    /* The macros of offsets have 32 bits where these are enough; so must the sum. */
    if (end > UINT32_MAX || end - pinned_offset(e, first, run->direction) != bytes)
        return number(e, bytes);
    return arena_printf(e->memory, "%s + %s - %s", emit_pinned_at(e, last, run->direction), emit_bytes(e, last),
                        emit_pinned_at(e, first, run->direction));
}

static bool is_whole(const emit *e, uint32_t buffer, uint64_t bytes)
{
    return emit_is_accessible(&e->m->buffers[buffer]) && e->m->buffers[buffer].size == bytes;
}

const char *emit_copied_bytes(const emit *e, const plan_node *n)
{
    if (is_whole(e, n->to, n->bytes))
        return emit_bytes(e, n->to);
    return is_whole(e, n->from, n->bytes) ? emit_bytes(e, n->from) : number(e, n->bytes);
}

static const char *filled_bytes(const emit *e, const plan_node *n)
{
    uint64_t bytes = n->count * n->element;

    return is_whole(e, n->to, bytes) ? emit_bytes(e, n->to) : number(e, bytes);
}

/* The pattern of a fill is eight bytes, which read better as digits of four bits. */
const char *emit_moved_number(const emit *e, const emit_node *n, size_t argument)
{
    const unsigned char *value = n->plan->arguments[argument].value;
    unsigned long long pattern = 0;

    if (argument == 2)
        return n->does == PLAN_COPY ? emit_copied_bytes(e, n->plan) : filled_bytes(e, n->plan);
    for (size_t i = 0; i < 8; i++)
        pattern |= (unsigned long long)value[i] << 8 * i;
    return arena_printf(e->memory, "0x%llxu", pattern);
}

const char *emit_filled_count(const emit *e, const plan_node *n)
{
    const model_buffer *b = &e->m->buffers[n->to];

    return is_whole(e, n->to, n->count * n->element) && n->count == b->elements ? emit_count(e, n->to)
                                                                                : number(e, n->count);
}
