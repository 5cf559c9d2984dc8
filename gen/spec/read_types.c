/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The vggen authors */
/* `types:`: structs with fields such as "f32", "f32x4" and "u8[4]", and the types that other sections name. */
#include "spec/read_parts.h"

#include <stdint.h>
#include <string.h>

/* ---- types by name ---- */

/* The scalar, vector or struct of this name, or NULL. Interned names are compared by address. */
static const model_type *find_type(const reader *r, const char *name)
{
    const model_type *type = model_type_find(name);

    for (size_t i = 0; type == NULL && i < r->m->type_count; i++)
        if (r->m->types[i]->name == name)
            type = r->m->types[i];
    return type;
}

static const char *nearest_type(const reader *r, const char *name)
{
    size_t count;
    const char *const *builtin = model_type_names(&count);
    const char **list = ARENA_ARRAY(r->a, const char *, count + r->m->type_count);

    memcpy(list, builtin, count * sizeof *list);
    for (size_t i = 0; i < r->m->type_count; i++)
        list[count++] = r->m->types[i]->name;
    return text_nearest(name, list, count);
}

const char *read_type_of_language(const char *name)
{
    static const char *const pairs[][2] = {
        {"char", "i8"},
        {"signed char", "i8"},
        {"unsigned char", "u8"},
        {"short", "i16"},
        {"unsigned short", "u16"},
        {"int", "i32"},
        {"unsigned", "u32"},
        {"unsigned int", "u32"},
        {"long", "i64"},
        {"unsigned long", "u64"},
        {"long long", "i64"},
        {"unsigned long long", "u64"},
        {"long int", "i64"},
        {"unsigned long int", "u64"},
        {"long long int", "i64"},
        {"size_t", "u64"},
        {"uint", "u32"},
        {"byte", "u8"},
        {"float", "f32"},
        {"double", "f64"},
        {"half", "f16"},
        {"__half", "f16"},
        {"__nv_bfloat16", "bf16"},
        {"bfloat16", "bf16"},
        {"float16", "f16"},
        {"float32", "f32"},
        {"float64", "f64"},
        {"int8", "i8"},
        {"uint8", "u8"},
        {"int16", "i16"},
        {"uint16", "u16"},
        {"int32", "i32"},
        {"uint32", "u32"},
        {"int64", "i64"},
        {"uint64", "u64"},
        {"int8_t", "i8"},
        {"uint8_t", "u8"},
        {"int16_t", "i16"},
        {"uint16_t", "u16"},
        {"int32_t", "i32"},
        {"uint32_t", "u32"},
        {"int64_t", "i64"},
        {"uint64_t", "u64"},
        {"float2", "f32x2"},
        {"float3", "f32x3"},
        {"complex64", "f32x2"},
        {"complex128", "f64x2"},
        {"float4", "f32x4"},
        {"int2", "i32x2"},
        {"int4", "i32x4"},
        {"double2", "f64x2"},
    };

    for (size_t i = 0; i < sizeof pairs / sizeof *pairs; i++)
        if (strcmp(pairs[i][0], name) == 0)
            return pairs[i][1];
    return NULL;
}

/* Adds the hint for "f32x8", "f16x4" and "2xf32"; false for other names. */
static bool hint_vector(reader *r, const char *name)
{
    size_t digits = strspn(name, "0123456789");
    const char *x = strrchr(name, 'x');
    const model_type *lane = NULL, *vector = NULL;

    if (digits > 0 && name[digits] == 'x') {
        vector = model_type_find(arena_printf(r->a, "%sx%.*s", name + digits + 1, (int)digits, name));
    } else if (x != NULL && x[1] != '\0' && x[1 + strspn(x + 1, "0123456789")] == '\0') {
        lane = model_type_find(arena_copy(r->a, name, (size_t)(x - name)));
    }
    if (vector != NULL)
        diag_hint(r->d, "did you mean '%s'?", vector->name);
    else if (lane != NULL && lane->lanes == 1)
        diag_hint(r->d, "vectors have 2, 3 or 4 lanes, 2 of f16 and bf16, none of bool");
    return vector != NULL || (lane != NULL && lane->lanes == 1);
}

const model_type *read_type(reader *r, const tree *in, uint32_t begin, uint32_t end)
{
    const char *name = names_intern(r->n, in->text + begin, end - begin);
    const model_type *type = find_type(r, name);
    const char *nearest;

    if (type != NULL || r->types_incomplete)
        return type;
    read_error_in(r, in, begin, end, "type-unknown", "'%s' is not a type", name);
    if (hint_vector(r, name))
        return NULL;
    nearest = read_type_of_language(name);
    if (nearest == NULL)
        nearest = nearest_type(r, name);
    if (nearest != NULL)
        diag_hint(r->d, "did you mean '%s'?", nearest);
    else
        diag_hint(r->d, "types are i8 u8 i16 u16 i32 u32 i64 u64 f16 bf16 f32 f64 bool, vectors such as f32x4, and the "
                        "structs under 'types'");
    return NULL;
}

/* ---- fields ---- */

static bool fail_field(reader *r, const tree *value)
{
    diag_error(r->d, value->at, "field-form", "'%s' is not a field: expected a type or an array of one", value->text);
    if (strchr(value->text, '*') != NULL)
        diag_hint(r->d, "a struct holds no pointers: the addresses of buffers are the generator's to choose");
    else
        diag_hint(r->d, "write f32 for a value, \"u8[4]\" for an array");
    return false;
}

