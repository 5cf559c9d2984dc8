/* SPDX-License-Identifier: 0BSD */
/* SPDX-FileCopyrightText: 2026 The vggen authors */
/* Calls on contexts: the primary one, the application's own, and which is current. */
#define _GNU_SOURCE
#include "stream/stream.h"

static CUresult check_device(CUdevice device)
{
    return device == 0 ? CUDA_SUCCESS : sim_refuse(CUDA_ERROR_INVALID_DEVICE, "there is only device 0");
}

CUresult CUDAAPI cuDevicePrimaryCtxRetain(CUcontext *out, CUdevice device)
{
    CUresult result = sim_enter(__func__, SIM_INIT);
    result = result ? result : check_device(device);
    result = result ? result : sim_primary_retain(out);
    return sim_leave_out(result, out, sizeof *out);
}

static CUresult release(void)
{
    bool last;
    CUresult result = sim_primary_release(&last);
    if (last) {
        sim_drain_all();
        sim_clear_sticky();
    }
    return result;
}

CUresult CUDAAPI cuDevicePrimaryCtxRelease_v2(CUdevice device)
{
    CUresult result = sim_enter(__func__, SIM_INIT);
    result = result ? result : check_device(device);
    return sim_leave(result ? result : release());
}

CUresult CUDAAPI cuDevicePrimaryCtxSetFlags_v2(CUdevice device, unsigned flags)
{
    CUresult result = sim_enter(__func__, SIM_INIT);
    result = result ? result : check_device(device);
    if (!result) {
        sim_primary_set_flags(flags);
    }
    return sim_leave(result);
}

CUresult CUDAAPI cuDevicePrimaryCtxGetState(CUdevice device, unsigned *flags, int *active)
{
    CUresult result = sim_enter(__func__, SIM_INIT);
    result = result ? result : check_device(device);
    if (!result) {
        *flags = sim_primary_flags();
        *active = sim_primary_active();
    }
    return sim_leave(result);
}

CUresult CUDAAPI cuDevicePrimaryCtxReset_v2(CUdevice device)
{
    CUresult result = sim_enter(__func__, SIM_INIT);
    (void)device;
    return sim_leave(result ? result : sim_refuse(CUDA_ERROR_NOT_SUPPORTED, "the CPU device cannot reset"));
}

CUresult CUDAAPI cuCtxCreate_v4(CUcontext *out, CUctxCreateParams *parameters, unsigned flags, CUdevice device)
{
    CUresult result = sim_enter(__func__, SIM_INIT);
    result = result ? result : check_device(device);
    if (!result && parameters) {
        result = sim_refuse(CUDA_ERROR_NOT_SUPPORTED, "affinity and CIG parameters");
    }
    result = result ? result : sim_context_new(out, flags);
    result = result ? result : sim_context_push(*out);
    return sim_leave_out(result, out, sizeof *out);
}

CUresult CUDAAPI cuCtxDestroy_v2(CUcontext handle)
{
    CUresult result = sim_enter(__func__, SIM_INIT);
    if (!result && !sim_context_valid(handle)) {
        result = CUDA_ERROR_INVALID_CONTEXT;
    } else if (!result && sim_context_primary(handle)) {
        result = sim_refuse(CUDA_ERROR_INVALID_CONTEXT, "the primary context is released, not destroyed");
    } else if (!result) {
        sim_drain_all();
        sim_context_free(handle);
        sim_clear_sticky();
    }
    return sim_leave(result);
}

CUresult CUDAAPI cuCtxSetCurrent(CUcontext handle)
{
    CUresult result = sim_enter(__func__, SIM_INIT);
    return sim_leave(result ? result : sim_context_set(handle));
}

CUresult CUDAAPI cuCtxGetCurrent(CUcontext *out)
{
    CUresult result = sim_enter(__func__, SIM_INIT);
    if (!result) {
        *out = sim_context_top();
    }
    return sim_leave_out(result, out, sizeof *out);
}

CUresult CUDAAPI cuCtxPushCurrent_v2(CUcontext handle)
{
    CUresult result = sim_enter(__func__, SIM_INIT);
    if (!result && !sim_context_valid(handle)) {
        result = CUDA_ERROR_INVALID_CONTEXT;
    }
    return sim_leave(result ? result : sim_context_push(handle));
}

CUresult CUDAAPI cuCtxPopCurrent_v2(CUcontext *out)
{
    CUresult result = sim_enter(__func__, SIM_INIT);
    CUcontext popped = NULL;
    result = result ? result : sim_context_pop(&popped);
    if (!result && out) {
        *out = popped;
    }
    return sim_leave_out(result, out, sizeof *out);
}

CUresult CUDAAPI cuCtxGetDevice(CUdevice *device)
{
    CUresult result = sim_enter(__func__, SIM_CONTEXT);
    if (!result) {
        *device = 0;
    }
    return sim_leave_out(result, device, sizeof *device);
}

CUresult CUDAAPI cuCtxGetFlags(unsigned *flags)
{
    CUresult result = sim_enter(__func__, SIM_CONTEXT);
    if (!result) {
        *flags = sim_context_flags(sim_context_top());
    }
    return sim_leave_out(result, flags, sizeof *flags);
}

CUresult CUDAAPI cuCtxGetLimit(size_t *value, CUlimit limit)
{
    CUresult result = sim_enter(__func__, SIM_CONTEXT);
    if (!result) {
        *value = limit == CU_LIMIT_STACK_SIZE ? sim_get_settings()->stack : 0;
    }
    return sim_leave_out(result, value, sizeof *value);
}

CUresult CUDAAPI cuCtxSetLimit(CUlimit limit, size_t value)
{
    CUresult result = sim_enter(__func__, SIM_CONTEXT);
    (void)limit;
    (void)value;
    return sim_leave(result);
}

CUresult CUDAAPI cuCtxGetStreamPriorityRange(int *least, int *greatest)
{
    CUresult result = sim_enter(__func__, SIM_CONTEXT);
    if (!result && least) {
        *least = 0;
    }
    if (!result && greatest) {
        *greatest = -5;
    }
    return sim_leave(result);
}

CUresult CUDAAPI cuCtxSynchronize(void)
{
    CUresult result = sim_enter(__func__, SIM_CONTEXT);
    result = result ? result : sim_drain_all();
    return sim_leave(result ? result : sim_take_async());
}
