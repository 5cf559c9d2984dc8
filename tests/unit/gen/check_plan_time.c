/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The vggen authors */
/* The time of all stages from traffic to verify grows with the steps, for programs of several shapes. */
#include <time.h>

#include "plan_fixture.h"

static uint32_t add_named(fixture *f, const char *name, size_t number, model_role role, uint64_t elements)
{
    return add_buffer(f, arena_printf(f->a, "%s%zu", name, number), role, "f32", elements, 256);
}

static void add_pass(fixture *f, uint32_t kernel, uint32_t from, uint32_t to)
{
    model_step *s = add_launch(f, 0, kernel);
    set_whole(f, s, 0, from);
    set_whole(f, s, 1, to);
}

static void add_part(fixture *f, uint32_t kernel, uint32_t buffer, uint64_t first, uint64_t last)
{
    set_argument(f, add_launch(f, 0, kernel), 0, buffer, 4 * first, 4 * last);
}

/* Reads [0, last) of a buffer and writes an element of another. */
static void add_read(fixture *f, uint32_t kernel, uint32_t from, uint64_t last, uint32_t to, uint64_t element)
{
    model_step *s = add_launch(f, 0, kernel);
    set_argument(f, s, 0, from, 0, 4 * last);
    set_argument(f, s, 1, to, 4 * element, 4 * element + 4);
}

/* ---- shapes ---- */

/* Eight chains that now and then meet, each with a scratch of its own for every other step. */
static void branching(fixture *f, size_t steps)
{
    uint32_t x = add_named(f, "x", 0, ROLE_INPUT, 64), y = add_named(f, "y", 0, ROLE_OUTPUT, 64);
    uint32_t one = add_kernel(f, "one", "io"), both = add_kernel(f, "both", "iib"), ends[8];
    for (int i = 0; i < 8; i++)
        ends[i] = x;
    for (size_t i = 0; i + 1 < steps; i++) {
        uint32_t *end = &ends[i / 2 % 8];
        if (i % 2 == 0) {
            uint32_t t = add_named(f, "t", i, ROLE_SCRATCH, 16 + i % 7 * 16);
            add_pass(f, one, *end, t);
            *end = t;
        } else {
            model_step *s = add_launch(f, 0, both);
            set_whole(f, s, 0, ends[(i / 2 + (i % 31 == 0)) % 8] == *end ? x : ends[(i / 2 + 1) % 8]);
            set_whole(f, s, 1, x);
            set_whole(f, s, 2, *end);
        }
    }
    add_pass(f, one, ends[0], y);
}

static void chains(fixture *f, size_t steps, size_t count)
{
    uint32_t x = add_named(f, "x", 0, ROLE_INPUT, 64), one = add_kernel(f, "one", "io"), ends[8];
    for (size_t i = 0; i < steps; i++) {
        uint32_t t = add_named(f, "t", i, i + count < steps ? ROLE_SCRATCH : ROLE_OUTPUT, 64 + i % 5 * 64);
        add_pass(f, one, i < count ? x : ends[i % count], t);
        ends[i % count] = t;
    }
}

static void one_chain(fixture *f, size_t steps)
{
    chains(f, steps, 1);
}

static void eight_chains(fixture *f, size_t steps)
{
    chains(f, steps, 8);
}

/* Pairs of steps that have nothing to do with each other. */
static void wide(fixture *f, size_t steps)
{
    uint32_t x = add_named(f, "x", 0, ROLE_INPUT, steps), y = add_named(f, "y", 0, ROLE_OUTPUT, steps);
    uint32_t one = add_kernel(f, "one", "io");
    for (uint64_t i = 0; i < steps / 2; i++) {
        uint32_t t = add_named(f, "t", i, ROLE_SCRATCH, 64);
        model_step *s = add_launch(f, 0, one);
        set_argument(f, s, 0, x, 4 * i, 4 * i + 4);
        set_whole(f, s, 1, t);
        s = add_launch(f, 0, one);
        set_whole(f, s, 0, t);
        set_argument(f, s, 1, y, 4 * i, 4 * i + 4);
    }
}

