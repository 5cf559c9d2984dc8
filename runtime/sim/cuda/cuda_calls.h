/* SPDX-License-Identifier: 0BSD */
/* SPDX-FileCopyrightText: 2026 The vggen authors */
/* cuda_calls.h - prototypes of the Driver API subset by exported symbol; included by cuda.h. */
#ifndef CUDA_CALLS_H
#define CUDA_CALLS_H

/* ---- what the runtime calls ---- */

#define VG_NEEDED(name, since, parameters) CUresult CUDAAPI name parameters;
#define VG_OPTIONAL(name, since, parameters) CUresult CUDAAPI name parameters;
#include "../../vg_cuda_calls.h"
#undef VG_NEEDED
#undef VG_OPTIONAL

/* ---- version, errors, loading ---- */

CUresult CUDAAPI cuGetErrorName(CUresult error, const char **name);
CUresult CUDAAPI cuGetErrorString(CUresult error, const char **text);

/* ---- device ---- */

CUresult CUDAAPI cuDeviceTotalMem_v2(size_t *bytes, CUdevice device);
CUresult CUDAAPI cuDeviceGetPCIBusId(char *address, int size, CUdevice device);

/* ---- contexts ---- */

CUresult CUDAAPI cuDevicePrimaryCtxSetFlags_v2(CUdevice device, unsigned int flags);
CUresult CUDAAPI cuDevicePrimaryCtxGetState(CUdevice device, unsigned int *flags, int *active);
CUresult CUDAAPI cuDevicePrimaryCtxReset_v2(CUdevice device);
CUresult CUDAAPI cuCtxCreate_v4(CUcontext *context, CUctxCreateParams *parameters, unsigned int flags, CUdevice device);
CUresult CUDAAPI cuCtxDestroy_v2(CUcontext context);
CUresult CUDAAPI cuCtxPushCurrent_v2(CUcontext context);
CUresult CUDAAPI cuCtxPopCurrent_v2(CUcontext *context);
CUresult CUDAAPI cuCtxGetDevResource(CUcontext context, CUdevResource *resource, CUdevResourceType type);
CUresult CUDAAPI cuCtxGetFlags(unsigned int *flags);
CUresult CUDAAPI cuCtxGetLimit(size_t *value, CUlimit limit);
CUresult CUDAAPI cuCtxSetLimit(CUlimit limit, size_t value);
CUresult CUDAAPI cuCtxGetStreamPriorityRange(int *least, int *greatest);
CUresult CUDAAPI cuCtxSynchronize(void);

/* ---- memory ---- */

CUresult CUDAAPI cuMemAllocAsync(CUdeviceptr *address, size_t bytes, CUstream stream);
CUresult CUDAAPI cuMemFreeAsync(CUdeviceptr address, CUstream stream);
CUresult CUDAAPI cuMemGetInfo_v2(size_t *free_bytes, size_t *total);
CUresult CUDAAPI cuMemGetAddressRange_v2(CUdeviceptr *base, size_t *bytes, CUdeviceptr address);
CUresult CUDAAPI cuMemAllocHost_v2(void **memory, size_t bytes);
CUresult CUDAAPI cuMemHostGetFlags(unsigned int *flags, void *memory);
CUresult CUDAAPI cuPointerGetAttribute(void *value, CUpointer_attribute attribute, CUdeviceptr address);
CUresult CUDAAPI cuMemcpy(CUdeviceptr to, CUdeviceptr from, size_t bytes);
CUresult CUDAAPI cuMemcpyHtoD_v2(CUdeviceptr to, const void *from, size_t bytes);
CUresult CUDAAPI cuMemcpyDtoH_v2(void *to, CUdeviceptr from, size_t bytes);
CUresult CUDAAPI cuMemcpyDtoD_v2(CUdeviceptr to, CUdeviceptr from, size_t bytes);
CUresult CUDAAPI cuMemcpyAsync(CUdeviceptr to, CUdeviceptr from, size_t bytes, CUstream stream);
CUresult CUDAAPI cuMemsetD8_v2(CUdeviceptr to, unsigned char value, size_t count);
CUresult CUDAAPI cuMemsetD16_v2(CUdeviceptr to, unsigned short value, size_t count);
CUresult CUDAAPI cuMemsetD32_v2(CUdeviceptr to, unsigned int value, size_t count);

/* ---- streams and events ---- */

CUresult CUDAAPI cuStreamCreateWithPriority(CUstream *stream, unsigned int flags, int priority);
CUresult CUDAAPI cuStreamWaitEvent(CUstream stream, CUevent event, unsigned int flags);
CUresult CUDAAPI cuStreamGetPriority(CUstream stream, int *priority);
CUresult CUDAAPI cuStreamGetFlags(CUstream stream, unsigned int *flags);
CUresult CUDAAPI cuStreamGetCtx(CUstream stream, CUcontext *context);
CUresult CUDAAPI cuStreamWaitValue32_v2(CUstream stream, CUdeviceptr address, cuuint32_t value, unsigned int flags);
CUresult CUDAAPI cuLaunchHostFunc(CUstream stream, CUhostFn function, void *user);
CUresult CUDAAPI cuStreamBeginCaptureToGraph(CUstream stream, CUgraph graph, const CUgraphNode *after,
                                             const CUgraphEdgeData *edges, size_t count, CUstreamCaptureMode mode);
