/* SPDX-License-Identifier: MIT */
/* NAME.c: what only some programs have of the driver: conditional nodes with their bodies and conditions, attributes of
 * kernel nodes, programmatic edges. */
#include <string.h>

#include "emit/parts.h"

static const char indent[] = "    ";

/* ---- what there is of it ---- */

static bool any_node(const emit *e, bool (*test)(const emit *e, const plan_node *n))
{
    for (size_t g = 0; g < e->order_count; g++) {
        const plan_graph *graph = emit_graph_at(e, e->order[g]);
        for (size_t i = 0; i < graph->node_count; i++)
            if (test(e, &graph->nodes[i]))
                return true;
    }
    return false;
}

static bool is_conditional(const emit *e, const plan_node *n)
{
    (void)e;
    return n->kind == PLAN_CONDITIONAL;
}

/* The driver knows these from CUDA 12.8 on. */
static bool is_late(const emit *e, const plan_node *n)
{
    return is_conditional(e, n) && (n->control == STEP_SWITCH || (n->control == STEP_IF && n->body_count > 1));
}

static const model_kernel *kernel_of(const emit *e, const plan_node *n)
{
    return plan_is_launch(e->p, n) ? &e->m->kernels[n->kernel] : NULL;
}

static bool has_priority(const emit *e, const plan_node *n)
{
    const model_kernel *k = kernel_of(e, n);

    return k != NULL && k->priority.root != NULL;
}

static bool has_cluster(const emit *e, const plan_node *n)
{
    const model_kernel *k = kernel_of(e, n);

    return k != NULL && k->cluster_count > 0;
}

static bool is_cooperative(const emit *e, const plan_node *n)
{
    const model_kernel *k = kernel_of(e, n);

    return k != NULL && k->cooperative;
}

static bool has_programmatic(const emit *e, const plan_node *n)
{
    for (size_t i = 0; i < n->after_count; i++)
        if (emit_edge_images(e, n, i) != 0)
            return true;
    return false;
}

bool emit_has_programmatic(const emit *e)
{
    return any_node(e, has_programmatic);
}

bool emit_is_rebuilt(const emit *e, size_t graph)
{
    for (size_t i = 0; i < e->order_count; i++) {
        const plan_graph *g = emit_graph_at(e, e->order[i]);
        for (size_t n = 0; g->graph == e->p->graphs[graph].graph && n < g->node_count; n++)
            if (is_conditional(e, &g->nodes[n]) || has_programmatic(e, &g->nodes[n]))
                return true;
    }
    return false;
}

bool emit_any_rebuilt(const emit *e)
{
    for (size_t g = 0; g < e->p->graph_count; g++)
        if (emit_is_rebuilt(e, g))
            return true;
    return false;
}

bool emit_has_conditional(const emit *e, size_t graph)
{
    const plan_graph *g = emit_graph_at(e, graph);

    for (size_t n = 0; n < g->node_count; n++)
        if (is_conditional(e, &g->nodes[n]))
            return true;
    return false;
}

bool emit_is_handle(const emit *e, const plan_argument *argument)
{
    return !argument->pointer && argument->condition < e->m->buffer_count &&
           e->m->buffers[argument->condition].role == ROLE_CONDITION;
}

/* ---- images ---- */

/* Machine code stands before PTX. */
static size_t image_index(const image_module *module, size_t blob)
{
    bool ptx = module->blobs[blob].kind == IMAGE_PTX;
    size_t index = 0;

    for (size_t i = 0; i < module->blob_count; i++) {
        bool other = module->blobs[i].kind == IMAGE_PTX;
        if ((ptx && !other) || (ptx == other && i < blob))
            index++;
    }
    return index;
}

/* The image of every module for a target of the model, as a bit by its index; 0 where they differ. */
static uint32_t image_bit(const emit *e, const model_target *target)
{
    uint32_t bits = UINT32_MAX;

    for (size_t m = 0; m < e->i->module_count; m++) {
        const image_module *module = &e->i->modules[m];
        uint32_t bit = 0;
        for (size_t b = 0; b < module->blob_count; b++)
            if (strcmp(module->blobs[b].target, target->name) == 0 && image_index(module, b) < 32)
                bit = (uint32_t)1 << image_index(module, b);
        bits &= bit;
    }
    return e->i->module_count > 0 ? bits : 0;
}

uint32_t emit_edge_images(const emit *e, const plan_node *n, size_t index)
{
    uint32_t bits = 0;

    if (n->programmatic == NULL)
        return 0;
    for (size_t t = 0; t < e->m->target_count && t < 32; t++)
        if ((n->programmatic[index] >> t & 1u) != 0)
            bits |= image_bit(e, &e->m->targets[t]);
    return bits;
}

