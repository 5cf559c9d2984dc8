/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The vggen authors */
/* `buffers:`: role, type, shape and first content. */
#include "spec/read_parts.h"

#include <string.h>

static void report_unknown_role(reader *r, const tree *value)
{
    const char *nearest = read_word_hint(value->text, model_role_words, read_word_count(model_role_words));

    diag_error(r->d, value->at, "role-unknown", "'%s' is not a role", value->text);
    if (nearest != NULL)
        diag_hint(r->d, "did you mean '%s'?", nearest);
    else
        diag_hint(r->d, "roles are input, output, inout, scratch, state, constant, derived, setting and "
                        "condition");
}

/* A buffer being read. What `range:` holds depends on the role. */
typedef struct {
    model_buffer *b;
    const tree *range;
} buffer_context;

static model_buffer *buffer_of(void *object)
{
    buffer_context *context = object;

    return context->b;
}

static void read_role(reader *r, const tree *key, const tree *value, void *object)
{
    model_buffer *b = buffer_of(object);
    const char *text = read_text(r, value, "a role such as input");

    (void)key;
    b->role_at = value->at;
    if (text == NULL)
        return;
    for (size_t i = 0; model_role_words[i] != NULL; i++)
        if (strcmp(text, model_role_words[i]) == 0) {
            b->role = (model_role)i;
            return;
        }
    report_unknown_role(r, value);
}

static void read_buffer_type(reader *r, const tree *key, const tree *value, void *object)
{
    model_buffer *b = buffer_of(object);

    (void)key;
    b->type_at = value->at;
    if (read_text(r, value, "a type such as f32") != NULL)
        b->type = read_type(r, value, 0, (uint32_t)value->length);
}

/* ---- shape and content ---- */

static void read_shape(reader *r, const tree *key, const tree *value, void *object)
{
    model_buffer *b = buffer_of(object);
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
    if (!read_count(r, value->at, count, READ_MAX_DIMENSIONS, "dimensions in a shape"))
        return;
    b->shape = ARENA_ARRAY(r->a, model_expr, count);
    b->shape_count = count;
    for (size_t i = 0; i < count; i++)
        read_expr(r, items[i], &b->shape[i]);
}

static void read_value(reader *r, const tree *key, const tree *value, void *object)
{
    model_buffer *b = buffer_of(object);

    (void)key;
    read_literal(r, value, &b->value);
}

static void read_init(reader *r, const tree *key, const tree *value, void *object)
{
    model_buffer *b = buffer_of(object);

    (void)key;
    read_literal(r, value, &b->init);
}

static void read_values(reader *r, const tree *key, const tree *value, void *object)
{
    model_buffer *b = buffer_of(object);

    (void)key;
    b->values_at = value->at;
    if (value->kind != TREE_SEQUENCE) {
        diag_error(r->d, value->at, "value-kind", "expected a list of literals");
        return;
    }
    if (value->count > READ_MAX_VALUES) {
        read_count(r, value->at, value->count, READ_MAX_VALUES, "literals under 'values'");
        diag_hint(r->d, "put them into a file and name it as 'data'");
        return;
    }
    b->values = ARENA_ARRAY(r->a, model_literal, value->count + 1);
    b->value_count = value->count;
    for (size_t i = 0; i < value->count; i++)
        read_literal(r, value->items[i], &b->values[i]);
}

static void read_data(reader *r, const tree *key, const tree *value, void *object)
{
    model_buffer *b = buffer_of(object);

    (void)key;
    b->data_at = value->at;
    b->data = read_text(r, value, "the path of a file, or app");
}

static void read_align(reader *r, const tree *key, const tree *value, void *object)
{
    model_buffer *b = buffer_of(object);

    (void)key;
    read_expr(r, value, &b->align);
}

/* ---- traffic and place ---- */

static const char *const traffic_words[] = {"each", "on_request", "never", NULL};

static void read_traffic(reader *r, const tree *value, model_traffic *traffic)
{
    static const model_traffic kinds[] = {TRAFFIC_EACH, TRAFFIC_ON_REQUEST, TRAFFIC_NEVER};
    size_t found = 0;

    if (read_word(r, value, traffic_words, &found))
        *traffic = kinds[found];
}

