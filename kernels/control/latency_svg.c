/* SPDX-License-Identifier: 0BSD */
/* SPDX-FileCopyrightText: 2026 The vggen authors */
/* Both axes are logarithmic: microseconds to the right, up the share of frames that took so long, by bars of equal
 * width on that axis. So what happens once in a million frames is seen beside what always does. */
#include "latency_svg.h"

#include <inttypes.h>
#include <math.h>

#define WIDTH 960.0
#define HEIGHT 520.0
#define LEFT 84.0
#define RIGHT 24.0
#define BOTTOM 62.0
#define PLOT_WIDTH (WIDTH - LEFT - RIGHT)
#define ROW 21.0
#define FAINT "#e4e4e4"
#define TEXT_COLOUR "#222222"

#define LEAST_US 1.0
#define MOST_US 1000.0
#define DECADES 3.0 /* from one to the other */
#define BARS 240

static const char *const colours[LATENCY_WAYS] = {"#4477aa", "#cc3311", "#228833", "#aa3377"};

typedef struct picture {
    FILE *file;
    const latency_chart *chart;
    double top, height, least; /* of the plot; the smallest share */
} picture;

static double x_of(double microseconds)
{
    const double share = log10(microseconds / LEAST_US) / DECADES;

    return LEFT + PLOT_WIDTH * fmin(fmax(share, 0.0), 1.0);
}

static double y_of(const picture *p, double share)
{
    return p->top + p->height * log10(fmax(share, p->least)) / log10(p->least);
}

static void write_escaped(FILE *file, const char *text)
{
    for (; *text != '\0'; text++)
        if (*text == '<' || *text == '>' || *text == '&' || *text == '"')
            fprintf(file, "&#%d;", *text);
        else
            fputc(*text < 0x20 || *text >= 0x7f ? '?' : *text, file);
}

static void write_head(const picture *p)
{
    fprintf(p->file,
            "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"%.0f\" height=\"%.0f\" viewBox=\"0 0 %.0f %.0f\" "
            "role=\"img\" font-family=\"sans-serif\" font-size=\"13\" fill=\"" TEXT_COLOUR "\">\n",
            WIDTH, HEIGHT, WIDTH, HEIGHT);
    fputs("<title>Time of a frame, from sensors to forces</title>\n"
          "<rect width=\"100%\" height=\"100%\" fill=\"#ffffff\"/>\n",
          p->file);
    fprintf(p->file,
            "<text x=\"%.0f\" y=\"32\" font-size=\"18\" font-weight=\"bold\">Time of a frame, from sensors to forces, "
            "on ",
            LEFT);
    write_escaped(p->file, p->chart->device);
    fputs("</text>\n", p->file);
}

static void write_legend(const picture *p)
{
    size_t i;

    for (i = 0; i < p->chart->count; i++) {
        const latency *l = p->chart->ways[i];
        const double y = 58.0 + ROW * (double)i;

        fprintf(p->file, "<rect x=\"%.0f\" y=\"%.1f\" width=\"28\" height=\"10\" fill=\"%s\" fill-opacity=\"0.55\"/>\n",
                LEFT, y - 9.0, colours[i]);
        fprintf(p->file, "<text x=\"%.0f\" y=\"%.1f\">%s, %" PRIu64 " frames</text>\n", LEFT + 36.0, y,
                p->chart->names[i], l->count);
        fprintf(p->file,
                "<text x=\"%.0f\" y=\"%.1f\">median %.2f us, p99 %.2f, p99.9 %.2f, worst %.0f; %" PRIu64
                " late</text>\n",
                LEFT + 340.0, y, latency_percentile(l, 50.0), latency_percentile(l, 99.0), latency_percentile(l, 99.9),
                (double)l->worst / 1000.0, l->missed);
    }
}

