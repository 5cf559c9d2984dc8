/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The vggen authors */
/* fake_graph.c - the fake driver's graphs looked at and taken apart: parameters of nodes, clones, edges, events in
 * graphs, and launches without a graph. */
#include "fake_books.h"

#include <stdlib.h>
#include <string.h>

static object *use_node(const char *call, const void *handle, CUgraphNodeType type)
{
    object *node = fake_use(call, handle, NODE);
    if (node != NULL && node->type != type) {
        fake_misuse(call, "type of node");
    }
    return node;
}

/* ---- parameters ---- */

CUresult CUDAAPI cuGraphNodeGetType(CUgraphNode handle, CUgraphNodeType *type)
{
    const CUresult result = fake_enter_with_context("cuGraphNodeGetType");
    const object *node = fake_use("cuGraphNodeGetType", handle, NODE);
    *type = result == CUDA_SUCCESS && node != NULL ? node->type : (CUgraphNodeType)0x5a;
    return result;
}

CUresult CUDAAPI cuGraphKernelNodeGetParams_v2(CUgraphNode handle, CUDA_KERNEL_NODE_PARAMS *parameters)
{
    const CUresult result = fake_enter_with_context("cuGraphKernelNodeGetParams");
    const object *node = use_node("cuGraphKernelNodeGetParams", handle, CU_GRAPH_NODE_TYPE_KERNEL);
    memset(parameters, 0x5a, sizeof *parameters);
    if (result == CUDA_SUCCESS && node != NULL) {
        *parameters = node->launch;
    }
    return result;
}

CUresult CUDAAPI cuGraphKernelNodeGetAttribute(CUgraphNode handle, CUkernelNodeAttrID attribute,
                                               CUkernelNodeAttrValue *value)
{
    const CUresult result = fake_enter_with_context("cuGraphKernelNodeGetAttribute");
    const object *node = use_node("cuGraphKernelNodeGetAttribute", handle, CU_GRAPH_NODE_TYPE_KERNEL);
    memset(value, 0x5a, sizeof *value);
    if (result != CUDA_SUCCESS || node == NULL) {
        return result;
    }
    if ((int)attribute == CU_LAUNCH_ATTRIBUTE_CLUSTER_DIMENSION && fake.capability < 90) {
        return CUDA_ERROR_NOT_SUPPORTED;
    }
    memset(value, 0, sizeof *value);
    switch ((int)attribute) {
    case CU_LAUNCH_ATTRIBUTE_COOPERATIVE:
        value->cooperative = fake.forgets_attributes ? 0 : node->cooperative != 0 ? 1 : fake.cooperative;
        break;
    case CU_LAUNCH_ATTRIBUTE_CLUSTER_DIMENSION:
        value->clusterDim.x = node->cluster[0];
        value->clusterDim.y = node->cluster[1];
        value->clusterDim.z = fake.forgets_attributes ? 1 : node->cluster[2];
        break;
    default:
        value->priority = fake.forgets_attributes ? 0 : node->priority;
        break;
    }
    return CUDA_SUCCESS;
}

CUresult CUDAAPI cuGraphKernelNodeSetAttribute(CUgraphNode handle, CUkernelNodeAttrID attribute,
                                               const CUkernelNodeAttrValue *value)
{
    const CUresult result = fake_enter_with_context("cuGraphKernelNodeSetAttribute");
    object *node = use_node("cuGraphKernelNodeSetAttribute", handle, CU_GRAPH_NODE_TYPE_KERNEL);
    if (result != CUDA_SUCCESS || node == NULL) {
        return result;
    }
    switch ((int)attribute) {
    case CU_LAUNCH_ATTRIBUTE_COOPERATIVE:
        node->cooperative = value->cooperative;
        return CUDA_SUCCESS;
    case CU_LAUNCH_ATTRIBUTE_CLUSTER_DIMENSION:
        node->cluster[0] = value->clusterDim.x;
        node->cluster[1] = value->clusterDim.y;
        node->cluster[2] = value->clusterDim.z;
        return CUDA_SUCCESS;
    case CU_LAUNCH_ATTRIBUTE_PRIORITY:
        node->priority = value->priority;
        return CUDA_SUCCESS;
    default:
        fake_misuse("cuGraphKernelNodeSetAttribute", "attribute");
        return CUDA_ERROR_INVALID_VALUE;
    }
}

