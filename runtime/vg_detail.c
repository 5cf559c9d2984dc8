/* SPDX-License-Identifier: 0BSD */
/* vg_detail.c - the record of what failed: refusals, and what a driver's answer means. */
#include "vg_impl.h"

#ifndef VG_WITHOUT_CUDA /* vg_none.c stands in for it */

#include <string.h>

static vg_status record(vg_program *rt, vg_status status, const char *call, const char *step)
{
    memset(&rt->detail, 0, sizeof rt->detail);
    rt->detail.status = status;
    rt->detail.call = call;
    rt->detail.step = step;
    rt->stats.errors++;
    return status;
}

vg_status vg_refuse(vg_program *rt, vg_status status, const char *what, uint64_t expected, uint64_t found)
{
    (void)record(rt, status, what, "");
    rt->detail.expected = expected;
    rt->detail.found = found;
    return status;
}

/* What a CUresult means to the application. Numbers, because older headers lack some of the names. */
static vg_status status_of(int result)
{
    switch (result) {
    case 2: /* OUT_OF_MEMORY */
        return VG_NO_MEMORY;
    case 34: /* STUB_LIBRARY */
        return VG_NO_CUDA;
    case 35:  /* INSUFFICIENT_DRIVER */
    case 36:  /* CALL_REQUIRES_NEWER_DRIVER */
    case 222: /* UNSUPPORTED_PTX_VERSION */
        return VG_OLD_DRIVER;
    case 100: /* NO_DEVICE */
    case 101: /* INVALID_DEVICE */
        return VG_NO_DEVICE;
    case 200: /* INVALID_IMAGE */
    case 209: /* NO_BINARY_FOR_GPU */
    case 218: /* INVALID_PTX */
    case 221: /* JIT_COMPILER_NOT_FOUND */
    case 223: /* JIT_COMPILATION_DISABLED */
        return VG_NO_IMAGE;
    case 214: /* ECC_UNCORRECTABLE */
    case 220: /* NVLINK_UNCORRECTABLE */
    case 226: /* CONTAINED */
    case 700: /* ILLEGAL_ADDRESS */
    case 702: /* LAUNCH_TIMEOUT */
    case 709: /* CONTEXT_IS_DESTROYED */
    case 710: /* ASSERT */
    case 714: /* HARDWARE_STACK_ERROR */
    case 715: /* ILLEGAL_INSTRUCTION */
    case 716: /* MISALIGNED_ADDRESS */
    case 717: /* INVALID_ADDRESS_SPACE */
    case 718: /* INVALID_PC */
    case 719: /* LAUNCH_FAILED */
    case 721: /* TENSOR_MEMORY_LEAK */
    case 911: /* EXTERNAL_DEVICE */
        return VG_LOST;
    default:
        return VG_DRIVER;
    }
}

vg_status vg_driver_failed(vg_program *rt, int result, const char *call, const char *step)
{
    const vg_status status = status_of(result);
    (void)record(rt, status, call, step);
    rt->detail.code = result;
    if (status == VG_LOST && rt->state == VG_MARK_OPEN) {
        rt->state = VG_MARK_LOST;
        rt->here = NULL;
        if (rt->running != 0) {
            vg_end_replay(rt, status);
        }
    }
    return status;
}

#endif
