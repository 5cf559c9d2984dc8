/* SPDX-License-Identifier: 0BSD */
/* SPDX-FileCopyrightText: 2026 The vggen authors */
/* Functions of modules and libraries. They are checked against the kernels' host build when asked for. */
#define _GNU_SOURCE
#include "image/image.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static void describe(char *text, size_t size, unsigned count, const uint32_t *sizes)
{
    size_t used = 0;
    text[0] = '\0';
    for (unsigned i = 0; i < count && used + 1 < size; i++) {
        int written = snprintf(text + used, size - used, "%s%u", i ? " " : "", sizes[i]);
        used += written > 0 ? (size_t)written : 0;
    }
}

/* A linker leaves out a library that nothing in the application names. */
static void report_missing(const char *kernel)
{
    if (sim_program_count() == 0) {
        sim_problem("no host build",
                    "kernel %s: no library of kernels is linked; link libNAME_sim.so of the program NAME, with "
                    "-Wl,--no-as-needed before it",
                    kernel);
        return;
    }
    sim_problem("no host build",
                "kernel %s is in no library of kernels that is linked (there is that of \"%s\"%s): link "
                "libNAME_sim.so of the program that has it, with -Wl,--no-as-needed before it, or build it again",
                kernel, sim_program(0)->name, sim_program_count() > 1 ? " and others" : "");
}

const vgsim_kernel *sim_part_kernel(const vgsim_part *part)
{
    uint32_t *sizes = (uint32_t *)sim_allocate(part->given_count + 1, sizeof *sizes);
    const vgsim_kernel *kernel;
    for (unsigned i = 0; i < part->given_count; i++) {
        sizes[i] = part->given[i].bytes;
    }
    kernel = sim_find_kernel(part->module, part->entry, part->given_count, sizes);
    free(sizes);
    return kernel;
}

/* Whether the launch has what the part is given, in as many bytes as the part's kernel takes. */
static bool fits(const sim_function *function, const vgsim_fused *fused, const vgsim_given *given, uint32_t takes)
{
    uint32_t has = given->bytes;
    if (given->kind == VGSIM_CONDITION) {
        return given->index < fused->condition_count && takes == sizeof(CUgraphConditionalHandle) && has == takes;
    }
    if (given->kind == VGSIM_LOADED) {
        has = sizeof(uint64_t); /* the address */
    }
    return given->index < function->param_count && function->param_sizes[given->index] == has && given->bytes == takes;
}

static CUresult check_part(const sim_function *function, const vgsim_fused *fused, const vgsim_part *part)
{
    const vgsim_kernel *kernel = sim_part_kernel(part);
    bool good = kernel && kernel->param_count == part->given_count;
    if (!kernel) {
        report_missing(part->entry);
        return CUDA_ERROR_NOT_FOUND;
    }
    for (unsigned i = 0; good && i < part->given_count; i++) {
        good = fits(function, fused, &part->given[i], kernel->param_sizes[i]);
    }
    good = good && (!part->when || fits(function, fused, part->when, sizeof(uint32_t)));
    if (!good) {
        sim_problem("kernel mismatch", "%s gives its part %s other parameters than that takes: build both again",
                    function->name, part->entry);
    }
    return good ? CUDA_SUCCESS : CUDA_ERROR_INVALID_SOURCE;
}

static CUresult check_parts(const sim_function *function, const vgsim_fused *fused, const vgsim_parts *parts)
{
    CUresult result = CUDA_SUCCESS;
    for (unsigned p = 0; !result && p < parts->count; p++) {
        const vgsim_part *part = &parts->parts[p];
        if (part->kind == VGSIM_LAUNCH_PART) {
            result = check_part(function, fused, part);
        }
        for (unsigned b = 0; !result && b < part->body_count; b++) {
            result = check_parts(function, fused, &part->bodies[b]);
        }
    }
    return result;
}

