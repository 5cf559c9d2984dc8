/* SPDX-License-Identifier: 0BSD */
/* SPDX-FileCopyrightText: 2026 The vggen authors */
/* vg_touch.c - for a replay that follows a pause: brings what it needs back into the caches, and wakes the device.
 * Leave it out of programs that do not call vg_touch. */
#include "vg_impl.h"

#ifndef VG_WITHOUT_CUDA /* vg_none.c stands in for it */

#define CACHE_LINE 64u
/* This much of pinned memory is read; more would drive other data out of the caches. */
#define TOUCHED_BYTES 65536u

static void read_lines(const void *memory, size_t bytes)
{
    const volatile unsigned char *at = (const volatile unsigned char *)memory;
    size_t i;
    for (i = 0; i < bytes; i += CACHE_LINE) {
        (void)at[i];
    }
}

static void read_program(const vg_program *rt)
{
    const vg_desc *desc = rt->desc;
    read_lines(rt, sizeof *rt);
    read_lines(desc, sizeof *desc);
    read_lines(desc->graphs, desc->graph_count * sizeof desc->graphs[0]);
    read_lines(rt->store.graphs, desc->graph_count * sizeof rt->store.graphs[0]);
    if (rt->store.disabled != NULL) {
        read_lines(rt->store.disabled, desc->node_count);
    }
    read_lines(rt->pinned, desc->pinned_bytes < TOUCHED_BYTES ? (size_t)desc->pinned_bytes : TOUCHED_BYTES);
}

/* The stream writes its last number once more, which no replay waits for. It takes the same way to the device as a
 * launch. */
static vg_status touch_stream(vg_program *rt)
{
    CUresult result;
    if (rt->config.completion == VG_COMPLETION_WORD) {
        (void)cuStreamWriteValue32((CUstream)rt->stream, (CUdeviceptr)rt->end.word_device, rt->end.number,
                                   CU_STREAM_WRITE_VALUE_DEFAULT);
    }
    result = cuStreamQuery((CUstream)rt->stream);
    return result == CUDA_ERROR_NOT_READY ? VG_OK : vg_called(rt, result, "cuStreamQuery");
}

vg_status vg_touch(vg_program *rt)
{
    CUcontext caller = NULL;
    vg_status status = vg_check_idle(rt);
    if (status == VG_OK) {
        read_program(rt);
        status = vg_enter(rt, &caller);
    }
    return status == VG_OK ? vg_leave(rt, caller, touch_stream(rt)) : status;
}

#endif
