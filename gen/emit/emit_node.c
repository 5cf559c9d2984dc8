/* SPDX-License-Identifier: MIT */
/* NAME.c: the functions that add nodes, a block of lines for each. */
#include <string.h>

#include "emit/parts.h"
#include "plan/completion.h"

static const char indent[] = "    ";

/* Dependencies that the node is added with; programmatic edges come later. */
static size_t ordinary_count(const emit *e, const plan_node *n)
{
    size_t count = 0;

    for (size_t i = 0; i < n->after_count; i++)
        count += emit_edge_images(e, n, i) == 0 ? 1 : 0;
    return count;
}

/* ---- comment ---- */

/* "hist + 4": a buffer and the bytes of it that are skipped. */
static const char *place_text(const emit *e, uint32_t buffer, uint64_t first)
{
    const char *name = e->m->buffers[buffer].name;

    return first == 0 ? name : arena_printf(e->memory, "%s + %llu", name, (unsigned long long)first);
}

static const char *argument_text(const emit *e, const plan_argument *argument)
{
    if (argument->pointer)
        return place_text(e, argument->buffer, argument->first);
    if (emit_follows_setting(e, argument))
        return e->m->buffers[argument->setting].name;
    if (emit_is_handle(e, argument))
        return e->m->buffers[argument->condition].name;
    return emit_reading(e->memory, argument->type, argument->value);
}

static const char *grid_text(const emit *e, const plan_node *n, size_t axis)
{
    const model_expr *x = n->grid_varies[axis];

    if (x == NULL)
        return arena_printf(e->memory, "%lu", (unsigned long)n->grid[axis]);
    return x->root->kind == EXPR_BINARY ? arena_printf(e->memory, "(%s)", emit_expr_text(e, x->root))
                                        : emit_expr_text(e, x->root);
}

static const char *size_text(const emit *e, const plan_node *n)
{
    return arena_printf(e->memory, "%s x %s x %s blocks of %lu x %lu x %lu threads", grid_text(e, n, 0),
                        grid_text(e, n, 1), grid_text(e, n, 2), (unsigned long)n->block[0], (unsigned long)n->block[1],
                        (unsigned long)n->block[2]);
}

static const char *launch_text(const emit *e, const plan_node *n)
{
    emit_names arguments = {e->memory, NULL, 0, 0};
    const char *shared = "";

    for (size_t i = 0; i < n->argument_count; i++)
        emit_names_add(&arguments, argument_text(e, &n->arguments[i]));
    if (n->shared_varies != NULL)
        shared = arena_printf(e->memory, ", %s bytes of shared memory", emit_expr_text(e, n->shared_varies->root));
    return arena_printf(e->memory, "launch %s(%s), %s%s%s", e->m->kernels[n->kernel].name,
                        arguments.text != NULL ? arguments.text : "", size_text(e, n), shared,
                        emit_attribute_text(e, n));
}

/* "upload x, y by vg_copy, 2048 bytes, 1 x 1 x 1 blocks of 256 x 1 x 1 threads" */
static const char *transfer_text(const emit *e, const plan_node *n)
{
    const char *title = emit_prose(e->memory, n->title);
    unsigned long long bytes = emit_run_bytes(&e->p->runs[n->run]);

    if (!emit_is_by_kernel(e, n))
        return arena_printf(e->memory, "%s, %llu bytes", title, bytes);
    return arena_printf(e->memory, "%s by %s, %llu bytes, %s%s", title, e->m->kernels[n->kernel].name, bytes,
                        size_text(e, n), emit_attribute_text(e, n));
}

/* When the node runs, if not with every replay. */
static const char *condition_text(const emit *e, const plan_node *n)
{
    if (emit_is_switched(e, n))
        return arena_printf(e->memory, ", %s %s is on", n->unless ? "unless" : "when",
                            e->m->switches[n->switched].name);
    return "";
}

