/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The vggen authors */
/* Literals and integers become the bytes of one element; decimals are rounded once, to nearest, ties to even. */
#include "check/check_parts.h"

#include <float.h>
#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* How the floats below f32 are built. */
typedef struct {
    int fraction_bits;
    int least_exponent; /* of normal numbers */
    uint32_t infinity;
    uint32_t nan;
} float_format;

static const float_format half_format = {10, -14, 0x7c00, 0x7e00};
static const float_format bfloat_format = {7, -126, 0x7f80, 0x7fc0};

typedef enum { LITERAL_INTEGER, LITERAL_REAL, LITERAL_NAN, LITERAL_INF, LITERAL_BOOL, LITERAL_BAD } literal_kind;

typedef struct {
    literal_kind kind;
    bool negative;
    uint64_t magnitude;  /* LITERAL_INTEGER, LITERAL_BOOL */
    const char *decimal; /* LITERAL_REAL: without its sign */
} literal;

/* ---- reading ---- */

static literal_kind word_kind(const char *word, literal *l)
{
    l->magnitude = strcmp(word, "true") == 0;
    if (strcmp(word, "nan") == 0)
        return l->negative ? LITERAL_BAD : LITERAL_NAN;
    if (strcmp(word, "inf") == 0)
        return LITERAL_INF;
    return !l->negative && (l->magnitude == 1 || strcmp(word, "false") == 0) ? LITERAL_BOOL : LITERAL_BAD;
}

static literal read_literal(const char *text)
{
    literal l = {.kind = LITERAL_BAD, .negative = text[0] == '-'};
    const char *rest = text + l.negative;
    scanner s;
    token t;

    scanner_start(&s, rest, strlen(rest));
    t = scanner_take(&s);
    if (t.begin != 0 || s.next.kind != TOKEN_END || t.end != strlen(rest))
        return l;
    if (t.kind == TOKEN_INTEGER) {
        l.kind = LITERAL_INTEGER;
        l.magnitude = t.integer;
    } else if (t.kind == TOKEN_REAL) {
        l.kind = LITERAL_REAL;
        l.decimal = rest;
    } else if (t.kind == TOKEN_NAME) {
        l.kind = word_kind(rest, &l);
    }
    return l;
}

/* ---- comparing a decimal with a double, exactly ---- */

typedef struct {
    char *digits;  /* without zeros at both ends */
    long exponent; /* the value is 0.digits * 10^exponent */
} decimal;

static decimal read_decimal(arena *a, const char *text)
{
    decimal d = {arena_alloc(a, strlen(text) + 1), 0};
    size_t count = 0;
    bool point = false;

    for (; *text != '\0' && *text != 'e' && *text != 'E'; text++) {
        if (*text < '0' || *text > '9') {
            point = true;
            continue;
        }
        if (count == 0 && *text == '0') {
            d.exponent -= point;
            continue;
        }
        d.digits[count++] = *text;
        d.exponent += !point;
    }
    if (*text != '\0')
        d.exponent += strtol(text + 1, NULL, 10);
    while (count > 0 && d.digits[count - 1] == '0')
        count--;
    d.digits[count] = '\0';
    return d;
}

/* Below, equal to or above 0: the decimal against the double. Both positive; 767 digits hold any double. */
static int compare_decimal(arena *a, const char *text, double value)
{
    char exact[800];
    decimal x = read_decimal(a, text), y;

    snprintf(exact, sizeof exact, "%.770e", value);
    y = read_decimal(a, exact);
    if (x.exponent != y.exponent)
        return x.exponent < y.exponent ? -1 : 1;
    return strcmp(x.digits, y.digits);
}

/* ---- floats of fewer bits ---- */

/* Bits of the nearest value; *rest is what was cut off: 0 nothing, -1 less than half, 1 half or more. A double that
 * lies just between two values may be the rounded form of a decimal that does not: then the decimal decides. */
