/* SPDX-License-Identifier: 0BSD */
/* SPDX-FileCopyrightText: 2026 The vggen authors */
/* vg_capture_look.c - which nodes a `capture:` step may have: kernels, copies and fills that reach nothing of the
 * program's memory but what the step declares. Memory of the library's own is its own business. */
#include "vg_impl.h"

#ifndef VG_WITHOUT_CUDA /* vg_none.c stands in for it */

#include <string.h>

/* Calls that drivers have from these versions on, as cuDriverGetVersion counts. */
#define EVENT_NODE_VERSION 11010
#define NAME_VERSION 12030
#define PARAM_INFO_VERSION 12040
#define PARAM_COUNT_VERSION 13020

/* ---- memory ---- */

typedef struct look {
    vg_program *rt;
    const vg_capture_desc *what;
    unsigned slot;
    const char *kernel; /* its name, or NULL */
} look;

static size_t append(char *room, size_t size, size_t used, const char *text)
{
    while (*text != '\0' && used + 1u < size) {
        room[used++] = *text++;
    }
    room[used] = '\0';
    return used;
}

/* The kernel's name is the library's, which may be unloaded before somebody reads the detail. */
static vg_status refuse(const look *at, const char *why)
{
    vg_captures *captures = at->rt->store.captures;
    size_t used;
    (void)vg_refuse_node(at->rt, VG_ARGUMENT, at->slot, why, 0, 0);
    if (at->kernel != NULL) {
        used = append(captures->node, sizeof captures->node, 0, at->rt->detail.step);
        used = append(captures->node, sizeof captures->node, used, ", kernel ");
        (void)append(captures->node, sizeof captures->node, used, at->kernel);
        at->rt->detail.step = captures->node;
    }
    return VG_ARGUMENT;
}

static int overlap(uint64_t a, uint64_t a_bytes, uint64_t b, uint64_t b_bytes)
{
    return a_bytes != 0u && b_bytes != 0u && a < b + b_bytes && b < a + a_bytes;
}

/* A lane's, with what the application gave for all lanes, and all of a pool. */
static int is_of_lane(const vg_program *rt, uint64_t address, uint64_t bytes)
{
    const vg_pool *pool = rt->config.pool;
    int own = (overlap(address, bytes, rt->pinned_device, rt->desc->pinned_bytes) ||
               overlap(address, bytes, (uintptr_t)rt->pinned, rt->desc->pinned_bytes) ||
               overlap(address, bytes, rt->config.device_memory, rt->config.device_memory_bytes) ||
               overlap(address, bytes, (uintptr_t)rt->config.pinned_memory, rt->config.pinned_memory_bytes))
                  ? 1
                  : 0;
    unsigned i;
    for (i = 0; i < rt->desc->arena_count; i++) {
        own = (own || overlap(address, bytes, rt->store.arenas[i], rt->desc->arena_bytes[i])) ? 1 : 0;
    }
    if (pool != NULL) {
        own = (own || overlap(address, bytes, pool->memory.device_memory, pool->memory.device_memory_bytes) ||
               overlap(address, bytes, pool->pinned_device, pool->memory.pinned_memory_bytes) ||
               overlap(address, bytes, (uintptr_t)pool->memory.pinned_memory, pool->memory.pinned_memory_bytes))
                  ? 1
                  : 0;
    }
    return own;
}

/* That of the lanes that were opened before it, too, as far as this one knows them. */
static int is_of_program(const vg_program *rt, uint64_t address, uint64_t bytes)
{
    int own = 0;
    for (; rt != NULL && !own; rt = rt->first) {
        own = is_of_lane(rt, address, bytes);
    }
    return own;
}

/* Where the bytes end that are declared for one of the accesses, from `address` on; `address` where it is in none. */
static uint64_t declared_until(const look *at, uint64_t address, unsigned access)
{
    const vg_capture_place *places = at->rt->store.captures->places;
    uint64_t end = address;
    unsigned i;
    for (i = 0; i < at->what->range_count; i++) {
        if ((places[i].access & access) != 0u && address >= places[i].address &&
            address - places[i].address < places[i].bytes && places[i].address + places[i].bytes > end) {
            end = places[i].address + places[i].bytes;
        }
    }
    return end;
}