CUresult CUDAAPI cuStreamGetCaptureInfo_v3(CUstream stream, CUstreamCaptureStatus *status, cuuint64_t *id,
                                           CUgraph *graph, const CUgraphNode **after, const CUgraphEdgeData **edges,
                                           size_t *count);
CUresult CUDAAPI cuStreamUpdateCaptureDependencies_v2(CUstream stream, CUgraphNode *nodes, const CUgraphEdgeData *edges,
                                                      size_t count, unsigned int flags);
CUresult CUDAAPI cuEventRecordWithFlags(CUevent event, CUstream stream, unsigned int flags);

/* ---- modules, libraries, functions ---- */

CUresult CUDAAPI cuModuleLoadData(CUmodule *module, const void *image);
CUresult CUDAAPI cuModuleGetGlobal_v2(CUdeviceptr *address, size_t *bytes, CUmodule module, const char *name);
CUresult CUDAAPI cuFuncGetParamInfo(CUfunction function, size_t index, size_t *offset, size_t *size);
CUresult CUDAAPI cuFuncGetName(const char **name, CUfunction function);
CUresult CUDAAPI cuFuncGetModule(CUmodule *module, CUfunction function);
CUresult CUDAAPI cuFuncLoad(CUfunction function);
CUresult CUDAAPI cuLibraryLoadData(CUlibrary *library, const void *image, CUjit_option *options, void **values,
                                   unsigned int count, CUlibraryOption *library_options, void **library_values,
                                   unsigned int library_count);
CUresult CUDAAPI cuLibraryUnload(CUlibrary library);
CUresult CUDAAPI cuLibraryGetKernel(CUkernel *kernel, CUlibrary library, const char *name);
CUresult CUDAAPI cuKernelGetFunction(CUfunction *function, CUkernel kernel);
CUresult CUDAAPI cuKernelGetAttribute(int *value, CUfunction_attribute attribute, CUkernel kernel, CUdevice device);
CUresult CUDAAPI cuKernelSetAttribute(CUfunction_attribute attribute, int value, CUkernel kernel, CUdevice device);
CUresult CUDAAPI cuKernelGetParamInfo(CUkernel kernel, size_t index, size_t *offset, size_t *size);
CUresult CUDAAPI cuKernelGetName(const char **name, CUkernel kernel);
CUresult CUDAAPI cuOccupancyMaxActiveBlocksPerMultiprocessorWithFlags(int *blocks, CUfunction function, int threads,
                                                                      size_t shared, unsigned int flags);
CUresult CUDAAPI cuLaunchKernel(CUfunction function, unsigned int grid_x, unsigned int grid_y, unsigned int grid_z,
                                unsigned int block_x, unsigned int block_y, unsigned int block_z, unsigned int shared,
                                CUstream stream, void **parameters, void **extra);
CUresult CUDAAPI cuLaunchCooperativeKernel(CUfunction function, unsigned int grid_x, unsigned int grid_y,
                                           unsigned int grid_z, unsigned int block_x, unsigned int block_y,
                                           unsigned int block_z, unsigned int shared, CUstream stream,
                                           void **parameters);

/* ---- graphs ---- */

CUresult CUDAAPI cuGraphAddChildGraphNode(CUgraphNode *node, CUgraph graph, const CUgraphNode *after, size_t count,
                                          CUgraph child);
CUresult CUDAAPI cuGraphAddEventWaitNode(CUgraphNode *node, CUgraph graph, const CUgraphNode *after, size_t count,
                                         CUevent event);
CUresult CUDAAPI cuGraphNodeGetDependentNodes_v2(CUgraphNode node, CUgraphNode *nodes, CUgraphEdgeData *edges,
                                                 size_t *count);
CUresult CUDAAPI cuGraphGetEdges_v2(CUgraph graph, CUgraphNode *from, CUgraphNode *to, CUgraphEdgeData *edges,
                                    size_t *count);
CUresult CUDAAPI cuUserObjectCreate(CUuserObject *object, void *pointer, CUhostFn destroy, unsigned int references,
                                    unsigned int flags);
CUresult CUDAAPI cuUserObjectRetain(CUuserObject object, unsigned int count);
CUresult CUDAAPI cuUserObjectRelease(CUuserObject object, unsigned int count);
CUresult CUDAAPI cuGraphRetainUserObject(CUgraph graph, CUuserObject object, unsigned int count, unsigned int flags);
CUresult CUDAAPI cuGraphReleaseUserObject(CUgraph graph, CUuserObject object, unsigned int count);
CUresult CUDAAPI cuGraphInstantiateWithFlags(CUgraphExec *exec, CUgraph graph, unsigned long long flags);
CUresult CUDAAPI cuGraphExecGetFlags(CUgraphExec exec, cuuint64_t *flags);
CUresult CUDAAPI cuGraphExecMemcpyNodeSetParams(CUgraphExec exec, CUgraphNode node, const CUDA_MEMCPY3D *copy,
                                                CUcontext context);
CUresult CUDAAPI cuGraphExecMemsetNodeSetParams(CUgraphExec exec, CUgraphNode node, const CUDA_MEMSET_NODE_PARAMS *fill,
                                                CUcontext context);
CUresult CUDAAPI cuGraphNodeGetEnabled(CUgraphExec exec, CUgraphNode node, unsigned int *enabled);
CUresult CUDAAPI cuGraphDebugDotPrint(CUgraph graph, const char *path, unsigned int flags);

#endif
