/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The vggen authors */
#include <cuda.h>

#include "captured.h"

#include "feature.h"

/* Of the CPU device: 1: functions are captured as on a GPU. NULL on a GPU. */
extern void vgsim_capture(int as_on_gpu) __attribute__((weak));

static captured p;
static float last[2][CAPTURED_N];

/* What the functions were called for. */
static struct {
    unsigned ramps, rows, turns, doubles;   /* calls that did work */
    unsigned lanes;                         /* bits */
    int fail;                               /* what the next call of plus_one returns */
} seen;

/* ---- the functions: at once on the host where there is no stream ---- */

/* The program's own kernel, which open loads before it calls any function. */
static int launch_add(void *stream, const float *x, const float *more, float *y)
{
    void *parameters[3];

    if (stream == NULL) {
        for (int i = 0; i < CAPTURED_N; i++)
            y[i] = x[i] + more[i];
        return 0;
    }
    parameters[0] = &x;
    parameters[1] = &more;
    parameters[2] = &y;
    return (int)cuLaunchKernel((CUfunction)p.kernel[0], CAPTURED_N / 128, 1, 1, 128, 1, 1, 0, (CUstream)stream,
                               parameters, NULL);
}

/* Sets elements to a float whose bits are given. */
static int set(void *stream, float *to, unsigned bits)
{
    if (stream != NULL)
        return (int)cuMemsetD32Async((CUdeviceptr)(uintptr_t)to, bits, CAPTURED_N, (CUstream)stream);
    for (int i = 0; i < CAPTURED_N; i++)
        memcpy(&to[i], &bits, sizeof bits);
    return 0;
}

static int copy(void *stream, float *to, const float *from, size_t count)
{
    if (stream != NULL)
        return (int)cuMemcpyDtoDAsync((CUdeviceptr)(uintptr_t)to, (CUdeviceptr)(uintptr_t)from, count * sizeof(float),
                                      (CUstream)stream);
    memcpy(to, from, count * sizeof(float));
    return 0;
}

static int make_twos(void *user, void *stream, const captured_make_twos_buffers *b, unsigned lane)
{
    (void)user;
    (void)lane;
    if (b->asks != NULL)
        return 0;
    seen.ramps++;
    return set(stream, b->twos, 0x40000000u);
}

static int plus_one(void *user, void *stream, const captured_plus_one_buffers *b, unsigned lane)
{
    float *ones = (float *)b->workspace;

    if (b->asks != NULL) {
        *b->asks = CAPTURED_N * sizeof(float);
        return 0;
    }
    CHECK(user == &seen && b->workspace_bytes == CAPTURED_N * sizeof(float));
    seen.rows++;
    seen.lanes |= 1u << lane;
    if (seen.fail != 0)
        return seen.fail;
    return set(stream, ones, 0x3f800000u) != 0 ? 1 : launch_add(stream, b->x, ones, b->sums);
}

/* By a place each, and adds the last row. */
static int rotate(void *user, void *stream, const captured_rotate_buffers *b, unsigned lane)
{
    float *turned = (float *)b->workspace;

    (void)user;
    (void)lane;
    if (b->asks != NULL) {
        *b->asks = 2 * CAPTURED_N * sizeof(float);
        return 0;
    }
    seen.turns++;
    if (copy(stream, turned, b->total + 1, CAPTURED_N - 1) != 0 ||
        copy(stream, turned + CAPTURED_N - 1, b->total, 1) != 0)
        return 1;
    return launch_add(stream, turned, b->sums + (CAPTURED_ROWS - 1) * CAPTURED_N, b->total);
}

static int double_it(void *user, void *stream, const captured_double_it_buffers *b, unsigned lane)
{
    (void)user;
    (void)lane;
    if (b->asks != NULL)
        return 0;
    seen.doubles++;
    return launch_add(stream, b->y, b->y, b->y);
}

static captured_data data;

static void give(void)
{
    memset(&data, 0, sizeof data);
    data.make_twos = make_twos;
    data.plus_one = plus_one;
    data.plus_one_user = &seen;
    data.rotate = rotate;
    data.double_it = double_it;
}

/* ---- replays ---- */

static float element(unsigned lane, int row, int i)
{
    return (float)(i + 1000 * row + 7 * (int)lane);
}

static void fill(unsigned lane)
{
    float *x = captured_x(&p, lane);

    for (int row = 0; row < CAPTURED_ROWS; row++)
        for (int i = 0; i < CAPTURED_N; i++)
            x[row * CAPTURED_N + i] = element(lane, row, i);
}

