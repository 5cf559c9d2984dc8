/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The vggen authors */
/* The launch that takes the place of a run: its parts, and one kernel whose parameters are what the parts are given,
 * each once. */
#include <string.h>

#include "base/bytes.h"
#include "fuse/fuse_parts.h"
#include "spec/builtin.h"

#define MOST_CONDITIONS 64u

typedef struct {
    fuser *f;
    const fuse_sight *s;
    arena *memory;
    plan_argument *arguments;
    size_t argument_count, argument_room;
    uint32_t *conditions;
    size_t condition_count, condition_room;
    plan_range *ranges;
    size_t range_count, range_room;
    uint32_t threads;
    bool pdl_off;
} maker;

/* ---- arguments ---- */

static bool is_same(const plan_argument *x, const plan_argument *y)
{
    if (x->pointer != y->pointer || x->type != y->type)
        return false;
    if (x->pointer)
        return x->at == y->at && x->buffer == y->buffer && x->first == y->first;
    if (x->setting != y->setting || x->condition != y->condition || x->switched != y->switched ||
        x->unless != y->unless)
        return false;
    return x->value == NULL || y->value == NULL ? x->value == y->value
                                                : memcmp(x->value, y->value, x->type->size) == 0;
}

static const char *base_of(const maker *t, const plan_argument *argument)
{
    static const char *const ways[] = {
        [PLAN_AT_PLACE] = "at", [PLAN_AT_UP] = "up",         [PLAN_AT_DOWN] = "down",
        [PLAN_AT_WORD] = "word", [PLAN_AT_MIRROR] = "mirror", [PLAN_AT_LINES] = "lines"};

    if (!argument->pointer)
        return argument->parameter;
    if (argument->buffer == MODEL_NONE)
        return ways[argument->at];
    return arena_printf(t->memory, "%s_%s", ways[argument->at], t->f->m->buffers[argument->buffer].name);
}

static bool is_taken(const maker *t, const char *name)
{
    for (size_t i = 0; i < t->argument_count; i++)
        if (strcmp(t->arguments[i].parameter, name) == 0)
            return true;
    return false;
}

/* Its index among the arguments of the launch. */
static uint32_t take_argument(maker *t, const plan_argument *argument)
{
    const char *base = base_of(t, argument), *name = base;
    plan_argument *taken;

    for (size_t i = 0; i < t->argument_count; i++)
        if (is_same(&t->arguments[i], argument))
            return (uint32_t)i;
    for (unsigned i = 2; is_taken(t, name); i++)
        name = arena_printf(t->memory, "%s_%u", base, i);
    t->arguments = arena_grow(t->memory, t->arguments, t->argument_count, &t->argument_room, sizeof *t->arguments);
    taken = &t->arguments[t->argument_count];
    *taken = *argument;
    taken->parameter = name;
    return (uint32_t)t->argument_count++;
}

static plan_argument pointer_to(const maker *t, const plan_node *n, size_t param, plan_at at, uint32_t buffer,
                                uint64_t first)
{
    const model_param *p = &t->f->p->kernels[n->kernel]->params[param];

    return (plan_argument){.pointer = true,
                           .at = at,
                           .buffer = buffer,
                           .first = first,
                           .type = p->type,
                           .setting = MODEL_NONE,
                           .condition = MODEL_NONE,
                           .parameter = p->name};
}

static plan_argument bytes_argument(const maker *t, const plan_node *n, uint64_t bytes)
{
    const model_param *p = &t->f->p->kernels[n->kernel]->params[2];
    unsigned char *value = arena_alloc(t->memory, sizeof bytes);

    for (size_t i = 0; i < sizeof bytes; i++)
        value[i] = (unsigned char)(bytes >> 8 * i);
    return (plan_argument){
        .type = p->type, .value = value, .setting = MODEL_NONE, .condition = MODEL_NONE, .parameter = p->name};
}

