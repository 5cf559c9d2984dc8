/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The vggen authors */
/* Settings: the bounds of `range:`, compared as values of the setting's type. */
#include "check/check_parts.h"

#include <math.h>
#include <string.h>

/* ---- values of scalar types, compared ---- */

static uint64_t bits_of(const model_type *type, const unsigned char *bytes)
{
    uint64_t bits = 0;

    for (uint32_t i = 0; i < type->size; i++)
        bits |= (uint64_t)bytes[i] << (8 * i);
    return bits;
}

static bool is_nan(const model_type *type, const unsigned char *bytes)
{
    /* Exponents all ones, and a fraction. */
    static const uint64_t infinities[] = {[SCALAR_F16] = 0x7c00,
                                          [SCALAR_BF16] = 0x7f80,
                                          [SCALAR_F32] = 0x7f800000,
                                          [SCALAR_F64] = UINT64_C(0x7ff0000000000000)};

    return check_is_float(type->base) &&
           (bits_of(type, bytes) & ~(UINT64_C(1) << (8 * type->size - 1))) > infinities[type->base];
}

/* Values of a type in the order of these numbers: the sign of integers and of floats is their highest bit, and floats
 * grow away from zero. Both zeros are one. */
static uint64_t rank(const model_type *type, const unsigned char *bytes)
{
    uint64_t bits = bits_of(type, bytes), sign = UINT64_C(1) << (8 * type->size - 1);

    if (check_is_signed(type->base))
        return bits ^ sign;
    if (!check_is_float(type->base))
        return bits;
    return (bits & sign) != 0 ? sign - (bits & ~sign) : sign + bits;
}

int check_compare(const model_type *type, const unsigned char *left, const unsigned char *right)
{
    uint64_t a = rank(type, left), b = rank(type, right);

    return a < b ? -1 : a > b;
}

/* ---- range ---- */

/* A bound that is a define which is a float. */
static const char *float_define(checker *c, const model_expr *e)
{
    const model_define *define = check_define_alone(c, e);

    if (define == NULL)
        return NULL;
    return define->is_float && !define->broken ? define->real_text : NULL;
}

static bool check_bound(checker *c, const model_type *type, const model_literal *bound, model_expr *e,
                        unsigned char bytes[8])
{
    const char *text = bound->text != NULL ? bound->text : float_define(c, e);
    model_define *define = text != NULL ? NULL : check_define_alone(c, e);

    if (define != NULL && define->misused)
        return false;
    if (text != NULL ? !check_literal(c, bound->at, text, type, bytes) : !check_evaluate(c, e))
        return false;
    if (text == NULL && !check_integer(c, bound->at, e->value, type, bytes))
        return check_misused_define(c, define);
    if (!is_nan(type, bytes))
        return true;
    diag_error(c->d, bound->at, "setting-range", "nan cannot be a bound: nothing is less or greater");
    return false;
}

static span value_place(const model_buffer *b)
{
    return b->value.at.source != 0 ? b->value.at : b->range_at;
}

bool check_setting_range(checker *c, model_buffer *b)
{
    bool low, high;

    if (b->range_at.source == 0)
        return true;
    if (b->type->lanes > 1 || b->type->base == SCALAR_STRUCT || b->type->base == SCALAR_BOOL) {
        diag_error(c->d, b->range_at, "setting-range", "only numbers have a range, '%s' is %s", b->name, b->type->name);
        return false;
    }
    low = check_bound(c, b->type, &b->low, &b->range[0], b->low_bytes);
    high = check_bound(c, b->type, &b->high, &b->range[1], b->high_bytes);
    if (!low || !high)
        return false;
    if (check_compare(b->type, b->low_bytes, b->high_bytes) > 0) {
        diag_error(c->d, b->range_at, "setting-range", "the range of '%s' ends before it begins", b->name);
        diag_hint(c->d, "write the least value first: [least, greatest], both allowed");
        return false;
    }
    if (is_nan(b->type, b->pattern) || check_compare(b->type, b->low_bytes, b->pattern) > 0 ||
        check_compare(b->type, b->pattern, b->high_bytes) > 0) {
        diag_error(c->d, value_place(b), "setting-range", "the first value of '%s' lies outside its range", b->name);
        if (b->value.at.source == 0)
            diag_hint(c->d, "without 'value' a setting starts at 0");
        return false;
    }
    b->ranged = true;
    return true;
}
