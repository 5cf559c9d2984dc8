/* SPDX-License-Identifier: 0BSD */
/* SPDX-FileCopyrightText: 2026 The vggen authors */
/* Three programs of one spec in one process: every length is right, only two are open at once, and the one that was
 * used longest ago makes room. Exit status: 0 all is as it should be, 1 it is not. */
#include <math.h>
#include <string.h>

#include "checks.h"
#include "noise.h"
#include "shapes.h"

static float x[SHAPES_LONGEST], y[SHAPES_LONGEST];

static int is_right(size_t count)
{
    size_t i;

    for (i = 0; i < count; i++) {
        const double before = i > 0 ? (double)x[i - 1] : 0.0, after = i + 1 < count ? (double)x[i + 1] : 0.0;

        if (fabs((before + (double)x[i] + after) / 3.0 - (double)y[i]) > 1e-6)
            return 0;
    }
    return 1;
}

static void smooth(size_t count, size_t index)
{
    static uint64_t seed = 1;
    size_t i;

    for (i = 0; i < count; i++)
        x[i] = noise_float(&seed);
    memset(y, 0, sizeof y);
    check_ok(shapes_smooth(x, y, count), shapes_detail_of(index), "shapes_smooth", __LINE__);
    CHECK(is_right(count));
    CHECK(shapes_is_open(index));
}

/* Whether just these are open; a negative one is none. */
static int are_open(int first, int second)
{
    int i;

    for (i = 0; i < SHAPES_COUNT; i++)
        if (shapes_is_open((size_t)i) != (i == first || i == second))
            return 0;
    return 1;
}

static void each_length(void)
{
    static const size_t counts[] = {1, 2, 255, 256, 257, 1000, 1024, 1025, 4095, 4096};
    size_t i, index = 0;

    for (i = 0; i < sizeof counts / sizeof *counts; i++) {
        while (shapes_lengths[index] < counts[i])
            index++;
        smooth(counts[i], index);
    }
    CHECK(shapes_times_opened(0) == 1 && shapes_times_opened(1) == 1 && shapes_times_opened(2) == 1);
    CHECK(are_open(1, 2));
    CHECK(shapes_close_all() == VG_OK);
    CHECK(are_open(-1, -1));
}

static void the_oldest_makes_room(void)
{
    smooth(100, 0);
    smooth(1000, 1);
    CHECK(are_open(0, 1));
    smooth(100, 0); /* so that 1024 is the oldest */
    smooth(4000, 2);
    CHECK(are_open(0, 2));
    smooth(4000, 2);
    smooth(1000, 1);
    CHECK(are_open(1, 2));
    CHECK(shapes_times_opened(0) == 2 && shapes_times_opened(1) == 3 && shapes_times_opened(2) == 2);
    CHECK(shapes_close_all() == VG_OK);
    CHECK(shapes_close_all() == VG_OK);
}

static void wrong_lengths(void)
{
    CHECK(shapes_smooth(x, y, 0) == VG_ARGUMENT);
    CHECK(shapes_smooth(x, y, SHAPES_LONGEST + 1) == VG_ARGUMENT);
    CHECK(are_open(-1, -1));
}

int main(void)
{
    each_length();
    the_oldest_makes_room();
    wrong_lengths();
    return checks_end();
}
