/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The vggen authors */
#define _POSIX_C_SOURCE 200809L
#include "plan_damage.h"
#include "random_program.h"
#include "replay_oracle.h"

/* ---- plans as they are made ---- */

/* How many random plans have what the language offers. */
typedef struct {
    size_t graphs, lanes, shared_arenas, on_request, if_changed, partial, switched, varying, ordered, sharing, fixed,
        parts, joins, tight, conditionals, nested, set, body_edges, by_kernel, direct_in, direct_out, mixed, begins,
        ends, later_ends, in_pieces, captures;
} features;

static void count_features(const fixture *f, const plan *p, features *c)
{
    c->graphs += p->graph_count > 1 && p->graphs[1].kind == GRAPH_REPLAY;
    c->lanes += f->m.lanes > 1;
    c->shared_arenas += p->arena_count > 1 && p->arenas[1].shared;
    c->sharing += !p->separate && p->arenas[0].bytes < p->arenas[0].sum;
    unsigned transports = 0;
    for (size_t r = 0; r < p->run_count; r++) {
        const plan_run *run = &p->runs[r];
        transports |= 1u << run->transport;
        c->by_kernel += run->transport == TRANSPORT_KERNEL;
        c->in_pieces += run->piece_count > 1;
        c->direct_in += run->transport == TRANSPORT_DIRECT && run->direction == PLAN_UPLOAD;
        c->direct_out += run->transport == TRANSPORT_DIRECT && run->direction == PLAN_DOWNLOAD;
        c->on_request += p->runs[r].on_request;
        c->if_changed += p->runs[r].if_changed;
        c->partial += p->runs[r].last != UINT64_MAX;
    }
    c->mixed += transports == (1u << TRANSPORT_COPY | 1u << TRANSPORT_KERNEL | 1u << TRANSPORT_DIRECT);
    for (size_t b = 0; b < f->m.buffer_count; b++)
        c->fixed += f->m.buffers[b].fixed;
    for (size_t b = 0; b < p->body_count; b++) {
        c->nested += p->bodies[b].holder != MODEL_NONE;
        c->body_edges += p->bodies[b].edge_count > 0;
    }
    for (size_t g = 0; g < p->graph_count; g++) {
        c->tight += p->graphs[g].tight_count > 0;
        for (size_t n = 0; n < p->graphs[g].node_count; n++) {
            const plan_node *node = &p->graphs[g].nodes[n];
            c->switched += node->switched != MODEL_NONE;
            c->varying += node->grid_varies[0] != NULL;
            c->ordered += node->ordered_count > 0;
            c->conditionals += node->kind == PLAN_CONDITIONAL;
            c->captures += node->kind == PLAN_CAPTURE;
            c->begins += node->kind == PLAN_BEGIN;
            c->ends += node->kind == PLAN_END;
            c->later_ends += node->kind == PLAN_END && g > 0;
            for (size_t i = 0; i < node->argument_count; i++)
                c->set += node->arguments[i].condition != MODEL_NONE;
            c->joins += node->kind == PLAN_EMPTY;
            c->parts += node->kind == PLAN_FILL && node->pitch > 8;
        }
    }
}

static void expect_features(const features *c)
{
    const size_t counts[] = {c->graphs,  c->lanes,      c->shared_arenas, c->on_request,   c->if_changed,
                             c->partial, c->switched,   c->varying,       c->ordered,      c->sharing,
                             c->fixed,   c->parts,      c->joins,         c->conditionals, c->nested,
                             c->set,     c->body_edges, c->by_kernel,     c->direct_in,    c->direct_out,
                             c->mixed,   c->begins,     c->ends,          c->later_ends,   c->captures};
    for (size_t i = 0; i < sizeof counts / sizeof *counts; i++)
        ck_assert_msg(counts[i] > 100, "feature %zu: %zu times", i, counts[i]);
    ck_assert_msg(c->in_pieces > 10, "transfers in pieces: %zu times", c->in_pieces);
    ck_assert_msg(c->tight > 30, "dependencies added for memory: %zu times", c->tight); /* few gain by it */
}

