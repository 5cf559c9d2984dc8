/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The vggen authors */
/* Literals of any type: a scalar is one literal, a vector the list of its lanes, a struct that of its fields. */
#include "check/check_parts.h"

#include <string.h>

static const unsigned char zeros[CHECK_MAX_STRUCT_BYTES];

const unsigned char *check_zeros(void)
{
    return zeros;
}

static bool is_plain_zero(const model_literal *literal)
{
    return literal->text != NULL && strcmp(literal->text, "0") == 0;
}

static bool fail_list(checker *c, const model_literal *literal, size_t expected, const char *parts, const char *what)
{
    if (literal->list)
        diag_error(c->d, literal->at, "literal-count", "expected a list of %zu %s for %s, found %zu", expected, parts,
                   what, literal->count);
    else
        diag_error(c->d, literal->at, "literal-type", "expected a list of %zu %s for %s, found '%s'", expected, parts,
                   what, literal->text);
    diag_hint(c->d, "write [first, second, ...], or 0 to clear all of it");
    return false;
}

/* False after an error, and silently for a literal that could not be read. */
static bool store(checker *c, const model_literal *literal, const model_type *type, unsigned char *bytes);

/* The name of a define stands for its value. */
static bool store_define(checker *c, const model_literal *literal, model_define *define, const model_type *type,
                         unsigned char *bytes)
{
    if (define->broken)
        return false;
    if (!define->is_float)
        return check_integer(c, literal->at, define->value, type, bytes);
    if (check_is_float(type->base))
        return check_literal(c, literal->at, define->real_text, type, bytes);
    check_misused_float(c, literal->at, define);
    return false;
}

bool check_scalar(checker *c, const model_literal *literal, const model_type *type, unsigned char *bytes)
{
    bool name = *literal->text == '_' || (*literal->text | 0x20) >= 'a';
    model_define *define = name ? check_define_named(c, literal->text) : NULL;

    return define != NULL ? store_define(c, literal, define, type, bytes)
                          : check_literal(c, literal->at, literal->text, type, bytes);
}

static bool store_scalar(checker *c, const model_literal *literal, const model_type *type, unsigned char *bytes)
{
    if (!literal->list)
        return check_scalar(c, literal, type, bytes);
    diag_error(c->d, literal->at, "literal-type", "expected a single literal for %s, found a list", type->name);
    return false;
}

static bool store_items(checker *c, const model_literal *literal, const model_type *type, unsigned char *bytes)
{
    for (size_t i = 0; i < literal->count; i++)
        if (!store(c, &literal->items[i], type, bytes + i * type->size))
            return false;
    return true;
}

static bool store_field(checker *c, const model_literal *literal, const model_field *field, unsigned char *bytes)
{
    if (!field->array)
        return store(c, literal, field->type, bytes + field->offset);
    if (is_plain_zero(literal))
        return true;
    if (!literal->list && literal->text == NULL)
        return false;
    if (!literal->list || literal->count != field->count)
        return fail_list(c, literal, (size_t)field->count, "elements",
                         arena_printf(c->a, "the array '%s'", field->name));
    return store_items(c, literal, field->type, bytes + field->offset);
}

static bool store(checker *c, const model_literal *literal, const model_type *type, unsigned char *bytes)
{
    size_t parts = type->base == SCALAR_STRUCT ? type->field_count : type->lanes;

    if (!literal->list && literal->text == NULL)
        return false;
    if (type->lanes == 1 && type->base != SCALAR_STRUCT)
        return store_scalar(c, literal, type, bytes);
    if (is_plain_zero(literal))
        return true;
    if (!literal->list || literal->count != parts)
        return fail_list(c, literal, parts, type->base == SCALAR_STRUCT ? "fields" : "lanes", type->name);
    if (type->base != SCALAR_STRUCT)
        return store_items(c, literal, model_type_scalar(type->base), bytes);
    for (size_t i = 0; i < parts; i++)
        if (!store_field(c, &literal->items[i], &type->fields[i], bytes))
            return false;
    return true;
}

const unsigned char *check_element(checker *c, const model_literal *literal, const model_type *type)
{
    unsigned char room[CHECK_MAX_STRUCT_BYTES];

    memset(room, 0, type->size);
    if (!store(c, literal, type, room))
        return NULL;
    if (memcmp(room, zeros, type->size) == 0)
        return zeros;
    if (c->literal_bytes > CHECK_MAX_LITERAL_BYTES)
        return NULL; /* this was reported before */
    c->literal_bytes += type->size;
    if (c->literal_bytes > CHECK_MAX_LITERAL_BYTES) {
        diag_error(c->d, literal->at, "literal-bytes", "the literals of the spec take more than %u MiB",
                   CHECK_MAX_LITERAL_BYTES >> 20);
        diag_hint(c->d, "put them into files: constants take their bytes from 'data'");
        return NULL;
    }
    return (const unsigned char *)arena_copy(c->a, (const char *)room, type->size);
}
