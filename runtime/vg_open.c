/* SPDX-License-Identifier: 0BSD */
/* vg_open.c - from closed to open and back: device, context, stream, memory. vg_load.c brings the rest. */
#include "vg_rt.h"

#ifdef VG_WITHOUT_CUDA

vg_status vg_open(vg_program *rt, const vg_desc *desc, const vg_config *config, const vg_storage *storage)
{
    (void)desc;
    (void)config;
    (void)storage;
    if (rt == NULL) {
        return VG_ARGUMENT;
    }
    return vg_refuse(rt, VG_NO_CUDA, "a runtime with CUDA", 0, 0);
}

vg_status vg_close(vg_program *rt)
{
    (void)rt;
    return VG_NO_CUDA;
}

#else

#include "vg_impl.h"

#include <string.h>

VG_STATIC_ASSERT(sizeof(size_t) == sizeof(uint64_t), size_t_has_64_bits);

/* vg_program.own: what close must give back. */
enum { OWN_CONTEXT = 1, OWN_STREAM = 2, OWN_DEVICE_MEMORY = 4, OWN_PINNED_MEMORY = 8 };

#define ARENA_ALIGNMENT 256u
#define MAX_WARM_UP 1000000u
#define UUID_BYTES 16u

/* ---- arguments: nothing is changed before all of them are known to be good ---- */

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

/* "GPU-8-4-4-4-12" hex digits. Returns 0 if the text is something else. */
static int parse_uuid(const char *text, unsigned char bytes[UUID_BYTES])
{
    static const char form[] = "GPU-xxxxxxxx-xxxx-xxxx-xxxx-xxxxxxxxxxxx";
    unsigned nibbles = 0;
    size_t i;
    memset(bytes, 0, UUID_BYTES);
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
        bytes[nibbles / 2] = (unsigned char)(bytes[nibbles / 2] * 16 + digit);
        nibbles++;
    }
    return text[i] == '\0';
}

static vg_status check_device_choice(vg_program *rt, const vg_config *config)
{
    unsigned char uuid[UUID_BYTES];
    const unsigned ways = (config->context != NULL ? 1u : 0u) + (config->device_uuid != NULL ? 1u : 0u) +
                          (config->device_pci != NULL ? 1u : 0u);
    if (ways > 1) {
        return vg_refuse(rt, VG_ARGUMENT, "one of config.context, device_uuid, device_pci", 1, ways);
    }
    if (config->device_uuid != NULL && !parse_uuid(config->device_uuid, uuid)) {
        return vg_refuse(rt, VG_ARGUMENT, "form of config.device_uuid", 0, 0);
    }
    if (config->device_index < 0) {
        return vg_refuse(rt, VG_ARGUMENT, "config.device_index is not negative", 0, 0);
    }
    return VG_OK;
}

/* The application's own memory: where it is and how much there is of it. */
static vg_status check_memory(vg_program *rt, uint64_t address, uint64_t bytes, uint64_t wanted, const char *what)
{
    if (address == 0 || wanted == 0) {
        return VG_OK;
    }
    if (address % ARENA_ALIGNMENT != 0) {
        return vg_refuse(rt, VG_ARGUMENT, what, ARENA_ALIGNMENT, address & (~address + 1));
    }
    return bytes < wanted ? vg_refuse(rt, VG_NO_MEMORY, what, wanted, bytes) : VG_OK;
}

static vg_status check_arenas(vg_program *rt, const vg_desc *desc, const vg_config *config)
{
    vg_status status;
    if (config->device_memory != 0 && desc->arena_count > 1) {
        return vg_refuse(rt, VG_ARGUMENT, "device arenas for config.device_memory", 1, desc->arena_count);
    }
    status =
        check_memory(rt, config->device_memory, config->device_memory_bytes,
                     desc->arena_count != 0 ? desc->arena_bytes[0] : 0, "alignment or size of config.device_memory");
    return status != VG_OK ? status
                           : check_memory(rt, (uint64_t)(uintptr_t)config->pinned_memory, config->pinned_memory_bytes,
                                          desc->pinned_bytes, "alignment or size of config.pinned_memory");
}