/* What the node does, whatever its step is called. */
static const char *action_text(const emit *e, const plan_graph *g, const plan_node *n)
{
    switch (n->kind) {
    case PLAN_KERNEL:
        return launch_text(e, n);
    case PLAN_COPY:
        return arena_printf(e->memory, "copy %s to %s, %llu bytes", place_text(e, n->from, n->from_first),
                            place_text(e, n->to, n->to_first), (unsigned long long)n->bytes);
    case PLAN_FILL:
        return arena_printf(
            e->memory, "fill %s, %llu elements of %lu bytes%s", place_text(e, n->to, n->to_first),
            (unsigned long long)n->count, (unsigned long)n->element,
            n->pitch == n->element ? "" : arena_printf(e->memory, ", %llu bytes apart", (unsigned long long)n->pitch));
    case PLAN_TRANSFER:
        return transfer_text(e, n);
    case PLAN_CONDITIONAL:
        return emit_conditional_text(e, g, n);
    case PLAN_BEGIN:
        return arena_printf(e->memory, "launch %s(), one thread, %s", e->m->kernels[n->kernel].name,
                            completion_purpose(n));
    case PLAN_END:
        return arena_printf(e->memory, "launch %s(%s), one thread, %s", e->m->kernels[n->kernel].name,
                            emit_completion_name(e), completion_purpose(n));
    case PLAN_EMPTY:
        break;
    }
    return emit_prose(e->memory, n->title);
}

/* What the node comes after; a programmatic edge with the targets for which it is. */
static const char *after_text(const emit *e, const plan_graph *g, const plan_node *n)
{
    emit_names list = {e->memory, NULL, 0, 0};

    if (n->after_count == 0)
        return "-";
    for (size_t i = 0; i < n->after_count; i++) {
        const char *name = g->nodes[n->after[i]].name;
        if (emit_edge_images(e, n, i) != 0)
            name = arena_printf(e->memory, "%s (programmatic with %s)", name, emit_edge_targets(e, n, i));
        emit_names_add(&list, name);
    }
    return list.text;
}

static void comment(FILE *file, const emit *e, const plan_graph *g, uint32_t node)
{
    const plan_node *n = &g->nodes[node];

    emit_wrapped(file, "    ", "     * ",
                 arena_printf(e->memory, "/* Node %lu, %s: %s%s.", (unsigned long)node, n->name, action_text(e, g, n),
                              condition_text(e, n)));
    fputc('\n', file);
    emit_wrapped(file, "     * ", "     *   ", arena_printf(e->memory, "after: %s", after_text(e, g, n)));
    fputc('\n', file);
    emit_wrapped(file, "     * ", "     *   ",
                 arena_printf(e->memory, "before: %s */", emit_node_list(e, g, n->before, n->before_count)));
    fputc('\n', file);
}

/* ---- what every node has ---- */

void emit_fill_after(const emit_block *b)
{
    size_t count = 0;

    for (size_t i = 0; i < b->n->after_count; i++)
        if (emit_edge_images(b->e, b->n, i) == 0)
            fprintf(b->file, "%safter[%zu] = (CUgraphNode)p->node[%s];\n", indent, count++,
                    b->e->nodes[b->graph][b->n->after[i]]);
}

/* The call itself, and the report of its result. */
static void add_call(const emit_block *b, const char *call, const char *rest)
{
    size_t count = ordinary_count(b->e, b->n);

    fprintf(b->file, "%sresult = %s(&node, to, %s, %zu%s);\n", indent, call, count == 0 ? "NULL" : "after", count,
            rest);
    emit_added(b, call);
}

void emit_added(const emit_block *b, const char *call)
{
    fprintf(b->file, "%sstatus = vg_node_added(&p->rt, %s, node, (int)result, \"%s\");\n", indent,
            b->e->nodes[b->graph][b->node], call);
    fprintf(b->file, "%sif (status != VG_OK)\n%s    return status;\n", indent, indent);
}

/* ---- kernels, vg_copy among them ---- */

/* "launch_scale", the variable. */
static const char *launch_variable(const emit *e, const plan_node *n)
{
    return arena_printf(e->memory, "launch_%s", e->m->kernels[n->kernel].name);
}

static void kernel_node(const emit_block *b)
{
    const emit *e = b->e;
    const char *launch = launch_variable(e, b->n);

    if (emit_is_patched(e, b->n)) {
        fprintf(b->file, "%s%s(p, &p->committed[%s], &%s);\n", indent, emit_describe_name(e, b->graph, b->node),
                e->graphs[b->graph], launch);
    } else {
        fprintf(b->file, "%s%s(p, &%s);\n", indent, emit_kernel_name(e, "begin", b->n->kernel), launch);
        emit_arguments(b->file, e, b->n, indent, arena_printf(e->memory, "%s.", launch), e->near);
    }
    emit_attribute_checks(b, launch);
    emit_fill_after(b);
    add_call(b, "cuGraphAddKernelNode", arena_printf(e->memory, ", &%s.kernel", launch));
    emit_attributes(b);
    emit_programmatic_edges(b);
}

