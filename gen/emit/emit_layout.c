/* SPDX-License-Identifier: MIT */
/* NAME.c, its first half: where buffers lie, what the file relies on. */
#include <string.h>

#include "emit/parts.h"

/* ---- offsets ---- */

static void offset_line(FILE *file, const emit *e, const char *kind, uint32_t buffer, uint64_t offset)
{
    const model_buffer *b = &e->m->buffers[buffer];

    fprintf(file, "#define %s_%s_%-*s %12lluu /* %s %s %s, %llu bytes */\n", e->prefix, kind,
            e->name_width + (int)(strlen("DOWN") - strlen(kind)), b->name, (unsigned long long)offset,
            model_role_name(b->role), b->type->name, emit_shape(e->memory, b), (unsigned long long)b->size);
}

/* What the arenas of several lanes are called; a single one needs no name. */
static void arena_enum(FILE *file, const emit *e)
{
    const plan *p = e->p;

    fprintf(file, "/* Device memory: each lane has %s of its own, and all share what no replay changes. */\nenum {\n",
            p->separate ? "allocations" : "an allocation");
    for (size_t i = 0; i < p->arena_count; i++)
        fprintf(file, "    %s_ARENA_%s = %zu, /* %llu bytes; apart its buffers would take %llu */\n", e->prefix,
                p->arenas[i].shared ? "SHARED" : "LANE", i, (unsigned long long)p->arenas[i].bytes,
                (unsigned long long)p->arenas[i].sum);
    fputs("};\n\n/* Offsets in their allocations. Buffers whose contents are never needed at the same time may share "
          "bytes. */\n",
          file);
}

static void separate_enum(FILE *file, const emit *e)
{
    const plan *p = e->p;

    fputs("/* Device memory: each buffer has an allocation of its own, which memory checkers can guard. */\n", file);
    fputs("enum {\n", file);
    for (size_t i = 0; i < e->m->buffer_count; i++)
        if (emit_is_on_device(e, (uint32_t)i))
            fprintf(file, "    %s = %lu,%s\n", e->arenas[i], (unsigned long)p->places[i].arena,
                    p->arenas[p->places[i].arena].shared ? " /* shared by the lanes */" : "");
    fputs("};\n\n/* Offsets in their allocations. */\n", file);
}

static bool any_on_device(const emit *e)
{
    for (uint32_t i = 0; i < e->m->buffer_count; i++)
        if (emit_is_on_device(e, i))
            return true;
    return false;
}

static void device_offsets(FILE *file, const emit *e)
{
    const plan *p = e->p;

    if (!any_on_device(e))
        return;
    if (p->separate)
        separate_enum(file, e);
    else if (p->arena_count > 1)
        arena_enum(file, e);
    else
        fprintf(file,
                "/* Device memory: one allocation of %llu bytes%s. Buffers whose contents are never needed at the "
                "same time may\n"
                " * share bytes; apart they would take %llu. */\n",
                (unsigned long long)(p->arena_count > 0 ? p->arenas[0].bytes : 0), e->lanes ? " for each lane" : "",
                (unsigned long long)(p->arena_count > 0 ? p->arenas[0].sum : 0));
    for (size_t i = 0; i < e->m->buffer_count; i++)
        if (emit_is_on_device(e, (uint32_t)i))
            offset_line(file, e, "AT", (uint32_t)i, p->places[i].offset);
    fputc('\n', file);
}

/* In the columns of the offsets above it. */
static void completion_line(FILE *file, const emit *e)
{
    const char *name = emit_completion_name(e);
    int width = (int)strlen(e->prefix) + (int)strlen("_DOWN_") + e->name_width, length = (int)strlen(name);

    fprintf(file, "#define %-*s %*lluu /* the runtime's, %lu bytes */\n", width, name,
            length > width ? 12 - (length - width) : 12, (unsigned long long)emit_pinned_end(e->p),
            (unsigned long)PLAN_COMPLETION_BYTES);
}

