/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The vggen authors */
/* Program sizes: cost by size and by transport, beside copy nodes by hand. No copies by the host: what goes in is in pinned
 * memory already. */
#include <string.h>

#include "hand.h"
#include "nodes.h"
#include "report.h"
#include "rows.h"
#include "sizes.h"

#define BLOCK 256

static sizes program;

typedef struct graph_of_size {
    const char *name;
    vg_status (*replay)(sizes *p);
    const char *graph;
    sizes_f32x4 *(*in)(sizes *p);
    const sizes_f32x4 *(*out)(const sizes *p);
    size_t vectors;
} graph_of_size;

enum { AUTO, COPY, KERNEL, DIRECT, TRANSPORTS };

typedef struct size_of_work {
    const char *by_hand, *limit, *copies_limit;
    uint64_t bytes;
    graph_of_size ways[TRANSPORTS];
} size_of_work;

#define WAY(text, size, transport, graph, bytes)                                                                       \
    {                                                                                                                  \
        "ours: " text ", " #transport, sizes_##graph##_##transport##_replay, #graph "_" #transport,                    \
            sizes_x##size##_##transport, sizes_y##size##_##transport, (bytes) / sizeof(sizes_f32x4)                    \
    }
#define SIZE(text, size, graph, bytes)                                                                                 \
    {                                                                                                                  \
        "by hand: " text ", copy nodes", text " chosen, by the best of three", text " copied, by copy nodes by hand",  \
            bytes,                                                                                                     \
        {                                                                                                              \
            WAY(text, size, auto, graph, bytes), WAY(text, size, copy, graph, bytes),                                  \
                WAY(text, size, kernel, graph, bytes), WAY(text, size, direct, graph, bytes)                           \
        }                                                                                                              \
    }

#define FEW_BYTES 16384u

static const size_of_work works[] = {
    SIZE("4 KiB", 4k, k4, SIZES_KIB_4),         SIZE("64 KiB", 64k, k64, SIZES_KIB_64),
    SIZE("256 KiB", 256k, k256, SIZES_KIB_256), SIZE("1 MiB", 1m, m1, SIZES_MIB_1),
    SIZE("4 MiB", 4m, m4, SIZES_MIB_4),
};

#define SIZES (sizeof works / sizeof *works)

/* Half as often as small work, which is ten thousand times; on the CPU device, fewer of large ones. */
static unsigned long replays_of(const measure_table *t, uint64_t bytes)
{
    const unsigned long least = t->replays > 10000 ? 10000 : t->replays;
    const unsigned long replays = (unsigned long)(t->replays / (1 + bytes / (64u << 10)));

    return replays > least ? replays : least;
}

static int ours(void *context, unsigned long turn)
{
    const graph_of_size *g = (const graph_of_size *)context;

    g->in(&program)[0].x = (float)(turn % 1000);
    return g->replay(&program) == VG_OK;
}

static int is_right(void *context)
{
    const graph_of_size *g = (const graph_of_size *)context;
    const float *x = (const float *)g->in(&program), *y = (const float *)g->out(&program);
    size_t i;

    for (i = 0; i < 4 * g->vectors; i++)
        if (y[i] != 2.0f * x[i])
            return 0;
    return 1;
}

static int by_hand(void *context, unsigned long turn)
{
    (void)turn;
    return hand_replay((hand *)context, HAND_COALESCED);
}

static void *graph_of(const char *name)
{
    unsigned i;

    for (i = 0; i < program.rt.desc->graph_count; i++)
        if (strcmp(program.rt.desc->graphs[i].name, name) == 0)
            return program.rt.store.graphs[i].graph;
    return NULL;
}

static void note_and_promise(measure_table *t, const size_of_work *work, measure_way *ways)
{
    measure_row *transports[] = {ways[COPY].row, ways[KERNEL].row, ways[DIRECT].row};
    unsigned i;

    for (i = 0; i <= TRANSPORTS; i++)
        ways[i].row->bytes = work->bytes;
    for (i = 0; i < TRANSPORTS; i++)
        nodes_note(ways[i].row, graph_of(work->ways[i].graph));
    measure_promise(t, work->limit, ways[AUTO].row, 50, 1.03, transports, 3);
    /* Copy nodes of few bytes have two speeds, 11.6 and 17.8 us for 4 KiB; ours are made so that they have one, 12.4. */
    measure_promise(t, work->copies_limit, ways[COPY].row, 50, work->bytes < FEW_BYTES ? 1.15 : 1.05,
                    &ways[TRANSPORTS].row, 1);
}

static int measure_size(measure_table *t, const size_of_work *work)
{
    hand h;
    hand_launch launch;
    void *arguments[3];
    CUdeviceptr in, out;
    unsigned elements = (unsigned)(work->bytes / 16), i;
    measure_way ways[TRANSPORTS + 1];
    int good;

    memset(ways, 0, sizeof ways);
    for (i = 0; i < TRANSPORTS; i++) {
        const graph_of_size *g = &work->ways[i];
        size_t k;
        ways[i].name = g->name;
        ways[i].replay = ours;
        ways[i].check = is_right;
        ways[i].context = (void *)(uintptr_t)g;
        for (k = 0; k < g->vectors; k++)
            g->in(&program)[k].y = (float)(k % 1000);
    }
    memset(&h, 0, sizeof h);
    memset(&launch, 0, sizeof launch);
    h.context = (CUcontext)program.rt.context;
    h.inputs = 1;
    h.outputs = 1;
    h.bytes = (size_t)work->bytes;
    h.launches = &launch;
    h.launch_count = 1;
    launch.function = (CUfunction)program.kernel[0];
    launch.block = BLOCK;
    launch.grid = (elements + BLOCK - 1) / BLOCK;
    launch.arguments = arguments;
    ways[TRANSPORTS].name = work->by_hand;
    ways[TRANSPORTS].replay = by_hand;
    ways[TRANSPORTS].context = &h;
    good = hand_open(&h);
    in = hand_address(&h, 0);
    out = hand_address(&h, 1);
    arguments[0] = &in;
    arguments[1] = &out;
    arguments[2] = &elements;
    good = good && hand_build(&h, HAND_COALESCED) &&
           measure_compare(t, "by size, in and out", ways, TRANSPORTS + 1, replays_of(t, work->bytes));
    if (good)
        note_and_promise(t, work, ways);
    hand_close(&h);
    return good;
}

int size_measure(measure_table *t)
{
    size_t i;
    int good;

    if (sizes_open(&program, NULL, NULL) != VG_OK) {
        report_failure("sizes", "open", sizes_detail(&program));
        return 0;
    }
    good = hand_good(cuCtxSetCurrent((CUcontext)program.rt.context), "cuCtxSetCurrent");
    for (i = 0; good && i < SIZES; i++)
        good = measure_size(t, &works[i]);
    (void)cuCtxSetCurrent(NULL);
    return sizes_close(&program) == VG_OK && good;
}
