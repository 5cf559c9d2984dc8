/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The vggen authors */
/* Conditional nodes and their bodies, from traffic to verify. */
#define _POSIX_C_SOURCE 200809L
#include "plan_fixture.h"

static void expect_range(const plan_node *node, size_t index, uint32_t buffer, uint64_t first, uint64_t last,
                         unsigned access)
{
    ck_assert_uint_lt(index, node->range_count);
    const plan_range *r = &node->ranges[index];
    ck_assert_uint_eq(r->buffer, buffer);
    ck_assert_uint_eq(r->first, first);
    ck_assert_uint_eq(r->last, last);
    ck_assert_uint_eq(r->access, access);
}

static const plan_node *node_named(const plan_graph *g, const char *name)
{
    for (size_t n = 0; n < g->node_count; n++) {
        if (strcmp(g->nodes[n].name, name) == 0)
            return &g->nodes[n];
    }
    ck_abort_msg("no node '%s' in '%s'", name, g->name);
    return NULL;
}

static bool depends(const plan_graph *g, const char *later, const char *earlier)
{
    const plan_node *node = node_named(g, later);
    for (size_t i = 0; i < node->after_count; i++) {
        if (strcmp(g->nodes[node->after[i]].name, earlier) == 0)
            return true;
    }
    return false;
}

/* A loop that brings x, in state s, closer to its goal: begin; while go {step; next}; last. */
typedef struct {
    fixture *f;
    uint32_t x, y, s, t, flag, passes, go, graph, loop;
} loop_program;

static loop_program loop(void)
{
    loop_program l = {.f = fixture_new()};
    fixture *f = l.f;
    l.x = add_buffer(f, "x", ROLE_INPUT, "f32", 64, 256);
    l.y = add_buffer(f, "y", ROLE_OUTPUT, "f32", 64, 256);
    l.s = add_buffer(f, "s", ROLE_STATE, "f32", 64, 256);
    l.t = add_buffer(f, "t", ROLE_SCRATCH, "f32", 64, 256);
    l.flag = add_buffer(f, "flag", ROLE_SCRATCH, "u32", 1, 256);
    l.passes = add_buffer(f, "passes", ROLE_OUTPUT, "u32", 1, 256);
    l.go = add_condition(f, "go");
    l.graph = add_graph(f, GRAPH_REPLAY);
    uint32_t first = add_kernel(f, "first", "io"), begin = add_kernel(f, "begin", "oic");
    uint32_t step = add_kernel(f, "step", "ibopb"), next = add_kernel(f, "next", "bic");
    uint32_t last = add_kernel(f, "last", "ip");
    model_step *s = add_launch(f, l.graph, first);
    set_whole(f, s, 0, l.x);
    set_whole(f, s, 1, l.flag);
    s = add_launch(f, l.graph, begin);
    set_whole(f, s, 0, l.passes);
    set_whole(f, s, 1, l.flag);
    set_condition(f, s, 2, l.go);
    l.loop = begin_control(f, l.graph, STEP_WHILE, l.go, 1);
    s = add_launch(f, l.graph, step);
    set_argument(f, s, 0, l.x, 0, 128);
    set_whole(f, s, 1, l.s);
    set_argument(f, s, 2, l.t, 0, 64);
    set_argument(f, s, 3, l.t, 64, 128);
    set_whole(f, s, 4, l.flag);
    s = add_launch(f, l.graph, next);
    set_whole(f, s, 0, l.passes);
    set_whole(f, s, 1, l.flag);
    set_condition(f, s, 2, l.go);
    end_control(f, l.graph, l.loop);
    s = add_launch(f, l.graph, last);
    set_whole(f, s, 0, l.s);
    set_whole(f, s, 1, l.y);
    return l;
}

