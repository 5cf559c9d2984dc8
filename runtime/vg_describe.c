/* SPDX-License-Identifier: 0BSD */
/* SPDX-FileCopyrightText: 2026 The vggen authors */
/* vg_describe.c - what the nodes of an open program are, as the driver has them: kernels with their grids, blocks and
 * arguments, copies and fills, and where all that lies. */
#include "vg_fused.h"
#include "vg_impl.h"

#ifndef VG_WITHOUT_CUDA /* vg_none.c stands in for it */

#include <string.h>

/* ---- addresses and values ---- */

/* "arena 0 + 256 (0x7f12…)": of the program's memory by its place there, any other alone. */
static void put_address(vg_output *to, const vg_program *rt, uint64_t address)
{
    const uint64_t pooled =
        rt->config.pool != NULL ? rt->config.pool->memory.pinned_memory_bytes : rt->store.pooled_bytes;
    unsigned i;
    for (i = 0; i < rt->desc->arena_count; i++) {
        if (address - rt->store.arenas[i] < rt->desc->arena_bytes[i]) {
            vg_put(to, "arena %u + %n (0x%x)", i, address - rt->store.arenas[i], address);
            return;
        }
    }
    if (address - rt->pinned_device < rt->desc->pinned_bytes) {
        vg_put(to, "pinned memory + %n (0x%x)", address - rt->pinned_device, address);
    } else if (address - (uint64_t)(uintptr_t)rt->pinned < rt->desc->pinned_bytes) {
        vg_put(to, "pinned memory + %n (0x%x)", address - (uint64_t)(uintptr_t)rt->pinned, address);
    } else if (address - rt->pooled_device < pooled) {
        vg_put(to, "pinned memory for a pool + %n (0x%x)", address - rt->pooled_device, address);
    } else if (address - (uint64_t)(uintptr_t)rt->pooled < pooled) {
        vg_put(to, "pinned memory for a pool + %n (0x%x)", address - (uint64_t)(uintptr_t)rt->pooled, address);
    } else {
        vg_put(to, "0x%x", address);
    }
}

/* The lowest byte is the last digit; in what is longer than a number, each group of eight bytes is one. */
static void put_value(vg_output *to, const vg_program *rt, const unsigned char *bytes, uint32_t size)
{
    uint32_t at;
    for (at = 0; at < size; at += 8u) {
        uint64_t value = 0;
        (void)memcpy(&value, bytes + at, size - at < 8u ? size - at : 8u);
        if (size == 8u) {
            put_address(to, rt, value);
        } else {
            vg_put(to, at == 0u ? "0x%x" : " 0x%x", value);
        }
    }
}

/* ---- nodes ---- */

static const vg_kernel *kernel_of(const vg_program *rt, const void *function)
{
    unsigned i;
    for (i = 0; i < rt->desc->kernel_count; i++) {
        if (rt->store.kernels[i] == function) {
            return &rt->desc->kernels[i];
        }
    }
    return NULL;
}

static vg_status put_kernel(vg_program *rt, vg_output *to, CUgraphNode node, const char *title)
{
    CUDA_KERNEL_NODE_PARAMS what;
    const vg_kernel *kernel;
    vg_status status;
    unsigned i;
    (void)memset(&what, 0, sizeof what);
    status = vg_checked(rt, cuGraphKernelNodeGetParams(node, &what), "cuGraphKernelNodeGetParams", title);
    if (status != VG_OK) {
        return status;
    }
    kernel = kernel_of(rt, what.func);
    vg_put(to, "kernel %s, %u x %u x %u blocks of %u x %u x %u threads, %u bytes of dynamic shared memory\n",
           kernel != NULL ? kernel->entry : "of another module", what.gridDimX, what.gridDimY, what.gridDimZ,
           what.blockDimX, what.blockDimY, what.blockDimZ, what.sharedMemBytes);
    for (i = 0; kernel != NULL && what.kernelParams != NULL && i < kernel->param_count; i++) {
        vg_put(to, "    argument %u, %u bytes: ", i, (unsigned)kernel->param_sizes[i]);
        put_value(to, rt, (const unsigned char *)what.kernelParams[i], kernel->param_sizes[i]);
        vg_put(to, "\n");
    }
    return VG_OK;
}

static vg_status put_copy(vg_program *rt, vg_output *to, CUgraphNode node, const char *title)
{
    CUDA_MEMCPY3D what;
    vg_status status;
    (void)memset(&what, 0, sizeof what);
    status = vg_checked(rt, cuGraphMemcpyNodeGetParams(node, &what), "cuGraphMemcpyNodeGetParams", title);
    if (status != VG_OK) {
        return status;
    }
    vg_put(to, "copy, %n x %n x %n bytes\n    from ", (uint64_t)what.WidthInBytes, (uint64_t)what.Height,
           (uint64_t)what.Depth);
    put_address(to, rt, what.srcMemoryType == CU_MEMORYTYPE_HOST ? (uint64_t)(uintptr_t)what.srcHost : what.srcDevice);
    vg_put(to, "\n    to ");
    put_address(to, rt, what.dstMemoryType == CU_MEMORYTYPE_HOST ? (uint64_t)(uintptr_t)what.dstHost : what.dstDevice);
    vg_put(to, "\n");
    return VG_OK;
}

