/* SPDX-License-Identifier: 0BSD */
/* SPDX-FileCopyrightText: 2026 The vggen authors */
/* vg_detail.c - the record of what failed: refusals, and what a driver's answer means. */
#include "vg_impl.h"

#ifndef VG_WITHOUT_CUDA /* vg_none.c stands in for it */

#include <string.h>

static void fill(vg_detail *detail, vg_status status, int code, const char *call)
{
    if (detail != NULL) {
        (void)memset(detail, 0, sizeof *detail);
        detail->status = status;
        detail->code = code;
        detail->call = call;
        detail->step = "";
    }
}

static vg_status record(vg_program *rt, vg_status status, int code, const char *call, const char *step)
{
    fill(&rt->detail, status, code, call);
    rt->detail.step = step;
    if (status == VG_TIMEOUT) {
        rt->stats.timeouts++;
    } else {
        rt->stats.errors++;
    }
    return status;
}

vg_status vg_refuse(vg_program *rt, vg_status status, const char *what, uint64_t expected, uint64_t found)
{
    (void)record(rt, status, 0, what, "");
    rt->detail.expected = expected;
    rt->detail.found = found;
    return status;
}

vg_status vg_refuse_node(vg_program *rt, vg_status status, unsigned node, const char *what, uint64_t expected,
                         uint64_t found)
{
    (void)vg_refuse(rt, status, what, expected, found);
    rt->detail.step = rt->desc->node_titles[node];
    return vg_at_node(rt, status, node);
}

/* What a CUresult means to the application; any other is VG_DRIVER. Numbers, because older headers lack some names. */
static vg_status status_of(int result)
{
    static const struct meaning {
        uint16_t result, status;
    } meanings[] = {
        {2, VG_NO_MEMORY},    /* OUT_OF_MEMORY */
        {34, VG_NO_CUDA},     /* STUB_LIBRARY */
        {35, VG_OLD_DRIVER},  /* INSUFFICIENT_DRIVER */
        {36, VG_OLD_DRIVER},  /* CALL_REQUIRES_NEWER_DRIVER */
        {100, VG_NO_DEVICE},  /* NO_DEVICE */
        {101, VG_NO_DEVICE},  /* INVALID_DEVICE */
        {200, VG_NO_IMAGE},   /* INVALID_IMAGE */
        {209, VG_NO_IMAGE},   /* NO_BINARY_FOR_GPU */
        {214, VG_LOST},       /* ECC_UNCORRECTABLE */
        {218, VG_NO_IMAGE},   /* INVALID_PTX */
        {220, VG_LOST},       /* NVLINK_UNCORRECTABLE */
        {221, VG_NO_IMAGE},   /* JIT_COMPILER_NOT_FOUND */
        {222, VG_OLD_DRIVER}, /* UNSUPPORTED_PTX_VERSION */
        {223, VG_NO_IMAGE},   /* JIT_COMPILATION_DISABLED */
        {226, VG_LOST},       /* CONTAINED */
        {600, VG_TIMEOUT},    /* NOT_READY, once the time is up */
        {700, VG_LOST},       /* ILLEGAL_ADDRESS */
        {702, VG_LOST},       /* LAUNCH_TIMEOUT */
        {709, VG_LOST},       /* CONTEXT_IS_DESTROYED */
        {710, VG_LOST},       /* ASSERT */
        {714, VG_LOST},       /* HARDWARE_STACK_ERROR */
        {715, VG_LOST},       /* ILLEGAL_INSTRUCTION */
        {716, VG_LOST},       /* MISALIGNED_ADDRESS */
        {717, VG_LOST},       /* INVALID_ADDRESS_SPACE */
        {718, VG_LOST},       /* INVALID_PC */
        {719, VG_LOST},       /* LAUNCH_FAILED */
        {721, VG_LOST},       /* TENSOR_MEMORY_LEAK */
        {911, VG_LOST},       /* EXTERNAL_DEVICE */
    };
    size_t i;
    for (i = 0; i < sizeof meanings / sizeof meanings[0]; i++) {
        if (result == (int)meanings[i].result) {
            return (vg_status)meanings[i].status;
        }
    }
    return VG_DRIVER;
}

vg_status vg_driver_failed(vg_program *rt, int result, const char *call, const char *step)
{
    const vg_status status = status_of(result);
    (void)record(rt, status, result, call, step);
#ifdef VG_DLOPEN
    if (result == (int)CUDA_ERROR_CALL_REQUIRES_NEWER_DRIVER) {
        int version = 0;
        rt->detail.expected = vg_missing_since(call);
        if (rt->detail.expected != 0 && cuDriverGetVersion(&version) == CUDA_SUCCESS) {
            rt->detail.found = (uint64_t)version;
        }
    }
#endif
    if (status == VG_LOST && rt->state == VG_MARK_OPEN) {
        rt->state = VG_MARK_LOST;
        rt->here = NULL;
        if (rt->running != 0u) {
            vg_end_replay(rt, status);
        }
    }
    return status;
}

vg_status vg_checked(vg_program *rt, CUresult result, const char *call, const char *step)
{
    return result == CUDA_SUCCESS ? VG_OK : vg_driver_failed(rt, (int)result, call, step);
}

vg_status vg_checked_node(vg_program *rt, CUresult result, const char *call, unsigned node)
{
    return result == CUDA_SUCCESS
               ? VG_OK
               : vg_at_node(rt, vg_driver_failed(rt, (int)result, call, rt->desc->node_titles[node]), node);
}

vg_status vg_called(vg_program *rt, CUresult result, const char *call)
{
    return vg_checked(rt, result, call, "");
}

/* ---- failures after the first one ---- */

void vg_undone(vg_program *rt, vg_status *first, CUresult result, const char *call)
{
    if (result == CUDA_SUCCESS) {
        return;
    }
    if (*first == VG_OK) {
        *first = vg_driver_failed(rt, (int)result, call, "");
        return;
    }
    fill(vg_next_detail(rt), status_of((int)result), (int)result, call);
}

void vg_keep_details(vg_detail *kept, vg_detail *more, size_t room, const vg_detail *from)
{
    size_t count = 0;
    *kept = *from;
    while (kept->next != NULL && count < room) {
        more[count] = *kept->next;
        kept->next = &more[count];
        kept = &more[count++];
    }
    kept->next = NULL;
}

void vg_set_context(vg_program *rt, vg_status *first, CUcontext context)
{
    const CUresult result = cuCtxSetCurrent(context);
    if (result != CUDA_SUCCESS) {
        (void)cuCtxSetCurrent(context);
        vg_undone(rt, first, result, "cuCtxSetCurrent");
    }
}

#endif
