/* SPDX-License-Identifier: 0BSD */
/* SPDX-FileCopyrightText: 2026 The vggen authors */
/* vg_bind.c - inputs and outputs in memory of the application's (`memory: external`). What is bound is looked at once,
 * when it is bound; before each launch that uses it, only whether it is still there. */
#include "vg_impl.h"

#ifndef VG_WITHOUT_CUDA /* vg_none.c stands in for it */

#include <string.h>

static vg_status refuse(vg_program *rt, vg_status status, const vg_external_desc *what, const char *why,
                        uint64_t expected, uint64_t found)
{
    (void)vg_refuse(rt, status, why, expected, found);
    rt->detail.step = what->name;
    return status;
}

/* ---- what the driver knows of an address ---- */

/* All zero where it knows nothing. */
typedef struct known_memory {
    CUmemorytype type;
    CUcontext context;
    CUdeviceptr device; /* the same byte as the device sees it */
    unsigned managed;
    int ordinal;
    CUdeviceptr first;  /* of the allocation … */
    size_t bytes;       /* … 0 where the driver does not say */
    unsigned long long id; /* of the allocation, which no later one has */
} known_memory;

/* Zeros are the answer for an address that is no memory of the driver's; of one that was never that, some drivers say
 * so. */
static vg_status ask(vg_program *rt, const vg_external_desc *what, uint64_t address, unsigned count,
                     CUpointer_attribute *attributes, void **values)
{
    const CUresult result = cuPointerGetAttributes(count, attributes, values, (CUdeviceptr)address);
    return result == CUDA_ERROR_INVALID_VALUE || result == CUDA_ERROR_INVALID_CONTEXT
               ? VG_OK
               : vg_checked(rt, result, "cuPointerGetAttributes", what->name);
}

static vg_status look(vg_program *rt, const vg_external_desc *what, uint64_t address, known_memory *m)
{
    CUpointer_attribute attributes[] = {
        CU_POINTER_ATTRIBUTE_MEMORY_TYPE,    CU_POINTER_ATTRIBUTE_CONTEXT,        CU_POINTER_ATTRIBUTE_DEVICE_POINTER,
        CU_POINTER_ATTRIBUTE_IS_MANAGED,     CU_POINTER_ATTRIBUTE_DEVICE_ORDINAL, CU_POINTER_ATTRIBUTE_RANGE_START_ADDR,
        CU_POINTER_ATTRIBUTE_RANGE_SIZE,     CU_POINTER_ATTRIBUTE_BUFFER_ID,
    };
    void *values[8];
    (void)memset(m, 0, sizeof *m);
    values[0] = &m->type;
    values[1] = &m->context;
    values[2] = &m->device;
    values[3] = &m->managed;
    values[4] = &m->ordinal;
    values[5] = &m->first;
    values[6] = &m->bytes;
    values[7] = &m->id;
    return ask(rt, what, address, 8, attributes, values);
}

/* Only what shows that the allocation is still the one that was bound. */
static vg_status look_again(vg_program *rt, const vg_external_desc *what, const vg_bound *bound)
{
    CUpointer_attribute attributes[] = {CU_POINTER_ATTRIBUTE_MEMORY_TYPE, CU_POINTER_ATTRIBUTE_BUFFER_ID};
    CUmemorytype type = (CUmemorytype)0;
    unsigned long long id = 0;
    void *values[2];
    vg_status status;
    values[0] = &type;
    values[1] = &id;
    status = ask(rt, what, bound->address, 2, attributes, values);
    if (status == VG_OK && ((uint32_t)type != bound->type || id != bound->id)) {
        status = refuse(rt, VG_STATE, what, "the memory that was bound is gone: bind other memory", 0u, 0u);
    }
    return status;
}

/* ---- what may be bound ---- */

static int overlap(uint64_t a, uint64_t a_bytes, uint64_t b, uint64_t b_bytes)
{
    return a < b + b_bytes && b < a + a_bytes;
}

