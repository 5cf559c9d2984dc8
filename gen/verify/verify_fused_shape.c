/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The vggen authors */
/* The indices of a fused launch, so that the rest of its proof can follow them. */
#include <string.h>

#include "verify/parts.h"

static bool is_condition(const verifier *v, uint32_t buffer)
{
    return buffer < v->m->buffer_count && v->m->buffers[buffer].role == ROLE_CONDITION;
}

static bool arguments_hold(const verifier *v, const plan_node *launch)
{
    for (size_t i = 0; i < launch->argument_count; i++) {
        const plan_argument *argument = &launch->arguments[i];
        bool valued = argument->value != NULL || argument->condition != MODEL_NONE || argument->switched != 0;
        bool placed = argument->at == PLAN_AT_WORD || argument->buffer < v->m->buffer_count;

        if (argument->type == NULL || argument->parameter == NULL || !(argument->pointer ? placed : valued))
            return false;
        if (argument->setting != MODEL_NONE && argument->setting >= v->m->buffer_count)
            return false;
        if (argument->condition != MODEL_NONE && !is_condition(v, argument->condition))
            return false;
        if (argument->switched > v->m->switch_count)
            return false;
    }
    return true;
}

static bool given_hold(const plan_node *launch, const plan_part *part, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        const plan_given *given = part->given == NULL ? NULL : &part->given[i];

        if (given == NULL || given->index >= (given->condition ? launch->condition_count : launch->argument_count))
            return false;
    }
    return part->switched <= launch->argument_count;
}

static bool list_holds(const verifier *v, const plan_node *launch, const plan_fused_list *list,
                       const plan_graph *expected, const plan_plain *plain)
{
    if (list->of != expected)
        return false;
    for (size_t i = 0; i < list->part_count; i++) {
        const plan_part *part = &list->parts[i];
        const plan_node *node = part->node < expected->node_count ? &expected->nodes[part->node] : NULL;

        if (node == NULL)
            return false;
        if (node->kind != PLAN_CONDITIONAL) {
            if (!plan_is_launch(v->p, node) || node->kernel >= v->p->kernel_count ||
                !given_hold(launch, part, v->p->kernels[node->kernel]->param_count))
                return false;
            continue;
        }
        if (part->condition >= launch->condition_count || (part->bodies == NULL && node->body_count > 0))
            return false;
        for (size_t b = 0; b < node->body_count; b++) {
            if (node->first_body + b >= plain->body_count ||
                !list_holds(v, launch, &part->bodies[b], &plain->bodies[node->first_body + b], plain))
                return false;
        }
    }
    return true;
}

const plan_graph *verify_plain_of(const verifier *v, const plan_graph *g)
{
    const plan_plain *plain = v->p->plain != NULL ? &v->p->plain[g->graph] : NULL;

    if (plain == NULL || plain->graph == NULL)
        return NULL;
    if (!verify_is_body(v, g))
        return plain->graph;
    for (size_t b = 0; b < plain->body_count; b++) {
        if (strcmp(plain->bodies[b].name, g->name) == 0)
            return &plain->bodies[b];
    }
    return NULL;
}

bool verify_fused_holds(const verifier *v, const plan_graph *g, const plan_node *launch)
{
    const plan_graph *plain = verify_plain_of(v, g);

    if (plain == NULL || launch->step != MODEL_NONE || launch->kernel >= v->p->kernel_count ||
        !v->p->kernels[launch->kernel]->fused || launch->block_count == 0 ||
        v->p->kernels[launch->kernel]->param_count != launch->argument_count || !arguments_hold(v, launch))
        return false;
    for (size_t i = 0; i < launch->condition_count; i++) {
        if (!is_condition(v, launch->conditions[i]))
            return false;
    }
    for (size_t b = 0; b < launch->block_count; b++) {
        if (!list_holds(v, launch, &launch->blocks[b], plain, &v->p->plain[g->graph]))
            return false;
    }
    return true;
}
