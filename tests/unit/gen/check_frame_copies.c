/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The vggen authors */
/* Copy nodes that cross the bus: which graphs have small ones, and which of these end with a kernel behind them. */
#include "plan_fixture.h"

static const uint64_t MOST = PLAN_SMALL_COPY_BYTES, MOST_IN_LANES = PLAN_SMALL_LANE_COPY_BYTES;

typedef struct {
    const char *y; /* how it comes down: c(opy), k(ernel), d(irect) */
    uint64_t x_bytes, y_bytes;
    unsigned lanes;
    bool small, ends;
} shape;

static fixture *one_line(const shape *s)
{
    fixture *f = fixture_new();
    uint32_t x = add_buffer(f, "x", ROLE_INPUT, "f32", s->x_bytes / 4, 256);
    uint32_t y = add_buffer(f, "y", ROLE_OUTPUT, "f32", s->y_bytes / 4, 256);
    uint32_t k = add_kernel(f, "map", "io"), g = add_graph(f, GRAPH_REPLAY);
    f->m.lanes = s->lanes;
    set_transport(f, x, TRANSPORT_COPY);
    set_transport(f, y, s->y[0] == 'c' ? TRANSPORT_COPY : s->y[0] == 'k' ? TRANSPORT_KERNEL : TRANSPORT_DIRECT);
    add_step_of(f, g, k, x, y);
    f->m.graphs[g].steps[0].arguments[1].once = true;
    f->m.kernels[k].source = "map.cu";
    return f;
}

static fixture *small_line(void)
{
    return one_line(&(shape){"c", 256, 256, 1, true, true});
}

static bool ends(const plan_graph *g)
{
    return g->node_count > 0 && g->nodes[g->node_count - 1].kind == PLAN_END;
}

/* Of every graph, by number: the plan is proven, and so it is not when it says otherwise. */
static void expect_graphs(fixture *f, bool separate, const char *small, const char *with_end)
{
    plan *p = make_plan(f, separate);
    ck_assert_uint_eq(diag_error_count(f->d), 0);
    ck_assert(proven(f, p, true));
    ck_assert_uint_eq(p->graph_count, strlen(small));
    for (size_t g = 0; g < p->graph_count; g++) {
        ck_assert_msg(p->graphs[g].small_copies == (small[g] == 'y'), "graph %zu: small copies %d", g,
                      p->graphs[g].small_copies);
        ck_assert_msg(ends(&p->graphs[g]) == (with_end[g] == 'y'), "graph %zu: ends %d", g, ends(&p->graphs[g]));
        p->graphs[g].small_copies = !p->graphs[g].small_copies;
        ck_assert(!proven(f, p, false));
        p->graphs[g].small_copies = !p->graphs[g].small_copies;
    }
}

static void expect(fixture *f, const char *small, const char *with_end)
{
    for (int separate = 0; separate < 2; separate++)
        expect_graphs(f, separate != 0, small, with_end);
    fixture_free(f);
}

START_TEST(limits_are_those_of_each_copy)
{
    const shape shapes[] = {
        {"c", 256, 256, 1, true, true},
        {"c", MOST, MOST, 1, true, true},
        {"c", MOST + 4, MOST, 1, false, false},
        {"c", MOST, MOST + 4, 1, false, false},
        {"c", 256, MOST_IN_LANES + 4, 1, true, true},
        {"c", MOST_IN_LANES, MOST_IN_LANES, 2, true, true},
        {"c", MOST_IN_LANES + 4, MOST_IN_LANES, 2, true, false},
        {"c", MOST_IN_LANES, MOST_IN_LANES + 4, 2, true, false},
        {"c", MOST, MOST, 4, true, false},
        {"c", MOST + 4, 256, 4, false, false},
        /* What comes down by launches ends so whatever goes up, and is no copy itself. */
        {"k", MOST, 8 * MOST, 1, true, true},
        {"k", MOST + 4, 256, 1, false, true},
        {"d", 256, 8 * MOST, 4, true, true},
        {"d", MOST + 4, 256, 4, false, true},
    };
    for (size_t i = 0; i < sizeof shapes / sizeof *shapes; i++)
        expect(one_line(&shapes[i]), shapes[i].small ? "y" : "n", shapes[i].ends ? "y" : "n");
}
END_TEST

