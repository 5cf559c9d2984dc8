/* SPDX-License-Identifier: 0BSD */
/* SPDX-FileCopyrightText: 2026 The vggen authors */
/* Kernels launched in a stream. */
#define _GNU_SOURCE
#include "check/check.h"
#include "stream/resident.h"

#include <string.h>

static CUresult prepare(CUstream stream, const CUDA_KERNEL_NODE_PARAMS *parameters, const CUlaunchAttribute *attributes,
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
    if (sim_launch_is_resident(&launch)) {
        result = sim_stream_drain(stream);
        result = result ? result : sim_resident_start(stream, &launch);
        sim_launch_free(&launch);
        return result;
    }
    work = sim_work_new(SIM_WORK_LAUNCH);
    work->launch = launch;
    return sim_stream_push(stream, work);
}

static CUresult queue(CUstream stream, const CUDA_KERNEL_NODE_PARAMS *parameters, const CUlaunchAttribute *attributes,
                      unsigned count)
{
    const CUresult result = prepare(stream, parameters, attributes, count);
    sim_stream_failed(stream, result);
    return result;
}

static CUresult run_call(CUstream stream, const vgsim_call *call, int *answer)
{
    CUresult result = sim_call_check(call);
    sim_exec single = {0};
    sim_node node = {0};
    result = result ? result : sim_stream_drain(stream);
    if (result) {
        return result;
    }
    node.call = sim_call_new(call);
    single.nodes = &node;
    single.count = 1;
    result = sim_run_call(&single, 0, answer);
    sim_call_release(node.call);
    return result;
}

int vgsim_run_call(void *stream, const vgsim_call *call, int *answer)
{
    CUresult result = sim_enter(__func__, SIM_CONTEXT);
    if (!result && !answer) {
        result = CUDA_ERROR_INVALID_VALUE;
    }
    result = result ? result : run_call((CUstream)stream, call, answer);
    return (int)sim_leave_out(result, answer, sizeof *answer);
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
