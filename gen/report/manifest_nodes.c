/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The vggen authors */
/* NAME.json: the nodes of a graph. */
#include "plan/completion.h"
#include "report/fused.h"
#include "report/manifest_parts.h"
#include "report/terms.h"

static void write_size(json *j, const char *key, const uint32_t size[3])
{
    json_list(j, key, true);
    for (size_t axis = 0; axis < 3; axis++)
        json_number(j, NULL, size[axis]);
    json_close(j);
}

static void write_conditions(json *j, const emit *e, const plan_node *n)
{
    bool sets = false;

    for (size_t i = 0; i < n->argument_count; i++)
        sets = sets || n->arguments[i].condition != MODEL_NONE;
    if (!sets)
        return;
    json_list(j, "sets", true);
    for (size_t i = 0; i < n->argument_count; i++)
        if (n->arguments[i].condition != MODEL_NONE)
            json_text(j, NULL, e->m->buffers[n->arguments[i].condition].name);
    json_close(j);
}

/* The bytes as hexadecimal digits, in the order of memory. */
static const char *hex(arena *a, const unsigned char *bytes, size_t size)
{
    static const char digits[] = "0123456789abcdef";
    char *text = arena_alloc(a, 2 * size + 1);

    for (size_t i = 0; i < size; i++) {
        text[2 * i] = digits[bytes[i] >> 4];
        text[2 * i + 1] = digits[bytes[i] & 15u];
    }
    text[2 * size] = '\0';
    return text;
}

static void write_argument(json *j, const emit *e, const plan_argument *argument)
{
    static const char *const ends[] = {
        [PLAN_AT_UP] = "pinned_upload", [PLAN_AT_DOWN] = "pinned_download", [PLAN_AT_WORD] = "word"};

    json_object(j, NULL, true);
    json_text(j, "parameter", argument->parameter);
    if (argument->pointer) {
        if (argument->at != PLAN_AT_PLACE)
            json_text(j, "at", ends[argument->at]);
        if (argument->at != PLAN_AT_WORD) {
            json_text(j, "buffer", e->m->buffers[argument->buffer].name);
            json_number(j, "first", argument->first);
        }
    } else {
        json_text(j, "type", argument->type->name);
        if (argument->switched != 0)
            json_text(j, argument->unless ? "unless" : "when", e->m->switches[argument->switched - 1].name);
        else if (argument->condition != MODEL_NONE)
            json_text(j, "condition", e->m->buffers[argument->condition].name);
        else if (argument->grid)
            json_bool(j, "grid", true);
        else
            json_text(j, "hex", hex(e->memory, argument->value, argument->type->size));
    }
    json_close(j);
}

static void write_arguments(json *j, const emit *e, const plan_node *n)
{
    json_list(j, "arguments", true);
    for (size_t i = 0; i < n->argument_count; i++)
        write_argument(j, e, &n->arguments[i]);
    json_close(j);
}

static void write_place(json *j, const emit *e, const char *key, const char *first_key, uint32_t buffer, uint64_t first)
{
    json_text(j, key, e->m->buffers[buffer].name);
    json_number(j, first_key, first);
}

/* One that is a launch may have elements of eight bytes: their value is text. */
static void write_fill(json *j, const emit *e, const plan_node *n)
{
    bool launched = n->kind == PLAN_KERNEL;

    write_place(j, e, "to", "to_first", n->to, n->to_first);
    if (launched)
        json_text(j, "hex", hex(e->memory, n->arguments[1].value, n->element));
    else
        json_number(j, "value", n->value);
    json_number(j, "element", n->element);
    if (!launched)
        json_number(j, "pitch", n->pitch);
    json_number(j, "count", n->count);
    json_number(j, "bytes", n->count * n->element);
}

static void write_conditional(json *j, const emit *e, const plan_graph *g, const emit_node *described)
{
    const plan_node *n = described->plan;
    const model_loop *loop = model_loop_of(e->m, g->graph, n->step);

    json_text(j, "control", n->control == STEP_WHILE ? "while" : n->control == STEP_IF ? "if" : "switch");
    json_text(j, "condition", e->m->buffers[n->condition].name);
    if (described->part == NULL) {
        json_list(j, "bodies", true);
        for (size_t i = 0; i < n->body_count; i++)
            json_text(j, NULL, e->p->bodies[n->first_body + i].name);
        json_close(j);
    }
    if (loop == NULL)
        return;
    json_number(j, "most_passes", loop->max);
    json_number(j, "passes_in_body", loop->unrolled);
    json_number(j, "passes_before", loop->prefix);
    if (loop->passes != MODEL_NONE)
        json_text(j, "counter", e->m->buffers[loop->passes].name);
}

/* A part of a fused launch has the grid and block that its kernel sees there. */
static void write_launch(json *j, const emit_node *described)
{
    const plan_node *n = described->plan;

    json_text(j, "kernel", described->kernel->name);
    write_size(j, "grid", described->part != NULL ? described->part->grid : n->grid);
    if (described->setter != MODEL_NONE && described->step != NULL)
        json_text(j, "blocks", described->step->grid_name);
    if (n->resident)
        json_bool(j, "resident", true);
    write_size(j, "block", described->part != NULL ? described->part->block : n->block);
    json_number(j, "shared_bytes", n->shared_bytes);
}

