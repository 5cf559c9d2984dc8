/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The vggen authors */
/* Which edges are programmatic. The kernels are those of waits/, as machine code for every machine: a race that is
 * planted in one of them gets an ordinary edge, and a plan that says otherwise is refused. */
#define _POSIX_C_SOURCE 200809L
#include "pdl_fixture.h"
#include "toolkit.h"

#define CAPTURE "  - {capture: fold, reads: x, writes: a}\n"

/* The edge from node `from` to node `to`. */
typedef struct {
    const char *steps;
    const char *from, *to;
    plan_overlap expected;
} edge_case;

static const edge_case cases[] = {
    {FIRST STEP("right(a, y, 256)"), "right", "right_2", PLAN_PROGRAMMATIC},
    {FIRST STEP("prologue(a, y, 256)"), "right", "prologue", PLAN_PROGRAMMATIC},
    {FIRST STEP("in_function(a, y, 256)"), "right", "in_function", PLAN_PROGRAMMATIC},
    {FIRST STEP("in_loop(a, y, 256)"), "right", "in_loop", PLAN_PROGRAMMATIC},
    {FIRST STEP("trapped(a, y, 256)"), "right", "trapped", PLAN_PROGRAMMATIC},
    {FIRST STEP("on_both_ways(a, y, 256)"), "right", "on_both_ways", PLAN_PROGRAMMATIC},
    {FIRST STEP("table(a, y, 256)"), "right", "table", PLAN_PROGRAMMATIC},
    /* Nothing is asked of the earlier kernel. */
    {STEP("removed(x, a, 256)") STEP("right(a, y, 256)"), "removed", "right", PLAN_PROGRAMMATIC},
    {STEP("load_before(x, a, 256)") STEP("right(a, y, 256)"), "load_before", "right", PLAN_PROGRAMMATIC},
    /* Planted races: the wait is gone, conditional, or an access stands before it. */
    {FIRST STEP("removed(a, y, 256)"), "right", "removed", PLAN_NEVER_WAITS},
    {FIRST STEP("conditional(a, y, 256)"), "right", "conditional", PLAN_WAITS_LATE},
    {FIRST STEP("load_before(a, y, 256)"), "right", "load_before", PLAN_WAITS_LATE},
    {FIRST STEP("store_before(a, y, 256)"), "right", "store_before", PLAN_WAITS_LATE},
    {FIRST STEP("atomic_before(a, y, 256)"), "right", "atomic_before", PLAN_WAITS_LATE},
    {FIRST STEP("copy_before(a, y, 256)"), "right", "copy_before", PLAN_WAITS_LATE},
    {FIRST STEP("prefetch_before(a, y, 256)"), "right", "prefetch_before", PLAN_WAITS_LATE},
    {FIRST STEP("function_before(a, y, 256)"), "right", "function_before", PLAN_WAITS_LATE},
    {FIRST STEP("print_before(a, y, 256)"), "right", "print_before", PLAN_WAITS_LATE},
    {FIRST STEP("constant_before(a, y, 256)"), "right", "constant_before", PLAN_WAITS_LATE},
    {FIRST STEP("early_return(a, y, 256)"), "right", "early_return", PLAN_SKIPS_WAIT},
    {FIRST STEP("no_pass(a, y, 256)"), "right", "no_pass", PLAN_SKIPS_WAIT},
    {FIRST STEP("early_exit(a, y, 256)"), "right", "early_exit", PLAN_SKIPS_WAIT},
    {FIRST STEP("function_skips(a, y, 256)"), "right", "function_skips", PLAN_SKIPS_WAIT},
    /* Read as constant: what the earlier kernel writes, or what nobody writes. */
    {FIRST STEP("constant(a, y, 256)"), "right", "constant", PLAN_READS_NONCOHERENT},
    {FIRST STEP("gather(w, a, y, 256)"), "right", "gather", PLAN_READS_NONCOHERENT},
    {FIRST STEP("gather(a, w, y, 256)"), "right", "gather", PLAN_PROGRAMMATIC},
    {FIRST STEP("gather(a, k, y, 256)"), "right", "gather", PLAN_PROGRAMMATIC},
    {FIRST STEP("constant_in_function(a, y, 256)"), "right", "constant_in_function", PLAN_READS_NONCOHERENT},
    /* What waits for bytes to be free has not read them. */
    {FIRST STEP("right(a, z, 256)") STEP("followed(q, a, 256)") STEP("right(a, y, 256)"), "right_2", "followed",
     PLAN_READS_NONCOHERENT},
    /* A kernel further back may still run, if all between let the next one begin before they ended. */
    {FIRST STEP("right(a, b, 256)") STEP("gather(b, a, y, 256)"), "right_2", "gather", PLAN_READS_NONCOHERENT},
    {FIRST STEP("removed(a, b, 256)") STEP("gather(b, a, y, 256)"), "removed", "gather", PLAN_PROGRAMMATIC},
    {FIRST STEP("right(a, b, 256)") STEP("right(b, c, 256)") STEP("gather(c, a, y, 256)"), "right_3", "gather",
     PLAN_READS_NONCOHERENT},
    /* What else speaks against it. */
    {FIRST STEP("off(a, y, 256)"), "right", "off", PLAN_PDL_OFF},
    {STEP("off(x, a, 256)") STEP("right(a, y, 256)"), "off", "right", PLAN_PDL_OFF},
    {FIRST "  - {launch: \"right(a, y, 256)\", grid: 1, when: on}\n", "right", "right_2", PLAN_MAY_NOT_RUN},
    {"  - {launch: \"right(x, y, 256)\", grid: 1, unless: on}\n" STEP("right(x, y, 256)"), "right", "right_2",
     PLAN_MAY_NOT_RUN},
    {FIRST "  - {launch: \"right(a, y, 256)\", grid: e}\n", "right", "right_2", PLAN_MAY_NOT_RUN},
    {FIRST "  - {launch: \"right(a, y, 256)\", grid: m}\n", "right", "right_2", PLAN_IS_PATCHED},
    {FIRST "  - {launch: \"right(a, y, m)\", grid: 1}\n", "right", "right_2", PLAN_IS_PATCHED},
    {"  - {launch: \"right(x, a, m)\", grid: 1}\n" STEP("right(a, y, 256)"), "right", "right_2", PLAN_IS_PATCHED},
    {FIRST "  - {launch: \"right(a, y, 256)\", grid: 1, shared: m * 4}\n", "right", "right_2", PLAN_IS_PATCHED},
    {FIRST "  - copy: a -> y\n", "right", "copy_a_y", PLAN_NO_KERNELS},
    {"  - fill: a = 1\n" STEP("right(a, y, 256)"), "fill_a", "right", PLAN_NO_KERNELS},
    /* A capture is the earlier end, and may write what is read as constant. */
    {CAPTURE STEP("right(a, y, 256)"), "fold", "right", PLAN_PROGRAMMATIC},
    {CAPTURE STEP("removed(a, y, 256)"), "fold", "removed", PLAN_NEVER_WAITS},
    {CAPTURE STEP("constant(a, y, 256)"), "fold", "constant", PLAN_READS_NONCOHERENT},
    {CAPTURE STEP("off(a, y, 256)"), "fold", "off", PLAN_PDL_OFF},
    {FIRST "  - {capture: fold, reads: a, writes: y}\n", "right", "fold", PLAN_NO_KERNELS},
    {"  - {capture: fold, reads: x, writes: a, when: on}\n  - {launch: \"right(a, y, 256)\", grid: 1, when: on}\n", "fold",
     "right", PLAN_MAY_NOT_RUN},
};
#define CASES ((int)(sizeof cases / sizeof cases[0]))

