/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The vggen authors */
/* Public reports of silent mistakes with GPU graphs, each as the spec that reproduces its kind: what read and check say
 * of it. tests/cases.md tells where every other report is tested. */
#define _POSIX_C_SOURCE 200809L

#include "spec_text.h"

/* A step, or keys of a launch of k(x, y, N). */
#define STEP(text) SPEC("", "steps:\n  - copy: x -> y\n" text)
#define LAUNCH(text) SPEC("", "steps:\n  - launch: k(x, y, N)\n" text)
/* Steps of an if, and a setting that they must not follow. */
#define BODY(text)                                                                                                     \
    SPEC("  f: {role: scratch, type: u32, shape: [1]}\n  n: {role: setting, type: u32, value: 1, range: [1, 8]}\n",    \
         "steps:\n  - copy: x -> y\n  - fill: f = 1\n  - if: f\n    do:\n      - copy: x -> y\n" text)
#define CLUSTERED(grid)                                                                                                \
    HEAD "kernels:\n  k: {source: k.cu, block: 64, cluster: 2, params: {y: out f32*, n: u32}}\nbuffers:\n"             \
         "  n: {role: setting, type: u32, value: 1, range: [1, 8]}\n  y: {role: output, type: f32, shape: [8]}\n"      \
         "steps:\n  - launch: k(y, n)\n    grid: " grid "\n"
#define LARGE_KERNEL(count)                                                                                            \
    HEAD "types:\n  brick: {bytes: \"u8[4096]\"}\n"                                                                    \
         "kernels:\n  k: {source: k.cu, block: 1, params: {" count "y: out f32*}}\n"                                   \
         "buffers:\n  y: {role: output, type: f32, shape: [1]}\n"
#define ONE_BLOCK "a: brick, "
#define EIGHT_BLOCKS "a: brick, b: brick, c: brick, d: brick, e: brick, f: brick, g: brick, h: brick, i: u8, "

/* A row's number, or P and the number of a user's pain. */
static const struct {
    const char *row;
    const char *text;
    const char *id; /* of the only error */
} refused[] = {
    {"18", LAUNCH("    grid: 0\n"), "grid-size"},
    {"18",
     SPEC("  e: {role: input, type: f32, shape: [0]}\n",
          "steps:\n  - launch: k(x, y, N)\n    grid: ceil_div(len(e), 256)\n"),
     "grid-size"},
    {"18", LAUNCH("    grid: {x: 0}\n"), "value-kind"},
    {"20", LAUNCH("    grid: [1, 65536]\n"), "grid-size"},
    {"22", STEP("  - fill: somewhere = 0\n"), "name-undefined"},
    {"24", STEP("  - copy: x[0:300] -> y\n"), "slice-range"},
    {"24", STEP("  - copy: x[0:100] -> y[0:128]\n"), "copy-size"},
    {"25", BODY("      - copy: somewhere -> y\n"), "name-undefined"},
    {"26", BODY("      - host: callback\n"), "key-unknown"},
    {"26", BODY("      - alloc: t\n"), "key-unknown"},
    {"27", CLUSTERED("n"), "cluster-grid"},
    {"29",
     SPEC("  n: {role: setting, type: u32, value: 4, range: [0, N]}\n",
          "steps:\n  - copy: x -> y\n  - copy: x[0:n] -> y[0:4]\n"),
     "setting-place"},
    {"37", STEP("  - alloc: t\n"), "key-unknown"},
    {"38", STEP("  - host: callback\n"), "key-unknown"},
    {"39", HEAD "devices: 2\nbuffers:\n  y: {role: output, type: f32, shape: [1]}\nsteps:\n  - fill: y = 0\n",
     "not-yet"},
    {"43", LAUNCH("    grid: {x: 1, y: 2, z: 3}\n"), "value-kind"},
    {"P10", LARGE_KERNEL(EIGHT_BLOCKS) "steps:\n  - launch: k(0, 0, 0, 0, 0, 0, 0, 0, 0, y)\n    grid: 1\n",
     "params-size"},
    {"P13", BODY("      - launch: k(x, y, n)\n        grid: 1\n"), "body-setting"},
    {"P13", BODY("      - launch: k(x, y, N)\n        grid: n\n"), "body-setting"},
    {"P14", SPEC("  n: {role: setting, type: u32, value: 1}\n", "steps:\n  - launch: k(x, y, N)\n    grid: n\n"),
     "setting-unranged"},
    {"P18", SPEC("  h: {role: scratch, type: f64, shape: [1 << 61]}\n", COPY_STEP), "shape-size"},
    {"P21", SPEC("", "steps:\n  - copy: x -> y\n  - launch: k(y[0:128], y[64:192], N)\n    grid: 1\n"), "access-alias"},
    {"P22",
     SPEC("  t: {role: scratch, type: f32, shape: [N]}\n",
          "steps:\n  - launch: k(t, y, N)\n    grid: 1\n  - copy: x -> t\n"),
     "read-unwritten"},
    {"P23",
     HEAD "lanes: 2\nbuffers:\n  y: {role: output, type: f32, shape: [1]}\n"
          "  s: {role: state, type: f32, shape: [1]}\nsteps:\n  - copy: s -> y\n  - fill: s = 1\n",
     "lanes-state"},
    /* Also for YAML: null for a needed field, floats where integers are wanted. */
    {"YAML", HEAD "buffers:\n  y: {role: output, type: f32, shape: }\nsteps:\n  - fill: y = 0\n", "value-kind"},
    {"YAML", HEAD "buffers:\n  y: {role: output, type: f32, shape: [1.0]}\nsteps:\n  - fill: y = 0\n", "expr-literal"},
    {"YAML", HEAD "buffers:\n  y: {role: output, type: f32, shape: [1e3]}\nsteps:\n  - fill: y = 0\n", "expr-literal"},
    {"YAML", HEAD "buffers:\n  y: {role: output, type: f32, shape: [010]}\nsteps:\n  - fill: y = 0\n", "expr-literal"},
};

