/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The vggen authors */
/* Program fitted: as many blocks as the device runs at once beside grids that are fixed, and phases with a barrier of the
 * grid between them beside the same phases as steps. */
#include "fitted.h"
#include "hand.h"
#include "report.h"
#include "rows.h"

static fitted program;

typedef vg_status (*replay_of_graph)(fitted *p);
static const replay_of_graph sums[] = {fitted_sum_resident_replay, fitted_sum_few_replay, fitted_sum_middle_replay,
                                       fitted_sum_each_replay};
static const replay_of_graph phases[] = {fitted_barriers_replay, fitted_steps_replay, fitted_steps_in_order_replay};

static int succeeded(vg_status status)
{
    if (status != VG_OK)
        report_failure("fitted", "replay", fitted_detail(&program));
    return status == VG_OK;
}

static int replay(void *context, unsigned long turn)
{
    (void)turn;
    return succeeded((*(const replay_of_graph *)context)(&program));
}

/* Once more, after all is as it was at first. */
static int again(void *context)
{
    return succeeded(fitted_clear_replay(&program)) && replay(context, 0) && succeeded(fitted_show_replay(&program));
}

static int is_sum(void *context)
{
    uint32_t wanted = 0, i;

    if (!again(context))
        return 0;
    for (i = 0; i < FITTED_N; i++)
        wanted += i * 2654435761u;
    return fitted_sum(&program)[0] == wanted;
}

static int are_phases(void *context)
{
    static uint32_t wanted[FITTED_P];
    uint32_t first, i, pass;

    if (!again(context))
        return 0;
    for (i = 0; i < FITTED_P; i++)
        wanted[i] = i;
    for (pass = 0; pass < FITTED_PHASES; pass++) {
        first = wanted[0];
        for (i = 0; i < FITTED_P; i++)
            wanted[i] = wanted[i] * 3 + (i + 1 < FITTED_P ? wanted[i + 1] : first);
    }
    for (i = 0; i < FITTED_P; i++)
        if (fitted_seen(&program)[i] != wanted[i])
            return 0;
    return 1;
}

static int measure_both(measure_table *t)
{
    static measure_way of_sums[] = {
        {"ours: grid: resident", replay, is_sum, NULL, NULL},
        {"132 blocks", replay, is_sum, NULL, NULL},
        {"1,024 blocks", replay, is_sum, NULL, NULL},
        {"4,096 blocks, an element for each thread", replay, is_sum, NULL, NULL},
    };
    static measure_way of_phases[] = {
        {"one launch, barriers of a resident grid", replay, are_phases, NULL, NULL},
        {"20 steps, programmatic edges", replay, are_phases, NULL, NULL},
        {"20 steps, ordinary edges", replay, are_phases, NULL, NULL},
    };
    const unsigned long most = t->replays > 10000 ? 10000 : t->replays;
    size_t i;

    for (i = 0; i < sizeof sums / sizeof *sums; i++)
        of_sums[i].context = (void *)(uintptr_t)&sums[i];
    for (i = 0; i < sizeof phases / sizeof *phases; i++)
        of_phases[i].context = (void *)(uintptr_t)&phases[i];
    if (!measure_compare(t, "a sum over 4 MiB", of_sums, 4, most) ||
        !measure_compare(t, "20 phases of 132 blocks", of_phases, 3, most))
        return 0;
    measure_promise(t, "a sum by a resident grid, by the best fixed one", of_sums[0].row, 50, 1.1,
                    (measure_row *const[]){of_sums[1].row, of_sums[2].row, of_sums[3].row}, 3);
    measure_promise(t, "20 phases as steps, by barriers of the grid", of_phases[1].row, 50, 1.05, &of_phases[0].row, 1);
    return 1;
}

int fitted_measure(measure_table *t)
{
    int good;

    if (fitted_open(&program, NULL, NULL) != VG_OK) {
        report_failure("fitted", "open", fitted_detail(&program));
        return 0;
    }
    good = hand_good(cuCtxSetCurrent((CUcontext)program.rt.context), "cuCtxSetCurrent") && measure_both(t);
    (void)cuCtxSetCurrent(NULL);
    return fitted_close(&program) == VG_OK && good;
}
