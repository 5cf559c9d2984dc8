/* SPDX-License-Identifier: MIT */
#include "lower.h"

#include <string.h>

#include "lower_parts.h"

/* Titles name at most this many buffers. */
#define TITLE_BUFFERS 6u

typedef struct {
    plan_node *items;
    size_t count, capacity;
} node_list;

typedef struct {
    arena *memory;
    diag *d;
    const model *m;
    const plan *p;
    lower_names *names;
} lowering;

static plan_node *add_node(lowering *l, node_list *list, plan_node_kind kind, uint32_t step, span at)
{
    list->items = arena_grow(l->memory, list->items, list->count, &list->capacity, sizeof *list->items);
    plan_node *node = &list->items[list->count++];
    memset(node, 0, sizeof *node);
    node->kind = kind;
    node->step = step;
    node->at = at;
    node->switched = MODEL_NONE;
    return node;
}

static void add_range(plan_node *node, uint32_t buffer, uint64_t first, uint64_t last, unsigned access)
{
    if (first < last)
        node->ranges[node->range_count++] = (plan_range){buffer, first, last, access};
}

/* ---- transfers ---- */

static const char *title_of_run(lowering *l, const char *verb, const plan_run *run)
{
    const char *title = verb;
    for (size_t i = 0; i < run->member_count; i++) {
        if (i == TITLE_BUFFERS && run->member_count > TITLE_BUFFERS + 1)
            return arena_printf(l->memory, "%s and %zu more", title, run->member_count - i);
        const char *buffer = l->m->buffers[run->members[i]].name;
        title = arena_printf(l->memory, "%s%s %s", title, i > 0 ? "," : "", buffer);
    }
    return title;
}

static void lower_run(lowering *l, node_list *list, uint32_t index)
{
    const plan_run *run = &l->p->runs[index];
    const char *verb = run->direction == PLAN_UPLOAD ? "upload" : "download";
    const model_buffer *first = &l->m->buffers[run->members[0]];
    plan_node *node = add_node(l, list, PLAN_TRANSFER, MODEL_NONE, first->at);
    node->run = index;
    node->name =
        lower_names_take(l->names, l->p->separate ? arena_printf(l->memory, "%s_%s", verb, first->name) : verb, false);
    node->title = title_of_run(l, verb, run);
    node->ranges = ARENA_ARRAY(l->memory, plan_range, run->member_count);
    unsigned access = run->direction == PLAN_UPLOAD ? PLAN_WRITE | PLAN_WHOLE : PLAN_READ;
    for (size_t i = 0; i < run->member_count; i++)
        add_range(node, run->members[i], 0, l->m->buffers[run->members[i]].size, access);
}

static void lower_runs(lowering *l, node_list *list, plan_direction direction)
{
    for (size_t i = 0; i < l->p->run_count; i++) {
        if (l->p->runs[i].direction == direction)
            lower_run(l, list, (uint32_t)i);
    }
}

/* ---- steps ---- */

static unsigned access_of(model_access access)
{
    switch (access) {
    case ACCESS_IN:
        return PLAN_READ;
    case ACCESS_OUT:
        return PLAN_WRITE | PLAN_WHOLE;
    case ACCESS_OUT_PART:
        return PLAN_WRITE;
    case ACCESS_INOUT:
        return PLAN_READ | PLAN_WRITE;
    case ACCESS_WORK:
        return PLAN_READ | PLAN_WRITE | PLAN_WORK;
    case ACCESS_VALUE:
        break;
    }
    return 0;
}

static const char *name_of_step(lowering *l, const model_step *step, const char *otherwise, const char *ending)
{
    const char *base = step->name ? step->name : otherwise;
    bool whole = ending[0] == '\0';
    return lower_names_take(l->names, whole ? base : arena_printf(l->memory, "%s%s", base, ending),
                            step->name && whole);
}

static void lower_argument(const model_param *param, const model_argument *from, plan_argument *to)
{
    to->pointer = param->access != ACCESS_VALUE;
    to->setting = from->kind == ARGUMENT_SETTING ? from->slice.buffer : MODEL_NONE;
    to->parameter = param->name;
    to->type = param->type;
    if (to->pointer) {
        to->buffer = from->slice.buffer;
        to->first = from->slice.first;
    } else {
        to->value = from->value;
    }
}

static void lower_launch(lowering *l, node_list *list, const model_step *step, uint32_t index)
{
    const model_kernel *kernel = &l->m->kernels[step->kernel];
    plan_node *node = add_node(l, list, PLAN_KERNEL, index, step->at);
    node->name = name_of_step(l, step, kernel->name, "");
    node->title = step->title;
    node->kernel = step->kernel;
    memcpy(node->grid, step->grid_size, sizeof node->grid);
    memcpy(node->block, step->block_size, sizeof node->block);
    node->shared_bytes = step->shared_bytes;
    node->argument_count = kernel->param_count;
    node->arguments = ARENA_ARRAY(l->memory, plan_argument, kernel->param_count);
    node->ranges = ARENA_ARRAY(l->memory, plan_range, kernel->param_count);
    for (size_t i = 0; i < kernel->param_count; i++) {
        const model_argument *argument = &step->arguments[i];
        lower_argument(&kernel->params[i], argument, &node->arguments[i]);
        if (node->arguments[i].pointer)
            add_range(node, argument->slice.buffer, argument->slice.first, argument->slice.last,
                      access_of(kernel->params[i].access));
    }
}

static void set_fill(lowering *l, plan_node *node, uint32_t buffer, const lower_fill *part, plan_range range)
{
    node->to = buffer;
    node->to_first = part->first;
    node->value = part->value;
    node->element = part->element;
    node->pitch = part->pitch;
    node->count = part->count;
    node->ranges = ARENA_ARRAY(l->memory, plan_range, 1);
    node->ranges[0] = range;
    node->range_count = 1;
}

