/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The vggen authors */
#include "plan_fixture.h"

static const plan_graph *lowered(fixture *f, bool separate)
{
    plan *p = traffic_plan(f, separate);
    lower_graphs(f->a, f->d, &f->m, p);
    ck_assert_uint_eq(p->graph_count, f->m.graph_count);
    return &p->graphs[0];
}

#define EXPECT_NAMES(g, ...)                                                                                           \
    do {                                                                                                               \
        const char *const expected_names[] = {__VA_ARGS__};                                                            \
        expect_names((g), sizeof expected_names / sizeof *expected_names, expected_names);                             \
    } while (0)

START_TEST(steps_stand_between_upload_and_download)
{
    fixture *f = fixture_new();
    uint32_t x = add_buffer(f, "x", ROLE_INPUT, "f32", 16, 256), y = add_buffer(f, "y", ROLE_OUTPUT, "f32", 16, 256);
    uint32_t h = add_buffer(f, "hist", ROLE_STATE, "f32", 8, 256), k = add_kernel(f, "fir", "iobwpv");
    uint32_t t = add_buffer(f, "t", ROLE_SCRATCH, "f32", 8, 256), g = add_graph(f, GRAPH_REPLAY);
    model_step *s = add_launch(f, g, k);
    set_argument(f, s, 0, x, 4, 64);
    set_whole(f, s, 1, y);
    set_whole(f, s, 2, h);
    set_whole(f, s, 3, t);
    set_argument(f, s, 4, t, 8, 8);
    set_value(f, s, 5, 7);
    s->grid_size[1] = 3;
    s->shared_bytes = 64;
    add_copy(f, g, x, 0, h, 16, 16);
    const plan_graph *p = lowered(f, false);
    EXPECT_NAMES(p, "upload", "fir", "copy_x_hist", "download");
    ck_assert_str_eq(p->nodes[0].title, "upload x");
    ck_assert_str_eq(p->nodes[1].title, "launch fir");
    ck_assert_str_eq(p->nodes[3].title, "download y");
    expect_plan_range(&p->nodes[0].ranges[0], x, 0, 64, PLAN_WRITE | PLAN_WHOLE);
    const plan_node *fir = &p->nodes[1];
    ck_assert_uint_eq(fir->range_count, 4);
    expect_plan_range(&fir->ranges[0], x, 4, 64, PLAN_READ);
    expect_plan_range(&fir->ranges[1], y, 0, 64, PLAN_WRITE | PLAN_WHOLE);
    expect_plan_range(&fir->ranges[2], h, 0, 32, PLAN_READ | PLAN_WRITE);
    expect_plan_range(&fir->ranges[3], t, 0, 32, PLAN_READ | PLAN_WRITE | PLAN_WORK);
    ck_assert_uint_eq(fir->argument_count, 6);
    ck_assert(fir->arguments[0].pointer && fir->arguments[0].first == 4);
    ck_assert(fir->arguments[4].pointer && fir->arguments[4].buffer == t && fir->arguments[4].first == 8);
    ck_assert(!fir->arguments[5].pointer && fir->arguments[5].value[0] == 7);
    ck_assert_str_eq(fir->arguments[5].parameter, "p5");
    ck_assert_uint_eq(fir->grid[1], 3);
    ck_assert_uint_eq(fir->block[0], 32);
    ck_assert_uint_eq(fir->shared_bytes, 64);
    ck_assert_uint_eq(fir->step, 0);
    const plan_node *copy = &p->nodes[2];
    expect_plan_range(&copy->ranges[0], x, 0, 16, PLAN_READ);
    expect_plan_range(&copy->ranges[1], h, 16, 32, PLAN_WRITE | PLAN_WHOLE);
    ck_assert(copy->to == h && copy->to_first == 16 && copy->from == x && copy->from_first == 0 && copy->bytes == 16);
    expect_plan_range(&p->nodes[3].ranges[0], y, 0, 64, PLAN_READ);
    fixture_free(f);
}
END_TEST

