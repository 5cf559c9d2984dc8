/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The vggen authors */
/* Types, views, traffic, switches, graphs, lanes and settings: what check makes of them. */
#define _POSIX_C_SOURCE 200809L

#include "spec_text.h"

#define TYPES "types:\n  cell: {x: f32, n: u16, tag: \"u8[4]\", v: f32x2}\n  pair: {a: u8, b: \"f64[K]\"}\n"
#define STRUCT_DEFINES "define: {N: 256, M: N / 2, G: 0.1, K: 2}\n"
#define STRUCT_SPEC(buffers, steps)                                                                                    \
    HEAD STRUCT_DEFINES TYPES "kernels:\n"                                                                             \
                              "  k: {source: k.cu, block: 64, params: {x: in f32*, y: out f32*, n: u32}}\n"            \
                              "  c: {source: k.cu, block: 64, params: {c: in cell*, d: cell, y: out f32*}}\n"          \
                              "  q: {source: k.cu, block: 64, params: {x: in f32x4*, s: f32x4, y: out f32*}}\n"        \
                              "buffers:\n" XY buffers steps

static void assert_quiet(const char *text)
{
    check_clean(text);
    ck_assert_msg(strstr(all_messages(), "[step-no-effect]") == NULL && strstr(printed, "[buffer-") == NULL &&
                      strstr(printed, "[switch-") == NULL,
                  "%s", printed);
}

static void assert_warns(const char *text, const char *id)
{
    check_clean(text);
    ck_assert_msg(strstr(all_messages(), arena_printf(memory, "[%s]", id)) != NULL, "no %s in:\n%s", id, printed);
}

/* ---- types ---- */

START_TEST(layout_of_structs)
{
    model *m = check_clean(STRUCT_SPEC("", COPY_STEP));
    const model_type *cell = m->types[0], *pair = m->types[1];

    ck_assert_uint_eq(m->type_count, 2);
    ck_assert_str_eq(cell->name, "cell");
    ck_assert_str_eq(cell->device, "cell");
    ck_assert_ptr_null(cell->host);
    ck_assert_int_eq(cell->base, SCALAR_STRUCT);
    ck_assert_uint_eq(cell->fields[1].offset, 4);
    ck_assert_uint_eq(cell->fields[2].offset, 6);
    ck_assert(cell->fields[2].array);
    ck_assert_uint_eq(cell->fields[2].count, 4);
    ck_assert_uint_eq(cell->fields[3].offset, 16); /* float2 is aligned to 8 */
    ck_assert_uint_eq(cell->size, 24);
    ck_assert_uint_eq(cell->align, 8);
    ck_assert_uint_eq(pair->fields[1].offset, 8);
    ck_assert_uint_eq(pair->size, 24);
}
END_TEST

