/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The vggen authors */
/* Bytes followed through the bodies of while, if and switch: what is certainly written, and what has an effect. */
#define _POSIX_C_SOURCE 200809L

#include "spec_text.h"

#define TOP                                                                                                            \
    HEAD "define: {N: 64}\n"                                                                                           \
         "kernels:\n"                                                                                                  \
         "  mix: {source: k.cu, block: 64, params: {i: in f32*, o: out f32*}}\n"                                       \
         "  add: {source: k.cu, block: 64, params: {io: inout f32*}}\n"                                                \
         "  use: {source: k.cu, block: 64, params: {t: work f32*}}\n"                                                  \
         "  two: {source: k.cu, block: 64, params: {i: in f32*, t: work f32*, o: out f32*}}\n"                         \
         "  ask: {source: k.cu, block: 1, params: {i: in f32*, go: out u32*}}\n"                                       \
         "buffers:\n"                                                                                                  \
         "  x: {role: input, type: f32, shape: [N]}\n"                                                                 \
         "  y: {role: inout, type: f32, shape: [N]}\n"                                                                 \
         "  a: {role: scratch, type: f32, shape: [N]}\n"                                                               \
         "  b: {role: scratch, type: f32, shape: [N]}\n"                                                               \
         "  go: {role: input, type: u32, shape: [1]}\n"                                                                \
         "  more: {role: scratch, type: u32, shape: [1]}\n"                                                            \
         "%ssteps:\n"

/* For steps that use an output: nothing but a step may write it. */
#define OUTPUT                                                                                                         \
    "  z: {role: output, type: f32, shape: [N]}\n"                                                                     \
    "  s: {role: state, type: f32, shape: [N]}\n"

/* Steps in a list, and in a body. */
#define STEP(launch) "  - launch: " launch "\n    grid: 1\n"
#define IN(launch) "      - launch: " launch "\n        grid: 1\n"
#define IDLE(launch) "      - launch: " launch "\n        grid: 1\n        idle: more\n"
#define WHILE(keys) "  - while: more\n    max: 64\n" keys "    do:\n"
#define SWAPPED(pair) "  - repeat: 1\n    swap: [" pair "]\n    do:\n"
#define BODY_SWAPPED(pair) "      - repeat: 1\n        swap: [" pair "]\n        do:\n"
#define STEP_IN_BODY(launch) "          - launch: " launch "\n            grid: 1\n"
#define IF "  - if: go\n    do:\n"
#define ELSE "    else:\n"

typedef struct {
    const char *steps;
    const char *told; /* in the messages, or NULL: no error */
} flow_case;

