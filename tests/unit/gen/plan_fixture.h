/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The vggen authors */
/* Small programs built by hand, for the tests of the stages from traffic to verify. */
#ifndef PLAN_FIXTURE_H
#define PLAN_FIXTURE_H

#include <check.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/arena.h"
#include "base/diag.h"
#include "plan/frame.h"
#include "plan/keep.h"
#include "plan/lower.h"
#include "spec/model.h"
#include "plan/order.h"
#include "place/place.h"
#include "plan/plan.h"
#include "plan/traffic.h"
#include "verify/verify.h"
#include "unit/run_suite.h"

typedef struct {
    arena *a;
    diag *d;
    model m;
    const plan *p;            /* the last one of make_plan */
    plan_crossing *crossings; /* what stage transport would say of each buffer */
    size_t buffer_room, crossing_room, kernel_room, graph_room, switch_room, step_room[8];
    uint32_t inside, body; /* of the next step */
} fixture;

static inline fixture *fixture_new(void)
{
    arena *a = arena_new();
    fixture *f = ARENA_NEW(a, fixture);
    f->a = a;
    f->d = diag_new(a);
    f->m.program = "test";
    f->m.lanes = 1;
    f->m.in_flight = 1;
    return f;
}

static inline void fixture_free(fixture *f)
{
    arena_free(f->a);
}

static inline uint32_t add_buffer(fixture *f, const char *name, model_role role, const char *type, uint64_t elements,
                                  uint32_t alignment)
{
    f->m.buffers = arena_grow(f->a, f->m.buffers, f->m.buffer_count, &f->buffer_room, sizeof *f->m.buffers);
    model_buffer *b = &f->m.buffers[f->m.buffer_count];
    memset(b, 0, sizeof *b);
    b->name = arena_copy(f->a, name, strlen(name));
    b->role = role;
    b->type = model_type_find(type);
    ck_assert_ptr_nonnull(b->type);
    b->elements = elements;
    b->size = elements * b->type->size;
    b->alignment = alignment;
    b->down_last = b->size;
    b->upload = role == ROLE_INPUT || role == ROLE_INOUT ? TRAFFIC_EACH : TRAFFIC_NEVER;
    b->download = role == ROLE_OUTPUT || role == ROLE_INOUT ? TRAFFIC_EACH : TRAFFIC_NEVER;
    b->by_pointer = role == ROLE_SETTING;
    b->pattern = arena_alloc(f->a, b->type->size);
    f->crossings = arena_grow(f->a, f->crossings, f->m.buffer_count, &f->crossing_room, sizeof *f->crossings);
    f->crossings[f->m.buffer_count] = (plan_crossing){{TRANSPORT_COPY, TRANSPORT_COPY}, {NULL, NULL}};
    return (uint32_t)f->m.buffer_count++;
}

/* What a conditional node asks for. */
static inline uint32_t add_condition(fixture *f, const char *name)
{
    return add_buffer(f, name, ROLE_CONDITION, "u32", 1, 4);
}

/* accesses: a letter for each parameter, in `i`n, `o`ut, out_`p`art, in`O`ut as `b`oth, `w`ork, `v`alue (u32),
 * `c`ondition. */
static inline uint32_t add_kernel(fixture *f, const char *name, const char *accesses)
{
    static const char letters[] = "viopbw";
    f->m.kernels = arena_grow(f->a, f->m.kernels, f->m.kernel_count, &f->kernel_room, sizeof *f->m.kernels);
    model_kernel *k = &f->m.kernels[f->m.kernel_count];
    memset(k, 0, sizeof *k);
    k->name = k->entry = arena_copy(f->a, name, strlen(name));
    k->param_count = strlen(accesses);
    k->params = ARENA_ARRAY(f->a, model_param, k->param_count);
    for (size_t i = 0; i < k->param_count; i++) {
        k->params[i].name = arena_printf(f->a, "p%zu", i);
        k->params[i].condition = accesses[i] == 'c';
        k->params[i].access =
            accesses[i] == 'c' ? ACCESS_VALUE : (model_access)(strchr(letters, accesses[i]) - letters);
        k->params[i].type = model_type_find(accesses[i] == 'c' ? "u64" : "u32");
    }
    return (uint32_t)f->m.kernel_count++;
}

