/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The vggen authors */
/* Which nodes become one launch, and why others do not. */
#include "fuse_fixture.h"

/* ---- lines ---- */

static uint32_t make_line(void)
{
    uint32_t x, y, s, t;

    begin_program();
    x = buffer("x", ROLE_INPUT);
    y = buffer("y", ROLE_OUTPUT);
    s = buffer("s", ROLE_SCRATCH);
    t = buffer("t", ROLE_SCRATCH);
    step("a", x, s);
    step("b", s, t);
    step("c", t, y);
    return s;
}

START_TEST(a_line_with_its_transfers_and_end_is_one_launch)
{
    const plan_node *n;

    make_line();
    fuse();
    expect("[upload a b c download end]");
    ck_assert(plan_has_end(&p->graphs[0]));
    n = &p->graphs[0].nodes[0];
    ck_assert_uint_eq(n->block[0], 32);
    ck_assert_uint_eq(p->kernel_count, made.listed_count);
    ck_assert(p->kernels[n->kernel]->fused);
    ck_assert_uint_eq(p->kernels[n->kernel]->param_count, n->argument_count);
    ck_assert_uint_eq(p->plain[0].graph->node_count, 6);
    /* x and y in pinned memory, on the device as bytes and as what they are, s and t, two numbers of bytes that are
     * one, and the word */
    ck_assert_uint_eq(n->argument_count, 10);
    end_program();
}
END_TEST

START_TEST(what_stands_outside_stays_in_order)
{
    make_line();
    wide(&f->m.graphs[0].steps[1]);
    fuse();
    expect("[upload a] b [c download end]");
    expect_reason("b", "threads are too many for one block");
    ck_assert_uint_eq(node_called("b")->after[0], 0);
    end_program();
}
END_TEST

START_TEST(a_few_blocks_are_folded)
{
    make_line();
    f->m.graphs[0].steps[1].grid_size[0] = 4;
    fuse();
    expect("[upload a b c download end]");
    ck_assert_uint_eq(p->graphs[0].nodes[0].block[0], 128);
    end_program();
}
END_TEST

START_TEST(copy_nodes_stay)
{
    uint32_t x, y, s;

    begin_program();
    x = copied("x", ROLE_INPUT);
    y = copied("y", ROLE_OUTPUT);
    s = buffer("s", ROLE_SCRATCH);
    step("a", x, s);
    step("b", s, y);
    fuse();
    expect("upload [a b] download end");
    expect_reason("upload", "it is a copy node");
    expect_reason("end", "it stands alone");
    end_program();
}
END_TEST

START_TEST(a_long_line_is_cut)
{
    uint32_t from, to;
    size_t parts = 0;

    begin_program();
    from = buffer("x", ROLE_INPUT);
    for (size_t i = 0; i < 700; i++) {
        to = buffer(arena_printf(f->a, "t%zu", i), ROLE_STATE);
        step(NULL, from, to);
        from = to;
    }
    fuse();
    for (size_t n = 0; n < p->graphs[0].node_count; n++) {
        const plan_node *node = &p->graphs[0].nodes[n];
        ck_assert_int_eq(node->kind, PLAN_FUSED);
        ck_assert_uint_le(8 * node->argument_count, 4096);
        parts += node->blocks[0].part_count;
    }
    ck_assert_uint_eq(parts, 702);
    end_program();
}
END_TEST

/* ---- branches ---- */

START_TEST(light_branches_are_put_in_a_line_without_a_barrier)
{
    uint32_t x, y, s, t, u;

    begin_program();
    x = buffer("x", ROLE_INPUT);
    y = buffer("y", ROLE_OUTPUT);
    s = buffer("s", ROLE_SCRATCH);
    t = buffer("t", ROLE_SCRATCH);
    u = buffer("u", ROLE_SCRATCH);
    step("a", x, s);
    step("b", s, t);
    step("c", s, u);
    both("d", t, u, y);
    fuse();
    expect("[upload a b,c d download end]");
    end_program();
}
END_TEST

/* big_2 need not wait for b, which waits for big. */
START_TEST(nothing_waits_that_need_not)
{
    uint32_t x = (begin_program(), direct("x", ROLE_INPUT)), s, t, u, v, y, z;

    s = buffer("s", ROLE_STATE);
    t = buffer("t", ROLE_STATE);
    u = buffer("u", ROLE_STATE);
    v = buffer("v", ROLE_STATE);
    y = buffer("y", ROLE_STATE);
    z = buffer("z", ROLE_STATE);
    wide(step("big", s, t));
    step("a", x, u);
    both("b", u, t, v);
    wide(step("big_2", u, y));
    step("c", v, z);
    fuse();
    expect("begin big a [b c] big_2 end");
    end_program();
}
END_TEST