static vg_status check_config(vg_program *rt, const vg_desc *desc, const vg_config *config)
{
    /* The driver's names for the default streams depend on the calling thread, a program must not. */
    const uintptr_t stream = (uintptr_t)config->stream;
    vg_status status = check_device_choice(rt, config);
    if (status != VG_OK) {
        return status;
    }
    if (stream == (uintptr_t)CU_STREAM_LEGACY || stream == (uintptr_t)CU_STREAM_PER_THREAD) {
        return vg_refuse(rt, VG_ARGUMENT, "config.stream is not a default stream", 0, 0);
    }
    if (config->wait != VG_WAIT_SPIN && config->wait != VG_WAIT_YIELD && config->wait != VG_WAIT_BLOCK) {
        return vg_refuse(rt, VG_ARGUMENT, "config.wait", 0, 0);
    }
    if (config->warm_up > MAX_WARM_UP) {
        return vg_refuse(rt, VG_ARGUMENT, "config.warm_up", MAX_WARM_UP, config->warm_up);
    }
    return check_arenas(rt, desc, config);
}

static vg_status check_app_data(vg_program *rt, const vg_desc *desc, const vg_storage *storage)
{
    unsigned i;
    for (i = 0; i < desc->content_count; i++) {
        const int index = desc->contents[i].app_data;
        if (index >= 0 && (storage->app_data == NULL || storage->app_data[index] == NULL)) {
            return vg_refuse(rt, VG_ARGUMENT, "pointer for a `data: app` constant", 0, 0);
        }
    }
    return VG_OK;
}

static vg_status check_arguments(vg_program *rt, const vg_desc *desc, const vg_config *config,
                                 const vg_storage *storage)
{
    vg_status status = VG_OK;
    if (rt == NULL) {
        return VG_ARGUMENT;
    }
    if (rt->state != 0) {
        return vg_refuse(rt, VG_STATE, "the program is closed, or was zeroed before its first open", 0, 0);
    }
    if (desc == NULL || storage == NULL) {
        return vg_refuse(rt, VG_ARGUMENT, desc == NULL ? "desc" : "storage", 0, 0);
    }
    if (desc->abi != VG_ABI) {
        return vg_refuse(rt, VG_ABI_MISMATCH, "VG_ABI of runtime and generated files", VG_ABI, desc->abi);
    }
    if (config != NULL) {
        status = check_config(rt, desc, config);
    }
    return status == VG_OK ? check_app_data(rt, desc, storage) : status;
}

static void clear(void *memory, size_t count, size_t size)
{
    if (count != 0) {
        memset(memory, 0, count * size);
    }
}

static void adopt(vg_program *rt, const vg_desc *desc, const vg_config *config, const vg_storage *storage)
{
    memset(rt, 0, sizeof *rt);
    rt->desc = desc;
    rt->store = *storage;
    if (config != NULL) {
        rt->config = *config;
    }
    rt->detail.call = "";
    rt->detail.step = "";
    clear(storage->arenas, desc->arena_count, sizeof storage->arenas[0]);
    clear(storage->modules, desc->module_count, sizeof storage->modules[0]);
    clear(storage->kernels, desc->kernel_count, sizeof storage->kernels[0]);
    clear(storage->nodes, desc->node_count, sizeof storage->nodes[0]);
    clear(storage->graphs, desc->graph_count, sizeof storage->graphs[0]);
}

/* ---- device and context ---- */

static vg_status find_by_uuid(vg_program *rt, CUdevice *device)
{
    unsigned char wanted[UUID_BYTES];
    int count = 0;
    int i;
    vg_status status = vg_checked(rt, cuDeviceGetCount(&count), "cuDeviceGetCount", "");
    (void)parse_uuid(rt->config.device_uuid, wanted);
    for (i = 0; status == VG_OK && i < count; i++) {
        CUuuid uuid;
        status = vg_checked(rt, cuDeviceGet(device, i), "cuDeviceGet", "");
        if (status == VG_OK) {
            status = vg_checked(rt, cuDeviceGetUuid_v2(&uuid, *device), "cuDeviceGetUuid", "");
        }
        if (status == VG_OK && memcmp(uuid.bytes, wanted, UUID_BYTES) == 0) {
            return VG_OK;
        }
    }
    return status == VG_OK ? vg_refuse(rt, VG_NO_DEVICE, "device of config.device_uuid", 0, 0) : status;
}

