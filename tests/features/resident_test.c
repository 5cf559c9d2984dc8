/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The vggen authors */
#include "resident.h"

#include "feature.h"

enum { N = RESIDENT_N, LANES = 2 };

/* Of the CPU device: how many multiprocessors it has from the next open on. NULL on a GPU. */
extern void vgsim_multiprocessors(unsigned count) __attribute__((weak));

static resident p;
static resident_apart_times apart_times;
static resident_plain_times plain_times;
static resident_looped_times looped_times;
static uint32_t y[N];

static void give(unsigned lane, uint32_t seed)
{
    for (uint32_t i = 0; i < N; i++)
        resident_x(&p, lane)[i] = i * 2654435761u + seed;
}

static uint32_t sum(unsigned lane)
{
    uint32_t all = 0;

    for (uint32_t i = 0; i < N; i++)
        all += resident_x(&p, lane)[i] * (3 * (i % RESIDENT_TABLE) + 1);
    return all;
}

static void sums(unsigned lane)
{
    OK(resident_detail(&p, lane), resident_apart_replay(&p, lane));
    CHECK(resident_total(&p, lane)[0] == sum(lane));
    OK(resident_detail(&p, lane), resident_waiting_replay(&p, lane));
    CHECK(resident_whole(&p, lane)[0] == sum(lane));
}

/* The argument and the driver's grid are one number, also once the node follows another value of the setting. */
static uint32_t plain(unsigned lane, uint32_t gain, int scaled)
{
    uint32_t blocks;

    OK(NULL, resident_set_gain(&p, gain, lane));
    OK(NULL, resident_switch_scaled(&p, scaled, lane));
    OK(resident_detail(&p, lane), resident_plain_replay(&p, lane));
    blocks = resident_seen(&p, lane)[0];
    CHECK(blocks > 0 && resident_seen(&p, lane)[1] == blocks * gain);
    for (uint32_t i = 0; i < N; i++)
        y[i] = resident_x(&p, lane)[i] * (scaled ? gain : 1);
    CHECK(memcmp(resident_y(&p, lane), y, sizeof y) == 0);
    return blocks;
}

static void looped(unsigned lane, uint32_t left)
{
    resident_left(&p, lane)[0] = left;
    for (uint32_t i = 0; i < N; i++)
        y[i] = resident_x(&p, lane)[i];
    for (uint32_t pass = 0; pass == 0 || pass < left; pass++)
        for (uint32_t i = 0; i < N; i++)
            y[i] += i + pass;
    OK(resident_detail(&p, lane), resident_looped_replay(&p, lane));
    CHECK(memcmp(resident_y(&p, lane), y, sizeof y) == 0);
}

/* Without the graph, and by the twin that is measured. */
static void otherwise(unsigned lane)
{
    give(lane, 77);
    OK(resident_detail(&p, lane), resident_apart_step(&p, lane));
    OK(resident_detail(&p, lane), resident_waiting_step(&p, lane));
    CHECK(resident_total(&p, lane)[0] == sum(lane) && resident_whole(&p, lane)[0] == sum(lane));
    give(lane, 78);
    OK(resident_detail(&p, lane), resident_apart_profile(&p, 2, &apart_times, lane));
    OK(resident_detail(&p, lane), resident_plain_profile(&p, 2, &plain_times, lane));
    OK(resident_detail(&p, lane), resident_looped_profile(&p, 2, &looped_times, lane));
    CHECK(resident_total(&p, lane)[0] == sum(lane));
}

/* 64 x 2 threads and 2 KiB of shared memory for a block: 16 blocks for each multiprocessor of the CPU device. */
static void with(unsigned multiprocessors)
{
    uint32_t blocks = 0;

    if (vgsim_multiprocessors != NULL)
        vgsim_multiprocessors(multiprocessors);
    OK(NULL, resident_open(&p, NULL, NULL));
    for (unsigned lane = 0; lane < LANES; lane++) {
        feature_seed(multiprocessors % FEATURE_SEEDS);
        give(lane, multiprocessors + lane);
        sums(lane);
        blocks = plain(lane, 5, 1);
        CHECK(plain(lane, 3, 0) == blocks);
        if (vgsim_multiprocessors != NULL)
            CHECK(blocks == 16 * multiprocessors);
        looped(lane, 0);
        looped(lane, RESIDENT_PASSES);
        otherwise(lane);
    }
    OK(NULL, resident_close(&p));
}

int main(void)
{
    OPEN_OR_SKIP(resident_open(&p, NULL, NULL));
    OK(NULL, resident_close(&p));
    for (unsigned multiprocessors = 1; multiprocessors <= (vgsim_multiprocessors != NULL ? 4u : 1u); multiprocessors++)
        with(multiprocessors);
    return checks_end();
}