static void make_apart(size_t count)
{
    begin_program();
    for (size_t i = 0; i < count; i++)
        step(NULL, direct(arena_printf(f->a, "x%zu", i), ROLE_INPUT), direct(arena_printf(f->a, "y%zu", i), ROLE_OUTPUT));
}

START_TEST(many_side_by_side_are_blocks)
{
    make_apart(4);
    fuse();
    expect("[step|step_2|step_3|step_4] end");
    ck_assert_uint_eq(p->graphs[0].nodes[0].grid[0], 4);
    end_program();
}
END_TEST

START_TEST(few_side_by_side_are_one_block)
{
    make_apart(3);
    fuse();
    expect("[step,step_2,step_3 end]");
    end_program();
}
END_TEST

START_TEST(too_many_side_by_side_are_several_launches)
{
    make_apart(100);
    fuse();
    ck_assert_uint_eq(p->graphs[0].node_count, 4); /* begin, two launches, end */
    ck_assert_int_eq(p->graphs[0].nodes[0].kind, PLAN_BEGIN);
    end_program();
}
END_TEST

/* ---- loops and choices ---- */

START_TEST(a_loop_is_a_loop_of_the_launch)
{
    uint32_t x, s, flag, condition, control;

    begin_program();
    x = buffer("x", ROLE_INPUT);
    s = buffer("s", ROLE_STATE);
    flag = buffer("flag", ROLE_STATE);
    condition = add_condition(f, "go");
    step("a", x, s);
    sets(flag, condition);
    control = begin_control(f, 0, STEP_WHILE, condition, 1);
    step("b", s, flag);
    add_launch(f, 0, SET);
    set_whole(f, &f->m.graphs[0].steps[control + 2], 0, flag);
    set_condition(f, &f->m.graphs[0].steps[control + 2], 1, condition);
    end_control(f, 0, control);
    step("c", flag, s);
    fuse();
    expect("[upload a,look while_go{b set} c end]");
    ck_assert_uint_eq(p->body_count, 0);
    ck_assert_uint_eq(p->plain[0].body_count, 1);
    ck_assert_uint_eq(p->graphs[0].nodes[0].condition_count, 1);
    end_program();
}
END_TEST

START_TEST(a_loop_with_a_large_step_stays_and_its_body_is_fused)
{
    uint32_t s, t, u, flag, condition, control;

    begin_program();
    s = buffer("s", ROLE_STATE);
    t = buffer("t", ROLE_STATE);
    u = buffer("u", ROLE_STATE);
    flag = buffer("flag", ROLE_STATE);
    condition = add_condition(f, "go");
    sets(flag, condition);
    control = begin_control(f, 0, STEP_WHILE, condition, 1);
    wide(step("big", s, t));
    step("b", t, u);
    step("c", u, flag);
    end_control(f, 0, control);
    fuse();
    expect("look while_go");
    expect_reason("while_go", "big in it: ");
    ck_assert_uint_eq(p->body_count, 1);
    ck_assert_str_eq(graph_text(&p->bodies[0]), "big [b c]");
    end_program();
}
END_TEST

/* ---- settings and switches ---- */

START_TEST(settings_and_switches_are_values)
{
    uint32_t x, y, s, gain;
    const plan_node *n;
    model_step *with;

    begin_program();
    x = buffer("x", ROLE_INPUT);
    y = buffer("y", ROLE_OUTPUT);
    s = buffer("s", ROLE_STATE);
    gain = add_buffer(f, "gain", ROLE_SETTING, "u32", 1, 256);
    f->m.buffers[gain].by_pointer = false;
    with = add_launch(f, 0, WITH);
    with->name = "a";
    set_whole(f, with, 0, x);
    set_setting(f, with, 1, gain);
    set_whole(f, with, 2, s);
    step("b", s, y);
    with->switched = add_switch(f, "on", true);
    fuse();
    expect("[upload a b download end]");
    n = &p->graphs[0].nodes[0];
    ck_assert_uint_ne(n->blocks[0].parts[1].switched, 0);
    ck_assert_uint_eq(n->arguments[n->blocks[0].parts[1].switched - 1].switched, 1);
    ck_assert_uint_eq(n->arguments[n->blocks[0].parts[1].given[1].index].setting, gain);
    end_program();
}
END_TEST

