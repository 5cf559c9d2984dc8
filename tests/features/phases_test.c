/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The vggen authors */
#include "phases.h"

#include "feature.h"

static phases p;

/* Too slow by plan: who waits is told that the time is up, again and again, and gets all of the results later. */
static void slow(void)
{
    unsigned looks = 0;
    vg_status status;

    if (vgsim_delay == NULL)
        return;
    vgsim_delay("tell", 1, 0.3);
    OK(phases_detail(&p), phases_tell_start(&p));
    do {
        status = phases_finish(&p, 1000000);
        looks += status == VG_TIMEOUT;
    } while (status == VG_TIMEOUT);
    CHECK(status == VG_OK);
    CHECK(looks >= 3); /* of a millisecond each */
    OK(phases_detail(&p), phases_tell_replay(&p)); /* the plan was for one launch */
}

int main(void)
{
    uint32_t expected[PHASES_N];
    vg_config config;

    memset(&config, 0, sizeof config);
    config.warm_up = 3; /* leaves no trace in the state */
    OPEN_OR_SKIP(phases_open(&p, &config, NULL));
    for (unsigned i = 0; i < PHASES_N; i++)
        expected[i] = 3;
    for (unsigned round = 0; round < 9; round++) {
        if (round % 3 != 2) {
            for (unsigned i = 0; i < PHASES_N; i++) {
                unsigned index = (i * 7 + round * 13) % PHASES_N;
                phases_x(&p)[i] = index;
                expected[i] += index * index;
            }
            OK(phases_detail(&p), phases_learn_start(&p));
            CHECK(phases_tell_start(&p) == VG_STATE);
            OK(phases_detail(&p), phases_finish(&p, VG_FOREVER));
        }
        OK(phases_detail(&p), phases_tell_replay(&p));
        for (unsigned i = 0; i < PHASES_N; i++) {
            if (!CHECK(phases_y(&p)[i] == expected[i] * 2 + 1))
                break;
        }
    }
    OK(phases_detail(&p), phases_reset(&p));
    OK(phases_detail(&p), phases_tell_replay(&p));
    CHECK(phases_y(&p)[PHASES_N - 1] == 7);
    slow();
    CHECK(phases_y(&p)[PHASES_N - 1] == 7);
    OK(NULL, phases_close(&p));
    return checks_end();
}
