/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The vggen authors */
/* What each replay in flight has of its own, what is refused meanwhile, and what a failure leaves. */
#include "flight.h"

#include "feature.h"

/* Of the CPU device: problems so far, the last one's kind. */
extern unsigned long vgsim_problem_count(void) __attribute__((weak));
extern const char *vgsim_problem_kind(void) __attribute__((weak));
extern void vgsim_problems_clear(void) __attribute__((weak));

static flight p;

/* ---- each replay has its own ---- */

static void put(unsigned lane, float x, float gain, float offset)
{
    for (int i = 0; i < FLIGHT_N; i++)
        flight_x(&p, lane)[i] = x;
    OK(flight_detail(&p, lane), flight_set_gain(&p, gain, lane));
    OK(flight_detail(&p, lane), flight_set_offset(&p, offset, lane));
    OK(flight_detail(&p, lane), flight_added_start(&p, lane));
}

static void take(unsigned lane, float sum, float table, uint32_t mark, float sign)
{
    OK(flight_detail(&p, lane), flight_finish(&p, VG_FOREVER, lane));
    CHECK(flight_y(&p, lane)[0] == sign * (sum + table));
    CHECK(flight_y(&p, lane)[9] == sign * (sum + 9.0f + table));
    CHECK(*flight_mark(&p, lane) == mark);
}

/* Settings by pointer, by value and in a grid, a switch, requests, and a body that only some replays run. */
static void own_copies(void)
{
    for (unsigned lane = 0; lane < FLIGHT_LANES; lane++) {
        put(lane, 1.0f, 10.0f, 0.5f); /* 110.5 */
        OK(flight_detail(&p, lane), flight_switch_marked(&p, 0, lane));
        for (int i = 0; i < FLIGHT_N; i++)
            flight_table(&p, lane)[i] = 3.0f;
        OK(flight_detail(&p, lane), flight_changed_table(&p, lane));
        OK(flight_detail(&p, lane), flight_want_sum(&p, lane));
        put(lane, -2.0f, 1.0f, 0.5f); /* 109 */
        OK(flight_detail(&p, lane), flight_switch_marked(&p, 1, lane));
        OK(flight_detail(&p, lane), flight_set_count(&p, 0, lane));
        put(lane, 5.0f, 1.0f, 7.0f); /* no block runs */
        OK(flight_detail(&p, lane), flight_set_count(&p, 1, lane));
    }
    for (unsigned lane = FLIGHT_LANES; lane-- > 0;) {
        take(lane, 110.5f, 2.0f, 7, 1.0f);
        take(lane, 109.0f, 3.0f, 0, -1.0f);
        CHECK(flight_sum_out(&p, lane)[4] == 109.0f);
        OK(flight_detail(&p, lane), flight_finish(&p, VG_FOREVER, lane));
        CHECK(flight_y(&p, lane)[9] == 0.0f && *flight_mark(&p, lane) == 7);
        put(lane, 0.0f, 0.0f, 0.0f); /* the table stays on the device */
        take(lane, 109.0f, 3.0f, 7, 1.0f);
    }
}

/* Graphs take turns; of one of them the stream tells the end. */
static void two_graphs(void)
{
    for (int i = 0; i < FLIGHT_MANY; i++)
        flight_many(&p, 1)[i] = (uint32_t)i;
    OK(flight_detail(&p, 1), flight_sent_start(&p, 1));
    put(1, 1.0f, 1.0f, 0.0f);
    memset(flight_many(&p, 1), 0, FLIGHT_MANY_BYTES);
    OK(flight_detail(&p, 1), flight_sent_start(&p, 1));
    OK(flight_detail(&p, 1), flight_finish(&p, VG_FOREVER, 1));
    CHECK(flight_many_out(&p, 1)[0] == 1 && flight_many_out(&p, 1)[FLIGHT_MANY - 1] == FLIGHT_MANY);
    take(1, 101.0f, 3.0f, 7, 1.0f);
    OK(flight_detail(&p, 1), flight_finish(&p, VG_FOREVER, 1));
    CHECK(flight_many_out(&p, 1)[0] == 1 && flight_many_out(&p, 1)[FLIGHT_MANY - 1] == 1);
}

/* ---- what is refused ---- */

