/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The vggen authors */
/* Cooperative grids and clusters against made-up machine code. */
#define _POSIX_C_SOURCE 200809L

#include "image/check_image.h"
#include "plan/plan.h"
#include "spec_text.h"

#define MAKE(targets, keys, launch)                                                                                    \
    "vggen: 1\nprogram: demo\ntargets: [" targets "]\nmin_cuda: \"13.0\"\nkernels:\n"                                  \
    "  k: {source: k.cu, block: 256, " keys "params: {y: out f32*}}\nbuffers:\n"                                       \
    "  y: {role: output, type: f32, shape: [256]}\n  n: {role: setting, type: u32, value: 1, range: [1, 1152]}\n"      \
    "  s: {role: setting, type: u32, value: 1, range: [0, 65536]}\nsteps:\n  - launch: k(y)\n" launch

static image_kernel kernel;
static image_use uses[2];

/* A kernel with 32 registers: of 256 threads, 8 blocks on a multiprocessor of sm_90, 6 on one of sm_87. */
static image *made_up(void)
{
    static uint32_t sizes[] = {8}, module_of[] = {0};
    static image_module module;
    static image i;

    memset(&module, 0, sizeof module);
    memset(&i, 0, sizeof i);
    memset(&kernel, 0, sizeof kernel);
    memset(uses, 0, sizeof uses);
    kernel.known = true;
    kernel.param_count = 1;
    kernel.param_sizes = sizes;
    kernel.grid_sync = kernel.sync_known = true;
    uses[0].known = uses[1].known = true;
    uses[0].registers = uses[1].registers = 32;
    module.file = "k.cu";
    i.modules = &module;
    i.module_count = 1;
    i.module_of = module_of;
    i.kernels = &kernel;
    i.uses = uses;
    return &i;
}

/* The errors of one more look at the image. */
static size_t count_errors(const model *m, const image *i)
{
    size_t before = diag_error_count(messages);
    image listed = *i;

    listed.listed = plan_new(memory, m, false)->kernels;
    listed.listed_count = m->kernel_count;
    check_image(memory, messages, m, &listed);
    return diag_error_count(messages) - before;
}

static void expect(const char *text)
{
    ck_assert_msg(strstr(all_messages(), text) != NULL, "no \"%s\" in:\n%s", text, printed);
}

/* 144 multiprocessors, 8 blocks each. */
START_TEST(largest_grid)
{
    ck_assert_uint_eq(count_errors(check_clean(MAKE("sm_90", "cooperative: true, ", "    grid: 1152\n")), made_up()),
                      0);
    ck_assert_uint_eq(count_errors(check_clean(MAKE("sm_90", "cooperative: true, ", "    grid: 1153\n")), made_up()),
                      1);
    expect("a cooperative grid of 1153 blocks of 'k' is not at once on any sm_90: at most 144 multiprocessors hold 8 "
           "each, 1152 in all [cooperative-grid]");
}
END_TEST

/* The smaller one of two targets is the one that is named. */
START_TEST(each_target_counts)
{
    const model *m = check_clean(MAKE("sm_90, sm_87", "cooperative: true, ", "    grid: [97, 1, 1]\n"));

    ck_assert_uint_eq(count_errors(m, made_up()), 1);
    expect("on any sm_87: at most 16 multiprocessors hold 6 each, 96 in all");
}
END_TEST

START_TEST(largest_values_of_settings_count)
{
    const model *m = check_clean(MAKE("sm_90", "cooperative: true, ", "    grid: n + 1\n"));
    const model *shared = check_clean(MAKE("sm_90", "cooperative: true, shared: s, ", "    grid: 433\n"));

    ck_assert_uint_eq(count_errors(m, made_up()), 1);
    expect("grid of 1153 blocks");
    /* 64 KiB leave room for 3 blocks on a multiprocessor. */
    ck_assert_uint_eq(count_errors(shared, made_up()), 1);
    expect("at most 144 multiprocessors hold 3 each, 432 in all");
    expect("the limit is shared memory: write 'grid: resident' for as many as fit, or make each phase between two "
           "barriers a step of its own, which is as fast");
}
END_TEST

