/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The vggen authors */
/* What a replay begins and ends with: which graphs have it, which edges that brings, and that all else stays as it is. */
#include "plan/frame.h"

#include "plan_fixture.h"
#include "random_program.h"

static const uint64_t ELEMENTS = 64;
static const uint64_t LARGE = PLAN_SMALL_COPY_BYTES / 4 + 1; /* for a copy node with one behind it */

/* ---- what is looked at ---- */

static const plan_node *node_of(const plan_graph *g, plan_node_kind kind)
{
    const plan_node *found = NULL;
    for (size_t n = 0; n < g->node_count; n++) {
        if (g->nodes[n].kind == kind) {
            ck_assert_ptr_null(found);
            found = &g->nodes[n];
        }
    }
    return found;
}

static size_t builtin_count(const fixture *f)
{
    size_t count = 0;
    for (size_t k = 0; k < f->p->kernel_count; k++)
        count += f->p->kernels[k]->builtin != NULL && strcmp(f->p->kernels[k]->builtin, "replay.cu") == 0;
    return count;
}

/* Whether it is "name name …", by the nodes of the graph. */
static void expect_nodes(const plan_graph *g, const uint32_t *nodes, size_t count, const char *names)
{
    char found[256] = "";
    for (size_t i = 0; i < count; i++) {
        ck_assert_uint_lt(nodes[i], g->node_count);
        strncat(found, i > 0 ? " " : "", sizeof found - strlen(found) - 1);
        strncat(found, g->nodes[nodes[i]].name, sizeof found - strlen(found) - 1);
    }
    ck_assert_str_eq(found, names);
}

/* after, before: names; NULL: there is none of it. */
static void expect_frame(const plan_graph *g, const char *before_begin, const char *after_end)
{
    const plan_node *begin = node_of(g, PLAN_BEGIN), *end = node_of(g, PLAN_END);
    ck_assert_int_eq(begin != NULL, before_begin != NULL);
    ck_assert_int_eq(end != NULL, after_end != NULL);
    if (begin) {
        ck_assert_ptr_eq(begin, &g->nodes[0]);
        ck_assert_uint_eq(begin->after_count, 0);
        expect_nodes(g, begin->before, begin->before_count, before_begin);
    }
    if (end) {
        ck_assert_ptr_eq(end, &g->nodes[g->node_count - 1]);
        ck_assert_uint_eq(end->before_count, 0);
        expect_nodes(g, end->after, end->after_count, after_end);
    }
}

/* ---- programs ---- */

static void give_sources(fixture *f, const char *source)
{
    for (size_t k = 0; k < f->m.kernel_count; k++)
        f->m.kernels[k].source = source;
}

/* `lines` times a launch from x0 into y0, …; bytes go up and come down so. */
static fixture *lines_of(unsigned count, plan_transport transport, uint64_t elements)
{
    fixture *f = fixture_new();
    uint32_t k = add_kernel(f, "map", "io"), g = add_graph(f, GRAPH_REPLAY);
    for (unsigned i = 0; i < count; i++) {
        uint32_t x = add_buffer(f, arena_printf(f->a, "x%u", i), ROLE_INPUT, "f32", elements, 256);
        uint32_t y = add_buffer(f, arena_printf(f->a, "y%u", i), ROLE_OUTPUT, "f32", elements, 256);
        set_transport(f, x, transport);
        set_transport(f, y, transport);
        add_step_of(f, g, k, x, y);
        model_step *s = &f->m.graphs[g].steps[f->m.graphs[g].step_count - 1];
        s->arguments[0].once = s->arguments[1].once = true;
    }
    give_sources(f, "map.cu");
    return f;
}

static fixture *lines(unsigned count, plan_transport transport)
{
    return lines_of(count, transport, ELEMENTS);
}

/* The fixture's only graph; the plan is proven. */
static const plan_graph *planned(fixture *f, bool separate)
{
    const plan *p = make_plan(f, separate);
    ck_assert_uint_eq(diag_error_count(f->d), 0);
    ck_assert(proven(f, p, true));
    return &p->graphs[0];
}

static uint32_t scratch(fixture *f, const char *name)
{
    return add_buffer(f, name, ROLE_SCRATCH, "f32", ELEMENTS, 256);
}

