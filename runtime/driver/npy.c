/* SPDX-License-Identifier: 0BSD */
/* SPDX-FileCopyrightText: 2026 The vggen authors */
/* npy.c - files that buffers are read from and written to: NumPy's .npy where the name ends so, else raw elements. */
#include "parts.h"

#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int vg_driver_file_failed(const vg_driver_program *p, const char *path, const char *what)
{
    fprintf(stderr, "%s_%s: %s: %s\n", p->name, vg_driver_tool(p), path, what);
    return 0;
}

static int is_npy(const char *path)
{
    const size_t length = strlen(path);

    return length >= 4 && strcmp(path + length - 4, ".npy") == 0;
}

/* All bytes of a file, NUL-terminated, to be freed; NULL after a message. */
static unsigned char *read_file(const vg_driver_program *p, const char *path, size_t *size)
{
    FILE *in = fopen(path, "rb");
    size_t capacity = 65536, used = 0, got;
    unsigned char *bytes = in == NULL ? NULL : (unsigned char *)malloc(capacity + 1);

    while (bytes != NULL && (got = fread(bytes + used, 1, capacity - used, in)) > 0) {
        used += got;
        if (used == capacity) {
            unsigned char *larger = (unsigned char *)realloc(bytes, 2 * capacity + 1);
            if (larger == NULL)
                free(bytes);
            bytes = larger;
            capacity *= 2;
        }
    }
    if (bytes == NULL || ferror(in)) {
        vg_driver_file_failed(p, path, strerror(errno));
        free(bytes);
        bytes = NULL;
    } else {
        bytes[used] = 0;
        *size = used;
    }
    if (in != NULL)
        fclose(in);
    return bytes;
}

/* What stands after a key in the header of a .npy file, or NULL. */
static const char *npy_value(const char *header, const char *key)
{
    const char *at = strstr(header, key);

    if (at == NULL)
        return NULL;
    at += strlen(key);
    while (*at == ' ' || *at == ':')
        at++;
    return at;
}

static int npy_shape_fits(const char *text, const vg_driver_port *wanted)
{
    size_t dimension = 0;

    if (text == NULL || *text != '(')
        return 0;
    for (text++; *text != ')' && *text != '\0';) {
        char *end;
        const unsigned long long length = strtoull(text, &end, 10);
        if (end == text || dimension >= wanted->dimensions || length != wanted->shape[dimension])
            return 0;
        dimension++;
        for (text = end; *text == ',' || *text == ' ' || *text == 'L';)
            text++;
    }
    return dimension == wanted->dimensions;
}

static int npy_refused(const vg_driver_program *p, const char *path, const char *header, const vg_driver_port *wanted,
                       const char *expected)
{
    fprintf(stderr, "%s_%s: %s: expected %s for %s, found the header %.*s\n", p->name, vg_driver_tool(p), path,
            expected, wanted->name, (int)strcspn(header, "}\n") + 1, header);
    return 0;
}

static int npy_header_fits(const vg_driver_program *p, const char *path, const char *header,
                           const vg_driver_port *wanted)
{
    char expected[32 * 24 + 16];
    size_t used, d;
    const char *dtype = npy_value(header, "'descr'");
    const char *order = npy_value(header, "'fortran_order'");
    const size_t length = strlen(wanted->dtype);

    if (dtype == NULL || (*dtype != '\'' && *dtype != '"') || strncmp(dtype + 1, wanted->dtype, length) != 0 ||
        dtype[length + 1] != *dtype) {
        snprintf(expected, sizeof expected, "elements of type '%s'", wanted->dtype);
        return npy_refused(p, path, header, wanted, expected);
    }
    if (order == NULL || (strncmp(order, "False", 5) != 0 && wanted->dimensions > 1))
        return npy_refused(p, path, header, wanted, "C order");
    if (npy_shape_fits(npy_value(header, "'shape'"), wanted))
        return 1;
    used = (size_t)snprintf(expected, sizeof expected, "shape (");
    for (d = 0; d < wanted->dimensions && d < 32; d++)
        used += (size_t)snprintf(expected + used, sizeof expected - used, "%s%" PRIu64, d > 0 ? ", " : "",
                                 wanted->shape[d]);
    snprintf(expected + used, sizeof expected - used, wanted->dimensions == 1 ? ",)" : ")");
    return npy_refused(p, path, header, wanted, expected);
}

