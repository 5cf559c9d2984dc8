/* SPDX-License-Identifier: MIT */
#define _POSIX_C_SOURCE 200809L
#include <time.h>

#include "random_program.h"
#include "replay_oracle.h"

/* ---- plans as they are made ---- */

/* How many random plans have what the language offers. */
typedef struct {
    size_t graphs, lanes, shared_arenas, on_request, partial, switched, varying, ordered, sharing, fixed, parts;
} features;

static void count_features(const fixture *f, const plan *p, features *c)
{
    c->graphs += p->graph_count > 1 && p->graphs[1].kind == GRAPH_REPLAY;
    c->lanes += f->m.lanes > 1;
    c->shared_arenas += p->arena_count > 1 && p->arenas[1].shared;
    c->sharing += !p->separate && p->arenas[0].bytes < p->arenas[0].sum;
    for (size_t r = 0; r < p->run_count; r++) {
        c->on_request += p->runs[r].on_request;
        c->partial += p->runs[r].last != UINT64_MAX;
    }
    for (size_t b = 0; b < f->m.buffer_count; b++)
        c->fixed += f->m.buffers[b].fixed;
    for (size_t g = 0; g < p->graph_count; g++) {
        for (size_t n = 0; n < p->graphs[g].node_count; n++) {
            const plan_node *node = &p->graphs[g].nodes[n];
            c->switched += node->switched != MODEL_NONE;
            c->varying += node->grid_varies[0] != NULL;
            c->ordered += node->ordered_count > 0;
            c->parts += node->kind == PLAN_FILL && node->pitch > 8;
        }
    }
}