/* To, from, bytes. */
static void give_transfer(maker *t, const plan_node *n, plan_given *given)
{
    const plan_run *run = &t->f->p->runs[n->run];
    bool up = run->direction == PLAN_UPLOAD;
    plan_argument to = pointer_to(t, n, 0, up ? PLAN_AT_PLACE : PLAN_AT_DOWN, run->members[0], run->first);
    plan_argument from = pointer_to(t, n, 1, up ? PLAN_AT_UP : PLAN_AT_PLACE, run->members[0], run->first);
    plan_argument bytes = bytes_argument(t, n, run->bytes);

    given[0].index = take_argument(t, &to);
    given[1].index = take_argument(t, &from);
    given[2].index = take_argument(t, &bytes);
}

static uint32_t find_condition(const maker *t, uint32_t condition)
{
    for (size_t i = 0; i < t->condition_count; i++)
        if (t->conditions[i] == condition)
            return (uint32_t)i;
    return MODEL_NONE;
}

/* The mirror itself, from which values are loaded. */
static uint32_t take_mirror(maker *t)
{
    plan_argument mirror = {.pointer = true,
                            .at = PLAN_AT_MIRROR,
                            .buffer = MODEL_NONE,
                            .type = model_type_scalar(SCALAR_U32),
                            .setting = MODEL_NONE,
                            .condition = MODEL_NONE,
                            .parameter = "mirror"};

    return take_argument(t, &mirror);
}

static void give_arguments(maker *t, const plan_node *n, plan_given *given)
{
    for (size_t i = 0; i < n->argument_count; i++) {
        if (n->arguments[i].loaded) {
            given[i] = (plan_given){false, take_mirror(t), true, (uint32_t)n->arguments[i].first};
            continue;
        }
        uint32_t word = n->arguments[i].pointer ? MODEL_NONE : find_condition(t, n->arguments[i].condition);
        given[i].condition = word != MODEL_NONE;
        given[i].index = word != MODEL_NONE ? word : take_argument(t, &n->arguments[i]);
    }
}

static plan_given *give(maker *t, const plan_node *n)
{
    plan_given *given = ARENA_ARRAY(t->memory, plan_given, t->f->p->kernels[n->kernel]->param_count);
    plan_argument word;

    switch (n->kind) {
    case PLAN_TRANSFER:
        give_transfer(t, n, given);
        break;
    case PLAN_END:
        word = pointer_to(t, n, 0, PLAN_AT_WORD, MODEL_NONE, 0);
        given[0].index = take_argument(t, &word);
        break;
    default:
        give_arguments(t, n, given);
        break;
    }
    return given;
}

/* With which a part that may not run is left out. */
static void take_switch(maker *t, const plan_node *n, plan_part *part)
{
    plan_argument on = {.type = model_type_scalar(SCALAR_U32),
                        .setting = MODEL_NONE,
                        .condition = MODEL_NONE,
                        .switched = n->switched + 1,
                        .unless = n->unless};

    if (n->switched == MODEL_NONE)
        return;
    if (n->switched_at != 0) {
        part->switched = 1 + take_mirror(t);
        part->switched_loaded = true;
        part->switched_offset = n->switched_at;
        return;
    }
    on.parameter = arena_printf(t->memory, n->unless ? "unless_%s" : "when_%s", t->f->m->switches[n->switched].name);
    part->switched = 1 + take_argument(t, &on);
}

/* ---- conditions ---- */

/* The words of all loops and choices come first, so that whatever sets one knows it. */
static void add_conditions(maker *t, const plan_node *n)
{
    if (n->kind != PLAN_CONDITIONAL)
        return;
    if (find_condition(t, n->condition) == MODEL_NONE) {
        t->conditions =
            arena_grow(t->memory, t->conditions, t->condition_count, &t->condition_room, sizeof *t->conditions);
        t->conditions[t->condition_count++] = n->condition;
    }
    for (size_t b = 0; b < n->body_count; b++) {
        const plan_graph *body = &t->s->bodies[n->first_body + b];
        for (size_t k = 0; k < body->node_count; k++)
            add_conditions(t, &body->nodes[k]);
    }
}

/* ---- bytes ---- */

static bool same_bytes(const plan_range *x, const plan_range *y)
{
    return x->buffer == y->buffer && x->first == y->first && x->last == y->last;
}

