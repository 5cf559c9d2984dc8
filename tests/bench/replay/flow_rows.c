/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The vggen authors */
/* Program flow: lanes that overlap, beside plain copies in both directions at once, which is all that the bus can do, and
 * beside the same graphs launched by driver calls alone, which is all that the host can do. */
#include <string.h>

#include "flow.h"
#include "hand.h"
#include "report.h"
#include "rows.h"
#include "timing.h"

#define SMALL_GRAPH 0u /* k64: the spec's first */

static flow program;

typedef struct size_of_work {
    uint64_t bytes;
    vg_status (*start)(flow *p, unsigned lane);
    flow_f32x4 *(*in)(flow *p, unsigned lane);
    const flow_f32x4 *(*out)(const flow *p, unsigned lane);
} size_of_work;

static const size_of_work small = {FLOW_KIB_64, flow_k64_start, flow_x64k, flow_y64k};
static const size_of_work small_chosen = {FLOW_KIB_64, flow_k64_auto_start, flow_x_any, flow_y_any};
static const size_of_work large = {FLOW_MIB_16, flow_m16_start, flow_x16m, flow_y16m};

/* ---- the same graphs without the runtime ---- */

static int start_bare(unsigned lane)
{
    const vg_program *rt = &program.lane[lane].rt;

    if ((rt->store.graphs[SMALL_GRAPH].traits & VG_HAS_END) != 0)
        __atomic_store_n(rt->end.word, 0u, __ATOMIC_RELAXED);
    return hand_good(cuGraphLaunch((CUgraphExec)rt->store.graphs[SMALL_GRAPH].exec, (CUstream)rt->stream),
                     "cuGraphLaunch");
}

static int finish_bare(unsigned lane)
{
    const vg_program *rt = &program.lane[lane].rt;
    const int ends = (rt->store.graphs[SMALL_GRAPH].traits & VG_HAS_END) != 0;
    CUresult result = CUDA_ERROR_NOT_READY;

    while (ends ? __atomic_load_n(rt->end.word, __ATOMIC_ACQUIRE) != VG_END_VALUE : result == CUDA_ERROR_NOT_READY) {
        if (!ends)
            result = cuStreamQuery((CUstream)rt->stream);
        VG_PAUSE();
    }
    return ends || hand_good(result, "cuStreamQuery");
}

/* ---- lanes ---- */

static int start_lane(const size_of_work *work, unsigned lane)
{
    return work != NULL ? work->start(&program, lane) == VG_OK : start_bare(lane);
}

static int finish_lane(const size_of_work *work, unsigned lane)
{
    return work != NULL ? flow_finish(&program, VG_FOREVER, lane) == VG_OK : finish_bare(lane);
}

/* Each lane is started again as soon as it is seen to be done, in turns. The nanoseconds of `replays` of them, from the end
 * of one to the end of another, while every lane is at work. Without `work` by driver calls alone. */
static int run_lanes(const size_of_work *work, unsigned lanes, unsigned long replays, uint64_t *took)
{
    const unsigned long all = replays + lanes;
    uint64_t begin = 0;
    unsigned long i;

    for (i = 0; i < all + lanes; i++) {
        const unsigned lane = (unsigned)(i % lanes);
        if (i >= lanes && !finish_lane(work, lane))
            return 0;
        if (i == lanes)
            begin = timing_now();
        if (i == lanes + replays)
            *took = timing_now() - begin;
        if (i < all && !start_lane(work, lane))
            return 0;
    }
    return 1;
}

/* ---- the bus ---- */

#define SLOTS 2u /* in each direction: no copy waits for the memory of the one before */

/* Of which only the memory and the stream are used: slots that go up, then slots that come down. */
static hand copies;
static CUstream down;

static int open_bus(void)
{
    memset(&copies, 0, sizeof copies);
    copies.context = (CUcontext)program.lane[0].rt.context;
    copies.inputs = SLOTS;
    copies.outputs = SLOTS;
    copies.bytes = (size_t)large.bytes;
    return hand_open(&copies) && hand_good(cuStreamCreate(&down, CU_STREAM_NON_BLOCKING), "cuStreamCreate");
}

static void close_bus(void)
{
    if (down != NULL)
        (void)cuStreamDestroy(down);
    hand_close(&copies);
}

static int run_bus(unsigned long count, uint64_t *took)
{
    const uint64_t begin = timing_now();
    unsigned long i;

    for (i = 0; i < count; i++) {
        const unsigned up_slot = (unsigned)(i % SLOTS), down_slot = SLOTS + up_slot;
        if (!hand_good(cuMemcpyHtoDAsync(hand_address(&copies, up_slot), hand_pinned(&copies, up_slot), copies.bytes,
                                         copies.stream),
                       "cuMemcpyHtoDAsync") ||
            !hand_good(cuMemcpyDtoHAsync(hand_pinned(&copies, down_slot), hand_address(&copies, down_slot),
                                         copies.bytes, down),
                       "cuMemcpyDtoHAsync"))
            return 0;
    }
    if (!hand_good(cuStreamSynchronize(copies.stream), "cuStreamSynchronize") ||
        !hand_good(cuStreamSynchronize(down), "cuStreamSynchronize"))
        return 0;
    *took = timing_now() - begin;
    return 1;
}

/* ---- rows ---- */

/* What lanes are held against comes last: what the bus can do, or the host. */
enum { BUS = FLOW_LANES, BARE = BUS, ROWS };