START_TEST(names_are_unique)
{
    fixture *f = fixture_new();
    uint32_t x = add_buffer(f, "x", ROLE_INPUT, "f32", 4, 256), y = add_buffer(f, "y", ROLE_STATE, "f32", 4, 256);
    uint32_t fir = add_kernel(f, "fir", "ib"), upload = add_kernel(f, "upload", "ib"), g = add_graph(f, GRAPH_REPLAY);
    const uint32_t launches[] = {fir, upload, fir, fir, fir};
    for (size_t i = 0; i < 5; i++) {
        model_step *s = add_launch(f, g, launches[i]);
        set_whole(f, s, 0, x);
        set_whole(f, s, 1, y);
        if (i == 3)
            s->name = "fir_2"; /* of the spec: it keeps it */
    }
    const unsigned char zero[16] = {0};
    add_fill(f, g, y, 0, 4, zero);
    add_fill(f, g, y, 4, 8, zero);
    EXPECT_NAMES(lowered(f, false), "upload", "fir", "upload_2", "fir_3", "fir_2", "fir_4", "fill_y", "fill_y_2");
    EXPECT_NAMES(lowered(f, true), "upload_x", "fir", "upload", "fir_3", "fir_2", "fir_4", "fill_y", "fill_y_2");
    fixture_free(f);
}
END_TEST

START_TEST(many_launches_of_a_kernel_get_names_quickly)
{
    fixture *f = fixture_new();
    uint32_t y = add_buffer(f, "y", ROLE_STATE, "f32", 4, 256), k = add_kernel(f, "k", "b");
    uint32_t g = add_graph(f, GRAPH_REPLAY);
    for (int i = 0; i < 20000; i++)
        set_whole(f, add_launch(f, g, k), 0, y);
    const plan_graph *p = lowered(f, false);
    ck_assert_str_eq(p->nodes[0].name, "k");
    ck_assert_str_eq(p->nodes[19999].name, "k_20000");
    fixture_free(f);
}
END_TEST

START_TEST(titles_of_long_runs_are_short)
{
    fixture *f = fixture_new();
    for (int i = 0; i < 9; i++)
        add_buffer(f, arena_printf(f->a, "x%d", i), ROLE_INPUT, "f32", 4, 256);
    add_graph(f, GRAPH_REPLAY);
    ck_assert_str_eq(lowered(f, false)->nodes[0].title, "upload x0, x1, x2, x3, x4, x5 and 3 more");
    fixture_free(f);
}
END_TEST

/* What the fill nodes from `first` on put into the buffer. */
static void run_fills(const plan_graph *p, size_t first, size_t count, unsigned char *bytes)
{
    for (size_t n = first; n < first + count; n++) {
        const plan_node *node = &p->nodes[n];
        ck_assert_int_eq((int)node->kind, (int)PLAN_FILL);
        ck_assert_uint_eq(node->to_first % node->element, 0);
        for (uint64_t i = 0; i < node->count; i++) {
            for (uint32_t b = 0; b < node->element; b++)
                bytes[node->to_first + i * node->pitch + b] = (unsigned char)(node->value >> 8 * b);
        }
    }
}

START_TEST(fills_use_the_widest_element)
{
    static const struct {
        const char *type;
        uint32_t alignment;
        uint64_t first, last; /* elements */
        unsigned char pattern[8];
        size_t nodes;
        uint32_t element;
    } cases[] = {
        {"f32", 256, 0, 16, {0}, 1, 4},
        {"f32", 256, 1, 3, {0, 0, 0x80, 0x3f}, 1, 4},
        {"u8", 256, 0, 16, {7}, 1, 4},
        {"u8", 256, 1, 16, {7}, 1, 1},
        {"u8", 256, 2, 16, {7}, 1, 2},
        {"u8", 1, 0, 16, {7}, 1, 1},
        {"u16", 256, 0, 16, {1, 2}, 1, 4},
        {"u16", 256, 1, 16, {1, 2}, 1, 2},
        {"u16", 256, 1, 15, {3, 3}, 1, 2},
        {"f64", 256, 0, 8, {0}, 1, 4},
        {"f64", 256, 1, 5, {1, 2, 3, 4, 1, 2, 3, 4}, 1, 4},
        {"f64", 256, 1, 5, {1, 2, 3, 4, 5, 6, 7, 8}, 2, 4},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        fixture *f = fixture_new();
        uint32_t b = add_buffer(f, "s", ROLE_STATE, cases[i].type, 16, cases[i].alignment);
        uint32_t g = add_graph(f, GRAPH_REPLAY), size = f->m.buffers[b].type->size;
        uint64_t first = cases[i].first * size, last = cases[i].last * size;
        unsigned char bytes[16 * 8];
        add_fill(f, g, b, first, last, cases[i].pattern);
        const plan_graph *p = lowered(f, false);
        ck_assert_uint_eq(p->node_count, cases[i].nodes);
        ck_assert_uint_eq(p->nodes[0].element, cases[i].element);
        memset(bytes, 0xee, sizeof bytes);
        run_fills(p, 0, p->node_count, bytes);
        for (uint64_t k = 0; k < 16 * size; k++)
            ck_assert_uint_eq(bytes[k], k >= first && k < last ? cases[i].pattern[k % size] : 0xee);
        for (size_t n = 0; n < p->node_count; n++)
            expect_plan_range(&p->nodes[n].ranges[0], b, first, last,
                         p->node_count == 1 ? PLAN_WRITE | PLAN_WHOLE : PLAN_WRITE);
        fixture_free(f);
    }
}
END_TEST

