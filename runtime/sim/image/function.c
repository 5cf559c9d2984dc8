/* SPDX-License-Identifier: 0BSD */
/* SPDX-FileCopyrightText: 2026 The vggen authors */
/* Attributes, parameters and occupancy of functions. */
#define _GNU_SOURCE
#include "image/image.h"

#define OPTIN_SHARED VGSIM_DYNAMIC_BYTES
#define REGISTERS 32

static CUresult get_attribute(int *value, CUfunction_attribute attribute, const sim_function *function)
{
    if (!function) {
        return CUDA_ERROR_INVALID_HANDLE;
    }
    switch (attribute) {
    case CU_FUNC_ATTRIBUTE_MAX_THREADS_PER_BLOCK:
        *value = function->max_threads ? (int)function->max_threads : 1024;
        if (function->required[0]) {
            *value = (int)(function->required[0] * function->required[1] * function->required[2]);
        }
        return CUDA_SUCCESS;
    case CU_FUNC_ATTRIBUTE_SHARED_SIZE_BYTES:
        *value = (int)function->static_shared;
        return CUDA_SUCCESS;
    case CU_FUNC_ATTRIBUTE_NUM_REGS:
        *value = REGISTERS;
        return CUDA_SUCCESS;
    case CU_FUNC_ATTRIBUTE_PTX_VERSION:
    case CU_FUNC_ATTRIBUTE_BINARY_VERSION:
        *value = (int)function->capability;
        return CUDA_SUCCESS;
    case CU_FUNC_ATTRIBUTE_MAX_DYNAMIC_SHARED_SIZE_BYTES:
        *value = (int)function->dynamic_limit;
        return CUDA_SUCCESS;
    case CU_FUNC_ATTRIBUTE_PREFERRED_SHARED_MEMORY_CARVEOUT:
        *value = -1;
        return CUDA_SUCCESS;
    case CU_FUNC_ATTRIBUTE_REQUIRED_CLUSTER_WIDTH:
    case CU_FUNC_ATTRIBUTE_REQUIRED_CLUSTER_HEIGHT:
    case CU_FUNC_ATTRIBUTE_REQUIRED_CLUSTER_DEPTH:
        *value = (int)function->cluster[attribute - CU_FUNC_ATTRIBUTE_REQUIRED_CLUSTER_WIDTH];
        return CUDA_SUCCESS;
    case CU_FUNC_ATTRIBUTE_NON_PORTABLE_CLUSTER_SIZE_ALLOWED:
        *value = function->large_clusters;
        return CUDA_SUCCESS;
    default:
        *value = 0;
        return (unsigned)attribute <= 15 ? CUDA_SUCCESS : CUDA_ERROR_INVALID_VALUE;
    }
}

static CUresult set_attribute(sim_function *function, CUfunction_attribute attribute, int value)
{
    if (!function) {
        return CUDA_ERROR_INVALID_HANDLE;
    }
    if (attribute == CU_FUNC_ATTRIBUTE_PREFERRED_SHARED_MEMORY_CARVEOUT) {
        return CUDA_SUCCESS;
    }
    if (attribute == CU_FUNC_ATTRIBUTE_NON_PORTABLE_CLUSTER_SIZE_ALLOWED) {
        function->large_clusters = value != 0;
        return CUDA_SUCCESS;
    }
    if (attribute != CU_FUNC_ATTRIBUTE_MAX_DYNAMIC_SHARED_SIZE_BYTES) {
        return sim_refuse(CUDA_ERROR_INVALID_VALUE, "attribute %d cannot be set", (int)attribute);
    }
    if (value < 0 || (uint32_t)value + function->static_shared > OPTIN_SHARED) {
        return sim_refuse(CUDA_ERROR_INVALID_VALUE, "%s: %d dynamic and %u static bytes of shared memory are over %u",
                          function->name, value, function->static_shared, OPTIN_SHARED);
    }
    function->dynamic_limit = (uint32_t)value;
    return CUDA_SUCCESS;
}

static CUresult param_info(const sim_function *function, size_t index, size_t *offset, size_t *size)
{
    if (!function) {
        return CUDA_ERROR_INVALID_HANDLE;
    }
    if (index >= function->param_count) {
        return CUDA_ERROR_INVALID_VALUE; /* how a caller finds the number of parameters */
    }
    *offset = function->param_offsets[index];
    if (size) {
        *size = function->param_sizes[index];
    }
    return CUDA_SUCCESS;
}

