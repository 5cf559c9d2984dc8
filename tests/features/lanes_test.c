/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The vggen authors */
#define _POSIX_C_SOURCE 200809L

#include "lanes.h"

#include "feature.h"

#include <time.h>

static lanes p;

static double seconds(void)
{
    struct timespec now;

    clock_gettime(CLOCK_MONOTONIC, &now);
    return (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
}

/* Each replay takes a while, and all of them together take no longer. On a GPU nothing makes them take a while. */
static void lanes_run_at_once(void)
{
    const double begin = seconds();

    vgsim_delay(NULL, 0, 0.4);
    for (unsigned lane = 0; lane < LANES_LANES; lane++)
        OK(lanes_detail(&p, lane), lanes_start(&p, lane));
    for (unsigned lane = 0; lane < LANES_LANES; lane++)
        CHECK(lanes_poll(&p, lane) == VG_BUSY);
    for (unsigned lane = 0; lane < LANES_LANES; lane++)
        OK(lanes_detail(&p, lane), lanes_finish(&p, VG_FOREVER, lane));
    CHECK(seconds() - begin >= 0.4);
    CHECK(seconds() - begin < 0.4 * (LANES_LANES - 1));
    vgsim_delay(NULL, 0, 0);
}

int main(void)
{
    float seen[LANES_LANES];

    OPEN_OR_SKIP(lanes_open(&p, NULL, NULL));
    CHECK(LANES_LANES == 4);
    for (unsigned lane = 0; lane < LANES_LANES; lane++) {
        seen[lane] = 1000.0f;
        OK(lanes_detail(&p, lane), lanes_set_gain(&p, (float)(lane + 1), lane));
        for (unsigned other = 0; other < lane; other++)
            CHECK(lanes_x(&p, lane) != lanes_x(&p, other));
    }
    for (unsigned round = 0; round < 10; round++) {
        for (unsigned lane = 0; lane < LANES_LANES; lane++) {
            for (int i = 0; i < LANES_N; i++)
                lanes_x(&p, lane)[i] = (float)(lane * 16 + round);
            OK(lanes_detail(&p, lane), lanes_start(&p, lane));
        }
        CHECK(lanes_start(&p, 1) == VG_STATE);
        for (unsigned n = 0; n < LANES_LANES; n++) {
            const unsigned lane = (n * 3 + round) % LANES_LANES; /* finished in any order */
            const float x = (float)(lane * 16 + round);

            OK(lanes_detail(&p, lane), lanes_finish(&p, VG_FOREVER, lane));
            seen[lane] += x;
            for (int i = 0; i < LANES_N; i++) {
                const float expected = (float)(lane + 1) * (3.0f * x + 0.5f * (float)i) + seen[lane];
                if (!CHECK(lanes_y(&p, lane)[i] == expected))
                    break;
            }
        }
    }
    CHECK(lanes_stats(&p, 2)->replays == 10);
    if (vgsim_delay != NULL)
        lanes_run_at_once();
    CHECK(lanes_start(&p, LANES_LANES) == VG_ARGUMENT);
    CHECK(lanes_x(&p, LANES_LANES) == NULL);
    OK(lanes_detail(&p, 3), lanes_reset(&p, 3));
    OK(lanes_detail(&p, 3), lanes_replay(&p, 3));
    OK(NULL, lanes_close(&p));
    CHECK(lanes_close(&p) == VG_STATE);
    OK(NULL, lanes_open(&p, NULL, NULL)); /* and once more */
    OK(lanes_detail(&p, 0), lanes_replay(&p, 0));
    OK(NULL, lanes_close(&p));
    return checks_end();
}
