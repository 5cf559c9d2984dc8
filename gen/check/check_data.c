/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The vggen authors */
/* `data:` files: raw little-endian bytes, or NumPy's .npy, loaded and compared with the buffer that they fill. */
#define _POSIX_C_SOURCE 200809L

#include "check/check_parts.h"

#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>

#include "base/text.h"

#define NPY_MAX_HEADER (1u << 20)

typedef struct {
    checker *c;
    model_buffer *b;
    FILE *in;
    uint64_t size; /* of the file */
} data_file;

/* ---- NumPy headers ---- */

/* The text after 'key': in a header such as {'descr': '<f4', 'fortran_order': False, 'shape': (3, 4), }. */
static const char *npy_value(const char *header, const char *key)
{
    size_t length = strlen(key);

    for (const char *at = strstr(header, key); at != NULL; at = strstr(at + 1, key)) {
        const char *after = at + length;

        if (at == header || (at[-1] != '\'' && at[-1] != '"') || *after != at[-1])
            continue;
        after++;
        after += strspn(after, " ");
        if (*after == ':')
            return after + 1 + strspn(after + 1, " ");
    }
    return NULL;
}

/* What NumPy calls a type; f32 is '<f4'. NumPy has no bf16: its bits come as u16 or as two raw bytes. */
static bool npy_type_agrees(const char *found, const model_type *type)
{
    static const struct {
        const char *type;
        const char *descr[3];
    } table[] = {
        {"i8", {"|i1", "<i1", NULL}}, {"u8", {"|u1", "<u1", NULL}}, {"i16", {"<i2", NULL, NULL}},
        {"u16", {"<u2", NULL, NULL}}, {"i32", {"<i4", NULL, NULL}}, {"u32", {"<u4", NULL, NULL}},
        {"i64", {"<i8", NULL, NULL}}, {"u64", {"<u8", NULL, NULL}}, {"f16", {"<f2", NULL, NULL}},
        {"f32", {"<f4", NULL, NULL}}, {"f64", {"<f8", NULL, NULL}}, {"bf16", {"<u2", "|V2", "<V2"}},
        {"bool", {"|b1", "?", NULL}},
    };

    for (size_t i = 0; i < sizeof table / sizeof *table; i++)
        for (size_t k = 0; k < 3 && strcmp(table[i].type, model_type_scalar(type->base)->name) == 0; k++)
            if (table[i].descr[k] != NULL && strcmp(table[i].descr[k], found) == 0)
                return true;
    return false;
}

static bool fail_npy(const data_file *f, const char *what)
{
    diag_error(f->c->d, f->b->data_at, "data-npy", "'%s' is not a .npy file that can be read: %s", f->b->data, what);
    return false;
}

/* The dimensions of a file; lanes of vectors are the last one. */
static size_t dimension_count(const model_buffer *b)
{
    return b->shape_count + (b->type->lanes > 1);
}

static uint64_t dimension(const model_buffer *b, size_t i)
{
    return i < b->shape_count ? b->dims[i] : b->type->lanes;
}

/* The dimensions as numbers in (…), compared with the buffer's. */
static bool npy_shape_agrees(const char *shape, const model_buffer *b)
{
    size_t count = 0;

    for (shape++; *shape != ')' && *shape != '\0'; shape += strspn(shape, " ,")) {
        uint64_t value = 0;
        size_t digits = strspn(shape, "0123456789");

        if (digits == 0 || digits > 19)
            return false;
        for (size_t i = 0; i < digits; i++)
            value = value * 10 + (uint64_t)(shape[i] - '0');
        if (count >= dimension_count(b) || dimension(b, count) != value)
            return false;
        count++;
        shape += digits;
        shape += *shape == 'L';
    }
    return count == dimension_count(b);
}

static const char *shape_text(arena *a, const model_buffer *b)
{
    const char *text = "";

    for (size_t i = 0; i < dimension_count(b); i++)
        text = arena_printf(a, "%s%s%" PRIu64, text, i == 0 ? "" : ", ", dimension(b, i));
    return arena_printf(a, "(%s%s)", text, dimension_count(b) == 1 ? "," : "");
}

static const char *quoted_value(arena *a, const char *value)
{
    const char *end = value[0] == '\'' || value[0] == '"' ? strchr(value + 1, value[0]) : NULL;

    return end == NULL ? NULL : arena_copy(a, value + 1, (size_t)(end - value - 1));
}

static bool check_npy_header(const data_file *f, const char *header)
{
    checker *c = f->c;
    model_buffer *b = f->b;
    const char *descr = npy_value(header, "descr"), *order = npy_value(header, "fortran_order");
    const char *shape = npy_value(header, "shape");
    const char *close;

    if (b->type->base == SCALAR_STRUCT)
        return fail_npy(f, "a buffer of structs takes raw bytes");
    if (descr == NULL || order == NULL || shape == NULL || shape[0] != '(' || (close = strchr(shape, ')')) == NULL)
        return fail_npy(f, "its header lacks descr, fortran_order or shape");
    descr = quoted_value(c->a, descr);
    if (descr == NULL)
        return fail_npy(f, "its elements are records");
    if (!npy_type_agrees(descr, b->type)) {
        diag_error(c->d, b->data_at, "data-type", "'%s' holds elements of NumPy's type '%s', expected %s", b->data,
                   descr, b->type->name);
        if (descr[0] == '>')
            diag_hint(c->d, "save it in little-endian order");
        return false;
    }
    if (!npy_shape_agrees(shape, b)) {
        diag_error(c->d, b->data_at, "data-shape", "'%s' has the shape %.*s, expected %s", b->data,
                   (int)(close - shape + 1 < 200 ? close - shape + 1 : 200), shape, shape_text(c->a, b));
        return false;
    }
    if (strncmp(order, "False", 5) != 0 && dimension_count(b) > 1) {
        diag_error(c->d, b->data_at, "data-order", "'%s' is stored column by column", b->data);
        diag_hint(c->d, "save it row by row: numpy.save(file, numpy.ascontiguousarray(x))");
        return false;
    }
    return true;
}

