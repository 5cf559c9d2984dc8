/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The vggen authors */
#include <time.h>

#include "search_fixture.h"

START_TEST(tiny_conflict_graphs_against_every_order)
{
    uint64_t seed = random_seed("search");
    for (size_t round = 0; round < 4000; round++) {
        arena *a = arena_new();
        instance in;
        search_result r;
        random_instance(a, &seed, &in, round % 8 == 0 ? 8 : 6);
        search_place(a, &in.problem, &r);
        expect_least(&in, &r);
        arena_free(a);
    }
}
END_TEST

START_TEST(tiny_lifetimes_against_every_order)
{
    uint64_t seed = random_seed("search: lifetimes");
    for (size_t round = 0; round < 4000; round++) {
        arena *a = arena_new();
        instance in;
        search_result r;
        random_lifetimes(a, &seed, &in, round % 8 == 0 ? 8 : 6);
        search_place(a, &in.problem, &r);
        expect_least(&in, &r);
        arena_free(a);
    }
}
END_TEST

START_TEST(tiny_instances_with_fixed_offsets)
{
    uint64_t seed = random_seed("search: fixed");
    size_t without = 0;
    for (size_t round = 0; round < 6000; round++) {
        arena *a = arena_new();
        instance in;
        search_result r;
        if (round % 2 == 0)
            random_instance(a, &seed, &in, 6);
        else
            random_lifetimes(a, &seed, &in, 6);
        fix_some(&seed, &in);
        search_place(a, &in.problem, &r);
        expect_least(&in, &r);
        without += r.height == UINT64_MAX;
        arena_free(a);
    }
    ck_assert_uint_gt(without, 100);
    ck_assert_uint_lt(without, 3000);
}
END_TEST

START_TEST(lifetimes_change_the_search_and_not_the_height)
{
    uint64_t seed = random_seed("search: hint");
    size_t compared = 0;
    for (size_t round = 0; round < 300; round++) {
        arena *a = arena_new();
        instance in;
        search_result with, without;
        random_lifetimes(a, &seed, &in, 24);
        in.problem.step_limit = 2000000;
        search_place(a, &in.problem, &with);
        expect_valid(&in, &with);
        in.problem.lifetimes = NULL;
        search_place(a, &in.problem, &without);
        expect_valid(&in, &without);
        if (with.proven && without.proven) {
            ck_assert_uint_eq(with.height, without.height);
            compared++;
        }
        arena_free(a);
    }
    ck_assert_uint_gt(compared, 250);
}
END_TEST

START_TEST(lifetimes_that_are_not_true_are_not_used)
{
    uint64_t seed = random_seed("search: untrue");
    for (size_t round = 0; round < 1000; round++) {
        arena *a = arena_new();
        instance in;
        search_result r;
        random_instance(a, &seed, &in, 6);
        for (size_t i = 0; i < in.count; i++) {
            uint64_t first = random_below(&seed, 3);
            in.lifetimes[i] = (search_lifetime){first, first + random_below(&seed, 3)};
        }
        in.problem.lifetimes = in.lifetimes;
        search_place(a, &in.problem, &r);
        expect_least(&in, &r);
        arena_free(a);
    }
}
END_TEST

START_TEST(conflicts_of_lifetimes)
{
    uint64_t seed = random_seed("search: conflicts");
    for (size_t round = 0; round < 200; round++) {
        arena *a = arena_new();
        instance in;
        random_lifetimes(a, &seed, &in, 64);
        search_problem p = in.problem;
        search_conflicts_of_lifetimes(a, &p);
        size_t listed = in.problem.conflict_start[in.count];
        ck_assert_int_eq(memcmp(p.conflict_start, in.problem.conflict_start, (in.count + 1) * sizeof(size_t)), 0);
        ck_assert(listed == 0 || memcmp(p.conflicts, in.problem.conflicts, listed * sizeof *p.conflicts) == 0);
        arena_free(a);
    }
}
END_TEST

