/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The vggen authors */
#include "base/arena.h"

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define CHUNK_BYTES ((size_t)64 << 10)
#define ALIGNMENT _Alignof(max_align_t)

typedef struct chunk chunk;
struct chunk {
    chunk *previous;
    size_t used, capacity; /* bytes of `bytes` */
    _Alignas(max_align_t) unsigned char bytes[];
};

struct arena {
    chunk *last;
};

_Noreturn void arena_no_memory(void)
{
    fputs("vggen: error: out of memory\n", stderr);
    exit(2);
}

arena *arena_new(void)
{
    arena *a = calloc(1, sizeof *a);
    if (!a)
        arena_no_memory();
    return a;
}

void arena_free(arena *a)
{
    if (!a)
        return;
    while (a->last) {
        chunk *previous = a->last->previous;
        free(a->last);
        a->last = previous;
    }
    free(a);
}

static chunk *chunk_new(size_t capacity)
{
    if (capacity > SIZE_MAX - sizeof(chunk))
        arena_no_memory();
    chunk *c = calloc(1, sizeof(chunk) + capacity);
    if (!c)
        arena_no_memory();
    c->capacity = capacity;
    return c;
}

/* A large block gets a chunk of its own, put behind the last one, so that what is free there is still used. */
static void *allocate_alone(arena *a, size_t size)
{
    chunk *c = chunk_new(size);
    c->used = size;
    if (a->last) {
        c->previous = a->last->previous;
        a->last->previous = c;
    } else {
        a->last = c;
    }
    return c->bytes;
}

void *arena_alloc(arena *a, size_t size)
{
    if (size > SIZE_MAX - ALIGNMENT)
        arena_no_memory();
    size = size ? (size + ALIGNMENT - 1) / ALIGNMENT * ALIGNMENT : ALIGNMENT;
    if (size > CHUNK_BYTES / 4)
        return allocate_alone(a, size);
    if (!a->last || a->last->capacity - a->last->used < size) {
        chunk *c = chunk_new(CHUNK_BYTES);
        c->previous = a->last;
        a->last = c;
    }
    void *block = a->last->bytes + a->last->used;
    a->last->used += size;
    return block;
}

char *arena_copy(arena *a, const char *bytes, size_t length)
{
    if (length == SIZE_MAX)
        arena_no_memory();
    char *copy = arena_alloc(a, length + 1);
    if (length)
        memcpy(copy, bytes, length);
    return copy;
}

/* Most texts are short: formatted once, then copied. */
char *arena_vprintf(arena *a, const char *format, va_list arguments)
{
    char line[256];
    va_list again;
    va_copy(again, arguments);
    int length = vsnprintf(line, sizeof line, format, arguments);
    if (length < 0)
        arena_no_memory();
    char *text = arena_alloc(a, (size_t)length + 1);
    if ((size_t)length < sizeof line)
        memcpy(text, line, (size_t)length);
    else
        vsnprintf(text, (size_t)length + 1, format, again);
    va_end(again);
    return text;
}

char *arena_printf(arena *a, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    char *text = arena_vprintf(a, format, arguments);
    va_end(arguments);
    return text;
}

void *arena_grow(arena *a, void *items, size_t count, size_t *capacity, size_t element_size)
{
    if (items && count < *capacity)
        return items;
    size_t wanted = count < 8 ? 8 : count;
    if (wanted > SIZE_MAX / 2 || (element_size && 2 * wanted > SIZE_MAX / element_size))
        arena_no_memory();
    wanted = count < 8 ? 8 : 2 * count;
    void *grown = arena_alloc(a, wanted * element_size);
    if (count)
        memcpy(grown, items, count * element_size);
    *capacity = wanted;
    return grown;
}
