/* SPDX-License-Identifier: 0BSD */
/* SPDX-FileCopyrightText: 2026 The vggen authors */
/* Two panels over one time axis: RMS above, peak below, each before and after; dashed lines where the gain changes. */
#include "level_svg.h"

#include <math.h>

#define WIDTH 960.0
#define HEIGHT 600.0
#define LEFT 72.0
#define RIGHT 24.0
#define PANEL_HEIGHT 210.0
#define PLOT_WIDTH (WIDTH - LEFT - RIGHT)
#define RMS_TOP 88.0
#define PEAK_TOP 330.0

#define BEFORE_COLOUR "#4477aa"
#define AFTER_COLOUR "#cc3311"
#define FAINT "#dddddd"
#define TEXT_COLOUR "#222222"
#define STEP_COLOUR "#777777"

/* A level below this, silence too, is drawn at the bottom. */
#define FLOOR_DB (-90.0)
#define DB_STEP 10.0
/* More frames than this share a point, which shows the loudest of them. */
#define MOST_POINTS 1200

typedef double (*level_of)(const frame_level *frame);

typedef struct panel {
    const char *label;
    double top;
    level_of before, after;
} panel;

typedef struct picture {
    FILE *file;
    const level_chart *chart;
    double top_db; /* the upper end of the level axes */
} picture;

static double rms_before(const frame_level *frame)
{
    return frame->rms_before;
}

static double rms_after(const frame_level *frame)
{
    return frame->rms_after;
}

static double peak_before(const frame_level *frame)
{
    return frame->peak_before;
}

static double peak_after(const frame_level *frame)
{
    return frame->peak_after;
}

static double decibels(double amplitude)
{
    const double db = amplitude > 0.0 ? 20.0 * log10(amplitude) : FLOOR_DB;

    return fmax(db, FLOOR_DB);
}

/* Where the axis ends: full scale, or the next step above the loudest peak. */
static double upper_end(const level_chart *chart)
{
    double loudest = 0.0;
    size_t i;

    for (i = 0; i < chart->count; ++i) {
        loudest = fmax(loudest, fmax(chart->frames[i].peak_before, chart->frames[i].peak_after));
    }
    return fmax(0.0, DB_STEP * ceil(decibels(loudest) / DB_STEP));
}

/* Frame 0 reaches from 0 to 1. */
static double x_of(const picture *p, double frames)
{
    return LEFT + PLOT_WIDTH * frames / (double)p->chart->count;
}