static uint32_t state(fixture *f, const char *name)
{
    return add_buffer(f, name, ROLE_STATE, "f32", ELEMENTS, 256);
}

/* ---- which graphs ---- */

START_TEST(what_comes_down_by_launches_ends_in_one)
{
    for (int separate = 0; separate < 2; separate++) {
        fixture *f = lines(1, TRANSPORT_DIRECT);
        expect_frame(planned(f, separate != 0), NULL, "map");
        ck_assert_uint_eq(builtin_count(f), 1);
        ck_assert_str_eq(f->p->kernels[f->p->kernel_count - 1]->name, "vg_end");
        fixture_free(f);
        f = lines(1, TRANSPORT_KERNEL);
        expect_frame(planned(f, separate != 0), NULL, separate ? "download_y0" : "download");
        fixture_free(f);
        f = lines_of(1, TRANSPORT_COPY, LARGE);
        expect_frame(planned(f, separate != 0), NULL, NULL);
        ck_assert_uint_eq(builtin_count(f), 0);
        fixture_free(f);
    }
}
END_TEST

/* A capture counts as a launch at the end, not at the begin, and the device is not to launch it. */
START_TEST(captures_end_like_launches)
{
    fixture *f = fixture_new();
    uint32_t g = add_graph(f, GRAPH_REPLAY), x = add_buffer(f, "x", ROLE_INPUT, "f32", ELEMENTS, 256);
    uint32_t one = state(f, "one"), two = state(f, "two");
    add_kernel(f, "map", "io");
    set_transport(f, x, TRANSPORT_COPY);
    for (int i = 0; i < 2; i++) {
        model_step *s = add_capture(f, g, 3, 2);
        set_whole(f, s, 0, x);
        set_whole(f, s, 1, i == 0 ? one : two);
        s->arguments[0].access = ACCESS_IN;
        s->arguments[1].access = ACCESS_OUT;
        s->arguments[0].keyword = "x";
        s->arguments[1].keyword = i == 0 ? "one" : "two";
    }
    give_sources(f, "map.cu");
    const plan_graph *planned_graph = planned(f, false);
    expect_frame(planned_graph, NULL, "function_0_0 function_0_1");
    ck_assert(!planned_graph->small_copies);
    fixture_free(f);
}
END_TEST

START_TEST(several_first_launches_have_one_before_them)
{
    fixture *f = lines(2, TRANSPORT_DIRECT);
    const plan_graph *g = planned(f, false);
    expect_frame(g, "map map_2", "map map_2");
    ck_assert_uint_eq(builtin_count(f), 2);
    ck_assert_uint_eq(g->edge_count, 4);
    ck_assert_uint_eq(g->depth, 3);
    ck_assert_uint_eq(g->loose_depth, 3);
    ck_assert_uint_eq(g->width, 2);
    fixture_free(f);
    f = lines(1, TRANSPORT_DIRECT);
    add_step_of(f, 0, 0, 1, state(f, "a")); /* waits for the first */
    give_sources(f, "map.cu");
    f->crossings[1].by[PLAN_DOWNLOAD] = TRANSPORT_KERNEL;
    set_transport(f, 1, TRANSPORT_KERNEL);
    expect_frame(planned(f, false), NULL, "map_2 download");
    ck_assert_uint_eq(builtin_count(f), 1);
    fixture_free(f);
}
END_TEST

/* One that is no launch among them is enough. */
START_TEST(other_nodes_have_none_beside_them)
{
    const uint32_t zero = 0;
    fixture *f = lines(1, TRANSPORT_DIRECT);
    uint32_t large = add_buffer(f, "large", ROLE_STATE, "f32", LARGE, 256);
    add_fill(f, 0, large, 0, 4 * LARGE, &zero); /* first and last */
    expect_frame(planned(f, false), NULL, NULL);
    ck_assert_uint_eq(builtin_count(f), 0);
    fixture_free(f);
    f = lines(1, TRANSPORT_DIRECT);
    large = add_buffer(f, "large", ROLE_STATE, "f32", LARGE, 256);
    add_fill(f, 0, large, 0, 4 * LARGE, &zero); /* first */
    add_step_of(f, 0, 0, large, state(f, "b"));
    expect_frame(planned(f, false), NULL, "map map_2");
    fixture_free(f);
    f = lines(2, TRANSPORT_DIRECT);
    large = add_buffer(f, "large", ROLE_STATE, "f32", LARGE, 256);
    add_copy(f, 0, add_buffer(f, "t", ROLE_SCRATCH, "f32", LARGE, 256), 0, large, 0, 4 * LARGE); /* last */
    expect_frame(planned(f, false), NULL, NULL);
    fixture_free(f);
    f = lines_of(2, TRANSPORT_KERNEL, LARGE);
    set_transport(f, 1, TRANSPORT_COPY); /* the download of y0 */
    expect_frame(planned(f, false), NULL, NULL);
    fixture_free(f);
}
END_TEST