START_TEST(made_plans_are_proven_and_right)
{
    uint64_t seed = random_seed("verify: made plans");
    features seen = {0};
    for (int round = 0; round < 3000; round++) {
        fixture *f = random_fixture(&seed, 25);
        for (int separate = 0; separate < 2; separate++) {
            plan *p = random_plan(f, separate != 0);
            ck_assert_msg(proven(f, p, true), "round %d", round);
            ck_assert_msg(plan_is_right(&f->m, p), "round %d", round);
            count_features(f, p, &seen);
        }
        fixture_free(f);
    }
    expect_features(&seen);
}
END_TEST

/* ---- damage ---- */

#define DAMAGE_COUNT (sizeof damages / sizeof *damages)

/* Indices that the oracle would follow out of the plan. */
static bool can_be_run(const fixture *f, const plan *p)
{
    for (size_t r = 0; r < p->run_count; r++) {
        if (p->runs[r].member_count == 0)
            return false;
    }
    for (size_t b = 0; b < p->body_count; b++) {
        if (p->bodies[b].graph >= p->graph_count)
            return false;
    }
    for (size_t k = 0; k < p->graph_count + p->body_count; k++) {
        const plan_graph *g = k < p->graph_count ? &p->graphs[k] : &p->bodies[k - p->graph_count];
        size_t next_body = k < p->graph_count ? 0 : k - p->graph_count + 1;
        for (size_t i = 0; i < g->node_count; i++) {
            const plan_node *n = &g->nodes[i];
            if (n->kind == PLAN_CONDITIONAL && /* bodies stand after what holds them, so that none holds itself */
                (n->first_body < next_body || n->body_count > p->body_count ||
                 n->first_body > p->body_count - n->body_count))
                return false;
            if ((n->kind == PLAN_TRANSFER && n->run >= p->run_count) ||
                (n->step != MODEL_NONE && n->step >= f->m.graphs[g->graph].step_count) ||
                n->kernel >= p->kernel_count || (n->kind == PLAN_FILL && n->element == 0))
                return false;
        }
    }
    return true;
}

START_TEST(damage_that_matters_is_refused)
{
    uint64_t seed = random_seed("verify: damage");
    size_t applied[DAMAGE_COUNT] = {0}, harmful[DAMAGE_COUNT] = {0}, refused[DAMAGE_COUNT] = {0};
    for (int round = 0; round < 20000; round++) {
        uint64_t start = seed;
        fixture *f = random_fixture(&seed, 15);
        damage d = {f, random_plan(f, random_below(&seed, 5) == 0), &seed, false};
        size_t kind = random_below(&seed, DAMAGE_COUNT);
        damages[kind].apply(&d);
        bool right = !d.declared && can_be_run(f, d.p) && plan_is_right(&f->m, d.p);
        bool accepted = proven(f, d.p, false);
        applied[kind]++;
        harmful[kind] += !right;
        refused[kind] += !accepted;
        ck_assert_msg(right || !accepted, "round %d (state 0x%llx): '%s' does harm and was accepted", round,
                      (unsigned long long)start, damages[kind].name);
        fixture_free(f);
    }
    for (size_t i = 0; i < DAMAGE_COUNT; i++) {
        printf("  %-20s %5zu times, harmful %5zu, refused %5zu\n", damages[i].name, applied[i], harmful[i], refused[i]);
        ck_assert_uint_gt(harmful[i], 0);
    }
}
END_TEST

/* ---- what messages say ---- */

static fixture *two_steps(void)
{
    fixture *f = fixture_new();
    uint32_t x = add_buffer(f, "x", ROLE_INPUT, "f32", 16, 256), y = add_buffer(f, "y", ROLE_OUTPUT, "f32", 16, 256);
    uint32_t t = add_buffer(f, "t", ROLE_SCRATCH, "f32", 16, 256), k = add_kernel(f, "scale", "io");
    uint32_t g = add_graph(f, GRAPH_REPLAY);
    model_step *s = add_launch(f, g, k);
    set_whole(f, s, 0, x);
    set_whole(f, s, 1, t);
    s = add_launch(f, g, k);
    set_whole(f, s, 0, t);
    set_whole(f, s, 1, y);
    return f;
}

