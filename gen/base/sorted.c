/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The vggen authors */
#include "base/sorted.h"

#include <stdlib.h>

static int compare_numbers(const void *left, const void *right)
{
    uint32_t l = *(const uint32_t *)left, r = *(const uint32_t *)right;
    return l < r ? -1 : l > r;
}

void sorted_sort(uint32_t *list, size_t count)
{
    if (count > 1)
        qsort(list, count, sizeof *list, compare_numbers);
}

size_t sorted_find(const uint32_t *list, size_t count, uint32_t value)
{
    size_t low = 0, high = count;

    while (low < high) {
        size_t middle = low + (high - low) / 2;

        if (list[middle] < value)
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

bool sorted_has(const uint32_t *list, size_t count, uint32_t value)
{
    size_t at = sorted_find(list, count, value);

    return at < count && list[at] == value;
}
