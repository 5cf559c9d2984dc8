/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The vggen authors */
/* NAME.tune.yaml: the blocks that NAME_tune measured. Whether a kernel may have them is for the checks. */
#include <stdlib.h>
#include <string.h>

#include "base/file.h"
#include "spec/read.h"
#include "spec/read_parts.h"

#define MOST_BYTES ((size_t)16 << 20)
#define FORM_VERSION "1"

/* A key that is no key of specs. */
#define ENTRY(name, need, read)                                                                                        \
    {                                                                                                                  \
        name, need, read, {NULL, NULL}, NULL, NULL                                                                     \
    }

static void fail_form(reader *r, const tree *value, const char *expected)
{
    diag_error(r->d, value->at, "tuned-form", "expected %s", expected);
    diag_hint(r->d, "NAME_tune writes this file: measure again rather than edit it");
}

/* ---- values ---- */

/* One line, as reports show it. */
static bool is_line(const tree *value)
{
    for (size_t i = 0; i < value->length; i++)
        if ((unsigned char)value->text[i] < ' ' || value->text[i] == '\x7f')
            return false;
    return value->length > 0;
}

static const char *text_of(reader *r, const tree *value)
{
    if (value->kind == TREE_SCALAR && is_line(value))
        return value->text;
    fail_form(r, value, "a text of one line");
    return NULL;
}

static bool read_size(const tree *value, uint32_t *size)
{
    char *end = NULL;
    unsigned long found;

    if (value->kind != TREE_SCALAR || value->length == 0 || value->length > 5 ||
        strchr("123456789", value->text[0]) == NULL)
        return false;
    found = strtoul(value->text, &end, 10);
    *size = (uint32_t)found;
    return *end == '\0';
}

/* 128, or [32, 4]. */
static bool read_sized(reader *r, const tree *value, uint32_t block[3])
{
    size_t count = value->kind == TREE_SEQUENCE ? value->count : 1;
    bool good = value->kind != TREE_MAPPING && count >= 1 && count <= 3;

    block[0] = block[1] = block[2] = 1;
    for (size_t i = 0; good && i < count; i++)
        good = read_size(value->kind == TREE_SEQUENCE ? value->items[i] : value, &block[i]);
    if (!good)
        fail_form(r, value, "a block: a number, or a list of up to three");
    return good;
}

static bool read_number(reader *r, const tree *value, double *number)
{
    char *end = NULL;

    if (value->kind == TREE_SCALAR && value->length > 0 && value->length < 24)
        *number = strtod(value->text, &end);
    if (end != NULL && *end == '\0' && *number == *number && *number < 1e15 && *number > -1e15)
        return true;
    fail_form(r, value, "a number");
    return false;
}

/* ---- what was measured of a kernel ---- */

/* One line under `measured:`, and the kernel that it is of. */
typedef struct {
    model_measured *kernel;
    uint32_t block[3];
    const char *refused;
    bool sized;
} tried;

static void read_tried_block(reader *r, const tree *key, const tree *value, void *object)
{
    tried *t = object;

    (void)key;
    t->sized = read_sized(r, value, t->block);
}

static void read_us(reader *r, const tree *key, const tree *value, void *object)
{
    double us = 0;

    (void)key;
    (void)object;
    read_number(r, value, &us);
}

static void read_refused(reader *r, const tree *key, const tree *value, void *object)
{
    tried *t = object;

    (void)key;
    t->refused = text_of(r, value);
}

static const read_key tried_keys[] = {
    ENTRY("block", KEY_NEEDED, read_tried_block),
    ENTRY("us", KEY_OPTIONAL, read_us),
    ENTRY("refused", KEY_OPTIONAL, read_refused),
};

static const key_table tried_table = {"a measured block", tried_keys, KEY_COUNT(tried_keys)};

static void read_block(reader *r, const tree *key, const tree *value, void *object)
{
    model_measured *k = object;

    (void)key;
    k->block_at = value->at;
    read_sized(r, value, k->block);
}

static void read_gain(reader *r, const tree *key, const tree *value, void *object)
{
    model_measured *k = object;

    (void)key;
    k->has_gain = read_number(r, value, &k->gain);
}

static void read_default(reader *r, const tree *key, const tree *value, void *object)
{
    uint32_t block[3];

    (void)key;
    (void)object;
    read_sized(r, value, block);
}

/* The block itself may stand after this key. */
static void read_already(reader *r, const tree *key, const tree *value, void *object)
{
    (void)r;
    (void)key;
    (void)value;
    (void)object;
}

