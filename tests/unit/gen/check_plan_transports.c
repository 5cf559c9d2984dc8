/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The vggen authors */
/* Transfers by vg_copy and buffers that kernels use in pinned memory, through the stages from traffic to verify. */
#define _POSIX_C_SOURCE 200809L
#include "plan_messages.h"
#include "random_program.h"

#define EXPECT_NAMES(g, ...)                                                                                           \
    do {                                                                                                               \
        const char *const expected_names[] = {__VA_ARGS__};                                                            \
        expect_names((g), sizeof expected_names / sizeof *expected_names, expected_names);                             \
    } while (0)

/* ---- launches of vg_copy ---- */

#define MOST PLAN_COPY_MOST_BLOCKS

static void expect_launch(const fixture *f, const plan_node *node, uint32_t blocks)
{
    ck_assert_int_eq((int)node->kind, (int)PLAN_TRANSFER);
    ck_assert_str_eq(f->p->kernels[node->kernel]->name, "vg_copy");
    ck_assert_uint_eq(node->grid[0], blocks);
    ck_assert_uint_eq(node->block[0], 256);
    for (size_t d = 1; d < 3; d++)
        ck_assert(node->grid[d] == 1 && node->block[d] == 1);
    ck_assert_uint_eq(node->argument_count, 0);
    ck_assert_uint_eq(node->range_count, 1);
}

/* One for each run, with as many threads as there are pieces of 16 bytes, up to a limit. */
START_TEST(transfers_by_kernel_are_launches)
{
    static const struct {
        uint64_t bytes;
        uint32_t blocks;
    } cases[] = {{1, 1},
                 {4096, 1},
                 {4097, 2},
                 {8193, 3},
                 {(MOST - 1) * 4096, MOST - 1},
                 {MOST * 4096, MOST},
                 {MOST * 4096 + 1, MOST},
                 {UINT64_C(1) << 40, MOST}};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        fixture *f = fixture_new();
        uint32_t k = add_kernel(f, "k", "io"), x = add_buffer(f, "x", ROLE_INPUT, "u8", cases[i].bytes, 256);
        uint32_t y = add_buffer(f, "y", ROLE_OUTPUT, "u8", 7, 256);
        add_buffer(f, "w", ROLE_INPUT, "u8", 7, 256);
        set_transport(f, x, TRANSPORT_KERNEL);
        set_transport(f, y, TRANSPORT_KERNEL);
        add_step_of(f, add_graph(f, GRAPH_REPLAY), k, x, y);
        const plan *p = make_plan(f, false);
        const plan_graph *g = &p->graphs[0];
        EXPECT_NAMES(g, "upload_x", "upload_w", "k", "download");
        ck_assert_str_eq(g->nodes[0].title, "upload x");
        for (size_t n = 0; n < 4; n++)
            ck_assert_int_eq(plan_is_launch(p, &g->nodes[n]), n != 1);
        expect_launch(f, &g->nodes[0], cases[i].blocks);
        expect_launch(f, &g->nodes[3], 1);
        expect_plan_range(&g->nodes[0].ranges[0], x, 0, cases[i].bytes, PLAN_WRITE | PLAN_WHOLE);
        expect_plan_range(&g->nodes[3].ranges[0], y, 0, 7, PLAN_READ);
        ck_assert_uint_eq(g->nodes[1].grid[0], 0); /* a copy node has none */
        ck_assert(proven(f, p, true));
        fixture_free(f);
    }
}
END_TEST

/* The bytes between members are copied too, those outside a range are not. */
START_TEST(grids_are_of_all_that_is_copied)
{
    fixture *f = fixture_new();
    add_graph(f, GRAPH_REPLAY);
    for (int i = 0; i < 3; i++)
        set_transport(f, add_buffer(f, arena_printf(f->a, "x%d", i), ROLE_INPUT, "u8", 1, 4096), TRANSPORT_KERNEL);
    uint32_t y = add_buffer(f, "y", ROLE_OUTPUT, "u8", 1 << 20, 256);
    set_transport(f, y, TRANSPORT_KERNEL);
    f->m.buffers[y].down_first = 1 << 18;
    f->m.buffers[y].down_last = (1 << 18) + 5 * 4096;
    const plan *p = make_plan(f, false);
    const plan_graph *g = &p->graphs[0];
    EXPECT_NAMES(g, "upload", "clear_y", "download_y");
    ck_assert_uint_eq(p->runs[0].bytes, 2 * 4096 + 1);
    ck_assert_uint_eq(g->nodes[0].grid[0], 3);
    ck_assert_uint_eq(g->nodes[2].grid[0], 5);
    ck_assert(proven(f, p, true));
    fixture_free(f);
}
END_TEST

