/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The vggen authors */
/* NAME.c: launches as the driver takes them. A struct for each kernel holds the driver's parameters and the typed
 * arguments; nodes that follow settings fill it in a function that build and commit share. */
#include <string.h>

#include "emit/parts.h"
#include "plan/plan_mailbox.h"

/* ---- a struct and a function for each kernel ---- */

static bool *launched_kernels(const emit *e)
{
    bool *used = ARENA_ARRAY(e->memory, bool, e->p->kernel_count + 1);

    for (size_t g = 0; g < e->order_count; g++)
        for (size_t i = 0; i < e->order[g]->plan->node_count; i++)
            if (e->order[g]->nodes[i].kernel != NULL)
                used[e->order[g]->nodes[i].plan->kernel] = true;
    for (size_t g = 0; g < e->part_count; g++)
        for (size_t i = 0; i < e->parts[g]->plan->node_count; i++)
            if (e->parts[g]->nodes[i].kernel != NULL && emit_is_added(e, e->parts[g], &e->parts[g]->nodes[i]))
                used[e->parts[g]->nodes[i].plan->kernel] = true;
    if (emit_has_mailbox(e))
        used[e->p->mailbox->node.kernel] = true;
    return used;
}

/* "float ", "CUdeviceptr ": ready for the name. */
static const char *member_type(const emit *e, const model_param *param)
{
    if (param->access != ACCESS_VALUE)
        return "CUdeviceptr ";
    return param->condition ? "CUgraphConditionalHandle " : emit_type(e, param->type, false, false);
}

/* The list of vg_copy_pieces, the only struct that a kernel of the generator's own has, is too large for the stack. */
static bool is_pieces(const model_kernel *k, const model_param *param)
{
    return k->builtin != NULL && param->type->base == SCALAR_STRUCT;
}

static const model_param *pieces_of(const model_kernel *k)
{
    for (size_t i = 0; i < k->param_count; i++)
        if (is_pieces(k, &k->params[i]))
            return &k->params[i];
    return NULL;
}

void emit_pieces_member(FILE *file, const emit *e)
{
    const model_param *param = NULL;

    for (uint32_t i = 0; i < e->p->kernel_count && param == NULL; i++)
        param = pieces_of(e->p->kernels[i]);
    if (param == NULL)
        return;
    fputs("    struct {\n", file);
    for (size_t i = 0; i < param->type->field_count; i++) {
        const model_field *f = &param->type->fields[i];
        fprintf(file, "        %s%s[%llu];\n", emit_type(e, f->type, false, false), f->name,
                (unsigned long long)f->count);
    }
    fputs("    } pieces; /* of vg_copy_pieces, while a graph is built: too large for the stack */\n", file);
}

static void launch_struct(FILE *file, const emit *e, const model_kernel *k)
{
    fprintf(file, "struct %s {\n", emit_kernel_name(e, "launch", k));
    if (k->param_count > 0) {
        fputs("    struct {\n", file);
        for (size_t i = 0; i < k->param_count; i++) {
            if (!is_pieces(k, &k->params[i]))
                fprintf(file, "        %s%s;\n", member_type(e, &k->params[i]),
                        emit_member(e->memory, k->params[i].name));
        }
        fprintf(file, "    } argument;\n    void *pointers[%zu];\n", k->param_count);
    }
    fputs("    CUDA_KERNEL_NODE_PARAMS kernel;\n};\n\n", file);
}

