/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The vggen authors */
/* The registers of a function, by name, each with a set of whatever a follower of values keeps of it. */
#include <string.h>

#include "image/ptx_parts.h"

static size_t hash_name(const char *name, size_t length)
{
    uint64_t hash = 14695981039346656037u;
    for (size_t i = 0; i < length; i++) {
        hash = (hash ^ (unsigned char)name[i]) * 1099511628211u;
    }
    return (size_t)(hash ^ hash >> 32);
}

static ptx_register *find_slot(ptx_registers *t, uint32_t begin, uint32_t length)
{
    const char *name = t->r->text + begin;
    size_t at = hash_name(name, length) & (t->slot_count - 1);
    while (t->slots[at].length != 0 &&
           (t->slots[at].length != length || memcmp(t->r->text + t->slots[at].begin, name, length) != 0)) {
        at = (at + 1) & (t->slot_count - 1);
    }
    return &t->slots[at];
}

static void enlarge(ptx_registers *t)
{
    ptx_register *old = t->slots;
    size_t count = t->slot_count;
    t->slot_count = count == 0 ? 64 : 2 * count;
    t->slots = ARENA_ARRAY(t->r->memory, ptx_register, t->slot_count);
    for (size_t i = 0; i < count; i++) {
        if (old[i].length != 0) {
            *find_slot(t, old[i].begin, old[i].length) = old[i];
        }
    }
}

ptx_register *ptx_find_register(ptx_registers *t, size_t token, bool make)
{
    const ptx_token *name = &t->r->tokens[token];
    if (name->kind != PTX_WORD || !ptx_starts(t->r, token, "%")) {
        return NULL;
    }
    if (make && 2 * (t->used + 1) > t->slot_count) {
        enlarge(t);
    }
    if (t->slot_count == 0) {
        return NULL;
    }
    ptx_register *found = find_slot(t, name->begin, name->end - name->begin);
    if (found->length != 0) {
        return found;
    }
    if (!make) {
        return NULL;
    }
    found->begin = name->begin;
    found->length = name->end - name->begin;
    found->holds = ARENA_ARRAY(t->r->memory, uint64_t, t->words);
    t->used++;
    return found;
}

bool ptx_add_held(const ptx_registers *t, const ptx_register *held, uint64_t *set)
{
    uint64_t any = 0;
    for (size_t k = 0; k < t->words; k++) {
        set[k] |= held->holds[k];
        any |= held->holds[k];
    }
    return any != 0;
}

bool ptx_give_registers(ptx_registers *t, size_t first, size_t last, const uint64_t *set)
{
    bool news = false;
    for (size_t i = first; i < last; i++) {
        ptx_register *target = ptx_find_register(t, i, true);
        for (size_t k = 0; target != NULL && k < t->words; k++) {
            news = news || (set[k] & ~target->holds[k]) != 0;
            target->holds[k] |= set[k];
        }
    }
    return news;
}