CUresult CUDAAPI cuFuncGetAttribute(int *value, CUfunction_attribute attribute, CUfunction function)
{
    CUresult result = sim_enter(__func__, SIM_CONTEXT);
    result = result ? result : get_attribute(value, attribute, sim_function_get(function));
    return sim_leave_out(result, value, sizeof *value);
}

CUresult CUDAAPI cuFuncSetAttribute(CUfunction function, CUfunction_attribute attribute, int value)
{
    CUresult result = sim_enter(__func__, SIM_CONTEXT);
    return sim_leave(result ? result : set_attribute(sim_function_get(function), attribute, value));
}

CUresult CUDAAPI cuKernelGetAttribute(int *value, CUfunction_attribute attribute, CUkernel kernel, CUdevice device)
{
    CUresult result = sim_enter(__func__, SIM_INIT);
    (void)device;
    result =
        result ? result : get_attribute(value, attribute, (const sim_function *)sim_object_data(kernel, SIM_KERNEL));
    return sim_leave_out(result, value, sizeof *value);
}

CUresult CUDAAPI cuKernelSetAttribute(CUfunction_attribute attribute, int value, CUkernel kernel, CUdevice device)
{
    CUresult result = sim_enter(__func__, SIM_INIT);
    (void)device;
    return sim_leave(result ? result
                            : set_attribute((sim_function *)sim_object_data(kernel, SIM_KERNEL), attribute, value));
}

#define SINCE_12_4 12040

CUresult CUDAAPI cuFuncGetParamInfo(CUfunction function, size_t index, size_t *offset, size_t *size)
{
    CUresult result = sim_enter(__func__, SIM_CONTEXT);
    if (!result && sim_get_settings()->driver < SINCE_12_4) {
        result = CUDA_ERROR_CALL_REQUIRES_NEWER_DRIVER;
    }
    result = result ? result : param_info(sim_function_get(function), index, offset, size);
    return sim_leave_out(result, offset, sizeof *offset);
}

CUresult CUDAAPI cuKernelGetParamInfo(CUkernel kernel, size_t index, size_t *offset, size_t *size)
{
    CUresult result = sim_enter(__func__, SIM_INIT);
    if (!result && sim_get_settings()->driver < SINCE_12_4) {
        result = CUDA_ERROR_CALL_REQUIRES_NEWER_DRIVER;
    }
    result =
        result ? result : param_info((const sim_function *)sim_object_data(kernel, SIM_KERNEL), index, offset, size);
    return sim_leave_out(result, offset, sizeof *offset);
}

CUresult CUDAAPI cuFuncGetName(const char **name, CUfunction function)
{
    CUresult result = sim_enter(__func__, SIM_CONTEXT);
    const sim_function *found = result ? NULL : sim_function_get(function);
    result = result ? result : found ? CUDA_SUCCESS : CUDA_ERROR_INVALID_HANDLE;
    if (!result) {
        *name = found->name;
    }
    return sim_leave_out(result, name, sizeof *name);
}

CUresult CUDAAPI cuKernelGetName(const char **name, CUkernel kernel)
{
    CUresult result = sim_enter(__func__, SIM_INIT);
    const sim_function *found = result ? NULL : (const sim_function *)sim_object_data(kernel, SIM_KERNEL);
    result = result ? result : found ? CUDA_SUCCESS : CUDA_ERROR_INVALID_HANDLE;
    if (!result) {
        *name = found->name;
    }
    return sim_leave_out(result, name, sizeof *name);
}

CUresult CUDAAPI cuFuncGetModule(CUmodule *module, CUfunction function)
{
    CUresult result = sim_enter(__func__, SIM_CONTEXT);
    const sim_function *found = result ? NULL : sim_function_get(function);
    result = result ? result : found ? CUDA_SUCCESS : CUDA_ERROR_INVALID_HANDLE;
    if (!result) {
        *module = (CUmodule)found->module_handle;
    }
    return sim_leave_out(result, module, sizeof *module);
}

CUresult CUDAAPI cuFuncLoad(CUfunction function)
{
    CUresult result = sim_enter(__func__, SIM_CONTEXT);
    return sim_leave(result ? result : sim_function_get(function) ? CUDA_SUCCESS : CUDA_ERROR_INVALID_HANDLE);
}

