/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The vggen authors */
/* NAME.report.html: sizes of memory, and where each buffer lies. */
#include <inttypes.h>
#include <string.h>

#include "report/memories.h"
#include "report/page_parts.h"
#include "report/terms.h"

static void write_memory(FILE *file, const page *p, const memory_content *memory)
{
    const plan_arena *sizes = memory->sizes;

    fputs("<tr>", file);
    page_cell(file, "", "%s", memory->title);
    page_cell(file, "number", "%s", svg_number(p->memory, sizes->bytes));
    page_cell(file, "number", "%s", svg_number(p->memory, sizes->lower_bound));
    page_cell(file, "", "%s",
              !sizes->proven ? "not proven: there may be a smaller layout"
              : sizes->tied  ? "proven: no layout with these transfers is smaller"
                             : "proven: no layout is smaller");
    page_cell(file, "number", "%s", svg_number(p->memory, sizes->peak));
    page_cell(file, "number", "%s", svg_number(p->memory, memory->kept));
    page_cell(file, "number", "%s", svg_number(p->memory, memory->padding));
    page_cell(file, "number", "%s", svg_number(p->memory, sizes->sum));
    fputs("</tr>\n", file);
}

static const char *place_of(const page *p, uint32_t buffer)
{
    const emit *e = p->e;
    const model_buffer *b = &e->m->buffers[buffer];
    const plan_place *place = &e->p->places[buffer];

    if (b->external)
        return "memory that the application binds";
    if (!emit_has_place(b) || b->size == 0)
        return "";
    if (emit_is_direct(e, buffer))
        return "pinned memory, where kernels reach it";
    return arena_printf(p->memory, "%s[%" PRIu64 ", %" PRIu64 ")",
                        e->p->arena_count > 1 ? arena_printf(p->memory, "arena %" PRIu32 " ", place->arena) : "",
                        place->offset, place->offset + b->size);
}

static const char *crossing_of(const page *p, uint32_t buffer, plan_direction direction)
{
    const emit *e = p->e;
    const plan_place *place = &e->p->places[buffer];
    bool up = direction == PLAN_UPLOAD;

    if (up ? !emit_is_uploaded(e, buffer) : !emit_is_downloaded(e, buffer))
        return "";
    return arena_printf(p->memory, "%s, by %s",
                        svg_number(p->memory, up ? place->upload_offset : place->download_offset),
                        emit_transport_name(emit_transport(e, buffer, direction)));
}

static void write_buffer(FILE *file, const page *p, uint32_t buffer, const memory_use *use)
{
    const model_buffer *b = &p->e->m->buffers[buffer];
    unsigned line = page_spec_line(p, b->at);

    fprintf(file, "<tr id=\"buffer-%s\">", b->name);
    fputs("<td><b>", file);
    page_text(file, "%s", b->name);
    fputs("</b></td>", file);
    page_cell(file, "", "%s", model_role_name(b->role));
    page_cell(file, "", "%s %s", b->type->name, emit_shape(p->memory, b));
    page_cell(file, "number", "%s", b->role == ROLE_CONDITION ? "" : svg_number(p->memory, b->size));
    page_cell(file, "", "%s", place_of(p, buffer));
    page_cell(file, "", "%s", crossing_of(p, buffer, PLAN_UPLOAD));
    page_cell(file, "", "%s", crossing_of(p, buffer, PLAN_DOWNLOAD));
    page_cell(file, "", "%s",
              use->first == NULL                   ? ""
              : strcmp(use->first, use->last) == 0 ? use->first
                                                   : arena_printf(p->memory, "%s to %s", use->first, use->last));
    fputs("<td class=\"number\">", file);
    if (line != 0)
        page_link_spec(file, line);
    fputs("</td></tr>\n", file);
}

void page_memory(FILE *file, const page *p)
{
    static const char *const memory_heads[] = {
        "memory", "#bytes", "#lower bound", "is it the least?", "#peak", "#kept", "#padding", "#without sharing", NULL};
    static const char *const heads[] = {"buffer",     "role",         "type", "#bytes", "place",
                                        "pinned, up", "pinned, down", "used", "#spec",  NULL};
    size_t count;
    const memory_content *memories = memories_find(p->e, &count);
    const memory_use *uses = memories_uses(p->e, "");

    page_table(file, memory_heads);
    for (size_t i = 0; i < count; i++)
        write_memory(file, p, &memories[i]);
    page_table_end(file);
    page_table(file, heads);
    for (uint32_t i = 0; i < p->e->m->buffer_count; i++)
        write_buffer(file, p, i, &uses[i]);
    page_table_end(file);
}
