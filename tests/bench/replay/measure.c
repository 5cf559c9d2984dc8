/* SPDX-License-Identifier: MIT */
#ifndef _POSIX_C_SOURCE
#define _POSIX_C_SOURCE 200809L
#endif
#include "measure.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "timing.h"

#define WARM_UP 20ul /* most replays at the beginning of a block */
#define PERIOD_NS 1000000

measure_row *measure_add(measure_table *t, const char *group, const char *way, size_t room)
{
    measure_row *row = &t->rows[t->count];

    if (t->count == MEASURE_ROWS) {
        fprintf(stderr, "bench: more than %d rows\n", MEASURE_ROWS);
        return NULL;
    }
    memset(row, 0, sizeof *row);
    row->samples = (uint64_t *)calloc(room > 0 ? room : 1, sizeof *row->samples);
    if (row->samples == NULL) {
        fprintf(stderr, "bench: no memory for %zu measurements\n", room);
        return NULL;
    }
    row->group = group;
    row->way = way;
    row->room = room;
    t->count++;
    return row;
}

void measure_sample(measure_row *row, uint64_t nanoseconds)
{
    if (row->count < row->room)
        row->samples[row->count++] = nanoseconds;
}

static int add_rows(measure_table *t, const char *group, measure_way *ways, size_t count, size_t room)
{
    size_t i;

    for (i = 0; i < count; i++) {
        ways[i].row = measure_add(t, group, ways[i].name, room);
        if (ways[i].row == NULL)
            return 0;
    }
    return 1;
}

static int run_block(const measure_way *way, unsigned long replays, unsigned long *turn)
{
    const unsigned long warm_up = replays < WARM_UP ? replays : WARM_UP;
    unsigned long i;

    for (i = 0; i < warm_up + replays; i++) {
        const uint64_t begin = timing_now();
        if (!way->replay(way->context, ++*turn)) {
            fprintf(stderr, "bench: %s failed\n", way->name);
            return 0;
        }
        if (i >= warm_up)
            measure_sample(way->row, timing_now() - begin);
    }
    if (way->check != NULL && !way->check(way->context)) {
        fprintf(stderr, "bench: %s gives wrong results\n", way->name);
        return 0;
    }
    return 1;
}

int measure_compare(measure_table *t, const char *group, measure_way *ways, size_t count, unsigned long replays)
{
    const unsigned long block = (replays + t->rounds - 1) / t->rounds;
    unsigned long round, turn = 0;
    size_t i;

    if (!add_rows(t, group, ways, count, block * t->rounds))
        return 0;
    for (round = 0; round < t->rounds; round++)
        for (i = 0; i < count; i++) /* another one first each time */
            if (!run_block(&ways[(i + round) % count], block, &turn))
                return 0;
    return 1;
}

static void sleep_until(struct timespec *when)
{
    when->tv_nsec += PERIOD_NS;
    if (when->tv_nsec >= 1000000000) {
        when->tv_nsec -= 1000000000;
        when->tv_sec++;
    }
    while (clock_nanosleep(CLOCK_MONOTONIC, TIMER_ABSTIME, when, NULL) != 0)
        ;
}

int measure_paced(measure_table *t, const char *group, measure_way *ways, size_t count)
{
    struct timespec when;
    unsigned long tick;
    size_t i;

    if (!add_rows(t, group, ways, count, t->ticks))
        return 0;
    clock_gettime(CLOCK_MONOTONIC, &when);
    for (tick = 0; tick < t->ticks; tick++) {
        for (i = 0; i < count; i++) {
            uint64_t begin;
            sleep_until(&when);
            begin = timing_now();
            if (!ways[i].replay(ways[i].context, tick + 1)) {
                fprintf(stderr, "bench: %s failed\n", ways[i].name);
                return 0;
            }
            measure_sample(ways[i].row, timing_now() - begin);
        }
    }
    return 1;
}

void measure_finish(measure_table *t)
{
    size_t i;

    for (i = 0; i < t->count; i++)
        timing_sort(t->rows[i].samples, t->rows[i].count);
}

/* ---- output ---- */

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
    fputs("  ]\n}\n", file);
    return fflush(file) == 0 && !ferror(file);
}
