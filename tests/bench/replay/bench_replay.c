/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The vggen authors */
/* What a replay costs, by every way of ours and by those that an application would write by hand, side by side.
 * Usage: bench_replay [--replays N] [--rounds N] [--ticks N] [--only GROUP[,GROUP]] [--json FILE] [--limits]
 * Exit status: 0 measured, 1 something failed or gave wrong results, 2 wrong usage, 3 a limit is broken, 77 there is no
 * device. */
#include <cuda.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "measure.h"
#include "report.h"
#include "rows.h"

#define MOST 10000000ul

static const char usage[] =
    "usage: bench_replay [--replays N] [--rounds N] [--ticks N] [--only GROUP[,GROUP]]\n"
    "                    [--json FILE] [--limits]\n"
    "  --replays N   of each way, default 20000; fewer of large ones\n"
    "  --rounds N    in so many blocks by turns, default 100\n"
    "  --ticks N     of each way in the loop of 1 kHz, default 1000\n"
    "  --only GROUP  small, five, equalizer, size, pieces, many, roots, chain, flow, queued, ahead,\n"
    "                tuned, batched, graded, fitted, recalled, lent, fused, mailbox, start: these alone\n"
    "  --json FILE   also every percentile\n"
    "  --limits      fail where what is promised does not hold\n";

/* The table is large and lives until the end. */
static measure_table table;

static const struct group {
    const char *name;
    int (*measure)(measure_table *t);
} groups[] = {
    {"small", small_measure}, {"five", five_measure}, {"equalizer", equalizer_measure},
    {"size", size_measure},   {"pieces", pieces_measure}, {"many", many_measure}, {"roots", roots_measure},
    {"chain", chain_measure}, {"flow", flow_measure}, {"queued", queued_measure}, {"ahead", ahead_measure},
    {"tuned", tuned_measure},
    {"batched", batched_measure}, {"graded", graded_measure}, {"fitted", fitted_measure},
    {"recalled", recalled_measure}, {"lent", lent_measure}, {"fused", fused_measure},
    {"mailbox", mailbox_measure},
    {"start", NULL}, /* in parts, after each of the others */
};
#define GROUPS (sizeof groups / sizeof *groups)
#define START (GROUPS - 1)

static int read_number(const char *text, unsigned long *number)
{
    char *end = NULL;

    *number = strtoul(text, &end, 10);
    return text[0] >= '0' && text[0] <= '9' && *end == '\0' && *number > 0 && *number <= MOST;
}

typedef struct options {
    const char *json;
    int limits;
    unsigned only; /* a bit for each group; 0: all */
} options;

/* Names of groups with commas between them; 0 if there is no such group. */
static int read_groups(const char *names, unsigned *only)
{
    while (*names != '\0') {
        const size_t length = strcspn(names, ",");
        size_t i = 0;
        while (i < GROUPS && (strlen(groups[i].name) != length || strncmp(groups[i].name, names, length) != 0))
            i++;
        if (i == GROUPS)
            return 0;
        *only |= 1u << i;
        names += length;
        names += *names == ',';
    }
    return *only != 0;
}

/* The number of arguments that it takes, or 0. */
static int read_option(int left, char **arguments, options *o)
{
    const char *name = arguments[0];

    if (strcmp(name, "--limits") == 0) {
        o->limits = 1;
        return 1;
    }
    if (left < 2)
        return 0;
    if (strcmp(name, "--json") == 0) {
        o->json = arguments[1];
        return 2;
    }
    if (strcmp(name, "--only") == 0)
        return read_groups(arguments[1], &o->only) ? 2 : 0;
    if (strcmp(name, "--replays") == 0)
        return read_number(arguments[1], &table.replays) ? 2 : 0;
    if (strcmp(name, "--rounds") == 0)
        return read_number(arguments[1], &table.rounds) ? 2 : 0;
    if (strcmp(name, "--ticks") == 0)
        return read_number(arguments[1], &table.ticks) ? 2 : 0;
    return 0;
}

static int read_options(int count, char **arguments, options *o)
{
    int i = 1;

    memset(o, 0, sizeof *o);
    table.replays = 20000;
    table.rounds = 100;
    table.ticks = 1000;
    while (i < count) {
        const int taken = read_option(count - i, arguments + i, o);
        if (taken == 0) {
            fputs(usage, stderr);
            return 0;
        }
        i += taken;
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

static int is_wanted(unsigned only, size_t group)
{
    return only == 0 || (only >> group & 1u) != 0;
}

/* What opening takes changes with the speed of the host, from one second to the next: some of it after each group. */
static int measure_groups(unsigned only)
{
    const unsigned long rounds = 10 * table.rounds;
    unsigned long others = 0, part;
    size_t i;
    int good = 1;

    for (i = 0; i < START; i++)
        others += is_wanted(only, i) ? 1 : 0;
    part = others > 0 ? (rounds + others - 1) / others : rounds;
    for (i = 0; good && i < START; i++)
        if (is_wanted(only, i))
            good = groups[i].measure(&table) && (!is_wanted(only, START) || start_measure(&table, part));
    return good && others == 0 ? start_measure(&table, part) : good;
}

int main(int count, char **arguments)
{
    options o;
    unsigned broken = 0;
    char device[REPORT_NAME_SIZE];
    int devices = 0, driver = 0, good;
    size_t i;

    if (!read_options(count, arguments, &o))
        return 2;
    if (cuInit(0) != CUDA_SUCCESS || cuDeviceGetCount(&devices) != CUDA_SUCCESS || devices == 0) {
        printf("no device here\n");
        return 77;
    }
    (void)cuDriverGetVersion(&driver);
    report_device_name(0, device);
    good = measure_groups(o.only);
    measure_finish(&table);
    if (good) {
        printf("%s, driver for CUDA %d.%d\n", device, driver / 1000, driver % 1000 / 10);
        measure_print(&table);
        broken = measure_print_limits(&table);
    }
    good = good && (o.json == NULL || write_json(o.json, device, driver));
    for (i = 0; i < table.count; i++)
        free(table.rows[i].samples);
    if (good && o.limits && broken > 0)
        return 3;
    return good ? EXIT_SUCCESS : EXIT_FAILURE;
}