START_TEST(values_of_vectors_and_structs)
{
    static const unsigned char cell[24] = {0, 0, 0x80, 0x3f, 2, 0, 3, 4, 5, 6, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0x40};
    model *m =
        check_clean(STRUCT_SPEC("  s: {role: state, type: cell, shape: [4], init: [1.0, 2, [3, 4, 5, 6], [2.0, 0]]}\n"
                                "  z: {role: state, type: cell, shape: [4], init: [0, 0, 0, 0]}\n"
                                "  w: {role: constant, type: f32x2, shape: [2], values: [1, 2, 3, 4]}\n"
                                "  p: {role: constant, type: pair, shape: [1], values: [255, 1, -1]}\n"
                                "  g: {role: setting, type: cell, value: 0}\n"
                                "  h: {role: setting, type: f32x4, value: [1, 0, 0, 0]}\n"
                                "  v: {role: constant, type: f32, shape: [2], values: [G, K]}\n",
                                "steps:\n"
                                "  - launch: q((x as f32x4)[0:M / 4], h, y)\n    grid: 1\n"
                                "  - launch: q((x as f32x4), [0, 0, 0, 2.0], y)\n    grid: 1\n"
                                "  - launch: c(s, g, y)\n    grid: 1\n"
                                "  - launch: c(s, 0, y)\n    grid: 1\n"
                                "  - launch: c(s, [1.0, 2, [3, 4, 5, 6], [2.0, 0]], y)\n    grid: 1\n"
                                "  - fill: s[2] = [1.0, 2, [3, 4, 5, 6], [2.0, 0]]\n"
                                "  - launch: c(s, [1.0, K, [3, 4, 5, 6], [K, 0]], y)\n    grid: 1\n"));
    const model_step *steps = m->graphs[0].steps;

    ck_assert_mem_eq(m->buffers[2].pattern, cell, sizeof cell);
    ck_assert_int_eq(m->buffers[2].content, CONTENT_PATTERN);
    ck_assert_int_eq(m->buffers[3].content, CONTENT_ZERO);
    ck_assert_uint_eq(little_endian(m->buffers[4].bytes + 12, 4), 0x40800000);
    ck_assert_uint_eq(m->buffers[5].bytes[0], 255);
    ck_assert_uint_eq(little_endian(m->buffers[5].bytes + 1, 7), 0);
    ck_assert_uint_eq(little_endian(m->buffers[5].bytes + 16, 8), UINT64_C(0xbff0000000000000));
    ck_assert_int_eq(steps[0].arguments[1].kind, ARGUMENT_SETTING);
    ck_assert_uint_eq(steps[0].arguments[1].slice.buffer, 7);
    ck_assert_ptr_eq(steps[0].arguments[1].value, m->buffers[7].pattern);
    ck_assert_uint_eq(little_endian(steps[1].arguments[1].value + 12, 4), 0x40000000);
    ck_assert_uint_eq(little_endian(steps[3].arguments[1].value, 8), 0);
    ck_assert_mem_eq(steps[4].arguments[1].value, cell, sizeof cell);
    ck_assert_mem_eq(steps[5].pattern, cell, sizeof cell);
    ck_assert_uint_eq(steps[5].to.first, 48);
    ck_assert_mem_eq(steps[6].arguments[1].value, cell, sizeof cell); /* defines */
    ck_assert_uint_eq(little_endian(m->buffers[8].bytes, 8), UINT64_C(0x400000003dcccccd));
    ck_assert(m->buffers[6].by_value && !m->buffers[6].by_pointer);
}
END_TEST

/* Expressions are signed, a literal alone is as wide as its type. */
START_TEST(integers_of_64_bits)
{
    model *m =
        check_clean(HEAD "types:\n  pair: {a: u64, b: u64x2}\n"
                         "kernels:\n  w: {source: k.cu, block: 1, params: {y: out u64*, n: u64, s: u64, v: u64x2, "
                         "p: pair}}\n"
                         "buffers:\n  y: {role: output, type: u64, shape: [4]}\n"
                         "  z: {role: output, type: u64, shape: [4]}\n"
                         "  s: {role: setting, type: u64, value: 0xffffffffffffffff,\n"
                         "      range: [9223372036854775808, 18446744073709551615]}\n"
                         "steps:\n"
                         "  - launch: w(y, 18446744073709551615, s, [9223372036854775808, 1], [1, [2, "
                         "0xfffffffffffffffe]])\n    grid: 1\n"
                         "  - launch: w(s=9223372036854775809, n=s, v=0, p=0, y=z)\n    grid: 1\n");
    const model_step *steps = m->graphs[0].steps;

    ck_assert_uint_eq(little_endian(steps[0].arguments[1].value, 8), UINT64_MAX);
    ck_assert_uint_eq(little_endian(steps[0].arguments[3].value, 8), UINT64_C(1) << 63);
    ck_assert_uint_eq(little_endian(steps[0].arguments[4].value + 24, 8), UINT64_MAX - 1);
    ck_assert_uint_eq(little_endian(steps[1].arguments[2].value, 8), (UINT64_C(1) << 63) + 1);
    ck_assert_uint_eq(little_endian(m->buffers[2].pattern, 8), UINT64_MAX);
    ck_assert_uint_eq(little_endian(m->buffers[2].low_bytes, 8), UINT64_C(1) << 63);
    ck_assert_uint_eq(little_endian(m->buffers[2].high_bytes, 8), UINT64_MAX);
}
END_TEST

