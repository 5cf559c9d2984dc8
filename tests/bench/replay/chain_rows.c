/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The vggen authors */
/* Program thousand: 1000 kernels one after the other, as graphs and as stream calls. */
#include <string.h>

#include "hand.h"
#include "report.h"
#include "rows.h"
#include "thousand.h"

#define BYTES (THOUSAND_N * sizeof(unsigned))

static thousand program;
static hand stream; /* of which only the stream and the memory are used: s and t */

static int succeeded(vg_status status)
{
    if (status != VG_OK)
        report_failure("thousand", "replay", thousand_detail(&program));
    return status == VG_OK;
}

/* context: the address of the graph's function. */
static int by_graph(void *context, unsigned long turn)
{
    vg_status (*const replay)(thousand *) = *(vg_status(**)(thousand *))context;

    (void)turn;
    return succeeded(replay(&program));
}

/* Only begins a replay, which graph_ends waits for. */
static int start_graph(void *context, unsigned long turn)
{
    (void)context;
    (void)turn;
    return succeeded(thousand_programmatic_start(&program));
}

static int graph_ends(void *context)
{
    (void)context;
    return succeeded(thousand_finish(&program, VG_FOREVER));
}

/* From t to s, back, and so on; begins with what the last one left. stream_ends waits for it. */
static int start_stream(void *context, unsigned long turn)
{
    CUdeviceptr s = hand_address(&stream, 0), t = hand_address(&stream, 1);
    void *there[2], *back[2];
    int i;

    (void)context;
    (void)turn;
    there[0] = back[1] = &t;
    there[1] = back[0] = &s;
    for (i = 0; i < THOUSAND_CHAIN; i++) {
        const CUresult result = cuLaunchKernel((CUfunction)program.kernel[0], 1, 1, 1, (unsigned)THOUSAND_N, 1, 1, 0,
                                               stream.stream, i % 2 == 0 ? there : back, NULL);
        if (!hand_good(result, "cuLaunchKernel"))
            return 0;
    }
    return 1;
}

static int stream_ends(void *context)
{
    (void)context;
    return hand_wait(&stream);
}

static int by_stream(void *context, unsigned long turn)
{
    return start_stream(context, turn) && stream_ends(context);
}

/* Once more, after all was 0. */
static int graph_is_right(void *context)
{
    unsigned i;

    if (!succeeded(thousand_clear_replay(&program)) || !by_graph(context, 0) ||
        !succeeded(thousand_tell_replay(&program)))
        return 0;
    for (i = 0; i < THOUSAND_N; i++) {
        unsigned wanted = 1;
        int k;
        for (k = 0; k < THOUSAND_CHAIN; k++)
            wanted = wanted * 3 + i;
        if (thousand_seen(&program)[i] != wanted)
            return 0;
    }
    return 1;
}

static int open_stream(void)
{
    memset(&stream, 0, sizeof stream);
    stream.context = (CUcontext)program.rt.context;
    stream.inputs = 1;
    stream.outputs = 1;
    stream.bytes = BYTES;
    return hand_good(cuCtxSetCurrent(stream.context), "cuCtxSetCurrent") && hand_open(&stream) &&
           hand_good(cuMemsetD8(stream.memory, 0, 2 * BYTES), "cuMemsetD8");
}

int chain_measure(measure_table *t)
{
    static vg_status (*overlapping)(thousand *) = thousand_programmatic_replay;
    static vg_status (*ordinary)(thousand *) = thousand_in_order_replay;
    static measure_way ways[] = {
        {"ours: programmatic edges", by_graph, graph_is_right, &overlapping, NULL},
        {"ours: ordinary edges", by_graph, graph_is_right, &ordinary, NULL},
        {"by hand: stream calls", by_stream, NULL, NULL, NULL},
    };
    static measure_way launching[] = {
        {"ours: one call", start_graph, NULL, NULL, NULL},
        {"by hand: stream calls", start_stream, NULL, NULL, NULL},
    };
    static int (*const ends[])(void *) = {graph_ends, stream_ends};
    const unsigned long most = t->replays > 10000 ? 10000 : t->replays;
    int good;

    if (thousand_open(&program, NULL, NULL) != VG_OK) {
        report_failure("thousand", "open", thousand_detail(&program));
        return 0;
    }
    /* A thousand stream calls take milliseconds: fewer of these. */
    good = open_stream() && measure_compare(t, "a chain of 1000 kernels", ways, 2, most) &&
           measure_compare(t, "a chain of 1000 kernels", ways + 2, 1, (most + 9) / 10) &&
           measure_starts(t, "the same: the calls that launch, alone", launching, ends, 2, (most + 9) / 10);
    if (good) {
        measure_promise(t, "1000 kernels, programmatic by ordinary edges", ways[0].row, 50, 0.72, &ways[1].row, 1);
        /* A replay is the device's time, and stream calls are the host's: what both take differs from host to host. So
         * the host's calls are held against one another. */
        measure_promise(t, "1000 kernels, the call that launches by stream calls", launching[0].row, 50, 0.01,
                        &launching[1].row, 1);
    }
    hand_close(&stream);
    (void)cuCtxSetCurrent(NULL);
    return thousand_close(&program) == VG_OK && good;
}
