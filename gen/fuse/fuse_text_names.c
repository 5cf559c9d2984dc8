/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The vggen authors */
/* What names mean in a module of PTX: tables that are asked for every token. */
#include <string.h>

#include "fuse/fuse_text_parts.h"

static uint32_t hash_of(const char *text, size_t length)
{
    uint32_t hash = 2166136261u;

    for (size_t i = 0; i < length; i++) {
        hash = (hash ^ (unsigned char)text[i]) * 16777619u;
    }
    return hash;
}

static fuse_name *find_slot(const fuse_names *n, const char *text, size_t length)
{
    size_t at = hash_of(text, length) & (n->slot_count - 1);

    while (n->slots[at].length != 0 &&
           (n->slots[at].length != length || memcmp(n->slots[at].text, text, length) != 0)) {
        at = (at + 1) & (n->slot_count - 1);
    }
    return &n->slots[at];
}

static void grow(arena *a, fuse_names *n)
{
    fuse_names larger = {NULL, n->slot_count == 0 ? 64 : 2 * n->slot_count, n->used};

    larger.slots = ARENA_ARRAY(a, fuse_name, larger.slot_count);
    for (size_t i = 0; i < n->slot_count; i++) {
        if (n->slots[i].length != 0) {
            *find_slot(&larger, n->slots[i].text, n->slots[i].length) = n->slots[i];
        }
    }
    *n = larger;
}

void fuse_add_name(arena *a, fuse_names *n, const char *text, size_t length, fuse_name_kind kind, size_t index)
{
    if (2 * (n->used + 1) > n->slot_count) {
        grow(a, n);
    }
    fuse_name *slot = find_slot(n, text, length);
    n->used += slot->length == 0;
    slot->text = text;
    slot->length = (uint32_t)length;
    slot->kind = kind;
    slot->index = (uint32_t)index;
}

const fuse_name *fuse_look_up(const fuse_names *n, const char *text, size_t length)
{
    const fuse_name *found = n->slot_count == 0 ? NULL : find_slot(n, text, length);

    return found == NULL || found->length == 0 ? NULL : found;
}

const fuse_name *fuse_name_of(const fuse_source *s, const fuse_function *f, size_t token)
{
    const ptx_token *t = &s->r.tokens[token];
    const char *text = s->r.text + t->begin;
    const fuse_name *found = NULL;

    if (t->kind != PTX_WORD || text[0] == '.') {
        return NULL;
    }
    found = f == NULL ? NULL : fuse_look_up(&f->names, text, t->end - t->begin);
    return found != NULL ? found : fuse_look_up(&s->names, text, t->end - t->begin);
}
