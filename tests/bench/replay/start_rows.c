/* SPDX-License-Identifier: MIT */
/* Program chain: open to close, with a context that is there already. */
#include <cuda.h>
#include <string.h>

#include "chain.h"
#include "report.h"
#include "rows.h"
#include "timing.h"

static chain program;

static int open_and_close(measure_row *const rows[4])
{
    uint64_t times[5];
    int good;

    times[0] = timing_now();
    if (chain_open(&program, NULL, NULL) != VG_OK) {
        report_failure("chain", "open", chain_detail(&program));
        return 0;
    }
    times[1] = timing_now();
    good = chain_replay(&program) == VG_OK && chain_y(&program)[0] == 98 + chain_x(&program)[0];
    times[2] = timing_now();
    good = good && chain_replay(&program) == VG_OK;
    times[3] = timing_now();
    good = chain_close(&program) == VG_OK && good;
    times[4] = timing_now();
    if (!good) {
        fprintf(stderr, "bench_replay: the chain of 98 kernels fails or gives wrong results\n");
        return 0;
    }
    measure_sample(rows[0], times[1] - times[0]);
    measure_sample(rows[1], times[2] - times[1]);
    measure_sample(rows[2], times[3] - times[2]);
    measure_sample(rows[3], times[4] - times[3]);
    return 1;
}

int start_measure(measure_table *t)
{
    static const char *const names[] = {"open", "the first replay", "the second replay", "close"};
    measure_row *rows[4];
    CUcontext context = NULL;
    CUdevice device = 0;
    unsigned long round;
    size_t i;
    int good = 1;

    for (i = 0; i < 4; i++) {
        rows[i] = measure_add(t, "100 nodes, context there already", names[i], t->rounds);
        if (rows[i] == NULL)
            return 0;
    }
    if (cuDeviceGet(&device, 0) != CUDA_SUCCESS || cuDevicePrimaryCtxRetain(&context, device) != CUDA_SUCCESS) {
        fprintf(stderr, "bench_replay: no context\n");
        return 0;
    }
    for (round = 0; good && round < t->rounds; round++)
        good = open_and_close(rows);
    if (good)
        measure_promise(t, "open of 100 nodes, microseconds", rows[0], 50, 1500, NULL, 0);
    return cuDevicePrimaryCtxRelease(device) == CUDA_SUCCESS && good;
}
