/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The vggen authors */
#include "base/text.h"

#include <stdint.h>
#include <stdlib.h>
#include <string.h>

typedef struct {
    const char *text; /* NULL: free */
    size_t length;
    uint64_t hash;
} slot;

struct names {
    arena *memory;
    slot *slots;
    size_t count, capacity; /* capacity is a power of two */
};

names *names_new(arena *a)
{
    names *n = ARENA_NEW(a, names);
    n->memory = a;
    n->capacity = 256;
    n->slots = ARENA_ARRAY(a, slot, n->capacity);
    return n;
}

const char *text_shell_word(arena *a, const char *text)
{
    static const char plain[] = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_-+=,./:%@";
    const char *copy = "'";

    if (*text != '\0' && text[strspn(text, plain)] == '\0')
        return text;
    for (; *text != '\0'; text++)
        copy = *text == '\'' ? arena_printf(a, "%s'\\''", copy) : arena_printf(a, "%s%c", copy, *text);
    return arena_printf(a, "%s'", copy);
}

bool text_begins(const char *text, const char *start)
{
    return strncmp(text, start, strlen(start)) == 0;
}

bool text_ends(const char *text, const char *end)
{
    size_t length = strlen(text), part = strlen(end);

    return length >= part && strcmp(text + length - part, end) == 0;
}

/* FNV-1a, with a last mix because the table uses the low bits only. */
static uint64_t hash_bytes(const char *bytes, size_t length)
{
    uint64_t hash = 14695981039346656037u;
    for (size_t i = 0; i < length; i++)
        hash = (hash ^ (unsigned char)bytes[i]) * 1099511628211u;
    return hash ^ (hash >> 32);
}

/* The slot that holds these bytes, or the free one where they belong. */
static slot *find_slot(slot *slots, size_t capacity, const char *bytes, size_t length, uint64_t hash)
{
    size_t i = (size_t)hash & (capacity - 1);
    while (slots[i].text &&
           (slots[i].hash != hash || slots[i].length != length || memcmp(slots[i].text, bytes, length) != 0))
        i = (i + 1) & (capacity - 1);
    return &slots[i];
}

static void double_slots(names *n)
{
    size_t capacity = 2 * n->capacity;
    slot *slots = ARENA_ARRAY(n->memory, slot, capacity);
    for (size_t i = 0; i < n->capacity; i++) {
        const slot *old = &n->slots[i];
        if (old->text)
            *find_slot(slots, capacity, old->text, old->length, old->hash) = *old;
    }
    n->slots = slots;
    n->capacity = capacity;
}

const char *names_intern(names *n, const char *bytes, size_t length)
{
    uint64_t hash = hash_bytes(bytes, length);
    slot *s = find_slot(n->slots, n->capacity, bytes, length, hash);
    if (s->text)
        return s->text;
    s->text = arena_copy(n->memory, bytes, length);
    s->length = length;
    s->hash = hash;
    const char *text = s->text;
    if (++n->count > n->capacity / 2)
        double_slots(n);
    return text;
}

static int compare_texts(const void *left, const void *right)
{
    return strcmp(*(const char *const *)left, *(const char *const *)right);
}

void text_sort(const char **texts, size_t count)
{
    if (count > 1)
        qsort(texts, count, sizeof *texts, compare_texts);
}

static bool is_letter(char c)
{
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_';
}

bool text_is_identifier(const char *text)
{
    if (!text || !is_letter(text[0]))
        return false;
    for (const char *c = text + 1; *c; c++)
        if (!is_letter(*c) && !(*c >= '0' && *c <= '9'))
            return false;
    return true;
}

/* Longer names are never compared: a hint for them would not be certain, and the rows below stay small. */
#define NEAREST_MAX_LENGTH 63

static char lower(char c)
{
    return c >= 'A' && c <= 'Z' ? (char)(c - 'A' + 'a') : c;
}

static size_t smaller(size_t x, size_t y)
{
    return x < y ? x : y;
}

