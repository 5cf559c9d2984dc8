/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The vggen authors */
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
    plan *p = traffic_plan(f, false);
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
    plan *p = traffic_plan(f, false);
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
    plan *p = traffic_plan(f, true);
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
    ck_assert_uint_eq(traffic_plan(f, false)->run_count, 0);
    ck_assert_uint_eq(traffic_plan(f, true)->run_count, 0);
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
    plan *p = traffic_plan(f, false);
    EXPECT_RUN(&p->runs[0], PLAN_UPLOAD, large, small, other);
    fixture_free(f);
    f = fixture_new(); /* no gain: the spec's order stays */
    add_graph(f, GRAPH_REPLAY);
    small = add_buffer(f, "small", ROLE_OUTPUT, "f32", 64, 4);
    large = add_buffer(f, "large", ROLE_OUTPUT, "f32", 64, 256);
    p = traffic_plan(f, false);
    EXPECT_RUN(&p->runs[0], PLAN_DOWNLOAD, small, large);
    fixture_free(f);
}
END_TEST

/* ---- several graphs ---- */

/* A launch that reads some buffers (up to the first MODEL_NONE) and writes others. */
static void add_use(fixture *f, uint32_t graph, const char *accesses, const uint32_t *buffers)
{
    model_step *s = add_launch(f, graph, add_kernel(f, "k", accesses));
    for (size_t i = 0; accesses[i] != '\0'; i++)
        set_whole(f, s, i, buffers[i]);
}

#define ADD_USE(f, graph, accesses, ...) add_use((f), (graph), (accesses), (const uint32_t[]){__VA_ARGS__})

static const plan_run *run_of(const plan *p, uint32_t graph, plan_direction direction, size_t index)
{
    for (size_t r = 0; r < p->run_count; r++) {
        if (p->runs[r].graph == graph && p->runs[r].direction == direction && index-- == 0)
            return &p->runs[r];
    }
    ck_abort_msg("no such run");
    return NULL;
}

START_TEST(each_graph_copies_what_it_uses)
{
    fixture *f = fixture_new();
    uint32_t a = add_graph(f, GRAPH_REPLAY), b = add_graph(f, GRAPH_REPLAY), setup = add_graph(f, GRAPH_SETUP);
    uint32_t xa = add_buffer(f, "xa", ROLE_INPUT, "f32", 8, 256), xb = add_buffer(f, "xb", ROLE_INPUT, "f32", 8, 256);
    uint32_t both = add_buffer(f, "both", ROLE_INPUT, "f32", 8, 256);
    uint32_t ya = add_buffer(f, "ya", ROLE_OUTPUT, "f32", 8, 256), yb = add_buffer(f, "yb", ROLE_OUTPUT, "f32", 8, 256);
    uint32_t unused = add_buffer(f, "unused", ROLE_INPUT, "f32", 8, 256);
    uint32_t never = add_buffer(f, "never", ROLE_OUTPUT, "f32", 8, 256);
    uint32_t gain = add_buffer(f, "gain", ROLE_SETTING, "f32", 1, 256);
    uint32_t value = add_buffer(f, "value", ROLE_SETTING, "f32", 1, 256);
    f->m.buffers[value].by_pointer = false;
    ADD_USE(f, a, "iiio", xa, both, gain, ya);
    ADD_USE(f, b, "iiop", both, xb, yb, ya);
    (void)setup;
    const plan *p = traffic_plan(f, false);
    ck_assert_uint_eq(p->run_count, 4); /* one copy each way for each graph: the order has what is common between */
    EXPECT_RUN(run_of(p, a, PLAN_UPLOAD, 0), PLAN_UPLOAD, gain, xa, unused, both);
    EXPECT_RUN(run_of(p, b, PLAN_UPLOAD, 0), PLAN_UPLOAD, both, xb);
    EXPECT_RUN(run_of(p, a, PLAN_DOWNLOAD, 0), PLAN_DOWNLOAD, ya, never);
    EXPECT_RUN(run_of(p, b, PLAN_DOWNLOAD, 0), PLAN_DOWNLOAD, yb, ya);
    fixture_free(f);
}
END_TEST