START_TEST(an_edge_is_what_the_code_allows)
{
    const edge_case *c = &cases[_i];
    make_steps(c->steps);
    plan_graph *g = &p->graphs[0];
    size_t edge = find_edge(g, c->from, c->to);
    plan_node *to = find(g, c->to);
    check_overlap(to->overlaps[edge], c->expected);
    ck_assert_int_eq(to->programmatic != NULL && to->programmatic[edge] != 0, c->expected == PLAN_PROGRAMMATIC);
    ck_assert_msg(verified(), "%s", printed());
}
END_TEST

/* Which of both it is about. */
START_TEST(a_reason_names_the_kernel_or_the_node)
{
    static const struct {
        const char *steps, *from, *to, *words;
    } reasons[] = {
        {FIRST STEP("off(a, y, 256)"), "right", "off", "pdl: off of off"},
        {STEP("off(x, a, 256)") STEP("right(a, y, 256)"), "off", "right", "pdl: off of off"},
        {FIRST "  - {launch: \"right(a, y, 256)\", grid: 1, when: on}\n", "right", "right_2", "right_2 may not run"},
        {"  - {launch: \"right(x, y, 256)\", grid: 1, unless: on}\n" STEP("right(x, y, 256)"), "right", "right_2",
         "right may not run"},
        {FIRST "  - {launch: \"right(a, y, m)\", grid: 1}\n", "right", "right_2",
         "a setting is patched into right_2"},
        {"  - {launch: \"right(x, a, m)\", grid: 1}\n" STEP("right(a, y, 256)"), "right", "right_2",
         "a setting is patched into right"},
    };
    for (size_t k = 0; k < sizeof reasons / sizeof *reasons; k++) {
        make_steps(reasons[k].steps);
        plan_graph *g = &p->graphs[0];
        size_t edge = find_edge(g, reasons[k].from, reasons[k].to);
        const plan_node *to = find(g, reasons[k].to);
        ck_assert_str_eq(pdl_words(memory, p, g, to, edge, to->overlaps[edge * m->target_count]), reasons[k].words);
    }
}
END_TEST

