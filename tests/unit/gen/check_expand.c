/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The vggen authors */
/* Control flow as the flat list that expand makes of it: each list is written as text, a step a line. */
#define _POSIX_C_SOURCE 200809L

#include "spec_text.h"

#include <inttypes.h>

#define KERNELS_HERE                                                                                                   \
    "kernels:\n"                                                                                                       \
    "  mix: {source: k.cu, block: 64, params: {a: in f32*, b: out f32*, n: u32}}\n"                                    \
    "  add: {source: k.cu, block: 64, params: {a: inout f32*}}\n"                                                      \
    "  ask: {source: k.cu, block: 1, params: {a: in f32*, go: inout u32*}}\n"                                          \
    "  set: {source: k.cu, block: 1, params: {a: in f32*, go: condition}}\n"
#define BUFFERS_HERE(y)                                                                                                \
    "buffers:\n"                                                                                                       \
    "  x: {role: input, type: f32, shape: [N]}\n"                                                                      \
    "  w: {role: input, type: f32, shape: [8, N]}\n"                                                                   \
    "  y: {role: " y ", type: f32, shape: [N]}\n"                                                                      \
    "  z: {role: inout, type: f32, shape: [N]}\n"                                                                      \
    "  s: {role: state, type: f32, shape: [N], init: 0}\n"                                                             \
    "  a: {role: scratch, type: f32, shape: [N]}\n"                                                                    \
    "  b: {role: scratch, type: f32, shape: [N]}\n"                                                                    \
    "  go: {role: input, type: u32, shape: [1]}\n"                                                                     \
    "  more: {role: scratch, type: u32, shape: [1]}\n"                                                                 \
    "  c: {role: condition}\n"
#define TOP(y) HEAD "define: {N: 64, K: 3}\n" KERNELS_HERE BUFFERS_HERE(y)
#define STEPS TOP("scratch") "steps:\n"
#define STEPS_OUT TOP("output") "steps:\n" /* which y is then */

/* ---- lists as text ---- */

static void print_slice(FILE *out, const model *m, const model_slice *s)
{
    const model_buffer *b = &m->buffers[s->buffer];

    if (s->first == 0 && s->last == b->size)
        fprintf(out, "%s", b->name);
    else
        fprintf(out, "%s[%" PRIu64 ":%" PRIu64 "]", b->name, s->first / b->type->size, s->last / b->type->size);
}

static void print_launch(FILE *out, const model *m, const model_step *s)
{
    fprintf(out, "%s(", s->kernel_name);
    for (size_t i = 0; i < s->argument_count; i++) {
        fprintf(out, i == 0 ? "" : ", ");
        if (s->arguments[i].kind == ARGUMENT_SLICE || s->arguments[i].kind == ARGUMENT_CONDITION)
            print_slice(out, m, &s->arguments[i].slice);
        else
            fprintf(out, "%" PRIu64, little_endian(s->arguments[i].value, m->kernels[s->kernel].params[i].type->size));
    }
    fprintf(out, ")");
    if (s->grid_size[0] != 1)
        fprintf(out, " grid %" PRIu32, s->grid_size[0]);
}

static unsigned depth_of(const model_graph *g, const model_step *s)
{
    unsigned depth = 0;

    for (uint32_t inside = s->inside; inside != 0; inside = g->steps[inside - 1].inside)
        depth++;
    return depth;
}

static void print_step(FILE *out, const model *m, const model_graph *g, const model_step *s)
{
    static const char *const words[] = {[STEP_WHILE] = "while", [STEP_IF] = "if", [STEP_SWITCH] = "switch"};

    for (unsigned i = 0; i < depth_of(g, s); i++)
        fprintf(out, "  ");
    if (s->body > 0)
        fprintf(out, "%" PRIu32 ": ", s->body);
    if (s->kind == STEP_LAUNCH) {
        print_launch(out, m, s);
    } else if (s->kind == STEP_FILL) {
        print_slice(out, m, &s->to);
        fprintf(out, " = %s", s->literal.text);
    } else if (s->kind == STEP_COPY) {
        print_slice(out, m, &s->from);
        fprintf(out, " -> ");
        print_slice(out, m, &s->to);
    } else {
        fprintf(out, "%s %s%s", words[s->kind], m->buffers[s->condition].name,
                m->buffers[s->condition].condition_first != 0 ? " from 1" : "");
    }
    for (size_t i = 0; i < s->after_count; i++)
        fprintf(out, " after %" PRIu32, s->after[i]);
    fprintf(out, "\n");
}

