/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The vggen authors */
/* Problems that fall into groups which conflict with nothing, or with everything, in each other. */
#include "search_fixture.h"

/* Items of a branch. */
#define HALF ((size_t)24)

/* Conflicts among items [begin, end): nested groups, by turns beside each other and stacked. */
static void nest(uint64_t *seed, instance *in, size_t begin, size_t end, bool stacked)
{
    if (end - begin < 2)
        return;
    size_t middle = begin + 1 + random_below(seed, end - begin - 1);
    for (size_t i = begin; i < middle; i++) {
        for (size_t j = middle; j < end; j++)
            in->conflict[i][j] = in->conflict[j][i] = stacked;
    }
    nest(seed, in, begin, middle, !stacked);
    nest(seed, in, middle, end, random_below(seed, 3) ? !stacked : stacked);
}

/* Swaps items, so that groups are not numbered one after the other. */
static void shuffle(uint64_t *seed, instance *in)
{
    for (size_t i = in->count; i > 1; i--) {
        size_t k = random_below(seed, i);
        for (size_t j = 0; j < in->count; j++) {
            bool swap = in->conflict[i - 1][j];
            in->conflict[i - 1][j] = in->conflict[k][j];
            in->conflict[k][j] = swap;
        }
        for (size_t j = 0; j < in->count; j++) {
            bool swap = in->conflict[j][i - 1];
            in->conflict[j][i - 1] = in->conflict[j][k];
            in->conflict[j][k] = swap;
        }
    }
}

START_TEST(nested_groups_against_every_order)
{
    uint64_t seed = random_seed("search: groups");
    for (size_t round = 0; round < 4000; round++) {
        arena *a = arena_new();
        instance in;
        search_result r;
        random_items(&seed, &in, round % 8 == 0 ? 8 : 6);
        for (size_t i = 0; i < in.count; i++) /* some of them cannot be stacked without thought for padding */
            in.items[i] = (search_item){(1 + random_below(&seed, 9)) * (round % 4 == 0 ? 8 : 16), 16};
        nest(&seed, &in, 0, in.count, random_below(&seed, 2));
        if (round % 3 == 0) { /* nearly nested */
            size_t i = random_below(&seed, in.count), j = random_below(&seed, in.count);
            in.conflict[i][j] = in.conflict[j][i] = i != j;
        }
        shuffle(&seed, &in);
        finish(a, &in);
        search_place(a, &in.problem, &r);
        expect_least(&in, &r);
        arena_free(a);
    }
}
END_TEST

/* Lifetimes of half the items each, which all conflict with the other half: two branches of a graph. */
static void two_branches(arena *a, uint64_t *seed, instance *in, search_result of_one[2])
{
    instance one;
    memset(in, 0, sizeof *in);
    in->count = 2 * HALF;
    for (size_t half = 0; half < 2; half++) {
        do
            random_lifetimes(a, seed, &one, HALF);
        while (one.count < HALF);
        for (size_t i = 0; i < HALF; i++)
            one.items[i] = (search_item){16 * (1 + random_below(seed, 40)), 16};
        one.problem.step_limit = 1000000;
        search_place(a, &one.problem, &of_one[half]);
        for (size_t i = 0; i < HALF; i++) {
            in->items[HALF * half + i] = one.items[i];
            in->fixed[HALF * half + i] = SEARCH_ANYWHERE;
            in->lifetimes[HALF * half + i] =
                (search_lifetime){one.lifetimes[i].first + 100 * half, one.lifetimes[i].end + 100 * half};
            for (size_t j = 0; j < HALF; j++) {
                in->conflict[HALF * half + i][HALF * half + j] = one.conflict[i][j];
                in->conflict[HALF * half + i][HALF * (1 - half) + j] = true;
                in->conflict[HALF * (1 - half) + j][HALF * half + i] = true;
            }
        }
    }
    finish(a, in);
    in->problem.lifetimes = in->lifetimes;
    in->problem.step_limit = 10000000;
}

START_TEST(branches_take_what_each_takes)
{
    uint64_t seed = random_seed("search: branches");
    size_t both_proven = 0;
    for (int round = 0; round < 60; round++) {
        arena *a = arena_new();
        instance in;
        search_result r, of_one[2];
        two_branches(a, &seed, &in, of_one);
        search_place(a, &in.problem, &r);
        expect_valid(&in, &r);
        if (of_one[0].proven && of_one[1].proven) {
            both_proven++;
            ck_assert(r.proven);
            ck_assert_uint_eq(r.height, of_one[0].height + of_one[1].height);
            ck_assert_uint_le(r.steps, 4 * (of_one[0].steps + of_one[1].steps) + 100000);
        }
        arena_free(a);
    }
    ck_assert_uint_gt(both_proven, 50);
}
END_TEST

int main(void)
{
    Suite *s = suite_create("search_split");
    TCase *c = tcase_create("search_split");
    tcase_set_timeout(c, 120);
    tcase_add_test(c, nested_groups_against_every_order);
    tcase_add_test(c, branches_take_what_each_takes);
    suite_add_tcase(s, c);
    return run_suite(s);
}
