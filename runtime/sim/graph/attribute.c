/* SPDX-License-Identifier: 0BSD */
/* SPDX-FileCopyrightText: 2026 The vggen authors */
/* Attributes of launches and kernel nodes: cooperative, clusters, priority, grids that kernels set. */
#define _GNU_SOURCE
#include "graph/graph.h"

#include <string.h>

#define PORTABLE_CLUSTER 8u
#define LARGEST_CLUSTER 16u
#define FIRST_WITH_CLUSTERS 90u
#define FIRST_WITH_UPDATABLE 12040

static uint64_t blocks_of(const uint32_t size[3])
{
    return (uint64_t)size[0] * size[1] * size[2];
}

/* All blocks of a cooperative grid must fit on the device at once. */
static CUresult check_cooperative(const sim_launch *launch)
{
    const uint64_t blocks = blocks_of(launch->grid);
    int resident = 0;
    CUresult result = sim_occupancy(&resident, launch->function, (int)blocks_of(launch->block), launch->dynamic_shared);
    if (!result && blocks > (uint64_t)resident * sim_multiprocessors()) {
        result = sim_refuse(CUDA_ERROR_COOPERATIVE_LAUNCH_TOO_LARGE,
                            "%s: a cooperative grid of %llu blocks; %d fit on each of %u multiprocessors, %llu in all",
                            launch->function->name, (unsigned long long)blocks, resident, sim_multiprocessors(),
                            (unsigned long long)resident * sim_multiprocessors());
    }
    return result;
}

static CUresult check_cluster(const sim_launch *launch)
{
    const sim_function *function = launch->function;
    const uint32_t *cluster = launch->cluster;
    const uint64_t blocks = blocks_of(cluster);
    if (!blocks) {
        return CUDA_SUCCESS;
    }
    if (function->cluster[0] && memcmp(function->cluster, cluster, sizeof function->cluster) != 0) {
        return sim_refuse(CUDA_ERROR_INVALID_CLUSTER_SIZE, "%s: clusters of %u x %u x %u, it requires %u x %u x %u",
                          function->name, cluster[0], cluster[1], cluster[2], function->cluster[0],
                          function->cluster[1], function->cluster[2]);
    }
    if (blocks > (function->large_clusters ? LARGEST_CLUSTER : PORTABLE_CLUSTER)) {
        return sim_refuse(CUDA_ERROR_INVALID_CLUSTER_SIZE, "%s: clusters of %llu blocks, at most %u", function->name,
                          (unsigned long long)blocks, function->large_clusters ? LARGEST_CLUSTER : PORTABLE_CLUSTER);
    }
    for (unsigned i = 0; i < 3; i++) {
        if (launch->grid[i] % cluster[i]) {
            return sim_refuse(CUDA_ERROR_INVALID_CLUSTER_SIZE, "%s: clusters of %u blocks do not divide a grid of %u",
                              function->name, cluster[i], launch->grid[i]);
        }
    }
    return CUDA_SUCCESS;
}

static CUresult set_cluster(sim_launch *launch, const CUlaunchAttributeValue *value)
{
    sim_launch changed = *launch;
    CUresult result;
    changed.cluster[0] = value->clusterDim.x;
    changed.cluster[1] = value->clusterDim.y;
    changed.cluster[2] = value->clusterDim.z;
    if (sim_capability() < FIRST_WITH_CLUSTERS) {
        return sim_refuse(CUDA_ERROR_NOT_SUPPORTED, "clusters need compute capability 9.0");
    }
    if (!blocks_of(changed.cluster)) {
        return sim_refuse(CUDA_ERROR_INVALID_VALUE, "clusters of %u x %u x %u blocks", changed.cluster[0],
                          changed.cluster[1], changed.cluster[2]);
    }
    result = check_cluster(&changed);
    if (!result) {
        memcpy(launch->cluster, changed.cluster, sizeof launch->cluster);
    }
    return result;
}

/* Once a node is one, it stays one. */
static CUresult set_updatable(sim_launch *launch, const CUlaunchAttributeValue *value)
{
    const int wanted = value->deviceUpdatableKernelNode.deviceUpdatable;
    if (sim_get_settings()->driver < FIRST_WITH_UPDATABLE) {
        return sim_refuse(CUDA_ERROR_INVALID_VALUE, "launch attribute %d, which drivers have from 12.4 on",
                          CU_LAUNCH_ATTRIBUTE_DEVICE_UPDATABLE_KERNEL_NODE);
    }
    if (wanted < 0 || wanted > 1 || (launch->most && !wanted)) {
        return sim_refuse(CUDA_ERROR_INVALID_VALUE, "%s: deviceUpdatable %d", launch->function->name, wanted);
    }
    launch->most = wanted ? launch->grid[0] : 0;
    return CUDA_SUCCESS;
}