START_TEST(refused_reports)
{
    assert_raises(refused[_i].text, refused[_i].id);
}
END_TEST

static const struct {
    const char *row;
    const char *text;
    const char *id; /* of the warning */
} warned[] = {
    {"17",
     SPEC("  h: {role: input, type: u8, shape: [4 GiB + 256]}\n",
          "steps:\n  - launch: k((h as f32), y, N)\n    grid: 1\n"),
     "index-width"},
    {"P10", LARGE_KERNEL(ONE_BLOCK) "steps:\n  - launch: k(0, y)\n    grid: 1\n", "params-large"},
};

START_TEST(reports_with_a_warning)
{
    check_clean(warned[_i].text);
    ck_assert_msg(strstr(all_messages(), arena_printf(memory, "[%s]", warned[_i].id)) != NULL, "row %s:\n%s",
                  warned[_i].row, printed);
}
END_TEST

/* 27: a cluster whose grid a setting changes stays whole clusters. */
START_TEST(clusters_stay_whole)
{
    check_clean(CLUSTERED("2 * n"));
}
END_TEST

/* 42, 43: words that YAML 1.1 makes booleans, as names and keys. */
START_TEST(words_are_text)
{
    model *m = check_clean(HEAD "switches: {on: off, no: on}\n"
                                "kernels:\n  yes: {source: k.cu, block: 1, params: {y: out f32*, n: u32}}\n"
                                "buffers:\n  y: {role: output, type: f32, shape: [1]}\n  n: {role: input, type: f32, "
                                "shape: [1]}\n  null: {role: scratch, type: f32, shape: [1]}\n"
                                "steps:\n  - launch: yes(y=y, n=1)\n    name: NO\n    grid: 1\n    when: on\n"
                                "  - copy: n -> null\n    name: Off\n    unless: no\n"
                                "  - copy: null -> y\n    unless: no\n");

    ck_assert_str_eq(m->switches[0].name, "on");
    ck_assert(!m->switches[0].on && m->switches[1].on);
    ck_assert_str_eq(m->kernels[0].name, "yes");
    ck_assert_str_eq(m->buffers[2].name, "null");
    ck_assert_str_eq(m->graphs[0].steps[0].name, "NO");
    ck_assert_str_eq(m->graphs[0].steps[1].name, "Off");
    ck_assert_uint_eq(m->graphs[0].steps[1].switched, 1);
}
END_TEST

/* 15: a struct with a vector in it is laid out as the device lays it out, and so are the parameters after it. */
START_TEST(aligned_structs)
{
    model *m = check_clean(HEAD "types:\n  beam: {gain: f32, direction: f32x4, id: u8}\n"
                                "kernels:\n  k: {source: k.cu, block: 1, params: {n: u32, b: beam, y: out f32*}}\n"
                                "buffers:\n  y: {role: output, type: f32, shape: [1]}\n"
                                "steps:\n  - launch: k(1, [1, [2, 3, 4, 5], 6], y)\n    grid: 1\n");
    const unsigned char *value = m->graphs[0].steps[0].arguments[1].value;

    ck_assert_uint_eq(m->types[0]->align, 16);
    ck_assert_uint_eq(m->types[0]->size, 48);
    ck_assert_uint_eq(m->types[0]->fields[1].offset, 16);
    ck_assert_uint_eq(little_endian(value + 20, 4), 0x40400000);
    ck_assert_uint_eq(value[32], 6);
    for (size_t i = 4; i < 16; i++)
        ck_assert_uint_eq(value[i], 0); /* padding */
}
END_TEST

/* 28, 33: the bytes of arguments belong to the model, one place for each. */
START_TEST(arguments_have_bytes_of_their_own)
{
    model *m = check_clean(SPEC("  n: {role: setting, type: u32, value: 7}\n",
                                "steps:\n  - launch: k(x, y, n)\n    grid: 1\n  - launch: k(x, y, 7)\n    grid: 1\n"));
    const model_step *s = m->graphs[0].steps;

    ck_assert_uint_eq(little_endian(s[0].arguments[2].value, 4), 7);
    ck_assert_uint_eq(little_endian(s[1].arguments[2].value, 4), 7);
    ck_assert_ptr_ne(s[0].arguments[2].value, s[1].arguments[2].value);
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("cases");
    TCase *c = tcase_create("cases");

    tcase_add_checked_fixture(c, setup, teardown);
    LOOP(c, refused_reports, refused);
    LOOP(c, reports_with_a_warning, warned);
    tcase_add_test(c, clusters_stay_whole);
    tcase_add_test(c, words_are_text);
    tcase_add_test(c, aligned_structs);
    tcase_add_test(c, arguments_have_bytes_of_their_own);
    suite_add_tcase(suite, c);
    return run_suite(suite);
}
