/* SPDX-License-Identifier: 0BSD */
/* SPDX-FileCopyrightText: 2026 The vggen authors */
/* What an image says about its kernels: the common part, and the text of a program generated without a toolkit. */
#define _GNU_SOURCE
#include "image/image.h"

#include <elf.h>
#include <stdlib.h>
#include <string.h>

#define STUB_LINE "vggen stub 1\n"

static bool read_stub_kernel(sim_image *image, const char *line, size_t length)
{
    bool quoted = length > 0 && line[0] == '"';
    const char *at = line + quoted, *end = line + length;
    const char *name_end = (const char *)memchr(at, quoted ? '"' : ' ', (size_t)(end - at));
    sim_function *function = sim_image_add(image, at, (size_t)((name_end ? name_end : end) - at));
    unsigned ordinal = 0;
    at = name_end ? name_end + quoted : end;
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
    static const char word[] = "kernel ", from[] = "module ";
    const char *line = text + sizeof STUB_LINE - 1;
    while (*line) {
        size_t length = strcspn(line, "\n");
        if (strncmp(line, word, sizeof word - 1) == 0) {
            if (!read_stub_kernel(image, line + sizeof word - 1, length - (sizeof word - 1))) {
                return sim_refuse(CUDA_ERROR_INVALID_IMAGE, "bad line in the stub: %.*s", (int)length, line);
            }
        } else if (strncmp(line, from, sizeof from - 1) == 0) {
            free(image->module);
            image->module = strndup(line + sizeof from - 1, length - (sizeof from - 1));
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
    const char *text = (const char *)bytes, *module = sim_module_of(bytes);
    if (!bytes) {
        return sim_refuse(CUDA_ERROR_INVALID_VALUE, "the image is NULL");
    }
    if (module) {
        image->module = strdup(module);
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
