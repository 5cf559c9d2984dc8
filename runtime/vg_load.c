/* SPDX-License-Identifier: 0BSD */
/* SPDX-FileCopyrightText: 2026 The vggen authors */
/* vg_load.c - brings a program's kernels and graphs to the device while it is opened. */
#include "vg_impl.h"

#ifndef VG_WITHOUT_CUDA /* vg_none.c stands in for it */

#include <string.h>

/* ---- kernels ---- */

/* Dynamic and static shared memory that every kernel may use without asking. */
#define PLAIN_SHARED_BYTES 49152u
/* Calls that the oldest supported driver lacks, with the version that has them first, as cuDriverGetVersion counts. */
#define PARAM_INFO_VERSION 12040
#define PARAM_COUNT_VERSION 13020
/* CUDA_ERROR_CALL_REQUIRES_NEWER_DRIVER, which older headers lack: what stands in for a driver may have no
 * cuGetProcAddress. */
#define NEEDS_NEWER_DRIVER 36

typedef struct param_calls { /* NULL where the driver is too old */
    CUresult (*info)(CUfunction function, size_t index, size_t *offset, size_t *size);
    CUresult (*count)(CUfunction function, size_t *count);
} param_calls;

static vg_status device_attribute(vg_program *rt, CUdevice_attribute attribute, int *value)
{
    return vg_called(rt, cuDeviceGetAttribute(value, attribute, (CUdevice)rt->device), "cuDeviceGetAttribute");
}

/* The device's capability as 90 for 9.0. */
static vg_status find_capability(vg_program *rt, unsigned *capability)
{
    int major = 0;
    int minor = 0;
    vg_status status = device_attribute(rt, CU_DEVICE_ATTRIBUTE_COMPUTE_CAPABILITY_MAJOR, &major);
    if (status == VG_OK) {
        status = device_attribute(rt, CU_DEVICE_ATTRIBUTE_COMPUTE_CAPABILITY_MINOR, &minor);
    }
    if (status == VG_OK) {
        *capability = (unsigned)(major * 10 + minor);
    }
    return status;
}

/* PTX for compute_90a fits only 9.0, for compute_100f every 10.x from 10.0 on, for compute_90 all from 9.0 on. */
static int ptx_fits(const vg_image *image, unsigned capability)
{
    const size_t length = strlen(image->target);
    const char last = (char)(length != 0u ? image->target[length - 1u] : '\0');
    if (last == 'a') {
        return image->capability == capability;
    }
    if (last == 'f') {
        return image->capability <= capability && image->capability / 10u == capability / 10u;
    }
    return image->capability <= capability;
}

/* Exact machine code, else the newest PTX that fits, else a stub, which a GPU refuses. NULL if nothing fits. */
static const vg_image *choose_image(const vg_module *module, unsigned capability)
{
    const vg_image *best = NULL;
    unsigned i;
    for (i = 0; i < module->image_count; i++) {
        const vg_image *image = &module->images[i];
        if (image->kind == VG_IMAGE_CUBIN && image->capability == capability) {
            return image;
        }
        if (image->kind == VG_IMAGE_PTX && ptx_fits(image, capability) &&
            (best == NULL || best->kind == VG_IMAGE_STUB || best->capability < image->capability)) {
            best = image;
        }
        if (image->kind == VG_IMAGE_STUB && best == NULL) {
            best = image;
        }
    }
    return best;
}

static vg_status load_module(vg_program *rt, const vg_module *from, unsigned capability, void **module)
{
    const vg_image *image = choose_image(from, capability);
    const uint64_t index = image != NULL ? (uint64_t)(image - from->images) : 0u;
    CUmodule loaded = NULL;
    CUresult result;
    vg_status status;
    if (image == NULL) {
        return vg_refuse(rt, VG_NO_IMAGE, "image for the device's compute capability", capability,
                         from->image_count != 0u ? from->images[0].capability : 0u);
    }
    result = cuModuleLoadDataEx(&loaded, image->bytes, 0, NULL, NULL);
    if (result == CUDA_SUCCESS) {
        *module = loaded;
        rt->images &= (uint32_t)(index < 32u ? (uint64_t)1 << index : 0u);
        return VG_OK;
    }
    status = vg_driver_failed(rt, (int)result, "cuModuleLoadDataEx", image->target);
    if (image->kind == VG_IMAGE_STUB && (status == VG_DRIVER || status == VG_OLD_DRIVER)) {
        status = VG_NO_IMAGE;
        rt->detail.status = status;
    }
    if (status == VG_NO_IMAGE) {
        rt->detail.expected = capability;
        rt->detail.found = image->kind == VG_IMAGE_STUB ? 0u : image->capability;
    }
    return status;
}

