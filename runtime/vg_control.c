/* SPDX-License-Identifier: 0BSD */
/* SPDX-FileCopyrightText: 2026 The vggen authors */
/* vg_control.c - what only some programs need: attributes of kernel nodes (cooperative grids, clusters, priorities),
 * and twins of graphs that the driver does not clone. */
#include "vg_impl.h"

#ifndef VG_WITHOUT_CUDA /* vg_none.c stands in for it */

#include <string.h>

/* The blocks of a cluster that every device with clusters can run; a kernel must be allowed to use more. */
#define PORTABLE_CLUSTER 8u
/* cuCtxGetDevResource is in CUDA from this version on. */
#define RESOURCE_VERSION 12040

/* ---- before a node is added ---- */

static vg_status device_attribute(vg_program *rt, unsigned node, CUdevice_attribute attribute, int *value)
{
    return vg_checked_node(rt, cuDeviceGetAttribute(value, attribute, (CUdevice)rt->device), "cuDeviceGetAttribute",
                           node);
}

/* The application's context may be a green one, which has some of the device's multiprocessors. Neither such contexts
 * nor the call are in drivers before 12.4, nor, with the type, in their headers. */
vg_status vg_count_units(vg_program *rt, unsigned node, int *units)
{
    vg_status status = device_attribute(rt, node, CU_DEVICE_ATTRIBUTE_MULTIPROCESSOR_COUNT, units);
#if CUDA_VERSION >= RESOURCE_VERSION
    CUresult (*resource_of)(CUcontext context, CUdevResource * resource, CUdevResourceType type) = NULL;
    void *known = NULL;
    CUdevResource resource;
    CUresult result;
    if (status == VG_OK && rt->config.context != NULL) {
        status = vg_find_call(rt, "cuCtxGetDevResource", RESOURCE_VERSION, &known);
    }
    if (status != VG_OK || known == NULL) {
        return status;
    }
    (void)memcpy(&resource_of, &known, sizeof resource_of);
    (void)memset(&resource, 0, sizeof resource);
    result = resource_of((CUcontext)rt->context, &resource, CU_DEV_RESOURCE_TYPE_SM);
    if (result == CUDA_SUCCESS) {
        *units = (int)resource.sm.smCount;
    } else if (result != CUDA_ERROR_NOT_SUPPORTED) {
        status = vg_checked_node(rt, result, "cuCtxGetDevResource", node);
    } else {
        /* nothing to do */
    }
#endif
    return status;
}

vg_status vg_check_cooperative(vg_program *rt, unsigned node, const void *params, uint64_t blocks, uint64_t shared)
{
    const CUDA_KERNEL_NODE_PARAMS *kernel = (const CUDA_KERNEL_NODE_PARAMS *)params;
    const unsigned threads = kernel->blockDimX * kernel->blockDimY * kernel->blockDimZ;
    int able = 0;
    int each = 0;
    int units = 0;
    vg_status status = device_attribute(rt, node, CU_DEVICE_ATTRIBUTE_COOPERATIVE_LAUNCH, &able);
    if (status == VG_OK && able == 0) {
        return vg_refuse_node(rt, VG_NO_ROOM, node, "cooperative launches of the device", 1, 0);
    }
    if (status == VG_OK) {
        status = vg_count_units(rt, node, &units);
    }
    if (status == VG_OK) {
        status = vg_checked_node(
            rt, cuOccupancyMaxActiveBlocksPerMultiprocessor(&each, kernel->func, (int)threads, (size_t)shared),
            "cuOccupancyMaxActiveBlocksPerMultiprocessor", node);
    }
    if (status == VG_OK && blocks > (uint64_t)each * (uint64_t)units) {
        status = vg_refuse_node(rt, VG_NO_ROOM, node, "blocks of a cooperative grid, which run at once", blocks,
                                (uint64_t)each * (uint64_t)units);
        rt->detail.each = (uint64_t)each;
        rt->detail.units = (uint64_t)units;
    }
    return status;
}

/* Once for each kernel would be enough, but nodes may have different sizes, and this is not a hot path. */
static vg_status allow_large(vg_program *rt, unsigned node, CUfunction function, uint64_t blocks)
{
    return blocks <= PORTABLE_CLUSTER
               ? VG_OK
               : vg_checked_node(rt,
                                 cuFuncSetAttribute(function, CU_FUNC_ATTRIBUTE_NON_PORTABLE_CLUSTER_SIZE_ALLOWED, 1),
                                 "cuFuncSetAttribute", node);
}

vg_status vg_check_cluster(vg_program *rt, unsigned node, const void *params, uint32_t x, uint32_t y, uint32_t z)
{
    const CUDA_KERNEL_NODE_PARAMS *kernel = (const CUDA_KERNEL_NODE_PARAMS *)params;
    CUlaunchAttribute attribute;
    CUlaunchConfig config;
    int clusters = 0;
    vg_status status = allow_large(rt, node, kernel->func, (uint64_t)x * y * z);
    (void)memset(&attribute, 0, sizeof attribute);
    (void)memset(&config, 0, sizeof config);
    attribute.id = CU_LAUNCH_ATTRIBUTE_CLUSTER_DIMENSION;
    attribute.value.clusterDim.x = x;
    attribute.value.clusterDim.y = y;
    attribute.value.clusterDim.z = z;
    config.gridDimX = kernel->gridDimX;
    config.gridDimY = kernel->gridDimY;
    config.gridDimZ = kernel->gridDimZ;
    config.blockDimX = kernel->blockDimX;
    config.blockDimY = kernel->blockDimY;
    config.blockDimZ = kernel->blockDimZ;
    config.sharedMemBytes = kernel->sharedMemBytes;
    config.attrs = &attribute;
    config.numAttrs = 1;
    if (status == VG_OK) {
        status = vg_checked_node(rt, cuOccupancyMaxActiveClusters(&clusters, kernel->func, &config),
                                 "cuOccupancyMaxActiveClusters", node);
    }
    if (status == VG_OK && clusters < 1) {
        status = vg_refuse_node(rt, VG_NO_ROOM, node, "clusters that run at once", 1, 0);
    }
    return status;
}