static void read_upload(reader *r, const tree *key, const tree *value, void *object)
{
    model_buffer *b = buffer_of(object);

    b->upload_at = key->at;
    read_traffic(r, value, &b->upload);
}

static void read_download(reader *r, const tree *key, const tree *value, void *object)
{
    model_buffer *b = buffer_of(object);

    b->download_at = key->at;
    read_traffic(r, value, &b->download);
}

static const char *const io_words[] = {"auto", "copy", "kernel", "direct", NULL}; /* as model_io */

static void read_io(reader *r, const tree *key, const tree *value, void *object)
{
    model_buffer *b = buffer_of(object);
    size_t found = 0;

    b->io_at = key->at;
    b->io_value_at = value->at;
    if (read_word(r, value, io_words, &found))
        b->io = (model_io)found;
}

static void read_at(reader *r, const tree *key, const tree *value, void *object)
{
    (void)key;
    read_expr(r, value, &buffer_of(object)->at_offset);
}

static void read_per_lane(reader *r, const tree *key, const tree *value, void *object)
{
    model_buffer *b = buffer_of(object);

    b->per_lane_at = key->at;
    read_flag(r, value, &b->per_lane);
}

static const char *const memory_words[] = {"external", NULL};

static void read_buffer_memory(reader *r, const tree *key, const tree *value, void *object)
{
    model_buffer *b = buffer_of(object);
    size_t found = 0;

    b->external_at = key->at;
    b->external = read_word(r, value, memory_words, &found);
}

static void read_range(reader *r, const tree *key, const tree *value, void *object)
{
    buffer_context *context = object;

    (void)r;
    context->b->range_at = key->at;
    context->range = value;
}

/* A setting's bound: a literal, or else an expression of more than a number. */
static void read_bound(reader *r, const tree *value, model_literal *bound, model_expr *e)
{
    scanner s;
    token first;

    bound->at = value->at;
    if (read_text(r, value, "a literal or an expression") == NULL)
        return;
    scanner_start(&s, value->text, value->length);
    scanner_accept(&s, "-");
    first = scanner_take(&s);
    if (read_is_float(value) || (first.kind == TOKEN_INTEGER && s.next.kind == TOKEN_END) ||
        strcmp(value->text, "true") == 0 || strcmp(value->text, "false") == 0)
        bound->text = value->text;
    else
        read_expr(r, value, e);
}

static void read_range_bounds(reader *r, const tree *value, model_buffer *b)
{
    if (value->kind != TREE_SEQUENCE || read_is_cut(r, value) || value->count != 2) {
        if (value->kind != TREE_SEQUENCE || value->count != 2)
            diag_error(r->d, value->at, "list-length", "a range has two bounds: [%s]",
                       b->role == ROLE_SETTING ? "least, greatest" : "first, end");
        for (size_t i = 1; value->kind == TREE_SEQUENCE && value->count > 2 && i < value->count; i++)
            if (read_hint_decimal(r, value->items[i]))
                return;
        return;
    }
    if (b->role == ROLE_SETTING) {
        read_bound(r, value->items[0], &b->low, &b->range[0]);
        read_bound(r, value->items[1], &b->high, &b->range[1]);
    } else {
        read_expr(r, value->items[0], &b->range[0]);
        read_expr(r, value->items[1], &b->range[1]);
    }
}

