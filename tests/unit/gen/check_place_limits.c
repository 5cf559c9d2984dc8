/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The vggen authors */
/* Memory that is limited: what has no room, and `reuse: tight`. */
#define _POSIX_C_SOURCE 200809L
#include "plan_messages.h"

/* What has no room is named without what could be left out. */
START_TEST(a_budget_names_the_fewest_buffers_without_room)
{
    fixture *f = fixture_new();
    uint32_t one = add_kernel(f, "one", "io"), g = add_graph(f, GRAPH_REPLAY);
    uint32_t x = add_buffer(f, "x", ROLE_INPUT, "u8", 100, 256), t = add_buffer(f, "t", ROLE_SCRATCH, "u8", 600, 256);
    uint32_t u = add_buffer(f, "u", ROLE_SCRATCH, "u8", 500, 256), y = add_buffer(f, "y", ROLE_OUTPUT, "u8", 10, 256);
    uint32_t at = add_buffer(f, "at", ROLE_STATE, "u8", 8, 8);
    add_step_of(f, g, one, x, t);
    add_step_of(f, g, one, t, u);
    add_step_of(f, g, one, u, y);
    set_given(&f->m.device_memory, 1279); /* t: 768 bytes with padding, u 512 */
    make_plan(f, false);
    expect_messages(f, "in 1279 bytes there is no room for t (600), u (500), x (100), wherever all others lie");
    f->m.buffers[at].fixed = true;
    f->m.buffers[at].fixed_offset = 504;
    f->m.buffers[x].size = f->m.buffers[x].elements = 0;
    f->m.buffers[y].size = f->m.buffers[y].elements = 0;
    set_given(&f->m.device_memory, 1024); /* 600 and 500 bytes beside each other */
    make_plan(f, false);
    expect_messages(f, "in 1024 bytes there is no room for t (600), u (500), wherever all others lie");
    f->m.buffers[u].size = f->m.buffers[u].elements = 300;
    f->m.buffers[t].alignment = 8; /* 512 is free above 512, and 504 below 504 */
    make_plan(f, false);
    expect_messages(f, "in 1024 bytes there is no room for t (600), at (8 at 504), wherever all others lie");
    f->m.buffers[at].fixed_offset = 1020 / 8 * 8 + 8;
    make_plan(f, false);
    expect_messages(f, "in 1024 bytes there is no room for at (8 at 1024), wherever all others lie");
    fixture_free(f);
}
END_TEST

/* Three branches of two launches, each with a scratch of its own in between, and a launch that gathers them. */
static fixture *branches(uint32_t large[3])
{
    fixture *f = fixture_new();
    uint32_t x = add_buffer(f, "x", ROLE_INPUT, "f32", 64, 256), y = add_buffer(f, "y", ROLE_OUTPUT, "f32", 64, 256);
    uint32_t one = add_kernel(f, "one", "io"), gather = add_kernel(f, "gather", "iiio");
    uint32_t g = add_graph(f, GRAPH_REPLAY), small[3];
    for (int i = 0; i < 3; i++) {
        large[i] = add_buffer(f, arena_printf(f->a, "large_%d", i), ROLE_SCRATCH, "f32", 1024, 256);
        small[i] = add_buffer(f, arena_printf(f->a, "small_%d", i), ROLE_SCRATCH, "f32", 64, 256);
        add_step_of(f, g, one, x, large[i]);
        add_step_of(f, g, one, large[i], small[i]);
    }
    model_step *s = add_launch(f, g, gather);
    for (size_t i = 0; i < 3; i++)
        set_whole(f, s, i, small[i]);
    set_whole(f, s, 3, y);
    return f;
}

START_TEST(tight_reuse_adds_as_few_dependencies_as_it_can)
{
    uint32_t large[3];
    fixture *f = branches(large);
    const plan *p = make_plan(f, false);
    uint64_t loose = p->arenas[0].bytes;
    ck_assert_uint_eq(loose, 256 + 3 * (4096 + 256));
    ck_assert_uint_eq(p->graphs[0].tight_count, 0);
    ck_assert_uint_eq(p->graphs[0].depth, 5);
    f->m.reuse_tight = true;
    p = make_plan(f, false);
    ck_assert_uint_eq(p->arenas[0].bytes, 256 + 4096 + 3 * 256);
    ck_assert(p->arenas[0].proven);
    ck_assert_uint_eq(p->graphs[0].tight_count, 2);
    ck_assert_uint_eq(p->graphs[0].loose_depth, 5);
    ck_assert_uint_eq(p->graphs[0].depth, 9);
    for (size_t i = 0; i < 2; i++) {
        const plan_tight *t = &p->graphs[0].tight[i];
        ck_assert_uint_eq(t->first_buffer, large[i]);
        ck_assert_uint_eq(t->second_buffer, large[i + 1]);
        ck_assert_uint_eq(p->places[t->first_buffer].offset, p->places[t->second_buffer].offset);
        ck_assert_uint_eq(t->to, t->from + 1);
    }
    ck_assert(proven(f, p, true));
    set_given(&f->m.device_memory, (int64_t)loose - 1); /* the last small one over the first large one is enough */
    p = make_plan(f, false);
    ck_assert_uint_eq(p->graphs[0].tight_count, 1);
    ck_assert_uint_eq(p->graphs[0].depth, 6);
    ck_assert_uint_eq(p->arenas[0].bytes, loose - 256);
    ck_assert_uint_eq(diag_error_count(f->d), 0);
    ck_assert(proven(f, p, true));
    set_given(&f->m.device_memory, (int64_t)loose); /* and now none is needed */
    p = make_plan(f, false);
    ck_assert_uint_eq(p->graphs[0].tight_count, 0);
    ck_assert_uint_eq(p->arenas[0].bytes, loose);
    set_given(&f->m.device_memory, 4096); /* more than waiting can give */
    make_plan(f, false);
    ck_assert_uint_eq(diag_error_count(f->d), 1);
    fixture_free(f);
}
END_TEST