/* ---- copies ---- */

static void copy_end(FILE *file, const char *end, const char *address, bool pinned)
{
    fprintf(file, "%scopy.%sMemoryType = %s;\n", indent, end, pinned ? "CU_MEMORYTYPE_HOST" : "CU_MEMORYTYPE_DEVICE");
    fprintf(file, "%scopy.%s%s = %s;\n", indent, end, pinned ? "Host" : "Device", address);
}

const char *emit_pinned_address(const emit *e, const plan_run *run, const char *base)
{
    const char *address =
        arena_printf(e->memory, "%s + %s_%s_%s", base, e->prefix, run->direction == PLAN_DOWNLOAD ? "DOWN" : "UP",
                     e->m->buffers[run->members[0]].name);
    uint64_t first = emit_run_first(run);

    return first == 0 ? address : arena_printf(e->memory, "%s + %lluu", address, (unsigned long long)first);
}

static void copy_node(const emit_block *b)
{
    const emit *e = b->e;
    const plan_node *n = b->n;
    const char *to, *from;
    bool to_pinned = false, from_pinned = false;
    uint64_t bytes = n->bytes;

    if (n->kind == PLAN_TRANSFER) {
        const plan_run *run = &e->p->runs[n->run];
        const char *device = emit_address(e, e->near, run->members[0], emit_run_first(run));
        const char *pinned = emit_pinned_address(e, run, "p->rt.pinned");
        to_pinned = run->direction == PLAN_DOWNLOAD;
        from_pinned = !to_pinned;
        to = to_pinned ? pinned : device;
        from = to_pinned ? device : pinned;
        bytes = emit_run_bytes(run);
    } else {
        to = emit_address(e, e->near, n->to, n->to_first);
        from = emit_address(e, e->near, n->from, n->from_first);
    }
    fprintf(b->file, "%smemset(&copy, 0, sizeof copy);\n", indent);
    copy_end(b->file, "src", from, from_pinned);
    copy_end(b->file, "dst", to, to_pinned);
    fprintf(b->file, "%scopy.WidthInBytes = %lluu;\n", indent, (unsigned long long)bytes);
    fprintf(b->file, "%scopy.Height = 1u;\n%scopy.Depth = 1u;\n", indent, indent);
    emit_fill_after(b);
    add_call(b, "cuGraphAddMemcpyNode", ", &copy, (CUcontext)p->rt.context");
}

/* ---- fills and joins ---- */

static void fill_node(const emit_block *b)
{
    const plan_node *n = b->n;
    bool spread = n->pitch != n->element;

    fprintf(b->file, "%smemset(&fill, 0, sizeof fill);\n", indent);
    fprintf(b->file, "%sfill.dst = %s;\n", indent, emit_address(b->e, b->e->near, n->to, n->to_first));
    fprintf(b->file, "%sfill.value = 0x%lxu;\n", indent, (unsigned long)n->value);
    fprintf(b->file, "%sfill.elementSize = %luu;\n", indent, (unsigned long)n->element);
    if (spread)
        fprintf(b->file, "%sfill.pitch = %lluu;\n", indent, (unsigned long long)n->pitch);
    fprintf(b->file, "%sfill.width = %lluu;\n", indent, spread ? 1ull : (unsigned long long)n->count);
    fprintf(b->file, "%sfill.height = %lluu;\n", indent, spread ? (unsigned long long)n->count : 1ull);
    emit_fill_after(b);
    add_call(b, "cuGraphAddMemsetNode", ", &fill, (CUcontext)p->rt.context");
}

static void empty_node(const emit_block *b)
{
    emit_fill_after(b);
    add_call(b, "cuGraphAddEmptyNode", "");
}

static void one_node(FILE *file, const emit *e, size_t graph, uint32_t node)
{
    const plan_graph *g = emit_graph_at(e, graph);
    emit_block b = {file, e, graph, node, &g->nodes[node]};

    comment(file, e, g, node);
    switch (b.n->kind) {
    case PLAN_KERNEL:
    case PLAN_BEGIN:
    case PLAN_END:
        kernel_node(&b);
        break;
    case PLAN_TRANSFER:
        (emit_is_by_kernel(e, b.n) ? kernel_node : copy_node)(&b);
        break;
    case PLAN_COPY:
        copy_node(&b);
        break;
    case PLAN_FILL:
        fill_node(&b);
        break;
    case PLAN_EMPTY:
        empty_node(&b);
        break;
    case PLAN_CONDITIONAL:
        emit_conditional_node(&b);
        break;
    }
    fputc('\n', file);
}