static const read_key keys[] = {
    {"role", KEY_NEEDED, read_role, WORDS(model_role_words), NULL,
     "input, output, inout: crosses the bus. scratch: lives within a replay. state: from replay to replay. constant: "
     "never changes. derived: written once, by setup. setting: one value that the application changes. condition: "
     "of one conditional node, set by kernels; it has no other key."},
    {"type", KEY_NEEDED, read_buffer_type, FORM("type"), NULL, "A scalar, a vector, or a struct of 'types'."},
    {"shape", KEY_OPTIONAL, read_shape, FORM("shape"), NULL,
     "The sizes, row-major: a number, an expression or a list of up to 8. Not for a setting. 0 makes an empty buffer."},
    {"init", KEY_OPTIONAL, read_init, FORM("literal"), NULL,
     "What every element of a state, or of an input that is sent on request, holds initially. Default: 0."},
    {"data", KEY_OPTIONAL, read_data, FORM("data"), NULL,
     "The bytes of a constant, or the initial bytes of an input on request: a raw little-endian file, a .npy file, "
     "or app (a constant's bytes, given at open)."},
    {"values", KEY_OPTIONAL, read_values, FORM("values"), NULL,
     "The content as one flat list, row-major; lanes and fields one after the other. At most 1000000."},
    {"value", KEY_OPTIONAL, read_value, FORM("literal"), NULL, "The first value of a setting. Default: 0."},
    {"range", KEY_OPTIONAL, read_range, FORM("range"), NULL,
     "Setting: [least, greatest], both allowed. Output, inout, state: [first, end) in elements, the part that is "
     "downloaded; what is uploaded is always all of it."},
    {"upload", KEY_OPTIONAL, read_upload, WORDS(traffic_words), NULL,
     "When the bytes come in. Default: each replay for input and inout, never for state."},
    {"download", KEY_OPTIONAL, read_download, WORDS(traffic_words), NULL,
     "When the bytes go out. Default: each replay for output and inout, never for state."},
    {"io", KEY_OPTIONAL, read_io, WORDS(io_words), "auto",
     "How the bytes cross the bus: by copy nodes, by a kernel that copies, or directly: kernels work on pinned "
     "memory, which takes 'in once' or 'out once'. auto chooses."},
    {"align", KEY_OPTIONAL, read_align, FORM("align"), "256",
     "Bytes that the offset is a multiple of: a power of two up to 256, at least the type's."},
    {"at", KEY_OPTIONAL, read_at, FORM("size"), NULL,
     "A fixed offset in the device memory, in bytes; a multiple of 'align'."},
    {"per_lane", KEY_OPTIONAL, read_per_lane, FORM("flag"), "false",
     "A state that a replay changes is meant to exist once in each lane. Needed where there are several lanes."},
    {"memory", KEY_OPTIONAL, read_buffer_memory, WORDS(memory_words), NULL,
     "external: an input or output lies in memory of the application's, on the device or pinned, which it binds at "
     "open or between replays. Nothing crosses then: kernels work there."},
    LATER("count"),
    LATER("slots"),
};

const key_table read_buffer_table = {"a buffer", keys, KEY_COUNT(keys)};

/* A condition is the driver's: it has no elements that could be placed or filled. */
static const read_key condition_keys[] = {
    {"role", KEY_NEEDED, read_role, WORDS(model_role_words), NULL, "condition: a flag of one conditional node."},
};

const key_table read_condition_table = {"a condition", condition_keys, KEY_COUNT(condition_keys)};

static bool is_condition(const tree *value)
{
    const tree *role = value->kind == TREE_MAPPING ? tree_get(value, "role") : NULL;

    return role != NULL && role->kind == TREE_SCALAR && strcmp(role->text, "condition") == 0;
}

static void read_buffer(reader *r, const tree *key, const tree *value, model_buffer *b)
{
    size_t errors = diag_error_count(r->d);
    buffer_context context = {b, NULL};

    b->name = names_intern(r->n, key->text, key->length);
    b->at = key->at;
    if (read_is_named(r, key, value))
        read_keys(r, value, is_condition(value) ? &read_condition_table : &read_buffer_table, key->at, &context);
    if (b->role == ROLE_CONDITION)
        b->type = model_type_scalar(SCALAR_U32);
    if (context.range != NULL && diag_error_count(r->d) == errors)
        read_range_bounds(r, context.range, b);
    b->broken = diag_error_count(r->d) != errors || b->type == NULL;
}

void read_buffers(reader *r, const tree *key, const tree *value, void *object)
{
    (void)key;
    (void)object;
    if (!read_is_section(r, value, "'buffers'") || !read_count(r, value->at, value->count, READ_MAX_BUFFERS, "buffers"))
        return;
    r->m->buffers = ARENA_ARRAY(r->a, model_buffer, value->count + 1);
    r->m->buffer_count = value->count;
    for (size_t i = 0; i < value->count; i++)
        read_buffer(r, value->keys[i], value->items[i], &r->m->buffers[i]);
}
