/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The vggen authors */
#include "spec/spec_hash.h"

#include <string.h>

#include "base/sha256.h"

/* A byte that no text of a spec holds says what follows, so that no two trees are the same sequence of bytes. */
static void add_mark(sha256 *s, char mark)
{
    const char bytes[2] = {'\0', mark};

    sha256_add(s, bytes, sizeof bytes);
}

/* Blanks in an expression or between the words of a step say nothing. */
static void add_text(sha256 *s, const char *text, size_t length)
{
    for (size_t i = 0; i < length; i++)
        if (text[i] != ' ' && text[i] != '\n')
            sha256_add(s, text + i, 1);
}

static void add_tree(sha256 *s, const tree *t)
{
    add_mark(s, t->kind == TREE_SCALAR ? 't' : t->kind == TREE_SEQUENCE ? '[' : '{');
    if (t->kind == TREE_SCALAR)
        add_text(s, t->text, t->length);
    for (size_t i = 0; t->kind != TREE_SCALAR && i < t->count; i++) {
        if (t->kind == TREE_MAPPING)
            add_tree(s, t->keys[i]);
        add_tree(s, t->items[i]);
    }
    add_mark(s, '.');
}

const char *spec_hash(arena *a, const tree *root, const char *const *defines, size_t define_count)
{
    char hex[SHA256_HEX];
    sha256 s;

    sha256_begin(&s);
    add_tree(&s, root);
    for (size_t i = 0; i < define_count; i++) {
        add_mark(&s, 'D');
        add_text(&s, defines[i], strlen(defines[i]));
    }
    sha256_end(&s, hex);
    return arena_copy(a, hex, SPEC_HASH_DIGITS);
}
