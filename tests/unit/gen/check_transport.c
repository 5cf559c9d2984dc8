/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The vggen authors */
/* How bytes are chosen to cross the bus, and why. */
#define _POSIX_C_SOURCE 200809L

#include "plan/transport.h"
#include "plan/lower.h"
#include "plan/traffic.h"
#include "spec_text.h"

#define SPEC_OF(head, kernels, buffers, steps)                                                                         \
    "vggen: 1\nprogram: demo\nmin_cuda: \"13.0\"\n" head "define: {N: 1024}\nkernels:\n" kernels                       \
    "buffers:\n" buffers steps
#define H100 "targets: [sm_90, sm_87]\n"
#define ORIN "targets: [sm_87, sm_90]\n"
#define NAMED(key, name, params) "  " name ": {" key ", block: 256, params: {" params "}}\n"
#define SOURCE(name, params) NAMED("source: k.cu", name, params)
#define MAP SOURCE("map", "x: in once f32*, y: out once f32*")
#define MIX SOURCE("mix", "x: in f32*, y: out f32*")
#define JOIN SOURCE("join", "a: in once f32*, b: in once f32*, c: in once f32*, y: out once f32*")
#define IN(name, rest) "  " name ": {role: input, type: f32, " rest "}\n"
#define OUT(name, rest) "  " name ": {role: output, type: f32, " rest "}\n"
#define TEMP(name, rest) "  " name ": {role: scratch, type: f32, " rest "}\n"
#define SMALL "shape: [N]"
#define STEPS "steps:\n"
#define STEP(launch) "  - launch: " launch "\n    grid: 4\n"

#define IMAGE_MAP NAMED("image: k.cubin", "map", "x: in once f32*, y: out once f32*")
#define QUARTERS                                                                                                       \
    OUT("a", "shape: [N / 4]") OUT("b", "shape: [N / 4]") OUT("c", "shape: [N / 4]") OUT("d", "shape: [N / 4]")
#define FOUR                                                                                                           \
    STEP("map(x[:N / 4], a)") STEP("map(x[N / 4:N / 2], b)") STEP("map(x[N / 2:N / 4 * 3], c)")                        \
    STEP("map(x[N / 4 * 3:], d)")
#define QUARTERS_DIRECT                                                                                                \
    "a down direct (written once, by one launch)\nb down direct (written once, by one launch)\n"                       \
    "c down direct (written once, by one launch)\nd down direct (written once, by one launch)\n"

typedef struct {
    const char *spec;
    const char *chosen;
} choice;

