/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The vggen authors */
/* Kernels that the generator brings as source: compiled like others, without a file of the user's. */
#define _XOPEN_SOURCE 700
#include "spec/builtin.h"

#include <check.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "image/check_image.h"
#include "image_fixture.h"

typedef struct {
    const char *entry;
    const char *params; /* w: a word, r: a word that is only read, c: a condition, v: a value */
} shape;

static const shape shapes[] = {
    {"vg_loop_begin", "wrcv"}, {"vg_loop_next", "wrcv"}, {"vg_loop_half", "wrccv"},
    {"vg_loop_limit", "wcv"},  {"vg_loop_count", "wr"},  {"vg_loop_end", "w"},
    {"vg_loop_odd", "rc"},     {"vg_choose_if", "rc"},   {"vg_choose_case", "rc"},
};
#define SHAPES (sizeof shapes / sizeof shapes[0])

static const char spec[] = "the step\n";

static const char prebuilt[] = ".version 8.0\n.target sm_80\n.address_size 64\n.visible .entry own(.param .u64 a)\n"
                               "{\nret;\n}\n";

static model_param param(const char *name, char kind)
{
    model_param p;
    memset(&p, 0, sizeof p);
    p.name = name;
    p.at = p.type_at = m->at;
    p.type = model_type_scalar(kind == 'c' ? SCALAR_U64 : SCALAR_U32);
    p.access = kind == 'w' ? ACCESS_INOUT : kind == 'r' ? ACCESS_IN : ACCESS_VALUE;
    p.condition = kind == 'c';
    return p;
}

static void setup(void)
{
    static const char *const names[] = {"sm_90", "compute_90", "sm_80"};
    setup_folder();
    messages = diag_new(memory);
    uint32_t source = diag_add_source(messages, "probe.yaml", spec, sizeof spec - 1);
    m = ARENA_NEW(memory, model);
    m->at = (span){.source = source, .begin = 4, .end = 8};
    m->spec_name = "probe.yaml";
    m->folder = folder;
    m->program = "probe";
    m->target_count = 3;
    m->targets = ARENA_ARRAY(memory, model_target, m->target_count);
    for (size_t i = 0; i < m->target_count; i++) {
        m->targets[i] = (model_target){.name = names[i], .at = m->at, .ptx = i == 1, .suffix = ""};
        m->targets[i].capability = i == 2 ? 80 : 90;
    }
    m->kernels = ARENA_ARRAY(memory, model_kernel, SHAPES + 5);
    for (size_t i = 0; i < SHAPES; i++) {
        model_kernel *k = &m->kernels[m->kernel_count++];
        k->name = k->entry = shapes[i].entry;
        k->at = m->at;
        k->builtin = "control.cu";
        k->params = ARENA_ARRAY(memory, model_param, 8);
        for (const char *kind = shapes[i].params; *kind != '\0'; kind++) {
            k->params[k->param_count++] = param("go", *kind);
        }
    }
}

/* A kernel of the user's beside the built-in ones. */
static model_kernel *add_own(const char *source, const char *ready)
{
    model_kernel *k = &m->kernels[m->kernel_count++];
    k->name = k->entry = "own";
    k->source = source;
    k->image = ready;
    k->at = k->file_at = m->at;
    k->params = ARENA_ARRAY(memory, model_param, 8);
    return k;
}

/* As stage transport adds it. */
static void add_copy(void)
{
    model_kernel *k = add_own(NULL, NULL);
    k->name = k->entry = "vg_copy";
    k->builtin = "copy.cu";
    k->params[0] = param("to", 'w');
    k->params[1] = param("from", 'r');
    k->params[2] = param("bytes", 'v');
    k->params[0].type = k->params[1].type = model_type_scalar(SCALAR_U8);
    k->params[2].type = model_type_scalar(SCALAR_U64);
    k->param_count = 3;
}