static void expect_features(const features *c)
{
    const size_t counts[] = {c->graphs,  c->lanes,   c->shared_arenas, c->on_request, c->partial, c->switched,
                             c->varying, c->ordered, c->sharing,       c->fixed,      c->parts};
    for (size_t i = 0; i < sizeof counts / sizeof *counts; i++)
        ck_assert_msg(counts[i] > 100, "feature %zu: %zu times", i, counts[i]);
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

/* After a change of `after` lists, makes the rest of the plan agree with them. */
static void mirror_edges(arena *a, plan_graph *g)
{
    size_t n = g->node_count;
    size_t *level = ARENA_ARRAY(a, size_t, n), *at_level = ARENA_ARRAY(a, size_t, n + 1);
    g->edge_count = g->depth = g->width = 0;
    for (size_t i = 0; i < n; i++) {
        g->nodes[i].before = ARENA_ARRAY(a, uint32_t, n);
        g->nodes[i].before_count = 0;
    }
    for (size_t i = 0; i < n; i++) {
        for (size_t k = 0; k < g->nodes[i].after_count; k++) {
            size_t from = g->nodes[i].after[k];
            if (from >= n)
                continue;
            if (g->nodes[from].before_count < n)
                g->nodes[from].before[g->nodes[from].before_count++] = (uint32_t)i;
            level[i] = from < i && level[from] + 1 > level[i] ? level[from] + 1 : level[i];
        }
        g->edge_count += g->nodes[i].after_count;
        g->depth = level[i] + 1 > g->depth ? level[i] + 1 : g->depth;
        at_level[level[i]]++;
        g->width = at_level[level[i]] > g->width ? at_level[level[i]] : g->width;
    }
}

typedef struct {
    fixture *f;
    plan *p;
    uint64_t *seed;
    bool declared; /* what a node declares is damaged: harmless when run, but never to be accepted */
} damage;

static plan_graph *any_graph(damage *d)
{
    return &d->p->graphs[random_below(d->seed, d->p->graph_count)];
}

static plan_node *any_node(damage *d, plan_graph *g)
{
    return g->node_count > 0 ? &g->nodes[random_below(d->seed, g->node_count)] : NULL;
}

static void drop_edge(damage *d)
{
    plan_graph *g = any_graph(d);
    plan_node *n = any_node(d, g);
    if (!n || n->after_count == 0)
        return;
    size_t at = random_below(d->seed, n->after_count);
    memmove(&n->after[at], &n->after[at + 1], (n->after_count - at - 1) * sizeof *n->after);
    n->after_count--;
    mirror_edges(d->f->a, g);
}

static void move_edge(damage *d)
{
    plan_graph *g = any_graph(d);
    plan_node *n = any_node(d, g);
    if (!n || n->after_count == 0)
        return;
    n->after[random_below(d->seed, n->after_count)] = random_below(d->seed, g->node_count + 1);
    mirror_edges(d->f->a, g);
}

/* An edge less, but the plan's other direction and figures still have it. */
static void forget_edge(damage *d)
{
    plan_node *n = any_node(d, any_graph(d));
    if (n && n->after_count > 0)
        n->after_count--;
}

static void drop_node(damage *d)
{
    plan_graph *g = any_graph(d);
    if (g->node_count == 0)
        return;
    size_t at = random_below(d->seed, g->node_count);
    memmove(&g->nodes[at], &g->nodes[at + 1], (g->node_count - at - 1) * sizeof *g->nodes);
    g->node_count--;
    for (size_t i = 0; i < g->node_count; i++) {
        plan_node *n = &g->nodes[i];
        size_t kept = 0;
        for (size_t k = 0; k < n->after_count; k++) {
            if (n->after[k] != at)
                n->after[kept++] = n->after[k] - (n->after[k] > at);
        }
        n->after_count = kept;
    }
    mirror_edges(d->f->a, g);
}

static void swap_nodes(damage *d)
{
    plan_graph *g = any_graph(d);
    plan_node *x = any_node(d, g), *y = any_node(d, g);
    if (!x)
        return;
    plan_node swap = *x;
    *x = *y;
    *y = swap;
    /* What stands in a place keeps the edges of the place. */
    uint32_t *after = x->after;
    size_t count = x->after_count;
    x->after = y->after;
    x->after_count = y->after_count;
    y->after = after;
    y->after_count = count;
    mirror_edges(d->f->a, g);
}

static void change_range(damage *d)
{
    plan_node *n = any_node(d, any_graph(d));
    if (!n || n->range_count == 0)
        return;
    plan_range *r = &n->ranges[random_below(d->seed, n->range_count)];
    plan_range before = *r;
    switch (random_below(d->seed, 4)) {
    case 0:
        r->first += 4;
        break;
    case 1:
        r->last -= 4;
        break;
    case 2:
        r->access ^= 1u << random_below(d->seed, 4);
        break;
    default:
        r->buffer = random_below(d->seed, d->f->m.buffer_count + 1);
        break;
    }
    d->declared =
        before.buffer != r->buffer || before.first != r->first || before.last != r->last || before.access != r->access;
}

static void change_launch(damage *d, plan_node *n)
{
    plan_argument *argument = n->argument_count ? &n->arguments[random_below(d->seed, n->argument_count)] : NULL;
    switch (random_below(d->seed, 7)) {
    case 0:
        n->grid[random_below(d->seed, 3)]++;
        break;
    case 1:
        n->block[random_below(d->seed, 3)]++;
        break;
    case 2:
        n->shared_bytes += 16;
        break;
    case 3:
        n->kernel = random_below(d->seed, d->f->m.kernel_count + 1);
        break;
    case 4:
        if (argument)
            argument->buffer = random_below(d->seed, d->f->m.buffer_count);
        break;
    case 5:
        if (argument)
            argument->first = random_below(d->seed, 17) * 4;
        break;
    default:
        if (argument && !argument->pointer) {
            unsigned char *value = (unsigned char *)arena_copy(d->f->a, (const char *)argument->value, 4);
            value[0]++;
            argument->value = value;
        }
        break;
    }
}

static void change_fill(damage *d, plan_node *n)
{
    switch (random_below(d->seed, 5)) {
    case 0:
        n->value ^= 1u << random_below(d->seed, 32);
        break;
    case 1:
        n->count += random_below(d->seed, 2) ? 1u : UINT64_MAX;
        break;
    case 2:
        n->to_first += n->element;
        break;
    case 3:
        n->element = 1u << random_below(d->seed, 3);
        break;
    default:
        n->pitch = n->pitch == 8 ? 4 : 8;
        break;
    }
}

static void change_copy(damage *d, plan_node *n)
{
    uint32_t other = random_below(d->seed, d->f->m.buffer_count);
    switch (random_below(d->seed, 5)) {
    case 0:
        n->bytes += random_below(d->seed, 2) ? 1u : UINT64_MAX;
        break;
    case 1:
        n->to_first += 4;
        break;
    case 2:
        n->from_first += 4;
        break;
    case 3:
        n->to = other;
        break;
    default:
        n->from = other;
        break;
    }
}

static void change_node(damage *d)
{
    plan_node *n = any_node(d, any_graph(d));
    if (!n)
        return;
    if (n->kind == PLAN_KERNEL)
        change_launch(d, n);
    else if (n->kind == PLAN_FILL)
        change_fill(d, n);
    else if (n->kind == PLAN_COPY)
        change_copy(d, n);
    else if (n->kind == PLAN_TRANSFER)
        n->run = random_below(d->seed, d->p->run_count + 1);
}

static void relabel_node(damage *d)
{
    plan_graph *g = any_graph(d);
    plan_node *n = any_node(d, g);
    if (!n)
        return;
    if (random_below(d->seed, 4) == 0)
        n->kind = (plan_node_kind)random_below(d->seed, 5);
    else
        n->step =
            random_below(d->seed, 5) ? random_below(d->seed, d->f->m.graphs[g->graph].step_count + 1) : MODEL_NONE;
}

static void move_buffer(damage *d)
{
    uint32_t b = random_below(d->seed, d->f->m.buffer_count), other = random_below(d->seed, d->f->m.buffer_count);
    plan_place *place = &d->p->places[b];
    if (random_below(d->seed, 2))
        place->offset = d->p->places[other].offset;
    else
        place->offset +=
            d->f->m.buffers[b].alignment * (uint64_t)random_below(d->seed, 4) - d->f->m.buffers[b].alignment;
    if (random_below(d->seed, 8) == 0)
        place->arena = random_below(d->seed, d->p->arena_count + 1);
    /* The copy of a single buffer moves along. */
    for (size_t r = 0; r < d->p->run_count; r++) {
        if (d->p->runs[r].member_count == 1 && d->p->runs[r].members[0] == b)
            d->p->runs[r].device_offset = place->offset;
    }
}

static void move_run(damage *d)
{
    if (d->p->run_count == 0)
        return;
    plan_run *run = &d->p->runs[random_below(d->seed, d->p->run_count)];
    switch (random_below(d->seed, 5)) {
    case 0: { /* all of it, to where something else lies */
        uint64_t to = d->p->places[random_below(d->seed, d->f->m.buffer_count)].offset, from = run->device_offset;
        run->device_offset = to;
        for (size_t i = 0; i < run->member_count; i++)
            d->p->places[run->members[i]].offset += to - from;
        break;
    }
    case 1:
        run->device_offset += 4;
        break;
    case 2:
        run->pinned_offset = random_below(d->seed, 3) * 256;
        break;
    case 3:
        run->bytes += random_below(d->seed, 2) ? 4u : UINT64_MAX - 3;
        break;
    default:
        run->member_count--;
        break;
    }
}

static void move_pinned(damage *d)
{
    plan_place *place = &d->p->places[random_below(d->seed, d->f->m.buffer_count)];
    uint64_t *offset = random_below(d->seed, 2) ? &place->upload_offset : &place->download_offset;
    *offset = *offset == UINT64_MAX ? 0 : *offset + 4 * random_below(d->seed, 65);
}

static void shrink_arena(damage *d)
{
    plan_arena *device = &d->p->arenas[random_below(d->seed, d->p->arena_count)];
    if (random_below(d->seed, 2))
        device = &d->p->pinned;
    device->bytes -= device->bytes > 256 ? 256 : 0;
    device->lower_bound = 0;
}

static void change_switch(damage *d)
{
    plan_node *n = any_node(d, any_graph(d));
    if (!n)
        return;
    if (n->switched != MODEL_NONE && random_below(d->seed, 2))
        n->unless = !n->unless;
    else
        n->switched = random_below(d->seed, 3) ? random_below(d->seed, d->f->m.switch_count + 1) : MODEL_NONE;
}

static void change_traffic(damage *d)
{
    if (d->p->run_count == 0)
        return;
    plan_run *run = &d->p->runs[random_below(d->seed, d->p->run_count)];
    uint64_t size = d->f->m.buffers[run->members[0]].size;
    switch (random_below(d->seed, 3)) {
    case 0:
        run->on_request = !run->on_request;
        break;
    case 1: /* a few bytes less, as if the spec had said so */
        if (run->member_count > 1 || run->bytes < 2)
            return;
        run->last = (run->last < size ? run->last : size) - 1;
        run->bytes--;
        break;
    default:
        run->graph = random_below(d->seed, d->p->graph_count + 1);
        break;
    }
}

/* What follows a setting follows another one, or none. */
static void change_setting(damage *d)
{
    plan_node *n = any_node(d, any_graph(d));
    if (!n || n->kind != PLAN_KERNEL)
        return;
    if (n->grid_varies[0] && random_below(d->seed, 2))
        n->grid_varies[0] = NULL;
    for (size_t i = 0; i < n->argument_count; i++) {
        if (n->arguments[i].setting != MODEL_NONE) {
            n->arguments[i].setting =
                random_below(d->seed, 2) ? MODEL_NONE : random_below(d->seed, d->f->m.buffer_count);
            return;
        }
    }
}

static void change_lanes(damage *d)
{
    plan_arena *device = &d->p->arenas[random_below(d->seed, d->p->arena_count)];
    device->shared = !device->shared;
}

static const struct {
    const char *name;
    void (*apply)(damage *d);
} damages[] = {
    {"drop an edge", drop_edge},        {"move an edge", move_edge},         {"forget an edge", forget_edge},
    {"drop a node", drop_node},         {"swap nodes", swap_nodes},          {"change a range", change_range},
    {"change a node", change_node},     {"relabel a node", relabel_node},    {"move a buffer", move_buffer},
    {"move a run", move_run},           {"move pinned memory", move_pinned}, {"shrink an arena", shrink_arena},
    {"change a switch", change_switch}, {"change traffic", change_traffic},  {"change a setting", change_setting},
    {"change lanes", change_lanes},
};

#define DAMAGE_COUNT (sizeof damages / sizeof *damages)

/* Indices that the oracle would follow out of the plan. */
static bool can_be_run(const fixture *f, const plan *p)
{
    for (size_t r = 0; r < p->run_count; r++) {
        if (p->runs[r].member_count == 0)
            return false;
    }
    for (size_t g = 0; g < p->graph_count; g++) {
        for (size_t i = 0; i < p->graphs[g].node_count; i++) {
            const plan_node *n = &p->graphs[g].nodes[i];
            if ((n->kind == PLAN_TRANSFER && n->run >= p->run_count) ||
                (n->step != MODEL_NONE && n->step >= f->m.graphs[g].step_count) || n->kernel >= f->m.kernel_count ||
                (n->kind == PLAN_FILL && n->element == 0))
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

/* ---- time ---- */

/* `steps` launches in eight chains that now and then meet, each with a scratch of its own for every other step. */
static fixture *branching_program(size_t steps)
{
    fixture *f = fixture_new();
    uint32_t x = add_buffer(f, "x", ROLE_INPUT, "f32", 64, 256), y = add_buffer(f, "y", ROLE_OUTPUT, "f32", 64, 256);
    uint32_t one = add_kernel(f, "one", "io"), both = add_kernel(f, "both", "iib"), g = add_graph(f, GRAPH_REPLAY);
    uint32_t ends[8];
    for (int i = 0; i < 8; i++)
        ends[i] = x;
    for (size_t i = 0; i + 1 < steps; i++) {
        if (i % 2 == 0) {
            char name[24];
            snprintf(name, sizeof name, "t%zu", i);
            uint32_t t = add_buffer(f, name, ROLE_SCRATCH, "f32", 16 + i % 7 * 16, 256);
            model_step *s = add_launch(f, g, one);
            set_whole(f, s, 0, ends[i / 2 % 8]);
            set_whole(f, s, 1, t);
            ends[i / 2 % 8] = t;
        } else {
            model_step *s = add_launch(f, g, both);
            set_whole(f, s, 0, ends[(i / 2 + (i % 31 == 0)) % 8] == ends[i / 2 % 8] ? x : ends[(i / 2 + 1) % 8]);
            set_whole(f, s, 1, x);
            set_whole(f, s, 2, ends[i / 2 % 8]);
        }
    }
    model_step *s = add_launch(f, g, one);
    set_whole(f, s, 0, ends[0]);
    set_whole(f, s, 1, y);
    return f;
}

static double seconds_for(size_t steps)
{
    fixture *f = branching_program(steps);
    clock_t begin = clock();
    plan *p = make_plan(f, false);
    clock_t made = clock();
    ck_assert(proven(f, p, true));
    double seconds = (double)(clock() - begin) / CLOCKS_PER_SEC;
    printf(
        "plan: %zu steps, %zu buffers, %zu edges, %llu of %llu bytes (bound %llu): made in %.3f s, proven in %.3f s\n",
        steps, f->m.buffer_count, p->graphs[0].edge_count, (unsigned long long)p->arenas[0].bytes,
        (unsigned long long)p->arenas[0].sum, (unsigned long long)p->arenas[0].lower_bound,
        (double)(made - begin) / CLOCKS_PER_SEC, seconds - (double)(made - begin) / CLOCKS_PER_SEC);
    fixture_free(f);
    return seconds;
}

START_TEST(large_programs_take_nearly_linear_time)
{
    double small = seconds_for(1000), large = seconds_for(10000);
    ck_assert(large < 100 * (small + 0.01));
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
    tcase_add_test(c, large_programs_take_nearly_linear_time);
    suite_add_tcase(s, c);
    return run_suite(s);
}
