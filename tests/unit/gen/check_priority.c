/* SPDX-License-Identifier: MIT */
/* Which launches go first: those of the longest path, where two others that fill the device run beside it and each other. */
#include "plan/priority.h"

#include "plan_fixture.h"

#define LINE 6      /* launches on the longest path */
#define FILLS 4608u /* blocks of one warp on 144 multiprocessors of 32 blocks each */

typedef struct {
    unsigned beside;   /* launches that read x and so wait for nothing of the line, … */
    bool in_line;      /* … or only the first of them, and each later one what the one before it wrote */
    uint32_t blocks;   /* of each of them */
    uint64_t shared;   /* bytes of a block */
    bool has_priority; /* another kernel has one in the spec */
    bool once;         /* the graph is setup */
    bool waits;        /* they come after all of the line */
    unsigned first;    /* launches that are expected to go first */
} work;

static const expr zero;

/* framed: the replay begins and ends with launches of its own. */
static fixture *program(const work *w, bool framed)
{
    static model_target target = {.name = "sm_90", .capability = 90};
    fixture *f = fixture_new();
    uint32_t x = add_buffer(f, "x",
                            w->once  ? ROLE_DERIVED
                            : framed ? ROLE_STATE
                                     : ROLE_INPUT,
                            "f32", 32, 256),
             from = x;
    uint32_t k = add_kernel(f, "step", "io"), other = add_kernel(f, "other", "io");
    uint32_t g = add_graph(f, w->once ? GRAPH_SETUP : GRAPH_REPLAY);

    if (framed)
        f->m.kernels[k].source = "step.cu";
    f->m.targets = &target;
    f->m.target_count = 1;
    if (w->has_priority)
        f->m.kernels[other].priority.root = &zero;
    for (unsigned i = 0; i < LINE; i++) {
        uint32_t to = add_buffer(f, arena_printf(f->a, "t%u", i), ROLE_SCRATCH, "f32", 32, 256);
        add_step_of(f, g, k, from, to);
        from = to;
    }
    if (!w->waits)
        from = x;
    for (unsigned i = 0; i < w->beside; i++) {
        uint32_t to = add_buffer(f, arena_printf(f->a, "b%u", i), ROLE_SCRATCH, "f32", 32, 256);
        model_step *s = add_launch(f, g, other);
        set_whole(f, s, 0, from);
        set_whole(f, s, 1, to);
        s->grid_size[0] = w->blocks;
        s->shared_bytes = (uint32_t)w->shared;
        from = w->in_line ? to : from;
    }
    return f;
}

static const work works[] = {
    {2, false, FILLS, 0, false, false, false, LINE},
    {5, false, FILLS * 10, 0, false, false, false, LINE},
    {2, false, FILLS - 1, 0, false, false, false, 0},
    {1, false, FILLS, 0, false, false, false, 0},
    {0, false, FILLS, 0, false, false, false, 0},
    {4, true, FILLS, 0, false, false, false, 0},
    {2, false, FILLS, 0, true, false, false, 0},
    {2, false, FILLS, 0, false, true, false, 0},
    {2, false, FILLS, 0, false, false, true, 0},
    /* Half of a multiprocessor's shared memory each: two blocks on each. */
    {2, false, 144 * 2, 110000, false, false, false, LINE},
    {2, false, 144 * 2 - 1, 110000, false, false, false, 0},
};

START_TEST(the_longest_path_goes_first_where_it_is_crowded)
{
    const work *w = &works[_i / 2];
    bool framed = _i % 2 != 0;
    fixture *f = program(w, framed);
    plan *p = make_plan(f, false);
    unsigned first = 0, frames = 0;

    ck_assert_uint_eq(diag_error_count(f->d), 0);
    priority_choose(&f->m, p);
    for (size_t n = 0; n < p->graphs[0].node_count; n++) {
        const plan_node *node = &p->graphs[0].nodes[n];
        first += node->first;
        frames += plan_is_frame(node);
        if (node->first)
            ck_assert_uint_eq(node->kernel, 0); /* of the line, none beside it */
    }
    ck_assert_uint_eq(first, w->first);
    ck_assert_uint_eq(frames, !framed || w->once ? 0 : w->beside == 0 || w->waits ? 1 : 2);
    fixture_free(f);
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("priority");
    TCase *cases = tcase_create("path");

    tcase_add_loop_test(cases, the_longest_path_goes_first_where_it_is_crowded, 0,
                        2 * (int)(sizeof works / sizeof *works));
    suite_add_tcase(suite, cases);
    return run_suite(suite);
}
