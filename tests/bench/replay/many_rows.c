/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The vggen authors */
/* Program many: 32 kernels that have nothing to do with each other, side by side and one after the other. */
#include "hand.h"
#include "many.h"
#include "nodes.h"
#include "report.h"
#include "rows.h"

static many program;

typedef struct graph_of_many {
    vg_status (*replay)(many *p);
} graph_of_many;

static int succeeded(vg_status status)
{
    if (status != VG_OK)
        report_failure("many", "replay", many_detail(&program));
    return status == VG_OK;
}

static int replay(void *context, unsigned long turn)
{
    (void)turn;
    return succeeded(((const graph_of_many *)context)->replay(&program));
}

/* Each element is written again after all were 0. */
static int is_right(void *context)
{
    uint32_t wanted = 3, k;
    size_t i;

    for (k = 0; k < 32; k++)
        wanted = (wanted * 5) ^ k;
    if (!succeeded(many_clear_replay(&program)) || !replay(context, 0) || !succeeded(many_tell_replay(&program)))
        return 0;
    for (i = 0; i < MANY_SEEN_COUNT; i++)
        if (many_seen(&program)[i] != wanted)
            return 0;
    return 1;
}

int many_measure(measure_table *t)
{
    static graph_of_many graphs[] = {
        {many_apart_replay}, {many_line_replay}, {many_apart_held_replay}, {many_line_held_replay}};
    static measure_way ways[] = {
        {"side by side", replay, is_right, &graphs[0], NULL},
        {"one after the other", replay, is_right, &graphs[1], NULL},
        {"side by side, no input", replay, is_right, &graphs[2], NULL},
        {"one after the other, no input", replay, is_right, &graphs[3], NULL},
    };
    const unsigned long most = t->replays > 10000 ? 10000 : t->replays;
    size_t i;
    int good;

    if (many_open(&program, NULL, NULL) != VG_OK) {
        report_failure("many", "open", many_detail(&program));
        return 0;
    }
    for (i = 0; i < MANY_X_COUNT; i++)
        many_x(&program)[i] = 3;
    good = hand_good(cuCtxSetCurrent((CUcontext)program.rt.context), "cuCtxSetCurrent") &&
           measure_compare(t, "32 independent kernels of 64 blocks", ways, 4, most);
    if (good) {
        for (i = 0; i < 4; i++)
            nodes_note(ways[i].row, program.rt.store.graphs[i].graph);
        measure_promise(t, "32 independent kernels, by the same in a line", ways[0].row, 50, 0.78, &ways[1].row, 1);
    }
    (void)cuCtxSetCurrent(NULL);
    return many_close(&program) == VG_OK && good;
}
