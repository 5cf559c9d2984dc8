/* SPDX-License-Identifier: 0BSD */
/* SPDX-FileCopyrightText: 2026 The vggen authors */
/* cuGetProcAddress: the device's own functions by name, as the driver version that it pretends to be has them. */
#define _GNU_SOURCE
#include "base/base.h"
#include "calls/calls.h"
#include "image/image.h"

#include <string.h>

typedef struct {
    const char *symbol; /* with its suffix */
    int since;          /* 12040 for 12.4 */
    void *address;
} loader_entry;

#define ENTRY(symbol, since)                                                                                           \
    {                                                                                                                  \
#symbol, since, (void *)(uintptr_t)&symbol                                                                     \
    }

static const loader_entry entries[] = {
    ENTRY(cuInit, 10000),
    ENTRY(cuDriverGetVersion, 10000),
    ENTRY(cuGetErrorName, 10000),
    ENTRY(cuGetErrorString, 10000),
    ENTRY(cuGetProcAddress_v2, 12000),
    ENTRY(cuDeviceGet, 10000),
    ENTRY(cuDeviceGetCount, 10000),
    ENTRY(cuDeviceGetName, 10000),
    ENTRY(cuDeviceGetUuid_v2, 11040),
    ENTRY(cuDeviceTotalMem_v2, 10000),
    ENTRY(cuDeviceGetAttribute, 10000),
    ENTRY(cuDeviceGetByPCIBusId, 10000),
    ENTRY(cuDeviceGetPCIBusId, 10000),
    ENTRY(cuDevicePrimaryCtxRetain, 10000),
    ENTRY(cuDevicePrimaryCtxRelease_v2, 11000),
    ENTRY(cuDevicePrimaryCtxSetFlags_v2, 11000),
    ENTRY(cuDevicePrimaryCtxGetState, 10000),
    ENTRY(cuDevicePrimaryCtxReset_v2, 11000),
    ENTRY(cuCtxCreate_v4, 12050),
    ENTRY(cuCtxDestroy_v2, 10000),
    ENTRY(cuCtxSetCurrent, 10000),
    ENTRY(cuCtxGetCurrent, 10000),
    ENTRY(cuCtxPushCurrent_v2, 10000),
    ENTRY(cuCtxPopCurrent_v2, 10000),
    ENTRY(cuCtxGetDevice, 10000),
    ENTRY(cuCtxGetDevResource, 12040),
    ENTRY(cuCtxGetFlags, 10000),
    ENTRY(cuCtxGetLimit, 10000),
    ENTRY(cuCtxSetLimit, 10000),
    ENTRY(cuCtxGetStreamPriorityRange, 10000),
    ENTRY(cuCtxSynchronize, 10000),
    ENTRY(cuMemAlloc_v2, 10000),
    ENTRY(cuMemFree_v2, 10000),
    ENTRY(cuMemAllocAsync, 11020),
    ENTRY(cuMemFreeAsync, 11020),
    ENTRY(cuMemGetInfo_v2, 10000),
    ENTRY(cuMemGetAddressRange_v2, 10000),
    ENTRY(cuMemAllocHost_v2, 10000),
    ENTRY(cuMemHostAlloc, 10000),
    ENTRY(cuMemFreeHost, 10000),
    ENTRY(cuMemHostGetDevicePointer_v2, 10000),
    ENTRY(cuMemHostGetFlags, 10000),
    ENTRY(cuMemHostRegister_v2, 10000),
    ENTRY(cuMemHostUnregister, 10000),
    ENTRY(cuPointerGetAttribute, 10000),
    ENTRY(cuPointerGetAttributes, 10000),
    ENTRY(cuMemcpy, 10000),
    ENTRY(cuMemcpyHtoD_v2, 10000),
    ENTRY(cuMemcpyDtoH_v2, 10000),
    ENTRY(cuMemcpyDtoD_v2, 10000),
    ENTRY(cuMemcpyAsync, 10000),
    ENTRY(cuMemcpyHtoDAsync_v2, 10000),
    ENTRY(cuMemcpyDtoHAsync_v2, 10000),
    ENTRY(cuMemcpyDtoDAsync_v2, 10000),
    ENTRY(cuMemcpy3DAsync_v2, 10000),
    ENTRY(cuMemsetD8_v2, 10000),
    ENTRY(cuMemsetD16_v2, 10000),
    ENTRY(cuMemsetD32_v2, 10000),
    ENTRY(cuMemsetD8Async, 10000),
    ENTRY(cuMemsetD16Async, 10000),
    ENTRY(cuMemsetD32Async, 10000),
    ENTRY(cuMemsetD2D8Async, 10000),
    ENTRY(cuMemsetD2D16Async, 10000),
    ENTRY(cuMemsetD2D32Async, 10000),
    ENTRY(cuStreamCreate, 10000),
    ENTRY(cuStreamCreateWithPriority, 10000),
    ENTRY(cuStreamDestroy_v2, 10000),
    ENTRY(cuStreamSynchronize, 10000),
    ENTRY(cuStreamQuery, 10000),
    ENTRY(cuStreamWaitEvent, 10000),
    ENTRY(cuStreamGetPriority, 10000),
    ENTRY(cuStreamGetFlags, 10000),
    ENTRY(cuStreamGetCtx, 10000),
    ENTRY(cuStreamWriteValue32_v2, 11070),
    ENTRY(cuStreamWaitValue32_v2, 11070),
    ENTRY(cuLaunchHostFunc, 10000),
    ENTRY(cuStreamBeginCapture_v2, 10010),
    ENTRY(cuStreamBeginCaptureToGraph, 12030),
    ENTRY(cuStreamEndCapture, 10000),
    ENTRY(cuStreamIsCapturing, 10000),
    ENTRY(cuStreamGetCaptureInfo_v3, 12030),
    ENTRY(cuStreamUpdateCaptureDependencies_v2, 12030),
    ENTRY(cuThreadExchangeStreamCaptureMode, 10010),
    ENTRY(cuEventCreate, 10000),
    ENTRY(cuEventDestroy_v2, 10000),
    ENTRY(cuEventRecord, 10000),
    ENTRY(cuEventRecordWithFlags, 11010),
    ENTRY(cuEventQuery, 10000),
    ENTRY(cuEventSynchronize, 10000),
    ENTRY(cuEventElapsedTime_v2, 12080),
    ENTRY(cuModuleLoadData, 10000),
    ENTRY(cuModuleLoadDataEx, 10000),
    ENTRY(cuModuleUnload, 10000),
    ENTRY(cuModuleGetFunction, 10000),
    ENTRY(cuModuleGetGlobal_v2, 10000),
    ENTRY(cuFuncGetAttribute, 10000),
    ENTRY(cuFuncSetAttribute, 10000),
    ENTRY(cuFuncGetParamInfo, 12040),
    ENTRY(cuFuncGetName, 12030),
    ENTRY(cuFuncGetModule, 10000),
    ENTRY(cuFuncLoad, 12040),
    ENTRY(cuLibraryLoadData, 12000),
    ENTRY(cuLibraryUnload, 12000),
    ENTRY(cuLibraryGetKernel, 12000),
    ENTRY(cuKernelGetFunction, 12000),
    ENTRY(cuKernelGetAttribute, 12000),
    ENTRY(cuKernelSetAttribute, 12000),
    ENTRY(cuKernelGetParamInfo, 12040),
    ENTRY(cuKernelGetName, 12030),
    ENTRY(cuOccupancyMaxActiveBlocksPerMultiprocessor, 10000),
    ENTRY(cuOccupancyMaxActiveBlocksPerMultiprocessorWithFlags, 10000),
    ENTRY(cuOccupancyMaxActiveClusters, 11070),
    ENTRY(cuLaunchKernel, 10000),
    ENTRY(cuLaunchKernelEx, 11060),
    ENTRY(cuLaunchCooperativeKernel, 10000),
    ENTRY(cuGraphCreate, 10000),
    ENTRY(cuGraphDestroy, 10000),
    ENTRY(cuGraphAddKernelNode_v2, 12000),
    ENTRY(cuGraphAddMemcpyNode, 10000),
    ENTRY(cuGraphAddMemsetNode, 10000),
    ENTRY(cuGraphAddEmptyNode, 10000),
    ENTRY(cuGraphAddHostNode, 10000),
    ENTRY(cuGraphAddChildGraphNode, 10000),
    ENTRY(cuGraphAddEventRecordNode, 10000),
    ENTRY(cuGraphAddEventWaitNode, 10000),
    ENTRY(cuGraphAddNode_v2, 12030),
    ENTRY(cuGraphAddDependencies_v2, 12030),
    ENTRY(cuGraphRemoveDependencies_v2, 12030),
    ENTRY(cuGraphNodeGetDependencies_v2, 12030),
    ENTRY(cuGraphNodeGetDependentNodes_v2, 12030),
    ENTRY(cuGraphClone, 10000),
    ENTRY(cuGraphNodeFindInClone, 10000),
    ENTRY(cuGraphGetNodes, 10000),
    ENTRY(cuGraphGetEdges_v2, 12030),
    ENTRY(cuGraphNodeGetType, 10000),
    ENTRY(cuGraphKernelNodeGetParams_v2, 12000),
    ENTRY(cuGraphKernelNodeSetParams_v2, 12000),
    ENTRY(cuGraphMemcpyNodeGetParams, 10000),
    ENTRY(cuGraphMemsetNodeGetParams, 10000),
    ENTRY(cuGraphHostNodeGetParams, 10000),
    ENTRY(cuGraphKernelNodeGetAttribute, 11000),
    ENTRY(cuGraphKernelNodeSetAttribute, 11000),
    ENTRY(cuGraphKernelNodeCopyAttributes, 11000),
    ENTRY(cuGraphConditionalHandleCreate, 12030),
    ENTRY(cuGraphInstantiateWithFlags, 11040),
    ENTRY(cuGraphInstantiateWithParams, 12000),
    ENTRY(cuGraphExecDestroy, 10000),
    ENTRY(cuGraphExecGetFlags, 12000),
    ENTRY(cuGraphUpload, 11010),
    ENTRY(cuGraphLaunch, 10000),
    ENTRY(cuGraphExecKernelNodeSetParams_v2, 12000),
    ENTRY(cuGraphExecMemcpyNodeSetParams, 10000),
    ENTRY(cuGraphExecMemsetNodeSetParams, 10000),
    ENTRY(cuGraphNodeSetEnabled, 11060),
    ENTRY(cuGraphNodeGetEnabled, 11060),
    ENTRY(cuGraphDebugDotPrint, 11030),
    ENTRY(cuUserObjectCreate, 11030),
    ENTRY(cuUserObjectRetain, 11030),
    ENTRY(cuUserObjectRelease, 11030),
    ENTRY(cuGraphRetainUserObject, 11030),
    ENTRY(cuGraphReleaseUserObject, 11030),
    ENTRY(vgsim_add_call, 0),
    ENTRY(vgsim_run_call, 0),
    ENTRY(vgsim_resident_multiprocessors, 0),
};

