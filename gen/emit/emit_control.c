/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The vggen authors */
/* NAME.c: what only some programs have of the driver: conditional nodes with their bodies and conditions, attributes of
 * kernel nodes, programmatic edges. */
#include <string.h>

#include "emit/parts.h"

/* ---- what there is of it ---- */

static bool is_conditional(const emit_node *n)
{
    return n->plan->kind == PLAN_CONDITIONAL;
}

/* The driver knows these from CUDA 12.8 on. */
static bool is_late(const emit_node *n)
{
    return is_conditional(n) &&
           (n->plan->control == STEP_SWITCH || (n->plan->control == STEP_IF && n->plan->body_count > 1));
}

static bool has_priority(const emit_node *n)
{
    return n->kernel != NULL && n->kernel->priority.root != NULL;
}

static bool has_cluster(const emit_node *n)
{
    return n->kernel != NULL && n->kernel->cluster_count > 0;
}

static bool is_cooperative(const emit_node *n)
{
    return n->kernel != NULL && n->kernel->cooperative;
}

/* ---- declarations ---- */

static void demand(FILE *file, const char *version, const char *release, const char *what, const char *verb)
{
    fprintf(file,
            "#if CUDA_VERSION < %s\n"
            "#error \"this program has %s, which %s the headers of CUDA %s or later\"\n"
            "#endif\n",
            version, what, verb, release);
}

void emit_demands(FILE *file, const void *context)
{
    const emit *e = context;

    if (emit_any_node(e, is_late))
        demand(file, "12080", "12.8", "an else or a switch on the device", "needs");
    else if (emit_any_sized(e))
        demand(file, "12040", "12.4", "a grid that the device sets", "needs");
    else if (emit_any_node(e, is_conditional))
        demand(file, "12030", "12.3", "conditional nodes", "need");
    else if (e->programmatic)
        demand(file, "12030", "12.3", "programmatic edges", "need");
}

static void edge_function(FILE *file, const emit *e)
{
    if (!e->programmatic)
        return;
    fputs("/* An edge between kernels: where one of these images was loaded, the second one may start before the first "
          "one has\n * ended, for its code waits before it touches memory; else an ordinary edge. */\n",
          file);
    fprintf(file, "static CUgraphEdgeData %s(const %s *p, uint32_t wanted)\n{\n", emit_private(e, "edge"), e->self);
    fputs("    CUgraphEdgeData edge_data;\n\n"
          "    (void)memset(&edge_data, 0, sizeof edge_data);\n"
          "    if (vg_is_loaded_from(&p->rt, wanted)) {\n"
          "        edge_data.from_port = (unsigned char)CU_GRAPH_KERNEL_NODE_PORT_PROGRAMMATIC;\n"
          "        edge_data.type = (unsigned char)CU_GRAPH_DEPENDENCY_TYPE_PROGRAMMATIC;\n"
          "    }\n"
          "    return edge_data;\n}\n\n",
          file);
}

/* ---- graphs ---- */

static void add_trait(const char **traits, arena *memory, const char *trait)
{
    *traits = arena_printf(memory, "%s%s%s", *traits, (*traits)[0] != '\0' ? " | " : "", trait);
}

bool emit_traits(FILE *file, const emit *e, const emit_graph *graph)
{
    bool conditional = false, programmatic = false, priorities = false, end = false, sized = false, looping = false;
    const char *traits = "";

    for (size_t i = 0; i < e->order_count; i++) {
        const emit_graph *g = e->order[i];
        looping = looping || (g->plan->graph == graph->plan->graph && g->looping);
        for (size_t k = 0; g->plan->graph == graph->plan->graph && k < g->plan->node_count; k++) {
            const emit_node *n = &g->nodes[k];
            conditional = conditional || is_conditional(n);
            programmatic = programmatic || n->ordinary < n->plan->after_count;
            priorities = priorities || has_priority(n);
            end = end || emit_writes_word(n);
            sized = sized || n->setter != MODEL_NONE;
        }
    }
    if (conditional)
        add_trait(&traits, e->memory, "VG_HAS_CONDITIONAL");
    if (programmatic)
        add_trait(&traits, e->memory, "VG_HAS_PROGRAMMATIC");
    if (priorities)
        add_trait(&traits, e->memory, "VG_HAS_PRIORITIES");
    if (end)
        add_trait(&traits, e->memory, "VG_HAS_END");
    if (sized)
        add_trait(&traits, e->memory, "VG_HAS_GRIDS");
    if (looping)
        add_trait(&traits, e->memory, "VG_HAS_LOOPS");
    if (graph->plan->small_copies) {
        add_trait(&traits, e->memory, "VG_HAS_SMALL_COPIES");
        fputs("    /* Copies over the bus are small: open has the driver prepare the graph as for launches by the "
              "device too, "
              "which\n     * starts them sooner. */\n",
              file);
    }
    if (traits[0] != '\0')
        fprintf(file, "    p->graph[%s].traits = %s;\n", graph->ordinal, traits);
    return traits[0] != '\0';
}