CUresult CUDAAPI cuOccupancyMaxActiveBlocksPerMultiprocessor(int *blocks, CUfunction function, int threads,
                                                             size_t shared)
{
    const char *call = "cuOccupancyMaxActiveBlocksPerMultiprocessor";
    const CUresult result = fake_enter_with_context(call);
    fake_use(call, function, FUNCTION);
    if (threads < 1 || threads > 1024) {
        fake_misuse(call, "threads");
    }
    fake.asked_shared = shared;
    *blocks = result == CUDA_SUCCESS ? fake.resident : 0x5a5a;
    return result;
}

CUresult CUDAAPI cuOccupancyMaxActiveClusters(int *clusters, CUfunction function, const CUlaunchConfig *config)
{
    const CUresult result = fake_enter_with_context("cuOccupancyMaxActiveClusters");
    fake_use("cuOccupancyMaxActiveClusters", function, FUNCTION);
    if (config->numAttrs != 1 || config->attrs[0].id != CU_LAUNCH_ATTRIBUTE_CLUSTER_DIMENSION) {
        fake_misuse("cuOccupancyMaxActiveClusters", "attributes");
    }
    *clusters = result == CUDA_SUCCESS ? fake.resident : 0x5a5a;
    return result;
}

CUresult CUDAAPI cuGraphMemcpyNodeGetParams(CUgraphNode handle, CUDA_MEMCPY3D *copy)
{
    const CUresult result = fake_enter_with_context("cuGraphMemcpyNodeGetParams");
    const object *node = use_node("cuGraphMemcpyNodeGetParams", handle, CU_GRAPH_NODE_TYPE_MEMCPY);
    memset(copy, 0x5a, sizeof *copy);
    if (result == CUDA_SUCCESS && node != NULL) {
        *copy = node->copy;
    }
    return result;
}

CUresult CUDAAPI cuGraphMemsetNodeGetParams(CUgraphNode handle, CUDA_MEMSET_NODE_PARAMS *fill)
{
    const CUresult result = fake_enter_with_context("cuGraphMemsetNodeGetParams");
    const object *node = use_node("cuGraphMemsetNodeGetParams", handle, CU_GRAPH_NODE_TYPE_MEMSET);
    memset(fill, 0x5a, sizeof *fill);
    if (result == CUDA_SUCCESS) {
        *fill = node != NULL && node->has_fill ? node->fill : fake.fill;
    }
    return result;
}

/* ---- without a graph ---- */

CUresult CUDAAPI cuLaunchKernelEx(const CUlaunchConfig *config, CUfunction function, void **parameters, void **extra)
{
    const CUresult result = fake_enter_with_context("cuLaunchKernelEx");
    (void)extra;
    if (result == CUDA_SUCCESS) {
        fake_write_end(fake_end_of(parameters));
    }
    fake_use("cuLaunchKernelEx", function, FUNCTION);
    fake_give_work("cuLaunchKernelEx", config->hStream, result);
    fake.launched_blocks = config->gridDimX;
    fake.launched_attributes = config->numAttrs;
    if (config->numAttrs == 1 && (config->attrs[0].id != CU_LAUNCH_ATTRIBUTE_COOPERATIVE ||
                                  config->attrs[0].value.cooperative != fake.cooperative)) {
        fake_misuse("cuLaunchKernelEx", "attributes");
    }
    return result;
}

CUresult CUDAAPI cuMemcpy3DAsync_v2(const CUDA_MEMCPY3D *copy, CUstream stream)
{
    const CUresult result = fake_enter_with_context("cuMemcpy3DAsync");
    (void)copy;
    fake_give_work("cuMemcpy3DAsync", stream, result);
    return result;
}

static CUresult write_rows(const char *call, CUdeviceptr to, size_t pitch, const void *element, size_t size,
                           size_t count, size_t rows, CUstream stream)
{
    const CUresult result = fake_write(call, to, element, size, count, stream);
    unsigned char *bytes = (unsigned char *)(uintptr_t)to;
    if (rows < 2 || pitch < count * size) {
        fake_misuse(call, "rows or pitch");
    }
    for (size_t i = 1; result == CUDA_SUCCESS && i < rows; i++) {
        memcpy(bytes + i * pitch, bytes, count * size);
    }
    return result;
}

CUresult CUDAAPI cuMemsetD2D8Async(CUdeviceptr to, size_t pitch, unsigned char value, size_t count, size_t rows,
                                   CUstream stream)
{
    return write_rows("cuMemsetD2D8Async", to, pitch, &value, 1, count, rows, stream);
}

