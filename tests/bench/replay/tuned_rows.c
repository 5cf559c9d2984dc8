/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The vggen authors */
/* Program tuned: what it costs to change a setting before each replay, by hand as well; and to have a replay timed. */
#include "rows.h"

#include <string.h>

#include "hand.h"
#include "report.h"
#include "tuned.h"

#define COUNT ((size_t)TUNED_N)
#define LENGTH(list) (sizeof(list) / sizeof *(list))

static tuned program;
static hand by_hand;
static hand_launch launch;
static CUdeviceptr mapped[2];
static CUgraphNode node;
static float gain; /* of the last replay */
static void *arguments[] = {&mapped[0], &gain, &mapped[1]};

static int open_by_hand(void)
{
    size_t count = 1;

    memset(&by_hand, 0, sizeof by_hand);
    by_hand.context = (CUcontext)program.rt.context;
    by_hand.inputs = by_hand.outputs = 1;
    by_hand.bytes = COUNT * sizeof(float);
    by_hand.launches = &launch;
    by_hand.launch_count = 1;
    launch.function = (CUfunction)program.kernel[0];
    launch.block = 128;
    launch.grid = (unsigned)COUNT / launch.block;
    launch.arguments = launch.mapped = arguments;
    if (!hand_open(&by_hand))
        return 0;
    mapped[0] = hand_mapped(&by_hand, 0);
    mapped[1] = hand_mapped(&by_hand, 1);
    return hand_build(&by_hand, HAND_MAPPED) &&
           hand_good(cuGraphGetNodes(by_hand.graphs[HAND_MAPPED], &node, &count), "cuGraphGetNodes");
}

static int are_right(const float *x, const float *y)
{
    size_t i;

    for (i = 0; i < COUNT; i++)
        if (y[i] != x[i] * gain)
            return 0;
    return 1;
}

static int ours_are_right(void *context)
{
    (void)context;
    return are_right(tuned_x(&program), tuned_y(&program));
}

static int those_by_hand_are_right(void *context)
{
    (void)context;
    return are_right((const float *)(const void *)hand_pinned(&by_hand, 0),
                     (const float *)(const void *)hand_pinned(&by_hand, 1));
}

/* Whole numbers, so that products are exact. */
static float next_gain(unsigned long turn)
{
    gain = (float)(turn % 100 + 1);
    return gain;
}

/* ---- ways ---- */

static int by_value(void *context, unsigned long turn)
{
    (void)context;
    (void)turn;
    gain = tuned_gain(&program);
    return tuned_by_value_replay(&program) == VG_OK;
}

static int changed_by_value(void *context, unsigned long turn)
{
    (void)context;
    return tuned_set_gain(&program, next_gain(turn)) == VG_OK && tuned_by_value_replay(&program) == VG_OK;
}

static int by_pointer(void *context, unsigned long turn)
{
    (void)context;
    (void)turn;
    gain = tuned_read(&program);
    return tuned_by_pointer_replay(&program) == VG_OK;
}

static int changed_by_pointer(void *context, unsigned long turn)
{
    (void)context;
    return tuned_set_read(&program, next_gain(turn)) == VG_OK && tuned_by_pointer_replay(&program) == VG_OK;
}

static int timed(void *context, unsigned long turn)
{
    vg_times times;

    (void)context;
    (void)turn;
    gain = tuned_gain(&program);
    return tuned_by_value_replay_timed(&program, &times) == VG_OK;
}

static int changed_by_hand(void *context, unsigned long turn)
{
    CUDA_KERNEL_NODE_PARAMS params;

    (void)context;
    (void)next_gain(turn);
    memset(&params, 0, sizeof params);
    params.func = launch.function;
    params.gridDimX = launch.grid;
    params.gridDimY = params.gridDimZ = 1;
    params.blockDimX = launch.block;
    params.blockDimY = params.blockDimZ = 1;
    params.kernelParams = arguments;
    return hand_good(cuGraphExecKernelNodeSetParams(by_hand.execs[HAND_MAPPED], node, &params),
                     "cuGraphExecKernelNodeSetParams") &&
           hand_replay(&by_hand, HAND_MAPPED);
}

int tuned_measure(measure_table *t)
{
    static measure_way ways[] = {
        {"ours: setting by value, kept", by_value, ours_are_right, NULL, NULL},
        {"ours: setting by value, changed", changed_by_value, ours_are_right, NULL, NULL},
        {"ours: setting by pointer, kept", by_pointer, ours_are_right, NULL, NULL},
        {"ours: setting by pointer, changed", changed_by_pointer, ours_are_right, NULL, NULL},
        {"by hand: parameter changed", changed_by_hand, those_by_hand_are_right, NULL, NULL},
        {"ours: setting by value, kept, timed", timed, ours_are_right, NULL, NULL},
    };
    size_t i;
    int good;

    if (tuned_open(&program, NULL, NULL) != VG_OK) {
        report_failure("tuned", "open", tuned_detail(&program));
        return 0;
    }
    good = hand_good(cuCtxSetCurrent((CUcontext)program.rt.context), "cuCtxSetCurrent") && open_by_hand();
    if (good) {
        for (i = 0; i < COUNT; i++)
            tuned_x(&program)[i] = ((float *)(void *)hand_pinned(&by_hand, 0))[i] = (float)i;
        good = measure_compare(t, "a setting, and times: 1 KiB in and out, one kernel", ways, LENGTH(ways), t->replays);
    }
    hand_close(&by_hand);
    (void)cuCtxSetCurrent(NULL);
    return tuned_close(&program) == VG_OK && good;
}
