/* SPDX-License-Identifier: 0BSD */
/* Contexts: the primary one and the application's own, and which is current in each host thread. */
#define _GNU_SOURCE
#include "stream/stream.h"

#include <stdlib.h>

#define DEEPEST 64

typedef struct {
    bool primary;
    unsigned flags;
} context;

static sim_object *primary;
static unsigned long primary_references;
static unsigned primary_flags;
static _Thread_local CUcontext stack[DEEPEST];
static _Thread_local unsigned depth;

/* The primary context keeps its handle for good, and lives while it is retained. Releasing it does not take it off any
 * thread's stack. */
static bool is_live(CUcontext handle)
{
    const sim_object *object = (const sim_object *)(const void *)handle;
    return object && (object == primary ? primary_references != 0 : !object->dead);
}

bool sim_context_valid(CUcontext handle)
{
    return sim_object_data(handle, SIM_CONTEXT_OBJECT) != NULL;
}

static CUcontext top(void)
{
    return depth ? stack[depth - 1] : NULL;
}

CUcontext sim_context_top(void)
{
    return top();
}

bool sim_context_current(void)
{
    return is_live(top());
}

bool sim_context_lost(void)
{
    return top() && !is_live(top());
}

unsigned long sim_context_live(void)
{
    return sim_object_live(SIM_CONTEXT_OBJECT) - (primary ? 1 : 0) + primary_references;
}

void sim_context_report_leaks(void)
{
    unsigned long created = sim_object_live(SIM_CONTEXT_OBJECT) - (primary ? 1 : 0);
    if (primary_references) {
        sim_problem("leak", "the primary context was retained %lu time%s more than released", primary_references,
                    primary_references == 1 ? "" : "s");
    }
    if (created) {
        sim_problem("leak", "%lu context%s never destroyed", created, created == 1 ? " was" : "s were");
    }
}

static CUresult new_context(sim_object **object, unsigned flags)
{
    context *made = (context *)sim_allocate(1, sizeof *made);
    made->flags = flags;
    *object = sim_object_new(SIM_CONTEXT_OBJECT, made, NULL);
    if (!*object) {
        free(made);
        return CUDA_ERROR_OUT_OF_MEMORY;
    }
    return CUDA_SUCCESS;
}

static void end_context(sim_object *object)
{
    sim_drain_all();
    if (object != primary) {
        free(object->data);
        sim_object_destroy(object);
    }
    sim_clear_sticky();
}

static CUresult check_device(CUdevice device)
{
    return device == 0 ? CUDA_SUCCESS : sim_refuse(CUDA_ERROR_INVALID_DEVICE, "there is only device 0");
}

static CUresult retain(CUcontext *out)
{
    static context kept;
    if (!out) {
        return CUDA_ERROR_INVALID_VALUE;
    }
    kept.primary = true;
    kept.flags = primary_flags;
    if (!primary) {
        primary = sim_object_new(SIM_CONTEXT_OBJECT, &kept, NULL);
    }
    if (!primary) {
        return CUDA_ERROR_OUT_OF_MEMORY;
    }
    primary_references++;
    *out = (CUcontext)(void *)primary;
    return CUDA_SUCCESS;
}

CUresult CUDAAPI cuDevicePrimaryCtxRetain(CUcontext *out, CUdevice device)
{
    CUresult result = sim_enter(__func__, SIM_INIT);
    result = result ? result : check_device(device);
    result = result ? result : retain(out);
    return sim_leave_out(result, out, sizeof *out);
}

static CUresult release(void)
{
    if (!primary_references) {
        sim_problem("double free", "the primary context is released more often than it was retained");
        return CUDA_ERROR_INVALID_CONTEXT;
    }
    if (--primary_references == 0) {
        end_context(primary);
    }
    return CUDA_SUCCESS;
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
        primary_flags = flags;
    }
    return sim_leave(result);
}

