/* SPDX-License-Identifier: MIT */
#include "../gen/place_parts.h"

#include "random_program.h"

#define NONE UINT64_MAX

/* n launches, each from the last one's output into a scratch of its own; first x, last y. */
static fixture *chain(size_t scratches, uint32_t *x, uint32_t *y)
{
    fixture *f = fixture_new();
    *x = add_buffer(f, "x", ROLE_INPUT, "f32", 64, 256);
    *y = add_buffer(f, "y", ROLE_OUTPUT, "f32", 64, 256);
    uint32_t k = add_kernel(f, "step", "io"), g = add_graph(f, GRAPH_REPLAY), from = *x;
    for (size_t i = 0; i <= scratches; i++) {
        uint32_t to = i < scratches ? add_buffer(f, arena_printf(f->a, "t%zu", i), ROLE_SCRATCH, "f32", 64, 256) : *y;
        model_step *s = add_launch(f, g, k);
        set_whole(f, s, 0, from);
        set_whole(f, s, 1, to);
        from = to;
    }
    return f;
}

START_TEST(a_chain_needs_two_slots)
{
    uint32_t x, y;
    fixture *f = chain(9, &x, &y);
    const plan *p = make_plan(f, false);
    ck_assert_uint_eq(p->arena_count, 1);
    ck_assert_uint_eq(p->arenas[0].bytes, 3 * 256);
    ck_assert_uint_eq(p->arenas[0].lower_bound, 3 * 256);
    ck_assert_uint_eq(p->arenas[0].sum, 11 * 256);
    ck_assert_uint_eq(p->places[x].offset, 0);
    ck_assert_uint_eq(p->pinned.bytes, 512);
    ck_assert_uint_eq(p->places[x].upload_offset, 0);
    ck_assert_uint_eq(p->places[x].download_offset, NONE);
    ck_assert_uint_eq(p->places[y].download_offset, 256);
    ck_assert(proven(f, p, true));
    fixture_free(f);
}
END_TEST

START_TEST(parallel_branches_share_nothing)
{
    fixture *f = fixture_new();
    uint32_t x = add_buffer(f, "x", ROLE_INPUT, "f32", 64, 256), y = add_buffer(f, "y", ROLE_OUTPUT, "f32", 64, 256);
    uint32_t k = add_kernel(f, "k", "io"), join = add_kernel(f, "join", "iio"), g = add_graph(f, GRAPH_REPLAY);
    uint32_t a = add_buffer(f, "a", ROLE_SCRATCH, "f32", 64, 256), b = add_buffer(f, "b", ROLE_SCRATCH, "f32", 64, 256);
    const uint32_t to[] = {a, b};
    for (int i = 0; i < 2; i++) {
        model_step *s = add_launch(f, g, k);
        set_whole(f, s, 0, x);
        set_whole(f, s, 1, to[i]);
    }
    model_step *s = add_launch(f, g, join);
    set_whole(f, s, 0, a);
    set_whole(f, s, 1, b);
    set_whole(f, s, 2, y);
    const plan *p = make_plan(f, false);
    ck_assert_uint_eq(p->arenas[0].bytes, 4 * 256);
    ck_assert_uint_eq(p->arenas[0].lower_bound, 4 * 256);
    ck_assert(proven(f, p, true));
    fixture_free(f);
}
END_TEST

START_TEST(setup_and_replay_share_scratch)
{
    fixture *f = fixture_new();
    uint32_t c = add_buffer(f, "c", ROLE_CONSTANT, "f32", 64, 256),
             d = add_buffer(f, "d", ROLE_DERIVED, "f32", 64, 256);
    uint32_t y = add_buffer(f, "y", ROLE_OUTPUT, "f32", 64, 256), s = add_buffer(f, "s", ROLE_SCRATCH, "f32", 64, 256);
    uint32_t k = add_kernel(f, "k", "iwo"), one = add_kernel(f, "one", "io"), replay = add_graph(f, GRAPH_REPLAY);
    uint32_t setup = add_graph(f, GRAPH_SETUP);
    model_step *step = add_launch(f, setup, k);
    set_whole(f, step, 0, c);
    set_whole(f, step, 1, s);
    set_whole(f, step, 2, d);
    step = add_launch(f, replay, one);
    set_whole(f, step, 0, d);
    set_whole(f, step, 1, y);
    const plan *p = make_plan(f, false);
    ck_assert_uint_eq(p->arenas[0].bytes, 3 * 256);
    ck_assert_uint_eq(p->places[s].offset, p->places[y].offset);
    ck_assert(proven(f, p, true));
    fixture_free(f);
}
END_TEST