/* All of a pool, too: what one of its programs leaves alone is another's. */
static int is_own(const vg_program *rt, uint64_t address, uint64_t bytes)
{
    const vg_pool *pool = rt->config.pool;
    int own = overlap(address, bytes, rt->pinned_device, rt->desc->pinned_bytes + rt->store.pooled_bytes);
    unsigned i;
    for (i = 0; i < rt->desc->arena_count; i++) {
        own |= overlap(address, bytes, rt->store.arenas[i], rt->desc->arena_bytes[i]);
    }
    if (pool != NULL) {
        own |= overlap(address, bytes, pool->memory.device_memory, pool->memory.device_memory_bytes);
        own |= overlap(address, bytes, pool->pinned_device, pool->memory.pinned_memory_bytes);
    }
    return own;
}

/* Memory of the device belongs to one context, but for that of pools and of mapped handles, for which the driver names
 * none. */
static vg_status check_device(vg_program *rt, const vg_external_desc *what, const known_memory *m)
{
    if (m->managed != 0u) {
        return refuse(rt, VG_ARGUMENT, what, "memory of the device or pinned memory; this is managed", 0u, 0u);
    }
    if (m->ordinal != rt->device) {
        return refuse(rt, VG_ARGUMENT, what, "number of the device that has the memory", (uint64_t)rt->device,
                      (uint64_t)m->ordinal);
    }
    if (m->context != NULL && (void *)m->context != rt->context) {
        return refuse(rt, VG_ARGUMENT, what, "memory of the program's context; this is of another", 0u, 0u);
    }
    return VG_OK;
}

/* Of registered memory some drivers do not say where it ends: then its last byte has to be of the same kind. */
static vg_status check_end(vg_program *rt, const vg_external_desc *what, uint64_t address, const known_memory *m)
{
    const uint64_t before = address - m->first;
    known_memory last;
    vg_status status;
    if (before < m->bytes) {
        const uint64_t room = m->bytes - before;
        return room < what->bytes
                   ? refuse(rt, VG_NO_MEMORY, what, "bytes to the end of the allocation", what->bytes, room)
                   : VG_OK;
    }
    status = look(rt, what, address + what->bytes - 1u, &last);
    if (status == VG_OK && last.type != m->type) {
        status = refuse(rt, VG_NO_MEMORY, what, "pinned memory up to the last byte", what->bytes, 0);
    }
    return status;
}

static vg_status check_memory(vg_program *rt, const vg_external_desc *what, const vg_external *given, known_memory *m)
{
    vg_status status;
    if (given->bytes < what->bytes) {
        return refuse(rt, VG_NO_MEMORY, what, "bytes of the memory", what->bytes, given->bytes);
    }
    status = look(rt, what, given->address, m);
    if (status != VG_OK) {
        return status;
    }
    if (m->type != CU_MEMORYTYPE_DEVICE && m->type != CU_MEMORYTYPE_HOST) {
        return refuse(rt, VG_ARGUMENT, what, "memory of the device or pinned memory; the driver knows no such", 0u, 0u);
    }
    if (m->device == 0u) {
        return refuse(rt, VG_ARGUMENT, what, "pinned memory that the device can reach", 0u, 0u);
    }
    if (m->device % what->align != 0u) {
        return refuse(rt, VG_ARGUMENT, what, "alignment of the memory", what->align, m->device & (~m->device + 1u));
    }
    if (m->type == CU_MEMORYTYPE_DEVICE) {
        status = check_device(rt, what, m);
    }
    if (status == VG_OK) {
        status = check_end(rt, what, given->address, m);
    }
    if (status == VG_OK && is_own(rt, m->device, what->bytes)) {
        status = refuse(rt, VG_ARGUMENT, what, "memory of the application's; this is the program's own", 0u, 0u);
    }
    return status;
}

static vg_status take(vg_program *rt, const vg_external_desc *what, vg_bound *bound, const vg_external *given)
{
    known_memory m;
    const vg_status status = check_memory(rt, what, given, &m);
    if (status == VG_OK) {
        bound->address = given->address;
        bound->device = m.device;
        bound->id = m.id;
        bound->type = (uint32_t)m.type;
    }
    return status;
}

/* ---- what emitted code calls ---- */

vg_status vg_bind(vg_program *rt, const vg_external_desc *what, vg_bound *bound, uint64_t address, uint64_t bytes)
{
    CUcontext caller = NULL;
    vg_external given;
    vg_status status = vg_check_here(rt);
    if (status != VG_OK) {
        return status;
    }
    if (address == 0u) {
        (void)memset(bound, 0, sizeof *bound);
        return VG_OK;
    }
    given.address = address;
    given.bytes = bytes;
    status = vg_enter(rt, &caller);
    return status == VG_OK ? vg_leave(rt, caller, take(rt, what, bound, &given)) : status;
}