START_TEST(halves_are_named_after_the_step)
{
    fixture *f = fixture_new();
    uint32_t b = add_buffer(f, "s", ROLE_STATE, "f64", 4, 256), g = add_graph(f, GRAPH_REPLAY);
    const unsigned char pattern[16] = {1, 2, 3, 4, 5, 6, 7, 8};
    add_fill(f, g, b, 0, 32, pattern);
    add_fill(f, g, b, 0, 32, pattern)->name = "reset";
    const plan_graph *p = lowered(f, false);
    EXPECT_NAMES(p, "fill_s_low", "fill_s_high", "reset_low", "reset_high");
    ck_assert_str_eq(p->nodes[1].title, "fill s (high half)");
    ck_assert_uint_eq(p->nodes[3].step, 1);
    fixture_free(f);
}
END_TEST

START_TEST(steps_without_bytes_have_no_node)
{
    fixture *f = fixture_new();
    uint32_t e = add_buffer(f, "e", ROLE_STATE, "f32", 0, 256), s = add_buffer(f, "s", ROLE_STATE, "f32", 4, 256);
    uint32_t k = add_kernel(f, "k", "ib"), g = add_graph(f, GRAPH_REPLAY);
    const unsigned char zero[16] = {0};
    add_fill(f, g, e, 0, 0, zero);
    add_copy(f, g, e, 0, s, 4, 0);
    model_step *step = add_launch(f, g, k);
    set_whole(f, step, 0, e);
    set_whole(f, step, 1, s);
    const plan_graph *p = lowered(f, false);
    EXPECT_NAMES(p, "k");
    ck_assert_uint_eq(p->nodes[0].range_count, 1);
    ck_assert(p->nodes[0].arguments[0].pointer && p->nodes[0].arguments[0].buffer == e);
    ck_assert_uint_eq(diag_error_count(f->d), 0);
    fixture_free(f);
}
END_TEST

/* How many clears a replay with this one output begins with. */
static size_t clears_of(fixture *f, uint32_t output)
{
    const plan_graph *p = lowered(f, false);
    size_t clears = 0;
    for (size_t n = 0; n < p->node_count; n++) {
        const plan_node *node = &p->nodes[n];
        if (node->kind != PLAN_FILL || node->step != MODEL_NONE)
            continue;
        clears++;
        ck_assert_str_eq(node->name, "clear_y");
        ck_assert_str_eq(node->title, "clear y");
        ck_assert(node->to == output && node->value == 0 && node->count * node->element == f->m.buffers[output].size);
        expect_plan_range(&node->ranges[0], output, 0, f->m.buffers[output].size, PLAN_WRITE | PLAN_WHOLE);
        ck_assert(n == 0 || p->nodes[n - 1].kind == PLAN_TRANSFER);
    }
    return clears;
}

START_TEST(outputs_are_cleared_only_where_bytes_stay_unwritten)
{
    static const struct {
        uint64_t first, last;
        char access;
    } writes[] = {{0, 64, 'o'}, {0, 32, 'o'}, {32, 64, 'o'}, {0, 64, 'p'}, {0, 64, 'b'}, {28, 40, 'o'}, {40, 64, 'o'}};
    static const struct {
        int order[4];
        size_t clears;
    } cases[] = {
        {{0, -1}, 0},                        /* all of it */
        {{1, 2, -1}, 0},                     /* in two parts */
        {{2, 1, -1}, 0}, {{1, 5, 6, -1}, 0}, /* overlapping parts */
        {{1, 6, -1}, 1},                     /* a gap */
        {{1, -1}, 1},    {{3, -1}, 1},       /* some bytes */
        {{0, 4, -1}, 0},                     /* read after it was written */
        {{4, 0, -1}, 1},                     /* read before */
        {{-1}, 1},                           /* never written */
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        fixture *f = fixture_new();
        uint32_t y = add_buffer(f, "y", ROLE_OUTPUT, "f32", 16, 256), g = add_graph(f, GRAPH_REPLAY);
        add_buffer(f, "x", ROLE_INPUT, "f32", 16, 256);
        for (const int *w = cases[i].order; *w >= 0; w++) {
            const char accesses[2] = {writes[*w].access, '\0'};
            model_step *s = add_launch(f, g, add_kernel(f, "k", accesses));
            set_argument(f, s, 0, y, writes[*w].first, writes[*w].last);
        }
        ck_assert_msg(clears_of(f, y) == cases[i].clears, "case %zu", i);
        fixture_free(f);
    }
}
END_TEST

