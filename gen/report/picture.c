/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The vggen authors */
#include "report/picture.h"

#define TITLE_Y 38
#define HOW_TO_READ_Y 60
#define TEXT_SIZE 12
#define BEFORE_TEXT 8
#define AFTER_TEXT 24
#define SIGN_MIDDLE 5 /* above the baseline */
#define BELOW_LAST_LINE 22

const char *picture_style(arena *a, const picture_look *look, const char *more)
{
    return arena_printf(a, "fill=\"%s\" stroke=\"%s\"%s", look->tint, look->colour, more);
}

void picture_title(const svg *s, const char *title, const char *how_to_read)
{
    svg_text_bold(s, PICTURE_MARGIN, TITLE_Y, 20, title);
    svg_text(s, PICTURE_MARGIN, HOW_TO_READ_Y, TEXT_SIZE, "fill=\"" SVG_QUIET "\"", how_to_read);
}

void picture_legend_text(picture_legend *legend, const char *text)
{
    int x = legend->x + legend->sign_width + BEFORE_TEXT;

    svg_text(legend->s, x, legend->y, TEXT_SIZE, "", text);
    legend->x = x + svg_width(text, TEXT_SIZE) + AFTER_TEXT;
}

void picture_legend_box(picture_legend *legend, const char *style, const char *text)
{
    svg_rect(legend->s, legend->x, legend->y - SIGN_MIDDLE - legend->sign_height / 2, legend->sign_width,
             legend->sign_height, style);
    picture_legend_text(legend, text);
}

void picture_legend_line(picture_legend *legend, const char *style, const char *text)
{
    svg_line(legend->s, legend->x, legend->y - 4, legend->x + legend->sign_width, legend->y - 4, style);
    picture_legend_text(legend, text);
}

void picture_finish(svg *s, FILE *file, const emit *e, int width, int y, const char *title, const char *description)
{
    const char *made = arena_printf(e->memory, "Made by vggen %s from %s for program \"%s\" (run %s). Do not edit.",
                                    e->in->version, e->spec, e->program, e->stamp);

    svg_text(s, PICTURE_MARGIN, y, 11, "fill=\"" SVG_QUIET "\"",
             arena_printf(e->memory, "Made by vggen %s from %s.", e->in->version, e->spec));
    svg_finish(s, file, width, y + BELOW_LAST_LINE, &(svg_words){title, description, made});
}
