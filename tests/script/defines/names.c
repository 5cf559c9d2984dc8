/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The vggen authors */
/* What names.cu computes, with the numbers in place of the names. */
#include <stdio.h>

#include "names.h"

static names p;

int main(void)
{
    int wrong = 0;

    if (names_open(&p, NULL, NULL) != VG_OK)
        return 2;
    for (int k = 0; k < NAMES_N; k++)
        names_x(&p)[k] = (float)k;
    names_c(&p)->N = 2;
    names_c(&p)->SCALE = 0.25f;
    if (names_replay(&p) != VG_OK)
        return 3;
    for (int k = 0; k < NAMES_N; k++) {
        double y = k * 0.5 + 256 - 5 + 7 + 9 + 2 + 0.25 + (13 + 14 + 15 + 16) + 0.5 + k + 0.25 + 1 + 24 + 22;
        long long wide = 5000000000 + 1 + 0 + (k == 4 ? 2 : 0) + 9;

        wrong += names_y(&p)[k] != (float)y;
        wrong += names_wide(&p)[k] != wide;
    }
    printf("names: %d elements differ\n", wrong);
    return names_close(&p) == VG_OK && wrong == 0 ? 0 : 1;
}
