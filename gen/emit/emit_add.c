/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The vggen authors */
/* NAME.c: the functions that add nodes, a block of lines for each. */
#include <string.h>

#include "emit/parts.h"
#include "plan/completion.h"

/* ---- comment ---- */

/* "hist + 4": a buffer and the bytes of it that are skipped. */
static const char *place_text(const emit *e, uint32_t buffer, uint64_t first)
{
    const char *name = e->m->buffers[buffer].name;

    return first == 0 ? name : arena_printf(e->memory, "%s + %llu", name, (unsigned long long)first);
}

static const char *argument_text(const emit *e, const plan_argument *argument)
{
    if (argument->pointer && argument->at == PLAN_AT_WORD)
        return emit_completion_name(e);
    if (argument->pointer)
        return place_text(e, argument->buffer, argument->first);
    if (emit_follows_setting(e, argument))
        return e->m->buffers[argument->setting].name;
    if (emit_is_handle(e, argument))
        return e->m->buffers[argument->condition].name;
    if (argument->grid)
        return "grid";
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

static const char *threads_text(const emit *e, const plan_node *n)
{
    return arena_printf(e->memory, "%lu x %lu x %lu threads", (unsigned long)n->block[0], (unsigned long)n->block[1],
                        (unsigned long)n->block[2]);
}

static const char *resident_text(const emit *e, const emit_node *n)
{
    const char *most = emit_resident_most(e, n) == NULL
                           ? ""
                           : arena_printf(e->memory, "at most %lu, ", (unsigned long)n->plan->grid[0]);

    return arena_printf(e->memory, "as many blocks as the device runs at once, %sof %s", most,
                        threads_text(e, n->plan));
}

static const char *size_text(const emit *e, const plan_node *n)
{
    const char *most = n->kind == PLAN_KERNEL && n->condition != MODEL_NONE ? "at most " : "";

    return arena_printf(e->memory, "%s%s x %s x %s blocks of %s", most, grid_text(e, n, 0), grid_text(e, n, 1),
                        grid_text(e, n, 2), threads_text(e, n));
}

static const char *launch_text(const emit *e, const emit_node *described)
{
    const plan_node *n = described->plan;
    emit_names arguments = {e->memory, NULL, 0, 0};
    const char *shared = "";

    for (size_t i = 0; i < n->argument_count; i++)
        emit_names_add(&arguments, argument_text(e, &n->arguments[i]));
    if (n->shared_varies != NULL)
        shared = arena_printf(e->memory, ", %s bytes of shared memory", emit_expr_text(e, n->shared_varies->root));
    return arena_printf(e->memory, "launch %s(%s), %s%s%s", described->kernel->name,
                        arguments.text != NULL ? arguments.text : "",
                        n->resident ? resident_text(e, described) : size_text(e, n), shared,
                        emit_attribute_text(e, described));
}

/* "upload x, y by vg_copy, 2048 bytes, 1 x 1 x 1 blocks of 256 x 1 x 1 threads" */
static const char *transfer_text(const emit *e, const emit_node *n)
{
    unsigned long long bytes = emit_run_bytes(n->run);

    if (n->kernel == NULL)
        return arena_printf(e->memory, "%s, %llu bytes", n->title, bytes);
    return arena_printf(
        e->memory, "%s by %s, %llu bytes%s, %s%s", n->title, n->kernel->name, bytes,
        n->run->piece_count > 1 ? arena_printf(e->memory, " in %zu pieces", n->run->piece_count) : "",
        size_text(e, n->plan), emit_attribute_text(e, n));
}

/* How a fill or copy is done that is a launch: " by vg_copy" after what it does, and its size at the end. */
static const char *by_text(const emit *e, const emit_node *n)
{
    return n->kernel == NULL ? "" : arena_printf(e->memory, " by %s", n->kernel->name);
}

static const char *launched_text(const emit *e, const emit_node *n)
{
    return n->kernel == NULL ? "" : arena_printf(e->memory, ", %s", size_text(e, n->plan));
}

/* When the node runs, if not with every replay. */
static const char *condition_text(const emit *e, const emit_node *n)
{
    if (n->switched)
        return arena_printf(e->memory, ", %s %s is on", n->plan->unless ? "unless" : "when",
                            e->m->switches[n->plan->switched].name);
    return "";
}

static const char *does_text(const emit *e, const emit_node *described)
{
    const plan_node *n = described->plan;

    switch (described->does) {
    case PLAN_KERNEL:
        return launch_text(e, described);
    case PLAN_COPY:
        return arena_printf(e->memory, "copy %s to %s%s, %llu bytes%s", place_text(e, n->from, n->from_first),
                            place_text(e, n->to, n->to_first), by_text(e, described), (unsigned long long)n->bytes,
                            launched_text(e, described));
    case PLAN_FILL:
        return arena_printf(
            e->memory, "fill %s%s, %llu elements of %lu bytes%s%s", place_text(e, n->to, n->to_first),
            by_text(e, described), (unsigned long long)n->count, (unsigned long)n->element,
            n->pitch == n->element ? "" : arena_printf(e->memory, ", %llu bytes apart", (unsigned long long)n->pitch),
            launched_text(e, described));
    case PLAN_CAPTURE:
        return emit_capture_text(e, described);
    case PLAN_TRANSFER:
        return transfer_text(e, described);
    case PLAN_CONDITIONAL:
        return emit_conditional_text(e, described);
    case PLAN_BEGIN:
        return arena_printf(e->memory, "launch %s(), one thread, %s", described->kernel->name, completion_purpose(n));
    case PLAN_END:
        return arena_printf(e->memory, "launch %s(%s), one thread, %s", described->kernel->name,
                            emit_completion_name(e), completion_purpose(n));
    case PLAN_FUSED:
        return emit_fused_text(e, described);
    case PLAN_EMPTY:
        break;
    }
    return described->title;
}

const char *emit_action_text(const emit *e, const emit_node *described)
{
    return arena_printf(e->memory, "%s%s", does_text(e, described), condition_text(e, described));
}

/* What the node comes after; a programmatic edge with the targets for which it is. */
static const char *after_text(const emit *e, const emit_graph *g, const emit_node *n)
{
    emit_names list = {e->memory, NULL, 0, 0};

    if (n->plan->after_count == 0)
        return "-";
    for (size_t i = 0; i < n->plan->after_count; i++) {
        const char *name = g->nodes[n->plan->after[i]].name;
        if (n->images != NULL && n->images[i] != 0)
            name =
                arena_printf(e->memory, "%s (programmatic with %s)", name, emit_image_names(e, n->images[i], "", ", "));
        emit_names_add(&list, name);
    }
    return list.text;
}

static void comment(const emit_block *b)
{
    const emit *e = b->e;
    const emit_node *n = b->n;
    bool part = b->g->fused != NULL, fused = n->parts != NULL;

    if (!e->tuning)
        *n->source_at = ftell(b->file);
    emit_wrapped(b->file, "    ", "     * ",
                 arena_printf(e->memory, "/* %s %lu, %s%s: %s%s", part ? "Part" : "Node", (unsigned long)n->number,
                              n->name, emit_place(e, n), emit_action_text(e, n),
                              part    ? ". */"
                              : fused ? ""
                                      : "."));
    fputc('\n', b->file);
    if (part)
        return;
    if (fused)
        emit_fused_lines(b);
    emit_wrapped(b->file, "     * ", "     *   ", arena_printf(e->memory, "after: %s", after_text(e, b->g, n)));
    fputc('\n', b->file);
    emit_wrapped(b->file, "     * ", "     *   ",
                 arena_printf(e->memory, "before: %s */",
                              emit_node_list(e, b->g->plan, n->plan->before, n->plan->before_count)));
    fputc('\n', b->file);
}

/* ---- kernels, vg_copy among them ---- */

const char *emit_launch_variable(const emit_block *b, const emit_node *n)
{
    return emit_scratch_member(b, arena_printf(b->e->memory, "launch_%s", n->kernel->name));
}

static void kernel_node(const emit_block *b)
{
    const emit *e = b->e;
    const char *launch = emit_launch_variable(b, b->n);

    emit_resident(b);
    if (b->n->patched) {
        emit_wrapped(b->file, "    ", "        ", emit_describe_call(e, b->g, b->n, b->g->fused == NULL, launch));
        fputc('\n', b->file);
    } else {
        emit_begin_launch(b->file, e, b->n, arena_printf(e->memory, "&%s", launch));
        emit_arguments(b->file, e, b->n, "    ", arena_printf(e->memory, "%s.", launch), e->near);
    }
    emit_attribute_checks(b, launch);
    emit_fill_after(b);
    emit_add_call(b, "cuGraphAddKernelNode", arena_printf(e->memory, ", &%s.kernel", launch));
    emit_attributes(b);
    emit_sized(b);
    emit_programmatic_edges(b);
}

/* ---- copies ---- */

static void copy_end(const emit_block *b, const char *end, const char *address, bool pinned)
{
    const char *copy = emit_scratch_member(b, "copy");

    fprintf(b->file, "    %s.%sMemoryType = %s;\n", copy, end, pinned ? "CU_MEMORYTYPE_HOST" : "CU_MEMORYTYPE_DEVICE");
    fprintf(b->file, "    %s.%s%s = %s;\n", copy, end, pinned ? "Host" : "Device", address);
}

static void copy_node(const emit_block *b)
{
    const emit *e = b->e;
    const plan_node *n = b->n->plan;
    const char *copy = emit_scratch_member(b, "copy"), *to, *from;
    bool to_pinned = false, from_pinned = false;

    if (b->n->run != NULL) {
        const plan_run *run = b->n->run;
        const char *device = emit_address(e, e->near, run->members[0], emit_run_first(run));
        const char *pinned = emit_pinned_address(e, run, true);
        to_pinned = run->direction == PLAN_DOWNLOAD;
        from_pinned = !to_pinned;
        to = to_pinned ? pinned : device;
        from = to_pinned ? device : pinned;
    } else {
        to = emit_address(e, e->near, n->to, n->to_first);
        from = emit_address(e, e->near, n->from, n->from_first);
    }
    fprintf(b->file, "    (void)memset(&%s, 0, sizeof %s);\n", copy, copy);
    copy_end(b, "src", from, from_pinned);
    copy_end(b, "dst", to, to_pinned);
    fprintf(b->file, "    %s.WidthInBytes = %s;\n", copy,
            b->n->run != NULL ? emit_transfer_bytes(e, b->n->run) : emit_copied_bytes(e, n));
    fprintf(b->file, "    %s.Height = 1u;\n    %s.Depth = 1u;\n", copy, copy);
    emit_fill_after(b);
    emit_add_call(b, "cuGraphAddMemcpyNode", arena_printf(e->memory, ", &%s, (CUcontext)p->rt.context", copy));
}

/* ---- fills and joins ---- */

static void fill_node(const emit_block *b)
{
    const plan_node *n = b->n->plan;
    const char *fill = emit_scratch_member(b, "fill");
    bool spread = n->pitch != n->element;

    fprintf(b->file, "    (void)memset(&%s, 0, sizeof %s);\n", fill, fill);
    fprintf(b->file, "    %s.dst = %s;\n", fill, emit_address(b->e, b->e->near, n->to, n->to_first));
    fprintf(b->file, "    %s.value = 0x%lxu;\n", fill, (unsigned long)n->value);
    fprintf(b->file, "    %s.elementSize = %luu;\n", fill, (unsigned long)n->element);
    if (spread)
        fprintf(b->file, "    %s.pitch = %lluu;\n", fill, (unsigned long long)n->pitch);
    fprintf(b->file, "    %s.width = %s;\n", fill, spread ? "1u" : emit_filled_count(b->e, n));
    fprintf(b->file, "    %s.height = %s;\n", fill, spread ? emit_filled_count(b->e, n) : "1u");
    emit_fill_after(b);
    emit_add_call(b, "cuGraphAddMemsetNode", arena_printf(b->e->memory, ", &%s, (CUcontext)p->rt.context", fill));
}

static void empty_node(const emit_block *b)
{
    emit_fill_after(b);
    emit_add_call(b, "cuGraphAddEmptyNode", "");
}

/* Of a part: whether it runs now. */
static void switched_part(const emit_block *b)
{
    const plan_node *n = b->n->plan;

    if (b->g->fused != NULL && b->n->switched)
        fprintf(b->file, "    vg_part_runs(&p->rt, %s, p->on.%s %s 0u);\n", b->n->ordinal,
                emit_member(b->e->memory, b->e->m->switches[n->switched].name), n->unless ? "==" : "!=");
}

static void one_node(const emit_block *b)
{
    if (!emit_is_added(b->e, b->g, b->n))
        return;
    comment(b);
    switch (b->n->plan->kind) {
    case PLAN_KERNEL:
    case PLAN_FUSED:
    case PLAN_BEGIN:
    case PLAN_END:
        kernel_node(b);
        break;
    case PLAN_TRANSFER:
        (b->n->kernel != NULL ? kernel_node : copy_node)(b);
        break;
    case PLAN_CAPTURE:
        emit_capture_node(b);
        break;
    case PLAN_COPY:
        copy_node(b);
        break;
    case PLAN_FILL:
        fill_node(b);
        break;
    case PLAN_EMPTY:
        empty_node(b);
        break;
    case PLAN_CONDITIONAL:
        emit_conditional_node(b);
        break;
    }
    switched_part(b);
    fputc('\n', b->file);
}

/* ---- a function of them ---- */

/* What the nodes of one function need. */
typedef struct {
    bool *arenas;
    bool pinned, pooled; /* its address as the device sees it, and that of the part that a pool may hold */
    bool conditionals, programmatic;
    size_t most_after;
    size_t most_waits; /* before a capture */
    bool any;          /* some node is added … */
    bool added;        /* … that is no capture */
} needs;

static void need_pinned(const emit *e, needs *n, uint32_t buffer)
{
    if (emit_is_pooled(e, buffer))
        n->pooled = true;
    else
        n->pinned = true;
}

static void need_buffer(const emit *e, needs *n, uint32_t buffer)
{
    if (emit_is_direct(e, buffer))
        need_pinned(e, n, buffer);
    else
        n->arenas[e->p->places[buffer].arena] = true;
}

static void need_argument(const emit *e, needs *n, const plan_argument *argument)
{
    if (!argument->pointer)
        return;
    if (argument->at == PLAN_AT_WORD)
        n->pinned = true;
    else if (argument->at == PLAN_AT_PLACE)
        need_buffer(e, n, argument->buffer);
    else
        need_pinned(e, n, argument->buffer);
}

static void need_node(const emit *e, const emit_graph *g, needs *n, const emit_node *described)
{
    const plan_node *node = described->plan;

    if (!emit_is_added(e, g, described))
        return;
    n->any = true;
    if (node->kind == PLAN_CAPTURE) {
        n->most_waits = node->after_count > n->most_waits ? node->after_count : n->most_waits;
        return;
    }
    n->added = true;
    if (node->after_count > n->most_after)
        n->most_after = node->after_count;
    n->programmatic = n->programmatic || described->ordinary < node->after_count;
    switch (node->kind) {
    case PLAN_END:
        n->pinned = true;
        break;
    case PLAN_KERNEL:
    case PLAN_FUSED:
        for (size_t i = 0; !described->patched && i < node->argument_count; i++)
            need_argument(e, n, &node->arguments[i]);
        if (described->setter != MODEL_NONE)
            need_node(e, g, n, &g->nodes[described->setter]);
        break;
    case PLAN_COPY:
        need_buffer(e, n, node->to);
        need_buffer(e, n, node->from);
        break;
    case PLAN_TRANSFER:
        need_buffer(e, n, described->run->members[0]);
        if (described->kernel != NULL)
            need_pinned(e, n, described->run->members[0]);
        break;
    case PLAN_FILL:
        need_buffer(e, n, node->to);
        break;
    case PLAN_CONDITIONAL:
        n->conditionals = true;
        break;
    case PLAN_BEGIN:
    case PLAN_CAPTURE:
    case PLAN_EMPTY:
        break;
    }
}

static void declare(FILE *file, const emit *e, const needs *n, bool scratch, bool is_inner)
{
    for (size_t i = 0; !e->p->separate && i < e->p->arena_count; i++)
        if (n->arenas[i])
            fprintf(file, "    const CUdeviceptr %s = p->device[%s];\n", emit_arena_variable(e, i),
                    emit_arena_index(e, i));
    if (n->pinned)
        fputs("    const CUdeviceptr pinned = p->rt.pinned_device;\n", file);
    if (n->pooled)
        fputs("    const CUdeviceptr pooled = p->rt.pooled_device;\n", file);
    if (scratch && !is_inner)
        emit_scratch_variable(file, e);
    if (n->conditionals)
        fputs("    const CUgraph *bodies;\n", file);
    if (n->programmatic)
        fputs("    CUgraphEdgeData edge_data;\n", file);
    if (n->most_after > 0)
        fprintf(file, "    CUgraphNode after[%zu];\n", n->most_after);
    if (n->most_waits > 0)
        fprintf(file, "    void *waits[%zu];\n", n->most_waits);
    if (n->added)
        fputs("    CUgraphNode node = NULL;\n    CUresult result;\n", file);
    fputs(n->any ? "    vg_status status;\n\n" : "\n    (void)p;\n    (void)to;\n", file);
    if (is_inner && !scratch && *emit_scratch_parameter(e) != '\0')
        fputs(n->any ? "    (void)scratch;\n\n" : "    (void)scratch;\n", file);
}

void emit_node_variables(FILE *file, const emit *e, const emit_graph *g, size_t first, size_t last, bool is_inner)
{
    needs n = {.arenas = ARENA_ARRAY(e->memory, bool, e->p->arena_count + 1)};

    for (size_t i = first; i < last; i++)
        need_node(e, g, &n, &g->nodes[i]);
    declare(file, e, &n, emit_uses_scratch(e, g, first, last), is_inner);
}

void emit_nodes(FILE *file, const emit *e, const emit_graph *g, size_t first, size_t last, bool is_inner)
{
    for (size_t i = first; i < last; i++)
        one_node(&(emit_block){file, e, g, &g->nodes[i], is_inner});
}
