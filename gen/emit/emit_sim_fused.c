/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The vggen authors */
/* NAME_sim.cpp: what a fused launch does. Its parts are nodes of a graph of their own, as steps are, beside a table of
 * which kernel each one runs, how, and what its parameters are given. */
#include <stdlib.h>
#include <string.h>

#include "base/stream.h"
#include "emit/parts.h"

/* ---- the node ---- */

/* Of memory that transfers among the parts reach, which is not in the ranges of a plan. */
static size_t transfer_ranges(FILE *file, const emit *e, const plan_fused_list *list)
{
    size_t count = 0;

    for (size_t i = 0; i < list->part_count; i++) {
        const plan_node *n = &list->of->nodes[list->parts[i].node];
        if (n->kind == PLAN_TRANSFER)
            count += emit_sim_transfer_ranges(file, e, &e->p->runs[n->run]);
        for (size_t b = 0; n->kind == PLAN_CONDITIONAL && b < n->body_count; b++)
            count += transfer_ranges(file, e, &list->parts[i].bodies[b]);
    }
    return count;
}

size_t emit_sim_fused_ranges(FILE *file, const emit *e, const plan_node *n)
{
    size_t count = 0;

    for (size_t b = 0; b < n->block_count; b++)
        count += transfer_ranges(file, e, &n->blocks[b]);
    return count;
}

/* Where an argument's address lies. */
static void argument_binding(FILE *file, const emit *e, const char *end, const plan_argument *a)
{
    const plan_place *places = e->p->places; /* the runtime's word is no buffer */

    switch (a->at) {
    case PLAN_AT_PLACE:
        emit_sim_binding(file, end, emit_sim_space(e, a->buffer), places[a->buffer].offset + a->first);
        break;
    case PLAN_AT_UP:
        emit_sim_binding(file, end, emit_sim_pinned(e, a->buffer), places[a->buffer].upload_offset + a->first);
        break;
    case PLAN_AT_DOWN:
        emit_sim_binding(file, end, emit_sim_pinned(e, a->buffer), places[a->buffer].download_offset + a->first);
        break;
    case PLAN_AT_WORD:
        emit_sim_binding(file, end, e->p->arena_count, e->p->pinned.bytes - PLAN_COMPLETION_BYTES);
        break;
    case PLAN_AT_MIRROR:
    case PLAN_AT_LINES:
        break;
    }
}

size_t emit_sim_fused_bindings(FILE *file, const emit *e, const plan_node *n)
{
    size_t count = 0;

    for (size_t i = 0; i < n->argument_count; i++) {
        if (!n->arguments[i].pointer)
            continue;
        argument_binding(file, e, arena_printf(e->memory, "%zu", i), &n->arguments[i]);
        count++;
    }
    return count;
}

/* ---- its parts ---- */

/* A part, and the fused node that it belongs to. */
typedef struct {
    const emit_node *launch;
    const plan_fused_list *list;
    const plan_part *part;
    const char *name;  /* of what is written of it: "fir_parts_0_fused_part_2" */
    size_t block;
    emit_node node;    /* of its graph, which is in no emit_graph */
    emit_sim_lines lines;
} part;

static unsigned argument_bytes(const plan_argument *a)
{
    if (a->pointer || a->condition != MODEL_NONE)
        return 8;
    return a->type != NULL ? (unsigned)a->type->size : 4; /* a switch, or how many blocks */
}

static void write_given(FILE *file, const plan_node *launch, const plan_given *given)
{
    if (given->condition)
        fprintf(file, "{VGSIM_CONDITION, %uu, 8u, 0u}", given->index);
    else
        fprintf(file, "{VGSIM_PARAMETER, %uu, %uu, 0u}", given->index,
                argument_bytes(&launch->arguments[given->index]));
}

static size_t part_parameters(const part *p)
{
    return p->node.kernel != NULL ? p->node.kernel->param_count : 0;
}

static void given_arrays(FILE *file, const part *p)
{
    const plan_node *launch = p->launch->plan;
    const plan_given when = {.index = p->part->switched - 1};

    if (part_parameters(p) > 0) {
        fprintf(file, "static const vgsim_given %s_given[] = {\n", p->name);
        for (size_t i = 0; i < part_parameters(p); i++) {
            fputs("    ", file);
            write_given(file, launch, &p->part->given[i]);
            fputs(",\n", file);
        }
        fputs("};\n", file);
    }
    if (p->part->switched != 0) {
        fprintf(file, "static const vgsim_given %s_when = ", p->name);
        write_given(file, launch, &when);
        fputs(";\n", file);
    }
}