/* Whether all of it is declared; ranges may touch one another. */
static int is_declared(const look *at, uint64_t address, uint64_t bytes, unsigned access)
{
    const uint64_t end = address + bytes;
    while (address < end) {
        const uint64_t until = declared_until(at, address, access);
        if (until == address) {
            return 0;
        }
        address = until;
    }
    return 1;
}

/* ---- copies and fills ---- */

#define MAY_READ (VG_CAPTURE_READ | VG_CAPTURE_WRITE | VG_CAPTURE_WORK)
#define MAY_WRITE (VG_CAPTURE_WRITE | VG_CAPTURE_WORK)

/* Rows of bytes at equal distances, planes of such rows. */
typedef struct block {
    uint64_t address, row, pitch, rows, plane, planes;
} block;

static vg_status check_row(const look *at, uint64_t address, uint64_t bytes, unsigned access)
{
    if (!is_of_program(at->rt, address, bytes) || is_declared(at, address, bytes, access)) {
        return VG_OK;
    }
    return refuse(at, access == MAY_READ
                          ? "source of a copy: this program's memory outside what the step declares"
                          : "memory that a copy or fill writes: this program's, but not in the step's `writes:`");
}

static vg_status check_block(const look *at, const block *b, unsigned access)
{
    vg_status status = VG_OK;
    uint64_t plane;
    uint64_t row;
    for (plane = 0; status == VG_OK && plane < b->planes; plane++) {
        for (row = 0; status == VG_OK && row < b->rows; row++) {
            status = check_row(at, b->address + plane * b->plane + row * b->pitch, b->row, access);
        }
    }
    return status;
}

/* One end of a copy. */
typedef struct operand {
    CUmemorytype type;
    CUdeviceptr device;
    size_t x, y, z, pitch, height;
} operand;

/* What only the driver knows: an address that is memory of the host may look like one of the device's. */
static vg_status find_type(const look *at, operand *end)
{
    CUpointer_attribute attribute = CU_POINTER_ATTRIBUTE_MEMORY_TYPE;
    CUmemorytype type = (CUmemorytype)0;
    void *value = &type;
    const CUresult result = cuPointerGetAttributes(1, &attribute, &value, end->device);
    if (result != CUDA_SUCCESS && result != CUDA_ERROR_INVALID_VALUE) {
        return vg_checked_node(at->rt, result, "cuPointerGetAttributes", at->slot);
    }
    end->type = result == CUDA_SUCCESS && type == CU_MEMORYTYPE_DEVICE ? type : CU_MEMORYTYPE_HOST;
    return VG_OK;
}

/* Between addresses whose kind the driver looks up, the copy is named as one between those kinds: bodies of conditional
 * nodes take no other. */
static vg_status check_operand(const look *at, const CUDA_MEMCPY3D *copy, operand *end, unsigned access)
{
    const uint64_t height = end->height != 0u ? end->height : copy->Height;
    vg_status status = VG_OK;
    block b;
    if (end->type == CU_MEMORYTYPE_UNIFIED) {
        status = find_type(at, end);
    }
    if (status != VG_OK || end->type == CU_MEMORYTYPE_ARRAY) { /* of the library's own */
        return status;
    }
    if (end->type != CU_MEMORYTYPE_DEVICE) {
        return refuse(at, "copy without memory of the host: pass what it has by value, or as an input of the program");
    }
    b.address = end->device + end->x + end->y * end->pitch + end->z * height * end->pitch;
    b.row = copy->WidthInBytes;
    b.pitch = end->pitch;
    b.rows = copy->Height != 0u ? copy->Height : 1u;
    b.plane = height * end->pitch;
    b.planes = copy->Depth != 0u ? copy->Depth : 1u;
    return check_block(at, &b, access);
}

static vg_status look_at_copy(const look *at, CUDA_MEMCPY3D *copy)
{
    operand from;
    operand to;
    vg_status status;
    from.type = copy->srcMemoryType;
    from.device = copy->srcDevice;
    from.x = copy->srcXInBytes;
    from.y = copy->srcY;
    from.z = copy->srcZ;
    from.pitch = copy->srcPitch;
    from.height = copy->srcHeight;
    to.type = copy->dstMemoryType;
    to.device = copy->dstDevice;
    to.x = copy->dstXInBytes;
    to.y = copy->dstY;
    to.z = copy->dstZ;
    to.pitch = copy->dstPitch;
    to.height = copy->dstHeight;
    status = check_operand(at, copy, &from, MAY_READ);
    if (status == VG_OK) {
        status = check_operand(at, copy, &to, MAY_WRITE);
    }
    copy->srcMemoryType = from.type;
    copy->dstMemoryType = to.type;
    return status;
}

