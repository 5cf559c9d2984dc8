/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The vggen authors */
#include "report/map.h"

#include <string.h>

#include "emit/emit_facts.h"
#include "emit/emit_text.h"
#include "report/fused.h"
#include "report/memories.h"
#include "report/terms.h"

/* A buffer may share bytes with thousands of others: this many are named. */
#define SHARES_NAMED 6u

typedef unsigned long long number;

/* ---- who uses a buffer ---- */

/* The steps that use each buffer: its bytes on the device, and those in pinned memory for each way. */
typedef struct {
    const memory_use *device, *up, *down;
} uses_by_way;

static const memory_use *use_of(const uses_by_way *all, const memory_piece *piece)
{
    if (piece->way[0] == '\0')
        return &all->device[piece->buffer];
    return memories_direction(piece) == PLAN_UPLOAD ? &all->up[piece->buffer] : &all->down[piece->buffer];
}

static const char *step_text(const char *step)
{
    return step != NULL ? step : "-";
}

/* ---- one memory ---- */

static void write_amount(FILE *file, const char *what, uint64_t bytes, const char *remark)
{
    fprintf(file, "  %-20s %14llu%s%s\n", what, (number)bytes, remark[0] != '\0' ? "  " : "", remark);
}

static const char *percent(const emit *e, uint64_t part, uint64_t whole)
{
    /* In tenths of a percent. Sizes are not multiplied with each other, which could overflow. */
    uint64_t tenths = whole >= 1000 ? part / (whole / 1000) : whole > 0 ? part * 1000 / whole : 0;

    return arena_printf(e->memory, "%llu.%llu %%", (number)(tenths / 10), (number)(tenths % 10));
}

static void write_heading(FILE *file, const emit *e, const memory_content *memory)
{
    const plan_arena *sizes = memory->sizes;
    uint64_t gap = sizes->bytes > sizes->lower_bound ? sizes->bytes - sizes->lower_bound : 0;
    const char *at = "at every step";

    if (sizes->peak_node != MODEL_NONE)
        at =
            arena_printf(e->memory, "at %s",
                         terms_node(e->memory, plan_graph_plain(e->p, sizes->peak_graph), sizes->peak_node));
    fprintf(file, "\n%s\n", memory->title);
    write_amount(file, "bytes", sizes->bytes, "");
    write_amount(file, "lower bound", sizes->lower_bound, "");
    write_amount(file, "gap", gap,
                 sizes->proven && sizes->tied ? "proven: no layout with these transfers is smaller"
                 : sizes->proven              ? "proven: no layout is smaller"
                               : arena_printf(e->memory, "%s; not proven: there may be a smaller layout",
                                              percent(e, gap, sizes->lower_bound)));
    write_amount(file, "peak", sizes->peak, arena_printf(e->memory, "most bytes needed at once, %s", at));
    write_amount(file, "kept", memory->kept, "never shared");
    write_amount(file, "padding", memory->padding, "belongs to no buffer");
    write_amount(file, "without sharing", sizes->sum, "");
}

/* Lists the pieces that overlap pieces[at], by offset. No piece before `from` reaches it. */
static void write_shares(FILE *file, const emit *e, const memory_content *memory, size_t at, size_t from)
{
    const memory_piece *pieces = memory->pieces;
    size_t found = 0;

    for (size_t i = from; i < memory->count && pieces[i].first < pieces[at].last; i++) {
        if (i == at || pieces[i].last <= pieces[at].first)
            continue;
        if (found++ < SHARES_NAMED)
            fprintf(file, "%s%s", found > 1 ? ", " : "", e->m->buffers[pieces[i].buffer].name);
    }
    if (found > SHARES_NAMED)
        fprintf(file, " and %zu more", found - SHARES_NAMED);
    else if (found == 0)
        fputc('-', file);
}

typedef struct {
    int offset, size, align, buffer, first, last;
} widths;

static void widen(int *width, const char *text)
{
    if ((int)strlen(text) > *width)
        *width = (int)strlen(text);
}