/* Parts that do not touch each other, written from the last one on, then all read by some steps. */
static void fan(fixture *f, size_t writers, size_t readers)
{
    uint32_t y = add_named(f, "y", 0, ROLE_OUTPUT, 2 * writers), s = add_named(f, "s", 0, ROLE_STATE, readers);
    uint32_t make = add_kernel(f, "make", "o"), use = add_kernel(f, "use", "ip");
    for (uint64_t i = writers; i-- > 0;)
        add_part(f, make, y, 2 * i, 2 * i + 1);
    for (uint64_t i = 0; i < readers; i++)
        add_read(f, use, y, 2 * writers, s, i);
}

static void many_writers(fixture *f, size_t steps)
{
    fan(f, steps - 3, 3);
}

static void many_readers(fixture *f, size_t steps)
{
    fan(f, 200, steps - 200);
}

static void many_of_both(fixture *f, size_t steps)
{
    fan(f, steps / 2, steps / 2);
}

/* Each step reads all that was written so far. */
static void history(fixture *f, size_t steps)
{
    uint32_t x = add_named(f, "x", 0, ROLE_SCRATCH, steps), s = add_named(f, "s", 0, ROLE_STATE, 1);
    uint32_t make = add_kernel(f, "make", "io"), use = add_kernel(f, "use", "ib");
    for (uint64_t i = 0; i < steps / 2; i++) {
        model_step *step = add_launch(f, 0, make);
        set_whole(f, step, 0, s);
        set_argument(f, step, 1, x, 4 * i, 4 * i + 4);
        add_read(f, use, x, i + 1, s, 0);
    }
}

/* Once around a ring of scratch buffers, and a second time over what the first one left. */
static void ring(fixture *f, size_t steps)
{
    size_t count = steps / 2;
    uint32_t x = add_named(f, "x", 0, ROLE_INPUT, 64), y = add_named(f, "y", 0, ROLE_OUTPUT, 64);
    uint32_t one = add_kernel(f, "one", "io"), first = (uint32_t)f->m.buffer_count, last = x;
    for (size_t i = 0; i < count; i++)
        add_named(f, "t", i, ROLE_SCRATCH, 64 + i % 5 * 64);
    for (size_t i = 0; i + 1 < steps; i++) {
        uint32_t t = first + (uint32_t)(i % count);
        add_pass(f, one, last, t);
        last = t;
    }
    add_pass(f, one, last, y);
}

/* Each step has an input and an output of its own, and every third of both crosses another way. */
static void crossing(fixture *f, size_t steps)
{
    static const plan_transport transports[] = {TRANSPORT_COPY, TRANSPORT_KERNEL, TRANSPORT_DIRECT};
    uint32_t one = add_kernel(f, "one", "io");
    for (size_t i = 0; i < steps; i++) {
        uint32_t x = add_named(f, "x", i, ROLE_INPUT, 64), y = add_named(f, "y", i, ROLE_OUTPUT, 64);
        set_transport(f, x, transports[i % 3]);
        set_transport(f, y, transports[i / 2 % 3]);
        add_pass(f, one, x, y);
        model_step *s = &f->m.graphs[0].steps[i];
        s->arguments[0].once = s->arguments[1].once = true;
    }
}

/* ---- time ---- */

/* Of each stage from traffic to verify, on the processor. */
enum { LOWER, ORDER, PLACE, VERIFY, STAGES };

static void take_time(clock_t *begin, double *seconds)
{
    clock_t now = clock();
    *seconds = (double)(now - *begin) / CLOCKS_PER_SEC;
    *begin = now;
}

