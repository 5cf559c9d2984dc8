/* SPDX-License-Identifier: 0BSD */
/* SPDX-FileCopyrightText: 2026 The vggen authors */
/* vg_grid.c - grids that the device sets: handles of such nodes, and counts of blocks that were too large. */
#include "vg_impl.h"

#ifndef VG_WITHOUT_CUDA /* vg_none.c stands in for it */

#include <string.h>

/* The attribute is in CUDA from this version on. */
#define GRIDS_VERSION 12040

#if CUDA_VERSION >= GRIDS_VERSION
/* Drivers that know no such nodes, and devices that have none, refuse the attribute. */
static vg_status let_device_set(vg_program *rt, unsigned node, const CUlaunchAttributeValue *value)
{
    const CUresult result = cuGraphKernelNodeSetAttribute((CUgraphNode)rt->store.nodes[node],
                                                          CU_LAUNCH_ATTRIBUTE_DEVICE_UPDATABLE_KERNEL_NODE, value);
    if (result != CUDA_ERROR_NOT_SUPPORTED && result != CUDA_ERROR_INVALID_VALUE) {
        return vg_checked_node(rt, result, "cuGraphKernelNodeSetAttribute", node);
    }
    (void)vg_refuse_node(rt, VG_CANNOT, node, "cuGraphKernelNodeSetAttribute", 0, 0);
    rt->detail.code = (int)result;
    return VG_CANNOT;
}

vg_status vg_node_grid(vg_program *rt, unsigned node, uint64_t *handle)
{
    CUlaunchAttributeValue value;
    vg_status status;
    (void)memset(&value, 0, sizeof value);
    value.deviceUpdatableKernelNode.deviceUpdatable = 1;
    status = let_device_set(rt, node, &value);
    (void)memset(&value, 0, sizeof value);
    if (status == VG_OK) {
        status =
            vg_checked_node(rt,
                            cuGraphKernelNodeGetAttribute((CUgraphNode)rt->store.nodes[node],
                                                          CU_LAUNCH_ATTRIBUTE_DEVICE_UPDATABLE_KERNEL_NODE, &value),
                            "cuGraphKernelNodeGetAttribute", node);
    }
    *handle = (uint64_t)(uintptr_t)value.deviceUpdatableKernelNode.devNode;
    return status == VG_OK && *handle == 0 ? vg_refuse_node(rt, VG_CANNOT, node, "handle of the node", 1, 0) : status;
}
#endif

vg_status vg_node_again(vg_program *rt, unsigned node, const void *params)
{
    return vg_checked_node(
        rt, cuGraphKernelNodeSetParams((CUgraphNode)rt->store.nodes[node], (const CUDA_KERNEL_NODE_PARAMS *)params),
        "cuGraphKernelNodeSetParams", node);
}

/* The driver wants this after host and device have both changed such a node, before the next launch. */
vg_status vg_graph_changed(vg_program *rt, unsigned graph)
{
    return rt->stepping != 0u
               ? VG_OK
               : vg_checked(rt, cuGraphUpload((CUgraphExec)rt->store.graphs[graph].exec, (CUstream)rt->stream),
                            "cuGraphUpload", rt->desc->graphs[graph].name);
}

vg_status vg_grid_fits(vg_program *rt, unsigned node, uint32_t most, const void *above)
{
    uint32_t wanted;
    (void)memcpy(&wanted, above, sizeof wanted);
    return wanted == 0u ? VG_OK : vg_refuse_node(rt, VG_ABOVE, node, "blocks that the device counted", most, wanted);
}

#endif
