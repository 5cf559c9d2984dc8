/* SPDX-License-Identifier: 0BSD */
/* SPDX-FileCopyrightText: 2026 The vggen authors */
/* vg_config.c - checks what open is given: whether the application's configuration fits the program. */
#include "vg_impl.h"

#ifndef VG_WITHOUT_CUDA /* vg_none.c stands in for it */

#include <string.h>

#define ARENA_ALIGNMENT 256u
#define MAX_WARM_UP 1000000u

static int hex_digit(char c)
{
    if (c >= '0' && c <= '9') {
        return c - '0';
    }
    if (c >= 'a' && c <= 'f') {
        return c - 'a' + 10;
    }
    if (c >= 'A' && c <= 'F') {
        return c - 'A' + 10;
    }
    return -1;
}

int vg_parse_uuid(const char *text, unsigned char bytes[VG_UUID_BYTES])
{
    static const char form[] = "-xxxxxxxx-xxxx-xxxx-xxxx-xxxxxxxxxxxx";
    unsigned nibbles = 0;
    size_t i;
    (void)memset(bytes, 0, VG_UUID_BYTES);
    if (strncmp(text, "GPU", 3) != 0 && strncmp(text, "MIG", 3) != 0) {
        return 0;
    }
    text += 3;
    for (i = 0; form[i] != '\0'; i++) {
        const int digit = hex_digit(text[i]);
        if (form[i] != 'x') {
            if (text[i] != form[i]) {
                return 0;
            }
            continue;
        }
        if (digit < 0) {
            return 0;
        }
        bytes[nibbles / 2u] = (unsigned char)(bytes[nibbles / 2u] * 16u + (unsigned)digit);
        nibbles++;
    }
    return text[i] == '\0';
}

static vg_status check_device_choice(vg_program *rt, const vg_config *config)
{
    unsigned char uuid[VG_UUID_BYTES];
    const unsigned ways = (config->context != NULL ? 1u : 0u) + (config->device_uuid != NULL ? 1u : 0u) +
                          (config->device_pci != NULL ? 1u : 0u);
    const char *wrong = NULL;
    if (ways > 1u) {
        return vg_refuse(rt, VG_ARGUMENT, "one of config.context, device_uuid, device_pci", 1, ways);
    }
    if (config->device_uuid != NULL && !vg_parse_uuid(config->device_uuid, uuid)) {
        wrong = "config.device_uuid is GPU or MIG and -8-4-4-4-12 hex digits";
    } else if (config->device_index < 0) {
        wrong = "config.device_index is not negative";
    } else {
        /* nothing to do */
    }
    return wrong != NULL ? vg_refuse(rt, VG_ARGUMENT, wrong, 0, 0) : VG_OK;
}

/* ---- the application's memory ---- */

static uint64_t round_up(uint64_t bytes)
{
    return (bytes + (ARENA_ALIGNMENT - 1u)) / ARENA_ALIGNMENT * ARENA_ALIGNMENT;
}

/* Bytes of the lane's arenas before `arena`, one after the other; a further lane has only those that are not shared. */
static uint64_t bytes_before(const vg_desc *desc, unsigned lane, unsigned arena)
{
    uint64_t end = 0;
    unsigned i;
    for (i = 0; i < arena; i++) {
        if (lane == 0u || desc->arena_shared == NULL || desc->arena_shared[i] == 0u) {
            end = round_up(end) + desc->arena_bytes[i];
        }
    }
    return end;
}

uint64_t vg_arena_place(const vg_desc *desc, unsigned lane, unsigned arena)
{
    uint64_t start = bytes_before(desc, lane, arena);
    if (arena < desc->arena_count) {
        start = round_up(start);
    }
    if (lane != 0u) {
        start += round_up(bytes_before(desc, 0, desc->arena_count));
        start += (lane - 1u) * round_up(bytes_before(desc, lane, desc->arena_count));
    }
    return start;
}

uint64_t vg_pinned_place(const vg_desc *desc, unsigned lane)
{
    return lane * round_up(desc->pinned_bytes);
}

/* Where the memory is, how much there is of it, and how much must be there. */
static vg_status check_memory(vg_program *rt, uint64_t address, uint64_t bytes, uint64_t wanted, const char *what)
{
    if (address == 0u || wanted == 0u) {
        return VG_OK;
    }
    if (address % ARENA_ALIGNMENT != 0u) {
        return vg_refuse(rt, VG_ARGUMENT, what, ARENA_ALIGNMENT, address & (~address + 1u));
    }
    return bytes < wanted ? vg_refuse(rt, VG_NO_MEMORY, what, wanted, bytes) : VG_OK;
}