static const struct {
    const char *step, *id;
} too_large[] = {{"v(y, 9223372036854775808, 0, 0, 0, 0, 0)", "literal-range"},
                 {"v(y, 9223372036854775808 + 1, 0, 0, 0, 0, 0)", "expr-literal"},
                 {"v(y, -9223372036854775809, 0, 0, 0, 0, 0)", "expr-literal"},
                 {"k(9223372036854775808, y, 0)", "argument-kind"},
                 {"k(x[0:9223372036854775808], y, 0)", "expr-literal"}};

START_TEST(integers_that_are_too_large)
{
    assert_raises(arena_printf(memory, SPEC("", "steps:\n  - launch: %s\n    grid: 1\n"), too_large[_i].step),
                  too_large[_i].id);
}
END_TEST

START_TEST(views_and_rows)
{
    model *m = check_clean(STRUCT_SPEC("  w: {role: state, type: f32, shape: [4, 8, 2]}\n"
                                       "  b: {role: state, type: u8, shape: [64]}\n",
                                       "steps:\n"
                                       "  - copy: w[3] -> y[0:16]\n"
                                       "  - copy: (b as f32) -> w[1]\n"
                                       "  - copy: (b as f32)[4:8] -> (w as f32)[0:4]\n"
                                       "  - copy: (b as f32x2)[1] -> (w as f32x2)[0]\n"
                                       "  - fill: (b as u16)[1:] = 0x1234\n"));
    const model_step *s = m->graphs[0].steps;

    ck_assert_uint_eq(s[0].from.first, 192);
    ck_assert_uint_eq(s[0].from.last, 256);
    ck_assert_str_eq(s[1].from.type->name, "f32");
    ck_assert_uint_eq(s[1].from.last, 64);
    ck_assert_uint_eq(s[2].from.first, 16);
    ck_assert_uint_eq(s[2].from.last, 32);
    ck_assert_uint_eq(s[3].from.first, 8);
    ck_assert_uint_eq(s[3].from.last, 16);
    ck_assert_uint_eq(s[4].to.first, 2);
    ck_assert_uint_eq(s[4].to.last, 64);
    ck_assert_uint_eq(little_endian(s[4].pattern, 2), 0x1234);
}
END_TEST

/* Each lane and field of its own type, and never more memory than is sensible. */
START_TEST(too_many_literal_bytes)
{
    FILE *out;
    char *text = NULL;
    size_t length = 0;

    out = open_memstream(&text, &length);
    ck_assert_ptr_nonnull(out);
    fputs(HEAD
          "types:\n  big: {a: u8, b: \"u8[4095]\"}\nbuffers:\n  y: {role: output, type: big, shape: [1]}\nsteps:\n",
          out);
    for (unsigned i = 0; i <= (32u << 20) / 4096; i++)
        fprintf(out, "  - fill: y = [%u, 0]\n", 1 + i % 255);
    fclose(out);
    assert_raises(text, "literal-bytes");
    free(text);
}
END_TEST

/* ---- settings ---- */

#define GRID "  n: {role: setting, type: u16, value: 3, range: [0, M]}\n"

