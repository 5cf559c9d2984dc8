/* SPDX-License-Identifier: 0BSD */
/* SPDX-FileCopyrightText: 2026 The vggen authors */
/* Kernels of PTX text: entries with their parameters, limits and static shared memory. */
#define _GNU_SOURCE
#include "image/image.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

typedef struct {
    const char *at;
    const char *token; /* the current one */
    size_t length;
} reader;

static bool is_word(char c)
{
    return isalnum((unsigned char)c) || c == '_' || c == '.' || c == '$' || c == '%';
}

static void skip_blank(reader *r)
{
    for (;;) {
        if (isspace((unsigned char)*r->at)) {
            r->at++;
        } else if (r->at[0] == '/' && r->at[1] == '/') {
            r->at += strcspn(r->at, "\n");
        } else if (r->at[0] == '/' && r->at[1] == '*') {
            const char *end = strstr(r->at + 2, "*/");
            r->at = end ? end + 2 : r->at + strlen(r->at);
        } else {
            return;
        }
    }
}

/* The next word, string or single character; false at the end of the text. */
static bool next(reader *r)
{
    skip_blank(r);
    r->token = r->at;
    if (!*r->at) {
        r->length = 0;
        return false;
    }
    if (*r->at == '"') {
        r->at++;
        r->at += strcspn(r->at, "\"");
        r->at += *r->at == '"';
    } else if (is_word(*r->at)) {
        while (is_word(*r->at)) {
            r->at++;
        }
    } else {
        r->at++;
    }
    r->length = (size_t)(r->at - r->token);
    return true;
}

static bool is(const reader *r, const char *text)
{
    return r->length == strlen(text) && strncmp(r->token, text, r->length) == 0;
}

static uint32_t number(const reader *r)
{
    return (uint32_t)strtoul(r->token, NULL, 0);
}

/* Bytes of ".u32"; 0 if the token is no type. */
static uint32_t type_bytes(const reader *r)
{
    static const struct {
        const char *name;
        uint32_t bytes;
    } types[] = {{".u8", 1},  {".s8", 1},  {".b8", 1},  {".u16", 2}, {".s16", 2},  {".b16", 2},
                 {".f16", 2}, {".u32", 4}, {".s32", 4}, {".b32", 4}, {".f32", 4},  {".f16x2", 4},
                 {".u64", 8}, {".s64", 8}, {".b64", 8}, {".f64", 8}, {".bf16", 2}, {".b128", 16}};
    for (size_t i = 0; i < sizeof types / sizeof types[0]; i++) {
        if (is(r, types[i].name)) {
            return types[i].bytes;
        }
    }
    return 0;
}

typedef struct {
    uint32_t alignment, bytes; /* bytes 0: an unsized array */
} variable;

/* After ".param" or ".shared": up to the , ; or ) that ends the declaration, which becomes the current token. */
static variable read_variable(reader *r)
{
    variable v = {1, 0};
    uint32_t element = 0, count = 1;
    bool pointer_alignment = false;
    while (next(r) && !is(r, ",") && !is(r, ";") && !is(r, ")") && !is(r, "=")) {
        if (is(r, ".ptr")) {
            pointer_alignment = true;
        } else if (is(r, ".align")) {
            next(r);
            if (!pointer_alignment) {
                v.alignment = number(r) ? number(r) : 1;
            }
        } else if (type_bytes(r)) {
            element = type_bytes(r);
            v.alignment = v.alignment > element ? v.alignment : element;
        } else if (is(r, "[")) {
            next(r);
            count *= is(r, "]") ? 0 : number(r);
        }
    }
    v.bytes = element * count;
    return v;
}

static uint32_t align_up(uint32_t value, uint32_t alignment)
{
    return (value + alignment - 1) / alignment * alignment;
}

static bool read_parameters(reader *r, sim_function *function)
{
    uint32_t offset = 0;
    unsigned ordinal = 0;
    while (next(r) && !is(r, ")")) {
        if (is(r, ".param")) {
            variable v = read_variable(r);
            offset = align_up(offset, v.alignment);
            if (!sim_image_param(function, ordinal++, offset, v.bytes)) {
                return false;
            }
            offset += v.bytes;
            if (is(r, ")")) {
                return true;
            }
        }
    }
    return is(r, ")");
}

static void read_three(reader *r, uint32_t value[3])
{
    for (unsigned i = 0; i < 3; i++) {
        value[i] = 1;
    }
    for (unsigned i = 0; i < 3; i++) {
        const char *before;
        next(r);
        value[i] = number(r);
        before = r->at;
        next(r);
        if (!is(r, ",")) {
            r->at = before;
            return;
        }
    }
}

/* Directives between the parameters and the body, then the body's shared variables. */
static bool read_body(reader *r, sim_function *function)
{
    uint32_t limit[3];
    unsigned depth = 0;
    while (next(r)) {
        if (is(r, ".maxntid")) {
            read_three(r, limit);
            function->max_threads = limit[0] * limit[1] * limit[2];
        } else if (is(r, ".reqntid")) {
            read_three(r, function->required);
        } else if (is(r, ".reqnctapercluster")) {
            read_three(r, function->cluster);
        } else if (is(r, ".shared") && depth) {
            variable v = read_variable(r);
            function->static_shared = align_up(function->static_shared, v.alignment) + v.bytes;
        } else if (is(r, "{")) {
            depth++;
        } else if (is(r, "}") && --depth == 0) {
            return true;
        } else if (is(r, ";") && !depth) {
            return true; /* only declared */
        }
    }
    return false;
}

static bool read_entry(reader *r, sim_image *image)
{
    sim_function *function;
    const char *before;
    if (!next(r) || !is_word(*r->token)) {
        return false;
    }
    function = sim_image_add(image, r->token, r->length);
    before = r->at;
    if (next(r) && is(r, "(")) {
        if (!read_parameters(r, function)) {
            return false;
        }
    } else {
        r->at = before;
    }
    return read_body(r, function);
}

CUresult sim_image_read_ptx(sim_image *image, const char *text)
{
    reader r = {text, text, 0};
    unsigned device = sim_capability();
    bool target = false;
    while (next(&r)) {
        if (is(&r, ".target") && next(&r) && r.length > 3 && strncmp(r.token, "sm_", 3) == 0) {
            target = true;
            image->capability = (unsigned)strtoul(r.token + 3, NULL, 10);
        } else if (is(&r, ".entry") && !read_entry(&r, image)) {
            return sim_refuse(CUDA_ERROR_INVALID_PTX, "unreadable entry near \"%.40s\"", r.token);
        }
    }
    if (!target) {
        return sim_refuse(CUDA_ERROR_INVALID_IMAGE, "the image is no cubin, no PTX and no stub");
    }
    if (image->capability > device) {
        return sim_refuse(CUDA_ERROR_NO_BINARY_FOR_GPU, "the PTX is for sm_%u, the device is sm_%u", image->capability,
                          device);
    }
    return CUDA_SUCCESS;
}
