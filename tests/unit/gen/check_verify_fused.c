/* SPDX-License-Identifier: MIT */
/* Fused launches in plans: made by hand from random programs, they are proven; damaged where it matters, they are
 * not. */
#define _POSIX_C_SOURCE 200809L
#include "fused_fixture.h"
#include "random_program.h"

/* ---- what must hold, in other words than the verifier's ---- */

/* Which nodes a graph has run before each: before[to * count + from]. */
static bool *closure(const plan_graph *g)
{
    size_t n = g->node_count;
    bool *before = calloc(n * n + 1, sizeof *before);

    for (size_t to = 0; to < n; to++) {
        for (size_t i = 0; i < g->nodes[to].after_count; i++) {
            size_t from = g->nodes[to].after[i];

            before[to * n + from] = true;
            for (size_t k = 0; k < n; k++)
                before[to * n + k] = before[to * n + k] || before[from * n + k];
        }
    }
    return before;
}

static bool list_is_ordered(const plan_fused_list *list)
{
    bool *before = closure(list->of), right = true;

    for (size_t i = 0; i < list->part_count; i++) {
        bool barrier = false;

        for (size_t k = i + 1; k < list->part_count; k++) {
            uint32_t one = list->parts[i].node, other = list->parts[k].node;

            barrier = barrier || !list->parts[k].apart;
            right = right && !before[one * list->of->node_count + other] &&
                    (barrier || !before[other * list->of->node_count + one]);
        }
        for (size_t b = 0; b < list->of->nodes[list->parts[i].node].body_count; b++)
            right = right && list_is_ordered(&list->parts[i].bodies[b]);
    }
    free(before);
    return right;
}

static size_t place_of(const plan_graph *g, const plan_graph *plain, size_t node)
{
    for (size_t n = 0; n < g->node_count; n++) {
        if (g->nodes[n].kind != PLAN_FUSED && strcmp(g->nodes[n].name, plain->nodes[node].name) == 0)
            return n;
        for (size_t i = 0; g->nodes[n].kind == PLAN_FUSED && i < g->nodes[n].blocks->part_count; i++) {
            if (g->nodes[n].blocks->parts[i].node == node)
                return n;
        }
    }
    return SIZE_MAX;
}

static bool graph_is_ordered(const plan *p, const plan_graph *g)
{
    const plan_graph *plain = p->plain[g->graph].graph;
    size_t count = plain->node_count;
    bool *before = closure(plain), *fused = closure(g), right = true;

    for (size_t to = 0; to < count; to++) {
        for (size_t from = 0; from < count; from++) {
            size_t first = place_of(g, plain, from), second = place_of(g, plain, to);

            if (before[to * count + from] && first != SIZE_MAX && second != SIZE_MAX && first != second)
                right = right && fused[second * g->node_count + first];
        }
    }
    for (size_t n = 0; n < g->node_count; n++)
        right = right && (g->nodes[n].kind != PLAN_FUSED || list_is_ordered(g->nodes[n].blocks));
    free(before);
    free(fused);
    return right;
}

#define MOST_BUFFERS 100u

typedef struct {
    bool bytes[2][MOST_BUFFERS][RANDOM_MAX_BYTES];
} touched_bytes;

static void touch_ranges(const fixture *f, touched_bytes *t, const plan_node *n)
{
    for (size_t i = 0; i < n->range_count; i++) {
        const plan_range *r = &n->ranges[i];

        for (uint64_t k = r->first; k < r->last && f->m.buffers[r->buffer].role != ROLE_CONDITION; k++) {
            t->bytes[0][r->buffer][k] |= (r->access & PLAN_READ) != 0;
            t->bytes[1][r->buffer][k] |= (r->access & PLAN_WRITE) != 0;
        }
    }
}

static void touch_list(const fixture *f, touched_bytes *t, const plan_fused_list *list)
{
    for (size_t i = 0; i < list->part_count; i++) {
        const plan_node *n = &list->of->nodes[list->parts[i].node];

        if (n->kind != PLAN_CONDITIONAL)
            touch_ranges(f, t, n);
        for (size_t b = 0; n->kind == PLAN_CONDITIONAL && b < n->body_count; b++)
            touch_list(f, t, &list->parts[i].bodies[b]);
    }
}

