/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The vggen authors */
/* Control flow and the attributes of kernels, as they are read before anything is checked. */
#define _POSIX_C_SOURCE 200809L

#include "spec/read_limits.h"
#include "spec_text.h"

#define BEGIN "vggen: 1\nprogram: demo\ntargets: [sm_90]\nmin_cuda: \"13.0\"\nbuffers:\nsteps:\n"
#define KERNEL(keys)                                                                                                   \
    "vggen: 1\nprogram: demo\ntargets: [sm_90]\nmin_cuda: \"13.0\"\nbuffers:\nkernels:\n  k: {source: k.cu" keys       \
    "}\nsteps:\n  - fill: y = 0\n"

static model *read_text(const char *text)
{
    const tree *root = tree_read(memory, messages, diag_add_source(messages, "demo.yaml", text, strlen(text)));

    ck_assert_ptr_nonnull(root);
    return read_model(memory, messages, names_new(memory), root, "demo.yaml");
}

static model *read_clean(const char *text)
{
    model *m = read_text(text);

    ck_assert_msg(diag_error_count(messages) == 0, "%s", all_messages());
    ck_assert_ptr_nonnull(m);
    return m;
}

/* The source text of a place. */
static const char *text_at(span at)
{
    size_t length = 0;
    const char *bytes = diag_source_bytes(messages, at.source, &length);

    return arena_copy(memory, bytes + at.begin, at.end - at.begin);
}

START_TEST(loops)
{
    model *m =
        read_clean(BEGIN "  - while: more\n    name: solve\n    max: 4 * N\n    index: pass\n    first: run\n"
                         "    swap: [a, b]\n    do:\n      - launch: k(a, b)\n        grid: 1\n        idle: more\n"
                         "      - copy: a -> c\n");
    const model_step *s = &m->graphs[0].steps[0];

    ck_assert_uint_eq(m->graphs[0].step_count, 1);
    ck_assert_int_eq(s->kind, STEP_WHILE);
    ck_assert_str_eq(s->flag_name, "more");
    ck_assert_str_eq(text_at(s->flag_at), "more");
    ck_assert_str_eq(text_at(s->at), "more");
    ck_assert_str_eq(s->name, "solve");
    ck_assert_str_eq(text_at(s->count.at), "4 * N");
    ck_assert_str_eq(text_at(s->count_at), "4 * N");
    ck_assert_str_eq(s->index_name, "pass");
    ck_assert(s->first_run);
    ck_assert_str_eq(text_at(s->first_at), "run");
    ck_assert_uint_eq(s->swap_count, 1);
    ck_assert_str_eq(s->swaps[0].first, "a");
    ck_assert_str_eq(s->swaps[0].second, "b");
    ck_assert_str_eq(text_at(s->swaps[0].at), "[a, b]");
    ck_assert_str_eq(text_at(s->swaps[0].second_at), "b");
    ck_assert_uint_eq(s->body_count, 1);
    ck_assert_uint_eq(s->bodies[0].step_count, 2);
    ck_assert_str_eq(text_at(s->bodies[0].at), "do");
    ck_assert_str_eq(s->bodies[0].steps[0].idle_name, "more");
    ck_assert_int_eq(s->bodies[0].steps[1].kind, STEP_COPY);
    ck_assert_ptr_null(s->bodies[0].steps[1].idle_name);
    ck_assert(!s->broken);
}
END_TEST

START_TEST(repeats)
{
    model *m = read_clean(BEGIN "  - repeat: K\n    index: l\n    swap:\n      - [a, b]\n      - [c, d]\n    do:\n"
                                "      - repeat: 2\n        do:\n          - launch: k(w[l])\n            grid: 1\n");
    const model_step *s = &m->graphs[0].steps[0];

    ck_assert_int_eq(s->kind, STEP_REPEAT);
    ck_assert_str_eq(text_at(s->count.at), "K");
    ck_assert_str_eq(s->index_name, "l");
    ck_assert_uint_eq(s->swap_count, 2);
    ck_assert_str_eq(s->swaps[1].first, "c");
    ck_assert_str_eq(s->swaps[1].second, "d");
    ck_assert_int_eq(s->bodies[0].steps[0].kind, STEP_REPEAT);
    ck_assert_uint_eq(s->bodies[0].steps[0].bodies[0].step_count, 1);
}
END_TEST