static void write_axes(const picture *p)
{
    const double bottom = p->top + p->height;
    double at, share;
    int i;

    for (share = 1.0; share >= p->least * 0.999; share /= 10.0) {
        fprintf(p->file, "<path d=\"M%.0f %.1fh%.0f\" stroke=\"" FAINT "\"/>\n", LEFT, y_of(p, share), PLOT_WIDTH);
        if (share >= 0.0009)
            fprintf(p->file, "<text x=\"%.0f\" y=\"%.1f\" text-anchor=\"end\">%g %%</text>\n", LEFT - 8.0,
                    y_of(p, share) + 4.5, share * 100.0);
        else
            fprintf(p->file,
                    "<text x=\"%.0f\" y=\"%.1f\" text-anchor=\"end\">1 in 10<tspan dy=\"-5\" "
                    "font-size=\"9\">%.0f</tspan></text>\n",
                    LEFT - 8.0, y_of(p, share) + 4.5, -log10(share));
    }
    for (at = LEAST_US; at <= MOST_US * 0.999; at *= 10.0)
        for (i = 1; i < 10; i++)
            fprintf(p->file, "<path d=\"M%.1f %.1fv%d\" stroke=\"#555555\"/>\n", x_of(at * i), bottom, i == 1 ? 7 : 4);
    for (at = LEAST_US; at <= MOST_US * 1.001; at *= 10.0)
        for (i = 1; i <= (at < MOST_US * 0.999 ? 5 : 1); i += i == 1 ? 1 : 3)
            fprintf(p->file, "<text x=\"%.1f\" y=\"%.1f\" text-anchor=\"middle\">%g</text>\n", x_of(at * i),
                    bottom + 22.0, at * i);
    fprintf(p->file,
            "<text x=\"%.1f\" y=\"%.1f\" text-anchor=\"middle\">us; what takes longer stands at the end</text>\n",
            LEFT + PLOT_WIDTH / 2.0, bottom + 46.0);
}

/* The share of frames in a bar. */
static double share_of(const latency *l, int bar)
{
    const double from = LEAST_US * pow(10.0, DECADES * bar / BARS),
                 to = LEAST_US * pow(10.0, DECADES * (bar + 1) / BARS);
    size_t first = (size_t)(from * 1000.0 / LATENCY_BIN_NS), last = (size_t)(to * 1000.0 / LATENCY_BIN_NS);
    double sum = 0.0;

    if (bar == 0)
        first = 0;
    if (bar == BARS - 1 || last > LATENCY_BINS)
        last = LATENCY_BINS;
    for (; first < last; first++)
        sum += l->bins[first];
    return sum / (double)l->count;
}

static void write_way(const picture *p, size_t way)
{
    const double bottom = p->top + p->height;
    int bar;

    fprintf(p->file, "<path fill=\"%s\" fill-opacity=\"0.3\" stroke=\"%s\" stroke-width=\"1.3\" d=\"M%.1f %.1f",
            colours[way], colours[way], LEFT, bottom);
    for (bar = 0; bar < BARS; bar++)
        fprintf(p->file, "V%.1fH%.1f", y_of(p, share_of(p->chart->ways[way], bar)),
                LEFT + PLOT_WIDTH * (bar + 1) / BARS);
    fprintf(p->file, "V%.1fZ\"/>\n", bottom);
}

static void write_period(const picture *p)
{
    const double period = (double)p->chart->ways[0]->period / 1000.0;

    fprintf(p->file, "<path d=\"M%.1f %.1fv%.1f\" stroke=\"#555555\" stroke-width=\"1.5\" stroke-dasharray=\"5 4\"/>\n",
            x_of(period), p->top, p->height);
    fprintf(p->file, "<text x=\"%.1f\" y=\"%.1f\" fill=\"#555555\">%.0f us: the next frame</text>\n",
            x_of(period) + 6.0, p->top + 16.0, period);
}

int latency_svg_write(FILE *file, const latency_chart *chart)
{
    uint64_t most = 1;
    picture p;
    size_t i;

    for (i = 0; i < chart->count; i++)
        most = chart->ways[i]->count > most ? chart->ways[i]->count : most;
    p.file = file;
    p.chart = chart;
    p.top = 66.0 + ROW * (double)chart->count;
    p.height = HEIGHT - BOTTOM - p.top;
    p.least = pow(10.0, -ceil(log10((double)most) - 1e-9));
    if (p.least > 1e-3)
        p.least = 1e-3;
    write_head(&p);
    write_legend(&p);
    write_axes(&p);
    for (i = 0; i < chart->count; i++)
        write_way(&p, i);
    write_period(&p);
    fprintf(file, "<path d=\"M%.0f %.1fv%.1fh%.0f\" fill=\"none\" stroke=\"#555555\"/>\n", LEFT, p.top, p.height,
            PLOT_WIDTH);
    fputs("</svg>\n", file);
    return ferror(file) ? -1 : 0;
}
