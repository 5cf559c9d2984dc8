/* SPDX-License-Identifier: 0BSD */
/* SPDX-FileCopyrightText: 2026 The vggen authors */
/* Copies and fills: what they touch, whether they may, and doing them. */
#define _GNU_SOURCE
#include "memory/memory.h"

#include <string.h>

/* Extent in bytes from the first byte of the first row to the last byte of the last one. */
static uint64_t extent(uint64_t width, uint64_t rows, uint64_t layers, uint64_t pitch, uint64_t layer)
{
    return (layers - 1) * layer + (rows - 1) * pitch + width;
}

uint64_t sim_copy_to_bytes(const sim_copy *copy)
{
    return extent(copy->width, copy->rows, copy->layers, copy->to_pitch, copy->to_layer);
}

uint64_t sim_copy_from_bytes(const sim_copy *copy)
{
    return extent(copy->width, copy->rows, copy->layers, copy->from_pitch, copy->from_layer);
}

typedef struct {
    CUmemorytype type;
    const void *host;
    CUdeviceptr device;
    CUarray array;
    size_t x, y, z, lod, pitch, height;
    const char *name;
} copy_end;

static CUresult place_end(const copy_end *end, const CUDA_MEMCPY3D *p, uint64_t *address, uint64_t *pitch,
                          uint64_t *layer)
{
    uint64_t base = 0;
    if (end->type == CU_MEMORYTYPE_HOST) {
        base = (uint64_t)(uintptr_t)end->host;
    } else if (end->type == CU_MEMORYTYPE_DEVICE || end->type == CU_MEMORYTYPE_UNIFIED) {
        base = end->device;
    } else {
        return sim_refuse(CUDA_ERROR_INVALID_VALUE, "memory type %d of the %s", (int)end->type, end->name);
    }
    if (!base) {
        return sim_refuse(CUDA_ERROR_INVALID_VALUE, "the %s is NULL", end->name);
    }
    const sim_memory *memory = sim_memory_find(base);
    if (end->type == CU_MEMORYTYPE_DEVICE && !memory) {
        sim_problem("out of bounds", "the %s of a copy: 0x%llx is not device memory", end->name,
                    (unsigned long long)base);
        return CUDA_ERROR_INVALID_VALUE;
    }
    if (memory && ((end->type == CU_MEMORYTYPE_HOST && memory->kind == SIM_MAPPED_MEMORY) ||
                   (end->type == CU_MEMORYTYPE_DEVICE && memory->kind != SIM_MAPPED_MEMORY && memory->twin))) {
        const bool host = end->type == CU_MEMORYTYPE_HOST;
        sim_problem("wrong address", "the %s of a copy: 0x%llx is the %s address of pinned memory, given as the %s",
                    end->name, (unsigned long long)base, host ? "device's" : "host's", host ? "host's" : "device's");
        return CUDA_ERROR_INVALID_VALUE;
    }
    if (end->type == CU_MEMORYTYPE_HOST && memory && memory->kind == SIM_DEVICE_MEMORY) {
        return sim_refuse(CUDA_ERROR_INVALID_VALUE, "the %s is device memory given as host memory", end->name);
    }
    if (end->lod || end->array) {
        return sim_refuse(CUDA_ERROR_INVALID_VALUE, "the %s has an array or a level", end->name);
    }
    if (end->pitch && end->pitch < p->WidthInBytes + end->x) {
        return sim_refuse(CUDA_ERROR_INVALID_VALUE, "the pitch %zu of the %s is less than its width", end->pitch,
                          end->name);
    }
    if (end->pitch > 2147483647u) {
        return sim_refuse(CUDA_ERROR_INVALID_VALUE, "the pitch %zu of the %s is over 2^31 - 1", end->pitch, end->name);
    }
    if (p->Depth > 1 && end->height < p->Height + end->y) {
        return sim_refuse(CUDA_ERROR_INVALID_VALUE, "the height %zu of the %s is less than it needs", end->height,
                          end->name);
    }
    *pitch = end->pitch ? end->pitch : p->WidthInBytes + end->x;
    *layer = *pitch * (end->height ? end->height : p->Height + end->y);
    *address = base + end->z * *layer + end->y * *pitch + end->x;
    return CUDA_SUCCESS;
}

CUresult sim_copy_from_3d(sim_copy *copy, const CUDA_MEMCPY3D *p)
{
    CUresult result;
    if (!p) {
        return sim_refuse(CUDA_ERROR_INVALID_VALUE, "the parameters are NULL");
    }
    const copy_end from = {p->srcMemoryType, p->srcHost, p->srcDevice, p->srcArray,  p->srcXInBytes, p->srcY,
                           p->srcZ,          p->srcLOD,  p->srcPitch,  p->srcHeight, "source"};
    const copy_end to = {p->dstMemoryType, p->dstHost, p->dstDevice, p->dstArray,  p->dstXInBytes, p->dstY,
                         p->dstZ,          p->dstLOD,  p->dstPitch,  p->dstHeight, "destination"};
    if (!p->WidthInBytes || !p->Height || !p->Depth) {
        return sim_refuse(CUDA_ERROR_INVALID_VALUE, "%zu x %zu x %zu bytes: no extent may be 0", p->WidthInBytes,
                          p->Height, p->Depth);
    }
    if (p->reserved0 || p->reserved1) {
        return sim_refuse(CUDA_ERROR_INVALID_VALUE, "reserved members must be NULL");
    }
    memset(copy, 0, sizeof *copy);
    copy->width = p->WidthInBytes;
    copy->rows = p->Height;
    copy->layers = p->Depth;
    result = place_end(&from, p, &copy->from, &copy->from_pitch, &copy->from_layer);
    return result ? result : place_end(&to, p, &copy->to, &copy->to_pitch, &copy->to_layer);
}