vg_status vg_check_arenas(vg_program *rt, const vg_desc *desc, const vg_config *config, const vg_storage *storage,
                          unsigned lane)
{
    const uint64_t pinned =
        desc->pinned_bytes != 0u ? vg_pinned_place(desc, lane) + desc->pinned_bytes + storage->pooled_bytes : 0u;
    const vg_status status =
        check_memory(rt, config->device_memory, config->device_memory_bytes,
                     vg_arena_place(desc, lane, desc->arena_count), "alignment or size of config.device_memory");
    return status != VG_OK ? status
                           : check_memory(rt, (uint64_t)(uintptr_t)config->pinned_memory, config->pinned_memory_bytes,
                                          pinned, "alignment or size of config.pinned_memory");
}

/* ---- open ---- */

static vg_status check_config(vg_program *rt, const vg_desc *desc, const vg_config *config, const vg_storage *storage)
{
    /* What the default streams mean depends on the calling thread, which a program must not. */
    const uintptr_t stream = (uintptr_t)config->stream;
    const char *wrong = NULL;
    const vg_status status = check_device_choice(rt, config);
    if (status != VG_OK) {
        return status;
    }
    if (stream == (uintptr_t)CU_STREAM_LEGACY || stream == (uintptr_t)CU_STREAM_PER_THREAD) {
        wrong = "config.stream is not a default stream";
    } else if (config->wait != VG_WAIT_SPIN && config->wait != VG_WAIT_YIELD && config->wait != VG_WAIT_BLOCK) {
        wrong = "config.wait";
    } else if (config->completion != VG_COMPLETION_AUTO && config->completion != VG_COMPLETION_WORD &&
               config->completion != VG_COMPLETION_QUERY) {
        wrong = "config.completion";
    } else if (config->code != NULL && config->code->state != VG_MARK_CODE) {
        wrong = "config.code: vg_code_init it first";
    } else if (config->pool != NULL && config->pool->state != VG_MARK_POOL) {
        wrong = "config.pool: vg_pool_init it first";
    } else {
        /* nothing to do */
    }
    if (wrong != NULL) {
        return vg_refuse(rt, VG_ARGUMENT, wrong, 0, 0);
    }
    if (config->warm_up > MAX_WARM_UP) {
        return vg_refuse(rt, VG_ARGUMENT, "config.warm_up", MAX_WARM_UP, config->warm_up);
    }
    return vg_check_arenas(rt, desc, config, storage, 0);
}

/* Further lanes need no bytes for what they share. */
vg_status vg_check_app_data(vg_program *rt, const vg_desc *desc, const vg_storage *storage, unsigned lane)
{
    unsigned i;
    for (i = 0; i < desc->content_count; i++) {
        const vg_content *content = &desc->contents[i];
        const int index = content->app_data;
        if (lane != 0u && desc->arena_shared != NULL && desc->arena_shared[content->arena] != 0u) {
            continue;
        }
        if (index >= 0 && (storage->app_data == NULL || storage->app_data[index] == NULL)) {
            return vg_refuse(rt, VG_ARGUMENT, "pointer for a `data: app` constant", 0, 0);
        }
    }
    return VG_OK;
}

vg_status vg_check_closed(vg_program *rt)
{
    if (rt == NULL) {
        return VG_ARGUMENT;
    }
    if (rt->state != 0u) {
        return vg_refuse(rt, VG_STATE, "the program is open, or was never zeroed: close or zero it", 0, 0);
    }
    return VG_OK;
}

vg_status vg_check_open(vg_program *rt, const vg_desc *desc, const vg_config *config, const vg_storage *storage)
{
    vg_status status = vg_check_closed(rt);
    if (status != VG_OK) {
        return status;
    }
    if (desc == NULL || storage == NULL) {
        return vg_refuse(rt, VG_ARGUMENT, desc == NULL ? "desc" : "storage", 0, 0);
    }
    if (desc->abi != VG_ABI) {
        return vg_refuse(rt, VG_ABI_MISMATCH, "VG_ABI of runtime and generated files", VG_ABI, desc->abi);
    }
    if (config != NULL) {
        status = check_config(rt, desc, config, storage);
    }
    return status == VG_OK ? vg_check_app_data(rt, desc, storage, 0) : status;
}

#endif