/* Of the images in a mask: "sm_90, compute_90", or "FIR_IMAGE_sm_90 | FIR_IMAGE_compute_90". */
static const char *image_names(const emit *e, uint32_t images, const char *prefix, const char *between)
{
    const char *text = "";

    for (size_t t = 0; t < e->m->target_count && t < 32; t++)
        if ((image_bit(e, &e->m->targets[t]) & images) != 0)
            text = arena_printf(e->memory, "%s%s%s%s", text, text[0] != '\0' ? between : "", prefix,
                                e->m->targets[t].name);
    return text;
}

const char *emit_edge_targets(const emit *e, const plan_node *n, size_t index)
{
    return image_names(e, emit_edge_images(e, n, index), "", ", ");
}

/* ---- declarations ---- */

/* "seek in main": of each condition, the conditional node that has it. */
static const char **nodes_with(const emit *e)
{
    const char **nodes = ARENA_ARRAY(e->memory, const char *, e->m->buffer_count + 1);

    for (size_t i = 0; i < e->order_count; i++) {
        const plan_graph *g = emit_graph_at(e, e->order[i]);
        for (size_t n = 0; n < g->node_count; n++)
            if (is_conditional(e, &g->nodes[n]) && nodes[g->nodes[n].condition] == NULL)
                nodes[g->nodes[n].condition] = arena_printf(e->memory, "%s in %s", g->nodes[n].name, g->name);
    }
    return nodes;
}

void emit_control_enums(FILE *file, const emit *e)
{
    if (e->condition_count > 0) {
        const char **nodes = nodes_with(e);

        fputs("\n/* Conditions: what decides whether, and which, bodies of a node run. */\nenum {\n", file);
        for (size_t i = 0; i < e->m->buffer_count; i++)
            if (e->conditions[i] != NULL)
                fprintf(file, "    %s, /* of %s */\n", e->conditions[i], nodes[i] == NULL ? "none" : nodes[i]);
        fputs("};\n", file);
    }
    if (!emit_has_programmatic(e))
        return;
    fputs("\n/* Images, as bits: which one was loaded decides which edges are programmatic. */\nenum {\n", file);
    for (size_t t = 0; t < e->m->target_count && t < 32; t++)
        if (image_bit(e, &e->m->targets[t]) != 0)
            fprintf(file, "    %s_IMAGE_%s = %lu,\n", e->prefix, e->m->targets[t].name,
                    (unsigned long)image_bit(e, &e->m->targets[t]));
    fputs("};\n", file);
}

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

    if (any_node(e, is_late))
        demand(file, "12080", "12.8", "an else or a switch on the device", "needs");
    else if (any_node(e, is_conditional))
        demand(file, "12030", "12.3", "conditional nodes", "need");
    else if (emit_has_programmatic(e))
        demand(file, "12030", "12.3", "programmatic edges", "need");
}