/* What follows the type: [count], or nothing. */
static bool read_array(reader *r, const tree *value, scanner *s, model_field *field)
{
    expr_error error = {0};

    if (!scanner_accept(s, "["))
        return s->next.kind == TOKEN_END || fail_field(r, value);
    field->array = true;
    field->count_expr.in = value;
    field->count_expr.root = expr_parse(r->a, s, &error);
    if (field->count_expr.root == NULL) {
        read_expr_error(r, value, &error);
        return false;
    }
    field->count_expr.at = tree_part(value, field->count_expr.root->begin, field->count_expr.root->end);
    return (scanner_accept(s, "]") && s->next.kind == TOKEN_END) || fail_field(r, value);
}

static void read_field(reader *r, const tree *key, const tree *value, model_field *field)
{
    scanner s;
    token type;

    field->name = names_intern(r->n, key->text, key->length);
    field->at = key->at;
    field->type_at = value->at;
    field->count = 1;
    if (!read_is_named(r, key, value))
        return;
    if (read_text(r, value, "a field's type such as f32") == NULL)
        return;
    scanner_start(&s, value->text, value->length);
    type = scanner_take(&s);
    if (type.kind != TOKEN_NAME) {
        fail_field(r, value);
        return;
    }
    if (!read_array(r, value, &s, field))
        return;
    field->type = read_type(r, value, type.begin, type.end);
    if (field->type == NULL || field->type->base != SCALAR_STRUCT)
        return;
    read_error_in(r, value, type.begin, type.end, "field-type", "a field is a scalar or a vector, '%s' is a struct",
                  field->type->name);
    diag_hint(r->d, "write the fields of '%s' out", field->type->name);
}

static void read_fields(reader *r, const tree *value, model_type *type)
{
    model_field *fields;

    if (!read_is_mapping(r, value, "a struct") || read_is_cut(r, value))
        return;
    if (value->kind != TREE_MAPPING || value->count == 0) {
        diag_error(r->d, type->at, "struct-empty", "the struct '%s' has no fields", type->name);
        return;
    }
    if (!read_count(r, type->at, value->count, READ_MAX_FIELDS, "fields in a struct"))
        return;
    fields = ARENA_ARRAY(r->a, model_field, value->count);
    type->fields = fields;
    for (size_t i = 0; i < value->count; i++) {
        read_field(r, value->keys[i], value->items[i], &fields[i]);
        type->field_count = i + 1;
    }
}

void read_types(reader *r, const tree *value)
{
    size_t errors = diag_error_count(r->d);
    model_type *types;

    r->types_incomplete = true;
    if (!read_is_section(r, value, "'types'") ||
        !read_count(r, value->at, value->count, READ_MAX_TYPES, "structs under 'types'"))
        return;
    types = ARENA_ARRAY(r->a, model_type, value->count + 1);
    r->m->types = ARENA_ARRAY(r->a, const model_type *, value->count + 1);
    for (size_t i = 0; i < value->count; i++) {
        types[i].name = names_intern(r->n, value->keys[i]->text, value->keys[i]->length);
        types[i].at = value->keys[i]->at;
        types[i].base = SCALAR_STRUCT;
        types[i].lanes = 1;
        types[i].device = types[i].name;
        r->m->types[i] = &types[i];
    }
    r->m->type_count = value->count;
    r->types_incomplete = false;
    for (size_t i = 0; i < value->count; i++)
        read_fields(r, value->items[i], &types[i]);
    r->m->types_broken = diag_error_count(r->d) != errors;
}

/* ---- `source_types:` ---- */

/* "imaging::params" */
static bool is_qualified(reader *r, const char *name)
{
    size_t length;

    for (;; name += length + 2) {
        const char *end = strstr(name, "::");

        length = end != NULL ? (size_t)(end - name) : strlen(name);
        if (!text_is_identifier(arena_copy(r->a, name, length)))
            return false;
        if (end == NULL)
            return true;
    }
}

static model_type *find_struct(reader *r, const tree *item, const char *name)
{
    for (size_t i = 0; i < r->m->type_count; i++)
        if (strcmp(r->m->types[i]->name, name) == 0)
            return (model_type *)(uintptr_t)r->m->types[i];
    if (r->types_incomplete)
        return NULL;
    diag_error(r->d, item->at, "type-unknown", "'%s' is not a struct under 'types'", name);
    diag_hint(r->d, "list its fields there: the compiler compares them with those in the source");
    return NULL;
}

static void read_source_type(reader *r, const tree *item, const tree *value)
{
    const char *name = read_text(r, item, "the name of a struct");
    const char *spelled = value == NULL || name == NULL ? name : read_text(r, value, "the struct's name in the source");
    model_type *type = name != NULL ? find_struct(r, item, name) : NULL;

    if (type == NULL || spelled == NULL)
        return;
    if (!is_qualified(r, spelled)) {
        diag_error(r->d, value->at, "name-form", "'%s' is not the name of a struct in C++, such as imaging::%s",
                   spelled, name);
        return;
    }
    type->existing = true;
    type->device = spelled;
}

void read_source_types(reader *r, const tree *key, const tree *value, void *object)
{
    const tree *const *items;
    size_t count = 0;

    (void)key;
    (void)object;
    if (value->kind == TREE_MAPPING) {
        for (size_t i = 0; i < value->count; i++)
            read_source_type(r, value->keys[i], value->items[i]);
    } else if (read_list(r, &value, "a list of structs' names", &items, &count)) {
        for (size_t i = 0; i < count; i++)
            read_source_type(r, items[i], NULL);
    }
}
