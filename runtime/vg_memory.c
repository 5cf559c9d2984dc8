/* SPDX-License-Identifier: 0BSD */
/* SPDX-FileCopyrightText: 2026 The vggen authors */
/* vg_memory.c - a program's memory, on the device and pinned, and what it holds before the first replay. */
#ifndef _DEFAULT_SOURCE
#define _DEFAULT_SOURCE /* MAP_ANONYMOUS */
#endif
#include "vg_impl.h"

#ifndef VG_WITHOUT_CUDA /* vg_none.c stands in for it */

#include <string.h>
#include <sys/mman.h>

VG_STATIC_ASSERT(sizeof(size_t) == sizeof(uint64_t), size_t_has_64_bits);

/* ---- device arenas ---- */

static vg_status allocate_arena(vg_program *rt, unsigned arena)
{
    const uint64_t bytes = rt->desc->arena_bytes[arena];
    CUdeviceptr address = 0;
    /* Zero bytes still need an address that is not null. */
    const vg_status status = vg_called(rt, cuMemAlloc_v2(&address, bytes != 0u ? bytes : 1u), "cuMemAlloc");
    if (status != VG_OK) {
        rt->detail.expected = bytes;
        return status;
    }
    rt->store.arenas[arena] = address;
    rt->stats.device_bytes += bytes;
    return VG_OK;
}

vg_status vg_take_device_memory(vg_program *rt)
{
    vg_status status = rt->config.pool != NULL ? rt->config.pool->take(rt) : VG_OK;
    unsigned i;
    if (rt->config.device_memory == 0u) {
        rt->own |= VG_OWN_DEVICE_MEMORY;
    }
    for (i = 0; status == VG_OK && i < rt->desc->arena_count; i++) {
        if (vg_is_borrowed(rt, i) != 0) {
            rt->store.arenas[i] = rt->first->store.arenas[i];
        } else if (rt->config.device_memory != 0u) {
            rt->store.arenas[i] = rt->config.device_memory + vg_arena_place(rt->desc, rt->lane, i);
        } else if (rt->store.arenas[i] == 0u) { /* it is not in a pool */
            status = allocate_arena(rt, i);
        } else {
            /* nothing to do */
        }
    }
    return status;
}

/* ---- pinned memory ---- */

/* Up to this size memory is mapped and registered: the driver needs up to a millisecond to allocate any pinned memory,
 * and a tenth to two thirds of that to pin what is there already. From a megabyte on there is no difference. */
#define MOST_MAPPED_BYTES 524288u

static vg_status device_can_register(vg_program *rt, int *can)
{
    const CUdevice device = (CUdevice)rt->device;
    int registers = 0;
    int integrated = 0;
    vg_status status =
        vg_called(rt, cuDeviceGetAttribute(&registers, CU_DEVICE_ATTRIBUTE_HOST_REGISTER_SUPPORTED, device),
                  "cuDeviceGetAttribute");
    if (status == VG_OK) {
        status = vg_called(rt, cuDeviceGetAttribute(&integrated, CU_DEVICE_ATTRIBUTE_INTEGRATED, device),
                           "cuDeviceGetAttribute");
    }
    *can = status == VG_OK && registers != 0 && integrated == 0;
    return status;
}

/* The mapping is shared, because after a fork the next write to a private page copies it: the host would go on with
 * another page than the device. If the driver refuses any of this, it may still be able to allocate memory. */