START_TEST(graphs_without_copies_have_no_small_ones)
{
    fixture *f = small_line();
    set_transport(f, 0, TRANSPORT_KERNEL);
    set_transport(f, 1, TRANSPORT_KERNEL);
    expect(f, "n", "y");
    f = small_line();
    f->m.graphs[0].steps[0].arguments[0].once = true;
    set_transport(f, 0, TRANSPORT_DIRECT);
    set_transport(f, 1, TRANSPORT_DIRECT);
    expect(f, "n", "y");
    /* A step's copy is on the device. */
    f = small_line();
    set_transport(f, 0, TRANSPORT_KERNEL);
    set_transport(f, 1, TRANSPORT_KERNEL);
    uint32_t t = add_buffer(f, "t", ROLE_STATE, "f32", 65536, 256);
    uint32_t u = add_buffer(f, "u", ROLE_STATE, "f32", 65536, 256);
    add_copy(f, 0, t, 0, u, 0, UINT64_C(4) * 65536);
    expect(f, "n", "n");
}
END_TEST

/* Together they are larger than one: 3 of 64 KiB are one copy, or three. */
START_TEST(a_copy_is_as_large_as_all_that_crosses_with_it)
{
    for (int lanes = 1; lanes < 3; lanes++) {
        fixture *f = one_line(&(shape){"c", 256, MOST_IN_LANES, (unsigned)lanes, true, true});
        for (unsigned i = 0; i < 5; i++)
            add_step_of(f, 0, 0, 0,
                        add_buffer(f, arena_printf(f->a, "y%u", i), ROLE_OUTPUT, "f32", MOST_IN_LANES / 4, 256));
        expect_graphs(f, false, "n", "n");
        expect_graphs(f, true, "y", "y");
        fixture_free(f);
    }
}
END_TEST

/* Of an output only a part comes down. */
START_TEST(a_part_is_as_large_as_it_is)
{
    fixture *f = one_line(&(shape){"c", 256, 4 * MOST, 1, true, true});
    f->m.buffers[1].down_first = MOST;
    f->m.buffers[1].down_last = 2 * MOST;
    expect(f, "y", "y");
    f = one_line(&(shape){"c", 256, 4 * MOST, 1, true, true});
    f->m.buffers[1].down_first = MOST;
    f->m.buffers[1].down_last = 2 * MOST + 4;
    expect(f, "n", "n");
}
END_TEST

START_TEST(what_is_on_request_or_if_changed_counts)
{
    fixture *f = small_line();
    f->m.buffers[1].download = TRAFFIC_ON_REQUEST;
    f->m.buffers[0].upload = TRAFFIC_ON_REQUEST;
    expect(f, "y", "y");
    f = one_line(&(shape){"c", 256, MOST + 4, 1, false, false});
    f->m.buffers[1].download = TRAFFIC_ON_REQUEST;
    expect(f, "n", "n");
    f = small_line();
    f->m.api_call = true;
    expect(f, "y", "y");
    f = one_line(&(shape){"c", MOST + 4, 256, 1, false, false});
    f->m.api_call = true;
    expect(f, "n", "n");
}
END_TEST

START_TEST(steps_that_follow_switches_are_as_others)
{
    fixture *f = small_line();
    f->m.graphs[0].steps[0].switched = add_switch(f, "on", true);
    expect(f, "y", "y");
}
END_TEST

START_TEST(conditional_nodes_forbid_it)
{
    fixture *f = small_line();
    uint32_t c = add_condition(f, "c"), a = add_buffer(f, "a", ROLE_STATE, "f32", 64, 256);
    uint32_t b = add_buffer(f, "b", ROLE_STATE, "f32", 64, 256);
    uint32_t control = begin_control(f, 0, STEP_IF, c, 1);
    add_step_of(f, 0, 0, a, b);
    end_control(f, 0, control);
    add_step_of(f, 0, 0, b, a); /* the conditional node is no last one */
    expect(f, "n", "n");
}
END_TEST

