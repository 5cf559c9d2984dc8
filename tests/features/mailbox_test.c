/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The vggen authors */
/* Armed and disarmed give the same, bit for bit, whatever is set; the state goes from one to the other; and each call
 * that may not be made meanwhile is refused and changes nothing. With an argument: as many replays on a GPU. */
#include "mailbox.h"

#include <pthread.h>
#include <stdlib.h>

#include "feature.h"

static mailbox p;
static float sums[MAILBOX_LANES][MAILBOX_N];

/* What a lane is set to. */
static struct {
    float gain, bias, most;
    uint8_t stride;
    int clipped;
} set[MAILBOX_LANES];

static void start_with(unsigned lane)
{
    set[lane].gain = 2.0f;
    set[lane].bias = 1.0f;
    set[lane].stride = 1;
    set[lane].clipped = 0;
    memset(sums[lane], 0, sizeof sums[lane]);
}

/* ---- what goes in, and what has to come out ---- */

static void change(unsigned lane, int round)
{
    const int what = (round * 7 + (int)lane) % 6;

    if (what == 0)
        OK(mailbox_detail(&p, lane), mailbox_set_gain(&p, set[lane].gain = (float)(round % 4), lane));
    if (what == 1)
        OK(mailbox_detail(&p, lane), mailbox_set_bias(&p, set[lane].bias = (float)(round % 3), lane));
    if (what == 2)
        OK(mailbox_detail(&p, lane), mailbox_switch_clipped(&p, set[lane].clipped = round % 2, lane));
    if (what == 3)
        OK(mailbox_detail(&p, lane), mailbox_set_stride(&p, set[lane].stride = (uint8_t)(round % 200), lane));
    set[lane].most = (float)(round % 9);
}

static void put(unsigned lane, int round)
{
    for (int i = 0; i < MAILBOX_N; i++)
        mailbox_x(&p, lane)[i] = (float)((i * 5 + round * 3) % 17);
    mailbox_most(&p, lane)[0] = set[lane].most;
    for (int i = 0; i < MAILBOX_ODD; i++)
        mailbox_a(&p, lane)[i] = (uint8_t)(i * 31 + round);
}

static float shifted(unsigned lane, int round, int i)
{
    const float u = (float)((i * 5 + round * 3) % 17) * set[lane].gain + set[lane].bias;

    return set[lane].clipped && u > set[lane].most ? set[lane].most : u;
}

static void look(unsigned lane, int round)
{
    for (int i = 0; i < MAILBOX_N; i++) {
        const int from = i / 32 * 32 + (i + 1) % 32;

        sums[lane][MAILBOX_N - 1 - i] += shifted(lane, round, from);
    }
    for (int i = 0; i < MAILBOX_N; i++)
        if (!CHECK(mailbox_y(&p, lane)[i] == sums[lane][i]))
            break;
    for (int i = 0; i < MAILBOX_ODD; i++)
        if (!CHECK(mailbox_b(&p, lane)[i] == (uint8_t)(i * 31 + round + set[lane].stride)))
            break;
}

static void control(unsigned lane, int round)
{
    change(lane, round);
    put(lane, round);
    OK(mailbox_detail(&p, lane), mailbox_control_replay(&p, lane));
    look(lane, round);
}

static void count(unsigned lane, unsigned from)
{
    const unsigned passes = from < MAILBOX_MOST ? from : MAILBOX_MOST;

    mailbox_from(&p, lane)[0] = from;
    OK(mailbox_detail(&p, lane), mailbox_count_replay(&p, lane));
    CHECK(mailbox_passes(&p, lane)[0] == passes);
    for (unsigned i = 0; i < MAILBOX_N; i++)
        if (!CHECK(mailbox_total(&p, lane)[i] == passes * (passes - 1) / 2 * 3 + passes * (i + 1)))
            break;
}

static void report(unsigned lane)
{
    OK(mailbox_detail(&p, lane), mailbox_report_replay(&p, lane));
    CHECK(memcmp(mailbox_told(&p, lane), sums[lane], sizeof sums[lane]) == 0);
}

static void all(unsigned lane, int round)
{
    control(lane, round);
    if (round % 2 == 0)
        count(lane, (unsigned)round % (MAILBOX_MOST + 3));
    if (round % 3 == 0)
        report(lane);
}

/* ---- both ways ---- */

static void arm(unsigned lane)
{
    OK(mailbox_detail(&p, lane), mailbox_arm(&p, lane));
}

static void disarm(unsigned lane)
{
    OK(mailbox_detail(&p, lane), mailbox_disarm(&p, lane));
}

