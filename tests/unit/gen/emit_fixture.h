/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The vggen authors */
/* For tests of emit: specs go through the real stages, only the image is made by hand. */
#ifndef EMIT_FIXTURE_H
#define EMIT_FIXTURE_H

#include "outputs.h"

#include <check.h>
#include <dirent.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "unit/gen/check_all.h"
#include "plan/keep.h"
#include "plan/lower.h"
#include "plan/order.h"
#include "place/place.h"
#include "spec/read.h"
#include "plan/traffic.h"
#include "plan/transport.h"
#include "spec/tree.h"
#include "unit/run_suite.h"

#define ALL_EXTRAS (OUTPUTS_MAIN | OUTPUTS_SIM | OUTPUTS_DEPFILE | OUTPUTS_DOT | OUTPUTS_MAP | OUTPUTS_SVG | OUTPUTS_JSON)

static arena *memory;
static diag *messages;
static char folder[] = "/tmp/check_emit.XXXXXX";

static inline void setup(void)
{
    memory = arena_new();
    messages = diag_new(memory);
    memcpy(folder + strlen(folder) - 6, "XXXXXX", 6);
    ck_assert_ptr_nonnull(mkdtemp(folder));
}

static inline void teardown(void)
{
    DIR *dir = opendir(folder);
    struct dirent *entry;

    while ((entry = readdir(dir)) != NULL)
        if (entry->d_name[0] != '.')
            unlink(arena_printf(memory, "%s/%s", folder, entry->d_name));
    closedir(dir);
    rmdir(folder);
    arena_free(memory);
}

/* ---- from a spec to the texts of its files ---- */

static inline model *model_of(const char *spec)
{
    const tree *root = tree_read(memory, messages, diag_add_source(messages, "dir/my spec.yaml", spec, strlen(spec)));
    model *m = root == NULL ? NULL : read_model(memory, messages, names_new(memory), root, "dir/my spec.yaml");

    if (m != NULL && diag_error_count(messages) == 0)
        check_model(memory, messages, m);
    if (diag_error_count(messages) > 0)
        diag_print(messages, stderr);
    ck_assert_uint_eq(diag_error_count(messages), 0);
    return m;
}

/* Crossings as with --layout=separate, where what a spec says nothing about is copied. */
static inline plan *plan_of(const model *m, bool separate)
{
    plan *p = plan_new(memory, m, true);

    transport_choose(memory, messages, m, p);
    p->separate = separate;
    traffic_choose(memory, m, p);
    lower_graphs(memory, messages, m, p);
    keep_choose(messages, m, p);
    order_graphs(memory, m, p);
    place_buffers(memory, messages, m, p);
    ck_assert_uint_eq(diag_error_count(messages), 0);
    return p;
}

/* One module for all kernels, without machine code. */
static inline image *stub_of(const model *m)
{
    image *i = ARENA_NEW(memory, image);
    size_t most = m->kernel_count + PLAN_ADDED_KERNELS;

    i->modules = ARENA_NEW(memory, image_module);
    i->modules[0].file = "small.cu";
    i->module_count = m->kernel_count > 0 ? 1 : 0;
    i->module_of = ARENA_ARRAY(memory, uint32_t, most);
    i->kernels = ARENA_ARRAY(memory, image_kernel, most);
    i->uses = ARENA_ARRAY(memory, image_use, most * m->target_count);
    i->kernels_header = "/* kernels */\n#ifndef __cplusplus\n#endif\n";
    return i;
}

/* As compiled: entries of C linkage. */
static inline image *with_symbols(const image *i, const plan *p)
{
    image *made = ARENA_NEW(memory, image);
    const char **symbols = ARENA_ARRAY(memory, const char *, p->kernel_count + 1);

    for (size_t k = 0; k < p->kernel_count; k++)
        symbols[k] = p->kernels[k]->entry;
    *made = *i;
    made->symbols = symbols;
    made->listed = p->kernels;
    made->listed_count = p->kernel_count;
    return made;
}

static inline void emit_with(const model *m, const image *i, const plan *p)
{
    emit_input in = {.memory = memory, .m = m, .i = with_symbols(i, p), .p = p, .version = "1.2.3", .folder = "out dir",
                     .sources = messages};
    out *o = out_new(memory, folder);

    outputs_write(&in, messages, o, ALL_EXTRAS);
    ck_assert(out_commit(o, messages));
}

static inline void emit_spec(const char *spec, bool separate)
{
    const model *m = model_of(spec);

    emit_with(m, stub_of(m), plan_of(m, separate));
}

static inline const char *text_of(const char *name)
{
    FILE *file = fopen(arena_printf(memory, "%s/%s", folder, name), "rb");
    char *text = arena_alloc(memory, 1 << 20);

    ck_assert_msg(file != NULL, "%s was not written", name);
    size_t length = fread(text, 1, (1 << 20) - 1, file);
    fclose(file);
    ck_assert_uint_lt(length, (1 << 20) - 1);
    return text;
}

static inline void expect_in(const char *name, const char *piece)
{
    ck_assert_msg(strstr(text_of(name), piece) != NULL, "%s lacks:\n%s", name, piece);
}

static inline void expect_not_in(const char *name, const char *piece)
{
    ck_assert_msg(strstr(text_of(name), piece) == NULL, "%s has:\n%s", name, piece);
}

static inline size_t count_in(const char *name, const char *piece)
{
    size_t count = 0;

    for (const char *at = text_of(name); (at = strstr(at, piece)) != NULL; at += strlen(piece))
        count++;
    return count;
}

#endif
