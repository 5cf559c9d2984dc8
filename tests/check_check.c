/* SPDX-License-Identifier: MIT */
/* Specs as strings, what check resolves in them, and which ids it raises. */
#define _POSIX_C_SOURCE 200809L

#include "../gen/check.h"
#include "../gen/read.h"

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
static char folder[] = "/tmp/check_check.XXXXXX";

static void setup(void)
{
    memory = arena_new();
    messages = diag_new(memory);
    printed = NULL;
}

static void teardown(void)
{
    free(printed);
    arena_free(memory);
}

static const char *all_messages(void)
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

static model *check_text(const char *text)
{
    const tree *root = tree_read(memory, messages, diag_add_source(messages, "demo.yaml", text, strlen(text)));
    model *m;

    ck_assert_ptr_nonnull(root);
    m = read_model(memory, messages, names_new(memory), root, arena_printf(memory, "%s/demo.yaml", folder));
    ck_assert_ptr_nonnull(m);
    check_model(memory, messages, m);
    return m;
}

static model *check_clean(const char *text)
{
    model *m = check_text(text);

    ck_assert_msg(diag_error_count(messages) == 0, "%s", all_messages());
    return m;
}

/* Nothing is reported, no warning either, but for kernels that these short specs leave unused. */
static void assert_silent(const char *text)
{
    check_clean(text);
    ck_assert_msg(strstr(all_messages(), "[step-no-effect]") == NULL && strstr(printed, "[buffer-") == NULL, "%s",
                  printed);
}

static void assert_raises(const char *text, const char *id)
{
    const char *wanted = arena_printf(memory, "[%s]", id);

    check_text(text);
    ck_assert_msg(diag_error_count(messages) == 1, "%zu errors:\n%s", diag_error_count(messages), all_messages());
    ck_assert_msg(strstr(all_messages(), wanted) != NULL, "no %s in:\n%s", wanted, printed);
}

static uint64_t little_endian(const unsigned char *bytes, size_t size)
{
    uint64_t value = 0;

    for (size_t i = size; i-- > 0;)
        value = value << 8 | bytes[i];
    return value;
}

/* ---- what is resolved ---- */

