/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The vggen authors */
/* Specs as strings, what check resolves in them, and which ids it raises. */
#define _POSIX_C_SOURCE 200809L

#include "check/check_parts.h"
#include "spec_text.h"

#include <stdio.h>

/* Nothing is reported, no warning either, but for kernels that these short specs leave unused. */
static void assert_silent(const char *text)
{
    check_clean(text);
    ck_assert_msg(strstr(all_messages(), "[step-no-effect]") == NULL && strstr(printed, "[buffer-") == NULL, "%s",
                  printed);
}

/* ---- what is resolved ---- */

START_TEST(versions)
{
    model *m = check_clean(SPEC("", COPY_STEP));

    ck_assert_uint_eq(m->targets[0].capability, 90);
    ck_assert_str_eq(m->targets[0].suffix, "a");
    ck_assert(!m->targets[0].ptx);
    ck_assert_uint_eq(m->targets[1].capability, 100);
    ck_assert(m->targets[1].ptx);
    ck_assert_uint_eq(m->min_cuda, 12080);
    ck_assert_int_eq(m->defines[1].value, 128);
    ck_assert_int_eq(m->defines[3].value, INT64_C(1) << 40);
}
END_TEST

START_TEST(shapes)
{
    model *m = check_clean(SPEC("  s: {role: state, type: f16, shape: [len(x), 3], init: -2, align: sizeof(x) / 8}\n"
                                "  z: {role: scratch, type: f64, shape: [0, 1 << 62, 1 << 62]}\n"
                                "  b: {role: scratch, type: u8, shape: [sizeof(f64) * sizeof(s)]}\n",
                                COPY_STEP));

    ck_assert_uint_eq(m->buffers[0].size, 1024);
    ck_assert_uint_eq(m->buffers[0].alignment, 256);
    ck_assert_int_eq(m->buffers[0].content, CONTENT_NONE);
    ck_assert_uint_eq(m->buffers[2].dims[0], 256);
    ck_assert_uint_eq(m->buffers[2].dims[1], 3);
    ck_assert_uint_eq(m->buffers[2].elements, 768);
    ck_assert_uint_eq(m->buffers[2].size, 1536);
    ck_assert_uint_eq(m->buffers[2].alignment, 128);
    ck_assert_int_eq(m->buffers[2].content, CONTENT_PATTERN);
    ck_assert_uint_eq(little_endian(m->buffers[2].pattern, 2), 0xc000);
    ck_assert_uint_eq(m->buffers[3].elements, 0);
    ck_assert_uint_eq(m->buffers[3].size, 0);
    ck_assert_uint_eq(m->buffers[4].size, 8 * 1536);
}
END_TEST

START_TEST(contents)
{
    model *m = check_clean(SPEC("  c: {role: constant, type: i16, shape: [2, 2], values: [1, -1, 0x7fff, -32768]}\n"
                                "  a: {role: constant, type: f32, shape: [2], data: app}\n"
                                "  g: {role: setting, type: f32, value: 1.5}\n"
                                "  h: {role: setting, type: u64}\n"
                                "  s: {role: state, type: f32, shape: [2]}\n",
                                COPY_STEP));
    static const unsigned char expected[] = {1, 0, 0xff, 0xff, 0xff, 0x7f, 0, 0x80};

    ck_assert_int_eq(m->buffers[2].content, CONTENT_BYTES);
    ck_assert_mem_eq(m->buffers[2].bytes, expected, sizeof expected);
    ck_assert_int_eq(m->buffers[3].content, CONTENT_APP);
    ck_assert_int_eq(m->buffers[4].content, CONTENT_PATTERN);
    ck_assert_uint_eq(little_endian(m->buffers[4].pattern, 4), 0x3fc00000);
    ck_assert_uint_eq(m->buffers[4].elements, 1);
    ck_assert_uint_eq(m->buffers[4].size, 4);
    ck_assert_int_eq(m->buffers[5].content, CONTENT_ZERO);
    ck_assert_int_eq(m->buffers[6].content, CONTENT_ZERO);
}
END_TEST