static void expect_message(fixture *f, const plan *p, const char *part)
{
    char *text = NULL;
    size_t length = 0;
    FILE *stream = open_memstream(&text, &length);
    diag *d = diag_new(f->a);
    ck_assert(!verify_plan(f->a, d, &f->m, p));
    diag_print(d, stream);
    fclose(stream);
    ck_assert_msg(strstr(text, part) != NULL, "no '%s' in: %s", part, text);
    ck_assert_ptr_nonnull(strstr(text, "[plan-unproven]"));
    free(text);
}

START_TEST(messages_name_nodes_and_buffers)
{
    fixture *f = two_steps();
    plan *p = make_plan(f, false);
    p->graphs[0].nodes[2].after_count = 0;
    mirror_edges(f->a, &p->graphs[0]);
    expect_message(f, p, "expected node scale_2, which reads bytes of t, to come after node scale, found no path");
    p = make_plan(f, false);
    p->places[2].offset = p->places[0].offset;
    expect_message(f, p, "t shares memory with x, which must keep its bytes");
    p = make_plan(f, false);
    p->places[2].offset = p->places[1].offset;
    expect_message(f, p, "t and y share memory");
    fixture_free(f);
}
END_TEST

static void lend(fixture *f, uint32_t buffer)
{
    model_buffer *b = &f->m.buffers[buffer];
    b->external = true;
    b->upload = b->download = TRAFFIC_NEVER;
}

START_TEST(external_memory_lies_nowhere_in_the_plan)
{
    fixture *f = two_steps();
    lend(f, 0);
    lend(f, 1);
    plan *p = make_plan(f, false);
    ck_assert_uint_eq(p->run_count, 0);
    ck_assert_uint_eq(p->places[0].arena, PLAN_EXTERNAL);
    ck_assert_uint_eq(p->places[1].arena, PLAN_EXTERNAL);
    ck_assert_uint_eq(p->arenas[0].bytes, 256); /* of t alone */
    ck_assert(proven(f, p, true));
    p->places[1].arena = 0;
    expect_message(f, p, "expected y to lie in external memory alone");
    p = make_plan(f, false);
    p->places[0].offset = 64;
    expect_message(f, p, "expected x to lie in external memory alone");
    p = make_plan(f, false);
    p->places[2].arena = PLAN_EXTERNAL;
    expect_message(f, p, "expected t to lie in device memory");
    ck_assert(proven(f, make_plan(f, true), true));
    f->m.api_call = true;
    p = make_plan(f, false);
    ck_assert(proven(f, p, true));
    ck_assert(!p->graphs[0].keeps);
    p->graphs[0].keeps = true;
    expect_message(f, p, "outputs of graph");
    fixture_free(f);
}
END_TEST

/* x goes into the first launch and y comes out of the second one, without copies. */
static fixture *two_direct_steps(void)
{
    fixture *f = two_steps();
    model_step *steps = f->m.graphs[0].steps;
    steps[0].arguments[0].once = steps[1].arguments[1].once = true;
    f->crossings[0].by[PLAN_UPLOAD] = f->crossings[1].by[PLAN_DOWNLOAD] = TRANSPORT_DIRECT;
    return f;
}

static void expect_refused(fixture *f, const char *part)
{
    expect_message(f, make_plan(f, false), part);
    fixture_free(f);
}