static const choice choices[] = {
    /* One kernel, all of which crosses once. */
    {SPEC_OF(H100, MAP, IN("x", SMALL) OUT("y", SMALL), STEPS STEP("map(x, y)")),
     "x up direct (read once, by one launch)\ny down direct (written once, by one launch)\n"},
    /* Three inputs wait for the bus together. */
    {SPEC_OF(H100, JOIN, IN("a", SMALL) IN("b", SMALL) IN("c", SMALL) OUT("y", SMALL), STEPS STEP("join(a, b, c, y)")),
     "a up direct (read once, by one launch)\nb up direct (read once, by one launch)\n"
     "c up direct (read once, by one launch)\ny down direct (written once, by one launch)\n"},
    /* Two halves, one launch each: once in all, but both wait. */
    {SPEC_OF(H100, MAP, IN("x", SMALL) OUT("y", "shape: [N / 2]") OUT("z", "shape: [N / 2]"),
             STEPS STEP("map(x[:N / 2], y)") STEP("map(x[N / 2:], z)")),
     "x up kernel (read by 2 launches)\ny down direct (written once, by one launch)\n"
     "z down direct (written once, by one launch)\n"},
    /* Three inputs in five launches: one copy for all is less than three that wait. */
    {SPEC_OF(H100, MAP JOIN,
             IN("a", SMALL) IN("b", SMALL) IN("c", SMALL) TEMP("p", SMALL) TEMP("q", SMALL) TEMP("r", SMALL)
                 OUT("y", SMALL) OUT("z", SMALL),
             STEPS STEP("map(a, p)") STEP("map(b, q)") STEP("map(c, r)") STEP("join(p, q, r, y)") STEP("map(p, z)")),
     "a up kernel (crosses with others)\nb up kernel (crosses with others)\nc up kernel (crosses with others)\n"
     "y down direct (written once, by one launch)\nz down direct (written once, by one launch)\n"},
    /* What is copied anyway takes others along. */
    {SPEC_OF(H100, MAP MIX, IN("x", SMALL) IN("w", SMALL) OUT("y", SMALL) OUT("z", SMALL),
             STEPS STEP("map(x, y)") STEP("mix(w, z)")),
     "x up kernel (crosses with others)\nw up kernel (not once in mix)\ny down direct (written once, by one launch)\n"
     "z down kernel (not once in mix)\n"},
    {SPEC_OF(H100, SOURCE("take", "x: in once f32*, w: in f32*, y: out once f32*"),
             IN("x", SMALL) IN("w", SMALL) OUT("y", SMALL),
             STEPS "  - launch: take(x, w, y)\n    name: both\n    grid: 4\n"),
     "x up kernel (crosses with others)\nw up kernel (not once in both)\ny down direct (written once, by one "
     "launch)\n"},
    /* Each pass would wait. */
    {SPEC_OF(H100, MAP SOURCE("ask", "y: in f32*, go: out u32*"),
             IN("x", SMALL) TEMP("t", SMALL) OUT("y", SMALL) "  go: {role: scratch, type: u32, shape: [1]}\n",
             STEPS "  - fill: go = 1\n  - fill: t = 0\n  - while: go\n    max: 9\n    do:\n"
                   "      - launch: map(x, t)\n        grid: 4\n      - launch: ask(t, go)\n        grid: 1\n" STEP(
                       "map(t, y)")),
     "x up kernel (read in a loop)\ny down direct (written once, by one launch)\n"
     "passes down kernel (vg_loop_begin uses it for control flow)\n"},
    /* One memory: nothing waits. */
    {SPEC_OF(ORIN, MAP, IN("x", SMALL) OUT("y", SMALL) OUT("z", SMALL), STEPS STEP("map(x, y)") STEP("map(x, z)")),
     "x up direct (read once each by 2 launches)\ny down direct (written once, by one launch)\n"
     "z down direct (written once, by one launch)\n"},
    {SPEC_OF(ORIN, MIX, IN("x", SMALL) OUT("y", SMALL), STEPS STEP("mix(x, y)")),
     "x up kernel (not once in mix)\ny down kernel (not once in mix)\n"},
    /* Large: direct where it can be, else copy nodes from some size on. */
    {SPEC_OF(H100, MAP, IN("x", "shape: [N, N]") OUT("y", "shape: [N, N]"),
             STEPS "  - launch: map(x, y)\n    grid: N * N / 256\n"),
     "x up direct (read once, by one launch)\ny down direct (written once, by one launch)\n"},
    {SPEC_OF(H100, MIX, IN("x", "shape: [N, N]") OUT("y", "shape: [2, N, N]"), STEPS STEP("mix(x, y)")),
     "x up kernel (not once in mix)\ny down copy (not once in mix; large)\n"},
    /* Few threads that read much wait again and again. */
    {SPEC_OF(H100, MAP, IN("x", "shape: [N, N]") OUT("y", "shape: [N, N]"),
             STEPS "  - launch: map(x, y)\n    grid: 1\n"),
     "x up kernel (read by few threads)\ny down direct (written once, by one launch)\n"},
    /* Lanes. */
    {SPEC_OF(H100 "lanes: 2\n", MAP, IN("x", SMALL) OUT("y", SMALL), STEPS STEP("map(x, y)")),
     "x up direct (read once, by one launch)\ny down direct (written once, by one launch)\n"},
    {SPEC_OF(H100 "lanes: 2\n", MAP, IN("x", "shape: [N, N]") OUT("y", "shape: [4]"), STEPS STEP("map(x, y)")),
     "x up copy (large, beside other lanes)\ny down direct (written once, by one launch)\n"},
    {SPEC_OF(ORIN "lanes: 2\n", MAP, IN("x", "shape: [N, N]") OUT("y", "shape: [4]"), STEPS STEP("map(x, y)")),
     "x up direct (read once, by one launch)\ny down direct (written once, by one launch)\n"},
    /* Without a kernel from source there is none that copies. */
    {SPEC_OF(H100, NAMED("image: k.cubin", "map", "x: in once f32*, y: out f32*"), IN("x", SMALL) OUT("y", SMALL),
             STEPS STEP("map(x, y)")),
     "x up direct (read once, by one launch)\ny down copy (not once in map; no kernel has source)\n"},
    /* Calls that bring the same bytes again. */
    {SPEC_OF(H100 "api: call\n", JOIN, IN("a", SMALL) IN("b", "shape: [64, N]") IN("c", SMALL) OUT("y", SMALL),
             STEPS STEP("join(a, b, c, y)")),
     "a up kernel (crosses with others)\nb up kernel (left out where it is as it was)\n"
     "c up kernel (crosses with others)\ny down direct (written once, by one launch)\n"},
    /* Byte by byte is slow. */
    {SPEC_OF(H100, MIX, IN("x", "shape: [32, N], align: 4") OUT("y", SMALL ", align: 4"), STEPS STEP("mix(x, y)")),
     "x up copy (not once in mix; not at a multiple of 16 bytes)\ny down kernel (not once in mix)\n"},
    /* What cannot be direct. */
    {SPEC_OF(H100, MAP, IN("x", SMALL ", upload: on_request") OUT("y", SMALL ", range: [0, 4]"),
             STEPS STEP("map(x, y)")),
     "x up kernel (on request)\ny down kernel (a range is downloaded)\n"},
    {SPEC_OF(H100, MAP, "  x: {role: inout, type: f32, shape: [N]}\n" OUT("y", SMALL), STEPS STEP("map(x, y)")),
     "x up kernel (inout stays on the device)\nx down kernel (inout stays on the device)\n"
     "y down direct (written once, by one launch)\n"},
    {SPEC_OF(H100, MAP, IN("x", SMALL ", at: 0") OUT("y", SMALL) OUT("z", SMALL),
             STEPS STEP("map(x, y)") "  - copy: y -> z\n"),
     "x up kernel (fixed place)\ny down kernel (copy y -> z reads it)\nz down kernel (copy y -> z writes it)\n"},
    {SPEC_OF(H100 "switches: {s: on}\n", MAP, IN("x", SMALL) OUT("y", SMALL) OUT("z", SMALL),
             STEPS STEP("map(x, y)") "    when: s\n" STEP("map(x[:4], z[:4])")),
     "x up kernel (read by 2 launches)\ny down kernel (map is switched)\nz down kernel (map writes a part)\n"},
    {SPEC_OF(H100, MAP, IN("x", SMALL) OUT("y", SMALL) TEMP("t", SMALL), STEPS STEP("map(x, y)") STEP("map(y, t)")),
     "x up direct (read once, by one launch)\ny down kernel (map reads it)\n"},
    /* Settings: by pointer they cross, by value they do not. */
    {SPEC_OF(H100, SOURCE("set", "g: in once f32*, n: f32, y: out once f32*"),
             "  g: {role: setting, type: f32, value: 1}\n  n: {role: setting, type: f32, value: 1}\n" OUT("y", SMALL),
             STEPS STEP("set(g, n, y)")),
     "g up direct (read once, by one launch)\ny down direct (written once, by one launch)\n"},
    /* What is asked for. */
    {SPEC_OF(H100, MAP, IN("x", SMALL ", io: copy") OUT("y", SMALL ", io: kernel"), STEPS STEP("map(x, y)")),
     "x up copy (asked for)\ny down kernel (asked for)\n"},
    {SPEC_OF(H100, MAP MIX, IN("x", SMALL ", io: direct") IN("w", SMALL) OUT("y", SMALL ", io: auto") OUT("z", SMALL),
             STEPS STEP("map(x, y)") STEP("mix(w, z)")),
     "x up direct (asked for)\nw up kernel (not once in mix)\ny down direct (written once, by one launch)\n"
     "z down kernel (not once in mix)\n"},
    /* A copy node is as much as four launches that wait. */
    {SPEC_OF(H100, IMAGE_MAP, IN("x", SMALL) QUARTERS, STEPS FOUR),
     "x up direct (read once each by 4 launches)\n" QUARTERS_DIRECT},
    {SPEC_OF(H100, IMAGE_MAP, IN("x", SMALL) QUARTERS OUT("e", "shape: [N / 4]"), STEPS FOUR STEP("map(x[:N / 4], e)")),
     "x up copy (read by 5 launches; no kernel has source)\n" QUARTERS_DIRECT
     "e down direct (written once, by one launch)\n"},
    /* In and out at once is worth a wait from 80 KiB on; a small one that the same launch reads comes along. */
    {SPEC_OF(H100, SOURCE("add", "x: in once f32*, c: in once f32*, y: out once f32*") MAP MIX,
             IN("x", "shape: [20, N]") IN("c", SMALL) IN("d", SMALL) IN("w", SMALL)
                 OUT("y", "shape: [20, N]") OUT("e", SMALL) OUT("z", SMALL),
             STEPS "  - launch: add(x, c, y)\n    grid: 80\n" STEP("map(d, e)") STEP("mix(w, z)")),
     "x up direct (read once, by one launch)\nc up direct (read once, by one launch)\n"
     "d up kernel (crosses with others)\nw up kernel (not once in mix)\n"
     "y down direct (written once, by one launch)\ne down direct (written once, by one launch)\n"
     "z down kernel (not once in mix)\n"},
    {SPEC_OF(H100, SOURCE("add", "x: in once f32*, c: in once f32*, y: out once f32*") MIX,
             IN("x", "shape: [20, N]") IN("c", SMALL) IN("w", SMALL) OUT("y", "shape: [19, N]") OUT("z", SMALL),
             STEPS "  - launch: add(x, c, y)\n    grid: 80\n" STEP("mix(w, z)")),
     "x up kernel (crosses with others)\nc up kernel (crosses with others)\nw up kernel (not once in mix)\n"
     "y down direct (written once, by one launch)\nz down kernel (not once in mix)\n"},
    /* Two graphs that share an input: each would have a copy for it alone. */
    {SPEC_OF(H100, MAP, IN("x", SMALL) OUT("y", SMALL) OUT("z", SMALL),
             "graphs:\n  fast:\n    - launch: map(x, y)\n      grid: 4\n"
             "  slow:\n    - launch: map(x, z)\n      grid: 4\n"),
     "x up direct (read once each by 2 launches)\ny down direct (written once, by one launch)\n"
     "z down direct (written once, by one launch)\n"},
    /* Nobody reads it. */
    {SPEC_OF(H100, MAP, IN("x", SMALL) IN("w", SMALL) OUT("y", SMALL), STEPS STEP("map(x, y)")),
     "x up direct (read once, by one launch)\nw up direct (no step reads it)\n"
     "y down direct (written once, by one launch)\n"},
    /* No bytes. */
    {SPEC_OF(H100, MAP, IN("x", "shape: [0], io: direct") OUT("y", SMALL), STEPS STEP("map(x, y)")),
     "y down direct (written once, by one launch)\n"},
    /* Graphs that share nothing are weighed each on its own. */
    {SPEC_OF(H100, MAP MIX,
             IN("x", SMALL) IN("w", SMALL) IN("v", SMALL) OUT("y", SMALL) OUT("z", SMALL) OUT("u", SMALL),
             "graphs:\n  fast:\n    - launch: map(x, y)\n      grid: 4\n"
             "  slow:\n    - launch: map(w, z)\n      grid: 4\n    - launch: mix(v, u)\n      grid: 4\n"),
     "x up direct (read once, by one launch)\nw up kernel (crosses with others)\nv up kernel (not once in mix)\n"
     "y down direct (written once, by one launch)\nz down direct (written once, by one launch)\n"
     "u down kernel (not once in mix)\n"},
    {SPEC_OF(H100, MAP, IN("x", SMALL) IN("w", SMALL) TEMP("t", SMALL) OUT("y", SMALL) OUT("z", SMALL),
             "graphs:\n  fast:\n    - launch: map(x, y)\n      grid: 4\n"
             "  slow:\n    - launch: map(w, t)\n      grid: 4\n    - launch: map(w, z)\n      grid: 4\n"),
     "x up direct (read once, by one launch)\nw up kernel (read by 2 launches)\n"
     "y down direct (written once, by one launch)\nz down direct (written once, by one launch)\n"},
};

