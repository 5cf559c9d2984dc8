/* SPDX-License-Identifier: MIT */
#include <time.h>

#include "random_program.h"

static plan *ordered(fixture *f)
{
    plan *p = transport_choose(f->a, &f->m, false);
    lower_graphs(f->a, f->d, &f->m, p);
    order_graphs(f->a, &f->m, p);
    return p;
}

static bool has_edge(const plan_graph *g, size_t from, size_t to)
{
    for (size_t i = 0; i < g->nodes[to].after_count; i++) {
        if (g->nodes[to].after[i] == from)
            return true;
    }
    return false;
}

static bool is_hazard(const plan_node *a, const plan_node *b)
{
    for (size_t i = 0; i < a->range_count; i++) {
        for (size_t k = 0; k < b->range_count; k++) {
            const plan_range *r = &a->ranges[i], *s = &b->ranges[k];
            if (r->buffer == s->buffer && r->first < s->last && s->first < r->last &&
                ((r->access | s->access) & PLAN_WRITE))
                return true;
        }
    }
    return false;
}

/* reach[from * n + to]: a path of at least one edge. */
static bool *closure(arena *a, size_t n, const bool *edges)
{
    bool *reach = ARENA_ARRAY(a, bool, n *n);
    for (size_t i = 0; i < n * n; i++)
        reach[i] = edges[i];
    for (size_t k = 0; k < n; k++) {
        for (size_t i = 0; i < n; i++) {
            for (size_t j = 0; j < n && reach[i * n + k]; j++)
                reach[i * n + j] = reach[i * n + j] || reach[k * n + j];
        }
    }
    return reach;
}

/* Same closure as all hazards, no edge that a longer path implies, both directions and all figures right. */
static void check_edges(arena *a, const plan_graph *g)
{
    size_t n = g->node_count, edges = 0;
    bool *hazards = ARENA_ARRAY(a, bool, n *n), *kept = ARENA_ARRAY(a, bool, n *n);
    for (size_t i = 0; i < n; i++) {
        for (size_t j = i + 1; j < n; j++) {
            hazards[i * n + j] = is_hazard(&g->nodes[i], &g->nodes[j]);
            kept[i * n + j] = has_edge(g, i, j);
            edges += kept[i * n + j];
        }
    }
    ck_assert_uint_eq(edges, g->edge_count);
    const bool *want = closure(a, n, hazards), *have = closure(a, n, kept);
    for (size_t i = 0; i < n * n; i++)
        ck_assert_int_eq(want[i], have[i]);
    for (size_t i = 0; i < n; i++) {
        for (size_t j = 0; j < n; j++) {
            for (size_t k = 0; k < n && kept[i * n + j]; k++)
                ck_assert(!(have[i * n + k] && have[k * n + j]));
        }
    }
    size_t mirrored = 0;
    for (size_t i = 0; i < n; i++) {
        for (size_t k = 0; k < g->nodes[i].before_count; k++) {
            ck_assert(k == 0 || g->nodes[i].before[k - 1] < g->nodes[i].before[k]);
            ck_assert(kept[i * n + g->nodes[i].before[k]]);
            mirrored++;
        }
        for (size_t k = 1; k < g->nodes[i].after_count; k++)
            ck_assert_uint_lt(g->nodes[i].after[k - 1], g->nodes[i].after[k]);
    }
    ck_assert_uint_eq(mirrored, edges);
}

START_TEST(chain_stays_a_chain)
{
    fixture *f = fixture_new();
    uint32_t x = add_buffer(f, "x", ROLE_INPUT, "f32", 16, 256), y = add_buffer(f, "y", ROLE_OUTPUT, "f32", 16, 256);
    uint32_t t = add_buffer(f, "t", ROLE_SCRATCH, "f32", 16, 256), k = add_kernel(f, "scale", "io");
    uint32_t g = add_graph(f, GRAPH_REPLAY);
    model_step *s = add_launch(f, g, k);
    set_whole(f, s, 0, x);
    set_whole(f, s, 1, t);
    s = add_launch(f, g, k);
    set_whole(f, s, 0, t);
    set_whole(f, s, 1, y);
    plan *p = ordered(f);
    ck_assert_uint_eq(p->graphs[0].node_count, 4);
    ck_assert_uint_eq(p->graphs[0].edge_count, 3);
    ck_assert_uint_eq(p->graphs[0].depth, 4);
    ck_assert_uint_eq(p->graphs[0].width, 1);
    for (uint32_t n = 1; n < 4; n++) {
        ck_assert_uint_eq(p->graphs[0].nodes[n].after_count, 1);
        ck_assert_uint_eq(p->graphs[0].nodes[n].after[0], n - 1);
    }
    check_edges(f->a, &p->graphs[0]);
    fixture_free(f);
}
END_TEST