static bool ranges_are_right(const fixture *f, const plan_node *launch)
{
    touched_bytes parts = {0}, stated = {0};

    ck_assert_uint_le(f->m.buffer_count, MOST_BUFFERS);
    touch_list(f, &parts, launch->blocks);
    touch_ranges(f, &stated, launch);
    return memcmp(&parts, &stated, sizeof parts) == 0;
}

/* ---- plans as they are made ---- */

static size_t setters_in(const plan_graph *g, uint32_t condition)
{
    size_t count = 0;

    for (size_t n = 0; n < g->node_count; n++) {
        for (size_t i = 0; i < g->nodes[n].argument_count; i++)
            count += g->nodes[n].arguments[i].condition == condition;
    }
    return count;
}

static size_t setters_among(const plan_fused_list *list, uint32_t condition)
{
    size_t count = 0;

    for (size_t i = 0; i < list->part_count; i++) {
        const plan_node *n = &list->of->nodes[list->parts[i].node];

        for (size_t k = 0; k < n->argument_count; k++)
            count += n->arguments[k].condition == condition;
        for (size_t b = 0; b < n->body_count; b++)
            count += setters_among(&list->parts[i].bodies[b], condition);
    }
    return count;
}

/* Whether all that set a word of the launch are parts of it. */
static bool words_are_set_within(const plan *p, const plan_graph *g, const plan_node *launch)
{
    const plan_plain *plain = &p->plain[g->graph];
    bool within = true;

    for (size_t c = 0; c < launch->condition_count; c++) {
        size_t all = setters_in(plain->graph, launch->conditions[c]);

        for (size_t b = 0; b < plain->body_count; b++)
            all += setters_in(&plain->bodies[b], launch->conditions[c]);
        within = within && all == setters_among(launch->blocks, launch->conditions[c]);
    }
    return within;
}

/* A random plan, some stretch of which is one launch; NULL: it has none. */
static plan_node *random_fused(fixture *f, plan *p, uint64_t *seed, plan_graph **g)
{
    for (int tries = 0; tries < 8; tries++) {
        uint32_t graph = random_below(seed, p->graph_count);
        size_t first, most;

        *g = &p->graphs[graph];
        if ((*g)->node_count == 0)
            continue;
        first = random_below(seed, (*g)->node_count);
        most = fusable_stretch(p, *g, first);
        if (most == 0)
            continue;
        if (most > 1 && random_below(seed, 3) == 0)
            most = 1 + random_below(seed, most);
        while ((*g)->nodes[first + most - 1].kind == PLAN_EMPTY)
            most--;
        if (most > 0)
            return fuse_nodes(f, p, graph, first, first + most);
    }
    return NULL;
}

static plan *any_plan(fixture *f, uint64_t *seed)
{
    f->m.kernels[KERNEL_PART].source = "part.cu";
    return random_plan(f, random_below(seed, 5) == 0);
}

typedef struct {
    size_t launches, long_ones, ends, copies, conditionals, nested, words, switched, settings, apart, left_bodies,
        outside;
} seen;

static void count_list(seen *s, const plan_fused_list *list, unsigned depth)
{
    for (size_t i = 0; i < list->part_count; i++) {
        const plan_part *part = &list->parts[i];
        const plan_node *n = &list->of->nodes[part->node];

        s->ends += n->kind == PLAN_END;
        s->copies += n->kind == PLAN_TRANSFER;
        s->conditionals += n->kind == PLAN_CONDITIONAL;
        s->nested += n->kind == PLAN_CONDITIONAL && depth > 0;
        s->switched += part->switched > 0;
        s->apart += part->apart;
        for (size_t k = 0; n->kind == PLAN_KERNEL && k < n->argument_count; k++) {
            s->words += part->given[k].condition;
            s->settings += n->arguments[k].setting != MODEL_NONE;
        }
        for (size_t b = 0; n->kind == PLAN_CONDITIONAL && b < n->body_count; b++)
            count_list(s, &part->bodies[b], depth + 1);
    }
}