static uint32_t narrow(arena *a, const float_format *f, double value, const char *text, int *rest)
{
    int exponent, scale;
    double steps, cut;
    uint32_t whole;

    *rest = 0;
    if (value == 0.0)
        return 0;
    if (value > 1e39)
        return f->infinity;
    frexp(value, &exponent);
    exponent = exponent - 1 < f->least_exponent ? f->least_exponent : exponent - 1;
    scale = exponent - f->fraction_bits;
    steps = ldexp(value, -scale);
    whole = (uint32_t)steps;
    cut = steps - whole;
    if (cut > 0.0)
        *rest = -1;
    if (cut == 0.5) {
        int side = text == NULL ? 0 : compare_decimal(a, text, value);

        if (side > 0 || (side == 0 && whole % 2 == 1))
            *rest = 1;
    } else if (cut > 0.5) {
        *rest = 1;
    }
    whole += *rest == 1;
    /* The leading one of a normal number adds 1 to the exponent's field, and so does a carry. */
    return whole + ((uint32_t)(exponent - f->least_exponent) << f->fraction_bits);
}

static void put(unsigned char *bytes, uint64_t bits, uint32_t size)
{
    for (uint32_t i = 0; i < size; i++)
        bytes[i] = (unsigned char)(bits >> (8 * i));
}

static const float_format *format_of(scalar base)
{
    return base == SCALAR_F16 ? &half_format : base == SCALAR_BF16 ? &bfloat_format : NULL;
}

static bool is_float(scalar base)
{
    return base == SCALAR_F16 || base == SCALAR_BF16 || base == SCALAR_F32 || base == SCALAR_F64;
}

static uint64_t double_bits(double value)
{
    uint64_t bits;

    memcpy(&bits, &value, sizeof bits);
    return bits;
}

static uint64_t float_bits(float value)
{
    uint32_t bits;

    memcpy(&bits, &value, sizeof bits);
    return bits;
}

static uint64_t sign_bit(const model_type *type, bool negative)
{
    return (uint64_t)negative << (8 * type->size - 1);
}

static uint64_t infinity_bits(scalar base)
{
    switch (base) {
    case SCALAR_F64:
        return UINT64_C(0x7ff0000000000000);
    case SCALAR_F32:
        return 0x7f800000;
    default:
        return format_of(base)->infinity;
    }
}

static uint64_t nan_bits(scalar base)
{
    switch (base) {
    case SCALAR_F64:
        return UINT64_C(0x7ff8000000000000);
    case SCALAR_F32:
        return 0x7fc00000;
    default:
        return format_of(base)->nan;
    }
}

/* False when it is beyond the largest number of the type. */
static bool real_bits(arena *a, const char *text, scalar base, uint64_t *bits)
{
    int rest;

    if (base == SCALAR_F64)
        *bits = double_bits(strtod(text, NULL));
    else if (base == SCALAR_F32)
        *bits = float_bits(strtof(text, NULL));
    else
        *bits = narrow(a, format_of(base), strtod(text, NULL), text, &rest);
    return *bits < infinity_bits(base);
}

/* False when the float type does not hold the integer exactly. */
static bool integer_as_float_bits(arena *a, uint64_t magnitude, scalar base, uint64_t *bits)
{
    double value = (double)magnitude;
    float single = (float)magnitude;
    int rest;

    if (value >= 18446744073709551616.0 || (uint64_t)value != magnitude)
        return false;
    if (base == SCALAR_F64) {
        *bits = double_bits(value);
        return true;
    }
    if (base == SCALAR_F32) {
        *bits = float_bits(single);
        return (double)single == value;
    }
    *bits = narrow(a, format_of(base), value, NULL, &rest);
    return rest == 0 && *bits < infinity_bits(base);
}

/* ---- integers ---- */

static bool is_signed(scalar base)
{
    return base == SCALAR_I8 || base == SCALAR_I16 || base == SCALAR_I32 || base == SCALAR_I64;
}

static uint64_t largest(const model_type *type)
{
    unsigned bits = 8 * type->size - (is_signed(type->base) ? 1 : 0);

    return type->base == SCALAR_BOOL ? 1 : UINT64_MAX >> (64 - bits);
}

static bool integer_fits(const literal *l, const model_type *type)
{
    if (!l->negative || l->magnitude == 0)
        return l->magnitude <= largest(type);
    return is_signed(type->base) && l->magnitude <= largest(type) + 1;
}