/* They are launches like others. */
START_TEST(small_fills_and_copies_are_launches)
{
    const uint32_t zero = 0;
    fixture *f = lines(1, TRANSPORT_DIRECT);
    add_fill(f, 0, state(f, "a"), 0, 4 * ELEMENTS, &zero); /* first and last */
    expect_frame(planned(f, false), "map fill_a", "map fill_a");
    fixture_free(f);
    f = lines(1, TRANSPORT_DIRECT);
    add_copy(f, 0, state(f, "b"), 0, state(f, "a"), 0, 16);
    expect_frame(planned(f, false), "map copy_b_a", "map copy_b_a");
    fixture_free(f);
}
END_TEST

START_TEST(bodies_and_setup_have_none)
{
    fixture *f = lines(1, TRANSPORT_DIRECT);
    uint32_t c = add_condition(f, "c"), a = state(f, "a"), b = state(f, "b");
    uint32_t control = begin_control(f, 0, STEP_IF, c, 1);
    add_step_of(f, 0, 0, a, b);
    add_step_of(f, 0, 0, a, state(f, "d"));
    end_control(f, 0, control);
    const plan *p = make_plan(f, false);
    ck_assert(proven(f, p, true));
    ck_assert_uint_eq(p->body_count, 1);
    expect_frame(&p->graphs[0], NULL, NULL); /* the conditional node is a last one */
    expect_frame(&p->bodies[0], NULL, NULL);
    add_step_of(f, 0, 0, b, state(f, "e")); /* now it is not */
    p = make_plan(f, false);
    ck_assert(proven(f, p, true));
    expect_frame(&p->graphs[0], NULL, "map map_4");
    expect_frame(&p->bodies[0], NULL, NULL);
    fixture_free(f);
    f = lines(1, TRANSPORT_DIRECT);
    a = add_buffer(f, "a", ROLE_DERIVED, "f32", ELEMENTS, 256);
    uint32_t setup = add_graph(f, GRAPH_SETUP);
    add_step_of(f, setup, 0, scratch(f, "t"), a);
    p = make_plan(f, false);
    ck_assert(proven(f, p, true));
    expect_frame(&p->graphs[0], NULL, "map");
    expect_frame(&p->graphs[setup], NULL, NULL);
    fixture_free(f);
}
END_TEST

START_TEST(programs_without_source_or_steps_have_none)
{
    fixture *f = lines(2, TRANSPORT_DIRECT);
    give_sources(f, NULL);
    expect_frame(planned(f, false), NULL, NULL);
    ck_assert_uint_eq(builtin_count(f), 0);
    fixture_free(f);
    f = fixture_new();
    add_kernel(f, "map", "io");
    add_graph(f, GRAPH_REPLAY);
    give_sources(f, "map.cu");
    expect_frame(planned(f, false), NULL, NULL);
    ck_assert_uint_eq(builtin_count(f), 0);
    fixture_free(f);
}
END_TEST

/* Each graph for itself: the first comes down by a copy, the second by none, the third begins with two. */
START_TEST(graphs_are_looked_at_one_by_one)
{
    fixture *f = lines_of(1, TRANSPORT_COPY, LARGE);
    uint32_t a = state(f, "a"), second = add_graph(f, GRAPH_REPLAY), third = add_graph(f, GRAPH_REPLAY);
    add_step_of(f, second, 0, a, state(f, "b"));
    const plan *p = make_plan(f, false);
    ck_assert(proven(f, p, true));
    expect_frame(&p->graphs[0], NULL, NULL);
    expect_frame(&p->graphs[second], NULL, "map");
    expect_frame(&p->graphs[third], NULL, NULL);
    ck_assert_uint_eq(builtin_count(f), 1);
    add_step_of(f, third, 0, a, state(f, "c"));
    add_step_of(f, third, 0, a, state(f, "d"));
    p = make_plan(f, false);
    ck_assert(proven(f, p, true));
    expect_frame(&p->graphs[0], NULL, NULL);
    expect_frame(&p->graphs[second], NULL, "map");
    expect_frame(&p->graphs[third], "map map_2", "map map_2");
    ck_assert_uint_eq(builtin_count(f), 2);
    fixture_free(f);
}
END_TEST