/* Nothing is claimed of a chip or machine code that is not known, or of an ordinary launch. */
START_TEST(what_is_not_known)
{
    image *i = made_up();

    ck_assert_uint_eq(count_errors(check_clean(MAKE("sm_88", "cooperative: true, ", "    grid: 100000\n")), i), 0);
    uses[0].known = false;
    ck_assert_uint_eq(count_errors(check_clean(MAKE("sm_90", "cooperative: true, ", "    grid: 100000\n")), i), 0);
    i = made_up();
    kernel.grid_sync = false;
    ck_assert_uint_eq(count_errors(check_clean(MAKE("sm_90", "", "    grid: 100000\n")), i), 0);
}
END_TEST

START_TEST(barriers_and_cooperative_go_together)
{
    image *i = made_up();
    const model *ordinary = check_clean(MAKE("sm_90", "", "    grid: 2\n"));
    const model *m = check_clean(MAKE("sm_90", "cooperative: true, ", "    grid: 2\n"));

    ck_assert_uint_eq(count_errors(ordinary, i), 1);
    expect("[grid-sync]");
    ck_assert_uint_eq(count_errors(m, i), 0);
    ck_assert_ptr_null(strstr(all_messages(), "cooperative-unneeded"));
    kernel.grid_sync = false;
    ck_assert_uint_eq(count_errors(m, i), 0);
    expect("[cooperative-unneeded]");
}
END_TEST

/* Of machine code without PTX it is not certain that there is no barrier. */
START_TEST(no_barrier_that_is_not_certain)
{
    image *i = made_up();

    kernel.grid_sync = kernel.sync_known = false;
    ck_assert_uint_eq(count_errors(check_clean(MAKE("sm_90", "cooperative: true, ", "    grid: 2\n")), i), 0);
    ck_assert_ptr_null(strstr(all_messages(), "cooperative-unneeded"));
}
END_TEST

START_TEST(clusters)
{
    const model *none = check_clean(MAKE("sm_90", "", "    grid: 8\n"));
    const model *two = check_clean(MAKE("sm_90", "cluster: 2, ", "    grid: 8\n"));
    image *i = made_up();

    kernel.grid_sync = false;
    ck_assert_uint_eq(count_errors(two, i), 0); /* the spec alone decides */
    kernel.clusters = true;
    ck_assert_uint_eq(count_errors(two, i), 0); /* of any size */
    ck_assert_uint_eq(count_errors(none, i), 1);
    expect("requires clusters, found none in the spec [cluster]");
    kernel.cluster[0] = 2;
    kernel.cluster[1] = kernel.cluster[2] = 1;
    ck_assert_uint_eq(count_errors(two, i), 0);
    kernel.cluster[1] = 2;
    ck_assert_uint_eq(count_errors(two, i), 1);
    expect("requires clusters of 2 x 2 x 1, found 2 x 1 x 1 [cluster]");
    kernel.counts_clusters = true;
    kernel.cluster[1] = 1;
    ck_assert_uint_eq(count_errors(two, i), 1);
    expect("counts its grid in clusters, expected blocks [cluster]");
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("image_grid");
    TCase *c = tcase_create("image_grid");

    tcase_add_checked_fixture(c, setup, teardown);
    tcase_add_test(c, largest_grid);
    tcase_add_test(c, each_target_counts);
    tcase_add_test(c, largest_values_of_settings_count);
    tcase_add_test(c, what_is_not_known);
    tcase_add_test(c, barriers_and_cooperative_go_together);
    tcase_add_test(c, no_barrier_that_is_not_certain);
    tcase_add_test(c, clusters);
    suite_add_tcase(suite, c);
    return run_suite(suite);
}
