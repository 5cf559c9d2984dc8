/* SPDX-License-Identifier: 0BSD */
/* SPDX-FileCopyrightText: 2026 The vggen authors */
/* vg_cuda.h - the driver's interface, for the runtime's own files and for emitted ones: the toolkit's <cuda.h>.
 *
 * With -DVG_DLOPEN there is no toolkit and nothing is linked with the driver: types come from vg_cuda_types.h, and each
 * function of vg_cuda_calls.h is a macro that calls what vg_driver.c found in the driver's library when a program was
 * opened. The same sources are compiled either way. Each pointer is read by one atomic access, which costs what any
 * other access does. */
#ifndef VG_CUDA_H
#define VG_CUDA_H

#include "vg_abi.h"

#ifndef VG_DLOPEN

#include <cuda.h>

#else

#ifndef CUDA_VERSION /* else something included the toolkit's header before */
#include "vg_cuda_types.h"
#endif

#define vg_driver_calls VG_SYMBOL(vg_driver_calls)

#ifdef __cplusplus
extern "C" {
#endif

typedef void (*vg_driver_call)(void);

/* Which place in the table each function has, and its type. */
enum {
#define VG_NEEDED(name, since, parameters) VG_CALL_##name,
#define VG_OPTIONAL(name, since, parameters) VG_CALL_##name,
#define VG_OLDER(name, since, parameters) VG_CALL_##name,
#include "vg_cuda_calls.h"
#undef VG_NEEDED
#undef VG_OPTIONAL
#undef VG_OLDER
    VG_CALLS_BOUND, /* NULL until all others are what they stay */
    VG_CALLS
};

#define VG_NEEDED(name, since, parameters) typedef CUresult(CUDAAPI *vg_type_##name) parameters;
#define VG_OPTIONAL(name, since, parameters) typedef CUresult(CUDAAPI *vg_type_##name) parameters;
#define VG_OLDER(name, since, parameters) typedef CUresult(CUDAAPI *vg_type_##name) parameters;
#include "vg_cuda_calls.h"
#undef VG_NEEDED
#undef VG_OPTIONAL
#undef VG_OLDER

/* The one object of the runtime that is neither constant nor in the application's memory: it is written by the first
 * open that finds the driver, and whoever writes it at the same time writes the same. */
extern vg_driver_call vg_driver_calls[VG_CALLS];

#ifdef __cplusplus
}
#endif

