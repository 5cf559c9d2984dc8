/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The vggen authors */
/* device_lanes.c - lanes, switches, patched settings, requests and reset against a driver. Links program "lanes" and runs
 * unchanged on a GPU and on the CPU device, where it must print the same.
 * Exit status: 0 all passed, 1 some failed, 77 there is no device. */
#include "lanes.h"

#include <cuda.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "../checks.h"

#define LANES LANES_LANES
#define COUNT ((unsigned)LANES_N)

#define DRIVER(call) check_that((call) == CUDA_SUCCESS, #call, __LINE__)

#define SUCCEEDS(p, lane, call) check_ok((call), lanes_detail(p, lane), #call, __LINE__)

/* What a lane should hold: followed step by step beside the program. */
typedef struct expected {
    float offset[LANES_N];
    float sum[LANES_N];
    float y[LANES_N];
    float gain;
    int doubled;
} expected;

static expected should[LANES];

static void expect_start(expected *e)
{
    unsigned i;
    memset(e, 0, sizeof *e);
    e->gain = 1.0f;
    for (i = 0; i < COUNT; i++) {
        e->offset[i] = 0.5f;
    }
}

static float input(unsigned i, unsigned seed)
{
    return (float)((i + seed) % 100);
}

static void expect_replay(expected *e, unsigned seed)
{
    unsigned i;
    for (i = 0; i < COUNT; i++) {
        const float mixed = e->gain * input(i, seed) * (float)(i % 7 + 1) + e->offset[i];
        e->sum[i] += mixed;
        e->y[i] = e->doubled ? 2.0f * mixed : mixed;
    }
}

static void start(lanes *p, unsigned lane, unsigned seed)
{
    unsigned i;
    for (i = 0; i < COUNT; i++) {
        lanes_x(p, lane)[i] = input(i, seed);
    }
    expect_replay(&should[lane], seed);
    (void)SUCCEEDS(p, lane, lanes_start(p, lane));
}

static int same(const float *found, const float *wanted)
{
    return memcmp(found, wanted, COUNT * sizeof(float)) == 0;
}

static void finish(lanes *p, unsigned lane)
{
    (void)SUCCEEDS(p, lane, lanes_finish(p, VG_FOREVER, lane));
    CHECK(same(lanes_y(p, lane), should[lane].y));
}

static void replay(lanes *p, unsigned lane, unsigned seed)
{
    start(p, lane, seed);
    finish(p, lane);
}

static void set_gain(lanes *p, unsigned lane, float gain)
{
    (void)SUCCEEDS(p, lane, lanes_set_gain(p, gain, lane));
    CHECK(lanes_gain(p, lane) == gain);
    should[lane].gain = gain;
}

static void switch_doubled(lanes *p, unsigned lane, int on)
{
    (void)SUCCEEDS(p, lane, lanes_switch_doubled(p, on, lane));
    CHECK(lanes_is_on_doubled(p, lane) == on);
    should[lane].doubled = on;
}

static int opened(lanes *p, const vg_config *config)
{
    unsigned lane;
    for (lane = 0; lane < LANES; lane++) {
        expect_start(&should[lane]);
    }
    return SUCCEEDS(p, 0, lanes_open(p, config, NULL));
}

/* ---- one after the other ---- */

static void lanes_are_independent(lanes *p)
{
    unsigned turn;
    unsigned lane;
    set_gain(p, 1, 2.0f);
    switch_doubled(p, 2, 1);
    for (turn = 0; turn < 20; turn++) {
        for (lane = 0; lane < LANES; lane++) {
            start(p, lane, 10 * turn + lane);
        }
        for (lane = 0; lane < LANES; lane++) {
            finish(p, (lane + turn) % LANES);
        }
    }
    CHECK(lanes_stats(p, 1)->replays == 20);
}

/* Each change is for the next replay, whatever the other lanes are doing. */
static void changes_while_others_run(lanes *p)
{
    unsigned turn;
    for (turn = 0; turn < 10; turn++) {
        start(p, 0, turn);
        set_gain(p, 1, (float)(turn % 3));
        switch_doubled(p, 1, turn % 2 == 0);
        start(p, 1, turn + 1);
        set_gain(p, 1, 9.0f); /* not seen by the replay that runs */
        should[1].gain = (float)(turn % 3);
        finish(p, 1);
        finish(p, 0);
    }
    set_gain(p, 1, 1.0f);
    switch_doubled(p, 1, 0);
    switch_doubled(p, 1, 0);
    replay(p, 1, 5);
}

