/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The vggen authors */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "emit/parts.h"

uint64_t emit_bits(const unsigned char *bytes, uint32_t size)
{
    uint64_t bits = 0;

    for (uint32_t i = 0; i < size && i < 8; i++)
        bits |= (uint64_t)bytes[i] << (8 * i);
    return bits;
}

/* size is 1, 2, 4 or 8. */
int64_t emit_signed_bits(const unsigned char *bytes, uint32_t size)
{
    uint64_t bits = emit_bits(bytes, size);
    uint64_t sign = (uint64_t)1 << (8 * size - 1);

    /* Without converting a number that does not fit. */
    if ((bits & sign) != 0)
        return -(int64_t)(sign - 1 - (bits & (sign - 1))) - 1;
    return (int64_t)bits;
}

static float float_of(const unsigned char *bytes)
{
    uint32_t bits = (uint32_t)emit_bits(bytes, 4);
    float value;

    memcpy(&value, &bits, sizeof value);
    return value;
}

static double double_of(const unsigned char *bytes)
{
    uint64_t bits = emit_bits(bytes, 8);
    double value;

    memcpy(&value, &bits, sizeof value);
    return value;
}

static double half_of(unsigned bits)
{
    unsigned exponent = bits >> 10 & 0x1f, fraction = bits & 0x3ff;
    double value;

    if (exponent == 0x1f)
        value = fraction == 0 ? (double)INFINITY : (double)NAN;
    else if (exponent == 0)
        value = ldexp((double)fraction, -24);
    else
        value = ldexp((double)(fraction | 0x400), (int)exponent - 25);
    return (bits & 0x8000) != 0 ? -value : value;
}

static double bfloat_of(unsigned bits)
{
    unsigned char bytes[4] = {0, 0, (unsigned char)(bits & 0xff), (unsigned char)(bits >> 8)};

    return (double)float_of(bytes);
}

/* The value of a floating-point element. */
static double real_of(const model_type *type, const unsigned char *bytes)
{
    switch (type->base) {
    case SCALAR_F16:
        return half_of((unsigned)emit_bits(bytes, 2));
    case SCALAR_BF16:
        return bfloat_of((unsigned)emit_bits(bytes, 2));
    case SCALAR_F32:
        return (double)float_of(bytes);
    default:
        return double_of(bytes);
    }
}

static bool is_real(const model_type *type)
{
    return type->base == SCALAR_F16 || type->base == SCALAR_BF16 || type->base == SCALAR_F32 ||
           type->base == SCALAR_F64;
}

static bool is_signed(const model_type *type)
{
    return type->base == SCALAR_I8 || type->base == SCALAR_I16 || type->base == SCALAR_I32 || type->base == SCALAR_I64;
}

/* The smallest integer has no constant of its own: its digits without the minus fit no type. */
static char *signed_constant(arena *a, int64_t value)
{
    if (value == INT64_MIN)
        return arena_printf(a, "-%lld - 1", (long long)INT64_MAX);
    return arena_printf(a, "%lld", (long long)value);
}

char *emit_integer(arena *a, int64_t value)
{
    return arena_printf(a, value < 0 ? "(%s)" : "%s", signed_constant(a, value));
}

/* A number with neither point nor exponent would be an integer constant. */
static char *with_point(arena *a, const char *digits)
{
    return arena_printf(a, "%s%s", digits, strpbrk(digits, ".e") == NULL ? ".0" : "");
}

static char *real_or_name(arena *a, double value)
{
    if (isnan(value))
        return arena_copy(a, "nan", 3);
    if (isinf(value))
        return arena_copy(a, value > 0 ? "inf" : "-inf", value > 0 ? 3 : 4);
    return NULL;
}

/* 10, not 1e+01: no exponent where the number is as short without. */
static bool reads_badly(const char *digits, double value)
{
    return strchr(digits, 'e') != NULL && fabs(value) >= 1.0 && fabs(value) < 1e6;
}

char *emit_real(arena *a, double value)
{
    char digits[40];
    char *name = real_or_name(a, value);

    if (name != NULL)
        return name;
    for (int precision = 1; precision <= 17; precision++) {
        snprintf(digits, sizeof digits, "%.*g", precision, value);
        if (strtod(digits, NULL) == value && !reads_badly(digits, value))
            break;
    }
    return with_point(a, digits);
}