START_TEST(settings_in_grids)
{
    model *m = check_clean(SPEC(GRID "  lane: {role: setting, type: i64, value: -1, range: [-8, 7]}\n",
                                "steps:\n"
                                "  - launch: k(x, y, N)\n    grid: [\"ceil_div(n * 64, block)\", n + 1]\n"
                                "    shared: 4 * n + 64\n"
                                "  - launch: k(x, y, N)\n    grid: lane + 8\n"));
    const model_step *s = m->graphs[0].steps;
    const model_buffer *n = &m->buffers[2], *lane = &m->buffers[3];

    ck_assert(s[0].grid[0].varies && s[0].grid[1].varies && s[0].shared.varies);
    ck_assert_int_eq(s[0].grid[0].low, 0);
    ck_assert_int_eq(s[0].grid[0].high, 128);
    ck_assert_uint_eq(s[0].grid_size[0], 3);
    ck_assert_uint_eq(s[0].grid_size[1], 4);
    ck_assert_int_eq(s[0].shared.high, 576);
    ck_assert_uint_eq(s[0].shared_bytes, 76);
    ck_assert_uint_eq(s[1].grid_size[0], 7);
    ck_assert(n->ranged && n->by_value && !n->by_pointer);
    ck_assert_uint_eq(little_endian(n->low_bytes, 2), 0);
    ck_assert_uint_eq(little_endian(n->high_bytes, 2), 128);
    ck_assert_uint_eq(little_endian(lane->low_bytes, 8), UINT64_C(0xfffffffffffffff8));
}
END_TEST

START_TEST(settings_both_ways)
{
    model *m = check_clean(SPEC("  g: {role: setting, type: f32, value: 0.05, range: [-1.0, G]}\n"
                                "  h: {role: setting, type: f32, value: 0.05, range: [-inf, G]}\n"
                                "  n: {role: setting, type: u32, value: 4}\n",
                                "steps:\n"
                                "  - launch: k(g, y[0:1], n)\n    grid: 1\n"
                                "  - launch: v(y, 0, h, 0, 0, 0, 0)\n    grid: 1\n"));

    (void)m;
}
END_TEST

START_TEST(bounds_of_floats)
{
    model *m = check_clean(SPEC("  h: {role: setting, type: f16, value: -0.0, range: [-1.5, 0]}\n"
                                "  i: {role: setting, type: f64, value: -1e300, range: [-inf, G]}\n",
                                COPY_STEP));

    ck_assert_uint_eq(little_endian(m->buffers[2].low_bytes, 2), 0xbe00);
    ck_assert_uint_eq(little_endian(m->buffers[2].high_bytes, 2), 0);
    ck_assert_uint_eq(little_endian(m->buffers[3].low_bytes, 8), UINT64_C(0xfff0000000000000));
    ck_assert_uint_eq(little_endian(m->buffers[3].high_bytes, 8), UINT64_C(0x3fb999999999999a));
}
END_TEST

/* ---- traffic and place ---- */

START_TEST(traffic_by_role)
{
    model *m = check_clean(SPEC("  r: {role: input, type: u8, shape: [4], upload: on_request, values: [1, 2, 3, 4]}\n"
                                "  q: {role: input, type: u8, shape: [4], upload: on_request}\n"
                                "  p: {role: input, type: u8, shape: [4], upload: on_request, init: 7}\n"
                                "  o: {role: output, type: f32, shape: [N], download: on_request, range: [M, N]}\n"
                                "  s: {role: state, type: f32, shape: [N], upload: on_request, download: each}\n"
                                "  b: {role: inout, type: f32, shape: [N], download: never, at: 1 KiB, align: 128}\n"
                                "  z: {role: output, type: f32, shape: [0], range: [0, 0]}\n",
                                "steps:\n  - copy: x -> y\n  - copy: x -> o\n  - copy: s -> b\n"));
    const model_buffer *b = m->buffers;

    ck_assert_int_eq(b[0].upload, TRAFFIC_EACH);
    ck_assert_int_eq(b[0].download, TRAFFIC_NEVER);
    ck_assert_int_eq(b[1].download, TRAFFIC_EACH);
    ck_assert_uint_eq(b[1].down_last, 1024);
    ck_assert_int_eq(b[2].upload, TRAFFIC_ON_REQUEST);
    ck_assert_int_eq(b[2].content, CONTENT_BYTES);
    ck_assert_int_eq(b[3].content, CONTENT_ZERO);
    ck_assert_int_eq(b[4].content, CONTENT_PATTERN);
    ck_assert_int_eq(b[5].download, TRAFFIC_ON_REQUEST);
    ck_assert_uint_eq(b[5].down_first, 512);
    ck_assert_uint_eq(b[5].down_last, 1024);
    ck_assert_int_eq(b[6].upload, TRAFFIC_ON_REQUEST);
    ck_assert_int_eq(b[6].download, TRAFFIC_EACH);
    ck_assert_int_eq(b[7].download, TRAFFIC_NEVER);
    ck_assert(b[7].fixed && !b[6].fixed);
    ck_assert_uint_eq(b[7].fixed_offset, 1024);
    ck_assert_uint_eq(b[7].alignment, 128);
    ck_assert_uint_eq(b[8].down_last, 0);
}
END_TEST

