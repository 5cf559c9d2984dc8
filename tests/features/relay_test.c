/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The vggen authors */
#include <cuda.h>

#include "relay.h"

#include "../sink/sink.h"
#include "feature.h"

extern unsigned long vgsim_call_count(void) __attribute__((weak));

static relay p;
static sink s;
static float in[RELAY_N], out[RELAY_N];

static int says(const vg_detail *detail, const char *call, const char *buffer)
{
    const int right = strcmp(detail->call, call) == 0 && strcmp(detail->step, buffer) == 0;

    if (!right)
        printf("the detail says '%s' of '%s'\n", detail->call, detail->step);
    return right;
}

static uint64_t device_memory(uint64_t bytes)
{
    CUdeviceptr made = 0;

    CHECK(cuCtxSetCurrent((CUcontext)p.rt.context) == CUDA_SUCCESS);
    CHECK(cuMemAlloc(&made, bytes) == CUDA_SUCCESS);
    return made;
}

static void fill_in(float first)
{
    for (int i = 0; i < RELAY_N; i++)
        in[i] = first + (float)(i % 100);
}

static void write_to(uint64_t memory, float first)
{
    fill_in(first);
    CHECK(cuMemcpyHtoD((CUdeviceptr)memory, in, sizeof in) == CUDA_SUCCESS);
    CHECK(cuStreamSynchronize(NULL) == CUDA_SUCCESS); /* the copy may come after the call, and no stream of ours waits */
}

static void expect_lifted(const float *found, float first, float gain)
{
    for (int i = 0; i < RELAY_N; i++)
        if (!CHECK(found[i] == (first + (float)(i % 100)) * gain + 1.0f))
            return;
}

static void expect_at(uint64_t memory, float first, float gain)
{
    CHECK(cuMemcpyDtoH(out, (CUdeviceptr)memory, sizeof out) == CUDA_SUCCESS);
    expect_lifted(out, first, gain);
    CHECK(relay_top(&p)[0] == (first + 99.0f) * gain + 1.0f);
}

static vg_status bind_both(uint64_t x, uint64_t y)
{
    const vg_status status = relay_bind_x(&p, x, RELAY_X_BYTES);

    return status == VG_OK ? relay_bind_y(&p, y, RELAY_Y_BYTES) : status;
}

/* ---- what may not be bound ---- */

static void refusals(uint64_t x, uint64_t y)
{
    CHECK(relay_bind_x(&p, x, RELAY_X_BYTES - 1) == VG_NO_MEMORY);
    CHECK(says(relay_detail(&p), "bytes of the memory", "x"));
    CHECK(relay_detail(&p)->expected == RELAY_X_BYTES && relay_detail(&p)->found == RELAY_X_BYTES - 1);
    CHECK(relay_bind_x(&p, x + 256, RELAY_X_BYTES) == VG_NO_MEMORY); /* the allocation ends before that */
    CHECK(says(relay_detail(&p), "bytes to the end of the allocation", "x"));
    CHECK(relay_bind_x(&p, x + 4, RELAY_X_BYTES) == VG_ARGUMENT);
    CHECK(says(relay_detail(&p), "alignment of the memory", "x"));
    CHECK(relay_detail(&p)->expected == 16 && relay_detail(&p)->found == 4);
    CHECK(relay_bind_y(&p, y + 16, RELAY_Y_BYTES) == VG_ARGUMENT); /* 256 without `align:` */
    CHECK(relay_bind_x(&p, (uint64_t)(uintptr_t)in, sizeof in) == VG_ARGUMENT);
    CHECK(says(relay_detail(&p), "memory of the device or pinned memory; the driver knows no such", "x"));
    CHECK(relay_bind_y(&p, (uint64_t)(uintptr_t)p.rt.pinned, RELAY_Y_BYTES) != VG_OK);
    OK(relay_detail(&p), relay_replay(&p)); /* what was bound before still is */
}

