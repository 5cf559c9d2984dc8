/* SPDX-License-Identifier: MIT */
/* NAME_arena.svg: the title, and the legend of what the picture has. */
#include "report/memory_picture_parts.h"

static int legend_item(const memory_picture *p, int x, int y, const char *text)
{
    svg_text(p->s, x + 20, y, 12, "", text);
    return x + 20 + svg_width(text, 12) + 22;
}

static int draw_roles(const memory_picture *p, int y)
{
    int x = MEMORY_MARGIN;

    for (int role = ROLE_INPUT; role <= ROLE_SETTING; role++) {
        bool found = false;
        for (size_t i = 0; i < p->e->m->buffer_count && !found; i++)
            found = p->e->m->buffers[i].role == (model_role)role && emit_has_place(&p->e->m->buffers[i]);
        if (!found)
            continue;
        svg_rect(p->s, x, y - 11, 14, 12,
                 arena_printf(p->e->memory, "fill=\"%s\" stroke=\"%s\"",
                              memory_picture_role_look((model_role)role)->tint,
                              memory_picture_role_look((model_role)role)->colour));
        x = legend_item(p, x, y, model_role_name((model_role)role));
    }
    return y + 22;
}

static int draw_signs(const memory_picture *p, int y)
{
    int x = MEMORY_MARGIN;

    svg_rect(p->s, x, y - 11, 14, 12, "fill=\"none\" stroke=\"" SVG_QUIET "\"");
    x = legend_item(p, x, y, "kept for the program's life");
    svg_rect(p->s, x, y - 11, 14, 12, "fill=\"none\" stroke=\"" SVG_QUIET "\" rx=\"3\"");
    x = legend_item(p, x, y, "needed from first to last step");
    if (p->column >= MEMORY_MARKED_COLUMN) {
        svg_rect(p->s, x, y - 6, 14, 3, "fill=\"" SVG_QUIET "\"");
        x = legend_item(p, x, y, "the step writes it");
        svg_rect(p->s, x, y - 6, 14, 3, "fill=\"" SVG_QUIET "\" fill-opacity=\"0.35\"");
        x = legend_item(p, x, y, "only reads it");
    }
    svg_rect(p->s, x, y - 11, 14, 12, "fill=\"url(#padding)\" stroke=\"" SVG_RULE "\"");
    x = legend_item(p, x, y, "padding");
    svg_rect(p->s, x, y - 11, 14, 12, "fill=\"" MEMORY_PEAK_TINT "\"");
    legend_item(p, x, y, "most bytes needed");
    return y + 20;
}

int memory_picture_draw_top(const memory_picture *p)
{
    svg_text_bold(p->s, MEMORY_MARGIN, 38, 20,
                  arena_printf(p->e->memory, "Memory of %s over its steps",
                               svg_fit(p->e->memory, p->e->program, 20, p->page / 2)));
    svg_text(p->s, MEMORY_MARGIN, 60, 12, "fill=\"" SVG_QUIET "\"",
             "Offsets downwards in bytes, steps to the right in the order of the graph. A box is a buffer.");
    return draw_signs(p, draw_roles(p, 88));
}