START_TEST(a_loop_is_one_node_with_a_body)
{
    loop_program l = loop();
    plan *p = make_plan(l.f, false);
    const plan_graph *g = &p->graphs[0];
    const plan_node *loop_node = node_named(g, "while_go");
    ck_assert_uint_eq(p->body_count, 1);
    const plan_graph *body = &p->bodies[0];
    ck_assert_str_eq(body->name, "main_while_go_do");
    ck_assert_uint_eq(body->graph, 0);
    ck_assert_uint_eq(body->holder, MODEL_NONE);
    ck_assert_uint_eq(body->body, 0);
    ck_assert_ptr_eq(&g->nodes[body->holder_node], loop_node);
    ck_assert_uint_eq(body->node_count, 2);
    ck_assert_str_eq(body->nodes[0].name, "step");
    ck_assert_str_eq(body->nodes[1].name, "next");
    ck_assert_uint_eq(loop_node->kind, PLAN_CONDITIONAL);
    ck_assert_uint_eq(loop_node->control, STEP_WHILE);
    ck_assert_uint_eq(loop_node->condition, l.go);
    ck_assert_uint_eq(loop_node->first_body, 0);
    ck_assert_uint_eq(loop_node->body_count, 1);
    ck_assert_str_eq(loop_node->title, "while go");
    ck_assert_uint_eq(loop_node->step, l.loop);
    for (size_t n = 0; n < g->node_count; n++)
        ck_assert(strcmp(g->nodes[n].name, "step") != 0 && strcmp(g->nodes[n].name, "next") != 0);
    fixture_free(l.f);
}
END_TEST

START_TEST(a_conditional_node_touches_what_its_bodies_touch)
{
    loop_program l = loop();
    plan *p = make_plan(l.f, false);
    const plan_node *node = node_named(&p->graphs[0], "while_go");
    ck_assert_uint_eq(node->range_count, 6);
    expect_range(node, 0, l.x, 0, 128, PLAN_READ);
    expect_range(node, 1, l.s, 0, 256, PLAN_READ | PLAN_WRITE);
    expect_range(node, 2, l.t, 0, 128, PLAN_WRITE);
    expect_range(node, 3, l.flag, 0, 4, PLAN_READ | PLAN_WRITE);
    expect_range(node, 4, l.passes, 0, 4, PLAN_READ | PLAN_WRITE);
    expect_range(node, 5, l.go, 0, 4, PLAN_READ | PLAN_WRITE);
    fixture_free(l.f);
}
END_TEST

START_TEST(conditions_are_arguments_and_order)
{
    loop_program l = loop();
    plan *p = make_plan(l.f, false);
    const plan_graph *g = &p->graphs[0];
    const plan_node *begin = node_named(g, "begin");
    ck_assert_uint_eq(begin->arguments[2].condition, l.go);
    ck_assert(!begin->arguments[2].pointer && begin->arguments[2].setting == MODEL_NONE);
    ck_assert_uint_eq(begin->arguments[0].condition, MODEL_NONE);
    ck_assert_uint_eq(begin->condition, MODEL_NONE);
    expect_range(begin, 2, l.go, 0, 4, PLAN_READ | PLAN_WRITE);
    ck_assert(depends(g, "while_go", "begin"));
    ck_assert(depends(g, "last", "while_go"));
    ck_assert(depends(&p->bodies[0], "next", "step"));
    ck_assert_uint_eq(p->bodies[0].edge_count, 1);
    ck_assert_uint_eq(p->bodies[0].depth, 2);
    fixture_free(l.f);
}
END_TEST

