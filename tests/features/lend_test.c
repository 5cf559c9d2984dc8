/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The vggen authors */
#include <cuda.h>

#include "lend.h"

#include "feature.h"

static lend p;
static float x[LEND_N], y[4][LEND_N], weights[LEND_N];
static CUdeviceptr memory;

/* Both lanes read the same bytes, at a place that only `align: 4` allows; lane 1 may have others behind them. */
#define FIRST 4u
#define SECOND (FIRST + LEND_W_BYTES)

static void give_weights(uint64_t at, float weight)
{
    for (int i = 0; i < LEND_N; i++)
        weights[i] = weight;
    CHECK(cuMemcpyHtoD(memory + at, weights, sizeof weights) == CUDA_SUCCESS);
    CHECK(cuStreamSynchronize(NULL) == CUDA_SUCCESS); /* the copy may come after the call, and no stream of ours waits */
}

static lend_in input(void)
{
    lend_in in;

    for (int i = 0; i < LEND_N; i++)
        x[i] = (float)(i + 1);
    in.x = x;
    in.x_count = LEND_N;
    return in;
}

static lend_out output(unsigned item)
{
    lend_out out;

    memset(&out, 0, sizeof out);
    out.y = y[item];
    out.y_count = LEND_N;
    return out;
}

static void expect(unsigned item, float weight)
{
    for (int i = 0; i < LEND_N; i++)
        if (!CHECK(y[item][i] == (float)(i + 1) * weight))
            return;
}

static void call_with(unsigned lane, float weight)
{
    lend_in in = input();
    lend_out out = output(lane);

    OK(lend_detail(&p, lane), lend_call(&p, &in, &out, lane));
    expect(lane, weight);
}

/* Equal inputs: the upload is left out, the launch is not. */
static void weights_change_unseen(void)
{
    const uint64_t before = lend_stats(&p, 0)->launches;

    call_with(0, 2.0f);
    give_weights(FIRST, 3.0f);
    call_with(0, 3.0f);
    call_with(0, 3.0f);
    CHECK(lend_stats(&p, 0)->launches == before + 3 && lend_stats(&p, 0)->kept_hits == 0);
}

static void lanes_have_their_own(void)
{
    lend_in in[4];
    lend_out out[4];

    give_weights(SECOND, 5.0f);
    OK(lend_detail(&p, 1), lend_bind_w(&p, memory + SECOND, LEND_W_BYTES, 1));
    call_with(1, 5.0f);
    call_with(0, 3.0f);
    for (unsigned i = 0; i < 4; i++) {
        in[i] = input();
        out[i] = output(i);
    }
    OK(lend_detail(&p, 0), lend_call_batch(&p, in, out, 4));
    for (unsigned i = 0; i < 4; i++)
        CHECK(out[i].status == VG_OK && (y[i][0] == 3.0f || y[i][0] == 5.0f));
    CHECK(lend_bind_w(&p, memory, LEND_W_BYTES, 2) == VG_ARGUMENT);
    CHECK(lend_bind_w(&p, memory + 2, LEND_W_BYTES, 0) == VG_ARGUMENT);
    call_with(0, 3.0f);
}

static void a_call_needs_memory(void)
{
    lend_in in = input();
    lend_out out = output(0);

    OK(lend_detail(&p, 0), lend_bind_w(&p, 0, 0, 0));
    CHECK(lend_call(&p, &in, &out, 0) == VG_STATE);
    CHECK(strcmp(lend_detail(&p, 0)->step, "w") == 0);
    call_with(1, 5.0f); /* the other lane has its own */
    OK(lend_detail(&p, 0), lend_bind_w(&p, memory + FIRST, LEND_W_BYTES, 0));
    call_with(0, 3.0f);
}

int main(void)
{
    CUdevice device = 0;
    CUcontext context = NULL;
    vg_config config;
    lend_data data;

    if (cuInit(0) != CUDA_SUCCESS || cuDeviceGet(&device, 0) != CUDA_SUCCESS) {
        printf("no device here\n");
        return 77;
    }
    CHECK(cuDevicePrimaryCtxRetain(&context, device) == CUDA_SUCCESS && cuCtxSetCurrent(context) == CUDA_SUCCESS);
    CHECK(cuMemAlloc(&memory, SECOND + LEND_W_BYTES) == CUDA_SUCCESS);
    give_weights(FIRST, 2.0f);
    memset(&config, 0, sizeof config);
    memset(&data, 0, sizeof data);
    config.context = context;
    config.warm_up = 1;
    data.w[0].address = memory + FIRST;
    data.w[0].bytes = LEND_W_BYTES;
    CHECK(lend_open(&p, &config, &data) == VG_STATE); /* lane 1 has none for its warm-up */
    CHECK(strcmp(lend_detail(&p, 0)->step, "w") == 0);
    data.w[1] = data.w[0];
    OPEN_OR_SKIP(lend_open(&p, &config, &data));
    weights_change_unseen();
    lanes_have_their_own();
    a_call_needs_memory();
    OK(NULL, lend_close(&p));
    CHECK(cuMemFree(memory) == CUDA_SUCCESS && cuCtxSetCurrent(NULL) == CUDA_SUCCESS);
    CHECK(cuDevicePrimaryCtxRelease(device) == CUDA_SUCCESS);
    return checks_end();
}