static widths measure(const emit *e, const memory_content *memory, const uses_by_way *uses)
{
    widths w = {6, 4, 5, 9, 10, 9}; /* of the headings; of "*padding*", since nothing stands after "*completion*" */

    widen(&w.offset, arena_printf(e->memory, "0x%llx", (number)memory->sizes->bytes));
    widen(&w.size, arena_printf(e->memory, "%llu", (number)memory->sizes->bytes));
    for (size_t i = 0; i < memory->count; i++) {
        const memory_piece *piece = &memory->pieces[i];
        widen(&w.buffer, e->m->buffers[piece->buffer].name);
        widen(&w.first, step_text(use_of(uses, piece)->first));
        widen(&w.last, step_text(use_of(uses, piece)->last));
    }
    return w;
}

static void write_begin(FILE *file, const widths *w, uint64_t first, uint64_t size)
{
    fprintf(file, "  0x%0*llx  %*llu", w->offset - 2, (number)first, w->size, (number)size);
}

static void write_padding(FILE *file, const widths *w, uint64_t first, uint64_t last)
{
    if (first >= last)
        return;
    write_begin(file, w, first, last - first);
    fprintf(file, "  %*s  *padding*\n", w->align, "");
}

static void write_table(FILE *file, const emit *e, const memory_content *memory, const uses_by_way *uses)
{
    widths w = measure(e, memory, uses);
    uint64_t end = 0;
    size_t from = 0;

    fprintf(file, "\n  %-*s  %*s  %*s  %-*s  %-8s  %-4s  %-4s  %-*s  %-*s  %s\n", w.offset, "offset", w.size, "size",
            w.align, "align", w.buffer, "buffer", "role", "way", "life", w.first, "first step", w.last, "last step",
            "shares with");
    for (size_t i = 0; i < memory->count; i++) {
        const memory_piece *piece = &memory->pieces[i];
        const model_buffer *b = &e->m->buffers[piece->buffer];
        const memory_use *u = use_of(uses, piece);
        while (from < i && memory->pieces[from].last <= piece->first)
            from++;
        write_padding(file, &w, end, piece->first);
        end = piece->last > end ? piece->last : end;
        write_begin(file, &w, piece->first, b->size);
        fprintf(file, "  %*lu  %-*s  %-8s  %-4s  %-4s  %-*s  %-*s  ", w.align, (unsigned long)b->alignment, w.buffer,
                b->name, model_role_name(b->role), piece->way[0] != '\0' ? piece->way : "-",
                piece->kept ? "kept" : "used", w.first, step_text(u->first), w.last, step_text(u->last));
        write_shares(file, e, memory, i, from);
        fputc('\n', file);
    }
    write_padding(file, &w, end, memory->end);
    if (memory->end < memory->sizes->bytes) {
        write_begin(file, &w, memory->end, memory->sizes->bytes - memory->end);
        fprintf(file, "  %*s  *completion*\n", w.align, "");
    }
}

/* ---- the file ---- */

static void write_placeless(FILE *file, const emit *e)
{
    emit_names list = {e->memory, NULL, 0, 0};

    for (size_t i = 0; i < e->m->buffer_count; i++)
        if ((!emit_has_place(&e->m->buffers[i]) || e->m->buffers[i].size == 0) && !e->m->buffers[i].external)
            emit_names_add(&list, e->m->buffers[i].name);
    if (list.text != NULL)
        fprintf(file, "\nwithout memory: %s\n", list.text);
}

static void write_external(FILE *file, const emit *e)
{
    int width = 6; /* of the heading */

    if (emit_external_count(e->m) == 0)
        return;
    for (size_t i = 0; i < e->m->buffer_count; i++)
        if (e->m->buffers[i].external)
            widen(&width, e->m->buffers[i].name);
    fprintf(file, "\nexternal memory, which the application binds\n\n  %-*s  %12s  %5s  role\n", width, "buffer",
            "bytes", "align");
    for (size_t i = 0; i < e->m->buffer_count; i++) {
        const model_buffer *b = &e->m->buffers[i];
        if (b->external)
            fprintf(file, "  %-*s  %12llu  %5lu  %s\n", width, b->name, (number)b->size, (unsigned long)b->alignment,
                    model_role_name(b->role));
    }
}

/* ---- how bytes cross ---- */

