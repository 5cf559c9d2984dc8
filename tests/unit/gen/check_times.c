/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The vggen authors */
#define _POSIX_C_SOURCE 200809L
#include "plan/times.h"

#include <unistd.h>

#include "plan_messages.h"
#include "random_program.h"

/* The file is gone when this returns. */
static const times_table *read_text(fixture *f, const plan *p, const char *text)
{
    char path[] = "/tmp/check_times.XXXXXX";
    int file = mkstemp(path);
    ck_assert_int_ge(file, 0);
    ck_assert_int_eq(write(file, text, strlen(text)), (ssize_t)strlen(text));
    close(file);
    const times_table *t = times_read(f->a, f->d, path, p);
    unlink(path);
    return t;
}

/* upload, step, step_2, step_3, step_4, download */
START_TEST(names_graphs_and_titles_fit)
{
    uint32_t x, y;
    fixture *f = chain(3, &x, &y);
    const plan *p = make_plan(f, false);
    const times_table *t = read_text(f, p,
                                     "# measured\n\n  launch step : 2\r\nstep_2: 7.25\nmain.step_3:0.5\nstep_3: 100\n"
                                     "upload x: 3.");
    ck_assert_ptr_nonnull(t);
    const double expected[] = {3, 2, 7.25, 0.5, 2, 0};
    for (size_t n = 0; n < p->graphs[0].node_count; n++)
        ck_assert_double_eq(t->graphs[0].of_node[n], expected[n]);
    ck_assert_uint_eq(t->graphs[0].missing, 1);
    times_path path = times_longest(f->a, &p->graphs[0], t->graphs[0].of_node);
    ck_assert_uint_eq(path.count, 6);
    ck_assert_double_eq(path.length, 14.75);
    ck_assert_double_eq(path.sum, 14.75);
    ck_assert_ptr_nonnull(read_text(f, p, ""));
    fixture_free(f);
}
END_TEST

/* A loop of two steps and one before it, all of the same kernel: upload, k, while_go {k_2, k_3}, download. */
static fixture *looped(void)
{
    fixture *f = fixture_new();
    uint32_t x = add_buffer(f, "x", ROLE_INOUT, "f32", 64, 256), go = add_condition(f, "go");
    uint32_t k = add_kernel(f, "k", "b"), g = add_graph(f, GRAPH_REPLAY);
    set_whole(f, add_launch(f, g, k), 0, x);
    uint32_t loop = begin_control(f, g, STEP_WHILE, go, 1);
    set_whole(f, add_launch(f, g, k), 0, x);
    set_whole(f, add_launch(f, g, k), 0, x);
    end_control(f, g, loop);
    return f;
}

/* What a replay begins and ends with may have times, by these names, but is not missed. */
START_TEST(begin_and_end_may_have_times)
{
    uint32_t x, y;
    fixture *f = chain(1, &x, &y);
    set_transport(f, y, TRANSPORT_KERNEL);
    f->m.buffers[x].role = ROLE_STATE;
    f->m.buffers[x].upload = TRAFFIC_NEVER;
    f->m.kernels[0].source = "step.cu";
    add_step_of(f, 0, 0, x, add_buffer(f, "z", ROLE_STATE, "f32", 64, 256)); /* first and last */
    const plan *p = make_plan(f, false);
    ck_assert_uint_eq(p->graphs[0].node_count, 6);
    const times_table *t = read_text(f, p, "launch step: 2\ndownload: 1\n");
    ck_assert_ptr_nonnull(t);
    ck_assert_uint_eq(t->graphs[0].missing, 0);
    ck_assert_double_eq(times_longest(f->a, &p->graphs[0], t->graphs[0].of_node).length, 5);
    t = read_text(f, p, "launch step: 2\nbegin: 0.5\nmain.end: 0.25\n");
    ck_assert_ptr_nonnull(t);
    ck_assert_uint_eq(t->graphs[0].missing, 1);
    ck_assert_double_eq(times_longest(f->a, &p->graphs[0], t->graphs[0].of_node).length, 4.75);
    fixture_free(f);
}
END_TEST

START_TEST(a_conditional_node_takes_a_pass_of_its_body)
{
    fixture *f = looped();
    const plan *p = make_plan(f, false);
    const times_table *t = read_text(f, p, "launch k: 2\nmain_while_go_do.k_3: 5\nupload: 1\ndownload: 1\n");
    ck_assert_ptr_nonnull(t);
    const double expected[] = {1, 2, 7, 1};
    for (size_t n = 0; n < p->graphs[0].node_count; n++)
        ck_assert_double_eq(t->graphs[0].of_node[n], expected[n]);
    ck_assert_uint_eq(t->graphs[0].missing, 0);
    ck_assert_ptr_eq(times_of(t, p, &p->graphs[0]), &t->graphs[0]);
    ck_assert_ptr_eq(times_of(t, p, &p->bodies[0]), &t->bodies[0]);
    ck_assert_double_eq(t->bodies[0].of_node[0], 2);
    ck_assert_double_eq(t->bodies[0].of_node[1], 5);
    t = read_text(f, p, "while_go: 40\nmain.k_2: 2\n");
    ck_assert_ptr_nonnull(t);
    ck_assert_double_eq(t->graphs[0].of_node[2], 40);
    ck_assert_double_eq(t->bodies[0].of_node[0], 2);
    ck_assert_uint_eq(t->graphs[0].missing, 3);
    ck_assert_uint_eq(t->bodies[0].missing, 1);
    fixture_free(f);
}
END_TEST

