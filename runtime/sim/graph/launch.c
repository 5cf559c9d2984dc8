/* SPDX-License-Identifier: 0BSD */
/* One kernel launch: what the driver refuses, its parameters copied by the kernel's own table, launches in streams. */
#define _GNU_SOURCE
#include "stream/stream.h"

#include <stdlib.h>
#include <string.h>

#define BAD(...) sim_refuse(CUDA_ERROR_INVALID_VALUE, __VA_ARGS__)

static CUresult check_block(const sim_function *f, const CUDA_KERNEL_NODE_PARAMS *p)
{
    uint64_t threads = (uint64_t)p->blockDimX * p->blockDimY * p->blockDimZ;
    if (!threads || p->blockDimX > 1024 || p->blockDimY > 1024 || p->blockDimZ > 64 || threads > 1024) {
        return BAD("%s: block of %u x %u x %u threads", f->name, p->blockDimX, p->blockDimY, p->blockDimZ);
    }
    if (f->max_threads && threads > f->max_threads) {
        return BAD("%s: %llu threads in a block, its launch bounds allow %u", f->name, (unsigned long long)threads,
                   f->max_threads);
    }
    if (f->required[0] &&
        (p->blockDimX != f->required[0] || p->blockDimY != f->required[1] || p->blockDimZ != f->required[2])) {
        return BAD("%s: block of %u x %u x %u, it requires %u x %u x %u", f->name, p->blockDimX, p->blockDimY,
                   p->blockDimZ, f->required[0], f->required[1], f->required[2]);
    }
    return CUDA_SUCCESS;
}

static CUresult check_limits(const sim_function *f, const CUDA_KERNEL_NODE_PARAMS *p)
{
    if (!p->gridDimX || !p->gridDimY || !p->gridDimZ || p->gridDimX > 2147483647u || p->gridDimY > 65535 ||
        p->gridDimZ > 65535) {
        return BAD("%s: grid of %u x %u x %u blocks", f->name, p->gridDimX, p->gridDimY, p->gridDimZ);
    }
    if (p->sharedMemBytes > f->dynamic_limit ||
        (uint64_t)p->sharedMemBytes + f->static_shared > (f->dynamic_limit > 49152 ? VGSIM_DYNAMIC_BYTES : 49152u)) {
        return BAD("%s: %u dynamic and %u static bytes of shared memory, at most %u without opting in", f->name,
                   p->sharedMemBytes, f->static_shared, 49152u);
    }
    if (p->extra) {
        return p->kernelParams ? BAD("%s: kernelParams and extra are both given", f->name)
                               : sim_refuse(CUDA_ERROR_NOT_SUPPORTED, "%s: the extra form of parameters", f->name);
    }
    if (f->param_count && !p->kernelParams) {
        return BAD("%s: %u parameters, but kernelParams is NULL", f->name, f->param_count);
    }
    for (unsigned i = 0; i < f->param_count; i++) {
        if (!p->kernelParams[i]) {
            return BAD("%s: kernelParams[%u] is NULL", f->name, i);
        }
    }
    return CUDA_SUCCESS;
}

/* Values live in a buffer of 16-byte units, so that each is as aligned as its type wants. */
static void copy_parameters(sim_launch *launch, void **values)
{
    const sim_function *f = launch->function;
    launch->bytes = (unsigned char *)sim_allocate(f->param_bytes / 16 + 1, 16);
    launch->parameters = (void **)sim_allocate(f->param_count + 1, sizeof(void *));
    for (unsigned i = 0; i < f->param_count; i++) {
        launch->parameters[i] = launch->bytes + f->param_offsets[i];
        memcpy(launch->parameters[i], values[i], f->param_sizes[i]);
    }
}