START_TEST(an_inout_goes_down_only_where_it_may_be_written)
{
    fixture *f = fixture_new();
    uint32_t a = add_graph(f, GRAPH_REPLAY), b = add_graph(f, GRAPH_REPLAY);
    uint32_t io = add_buffer(f, "io", ROLE_INOUT, "f32", 8, 256), y = add_buffer(f, "y", ROLE_OUTPUT, "f32", 8, 256);
    ADD_USE(f, a, "io", io, y);
    model_step *s = add_launch(f, b, add_kernel(f, "k", "p"));
    set_whole(f, s, 0, io);
    s->switched = add_switch(f, "s", false); /* may, not must */
    const plan *p = traffic_plan(f, false);
    ck_assert_uint_eq(p->run_count, 4);
    EXPECT_RUN(run_of(p, a, PLAN_UPLOAD, 0), PLAN_UPLOAD, io);
    EXPECT_RUN(run_of(p, a, PLAN_DOWNLOAD, 0), PLAN_DOWNLOAD, y);
    EXPECT_RUN(run_of(p, b, PLAN_UPLOAD, 0), PLAN_UPLOAD, io);
    EXPECT_RUN(run_of(p, b, PLAN_DOWNLOAD, 0), PLAN_DOWNLOAD, io);
    fixture_free(f);
}
END_TEST

static bool goes_on(const fixture *f, const bool *used, uint32_t before, uint32_t buffer)
{
    return used[before] && f->crossings[before].by[PLAN_UPLOAD] == f->crossings[buffer].by[PLAN_UPLOAD];
}

/* The number of pieces that the sets make in an order of members. */
static size_t pieces_in(const fixture *f, const uint32_t *order, size_t count, const bool *uses, size_t graphs)
{
    size_t pieces = 0;
    for (size_t g = 0; g < graphs; g++) {
        const bool *used = &uses[g * f->m.buffer_count];
        for (size_t i = 0; i < count; i++)
            pieces += used[order[i]] && (i == 0 || !goes_on(f, used, order[i - 1], order[i]));
    }
    return pieces;
}

static size_t least_pieces(const fixture *f, uint32_t *order, size_t fixed, size_t count, const bool *uses,
                           size_t graphs)
{
    if (fixed == count)
        return pieces_in(f, order, count, uses, graphs);
    size_t best = SIZE_MAX;
    for (size_t i = fixed; i < count; i++) {
        uint32_t swap = order[fixed];
        order[fixed] = order[i];
        order[i] = swap;
        size_t pieces = least_pieces(f, order, fixed + 1, count, uses, graphs);
        best = pieces < best ? pieces : best;
        order[i] = order[fixed];
        order[fixed] = swap;
    }
    return best;
}

START_TEST(copies_are_as_few_as_any_order_has)
{
    uint64_t seed = random_seed("traffic");
    for (int round = 0; round < 150; round++) {
        fixture *f = fixture_new();
        size_t graphs = 2 + random_below(&seed, 3), count = 2 + random_below(&seed, 5);
        uint32_t order[6];
        for (uint32_t b = 0; b < count; b++)
            order[b] = add_buffer(f, arena_printf(f->a, "x%u", b), ROLE_INPUT, "f32", 8, 256);
        for (uint32_t b = 0; b < count && round % 2 == 1; b++)
            set_transport(f, b, random_below(&seed, 2) ? TRANSPORT_KERNEL : TRANSPORT_COPY);
        bool *uses = ARENA_ARRAY(f->a, bool, graphs *count);
        uint32_t k = add_kernel(f, "k", "i");
        for (size_t g = 0; g < graphs; g++) {
            add_graph(f, GRAPH_REPLAY);
            for (uint32_t b = 0; b < count; b++) {
                uses[g * count + b] = random_below(&seed, 2) || (g == 0 && b == 0);
                if (uses[g * count + b])
                    set_whole(f, add_launch(f, (uint32_t)g, k), 0, b);
            }
        }
        for (size_t b = 0; b < count; b++) { /* what nobody uses goes with the first graph */
            bool used = false;
            for (size_t g = 0; g < graphs; g++)
                used = used || uses[g * count + b];
            uses[b] = uses[b] || !used;
        }
        ck_assert_uint_eq(traffic_plan(f, false)->run_count, least_pieces(f, order, 0, count, uses, graphs));
        fixture_free(f);
    }
}
END_TEST

