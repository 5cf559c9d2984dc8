/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The vggen authors */
/* Program five: three inputs, five kernels one after the other, two outputs. */
#include <string.h>

#include "five.h"
#include "hand.h"
#include "nodes.h"
#include "report.h"
#include "rows.h"

#define COUNT ((size_t)FIVE_N)
#define BYTES (COUNT * sizeof(float))
#define LAUNCHES 5u
#define LENGTH(list) (sizeof(list) / sizeof *(list))

static five program;
static hand by_hand;
static hand_launch launches[LAUNCHES];
static CUdeviceptr between, addresses[2][9]; /* in device memory, in pinned memory: a b c p q r s u v */
static void *arguments[2][LAUNCHES][6];
static unsigned elements = (unsigned)FIVE_N;

static float a[FIVE_N], b[FIVE_N], c[FIVE_N], u[FIVE_N], v[FIVE_N];

enum { A, B, C, P, Q, R, S, U, V };

/* What each launch takes, as in the spec. */
static const unsigned char takes[LAUNCHES][5] = {
    {A, B, C, P, Q}, {P, Q, C, R, S}, {R, S, A, P, Q}, {P, Q, B, R, S}, {R, S, C, U, V},
};

static int open_by_hand(void)
{
    unsigned way, i, k;

    memset(&by_hand, 0, sizeof by_hand);
    by_hand.context = (CUcontext)program.rt.context;
    by_hand.inputs = 3;
    by_hand.outputs = 2;
    by_hand.bytes = BYTES;
    by_hand.launches = launches;
    by_hand.launch_count = LAUNCHES;
    if (!hand_open(&by_hand) || !hand_good(cuMemAlloc(&between, 4 * BYTES), "cuMemAlloc"))
        return 0;
    for (way = 0; way < 2; way++) {
        for (i = A; i <= V; i++) {
            const unsigned index = i <= C ? i : i - U + 3; /* of what crosses */
            if (i >= P && i <= S)
                addresses[way][i] = between + (i - P) * BYTES;
            else
                addresses[way][i] = way == 0 ? hand_address(&by_hand, index) : hand_mapped(&by_hand, index);
        }
        for (k = 0; k < LAUNCHES; k++) {
            for (i = 0; i < 5; i++)
                arguments[way][k][i] = &addresses[way][takes[k][i]];
            arguments[way][k][5] = &elements;
        }
    }
    for (k = 0; k < LAUNCHES; k++) {
        launches[k].function = (CUfunction)program.kernel[0];
        launches[k].grid = 1;
        launches[k].block = (unsigned)FIVE_N;
        launches[k].arguments = arguments[0][k];
        launches[k].mapped = arguments[1][k];
    }
    return hand_build(&by_hand, HAND_LINE) && hand_build(&by_hand, HAND_COALESCED) && hand_build(&by_hand, HAND_MAPPED);
}

/* Small whole numbers: every sum is exact. */
static void change_inputs(unsigned long turn)
{
    a[0] = (float)(turn % 1000 + 1);
}

static void mix(const float *x, const float *y, const float *z, float *sum, float *difference)
{
    size_t i;

    for (i = 0; i < COUNT; i++) {
        sum[i] = x[i] + y[i];
        difference[i] = sum[i] - z[i];
    }
}

static int outputs_are_right(void *context)
{
    static float p[FIVE_N], q[FIVE_N], r[FIVE_N], s[FIVE_N], sum[FIVE_N], difference[FIVE_N];

    (void)context;
    mix(a, b, c, p, q);
    mix(p, q, c, r, s);
    mix(r, s, a, p, q);
    mix(p, q, b, r, s);
    mix(r, s, c, sum, difference);
    return memcmp(u, sum, BYTES) == 0 && memcmp(v, difference, BYTES) == 0;
}

static int ours(void *context, unsigned long turn)
{
    (void)context;
    change_inputs(turn);
    memcpy(five_a(&program), a, BYTES);
    memcpy(five_b(&program), b, BYTES);
    memcpy(five_c(&program), c, BYTES);
    if (five_replay(&program) != VG_OK)
        return 0;
    memcpy(u, five_u(&program), BYTES);
    memcpy(v, five_v(&program), BYTES);
    return 1;
}

static int graph_by_hand(void *context, unsigned long turn)
{
    change_inputs(turn);
    memcpy(hand_pinned(&by_hand, 0), a, BYTES);
    memcpy(hand_pinned(&by_hand, 1), b, BYTES);
    memcpy(hand_pinned(&by_hand, 2), c, BYTES);
    if (!hand_replay(&by_hand, *(const hand_shape *)context))
        return 0;
    memcpy(u, hand_pinned(&by_hand, 3), BYTES);
    memcpy(v, hand_pinned(&by_hand, 4), BYTES);
    return 1;
}

int five_measure(measure_table *t)
{
    static hand_shape line = HAND_LINE, coalesced = HAND_COALESCED, mapped = HAND_MAPPED;
    static measure_way ways[] = {
        {"ours: in place, with copies", ours, outputs_are_right, NULL, NULL},
        {"by hand: a node for each copy", graph_by_hand, outputs_are_right, &line, NULL},
        {"by hand: coalesced copies", graph_by_hand, outputs_are_right, &coalesced, NULL},
        {"by hand: all on mapped memory, query", graph_by_hand, outputs_are_right, &mapped, NULL},
    };
    size_t i;
    int good;

    for (i = 0; i < COUNT; i++) {
        a[i] = (float)i;
        b[i] = (float)(i % 7);
        c[i] = (float)(i % 5);
    }
    if (five_open(&program, NULL, NULL) != VG_OK) {
        report_failure("five", "open", five_detail(&program));
        return 0;
    }
    good = hand_good(cuCtxSetCurrent((CUcontext)program.rt.context), "cuCtxSetCurrent") && open_by_hand() &&
           measure_compare(t, "3 inputs, 5 kernels, 2 outputs of 1 KiB", ways, LENGTH(ways), t->replays);
    if (good) {
        nodes_note(ways[0].row, program.rt.store.graphs[0].graph);
        measure_promise(t, "3 in, 5 kernels, 2 out, by the recipe without hash", ways[0].row, 50, 0.53, &ways[1].row,
                        1);
    }
    hand_close(&by_hand);
    (void)cuMemFree(between);
    (void)cuCtxSetCurrent(NULL);
    return five_close(&program) == VG_OK && good;
}
