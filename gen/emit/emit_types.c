/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The vggen authors */
/* Vectors and structs of the spec as the host sees them. */
#include <string.h>

#include "emit/parts.h"

bool emit_is_aggregate(const model_type *type)
{
    return type->lanes > 1 || type->base == SCALAR_STRUCT;
}

const char *emit_host(const emit *e, const model_type *type)
{
    if (emit_is_aggregate(type))
        return arena_printf(e->memory, "%s_%s", e->program, type->name);
    return type->host;
}

const char *emit_type(const emit *e, const model_type *type, bool is_const, bool pointer)
{
    return arena_printf(e->memory, "%s%s %s", is_const ? "const " : "", emit_host(e, type), pointer ? "*" : "");
}

/* ---- vectors ---- */

/* Members of what the functions of captures are given. */
static bool has_capture_of(const model *m, const model_type *type)
{
    for (size_t i = 0; i < m->capture_count; i++) {
        const model_step *step = m->captures[i]->step;
        for (size_t j = 0; step != NULL && j < step->argument_count; j++)
            if (step->arguments[j].slice.type == type)
                return true;
    }
    return false;
}

static bool has_field_of(const model *m, const model_type *type)
{
    for (size_t i = 0; i < m->type_count; i++)
        for (size_t j = 0; j < m->types[i]->field_count; j++)
            if (m->types[i]->fields[j].type == type)
                return true;
    return false;
}

static bool has_value_of(const model *m, const model_type *type)
{
    for (size_t i = 0; i < m->kernel_count; i++)
        for (size_t j = 0; j < m->kernels[i].param_count; j++)
            if (m->kernels[i].params[j].access == ACCESS_VALUE && m->kernels[i].params[j].type == type)
                return true;
    return false;
}

static bool has_buffer_of(const model *m, const model_type *type)
{
    for (size_t i = 0; i < m->buffer_count; i++) {
        const model_buffer *b = &m->buffers[i];
        if (b->type == type && (b->role == ROLE_SETTING || emit_is_accessible(b)))
            return true;
    }
    return false;
}

static void vector(FILE *file, const emit *e, const model_type *type)
{
    const char *name = emit_host(e, type);

    fprintf(file, "typedef struct %s {\n", name);
    for (uint32_t i = 0; i < type->lanes; i++)
        fprintf(file, "    %s %c;\n", type->host, "xyzw"[i & 3]);
    fprintf(file, "} %s;\n", name);
    emit_assert(file, e, "sizeof(%s) == %luu, %s_has_its_size", name, (unsigned long)type->size, name);
    fputc('\n', file);
}

/* ---- structs ---- */

/* A name for the bytes before a field that no field has. */
static const char *padding_name(const emit *e, const model_type *type, size_t field)
{
    const char *name = arena_printf(e->memory, "padding_%zu", field);

    for (size_t i = 0; i < type->field_count; i++) {
        if (strcmp(type->fields[i].name, name) == 0) {
            name = arena_printf(e->memory, "%s_", name);
            i = SIZE_MAX; /* look at all of them again */
        }
    }
    return name;
}

static void padding(FILE *file, const emit *e, const model_type *type, size_t field, uint64_t from, uint64_t to)
{
    if (from < to)
        fprintf(file, "    uint8_t %s[%llu]; /* zero */\n", padding_name(e, type, field),
                (unsigned long long)(to - from));
}

static void structure(FILE *file, const emit *e, const model_type *type)
{
    const char *name = emit_host(e, type);
    uint64_t at = 0;

    fprintf(file, "typedef struct %s {\n", name);
    for (size_t i = 0; i < type->field_count; i++) {
        const model_field *f = &type->fields[i];
        padding(file, e, type, i, at, f->offset);
        fprintf(file, "    %s%s", emit_type(e, f->type, false, false), emit_member(e->memory, f->name));
        if (f->array)
            fprintf(file, "[%llu]", (unsigned long long)f->count);
        fprintf(file, "; /* %s */\n", f->type->name);
        at = f->offset + f->count * f->type->size;
    }
    padding(file, e, type, type->field_count, at, type->size);
    fprintf(file, "} %s;\n", name);
    emit_assert(file, e, "sizeof(%s) == %luu, %s_has_its_size", name, (unsigned long)type->size, name);
    for (size_t i = 0; i < type->field_count; i++)
        emit_assert(file, e, "offsetof(%s, %s) == %luu, %s_%s_has_its_place", name,
                    emit_member(e->memory, type->fields[i].name), (unsigned long)type->fields[i].offset, name,
                    type->fields[i].name);
    fputc('\n', file);
}

void emit_types(FILE *file, const void *context)
{
    const emit *e = context;
    const model *m = e->m;
    size_t count, any = m->type_count;
    const char *const *names = model_type_names(&count);
    const model_type **vectors = ARENA_ARRAY(e->memory, const model_type *, count);
    size_t vector_count = 0;

    for (size_t i = 0; i < count; i++) {
        const model_type *type = model_type_find(names[i]);
        if (type->lanes > 1 && (has_field_of(m, type) || has_value_of(m, type) || has_buffer_of(m, type) ||
                                has_capture_of(m, type)))
            vectors[vector_count++] = type;
    }
    any += vector_count;
    if (any == 0)
        return;
    fputs("/* ---- types: vectors and structs, laid out as on the device ---- */\n\n", file);
    for (size_t i = 0; i < vector_count; i++)
        vector(file, e, vectors[i]);
    for (size_t i = 0; i < m->type_count; i++)
        structure(file, e, m->types[i]);
}