static void begin_function(FILE *file, const emit *e, const model_kernel *k)
{
    static const char axes[] = "XYZ";

    emit_wrapped(file, "", "    ",
                 arena_printf(e->memory,
                              "static void %s(%s%s *p, struct %s *launch, unsigned grid_x, unsigned grid_y, unsigned "
                              "grid_z, unsigned block_x, unsigned block_y, unsigned block_z)",
                              emit_kernel_name(e, "begin", k), pieces_of(k) != NULL ? "" : "const ", e->self,
                              emit_kernel_name(e, "launch", k)));
    fputs("\n{\n    (void)memset(launch, 0, sizeof *launch);\n", file);
    if (pieces_of(k) != NULL)
        fputs("    (void)memset(&p->pieces, 0, sizeof p->pieces);\n", file);
    for (size_t i = 0; i < k->param_count; i++)
        fprintf(file, "    launch->pointers[%zu] = &%s%s;\n", i,
                is_pieces(k, &k->params[i]) ? "p->" : "launch->argument.", emit_member(e->memory, k->params[i].name));
    fprintf(file, "    launch->kernel.func = (CUfunction)p->kernel[%s_KERNEL_%s];\n", e->prefix, k->name);
    for (size_t i = 0; i < 3; i++)
        fprintf(file, "    launch->kernel.gridDim%c = grid_%c;\n", axes[i], "xyz"[i]);
    for (size_t i = 0; i < 3; i++)
        fprintf(file, "    launch->kernel.blockDim%c = block_%c;\n", axes[i], "xyz"[i]);
    if (k->param_count > 0)
        fputs("    launch->kernel.kernelParams = launch->pointers;\n", file);
    fputs("}\n\n", file);
}

void emit_launches(FILE *file, const emit *e)
{
    const bool *used = launched_kernels(e);

    for (uint32_t i = 0; i < e->p->kernel_count; i++) {
        if (!used[i])
            continue;
        emit_wrapped(
            file, "/* ", " * ",
            arena_printf(e->memory,
                         "A launch of %s as the driver takes it: its arguments, by pointers in the kernel's order, "
                         "and its blocks and threads. */",
                         e->p->kernels[i]->name));
        fputc('\n', file);
        launch_struct(file, e, e->p->kernels[i]);
        begin_function(file, e, e->p->kernels[i]);
    }
}

/* ---- what one node fills in ---- */

void emit_begin_launch(FILE *file, const emit *e, const emit_node *n, const char *launch)
{
    const char *text = arena_printf(e->memory, "%s(p, %s", emit_kernel_name(e, "begin", n->kernel), launch);

    for (size_t i = 0; i < 3; i++)
        text = arena_printf(e->memory, "%s, %s", text,
                            n->plan->grid_varies[i] != NULL     ? "1u"
                            : n->plan->resident && i == 0 ? emit_resident_blocks(e, n)
                            : n->plan->resident           ? "1u"
                                                          : emit_grid_size(e, n, i));
    for (size_t i = 0; i < 3; i++)
        text = arena_printf(e->memory, "%s, %s", text, emit_block_size(e, n, i));
    emit_wrapped(file, "    ", "        ", arena_printf(e->memory, "%s);", text));
    fputc('\n', file);
}

/* Arguments of vg_copy, which are no step's. */
static void copied_bytes(FILE *file, const emit *e, const plan_run *run, const char *indent, const char *launch,
                         const char *const *addresses)
{
    bool up = run->direction == PLAN_UPLOAD;
    const char *device = emit_address(e, addresses, run->members[0], emit_run_first(run));
    const char *pinned = emit_pinned_address(e, run, false);

    fprintf(file, "%s%sargument.to = %s;\n", indent, launch, up ? device : pinned);
    fprintf(file, "%s%sargument.from = %s;\n", indent, launch, up ? pinned : device);
    fprintf(file, "%s%sargument.bytes = %s;\n", indent, launch, emit_transfer_bytes(e, run));
}

/* Those of vg_copy_pieces. */
static void copied_pieces(FILE *file, const emit *e, const plan_run *run, const char *indent, const char *launch,
                          const char *const *addresses)
{
    bool up = run->direction == PLAN_UPLOAD;

    for (size_t i = 0; i < run->piece_count; i++) {
        const plan_piece *piece = &run->pieces[i];
        uint32_t first = run->members[piece->first];
        const char *device = emit_address(e, addresses, first, 0);
        const char *pinned =
            arena_printf(e->memory, "%s + %s", emit_pinned_base(e, first), emit_pinned_at(e, first, run->direction));
        fprintf(file, "%sp->pieces.to[%zu] = %s;\n", indent, i, up ? device : pinned);
        fprintf(file, "%sp->pieces.from[%zu] = %s;\n", indent, i, up ? pinned : device);
        fprintf(file, "%sp->pieces.bytes[%zu] = %s;\n", indent, i, emit_piece_bytes(e, run, piece));
    }
    fprintf(file, "%s%sargument.count = %zuu;\n", indent, launch, run->piece_count);
}

