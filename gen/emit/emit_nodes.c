/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The vggen authors */
/* Describes each node and each graph once, from model, image and plan: what texts about it need to know. */
#include <string.h>

#include "emit/parts.h"

/* ---- why it may change or not run ---- */

static uint32_t find_setting(const emit *e, const char *name)
{
    for (uint32_t i = 0; i < e->m->buffer_count; i++)
        if (e->m->buffers[i].role == ROLE_SETTING && strcmp(e->m->buffers[i].name, name) == 0)
            return i;
    return MODEL_NONE;
}

static bool is_external(const emit *e, const plan_argument *argument)
{
    return argument->pointer && argument->at == PLAN_AT_PLACE && e->m->buffers[argument->buffer].external;
}

static bool is_patched(const emit *e, const plan_node *n)
{
    if (n->kind != PLAN_KERNEL && n->kind != PLAN_FUSED)
        return false;
    for (size_t i = 0; i < 3; i++)
        if (n->grid_varies[i] != NULL)
            return true;
    for (size_t i = 0; i < n->argument_count; i++)
        if (emit_follows_setting(e, &n->arguments[i]) || emit_follows_switch(&n->arguments[i]) ||
            is_external(e, &n->arguments[i]))
            return true;
    return n->shared_varies != NULL;
}

static bool may_be_empty(const plan_node *n)
{
    for (size_t i = 0; i < 3; i++)
        if (n->kind == PLAN_KERNEL && n->grid_varies[i] != NULL && n->grid_varies[i]->low < 1)
            return true;
    return false;
}

static bool is_switched(const emit *e, const plan_node *n)
{
    return n->switched < e->m->switch_count;
}

static bool is_toggled(const emit *e, const plan_node *n)
{
    return is_switched(e, n) || may_be_empty(n) ||
           (n->kind == PLAN_TRANSFER && (e->p->runs[n->run].on_request || e->p->runs[n->run].if_changed));
}

/* ---- the settings and switches that a node follows ---- */

typedef struct {
    const emit *e;
    uint32_t *numbers; /* of buffers, or of switches */
    size_t count, capacity;
} follow_list;

static void follow(follow_list *list, uint32_t number)
{
    for (size_t i = 0; i < list->count; i++)
        if (list->numbers[i] == number)
            return;
    list->numbers = arena_grow(list->e->memory, list->numbers, list->count, &list->capacity, sizeof *list->numbers);
    list->numbers[list->count++] = number;
}

static void follow_expr(follow_list *list, const expr *x)
{
    uint32_t setting = x->kind == EXPR_NAME ? find_setting(list->e, x->name) : MODEL_NONE;

    if (setting != MODEL_NONE)
        follow(list, setting);
    for (size_t i = 0; i < x->count; i++)
        follow_expr(list, x->arguments[i]);
}

static void follow_node(const emit *e, emit_node *described)
{
    const plan_node *n = described->plan;
    follow_list list = {e, NULL, 0, 0}, switches = {e, NULL, 0, 0};

    for (size_t i = 0; i < n->argument_count; i++)
        if (emit_follows_setting(e, &n->arguments[i]))
            follow(&list, n->arguments[i].setting);
        else if (emit_follows_switch(&n->arguments[i]))
            follow(&switches, n->arguments[i].switched - 1);
        else if (is_external(e, &n->arguments[i]))
            follow(&list, n->arguments[i].buffer);
    for (size_t i = 0; i < 3; i++)
        if (n->grid_varies[i] != NULL)
            follow_expr(&list, n->grid_varies[i]->root);
    if (n->shared_varies != NULL)
        follow_expr(&list, n->shared_varies->root);
    described->settings = list.numbers;
    described->setting_count = list.count;
    described->switches = switches.numbers;
    described->switch_count = switches.count;
}

/* ---- one node ---- */

static uint32_t images_of(const emit *e, uint32_t targets)
{
    uint32_t images = 0;

    for (size_t t = 0; t < e->m->target_count && t < 32; t++)
        if ((targets >> t & 1u) != 0)
            images |= e->target_images[t];
    return images;
}