START_TEST(options_of_the_program)
{
    model *m = check_clean(HEAD "lanes: 2 * K\ndefine: {K: 2}\nmemory: {device: 64 MiB, pinned: 1 MiB, reuse: off}\n"
                                "api: call\nbuffers:\n  x: {role: input, type: f32, shape: [4]}\n"
                                "  y: {role: output, type: f32, shape: [4]}\n"
                                "  s: {role: state, type: f32, shape: [4], per_lane: true}\n"
                                "steps:\n  - copy: s -> y\n  - copy: x -> s\n");

    ck_assert_uint_eq(m->lanes, 4);
    ck_assert_int_eq(m->device_memory.value, 64 << 20);
    ck_assert_int_eq(m->pinned_memory.value, 1 << 20);
    ck_assert(m->reuse_off && m->api_call && !m->named_graphs);
    ck_assert(m->buffers[2].per_lane);
}
END_TEST

/* A state that nothing changes may be the same in all lanes. */
START_TEST(lanes_with_a_still_state)
{
    check_clean(HEAD "lanes: 2\nbuffers:\n  y: {role: output, type: f32, shape: [4]}\n"
                     "  s: {role: state, type: f32, shape: [4], init: 1}\nsteps:\n  - copy: s -> y\n");
}
END_TEST

/* ---- steps ---- */

#define SWITCHES "switches: {fast: on, slow: off}\n"
#define T "  t: {role: scratch, type: f32, shape: [N]}\n"
#define W "  w: {role: scratch, type: f32, shape: [N]}\n"
#define SWITCHED(buffers, steps) HEAD DEFINES SWITCHES KERNELS "buffers:\n" XY buffers steps

START_TEST(switches_and_orders)
{
    model *m =
        check_clean(SWITCHED("", "steps:\n"
                                 "  - copy: x -> y\n    name: one\n"
                                 "  - fill: y[0:4] = 1\n    when: fast\n    name: two\n    after: one\n"
                                 "  - launch: k(x, y, N)\n    grid: 1\n    unless: slow\n    after: [two, one, two]\n"
                                 "    access: {y: inout, x: in once}\n"));
    const model_step *s = m->graphs[0].steps;

    ck_assert(m->switches[0].on && !m->switches[1].on);
    ck_assert_uint_eq(s[0].switched, MODEL_NONE);
    ck_assert_uint_eq(s[1].switched, 0);
    ck_assert(!s[1].unless);
    ck_assert_uint_eq(s[1].after_count, 1);
    ck_assert_uint_eq(s[1].after[0], 0);
    ck_assert_uint_eq(s[2].switched, 1);
    ck_assert(s[2].unless);
    ck_assert_uint_eq(s[2].after_count, 2);
    ck_assert_uint_eq(s[2].after[0], 1);
    ck_assert_int_eq(s[2].arguments[1].access, ACCESS_INOUT);
    ck_assert_int_eq(s[2].arguments[0].access, ACCESS_IN);
    ck_assert(s[2].arguments[0].once && !s[2].arguments[1].once);
}
END_TEST

START_TEST(hidden_buffers)
{
    model *m = check_clean(SPEC(T "  s: {role: state, type: f32, shape: [N]}\n",
                                "steps:\n  - fill: t = 0\n  - launch: k(x, y, N)\n    grid: 1\n"
                                "    reads: [t, \"s[0:4]\"]\n    writes: s\n"));
    const model_step *s = &m->graphs[0].steps[1];

    ck_assert_uint_eq(s->read_count, 2);
    ck_assert_uint_eq(s->reads[1].buffer, 3);
    ck_assert_uint_eq(s->reads[1].last, 16);
    ck_assert_uint_eq(s->write_count, 1);
    ck_assert_uint_eq(s->writes[0].last, 1024);
}
END_TEST