static const char *word_of(plan_transport transport)
{
    return transport == TRANSPORT_COPY ? "copy" : transport == TRANSPORT_KERNEL ? "kernel" : "direct";
}

static const char *chosen(const model *m, const plan *p)
{
    const char *text = "";

    for (size_t i = 0; i < m->buffer_count; i++) {
        static const char *const ways[] = {[PLAN_UPLOAD] = "up", [PLAN_DOWNLOAD] = "down"};
        const plan_crossing *c = &p->crossings[i];

        for (int way = PLAN_UPLOAD; way <= PLAN_DOWNLOAD; way++)
            if (c->why[way] != NULL)
                text = arena_printf(memory, "%s%s %s %s (%s)\n", text, m->buffers[i].name, ways[way],
                                    word_of(c->by[way]), c->why[way]);
    }
    return text;
}

static plan *choose(const model *m, bool separate)
{
    plan *p = plan_new(memory, m, separate);

    transport_choose(memory, messages, m, p);
    ck_assert_msg(diag_error_count(messages) == 0, "%s", all_messages());
    return p;
}

START_TEST(auto_is_weighed)
{
    const choice *c = &choices[_i];
    const model *m = check_clean(c->spec);
    const char *found = chosen(m, choose(m, false));

    ck_assert_msg(strcmp(found, c->chosen) == 0, "chosen:\n%swanted:\n%s", found, c->chosen);
}
END_TEST