static const flow_case cases[] = {
    /* A body may not run. */
    {IF IN("mix(x, a)") STEP("mix(a, y)"), "'launch mix' reads a, which a body that does not run may leave unwritten"},
    {IF IN("mix(x, a)") IN("mix(a, y)"), NULL},
    {STEP("mix(x, a)") IF IN("mix(y, a)") STEP("mix(a, y)"), NULL},
    {"  - switch: go\n    cases:\n      - - fill: a = 0\n      - - fill: a = 1\n" STEP("mix(a, y)"),
     "which a body that does not run may leave unwritten"},
    /* Of two bodies one runs. */
    {IF IN("mix(x, a)") ELSE IN("mix(y, a)") STEP("mix(a, y)"), NULL},
    {IF IN("mix(x, a[:32])") ELSE IN("mix(y, a)") STEP("mix(a[:32], y)"), NULL},
    {IF "      - fill: a[:40] = 0\n" ELSE "      - fill: a[20:] = 0\n" STEP("mix(a[20:40], y)"), NULL},
    {IF "      - fill: a[:40] = 0\n" ELSE "      - fill: a[20:] = 0\n" STEP("mix(a[20:41], y)"), "reads a[40:41]"},
    {IF IN("mix(x, a)") IN("use(a)") ELSE IN("mix(y, a)") STEP("mix(a, y)"), "reads a"},
    /* The other body sees nothing of it. */
    {IF IN("mix(x, a)") ELSE IN("mix(a, y)"), "which a body that does not run may leave unwritten"},
    /* A loop may make no pass, unless the first one always runs. */
    {STEP("ask(x, more)") WHILE("") IN("mix(x, a)") IN("ask(a, more)") STEP("mix(a, y)"),
     "which a body that does not run may leave unwritten"},
    {STEP("ask(x, more)") WHILE("    first: run\n") IN("mix(x, a)") IN("ask(a, more)") STEP("mix(a, y)"), NULL},
    {STEP("ask(x, more)") WHILE("    first: run\n") IDLE("mix(x, a)") IN("ask(x, more)") STEP("mix(a, y)"),
     "which a body that does not run may leave unwritten"},
    /* What the pass before has written is there only from the second one on. */
    {STEP("ask(x, more)") WHILE("") IN("mix(a, y)") IN("mix(y, a)") IN("ask(a, more)"),
     "the first pass of the loop has none before it: write 'a' before the loop"},
    {STEP("ask(x, more)") STEP("mix(x, a)") WHILE("") IN("mix(a, y)") IN("mix(y, a)") IN("ask(a, more)"), NULL},
    /* What a pass leaves undefined the next one finds so. */
    {STEP("ask(x, more)") STEP("mix(x, a)") WHILE("") IN("mix(a, y)") IN("use(a)") IN("ask(y, more)"), "reads a"},
    {STEP("ask(x, more)") WHILE("") IN("mix(x, a)") IN("mix(a, y)") IN("use(a)") IN("ask(y, more)"), NULL},
    /* The flag itself. */
    {WHILE("") IN("ask(x, more)"), "'begin of while more' reads more before anything has written it"},
    /* Passes that stand before a loop are as uncertain as the loop. */
    {STEP("ask(x, more)") "  - while: more\n    max: 9\n    do:\n" IDLE("mix(x, a)") IDLE("ask(a, more)")
         STEP("mix(a, y)"),
     "which a body that does not run may leave unwritten"},
    {STEP("ask(x, more)") "  - while: more\n    max: 9\n    do:\n" IDLE("mix(x, a)") IDLE("ask(a, more)"), NULL},
    /* Swapped names: after an odd number of passes the one is where the other was. */
    {STEP("ask(x, more)") STEP("mix(x, a)") WHILE("    swap: [a, b]\n") IN("mix(a, b)") IN("ask(b, more)")
         STEP("mix(a, y)"),
     NULL},
    {STEP("ask(x, more)") STEP("mix(x, a)") WHILE("    swap: [a, b]\n") IDLE("mix(a, b)") IDLE("ask(b, more)")
         STEP("mix(a, y)"),
     NULL},
    {STEP("ask(x, more)") STEP("mix(x, a)") WHILE("    swap: [a, b]\n") IN("mix(a, b)") IN("ask(b, more)")
         STEP("mix(b, y)"),
     "which a body that does not run may leave unwritten"},
    {STEP("ask(x, more)") STEP("mix(x, a)") WHILE("    swap: [a, b]\n") IN("add(a)") IN("ask(a, more)")
         STEP("mix(a, y)"),
     "reads b before anything has written it"},
    /* What one body leaves undefined is so there, and after it, but not in its siblings. */
    {STEP("mix(x, a)") IF IN("two(x, a, y)") ELSE IN("mix(a, y)"), NULL},
    {STEP("mix(x, a)") IF IN("mix(a, y)") ELSE IN("two(x, a, y)"), NULL},
    {STEP("mix(x, a)") IF IN("two(x, a, y)") STEP("mix(a, y)"), "'launch mix' reads a before anything has written it"},
    {STEP("mix(x, a)") IF IN("two(x, a, y)") ELSE IN("mix(a, b)") IN("mix(b, y)") STEP("mix(a, y)"), "reads a before"},
    {STEP("mix(x, a)") IF IN("two(x, a, y)") IN("mix(x, a)") STEP("mix(a, y)"), NULL},
    {STEP("mix(x, a)") "  - switch: go\n    cases:\n      - - launch: two(x, a, y)\n          grid: 1\n"
                       "      - - launch: mix(a, y)\n          grid: 1\n",
     NULL},
    {STEP("mix(x, a)") "  - switch: go\n    cases:\n      - - launch: two(x, a, y)\n          grid: 1\n"
                       "      - - launch: mix(a, y)\n          grid: 1\n" STEP("mix(a, y)"),
     "reads a before anything has written it"},
    {STEP("mix(x, a)") IF "      - if: go\n        do:\n          - launch: two(x, a, y)\n            grid: 1\n"
                          "        else:\n          - launch: mix(a, y)\n            grid: 1\n" IN("mix(a, y)"),
     "reads a before anything has written it"},
    {STEP("mix(x, a)") IF
     "      - if: go\n        do:\n          - launch: two(x, a, y)\n            grid: 1\n" ELSE IN("mix(a, y)"),
     NULL},
    /* An output, inout or state has its bytes at the end of a replay. */
    {STEP("mix(x, z)") STEP("two(x, z, y)"), "'launch two' leaves z undefined, and nothing writes it afterwards"},
    {STEP("two(x, z, y)") STEP("mix(x, z)"), NULL},
    {STEP("mix(x, z)") STEP("two(x, z[:8], y)") STEP("mix(x, z[:7])"), "leaves z[7:8] undefined"},
    {STEP("mix(x, z)") IF IN("two(x, z, y)"), "leaves z undefined"},
    {STEP("mix(x, z)") IF IN("two(x, z, y)") IN("mix(y, z)"), NULL},
    {STEP("mix(x, z)") STEP("two(x, z, y)") IF IN("mix(y, z)"), "leaves z undefined"},
    {STEP("mix(x, z)") STEP("two(x, z, y)") IF IN("mix(y, z)") ELSE IN("mix(x, z)"), NULL},
    {"  - fill: z[:8] = 0\n" STEP("use(b)"), NULL}, /* zero where nothing writes it */
    /* Through names that are swapped. */
    {STEP("mix(x, a)") SWAPPED("z, a") IN("use(a)") STEP("mix(x, y)"), "leaves z undefined, and nothing writes it"},
    {STEP("mix(x, a)") "  - repeat: 2\n    swap: [s, a]\n    do:\n" IN("use(a)") STEP("mix(s, z)"),
     "'work' would leave 's' undefined, whose role is state (pass 2 of 2)"},
    {STEP("mix(x, a)") SWAPPED("y, a") IN("use(a)") STEP("mix(x, y)"), NULL},
    {SWAPPED("y, a") IN("mix(x, a)"), NULL},
    {SWAPPED("z, y") "      - fill: z[:8] = 0\n" IN("add(y)"), "a swap leaves y[8:64] undefined"},
    {SWAPPED("z, y") "      - fill: z = 0\n" IN("add(y)"), NULL},
    /* A copy that a swap needs may bring bytes that nobody reads. */
    {STEP("mix(x, a)") IF BODY_SWAPPED("a, b") STEP_IN_BODY("mix(a, y)") IN("mix(x, a)") STEP("mix(a, y)"), NULL},
    {STEP("mix(x, a)") STEP("use(b)") IF BODY_SWAPPED("a, b") STEP_IN_BODY("mix(a, y)") IN("mix(x, a)")
         STEP("mix(a, y)"),
     NULL},
    {STEP("mix(x, a)") STEP("use(b)") IF BODY_SWAPPED("a, b") STEP_IN_BODY("mix(a, y)") STEP("mix(a, y)"),
     "reads a before anything"},
    /* What a pass no longer needs is room to work in: the next one, or what follows the loop, has the other name's bytes. */
    {STEP("ask(x, more)") STEP("mix(x, a)") WHILE("    swap: [a, b]\n") IN("mix(a, b)") IN("use(a)") IN("ask(b, more)")
         STEP("mix(a, y)"),
     NULL},
    {STEP("ask(x, more)") STEP("mix(x, a)") WHILE("    swap: [a, b]\n") IN("mix(a, b)") IN("use(a)") IN("ask(b, more)")
         STEP("mix(b, y)"),
     "reads b, which a body"},
    {STEP("ask(x, more)") WHILE("    swap: [a, b]\n    first: run\n") IN("mix(x, b)") IN("use(a)") IN("ask(b, more)")
         STEP("mix(a, y)"),
     NULL},
    {STEP("ask(x, more)") WHILE("    swap: [a, b]\n") IN("mix(x, b)") IN("use(a)") IN("ask(b, more)") STEP("mix(a, y)"),
     "reads a"},
    {STEP("ask(x, more)") STEP("mix(x, a)") WHILE("    swap: [a, b]\n") IN("mix(a, b)") IN("use(b)") IN("ask(a, more)"),
     "reads a before anything has written it"},
    /* The next pass finds what such a copy brought. */
    {STEP("ask(x, more)") STEP("mix(x, a)") WHILE("") BODY_SWAPPED("a, b") STEP_IN_BODY("mix(a, y)") IN("ask(y, more)"),
     "reads a before anything has written it"},
};