/* An inout that lies one byte before a boundary: what is copied with it is 2 bytes, not a page. */
START_TEST(grids_know_where_members_lie)
{
    fixture *f = fixture_new();
    add_graph(f, GRAPH_REPLAY);
    uint32_t x = add_buffer(f, "x", ROLE_INPUT, "u8", 4080, 1), b = add_buffer(f, "b", ROLE_INOUT, "u8", 16, 1);
    uint32_t y = add_buffer(f, "y", ROLE_OUTPUT, "u8", 1, 4096);
    for (uint32_t i = x; i <= y; i++)
        set_transport(f, i, TRANSPORT_KERNEL);
    const plan *p = make_plan(f, false);
    ck_assert_uint_eq(p->places[b].offset % 4096, 4080);
    ck_assert_uint_eq(p->runs[1].bytes, 17);
    ck_assert_uint_eq(p->graphs[0].nodes[p->graphs[0].node_count - 1].grid[0], 1);
    ck_assert(proven(f, p, true));
    fixture_free(f);
}
END_TEST

/* vg_copy moves 16 bytes at a time from where both ends allow it. */
START_TEST(what_vg_copy_begins_with_is_aligned_for_it)
{
    for (int by_kernel = 0; by_kernel < 2; by_kernel++) {
        fixture *f = fixture_new();
        add_graph(f, GRAPH_REPLAY);
        uint32_t s = add_buffer(f, "s", ROLE_STATE, "u8", 3, 1), x = add_buffer(f, "x", ROLE_INPUT, "u8", 5, 1);
        uint32_t b = add_buffer(f, "b", ROLE_INOUT, "u8", 6, 2), y = add_buffer(f, "y", ROLE_OUTPUT, "u8", 9, 1);
        for (uint32_t i = x; i <= y; i++)
            set_transport(f, i, by_kernel ? TRANSPORT_KERNEL : TRANSPORT_COPY);
        for (int separate = 0; separate < 2; separate++) {
            const plan *p = make_plan(f, separate != 0);
            for (size_t r = 0; r < p->run_count && by_kernel; r++) {
                ck_assert_uint_eq(p->runs[r].device_offset % 16, 0);
                ck_assert_uint_eq(p->runs[r].pinned_offset % 16, 0);
            }
            if (!separate) { /* others are as tight as the spec lets them be */
                ck_assert_uint_eq(p->places[b].offset - p->places[x].offset, by_kernel ? 16 : 6);
                ck_assert_uint_eq(p->places[y].offset - p->places[b].offset, 6);
                ck_assert_uint_eq(p->places[s].offset % 16 != 0, 1);
            }
            ck_assert(proven(f, p, true));
        }
        fixture_free(f);
    }
}
END_TEST

/* ---- pieces ---- */

/* x → g → h, z; then h, z → each y: once z is written, g is used up and the outputs behind z may have its bytes. */
static const plan *plan_with_outputs(fixture *f, unsigned outputs, plan_transport transport)
{
    uint32_t x = add_buffer(f, "x", ROLE_INPUT, "u8", 4096, 256), g = add_buffer(f, "g", ROLE_SCRATCH, "u8", 4096, 256);
    uint32_t h = add_buffer(f, "h", ROLE_SCRATCH, "u8", 4096, 256), z = add_buffer(f, "z", ROLE_OUTPUT, "u8", 16, 256);
    uint32_t one = add_kernel(f, "one", "io"), two = add_kernel(f, "two", "ioo"), join = add_kernel(f, "join", "iio");
    uint32_t graph = add_graph(f, GRAPH_REPLAY);
    model_step *step = add_launch(f, graph, one);
    set_whole(f, step, 0, x);
    set_whole(f, step, 1, g);
    step = add_launch(f, graph, two);
    set_whole(f, step, 0, g);
    set_whole(f, step, 1, h);
    set_whole(f, step, 2, z);
    set_transport(f, z, transport);
    for (unsigned i = 0; i < outputs; i++) {
        uint32_t y = add_buffer(f, arena_printf(f->a, "y%u", i), ROLE_OUTPUT, "u8", i % 2 == 0 ? 4096 / outputs : 1, 16);
        set_transport(f, y, transport);
        step = add_launch(f, graph, join);
        set_whole(f, step, 0, h);
        set_whole(f, step, 1, z);
        set_whole(f, step, 2, y);
    }
    return make_plan(f, false);
}