START_TEST(both_halves_of_a_pattern_write_an_output_whole)
{
    fixture *f = fixture_new();
    uint32_t y = add_buffer(f, "y", ROLE_OUTPUT, "f64", 4, 256), g = add_graph(f, GRAPH_REPLAY);
    const unsigned char pattern[16] = {1, 2, 3, 4, 5, 6, 7, 8};
    add_fill(f, g, y, 0, 32, pattern);
    ck_assert_uint_eq(clears_of(f, y), 0);
    fixture_free(f);
}
END_TEST

/* ---- switches, settings, hidden buffers ---- */

START_TEST(switched_steps_only_may_write)
{
    fixture *f = fixture_new();
    uint32_t y = add_buffer(f, "y", ROLE_OUTPUT, "f32", 16, 256), s = add_buffer(f, "s", ROLE_STATE, "f64", 4, 256);
    uint32_t k = add_kernel(f, "k", "ob"), g = add_graph(f, GRAPH_REPLAY);
    const unsigned char pattern[8] = {1, 2, 3, 4, 5, 6, 7, 8};
    add_switch(f, "one", true);
    model_step *step = add_launch(f, g, k);
    set_whole(f, step, 0, y);
    set_whole(f, step, 1, s);
    step->switched = add_switch(f, "two", true);
    step->unless = true;
    add_fill(f, g, s, 0, 32, pattern)->switched = 0;
    add_copy(f, g, s, 0, y, 0, 16)->switched = 1;
    const plan_graph *p = lowered(f, false);
    EXPECT_NAMES(p, "clear_y", "k", "fill_s_low", "fill_s_high", "copy_s_y", "download");
    expect_plan_range(&p->nodes[1].ranges[0], y, 0, 64, PLAN_WRITE);
    expect_plan_range(&p->nodes[1].ranges[1], s, 0, 32, PLAN_READ | PLAN_WRITE);
    ck_assert(p->nodes[1].switched == 1 && p->nodes[1].unless);
    for (size_t n = 2; n < 4; n++) {
        ck_assert(p->nodes[n].switched == 0 && !p->nodes[n].unless);
        expect_plan_range(&p->nodes[n].ranges[0], s, 0, 32, PLAN_WRITE);
    }
    expect_plan_range(&p->nodes[4].ranges[1], y, 0, 16, PLAN_WRITE);
    ck_assert_uint_eq(p->nodes[0].switched, MODEL_NONE);
    ck_assert_uint_eq(p->nodes[5].switched, MODEL_NONE);
    fixture_free(f);
}
END_TEST

START_TEST(settings_are_followed)
{
    fixture *f = fixture_new();
    uint32_t y = add_buffer(f, "y", ROLE_OUTPUT, "f32", 16, 256), n = add_buffer(f, "n", ROLE_SETTING, "u32", 1, 256);
    uint32_t k = add_kernel(f, "k", "ov"), g = add_graph(f, GRAPH_REPLAY);
    f->m.buffers[n].by_pointer = false;
    for (int64_t low = 0; low < 2; low++) {
        model_step *step = add_launch(f, g, k);
        set_whole(f, step, 0, y);
        set_setting(f, step, 1, n);
        set_varying_grid(step, low, 7);
    }
    set_given(&f->m.kernels[k].shared, 64);
    f->m.kernels[k].shared.varies = true;
    const plan_graph *p = lowered(f, false);
    EXPECT_NAMES(p, "k", "k_2", "download"); /* the second one surely runs */
    const model_graph *from = &f->m.graphs[g];
    for (size_t i = 0; i < 2; i++) {
        ck_assert_ptr_eq(p->nodes[i].grid_varies[0], &from->steps[i].grid[0]);
        ck_assert_ptr_null(p->nodes[i].grid_varies[1]);
        ck_assert_ptr_eq(p->nodes[i].shared_varies, &f->m.kernels[k].shared);
        ck_assert_uint_eq(p->nodes[i].arguments[0].setting, MODEL_NONE);
        ck_assert_uint_eq(p->nodes[i].arguments[1].setting, n);
        ck_assert_uint_eq(p->nodes[i].grid[0], 7);
    }
    expect_plan_range(&p->nodes[0].ranges[0], y, 0, 64, PLAN_WRITE); /* a grid of 0 disables the node */
    expect_plan_range(&p->nodes[1].ranges[0], y, 0, 64, PLAN_WRITE | PLAN_WHOLE);
    fixture_free(f);
}
END_TEST