START_TEST(certain)
{
    const flow_case *tested = &cases[_i];

    check_text(arena_printf(memory, TOP "%s", strpbrk(tested->steps, "z") != NULL ? OUTPUT : "", tested->steps));
    if (tested->told == NULL) {
        ck_assert_msg(diag_error_count(messages) == 0, "%s", all_messages());
        return;
    }
    ck_assert_msg(strstr(all_messages(), tested->told) != NULL, "no '%s' in:\n%s", tested->told, printed);
}
END_TEST

/* ---- effects ---- */

static const flow_case effects[] = {
    /* What the next pass, the flag, or a step after the loop reads. */
    {STEP("ask(x, more)") STEP("mix(x, a)") WHILE("") IN("mix(a, y)") IN("mix(y, a)") IN("ask(y, more)"), NULL},
    {STEP("ask(x, more)") STEP("mix(x, a)") WHILE("") IN("mix(x, a)") IN("ask(y, more)") STEP("mix(a, y)"), NULL},
    {STEP("ask(x, more)") WHILE("") IN("mix(x, a)") IN("ask(y, more)"), "'launch mix' has no effect"},
    {STEP("ask(x, more)") WHILE("") IN("mix(x, a)") IN("mix(y, a)") IN("ask(a, more)"), "'launch mix' has no effect"},
    /* A body that may not run overwrites nothing for certain. */
    {STEP("mix(x, a)") IF IN("mix(y, a)") STEP("mix(a, y)"), NULL},
    {"  - fill: y = 0\n" IF "      - fill: y = 1\n" ELSE IN("add(y)"), NULL},
    {STEP("mix(x, a)") IF IN("mix(y, a)") STEP("mix(x, a)") STEP("mix(a, y)"), "'launch mix' has no effect"},
    {"  - switch: go\n    cases:\n      - - fill: y = 0\n      - - fill: y = 1\n", NULL},
    /* The first pass does. */
    {"  - fill: a = 0\n" STEP("ask(x, more)") WHILE("    first: run\n") IN("mix(x, a)") IN("ask(a, more)")
         STEP("mix(a, y)"),
     "'fill a' has no effect"},
    {"  - fill: a = 0\n" STEP("ask(x, more)") WHILE("") IN("mix(x, a)") IN("ask(a, more)") STEP("mix(a, y)"), NULL},
};