/* What copy nodes move lies side by side: the bound is one with these transfers. */
START_TEST(what_a_kernel_moves_lies_apart_where_that_saves_memory)
{
    static const unsigned counts[] = {1, 2, 40, 200};
    for (size_t i = 0; i < sizeof counts / sizeof *counts; i++) {
        fixture *f = fixture_new(), *other = fixture_new();
        const plan *p = plan_with_outputs(f, counts[i], TRANSPORT_KERNEL);
        const plan *q = plan_with_outputs(other, counts[i], TRANSPORT_COPY);
        const plan_run *down = &p->runs[p->run_count - 1];
        ck_assert_uint_eq(down->member_count, counts[i] + 1);
        ck_assert_uint_lt(p->arenas[0].bytes, q->arenas[0].bytes);
        ck_assert(q->arenas[0].tied && q->runs[q->run_count - 1].piece_count == 1);
        ck_assert(down->piece_count > 1 && down->piece_count <= PLAN_MOST_PIECES);
        const plan_node *node = &p->graphs[0].nodes[p->graphs[0].node_count - 1];
        ck_assert_str_eq(p->kernels[node->kernel]->name, "vg_copy_pieces");
        ck_assert_uint_eq(plan_find_kernel(p, "copy.cu", "vg_copy"), MODEL_NONE);
        ck_assert(proven(f, p, true) && proven(other, q, true));
        fixture_free(f);
        fixture_free(other);
    }
}
END_TEST

/* With all outputs alive at once nothing is gained, and one launch of vg_copy moves them as it did. */
START_TEST(without_gain_transfers_stay_one_piece)
{
    fixture *f = fixture_new();
    uint32_t x = add_buffer(f, "x", ROLE_INPUT, "u8", 4096, 256), y = add_buffer(f, "y", ROLE_OUTPUT, "u8", 4096, 256);
    uint32_t z = add_buffer(f, "z", ROLE_OUTPUT, "u8", 4096, 256);
    model_step *step = add_launch(f, add_graph(f, GRAPH_REPLAY), add_kernel(f, "two", "ioo"));
    set_whole(f, step, 0, x);
    set_whole(f, step, 1, y);
    set_whole(f, step, 2, z);
    set_transport(f, y, TRANSPORT_KERNEL);
    set_transport(f, z, TRANSPORT_KERNEL);
    const plan *p = make_plan(f, false);
    const plan_run *down = &p->runs[p->run_count - 1];
    ck_assert(down->piece_count == 1 && down->member_count == 2 && down->bytes == 8192);
    ck_assert_str_eq(p->kernels[p->graphs[0].nodes[p->graphs[0].node_count - 1].kernel]->name, "vg_copy");
    ck_assert(p->arenas[0].proven && !p->arenas[0].tied);
    ck_assert(proven(f, p, true));
    fixture_free(f);
}
END_TEST

/* ---- hazards and reuse ---- */

static void expect_same_plan(const plan *p, const plan *q)
{
    const plan_graph *g = &p->graphs[0], *h = &q->graphs[0];
    ck_assert_uint_eq(g->node_count, h->node_count);
    ck_assert_uint_eq(g->tight_count, h->tight_count);
    for (size_t n = 0; n < g->node_count; n++) {
        ck_assert_str_eq(g->nodes[n].name, h->nodes[n].name);
        ck_assert_uint_eq(g->nodes[n].after_count, h->nodes[n].after_count);
        for (size_t i = 0; i < g->nodes[n].after_count; i++)
            ck_assert_uint_eq(g->nodes[n].after[i], h->nodes[n].after[i]);
    }
    ck_assert_uint_eq(p->arenas[0].bytes, q->arenas[0].bytes);
    ck_assert_uint_eq(p->arenas[0].lower_bound, q->arenas[0].lower_bound);
    ck_assert_uint_eq(p->pinned.bytes, q->pinned.bytes);
}

