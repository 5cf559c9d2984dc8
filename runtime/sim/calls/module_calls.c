/* SPDX-License-Identifier: 0BSD */
/* SPDX-FileCopyrightText: 2026 The vggen authors */
/* Loading and unloading modules and libraries. */
#define _GNU_SOURCE
#include "stream/stream.h"

#include <stdlib.h>

static CUresult load(void **out, const void *bytes, sim_kind kind)
{
    sim_image *image = (sim_image *)sim_allocate(1, sizeof *image);
    CUresult result = sim_image_read(image, bytes);
    sim_object *object = result ? NULL : sim_object_new(kind, image, NULL);
    if (!object) {
        sim_image_free(image);
        free(image);
        return result ? result : CUDA_ERROR_OUT_OF_MEMORY;
    }
    for (size_t i = 0; i < image->count; i++) {
        image->functions[i].module_handle = object;
        image->functions[i].context = kind == SIM_MODULE ? sim_context_top() : NULL;
        image->functions[i].capability = image->capability;
    }
    *out = object;
    return CUDA_SUCCESS;
}

static CUresult unload(void *handle, sim_kind kind)
{
    sim_image *image = (sim_image *)sim_object_data(handle, kind);
    if (!image) {
        return CUDA_ERROR_INVALID_HANDLE;
    }
    sim_drain_all();
    for (size_t i = 0; i < image->count; i++) {
        if (image->functions[i].object) {
            sim_object_destroy(image->functions[i].object);
        }
        if (image->functions[i].kernel_object) {
            sim_object_destroy(image->functions[i].kernel_object);
        }
    }
    sim_image_free(image);
    free(image);
    sim_object_destroy((sim_object *)handle);
    return CUDA_SUCCESS;
}

CUresult CUDAAPI cuModuleLoadData(CUmodule *module, const void *image)
{
    CUresult result = sim_enter(__func__, SIM_CONTEXT);
    result = result ? result : load((void **)(void *)module, image, SIM_MODULE);
    return sim_leave_out(result, module, sizeof *module);
}

CUresult CUDAAPI cuModuleLoadDataEx(CUmodule *module, const void *image, unsigned count, CUjit_option *options,
                                    void **values)
{
    CUresult result = sim_enter(__func__, SIM_CONTEXT);
    if (!result && count && (!options || !values)) {
        result = sim_refuse(CUDA_ERROR_INVALID_VALUE, "%u options, but no array of them", count);
    }
    result = result ? result : load((void **)(void *)module, image, SIM_MODULE);
    return sim_leave_out(result, module, sizeof *module);
}

CUresult CUDAAPI cuModuleUnload(CUmodule module)
{
    CUresult result = sim_enter(__func__, SIM_CONTEXT);
    return sim_leave(result ? result : unload(module, SIM_MODULE));
}

CUresult CUDAAPI cuLibraryLoadData(CUlibrary *library, const void *image, CUjit_option *options, void **values,
                                   unsigned count, CUlibraryOption *library_options, void **library_values,
                                   unsigned library_count)
{
    CUresult result = sim_enter(__func__, SIM_INIT);
    (void)options;
    (void)values;
    (void)count;
    (void)library_options;
    (void)library_values;
    (void)library_count;
    result = result ? result : load((void **)(void *)library, image, SIM_LIBRARY);
    return sim_leave_out(result, library, sizeof *library);
}

CUresult CUDAAPI cuLibraryUnload(CUlibrary library)
{
    CUresult result = sim_enter(__func__, SIM_INIT);
    return sim_leave(result ? result : unload(library, SIM_LIBRARY));
}