/* Whether all of them are written before they are read depends on other parts, and nobody asks. */
static void add_ranges(maker *t, const plan_node *n)
{
    for (size_t i = 0; i < n->range_count; i++) {
        const plan_range *r = &n->ranges[i];
        size_t k = 0;
        if (t->f->m->buffers[r->buffer].role == ROLE_CONDITION && find_condition(t, r->buffer) != MODEL_NONE)
            continue;
        while (k < t->range_count && !same_bytes(&t->ranges[k], r))
            k++;
        if (k < t->range_count) {
            t->ranges[k].access |= r->access & (PLAN_READ | PLAN_WRITE);
            continue;
        }
        t->ranges = arena_grow(t->memory, t->ranges, t->range_count, &t->range_room, sizeof *t->ranges);
        t->ranges[t->range_count] = *r;
        t->ranges[t->range_count++].access = r->access & (PLAN_READ | PLAN_WRITE);
    }
}

/* ---- parts ---- */

static void fill_list(maker *t, const plan_graph *of, const uint32_t *nodes, size_t count, plan_fused_list *list);

static void add_bodies(maker *t, const plan_node *n, plan_part *part)
{
    part->bodies = ARENA_ARRAY(t->memory, plan_fused_list, n->body_count);
    part->condition = find_condition(t, n->condition);
    for (size_t b = 0; b < n->body_count; b++) {
        const plan_graph *body = &t->s->bodies[n->first_body + b];
        uint32_t *nodes = ARENA_ARRAY(t->memory, uint32_t, body->node_count);
        for (uint32_t k = 0; k < body->node_count; k++)
            nodes[k] = k;
        fill_list(t, body, nodes, body->node_count, &part->bodies[b]);
    }
}

static void add_part(maker *t, const plan_graph *of, uint32_t node, plan_part *part)
{
    const plan_node *n = &of->nodes[node];

    *part = (plan_part){.node = node};
    if (n->kind == PLAN_CONDITIONAL) {
        add_bodies(t, n, part);
        return;
    }
    part->given = give(t, n);
    take_switch(t, n, part);
    fuse_shape(t->f, n, t->threads, part->grid, part->block);
    t->pdl_off = t->pdl_off || t->f->p->kernels[n->kernel]->pdl_off;
}

static void fill_list(maker *t, const plan_graph *of, const uint32_t *nodes, size_t count, plan_fused_list *list)
{
    list->of = of;
    list->parts = ARENA_ARRAY(t->memory, plan_part, count);
    for (size_t i = 0; i < count; i++) {
        const plan_node *n = &of->nodes[nodes[i]];
        if (fuse_is_silent(n))
            continue;
        add_part(t, of, nodes[i], &list->parts[list->part_count++]);
    }
    fuse_find_apart(t->f, list);
}

/* ---- the kernel ---- */

static model_access access_of(const maker *t, const plan_argument *argument)
{
    if (!argument->pointer)
        return ACCESS_VALUE;
    if (argument->at == PLAN_AT_UP)
        return ACCESS_IN;
    if (argument->at == PLAN_AT_DOWN || argument->at == PLAN_AT_WORD)
        return ACCESS_OUT;
    if (argument->at == PLAN_AT_MIRROR || argument->at == PLAN_AT_LINES)
        return ACCESS_INOUT;
    for (size_t i = 0; i < t->range_count; i++)
        if (t->ranges[i].buffer == argument->buffer && (t->ranges[i].access & PLAN_WRITE) != 0)
            return ACCESS_INOUT;
    return ACCESS_IN;
}

static model_kernel *make_kernel(maker *t, const fuse_run *run, const char *name)
{
    model_param *params = ARENA_ARRAY(t->memory, model_param, t->argument_count);
    span at = t->f->m->graphs[run->in->g->graph].at;
    model_kernel *k;

    for (size_t i = 0; i < t->argument_count; i++)
        params[i] = (model_param){.name = t->arguments[i].parameter,
                                  .at = at,
                                  .type_at = at,
                                  .access = access_of(t, &t->arguments[i]),
                                  .type = t->arguments[i].type,
                                  .condition = !t->arguments[i].pointer && t->arguments[i].condition != MODEL_NONE};
    k = builtin_kernel(t->memory, NULL, name, run->threads, params, t->argument_count, at);
    k->entry = arena_printf(t->memory, "vgf_%s", name);
    k->fused = true;
    k->pdl_off = t->pdl_off;
    return k;
}