/* So many branches of two launches with a scratch in between: one after the other they can all have the same bytes. */
static fixture *many_branches(size_t count)
{
    fixture *f = fixture_new();
    uint32_t x = add_buffer(f, "x", ROLE_INPUT, "f32", 64, 256);
    uint32_t one = add_kernel(f, "one", "io"), look = add_kernel(f, "look", "i"), g = add_graph(f, GRAPH_REPLAY);
    for (size_t i = 0; i < count; i++) {
        uint32_t t = add_buffer(f, arena_printf(f->a, "t%zu", i), ROLE_SCRATCH, "f32", 64 * (1 + i * 7 % 16), 256);
        add_step_of(f, g, one, x, t);
        set_whole(f, add_launch(f, g, look), 0, t);
    }
    f->m.reuse_tight = true;
    return f;
}

START_TEST(tight_reuse_of_very_many_buffers_ends_after_some_steps_and_says_so)
{
    fixture *f = many_branches(300);
    const plan *p = make_plan(f, false);
    ck_assert(p->tight_limited);
    ck_assert_uint_lt(p->arenas[0].steps, 20000000);
    ck_assert_uint_eq(p->arenas[0].bytes, 256 + 16 * 256);
    expect_messages(f, "the search ran out of steps: fewer of them may do");
    ck_assert(proven(f, p, true));
    set_given(&f->m.device_memory, 256 + 15 * 256); /* more than waiting can give: nothing is tried */
    p = make_plan(f, false);
    ck_assert_uint_eq(diag_error_count(f->d), 1);
    ck_assert(!p->tight_limited);
    ck_assert_uint_lt(p->arenas[0].steps, 1000000);
    expect_messages(f, "found 4352: 256 too many");
    fixture_free(f);
}
END_TEST

/* A million pairs of buffers share bytes; each waits for the one before. */
START_TEST(tight_reuse_adds_no_dependency_for_pairs_that_wait_anyway)
{
    fixture *f = many_branches(1500);
    const plan *p = make_plan(f, false);
    ck_assert_uint_eq(p->arenas[0].bytes, 256 + 16 * 256);
    ck_assert_uint_le(p->graphs[0].tight_count, 2 * 1500);
    fixture_free(f);
}
END_TEST

START_TEST(tight_reuse_says_where_buffers_are_too_many)
{
    fixture *f = many_branches(4097);
    const plan *p = make_plan(f, false);
    ck_assert_uint_eq(p->graphs[0].tight_count, 0);
    expect_messages(f,
                    "no dependencies are looked for: expected at most 4096 buffers that can share bytes, found 4097");
    fixture_free(f);
}
END_TEST

START_TEST(a_plan_with_too_much_said_of_waiting_is_refused)
{
    uint32_t large[3];
    fixture *f = branches(large);
    f->m.reuse_tight = true;
    plan *p = make_plan(f, false);
    plan_tight *t = &p->graphs[0].tight[0];
    ck_assert(proven(f, p, true));
    t->from = t->to;
    ck_assert(!proven(f, p, false));
    t->from = t->to - 1;
    p->graphs[0].loose_depth = p->graphs[0].depth + 1;
    ck_assert(!proven(f, p, false));
    p->graphs[0].loose_depth = 5;
    f->m.reuse_tight = false;
    ck_assert(!proven(f, p, false));
    f->m.reuse_tight = true;
    ck_assert(proven(f, p, true));
    fixture_free(f);
}
END_TEST

int main(void)
{
    Suite *s = suite_create("place_limits");
    TCase *c = tcase_create("place_limits");
    tcase_add_test(c, a_budget_names_the_fewest_buffers_without_room);
    tcase_add_test(c, tight_reuse_adds_as_few_dependencies_as_it_can);
    tcase_add_test(c, tight_reuse_of_very_many_buffers_ends_after_some_steps_and_says_so);
    tcase_add_test(c, tight_reuse_adds_no_dependency_for_pairs_that_wait_anyway);
    tcase_add_test(c, tight_reuse_says_where_buffers_are_too_many);
    tcase_add_test(c, a_plan_with_too_much_said_of_waiting_is_refused);
    suite_add_tcase(s, c);
    return run_suite(s);
}