START_TEST(made_launches_are_proven)
{
    uint64_t seed = random_seed("verify: fused launches");
    seen s = {0};

    for (int round = 0; round < 1500; round++) {
        fixture *f = random_fixture(&seed, 25);
        plan *p = any_plan(f, &seed);
        plan_graph *g;
        plan_node *launch = random_fused(f, p, &seed, &g);

        if (launch != NULL && !words_are_set_within(p, g, launch)) {
            ck_assert_msg(!fused_proven(f, p, false), "round %d", round);
            s.outside++;
        } else if (launch != NULL) {
            ck_assert_msg(fused_proven(f, p, true), "round %d", round);
            ck_assert(graph_is_ordered(p, g) && ranges_are_right(f, launch));
            s.launches++;
            s.long_ones += launch->blocks->part_count > 4;
            s.left_bodies += p->body_count > 0 && p->plain[g->graph].body_count > 0;
            count_list(&s, launch->blocks, 0);
        }
        fixture_free(f);
    }
    const size_t counts[] = {s.launches, s.long_ones, s.ends,     s.copies, s.conditionals, s.nested,
                             s.words,    s.switched,  s.settings, s.apart,  s.left_bodies,  s.outside};
    for (size_t i = 0; i < sizeof counts / sizeof *counts; i++)
        ck_assert_msg(counts[i] > 5, "feature %zu: %zu times", i, counts[i]);
}
END_TEST

/* ---- damage ---- */

typedef struct {
    fixture *f;
    plan *p;
    plan_graph *g;
    plan_node *launch;
    uint64_t *seed;
    bool harmful; /* surely; else the order and the ranges decide */
} fused_damage;

/* Any list of the launch that has so many parts. */
static plan_fused_list *any_list(fused_damage *d, size_t least)
{
    plan_fused_list *list = d->launch->blocks;

    for (int tries = 0; tries < 8; tries++) {
        plan_part *part = list->part_count > 0 ? &list->parts[random_below(d->seed, list->part_count)] : NULL;

        if (part != NULL && part->bodies != NULL && random_below(d->seed, 2))
            list = &part->bodies[random_below(d->seed, list->of->nodes[part->node].body_count)];
        else if (list->part_count >= least && random_below(d->seed, 2))
            return list;
    }
    return d->launch->blocks->part_count >= least ? d->launch->blocks : NULL;
}

static void drop_fused_edge(fused_damage *d)
{
    damage plain = {d->f, d->p, d->seed, false};
    plan_node *n = any_node(&plain, d->g);
    size_t at;

    if (n->after_count == 0)
        return;
    at = random_below(d->seed, n->after_count);
    memmove(&n->after[at], &n->after[at + 1], (n->after_count - at - 1) * sizeof *n->after);
    n->after_count--;
    mirror_edges(d->f->a, d->g);
}

static void swap_parts(fused_damage *d)
{
    plan_fused_list *list = any_list(d, 2);
    size_t one, other;
    plan_part part;

    if (list == NULL)
        return;
    one = random_below(d->seed, list->part_count);
    other = random_below(d->seed, list->part_count);
    part = list->parts[one];
    list->parts[one] = list->parts[other];
    list->parts[other] = part;
}

static void leave_barrier_out(fused_damage *d)
{
    plan_fused_list *list = any_list(d, 2);

    if (list != NULL)
        list->parts[1 + random_below(d->seed, list->part_count - 1)].apart = true;
}

static void drop_part(fused_damage *d)
{
    plan_fused_list *list = any_list(d, 1);
    size_t at;

    if (list == NULL)
        return;
    at = random_below(d->seed, list->part_count);
    memmove(&list->parts[at], &list->parts[at + 1], (list->part_count - at - 1) * sizeof *list->parts);
    list->part_count--;
    d->harmful = true;
}

static void repeat_part(fused_damage *d)
{
    plan_fused_list *list = any_list(d, 2);
    size_t from, to;

    if (list == NULL)
        return;
    from = random_below(d->seed, list->part_count);
    to = random_below(d->seed, list->part_count);
    if (from == to)
        return;
    list->parts[to] = list->parts[from];
    d->harmful = true;
}

static plan_part *any_launch_part(fused_damage *d)
{
    for (int tries = 0; tries < 8; tries++) {
        plan_fused_list *list = any_list(d, 1);
        plan_part *part = list == NULL ? NULL : &list->parts[random_below(d->seed, list->part_count)];

        if (part != NULL && part->given != NULL)
            return part;
    }
    return NULL;
}