static void measure(void (*shape)(fixture *f, size_t steps), size_t steps, double seconds[STAGES])
{
    fixture *f = fixture_new();
    add_graph(f, GRAPH_REPLAY);
    shape(f, steps);
    clock_t at = clock();
    plan *p = traffic_plan(f, false);
    lower_graphs(f->a, f->d, &f->m, p);
    take_time(&at, &seconds[LOWER]);
    order_graphs(f->a, &f->m, p);
    take_time(&at, &seconds[ORDER]);
    place_buffers(f->a, f->d, &f->m, p);
    frame_choose(f->a, &f->m, p);
    take_time(&at, &seconds[PLACE]);
    ck_assert(proven(f, p, true));
    take_time(&at, &seconds[VERIFY]);
    fixture_free(f);
}

/* Keeps the least of each stage: what else the machine does can only make a run slower. */
static void measure_least(void (*shape)(fixture *f, size_t steps), size_t steps, double least[STAGES])
{
    double seconds[STAGES];
    measure(shape, steps, seconds);
    for (int i = 0; i < STAGES; i++)
        least[i] = least[i] < 0 || seconds[i] < least[i] ? seconds[i] : least[i];
}

/* From FEW to MANY times as many steps n log n grows by about 21, a square by 256: how much a stage may grow. */
#define FEW 1000u
#define MANY 16u
#define NEARLY_LINEAR 75.0
#define SQUARE 750.0

/* Seconds for FEW that are too little to tell a growth from: of this, whatever the machine, the rest grows. */
#define LEAST 0.002

/* Where each step depends on all before it, or each buffer conflicts with each, there are as many pairs. */
static const struct {
    const char *name;
    void (*shape)(fixture *f, size_t steps);
    double most;
} shapes[] = {
    {"branching", branching, NEARLY_LINEAR},
    {"one chain", one_chain, NEARLY_LINEAR},
    {"eight chains", eight_chains, NEARLY_LINEAR},
    {"wide", wide, NEARLY_LINEAR},
    {"many writers", many_writers, NEARLY_LINEAR},
    {"many readers", many_readers, NEARLY_LINEAR},
    {"many of both", many_of_both, NEARLY_LINEAR},
    {"crossing", crossing, NEARLY_LINEAR},
    {"history", history, SQUARE},
    {"ring", ring, SQUARE},
};

static double most_seconds(double few, double growth)
{
    return growth * (few > LEAST ? few : LEAST);
}

static bool grows_slowly(const double few[STAGES], const double many[STAGES], double growth)
{
    for (int i = 0; i < STAGES; i++)
        if (many[i] > most_seconds(few[i], growth))
            return false;
    return true;
}

START_TEST(time_grows_with_the_steps)
{
    static const char *const stages[STAGES] = {"lower", "order", "place", "verify"};
    double few[STAGES] = {-1, -1, -1, -1}, many[STAGES] = {-1, -1, -1, -1};
    for (int run = 0; run < 3; run++)
        measure_least(shapes[_i].shape, FEW, few);
    /* Once, unless the machine was busy with something else. */
    for (int run = 0; run < 3 && (run == 0 || !grows_slowly(few, many, shapes[_i].most)); run++)
        measure_least(shapes[_i].shape, MANY * FEW, many);
    printf("%s:", shapes[_i].name);
    for (int i = 0; i < STAGES; i++)
        printf(" %s %.4f %.3f%s", stages[i], few[i], many[i], i + 1 < STAGES ? "," : " s\n");
    fflush(stdout);
    for (int i = 0; i < STAGES; i++)
        ck_assert_msg(many[i] <= most_seconds(few[i], shapes[_i].most), "%s, %s: %.4f s for %u steps, %.4f s for %u",
                      shapes[_i].name, stages[i], few[i], FEW, many[i], MANY * FEW);
}
END_TEST

int main(void)
{
    Suite *s = suite_create("plan time");
    TCase *c = tcase_create("plan time");
    tcase_set_timeout(c, 300);
    tcase_add_loop_test(c, time_grows_with_the_steps, 0, (int)(sizeof shapes / sizeof *shapes));
    suite_add_tcase(s, c);
    return run_suite(s);
}
