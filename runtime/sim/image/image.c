/* SPDX-License-Identifier: 0BSD */
/* What an image says about its kernels: the common part, and the text of a program generated without a toolkit. */
#define _GNU_SOURCE
#include "image/image.h"

#include <elf.h>
#include <stdlib.h>
#include <string.h>

#define STUB_LINE "vggen stub 1\n"
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

/* Without alignments the largest power of two that divides the size, up to 16, is taken. */
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
    memset(image, 0, sizeof *image);
}

static bool read_stub_kernel(sim_image *image, const char *line, size_t length)
{
    const char *at = line, *end = line + length;
    const char *name_end = (const char *)memchr(at, ' ', length);
    sim_function *function = sim_image_add(image, at, name_end ? (size_t)(name_end - at) : length);
    unsigned ordinal = 0;
    at = name_end ? name_end : end;
    while (at < end) {
        char *after;
        unsigned long size = strtoul(at, &after, 10);
        if (after == at || after > end || !sim_image_param(function, ordinal++, 0, (uint32_t)size)) {
            return false;
        }
        at = after;
    }
    sim_image_lay_out(function);
    return true;
}

CUresult sim_image_read_stub(sim_image *image, const char *text)
{
    static const char word[] = "kernel ";
    const char *line = text + sizeof STUB_LINE - 1;
    while (*line) {
        size_t length = strcspn(line, "\n");
        if (strncmp(line, word, sizeof word - 1) == 0) {
            if (!read_stub_kernel(image, line + sizeof word - 1, length - (sizeof word - 1))) {
                return sim_refuse(CUDA_ERROR_INVALID_IMAGE, "bad line in the stub: %.*s", (int)length, line);
            }
        } else if (length) {
            return sim_refuse(CUDA_ERROR_INVALID_IMAGE, "unknown line in the stub: %.*s", (int)length, line);
        }
        line += length + (line[length] == '\n');
    }
    image->capability = sim_capability();
    return CUDA_SUCCESS;
}

CUresult sim_image_read(sim_image *image, const void *bytes)
{
    const char *text = (const char *)bytes;
    if (!bytes) {
        return sim_refuse(CUDA_ERROR_INVALID_VALUE, "the image is NULL");
    }
    if (memcmp(bytes, ELFMAG, SELFMAG) == 0) {
        return sim_image_read_cubin(image, (const unsigned char *)bytes);
    }
    if (strncmp(text, STUB_LINE, sizeof STUB_LINE - 1) == 0) {
        return sim_image_read_stub(image, text);
    }
    if (memcmp(bytes, "\x50\xed\x55\xba", 4) == 0) {
        return sim_refuse(CUDA_ERROR_INVALID_IMAGE, "the CPU device does not read fat binaries: use a cubin or PTX");
    }
    return sim_image_read_ptx(image, text);
}