START_TEST(launches)
{
    model *m = check_clean(SPEC("", "steps:\n"
                                    "  - launch: k(x[M:], n=N - 1, y=y[M:])\n"
                                    "    grid: [\"ceil_div(N, block)\", block]\n"
                                    "  - launch: k(x[:M], y[:M], N)\n"
                                    "    name: second\n"
                                    "    grid: 7\n"
                                    "    block: 32\n"
                                    "    shared: 2 KiB\n"));
    const model_step *s = m->graphs[0].steps;

    ck_assert_str_eq(s[0].title, "launch k");
    ck_assert_uint_eq(s[0].kernel, 0);
    ck_assert_uint_eq(s[0].argument_count, 3);
    ck_assert_uint_eq(s[0].arguments[0].slice.buffer, 0);
    ck_assert_uint_eq(s[0].arguments[0].slice.first, 512);
    ck_assert_uint_eq(s[0].arguments[0].slice.last, 1024);
    ck_assert_uint_eq(s[0].arguments[1].slice.buffer, 1);
    ck_assert_uint_eq(little_endian(s[0].arguments[2].value, 4), 255);
    ck_assert_uint_eq(s[0].block_size[0], 64);
    ck_assert_uint_eq(s[0].block_size[1], 2);
    ck_assert_uint_eq(s[0].block_size[2], 1);
    ck_assert_uint_eq(s[0].grid_size[0], 4);
    ck_assert_uint_eq(s[0].grid_size[1], 2);
    ck_assert_uint_eq(s[0].grid_size[2], 1);
    ck_assert_uint_eq(s[0].shared_bytes, 16);
    ck_assert_str_eq(s[1].title, "second");
    ck_assert_uint_eq(s[1].arguments[0].slice.last, 512);
    ck_assert_int_eq(s[1].arguments[2].kind, ARGUMENT_EXPR);
    ck_assert_uint_eq(little_endian(s[1].arguments[2].value, 4), 256);
    ck_assert_uint_eq(s[1].block_size[0], 32);
    ck_assert_uint_eq(s[1].block_size[1], 1);
    ck_assert_uint_eq(s[1].grid_size[0], 7);
    ck_assert_uint_eq(s[1].shared_bytes, 2048);
}
END_TEST

START_TEST(values)
{
    model *m = check_clean(SPEC("", "steps:\n"
                                    "  - launch: v(y, BIG, G, 65504, true, -inf, -128)\n"
                                    "    grid: 1\n"
                                    "  - launch: v(y, -1, -16777216, -0.0, 0, nan, M - 1)\n"
                                    "    grid: 1\n"));
    const model_argument *a = m->graphs[0].steps[0].arguments, *b = m->graphs[0].steps[1].arguments;

    ck_assert_uint_eq(little_endian(a[1].value, 8), UINT64_C(1) << 40);
    ck_assert_int_eq(a[2].kind, ARGUMENT_LITERAL);
    ck_assert_uint_eq(little_endian(a[2].value, 4), 0x3dcccccd);
    ck_assert_uint_eq(little_endian(a[3].value, 2), 0x7bff);
    ck_assert_uint_eq(a[4].value[0], 1);
    ck_assert_uint_eq(little_endian(a[5].value, 8), UINT64_C(0xfff0000000000000));
    ck_assert_uint_eq(a[6].value[0], 0x80);
    ck_assert_uint_eq(little_endian(b[1].value, 8), UINT64_MAX);
    ck_assert_uint_eq(little_endian(b[2].value, 4), 0xcb800000);
    ck_assert_uint_eq(little_endian(b[3].value, 2), 0x8000);
    ck_assert_uint_eq(b[4].value[0], 0);
    ck_assert_uint_eq(little_endian(b[5].value, 8), UINT64_C(0x7ff8000000000000));
    ck_assert_uint_eq(b[6].value[0], 127);
}
END_TEST