START_TEST(buffers_apart_are_copied)
{
    model *m = check_clean(choices[0].spec);

    ck_assert_str_eq(chosen(m, choose(m, true)),
                     "x up copy (each buffer has its own memory)\ny down copy (each buffer has its own memory)\n");
}
END_TEST

/* Sizes that vggen-spec(5) names: with one element less, x crosses in another way. */
START_TEST(sizes_make_the_difference)
{
    static const struct {
        const char *head, *kernel, *rest;
        unsigned long bytes;
        const char *below, *from;
    } sizes[] = {{H100, MIX, "", 8ul << 20, "kernel", "copy"},
                 {H100, MIX, ", align: 8", 64ul << 10, "kernel", "copy"},
                 {H100 "lanes: 2\n", MIX, "", 1ul << 20, "kernel", "copy"},
                 {H100 "api: call\n", MAP, "", 256ul << 10, "direct", "kernel"}};
    for (unsigned long less = 0; less < 2; less++) {
        const char *spec = arena_printf(memory,
                                        "vggen: 1\nprogram: demo\nmin_cuda: \"13.0\"\n%skernels:\n%sbuffers:\n"
                                        "  x: {role: input, type: f32, shape: [%lu]%s}\n"
                                        "  y: {role: output, type: f32, shape: [4]}\n"
                                        "steps:\n  - launch: m%s(x, y)\n    grid: 1 << 20\n",
                                        sizes[_i].head, sizes[_i].kernel, sizes[_i].bytes / 4 - less, sizes[_i].rest,
                                        strcmp(sizes[_i].kernel, MIX) == 0 ? "ix" : "ap");
        const plan *p = choose(check_clean(spec), false);

        ck_assert_str_eq(word_of(p->crossings[0].by[PLAN_UPLOAD]), less ? sizes[_i].below : sizes[_i].from);
    }
}
END_TEST