static vg_status look_at_fill(const look *at, const CUDA_MEMSET_NODE_PARAMS *fill)
{
    block b;
    b.address = fill->dst;
    b.row = (uint64_t)fill->elementSize * fill->width;
    b.pitch = fill->pitch;
    b.rows = fill->height != 0u ? fill->height : 1u;
    b.plane = 0;
    b.planes = 1;
    return check_block(at, &b, MAY_WRITE);
}

/* ---- kernels ---- */

/* NULL where the driver is too old. A kernel has one of two kinds of handles. */
typedef struct kernel_calls {
    CUresult (*name)(const char **name, CUfunction function);
    CUresult (*name_of_kernel)(const char **name, CUkernel kernel);
    CUresult (*info)(CUfunction function, size_t index, size_t *offset, size_t *size);
    CUresult (*info_of_kernel)(CUkernel kernel, size_t index, size_t *offset, size_t *size);
    CUresult (*count)(CUfunction function, size_t *count);
    CUresult (*count_of_kernel)(CUkernel kernel, size_t *count);
} kernel_calls;

static vg_status find_calls(vg_program *rt, kernel_calls *calls)
{
    static const struct wanted {
        const char *name;
        int version;
    } wanted[] = {
        {"cuFuncGetName", NAME_VERSION},
        {"cuKernelGetName", NAME_VERSION},
        {"cuFuncGetParamInfo", PARAM_INFO_VERSION},
        {"cuKernelGetParamInfo", PARAM_INFO_VERSION},
        {"cuFuncGetParamCount", PARAM_COUNT_VERSION},
        {"cuKernelGetParamCount", PARAM_COUNT_VERSION},
    };
    void *found[sizeof wanted / sizeof wanted[0]];
    vg_status status = VG_OK;
    size_t i;
    (void)memset(found, 0, sizeof found);
    for (i = 0; status == VG_OK && i < sizeof wanted / sizeof wanted[0]; i++) {
        status = vg_find_call(rt, wanted[i].name, wanted[i].version, &found[i]);
    }
    /* C has no cast from an object's pointer to a function's. */
    (void)memcpy(&calls->name, &found[0], sizeof found[0]);
    (void)memcpy(&calls->name_of_kernel, &found[1], sizeof found[1]);
    (void)memcpy(&calls->info, &found[2], sizeof found[2]);
    (void)memcpy(&calls->info_of_kernel, &found[3], sizeof found[3]);
    (void)memcpy(&calls->count, &found[4], sizeof found[4]);
    (void)memcpy(&calls->count_of_kernel, &found[5], sizeof found[5]);
    return status;
}

static CUresult find_name(const kernel_calls *calls, const CUDA_KERNEL_NODE_PARAMS *kernel, const char **name)
{
    if (kernel->func != NULL) {
        return calls->name != NULL ? calls->name(name, kernel->func) : CUDA_SUCCESS;
    }
    return calls->name_of_kernel != NULL ? calls->name_of_kernel(name, kernel->kern) : CUDA_SUCCESS;
}

static CUresult find_count(const kernel_calls *calls, const CUDA_KERNEL_NODE_PARAMS *kernel, size_t *count)
{
    if (kernel->func != NULL) {
        return calls->count != NULL ? calls->count(kernel->func, count) : CUDA_SUCCESS;
    }
    return calls->count_of_kernel != NULL ? calls->count_of_kernel(kernel->kern, count) : CUDA_SUCCESS;
}

/* Every word of eight bytes that may be an address: compilers align them, in structs too. `place` is that of the bytes
 * among the kernel's parameters. */
static vg_status look_at_bytes(const look *at, const void *bytes, size_t place, size_t size)
{
    size_t i;
    for (i = (8u - place % 8u) % 8u; i + 8u <= size; i += 8u) {
        uint64_t word;
        (void)memcpy(&word, (const unsigned char *)bytes + i, sizeof word);
        if (is_of_program(at->rt, word, 1) && !is_declared(at, word, 1, MAY_READ)) {
            return refuse(at, "address in a kernel's parameters: this program's memory outside what the step declares");
        }
    }
    return VG_OK;
}

