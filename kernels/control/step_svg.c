/* SPDX-License-Identifier: 0BSD */
/* SPDX-FileCopyrightText: 2026 The vggen authors */
/* A panel for each point, both curves in it, and one for a force, over one axis of time. */
#include "step_svg.h"

#include <math.h>

#define WIDTH 960.0
#define LEFT 76.0
#define RIGHT 24.0
#define TOP 84.0
#define PANEL_HEIGHT 128.0
#define GAP 28.0
#define BOTTOM 56.0
#define PLOT_WIDTH (WIDTH - LEFT - RIGHT)
#define PANELS (STEP_CURVES + 1)
#define HEIGHT (TOP + PANELS * PANEL_HEIGHT + (PANELS - 1) * GAP + BOTTOM)

#define WITHOUT_COLOUR "#8fa9c4"
#define WITH_COLOUR "#cc3311"
#define FORCE_COLOUR "#117733"
#define FAINT "#e4e4e4"
#define TEXT_COLOUR "#222222"

/* Points of a curve; more frames than these share one, which keeps their extremes. */
#define MOST_POINTS 800

typedef struct panel {
    FILE *file;
    const step_chart *chart;
    double top, least, most, step; /* the axis, and its lines */
} panel;

static double x_of(const panel *p, double frame)
{
    return LEFT + PLOT_WIDTH * frame / (double)p->chart->count;
}

static double y_of(const panel *p, double value)
{
    return p->top + PANEL_HEIGHT * (p->most - value) / (p->most - p->least);
}

/* 1, 2 or 5 times a power of ten: the smallest that cuts `range` into at most `parts`. */
static double round_step(double range, double parts)
{
    static const double factors[] = {1.0, 2.0, 5.0};
    double power = pow(10.0, floor(log10(range / parts)));
    size_t i;

    for (i = 0; i < sizeof factors / sizeof factors[0]; i++)
        if (range / (factors[i] * power) <= parts)
            return factors[i] * power;
    return 10.0 * power;
}

/* An axis for both curves. */
static void fit(panel *p, const float *first, const float *second)
{
    double least = 0.0, most = 1e-6;
    size_t i;

    for (i = 0; i < p->chart->count; i++) {
        least = fmin(least, fmin((double)first[i], (double)second[i]));
        most = fmax(most, fmax((double)first[i], (double)second[i]));
    }
    p->step = round_step(most - least, 5.0);
    p->least = floor(least / p->step) * p->step;
    p->most = ceil(most / p->step) * p->step;
}

static void write_lines(const panel *p, const char *name, const char *unit)
{
    const int first = (int)floor(p->least / p->step + 0.5), last = (int)floor(p->most / p->step + 0.5);
    const double middle = p->top + PANEL_HEIGHT / 2.0;
    int i;

    for (i = first; i <= last; i++) {
        const double y = y_of(p, i * p->step);

        fprintf(p->file, "<path d=\"M%.0f %.1fH%.0f\" stroke=\"%s\"/>\n", LEFT, y, LEFT + PLOT_WIDTH,
                i == 0 ? "#999999" : FAINT);
        fprintf(p->file, "<text x=\"%.0f\" y=\"%.1f\" text-anchor=\"end\">%g</text>\n", LEFT - 8.0, y + 4.5,
                i * p->step);
    }
    fprintf(p->file, "<text x=\"22\" y=\"%.1f\" text-anchor=\"middle\" transform=\"rotate(-90 22 %.1f)\">%s</text>\n",
            middle, middle, unit);
    fprintf(p->file, "<text x=\"%.0f\" y=\"%.1f\" text-anchor=\"end\" fill=\"#555555\">%s</text>\n", LEFT + PLOT_WIDTH,
            p->top - 8.0, name);
}