/* An output over an input, whichever of them was bound last. */
static void overlaps(uint64_t x, uint64_t y)
{
    OK(relay_detail(&p), bind_both(x, x));
    CHECK(relay_start(&p) == VG_ARGUMENT);
    CHECK(says(relay_detail(&p), "memory apart from that of 'x'", "y"));
    OK(relay_detail(&p), bind_both(y, y));
    CHECK(relay_start(&p) == VG_ARGUMENT);
    OK(relay_detail(&p), bind_both(x, y));
    OK(relay_detail(&p), relay_replay(&p));
}

static void freed_meanwhile(uint64_t y)
{
    const uint64_t gone = device_memory(RELAY_X_BYTES);
    uint64_t other;

    write_to(gone, 3.0f);
    OK(relay_detail(&p), bind_both(gone, y));
    OK(relay_detail(&p), relay_replay(&p));
    expect_at(y, 3.0f, 2.0f);
    CHECK(cuMemFree((CUdeviceptr)gone) == CUDA_SUCCESS);
    CHECK(relay_start(&p) == VG_STATE);
    CHECK(says(relay_detail(&p), "the memory that was bound is gone: bind other memory", "x"));
    CHECK(relay_bind_x(&p, gone, RELAY_X_BYTES) == VG_ARGUMENT);
    other = device_memory(RELAY_X_BYTES); /* perhaps at the same address */
    CHECK(relay_start(&p) == VG_STATE);
    write_to(other, 4.0f);
    OK(relay_detail(&p), bind_both(other, y));
    OK(relay_detail(&p), relay_replay(&p));
    expect_at(y, 4.0f, 2.0f);
    OK(relay_detail(&p), relay_bind_x(&p, 0, 0));
    CHECK(relay_start(&p) == VG_STATE);
    CHECK(says(relay_detail(&p), "no memory is bound: bind some first", "x"));
    CHECK(cuMemFree((CUdeviceptr)other) == CUDA_SUCCESS);
}

/* ---- between replays ---- */

/* A replay takes the driver's calls that it always takes; of a change, each node that follows it takes one. */
static void only_changes_cost(uint64_t a, uint64_t b, uint64_t y)
{
    unsigned long before, same, other;

    if (vgsim_call_count == NULL)
        return;
    OK(relay_detail(&p), bind_both(a, y));
    OK(relay_detail(&p), relay_replay(&p));
    before = vgsim_call_count();
    OK(relay_detail(&p), relay_replay(&p));
    same = vgsim_call_count() - before;
    OK(relay_detail(&p), bind_both(b, y));
    before = vgsim_call_count();
    OK(relay_detail(&p), relay_replay(&p));
    other = vgsim_call_count() - before;
    CHECK(other == same + 1); /* x is used by one node */
    OK(relay_detail(&p), bind_both(a, y));
    OK(relay_detail(&p), bind_both(b, y)); /* as it was when the exec was last changed */
    before = vgsim_call_count();
    OK(relay_detail(&p), relay_replay(&p));
    CHECK(vgsim_call_count() - before == same);
}

/* What a replay wrote is what the next one reads: both change places, in whatever order they are bound. */
static void take_turns(uint64_t a, uint64_t b)
{
    write_to(a, 1.0f);
    OK(relay_detail(&p), bind_both(a, b));
    OK(relay_detail(&p), relay_replay(&p));
    OK(relay_detail(&p), bind_both(b, a));
    OK(relay_detail(&p), relay_replay(&p));
    CHECK(cuMemcpyDtoH(out, (CUdeviceptr)a, sizeof out) == CUDA_SUCCESS);
    for (int i = 0; i < RELAY_N; i++)
        if (!CHECK(out[i] == ((1.0f + (float)(i % 100)) * 2.0f + 1.0f) * 2.0f + 1.0f))
            return;
}

