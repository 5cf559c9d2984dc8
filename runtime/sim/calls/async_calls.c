/* SPDX-License-Identifier: 0BSD */
/* SPDX-FileCopyrightText: 2026 The vggen authors */
/* Device memory that a stream allocates and frees. A capturing stream makes nodes of both, whose memory nobody can use
 * here: such graphs are not instantiated. */
#define _GNU_SOURCE
#include "calls/calls.h"
#include "stream/stream.h"

static CUresult allocate(CUdeviceptr *address, size_t bytes, CUstream stream)
{
    const bool captured = sim_stream_captured(stream);
    CUresult result = CUDA_SUCCESS;
    sim_memory *memory;
    if (!address || !bytes || !sim_stream_known(stream)) {
        return sim_stream_known(stream) ? CUDA_ERROR_INVALID_VALUE : CUDA_ERROR_INVALID_HANDLE;
    }
    memory = sim_memory_new(SIM_DEVICE_MEMORY, bytes, 0);
    if (!memory) {
        return sim_refuse(CUDA_ERROR_OUT_OF_MEMORY, "%zu bytes wanted, %zu of %zu are in use", bytes, sim_memory_used(),
                          sim_get_settings()->memory);
    }
    *address = memory->base;
    if (captured) {
        result = sim_stream_push(stream, sim_work_new(SIM_WORK_ALLOCATE));
        sim_memory_destroy(memory);
    }
    return result;
}

CUresult CUDAAPI cuMemAllocAsync(CUdeviceptr *address, size_t bytes, CUstream stream)
{
    CUresult result = sim_enter(__func__, SIM_CONTEXT);
    result = result ? result : allocate(address, bytes, stream);
    return sim_leave_out(result, address, sizeof *address);
}

CUresult CUDAAPI cuMemFreeAsync(CUdeviceptr address, CUstream stream)
{
    CUresult result = sim_enter(__func__, SIM_CONTEXT);
    if (!result && sim_stream_captured(stream)) {
        result = sim_stream_push(stream, sim_work_new(SIM_WORK_FREE));
    } else if (!result) {
        result = sim_stream_drain(stream);
        result = result ? result : sim_memory_release(address, SIM_DEVICE_MEMORY);
    }
    return sim_leave(result);
}
