/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The vggen authors */
/* --print-plan: sizes of memory, where buffers lie, and how bytes cross. */
#include <inttypes.h>
#include <string.h>

#include "emit/emit_facts.h"
#include "plan/transport.h"
#include "report/print_plan_parts.h"
#include "report/terms.h"

static void memory_line(FILE *file, const emit *e, const char *name, const plan_arena *memory)
{
    fprintf(file, "%s: %" PRIu64 " bytes, %" PRIu64 " without sharing, lower bound %" PRIu64, name, memory->bytes,
            memory->sum, memory->lower_bound);
    if (memory->proven)
        fputs(memory->tied ? ", proven with these transfers" : ", proven", file);
    else
        fprintf(file, ", open by %" PRIu64, memory->bytes - memory->lower_bound);
    if (memory->steps > 0)
        fprintf(file, " after %" PRIu64 " search steps", memory->steps);
    if (memory->peak_node != MODEL_NONE) {
        const char *at = terms_node(e->memory, plan_graph_plain(e->p, memory->peak_graph), memory->peak_node);
        fprintf(file, "; peak %" PRIu64 " at %s", memory->peak, at);
    }
    fputc('\n', file);
}

/* Prints one line for all device memory if each buffer has its own. */
static void print_arenas(FILE *file, const emit *e)
{
    const plan *p = e->p;
    plan_arena all = {.bytes = 0, .proven = true, .peak_node = MODEL_NONE};

    for (size_t i = 0; i < p->arena_count && !p->separate; i++)
        memory_line(file, e,
                    p->arenas[i].shared   ? "device memory for all lanes"
                    : p->arenas[i].pooled ? "device memory for a pool"
                                          : "device memory",
                    &p->arenas[i]);
    for (size_t i = 0; i < p->arena_count; i++) {
        all.bytes += p->arenas[i].bytes;
        all.lower_bound += p->arenas[i].lower_bound;
        all.sum += p->arenas[i].sum;
    }
    if (p->separate)
        memory_line(file, e, "device memory", &all);
    if (p->run_count > 0)
        memory_line(file, e, e->queued ? "pinned memory of each replay in flight" : "pinned memory", &p->pinned);
    if (p->keep_bytes > 0)
        fprintf(file, "the program's struct: %" PRIu64 " bytes for %u kept calls of each graph%s\n", p->keep_bytes,
                e->m->keep, e->lanes ? " and lane" : "");
    if (p->pinned_pool.bytes > 0)
        memory_line(file, e, "pinned memory for a pool", &p->pinned_pool);
}

static bool has_conditions(const model *m)
{
    for (size_t i = 0; i < m->buffer_count; i++) {
        if (m->buffers[i].role == ROLE_CONDITION)
            return true;
    }
    return false;
}

static int longest_name(const model *m)
{
    size_t longest = 6;

    for (size_t i = 0; i < m->buffer_count; i++)
        longest = strlen(m->buffers[i].name) > longest ? strlen(m->buffers[i].name) : longest;
    return longest > 40 ? 40 : (int)longest;
}

static void print_offset(FILE *file, uint64_t offset)
{
    if (offset == UINT64_MAX)
        fprintf(file, "  %12s", "-");
    else
        fprintf(file, "  %12" PRIu64, offset);
}

static void print_buffers(FILE *file, const emit *e)
{
    const model *m = e->m;
    int width = longest_name(m), role_width = has_conditions(m) ? 9 : 8;

    fprintf(file, "\n%-*s  %-*s  %12s  %5s  %12s  %12s  %12s\n", width, "buffer", role_width, "role", "bytes", "arena",
            "offset", "pinned up", "pinned down");
    for (size_t i = 0; i < m->buffer_count; i++) {
        const model_buffer *b = &m->buffers[i];
        const plan_place *place = &e->p->places[i];

        fprintf(file, "%-*s  %-*s  %12" PRIu64, width, b->name, role_width, model_role_name(b->role),
                b->role == ROLE_CONDITION ? 0 : b->size);
        if (b->external)
            fprintf(file, "  %5s  %12s", "-", "external");
        else if (b->role == ROLE_CONDITION || place->arena == PLAN_PINNED)
            fprintf(file, "  %5s  %12s", "-", "-");
        else
            fprintf(file, "  %5" PRIu32 "  %12" PRIu64, place->arena, place->offset);
        print_offset(file, place->upload_offset);
        print_offset(file, place->download_offset);
        fputc('\n', file);
    }
}

/* ---- how bytes cross ---- */

static void print_transport(FILE *file, const emit *e, int width, uint32_t buffer, plan_direction direction)
{
    const char *why = emit_transport_reason(e, buffer, direction);

    if (why[0] != '\0')
        fprintf(file, "%-*s  %-4s  %-6s  %s\n", width, e->m->buffers[buffer].name,
                direction == PLAN_UPLOAD ? "up" : "down", emit_transport_name(emit_transport(e, buffer, direction)),
                why);
}

static void print_transports(FILE *file, const emit *e)
{
    int width = longest_name(e->m);

    if (e->p->run_count == 0)
        return;
    fputs("\ntransports\n", file);
    for (uint32_t i = 0; i < e->m->buffer_count; i++) {
        print_transport(file, e, width, i, PLAN_UPLOAD);
        print_transport(file, e, width, i, PLAN_DOWNLOAD);
    }
}

void print_plan_memory(FILE *file, const emit *e)
{
    print_arenas(file, e);
    print_buffers(file, e);
    print_transports(file, e);
}