START_TEST(of_use)
{
    const flow_case *tested = &effects[_i];

    check_text(arena_printf(memory, TOP "%s", "", tested->steps));
    ck_assert_msg(diag_error_count(messages) == 0, "%s", all_messages());
    if (tested->told == NULL)
        ck_assert_msg(strstr(all_messages(), "step-no-effect") == NULL, "%s", printed);
    else
        ck_assert_msg(strstr(all_messages(), tested->told) != NULL, "no '%s' in:\n%s", tested->told, printed);
}
END_TEST

/* What the application never sees of it is read by the next replay where an inout comes in on request only; and a range
 * of what comes back is all that a replay must leave, unless the next one begins with the rest. */
START_TEST(of_both_ways)
{
    const char *kept = "  q: {role: inout, type: f32, shape: [N], upload: on_request, download: never}\n";
    const char *ranged = "  q: {role: inout, type: f32, shape: [N], %srange: [0, 8]}\n"
                         "  z: {role: output, type: f32, shape: [N]}\n";
    const char *swapped = STEP("add(y)") SWAPPED("z, q") "      - fill: z[:8] = 3\n" IN("add(q)");

    check_text(arena_printf(memory, TOP STEP("add(q)") STEP("mix(x, y)"), kept));
    ck_assert_msg(strstr(all_messages(), "step-no-effect") == NULL, "%s", printed);
    check_text(arena_printf(memory, TOP "%s", arena_printf(memory, ranged, ""), swapped));
    ck_assert_msg(strstr(all_messages(), "left-undefined") == NULL, "%s", printed);
    check_text(arena_printf(memory, TOP "%s", arena_printf(memory, ranged, "upload: on_request, "), swapped));
    ck_assert_msg(strstr(all_messages(), "a swap leaves q[8:64] undefined") != NULL, "%s", printed);
}
END_TEST