static void write_transport(FILE *file, const emit *e, int width, uint32_t buffer, plan_direction direction)
{
    static const char *const by[] = {
        [TRANSPORT_COPY] = "a copy node", [TRANSPORT_KERNEL] = "vg_copy", [TRANSPORT_DIRECT] = "kernels, in place"};
    const char *reason = emit_transport_reason(e, buffer, direction);

    fprintf(file, "  %-*s  %-4s  ", width, e->m->buffers[buffer].name, direction == PLAN_UPLOAD ? "up" : "down");
    fprintf(file, reason[0] != '\0' ? "%-17s  %s\n" : "%s%s\n", by[emit_transport(e, buffer, direction)], reason);
}

static void write_transports(FILE *file, const emit *e)
{
    int width = 6; /* of the heading */

    if (e->p->run_count == 0)
        return;
    for (uint32_t i = 0; i < e->m->buffer_count; i++)
        if (emit_is_uploaded(e, i) || emit_is_downloaded(e, i))
            widen(&width, e->m->buffers[i].name);
    fprintf(file, "\nhow bytes cross\n\n  %-*s  %-4s  %-17s  %s\n", width, "buffer", "way", "by", "why");
    for (uint32_t i = 0; i < e->m->buffer_count; i++) {
        if (emit_is_uploaded(e, i))
            write_transport(file, e, width, i, PLAN_UPLOAD);
        if (emit_is_downloaded(e, i))
            write_transport(file, e, width, i, PLAN_DOWNLOAD);
    }
}

/* ---- how replays end ---- */

static void write_completions(FILE *file, const emit *e)
{
    int width = 5; /* of the heading */

    for (size_t i = 0; i < e->replayed; i++)
        widen(&width, e->p->graphs[i].name);
    fprintf(file, "\nhow the host sees that a replay has ended\n\n  %-*s  by\n", width, "graph");
    for (size_t i = 0; i < e->replayed; i++)
        fprintf(file, "  %-*s  %s\n", width, e->p->graphs[i].name, emit_completion_text(e, &e->p->graphs[i]));
}

/* ---- fused launches ---- */

static void write_fused(FILE *file, const emit *e)
{
    static const char heading[] = "\nfused launches, and what each does\n\n";
    const char *never = fused_never(e);

    if (never != NULL)
        fprintf(file, "\nno launch is fused: %s\n", never);
    for (size_t i = 0, lines = 0; i < e->order_count && never == NULL; i++) {
        const emit_graph *g = e->order[i];
        size_t count;
        const fused_reason *reasons = fused_reasons(e, g->plan, &count);
        for (size_t n = 0; n < g->plan->node_count; n++)
            if (g->nodes[n].parts != NULL)
                fprintf(file, "%s  %s.%s: %s\n", lines++ == 0 ? heading : "", g->plan->name, g->nodes[n].name,
                        fused_names(e, &g->nodes[n]));
        for (size_t k = 0; k < count; k++)
            fprintf(file, "%s  %s, not fused: %s (%s)\n", lines++ == 0 ? heading : "", g->plan->name, reasons[k].nodes,
                    reasons[k].why);
    }
}

void map_write(FILE *file, const emit *e)
{
    size_t count;
    const memory_content *memories = memories_find(e, &count);
    const uses_by_way uses = {memories_uses(e, ""), memories_uses(e, "up"), memories_uses(e, "down")};

    fprintf(file,
            "# SPDX-" "License-Identifier: 0BSD\n# SPDX-" "FileCopyrightText: 2026 The vggen authors\n"
            "# Memory of program \"%s\". Made by vggen %s from %s (run %s).\n"
            "# Sizes and offsets are bytes. A kept buffer has its bytes for the whole life of the program. A used one "
            "has them\n"
            "# from its first to its last step in each graph; other buffers may have them before and after.\n",
            e->program, e->in->version, e->spec, e->stamp);
    for (size_t i = 0; i < count; i++) {
        write_heading(file, e, &memories[i]);
        write_table(file, e, &memories[i], &uses);
    }
    write_transports(file, e);
    write_completions(file, e);
    write_fused(file, e);
    write_external(file, e);
    write_placeless(file, e);
    if (e->lanes)
        fprintf(file, "\n%u lanes", e->m->lanes);
    if (e->queued)
        fprintf(file, "%s%u replays%s in flight, each with pinned memory of its own", e->lanes ? ", " : "\n",
                e->m->in_flight, e->lanes ? " of a lane" : "");
    fprintf(file, "\ntotal: device %llu bytes, pinned %llu bytes\n", (number)emit_device_bytes(e),
            (number)emit_pinned_bytes(e));
}
