/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The vggen authors */
/* A function that does what it may, for the program's self-test; the test has others. */
#include <cuda.h>
#include <string.h>

#include "refused_calls.h"

int refused_calls_work(void *user, void *stream, const refused_calls_work_buffers *b, unsigned lane);

int refused_calls_work(void *user, void *stream, const refused_calls_work_buffers *b, unsigned lane)
{
    const CUdeviceptr from = (CUdeviceptr)(uintptr_t)b->t, to = (CUdeviceptr)(uintptr_t)b->y;
    const size_t bytes = REFUSED_CALLS_N * sizeof(float);

    (void)user;
    (void)lane;
    if (b->asks != NULL) {
        *b->asks = 0;
        return 0;
    }
    if (stream == NULL) {
        memcpy(b->y, b->t, bytes);
        return 0;
    }
    return (int)cuMemcpyDtoDAsync(to, from, bytes, (CUstream)stream);
}
