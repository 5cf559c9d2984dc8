/* SPDX-License-Identifier: 0BSD */
/* SPDX-FileCopyrightText: 2026 The vggen authors */
/* vg_open.c - opens and closes a program or lane: device, context, stream. vg_memory.c and vg_load.c do the rest. */
#include "vg_impl.h"

#ifndef VG_WITHOUT_CUDA /* vg_none.c stands in for it */

#include <string.h>

extern const char vg_program_here[];
const vg_runtime vg_runtime_here = {VG_RUNTIME_TEXT, vg_program_here};

/* ---- taking over ---- */

static void clear(void *memory, size_t count, size_t size)
{
    if (count != 0u) {
        (void)memset(memory, 0, count * size);
    }
}

/* A further lane uses the kernels and modules of the first one, which are loaded already. */
void vg_adopt(vg_program *rt, const vg_desc *desc, const vg_config *config, const vg_storage *storage,
              vg_program *first)
{
    (void)memset(rt, 0, sizeof *rt);
    rt->desc = desc;
    rt->store = *storage;
    rt->first = first;
    if (config != NULL) {
        rt->config = *config;
    }
    rt->end.ends = rt->config.completion != VG_COMPLETION_QUERY ? VG_HAS_END : 0u;
    if (rt->config.completion == VG_COMPLETION_AUTO) {
        rt->end.chosen = 1;
        rt->config.completion = VG_COMPLETION_WORD;
    }
    rt->detail.call = "";
    rt->detail.step = "";
    clear(storage->arenas, desc->arena_count, sizeof storage->arenas[0]);
    clear(storage->nodes, desc->node_count, sizeof storage->nodes[0]);
    clear(storage->graphs, desc->graph_count, sizeof storage->graphs[0]);
    if (storage->disabled != NULL) {
        clear(storage->disabled, desc->node_count, sizeof storage->disabled[0]);
    }
    if (first == NULL) {
        clear(storage->modules, desc->module_count, sizeof storage->modules[0]);
        clear(storage->kernels, desc->kernel_count, sizeof storage->kernels[0]);
    }
}

/* ---- device and context ---- */

static vg_status find_by_uuid(vg_program *rt, CUdevice *device)
{
    unsigned char wanted[VG_UUID_BYTES];
    int count = 0;
    int i;
    vg_status status = vg_called(rt, cuDeviceGetCount(&count), "cuDeviceGetCount");
    (void)vg_parse_uuid(rt->config.device_uuid, wanted);
    for (i = 0; status == VG_OK && i < count; i++) {
        CUuuid uuid;
        status = vg_called(rt, cuDeviceGet(device, i), "cuDeviceGet");
        if (status == VG_OK) {
            status = vg_called(rt, cuDeviceGetUuid_v2(&uuid, *device), "cuDeviceGetUuid");
        }
        if (status == VG_OK && memcmp(uuid.bytes, wanted, VG_UUID_BYTES) == 0) {
            return VG_OK;
        }
    }
    return status == VG_OK ? vg_refuse(rt, VG_NO_DEVICE, "device of config.device_uuid", 0, 0) : status;
}

static vg_status find_by_index(vg_program *rt, CUdevice *device)
{
    int count = 0;
    const vg_status status = vg_called(rt, cuDeviceGetCount(&count), "cuDeviceGetCount");
    if (status != VG_OK) {
        return status;
    }
    if (rt->config.device_index >= count) {
        return vg_refuse(rt, VG_NO_DEVICE, "number of devices", (uint64_t)rt->config.device_index + 1u,
                         (uint64_t)count);
    }
    return vg_called(rt, cuDeviceGet(device, rt->config.device_index), "cuDeviceGet");
}

