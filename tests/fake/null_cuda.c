/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The vggen authors */
/* null_cuda.c - a driver that does nothing and says yes: for what the host does in a replay, without what a driver does.
 * It notes the name of each call. In replays it makes no system call and writes nothing but the note and a stream's word. */
#include "null_cuda.h"

#include <cuda.h>

#include <stdlib.h>
#include <string.h>

const char *null_calls[NULL_MOST_CALLS];
unsigned null_call_count;

static CUresult note(const char *name)
{
    if (null_call_count < NULL_MOST_CALLS) {
        null_calls[null_call_count++] = name;
    }
    return CUDA_SUCCESS;
}

/* Each handle is another address, none of which anybody looks at. */
static void *handle(void)
{
    static char handles[100000];
    static size_t used;
    return &handles[++used % sizeof handles];
}

#define NOTHING(name, parameters)                                                                                      \
    CUresult CUDAAPI name parameters                                                                                   \
    {                                                                                                                  \
        return note(#name);                                                                                            \
    }

#define MAKES(name, parameters)                                                                                        \
    CUresult CUDAAPI name parameters                                                                                   \
    {                                                                                                                  \
        *out = handle();                                                                                               \
        return note(#name);                                                                                            \
    }

#define GIVES(name, parameters, value)                                                                                 \
    CUresult CUDAAPI name parameters                                                                                   \
    {                                                                                                                  \
        *out = value;                                                                                                  \
        return note(#name);                                                                                            \
    }

#pragma GCC diagnostic ignored "-Wunused-parameter"

/* ---- device and memory ---- */

static CUcontext current;

NOTHING(cuInit, (unsigned flags))
GIVES(cuDriverGetVersion, (int *out), 13000)
GIVES(cuDeviceGetCount, (int *out), 1)
GIVES(cuDeviceGet, (CUdevice *out, int ordinal), 0)
GIVES(cuDeviceGetByPCIBusId, (CUdevice *out, const char *bus), 0)
GIVES(cuCtxGetDevice, (CUdevice *out), 0)
NOTHING(cuDeviceGetUuid_v2, (CUuuid *out, CUdevice device))
MAKES(cuDevicePrimaryCtxRetain, (CUcontext *out, CUdevice device))
NOTHING(cuDevicePrimaryCtxRelease_v2, (CUdevice device))
GIVES(cuCtxGetCurrent, (CUcontext *out), current)
NOTHING(cuMemFree_v2, (CUdeviceptr address))
NOTHING(cuMemFreeHost, (void *memory))
NOTHING(cuMemHostRegister_v2, (void *memory, size_t bytes, unsigned flags))
NOTHING(cuMemHostUnregister, (void *memory))
GIVES(cuMemHostGetDevicePointer_v2, (CUdeviceptr *out, void *memory, unsigned flags), (CUdeviceptr)(uintptr_t)memory)

CUresult CUDAAPI cuCtxSetCurrent(CUcontext context)
{
    current = context;
    return note("cuCtxSetCurrent");
}

CUresult CUDAAPI cuMemAlloc_v2(CUdeviceptr *out, size_t bytes)
{
    *out = (CUdeviceptr)(uintptr_t)aligned_alloc(256, (bytes + 255) / 256 * 256);
    return note("cuMemAlloc_v2");
}

CUresult CUDAAPI cuMemHostAlloc(void **out, size_t bytes, unsigned flags)
{
    *out = aligned_alloc(4096, (bytes + 4095) / 4096 * 4096);
    return note("cuMemHostAlloc");
}

CUresult CUDAAPI cuDeviceGetAttribute(int *out, CUdevice_attribute which, CUdevice device)
{
    switch (which) {
    case CU_DEVICE_ATTRIBUTE_COMPUTE_CAPABILITY_MAJOR:
        *out = 9;
        break;
    case CU_DEVICE_ATTRIBUTE_COMPUTE_CAPABILITY_MINOR:
    case CU_DEVICE_ATTRIBUTE_INTEGRATED:
        *out = 0;
        break;
    case CU_DEVICE_ATTRIBUTE_MAX_SHARED_MEMORY_PER_BLOCK_OPTIN:
        *out = 232448;
        break;
    default:
        *out = 132;
        break;
    }
    return note("cuDeviceGetAttribute");
}

/* ---- code ---- */

MAKES(cuModuleLoadDataEx, (CUmodule *out, const void *image, unsigned count, CUjit_option *options, void **values))
NOTHING(cuModuleUnload, (CUmodule module))
MAKES(cuModuleGetFunction, (CUfunction *out, CUmodule module, const char *name))
GIVES(cuFuncGetAttribute, (int *out, CUfunction_attribute which, CUfunction function),
      which == CU_FUNC_ATTRIBUTE_MAX_THREADS_PER_BLOCK ? 1024 : 0)
NOTHING(cuFuncSetAttribute, (CUfunction function, CUfunction_attribute which, int value))
GIVES(cuOccupancyMaxActiveBlocksPerMultiprocessor, (int *out, CUfunction function, int threads, size_t shared), 32)
GIVES(cuOccupancyMaxActiveClusters, (int *out, CUfunction function, const CUlaunchConfig *config), 64)

CUresult CUDAAPI cuGetProcAddress_v2(const char *name, void **out, int version, cuuint64_t flags,
                                     CUdriverProcAddressQueryResult *found)
{
    *out = NULL;
    (void)note("cuGetProcAddress_v2");
    return CUDA_ERROR_NOT_FOUND;
}

/* ---- streams ---- */

MAKES(cuStreamCreate, (CUstream *out, unsigned flags))
NOTHING(cuStreamDestroy_v2, (CUstream stream))
NOTHING(cuStreamSynchronize, (CUstream stream))
NOTHING(cuStreamQuery, (CUstream stream))
GIVES(cuStreamIsCapturing, (CUstream stream, CUstreamCaptureStatus *out), CU_STREAM_CAPTURE_STATUS_NONE)
NOTHING(cuStreamBeginCapture_v2, (CUstream stream, CUstreamCaptureMode mode))
MAKES(cuStreamEndCapture, (CUstream stream, CUgraph *out))
NOTHING(cuThreadExchangeStreamCaptureMode, (CUstreamCaptureMode *mode))
MAKES(cuEventCreate, (CUevent *out, unsigned flags))
NOTHING(cuEventDestroy_v2, (CUevent event))
NOTHING(cuEventRecord, (CUevent event, CUstream stream))
NOTHING(cuEventQuery, (CUevent event))
NOTHING(cuEventSynchronize, (CUevent event))
NOTHING(cuEventElapsedTime_v2, (float *out, CUevent from, CUevent to))
NOTHING(cuMemsetD8Async, (CUdeviceptr to, unsigned char value, size_t count, CUstream stream))
NOTHING(cuMemsetD16Async, (CUdeviceptr to, unsigned short value, size_t count, CUstream stream))
NOTHING(cuMemsetD32Async, (CUdeviceptr to, unsigned value, size_t count, CUstream stream))
NOTHING(cuMemsetD2D8Async, (CUdeviceptr to, size_t pitch, unsigned char value, size_t width, size_t height, CUstream stream))
NOTHING(cuMemsetD2D16Async,
        (CUdeviceptr to, size_t pitch, unsigned short value, size_t width, size_t height, CUstream stream))
NOTHING(cuMemsetD2D32Async, (CUdeviceptr to, size_t pitch, unsigned value, size_t width, size_t height, CUstream stream))
NOTHING(cuMemcpyHtoDAsync_v2, (CUdeviceptr to, const void *from, size_t bytes, CUstream stream))
NOTHING(cuMemcpyDtoHAsync_v2, (void *to, CUdeviceptr from, size_t bytes, CUstream stream))
NOTHING(cuMemcpyDtoDAsync_v2, (CUdeviceptr to, CUdeviceptr from, size_t bytes, CUstream stream))
NOTHING(cuMemcpy3DAsync_v2, (const CUDA_MEMCPY3D *copy, CUstream stream))
NOTHING(cuLaunchKernelEx, (const CUlaunchConfig *config, CUfunction function, void **parameters, void **extra))

CUresult CUDAAPI cuStreamWriteValue32_v2(CUstream stream, CUdeviceptr to, cuuint32_t value, unsigned flags)
{
    *(volatile uint32_t *)(uintptr_t)to = value;
    return note("cuStreamWriteValue32_v2");
}

/* ---- graphs ---- */

MAKES(cuGraphCreate, (CUgraph *out, unsigned flags))
NOTHING(cuGraphDestroy, (CUgraph graph))
MAKES(cuGraphClone, (CUgraph *out, CUgraph graph))
MAKES(cuGraphNodeFindInClone, (CUgraphNode *out, CUgraphNode node, CUgraph clone))
MAKES(cuGraphAddKernelNode_v2, (CUgraphNode *out, CUgraph graph, const CUgraphNode *after, size_t count,
                                const CUDA_KERNEL_NODE_PARAMS *params))
MAKES(cuGraphAddMemcpyNode, (CUgraphNode *out, CUgraph graph, const CUgraphNode *after, size_t count,
                             const CUDA_MEMCPY3D *copy, CUcontext context))
MAKES(cuGraphAddMemsetNode, (CUgraphNode *out, CUgraph graph, const CUgraphNode *after, size_t count,
                             const CUDA_MEMSET_NODE_PARAMS *fill, CUcontext context))
MAKES(cuGraphAddEmptyNode, (CUgraphNode *out, CUgraph graph, const CUgraphNode *after, size_t count))
MAKES(cuGraphAddHostNode, (CUgraphNode *out, CUgraph graph, const CUgraphNode *after, size_t count,
                           const CUDA_HOST_NODE_PARAMS *params))
MAKES(cuGraphAddEventRecordNode, (CUgraphNode *out, CUgraph graph, const CUgraphNode *after, size_t count, CUevent event))
NOTHING(cuGraphAddDependencies_v2, (CUgraph graph, const CUgraphNode *from, const CUgraphNode *to,
                                    const CUgraphEdgeData *edges, size_t count))
NOTHING(cuGraphRemoveDependencies_v2, (CUgraph graph, const CUgraphNode *from, const CUgraphNode *to,
                                       const CUgraphEdgeData *edges, size_t count))
NOTHING(cuGraphNodeGetDependencies_v2, (CUgraphNode node, CUgraphNode *list, CUgraphEdgeData *edges, size_t *count))
NOTHING(cuGraphGetNodes, (CUgraph graph, CUgraphNode *list, size_t *count))
NOTHING(cuGraphNodeGetType, (CUgraphNode node, CUgraphNodeType *type))
NOTHING(cuGraphKernelNodeGetParams_v2, (CUgraphNode node, CUDA_KERNEL_NODE_PARAMS *params))
NOTHING(cuGraphKernelNodeSetParams_v2, (CUgraphNode node, const CUDA_KERNEL_NODE_PARAMS *params))
NOTHING(cuGraphMemcpyNodeGetParams, (CUgraphNode node, CUDA_MEMCPY3D *copy))
NOTHING(cuGraphMemsetNodeGetParams, (CUgraphNode node, CUDA_MEMSET_NODE_PARAMS *fill))
NOTHING(cuGraphHostNodeGetParams, (CUgraphNode node, CUDA_HOST_NODE_PARAMS *params))
NOTHING(cuGraphKernelNodeCopyAttributes, (CUgraphNode to, CUgraphNode from))
MAKES(cuGraphInstantiateWithParams, (CUgraphExec *out, CUgraph graph, CUDA_GRAPH_INSTANTIATE_PARAMS *params))
NOTHING(cuGraphExecDestroy, (CUgraphExec exec))
NOTHING(cuGraphUpload, (CUgraphExec exec, CUstream stream))
NOTHING(cuGraphLaunch, (CUgraphExec exec, CUstream stream))
NOTHING(cuGraphNodeSetEnabled, (CUgraphExec exec, CUgraphNode node, unsigned enabled))
NOTHING(cuGraphExecKernelNodeSetParams_v2, (CUgraphExec exec, CUgraphNode node, const CUDA_KERNEL_NODE_PARAMS *params))
NOTHING(cuPointerGetAttributes, (unsigned count, CUpointer_attribute *attributes, void **values, CUdeviceptr address))

/* What a node was given last is what it has. */
static CUkernelNodeAttrValue attribute;

CUresult CUDAAPI cuGraphKernelNodeSetAttribute(CUgraphNode node, CUkernelNodeAttrID which,
                                               const CUkernelNodeAttrValue *value)
{
    attribute = *value;
    return note("cuGraphKernelNodeSetAttribute");
}

CUresult CUDAAPI cuGraphKernelNodeGetAttribute(CUgraphNode node, CUkernelNodeAttrID which, CUkernelNodeAttrValue *value)
{
    *value = attribute;
    return note("cuGraphKernelNodeGetAttribute");
}

GIVES(cuGraphConditionalHandleCreate, (CUgraphConditionalHandle * out, CUgraph graph, CUcontext context, unsigned value,
                                       unsigned flags), (CUgraphConditionalHandle)(uintptr_t)handle())

/* Bodies of conditional nodes. */
CUresult CUDAAPI cuGraphAddNode_v2(CUgraphNode *out, CUgraph graph, const CUgraphNode *after, const CUgraphEdgeData *edges,
                                   size_t count, CUgraphNodeParams *params)
{
    static CUgraph bodies[32];
    *out = handle();
    for (unsigned i = 0; params->type == CU_GRAPH_NODE_TYPE_CONDITIONAL && i < params->conditional.size; i++) {
        bodies[i] = handle();
    }
    if (params->type == CU_GRAPH_NODE_TYPE_CONDITIONAL) {
        params->conditional.phGraph_out = bodies;
    }
    return note("cuGraphAddNode_v2");
}