START_TEST(kept_calls_are_functions_of_what_goes_in)
{
    fixture *f = two_steps();
    uint32_t sum = add_buffer(f, "sum", ROLE_STATE, "f32", 16, 256), g = add_graph(f, GRAPH_REPLAY);
    model_step *s = add_launch(f, g, 0);
    plan *p;
    set_whole(f, s, 0, 0);
    set_whole(f, s, 1, sum);
    f->m.api_call = true;
    f->m.lanes = 2;
    f->m.keep = 3;
    p = make_plan(f, false);
    ck_assert(p->graphs[0].keeps && !p->graphs[1].keeps);
    ck_assert_uint_eq(p->keep_bytes, 2 * 3 * (64 + 64)); /* x and y */
    ck_assert(proven(f, p, true));
    p->keep_bytes -= 64;
    expect_message(f, p, "expected 768 bytes for kept calls, found 704");
    p = make_plan(f, false);
    p->graphs[1].keeps = true;
    expect_message(f, p, "are kept, but it touches sum, which calls do not compare");
    p = make_plan(f, false);
    f->m.api_call = false;
    expect_message(f, p, "are kept, but it is not called");
    fixture_free(f);
}
END_TEST

START_TEST(what_is_direct_is_used_once_and_whole)
{
    fixture *f = two_direct_steps();
    ck_assert(proven(f, make_plan(f, false), true));
    f->m.graphs[0].steps[0].arguments[0].once = false;
    expect_refused(f, "kernels may not work on x in pinned memory: something uses it that is no argument 'in once'");
    f = two_direct_steps();
    f->m.graphs[0].steps[1].arguments[1].slice.first = 4;
    expect_refused(f, "kernels may not work on y in pinned memory: expected one argument 'out once' for all of it");
    f = two_direct_steps();
    f->m.graphs[0].steps[1].switched = add_switch(f, "on", true);
    expect_refused(f, "expected one argument 'out once' for all of it");
    f = two_direct_steps();
    set_varying_grid(&f->m.graphs[0].steps[1], 0, 2);
    expect_refused(f, "expected one argument 'out once' for all of it");
    f = two_direct_steps();
    f->m.graphs[0].steps[1].idle_name = "flag";
    expect_refused(f, "expected one argument 'out once' for all of it");
    f = two_direct_steps();
    model_step *again = add_launch(f, 0, 0);
    set_whole(f, again, 0, 2);
    set_whole(f, again, 1, 1);
    again->arguments[1].once = true;
    expect_refused(f, "expected one argument 'out once' for all of it");
    f = two_direct_steps();
    again = add_launch(f, 0, add_kernel(f, "look", "ii"));
    set_whole(f, again, 0, 2);
    set_whole(f, again, 1, 1);
    again->arguments[1].once = true;
    expect_refused(f, "expected one argument 'out once' for all of it");
    f = two_direct_steps();
    add_copy(f, 0, 0, 0, 2, 0, 16);
    expect_refused(f, "something uses it that is no argument 'in once'");
    f = two_direct_steps();
    add_step_of(f, add_graph(f, GRAPH_SETUP), 0, 0, 2);
    f->m.graphs[1].steps[0].arguments[0].once = true;
    expect_refused(f, "something uses it that is no argument 'in once'");
    f = two_direct_steps();
    f->m.buffers[0].upload = TRAFFIC_ON_REQUEST;
    expect_refused(f, "it does not cross in each replay");
    f = two_direct_steps();
    f->m.buffers[0].fixed = true;
    expect_refused(f, "the spec has a place for it on the device");
    f = two_direct_steps();
    f->m.buffers[1].down_last = 32;
    expect_refused(f, "not all of it is downloaded");
    f = two_direct_steps();
    f->m.buffers[0].role = ROLE_STATE;
    expect_refused(f, "only inputs, outputs and settings may");
    f = two_direct_steps();
    f->m.buffers[0].io = IO_COPY;
    expect_refused(f, "the upload of x is not by what 'io' asks for");
    f = two_direct_steps();
    f->crossings[0].by[PLAN_UPLOAD] = TRANSPORT_KERNEL;
    plan *p = make_plan(f, false);
    ck_assert(proven(f, p, true));
    p->kernel_count--;
    expect_message(f, p, "the upload of x is by a kernel that the program does not have");
    p->kernels[p->kernel_count++] = &f->m.kernels[0];
    expect_message(f, p, "expected the kernels of the spec, and behind them those of the generator");
    fixture_free(f);
}
END_TEST