static void requests_are_for_one_replay(lanes *p)
{
    unsigned i;
    (void)SUCCEEDS(p, 2, lanes_want_sum(p, 2));
    replay(p, 2, 3);
    CHECK(same(lanes_sum_out(p, 2), should[2].sum));
    replay(p, 2, 4);
    CHECK(!same(lanes_sum_out(p, 2), should[2].sum)); /* nobody asked for this one */
    for (i = 0; i < COUNT; i++) {
        lanes_offset(p, 2)[i] = (float)(i % 3);
    }
    replay(p, 2, 5); /* the device has the old ones */
    (void)SUCCEEDS(p, 2, lanes_changed_offset(p, 2));
    for (i = 0; i < COUNT; i++) {
        should[2].offset[i] = (float)(i % 3);
    }
    replay(p, 2, 6);
    for (i = 0; i < COUNT; i++) {
        lanes_offset(p, 2)[i] = 77.0f;
    }
    (void)SUCCEEDS(p, 2, lanes_want_sum(p, 2));
    replay(p, 2, 7);
    CHECK(same(lanes_sum_out(p, 2), should[2].sum));
    CHECK(lanes_stats(p, 2)->uploads == lanes_stats(p, 2)->replays + 1);
    CHECK(lanes_stats(p, 2)->downloads == lanes_stats(p, 2)->replays + 2);
    CHECK(lanes_stats(p, 2)->upload_bytes == (lanes_stats(p, 2)->replays + 1) * LANES_X_BYTES);
}

static void reset_is_for_one_lane(lanes *p)
{
    start(p, 0, 1);
    CHECK(lanes_reset(p, 0) == VG_STATE);
    (void)SUCCEEDS(p, 1, lanes_reset(p, 1));
    memset(should[1].sum, 0, sizeof should[1].sum);
    finish(p, 0);
    (void)SUCCEEDS(p, 0, lanes_want_sum(p, 0));
    (void)SUCCEEDS(p, 1, lanes_want_sum(p, 1));
    replay(p, 0, 2);
    replay(p, 1, 3);
    CHECK(same(lanes_sum_out(p, 0), should[0].sum));
    CHECK(same(lanes_sum_out(p, 1), should[1].sum));
}

static void unknown_lanes(lanes *p)
{
    CHECK(lanes_start(p, LANES) == VG_ARGUMENT);
    CHECK(lanes_finish(p, 0, LANES) == VG_ARGUMENT);
    CHECK(lanes_reset(p, LANES) == VG_ARGUMENT);
    CHECK(lanes_set_gain(p, 1.0f, LANES) == VG_ARGUMENT);
    CHECK(lanes_switch_doubled(p, 1, LANES) == VG_ARGUMENT);
    CHECK(lanes_want_sum(p, 4000000000u) == VG_ARGUMENT);
    CHECK(lanes_x(p, LANES) == NULL);
    CHECK(lanes_y(p, LANES) == NULL);
    CHECK(lanes_stats(p, LANES) == NULL);
    CHECK(lanes_detail(NULL, 0) == NULL && lanes_detail(p, LANES) != NULL);
    CHECK(lanes_detail(p, LANES)->status == VG_ARGUMENT);
    CHECK(strcmp(lanes_detail(p, LANES)->call, "lane is below 3") == 0);
}

/* ---- a thread for each ---- */

typedef struct work {
    lanes *p;
    unsigned lane;
    unsigned wrong;
} work;

static void *replay_often(void *argument)
{
    work *w = (work *)argument;
    expected *e = &should[w->lane];
    unsigned turn;
    unsigned i;
    for (turn = 0; turn < 50; turn++) {
        e->gain = (float)((turn + w->lane) % 4);
        e->doubled = turn % 3 == 0;
        w->wrong += lanes_set_gain(w->p, e->gain, w->lane) != VG_OK;
        w->wrong += lanes_switch_doubled(w->p, e->doubled, w->lane) != VG_OK;
        for (i = 0; i < COUNT; i++) {
            lanes_x(w->p, w->lane)[i] = input(i, turn);
        }
        expect_replay(e, turn);
        w->wrong += lanes_replay(w->p, w->lane) != VG_OK;
        w->wrong += !same(lanes_y(w->p, w->lane), e->y);
    }
    return NULL;
}