static void map_pinned_memory(vg_program *rt, uint64_t bytes)
{
    void *memory = mmap(NULL, bytes, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    if (memory == MAP_FAILED) {
        return;
    }
    if (cuMemHostRegister_v2(memory, bytes, CU_MEMHOSTREGISTER_PORTABLE | CU_MEMHOSTREGISTER_DEVICEMAP) !=
        CUDA_SUCCESS) {
        (void)munmap(memory, bytes);
        return;
    }
    rt->pinned = (unsigned char *)memory;
    rt->own |= VG_OWN_MAPPED_MEMORY;
}

static vg_status allocate_pinned_memory(vg_program *rt, uint64_t bytes)
{
    void *memory = NULL;
    const vg_status status = vg_called(
        rt, cuMemHostAlloc(&memory, bytes, CU_MEMHOSTALLOC_PORTABLE | CU_MEMHOSTALLOC_DEVICEMAP), "cuMemHostAlloc");
    if (status != VG_OK) {
        rt->detail.expected = bytes;
        return status;
    }
    rt->pinned = (unsigned char *)memory;
    rt->own |= VG_OWN_PINNED_MEMORY;
    return VG_OK;
}

static vg_status make_pinned_memory(vg_program *rt, uint64_t bytes)
{
    vg_status status = VG_OK;
    int can = 0;
    if (bytes <= MOST_MAPPED_BYTES) {
        status = device_can_register(rt, &can);
    }
    if (can != 0) {
        map_pinned_memory(rt, bytes);
    }
    if (status == VG_OK && rt->pinned == NULL) {
        status = allocate_pinned_memory(rt, bytes);
    }
    if (status == VG_OK) {
        rt->stats.pinned_bytes = bytes;
    }
    return status;
}

vg_status vg_take_pinned_memory(vg_program *rt)
{
    const uint64_t bytes = rt->desc->pinned_bytes + rt->store.pooled_bytes;
    CUdeviceptr address = 0;
    vg_status status = VG_OK;
    if (bytes == 0u) {
        return VG_OK;
    }
    if (rt->config.pinned_memory != NULL) {
        rt->pinned = (unsigned char *)rt->config.pinned_memory + vg_pinned_place(rt->desc, rt->lane);
    } else {
        status = make_pinned_memory(rt, bytes);
    }
    if (status == VG_OK) {
        if ((rt->own & VG_OWN_MAPPED_MEMORY) == 0) {
            (void)memset(rt->pinned, 0, bytes); /* new pages are zero */
        }
        status = vg_called(rt, cuMemHostGetDevicePointer_v2(&address, rt->pinned, 0), "cuMemHostGetDevicePointer");
    }
    rt->pinned_device = address;
    if (status == VG_OK && rt->pooled == NULL) {
        rt->pooled = rt->pinned + rt->desc->pinned_bytes;
        rt->pooled_device = address + rt->desc->pinned_bytes;
    }
    return status;
}

/* What the driver does not unregister stays mapped: else what is mapped there next would pass for pinned. */
static void unmap_pinned_memory(vg_program *rt, vg_status *first)
{
    const CUresult result = cuMemHostUnregister(rt->pinned);
    vg_undone(rt, first, result, "cuMemHostUnregister");
    if (result == CUDA_SUCCESS) {
        (void)munmap(rt->pinned, rt->desc->pinned_bytes + rt->store.pooled_bytes);
    }
}

void vg_release_memory(vg_program *rt, vg_status *first)
{
    unsigned i;
    if ((rt->own & VG_OWN_MAPPED_MEMORY) != 0) {
        unmap_pinned_memory(rt, first);
    }
    if ((rt->own & VG_OWN_PINNED_MEMORY) != 0) {
        vg_undone(rt, first, cuMemFreeHost(rt->pinned), "cuMemFreeHost");
    }
    for (i = rt->desc->arena_count; (rt->own & VG_OWN_DEVICE_MEMORY) != 0 && i-- > 0;) {
        if (rt->store.arenas[i] != 0u && !vg_is_borrowed(rt, i)) {
            vg_undone(rt, first, cuMemFree_v2((CUdeviceptr)rt->store.arenas[i]), "cuMemFree");
        }
    }
}

/* ---- contents ---- */

VG_STATIC_ASSERT(offsetof(vg_content, high) == offsetof(vg_content, low) + 4, pattern_is_8_bytes);

/* Writes one element and then copies what is there, twice as much each time. */
static vg_status repeat(vg_program *rt, CUdeviceptr to, const void *element, uint64_t size, uint64_t bytes)
{
    const CUstream stream = (CUstream)rt->stream;
    uint64_t done = size < bytes ? size : bytes;
    vg_status status = vg_called(rt, cuMemcpyHtoDAsync_v2(to, element, done, stream), "cuMemcpyHtoDAsync");
    while (status == VG_OK && done < bytes) {
        const uint64_t step = done < bytes - done ? done : bytes - done;
        status = vg_called(rt, cuMemcpyDtoDAsync_v2(to + done, to, step, stream), "cuMemcpyDtoDAsync");
        done += step;
    }
    return status;
}

vg_status vg_fill(vg_program *rt, uint64_t to, uint32_t element, uint32_t value, uint64_t count, const char *step)
{
    const CUdeviceptr address = (CUdeviceptr)to;
    const CUstream stream = (CUstream)rt->stream;
    switch (element) {
    case 1:
        return vg_checked(rt, cuMemsetD8Async(address, (unsigned char)value, count, stream), "cuMemsetD8Async", step);
    case 2:
        return vg_checked(rt, cuMemsetD16Async(address, (unsigned short)value, count, stream), "cuMemsetD16Async",
                          step);
    default:
        return vg_checked(rt, cuMemsetD32Async(address, value, count, stream), "cuMemsetD32Async", step);
    }
}

static vg_status write_content(vg_program *rt, const vg_content *content)
{
    const CUdeviceptr to = (CUdeviceptr)rt->store.arenas[content->arena] + content->offset;
    const void *data = content->app_data >= 0 ? rt->store.app_data[content->app_data] : content->data;
    if (content->bytes == 0u) {
        return VG_OK;
    }
    if (data != NULL) {
        return repeat(rt, to, data, content->element > 1u ? content->element : content->bytes, content->bytes);
    }
    if (content->element < 8u) {
        return vg_fill(rt, to, content->element, content->low, content->bytes / content->element, "");
    }
    if (content->low == content->high) {
        return vg_fill(rt, to, 4, content->low, content->bytes / 4u, "");
    }
    return repeat(rt, to, &content->low, 8, content->bytes); /* the driver has no such pattern */
}

static int is_zero(const vg_content *content)
{
    return content->data == NULL && content->app_data < 0 && content->low == 0u && content->high == 0u;
}

/* With `most` 0 all that is not zero, since everything else is zero then; with VG_RESET_INOUT what replays change; with
 * VG_RESET_STATE state alone. */
static int is_due(const vg_program *rt, const vg_content *content, unsigned most)
{
    return most == 0u ? !vg_is_borrowed(rt, content->arena) && !is_zero(content)
                     : vg_may_reset(rt, content) || (content->reset == VG_RESET_INOUT && most == VG_RESET_INOUT);
}

/* Writes the contents whose `reset` is from 1 to `most`, or all if that is 0. Does not wait for them. */
static vg_status write_contents(vg_program *rt, unsigned most)
{
    unsigned i;
    for (i = 0; i < rt->desc->content_count; i++) {
        const vg_content *content = &rt->desc->contents[i];
        if (is_due(rt, content, most) != 0) {
            const vg_status status = write_content(rt, content);
            if (status != VG_OK) {
                return status;
            }
        }
    }
    return VG_OK;
}

/* Every byte of an arena has a known value from the start, so that two runs never differ. */
vg_status vg_fill_memory(vg_program *rt)
{
    unsigned i;
    for (i = 0; i < rt->desc->arena_count; i++) {
        if (rt->desc->arena_bytes[i] != 0u && !vg_is_borrowed(rt, i)) {
            const vg_status status = vg_called(
                rt,
                cuMemsetD8Async((CUdeviceptr)rt->store.arenas[i], 0, rt->desc->arena_bytes[i], (CUstream)rt->stream),
                "cuMemsetD8Async");
            if (status != VG_OK) {
                return status;
            }
        }
    }
    return write_contents(rt, 0);
}

static vg_status write_again(vg_program *rt, unsigned most)
{
    const vg_status status = write_contents(rt, most);
    return status == VG_OK ? vg_synchronize(rt, "") : status;
}

vg_status vg_write_state(vg_program *rt)
{
    return write_again(rt, VG_RESET_STATE);
}

vg_status vg_rewind(vg_program *rt)
{
    const vg_status status = write_again(rt, VG_RESET_INOUT);
    if (rt->pinned != NULL) {
        (void)memset(rt->pinned, 0, rt->desc->pinned_bytes - (rt->end.word != NULL ? VG_COMPLETION_BYTES : 0u));
        (void)memset(rt->pooled, 0, rt->store.pooled_bytes);
    }
    vg_reset_settings(rt);
    return status;
}

#endif
