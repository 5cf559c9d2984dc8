/* SPDX-License-Identifier: 0BSD */
/* SPDX-FileCopyrightText: 2026 The vggen authors */
/* The device: one, as large as an H100, of the compute capability of the program that is linked. */
#define _GNU_SOURCE
#include "image/image.h"

#include <stdio.h>
#include <string.h>

#define PCI_ADDRESS "0000:01:00.0"

CUresult CUDAAPI cuInit(unsigned flags)
{
    CUresult result = sim_enter(__func__, SIM_ANY);
    if (!result && flags) {
        result = sim_refuse(CUDA_ERROR_INVALID_VALUE, "flags must be 0");
    }
    result = result ? result : sim_check_stamps();
    if (!result) {
        sim_set_initialized();
    }
    return sim_leave(result);
}

CUresult CUDAAPI cuDriverGetVersion(int *version)
{
    CUresult result = sim_enter(__func__, SIM_ANY);
    if (!result) {
        *version = sim_get_settings()->driver;
    }
    return sim_leave_out(result, version, sizeof *version);
}

CUresult CUDAAPI cuDeviceGetCount(int *count)
{
    CUresult result = sim_enter(__func__, SIM_INIT);
    if (!result) {
        *count = 1;
    }
    return sim_leave_out(result, count, sizeof *count);
}

static CUresult check_device(CUdevice device)
{
    return device == 0 ? CUDA_SUCCESS : sim_refuse(CUDA_ERROR_INVALID_DEVICE, "there is only device 0, not %d", device);
}

CUresult CUDAAPI cuDeviceGet(CUdevice *device, int ordinal)
{
    CUresult result = sim_enter(__func__, SIM_INIT);
    result = result ? result : check_device(ordinal);
    if (!result) {
        *device = 0;
    }
    return sim_leave_out(result, device, sizeof *device);
}

CUresult CUDAAPI cuDeviceGetName(char *name, int size, CUdevice device)
{
    CUresult result = sim_enter(__func__, SIM_INIT);
    result = result ? result : check_device(device);
    if (!result && size > 0) {
        snprintf(name, (size_t)size, "vgsim CPU device");
    }
    return sim_leave(result);
}

CUresult CUDAAPI cuDeviceGetUuid_v2(CUuuid *uuid, CUdevice device)
{
    static const unsigned char bytes[16] = {0x76, 0x67, 0x73, 0x69, 0x6d, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1};
    CUresult result = sim_enter(__func__, SIM_INIT);
    result = result ? result : check_device(device);
    if (!result) {
        memcpy(uuid->bytes, bytes, sizeof bytes);
    }
    return sim_leave_out(result, uuid, sizeof *uuid);
}

CUresult CUDAAPI cuDeviceTotalMem_v2(size_t *bytes, CUdevice device)
{
    CUresult result = sim_enter(__func__, SIM_INIT);
    result = result ? result : check_device(device);
    if (!result) {
        *bytes = sim_get_settings()->memory;
    }
    return sim_leave_out(result, bytes, sizeof *bytes);
}

CUresult CUDAAPI cuDeviceGetPCIBusId(char *address, int size, CUdevice device)
{
    CUresult result = sim_enter(__func__, SIM_INIT);
    result = result ? result : check_device(device);
    if (!result && size < (int)sizeof PCI_ADDRESS) {
        result = sim_refuse(CUDA_ERROR_INVALID_VALUE, "%d bytes are too few for %s", size, PCI_ADDRESS);
    }
    if (!result) {
        memcpy(address, PCI_ADDRESS, sizeof PCI_ADDRESS);
    }
    return sim_leave(result);
}

/* Accepts what the driver does: with or without domain, with or without function. */
CUresult CUDAAPI cuDeviceGetByPCIBusId(CUdevice *device, const char *address)
{
    unsigned domain = 0, bus = 0, slot = 0, function = 0;
    CUresult result = sim_enter(__func__, SIM_INIT);
    if (!result && sscanf(address, "%x:%x:%x.%x", &domain, &bus, &slot, &function) < 3) {
        domain = 0;
        if (sscanf(address, "%x:%x.%x", &bus, &slot, &function) < 2) {
            result = sim_refuse(CUDA_ERROR_INVALID_VALUE, "\"%s\" is no PCI address", address);
        }
    }
    if (!result && (domain != 0 || bus != 1 || slot != 0 || function != 0)) {
        result = sim_refuse(CUDA_ERROR_INVALID_DEVICE, "the only device is %s, not %s", PCI_ADDRESS, address);
    }
    if (!result) {
        *device = 0;
    }
    return sim_leave_out(result, device, sizeof *device);
}

/* There are no green contexts here, so each has the whole device. */
CUresult CUDAAPI cuCtxGetDevResource(CUcontext context, CUdevResource *resource, CUdevResourceType type)
{
    CUresult result = sim_enter(__func__, SIM_INIT);
    if (!result && !sim_context_valid(context)) {
        result = CUDA_ERROR_INVALID_CONTEXT;
    } else if (!result && type != CU_DEV_RESOURCE_TYPE_SM) {
        result = sim_refuse(CUDA_ERROR_INVALID_VALUE, "multiprocessors are the only resource of a context");
    } else if (!result) {
        memset(resource, 0, sizeof *resource);
        resource->type = type;
        resource->sm.smCount = sim_multiprocessors();
        resource->sm.minSmPartitionSize = resource->sm.smCoscheduledAlignment = 8;
    }
    return sim_leave_out(result, resource, sizeof *resource);
}

