/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The vggen authors */
/* NAME.c: setters, which refuse what is outside a setting's range, and getters. */
#include <math.h>
#include <string.h>

#include "emit/parts.h"

/* ---- ranges ---- */

static bool is_small(const model_type *type)
{
    return type->base == SCALAR_F16 || type->base == SCALAR_BF16;
}

static bool is_float(const model_type *type)
{
    return is_small(type) || type->base == SCALAR_F32 || type->base == SCALAR_F64;
}

static bool is_signed(const model_type *type)
{
    return type->base == SCALAR_I8 || type->base == SCALAR_I16 || type->base == SCALAR_I32 || type->base == SCALAR_I64;
}

/* f16 and bf16 are bits to the host, and infinite bounds have no constant: these are compared by a number that rises
 * with the value and that no nan shares with a value. */
static bool is_compared_by_order(const emit *e, const model_buffer *b)
{
    return is_small(b->type) || (is_float(b->type) && (emit_constant(e->memory, b->type, b->low_bytes) == NULL ||
                                                       emit_constant(e->memory, b->type, b->high_bytes) == NULL));
}

static const char *order_name(const emit *e, const model_type *type)
{
    return emit_private(e, arena_printf(e->memory, "order_of_%lu_bits", 8ul * type->size));
}

static void order_function(FILE *file, const emit *e, const model_type *type)
{
    unsigned long width = 8ul * type->size;

    fprintf(file,
            "/* A number that rises with the value of a float of %lu bits; nan is below or above all values. */\n",
            width);
    fprintf(file, "static int64_t %s(%s value)\n{\n", order_name(e, type), type->host);
    fprintf(file, "    uint%lu_t bits;\n    int64_t magnitude;\n\n    (void)memcpy(&bits, &value, sizeof bits);\n",
            width);
    fprintf(file, "    magnitude = (int64_t)bits & 0x%llx;\n", (unsigned long long)(((uint64_t)1 << (width - 1)) - 1));
    fprintf(file, "    return ((bits >> %lu) != 0u) ? -magnitude : magnitude;\n}\n\n", width - 1);
}

static int64_t order_of(const model_type *type, const unsigned char *bytes)
{
    uint64_t bits = emit_bits(bytes, type->size), sign = (uint64_t)1 << (8 * type->size - 1);

    return (bits & sign) != 0 ? -(int64_t)(bits & (sign - 1)) : (int64_t)bits;
}

static const char *outside_integers(const emit *e, const model_buffer *b)
{
    const model_type *type = b->type;
    const char *low = emit_integer(e->memory, emit_signed_bits(b->low_bytes, type->size));
    const char *high = emit_integer(e->memory, emit_signed_bits(b->high_bytes, type->size));
    uint64_t most = UINT64_MAX >> (64 - 8 * type->size), sign = (uint64_t)1 << (8 * type->size - 1);
    uint64_t first = emit_bits(b->low_bytes, type->size), last = emit_bits(b->high_bytes, type->size);
    bool any_low = first == (is_signed(type) ? sign : 0), any_high = last == (is_signed(type) ? sign - 1 : most);

    if (!is_signed(type)) {
        low = emit_constant(e->memory, type, b->low_bytes);
        high = emit_constant(e->memory, type, b->high_bytes);
    }
    if (any_low && any_high)
        return NULL;
    if (any_low)
        return arena_printf(e->memory, "value > %s", high);
    if (any_high)
        return arena_printf(e->memory, "value < %s", low);
    return arena_printf(e->memory, "(value < %s) || (value > %s)", low, high);
}

/* The bound that a refused unsigned value misses, for the detail. */
static const char *missed_bound(const emit *e, const model_buffer *b)
{
    const char *low = emit_constant(e->memory, b->type, b->low_bytes);
    const char *high = emit_constant(e->memory, b->type, b->high_bytes);

    if (!b->ranged)
        return "1u";
    if (emit_bits(b->low_bytes, b->type->size) == 0)
        return high;
    return arena_printf(e->memory, "(value < %s) ? %s : %s", low, low, high);
}

/* The condition under which a value is outside the setting's range, or NULL: none is. */
static const char *outside(const emit *e, const model_buffer *b)
{
    arena *a = e->memory;
    const model_type *type = b->type;

    if (!b->ranged)
        return type->base == SCALAR_BOOL ? "value > 1u" : NULL;
    if (is_compared_by_order(e, b))
        return arena_printf(a, "(%s(value) < %s) || (%s(value) > %s)", order_name(e, type),
                            emit_integer(a, order_of(type, b->low_bytes)), order_name(e, type),
                            emit_integer(a, order_of(type, b->high_bytes)));
    if (is_float(type))
        return arena_printf(a, "!((value >= %s) && (value <= %s))", emit_constant(a, type, b->low_bytes),
                            emit_constant(a, type, b->high_bytes));
    return outside_integers(e, b);
}

static const char *range_text(const emit *e, const model_buffer *b)
{
    if (!b->ranged)
        return "0 or 1";
    return arena_printf(e->memory, "from %s to %s", emit_reading(e->memory, b->type, b->low_bytes),
                        emit_reading(e->memory, b->type, b->high_bytes));
}

