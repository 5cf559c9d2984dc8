/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The vggen authors */
/* What the two sources compute, each with its own factor. */
#include <stdio.h>

#include "units.h"

static units p;

static float wanted(int k, int factor)
{
    float offset = factor == 2 ? 0.25f + 0.125f : 0.5f + 1;

    return (float)((255 - k) * factor + factor + 10 * factor + factor + 100 * factor + (k == 0 ? 10 + factor : 0)) + offset;
}

int main(void)
{
    int wrong = 0;

    if (units_open(&p, NULL, NULL) != VG_OK)
        return 2;
    for (int k = 0; k < UNITS_N; k++)
        units_x(&p)[k] = (float)k;
    if (units_replay(&p) != VG_OK)
        return 3;
    for (int k = 0; k < UNITS_N; k++) {
        wrong += units_y(&p)[k] != wanted(k, 2);
        wrong += units_z(&p)[k] != wanted(k, 3);
    }
    printf("units: %d elements differ\n", wrong);
    return units_close(&p) == VG_OK && wrong == 0 ? 0 : 1;
}
