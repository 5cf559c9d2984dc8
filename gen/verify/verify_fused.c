/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The vggen authors */
/* Each node of the plain graph is one of the fused graph or a part of one, once, and in an order that the plain graph
 * allows. That the plain graph is right has been proven by then. */
#include "verify/verify_fused.h"

#include <string.h>

#include "verify/fused_parts.h"

typedef struct {
    verifier *v;
    const fused_graph *g;
    fused_place *places; /* of each node of the plain graph or body that is looked at */
} matching;

static fused_place *no_places(const verifier *v, const plan_graph *g)
{
    fused_place *places = ARENA_ARRAY(v->memory, fused_place, g->node_count);

    for (size_t n = 0; n < g->node_count; n++)
        places[n].node = MODEL_NONE;
    return places;
}

/* What need not be there: it does nothing but to order others. */
static bool may_be_left_out(const plan_node *node)
{
    return node->kind == PLAN_EMPTY || node->kind == PLAN_BEGIN;
}

static void expect_all(const matching *c, const plan_graph *plain)
{
    for (size_t n = 0; n < plain->node_count; n++) {
        const plan_node *node = &plain->nodes[n];

        if (c->places[n].node == MODEL_NONE && !may_be_left_out(node))
            verify_fail(c->v, node->at, "node %s is missing: it is no node and no part of one", node->name);
    }
}

static void put(const matching *c, const plan_graph *plain, uint32_t node, fused_place place)
{
    if (c->places[node].node != MODEL_NONE)
        verify_fail(c->v, plain->nodes[node].at, "node %s is there twice", plain->nodes[node].name);
    c->places[node] = place;
}

/* ---- fused launches ---- */

static void check_list(const matching *c, const plan_node *launch, uint32_t index, const plan_fused_list *list)
{
    for (uint32_t i = 0; i < list->part_count; i++) {
        const plan_part *part = &list->parts[i];
        const plan_node *node = &list->of->nodes[part->node];

        put(c, list->of, part->node, (fused_place){index, list, i});
        fused_check_part(c->v, launch, node, part);
        for (size_t b = 0; node->kind == PLAN_CONDITIONAL && b < node->body_count; b++) {
            const plan_fused_list *body = &part->bodies[b];
            matching inner = {c->v, c->g, no_places(c->v, body->of)};

            check_list(&inner, launch, 0, body);
            expect_all(&inner, body->of);
            fused_check_order(c->v, body->of, NULL, inner.places, inner.places);
        }
    }
}

/* Whether its kernel takes what the node gives. */
static bool is_launch_of_kernel(const verifier *v, const plan_node *launch)
{
    const model_kernel *k = v->p->kernels[launch->kernel];
    bool right = k->param_count == launch->argument_count && launch->switched == MODEL_NONE &&
                 launch->grid[0] == launch->block_count && !launch->resident && launch->shared_varies == NULL;

    for (size_t i = 0; i < 3; i++)
        right = right && launch->grid_varies[i] == NULL && (i == 0 || (launch->grid[i] == 1 && launch->block[i] == 1));
    for (size_t i = 0; right && i < k->param_count; i++) {
        const model_param *param = &k->params[i];
        const plan_argument *argument = &launch->arguments[i];

        right = (param->access != ACCESS_VALUE) == argument->pointer && param->type != NULL &&
                (argument->pointer || param->type->size == argument->type->size);
    }
    return right && launch->block[0] > 0 && launch->block[0] <= 1024 && !k->cooperative && k->cluster_size[0] == 0;
}

static void check_launch(const matching *c, uint32_t index)
{
    const plan_node *launch = &c->g->fused->nodes[index];

    if (!is_launch_of_kernel(c->v, launch))
        verify_fail(c->v, launch->at, "node %s is not a launch of its kernel with as many threads as one block has",
                    launch->name);
    for (size_t b = 0; b < launch->block_count; b++)
        check_list(c, launch, index, &launch->blocks[b]);
    fused_check_ranges(c->v, c->g, launch);
    fused_check_conditions(c->v, c->g, launch);
}

/* ---- graphs ---- */

/* It is what it was, and so are the bodies that it has. */
static void check_left(const matching *c, uint32_t index, const fused_names *names)
{
    const plan_graph *plain = c->g->plain;
    const plan_node *node = &c->g->fused->nodes[index], *was;
    uint32_t found = fused_names_find(names, node->name);

    if (found == MODEL_NONE && node->kind == PLAN_EMPTY && node->range_count == 0)
        return;
    if (found == MODEL_NONE) {
        verify_fail(c->v, node->at, "node %s does not stand in the graph without fused launches", node->name);
        return;
    }
    was = &plain->nodes[found];
    put(c, plain, found, (fused_place){index, NULL, 0});
    if (!fused_same_node(node, was)) {
        verify_fail(c->v, node->at, "node %s is not what it is without fused launches", node->name);
        return;
    }
    for (size_t b = 0; node->kind == PLAN_CONDITIONAL && b < node->body_count; b++) {
        if (strcmp(c->v->p->bodies[node->first_body + b].name, c->g->all->bodies[was->first_body + b].name) != 0)
            verify_fail(c->v, node->at, "node %s has another body than without fused launches", node->name);
    }
}

static void check_names(verifier *v, const fused_names *names, const plan_graph *g)
{
    for (size_t i = 1; i < names->count; i++) {
        if (strcmp(names->names[i - 1], names->names[i]) == 0)
            verify_fail(v, v->m->graphs[g->graph].at, "two nodes of %s are called %s", g->name,
                        names->names[i]);
    }
}

static void check_graph(verifier *v, const plan_graph *fused)
{
    const plan_graph *plain = verify_plain_of(v, fused);
    fused_graph g = {fused, plain, &v->p->plain[fused->graph]};
    matching c = {v, &g, NULL};
    fused_names names, own;

    if (g.all->graph == NULL)
        return;
    if (plain == NULL) {
        verify_fail(v, v->m->graphs[fused->graph].at, "%s does not stand in the plan without fused launches",
                    fused->name);
        return;
    }
    if (fused->keeps != plain->keeps || fused->kind != plain->kind)
        verify_fail(v, v->m->graphs[fused->graph].at, "%s is not kept as without fused launches", fused->name);
    names = fused_names_of(v->memory, plain);
    own = fused_names_of(v->memory, fused);
    check_names(v, &own, fused);
    c.places = no_places(v, plain);
    for (uint32_t n = 0; n < fused->node_count; n++) {
        if (fused->nodes[n].kind == PLAN_FUSED) {
            v->looked++;
            check_launch(&c, n);
        } else {
            check_left(&c, n, &names);
        }
    }
    expect_all(&c, plain);
    if (v->failures == 0)
        fused_check_order(v, plain, fused, c.places, c.places);
}

bool verify_fused(arena *a, diag *d, const model *m, const image *i, const plan *p)
{
    verifier v = {a, d, m, p, 0, 0};

    if (p->plain != NULL) {
        verify_each_graph(&v, check_graph);
        verify_each_body(&v, check_graph);
        verify_proven(&v, "A fused launch does what the nodes in it do, in an order that their edges allow.",
                      "fused launches");
    }
    if (p->mailbox != NULL) {
        fused_check_mailbox(&v);
        verify_proven(&v, "The resident block does with each graph what the graph does.", "graphs");
    }
    if (v.failures == 0 && i != NULL) {
        fused_check_texts(&v, i);
        verify_proven(&v, "The text of a fused launch does what the texts of its kernels do.", "texts of a target");
    }
    return v.failures == 0;
}