static vg_status find_by_index(vg_program *rt, CUdevice *device)
{
    int count = 0;
    const vg_status status = vg_checked(rt, cuDeviceGetCount(&count), "cuDeviceGetCount", "");
    if (status != VG_OK) {
        return status;
    }
    if (rt->config.device_index >= count) {
        return vg_refuse(rt, VG_NO_DEVICE, "number of devices", (uint64_t)rt->config.device_index + 1, (uint64_t)count);
    }
    return vg_checked(rt, cuDeviceGet(device, rt->config.device_index), "cuDeviceGet", "");
}

static vg_status start_driver(vg_program *rt)
{
    int version = 0;
    vg_status status = vg_checked(rt, cuInit(0), "cuInit", "");
    if (status == VG_OK) {
        status = vg_checked(rt, cuDriverGetVersion(&version), "cuDriverGetVersion", "");
    }
    if (status == VG_OK && version < (int)rt->desc->min_cuda) {
        status = vg_refuse(rt, VG_OLD_DRIVER, "CUDA version of the driver", rt->desc->min_cuda, (uint64_t)version);
    }
    return status;
}

static vg_status find_device(vg_program *rt)
{
    CUdevice device = 0;
    vg_status status;
    if (rt->config.device_uuid != NULL) {
        status = find_by_uuid(rt, &device);
    } else if (rt->config.device_pci != NULL) {
        status = vg_checked(rt, cuDeviceGetByPCIBusId(&device, rt->config.device_pci), "cuDeviceGetByPCIBusId", "");
    } else {
        status = find_by_index(rt, &device);
    }
    if (status == VG_OK) {
        rt->device = (int)device;
    }
    return status;
}

static vg_status enter_application_context(vg_program *rt)
{
    CUdevice device = 0;
    vg_status status = vg_checked(rt, cuCtxSetCurrent((CUcontext)rt->config.context), "cuCtxSetCurrent", "");
    if (status == VG_OK) {
        status = vg_checked(rt, cuCtxGetDevice(&device), "cuCtxGetDevice", "");
    }
    if (status == VG_OK) {
        rt->context = rt->config.context;
        rt->device = (int)device;
    }
    return status;
}

static vg_status enter_context(vg_program *rt)
{
    CUcontext context = NULL;
    vg_status status;
    if (rt->config.context != NULL) {
        return enter_application_context(rt);
    }
    status = find_device(rt);
    if (status == VG_OK) {
        status =
            vg_checked(rt, cuDevicePrimaryCtxRetain(&context, (CUdevice)rt->device), "cuDevicePrimaryCtxRetain", "");
    }
    if (status != VG_OK) {
        return status;
    }
    rt->context = context;
    rt->own |= OWN_CONTEXT;
    return vg_checked(rt, cuCtxSetCurrent(context), "cuCtxSetCurrent", "");
}

/* ---- stream, events, memory ---- */

static vg_status make_event(vg_program *rt, unsigned flags, void **event)
{
    CUevent made = NULL;
    const vg_status status = vg_checked(rt, cuEventCreate(&made, flags), "cuEventCreate", "");
    if (status == VG_OK) {
        *event = made;
    }
    return status;
}

static vg_status make_stream(vg_program *rt)
{
    CUstream stream = NULL;
    vg_status status = VG_OK;
    if (rt->config.stream != NULL) {
        rt->stream = rt->config.stream;
    } else {
        status = vg_checked(rt, cuStreamCreate(&stream, CU_STREAM_NON_BLOCKING), "cuStreamCreate", "");
        if (status == VG_OK) {
            rt->stream = stream;
            rt->own |= OWN_STREAM;
        }
    }
    if (status == VG_OK) {
        status = make_event(rt, CU_EVENT_DEFAULT, &rt->events[0]);
    }
    if (status == VG_OK) {
        status = make_event(rt, CU_EVENT_DEFAULT, &rt->events[1]);
    }
    if (status == VG_OK) {
        status = make_event(rt, CU_EVENT_BLOCKING_SYNC | CU_EVENT_DISABLE_TIMING, &rt->done);
    }
    return status;
}