START_TEST(fills_and_copies)
{
    model *m = check_clean(SPEC("  t: {role: scratch, type: f32, shape: [N]}\n", "steps:\n"
                                                                                 "  - fill: t = -1.5\n"
                                                                                 "  - copy: t[0:4] -> t[4:8]\n"
                                                                                 "  - copy: t -> y\n"));
    const model_step *s = m->graphs[0].steps;

    ck_assert_str_eq(s[0].title, "fill t");
    ck_assert_uint_eq(little_endian(s[0].pattern, 4), 0xbfc00000);
    ck_assert_uint_eq(s[0].to.last, 1024);
    ck_assert_str_eq(s[1].title, "copy t -> t");
    ck_assert_uint_eq(s[1].from.last, 16);
    ck_assert_uint_eq(s[1].to.first, 16);
}
END_TEST

/* ---- bytes followed through a graph ---- */

#define T "  t: {role: scratch, type: f32, shape: [N]}\n  w: {role: scratch, type: f32, shape: [N]}\n"
#define COPY_IN "steps:\n  - copy: x -> t\n"

static const char *const sound[] = {
    /* written in parts, in any order */
    SPEC(T, "steps:\n  - fill: t[200:] = 0\n  - fill: t[0:100] = 0\n  - copy: x[0:100] -> t[100:200]\n"
            "  - launch: k(t, y, N)\n    grid: 1\n  - launch: sum(t, y, w)\n    grid: 1\n"),
    /* touching slices of one buffer are not the same bytes */
    SPEC("  t: {role: scratch, type: f32, shape: [N]}\n",
         COPY_IN "  - launch: k(t[0:100], t[100:200], N)\n    grid: 1\n  - copy: t -> y\n"),
    /* the same bytes twice, only read */
    HEAD DEFINES "kernels:\n  add: {source: k.cu, block: 1, params: {a: in f32*, b: in f32*, y: out f32*}}\n"
                 "buffers:\n" XY "steps:\n  - launch: add(x, x[4:], y)\n    grid: 1\n",
    /* setup writes what replays read */
    SPEC("  d: {role: derived, type: f32, shape: [N]}\n  c: {role: constant, type: f32, shape: [N], data: app}\n",
         "setup:\n  - copy: c -> d\nsteps:\n  - launch: k(d, y, N)\n    grid: 1\n  - launch: sum(x, y, y[0:0])\n"
         "    grid: 1\n"),
    /* a part of an output is enough */
    SPEC("", "steps:\n  - launch: part(y)\n    grid: 1\n  - copy: x[0:4] -> y[0:4]\n"),
    /* a state is read before this replay writes it */
    SPEC("  s: {role: state, type: f32, shape: [N]}\n", "steps:\n  - copy: s -> y\n  - copy: x -> s\n"),
    /* nothing of length zero is ever unwritten */
    SPEC("  e: {role: output, type: f32, shape: [0]}\n", "steps:\n  - copy: x -> y\n"),
};

START_TEST(sound_flow)
{
    assert_silent(sound[_i]);
}
END_TEST

static const struct {
    const char *text;
    const char *id;
} faulty[] = {
    {SPEC(T, "steps:\n  - launch: k(t, y, N)\n    grid: 1\n  - copy: x -> t\n"), "read-unwritten"},
    {SPEC(T, "steps:\n  - fill: t[0:255] = 0\n  - copy: t -> y\n"), "read-unwritten"},
    {SPEC(T, COPY_IN "  - copy: t -> y\n  - launch: sum(x, y, t)\n    grid: 1\n  - copy: t -> w\n"), "read-unwritten"},
    {SPEC(T, "steps:\n  - launch: sum(x, y, t)\n    grid: 1\n"), "read-unwritten"},
    {SPEC("  d: {role: derived, type: f32, shape: [N]}\n", "setup:\n  - fill: d[4:] = 0\nsteps:\n  - copy: d -> y\n"),
     "read-unwritten"},
    {SPEC("  z: {role: output, type: f32, shape: [1]}\n", COPY_STEP), "output-unwritten"},
    {SPEC("  d: {role: derived, type: f32, shape: [N]}\n", COPY_STEP), "derived-unwritten"},
    {SPEC("", COPY_STEP "  - fill: x = 0\n"), "access-role"},
    {SPEC("  s: {role: state, type: f32, shape: [N]}\n", COPY_STEP "  - launch: sum(x, y, s)\n    grid: 1\n"),
     "access-work"},
    {SPEC(T, COPY_IN "  - launch: k(t[0:100], t[99:], N)\n    grid: 1\n"), "access-alias"},
    {SPEC(T, COPY_IN "  - launch: k(t, t[99:100], N)\n    grid: 1\n"), "access-alias"},
    {SPEC(T, COPY_IN "  - launch: sum(x, y, y[4:8])\n    grid: 1\n"), "access-alias"},
    {SPEC("", COPY_STEP "  - copy: y[0:8] -> y[7:15]\n"), "copy-overlap"},
    {SPEC("", "setup:\n  - fill: y = 0\n" COPY_STEP), "setup-write"},
    {SPEC("  d: {role: derived, type: f32, shape: [N]}\n", "setup:\n  - copy: x -> d\nsteps:\n  - copy: d -> y\n"),
     "setup-read"},
};