CUresult CUDAAPI cuMemsetD2D16Async(CUdeviceptr to, size_t pitch, unsigned short value, size_t count, size_t rows,
                                    CUstream stream)
{
    return write_rows("cuMemsetD2D16Async", to, pitch, &value, 2, count, rows, stream);
}

CUresult CUDAAPI cuMemsetD2D32Async(CUdeviceptr to, size_t pitch, unsigned int value, size_t count, size_t rows,
                                    CUstream stream)
{
    return write_rows("cuMemsetD2D32Async", to, pitch, &value, 4, count, rows, stream);
}

/* ---- clones and edges ---- */

static object *copy_of(const object *clone, const object *node)
{
    for (int i = 0;; i++) {
        object *copy = fake_node_of(clone, i);
        if (copy == NULL || copy->original == node) {
            return copy;
        }
    }
}

static void copy_nodes(const object *from, object *to)
{
    const object *node;
    for (int i = 0; (node = fake_node_of(from, i)) != NULL; i++) {
        object *copy = fake_make(NODE);
        copy->parent = to;
        copy->original = fake_node_of(from, i);
        copy->type = node->type;
        copy->launch = node->launch;
        copy->copy = node->copy;
        copy->fill = node->fill;
        copy->has_fill = node->has_fill;
        copy->after_count = node->after_count;
        for (unsigned k = 0; k < node->after_count; k++) {
            copy->after[k] = copy_of(to, node->after[k]);
            copy->kinds[k] = node->kinds[k];
        }
    }
}

CUresult CUDAAPI cuGraphClone(CUgraph *clone, CUgraph original)
{
    const object *from = fake_use("cuGraphClone", original, GRAPH);
    const CUresult result = fake_create("cuGraphClone", clone, GRAPH, NULL);
    if (result == CUDA_SUCCESS && from != NULL) {
        copy_nodes(from, fake_use("cuGraphClone", *clone, GRAPH));
    }
    return result;
}

CUresult CUDAAPI cuGraphNodeFindInClone(CUgraphNode *node, CUgraphNode original, CUgraph clone)
{
    const CUresult result = fake_enter_with_context("cuGraphNodeFindInClone");
    const object *graph = fake_use("cuGraphNodeFindInClone", clone, GRAPH);
    const object *of = fake_use("cuGraphNodeFindInClone", original, NODE);
    object *found = graph != NULL && of != NULL ? copy_of(graph, of) : NULL;
    if (found == NULL) {
        fake_misuse("cuGraphNodeFindInClone", "no node of the clone");
    }
    *node = result == CUDA_SUCCESS ? (CUgraphNode)found : (CUgraphNode)TRAP;
    return result;
}

CUresult CUDAAPI cuGraphAddEventRecordNode(CUgraphNode *node, CUgraph graph, const CUgraphNode *after, size_t count,
                                           CUevent event)
{
    object *recorded = fake_use("cuGraphAddEventRecordNode", event, EVENT);
    const CUresult result =
        fake_add_node("cuGraphAddEventRecordNode", node, graph, after, count, CU_GRAPH_NODE_TYPE_EVENT_RECORD);
    if (result == CUDA_SUCCESS) {
        fake_use("cuGraphAddEventRecordNode", *node, NODE)->event = recorded;
    }
    return result;
}

static unsigned place_of(const object *node, const object *before)
{
    unsigned i = 0;
    while (i < node->after_count && node->after[i] != before) {
        i++;
    }
    return i;
}

static CUresult change_edges(const char *call, int add, CUgraph graph, const CUgraphNode *from, const CUgraphNode *to,
                             const CUgraphEdgeData *kinds, size_t count)
{
    const CUresult result = fake_enter_with_context(call);
    const object *owner = fake_use(call, graph, GRAPH);
    for (size_t i = 0; i < count; i++) {
        object *before = fake_use(call, from[i], NODE);
        object *node = fake_use(call, to[i], NODE);
        if (before == NULL || node == NULL || before->parent != owner || node->parent != owner) {
            fake_misuse(call, "nodes of another graph");
            return result;
        }
        const unsigned at = place_of(node, before);
        if ((at < node->after_count) == (add != 0) || node->after_count == MOST_AFTER) {
            fake_misuse(call, add ? "the edge exists, or there are too many" : "no such edge");
        } else if (result == CUDA_SUCCESS && add) {
            node->kinds[node->after_count] = kinds != NULL && kinds[i].type != 0;
            node->after[node->after_count++] = before;
        } else if (result == CUDA_SUCCESS) {
            node->after[at] = node->after[--node->after_count];
            node->kinds[at] = node->kinds[node->after_count];
        }
    }
    return result;
}