/* How many parameters there are: the program knows it of its own kernels, and some drivers of all; else SIZE_MAX. */
static vg_status count_params(const look *at, const kernel_calls *calls, const CUDA_KERNEL_NODE_PARAMS *kernel,
                              size_t *count)
{
    const vg_program *rt = at->rt;
    unsigned i;
    *count = SIZE_MAX;
    for (i = 0; kernel->func != NULL && i < rt->desc->kernel_count; i++) {
        if (rt->store.kernels[i] == (void *)kernel->func) {
            *count = rt->desc->kernels[i].param_count;
            return VG_OK;
        }
    }
    return vg_checked_node(at->rt, find_count(calls, kernel, count), "cuFuncGetParamCount", at->slot);
}

/* One after the other, where nobody knows how many until the driver knows no further one. To ask for one too many is an
 * error to memory checkers. */
static vg_status look_at_params(const look *at, const kernel_calls *calls, const CUDA_KERNEL_NODE_PARAMS *kernel)
{
    size_t count = 0;
    size_t i;
    vg_status status = count_params(at, calls, kernel, &count);
    for (i = 0; status == VG_OK && i < count; i++) {
        size_t place = 0;
        size_t size = 0;
        const CUresult result = kernel->func != NULL ? calls->info(kernel->func, i, &place, &size)
                                                     : calls->info_of_kernel(kernel->kern, i, &place, &size);
        if (result == CUDA_ERROR_INVALID_VALUE && count == SIZE_MAX) {
            return VG_OK;
        }
        status = vg_checked_node(at->rt, result, "cuFuncGetParamInfo", at->slot);
        if (status == VG_OK && kernel->kernelParams != NULL) {
            status = look_at_bytes(at, kernel->kernelParams[i], place, size);
        }
    }
    return status;
}

/* The other form: all parameters as one piece. */
static vg_status look_at_extra(const look *at, void *const *extra)
{
    const void *bytes = NULL;
    size_t size = 0;
    for (; extra[0] != CU_LAUNCH_PARAM_END; extra += 2) {
        if (extra[0] == CU_LAUNCH_PARAM_BUFFER_POINTER) {
            bytes = extra[1];
        } else if (extra[0] == CU_LAUNCH_PARAM_BUFFER_SIZE) {
            (void)memcpy(&size, extra[1], sizeof size);
        } else {
            /* nothing to do */
        }
    }
    return bytes != NULL ? look_at_bytes(at, bytes, 0, size) : VG_OK;
}

/* FNV-1a. */
static uint64_t hash_of(const char *text)
{
    uint64_t hash = UINT64_C(14695981039346656037);
    for (; *text != '\0'; text++) {
        hash = (hash ^ (unsigned char)*text) * UINT64_C(1099511628211);
    }
    return hash;
}

static vg_status look_at_kernel(look *at, vg_looked *looked)
{
    const CUDA_KERNEL_NODE_PARAMS *kernel = &looked->is.kernel;
    kernel_calls calls;
    vg_status status = find_calls(at->rt, &calls);
    if (status == VG_OK) {
        status = vg_checked_node(at->rt, find_name(&calls, kernel, &at->kernel), "cuFuncGetName", at->slot);
    }
    if (status != VG_OK) {
        return status;
    }
    looked->name = at->kernel != NULL ? hash_of(at->kernel) : 0u;
    if (kernel->extra != NULL) {
        return look_at_extra(at, kernel->extra);
    }
    if (calls.info == NULL || calls.info_of_kernel == NULL) {
        return vg_refuse_node(at->rt, VG_OLD_DRIVER, at->slot, "CUDA version of the driver, for captured kernels",
                              PARAM_INFO_VERSION, 0);
    }
    return look_at_params(at, &calls, kernel);
}

/* ---- all kinds ---- */