static void describe_edges(emit *e, emit_node *described)
{
    const plan_node *n = described->plan;

    described->ordinary = n->after_count;
    if (n->programmatic == NULL)
        return;
    described->images = ARENA_ARRAY(e->memory, uint32_t, n->after_count + 1);
    for (size_t i = 0; i < n->after_count; i++) {
        described->images[i] = images_of(e, n->programmatic[i]);
        described->ordinary -= described->images[i] != 0 ? 1 : 0;
        e->images |= described->images[i];
    }
    e->programmatic = e->programmatic || described->ordinary < n->after_count;
}

static void describe_launch(const emit *e, emit_node *described)
{
    const plan_node *n = described->plan;

    described->kernel = e->p->kernels[n->kernel];
    described->threads = n->block[0] * n->block[1] * n->block[2];
    described->most_shared = n->shared_varies != NULL ? (uint64_t)n->shared_varies->high : n->shared_bytes;
    described->most_blocks = 1;
    for (size_t i = 0; i < 3; i++)
        described->most_blocks *= n->grid_varies[i] != NULL ? (uint64_t)n->grid_varies[i]->high : n->grid[i];
}

/* The frame and joins have the place of what they are for; that is no line that asks for them. A fused launch is asked
 * for by several, as its parts are. */
static unsigned line_of(const emit *e, const plan_node *n)
{
    unsigned line = 0, column;

    if (n->at.source == 0 || n->at.source != e->m->at.source || n->kind == PLAN_BEGIN || n->kind == PLAN_END ||
        n->kind == PLAN_EMPTY || n->kind == PLAN_FUSED || e->in->sources == NULL)
        return 0;
    diag_locate(e->in->sources, n->at.source, n->at.begin, &line, &column);
    return line;
}

void emit_describe_node(emit *e, const model_graph *g, emit_node *described, const plan_node *n)
{
    described->plan = n;
    described->does = plan_does(e->p, n);
    described->step = n->step < g->step_count ? &g->steps[n->step] : NULL;
    described->name = n->name;
    described->title = emit_prose(e->memory, n->title);
    described->line = line_of(e, n);
    described->source_at = ARENA_NEW(e->memory, long);
    *described->source_at = -1;
    if (plan_is_launch(e->p, n))
        describe_launch(e, described);
    if (n->kind == PLAN_TRANSFER) {
        described->run = &e->p->runs[n->run];
        described->on_request = described->run->on_request;
        described->if_changed = described->run->if_changed;
    }
    describe_edges(e, described);
    described->patched = is_patched(e, n);
    if (described->patched)
        follow_node(e, described);
    described->may_be_empty = may_be_empty(n);
    described->switched = is_switched(e, n);
    described->toggled = is_toggled(e, n);
}

/* ---- grids that the device sets ---- */

/* The node that is given the handle of the node with this grid. */
static void find_setter(const plan_graph *g, emit_node *described)
{
    const plan_node *n = described->plan;

    described->setter = described->above = MODEL_NONE;
    if (n->kind != PLAN_KERNEL || n->condition == MODEL_NONE)
        return;
    for (uint32_t i = described->number; i-- > 0 && described->setter == MODEL_NONE;) {
        const plan_node *setter = &g->nodes[i];
        for (size_t k = 0; setter->kind == PLAN_KERNEL && k < setter->argument_count; k++)
            if (setter->arguments[k].condition == n->condition)
                described->setter = i;
    }
    for (size_t k = 0; described->setter != MODEL_NONE && k < g->nodes[described->setter].argument_count; k++)
        if (strcmp(g->nodes[described->setter].arguments[k].parameter, "above") == 0)
            described->above = g->nodes[described->setter].arguments[k].buffer;
}

/* ---- one graph or body ---- */

static void number_slots(emit *e, emit_graph *g, emit_node *described)
{
    bool captured = described->plan->kind == PLAN_CAPTURE;

    described->slot = g->slots;
    described->slots = captured ? described->plan->capture->most : 1;
    described->capture = e->captures;
    g->slots += described->slots;
    e->captures += captured ? 1 : 0;
}

