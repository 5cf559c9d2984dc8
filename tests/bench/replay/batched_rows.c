/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The vggen authors */
/* Program batched: eight calls with other inputs each time, one after the other and as a batch over four lanes. */
#include "rows.h"

#include "batched.h"
#include "hand.h"
#include "report.h"

#define COUNT ((size_t)BATCHED_N)
#define ITEMS ((size_t)BATCHED_ITEMS)

static batched program;
static float x[BATCHED_ITEMS][BATCHED_N], y[BATCHED_ITEMS][BATCHED_N];
static batched_in in[BATCHED_ITEMS];
static batched_out out[BATCHED_ITEMS];

/* No lane finds what it took before. */
static void change_inputs(unsigned long turn)
{
    size_t i;

    for (i = 0; i < ITEMS; i++)
        x[i][0] = (float)(turn % 100000 * ITEMS + i);
}

static int outputs_are_right(void *context)
{
    size_t i, k;

    (void)context;
    for (i = 0; i < ITEMS; i++)
        for (k = 0; k < COUNT; k++)
            if (y[i][k] != 2.0f * x[i][k])
                return 0;
    return 1;
}

static int one_after_the_other(void *context, unsigned long turn)
{
    size_t i;

    (void)context;
    change_inputs(turn);
    for (i = 0; i < ITEMS; i++)
        if (batched_call(&program, &in[i], &out[i], 0) != VG_OK)
            return 0;
    return 1;
}

static int as_a_batch(void *context, unsigned long turn)
{
    (void)context;
    change_inputs(turn);
    return batched_call_batch(&program, in, out, ITEMS) == VG_OK;
}

int batched_measure(measure_table *t)
{
    static measure_way ways[] = {
        {"ours: calls, one after the other", one_after_the_other, outputs_are_right, NULL, NULL},
        {"ours: a batch over four lanes", as_a_batch, outputs_are_right, NULL, NULL},
    };
    const unsigned long most = t->replays > 5000 ? 5000 : t->replays;
    size_t i, k;
    int good;

    if (batched_open(&program, NULL, NULL) != VG_OK) {
        report_failure("batched", "open", batched_detail(&program, 0));
        return 0;
    }
    for (i = 0; i < ITEMS; i++) {
        for (k = 0; k < COUNT; k++)
            x[i][k] = (float)(k % 1000 + i);
        in[i].x = x[i];
        out[i].y = y[i];
        in[i].x_count = out[i].y_count = COUNT;
    }
    good = hand_good(cuCtxSetCurrent((CUcontext)program.lane[0].rt.context), "cuCtxSetCurrent") &&
           measure_compare(t, "8 calls of 64 KiB in and out, other inputs each time", ways, 2, most);
    (void)cuCtxSetCurrent(NULL);
    return batched_close(&program) == VG_OK && good;
}