START_TEST(the_text_is_at_hand)
{
    ck_assert_ptr_null(builtin_text("other.cu"));
    const char *text = builtin_text("control.cu");
    ck_assert_ptr_nonnull(text);
    ck_assert_int_eq(strncmp(text, "// SPDX-" "License-Identifier: 0BSD\n", 33), 0);
    for (size_t i = 0; i < SHAPES; i++) {
        const char *line = arena_printf(memory, "extern \"C\" __global__ void %s(", shapes[i].entry);
        ck_assert_ptr_nonnull(strstr(text, line));
    }
}
END_TEST

/* A file of the user's may have the same name. */
START_TEST(without_a_toolkit_there_is_a_stub)
{
    static const char text[] = "extern \"C\" __global__ void own() {}\n";
    add_own("control.cu", NULL);
    write_file("control.cu", text);
    image *i = build(true);
    ck_assert_msg(i != NULL, "%s", printed());
    ck_assert_uint_eq(i->module_count, 1);
    ck_assert(!i->modules[0].builtin);
    ck_assert_uint_eq(i->modules[0].blob_count, 0);
    ck_assert_str_eq(i->modules[0].bytes, text);
    ck_assert_uint_eq(i->modules[0].size, strlen(text));
    ck_assert_uint_eq(i->modules[0].builtin_count, 1);
    ck_assert_str_eq(i->modules[0].builtins[0], "control.cu");
    ck_assert_uint_eq(i->module_of[SHAPES - 1], 0);
    ck_assert_uint_eq(i->module_of[SHAPES], 0);
    ck_assert_uint_eq(i->dependency_count, 1);
}
END_TEST

/* The first source of the program's, not its first file; several kernels may name it, before and after built-in ones. */
START_TEST(they_go_with_the_first_source)
{
    bool none = _i == 0;
    if (!none && !has_toolkit(memory)) {
        return;
    }
    add_own(NULL, "ready.ptx")->name = "ready";
    add_own("a.cu", NULL);
    add_own("b.cu", NULL)->name = "other";
    add_copy();
    add_own("a.cu", NULL)->name = "again";
    m->kernels[SHAPES].params[m->kernels[SHAPES].param_count++] = param("a", 'w');
    m->kernels[SHAPES].params[0].type = model_type_scalar(SCALAR_U64);
    write_file("ready.ptx", prebuilt);
    write_file("a.cu", "extern \"C\" __global__ void own() {}\n");
    write_file("b.cu", "extern \"C\" __global__ void own() {}\n");
    image *i = build(none);
    ck_assert_msg(i != NULL, "%s", printed());
    ck_assert_uint_eq(i->module_count, 3);
    for (size_t k = 0; k < m->kernel_count; k++) {
        ck_assert_uint_eq(i->module_of[k], k == SHAPES ? 1u : k == SHAPES + 2 ? 2u : 0u);
        ck_assert(i->kernels[k].known == !none);
    }
    ck_assert_str_eq(i->modules[0].file, "a.cu");
    ck_assert_uint_eq(i->modules[0].builtin_count, 2);
    ck_assert_str_eq(i->modules[0].builtins[0], "control.cu");
    ck_assert_str_eq(i->modules[0].builtins[1], "copy.cu");
    ck_assert_uint_eq(i->modules[1].builtin_count + i->modules[2].builtin_count, 0);
    ck_assert_uint_eq(i->modules[0].blob_count, none ? 0 : m->target_count);
    ck_assert_str_eq(printed(), "");
}
END_TEST

/* Nor can a define, whose macro the program's header has. */
START_TEST(macros_of_a_source_do_not_touch_them)
{
    static model_define define = {.name = "passes", .value = 3};
    if (!has_toolkit(memory)) {
        return;
    }
    m->defines = &define;
    m->define_count = 1;
    add_own("own.cu", NULL);
    add_copy();
    write_file("own.cu", "#define vg_copy (\n#define bytes {\n#define sizeof\n"
                         "extern \"C\" __global__ void own() {}\n");
    image *i = build(false);
    ck_assert_msg(i != NULL, "%s", printed());
    ck_assert_uint_eq(i->module_count, 1);
    ck_assert_str_eq(printed(), "");
}
END_TEST