START_TEST(many_sets_take_little_time)
{
    /* More classes than can be gone through in all orders; a chain of overlapping sets still needs one copy each. */
    fixture *f = fixture_new();
    uint32_t k = add_kernel(f, "k", "i");
    for (uint32_t b = 0; b < 60; b++)
        add_buffer(f, arena_printf(f->a, "x%u", b * 7 % 60), ROLE_INPUT, "f32", 8, 256);
    for (uint32_t g = 0; g < 6; g++) {
        add_graph(f, GRAPH_REPLAY);
        for (uint32_t b = 9 * g; b < 9 * g + 15; b++)
            set_whole(f, add_launch(f, g, k), 0, b * 7 % 60);
    }
    ck_assert_uint_eq(traffic_plan(f, false)->run_count, 6);
    fixture_free(f);
}
END_TEST

/* ---- what crosses alone ---- */

START_TEST(on_request_ranges_and_fixed_places_cross_alone)
{
    fixture *f = fixture_new();
    uint32_t g = add_graph(f, GRAPH_REPLAY);
    uint32_t x = add_buffer(f, "x", ROLE_INPUT, "f32", 8, 256), r = add_buffer(f, "r", ROLE_INPUT, "f32", 8, 256);
    uint32_t at = add_buffer(f, "at", ROLE_INPUT, "f32", 8, 256), z = add_buffer(f, "z", ROLE_INPUT, "f32", 8, 256);
    uint32_t y = add_buffer(f, "y", ROLE_OUTPUT, "f32", 8, 256),
             part = add_buffer(f, "part", ROLE_OUTPUT, "f32", 8, 256);
    uint32_t w = add_buffer(f, "w", ROLE_OUTPUT, "f32", 8, 256), s = add_buffer(f, "s", ROLE_STATE, "f32", 8, 256);
    f->m.buffers[r].upload = TRAFFIC_ON_REQUEST;
    f->m.buffers[w].download = TRAFFIC_ON_REQUEST;
    f->m.buffers[s].upload = TRAFFIC_ON_REQUEST;
    f->m.buffers[s].download = TRAFFIC_EACH;
    f->m.buffers[at].fixed = true;
    f->m.buffers[part].down_first = 4;
    f->m.buffers[part].down_last = 12;
    const plan *p = traffic_plan(f, false);
    ck_assert_uint_eq(p->run_count, 7);
    EXPECT_RUN(&p->runs[0], PLAN_UPLOAD, x, z);
    EXPECT_RUN(&p->runs[1], PLAN_UPLOAD, r);
    EXPECT_RUN(&p->runs[2], PLAN_UPLOAD, at);
    EXPECT_RUN(&p->runs[3], PLAN_UPLOAD, s);
    EXPECT_RUN(&p->runs[4], PLAN_DOWNLOAD, s, y);
    EXPECT_RUN(&p->runs[5], PLAN_DOWNLOAD, part);
    EXPECT_RUN(&p->runs[6], PLAN_DOWNLOAD, w);
    const bool on_request[] = {false, true, false, true, false, false, true};
    for (size_t i = 0; i < 7; i++) {
        ck_assert_int_eq(p->runs[i].on_request, on_request[i]);
        ck_assert_uint_eq(p->runs[i].first, i == 5 ? 4 : 0);
        ck_assert_uint_eq(p->runs[i].last, i == 5 ? 12 : UINT64_MAX);
        ck_assert_uint_eq(p->runs[i].graph, g);
    }
    fixture_free(f);
}
END_TEST

/* ---- transports ---- */

