/* SPDX-License-Identifier: MIT */
/* What a replay costs, by every way of ours and by those that an application would write by hand, side by side.
 * Usage: bench_replay [--replays N] [--rounds N] [--ticks N] [--json FILE]
 * Exit status: 0 measured, 1 something failed or gave wrong results, 2 wrong usage, 77 there is no device. */
#include <cuda.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "measure.h"
#include "report.h"
#include "rows.h"

#define MOST 10000000ul

static const char usage[] = "usage: bench_replay [--replays N] [--rounds N] [--ticks N] [--json FILE]\n"
                            "  --replays N   of each way, default 20000; fewer of large ones\n"
                            "  --rounds N    in so many blocks by turns, default 20\n"
                            "  --ticks N     of each way in the loop of 1 kHz, default 1000\n"
                            "  --json FILE   also every percentile\n";

/* The table is large and lives until the end. */
static measure_table table;

static int read_number(const char *text, unsigned long *number)
{
    char *end = NULL;

    *number = strtoul(text, &end, 10);
    return text[0] >= '0' && text[0] <= '9' && *end == '\0' && *number > 0 && *number <= MOST;
}

static int read_options(int count, char **arguments, const char **json)
{
    int i;

    table.replays = 20000;
    table.rounds = 20;
    table.ticks = 1000;
    for (i = 1; i < count; i += 2) {
        int good = i + 1 < count;
        if (good && strcmp(arguments[i], "--json") == 0)
            *json = arguments[i + 1];
        else if (good && strcmp(arguments[i], "--replays") == 0)
            good = read_number(arguments[i + 1], &table.replays);
        else if (good && strcmp(arguments[i], "--rounds") == 0)
            good = read_number(arguments[i + 1], &table.rounds);
        else if (good && strcmp(arguments[i], "--ticks") == 0)
            good = read_number(arguments[i + 1], &table.ticks);
        else
            good = 0;
        if (!good) {
            fputs(usage, stderr);
            return 0;
        }
    }
    return 1;
}

static int write_json(const char *path, const char *device, int driver)
{
    FILE *file = fopen(path, "w");
    int good = file != NULL && measure_write(&table, device, driver, file);

    if (file != NULL && fclose(file) != 0)
        good = 0;
    if (!good)
        fprintf(stderr, "bench_replay: cannot write %s\n", path);
    return good;
}

int main(int count, char **arguments)
{
    const char *json = NULL;
    char device[REPORT_NAME_SIZE];
    int devices = 0, driver = 0, good;
    size_t i;

    if (!read_options(count, arguments, &json))
        return 2;
    if (cuInit(0) != CUDA_SUCCESS || cuDeviceGetCount(&devices) != CUDA_SUCCESS || devices == 0) {
        printf("no device here\n");
        return 77;
    }
    (void)cuDriverGetVersion(&driver);
    report_device_name(0, device);
    good = small_measure(&table) && equalizer_measure(&table) && flow_measure(&table) && start_measure(&table);
    measure_finish(&table);
    if (good) {
        printf("%s, driver for CUDA %d.%d\n", device, driver / 1000, driver % 1000 / 10);
        measure_print(&table);
    }
    good = good && (json == NULL || write_json(json, device, driver));
    for (i = 0; i < table.count; i++)
        free(table.rows[i].samples);
    return good ? EXIT_SUCCESS : EXIT_FAILURE;
}