/* One lane is armed, or both or none. */
static void in_turns(void)
{
    for (int round = 0; round < 12; round++) {
        const int armed[MAILBOX_LANES] = {round % 2, round / 2 % 2};

        for (unsigned lane = 0; lane < MAILBOX_LANES; lane++)
            if (armed[lane])
                arm(lane);
        for (int i = 0; i < 4; i++)
            for (unsigned lane = 0; lane < MAILBOX_LANES; lane++)
                all(lane, 4 * round + i);
        for (unsigned lane = 0; lane < MAILBOX_LANES; lane++)
            if (armed[lane])
                disarm(lane);
    }
    for (unsigned lane = 0; lane < MAILBOX_LANES; lane++) {
        OK(mailbox_detail(&p, lane), mailbox_alone_replay(&p, lane));
        CHECK(memcmp(mailbox_other(&p, lane), sums[lane], sizeof sums[lane]) == 0);
    }
}

/* Both lanes at once. */
static void overlapped(void)
{
    arm(0);
    arm(1);
    for (int round = 100; round < 120; round++) {
        for (unsigned lane = 0; lane < MAILBOX_LANES; lane++) {
            change(lane, round);
            put(lane, round);
            OK(mailbox_detail(&p, lane), mailbox_control_start(&p, lane));
        }
        for (unsigned lane = MAILBOX_LANES; lane-- > 0;) {
            vg_status status = VG_BUSY;

            while (status == VG_BUSY)
                status = mailbox_poll(&p, lane);
            OK(mailbox_detail(&p, lane), status);
            look(lane, round);
        }
    }
    disarm(1);
    disarm(0);
}

static void figures(void)
{
    const vg_stats before = *mailbox_control_stats(&p, 0);

    arm(0);
    for (int round = 0; round < 5; round++)
        control(0, round);
    disarm(0);
    CHECK(mailbox_stats(&p, 0)->device_bytes ==
          (MAILBOX_DEVICE_BYTES + MAILBOX_MAILBOX_DEVICE_BYTES) / MAILBOX_LANES);
    CHECK(mailbox_stats(&p, 0)->pinned_bytes ==
          (MAILBOX_PINNED_BYTES + MAILBOX_MAILBOX_PINNED_BYTES) / MAILBOX_LANES);
    CHECK(mailbox_control_stats(&p, 0)->replays == before.replays + 5);
    CHECK(mailbox_control_stats(&p, 0)->launches == before.launches);
    CHECK(mailbox_control_stats(&p, 0)->upload_bytes > before.upload_bytes);
}

/* ---- what may not be asked ---- */

#define REFUSED(what)                                                                                                  \
    do {                                                                                                               \
        CHECK((what) == VG_STATE);                                                                                     \
        CHECK(mailbox_detail(&p, 0)->status == VG_STATE && mailbox_detail(&p, 0)->call[0] != '\0');                    \
    } while (0)

static mailbox_control_times node_times;

static void refusals(void)
{
    unsigned char saved[MAILBOX_STATE_BYTES];
    vg_times times;

    REFUSED(mailbox_disarm(&p, 0));
    OK(mailbox_detail(&p, 0), mailbox_save(&p, saved, sizeof saved, 0));
    arm(0);
    REFUSED(mailbox_arm(&p, 0));
    REFUSED(mailbox_finish(&p, VG_FOREVER, 0));
    REFUSED(mailbox_poll(&p, 0));
    REFUSED(mailbox_alone_start(&p, 0));
    REFUSED(mailbox_alone_replay(&p, 0));
    REFUSED(mailbox_control_replay_timed(&p, &times, 0));
    REFUSED(mailbox_control_step(&p, 0));
    REFUSED(mailbox_control_profile(&p, 1, &node_times, 0));
    REFUSED(mailbox_reset(&p, 0));
    REFUSED(mailbox_save(&p, saved, sizeof saved, 0));
    REFUSED(mailbox_restore(&p, saved, sizeof saved, 0));
    REFUSED(mailbox_want_seldom(&p, 0));
    control(0, 1);
    put(0, 2);
    OK(mailbox_detail(&p, 0), mailbox_control_start(&p, 0));
    REFUSED(mailbox_control_start(&p, 0));
    REFUSED(mailbox_report_start(&p, 0));
    REFUSED(mailbox_disarm(&p, 0));
    REFUSED(mailbox_arm(&p, 0));
    OK(mailbox_detail(&p, 0), mailbox_finish(&p, VG_FOREVER, 0));
    look(0, 2);
    disarm(0);
    OK(mailbox_detail(&p, 0), mailbox_control_step(&p, 0));
    look(0, 2);
    OK(mailbox_detail(&p, 0), mailbox_want_seldom(&p, 0));
    report(0);
    CHECK(memcmp(mailbox_seldom(&p, 0), sums[0], sizeof sums[0]) == 0);
    OK(mailbox_detail(&p, 0), mailbox_reset(&p, 0));
    memset(sums[0], 0, sizeof sums[0]);
    control(0, 3);
}