START_TEST(faulty_flow)
{
    assert_raises(faulty[_i].text, faulty[_i].id);
}
END_TEST

static const struct {
    const char *text;
    const char *id;
} warned[] = {
    {SPEC("", COPY_STEP), "kernel-unused"},
    {SPEC("  s: {role: state, type: f32, shape: [N]}\n", COPY_STEP), "buffer-unused"},
    {SPEC("  g: {role: setting, type: f32}\n", COPY_STEP), "buffer-unused"},
    {SPEC("  s: {role: state, type: f32, shape: [N]}\n", "steps:\n  - copy: s -> y\n"), "buffer-unwritten"},
    {SPEC("  b: {role: inout, type: f32, shape: [N]}\n", "steps:\n  - copy: b -> y\n"), "buffer-unwritten"},
    {SPEC("  d: {role: derived, type: f32, shape: [N]}\n", "setup:\n  - fill: d = 0\n" COPY_STEP), "buffer-unread"},
    {SPEC(T, COPY_STEP "  - copy: x -> t\n"), "step-no-effect"},
    {SPEC(T, "steps:\n  - fill: y = 0\n  - copy: x -> y\n"), "step-no-effect"},
};

START_TEST(warnings)
{
    check_clean(warned[_i].text);
    ck_assert_msg(strstr(all_messages(), arena_printf(memory, "[%s]", warned[_i].id)) != NULL, "no %s in:\n%s",
                  warned[_i].id, printed);
    ck_assert_int_eq(diag_exit_status(messages), 0);
}
END_TEST

/* ---- one mistake, one error ---- */

static const struct {
    const char *text;
    const char *id;
} single[] = {
    {HEAD "define: {N: M}\nbuffers:\n" XY COPY_STEP, "name-undefined"},
    {HEAD "define: [N]\nbuffers:\n" XY COPY_STEP, "value-kind"},
    {SPEC("  t: {role: scratch, type: f32, shape: [0 - 1]}\n", "steps:\n  - copy: x -> t\n  - copy: t -> y\n"),
     "shape-negative"},
    {HEAD DEFINES "kernels:\n  k: {source: k.cu, block: 0, params: {x: in f32*, y: out f32*}}\nbuffers:\n" XY
                  "steps:\n  - launch: k(x, y)\n    grid: 1\n",
     "block-size"},
    {HEAD DEFINES "kernels:\n  k: {source: k.cu, params: {x: in f32*, y: oot f32*}}\nbuffers:\n" XY
                  "steps:\n  - launch: k(x, y)\n    grid: 1\n",
     "access-unknown"},
    {SPEC("", "steps:\n  - launch: kk(x, y, N)\n    grid: 1\n"), "name-undefined"},
    {SPEC("  N: {role: output, type: f32, shape: [4]}\n", COPY_STEP), "name-clash"},
    /* a missing colon or blank, or another sign in its place */
    {HEAD "buffers:\n  x: {role input, type: f32, shape: [4]}\n  y: {role: output, type: f32, shape: [4]}\n" COPY_STEP,
     "key-unknown"},
    {HEAD "buffers:\n  x: {role, input, type: f32, shape: [4]}\n  y: {role: output, type: f32, shape: [4]}\n" COPY_STEP,
     "value-kind"},
    {HEAD DEFINES "kernels:\n  k: {source: k.cu, block: 1, params: {x in f32*, y: out f32*}}\nbuffers:\n" XY
                  "steps:\n  - launch: k(x, y)\n    grid: 1\n",
     "name-form"},
    {HEAD "defines: {N: 256}\nbuffers:\n" XY COPY_STEP, "key-unknown"},
    /* a declaration that is misspelt, used more than once */
    {HEAD DEFINES "kernels:\nbuffers:\n" XY "  tt: {role: scratch, type: f32, shape: [N]}\n"
                  "steps:\n  - copy: x -> t\n  - copy: t -> tt\n  - copy: t -> y\n",
     "name-undefined"},
    {HEAD DEFINES "kernels:\n  k: {source: k.cu, block: 1, params: {y: out f32*, n: u32}}\nbuffers:\n" XY
                  "  n: {role: seting, type: u32, value: 1, range: [0, 4]}\n"
                  "steps:\n  - launch: k(y, n)\n    grid: n + 1\n",
     "role-unknown"},
    {SPEC("", "steps:\n  - copy: x -> y\n    nam: first\n  - fill: y[0:4] = 0\n    after: first\n"), "key-unknown"},
    {SPEC("  g: {role: setting, type: f32, value: 1}\n", "steps:\n  - launch: k(x, g, 1)\n    grid: 1\n"),
     "access-role"},
};