/* ---- a function of them ---- */

/* What the nodes of one function need. */
typedef struct {
    bool *kernels;
    bool *arenas;
    bool pinned; /* its address as the device sees it */
    bool copies, fills, conditionals, programmatic;
    size_t most_after;
} needs;

static void need_buffer(const emit *e, needs *n, uint32_t buffer)
{
    if (emit_is_direct(e, buffer))
        n->pinned = true;
    else
        n->arenas[e->p->places[buffer].arena] = true;
}

static void need_transfer(const emit *e, needs *n, const plan_node *node)
{
    need_buffer(e, n, e->p->runs[node->run].members[0]);
    if (!emit_is_by_kernel(e, node)) {
        n->copies = true;
        return;
    }
    n->kernels[node->kernel] = true;
    n->pinned = true;
}

static void need_node(const emit *e, needs *n, const plan_node *node)
{
    if (node->after_count > n->most_after)
        n->most_after = node->after_count;
    if (ordinary_count(e, node) < node->after_count)
        n->programmatic = true;
    switch (node->kind) {
    case PLAN_BEGIN:
    case PLAN_END:
        n->kernels[node->kernel] = true;
        n->pinned = n->pinned || node->kind == PLAN_END;
        break;
    case PLAN_KERNEL:
        n->kernels[node->kernel] = true;
        for (size_t i = 0; !emit_is_patched(e, node) && i < node->argument_count; i++)
            if (node->arguments[i].pointer)
                need_buffer(e, n, node->arguments[i].buffer);
        break;
    case PLAN_COPY:
        n->copies = true;
        need_buffer(e, n, node->to);
        need_buffer(e, n, node->from);
        break;
    case PLAN_TRANSFER:
        need_transfer(e, n, node);
        break;
    case PLAN_FILL:
        n->fills = true;
        need_buffer(e, n, node->to);
        break;
    case PLAN_CONDITIONAL:
        n->conditionals = true;
        break;
    case PLAN_EMPTY:
        break;
    }
}

static void declare(FILE *file, const emit *e, const needs *n)
{
    for (size_t i = 0; !e->p->separate && i < e->p->arena_count; i++)
        if (n->arenas[i])
            fprintf(file, "    const CUdeviceptr %s = p->device[%s];\n", emit_arena_variable(e, i),
                    emit_arena_index(e, i));
    if (n->pinned)
        fputs("    const CUdeviceptr pinned = p->rt.pinned_device;\n", file);
    for (uint32_t i = 0; i < e->m->kernel_count; i++)
        if (n->kernels[i])
            fprintf(file, "    struct %s launch_%s;\n", emit_kernel_name(e, "launch", i), e->m->kernels[i].name);
    if (n->copies)
        fputs("    CUDA_MEMCPY3D copy;\n", file);
    if (n->fills)
        fputs("    CUDA_MEMSET_NODE_PARAMS fill;\n", file);
    if (n->conditionals)
        fputs("    CUgraphNodeParams params;\n", file);
    if (n->programmatic)
        fputs("    CUgraphEdgeData edge_data;\n", file);
    if (n->most_after > 0)
        fprintf(file, "    CUgraphNode after[%zu];\n", n->most_after);
    fputs("    CUgraphNode node = NULL;\n    CUresult result;\n    vg_status status;\n\n", file);
}

void emit_nodes(FILE *file, const emit *e, size_t graph, size_t first, size_t last)
{
    const plan_graph *g = emit_graph_at(e, graph);
    needs n = {ARENA_ARRAY(e->memory, bool, e->m->kernel_count + 1),
               ARENA_ARRAY(e->memory, bool, e->p->arena_count + 1),
               false,
               false,
               false,
               false,
               false,
               0};

    for (size_t i = first; i < last; i++)
        need_node(e, &n, &g->nodes[i]);
    declare(file, e, &n);
    for (size_t i = first; i < last; i++)
        one_node(file, e, graph, (uint32_t)i);
}
