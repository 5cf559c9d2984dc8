/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The vggen authors */
/* A part of a fused launch against the node that it stands for. What the text of the launch does with what it is given
 * is another matter. */
#include <string.h>

#include "verify/fused_parts.h"

#define COPY_PARAMS 3u /* of vg_copy: to, from, bytes */

typedef struct {
    verifier *v;
    const plan_node *launch, *node;
    const plan_part *part;
} part_check;

static void refuse(const part_check *c, const char *why)
{
    verify_fail(c->v, c->node->at, "node %s can be no part of %s: %s", c->node->name, c->launch->name, why);
}

/* The argument that a parameter is given, or NULL where it is a condition. */
static const plan_argument *given(const part_check *c, size_t parameter)
{
    const plan_given *g = &c->part->given[parameter];

    return g->condition ? NULL : &c->launch->arguments[g->index];
}

static bool is_pointer(const plan_argument *argument, plan_at at, uint32_t buffer, uint64_t first)
{
    return argument != NULL && argument->pointer && argument->at == at && argument->buffer == buffer &&
           argument->first == first && argument->setting == MODEL_NONE && argument->condition == MODEL_NONE &&
           !argument->grid && argument->switched == 0;
}

static bool is_value(const plan_argument *argument, const plan_argument *wanted)
{
    if (argument == NULL || argument->pointer || argument->grid || argument->switched != 0 ||
        argument->setting != wanted->setting || argument->condition != wanted->condition ||
        argument->type->size != wanted->type->size)
        return false;
    return wanted->condition != MODEL_NONE || memcmp(argument->value, wanted->value, wanted->type->size) == 0;
}

static bool is_word(const part_check *c, uint32_t condition)
{
    bool is = false;

    for (size_t i = 0; i < c->launch->condition_count; i++)
        is = is || c->launch->conditions[i] == condition;
    return is;
}

static void check_argument(const part_check *c, size_t i)
{
    const plan_argument *wanted = &c->node->arguments[i];
    const plan_given *g = &c->part->given[i];
    bool same;

    if (g->condition)
        same = wanted->condition != MODEL_NONE && c->launch->conditions[g->index] == wanted->condition;
    else if (wanted->pointer)
        same = is_pointer(given(c, i), wanted->at, wanted->buffer, wanted->first);
    else
        same = !wanted->grid && !is_word(c, wanted->condition) && is_value(given(c, i), wanted);
    if (!same)
        verify_fail(c->v, c->node->at, "part %s of %s is not given what its step gives as %s", c->node->name,
                    c->launch->name, wanted->parameter);
}

static void check_kernel(const part_check *c)
{
    const plan_node *node = c->node;

    if (node->argument_count != c->v->p->kernels[node->kernel]->param_count) {
        refuse(c, "its arguments are not those of its kernel");
        return;
    }
    for (size_t i = 0; i < node->argument_count; i++)
        check_argument(c, i);
}

/* Whether it leads to that byte of the arena that the run's members lie in, or of pinned memory. */
static bool leads_to(const part_check *c, const plan_argument *argument, bool pinned, const plan_run *run)
{
    const plan *p = c->v->p;
    plan_at wanted = !pinned ? PLAN_AT_PLACE : run->direction == PLAN_UPLOAD ? PLAN_AT_UP : PLAN_AT_DOWN;
    const plan_place *place;

    if (argument == NULL || !is_pointer(argument, wanted, argument->buffer, argument->first))
        return false;
    place = &p->places[argument->buffer];
    if (!pinned)
        return place->arena == p->places[run->members[0]].arena && place->arena < p->arena_count &&
               place->offset + argument->first == run->device_offset;
    return (wanted == PLAN_AT_UP ? place->upload_offset : place->download_offset) + argument->first ==
           run->pinned_offset;
}