START_TEST(runs_keep_their_shape_in_pinned_memory)
{
    fixture *f = fixture_new();
    uint32_t x = add_buffer(f, "x", ROLE_INPUT, "u8", 5, 4), b = add_buffer(f, "b", ROLE_INOUT, "u8", 6, 8);
    uint32_t y = add_buffer(f, "y", ROLE_OUTPUT, "u8", 300, 256),
             gain = add_buffer(f, "gain", ROLE_SETTING, "f32", 1, 4);
    add_graph(f, GRAPH_REPLAY);
    const plan *p = make_plan(f, false);
    ck_assert_uint_eq(p->run_count, 2);
    const plan_run *up = &p->runs[0], *down = &p->runs[1];
    ck_assert_uint_eq(p->places[gain].offset, up->device_offset);
    ck_assert_uint_eq(p->places[x].offset, up->device_offset + 4);
    ck_assert_uint_eq(p->places[b].offset, up->device_offset + 16);
    ck_assert_uint_eq(up->bytes, 22);
    ck_assert_uint_eq(down->device_offset, p->places[b].offset);
    ck_assert_uint_eq(p->places[y].offset, up->device_offset + 256);
    ck_assert_uint_eq(down->bytes, 256 - 16 + 300);
    ck_assert_uint_eq(p->places[b].upload_offset, up->pinned_offset + 16);
    ck_assert_uint_eq(p->places[b].download_offset, down->pinned_offset);
    ck_assert_uint_eq(p->places[y].download_offset, down->pinned_offset + 240);
    ck_assert_uint_eq(p->places[y].download_offset % 256, 0);
    ck_assert_uint_ge(down->pinned_offset, up->pinned_offset + up->bytes);
    ck_assert_uint_eq(p->places[x].download_offset, NONE);
    ck_assert_uint_eq(p->places[y].upload_offset, NONE);
    ck_assert(proven(f, p, true));
    fixture_free(f);
}
END_TEST

START_TEST(separate_buffers_have_arenas_of_their_own)
{
    fixture *f = fixture_new();
    add_graph(f, GRAPH_REPLAY);
    uint32_t a = add_buffer(f, "a", ROLE_STATE, "f32", 65, 256), e = add_buffer(f, "e", ROLE_STATE, "f32", 0, 256);
    uint32_t b = add_buffer(f, "b", ROLE_INOUT, "f32", 4, 256);
    const plan *p = make_plan(f, true);
    ck_assert_uint_eq(p->arena_count, 2);
    ck_assert_uint_eq(p->places[a].arena, 0);
    ck_assert_uint_eq(p->places[e].arena, 0);
    ck_assert_uint_eq(p->places[b].arena, 1);
    ck_assert_uint_eq(p->arenas[0].bytes, 512);
    ck_assert_uint_eq(p->arenas[1].bytes, 256);
    ck_assert_uint_ne(p->places[b].upload_offset, p->places[b].download_offset);
    ck_assert(proven(f, p, true));
    fixture_free(f);
}
END_TEST

START_TEST(memory_is_never_empty)
{
    for (int separate = 0; separate < 2; separate++) {
        fixture *f = fixture_new();
        add_graph(f, GRAPH_REPLAY);
        add_buffer(f, "e", ROLE_STATE, "f32", 0, 256);
        const plan *p = make_plan(f, separate != 0);
        ck_assert_uint_eq(p->arena_count, 1);
        ck_assert_uint_eq(p->arenas[0].bytes, 256);
        ck_assert_uint_eq(p->pinned.bytes, 256);
        ck_assert(proven(f, p, true));
        fixture_free(f);
    }
}
END_TEST

START_TEST(too_much_memory_is_an_error)
{
    for (int separate = 0; separate < 2; separate++) {
        fixture *f = fixture_new();
        add_graph(f, GRAPH_REPLAY);
        for (int i = 0; i < 5; i++)
            add_buffer(f, "huge", ROLE_STATE, "f32", UINT64_C(1) << 60, 256);
        make_plan(f, separate != 0);
        ck_assert_uint_eq(diag_error_count(f->d), 1);
        fixture_free(f);
    }
}
END_TEST

/* ---- conflicts, against the definition ---- */

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
    const bool *reach[4];
    for (uint32_t i = 0; i < items.count; i++)
        number[i] = i;
    for (size_t g = 0; g < p->graph_count; g++)
        reach[g] = reachable(f->a, &p->graphs[g]);
    place_conflicts c = place_list_conflicts(f->a, p, &items, number, items.count);
    const size_t *counts = place_count_conflicts(f->a, p, &items, number, items.count);
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
        const plan *p = make_plan(f, false);
        check_conflicts(f, p);
        ck_assert_uint_le(p->arenas[0].lower_bound, p->arenas[0].bytes);
        ck_assert_uint_le(p->arenas[0].bytes, p->arenas[0].sum + 512); /* a start for shared bytes may need padding */
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
    Suite *s = suite_create("place");
    TCase *c = tcase_create("place");
    tcase_set_timeout(c, 120);
    tcase_add_test(c, a_chain_needs_two_slots);
    tcase_add_test(c, parallel_branches_share_nothing);
    tcase_add_test(c, setup_and_replay_share_scratch);
    tcase_add_test(c, runs_keep_their_shape_in_pinned_memory);
    tcase_add_test(c, separate_buffers_have_arenas_of_their_own);
    tcase_add_test(c, memory_is_never_empty);
    tcase_add_test(c, too_much_memory_is_an_error);
    tcase_add_test(c, random_programs_have_exact_conflicts_and_bounds);
    tcase_add_test(c, many_items_cross_block_borders);
    suite_add_tcase(s, c);
    return run_suite(s);
}
