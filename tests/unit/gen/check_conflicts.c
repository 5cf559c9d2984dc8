/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The vggen authors */
/* Which items may share bytes, against the definition. */
#include "place/place_parts.h"

#include "random_program.h"

static bool uses_item(const plan_node *n, const place_items *items, uint32_t item)
{
    for (size_t i = 0; i < n->range_count; i++) {
        if (items->of_buffer[n->ranges[i].buffer] == item)
            return true;
    }
    return false;
}

/* reach[from * n + to] */
static const bool *reachable(arena *a, const plan_graph *g)
{
    size_t n = g->node_count;
    bool *reach = ARENA_ARRAY(a, bool, n *n);
    for (size_t to = 0; to < n; to++) {
        for (size_t k = 0; k < g->nodes[to].after_count; k++) {
            size_t from = g->nodes[to].after[k];
            reach[from * n + to] = true;
            for (size_t i = 0; i < from; i++)
                reach[i * n + to] = reach[i * n + to] || reach[i * n + from];
        }
    }
    return reach;
}

static bool all_before(const plan_graph *g, const bool *reach, const place_items *items, uint32_t earlier,
                       uint32_t later)
{
    for (size_t i = 0; i < g->node_count; i++) {
        for (size_t j = 0; j < g->node_count; j++) {
            if (uses_item(&g->nodes[i], items, earlier) && uses_item(&g->nodes[j], items, later) &&
                !reach[i * g->node_count + j])
                return false;
        }
    }
    return true;
}

static bool conflicts_in(const place_conflicts *c, uint32_t one, uint32_t other)
{
    for (size_t i = c->start[one]; i < c->start[one + 1]; i++) {
        ck_assert(i == c->start[one] || c->conflicts[i - 1] < c->conflicts[i]);
        if (c->conflicts[i] == other)
            return true;
    }
    return false;
}

static void check_conflicts(fixture *f, const plan *p)
{
    place_items items = place_collect_items(f->a, &f->m, p);
    uint32_t *number = ARENA_ARRAY(f->a, uint32_t, items.count);
    const bool *reach[8];
    for (uint32_t i = 0; i < items.count; i++)
        number[i] = i;
    for (size_t g = 0; g < p->graph_count; g++)
        reach[g] = reachable(f->a, &p->graphs[g]);
    const size_t *counts = place_count_conflicts(f->a, p, &items, number, items.count);
    place_conflicts c = place_list_conflicts(f->a, p, &items, number, items.count, counts);
    for (uint32_t i = 0; i < items.count; i++) {
        ck_assert_uint_eq(counts[i], c.start[i + 1] - c.start[i]);
        for (uint32_t j = 0; j < items.count; j++) {
            bool expected = false;
            for (size_t g = 0; g < p->graph_count; g++)
                expected = expected || !(all_before(&p->graphs[g], reach[g], &items, i, j) ||
                                         all_before(&p->graphs[g], reach[g], &items, j, i));
            ck_assert_int_eq(conflicts_in(&c, i, j), expected && i != j);
        }
    }
}

START_TEST(random_programs_have_exact_conflicts_and_bounds)
{
    uint64_t seed = random_seed("place");
    for (int round = 0; round < 1500; round++) {
        fixture *f = random_fixture(&seed, 30);
        const plan *p = random_plan(f, false);
        check_conflicts(f, p);
        bool fixed = false;
        for (size_t b = 0; b < f->m.buffer_count; b++)
            fixed = fixed || f->m.buffers[b].fixed;
        ck_assert_uint_le(p->arenas[0].lower_bound, p->arenas[0].bytes);
        if (!fixed) /* a start for shared bytes may need padding */
            ck_assert_uint_le(p->arenas[0].bytes, p->arenas[0].sum + 512);
        fixture_free(f);
    }
}
END_TEST

START_TEST(many_items_cross_block_borders)
{
    /* More items than one block of bits holds, each with many first and last uses. */
    fixture *f = fixture_new();
    uint32_t make = add_kernel(f, "make", "o"), use = add_kernel(f, "use", "ib"), g = add_graph(f, GRAPH_REPLAY);
    uint32_t state = add_buffer(f, "state", ROLE_STATE, "f32", 16, 256);
    for (int i = 0; i < 600; i++) {
        uint32_t t = add_buffer(f, arena_printf(f->a, "t%d", i), ROLE_SCRATCH, "f32", 64, 256);
        for (uint64_t part = 0; part < 4; part++)
            set_argument(f, add_launch(f, g, make), 0, t, part * 64, part * 64 + 64);
        for (uint64_t part = 0; part < 2; part++) {
            model_step *s = add_launch(f, g, use);
            set_argument(f, s, 0, t, part * 128, part * 128 + 128);
            set_argument(f, s, 1, state, part * 32, part * 32 + 32);
        }
    }
    const plan *p = make_plan(f, false);
    ck_assert(proven(f, p, true));
    /* The makers wait for nothing, so that all of these live at once. */
    ck_assert_uint_eq(p->arenas[0].bytes, 601 * 256);
    ck_assert_uint_eq(p->arenas[0].lower_bound, 601 * 256);
    fixture_free(f);
    uint32_t x, y;
    f = chain(2000, &x, &y);
    p = make_plan(f, false);
    ck_assert(proven(f, p, true));
    ck_assert_uint_eq(p->arenas[0].bytes, 3 * 256);
    fixture_free(f);
}
END_TEST

int main(void)
{
    Suite *s = suite_create("conflicts");
    TCase *c = tcase_create("conflicts");
    tcase_set_timeout(c, 120);
    tcase_add_test(c, random_programs_have_exact_conflicts_and_bounds);
    tcase_add_test(c, many_items_cross_block_borders);
    suite_add_tcase(s, c);
    return run_suite(s);
}