/* "cuMemAlloc" asks for "cuMemAlloc_v2" and for nothing longer. */
static bool names(const char *symbol, const char *name)
{
    size_t length = strlen(name);
    if (strncmp(symbol, name, length) != 0) {
        return false;
    }
    return symbol[length] == '\0' ||
           (symbol[length] == '_' && symbol[length + 1] == 'v' && symbol[length + 3] == '\0') ||
           (strcmp(symbol, "cuGraphInstantiateWithFlags") == 0 && strcmp(name, "cuGraphInstantiate") == 0);
}

bool sim_is_function(const char *name)
{
    for (size_t i = 0; i < sizeof entries / sizeof entries[0]; i++) {
        if (names(entries[i].symbol, name)) {
            return true;
        }
    }
    return false;
}

static CUresult find(const char *name, void **address, int version, CUdriverProcAddressQueryResult *status)
{
    CUdriverProcAddressQueryResult found = CU_GET_PROC_ADDRESS_SYMBOL_NOT_FOUND;
    int driver = sim_get_settings()->driver;
    if (!name || !address) {
        return CUDA_ERROR_INVALID_VALUE;
    }
    *address = NULL;
    if (version > driver) {
        return sim_refuse(CUDA_ERROR_INVALID_VALUE, "version %d of %s was asked for, the driver has version %d",
                          version, name, driver);
    }
    for (size_t i = 0; i < sizeof entries / sizeof entries[0]; i++) {
        if (!names(entries[i].symbol, name) || entries[i].since > driver) {
            continue;
        }
        if (sim_get_settings()->capture &&
            (strcmp(name, "vgsim_add_call") == 0 || strcmp(name, "vgsim_run_call") == 0)) {
            continue;
        }
        if (entries[i].since > version) {
            found = CU_GET_PROC_ADDRESS_VERSION_NOT_SUFFICIENT;
            continue;
        }
        *address = entries[i].address;
        found = CU_GET_PROC_ADDRESS_SUCCESS;
        break;
    }
    if (status) {
        *status = found;
    }
    return *address || status ? CUDA_SUCCESS : CUDA_ERROR_NOT_FOUND;
}

CUresult CUDAAPI cuGetProcAddress_v2(const char *name, void **address, int version, cuuint64_t flags,
                                     CUdriverProcAddressQueryResult *status)
{
    CUresult result = sim_enter(__func__, SIM_ANY);
    (void)flags;
    result = result ? result : find(name, address, version, status);
    return sim_leave_out(result, address, sizeof *address);
}
