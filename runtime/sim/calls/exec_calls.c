/* SPDX-License-Identifier: 0BSD */
/* SPDX-FileCopyrightText: 2026 The vggen authors */
/* Executable graphs: making, launching and destroying them. */
#define _GNU_SOURCE
#include "check/check.h"
#include "stream/stream.h"

/* These are there only to be looked at. */
static CUresult check_runnable(const sim_graph *graph, CUgraphInstantiateResult *why, CUgraphNode *node)
{
    for (size_t i = 0; i < graph->count; i++) {
        const int type = (int)graph->nodes[i]->type;
        if (type == CU_GRAPH_NODE_TYPE_MEM_ALLOC || type == CU_GRAPH_NODE_TYPE_MEM_FREE ||
            type == CU_GRAPH_NODE_TYPE_BATCH_MEM_OP || type == CU_GRAPH_NODE_TYPE_WAIT_EVENT) {
            *why = CUDA_GRAPH_INSTANTIATE_NODE_OPERATION_NOT_SUPPORTED;
            *node = (CUgraphNode)(void *)graph->nodes[i]->object;
            return sim_refuse(CUDA_ERROR_NOT_SUPPORTED,
                              "node %zu: the CPU device captures nodes of type %d, and cannot run them", i, type);
        }
    }
    return CUDA_SUCCESS;
}

/* What the device itself may launch: its own nodes, and child graphs of such. */
static bool device_launches(const sim_node *node)
{
    bool launched = node->type == CU_GRAPH_NODE_TYPE_KERNEL || node->type == CU_GRAPH_NODE_TYPE_MEMCPY ||
                    node->type == CU_GRAPH_NODE_TYPE_MEMSET || node->type == CU_GRAPH_NODE_TYPE_GRAPH;
    for (size_t i = 0; launched && node->child && i < node->child->count; i++) {
        launched = device_launches(&node->child->nodes[i]);
    }
    return launched;
}

static CUresult check_device_launch(const sim_graph *graph, uint64_t flags, CUgraphInstantiateResult *why,
                                    CUgraphNode *node)
{
    if (flags & CUDA_GRAPH_INSTANTIATE_FLAG_AUTO_FREE_ON_LAUNCH) {
        return sim_refuse(CUDA_ERROR_INVALID_VALUE, "a graph for device launch cannot free memory at launch");
    }
    for (size_t i = 0; i < graph->count; i++) {
        if (!device_launches(graph->nodes[i])) {
            *why = CUDA_GRAPH_INSTANTIATE_NODE_OPERATION_NOT_SUPPORTED;
            *node = (CUgraphNode)(void *)graph->nodes[i]->object;
            return sim_refuse(CUDA_ERROR_NOT_SUPPORTED, "the device cannot launch node %zu", i);
        }
    }
    return CUDA_SUCCESS;
}

static CUresult instantiate(CUgraphExec *out, CUgraph handle, uint64_t flags, CUgraphInstantiateResult *why,
                            CUgraphNode *node)
{
    sim_graph *graph = (sim_graph *)sim_object_data(handle, SIM_GRAPH);
    CUresult result;
    sim_exec *exec;
    *why = CUDA_GRAPH_INSTANTIATE_ERROR;
    *node = NULL;
    if (!graph || !out) {
        return CUDA_ERROR_INVALID_VALUE;
    }
    if (flags &
        ~(uint64_t)(CUDA_GRAPH_INSTANTIATE_FLAG_UPLOAD | CUDA_GRAPH_INSTANTIATE_FLAG_USE_NODE_PRIORITY |
                    CUDA_GRAPH_INSTANTIATE_FLAG_AUTO_FREE_ON_LAUNCH | CUDA_GRAPH_INSTANTIATE_FLAG_DEVICE_LAUNCH)) {
        return sim_refuse(CUDA_ERROR_NOT_SUPPORTED, "instantiation flags 0x%llx", (unsigned long long)flags);
    }
    result =
        flags & CUDA_GRAPH_INSTANTIATE_FLAG_DEVICE_LAUNCH ? check_device_launch(graph, flags, why, node) : CUDA_SUCCESS;
    result = result ? result : check_runnable(graph, why, node);
    result = result ? result : sim_conditionals_check(graph, why, node);
    if (!result && graph->execs && sim_graph_has_grids(graph)) {
        result = sim_refuse(CUDA_ERROR_NOT_SUPPORTED,
                            "a graph with nodes whose grids kernels set can have only one exec, and it has one");
    }
    if (result) {
        return result;
    }
    exec = sim_exec_new(graph);
    if (!exec) {
        *why = CUDA_GRAPH_INSTANTIATE_INVALID_STRUCTURE;
        return sim_refuse(CUDA_ERROR_INVALID_VALUE, "the graph has a cycle");
    }
    exec->flags = flags;
    exec->object = sim_object_new(SIM_EXEC, exec, NULL);
    if (!exec->object) {
        sim_exec_release(exec);
        return CUDA_ERROR_OUT_OF_MEMORY;
    }
    exec->source = graph->object;
    graph->execs++;
    sim_conditions_collect(exec, graph);
    if (sim_get_settings()->check != SIM_CHECK_OFF) {
        sim_match_exec(exec);
    }
    *why = CUDA_GRAPH_INSTANTIATE_SUCCESS;
    *out = (CUgraphExec)(void *)exec->object;
    return CUDA_SUCCESS;
}