/* Insertions, deletions, substitutions and swaps of neighbours that turn a into b (optimal string alignment). */
static size_t edit_distance(const char *a, size_t a_length, const char *b, size_t b_length)
{
    size_t rows[3][NEAREST_MAX_LENGTH + 1];
    size_t *before = rows[0], *last = rows[1], *row = rows[2];
    for (size_t j = 0; j <= b_length; j++)
        last[j] = j;
    for (size_t i = 1; i <= a_length; i++) {
        row[0] = i;
        for (size_t j = 1; j <= b_length; j++) {
            size_t substituted = last[j - 1] + (a[i - 1] != b[j - 1]);
            row[j] = smaller(substituted, smaller(last[j], row[j - 1]) + 1);
            if (i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1])
                row[j] = smaller(row[j], before[j - 2] + 1);
        }
        size_t *spare = before;
        before = last;
        last = row;
        row = spare;
    }
    return last[b_length];
}

static bool equal_but_for_case(const char *a, const char *b)
{
    while (*a && lower(*a) == lower(*b)) {
        a++;
        b++;
    }
    return *a == *b;
}

const char *text_nearest(const char *wanted, const char *const *candidates, size_t count)
{
    size_t length = strlen(wanted);
    if (length == 0 || length > NEAREST_MAX_LENGTH)
        return NULL;
    size_t limit = length <= 3 ? 1 : length <= 7 ? 2 : 3;
    const char *nearest = NULL;
    size_t nearest_distance = limit + 1;
    for (size_t i = 0; i < count; i++) {
        size_t candidate_length = strlen(candidates[i]);
        if (candidate_length > length + limit || candidate_length + limit < length ||
            candidate_length > NEAREST_MAX_LENGTH)
            continue;
        size_t distance = edit_distance(wanted, length, candidates[i], candidate_length);
        if (equal_but_for_case(wanted, candidates[i]))
            distance = 0;
        /* Replacing every letter is no likeness: "x" is not a misspelt "y". */
        if (distance < nearest_distance && distance < candidate_length && distance < length + (distance == 0)) {
            nearest = candidates[i];
            nearest_distance = distance;
        }
    }
    return nearest;
}

size_t text_code_point(const char *bytes, size_t length, uint32_t *code_point, bool *valid)
{
    const unsigned char *b = (const unsigned char *)bytes;
    *valid = true;
    *code_point = b[0];
    if (b[0] < 0x80)
        return 1;
    size_t size = b[0] >= 0xF0 ? 4 : b[0] >= 0xE0 ? 3 : 2;
    static const uint32_t first_bits[5] = {0, 0, 0x1F, 0x0F, 0x07};
    static const uint32_t least[5] = {0, 0, 0x80, 0x800, 0x10000};
    *valid = b[0] >= 0xC2 && b[0] <= 0xF4 && size <= length;
    uint32_t value = b[0] & first_bits[size];
    for (size_t i = 1; *valid && i < size; i++) {
        *valid = (b[i] & 0xC0) == 0x80;
        value = value << 6 | (b[i] & 0x3Fu);
    }
    if (*valid && (value < least[size] || value > 0x10FFFF || (value >= 0xD800 && value <= 0xDFFF)))
        *valid = false;
    if (!*valid)
        return 1;
    *code_point = value;
    return size;
}

size_t text_code_points(const char *bytes, size_t length)
{
    size_t count = 0;
    for (size_t i = 0; i < length; count++) {
        if ((unsigned char)bytes[i] < 0x80) {
            i++;
            continue;
        }
        uint32_t code_point;
        bool valid;
        i += text_code_point(bytes + i, length - i, &code_point, &valid);
    }
    return count;
}

bool text_is_printable(uint32_t code_point)
{
    const uint32_t c = code_point;
    const char *name;
    bool control = c < 0x20 || (c >= 0x7F && c < 0xA0), separator = c == 0x2028 || c == 0x2029;

    return !control && !separator && (c < 0x80 || text_look_of(c, &name) == TEXT_CAN_BE_SEEN);
}
