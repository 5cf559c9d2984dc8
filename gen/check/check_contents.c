/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The vggen authors */
/* What buffers hold before anything writes them. */
#include "check/check_parts.h"

#include <inttypes.h>
#include <string.h>

static void refuse_key(checker *c, span at, const char *key, const model_buffer *b, const char *hint)
{
    if (at.source == 0)
        return;
    diag_error(c->d, at, "key-role", "'%s' is not for %s %s", key,
               strchr("aeiou", model_role_name(b->role)[0]) ? "an" : "a", model_role_name(b->role));
    diag_hint(c->d, "%s", hint);
}

/* What the application has not sent yet. */
static bool is_sent_on_request(const model_buffer *b)
{
    return (b->role == ROLE_INPUT || b->role == ROLE_INOUT) && b->upload == TRAFFIC_ON_REQUEST;
}

static void refuse_foreign_keys(checker *c, const model_buffer *b)
{
    bool comes_in = b->role == ROLE_INPUT || b->role == ROLE_INOUT, on_request = is_sent_on_request(b);
    const char *hint = "an input that every replay uploads has no first content: 'upload: on_request' gives it one";

    if (b->role != ROLE_SETTING)
        refuse_key(c, b->value.at, "value", b, "'value' is the first value of a setting");
    if (b->role != ROLE_STATE && !on_request)
        refuse_key(c, b->init.at, "init", b, comes_in ? hint : "'init' is what a state starts with");
    if (b->role != ROLE_CONSTANT && !on_request) {
        refuse_key(c, b->values_at, "values", b, comes_in ? hint : "'values' are the bytes of a constant");
        refuse_key(c, b->data_at, "data", b, comes_in ? hint : "'data' are the bytes of a constant");
    }
}

/* One literal for every element; zero where there is none. */
static void check_pattern(checker *c, model_buffer *b, const model_literal *literal)
{
    bool given = literal->at.source != 0;

    b->pattern = given ? check_element(c, literal, b->type) : check_zeros();
    b->content = b->pattern == check_zeros() ? CONTENT_ZERO : CONTENT_PATTERN;
}

/* ---- values ---- */

static void fail_nested(checker *c, const model_literal *value)
{
    diag_error(c->d, value->at, "values-nested", "'values' is one flat list, found a list in it");
    diag_hint(c->d, "write all rows, lanes and fields one after the other");
}

static void check_values(checker *c, model_buffer *b)
{
    size_t count;
    type_leaf *leaves = check_leaves(c->a, b->type, &count);
    unsigned char *bytes;

    for (size_t i = 0; i < b->value_count; i++)
        if (b->values[i].list) {
            fail_nested(c, &b->values[i]);
            return;
        }
    if (b->value_count % count != 0 || b->value_count / count != b->elements) {
        diag_error(c->d, b->values_at, "values-count", "'values' has %zu literals, expected %" PRIu64, b->value_count,
                   b->elements * count);
        if (count > 1)
            diag_hint(c->d, "each of the %" PRIu64 " elements of %s takes %zu", b->elements, b->type->name, count);
        return;
    }
    bytes = arena_alloc(c->a, (size_t)b->size + 1);
    for (size_t i = 0; i < b->value_count; i++) {
        const model_literal *value = &b->values[i];
        const type_leaf *leaf = &leaves[i % count];

        /* One mistake is enough: a million more values may have the same one. */
        if (value->text == NULL ||
            !check_scalar(c, value, leaf->type, bytes + i / count * b->type->size + leaf->offset))
            return;
    }
    b->bytes = bytes;
    b->content = CONTENT_BYTES;
}

static void check_file(checker *c, model_buffer *b)
{
    if (strcmp(b->data, "app") != 0) {
        if (check_load_data(c, b))
            b->content = CONTENT_BYTES;
        else
            b->mistyped = true; /* the type may be the mistake when the file has another size or type */
    } else if (b->role == ROLE_CONSTANT) {
        b->content = CONTENT_APP;
    } else {
        diag_error(c->d, b->data_at, "key-role", "'data: app' is for constants");
        diag_hint(c->d, "the application may send an input at any time, also before the first replay");
    }
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
    else
        check_file(c, b);
}

static void check_unsent(checker *c, model_buffer *b)
{
    const span places[] = {b->init.at, b->values_at, b->data_at};
    span first = {0, 0, 0};

    for (size_t i = 0; i < 3; i++) {
        if (places[i].source == 0)
            continue;
        if (first.source != 0) {
            diag_error(c->d, places[i], "input-content", "'%s' has its first content from two keys", b->name);
            diag_note(c->d, first, "the other one is here");
            return;
        }
        first = places[i];
    }
    if (b->values_at.source != 0)
        check_values(c, b);
    else if (b->data_at.source != 0)
        check_file(c, b);
    else
        check_pattern(c, b, &b->init);
}

static void check_content(checker *c, model_buffer *b)
{
    if (b->role == ROLE_SETTING) {
        check_pattern(c, b, &b->value);
        if (b->pattern != NULL)
            check_setting_range(c, b);
    } else if (b->role == ROLE_STATE) {
        check_pattern(c, b, &b->init);
    } else if (b->role == ROLE_CONSTANT) {
        check_constant(c, b);
    } else if (is_sent_on_request(b)) {
        check_unsent(c, b);
    }
}

/* Either the role or the key may be wrong, so nothing else is reported about the buffer. */
void check_keys(checker *c)
{
    for (size_t i = 0; i < c->m->buffer_count; i++) {
        model_buffer *b = &c->m->buffers[i];
        size_t errors = diag_error_count(c->d);

        if (!b->broken)
            refuse_foreign_keys(c, b);
        b->broken |= diag_error_count(c->d) != errors;
    }
}

void check_contents(checker *c)
{
    for (size_t i = 0; i < c->m->buffer_count; i++)
        if (!c->m->buffers[i].broken)
            check_content(c, &c->m->buffers[i]);
}