static double y_of(const picture *p, const panel *where, double db)
{
    return where->top + PANEL_HEIGHT * (p->top_db - db) / (p->top_db - FLOOR_DB);
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

static void write_head(const picture *p)
{
    fprintf(p->file,
            "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"%.0f\" height=\"%.0f\" viewBox=\"0 0 %.0f %.0f\" "
            "role=\"img\" font-family=\"sans-serif\" font-size=\"13\" fill=\"" TEXT_COLOUR "\">\n",
            WIDTH, HEIGHT, WIDTH, HEIGHT);
    fputs("<title>Level of ", p->file);
    write_escaped(p->file, p->chart->name);
    fputs(
        " by frame, before and after the equalizer</title>\n<rect width=\"100%\" height=\"100%\" fill=\"#ffffff\"/>\n",
        p->file);
    fprintf(p->file, "<text x=\"%.0f\" y=\"30\" font-size=\"18\" font-weight=\"bold\">Level of ", LEFT);
    write_escaped(p->file, p->chart->name);
    fputs(" by frame</text>\n", p->file);
}

static void write_legend_entry(const picture *p, double x, const char *colour, const char *text)
{
    fprintf(p->file, "<line x1=\"%.0f\" y1=\"51\" x2=\"%.0f\" y2=\"51\" stroke=\"%s\" stroke-width=\"3\"/>\n", x,
            x + 28.0, colour);
    fprintf(p->file, "<text x=\"%.0f\" y=\"56\">%s</text>\n", x + 36.0, text);
}

static void write_legend(const picture *p)
{
    write_legend_entry(p, LEFT, BEFORE_COLOUR, "before");
    write_legend_entry(p, LEFT + 120.0, AFTER_COLOUR, "after filter and gain");
    fprintf(p->file,
            "<line x1=\"%.0f\" y1=\"51\" x2=\"%.0f\" y2=\"51\" stroke=\"" STEP_COLOUR
            "\" stroke-width=\"1.5\" stroke-dasharray=\"5 4\"/>\n<text x=\"%.0f\" y=\"56\">gain changes</text>\n",
            LEFT + 320.0, LEFT + 348.0, LEFT + 356.0);
}

static void write_level_axis(const picture *p, const panel *where)
{
    const double middle = where->top + PANEL_HEIGHT / 2.0;
    double db;

    for (db = p->top_db; db >= FLOOR_DB; db -= DB_STEP) {
        const double y = y_of(p, where, db);

        fprintf(p->file, "<line x1=\"%.0f\" y1=\"%.1f\" x2=\"%.0f\" y2=\"%.1f\" stroke=\"%s\"/>\n", LEFT, y,
                LEFT + PLOT_WIDTH, y, db == 0.0 ? "#999999" : FAINT);
        if (fmod(db, 2.0 * DB_STEP) == 0.0) {
            fprintf(p->file, "<text x=\"%.0f\" y=\"%.1f\" text-anchor=\"end\">%.0f</text>\n", LEFT - 8.0, y + 4.5, db);
        }
    }
    fprintf(p->file,
            "<text x=\"20\" y=\"%.1f\" text-anchor=\"middle\" transform=\"rotate(-90 20 %.1f)\">%s in dBFS</text>\n",
            middle, middle, where->label);
}

/* Ticks in frames at the foot of the panel; with labels under the last one, seconds below them. */
static void write_time_axis(const picture *p, const panel *where, int labels)
{
    const double count = (double)p->chart->count;
    const double step = fmax(1.0, round_step(count, 12.0));
    const double bottom = where->top + PANEL_HEIGHT;
    double frame;

    fprintf(p->file, "<path d=\"M%.0f %.1fV%.1fH%.0f\" fill=\"none\" stroke=\"#555555\"/>\n", LEFT, where->top, bottom,
            LEFT + PLOT_WIDTH);
    for (frame = 0.0; frame <= count; frame += step) {
        const double x = x_of(p, frame);

        fprintf(p->file, "<line x1=\"%.1f\" y1=\"%.1f\" x2=\"%.1f\" y2=\"%.1f\" stroke=\"#555555\"/>\n", x, bottom, x,
                bottom + 5.0);
        if (labels) {
            fprintf(p->file, "<text x=\"%.1f\" y=\"%.1f\" text-anchor=\"middle\">%.0f</text>\n", x, bottom + 20.0,
                    frame);
        }
    }
    if (labels) {
        fprintf(p->file,
                "<text x=\"%.1f\" y=\"%.1f\" text-anchor=\"middle\">frame (each %.2f ms; %.2f s in all)</text>\n",
                LEFT + PLOT_WIDTH / 2.0, bottom + 42.0, p->chart->seconds * 1000.0, p->chart->seconds * count);
    }
}

static double loudest(const picture *p, level_of level, size_t first, size_t last)
{
    double amplitude = 0.0;

    for (; first < last; ++first) {
        amplitude = fmax(amplitude, level(&p->chart->frames[first]));
    }
    return amplitude;
}

static void write_curve(const picture *p, const panel *where, level_of level, const char *colour)
{
    const size_t count = p->chart->count;
    const size_t share = count / MOST_POINTS + (count % MOST_POINTS != 0);
    size_t first;

    fprintf(p->file, "<polyline fill=\"none\" stroke=\"%s\" stroke-width=\"1.7\" stroke-linejoin=\"round\" points=\"",
            colour);
    for (first = 0; first < count; first += share) {
        const size_t last = count - first < share ? count : first + share;
        const double db = decibels(loudest(p, level, first, last));

        fprintf(p->file, "%s%.1f,%.1f %.1f,%.1f", first == 0 ? "" : " ", x_of(p, (double)first), y_of(p, where, db),
                x_of(p, (double)last), y_of(p, where, db));
    }
    fputs("\"/>\n", p->file);
}

/* A dashed line at each change of the gain, and the gain written above the first panel. */
static void write_gain(const picture *p)
{
    const frame_level *frames = p->chart->frames;
    size_t i;

    for (i = 0; i < p->chart->count; ++i) {
        const double x = x_of(p, (double)i);

        if (i > 0 && frames[i].gain == frames[i - 1].gain) {
            continue;
        }
        if (i > 0) {
            fprintf(p->file,
                    "<path d=\"M%.1f %.1fV%.1fM%.1f %.1fV%.1f\" stroke=\"" STEP_COLOUR
                    "\" stroke-width=\"1.5\" stroke-dasharray=\"5 4\"/>\n",
                    x, RMS_TOP - 14.0, RMS_TOP + PANEL_HEIGHT, x, PEAK_TOP, PEAK_TOP + PANEL_HEIGHT);
        }
        fprintf(p->file, "<text x=\"%.1f\" y=\"%.1f\" fill=\"#555555\">gain %g</text>\n", x + 5.0, RMS_TOP - 5.0,
                (double)frames[i].gain);
    }
}

int level_svg_write(FILE *file, const level_chart *chart)
{
    static const panel panels[] = {
        {"RMS", RMS_TOP, rms_before, rms_after},
        {"peak", PEAK_TOP, peak_before, peak_after},
    };
    picture p;
    size_t i;

    p.file = file;
    p.chart = chart;
    p.top_db = upper_end(chart);
    write_head(&p);
    write_legend(&p);
    for (i = 0; i < 2; ++i) {
        write_level_axis(&p, &panels[i]);
        write_time_axis(&p, &panels[i], i == 1);
    }
    write_gain(&p);
    for (i = 0; i < 2; ++i) {
        write_curve(&p, &panels[i], panels[i].before, BEFORE_COLOUR);
        write_curve(&p, &panels[i], panels[i].after, AFTER_COLOUR);
    }
    fputs("</svg>\n", file);
    return ferror(file) ? -1 : 0;
}
