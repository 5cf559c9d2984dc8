/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The vggen authors */
#include "base/svg.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "base/text.h"

#define FAMILY "Inter, Helvetica, Arial, 'Liberation Sans', 'DejaVu Sans', sans-serif"

void svg_begin(svg *s, arena *a)
{
    s->memory = a;
    s->body = stream_open(&s->drawn);
}

void svg_finish(svg *s, FILE *file, int width, int height, const svg_words *words)
{
    stream_close(&s->drawn);
    fprintf(file,
            "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<!-- SPDX-" "License-Identifier: 0BSD -->\n"
            "<!-- SPDX-" "FileCopyrightText: 2026 The vggen authors -->\n"
            "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"%d\" height=\"%d\" viewBox=\"0 0 %d %d\" role=\"img\" "
            "aria-labelledby=\"title description\">\n<title id=\"title\">",
            width, height, width, height);
    svg_escape(file, words->title);
    fputs("</title>\n<desc id=\"description\">", file);
    svg_escape(file, words->description);
    fputs("</desc>\n<metadata>", file);
    svg_escape(file, words->made);
    fputs("</metadata>\n", file);
    fprintf(file, "<rect width=\"%d\" height=\"%d\" fill=\"#ffffff\"/>\n<g font-family=\"%s\" fill=\"%s\">\n", width,
            height, FAMILY, SVG_INK);
    fwrite(s->drawn.bytes, 1, s->drawn.size, file);
    fputs("</g>\n</svg>\n", file);
    free(s->drawn.bytes);
}

/* ---- text ---- */

/* Widths of the letters from the blank on, in hundredths of their size. */
static const unsigned char widths[] = {
    32, 40, 46, 84, 64, 95, 78, 27, 39,  39, 50, 84, 32, 36, 32, 34, 64, 64, 64, 64, 64, 64, 64, 64,
    64, 64, 34, 34, 84, 84, 84, 53, 100, 68, 69, 70, 77, 63, 58, 77, 75, 29, 29, 66, 56, 86, 75, 79,
    60, 79, 69, 63, 61, 73, 68, 99, 69,  61, 69, 39, 34, 39, 84, 50, 50, 61, 63, 55, 63, 62, 35, 63,
    63, 28, 28, 58, 28, 97, 63, 61, 63,  63, 41, 52, 39, 63, 59, 82, 59, 59, 52, 64, 34, 64, 84,
};

#define ELLIPSIS "\xe2\x80\xa6"

static int letter_width(uint32_t code_point)
{
    if (code_point >= ' ' && code_point - ' ' < sizeof widths)
        return widths[code_point - ' '];
    return code_point < 0x1100 ? 80 : 110; /* from Hangul on letters may be as wide as they are high */
}

/* In hundredths of a pixel. */
static int measure(const char *text, size_t length, int size)
{
    int width = 0;

    for (size_t i = 0; i < length;) {
        uint32_t code_point;
        bool valid;
        i += text_code_point(text + i, length - i, &code_point, &valid);
        width += letter_width(valid ? code_point : 'W') * size;
    }
    return width;
}

int svg_width(const char *text, int size)
{
    return (measure(text, strlen(text), size) + 99) / 100;
}

int svg_bold_width(const char *text, int size)
{
    return svg_width(text, size) * 6 / 5;
}

const char *svg_fit(arena *a, const char *text, int size, int pixels)
{
    size_t length = strlen(text), kept = 0;
    int room = 100 * pixels - letter_width(0x2026) * size, width = 0;

    if (svg_width(text, size) <= pixels)
        return text;
    while (kept < length) {
        uint32_t code_point;
        bool valid;
        size_t bytes = text_code_point(text + kept, length - kept, &code_point, &valid);
        width += letter_width(valid ? code_point : 'W') * size;
        if (width > room)
            break;
        kept += bytes;
    }
    return kept == 0 ? "" : arena_printf(a, "%.*s" ELLIPSIS, (int)kept, text);
}

void svg_escape(FILE *file, const char *text)
{
    size_t length = strlen(text);

    for (size_t i = 0; i < length;) {
        uint32_t code_point;
        bool valid;
        size_t bytes = text_code_point(text + i, length - i, &code_point, &valid);
        if (!valid || !text_is_printable(code_point) || code_point == 0xFFFE || code_point == 0xFFFF)
            fputs("\xef\xbf\xbd", file);
        else if (code_point == '<')
            fputs("&lt;", file);
        else if (code_point == '>')
            fputs("&gt;", file);
        else if (code_point == '&')
            fputs("&amp;", file);
        else if (code_point == '"')
            fputs("&quot;", file);
        else
            fwrite(text + i, 1, bytes, file);
        i += bytes;
    }
}

static const char *space(const char *style)
{
    return style[0] != '\0' ? " " : "";
}

void svg_text(const svg *s, int x, int y, int size, const char *style, const char *text)
{
    fprintf(s->body, "<text x=\"%d\" y=\"%d\" font-size=\"%d\"%s%s>", x, y, size, space(style), style);
    svg_escape(s->body, text);
    fputs("</text>\n", s->body);
}

void svg_text_bold(const svg *s, int x, int y, int size, const char *text)
{
    svg_text(s, x, y, size, "font-weight=\"bold\"", text);
}

void svg_text_upwards(const svg *s, int x, int y, int size, const char *style, const char *text)
{
    fprintf(s->body, "<text transform=\"translate(%d %d) rotate(-90)\" font-size=\"%d\"%s%s>", x, y, size, space(style),
            style);
    svg_escape(s->body, text);
    fputs("</text>\n", s->body);
}

/* ---- shapes ---- */

void svg_rect(const svg *s, int x, int y, int width, int height, const char *style)
{
    fprintf(s->body, "<rect x=\"%d\" y=\"%d\" width=\"%d\" height=\"%d\"%s%s/>\n", x, y, width, height, space(style),
            style);
}

void svg_line(const svg *s, int x1, int y1, int x2, int y2, const char *style)
{
    fprintf(s->body, "<line x1=\"%d\" y1=\"%d\" x2=\"%d\" y2=\"%d\"%s%s/>\n", x1, y1, x2, y2, space(style), style);
}

void svg_open(const svg *s, const char *class_name, const char *tip)
{
    fprintf(s->body, "<g class=\"%s\"><title>", class_name);
    svg_escape(s->body, tip);
    fputs("</title>\n", s->body);
}

void svg_close(const svg *s)
{
    fputs("</g>\n", s->body);
}

/* ---- numbers ---- */

const char *svg_number(arena *a, uint64_t number)
{
    char digits[24], grouped[32];
    int length = snprintf(digits, sizeof digits, "%" PRIu64, number);
    int at = 0;

    for (int i = 0; i < length; i++) {
        if (i > 0 && (length - i) % 3 == 0)
            grouped[at++] = ',';
        grouped[at++] = digits[i];
    }
    return arena_copy(a, grouped, (size_t)at);
}

const char *svg_bytes(arena *a, uint64_t bytes)
{
    static const char *const units[] = {"B", "KiB", "MiB", "GiB", "TiB", "PiB", "EiB"};
    uint64_t unit = 1;
    size_t which = 0;

    while (which < 6 && bytes / unit >= 1024) {
        unit *= 1024;
        which++;
    }
    uint64_t tenths = unit == 1 ? 0 : bytes % unit / (unit / 1024) * 10 / 1024;
    if (tenths == 0 || bytes / unit >= 100)
        return arena_printf(a, "%" PRIu64 " %s", bytes / unit, units[which]);
    return arena_printf(a, "%" PRIu64 ".%" PRIu64 " %s", bytes / unit, tenths, units[which]);
}