static flight_added_times times;

static void refused(void)
{
    unsigned char state[FLIGHT_STATE_BYTES];
    vg_times timed;

    CHECK(flight_finish(&p, VG_FOREVER, 0) == VG_STATE && flight_poll(&p, 0) == VG_STATE);
    CHECK(strcmp(flight_detail(&p, 0)->call, "no replay is in flight: start one first") == 0);
    OK(flight_detail(&p, 0), flight_finish_all(&p, VG_FOREVER, 0));
    for (unsigned i = 0; i < FLIGHT_IN_FLIGHT; i++)
        OK(flight_detail(&p, 0), flight_added_start(&p, 0));
    CHECK(flight_added_start(&p, 0) == VG_STATE && flight_sent_start(&p, 0) == VG_STATE);
    CHECK(strcmp(flight_detail(&p, 0)->call, "the queue is full: finish a replay first") == 0);
    CHECK(flight_x(&p, 0) == NULL && flight_x(&p, 1) != NULL);
    CHECK(flight_added_replay(&p, 0) == VG_STATE && flight_added_replay_timed(&p, &timed, 0) == VG_STATE);
    CHECK(flight_added_step(&p, 0) == VG_STATE && flight_added_profile(&p, 1, &times, 0) == VG_STATE);
    CHECK(flight_reset(&p, 0) == VG_STATE && flight_save(&p, state, sizeof state, 0) == VG_STATE);
    CHECK(flight_restore(&p, state, sizeof state, 0) == VG_STATE);
    CHECK(strcmp(flight_detail(&p, 0)->call, "replays are in flight: finish them first") == 0);
    CHECK(flight_close(&p) == VG_STATE && flight_detail(&p, 0)->found == FLIGHT_IN_FLIGHT);
    CHECK(flight_in_flight(&p, 0) == FLIGHT_IN_FLIGHT && flight_in_flight(&p, 1) == 0);
    OK(flight_detail(&p, 1), flight_added_replay(&p, 1)); /* another lane's queue is empty */
    OK(flight_detail(&p, 0), flight_finish_all(&p, VG_FOREVER, 0));
    OK(flight_detail(&p, 0), flight_save(&p, state, sizeof state, 0));
    OK(flight_detail(&p, 0), flight_restore(&p, state, sizeof state, 0));
    OK(flight_detail(&p, 0), flight_added_replay_timed(&p, &timed, 0));
    OK(flight_detail(&p, 0), flight_added_profile(&p, 2, &times, 0));
    CHECK(flight_added_step(&p, 0) == VG_CANNOT); /* it has a conditional node */
    OK(flight_detail(&p, 0), flight_sent_step(&p, 0));
}

/* ---- what the CPU device finds ---- */

/* Memory of a replay in flight is watched, and that of the next start is not. */
static void race(void)
{
    float *first = flight_x(&p, 0);
    unsigned long before = vgsim_problem_count();

    OK(flight_detail(&p, 0), flight_added_start(&p, 0));
    flight_x(&p, 0)[3] = 5.0f;
    OK(flight_detail(&p, 0), flight_added_start(&p, 0));
    OK(flight_detail(&p, 0), flight_finish_all(&p, VG_FOREVER, 0));
    CHECK(vgsim_problem_count() == before);
    OK(flight_detail(&p, 0), flight_added_start(&p, 0));
    OK(flight_detail(&p, 0), flight_added_start(&p, 0));
    first[3] = 7.0f;
    OK(flight_detail(&p, 0), flight_finish_all(&p, VG_FOREVER, 0));
    CHECK(vgsim_problem_count() == before + 1 && strcmp(vgsim_problem_kind(), "race with the host") == 0);
    vgsim_problems_clear();
}

/* ---- what fails ---- */

static void failed_starts(void)
{
    OK(flight_detail(&p, 0), flight_added_start(&p, 0));
    vgsim_fail(1, "cuGraphLaunch", 801);
    CHECK(flight_added_start(&p, 0) == VG_DRIVER);
    CHECK(strcmp(flight_detail(&p, 0)->call, "cuGraphLaunch") == 0 && flight_in_flight(&p, 0) == 1);
    OK(flight_detail(&p, 0), flight_set_offset(&p, 50.0f, 0));
    vgsim_fail(1, "cuGraphExecKernelNodeSetParams", 801);
    CHECK(flight_added_start(&p, 0) == VG_DRIVER && flight_in_flight(&p, 0) == 1);
    OK(flight_detail(&p, 0), flight_added_start(&p, 0)); /* does what is left */
    OK(flight_detail(&p, 0), flight_finish_all(&p, VG_FOREVER, 0));
}

