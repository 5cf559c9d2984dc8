/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The vggen authors */
/* Programs front and back, in a chain: 64 KiB between them stay on the device, or go through the host. */
#include <string.h>

#include "back.h"
#include "front.h"
#include "hand.h"
#include "report.h"
#include "rows.h"

static front first;
static back second;

/* The second one is started before the first one was waited for. */
static int replay_lent(void *context, unsigned long turn)
{
    (void)context;
    front_x_lent(&first)[0] = (uint32_t)turn;
    return front_lent_start(&first) == VG_OK && back_lent_start(&second) == VG_OK &&
           back_finish(&second, VG_FOREVER) == VG_OK && front_finish(&first, VG_FOREVER) == VG_OK;
}

static int replay_host(void *context, unsigned long turn)
{
    (void)context;
    front_x_host(&first)[0] = (uint32_t)turn;
    if (front_host_replay(&first) != VG_OK)
        return 0;
    memcpy(back_y_host(&second), front_y_host(&first), FRONT_Y_HOST_BYTES);
    return back_host_replay(&second) == VG_OK;
}

static int is_right(const uint32_t *x, const uint32_t *z)
{
    const uint32_t step = FRONT_MORE / FRONT_FEW;
    uint32_t i;

    for (i = 0; i < FRONT_FEW; i++) {
        const uint32_t low = step * i, high = low + step - 1;
        if (z[i] != x[low % FRONT_FEW] + low + x[high % FRONT_FEW] + high)
            return 0;
    }
    return 1;
}

static int lent_is_right(void *context)
{
    (void)context;
    return is_right(front_x_lent(&first), back_z_lent(&second));
}

static int host_is_right(void *context)
{
    (void)context;
    return is_right(front_x_host(&first), back_z_host(&second));
}

static int compare(measure_table *t)
{
    measure_way ways[] = {
        {"ours: stays on the device", replay_lent, lent_is_right, NULL, NULL},
        {"ours: through the host", replay_host, host_is_right, NULL, NULL},
    };

    if (!measure_compare(t, "2 programs, 64 KiB", ways, sizeof ways / sizeof *ways, t->replays))
        return 0;
    measure_promise(t, "2 programs in a chain, on the device by through the host", ways[0].row, 50, 0.75,
                    &ways[1].row, 1);
    return 1;
}

static int with_programs(measure_table *t, const vg_config *config, uint64_t memory)
{
    int good;

    if (front_open(&first, config, NULL) != VG_OK ||
        front_bind_y_lent(&first, memory, FRONT_Y_LENT_BYTES) != VG_OK) {
        report_failure("front", "open", front_detail(&first));
        return 0;
    }
    if (back_open(&second, config, NULL) != VG_OK || back_bind_y_lent(&second, memory, BACK_Y_LENT_BYTES) != VG_OK) {
        report_failure("back", "open", back_detail(&second));
        return 0;
    }
    good = compare(t);
    return back_close(&second) == VG_OK && front_close(&first) == VG_OK && good;
}

int lent_measure(measure_table *t)
{
    CUcontext context = NULL;
    CUstream stream = NULL;
    CUdeviceptr memory = 0;
    CUdevice device = 0;
    vg_config config;
    int good = hand_good(cuDeviceGet(&device, 0), "cuDeviceGet") &&
               hand_good(cuDevicePrimaryCtxRetain(&context, device), "cuDevicePrimaryCtxRetain");

    if (!good)
        return 0;
    good = hand_good(cuCtxSetCurrent(context), "cuCtxSetCurrent") &&
           hand_good(cuStreamCreate(&stream, CU_STREAM_NON_BLOCKING), "cuStreamCreate") &&
           hand_good(cuMemAlloc(&memory, FRONT_Y_LENT_BYTES), "cuMemAlloc");
    if (good) {
        memset(&config, 0, sizeof config);
        config.context = context;
        config.stream = stream;
        good = with_programs(t, &config, memory);
    }
    if (memory != 0)
        good = hand_good(cuMemFree(memory), "cuMemFree") && good;
    if (stream != NULL)
        good = hand_good(cuStreamDestroy(stream), "cuStreamDestroy") && good;
    (void)cuCtxSetCurrent(NULL);
    return hand_good(cuDevicePrimaryCtxRelease(device), "cuDevicePrimaryCtxRelease") && good;
}