/* Of a round. A host whose speed changes does so for all rows alike where rounds are many and short. */
static unsigned long replays_of_round(const measure_table *t, const size_of_work *work)
{
    const unsigned long replays = t->replays * 3 / 4 / t->rounds / (work == &large ? 5 : 1);

    return replays > FLOW_LANES ? replays : FLOW_LANES;
}

static int add_rows(measure_table *t, const char *group, const size_of_work *work, measure_row **rows, unsigned count)
{
    static const char *const names[] = {"1 lane", "2 lanes", "3 lanes", "4 lanes"};
    const char *last = work == &large ? "by hand: both directions at once" : "by hand: the same graphs in 4 streams";
    unsigned i;

    for (i = 0; i < count; i++) {
        rows[i] = measure_add(t, group, i < FLOW_LANES ? names[i] : last, t->rounds);
        if (rows[i] == NULL)
            return 0;
        rows[i]->bytes = work->bytes;
    }
    return 1;
}

static void note_rate(measure_row *row, unsigned long replays)
{
    uint64_t middle;

    timing_sort(row->samples, row->count);
    middle = timing_percentile(row->samples, row->count, 50.0);
    snprintf(row->note, sizeof row->note, "means of %lu; %.2f GB/s each way", replays,
             (double)row->bytes / (double)(middle > 0 ? middle : 1));
}

static int run_row(const size_of_work *work, unsigned row, unsigned long replays, uint64_t *took)
{
    if (row < FLOW_LANES)
        return run_lanes(work, row + 1, replays, took);
    return work == &large ? run_bus(replays, took) : run_lanes(NULL, FLOW_LANES, replays, took);
}

/* count: rows, of which the last may be the bus or the bare graphs. Every second round runs them backwards, so that none
 * follows the same one each time; the lanes that are judged by the last row are always right beside it. */
static int measure_lanes(measure_table *t, const char *group, const size_of_work *work, measure_row **rows,
                         unsigned count)
{
    static const unsigned orders[2][ROWS] = {{0, 1, 2, 3, BARE}, {0, 1, 3, 2, BUS}};
    const unsigned *order = orders[work == &large];
    const unsigned long replays = replays_of_round(t, work);
    unsigned long round;
    unsigned i;

    if (!add_rows(t, group, work, rows, count))
        return 0;
    for (round = 0; round < t->rounds; round++) {
        for (i = 0; i < count; i++) {
            const unsigned row = order[round % 2 == 0 ? i : count - 1 - i];
            uint64_t took = 0;
            if (!run_row(work, row, replays, &took)) {
                fprintf(stderr, "bench_replay: %s failed\n", rows[row]->way);
                return 0;
            }
            measure_sample(rows[row], took / replays);
        }
    }
    for (i = 0; i < count; i++)
        note_rate(rows[i], replays);
    return 1;
}

static void fill_inputs(const size_of_work *work)
{
    unsigned lane;
    size_t i;

    for (lane = 0; lane < FLOW_LANES; lane++)
        for (i = 0; i < work->bytes / sizeof(flow_f32x4); i++)
            work->in(&program, lane)[i].x = work->in(&program, lane)[i].w = (float)(i % 1000 + lane);
}

/* What went up comes down doubled, in every lane. */
static int outputs_are_right(const size_of_work *work)
{
    unsigned lane;
    size_t i;

    for (lane = 0; lane < FLOW_LANES; lane++) {
        const flow_f32x4 *x = work->in(&program, lane), *y = work->out(&program, lane);
        for (i = 0; i < work->bytes / sizeof(flow_f32x4); i++) {
            if (y[i].x != 2.0f * x[i].x || y[i].w != 2.0f * x[i].w) {
                fprintf(stderr, "bench_replay: lanes give wrong results\n");
                return 0;
            }
        }
    }
    return 1;
}

int flow_measure(measure_table *t)
{
    measure_row *small_rows[ROWS], *chosen_rows[ROWS], *large_rows[ROWS];
    int good;

    if (flow_open(&program, NULL, NULL) != VG_OK) {
        report_failure("flow", "open", flow_detail(&program, 0));
        return 0;
    }
    fill_inputs(&small);
    fill_inputs(&small_chosen);
    fill_inputs(&large);
    good = hand_good(cuCtxSetCurrent((CUcontext)program.lane[0].rt.context), "cuCtxSetCurrent") && open_bus() &&
           measure_lanes(t, "lanes, 64 KiB in and out by copy nodes, a replay", &small, small_rows, ROWS) &&
           measure_lanes(t, "lanes, 64 KiB in and out as chosen, a replay", &small_chosen, chosen_rows, FLOW_LANES) &&
           measure_lanes(t, "lanes, 16 MiB in and out by copy nodes, a replay", &large, large_rows, ROWS) &&
           outputs_are_right(&small) && outputs_are_right(&small_chosen) && outputs_are_right(&large);
    if (good) {
        /* One thread drives all lanes, so that four of them take what its calls take. That they overlap is seen below. */
        measure_promise(t, "64 KiB, 4 lanes by the same graphs by hand", small_rows[3], 50, 1.10, &small_rows[BARE], 1);
        /* 0.95 of what the bus can do. */
        measure_promise(t, "16 MiB, 3 lanes by plain copies both ways", large_rows[2], 50, 1 / 0.95, &large_rows[BUS],
                        1);
    }
    close_bus();
    (void)cuCtxSetCurrent(NULL);
    return flow_close(&program) == VG_OK && good;
}