static inline void set_transport(fixture *f, uint32_t buffer, plan_transport transport)
{
    f->crossings[buffer].by[PLAN_UPLOAD] = f->crossings[buffer].by[PLAN_DOWNLOAD] = transport;
}

static inline uint32_t add_graph(fixture *f, model_graph_kind kind)
{
    ck_assert_uint_lt(f->m.graph_count, sizeof f->step_room / sizeof *f->step_room);
    f->m.graphs = arena_grow(f->a, f->m.graphs, f->m.graph_count, &f->graph_room, sizeof *f->m.graphs);
    model_graph *g = &f->m.graphs[f->m.graph_count];
    memset(g, 0, sizeof *g);
    g->kind = kind;
    g->name = kind == GRAPH_SETUP     ? "setup"
              : f->m.graph_count == 0 ? "main"
                                      : arena_printf(f->a, "graph_%zu", f->m.graph_count);
    return (uint32_t)f->m.graph_count++;
}

static inline model_step *add_step(fixture *f, uint32_t graph, model_step_kind kind, const char *title)
{
    model_graph *g = &f->m.graphs[graph];
    g->steps = arena_grow(f->a, g->steps, g->step_count, &f->step_room[graph], sizeof *g->steps);
    model_step *s = &g->steps[g->step_count++];
    memset(s, 0, sizeof *s);
    s->kind = kind;
    s->title = title;
    s->switched = MODEL_NONE;
    s->condition = MODEL_NONE;
    s->inside = f->inside;
    s->body = f->body;
    return s;
}

/* Steps that are added from here on stand in its first body, until next_body or end_control. Returns its index. */
static inline uint32_t begin_control(fixture *f, uint32_t graph, model_step_kind kind, uint32_t condition,
                                     size_t body_count)
{
    const char *word = kind == STEP_WHILE ? "while" : kind == STEP_IF ? "if" : "switch";
    model_step *s = add_step(f, graph, kind, arena_printf(f->a, "%s %s", word, f->m.buffers[condition].name));
    s->flag_name = f->m.buffers[condition].name;
    s->condition = condition;
    s->body_count = body_count;
    f->inside = (uint32_t)f->m.graphs[graph].step_count;
    f->body = 0;
    return f->inside - 1;
}

static inline void next_body(fixture *f)
{
    f->body++;
}

static inline void end_control(fixture *f, uint32_t graph, uint32_t control)
{
    model_step *s = &f->m.graphs[graph].steps[control];
    s->end = (uint32_t)f->m.graphs[graph].step_count;
    f->inside = s->inside;
    f->body = s->body;
}

static inline void set_slice(fixture *f, model_slice *s, uint32_t buffer, uint64_t first, uint64_t last)
{
    s->name = f->m.buffers[buffer].name;
    s->buffer = buffer;
    s->type = f->m.buffers[buffer].type;
    s->first = first;
    s->last = last;
}

/* A launch whose arguments are still to be set; one block of 32 threads. */
static inline model_step *add_launch(fixture *f, uint32_t graph, uint32_t kernel)
{
    const model_kernel *k = &f->m.kernels[kernel];
    model_step *s = add_step(f, graph, STEP_LAUNCH, arena_printf(f->a, "launch %s", k->name));
    s->kernel = kernel;
    s->argument_count = k->param_count;
    s->arguments = ARENA_ARRAY(f->a, model_argument, k->param_count);
    for (size_t i = 0; i < k->param_count; i++) {
        s->arguments[i].kind = ARGUMENT_EXPR;
        s->arguments[i].access = k->params[i].access;
        s->arguments[i].value = arena_alloc(f->a, k->params[i].type->size);
    }
    for (int i = 0; i < 3; i++)
        s->grid_size[i] = s->block_size[i] = 1;
    s->block_size[0] = 32;
    return s;
}