static void edge_function(FILE *file, const emit *e)
{
    if (!emit_has_programmatic(e))
        return;
    fputs("/* An edge between kernels: where one of these images was loaded, the second one may start before the first "
          "one has\n * ended, for its code waits before it touches memory; else an ordinary edge. */\n",
          file);
    fprintf(file, "static CUgraphEdgeData %s(const %s *p, uint32_t wanted)\n{\n", emit_private(e, "edge"), e->self);
    fputs("    CUgraphEdgeData edge_data;\n\n"
          "    memset(&edge_data, 0, sizeof edge_data);\n"
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

void emit_traits(FILE *file, const emit *e, size_t graph)
{
    bool conditional = false, programmatic = false, priorities = false, first = false, end = false;
    const char *traits = "";

    for (size_t i = 0; i < e->order_count; i++) {
        const plan_graph *g = emit_graph_at(e, e->order[i]);
        for (size_t n = 0; g->graph == e->p->graphs[graph].graph && n < g->node_count; n++) {
            conditional = conditional || is_conditional(e, &g->nodes[n]);
            programmatic = programmatic || has_programmatic(e, &g->nodes[n]);
            priorities = priorities || has_priority(e, &g->nodes[n]);
            first = first || g->nodes[n].first;
            end = end || g->nodes[n].kind == PLAN_END;
        }
    }
    if (conditional)
        add_trait(&traits, e->memory, "VG_HAS_CONDITIONAL");
    if (programmatic)
        add_trait(&traits, e->memory, "VG_HAS_PROGRAMMATIC");
    if (priorities)
        add_trait(&traits, e->memory, "VG_HAS_PRIORITIES");
    if (first) /* else the application's stream has one */
        add_trait(&traits, e->memory, "(vg_owns_stream(&p->rt) ? VG_HAS_PRIORITIES : 0u)");
    if (end)
        add_trait(&traits, e->memory, "VG_HAS_END");
    if (e->p->graphs[graph].small_copies) {
        add_trait(&traits, e->memory, "VG_HAS_SMALL_COPIES");
        fputs("    /* Copies over the bus are small: open has the driver prepare the graph as for launches by the "
              "device too, "
              "which\n     * starts them sooner. */\n",
              file);
    }
    if (traits[0] != '\0')
        fprintf(file, "    p->graph[%s].traits = %s;\n", e->graphs[graph], traits);
}

void emit_handles(FILE *file, const emit *e, size_t graph)
{
    const plan_graph *g = emit_graph_at(e, graph);

    for (size_t i = 0; i < g->node_count; i++) {
        const plan_node *n = &g->nodes[i];
        if (!is_conditional(e, n))
            continue;
        fprintf(file, "    status = %s(p, to, %s, %luu,\n        %s);\n", emit_private(e, "make_condition"),
                e->conditions[n->condition], (unsigned long)e->m->buffers[n->condition].condition_first,
                emit_string(e->memory, n->title));
        fputs("    if (status != VG_OK)\n        return status;\n", file);
    }
}

/* Where the driver's call stands that they all are made with. */
static void handle_function(FILE *file, const emit *e)
{
    if (!any_node(e, is_conditional))
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
          "    if (result != CUDA_SUCCESS)\n"
          "        return vg_driver_failed(&p->rt, (int)result, \"cuGraphConditionalHandleCreate\", what);\n"
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

size_t emit_body(const emit *e, const plan_node *n, size_t index)
{
    return e->p->graph_count + n->first_body + index;
}

static const model_step *step_of(const emit *e, const plan_graph *g, const plan_node *n)
{
    const model_graph *graph = &e->m->graphs[g->graph];

    return n->step < graph->step_count ? &graph->steps[n->step] : NULL;
}

const char *emit_conditional_text(const emit *e, const plan_graph *g, const plan_node *n)
{
    const model_step *step = step_of(e, g, n);
    const char *condition = e->m->buffers[n->condition].name;
    const char *flag = step != NULL && step->flag_name != NULL ? step->flag_name : condition;
    const char *text = "";

    switch (n->control) {
    case STEP_WHILE:
        text = arena_printf(e->memory, "while %s is not 0", flag);
        if (step != NULL && step->count.root != NULL)
            text = arena_printf(e->memory, "%s, at most %lld passes", text, (long long)step->count.value);
        text = arena_printf(e->memory, "%s: body %s", text, emit_graph_at(e, emit_body(e, n, 0))->name);
        break;
    case STEP_SWITCH:
        text = arena_printf(e->memory, "switch by %s:", flag);
        for (size_t i = 0; i < n->body_count; i++)
            text = arena_printf(e->memory, "%s %zu: body %s,", text, i, emit_graph_at(e, emit_body(e, n, i))->name);
        text = arena_printf(e->memory, "%s else nothing", text);
        break;
    default:
        text = arena_printf(e->memory, "if %s is not 0: body %s", flag, emit_graph_at(e, emit_body(e, n, 0))->name);
        if (n->body_count > 1)
            text = arena_printf(e->memory, "%s, else body %s", text, emit_graph_at(e, emit_body(e, n, 1))->name);
        break;
    }
    return strcmp(flag, condition) == 0 ? text : arena_printf(e->memory, "%s (condition %s)", text, condition);
}

void emit_conditional_node(const emit_block *b)
{
    const emit *e = b->e;

    fprintf(b->file, "%smemset(&params, 0, sizeof params);\n", indent);
    fprintf(b->file, "%sparams.type = CU_GRAPH_NODE_TYPE_CONDITIONAL;\n", indent);
    fprintf(b->file, "%sparams.conditional.handle = p->condition[%s];\n", indent, e->conditions[b->n->condition]);
    fprintf(b->file, "%sparams.conditional.type = CU_GRAPH_COND_TYPE_%s;\n", indent, type_word(b->n->control));
    fprintf(b->file, "%sparams.conditional.size = %zuu;\n", indent, b->n->body_count);
    fprintf(b->file, "%sparams.conditional.ctx = (CUcontext)p->rt.context;\n", indent);
    emit_fill_after(b);
    fprintf(b->file, "%sresult = cuGraphAddNode_v2(&node, to, %s, NULL, %zu, &params);\n", indent,
            b->n->after_count == 0 ? "NULL" : "after", b->n->after_count);
    emit_added(b, "cuGraphAddNode_v2");
    for (size_t i = 0; i < b->n->body_count; i++) {
        fprintf(b->file, "%sstatus = %s(p, params.conditional.phGraph_out[%zu]);\n", indent,
                emit_build_name(e, emit_body(e, b->n, i)), i);
        fprintf(b->file, "%sif (status != VG_OK)\n%s    return status;\n", indent, indent);
    }
}

/* ---- attributes ---- */

static void check_status(const emit_block *b)
{
    fprintf(b->file, "%sif (status != VG_OK)\n%s    return status;\n", indent, indent);
}

/* The most blocks that the node has for any values of the settings. */
static uint64_t most_blocks(const plan_node *n)
{
    uint64_t blocks = 1;

    for (size_t i = 0; i < 3; i++) {
        uint64_t size = n->grid_varies[i] != NULL ? (uint64_t)n->grid_varies[i]->high : n->grid[i];
        blocks *= size;
    }
    return blocks;
}

void emit_attribute_checks(const emit_block *b, const char *launch)
{
    const emit *e = b->e;
    const char *node = e->nodes[b->graph][b->node];
    uint64_t shared = b->n->shared_varies != NULL ? (uint64_t)b->n->shared_varies->high : b->n->shared_bytes;

    if (has_cluster(e, b->n)) {
        const uint32_t *size = e->m->kernels[b->n->kernel].cluster_size;
        fprintf(b->file, "%sstatus = vg_check_cluster(&p->rt, %s, &%s.kernel, %luu, %luu, %luu);\n", indent, node,
                launch, (unsigned long)size[0], (unsigned long)size[1], (unsigned long)size[2]);
        check_status(b);
    }
    if (is_cooperative(e, b->n)) {
        fprintf(b->file, "%sstatus = vg_check_cooperative(&p->rt, %s, &%s.kernel, %lluu, %lluu);\n", indent, node,
                launch, (unsigned long long)most_blocks(b->n), (unsigned long long)shared);
        check_status(b);
    }
}

void emit_attributes(const emit_block *b)
{
    const emit *e = b->e;
    const char *node = e->nodes[b->graph][b->node];

    if (has_cluster(e, b->n)) {
        const uint32_t *size = e->m->kernels[b->n->kernel].cluster_size;
        fprintf(b->file, "%sstatus = vg_node_cluster(&p->rt, %s, %luu, %luu, %luu);\n", indent, node,
                (unsigned long)size[0], (unsigned long)size[1], (unsigned long)size[2]);
        check_status(b);
    }
    if (is_cooperative(e, b->n)) {
        fprintf(b->file, "%sstatus = vg_node_cooperative(&p->rt, %s);\n", indent, node);
        check_status(b);
    }
    if (has_priority(e, b->n)) {
        fprintf(b->file, "%sstatus = vg_node_priority(&p->rt, %s, %ld);\n", indent, node,
                (long)e->m->kernels[b->n->kernel].priority_value);
        check_status(b);
    }
    if (b->n->first) {
        fprintf(b->file, "%sstatus = vg_node_first(&p->rt, %s);\n", indent, node);
        check_status(b);
    }
}

const char *emit_attribute_text(const emit *e, const plan_node *n)
{
    const char *text = "";

    if (is_cooperative(e, n))
        text = ", cooperative";
    if (has_cluster(e, n)) {
        const uint32_t *size = e->m->kernels[n->kernel].cluster_size;
        text = arena_printf(e->memory, "%s, in clusters of %lu x %lu x %lu blocks", text, (unsigned long)size[0],
                            (unsigned long)size[1], (unsigned long)size[2]);
    }
    if (has_priority(e, n))
        text = arena_printf(e->memory, "%s, priority %ld", text, (long)e->m->kernels[n->kernel].priority_value);
    if (n->first)
        text =
            arena_printf(e->memory, "%s, goes first: on the longest path, beside launches that fill the device", text);
    return text;
}

/* ---- programmatic edges ---- */

void emit_programmatic_edges(const emit_block *b)
{
    const emit *e = b->e;

    for (size_t i = 0; i < b->n->after_count; i++) {
        uint32_t images = emit_edge_images(e, b->n, i);
        if (images == 0)
            continue;
        emit_wrapped(b->file, indent, "        ",
                     arena_printf(e->memory, "edge_data = %s(p, %s);", emit_private(e, "edge"),
                                  image_names(e, images, arena_printf(e->memory, "%s_IMAGE_", e->prefix), " | ")));
        fprintf(b->file, "\n%safter[0] = (CUgraphNode)p->node[%s];\n", indent, e->nodes[b->graph][b->n->after[i]]);
        fprintf(b->file, "%sresult = cuGraphAddDependencies_v2(to, after, &node, &edge_data, 1);\n", indent);
        emit_added(b, "cuGraphAddDependencies_v2");
    }
}