/* What is wrong with a source is told as if they were not there. */
START_TEST(messages_are_about_the_source)
{
    static const struct {
        const char *source, *message;
    } mistakes[] = {
        {"\nextern \"C\" __global__ void own() { nowhere(); }\n", "own.cu(2): error: identifier \"nowhere\""},
        {"extern \"C\" __global__ void other() {}\n", "hint: its only kernel is 'other'"},
        {"namespace a { extern \"C\" __global__ void own() {} }\n", "'own.cu' declares kernel 'own' inside a namespace"},
        {"extern \"C\" __global__ void own(int) {}\n", "kernel 'own' has 0 parameters in the spec, but 1"},
        {"extern \"C\" __global__ void own() {}\n__device__ int vg_loop_end;\n",
         "hint: the generator adds a kernel 'vg_loop_end' to this source: choose another name"},
        {"extern \"C\" __global__ void own() {}\nextern \"C\" __global__ void vg_loop_end(int) {}\n",
         "hint: the generator adds a kernel 'vg_loop_end' to this source: choose another name"},
    };
    if (!has_toolkit(memory)) {
        return;
    }
    add_own("own.cu", NULL);
    m->target_count = 1;
    write_file("own.cu", mistakes[_i].source);
    ck_assert_ptr_null(build(false));
    expect(mistakes[_i].message);
    ck_assert_uint_eq(diag_error_count(messages), 1);
}
END_TEST

/* What the generator says of their parameters is compared with their text. */
START_TEST(their_parameters_are_checked)
{
    if (!has_toolkit(memory)) {
        return;
    }
    if (_i == 0) {
        add_own("own.cu", NULL);
        write_file("own.cu", "extern \"C\" __global__ void own() {}\n");
    }
    m->kernels[0].params[0].type = model_type_scalar(SCALAR_F32);
    ck_assert_ptr_null(build(false));
    expect("expected 'float *' in its source, found 'unsigned int *' [param-type]");
    ck_assert_uint_eq(diag_error_count(messages), 1);
}
END_TEST

/* The kernels of the module that come first are not what the message is about. */
START_TEST(a_module_variable_is_the_source_s)
{
    if (!has_toolkit(memory)) {
        return;
    }
    add_own("own.cu", NULL);
    m->kernels[SHAPES].file_at = (span){.source = m->at.source, .begin = 0, .end = 3};
    m->target_count = 1;
    write_file("own.cu", "__device__ int count;\nextern \"C\" __global__ void own() { count++; }\n");
    image *i = build(false);
    ck_assert_msg(i != NULL, "%s", printed());
    check_image(memory, messages, m, i);
    ck_assert_uint_eq(diag_error_count(messages), 1);
    expect("probe.yaml:1:1: error: kernels of 'own.cu' may write the module variable 'count'");
}
END_TEST

START_TEST(they_are_compiled_for_every_target)
{
    static model_define define = {.name = "max", .value = 3};
    if (!has_toolkit(memory)) {
        return;
    }
    /* What the user calls a macro is not in their text. */
    m->defines = &define;
    m->define_count = 1;
    image *i = build(false);
    ck_assert_msg(i != NULL, "%s", printed());
    ck_assert_uint_eq(i->module_count, 1);
    ck_assert(i->modules[0].builtin);
    ck_assert_ptr_null(i->modules[0].bytes);
    ck_assert_uint_eq(i->modules[0].blob_count, 3);
    ck_assert_uint_eq(i->modules[0].written_count, 0);
    ck_assert_uint_eq(i->dependency_count, 0);
    for (size_t k = 0; k < SHAPES; k++) {
        ck_assert(i->kernels[k].known);
        ck_assert_uint_eq(i->kernels[k].param_count, strlen(shapes[k].params));
        for (size_t p = 0; p < i->kernels[k].param_count; p++) {
            ck_assert_uint_eq(i->kernels[k].param_sizes[p], shapes[k].params[p] == 'v' ? 4 : 8);
        }
        ck_assert(i->uses[3 * k].known && i->uses[3 * k].registers > 0);
    }
    ck_assert_str_eq(printed(), "");
}
END_TEST

