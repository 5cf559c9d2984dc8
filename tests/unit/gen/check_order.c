/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The vggen authors */
#include <time.h>

#include "random_program.h"

static plan *ordered(fixture *f)
{
    plan *p = traffic_plan(f, false);
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

static bool is_named(const plan_node *later, size_t index)
{
    for (size_t i = 0; i < later->ordered_count; i++) {
        if (later->ordered[i] == index)
            return true;
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

/* Same closure as all hazards, no edge that a longer path implies, both directions and all figures right. Empty nodes
 * only carry paths between others. */
static void check_edges(arena *a, const plan_graph *g)
{
    size_t n = g->node_count, edges = 0;
    bool *hazards = ARENA_ARRAY(a, bool, n *n), *kept = ARENA_ARRAY(a, bool, n *n);
    for (size_t i = 0; i < n; i++) {
        for (size_t j = i + 1; j < n; j++) {
            hazards[i * n + j] = is_hazard(&g->nodes[i], &g->nodes[j]) || is_named(&g->nodes[j], i);
            kept[i * n + j] = has_edge(g, i, j);
            edges += kept[i * n + j];
        }
    }
    ck_assert_uint_eq(edges, g->edge_count);
    const bool *want = closure(a, n, hazards), *have = closure(a, n, kept);
    for (size_t i = 0; i < n; i++) {
        for (size_t j = 0; j < n; j++) {
            if (g->nodes[i].kind != PLAN_EMPTY && g->nodes[j].kind != PLAN_EMPTY)
                ck_assert_int_eq(want[i * n + j], have[i * n + j]);
        }
    }
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

/* `writers` launches that each write a part of a buffer of their own group, then `readers` that read all of it. */
static void add_fan(fixture *f, uint32_t graph, size_t writers, size_t readers)
{
    uint32_t x = add_buffer(f, arena_printf(f->a, "x%zu", f->m.buffer_count), ROLE_SCRATCH, "f32", 4 * writers, 256);
    uint32_t make = add_kernel(f, "make", "o"), use = add_kernel(f, "use", "ip");
    uint32_t state = add_buffer(f, arena_printf(f->a, "s%zu", f->m.buffer_count), ROLE_STATE, "f32", readers, 256);
    for (uint64_t i = 0; i < writers; i++)
        set_argument(f, add_launch(f, graph, make), 0, x, 16 * i, 16 * i + 16);
    for (uint64_t i = 0; i < readers; i++) {
        model_step *s = add_launch(f, graph, use);
        set_whole(f, s, 0, x);
        set_argument(f, s, 1, state, 4 * i, 4 * i + 4);
    }
}

static size_t empty_nodes(const plan_graph *g)
{
    size_t count = 0;
    for (size_t n = 0; n < g->node_count; n++)
        count += g->nodes[n].kind == PLAN_EMPTY;
    return count;
}

START_TEST(large_fans_are_joined)
{
    static const struct {
        size_t writers, readers, joins, edges;
    } cases[] = {{2, 9, 0, 18}, {9, 2, 0, 18}, {3, 3, 1, 6}, {3, 4, 1, 7}, {40, 30, 1, 70}, {1, 50, 0, 50}};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        fixture *f = fixture_new();
        add_fan(f, add_graph(f, GRAPH_REPLAY), cases[i].writers, cases[i].readers);
        const plan_graph *p = &ordered(f)->graphs[0];
        ck_assert_uint_eq(empty_nodes(p), cases[i].joins);
        ck_assert_uint_eq(p->edge_count, cases[i].edges);
        ck_assert_uint_eq(p->depth, 2 + cases[i].joins);
        check_edges(f->a, p);
        if (cases[i].joins > 0) {
            const plan_node *join = &p->nodes[cases[i].writers];
            ck_assert_str_eq(join->name, "join");
            ck_assert_uint_eq(join->after_count, cases[i].writers);
            ck_assert_uint_eq(join->before_count, cases[i].readers);
            ck_assert_uint_eq(join->step, MODEL_NONE);
            ck_assert_uint_eq(join->switched, MODEL_NONE);
        }
        fixture_free(f);
    }
}
END_TEST

START_TEST(fans_that_follow_each_other_are_joined_apart)
{
    fixture *f = fixture_new();
    uint32_t g = add_graph(f, GRAPH_REPLAY);
    uint32_t one = add_kernel(f, "one", "io"), state = add_buffer(f, "s", ROLE_STATE, "f32", 16, 256);
    uint32_t x = add_buffer(f, "x", ROLE_SCRATCH, "f32", 16, 256), y = add_buffer(f, "y", ROLE_SCRATCH, "f32", 16, 256);
    const uint32_t to[] = {x, y, x};
    for (size_t level = 0; level < 3; level++) {
        for (uint64_t i = 0; i < 4; i++) {
            model_step *s = add_launch(f, g, one);
            set_whole(f, s, 0, level == 0 ? state : to[level - 1]);
            set_argument(f, s, 1, to[level], 16 * i, 16 * i + 16);
            s->name = level == 2 && i == 3 ? "join" : NULL;
        }
    }
    const plan_graph *p = &ordered(f)->graphs[0];
    check_edges(f->a, p);
    ck_assert_uint_eq(empty_nodes(p), 2);
    ck_assert_uint_eq(p->edge_count, 16);
    ck_assert_str_eq(p->nodes[4].name, "join_2"); /* a step has the other name */
    ck_assert_str_eq(p->nodes[9].name, "join_3");
    fixture_free(f);
}
END_TEST

START_TEST(fans_with_other_dependencies_are_joined)
{
    /* Each reader also reads a state that an upload brings, and writers and readers are in two fans. */
    fixture *f = fixture_new();
    uint32_t g = add_graph(f, GRAPH_REPLAY), make = add_kernel(f, "make", "oo"), use = add_kernel(f, "use", "iiip");
    uint32_t x = add_buffer(f, "x", ROLE_SCRATCH, "f32", 16, 256), y = add_buffer(f, "y", ROLE_SCRATCH, "f32", 16, 256);
    uint32_t in = add_buffer(f, "in", ROLE_INPUT, "f32", 16, 256), s = add_buffer(f, "s", ROLE_STATE, "f32", 4, 256);
    for (uint64_t i = 0; i < 4; i++) {
        model_step *step = add_launch(f, g, make);
        set_argument(f, step, 0, x, 16 * i, 16 * i + 16);
        set_argument(f, step, 1, y, 16 * i, 16 * i + 16);
    }
    for (uint64_t i = 0; i < 4; i++) {
        model_step *step = add_launch(f, g, use);
        set_whole(f, step, 0, x);
        set_whole(f, step, 1, y);
        set_argument(f, step, 2, in, 4 * i, 4 * i + 4);
        set_argument(f, step, 3, s, 4 * i, 4 * i + 4);
    }
    const plan_graph *p = &ordered(f)->graphs[0];
    check_edges(f->a, p);
    ck_assert_uint_eq(empty_nodes(p), 1);
    ck_assert_uint_eq(p->edge_count, 9); /* the upload and the writers into the join, which all readers follow */
    fixture_free(f);
}
END_TEST

START_TEST(named_steps_come_first)
{
    fixture *f = fixture_new();
    uint32_t a = add_buffer(f, "a", ROLE_STATE, "f32", 16, 256), b = add_buffer(f, "b", ROLE_STATE, "f32", 16, 256);
    uint32_t c = add_buffer(f, "c", ROLE_STATE, "f64", 4, 256), empty = add_buffer(f, "e", ROLE_STATE, "f32", 0, 256);
    uint32_t k = add_kernel(f, "k", "b"), g = add_graph(f, GRAPH_REPLAY);
    const unsigned char pattern[8] = {1, 2, 3, 4, 5, 6, 7, 8};
    set_whole(f, add_launch(f, g, k), 0, a);
    add_fill(f, g, c, 0, 32, pattern);
    model_step *s = add_fill(f, g, empty, 0, 0, pattern); /* has no node: what comes after it comes after its names */
    set_after(f, s, 2, (const uint32_t[]){0, 1});
    s = add_launch(f, g, k);
    set_whole(f, s, 0, b);
    set_after(f, s, 2, (const uint32_t[]){2, 0});
    const plan_graph *p = &ordered(f)->graphs[0];
    check_edges(f->a, p);
    ck_assert_uint_eq(p->node_count, 4);
    ck_assert_uint_eq(p->nodes[3].ordered_count, 3);
    ck_assert_uint_eq(p->nodes[3].after_count, 2);
    ck_assert(has_edge(p, 0, 3) && has_edge(p, 2, 3) && has_edge(p, 1, 2));
    ck_assert_uint_eq(p->removed_edges, 1);
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

/* ---- very many hazards ---- */

/* Parts are written one after the other; then readers read all of them, or each reads one more than the last. */
static fixture *parts_and_readers(size_t writers, size_t readers, bool growing)
{
    fixture *f = fixture_new();
    uint32_t g = add_graph(f, GRAPH_REPLAY), x = add_buffer(f, "x", ROLE_SCRATCH, "f32", writers, 256);
    uint32_t s = add_buffer(f, "s", ROLE_STATE, "f32", readers, 256);
    uint32_t make = add_kernel(f, "make", "o"), use = add_kernel(f, "use", "ip");
    for (uint64_t i = writers; i-- > 0;)
        set_argument(f, add_launch(f, g, make), 0, x, 4 * i, 4 * i + 4);
    for (uint64_t i = 0; i < readers; i++) {
        model_step *step = add_launch(f, g, use);
        set_argument(f, step, 0, x, 0, growing ? 4 * i + 4 : 4 * writers);
        set_argument(f, step, 1, s, 4 * i, 4 * i + 4);
    }
    return f;
}

START_TEST(huge_fans_are_never_listed)
{
    fixture *f = parts_and_readers(5000, 5000, false);
    clock_t begin = clock();
    const plan_graph *p = &ordered(f)->graphs[0];
    printf("order: 5000 writers before 5000 readers %.3f s\n", (double)(clock() - begin) / CLOCKS_PER_SEC);
    ck_assert_uint_eq(p->node_count, 10001);
    ck_assert_uint_eq(p->edge_count, 10000);
    ck_assert_str_eq(p->nodes[5000].title, "join of 5000 nodes before 5000");
    fixture_free(f);
    f = parts_and_readers(100, 90, false); /* the same, written over again by parts: readers before writers */
    for (uint64_t i = 0; i < 100; i++)
        set_argument(f, add_launch(f, 0, 0), 0, 0, 4 * i, 4 * i + 4);
    p = &ordered(f)->graphs[0];
    check_edges(f->a, p);
    ck_assert_uint_eq(p->edge_count, 100 + 90 + 90 + 100);
    fixture_free(f);
}
END_TEST

START_TEST(huge_fans_with_other_edges_are_reduced)
{
    /* The writers wait for each other, so that the readers need the last one only. */
    fixture *f = fixture_new();
    uint32_t g = add_graph(f, GRAPH_REPLAY), x = add_buffer(f, "x", ROLE_SCRATCH, "f32", 200, 256);
    uint32_t s = add_buffer(f, "s", ROLE_STATE, "f32", 200, 256);
    uint32_t make = add_kernel(f, "make", "o"), use = add_kernel(f, "use", "ip");
    for (uint32_t i = 0; i < 200; i++) {
        model_step *step = add_launch(f, g, make);
        set_argument(f, step, 0, x, 4 * (uint64_t)i, 4 * (uint64_t)i + 4);
        if (i > 0 && i % 50 != 0)
            set_after(f, step, 1, (const uint32_t[]){i - 1});
    }
    for (uint64_t i = 0; i < 200; i++) {
        model_step *step = add_launch(f, g, use);
        set_whole(f, step, 0, x);
        set_argument(f, step, 1, s, 4 * i, 4 * i + 4);
    }
    const plan_graph *p = &ordered(f)->graphs[0];
    check_edges(f->a, p);
    ck_assert_uint_eq(p->edge_count, 196 + 4 + 200);
    fixture_free(f);
}
END_TEST

START_TEST(too_many_dependencies_are_an_error)
{
    fixture *f = parts_and_readers(1600, 1600, true);
    plan *p = ordered(f);
    ck_assert_uint_eq(p->graphs[0].edge_count, 0);
    ck_assert_uint_gt(p->graphs[0].edge_limit, 1000000);
    place_buffers(f->a, f->d, &f->m, p);
    ck_assert_uint_eq(diag_error_count(f->d), 1);
    fixture_free(f);
    f = parts_and_readers(1300, 1300, true);
    p = ordered(f);
    ck_assert_uint_eq(p->graphs[0].edge_limit, 0);
    ck_assert_uint_gt(p->graphs[0].edge_count, 800000);
    ck_assert_uint_le(p->graphs[0].edge_count, 1300 * 1301 / 2);
    fixture_free(f);
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
    plan *p = traffic_plan(f, false);
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
    tcase_add_test(c, large_fans_are_joined);
    tcase_add_test(c, fans_that_follow_each_other_are_joined_apart);
    tcase_add_test(c, fans_with_other_dependencies_are_joined);
    tcase_add_test(c, named_steps_come_first);
    tcase_add_test(c, random_programs_get_the_least_edges);
    tcase_add_test(c, huge_fans_are_never_listed);
    tcase_add_test(c, huge_fans_with_other_edges_are_reduced);
    tcase_add_test(c, too_many_dependencies_are_an_error);
    tcase_add_test(c, long_chains_take_nearly_linear_time);
    suite_add_tcase(s, c);
    return run_suite(s);
}
