/* SPDX-License-Identifier: 0BSD */
/* SPDX-FileCopyrightText: 2026 The vggen authors */
/* Repeatable random numbers: the same seed gives the same numbers on every machine. */
#ifndef NOISE_H
#define NOISE_H

#include <stdint.h>

/* The next of the numbers that follow from *state, which may start as any number. */
uint64_t noise_next(uint64_t *state);

/* Even in [-1, 1), a multiple of 2^-23. */
float noise_float(uint64_t *state);

#endif