static size_t params_of(const fused_damage *d, const plan_part *part, const plan_fused_list *list)
{
    for (size_t i = 0; i < list->part_count; i++) {
        const plan_node *n = &list->of->nodes[list->parts[i].node];
        size_t inner = 0;

        if (&list->parts[i] == part)
            return d->p->kernels[n->kernel]->param_count;
        for (size_t b = 0; n->kind == PLAN_CONDITIONAL && b < n->body_count && inner == 0; b++)
            inner = params_of(d, part, &list->parts[i].bodies[b]);
        if (inner > 0)
            return inner;
    }
    return 0;
}

static void give_another(fused_damage *d)
{
    plan_part *part = any_launch_part(d);
    size_t params = part == NULL ? 0 : params_of(d, part, d->launch->blocks);
    plan_given *given = params == 0 ? NULL : &part->given[random_below(d->seed, params)], before;

    if (given == NULL)
        return;
    before = *given;
    if (random_below(d->seed, 4) == 0)
        given->condition = !given->condition;
    else
        given->index = random_below(d->seed, d->launch->argument_count + 1);
    d->harmful = before.condition != given->condition || before.index != given->index;
}

static void change_fused_argument(fused_damage *d)
{
    plan_argument *argument;
    unsigned char *value;

    if (d->launch->argument_count == 0)
        return;
    argument = &d->launch->arguments[random_below(d->seed, d->launch->argument_count)];
    d->harmful = true;
    if (argument->switched != 0) {
        argument->unless = !argument->unless;
    } else if (argument->pointer && argument->at == PLAN_AT_WORD) {
        argument->at = PLAN_AT_PLACE;
    } else if (argument->pointer && random_below(d->seed, 3) == 0) {
        argument->at = argument->at == PLAN_AT_DOWN ? PLAN_AT_PLACE : argument->at + 1;
    } else if (argument->pointer) {
        argument->first += 4;
    } else if (argument->condition != MODEL_NONE) {
        argument->condition = MODEL_NONE;
        argument->value = arena_alloc(d->f->a, argument->type->size);
    } else if (random_below(d->seed, 3) == 0) {
        argument->setting = argument->setting == MODEL_NONE ? 0 : MODEL_NONE;
    } else if (argument->value != NULL) {
        value = arena_alloc(d->f->a, argument->type->size);
        memcpy(value, argument->value, argument->type->size);
        value[0] ^= 1;
        argument->value = value;
    } else {
        argument->pointer = true;
    }
}

static void change_fused_range(fused_damage *d)
{
    plan_range *r;

    if (d->launch->range_count == 0)
        return;
    r = &d->launch->ranges[random_below(d->seed, d->launch->range_count)];
    switch (random_below(d->seed, 5)) {
    case 0:
        r->first++;
        break;
    case 1:
        r->last--;
        break;
    case 2:
        r->access ^= PLAN_WRITE;
        break;
    case 3:
        r->access ^= PLAN_READ;
        break;
    default:
        *r = d->launch->ranges[--d->launch->range_count];
        break;
    }
}

static void change_part_switch(fused_damage *d)
{
    plan_part *part = any_launch_part(d);

    if (part == NULL)
        return;
    part->switched = part->switched == 0 ? 1 + random_below(d->seed, d->launch->argument_count + 1) : 0;
    d->harmful = true;
}

static void change_word(fused_damage *d)
{
    plan_node *l = d->launch;

    if (l->condition_count == 0)
        return;
    switch (random_below(d->seed, 3)) {
    case 0:
        l->conditions[random_below(d->seed, l->condition_count)] = random_below(d->seed, d->f->m.buffer_count + 1);
        d->harmful = true;
        for (size_t i = 0; i < l->condition_count; i++) /* it may be what it was */
            d->harmful = d->harmful && l->conditions[i] != l->conditions[0];
        break;
    case 1:
        l->condition_count--;
        d->harmful = true;
        break;
    default:
        l->conditions[l->condition_count++] = l->conditions[0];
        d->harmful = true;
        break;
    }
}

static void change_launch_itself(fused_damage *d)
{
    plan_node *l = d->launch;
    model_kernel *k = ARENA_NEW(d->f->a, model_kernel);

    d->harmful = true;
    switch (random_below(d->seed, 8)) {
    case 0:
        l->grid[random_below(d->seed, 3)] = 2;
        break;
    case 1:
        l->block[0] = random_below(d->seed, 2) ? 0 : 1056;
        break;
    case 2:
        l->kernel = random_below(d->seed, l->kernel);
        break;
    case 3:
        l->argument_count++;
        break;
    case 4:
        l->block_count = 0;
        break;
    case 5:
        *k = *d->p->kernels[l->kernel];
        k->param_count++;
        d->p->kernels[l->kernel] = k;
        break;
    case 6:
        l->blocks->of = d->g;
        break;
    default:
        d->p->plain[d->g->graph].graph = NULL;
        break;
    }
}

