/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The vggen authors */
/* What comes down in pieces is what each buffer held, whatever took its bytes before, and device memory is as small as
 * the peak. */
#include "sketch.h"

#include <stdlib.h>

#include "feature.h"

static sketch p;
static uint8_t gray[SKETCH_PIXELS];

static void fill_picture(unsigned round)
{
    uint8_t *rgb = sketch_rgb(&p);

    for (unsigned i = 0; i < SKETCH_PIXELS; i++) {
        const unsigned x = i % SKETCH_WIDTH, y = i / SKETCH_WIDTH, bright = (x / 32 + y / 24 + round) % 5 * 50;

        for (unsigned c = 0; c < 3; c++)
            rgb[3 * i + c] = (uint8_t)(bright + (7 * x + 3 * y + c) % 16);
        gray[i] = (uint8_t)((rgb[3 * i] + 2 * rgb[3 * i + 1] + rgb[3 * i + 2]) / 4);
    }
}

static int edge_at(unsigned i)
{
    const int left = i % SKETCH_WIDTH > 0 ? abs(gray[i] - gray[i - 1]) : 0;
    const int above = i >= SKETCH_WIDTH ? abs(gray[i] - gray[i - SKETCH_WIDTH]) : 0;

    return left > above ? left : above;
}

static void check_results(void)
{
    uint32_t levels[SKETCH_LEVELS] = {0}, marked = 0, wrong = 0;

    for (unsigned i = 0; i < SKETCH_PIXELS; i++) {
        const int edge = edge_at(i), steep = edge >= SKETCH_STEEP;

        levels[edge]++;
        marked += (uint32_t)steep;
        wrong += sketch_edges(&p)[i] != edge || sketch_mask(&p)[i] != (steep ? 255 : 0);
    }
    CHECK(wrong == 0);
    CHECK(marked > 0 && sketch_marked(&p)[0] == marked);
    CHECK(memcmp(sketch_histogram(&p), levels, sizeof levels) == 0);
}

int main(void)
{
    CHECK(SKETCH_DEVICE_BYTES == 5 * SKETCH_PIXELS + 4 * SKETCH_LEVELS + 256);
    OPEN_OR_SKIP(sketch_open(&p, NULL, NULL));
    for (unsigned round = 0; round < FEATURE_SEEDS; round++) {
        feature_seed(round);
        fill_picture(round);
        OK(sketch_detail(&p), sketch_replay(&p));
        check_results();
    }
    OK(NULL, sketch_close(&p));
    return checks_end();
}
