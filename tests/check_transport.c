/* SPDX-License-Identifier: MIT */
#include "plan_fixture.h"

static void expect_run(const plan_run *run, plan_direction direction, size_t count, const uint32_t *members)
{
    ck_assert_int_eq((int)run->direction, (int)direction);
    ck_assert_uint_eq(run->member_count, count);
    for (size_t i = 0; i < count; i++)
        ck_assert_uint_eq(run->members[i], members[i]);
}

#define EXPECT_RUN(run, direction, ...)                                                                                \
    do {                                                                                                               \
        const uint32_t expected_members[] = {__VA_ARGS__};                                                             \
        expect_run((run), (direction), sizeof expected_members / sizeof *expected_members, expected_members);          \
    } while (0)

START_TEST(one_run_for_each_direction)
{
    fixture *f = fixture_new();
    add_graph(f, GRAPH_REPLAY);
    uint32_t y = add_buffer(f, "y", ROLE_OUTPUT, "f32", 8, 256), x = add_buffer(f, "x", ROLE_INPUT, "f32", 8, 256);
    add_buffer(f, "t", ROLE_SCRATCH, "f32", 8, 256);
    uint32_t gain = add_buffer(f, "gain", ROLE_SETTING, "f32", 1, 256);
    add_buffer(f, "none", ROLE_INPUT, "f32", 0, 256);
    uint32_t a = add_buffer(f, "a", ROLE_INPUT, "f32", 8, 256);
    plan *p = transport_choose(f->a, &f->m, false);
    ck_assert(!p->separate);
    ck_assert_uint_eq(p->run_count, 2);
    EXPECT_RUN(&p->runs[0], PLAN_UPLOAD, gain, x, a);
    EXPECT_RUN(&p->runs[1], PLAN_DOWNLOAD, y);
    fixture_free(f);
}
END_TEST

START_TEST(inouts_are_in_both_runs)
{
    fixture *f = fixture_new();
    add_graph(f, GRAPH_REPLAY);
    uint32_t b = add_buffer(f, "b", ROLE_INOUT, "f32", 8, 256), y = add_buffer(f, "y", ROLE_OUTPUT, "f32", 8, 256);
    uint32_t x = add_buffer(f, "x", ROLE_INPUT, "f32", 8, 256), c = add_buffer(f, "c", ROLE_INOUT, "f32", 8, 256);
    plan *p = transport_choose(f->a, &f->m, false);
    ck_assert_uint_eq(p->run_count, 2);
    EXPECT_RUN(&p->runs[0], PLAN_UPLOAD, x, b, c);
    EXPECT_RUN(&p->runs[1], PLAN_DOWNLOAD, b, c, y);
    fixture_free(f);
}
END_TEST

START_TEST(separate_buffers_cross_alone)
{
    fixture *f = fixture_new();
    add_graph(f, GRAPH_REPLAY);
    uint32_t b = add_buffer(f, "b", ROLE_INOUT, "f32", 8, 256), y = add_buffer(f, "y", ROLE_OUTPUT, "f32", 8, 256);
    uint32_t x = add_buffer(f, "x", ROLE_INPUT, "f32", 8, 256), s = add_buffer(f, "s", ROLE_SETTING, "f32", 1, 256);
    plan *p = transport_choose(f->a, &f->m, true);
    ck_assert(p->separate);
    ck_assert_uint_eq(p->run_count, 5);
    EXPECT_RUN(&p->runs[0], PLAN_UPLOAD, s);
    EXPECT_RUN(&p->runs[1], PLAN_UPLOAD, x);
    EXPECT_RUN(&p->runs[2], PLAN_UPLOAD, b);
    EXPECT_RUN(&p->runs[3], PLAN_DOWNLOAD, b);
    EXPECT_RUN(&p->runs[4], PLAN_DOWNLOAD, y);
    fixture_free(f);
}
END_TEST

START_TEST(nothing_crosses_without_interface)
{
    fixture *f = fixture_new();
    add_graph(f, GRAPH_REPLAY);
    add_buffer(f, "s", ROLE_STATE, "f32", 8, 256);
    add_buffer(f, "empty", ROLE_OUTPUT, "f32", 0, 256);
    ck_assert_uint_eq(transport_choose(f->a, &f->m, false)->run_count, 0);
    ck_assert_uint_eq(transport_choose(f->a, &f->m, true)->run_count, 0);
    fixture_free(f);
}
END_TEST

START_TEST(larger_alignment_first_where_it_pads_less)
{
    fixture *f = fixture_new();
    add_graph(f, GRAPH_REPLAY);
    uint32_t small = add_buffer(f, "small", ROLE_INPUT, "f32", 1, 4);
    uint32_t large = add_buffer(f, "large", ROLE_INPUT, "f32", 64, 256);
    uint32_t other = add_buffer(f, "other", ROLE_INPUT, "f32", 1, 4);
    plan *p = transport_choose(f->a, &f->m, false);
    EXPECT_RUN(&p->runs[0], PLAN_UPLOAD, large, small, other);
    fixture_free(f);
    f = fixture_new(); /* no gain: the spec's order stays */
    add_graph(f, GRAPH_REPLAY);
    small = add_buffer(f, "small", ROLE_OUTPUT, "f32", 64, 4);
    large = add_buffer(f, "large", ROLE_OUTPUT, "f32", 64, 256);
    p = transport_choose(f->a, &f->m, false);
    EXPECT_RUN(&p->runs[0], PLAN_DOWNLOAD, small, large);
    fixture_free(f);
}
END_TEST

int main(void)
{
    Suite *s = suite_create("transport");
    TCase *c = tcase_create("transport");
    tcase_add_test(c, one_run_for_each_direction);
    tcase_add_test(c, inouts_are_in_both_runs);
    tcase_add_test(c, separate_buffers_cross_alone);
    tcase_add_test(c, nothing_crosses_without_interface);
    tcase_add_test(c, larger_alignment_first_where_it_pads_less);
    suite_add_tcase(s, c);
    return run_suite(s);
}
