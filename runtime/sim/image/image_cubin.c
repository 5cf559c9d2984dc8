/* SPDX-License-Identifier: 0BSD */
/* SPDX-FileCopyrightText: 2026 The vggen authors */
/* Kernels of a cubin: an ELF file whose .nv.info sections list parameters and limits. The format is not documented. */
#define _GNU_SOURCE
#include "image/image.h"

#include <elf.h>
#include <string.h>

#define EM_CUDA_MACHINE 190
#define RESERVED_SHARED 1024u /* counted in .nv.shared from sm_90 on */

enum {
    INFO_SIZED = 4,
    INFO_MAX_THREADS = 0x05,
    INFO_REQUIRED = 0x10,
    INFO_PARAMETER = 0x17,
    INFO_CLUSTER = 0x3d,
    INFO_PARAMETER_V2 = 0x45
};

static const char info_prefix[] = ".nv.info.";
static const char shared_prefix[] = ".nv.shared.";

static uint32_t word(const unsigned char *at)
{
    return (uint32_t)at[0] | (uint32_t)at[1] << 8 | (uint32_t)at[2] << 16 | (uint32_t)at[3] << 24;
}

static uint32_t half_word(const unsigned char *at)
{
    return (uint32_t)at[0] | (uint32_t)at[1] << 8;
}

static bool read_record(sim_function *function, unsigned attribute, const unsigned char *value, unsigned size)
{
    if (attribute == INFO_PARAMETER && size >= 12) {
        return sim_image_param(function, half_word(value + 4), half_word(value + 6), word(value + 8) >> 18);
    }
    if (attribute == INFO_PARAMETER_V2 && size >= 12) {
        return sim_image_param(function, half_word(value + 4), half_word(value + 6), half_word(value + 8));
    }
    if (attribute == INFO_MAX_THREADS && size >= 12) {
        function->max_threads = word(value) * word(value + 4) * word(value + 8);
    }
    for (unsigned i = 0; i < 3 && size >= 12; i++) {
        if (attribute == INFO_REQUIRED) {
            function->required[i] = word(value + 4 * i);
        } else if (attribute == INFO_CLUSTER) {
            function->cluster[i] = word(value + 4 * i);
        }
    }
    return true;
}

static bool read_info(sim_function *function, const unsigned char *at, size_t bytes)
{
    while (bytes >= 4) {
        unsigned size = at[0] == INFO_SIZED ? half_word(at + 2) : 0;
        if (size > bytes - 4 || (size && !read_record(function, at[1], at + 4, size))) {
            return false;
        }
        at += 4 + size;
        bytes -= 4 + size;
    }
    return true;
}

static unsigned capability_of(const Elf64_Ehdr *header)
{
    unsigned low = header->e_flags & 0xff, high = header->e_flags >> 8 & 0xff;
    return header->e_ident[EI_ABIVERSION] >= 8 ? high : low;
}

static void read_shared(sim_image *image, const char *kernel, uint64_t bytes)
{
    uint32_t reserved = image->capability >= 90 ? RESERVED_SHARED : 0;
    for (size_t i = 0; i < image->count; i++) {
        if (strcmp(image->functions[i].name, kernel) == 0) {
            image->functions[i].static_shared = bytes > reserved ? (uint32_t)bytes - reserved : 0;
        }
    }
}

CUresult sim_image_read_cubin(sim_image *image, const unsigned char *bytes)
{
    Elf64_Ehdr header;
    const Elf64_Shdr *sections;
    const char *names;
    unsigned device = sim_capability();
    memcpy(&header, bytes, sizeof header);
    if (header.e_ident[EI_CLASS] != ELFCLASS64 || header.e_machine != EM_CUDA_MACHINE || !header.e_shnum ||
        header.e_shstrndx >= header.e_shnum || header.e_shentsize != sizeof(Elf64_Shdr) || (uintptr_t)bytes % 8) {
        return sim_refuse(CUDA_ERROR_INVALID_IMAGE, "this ELF file is no cubin, or not aligned to 8 bytes");
    }
    image->capability = capability_of(&header);
    if (image->capability / 10 != device / 10 || image->capability > device) {
        return sim_refuse(CUDA_ERROR_NO_BINARY_FOR_GPU, "the cubin is for sm_%u, the device is sm_%u",
                          image->capability, device);
    }
    sections = (const Elf64_Shdr *)(const void *)(bytes + header.e_shoff);
    names = (const char *)bytes + sections[header.e_shstrndx].sh_offset;
    for (unsigned i = 0; i < header.e_shnum; i++) {
        const char *name = names + sections[i].sh_name;
        if (strncmp(name, info_prefix, sizeof info_prefix - 1) == 0) {
            const char *kernel = name + sizeof info_prefix - 1;
            sim_function *function = sim_image_add(image, kernel, strlen(kernel));
            if (!read_info(function, bytes + sections[i].sh_offset, (size_t)sections[i].sh_size)) {
                return sim_refuse(CUDA_ERROR_INVALID_IMAGE, "%s: unreadable", name);
            }
        }
    }
    for (unsigned i = 0; i < header.e_shnum; i++) {
        const char *name = names + sections[i].sh_name;
        if (strncmp(name, shared_prefix, sizeof shared_prefix - 1) == 0) {
            read_shared(image, name + sizeof shared_prefix - 1, sections[i].sh_size);
        }
    }
    return CUDA_SUCCESS;
}