/* Checks the header of a .npy file; *start is where the elements begin. Returns 0 after a message. */
static int npy_begin(const vg_driver_program *p, const char *path, unsigned char *bytes, size_t size,
                     const vg_driver_port *wanted, size_t *start)
{
    size_t prefix, header;
    unsigned char after;
    int fits;

    if (size < 10 || memcmp(bytes, "\x93NUMPY", 6) != 0 || bytes[6] < 1 || bytes[6] > 3 || (bytes[6] > 1 && size < 12))
        return vg_driver_file_failed(p, path, "this is not a .npy file of version 1, 2 or 3");
    prefix = bytes[6] == 1 ? 10 : 12;
    header = (size_t)bytes[8] | (size_t)bytes[9] << 8;
    if (prefix == 12)
        header |= (size_t)bytes[10] << 16 | (size_t)bytes[11] << 24;
    if (header > size - prefix)
        return vg_driver_file_failed(p, path, "the header of the .npy file is cut off");
    *start = prefix + header;
    after = bytes[*start];
    bytes[*start] = 0;
    fits = npy_header_fits(p, path, (const char *)bytes + prefix, wanted);
    bytes[*start] = after;
    return fits;
}

int vg_driver_read_port(const vg_driver_program *p, const char *path, const vg_driver_port *wanted, void *memory)
{
    size_t size = 0, start = 0;
    unsigned char *bytes = read_file(p, path, &size);
    int good = bytes != NULL;

    if (good && is_npy(path) && wanted->kind == 's')
        good = vg_driver_file_failed(p, path, "structs are read from raw files only");
    if (good && is_npy(path))
        good = npy_begin(p, path, bytes, size, wanted, &start);
    if (good && size - start != wanted->bytes) {
        fprintf(stderr, "%s_%s: %s: expected %zu bytes of elements for %s, found %zu\n", p->name, vg_driver_tool(p),
                path, wanted->bytes, wanted->name, size - start);
        good = 0;
    }
    if (good)
        memcpy(memory, bytes + start, wanted->bytes);
    free(bytes);
    return good;
}

/* Version 1, padded so that the elements begin at a multiple of 64. Returns 0 if a write failed. */
static int write_npy_header(FILE *file, const vg_driver_port *source)
{
    char shape[32 * 24 + 1], header[1024];
    size_t used = 0, length, padded, d;

    shape[0] = '\0';
    for (d = 0; d < source->dimensions && d < 32; d++)
        used += (size_t)snprintf(shape + used, sizeof shape - used, "%" PRIu64 ", ", source->shape[d]);
    length = (size_t)snprintf(header, sizeof header, "{'descr': '%s', 'fortran_order': False, 'shape': (%s), }",
                              source->dtype, shape);
    padded = (10 + length + 1 + 63) / 64 * 64 - 10;
    memset(header + length, ' ', padded - length);
    header[padded - 1] = '\n';
    if (fwrite("\x93NUMPY\x01\x00", 1, 8, file) != 8 || fputc((int)(padded & 255u), file) == EOF ||
        fputc((int)(padded >> 8), file) == EOF)
        return 0;
    return fwrite(header, 1, padded, file) == padded;
}

int vg_driver_write_port(const vg_driver_program *p, const char *path, const vg_driver_port *source, const void *memory)
{
    FILE *file;
    int good;

    if (is_npy(path) && source->kind == 's')
        return vg_driver_file_failed(p, path, "structs are written to raw files only");
    file = fopen(path, "wb");
    good = file != NULL;
    if (good && is_npy(path))
        good = write_npy_header(file, source);
    if (good)
        good = fwrite(memory, 1, source->bytes, file) == source->bytes;
    if (file != NULL && fclose(file) != 0)
        good = 0;
    return good ? 1 : vg_driver_file_failed(p, path, strerror(errno));
}