static void list_arrays(FILE *file, const emit *e, const emit_node *launch, const char *name,
                        const plan_fused_list *lists, size_t list_count);

static const char *body_name(const emit *e, const part *p, size_t body)
{
    return arena_printf(e->memory, "%s_%zu", p->name, body);
}

static void write_list(FILE *file, const char *type, const char *label, const char *name, size_t count)
{
    if (count > 0)
        fprintf(file, "{%s%s_%s, %zuu}", label, name, type, count);
    else
        fprintf(file, "{%snullptr, 0u}", label);
}

static void body_arrays(FILE *file, const emit *e, part *p)
{
    const plan_node *n = p->node.plan;

    for (size_t b = 0; b < n->body_count; b++)
        list_arrays(file, e, p->launch, body_name(e, p, b), &p->part->bodies[b], 1);
    fprintf(file, "static const vgsim_graph %s_bodies[] = {\n", p->name);
    for (size_t b = 0; b < n->body_count; b++) {
        fputs("    ", file);
        write_list(file, "nodes", arena_printf(e->memory, "\"%s\", ", p->part->bodies[b].of->name),
                   body_name(e, p, b), p->part->bodies[b].part_count);
        fputs(",\n", file);
    }
    fprintf(file, "};\nstatic const vgsim_parts %s_lists[] = {\n", p->name);
    for (size_t b = 0; b < n->body_count; b++) {
        fputs("    ", file);
        write_list(file, "parts", "", body_name(e, p, b), p->part->bodies[b].part_count);
        fputs(",\n", file);
    }
    fputs("};\n", file);
    p->lines.bodies = arena_printf(e->memory, "%s_bodies", p->name);
    p->lines.body_count = n->body_count;
}

static void describe_part(const emit *e, part *p)
{
    const plan_node *n = &p->list->of->nodes[p->part->node];

    p->node.plan = n;
    p->node.does = plan_does(e->p, n);
    p->node.title = emit_prose(e->memory, n->title);
    if (plan_is_launch(e->p, n))
        p->node.kernel = e->p->kernels[n->kernel];
    if (n->kind == PLAN_TRANSFER)
        p->node.run = &e->p->runs[n->run];
}

static void part_arrays(FILE *file, const emit *e, part *p)
{
    describe_part(e, p);
    fprintf(file, "// %s\n", p->node.title);
    p->lines.bindings = arena_printf(e->memory, "%s_bindings", p->name);
    p->lines.ranges = arena_printf(e->memory, "%s_ranges", p->name);
    p->lines.binding_count = emit_sim_array(file, e, &p->node, false, p->lines.bindings);
    p->lines.range_count = emit_sim_array(file, e, &p->node, true, p->lines.ranges);
    if (p->node.plan->kind == PLAN_CONDITIONAL)
        body_arrays(file, e, p);
    else
        given_arrays(file, p);
}

static const char *kind_word(const plan_node *n)
{
    if (n->kind != PLAN_CONDITIONAL)
        return "VGSIM_LAUNCH_PART";
    return n->control == STEP_WHILE    ? "VGSIM_WHILE_PART"
           : n->control == STEP_SWITCH ? "VGSIM_SWITCH_PART"
                                       : "VGSIM_IF_PART";
}

/* Kernels of the generator's are registered for all modules. */
static const char *module_text(const emit *e, const plan_node *n)
{
    if (e->p->kernels[n->kernel]->builtin != NULL)
        return "nullptr";
    return emit_string(e->memory, emit_module_name(e, e->i->module_of[n->kernel]));
}

static void part_line(FILE *file, const emit *e, const part *p)
{
    const plan_node *n = p->node.plan;

    fprintf(file, "    {%s, %zuu, %d, ", kind_word(n), p->block, p->part->apart ? 1 : 0);
    if (n->kind == PLAN_CONDITIONAL) {
        fprintf(file, "nullptr, nullptr, {}, {}, 0u, nullptr, 0u, nullptr, %uu, %s_lists, %zuu},\n", p->part->condition,
                p->name, n->body_count);
        return;
    }
    fprintf(file, "%s, %s,\n     {%uu, %uu, %uu}, {%uu, %uu, %uu}, %uu, ",
            emit_string(e->memory, e->i->symbols[n->kernel]), module_text(e, n), p->part->grid[0], p->part->grid[1],
            p->part->grid[2], p->part->block[0], p->part->block[1], p->part->block[2], n->shared_bytes);
    fprintf(file, "%s, %zuu, %s, 0u, nullptr, 0u},\n",
            part_parameters(p) > 0 ? arena_printf(e->memory, "%s_given", p->name) : "nullptr", part_parameters(p),
            p->part->switched != 0 ? arena_printf(e->memory, "&%s_when", p->name) : "nullptr");
}