START_TEST(choices)
{
    model *m =
        read_clean(BEGIN "  - if: odd\n    do:\n      - fill: y = 0\n    else:\n      - fill: y = 1\n"
                         "      - fill: z = 1\n"
                         "  - switch: pick\n    cases:\n      - - fill: y = 0\n        - fill: z = 0\n      - []\n"
                         "      -\n        - call: other\n"
                         "  - if: odd\n    do:\n      - fill: y = 0\n");
    const model_step *s = m->graphs[0].steps;

    ck_assert_uint_eq(m->graphs[0].step_count, 3);
    ck_assert_int_eq(s[0].kind, STEP_IF);
    ck_assert_uint_eq(s[0].body_count, 2);
    ck_assert_uint_eq(s[0].bodies[0].step_count, 1);
    ck_assert_uint_eq(s[0].bodies[1].step_count, 2);
    ck_assert_int_eq(s[1].kind, STEP_SWITCH);
    ck_assert_str_eq(s[1].flag_name, "pick");
    ck_assert_uint_eq(s[1].body_count, 3);
    ck_assert_uint_eq(s[1].bodies[0].step_count, 2);
    ck_assert_uint_eq(s[1].bodies[1].step_count, 0);
    ck_assert_int_eq(s[1].bodies[2].steps[0].kind, STEP_CALL);
    ck_assert_str_eq(s[1].bodies[2].steps[0].called, "other");
    ck_assert_str_eq(text_at(s[1].bodies[2].steps[0].called_at), "other");
    ck_assert_uint_eq(s[2].body_count, 1);
}
END_TEST

START_TEST(attributes)
{
    model *m = read_clean(KERNEL(", block: 32, cooperative: true, cluster: [2, N], priority: -3, pdl: off, "
                                 "params: {go: condition, n: u32}"));
    const model_kernel *k = &m->kernels[0];

    ck_assert(k->cooperative);
    ck_assert_str_eq(text_at(k->cooperative_at), "cooperative");
    ck_assert_uint_eq(k->cluster_count, 2);
    ck_assert_str_eq(text_at(k->cluster[1].at), "N");
    ck_assert_str_eq(text_at(k->priority.at), "-3");
    ck_assert(k->pdl_off);
    ck_assert(k->params[0].condition);
    ck_assert_str_eq(k->params[0].type->name, "u64");
    ck_assert_int_eq(k->params[0].access, ACCESS_VALUE);
    ck_assert(!k->params[1].condition);
    ck_assert(!k->broken);
}
END_TEST

START_TEST(attributes_not_given)
{
    const model_kernel *k = &read_clean(KERNEL(", cooperative: false, pdl: auto"))->kernels[0];

    ck_assert(!k->cooperative);
    ck_assert(!k->pdl_off);
    ck_assert_uint_eq(k->cluster_count, 0);
    ck_assert_ptr_null(k->priority.root);
}
END_TEST

START_TEST(conditions)
{
    model *m = read_clean("vggen: 1\nprogram: demo\ntargets: [sm_90]\nmin_cuda: \"13.0\"\nbuffers:\n"
                          "  go: {role: condition}\nsteps:\n  - fill: y = 0\n");

    ck_assert_int_eq(m->buffers[0].role, ROLE_CONDITION);
    ck_assert_str_eq(m->buffers[0].type->name, "u32");
    ck_assert(!m->buffers[0].broken);
}
END_TEST

#define DO "    do:\n      - fill: y = 0\n"