#define H100_MULTIPROCESSORS 132u
#define RESIDENT_MULTIPROCESSORS 4u

unsigned sim_multiprocessors(void)
{
    const unsigned given = sim_get_settings()->multiprocessors;
    return given != 0 ? given : H100_MULTIPROCESSORS;
}

int vgsim_resident_multiprocessors(unsigned *count)
{
    const unsigned given = sim_get_settings()->multiprocessors;
    *count = given != 0 ? given : RESIDENT_MULTIPROCESSORS;
    return 0;
}

CUresult sim_occupancy(int *blocks, const sim_function *function, int threads, size_t shared)
{
    size_t each;
    if (!function || threads <= 0 || threads > 1024) {
        return function ? CUDA_ERROR_INVALID_VALUE : CUDA_ERROR_INVALID_HANDLE;
    }
    *blocks = 2048 / ((threads + 31) / 32 * 32);
    *blocks = *blocks > 32 ? 32 : *blocks;
    each = shared + function->static_shared + 1024;
    if ((size_t)*blocks > 233472 / each) {
        *blocks = (int)(233472 / each);
    }
    return CUDA_SUCCESS;
}

CUresult CUDAAPI cuOccupancyMaxActiveBlocksPerMultiprocessor(int *blocks, CUfunction function, int threads,
                                                             size_t shared)
{
    CUresult result = sim_enter(__func__, SIM_CONTEXT);
    result = result ? result : sim_occupancy(blocks, sim_function_get(function), threads, shared);
    return sim_leave_out(result, blocks, sizeof *blocks);
}

CUresult CUDAAPI cuOccupancyMaxActiveBlocksPerMultiprocessorWithFlags(int *blocks, CUfunction function, int threads,
                                                                      size_t shared, unsigned flags)
{
    CUresult result = sim_enter(__func__, SIM_CONTEXT);
    (void)flags;
    result = result ? result : sim_occupancy(blocks, sim_function_get(function), threads, shared);
    return sim_leave_out(result, blocks, sizeof *blocks);
}

/* The cluster that the configuration or the code asks for. */
static CUresult cluster_size(unsigned *size, const sim_function *function, const CUlaunchConfig *config)
{
    *size = function->cluster[0] * function->cluster[1] * function->cluster[2];
    for (unsigned i = 0; i < config->numAttrs; i++) {
        if (config->attrs[i].id == CU_LAUNCH_ATTRIBUTE_CLUSTER_DIMENSION) {
            const CUlaunchAttributeValue *value = &config->attrs[i].value;
            const unsigned asked = value->clusterDim.x * value->clusterDim.y * value->clusterDim.z;
            if (!asked || asked > (function->large_clusters ? 16u : 8u) || (*size && *size != asked)) {
                return sim_refuse(CUDA_ERROR_INVALID_CLUSTER_SIZE, "%s: clusters of %u blocks", function->name, asked);
            }
            *size = asked;
        }
    }
    return *size ? CUDA_SUCCESS : sim_refuse(CUDA_ERROR_INVALID_VALUE, "%s: no cluster size is given", function->name);
}

static CUresult active_clusters(int *clusters, const sim_function *function, const CUlaunchConfig *config)
{
    int blocks = 0;
    unsigned size;
    CUresult result;
    if (!function || !config || !clusters || (config->numAttrs && !config->attrs)) {
        return function ? CUDA_ERROR_INVALID_VALUE : CUDA_ERROR_INVALID_HANDLE;
    }
    result = cluster_size(&size, function, config);
    if (!result) {
        const unsigned threads = config->blockDimX * config->blockDimY * config->blockDimZ;
        result = sim_occupancy(&blocks, function, (int)threads, config->sharedMemBytes);
    }
    if (!result) {
        *clusters = (int)((unsigned)blocks * sim_multiprocessors() / size);
    }
    return result;
}

CUresult CUDAAPI cuOccupancyMaxActiveClusters(int *clusters, CUfunction function, const CUlaunchConfig *config)
{
    CUresult result = sim_enter(__func__, SIM_CONTEXT);
    result = result ? result : active_clusters(clusters, sim_function_get(function), config);
    return sim_leave_out(result, clusters, sizeof *clusters);
}
