/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The vggen authors */
/* Keys of the whole program: `lanes:`, `in_flight:`, `ranks:`, `memory:`, `api:`, `keep:`, `mailbox:`, `fuse:` and
 * `switches:`. */
#include "spec/read_parts.h"

#include <string.h>

#include "spec/model_mailbox.h"

void read_lanes(reader *r, const tree *key, const tree *value, void *object)
{
    (void)key;
    (void)object;
    read_expr(r, value, &r->m->lanes_expr);
}

void read_in_flight(reader *r, const tree *key, const tree *value, void *object)
{
    (void)key;
    (void)object;
    read_expr(r, value, &r->m->in_flight_expr);
}

void read_ranks(reader *r, const tree *key, const tree *value, void *object)
{
    (void)key;
    (void)object;
    read_expr(r, value, &r->m->ranks_expr);
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

static const char *const reuse_words[] = {"on", "off", "tight", NULL};

static void read_reuse(reader *r, const tree *key, const tree *value, void *object)
{
    size_t found = 0;

    (void)key;
    (void)object;
    if (!read_word(r, value, reuse_words, &found))
        return;
    r->m->reuse_at = value->at;
    r->m->reuse_off = found == 1;
    r->m->reuse_tight = found == 2;
}

static const char *const pool_words[] = {"off", "on", NULL};

static void read_pool(reader *r, const tree *key, const tree *value, void *object)
{
    size_t found = 0;

    (void)key;
    (void)object;
    if (!read_word(r, value, pool_words, &found))
        return;
    r->m->pool_at = value->at;
    r->m->pooled = found == 1;
}

static const read_key memory_keys[] = {
    {"device", KEY_OPTIONAL, read_device, FORM("bytes"), NULL,
     "The most device memory that all lanes together may take, such as 64 MiB. Not given: no limit."},
    {"pinned", KEY_OPTIONAL, read_pinned, FORM("bytes"), NULL,
     "The most pinned host memory that all lanes, and all replays in flight, together may take. Not given: no limit."},
    {"reuse", KEY_OPTIONAL, read_reuse, WORDS(reuse_words), "on",
     "on: scratch and outputs that are never alive together share bytes. off: each buffer has its own. tight: steps "
     "that could overlap wait for each other where that makes device memory smaller."},
    {"pool", KEY_OPTIONAL, read_pool, WORDS(pool_words), "off",
     "on: what is needed only during a replay lies apart, so that programs which take turns may share that memory "
     "(config.pool). off: all memory is the program's own."},
};

const key_table read_memory_table = {"'memory'", memory_keys, KEY_COUNT(memory_keys)};

static void fail_memory(reader *r, const tree *value)
{
    diag_error(r->d, value->at, "value-kind", "'memory' is a mapping of keys to values, found '%s'", value->text);
    if (strcmp(value->text, "external") == 0)
        diag_hint(r->d, "it is a buffer that lies in external memory: give that one 'memory: external'");
    else
        diag_hint(r->d, "say which memory: 'memory: {device: 64 MiB}', or pinned");
}

void read_memory(reader *r, const tree *key, const tree *value, void *object)
{
    (void)object;
    if (value->kind == TREE_SCALAR && value->length > 0)
        fail_memory(r, value);
    else
        read_keys(r, value, &read_memory_table, key->at, NULL);
}

/* ---- api ---- */

const char *const read_api_words[] = {"in_place", "call", NULL};

void read_api(reader *r, const tree *key, const tree *value, void *object)
{
    size_t found = 0;

    (void)key;
    (void)object;
    r->m->api_at = value->at;
    if (read_word(r, value, read_api_words, &found))
        r->m->api_call = found == 1;
}

void read_keep(reader *r, const tree *key, const tree *value, void *object)
{
    (void)key;
    (void)object;
    read_expr(r, value, &r->m->keep_expr);
}

/* ---- mailbox ---- */

#define MAILBOX_FORMS "true, false or a list of graphs"

/* The name of a graph alone is what one would write first. */
static void read_all(reader *r, const tree *value, bool *all)
{
    static const char *const words[] = {"true", "false", NULL};
    const char *text = read_text(r, value, MAILBOX_FORMS), *nearest;

    if (text == NULL)
        return;
    *all = strcmp(text, words[0]) == 0;
    if (*all || strcmp(text, words[1]) == 0)
        return;
    diag_error(r->d, value->at, "word-unknown", "expected %s, found '%s'", MAILBOX_FORMS, text);
    nearest = read_word_hint(text, words, read_word_count(words));
    if (nearest != NULL)
        diag_hint(r->d, "did you mean '%s'?", nearest);
    else
        diag_hint(r->d, "a list names graphs: 'mailbox: [%s]'", text);
}

void read_mailbox(reader *r, const tree *key, const tree *value, void *object)
{
    const tree *const *items;
    size_t count;

    (void)object;
    r->m->mailbox = ARENA_NEW(r->a, model_mailbox);
    r->m->mailbox->at = key->at;
    if (value->kind == TREE_SCALAR) {
        read_all(r, value, &r->m->mailbox->all);
        return;
    }
    if (!read_list(r, &value, MAILBOX_FORMS, &items, &count) ||
        !read_count(r, value->at, count, READ_MAX_GRAPHS, "graphs"))
        return;
    if (count == 0) {
        diag_error(r->d, value->at, "list-length", "expected at least one graph in 'mailbox'");
        diag_hint(r->d, "without a mailbox: leave the key away, or 'mailbox: false'");
    }
    r->m->mailbox->names = ARENA_ARRAY(r->a, const char *, count + 1);
    r->m->mailbox->name_at = ARENA_ARRAY(r->a, span, count + 1);
    r->m->mailbox->count = count;
    for (size_t i = 0; i < count; i++) {
        r->m->mailbox->name_at[i] = items[i]->at;
        r->m->mailbox->names[i] = read_text(r, items[i], "the name of a graph");
    }
}

/* ---- fused launches ---- */

const char *const read_fuse_words[] = {"auto", "off", NULL};

static void read_fused_graph(reader *r, const tree *key, const tree *value)
{
    model_fuse *f = &r->m->fuses[r->m->fuse_count];
    size_t found = 0;

    *f = (model_fuse){.name = names_intern(r->n, key->text, key->length), .at = key->at};
    if (!read_is_named(r, key, value) || !read_word(r, value, read_fuse_words, &found))
        return;
    f->off = found == 1;
    r->m->fuse_count++;
}

void read_fuse(reader *r, const tree *key, const tree *value, void *object)
{
    size_t found = 0;

    (void)key;
    (void)object;
    if (value->kind != TREE_MAPPING || value->count == 0) {
        if (read_word(r, value, read_fuse_words, &found))
            r->m->fuse_off = found == 1;
        return;
    }
    if (!read_count(r, value->at, value->count, READ_MAX_GRAPHS, "graphs"))
        return;
    r->m->fuses = ARENA_ARRAY(r->a, model_fuse, value->count + 1);
    for (size_t i = 0; i < value->count; i++)
        read_fused_graph(r, value->keys[i], value->items[i]);
}

/* ---- switches ---- */

static void read_switch(reader *r, const tree *key, const tree *value, model_switch *s)
{
    static const char *const words[] = {"on", "off", NULL};
    size_t found = 0;

    s->name = names_intern(r->n, key->text, key->length);
    s->at = key->at;
    if (!read_is_named(r, key, value))
        return;
    if (read_word(r, value, words, &found))
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
