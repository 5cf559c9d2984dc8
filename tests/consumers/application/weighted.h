/* SPDX-License-Identifier: 0BSD */
/* SPDX-FileCopyrightText: 2026 The vggen authors */
#ifndef WEIGHTED_H
#define WEIGHTED_H

static __device__ inline float weighted(float a, float b)
{
    return a + WEIGHT * b;
}

#endif
