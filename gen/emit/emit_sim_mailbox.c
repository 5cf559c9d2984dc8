/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The vggen authors */
/* NAME_sim.cpp: the resident launch of a mailbox, as a kernel that runs others. Its parts are run as they are, without
 * the ranges of their steps: what they reach of the mirror is no buffer's place. */
#include "emit/parts.h"
#include "plan/plan_mailbox.h"

static unsigned argument_bytes(const plan_argument *a)
{
    return a->pointer || a->condition != MODEL_NONE ? 8 : (unsigned)a->type->size;
}

static unsigned parameter_bytes(const model_param *param)
{
    return param->access != ACCESS_VALUE || param->condition ? 8 : (unsigned)param->type->size;
}

static void write_given(FILE *file, const model_param *param, const plan_given *given)
{
    fprintf(file, "    {%s, %luu, %uu, %luu},\n",
            given->condition ? "VGSIM_CONDITION" : given->loaded ? "VGSIM_LOADED" : "VGSIM_PARAMETER",
            (unsigned long)given->index, parameter_bytes(param), (unsigned long)given->offset);
}

static void write_parts(FILE *file, const emit *e, const plan_fused_list *list, const char *name);

static void write_before(FILE *file, const emit *e, const plan_node *n, const plan_part *part, const char *name)
{
    const model_kernel *k = n->kind == PLAN_CONDITIONAL ? NULL : e->p->kernels[n->kernel];

    fprintf(file, "// %s\n", emit_prose(e->memory, n->title));
    for (size_t b = 0; k == NULL && b < n->body_count; b++)
        write_parts(file, e, &part->bodies[b], arena_printf(e->memory, "%s_%zu", name, b));
    if (k == NULL) {
        fprintf(file, "static const vgsim_parts %s_lists[] = {\n", name);
        for (size_t b = 0; b < n->body_count; b++)
            fprintf(file, part->bodies[b].part_count > 0 ? "    {%s_%zu_parts, %zuu},\n" : "    {nullptr, 0u},\n", name,
                    b, part->bodies[b].part_count);
        fputs("};\n", file);
        return;
    }
    if (k->param_count > 0) {
        fprintf(file, "static const vgsim_given %s_given[] = {\n", name);
        for (size_t i = 0; i < k->param_count; i++)
            write_given(file, &k->params[i], &part->given[i]);
        fputs("};\n", file);
    }
    if (part->switched != 0)
        fprintf(file, "static const vgsim_given %s_when = {VGSIM_LOADED, %luu, 4u, %luu};\n", name,
                (unsigned long)part->switched - 1, (unsigned long)part->switched_offset);
}

static const char *kind_word(const plan_node *n)
{
    return n->control == STEP_WHILE    ? "VGSIM_WHILE_PART"
           : n->control == STEP_SWITCH ? "VGSIM_SWITCH_PART"
                                       : "VGSIM_IF_PART";
}

static void write_part(FILE *file, const emit *e, const plan_node *n, const plan_part *part, const char *name)
{
    const model_kernel *k = n->kind == PLAN_CONDITIONAL ? NULL : e->p->kernels[n->kernel];

    if (k == NULL) {
        fprintf(file,
                "    {%s, 0u, %d, nullptr, nullptr, {}, {}, 0u, nullptr, 0u, nullptr, %luu, %s_lists, %zuu},\n",
                kind_word(n), part->apart ? 1 : 0, (unsigned long)part->condition, name, n->body_count);
        return;
    }
    fprintf(file, "    {VGSIM_LAUNCH_PART, 0u, %d, %s, %s,\n     {%luu, %luu, %luu}, {%luu, %luu, %luu}, %luu, ",
            part->apart ? 1 : 0, emit_string(e->memory, e->i->symbols[n->kernel]),
            k->builtin != NULL ? "nullptr"
                               : emit_string(e->memory, emit_module_name(e, e->i->module_of[n->kernel])),
            (unsigned long)part->grid[0], (unsigned long)part->grid[1], (unsigned long)part->grid[2],
            (unsigned long)part->block[0], (unsigned long)part->block[1], (unsigned long)part->block[2],
            (unsigned long)n->shared_bytes);
    fprintf(file, "%s, %zuu, %s, 0u, nullptr, 0u},\n",
            k->param_count > 0 ? arena_printf(e->memory, "%s_given", name) : "nullptr", k->param_count,
            part->switched != 0 ? arena_printf(e->memory, "&%s_when", name) : "nullptr");
}

/* NAME_parts, behind what they need. */
static void write_parts(FILE *file, const emit *e, const plan_fused_list *list, const char *name)
{
    for (size_t i = 0; i < list->part_count; i++)
        write_before(file, e, &list->of->nodes[list->parts[i].node], &list->parts[i],
                     arena_printf(e->memory, "%s_part_%zu", name, i));
    if (list->part_count == 0)
        return;
    fprintf(file, "static const vgsim_part %s_parts[] = {\n", name);
    for (size_t i = 0; i < list->part_count; i++)
        write_part(file, e, &list->of->nodes[list->parts[i].node], &list->parts[i],
                   arena_printf(e->memory, "%s_part_%zu", name, i));
    fputs("};\n", file);
}

/* The parameter that is the address of the first line. */
static size_t lines_of(const plan_node *n)
{
    size_t i = 0;

    while (i + 1 < n->argument_count && !(n->arguments[i].pointer && n->arguments[i].at == PLAN_AT_LINES &&
                                          n->arguments[i].first == 0))
        i++;
    return i;
}

void emit_sim_mailbox(FILE *file, const emit *e)
{
    const char *name = arena_printf(e->memory, "%s_mailbox", e->program);
    const plan_node *n;

    if (!emit_has_mailbox(e))
        return;
    n = &e->p->mailbox->node;
    fputs("// ---- the mailbox: a launch that stays on the device ----\n\n", file);
    write_parts(file, e, n->blocks, name);
    fprintf(file, "static const unsigned %s_conditions[] = {", name);
    for (size_t i = 0; i < n->condition_count; i++)
        fprintf(file, "%s%luu", i > 0 ? ", " : "", (unsigned long)plan_condition_first(e->m, n->conditions[i]));
    fprintf(file, "};\nstatic const uint32_t %s_sizes[] = {", name);
    for (size_t i = 0; i < n->argument_count; i++)
        fprintf(file, "%s%uu", i > 0 ? ", " : "", argument_bytes(&n->arguments[i]));
    fprintf(file, "};\nstatic const vgsim_fused %s_fused = {{%s_parts, 1u}, %s_conditions, %zuu, 1, %zuu};\n", name,
            name, name, n->condition_count, lines_of(n));
    fprintf(file,
            "static const struct %s_registration {\n    vgsim_kernel kernel;\n    %s_registration()\n"
            "        : kernel{%s, nullptr, %zuu, %s_sizes,\n                 %s, &%s_fused}\n    {\n"
            "        vgsim_register_kernel(&kernel);\n    }\n} %s_registered;\n\n",
            name, name, emit_string(e->memory, e->i->symbols[n->kernel]), n->argument_count, name,
            emit_string(e->memory, emit_module_name(e, e->i->module_of[n->kernel])), name, name);
}
