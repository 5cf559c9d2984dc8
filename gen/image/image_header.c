/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The vggen authors */
#include <inttypes.h>
#include <limits.h>
#include <stdio.h>
#include <string.h>

#include "base/stream.h"
#include "base/version.h"
#include "image/image_parts.h"

/* Named for the program, since a source may include the headers of two. */
const char *image_namespace(arena *a, const model *m)
{
    return arena_printf(a, "vg_defines_%s", m->program);
}

static const char *integer_text(arena *a, int64_t value)
{
    if (value == INT64_MIN) {
        /* Its magnitude alone does not fit. */
        return arena_printf(a, "(-%" PRId64 "LL - 1)", INT64_MAX);
    }
    if (value < 0) {
        return arena_printf(a, value < -INT_MAX ? "(%" PRId64 "LL)" : "(%" PRId64 ")", value);
    }
    return arena_printf(a, value > INT_MAX ? "%" PRId64 "LL" : "%" PRId64, value);
}

static const char *real_text(arena *a, const char *text)
{
    const char *digits = text + (text[0] == '-' || text[0] == '+');
    const char *sign = text[0] == '-' ? "-" : "";
    if (strcmp(digits, "nan") == 0) {
        return arena_printf(a, "(%s__builtin_nan(\"\"))", sign);
    }
    if (strcmp(digits, "inf") == 0) {
        return arena_printf(a, "(%s__builtin_inf())", sign);
    }
    return sign[0] != '\0' ? arena_printf(a, "(-%s)", digits) : digits;
}

static const char *value_text(arena *a, const model_define *d)
{
    return d->is_float ? real_text(a, d->real_text) : integer_text(a, d->value);
}

static const char *value_type(const model_define *d)
{
    bool fits = d->value <= INT_MAX && d->value >= -INT_MAX;
    return d->is_float ? "double" : fits ? "int" : "long long";
}

static size_t macro_count(const model *m)
{
    size_t count = 0;
    for (size_t i = 0; i < m->define_count; i++) {
        count += m->defines[i].macro;
    }
    return count;
}

/* Constants have the types that the same numbers have in a source, and are objects of the device, so that device code
 * may bind references to them. */
static void write_constants(FILE *out, arena *a, const model *m)
{
    if (macro_count(m) == m->define_count) {
        return;
    }
    fprintf(out, "/* The spec's defines. #if does not see them: those that it needs stand under 'macros:' in the "
                 "spec. */\n");
    fprintf(out, "namespace %s {\n", image_namespace(a, m));
    for (size_t i = 0; i < m->define_count; i++) {
        const model_define *d = &m->defines[i];
        if (!d->macro) {
            fprintf(out, "[[maybe_unused]] static __device__ constexpr %s %s = %s;\n", value_type(d), d->name,
                    value_text(a, d));
        }
    }
    fprintf(out, "}\nusing namespace %s;\n\n", image_namespace(a, m));
}

static void write_macros(FILE *out, arena *a, const model *m)
{
    if (macro_count(m) == 0) {
        return;
    }
    fprintf(out, "/* The defines under 'macros:' in the spec. */\n");
    for (size_t i = 0; i < m->define_count; i++) {
        if (m->defines[i].macro) {
            fprintf(out, "#define %s %s\n", m->defines[i].name, value_text(a, &m->defines[i]));
        }
    }
    fprintf(out, "\n");
}

static char *upper(arena *a, const char *name)
{
    char *copy = arena_copy(a, name, strlen(name));
    for (char *c = copy; *c != '\0'; c++) {
        if (*c >= 'a' && *c <= 'z') {
            *c = (char)(*c - 'a' + 'A');
        }
    }
    return copy;
}

/* ---- structs ---- */

/* What the structs below and the parameters of kernels need; vectors and `bool` are known everywhere. */
static bool is_used(const model *m, scalar base)
{
    for (size_t i = 0; i < m->kernel_count; i++) {
        for (size_t j = 0; j < m->kernels[i].param_count; j++) {
            if (m->kernels[i].params[j].type->base == base) {
                return true;
            }
        }
    }
    for (size_t i = 0; i < m->type_count; i++) {
        for (size_t j = 0; j < m->types[i]->field_count; j++) {
            if (m->types[i]->fields[j].type->base == base) {
                return true;
            }
        }
    }
    return false;
}

static bool has_field(const model_type *type, const char *name)
{
    for (size_t i = 0; i < type->field_count; i++) {
        if (strcmp(type->fields[i].name, name) == 0) {
            return true;
        }
    }
    return false;
}