static void write_detail(json *j, const emit *e, const plan_graph *g, const emit_node *described)
{
    const plan_node *n = described->plan;

    switch (described->does) {
    case PLAN_KERNEL:
        write_launch(j, described);
        write_arguments(j, e, n);
        write_conditions(j, e, n);
        break;
    case PLAN_CAPTURE:
        if (n->capture->collective != NULL)
            json_text(j, "collective", model_collective_words[n->capture->collective->collective - 1]);
        else
            json_text(j, "capture", n->capture->name);
        json_number(j, "most_nodes", n->capture->most);
        write_arguments(j, e, n);
        break;
    case PLAN_TRANSFER:
        json_number(j, "transfer", n->run);
        json_text(j, "by", emit_transport_name(described->run->transport));
        if (described->kernel != NULL)
            write_launch(j, described);
        break;
    case PLAN_COPY:
        write_place(j, e, "to", "to_first", n->to, n->to_first);
        write_place(j, e, "from", "from_first", n->from, n->from_first);
        json_number(j, "bytes", n->bytes);
        if (described->kernel != NULL)
            write_launch(j, described);
        break;
    case PLAN_FILL:
        write_fill(j, e, n);
        if (described->kernel != NULL)
            write_launch(j, described);
        break;
    case PLAN_CONDITIONAL:
        write_conditional(j, e, g, described);
        break;
    case PLAN_BEGIN:
    case PLAN_END:
        write_launch(j, described);
        json_text(j, "purpose", completion_purpose(n));
        if (n->kind == PLAN_END)
            json_number(j, "word", emit_pinned_end(e->p));
        break;
    case PLAN_FUSED:
        write_launch(j, described);
        write_arguments(j, e, n);
        break;
    case PLAN_EMPTY:
        break;
    }
    if (described->switched)
        json_text(j, n->unless ? "unless" : "when", e->m->switches[n->switched].name);
}

/* Marks the node of a step that the spec does not have as it is. */
static void write_origin(json *j, const emit *e, const plan_graph *g, const plan_node *n)
{
    const model_step *step = n->step != MODEL_NONE ? &e->m->graphs[g->graph].steps[n->step] : NULL;

    if (step != NULL && step->generated)
        json_bool(j, "generated", true);
    if (step != NULL && model_is_move(e->m, g->graph, n->step))
        json_bool(j, "moves_swapped", true);
    if (step != NULL && step->copy > 0)
        json_number(j, "copy", step->copy);
}

/* What a node and a part of a fused launch have alike. */
static void write_members(json *j, const emit *e, const plan_graph *g, const emit_node *described)
{
    const plan_node *n = described->plan;
    unsigned line = 0, column;

    json_text(j, "name", n->name);
    json_text(j, "kind", terms_kind(described->does));
    json_text(j, "title", n->title);
    if (n->at.source != 0)
        diag_locate(e->in->sources, n->at.source, n->at.begin, &line, &column);
    manifest_offset(j, "line", n->at.source != 0 ? line : UINT64_MAX);
    manifest_offset(j, "step", n->step != MODEL_NONE ? n->step : UINT64_MAX);
    write_origin(j, e, g, n);
    write_detail(j, e, g, described);
    json_list(j, "ranges", true);
    for (size_t i = 0; i < n->range_count; i++) {
        json_object(j, NULL, true);
        json_text(j, "buffer", e->m->buffers[n->ranges[i].buffer].name);
        json_number(j, "first", n->ranges[i].first);
        json_number(j, "last", n->ranges[i].last);
        json_text(j, "access", terms_access(n->ranges[i].access));
        json_close(j);
    }
    json_close(j);
}

/* *next: the first of the list's parts. */
static void write_parts(json *j, const emit *e, const emit_node *fused, const plan_fused_list *list, size_t *next)
{
    json_list(j, NULL, true);
    for (size_t i = 0; i < list->part_count; i++) {
        const emit_node *n = &fused->parts->nodes[(*next)++];
        json_object(j, NULL, true);
        write_members(j, e, list->of, n);
        if (n->part->apart)
            json_bool(j, "apart", true);
        if (n->plan->kind == PLAN_CONDITIONAL) {
            json_list(j, "bodies", true);
            for (size_t k = 0; k < n->plan->body_count; k++)
                write_parts(j, e, fused, &list->parts[i].bodies[k], next);
            json_close(j);
        }
        json_close(j);
    }
    json_close(j);
}

/* never: no node of the program is in a fused launch, for one reason, which is said once. */
static void write_node(json *j, const emit *e, const emit_graph *g, uint32_t node, size_t ordinal, bool never)
{
    const emit_node *described = &g->nodes[node];
    size_t next = 0;

    json_object(j, NULL, true);
    json_number(j, "ordinal", ordinal);
    write_members(j, e, g->plan, described);
    if (described->plan->unfused != NULL && !never)
        json_text(j, "unfused", described->plan->unfused);
    if (described->plan->kind == PLAN_FUSED) {
        json_list(j, "parts", true);
        for (size_t i = 0; i < described->plan->block_count; i++)
            write_parts(j, e, described, &described->plan->blocks[i], &next);
        json_close(j);
    }
    json_close(j);
}

void manifest_nodes(json *j, const emit *e, const emit_graph *g, size_t first)
{
    bool never = fused_never(e) != NULL;

    json_list(j, "nodes", false);
    for (uint32_t n = 0; n < g->plan->node_count; n++)
        write_node(j, e, g, n, first + n, never);
    json_close(j);
}
