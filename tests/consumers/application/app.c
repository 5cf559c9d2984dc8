/* SPDX-License-Identifier: 0BSD */
/* SPDX-FileCopyrightText: 2026 The vggen authors */
/* Blends two ramps; prints one element of the result. Exit status: 0, or 1 where a call failed. */
#include <stdio.h>

#include "blend.h"

static int report(const vg_detail *detail)
{
    char text[500];

    vg_detail_text(detail, text, sizeof text);
    fprintf(stderr, "app: %s\n", text);
    return 1;
}

int main(void)
{
    static blend program;
    unsigned i;

    if (blend_open(&program, NULL, NULL) != VG_OK)
        return report(blend_detail(&program));
    for (i = 0; i < BLEND_N; i++) {
        blend_x(&program)[i] = (float)i;
        blend_y(&program)[i] = (float)(2 * i + 1);
    }
    if (blend_replay(&program) != VG_OK)
        return report(blend_detail(&program));
    printf("z[10] = %.1f\n", (double)blend_z(&program)[10]);
    return blend_close(&program) == VG_OK ? 0 : report(blend_detail(&program));
}
