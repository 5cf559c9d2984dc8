/* SPDX-License-Identifier: 0BSD */
/* SPDX-FileCopyrightText: 2026 The vggen authors */
/* vg_state.c - copies between the application's memory and a program's: state is reset, saved and restored; inputs of
 * the copying form are compared with those that are kept. */
#include "vg_impl.h"

#ifndef VG_WITHOUT_CUDA /* vg_none.c stands in for it */

#include <string.h>

/* ---- inputs of the copying form ---- */

/* Small enough to stay in the first cache between comparison and copy, large enough for memcmp to be fast. */
#define BLOCK_BYTES ((size_t)4096)

/* The block in which the two differ first, in bytes from the start; size if they are equal. */
static size_t first_difference(const unsigned char *a, const unsigned char *b, size_t size)
{
    size_t at = 0;
    while (at < size) {
        const size_t part = BLOCK_BYTES < size - at ? BLOCK_BYTES : size - at;
        if (memcmp(a + at, b + at, part) != 0) {
            return at;
        }
        at += part;
    }
    return size;
}

int vg_take(void *kept, const void *from, size_t size)
{
    const unsigned char *bytes = (const unsigned char *)from;
    unsigned char *to = (unsigned char *)kept;
    const size_t at = first_difference(to, bytes, size);
    if (at == size) {
        return 0;
    }
    (void)memcpy(to + at, bytes + at, size - at);
    return 1;
}

/* ---- the state ---- */

/* With a limit, what the stream was given before is waited for: copies from or to pageable memory would wait for it in
 * the driver. */
static vg_status enter_idle(vg_program *rt, CUcontext *caller)
{
    vg_status status = vg_enter_to_wait(rt, caller);
    if (status != VG_OK || rt->config.timeout_ns == 0u) {
        return status;
    }
    status = vg_synchronize(rt, "");
    return status == VG_OK ? VG_OK : vg_leave(rt, *caller, status);
}

vg_status vg_reset(vg_program *rt)
{
    CUcontext caller = NULL;
    vg_status status = vg_check_idle(rt);
    if (status == VG_OK) {
        status = enter_idle(rt, &caller);
    }
    return status == VG_OK ? vg_leave(rt, caller, vg_write_state(rt)) : status;
}

static uint64_t state_bytes(const vg_desc *desc)
{
    uint64_t sum = 0;
    unsigned i;
    for (i = 0; i < desc->content_count; i++) {
        sum += desc->contents[i].reset == VG_RESET_STATE ? desc->contents[i].bytes : 0u;
    }
    return sum;
}

static vg_status check_memory(vg_program *rt, const void *memory, size_t size)
{
    const vg_status status = vg_check_idle(rt);
    uint64_t bytes;
    if (status != VG_OK) {
        return status;
    }
    bytes = state_bytes(rt->desc);
    if (size != bytes) {
        return vg_refuse(rt, VG_ARGUMENT, "bytes of the state", bytes, size);
    }
    return memory == NULL && bytes != 0u ? vg_refuse(rt, VG_ARGUMENT, "memory for the state", bytes, 0) : VG_OK;
}

/* Where the application's memory is pageable, the copies may have waited already; otherwise this is what waits. */
static vg_status wait_for_copies(vg_program *rt, vg_status status)
{
    const char *call;
    const CUresult result = vg_drain(rt, rt->stream, &call);
    return status == VG_OK ? vg_called(rt, result, call) : status;
}

static vg_status save(vg_program *rt, unsigned char *to)
{
    vg_status status = VG_OK;
    unsigned i;
    for (i = 0; status == VG_OK && i < rt->desc->content_count; i++) {
        const vg_content *content = &rt->desc->contents[i];
        if (content->reset == VG_RESET_STATE && content->bytes != 0u) {
            const CUdeviceptr from = (CUdeviceptr)rt->store.arenas[content->arena] + content->offset;
            status = vg_called(rt, cuMemcpyDtoHAsync_v2(to, from, content->bytes, (CUstream)rt->stream),
                                "cuMemcpyDtoHAsync");
            to += content->bytes;
        }
    }
    return wait_for_copies(rt, status);
}

static vg_status restore(vg_program *rt, const unsigned char *from)
{
    vg_status status = VG_OK;
    unsigned i;
    for (i = 0; status == VG_OK && i < rt->desc->content_count; i++) {
        const vg_content *content = &rt->desc->contents[i];
        if (vg_may_reset(rt, content) && content->bytes != 0u) {
            const CUdeviceptr to = (CUdeviceptr)rt->store.arenas[content->arena] + content->offset;
            status = vg_called(rt, cuMemcpyHtoDAsync_v2(to, from, content->bytes, (CUstream)rt->stream),
                                "cuMemcpyHtoDAsync");
        }
        from += content->reset == VG_RESET_STATE ? content->bytes : 0u;
    }
    return wait_for_copies(rt, status);
}

vg_status vg_save(vg_program *rt, void *memory, size_t size)
{
    CUcontext caller = NULL;
    vg_status status = check_memory(rt, memory, size);
    if (status == VG_OK) {
        status = enter_idle(rt, &caller);
    }
    return status == VG_OK ? vg_leave(rt, caller, save(rt, (unsigned char *)memory)) : status;
}

vg_status vg_restore(vg_program *rt, const void *memory, size_t size)
{
    CUcontext caller = NULL;
    vg_status status = check_memory(rt, memory, size);
    if (status == VG_OK) {
        status = enter_idle(rt, &caller);
    }
    return status == VG_OK ? vg_leave(rt, caller, restore(rt, (const unsigned char *)memory)) : status;
}

#endif
