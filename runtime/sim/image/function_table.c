/* SPDX-License-Identifier: 0BSD */
/* SPDX-FileCopyrightText: 2026 The vggen authors */
/* The functions of an image: their names, and where their parameters lie. */
#define _GNU_SOURCE
#include "image/image.h"

#include <stdlib.h>
#include <string.h>

#define MOST_PARAMETERS 4096u
#define MOST_PARAMETER_BYTES 32764u
#define PLAIN_SHARED 49152u

sim_function *sim_image_add(sim_image *image, const char *name, size_t length)
{
    sim_function *function;
    image->functions =
        (sim_function *)sim_grow(image->functions, image->count, &image->capacity, sizeof *image->functions);
    function = &image->functions[image->count++];
    memset(function, 0, sizeof *function);
    function->name = (char *)sim_allocate(length + 1, 1);
    memcpy(function->name, name, length);
    function->dynamic_limit = PLAIN_SHARED;
    return function;
}

bool sim_image_param(sim_function *function, unsigned ordinal, uint32_t offset, uint32_t size)
{
    if (ordinal >= MOST_PARAMETERS || !size || size > MOST_PARAMETER_BYTES || offset > MOST_PARAMETER_BYTES) {
        return false;
    }
    if (ordinal >= function->param_count) {
        unsigned count = ordinal + 1;
        function->param_offsets = (uint32_t *)realloc(function->param_offsets, count * sizeof(uint32_t));
        function->param_sizes = (uint32_t *)realloc(function->param_sizes, count * sizeof(uint32_t));
        if (!function->param_offsets || !function->param_sizes) {
            abort();
        }
        for (unsigned i = function->param_count; i < count; i++) {
            function->param_offsets[i] = function->param_sizes[i] = 0;
        }
        function->param_count = count;
    }
    function->param_offsets[ordinal] = offset;
    function->param_sizes[ordinal] = size;
    if (offset + size > function->param_bytes) {
        function->param_bytes = offset + size;
    }
    return true;
}

/* Alignments are not known here: the largest power of two up to 16 that divides the size is used. */
void sim_image_lay_out(sim_function *function)
{
    uint32_t offset = 0;
    for (unsigned i = 0; i < function->param_count; i++) {
        uint32_t size = function->param_sizes[i];
        uint32_t alignment = size & (~size + 1u);
        alignment = alignment > 16 ? 16 : alignment;
        offset = (offset + alignment - 1) & ~(alignment - 1);
        function->param_offsets[i] = offset;
        offset += size;
    }
    function->param_bytes = offset;
}

void sim_image_free(sim_image *image)
{
    for (size_t i = 0; i < image->count; i++) {
        free(image->functions[i].name);
        free(image->functions[i].param_offsets);
        free(image->functions[i].param_sizes);
    }
    free(image->functions);
    free(image->module);
    memset(image, 0, sizeof *image);
}
