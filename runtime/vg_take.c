/* SPDX-License-Identifier: 0BSD */
/* vg_take.c - inputs of the copying form: compared with those that are kept, and copied where they differ. */
#include "vg_rt.h"

#include <string.h>

/* Small enough to stay in the first cache between a comparison and a copy, large enough for memcmp to be at its best. */
#define BLOCK_BYTES ((size_t)4096)

/* The block in which the two differ first, in bytes from the start; size if they are equal. */
static size_t first_difference(const unsigned char *a, const unsigned char *b, size_t size)
{
    size_t at = 0;
    while (at < size) {
        const size_t part = BLOCK_BYTES < size - at ? BLOCK_BYTES : size - at;
        if (memcmp(a + at, b + at, part) != 0) {
            return at;
        }
        at += part;
    }
    return size;
}

int vg_take(void *kept, const void *from, size_t size)
{
    const unsigned char *bytes = (const unsigned char *)from;
    unsigned char *to = (unsigned char *)kept;
    const size_t at = first_difference(to, bytes, size);
    if (at == size) {
        return 0;
    }
    memcpy(to + at, bytes + at, size - at);
    return 1;
}
