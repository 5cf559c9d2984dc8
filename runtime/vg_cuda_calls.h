/* SPDX-License-Identifier: 0BSD */
/* SPDX-FileCopyrightText: 2026 The vggen authors */
/* vg_cuda_calls.h - the driver's functions that the runtime and emitted programs call, a row each:
 *
 *     VG_NEEDED(exported symbol, first CUDA version that has it, (parameters))
 *     VG_OPTIONAL(the same)
 *
 * Whoever includes it says what a row becomes. What is needed is what open, replays and close of any program may call;
 * the rest is for what some programs do. VG_OLDER, where it is defined, is for symbols of CUDA 12.0 that stand in for
 * optional ones. Versions are those of the toolkit's cudaTypedefs.h; tests/script/cuda_subset.sh compares them. */

/* ---- version, errors, loading ---- */

VG_NEEDED(cuInit, 2000, (unsigned int flags))
VG_NEEDED(cuDriverGetVersion, 2020, (int *version))
VG_OPTIONAL(cuGetProcAddress_v2, 12000, (const char *name, void **address, int version, cuuint64_t flags,
                                         CUdriverProcAddressQueryResult *status))

/* ---- device ---- */

VG_NEEDED(cuDeviceGet, 2000, (CUdevice *device, int ordinal))
VG_NEEDED(cuDeviceGetCount, 2000, (int *count))
VG_OPTIONAL(cuDeviceGetName, 2000, (char *name, int size, CUdevice device))
VG_OPTIONAL(cuDeviceGetUuid_v2, 11040, (CUuuid *uuid, CUdevice device))
VG_NEEDED(cuDeviceGetAttribute, 2000, (int *value, CUdevice_attribute attribute, CUdevice device))
VG_OPTIONAL(cuDeviceGetByPCIBusId, 4010, (CUdevice *device, const char *address))

/* ---- contexts ---- */

VG_NEEDED(cuDevicePrimaryCtxRetain, 7000, (CUcontext *context, CUdevice device))
VG_NEEDED(cuDevicePrimaryCtxRelease_v2, 11000, (CUdevice device))
VG_NEEDED(cuCtxSetCurrent, 4000, (CUcontext context))
VG_NEEDED(cuCtxGetCurrent, 4000, (CUcontext *context))
VG_OPTIONAL(cuCtxGetDevice, 2000, (CUdevice *device))

/* ---- memory ---- */

VG_NEEDED(cuMemAlloc_v2, 3020, (CUdeviceptr *address, size_t bytes))
VG_NEEDED(cuMemFree_v2, 3020, (CUdeviceptr address))
VG_NEEDED(cuMemHostAlloc, 2020, (void **memory, size_t bytes, unsigned int flags))
VG_NEEDED(cuMemFreeHost, 2000, (void *memory))
VG_NEEDED(cuMemHostGetDevicePointer_v2, 3020, (CUdeviceptr *address, void *memory, unsigned int flags))
VG_OPTIONAL(cuMemHostRegister_v2, 6050, (void *memory, size_t bytes, unsigned int flags))
VG_NEEDED(cuMemHostUnregister, 4000, (void *memory))
VG_OPTIONAL(cuPointerGetAttributes, 7000, (unsigned int count, CUpointer_attribute *attributes, void **values,
                                           CUdeviceptr address))
VG_NEEDED(cuMemcpyHtoDAsync_v2, 3020, (CUdeviceptr to, const void *from, size_t bytes, CUstream stream))
VG_OPTIONAL(cuMemcpyDtoHAsync_v2, 3020, (void *to, CUdeviceptr from, size_t bytes, CUstream stream))
VG_NEEDED(cuMemcpyDtoDAsync_v2, 3020, (CUdeviceptr to, CUdeviceptr from, size_t bytes, CUstream stream))
VG_OPTIONAL(cuMemcpy3DAsync_v2, 3020, (const CUDA_MEMCPY3D *copy, CUstream stream))
VG_NEEDED(cuMemsetD8Async, 3020, (CUdeviceptr to, unsigned char value, size_t count, CUstream stream))
VG_NEEDED(cuMemsetD16Async, 3020, (CUdeviceptr to, unsigned short value, size_t count, CUstream stream))
VG_NEEDED(cuMemsetD32Async, 3020, (CUdeviceptr to, unsigned int value, size_t count, CUstream stream))
VG_OPTIONAL(cuMemsetD2D8Async, 3020, (CUdeviceptr to, size_t pitch, unsigned char value, size_t count, size_t rows,
                                      CUstream stream))
