/* SPDX-License-Identifier: 0BSD */
/* SPDX-FileCopyrightText: 2026 The vggen authors */
/* Driver calls on device memory and addresses, copies and fills. */
#define _GNU_SOURCE
#include "calls/calls.h"
#include "stream/stream.h"

#include <string.h>

static CUresult allocate(CUdeviceptr *address, size_t bytes)
{
    sim_memory *memory;
    if (!address || !bytes) {
        return sim_refuse(CUDA_ERROR_INVALID_VALUE, "no bytes, or nowhere to put the address");
    }
    memory = sim_memory_new(SIM_DEVICE_MEMORY, bytes, 0);
    if (!memory) {
        return sim_refuse(CUDA_ERROR_OUT_OF_MEMORY, "%zu bytes wanted, %zu of %zu are in use", bytes, sim_memory_used(),
                          sim_get_settings()->memory);
    }
    *address = memory->base;
    return CUDA_SUCCESS;
}

CUresult CUDAAPI cuMemAlloc_v2(CUdeviceptr *address, size_t bytes)
{
    CUresult result = sim_enter(__func__, SIM_CONTEXT);
    result = result ? result : allocate(address, bytes);
    return sim_leave_out(result, address, sizeof *address);
}

CUresult sim_memory_release(uint64_t address, sim_memory_kind kind)
{
    sim_memory *memory = sim_memory_find(address);
    if (!address) {
        return CUDA_SUCCESS;
    }
    if (memory && memory->dead) {
        sim_call_problem("double free", "0x%llx was allocated by %s and freed by %s",
                    (unsigned long long)address, sim_call_words(memory->created).text,
                    sim_call_words(memory->destroyed).text);
        return CUDA_ERROR_INVALID_VALUE;
    }
    if (!memory || memory->kind != kind || memory->base != address) {
        sim_call_problem("bad free", "0x%llx is not the start of such an allocation", (unsigned long long)address);
        return CUDA_ERROR_INVALID_VALUE;
    }
    sim_drain_all();
    sim_memory_destroy(memory);
    return CUDA_SUCCESS;
}

CUresult CUDAAPI cuMemFree_v2(CUdeviceptr address)
{
    CUresult result = sim_enter(__func__, SIM_CONTEXT);
    return sim_leave(result ? result : sim_memory_release(address, SIM_DEVICE_MEMORY));
}

CUresult CUDAAPI cuMemGetInfo_v2(size_t *free_bytes, size_t *total)
{
    CUresult result = sim_enter(__func__, SIM_CONTEXT);
    if (!result) {
        *total = sim_get_settings()->memory;
        *free_bytes = *total - sim_memory_used();
    }
    return sim_leave(result);
}

CUresult CUDAAPI cuMemGetAddressRange_v2(CUdeviceptr *base, size_t *bytes, CUdeviceptr address)
{
    CUresult result = sim_enter(__func__, SIM_CONTEXT);
    const sim_memory *memory = result ? NULL : sim_memory_find(address);
    if (!result && (!memory || memory->dead || address < memory->base || address - memory->base >= memory->bytes)) {
        result = sim_refuse(CUDA_ERROR_INVALID_VALUE, "0x%llx is in no live allocation", (unsigned long long)address);
    }
    if (!result && base) {
        *base = memory->base;
    }
    if (!result && bytes) {
        *bytes = (size_t)memory->bytes;
    }
    return sim_leave(result);
}

static CUresult pointer_attribute(void *value, CUpointer_attribute attribute, const sim_memory *memory,
                                  CUdeviceptr address)
{
    const uint64_t base = memory->base;
    const CUdeviceptr device = sim_memory_device_address(address);
    const void *host =
        memory->kind == SIM_DEVICE_MEMORY ? NULL : (const void *)(uintptr_t)sim_memory_host_address(address);
    switch (attribute) {
    case CU_POINTER_ATTRIBUTE_MEMORY_TYPE:
        *(unsigned *)value = memory->kind == SIM_DEVICE_MEMORY ? CU_MEMORYTYPE_DEVICE : CU_MEMORYTYPE_HOST;
        return CUDA_SUCCESS;
    case CU_POINTER_ATTRIBUTE_DEVICE_POINTER:
        memcpy(value, &device, sizeof device);
        return CUDA_SUCCESS;
    case CU_POINTER_ATTRIBUTE_HOST_POINTER:
        memcpy(value, &host, sizeof host);
        return host ? CUDA_SUCCESS : CUDA_ERROR_INVALID_VALUE;
    case CU_POINTER_ATTRIBUTE_IS_MANAGED:
        *(unsigned *)value = 0;
        return CUDA_SUCCESS;
    case CU_POINTER_ATTRIBUTE_DEVICE_ORDINAL:
        *(int *)value = 0;
        return CUDA_SUCCESS;
    case CU_POINTER_ATTRIBUTE_RANGE_START_ADDR:
        memcpy(value, &base, sizeof base);
        return CUDA_SUCCESS;
    case CU_POINTER_ATTRIBUTE_RANGE_SIZE:
        *(size_t *)value = (size_t)memory->bytes;
        return CUDA_SUCCESS;
    case CU_POINTER_ATTRIBUTE_MAPPED:
        *(int *)value = 1;
        return CUDA_SUCCESS;
    case CU_POINTER_ATTRIBUTE_BUFFER_ID:
        *(unsigned long long *)value = memory->created;
        return CUDA_SUCCESS;
    case CU_POINTER_ATTRIBUTE_CONTEXT: /* every context of the device reaches all memory here */
        *(CUcontext *)value = NULL;
        return CUDA_SUCCESS;
    default:
        return sim_refuse(CUDA_ERROR_NOT_SUPPORTED, "pointer attribute %d", (int)attribute);
    }
}

