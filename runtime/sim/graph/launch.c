/* SPDX-License-Identifier: 0BSD */
/* SPDX-FileCopyrightText: 2026 The vggen authors */
/* One kernel launch: what the driver refuses, its parameters copied by the kernel's own table. */
#define _GNU_SOURCE
#include "graph/graph.h"

#include <stdlib.h>
#include <string.h>

#define BAD(...) sim_refuse(CUDA_ERROR_INVALID_VALUE, __VA_ARGS__)

static CUresult check_block(const sim_function *f, const CUDA_KERNEL_NODE_PARAMS *p)
{
    uint64_t threads = (uint64_t)p->blockDimX * p->blockDimY * p->blockDimZ;
    if (!threads || p->blockDimX > 1024 || p->blockDimY > 1024 || p->blockDimZ > 64 || threads > 1024) {
        return BAD("%s: block of %u x %u x %u threads", f->name, p->blockDimX, p->blockDimY, p->blockDimZ);
    }
    if (f->max_threads && threads > f->max_threads) {
        return BAD("%s: %llu threads in a block, its launch bounds allow %u", f->name, (unsigned long long)threads,
                   f->max_threads);
    }
    if (f->required[0] &&
        (p->blockDimX != f->required[0] || p->blockDimY != f->required[1] || p->blockDimZ != f->required[2])) {
        return BAD("%s: block of %u x %u x %u, it requires %u x %u x %u", f->name, p->blockDimX, p->blockDimY,
                   p->blockDimZ, f->required[0], f->required[1], f->required[2]);
    }
    return CUDA_SUCCESS;
}

static CUresult check_limits(const sim_function *f, const CUDA_KERNEL_NODE_PARAMS *p)
{
    if (!p->gridDimX || !p->gridDimY || !p->gridDimZ || p->gridDimX > 2147483647u || p->gridDimY > 65535 ||
        p->gridDimZ > 65535) {
        return BAD("%s: grid of %u x %u x %u blocks", f->name, p->gridDimX, p->gridDimY, p->gridDimZ);
    }
    if (p->sharedMemBytes > f->dynamic_limit ||
        (uint64_t)p->sharedMemBytes + f->static_shared > (f->dynamic_limit > 49152 ? VGSIM_DYNAMIC_BYTES : 49152u)) {
        return BAD("%s: %u dynamic and %u static bytes of shared memory, at most %u without opting in", f->name,
                   p->sharedMemBytes, f->static_shared, 49152u);
    }
    if (p->extra) {
        return p->kernelParams ? BAD("%s: kernelParams and extra are both given", f->name)
                               : sim_refuse(CUDA_ERROR_NOT_SUPPORTED, "%s: the extra form of parameters", f->name);
    }
    if (f->param_count && !p->kernelParams) {
        return BAD("%s: %u parameters, but kernelParams is NULL", f->name, f->param_count);
    }
    for (unsigned i = 0; i < f->param_count; i++) {
        if (!p->kernelParams[i]) {
            return BAD("%s: kernelParams[%u] is NULL", f->name, i);
        }
    }
    return CUDA_SUCCESS;
}

/* Values live in a buffer of 16-byte units, so that each is as aligned as its type wants. */
void sim_launch_make_room(sim_launch *launch)
{
    const sim_function *f = launch->function;
    launch->bytes = (unsigned char *)sim_allocate(f->param_bytes / 16 + 1, 16);
    launch->parameters = (void **)sim_allocate(f->param_count + 1, sizeof(void *));
    for (unsigned i = 0; i < f->param_count; i++) {
        launch->parameters[i] = launch->bytes + f->param_offsets[i];
    }
}

static void copy_parameters(sim_launch *launch, void **values)
{
    const sim_function *f = launch->function;
    sim_launch_make_room(launch);
    for (unsigned i = 0; i < f->param_count; i++) {
        memcpy(launch->parameters[i], values[i], f->param_sizes[i]);
    }
}

CUresult sim_launch_set(sim_launch *launch, const CUDA_KERNEL_NODE_PARAMS *p)
{
    sim_function *function;
    CUresult result;
    if (!p) {
        return BAD("the parameters are NULL");
    }
    function = sim_function_of(p->func, p->kern);
    if (!function) {
        return CUDA_ERROR_INVALID_HANDLE;
    }
    result = check_block(function, p);
    result = result ? result : check_limits(function, p);
    if (result) {
        return result;
    }
    memset(launch, 0, sizeof *launch);
    launch->function = function;
    launch->function_object =
        (const sim_object *)(const void *)(p->func ? (const void *)p->func : (const void *)p->kern);
    launch->grid[0] = p->gridDimX;
    launch->grid[1] = p->gridDimY;
    launch->grid[2] = p->gridDimZ;
    launch->block[0] = p->blockDimX;
    launch->block[1] = p->blockDimY;
    launch->block[2] = p->blockDimZ;
    launch->dynamic_shared = p->sharedMemBytes;
    memcpy(launch->cluster, function->cluster, sizeof launch->cluster);
    copy_parameters(launch, p->kernelParams);
    return CUDA_SUCCESS;
}

void sim_launch_copy(sim_launch *to, const sim_launch *from)
{
    *to = *from;
    if (from->bytes) {
        if (!sim_function_loaded(from->function_object)) {
            to->bytes = NULL;
            to->parameters = NULL;
            return;
        }
        copy_parameters(to, from->parameters);
    }
}

void sim_launch_free(sim_launch *launch)
{
    free(launch->bytes);
    free(launch->parameters);
    launch->bytes = NULL;
    launch->parameters = NULL;
}

/* ---- launches by themselves ---- */
