/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The vggen authors */
/* Replays of ours that are in flight together, beside replays that are waited for one by one and beside the same queue by
 * hand: program saxpy 1,000 times, and 64 steps of a loop over a state. A row is the time of all of them. */
#include "rows.h"

#include "early.h"
#include "hand.h"
#include "report.h"
#include "roots.h"
#include "saxpy_ahead.h"
#include "steps.h"

#define LENGTH(list) (sizeof(list) / sizeof *(list))
#define SAXPY_TIMES 1000u
#define STEP_TIMES 64u

static saxpy_ahead program;
static steps loop;
static uint32_t expected; /* of hidden[0] */

/* ---- saxpy ---- */

static void fill_inputs(void)
{
    size_t i;

    for (i = 0; i < SAXPY_AHEAD_N; i++) {
        saxpy_ahead_x(&program)[i] = (float)i;
        saxpy_ahead_y(&program)[i] = (float)(i % 7);
        saxpy_ahead_z(&program)[i] = (float)(i % 5);
    }
}

/* Each slot is given its inputs once: what is measured is the way, as where all replays have the same memory. */
static int fill_slots(void)
{
    unsigned i;

    for (i = 0; i < SAXPY_AHEAD_IN_FLIGHT; i++) {
        fill_inputs();
        if (saxpy_ahead_start(&program) != VG_OK)
            return 0;
    }
    return saxpy_ahead_finish_all(&program, VG_FOREVER) == VG_OK;
}

static int saxpy_one_by_one(void *context, unsigned long turn)
{
    unsigned i;

    (void)context;
    (void)turn;
    for (i = 0; i < SAXPY_TIMES; i++)
        if (saxpy_ahead_replay(&program) != VG_OK)
            return 0;
    return 1;
}

/* The oldest is waited for where there is no room. */
static int saxpy_in_flight(void *context, unsigned long turn)
{
    unsigned i;

    (void)context;
    (void)turn;
    for (i = 0; i < SAXPY_TIMES; i++) {
        if (i >= SAXPY_AHEAD_IN_FLIGHT && saxpy_ahead_finish(&program, VG_FOREVER) != VG_OK)
            return 0;
        if (saxpy_ahead_start(&program) != VG_OK)
            return 0;
    }
    return saxpy_ahead_finish_all(&program, VG_FOREVER) == VG_OK;
}

/* All exact, so that no device may round differently. */
static int saxpy_is_right(void *context)
{
    const float *u = saxpy_ahead_u(&program), *v = saxpy_ahead_v(&program);
    size_t i;

    (void)context;
    for (i = 0; i < SAXPY_AHEAD_N; i++)
        if (u[i] != 2.5f * (float)i + (float)(i % 7) || v[i] != 2.5f * (float)i - (float)(i % 5))
            return 0;
    return 1;
}

/* ---- the same queue by hand: a graph for each slot, with memory and a word of its own ---- */

enum { X, Y, Z, U, V, BUFFERS };

#define BYTES (SAXPY_AHEAD_N * sizeof(float))
#define SLOTS ((unsigned)SAXPY_AHEAD_IN_FLIGHT)

static roots ending; /* for the kernel that ends a graph by hand */
static early memory;
static early_graph slots[SAXPY_AHEAD_IN_FLIGHT];

static float *by_hand_at(unsigned slot, unsigned buffer)
{
    return (float *)(void *)(memory.pinned + (slot * BUFFERS + buffer) * BYTES);
}

static int build_slot(unsigned slot)
{
    float scale = 2.5f;
    unsigned n = (unsigned)SAXPY_AHEAD_N, i;
    CUdeviceptr at[BUFFERS];
    void *arguments[7];

    for (i = 0; i < BUFFERS; i++)
        at[i] = memory.pinned_at + (slot * BUFFERS + i) * BYTES;
    for (i = 0; i < n; i++) {
        by_hand_at(slot, X)[i] = (float)i;
        by_hand_at(slot, Y)[i] = (float)(i % 7);
        by_hand_at(slot, Z)[i] = (float)(i % 5);
    }
    arguments[0] = &at[X];
    arguments[1] = &at[Y];
    arguments[2] = &at[Z];
    arguments[3] = &scale;
    arguments[4] = &at[U];
    arguments[5] = &at[V];
    arguments[6] = &n;
    if (!early_begin(&slots[slot], &memory, 1))
        return 0;
    slots[slot].word = slot;
    return early_then(&slots[slot], (CUfunction)program.kernel[0], (n + 127) / 128, 128, arguments) &&
           early_end(&slots[slot], (CUfunction)ending.kernel[1]);
}