CUresult CUDAAPI cuPointerGetAttribute(void *value, CUpointer_attribute attribute, CUdeviceptr address)
{
    CUresult result = sim_enter(__func__, SIM_CONTEXT);
    const sim_memory *memory = result ? NULL : sim_memory_find(address);
    if (!result && (!memory || memory->dead)) {
        result =
            sim_refuse(CUDA_ERROR_INVALID_VALUE, "0x%llx is not memory of this driver", (unsigned long long)address);
    }
    return sim_leave(result ? result : pointer_attribute(value, attribute, memory, address));
}

static size_t attribute_bytes(CUpointer_attribute attribute)
{
    switch (attribute) {
    case CU_POINTER_ATTRIBUTE_MEMORY_TYPE:
    case CU_POINTER_ATTRIBUTE_IS_MANAGED:
    case CU_POINTER_ATTRIBUTE_DEVICE_ORDINAL:
    case CU_POINTER_ATTRIBUTE_MAPPED:
        return 4;
    default:
        return 8;
    }
}

/* Unlike the call for one, this one takes any address: of memory that is not the driver's all values are 0. */
CUresult CUDAAPI cuPointerGetAttributes(unsigned int count, CUpointer_attribute *attributes, void **values,
                                        CUdeviceptr address)
{
    CUresult result = sim_enter(__func__, SIM_CONTEXT);
    const sim_memory *memory = result ? NULL : sim_memory_find(address);
    if (!result && (!attributes || !values || !count)) {
        result = sim_refuse(CUDA_ERROR_INVALID_VALUE, "no attributes, or nowhere to put them");
    }
    if (memory && (memory->dead || address < memory->base || address - memory->base >= memory->bytes)) {
        memory = NULL;
    }
    for (unsigned i = 0; !result && i < count; i++) {
        memset(values[i], 0, attribute_bytes(attributes[i]));
        if (memory && (attributes[i] != CU_POINTER_ATTRIBUTE_HOST_POINTER || memory->kind != SIM_DEVICE_MEMORY)) {
            result = pointer_attribute(values[i], attributes[i], memory, address);
        }
    }
    return sim_leave(result);
}

/* ---- copies and fills outside graphs ---- */

/* As a captured copy has them: an end is the host's, the device's, or either if the call does not say. */
static CUDA_MEMCPY3D copy_parameters(uint64_t to, uint64_t from, size_t bytes, bool device_to, bool device_from)
{
    const bool said = device_to || device_from;
    CUDA_MEMCPY3D p;
    memset(&p, 0, sizeof p);
    p.dstMemoryType = device_to ? CU_MEMORYTYPE_DEVICE : said ? CU_MEMORYTYPE_HOST : CU_MEMORYTYPE_UNIFIED;
    p.srcMemoryType = device_from ? CU_MEMORYTYPE_DEVICE : said ? CU_MEMORYTYPE_HOST : CU_MEMORYTYPE_UNIFIED;
    if (p.dstMemoryType == CU_MEMORYTYPE_HOST) {
        p.dstHost = (void *)(uintptr_t)to;
    } else {
        p.dstDevice = to;
    }
    if (p.srcMemoryType == CU_MEMORYTYPE_HOST) {
        p.srcHost = (const void *)(uintptr_t)from;
    } else {
        p.srcDevice = from;
    }
    p.WidthInBytes = bytes;
    p.Height = p.Depth = 1;
    return p;
}