/* ---- the kernels in the image ---- */

static size_t carried(fixture *f)
{
    make_plan(f, false);
    ck_assert_uint_eq(diag_error_count(f->d), 0);
    return builtin_count(f);
}

START_TEST(programs_that_end_in_large_copies_do_not_carry_the_kernels)
{
    fixture *f = lines_of(3, TRANSPORT_COPY, LARGE);
    ck_assert_uint_eq(carried(f), 0);
    add_step_of(f, add_graph(f, GRAPH_REPLAY), 0, 0, 1); /* brings y0 down, too */
    add_step_of(f, add_graph(f, GRAPH_SETUP), 0, scratch(f, "t"), state(f, "a"));
    ck_assert_uint_eq(carried(f), 0);
    set_transport(f, 1, TRANSPORT_KERNEL); /* the second graph comes down by a launch */
    ck_assert_uint_eq(carried(f), 1);
    fixture_free(f);
    f = lines_of(1, TRANSPORT_DIRECT, LARGE);
    ck_assert_uint_eq(carried(f), 1);
    f->crossings[1].by[PLAN_DOWNLOAD] = TRANSPORT_COPY;
    ck_assert_uint_eq(carried(f), 0);
    f->m.buffers[1].download = TRAFFIC_NEVER; /* nothing is copied then */
    ck_assert_uint_eq(carried(f), 1);
    fixture_free(f);
}
END_TEST

START_TEST(the_kernels_are_those_of_the_built_in_file)
{
    fixture *f = lines(2, TRANSPORT_DIRECT);
    const plan_graph *g = planned(f, false);
    const plan_node *nodes[] = {node_of(g, PLAN_END), node_of(g, PLAN_BEGIN)};
    static const char *const names[] = {"vg_end", "vg_begin"};
    for (size_t i = 0; i < 2; i++) {
        const model_kernel *k = f->p->kernels[nodes[i]->kernel];
        ck_assert_str_eq(k->name, names[i]);
        ck_assert_str_eq(k->entry, names[i]);
        ck_assert_str_eq(k->builtin, "replay.cu");
        ck_assert_uint_eq(k->param_count, i == 0 ? 1 : 0);
        ck_assert_uint_eq(k->block_size[0] * k->block_size[1] * k->block_size[2], 1);
        for (size_t axis = 0; axis < 3; axis++)
            ck_assert_uint_eq(nodes[i]->grid[axis] * nodes[i]->block[axis], 1);
        ck_assert_uint_eq(nodes[i]->step, MODEL_NONE);
        ck_assert_uint_eq(nodes[i]->switched, MODEL_NONE);
        ck_assert_uint_eq(nodes[i]->range_count + nodes[i]->argument_count, 0);
        ck_assert(plan_is_frame(nodes[i]));
    }
    fixture_free(f);
}
END_TEST

/* ---- names ---- */

START_TEST(names_of_steps_stay_theirs)
{
    fixture *f = lines(2, TRANSPORT_DIRECT);
    const uint32_t zero = 0;
    f->m.graphs[0].steps[0].name = "begin";
    f->m.graphs[0].steps[1].name = "end";
    add_fill(f, 0, state(f, "a"), 0, 0, &zero)->name = "end_2"; /* has no node */
    const plan_graph *g = planned(f, false);
    expect_frame(g, "begin end", "begin end");
    ck_assert_str_eq(g->nodes[0].name, "begin_2");
    ck_assert_str_eq(node_of(g, PLAN_END)->name, "end_3");
    fixture_free(f);
}
END_TEST