CUresult sim_attribute_set(sim_launch *launch, int attribute, const CUlaunchAttributeValue *value)
{
    CUresult result = CUDA_SUCCESS;
    if (!sim_function_loaded(launch->function_object)) {
        return CUDA_ERROR_INVALID_HANDLE;
    }
    switch (attribute) {
    case CU_LAUNCH_ATTRIBUTE_PRIORITY: /* nothing that shows on a CPU */
        launch->priority = value->priority;
        return CUDA_SUCCESS;
    case CU_LAUNCH_ATTRIBUTE_PREFERRED_SHARED_MEMORY_CARVEOUT:
        launch->carveout = value->sharedMemCarveout;
        return CUDA_SUCCESS;
    case CU_LAUNCH_ATTRIBUTE_PROGRAMMATIC_STREAM_SERIALIZATION: /* shows where the launch is captured */
        launch->programmatic = value->programmaticStreamSerializationAllowed != 0;
        return CUDA_SUCCESS;
    case CU_LAUNCH_ATTRIBUTE_COOPERATIVE:
        result = value->cooperative ? check_cooperative(launch) : CUDA_SUCCESS;
        launch->cooperative = result ? launch->cooperative : value->cooperative != 0;
        return result;
    case CU_LAUNCH_ATTRIBUTE_CLUSTER_DIMENSION:
        return set_cluster(launch, value);
    case CU_LAUNCH_ATTRIBUTE_DEVICE_UPDATABLE_KERNEL_NODE:
        return set_updatable(launch, value);
    default:
        return sim_refuse(CUDA_ERROR_NOT_SUPPORTED, "launch attribute %d", attribute);
    }
}

CUresult sim_attributes_keep(sim_launch *launch, const sim_launch *from)
{
    CUresult result;
    launch->cooperative = from->cooperative;
    memcpy(launch->cluster, from->cluster, sizeof launch->cluster);
    launch->priority = from->priority;
    launch->carveout = from->carveout;
    launch->most = from->most ? launch->grid[0] : 0;
    result = launch->cooperative ? check_cooperative(launch) : CUDA_SUCCESS;
    return result ? result : check_cluster(launch);
}

/* ---- of kernel nodes ---- */

CUresult CUDAAPI cuGraphKernelNodeSetAttribute(CUgraphNode handle, CUkernelNodeAttrID attribute,
                                               const CUkernelNodeAttrValue *value)
{
    CUresult result = sim_enter(__func__, SIM_CONTEXT);
    sim_node *node = result ? NULL : sim_node_get(handle, CU_GRAPH_NODE_TYPE_KERNEL);
    if (!result && (!node || !value)) {
        result = CUDA_ERROR_INVALID_VALUE;
    }
    if (!result && (int)attribute == CU_LAUNCH_ATTRIBUTE_PROGRAMMATIC_STREAM_SERIALIZATION) {
        result = sim_refuse(CUDA_ERROR_NOT_SUPPORTED, "launch attribute %d of a node", (int)attribute);
    }
    return sim_leave(result ? result : sim_attribute_set(&node->launch, (int)attribute, value));
}

CUresult CUDAAPI cuGraphKernelNodeCopyAttributes(CUgraphNode to_handle, CUgraphNode from_handle)
{
    CUresult result = sim_enter(__func__, SIM_CONTEXT);
    sim_node *to = result ? NULL : sim_node_get(to_handle, CU_GRAPH_NODE_TYPE_KERNEL);
    const sim_node *from = to ? sim_node_get(from_handle, CU_GRAPH_NODE_TYPE_KERNEL) : NULL;
    if (!result && !from) {
        result = CUDA_ERROR_INVALID_VALUE;
    }
    return sim_leave(result ? result : sim_attributes_keep(&to->launch, &from->launch));
}

static void get_attribute(const sim_node *node, CUkernelNodeAttrID attribute, CUkernelNodeAttrValue *value)
{
    const sim_launch *launch = &node->launch;
    memset(value, 0, sizeof *value);
    switch ((int)attribute) {
    case CU_LAUNCH_ATTRIBUTE_PRIORITY:
        value->priority = launch->priority;
        return;
    case CU_LAUNCH_ATTRIBUTE_PREFERRED_SHARED_MEMORY_CARVEOUT:
        value->sharedMemCarveout = launch->carveout;
        return;
    case CU_LAUNCH_ATTRIBUTE_COOPERATIVE:
        value->cooperative = launch->cooperative;
        return;
    case CU_LAUNCH_ATTRIBUTE_CLUSTER_DIMENSION:
        value->clusterDim.x = launch->cluster[0];
        value->clusterDim.y = launch->cluster[1];
        value->clusterDim.z = launch->cluster[2];
        return;
    case CU_LAUNCH_ATTRIBUTE_DEVICE_UPDATABLE_KERNEL_NODE:
        value->deviceUpdatableKernelNode.deviceUpdatable = launch->most != 0;
        value->deviceUpdatableKernelNode.devNode = launch->most ? (CUgraphDeviceNode)(void *)node->object : NULL;
        return;
    default: /* not given */
        return;
    }
}

CUresult CUDAAPI cuGraphKernelNodeGetAttribute(CUgraphNode handle, CUkernelNodeAttrID attribute,
                                               CUkernelNodeAttrValue *value)
{
    CUresult result = sim_enter(__func__, SIM_CONTEXT);
    const sim_node *node = result ? NULL : sim_node_get(handle, CU_GRAPH_NODE_TYPE_KERNEL);
    if (!result && (!node || !value)) {
        result = CUDA_ERROR_INVALID_VALUE;
    }
    if (!result) {
        get_attribute(node, attribute, value);
    }
    return sim_leave_out(result, value, sizeof *value);
}