static vg_status refuse_kernel(vg_program *rt, const vg_kernel *kernel, const char *what, uint64_t expected,
                               uint64_t found)
{
    (void)vg_refuse(rt, VG_IMAGE_MISMATCH, what, expected, found);
    rt->detail.step = kernel->name;
    return VG_IMAGE_MISMATCH;
}

vg_status vg_find_call(vg_program *rt, const char *name, int version, void **address)
{
    CUdriverProcAddressQueryResult found;
    void *known = NULL;
    int driver_version = 0;
    CUresult result;
    const vg_status status = vg_called(rt, cuDriverGetVersion(&driver_version), "cuDriverGetVersion");
    *address = NULL;
    if (status != VG_OK || driver_version < version) {
        return status;
    }
    result = cuGetProcAddress_v2(name, &known, version, 0, &found);
    if (result == CUDA_ERROR_NOT_FOUND || result == CUDA_ERROR_NOT_SUPPORTED || (int)result == NEEDS_NEWER_DRIVER) {
        return VG_OK;
    }
    if (result == CUDA_SUCCESS) {
        *address = known;
    }
    return vg_checked(rt, result, "cuGetProcAddress", name);
}

static vg_status find_param_calls(vg_program *rt, param_calls *calls)
{
    void *info = NULL;
    void *count = NULL;
    vg_status status = vg_find_call(rt, "cuFuncGetParamInfo", PARAM_INFO_VERSION, &info);
    if (status == VG_OK) {
        status = vg_find_call(rt, "cuFuncGetParamCount", PARAM_COUNT_VERSION, &count);
    }
    /* C has no cast from an object's pointer to a function's. */
    (void)memcpy(&calls->info, &info, sizeof calls->info);
    (void)memcpy(&calls->count, &count, sizeof calls->count);
    return status;
}

/* Where the driver cannot count parameters, only missing ones are found: to ask for one too many is an error to memory
 * checkers. */
static vg_status check_params(vg_program *rt, const vg_kernel *kernel, CUfunction function, const param_calls *calls)
{
    size_t count = kernel->param_count;
    unsigned i;
    if (calls->count != NULL) {
        const vg_status status = vg_checked(rt, calls->count(function, &count), "cuFuncGetParamCount", kernel->name);
        if (status != VG_OK) {
            return status;
        }
    }
    if (count != kernel->param_count) {
        return refuse_kernel(rt, kernel, "number of kernel parameters", kernel->param_count, count);
    }
    for (i = 0; calls->info != NULL && i < kernel->param_count; i++) {
        size_t offset = 0;
        size_t size = 0;
        const CUresult result = calls->info(function, i, &offset, &size);
        if (result == CUDA_ERROR_INVALID_VALUE) {
            return refuse_kernel(rt, kernel, "number of kernel parameters", kernel->param_count, i);
        }
        if (result != CUDA_SUCCESS) {
            return vg_driver_failed(rt, (int)result, "cuFuncGetParamInfo", kernel->name);
        }
        if (size != kernel->param_sizes[i]) {
            return refuse_kernel(rt, kernel, "bytes of a kernel parameter", kernel->param_sizes[i], size);
        }
    }
    return VG_OK;
}

static vg_status function_attribute(vg_program *rt, const vg_kernel *kernel, CUfunction function,
                                    CUfunction_attribute attribute, int *value)
{
    return vg_checked(rt, cuFuncGetAttribute(value, attribute, function), "cuFuncGetAttribute", kernel->name);
}

