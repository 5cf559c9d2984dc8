/* SPDX-License-Identifier: 0BSD */
/* SPDX-FileCopyrightText: 2026 The vggen authors */
/* Looking at graphs, parameters and attributes of their nodes. */
#define _GNU_SOURCE
#include "graph/graph.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

CUresult CUDAAPI cuGraphGetNodes(CUgraph graph, CUgraphNode *nodes, size_t *count)
{
    CUresult result = sim_enter(__func__, SIM_CONTEXT);
    const sim_graph *g = result ? NULL : (const sim_graph *)sim_object_data(graph, SIM_GRAPH);
    if (!result && (!g || !count)) {
        result = CUDA_ERROR_INVALID_VALUE;
    }
    for (size_t i = 0; !result && nodes && i < *count; i++) {
        nodes[i] = i < g->count ? (CUgraphNode)(void *)g->nodes[i]->object : NULL;
    }
    if (!result) {
        *count = nodes && *count < g->count ? *count : g->count;
    }
    return sim_leave(result);
}

CUresult CUDAAPI cuGraphNodeGetType(CUgraphNode handle, CUgraphNodeType *type)
{
    CUresult result = sim_enter(__func__, SIM_CONTEXT);
    const sim_node *node = result ? NULL : (const sim_node *)sim_object_data(handle, SIM_NODE);
    result = result ? result : node ? CUDA_SUCCESS : CUDA_ERROR_INVALID_VALUE;
    if (!result) {
        *type = node->call ? CU_GRAPH_NODE_TYPE_HOST : node->type;
    }
    return sim_leave_out(result, type, sizeof *type);
}

static CUresult get_kernel(const sim_node *node, CUDA_KERNEL_NODE_PARAMS *p)
{
    const sim_launch *launch;
    if (!node) {
        return CUDA_ERROR_INVALID_VALUE;
    }
    launch = &node->launch;
    memset(p, 0, sizeof *p);
    if (launch->function_object->kind == SIM_FUNCTION) {
        p->func = (CUfunction)(uintptr_t)launch->function_object;
    } else {
        p->kern = (CUkernel)(uintptr_t)launch->function_object;
    }
    p->gridDimX = launch->grid[0];
    p->gridDimY = launch->grid[1];
    p->gridDimZ = launch->grid[2];
    p->blockDimX = launch->block[0];
    p->blockDimY = launch->block[1];
    p->blockDimZ = launch->block[2];
    p->sharedMemBytes = launch->dynamic_shared;
    p->kernelParams = launch->parameters;
    return CUDA_SUCCESS;
}

CUresult CUDAAPI cuGraphKernelNodeGetParams_v2(CUgraphNode node, CUDA_KERNEL_NODE_PARAMS *parameters)
{
    CUresult result = sim_enter(__func__, SIM_CONTEXT);
    result = result ? result : get_kernel(sim_node_get(node, CU_GRAPH_NODE_TYPE_KERNEL), parameters);
    return sim_leave_out(result, parameters, sizeof *parameters);
}

static CUresult set_kernel(sim_node *node, const CUDA_KERNEL_NODE_PARAMS *parameters)
{
    sim_launch launch;
    CUresult result = node ? sim_launch_set(&launch, parameters) : CUDA_ERROR_INVALID_VALUE;
    if (result) {
        return result;
    }
    result = sim_attributes_keep(&launch, &node->launch);
    sim_launch_free(result ? &launch : &node->launch);
    node->launch = result ? node->launch : launch;
    return result;
}

CUresult CUDAAPI cuGraphKernelNodeSetParams_v2(CUgraphNode node, const CUDA_KERNEL_NODE_PARAMS *parameters)
{
    CUresult result = sim_enter(__func__, SIM_CONTEXT);
    return sim_leave(result ? result : set_kernel(sim_node_get(node, CU_GRAPH_NODE_TYPE_KERNEL), parameters));
}

/* Begins a call that looks at a node of that type. */
static CUresult enter_node(const char *call, CUgraphNode handle, CUgraphNodeType type, const sim_node **node)
{
    const CUresult result = sim_enter(call, SIM_CONTEXT);
    *node = result ? NULL : sim_node_get(handle, type);
    return result ? result : *node ? CUDA_SUCCESS : CUDA_ERROR_INVALID_VALUE;
}