/* Of a fused launch, what its parts reach in pinned memory. */
const char *emit_argument_address(const emit *e, const plan_argument *argument, const char *const *addresses)
{
    const char *base = addresses == e->far ? "p->rt." : "", *device = addresses == e->far ? "_device" : "";
    plan_direction direction = argument->at == PLAN_AT_UP ? PLAN_UPLOAD : PLAN_DOWNLOAD;
    const char *address;

    if (argument->at == PLAN_AT_PLACE)
        return emit_address(e, addresses, argument->buffer, argument->first);
    if (argument->at == PLAN_AT_WORD)
        return arena_printf(e->memory, "%spinned%s + %s", base, device, emit_completion_name(e));
    address = arena_printf(e->memory, "%s%s%s + %s", base, emit_pinned_base(e, argument->buffer), device,
                           emit_pinned_at(e, argument->buffer, direction));
    return argument->first == 0 ? address
                                : arena_printf(e->memory, "%s + %lluu", address, (unsigned long long)argument->first);
}

/* "on_fast": a parameter of the function that describes a launch. */
static const char *switch_variable(const emit *e, uint32_t number)
{
    return arena_printf(e->memory, "on_%s", e->m->switches[number].name);
}

/* The number has 32 bits without a sign. */
static const char *grid_cast(const plan_argument *argument)
{
    switch (argument->type->base) {
    case SCALAR_I32:
        return "(int32_t)";
    case SCALAR_I64:
        return "(int64_t)";
    default:
        return "";
    }
}

void emit_arguments(FILE *file, const emit *e, const emit_node *described, const char *indent, const char *launch,
                    const char *const *addresses)
{
    const plan_node *n = described->plan;

    if (described->run != NULL)
        (described->run->piece_count > 1 ? copied_pieces : copied_bytes)(file, e, described->run, indent, launch,
                                                                         addresses);
    if (n->kind == PLAN_END)
        fprintf(file, "%s%sargument.word = pinned + %s;\n", indent, launch, emit_completion_name(e));
    for (size_t i = 0; i < n->argument_count; i++) {
        const plan_argument *argument = &n->arguments[i];
        const char *name = emit_member(e->memory, argument->parameter), *define = NULL;
        if (argument->pointer)
            fprintf(file, "%s%sargument.%s = %s;\n", indent, launch, name,
                    emit_argument_address(e, argument, addresses));
        else if (emit_follows_switch(argument))
            fprintf(file, "%s%sargument.%s = %s %s 0u ? 1u : 0u;\n", indent, launch, name,
                    switch_variable(e, argument->switched - 1), argument->unless ? "==" : "!=");
        else if (emit_follows_setting(e, argument))
            fprintf(file, "%s%sargument.%s = setting->%s;\n", indent, launch, name,
                    emit_member(e->memory, e->m->buffers[argument->setting].name));
        else if (emit_is_handle(e, argument))
            fprintf(file, "%s%sargument.%s = p->condition[%s];\n", indent, launch, name,
                    e->conditions[argument->condition]);
        else if (argument->grid)
            fprintf(file, "%s%sargument.%s = %s%s;\n", indent, launch, name, grid_cast(argument),
                    emit_resident_blocks(e, described));
        else if (described->does != PLAN_KERNEL && n->kind == PLAN_KERNEL)
            fprintf(file, "%s%sargument.%s = %s;\n", indent, launch, name, emit_moved_number(e, described, i));
        else if ((define = emit_argument_define(e, described, i)) != NULL)
            fprintf(file, "%s%sargument.%s = %s;\n", indent, launch, name, define);
        else
            emit_assign(file, e->memory, indent, arena_printf(e->memory, "%sargument.%s", launch, name), argument->type,
                        argument->value);
    }
    if (n->shared_varies == NULL && emit_tuned(e, described) != NULL)
        fprintf(file, "%s%skernel.sharedMemBytes = %s.shared;\n", indent, launch, emit_tuned(e, described));
    else if (n->shared_varies == NULL && n->shared_bytes > 0)
        fprintf(file, "%s%skernel.sharedMemBytes = %luu;\n", indent, launch, (unsigned long)n->shared_bytes);
}

/* ---- nodes that follow settings ---- */

