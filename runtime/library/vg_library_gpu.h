/* SPDX-License-Identifier: 0BSD */
/* SPDX-FileCopyrightText: 2026 The vggen authors */
/* vg_library_gpu.h - contexts, for the files of this folder that call a library on a GPU. Applications do not include
 * it. */
#ifndef VG_LIBRARY_GPU_H
#define VG_LIBRARY_GPU_H

#include "vg_library_parts.h"

#include <cuda.h>

#ifdef __cplusplus
extern "C" {
#endif
/* Since CUDA 12.0; the CPU device's subset of cuda.h lacks it. */
CUresult CUDAAPI cuCtxGetId(CUcontext context, unsigned long long *id);
#ifdef __cplusplus
}
#endif

/* Whether the lane still has to make its plan or handle (*make), in the context that is current (*context). */
static inline int vg_library_enter(vg_library_lane *lane, const char *call, CUcontext *context, int *make)
{
    unsigned long long id = 0;
    int number = vg_library_failed(lane, "cuCtxGetCurrent", (int)cuCtxGetCurrent(context));

    if (number == VG_LIBRARY_OK) {
        number = vg_library_failed(lane, "cuCtxGetId", (int)cuCtxGetId(*context, &id));
    }
    if (number == VG_LIBRARY_OK && lane->made && lane->context == (void *)*context && lane->id != id) {
        lane->made = 0; /* that context was destroyed, and with it what the lane had there */
    }
    if (!lane->made) {
        lane->id = id;
    }
    *make = !lane->made;
    if (number == VG_LIBRARY_OK && lane->made && lane->context != (void *)*context) {
        return vg_library_failed(lane, call, VG_LIBRARY_CONTEXT);
    }
    return number;
}

static inline void vg_library_made(vg_library_lane *lane, CUcontext context)
{
    lane->made = 1;
    lane->context = context;
}

/* Calls `drop` in the context that the lane's plan or handle belongs to, whatever is current. */
static inline int vg_library_drop(vg_library_lane *lane, int (*drop)(void *what), void *what)
{
    CUcontext out = NULL;
    int number = VG_LIBRARY_OK, back;

    if (!lane->made) {
        return number;
    }
    lane->made = 0;
    number = vg_library_failed(lane, "cuCtxPushCurrent", (int)cuCtxPushCurrent((CUcontext)lane->context));
    if (number != VG_LIBRARY_OK) {
        return number;
    }
    number = drop(what);
    back = (int)cuCtxPopCurrent(&out);
    return number != VG_LIBRARY_OK ? number : vg_library_failed(lane, "cuCtxPopCurrent", back);
}

#endif
