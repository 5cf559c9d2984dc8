/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The vggen authors */
/* device_green.c - programs in green contexts of the application: a cooperative grid is refused where the context has too
 * few multiprocessors for it, and runs where it has enough; a resident grid has as many blocks as the context's own
 * multiprocessors hold. Links the programs "green" and "resident"; needs a GPU, because the CPU device has no green
 * contexts.
 * Exit status: 0 all right, 1 something failed, 77 there is no device that can be divided. */
#include "green.h"
#include "resident.h"

#include <cuda.h>
#include <stdio.h>
#include <string.h>

#include "../checks.h"

#define OK(call) check_ok((call), green_detail(&p), #call, __LINE__)
#define DRIVER(call) CHECK((call) == CUDA_SUCCESS)

enum { FEW = 8, ENOUGH = 64 }; /* multiprocessors; two blocks of 1024 threads fit on each */

typedef struct part {
    CUgreenCtx green;
    CUcontext context;
    unsigned units;
} part;

static green p;
static resident fitting;

static int take_part(part *of, CUdevice device, const CUdevResource *all, unsigned units)
{
    CUdevResource taken, rest;
    CUdevResourceDesc desc;
    unsigned parts = 1;

    memset(of, 0, sizeof *of);
    if (!DRIVER(cuDevSmResourceSplitByCount(&taken, &parts, all, &rest, 0, units)) || !CHECK(parts == 1) ||
        !DRIVER(cuDevResourceGenerateDesc(&desc, &taken, 1)) ||
        !DRIVER(cuGreenCtxCreate(&of->green, desc, device, CU_GREEN_CTX_DEFAULT_STREAM)))
        return 0;
    of->units = taken.sm.smCount;
    return DRIVER(cuCtxFromGreenCtx(&of->context, of->green));
}

static void replay(unsigned seed)
{
    uint32_t sum = 0;
    unsigned i;

    for (i = 0; i < GREEN_N; i++) {
        green_x(&p)[i] = i * 7 + seed;
        sum += i * 7 + seed;
    }
    OK(green_all_replay(&p));
    for (i = 0; i < GREEN_BLOCKS; i++)
        CHECK(green_y(&p)[i] == sum);
}

/* In the part, or in the primary context. */
static void open_in(const part *of)
{
    vg_config config;
    vg_status status;

    memset(&config, 0, sizeof config);
    if (of != NULL)
        config.context = of->context;
    status = green_open(&p, &config, NULL);
    if (of != NULL && of->units * 2 < GREEN_BLOCKS) {
        CHECK(status == VG_NO_ROOM);
        CHECK(green_detail(&p)->units == of->units);
        CHECK(green_detail(&p)->expected == GREEN_BLOCKS);
        CHECK(green_detail(&p)->found == green_detail(&p)->each * of->units);
    } else if (check_ok(status, green_detail(&p), "open", __LINE__)) {
        replay(1);
        replay(2);
        OK(green_close(&p));
    }
}

/* Blocks of a resident grid for each multiprocessor, 0 after a failure. */
static unsigned fits(CUcontext context, unsigned units)
{
    vg_config config;
    unsigned blocks = 0;

    memset(&config, 0, sizeof config);
    config.context = context;
    if (!check_ok(resident_open(&fitting, &config, NULL), resident_detail(&fitting, 0), "open", __LINE__))
        return 0;
    if (check_ok(resident_plain_replay(&fitting, 0), resident_detail(&fitting, 0), "replay", __LINE__))
        blocks = resident_seen(&fitting, 0)[0];
    CHECK(blocks > 0 && blocks % units == 0);
    check_ok(resident_close(&fitting), resident_detail(&fitting, 0), "close", __LINE__);
    return blocks / units;
}

static void in_part(CUdevice device, const CUdevResource *all, unsigned units)
{
    part of;

    if (take_part(&of, device, all, units)) {
        printf("figure: a context of %u multiprocessors;\n", of.units);
        open_in(&of);
        CHECK(fits(of.context, of.units) == fits(NULL, all->sm.smCount));
    }
    if (of.green != NULL)
        DRIVER(cuGreenCtxDestroy(of.green));
}

int main(void)
{
    CUdevResource all;
    CUcontext context;
    CUdevice device;

    if (cuInit(0) != CUDA_SUCCESS || cuDeviceGet(&device, 0) != CUDA_SUCCESS) {
        printf("no device here\n");
        return 77;
    }
    if (cuDeviceGetDevResource(device, &all, CU_DEV_RESOURCE_TYPE_SM) != CUDA_SUCCESS || all.sm.smCount < ENOUGH) {
        printf("figure: no device here that can be divided\n");
        return 77;
    }
    if (!DRIVER(cuDevicePrimaryCtxRetain(&context, device)))
        return checks_end();
    open_in(NULL);
    in_part(device, &all, FEW);
    in_part(device, &all, ENOUGH);
    DRIVER(cuDevicePrimaryCtxRelease(device));
    return checks_end();
}