static const char *list_of(const model *m, size_t graph)
{
    const model_graph *g = &m->graphs[graph];
    size_t length = 0;
    const char *copy;
    char *text = NULL;
    FILE *out = open_memstream(&text, &length);

    ck_assert_ptr_nonnull(out);
    for (size_t i = 0; i < g->step_count; i++)
        print_step(out, m, g, &g->steps[i]);
    fclose(out);
    copy = arena_copy(memory, text, length);
    free(text);
    return copy;
}

/* Each list ends where its conditional says. */
static void assert_nested(const model *m)
{
    for (size_t g = 0; g < m->graph_count; g++)
        for (uint32_t i = 0; i < m->graphs[g].step_count; i++) {
            const model_step *s = &m->graphs[g].steps[i];
            const model_step *holder = s->inside == 0 ? NULL : &m->graphs[g].steps[s->inside - 1];

            ck_assert(holder == NULL || (s->inside - 1 < i && i < holder->end && s->body < holder->body_count));
            if (s->kind == STEP_LAUNCH || s->kind == STEP_FILL || s->kind == STEP_COPY)
                continue;
            ck_assert_uint_gt(s->end, i);
            ck_assert_uint_le(s->end, m->graphs[g].step_count);
            ck_assert_int_eq(m->buffers[s->condition].role, ROLE_CONDITION);
        }
}

static void start_anew(void)
{
    teardown();
    setup();
}

static void assert_refuses(const char *text, const char *id)
{
    start_anew();
    assert_raises(text, id);
}

static model *assert_list(const char *spec, const char *expected)
{
    model *m = check_clean(spec);

    assert_nested(m);
    ck_assert_str_eq(list_of(m, 0), expected);
    return m;
}

static const model_buffer *buffer_named(const model *m, const char *name)
{
    for (size_t i = 0; i < m->buffer_count; i++)
        if (strcmp(m->buffers[i].name, name) == 0)
            return &m->buffers[i];
    ck_abort_msg("no buffer %s", name);
    return NULL;
}

/* ---- repeats ---- */

START_TEST(plain_steps)
{
    model *m = assert_list(STEPS "  - copy: x -> y\n  - launch: add(z)\n    grid: 1\n", "x -> y\nadd(z)\n");

    ck_assert_uint_eq(m->graphs[0].steps[0].copy, 0);
    ck_assert_ptr_null(m->graphs[0].steps[0].pass);
}
END_TEST

START_TEST(repeat_with_index)
{
    model *m = assert_list(STEPS "  - repeat: K\n    index: l\n    do:\n"
                                 "      - launch: mix(w[l], y, l * 10 + N)\n        grid: l + 1\n"
                                 "      - fill: y[l:2 * l + 1] = 0\n"
                                 "      - launch: mix(w[l + 1], y, l)\n        name: last\n        grid: 1\n",
                           "mix(w[0:64], y, 64)\ny[0:1] = 0\nmix(w[64:128], y, 0)\n"
                           "mix(w[64:128], y, 74) grid 2\ny[1:3] = 0\nmix(w[128:192], y, 1)\n"
                           "mix(w[128:192], y, 84) grid 3\ny[2:5] = 0\nmix(w[192:256], y, 2)\n");
    const model_step *steps = m->graphs[0].steps;

    ck_assert_str_eq(steps[0].title, "launch mix, pass 1 of 3");
    ck_assert_str_eq(steps[7].title, "fill y, pass 3 of 3");
    ck_assert_str_eq(steps[5].title, "last, pass 2 of 3");
    ck_assert_str_eq(steps[5].name, "last");
    ck_assert_uint_eq(steps[2].copy, 0);
    ck_assert_uint_eq(steps[8].copy, 2);
}
END_TEST

