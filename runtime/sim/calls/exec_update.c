/* SPDX-License-Identifier: 0BSD */
/* SPDX-FileCopyrightText: 2026 The vggen authors */
/* Changes of an executable graph. They are for launches to come, so its launches that wait are run first; those of
 * other graphs go on waiting. */
#define _GNU_SOURCE
#include "check/check.h"
#include "stream/stream.h"

static sim_node *find(CUgraphExec handle, CUgraphNode node_handle, CUgraphNodeType type, sim_exec **out)
{
    sim_exec *exec = (sim_exec *)sim_object_data(handle, SIM_EXEC);
    const sim_node *node = exec ? (const sim_node *)sim_object_data(node_handle, SIM_NODE) : NULL;
    *out = exec;
    if (!node) {
        return NULL;
    }
    for (size_t i = 0; i < exec->count; i++) {
        if (exec->nodes[i].object == node->object) {
            if ((int)type >= 0 && node->type != type) {
                sim_refuse(CUDA_ERROR_INVALID_VALUE, "the node is of another type");
                return NULL;
            }
            sim_drain_exec(exec);
            return &exec->nodes[i];
        }
    }
    sim_refuse(CUDA_ERROR_INVALID_VALUE, "the node is not one of the graph that was instantiated");
    return NULL;
}

static void match_again(sim_exec *exec, const sim_node *node)
{
    if (exec->match) {
        sim_match_node_again(exec, (size_t)(node - exec->nodes));
    }
}

/* An address may change, but not the kind of memory that it is in. */
static CUresult same_memory(uint64_t before, uint64_t after, const char *what)
{
    const sim_memory *old = sim_memory_find(before), *new = sim_memory_find(after);
    if (!old != !new || (old && (old->kind == SIM_DEVICE_MEMORY) != (new->kind == SIM_DEVICE_MEMORY))) {
        return sim_refuse(CUDA_ERROR_INVALID_VALUE, "the %s moves to another kind of memory", what);
    }
    return CUDA_SUCCESS;
}

static CUresult set_launch(sim_exec *exec, sim_node *node, const CUDA_KERNEL_NODE_PARAMS *p)
{
    const sim_launch *old = &node->launch;
    sim_launch launch;
    CUresult result = sim_launch_set(&launch, p);
    if (result) {
        return result;
    }
    if (sim_function_loaded(old->function_object) && old->function->context && launch.function->context &&
        old->function->context != launch.function->context) {
        sim_launch_free(&launch);
        return sim_refuse(CUDA_ERROR_INVALID_VALUE, "the function is of another context");
    }
    result = sim_attributes_keep(&launch, old);
    if (result) {
        sim_launch_free(&launch);
        return result;
    }
    sim_launch_free(&node->launch);
    node->launch = launch;
    exec->uploaded = exec->uploaded && launch.most == 0;
    match_again(exec, node);
    return CUDA_SUCCESS;
}

CUresult CUDAAPI cuGraphExecKernelNodeSetParams_v2(CUgraphExec handle, CUgraphNode node_handle,
                                                   const CUDA_KERNEL_NODE_PARAMS *p)
{
    sim_exec *exec = NULL;
    CUresult result = sim_enter(__func__, SIM_CONTEXT);
    sim_node *node = result ? NULL : find(handle, node_handle, CU_GRAPH_NODE_TYPE_KERNEL, &exec);
    result = result ? result : node ? set_launch(exec, node, p) : CUDA_ERROR_INVALID_VALUE;
    return sim_leave(result);
}

CUresult CUDAAPI cuGraphExecMemcpyNodeSetParams(CUgraphExec handle, CUgraphNode node_handle, const CUDA_MEMCPY3D *p,
                                                CUcontext context)
{
    sim_exec *exec = NULL;
    sim_copy copy;
    CUresult result = sim_enter(__func__, SIM_CONTEXT);
    sim_node *node = result ? NULL : find(handle, node_handle, CU_GRAPH_NODE_TYPE_MEMCPY, &exec);
    if (!result && context && !sim_context_valid(context)) { /* NULL: the current one */
        result = CUDA_ERROR_INVALID_CONTEXT;
    }
    result = result ? result : node ? sim_copy_from_3d(&copy, p) : CUDA_ERROR_INVALID_VALUE;
    if (!result && (copy.rows != 1 || copy.layers != 1 || node->copy.rows != 1 || node->copy.layers != 1)) {
        result = sim_refuse(CUDA_ERROR_INVALID_VALUE, "only one-dimensional copies can be changed");
    }
    result = result ? result : same_memory(node->copy.from, copy.from, "source");
    result = result ? result : same_memory(node->copy.to, copy.to, "destination");
    result = result ? result : sim_copy_check(&copy);
    if (!result) {
        node->copy = copy;
        match_again(exec, node);
    }
    return sim_leave(result);
}

CUresult CUDAAPI cuGraphExecMemsetNodeSetParams(CUgraphExec handle, CUgraphNode node_handle,
                                                const CUDA_MEMSET_NODE_PARAMS *p, CUcontext context)
{
    sim_exec *exec = NULL;
    sim_fill fill;
    CUresult result = sim_enter(__func__, SIM_CONTEXT);
    sim_node *node = result ? NULL : find(handle, node_handle, CU_GRAPH_NODE_TYPE_MEMSET, &exec);
    if (!result && context && !sim_context_valid(context)) { /* NULL: the current one */
        result = CUDA_ERROR_INVALID_CONTEXT;
    }
    result = result ? result : node ? sim_fill_from_node(&fill, p) : CUDA_ERROR_INVALID_VALUE;
    if (!result && (fill.rows != 1 || node->fill.rows != 1)) {
        result = sim_refuse(CUDA_ERROR_INVALID_VALUE, "only one-dimensional fills can be changed");
    }
    result = result ? result : same_memory(node->fill.to, fill.to, "destination");
    result = result ? result : sim_fill_check(&fill);
    if (!result) {
        node->fill = fill;
        match_again(exec, node);
    }
    return sim_leave(result);
}

static bool can_be_disabled(const sim_node *node)
{
    return node->type == CU_GRAPH_NODE_TYPE_KERNEL || node->type == CU_GRAPH_NODE_TYPE_MEMCPY ||
           node->type == CU_GRAPH_NODE_TYPE_MEMSET || node->call;
}

CUresult CUDAAPI cuGraphNodeSetEnabled(CUgraphExec handle, CUgraphNode node_handle, unsigned enabled)
{
    sim_exec *exec = NULL;
    CUresult result = sim_enter(__func__, SIM_CONTEXT);
    sim_node *node = result ? NULL : find(handle, node_handle, (CUgraphNodeType)-1, &exec);
    if (!result && (!node || !can_be_disabled(node))) {
        result = CUDA_ERROR_INVALID_VALUE;
    }
    if (!result) {
        node->enabled = enabled != 0;
        exec->uploaded = exec->uploaded && node->launch.most == 0;
    }
    return sim_leave(result);
}

CUresult CUDAAPI cuGraphNodeGetEnabled(CUgraphExec handle, CUgraphNode node_handle, unsigned *enabled)
{
    sim_exec *exec = NULL;
    CUresult result = sim_enter(__func__, SIM_CONTEXT);
    const sim_node *node = result ? NULL : find(handle, node_handle, (CUgraphNodeType)-1, &exec);
    result = result ? result : node ? CUDA_SUCCESS : CUDA_ERROR_INVALID_VALUE;
    if (!result) {
        *enabled = node->enabled;
    }
    return sim_leave_out(result, enabled, sizeof *enabled);
}