/* An output stays in a body that may not run, or a flag decides without having been copied. */
START_TEST(what_is_direct_is_not_written_in_bodies)
{
    fixture *f = two_direct_steps();
    uint32_t c = add_condition(f, "c"), z = add_buffer(f, "z", ROLE_OUTPUT, "f32", 16, 256);
    uint32_t control = begin_control(f, 0, STEP_IF, c, 1);
    add_step_of(f, 0, 0, 0, z); /* that is where inputs may be read */
    f->m.graphs[0].steps[control + 1].arguments[0].once = f->m.graphs[0].steps[control + 1].arguments[1].once = true;
    end_control(f, 0, control);
    ck_assert(proven(f, make_plan(f, false), true));
    f->crossings[z].by[PLAN_DOWNLOAD] = TRANSPORT_DIRECT;
    expect_refused(f, "kernels may not work on z in pinned memory");
}
END_TEST

/* ---- grids that the device sets ---- */

#define SETTER 0 /* the launch that sets the grid of the next one */

/* n says how many blocks `step` has, which reads x and writes y; at most 7 x 2. */
static fixture *sized_step(void)
{
    static const char *const names[] = {"count", "above", "node", "most", "y", "z"};
    fixture *f = fixture_new();
    uint32_t n = add_buffer(f, "n", ROLE_INPUT, "u32", 1, 4), x = add_buffer(f, "x", ROLE_INPUT, "f32", 16, 256);
    uint32_t y = add_buffer(f, "y", ROLE_OUTPUT, "f32", 16, 256),
             above = add_buffer(f, "above", ROLE_OUTPUT, "u32", 1, 4);
    uint32_t grid = add_condition(f, "grid"), k = add_kernel(f, "vg_set_grid", "iocvvv"),
             step = add_kernel(f, "step", "io");
    uint32_t g = add_graph(f, GRAPH_REPLAY);
    f->m.buffers[grid].grid = true;
    f->m.kernels[k].builtin = "grid.cu";
    for (size_t i = 0; i < 6; i++)
        f->m.kernels[k].params[i].name = names[i];
    model_step *s = add_launch(f, g, k);
    set_whole(f, s, 0, n);
    set_whole(f, s, 1, above);
    set_condition(f, s, 2, grid);
    set_value(f, s, 3, 7);
    set_value(f, s, 4, 2);
    set_value(f, s, 5, 1);
    s = add_launch(f, g, step);
    set_whole(f, s, 0, x);
    set_whole(f, s, 1, y);
    s->grid_size[0] = 7;
    s->grid_size[1] = 2;
    s->sized = grid + 1;
    s->grid_name = "n";
    s->reads = ARENA_ARRAY(f->a, model_slice, 1);
    set_slice(f, &s->reads[s->read_count++], grid, 0, 4);
    return f;
}

static plan_node *node_of_step(plan *p, uint32_t step)
{
    for (size_t i = 0; i < p->graphs[0].node_count; i++) {
        if (p->graphs[0].nodes[i].step == step)
            return &p->graphs[0].nodes[i];
    }
    ck_abort_msg("no node of step %u", step);
    return NULL;
}

/* Each number of the launch that sets the grid is that of the launch which has it. */
START_TEST(a_grid_that_the_device_sets_has_bounds)
{
    fixture *f = sized_step();
    ck_assert(proven(f, make_plan(f, false), true));
    for (size_t i = 3; i < 6; i++) {
        f = sized_step();
        set_value(f, &f->m.graphs[0].steps[SETTER], i, 8);
        expect_refused(f, "does not set the grid of node step to at most 7 x 2 x 1");
    }
    f = sized_step();
    f->m.kernels[0].builtin = "control.cu";
    expect_refused(f, "does not set the grid of node step");
    f = sized_step();
    f->m.kernels[1].cooperative = true;
    expect_refused(f, "node step is not one whose grid the device can set");
    f = sized_step();
    f->m.buffers[4].grid = false;
    expect_refused(f, "node step is not one whose grid the device can set");
}
END_TEST

