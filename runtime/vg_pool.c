/* SPDX-License-Identifier: 0BSD */
/* SPDX-FileCopyrightText: 2026 The vggen authors */
/* vg_pool.c - memory that programs share: each has there what it needs during a replay only, and they take turns. Leave
 * it out of programs that call neither vg_pool_init nor vg_pool_take.
 *
 * It is the turn of one open program at a time. In all others vg_program.here differs from the program, so that every
 * call that would look at it or change it looks closer and is refused: a replay costs nothing more. */
#include "vg_impl.h"

#ifndef VG_WITHOUT_CUDA /* vg_none.c stands in for it */

#include <string.h>

#define ALIGNMENT 256u

/* ---- turns ---- */

/* A replay that was given up may still be at work, so its stream is waited for. */
static vg_status end_turn(vg_program *rt, vg_program *other)
{
    vg_status status = VG_OK;
    if (rt->config.pool->abandoned != 0u) {
        return vg_refuse(rt, VG_STATE, "memory of config.pool that no abandoned program may still write", 0u, 1u);
    }
    if (other != NULL && other->state == VG_MARK_STUCK) {
        return vg_refuse(rt, VG_STATE, "the program whose turn it is was stuck in open: close or abandon it", 0u, 0u);
    }
    if (other == NULL || other == rt || other->state != VG_MARK_OPEN) {
        return VG_OK;
    }
    if (other->running != 0u) {
        status = vg_refuse(rt, VG_STATE, "no replay of another program with config.pool runs: finish it first", 0u, 0u);
        rt->detail.step = other->desc->program;
        return status;
    }
    if (other->end.trusted != other->end.ends) {
        const char *call;
        const CUresult result = vg_drain(rt, other->stream, &call);
        status = vg_checked(rt, result, call, other->desc->program);
    }
    if (status == VG_OK) {
        other->here = &other->desc;
    }
    return status;
}

vg_status vg_pool_take(vg_program *rt)
{
    CUcontext caller = NULL;
    vg_pool *pool;
    vg_status status;
    if (rt == NULL || !vg_is_waiting(rt)) {
        return vg_check_here(rt);
    }
    pool = rt->config.pool;
    status = vg_enter_to_wait(rt, &caller);
    if (status == VG_OK) {
        status = vg_leave(rt, caller, end_turn(rt, pool->turn));
    }
    if (status == VG_OK) {
        pool->turn = rt;
        rt->here = rt;
        if (rt->store.taken != NULL) {
            rt->store.taken(rt->store.self);
        }
    }
    return status;
}

static vg_status refuse(vg_program *rt)
{
    const vg_program *other = rt->config.pool->turn;
    (void)vg_refuse(rt, VG_STATE, "this program's turn in config.pool: vg_pool_take, then write the inputs", 0u, 0u);
    rt->detail.step = other != NULL ? other->desc->program : "";
    return VG_STATE;
}

/* ---- open and close ---- */

static uint64_t round_up(uint64_t bytes)
{
    return (bytes + (ALIGNMENT - 1u)) / ALIGNMENT * ALIGNMENT;
}

/* Where the arenas in the pool end that stand before this one. */
static uint64_t bytes_before(const vg_program *rt, unsigned arena)
{
    uint64_t end = 0;
    unsigned i;
    for (i = 0; i < arena; i++) {
        if (rt->store.pooled[i] != 0u) {
            end = round_up(end) + rt->desc->arena_bytes[i];
        }
    }
    return end;
}