static void other_ways(uint64_t a, uint64_t b, uint64_t y)
{
    relay_times times;
    vg_times timed;

    write_to(a, 5.0f);
    write_to(b, 6.0f);
    OK(relay_detail(&p), bind_both(a, y));
    OK(relay_detail(&p), relay_step(&p));
    expect_at(y, 5.0f, 2.0f);
    OK(relay_detail(&p), bind_both(b, y));
    OK(relay_detail(&p), relay_set_gain(&p, 3.0f));
    OK(relay_detail(&p), relay_profile(&p, 2, &times));
    expect_at(y, 6.0f, 3.0f);
    OK(relay_detail(&p), relay_replay_timed(&p, &timed));
    expect_at(y, 6.0f, 3.0f);
    OK(relay_detail(&p), relay_set_gain(&p, 2.0f));
    OK(relay_detail(&p), relay_bind_x(&p, a, RELAY_X_BYTES));
    OK(relay_detail(&p), relay_start(&p));
    OK(relay_detail(&p), relay_bind_x(&p, b, RELAY_X_BYTES)); /* the replay that runs keeps what it has */
    OK(relay_detail(&p), relay_finish(&p, VG_FOREVER));
    expect_at(y, 5.0f, 2.0f);
    OK(relay_detail(&p), relay_replay(&p));
    expect_at(y, 6.0f, 2.0f);
}

static void pinned_memory(uint64_t y)
{
    void *host = NULL, *result = NULL;

    OK(relay_detail(&p), vg_pin(&p.rt, RELAY_X_BYTES, &host));
    OK(relay_detail(&p), vg_pin(&p.rt, RELAY_Y_BYTES, &result));
    fill_in(7.0f);
    memcpy(host, in, sizeof in);
    OK(relay_detail(&p), bind_both((uint64_t)(uintptr_t)host, (uint64_t)(uintptr_t)result));
    OK(relay_detail(&p), relay_replay(&p));
    expect_lifted((const float *)result, 7.0f, 2.0f);
    OK(relay_detail(&p), relay_bind_y(&p, y, RELAY_Y_BYTES)); /* one on each side of the bus */
    OK(relay_detail(&p), relay_replay(&p));
    expect_at(y, 7.0f, 2.0f);
    OK(relay_detail(&p), vg_unpin(&p.rt, host));
    OK(relay_detail(&p), vg_unpin(&p.rt, result));
    CHECK(relay_start(&p) == VG_STATE);
}

/* ---- two programs ---- */

/* The second one is started before the first one was waited for: the stream keeps them in order. */
static void in_a_chain(CUcontext context)
{
    CUstream stream = NULL;
    CUdeviceptr x = 0, y = 0;
    vg_config config;
    relay_data data;

    memset(&config, 0, sizeof config);
    memset(&data, 0, sizeof data);
    CHECK(cuCtxSetCurrent(context) == CUDA_SUCCESS && cuStreamCreate(&stream, CU_STREAM_NON_BLOCKING) == CUDA_SUCCESS);
    CHECK(cuMemAlloc(&x, RELAY_X_BYTES) == CUDA_SUCCESS && cuMemAlloc(&y, RELAY_Y_BYTES) == CUDA_SUCCESS);
    config.context = context;
    config.stream = stream;
    config.warm_up = 1;
    data.x.address = x;
    data.x.bytes = RELAY_X_BYTES;
    data.y.address = y;
    data.y.bytes = RELAY_Y_BYTES;
    write_to(x, 0.0f);
    OK(relay_detail(&p), relay_open(&p, &config, &data));
    config.warm_up = 0;
    OK(sink_detail(&s), sink_open(&s, &config, NULL));
    OK(sink_detail(&s), sink_bind_y(&s, y, RELAY_Y_BYTES));
    for (int turn = 0; turn < 20; turn++) {
        const float gain = (float)(turn % 5);

        OK(relay_detail(&p), relay_set_gain(&p, gain));
        OK(relay_detail(&p), relay_start(&p));
        OK(sink_detail(&s), sink_start(&s));
        OK(sink_detail(&s), sink_finish(&s, VG_FOREVER));
        OK(relay_detail(&p), relay_finish(&p, VG_FOREVER));
        for (int i = 0; i < SINK_N; i++)
            if (!CHECK(sink_z(&s)[i] == in[i] * gain))
                break;
    }
    CHECK(relay_stats(&p)->upload_bytes == 0);
    OK(NULL, sink_close(&s));
    OK(NULL, relay_close(&p));
    CHECK(cuMemFree(x) == CUDA_SUCCESS && cuMemFree(y) == CUDA_SUCCESS && cuStreamDestroy(stream) == CUDA_SUCCESS);
}