static void describe_graph(emit *e, size_t index, const plan_graph *g, const char *ordinal)
{
    emit_graph *described = &e->graphs[index];
    const char *prefix = strcmp(g->name, "main") == 0
                             ? e->prefix
                             : arena_printf(e->memory, "%s_%s", e->prefix, emit_upper(e->memory, g->name));

    described->plan = g;
    described->index = index;
    described->ordinal = ordinal;
    described->is_body = index >= e->p->graph_count;
    described->first_node = e->slot_count;
    described->nodes = ARENA_ARRAY(e->memory, emit_node, g->node_count + 1);
    for (uint32_t i = 0; i < g->node_count; i++) {
        emit_node *n = &described->nodes[i];
        emit_describe_node(e, &e->m->graphs[g->graph], n, &g->nodes[i]);
        n->number = i;
        number_slots(e, described, n);
        find_setter(g, n);
        described->sized = described->sized || n->setter != MODEL_NONE;
        n->ordinal = arena_printf(e->memory, "%s_NODE_%s", prefix, n->name);
        described->conditional = described->conditional || n->plan->kind == PLAN_CONDITIONAL;
        described->patched = described->patched || n->patched;
        e->any_toggled = e->any_toggled || (n->toggled && !described->is_body);
        e->any_followed = e->any_followed || n->switch_count > 0;
    }
    e->any_patched = e->any_patched || (described->patched && !described->is_body);
    e->node_count += (uint32_t)g->node_count;
    e->slot_count += described->slots;
    e->order[e->order_count++] = described;
}

/* The driver clones no graph that has conditional nodes, in itself or in a body, or nodes whose grid the device sets,
 * and in that of one with programmatic edges, which a capture may bring, no event could be recorded between two
 * nodes. */
static bool must_be_rebuilt(const emit *e, size_t graph)
{
    for (size_t i = 0; i < e->order_count; i++) {
        const emit_graph *g = e->order[i];
        if (g->plan->graph != e->p->graphs[graph].graph)
            continue;
        if (g->conditional || g->sized)
            return true;
        for (size_t n = 0; n < g->plan->node_count; n++)
            if (g->nodes[n].plan->kind == PLAN_CAPTURE || g->nodes[n].ordinary < g->plan->nodes[n].after_count)
                return true;
    }
    return false;
}

void emit_describe(emit *e)
{
    const plan *p = e->p;
    size_t count = p->graph_count + p->body_count + 1;

    e->target_images = ARENA_ARRAY(e->memory, uint32_t, e->m->target_count + 1);
    for (size_t t = 0; t < e->m->target_count; t++)
        e->target_images[t] = emit_image_bit(e, &e->m->targets[t]);
    e->graphs = ARENA_ARRAY(e->memory, emit_graph, count);
    e->order = ARENA_ARRAY(e->memory, const emit_graph *, count);
    for (size_t i = 0; i < p->graph_count; i++) {
        const char *ordinal = arena_printf(e->memory, "%s_GRAPH_%s", e->prefix, p->graphs[i].name);

        e->replayed += emit_is_setup(&p->graphs[i]) ? 0 : 1;
        describe_graph(e, i, &p->graphs[i], ordinal);
        for (size_t b = 0; b < p->body_count; b++)
            if (p->bodies[b].graph == i)
                describe_graph(e, p->graph_count + b, &p->bodies[b], ordinal);
    }
    for (size_t i = 0; i < p->graph_count; i++) {
        e->graphs[i].rebuilt = must_be_rebuilt(e, i);
        e->any_rebuilt = e->any_rebuilt || e->graphs[i].rebuilt;
    }
    emit_describe_parts(e);
}

/* ---- what is asked of them together ---- */

bool emit_any_sized(const emit *e)
{
    for (size_t i = 0; i < e->order_count; i++)
        if (e->order[i]->sized)
            return true;
    return false;
}

const emit_graph *emit_body(const emit *e, const emit_node *n, size_t index)
{
    return &e->graphs[e->p->graph_count + n->plan->first_body + index];
}

bool emit_any_node(const emit *e, bool (*fits)(const emit_node *n))
{
    for (size_t i = 0; i < e->order_count; i++)
        for (size_t n = 0; n < e->order[i]->plan->node_count; n++)
            if (fits(&e->order[i]->nodes[n]))
                return true;
    return false;
}