/* ---- bools within structs ---- */

static void check_bools(FILE *file, const emit *e, const model_buffer *b)
{
    for (size_t i = 0; i < b->type->field_count; i++) {
        const model_field *f = &b->type->fields[i];
        const char *name = emit_member(e->memory, f->name);
        if (f->type->base != SCALAR_BOOL || f->count == 0)
            continue;
        if (f->array)
            fprintf(file,
                    "    for (at = 0; at < %lluu; at++) {\n        if (value->%s[at] > 1u) {\n"
                    "            return vg_refuse(&%s->rt, VG_ARGUMENT, \"%s_set_%s: %s, 0 or 1\", 1u, "
                    "value->%s[at]);\n        }\n    }\n",
                    (unsigned long long)f->count, name, e->own, e->program, b->name, f->name, name);
        else
            fprintf(
                file,
                "    if (value->%s > 1u) {\n"
                "        return vg_refuse(&%s->rt, VG_ARGUMENT, \"%s_set_%s: %s, 0 or 1\", 1u, value->%s);\n    }\n",
                name, e->own, e->program, b->name, f->name, name);
    }
}

static bool has_bool_arrays(const model_type *type)
{
    for (size_t i = 0; i < type->field_count; i++)
        if (type->fields[i].type->base == SCALAR_BOOL && type->fields[i].array && type->fields[i].count > 0)
            return true;
    return false;
}

/* ---- setters and getters ---- */

/* Kept outputs are those of the old value. */
static void forget_kept(FILE *file, const emit *e, const char *name, const char *pointer)
{
    if (!emit_any_kept(e))
        return;
    fprintf(file, "    if (memcmp(&%s->setting.%s, %s, sizeof %s->setting.%s) != 0) {\n", e->own, name, pointer, e->own,
            name);
    emit_forget_kept(file, e);
    fputs("    }\n", file);
}

static void aggregate(FILE *file, const emit *e, const model_buffer *b)
{
    const char *set = arena_printf(e->memory, "set_%s", b->name), *name = emit_member(e->memory, b->name);
    const char *pointer = arena_printf(e->memory, "const %s *", emit_host(e, b->type));

    emit_begin_with(file, e, "vg_status", set, arena_printf(e->memory, "%svalue", pointer), false,
                    has_bool_arrays(b->type) ? "    size_t at;\n" : "");
    emit_refuse_closed(file, e, set);
    fprintf(
        file,
        "    if (value == NULL) {\n        return vg_refuse(&%s->rt, VG_ARGUMENT, \"%s_%s: value\", 0u, 0u);\n    }\n",
        e->own, e->program, set);
    check_bools(file, e, b);
    forget_kept(file, e, name, "value");
    fprintf(file, "    %s->setting.%s = *value;\n    return VG_OK;\n}\n\n", e->own, name);
    emit_begin(file, e, pointer, b->name, "", true);
    fprintf(file, "    return (%s == NULL) ? NULL : &%s->setting.%s;\n}\n\n", e->own, e->own, name);
}

static void scalar_setting(FILE *file, const emit *e, const model_buffer *b)
{
    const char *set = arena_printf(e->memory, "set_%s", b->name), *name = emit_member(e->memory, b->name);
    const char *host = b->type->host, *refused = outside(e, b);
    /* Only numbers of which the detail can tell. */
    bool told = !is_float(b->type) && !is_signed(b->type);

    emit_begin(file, e, "vg_status", set, arena_printf(e->memory, "%s value", host), false);
    emit_refuse_closed(file, e, set);
    if (refused != NULL)
        fprintf(file, "    if (%s) {\n        return vg_refuse(&%s->rt, VG_ARGUMENT, \"%s_%s: %s\", %s, %s);\n    }\n",
                refused, e->own, e->program, set, range_text(e, b), told ? missed_bound(e, b) : "0u",
                told ? "value" : "0u");
    forget_kept(file, e, name, "&value");
    fprintf(file, "    %s->setting.%s = value;\n    return VG_OK;\n}\n\n", e->own, name);
    emit_begin(file, e, host, b->name, "", true);
    fprintf(file, "    return (%s == NULL) ? (%s)0 : %s->setting.%s;\n}\n\n", e->own, host, e->own, name);
}

void emit_setting_functions(FILE *file, const emit *e)
{
    bool made[9] = {false};

    for (size_t i = 0; i < e->m->buffer_count; i++) {
        const model_buffer *b = &e->m->buffers[i];
        if (b->role == ROLE_SETTING && b->ranged && is_compared_by_order(e, b) && !made[b->type->size]) {
            order_function(file, e, b->type);
            made[b->type->size] = true;
        }
    }
    for (size_t i = 0; i < e->m->buffer_count; i++)
        if (e->m->buffers[i].role == ROLE_SETTING)
            (emit_is_aggregate(e->m->buffers[i].type) ? aggregate : scalar_setting)(file, e, &e->m->buffers[i]);
}