static vg_status take_device_memory(vg_program *rt)
{
    unsigned i;
    if (rt->config.device_memory != 0) {
        if (rt->desc->arena_count != 0) {
            rt->store.arenas[0] = rt->config.device_memory;
        }
        return VG_OK;
    }
    rt->own |= OWN_DEVICE_MEMORY;
    for (i = 0; i < rt->desc->arena_count; i++) {
        const uint64_t bytes = rt->desc->arena_bytes[i];
        CUdeviceptr address = 0;
        /* Zero bytes still need an address that is not null. */
        const vg_status status = vg_checked(rt, cuMemAlloc_v2(&address, bytes != 0 ? bytes : 1), "cuMemAlloc", "");
        if (status != VG_OK) {
            rt->detail.expected = bytes;
            return status;
        }
        rt->store.arenas[i] = address;
        rt->stats.device_bytes += bytes;
    }
    return VG_OK;
}

static vg_status take_pinned_memory(vg_program *rt)
{
    const uint64_t bytes = rt->desc->pinned_bytes;
    CUdeviceptr address = 0;
    vg_status status;
    if (bytes == 0) {
        return VG_OK;
    }
    if (rt->config.pinned_memory != NULL) {
        rt->pinned = (unsigned char *)rt->config.pinned_memory;
    } else {
        void *memory = NULL;
        status = vg_checked(rt, cuMemHostAlloc(&memory, bytes, CU_MEMHOSTALLOC_PORTABLE | CU_MEMHOSTALLOC_DEVICEMAP),
                            "cuMemHostAlloc", "");
        if (status != VG_OK) {
            rt->detail.expected = bytes;
            return status;
        }
        rt->pinned = (unsigned char *)memory;
        rt->own |= OWN_PINNED_MEMORY;
        rt->stats.pinned_bytes = bytes;
    }
    memset(rt->pinned, 0, bytes);
    status = vg_checked(rt, cuMemHostGetDevicePointer_v2(&address, rt->pinned, 0), "cuMemHostGetDevicePointer", "");
    if (status == VG_OK) {
        rt->pinned_device = address;
    }
    return status;
}

/* ---- open and close ---- */

/* Replays leave no trace: state, pinned memory, settings and figures are as before them. */
static vg_status warm_up(vg_program *rt)
{
    const vg_stats before = rt->stats;
    const unsigned replayed = rt->desc->graph_count - rt->desc->setup;
    vg_status status = VG_OK;
    uint32_t turn;
    unsigned i;
    rt->state = VG_MARK_OPEN;
    for (turn = 0; turn < rt->config.warm_up; turn++) {
        for (i = 0; i < replayed; i++) {
            status = vg_replay(rt, i);
            if (status != VG_OK) {
                return status;
            }
        }
    }
    status = vg_reset(rt);
    rt->stats = before;
    return status;
}

static void release_memory(vg_program *rt, vg_status *first)
{
    unsigned i;
    if ((rt->own & OWN_PINNED_MEMORY) != 0) {
        vg_undone(rt, first, cuMemFreeHost(rt->pinned), "cuMemFreeHost");
    }
    for (i = rt->desc->arena_count; (rt->own & OWN_DEVICE_MEMORY) != 0 && i-- > 0;) {
        if (rt->store.arenas[i] != 0) {
            vg_undone(rt, first, cuMemFree_v2((CUdeviceptr)rt->store.arenas[i]), "cuMemFree");
        }
    }
}

static void release_stream(vg_program *rt, vg_status *first)
{
    if (rt->done != NULL) {
        vg_undone(rt, first, cuEventDestroy_v2((CUevent)rt->done), "cuEventDestroy");
    }
    if (rt->events[1] != NULL) {
        vg_undone(rt, first, cuEventDestroy_v2((CUevent)rt->events[1]), "cuEventDestroy");
    }
    if (rt->events[0] != NULL) {
        vg_undone(rt, first, cuEventDestroy_v2((CUevent)rt->events[0]), "cuEventDestroy");
    }
    if ((rt->own & OWN_STREAM) != 0) {
        vg_undone(rt, first, cuStreamDestroy_v2((CUstream)rt->stream), "cuStreamDestroy");
    }
}

