/* SPDX-License-Identifier: 0BSD */
/* SPDX-FileCopyrightText: 2026 The vggen authors */
/* Entry points that exist only so that programs link, and that refuse every call. */
#define _GNU_SOURCE
#include "base/base.h"

/* The symbol is given by an assembler name: headers differ in the prototype behind some of these names. */
#define UNSUPPORTED(name)                                                                                              \
    __attribute__((visibility("default"))) CUresult unsupported_##name(void) __asm__(#name);                           \
    CUresult unsupported_##name(void)                                                                                  \
    {                                                                                                                  \
        CUresult result = sim_enter(#name, SIM_ANY);                                                                   \
        return sim_leave(result ? result : sim_refuse(CUDA_ERROR_NOT_SUPPORTED, "the CPU device has no " #name));      \
    }

UNSUPPORTED(cuCtxCreate_v2)
UNSUPPORTED(cuCtxCreate_v3)
UNSUPPORTED(cuFuncIsLoaded)
UNSUPPORTED(cuGraphAddBatchMemOpNode)
UNSUPPORTED(cuGraphAddEventWaitNode)
UNSUPPORTED(cuGraphAddMemAllocNode)
UNSUPPORTED(cuGraphAddMemFreeNode)
UNSUPPORTED(cuGraphExecNodeSetParams)
UNSUPPORTED(cuGraphExecUpdate_v2)
UNSUPPORTED(cuGraphNodeSetParams)
UNSUPPORTED(cuLogsRegisterCallback)
UNSUPPORTED(cuLogsUnregisterCallback)
UNSUPPORTED(cuMemAllocManaged)
UNSUPPORTED(cuStreamBatchMemOp_v2)
UNSUPPORTED(cuStreamGetCtx)
UNSUPPORTED(cuStreamWaitValue32_v2)
UNSUPPORTED(cuStreamWriteValue64_v2)