START_TEST(what_a_body_may_write_is_cleared)
{
    fixture *f = fixture_new();
    uint32_t x = add_buffer(f, "x", ROLE_INPUT, "f32", 64, 256), y = add_buffer(f, "y", ROLE_OUTPUT, "f32", 64, 256);
    uint32_t z = add_buffer(f, "z", ROLE_OUTPUT, "f32", 64, 256), go = add_condition(f, "go");
    uint32_t choose = add_kernel(f, "choose", "ic"), k = add_kernel(f, "k", "io"), g = add_graph(f, GRAPH_REPLAY);
    model_step *s = add_launch(f, g, choose);
    set_whole(f, s, 0, x);
    set_condition(f, s, 1, go);
    add_step_of(f, g, k, x, z);
    uint32_t control = begin_control(f, g, STEP_IF, go, 2);
    add_step_of(f, g, k, x, y);
    next_body(f);
    add_step_of(f, g, k, x, y);
    add_step_of(f, g, k, x, z);
    end_control(f, g, control);
    plan *p = make_plan(f, false);
    ck_assert(proven(f, p, true));
    node_named(&p->graphs[0], "clear_y");
    for (size_t n = 0; n < p->graphs[0].node_count; n++)
        ck_assert_str_ne(p->graphs[0].nodes[n].name, "clear_z"); /* k writes all of it before */
    ck_assert(depends(&p->graphs[0], "if_go", "clear_y"));
    ck_assert_uint_eq(p->body_count, 2);
    ck_assert_str_eq(p->bodies[0].name, "main_if_go_do");
    ck_assert_str_eq(p->bodies[1].name, "main_if_go_else");
    ck_assert_uint_eq(p->bodies[1].node_count, 2);
    ck_assert_uint_eq(p->bodies[1].body, 1);
    fixture_free(f);
}
END_TEST

/* while a { k; switch b {k | (nothing) | if c {k}}; k }; while a2 {…} */
START_TEST(bodies_nest)
{
    fixture *f = fixture_new();
    uint32_t s = add_buffer(f, "s", ROLE_STATE, "f32", 64, 256), t = add_buffer(f, "t", ROLE_STATE, "f32", 64, 256);
    uint32_t u = add_buffer(f, "u", ROLE_STATE, "f32", 64, 256), a = add_condition(f, "a"), b = add_condition(f, "b");
    uint32_t c = add_condition(f, "c"), set = add_kernel(f, "set", "ic"), k = add_kernel(f, "k", "b");
    uint32_t g = add_graph(f, GRAPH_REPLAY);
    uint32_t outer = begin_control(f, g, STEP_WHILE, a, 1);
    set_whole(f, add_launch(f, g, k), 0, s);
    const uint32_t conditions[] = {b, c, a};
    for (size_t i = 0; i < 3; i++) {
        model_step *setter = add_launch(f, g, set);
        set_whole(f, setter, 0, s);
        set_condition(f, setter, 1, conditions[i]);
    }
    uint32_t choice = begin_control(f, g, STEP_SWITCH, b, 3);
    set_whole(f, add_launch(f, g, k), 0, t);
    next_body(f);
    next_body(f);
    uint32_t inner = begin_control(f, g, STEP_IF, c, 1);
    set_whole(f, add_launch(f, g, k), 0, u);
    end_control(f, g, inner);
    end_control(f, g, choice);
    set_whole(f, add_launch(f, g, k), 0, t);
    end_control(f, g, outer);
    set_whole(f, add_launch(f, g, k), 0, u);
    plan *p = make_plan(f, false);
    ck_assert(proven(f, p, true));
    static const char *const names[] = {"main_while_a_do", "main_switch_b_case_0", "main_switch_b_case_1",
                                        "main_switch_b_case_2", "main_if_c_do"};
    static const uint32_t holders[] = {MODEL_NONE, 0, 0, 0, 3};
    static const size_t nodes[] = {6, 1, 0, 1, 1};
    ck_assert_uint_eq(p->body_count, 5);
    for (size_t i = 0; i < 5; i++) {
        ck_assert_str_eq(p->bodies[i].name, names[i]);
        ck_assert_uint_eq(p->bodies[i].holder, holders[i]);
        ck_assert_uint_eq(p->bodies[i].node_count, nodes[i]);
        const plan_graph *holder = holders[i] == MODEL_NONE ? &p->graphs[0] : &p->bodies[holders[i]];
        const plan_node *node = &holder->nodes[p->bodies[i].holder_node];
        ck_assert_uint_eq(node->kind, PLAN_CONDITIONAL);
        ck_assert_uint_eq(node->first_body + p->bodies[i].body, i);
    }
    const plan_node *node = node_named(&p->graphs[0], "while_a");
    ck_assert_uint_eq(node->range_count, 6);
    expect_range(node, 2, u, 0, 256, PLAN_READ | PLAN_WRITE);
    node = node_named(&p->bodies[0], "switch_b");
    ck_assert_uint_eq(node->range_count, 4);
    expect_range(node, 0, t, 0, 256, PLAN_READ | PLAN_WRITE);
    expect_range(node, 2, b, 0, 4, PLAN_READ);
    expect_range(node, 3, c, 0, 4, PLAN_READ);
    ck_assert(depends(&p->bodies[0], "k_4", "switch_b"));
    ck_assert(depends(&p->graphs[0], "k_5", "while_a"));
    fixture_free(f);
}
END_TEST