static const char *why_not(CUgraphNodeType type)
{
    switch ((int)type) {
    case CU_GRAPH_NODE_TYPE_HOST:
        return "node without a function of the host's: call that before or after the replay";
    case CU_GRAPH_NODE_TYPE_GRAPH:
        return "node that is no graph: enqueue what the graph holds, not the graph";
    case CU_GRAPH_NODE_TYPE_WAIT_EVENT:
    case CU_GRAPH_NODE_TYPE_EVENT_RECORD:
        return "node without an event of somebody else's: record and wait without the flag `external`";
    case CU_GRAPH_NODE_TYPE_EXT_SEMAS_SIGNAL:
    case CU_GRAPH_NODE_TYPE_EXT_SEMAS_WAIT:
        return "node without an external semaphore: signal it, or wait for it, before or after the replay";
    case CU_GRAPH_NODE_TYPE_MEM_ALLOC:
        return "node that allocates nothing: take the workspace, or allocate before open";
    case CU_GRAPH_NODE_TYPE_MEM_FREE:
        return "node that frees nothing: free after close";
    case CU_GRAPH_NODE_TYPE_BATCH_MEM_OP:
        return "node without a wait for, or write to, a word of memory: do that before or after the replay";
    case 13: /* CU_GRAPH_NODE_TYPE_CONDITIONAL, which headers have from 12.3 on */
        return "node without a condition: write it as `if`, `while` or `switch` of the spec";
    default:
        return "node that is a kernel, a copy or a fill";
    }
}

/* Found by name, because few programs need it. */
static vg_status find_event(const look *at, CUgraphNode node, vg_looked *looked)
{
    const char *call = looked->type == CU_GRAPH_NODE_TYPE_WAIT_EVENT ? "cuGraphEventWaitNodeGetEvent"
                                                                     : "cuGraphEventRecordNodeGetEvent";
    CUresult (*get)(CUgraphNode node, CUevent *event) = NULL;
    void *found = NULL;
    vg_status status = vg_find_call(at->rt, call, EVENT_NODE_VERSION, &found);
    (void)memcpy(&get, &found, sizeof found);
    if (status == VG_OK && get == NULL) {
        status = refuse(at, why_not(looked->type));
    }
    return status == VG_OK ? vg_checked_node(at->rt, get(node, &looked->is.event), call, at->slot) : status;
}

vg_status vg_look_at(vg_program *rt, const vg_capture_desc *what, unsigned slot, CUgraphNode node, vg_looked *looked)
{
    vg_status status;
    look at;
    at.rt = rt;
    at.what = what;
    at.slot = slot;
    at.kernel = NULL;
    (void)memset(looked, 0, sizeof *looked);
    status = vg_checked_node(rt, cuGraphNodeGetType(node, &looked->type), "cuGraphNodeGetType", slot);
    if (status != VG_OK) {
        return status;
    }
    switch (looked->type) {
    case CU_GRAPH_NODE_TYPE_KERNEL:
        status = vg_checked_node(rt, cuGraphKernelNodeGetParams(node, &looked->is.kernel), "cuGraphKernelNodeGetParams",
                                 slot);
        return status == VG_OK ? look_at_kernel(&at, looked) : status;
    case CU_GRAPH_NODE_TYPE_MEMCPY:
        status =
            vg_checked_node(rt, cuGraphMemcpyNodeGetParams(node, &looked->is.copy), "cuGraphMemcpyNodeGetParams", slot);
        return status == VG_OK ? look_at_copy(&at, &looked->is.copy) : status;
    case CU_GRAPH_NODE_TYPE_MEMSET:
        status =
            vg_checked_node(rt, cuGraphMemsetNodeGetParams(node, &looked->is.fill), "cuGraphMemsetNodeGetParams", slot);
        return status == VG_OK ? look_at_fill(&at, &looked->is.fill) : status;
    case CU_GRAPH_NODE_TYPE_EMPTY:
        return VG_OK;
    case CU_GRAPH_NODE_TYPE_WAIT_EVENT:
    case CU_GRAPH_NODE_TYPE_EVENT_RECORD:
        return (what->allowed & VG_CAPTURE_EVENTS) != 0u ? find_event(&at, node, looked)
                                                        : refuse(&at, why_not(looked->type));
    case CU_GRAPH_NODE_TYPE_HOST:
        if ((what->allowed & VG_CAPTURE_HOST) != 0u) {
            return vg_checked_node(rt, cuGraphHostNodeGetParams(node, &looked->is.host), "cuGraphHostNodeGetParams",
                                   slot);
        }
        return refuse(&at, why_not(looked->type));
    default:
        return refuse(&at, why_not(looked->type));
    }
}

#endif
