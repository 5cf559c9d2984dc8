/* SPDX-License-Identifier: MIT */
/* `buffers:`: role, type, shape and first content. */
#include "read_parts.h"

#include <string.h>

static const model_role roles[] = {
    ROLE_INPUT, ROLE_OUTPUT, ROLE_INOUT, ROLE_SCRATCH, ROLE_STATE, ROLE_CONSTANT, ROLE_DERIVED, ROLE_SETTING,
};

#define ROLE_COUNT (sizeof roles / sizeof *roles)

static void report_unknown_role(reader *r, const tree *value)
{
    const char *list[ROLE_COUNT];
    const char *nearest;

    for (size_t i = 0; i < ROLE_COUNT; i++)
        list[i] = model_role_name(roles[i]);
    diag_error(r->d, value->at, "role-unknown", "'%s' is not a role", value->text);
    nearest = text_nearest(value->text, list, ROLE_COUNT);
    if (nearest != NULL)
        diag_hint(r->d, "did you mean '%s'?", nearest);
    else
        diag_hint(r->d, "roles are input, output, inout, scratch, state, constant, derived and setting");
}

static void read_role(reader *r, const tree *key, const tree *value, void *object)
{
    model_buffer *b = object;
    const char *text = read_text(r, value, "a role such as input");

    (void)key;
    b->role_at = value->at;
    if (text == NULL)
        return;
    for (size_t i = 0; i < ROLE_COUNT; i++)
        if (strcmp(text, model_role_name(roles[i])) == 0) {
            b->role = roles[i];
            return;
        }
    if (strcmp(text, "condition") == 0)
        read_not_yet(r, value->at, "role: condition");
    else
        report_unknown_role(r, value);
}

/* ---- types ---- */

const model_type *read_type(reader *r, const tree *in, uint32_t begin, uint32_t end)
{
    const char *name = names_intern(r->n, in->text + begin, end - begin);
    const model_type *type = model_type_find(name);
    const char *const *list;
    const char *nearest;
    size_t count;

    if (type != NULL)
        return type;
    list = model_type_names(&count);
    nearest = text_nearest(name, list, count);
    read_error_in(r, in, begin, end, "type-unknown", "'%s' is not a type", name);
    if (nearest != NULL)
        diag_hint(r->d, "did you mean '%s'?", nearest);
    else
        diag_hint(r->d, "types are i8 u8 i16 u16 i32 u32 i64 u64 f16 bf16 f32 f64 bool, and vectors such as f32x4");
    return NULL;
}

static void read_buffer_type(reader *r, const tree *key, const tree *value, void *object)
{
    model_buffer *b = object;

    (void)key;
    b->type_at = value->at;
    if (read_text(r, value, "a type such as f32") != NULL)
        b->type = read_type(r, value, 0, (uint32_t)value->length);
}

/* ---- shape and content ---- */

static void read_shape(reader *r, const tree *key, const tree *value, void *object)
{
    model_buffer *b = object;
    size_t count = 0;
    const tree *const *items;

    (void)key;
    b->shape_at = value->at;
    if (!read_list(r, &value, "a list of sizes such as [N]", &items, &count))
        return;
    if (count == 0) {
        diag_error(r->d, value->at, "list-length", "expected at least one size such as [N]");
        return;
    }
    b->shape = ARENA_ARRAY(r->a, model_expr, count);
    b->shape_count = count;
    for (size_t i = 0; i < count; i++)
        read_expr(r, items[i], &b->shape[i]);
}

static void read_value(reader *r, const tree *key, const tree *value, void *object)
{
    model_buffer *b = object;

    (void)key;
    read_literal(r, value, &b->value);
}

static void read_init(reader *r, const tree *key, const tree *value, void *object)
{
    model_buffer *b = object;

    (void)key;
    read_literal(r, value, &b->init);
}

static void read_values(reader *r, const tree *key, const tree *value, void *object)
{
    model_buffer *b = object;

    (void)key;
    b->values_at = value->at;
    if (value->kind != TREE_SEQUENCE) {
        diag_error(r->d, value->at, "value-kind", "expected a list of literals");
        return;
    }
    b->values = ARENA_ARRAY(r->a, model_literal, value->count + 1);
    b->value_count = value->count;
    for (size_t i = 0; i < value->count; i++)
        read_literal(r, value->items[i], &b->values[i]);
}

static void read_data(reader *r, const tree *key, const tree *value, void *object)
{
    model_buffer *b = object;

    (void)key;
    b->data_at = value->at;
    b->data = read_text(r, value, "the path of a file, or app");
}

static void read_align(reader *r, const tree *key, const tree *value, void *object)
{
    model_buffer *b = object;

    (void)key;
    read_expr(r, value, &b->align);
}

static const read_key keys[] = {
    {"role", KEY_NEEDED, read_role},     {"type", KEY_NEEDED, read_buffer_type}, {"shape", KEY_OPTIONAL, read_shape},
    {"init", KEY_OPTIONAL, read_init},   {"data", KEY_OPTIONAL, read_data},      {"values", KEY_OPTIONAL, read_values},
    {"value", KEY_OPTIONAL, read_value}, {"align", KEY_OPTIONAL, read_align},    {"at", KEY_LATER, NULL},
    {"count", KEY_LATER, NULL},          {"download", KEY_LATER, NULL},          {"io", KEY_LATER, NULL},
    {"memory", KEY_LATER, NULL},         {"per_lane", KEY_LATER, NULL},          {"range", KEY_LATER, NULL},
    {"upload", KEY_LATER, NULL},
};

static const key_table table = {"a buffer", keys, KEY_COUNT(keys)};

static void read_buffer(reader *r, const tree *key, const tree *value, model_buffer *b)
{
    size_t errors = diag_error_count(r->d);

    b->name = names_intern(r->n, key->text, key->length);
    b->at = key->at;
    read_keys(r, value, &table, key->at, b);
    b->broken = diag_error_count(r->d) != errors;
}

void read_buffers(reader *r, const tree *key, const tree *value, void *object)
{
    (void)key;
    (void)object;
    if (!read_is_section(r, value, "'buffers'"))
        return;
    r->m->buffers = ARENA_ARRAY(r->a, model_buffer, value->count + 1);
    r->m->buffer_count = value->count;
    for (size_t i = 0; i < value->count; i++)
        read_buffer(r, value->keys[i], value->items[i], &r->m->buffers[i]);
}