static const struct {
    const char *text, *message;
} mistakes[] = {
    {"step 5\n", "expected a name, a colon and a time"},
    {": 5\n", "expected a name, a colon and a time"},
    {"step:\n", "expected microseconds as a decimal number"},
    {"step: 1e3\n", "expected microseconds as a decimal number"},
    {"step: -1\n", "expected microseconds as a decimal number"},
    {"step: 1.2.3\n", "expected microseconds as a decimal number"},
    {"step: .\n", "expected microseconds as a decimal number"},
    {"step: 3600000001\n", "expected microseconds as a decimal number"},
    {"step: 1\nstep_2: 1\nstep: 2\n", "expected each name once"},
    {"step_9: 1\n", "expected the name or title of a node, found 'step_9'"},
};

START_TEST(mistakes_are_errors)
{
    uint32_t x, y;
    fixture *f = chain(3, &x, &y);
    const plan *p = make_plan(f, false);
    ck_assert_ptr_null(read_text(f, p, mistakes[_i].text));
    ck_assert_uint_eq(diag_error_count(f->d), 1);
    expect_messages(f, mistakes[_i].message);
    expect_messages(f, "[node-times]");
    fixture_free(f);
}
END_TEST

START_TEST(a_file_that_is_not_there)
{
    uint32_t x, y;
    fixture *f = chain(3, &x, &y);
    const plan *p = make_plan(f, false);
    ck_assert_ptr_null(times_read(f->a, f->d, "/nowhere/times", p));
    ck_assert_int_eq(diag_exit_status(f->d), 2);
    fixture_free(f);
}
END_TEST

/* The longest path from a node on. */
static double longest_from(const plan_graph *g, const double *of_node, double *known, size_t node)
{
    double most = 0;
    if (known[node] >= 0)
        return known[node];
    for (size_t i = 0; i < g->nodes[node].before_count; i++) {
        double path = longest_from(g, of_node, known, g->nodes[node].before[i]);
        most = path > most ? path : most;
    }
    return known[node] = of_node[node] + most;
}

static void check_path(fixture *f, const plan_graph *g, const double *of_node)
{
    double *known = ARENA_ARRAY(f->a, double, g->node_count), most = 0, length = 0;
    times_path path = times_longest(f->a, g, of_node);
    for (size_t n = 0; n < g->node_count; n++)
        known[n] = -1;
    for (size_t n = 0; n < g->node_count; n++)
        most = longest_from(g, of_node, known, n) > most ? known[n] : most;
    for (size_t i = 0; i < path.count; i++) {
        bool follows = i == 0;
        for (size_t k = 0; k < g->nodes[path.nodes[i]].after_count; k++)
            follows = follows || g->nodes[path.nodes[i]].after[k] == path.nodes[i - 1];
        ck_assert(follows);
        length += of_node[path.nodes[i]];
    }
    ck_assert_double_eq(path.length, most); /* of whole numbers */
    ck_assert_double_eq(path.length, length);
}

START_TEST(longest_paths_of_random_graphs)
{
    uint64_t seed = random_seed("times");
    for (int round = 0; round < 300; round++) {
        fixture *f = random_fixture(&seed, 25);
        const plan *p = random_plan(f, false);
        for (size_t g = 0; g < p->graph_count; g++) {
            double *of_node = ARENA_ARRAY(f->a, double, p->graphs[g].node_count);
            for (size_t n = 0; n < p->graphs[g].node_count; n++)
                of_node[n] = random_below(&seed, 50);
            check_path(f, &p->graphs[g], of_node);
            ck_assert_uint_eq(times_longest(f->a, &p->graphs[g], NULL).count, p->graphs[g].depth);
        }
        fixture_free(f);
    }
}
END_TEST

int main(void)
{
    Suite *s = suite_create("times");
    TCase *c = tcase_create("times");
    tcase_set_timeout(c, 60);
    tcase_add_test(c, begin_and_end_may_have_times);
    tcase_add_test(c, names_graphs_and_titles_fit);
    tcase_add_test(c, a_conditional_node_takes_a_pass_of_its_body);
    tcase_add_loop_test(c, mistakes_are_errors, 0, (int)(sizeof mistakes / sizeof *mistakes));
    tcase_add_test(c, a_file_that_is_not_there);
    tcase_add_test(c, longest_paths_of_random_graphs);
    suite_add_tcase(s, c);
    return run_suite(s);
}
