/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The vggen authors */
/* NAME_sim.cpp: the parts of a launch that runs other kernels, fused or resident. They are nodes of a graph of their
 * own, as steps are, beside a table of which kernel each one runs, how, and what its parameters are given. */
#include "emit/sim_parts.h"
#include "plan/plan_mailbox.h"

/* ---- where addresses point ---- */

size_t emit_sim_mirror(const emit *e)
{
    return e->p->arena_count + (emit_has_pinned(e->p) ? 1 : 0) + (e->p->pinned_pool.bytes > 0 ? 1 : 0) +
           emit_external_count(e->m);
}

size_t emit_sim_argument(FILE *file, const emit *e, size_t parameter, const plan_argument *a)
{
    const plan_place *places = e->p->places; /* the runtime's word is no buffer */
    const char *end = arena_printf(e->memory, "%zu", parameter);

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
        emit_sim_binding(file, end, emit_sim_mirror(e), a->first);
        break;
    case PLAN_AT_LINES: /* in no space: the application looks at them at any time */
        return 0;
    }
    return 1;
}

/* ---- parts ---- */

/* A part, and what is written of it. */
typedef struct {
    const plan_fused_list *list;
    const plan_part *part;
    const char *name; /* "fir_parts_0_fused_part_2" */
    size_t block;
    emit_node node; /* of its graph, which is in no emit_graph */
    emit_sim_lines lines;
} part;

static unsigned parameter_bytes(const model_param *param)
{
    return param->access != ACCESS_VALUE || param->condition ? 8 : (unsigned)param->type->size;
}

static void write_given(FILE *file, const model_param *param, const plan_given *given)
{
    fprintf(file, "    {%s, %luu, %uu, %luu},\n",
            given->condition ? "VGSIM_CONDITION"
            : given->loaded  ? "VGSIM_LOADED"
                             : "VGSIM_PARAMETER",
            (unsigned long)given->index, parameter_bytes(param), (unsigned long)given->offset);
}

static size_t parameter_count(const part *p)
{
    return p->node.kernel != NULL ? p->node.kernel->param_count : 0;
}

static void given_arrays(FILE *file, const part *p)
{
    if (parameter_count(p) > 0) {
        fprintf(file, "static const vgsim_given %s_given[] = {\n", p->name);
        for (size_t i = 0; i < parameter_count(p); i++)
            write_given(file, &p->node.kernel->params[i], &p->part->given[i]);
        fputs("};\n", file);
    }
    if (p->part->switched != 0)
        fprintf(file, "static const vgsim_given %s_when = {%s, %luu, 4u, %luu};\n", p->name,
                p->part->switched_loaded ? "VGSIM_LOADED" : "VGSIM_PARAMETER", (unsigned long)p->part->switched - 1,
                (unsigned long)p->part->switched_offset);
}

static void list_arrays(FILE *file, const emit *e, const char *name, const plan_fused_list *lists, size_t list_count,
                        bool resident);

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