static void check_transfer(const part_check *c)
{
    const plan_run *run = &c->v->p->runs[c->node->run];
    const model_kernel *k = c->v->p->kernels[c->node->kernel];
    bool up = run->direction == PLAN_UPLOAD;
    unsigned char bytes[8];
    const plan_argument *count;

    for (size_t i = 0; i < sizeof bytes; i++)
        bytes[i] = (unsigned char)(run->bytes >> 8 * i);
    if (run->transport != TRANSPORT_KERNEL || run->piece_count != 1 || run->on_request || run->if_changed ||
        k->builtin == NULL || strcmp(k->entry, "vg_copy") != 0 || k->param_count != COPY_PARAMS) {
        refuse(c, "it is no copy of one piece by a kernel, in each replay");
        return;
    }
    count = given(c, 2);
    if (!leads_to(c, given(c, 0), !up, run) || !leads_to(c, given(c, 1), up, run) || count == NULL || count->pointer ||
        count->type->size != sizeof bytes || count->setting != MODEL_NONE || count->switched != 0 ||
        count->condition != MODEL_NONE || memcmp(count->value, bytes, sizeof bytes) != 0)
        verify_fail(c->v, c->node->at, "part %s of %s is not given the bytes that it copies, or not both of their ends",
                    c->node->name, c->launch->name);
}

static void check_end(const part_check *c)
{
    const plan_argument *word = given(c, 0);

    if (c->v->p->kernels[c->node->kernel]->param_count != 1 || word == NULL || !word->pointer ||
        word->at != PLAN_AT_WORD)
        verify_fail(c->v, c->node->at, "part %s of %s is not given the word that says that the replay has ended",
                    c->node->name, c->launch->name);
}

static void check_conditional(const part_check *c)
{
    if (c->launch->conditions[c->part->condition] != c->node->condition)
        verify_fail(c->v, c->node->at, "part %s of %s does not look at its condition", c->node->name, c->launch->name);
}

static bool switch_holds(const part_check *c)
{
    const plan_argument *argument;

    if (c->part->switched == 0 || c->node->switched == MODEL_NONE)
        return c->part->switched == 0 && c->node->switched == MODEL_NONE;
    argument = &c->launch->arguments[c->part->switched - 1];
    return !argument->pointer && argument->type->size == 4 && argument->switched == 1 + c->node->switched &&
           argument->unless == c->node->unless && c->node->kind == PLAN_KERNEL;
}

/* Only what a launch can follow without the driver. */
static bool is_steady(const plan_node *node)
{
    bool steady = !node->resident && node->shared_varies == NULL;

    for (size_t i = 0; i < 3; i++)
        steady = steady && node->grid_varies[i] == NULL && (node->kind == PLAN_CONDITIONAL || node->grid[i] > 0);
    return steady && (node->kind != PLAN_KERNEL || node->condition == MODEL_NONE);
}

/* A copy or a fill of one dimension does the same in any grid. */
bool fused_same_shape(const verifier *v, const plan_node *node, const plan_part *part)
{
    const model_kernel *k = v->p->kernels[node->kernel];
    bool same = true, flat = true;

    for (size_t i = 0; i < 3; i++) {
        same = same && part->grid[i] == node->grid[i] && part->block[i] == node->block[i];
        flat = flat && (i == 0 ? part->grid[i] > 0 && part->block[i] > 0 : part->grid[i] == 1 && part->block[i] == 1);
    }
    return same || (flat && k->builtin != NULL &&
                    (strcmp(k->entry, "vg_copy") == 0 || strcmp(k->entry, "vg_fill") == 0));
}

void fused_check_part(verifier *v, const plan_node *launch, const plan_node *node, const plan_part *part)
{
    part_check c = {v, launch, node, part};

    if (!is_steady(node))
        refuse(&c, "its grid or its shared memory may change");
    if (!switch_holds(&c))
        refuse(&c, "it does not follow the switch of its step");
    if (node->kind != PLAN_CONDITIONAL && (v->p->kernels[node->kernel]->cooperative ||
                                           v->p->kernels[node->kernel]->cluster_size[0] != 0))
        refuse(&c, "its blocks run together");
    if (node->kind != PLAN_CONDITIONAL && !fused_same_shape(v, node, part))
        refuse(&c, "it is not launched as its step says");
    switch (node->kind) {
    case PLAN_KERNEL:
        check_kernel(&c);
        break;
    case PLAN_TRANSFER:
        check_transfer(&c);
        break;
    case PLAN_END:
        check_end(&c);
        break;
    case PLAN_CONDITIONAL:
        check_conditional(&c);
        break;
    default:
        refuse(&c, "it is no launch");
        break;
    }
}