/* By the stage that makes the nodes, as if it stood in the spec. */
START_TEST(the_copy_kernel_is_added)
{
    model *m = check_clean(SPEC_OF(H100, MAP, IN("x", SMALL ", io: kernel") OUT("y", SMALL), STEPS STEP("map(x, y)")));
    plan *p = choose(m, false);
    const model_kernel *k;

    traffic_choose(memory, m, p);
    lower_graphs(memory, messages, m, p);
    ck_assert_uint_eq(m->kernel_count, 1);
    ck_assert_uint_eq(p->kernel_count, 2);
    ck_assert_ptr_eq(p->kernels[0], &m->kernels[0]);
    k = p->kernels[1];
    ck_assert_str_eq(k->name, "vg_copy");
    ck_assert_str_eq(k->entry, "vg_copy");
    ck_assert_str_eq(k->builtin, "copy.cu");
    ck_assert_uint_eq(k->block_size[0] * k->block_size[1] * k->block_size[2], 256);
    ck_assert_uint_eq(k->param_count, 3);
    ck_assert_int_eq(k->params[0].access, ACCESS_OUT);
    ck_assert_int_eq(k->params[1].access, ACCESS_IN);
    ck_assert_int_eq(k->params[2].access, ACCESS_VALUE);
    ck_assert_uint_eq(k->params[2].type->size, 8);
    ck_assert_uint_eq(k->at.begin, m->buffers[0].io_value_at.begin);
}
END_TEST