/* Side by side in one order, in which each transport makes as few pieces as it can. */
START_TEST(a_run_crosses_by_one_transport)
{
    fixture *f = fixture_new();
    uint32_t g = add_graph(f, GRAPH_REPLAY);
    uint32_t a = add_buffer(f, "a", ROLE_INPUT, "f32", 8, 256), b = add_buffer(f, "b", ROLE_INPUT, "f32", 8, 256);
    uint32_t c = add_buffer(f, "c", ROLE_INPUT, "f32", 8, 256), d = add_buffer(f, "d", ROLE_INPUT, "f32", 8, 256);
    uint32_t y = add_buffer(f, "y", ROLE_OUTPUT, "f32", 8, 256), z = add_buffer(f, "z", ROLE_OUTPUT, "f32", 8, 256);
    set_transport(f, b, TRANSPORT_KERNEL);
    set_transport(f, d, TRANSPORT_KERNEL);
    set_transport(f, y, TRANSPORT_KERNEL);
    const plan *p = traffic_plan(f, false);
    ck_assert_uint_eq(p->run_count, 4);
    EXPECT_RUN(run_of(p, g, PLAN_UPLOAD, 0), PLAN_UPLOAD, a, c);
    EXPECT_RUN(run_of(p, g, PLAN_UPLOAD, 1), PLAN_UPLOAD, b, d);
    EXPECT_RUN(run_of(p, g, PLAN_DOWNLOAD, 0), PLAN_DOWNLOAD, y);
    EXPECT_RUN(run_of(p, g, PLAN_DOWNLOAD, 1), PLAN_DOWNLOAD, z);
    const plan_transport expected[] = {TRANSPORT_COPY, TRANSPORT_KERNEL, TRANSPORT_KERNEL, TRANSPORT_COPY};
    for (size_t r = 0; r < 4; r++)
        ck_assert_int_eq((int)p->runs[r].transport, (int)expected[r]);
    fixture_free(f);
}
END_TEST

/* What goes up one way may come down another. */
START_TEST(each_direction_has_its_own_transport)
{
    fixture *f = fixture_new();
    uint32_t g = add_graph(f, GRAPH_REPLAY);
    uint32_t x = add_buffer(f, "x", ROLE_INPUT, "f32", 8, 256), b = add_buffer(f, "b", ROLE_INOUT, "f32", 8, 256);
    uint32_t c = add_buffer(f, "c", ROLE_INOUT, "f32", 8, 256), y = add_buffer(f, "y", ROLE_OUTPUT, "f32", 8, 256);
    set_transport(f, c, TRANSPORT_KERNEL);
    f->crossings[c].by[PLAN_DOWNLOAD] = TRANSPORT_COPY;
    const plan *p = traffic_plan(f, false);
    ck_assert_uint_eq(p->run_count, 3);
    EXPECT_RUN(run_of(p, g, PLAN_UPLOAD, 0), PLAN_UPLOAD, x, b);
    EXPECT_RUN(run_of(p, g, PLAN_UPLOAD, 1), PLAN_UPLOAD, c);
    ck_assert_int_eq((int)run_of(p, g, PLAN_UPLOAD, 1)->transport, (int)TRANSPORT_KERNEL);
    EXPECT_RUN(run_of(p, g, PLAN_DOWNLOAD, 0), PLAN_DOWNLOAD, b, c, y);
    ck_assert_int_eq((int)run_of(p, g, PLAN_DOWNLOAD, 0)->transport, (int)TRANSPORT_COPY);
    fixture_free(f);
}
END_TEST

/* By itself in each graph that has it, and never left out: there is no node to disable. */
START_TEST(what_kernels_use_directly_is_a_run_of_its_own)
{
    fixture *f = fixture_new();
    uint32_t first = add_graph(f, GRAPH_REPLAY), second = add_graph(f, GRAPH_REPLAY);
    uint32_t x = add_buffer(f, "x", ROLE_INPUT, "f32", 8, 256), w = add_buffer(f, "w", ROLE_INPUT, "f32", 8, 256);
    uint32_t v = add_buffer(f, "v", ROLE_SETTING, "f32", 1, 256), y = add_buffer(f, "y", ROLE_OUTPUT, "f32", 8, 256);
    uint32_t z = add_buffer(f, "z", ROLE_OUTPUT, "f32", 8, 256);
    set_transport(f, x, TRANSPORT_DIRECT);
    set_transport(f, v, TRANSPORT_DIRECT);
    set_transport(f, y, TRANSPORT_DIRECT);
    f->m.api_call = true;
    ADD_USE(f, first, "iiio", x, w, v, y);
    ADD_USE(f, second, "io", x, z);
    const plan *p = traffic_plan(f, false);
    ck_assert_uint_eq(p->run_count, 6);
    EXPECT_RUN(run_of(p, first, PLAN_UPLOAD, 0), PLAN_UPLOAD, w);
    EXPECT_RUN(run_of(p, first, PLAN_UPLOAD, 1), PLAN_UPLOAD, v);
    EXPECT_RUN(run_of(p, first, PLAN_UPLOAD, 2), PLAN_UPLOAD, x);
    EXPECT_RUN(run_of(p, first, PLAN_DOWNLOAD, 0), PLAN_DOWNLOAD, y);
    EXPECT_RUN(run_of(p, second, PLAN_UPLOAD, 0), PLAN_UPLOAD, x);
    EXPECT_RUN(run_of(p, second, PLAN_DOWNLOAD, 0), PLAN_DOWNLOAD, z);
    for (size_t r = 0; r < p->run_count; r++) {
        uint32_t member = p->runs[r].members[0];
        bool direct = member != w && member != z;
        ck_assert_int_eq((int)p->runs[r].transport, (int)(direct ? TRANSPORT_DIRECT : TRANSPORT_COPY));
        ck_assert_int_eq(p->runs[r].if_changed, member == w);
    }
    fixture_free(f);
}
END_TEST