/* Bytes that no field has are zero wherever a value comes from the host, so the device's struct names them too. */
static void write_padding(FILE *out, arena *a, const model_type *type, size_t field, uint64_t from, uint64_t to)
{
    if (from >= to) {
        return;
    }
    const char *name = arena_printf(a, "padding_%zu", field);
    while (has_field(type, name)) {
        name = arena_printf(a, "%s_", name);
    }
    fprintf(out, "    unsigned char %s[%" PRIu64 "]; /* zero */\n", name, to - from);
}

static void write_struct(FILE *out, arena *a, const model_type *type)
{
    uint64_t at = 0;
    fprintf(out, "struct %s {\n", type->name);
    for (size_t i = 0; i < type->field_count; i++) {
        const model_field *f = &type->fields[i];
        write_padding(out, a, type, i, at, f->offset);
        fprintf(out, "    %s %s", f->type->device, f->name);
        if (f->array) {
            fprintf(out, "[%" PRIu64 "]", f->count);
        }
        fprintf(out, ";\n");
        at = f->offset + f->count * f->type->size;
    }
    write_padding(out, a, type, type->field_count, at, type->size);
    fprintf(out, "};\nstatic_assert(sizeof(struct %s) == %" PRIu32 " && alignof(struct %s) == %" PRIu32 ", \"%s\");\n",
            type->name, type->size, type->name, type->align, type->name);
    for (size_t i = 0; i < type->field_count; i++) {
        fprintf(out, "static_assert(offsetof(struct %s, %s) == %" PRIu32 ", \"%s.%s\");\n", type->name,
                type->fields[i].name, type->fields[i].offset, type->name, type->fields[i].name);
    }
    fprintf(out, "\n");
}

/* Before the defines, which must not change what a header says. */
static void write_includes(FILE *out, const model *m)
{
    bool structs = m->type_count > 0, half = is_used(m, SCALAR_F16), bfloat = is_used(m, SCALAR_BF16);
    fprintf(out, "%s%s%s%s", structs ? "#include <stddef.h>\n" : "", half ? "#include <cuda_fp16.h>\n" : "",
            bfloat ? "#include <cuda_bf16.h>\n" : "", structs || half || bfloat ? "\n" : "");
}

static void write_header(FILE *out, arena *a, const model *m)
{
    const char *guard = upper(a, m->program);
    fprintf(out, "/* SPDX-" "License-Identifier: 0BSD */\n/* SPDX-" "FileCopyrightText: 2026 The vggen authors */\n");
    fprintf(out, "/* %s_kernels.h - what program \"%s\" defines, for kernel sources (CUDA C++) only.\n", m->program,
            m->program);
    fprintf(out, " * Made by vggen %s from %s. Do not edit: change the spec and generate again. */\n", VGGEN_VERSION,
            m->spec_name);
    fprintf(out, "#ifndef %s_KERNELS_H\n#define %s_KERNELS_H\n\n", guard, guard);
    if (model_is_renamed(m)) {
        fprintf(out, "/* Sources include it by the name that the spec has; one of that name is kept out. */\n");
        fprintf(out, "#define %s_KERNELS_H\n\n", upper(a, m->spec_program));
    }
    fprintf(out,
            "#ifndef __cplusplus\n#error \"%s_kernels.h is for kernel sources, which are C++; %s.h is for C\"\n"
            "#else\n\n",
            m->program, m->program);
    write_includes(out, m);
    write_constants(out, a, m);
    write_macros(out, a, m);
    fprintf(out, "/* The sizes that the spec's types have on every device. */\n");
    fprintf(out, "static_assert(sizeof(short) == 2 && sizeof(int) == 4 && sizeof(long long) == 8, \"integers\");\n");
    fprintf(out,
            "static_assert(sizeof(float) == 4 && sizeof(double) == 8 && sizeof(bool) == 1, \"f32, f64, bool\");\n");
    fprintf(out, "static_assert(sizeof(void *) == 8, \"pointers\");\n\n");
    for (size_t i = 0; i < m->type_count; i++) {
        if (!m->types[i]->existing) {
            write_struct(out, a, m->types[i]);
        }
    }
    fprintf(out, "#endif\n\n#endif\n");
}

const char *image_header_text(arena *a, const model *m)
{
    stream text;
    size_t size;

    write_header(stream_open(&text), a, m);
    return stream_take(&text, a, &size);
}
