/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The vggen authors */
/* NAME.c: one union of all that build and commit functions hand to the driver. The function that the runtime calls has
 * it as a variable, and those that it calls get its address: the stack holds the largest launch once, however many
 * kernels and nested bodies there are, at every level of optimisation. */
#include "emit/parts.h"

/* A node needs it for what the driver takes by address. */
static bool uses(const emit *e, const emit_graph *g, const emit_node *n)
{
    if (!emit_is_added(e, g, n))
        return false;
    return n->kernel != NULL || n->run != NULL || n->plan->kind == PLAN_COPY || n->plan->kind == PLAN_FILL ||
           n->plan->kind == PLAN_CONDITIONAL;
}

bool emit_uses_scratch(const emit *e, const emit_graph *g, size_t first, size_t last)
{
    for (size_t i = first; i < last; i++)
        if (uses(e, g, &g->nodes[i]))
            return true;
    return false;
}

typedef struct {
    bool *kernels;
    bool copies, fills, conditionals;
} members;

static void note_graph(const emit *e, const emit_graph *g, members *m)
{
    for (size_t i = 0; i < g->plan->node_count; i++) {
        const emit_node *n = &g->nodes[i];
        if (!uses(e, g, n))
            continue;
        if (n->kernel != NULL)
            m->kernels[n->plan->kernel] = true;
        else if (n->plan->kind == PLAN_FILL)
            m->fills = true;
        else if (n->plan->kind == PLAN_CONDITIONAL)
            m->conditionals = true;
        else
            m->copies = true;
    }
}

static members all_members(const emit *e)
{
    members m = {.kernels = ARENA_ARRAY(e->memory, bool, e->p->kernel_count + 1)};

    for (size_t g = 0; g < e->order_count; g++)
        note_graph(e, e->order[g], &m);
    for (size_t g = 0; g < e->part_count; g++)
        note_graph(e, e->parts[g], &m);
    return m;
}

static bool any_uses(const emit *e)
{
    for (size_t g = 0; g < e->order_count; g++)
        if (emit_uses_scratch(e, e->order[g], 0, e->order[g]->plan->node_count))
            return true;
    for (size_t g = 0; g < e->part_count; g++)
        if (emit_uses_scratch(e, e->parts[g], 0, e->parts[g]->plan->node_count))
            return true;
    return false;
}

static const char *name(const emit *e)
{
    return emit_private(e, "scratch");
}

void emit_scratch_union(FILE *file, const emit *e)
{
    const members m = all_members(e);

    if (!any_uses(e))
        return;
    fputs("/* What the driver takes by address, one thing at a time: the stack holds the largest of them and not their "
          "sum. */\n",
          file);
    fprintf(file, "union %s {\n", name(e));
    for (uint32_t i = 0; i < e->p->kernel_count; i++)
        if (m.kernels[i])
            fprintf(file, "    struct %s launch_%s;\n", emit_kernel_name(e, "launch", e->p->kernels[i]),
                    e->p->kernels[i]->name);
    if (m.copies)
        fputs("    CUDA_MEMCPY3D copy;\n", file);
    if (m.fills)
        fputs("    CUDA_MEMSET_NODE_PARAMS fill;\n", file);
    if (m.conditionals)
        fputs("    CUgraphNodeParams params;\n", file);
    fputs("};\n\n", file);
}

void emit_scratch_variable(FILE *file, const emit *e)
{
    fprintf(file, "    union %s scratch;\n", name(e));
}

const char *emit_scratch_parameter(const emit *e)
{
    return any_uses(e) ? arena_printf(e->memory, ", union %s *scratch", name(e)) : "";
}

const char *emit_scratch_argument(const emit *e, bool is_pointer)
{
    return !any_uses(e) ? "" : is_pointer ? ", scratch" : ", &scratch";
}

const char *emit_scratch_member(const emit_block *b, const char *member)
{
    return arena_printf(b->e->memory, "scratch%s%s", b->is_inner ? "->" : ".", member);
}