VG_OPTIONAL(cuMemsetD2D16Async, 3020, (CUdeviceptr to, size_t pitch, unsigned short value, size_t count, size_t rows,
                                       CUstream stream))
VG_OPTIONAL(cuMemsetD2D32Async, 3020, (CUdeviceptr to, size_t pitch, unsigned int value, size_t count, size_t rows,
                                       CUstream stream))

/* ---- streams and events ---- */

VG_NEEDED(cuStreamCreate, 2000, (CUstream *stream, unsigned int flags))
VG_NEEDED(cuStreamDestroy_v2, 4000, (CUstream stream))
VG_NEEDED(cuStreamSynchronize, 2000, (CUstream stream))
VG_NEEDED(cuStreamQuery, 2000, (CUstream stream))
VG_OPTIONAL(cuStreamWriteValue32_v2, 11070, (CUstream stream, CUdeviceptr address, cuuint32_t value,
                                             unsigned int flags))
VG_OPTIONAL(cuStreamBeginCapture_v2, 10010, (CUstream stream, CUstreamCaptureMode mode))
VG_OPTIONAL(cuStreamEndCapture, 10000, (CUstream stream, CUgraph *graph))
VG_OPTIONAL(cuStreamIsCapturing, 10000, (CUstream stream, CUstreamCaptureStatus *status))
VG_OPTIONAL(cuThreadExchangeStreamCaptureMode, 10010, (CUstreamCaptureMode *mode))
VG_NEEDED(cuEventCreate, 2000, (CUevent *event, unsigned int flags))
VG_NEEDED(cuEventDestroy_v2, 4000, (CUevent event))
VG_NEEDED(cuEventRecord, 2000, (CUevent event, CUstream stream))
VG_OPTIONAL(cuEventQuery, 2000, (CUevent event))
VG_NEEDED(cuEventSynchronize, 2000, (CUevent event))
VG_OPTIONAL(cuEventElapsedTime_v2, 12080, (float *milliseconds, CUevent start, CUevent end))

/* ---- modules, libraries, functions ---- */

VG_NEEDED(cuModuleLoadDataEx, 2010, (CUmodule *module, const void *image, unsigned int count, CUjit_option *options,
                                     void **values))
VG_NEEDED(cuModuleUnload, 2000, (CUmodule module))
VG_NEEDED(cuModuleGetFunction, 2000, (CUfunction *function, CUmodule module, const char *name))
VG_NEEDED(cuFuncGetAttribute, 2020, (int *value, CUfunction_attribute attribute, CUfunction function))
VG_NEEDED(cuFuncSetAttribute, 9000, (CUfunction function, CUfunction_attribute attribute, int value))
VG_OPTIONAL(cuOccupancyMaxActiveBlocksPerMultiprocessor, 6050, (int *blocks, CUfunction function, int threads,
                                                                size_t shared))
VG_OPTIONAL(cuOccupancyMaxActiveClusters, 11070, (int *clusters, CUfunction function, const CUlaunchConfig *config))
VG_OPTIONAL(cuLaunchKernelEx, 11060, (const CUlaunchConfig *config, CUfunction function, void **parameters,
                                      void **extra))

/* ---- graphs ---- */

VG_NEEDED(cuGraphCreate, 10000, (CUgraph *graph, unsigned int flags))
VG_NEEDED(cuGraphDestroy, 10000, (CUgraph graph))
VG_NEEDED(cuGraphAddKernelNode_v2, 12000, (CUgraphNode *node, CUgraph graph, const CUgraphNode *after, size_t count,
                                           const CUDA_KERNEL_NODE_PARAMS *parameters))
VG_OPTIONAL(cuGraphAddMemcpyNode, 10000, (CUgraphNode *node, CUgraph graph, const CUgraphNode *after, size_t count,
                                          const CUDA_MEMCPY3D *copy, CUcontext context))
VG_OPTIONAL(cuGraphAddMemsetNode, 10000, (CUgraphNode *node, CUgraph graph, const CUgraphNode *after, size_t count,
                                          const CUDA_MEMSET_NODE_PARAMS *fill, CUcontext context))
VG_OPTIONAL(cuGraphAddEmptyNode, 10000, (CUgraphNode *node, CUgraph graph, const CUgraphNode *after, size_t count))
VG_OPTIONAL(cuGraphAddHostNode, 10000, (CUgraphNode *node, CUgraph graph, const CUgraphNode *after, size_t count,
                                        const CUDA_HOST_NODE_PARAMS *parameters))
VG_OPTIONAL(cuGraphAddEventRecordNode, 11010, (CUgraphNode *node, CUgraph graph, const CUgraphNode *after, size_t count,
                                               CUevent event))
