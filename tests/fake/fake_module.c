/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The vggen authors */
/* fake_module.c - the fake driver's modules and functions. */
#ifndef _GNU_SOURCE
#define _GNU_SOURCE /* nanosleep */
#endif
#include "fake_books.h"

#include <string.h>
#include <time.h>

CUresult CUDAAPI cuModuleLoadDataEx(CUmodule *module, const void *image, unsigned int count, CUjit_option *options,
                                    void **values)
{
    (void)count;
    (void)options;
    (void)values;
    fake.image = image;
    if (fake.load_ns != 0) {
        const struct timespec time = {0, (long)fake.load_ns};
        (void)nanosleep(&time, NULL);
    }
    if (fake.module_error != 0) {
        fake_enter_with_context("cuModuleLoadDataEx");
        *module = (CUmodule)TRAP;
        return (CUresult)fake.module_error;
    }
    return fake_create("cuModuleLoadDataEx", module, MODULE, NULL);
}

CUresult CUDAAPI cuModuleUnload(CUmodule module)
{
    return fake_destroy("cuModuleUnload", module, MODULE, fake_enter("cuModuleUnload"));
}

CUresult CUDAAPI cuModuleGetFunction(CUfunction *function, CUmodule module, const char *name)
{
    object *parent = fake_use("cuModuleGetFunction", module, MODULE);
    const CUresult result = fake_create("cuModuleGetFunction", function, FUNCTION, parent);
    if (result == CUDA_SUCCESS && fake.entry != NULL && strcmp(fake.entry, name) != 0) {
        *function = (CUfunction)TRAP;
        return CUDA_ERROR_NOT_FOUND;
    }
    return result;
}

static CUresult param_info(CUfunction function, size_t index, size_t *offset, size_t *size)
{
    const object *known = fake_use("cuFuncGetParamInfo", function, FUNCTION);
    if (known != NULL && known->application) {
        return fake_library_param("cuFuncGetParamInfo", index, offset, size);
    }
    CUresult result = fake_enter_with_context("cuFuncGetParamInfo");
    *offset = 0x5a5a5a5a;
    *size = 0x5a5a5a5a;
    if (result == CUDA_SUCCESS && index >= fake.param_count) {
        result = CUDA_ERROR_INVALID_VALUE;
    }
    if (result == CUDA_SUCCESS) {
        *offset = 0;
        *size = fake.param_sizes[index];
    }
    return result;
}

static CUresult param_count(CUfunction function, size_t *count)
{
    const CUresult result = fake_enter_with_context("cuFuncGetParamCount");
    const object *known = fake_use("cuFuncGetParamCount", function, FUNCTION);
    *count = known != NULL && known->application ? fake.library_param_count : fake.param_count;
    *count = result == CUDA_SUCCESS ? *count : 0x5a5a5a5a;
    return result;
}

static CUresult context_resource(CUcontext context, CUdevResource *resource, CUdevResourceType type)
{
    CUresult result = fake_enter("cuCtxGetDevResource");
    fake_use("cuCtxGetDevResource", context, CONTEXT);
    memset(resource, 0x5a, sizeof *resource);
    if (result == CUDA_SUCCESS) {
        result = (CUresult)fake.resource_error;
    }
    if (result == CUDA_SUCCESS) {
        resource->type = type;
        resource->sm.smCount = (unsigned)fake.context_multiprocessors;
    }
    return result;
}

CUresult CUDAAPI cuGetProcAddress_v2(const char *name, void **address, int version, cuuint64_t flags,
                                     CUdriverProcAddressQueryResult *status)
{
    CUresult (*info)(CUfunction, size_t, size_t *, size_t *) = param_info;
    CUresult (*count)(CUfunction, size_t *) = param_count;
    CUresult (*resource)(CUcontext, CUdevResource *, CUdevResourceType) = context_resource;
    const CUresult result = fake_enter("cuGetProcAddress");
    (void)flags;
    (void)status;
    *address = TRAP;
    if (result != CUDA_SUCCESS) {
        return result;
    }
    if (version > fake.version) {
        return CUDA_ERROR_INVALID_VALUE;
    }
    *address = fake_capture_call(name);
    if (fake.param_info && strcmp(name, "cuFuncGetParamInfo") == 0) {
        memcpy(address, &info, sizeof *address);
    }
    if (fake.param_info && strcmp(name, "cuFuncGetParamCount") == 0) {
        memcpy(address, &count, sizeof *address);
    }
    if (fake.context_multiprocessors != 0 && strcmp(name, "cuCtxGetDevResource") == 0) {
        memcpy(address, &resource, sizeof *address);
    }
    return CUDA_SUCCESS;
}

CUresult CUDAAPI cuFuncGetAttribute(int *value, CUfunction_attribute attribute, CUfunction function)
{
    const CUresult result = fake_enter_with_context("cuFuncGetAttribute");
    fake_use("cuFuncGetAttribute", function, FUNCTION);
    *value = 0x5a5a5a5a;
    if (result == CUDA_SUCCESS) {
        *value = attribute == CU_FUNC_ATTRIBUTE_SHARED_SIZE_BYTES       ? fake.static_shared
                 : attribute == CU_FUNC_ATTRIBUTE_MAX_THREADS_PER_BLOCK ? fake.max_threads
                                                                        : 49152 - fake.static_shared;
    }
    return result;
}

CUresult CUDAAPI cuFuncSetAttribute(CUfunction function, CUfunction_attribute attribute, int value)
{
    const CUresult result = fake_enter_with_context("cuFuncSetAttribute");
    fake_use("cuFuncSetAttribute", function, FUNCTION);
    if (attribute == CU_FUNC_ATTRIBUTE_MAX_DYNAMIC_SHARED_SIZE_BYTES) {
        fake.max_dynamic_shared = value;
    }
    if (attribute == CU_FUNC_ATTRIBUTE_NON_PORTABLE_CLUSTER_SIZE_ALLOWED) {
        fake.large_clusters = value;
    }
    return result;
}