START_TEST(repeat_in_repeat)
{
    model *m = assert_list(STEPS "  - repeat: 3\n    index: i\n    do:\n"
                                 "      - repeat: i\n        index: j\n        do:\n"
                                 "          - fill: z[8 * i + j:] = 0\n",
                           "z[8:64] = 0\nz[16:64] = 0\nz[17:64] = 0\n");

    ck_assert_str_eq(m->graphs[0].steps[2].title, "fill z, pass 3 of 3, pass 2 of 2");
}
END_TEST

START_TEST(repeat_with_swap)
{
    /* After an even number of swaps each name is where it was. */
    assert_list(STEPS "  - copy: x -> a\n  - repeat: 2\n    swap: [a, b]\n    do:\n"
                      "      - launch: mix(a, b, 0)\n        grid: 1\n  - copy: a -> y\n",
                "x -> a\nmix(a, b, 0)\nmix(b, a, 0)\na -> y\n");
    /* After an odd one the steps that follow use the other buffer. */
    assert_list(STEPS "  - copy: x -> a\n  - repeat: 3\n    swap: [a, b]\n    do:\n"
                      "      - launch: mix(a, b, 0)\n        grid: 1\n  - copy: a -> y\n",
                "x -> a\nmix(a, b, 0)\nmix(b, a, 0)\nmix(a, b, 0)\nb -> y\n");
}
END_TEST

START_TEST(swapped_output)
{
    /* It begins in the place of the scratch, so that it ends in its own. */
    model *m = assert_list(STEPS_OUT "  - copy: x -> y\n  - repeat: 3\n    swap: [y, b]\n    do:\n"
                                     "      - launch: mix(y, b, 0)\n        grid: 1\n",
                           "x -> b\nmix(b, y, 0)\nmix(y, b, 0)\nmix(b, y, 0)\n");

    ck_assert_uint_eq(m->move_count, 0);
}
END_TEST

START_TEST(swapped_inout)
{
    model *m = assert_list(STEPS "  - repeat: 3\n    swap: [z, b]\n    do:\n"
                                 "      - launch: mix(z, b, 0)\n        grid: 1\n",
                           "mix(z, b, 0)\nmix(b, z, 0)\nmix(z, b, 0)\nb -> z\n");

    ck_assert_uint_eq(m->move_count, 1);
    ck_assert_uint_eq(m->moves[0].step, 3);
    ck_assert_ptr_nonnull(strstr(all_messages(), "1 copy puts them back"));
    /* Both go out: one of them is put aside. */
    m = assert_list(STEPS_OUT "  - repeat: 1\n    swap: [z, y]\n    do:\n"
                              "      - launch: mix(z, y, 0)\n        grid: 1\n",
                    "mix(z, y, 0)\ny -> vg_aside\nz -> y\nvg_aside -> z\n");
    ck_assert_uint_eq(m->move_count, 3);
    ck_assert(buffer_named(m, "vg_aside")->generated);
    ck_assert_int_eq(buffer_named(m, "vg_aside")->role, ROLE_SCRATCH);
    ck_assert_uint_eq(buffer_named(m, "vg_aside")->size, 256);
}
END_TEST

START_TEST(swaps_that_meet)
{
    /* Two pairs that share a name make a circle of three. */
    assert_list(STEPS_OUT "  - copy: x -> a\n  - repeat: 1\n    swap: [a, b]\n    do:\n"
                          "      - launch: mix(a, b, 0)\n        grid: 1\n"
                          "  - repeat: 1\n    swap: [a, y]\n    do:\n      - launch: mix(a, y, 1)\n        grid: 1\n",
                "x -> b\nmix(b, y, 0)\nmix(y, a, 1)\n");
}
END_TEST