void emit_handles(FILE *file, const emit *e, const emit_graph *g)
{
    for (size_t i = 0; i < g->plan->node_count; i++) {
        const plan_node *n = g->nodes[i].plan;
        if (!is_conditional(&g->nodes[i]))
            continue;
        fprintf(file, "    status = %s(p, to, %s, %luu,\n        %s);\n", emit_private(e, "make_condition"),
                e->conditions[n->condition], (unsigned long)e->m->buffers[n->condition].condition_first,
                emit_string(e->memory, n->title));
        emit_return_failure(file, "    ");
    }
}

/* Where the driver's call stands that they all are made with. */
static void handle_function(FILE *file, const emit *e)
{
    if (!emit_any_node(e, is_conditional))
        return;
    fputs("/* A condition of the graph or body that is built, with its value when a replay begins, and the step that "
          "it is "
          "for. */\n",
          file);
    fprintf(file, "static vg_status %s(%s *p, CUgraph to, unsigned number, unsigned start,\n    const char *what)\n{\n",
            emit_private(e, "make_condition"), e->self);
    fputs("    CUgraphConditionalHandle handle = 0;\n"
          "    const CUresult result = cuGraphConditionalHandleCreate(&handle, to, (CUcontext)p->rt.context, start,\n"
          "        CU_GRAPH_COND_ASSIGN_DEFAULT);\n\n"
          "    if (result != CUDA_SUCCESS) {\n"
          "        return vg_driver_failed(&p->rt, (int)result, \"cuGraphConditionalHandleCreate\", what);\n    }\n"
          "    p->condition[number] = handle;\n"
          "    return VG_OK;\n}\n\n",
          file);
}

void emit_control_functions(FILE *file, const emit *e)
{
    handle_function(file, e);
    edge_function(file, e);
}

/* ---- conditional nodes ---- */

static const char *type_word(model_step_kind control)
{
    switch (control) {
    case STEP_WHILE:
        return "WHILE";
    case STEP_SWITCH:
        return "SWITCH";
    default:
        return "IF";
    }
}

static const char *body_name(const emit *e, const emit_node *n, size_t index)
{
    return emit_body(e, n, index)->plan->name;
}

const char *emit_conditional_text(const emit *e, const emit_node *described)
{
    const plan_node *n = described->plan;
    const model_step *step = described->step;
    const char *condition = e->m->buffers[n->condition].name;
    const char *flag = step != NULL && step->flag_name != NULL ? step->flag_name : condition;
    const char *text = "";

    switch (n->control) {
    case STEP_WHILE:
        text = arena_printf(e->memory, "while %s is not 0", flag);
        if (step != NULL && step->count.root != NULL)
            text = arena_printf(e->memory, "%s, at most %lld passes", text, (long long)step->count.value);
        text = arena_printf(e->memory, "%s: body %s", text, body_name(e, described, 0));
        break;
    case STEP_SWITCH:
        text = arena_printf(e->memory, "switch by %s:", flag);
        for (size_t i = 0; i < n->body_count; i++)
            text = arena_printf(e->memory, "%s %zu: body %s,", text, i, body_name(e, described, i));
        text = arena_printf(e->memory, "%s else nothing", text);
        break;
    default:
        text = arena_printf(e->memory, "if %s is not 0: body %s", flag, body_name(e, described, 0));
        if (n->body_count > 1)
            text = arena_printf(e->memory, "%s, else body %s", text, body_name(e, described, 1));
        break;
    }
    return strcmp(flag, condition) == 0 ? text : arena_printf(e->memory, "%s (condition %s)", text, condition);
}

void emit_conditional_node(const emit_block *b)
{
    const emit *e = b->e;
    const plan_node *n = b->n->plan;
    const char *params = emit_scratch_member(b, "params");

    fprintf(b->file, "    (void)memset(&%s, 0, sizeof %s);\n    %s.type = CU_GRAPH_NODE_TYPE_CONDITIONAL;\n", params,
            params, params);
    fprintf(b->file, "    %s.conditional.handle = p->condition[%s];\n", params, e->conditions[n->condition]);
    fprintf(b->file, "    %s.conditional.type = CU_GRAPH_COND_TYPE_%s;\n", params, type_word(n->control));
    fprintf(b->file, "    %s.conditional.size = %zuu;\n", params, n->body_count);
    fprintf(b->file, "    %s.conditional.ctx = (CUcontext)p->rt.context;\n", params);
    emit_fill_after(b);
    fprintf(b->file, "    result = cuGraphAddNode_v2(&node, to, %s, NULL, %zu, &%s);\n",
            n->after_count == 0 ? "NULL" : "after", n->after_count, params);
    emit_added(b, "cuGraphAddNode_v2");
    /* A body overwrites the parameters. */
    fprintf(b->file, "    bodies = %s.conditional.phGraph_out;\n", params);
    for (size_t i = 0; i < n->body_count; i++) {
        fprintf(b->file, "    status = %s(p, bodies[%zu]%s);\n", emit_build_name(e, emit_body(e, b->n, i)), i,
                emit_scratch_argument(e, b->is_inner));
        emit_return_failure(b->file, "    ");
    }
}