typedef struct {
    CUdevice_attribute attribute;
    int value;
} attribute_value;

static const attribute_value values[] = {
    {CU_DEVICE_ATTRIBUTE_MAX_THREADS_PER_BLOCK, 1024},
    {CU_DEVICE_ATTRIBUTE_MAX_BLOCK_DIM_X, 1024},
    {CU_DEVICE_ATTRIBUTE_MAX_BLOCK_DIM_Y, 1024},
    {CU_DEVICE_ATTRIBUTE_MAX_BLOCK_DIM_Z, 64},
    {CU_DEVICE_ATTRIBUTE_MAX_GRID_DIM_X, 2147483647},
    {CU_DEVICE_ATTRIBUTE_MAX_GRID_DIM_Y, 65535},
    {CU_DEVICE_ATTRIBUTE_MAX_GRID_DIM_Z, 65535},
    {CU_DEVICE_ATTRIBUTE_MAX_SHARED_MEMORY_PER_BLOCK, 49152},
    {CU_DEVICE_ATTRIBUTE_MAX_SHARED_MEMORY_PER_BLOCK_OPTIN, (int)VGSIM_DYNAMIC_BYTES},
    {CU_DEVICE_ATTRIBUTE_MAX_SHARED_MEMORY_PER_MULTIPROCESSOR, 233472},
    {CU_DEVICE_ATTRIBUTE_RESERVED_SHARED_MEMORY_PER_BLOCK, 1024},
    {CU_DEVICE_ATTRIBUTE_TOTAL_CONSTANT_MEMORY, 65536},
    {CU_DEVICE_ATTRIBUTE_WARP_SIZE, 32},
    {CU_DEVICE_ATTRIBUTE_MAX_PITCH, 2147483647},
    {CU_DEVICE_ATTRIBUTE_MAX_REGISTERS_PER_BLOCK, 65536},
    {CU_DEVICE_ATTRIBUTE_MAX_REGISTERS_PER_MULTIPROCESSOR, 65536},
    {CU_DEVICE_ATTRIBUTE_CLOCK_RATE, 1000000},
    {CU_DEVICE_ATTRIBUTE_MAX_THREADS_PER_MULTIPROCESSOR, 2048},
    {CU_DEVICE_ATTRIBUTE_MAX_BLOCKS_PER_MULTIPROCESSOR, 32},
    {CU_DEVICE_ATTRIBUTE_CAN_MAP_HOST_MEMORY, 1},
    {CU_DEVICE_ATTRIBUTE_CONCURRENT_KERNELS, 1},
    {CU_DEVICE_ATTRIBUTE_UNIFIED_ADDRESSING, 1},
    {CU_DEVICE_ATTRIBUTE_CAN_USE_HOST_POINTER_FOR_REGISTERED_MEM, 0},
    {CU_DEVICE_ATTRIBUTE_HOST_REGISTER_SUPPORTED, 1},
    {CU_DEVICE_ATTRIBUTE_STREAM_PRIORITIES_SUPPORTED, 1},
    {CU_DEVICE_ATTRIBUTE_ASYNC_ENGINE_COUNT, 3},
    {CU_DEVICE_ATTRIBUTE_PCI_BUS_ID, 1},
    {CU_DEVICE_ATTRIBUTE_CAN_USE_64_BIT_STREAM_MEM_OPS, 1},
    {CU_DEVICE_ATTRIBUTE_COOPERATIVE_LAUNCH, 1},
};

static CUresult get_attribute(int *value, CUdevice_attribute attribute)
{
    if (attribute == CU_DEVICE_ATTRIBUTE_COMPUTE_CAPABILITY_MAJOR) {
        *value = (int)(sim_capability() / 10);
        return CUDA_SUCCESS;
    }
    if (attribute == CU_DEVICE_ATTRIBUTE_COMPUTE_CAPABILITY_MINOR) {
        *value = (int)(sim_capability() % 10);
        return CUDA_SUCCESS;
    }
    if (attribute == CU_DEVICE_ATTRIBUTE_CLUSTER_LAUNCH) {
        *value = sim_capability() >= 90; /* kernels have another way for the CPU device */
        return CUDA_SUCCESS;
    }
    if (attribute == CU_DEVICE_ATTRIBUTE_MULTIPROCESSOR_COUNT) {
        *value = (int)sim_multiprocessors();
        return CUDA_SUCCESS;
    }
    if ((int)attribute <= 0) {
        return CUDA_ERROR_INVALID_VALUE;
    }
    *value = 0; /* what the CPU device cannot do: managed memory, … */
    for (size_t i = 0; i < sizeof values / sizeof values[0]; i++) {
        if (values[i].attribute == attribute) {
            *value = values[i].value;
        }
    }
    return CUDA_SUCCESS;
}

CUresult CUDAAPI cuDeviceGetAttribute(int *value, CUdevice_attribute attribute, CUdevice device)
{
    CUresult result = sim_enter(__func__, SIM_INIT);
    result = result ? result : check_device(device);
    result = result ? result : get_attribute(value, attribute);
    return sim_leave_out(result, value, sizeof *value);
}