static bool any_copied(const emit *e)
{
    for (size_t i = 0; i < e->p->run_count; i++)
        if (e->p->runs[i].transport != TRANSPORT_DIRECT)
            return true;
    return false;
}

static void pinned_offsets(FILE *file, const emit *e)
{
    if (e->p->run_count > 0) {
        fprintf(file, "/* Pinned memory: one allocation of %llu bytes%s.%s\n", (unsigned long long)e->p->pinned.bytes,
                e->lanes ? " for each lane" : "",
                any_copied(e) ? " What goes up with one copy lies there as in device memory,\n"
                                " * and so does what comes down."
                              : "");
        emit_transport_reasons(file, e, TRANSPORT_DIRECT,
                               " * What has no place in device memory is reached here, by the kernels themselves:\n");
        fputs(" * At its end is the runtime's word. How the host sees that a replay has ended:\n", file);
    } else {
        fprintf(file, "/* Pinned memory: %llu bytes%s, the runtime's. How the host sees that a replay has ended:\n",
                (unsigned long long)e->p->pinned.bytes, e->lanes ? " for each lane" : "");
    }
    emit_completions(file, e);
    for (size_t i = 0; i < e->m->buffer_count; i++)
        if (emit_is_uploaded(e, (uint32_t)i))
            offset_line(file, e, "UP", (uint32_t)i, e->p->places[i].upload_offset);
    for (size_t i = 0; i < e->m->buffer_count; i++)
        if (emit_is_downloaded(e, (uint32_t)i))
            offset_line(file, e, "DOWN", (uint32_t)i, e->p->places[i].download_offset);
    completion_line(file, e);
}

static void node_enum(FILE *file, const emit_graph *g)
{
    if (g->plan->node_count == 0)
        return;
    fprintf(file, "\n/* Nodes of %s \"%s\", in the order in which they are added. */\n", g->is_body ? "body" : "graph",
            g->plan->name);
    fputs("enum {\n", file);
    for (size_t n = 0; n < g->plan->node_count; n++) {
        fprintf(file, "    %s", g->nodes[n].ordinal);
        if (n == 0 && g->first_node > 0)
            fprintf(file, " = %lu", (unsigned long)g->first_node);
        fputs(",\n", file);
    }
    fputs("};\n", file);
}

static void kernel_enum(FILE *file, const emit *e)
{
    if (e->p->kernel_count == 0)
        return;
    fputs("\n/* Kernels. */\nenum {\n", file);
    for (size_t i = 0; i < e->p->kernel_count; i++)
        fprintf(file, "    %s_KERNEL_%s,\n", e->prefix, e->p->kernels[i]->name);
    fputs("};\n", file);
}

static void graph_enum(FILE *file, const emit *e)
{
    if (e->p->graph_count == 0)
        return;
    fputs("\n/* Graphs. */\nenum {\n", file);
    for (size_t i = 0; i < e->p->graph_count; i++)
        fprintf(file, "    %s,%s\n", e->graphs[i].ordinal,
                emit_is_setup(&e->p->graphs[i]) ? " /* runs once, in open */" : "");
    fputs("};\n", file);
}

/* "seek in main": of each condition, the conditional node that has it. */
static const char **nodes_with(const emit *e)
{
    const char **nodes = ARENA_ARRAY(e->memory, const char *, e->m->buffer_count + 1);

    for (size_t i = 0; i < e->order_count; i++) {
        const plan_graph *g = e->order[i]->plan;
        for (size_t n = 0; n < g->node_count; n++)
            if (g->nodes[n].kind == PLAN_CONDITIONAL && nodes[g->nodes[n].condition] == NULL)
                nodes[g->nodes[n].condition] = arena_printf(e->memory, "%s in %s", g->nodes[n].name, g->name);
    }
    return nodes;
}

