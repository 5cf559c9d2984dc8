/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The vggen authors */
#define _POSIX_C_SOURCE 200809L
#include "plan_messages.h"

#define NONE UINT64_MAX

START_TEST(a_chain_needs_two_slots)
{
    uint32_t x, y;
    fixture *f = chain(9, &x, &y);
    const plan *p = make_plan(f, false);
    ck_assert_uint_eq(p->arena_count, 1);
    ck_assert_uint_eq(p->arenas[0].bytes, 3 * 256);
    ck_assert_uint_eq(p->arenas[0].lower_bound, 3 * 256);
    ck_assert_uint_eq(p->arenas[0].sum, 11 * 256);
    ck_assert(p->arenas[0].proven);
    ck_assert_uint_gt(p->arenas[0].steps, 0);
    ck_assert_uint_eq(p->arenas[0].peak, 3 * 256);
    ck_assert_uint_eq(p->arenas[0].peak_graph, 0);
    ck_assert_str_eq(p->graphs[0].nodes[p->arenas[0].peak_node].name, "step_2");
    ck_assert(p->pinned.proven);
    ck_assert_uint_eq(p->pinned.peak, 512 + PLAN_COMPLETION_BYTES);
    ck_assert_uint_eq(p->pinned.peak_node, MODEL_NONE);
    ck_assert_uint_eq(p->places[x].offset, 0);
    ck_assert_uint_eq(p->pinned.bytes, 512 + PLAN_COMPLETION_BYTES);
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
        ck_assert_uint_eq(p->pinned.bytes, PLAN_COMPLETION_BYTES);
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

/* ---- several graphs, lanes, fixed offsets, budgets ---- */

START_TEST(graphs_share_bytes_where_all_of_them_let_them)
{
    for (int together = 0; together < 2; together++) {
        fixture *f = fixture_new();
        uint32_t x = add_buffer(f, "x", ROLE_INPUT, "f32", 64, 256), k = add_kernel(f, "k", "io");
        uint32_t a = add_buffer(f, "a", ROLE_SCRATCH, "f32", 64, 256),
                 c = add_buffer(f, "c", ROLE_SCRATCH, "f32", 64, 256);
        uint32_t b = add_buffer(f, "b", ROLE_SCRATCH, "f32", 64, 256),
                 y = add_buffer(f, "y", ROLE_OUTPUT, "f32", 64, 256);
        uint32_t one = add_graph(f, GRAPH_REPLAY), two = add_graph(f, GRAPH_REPLAY);
        add_step_of(f, one, k, x, a); /* x a b c y: a and c never meet here … */
        add_step_of(f, one, k, a, b);
        add_step_of(f, one, k, b, c);
        add_step_of(f, one, k, c, y);
        add_step_of(f, two, k, x, a); /* … but here they do */
        if (together)
            add_step_of(f, two, k, x, c);
        add_step_of(f, two, k, a, y);
        if (together)
            add_step_of(f, two, k, c, y);
        const plan *p = make_plan(f, false);
        ck_assert_uint_eq(p->arenas[0].bytes, (together ? 4 : 3) * 256);
        ck_assert_int_eq(p->places[a].offset == p->places[c].offset, !together);
        ck_assert(proven(f, p, true));
        fixture_free(f);
    }
}
END_TEST

START_TEST(lanes_have_one_copy_of_constants)
{
    for (unsigned lanes = 1; lanes < 4; lanes += 2) {
        for (int separate = 0; separate < 2; separate++) {
            fixture *f = fixture_new();
            uint32_t c = add_buffer(f, "c", ROLE_CONSTANT, "f32", 64, 256);
            uint32_t d = add_buffer(f, "d", ROLE_DERIVED, "f32", 65, 256),
                     s = add_buffer(f, "s", ROLE_STATE, "f32", 1, 256);
            f->m.lanes = lanes;
            add_graph(f, GRAPH_REPLAY);
            const plan *p = make_plan(f, separate != 0);
            bool shared = lanes > 1;
            ck_assert_uint_eq(p->arena_count, separate ? 3 : shared ? 2 : 1);
            ck_assert_int_eq(p->arenas[p->places[c].arena].shared, shared);
            ck_assert_int_eq(p->arenas[p->places[d].arena].shared, shared);
            ck_assert(!p->arenas[p->places[s].arena].shared);
            if (shared && !separate) {
                ck_assert_uint_eq(p->arenas[0].bytes, 256);
                ck_assert_uint_eq(p->arenas[1].bytes, 3 * 256);
            }
            ck_assert(proven(f, p, true));
            fixture_free(f);
        }
    }
}
END_TEST

START_TEST(others_go_around_fixed_offsets)
{
    uint32_t x, y;
    fixture *f = chain(3, &x, &y); /* three scratches in two places, and the output */
    uint32_t at = add_buffer(f, "at", ROLE_STATE, "f32", 64, 256),
             far = add_buffer(f, "far", ROLE_STATE, "f32", 64, 256);
    uint32_t big = add_buffer(f, "big", ROLE_STATE, "f32", 256, 256);
    f->m.buffers[at].fixed = f->m.buffers[far].fixed = true;
    f->m.buffers[at].fixed_offset = 256;
    f->m.buffers[far].fixed_offset = 2048;
    const plan *p = make_plan(f, false);
    ck_assert_uint_eq(p->places[at].offset, 256);
    ck_assert_uint_eq(p->places[far].offset, 2048);
    ck_assert_uint_eq(p->places[x].offset, 0);     /* before the first, */
    ck_assert_uint_eq(p->places[big].offset, 512); /* between both, and what shares bytes behind it */
    ck_assert_uint_eq(p->places[y].offset, 1536);
    ck_assert_uint_eq(p->arenas[0].bytes, 2048 + 256);
    ck_assert_uint_eq(p->arenas[0].lower_bound, p->arenas[0].bytes);
    ck_assert(proven(f, p, true));
    p = make_plan(f, true);
    ck_assert_uint_eq(p->places[far].offset, 2048);
    ck_assert_uint_eq(p->arenas[p->places[far].arena].bytes, 2048 + 256);
    ck_assert(proven(f, p, true));
    fixture_free(f);
}
END_TEST

START_TEST(fixed_offsets_may_meet_where_bytes_could_be_shared)
{
    uint32_t x, y;
    fixture *f = chain(3, &x, &y); /* t0 and t2 are buffers 2 and 4 */
    for (uint32_t b = 2; b < 5; b += 2) {
        f->m.buffers[b].fixed = true;
        f->m.buffers[b].fixed_offset = 1024;
    }
    const plan *p = make_plan(f, false);
    ck_assert_uint_eq(diag_error_count(f->d), 0);
    ck_assert(proven(f, p, true));
    f->m.buffers[3].fixed = true; /* t1 is alive together with both */
    f->m.buffers[3].fixed_offset = 1024;
    make_plan(f, false);
    ck_assert_uint_eq(diag_error_count(f->d), 2);
    fixture_free(f);
}
END_TEST

START_TEST(without_reuse_nothing_is_shared)
{
    uint32_t x, y;
    fixture *f = chain(4, &x, &y);
    f->m.reuse_off = true;
    plan *p = make_plan(f, false);
    ck_assert_uint_eq(p->arenas[0].bytes, 6 * 256);
    ck_assert_uint_eq(p->arenas[0].lower_bound, 6 * 256);
    ck_assert(proven(f, p, true));
    p->places[4].offset = p->places[2].offset; /* t2 on t0, which would be right with reuse */
    ck_assert(!proven(f, p, false));
    fixture_free(f);
}
END_TEST

START_TEST(what_crosses_on_request_keeps_its_bytes)
{
    uint32_t x, y;
    fixture *f = chain(3, &x, &y);
    f->m.buffers[y].download = TRAFFIC_ON_REQUEST;
    const plan *p = make_plan(f, false);
    ck_assert_uint_eq(p->arenas[0].bytes, 4 * 256);
    ck_assert(proven(f, p, true));
    fixture_free(f);
}
END_TEST

START_TEST(graphs_copy_to_and_from_the_same_pinned_bytes)
{
    fixture *f = fixture_new();
    uint32_t k = add_kernel(f, "k", "iio"), one = add_kernel(f, "one", "io");
    uint32_t a = add_graph(f, GRAPH_REPLAY), b = add_graph(f, GRAPH_REPLAY);
    uint32_t x = add_buffer(f, "x", ROLE_INPUT, "f32", 3, 16), w = add_buffer(f, "w", ROLE_INPUT, "f32", 3, 16);
    uint32_t y = add_buffer(f, "y", ROLE_OUTPUT, "f32", 16, 16), n = add_buffer(f, "n", ROLE_SETTING, "u32", 1, 256);
    f->m.buffers[n].by_pointer = false;
    f->m.buffers[y].down_first = 16;
    f->m.buffers[y].down_last = 48;
    model_step *s = add_launch(f, a, k);
    set_whole(f, s, 0, x);
    set_whole(f, s, 1, w);
    set_whole(f, s, 2, y);
    add_step_of(f, b, one, w, y);
    const plan *p = make_plan(f, false);
    ck_assert_uint_eq(p->run_count, 4);
    ck_assert_uint_eq(p->places[w].upload_offset, p->places[x].upload_offset + 16);
    ck_assert_uint_eq(p->runs[0].bytes, 28);
    ck_assert_uint_eq(p->runs[2].pinned_offset, p->places[w].upload_offset);
    ck_assert_uint_eq(p->runs[2].device_offset, p->places[w].offset);
    ck_assert_uint_eq(p->runs[2].bytes, 12);
    for (int r = 1; r < 4; r += 2) {
        ck_assert_uint_eq(p->runs[r].device_offset, p->places[y].offset + 16);
        ck_assert_uint_eq(p->runs[r].pinned_offset, p->places[y].download_offset + 16);
        ck_assert_uint_eq(p->runs[r].bytes, 32);
    }
    ck_assert_uint_eq(p->places[n].upload_offset, NONE); /* a value: no bytes anywhere */
    ck_assert_uint_eq(p->arenas[0].sum, 256);
    ck_assert(proven(f, p, true));
    fixture_free(f);
}
END_TEST

START_TEST(budgets_count_every_lane)
{
    uint32_t x, y;
    fixture *f = chain(3, &x, &y); /* 3 places of 256 bytes a lane, and the constant for all */
    add_buffer(f, "c", ROLE_CONSTANT, "f32", 128, 256);
    f->m.lanes = 4;
    set_given(&f->m.device_memory, 4 * 768 + 512);
    set_given(&f->m.pinned_memory, 4 * 768);
    const plan *p = make_plan(f, false);
    ck_assert_uint_eq(diag_error_count(f->d), 0);
    ck_assert(proven(f, p, true));
    f->m.device_memory.value--;
    ck_assert(!proven(f, p, false));
    make_plan(f, false);
    ck_assert_uint_eq(diag_error_count(f->d), 1);
    expect_messages(f, "expected at most 3583 bytes of device memory, found 3584 (4 lanes of 768, and 512 for all): "
                       "1 too many [memory-over-budget]");
    expect_messages(f, "the most bytes are alive at 'launch step': c (512), x (256), t0 (256), t1 (256)");
    f->m.device_memory.root = NULL;
    f->m.pinned_memory.value = 3071;
    ck_assert(!proven(f, p, false));
    make_plan(f, false);
    ck_assert_uint_eq(diag_error_count(f->d), 1);
    expect_messages(f, "expected at most 3071 bytes of pinned memory, found 3072 (4 lanes of 768): 1 too many");
    expect_messages(f, "these cross the bus: x (256), y (256); 256 more are for the end of a replay");
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
    tcase_add_test(c, graphs_share_bytes_where_all_of_them_let_them);
    tcase_add_test(c, lanes_have_one_copy_of_constants);
    tcase_add_test(c, others_go_around_fixed_offsets);
    tcase_add_test(c, fixed_offsets_may_meet_where_bytes_could_be_shared);
    tcase_add_test(c, without_reuse_nothing_is_shared);
    tcase_add_test(c, what_crosses_on_request_keeps_its_bytes);
    tcase_add_test(c, graphs_copy_to_and_from_the_same_pinned_bytes);
    tcase_add_test(c, budgets_count_every_lane);
    suite_add_tcase(s, c);
    return run_suite(s);
}