START_TEST(one_error_each)
{
    assert_raises(single[_i].text, single[_i].id);
}
END_TEST

START_TEST(all_errors_in_one_run)
{
    check_text(HEAD
               "define: {N: 4, M: N / 0}\nkernels:\n  k: {source: k.c, block: 2000, params: {x: in f32*}}\nbuffers:\n"
               "  a: {role: input, type: f32, shape: [-1]}\n  b: {role: constant, type: u8, shape: [1]}\n"
               "steps:\n  - launch: l(a)\n    grid: 1\n  - fill: b = 256\n");
    ck_assert_msg(diag_error_count(messages) == 7, "%s", all_messages());
}
END_TEST

/* ---- names of library functions ---- */

static const char *const functions[] = {"sin",   "sinf",          "sinl",      "rsqrtf",       "strtod_l", "ctime_r",
                                        "fputs", "getc_unlocked", "lgammaf_r", "pthread_join", "sem_wait", "yn"};
static const char *const free_names[] = {"sinus", "sind", "stride", "rsqrtl_", "sem", "gain_l", "r", "l", "f", "_r"};

START_TEST(library_functions)
{
    char spec[512];

    ck_assert_msg(word_is_library_function(functions[_i]), "%s", functions[_i]);
    snprintf(spec, sizeof spec,
             "vggen: 1\nprogram: %s\ntargets: [sm_90a]\nmin_cuda: \"12.8\"\nbuffers:\n"
             "  y: {role: output, type: f32, shape: [4]}\nsteps:\n  - fill: y = 0\n",
             functions[_i]);
    check_text(spec);
    ck_assert_msg(strstr(all_messages(), "[name-reserved]") != NULL, "%s", all_messages());
}
END_TEST

START_TEST(names_like_library_functions)
{
    ck_assert_msg(!word_is_library_function(free_names[_i]), "%s", free_names[_i]);
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("check");
    TCase *c = tcase_create("check");

    tcase_add_checked_fixture(c, setup, teardown);
    tcase_add_test(c, versions);
    tcase_add_test(c, shapes);
    tcase_add_test(c, contents);
    tcase_add_test(c, launches);
    tcase_add_test(c, values);
    tcase_add_test(c, fills_and_copies);
    LOOP(c, sound_flow, sound);
    LOOP(c, faulty_flow, faulty);
    LOOP(c, warnings, warned);
    LOOP(c, one_error_each, single);
    tcase_add_test(c, all_errors_in_one_run);
    LOOP(c, library_functions, functions);
    LOOP(c, names_like_library_functions, free_names);
    suite_add_tcase(suite, c);
    return run_suite(suite);
}