CUresult CUDAAPI cuDevicePrimaryCtxGetState(CUdevice device, unsigned *flags, int *active)
{
    CUresult result = sim_enter(__func__, SIM_INIT);
    result = result ? result : check_device(device);
    if (!result) {
        *flags = primary_flags;
        *active = primary_references != 0;
    }
    return sim_leave(result);
}

CUresult CUDAAPI cuDevicePrimaryCtxReset_v2(CUdevice device)
{
    CUresult result = sim_enter(__func__, SIM_INIT);
    (void)device;
    return sim_leave(result ? result : sim_refuse(CUDA_ERROR_NOT_SUPPORTED, "the CPU device cannot reset"));
}

static CUresult push(CUcontext handle)
{
    if (depth == DEEPEST) {
        return sim_refuse(CUDA_ERROR_INVALID_VALUE, "more than %d contexts are stacked", DEEPEST);
    }
    stack[depth++] = handle;
    return CUDA_SUCCESS;
}

CUresult CUDAAPI cuCtxCreate_v4(CUcontext *out, CUctxCreateParams *parameters, unsigned flags, CUdevice device)
{
    CUresult result = sim_enter(__func__, SIM_INIT);
    sim_object *object = NULL;
    result = result ? result : check_device(device);
    if (!result && parameters) {
        result = sim_refuse(CUDA_ERROR_NOT_SUPPORTED, "affinity and CIG parameters");
    }
    result = result ? result : new_context(&object, flags);
    if (!result) {
        *out = (CUcontext)(void *)object;
        result = push(*out);
    }
    return sim_leave_out(result, out, sizeof *out);
}

CUresult CUDAAPI cuCtxDestroy_v2(CUcontext handle)
{
    CUresult result = sim_enter(__func__, SIM_INIT);
    context *found = result ? NULL : (context *)sim_object_data(handle, SIM_CONTEXT_OBJECT);
    if (!result && !found) {
        result = CUDA_ERROR_INVALID_CONTEXT;
    } else if (!result && found->primary) {
        result = sim_refuse(CUDA_ERROR_INVALID_CONTEXT, "the primary context is released, not destroyed");
    } else if (!result) {
        if (top() == handle) {
            depth--;
        }
        end_context((sim_object *)(void *)handle);
    }
    return sim_leave(result);
}

static CUresult set_current(CUcontext handle)
{
    if (!handle) {
        depth = depth ? depth - 1 : 0;
        return CUDA_SUCCESS;
    }
    if (!sim_context_valid(handle)) {
        return CUDA_ERROR_INVALID_CONTEXT;
    }
    if (depth) {
        stack[depth - 1] = handle;
        return CUDA_SUCCESS;
    }
    return push(handle);
}

CUresult CUDAAPI cuCtxSetCurrent(CUcontext handle)
{
    CUresult result = sim_enter(__func__, SIM_INIT);
    return sim_leave(result ? result : set_current(handle));
}

CUresult CUDAAPI cuCtxGetCurrent(CUcontext *out)
{
    CUresult result = sim_enter(__func__, SIM_INIT);
    if (!result) {
        *out = top();
    }
    return sim_leave_out(result, out, sizeof *out);
}

CUresult CUDAAPI cuCtxPushCurrent_v2(CUcontext handle)
{
    CUresult result = sim_enter(__func__, SIM_INIT);
    if (!result && !sim_context_valid(handle)) {
        result = CUDA_ERROR_INVALID_CONTEXT;
    }
    return sim_leave(result ? result : push(handle));
}

CUresult CUDAAPI cuCtxPopCurrent_v2(CUcontext *out)
{
    CUresult result = sim_enter(__func__, SIM_INIT);
    if (!result && !depth) {
        result = sim_refuse(CUDA_ERROR_INVALID_CONTEXT, "no context is current");
    }
    if (!result) {
        CUcontext popped = stack[--depth];
        if (out) {
            *out = popped;
        }
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
        *flags = ((const context *)((const sim_object *)(const void *)top())->data)->flags;
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