/* ---- open ---- */

/* Memory that open refuses leaves the program closed, with and without replays in open. */
static void refused_by_open(CUcontext context)
{
    vg_config config;
    relay_data data;

    memset(&config, 0, sizeof config);
    memset(&data, 0, sizeof data);
    config.context = context;
    data.x.address = (uint64_t)(uintptr_t)in;
    data.x.bytes = sizeof in;
    for (config.warm_up = 0; config.warm_up < 2; config.warm_up++) {
        CHECK(relay_open(&p, &config, &data) == VG_ARGUMENT);
        CHECK(says(relay_detail(&p), "memory of the device or pinned memory; the driver knows no such", "x"));
        CHECK(relay_bind_x(&p, 0, 0) == VG_STATE);
    }
    config.warm_up = 1;
    CHECK(relay_open(&p, &config, NULL) == VG_STATE);
    CHECK(says(relay_detail(&p), "no memory is bound: bind some first", "x"));
}

int main(void)
{
    uint64_t a, b, y;
    CUcontext context = NULL;
    CUdevice device = 0;

    CHECK(relay_bind_x(NULL, 0, 0) == VG_ARGUMENT && relay_bind_x(&p, 0, 0) == VG_STATE);
    OPEN_OR_SKIP(relay_open(&p, NULL, NULL));
    CHECK(relay_start(&p) == VG_STATE);
    CHECK(says(relay_detail(&p), "no memory is bound: bind some first", "x"));
    a = device_memory(RELAY_X_BYTES);
    b = device_memory(RELAY_X_BYTES);
    y = device_memory(RELAY_Y_BYTES);
    write_to(a, 1.0f);
    OK(relay_detail(&p), relay_bind_x(&p, a, RELAY_X_BYTES));
    CHECK(relay_replay(&p) == VG_STATE && says(relay_detail(&p), "no memory is bound: bind some first", "y"));
    CHECK(relay_step(&p) == VG_STATE);
    OK(relay_detail(&p), relay_bind_y(&p, y, RELAY_Y_BYTES));
    OK(relay_detail(&p), relay_replay(&p));
    expect_at(y, 1.0f, 2.0f);
    refusals(a, y);
    overlaps(a, y);
    write_to(b, 2.0f);
    only_changes_cost(a, b, y);
    OK(relay_detail(&p), bind_both(b, y));
    OK(relay_detail(&p), relay_replay(&p));
    expect_at(y, 2.0f, 2.0f);
    take_turns(a, b);
    other_ways(a, b, y);
    pinned_memory(y);
    freed_meanwhile(y);
    CHECK(cuMemFree((CUdeviceptr)a) == CUDA_SUCCESS && cuMemFree((CUdeviceptr)b) == CUDA_SUCCESS);
    CHECK(cuMemFree((CUdeviceptr)y) == CUDA_SUCCESS);
    CHECK(cuCtxGetDevice(&device) == CUDA_SUCCESS);
    OK(NULL, relay_close(&p));
    CHECK(cuDevicePrimaryCtxRetain(&context, device) == CUDA_SUCCESS);
    in_a_chain(context);
    refused_by_open(context);
    CHECK(cuCtxSetCurrent(NULL) == CUDA_SUCCESS && cuDevicePrimaryCtxRelease(device) == CUDA_SUCCESS);
    return checks_end();
}