static void threads_have_lanes_of_their_own(lanes *p)
{
    pthread_t thread[LANES];
    work w[LANES];
    unsigned lane;
    unsigned made = 0;
    for (lane = 0; lane < LANES; lane++) {
        w[lane].p = p;
        w[lane].lane = lane;
        w[lane].wrong = 0;
        if (pthread_create(&thread[lane], NULL, replay_often, &w[lane]) != 0) {
            break;
        }
        made++;
    }
    CHECK(made == LANES);
    for (lane = 0; lane < made; lane++) {
        CHECK(pthread_join(thread[lane], NULL) == 0);
        CHECK(w[lane].wrong == 0);
    }
}

/* ---- opening ---- */

static void uses_memory_that_it_is_given(lanes *p)
{
    vg_config config;
    CUcontext context = NULL;
    CUdevice device = 0;
    CUdeviceptr memory = 0;
    CUstream stream = NULL;
    void *pinned = NULL;
    unsigned lane;
    DRIVER(cuDeviceGet(&device, 0));
    DRIVER(cuDevicePrimaryCtxRetain(&context, device));
    DRIVER(cuCtxSetCurrent(context));
    DRIVER(cuMemAlloc(&memory, LANES_DEVICE_BYTES));
    DRIVER(cuMemHostAlloc(&pinned, LANES_PINNED_BYTES, CU_MEMHOSTALLOC_DEVICEMAP));
    DRIVER(cuStreamCreate(&stream, CU_STREAM_NON_BLOCKING));
    memset(&config, 0, sizeof config);
    config.context = context;
    config.device_memory = memory;
    config.device_memory_bytes = LANES_DEVICE_BYTES - 1;
    config.pinned_memory = pinned;
    config.pinned_memory_bytes = LANES_PINNED_BYTES;
    config.warm_up = 2;
    CHECK(lanes_open(p, &config, NULL) == VG_NO_MEMORY);
    CHECK(lanes_detail(p, 0)->expected == LANES_DEVICE_BYTES);
    config.device_memory_bytes = LANES_DEVICE_BYTES;
    config.pinned_memory_bytes = LANES_PINNED_BYTES - 1;
    CHECK(lanes_open(p, &config, NULL) == VG_NO_MEMORY);
    config.pinned_memory_bytes = LANES_PINNED_BYTES;
    config.stream = stream;
    CHECK(lanes_open(p, &config, NULL) == VG_ARGUMENT);
    config.stream = NULL;
    if (opened(p, &config)) {
        for (lane = 0; lane < LANES; lane++) {
            const unsigned char *x = (const unsigned char *)lanes_x(p, lane);
            const unsigned char *first = (const unsigned char *)pinned;
            CHECK(x >= first && x + LANES_X_BYTES <= first + LANES_PINNED_BYTES);
            CHECK(lanes_stats(p, lane)->device_bytes == 0 && lanes_stats(p, lane)->launches == 0);
        }
        lanes_are_independent(p);
        requests_are_for_one_replay(p);
        (void)SUCCEEDS(p, 0, lanes_close(p));
    }
    DRIVER(cuStreamDestroy(stream));
    DRIVER(cuMemFreeHost(pinned));
    DRIVER(cuMemFree(memory));
    DRIVER(cuCtxSetCurrent(NULL));
    DRIVER(cuDevicePrimaryCtxRelease(device));
}

int main(void)
{
    static lanes p;
    int devices = 0;
    if (cuInit(0) != CUDA_SUCCESS || cuDeviceGetCount(&devices) != CUDA_SUCCESS || devices == 0) {
        printf("no device here\n");
        return 77;
    }
    CHECK(lanes_start(&p, 0) == VG_STATE);
    if (opened(&p, NULL)) {
        lanes_are_independent(&p);
        changes_while_others_run(&p);
        requests_are_for_one_replay(&p);
        reset_is_for_one_lane(&p);
        unknown_lanes(&p);
        threads_have_lanes_of_their_own(&p);
        start(&p, 1, 1);
        (void)SUCCEEDS(&p, 0, lanes_close(&p)); /* waits */
    }
    uses_memory_that_it_is_given(&p);
    if (opened(&p, NULL)) {
        replay(&p, 2, 1);
        (void)SUCCEEDS(&p, 2, lanes_close(&p));
    }
    CHECK(lanes_close(&p) == VG_STATE);
    return checks_end();
}
