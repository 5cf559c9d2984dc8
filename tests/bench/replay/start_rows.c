/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The vggen authors */
/* Program chain: open to close, with a context that is there already. */
#include <cuda.h>
#include <string.h>

#include "chain.h"
#include "report.h"
#include "rows.h"
#include "timing.h"

#define ROWS 4

static chain program;

/* rows: NULL where it is not to be measured. */
static int open_and_close(measure_row *const *rows)
{
    uint64_t times[ROWS + 1];
    int good, i;

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
    for (i = 0; rows != NULL && i < ROWS; i++)
        measure_sample(rows[i], times[i + 1] - times[i]);
    return 1;
}

static int add_rows(measure_table *t, measure_row **rows)
{
    static const char *const names[ROWS] = {"open", "the first replay", "the second replay", "close"};
    int i;

    for (i = 0; i < ROWS; i++) {
        rows[i] = measure_add(t, "100 nodes, context there already", names[i], 10 * t->rounds);
        if (rows[i] == NULL)
            return 0;
    }
    measure_promise(t, "open of 100 nodes, microseconds", rows[0], 50, 1500, NULL, 0);
    return 1;
}

int start_measure(measure_table *t, unsigned long rounds)
{
    static measure_row *rows[ROWS];
    CUcontext context = NULL;
    CUdevice device = 0;
    unsigned long round;
    int good;

    if (rows[0] == NULL && !add_rows(t, rows))
        return 0;
    if (cuDeviceGet(&device, 0) != CUDA_SUCCESS || cuDevicePrimaryCtxRetain(&context, device) != CUDA_SUCCESS) {
        fprintf(stderr, "bench_replay: no context\n");
        return 0;
    }
    good = open_and_close(NULL); /* the context is new */
    for (round = 0; good && round < rounds; round++)
        good = open_and_close(rows);
    return cuDevicePrimaryCtxRelease(device) == CUDA_SUCCESS && good;
}