START_TEST(a_grid_is_set_once_and_before_it_is_needed)
{
    fixture *f = sized_step();
    plan *p = make_plan(f, false);
    node_of_step(p, SETTER + 1)->condition = MODEL_NONE;
    expect_message(f, p, "node step is not this launch");
    p = make_plan(f, false);
    node_of_step(p, SETTER)->arguments[2].condition = MODEL_NONE;
    expect_message(f, p, "one node that sets it, found 0");
    p = make_plan(f, false);
    plan_node *step = node_of_step(p, SETTER + 1);
    step->after_count = 0;
    mirror_edges(f->a, &p->graphs[0]);
    expect_message(f, p, "to come after node vg_set_grid");
    fixture_free(f);
    f = sized_step();
    model_step again = f->m.graphs[0].steps[SETTER], *added = add_launch(f, 0, again.kernel);
    again.title = "once more";
    *added = again;
    expect_refused(f, "one node that sets it, found 2");
}
END_TEST

/* What decides how many blocks a resident grid has does not change once the program is open. */
START_TEST(a_resident_grid_is_known_to_open)
{
    static const expr setting = {.kind = EXPR_INTEGER, .integer = 1};
    fixture *f = two_steps();
    f->m.graphs[0].steps[0].resident = true;
    ck_assert(proven(f, make_plan(f, false), true));
    plan *p = make_plan(f, false);
    node_of_step(p, 0)->resident = false;
    expect_message(f, p, "is not this launch");
    p = make_plan(f, false);
    node_of_step(p, 0)->arguments[0].grid = true;
    expect_message(f, p, "argument");
    fixture_free(f);
    f = two_steps();
    f->m.graphs[0].steps[0].resident = true;
    f->m.graphs[0].steps[0].shared = (model_expr){.root = &setting, .varies = true, .low = 1, .high = 1, .value = 1};
    expect_refused(f, "cannot have a resident grid");
    f = sized_step();
    f->m.graphs[0].steps[SETTER].arguments[3].kind = ARGUMENT_GRID;
    expect_refused(f, "is given the blocks of a resident grid, and has another");
}
END_TEST

/* ---- collectives ---- */

/* Two that have no bytes in common, the second one after the first or not. */
static fixture *two_sums(bool ordered)
{
    fixture *f = fixture_new();
    uint32_t g = add_graph(f, GRAPH_REPLAY);
    f->m.ranks = 2;
    for (int i = 0; i < 2; i++) {
        model_step *s = add_capture(f, g, 3, 1);
        set_whole(f, s, 0, add_buffer(f, i == 0 ? "first" : "second", ROLE_INOUT, "f32", 16, 256));
        s->arguments[0].access = ACCESS_INOUT;
        s->arguments[0].keyword = "from";
        s->collective = COLLECTIVE_ALL_REDUCE;
        s->capture->collective = s;
    }
    if (ordered)
        set_after(f, &f->m.graphs[g].steps[1], 1, (const uint32_t[]){0});
    return f;
}

/* Whatever the order of the steps says: on every rank they have to begin alike. And nobody else's part is kept. */
START_TEST(collectives_come_one_after_the_other)
{
    fixture *f = two_sums(true);
    plan *p = make_plan(f, false);
    ck_assert(proven(f, p, true));
    plan_node *second = node_of_step(p, 1);
    second->after[0] = node_of_step(p, 0)->after[0]; /* only their upload */
    mirror_edges(f->a, &p->graphs[0]);
    expect_message(f, p, "to come after node function_0_0");
    fixture_free(f);
    expect_refused(two_sums(false), "to come after node function_0_0");
    f = two_sums(true);
    f->m.api_call = true;
    p = make_plan(f, false);
    ck_assert(proven(f, p, true));
    ck_assert(!p->graphs[0].keeps);
    p->graphs[0].keeps = true;
    expect_message(f, p, "other ranks take part in function_0_0");
    fixture_free(f);
}
END_TEST

