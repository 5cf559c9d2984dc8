/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The vggen authors */
/* Flags, conditions and `idle:` that are right: nothing is said of them; and the drivers that control flow needs. */
#define _POSIX_C_SOURCE 200809L

#include "spec_text.h"

#define WITH(cuda, keys, graphs)                                                                                       \
    "vggen: 1\nprogram: demo\ntargets: [sm_90]\nmin_cuda: \"" cuda "\"\nkernels:\n"                                    \
    "  relax: {source: k.cu, block: 64" keys ", params: {a: in f32*, b: out f32*, more: out u32*}}\n"                  \
    "  turn: {source: k.cu, block: 64, params: {a: in f32*, b: out f32*}}\n"                                           \
    "  decide: {source: k.cu, block: 1, params: {x: in f32*, go: condition}}\n"                                        \
    "buffers:\n  x: {role: input, type: f32, shape: [64]}\n  y: {role: output, type: f32, shape: [64]}\n"              \
    "  a: {role: scratch, type: f32, shape: [64]}\n  b: {role: scratch, type: f32, shape: [64]}\n"                     \
    "  more: {role: scratch, type: u32, shape: [1]}\n  other: {role: scratch, type: u32, shape: [1]}\n"                \
    "  n: {role: setting, type: u32, value: 1, range: [1, 8]}\n  go: {role: condition}\n" graphs
#define STEPS(steps) WITH("13.0", "", "steps:\n  - copy: x -> a\n  - fill: b = 0\n  - fill: y = 0\n" steps)
#define RELAX "      - launch: relax(a, y, more)\n        grid: 1\n"

static const char *const quiet[] = {
    /* The flag becomes 0 further up, and then something else. */
    STEPS(
        "  - fill: more = 0\n  - launch: relax(a, y, more)\n    grid: 1\n  - while: more\n    max: 4\n    do:\n" RELAX),
    STEPS("  - fill: more = 0\n  - fill: more = 1\n  - while: more\n    max: 4\n    do:\n" RELAX),
    /* The first pass does not look. */
    STEPS("  - fill: more = 0\n  - while: more\n    first: run\n    max: 4\n    do:\n" RELAX),
    STEPS("  - while: more\n    first: run\n    max: 4\n    do:\n" RELAX),
    /* A called graph writes the flag. */
    WITH("13.0", "",
         "graphs:\n  main_graph:\n    - fill: more = 0\n    - call: part\n    - while: more\n      max: 4\n      do:\n"
         "        - call: part\n  part:\n    - launch: relax(x, y, more)\n      grid: 1\n"),
    /* The flag is written deeper inside. */
    STEPS("  - fill: more = 1\n  - fill: other = 1\n  - while: more\n    max: 4\n    do:\n      - if: other\n        "
          "do:\n"
          "          - launch: relax(a, y, more)\n            grid: 1\n"),
    /* Conditions: set before an if, in a while, and again for another step. */
    STEPS("  - launch: decide(x, go)\n    grid: 1\n  - if: go\n    do:\n      - copy: a -> y\n"
          "  - launch: decide(a, go)\n    grid: 1\n  - if: go\n    do:\n      - copy: b -> y\n"),
    STEPS("  - while: go\n    first: run\n    max: 4\n    do:\n      - launch: turn(a, y)\n        grid: 1\n"
          "      - launch: decide(y, go)\n        grid: 1\n"),
    STEPS("  - repeat: 3\n    do:\n      - launch: decide(x, go)\n        grid: 1\n      - if: go\n        do:\n"
          "          - copy: a -> y\n"),
    /* idle, of the innermost loop, and in a graph that a loop calls. */
    STEPS("  - fill: more = 1\n  - fill: other = 1\n  - while: more\n    max: 4\n    do:\n" RELAX
          "      - while: other\n        max: 4\n        do:\n          - launch: relax(a, y, other)\n            "
          "grid: 1\n"
          "            idle: other\n"),
    WITH("13.0", "",
         "graphs:\n  main_graph:\n    - fill: more = 1\n    - while: more\n      max: 4\n      do:\n"
         "        - call: part\n  part:\n    - launch: relax(x, y, more)\n      grid: 1\n      idle: more\n"),
    /* A setting behind a pointer, and one in a grid outside. */
    STEPS("  - fill: more = 1\n  - launch: turn(a, y)\n    grid: n\n  - while: more\n    max: 4\n    do:\n" RELAX),
};

START_TEST(nothing_is_said)
{
    static const char *const ids[] = {"[flag-", "[condition-", "[idle-", "[body-", "[version-"};

    check_text(quiet[_i]);
    for (size_t i = 0; i < sizeof ids / sizeof *ids; i++)
        ck_assert_msg(strstr(all_messages(), ids[i]) == NULL, "%s", printed);
    ck_assert_msg(diag_error_count(messages) == 0, "%s", printed);
}
END_TEST

#define LOOP_OF(cuda, keys)                                                                                            \
    WITH(cuda, keys, "steps:\n  - copy: x -> a\n  - fill: more = 1\n  - while: more\n    max: 4\n    do:\n" RELAX)
#define CHOICE(cuda, rest) WITH(cuda, "", "steps:\n  - copy: x -> a\n  - fill: y = 0\n  - fill: more = 1\n" rest)
#define IF "  - if: more\n    do:\n      - copy: a -> y\n"
#define ELSE "    else:\n      - fill: y = 1\n"
#define SWITCH "  - switch: more\n    cases:\n      - - copy: a -> y\n      - []\n"

/* The oldest driver that will do, and the one before it. */
static const struct {
    const char *good, *bad;
} drivers[] = {
    {LOOP_OF("12.3", ""), LOOP_OF("12.2", "")},
    {LOOP_OF("12.8", ", cooperative: true"), LOOP_OF("12.7", ", cooperative: true")},
    {CHOICE("12.3", IF), CHOICE("12.2", IF)},
    {CHOICE("12.8", IF ELSE), CHOICE("12.7", IF ELSE)},
    {CHOICE("12.8", SWITCH), CHOICE("12.7", SWITCH)},
};

START_TEST(driver_that_will_do)
{
    check_clean(drivers[_i].good);
}
END_TEST

START_TEST(driver_that_is_too_old)
{
    assert_raises(drivers[_i].bad, "version-feature");
}
END_TEST

/* A cooperative kernel outside of bodies, and repeats, need nothing of the driver. */
START_TEST(old_drivers)
{
    check_clean(WITH("12.0", ", cooperative: true",
                     "steps:\n  - launch: relax(x, y, more)\n    grid: 1\n  - repeat: 2\n    do:\n"
                     "      - launch: relax(x, y, more)\n        grid: 1\n"));
}
END_TEST

/* A mistake in steps that a call copies into a body is told at the step. */
START_TEST(called_into_a_body)
{
    assert_raises(WITH("13.0", "",
                       "switches: {fast: on}\ngraphs:\n  main_graph:\n    - fill: more = 1\n    - if: more\n      do:\n"
                       "        - call: part\n  part:\n    - fill: y = 0\n    - copy: x -> y\n      when: fast\n"),
                  "body-switch");
    ck_assert_ptr_nonnull(strstr(all_messages(), "      when: fast\n"));
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("flags");
    TCase *c = tcase_create("flags");

    tcase_add_checked_fixture(c, setup, teardown);
    LOOP(c, nothing_is_said, quiet);
    LOOP(c, driver_that_will_do, drivers);
    LOOP(c, driver_that_is_too_old, drivers);
    tcase_add_test(c, old_drivers);
    tcase_add_test(c, called_into_a_body);
    suite_add_tcase(suite, c);
    return run_suite(suite);
}