static int open_by_hand(void)
{
    unsigned slot;
    int good;

    if (roots_open(&ending, NULL, NULL) != VG_OK) {
        report_failure("roots", "open", roots_detail(&ending));
        return 0;
    }
    good = hand_good(cuCtxSetCurrent((CUcontext)ending.rt.context), "cuCtxSetCurrent") &&
           early_open(&memory, SLOTS * BUFFERS * BYTES, SLOTS);
    for (slot = 0; slot < SLOTS && good; slot++)
        good = build_slot(slot);
    return good;
}

static int close_by_hand(void)
{
    unsigned slot;

    for (slot = 0; slot < SLOTS; slot++)
        early_free(&slots[slot]);
    early_close(&memory);
    (void)cuCtxSetCurrent(NULL);
    return roots_close(&ending) == VG_OK;
}

static int by_hand_in_flight(void *context, unsigned long turn)
{
    unsigned i;

    (void)context;
    (void)turn;
    for (i = 0; i < SAXPY_TIMES; i++) {
        early_graph *slot = &slots[i % SLOTS];
        if ((i >= SLOTS && !early_finish(slot)) || !early_start(slot))
            return 0;
    }
    for (; i < SAXPY_TIMES + SLOTS; i++)
        if (!early_finish(&slots[i % SLOTS]))
            return 0;
    return 1;
}

static int by_hand_is_right(void *context)
{
    const float *u = by_hand_at(SLOTS - 1, U), *v = by_hand_at(SLOTS - 1, V);
    size_t i;

    (void)context;
    for (i = 0; i < SAXPY_AHEAD_N; i++)
        if (u[i] != 2.5f * (float)i + (float)(i % 7) || v[i] != 2.5f * (float)i - (float)(i % 5))
            return 0;
    return 1;
}

static int measure_saxpy(measure_table *t)
{
    measure_way ways[] = {
        {"each waited for", saxpy_one_by_one, saxpy_is_right, NULL, NULL},
        {"64 in flight", saxpy_in_flight, saxpy_is_right, NULL, NULL},
        {"64 in flight by hand", by_hand_in_flight, by_hand_is_right, NULL, NULL},
    };
    const unsigned long replays = t->replays / SAXPY_TIMES > 0 ? t->replays / SAXPY_TIMES : 1;
    const int good = open_by_hand() && fill_slots() &&
                     measure_compare(t, "saxpy 1,000 times, a queue", ways, LENGTH(ways), replays);

    /* How much a queue saves over waiting for each depends on the host, so it is held against the same queue by hand. */
    if (good)
        measure_promise(t, "saxpy 1,000 times: in flight by the same by hand", ways[1].row, 50, 1.10, &ways[2].row, 1);
    return close_by_hand() && good;
}

/* ---- steps over a state ---- */

static int start_step(unsigned i)
{
    const uint32_t scale = 3 + i % 2;

    *steps_token(&loop) = i;
    expected = expected * scale + i;
    return steps_set_scale(&loop, scale) == VG_OK && steps_start(&loop) == VG_OK;
}

static int finish_step(void)
{
    return steps_finish(&loop, VG_FOREVER) == VG_OK;
}

static int loop_one_by_one(void *context, unsigned long turn)
{
    unsigned i;

    (void)context;
    (void)turn;
    for (i = 0; i < STEP_TIMES; i++)
        if (!start_step(i) || !finish_step())
            return 0;
    return 1;
}

static int loop_in_flight(void *context, unsigned long turn)
{
    unsigned i;

    (void)context;
    (void)turn;
    for (i = 0; i < STEP_TIMES; i++)
        if (!start_step(i))
            return 0;
    for (i = 0; i < STEP_TIMES; i++)
        if (!finish_step())
            return 0;
    return 1;
}

static int loop_is_right(void *context)
{
    (void)context;
    return *steps_next(&loop) == expected;
}

static int measure_steps(measure_table *t)
{
    measure_way ways[] = {
        {"each waited for", loop_one_by_one, loop_is_right, NULL, NULL},
        {"64 in flight", loop_in_flight, loop_is_right, NULL, NULL},
    };
    const unsigned long replays = t->replays / STEP_TIMES > 0 ? t->replays / STEP_TIMES : 1;

    expected = 1;
    return measure_compare(t, "64 steps over a state", ways, LENGTH(ways), replays);
}

int ahead_measure(measure_table *t)
{
    int good;

    if (saxpy_ahead_open(&program, NULL, NULL) != VG_OK) {
        report_failure("saxpy_ahead", "open", saxpy_ahead_detail(&program));
        return 0;
    }
    good = measure_saxpy(t);
    if (!good)
        report_failure("saxpy_ahead", "a replay", saxpy_ahead_detail(&program));
    good = saxpy_ahead_close(&program) == VG_OK && good;
    if (steps_open(&loop, NULL, NULL) != VG_OK) {
        report_failure("steps", "open", steps_detail(&loop));
        return 0;
    }
    if (!measure_steps(t)) {
        report_failure("steps", "a replay", steps_detail(&loop));
        good = 0;
    }
    return steps_close(&loop) == VG_OK && good;
}