/* Two rows that depend on each other through a join. */
START_TEST(empty_nodes_forbid_it)
{
    fixture *f = small_line();
    uint32_t state[40];
    for (unsigned i = 0; i < 40; i++)
        state[i] = add_buffer(f, arena_printf(f->a, "s%u", i), ROLE_STATE, "f32", 64, 256);
    for (unsigned row = 0; row < 2; row++) {
        for (unsigned i = 0; i < 20; i++) {
            model_step *s = add_launch(f, 0, add_kernel(f, arena_printf(f->a, "k%u_%u", row, i), "bi"));
            set_whole(f, s, 0, state[20 * row + i]);
            set_whole(f, s, 1, 0);
            if (row == 1) {
                uint32_t before[20];
                for (uint32_t k = 0; k < 20; k++)
                    before[k] = 1 + k;
                set_after(f, s, 20, before);
            }
        }
    }
    const plan *p = make_plan(f, false);
    size_t empty = 0;
    for (size_t n = 0; n < p->graphs[0].node_count; n++)
        empty += p->graphs[0].nodes[n].kind == PLAN_EMPTY;
    ck_assert_uint_gt(empty, 0);
    expect(f, "n", "n");
}
END_TEST

/* The copies are as small, but none of the program's kernels is compiled here. */
START_TEST(programs_without_source_have_small_copies_all_the_same)
{
    fixture *f = small_line();
    f->m.kernels[0].source = NULL;
    expect(f, "y", "n");
}
END_TEST

START_TEST(setup_and_other_graphs_are_looked_at_one_by_one)
{
    fixture *f = small_line();
    uint32_t d = add_buffer(f, "d", ROLE_DERIVED, "f32", 64, 256), setup = add_graph(f, GRAPH_SETUP);
    uint32_t z = add_buffer(f, "z", ROLE_OUTPUT, "f32", MOST / 4 + 1, 256);
    uint32_t other = add_graph(f, GRAPH_REPLAY), none = add_graph(f, GRAPH_REPLAY);
    f->m.buffers[0].upload = TRAFFIC_ON_REQUEST; /* so that setup has it, too */
    add_step_of(f, setup, 0, 0, d);
    add_step_of(f, other, 0, d, z);
    ck_assert_uint_eq(none, 3);
    expect(f, "ynnn", "ynnn");
}
END_TEST

/* Only what goes up: the last node is its copy. */
START_TEST(a_copy_up_may_be_the_last_node)
{
    fixture *f = fixture_new();
    add_buffer(f, "x", ROLE_INPUT, "f32", 64, 256);
    uint32_t k = add_kernel(f, "look", "i"), g = add_graph(f, GRAPH_REPLAY);
    set_transport(f, 0, TRANSPORT_COPY);
    model_step *s = add_launch(f, g, k);
    set_whole(f, s, 0, 0);
    f->m.kernels[k].source = "look.cu";
    expect(f, "y", "y");
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("frame_copies");
    TCase *cases = tcase_create("copies");

    tcase_add_test(cases, limits_are_those_of_each_copy);
    tcase_add_test(cases, graphs_without_copies_have_no_small_ones);
    tcase_add_test(cases, a_copy_is_as_large_as_all_that_crosses_with_it);
    tcase_add_test(cases, a_part_is_as_large_as_it_is);
    tcase_add_test(cases, what_is_on_request_or_if_changed_counts);
    tcase_add_test(cases, steps_that_follow_switches_are_as_others);
    tcase_add_test(cases, conditional_nodes_forbid_it);
    tcase_add_test(cases, empty_nodes_forbid_it);
    tcase_add_test(cases, programs_without_source_have_small_copies_all_the_same);
    tcase_add_test(cases, setup_and_other_graphs_are_looked_at_one_by_one);
    tcase_add_test(cases, a_copy_up_may_be_the_last_node);
    suite_add_tcase(suite, cases);
    return run_suite(suite);
}