static void body_arrays(FILE *file, const emit *e, part *p, bool resident)
{
    const plan_node *n = p->node.plan;

    for (size_t b = 0; b < n->body_count; b++)
        list_arrays(file, e, body_name(e, p, b), &p->part->bodies[b], 1, resident);
    fprintf(file, "static const vgsim_graph %s_bodies[] = {\n", p->name);
    for (size_t b = 0; b < n->body_count; b++) {
        fputs("    ", file);
        write_list(file, "nodes", arena_printf(e->memory, "\"%s\", ", p->part->bodies[b].of->name), body_name(e, p, b),
                   p->part->bodies[b].part_count);
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

static void part_arrays(FILE *file, const emit *e, part *p, bool resident)
{
    describe_part(e, p);
    fprintf(file, "// %s\n", p->node.title);
    p->lines.bindings = arena_printf(e->memory, "%s_bindings", p->name);
    p->lines.ranges = arena_printf(e->memory, "%s_ranges", p->name);
    p->lines.binding_count = emit_sim_array(file, e, &p->node, false, p->lines.bindings);
    p->lines.range_count = resident ? emit_sim_mirror_array(file, e, p->list, p->part, p->lines.ranges)
                                    : emit_sim_array(file, e, &p->node, true, p->lines.ranges);
    if (p->node.plan->kind == PLAN_CONDITIONAL)
        body_arrays(file, e, p, resident);
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
            parameter_count(p) > 0 ? arena_printf(e->memory, "%s_given", p->name) : "nullptr", parameter_count(p),
            p->part->switched != 0 ? arena_printf(e->memory, "&%s_when", p->name) : "nullptr");
}

/* NAME_nodes and NAME_parts, of all blocks or of one body. */
static void list_arrays(FILE *file, const emit *e, const char *name, const plan_fused_list *lists, size_t list_count,
                        bool resident)
{
    size_t count = 0, most = 1;
    part *parts;

    for (size_t b = 0; b < list_count; b++)
        most += lists[b].part_count;
    parts = ARENA_ARRAY(e->memory, part, most);
    for (size_t b = 0; b < list_count; b++) {
        for (size_t i = 0; i < lists[b].part_count; i++) {
            part *p = &parts[count];
            p->list = &lists[b];
            p->part = &lists[b].parts[i];
            p->name = arena_printf(e->memory, "%s_part_%zu", name, count++);
            p->block = b;
            part_arrays(file, e, p, resident);
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

/* ---- the launch's kernel ---- */

static size_t count_parts(const plan_node *n)
{
    size_t count = 0;

    for (size_t b = 0; b < n->block_count; b++)
        count += n->blocks[b].part_count;
    return count;
}

static unsigned argument_bytes(const plan_argument *a)
{
    if (a->pointer || a->condition != MODEL_NONE)
        return 8;
    return a->type != NULL ? (unsigned)a->type->size : 4; /* a switch, or how many blocks */
}

/* The table, as a kernel of the module of fused launches. */
static void register_launch(FILE *file, const emit *e, const plan_node *n, const char *name, const char *resident)
{
    const char *conditions = "nullptr", *sizes = "nullptr";

    if (n->condition_count > 0) {
        conditions = arena_printf(e->memory, "%s_conditions", name);
        fprintf(file, "static const unsigned %s[] = {", conditions);
        for (size_t i = 0; i < n->condition_count; i++)
            fprintf(file, "%s%luu", i > 0 ? ", " : "", (unsigned long)plan_condition_first(e->m, n->conditions[i]));
        fputs("};\n", file);
    }
    if (n->argument_count > 0) {
        sizes = arena_printf(e->memory, "%s_sizes", name);
        fprintf(file, "static const uint32_t %s[] = {", sizes);
        for (size_t i = 0; i < n->argument_count; i++)
            fprintf(file, "%s%uu", i > 0 ? ", " : "", argument_bytes(&n->arguments[i]));
        fputs("};\n", file);
    }
    fprintf(file, "static const vgsim_fused %s_fused = {{%s_parts, %zuu}, %s, %zuu, %s};\n", name, name, count_parts(n),
            conditions, n->condition_count, resident);
    fprintf(file,
            "static const struct %s_registration {\n    vgsim_kernel kernel;\n    %s_registration()\n"
            "        : kernel{%s, nullptr, %zuu, %s,\n                 %s, &%s_fused}\n    {\n"
            "        vgsim_register_kernel(&kernel);\n    }\n} %s_registered;\n",
            name, name, emit_string(e->memory, e->i->symbols[n->kernel]), n->argument_count, sizes,
            emit_string(e->memory, emit_module_name(e, e->i->module_of[n->kernel])), name, name);
}

/* The parameter that is the address of the first line. */
static size_t lines_of(const plan_node *n)
{
    size_t i = 0;

    while (i + 1 < n->argument_count &&
           !(n->arguments[i].pointer && n->arguments[i].at == PLAN_AT_LINES && n->arguments[i].first == 0))
        i++;
    return i;
}

const char *emit_sim_launch(FILE *file, const emit *e, const plan_node *n, const char *name, bool resident)
{
    list_arrays(file, e, name, n->blocks, n->block_count, resident);
    fprintf(file, "static const vgsim_graph %s_list = {%s, %s_nodes, %zuu};\n", name, emit_string(e->memory, n->name),
            name, count_parts(n));
    register_launch(file, e, n, name, resident ? arena_printf(e->memory, "1, %zuu", lines_of(n)) : "0, 0u");
    return arena_printf(e->memory, "&%s_list", name);
}
