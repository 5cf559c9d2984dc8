/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The vggen authors */
#include "plan/lower_parts.h"

static bool repeats_after(const unsigned char *pattern, uint32_t size, uint32_t period)
{
    for (uint32_t i = period; i < size; i++) {
        if (pattern[i] != pattern[i - period])
            return false;
    }
    return true;
}

uint32_t lower_period(const unsigned char *pattern, uint32_t size)
{
    uint32_t period = 1;
    while (size % period != 0 || !repeats_after(pattern, size, period))
        period++;
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
                        lower_fill parts[LOWER_MAX_FILLS])
{
    uint64_t length = last - first;
    uint32_t period = lower_period(pattern, size), widest = 4;
    while (first % widest != 0 || length % widest != 0 || alignment % widest != 0)
        widest /= 2;
    if (widest % period == 0) {
        parts[0] = (lower_fill){little_endian(pattern, period, 0, widest), widest, widest, length / widest, first};
        return 1;
    }
    while (period % widest != 0)
        widest /= 2;
    uint32_t count = period / widest;
    for (uint32_t i = 0; i < count && count <= LOWER_MAX_FILLS; i++) {
        uint32_t start = i * widest;
        parts[i] =
            (lower_fill){little_endian(pattern, period, start, widest), widest, period, length / period, first + start};
    }
    return count;
}