/* The driver takes no empty grid: such a node is disabled, whatever grid it has. */
static void varying_grid(FILE *file, const emit *e, const emit_node *described)
{
    static const char axes[] = "XYZ";
    const plan_node *n = described->plan;

    for (size_t i = 0; i < 3; i++) {
        const model_expr *x = n->grid_varies[i];
        if (x == NULL)
            continue;
        const char *value = emit_expr(e, x->root, n->block[i], emit_tuned_block(e, described, i), "setting->");
        emit_wrapped(file, "    ", "        ",
                     arena_printf(e->memory, "launch->kernel.gridDim%c = (unsigned)%s;", axes[i], value));
        fputc('\n', file);
        if (x->low < 1)
            fprintf(file,
                    "    if (launch->kernel.gridDim%c == 0u) {\n"
                    "        launch->kernel.gridDim%c = 1u; /* the node is disabled */\n    }\n",
                    axes[i], axes[i]);
    }
    if (n->shared_varies == NULL)
        return;
    emit_wrapped(file, "    ", "        ",
                 arena_printf(e->memory, "launch->kernel.sharedMemBytes = (unsigned)%s;",
                              emit_expr(e, n->shared_varies->root, described->threads, emit_tuned_threads(e, described),
                                        "setting->")));
    fputc('\n', file);
}

static const char *followed_names(const emit *e, const emit_node *n)
{
    emit_names list = {e->memory, NULL, 0, 0};

    for (size_t i = 0; i < n->setting_count; i++)
        emit_names_add(&list, e->m->buffers[n->settings[i]].name);
    for (size_t i = 0; i < n->switch_count; i++)
        emit_names_add(&list, e->m->switches[n->switches[i]].name);
    return list.text != NULL ? list.text : "-";
}

bool emit_has_values(const emit *e)
{
    return emit_has_settings(e->m) || emit_external_count(e->m) > 0;
}

static void describe(FILE *file, const emit *e, const emit_graph *g, const emit_node *n)
{
    const char *parameters = "";

    emit_wrapped(file, "/* ", " * ",
                 arena_printf(e->memory, "%s %lu, %s, follows %s: its launch with these values. */",
                              g->fused != NULL ? "Part" : "Node", (unsigned long)n->number, n->name,
                              followed_names(e, n)));
    if (n->setting_count > 0)
        parameters = arena_printf(e->memory, "const struct %s_settings *setting,", e->program);
    for (size_t i = 0; i < n->switch_count; i++)
        parameters = arena_printf(e->memory, "%s%sunsigned %s,", parameters, parameters[0] != '\0' ? " " : "",
                                  switch_variable(e, n->switches[i]));
    fputc('\n', file);
    emit_wrapped(file, "", "    ",
                 arena_printf(e->memory, "static void %s(const %s *p, %s", emit_describe_name(e, g, n), e->self,
                              parameters));
    fprintf(file, "\n    struct %s *launch)\n{\n", emit_kernel_name(e, "launch", n->kernel));
    emit_begin_launch(file, e, n, "launch");
    emit_arguments(file, e, n, "    ", "launch->", e->far);
    varying_grid(file, e, n);
    fputs("}\n\n", file);
}

const char *emit_describe_call(const emit *e, const emit_graph *g, const emit_node *n, bool built, const char *launch)
{
    const char *call = arena_printf(e->memory, "%s(p, ", emit_describe_name(e, g, n));

    if (n->setting_count > 0)
        call = built ? arena_printf(e->memory, "%s&p->committed[%s], ", call, g->ordinal)
                     : arena_printf(e->memory, "%s&p->setting, ", call);
    for (size_t i = 0; i < n->switch_count; i++) {
        const char *name = emit_member(e->memory, e->m->switches[n->switches[i]].name);

        call = built ? arena_printf(e->memory, "%sp->committed_on[%s].%s, ", call, g->ordinal, name)
                     : arena_printf(e->memory, "%sp->on.%s, ", call, name);
    }
    return arena_printf(e->memory, "%s&%s);", call, launch);
}

void emit_describes(FILE *file, const emit *e, const emit_graph *g)
{
    for (size_t i = 0; i < g->plan->node_count; i++)
        if (g->nodes[i].patched)
            describe(file, e, g, &g->nodes[i]);
}