static void lower_fill_step(lowering *l, node_list *list, const model_step *step, uint32_t index)
{
    static const char *const endings[] = {"_low", "_high"};
    static const char *const halves[] = {"low half", "high half"};
    const model_buffer *buffer = &l->m->buffers[step->to.buffer];
    const char *otherwise = arena_printf(l->memory, "fill_%s", buffer->name);
    lower_fill parts[2];
    size_t count =
        lower_fill_split(step->pattern, buffer->type->size, buffer->alignment, step->to.first, step->to.last, parts);
    /* Each of two halves writes only some bytes of the range: together they write all of it, and order keeps both
     * before whatever follows. */
    unsigned access = count == 1 ? PLAN_WRITE | PLAN_WHOLE : PLAN_WRITE;
    for (size_t i = 0; i < count; i++) {
        plan_node *node = add_node(l, list, PLAN_FILL, index, step->at);
        node->name = name_of_step(l, step, otherwise, count == 1 ? "" : endings[i]);
        node->title = count == 1 ? step->title : arena_printf(l->memory, "%s (%s)", step->title, halves[i]);
        set_fill(l, node, step->to.buffer, &parts[i],
                 (plan_range){step->to.buffer, step->to.first, step->to.last, access});
    }
}

static void lower_copy_step(lowering *l, node_list *list, const model_step *step, uint32_t index)
{
    const char *from = l->m->buffers[step->from.buffer].name, *to = l->m->buffers[step->to.buffer].name;
    plan_node *node = add_node(l, list, PLAN_COPY, index, step->at);
    node->name = name_of_step(l, step, arena_printf(l->memory, "copy_%s_%s", from, to), "");
    node->title = step->title;
    node->to = step->to.buffer;
    node->to_first = step->to.first;
    node->from = step->from.buffer;
    node->from_first = step->from.first;
    node->bytes = step->to.last - step->to.first;
    node->ranges = ARENA_ARRAY(l->memory, plan_range, 2);
    add_range(node, step->from.buffer, step->from.first, step->from.last, PLAN_READ);
    add_range(node, step->to.buffer, step->to.first, step->to.last, PLAN_WRITE | PLAN_WHOLE);
}

static void lower_step(lowering *l, node_list *list, const model_step *step, uint32_t index)
{
    /* The driver refuses nodes without bytes. */
    if (step->kind != STEP_LAUNCH && step->to.first == step->to.last) {
        diag_warning(l->d, step->at, "step-no-effect", "'%s' has no effect: it has no bytes", step->title);
        return;
    }
    switch (step->kind) {
    case STEP_LAUNCH:
        lower_launch(l, list, step, index);
        break;
    case STEP_FILL:
        lower_fill_step(l, list, step, index);
        break;
    case STEP_COPY:
        lower_copy_step(l, list, step, index);
        break;
    }
}

/* ---- graphs ---- */

static void lower_clear(lowering *l, node_list *list, uint32_t index)
{
    static const unsigned char zero[1] = {0};
    const model_buffer *buffer = &l->m->buffers[index];
    lower_fill part[2];
    lower_fill_split(zero, 1, buffer->alignment, 0, buffer->size, part);
    plan_node *node = add_node(l, list, PLAN_FILL, MODEL_NONE, buffer->at);
    node->name = lower_names_take(l->names, arena_printf(l->memory, "clear_%s", buffer->name), false);
    node->title = arena_printf(l->memory, "clear %s", buffer->name);
    set_fill(l, node, index, part, (plan_range){index, 0, buffer->size, PLAN_WRITE | PLAN_WHOLE});
}

static void append(lowering *l, node_list *list, const node_list *more)
{
    for (size_t i = 0; i < more->count; i++)
        *add_node(l, list, more->items[i].kind, more->items[i].step, more->items[i].at) = more->items[i];
}

static void lower_graph(arena *a, diag *d, const model *m, const plan *p, const model_graph *from, plan_graph *to)
{
    lowering l = {a, d, m, p, lower_names_new(a)};
    node_list all = {NULL, 0, 0}, steps = {NULL, 0, 0};
    for (size_t i = 0; i < from->step_count; i++) {
        if (from->steps[i].name)
            lower_names_reserve(l.names, from->steps[i].name);
    }
    if (from->kind == GRAPH_REPLAY)
        lower_runs(&l, &all, PLAN_UPLOAD);
    for (size_t i = 0; i < from->step_count; i++)
        lower_step(&l, &steps, &from->steps[i], (uint32_t)i);
    if (from->kind == GRAPH_REPLAY) {
        const bool *clear = lower_outputs_to_clear(a, m, steps.items, steps.count);
        for (size_t b = 0; b < m->buffer_count; b++) {
            if (clear[b])
                lower_clear(&l, &all, (uint32_t)b);
        }
    }
    append(&l, &all, &steps);
    if (from->kind == GRAPH_REPLAY)
        lower_runs(&l, &all, PLAN_DOWNLOAD);
    to->nodes = all.items;
    to->node_count = all.count;
}

void lower_graphs(arena *a, diag *d, const model *m, plan *p)
{
    p->graph_count = m->graph_count;
    p->graphs = ARENA_ARRAY(a, plan_graph, m->graph_count);
    for (size_t g = 0; g < m->graph_count; g++) {
        p->graphs[g].name = m->graphs[g].name;
        p->graphs[g].kind = m->graphs[g].kind;
        p->graphs[g].graph = (uint32_t)g;
        lower_graph(a, d, m, p, &m->graphs[g], &p->graphs[g]);
    }
}