/* A failure that may pass ends the queue, but not the program. */
static void failed_wait(void)
{
    OK(flight_detail(&p, 0), flight_sent_start(&p, 0));
    OK(flight_detail(&p, 0), flight_sent_start(&p, 0));
    vgsim_fail(1, "cuEventQuery", 801);
    CHECK(flight_finish(&p, VG_FOREVER, 0) == VG_DRIVER);
    CHECK(strncmp(flight_detail(&p, 0)->step, "sent, replay ", 13) == 0);
    CHECK(flight_added_start(&p, 0) == VG_STATE && flight_in_flight(&p, 0) == 2);
    OK(flight_detail(&p, 0), flight_finish(&p, VG_FOREVER, 0));
    OK(flight_detail(&p, 0), flight_sent_start(&p, 0));
    OK(flight_detail(&p, 0), flight_finish_all(&p, VG_FOREVER, 0));
    OK(flight_detail(&p, 0), flight_sent_start(&p, 0));
    vgsim_fail(1, "cuEventQuery", 801);
    CHECK(flight_finish(&p, VG_FOREVER, 0) == VG_DRIVER); /* and now it can be closed */
    OK(NULL, flight_close(&p));
}

/* A fault: what ended before it is still handed out, and the detail says which replay it was. */
static void fault(void)
{
    vg_config config;

    memset(&config, 0, sizeof config);
    OK(NULL, flight_open(&p, &config, NULL));
    for (unsigned i = 0; i < 4; i++)
        OK(flight_detail(&p, 0), flight_added_replay(&p, 0));
    OK(flight_detail(&p, 0), flight_added_start(&p, 0));
    while (flight_poll(&p, 0) == VG_BUSY) {
    }
    OK(flight_detail(&p, 0), flight_added_start(&p, 0));
    OK(flight_detail(&p, 0), flight_added_start(&p, 0));
    vgsim_fail(1, "cuStreamQuery", 700);
    CHECK(flight_finish(&p, VG_FOREVER, 0) == VG_LOST);
    CHECK(strcmp(flight_detail(&p, 0)->step, "added, replay 6") == 0);
    CHECK(flight_in_flight(&p, 0) == 0 && flight_added_start(&p, 0) == VG_LOST && flight_finish(&p, 0, 0) == VG_LOST);
    CHECK(flight_stats(&p, 0)->replays == 5);
    CHECK(flight_close(&p) == VG_LOST);
    OK(NULL, flight_open(&p, &config, NULL)); /* the CPU device gives a context again */
    OK(flight_detail(&p, 0), flight_added_replay(&p, 0));
    OK(NULL, flight_close(&p));
}

int main(void)
{
    vg_config config;

    memset(&config, 0, sizeof config);
    for (unsigned seed = 0; seed < FEATURE_SEEDS; seed++) {
        feature_seed(seed);
        config.completion = seed % 2 == 1 ? VG_COMPLETION_WORD : VG_COMPLETION_AUTO;
        OPEN_OR_SKIP(flight_open(&p, &config, NULL));
        own_copies();
        for (unsigned lane = 0; lane < FLIGHT_LANES; lane++)
            OK(flight_detail(&p, lane), flight_reset(&p, lane));
        two_graphs();
        refused();
        if (seed + 1 < FEATURE_SEEDS || vgsim_fail == NULL)
            OK(NULL, flight_close(&p));
        CHECK(seed + 1 == FEATURE_SEEDS || flight_y(&p, 0) == NULL);
    }
    if (vgsim_fail == NULL)
        return checks_end();
    OK(NULL, flight_close(&p));
    config.completion = VG_COMPLETION_AUTO;
    OK(NULL, flight_open(&p, &config, NULL));
    race();
    failed_starts();
    failed_wait();
    fault();
    return checks_end();
}