/* What goes wrong, the id, and a part of the text. */
static const struct {
    const char *spec, *id, *says;
} mistakes[] = {
    {BEGIN "  - while: f\n" DO, "key-missing", "a while needs the key 'max'"},
    {BEGIN "  - while: f\n    max: 4\n", "key-missing", "a while needs the key 'do'"},
    {BEGIN "  - repeat: 4\n", "key-missing", "a repeat needs the key 'do'"},
    {BEGIN "  - if: f\n", "key-missing", "an if needs the key 'do'"},
    {BEGIN "  - switch: f\n", "key-missing", "a switch needs the key 'cases'"},
    {BEGIN "  - while: f\n    max: 4\n" DO "    else:\n      - fill: y = 0\n", "step-key",
     "'else' is only for an if, this step is a while"},
    {BEGIN "  - while: f\n    max: 4\n    grid: 1\n" DO, "step-key",
     "'grid' is only for a launch, this step is a while"},
    {BEGIN "  - while: f\n    max: 4\n    when: s\n" DO, "step-key", "'when' is only for a launch, fill, copy or capture"},
    {BEGIN "  - if: f\n    unless: s\n" DO, "step-key", "'unless' is only for a launch, fill, copy or capture"},
    {BEGIN "  - repeat: 4\n    max: 4\n" DO, "step-key", "'max' is only for a while or launch, this step is a repeat"},
    {BEGIN "  - max: 4\n    repeat: 4\n" DO, "step-key", "'max' is only for a while or launch, this step is a repeat"},
    {BEGIN "  - repeat: 4\n    first: run\n" DO, "step-key", "'first' is only for a while"},
    {BEGIN "  - if: f\n    index: i\n" DO, "step-key", "'index' is only for a while or repeat, this step is an if"},
    {BEGIN "  - if: f\n    swap: [a, b]\n" DO, "step-key", "'swap' is only for a while or repeat"},
    {BEGIN "  - if: f\n    cases:\n      - - fill: y = 0\n", "step-key",
     "'cases' is only for a switch, this step is an if"},
    {BEGIN "  - switch: f\n" DO, "step-key", "'do' is only for a while, repeat or if, this step is a switch"},
    {BEGIN "  - fill: y = 0\n" DO, "step-key", "this step is a fill"},
    {BEGIN "  - fill: y = 0\n    idle: f\n", "step-key", "'idle' is only for a launch, this step is a fill"},
    {BEGIN "  - while: f\n    max: 4\n    idle: f\n" DO, "step-key", "'idle' is only for a launch"},
    {BEGIN "  - call: g\n" DO, "step-key", "this step is a call"},
    {BEGIN "  - while: f\n    if: g\n    max: 4\n" DO, "step-kind", "found 'while' and 'if'"},
    {BEGIN "  - do:\n      - fill: y = 0\n", "step-kind", "'repeat' or 'call'"},
    {BEGIN "  - while: f\n    max: 4\n    first: test\n" DO, "word-unknown", "expected run, found 'test'"},
    {BEGIN "  - while: n > 0\n    max: 4\n" DO, "name-form", "expected the name of a buffer, found 'n > 0'"},
    {BEGIN "  - while: f[0]\n    max: 4\n" DO, "name-form", "found 'f[0]'"},
    {BEGIN "  - switch: f + 1\n    cases:\n      - []\n", "name-form", "picks the case"},
    {BEGIN "  - call: k(x)\n", "name-form", "expected the name of a graph, found 'k(x)'"},
    {BEGIN "  - repeat: 4\n    index: 4\n" DO, "name-form", "found '4'"},
    {BEGIN "  - repeat:\n" DO, "value-kind", "expected an integer expression, found nothing"},
    {BEGIN "  - while:\n    max: 4\n" DO, "value-kind", "expected the name of a buffer, found nothing"},
    {BEGIN "  - if: f\n    do:\n      launch: k()\n      grid: 1\n", "value-kind", "'do' is a list of steps"},
    {BEGIN "  - if: f\n    do: []\n", "steps-empty", "'do' has no steps"},
    {BEGIN "  - if: f\n    else: []\n" DO, "steps-empty", "'else' has no steps"},
    {BEGIN "  - switch: f\n    cases: []\n", "steps-empty", "'cases' has no cases"},
    {BEGIN "  - switch: f\n    cases:\n      - fill: y = 0\n", "value-kind", "found a list of steps"},
    {BEGIN "  - switch: f\n    cases:\n      a: 0\n", "value-kind",
     "'cases' is a list of lists of steps, found no list"},
    {BEGIN "  - switch: f\n    cases:\n      - []\n      - fill: y = 0\n", "value-kind", "a case is a list of steps"},
    {BEGIN "  - repeat: 2\n    swap: a\n" DO, "list-length",
     "expected a pair of buffers such as [a, b], found no list"},
    {BEGIN "  - repeat: 2\n    swap: [a]\n" DO, "list-length", "found 1 name"},
    {BEGIN "  - repeat: 2\n    swap: [a, b, c]\n" DO, "list-length", "found 3 names"},
    {BEGIN "  - repeat: 2\n    swap: [[a, b], c]\n" DO, "list-length", "found no list"},
    {BEGIN "  - repeat: 2\n    swap: [a, a]\n" DO, "swap-same", "'a' cannot be swapped with itself"},
    {BEGIN "  - repeat: 2\n    swap: [[a, b], [b, c]]\n" DO, "swap-twice", "'b' is in two pairs"},
    {BEGIN "  - repeat: 2\n    swap: [[a, b], [c, a]]\n" DO, "swap-twice", "'a' is in two pairs"},
    {BEGIN "  - repeat: 2\n    swap: [\"a[0:2]\", b]\n" DO, "name-form", "whole buffers are swapped"},
    {BEGIN "  - while: f\n    max: 4\n    do:\n      - launch: k()\n", "key-missing", "a launch needs the key 'grid'"},
    {KERNEL(", cooperative: yes"), "word-unknown", "expected true or false, found 'yes'"},
    {KERNEL(", pdl: on"), "word-unknown", "expected auto or off, found 'on'"},
    {KERNEL(", cluster: [1, 1, 1, 1]"), "list-length", "found 4"},
    {KERNEL(", priority: high + "), "expr-syntax", "expected a number"},
    {KERNEL(", params: {c: in condition*}"), "param-form", "a condition is a value, found 'in condition*'"},
    {KERNEL(", params: {c: condition*}"), "param-form", "a condition is a value"},
};