START_TEST(slices_apart_have_no_edge)
{
    fixture *f = fixture_new();
    uint32_t x = add_buffer(f, "x", ROLE_SCRATCH, "f32", 16, 256), k = add_kernel(f, "make", "o");
    uint32_t g = add_graph(f, GRAPH_REPLAY), use = add_kernel(f, "use", "i");
    set_argument(f, add_launch(f, g, k), 0, x, 0, 32);
    set_argument(f, add_launch(f, g, k), 0, x, 32, 64);
    set_argument(f, add_launch(f, g, use), 0, x, 28, 36);
    set_argument(f, add_launch(f, g, use), 0, x, 32, 36);
    set_argument(f, add_launch(f, g, k), 0, x, 0, 4);
    const plan_graph *p = &ordered(f)->graphs[0];
    check_edges(f->a, p);
    ck_assert(!has_edge(p, 0, 1));
    ck_assert(has_edge(p, 0, 2) && has_edge(p, 1, 2));
    ck_assert(!has_edge(p, 0, 3) && has_edge(p, 1, 3));
    ck_assert(has_edge(p, 0, 4) && p->nodes[4].after_count == 1);
    ck_assert_uint_eq(p->width, 3);
    fixture_free(f);
}
END_TEST

START_TEST(a_node_is_no_hazard_to_itself)
{
    fixture *f = fixture_new();
    uint32_t x = add_buffer(f, "x", ROLE_STATE, "f32", 16, 256), k = add_kernel(f, "shift", "io");
    uint32_t g = add_graph(f, GRAPH_REPLAY);
    for (int i = 0; i < 3; i++) {
        model_step *s = add_launch(f, g, k);
        set_argument(f, s, 0, x, 4, 64);
        set_argument(f, s, 1, x, 0, 4);
    }
    const plan_graph *p = &ordered(f)->graphs[0];
    check_edges(f->a, p);
    ck_assert_uint_eq(p->edge_count, 2);
    fixture_free(f);
}
END_TEST

START_TEST(an_empty_graph_has_no_depth)
{
    fixture *f = fixture_new();
    add_graph(f, GRAPH_REPLAY);
    const plan_graph *p = &ordered(f)->graphs[0];
    ck_assert_uint_eq(p->node_count, 0);
    ck_assert_uint_eq(p->edge_count, 0);
    ck_assert_uint_eq(p->depth, 0);
    ck_assert_uint_eq(p->width, 0);
    fixture_free(f);
}
END_TEST

START_TEST(random_programs_get_the_least_edges)
{
    uint64_t seed = random_seed("order");
    size_t edges = 0;
    for (int round = 0; round < 1500; round++) {
        fixture *f = random_fixture(&seed, 60);
        plan *p = ordered(f);
        for (size_t g = 0; g < p->graph_count; g++) {
            check_edges(f->a, &p->graphs[g]);
            edges += p->graphs[g].edge_count;
        }
        fixture_free(f);
    }
    ck_assert_uint_gt(edges, 10000);
}
END_TEST

/* Chains over one buffer, with a hazard from every node to the first one. */
static double seconds_for_chain(size_t length)
{
    fixture *f = fixture_new();
    uint32_t first = add_buffer(f, "first", ROLE_SCRATCH, "f32", 16, 256);
    uint32_t x = add_buffer(f, "x", ROLE_STATE, "f32", 16, 256);
    uint32_t make = add_kernel(f, "make", "o"), work = add_kernel(f, "work", "ib"), g = add_graph(f, GRAPH_REPLAY);
    set_whole(f, add_launch(f, g, make), 0, first);
    for (size_t i = 0; i < length; i++) {
        model_step *s = add_launch(f, g, work);
        set_whole(f, s, 0, first);
        set_whole(f, s, 1, x);
    }
    plan *p = transport_choose(f->a, &f->m, false);
    lower_graphs(f->a, f->d, &f->m, p);
    clock_t begin = clock();
    order_graphs(f->a, &f->m, p);
    double seconds = (double)(clock() - begin) / CLOCKS_PER_SEC;
    ck_assert_uint_eq(p->graphs[0].edge_count, length);
    ck_assert_uint_eq(p->graphs[0].depth, length + 1);
    fixture_free(f);
    return seconds;
}

START_TEST(long_chains_take_nearly_linear_time)
{
    double small = seconds_for_chain(10000), large = seconds_for_chain(100000);
    printf("order: chain of 10000 nodes %.3f s, of 100000 nodes %.3f s\n", small, large);
    ck_assert(large < 100 * (small + 0.01));
}
END_TEST

int main(void)
{
    Suite *s = suite_create("order");
    TCase *c = tcase_create("order");
    tcase_set_timeout(c, 120);
    tcase_add_test(c, chain_stays_a_chain);
    tcase_add_test(c, slices_apart_have_no_edge);
    tcase_add_test(c, a_node_is_no_hazard_to_itself);
    tcase_add_test(c, an_empty_graph_has_no_depth);
    tcase_add_test(c, random_programs_get_the_least_edges);
    tcase_add_test(c, long_chains_take_nearly_linear_time);
    suite_add_tcase(s, c);
    return run_suite(s);
}
