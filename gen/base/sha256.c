/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The vggen authors */
#include "base/sha256.h"

#include <string.h>

#define ROUNDS 64u

/* The first 32 bits of the fractions of the cube roots of the first 64 primes. */
static const uint32_t constants[ROUNDS] = {
    0x428a2f98, 0x71374491, 0xb5c0fbcf, 0xe9b5dba5, 0x3956c25b, 0x59f111f1, 0x923f82a4, 0xab1c5ed5,
    0xd807aa98, 0x12835b01, 0x243185be, 0x550c7dc3, 0x72be5d74, 0x80deb1fe, 0x9bdc06a7, 0xc19bf174,
    0xe49b69c1, 0xefbe4786, 0x0fc19dc6, 0x240ca1cc, 0x2de92c6f, 0x4a7484aa, 0x5cb0a9dc, 0x76f988da,
    0x983e5152, 0xa831c66d, 0xb00327c8, 0xbf597fc7, 0xc6e00bf3, 0xd5a79147, 0x06ca6351, 0x14292967,
    0x27b70a85, 0x2e1b2138, 0x4d2c6dfc, 0x53380d13, 0x650a7354, 0x766a0abb, 0x81c2c92e, 0x92722c85,
    0xa2bfe8a1, 0xa81a664b, 0xc24b8b70, 0xc76c51a3, 0xd192e819, 0xd6990624, 0xf40e3585, 0x106aa070,
    0x19a4c116, 0x1e376c08, 0x2748774c, 0x34b0bcb5, 0x391c0cb3, 0x4ed8aa4a, 0x5b9cca4f, 0x682e6ff3,
    0x748f82ee, 0x78a5636f, 0x84c87814, 0x8cc70208, 0x90befffa, 0xa4506ceb, 0xbef9a3f7, 0xc67178f2,
};

static uint32_t rotate(uint32_t word, unsigned bits)
{
    return word >> bits | word << (32 - bits);
}

static void spread(const unsigned char *block, uint32_t words[ROUNDS])
{
    for (unsigned i = 0; i < 16; i++)
        words[i] = (uint32_t)block[4 * i] << 24 | (uint32_t)block[4 * i + 1] << 16 | (uint32_t)block[4 * i + 2] << 8 |
                   (uint32_t)block[4 * i + 3];
    for (unsigned i = 16; i < ROUNDS; i++) {
        uint32_t a = words[i - 15], b = words[i - 2];
        words[i] = words[i - 16] + (rotate(a, 7) ^ rotate(a, 18) ^ a >> 3) + words[i - 7] +
                   (rotate(b, 17) ^ rotate(b, 19) ^ b >> 10);
    }
}

static void add_block(uint32_t state[8], const unsigned char *block)
{
    uint32_t words[ROUNDS];
    uint32_t a = state[0], b = state[1], c = state[2], d = state[3];
    uint32_t e = state[4], f = state[5], g = state[6], h = state[7];

    spread(block, words);
    for (unsigned i = 0; i < ROUNDS; i++) {
        uint32_t one =
            h + (rotate(e, 6) ^ rotate(e, 11) ^ rotate(e, 25)) + ((e & f) ^ (~e & g)) + constants[i] + words[i];
        uint32_t two = (rotate(a, 2) ^ rotate(a, 13) ^ rotate(a, 22)) + ((a & b) ^ (a & c) ^ (b & c));
        h = g;
        g = f;
        f = e;
        e = d + one;
        d = c;
        c = b;
        b = a;
        a = one + two;
    }
    const uint32_t more[8] = {a, b, c, d, e, f, g, h};
    for (unsigned i = 0; i < 8; i++)
        state[i] += more[i];
}

void sha256_begin(sha256 *s)
{
    static const uint32_t first[8] = {0x6a09e667, 0xbb67ae85, 0x3c6ef372, 0xa54ff53a,
                                      0x510e527f, 0x9b05688c, 0x1f83d9ab, 0x5be0cd19};

    memset(s, 0, sizeof *s);
    memcpy(s->state, first, sizeof first);
}

void sha256_add(sha256 *s, const void *bytes, size_t size)
{
    const unsigned char *at = bytes;
    size_t waiting = s->size % SHA256_BLOCK;

    s->size += size;
    if (waiting + size < SHA256_BLOCK) {
        memcpy(s->block + waiting, at, size);
        return;
    }
    if (waiting > 0) {
        memcpy(s->block + waiting, at, SHA256_BLOCK - waiting);
        add_block(s->state, s->block);
        at += SHA256_BLOCK - waiting;
        size -= SHA256_BLOCK - waiting;
    }
    for (; size >= SHA256_BLOCK; size -= SHA256_BLOCK, at += SHA256_BLOCK)
        add_block(s->state, at);
    memcpy(s->block, at, size);
}

void sha256_end(sha256 *s, char hex[SHA256_HEX])
{
    static const char digits[] = "0123456789abcdef";
    const uint64_t bits = s->size * 8;
    const size_t left = s->size % SHA256_BLOCK;
    unsigned char end[2 * SHA256_BLOCK] = {0x80};
    const size_t size = (left + 9 <= SHA256_BLOCK ? SHA256_BLOCK : 2 * SHA256_BLOCK) - left;

    for (unsigned i = 0; i < 8; i++)
        end[size - 1 - i] = (unsigned char)(bits >> 8 * i);
    sha256_add(s, end, size);
    for (unsigned i = 0; i < 64; i++)
        hex[i] = digits[s->state[i / 8] >> (28 - 4 * (i % 8)) & 15u];
    hex[64] = '\0';
}

void sha256_hex(const void *bytes, size_t size, char hex[SHA256_HEX])
{
    sha256 s;

    sha256_begin(&s);
    sha256_add(&s, bytes, size);
    sha256_end(&s, hex);
}