/* `name` stands beside ## alone: else it would become what another macro makes of it. */
#define VG_CALL_FOUND(name) __atomic_load_n(&vg_driver_calls[VG_CALL_##name], __ATOMIC_RELAXED)
/* A call that every driver has, once a program is open; one that this driver may lack. */
#define VG_CALL(name, ...)                                                                                             \
    (((vg_type_##name)__atomic_load_n(&vg_driver_calls[VG_CALL_##name], __ATOMIC_RELAXED))(__VA_ARGS__))
#define VG_CALL_IF(name, ...)                                                                                          \
    (__atomic_load_n(&vg_driver_calls[VG_CALL_##name], __ATOMIC_RELAXED) != NULL                                       \
         ? ((vg_type_##name)__atomic_load_n(&vg_driver_calls[VG_CALL_##name], __ATOMIC_RELAXED))(__VA_ARGS__)          \
         : CUDA_ERROR_CALL_REQUIRES_NEWER_DRIVER)

#define cuInit(...) VG_CALL(cuInit, __VA_ARGS__)
#define cuDriverGetVersion(...) VG_CALL(cuDriverGetVersion, __VA_ARGS__)
#define cuGetProcAddress_v2(...) VG_CALL_IF(cuGetProcAddress_v2, __VA_ARGS__)
#define cuDeviceGet(...) VG_CALL(cuDeviceGet, __VA_ARGS__)
#define cuDeviceGetCount(...) VG_CALL(cuDeviceGetCount, __VA_ARGS__)
#define cuDeviceGetName(...) VG_CALL_IF(cuDeviceGetName, __VA_ARGS__)
#define cuDeviceGetUuid_v2(...) VG_CALL_IF(cuDeviceGetUuid_v2, __VA_ARGS__)
#define cuDeviceGetAttribute(...) VG_CALL(cuDeviceGetAttribute, __VA_ARGS__)
#define cuDeviceGetByPCIBusId(...) VG_CALL_IF(cuDeviceGetByPCIBusId, __VA_ARGS__)
#define cuDevicePrimaryCtxRetain(...) VG_CALL(cuDevicePrimaryCtxRetain, __VA_ARGS__)
#define cuDevicePrimaryCtxRelease_v2(...) VG_CALL(cuDevicePrimaryCtxRelease_v2, __VA_ARGS__)
#define cuCtxSetCurrent(...) VG_CALL(cuCtxSetCurrent, __VA_ARGS__)
#define cuCtxGetCurrent(...) VG_CALL(cuCtxGetCurrent, __VA_ARGS__)
#define cuCtxGetDevice(...) VG_CALL_IF(cuCtxGetDevice, __VA_ARGS__)
#define cuMemAlloc_v2(...) VG_CALL(cuMemAlloc_v2, __VA_ARGS__)
#define cuMemFree_v2(...) VG_CALL(cuMemFree_v2, __VA_ARGS__)
#define cuMemHostAlloc(...) VG_CALL(cuMemHostAlloc, __VA_ARGS__)
#define cuMemFreeHost(...) VG_CALL(cuMemFreeHost, __VA_ARGS__)
#define cuMemHostGetDevicePointer_v2(...) VG_CALL(cuMemHostGetDevicePointer_v2, __VA_ARGS__)
#define cuMemHostRegister_v2(...) VG_CALL_IF(cuMemHostRegister_v2, __VA_ARGS__)
#define cuMemHostUnregister(...) VG_CALL(cuMemHostUnregister, __VA_ARGS__)
#define cuPointerGetAttributes(...) VG_CALL_IF(cuPointerGetAttributes, __VA_ARGS__)
#define cuMemcpyHtoDAsync_v2(...) VG_CALL(cuMemcpyHtoDAsync_v2, __VA_ARGS__)
#define cuMemcpyDtoHAsync_v2(...) VG_CALL_IF(cuMemcpyDtoHAsync_v2, __VA_ARGS__)
#define cuMemcpyDtoDAsync_v2(...) VG_CALL(cuMemcpyDtoDAsync_v2, __VA_ARGS__)
#define cuMemcpy3DAsync_v2(...) VG_CALL_IF(cuMemcpy3DAsync_v2, __VA_ARGS__)
#define cuMemsetD8Async(...) VG_CALL(cuMemsetD8Async, __VA_ARGS__)
#define cuMemsetD16Async(...) VG_CALL(cuMemsetD16Async, __VA_ARGS__)
#define cuMemsetD32Async(...) VG_CALL(cuMemsetD32Async, __VA_ARGS__)
#define cuMemsetD2D8Async(...) VG_CALL_IF(cuMemsetD2D8Async, __VA_ARGS__)
#define cuMemsetD2D16Async(...) VG_CALL_IF(cuMemsetD2D16Async, __VA_ARGS__)
#define cuMemsetD2D32Async(...) VG_CALL_IF(cuMemsetD2D32Async, __VA_ARGS__)
#define cuStreamCreate(...) VG_CALL(cuStreamCreate, __VA_ARGS__)
#define cuStreamDestroy_v2(...) VG_CALL(cuStreamDestroy_v2, __VA_ARGS__)
#define cuStreamSynchronize(...) VG_CALL(cuStreamSynchronize, __VA_ARGS__)
#define cuStreamQuery(...) VG_CALL(cuStreamQuery, __VA_ARGS__)
#define cuStreamWriteValue32_v2(...) VG_CALL_IF(cuStreamWriteValue32_v2, __VA_ARGS__)
#define cuStreamBeginCapture_v2(...) VG_CALL_IF(cuStreamBeginCapture_v2, __VA_ARGS__)
#define cuStreamEndCapture(...) VG_CALL_IF(cuStreamEndCapture, __VA_ARGS__)
#define cuStreamIsCapturing(...) VG_CALL_IF(cuStreamIsCapturing, __VA_ARGS__)
#define cuThreadExchangeStreamCaptureMode(...) VG_CALL_IF(cuThreadExchangeStreamCaptureMode, __VA_ARGS__)
#define cuEventCreate(...) VG_CALL(cuEventCreate, __VA_ARGS__)
#define cuEventDestroy_v2(...) VG_CALL(cuEventDestroy_v2, __VA_ARGS__)
#define cuEventRecord(...) VG_CALL(cuEventRecord, __VA_ARGS__)
#define cuEventQuery(...) VG_CALL_IF(cuEventQuery, __VA_ARGS__)
#define cuEventSynchronize(...) VG_CALL(cuEventSynchronize, __VA_ARGS__)
#define cuEventElapsedTime_v2(...) VG_CALL_IF(cuEventElapsedTime_v2, __VA_ARGS__)
#define cuModuleLoadDataEx(...) VG_CALL(cuModuleLoadDataEx, __VA_ARGS__)
#define cuModuleUnload(...) VG_CALL(cuModuleUnload, __VA_ARGS__)
#define cuModuleGetFunction(...) VG_CALL(cuModuleGetFunction, __VA_ARGS__)
#define cuFuncGetAttribute(...) VG_CALL(cuFuncGetAttribute, __VA_ARGS__)
#define cuFuncSetAttribute(...) VG_CALL(cuFuncSetAttribute, __VA_ARGS__)
#define cuOccupancyMaxActiveBlocksPerMultiprocessor(...) \
    VG_CALL_IF(cuOccupancyMaxActiveBlocksPerMultiprocessor, __VA_ARGS__)
#define cuOccupancyMaxActiveClusters(...) VG_CALL_IF(cuOccupancyMaxActiveClusters, __VA_ARGS__)
#define cuLaunchKernelEx(...) VG_CALL_IF(cuLaunchKernelEx, __VA_ARGS__)
#define cuGraphCreate(...) VG_CALL(cuGraphCreate, __VA_ARGS__)
#define cuGraphDestroy(...) VG_CALL(cuGraphDestroy, __VA_ARGS__)
#define cuGraphAddKernelNode_v2(...) VG_CALL(cuGraphAddKernelNode_v2, __VA_ARGS__)
#define cuGraphAddMemcpyNode(...) VG_CALL_IF(cuGraphAddMemcpyNode, __VA_ARGS__)
#define cuGraphAddMemsetNode(...) VG_CALL_IF(cuGraphAddMemsetNode, __VA_ARGS__)
#define cuGraphAddEmptyNode(...) VG_CALL_IF(cuGraphAddEmptyNode, __VA_ARGS__)
#define cuGraphAddHostNode(...) VG_CALL_IF(cuGraphAddHostNode, __VA_ARGS__)
#define cuGraphAddEventRecordNode(...) VG_CALL_IF(cuGraphAddEventRecordNode, __VA_ARGS__)
#define cuGraphAddNode_v2(...) VG_CALL_IF(cuGraphAddNode_v2, __VA_ARGS__)
#define cuGraphAddDependencies_v2(...) VG_CALL_IF(cuGraphAddDependencies_v2, __VA_ARGS__)
#define cuGraphRemoveDependencies_v2(...) VG_CALL_IF(cuGraphRemoveDependencies_v2, __VA_ARGS__)
#define cuGraphNodeGetDependencies_v2(...) VG_CALL_IF(cuGraphNodeGetDependencies_v2, __VA_ARGS__)
#define cuGraphClone(...) VG_CALL_IF(cuGraphClone, __VA_ARGS__)
#define cuGraphNodeFindInClone(...) VG_CALL_IF(cuGraphNodeFindInClone, __VA_ARGS__)
#define cuGraphMemcpyNodeGetParams(...) VG_CALL_IF(cuGraphMemcpyNodeGetParams, __VA_ARGS__)
#define cuGraphHostNodeGetParams(...) VG_CALL_IF(cuGraphHostNodeGetParams, __VA_ARGS__)
#define cuGraphMemsetNodeGetParams(...) VG_CALL_IF(cuGraphMemsetNodeGetParams, __VA_ARGS__)
#define cuGraphGetNodes(...) VG_CALL_IF(cuGraphGetNodes, __VA_ARGS__)
#define cuGraphNodeGetType(...) VG_CALL_IF(cuGraphNodeGetType, __VA_ARGS__)
#define cuGraphKernelNodeGetParams_v2(...) VG_CALL_IF(cuGraphKernelNodeGetParams_v2, __VA_ARGS__)
#define cuGraphKernelNodeSetParams_v2(...) VG_CALL_IF(cuGraphKernelNodeSetParams_v2, __VA_ARGS__)
#define cuGraphKernelNodeGetAttribute(...) VG_CALL_IF(cuGraphKernelNodeGetAttribute, __VA_ARGS__)
#define cuGraphKernelNodeSetAttribute(...) VG_CALL_IF(cuGraphKernelNodeSetAttribute, __VA_ARGS__)
#define cuGraphKernelNodeCopyAttributes(...) VG_CALL_IF(cuGraphKernelNodeCopyAttributes, __VA_ARGS__)
#define cuGraphConditionalHandleCreate(...) VG_CALL_IF(cuGraphConditionalHandleCreate, __VA_ARGS__)
#define cuGraphInstantiateWithParams(...) VG_CALL(cuGraphInstantiateWithParams, __VA_ARGS__)
#define cuGraphExecDestroy(...) VG_CALL(cuGraphExecDestroy, __VA_ARGS__)
#define cuGraphUpload(...) VG_CALL(cuGraphUpload, __VA_ARGS__)
#define cuGraphLaunch(...) VG_CALL(cuGraphLaunch, __VA_ARGS__)
#define cuGraphExecKernelNodeSetParams_v2(...) VG_CALL(cuGraphExecKernelNodeSetParams_v2, __VA_ARGS__)
#define cuGraphNodeSetEnabled(...) VG_CALL(cuGraphNodeSetEnabled, __VA_ARGS__)

#endif

#endif