/* What a replay gives, doubled this many times; `last` follows it. */
static int expect(unsigned lane, int turned, unsigned doubled)
{
    const float *y = captured_y(&p, lane);

    for (int i = 0; i < CAPTURED_N; i++) {
        const float plain = turned ? element(lane, 0, (i + 1) % CAPTURED_N) + 3.0f +
                                         element(lane, CAPTURED_ROWS - 1, i) + 1.0f
                                   : element(lane, 0, i) + 3.0f;
        const float expected = (plain + last[lane][i]) * (float)(1u << doubled);

        last[lane][i] += plain;
        if (!CHECK(y[i] == expected))
            return 0;
    }
    return 1;
}

static void replays_steps_and_loops(void)
{
    /* Nodes behind a capture have numbers that count all of its places. */
    CHECK(sizeof p.lane[0].blocks / sizeof p.lane[0].blocks[0] == sizeof p.lane[0].node / sizeof p.lane[0].node[0]);
    for (unsigned lane = 0; lane < CAPTURED_LANES; lane++) {
        fill(lane);
        OK(captured_detail(&p, lane), captured_plain_replay(&p, lane));
        expect(lane, 1, 0);
        OK(captured_detail(&p, lane), captured_switch_turn(&p, 0, lane));
        OK(captured_detail(&p, lane), captured_plain_replay(&p, lane));
        expect(lane, 0, 0);
        OK(captured_detail(&p, lane), captured_plain_step(&p, lane));
        expect(lane, 0, 0);
        OK(captured_detail(&p, lane), captured_switch_turn(&p, 1, lane));
        OK(captured_detail(&p, lane), captured_plain_step(&p, lane));
        expect(lane, 1, 0);
        *captured_passes(&p, lane) = 3 - lane;
        OK(captured_detail(&p, lane), captured_looped_replay(&p, lane));
        expect(lane, 1, 3 - lane);
        CHECK(*captured_looped_passes(&p, lane) == 3 - lane);
        CHECK(memcmp(captured_z(&p, lane), captured_y(&p, lane), CAPTURED_N * sizeof(float)) == 0);
        CHECK(captured_looped_step(&p, lane) == VG_CANNOT);
        OK(captured_detail(&p, lane), captured_reset(&p, lane));
        memset(last[lane], 0, sizeof last[lane]);
    }
}

static void nodes_have_times(void)
{
    static captured_plain_times times;

    CHECK(strcmp(captured_plain_node_title(1), "capture plus_one, pass 1 of 3, node 1 of at most 3") == 0);
    OK(captured_detail(&p, 0), captured_plain_profile(&p, 1, &times, 0));
    expect(0, 1, 0);
    CHECK(times.ns[1] > 0 && times.ns[3] == 0);
}

static void functions_are_asked_and_missed(void)
{
    uint64_t bytes = 0;

    CHECK(captured_plus_one_asks(&data, &bytes) == VG_OK && bytes == CAPTURED_N * sizeof(float));
    CHECK(captured_double_it_asks(&data, &bytes) == VG_OK && bytes == 0);
    CHECK(captured_plus_one_asks(NULL, &bytes) == VG_ARGUMENT);
    data.rotate = NULL;
    CHECK(captured_rotate_asks(&data, &bytes) == VG_ARGUMENT);
    CHECK(captured_open(&p, NULL, &data) == VG_ARGUMENT);
    CHECK(strstr(captured_detail(&p, 0)->step, "rotate") != NULL);
    give();
    seen.fail = 5;
    CHECK(captured_open(&p, NULL, &data) != VG_OK);
    CHECK(strstr(captured_detail(&p, 0)->step, "plus_one") != NULL);
    seen.fail = 0;
}

/* Calls do work once a replay where nothing is captured, else only in open. */
static int run(int as_on_gpu)
{
    unsigned opened;

    if (vgsim_capture != NULL)
        vgsim_capture(as_on_gpu);
    give();
    memset(&seen, 0, sizeof seen);
    memset(last, 0, sizeof last);
    OPEN_OR_SKIP(captured_open(&p, NULL, &data));
    CHECK(seen.lanes == 3u && seen.ramps > 0 && seen.rows >= 2 && seen.turns >= 2);
    opened = seen.doubles;
    replays_steps_and_loops();
    CHECK(as_on_gpu ? seen.doubles == opened : seen.doubles > opened);
    nodes_have_times();
    OK(captured_detail(&p, 0), captured_close(&p));
    functions_are_asked_and_missed();
    return 0;
}

int main(void)
{
    int status = run(vgsim_capture == NULL);

    if (status == 0 && vgsim_capture != NULL)
        status = run(1);
    return status != 0 ? status : checks_end();
}
