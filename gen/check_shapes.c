/* SPDX-License-Identifier: MIT */
/* Defines, shapes, alignments and the first content of buffers. */
#include "check_parts.h"

#include <inttypes.h>
#include <string.h>

#define DEFAULT_ALIGNMENT 256u
#define MAX_ALIGNMENT 4096

/* ---- defines ---- */

void check_defines(checker *c)
{
    for (size_t i = 0; i < c->m->define_count; i++) {
        model_define *define = &c->m->defines[i];
        model_expr e = {.at = define->value_at, .in = define->value_in, .root = define->root};

        if (!define->broken && !define->is_float) {
            define->broken = !check_evaluate(c, &e, -1);
            define->value = e.value;
        }
        c->evaluated = i + 1;
    }
}

/* ---- shapes ---- */

static bool fail_too_large(checker *c, const model_buffer *b)
{
    diag_error(c->d, b->shape_at, "shape-size", "the size of '%s' does not fit in 63 bits", b->name);
    return false;
}

static bool check_dimensions(checker *c, model_buffer *b)
{
    bool good = true;

    b->dims = ARENA_ARRAY(c->a, uint64_t, b->shape_count + 1);
    b->elements = 1;
    for (size_t i = 0; i < b->shape_count; i++) {
        model_expr *e = &b->shape[i];

        if (!check_evaluate(c, e, -1)) {
            good = false;
        } else if (e->value < 0) {
            diag_error(c->d, e->at, "shape-negative", "a size is 0 or more, found %" PRId64, e->value);
            good = false;
        } else {
            b->dims[i] = (uint64_t)e->value;
        }
    }
    /* A zero anywhere makes an empty buffer, however large the other sizes are. */
    for (size_t i = 0; good && i < b->shape_count; i++)
        if (b->dims[i] == 0) {
            b->elements = 0;
            return true;
        }
    for (size_t i = 0; good && i < b->shape_count; i++) {
        if (b->dims[i] > (uint64_t)INT64_MAX / b->type->size / b->elements)
            return fail_too_large(c, b);
        b->elements *= b->dims[i];
    }
    return good;
}

static bool check_alignment(checker *c, model_buffer *b)
{
    model_expr *e = &b->align;

    b->alignment = DEFAULT_ALIGNMENT;
    if (e->root == NULL)
        return true;
    if (!check_evaluate(c, e, -1))
        return false;
    if (e->value < (int64_t)b->type->align || e->value > MAX_ALIGNMENT || (e->value & (e->value - 1)) != 0) {
        diag_error(c->d, e->at, "align-value", "expected a power of two from %" PRIu32 " (of %s) to %d, found %" PRId64,
                   b->type->align, b->type->name, MAX_ALIGNMENT, e->value);
        return false;
    }
    b->alignment = (uint32_t)e->value;
    return true;
}

static bool check_shape_presence(checker *c, const model_buffer *b)
{
    if (b->role == ROLE_SETTING && b->shape_count > 0) {
        diag_error(c->d, b->shape_at, "key-role", "a setting is one element, it has no 'shape'");
        return false;
    }
    if (b->role != ROLE_SETTING && b->shape_count == 0) {
        diag_error(c->d, b->at, "key-missing", "a buffer needs the key 'shape'");
        diag_hint(c->d, "write shape: [1] for one element");
        return false;
    }
    return true;
}

void check_shapes(checker *c)
{
    for (size_t i = 0; i < c->m->buffer_count; i++) {
        model_buffer *b = &c->m->buffers[i];

        if (!b->broken) {
            bool shaped = check_shape_presence(c, b) && check_dimensions(c, b);
            bool aligned = check_alignment(c, b);

            b->broken = !shaped || !aligned;
            b->size = b->elements * b->type->size;
            b->down_last = b->size;
        }
        c->sized = i + 1;
    }
}

/* ---- content ---- */

static void refuse_key(checker *c, span at, const char *key, const model_buffer *b, const char *hint)
{
    if (at.source == 0)
        return;
    diag_error(c->d, at, "key-role", "'%s' is not for %s %s", key,
               strchr("aeiou", model_role_name(b->role)[0]) ? "an" : "a", model_role_name(b->role));
    diag_hint(c->d, "%s", hint);
}

static void refuse_foreign_keys(checker *c, const model_buffer *b)
{
    if (b->role != ROLE_SETTING)
        refuse_key(c, b->value.at, "value", b, "'value' is the first value of a setting");
    if (b->role != ROLE_STATE)
        refuse_key(c, b->init.at, "init", b, "'init' is what a state starts with");
    if (b->role != ROLE_CONSTANT) {
        refuse_key(c, b->values_at, "values", b, "'values' are the bytes of a constant");
        refuse_key(c, b->data_at, "data", b, "'data' are the bytes of a constant");
    }
}

static bool is_zero(const unsigned char *bytes, size_t count)
{
    for (size_t i = 0; i < count; i++)
        if (bytes[i] != 0)
            return false;
    return true;
}

/* One literal for every element; zero where there is none. */
static void check_pattern(checker *c, model_buffer *b, const model_literal *literal)
{
    unsigned char *bytes = arena_alloc(c->a, b->type->size);

    b->pattern = bytes;
    if (literal->text != NULL)
        check_literal(c, literal->at, literal->text, b->type, bytes);
    b->content = is_zero(bytes, b->type->size) ? CONTENT_ZERO : CONTENT_PATTERN;
}

static void check_values(checker *c, model_buffer *b)
{
    unsigned char *bytes;
    unsigned char element[16] = {0};

    if (b->value_count != b->elements) {
        diag_error(c->d, b->values_at, "values-count", "'values' has %zu literals, expected %" PRIu64, b->value_count,
                   b->elements);
        return;
    }
    bytes = arena_alloc(c->a, (size_t)b->size + 1);
    for (size_t i = 0; i < b->value_count; i++) {
        if (b->values[i].text == NULL || !check_literal(c, b->values[i].at, b->values[i].text, b->type, element))
            return; /* one mistake is enough: the rest may be as wrong, a million times */
        memcpy(bytes + i * b->type->size, element, b->type->size);
    }
    b->bytes = bytes;
    b->content = CONTENT_BYTES;
}

static void check_constant(checker *c, model_buffer *b)
{
    bool has_values = b->values_at.source != 0, has_data = b->data_at.source != 0;

    if (has_values == has_data) {
        diag_error(c->d, b->at, "constant-content", "a constant needs %s 'data' or 'values', found %s",
                   has_values ? "either" : "one of", has_values ? "both" : "neither");
        return;
    }
    if (has_values)
        check_values(c, b);
    else if (strcmp(b->data, "app") == 0)
        b->content = CONTENT_APP;
    else if (check_load_data(c, b))
        b->content = CONTENT_BYTES;
}

void check_contents(checker *c)
{
    for (size_t i = 0; i < c->m->buffer_count; i++) {
        model_buffer *b = &c->m->buffers[i];

        if (b->broken)
            continue;
        refuse_foreign_keys(c, b);
        if (b->role == ROLE_SETTING)
            check_pattern(c, b, &b->value);
        else if (b->role == ROLE_STATE)
            check_pattern(c, b, &b->init);
        else if (b->role == ROLE_CONSTANT)
            check_constant(c, b);
    }
}
