/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The vggen authors */
/* Specs as strings, and what read makes of them before anything is checked. */
#define _POSIX_C_SOURCE 200809L

#include "spec/read.h"
#include "spec/read_limits.h"
#include "unit/run_suite.h"

#include <check.h>
#include <stdlib.h>
#include <string.h>

#define HEAD "vggen: 1\nprogram: demo\ntargets: [sm_90, compute_90]\nmin_cuda: \"13.0\"\n"
#define STEPS "steps:\n  - fill: y = 0\n"

static arena *memory;
static diag *messages;
static char *printed;

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

static model *read_text(const char *text)
{
    const tree *root = tree_read(memory, messages, diag_add_source(messages, "demo.yaml", text, strlen(text)));

    ck_assert_ptr_nonnull(root);
    return read_model(memory, messages, names_new(memory), root, "specs/demo.yaml");
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

static model *read_clean(const char *text)
{
    model *m = read_text(text);

    if (diag_error_count(messages) != 0)
        ck_abort_msg("%s", all_messages());
    ck_assert_ptr_nonnull(m);
    return m;
}

static void assert_raises(const char *text, const char *id)
{
    const char *wanted = arena_printf(memory, "[%s]", id);

    read_text(text);
    ck_assert_msg(diag_error_count(messages) == 1, "%zu errors:\n%s", diag_error_count(messages), all_messages());
    ck_assert_msg(strstr(all_messages(), wanted) != NULL, "no %s in:\n%s", wanted, printed);
}

/* The source text of a span. */
static const char *text_at(span at)
{
    size_t length = 0;
    const char *bytes = diag_source_bytes(messages, at.source, &length);

    return arena_copy(memory, bytes + at.begin, at.end - at.begin);
}

START_TEST(paths_and_versions)
{
    model *m = read_clean(HEAD "buffers: {y: {role: output, type: f32, shape: [1]}}\n" STEPS);

    ck_assert_str_eq(m->spec_path, "specs/demo.yaml");
    ck_assert_str_eq(m->spec_name, "demo.yaml");
    ck_assert_str_eq(m->folder, "specs");
    ck_assert_str_eq(m->program, "demo");
    ck_assert_uint_eq(m->target_count, 2);
    ck_assert_str_eq(m->targets[1].name, "compute_90");
    ck_assert_str_eq(m->min_cuda_text, "13.0");
}
END_TEST

START_TEST(version_is_text)
{
    model *m = read_clean("vggen: 1\nprogram: p\ntargets: sm_90\nmin_cuda: '13.10'\nbuffers:\n" STEPS);

    ck_assert_str_eq(m->min_cuda_text, "13.10");
    ck_assert_uint_eq(m->target_count, 1);
    ck_assert_uint_eq(m->buffer_count, 0);
    assert_raises("vggen: 1\nprogram: p\ntargets: sm_90\nmin_cuda: 13.10\nbuffers:\n" STEPS, "version-form");
}
END_TEST

START_TEST(defines)
{
    model *m = read_clean(HEAD "define: {N: 0x10, G: -1.5e3, M: N * 2, BIG: inf}\nbuffers:\n" STEPS);

    ck_assert_uint_eq(m->define_count, 4);
    ck_assert(!m->defines[0].is_float);
    ck_assert_int_eq(m->defines[0].root->integer, 16);
    ck_assert(m->defines[1].is_float);
    ck_assert_double_eq(m->defines[1].real, -1500.0);
    ck_assert_str_eq(m->defines[1].real_text, "-1.5e3");
    ck_assert_int_eq(m->defines[2].root->kind, EXPR_BINARY);
    ck_assert(m->defines[3].is_float);
    ck_assert_str_eq(text_at(m->defines[2].value_at), "N * 2");
}
END_TEST

START_TEST(kernels_and_parameters)
{
    model *m = read_clean(HEAD "kernels:\n"
                               "  fir:\n"
                               "    source: fir.cu\n"
                               "    entry: fir_f32\n"
                               "    block: [32, 4]\n"
                               "    shared: 4 KiB\n"
                               "    params: {x: in once f32*, h: inout f16*, t: work u8*, o: out_part i64*, n: u32}\n"
                               "  other: {image: other.ptx}\n"
                               "buffers:\n" STEPS);
    const model_kernel *k = &m->kernels[0];

    ck_assert_uint_eq(m->kernel_count, 2);
    ck_assert_str_eq(k->name, "fir");
    ck_assert_str_eq(k->entry, "fir_f32");
    ck_assert_str_eq(k->source, "fir.cu");
    ck_assert_ptr_null(k->image);
    ck_assert_uint_eq(k->block_count, 2);
    ck_assert_int_eq(k->shared.root->integer, 4096);
    ck_assert_uint_eq(k->param_count, 5);
    ck_assert_int_eq(k->params[0].access, ACCESS_IN);
    ck_assert(k->params[0].once);
    ck_assert_int_eq(k->params[1].access, ACCESS_INOUT);
    ck_assert(!k->params[1].once);
    ck_assert_str_eq(k->params[1].type->name, "f16");
    ck_assert_int_eq(k->params[2].access, ACCESS_WORK);
    ck_assert_int_eq(k->params[3].access, ACCESS_OUT_PART);
    ck_assert_int_eq(k->params[4].access, ACCESS_VALUE);
    ck_assert_str_eq(text_at(k->params[3].type_at), "out_part i64*");
    ck_assert_str_eq(m->kernels[1].entry, "other");
    ck_assert_str_eq(m->kernels[1].image, "other.ptx");
}
END_TEST

START_TEST(buffers)
{
    model *m = read_clean(HEAD "buffers:\n"
                               "  s: {role: state, type: bf16, shape: [2, 3], init: -0.5, align: 1024}\n"
                               "  c: {role: constant, type: u8, shape: 3, values: [1, 0x2, 3]}\n"
                               "  g: {role: setting, type: bool, value: true}\n"
                               "  d: {role: constant, type: f32, shape: [4], data: app}\n" STEPS);

    ck_assert_uint_eq(m->buffer_count, 4);
    ck_assert_int_eq(m->buffers[0].role, ROLE_STATE);
    ck_assert_uint_eq(m->buffers[0].shape_count, 2);
    ck_assert_str_eq(m->buffers[0].init.text, "-0.5");
    ck_assert_int_eq(m->buffers[0].align.root->integer, 1024);
    ck_assert_uint_eq(m->buffers[1].shape_count, 1);
    ck_assert_uint_eq(m->buffers[1].value_count, 3);
    ck_assert_str_eq(m->buffers[1].values[1].text, "0x2");
    ck_assert_str_eq(m->buffers[2].value.text, "true");
    ck_assert_str_eq(m->buffers[3].data, "app");
}
END_TEST

START_TEST(launch_arguments)
{
    model *m =
        read_clean(HEAD "buffers:\nsteps:\n"
                        "  - launch: fir(x, h[0:N-1], y[:4], z[2:], 3 * (N + 1), -0.5, nan, -inf, true, n=N, o=x)\n"
                        "    name: first\n"
                        "    grid: [N, \"ceil_div(N, 2)\"]\n"
                        "    block: 64\n");
    const model_step *s = &m->graphs[0].steps[0];
    const model_argument *a = s->arguments;

    ck_assert_str_eq(s->name, "first");
    ck_assert_str_eq(s->kernel_name, "fir");
    ck_assert_uint_eq(s->grid_count, 2);
    ck_assert_uint_eq(s->block_count, 1);
    ck_assert_uint_eq(s->argument_count, 11);
    ck_assert_int_eq(a[0].kind, ARGUMENT_SLICE);
    ck_assert_ptr_null(a[0].slice.part);
    ck_assert(a[1].slice.part->sliced);
    ck_assert_str_eq(text_at(a[1].slice.at), "h[0:N-1]");
    ck_assert_str_eq(text_at(a[1].slice.part->end.at), "N-1");
    ck_assert_ptr_null(a[2].slice.part->begin.root);
    ck_assert_ptr_null(a[3].slice.part->end.root);
    ck_assert_int_eq(a[4].kind, ARGUMENT_EXPR);
    ck_assert_str_eq(text_at(a[4].at), "3 * (N + 1)");
    ck_assert_int_eq(a[5].kind, ARGUMENT_LITERAL);
    ck_assert_str_eq(a[5].literal->text, "-0.5");
    ck_assert_str_eq(a[6].literal->text, "nan");
    ck_assert_str_eq(a[7].literal->text, "-inf");
    ck_assert_str_eq(a[8].literal->text, "true");
    ck_assert_str_eq(a[9].keyword, "n");
    ck_assert_str_eq(text_at(a[9].at), "n=N");
    ck_assert_str_eq(a[10].slice.name, "x");
}
END_TEST

START_TEST(fill_and_copy)
{
    model *m = read_clean(HEAD "buffers:\nsteps:\n  - fill: y[4:] = -1.5\n  - copy: a -> b[4:8]\n");
    const model_step *s = m->graphs[0].steps;

    ck_assert_int_eq(s[0].kind, STEP_FILL);
    ck_assert_str_eq(s[0].to.name, "y");
    ck_assert_str_eq(s[0].literal.text, "-1.5");
    ck_assert_str_eq(text_at(s[0].literal.at), "-1.5");
    ck_assert_int_eq(s[1].kind, STEP_COPY);
    ck_assert_str_eq(s[1].from.name, "a");
    ck_assert_str_eq(s[1].to.name, "b");
    ck_assert_str_eq(text_at(s[1].to.at), "b[4:8]");
}
END_TEST

START_TEST(setup_stands_last)
{
    model *m = read_clean(HEAD "buffers:\nsetup:\n  - fill: d = 0\n" STEPS);

    ck_assert_uint_eq(m->graph_count, 2);
    ck_assert_int_eq(m->graphs[0].kind, GRAPH_REPLAY);
    ck_assert_str_eq(m->graphs[0].name, "main");
    ck_assert_int_eq(m->graphs[1].kind, GRAPH_SETUP);
    ck_assert_str_eq(m->graphs[1].name, "setup");
}
END_TEST

START_TEST(not_a_mapping)
{
    ck_assert_ptr_null(read_text("- vggen: 1\n"));
    ck_assert_int_eq(diag_exit_status(messages), 1);
}
END_TEST

START_TEST(another_version_is_read_no_further)
{
    assert_raises("vggen: 2\nlanes: 4\nwhatever: [1]\n", "version-unknown");
}
END_TEST

START_TEST(one_error_for_a_misspelt_key)
{
    assert_raises("vggen: 1\nprogram: p\ntragets: [sm_90]\nmin_cuda: \"13.0\"\nbuffers:\n" STEPS, "key-unknown");
    ck_assert_ptr_nonnull(strstr(all_messages(), "did you mean 'targets'?"));
}
END_TEST

START_TEST(broken_objects_are_marked)
{
    model *m = read_text(HEAD "buffers:\n  a: {role: inptu, type: f32, shape: [1]}\n"
                              "  b: {role: input, type: f32, shape: [1]}\nsteps:\n  - fill: = 0\n  - fill: b = 0\n");

    ck_assert_uint_eq(diag_error_count(messages), 2);
    ck_assert(m->buffers[0].broken);
    ck_assert(!m->buffers[1].broken);
    ck_assert(m->graphs[0].steps[0].broken);
    ck_assert(!m->graphs[0].steps[1].broken);
}
END_TEST

/* A comma inside [ ] or { } is YAML's before it is ours: one error, with the advice to quote. */
static const char *const cut[] = {
    "define: {N: max(1, 2)}\nbuffers:\n" STEPS,
    "buffers:\n  y: {role: output, type: f32, shape: [max(1, 2)]}\n" STEPS,
    "buffers:\nsteps:\n  - launch: k()\n    grid: [ceil_div(4, 2), 2]\n",
    "buffers:\nsteps:\n  - {launch: k(a, b), grid: 1}\n",
};

START_TEST(cut_by_commas)
{
    assert_raises(arena_printf(memory, "%s%s", HEAD, cut[_i]), "flow-split");
    ck_assert_ptr_nonnull(strstr(all_messages(), "hint: put quotes around"));
}
END_TEST

/* What the language has and this version has not is refused by one id. */
static const char *const later[] = {
    "partition: 2\nbuffers:\n" STEPS,
    "devices: 2\nbuffers:\n" STEPS,
    "buffers:\n  y: {role: output, type: f32, shape: [1], count: n}\n" STEPS,
};

START_TEST(not_yet)
{
    assert_raises(arena_printf(memory, "%s%s", HEAD, later[_i]), "not-yet");
}
END_TEST

/* ---- the whole language ---- */

START_TEST(structs)
{
    model *m = read_clean(HEAD "buffers:\n  c: {role: scratch, type: cell, shape: [1]}\n"
                               "types:\n  cell: {x: f32, v: u8x4, tag: \"u8[N + 1]\"}\n" STEPS);
    const model_type *cell = m->types[0];

    ck_assert_uint_eq(m->type_count, 1);
    ck_assert_ptr_eq(m->buffers[0].type, cell); /* declared further down */
    ck_assert_uint_eq(cell->field_count, 3);
    ck_assert_str_eq(cell->fields[1].type->name, "u8x4");
    ck_assert(!cell->fields[1].array && cell->fields[2].array);
    ck_assert_str_eq(text_at(cell->fields[2].count_expr.at), "N + 1");
}
END_TEST

START_TEST(parts_and_lists)
{
    model *m = read_clean(HEAD "buffers:\nsteps:\n"
                               "  - launch: k((x as f32)[N:], w[3], [1, [-2.5, nan]], v=(x as u8))\n    grid: 1\n"
                               "  - fill: (y as f32x2)[0:4] = [ -1.0 , 2 ]\n");
    const model_step *s = m->graphs[0].steps;
    const model_argument *a = s[0].arguments;

    ck_assert_str_eq(a[0].slice.name, "x");
    ck_assert_str_eq(a[0].slice.part->view, "f32");
    ck_assert_str_eq(text_at(a[0].slice.at), "(x as f32)[N:]");
    ck_assert_str_eq(text_at(a[0].slice.part->name_at), "x");
    ck_assert_str_eq(text_at(a[0].slice.part->view_at), "f32");
    ck_assert_str_eq(text_at(a[1].slice.part->row.at), "3");
    ck_assert(!a[1].slice.part->sliced);
    ck_assert(a[2].literal->list);
    ck_assert_uint_eq(a[2].literal->items[1].count, 2);
    ck_assert_str_eq(a[2].literal->items[1].items[0].text, "-2.5");
    ck_assert_str_eq(a[3].keyword, "v");
    ck_assert_str_eq(a[3].slice.part->view, "u8");
    ck_assert_str_eq(text_at(s[1].literal.at), "[ -1.0 , 2 ]");
    ck_assert_uint_eq(s[1].literal.count, 2);
}
END_TEST

START_TEST(traffic_and_ranges)
{
    model *m = read_clean(HEAD "buffers:\n"
                               "  x: {role: input, type: f32, shape: [4], upload: on_request, io: copy, at: 4 KiB}\n"
                               "  y: {range: [1, N], download: never, role: output, type: f32, shape: [4]}\n"
                               "  g: {range: [-0.5, G], role: setting, type: f32x2, value: [1, 2]}\n"
                               "  n: {range: [0, N * 2], role: setting, type: u32}\n"
                               "  s: {role: state, type: f32, shape: [4], per_lane: true}\n" STEPS);
    const model_buffer *b = m->buffers;

    ck_assert_int_eq(b[0].upload, TRAFFIC_ON_REQUEST);
    ck_assert_int_eq(b[0].download, TRAFFIC_DEFAULT);
    ck_assert_ptr_nonnull(b[0].at_offset.root);
    ck_assert_int_eq(b[1].download, TRAFFIC_NEVER);
    ck_assert_ptr_nonnull(b[1].range[1].root);
    ck_assert_ptr_null(b[1].low.text);
    ck_assert_str_eq(b[2].low.text, "-0.5");
    ck_assert_ptr_null(b[2].high.text);
    ck_assert_str_eq(text_at(b[2].range[1].at), "G");
    ck_assert_uint_eq(b[2].value.count, 2);
    ck_assert_str_eq(b[3].low.text, "0");
    ck_assert_ptr_nonnull(b[3].range[1].root);
    ck_assert(b[4].per_lane);
}
END_TEST

START_TEST(graphs_and_options)
{
    model *m = read_clean(HEAD "setup:\n  - fill: d = 0\nlanes: 2\nmemory: {device: 1 GiB, reuse: off}\napi: call\n"
                               "switches: {fast: on, y: off}\nbuffers:\ngraphs:\n  no:\n    - fill: a = 0\n"
                               "  run:\n    - fill: b = 0\n      when: fast\n    - launch: k(b)\n      grid: 1\n"
                               "      unless: y\n      after: [one, two]\n      access: {b: in once}\n"
                               "      reads: c\n      writes: [d, \"e[0:4]\"]\n");
    const model_step *s = m->graphs[1].steps;

    ck_assert_uint_eq(m->graph_count, 3);
    ck_assert(m->named_graphs);
    ck_assert_str_eq(m->graphs[0].name, "no");
    ck_assert_str_eq(m->graphs[1].name, "run");
    ck_assert_int_eq(m->graphs[2].kind, GRAPH_SETUP);
    ck_assert(m->reuse_off && m->api_call);
    ck_assert_uint_eq(m->switch_count, 2);
    ck_assert_str_eq(m->switches[1].name, "y");
    ck_assert(m->switches[0].on && !m->switches[1].on);
    ck_assert_str_eq(s[0].switch_name, "fast");
    ck_assert(!s[0].unless && s[1].unless);
    ck_assert_uint_eq(s[1].after_name_count, 2);
    ck_assert_str_eq(s[1].after_names[1], "two");
    ck_assert_int_eq(s[1].overrides[0].access, ACCESS_IN);
    ck_assert(s[1].overrides[0].once);
    ck_assert_uint_eq(s[1].read_count, 1);
    ck_assert_str_eq(s[1].writes[1].name, "e");
}
END_TEST

/* Each limit has its sentence: what is above it is refused, and nothing that follows from that is said. */
static const char *repeated(const char *before, const char *item, size_t count, const char *after)
{
    char *text = NULL;
    size_t length = 0;
    const char *copy;
    FILE *out = open_memstream(&text, &length);

    ck_assert_ptr_nonnull(out);
    fputs(before, out);
    for (size_t i = 0; i < count; i++)
        fprintf(out, item, (unsigned)i);
    fputs(after, out);
    fclose(out);
    copy = arena_copy(memory, text, length);
    free(text);
    return copy;
}

#define ONE_BUFFER "buffers:\n  y: {role: output, type: f32, shape: [1]}\n"

START_TEST(limits)
{
    const struct {
        const char *before, *item;
        size_t limit;
        const char *after;
    } cases[] = {
        {"vggen: 1\nprogram: demo\nmin_cuda: \"13.0\"\ntargets:\n", "  - sm_%u\n", READ_MAX_TARGETS, ONE_BUFFER STEPS},
        {HEAD "define:\n", "  d%u: 1\n", READ_MAX_DEFINES, ONE_BUFFER STEPS},
        {HEAD "types:\n", "  t%u: {a: u8}\n", READ_MAX_TYPES, ONE_BUFFER STEPS},
        {HEAD "types:\n  t:\n", "    f%u: u8\n", READ_MAX_FIELDS, ONE_BUFFER STEPS},
        {HEAD "kernels:\n", "  k%u: {source: k.cu}\n", READ_MAX_KERNELS, ONE_BUFFER STEPS},
        {HEAD "kernels:\n  k:\n    source: k.cu\n    params:\n", "      p%u: u8\n", READ_MAX_PARAMS, ONE_BUFFER STEPS},
        {HEAD "buffers:\n", "  b%u: {role: scratch, type: u8, shape: [1]}\n", READ_MAX_BUFFERS, STEPS},
        {HEAD "buffers:\n  y: {role: output, type: f32, shape: [", "1, # %u\n    ", READ_MAX_DIMENSIONS, "]}\n" STEPS},
        {HEAD "buffers:\n  y:\n    role: constant\n    type: f32\n    shape: [1]\n    values:\n", "      - %u\n",
         READ_MAX_VALUES, STEPS},
        {HEAD ONE_BUFFER "graphs:\n", "  g%u: [fill: y = 0]\n", READ_MAX_GRAPHS, ""},
        {HEAD ONE_BUFFER "switches:\n", "  s%u: on\n", READ_MAX_SWITCHES, STEPS},
        {HEAD ONE_BUFFER STEPS "    after:\n", "      - s%u\n", READ_MAX_NAMES, ""},
    };

    read_clean(repeated(cases[_i].before, cases[_i].item, cases[_i].limit, cases[_i].after));
    assert_raises(repeated(cases[_i].before, cases[_i].item, cases[_i].limit + 1, cases[_i].after), "too-many");
}
END_TEST

START_TEST(types)
{
    size_t count = 0;
    const char *const *list = model_type_names(&count);

    ck_assert_uint_eq(count, 45);
    for (size_t i = 0; i < count; i++) {
        const model_type *type = model_type_find(list[i]);

        ck_assert_ptr_nonnull(type);
        ck_assert_str_eq(type->name, list[i]);
        ck_assert_uint_eq(type->size % type->align, 0);
        ck_assert_uint_eq(type->size % type->lanes, 0);
    }
    ck_assert_ptr_null(model_type_find("float"));
    ck_assert_str_eq(model_type_find("bf16")->host, "uint16_t");
    ck_assert_str_eq(model_role_name(ROLE_INOUT), "inout");
    ck_assert_str_eq(model_access_name(ACCESS_OUT_PART), "out_part");
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("read");
    TCase *c = tcase_create("read");

    tcase_add_checked_fixture(c, setup, teardown);
    tcase_add_test(c, paths_and_versions);
    tcase_add_test(c, version_is_text);
    tcase_add_test(c, defines);
    tcase_add_test(c, kernels_and_parameters);
    tcase_add_test(c, buffers);
    tcase_add_test(c, launch_arguments);
    tcase_add_test(c, fill_and_copy);
    tcase_add_test(c, setup_stands_last);
    tcase_add_test(c, not_a_mapping);
    tcase_add_test(c, another_version_is_read_no_further);
    tcase_add_test(c, one_error_for_a_misspelt_key);
    tcase_add_test(c, broken_objects_are_marked);
    tcase_add_loop_test(c, cut_by_commas, 0, (int)(sizeof cut / sizeof *cut));
    tcase_add_loop_test(c, not_yet, 0, (int)(sizeof later / sizeof *later));
    tcase_add_test(c, structs);
    tcase_add_test(c, parts_and_lists);
    tcase_add_test(c, traffic_and_ranges);
    tcase_add_test(c, graphs_and_options);
    tcase_add_loop_test(c, limits, 0, 12);
    tcase_set_timeout(c, 60);
    tcase_add_test(c, types);
    suite_add_tcase(suite, c);
    return run_suite(suite);
}