static bool fail_range(checker *c, span at, const char *text, const model_type *type)
{
    if (is_float(type->base))
        diag_error(c->d, at, "literal-range", "'%s' is beyond the largest %s", text, type->name);
    else if (is_signed(type->base))
        diag_error(c->d, at, "literal-range", "'%s' does not fit %s, which holds -%" PRIu64 " to %" PRIu64, text,
                   type->name, largest(type) + 1, largest(type));
    else
        diag_error(c->d, at, "literal-range", "'%s' does not fit %s, which holds 0 to %" PRIu64, text, type->name,
                   largest(type));
    return false;
}

static bool fail_type(checker *c, span at, const char *text, const model_type *type)
{
    diag_error(c->d, at, "literal-type", "expected %s for %s, found '%s'",
               is_float(type->base)        ? "a number"
               : type->base == SCALAR_BOOL ? "true, false, 1 or 0"
                                           : "an integer",
               type->name, text);
    return false;
}

static bool store_integer(checker *c, span at, const char *text, const literal *l, const model_type *type,
                          unsigned char *bytes)
{
    uint64_t bits;

    if (!is_float(type->base)) {
        if (!integer_fits(l, type))
            return fail_range(c, at, text, type);
        put(bytes, l->negative ? UINT64_C(0) - l->magnitude : l->magnitude, type->size);
        return true;
    }
    if (!integer_as_float_bits(c->a, l->magnitude, type->base, &bits)) {
        diag_error(c->d, at, "literal-inexact", "%s cannot hold the integer '%s' exactly", type->name, text);
        diag_hint(c->d, "write it with a decimal point to have it rounded");
        return false;
    }
    put(bytes, bits | sign_bit(type, l->negative && l->magnitude != 0), type->size);
    return true;
}

static bool store_real(checker *c, span at, const char *text, const literal *l, const model_type *type,
                       unsigned char *bytes)
{
    uint64_t bits = 0;

    if (!is_float(type->base))
        return fail_type(c, at, text, type);
    if (l->kind == LITERAL_NAN)
        bits = nan_bits(type->base);
    else if (l->kind == LITERAL_INF)
        bits = infinity_bits(type->base);
    else if (!real_bits(c->a, l->decimal, type->base, &bits))
        return fail_range(c, at, text, type);
    put(bytes, bits | sign_bit(type, l->negative), type->size);
    return true;
}

/* A decimal integer of more than 64 bits is well formed, but too large for every type. */
static bool is_huge_integer(const char *text)
{
    const char *digits = text + (text[0] == '-');

    return digits[0] >= '1' && digits[0] <= '9' && digits[strspn(digits, "0123456789")] == '\0';
}

static bool is_decimal_comma(const char *text)
{
    const char *comma = text + (text[0] == '-');

    comma += strspn(comma, "0123456789");
    return comma > text && comma[-1] != '-' && comma[0] == ',' && comma[1] != '\0' &&
           comma[1 + strspn(comma + 1, "0123456789")] == '\0';
}

bool check_literal(checker *c, span at, const char *text, const model_type *type, unsigned char *bytes)
{
    literal l = read_literal(text);

    switch (l.kind) {
    case LITERAL_INTEGER:
        return store_integer(c, at, text, &l, type, bytes);
    case LITERAL_BOOL:
        if (type->base != SCALAR_BOOL)
            return fail_type(c, at, text, type);
        put(bytes, l.magnitude, 1);
        return true;
    case LITERAL_BAD:
        break;
    default:
        return store_real(c, at, text, &l, type, bytes);
    }
    if (is_huge_integer(text))
        return fail_range(c, at, text, type);
    diag_error(c->d, at, "literal-form", "'%s' is not a literal", text);
    diag_hint(c->d, is_decimal_comma(text)
                        ? "a decimal is written with a point, not with a comma"
                        : "literals are integers (0, -12, 0x1f), floats (1.5, 1e-3, nan, inf), true and false");
    return false;
}

bool check_integer(checker *c, span at, int64_t value, const model_type *type, unsigned char *bytes)
{
    literal l = {.kind = LITERAL_INTEGER, .negative = value < 0};
    char text[24];

    l.magnitude = value < 0 ? UINT64_C(0) - (uint64_t)value : (uint64_t)value;
    snprintf(text, sizeof text, "%" PRId64, value);
    return store_integer(c, at, text, &l, type, bytes);
}