static char *short_real(arena *a, float value)
{
    char digits[40];
    char *name = real_or_name(a, (double)value);

    if (name != NULL)
        return name;
    for (int precision = 1; precision <= 9; precision++) {
        snprintf(digits, sizeof digits, "%.*g", precision, (double)value);
        if (strtof(digits, NULL) == value && !reads_badly(digits, (double)value))
            break;
    }
    return with_point(a, digits);
}

char *emit_constant(arena *a, const model_type *type, const unsigned char *bytes)
{
    switch (type->base) {
    case SCALAR_I8:
    case SCALAR_I16:
    case SCALAR_I64:
    case SCALAR_I32:
        return signed_constant(a, emit_signed_bits(bytes, type->size));
    case SCALAR_F16:
    case SCALAR_BF16:
        return arena_printf(a, "0x%04xu", (unsigned)emit_bits(bytes, 2));
    case SCALAR_F32:
        if (!isfinite(float_of(bytes)))
            return NULL;
        return arena_printf(a, "%sf", short_real(a, float_of(bytes)));
    case SCALAR_F64:
        return isfinite(double_of(bytes)) ? emit_real(a, double_of(bytes)) : NULL;
    default:
        return arena_printf(a, "%lluu", (unsigned long long)emit_bits(bytes, type->size));
    }
}

/* ---- vectors and structs ---- */

/* What a walk over the scalars of a value needs: the lanes of a vector, the fields of a struct, the elements of a field
 * that is an array. */
typedef struct {
    arena *memory;
    FILE *file;
    const char *indent;
    emit_names list;
    size_t left; /* scalars that are still looked at */
    bool sparse; /* what is zero is passed over */
} writer;

/* path is how C names the part: "p->setting.cell.tag[2]". */
typedef void (*part_writer)(writer *w, const char *path, const model_type *type, const unsigned char *bytes);

static void each_lane(writer *w, const char *path, const model_type *type, const unsigned char *bytes, part_writer each)
{
    static const char axes[] = "xyzw";
    model_type lane = *type;

    lane.lanes = 1;
    lane.size = type->size / type->lanes;
    for (unsigned i = 0; i < type->lanes && w->left > 0; i++)
        each(w, arena_printf(w->memory, "%s.%c", path, axes[i]), &lane, bytes + i * lane.size);
}

static bool is_zero(const unsigned char *bytes, size_t size)
{
    for (size_t i = 0; i < size; i++)
        if (bytes[i] != 0)
            return false;
    return true;
}

static void each_part(writer *w, const char *path, const model_type *type, const unsigned char *bytes, part_writer each)
{
    if (type->base != SCALAR_STRUCT) {
        if (type->lanes > 1)
            each_lane(w, path, type, bytes, each);
        else
            each(w, path, type, bytes);
        return;
    }
    for (size_t i = 0; i < type->field_count; i++) {
        const model_field *f = &type->fields[i];
        if (w->sparse && is_zero(bytes + f->offset, f->count * f->type->size))
            continue;
        for (uint64_t k = 0; k < f->count && w->left > 0; k++) {
            const char *name = arena_printf(w->memory, "%s.%s", path, emit_member(w->memory, f->name));
            if (f->array)
                name = arena_printf(w->memory, "%s[%llu]", name, (unsigned long long)k);
            each_part(w, name, f->type, bytes + f->offset + k * f->type->size, each);
        }
    }
}

static char *scalar_reading(arena *a, const model_type *type, const unsigned char *bytes)
{
    if (type->base == SCALAR_F32)
        return short_real(a, float_of(bytes));
    if (is_real(type))
        return emit_real(a, real_of(type, bytes));
    if (is_signed(type))
        return arena_printf(a, "%lld", (long long)emit_signed_bits(bytes, type->size));
    return arena_printf(a, "%llu", (unsigned long long)emit_bits(bytes, type->size));
}

static void add_reading(writer *w, const char *path, const model_type *type, const unsigned char *bytes)
{
    (void)path;
    emit_names_add(&w->list, --w->left == 0 ? "..." : scalar_reading(w->memory, type, bytes));
}

/* Scalars of one value in a comment. */
#define MOST_READ 24u