/* Kernels of the spec with the same entry share a function, and the last limit counts, so it is only ever raised. */
static vg_status allow_shared(vg_program *rt, const vg_kernel *kernel, CUfunction function)
{
    const uint64_t dynamic = kernel->dynamic_shared;
    int fixed = 0;
    int most = 0;
    int allowed = 0;
    vg_status status = function_attribute(rt, kernel, function, CU_FUNC_ATTRIBUTE_SHARED_SIZE_BYTES, &fixed);
    if (status != VG_OK || dynamic + (uint64_t)fixed <= PLAIN_SHARED_BYTES) {
        return status;
    }
    status = device_attribute(rt, CU_DEVICE_ATTRIBUTE_MAX_SHARED_MEMORY_PER_BLOCK_OPTIN, &most);
    if (status == VG_OK && dynamic + (uint64_t)fixed > (uint64_t)most) {
        status = vg_refuse(rt, VG_NO_MEMORY, "shared memory of a block", dynamic + (uint64_t)fixed, (uint64_t)most);
        rt->detail.step = kernel->name;
    }
    if (status == VG_OK) {
        status = function_attribute(rt, kernel, function, CU_FUNC_ATTRIBUTE_MAX_DYNAMIC_SHARED_SIZE_BYTES, &allowed);
    }
    if (status == VG_OK && (uint64_t)allowed < dynamic) {
        status =
            vg_checked(rt, cuFuncSetAttribute(function, CU_FUNC_ATTRIBUTE_MAX_DYNAMIC_SHARED_SIZE_BYTES, (int)dynamic),
                       "cuFuncSetAttribute", kernel->name);
    }
    return status;
}

static vg_status load_kernel(vg_program *rt, unsigned index, const param_calls *calls)
{
    const vg_kernel *kernel = &rt->desc->kernels[index];
    CUfunction function = NULL;
    CUresult result;
    int threads = 0;
    vg_status status;
    result = cuModuleGetFunction(&function, (CUmodule)rt->store.modules[kernel->module], kernel->entry);
    if (result != CUDA_SUCCESS) {
        status = vg_driver_failed(rt, (int)result, "cuModuleGetFunction", kernel->name);
        if (result == CUDA_ERROR_NOT_FOUND) {
            status = VG_IMAGE_MISMATCH;
            rt->detail.status = status;
        }
        return status;
    }
    rt->store.kernels[index] = function;
    status = check_params(rt, kernel, function, calls);
    if (status == VG_OK) {
        status = function_attribute(rt, kernel, function, CU_FUNC_ATTRIBUTE_MAX_THREADS_PER_BLOCK, &threads);
    }
    if (status == VG_OK && kernel->threads > (uint64_t)threads) {
        status = refuse_kernel(rt, kernel, "threads of a block", kernel->threads, (uint64_t)threads);
    }
    if (status == VG_OK && kernel->dynamic_shared != 0u) {
        status = allow_shared(rt, kernel, function);
    }
    return status;
}

vg_status vg_load_modules(vg_program *rt, unsigned capability)
{
    unsigned i;
    vg_status status = VG_OK;
    rt->images = UINT32_MAX;
    for (i = 0; status == VG_OK && i < rt->desc->module_count; i++) {
        status = load_module(rt, &rt->desc->modules[i], capability, &rt->store.modules[i]);
    }
    return status;
}

vg_status vg_load_kernels(vg_program *rt)
{
    param_calls calls = {NULL, NULL};
    unsigned capability = 0;
    unsigned i;
    vg_status status = VG_OK;
    if (rt->desc->module_count != 0u) {
        status = find_capability(rt, &capability);
    }
    if (status == VG_OK) {
        status = rt->config.code != NULL ? rt->config.code->take(rt, capability) : vg_load_modules(rt, capability);
    }
    if (status == VG_OK && rt->desc->kernel_count != 0u) {
        status = find_param_calls(rt, &calls);
    }
    for (i = 0; status == VG_OK && i < rt->desc->kernel_count; i++) {
        status = load_kernel(rt, i, &calls);
    }
    return status;
}

/* ---- graphs ---- */

/* Blames the node, if the driver named one: one of the graph's, or of bodies in it. Else the graph. */
static vg_status not_instantiated(vg_program *rt, const vg_graph_desc *graph, CUresult result, CUgraphNode node)
{
    const char *const call = "cuGraphInstantiateWithParams";
    const unsigned end = vg_nodes_end(rt, (unsigned)(graph - rt->desc->graphs));
    unsigned i;
    for (i = graph->first_node; node != NULL && i < end; i++) {
        if (rt->store.nodes[i] == (void *)node) {
            return vg_checked_node(rt, result, call, i);
        }
    }
    return vg_driver_failed(rt, (int)result, call, graph->name);
}

VG_STATIC_ASSERT(VG_HAS_PRIORITIES == CUDA_GRAPH_INSTANTIATE_FLAG_USE_NODE_PRIORITY, priorities_are_a_flag);