START_TEST(after_names_reach_across_bodies)
{
    fixture *f = fixture_new();
    uint32_t s[5], go = add_condition(f, "go"), more = add_condition(f, "more"), k = add_kernel(f, "k", "b");
    for (size_t i = 0; i < 5; i++)
        s[i] = add_buffer(f, arena_printf(f->a, "s%zu", i), ROLE_STATE, "f32", 64, 256);
    uint32_t g = add_graph(f, GRAPH_REPLAY);
    set_whole(f, add_launch(f, g, k), 0, s[0]);
    uint32_t first = begin_control(f, g, STEP_IF, go, 1);
    set_whole(f, add_launch(f, g, k), 0, s[1]);
    model_step *inner = add_launch(f, g, k);
    set_whole(f, inner, 0, s[2]);
    set_after(f, inner, 2, (const uint32_t[]){0, 2}); /* one before what holds it, and its neighbour */
    end_control(f, g, first);
    uint32_t second = begin_control(f, g, STEP_IF, more, 1);
    inner = add_launch(f, g, k);
    set_whole(f, inner, 0, s[3]);
    set_after(f, inner, 1, (const uint32_t[]){3}); /* in another body */
    end_control(f, g, second);
    model_step *last = add_launch(f, g, k);
    set_whole(f, last, 0, s[4]);
    set_after(f, last, 1, (const uint32_t[]){5}); /* in a body */
    plan *p = make_plan(f, false);
    ck_assert(proven(f, p, true));
    ck_assert(depends(&p->graphs[0], "if_go", "k"));
    ck_assert(depends(&p->bodies[0], "k_3", "k_2"));
    ck_assert(depends(&p->graphs[0], "if_more", "if_go"));
    ck_assert(depends(&p->graphs[0], "k_5", "if_more"));
    fixture_free(f);
}
END_TEST

START_TEST(joins_have_names_of_their_own)
{
    fixture *f = fixture_new();
    uint32_t go = add_condition(f, "go"), many[8], k = add_kernel(f, "k", "iiiib"), g = add_graph(f, GRAPH_REPLAY);
    uint32_t one = add_kernel(f, "one", "b"), loop_index = 0;
    for (size_t i = 0; i < 8; i++)
        many[i] = add_buffer(f, arena_printf(f->a, "b%zu", i), ROLE_STATE, "f32", 64, 256);
    for (size_t part = 0; part < 2; part++) {
        if (part == 1)
            loop_index = begin_control(f, g, STEP_IF, go, 1);
        for (size_t i = 0; i < 4; i++)
            set_whole(f, add_launch(f, g, one), 0, many[i]);
        for (size_t i = 0; i < 4; i++) {
            model_step *s = add_launch(f, g, k);
            for (size_t n = 0; n < 4; n++)
                set_whole(f, s, n, many[n]);
            set_whole(f, s, 4, many[4 + i]);
        }
    }
    end_control(f, g, loop_index);
    plan *p = make_plan(f, false);
    ck_assert(proven(f, p, true));
    ck_assert_uint_eq(node_named(&p->graphs[0], "join")->kind, PLAN_EMPTY);
    ck_assert_uint_eq(node_named(&p->bodies[0], "join_2")->kind, PLAN_EMPTY);
    ck_assert_uint_eq(p->graphs[0].nodes[p->bodies[0].holder_node].kind, PLAN_CONDITIONAL);
    fixture_free(f);
}
END_TEST