char *emit_reading(arena *a, const model_type *type, const unsigned char *bytes)
{
    writer w = {a, NULL, "", {a, NULL, 0, 0}, MOST_READ + 1, false};

    if (type->lanes <= 1 && type->base != SCALAR_STRUCT)
        return scalar_reading(a, type, bytes);
    each_part(&w, "", type, bytes, add_reading);
    return arena_printf(a, "[%s]", w.list.text != NULL ? w.list.text : "");
}

static void assign_scalar(writer *w, const char *lvalue, const model_type *type, const unsigned char *bytes)
{
    const char *indent = w->indent;
    char *constant = emit_constant(w->memory, type, bytes);

    if (constant == NULL) {
        fprintf(w->file, "%s{\n", indent);
        fprintf(w->file, "%s    const %s bits = 0x%llxu; /* %s */\n\n", indent,
                type->size == 4 ? "uint32_t" : "uint64_t", (unsigned long long)emit_bits(bytes, type->size),
                scalar_reading(w->memory, type, bytes));
        fprintf(w->file, "%s    (void)memcpy(&%s, &bits, sizeof bits);\n", indent, lvalue);
        fprintf(w->file, "%s}\n", indent);
    } else if (type->base == SCALAR_F16 || type->base == SCALAR_BF16) {
        fprintf(w->file, "%s%s = %s; /* %s */\n", indent, lvalue, constant, scalar_reading(w->memory, type, bytes));
    } else {
        fprintf(w->file, "%s%s = %s;\n", indent, lvalue, constant);
    }
}

static void assign_unless_zero(writer *w, const char *lvalue, const model_type *type, const unsigned char *bytes)
{
    if (!is_zero(bytes, type->size))
        assign_scalar(w, lvalue, type, bytes);
}

void emit_assign(FILE *file, arena *a, const char *indent, const char *lvalue, const model_type *type,
                 const unsigned char *bytes)
{
    writer w = {a, file, indent, {a, NULL, 0, 0}, SIZE_MAX, true};

    if (type->base != SCALAR_STRUCT) {
        each_part(&w, lvalue, type, bytes, assign_scalar);
        return;
    }
    /* Its padding too. */
    fprintf(file, "%s(void)memset(&%s, 0, sizeof %s);\n", indent, lvalue, lvalue);
    each_part(&w, lvalue, type, bytes, assign_unless_zero);
}

void emit_byte_lines(FILE *file, const unsigned char *bytes, size_t size)
{
    static const char digits[] = "0123456789abcdef";
    char line[4 + 16 * 6 + 1];

    for (size_t at = 0; at < size; at += 16) {
        size_t count = size - at < 16 ? size - at : 16;
        char *end = line;

        memcpy(end, "    ", 4);
        end += 4;
        for (size_t i = 0; i < count; i++) {
            *end++ = '0';
            *end++ = 'x';
            *end++ = digits[bytes[at + i] >> 4];
            *end++ = digits[bytes[at + i] & 15];
            *end++ = ',';
            *end++ = ' ';
        }
        end[-1] = '\n';
        fwrite(line, 1, (size_t)(end - line), file);
    }
}

#define WORD 8u

/* The last word may have fewer bytes. */
static uint64_t word_at(const unsigned char *bytes, size_t size)
{
    uint64_t word = 0;

    for (size_t i = 0; i < WORD && i < size; i++)
        word |= (uint64_t)bytes[i] << (8 * i);
    return word;
}

void emit_word_lines(FILE *file, const unsigned char *bytes, size_t size)
{
    static const char digits[] = "0123456789abcdef";
    char line[4 + 5 * 21 + 1];

    for (size_t at = 0; at < size;) {
        char *end = line;

        memcpy(end, "    ", 4);
        end += 4;
        for (size_t i = 0; i < 5 && at < size; i++, at += WORD) {
            uint64_t word = word_at(bytes + at, size - at);

            *end++ = '0';
            *end++ = 'x';
            for (int digit = 15; digit >= 0; digit--)
                *end++ = digits[word >> (4 * digit) & 15];
            *end++ = 'u';
            *end++ = ',';
            *end++ = ' ';
        }
        end[-1] = '\n';
        fwrite(line, 1, (size_t)(end - line), file);
    }
}

bool emit_in_words(uint64_t size)
{
    return size >= 4096;
}