CUresult sim_launch_set(sim_launch *launch, const CUDA_KERNEL_NODE_PARAMS *p)
{
    sim_function *function;
    CUresult result;
    if (!p) {
        return BAD("the parameters are NULL");
    }
    function = sim_function_of(p->func, p->kern);
    if (!function) {
        return CUDA_ERROR_INVALID_HANDLE;
    }
    result = check_block(function, p);
    result = result ? result : check_limits(function, p);
    if (result) {
        return result;
    }
    memset(launch, 0, sizeof *launch);
    launch->function = function;
    launch->function_object =
        (const sim_object *)(const void *)(p->func ? (const void *)p->func : (const void *)p->kern);
    launch->grid[0] = p->gridDimX;
    launch->grid[1] = p->gridDimY;
    launch->grid[2] = p->gridDimZ;
    launch->block[0] = p->blockDimX;
    launch->block[1] = p->blockDimY;
    launch->block[2] = p->blockDimZ;
    launch->dynamic_shared = p->sharedMemBytes;
    memcpy(launch->cluster, function->cluster, sizeof launch->cluster);
    copy_parameters(launch, p->kernelParams);
    return CUDA_SUCCESS;
}

void sim_launch_copy(sim_launch *to, const sim_launch *from)
{
    *to = *from;
    if (from->bytes) {
        if (!sim_function_loaded(from->function_object)) {
            to->bytes = NULL;
            to->parameters = NULL;
            return;
        }
        copy_parameters(to, from->parameters);
    }
}

void sim_launch_free(sim_launch *launch)
{
    free(launch->bytes);
    free(launch->parameters);
    launch->bytes = NULL;
    launch->parameters = NULL;
}

/* ---- launches by themselves ---- */

static CUresult queue(CUstream stream, const CUDA_KERNEL_NODE_PARAMS *parameters, const CUlaunchAttribute *attributes,
                      unsigned count)
{
    sim_launch launch;
    CUresult result = sim_launch_set(&launch, parameters);
    sim_work *work;
    if (result) {
        return result;
    }
    for (unsigned i = 0; !result && i < count; i++) {
        result = sim_attribute_set(&launch, (int)attributes[i].id, &attributes[i].value);
    }
    if (result) {
        sim_launch_free(&launch);
        return result;
    }
    work = sim_work_new(SIM_WORK_LAUNCH);
    work->launch = launch;
    return sim_stream_push(stream, work);
}

CUresult CUDAAPI cuLaunchKernel(CUfunction function, unsigned grid_x, unsigned grid_y, unsigned grid_z,
                                unsigned block_x, unsigned block_y, unsigned block_z, unsigned shared, CUstream stream,
                                void **parameters, void **extra)
{
    const CUDA_KERNEL_NODE_PARAMS p = {function, grid_x, grid_y,     grid_z, block_x, block_y,
                                       block_z,  shared, parameters, extra,  NULL,    NULL};
    CUresult result = sim_enter(__func__, SIM_CONTEXT);
    return sim_leave(result ? result : queue(stream, &p, NULL, 0));
}

CUresult CUDAAPI cuLaunchCooperativeKernel(CUfunction function, unsigned grid_x, unsigned grid_y, unsigned grid_z,
                                           unsigned block_x, unsigned block_y, unsigned block_z, unsigned shared,
                                           CUstream stream, void **parameters)
{
    const CUDA_KERNEL_NODE_PARAMS p = {function, grid_x, grid_y,     grid_z, block_x, block_y,
                                       block_z,  shared, parameters, NULL,   NULL,    NULL};
    CUlaunchAttribute cooperative;
    CUresult result = sim_enter(__func__, SIM_CONTEXT);
    memset(&cooperative, 0, sizeof cooperative);
    cooperative.id = CU_LAUNCH_ATTRIBUTE_COOPERATIVE;
    cooperative.value.cooperative = 1;
    return sim_leave(result ? result : queue(stream, &p, &cooperative, 1));
}

CUresult CUDAAPI cuLaunchKernelEx(const CUlaunchConfig *config, CUfunction function, void **parameters, void **extra)
{
    CUresult result = sim_enter(__func__, SIM_CONTEXT);
    if (!result && (!config || (config->numAttrs && !config->attrs))) {
        result = sim_refuse(CUDA_ERROR_INVALID_VALUE, "no configuration, or no attributes");
    }
    if (!result) {
        const CUDA_KERNEL_NODE_PARAMS p = {function,
                                           config->gridDimX,
                                           config->gridDimY,
                                           config->gridDimZ,
                                           config->blockDimX,
                                           config->blockDimY,
                                           config->blockDimZ,
                                           config->sharedMemBytes,
                                           parameters,
                                           extra,
                                           NULL,
                                           NULL};
        result = queue(config->hStream, &p, config->attrs, config->numAttrs);
    }
    return sim_leave(result);
}