START_TEST(conditions_have_no_place_and_do_not_cross)
{
    for (int separate = 0; separate < 2; separate++) {
        loop_program l = loop();
        plan *p = make_plan(l.f, separate != 0);
        ck_assert_uint_eq(diag_error_count(l.f->d), 0);
        ck_assert_uint_eq(p->places[l.go].arena, 0);
        ck_assert_uint_eq(p->places[l.go].offset, 0);
        ck_assert_uint_eq(p->places[l.go].upload_offset, UINT64_MAX);
        ck_assert_uint_eq(p->places[l.go].download_offset, UINT64_MAX);
        for (size_t r = 0; r < p->run_count; r++) {
            for (size_t i = 0; i < p->runs[r].member_count; i++)
                ck_assert_uint_ne(p->runs[r].members[i], l.go);
        }
        if (separate)
            ck_assert_uint_eq(p->arena_count, 6);
        fixture_free(l.f);
    }
}
END_TEST

/* What only a body touches is alive while the conditional node runs, and shares bytes with what is not. */
START_TEST(what_a_body_touches_is_alive_during_it)
{
    fixture *f = fixture_new();
    uint32_t x = add_buffer(f, "x", ROLE_INPUT, "f32", 64, 256), y = add_buffer(f, "y", ROLE_OUTPUT, "f32", 64, 256);
    uint32_t before = add_buffer(f, "before", ROLE_SCRATCH, "f32", 64, 256);
    uint32_t first = add_buffer(f, "first", ROLE_SCRATCH, "f32", 64, 256);
    uint32_t second = add_buffer(f, "second", ROLE_SCRATCH, "f32", 64, 256);
    uint32_t s = add_buffer(f, "s", ROLE_STATE, "f32", 64, 256), go = add_condition(f, "go");
    uint32_t k = add_kernel(f, "k", "io"), add = add_kernel(f, "add", "ib"), g = add_graph(f, GRAPH_REPLAY);
    add_step_of(f, g, k, x, before);
    add_step_of(f, g, add, before, s);
    uint32_t loop_index = begin_control(f, g, STEP_WHILE, go, 1);
    add_step_of(f, g, k, s, first);
    add_step_of(f, g, k, first, second);
    add_step_of(f, g, add, second, s);
    end_control(f, g, loop_index);
    add_step_of(f, g, k, s, y);
    plan *p = make_plan(f, false);
    ck_assert(proven(f, p, true));
    ck_assert_uint_ne(p->places[first].offset, p->places[second].offset);
    ck_assert(p->places[before].offset == p->places[first].offset ||
              p->places[before].offset == p->places[second].offset);
    fixture_free(f);
}
END_TEST

/* A buffer that only a body touches crosses with its graph. */
START_TEST(transport_sees_steps_in_bodies)
{
    fixture *f = fixture_new();
    uint32_t x = add_buffer(f, "x", ROLE_INPUT, "f32", 64, 256), y = add_buffer(f, "y", ROLE_OUTPUT, "f32", 64, 256);
    uint32_t go = add_condition(f, "go"), k = add_kernel(f, "k", "io");
    add_graph(f, GRAPH_REPLAY);
    uint32_t g = add_graph(f, GRAPH_REPLAY), control = begin_control(f, g, STEP_IF, go, 1);
    add_step_of(f, g, k, x, y);
    end_control(f, g, control);
    plan *p = make_plan(f, false);
    ck_assert(proven(f, p, true));
    ck_assert_uint_eq(p->run_count, 2);
    for (size_t r = 0; r < p->run_count; r++)
        ck_assert_uint_eq(p->runs[r].graph, g);
    ck_assert(depends(&p->graphs[1], "if_go", "upload"));
    ck_assert(depends(&p->graphs[1], "download", "if_go"));
    fixture_free(f);
}
END_TEST

/* ---- what is refused ---- */