/* ---- what a pool may hold ---- */

/* Two steps, x to y and a state to y2, with a pool. */
static fixture *pooled_steps(uint32_t *sum)
{
    fixture *f = two_steps();
    uint32_t y = add_buffer(f, "y2", ROLE_OUTPUT, "f32", 16, 256), g = add_graph(f, GRAPH_REPLAY);
    model_step *s = add_launch(f, g, 0);
    *sum = add_buffer(f, "sum", ROLE_STATE, "f32", 16, 256);
    f->m.buffers[*sum].download = TRAFFIC_EACH;
    set_whole(f, s, 0, *sum);
    set_whole(f, s, 1, y);
    f->m.pooled = true;
    return f;
}

START_TEST(a_pool_holds_only_what_a_replay_needs)
{
    uint32_t sum;
    fixture *f = pooled_steps(&sum);
    plan *p = make_plan(f, false);
    ck_assert(proven(f, p, true));
    ck_assert_uint_eq(p->arena_count, 2);
    ck_assert(p->arenas[0].pooled && !p->arenas[1].pooled);
    ck_assert_uint_eq(p->places[sum].arena, 1);
    ck_assert_uint_gt(p->pinned_pool.bytes, 0);
    p->arenas[1].pooled = true;
    expect_message(f, p, "sum must keep its bytes, but lies in memory that a pool gives away");
    p = make_plan(f, false);
    p->arenas[0].pooled = false;
    expect_message(f, p, "x does not lie where a pool may hold it");
    p = make_plan(f, false);
    p->pinned_pool.bytes = p->pinned_pool.lower_bound = p->pinned_pool.peak = 256;
    p->pinned_pool.proven = true;
    expect_message(f, p, "does not fit in pinned memory");
    p = make_plan(f, false);
    f->m.pooled = false;
    expect_message(f, p, "device memory 0 is for a pool, but the program has none");
    fixture_free(f);
}
END_TEST

/* ---- the least that a plan has ---- */

START_TEST(pinned_memory_ends_with_what_is_the_runtimes)
{
    fixture *f = fixture_new();
    add_graph(f, GRAPH_REPLAY);
    plan *p = make_plan(f, false);
    ck_assert(proven(f, p, true));
    ck_assert_uint_eq(p->pinned.bytes, PLAN_COMPLETION_BYTES);
    fixture_free(f);
    f = two_direct_steps();
    p = make_plan(f, false);
    uint64_t least = p->pinned.bytes - PLAN_COMPLETION_BYTES;
    p->pinned.bytes = p->pinned.lower_bound = p->pinned.peak = least;
    expect_message(f, p, "does not fit in pinned memory, or lies on what is the runtime's");
    fixture_free(f);
}
END_TEST

int main(void)
{
    Suite *s = suite_create("verify");
    TCase *c = tcase_create("verify");
    tcase_set_timeout(c, 300);
    tcase_add_test(c, made_plans_are_proven_and_right);
    tcase_add_test(c, damage_that_matters_is_refused);
    tcase_add_test(c, messages_name_nodes_and_buffers);
    tcase_add_test(c, external_memory_lies_nowhere_in_the_plan);
    tcase_add_test(c, kept_calls_are_functions_of_what_goes_in);
    tcase_add_test(c, what_is_direct_is_used_once_and_whole);
    tcase_add_test(c, what_is_direct_is_not_written_in_bodies);
    tcase_add_test(c, a_grid_that_the_device_sets_has_bounds);
    tcase_add_test(c, a_grid_is_set_once_and_before_it_is_needed);
    tcase_add_test(c, a_resident_grid_is_known_to_open);
    tcase_add_test(c, collectives_come_one_after_the_other);
    tcase_add_test(c, a_pool_holds_only_what_a_replay_needs);
    tcase_add_test(c, pinned_memory_ends_with_what_is_the_runtimes);
    suite_add_tcase(s, c);
    return run_suite(s);
}
