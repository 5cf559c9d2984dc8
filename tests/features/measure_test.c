/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The vggen authors */
#include "measure.h"

#include "feature.h"

static measure p;
static float sum[MEASURE_N], more[MEASURE_N]; /* what the state, and the input on request, hold */

typedef enum { REPLAYED, STEPPED, PROFILED } way;

static measure_first_times first_times;
static measure_second_times second_times;

static void run_first(way how)
{
    const float gain = measure_gain(&p), offset = measure_offset(&p);
    const int negative = measure_is_on_negative(&p);
    const uint64_t replays = measure_stats(&p)->replays;

    for (int i = 0; i < MEASURE_N; i++)
        measure_x(&p)[i] = (float)(i % 50 + (int)replays);
    OK(measure_detail(&p), how == REPLAYED  ? measure_first_replay(&p)
                           : how == STEPPED ? measure_first_step(&p)
                                            : measure_first_profile(&p, 1, &first_times));
    CHECK(measure_stats(&p)->replays == replays + 1);
    for (int i = 0; i < MEASURE_N; i++) {
        sum[i] += (uint32_t)i < measure_n(&p) ? measure_x(&p)[i] * gain + offset : 0.5f;
        if (!CHECK(measure_y(&p)[i] == (negative ? -sum[i] : sum[i])))
            break;
    }
}

static void run_second(way how)
{
    OK(measure_detail(&p), how == REPLAYED  ? measure_second_replay(&p)
                           : how == STEPPED ? measure_second_step(&p)
                                            : measure_second_profile(&p, 1, &second_times));
    for (int i = 0; i < MEASURE_N; i++) {
        sum[i] += more[i];
        if (!CHECK(measure_y(&p)[i] == sum[i]))
            break;
    }
}

/* Settings, switches and requests reach steps and profiles as they reach replays, and replays after those. */
static void all_ways_give_the_same(void)
{
    uint64_t changing = 1;

    for (int round = 0; round < 90; round++) {
        const way how = (way)(round % 3);

        changing = changing * UINT64_C(6364136223846793005) + UINT64_C(1442695040888963407);
        if ((changing >> 33) % 3 == 0)
            OK(measure_detail(&p), measure_set_gain(&p, (float)(round % 7)));
        if ((changing >> 37) % 3 == 0)
            OK(measure_detail(&p), measure_set_offset(&p, (float)(round % 5)));
        if ((changing >> 41) % 3 == 0)
            OK(measure_detail(&p), measure_set_n(&p, (uint32_t)(round % 5 * 64)));
        if ((changing >> 45) % 2 == 0)
            OK(measure_detail(&p), measure_switch_negative(&p, round % 2));
        run_first(how);
        if ((changing >> 49) % 2 == 0) {
            for (int i = 0; i < MEASURE_N; i++)
                more[i] = measure_more(&p)[i] = (float)(round + i);
            OK(measure_detail(&p), measure_changed_more(&p));
        }
        OK(measure_detail(&p), measure_want_seen(&p));
        memset((void *)(uintptr_t)measure_seen_out(&p), 0, MEASURE_SEEN_BYTES);
        run_second(how);
        CHECK(measure_seen_out(&p)[0] == 9 && measure_seen_out(&p)[2] == 9);
    }
}

static unsigned find(const char *const title)
{
    unsigned node = 0;

    while (measure_first_node_title(node) != NULL && strcmp(measure_first_node_title(node), title) != 0)
        node++;
    CHECK(node < MEASURE_FIRST_NODES);
    return node;
}

static void each_node_has_its_time(void)
{
    unsigned negate = find("launch negate"), scale = find("launch scale");

    CHECK(measure_first_node_title(MEASURE_FIRST_NODES) == NULL &&
          measure_second_node_title(MEASURE_SECOND_NODES) == NULL);
    CHECK(strcmp(measure_second_node_title(1), "upload more on request") == 0);
    for (int on = 0; on < 2; on++) {
        memset(&first_times, 0xff, sizeof first_times);
        OK(measure_detail(&p), measure_switch_negative(&p, on));
        OK(measure_detail(&p), measure_set_n(&p, on ? 0u : 256u));
        OK(measure_detail(&p), measure_first_profile(&p, 3, &first_times));
        for (unsigned node = 0; node < MEASURE_FIRST_NODES; node++) {
            const int enabled = node == negate ? on : node == scale ? !on : 1;

            if (strncmp(measure_first_node_title(node), "launch", 6) == 0)
                CHECK((first_times.ns[node] != 0) == enabled);
            CHECK(first_times.ns[node] < UINT64_C(10000000000));
        }
    }
    CHECK(measure_first_profile(&p, 1, NULL) == VG_ARGUMENT &&
          measure_first_profile(NULL, 1, &first_times) == VG_ARGUMENT);
}