/* ---- calls ---- */

/* Only what no replay changes is left out, and what is large by itself. */
START_TEST(calls_leave_out_inputs_and_settings)
{
    fixture *f = fixture_new();
    uint32_t first = add_graph(f, GRAPH_REPLAY), second = add_graph(f, GRAPH_REPLAY), k = add_kernel(f, "k", "i");
    uint32_t x = add_buffer(f, "x", ROLE_INPUT, "f32", 8, 256), v = add_buffer(f, "v", ROLE_SETTING, "f32", 1, 256);
    uint32_t big = add_buffer(f, "big", ROLE_INPUT, "u8", PLAN_APART_BYTES, 256);
    uint32_t nearly = add_buffer(f, "nearly", ROLE_INPUT, "u8", PLAN_APART_BYTES - 1, 256);
    uint32_t b = add_buffer(f, "b", ROLE_INOUT, "f32", 8, 256);
    f->m.buffers[v].by_pointer = true;
    for (uint32_t i = 0; i < 4; i++)
        set_whole(f, add_launch(f, first, k), 0, i == 0 ? x : i == 1 ? v : i == 2 ? big : nearly);
    set_whole(f, add_launch(f, second, k), 0, x);
    set_whole(f, add_launch(f, second, k), 0, b);
    for (int call = 0; call < 2; call++) {
        f->m.api_call = call != 0;
        const plan *p = traffic_plan(f, false);
        size_t uploads = 0, left_out = 0;
        for (size_t i = 0; i < p->run_count; i++) {
            const plan_run *run = &p->runs[i];
            bool has_big = false, has_b = false;
            for (size_t n = 0; n < run->member_count; n++) {
                has_big = has_big || run->members[n] == big;
                has_b = has_b || run->members[n] == b;
            }
            uploads += run->direction == PLAN_UPLOAD;
            left_out += run->if_changed;
            ck_assert_int_eq(run->if_changed, call && run->direction == PLAN_UPLOAD && !has_b);
            ck_assert(!call || !has_big || run->member_count == 1);
        }
        ck_assert_uint_eq(uploads, call ? 3 : 2);
        ck_assert_uint_eq(left_out, call ? 2 : 0);
    }
    fixture_free(f);
}
END_TEST

int main(void)
{
    Suite *s = suite_create("traffic");
    TCase *c = tcase_create("traffic");
    tcase_add_test(c, one_run_for_each_direction);
    tcase_add_test(c, inouts_are_in_both_runs);
    tcase_add_test(c, separate_buffers_cross_alone);
    tcase_add_test(c, nothing_crosses_without_interface);
    tcase_add_test(c, larger_alignment_first_where_it_pads_less);
    tcase_add_test(c, each_graph_copies_what_it_uses);
    tcase_add_test(c, an_inout_goes_down_only_where_it_may_be_written);
    tcase_add_test(c, copies_are_as_few_as_any_order_has);
    tcase_add_test(c, many_sets_take_little_time);
    tcase_add_test(c, on_request_ranges_and_fixed_places_cross_alone);
    tcase_add_test(c, a_run_crosses_by_one_transport);
    tcase_add_test(c, each_direction_has_its_own_transport);
    tcase_add_test(c, what_kernels_use_directly_is_a_run_of_its_own);
    tcase_add_test(c, calls_leave_out_inputs_and_settings);
    suite_add_tcase(s, c);
    return run_suite(s);
}