START_TEST(larger_instances_are_valid_and_repeat)
{
    uint64_t seed = random_seed("search: larger");
    for (int round = 0; round < 300; round++) {
        arena *a = arena_new();
        instance in;
        search_result r, again;
        if (round % 2 == 0)
            random_instance(a, &seed, &in, 64);
        else
            random_lifetimes(a, &seed, &in, 64);
        in.problem.step_limit = 1 + random_below(&seed, 1000000);
        search_place(a, &in.problem, &r);
        expect_valid(&in, &r);
        search_place(a, &in.problem, &again);
        ck_assert_int_eq(memcmp(r.offsets, again.offsets, in.count * sizeof *r.offsets), 0);
        ck_assert_uint_eq(r.steps, again.steps);
        ck_assert_uint_eq(r.lower_bound, again.lower_bound);
        arena_free(a);
    }
}
END_TEST

/* ---- cut rectangles: time to the right, bytes upwards, no byte unused at any time ---- */

typedef struct {
    search_item *items;
    search_lifetime *lifetimes;
    uint64_t *offsets;
    size_t count;
} cut_pieces;

static void cut(uint64_t *seed, cut_pieces *c, size_t pieces, search_lifetime lifetime, uint64_t offset, uint64_t size)
{
    uint64_t life = lifetime.end - lifetime.first;
    if (pieces == 1 || (life == 1 && size == 1)) {
        c->items[c->count] = (search_item){size, 1};
        c->lifetimes[c->count] = lifetime;
        c->offsets[c->count++] = offset;
        return;
    }
    size_t first = 1 + random_below(seed, pieces - 1);
    if (size == 1 || (life > 1 && random_below(seed, 2))) {
        uint64_t middle = lifetime.first + 1 + random_below(seed, life - 1);
        cut(seed, c, first, (search_lifetime){lifetime.first, middle}, offset, size);
        cut(seed, c, pieces - first, (search_lifetime){middle, lifetime.end}, offset, size);
    } else {
        uint64_t below = 1 + random_below(seed, size - 1);
        cut(seed, c, first, lifetime, offset, below);
        cut(seed, c, pieces - first, lifetime, offset + below, size - below);
    }
}

static search_problem cut_problem(arena *a, uint64_t *seed, size_t pieces, uint64_t height)
{
    cut_pieces c = {ARENA_ARRAY(a, search_item, pieces), ARENA_ARRAY(a, search_lifetime, pieces),
                    ARENA_ARRAY(a, uint64_t, pieces), 0};
    cut(seed, &c, pieces, (search_lifetime){0, 4 * pieces}, 0, height);
    search_problem p = {.items = c.items, .count = c.count, .capacity = UINT64_MAX, .lifetimes = c.lifetimes};
    search_conflicts_of_lifetimes(a, &p);
    return p;
}

static void expect_apart(const search_problem *p, const search_result *r)
{
    for (size_t i = 0; i < p->count; i++) {
        ck_assert_uint_le(r->offsets[i] + p->items[i].size, r->height);
        for (size_t c = p->conflict_start[i]; c < p->conflict_start[i + 1]; c++) {
            size_t j = p->conflicts[c];
            ck_assert(r->offsets[i] + p->items[i].size <= r->offsets[j] ||
                      r->offsets[j] + p->items[j].size <= r->offsets[i]);
        }
    }
}

START_TEST(cut_rectangles_are_put_together_again)
{
    uint64_t seed = random_seed("search: cut");
    for (size_t round = 0; round < 40; round++) {
        arena *a = arena_new();
        search_result r;
        search_problem p = cut_problem(a, &seed, 20 + round, 1000);
        search_place(a, &p, &r);
        expect_apart(&p, &r);
        ck_assert_uint_eq(r.lower_bound, 1000);
        ck_assert_uint_eq(r.height, 1000);
        arena_free(a);
    }
}
END_TEST

START_TEST(steps_are_limited)
{
    uint64_t seed = random_seed("search: steps");
    for (uint64_t limit = 1; limit <= 10000000; limit *= 10) {
        arena *a = arena_new();
        search_result r;
        search_problem p = cut_problem(a, &seed, 400, 100000);
        p.step_limit = limit;
        search_place(a, &p, &r);
        expect_apart(&p, &r);
        ck_assert_uint_le(r.steps, limit + 1000000); /* bounds and one simple placement in any case */
        arena_free(a);
    }
}
END_TEST