/* Eight branches from one input, each to an output of its own: what reuses bytes waits for the copy that frees them. */
static fixture *branches(bool tight)
{
    fixture *f = fixture_new();
    uint32_t k = add_kernel(f, "k", "io"), g = add_graph(f, GRAPH_REPLAY);
    uint32_t x = add_buffer(f, "x", ROLE_INPUT, "f32", 64, 256);
    for (int i = 0; i < 8; i++) {
        uint32_t t = add_buffer(f, arena_printf(f->a, "t%d", i), ROLE_SCRATCH, "f32", 256, 256);
        uint32_t y = add_buffer(f, arena_printf(f->a, "y%d", i), ROLE_OUTPUT, "f32", 64, 256);
        add_step_of(f, g, k, x, t);
        add_step_of(f, g, k, t, y);
    }
    f->m.reuse_tight = tight;
    return f;
}

/* A launch of vg_copy waits, and is waited for, like a copy node. */
START_TEST(transfers_by_kernel_have_the_same_hazards)
{
    fixture *f = branches(_i != 0);
    const plan *p = make_plan(f, false);
    ck_assert(_i == 0 || p->graphs[0].tight_count > 0);
    for (uint32_t b = 0; b < f->m.buffer_count; b++)
        set_transport(f, b, TRANSPORT_KERNEL);
    const plan *q = make_plan(f, false);
    ck_assert(q->runs[0].transport == TRANSPORT_KERNEL);
    expect_same_plan(p, q);
    for (uint32_t b = 0; b < f->m.buffer_count; b++)
        ck_assert(memcmp(&p->places[b], &q->places[b], sizeof *p->places) == 0);
    ck_assert(proven(f, q, true));
    fixture_free(f);
}
END_TEST

/* ---- buffers in pinned memory ---- */

/* No node, and the others are named as if it were not there; whether it has to be cleared is asked all the same. */
START_TEST(what_kernels_use_directly_has_no_transfer)
{
    fixture *f = fixture_new();
    uint32_t k = add_kernel(f, "k", "iio"), g = add_graph(f, GRAPH_REPLAY);
    uint32_t x = add_buffer(f, "x", ROLE_INPUT, "f32", 4, 256), w = add_buffer(f, "w", ROLE_INPUT, "f32", 4, 256);
    uint32_t y = add_buffer(f, "y", ROLE_OUTPUT, "f32", 4, 256);
    set_transport(f, x, TRANSPORT_DIRECT);
    set_transport(f, y, TRANSPORT_DIRECT);
    model_step *s = add_launch(f, g, k);
    set_whole(f, s, 0, x);
    set_whole(f, s, 1, w);
    set_whole(f, s, 2, y);
    s->arguments[0].once = s->arguments[2].once = true;
    const plan *p = make_plan(f, false);
    EXPECT_NAMES(&p->graphs[0], "upload", "k");
    expect_plan_range(&p->graphs[0].nodes[1].ranges[0], x, 0, 16, PLAN_READ);
    expect_plan_range(&p->graphs[0].nodes[1].ranges[2], y, 0, 16, PLAN_WRITE | PLAN_WHOLE);
    ck_assert(proven(f, p, true));
    s->arguments[2].slice.last = 12; /* stage transport would not have it so */
    p = make_plan(f, false);
    EXPECT_NAMES(&p->graphs[0], "upload", "clear_y", "k");
    ck_assert(!proven(f, p, false));
    fixture_free(f);
}
END_TEST

