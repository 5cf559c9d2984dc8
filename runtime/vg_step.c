/* SPDX-License-Identifier: 0BSD */
/* SPDX-FileCopyrightText: 2026 The vggen authors */
/* vg_step.c - a replay without the graph: its nodes one by one, each waited for, so that a fault names its step. */
#include "vg_impl.h"

#ifndef VG_WITHOUT_CUDA /* vg_none.c stands in for it */

#include <string.h>

/* ---- one node ---- */

/* The attributes that a kernel node may have besides its parameters. */
static const CUlaunchAttributeID attribute_ids[] = {
    CU_LAUNCH_ATTRIBUTE_COOPERATIVE,
    CU_LAUNCH_ATTRIBUTE_CLUSTER_DIMENSION,
    CU_LAUNCH_ATTRIBUTE_PRIORITY,
};
#define ATTRIBUTE_COUNT (sizeof attribute_ids / sizeof attribute_ids[0])

static int is_given(CUlaunchAttributeID id, const CUlaunchAttributeValue *value)
{
    if (id == CU_LAUNCH_ATTRIBUTE_COOPERATIVE) {
        return value->cooperative != 0;
    }
    if (id == CU_LAUNCH_ATTRIBUTE_PRIORITY) {
        return value->priority != 0;
    }
    return (uint64_t)value->clusterDim.x * value->clusterDim.y * value->clusterDim.z > 1u;
}

/* Devices without the feature know no such attribute. */
static vg_status find_attributes(vg_program *rt, CUgraphNode node, const char *title, CUlaunchConfig *config)
{
    size_t i;
    for (i = 0; i < ATTRIBUTE_COUNT; i++) {
        CUlaunchAttribute *attribute = &config->attrs[config->numAttrs];
        CUresult result;
        (void)memset(attribute, 0, sizeof *attribute);
        result = cuGraphKernelNodeGetAttribute(node, attribute_ids[i], &attribute->value);
        if (result != CUDA_SUCCESS && result != CUDA_ERROR_NOT_SUPPORTED) {
            return vg_driver_failed(rt, (int)result, "cuGraphKernelNodeGetAttribute", title);
        }
        if (result == CUDA_SUCCESS && is_given(attribute_ids[i], &attribute->value)) {
            attribute->id = attribute_ids[i];
            config->numAttrs++;
        }
    }
    return VG_OK;
}

static vg_status launch_kernel(vg_program *rt, CUgraphNode node, const char *title)
{
    CUDA_KERNEL_NODE_PARAMS kernel;
    CUlaunchAttribute attributes[ATTRIBUTE_COUNT];
    CUlaunchConfig config;
    vg_status status;
    (void)memset(&kernel, 0, sizeof kernel);
    (void)memset(&config, 0, sizeof config);
    status = vg_checked(rt, cuGraphKernelNodeGetParams(node, &kernel), "cuGraphKernelNodeGetParams", title);
    config.attrs = attributes;
    if (status == VG_OK) {
        status = find_attributes(rt, node, title, &config);
    }
    if (status != VG_OK) {
        return status;
    }
    config.gridDimX = kernel.gridDimX;
    config.gridDimY = kernel.gridDimY;
    config.gridDimZ = kernel.gridDimZ;
    config.blockDimX = kernel.blockDimX;
    config.blockDimY = kernel.blockDimY;
    config.blockDimZ = kernel.blockDimZ;
    config.sharedMemBytes = kernel.sharedMemBytes;
    config.hStream = (CUstream)rt->stream;
    return vg_checked(rt, cuLaunchKernelEx(&config, kernel.func, kernel.kernelParams, kernel.extra), "cuLaunchKernelEx",
                      title);
}

static vg_status copy(vg_program *rt, CUgraphNode node, const char *title)
{
    CUDA_MEMCPY3D what;
    vg_status status;
    (void)memset(&what, 0, sizeof what);
    status = vg_checked(rt, cuGraphMemcpyNodeGetParams(node, &what), "cuGraphMemcpyNodeGetParams", title);
    return status == VG_OK ? vg_checked(rt, cuMemcpy3DAsync(&what, (CUstream)rt->stream), "cuMemcpy3DAsync", title)
                           : status;
}

static vg_status fill_rows(vg_program *rt, const CUDA_MEMSET_NODE_PARAMS *what, const char *title)
{
    const CUstream stream = (CUstream)rt->stream;
    switch (what->elementSize) {
    case 1:
        return vg_checked(
            rt,
            cuMemsetD2D8Async(what->dst, what->pitch, (unsigned char)what->value, what->width, what->height, stream),
            "cuMemsetD2D8Async", title);
    case 2:
        return vg_checked(
            rt,
            cuMemsetD2D16Async(what->dst, what->pitch, (unsigned short)what->value, what->width, what->height, stream),
            "cuMemsetD2D16Async", title);
    default:
        return vg_checked(rt,
                          cuMemsetD2D32Async(what->dst, what->pitch, what->value, what->width, what->height, stream),
                          "cuMemsetD2D32Async", title);
    }
}