#define COPY_STEP "steps:\n  - copy: x -> y\n"

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
    model *m = check_clean(SPEC("  s: {role: state, type: f16, shape: [len(x), 3], init: -2, align: sizeof(x)}\n"
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
    ck_assert_uint_eq(m->buffers[2].alignment, 1024);
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

/* ---- rounding ---- */

static const struct {
    const char *type;
    const char *text;
    uint64_t bits;
} rounded[] = {
    {"f16", "1.0", 0x3c00},
    {"f16", "65519.99", 0x7bff},
    {"f16", "2049.0", 0x6800},                             /* a tie goes to even, below … */
    {"f16", "2051.0", 0x6802},                             /* … and above */
    {"f16", "2049.00000000000000000000000000001", 0x6801}, /* a double would make it a tie */
    {"f16", "2050.99999999999999999999999999999", 0x6801},
    {"f16", "5.9604644775390625e-8", 0x0001},  /* the least */
    {"f16", "2.98023223876953125e-8", 0x0000}, /* a half of it */
    {"f16", "2.98023223876953125000000000000000001e-8", 0x0001},
    {"f16", "6.103515625e-5", 0x0400}, /* the least normal number */
    {"f16", "6.1006e-5", 0x0400},      /* rounds up into it */
    {"f16", "1e-400", 0x0000},
    {"bf16", "1.0", 0x3f80},
    {"bf16", "1.00390625", 0x3f80}, /* a tie */
    {"bf16", "1.01171875", 0x3f82}, /* a tie */
    {"bf16", "1.003906250000000000000000000001", 0x3f81},
    {"bf16", "3.3895313892515355e38", 0x7f7f},
    {"bf16", "1e-40", 0x0001},
    {"f32", "0.1", 0x3dcccccd},
    {"f32", "1.00000005960464477539062500000000001", 0x3f800001},
    {"f32", "1.401298464324817e-45", 0x00000001},
    {"f32", "-0", 0x00000000},
    {"f32", "-0.0", 0x80000000},
    {"f64", "0.1", UINT64_C(0x3fb999999999999a)},
    {"f64", "9007199254740992", UINT64_C(0x4340000000000000)},
    {"f64", "18446744073709549568", UINT64_C(0x43efffffffffffff)},
    {"u64", "18446744073709551615", UINT64_MAX},
    {"u64", "0xffffffffffffffff", UINT64_MAX},
    {"i64", "-9223372036854775808", UINT64_C(0x8000000000000000)},
    {"i32", "-1", 0xffffffff},
    {"u16", "2 KiB", 2048},
};

static const char *setting_spec(const char *type, const char *text)
{
    return arena_printf(memory, SPEC("  g: {role: setting, type: %s, value: \"%s\"}\n", COPY_STEP), type, text);
}

START_TEST(rounding)
{
    model *m = check_clean(setting_spec(rounded[_i].type, rounded[_i].text));
    const model_buffer *g = &m->buffers[2];

    ck_assert_msg(little_endian(g->pattern, g->type->size) == rounded[_i].bits, "%s %s: found 0x%llx", rounded[_i].type,
                  rounded[_i].text, (unsigned long long)little_endian(g->pattern, g->type->size));
}
END_TEST

static const struct {
    const char *type;
    const char *text;
    const char *id;
} refused[] = {
    {"f16", "65520.0", "literal-range"},
    {"bf16", "3.4e38", "literal-range"},
    {"f32", "3.5e38", "literal-range"},
    {"f64", "1e309", "literal-range"},
    {"f16", "65505", "literal-inexact"},
    {"bf16", "257", "literal-inexact"},
    {"f32", "16777217", "literal-inexact"},
    {"f64", "9007199254740993", "literal-inexact"},
    {"f64", "18446744073709551615", "literal-inexact"},
    {"u8", "256", "literal-range"},
    {"u8", "-1", "literal-range"},
    {"i64", "9223372036854775808", "literal-range"},
    {"u64", "18446744073709551616", "literal-range"},
    {"bool", "2", "literal-range"},
    {"bool", "1.0", "literal-type"},
    {"i32", "1.0", "literal-type"},
    {"i32", "true", "literal-type"},
    {"f32", "true", "literal-type"},
    {"f32", "-nan", "literal-form"},
    {"f32", "- 1.0", "literal-form"},
    {"f32", "+1.0", "literal-form"},
    {"f32", "01.0", "literal-form"},
    {"f32", "1.0f", "literal-form"},
    {"f32", "0x1p3", "literal-form"},
    {"f32", "Infinity", "literal-form"},
    {"u8", "2 KiB", "literal-range"},
    {"i32", "1 + 1", "literal-form"},
    {"bool", "yes", "literal-form"},
    {"f32", "1e", "literal-form"},
};

START_TEST(refused_literals)
{
    assert_raises(setting_spec(refused[_i].type, refused[_i].text), refused[_i].id);
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
};

START_TEST(one_error_each)
{
    assert_raises(single[_i].text, single[_i].id);
}
END_TEST

START_TEST(all_errors_in_one_run)
{
    check_text(HEAD
               "define: {N: 4, int: 1}\nkernels:\n  k: {source: k.c, block: 2000, params: {x: in f32*}}\nbuffers:\n"
               "  a: {role: input, type: f32, shape: [-1]}\n  b: {role: constant, type: u8, shape: [1]}\n"
               "steps:\n  - launch: l(a)\n    grid: 1\n  - fill: b = 256\n");
    ck_assert_msg(diag_error_count(messages) == 7, "%s", all_messages());
}
END_TEST

/* ---- data files ---- */

static void write_file(const char *name, const void *bytes, size_t size)
{
    FILE *out = fopen(arena_printf(memory, "%s/%s", folder, name), "wb");

    ck_assert_ptr_nonnull(out);
    ck_assert_uint_eq(fwrite(bytes, 1, size, out), size);
    ck_assert_int_eq(fclose(out), 0);
}

/* A .npy file of 16 bytes of elements. */
static void write_npy(int version, const char *header)
{
    unsigned char file[512] = "\x93NUMPY";
    size_t length = strlen(header), start = version == 1 ? 10 : 12;

    file[6] = (unsigned char)version;
    file[8] = (unsigned char)length;
    memcpy(file + start, header, length);
    for (unsigned char i = 0; i < 16; i++)
        file[start + length + i] = i;
    write_file("c.npy", file, start + length + 16);
}

static const char *data_spec(const char *shape, const char *file)
{
    return arena_printf(memory, SPEC("  c: {role: constant, type: u32, shape: %s, data: %s}\n", COPY_STEP), shape,
                        file);
}

START_TEST(raw_data)
{
    model *m;

    write_file("c.raw", "abcdefghijklmnop", 16);
    m = check_clean(data_spec("[4]", "c.raw"));
    ck_assert_int_eq(m->buffers[2].content, CONTENT_BYTES);
    ck_assert_mem_eq(m->buffers[2].bytes, "abcdefghijklmnop", 16);
}
END_TEST

START_TEST(short_data)
{
    write_file("c.raw", "abcdefghijklmno", 15);
    assert_raises(data_spec("[4]", "c.raw"), "data-size");
    ck_assert_ptr_nonnull(strstr(all_messages(), "'c.raw' has 15 bytes, expected 16 (4 of u32)"));
}
END_TEST

START_TEST(absolute_path)
{
    write_file("c.raw", "abcdefghijklmnop", 16);
    check_clean(data_spec("[4]", arena_printf(memory, "%s/c.raw", folder)));
}
END_TEST

START_TEST(npy_data)
{
    static const unsigned char expected[] = {0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15};

    for (int version = 1; version <= 2; version++) {
        model *m;

        write_npy(version, "{'descr': '<u4', 'fortran_order': False, 'shape': (2, 2), }   \n");
        m = check_clean(data_spec("[2, 2]", "c.npy"));
        ck_assert_mem_eq(m->buffers[2].bytes, expected, 16);
    }
    write_npy(1, "{'shape': (4,), 'fortran_order': True, 'descr': '<u4'}\n");
    check_clean(data_spec("[4]", "c.npy"));
}
END_TEST

static const struct {
    const char *header;
    const char *id;
} headers[] = {
    {"{'descr': '<u4', 'fortran_order': False, 'shape': (4,), }", "data-shape"},
    {"{'descr': '<u4', 'fortran_order': False, 'shape': (2, 2, 1), }", "data-shape"},
    {"{'descr': '<u4', 'fortran_order': False, 'shape': (2, x), }", "data-shape"},
    {"{'descr': '<u4', 'fortran_order': False, 'shape': (), }", "data-shape"},
    {"{'descr': '<i4', 'fortran_order': False, 'shape': (2, 2), }", "data-type"},
    {"{'descr': '>u4', 'fortran_order': False, 'shape': (2, 2), }", "data-type"},
    {"{'descr': '<u4', 'fortran_order': True, 'shape': (2, 2), }", "data-order"},
    {"{'descr': [('a', '<u4')], 'fortran_order': False, 'shape': (2, 2), }", "data-npy"},
    {"{'descr': '<u4', 'shape': (2, 2), }", "data-npy"},
    {"{'descr': '<u4', 'fortran_order': False, 'shape': (2, 2", "data-npy"},
    {"{'descr': '<u4", "data-npy"},
    {"", "data-npy"},
};

START_TEST(npy_headers)
{
    write_npy(1, headers[_i].header);
    assert_raises(data_spec("[2, 2]", "c.npy"), headers[_i].id);
}
END_TEST

static void make_folder(void)
{
    ck_assert_ptr_nonnull(mkdtemp(folder));
}

static void remove_folder(void)
{
    static const char *const files[] = {"c.raw", "c.npy"};
    char path[64];

    for (size_t i = 0; i < sizeof files / sizeof *files; i++) {
        snprintf(path, sizeof path, "%s/%s", folder, files[i]);
        unlink(path);
    }
    rmdir(folder);
}

#define LOOP(c, test, list) tcase_add_loop_test(c, test, 0, (int)(sizeof(list) / sizeof *(list)))

int main(void)
{
    Suite *suite = suite_create("check");
    TCase *c = tcase_create("check");
    SRunner *runner;
    int failed;

    tcase_add_unchecked_fixture(c, make_folder, remove_folder);
    tcase_add_checked_fixture(c, setup, teardown);
    tcase_add_test(c, versions);
    tcase_add_test(c, shapes);
    tcase_add_test(c, contents);
    tcase_add_test(c, launches);
    tcase_add_test(c, values);
    tcase_add_test(c, fills_and_copies);
    LOOP(c, rounding, rounded);
    LOOP(c, refused_literals, refused);
    LOOP(c, sound_flow, sound);
    LOOP(c, faulty_flow, faulty);
    LOOP(c, warnings, warned);
    LOOP(c, one_error_each, single);
    tcase_add_test(c, all_errors_in_one_run);
    tcase_add_test(c, raw_data);
    tcase_add_test(c, short_data);
    tcase_add_test(c, absolute_path);
    tcase_add_test(c, npy_data);
    LOOP(c, npy_headers, headers);
    suite_add_tcase(suite, c);
    runner = srunner_create(suite);
    srunner_run_all(runner, CK_NORMAL);
    failed = srunner_ntests_failed(runner);
    srunner_free(runner);
    return failed == 0 ? EXIT_SUCCESS : EXIT_FAILURE;
}