static void change_left_node(fused_damage *d)
{
    size_t at = random_below(d->seed, d->g->node_count);
    plan_node *n = &d->g->nodes[at];

    if (n == d->launch || n->kind == PLAN_EMPTY)
        return;
    d->harmful = true;
    switch (random_below(d->seed, 6)) {
    case 0:
        n->step = n->step == MODEL_NONE ? 0 : MODEL_NONE;
        break;
    case 1:
        n->name = "another";
        break;
    case 2:
        n->shared_bytes++;
        break;
    case 3:
        n->range_count = n->range_count > 0 ? n->range_count - 1 : 0;
        n->unless = !n->unless;
        break;
    case 4:
        n->to++;
        break;
    default:
        n->grid[0]++;
        break;
    }
}

static const struct {
    const char *name;
    void (*apply)(fused_damage *d);
} fused_damages[] = {
    {"drop an edge", drop_fused_edge},
    {"swap parts", swap_parts},
    {"leave a barrier out", leave_barrier_out},
    {"drop a part", drop_part},
    {"do a part twice", repeat_part},
    {"give another", give_another},
    {"change an argument", change_fused_argument},
    {"change a range", change_fused_range},
    {"change a switch", change_part_switch},
    {"change a word", change_word},
    {"change the launch", change_launch_itself},
    {"change what is left", change_left_node},
};

#define DAMAGE_COUNT (sizeof fused_damages / sizeof *fused_damages)

START_TEST(damage_that_matters_is_refused)
{
    uint64_t seed = random_seed("verify: damage to fused launches");
    size_t applied[DAMAGE_COUNT] = {0}, harmful[DAMAGE_COUNT] = {0}, refused[DAMAGE_COUNT] = {0};

    for (int round = 0; round < 6000; round++) {
        fixture *f = random_fixture(&seed, 15);
        fused_damage d = {f, any_plan(f, &seed), NULL, NULL, &seed, false};
        size_t kind = random_below(&seed, DAMAGE_COUNT);
        bool accepted;

        d.launch = random_fused(f, d.p, &seed, &d.g);
        if (d.launch != NULL) {
            fused_damages[kind].apply(&d);
            accepted = fused_proven(f, d.p, false);
            d.harmful = d.harmful || !graph_is_ordered(d.p, d.g) || !ranges_are_right(f, d.launch);
            applied[kind]++;
            harmful[kind] += d.harmful;
            refused[kind] += !accepted;
            ck_assert_msg(!d.harmful || !accepted, "round %d: '%s' does harm and was accepted", round,
                          fused_damages[kind].name);
        }
        fixture_free(f);
    }
    for (size_t i = 0; i < DAMAGE_COUNT; i++) {
        printf("  %-20s %5zu times, harmful %5zu, refused %5zu\n", fused_damages[i].name, applied[i], harmful[i],
               refused[i]);
        ck_assert_uint_gt(harmful[i], 0);
    }
}
END_TEST

/* What verify_plan refuses without fused launches, it refuses with them, too. */
START_TEST(plain_graphs_are_proven_as_ever)
{
    uint64_t seed = random_seed("verify: damage below fused launches");
    size_t refused = 0;

    for (int round = 0; round < 1500; round++) {
        fixture *f = random_fixture(&seed, 15);
        plan *p = any_plan(f, &seed);
        damage d = {f, p, &seed, false};
        plan_graph *g;

        drop_edge(&d);
        if (!proven(f, p, false) && random_fused(f, p, &seed, &g) != NULL) {
            ck_assert_msg(!fused_proven(f, p, false), "round %d", round);
            refused++;
        }
        fixture_free(f);
    }
    ck_assert_uint_gt(refused, 100);
}
END_TEST

/* ---- what messages say ---- */

