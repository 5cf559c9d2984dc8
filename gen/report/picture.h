/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The vggen authors */
/* What both pictures are drawn with: title, legend, boxes in two colours, and the line at the bottom. svg knows shapes;
 * this knows how our pictures look. */
#ifndef PICTURE_H
#define PICTURE_H

#include "base/svg.h"
#include "emit/emit_context.h"

#define PICTURE_MARGIN 28
#define PICTURE_LEGEND 92   /* baseline of the legend's first line */

/* A dark colour for frames and its tint for what they hold. */
typedef struct {
    const char *colour, *tint;
} picture_look;

/* The look as attributes of a shape, followed by `more`. */
const char *picture_style(arena *a, const picture_look *look, const char *more);

/* What the picture shows, and in smaller letters how to read it. */
void picture_title(const svg *s, const char *title, const char *how_to_read);

/* A line of signs with their meanings. Each sign is drawn at x, above the baseline y, then picture_legend_text says
 * what it means and moves x on. */
typedef struct {
    const svg *s;
    int sign_width, sign_height;
    int x, y;
} picture_legend;

void picture_legend_text(picture_legend *legend, const char *text);
/* A rectangle of that size as sign, and what it means. */
void picture_legend_box(picture_legend *legend, const char *style, const char *text);
/* A horizontal line as sign, and what it means. */
void picture_legend_line(picture_legend *legend, const char *style, const char *text);

/* Says at y who made the picture, and writes it. */
void picture_finish(svg *s, FILE *file, const emit *e, int width, int y, const char *title, const char *description);

#endif