START_TEST(swapped_state)
{
    assert_list(STEPS "  - launch: mix(s, y, 0)\n    grid: 1\n  - repeat: 2\n    swap: [s, b]\n    do:\n"
                      "      - launch: mix(s, b, 0)\n        grid: 1\n",
                "mix(s, y, 0)\nmix(s, b, 0)\nmix(b, s, 0)\n");
    assert_refuses(STEPS "  - launch: mix(s, y, 0)\n    grid: 1\n  - repeat: 3\n    swap: [s, b]\n    do:\n"
                         "      - launch: mix(s, b, 0)\n        grid: 1\n",
                   "swap-state");
}
END_TEST

/* ---- while ---- */

#define ASKED "      - launch: ask(z, more)\n        grid: 1\n"

START_TEST(while_on_flag)
{
    model *m = assert_list(STEPS "  - fill: more = 1\n  - while: more\n    name: solve\n    max: 4 * K\n    do:\n"
                                 "      - launch: add(z)\n        grid: 1\n" ASKED,
                           "more = 1\nvg_loop_begin(solve_passes, more, vg_go, 0)\nwhile vg_go\n  add(z)\n"
                           "  ask(z, more)\n  vg_loop_next(solve_passes, more, vg_go, 12)\n");
    const model_buffer *passes = buffer_named(m, "solve_passes");
    const model_step *steps = m->graphs[0].steps;

    ck_assert_int_eq(passes->role, ROLE_OUTPUT);
    ck_assert(passes->generated);
    ck_assert_uint_eq(passes->size, 4);
    ck_assert(passes->download == TRAFFIC_EACH);
    ck_assert_str_eq(steps[2].title, "solve");
    ck_assert_str_eq(steps[1].title, "begin of solve");
    ck_assert(steps[1].generated && !steps[2].generated && steps[5].generated);
    ck_assert_str_eq(m->kernels[steps[5].kernel].builtin, "control.cu");
    ck_assert_uint_eq(m->loop_count, 1);
    ck_assert_uint_eq(m->loops[0].step, 2);
    ck_assert_uint_eq(m->loops[0].max, 12);
    ck_assert_uint_eq(m->loops[0].unrolled, 1);
}
END_TEST

START_TEST(while_with_index)
{
    model *m =
        assert_list(STEPS "  - fill: more = 1\n  - while: more\n    index: done\n    first: run\n    max: 9\n"
                          "    do:\n" ASKED,
                    "more = 1\ndone = 0\nwhile vg_go from 1\n  ask(z, more)\n  vg_loop_next(done, more, vg_go, 9)\n");

    ck_assert_int_eq(buffer_named(m, "done")->role, ROLE_OUTPUT);
}
END_TEST

/* What only steps use that are not there may be used with another define: nothing is said of it. */
START_TEST(a_repeat_of_nothing)
{
    model *m = assert_list(STEPS "  - copy: x -> z\n  - launch: add(z)\n    grid: 1\n  - repeat: K - 3\n    do:\n"
                                 "      - copy: s -> a\n      - if: go\n        do:\n"
                                 "          - launch: ask(a, more)\n            grid: 1\n",
                           "x -> z\nadd(z)\n");

    ck_assert(buffer_named(m, "go")->skipped && buffer_named(m, "s")->skipped && buffer_named(m, "more")->skipped);
    ck_assert(!buffer_named(m, "x")->skipped && !buffer_named(m, "b")->skipped);
}
END_TEST

#define LOOP_OVER(z, name)                                                                                             \
    "    - fill: more = 1\n    - while: more\n" name "      max: 3\n      do:\n"                                       \
    "        - launch: ask(" z ", more)\n          grid: 1\n"

