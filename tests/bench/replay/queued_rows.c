/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The vggen authors */
/* Program saxpy: 100 and 1,000 replays, each waited for before the next one begins, beside as many launches that are
 * queued and waited for once. A row is the time of all of them. */
#include "rows.h"

#include <string.h>

#include "hand.h"
#include "report.h"
#include "saxpy.h"

#define COUNT ((size_t)SAXPY_N)
#define BYTES (COUNT * sizeof(float))
#define LENGTH(list) (sizeof(list) / sizeof *(list))

static saxpy program;
static hand by_hand;
static hand_launch launch;
static CUdeviceptr addresses[5], mapped[5];
static void *arguments[7], *mapped_arguments[7];
static float factor = (float)SAXPY_SCALE;
static unsigned elements = (unsigned)SAXPY_N;

static void fill_arguments(void **list, CUdeviceptr *at)
{
    list[0] = &at[0];
    list[1] = &at[1];
    list[2] = &at[2];
    list[3] = &factor;
    list[4] = &at[3];
    list[5] = &at[4];
    list[6] = &elements;
}

static int open_by_hand(void)
{
    unsigned i;

    memset(&by_hand, 0, sizeof by_hand);
    by_hand.context = (CUcontext)program.rt.context;
    by_hand.inputs = 3;
    by_hand.outputs = 2;
    by_hand.bytes = BYTES;
    by_hand.launches = &launch;
    by_hand.launch_count = 1;
    launch.function = (CUfunction)program.kernel[0];
    launch.block = 128;
    launch.grid = (elements + launch.block - 1) / launch.block;
    launch.arguments = arguments;
    launch.mapped = mapped_arguments;
    if (!hand_open(&by_hand))
        return 0;
    for (i = 0; i < 5; i++) {
        addresses[i] = hand_address(&by_hand, i);
        mapped[i] = hand_mapped(&by_hand, i);
    }
    fill_arguments(arguments, addresses);
    fill_arguments(mapped_arguments, mapped);
    return hand_build(&by_hand, HAND_MAPPED);
}

static void fill_inputs(float *x, float *y, float *z)
{
    size_t i;

    for (i = 0; i < COUNT; i++) {
        x[i] = (float)i;
        y[i] = (float)(i % 7);
        z[i] = (float)(i % 5);
    }
}

static float *pinned(unsigned index)
{
    return (float *)(void *)hand_pinned(&by_hand, index);
}

/* All exact, so that no device may round differently. */
static int are_right(const float *x, const float *y, const float *z, const float *u, const float *v)
{
    size_t i;

    for (i = 0; i < COUNT; i++)
        if (u[i] != factor * x[i] + y[i] || v[i] != factor * x[i] - z[i])
            return 0;
    return 1;
}

static int ours_are_right(void *context)
{
    (void)context;
    return are_right(saxpy_x(&program), saxpy_y(&program), saxpy_z(&program), saxpy_u(&program), saxpy_v(&program));
}

static int those_by_hand_are_right(void *context)
{
    (void)context;
    return are_right(pinned(0), pinned(1), pinned(2), pinned(3), pinned(4));
}

/* ---- ways: context is how many ---- */

static int one_by_one(void *context, unsigned long turn)
{
    unsigned i;

    (void)turn;
    for (i = 0; i < *(const unsigned *)context; i++)
        if (saxpy_replay(&program) != VG_OK)
            return 0;
    return 1;
}

static int one_by_one_by_hand(void *context, unsigned long turn)
{
    unsigned i;

    (void)turn;
    for (i = 0; i < *(const unsigned *)context; i++)
        if (!hand_replay(&by_hand, HAND_MAPPED))
            return 0;
    return 1;
}

static int queued_by_hand(void *context, unsigned long turn)
{
    unsigned i;

    (void)turn;
    for (i = 0; i < *(const unsigned *)context; i++)
        if (!hand_start(&by_hand, HAND_MAPPED))
            return 0;
    return hand_wait(&by_hand);
}

static int queued_without_graphs(void *context, unsigned long turn)
{
    unsigned i;

    (void)turn;
    for (i = 0; i < *(const unsigned *)context; i++)
        if (!hand_good(cuLaunchKernel(launch.function, launch.grid, 1, 1, launch.block, 1, 1, 0, by_hand.stream,
                                      launch.mapped, NULL),
                       "cuLaunchKernel"))
            return 0;
    return hand_wait(&by_hand);
}

static int measure_many(measure_table *t, const char *group, unsigned *many)
{
    measure_way ways[] = {
        {"ours: each waited for", one_by_one, ours_are_right, NULL, NULL},
        {"by hand: each waited for", one_by_one_by_hand, those_by_hand_are_right, NULL, NULL},
        {"by hand: graphs queued, one wait", queued_by_hand, those_by_hand_are_right, NULL, NULL},
        {"by hand: kernels queued, one wait", queued_without_graphs, those_by_hand_are_right, NULL, NULL},
    };
    const unsigned long replays = t->replays / *many > 0 ? t->replays / *many : 1;
    size_t i;

    for (i = 0; i < LENGTH(ways); i++)
        ways[i].context = many;
    return measure_compare(t, group, ways, LENGTH(ways), replays);
}

int queued_measure(measure_table *t)
{
    static unsigned hundred = 100, thousand = 1000;
    int good;

    if (saxpy_open(&program, NULL, NULL) != VG_OK) {
        report_failure("saxpy", "open", saxpy_detail(&program));
        return 0;
    }
    good = hand_good(cuCtxSetCurrent((CUcontext)program.rt.context), "cuCtxSetCurrent") && open_by_hand();
    if (good) {
        fill_inputs(saxpy_x(&program), saxpy_y(&program), saxpy_z(&program));
        fill_inputs(pinned(0), pinned(1), pinned(2));
        good = measure_many(t, "saxpy 100 times", &hundred) && measure_many(t, "saxpy 1,000 times", &thousand);
    }
    hand_close(&by_hand);
    (void)cuCtxSetCurrent(NULL);
    return saxpy_close(&program) == VG_OK && good;
}
