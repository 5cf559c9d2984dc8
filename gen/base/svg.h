/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The vggen authors */
/* Pictures as SVG: whole pixels only, one typeface, colours that people with any colour vision tell apart, text
 * escaped. Text is measured by the widths of a wide sans-serif, so that it fits whatever the viewer has. */
#ifndef SVG_H
#define SVG_H

#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

#include "base/arena.h"
#include "base/stream.h"

#define SVG_INK "#1f2328"       /* text and frames */
#define SVG_QUIET "#57606a"     /* what is read second */
#define SVG_RULE "#d0d7de"      /* thin lines */

/* A picture in the making: what is drawn goes to `body`; how large it gets is known last. */
typedef struct {
    arena *memory;
    stream drawn;
    FILE *body;             /* of it */
} svg;

/* Of the whole picture. */
typedef struct {
    const char *title, *description;
    const char *made; /* by what and from what; not shown */
} svg_words;

void svg_begin(svg *s, arena *a);
void svg_finish(svg *s, FILE *file, int width, int height, const svg_words *words);

/* Pixels that the text takes at this size of letters; bold text takes more. */
int svg_width(const char *text, int size);
int svg_bold_width(const char *text, int size);
/* The text, or its beginning and an ellipsis, cut so that it takes at most this many pixels; "" where nothing fits. */
const char *svg_fit(arena *a, const char *text, int size, int pixels);

/* Text as content or attribute value: markup escaped, controls and what is not UTF-8 replaced. */
void svg_escape(FILE *file, const char *text);
/* At its baseline. `style` is more attributes, "" for none. */
void svg_text(const svg *s, int x, int y, int size, const char *style, const char *text);
void svg_text_bold(const svg *s, int x, int y, int size, const char *text);
/* Reading upwards, its baseline at x, its beginning at y. */
void svg_text_upwards(const svg *s, int x, int y, int size, const char *style, const char *text);
void svg_rect(const svg *s, int x, int y, int width, int height, const char *style);
void svg_line(const svg *s, int x1, int y1, int x2, int y2, const char *style);
/* The group that is closed by svg_close shows this text where the pointer rests. */
void svg_open(const svg *s, const char *class_name, const char *tip);
void svg_close(const svg *s);

/* "1,234,567" */
const char *svg_number(arena *a, uint64_t number);
/* "512 B", "4 KiB", "1.5 MiB" */
const char *svg_bytes(arena *a, uint64_t bytes);

#endif