CUresult CUDAAPI cuGraphMemcpyNodeGetParams(CUgraphNode handle, CUDA_MEMCPY3D *parameters)
{
    const sim_node *node = NULL;
    const CUresult result = enter_node(__func__, handle, CU_GRAPH_NODE_TYPE_MEMCPY, &node);
    if (!result) {
        *parameters = node->copy_parameters;
    }
    return sim_leave_out(result, parameters, sizeof *parameters);
}

CUresult CUDAAPI cuGraphMemsetNodeGetParams(CUgraphNode handle, CUDA_MEMSET_NODE_PARAMS *parameters)
{
    const sim_node *node = NULL;
    const CUresult result = enter_node(__func__, handle, CU_GRAPH_NODE_TYPE_MEMSET, &node);
    if (!result) {
        *parameters = node->fill_parameters;
    }
    return sim_leave_out(result, parameters, sizeof *parameters);
}

CUresult CUDAAPI cuGraphHostNodeGetParams(CUgraphNode handle, CUDA_HOST_NODE_PARAMS *parameters)
{
    const sim_node *node = NULL;
    const CUresult result = enter_node(__func__, handle, CU_GRAPH_NODE_TYPE_HOST, &node);
    if (!result) {
        *parameters = node->host;
    }
    return sim_leave_out(result, parameters, sizeof *parameters);
}

static const char *kind_of(const sim_node *node)
{
    static const char *const kinds[] = {"kernel", "memcpy", "memset", "host", "graph", "empty"};
    if (node->type == CU_GRAPH_NODE_TYPE_CONDITIONAL) {
        return "conditional";
    }
    if (node->call) {
        return "call";
    }
    return (unsigned)node->type < sizeof kinds / sizeof kinds[0] ? kinds[node->type] : "other";
}

/* Nodes of a body are named after the node that holds it: node_1_0_2 is the third one of the first body of node_1. */
static void print_nodes(FILE *file, const sim_graph *g, const char *prefix)
{
    for (size_t i = 0; i < g->count; i++) {
        const sim_node *node = g->nodes[i];
        const bool named = node->type == CU_GRAPH_NODE_TYPE_KERNEL && sim_function_loaded(node->launch.function_object);
        fprintf(file, "    %s_%zu [label=\"%s %s\"];\n", prefix, i, kind_of(node),
                named ? node->launch.function->name : "");
        for (size_t k = 0; k < node->after_count; k++) {
            fprintf(file, "    %s_%u -> %s_%zu%s;\n", prefix, node->after[k], prefix, i,
                    node->ports[k] ? " [style=dashed]" : "");
        }
        for (unsigned body = 0; body < node->conditional.size; body++) {
            char inner[256];
            snprintf(inner, sizeof inner, "%s_%zu_%u", prefix, i, body);
            fprintf(file, "    subgraph cluster_%s {\n    label=\"body %u\";\n", inner, body);
            print_nodes(file, node->conditional.graphs[body], inner);
            fprintf(file, "    }\n");
        }
    }
}

static CUresult print_dot(const sim_graph *g, const char *path)
{
    FILE *file = g && path ? fopen(path, "w") : NULL;
    if (!file) {
        return g ? sim_refuse(CUDA_ERROR_OPERATING_SYSTEM, "cannot write %s", path ? path : "(null)")
                 : CUDA_ERROR_INVALID_VALUE;
    }
    fprintf(file, "digraph graph_1 {\n");
    print_nodes(file, g, "node");
    fprintf(file, "}\n");
    return fclose(file) ? CUDA_ERROR_OPERATING_SYSTEM : CUDA_SUCCESS;
}

CUresult CUDAAPI cuGraphDebugDotPrint(CUgraph graph, const char *path, unsigned flags)
{
    CUresult result = sim_enter(__func__, SIM_CONTEXT);
    (void)flags;
    return sim_leave(result ? result : print_dot((const sim_graph *)sim_object_data(graph, SIM_GRAPH), path));
}