START_TEST(names_in_bodies_stay_theirs)
{
    fixture *f = lines(2, TRANSPORT_DIRECT);
    uint32_t c = add_condition(f, "c"), a = state(f, "a"), b = state(f, "b");
    uint32_t control = begin_control(f, 0, STEP_IF, c, 1);
    add_step_of(f, 0, 0, a, b);
    f->m.graphs[0].steps[control + 1].name = "end";
    end_control(f, 0, control);
    add_step_of(f, 0, 0, b, a);
    f->m.graphs[0].steps[control + 2].name = "last";
    const plan *p = make_plan(f, false);
    ck_assert(proven(f, p, true));
    ck_assert_str_eq(p->bodies[0].nodes[0].name, "end");
    expect_frame(&p->graphs[0], NULL, "map map_2 last");
    ck_assert_str_eq(node_of(&p->graphs[0], PLAN_END)->name, "end_2");
    fixture_free(f);
}
END_TEST

/* ---- large ---- */

START_TEST(ten_thousand_launches_have_one_of_each)
{
    const unsigned count = 10000;
    fixture *f = lines(count, TRANSPORT_DIRECT);
    const plan_graph *g = planned(f, false);
    const plan_node *begin = node_of(g, PLAN_BEGIN), *end = node_of(g, PLAN_END);
    ck_assert_uint_eq(g->node_count, count + 2);
    ck_assert_uint_eq(g->edge_count, 2 * count);
    ck_assert_uint_eq(begin->before_count, count);
    ck_assert_uint_eq(end->after_count, count);
    for (uint32_t i = 0; i < count; i++) {
        ck_assert_uint_eq(begin->before[i], i + 1);
        ck_assert_uint_eq(end->after[i], i + 1);
    }
    fixture_free(f);
}
END_TEST

/* ---- all else stays as it is ---- */

typedef struct {
    const plan_graph *without, *with;
    size_t begin; /* 1: there is one, so that numbers are higher by it */
} pair;

static void expect_same_list(const pair *c, const uint32_t *without, size_t count, const uint32_t *with,
                             size_t with_count)
{
    size_t kept = 0;
    for (size_t i = 0; i < with_count; i++) {
        if (plan_is_frame(&c->with->nodes[with[i]]))
            continue;
        ck_assert_uint_lt(kept, count);
        ck_assert_uint_eq(with[i], without[kept++] + c->begin);
    }
    ck_assert_uint_eq(kept, count);
}

static void expect_same_graph(const plan_graph *without, const plan_graph *with)
{
    size_t begin = node_of(with, PLAN_BEGIN) != NULL, end = node_of(with, PLAN_END) != NULL, edges = 0;
    const pair c = {without, with, begin};
    ck_assert_uint_eq(with->node_count, without->node_count + begin + end);
    for (size_t n = 0; n < without->node_count; n++) {
        const plan_node *x = &without->nodes[n], *y = &with->nodes[n + begin];
        ck_assert_str_eq(x->name, y->name);
        ck_assert_int_eq(x->kind, y->kind);
        expect_same_list(&c, x->after, x->after_count, y->after, y->after_count);
        expect_same_list(&c, x->before, x->before_count, y->before, y->before_count);
        expect_same_list(&c, x->ordered, x->ordered_count, y->ordered, y->ordered_count);
        edges += begin && x->after_count == 0;
        edges += end && x->before_count == 0;
    }
    ck_assert_uint_eq(with->edge_count, without->edge_count + edges);
    ck_assert_uint_eq(with->depth, without->depth + begin + end);
    ck_assert_uint_eq(with->loose_depth, without->loose_depth + begin + end);
    ck_assert_uint_eq(with->width, without->width);
    ck_assert_uint_eq(with->removed_edges, without->removed_edges);
    ck_assert_uint_eq(with->tight_count, without->tight_count);
    for (size_t i = 0; i < without->tight_count; i++) {
        ck_assert_uint_eq(with->tight[i].from, without->tight[i].from + begin);
        ck_assert_uint_eq(with->tight[i].to, without->tight[i].to + begin);
    }
}

/* Of the kinds of numbers that move along, how many did. */
typedef struct {
    size_t ends, copies, begins, holders, tight, ordered, peaks;
} moved;

static bool is_copy_down(const plan *p, const plan_node *n)
{
    return n->kind == PLAN_TRANSFER && !plan_is_launch(p, n) && p->runs[n->run].direction == PLAN_DOWNLOAD;
}

