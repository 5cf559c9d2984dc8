/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The vggen authors */
/* Fused launches in plans: made by hand from random programs, they are proven; damaged where it matters, they are
 * not. */
#define _POSIX_C_SOURCE 200809L
#include "fused_damage.h"

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
