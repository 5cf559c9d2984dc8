/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The vggen authors */
#include "base/bytes.h"

uint64_t bytes_add(uint64_t a, uint64_t b)
{
    return a > UINT64_MAX - b ? UINT64_MAX : a + b;
}

uint64_t bytes_multiply(uint64_t a, uint64_t b)
{
    return b != 0 && a > UINT64_MAX / b ? UINT64_MAX : a * b;
}

uint64_t bytes_align(uint64_t value, uint64_t align)
{
    return value > UINT64_MAX - (align - 1) ? UINT64_MAX : (value + align - 1) & ~(align - 1);
}