/* ---- attributes ---- */

void emit_attribute_checks(const emit_block *b, const char *launch)
{
    const emit_node *n = b->n;

    if (has_cluster(n)) {
        const uint32_t *size = n->kernel->cluster_size;
        fprintf(b->file, "    status = vg_check_cluster(&p->rt, %s, &%s.kernel, %luu, %luu, %luu);\n", n->ordinal,
                launch, (unsigned long)size[0], (unsigned long)size[1], (unsigned long)size[2]);
        emit_return_failure(b->file, "    ");
    }
    if (is_cooperative(n)) {
        const char *tuned = emit_tuned(b->e, n);
        const char *blocks = n->plan->resident ? emit_resident_blocks(b->e, n)
                             : tuned != NULL   ? arena_printf(b->e->memory, "%s.most_blocks", tuned)
                                             : arena_printf(b->e->memory, "%lluu", (unsigned long long)n->most_blocks);
        const char *shared = tuned != NULL ? arena_printf(b->e->memory, "%s.most_shared", tuned)
                                           : arena_printf(b->e->memory, "%lluu", (unsigned long long)n->most_shared);
        emit_wrapped(b->file, "    ", "        ",
                     arena_printf(b->e->memory, "status = vg_check_cooperative(&p->rt, %s, &%s.kernel, %s, %s);",
                                  n->ordinal, launch, blocks, shared));
        fputc('\n', b->file);
        emit_return_failure(b->file, "    ");
    }
}

void emit_attributes(const emit_block *b)
{
    const emit_node *n = b->n;

    if (has_cluster(n)) {
        const uint32_t *size = n->kernel->cluster_size;
        fprintf(b->file, "    status = vg_node_cluster(&p->rt, %s, %luu, %luu, %luu);\n", n->ordinal,
                (unsigned long)size[0], (unsigned long)size[1], (unsigned long)size[2]);
        emit_return_failure(b->file, "    ");
    }
    if (is_cooperative(n)) {
        fprintf(b->file, "    status = vg_node_cooperative(&p->rt, %s);\n", n->ordinal);
        emit_return_failure(b->file, "    ");
    }
    if (has_priority(n)) {
        fprintf(b->file, "    status = vg_node_priority(&p->rt, %s, %ld);\n", n->ordinal,
                (long)n->kernel->priority_value);
        emit_return_failure(b->file, "    ");
    }
}

const char *emit_attribute_text(const emit *e, const emit_node *n)
{
    const char *text = "";

    if (is_cooperative(n))
        text = ", cooperative";
    if (has_cluster(n)) {
        const uint32_t *size = n->kernel->cluster_size;
        text = arena_printf(e->memory, "%s, in clusters of %lu x %lu x %lu blocks", text, (unsigned long)size[0],
                            (unsigned long)size[1], (unsigned long)size[2]);
    }
    if (has_priority(n))
        text = arena_printf(e->memory, "%s, priority %ld", text, (long)n->kernel->priority_value);
    return text;
}

/* ---- programmatic edges ---- */

/* Those with which the edge is programmatic; behind a capture only if that ends in a kernel. */
static const char *wanted_images(const emit_block *b, size_t edge)
{
    const emit *e = b->e;
    const emit_node *from = &b->g->nodes[b->n->plan->after[edge]];
    const char *images =
        emit_image_names(e, b->n->images[edge], arena_printf(e->memory, "%s_IMAGE_", e->prefix), " | ");

    if (from->plan->kind != PLAN_CAPTURE)
        return images;
    return arena_printf(e->memory, "vg_capture_ends_in_kernel(&p->rt, %s) ? (uint32_t)(%s) : 0u",
                        emit_capture_address(e, from), images);
}

void emit_programmatic_edges(const emit_block *b)
{
    const emit *e = b->e;
    const emit_node *n = b->n;

    for (size_t i = 0; n->images != NULL && i < n->plan->after_count; i++) {
        if (n->images[i] == 0)
            continue;
        emit_wrapped(b->file, "    ", "        ",
                     arena_printf(e->memory, "edge_data = %s(p, %s);", emit_private(e, "edge"), wanted_images(b, i)));
        fprintf(b->file, "\n    after[0] = (CUgraphNode)%s;\n",
                emit_node_handle(e, &b->g->nodes[n->plan->after[i]]));
        fputs("    result = cuGraphAddDependencies_v2(to, after, &node, &edge_data, 1);\n", b->file);
        emit_added(b, "cuGraphAddDependencies_v2");
    }
}