static const char *const sound[] = {
    /* written whichever way the switch is turned */
    SWITCHED(T, "steps:\n  - copy: x -> t\n    when: fast\n  - fill: t = 0\n    unless: fast\n  - copy: t -> y\n"
                "  - fill: y[0:1] = 0\n    when: slow\n"),
    /* in parts that together are all */
    SWITCHED(T W,
             "steps:\n  - copy: x -> y\n  - fill: t[0:100] = 1\n    when: fast\n  - fill: t[100:] = 1\n    when: fast\n"
             "  - fill: t[:M] = 0\n    unless: fast\n  - fill: t[M:] = 0\n    unless: fast\n  - launch: sum(t, y, w)\n "
             "   grid: 1\n"
             "  - fill: y[0:1] = 0\n    when: slow\n"),
    /* only what both have written is read */
    SWITCHED(
        T W,
        "steps:\n  - copy: x -> y\n  - fill: t[0:200] = 1\n    when: fast\n  - fill: t[100:] = 1\n    unless: fast\n"
        "  - launch: sum(t[100:200], y, w)\n    grid: 1\n  - fill: y[0:1] = 0\n    when: slow\n"),
    /* a reader with the same switch, turned the same way */
    SWITCHED(T, "steps:\n  - copy: x -> t\n    unless: fast\n  - copy: t -> y\n    unless: fast\n"
                "  - fill: y[0:1] = 0\n    when: slow\n"),
    /* a switched step does not end the life of what it may write over */
    SWITCHED("", "steps:\n  - copy: x -> y\n  - fill: y = 0\n    when: fast\n  - fill: y = 1\n    unless: slow\n"),
    /* state goes from graph to graph; each uploads what it reads */
    HEAD DEFINES KERNELS "buffers:\n" XY "  s: {role: state, type: f32, shape: [N]}\n"
                         "graphs:\n  load:\n    - copy: x -> s\n  run:\n    - copy: s -> y\n"
                         "  both:\n    - copy: x -> y\n",
    /* what setup derives is there in every graph */
    HEAD DEFINES KERNELS
    "buffers:\n" XY "  d: {role: derived, type: f32, shape: [N]}\n"
    "setup:\n  - fill: d = 1\n"
    "graphs:\n  one:\n    - copy: d -> y\n  two:\n    - copy: x -> y\n    - copy: d -> y\n    - copy: "
    "x[0:4] -> y[0:4]\n",
    /* a state that only the application looks at, or only it changes */
    SPEC("  s: {role: state, type: f32, shape: [N], download: each}\n"
         "  r: {role: state, type: f32, shape: [N], upload: on_request}\n",
         "steps:\n  - copy: x -> s\n  - copy: r -> y\n"),
    /* a setting in a grid is used */
    SPEC(GRID, "steps:\n  - launch: k(x, y, N)\n    grid: n\n"),
    /* launches that a grid of 0 skips together; and what may be skipped is filled before */
    SPEC(T GRID, "steps:\n  - launch: k(x, t, N)\n    grid: n\n  - launch: k(t, y, N)\n    grid: n\n"),
    SPEC(T GRID, "steps:\n  - fill: t = 0\n  - launch: k(x, t, N)\n    grid: n\n  - copy: t -> y\n"),
};

START_TEST(sound_specs)
{
    if (_i == 6) /* its second graph has a step without effect on purpose */
        check_clean(sound[_i]);
    else
        assert_quiet(sound[_i]);
}
END_TEST