START_TEST(wrong)
{
    const char *wanted = arena_printf(memory, "[%s]", mistakes[_i].id);

    read_text(mistakes[_i].spec);
    ck_assert_msg(diag_error_count(messages) == 1, "%zu errors:\n%s", diag_error_count(messages), all_messages());
    ck_assert_msg(strstr(all_messages(), wanted) != NULL, "no %s in:\n%s", wanted, printed);
    ck_assert_msg(strstr(printed, mistakes[_i].says) != NULL, "no \"%s\" in:\n%s", mistakes[_i].says, printed);
}
END_TEST

/* A mistake in a step of a body does not hide one of the step around it. */
START_TEST(both_levels)
{
    model *m = read_text(BEGIN "  - while: f\n    do:\n      - launch: k()\n");

    ck_assert_uint_eq(diag_error_count(messages), 2);
    ck_assert(m->graphs[0].steps[0].broken);
    ck_assert(m->graphs[0].steps[0].bodies[0].steps[0].broken);
}
END_TEST

static const char *nested(unsigned depth)
{
    const char *text = BEGIN;
    int indent = 2;

    for (unsigned i = 0; i < depth; i++, indent += 4)
        text = arena_printf(memory, "%s%*s- repeat: 1\n%*s  do:\n", text, indent, "", indent, "");
    return arena_printf(memory, "%s%*s- fill: y = 0\n", text, indent, "");
}

START_TEST(depth)
{
    read_clean(nested(READ_MAX_NESTING));
}
END_TEST

START_TEST(too_deep)
{
    read_text(nested(READ_MAX_NESTING + 1));
    ck_assert_uint_eq(diag_error_count(messages), 1);
    ck_assert_ptr_nonnull(strstr(all_messages(), "at most 16 deep"));
}
END_TEST

START_TEST(too_many_cases)
{
    const char *text = BEGIN "  - switch: f\n    cases: [[]";

    for (unsigned i = 0; i < READ_MAX_CASES; i++)
        text = arena_printf(memory, "%s, []", text);
    read_text(arena_printf(memory, "%s]\n", text));
    ck_assert_uint_eq(diag_error_count(messages), 1);
    ck_assert_ptr_nonnull(strstr(all_messages(), "at most 1000 cases of a switch are possible, found 1001"));
}
END_TEST

/* Other keys of a condition: each is told that there is only one. */
START_TEST(condition_keys)
{
    read_text("vggen: 1\nprogram: demo\ntargets: [sm_90]\nmin_cuda: \"13.0\"\nbuffers:\n"
              "  go: {role: condition, type: u32}\nsteps:\n  - fill: y = 0\n");
    ck_assert_uint_eq(diag_error_count(messages), 1);
    ck_assert_ptr_nonnull(strstr(all_messages(), "a condition has no key 'type'"));
    ck_assert_ptr_nonnull(strstr(printed, "its only key is role"));
}
END_TEST

int main(void)
{
    Suite *s = suite_create("read_control");
    TCase *c = tcase_create("read_control");

    tcase_add_checked_fixture(c, setup, teardown);
    tcase_add_test(c, loops);
    tcase_add_test(c, repeats);
    tcase_add_test(c, choices);
    tcase_add_test(c, attributes);
    tcase_add_test(c, attributes_not_given);
    tcase_add_test(c, conditions);
    tcase_add_loop_test(c, wrong, 0, (int)(sizeof mistakes / sizeof *mistakes));
    tcase_add_test(c, both_levels);
    tcase_add_test(c, depth);
    tcase_add_test(c, too_deep);
    tcase_add_test(c, too_many_cases);
    tcase_add_test(c, condition_keys);
    suite_add_tcase(s, c);
    return run_suite(s);
}
