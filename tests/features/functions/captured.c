/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The vggen authors */
/* Functions for the program's self-test, of copies and fills alone; the test has others, with results. */
#include <cuda.h>
#include <string.h>

#include "captured.h"

#define BYTES (CAPTURED_N * sizeof(float))

captured_make_twos_function captured_make_twos;
captured_plus_one_function captured_plus_one;
captured_rotate_function captured_rotate;
captured_double_it_function captured_double_it;

static int copy(void *stream, void *to, const void *from, size_t bytes)
{
    if (stream != NULL)
        return (int)cuMemcpyDtoDAsync((CUdeviceptr)(uintptr_t)to, (CUdeviceptr)(uintptr_t)from, bytes,
                                      (CUstream)stream);
    memcpy(to, from, bytes);
    return 0;
}

static int clear(void *stream, void *to, size_t bytes)
{
    if (stream != NULL)
        return (int)cuMemsetD8Async((CUdeviceptr)(uintptr_t)to, 0, bytes, (CUstream)stream);
    memset(to, 0, bytes);
    return 0;
}

static int ask(uint64_t *asks, uint64_t bytes)
{
    *asks = bytes;
    return 0;
}

int captured_make_twos(void *user, void *stream, const captured_make_twos_buffers *b, unsigned lane)
{
    (void)user;
    (void)lane;
    return b->asks != NULL ? ask(b->asks, 0) : clear(stream, b->twos, BYTES);
}

int captured_plus_one(void *user, void *stream, const captured_plus_one_buffers *b, unsigned lane)
{
    (void)user;
    (void)lane;
    if (b->asks != NULL)
        return ask(b->asks, BYTES);
    return copy(stream, b->workspace, b->x, BYTES) != 0 || copy(stream, b->sums, b->workspace, BYTES) != 0;
}

int captured_rotate(void *user, void *stream, const captured_rotate_buffers *b, unsigned lane)
{
    (void)user;
    (void)lane;
    if (b->asks != NULL)
        return ask(b->asks, 2 * BYTES);
    return copy(stream, b->workspace, b->total, BYTES) != 0 ||
           copy(stream, b->total, (const float *)b->workspace + 1, BYTES - sizeof(float)) != 0;
}

int captured_double_it(void *user, void *stream, const captured_double_it_buffers *b, unsigned lane)
{
    (void)user;
    (void)lane;
    return b->asks != NULL ? ask(b->asks, 0) : clear(stream, b->y, BYTES);
}
