/* SPDX-License-Identifier: 0BSD */
/* SPDX-FileCopyrightText: 2026 The vggen authors */
/* A bar for each level; its number at its end, and after that a few names. */
#include "levels_svg.h"

#include <inttypes.h>

#define WIDTH 960.0
#define LEFT 96.0
#define TOP 84.0
#define BAR 22.0
#define STEP 30.0
#define LONGEST_BAR 300.0
#define BOTTOM 56.0
/* Of text at 13 pixels: more than a letter takes on average. */
#define LETTER 7.2

#define BAR_COLOUR "#4477aa"
#define FAINT_TEXT "#666666"
#define TEXT_COLOUR "#222222"

static void write_escaped(FILE *file, const char *text)
{
    for (; *text != '\0'; ++text) {
        const unsigned char c = (unsigned char)*text;

        if (c == '<' || c == '>' || c == '&' || c == '"') {
            fprintf(file, "&#%d;", c);
        } else {
            fputc(c < 0x20 || c >= 0x7f ? '?' : c, file);
        }
    }
}

static size_t length_of(const char *text)
{
    size_t length = 0;

    while (text[length] != '\0') {
        ++length;
    }
    return length;
}

static uint32_t longest(const levels_chart *chart)
{
    uint32_t most = 1;
    size_t i;

    for (i = 0; i < chart->count; ++i) {
        most = chart->bars[i].count > most ? chart->bars[i].count : most;
    }
    return most;
}

static uint64_t all(const levels_chart *chart)
{
    uint64_t sum = 0;
    size_t i;

    for (i = 0; i < chart->count; ++i) {
        sum += chart->bars[i].count;
    }
    return sum;
}

static void write_head(FILE *file, const levels_chart *chart)
{
    const double height = TOP + STEP * (double)chart->count + BOTTOM;

    fprintf(file,
            "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"%.0f\" height=\"%.0f\" viewBox=\"0 0 %.0f %.0f\" "
            "role=\"img\" font-family=\"sans-serif\" font-size=\"13\" fill=\"" TEXT_COLOUR "\">\n",
            WIDTH, height, WIDTH, height);
    fputs("<title>What the package ", file);
    write_escaped(file, chart->name);
    fputs(" drags in, by level</title>\n<rect width=\"100%\" height=\"100%\" fill=\"#ffffff\"/>\n", file);
    fputs("<text x=\"24\" y=\"34\" font-size=\"18\" font-weight=\"bold\">What ", file);
    write_escaped(file, chart->name);
    fputs(" drags in</text>\n", file);
    fprintf(file,
            "<text x=\"24\" y=\"58\" fill=\"" FAINT_TEXT "\">%" PRIu64 " of %" PRIu32
            " packages; level: the fewest dependencies that lead to a package</text>\n",
            all(chart) - 1, chart->nodes);
}

/* As many names as there is room for. */
static void write_names(FILE *file, const level_bar *bar, double x, double y)
{
    uint32_t written = 0;
    int i;

    fprintf(file, "<text x=\"%.1f\" y=\"%.1f\" fill=\"" FAINT_TEXT "\">", x, y);
    for (i = 0; i < LEVELS_NAMES && bar->names[i] != NULL; ++i) {
        const double width = LETTER * (double)(length_of(bar->names[i]) + 2);

        if (x + width > WIDTH - 60.0) {
            break;
        }
        fputs(i > 0 ? ", " : "", file);
        write_escaped(file, bar->names[i]);
        x += width;
        ++written;
    }
    fputs(written < bar->count ? (written > 0 ? ", …</text>\n" : "…</text>\n") : "</text>\n", file);
}

static void write_bar(FILE *file, const levels_chart *chart, size_t level)
{
    const level_bar *bar = &chart->bars[level];
    const double length = LONGEST_BAR * (double)bar->count / (double)longest(chart);
    const double top = TOP + STEP * (double)level;
    const double base = top + BAR / 2.0 + 4.5;
    double end = LEFT + (length < 1.0 ? 1.0 : length) + 8.0;
    uint32_t digits;

    fprintf(file, "<text x=\"%.1f\" y=\"%.1f\" text-anchor=\"end\">level %zu</text>\n", LEFT - 10.0, base, level);
    fprintf(file, "<rect x=\"%.1f\" y=\"%.1f\" width=\"%.1f\" height=\"%.1f\" fill=\"" BAR_COLOUR "\"/>\n", LEFT, top,
            length < 1.0 ? 1.0 : length, BAR);
    fprintf(file, "<text x=\"%.1f\" y=\"%.1f\" font-weight=\"bold\">%" PRIu32 "</text>\n", end, base, bar->count);
    for (digits = bar->count; digits > 0; digits /= 10) {
        end += LETTER + 1.5;
    }
    write_names(file, bar, end + 8.0, base);
}

int levels_svg_write(FILE *file, const levels_chart *chart)
{
    size_t i;

    write_head(file, chart);
    for (i = 0; i < chart->count; ++i) {
        write_bar(file, chart, i);
    }
    fprintf(file,
            "<text x=\"%.1f\" y=\"%.1f\" fill=\"" FAINT_TEXT
            "\">Each bar: packages of that level; the first by name are named.</text>\n",
            LEFT, TOP + STEP * (double)chart->count + 24.0);
    fputs("</svg>\n", file);
    return ferror(file) ? -1 : 0;
}