static maker new_maker(fuser *f, arena *memory, const fuse_sight *s, const uint32_t *nodes, size_t count)
{
    maker t = {.f = f, .s = s, .memory = memory};

    for (size_t i = 0; i < count; i++)
        add_conditions(&t, &s->g->nodes[nodes[i]]);
    return t;
}

/* "3 in one launch: upload, fir, end" */
static const char *title_of(const maker *t, const plan_fused_list *lists, size_t count)
{
    size_t parts = 0, named = 0;
    const char *text;

    for (size_t b = 0; b < count; b++)
        parts += lists[b].part_count;
    text = arena_printf(t->memory, count > 1 ? "%zu side by side in one launch:" : "%zu in one launch:", parts);
    for (size_t b = 0; b < count; b++)
        for (size_t i = 0; i < lists[b].part_count; i++) {
            const char *name = lists[b].of->nodes[lists[b].parts[i].node].name;
            if (named == 6 && parts > 7)
                return arena_printf(t->memory, "%s, ...", text);
            text = arena_printf(t->memory, "%s%s %s", text, named > 0 ? "," : "", name);
            named++;
        }
    return text;
}

/* What each block does. */
static plan_fused_list *lists_of(maker *t, const fuse_run *run, size_t blocks)
{
    plan_fused_list *lists = ARENA_ARRAY(t->memory, plan_fused_list, blocks);
    uint32_t *nodes = ARENA_ARRAY(t->memory, uint32_t, run->count);

    for (size_t b = 0; b < blocks; b++) {
        size_t count = 0;
        for (size_t i = 0; i < run->count; i++)
            if (blocks == 1 || run->block_of[i] == b)
                nodes[count++] = run->nodes[i];
        fill_list(t, run->in->g, nodes, count, &lists[b]);
    }
    return lists;
}

void fuse_make_launch(fuser *f, fuse_run *run, const char *name, const char *kernel_name)
{
    maker t = new_maker(f, f->memory, run->in, run->nodes, run->count);
    size_t blocks = run->block_count > 1 ? run->block_count : 1;
    plan_fused_list *lists;
    plan_node *n = &run->node;

    t.threads = run->threads;
    lists = lists_of(&t, run, blocks);
    for (size_t i = 0; i < run->count; i++)
        add_ranges(&t, &run->in->g->nodes[run->nodes[i]]);
    run->kernel = make_kernel(&t, run, kernel_name);
    *n = (plan_node){.kind = PLAN_FUSED, .name = name, .step = MODEL_NONE, .switched = MODEL_NONE};
    n->title = title_of(&t, lists, blocks);
    n->at = run->in->g->nodes[run->nodes[0]].at;
    n->grid[0] = (uint32_t)blocks;
    n->grid[1] = n->grid[2] = n->block[1] = n->block[2] = 1;
    n->block[0] = run->threads;
    n->to = n->from = n->condition = MODEL_NONE;
    n->ranges = t.ranges;
    n->range_count = t.range_count;
    n->arguments = t.arguments;
    n->argument_count = t.argument_count;
    n->blocks = lists;
    n->block_count = blocks;
    n->conditions = t.conditions;
    n->condition_count = t.condition_count;
}

uint32_t fuse_param_bytes(fuser *f, const fuse_sight *s, const uint32_t *nodes, size_t count)
{
    arena *scratch = arena_new();
    maker t = new_maker(f, scratch, s, nodes, count);
    plan_fused_list list = {NULL, NULL, 0};
    uint32_t bytes = 0;

    fill_list(&t, s->g, nodes, count, &list);
    for (size_t i = 0; i < t.argument_count; i++) {
        uint32_t align = t.arguments[i].pointer ? 8 : t.arguments[i].type->align;
        uint32_t size = t.arguments[i].pointer ? 8 : t.arguments[i].type->size;
        bytes = (bytes + align - 1) / align * align + size;
    }
    arena_free(scratch);
    return bytes;
}