void vg_give(const vg_program *rt, vg_bound *bound, const vg_external *given, unsigned count)
{
    unsigned i;
    if (vg_has_memory(rt) != 0) {
        return; /* open will refuse */
    }
    for (i = 0; i < count; i++) {
        (void)memset(&bound[i], 0, sizeof bound[i]);
        if (given != NULL) {
            bound[i].given = given[i];
        }
    }
}

/* The first use of what was given to open, in its warm-up or right behind it. */
static vg_status take_given(vg_program *rt, const vg_external_desc *what, vg_bound *bound)
{
    const vg_external given = bound->given;
    if (given.address == 0u) {
        return VG_OK;
    }
    bound->given.address = 0;
    return take(rt, what, bound, &given);
}

vg_status vg_bind_given(vg_program *rt, const vg_external_desc *what, vg_bound *bound, unsigned count)
{
    CUcontext caller = NULL;
    vg_status status = vg_enter(rt, &caller);
    unsigned missing = 0;
    unsigned i;
    if (status == VG_OK) {
        for (i = 0; status == VG_OK && i < count; i++) {
            status = take_given(rt, &what[i], &bound[i]);
            missing += bound[i].device == 0u ? 1u : 0u;
        }
        if (status == VG_OK && missing == 0u) {
            status = vg_settle(rt);
        }
        status = vg_leave(rt, caller, status);
    }
    if (status != VG_OK) {
        const vg_detail detail = rt->detail;
        (void)vg_close(rt);
        rt->detail = detail;
    }
    return status;
}

/* Two that only read may share bytes. */
static vg_status check_apart(vg_program *rt, const vg_external_desc *what, const vg_bound *bound, const uint32_t *used,
                             unsigned count)
{
    unsigned i;
    unsigned k;
    for (i = 0; i < count; i++) {
        for (k = 0; k < i; k++) {
            const vg_external_desc *a = &what[used[i]];
            const vg_external_desc *b = &what[used[k]];
            if (a->written + b->written != 0u &&
                overlap(bound[used[i]].device, a->bytes, bound[used[k]].device, b->bytes)) {
                return refuse(rt, VG_ARGUMENT, a, b->overlaps, 0u, 0u);
            }
        }
    }
    return VG_OK;
}

vg_status vg_check_bound(vg_program *rt, const vg_external_desc *what, vg_bound *bound, const uint32_t *used,
                         unsigned count)
{
    vg_status status = VG_OK;
    unsigned i;
    for (i = 0; status == VG_OK && i < count; i++) {
        vg_bound *b = &bound[used[i]];
        const vg_external_desc *w = &what[used[i]];
        status = take_given(rt, w, b);
        if (status == VG_OK) {
            status = b->device == 0u ? refuse(rt, VG_STATE, w, "no memory is bound: bind some first", 0, 0)
                                    : look_again(rt, w, b);
        }
    }
    return status == VG_OK ? check_apart(rt, what, bound, used, count) : status;
}

/* ---- memory to bind, for applications without the driver's headers ---- */

vg_status vg_pin(vg_program *rt, uint64_t bytes, void **memory)
{
    CUcontext caller = NULL;
    void *made = NULL;
    vg_status status = vg_check_here(rt);
    if (status == VG_OK) {
        status = vg_enter(rt, &caller);
    }
    if (status != VG_OK) {
        return status;
    }
    status = vg_checked(rt, cuMemHostAlloc(&made, bytes, CU_MEMHOSTALLOC_PORTABLE | CU_MEMHOSTALLOC_DEVICEMAP),
                        "cuMemHostAlloc", "");
    if (status == VG_OK) {
        (void)memset(made, 0, bytes);
        *memory = made;
    }
    return vg_leave(rt, caller, status);
}

vg_status vg_unpin(vg_program *rt, void *memory)
{
    CUcontext caller = NULL;
    vg_status status;
    if (memory == NULL) {
        return VG_OK;
    }
    status = vg_check_here(rt);
    if (status == VG_OK) {
        status = vg_enter(rt, &caller);
    }
    return status == VG_OK ? vg_leave(rt, caller, vg_checked(rt, cuMemFreeHost(memory), "cuMemFreeHost", "")) : status;
}

#endif