/* A wait may be given up and taken up again. */
static void timeouts(void)
{
    const uint64_t turns = 40000000;

    arm(0);
    OK(mailbox_detail(&p, 0), mailbox_set_turns(&p, turns, 0));
    OK(mailbox_detail(&p, 0), mailbox_lag_start(&p, 0));
    CHECK(mailbox_finish(&p, 0, 0) == VG_TIMEOUT);
    CHECK(mailbox_finish(&p, 1000, 0) == VG_TIMEOUT);
    CHECK(mailbox_poll(&p, 0) == VG_BUSY);
    REFUSED(mailbox_disarm(&p, 0));
    OK(mailbox_detail(&p, 0), mailbox_finish(&p, VG_FOREVER, 0));
    CHECK(mailbox_done(&p, 0)[0] == turns);
    OK(mailbox_detail(&p, 0), mailbox_set_turns(&p, 5, 0));
    OK(mailbox_detail(&p, 0), mailbox_lag_replay(&p, 0));
    CHECK(mailbox_done(&p, 0)[0] == 5);
    disarm(0);
}

/* ---- two threads ---- */

static volatile int go;

static void *start_at_once(void *status)
{
    while (!go)
        continue;
    *(vg_status *)status = mailbox_report_start(&p, 0);
    return NULL;
}

static void threads(void)
{
    arm(0);
    for (int round = 0; round < 20; round++) {
        vg_status status[2];
        pthread_t thread[2];

        go = 0;
        for (int i = 0; i < 2; i++)
            CHECK(pthread_create(&thread[i], NULL, start_at_once, &status[i]) == 0);
        go = 1;
        for (int i = 0; i < 2; i++)
            CHECK(pthread_join(thread[i], NULL) == 0);
        CHECK((status[0] == VG_OK) != (status[1] == VG_OK));
        CHECK(status[0] == VG_STATE || status[1] == VG_STATE);
        OK(mailbox_detail(&p, 0), mailbox_finish(&p, VG_FOREVER, 0));
        CHECK(memcmp(mailbox_told(&p, 0), sums[0], sizeof sums[0]) == 0);
    }
    disarm(0);
}

/* ---- close ---- */

static void closes(void)
{
    OK(NULL, mailbox_open(&p, NULL, NULL));
    arm(1);
    arm(0);
    OK(NULL, mailbox_close(&p));
    CHECK(mailbox_close(&p) == VG_STATE && mailbox_arm(&p, 0) == VG_STATE);
    OK(NULL, mailbox_open(&p, NULL, NULL));
    arm(0);
    OK(mailbox_detail(&p, 0), mailbox_set_turns(&p, 1000000, 0));
    OK(mailbox_detail(&p, 0), mailbox_lag_start(&p, 0));
    OK(NULL, mailbox_close(&p));
    CHECK(mailbox_arm(NULL, 0) == VG_ARGUMENT && mailbox_disarm(&p, MAILBOX_LANES) == VG_ARGUMENT);
}

/* The device is lost while a block stays on it: the wait for its replay says so, every call after that answers, and the
 * program can be closed. */
static void lost(void)
{
    const int code = 719; /* CUDA_ERROR_LAUNCH_FAILED, which sticks */

    if (vgsim_fail == NULL)
        return;
    OK(NULL, mailbox_open(&p, NULL, NULL));
    arm(0);
    OK(mailbox_detail(&p, 0), mailbox_set_turns(&p, 1000000, 0));
    OK(mailbox_detail(&p, 0), mailbox_lag_start(&p, 0));
    vgsim_fail(1, "cuStreamQuery", code);
    CHECK(mailbox_finish(&p, 0, 0) == VG_LOST);
    CHECK(mailbox_detail(&p, 0)->code == code && strcmp(mailbox_detail(&p, 0)->call, "cuStreamQuery") == 0);
    CHECK(mailbox_poll(&p, 0) == VG_LOST && mailbox_finish(&p, VG_FOREVER, 0) == VG_LOST);
    CHECK(mailbox_report_start(&p, 0) == VG_LOST && mailbox_arm(&p, 0) == VG_LOST);
    CHECK(mailbox_disarm(&p, 0) == VG_LOST);
    CHECK(mailbox_close(&p) == VG_LOST);
    CHECK(mailbox_close(&p) == VG_STATE);
}

int main(void)
{
    for (unsigned seed = 0; seed < FEATURE_SEEDS; seed++) {
        feature_seed(seed);
        OPEN_OR_SKIP(mailbox_open(&p, NULL, NULL));
        for (unsigned lane = 0; lane < MAILBOX_LANES; lane++)
            start_with(lane);
        in_turns();
        overlapped();
        figures();
        refusals();
        timeouts();
        threads();
        OK(NULL, mailbox_close(&p));
    }
    closes();
    lost(); /* the last: nothing works after it */
    return checks_end();
}
