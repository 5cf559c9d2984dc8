/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The vggen authors */
/* NAME.c, its first half: where buffers lie, what the file relies on. */
#include <string.h>

#include "emit/parts.h"

/* ---- what lies where ---- */

/* Of the column of macros. */
static int macro_width(const emit *e)
{
    int buffers = e->name_width + (int)strlen("_DOWN"), completion = (int)strlen(emit_completion_name(e));

    return buffers > completion ? buffers : completion;
}

static void offset_lines(FILE *file, const emit *e, const emit_stretches *list)
{
    int width = macro_width(e);

    for (size_t i = 0; i < list->count; i++) {
        const emit_stretch *s = &list->all[i];
        const model_buffer *b = &e->m->buffers[s->buffer];
        emit_wrapped(file, "", "    ",
                     arena_printf(e->memory, "#define %-*s %12lluu /* [%llu, %llu) %s %s %s%s%s */", width, s->macro,
                                  (unsigned long long)s->first, (unsigned long long)s->first,
                                  (unsigned long long)s->last, model_role_name(b->role), b->type->name,
                                  emit_shape(e->memory, b), s->shares != NULL ? "; shares bytes with " : "",
                                  s->shares != NULL ? s->shares : ""));
        fputc('\n', file);
    }
}

/* ---- device memory ---- */

static emit_stretches list_arena(const emit *e, size_t arena_index)
{
    emit_stretches list = emit_stretches_new(e);

    for (uint32_t i = 0; i < e->m->buffer_count; i++)
        if (emit_is_on_device(e, i) && e->p->places[i].arena == arena_index)
            emit_stretches_add(e, &list, i, emit_at(e, i), e->p->places[i].offset);
    return list;
}

static const char *sharing_text(const emit *e, const plan_arena *a, bool shares)
{
    return shares ? arena_printf(e->memory, "; apart, its buffers would take %llu", (unsigned long long)a->sum) : "";
}

/* The one that holds all buffers, or with lanes one of two. */
static void device_arena(FILE *file, const emit *e, size_t arena_index, const char *whose)
{
    const plan_arena *a = &e->p->arenas[arena_index];
    emit_stretches list = list_arena(e, arena_index);
    bool shares = emit_stretches_sort(e, &list);

    if (list.count == 0)
        return;
    fprintf(file, "/* Device memory%s: one allocation of %llu bytes%s. */\n", whose, (unsigned long long)a->bytes,
            sharing_text(e, a, shares));
    offset_lines(file, e, &list);
    fputc('\n', file);
}

/* An enumerator for each, and the bytes of each. */
static void arena_names(FILE *file, const emit *e)
{
    for (size_t i = 0; i < e->p->arena_count; i++)
        fprintf(file, "    %s,\n", emit_arena_index(e, i));
    fputs("};\n", file);
    for (size_t i = 0; i < e->p->arena_count; i++)
        fprintf(file, "#define %s %lluu\n", emit_arena_bytes(e, i), (unsigned long long)e->p->arenas[i].bytes);
    fputc('\n', file);
}

/* Of a program with a pool. */
static void pool_enum(FILE *file, const emit *e)
{
    fputs("/* Allocations of device memory: one for what is needed only during a replay, which a pool may hold, and\n"
          " * one for what lives on. */\nenum {\n",
          file);
    arena_names(file, e);
    for (size_t i = 0; i < e->p->arena_count; i++)
        device_arena(file, e, i, e->p->arenas[i].pooled ? " that a pool may hold" : " of its own");
}

static void arena_enum(FILE *file, const emit *e)
{
    fputs("/* Allocations of device memory: each lane has one of its own, and all share what no replay changes. */\n"
          "enum {\n",
          file);
    arena_names(file, e);
    for (size_t i = 0; i < e->p->arena_count; i++)
        device_arena(file, e, i, e->p->arenas[i].shared ? " that all lanes share" : " of each lane");
}

/* An allocation for each buffer. */
static void separate_arenas(FILE *file, const emit *e)
{
    emit_stretches list = emit_stretches_new(e);
    const plan *p = e->p;

    fputs("/* Device memory: each buffer has an allocation of its own, which memory checkers can guard. */\nenum {\n",
          file);
    for (uint32_t i = 0; i < e->m->buffer_count; i++) {
        if (!emit_is_on_device(e, i))
            continue;
        fprintf(file, "    %s = %lu,%s\n", e->arenas[i], (unsigned long)p->places[i].arena,
                p->arenas[p->places[i].arena].shared ? " /* shared by the lanes */" : "");
        emit_stretches_add(e, &list, i, emit_at(e, i), p->places[i].offset);
    }
    fputs("};\n\n/* Offsets in their allocations. */\n", file);
    offset_lines(file, e, &list);
    fputc('\n', file);
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
    if (!any_on_device(e))
        return;
    if (e->p->separate)
        separate_arenas(file, e);
    else if (e->p->arena_count > 1)
        (e->m->pooled ? pool_enum : arena_enum)(file, e);
    else
        device_arena(file, e, 0,
                     e->lanes                   ? " of each lane"
                     : e->p->arenas[0].pooled ? " that a pool may hold"
                                                : "");
}