static const read_key kernel_keys[] = {
    ENTRY("block", KEY_NEEDED, read_block), ENTRY("default", KEY_OPTIONAL, read_default),
    ENTRY("us", KEY_OPTIONAL, read_us),     ENTRY("default_us", KEY_OPTIONAL, read_us),
    ENTRY("gain", KEY_OPTIONAL, read_gain), ENTRY("measured", KEY_NEEDED, read_already),
};

static const key_table kernel_table = {"a tuned kernel", kernel_keys, KEY_COUNT(kernel_keys)};

static void read_all_tried(reader *r, const tree *value, model_measured *k)
{
    if (value == NULL)
        return;
    if (value->kind != TREE_SEQUENCE) {
        fail_form(r, value, "a list of the blocks that were measured");
        return;
    }
    for (size_t i = 0; i < value->count; i++) {
        tried t = {k, {0, 0, 0}, NULL, false};

        read_keys(r, value->items[i], &tried_table, value->items[i]->at, &t);
        if (!t.sized || memcmp(t.block, k->block, sizeof t.block) != 0)
            continue;
        k->measured = true;
        k->refused = t.refused;
    }
}

static void read_tuned_kernels(reader *r, const tree *key, const tree *value, void *object)
{
    model_tuned *t = object;

    (void)key;
    if (!read_is_mapping(r, value, "'kernels'") || value->kind != TREE_MAPPING ||
        !read_count(r, value->at, value->count, READ_MAX_KERNELS, "kernels"))
        return;
    t->kernels = ARENA_ARRAY(r->a, model_measured, value->count + 1);
    t->kernel_count = value->count;
    for (size_t i = 0; i < value->count; i++) {
        model_measured *k = &t->kernels[i];

        k->kernel = names_intern(r->n, value->keys[i]->text, value->keys[i]->length);
        k->at = value->keys[i]->at;
        read_keys(r, value->items[i], &kernel_table, k->at, k);
        read_all_tried(r, value->items[i]->kind == TREE_MAPPING ? tree_get(value->items[i], "measured") : NULL, k);
    }
}

/* ---- the file ---- */

static void read_version(reader *r, const tree *key, const tree *value, void *object)
{
    (void)key;
    (void)object;
    if (value->kind != TREE_SCALAR || strcmp(value->text, FORM_VERSION) != 0)
        fail_form(r, value, "version " FORM_VERSION " of these files");
}

static void read_program(reader *r, const tree *key, const tree *value, void *object)
{
    model_tuned *t = object;

    (void)key;
    t->program = text_of(r, value);
}

static void read_spec(reader *r, const tree *key, const tree *value, void *object)
{
    model_tuned *t = object;

    (void)key;
    t->spec_at = value->at;
    t->spec = text_of(r, value);
}

static void read_device(reader *r, const tree *key, const tree *value, void *object)
{
    model_tuned *t = object;

    (void)key;
    t->device = text_of(r, value);
}

static void read_driver(reader *r, const tree *key, const tree *value, void *object)
{
    model_tuned *t = object;

    (void)key;
    t->driver = text_of(r, value);
}

static const read_key file_keys[] = {
    ENTRY("vggen_tune", KEY_NEEDED, read_version), ENTRY("program", KEY_NEEDED, read_program),
    ENTRY("spec", KEY_NEEDED, read_spec),          ENTRY("device", KEY_NEEDED, read_device),
    ENTRY("driver", KEY_NEEDED, read_driver),      ENTRY("kernels", KEY_NEEDED, read_tuned_kernels),
};

static const key_table file_table = {"a file of measured blocks", file_keys, KEY_COUNT(file_keys)};

static const tree *read_file(reader *r, const char *path)
{
    const char *problem = NULL, *bytes;
    size_t size = 0;

    bytes = file_read(r->a, path, MOST_BYTES, &size, &problem);
    if (bytes == NULL) {
        diag_file_error(r->d, path, "tuned-read", "cannot read the measured blocks: %s", problem);
        return NULL;
    }
    return tree_read(r->a, r->d, diag_add_source(r->d, path, bytes, size));
}

void read_tuned(arena *a, diag *d, names *n, model *m, const char *path)
{
    reader r = {.a = a, .d = d, .n = n, .m = m};
    size_t errors = diag_error_count(d);
    const tree *root = read_file(&r, path);
    model_tuned *t;

    if (root == NULL)
        return;
    t = ARENA_NEW(a, model_tuned);
    t->path = path;
    read_keys(&r, root, &file_table, root->at, t);
    if (diag_error_count(d) != errors)
        return;
    t->stale = strcmp(t->spec, m->hash) != 0;
    if (t->stale) {
        diag_warning(d, t->spec_at, "tuned-stale",
                     "'%s' was measured for another spec (%s, this one is %s), so its blocks are not used", path,
                     t->spec, m->hash);
        diag_hint(d, "measure again with the program that vggen --tune makes");
    }
    m->measured = t;
}