/* The proof knows nothing of why the plan is so. */
START_TEST(what_the_code_does_not_allow_is_refused)
{
    const edge_case *c = &cases[_i];
    make_steps(c->steps);
    plan_graph *g = &p->graphs[0];
    size_t edge = find_edge(g, c->from, c->to);
    plan_node *to = find(g, c->to);
    if (to->programmatic == NULL)
        to->programmatic = ARENA_ARRAY(memory, uint32_t, to->after_count);
    to->programmatic[edge] = 1;
    ck_assert_msg(verified() == (c->expected == PLAN_PROGRAMMATIC), "%s",
                  pdl_words(memory, p, g, to, edge, c->expected));
    if (c->expected != PLAN_PROGRAMMATIC) {
        const char *expected = arena_printf(memory, "expected node %s not to begin before node ", c->to);
        ck_assert_msg(strstr(printed(), expected) != NULL, "%s", printed());
    }
}
END_TEST

/* What the spec and its targets say; the plan made before stays programmatic, and is refused. */
static void expect_both(plan_overlap expected)
{
    ck_assert(!verified());
    pdl_choose(memory, m, i, p);
    check_overlap(find(&p->graphs[0], "right_2")->overlaps[0], expected);
    ck_assert_ptr_null(find(&p->graphs[0], "right_2")->programmatic);
    ck_assert(verified());
}

START_TEST(targets_and_drivers)
{
    make_steps(FIRST STEP("right(a, y, 256)"));
    switch (_i) {
    case 0:
        m->min_cuda = 12020;
        expect_both(PLAN_OLD_DRIVER);
        m->min_cuda = 12030;
        break;
    case 1:
        m->targets[0].capability = 89;
        expect_both(PLAN_OLD_TARGET);
        m->targets[0].capability = 100;
        break;
    case 2:
        i->starts[0].wait = IMAGE_WAIT_UNKNOWN;
        expect_both(PLAN_NO_CODE);
        i->starts[0].wait = IMAGE_WAIT_FIRST;
        break;
    default:
        m->kernels[0].cooperative = true;
        expect_both(PLAN_IS_COOPERATIVE);
        m->kernels[0].cooperative = false;
        break;
    }
    pdl_choose(memory, m, i, p);
    check_overlap(find(&p->graphs[0], "right_2")->overlaps[0], PLAN_PROGRAMMATIC);
    ck_assert(verified());
}
END_TEST

/* Two buffers at the same place are the same bytes. */
START_TEST(bytes_are_compared_by_their_place)
{
    make_steps(FIRST STEP("gather(a, w, y, 256)"));
    plan_node *to = find(&p->graphs[0], "gather");
    size_t edge = find_edge(&p->graphs[0], "right", "gather");
    ck_assert_uint_eq(to->programmatic[edge], 1);
    p->places[1].offset = p->places[4].offset + 4;
    ck_assert(!verified());
    pdl_choose(memory, m, i, p);
    check_overlap(to->overlaps[edge], PLAN_READS_NONCOHERENT);
    ck_assert(verified());
}
END_TEST

START_TEST(setup_has_none)
{
    make_steps(FIRST STEP("right(a, y, 256)"));
    plan_graph *g = &p->graphs[0];
    g->kind = GRAPH_SETUP;
    ck_assert(!verified());
    pdl_choose(memory, m, i, p);
    ck_assert_ptr_null(find(g, "right_2")->programmatic);
    check_overlap(find(g, "right_2")->overlaps[0], PLAN_RUNS_ONCE);
    ck_assert(verified());
}
END_TEST

