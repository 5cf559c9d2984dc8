/* SPDX-License-Identifier: MIT */
/* NAME.c: the block of one node. */
#include <string.h>

#include "emit_internal.h"

static const char indent[] = "        ";

static bool comes_first(const plan_node *n)
{
    return n->after_count == 0;
}

/* ---- comment ---- */

/* "hist + 4": a buffer and the bytes of it that are skipped. */
static const char *place_text(const emit *e, uint32_t buffer, uint64_t first)
{
    const char *name = e->m->buffers[buffer].name;

    return first == 0 ? name : arena_printf(e->memory, "%s + %llu", name, (unsigned long long)first);
}

static const char *launch_text(const emit *e, const plan_node *n)
{
    const char *call = arena_printf(e->memory, "launch %s(", e->m->kernels[n->kernel].name);

    for (size_t i = 0; i < n->argument_count; i++) {
        const plan_argument *argument = &n->arguments[i];
        call = arena_printf(e->memory, "%s%s%s", call, i > 0 ? ", " : "",
                            argument->pointer ? place_text(e, argument->buffer, argument->first)
                                              : emit_reading(e->memory, argument->type, argument->value));
    }
    return arena_printf(e->memory, "%s), %lu x %lu x %lu blocks of %lu x %lu x %lu threads", call,
                        (unsigned long)n->grid[0], (unsigned long)n->grid[1], (unsigned long)n->grid[2],
                        (unsigned long)n->block[0], (unsigned long)n->block[1], (unsigned long)n->block[2]);
}

/* What the node does, whatever its step is called. */
static const char *action_text(const emit *e, const plan_node *n)
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
        return arena_printf(e->memory, "%s, %llu bytes", emit_prose(e->memory, n->title),
                            (unsigned long long)e->p->runs[n->run].bytes);
    case PLAN_EMPTY:
        break;
    }
    return emit_prose(e->memory, n->title);
}

static void comment(FILE *file, const emit *e, const plan_graph *g, uint32_t node)
{
    const plan_node *n = &g->nodes[node];

    emit_wrapped(file, "    ", "     * ",
                 arena_printf(e->memory, "/* Node %lu, %s: %s.", (unsigned long)node, n->name, action_text(e, n)));
    fputc('\n', file);
    emit_wrapped(file, "     * ", "     *   ",
                 arena_printf(e->memory, "after: %s", emit_node_list(e, g, n->after, n->after_count)));
    fputc('\n', file);
    emit_wrapped(file, "     * ", "     *   ",
                 arena_printf(e->memory, "before: %s */", emit_node_list(e, g, n->before, n->before_count)));
    fputc('\n', file);
}

/* ---- what every node has ---- */

static void declare_after(FILE *file, const plan_node *n)
{
    if (!comes_first(n))
        fprintf(file, "%sCUgraphNode after[%zu];\n", indent, n->after_count);
}

static void fill_after(FILE *file, const emit *e, const plan_graph *g, const plan_node *n)
{
    for (size_t i = 0; i < n->after_count; i++)
        fprintf(file, "%safter[%zu] = (CUgraphNode)p->node[%s];\n", indent, i, emit_node_name(e, g, n->after[i]));
}

/* The call itself, and the report of its result. */
static void add_call(FILE *file, const emit *e, const plan_graph *g, uint32_t node, const char *call, const char *rest)
{
    const plan_node *n = &g->nodes[node];

    fprintf(file, "%snode = NULL;\n", indent);
    fprintf(file, "%sresult = %s(&node, to, %s, %zu%s);\n", indent, call, comes_first(n) ? "NULL" : "after",
            n->after_count, rest);
    fprintf(file, "%sstatus = vg_node_added(&p->rt, %s, node, (int)result, \"%s\");\n", indent,
            emit_node_name(e, g, node), call);
    fprintf(file, "%sif (status != VG_OK)\n%s    return status;\n", indent, indent);
}

/* ---- kernels ---- */

static void declare_arguments(FILE *file, const emit *e, const plan_node *n)
{
    if (n->argument_count == 0)
        return;
    fprintf(file, "%sstruct {\n", indent);
    for (size_t i = 0; i < n->argument_count; i++) {
        const plan_argument *argument = &n->arguments[i];
        fprintf(file, "%s    %s%s;\n", indent,
                argument->pointer ? "CUdeviceptr " : emit_type(e->memory, argument->type, false, false),
                emit_member(e->memory, argument->parameter));
    }
    fprintf(file, "%s} argument;\n", indent);
    fprintf(file, "%svoid *pointers[%zu];\n", indent, n->argument_count);
}

static void fill_arguments(FILE *file, const emit *e, const plan_node *n)
{
    for (size_t i = 0; i < n->argument_count; i++) {
        const plan_argument *argument = &n->arguments[i];
        const char *name = emit_member(e->memory, argument->parameter);
        if (argument->pointer)
            fprintf(file, "%sargument.%s = %s;\n", indent, name,
                    emit_device_address(e, argument->buffer, argument->first));
        else
            emit_assign(file, e->memory, indent, arena_printf(e->memory, "argument.%s", name), argument->type,
                        argument->value);
    }
    for (size_t i = 0; i < n->argument_count; i++)
        fprintf(file, "%spointers[%zu] = &argument.%s;\n", indent, i,
                emit_member(e->memory, n->arguments[i].parameter));
}

