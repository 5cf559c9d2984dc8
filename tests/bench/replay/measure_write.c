/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The vggen authors */
/* The measurements as a table and as JSON. */
#include <inttypes.h>
#include <string.h>

#include "measure.h"
#include "timing.h"

static double microseconds(const measure_row *row, double percent)
{
    return (double)timing_percentile(row->samples, row->count, percent) / 1000.0;
}

void measure_print(const measure_table *t)
{
    const char *group = "";
    size_t i;

    printf("%-46s %10s %10s %10s %9s\n", "microseconds", "median", "p99", "p99.9", "replays");
    for (i = 0; i < t->count; i++) {
        const measure_row *row = &t->rows[i];
        if (strcmp(group, row->group) != 0)
            printf("\n%s\n", row->group);
        group = row->group;
        printf("  %-44s %10.2f %10.2f %10.2f %9zu  %s\n", row->way, microseconds(row, 50.0), microseconds(row, 99.0),
               microseconds(row, 99.9), row->count, row->note);
    }
}

/* The best one of those that it is compared with; NULL where the figure is microseconds. */
static const measure_row *base_of(const measure_limit *limit)
{
    const measure_row *best = NULL;
    size_t i;

    for (i = 0; i < limit->base_count; i++)
        if (best == NULL || microseconds(limit->bases[i], limit->percent) < microseconds(best, limit->percent))
            best = limit->bases[i];
    return best;
}

static double figure_of(const measure_limit *limit)
{
    const measure_row *base = base_of(limit);

    return microseconds(limit->of, limit->percent) / (base != NULL ? microseconds(base, limit->percent) : 1.0);
}

unsigned measure_print_limits(const measure_table *t)
{
    unsigned broken = 0;
    size_t i;

    printf("\n%-62s %10s %10s\n", "what is promised, and found in this run", "found", "at most");
    for (i = 0; i < t->limit_count; i++) {
        const measure_limit *limit = &t->limits[i];
        const measure_row *base = base_of(limit);
        const int met = figure_of(limit) <= limit->most;
        broken += !met;
        printf("  %-60s %10.3f %10.3f  %s%s%s\n", limit->what, figure_of(limit), limit->most, met ? "met" : "BROKEN",
               limit->base_count > 1 ? ", best: " : "", limit->base_count > 1 ? base->way : "");
    }
    return broken;
}

/* Names and notes are texts of this program without quotes or backslashes; a device's name may have anything. */
static void write_text(FILE *file, const char *text)
{
    fputc('"', file);
    for (; *text != '\0'; text++) {
        if (*text == '"' || *text == '\\')
            fputc('\\', file);
        if ((unsigned char)*text >= ' ')
            fputc(*text, file);
    }
    fputc('"', file);
}

static void write_row(FILE *file, const measure_row *row)
{
    int percent;

    fputs("    {\"group\": ", file);
    write_text(file, row->group);
    fputs(", \"way\": ", file);
    write_text(file, row->way);
    fputs(", \"note\": ", file);
    write_text(file, row->note);
    fprintf(file,
            ", \"bytes\": %" PRIu64
            ", \"replays\": %zu,\n     \"median_us\": %.3f, \"p99_us\": %.3f, \"p99.9_us\": %.3f,",
            row->bytes, row->count, microseconds(row, 50.0), microseconds(row, 99.0), microseconds(row, 99.9));
    fputs("\n     \"percentiles_us\": [", file); /* 0 to 100 */
    for (percent = 0; percent <= 100; percent++)
        fprintf(file, "%s%.2f", percent > 0 ? ", " : "", microseconds(row, (double)percent));
    fputs("]}", file);
}

static void write_limit(FILE *file, const measure_limit *limit)
{
    const measure_row *base = base_of(limit);

    fputs("    {\"what\": ", file);
    write_text(file, limit->what);
    fputs(", \"of\": ", file);
    write_text(file, limit->of->way);
    fputs(", \"by\": ", file);
    write_text(file, base != NULL ? base->way : "microseconds");
    fprintf(file, ", \"percent\": %.0f, \"found\": %.4f, \"at_most\": %.4f, \"met\": %s}", limit->percent,
            figure_of(limit), limit->most, figure_of(limit) <= limit->most ? "true" : "false");
}

int measure_write(const measure_table *t, const char *device, int driver, FILE *file)
{
    size_t i;

    fputs("{\n  \"device\": ", file);
    write_text(file, device);
    fprintf(file, ",\n  \"driver\": %d,\n  \"rounds\": %lu,\n  \"rows\": [\n", driver, t->rounds);
    for (i = 0; i < t->count; i++) {
        write_row(file, &t->rows[i]);
        fputs(i + 1 < t->count ? ",\n" : "\n", file);
    }
    fputs("  ],\n  \"limits\": [\n", file);
    for (i = 0; i < t->limit_count; i++) {
        write_limit(file, &t->limits[i]);
        fputs(i + 1 < t->limit_count ? ",\n" : "\n", file);
    }
    fputs("  ]\n}\n", file);
    return fflush(file) == 0 && !ferror(file);
}