/* What is given must be good, whether it is used yet or not. */
static vg_status check(vg_program *rt, const vg_pool *pool)
{
    const vg_pool_memory *memory = &pool->memory;
    const uint64_t pinned = rt->store.pooled_bytes;
    const uint64_t device = rt->store.pooled != NULL ? bytes_before(rt, rt->desc->arena_count) : 0u;
    if (rt->store.pooled == NULL && pinned == 0u) {
        return vg_refuse(rt, VG_ARGUMENT, "config.pool: the spec of this program has `memory: {pool: on}`", 1, 0);
    }
    if (rt->config.device_memory != 0u || rt->config.pinned_memory != NULL) {
        return vg_refuse(rt, VG_ARGUMENT, "memory by config.pool, or of the application's own: not by both", 1, 2);
    }
    if (pool->context != NULL && pool->context != rt->context) {
        return vg_refuse(rt, VG_ARGUMENT, "config.pool has memory of this program's context, not of another", 0u, 0u);
    }
    if (memory->device_memory % ALIGNMENT != 0u || (uintptr_t)memory->pinned_memory % ALIGNMENT != 0u) {
        return vg_refuse(rt, VG_ARGUMENT, "alignment of config.pool's memory", ALIGNMENT, 0);
    }
    if (memory->device_memory_bytes < device) {
        return vg_refuse(rt, VG_NO_MEMORY, "bytes of device memory in config.pool", device,
                         memory->device_memory_bytes);
    }
    if (memory->pinned_memory_bytes < pinned) {
        return vg_refuse(rt, VG_NO_MEMORY, "bytes of pinned memory in config.pool", pinned,
                         memory->pinned_memory_bytes);
    }
    return VG_OK;
}

/* Frees what was allocated, with its context current; rt is where failures are recorded. */
static void free_memory(vg_program *rt, vg_pool *pool, vg_status *first)
{
    if ((pool->own & VG_OWN_PINNED_MEMORY) != 0) {
        vg_undone(rt, first, cuMemFreeHost(pool->memory.pinned_memory), "cuMemFreeHost");
        pool->memory.pinned_memory = NULL;
    }
    if ((pool->own & VG_OWN_DEVICE_MEMORY) != 0) {
        vg_undone(rt, first, cuMemFree_v2((CUdeviceptr)pool->memory.device_memory), "cuMemFree");
        pool->memory.device_memory = 0;
    }
    pool->own = 0;
}

static vg_status allocate_device_memory(vg_program *rt, vg_pool *pool)
{
    const uint64_t bytes = pool->memory.device_memory_bytes;
    CUdeviceptr address = 0;
    vg_status status;
    if (pool->memory.device_memory != 0u) {
        return VG_OK;
    }
    status = vg_checked(rt, cuMemAlloc_v2(&address, bytes != 0u ? bytes : 1u), "cuMemAlloc", "");
    if (status == VG_OK) {
        pool->memory.device_memory = address;
        pool->own |= VG_OWN_DEVICE_MEMORY;
    } else {
        rt->detail.expected = bytes;
    }
    return status;
}

static vg_status allocate_pinned_memory(vg_program *rt, vg_pool *pool)
{
    const uint64_t bytes = pool->memory.pinned_memory_bytes;
    CUdeviceptr address = 0;
    vg_status status = VG_OK;
    if (pool->memory.pinned_memory == NULL && bytes != 0u) {
        void *memory = NULL;
        status =
            vg_checked(rt, cuMemHostAlloc(&memory, bytes, CU_MEMHOSTALLOC_PORTABLE | CU_MEMHOSTALLOC_DEVICEMAP),
                       "cuMemHostAlloc", "");
        if (status != VG_OK) {
            rt->detail.expected = bytes;
            return status;
        }
        pool->memory.pinned_memory = memory;
        pool->own |= VG_OWN_PINNED_MEMORY;
    }
    if (pool->memory.pinned_memory != NULL) {
        status = vg_checked(rt, cuMemHostGetDevicePointer_v2(&address, pool->memory.pinned_memory, 0),
                            "cuMemHostGetDevicePointer", "");
    }
    pool->pinned_device = address;
    return status;
}

/* Without a program the primary context would go, and the memory with it: it is retained while there is any. */
static vg_status make(vg_program *rt, vg_pool *pool)
{
    CUcontext context = NULL;
    vg_status status = allocate_device_memory(rt, pool);
    if (status == VG_OK) {
        status = allocate_pinned_memory(rt, pool);
    }
    if (status == VG_OK && (rt->own & VG_OWN_CONTEXT) != 0) {
        status =
            vg_checked(rt, cuDevicePrimaryCtxRetain(&context, (CUdevice)rt->device), "cuDevicePrimaryCtxRetain", "");
    }
    if (status != VG_OK) {
        vg_status first = status;
        free_memory(rt, pool, &first);
        return status;
    }
    pool->context = rt->context;
    pool->device = rt->device;
    pool->retained = (rt->own & VG_OWN_CONTEXT) != 0;
    return VG_OK;
}