/* Reads magic, version and header; *begin is where the elements start. */
static bool read_npy_header(const data_file *f, uint64_t *begin)
{
    unsigned char start[12] = {0};
    uint32_t length;
    char *header;

    if (fread(start, 1, 10, f->in) != 10 || memcmp(start, "\x93NUMPY", 6) != 0)
        return fail_npy(f, "it does not start as one");
    if (start[6] < 1 || start[6] > 3)
        return fail_npy(f, "its format version is unknown");
    length = start[8] | (uint32_t)start[9] << 8;
    *begin = 10;
    if (start[6] >= 2) {
        if (fread(start + 10, 1, 2, f->in) != 2)
            return fail_npy(f, "its header is cut off");
        length |= (uint32_t)start[10] << 16 | (uint32_t)start[11] << 24;
        *begin = 12;
    }
    *begin += length;
    if (length > NPY_MAX_HEADER) {
        diag_error(f->c->d, f->b->data_at, "data-npy",
                   "'%s' has a header of %" PRIu32 " bytes, more than the limit of %u", f->b->data, length,
                   NPY_MAX_HEADER);
        return false;
    }
    if (*begin > f->size)
        return fail_npy(f, "its header is cut off");
    header = arena_alloc(f->c->a, length + 1);
    if (fread(header, 1, length, f->in) != length || strlen(header) != length)
        return fail_npy(f, "its header is cut off");
    return check_npy_header(f, header);
}

/* ---- files ---- */

static bool fail_read(const data_file *f, const char *why)
{
    diag_error(f->c->d, f->b->data_at, "data-read", "cannot read '%s': %s", f->b->data, why);
    return false;
}

static bool check_size(const data_file *f, uint64_t begin)
{
    const model_buffer *b = f->b;
    uint64_t found = f->size - begin;

    if (found == b->size)
        return true;
    diag_error(f->c->d, b->data_at, "data-size",
               "'%s' has %" PRIu64 " bytes%s, expected %" PRIu64 " (%" PRIu64 " of %s)", b->data, found,
               begin == 0 ? "" : " of elements", b->size, b->elements, b->type->name);
    return false;
}

static bool check_bool(const data_file *f, uint64_t element, unsigned char byte)
{
    if (byte <= 1)
        return true;
    diag_error(f->c->d, f->b->data_at, "data-bool", "element %" PRIu64 " of '%s' %s %u, expected 0 or 1", element,
               f->b->data, f->b->type->base == SCALAR_BOOL ? "is" : "has a bool that is", byte);
    return false;
}

/* Bools are 0 or 1, and the padding of structs becomes 0. */
static bool check_scalars(const data_file *f, unsigned char *bytes)
{
    const model_type *type = f->b->type;
    size_t count;
    type_leaf *leaves = check_leaves(f->c->a, type, &count);

    if (type->base != SCALAR_BOOL && type->base != SCALAR_STRUCT)
        return true;
    for (uint64_t i = 0; i < f->b->elements; i++) {
        unsigned char *element = bytes + i * type->size;
        uint32_t at = 0;

        for (size_t k = 0; k < count; k++) {
            memset(element + at, 0, leaves[k].offset - at);
            at = leaves[k].offset + leaves[k].type->size;
            if (leaves[k].type->base == SCALAR_BOOL && !check_bool(f, i, element[leaves[k].offset]))
                return false;
        }
        memset(element + at, 0, type->size - at);
    }
    return true;
}

static bool load_open_file(data_file *f)
{
    struct stat status;
    uint64_t begin = 0;
    unsigned char *bytes;

    if (fstat(fileno(f->in), &status) != 0)
        return fail_read(f, strerror(errno));
    if (!S_ISREG(status.st_mode))
        return fail_read(f, S_ISDIR(status.st_mode) ? "it is a folder" : "it is not a regular file");
    f->size = (uint64_t)status.st_size;
    if (text_ends(f->b->data, ".npy") && !read_npy_header(f, &begin))
        return false;
    if (!check_size(f, begin))
        return false;
    bytes = arena_alloc(f->c->a, (size_t)f->b->size + 1);
    if (fread(bytes, 1, (size_t)f->b->size, f->in) != f->b->size)
        return fail_read(f, ferror(f->in) ? strerror(errno) : "it became shorter");
    f->b->bytes = bytes;
    return check_scalars(f, bytes);
}

bool check_load_data(checker *c, model_buffer *b)
{
    const char *path = b->data[0] == '/' ? b->data : arena_printf(c->a, "%s/%s", c->m->folder, b->data);
    data_file f = {.c = c, .b = b};
    struct stat status;
    bool loaded;

    /* The path is examined before it is opened, because opening a pipe would wait for its other end. */
    if (stat(path, &status) == 0 && !S_ISREG(status.st_mode))
        return fail_read(&f, S_ISDIR(status.st_mode) ? "it is a folder" : "it is not a regular file");
    f.in = fopen(path, "rb");
    if (f.in == NULL)
        return fail_read(&f, strerror(errno));
    loaded = load_open_file(&f);
    fclose(f.in);
    return loaded;
}
