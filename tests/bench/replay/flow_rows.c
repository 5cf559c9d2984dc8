/* SPDX-License-Identifier: MIT */
/* Program flow: cost by size beside the same graph by hand, and lanes that overlap. No copies by the host: what goes in
 * is in pinned memory already. */
#include <string.h>

#include "flow.h"
#include "hand.h"
#include "report.h"
#include "rows.h"
#include "timing.h"

#define BLOCK 256

static flow program;

typedef struct size_of_work {
    const char *ours, *by_hand;
    uint64_t bytes;
    vg_status (*replay)(flow *p, unsigned lane);
    vg_status (*start)(flow *p, unsigned lane);
} size_of_work;

static const size_of_work sizes[] = {
    {"ours: 4 KiB", "by hand: 4 KiB", FLOW_KIB_4, flow_k4_replay, flow_k4_start},
    {"ours: 16 KiB", "by hand: 16 KiB", FLOW_KIB_16, flow_k16_replay, flow_k16_start},
    {"ours: 64 KiB", "by hand: 64 KiB", FLOW_KIB_64, flow_k64_replay, flow_k64_start},
    {"ours: 256 KiB", "by hand: 256 KiB", FLOW_KIB_256, flow_k256_replay, flow_k256_start},
    {"ours: 1 MiB", "by hand: 1 MiB", FLOW_MIB_1, flow_m1_replay, flow_m1_start},
    {"ours: 4 MiB", "by hand: 4 MiB", FLOW_MIB_4, flow_m4_replay, flow_m4_start},
    {NULL, NULL, FLOW_MIB_16, flow_m16_replay, flow_m16_start}, /* for lanes only */
};

#define SIZES (sizeof sizes / sizeof *sizes)

/* Fewer replays of what takes long: a megabyte costs about as much as ten small replays. */
static unsigned long replays_of(const measure_table *t, uint64_t bytes)
{
    const unsigned long replays = (unsigned long)(t->replays / (1 + bytes / (64u << 10)));

    return replays > t->rounds ? replays : t->rounds;
}

static int ours(void *context, unsigned long turn)
{
    (void)turn;
    return ((const size_of_work *)context)->replay(&program, 0) == VG_OK;
}

static int by_hand(void *context, unsigned long turn)
{
    (void)turn;
    return hand_replay((hand *)context, HAND_COALESCED);
}

static int measure_size(measure_table *t, const size_of_work *work)
{
    hand h;
    void *arguments[3];
    CUdeviceptr in, out;
    unsigned elements = (unsigned)(work->bytes / 16);
    measure_way ways[2];
    int good;

    memset(&h, 0, sizeof h);
    h.context = (CUcontext)program.lane[0].rt.context;
    h.function = (CUfunction)program.kernel[0];
    h.inputs = 1;
    h.outputs = 1;
    h.bytes = (size_t)work->bytes;
    h.block = BLOCK;
    h.grid = (elements + BLOCK - 1) / BLOCK;
    h.arguments = arguments;
    memset(ways, 0, sizeof ways);
    ways[0].name = work->ours;
    ways[0].replay = ours;
    ways[0].context = (void *)(uintptr_t)work;
    ways[1].name = work->by_hand;
    ways[1].replay = by_hand;
    ways[1].context = &h;
    good = hand_open(&h);
    in = hand_address(&h, 0);
    out = hand_address(&h, 1);
    arguments[0] = &in;
    arguments[1] = &out;
    arguments[2] = &elements;
    good = good && hand_build(&h) && measure_compare(t, "by size, in and out", ways, 2, replays_of(t, work->bytes));
    if (good) {
        ways[0].row->bytes = work->bytes;
        ways[1].row->bytes = work->bytes;
    }
    hand_close(&h);
    return good;
}

/* ---- lanes ---- */

/* `replays` of them, each lane started again as soon as it is seen to be done, in turns. */
static int run_lanes(const size_of_work *work, unsigned lanes, unsigned long replays)
{
    unsigned long i;
    unsigned lane;

    for (i = 0; i < replays; i++) {
        lane = (unsigned)(i % lanes);
        if (i >= lanes && flow_finish(&program, VG_FOREVER, lane) != VG_OK)
            return 0;
        if (work->start(&program, lane) != VG_OK)
            return 0;
    }
    for (i = replays > lanes ? replays - lanes : 0; i < replays; i++)
        if (flow_finish(&program, VG_FOREVER, (unsigned)(i % lanes)) != VG_OK)
            return 0;
    return 1;
}

/* Enough for the lanes to overlap nearly all the time, but for short runs. */
static unsigned long replays_of_round(const measure_table *t, uint64_t bytes)
{
    const unsigned long replays = replays_of(t, bytes) / t->rounds, least = t->replays / 400;

    if (replays < least)
        return least > FLOW_LANES ? least : FLOW_LANES;
    return replays > FLOW_LANES ? replays : FLOW_LANES;
}

static int measure_lanes(measure_table *t, const char *group, const size_of_work *work)
{
    static const char *const names[] = {"1 lane", "2 lanes", "3 lanes", "4 lanes"};
    const unsigned long replays = replays_of_round(t, work->bytes);
    measure_row *rows[FLOW_LANES];
    unsigned long round;
    unsigned lanes;

    for (lanes = 1; lanes <= FLOW_LANES; lanes++) {
        rows[lanes - 1] = measure_add(t, group, names[lanes - 1], t->rounds);
        if (rows[lanes - 1] == NULL)
            return 0;
        rows[lanes - 1]->bytes = work->bytes;
    }
    for (round = 0; round < t->rounds; round++) {
        for (lanes = 1; lanes <= FLOW_LANES; lanes++) {
            uint64_t begin = timing_now(), took;
            if (!run_lanes(work, lanes, replays)) {
                fprintf(stderr, "bench_replay: a replay of %u lanes failed\n", lanes);
                return 0;
            }
            took = timing_now() - begin;
            measure_sample(rows[lanes - 1], took / replays);
        }
    }
    for (lanes = 0; lanes < FLOW_LANES; lanes++) {
        uint64_t middle;
        timing_sort(rows[lanes]->samples, rows[lanes]->count);
        middle = timing_percentile(rows[lanes]->samples, rows[lanes]->count, 50.0);
        snprintf(rows[lanes]->note, sizeof rows[lanes]->note, "means of %lu replays; %.2f GB/s each way", replays,
                 (double)work->bytes / (double)(middle > 0 ? middle : 1));
    }
    return 1;
}

int flow_measure(measure_table *t)
{
    size_t i;
    int good = 1;

    if (flow_open(&program, NULL, NULL) != VG_OK) {
        report_failure("flow", "open", flow_detail(&program, 0));
        return 0;
    }
    good = cuCtxSetCurrent((CUcontext)program.lane[0].rt.context) == CUDA_SUCCESS;
    for (i = 0; good && i < SIZES; i++)
        if (sizes[i].ours != NULL)
            good = measure_size(t, &sizes[i]);
    good = good && measure_lanes(t, "lanes, 64 KiB in and out, a replay", &sizes[2]) &&
           measure_lanes(t, "lanes, 16 MiB in and out, a replay", &sizes[SIZES - 1]);
    (void)cuCtxSetCurrent(NULL);
    return flow_close(&program) == VG_OK && good;
}