/* What counts passes is called after the loop or the graph: another graph's loops do not change that. */
START_TEST(passes_are_called_after_loop_or_graph)
{
    static const char *const outputs[] = {"one_passes", "one_passes_2", "solve_passes", "two_passes"};
    model *m = check_clean(TOP("scratch") "setup:\n    - fill: a = 0\n" LOOP_OVER("a", "") "graphs:\n  one:\n" LOOP_OVER("z", "")
                               LOOP_OVER("z", "") "  two:\n" LOOP_OVER("z", "      name: solve\n")
                                   LOOP_OVER("z", ""));

    for (size_t i = 0; i < 4; i++)
        ck_assert_int_eq(buffer_named(m, outputs[i])->role, ROLE_OUTPUT);
    ck_assert_int_eq(buffer_named(m, "setup_passes")->role, ROLE_SCRATCH);
}
END_TEST

START_TEST(while_on_condition)
{
    model *m = assert_list(STEPS "  - while: c\n    first: run\n    max: 5\n    do:\n      - launch: add(z)\n"
                                 "        grid: 1\n      - launch: set(z, c)\n        grid: 1\n",
                           "passes = 0\nwhile c from 1\n  add(z)\n  set(z, c)\n  vg_loop_limit(passes, c, 5)\n");

    ck_assert(!buffer_named(m, "c")->generated);
}
END_TEST

START_TEST(conditions_of_their_own)
{
    /* Each node needs another condition, and what sets it goes with it. */
    assert_list(STEPS "  - repeat: 2\n    do:\n      - launch: set(z, c)\n        grid: 1\n      - if: c\n        do:\n"
                      "          - launch: add(z)\n            grid: 1\n",
                "set(z, c)\nif c\n  add(z)\nset(z, vg_go)\nif vg_go\n  add(z)\n");
}
END_TEST

START_TEST(first_run_in_a_body)
{
    /* The driver gives a condition its first value only once in a replay. */
    assert_list(STEPS "  - if: go\n    do:\n      - while: c\n        first: run\n        max: 5\n        do:\n"
                      "          - launch: add(z)\n            grid: 1\n          - launch: set(z, c)\n"
                      "            grid: 1\n",
                "vg_choose_if(go, vg_go)\nif vg_go\n  vg_one = 1\n  vg_loop_begin(passes, vg_one, c, 1)\n  while c\n"
                "    add(z)\n    set(z, c)\n    vg_loop_limit(passes, c, 5)\n");
}
END_TEST

#define SWAPPED(after)                                                                                                 \
    STEPS "  - copy: x -> a\n  - copy: x -> b\n  - fill: more = 1\n  - while: more\n    max: 9\n    swap: [a, b]\n   " \
          " do:\n"                                                                                                     \
          "      - launch: mix(a, b, 0)\n        grid: 1\n      - launch: ask(b, more)\n        grid: 1\n" after

START_TEST(while_with_swap)
{
    model *m =
        assert_list(SWAPPED("  - copy: a -> y\n"),
                    "x -> a\nx -> b\nmore = 1\nvg_loop_begin(passes, more, vg_go, 0)\nwhile vg_go\n  mix(a, b, 0)\n"
                    "  ask(b, more)\n  vg_loop_half(passes, more, vg_go, vg_go_2, 9)\n  if vg_go_2\n"
                    "    mix(b, a, 0)\n    ask(a, more)\n    vg_loop_next(passes, more, vg_go, 9)\n"
                    "vg_loop_odd(passes, vg_go_3)\nif vg_go_3\n  b -> a\na -> y\n");

    ck_assert_uint_eq(m->move_count, 1);
    ck_assert_uint_eq(m->loops[0].unrolled, 2);
    /* Both names are used afterwards. */
    assert_list(
        SWAPPED("  - copy: a -> y\n  - copy: b -> z\n"),
        "x -> a\nx -> b\nmore = 1\nvg_loop_begin(passes, more, vg_go, 0)\nwhile vg_go\n  mix(a, b, 0)\n"
        "  ask(b, more)\n  vg_loop_half(passes, more, vg_go, vg_go_2, 9)\n  if vg_go_2\n"
        "    mix(b, a, 0)\n    ask(a, more)\n    vg_loop_next(passes, more, vg_go, 9)\n"
        "vg_loop_odd(passes, vg_go_3)\nif vg_go_3\n  a -> vg_aside\n  b -> a\n  vg_aside -> b\na -> y\nb -> z\n");
}
END_TEST

