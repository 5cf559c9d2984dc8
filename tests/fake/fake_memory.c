/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The vggen authors */
/* fake_memory.c - the fake driver's memory, and the system's before which it stands. */
#ifndef _DEFAULT_SOURCE
#define _DEFAULT_SOURCE /* MAP_ANONYMOUS */
#endif
#include "fake_books.h"

#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>

/* The linker's names for a function and what stands before it. */
void *__real_mmap(void *address, size_t bytes, int protection, int flags, int file, off_t offset);
void *__wrap_mmap(void *address, size_t bytes, int protection, int flags, int file, off_t offset);
int __real_munmap(void *address, size_t bytes);
int __wrap_munmap(void *address, size_t bytes);

static CUresult allocate(const char *call, void **out, enum kind kind, size_t bytes)
{
    object *made = NULL;
    const CUresult result = fake_create(call, &made, kind, NULL);
    *out = TRAP;
    if (result == CUDA_SUCCESS) {
        made->memory = aligned_alloc(256, (bytes + 255) / 256 * 256);
        if (made->memory == NULL) {
            abort();
        }
        memset(made->memory, 0xa5, bytes);
        *out = made->memory;
    }
    return result;
}

CUresult CUDAAPI cuMemAlloc_v2(CUdeviceptr *address, size_t bytes)
{
    void *memory;
    const CUresult result = allocate("cuMemAlloc", &memory, DEVICE_MEMORY, bytes);
    if (bytes == 0) {
        fake_misuse("cuMemAlloc", "no bytes");
    }
    *address = (CUdeviceptr)(uintptr_t)memory;
    return result;
}

CUresult CUDAAPI cuMemFree_v2(CUdeviceptr address)
{
    return fake_free("cuMemFree", (void *)(uintptr_t)address, DEVICE_MEMORY, fake_enter("cuMemFree"));
}

CUresult CUDAAPI cuMemHostAlloc(void **memory, size_t bytes, unsigned int flags)
{
    if (flags != (CU_MEMHOSTALLOC_PORTABLE | CU_MEMHOSTALLOC_DEVICEMAP)) {
        fake_misuse("cuMemHostAlloc", "flags");
    }
    return allocate("cuMemHostAlloc", memory, PINNED_MEMORY, bytes);
}

CUresult CUDAAPI cuMemFreeHost(void *memory)
{
    return fake_free("cuMemFreeHost", memory, PINNED_MEMORY, fake_enter("cuMemFreeHost"));
}

void *__wrap_mmap(void *address, size_t bytes, int protection, int flags, int file, off_t offset)
{
    if (fake.map_error) {
        return MAP_FAILED;
    }
    if (protection != (PROT_READ | PROT_WRITE) || flags != (MAP_SHARED | MAP_ANONYMOUS)) {
        fake_misuse("mmap", "protection or flags");
    }
    void *memory = __real_mmap(address, bytes, protection, flags, file, offset);
    if (memory == MAP_FAILED) {
        abort();
    }
    object *made = fake_make(MAPPED_MEMORY);
    made->memory = memory;
    made->bytes = bytes;
    return memory;
}

int __wrap_munmap(void *address, size_t bytes)
{
    object *gone = fake_use_mapping("munmap", address);
    if (gone == NULL) {
        return -1;
    }
    if (gone->registered || bytes != gone->bytes) {
        fake_misuse("munmap", gone->registered ? "the driver has it" : "size");
    }
    fake_unmap(gone);
    gone->live = 0;
    gone->memory = NULL;
    return 0;
}

void fake_unmap(const object *mapping)
{
    if (mapping->memory != NULL && __real_munmap(mapping->memory, mapping->bytes) != 0) {
        abort();
    }
}

CUresult CUDAAPI cuMemHostRegister_v2(void *memory, size_t bytes, unsigned int flags)
{
    CUresult result = fake_enter_with_context("cuMemHostRegister");
    object *mapping = fake_use_mapping("cuMemHostRegister", memory);
    if (flags != (CU_MEMHOSTREGISTER_PORTABLE | CU_MEMHOSTREGISTER_DEVICEMAP)) {
        fake_misuse("cuMemHostRegister", "flags");
    }
    if (mapping != NULL && (mapping->registered || bytes != mapping->bytes)) {
        fake_misuse("cuMemHostRegister", mapping->registered ? "registered twice" : "size");
    }
    if (result == CUDA_SUCCESS) {
        result = (CUresult)fake.register_error;
    }
    if (mapping != NULL && result == CUDA_SUCCESS) {
        mapping->registered = 1;
    }
    return result;
}

/* After a failure the driver has the memory for good. */
CUresult CUDAAPI cuMemHostUnregister(void *memory)
{
    const CUresult result = fake_enter_with_context("cuMemHostUnregister");
    object *mapping = fake_use_mapping("cuMemHostUnregister", memory);
    if (mapping == NULL) {
        return result;
    }
    fake_check_idle("cuMemHostUnregister", mapping);
    if (!mapping->registered) {
        fake_misuse("cuMemHostUnregister", "was not registered");
    }
    if (result == CUDA_SUCCESS) {
        mapping->registered = 0;
    } else {
        mapping->live = 0;
    }
    return result;
}

CUresult CUDAAPI cuMemHostGetDevicePointer_v2(CUdeviceptr *address, void *memory, unsigned int flags)
{
    const CUresult result = fake_enter_with_context("cuMemHostGetDevicePointer");
    (void)flags;
    *address = (CUdeviceptr)(uintptr_t)(result == CUDA_SUCCESS ? memory : TRAP);
    return result;
}

static void give(const fake_pointer *p, CUpointer_attribute attribute, void *value, CUdeviceptr address)
{
    const CUdeviceptr device = p->unmapped ? 0 : p->device != 0 ? p->device : address;
    switch ((int)attribute) {
    case CU_POINTER_ATTRIBUTE_MEMORY_TYPE:
        memcpy(value, &p->type, sizeof p->type);
        break;
    case CU_POINTER_ATTRIBUTE_CONTEXT:
        memcpy(value, &p->context, sizeof p->context);
        break;
    case CU_POINTER_ATTRIBUTE_DEVICE_POINTER:
        memcpy(value, &device, sizeof device);
        break;
    case CU_POINTER_ATTRIBUTE_IS_MANAGED:
        memcpy(value, &p->managed, sizeof p->managed);
        break;
    case CU_POINTER_ATTRIBUTE_DEVICE_ORDINAL:
        memcpy(value, &p->ordinal, sizeof p->ordinal);
        break;
    case CU_POINTER_ATTRIBUTE_RANGE_START_ADDR:
        memcpy(value, &p->first, sizeof p->first);
        break;
    case CU_POINTER_ATTRIBUTE_RANGE_SIZE:
        memcpy(value, &p->bytes, sizeof p->bytes);
        break;
    case CU_POINTER_ATTRIBUTE_BUFFER_ID:
        memcpy(value, &p->id, sizeof p->id);
        break;
    default:
        fake_misuse("cuPointerGetAttributes", "attribute");
        break;
    }
}

CUresult CUDAAPI cuPointerGetAttributes(unsigned int count, CUpointer_attribute *attributes, void **values,
                                        CUdeviceptr address)
{
    const CUresult result = fake_enter_with_context("cuPointerGetAttributes");
    const fake_pointer *known = &fake.pointer;
    unsigned i;
    if (result != CUDA_SUCCESS || known->type == (CUmemorytype)0 || (known->end != 0 && address >= known->end)) {
        return result; /* the caller's values are zero */
    }
    for (i = 0; i < count; i++) {
        give(known, attributes[i], values[i], address);
    }
    return result;
}
