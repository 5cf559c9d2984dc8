/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The vggen authors */
/* Pairs of items: a set of them as bits, and whether two share bytes. */
#include <string.h>

#include "place/place_tight.h"

place_pairs place_new_pairs(arena *a, size_t count)
{
    size_t words = (count + 63) / 64;
    return (place_pairs){count, words, ARENA_ARRAY(a, uint64_t, count * words)};
}

void place_set_pair(place_pairs *pairs, size_t one, size_t other, bool set)
{
    uint64_t first = (uint64_t)1 << other % 64, second = (uint64_t)1 << one % 64;
    uint64_t *row = &pairs->bits[one * pairs->words + other / 64],
             *column = &pairs->bits[other * pairs->words + one / 64];
    *row = set ? *row | first : *row & ~first;
    *column = set ? *column | second : *column & ~second;
}

bool place_has_pair(const place_pairs *pairs, size_t one, size_t other)
{
    return pairs->bits[one * pairs->words + other / 64] >> other % 64 & 1;
}

place_pairs place_copy_pairs(arena *a, const place_pairs *from)
{
    place_pairs copy = place_new_pairs(a, from->count);
    memcpy(copy.bits, from->bits, from->count * from->words * sizeof *copy.bits);
    return copy;
}

uint32_t *place_list_pairs(arena *a, const place_pairs *pairs, size_t *start)
{
    for (size_t i = 0; i < pairs->count; i++) {
        size_t others = 0;
        for (size_t w = 0; w < pairs->words; w++) {
            for (uint64_t word = pairs->bits[i * pairs->words + w]; word != 0; word &= word - 1)
                others++;
        }
        start[i + 1] = start[i] + others;
    }
    uint32_t *list = ARENA_ARRAY(a, uint32_t, start[pairs->count]);
    size_t listed = 0;
    for (size_t i = 0; i < pairs->count; i++) {
        for (size_t w = 0; w < pairs->words; w++) {
            uint64_t word = pairs->bits[i * pairs->words + w];
            for (uint32_t j = (uint32_t)(64 * w); word != 0; j++, word >>= 1) {
                if (word & 1)
                    list[listed++] = j;
            }
        }
    }
    return list;
}

bool place_overlap(const tightening *t, size_t one, size_t other)
{
    return t->offsets[one] < t->offsets[other] + t->sizes[other].size &&
           t->offsets[other] < t->offsets[one] + t->sizes[one].size;
}
