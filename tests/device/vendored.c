/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The vggen authors */
/* vendored TAPS.f32: an application of a vendored folder with the programs saxpy and equalizer, which needs nothing but that
 * folder and a C compiler. Replays both with new inputs each time and computes every output itself.
 * Exit status: 0 all is right, 1 it is not or a call failed, 2 the taps cannot be read. */
#include <math.h>
#include <stdio.h>

#include "equalizer.h"
#include "saxpy.h"

enum { REPLAYS = 2000, TAPS = EQUALIZER_TAPS, FRAME = EQUALIZER_FRAME };

static saxpy mixer;
static equalizer filter;
static float taps[TAPS];
static double sound[TAPS - 1 + FRAME]; /* the end of the last frame, then this one */
static unsigned long wrong;

static int good(vg_status status, const vg_detail *detail)
{
    char text[400];

    if (status == VG_OK)
        return 1;
    vg_detail_text(detail, text, sizeof text);
    puts(text);
    return 0;
}

static float noise(void)
{
    static uint32_t state = 1;

    state = state * 1664525u + 1013904223u;
    return (float)(state >> 8) / 8388608.0f - 1.0f;
}

static void compare(double found, double expected)
{
    wrong += !(fabs(found - expected) <= 1e-5);
}

static int mix(void)
{
    float *x = saxpy_x(&mixer), *y = saxpy_y(&mixer), *z = saxpy_z(&mixer);
    unsigned i;

    for (i = 0; i < SAXPY_N; i++) {
        x[i] = noise();
        y[i] = noise();
        z[i] = noise();
    }
    if (!good(saxpy_replay(&mixer), saxpy_detail(&mixer)))
        return 0;
    for (i = 0; i < SAXPY_N; i++) {
        compare((double)saxpy_u(&mixer)[i], SAXPY_SCALE * (double)x[i] + (double)y[i]);
        compare((double)saxpy_v(&mixer)[i], SAXPY_SCALE * (double)x[i] - (double)z[i]);
    }
    return 1;
}

static int equalize(void)
{
    float *x = equalizer_x(&filter);
    unsigned i, k;

    for (i = 0; i < FRAME; i++) {
        x[i] = noise();
        sound[TAPS - 1 + i] = (double)x[i];
    }
    if (!good(equalizer_replay(&filter), equalizer_detail(&filter)))
        return 0;
    for (i = 0; i < FRAME; i++) {
        double sum = 0.0;

        for (k = 0; k < TAPS; k++)
            sum += (double)taps[k] * sound[TAPS - 1 + i - k];
        compare((double)equalizer_y(&filter)[i], sum);
    }
    for (i = 0; i < TAPS - 1; i++)
        sound[i] = sound[FRAME + i];
    return 1;
}

int main(int argc, char **argv)
{
    FILE *file = argc == 2 ? fopen(argv[1], "rb") : NULL;
    unsigned i;
    int done;

    if (file == NULL || fread(taps, sizeof *taps, TAPS, file) != TAPS || fclose(file) != 0) {
        fputs("usage: vendored TAPS.f32\n", stderr);
        return 2;
    }
    if (!good(saxpy_open(&mixer, NULL, NULL), saxpy_detail(&mixer)) ||
        !good(equalizer_open(&filter, NULL, NULL), equalizer_detail(&filter)))
        return 1;
    done = 1;
    for (i = 0; i < REPLAYS && done; i++)
        done = mix() && equalize();
    done = good(saxpy_close(&mixer), saxpy_detail(&mixer)) && done;
    done = good(equalizer_close(&filter), equalizer_detail(&filter)) && done;
    printf("figure: %u replays of each program, %lu numbers wrong\n", i, wrong);
    return done && wrong == 0 ? 0 : 1;
}