/* NAME_nodes and NAME_parts, of all blocks or of one body. */
static void list_arrays(FILE *file, const emit *e, const emit_node *launch, const char *name,
                        const plan_fused_list *lists, size_t list_count)
{
    size_t count = 0, most = 1;
    part *parts;

    for (size_t b = 0; b < list_count; b++)
        most += lists[b].part_count;
    parts = ARENA_ARRAY(e->memory, part, most);
    for (size_t b = 0; b < list_count; b++) {
        for (size_t i = 0; i < lists[b].part_count; i++) {
            part *p = &parts[count];
            p->launch = launch;
            p->list = &lists[b];
            p->part = &lists[b].parts[i];
            p->name = arena_printf(e->memory, "%s_part_%zu", name, count++);
            p->block = b;
            part_arrays(file, e, p);
        }
    }
    if (count == 0)
        return;
    fprintf(file, "static const vgsim_node %s_nodes[] = {\n", name);
    for (size_t i = 0; i < count; i++)
        emit_sim_node_line(file, e, &parts[i].node, &parts[i].lines);
    fprintf(file, "};\nstatic const vgsim_part %s_parts[] = {\n", name);
    for (size_t i = 0; i < count; i++)
        part_line(file, e, &parts[i]);
    fputs("};\n", file);
}

/* ---- its kernel ---- */

static size_t count_parts(const plan_node *n)
{
    size_t count = 0;

    for (size_t b = 0; b < n->block_count; b++)
        count += n->blocks[b].part_count;
    return count;
}

/* Its table, as a kernel of the module of fused launches. */
static void register_launch(FILE *file, const emit *e, const emit_node *launch, const char *name)
{
    const plan_node *n = launch->plan;
    const char *conditions = "nullptr", *sizes = "nullptr";

    if (n->condition_count > 0) {
        conditions = arena_printf(e->memory, "%s_conditions", name);
        fprintf(file, "static const unsigned %s[] = {", conditions);
        for (size_t i = 0; i < n->condition_count; i++)
            fprintf(file, "%s%luu", i > 0 ? ", " : "",
                    (unsigned long)e->m->buffers[n->conditions[i]].condition_first);
        fputs("};\n", file);
    }
    if (n->argument_count > 0) {
        sizes = arena_printf(e->memory, "%s_sizes", name);
        fprintf(file, "static const uint32_t %s[] = {", sizes);
        for (size_t i = 0; i < n->argument_count; i++)
            fprintf(file, "%s%uu", i > 0 ? ", " : "", argument_bytes(&n->arguments[i]));
        fputs("};\n", file);
    }
    fprintf(file, "static const vgsim_fused %s_fused = {{%s_parts, %zuu}, %s, %zuu, 0, 0u};\n", name, name,
            count_parts(n), conditions, n->condition_count);
    fprintf(file,
            "static const struct %s_registration {\n    vgsim_kernel kernel;\n    %s_registration()\n"
            "        : kernel{%s, nullptr, %zuu, %s,\n                 %s, &%s_fused}\n    {\n"
            "        vgsim_register_kernel(&kernel);\n    }\n} %s_registered;\n",
            name, name, emit_string(e->memory, e->i->symbols[n->kernel]), n->argument_count, sizes,
            emit_string(e->memory, emit_module_name(e, e->i->module_of[n->kernel])), name, name);
}

const char *emit_sim_fused(FILE *file, const emit *e, const emit_graph *g, const emit_node *n)
{
    const char *name = arena_printf(e->memory, "%s_parts_%zu_%s", e->program, g->index, n->name);

    list_arrays(file, e, n, name, n->plan->blocks, n->plan->block_count);
    fprintf(file, "static const vgsim_graph %s_list = {%s, %s_nodes, %zuu};\n", name,
            emit_string(e->memory, n->plan->name), name, count_parts(n->plan));
    register_launch(file, e, n, name);
    return arena_printf(e->memory, "&%s_list", name);
}

void emit_sim_fused_stamp(emit_stamp *stamp, const emit *e, const emit_graph *g, const emit_node *n)
{
    stream text;
    FILE *file = stream_open(&text);

    (void)emit_sim_fused(file, e, g, n);
    stream_close(&text);
    emit_stamp_add(stamp, text.bytes, text.size);
    free(text.bytes);
}