/* ---- pinned memory ---- */

static bool any_copied(const emit *e)
{
    for (size_t i = 0; i < e->p->run_count; i++)
        if (e->p->runs[i].transport != TRANSPORT_DIRECT)
            return true;
    return false;
}

/* In the columns of the offsets above it. */
static void completion_line(FILE *file, const emit *e)
{
    fprintf(file, "#define %-*s %12lluu /* [%llu, %llu) the runtime's */\n", macro_width(e), emit_completion_name(e),
            (unsigned long long)emit_pinned_end(e->p), (unsigned long long)emit_pinned_end(e->p),
            (unsigned long long)e->p->pinned.bytes);
}

static void pinned_heading(FILE *file, const emit *e)
{
    const char *one = e->queued ? "" : "one allocation of ";
    const char *lane = e->queued ? " of each replay in flight" : e->lanes ? " of each lane" : "";

    if (e->p->run_count == 0) {
        fprintf(file, "/* Pinned memory%s: %llu bytes, the runtime's. How the host sees that a replay has ended:\n",
                lane, (unsigned long long)e->p->pinned.bytes);
        return;
    }
    emit_wrapped(file, "/* ", " * ",
                 arena_printf(e->memory, "Pinned memory%s: %s%llu bytes.%s", lane, one,
                              (unsigned long long)e->p->pinned.bytes,
                              any_copied(e) ? " What goes up with one copy lies there as in device memory, and so does "
                                              "what comes down."
                                            : ""));
    fputc('\n', file);
    emit_transport_reasons(file, e, TRANSPORT_DIRECT,
                           " * What has no place in device memory is reached here, by the kernels themselves:\n");
    fputs(" * At its end is the runtime's word. How the host sees that a replay has ended:\n", file);
}

/* What a pool may hold of it, or the rest. */
static void pinned_lines(FILE *file, const emit *e, bool pooled)
{
    emit_stretches list = emit_stretches_new(e);

    for (uint32_t i = 0; i < e->m->buffer_count; i++) {
        if (emit_is_pooled(e, i) != pooled)
            continue;
        if (emit_is_uploaded(e, i))
            emit_stretches_add(e, &list, i, emit_pinned_at(e, i, PLAN_UPLOAD), e->p->places[i].upload_offset);
        if (emit_is_downloaded(e, i))
            emit_stretches_add(e, &list, i, emit_pinned_at(e, i, PLAN_DOWNLOAD), e->p->places[i].download_offset);
    }
    (void)emit_stretches_sort(e, &list);
    offset_lines(file, e, &list);
}

static void pinned_offsets(FILE *file, const emit *e)
{
    if (e->p->pinned_pool.bytes > 0) {
        fprintf(file, "/* Pinned memory that a pool may hold: %llu bytes. */\n",
                (unsigned long long)e->p->pinned_pool.bytes);
        pinned_lines(file, e, true);
        fputc('\n', file);
    }
    pinned_heading(file, e);
    emit_completions(file, e);
    pinned_lines(file, e, false);
    completion_line(file, e);
}

/* ---- enums ---- */