START_TEST(a_capacity_is_enough)
{
    uint64_t seed = random_seed("search: capacity");
    arena *a = arena_new();
    search_result least, any;
    search_problem p = cut_problem(a, &seed, 40, 1000);
    search_place(a, &p, &least);
    p.capacity = 1200;
    search_place(a, &p, &any);
    expect_apart(&p, &any);
    ck_assert_uint_le(any.height, 1200);
    ck_assert_uint_le(any.steps, least.steps);
    p.capacity = 900;
    search_place(a, &p, &any);
    ck_assert_uint_eq(any.height, least.height);
    arena_free(a);
}
END_TEST

/* Sizes from a few, so that equal items are common. */
static search_problem many_items(arena *a, uint64_t *seed, size_t count)
{
    search_item *items = ARENA_ARRAY(a, search_item, count);
    search_lifetime *lifetimes = ARENA_ARRAY(a, search_lifetime, count);
    for (size_t i = 0; i < count; i++) {
        uint64_t first = random_below(seed, (uint64_t)count);
        items[i] = (search_item){256 * (1 + random_below(seed, 200)), 256};
        lifetimes[i] = (search_lifetime){first, first + 1 + random_below(seed, 100)};
    }
    search_problem p = {.items = items, .count = count, .capacity = UINT64_MAX, .lifetimes = lifetimes};
    search_conflicts_of_lifetimes(a, &p);
    return p;
}

START_TEST(thousands_of_items)
{
    uint64_t seed = random_seed("search: many");
    for (int hint = 0; hint < 2; hint++) {
        arena *a = arena_new();
        search_result r;
        search_problem p = many_items(a, &seed, 5000);
        if (!hint)
            p.lifetimes = NULL;
        clock_t start = clock();
        search_place(a, &p, &r);
        double seconds = (double)(clock() - start) / CLOCKS_PER_SEC;
        expect_apart(&p, &r);
        printf("search: 5000 items: height %.4f of the bound, %llu steps, %.2f s\n",
               (double)r.height / (double)r.lower_bound, (unsigned long long)r.steps, seconds);
        ck_assert_uint_le(r.steps, SEARCH_DEFAULT_STEPS + 2000000);
        ck_assert(r.height - r.lower_bound < r.lower_bound / 5);
        arena_free(a);
    }
}
END_TEST

START_TEST(lifetimes_on_a_line_meet_the_bound)
{
    arena *a = arena_new();
    instance in;
    search_result r;
    memset(&in, 0, sizeof in);
    in.count = 20; /* item i lives in steps i and i + 1 */
    for (size_t i = 0; i < in.count; i++) {
        in.items[i] = (search_item){256 * (1 + i % 2), 256};
        in.fixed[i] = SEARCH_ANYWHERE;
        for (size_t j = 0; j < in.count; j++)
            in.conflict[i][j] = i + 1 == j || j + 1 == i;
    }
    finish(a, &in);
    search_place(a, &in.problem, &r);
    expect_valid(&in, &r);
    ck_assert_uint_eq(r.lower_bound, 3 * 256);
    ck_assert(r.proven);
    arena_free(a);
}
END_TEST

START_TEST(nothing_to_place)
{
    arena *a = arena_new();
    instance in = {.count = 0};
    search_result r;
    finish(a, &in);
    search_place(a, &in.problem, &r);
    ck_assert_uint_eq(r.height, 0);
    ck_assert(r.proven);
    arena_free(a);
}
END_TEST

int main(void)
{
    Suite *s = suite_create("search");
    TCase *c = tcase_create("search");
    tcase_set_timeout(c, 120);
    tcase_add_test(c, tiny_conflict_graphs_against_every_order);
    tcase_add_test(c, tiny_lifetimes_against_every_order);
    tcase_add_test(c, tiny_instances_with_fixed_offsets);
    tcase_add_test(c, lifetimes_change_the_search_and_not_the_height);
    tcase_add_test(c, lifetimes_that_are_not_true_are_not_used);
    tcase_add_test(c, conflicts_of_lifetimes);
    tcase_add_test(c, larger_instances_are_valid_and_repeat);
    tcase_add_test(c, cut_rectangles_are_put_together_again);
    tcase_add_test(c, steps_are_limited);
    tcase_add_test(c, a_capacity_is_enough);
    tcase_add_test(c, thousands_of_items);
    tcase_add_test(c, lifetimes_on_a_line_meet_the_bound);
    tcase_add_test(c, nothing_to_place);
    suite_add_tcase(s, c);
    return run_suite(s);
}
