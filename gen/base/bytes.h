/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The vggen authors */
/* Sizes and offsets that may be absurdly large: a result above UINT64_MAX is UINT64_MAX, so that whoever compares it
 * with a limit finds it too large. */
#ifndef BYTES_H
#define BYTES_H

#include <stdint.h>

uint64_t bytes_add(uint64_t a, uint64_t b);
uint64_t bytes_multiply(uint64_t a, uint64_t b);
/* The next multiple of `align`, a power of two. */
uint64_t bytes_align(uint64_t value, uint64_t align);

#endif