static vg_status put_fill(vg_program *rt, vg_output *to, CUgraphNode node, const char *title)
{
    CUDA_MEMSET_NODE_PARAMS what;
    vg_status status;
    (void)memset(&what, 0, sizeof what);
    status = vg_checked(rt, cuGraphMemsetNodeGetParams(node, &what), "cuGraphMemsetNodeGetParams", title);
    if (status != VG_OK) {
        return status;
    }
    vg_put(to, "fill, %n x %n elements of %u bytes with 0x%x\n    to ", (uint64_t)what.width, (uint64_t)what.height,
           what.elementSize, (uint64_t)what.value);
    put_address(to, rt, what.dst);
    vg_put(to, "\n");
    return VG_OK;
}

/* Of a fused launch, what it does. */
static void put_parts(const vg_program *rt, vg_output *to, unsigned node)
{
    unsigned i;
    unsigned part;
    for (i = 0; i < rt->store.fused_count; i++) {
        const vg_fused *fused = &rt->store.fused[i];
        for (part = 0; fused->node == node && part < fused->count; part++) {
            vg_put(to, "    part %u: %s\n", part, rt->desc->node_titles[fused->first + part]);
        }
    }
}

static vg_status put_node(vg_program *rt, vg_output *to, unsigned index)
{
    const CUgraphNode node = (CUgraphNode)rt->store.nodes[index];
    const char *title = rt->desc->node_titles[index];
    CUgraphNodeType type = CU_GRAPH_NODE_TYPE_EMPTY;
    const vg_status status = vg_checked(rt, cuGraphNodeGetType(node, &type), "cuGraphNodeGetType", title);
    if (status != VG_OK) {
        return status;
    }
    vg_put(to, "  %s%s: ", title, vg_is_disabled(rt, index) ? " (left out)" : "");
    switch (type) {
    case CU_GRAPH_NODE_TYPE_KERNEL:
        return put_kernel(rt, to, node, title);
    case CU_GRAPH_NODE_TYPE_MEMCPY:
        return put_copy(rt, to, node, title);
    case CU_GRAPH_NODE_TYPE_MEMSET:
        return put_fill(rt, to, node, title);
    case CU_GRAPH_NODE_TYPE_EMPTY:
        vg_put(to, "joins others\n");
        return VG_OK;
    case CU_GRAPH_NODE_TYPE_HOST:
        vg_put(to, "calls a function\n");
        return VG_OK;
    case CU_GRAPH_NODE_TYPE_WAIT_EVENT:
    case CU_GRAPH_NODE_TYPE_EVENT_RECORD:
        vg_put(to, "orders streams by an event\n");
        return VG_OK;
    default:
        vg_put(to, "runs bodies\n");
        return VG_OK;
    }
}

/* ---- all of them ---- */

/* Bodies of conditional nodes stand behind the nodes of their graph. */
static vg_status put_graph(vg_program *rt, vg_output *to, unsigned graph)
{
    const vg_graph_desc *desc = &rt->desc->graphs[graph];
    const unsigned end = vg_nodes_end(rt, graph);
    vg_status status;
    unsigned i;
    rt->stepping = 1; /* the nodes are given what a commit gives the exec */
    status = vg_commit(rt, graph);
    rt->stepping = 0;
    if (status == VG_OK) {
        vg_put(to, "graph %s, lane %u\n", desc->name, rt->lane);
    }
    for (i = desc->first_node; status == VG_OK && to->refused == 0 && i < end; i++) {
        status = rt->store.nodes[i] != NULL ? vg_at_node(rt, put_node(rt, to, i), i) : VG_OK;
        put_parts(rt, to, i);
    }
    return status;
}

vg_status vg_describe(vg_program *rt, int (*write)(void *user, const char *text, size_t size), void *user)
{
    CUcontext caller = NULL;
    vg_output to;
    unsigned i;
    vg_status status = vg_check_idle(rt);
    if (status == VG_OK && write == NULL) {
        status = vg_refuse(rt, VG_ARGUMENT, "write", 0, 0);
    }
    if (status == VG_OK) {
        status = vg_enter(rt, &caller);
    }
    if (status != VG_OK) {
        return status;
    }
    to.write = write;
    to.user = user;
    to.refused = 0;
    to.used = 0;
    for (i = 0; status == VG_OK && to.refused == 0 && i < rt->desc->graph_count - rt->desc->setup; i++) {
        status = put_graph(rt, &to, i);
    }
    vg_put_end(&to);
    return vg_leave(rt, caller, status);
}

#endif