/* A body is judged like a graph: what waits may, what does not may not. */
START_TEST(bodies_have_them_too)
{
    make_steps(FIRST STEP("right(a, b, 256)") STEP("removed(b, y, 256)"));
    plan_graph *g = &p->graphs[0];
    p->bodies = g;
    p->body_count = 1;
    p->graph_count = 0;
    find(g, "right_2")->programmatic = NULL;
    pdl_choose(memory, m, i, p);
    ck_assert_uint_eq(find(g, "right_2")->programmatic[0], 1);
    ck_assert_ptr_null(find(g, "removed")->programmatic);
    ck_assert(verified());
    find(g, "removed")->programmatic = find(g, "right_2")->programmatic;
    ck_assert(!verified());
}
END_TEST

START_TEST(bits_of_targets_that_are_not_there)
{
    make_steps(FIRST STEP("right(a, y, 256)"));
    find(&p->graphs[0], "right_2")->programmatic[0] = 2;
    ck_assert(!verified());
}
END_TEST

static const char *plan_text(bool json)
{
    char *bytes = NULL;
    size_t size = 0;
    FILE *stream = open_memstream(&bytes, &size);
    emit_input in = {.memory = memory, .m = m, .i = i, .p = p, .version = "1.2.3", .sources = messages};
    (json ? manifest_write_plan : print_plan)(stream, emit_context_new(&in), NULL);
    ck_assert_int_eq(fclose(stream), 0);
    const char *text = arena_copy(memory, bytes, size);
    free(bytes);
    return text;
}

static void expect_in(const char *text, const char *piece)
{
    ck_assert_msg(strstr(text, piece) != NULL, "no '%s' in:\n%s", piece, text);
}

START_TEST(the_printed_plan_says_why)
{
    make_steps(FIRST STEP("right(a, b, 256)") STEP("removed(b, y, 256)"));
    expect_in(plan_text(false), "\n      may begin before right has ended\n");
    expect_in(plan_text(false), "\n      begins when right_2 has ended: its code has no griddepcontrol.wait\n");
    expect_in(plan_text(true), "\"from\": 1, \"to\": 2, \"buffer\": \"a\", \"first\": 0, \"last\": 1024}\n"
                               "          ],\n"
                               "          \"programmatic\": [\"compute_90\"],\n"
                               "          \"ordinary\": []\n");
    expect_in(plan_text(true), "\"from\": 2, \"to\": 3, \"buffer\": \"b\", \"first\": 0, \"last\": 1024}\n"
                               "          ],\n"
                               "          \"programmatic\": [],\n"
                               "          \"ordinary\": [\n"
                               "            {\"target\": \"compute_90\", \"reason\": \"its code has no "
                               "griddepcontrol.wait\"}\n"
                               "          ]\n");
}
END_TEST

/* Each target is judged by its own code. */
START_TEST(mixed_targets)
{
    if (!has_toolkit(memory))
        return;
    make_plan(arena_printf(memory,
                           "vggen: 1\nprogram: probe\nmin_cuda: \"13.0\"\ntargets: [sm_80, sm_90, compute_90]\n"
                           "kernels:\n  right: {source: waits.cu, " TWO "}\n"
                           "%ssteps:\n" FIRST STEP("right(a, y, 256)"),
                           buffers),
              BY_COPY);
    plan_node *to = find(&p->graphs[0], "right_2");
    ck_assert_uint_eq(to->programmatic[0], 6);
    check_overlap(to->overlaps[0], PLAN_OLD_TARGET);
    check_overlap(to->overlaps[2], PLAN_PROGRAMMATIC);
    ck_assert_msg(verified(), "%s", printed());
    expect_in(plan_text(false), "\n      begins when right has ended on sm_80: older than sm_90\n"
                                "      may begin before right has ended on sm_90, compute_90\n");
    to->programmatic[0] = 7;
    ck_assert(!verified());
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("pdl");
    TCase *group = tcase_create("pdl");
    tcase_add_checked_fixture(group, setup, teardown);
    tcase_set_timeout(group, 120);
    tcase_add_loop_test(group, an_edge_is_what_the_code_allows, 0, CASES);
    tcase_add_test(group, a_reason_names_the_kernel_or_the_node);
    tcase_add_loop_test(group, what_the_code_does_not_allow_is_refused, 0, CASES);
    tcase_add_loop_test(group, targets_and_drivers, 0, 4);
    tcase_add_test(group, bytes_are_compared_by_their_place);
    tcase_add_test(group, setup_has_none);
    tcase_add_test(group, bodies_have_them_too);
    tcase_add_test(group, bits_of_targets_that_are_not_there);
    tcase_add_test(group, the_printed_plan_says_why);
    tcase_add_test(group, mixed_targets);
    suite_add_tcase(suite, group);
    return run_suite(suite);
}