START_TEST(overrides_and_hidden_buffers_are_touched)
{
    fixture *f = fixture_new();
    uint32_t x = add_buffer(f, "x", ROLE_INPUT, "f32", 16, 256), s = add_buffer(f, "s", ROLE_STATE, "f32", 16, 256);
    uint32_t t = add_buffer(f, "t", ROLE_STATE, "f32", 16, 256), k = add_kernel(f, "k", "o");
    uint32_t g = add_graph(f, GRAPH_REPLAY);
    model_step *step = add_launch(f, g, k);
    model_slice *reads = ARENA_NEW(f->a, model_slice), *writes = ARENA_ARRAY(f->a, model_slice, 2);
    set_whole(f, step, 0, s);
    step->arguments[0].access = ACCESS_INOUT;
    set_slice(f, reads, x, 4, 8);
    set_slice(f, &writes[0], t, 8, 64);
    set_slice(f, &writes[1], t, 4, 4);
    step->reads = reads;
    step->read_count = 1;
    step->writes = writes;
    step->write_count = 2;
    const plan_graph *p = lowered(f, false);
    ck_assert_uint_eq(p->nodes[1].range_count, 3);
    expect_plan_range(&p->nodes[1].ranges[0], s, 0, 64, PLAN_READ | PLAN_WRITE);
    expect_plan_range(&p->nodes[1].ranges[1], x, 4, 8, PLAN_READ);
    expect_plan_range(&p->nodes[1].ranges[2], t, 8, 64, PLAN_WRITE);
    fixture_free(f);
}
END_TEST

/* ---- fills of other patterns ---- */

START_TEST(long_patterns_take_a_fill_for_each_part)
{
    static const struct {
        uint32_t size, alignment;
        unsigned char pattern[16];
        size_t nodes;
        uint32_t element;
        uint64_t pitch;
    } cases[] = {
        {12, 256, {1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12}, 3, 4, 12},
        {12, 2, {1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12}, 6, 2, 12},
        {12, 256, {1, 2, 3, 1, 2, 3, 1, 2, 3, 1, 2, 3}, 3, 1, 3},
        {12, 256, {1, 2, 1, 2, 1, 2, 1, 2, 1, 2, 1, 2}, 1, 4, 4},
        {3, 256, {1, 2, 3}, 3, 1, 3},
        {6, 256, {1, 2, 3, 4, 5, 6}, 3, 2, 6},
        {16, 256, {1, 2, 3, 4, 5, 6, 7, 8, 1, 2, 3, 4, 5, 6, 7, 8}, 2, 4, 8},
        {16, 256, {1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16}, 4, 4, 16},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        fixture *f = fixture_new();
        model_type type = *model_type_find("u8");
        uint32_t b = add_buffer(f, "s", ROLE_OUTPUT, "u8", 96, cases[i].alignment), g = add_graph(f, GRAPH_REPLAY);
        unsigned char bytes[96];
        type.size = cases[i].size; /* as if a view had it */
        model_step *s = add_fill(f, g, b, 0, 96, cases[i].pattern);
        s->to.type = &type;
        s->pattern = cases[i].pattern;
        const plan_graph *p = lowered(f, false);
        ck_assert_uint_eq(p->node_count, cases[i].nodes + 1); /* and the download: no clear */
        ck_assert_uint_eq(p->nodes[0].element, cases[i].element);
        ck_assert_uint_eq(p->nodes[0].pitch, cases[i].pitch);
        memset(bytes, 0xee, sizeof bytes);
        run_fills(p, 0, cases[i].nodes, bytes);
        for (size_t k = 0; k < sizeof bytes; k++)
            ck_assert_uint_eq(bytes[k], cases[i].pattern[k % cases[i].size]);
        if (cases[i].nodes == 3) {
            ck_assert_str_eq(p->nodes[1].name, "fill_s_part2");
            ck_assert_str_eq(p->nodes[1].title, "fill s (part 2 of 3)");
        }
        fixture_free(f);
    }
}
END_TEST

