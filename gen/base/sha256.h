/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The vggen authors */
/* SHA-256 (FIPS 180-4). */
#ifndef SHA256_H
#define SHA256_H

#include <stddef.h>
#include <stdint.h>

#define SHA256_HEX 65 /* characters of a hash with its NUL */
#define SHA256_BLOCK 64u

typedef struct {
    uint32_t state[8];
    unsigned char block[SHA256_BLOCK]; /* what waits for a whole one */
    uint64_t size;                     /* of all bytes so far */
} sha256;

/* Of bytes that come in parts. */
void sha256_begin(sha256 *s);
void sha256_add(sha256 *s, const void *bytes, size_t size);
void sha256_end(sha256 *s, char hex[SHA256_HEX]);

/* The hash of the bytes as 64 lower-case hexadecimal digits. */
void sha256_hex(const void *bytes, size_t size, char hex[SHA256_HEX]);

#endif