static vg_status fill(vg_program *rt, CUgraphNode node, const char *title)
{
    CUDA_MEMSET_NODE_PARAMS what;
    vg_status status;
    (void)memset(&what, 0, sizeof what);
    status = vg_checked(rt, cuGraphMemsetNodeGetParams(node, &what), "cuGraphMemsetNodeGetParams", title);
    if (status != VG_OK) {
        return status;
    }
    if (what.height > 1u) {
        return fill_rows(rt, &what, title);
    }
    return vg_fill(rt, what.dst, what.elementSize, what.value, what.width, title);
}

static vg_status enqueue(vg_program *rt, CUgraphNode node, const char *title)
{
    CUgraphNodeType type = CU_GRAPH_NODE_TYPE_EMPTY;
    const vg_status status = vg_checked(rt, cuGraphNodeGetType(node, &type), "cuGraphNodeGetType", title);
    if (status != VG_OK) {
        return status;
    }
    switch (type) {
    case CU_GRAPH_NODE_TYPE_KERNEL:
        return launch_kernel(rt, node, title);
    case CU_GRAPH_NODE_TYPE_MEMCPY:
        return copy(rt, node, title);
    case CU_GRAPH_NODE_TYPE_MEMSET:
        return fill(rt, node, title);
    default: /* a node that only joins others */
        return VG_OK;
    }
}

/* ---- all of them ---- */

vg_status vg_step_node(vg_program *rt, unsigned node)
{
    const char *title = rt->desc->node_titles[node];
    vg_status status;
    vg_range_push(title);
    status = enqueue(rt, (CUgraphNode)rt->store.nodes[node], title);
    if (status == VG_OK) {
        status = vg_synchronize(rt, title);
    }
    vg_range_pop();
    return vg_at_node(rt, status, node);
}

/* In place of nodes that were captured their function is called, in place of a fused launch its parts. */
static vg_status run_nodes(vg_program *rt, const vg_graph_desc *graph)
{
    vg_status status = VG_OK;
    unsigned i = graph->first_node;
    while (status == VG_OK && i < graph->first_node + graph->node_count) {
        unsigned slots = 0;
        if (rt->store.captures != NULL) {
            status = rt->store.captures->step(rt, i, &slots);
        }
        if (status == VG_OK && slots == 0u && !vg_is_disabled(rt, i)) {
            unsigned parts = 0;
            if (rt->store.step_fused != NULL) {
                status = rt->store.step_fused(rt, i, &parts);
            }
            if (parts == 0u) {
                status = vg_step_node(rt, i);
            }
        }
        i += slots != 0u ? slots : 1u;
    }
    return status;
}

static vg_status run_steps(vg_program *rt, unsigned graph)
{
    const vg_graph_desc *desc = &rt->desc->graphs[graph];
    vg_status status;
    rt->stepping = 1;
    status = vg_commit(rt, graph);
    rt->stepping = 0;
    if (status == VG_OK) {
        status = vg_synchronize(rt, desc->name); /* no step is blamed for earlier work */
    }
    if (status != VG_OK) {
        return status;
    }
    vg_begun(rt, graph);
    status = run_nodes(rt, desc);
    if (status == VG_OK) {
        rt->store.graphs[graph].counted.launches++;
        vg_count_launch(rt, graph);
        status = vg_count_replay(rt);
    } else if (rt->running != 0u) {
        const char *call;
        (void)vg_drain(rt, rt->stream, &call); /* as far as possible nothing runs on */
        vg_give_up(rt, status);
    } else {
        /* nothing to do */
    }
    return status;
}

/* Only kernels of its graph can set the value of a condition or the grid of a node, and the host cannot read it. */
static vg_status check_conditions(vg_program *rt, unsigned graph)
{
    if ((rt->store.graphs[graph].traits & (VG_HAS_CONDITIONAL | VG_HAS_GRIDS | VG_HAS_LOOPS)) == 0u) {
        return VG_OK;
    }
    (void)vg_refuse(rt, VG_CANNOT, "graph whose nodes the host knows", 0, 0);
    rt->detail.step = rt->desc->graphs[graph].name;
    return VG_CANNOT;
}

vg_status vg_step(vg_program *rt, unsigned graph)
{
    CUcontext caller = NULL;
    vg_status status = vg_check_startable(rt, graph);
    if (status == VG_OK) {
        status = check_conditions(rt, graph);
    }
    if (status == VG_OK) {
        status = vg_enter_to_wait(rt, &caller);
    }
    return status == VG_OK ? vg_leave(rt, caller, run_steps(rt, graph)) : status;
}

#endif
