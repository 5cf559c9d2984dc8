/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The vggen authors */
/* How bytes cross the bus, as the generated files and their reports say it. */
#include <string.h>

#include "emit/parts.h"

plan_transport emit_transport(const emit *e, uint32_t buffer, plan_direction direction)
{
    return e->p->crossings[buffer].by[direction];
}

const char *emit_transport_reason(const emit *e, uint32_t buffer, plan_direction direction)
{
    const char *why = e->p->crossings[buffer].why[direction];

    return why != NULL ? why : "";
}

const char *emit_transport_name(plan_transport transport)
{
    static const char *const names[] = {
        [TRANSPORT_COPY] = "copy", [TRANSPORT_KERNEL] = "kernel", [TRANSPORT_DIRECT] = "direct"};

    return names[transport];
}

/* ---- direct buffers ---- */

bool emit_is_direct(const emit *e, uint32_t buffer)
{
    return e->p->places[buffer].arena == PLAN_PINNED;
}

bool emit_is_on_device(const emit *e, uint32_t buffer)
{
    return emit_has_place(&e->m->buffers[buffer]) && !emit_is_direct(e, buffer);
}

plan_direction emit_direct_direction(const emit *e, uint32_t buffer)
{
    return e->p->places[buffer].upload_offset != UINT64_MAX ? PLAN_UPLOAD : PLAN_DOWNLOAD;
}

const char *emit_direct_list(const emit *e, const plan_node *n)
{
    emit_names list = {e->memory, NULL, 0, 0};

    for (size_t i = 0; n->kind == PLAN_KERNEL && i < n->range_count; i++) {
        bool before = false;
        for (size_t k = 0; k < i; k++)
            before = before || n->ranges[k].buffer == n->ranges[i].buffer;
        if (!before && emit_is_direct(e, n->ranges[i].buffer))
            emit_names_add(&list, e->m->buffers[n->ranges[i].buffer].name);
    }
    return list.text;
}

/* ---- reasons, for people ---- */

static bool crosses(const emit *e, uint32_t buffer, plan_direction direction)
{
    return direction == PLAN_UPLOAD ? emit_is_uploaded(e, buffer) : emit_is_downloaded(e, buffer);
}

/* It crosses that way, by that transport, for that reason. */
static bool has_reason(const emit *e, uint32_t buffer, plan_direction direction, plan_transport transport,
                       const char *reason)
{
    return crosses(e, buffer, direction) && emit_transport(e, buffer, direction) == transport &&
           strcmp(emit_transport_reason(e, buffer, direction), reason) == 0;
}

/* Whether an earlier buffer, or this one the other way, has the same reason. */
static bool was_said(const emit *e, uint32_t buffer, plan_direction direction, plan_transport transport,
                     const char *reason)
{
    for (uint32_t i = 0; i < buffer; i++)
        if (has_reason(e, i, PLAN_UPLOAD, transport, reason) || has_reason(e, i, PLAN_DOWNLOAD, transport, reason))
            return true;
    return direction == PLAN_DOWNLOAD && has_reason(e, buffer, PLAN_UPLOAD, transport, reason);
}

static void write_reason(FILE *file, const emit *e, plan_transport transport, const char *reason)
{
    emit_names list = {e->memory, NULL, 0, 0};

    for (uint32_t i = 0; i < e->m->buffer_count; i++)
        if (has_reason(e, i, PLAN_UPLOAD, transport, reason) || has_reason(e, i, PLAN_DOWNLOAD, transport, reason))
            emit_names_add(&list, e->m->buffers[i].name);
    emit_wrapped(
        file, " *   ", " *     ",
        arena_printf(e->memory, "%s%s%s", list.text, reason[0] != '\0' ? ": " : "", emit_prose(e->memory, reason)));
    fputc('\n', file);
}

void emit_transport_reasons(FILE *file, const emit *e, plan_transport transport, const char *heading)
{
    bool any = false;

    for (uint32_t i = 0; i < e->m->buffer_count; i++) {
        for (int d = PLAN_UPLOAD; d <= PLAN_DOWNLOAD; d++) {
            plan_direction direction = (plan_direction)d;
            const char *reason = emit_transport_reason(e, i, direction);
            if (!has_reason(e, i, direction, transport, reason) || was_said(e, i, direction, transport, reason))
                continue;
            if (!any)
                fputs(heading, file);
            any = true;
            write_reason(file, e, transport, reason);
        }
    }
}

void emit_transport_text(FILE *file, const emit *e)
{
    emit_transport_reasons(file, e, TRANSPORT_KERNEL,
                           " *\n * By vg_copy, a kernel that copies, instead of a copy node:\n");
    emit_transport_reasons(file, e, TRANSPORT_DIRECT,
                           " *\n * In pinned memory, where kernels reach it themselves; it has no other place:\n");
}
