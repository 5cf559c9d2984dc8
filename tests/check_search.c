/* SPDX-License-Identifier: MIT */
#include "../gen/search.h"

#include "plan_fixture.h"

typedef struct {
    size_t count;
    search_item items[64];
    bool conflict[64][64];
    search_problem problem;
} instance;

/* Fills in the lists from items and the matrix. */
static void finish(arena *a, instance *in)
{
    size_t *start = ARENA_ARRAY(a, size_t, in->count + 1);
    uint32_t *conflicts = ARENA_ARRAY(a, uint32_t, in->count * in->count);
    for (size_t i = 0; i < in->count; i++) {
        start[i + 1] = start[i];
        for (size_t j = 0; j < in->count; j++) {
            if (in->conflict[i][j])
                conflicts[start[i + 1]++] = (uint32_t)j;
        }
    }
    in->problem = (search_problem){in->items, in->count, conflicts, start, UINT64_MAX};
}

static void random_instance(arena *a, uint64_t *seed, instance *in, size_t most)
{
    memset(in, 0, sizeof *in);
    in->count = 1 + random_below(seed, most);
    unsigned density = 1 + random_below(seed, 9), same_align = random_below(seed, 2);
    for (size_t i = 0; i < in->count; i++) {
        in->items[i].size = random_below(seed, 10) ? random_below(seed, 40) * (1u << random_below(seed, 5)) : 0;
        in->items[i].align = same_align ? 16 : 1u << random_below(seed, 7);
        for (size_t j = 0; j < i; j++)
            in->conflict[i][j] = in->conflict[j][i] = random_below(seed, 10) < density;
    }
    finish(a, in);
}

static void expect_valid(const instance *in, const search_result *r)
{
    uint64_t height = 0;
    for (size_t i = 0; i < in->count; i++) {
        uint64_t end = r->offsets[i] + in->items[i].size;
        ck_assert_uint_eq(r->offsets[i] % in->items[i].align, 0);
        height = end > height ? end : height;
        for (size_t j = 0; j < in->count; j++) {
            if (in->conflict[i][j] && in->items[i].size > 0 && in->items[j].size > 0)
                ck_assert(end <= r->offsets[j] || r->offsets[j] + in->items[j].size <= r->offsets[i]);
        }
    }
    ck_assert_uint_eq(height, r->height);
    ck_assert_uint_le(r->lower_bound, r->height);
    ck_assert_int_eq(r->proven, r->lower_bound == r->height);
}

/* ---- the least height, by trying every order: in the order of an optimum's offsets, lowest fit is an optimum too ---- */

static uint64_t lowest_fit(const instance *in, const bool *placed, const uint64_t *offsets, size_t item)
{
    for (uint64_t at = 0;; at += in->items[item].align) {
        bool fits = true;
        for (size_t j = 0; j < in->count && fits; j++) {
            if (placed[j] && in->conflict[item][j] && in->items[j].size > 0 && in->items[item].size > 0)
                fits = at + in->items[item].size <= offsets[j] || offsets[j] + in->items[j].size <= at;
        }
        if (fits)
            return at;
    }
}

static uint64_t least_height(const instance *in, bool *placed, uint64_t *offsets, uint64_t height, uint64_t best)
{
    bool all = true;
    for (size_t i = 0; i < in->count && height < best; i++) {
        if (placed[i])
            continue;
        all = false;
        offsets[i] = lowest_fit(in, placed, offsets, i);
        placed[i] = true;
        uint64_t end = offsets[i] + in->items[i].size;
        best = least_height(in, placed, offsets, end > height ? end : height, best);
        placed[i] = false;
    }
    return all && height < best ? height : best;
}

START_TEST(tiny_instances_against_every_order)
{
    uint64_t seed = random_seed("search");
    size_t optimal = 0, claimed = 0, rounds = 2000;
    double ratio = 0;
    for (size_t round = 0; round < rounds; round++) {
        arena *a = arena_new();
        instance in;
        search_result r;
        bool placed[64] = {false};
        uint64_t offsets[64];
        random_instance(a, &seed, &in, 6);
        search_place(a, &in.problem, &r);
        expect_valid(&in, &r);
        uint64_t least = least_height(&in, placed, offsets, 0, UINT64_MAX);
        ck_assert_uint_ge(r.height, least);
        ck_assert_uint_le(r.lower_bound, least);
        optimal += r.height == least;
        claimed += r.proven;
        ratio += least > 0 ? (double)r.height / (double)least : 1;
        arena_free(a);
    }
    printf("search: of %zu tiny instances %zu optimal, %zu proven so; mean height %.4f of the least\n", rounds, optimal,
           claimed, ratio / (double)rounds);
    ck_assert_uint_gt(optimal, rounds * 9 / 10);
}
END_TEST

START_TEST(larger_instances_are_valid_and_repeat)
{
    uint64_t seed = random_seed("search: larger");
    for (int round = 0; round < 500; round++) {
        arena *a = arena_new();
        instance in;
        search_result r, again;
        random_instance(a, &seed, &in, 64);
        search_place(a, &in.problem, &r);
        expect_valid(&in, &r);
        search_place(a, &in.problem, &again);
        ck_assert_int_eq(memcmp(r.offsets, again.offsets, in.count * sizeof *r.offsets), 0);
        ck_assert_uint_eq(r.steps, again.steps);
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
    tcase_add_test(c, tiny_instances_against_every_order);
    tcase_add_test(c, larger_instances_are_valid_and_repeat);
    tcase_add_test(c, lifetimes_on_a_line_meet_the_bound);
    tcase_add_test(c, nothing_to_place);
    suite_add_tcase(s, c);
    return run_suite(s);
}