static void state_is_saved_and_restored(void)
{
    unsigned char saved[MEASURE_STATE_BYTES];
    float before[MEASURE_N];
    uint32_t marks[3];

    CHECK(MEASURE_STATE_BYTES == MEASURE_N * 4 + 12);
    OK(measure_detail(&p), measure_reset(&p));
    for (int i = 0; i < MEASURE_N; i++)
        sum[i] = 1;
    run_first(REPLAYED);
    OK(measure_detail(&p), measure_save(&p, saved, sizeof saved));
    CHECK(memcmp(saved, sum, sizeof sum) == 0);
    memcpy(marks, saved + sizeof sum, sizeof marks);
    CHECK(marks[0] == 5 && marks[2] == 5);
    memcpy(before, sum, sizeof sum);
    run_second(REPLAYED);
    run_first(REPLAYED);
    CHECK(measure_restore(&p, saved, sizeof saved - 1) == VG_ARGUMENT && measure_save(&p, NULL, sizeof saved) != VG_OK);
    OK(measure_detail(&p), measure_restore(&p, saved, sizeof saved));
    memcpy(sum, before, sizeof sum);
    run_second(STEPPED);
    OK(measure_detail(&p), measure_first_start(&p));
    CHECK(measure_save(&p, saved, sizeof saved) == VG_STATE && measure_restore(&p, saved, sizeof saved) == VG_STATE);
    CHECK(measure_first_step(&p) == VG_STATE && measure_first_profile(&p, 1, &first_times) == VG_STATE);
    OK(measure_detail(&p), measure_finish(&p, VG_FOREVER));
}

/* As a loop does that sleeps between replays. A touch is no replay, and none is mistaken for its end. */
static void sleeps_and_touches(void)
{
    for (int round = 0; round < 60; round++) {
        const uint64_t replays = measure_stats(&p)->replays;
        const uint64_t when = vg_sleep_until(0, 0) + 200000;

        (void)vg_sleep_until(when, 100000);
        CHECK(vg_sleep_until(0, 0) >= when);
        OK(measure_detail(&p), vg_touch(&p.rt));
        CHECK(measure_stats(&p)->replays == replays);
        run_first((way)(round % 3));
        OK(measure_detail(&p), vg_touch(&p.rt));
        OK(measure_detail(&p), vg_touch(&p.rt));
        run_second((way)(round / 3 % 3));
    }
    OK(measure_detail(&p), measure_second_start(&p));
    CHECK(vg_touch(&p.rt) == VG_STATE);
    OK(measure_detail(&p), measure_finish(&p, VG_FOREVER));
    for (int i = 0; i < MEASURE_N; i++)
        sum[i] += more[i];
}

int main(void)
{
    vg_config config = {0};

    for (int query = 0; query < 2; query++) {
        config.completion = query ? VG_COMPLETION_QUERY : VG_COMPLETION_WORD;
        OPEN_OR_SKIP(measure_open(&p, &config, NULL));
        for (int i = 0; i < MEASURE_N; i++) {
            sum[i] = 1;
            more[i] = 3;
        }
        sleeps_and_touches();
        OK(NULL, measure_close(&p));
    }
    OPEN_OR_SKIP(measure_open(&p, NULL, NULL));
    for (int i = 0; i < MEASURE_N; i++) {
        sum[i] = 1;
        more[i] = 3;
    }
    all_ways_give_the_same();
    each_node_has_its_time();
    state_is_saved_and_restored();
    OK(NULL, measure_close(&p));
    CHECK(measure_first_step(&p) == VG_STATE && measure_save(NULL, NULL, 0) == VG_ARGUMENT);
    return checks_end();
}
