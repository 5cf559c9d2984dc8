/* SPDX-License-Identifier: 0BSD */
/* SPDX-FileCopyrightText: 2026 The vggen authors */
/* Programs and host builds of kernels, as the static constructors of NAME_sim.cpp register them. */
#define _GNU_SOURCE
#include "base/base.h"

#include <stdio.h>
#include <string.h>

#define DEFAULT_CAPABILITY 90u

static const vgsim_kernel **kernels;
static size_t kernel_count, kernel_capacity;
static const vgsim_program **programs;
static size_t program_count, program_capacity;

void vgsim_register_kernel(const vgsim_kernel *kernel)
{
    kernels = (const vgsim_kernel **)sim_grow(kernels, kernel_count, &kernel_capacity, sizeof *kernels);
    kernels[kernel_count++] = kernel;
}

void vgsim_register_program(const vgsim_program *program)
{
    programs = (const vgsim_program **)sim_grow(programs, program_count, &program_capacity, sizeof *programs);
    programs[program_count++] = program;
}

typedef struct {
    const void *const *images;
    const char *const *modules;
    unsigned count;
} image_list;

static image_list *lists;
static size_t list_count, list_capacity;

void vgsim_register_images(const void *const *images, const char *const *modules, unsigned count)
{
    if (images) {
        lists = (image_list *)sim_grow(lists, list_count, &list_capacity, sizeof *lists);
        lists[list_count++] = (image_list){images, modules, count};
    }
}

const char *sim_module_of(const void *image)
{
    for (size_t i = 0; i < list_count; i++) {
        for (unsigned k = 0; k < lists[i].count; k++) {
            if (lists[i].images[k] == image) {
                return lists[i].modules[k];
            }
        }
    }
    return NULL;
}

static bool same_signature(const vgsim_kernel *kernel, unsigned count, const uint32_t *sizes)
{
    if (kernel->param_count != count) {
        return false;
    }
    for (unsigned i = 0; i < count; i++) {
        if (kernel->param_sizes[i] != sizes[i]) {
            return false;
        }
    }
    return true;
}

static bool may_be(const vgsim_kernel *kernel, const char *entry, const char *module)
{
    return strcmp(kernel->entry, entry) == 0 && (!module || !kernel->module || strcmp(kernel->module, module) == 0);
}

/* Sources and programs may each have a kernel of one name. Where the image does not say which it is made of, the one
 * whose parameters fit is taken, the last one first. */
const vgsim_kernel *sim_find_kernel(const char *module, const char *entry, unsigned count, const uint32_t *sizes)
{
    const vgsim_kernel *named = NULL;
    for (size_t i = kernel_count; i > 0; i--) {
        if (may_be(kernels[i - 1], entry, module)) {
            if (same_signature(kernels[i - 1], count, sizes)) {
                return kernels[i - 1];
            }
            named = kernels[i - 1];
        }
    }
    return named;
}

/* "fir: fir.cu" and "fir: taps.cu" */
static bool same_program(const char *module, const char *other)
{
    size_t length = strcspn(module, ":");
    return strncmp(module, other, length + 1) == 0;
}

const char *sim_other_module(const vgsim_kernel *kernel)
{
    for (size_t i = 0; i < kernel_count && kernel->module; i++) {
        if (strcmp(kernels[i]->entry, kernel->entry) == 0 && kernels[i]->module &&
            strcmp(kernels[i]->module, kernel->module) != 0 && same_program(kernels[i]->module, kernel->module)) {
            return kernels[i]->module;
        }
    }
    return NULL;
}

size_t sim_program_count(void)
{
    return program_count;
}

CUresult sim_check_stamps(void)
{
    for (size_t i = 0; i < program_count; i++) {
        const vgsim_program *program = programs[i];
        if (program->linked && *program->linked != program->stamp) {
            return sim_refuse(CUDA_ERROR_NOT_PERMITTED,
                              "%s_sim.cpp (0x%016llx) and %s.c (0x%016llx) are of different runs of vggen: generate "
                              "both again",
                              program->name, (unsigned long long)program->stamp, program->name,
                              (unsigned long long)*program->linked);
        }
    }
    return CUDA_SUCCESS;
}

const vgsim_program *sim_program(size_t index)
{
    return programs[index];
}

unsigned sim_capability(void)
{
    if (sim_get_settings()->capability) {
        return sim_get_settings()->capability;
    }
    return sim_program_count() ? sim_program(0)->capability : DEFAULT_CAPABILITY;
}