static void node_enum(FILE *file, const emit_graph *g)
{
    if (g->plan->node_count == 0)
        return;
    fprintf(file, "\n/* Nodes of %s \"%s\", in the order in which they are added. */\n", g->is_body ? "body" : "graph",
            g->plan->name);
    fputs("enum {\n", file);
    for (size_t n = 0; n < g->plan->node_count; n++) {
        fprintf(file, "    %s", g->nodes[n].ordinal);
        if (n == 0 ? g->first_node > 0 : g->nodes[n - 1].slots > 1)
            fprintf(file, " = %lu", (unsigned long)(g->first_node + g->nodes[n].slot));
        if (g->nodes[n].slots > 1)
            fprintf(file, ", /* the first of at most %lu */\n", (unsigned long)g->nodes[n].slots);
        else
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

/* "seek in main": of each condition, the conditional node that has it, or the launch whose grid it stands for. */
static const char **nodes_with(const emit *e)
{
    const char **nodes = ARENA_ARRAY(e->memory, const char *, e->m->buffer_count + 1);

    for (size_t i = 0; i < e->order_count; i++) {
        const plan_graph *g = e->order[i]->plan;
        for (size_t n = 0; n < g->node_count; n++)
            if ((g->nodes[n].kind == PLAN_CONDITIONAL ||
                 (g->nodes[n].kind == PLAN_KERNEL && g->nodes[n].condition != MODEL_NONE)) &&
                nodes[g->nodes[n].condition] == NULL)
                nodes[g->nodes[n].condition] = arena_printf(e->memory, "%s in %s", g->nodes[n].name, g->name);
    }
    return nodes;
}

static void control_enums(FILE *file, const emit *e)
{
    if (e->condition_count > 0) {
        const char **nodes = nodes_with(e);

        fprintf(file, "\n/* %s */\nenum {\n",
                emit_any_sized(e) ? "Conditions, which decide whether, and which, bodies of a node run, and launches "
                                    "whose grids the\n * device sets."
                                  : "Conditions: what decides whether, and which, bodies of a node run.");
        for (size_t i = 0; i < e->m->buffer_count; i++)
            if (e->conditions[i] != NULL)
                fprintf(file, "    %s, /* of %s */\n", e->conditions[i], nodes[i] == NULL ? "none" : nodes[i]);
        fputs("};\n", file);
    }
    if (!e->programmatic)
        return;
    fputs("\n/* Images, as bits, with which edges are programmatic: the one that was loaded decides. */\nenum {\n",
          file);
    for (size_t t = 0; t < e->m->target_count && t < 32; t++)
        if ((e->target_images[t] & e->images) != 0)
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
    emit_external_enum(file, e);
    for (size_t i = 0; i < e->order_count; i++)
        node_enum(file, e->order[i]);
    emit_fused_enums(file, e);
    emit_mailbox_enums(file, e);
}

/* ---- asserts ---- */

/* Offset and size of a buffer within its memory, restated as the numbers of the spec. */
static void place_assert(FILE *file, const emit *e, uint32_t buffer, const char *macro, const char *memory_bytes,
                         const char *name)
{
    const model_buffer *b = &e->m->buffers[buffer];

    emit_assert(file, e, "((%s %% %luu) == 0u) && ((%s + %s) <= %s), %s_%s", macro, (unsigned long)b->alignment, macro,
                emit_bytes(e, buffer), memory_bytes, b->name, name);
}

static void buffer_asserts(FILE *file, const emit *e, uint32_t buffer)
{
    const model_buffer *b = &e->m->buffers[buffer];
    bool direct = emit_is_direct(e, buffer);
    const char *pinned = emit_is_pooled(e, buffer) ? arena_printf(e->memory, "%s_POOL_PINNED_BYTES", e->prefix)
                                                   : emit_completion_name(e);

    if (!emit_has_place(b))
        return;
    if (!direct)
        place_assert(file, e, buffer, emit_at(e, buffer), emit_arena_bytes(e, e->p->places[buffer].arena),
                     "lies_in_device_memory");
    if (emit_is_uploaded(e, buffer))
        place_assert(file, e, buffer, emit_pinned_at(e, buffer, PLAN_UPLOAD), pinned,
                     direct ? "is_read_in_pinned_memory" : "goes_up_from_pinned_memory");
    if (emit_is_downloaded(e, buffer))
        place_assert(file, e, buffer, emit_pinned_at(e, buffer, PLAN_DOWNLOAD), pinned,
                     direct ? "is_written_in_pinned_memory" : "comes_down_to_pinned_memory");
}

static void accessor_assert(FILE *file, const emit *e, uint32_t buffer)
{
    const model_buffer *b = &e->m->buffers[buffer];

    emit_assert(file, e, "%s == (%s * sizeof(%s)), %s_has_whole_elements", emit_bytes(e, buffer), emit_count(e, buffer),
                emit_host(e, b->type), b->name);
}

void emit_layout_asserts(FILE *file, const void *context)
{
    const emit *e = context;

    emit_assert(file, e, "(VG_COMPLETION_BYTES == %luu) && ((%s + VG_COMPLETION_BYTES) == %s), end_is_the_runtimes",
                (unsigned long)PLAN_COMPLETION_BYTES, emit_completion_name(e), emit_pinned_size(e));
    if (e->m->buffer_count > 0)
        fputs("\n/* Every buffer is aligned and lies within its memory. */\n", file);
    for (size_t i = 0; i < e->m->buffer_count; i++)
        buffer_asserts(file, e, (uint32_t)i);
    for (size_t i = 0; i < e->m->buffer_count; i++)
        if (emit_is_accessible(&e->m->buffers[i]))
            accessor_assert(file, e, (uint32_t)i);
    emit_constant_asserts(file, e);
}
