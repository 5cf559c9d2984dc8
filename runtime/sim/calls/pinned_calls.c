/* SPDX-License-Identifier: 0BSD */
/* SPDX-FileCopyrightText: 2026 The vggen authors */
/* Driver calls on pinned memory: what the driver gives out, and what the application registers. */
#define _GNU_SOURCE
#include "calls/calls.h"
#include "stream/stream.h"

#include <sys/mman.h>
#include <unistd.h>

static CUresult allocate_host(void **out, size_t bytes, unsigned flags)
{
    sim_memory *memory;
    if (!out || !bytes || flags > 7) {
        return sim_refuse(CUDA_ERROR_INVALID_VALUE, "%zu bytes with flags 0x%x", bytes, flags);
    }
    memory = sim_memory_new(SIM_PINNED_MEMORY, bytes, flags);
    if (!memory) {
        return CUDA_ERROR_OUT_OF_MEMORY;
    }
    *out = (void *)(uintptr_t)memory->base;
    return CUDA_SUCCESS;
}

CUresult CUDAAPI cuMemHostAlloc(void **out, size_t bytes, unsigned flags)
{
    CUresult result = sim_enter(__func__, SIM_CONTEXT);
    result = result ? result : allocate_host(out, bytes, flags);
    return sim_leave_out(result, out, sizeof *out);
}

CUresult CUDAAPI cuMemAllocHost_v2(void **out, size_t bytes)
{
    CUresult result = sim_enter(__func__, SIM_CONTEXT);
    result = result ? result : allocate_host(out, bytes, 0);
    return sim_leave_out(result, out, sizeof *out);
}

CUresult CUDAAPI cuMemFreeHost(void *address)
{
    CUresult result = sim_enter(__func__, SIM_CONTEXT);
    return sim_leave(result ? result : sim_memory_release((uint64_t)(uintptr_t)address, SIM_PINNED_MEMORY));
}

/* Live pinned or registered memory at the address, or NULL. */
static const sim_memory *host_memory(const void *address)
{
    const sim_memory *memory = sim_memory_find((uint64_t)(uintptr_t)address);
    if (!memory || memory->dead || memory->kind == SIM_DEVICE_MEMORY || memory->kind == SIM_MAPPED_MEMORY) {
        return NULL;
    }
    return memory;
}

/* The device's address, which differs from the host's, except for private memory that was registered. */
CUresult CUDAAPI cuMemHostGetDevicePointer_v2(CUdeviceptr *address, void *host, unsigned flags)
{
    CUresult result = sim_enter(__func__, SIM_CONTEXT);
    if (!result && (flags || !host_memory(host))) {
        result = sim_refuse(CUDA_ERROR_INVALID_VALUE, "%p is not pinned or registered memory", host);
    }
    if (!result) {
        *address = sim_memory_device_address((uint64_t)(uintptr_t)host);
    }
    return sim_leave_out(result, address, sizeof *address);
}

CUresult CUDAAPI cuMemHostGetFlags(unsigned *flags, void *host)
{
    CUresult result = sim_enter(__func__, SIM_CONTEXT);
    const sim_memory *memory = result ? NULL : host_memory(host);
    if (!result && !memory) {
        result = sim_refuse(CUDA_ERROR_INVALID_VALUE, "%p is not pinned memory", host);
    }
    if (!result) {
        *flags = memory->flags;
    }
    return sim_leave_out(result, flags, sizeof *flags);
}

/* ---- memory of the application ---- */

#define REGISTER_FLAGS                                                                                                 \
    (CU_MEMHOSTREGISTER_PORTABLE | CU_MEMHOSTREGISTER_DEVICEMAP | CU_MEMHOSTREGISTER_IOMEMORY |                        \
     CU_MEMHOSTREGISTER_READ_ONLY)

/* Does the application have all of these pages? */
static bool is_mapped(uint64_t address, uint64_t bytes)
{
    const uint64_t page = (uint64_t)sysconf(_SC_PAGESIZE), last = (address + bytes - 1) / page;
    unsigned char resident[1024];
    for (uint64_t at = address / page; at <= last; at += sizeof resident) {
        const uint64_t count = last - at < sizeof resident ? last - at + 1 : sizeof resident;
        if (mincore((void *)(uintptr_t)(at * page), (size_t)(count * page), resident)) {
            return false;
        }
    }
    return true;
}

static CUresult register_memory(void *host, size_t bytes, unsigned flags)
{
    const uint64_t address = (uint64_t)(uintptr_t)host;
    const sim_memory *other;
    if (!host || !bytes || bytes > UINT64_MAX - address || flags & ~(unsigned)REGISTER_FLAGS) {
        return sim_refuse(CUDA_ERROR_INVALID_VALUE, "%zu bytes at %p with flags 0x%x", bytes, host, flags);
    }
    other = sim_memory_overlapping(address, bytes);
    if (other && (other->kind == SIM_PINNED_MEMORY || other->kind == SIM_REGISTERED_MEMORY)) {
        return sim_refuse(CUDA_ERROR_HOST_MEMORY_ALREADY_REGISTERED, "%s made %llu bytes at 0x%llx pinned",
                          sim_call_words(other->created).text, (unsigned long long)other->bytes,
                          (unsigned long long)other->base);
    }
    if (other || !is_mapped(address, bytes)) {
        return sim_refuse(CUDA_ERROR_INVALID_VALUE, "%zu bytes at %p are not all memory of the application", bytes,
                          host);
    }
    sim_memory_register(host, bytes, flags);
    return CUDA_SUCCESS;
}

CUresult CUDAAPI cuMemHostRegister_v2(void *host, size_t bytes, unsigned flags)
{
    CUresult result = sim_enter(__func__, SIM_CONTEXT);
    return sim_leave(result ? result : register_memory(host, bytes, flags));
}

static CUresult unregister(const void *host)
{
    sim_memory *memory = sim_memory_find((uint64_t)(uintptr_t)host);
    if (!memory || memory->kind != SIM_REGISTERED_MEMORY || memory->base != (uint64_t)(uintptr_t)host) {
        sim_call_problem("bad free", "%p is not registered, or no longer", host);
        return CUDA_ERROR_HOST_MEMORY_NOT_REGISTERED;
    }
    if (!is_mapped(memory->base, memory->bytes)) {
        sim_call_problem("use after free",
                    "the %llu bytes at %p that were registered by %s were unmapped before this call",
                    (unsigned long long)memory->bytes, host, sim_call_words(memory->created).text);
    }
    sim_drain_all();
    sim_memory_destroy(memory);
    return CUDA_SUCCESS;
}

CUresult CUDAAPI cuMemHostUnregister(void *host)
{
    CUresult result = sim_enter(__func__, SIM_CONTEXT);
    return sim_leave(result ? result : unregister(host));
}
