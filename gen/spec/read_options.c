/* SPDX-License-Identifier: MIT */
/* What is said of the whole program: `lanes:`, `memory:`, `api:` and `switches:`. */
#include "spec/read_parts.h"

#include <string.h>

void read_lanes(reader *r, const tree *key, const tree *value, void *object)
{
    (void)key;
    (void)object;
    read_expr(r, value, &r->m->lanes_expr);
}

/* ---- memory ---- */

static void read_device(reader *r, const tree *key, const tree *value, void *object)
{
    (void)key;
    (void)object;
    read_expr(r, value, &r->m->device_memory);
}

static void read_pinned(reader *r, const tree *key, const tree *value, void *object)
{
    (void)key;
    (void)object;
    read_expr(r, value, &r->m->pinned_memory);
}

static void read_reuse(reader *r, const tree *key, const tree *value, void *object)
{
    static const char *const words[] = {"on", "off", "tight"};
    size_t found = 0;

    (void)key;
    (void)object;
    if (!read_word(r, value, words, 3, &found))
        return;
    r->m->reuse_at = value->at;
    r->m->reuse_off = found == 1;
    r->m->reuse_tight = found == 2;
}

static const read_key memory_keys[] = {
    {"device", KEY_OPTIONAL, read_device},
    {"pinned", KEY_OPTIONAL, read_pinned},
    {"reuse", KEY_OPTIONAL, read_reuse},
};

static const key_table memory_table = {"'memory'", memory_keys, KEY_COUNT(memory_keys)};

static void fail_memory(reader *r, const tree *value)
{
    diag_error(r->d, value->at, "value-kind", "'memory' is a mapping of keys to values, found '%s'", value->text);
    diag_hint(r->d, "say which memory: 'memory: {device: 64 MiB}', or pinned");
}

void read_memory(reader *r, const tree *key, const tree *value, void *object)
{
    (void)object;
    if (value->kind == TREE_SCALAR && strcmp(value->text, "external") == 0)
        read_not_yet(r, value->at, "memory: external");
    else if (value->kind == TREE_SCALAR && value->length > 0)
        fail_memory(r, value);
    else
        read_keys(r, value, &memory_table, key->at, NULL);
}

/* ---- api ---- */

void read_api(reader *r, const tree *key, const tree *value, void *object)
{
    static const char *const words[] = {"in_place", "call"};
    size_t found = 0;

    (void)key;
    (void)object;
    r->m->api_at = value->at;
    if (read_word(r, value, words, 2, &found))
        r->m->api_call = found == 1;
}

/* ---- switches ---- */

static void read_switch(reader *r, const tree *key, const tree *value, model_switch *s)
{
    static const char *const words[] = {"on", "off"};
    size_t found = 0;

    s->name = names_intern(r->n, key->text, key->length);
    s->at = key->at;
    if (!read_is_named(r, key, value))
        return;
    if (read_word(r, value, words, 2, &found))
        s->on = found == 0;
}

void read_switches(reader *r, const tree *key, const tree *value, void *object)
{
    (void)key;
    (void)object;
    if (!read_is_section(r, value, "'switches'") ||
        !read_count(r, value->at, value->count, READ_MAX_SWITCHES, "switches"))
        return;
    r->m->switches = ARENA_ARRAY(r->a, model_switch, value->count + 1);
    r->m->switch_count = value->count;
    for (size_t i = 0; i < value->count; i++)
        read_switch(r, value->keys[i], value->items[i], &r->m->switches[i]);
}