static const struct {
    const char *text;
    const char *id;
} faulty[] = {
    {SWITCHED(T, "steps:\n  - copy: x -> t\n    when: fast\n  - fill: t[4:] = 0\n    unless: fast\n  - copy: t -> y\n"),
     "read-uncertain"},
    {SWITCHED(T, "steps:\n  - copy: x -> t\n    when: fast\n  - fill: t = 0\n    unless: slow\n  - copy: t -> y\n"),
     "read-uncertain"},
    {SWITCHED(T, "steps:\n  - copy: x -> t\n  - copy: x -> y\n  - launch: sum(x, y, t)\n    grid: 1\n    when: fast\n  "
                 "- copy: t -> y\n"),
     "read-uncertain"},
    {SPEC("  d: {role: derived, type: f32, shape: [N]}\n", "setup:\n  - fill: d = 0\nsteps:\n  - copy: d -> y\n"
                                                           "  - launch: k(x, y, N)\n    grid: 1\n    writes: d\n"),
     "access-role"},
    {SPEC(T GRID, "steps:\n  - launch: k(x, t, N)\n    grid: n\n  - copy: t -> y\n"), "read-uncertain"},
    {SPEC(T, "steps:\n  - launch: k(x, y, N)\n    grid: 1\n    reads: t\n"), "read-unwritten"},
    {SPEC(T, "steps:\n  - launch: k(x, y, N)\n    grid: 1\n    reads: u\n"), "name-undefined"},
    {SPEC("", "steps:\n  - launch: k(x, y, N)\n    grid: 1\n    access: {y: inout}\n"), "read-unwritten"},
};

START_TEST(faulty_specs)
{
    assert_raises(faulty[_i].text, faulty[_i].id);
}
END_TEST

static const struct {
    const char *text;
    const char *id;
} doubtful[] = {
    {SWITCHED("", COPY_STEP), "switch-unused"},
    {SPEC("  s: {role: state, type: f32, shape: [N]}\n", "steps:\n  - copy: x -> y\n  - copy: x -> s\n"),
     "buffer-unread"},
    {SPEC("  b: {role: inout, type: f32, shape: [N]}\n", "steps:\n  - copy: x -> y\n  - copy: x -> b\n"),
     "buffer-unread"},
    {SPEC("  o: {role: output, type: f32, shape: [N], range: [0, 4]}\n",
          "steps:\n  - copy: x -> y\n  - fill: o[0:4] = 0\n  - fill: o[4:] = 0\n"),
     "step-no-effect"},
    {SPEC("  h: {role: input, type: f32, shape: [1 << 30]}\n", "steps:\n  - launch: k(h, y, N)\n    grid: 1\n"),
     "index-width"},
};

START_TEST(doubtful_specs)
{
    assert_warns(doubtful[_i].text, doubtful[_i].id);
}
END_TEST

START_TEST(wide_indexes_are_fine)
{
    check_clean(SPEC("  h: {role: output, type: f32, shape: [1 << 30]}\n",
                     "steps:\n  - copy: x -> y\n  - launch: v(h, 0, 0, 0, 0, 0, 0)\n    grid: 1\n"));
    ck_assert_ptr_null(strstr(all_messages(), "[index-width]"));
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("language");
    TCase *c = tcase_create("language");

    tcase_add_checked_fixture(c, setup, teardown);
    tcase_add_test(c, layout_of_structs);
    tcase_add_test(c, values_of_vectors_and_structs);
    tcase_add_test(c, integers_of_64_bits);
    LOOP(c, integers_that_are_too_large, too_large);
    tcase_add_test(c, views_and_rows);
    tcase_add_test(c, too_many_literal_bytes);
    tcase_add_test(c, settings_in_grids);
    tcase_add_test(c, settings_both_ways);
    tcase_add_test(c, bounds_of_floats);
    tcase_add_test(c, traffic_by_role);
    tcase_add_test(c, options_of_the_program);
    tcase_add_test(c, lanes_with_a_still_state);
    tcase_add_test(c, switches_and_orders);
    tcase_add_test(c, hidden_buffers);
    LOOP(c, sound_specs, sound);
    LOOP(c, faulty_specs, faulty);
    LOOP(c, doubtful_specs, doubtful);
    tcase_add_test(c, wide_indexes_are_fine);
    suite_add_tcase(suite, c);
    return run_suite(suite);
}
