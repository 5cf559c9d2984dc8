/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The vggen authors */
/* Structs: where their fields lie, and the scalars that make up any type. */
#include "check/check_parts.h"

#include <inttypes.h>

/* The number of elements of a field; 0 after an error. */
static uint64_t check_field_count(checker *c, model_field *field)
{
    model_expr *e = &field->count_expr;

    if (!field->array)
        return 1;
    if (!check_evaluate(c, e))
        return 0;
    if (e->value < 1 || e->value > CHECK_MAX_STRUCT_BYTES) {
        diag_error(c->d, e->at, "field-count", "the array '%s' has %" PRId64 " elements, expected 1 to %u", field->name,
                   e->value, CHECK_MAX_STRUCT_BYTES);
        return 0;
    }
    return (uint64_t)e->value;
}

static uint64_t round_up(uint64_t value, uint64_t multiple)
{
    return (value + multiple - 1) / multiple * multiple;
}

/* Fields follow each other, each at the next multiple of its alignment, and the size is a multiple of the largest: what
 * C and CUDA C++ do. False after an error. */
static bool check_layout(checker *c, model_type *type)
{
    /* The fields belong to this type alone; the model hands them on as constant. */
    model_field *fields = (model_field *)type->fields;
    uint64_t size = 0;
    uint32_t align = 1;
    bool good = true;

    for (size_t i = 0; i < type->field_count; i++) {
        model_field *field = &fields[i];

        field->count = check_field_count(c, field);
        good = good && field->count > 0;
        size = round_up(size, field->type->align);
        field->offset = (uint32_t)size;
        size += field->count * field->type->size;
        align = field->type->align > align ? field->type->align : align;
        if (good && size > CHECK_MAX_STRUCT_BYTES) {
            diag_error(c->d, field->at, "struct-size", "the struct '%s' grows beyond %u bytes here", type->name,
                       CHECK_MAX_STRUCT_BYTES);
            diag_hint(c->d, "something this large belongs in a buffer of its own");
            good = false;
        }
        if (!good)
            return false;
    }
    type->size = (uint32_t)round_up(size, align);
    type->align = align;
    return true;
}

void check_types(checker *c)
{
    bool good = !c->m->types_broken;

    for (size_t i = 0; i < c->m->type_count && !c->m->types_broken; i++)
        good &= check_layout(c, (model_type *)c->m->types[i]);
    c->m->types_broken = !good;
}

/* ---- scalars ---- */

static size_t count_leaves(const model_type *type)
{
    size_t count = 0;

    if (type->base != SCALAR_STRUCT)
        return type->lanes;
    for (size_t i = 0; i < type->field_count; i++)
        count += (size_t)type->fields[i].count * type->fields[i].type->lanes;
    return count;
}

/* The lanes of `count` elements of a scalar or vector. */
static type_leaf *add_lanes(type_leaf *to, const model_type *type, uint32_t offset, uint64_t count)
{
    const model_type *scalar_type = model_type_scalar(type->base);

    for (uint64_t i = 0; i < count * type->lanes; i++) {
        to->offset = offset + (uint32_t)i * scalar_type->size;
        to->type = scalar_type;
        to++;
    }
    return to;
}

type_leaf *check_leaves(arena *a, const model_type *type, size_t *count)
{
    type_leaf *leaves, *to;

    *count = count_leaves(type);
    leaves = to = ARENA_ARRAY(a, type_leaf, *count);
    if (type->base != SCALAR_STRUCT)
        add_lanes(to, type, 0, 1);
    else
        for (size_t i = 0; i < type->field_count; i++)
            to = add_lanes(to, type->fields[i].type, type->fields[i].offset, type->fields[i].count);
    return leaves;
}
