/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The vggen authors */
/* Program graded: 64 blocks of work by a grid that is known, by one that the device sets, and by the most blocks. */
#include "rows.h"

#include <string.h>

#include "graded.h"
#include "hand.h"
#include "report.h"

static graded program;

typedef vg_status (*replay_of_graph)(graded *p);
static const replay_of_graph graphs[] = {graded_known_replay, graded_few_set_replay, graded_most_set_replay,
                                         graded_few_look_replay, graded_most_look_replay};

static int succeeded(vg_status status)
{
    if (status != VG_OK)
        report_failure("graded", "replay", graded_detail(&program));
    return status == VG_OK;
}

static int replay(void *context, unsigned long turn)
{
    (void)turn;
    return succeeded((*(const replay_of_graph *)context)(&program));
}

/* After all were 0, that many blocks wrote. */
static int is_right(void *context)
{
    uint32_t i;

    if (!succeeded(graded_clear_replay(&program)) || !replay(context, 0) || !succeeded(graded_show_replay(&program)))
        return 0;
    for (i = 0; i < GRADED_MOST; i++)
        if (graded_seen(&program)[i] != (i < GRADED_WORK ? i + 1 : 0))
            return 0;
    return 1;
}

int graded_measure(measure_table *t)
{
    static measure_way ways[] = {
        {"ours: a grid of 64, known", replay, is_right, NULL, NULL},
        {"ours: set to 64 of 1,024", replay, is_right, NULL, NULL},
        {"ours: set to 64 of 16,384", replay, is_right, NULL, NULL},
        {"1,024 blocks that look at the count", replay, is_right, NULL, NULL},
        {"16,384 blocks that look at the count", replay, is_right, NULL, NULL},
    };
    const vg_status opened = graded_open(&program, NULL, NULL);
    size_t i;
    int good;

    if (opened == VG_CANNOT) {
        fprintf(stderr, "bench: no rows of graded, for this driver lets the device set no grids\n");
        return 1;
    }
    if (opened != VG_OK) {
        report_failure("graded", "open", graded_detail(&program));
        return 0;
    }
    graded_wanted(&program)[0] = GRADED_WORK;
    for (i = 0; i < sizeof graphs / sizeof *graphs; i++)
        ways[i].context = (void *)(uintptr_t)&graphs[i];
    good = hand_good(cuCtxSetCurrent((CUcontext)program.rt.context), "cuCtxSetCurrent") &&
           measure_compare(t, "64 blocks, whose number a kernel counts", ways, sizeof ways / sizeof *ways, t->replays);
    (void)cuCtxSetCurrent(NULL);
    return graded_close(&program) == VG_OK && good;
}