/* ---- transfers of several graphs ---- */

START_TEST(transfers_are_named_and_reach_what_they_copy)
{
    fixture *f = fixture_new();
    uint32_t k = add_kernel(f, "k", "ioo"), a = add_graph(f, GRAPH_REPLAY), b = add_graph(f, GRAPH_REPLAY);
    uint32_t x = add_buffer(f, "x", ROLE_INPUT, "f32", 16, 256), r = add_buffer(f, "r", ROLE_INPUT, "f32", 16, 256);
    uint32_t y = add_buffer(f, "y", ROLE_OUTPUT, "f32", 16, 256), z = add_buffer(f, "z", ROLE_OUTPUT, "f32", 16, 256);
    const uint32_t from[] = {x, r}, graphs[] = {a, b};
    f->m.buffers[r].upload = TRAFFIC_ON_REQUEST;
    f->m.buffers[z].down_first = 16;
    f->m.buffers[z].down_last = 32;
    for (int i = 0; i < 2; i++) {
        model_step *s = add_launch(f, graphs[i], k);
        set_whole(f, s, 0, from[i]);
        set_argument(f, s, 1, y, 0, i == 0 ? 64 : 32);
        set_argument(f, s, 2, z, i == 0 ? 16 : 20, 32);
    }
    const plan_graph *p = lowered(f, false);
    EXPECT_NAMES(&p[a], "upload", "k", "download_y", "download_z"); /* only what is copied must have been written */
    EXPECT_NAMES(&p[b], "upload_r", "clear_y", "clear_z", "k", "download_y", "download_z");
    ck_assert_str_eq(p[b].nodes[0].title, "upload r on request");
    ck_assert_str_eq(p[a].nodes[3].title, "download z[4:8]");
    expect_plan_range(&p[b].nodes[0].ranges[0], r, 0, 64, PLAN_WRITE);
    expect_plan_range(&p[a].nodes[3].ranges[0], z, 16, 32, PLAN_READ);
    fixture_free(f);
}
END_TEST

START_TEST(setup_has_steps_only)
{
    fixture *f = fixture_new();
    uint32_t x = add_buffer(f, "x", ROLE_INPUT, "f32", 4, 256), c = add_buffer(f, "c", ROLE_CONSTANT, "f32", 4, 256);
    uint32_t d = add_buffer(f, "d", ROLE_DERIVED, "f32", 4, 256), k = add_kernel(f, "k", "io");
    add_buffer(f, "y", ROLE_OUTPUT, "f32", 4, 256);
    uint32_t g = add_graph(f, GRAPH_REPLAY), setup = add_graph(f, GRAPH_SETUP);
    model_step *s = add_launch(f, setup, k);
    set_whole(f, s, 0, c);
    set_whole(f, s, 1, d);
    (void)x;
    (void)g;
    const plan_graph *p = lowered(f, false);
    EXPECT_NAMES(&p[0], "upload", "clear_y", "download");
    EXPECT_NAMES(&p[1], "k");
    ck_assert_str_eq(p[1].name, "setup");
    fixture_free(f);
}
END_TEST

int main(void)
{
    Suite *s = suite_create("lower");
    TCase *c = tcase_create("lower");
    tcase_set_timeout(c, 60);
    tcase_add_test(c, steps_stand_between_upload_and_download);
    tcase_add_test(c, names_are_unique);
    tcase_add_test(c, many_launches_of_a_kernel_get_names_quickly);
    tcase_add_test(c, titles_of_long_runs_are_short);
    tcase_add_test(c, fills_use_the_widest_element);
    tcase_add_test(c, halves_are_named_after_the_step);
    tcase_add_test(c, steps_without_bytes_have_no_node);
    tcase_add_test(c, outputs_are_cleared_only_where_bytes_stay_unwritten);
    tcase_add_test(c, both_halves_of_a_pattern_write_an_output_whole);
    tcase_add_test(c, switched_steps_only_may_write);
    tcase_add_test(c, settings_are_followed);
    tcase_add_test(c, overrides_and_hidden_buffers_are_touched);
    tcase_add_test(c, long_patterns_take_a_fill_for_each_part);
    tcase_add_test(c, transfers_are_named_and_reach_what_they_copy);
    tcase_add_test(c, setup_has_steps_only);
    suite_add_tcase(s, c);
    return run_suite(s);
}
