/* SPDX-License-Identifier: 0BSD */
/* SPDX-FileCopyrightText: 2026 The vggen authors */
/* Words that a stream writes for the host. */
#define _GNU_SOURCE
#include "stream/stream.h"

static CUresult queue(CUstream handle, CUdeviceptr address, uint32_t value, unsigned flags)
{
    CUresult result = sim_need_driver(11070);
    sim_work *work;
    if (result) {
        return result;
    }
    if (flags & ~(unsigned)CU_STREAM_WRITE_VALUE_NO_MEMORY_BARRIER || address % sizeof value) {
        return sim_refuse(CUDA_ERROR_INVALID_VALUE, "flags 0x%x, or 0x%llx is not aligned to 4", flags,
                          (unsigned long long)address);
    }
    if (!sim_memory_device_range(address, sizeof value, "a word to write")) {
        return CUDA_ERROR_INVALID_VALUE;
    }
    work = sim_work_new(SIM_WORK_WORD);
    work->fill.to = address;
    work->fill.value = value;
    return sim_stream_push(handle, work);
}

CUresult CUDAAPI cuStreamWriteValue32_v2(CUstream stream, CUdeviceptr address, cuuint32_t value, unsigned flags)
{
    CUresult result = sim_enter(__func__, SIM_CONTEXT);
    return sim_leave(result ? result : queue(stream, address, value, flags));
}