/* `from` is the module that the image names, or NULL. */
static CUresult check_host(sim_function *function, const char *from)
{
    char image[256], host[256];
    const vgsim_kernel *kernel =
        sim_find_kernel(from, function->name, function->param_count, function->param_sizes);
    const char *other = kernel && !from ? sim_other_module(kernel) : NULL;
    if (other) {
        sim_problem("no host build",
                    "kernel %s is in '%s' and in '%s', and its machine code does not say where it is "
                    "from: generate with --image=none",
                    function->name, kernel->module, other);
        return CUDA_ERROR_NOT_FOUND;
    }
    if (!kernel) {
        report_missing(function->name);
        return CUDA_ERROR_NOT_FOUND;
    }
    if (kernel->param_count != function->param_count ||
        memcmp(kernel->param_sizes, function->param_sizes, sizeof(uint32_t) * kernel->param_count) != 0) {
        describe(image, sizeof image, function->param_count, function->param_sizes);
        describe(host, sizeof host, kernel->param_count, kernel->param_sizes);
        sim_problem("kernel mismatch",
                    "%s: parameters of [%s] bytes in the image, of [%s] bytes in the library of kernels: "
                    "build both again",
                    function->name, image, host);
        return CUDA_ERROR_INVALID_SOURCE;
    }
    function->host = kernel;
    return kernel->fused ? check_parts(function, kernel->fused, &kernel->fused->parts) : CUDA_SUCCESS;
}

static CUresult find(void **out, void *handle, sim_kind holder, sim_kind kind, const char *name)
{
    sim_image *image = (sim_image *)sim_object_data(handle, holder);
    CUresult result;
    if (!image || !name) {
        return image ? CUDA_ERROR_INVALID_VALUE : CUDA_ERROR_INVALID_HANDLE;
    }
    for (size_t i = 0; i < image->count; i++) {
        sim_function *function = &image->functions[i];
        sim_object **object = kind == SIM_FUNCTION ? &function->object : &function->kernel_object;
        if (strcmp(function->name, name) != 0) {
            continue;
        }
        result = check_host(function, image->module);
        if (!result && !*object) {
            *object = sim_object_new(kind, function, handle);
            result = *object ? CUDA_SUCCESS : CUDA_ERROR_OUT_OF_MEMORY;
        }
        if (!result) {
            *out = *object;
        }
        return result;
    }
    return sim_refuse(CUDA_ERROR_NOT_FOUND, "no kernel \"%s\" in the image", name);
}

CUresult CUDAAPI cuModuleGetFunction(CUfunction *out, CUmodule module, const char *name)
{
    CUresult result = sim_enter(__func__, SIM_CONTEXT);
    result = result ? result : find((void **)(void *)out, module, SIM_MODULE, SIM_FUNCTION, name);
    return sim_leave_out(result, out, sizeof *out);
}

CUresult CUDAAPI cuLibraryGetKernel(CUkernel *out, CUlibrary library, const char *name)
{
    CUresult result = sim_enter(__func__, SIM_INIT);
    result = result ? result : find((void **)(void *)out, library, SIM_LIBRARY, SIM_KERNEL, name);
    return sim_leave_out(result, out, sizeof *out);
}

static CUresult function_of_kernel(CUfunction *out, CUkernel kernel)
{
    sim_function *function = (sim_function *)sim_object_data(kernel, SIM_KERNEL);
    if (!function) {
        return CUDA_ERROR_INVALID_HANDLE;
    }
    if (!function->object) {
        function->object = sim_object_new(SIM_FUNCTION, function, function->module_handle);
    }
    *out = (CUfunction)(void *)function->object;
    return function->object ? CUDA_SUCCESS : CUDA_ERROR_OUT_OF_MEMORY;
}

CUresult CUDAAPI cuKernelGetFunction(CUfunction *out, CUkernel kernel)
{
    CUresult result = sim_enter(__func__, SIM_CONTEXT);
    result = result ? result : function_of_kernel(out, kernel);
    return sim_leave_out(result, out, sizeof *out);
}

CUresult CUDAAPI cuModuleGetGlobal_v2(CUdeviceptr *address, size_t *bytes, CUmodule module, const char *name)
{
    CUresult result = sim_enter(__func__, SIM_CONTEXT);
    (void)bytes;
    (void)module;
    result = result ? result : sim_refuse(CUDA_ERROR_NOT_SUPPORTED, "module variable \"%s\"", name ? name : "");
    return sim_leave_out(result, address, sizeof *address);
}

sim_function *sim_function_get(CUfunction function)
{
    return (sim_function *)sim_object_data(function, SIM_FUNCTION);
}

sim_function *sim_function_of(CUfunction function, CUkernel kernel)
{
    return function || !kernel ? sim_function_get(function) : (sim_function *)sim_object_data(kernel, SIM_KERNEL);
}

bool sim_function_loaded(const sim_object *object)
{
    return !object->dead;
}
