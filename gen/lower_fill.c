/* SPDX-License-Identifier: MIT */
#include "lower_parts.h"

/* The shortest power of two of bytes that repeats through the pattern. */
static uint32_t period_of(const unsigned char *pattern, uint32_t size)
{
    uint32_t period = 1;
    for (uint32_t i = 0; i < size; i++) {
        while (pattern[i] != pattern[i % period])
            period *= 2;
    }
    return period;
}

static uint32_t little_endian(const unsigned char *pattern, uint32_t period, uint32_t start, uint32_t count)
{
    uint32_t value = 0;
    for (uint32_t i = 0; i < count; i++)
        value |= (uint32_t)pattern[(start + i) % period] << 8 * i;
    return value;
}

size_t lower_fill_split(const unsigned char *pattern, uint32_t size, uint32_t alignment, uint64_t first, uint64_t last,
                        lower_fill parts[2])
{
    uint64_t length = last - first;
    uint32_t period = period_of(pattern, size);
    if (period == 8) {
        for (uint32_t half = 0; half < 2; half++) {
            uint32_t start = 4 * half;
            parts[half] = (lower_fill){little_endian(pattern, period, start, 4), 4, 8, length / 8, first + start};
        }
        return 2;
    }
    uint32_t element = 4;
    while (element > period && (first % element != 0 || length % element != 0 || alignment % element != 0))
        element /= 2;
    parts[0] = (lower_fill){little_endian(pattern, period, 0, element), element, element, length / element, first};
    return 1;
}