static CUresult instantiate_with(CUgraphExec *exec, CUgraph graph, cuuint64_t flags,
                                 CUDA_GRAPH_INSTANTIATE_PARAMS *params)
{
    (void)memset(params, 0, sizeof *params);
    params->flags = flags;
    return cuGraphInstantiateWithParams(exec, graph, params);
}

/* Where small copies cross the bus, the host launches an exec faster that the device could launch, too. A driver that
 * refuses such an exec is asked for an ordinary one. */
vg_status vg_instantiate(vg_program *rt, const vg_graph_desc *desc, void *graph, unsigned traits, void **exec)
{
    const cuuint64_t flags = traits & VG_HAS_PRIORITIES;
    CUDA_GRAPH_INSTANTIATE_PARAMS params;
    CUgraphExec made = NULL;
    CUresult result = CUDA_ERROR_NOT_SUPPORTED;
    if ((traits & VG_HAS_SMALL_COPIES) != 0u) {
        result = instantiate_with(&made, (CUgraph)graph, flags | CUDA_GRAPH_INSTANTIATE_FLAG_DEVICE_LAUNCH, &params);
    }
    if (result != CUDA_SUCCESS) {
        result = instantiate_with(&made, (CUgraph)graph, flags, &params);
    }
    if (result != CUDA_SUCCESS) {
        return not_instantiated(rt, desc, result, params.hErrNode_out);
    }
    *exec = made;
    vg_note_stage(rt, VG_OPEN_INSTANTIATED);
    return vg_checked(rt, cuGraphUpload(made, (CUstream)rt->stream), "cuGraphUpload", desc->name);
}

vg_status vg_build_graphs(vg_program *rt)
{
    const unsigned count = rt->desc->graph_count - (rt->first != NULL ? rt->desc->setup : 0u);
    unsigned i;
    for (i = 0; i < count; i++) {
        const vg_graph_desc *desc = &rt->desc->graphs[i];
        CUgraph graph = NULL;
        vg_status status = vg_checked(rt, cuGraphCreate(&graph, 0), "cuGraphCreate", desc->name);
        if (status == VG_OK) {
            rt->store.graphs[i].graph = graph;
            status = desc->build(rt->store.self, graph);
            vg_note_stage(rt, VG_OPEN_BUILT);
        }
        if (status == VG_OK) {
            status = vg_instantiate(rt, desc, graph, rt->store.graphs[i].traits, &rt->store.graphs[i].exec);
        }
        if (status != VG_OK) {
            return status;
        }
    }
    return VG_OK;
}

void vg_destroy_graph(vg_program *rt, void **graph, void **exec, vg_status *first)
{
    if (*exec != NULL) {
        vg_undone(rt, first, cuGraphExecDestroy((CUgraphExec)*exec), "cuGraphExecDestroy");
        *exec = NULL;
    }
    if (*graph != NULL) {
        vg_undone(rt, first, cuGraphDestroy((CUgraph)*graph), "cuGraphDestroy");
        *graph = NULL;
    }
}

static vg_status launch_setup(vg_program *rt, unsigned graph)
{
    const char *name = rt->desc->graphs[graph].name;
    vg_status status = VG_OK;
    if (rt->desc->commit != NULL) {
        status = rt->desc->commit(rt->store.self, graph);
    }
    if (status == VG_OK) {
        status = vg_checked(rt, cuGraphLaunch((CUgraphExec)rt->store.graphs[graph].exec, (CUstream)rt->stream),
                            "cuGraphLaunch", name);
    }
    if (status == VG_OK && rt->desc->launched != NULL) {
        rt->desc->launched(rt->store.self, graph);
    }
    return status == VG_OK ? vg_synchronize(rt, name) : status;
}

vg_status vg_run_setup(vg_program *rt)
{
    const unsigned last = rt->desc->graph_count - 1u;
    vg_status status;
    vg_begin_wait(rt); /* not before: to make a context alone may take longer than any replay */
    vg_reset_settings(rt);
    if (rt->desc->setup == 0u || rt->first != NULL) {
        return vg_synchronize(rt, "");
    }
    status = launch_setup(rt, last);
    if (status == VG_OK) {
        vg_destroy_graph(rt, &rt->store.graphs[last].graph, &rt->store.graphs[last].exec, &status);
    }
    return status;
}

#endif