static CUresult prepare_copy(uint64_t to, uint64_t from, size_t bytes, bool device_to, bool device_from,
                             CUstream stream, bool later)
{
    sim_work *work;
    sim_copy copy;
    CUresult result;
    if (!bytes) {
        return CUDA_SUCCESS;
    }
    if (!to || !from) {
        return sim_refuse(CUDA_ERROR_INVALID_VALUE, "an address is NULL");
    }
    if ((device_to && !sim_memory_device_range(to, bytes, "the destination of a copy")) ||
        (device_from && !sim_memory_device_range(from, bytes, "the source of a copy"))) {
        return CUDA_ERROR_INVALID_VALUE;
    }
    memset(&copy, 0, sizeof copy);
    copy.to = to;
    copy.from = from;
    copy.width = bytes;
    copy.rows = copy.layers = 1;
    result = sim_copy_check(&copy);
    if (result) {
        return result;
    }
    if (!later) {
        result = sim_drain_legacy();
        sim_memory_open();
        if (!result) {
            sim_copy_run(&copy);
        }
        sim_memory_close();
        return result;
    }
    work = sim_work_new(SIM_WORK_COPY);
    work->copy = copy;
    work->copy_parameters = copy_parameters(to, from, bytes, device_to, device_from);
    return sim_stream_push(stream, work);
}

static CUresult copy_call(uint64_t to, uint64_t from, size_t bytes, bool device_to, bool device_from, CUstream stream,
                          bool later)
{
    const CUresult result = prepare_copy(to, from, bytes, device_to, device_from, stream, later);
    if (later) {
        sim_stream_failed(stream, result);
    }
    return result;
}

#define HOST(pointer) ((uint64_t)(uintptr_t)(pointer))

CUresult CUDAAPI cuMemcpy(CUdeviceptr to, CUdeviceptr from, size_t bytes)
{
    CUresult result = sim_enter(__func__, SIM_CONTEXT);
    return sim_leave(result ? result : copy_call(to, from, bytes, false, false, NULL, false));
}

CUresult CUDAAPI cuMemcpyHtoD_v2(CUdeviceptr to, const void *from, size_t bytes)
{
    CUresult result = sim_enter(__func__, SIM_CONTEXT);
    return sim_leave(result ? result : copy_call(to, HOST(from), bytes, true, false, NULL, false));
}

CUresult CUDAAPI cuMemcpyDtoH_v2(void *to, CUdeviceptr from, size_t bytes)
{
    CUresult result = sim_enter(__func__, SIM_CONTEXT);
    return sim_leave(result ? result : copy_call(HOST(to), from, bytes, false, true, NULL, false));
}

CUresult CUDAAPI cuMemcpyDtoD_v2(CUdeviceptr to, CUdeviceptr from, size_t bytes)
{
    CUresult result = sim_enter(__func__, SIM_CONTEXT);
    return sim_leave(result ? result : copy_call(to, from, bytes, true, true, NULL, false));
}

CUresult CUDAAPI cuMemcpyAsync(CUdeviceptr to, CUdeviceptr from, size_t bytes, CUstream stream)
{
    CUresult result = sim_enter(__func__, SIM_CONTEXT);
    return sim_leave(result ? result : copy_call(to, from, bytes, false, false, stream, true));
}

CUresult CUDAAPI cuMemcpyHtoDAsync_v2(CUdeviceptr to, const void *from, size_t bytes, CUstream stream)
{
    CUresult result = sim_enter(__func__, SIM_CONTEXT);
    return sim_leave(result ? result : copy_call(to, HOST(from), bytes, true, false, stream, true));
}

CUresult CUDAAPI cuMemcpyDtoHAsync_v2(void *to, CUdeviceptr from, size_t bytes, CUstream stream)
{
    CUresult result = sim_enter(__func__, SIM_CONTEXT);
    return sim_leave(result ? result : copy_call(HOST(to), from, bytes, false, true, stream, true));
}

CUresult CUDAAPI cuMemcpyDtoDAsync_v2(CUdeviceptr to, CUdeviceptr from, size_t bytes, CUstream stream)
{
    CUresult result = sim_enter(__func__, SIM_CONTEXT);
    return sim_leave(result ? result : copy_call(to, from, bytes, true, true, stream, true));
}

static CUresult copy_3d(const CUDA_MEMCPY3D *parameters, CUstream stream)
{
    sim_copy copy;
    sim_work *work;
    CUresult result = parameters ? sim_copy_from_3d(&copy, parameters) : CUDA_ERROR_INVALID_VALUE;
    result = result ? result : sim_copy_check(&copy);
    if (result) {
        return result;
    }
    work = sim_work_new(SIM_WORK_COPY);
    work->copy = copy;
    work->copy_parameters = *parameters;
    return sim_stream_push(stream, work);
}