/* A capture of at most this many nodes. Its pointers are still to be set. */
static inline model_step *add_capture(fixture *f, uint32_t graph, uint32_t most, size_t pointers)
{
    model_capture *capture = ARENA_NEW(f->a, model_capture);
    capture->name = arena_printf(f->a, "function_%u_%zu", graph, f->m.graphs[graph].step_count);
    capture->most = most;
    model_step *s = add_step(f, graph, STEP_CAPTURE, arena_printf(f->a, "capture %s", capture->name));
    s->capture = capture;
    s->argument_count = pointers;
    s->arguments = ARENA_ARRAY(f->a, model_argument, pointers);
    return s;
}

static inline void set_argument(fixture *f, model_step *s, size_t index, uint32_t buffer, uint64_t first, uint64_t last)
{
    s->arguments[index].kind = ARGUMENT_SLICE;
    set_slice(f, &s->arguments[index].slice, buffer, first, last);
}

static inline void set_whole(fixture *f, model_step *s, size_t index, uint32_t buffer)
{
    set_argument(f, s, index, buffer, 0, f->m.buffers[buffer].size);
}

static inline uint32_t add_switch(fixture *f, const char *name, bool on)
{
    f->m.switches = arena_grow(f->a, f->m.switches, f->m.switch_count, &f->switch_room, sizeof *f->m.switches);
    f->m.switches[f->m.switch_count] = (model_switch){.name = name, .on = on};
    return (uint32_t)f->m.switch_count++;
}

static inline void set_after(fixture *f, model_step *s, size_t count, const uint32_t *steps)
{
    s->after_count = count;
    s->after = ARENA_ARRAY(f->a, uint32_t, count);
    for (size_t i = 0; i < count; i++)
        s->after[i] = steps[i];
}

/* An expression that is given; nothing here looks into it. */
static inline void set_given(model_expr *e, int64_t value)
{
    e->root = (const expr *)(const void *)e;
    e->value = e->low = e->high = value;
}

/* The first dimension of a grid that follows a setting. */
static inline void set_varying_grid(model_step *s, int64_t low, int64_t high)
{
    set_given(&s->grid[0], high);
    s->grid_count = 1;
    s->grid[0].varies = true;
    s->grid[0].low = low;
    s->grid_size[0] = (uint32_t)high;
}

/* A parameter that is the handle of a conditional node. */
static inline void set_condition(fixture *f, model_step *s, size_t index, uint32_t condition)
{
    s->arguments[index].kind = ARGUMENT_CONDITION;
    set_slice(f, &s->arguments[index].slice, condition, 0, 4);
}

/* A parameter by value that follows a setting. */
static inline void set_setting(fixture *f, model_step *s, size_t index, uint32_t setting)
{
    s->arguments[index].kind = ARGUMENT_SETTING;
    s->arguments[index].slice.buffer = setting;
    f->m.buffers[setting].by_value = true;
}

/* A parameter by value: its first byte. */
static inline void set_value(fixture *f, model_step *s, size_t index, unsigned char value)
{
    unsigned char *bytes = arena_alloc(f->a, f->m.kernels[s->kernel].params[index].type->size);
    bytes[0] = value;
    s->arguments[index].kind = ARGUMENT_EXPR;
    s->arguments[index].value = bytes;
}

static inline model_step *add_fill(fixture *f, uint32_t graph, uint32_t buffer, uint64_t first, uint64_t last,
                                   const void *pattern)
{
    model_step *s = add_step(f, graph, STEP_FILL, arena_printf(f->a, "fill %s", f->m.buffers[buffer].name));
    set_slice(f, &s->to, buffer, first, last);
    s->pattern = (const unsigned char *)arena_copy(f->a, pattern, f->m.buffers[buffer].type->size);
    return s;
}

static inline model_step *add_copy(fixture *f, uint32_t graph, uint32_t from, uint64_t from_first, uint32_t to,
                                   uint64_t to_first, uint64_t bytes)
{
    model_step *s = add_step(f, graph, STEP_COPY, arena_printf(f->a, "copy %s", f->m.buffers[from].name));
    set_slice(f, &s->from, from, from_first, from_first + bytes);
    set_slice(f, &s->to, to, to_first, to_first + bytes);
    return s;
}

/* A launch that reads one buffer and writes another. */
static inline void add_step_of(fixture *f, uint32_t graph, uint32_t kernel, uint32_t from, uint32_t to)
{
    model_step *s = add_launch(f, graph, kernel);
    set_whole(f, s, 0, from);
    set_whole(f, s, 1, to);
}

