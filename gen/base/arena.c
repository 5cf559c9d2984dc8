/* SPDX-License-Identifier: MIT */
#include "base/arena.h"

#include <stdbool.h>
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

/* ---- formatting: texts and unsigned numbers without vsnprintf, which takes three times as long ---- */

#define PLAIN_BYTES 256

typedef struct {
    const char *format; /* what is left of it */
    va_list arguments;
    char *at, *end; /* `at` is NULL once something did not fit */
} formatter;

static void put(formatter *f, const char *text, size_t length)
{
    if (f->at == NULL || (size_t)(f->end - f->at) < length) {
        f->at = NULL;
        return;
    }
    memcpy(f->at, text, length);
    f->at += length;
}

static void put_number(formatter *f, unsigned long long number)
{
    char digits[24];
    size_t first = sizeof digits;

    do {
        digits[--first] = (char)('0' + number % 10);
        number /= 10;
    } while (number > 0);
    put(f, digits + first, sizeof digits - first);
}

/* Whether a conversion of several letters ends like this. */
static bool ends_word(formatter *f, const char *rest)
{
    size_t length = strlen(rest);

    if (strncmp(f->format, rest, length) != 0)
        return false;
    f->format += length;
    return true;
}

/* What begins with '%'. False: something else. */
static bool convert(formatter *f)
{
    const char *text;

    f->format += 2;
    switch (f->format[-1]) {
    case 's':
        text = va_arg(f->arguments, const char *);
        if (text != NULL)
            put(f, text, strlen(text));
        return text != NULL;
    case 'u':
        put_number(f, va_arg(f->arguments, unsigned));
        return true;
    case 'z':
        if (!ends_word(f, "u"))
            return false;
        put_number(f, va_arg(f->arguments, size_t));
        return true;
    case 'l':
        if (!ends_word(f, "lu"))
            return false;
        put_number(f, va_arg(f->arguments, unsigned long long));
        return true;
    default:
        return false;
    }
}

/* False: the format has something else, or the text is too long. */
static bool format_plainly(formatter *f)
{
    bool plain = true;

    while (plain && f->at != NULL && *f->format != '\0') {
        size_t length = strcspn(f->format, "%");
        put(f, f->format, length);
        f->format += length;
        plain = *f->format == '\0' || convert(f);
    }
    return plain && f->at != NULL;
}

static char *format_anything(arena *a, const char *format, va_list arguments)
{
    char bytes[PLAIN_BYTES];
    va_list again;
    int length;
    char *text;

    va_copy(again, arguments);
    length = vsnprintf(bytes, sizeof bytes, format, arguments);
    if (length < 0)
        arena_no_memory();
    text = arena_alloc(a, (size_t)length + 1);
    if ((size_t)length < sizeof bytes)
        memcpy(text, bytes, (size_t)length);
    else
        vsnprintf(text, (size_t)length + 1, format, again);
    va_end(again);
    return text;
}

/* Most texts are short: formatted once, then copied. */
char *arena_vprintf(arena *a, const char *format, va_list arguments)
{
    char bytes[PLAIN_BYTES];
    formatter f = {.format = format, .at = bytes, .end = bytes + sizeof bytes};
    bool plain;

    va_copy(f.arguments, arguments);
    plain = format_plainly(&f);
    va_end(f.arguments);
    return plain ? arena_copy(a, bytes, (size_t)(f.at - bytes)) : format_anything(a, format, arguments);
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