CUresult CUDAAPI cuMemcpy3DAsync_v2(const CUDA_MEMCPY3D *copy, CUstream stream)
{
    CUresult result = sim_enter(__func__, SIM_CONTEXT);
    result = result ? result : copy_3d(copy, stream);
    sim_stream_failed(stream, result);
    return sim_leave(result);
}

static CUresult queue_fill(const CUDA_MEMSET_NODE_PARAMS *parameters, CUstream stream)
{
    sim_fill fill;
    sim_work *work;
    CUresult result = sim_fill_from_node(&fill, parameters);
    result = result ? result : sim_fill_check(&fill);
    if (result) {
        return result;
    }
    work = sim_work_new(SIM_WORK_FILL);
    work->fill = fill;
    return sim_stream_push(stream, work);
}

static CUresult fill_rows(uint64_t to, size_t pitch, unsigned value, unsigned element, size_t count, size_t rows,
                          CUstream stream)
{
    CUDA_MEMSET_NODE_PARAMS parameters;
    CUresult result = CUDA_SUCCESS;
    memset(&parameters, 0, sizeof parameters);
    parameters.dst = to;
    parameters.pitch = pitch;
    parameters.value = value;
    parameters.elementSize = element;
    parameters.width = count;
    parameters.height = rows;
    if (count && rows) {
        result = queue_fill(&parameters, stream);
        sim_stream_failed(stream, result);
    }
    return result;
}

static CUresult fill_call(uint64_t to, unsigned value, unsigned element, size_t count, CUstream stream, bool later)
{
    CUresult result = fill_rows(to, 0, value, element, count, 1, stream);
    if (!result && !later && count) {
        result = sim_drain_legacy();
    }
    return result;
}

CUresult CUDAAPI cuMemsetD8_v2(CUdeviceptr to, unsigned char value, size_t count)
{
    CUresult result = sim_enter(__func__, SIM_CONTEXT);
    return sim_leave(result ? result : fill_call(to, value, 1, count, NULL, false));
}

CUresult CUDAAPI cuMemsetD16_v2(CUdeviceptr to, unsigned short value, size_t count)
{
    CUresult result = sim_enter(__func__, SIM_CONTEXT);
    return sim_leave(result ? result : fill_call(to, value, 2, count, NULL, false));
}

CUresult CUDAAPI cuMemsetD32_v2(CUdeviceptr to, unsigned value, size_t count)
{
    CUresult result = sim_enter(__func__, SIM_CONTEXT);
    return sim_leave(result ? result : fill_call(to, value, 4, count, NULL, false));
}

CUresult CUDAAPI cuMemsetD8Async(CUdeviceptr to, unsigned char value, size_t count, CUstream stream)
{
    CUresult result = sim_enter(__func__, SIM_CONTEXT);
    return sim_leave(result ? result : fill_call(to, value, 1, count, stream, true));
}

CUresult CUDAAPI cuMemsetD16Async(CUdeviceptr to, unsigned short value, size_t count, CUstream stream)
{
    CUresult result = sim_enter(__func__, SIM_CONTEXT);
    return sim_leave(result ? result : fill_call(to, value, 2, count, stream, true));
}

CUresult CUDAAPI cuMemsetD32Async(CUdeviceptr to, unsigned value, size_t count, CUstream stream)
{
    CUresult result = sim_enter(__func__, SIM_CONTEXT);
    return sim_leave(result ? result : fill_call(to, value, 4, count, stream, true));
}

CUresult CUDAAPI cuMemsetD2D8Async(CUdeviceptr to, size_t pitch, unsigned char value, size_t count, size_t rows,
                                   CUstream stream)
{
    CUresult result = sim_enter(__func__, SIM_CONTEXT);
    return sim_leave(result ? result : fill_rows(to, pitch, value, 1, count, rows, stream));
}

CUresult CUDAAPI cuMemsetD2D16Async(CUdeviceptr to, size_t pitch, unsigned short value, size_t count, size_t rows,
                                    CUstream stream)
{
    CUresult result = sim_enter(__func__, SIM_CONTEXT);
    return sim_leave(result ? result : fill_rows(to, pitch, value, 2, count, rows, stream));
}

CUresult CUDAAPI cuMemsetD2D32Async(CUdeviceptr to, size_t pitch, unsigned value, size_t count, size_t rows,
                                    CUstream stream)
{
    CUresult result = sim_enter(__func__, SIM_CONTEXT);
    return sim_leave(result ? result : fill_rows(to, pitch, value, 4, count, rows, stream));
}
