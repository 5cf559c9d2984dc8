/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The vggen authors */
/* Programs pieces and whole: eight outputs that one launch brings, apart on the device or side by side. */
#include <string.h>

#include "hand.h"
#include "nodes.h"
#include "pieces.h"
#include "report.h"
#include "rows.h"
#include "whole.h"

#define OUTPUTS 8u

static pieces apart;
static whole together;

/* Of one size: the same graph of both programs, with its input and its outputs. */
typedef struct graph_of_pieces {
    const char *group;
    size_t graph, count;
    vg_status (*replay_apart)(pieces *p);
    vg_status (*replay_together)(whole *p);
    uint32_t *(*x_apart)(pieces *p);
    uint32_t *(*x_together)(whole *p);
    const uint32_t *(*y_apart[OUTPUTS])(const pieces *p);
    const uint32_t *(*y_together[OUTPUTS])(const whole *p);
} graph_of_pieces;

#define SAME(program, size)                                                                                            \
    {                                                                                                                  \
        program##_y0_##size, program##_y1_##size, program##_y2_##size, program##_y3_##size, program##_y4_##size,       \
            program##_y5_##size, program##_y6_##size, program##_y7_##size                                              \
    }

static const graph_of_pieces sizes_of_pieces[] = {
    {"8 outputs of 1 KiB", 0, PIECES_FEW, pieces_few_replay, whole_few_replay, pieces_x_few, whole_x_few,
     SAME(pieces, few), SAME(whole, few)},
    {"8 outputs of 128 KiB", 1, PIECES_MORE, pieces_more_replay, whole_more_replay, pieces_x_more, whole_x_more,
     SAME(pieces, more), SAME(whole, more)},
};
#define SIZES (sizeof sizes_of_pieces / sizeof *sizes_of_pieces)

static int replay_apart(void *context, unsigned long turn)
{
    const graph_of_pieces *g = (const graph_of_pieces *)context;

    g->x_apart(&apart)[0] = (uint32_t)turn;
    return g->replay_apart(&apart) == VG_OK;
}

static int replay_together(void *context, unsigned long turn)
{
    const graph_of_pieces *g = (const graph_of_pieces *)context;

    g->x_together(&together)[0] = (uint32_t)turn;
    return g->replay_together(&together) == VG_OK;
}

/* Output k is x + k, whatever shared its bytes. */
static int is_output(const uint32_t *y, const uint32_t *x, uint32_t k, size_t count)
{
    size_t i;

    for (i = 0; i < count; i++)
        if (y[i] != x[i] + k)
            return 0;
    return 1;
}

static int apart_is_right(void *context)
{
    const graph_of_pieces *g = (const graph_of_pieces *)context;
    uint32_t k;

    for (k = 0; k < OUTPUTS; k++)
        if (!is_output(g->y_apart[k](&apart), g->x_apart(&apart), k, g->count))
            return 0;
    return 1;
}

static int together_is_right(void *context)
{
    const graph_of_pieces *g = (const graph_of_pieces *)context;
    uint32_t k;

    for (k = 0; k < OUTPUTS; k++)
        if (!is_output(g->y_together[k](&together), g->x_together(&together), k, g->count))
            return 0;
    return 1;
}

static int measure_pieces(measure_table *t, const graph_of_pieces *g)
{
    measure_way ways[] = {
        {"ours: in 8 pieces", replay_apart, apart_is_right, NULL, NULL},
        {"ours: in one", replay_together, together_is_right, NULL, NULL},
    };
    const unsigned long most = t->replays > 10000 ? 10000 : t->replays;

    ways[0].context = ways[1].context = (void *)(uintptr_t)g;
    if (!measure_compare(t, g->group, ways, sizeof ways / sizeof *ways, most))
        return 0;
    nodes_note(ways[0].row, apart.rt.store.graphs[g->graph].graph);
    nodes_note(ways[1].row, together.rt.store.graphs[g->graph].graph);
    return 1;
}

int pieces_measure(measure_table *t)
{
    size_t i;
    int good;

    if (pieces_open(&apart, NULL, NULL) != VG_OK) {
        report_failure("pieces", "open", pieces_detail(&apart));
        return 0;
    }
    if (whole_open(&together, NULL, NULL) != VG_OK) {
        report_failure("whole", "open", whole_detail(&together));
        return 0;
    }
    good = hand_good(cuCtxSetCurrent((CUcontext)apart.rt.context), "cuCtxSetCurrent");
    for (i = 0; good && i < SIZES; i++)
        good = measure_pieces(t, &sizes_of_pieces[i]);
    (void)cuCtxSetCurrent(NULL);
    return whole_close(&together) == VG_OK && pieces_close(&apart) == VG_OK && good;
}