/* n launches, each from the last one's output into a scratch of its own; first x, last y. */
static inline fixture *chain(size_t scratches, uint32_t *x, uint32_t *y)
{
    fixture *f = fixture_new();
    *x = add_buffer(f, "x", ROLE_INPUT, "f32", 64, 256);
    *y = add_buffer(f, "y", ROLE_OUTPUT, "f32", 64, 256);
    uint32_t k = add_kernel(f, "step", "io"), g = add_graph(f, GRAPH_REPLAY), from = *x;
    for (size_t i = 0; i <= scratches; i++) {
        uint32_t to = i < scratches ? add_buffer(f, arena_printf(f->a, "t%zu", i), ROLE_SCRATCH, "f32", 64, 256) : *y;
        model_step *s = add_launch(f, g, k);
        set_whole(f, s, 0, from);
        set_whole(f, s, 1, to);
        from = to;
    }
    return f;
}

/* As after stage transport. */
static inline plan *new_plan(fixture *f, bool separate)
{
    plan *p = plan_new(f->a, &f->m, separate);
    if (f->m.buffer_count > 0)
        memcpy(p->crossings, f->crossings, f->m.buffer_count * sizeof *p->crossings);
    return p;
}

static inline plan *traffic_plan(fixture *f, bool separate)
{
    plan *p = new_plan(f, separate);
    traffic_choose(f->a, &f->m, p);
    return p;
}

/* All stages before frame. */
static inline plan *make_unframed(fixture *f, bool separate)
{
    f->d = diag_new(f->a);
    plan *p = traffic_plan(f, separate);
    lower_graphs(f->a, f->d, &f->m, p);
    keep_choose(f->d, &f->m, p);
    order_graphs(f->a, &f->m, p);
    place_buffers(f->a, f->d, &f->m, p);
    f->p = p;
    return p;
}

/* All stages up to frame, which does nothing here unless a kernel has a source: most of these tests are about what lies
 * between first and last nodes. */
static inline plan *make_plan(fixture *f, bool separate)
{
    plan *p = make_unframed(f, separate);
    if (diag_error_count(f->d) == 0)
        frame_choose(f->a, &f->m, p);
    return p;
}

/* Verifies, with the messages of a plan that should have been proven printed. */
static inline bool proven(fixture *f, const plan *p, bool expected)
{
    diag *d = diag_new(f->a);
    bool ok = verify_plan(f->a, d, &f->m, p);
    ck_assert_int_eq(ok, diag_error_count(d) == 0);
    if (!ok && expected)
        diag_print(d, stderr);
    return ok;
}

/* ---- random numbers that are the same everywhere ---- */

static inline uint64_t random_next(uint64_t *state)
{
    uint64_t x = *state += 0x9e3779b97f4a7c15u;
    x = (x ^ x >> 30) * 0xbf58476d1ce4e5b9u;
    x = (x ^ x >> 27) * 0x94d049bb133111ebu;
    return x ^ x >> 31;
}

static inline uint32_t random_below(uint64_t *state, uint64_t limit)
{
    return (uint32_t)(random_next(state) % limit);
}

/* The seed of a random test: from VGGEN_SEED, else fixed. */
static inline uint64_t random_seed(const char *test)
{
    const char *given = getenv("VGGEN_SEED");
    uint64_t seed = given ? strtoull(given, NULL, 0) : 1;
    printf("%s: seed %llu (set VGGEN_SEED for another)\n", test, (unsigned long long)seed);
    return seed;
}

static inline void expect_names(const plan_graph *g, size_t count, const char *const *names)
{
    ck_assert_uint_eq(g->node_count, count);
    for (size_t i = 0; i < count; i++)
        ck_assert_str_eq(g->nodes[i].name, names[i]);
}

static inline void expect_plan_range(const plan_range *r, uint32_t buffer, uint64_t first, uint64_t last, unsigned access)
{
    ck_assert_uint_eq(r->buffer, buffer);
    ck_assert_uint_eq(r->first, first);
    ck_assert_uint_eq(r->last, last);
    ck_assert_uint_eq(r->access, access);
}

#endif