static vg_status take(vg_program *rt)
{
    vg_pool *pool = rt->config.pool;
    vg_status status = check(rt, pool);
    unsigned i;
    if (status == VG_OK) {
        status = end_turn(rt, pool->turn);
    }
    if (status == VG_OK && pool->context == NULL) {
        status = make(rt, pool);
    }
    if (status != VG_OK) {
        return status;
    }
    for (i = 0; i < rt->desc->arena_count; i++) {
        if (rt->store.pooled[i] != 0u) {
            rt->store.arenas[i] = pool->memory.device_memory + round_up(bytes_before(rt, i));
        }
    }
    if (rt->store.pooled_bytes != 0u) {
        (void)memset(pool->memory.pinned_memory, 0, rt->store.pooled_bytes);
        rt->store.pooled_bytes = 0; /* nothing to be allocated */
    }
    rt->pooled = (unsigned char *)(pool->memory.pinned_memory != NULL ? pool->memory.pinned_memory : (void *)pool);
    rt->pooled_device = pool->pinned_device;
    rt->own |= VG_SHARES_POOL;
    pool->users++;
    pool->turn = rt;
    return VG_OK;
}

/* What is left to be freed is the program's own. */
static void leave(vg_program *rt)
{
    vg_pool *pool = rt->config.pool;
    unsigned i;
    if ((rt->own & VG_SHARES_POOL) == 0) {
        return; /* open failed before it took anything */
    }
    for (i = 0; i < rt->desc->arena_count; i++) {
        if (rt->store.pooled[i] != 0u) {
            rt->store.arenas[i] = 0;
        }
    }
    pool->users--;
    if (pool->turn == rt) {
        pool->turn = NULL;
    }
}

/* ---- the application's calls ---- */

void vg_pool_init(vg_pool *pool, const vg_pool_memory *memory)
{
    (void)memset(pool, 0, sizeof *pool);
    pool->state = VG_MARK_POOL;
    pool->memory = *memory;
    pool->take = take;
    pool->leave = leave;
    pool->refuse = refuse;
    pool->detail.call = "";
    pool->detail.step = "";
}

static vg_status undo(vg_program *rt, vg_pool *pool)
{
    CUcontext caller = NULL;
    vg_status first = VG_OK;
    const CUresult saved = cuCtxGetCurrent(&caller);
    vg_undone(rt, &first, saved, "cuCtxGetCurrent");
    vg_set_context(rt, &first, (CUcontext)pool->context);
    free_memory(rt, pool, &first);
    vg_set_context(rt, &first, saved == CUDA_SUCCESS ? caller : NULL);
    if (pool->retained != 0u) {
        vg_undone(rt, &first, cuDevicePrimaryCtxRelease_v2((CUdevice)pool->device), "cuDevicePrimaryCtxRelease");
    }
    pool->context = NULL;
    pool->retained = 0;
    return first;
}

vg_status vg_pool_free(vg_pool *pool)
{
    vg_program record;
    vg_status status = VG_OK;
    if (pool == NULL || pool->state != VG_MARK_POOL) {
        return VG_ARGUMENT;
    }
    (void)memset(&record, 0, sizeof record);
    record.detail.call = "";
    record.detail.step = "";
    if (pool->users != 0u) {
        status = vg_refuse(&record, VG_STATE, "programs are open with this pool: close them first", 0, pool->users);
    } else if (pool->context != NULL) {
        status = undo(&record, pool);
    } else {
        /* nothing to do */
    }
    vg_keep_details(&pool->detail, pool->more, sizeof pool->more / sizeof pool->more[0], &record.detail);
    return status;
}

#endif
