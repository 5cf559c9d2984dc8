/* SPDX-License-Identifier: 0BSD */
/* SPDX-FileCopyrightText: 2026 The vggen authors */
/* Decades of the residual against iterations; a dashed line where it is small enough. */
#include "convergence_svg.h"

#include <math.h>

#define WIDTH 960.0
#define HEIGHT 480.0
#define LEFT 84.0
#define RIGHT 24.0
#define TOP 92.0
#define BOTTOM 64.0
#define PLOT_WIDTH (WIDTH - LEFT - RIGHT)
#define PLOT_HEIGHT (HEIGHT - TOP - BOTTOM)

#define FAINT "#dddddd"
#define TEXT_COLOUR "#222222"
#define LIMIT_COLOUR "#777777"

/* More iterations than this share a point, which shows the largest residual of them. */
#define MOST_POINTS 800

static const char *const colours[CONVERGENCE_CURVES] = {"#4477aa", "#cc3311", "#228833"};

typedef struct picture {
    FILE *file;
    const convergence_chart *chart;
    double iterations;   /* to the right end */
    double above, below; /* decades at the upper and the lower end */
} picture;

/* log10 of the residual's norm over that at first. */
static double decades(const convergence_curve *curve, size_t iteration)
{
    const double ratio = curve->squares[iteration] / curve->squares[0];

    return ratio > 0.0 ? 0.5 * log10(ratio) : -30.0;
}

static void find_ends(picture *p)
{
    size_t i, k;

    p->iterations = 1.0;
    p->above = 0.0;
    p->below = floor(log10(p->chart->tolerance) - 0.5);
    for (i = 0; i < p->chart->count; ++i) {
        const convergence_curve *curve = &p->chart->curves[i];

        p->iterations = fmax(p->iterations, (double)curve->count - 1.0);
        for (k = 0; k < curve->count; ++k) {
            p->above = fmax(p->above, ceil(decades(curve, k)));
        }
    }
}

static double x_of(const picture *p, double iteration)
{
    return LEFT + PLOT_WIDTH * iteration / p->iterations;
}

static double y_of(const picture *p, double decade)
{
    return TOP + PLOT_HEIGHT * (p->above - fmax(decade, p->below)) / (p->above - p->below);
}

/* 1, 2 or 5 times a power of ten: the smallest that cuts `range` into at most `parts`. */
static double round_step(double range, double parts)
{
    static const double factors[] = {1.0, 2.0, 5.0};
    double power = pow(10.0, floor(log10(range / parts)));
    size_t i;

    for (i = 0; i < sizeof factors / sizeof factors[0]; ++i) {
        if (range / (factors[i] * power) <= parts) {
            return factors[i] * power;
        }
    }
    return 10.0 * power;
}

static void write_head(const picture *p)
{
    fprintf(p->file,
            "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"%.0f\" height=\"%.0f\" viewBox=\"0 0 %.0f %.0f\" "
            "role=\"img\" font-family=\"sans-serif\" font-size=\"13\" fill=\"" TEXT_COLOUR "\">\n"
            "<title>Residual by iteration</title>\n<rect width=\"100%%\" height=\"100%%\" fill=\"#ffffff\"/>\n",
            WIDTH, HEIGHT, WIDTH, HEIGHT);
    fprintf(p->file,
            "<text x=\"%.0f\" y=\"32\" font-size=\"18\" font-weight=\"bold\">Residual by iteration, %zu × %zu "
            "points</text>\n",
            LEFT, p->chart->size, p->chart->size);
}

static void write_legend(const picture *p)
{
    size_t i;

    for (i = 0; i < p->chart->count; ++i) {
        const convergence_curve *curve = &p->chart->curves[i];
        const double x = LEFT + 270.0 * (double)i;

        fprintf(p->file, "<line x1=\"%.0f\" y1=\"57\" x2=\"%.0f\" y2=\"57\" stroke=\"%s\" stroke-width=\"3\"/>\n", x,
                x + 28.0, colours[i]);
        fprintf(p->file, "<text x=\"%.0f\" y=\"62\">%s: %zu iterations</text>\n", x + 36.0, curve->name,
                curve->count - 1);
    }
}