/* Two graphs use x, which is direct, and w, which is not; y is direct, z is not. */
static fixture *two_graphs(uint32_t *x, uint32_t *w, uint32_t *y, uint32_t *z)
{
    fixture *f = fixture_new();
    uint32_t k = add_kernel(f, "k", "iio"), one = add_graph(f, GRAPH_REPLAY), two = add_graph(f, GRAPH_REPLAY);
    *w = add_buffer(f, "w", ROLE_INPUT, "f32", 65, 256);
    *x = add_buffer(f, "x", ROLE_INPUT, "f32", 3, 1024);
    *y = add_buffer(f, "y", ROLE_OUTPUT, "f32", 64, 256);
    *z = add_buffer(f, "z", ROLE_OUTPUT, "f32", 64, 256);
    set_transport(f, *x, TRANSPORT_DIRECT);
    set_transport(f, *y, TRANSPORT_DIRECT);
    for (uint32_t g = one; g <= two; g++) {
        model_step *s = add_launch(f, g, k);
        set_whole(f, s, 0, *x);
        set_whole(f, s, 1, *w);
        set_whole(f, s, 2, g == one ? *y : *z);
        s->arguments[0].once = s->arguments[2].once = true;
    }
    return f;
}

START_TEST(what_kernels_use_directly_lies_in_pinned_memory_alone)
{
    uint32_t x, w, y, z;
    fixture *f = two_graphs(&x, &w, &y, &z);
    f->m.lanes = 1 + 2 * (unsigned)(_i / 2);
    const plan *p = make_plan(f, _i % 2 != 0);
    ck_assert_uint_eq(p->places[x].arena, PLAN_PINNED);
    ck_assert_uint_eq(p->places[x].offset, p->places[x].upload_offset);
    ck_assert_uint_eq(p->places[x].offset % 1024, 0);
    ck_assert_uint_eq(p->places[x].download_offset, UINT64_MAX);
    ck_assert_uint_eq(p->places[y].arena, PLAN_PINNED);
    ck_assert_uint_eq(p->places[y].offset, p->places[y].download_offset);
    ck_assert_uint_eq(p->places[y].upload_offset, UINT64_MAX);
    if (p->separate) {
        ck_assert_uint_eq(p->arena_count, 2);
        ck_assert_uint_eq(p->arenas[0].bytes, 512);
        ck_assert_uint_eq(p->arenas[1].bytes, 256);
    } else {
        ck_assert_uint_eq(p->arena_count, 1);
        ck_assert_uint_eq(p->arenas[0].bytes, 768);
    }
    ck_assert_uint_lt(p->places[w].arena, p->arena_count);
    ck_assert_uint_lt(p->places[z].arena, p->arena_count);
    size_t direct = 0;
    for (size_t r = 0; r < p->run_count; r++) {
        const plan_run *run = &p->runs[r];
        uint32_t b = run->members[0];
        if (run->transport != TRANSPORT_DIRECT)
            continue;
        direct++;
        ck_assert_uint_eq(run->pinned_offset, p->places[b].offset);
        ck_assert_uint_eq(run->device_offset, run->pinned_offset);
        ck_assert_uint_eq(run->bytes, f->m.buffers[b].size);
    }
    ck_assert_uint_eq(direct, 3); /* x in both graphs, at the same bytes */
    ck_assert(proven(f, p, true));
    fixture_free(f);
}
END_TEST

/* Where nothing else is, there is no device memory to be had but what a driver gives for an address. */
START_TEST(all_of_a_program_may_lie_in_pinned_memory)
{
    for (int separate = 0; separate < 2; separate++) {
        uint32_t x, y;
        fixture *f = chain(0, &x, &y);
        set_transport(f, x, TRANSPORT_DIRECT);
        set_transport(f, y, TRANSPORT_DIRECT);
        f->m.graphs[0].steps[0].arguments[0].once = f->m.graphs[0].steps[0].arguments[1].once = true;
        const plan *p = make_plan(f, separate != 0);
        EXPECT_NAMES(&p->graphs[0], "step");
        ck_assert_uint_eq(p->arena_count, 0);
        ck_assert_uint_eq(p->pinned.bytes, 512 + PLAN_COMPLETION_BYTES);
        ck_assert(proven(f, p, true));
        fixture_free(f);
    }
}
END_TEST

/* ---- the end of pinned memory ---- */