/* Whatever still runs on the stream may use what is about to go. Then everything goes, in reverse order. */
static void release(vg_program *rt, vg_status *first)
{
    unsigned i;
    if (rt->stream != NULL) {
        vg_undone(rt, first, cuStreamSynchronize((CUstream)rt->stream), "cuStreamSynchronize");
    }
    for (i = rt->desc->graph_count; i-- > 0;) {
        vg_destroy_graph(rt, &rt->store.graphs[i], first);
    }
    for (i = rt->desc->module_count; i-- > 0;) {
        if (rt->store.modules[i] != NULL) {
            vg_undone(rt, first, cuModuleUnload((CUmodule)rt->store.modules[i]), "cuModuleUnload");
        }
    }
    release_memory(rt, first);
    release_stream(rt, first);
}

/* Last, with the caller's context current again. The detail and the figures stay readable. */
static void forget(vg_program *rt, vg_status *first)
{
    vg_detail detail;
    const vg_stats stats = rt->stats;
    if ((rt->own & OWN_CONTEXT) != 0) {
        vg_undone(rt, first, cuDevicePrimaryCtxRelease_v2((CUdevice)rt->device), "cuDevicePrimaryCtxRelease");
    }
    detail = rt->detail;
    memset(rt, 0, sizeof *rt);
    rt->detail = detail;
    rt->stats = stats;
}

static vg_status open_in_context(vg_program *rt)
{
    static vg_status (*const stages[])(vg_program *) = {
        enter_context,      make_stream,     take_device_memory,
        take_pinned_memory, vg_load_kernels, vg_fill_memory,
        vg_build_graphs,    vg_run_setup,    warm_up,
    };
    vg_status status = VG_OK;
    size_t i;
    for (i = 0; status == VG_OK && i < sizeof stages / sizeof stages[0]; i++) {
        status = stages[i](rt);
    }
    return status;
}

vg_status vg_open(vg_program *rt, const vg_desc *desc, const vg_config *config, const vg_storage *storage)
{
    CUcontext caller = NULL;
    vg_status status = check_arguments(rt, desc, config, storage);
    if (status != VG_OK) {
        return status;
    }
    adopt(rt, desc, config, storage);
    status = start_driver(rt);
    if (status == VG_OK) {
        status = vg_checked(rt, cuCtxGetCurrent(&caller), "cuCtxGetCurrent", "");
    }
    if (status == VG_OK) {
        CUresult restored;
        status = open_in_context(rt);
        if (status != VG_OK) {
            release(rt, &status);
        }
        restored = cuCtxSetCurrent(caller);
        if (restored != CUDA_SUCCESS && status == VG_OK) {
            status = vg_driver_failed(rt, (int)restored, "cuCtxSetCurrent", "");
            release(rt, &status);
            vg_undone(rt, &status, cuCtxSetCurrent(caller), "cuCtxSetCurrent");
        }
    }
    if (status != VG_OK) {
        forget(rt, &status);
        return status;
    }
    rt->store.app_data = NULL; /* needed only here, and the application may free it now */
    return VG_OK;
}

vg_status vg_close(vg_program *rt)
{
    CUcontext caller = NULL;
    CUresult saved;
    vg_status first;
    if (rt == NULL) {
        return VG_ARGUMENT;
    }
    if (rt->state != VG_MARK_OPEN && rt->state != VG_MARK_LOST) {
        return vg_refuse(rt, VG_STATE, "the program is open", 0, 0);
    }
    first = rt->state == VG_MARK_LOST ? VG_LOST : VG_OK;
    saved = cuCtxGetCurrent(&caller);
    vg_undone(rt, &first, saved, "cuCtxGetCurrent");
    vg_set_context(rt, &first, (CUcontext)rt->context);
    release(rt, &first);
    /* A context that could not be read cannot be restored: the caller then has none. */
    vg_set_context(rt, &first, saved == CUDA_SUCCESS ? caller : NULL);
    forget(rt, &first);
    return first;
}

#endif
