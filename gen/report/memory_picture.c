/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The vggen authors */
#include "report/memory_picture.h"

#include "report/memory_picture_parts.h"

#include <string.h>

/* With --layout=separate each buffer is an allocation of its own. They are shown as one memory, one after the other. */
static memory_content join_arenas(const emit *e, const memory_content *memories, size_t count)
{
    plan_arena *sizes = ARENA_NEW(e->memory, plan_arena);
    memory_content all = {.title = "device memory, an allocation for each buffer", .kind = "device", .sizes = sizes};

    all.pieces = ARENA_ARRAY(e->memory, memory_piece, e->m->buffer_count + 1);
    sizes->peak_graph = sizes->peak_node = MODEL_NONE;
    sizes->proven = true;
    for (size_t i = 0; i < count; i++) {
        for (size_t k = 0; k < memories[i].count; k++) {
            memory_piece piece = memories[i].pieces[k];
            piece.first += sizes->bytes;
            piece.last += sizes->bytes;
            all.pieces[all.count++] = piece;
        }
        sizes->bytes += memories[i].sizes->bytes;
        all.end += memories[i].end;
        sizes->lower_bound += memories[i].sizes->lower_bound;
        sizes->sum += memories[i].sizes->sum;
        all.padding += memories[i].padding;
        all.kept += memories[i].kept;
        sizes->peak += memories[i].sizes->peak;
        sizes->proven = sizes->proven && memories[i].sizes->proven;
        sizes->tied = sizes->tied || memories[i].sizes->tied;
    }
    return all;
}

static memory_content *shown_memories(const emit *e, size_t *count)
{
    memory_content *memories = memories_find(e, count);
    size_t device = e->p->arena_count;

    if (!e->p->separate || device == 0)
        return memories;
    memories[0] = join_arenas(e, memories, device);
    memmove(memories + 1, memories + device, (*count - device) * sizeof *memories);
    *count -= device - 1;
    return memories;
}

void memory_picture_write(FILE *file, const emit *e)
{
    svg s;
    memory_picture p;
    size_t count;
    const memory_content *memories = shown_memories(e, &count);
    int y;

    svg_begin(&s, e->memory);
    memory_picture_lay_steps(&p, e, &s);
    fputs("<defs><pattern id=\"padding\" width=\"6\" height=\"6\" patternUnits=\"userSpaceOnUse\">"
          "<path d=\"M0 6 L6 0\" stroke=\"#c3cad1\"/></pattern></defs>\n",
          s.body);
    y = memory_picture_draw_top(&p) + 14;
    for (size_t i = 0; i < count; i++)
        y = memory_picture_draw_memory(&p, &memories[i], y);
    y = memory_picture_draw_key(&p, memories, count, y);
    if (p.unlabelled > 0) {
        svg_text(&s, PICTURE_MARGIN, y + 4, 11, "fill=\"" SVG_QUIET "\"",
                 arena_printf(e->memory,
                              "%zu boxes have no room for a label: a browser names the one under the pointer.",
                              p.unlabelled));
        y += 20;
    }
    picture_finish(&s, file, e, p.page, y + 8, arena_printf(e->memory, "Memory of %s", e->program),
                   "Offsets run down, steps run to the right; each box is a buffer, from the first to the last step "
                   "that needs it.");
}