/* Host memory that the driver did not give out may be copied too; the device's and pinned memory has bounds. */
static CUresult check_end(uint64_t address, uint64_t bytes, const char *what)
{
    if (!sim_memory_find(address)) {
        return CUDA_SUCCESS;
    }
    return sim_memory_range(address, bytes, what) ? CUDA_SUCCESS : CUDA_ERROR_INVALID_VALUE;
}

CUresult sim_copy_check(const sim_copy *copy)
{
    uint64_t to_bytes = sim_copy_to_bytes(copy), from_bytes = sim_copy_from_bytes(copy);
    uint64_t to = sim_memory_device_address(copy->to), from = sim_memory_device_address(copy->from);
    CUresult result = check_end(copy->from, from_bytes, "the source of a copy");
    result = result ? result : check_end(copy->to, to_bytes, "the destination of a copy");
    if (!result && to < from + from_bytes && from < to + to_bytes) {
        sim_problem("overlapping copy", "%llu bytes from 0x%llx overlap %llu bytes to 0x%llx",
                    (unsigned long long)from_bytes, (unsigned long long)copy->from, (unsigned long long)to_bytes,
                    (unsigned long long)copy->to);
        return CUDA_ERROR_INVALID_VALUE;
    }
    return result;
}

void sim_copy_run(const sim_copy *copy)
{
    for (uint64_t z = 0; z < copy->layers; z++) {
        for (uint64_t y = 0; y < copy->rows; y++) {
            uint64_t to = copy->to + z * copy->to_layer + y * copy->to_pitch;
            uint64_t from = copy->from + z * copy->from_layer + y * copy->from_pitch;
            memcpy((void *)(uintptr_t)to, (const void *)(uintptr_t)from, (size_t)copy->width);
            sim_defined(to, copy->width);
        }
    }
}

uint64_t sim_fill_bytes(const sim_fill *fill)
{
    return (fill->rows - 1) * fill->pitch + fill->count * fill->element;
}

CUresult sim_fill_from_node(sim_fill *fill, const CUDA_MEMSET_NODE_PARAMS *p)
{
    if (!p) {
        return sim_refuse(CUDA_ERROR_INVALID_VALUE, "the parameters are NULL");
    }
    if (p->elementSize != 1 && p->elementSize != 2 && p->elementSize != 4) {
        return sim_refuse(CUDA_ERROR_INVALID_VALUE, "elements of %u bytes: 1, 2 or 4", p->elementSize);
    }
    if (!p->width || !p->height) {
        return sim_refuse(CUDA_ERROR_INVALID_VALUE, "%zu x %zu elements: no extent may be 0", p->width, p->height);
    }
    if (p->width > UINT64_MAX / 4 || p->dst % p->elementSize) {
        return sim_refuse(CUDA_ERROR_INVALID_VALUE, "0x%llx is not aligned to %u", (unsigned long long)p->dst,
                          p->elementSize);
    }
    if (p->height > 1 && (p->pitch < p->width * p->elementSize || p->pitch % p->elementSize)) {
        return sim_refuse(CUDA_ERROR_INVALID_VALUE, "pitch %zu with rows of %zu bytes", p->pitch,
                          p->width * p->elementSize);
    }
    fill->to = p->dst;
    fill->pitch = p->height > 1 ? p->pitch : p->width * p->elementSize;
    fill->count = p->width;
    fill->rows = p->height;
    fill->element = p->elementSize;
    fill->value = p->value;
    return CUDA_SUCCESS;
}

CUresult sim_fill_check(const sim_fill *fill)
{
    return sim_memory_device_range(fill->to, sim_fill_bytes(fill), "the destination of a fill")
               ? CUDA_SUCCESS
               : CUDA_ERROR_INVALID_VALUE;
}

void sim_fill_run(const sim_fill *fill)
{
    const uint8_t byte = (uint8_t)fill->value;
    const uint16_t half = (uint16_t)fill->value;
    const void *value = fill->element == 1   ? (const void *)&byte
                        : fill->element == 2 ? (const void *)&half
                                             : &fill->value;
    for (uint64_t y = 0; y < fill->rows; y++) {
        unsigned char *at = (unsigned char *)(uintptr_t)(fill->to + y * fill->pitch);
        for (uint64_t i = 0; i < fill->count; i++, at += fill->element) {
            memcpy(at, value, fill->element);
        }
        sim_defined(fill->to + y * fill->pitch, fill->count * fill->element);
    }
}