static void control_enums(FILE *file, const emit *e)
{
    if (e->condition_count > 0) {
        const char **nodes = nodes_with(e);

        fputs("\n/* Conditions: what decides whether, and which, bodies of a node run. */\nenum {\n", file);
        for (size_t i = 0; i < e->m->buffer_count; i++)
            if (e->conditions[i] != NULL)
                fprintf(file, "    %s, /* of %s */\n", e->conditions[i], nodes[i] == NULL ? "none" : nodes[i]);
        fputs("};\n", file);
    }
    if (!e->programmatic)
        return;
    fputs("\n/* Images, as bits: which one was loaded decides which edges are programmatic. */\nenum {\n", file);
    for (size_t t = 0; t < e->m->target_count && t < 32; t++)
        if (e->target_images[t] != 0)
            fprintf(file, "    %s_IMAGE_%s = %lu,\n", e->prefix, e->m->targets[t].name,
                    (unsigned long)e->target_images[t]);
    fputs("};\n", file);
}

void emit_layout(FILE *file, const void *context)
{
    const emit *e = context;

    if (e->m->buffer_count > 0)
        device_offsets(file, e);
    pinned_offsets(file, e);
    kernel_enum(file, e);
    graph_enum(file, e);
    control_enums(file, e);
    for (size_t i = 0; i < e->order_count; i++)
        node_enum(file, e->order[i]);
}

/* ---- asserts ---- */

/* Offset and size of a buffer within its memory, restated as the numbers of the spec. */
static void place_assert(FILE *file, const emit *e, const char *kind, const model_buffer *b, uint64_t memory_bytes,
                         const char *name)
{
    emit_assert(file, e, "%s_%s_%s %% %luu == 0 && %s_%s_%s + %lluu <= %lluu, %s_%s", e->prefix, kind, b->name,
                (unsigned long)b->alignment, e->prefix, kind, b->name, (unsigned long long)b->size,
                (unsigned long long)memory_bytes, b->name, name);
}

static void buffer_asserts(FILE *file, const emit *e, uint32_t buffer)
{
    const model_buffer *b = &e->m->buffers[buffer];
    bool direct = emit_is_direct(e, buffer);

    if (!emit_has_place(b))
        return;
    if (!direct)
        place_assert(file, e, "AT", b, e->p->arenas[e->p->places[buffer].arena].bytes, "lies_in_device_memory");
    if (emit_is_uploaded(e, buffer))
        place_assert(file, e, "UP", b, emit_pinned_end(e->p),
                     direct ? "is_read_in_pinned_memory" : "goes_up_from_pinned_memory");
    if (emit_is_downloaded(e, buffer))
        place_assert(file, e, "DOWN", b, emit_pinned_end(e->p),
                     direct ? "is_written_in_pinned_memory" : "comes_down_to_pinned_memory");
}

static void accessor_assert(FILE *file, const emit *e, const model_buffer *b)
{
    const char *name = emit_upper(e->memory, b->name);

    emit_assert(file, e, "%s_%s_BYTES == %s_%s_COUNT * sizeof(%s), %s_has_whole_elements", e->prefix, name, e->prefix,
                name, emit_host(e, b->type), b->name);
}

void emit_layout_asserts(FILE *file, const void *context)
{
    const emit *e = context;

    emit_assert(file, e, "VG_COMPLETION_BYTES == %luu && %s + VG_COMPLETION_BYTES == %lluu, end_is_the_runtimes",
                (unsigned long)PLAN_COMPLETION_BYTES, emit_completion_name(e), (unsigned long long)e->p->pinned.bytes);
    if (e->m->buffer_count > 0)
        fputs("\n/* Every buffer is aligned and lies within its memory. */\n", file);
    for (size_t i = 0; i < e->m->buffer_count; i++)
        buffer_asserts(file, e, (uint32_t)i);
    for (size_t i = 0; i < e->m->buffer_count; i++)
        if (emit_is_accessible(&e->m->buffers[i]))
            accessor_assert(file, e, &e->m->buffers[i]);
    emit_constant_asserts(file, e);
}