START_TEST(the_end_of_pinned_memory_is_no_buffers)
{
    fixture *f = fixture_new();
    add_graph(f, GRAPH_REPLAY);
    set_given(&f->m.pinned_memory, 256);
    ck_assert_uint_eq(make_plan(f, false)->pinned.bytes, 256);
    ck_assert_uint_eq(diag_error_count(f->d), 0);
    f->m.pinned_memory.value = 255;
    make_plan(f, false);
    ck_assert_uint_eq(diag_error_count(f->d), 1);
    expect_messages(f, "expected at most 255 bytes of pinned memory, found 256: 1 too many");
    expect_messages(f, "nothing crosses the bus; 256 are for the end of a replay");
    uint32_t x = add_buffer(f, "x", ROLE_INPUT, "u8", 256, 256);
    set_transport(f, x, (plan_transport)_i);
    f->m.pinned_memory.value = 512;
    const plan *p = make_plan(f, false);
    ck_assert_uint_eq(p->pinned.bytes, 512);
    ck_assert_uint_eq(p->pinned.lower_bound, 512);
    ck_assert_uint_eq(p->places[x].upload_offset, 0);
    ck_assert_uint_eq(diag_error_count(f->d), 0);
    fixture_free(f);
}
END_TEST

/* ---- all together ---- */

static void check_run(const fixture *f, const plan *p, const plan_run *run)
{
    const model_buffer *first = &f->m.buffers[run->members[0]];
    for (size_t i = 0; i < run->member_count; i++) {
        ck_assert_int_eq((int)run->transport, (int)f->crossings[run->members[i]].by[run->direction]);
    }
    if (run->transport == TRANSPORT_KERNEL && !first->fixed && run->last == UINT64_MAX) {
        ck_assert_uint_eq(run->device_offset % 16, 0);
        ck_assert_uint_eq(run->pinned_offset % 16, 0);
    }
    ck_assert_uint_le(run->pinned_offset + run->bytes, p->pinned.bytes - PLAN_COMPLETION_BYTES);
}

START_TEST(random_programs_with_mixed_transports_are_proven)
{
    uint64_t seed = random_seed("transports");
    size_t by_kernel = 0;
    for (int round = 0; round < 400; round++) {
        fixture *f = random_fixture(&seed, 24);
        for (uint32_t b = 0; b < f->m.buffer_count; b++) {
            if (random_below(&seed, 2))
                set_transport(f, b, TRANSPORT_KERNEL);
            if (random_below(&seed, 4) == 0)
                f->crossings[b].by[PLAN_UPLOAD] = TRANSPORT_COPY;
            if (random_below(&seed, 4) == 0)
                f->crossings[b].by[PLAN_DOWNLOAD] = TRANSPORT_COPY;
        }
        const plan *p = random_plan(f, random_below(&seed, 4) == 0);
        for (size_t r = 0; r < p->run_count; r++) {
            check_run(f, p, &p->runs[r]);
            by_kernel += p->runs[r].transport == TRANSPORT_KERNEL;
        }
        ck_assert_msg(proven(f, p, true), "round %d", round);
        fixture_free(f);
    }
    ck_assert_uint_gt(by_kernel, 400);
}
END_TEST

int main(void)
{
    Suite *s = suite_create("plan transports");
    TCase *c = tcase_create("plan transports");
    tcase_set_timeout(c, 120);
    tcase_add_test(c, transfers_by_kernel_are_launches);
    tcase_add_test(c, grids_are_of_all_that_is_copied);
    tcase_add_test(c, grids_know_where_members_lie);
    tcase_add_test(c, what_vg_copy_begins_with_is_aligned_for_it);
    tcase_add_test(c, what_a_kernel_moves_lies_apart_where_that_saves_memory);
    tcase_add_test(c, without_gain_transfers_stay_one_piece);
    tcase_add_loop_test(c, transfers_by_kernel_have_the_same_hazards, 0, 2);
    tcase_add_test(c, what_kernels_use_directly_has_no_transfer);
    tcase_add_loop_test(c, what_kernels_use_directly_lies_in_pinned_memory_alone, 0, 4);
    tcase_add_test(c, all_of_a_program_may_lie_in_pinned_memory);
    tcase_add_loop_test(c, the_end_of_pinned_memory_is_no_buffers, 0, 3);
    tcase_add_test(c, random_programs_with_mixed_transports_are_proven);
    suite_add_tcase(s, c);
    return run_suite(s);
}