/* ---- many passes ---- */

/* With swaps of neighbours, what the last buffer holds comes to the first one only after as many passes. */
enum { CHAIN = 80 };

START_TEST(many_passes)
{
    const char *buffers = "", *fills = "", *swaps = "";

    for (int i = 0; i < CHAIN; i++) {
        buffers = arena_printf(memory, "%s  c%d: {role: scratch, type: f32, shape: [N]}\n", buffers, i);
        fills = arena_printf(memory, "%s  - fill: c%d = 0\n", fills, i);
        if (i > 0)
            swaps = arena_printf(memory,
                                 "%s      - repeat: 1\n        swap: [c%d, c%d]\n        do:\n"
                                 "          - fill: y = %d\n",
                                 swaps, i - 1, i, i);
    }
    check_text(arena_printf(
        memory, TOP "%s" STEP("ask(x, more)") WHILE("") IN("mix(c0, y)") "%s" IN("use(c%d)") IN("ask(x, more)"),
        buffers, fills, swaps, CHAIN - 1));
    ck_assert_msg(strstr(all_messages(), "'launch mix' reads c0 before anything has written it") != NULL, "%s",
                  printed);
}
END_TEST

/* The most levels, and a time that grows with their number and not with its power. */
enum { LEVELS = 15, STEPS = 200 };

START_TEST(deep_loops)
{
    const char *text = "", *indent = "", *end = "";

    for (int i = 0; i < LEVELS; i++) {
        text = arena_printf(memory, "%s%s  - while: more\n%s    max: 64\n%s    do:\n", text, indent, indent, indent);
        end = arena_printf(memory, "%s      - launch: ask(x, more)\n%s        grid: 1\n%s", indent, indent, end);
        indent = arena_printf(memory, "%s    ", indent);
    }
    for (int i = 0; i < STEPS; i++)
        text = arena_printf(memory, "%s%s  - launch: two(x, a, y)\n%s    grid: 1\n", text, indent, indent);
    check_text(arena_printf(memory, TOP STEP("mix(x, a)") STEP("ask(x, more)") "%s%s" STEP("mix(%s, y)"), "", text, end,
                            _i == 0 ? "x" : "a"));
    if (_i == 0)
        ck_assert_msg(diag_error_count(messages) == 0, "%s", all_messages());
    else
        ck_assert_msg(strstr(all_messages(), "'launch mix' reads a before") != NULL, "%s", printed);
}
END_TEST

int main(void)
{
    Suite *s = suite_create("flow");
    TCase *c = tcase_create("flow");

    tcase_add_checked_fixture(c, setup, teardown);
    LOOP(c, certain, cases);
    LOOP(c, of_use, effects);
    tcase_add_test(c, of_both_ways);
    tcase_add_test(c, many_passes);
    tcase_add_loop_test(c, deep_loops, 0, 2);
    suite_add_tcase(s, c);
    return run_suite(s);
}