/* Whoever makes a model without the checks before: an output that nothing writes is no mistake then. */
START_TEST(what_no_launch_writes_is_not_direct)
{
    model *m = check_clean(choices[0].spec);

    m->graphs[0].step_count = 0;
    ck_assert_str_eq(chosen(m, choose(m, false)), "x up direct (no step reads it)\ny down kernel (no launch writes it)\n");
}
END_TEST

/* Only these have one memory; what is not known has its own. */
START_TEST(one_memory_by_target)
{
    static const struct {
        unsigned capability;
        const char *way;
    } cases[] = {{60, "kernel"},  {75, "kernel"},  {86, "kernel"},  {87, "direct"},  {88, "kernel"},
                 {90, "kernel"},  {100, "kernel"}, {101, "direct"}, {104, "kernel"}, {110, "direct"},
                 {120, "kernel"}, {121, "direct"}};
    model *m = check_clean(SPEC_OF(H100, MAP, IN("x", SMALL) OUT("y", SMALL) OUT("z", SMALL),
                                   STEPS STEP("map(x, y)") STEP("map(x, z)")));

    m->targets[0].capability = cases[_i].capability;
    ck_assert_str_eq(word_of(choose(m, false)->crossings[0].by[PLAN_UPLOAD]), cases[_i].way);
    m->target_count = 0;
    ck_assert_str_eq(word_of(choose(m, false)->crossings[0].by[PLAN_UPLOAD]), "kernel");
}
END_TEST

/* More than a graph could ever bring: sums do not wrap. */
START_TEST(waits_are_limited)
{
    model *m = check_clean(SPEC_OF(H100, MAP, IN("x", "shape: [1 << 36]") OUT("y", "shape: [1 << 36]"),
                                   STEPS "  - launch: map(x, y)\n    grid: 1\n" STEP("map(x[:4], y[:0])")));

    ck_assert_str_eq(chosen(m, choose(m, false)), "x up copy (read by 2 launches; large)\ny down direct (written once, by one launch)\n");
}
END_TEST

/* 2^68 threads have room for all of 2^60 bytes. */
START_TEST(threads_are_limited)
{
    model *m = check_clean(SPEC_OF(H100, MAP, IN("x", "shape: [1 << 58]") OUT("y", "shape: [1 << 58]"),
                                   STEPS "  - launch: map(x, y)\n    grid: [1 << 30, 1 << 15, 1 << 15]\n"));

    ck_assert_str_eq(chosen(m, choose(m, false)),
                     "x up direct (read once, by one launch)\ny down direct (written once, by one launch)\n");
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("transport");
    TCase *group = tcase_create("transport");

    tcase_add_checked_fixture(group, setup, teardown);
    LOOP(group, auto_is_weighed, choices);
    tcase_add_loop_test(group, sizes_make_the_difference, 0, 4);
    tcase_add_test(group, buffers_apart_are_copied);
    tcase_add_test(group, the_copy_kernel_is_added);
    tcase_add_test(group, what_no_launch_writes_is_not_direct);
    tcase_add_loop_test(group, one_memory_by_target, 0, 12);
    tcase_add_test(group, waits_are_limited);
    tcase_add_test(group, threads_are_limited);
    suite_add_tcase(suite, group);
    return run_suite(suite);
}
