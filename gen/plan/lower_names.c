/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The vggen authors */
#include "plan/lower_parts.h"

#include <string.h>

typedef struct {
    const char *name;
    bool taken;    /* false: reserved for the step that has it */
    unsigned next; /* number to try next when it is wanted again */
} name_entry;

struct lower_names {
    arena *memory;
    name_entry *entries; /* open addressing; a slot without name is free */
    size_t capacity;     /* a power of two */
    size_t count;
};

lower_names *lower_names_new(arena *a)
{
    lower_names *n = ARENA_NEW(a, lower_names);
    n->memory = a;
    n->capacity = 64;
    n->entries = ARENA_ARRAY(a, name_entry, n->capacity);
    return n;
}

static size_t hash_of(const char *name)
{
    uint64_t hash = 14695981039346656037u;
    for (const char *c = name; *c; c++)
        hash = (hash ^ (unsigned char)*c) * 1099511628211u;
    return (size_t)(hash ^ hash >> 32);
}

static name_entry *slot_of(const lower_names *n, const char *name)
{
    size_t i = hash_of(name) & (n->capacity - 1);
    while (n->entries[i].name && strcmp(n->entries[i].name, name) != 0)
        i = (i + 1) & (n->capacity - 1);
    return &n->entries[i];
}

static void make_room(lower_names *n)
{
    if (2 * (n->count + 1) <= n->capacity)
        return;
    lower_names old = *n;
    n->capacity *= 2;
    n->entries = ARENA_ARRAY(n->memory, name_entry, n->capacity);
    for (size_t i = 0; i < old.capacity; i++) {
        if (old.entries[i].name)
            *slot_of(n, old.entries[i].name) = old.entries[i];
    }
}

static name_entry *entry_of(lower_names *n, const char *name)
{
    make_room(n);
    name_entry *e = slot_of(n, name);
    if (!e->name) {
        *e = (name_entry){name, false, 2};
        n->count++;
    }
    return e;
}

void lower_names_reserve(lower_names *n, const char *name)
{
    entry_of(n, name);
}

/* Takes the name if nobody has or reserved it. */
static bool take_new(lower_names *n, const char *name)
{
    if (slot_of(n, name)->name)
        return false;
    entry_of(n, name)->taken = true;
    return true;
}

const char *lower_names_take(lower_names *n, const char *base, bool own)
{
    if (take_new(n, base))
        return base;
    name_entry *e = slot_of(n, base);
    if (own && !e->taken) {
        e->taken = true;
        return base;
    }
    unsigned number = e->next;
    const char *name = arena_printf(n->memory, "%s_%u", base, number);
    while (!take_new(n, name))
        name = arena_printf(n->memory, "%s_%u", base, ++number);
    slot_of(n, base)->next = number + 1;
    return name;
}