/* ---- what is not ---- */

typedef struct {
    const char *reason;
    void (*change)(model_step *s);
} refusal;

static void make_cooperative(model_step *s)
{
    (void)s;
    f->m.kernels[WITH].cooperative = true;
}

static void make_clusters(model_step *s)
{
    (void)s;
    f->m.kernels[WITH].cluster_count = 1;
    f->m.kernels[WITH].cluster_size[0] = f->m.kernels[WITH].cluster_size[1] = f->m.kernels[WITH].cluster_size[2] = 1;
}

static void make_first(model_step *s)
{
    (void)s;
    set_given(&f->m.kernels[WITH].priority, -1);
}

static void make_varying(model_step *s)
{
    set_varying_grid(s, 1, 1);
}

static void make_varying_shared(model_step *s)
{
    set_given(&s->shared, 16);
    s->shared.varies = true;
}

static void turn_off(model_step *s)
{
    s->fuse_off = true;
}

static void turn_all_off(model_step *s)
{
    (void)s;
    f->m.graphs[0].fuse_off = true;
}

static const refusal refusals[] = {
    {"with is cooperative", make_cooperative},
    {"with runs in clusters", make_clusters},
    {"with has a priority of its own", make_first},
    {"a setting changes its grid", make_varying},
    {"a setting changes its shared memory", make_varying_shared},
    {"threads are too many for one block", wide},
    {"fuse: off of the step", turn_off},
    {"fuse: off", turn_all_off},
};

START_TEST(what_cannot_be_a_part_says_why)
{
    const refusal *r = &refusals[_i];
    uint32_t x, s, t;
    model_step *with;

    begin_program();
    x = buffer("x", ROLE_INPUT);
    s = buffer("s", ROLE_STATE);
    t = buffer("t", ROLE_STATE);
    with = add_launch(f, 0, WITH);
    with->name = "a";
    set_whole(f, with, 0, x);
    set_whole(f, with, 2, s);
    step("b", s, t);
    r->change(&f->m.graphs[0].steps[0]);
    fuse();
    expect_reason("a", r->reason);
    end_program();
}
END_TEST

START_TEST(without_machine_code_nothing_is)
{
    static const image_options none = {.none = true};

    make_line();
    p = make_plan(f, false);
    make_image(NULL);
    fuse_choose(f->a, &f->m, &made, p, &none);
    expect("upload a b c download end");
    expect_reason("a", "--image=none");
    ck_assert_ptr_null(p->plain);
    make_image(NULL);
    fuse_with(NULL);
    expect("upload a b c download end");
    expect_reason("a", "there is no PTX of step for compute_90");
    end_program();
}
END_TEST

START_TEST(external_memory_and_setup_are_left_alone)
{
    uint32_t x, s, e;

    begin_program();
    x = buffer("x", ROLE_INPUT);
    s = buffer("s", ROLE_STATE);
    e = copied("e", ROLE_STATE);
    f->m.buffers[e].external = true;
    step("a", x, s);
    step("b", s, e);
    fuse();
    expect_reason("b", "e is external memory");
    end_program();
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("fuse");
    TCase *cases = tcase_create("fuse");

    tcase_set_timeout(cases, 120);
    tcase_add_test(cases, a_line_with_its_transfers_and_end_is_one_launch);
    tcase_add_test(cases, what_stands_outside_stays_in_order);
    tcase_add_test(cases, a_few_blocks_are_folded);
    tcase_add_test(cases, copy_nodes_stay);
    tcase_add_test(cases, a_long_line_is_cut);
    tcase_add_test(cases, light_branches_are_put_in_a_line_without_a_barrier);
    tcase_add_test(cases, nothing_waits_that_need_not);
    tcase_add_test(cases, many_side_by_side_are_blocks);
    tcase_add_test(cases, few_side_by_side_are_one_block);
    tcase_add_test(cases, too_many_side_by_side_are_several_launches);
    tcase_add_test(cases, a_loop_is_a_loop_of_the_launch);
    tcase_add_test(cases, a_loop_with_a_large_step_stays_and_its_body_is_fused);
    tcase_add_test(cases, settings_and_switches_are_values);
    tcase_add_loop_test(cases, what_cannot_be_a_part_says_why, 0, (int)(sizeof refusals / sizeof *refusals));
    tcase_add_test(cases, without_machine_code_nothing_is);
    tcase_add_test(cases, external_memory_and_setup_are_left_alone);
    suite_add_tcase(suite, cases);
    return run_suite(suite);
}