static vg_status start_driver(vg_program *rt)
{
    int version = 0;
    vg_status status = VG_OK;
#ifdef VG_DLOPEN
    status = vg_bind_driver(rt);
#endif
    if (status == VG_OK) {
        status = vg_called(rt, cuInit(0), "cuInit");
    }
    if (status == VG_OK) {
        status = vg_called(rt, cuDriverGetVersion(&version), "cuDriverGetVersion");
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
        status = vg_called(rt, cuDeviceGetByPCIBusId(&device, rt->config.device_pci), "cuDeviceGetByPCIBusId");
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
    vg_status status = vg_called(rt, cuCtxSetCurrent((CUcontext)rt->config.context), "cuCtxSetCurrent");
    if (status == VG_OK) {
        status = vg_called(rt, cuCtxGetDevice(&device), "cuCtxGetDevice");
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
    if (rt->first != NULL) {
        rt->context = rt->first->context;
        rt->device = rt->first->device;
        return vg_called(rt, cuCtxSetCurrent((CUcontext)rt->context), "cuCtxSetCurrent");
    }
    if (rt->config.context != NULL) {
        return enter_application_context(rt);
    }
    status = find_device(rt);
    if (status == VG_OK) {
        status = vg_called(rt, cuDevicePrimaryCtxRetain(&context, (CUdevice)rt->device), "cuDevicePrimaryCtxRetain");
    }
    if (status != VG_OK) {
        return status;
    }
    rt->context = context;
    rt->own |= VG_OWN_CONTEXT;
    return vg_called(rt, cuCtxSetCurrent(context), "cuCtxSetCurrent");
}

static vg_status enter(vg_program *rt)
{
    const vg_status status = enter_context(rt);
    return status == VG_OK && rt->store.captures != NULL ? rt->store.captures->begin(rt) : status;
}

/* ---- stream and events ---- */

static vg_status make_stream(vg_program *rt)
{
    const unsigned count = rt->config.wait == VG_WAIT_BLOCK ? VG_EVENTS : VG_EVENT_DONE;
    CUstream stream = NULL;
    vg_status status = VG_OK;
    unsigned i;
    if (rt->config.stream != NULL) {
        rt->stream = rt->config.stream;
    } else {
        status = vg_called(rt, cuStreamCreate(&stream, CU_STREAM_NON_BLOCKING), "cuStreamCreate");
        if (status == VG_OK) {
            rt->stream = stream;
            rt->own |= VG_OWN_STREAM;
        }
    }
    for (i = 0; status == VG_OK && i < count; i++) {
        const unsigned flags = i == VG_EVENT_DONE ? CU_EVENT_BLOCKING_SYNC | CU_EVENT_DISABLE_TIMING : CU_EVENT_DEFAULT;
        CUevent event = NULL;
        status = vg_called(rt, cuEventCreate(&event, flags), "cuEventCreate");
        rt->events[i] = status == VG_OK ? event : NULL;
    }
    return status;
}

/* Whether any graph needs the stream to write numbers. */
static int has_numbers(const vg_program *rt)
{
    unsigned i = rt->desc->graph_count - rt->desc->setup;
    while (i > 0u && (rt->store.graphs[i - 1u].traits & rt->end.ends) != 0u) {
        i--;
    }
    return i > 0u;
}

static vg_status mark_first(vg_program *rt)
{
    if (rt->desc->pinned_bytes < VG_COMPLETION_BYTES) {
        rt->config.completion = VG_COMPLETION_QUERY;
        rt->end.ends = 0;
        return VG_OK;
    }
    rt->end.trusted = rt->end.ends;
    rt->end.number = VG_END_VALUE + 1u;
    rt->end.word = (uint32_t *)(void *)(rt->pinned + rt->desc->pinned_bytes - VG_COMPLETION_BYTES);
    rt->end.word_device = rt->pinned_device + rt->desc->pinned_bytes - VG_COMPLETION_BYTES;
    if (has_numbers(rt) != 0) {
        vg_mark_end(rt);
    }
    return VG_OK;
}

/* Whether the number came that the stream was told to write; usually the stream was waited for since then. */
static vg_status check_mark(vg_program *rt)
{
    vg_status status = VG_OK;
    if (!has_numbers(rt)) {
        return VG_OK;
    }
    if (rt->end.marked != 0u && !vg_is_marked(rt)) {
        status = vg_synchronize(rt, "");
    }
    if (rt->end.marked == 0u || !vg_is_marked(rt)) {
        rt->config.completion = VG_COMPLETION_QUERY;
    }
    return status;
}

/* ---- open and close ---- */

/* Nodes are enabled and have the parameters as the spec's settings, switches and requests want it, so that the first
 * replay does nothing that later ones do not. What lies in external memory is not known here. */
vg_status vg_settle(vg_program *rt)
{
    const unsigned replayed = rt->desc->commit != NULL ? rt->desc->graph_count - rt->desc->setup : 0u;
    vg_status status = VG_OK;
    unsigned i;
    for (i = 0; status == VG_OK && i < replayed; i++) {
        status = rt->desc->commit(rt->store.self, i);
    }
    return status;
}

/* Replays in open leave no trace: state, inouts, pinned memory, settings and figures are as before them. */
static vg_status warm_up(vg_program *rt)
{
    const unsigned replayed = rt->desc->graph_count - rt->desc->setup;
    struct vg_trace *trace = rt->config.trace;
    vg_status status = VG_OK;
    uint32_t turn;
    unsigned i;
    rt->state = VG_MARK_OPEN;
    rt->here = rt;
    if (rt->config.warm_up == 0u && (rt->desc->setup == 0u || rt->first != NULL)) {
        return rt->store.binds != 0u ? VG_OK : vg_settle(rt); /* nothing has run */
    }
    rt->config.trace = NULL;
    for (turn = 0; turn < rt->config.warm_up; turn++) {
        for (i = 0; i < replayed; i++) {
            status = vg_run(rt, i);
            if (status != VG_OK) {
                return status;
            }
        }
    }
    status = vg_rewind(rt);
    for (i = 0; i < replayed; i++) {
        (void)memset(&rt->store.graphs[i].counted, 0, sizeof rt->store.graphs[i].counted);
    }
    (void)memset(&rt->stats, 0, offsetof(vg_stats, errors)); /* they are none, and memory stays */
    rt->config.trace = trace;
    return status == VG_OK && rt->store.binds == 0u ? vg_settle(rt) : status;
}

static void release_stream(vg_program *rt, vg_status *first)
{
    unsigned i;
    i = VG_EVENTS;
    while (i > 0u) {
        i--;
        if (rt->events[i] != NULL) {
            vg_undone(rt, first, cuEventDestroy_v2((CUevent)rt->events[i]), "cuEventDestroy");
        }
    }
    if ((rt->own & VG_OWN_STREAM) != 0) {
        vg_undone(rt, first, cuStreamDestroy_v2((CUstream)rt->stream), "cuStreamDestroy");
    }
}

/* Waits for the stream, since what runs there may use what is about to be freed; then frees all in reverse order. 0:
 * the time was up, and nothing is freed. */
static int release(vg_program *rt, vg_status *first)
{
    unsigned i;
    if (rt->stream != NULL) {
        const char *call;
        const CUresult result = vg_drain(rt, rt->stream, &call);
        vg_undone(rt, first, result, call);
        if (result == CUDA_ERROR_NOT_READY) {
            return 0;
        }
    }
    if (rt->running != 0u) {
        vg_end_replay(rt, *first);
    }
    if (rt->left.drop != NULL) {
        rt->left.drop(rt, first);
    }
    i = rt->desc->graph_count;
    while (i > 0u) {
        i--;
        vg_destroy_graph(rt, &rt->store.graphs[i].graph, &rt->store.graphs[i].exec, first);
    }
    if (rt->store.captures != NULL) {
        rt->store.captures->release(rt, first);
    }
    if ((rt->own & VG_SHARES_CODE) != 0) {
        rt->config.code->users--;
    }
    for (i = rt->desc->module_count; rt->first == NULL && i-- > 0;) {
        if ((rt->own & VG_SHARES_CODE) == 0 && rt->store.modules[i] != NULL) {
            vg_undone(rt, first, cuModuleUnload((CUmodule)rt->store.modules[i]), "cuModuleUnload");
        }
    }
    if (rt->config.pool != NULL) {
        rt->config.pool->leave(rt);
    }
    vg_release_memory(rt, first);
    release_stream(rt, first);
    return 1;
}

/* The last step, with the caller's context current again. The detail and the figures stay readable. */
static void forget(vg_program *rt, vg_status *first)
{
    if ((rt->own & VG_OWN_CONTEXT) != 0) {
        vg_undone(rt, first, cuDevicePrimaryCtxRelease_v2((CUdevice)rt->device), "cuDevicePrimaryCtxRelease");
    }
    if (rt->store.captures != NULL) {
        rt->store.captures->end(rt, first);
    }
    (void)memset(rt, 0, offsetof(vg_program, detail));
}

/* After a failure of open. Where the device still works on something, nothing can be undone. */
static void undo(vg_program *rt, vg_status *first)
{
    if (*first != VG_TIMEOUT) {
        vg_begin_wait(rt);
    }
    if (release(rt, first) != 0) {
        return;
    }
    *first = VG_TIMEOUT;
    vg_set_stuck(rt);
    if (rt->store.captures != NULL) {
        rt->store.captures->end(rt, first);
    }
}

static vg_status load_kernels(vg_program *rt)
{
    return rt->first == NULL ? vg_load_kernels(rt) : VG_OK;
}

static vg_status fill_memory(vg_program *rt)
{
    const vg_status status = vg_fill_memory(rt);
    return status == VG_OK && rt->store.captures != NULL ? rt->store.captures->warm(rt) : status;
}

static vg_status open_in_context(vg_program *rt)
{
    static vg_status (*const stages[])(vg_program *) = {
        enter,
        make_stream,
        vg_take_device_memory,
        vg_take_pinned_memory,
        load_kernels,
        fill_memory,
        vg_build_graphs,
        mark_first,
        vg_run_setup,
        check_mark,
        warm_up,
    };
    vg_status status = VG_OK;
    unsigned i;
    for (i = 0; status == VG_OK && i < sizeof stages / sizeof stages[0]; i++) {
        status = stages[i](rt);
        vg_note_stage(rt, i);
    }
    return status;
}

vg_status vg_open_adopted(vg_program *rt)
{
    CUcontext caller = NULL;
    vg_status status;
    vg_range_push(rt->desc->program);
    vg_note_stage(rt, VG_OPEN_BEGINS);
    status = rt->first == NULL ? start_driver(rt) : VG_OK;
    if (status == VG_OK) {
        status = vg_called(rt, cuCtxGetCurrent(&caller), "cuCtxGetCurrent");
    }
    if (status == VG_OK) {
        status = open_in_context(rt);
        if (rt->store.captures != NULL && status == VG_OK) {
            rt->store.captures->end(rt, &status);
        }
        if (status == VG_OK) {
            status = vg_called(rt, cuCtxSetCurrent(caller), "cuCtxSetCurrent");
        }
        if (status != VG_OK) {
            undo(rt, &status);
            vg_undone(rt, &status, cuCtxSetCurrent(caller), "cuCtxSetCurrent");
        }
    }
    vg_range_pop();
    if (status != VG_OK) {
        if (rt->state != VG_MARK_STUCK) {
            forget(rt, &status);
        }
        return status;
    }
    rt->store.app_data = NULL; /* needed only here, and the application may free it now */
    return VG_OK;
}

vg_status vg_open(vg_program *rt, const vg_desc *desc, const vg_config *config, const vg_storage *storage)
{
    const vg_status status = vg_check_open(rt, desc, config, storage);
    if (status != VG_OK) {
        return status;
    }
    vg_adopt(rt, desc, config, storage, NULL);
    return vg_open_adopted(rt);
}

vg_status vg_close(vg_program *rt)
{
    CUcontext caller = NULL;
    CUresult saved;
    int released;
    vg_status first = rt != NULL && (vg_is_waiting(rt) || rt->state == VG_MARK_STUCK) ? VG_OK : vg_check_here(rt);
    if (first != VG_OK && first != VG_LOST) {
        return first;
    }
    if (rt->lanes != 0u) {
        return vg_refuse(rt, VG_STATE, "further lanes are open: close them first", 0u, 0u);
    }
    vg_begin_wait(rt);
    saved = cuCtxGetCurrent(&caller);
    vg_undone(rt, &first, saved, "cuCtxGetCurrent");
    vg_set_context(rt, &first, (CUcontext)rt->context);
    released = release(rt, &first);
    /* A context that could not be read cannot be restored: the caller is left without one. */
    vg_set_context(rt, &first, saved == CUDA_SUCCESS ? caller : NULL);
    if (released == 0) {
        return VG_TIMEOUT;
    }
    if (rt->first != NULL) {
        rt->first->lanes &= ~((uint32_t)1 << rt->lane);
    }
    forget(rt, &first);
    return first;
}

#endif
