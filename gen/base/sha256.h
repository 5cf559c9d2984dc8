/* SPDX-License-Identifier: MIT */
/* SHA-256 (FIPS 180-4). */
#ifndef SHA256_H
#define SHA256_H

#include <stddef.h>

#define SHA256_HEX 65 /* characters of a hash with its NUL */

/* The hash of the bytes as 64 lower-case hexadecimal digits. */
void sha256_hex(const void *bytes, size_t size, char hex[SHA256_HEX]);

#endif
