/* SPDX-License-Identifier: 0BSD */
/* SPDX-FileCopyrightText: 2026 The vggen authors */
/* vg_keep.c - calls of the copying form that are answered with kept outputs.
 *
 * With `keep: N` emitted code holds what each of the last N calls took and gave. It looks for a call by a hash of what
 * goes in, and then compares every byte of those with the same hash: the hash alone decides nothing, so inputs that
 * were made to collide cost time and no more.
 *
 * The hash is made of eight sums that take 16 bytes each, so that their multiplications, which take a few cycles each,
 * overlap. A step, s = rotate(rotate((s ^ first) * odd number) + second), loses nothing: words that differ lead to sums
 * that differ until another difference meets the first one. The rotations bring the upper bits down, where the next
 * multiplication spreads them; without either of them two signs that both change would cancel. */
#include "vg_impl.h"

#ifndef VG_WITHOUT_CUDA /* vg_none.c stands in for it */

#include <string.h>

#define SUMS 8u
#define WORD ((size_t)8)
#define STEP (2u * WORD)
#define BLOCK (SUMS * STEP)
/* Odd, with as many ones as zeros in no pattern: the fraction of the golden ratio, and that of the root of 3. */
#define FACTOR UINT64_C(0x9e3779b97f4a7c15)
#define FOLD UINT64_C(0xbb67ae8584caa73b)

static inline uint64_t mix(uint64_t sum, uint64_t word)
{
    sum = (sum ^ word) * FACTOR;
    return sum << 29 | sum >> 35;
}

static inline uint64_t word_at(const unsigned char *bytes)
{
    uint64_t word;
    (void)memcpy(&word, bytes, sizeof word);
    return word;
}

/* A macro, because compilers that save room would call a function. */
#define TAKE(sum, bytes)                                                                                               \
    do {                                                                                                               \
        (sum) = ((sum) ^ word_at(bytes)) * FACTOR;                                                                     \
        (sum) = ((sum) << 29 | (sum) >> 35) + word_at((bytes) + WORD);                                                 \
        (sum) = (sum) << 17 | (sum) >> 47;                                                                             \
    } while (0)

/* Whole blocks; the sums stay in registers. */
static const unsigned char *mix_blocks(uint64_t sums[SUMS], const unsigned char *bytes, size_t blocks)
{
    uint64_t a = sums[0], b = sums[1], c = sums[2], d = sums[3], e = sums[4], f = sums[5], g = sums[6], h = sums[7];
    for (; blocks != 0u; blocks--) {
        TAKE(a, bytes);
        TAKE(b, bytes + STEP);
        TAKE(c, bytes + 2u * STEP);
        TAKE(d, bytes + 3u * STEP);
        TAKE(e, bytes + 4u * STEP);
        TAKE(f, bytes + 5u * STEP);
        TAKE(g, bytes + 6u * STEP);
        TAKE(h, bytes + 7u * STEP);
        bytes = &bytes[BLOCK];
    }
    sums[0] = a;
    sums[1] = b;
    sums[2] = c;
    sums[3] = d;
    sums[4] = e;
    sums[5] = f;
    sums[6] = g;
    sums[7] = h;
    return bytes;
}

uint64_t vg_hash(uint64_t hash, const void *bytes, size_t size)
{
    const unsigned char *at = (const unsigned char *)bytes;
    size_t left = size % BLOCK;
    unsigned i;
    if (size >= BLOCK) {
        uint64_t sums[SUMS];
        for (i = 0; i < SUMS; i++) {
            sums[i] = hash + i * FOLD;
        }
        at = mix_blocks(sums, at, size / BLOCK);
        for (i = 0; i < SUMS; i++) {
            hash = mix(hash, sums[i]);
        }
    }
    for (; left >= WORD; left -= WORD) {
        hash = mix(hash, word_at(at));
        at = &at[WORD];
    }
    if (left != 0u) {
        uint64_t word = 0;
        (void)memcpy(&word, at, left);
        hash = mix(hash, word);
    }
    hash = mix(hash, FOLD ^ size);
    return hash ^ hash >> 32;
}

unsigned vg_kept_next(const vg_kept *calls, unsigned count, unsigned from, uint64_t hash)
{
    while (from < count && (calls[from].used == 0u || calls[from].hash != hash)) {
        from++;
    }
    return from;
}

unsigned vg_kept_oldest(const vg_kept *calls, unsigned count)
{
    unsigned oldest = 0;
    unsigned i;
    for (i = 1; i < count; i++) {
        if (calls[i].used < calls[oldest].used) {
            oldest = i;
        }
    }
    return oldest;
}

void vg_hit(vg_program *rt, unsigned graph)
{
    rt->store.graphs[graph].counted.kept_hits++;
    if (rt->config.trace != NULL) {
        rt->running = graph + 1u;
        rt->launched = 0;
        vg_record(rt, VG_OK);
        rt->running = 0;
    }
}

#endif