START_TEST(swap_in_a_body)
{
    /* What follows the branch, or the next pass, finds names where they were. */
    assert_list(STEPS "  - copy: x -> a\n  - if: go\n    do:\n      - repeat: 1\n        swap: [a, b]\n        do:\n"
                      "          - launch: mix(a, b, 0)\n            grid: 1\n  - copy: a -> y\n",
                "x -> a\nvg_choose_if(go, vg_go)\nif vg_go\n  mix(a, b, 0)\n  b -> a\na -> y\n");
}
END_TEST

#define IDLE(max, more)                                                                                                \
    STEPS "  - fill: more = 1\n  - while: more\n    max: " max "\n" more                                               \
          "    do:\n      - launch: ask(z, more)\n        grid: 1\n        idle: more\n"

START_TEST(unrolled)
{
    model *m =
        assert_list(IDLE("9", ""), "more = 1\nask(z, more)\nvg_loop_begin(vg_blocks, more, vg_go, 0)\n"
                                   "while vg_go\n  ask(z, more)\n  ask(z, more)\n  ask(z, more)\n  ask(z, more)\n"
                                   "  vg_loop_next(vg_blocks, more, vg_go, 2)\n");

    ck_assert_uint_eq(m->loops[0].unrolled, 4);
    ck_assert_uint_eq(m->loops[0].prefix, 1);
    ck_assert_uint_eq(m->loops[0].passes, MODEL_NONE);
    ck_assert(m->graphs[0].steps[1].before_loop && !m->graphs[0].steps[4].before_loop);
    ck_assert_str_eq(m->graphs[0].steps[1].title, "launch ask, pass 1 of 1 before the loop");
    ck_assert_str_eq(m->graphs[0].steps[5].title, "launch ask, pass 2 of 4 in its body");
    for (unsigned max = 32; max < 48; max += 5) {
        m = check_clean(arena_printf(memory, IDLE("%u", ""), max));
        ck_assert_uint_eq(m->loops[0].unrolled, 16);
        ck_assert_uint_eq(m->loops[0].prefix, max % 16);
        ck_assert_uint_eq(m->graphs[0].step_count, 1 + max % 16 + 1 + 1 + 16 + 1);
    }
    /* Three passes are no two rounds of two; a first pass that always runs is none that may be idle. */
    ck_assert_uint_eq(check_clean(IDLE("3", ""))->loops[0].unrolled, 1);
    ck_assert_uint_eq(check_clean(IDLE("64", "    first: run\n"))->loops[0].unrolled, 1);
}
END_TEST

START_TEST(unrolled_and_counted)
{
    assert_list(IDLE("4", "    index: done\n"),
                "more = 1\ndone = 0xffffffff\nvg_loop_begin(vg_blocks, more, vg_go, 0)\nwhile vg_go\n"
                "  vg_loop_count(done, more)\n  ask(z, more)\n  vg_loop_count(done, more)\n  ask(z, more)\n"
                "  vg_loop_next(vg_blocks, more, vg_go, 2)\nvg_loop_end(done)\n");
}
END_TEST

/* ---- if, switch, call ---- */

START_TEST(choices)
{
    assert_list(STEPS "  - fill: y = 0\n  - if: go\n    do:\n      - fill: y = 1\n    else:\n      - fill: y = 2\n"
                      "  - switch: go\n    cases:\n      - - fill: z = 0\n      - []\n"
                      "      - - if: go\n          do:\n            - launch: add(z)\n              grid: 1\n",
                "y = 0\nvg_choose_if(go, vg_go)\nif vg_go\n  y = 1\n  1: y = 2\nvg_choose_case(go, vg_go_2)\n"
                "switch vg_go_2\n  z = 0\n  2: vg_choose_if(go, vg_go_3)\n  2: if vg_go_3\n    add(z)\n");
}
END_TEST