static void write_time(const panel *p)
{
    const double bottom = p->top + PANEL_HEIGHT;
    const double length = (double)p->chart->count * p->chart->seconds * 1000.0;
    const double step = round_step(length, 10.0);
    double at;

    for (at = 0.0; at <= length * 1.0001; at += step) {
        const double x = LEFT + PLOT_WIDTH * at / length;

        fprintf(p->file, "<path d=\"M%.1f %.1fv5\" stroke=\"#555555\"/>\n", x, bottom);
        fprintf(p->file, "<text x=\"%.1f\" y=\"%.1f\" text-anchor=\"middle\">%.0f</text>\n", x, bottom + 20.0, at);
    }
    fprintf(p->file, "<text x=\"%.1f\" y=\"%.1f\" text-anchor=\"middle\">ms (20 frames each)</text>\n",
            LEFT + PLOT_WIDTH / 2.0, bottom + 42.0);
}

static void write_curve(const panel *p, const float *values, const char *colour, double width)
{
    const size_t count = p->chart->count;
    const size_t share = count / MOST_POINTS + 1;
    size_t first, i;

    fprintf(p->file, "<polyline fill=\"none\" stroke=\"%s\" stroke-width=\"%.1f\" stroke-linejoin=\"round\" points=\"",
            colour, width);
    for (first = 0; first < count; first += share) {
        double furthest = (double)values[first];

        for (i = first; i < count && i < first + share; i++)
            if (fabs((double)values[i]) > fabs(furthest))
                furthest = (double)values[i];
        fprintf(p->file, "%s%.1f,%.1f", first == 0 ? "" : " ", x_of(p, (double)first), y_of(p, furthest));
    }
    fputs("\"/>\n", p->file);
}

static void write_legend_entry(FILE *file, double x, const char *colour, const char *text)
{
    fprintf(file, "<path d=\"M%.0f 55h28\" stroke=\"%s\" stroke-width=\"3\"/>\n", x, colour);
    fprintf(file, "<text x=\"%.0f\" y=\"60\">%s</text>\n", x + 36.0, text);
}

static void write_head(FILE *file)
{
    fprintf(file,
            "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"%.0f\" height=\"%.0f\" viewBox=\"0 0 %.0f %.0f\" "
            "role=\"img\" font-family=\"sans-serif\" font-size=\"13\" fill=\"" TEXT_COLOUR "\">\n",
            WIDTH, HEIGHT, WIDTH, HEIGHT);
    fputs("<title>A plate under a load that comes at once, with and without control</title>\n"
          "<rect width=\"100%\" height=\"100%\" fill=\"#ffffff\"/>\n",
          file);
    fprintf(file,
            "<text x=\"%.0f\" y=\"32\" font-size=\"18\" font-weight=\"bold\">A plate under a load that comes at once"
            "</text>\n",
            LEFT);
    write_legend_entry(file, LEFT, WITHOUT_COLOUR, "without control");
    write_legend_entry(file, LEFT + 160.0, WITH_COLOUR, "with 64 sensors and actuators at 20 kHz");
    write_legend_entry(file, LEFT + 470.0, FORCE_COLOUR, "force of one actuator");
}

int step_svg_write(FILE *file, const step_chart *chart)
{
    panel p;
    int i;

    p.file = file;
    p.chart = chart;
    write_head(file);
    for (i = 0; i < PANELS; i++) {
        const int is_force = i == STEP_CURVES;

        p.top = TOP + i * (PANEL_HEIGHT + GAP);
        fit(&p, is_force ? chart->force : chart->without[i], is_force ? chart->force : chart->with[i]);
        write_lines(&p, is_force ? chart->names[0] : chart->names[i], is_force ? "N" : "mm");
        if (!is_force)
            write_curve(&p, chart->without[i], WITHOUT_COLOUR, 1.4);
        write_curve(&p, is_force ? chart->force : chart->with[i], is_force ? FORCE_COLOUR : WITH_COLOUR, 1.8);
        fprintf(file, "<path d=\"M%.0f %.1fv%.0fh%.0f\" fill=\"none\" stroke=\"#555555\"/>\n", LEFT, p.top,
                PANEL_HEIGHT, PLOT_WIDTH);
        fprintf(file, "<path d=\"M%.1f %.1fv%.0f\" stroke=\"#777777\" stroke-dasharray=\"5 4\"/>\n",
                x_of(&p, (double)chart->loaded), p.top, PANEL_HEIGHT);
    }
    write_time(&p);
    fputs("</svg>\n", file);
    return ferror(file) ? -1 : 0;
}