static void expect_refused(const loop_program *l, const plan *p, const char *part)
{
    char *text = NULL;
    size_t length = 0;
    FILE *stream = open_memstream(&text, &length);
    diag *d = diag_new(l->f->a);
    ck_assert(!verify_plan(l->f->a, d, &l->f->m, p));
    diag_print(d, stream);
    fclose(stream);
    ck_assert_msg(strstr(text, part) != NULL, "no '%s' in: %s", part, text);
    free(text);
}

static plan_node *loop_node(const plan *p)
{
    return &p->graphs[0].nodes[p->bodies[0].holder_node];
}

START_TEST(damaged_bodies_are_refused)
{
    loop_program l = loop();
    plan *p = make_plan(l.f, false);
    ck_assert(proven(l.f, p, true));
    loop_node(p)->ranges[1].access = PLAN_READ;
    expect_refused(&l, p, "node while_go: byte 0 of s is written by its bodies, which the plan does not state");
    p = make_plan(l.f, false);
    loop_node(p)->ranges[0].last = 64;
    expect_refused(&l, p, "node while_go: byte 64 of x is read by its bodies, which the plan does not state");
    p = make_plan(l.f, false);
    loop_node(p)->ranges[0].last = 256;
    expect_refused(&l, p, "node while_go: byte 128 of x is read by nothing in its bodies, against what the plan states");
    p = make_plan(l.f, false);
    loop_node(p)->ranges[2].access |= PLAN_WHOLE;
    expect_refused(&l, p, "node while_go does not surely write bytes of t");
    p = make_plan(l.f, false);
    p->bodies[0].nodes[1].after_count = p->bodies[0].nodes[0].before_count = 0;
    p->bodies[0].edge_count = 0;
    p->bodies[0].depth = p->bodies[0].loose_depth = 1;
    p->bodies[0].width = 2;
    expect_refused(&l, p, "expected node next, which reads bytes of flag, to come after node step, found no path");
    p = make_plan(l.f, false);
    p->bodies[0].name = "main";
    expect_refused(&l, p, "two graphs or bodies are called main");
    p = make_plan(l.f, false);
    p->bodies[0].holder_node--;
    expect_refused(&l, p, "no conditional node has main_while_go_do where it stands");
    p = make_plan(l.f, false);
    loop_node(p)->control = STEP_IF;
    expect_refused(&l, p, "node while_go is not this control flow: its kind or its condition differ");
    p = make_plan(l.f, false);
    p->bodies[0].nodes[0].step = 0;
    expect_refused(&l, p, "node step is of a step that does not stand in main_while_go_do");
    p = make_plan(l.f, false);
    p->bodies[0].nodes[1].arguments[2].condition = MODEL_NONE;
    p->bodies[0].nodes[1].arguments[2].value = (const unsigned char *)"\0\0\0\0\0\0\0";
    expect_refused(&l, p, "argument p2 of node next is not what the step gives");
    p = make_plan(l.f, false);
    p->bodies[0].nodes[1].range_count--;
    expect_refused(&l, p, "expected node next to touch 3 ranges of bytes, found 2");
    fixture_free(l.f);
}
END_TEST

int main(void)
{
    Suite *s = suite_create("control");
    TCase *c = tcase_create("control");
    tcase_add_test(c, a_loop_is_one_node_with_a_body);
    tcase_add_test(c, a_conditional_node_touches_what_its_bodies_touch);
    tcase_add_test(c, conditions_are_arguments_and_order);
    tcase_add_test(c, what_a_body_may_write_is_cleared);
    tcase_add_test(c, bodies_nest);
    tcase_add_test(c, after_names_reach_across_bodies);
    tcase_add_test(c, joins_have_names_of_their_own);
    tcase_add_test(c, conditions_have_no_place_and_do_not_cross);
    tcase_add_test(c, what_a_body_touches_is_alive_during_it);
    tcase_add_test(c, transport_sees_steps_in_bodies);
    tcase_add_test(c, damaged_bodies_are_refused);
    suite_add_tcase(s, c);
    return run_suite(s);
}