static void kernel_node(FILE *file, const emit *e, const plan_graph *g, uint32_t node)
{
    static const char axes[] = "XYZ";
    const plan_node *n = &g->nodes[node];

    fprintf(file, "%sCUDA_KERNEL_NODE_PARAMS kernel;\n", indent);
    declare_arguments(file, e, n);
    declare_after(file, n);
    fputc('\n', file);
    fill_arguments(file, e, n);
    fprintf(file, "%smemset(&kernel, 0, sizeof kernel);\n", indent);
    fprintf(file, "%skernel.func = (CUfunction)p->kernel[%s_KERNEL_%s];\n", indent, e->prefix,
            e->m->kernels[n->kernel].name);
    for (size_t i = 0; i < 3; i++)
        fprintf(file, "%skernel.gridDim%c = %luu;\n", indent, axes[i], (unsigned long)n->grid[i]);
    for (size_t i = 0; i < 3; i++)
        fprintf(file, "%skernel.blockDim%c = %luu;\n", indent, axes[i], (unsigned long)n->block[i]);
    if (n->shared_bytes > 0)
        fprintf(file, "%skernel.sharedMemBytes = %luu;\n", indent, (unsigned long)n->shared_bytes);
    if (n->argument_count > 0)
        fprintf(file, "%skernel.kernelParams = pointers;\n", indent);
    fill_after(file, e, g, n);
    add_call(file, e, g, node, "cuGraphAddKernelNode", ", &kernel");
}

/* ---- copies ---- */

static void copy_end(FILE *file, const char *end, const char *address, bool pinned)
{
    fprintf(file, "%scopy.%sMemoryType = %s;\n", indent, end, pinned ? "CU_MEMORYTYPE_HOST" : "CU_MEMORYTYPE_DEVICE");
    fprintf(file, "%scopy.%s%s = %s;\n", indent, end, pinned ? "Host" : "Device", address);
}

static void copy_node(FILE *file, const emit *e, const plan_graph *g, uint32_t node)
{
    const plan_node *n = &g->nodes[node];
    const char *to, *from;
    bool to_pinned = false, from_pinned = false;
    uint64_t bytes = n->bytes;

    if (n->kind == PLAN_TRANSFER) {
        const plan_run *run = &e->p->runs[n->run];
        const char *device = emit_device_address(e, run->members[0], 0);
        to_pinned = run->direction == PLAN_DOWNLOAD;
        from_pinned = !to_pinned;
        const char *pinned = arena_printf(e->memory, "p->rt.pinned + %s_%s_%s", e->prefix, to_pinned ? "DOWN" : "UP",
                                          e->m->buffers[run->members[0]].name);
        to = to_pinned ? pinned : device;
        from = to_pinned ? device : pinned;
        bytes = run->bytes;
    } else {
        to = emit_device_address(e, n->to, n->to_first);
        from = emit_device_address(e, n->from, n->from_first);
    }
    fprintf(file, "%sCUDA_MEMCPY3D copy;\n", indent);
    declare_after(file, n);
    fprintf(file, "\n%smemset(&copy, 0, sizeof copy);\n", indent);
    copy_end(file, "src", from, from_pinned);
    copy_end(file, "dst", to, to_pinned);
    fprintf(file, "%scopy.WidthInBytes = %lluu;\n", indent, (unsigned long long)bytes);
    fprintf(file, "%scopy.Height = 1u;\n%scopy.Depth = 1u;\n", indent, indent);
    fill_after(file, e, g, n);
    add_call(file, e, g, node, "cuGraphAddMemcpyNode", ", &copy, (CUcontext)p->rt.context");
}

/* ---- fills and joins ---- */

static void fill_node(FILE *file, const emit *e, const plan_graph *g, uint32_t node)
{
    const plan_node *n = &g->nodes[node];
    bool spread = n->pitch != n->element;

    fprintf(file, "%sCUDA_MEMSET_NODE_PARAMS fill;\n", indent);
    declare_after(file, n);
    fprintf(file, "\n%smemset(&fill, 0, sizeof fill);\n", indent);
    fprintf(file, "%sfill.dst = %s;\n", indent, emit_device_address(e, n->to, n->to_first));
    fprintf(file, "%sfill.value = 0x%lxu;\n", indent, (unsigned long)n->value);
    fprintf(file, "%sfill.elementSize = %luu;\n", indent, (unsigned long)n->element);
    if (spread)
        fprintf(file, "%sfill.pitch = %lluu;\n", indent, (unsigned long long)n->pitch);
    fprintf(file, "%sfill.width = %lluu;\n", indent, spread ? 1ull : (unsigned long long)n->count);
    fprintf(file, "%sfill.height = %lluu;\n", indent, spread ? (unsigned long long)n->count : 1ull);
    fill_after(file, e, g, n);
    add_call(file, e, g, node, "cuGraphAddMemsetNode", ", &fill, (CUcontext)p->rt.context");
}

static void empty_node(FILE *file, const emit *e, const plan_graph *g, uint32_t node)
{
    const plan_node *n = &g->nodes[node];

    declare_after(file, n);
    if (!comes_first(n))
        fputc('\n', file);
    fill_after(file, e, g, n);
    add_call(file, e, g, node, "cuGraphAddEmptyNode", "");
}

void emit_node(FILE *file, const emit *e, const plan_graph *g, uint32_t node)
{
    comment(file, e, g, node);
    fputs("    {\n", file);
    switch (g->nodes[node].kind) {
    case PLAN_KERNEL:
        kernel_node(file, e, g, node);
        break;
    case PLAN_COPY:
    case PLAN_TRANSFER:
        copy_node(file, e, g, node);
        break;
    case PLAN_FILL:
        fill_node(file, e, g, node);
        break;
    case PLAN_EMPTY:
        empty_node(file, e, g, node);
        break;
    }
    fputs("    }\n", file);
}
