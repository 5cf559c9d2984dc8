/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The vggen authors */
/* For tests of check: specs as strings, read and checked, and what was said of them. */
#ifndef SPEC_TEXT_H
#define SPEC_TEXT_H

#include "unit/gen/check_all.h"
#include "spec/read.h"
#include "unit/run_suite.h"

#include <check.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define HEAD "vggen: 1\nprogram: demo\ntargets: [sm_90a, compute_100]\nmin_cuda: \"12.8\"\n"
#define DEFINES "define: {N: 256, M: N / 2, G: 0.1, BIG: 1 << 40}\n"
#define KERNELS                                                                                                        \
    "kernels:\n"                                                                                                       \
    "  k: {source: k.cu, block: [64, 2], shared: 16, params: {x: in f32*, y: out f32*, n: u32}}\n"                     \
    "  v: {source: k.cu, block: 1, params: {y: out f32*, a: i64, b: f32, c: f16, d: bool, e: f64, f: i8}}\n"           \
    "  part: {source: k.cu, block: 1, params: {o: out_part f32*}}\n"                                                   \
    "  sum: {source: k.cu, block: 1, params: {i: in f32*, io: inout f32*, w: work f32*}}\n"
#define XY "  x: {role: input, type: f32, shape: [N]}\n  y: {role: output, type: f32, shape: [N]}\n"
#define SPEC(buffers, steps) HEAD DEFINES KERNELS "buffers:\n" XY buffers steps

static arena *memory;
static diag *messages;
static char *printed;
/* The folder that specs are said to be in. */
static char folder[] = "/tmp/spec_text.XXXXXX";

static inline void setup(void)
{
    memory = arena_new();
    messages = diag_new(memory);
    printed = NULL;
}

static inline void teardown(void)
{
    free(printed);
    arena_free(memory);
}

static inline const char *all_messages(void)
{
    size_t length = 0;
    FILE *out;

    free(printed);
    out = open_memstream(&printed, &length);
    ck_assert_ptr_nonnull(out);
    diag_print(messages, out);
    fclose(out);
    return printed;
}

static inline model *check_text(const char *text)
{
    const tree *root = tree_read(memory, messages, diag_add_source(messages, "demo.yaml", text, strlen(text)));
    model *m;

    ck_assert_ptr_nonnull(root);
    m = read_model(memory, messages, names_new(memory), root, arena_printf(memory, "%s/demo.yaml", folder));
    ck_assert_ptr_nonnull(m);
    check_model(memory, messages, m);
    return m;
}

static inline model *check_clean(const char *text)
{
    model *m = check_text(text);

    ck_assert_msg(diag_error_count(messages) == 0, "%s", all_messages());
    return m;
}

static inline void assert_raises(const char *text, const char *id)
{
    const char *wanted = arena_printf(memory, "[%s]", id);

    check_text(text);
    ck_assert_msg(diag_error_count(messages) == 1, "%zu errors:\n%s", diag_error_count(messages), all_messages());
    ck_assert_msg(strstr(all_messages(), wanted) != NULL, "no %s in:\n%s", wanted, printed);
}

static inline uint64_t little_endian(const unsigned char *bytes, size_t size)
{
    uint64_t value = 0;

    for (size_t i = size; i-- > 0;)
        value = value << 8 | bytes[i];
    return value;
}

#define COPY_STEP "steps:\n  - copy: x -> y\n"

#define LOOP(c, test, list) tcase_add_loop_test(c, test, 0, (int)(sizeof(list) / sizeof *(list)))

#endif
