/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The vggen authors */
/* Program roots: how a graph that begins with several kernels is started and seen to have ended, beside the same kernels
 * in a graph by hand that has nothing in front of them and nothing after them. */
#include <string.h>

#include "hand.h"
#include "nodes.h"
#include "report.h"
#include "roots.h"
#include "rows.h"

#define MOST ((unsigned)ROOTS_MOST)
#define COUNT ((unsigned)ROOTS_N)
#define BYTES (COUNT * sizeof(uint32_t))
#define HELD 3u
#define BLOCK 256u

static roots program;

typedef struct graph_of_roots {
    vg_status (*replay)(roots *p);
    unsigned kernels;
} graph_of_roots;

typedef struct number_of_roots {
    const char *group;
    graph_of_roots apart, line; /* in this order in the spec, one number after the other */
} number_of_roots;

static const number_of_roots numbers[] = {
    {"2 independent kernels of 4 blocks", {roots_apart_2_replay, 2}, {roots_line_2_replay, 2}},
    {"4 independent kernels of 4 blocks", {roots_apart_4_replay, 4}, {roots_line_4_replay, 4}},
    {"8 independent kernels of 4 blocks", {roots_apart_8_replay, 8}, {roots_line_8_replay, 8}},
    {"32 independent kernels of 4 blocks", {roots_apart_32_replay, 32}, {roots_line_32_replay, 32}},
};
#define NUMBERS (sizeof numbers / sizeof *numbers)

/* The first words that so many kernels write, and none after them. */
static int are_right(const uint32_t *seen, unsigned kernels)
{
    uint32_t wanted = HELD, k;
    size_t i;

    for (k = 0; k < 32; k++)
        wanted = (wanted * 5) ^ k;
    for (i = 0; i < (size_t)MOST * COUNT; i++)
        if (seen[i] != (i < (size_t)kernels * COUNT ? wanted : 0))
            return 0;
    return 1;
}

/* ---- ours ---- */

static int succeeded(vg_status status)
{
    if (status != VG_OK)
        report_failure("roots", "replay", roots_detail(&program));
    return status == VG_OK;
}

static int ours(void *context, unsigned long turn)
{
    (void)turn;
    return succeeded(((const graph_of_roots *)context)->replay(&program));
}

static int ours_is_right(void *context)
{
    return succeeded(roots_clear_replay(&program)) && ours(context, 0) && succeeded(roots_tell_replay(&program)) &&
           are_right(roots_seen(&program), ((const graph_of_roots *)context)->kernels);
}

/* ---- by hand ---- */

static hand by_hand; /* the input is what is held, and each kernel has an output of its own */
static hand_launch launches[ROOTS_MOST];
static CUdeviceptr addresses[1 + ROOTS_MOST];
static void *arguments[ROOTS_MOST][3];
static unsigned elements = COUNT;

static int open_by_hand(unsigned kernels)
{
    unsigned i;

    memset(&by_hand, 0, sizeof by_hand);
    by_hand.context = (CUcontext)program.rt.context;
    by_hand.inputs = 1;
    by_hand.outputs = MOST;
    by_hand.bytes = BYTES;
    by_hand.launches = launches;
    by_hand.launch_count = kernels;
    if (!hand_open(&by_hand))
        return 0;
    for (i = 0; i <= MOST; i++)
        addresses[i] = hand_address(&by_hand, i);
    for (i = 0; i < kernels; i++) {
        arguments[i][0] = &addresses[0];
        arguments[i][1] = &addresses[1 + i];
        arguments[i][2] = &elements;
        launches[i].function = (CUfunction)program.kernel[0];
        launches[i].grid = COUNT / BLOCK;
        launches[i].block = BLOCK;
        launches[i].arguments = arguments[i];
    }
    return hand_good(cuMemsetD32(addresses[0], HELD, COUNT), "cuMemsetD32") && hand_build(&by_hand, HAND_APART);
}

static int asked(void *context, unsigned long turn)
{
    (void)context;
    (void)turn;
    return hand_replay(&by_hand, HAND_APART);
}

static int with_word_after(void *context, unsigned long turn)
{
    (void)context;
    (void)turn;
    return hand_replay_with_word(&by_hand, HAND_APART);
}

static int by_hand_is_right(void *context)
{
    static uint32_t seen[ROOTS_MOST * ROOTS_N];

    (void)context;
    return hand_good(cuMemsetD32(addresses[1], 0, (size_t)MOST * COUNT), "cuMemsetD32") &&
           hand_good(cuCtxSynchronize(), "cuCtxSynchronize") && asked(NULL, 0) &&
           hand_good(cuMemcpyDtoH(seen, addresses[1], sizeof seen), "cuMemcpyDtoH") &&
           are_right(seen, by_hand.launch_count);
}

/* ---- the rows ---- */

static int measure_number(measure_table *t, size_t index)
{
    const number_of_roots *n = &numbers[index];
    measure_way ways[] = {
        {"ours: side by side", ours, ours_is_right, NULL, NULL},
        {"ours: one after the other", ours, ours_is_right, NULL, NULL},
        {"by hand: side by side, query", asked, by_hand_is_right, NULL, NULL},
        {"by hand: side by side, word after it", with_word_after, by_hand_is_right, NULL, NULL},
    };
    const unsigned long most = t->replays > 10000 ? 10000 : t->replays;
    int good;

    ways[0].context = (void *)(uintptr_t)&n->apart;
    ways[1].context = (void *)(uintptr_t)&n->line;
    good = open_by_hand(n->apart.kernels) && measure_compare(t, n->group, ways, sizeof ways / sizeof *ways, most);
    if (good) {
        nodes_note(ways[0].row, program.rt.store.graphs[2 * index].graph);
        nodes_note(ways[1].row, program.rt.store.graphs[2 * index + 1].graph);
        nodes_note(ways[2].row, by_hand.graphs[HAND_APART]);
    }
    hand_close(&by_hand);
    return good;
}

int roots_measure(measure_table *t)
{
    size_t i;
    int good;

    if (roots_open(&program, NULL, NULL) != VG_OK) {
        report_failure("roots", "open", roots_detail(&program));
        return 0;
    }
    good = hand_good(cuCtxSetCurrent((CUcontext)program.rt.context), "cuCtxSetCurrent");
    for (i = 0; good && i < NUMBERS; i++)
        good = measure_number(t, i);
    (void)cuCtxSetCurrent(NULL);
    return roots_close(&program) == VG_OK && good;
}
