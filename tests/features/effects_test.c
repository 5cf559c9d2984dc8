/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The vggen authors */
/* effects: blocks of sound through the chain, against direct convolution, gain and limiter in double; both lanes, each
 * with sound, settings and state of its own; replays, steps and what reset, save and restore make of the state. */
#include "feature.h"

#include <math.h>
#include <stdlib.h>

#include "effects_calls.h"

#define BLOCKS 40u /* more than twice the response */
#define SAMPLES (BLOCKS * EFFECTS_BLOCK)

static effects p;
static float taps[EFFECTS_TAPS];
static float sound[EFFECTS_LANES][EFFECTS_CHANNELS][SAMPLES];
static double wanted[EFFECTS_LANES][EFFECTS_CHANNELS][SAMPLES];
static const float gains[EFFECTS_LANES] = {0.4f, 2.0f};
static unsigned char kept[EFFECTS_STATE_BYTES];

static float noise(void)
{
    static uint32_t random = 1;

    random = random * 1664525u + 1013904223u;
    return (float)(random >> 8) / 8388608.0f - 1.0f;
}

/* A first echo, and a tail that dies away. */
static void make_sound(void)
{
    unsigned lane, channel, i;

    for (i = 0; i < EFFECTS_TAPS; i++) {
        taps[i] = 0.05f * noise() * expf(-(float)i / 900.0f);
    }
    taps[0] = 0.7f;
    taps[EFFECTS_TAPS - 1] = 0.3f; /* the very last tap counts, too */
    for (lane = 0; lane < EFFECTS_LANES; lane++) {
        for (channel = 0; channel < EFFECTS_CHANNELS; channel++) {
            for (i = 0; i < SAMPLES; i++) {
                sound[lane][channel][i] = (i / 3000 % 2 == 0 ? 0.3f : 0.9f) * noise();
            }
        }
    }
}

static double convolved(const float *x, unsigned i)
{
    double sum = 0.0;
    unsigned k;

    for (k = 0; k < EFFECTS_TAPS && k <= i; k++) {
        sum += (double)taps[k] * x[i - k];
    }
    return sum;
}

/* The limiter's gain moves in a straight line within a block, to what the block's peak allows. */
static unsigned make_wanted(unsigned lane, unsigned channel)
{
    const double ceiling = (double)0.9f;
    double *y = wanted[lane][channel], level = 1.0;
    unsigned block, i, limited = 0;

    for (block = 0; block < BLOCKS; block++) {
        double peak = 0.0, to;

        for (i = 0; i < EFFECTS_BLOCK; i++) {
            const unsigned at = block * EFFECTS_BLOCK + i;

            y[at] = convolved(sound[lane][channel], at) * (double)gains[lane];
            peak = fmax(peak, fabs(y[at]));
        }
        to = peak > ceiling ? ceiling / peak : 1.0;
        for (i = 0; i < EFFECTS_BLOCK; i++) {
            const unsigned at = block * EFFECTS_BLOCK + i;

            y[at] *= level + (to - level) * (i + 1) / EFFECTS_BLOCK;
            y[at] = fmin(fmax(y[at], -ceiling), ceiling);
        }
        limited += to < 1.0;
        level = to;
    }
    return limited;
}

/* Samples of a block that are off by more than rounding makes of them. */
static unsigned wrong(unsigned lane, unsigned block)
{
    unsigned channel, i, count = 0;

    for (channel = 0; channel < EFFECTS_CHANNELS; channel++) {
        for (i = 0; i < EFFECTS_BLOCK; i++) {
            const double want = wanted[lane][channel][block * EFFECTS_BLOCK + i];

            count += !(fabs(want - effects_y(&p, lane)[channel * EFFECTS_BLOCK + i]) < 2e-5);
        }
    }
    return count;
}

static void give(unsigned lane, unsigned block)
{
    unsigned channel;

    for (channel = 0; channel < EFFECTS_CHANNELS; channel++) {
        memcpy(&effects_x(&p, lane)[channel * EFFECTS_BLOCK], &sound[lane][channel][block * EFFECTS_BLOCK],
               EFFECTS_BLOCK * sizeof(float));
    }
}

/* Blocks [from, to) of a lane; every fifth one step by step. */
static void play(unsigned lane, unsigned from, unsigned to)
{
    unsigned block, bad = 0;

    for (block = from; block < to; block++) {
        give(lane, block);
        OK(effects_detail(&p, lane), block % 5 == 4 ? effects_step(&p, lane) : effects_replay(&p, lane));
        bad += wrong(lane, block);
    }
    CHECK(bad == 0);
}

int main(void)
{
    const effects_data data = {.taps = taps, .response_spectra = effects_response_spectra,
                               .forward = effects_forward, .inverse = effects_inverse};
    unsigned lane, limited[EFFECTS_LANES] = {0, 0};
    uint64_t bytes[3];
    char text[256];
    vg_status status;

    make_sound();
    for (lane = 0; lane < EFFECTS_LANES; lane++) {
        limited[lane] = make_wanted(lane, 0) + make_wanted(lane, 1);
    }
    CHECK(limited[0] == 0 && limited[1] > BLOCKS / 2 && limited[1] < 2 * BLOCKS);
    status = effects_open(&p, NULL, &data);
    if (status != VG_OK && status != VG_NO_DEVICE && status != VG_NO_CUDA) {
        effects_calls_text(text, sizeof text);
        printf("%s\n", text);
        OK(effects_detail(&p, 0), status);
    }
    OPEN_OR_SKIP(status);
    /* What the library wants here is what the spec gives, at most. */
    CHECK(effects_response_spectra_asks(&data, &bytes[0]) == VG_OK && effects_forward_asks(&data, &bytes[1]) == VG_OK &&
          effects_inverse_asks(&data, &bytes[2]) == VG_OK);
    CHECK(bytes[0] <= EFFECTS_WORKSPACE && bytes[1] <= EFFECTS_WORKSPACE && bytes[2] <= EFFECTS_WORKSPACE);
    for (lane = 0; lane < EFFECTS_LANES; lane++) {
        OK(effects_detail(&p, lane), effects_set_gain(&p, gains[lane], lane));
        play(lane, 0, BLOCKS / 2);
    }
    /* Both at once, then lane 0 goes on where a save left it, and from silence. */
    OK(effects_detail(&p, 0), effects_save(&p, kept, sizeof kept, 0));
    for (lane = 0; lane < EFFECTS_LANES; lane++) {
        give(lane, BLOCKS / 2);
        OK(effects_detail(&p, lane), effects_start(&p, lane));
    }
    for (lane = 0; lane < EFFECTS_LANES; lane++) {
        OK(effects_detail(&p, lane), effects_finish(&p, VG_FOREVER, lane));
        CHECK(wrong(lane, BLOCKS / 2) == 0);
        play(lane, BLOCKS / 2 + 1, BLOCKS);
    }
    OK(effects_detail(&p, 0), effects_reset(&p, 0));
    play(0, 0, 3);
    OK(effects_detail(&p, 0), effects_restore(&p, kept, sizeof kept, 0));
    play(0, BLOCKS / 2, BLOCKS);
    CHECK(effects_calls_close() == 0);
    CHECK(effects_close(&p) == VG_OK);
    /* Opened again, the calls make new plans. */
    OK(effects_detail(&p, 0), effects_open(&p, NULL, &data));
    OK(effects_detail(&p, 1), effects_set_gain(&p, gains[1], 1));
    play(1, 0, 3);
    CHECK(effects_calls_close() == 0);
    CHECK(effects_close(&p) == VG_OK);
    return checks_end();
}
