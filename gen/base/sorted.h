/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The vggen authors */
/* Lists of numbers in ascending order: nodes, items, steps. */
#ifndef SORTED_H
#define SORTED_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

void sorted_sort(uint32_t *list, size_t count);
/* Where the value stands, or would stand: how many are below it. */
size_t sorted_find(const uint32_t *list, size_t count, uint32_t value);
bool sorted_has(const uint32_t *list, size_t count, uint32_t value);

#endif