static void expect_fused_message(fixture *f, const plan *p, const char *part)
{
    char *text = NULL;
    size_t length = 0;
    FILE *stream = open_memstream(&text, &length);
    diag *d = diag_new(f->a);

    ck_assert(!(verify_plan(f->a, d, &f->m, p) && verify_fused(f->a, d, &f->m, NULL, p)));
    diag_print(d, stream);
    fclose(stream);
    ck_assert_msg(strstr(text, part) != NULL, "no '%s' in: %s", part, text);
    ck_assert_ptr_nonnull(strstr(text, "[plan-unproven]"));
    free(text);
}

/* Upload, step, step_2, step_3, download, of which the steps are one launch. */
static plan *fused_chain(fixture **f, plan_node **launch)
{
    uint32_t x, y;
    plan *p;

    *f = chain(2, &x, &y);
    p = make_plan(*f, false);
    *launch = fuse_nodes(*f, p, 0, 1, 4);
    ck_assert(fused_proven(*f, p, true));
    return p;
}

START_TEST(messages_name_parts)
{
    fixture *f;
    plan_node *launch;
    plan *p = fused_chain(&f, &launch);

    launch->blocks->parts[1].apart = true;
    expect_fused_message(f, p, "part step_2 has to come after part step, found no barrier between");
    p = fused_chain(&f, &launch);
    plan_part first = launch->blocks->parts[0];
    launch->blocks->parts[0] = launch->blocks->parts[1];
    launch->blocks->parts[1] = first;
    expect_fused_message(f, p, "part step_2 has to come after part step and stands before it");
    p = fused_chain(&f, &launch);
    launch->blocks->parts[1].given[0] = launch->blocks->parts[0].given[0];
    expect_fused_message(f, p, "part step_2 of fused_main_1 is not given what its step gives as p0");
    p = fused_chain(&f, &launch);
    launch->blocks->part_count--;
    expect_fused_message(f, p, "node step_3 is missing: it is no node and no part of one");
    p = fused_chain(&f, &launch);
    launch[1].after_count = 0;
    mirror_edges(f->a, &p->graphs[0]);
    expect_fused_message(f, p, "expected node download to come after node step_3, found no path between fused_main_1 "
                               "and download");
    p = fused_chain(&f, &launch);
    launch->blocks = ARENA_ARRAY(f->a, plan_fused_list, 2);
    launch->blocks[0] = launch->blocks[1] = p->graphs[0].nodes[1].blocks[0];
    expect_fused_message(f, p, "is not a node of its kind");
}
END_TEST

/* Independent steps, a block each; then one that needs the other. */
START_TEST(blocks_side_by_side_are_independent)
{
    fixture *f = fixture_new();
    uint32_t x = add_buffer(f, "x", ROLE_INPUT, "f32", 16, 256), y = add_buffer(f, "y", ROLE_OUTPUT, "f32", 16, 256);
    uint32_t z = add_buffer(f, "z", ROLE_OUTPUT, "f32", 16, 256), k = add_kernel(f, "scale", "io");
    uint32_t g = add_graph(f, GRAPH_REPLAY);
    plan *p;
    plan_node *launch;
    plan_fused_list *blocks;

    add_step_of(f, g, k, x, y);
    add_step_of(f, g, k, x, z);
    for (int dependent = 0; dependent < 2; dependent++) {
        if (dependent)
            f->m.graphs[g].steps[1].after = ARENA_ARRAY(f->a, uint32_t, f->m.graphs[g].steps[1].after_count = 1);
        p = make_plan(f, false);
        launch = fuse_nodes(f, p, 0, 1, 3);
        blocks = ARENA_ARRAY(f->a, plan_fused_list, 2);
        for (int b = 0; b < 2; b++)
            blocks[b] = (plan_fused_list){launch->blocks->of, &launch->blocks->parts[b], 1};
        launch->blocks = blocks;
        launch->block_count = launch->grid[0] = 2;
        if (dependent)
            expect_fused_message(f, p, "node scale_2 has to come after node scale, and blocks side by side do both");
        else
            ck_assert(fused_proven(f, p, true));
    }
    fixture_free(f);
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("verify_fused");
    TCase *tests = tcase_create("plan");

    tcase_set_timeout(tests, 120);
    tcase_add_test(tests, made_launches_are_proven);
    tcase_add_test(tests, damage_that_matters_is_refused);
    tcase_add_test(tests, plain_graphs_are_proven_as_ever);
    tcase_add_test(tests, messages_name_parts);
    tcase_add_test(tests, blocks_side_by_side_are_independent);
    suite_add_tcase(suite, tests);
    return run_suite(suite);
}
