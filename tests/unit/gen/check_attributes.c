/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The vggen authors */
/* Clusters, cooperative launches and priorities of kernels, as check leaves them in the model. */
#define _POSIX_C_SOURCE 200809L

#include "spec_text.h"

/* A kernel with more keys, launched over a grid. */
#define LAUNCH(keys, grid)                                                                                             \
    HEAD "define: {N: 256}\nkernels:\n  k: {source: k.cu, block: 64" keys                                              \
         ", params: {x: in f32*, y: out f32*}}\nbuffers:\n" XY                                                         \
         "  n: {role: setting, type: u32, value: 256, range: [0, 1000]}\n"                                             \
         "  m: {role: setting, type: u32, value: 4, range: [4, 4]}\n"                                                  \
         "steps:\n  - launch: k(x, y)\n    grid: " grid

START_TEST(values)
{
    const model_kernel *k = check_clean(LAUNCH(", cluster: [2, N / 64], priority: 0 - 3", "[4, 8]\n"))->kernels;

    ck_assert_uint_eq(k->cluster_size[0], 2);
    ck_assert_uint_eq(k->cluster_size[1], 4);
    ck_assert_uint_eq(k->cluster_size[2], 1);
    ck_assert_int_eq(k->priority_value, -3);
}
END_TEST

START_TEST(not_given)
{
    const model_kernel *k = check_clean(LAUNCH("", "4\n"))->kernels;

    ck_assert_uint_eq(k->cluster_size[0], 0);
    ck_assert_uint_eq(k->cluster_size[2], 0);
    ck_assert_int_eq(k->priority_value, 0);
}
END_TEST

/* Grids of whole clusters, whatever the settings in them are. */
static const char *const whole[] = {
    "4 * n",
    "align_up(n, 4)",
    "align_up(ceil_div(n, 64), 8)",
    "2 * (2 * n)",
    "4 * n + 8",
    "max(4, 4 * n)",
    "min(64, align_up(n, 4)) % 8",
    "(n + 1) * block / 16 * 4",
    "m",
    "m * (n + 1)",
    "N - 4 * min(n, 8)",
    "align_up(n, 2) * 2",
    "0 - 4 * (0 - n)",
    "4 * (n / 3)",
};

START_TEST(whole_clusters)
{
    check_clean(arena_printf(memory, "%s%s\n", LAUNCH(", cluster: 4", ""), whole[_i]));
}
END_TEST

static const char *const parts[] = {
    "n",     "2 * n", "align_up(n, 2)", "4 * n + 2", "4 * n / 2", "max(3, 4 * n)", "ceil_div(n, 4)",
    "m + n", "5",     "4 * n % 6",
};

START_TEST(parts_of_clusters)
{
    assert_raises(arena_printf(memory, "%s%s\n", LAUNCH(", cluster: 4", ""), parts[_i]), "cluster-grid");
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("attributes");
    TCase *c = tcase_create("attributes");

    tcase_add_checked_fixture(c, setup, teardown);
    tcase_add_test(c, values);
    tcase_add_test(c, not_given);
    LOOP(c, whole_clusters, whole);
    LOOP(c, parts_of_clusters, parts);
    suite_add_tcase(suite, c);
    return run_suite(suite);
}