static void write_axes(const picture *p)
{
    const double bottom = TOP + PLOT_HEIGHT;
    const double step = fmax(1.0, round_step(p->iterations, 12.0));
    const double limit = y_of(p, log10(p->chart->tolerance));
    double at;

    for (at = p->above; at >= p->below; at -= 1.0) {
        fprintf(p->file, "<line x1=\"%.0f\" y1=\"%.1f\" x2=\"%.0f\" y2=\"%.1f\" stroke=\"" FAINT "\"/>\n", LEFT,
                y_of(p, at), LEFT + PLOT_WIDTH, y_of(p, at));
        fprintf(p->file,
                "<text x=\"%.0f\" y=\"%.1f\" text-anchor=\"end\">10<tspan dy=\"-5\" font-size=\"10\">%.0f</tspan>"
                "</text>\n",
                LEFT - 8.0, y_of(p, at) + 4.5, at);
    }
    fprintf(p->file, "<path d=\"M%.0f %.1fV%.1fH%.0f\" fill=\"none\" stroke=\"#555555\"/>\n", LEFT, TOP, bottom,
            LEFT + PLOT_WIDTH);
    for (at = 0.0; at <= p->iterations; at += step) {
        fprintf(p->file, "<line x1=\"%.1f\" y1=\"%.1f\" x2=\"%.1f\" y2=\"%.1f\" stroke=\"#555555\"/>\n", x_of(p, at),
                bottom, x_of(p, at), bottom + 5.0);
        fprintf(p->file, "<text x=\"%.1f\" y=\"%.1f\" text-anchor=\"middle\">%.0f</text>\n", x_of(p, at), bottom + 20.0,
                at);
    }
    fprintf(p->file, "<text x=\"%.1f\" y=\"%.1f\" text-anchor=\"middle\">iteration</text>\n", LEFT + PLOT_WIDTH / 2.0,
            bottom + 44.0);
    fprintf(p->file,
            "<text x=\"22\" y=\"%.1f\" text-anchor=\"middle\" transform=\"rotate(-90 22 %.1f)\">|b − A x| against "
            "|b|</text>\n",
            TOP + PLOT_HEIGHT / 2.0, TOP + PLOT_HEIGHT / 2.0);
    fprintf(p->file,
            "<line x1=\"%.0f\" y1=\"%.1f\" x2=\"%.0f\" y2=\"%.1f\" stroke=\"" LIMIT_COLOUR
            "\" stroke-width=\"1.5\" stroke-dasharray=\"5 4\"/>\n",
            LEFT, limit, LEFT + PLOT_WIDTH, limit);
    fprintf(p->file, "<text x=\"%.0f\" y=\"%.1f\" fill=\"" LIMIT_COLOUR "\">small enough</text>\n", LEFT + 8.0,
            limit + 16.0);
}

static void write_curve(const picture *p, size_t index)
{
    const convergence_curve *curve = &p->chart->curves[index];
    const size_t share = curve->count / MOST_POINTS + 1;
    size_t first;

    fprintf(p->file,
            "<polyline fill=\"none\" stroke=\"%s\" stroke-width=\"1.7\" stroke-linejoin=\"round\" "
            "points=\"",
            colours[index]);
    for (first = 0; first < curve->count; first += share) {
        const size_t last = curve->count - first < share ? curve->count : first + share;
        size_t highest = first, i;

        for (i = first; i < last; ++i) {
            highest = curve->squares[i] > curve->squares[highest] ? i : highest;
        }
        fprintf(p->file, "%.1f,%.1f ", x_of(p, (double)highest), y_of(p, decades(curve, highest)));
    }
    fprintf(p->file, "%.1f,%.1f\"/>\n", x_of(p, (double)curve->count - 1.0), y_of(p, decades(curve, curve->count - 1)));
}

int convergence_svg_write(FILE *file, const convergence_chart *chart)
{
    picture p;
    size_t i;

    p.file = file;
    p.chart = chart;
    find_ends(&p);
    write_head(&p);
    write_legend(&p);
    write_axes(&p);
    for (i = 0; i < chart->count; ++i) {
        write_curve(&p, i);
    }
    fputs("</svg>\n", file);
    return ferror(file) ? -1 : 0;
}