void fake_add_edge(void *node, void *after)
{
    object *to = fake_use("fake_add_edge", node, NODE);
    if (to != NULL && to->after_count < MOST_AFTER) {
        to->after[to->after_count++] = fake_use("fake_add_edge", after, NODE);
    }
}

static CUresult get_dependencies(CUgraphNode handle, CUgraphNode *nodes, CUgraphEdgeData *kinds, size_t *count)
{
    const CUresult result = fake_enter_with_context("cuGraphNodeGetDependencies");
    const object *node = fake_use("cuGraphNodeGetDependencies", handle, NODE);
    if (result != CUDA_SUCCESS || node == NULL) {
        *count = (size_t)0x5a5a5a5a5a5a;
        return result;
    }
    if (*count < node->after_count) {
        fake_misuse("cuGraphNodeGetDependencies", "no room for all");
    }
    for (size_t i = 0; i < *count; i++) {
        nodes[i] = i < node->after_count ? (CUgraphNode)node->after[i] : NULL;
    }
    for (size_t i = 0; i < node->after_count; i++) {
        if (kinds != NULL) {
            memset(&kinds[i], 0, sizeof kinds[i]);
            kinds[i].type = (unsigned char)node->kinds[i];
        } else if (node->kinds[i] != 0) {
            return CUDA_ERROR_LOSSY_QUERY;
        }
    }
    *count = node->after_count;
    return result;
}

#if CUDA_VERSION >= 12030
CUresult CUDAAPI cuGraphAddDependencies_v2(CUgraph graph, const CUgraphNode *from, const CUgraphNode *to,
                                           const CUgraphEdgeData *edges, size_t count)
{
    return change_edges("cuGraphAddDependencies", 1, graph, from, to, edges, count);
}

CUresult CUDAAPI cuGraphRemoveDependencies_v2(CUgraph graph, const CUgraphNode *from, const CUgraphNode *to,
                                              const CUgraphEdgeData *edges, size_t count)
{
    return change_edges("cuGraphRemoveDependencies", 0, graph, from, to, edges, count);
}

CUresult CUDAAPI cuGraphNodeGetDependencies_v2(CUgraphNode node, CUgraphNode *nodes, CUgraphEdgeData *edges,
                                               size_t *count)
{
    return get_dependencies(node, nodes, edges, count);
}
#endif

#if CUDA_VERSION < 13000
CUresult CUDAAPI cuGraphAddDependencies(CUgraph graph, const CUgraphNode *from, const CUgraphNode *to, size_t count)
{
    return change_edges("cuGraphAddDependencies", 1, graph, from, to, NULL, count);
}

CUresult CUDAAPI cuGraphRemoveDependencies(CUgraph graph, const CUgraphNode *from, const CUgraphNode *to, size_t count)
{
    return change_edges("cuGraphRemoveDependencies", 0, graph, from, to, NULL, count);
}

CUresult CUDAAPI cuGraphNodeGetDependencies(CUgraphNode node, CUgraphNode *nodes, size_t *count)
{
    return get_dependencies(node, nodes, NULL, count);
}
#endif

/* ---- when events happen ---- */

static float end_of(object *node, int index)
{
    float begin = 0.0f;
    for (unsigned i = 0; i < node->after_count; i++) {
        begin = node->after[i]->at > begin ? node->after[i]->at : begin;
    }
    return node->type == CU_GRAPH_NODE_TYPE_EVENT_RECORD || node->disabled ? begin : begin + (float)(index + 1);
}

void fake_record_events(const object *graph)
{
    object *node;
    int changed = 1;
    for (int i = 0; (node = fake_node_of(graph, i)) != NULL; i++) {
        node->at = 0.0f;
    }
    while (changed) {
        changed = 0;
        for (int i = 0; (node = fake_node_of(graph, i)) != NULL; i++) {
            const float end = end_of(node, i);
            changed = changed || end > node->at;
            node->at = end;
        }
    }
    for (int i = 0; (node = fake_node_of(graph, i)) != NULL; i++) {
        if (node->event != NULL) {
            fake_use("cuGraphLaunch", node->event, EVENT);
            node->event->recorded = 1;
            node->event->at = node->at + 100.0f; /* the launch began at 100 ms */
        }
    }
}