START_TEST(calls)
{
    model *m =
        assert_list(TOP("scratch") "graphs:\n  one:\n    - copy: x -> y\n    - repeat: 2\n      index: i\n      do:\n"
                                   "        - call: two\n  two:\n    - launch: add(z)\n      name: it\n      grid: 1\n"
                                   "    - fill: z[0:1] = 0\n      after: [it]\n",
                    "x -> y\nadd(z)\nz[0:1] = 0 after 1\nadd(z)\nz[0:1] = 0 after 3\n");

    ck_assert_str_eq(list_of(m, 1), "add(z)\nz[0:1] = 0 after 0\n");
    ck_assert_str_eq(m->graphs[0].steps[3].title, "it, pass 2 of 2, call of 'two'");
    ck_assert_str_eq(m->graphs[1].steps[0].title, "it");
}
END_TEST

START_TEST(calls_in_a_circle)
{
    assert_refuses(TOP("scratch") "graphs:\n  one:\n    - fill: y = 0\n    - call: two\n  two:\n    - fill: z = 0\n    "
                                  "- call: three\n"
                                  "  three:\n    - fill: z = 1\n    - call: one\n",
                   "call-circle");
    ck_assert_ptr_nonnull(strstr(printed, "'one' calls 'two'"));
    ck_assert_ptr_nonnull(strstr(printed, "'three' calls 'one'"));
    assert_refuses(STEPS "  - fill: y = 0\n  - call: main\n", "call-circle");
    ck_assert_ptr_nonnull(strstr(printed, "the graph 'main' calls itself"));
}
END_TEST

/* ---- after ---- */

START_TEST(orders)
{
    /* The same pass, and from outside the last one. */
    assert_list(STEPS "  - fill: y = 0\n    name: zero\n  - repeat: 2\n    name: both\n    do:\n"
                      "      - launch: add(z)\n        name: first\n        grid: 1\n      - fill: z[0:1] = 0\n"
                      "        after: [first, zero]\n  - copy: x -> y\n    after: [first]\n"
                      "  - copy: y -> a\n    after: [both]\n  - copy: a -> z\n",
                "y = 0\nadd(z)\nz[0:1] = 0 after 0 after 1\nadd(z)\nz[0:1] = 0 after 0 after 3\nx -> y after 3\n"
                "y -> a after 1 after 2 after 3 after 4\na -> z\n");
    /* A repeat and a while that wait. */
    assert_list(STEPS "  - fill: y = 0\n    name: zero\n  - repeat: 2\n    after: [zero]\n    do:\n"
                      "      - launch: add(z)\n        grid: 1\n  - if: go\n    after: [zero]\n    do:\n"
                      "      - launch: add(z)\n        grid: 1\n",
                "y = 0\nadd(z) after 0\nadd(z) after 0\nvg_choose_if(go, vg_go)\nif vg_go after 0\n  add(z)\n");
    assert_refuses(STEPS
                   "  - fill: y = 0\n  - if: go\n    do:\n      - launch: add(z)\n        name: in\n        grid: 1\n"
                   "  - copy: x -> y\n    after: [in]\n",
                   "after-body");
    assert_refuses(STEPS
                   "  - fill: y = 0\n  - repeat: 2\n    name: r\n    do:\n      - launch: add(z)\n        grid: 1\n"
                   "        after: [r]\n",
                   "after-body");
}
END_TEST

/* ---- mistakes in copies ---- */

static void assert_told(const char *text)
{
    ck_assert_msg(strstr(all_messages(), text) != NULL, "no '%s' in:\n%s", text, printed);
}

START_TEST(told_once)
{
    check_text(STEPS "  - fill: y = 0\n  - repeat: 3\n    do:\n      - launch: mix(x, 7, 0)\n        grid: 1\n");
    assert_told("\n1 error\n");
    ck_assert_ptr_null(strstr(printed, "pass"));
}
END_TEST