CUresult CUDAAPI cuGraphInstantiateWithFlags(CUgraphExec *out, CUgraph graph, unsigned long long flags)
{
    CUgraphInstantiateResult why;
    CUgraphNode node;
    CUresult result = sim_enter(__func__, SIM_CONTEXT);
    if (!result && flags & CUDA_GRAPH_INSTANTIATE_FLAG_UPLOAD) {
        result = sim_refuse(CUDA_ERROR_INVALID_VALUE, "uploading needs cuGraphInstantiateWithParams");
    }
    result = result ? result : instantiate(out, graph, flags, &why, &node);
    return sim_leave_out(result, out, sizeof *out);
}

CUresult CUDAAPI cuGraphInstantiateWithParams(CUgraphExec *out, CUgraph graph,
                                              CUDA_GRAPH_INSTANTIATE_PARAMS *parameters)
{
    CUresult result = sim_enter(__func__, SIM_CONTEXT);
    if (!result && !parameters) {
        result = CUDA_ERROR_INVALID_VALUE;
    }
    if (parameters) {
        parameters->hErrNode_out = NULL;
        parameters->result_out = CUDA_GRAPH_INSTANTIATE_ERROR;
    }
    if (!result) {
        result = instantiate(out, graph, parameters->flags, &parameters->result_out, &parameters->hErrNode_out);
    }
    return sim_leave_out(result, out, sizeof *out);
}

static CUresult destroy(CUgraphExec handle)
{
    sim_exec *exec = (sim_exec *)sim_object_data(handle, SIM_EXEC);
    if (!exec) {
        return CUDA_ERROR_INVALID_VALUE;
    }
    if (!exec->source->dead) {
        ((sim_graph *)exec->source->data)->execs--;
    }
    sim_object_destroy(exec->object); /* launches that wait hold the snapshot */
    sim_exec_release(exec);
    return CUDA_SUCCESS;
}

CUresult CUDAAPI cuGraphExecDestroy(CUgraphExec handle)
{
    CUresult result = sim_enter(__func__, SIM_CONTEXT);
    return sim_leave(result ? result : destroy(handle));
}

CUresult CUDAAPI cuGraphExecGetFlags(CUgraphExec handle, cuuint64_t *flags)
{
    CUresult result = sim_enter(__func__, SIM_CONTEXT);
    const sim_exec *exec = result ? NULL : (const sim_exec *)sim_object_data(handle, SIM_EXEC);
    result = result ? result : exec ? CUDA_SUCCESS : CUDA_ERROR_INVALID_VALUE;
    if (!result) {
        *flags = exec->flags;
    }
    return sim_leave_out(result, flags, sizeof *flags);
}

CUresult CUDAAPI cuGraphUpload(CUgraphExec handle, CUstream stream)
{
    CUresult result = sim_enter(__func__, SIM_CONTEXT);
    sim_exec *exec = result ? NULL : (sim_exec *)sim_object_data(handle, SIM_EXEC);
    if (!result && (!exec || !sim_stream_known(stream))) {
        result = exec ? CUDA_ERROR_INVALID_HANDLE : CUDA_ERROR_INVALID_VALUE;
    }
    if (!result && sim_stream_captured(stream)) {
        result = sim_stream_push(stream, sim_work_new(SIM_WORK_GRAPH)); /* as a launch */
    }
    if (!result) {
        exec->uploaded = true;
    }
    return sim_leave(result);
}

/* Such a graph must be uploaded before its first launch, and after the host has changed such a node. */
static void check_uploaded(const sim_exec *exec)
{
    for (size_t i = 0; !exec->uploaded && i < exec->count; i++) {
        if (exec->nodes[i].launch.most) {
            sim_problem("upload", "a graph is launched without cuGraphUpload, and kernels set the grid of %s, one of "
                        "its nodes", sim_node_title(exec, i));
            return;
        }
    }
}

static CUresult launch(CUgraphExec handle, CUstream stream)
{
    sim_exec *exec = (sim_exec *)sim_object_data(handle, SIM_EXEC);
    sim_work *work;
    if (sim_stream_captured(stream)) {
        return sim_stream_push(stream, sim_work_new(SIM_WORK_GRAPH)); /* which says what is wrong */
    }
    if (!exec) {
        return CUDA_ERROR_INVALID_VALUE;
    }
    check_uploaded(exec);
    work = sim_work_new(SIM_WORK_GRAPH);
    work->exec = exec;
    exec->references++;
    sim_external_find(exec);
    work->watch = sim_stream_idle(stream) ? sim_watch_begin(exec) : NULL;
    return sim_stream_push(stream, work);
}

CUresult CUDAAPI cuGraphLaunch(CUgraphExec handle, CUstream stream)
{
    CUresult result = sim_enter(__func__, SIM_CONTEXT);
    return sim_leave(result ? result : launch(handle, stream));
}
