/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The vggen authors */
/* The one reader of all key tables: keys that are unknown, missing, cut off, or of a later version. */
#include <string.h>

#include "spec/read_parts.h"

static const read_key *find_key(const key_table *table, const char *name)
{
    for (size_t i = 0; i < table->count; i++)
        if (strcmp(table->keys[i].name, name) == 0)
            return &table->keys[i];
    return NULL;
}

/* "role" of "role output" or "role:output", where the colon or the blank after it is missing. */
static const char *first_word(reader *r, const tree *key)
{
    size_t length = 0;

    while (length < key->length && strchr(" :{[", key->text[length]) == NULL)
        length++;
    return arena_copy(r->a, key->text, length);
}

static void hint_keys(reader *r, const char *const *known, size_t count)
{
    const char *list = "";

    for (size_t i = 0; i < count; i++)
        list = arena_printf(r->a, "%s%s%s", list, i == 0 ? "" : i + 1 == count ? " and " : ", ", known[i]);
    diag_hint(r->d, count == 1 ? "its only key is %s" : "its keys are %s", list);
}

static void report_unknown_key(reader *r, const key_table *table, const tree *key)
{
    const char **known = ARENA_ARRAY(r->a, const char *, table->count);
    const char *first = first_word(r, key), *nearest;
    size_t count = 0;

    for (size_t i = 0; i < table->count; i++)
        if (table->keys[i].need != KEY_LATER)
            known[count++] = table->keys[i].name;
    diag_error(r->d, key->at, "key-unknown", "%s has no key '%s'", table->what, key->text);
    nearest = text_nearest(key->text, known, count);
    if (read_hint_decimal(r, key))
        return;
    if (read_key_hint(table->what, key->text) != NULL) {
        diag_hint(r->d, "%s", read_key_hint(table->what, key->text));
        return;
    }
    if (nearest != NULL)
        diag_hint(r->d, "did you mean '%s'?", nearest);
    else if (strlen(first) < key->length && find_key(table, first) != NULL)
        diag_hint(r->d, "a colon and a blank stand between a key and its value: '%s: ...'", first);
    else
        hint_keys(r, known, count);
}

static void report_missing_keys(reader *r, const tree *t, const key_table *table, span at)
{
    for (size_t i = 0; i < table->count; i++) {
        const read_key *key = &table->keys[i];

        if (key->need == KEY_NEEDED && (t->kind != TREE_MAPPING || tree_get(t, key->name) == NULL))
            diag_error(r->d, at, "key-missing", "%s needs the key '%s'", table->what, key->name);
    }
}

/* A key without a value is followed by an unknown one: "role, input" instead of "role: input". */
static bool is_cut_off(const key_table *table, const tree *t, size_t i)
{
    return read_is_absent(t->items[i]) && i + 1 < t->count && read_is_absent(t->items[i + 1]) &&
           find_key(table, t->keys[i + 1]->text) == NULL;
}

static void report_cut_off(reader *r, const tree *t, size_t i)
{
    diag_error(r->d, t->keys[i]->at, "value-kind", "'%s' has no value", t->keys[i]->text);
    diag_hint(r->d, "a colon and a blank stand between a key and its value: '%s: %s'", t->keys[i]->text,
              t->keys[i + 1]->text);
}

/* Missing keys are not reported beside an unknown one, which may be one of them misspelt. */
bool read_keys(reader *r, const tree *t, const key_table *table, span at, void *object)
{
    bool unknown = false, later = false;

    if (!read_is_mapping(r, t, table->what))
        return false;
    if (read_is_cut(r, t))
        return true;
    for (size_t i = 0; t->kind == TREE_MAPPING && i < t->count; i++) {
        const read_key *key = find_key(table, t->keys[i]->text);

        if (key != NULL && is_cut_off(table, t, i)) {
            report_cut_off(r, t, i++);
            unknown = true;
        } else if (key == NULL) {
            report_unknown_key(r, table, t->keys[i]);
            unknown = true;
        } else if (key->need == KEY_LATER) {
            if (!later)
                read_not_yet(r, t->keys[i]->at, key->name);
            later = true; /* reported once: the others belong to it */
        } else {
            key->read(r, t->keys[i], t->items[i], object);
        }
    }
    if (!unknown)
        report_missing_keys(r, t, table, at);
    return true;
}