/* ---- after it was added ---- */

/* Sets an attribute and reads it back; `value` then holds what the driver says. */
static vg_status set(vg_program *rt, unsigned node, CUlaunchAttributeID id, CUlaunchAttributeValue *value)
{
    const CUgraphNode handle = (CUgraphNode)rt->store.nodes[node];
    const vg_status status =
        vg_checked_node(rt, cuGraphKernelNodeSetAttribute(handle, id, value), "cuGraphKernelNodeSetAttribute", node);
    (void)memset(value, 0, sizeof *value);
    return status == VG_OK ? vg_checked_node(rt, cuGraphKernelNodeGetAttribute(handle, id, value),
                                             "cuGraphKernelNodeGetAttribute", node)
                           : status;
}

/* What was wanted against what the driver says. */
static vg_status compare(vg_program *rt, unsigned node, const char *what, int64_t wanted, int64_t found)
{
    return wanted == found ? VG_OK : vg_refuse_node(rt, VG_DRIVER, node, what, (uint64_t)wanted, (uint64_t)found);
}

vg_status vg_node_cooperative(vg_program *rt, unsigned node)
{
    CUlaunchAttributeValue value;
    vg_status status;
    (void)memset(&value, 0, sizeof value);
    value.cooperative = 1;
    status = set(rt, node, CU_LAUNCH_ATTRIBUTE_COOPERATIVE, &value);
    return status == VG_OK ? compare(rt, node, "cooperative, as the driver has it", 1, value.cooperative) : status;
}

vg_status vg_node_cluster(vg_program *rt, unsigned node, uint32_t x, uint32_t y, uint32_t z)
{
    CUlaunchAttributeValue value;
    vg_status status;
    (void)memset(&value, 0, sizeof value);
    value.clusterDim.x = x;
    value.clusterDim.y = y;
    value.clusterDim.z = z;
    status = set(rt, node, CU_LAUNCH_ATTRIBUTE_CLUSTER_DIMENSION, &value);
    if (status == VG_OK) {
        status = compare(rt, node, "cluster's x, as the driver has it", x, value.clusterDim.x);
    }
    if (status == VG_OK) {
        status = compare(rt, node, "cluster's y, as the driver has it", y, value.clusterDim.y);
    }
    return status == VG_OK ? compare(rt, node, "cluster's z, as the driver has it", z, value.clusterDim.z) : status;
}

/* Numbers of the detail have no sign, and most priorities are below 0. */
vg_status vg_node_priority(vg_program *rt, unsigned node, int32_t priority)
{
    const char *what = "priority, as the driver has it";
    CUlaunchAttributeValue value;
    vg_status status;
    (void)memset(&value, 0, sizeof value);
    value.priority = priority;
    status = set(rt, node, CU_LAUNCH_ATTRIBUTE_PRIORITY, &value);
    if (status != VG_OK) {
        return status;
    }
    if (priority <= 0 && value.priority <= 0) {
        return compare(rt, node, "priority below 0, as the driver has it", -(int64_t)priority,
                       -(int64_t)value.priority);
    }
    return compare(rt, node, what, priority, value.priority);
}

/* ---- a graph once more ---- */

static void exchange(void **a, void **b, unsigned count)
{
    unsigned i;
    for (i = 0; i < count; i++) {
        void *kept = a[i];
        a[i] = b[i];
        b[i] = kept;
    }
}

/* The caller has committed already, so nothing is enabled here; the exec does not have these nodes. */
vg_status vg_rebuild(vg_program *rt, unsigned graph, void **made, void **nodes, void **conditions)
{
    const vg_graph_desc *desc = &rt->desc->graphs[graph];
    void **own = rt->store.nodes + desc->first_node;
    const unsigned count = vg_nodes_end(rt, graph) - desc->first_node;
    const size_t condition_bytes = rt->store.condition_count * sizeof(uint64_t);
    const uint32_t images = rt->images;
    CUgraph built = NULL;
    vg_status status = vg_checked(rt, cuGraphCreate(&built, 0), "cuGraphCreate", desc->name);
    if (status != VG_OK) {
        return status;
    }
    *made = built;
    (void)memcpy(nodes, own, count * sizeof nodes[0]);
    if (condition_bytes != 0u) {
        (void)memcpy(conditions, rt->store.conditions, condition_bytes);
    }
    rt->images = 0; /* no image, no programmatic edges */
    rt->stepping = 1;
    status = desc->build(rt->store.self, built);
    if (status == VG_OK) {
        status = vg_commit(rt, graph); /* parameters into these nodes */
    }
    rt->stepping = 0;
    rt->images = images;
    exchange(own, nodes, count);
    if (condition_bytes != 0u) {
        (void)memcpy(rt->store.conditions, conditions, condition_bytes);
    }
    return status;
}

#endif
