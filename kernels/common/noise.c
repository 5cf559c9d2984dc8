/* SPDX-License-Identifier: 0BSD */
/* SPDX-FileCopyrightText: 2026 The vggen authors */
#include "noise.h"

/* splitmix64: a counter with a golden-ratio step, its bits mixed. */
uint64_t noise_next(uint64_t *state)
{
    uint64_t z = (*state += UINT64_C(0x9e3779b97f4a7c15));

    z = (z ^ (z >> 30)) * UINT64_C(0xbf58476d1ce4e5b9);
    z = (z ^ (z >> 27)) * UINT64_C(0x94d049bb133111eb);
    return z ^ (z >> 31);
}

float noise_float(uint64_t *state)
{
    return (float)(int32_t)(noise_next(state) >> 40) / 8388608.0f - 1.0f;
}