VG_OPTIONAL(cuGraphAddNode_v2, 12030, (CUgraphNode *node, CUgraph graph, const CUgraphNode *after,
                                       const CUgraphEdgeData *edges, size_t count, CUgraphNodeParams *parameters))
VG_OPTIONAL(cuGraphAddDependencies_v2, 12030, (CUgraph graph, const CUgraphNode *from, const CUgraphNode *to,
                                               const CUgraphEdgeData *edges, size_t count))
VG_OPTIONAL(cuGraphRemoveDependencies_v2, 12030, (CUgraph graph, const CUgraphNode *from, const CUgraphNode *to,
                                                  const CUgraphEdgeData *edges, size_t count))
VG_OPTIONAL(cuGraphNodeGetDependencies_v2, 12030, (CUgraphNode node, CUgraphNode *nodes, CUgraphEdgeData *edges,
                                                   size_t *count))
VG_OPTIONAL(cuGraphClone, 10000, (CUgraph *clone, CUgraph original))
VG_OPTIONAL(cuGraphNodeFindInClone, 10000, (CUgraphNode *node, CUgraphNode original, CUgraph clone))
VG_OPTIONAL(cuGraphMemcpyNodeGetParams, 10000, (CUgraphNode node, CUDA_MEMCPY3D *parameters))
VG_OPTIONAL(cuGraphHostNodeGetParams, 10000, (CUgraphNode node, CUDA_HOST_NODE_PARAMS *parameters))
VG_OPTIONAL(cuGraphMemsetNodeGetParams, 10000, (CUgraphNode node, CUDA_MEMSET_NODE_PARAMS *parameters))
VG_OPTIONAL(cuGraphGetNodes, 10000, (CUgraph graph, CUgraphNode *nodes, size_t *count))
VG_OPTIONAL(cuGraphNodeGetType, 10000, (CUgraphNode node, CUgraphNodeType *type))
VG_OPTIONAL(cuGraphKernelNodeGetParams_v2, 12000, (CUgraphNode node, CUDA_KERNEL_NODE_PARAMS *parameters))
VG_OPTIONAL(cuGraphKernelNodeSetParams_v2, 12000, (CUgraphNode node, const CUDA_KERNEL_NODE_PARAMS *parameters))
VG_OPTIONAL(cuGraphKernelNodeGetAttribute, 11000, (CUgraphNode node, CUkernelNodeAttrID attribute,
                                                   CUkernelNodeAttrValue *value))
VG_OPTIONAL(cuGraphKernelNodeSetAttribute, 11000, (CUgraphNode node, CUkernelNodeAttrID attribute,
                                                   const CUkernelNodeAttrValue *value))
VG_OPTIONAL(cuGraphKernelNodeCopyAttributes, 11000, (CUgraphNode to, CUgraphNode from))
VG_OPTIONAL(cuGraphConditionalHandleCreate, 12030, (CUgraphConditionalHandle *handle, CUgraph graph, CUcontext context,
                                                    unsigned int value, unsigned int flags))
VG_NEEDED(cuGraphInstantiateWithParams, 12000, (CUgraphExec *exec, CUgraph graph,
                                                CUDA_GRAPH_INSTANTIATE_PARAMS *parameters))
VG_NEEDED(cuGraphExecDestroy, 10000, (CUgraphExec exec))
VG_NEEDED(cuGraphUpload, 11010, (CUgraphExec exec, CUstream stream))
VG_NEEDED(cuGraphLaunch, 10000, (CUgraphExec exec, CUstream stream))
VG_NEEDED(cuGraphExecKernelNodeSetParams_v2, 12000, (CUgraphExec exec, CUgraphNode node,
                                                     const CUDA_KERNEL_NODE_PARAMS *parameters))
VG_NEEDED(cuGraphNodeSetEnabled, 11060, (CUgraphExec exec, CUgraphNode node, unsigned int enabled))

/* ---- where the driver is older than their successors ---- */

#ifdef VG_OLDER
VG_OLDER(cuEventElapsedTime, 2000, (float *milliseconds, CUevent start, CUevent end))
VG_OLDER(cuGraphAddDependencies, 10000, (CUgraph graph, const CUgraphNode *from, const CUgraphNode *to, size_t count))
VG_OLDER(cuGraphRemoveDependencies, 10000,
         (CUgraph graph, const CUgraphNode *from, const CUgraphNode *to, size_t count))
VG_OLDER(cuGraphNodeGetDependencies, 10000, (CUgraphNode node, CUgraphNode *nodes, size_t *count))
#endif