static void expect_same_plan(const plan *without, const plan *with, moved *seen)
{
    for (size_t g = 0; g < with->graph_count; g++) {
        const plan_graph *graph = &with->graphs[g];
        size_t begin = node_of(graph, PLAN_BEGIN) != NULL;
        expect_same_graph(&without->graphs[g], graph);
        seen->ends += node_of(graph, PLAN_END) != NULL;
        seen->begins += begin;
        seen->tight += begin && graph->tight_count > 0;
        for (size_t n = 0; n < graph->node_count; n++) {
            bool copy = is_copy_down(with, &graph->nodes[n]);
            ck_assert(!copy || graph->small_copies || node_of(graph, PLAN_END) == NULL);
            seen->copies += copy && node_of(graph, PLAN_END) != NULL;
        }
        for (size_t n = 0; n < graph->node_count; n++)
            seen->ordered += begin && graph->nodes[n].ordered_count > 0;
    }
    ck_assert_uint_eq(with->body_count, without->body_count);
    for (size_t b = 0; b < with->body_count; b++) {
        const plan_graph *x = &without->bodies[b], *y = &with->bodies[b];
        size_t begin = y->holder == MODEL_NONE && node_of(&with->graphs[y->graph], PLAN_BEGIN);
        expect_same_graph(x, y);
        ck_assert_uint_eq(y->holder_node, x->holder_node + begin);
        seen->holders += begin;
    }
    for (size_t i = 0; i < with->arena_count; i++) {
        const plan_arena *x = &without->arenas[i], *y = &with->arenas[i];
        size_t begin = x->peak_node != MODEL_NONE && node_of(&with->graphs[x->peak_graph], PLAN_BEGIN);
        ck_assert_uint_eq(y->peak_node, x->peak_node + begin);
        ck_assert_uint_eq(y->peak_graph, x->peak_graph);
        seen->peaks += begin;
    }
}

START_TEST(nothing_else_changes)
{
    uint64_t seed = random_seed("frame: random programs");
    moved seen = {0};
    for (int round = 0; round < 3000; round++) {
        fixture *f = random_fixture(&seed, 20);
        bool separate = random_below(&seed, 4) == 0;
        const plan *with = random_plan(f, separate);
        ck_assert(proven(f, with, true));
        const plan *without = make_unframed(f, separate);
        ck_assert_uint_eq(builtin_count(f), 0);
        expect_same_plan(without, with, &seen);
        fixture_free(f);
    }
    printf("  ends %zu, copies %zu, begins %zu; with begins: holders %zu, tight %zu, ordered %zu, peaks %zu\n",
           seen.ends, seen.copies, seen.begins, seen.holders, seen.tight, seen.ordered, seen.peaks);
    ck_assert_uint_gt(seen.ends, 100);
    ck_assert_uint_gt(seen.copies, 100);
    ck_assert_uint_gt(seen.begins, 50);
    ck_assert_uint_gt(seen.holders, 0);
    ck_assert_uint_gt(seen.tight, 0);
    ck_assert_uint_gt(seen.ordered, 0);
    ck_assert_uint_gt(seen.peaks, 0);
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("frame");
    TCase *cases = tcase_create("frame");

    tcase_set_timeout(cases, 300);
    tcase_add_test(cases, what_comes_down_by_launches_ends_in_one);
    tcase_add_test(cases, captures_end_like_launches);
    tcase_add_test(cases, several_first_launches_have_one_before_them);
    tcase_add_test(cases, other_nodes_have_none_beside_them);
    tcase_add_test(cases, small_fills_and_copies_are_launches);
    tcase_add_test(cases, bodies_and_setup_have_none);
    tcase_add_test(cases, programs_without_source_or_steps_have_none);
    tcase_add_test(cases, graphs_are_looked_at_one_by_one);
    tcase_add_test(cases, programs_that_end_in_large_copies_do_not_carry_the_kernels);
    tcase_add_test(cases, the_kernels_are_those_of_the_built_in_file);
    tcase_add_test(cases, names_of_steps_stay_theirs);
    tcase_add_test(cases, names_in_bodies_stay_theirs);
    tcase_add_test(cases, ten_thousand_launches_have_one_of_each);
    tcase_add_test(cases, nothing_else_changes);
    suite_add_tcase(suite, cases);
    return run_suite(suite);
}
