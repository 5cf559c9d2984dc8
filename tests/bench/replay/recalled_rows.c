/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The vggen authors */
/* Program recalled: calls whose inputs are always new, beside calls with one of eight inputs that it remembers. */
#include "rows.h"

#include "hand.h"
#include "recalled.h"
#include "report.h"

#define COUNT ((size_t)RECALLED_N)
#define OUT_COUNT ((size_t)RECALLED_OUT)
#define INPUTS ((size_t)RECALLED_KEEP)
#define LENGTH(list) (sizeof(list) / sizeof *(list))

static recalled launching, remembering; /* each call of one launches, none of the other */
static float x[RECALLED_KEEP][RECALLED_N], y[RECALLED_OUT];
static size_t used; /* the input that y is of */

static int outputs_are_right(void *context)
{
    size_t i, k;

    (void)context;
    for (i = 0; i < OUT_COUNT; i++) {
        float all = 0.0f;
        for (k = 0; k < COUNT / OUT_COUNT; k++)
            all += x[used][k * OUT_COUNT + i];
        if (y[i] != all)
            return 0;
    }
    return 1;
}

static int call(recalled *p, size_t which)
{
    const recalled_in in = {x[which], COUNT};
    recalled_out out = {y, OUT_COUNT};

    used = which;
    return recalled_call(p, &in, &out) == VG_OK;
}

/* The last number differs, so that comparing what went in before takes longest. */
static int new_inputs(void *context, unsigned long turn)
{
    const uint64_t launches = recalled_stats(&launching)->launches;

    (void)context;
    x[0][COUNT - 1] = (float)(turn % 1000000 + 1);
    return call(&launching, 0) && recalled_stats(&launching)->launches == launches + 1;
}

/* The last input is the next one to come, so the one that was not used for the longest time. */
static int known_inputs(void *context, unsigned long turn)
{
    const uint64_t launches = recalled_stats(&remembering)->launches;

    (void)context;
    return call(&remembering, 1 + (size_t)turn % (INPUTS - 1)) && recalled_stats(&remembering)->launches == launches;
}

static int last_inputs(void *context, unsigned long turn)
{
    const uint64_t launches = recalled_stats(&remembering)->launches;

    (void)context;
    (void)turn;
    return call(&remembering, 1) && recalled_stats(&remembering)->launches == launches;
}

static int open_both(void)
{
    size_t i, k;

    if (recalled_open(&launching, NULL, NULL) != VG_OK) {
        report_failure("recalled", "open", recalled_detail(&launching));
        return 0;
    }
    if (recalled_open(&remembering, NULL, NULL) != VG_OK) {
        report_failure("recalled", "open", recalled_detail(&remembering));
        return 0;
    }
    for (i = 0; i < INPUTS; i++)
        for (k = 0; k < COUNT; k++)
            x[i][k] = (float)(k % 100 + i);
    for (i = 1; i < INPUTS; i++)
        if (!call(&remembering, i))
            return 0;
    return hand_good(cuCtxSetCurrent((CUcontext)launching.rt.context), "cuCtxSetCurrent");
}

int recalled_measure(measure_table *t)
{
    static measure_way ways[] = {
        {"ours: new inputs, a launch", new_inputs, outputs_are_right, NULL, NULL},
        {"ours: one of 7 kept inputs", known_inputs, outputs_are_right, NULL, NULL},
        {"ours: the last inputs", last_inputs, outputs_are_right, NULL, NULL},
    };
    int good = open_both() && measure_compare(t, "64 KiB in, 4 KiB out, 8 kept calls", ways, LENGTH(ways), t->replays);

    if (good)
        measure_promise(t, "a call with kept inputs by one that launches", ways[1].row, 50, 0.40, &ways[0].row, 1);
    (void)cuCtxSetCurrent(NULL);
    (void)recalled_close(&remembering);
    return recalled_close(&launching) == VG_OK && good;
}