/* The one that copies: what waits before it touches anything may begin early. */
START_TEST(the_copy_kernel_waits_first)
{
    ck_assert_ptr_nonnull(strstr(builtin_copy, "extern \"C\" __global__ void vg_copy("));
    ck_assert_ptr_eq(builtin_text("copy.cu"), builtin_copy);
    if (!has_toolkit(memory)) {
        return;
    }
    add_copy();
    image *i = build(false);
    ck_assert_msg(i != NULL, "%s", printed());
    ck_assert_uint_eq(i->module_count, 1);
    ck_assert(i->modules[0].builtin);
    ck_assert_str_eq(i->modules[0].file, "control.cu, copy.cu");
    for (size_t t = 0; t < m->target_count; t++) {
        const image_start *start = &i->starts[SHAPES * m->target_count + t];
        ck_assert_int_eq(start->wait, m->targets[t].capability >= 90 ? IMAGE_WAIT_FIRST : IMAGE_WAIT_NEVER);
        ck_assert(!start->noncoherent_unknown && !start->noncoherent[0] && !start->noncoherent[1]);
    }
    ck_assert_uint_eq(i->kernels[SHAPES].param_sizes[2], 8);
    ck_assert_str_eq(printed(), "");
}
END_TEST

START_TEST(a_condition_has_a_type_of_its_own)
{
    if (!has_toolkit(memory)) {
        return;
    }
    model_kernel *k = add_own("own.cu", NULL);
    k->params[k->param_count++] = param("go", 'c');
    write_file("own.cu", _i == 0 ? "extern \"C\" __global__ void own(cudaGraphConditionalHandle go)\n"
                                   "{ cudaGraphSetConditional(go, 1); }\n"
                                 : "extern \"C\" __global__ void own(unsigned go) {}\n");
    image *i = build(false);
    if (_i == 0) {
        ck_assert_msg(i != NULL, "%s", printed());
        ck_assert_uint_eq(i->module_count, 1);
        return;
    }
    ck_assert_ptr_null(i);
    expect("parameter 'go' of kernel 'own' is 'condition': expected 'cudaGraphConditionalHandle' in its source, found "
           "'unsigned int' [param-type]");
}
END_TEST

START_TEST(ready_images_alone_do_not_do)
{
    add_own(NULL, "own.ptx")->params[0] = param("a", 'w');
    m->kernels[SHAPES].param_count = 1;
    m->targets++; /* compute_90 alone: no assembler is needed */
    m->target_count = 1;
    write_file("own.ptx", prebuilt);
    setenv("PATH", "/no/such", 1);
    unsetenv("NVCC");
    unsetenv("CUDA_HOME");
    ck_assert_ptr_null(build(false));
    expect("probe.yaml:1:5: error: this takes a kernel that the generator brings as source (control.cu), but cannot "
           "find nvcc to compile it [nvcc-missing]");
    expect("--image=none");
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("builtin");
    TCase *group = tcase_create("builtin");
    tcase_add_checked_fixture(group, setup, remove_folder);
    tcase_set_timeout(group, 120);
    tcase_add_test(group, the_text_is_at_hand);
    tcase_add_test(group, without_a_toolkit_there_is_a_stub);
    tcase_add_loop_test(group, they_go_with_the_first_source, 0, 2);
    tcase_add_test(group, macros_of_a_source_do_not_touch_them);
    tcase_add_loop_test(group, messages_are_about_the_source, 0, 6);
    tcase_add_loop_test(group, their_parameters_are_checked, 0, 2);
    tcase_add_test(group, a_module_variable_is_the_source_s);
    tcase_add_test(group, they_are_compiled_for_every_target);
    tcase_add_test(group, the_copy_kernel_waits_first);
    tcase_add_loop_test(group, a_condition_has_a_type_of_its_own, 0, 2);
    tcase_add_test(group, ready_images_alone_do_not_do);
    suite_add_tcase(suite, group);
    memory = arena_new();
    if (!has_toolkit(memory)) {
        puts("without nvcc: tests that compile do nothing");
    }
    arena_free(memory);
    return run_suite(suite);
}