START_TEST(told_with_its_pass)
{
    check_text(STEPS "  - repeat: 10\n    index: i\n    do:\n      - launch: mix(w[i], y, 0)\n        grid: 1\n");
    assert_told("row 8 is outside 'w', which has 8 rows (pass 9 of 10)");
    assert_told("\n1 error\n");
    start_anew();
    check_text(STEPS "  - repeat: 2\n    index: i\n    do:\n      - launch: mix(w[i - 1], y, 0)\n        grid: 1\n");
    assert_told("row -1 is outside 'w', which has 8 rows (pass 1 of 2)");
    assert_told("\n1 error\n");
}
END_TEST

START_TEST(too_many)
{
    assert_refuses(STEPS "  - repeat: 1 << 12\n    do:\n      - repeat: 1 << 12\n        do:\n"
                         "          - fill: y = 0\n",
                   "too-many");
    assert_refuses(STEPS "  - repeat: 12501\n    do:\n      - fill: y = 0\n      - fill: y = 1\n"
                         "  - repeat: 2\n    do:\n      - fill: y = 0\n",
                   "too-many");
    assert_refuses(STEPS "  - repeat: 2 - K\n    do:\n      - fill: y = 0\n", "repeat-value");
    assert_refuses(STEPS "  - repeat: 25001\n    do:\n      - fill: y = 0\n", "repeat-value");
}
END_TEST

static const char *const added_steps[] = {
    "  - if: vg_go\n    do:\n      - fill: z = 1\n",
    "  - launch: set(z, vg_go)\n    grid: 1\n",
    "  - launch: vg_choose_if(more, c)\n    grid: 1\n",
    "  - repeat: 1\n    swap: [vg_aside, a]\n    do:\n      - fill: z = 1\n",
    "  - launch: add(z)\n    grid: 1\n    reads: vg_go\n",
    "  - copy: vg_one -> more\n",
};

START_TEST(names_of_what_is_added)
{
    static const char loop[] =
        STEPS "  - copy: x -> a\n  - while: go\n    max: 3\n    do:\n      - launch: ask(z, more)\n"
              "        grid: 1\n";
    assert_raises(arena_printf(memory, "%s%s", loop, added_steps[_i]), "name-undefined");
}
END_TEST

int main(void)
{
    Suite *s = suite_create("expand");
    TCase *c = tcase_create("expand");

    tcase_add_checked_fixture(c, setup, teardown);
    tcase_add_test(c, plain_steps);
    tcase_add_test(c, repeat_with_index);
    tcase_add_test(c, repeat_in_repeat);
    tcase_add_test(c, repeat_with_swap);
    tcase_add_test(c, swapped_output);
    tcase_add_test(c, swapped_inout);
    tcase_add_test(c, swaps_that_meet);
    tcase_add_test(c, swapped_state);
    tcase_add_test(c, while_on_flag);
    tcase_add_test(c, while_with_index);
    tcase_add_test(c, a_repeat_of_nothing);
    tcase_add_test(c, passes_are_called_after_loop_or_graph);
    tcase_add_test(c, while_on_condition);
    tcase_add_test(c, conditions_of_their_own);
    tcase_add_test(c, first_run_in_a_body);
    tcase_add_test(c, while_with_swap);
    tcase_add_test(c, swap_in_a_body);
    LOOP(c, names_of_what_is_added, added_steps);
    tcase_add_test(c, unrolled);
    tcase_add_test(c, unrolled_and_counted);
    tcase_add_test(c, choices);
    tcase_add_test(c, calls);
    tcase_add_test(c, calls_in_a_circle);
    tcase_add_test(c, orders);
    tcase_add_test(c, told_once);
    tcase_add_test(c, told_with_its_pass);
    tcase_add_test(c, too_many);
    suite_add_tcase(s, c);
    return run_suite(s);
}
