/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The vggen authors */
/* NAME_arena.svg: the title, and the legend of what the picture has. */
#include "report/memory_picture_parts.h"

#define SIGN_WIDTH 14
#define SIGN_HEIGHT 12
#define MARK_HEIGHT 3
#define LINE_HEIGHT 22
#define HOLLOW "fill=\"none\" stroke=\"" SVG_QUIET "\""

static picture_legend begin_line(const memory_picture *p, int y)
{
    return (picture_legend){p->s, SIGN_WIDTH, SIGN_HEIGHT, PICTURE_MARGIN, y};
}

static bool has_role(const model *m, model_role role)
{
    for (size_t i = 0; i < m->buffer_count; i++)
        if (m->buffers[i].role == role && emit_has_place(&m->buffers[i]))
            return true;
    return false;
}

static void draw_roles(const memory_picture *p, int y)
{
    picture_legend legend = begin_line(p, y);

    for (int role = ROLE_INPUT; role <= ROLE_SETTING; role++)
        if (has_role(p->e->m, (model_role)role))
            picture_legend_box(&legend, picture_style(p->e->memory, memory_picture_role_look((model_role)role), ""),
                               model_role_name((model_role)role));
}

static void draw_mark(picture_legend *legend, const char *style, const char *text)
{
    svg_rect(legend->s, legend->x, legend->y - 6, SIGN_WIDTH, MARK_HEIGHT, style);
    picture_legend_text(legend, text);
}

static void draw_signs(const memory_picture *p, int y)
{
    picture_legend legend = begin_line(p, y);

    picture_legend_box(&legend, HOLLOW, "kept for the program's life");
    picture_legend_box(&legend, HOLLOW " rx=\"3\"", "needed from first to last use");
    if (p->column >= MEMORY_MARKED_COLUMN) {
        draw_mark(&legend, "fill=\"" SVG_QUIET "\"", "written by the step");
        draw_mark(&legend, "fill=\"" SVG_QUIET "\" fill-opacity=\"0.35\"", "only read by it");
    }
    picture_legend_box(&legend, "fill=\"url(#padding)\" stroke=\"" SVG_RULE "\"", "padding");
    picture_legend_box(&legend, "fill=\"" MEMORY_PEAK_TINT "\"", "peak");
}

int memory_picture_draw_top(const memory_picture *p)
{
    const char *name = svg_fit(p->e->memory, p->e->program, 20, p->page / 2);

    picture_title(p->s, arena_printf(p->e->memory, "Memory of %s over its steps", name),
                  "Offsets in bytes run down, steps run to the right in the order of the graph. Each box is a buffer.");
    draw_roles(p, PICTURE_LEGEND);
    draw_signs(p, PICTURE_LEGEND + LINE_HEIGHT);
    return PICTURE_LEGEND + 2 * LINE_HEIGHT;
}
