/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The vggen authors */
/* Every graph of a number of programs as `fuse: auto` makes it, by the same with `fuse: off`, in turns, with the same
 * inputs; and whether both leave the same outputs, bit for bit. PAIRS lists the programs.
 * A ratio above what is promised is measured anew, up to four times, and the least counts: what a graph really loses it
 * loses each time; and then once more with the two programs opened in the other order.
 * Usage: fuse_bench [--replays N] [--only PROGRAM] [--limits] [--list FILE].
 * Exit status: 0 measured, 1 something failed or outputs differ, 2 wrong usage, 3 a promise is broken, 77 no device. */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cuda.h>

#include "driver/driver.h"
#include "noise.h"
#include "report.h"
#include "timing.h"

#define TURNS 20 /* blocks of each way */
#define ANEW 4   /* times */
#define MOST_REPLAYS 2000u
#define MOST_GRAPHS 32
#define BLOCK_NS 4000000u /* a block of replays, about */

#define PAIR(name)                                                                                                     \
    const vg_driver_program *table_##name(void);                                                                       \
    const vg_driver_program *table_##name##_off(void);
PAIRS
#undef PAIR

/* What is promised of a program's graph; all others may take MOST. */
#define MOST 1.02
static const struct promise {
    const char *program;
    double most;
} promises[] = {{"cg", 0.60}};

static const struct pair {
    const char *name;
    const vg_driver_program *(*with)(void);
    const vg_driver_program *(*without)(void);
} pairs[] = {
#define PAIR(name) {#name, table_##name, table_##name##_off},
    PAIRS
#undef PAIR
};

typedef struct options {
    unsigned replays;
    const char *only, *list;
    int limits;
} options;

static uint64_t samples[2][MOST_REPLAYS];
static unsigned measured, broken;
static FILE *list;

/* The tables refer to it, for a `main` that nobody calls. */
int vg_driver_main(const vg_driver_program *p, int count, char **arguments)
{
    (void)p;
    (void)count;
    (void)arguments;
    return 1;
}

/* ---- the two programs of a pair ---- */

/* Numbers from -1 to 1; what may be an index or a count is 0. */
static void fill(const vg_driver_port *port, void *memory, uint64_t seed)
{
    uint64_t random = seed;
    size_t i;

    memset(memory, 0, port->bytes);
    for (i = 0; port->kind == 'f' && i < port->bytes / port->element; i++) {
        const float value = noise_float(&random);

        if (port->element == sizeof(double))
            ((double *)memory)[i] = (double)value;
        else
            ((float *)memory)[i] = value;
    }
}

static void free_all(void **memory, size_t count)
{
    size_t i;

    for (i = 0; memory != NULL && i < count; i++)
        free(memory[i]);
    free(memory);
}

static int open_one(const vg_driver_program *p)
{
    const size_t count = p->constants.count;
    void **constants = (void **)calloc(count + 1, sizeof *constants);
    int good = constants != NULL;
    size_t i;
    unsigned lane;

    for (i = 0; i < count && good; i++) {
        constants[i] = malloc(p->constants.port[i].bytes);
        good = constants[i] != NULL;
        if (good)
            fill(&p->constants.port[i], constants[i], 100 + i);
    }
    good = good && p->open(NULL, constants) == VG_OK;
    free_all(constants, count);
    if (!good) {
        fprintf(stderr, "fuse_bench: %s cannot be opened\n", p->name);
        return 0;
    }
    for (i = 0; i < p->inputs.count; i++)
        for (lane = 0; lane < p->lanes; lane++)
            fill(&p->inputs.port[i], p->input(i, lane), 1 + i);
    return 1;
}

static int replay(const vg_driver_program *p, size_t graph)
{
    if (p->replay(graph, 0) == VG_OK)
        return 1;
    fprintf(stderr, "fuse_bench: %s: graph %s failed\n", p->name, p->graphs.name[graph]);
    return 0;
}

/* ---- one graph ---- */

static int run_block(const vg_driver_program *p, size_t graph, uint64_t *to, unsigned count)
{
    unsigned i;

    for (i = 0; i < 3; i++)
        if (!replay(p, graph))
            return 0;
    for (i = 0; i < count; i++) {
        const uint64_t begin = timing_now();

        if (!replay(p, graph))
            return 0;
        to[i] = timing_now() - begin;
    }
    return 1;
}

/* The medians of both, by turns; 0 where a replay failed. */
static int measure_once(const vg_driver_program *const p[2], size_t graph, unsigned block, double median[2])
{
    unsigned turn, way;

    for (turn = 0; turn < TURNS; turn++)
        for (way = 0; way < 2; way++) {
            const unsigned at = (way + turn) % 2;
            if (!run_block(p[at], graph, samples[at] + turn * block, block))
                return 0;
        }
    for (way = 0; way < 2; way++) {
        timing_sort(samples[way], TURNS * (size_t)block);
        median[way] = (double)timing_percentile(samples[way], TURNS * (size_t)block, 50.0) / 1000.0;
    }
    return 1;
}

static unsigned block_of(const vg_driver_program *p, size_t graph, const options *o)
{
    uint64_t took = 0;
    unsigned i, block;

    for (i = 0; i < 3; i++) {
        const uint64_t begin = timing_now();
        if (!replay(p, graph))
            return 0;
        took = timing_now() - begin;
    }
    block = (unsigned)(BLOCK_NS / (took + 1)) + 1;
    if (block > o->replays / TURNS)
        block = o->replays / TURNS;
    return block > 0 ? block : 1;
}

/* Both have replayed the same graphs equally often, so that states are alike, too. */
static int same_outputs(const vg_driver_program *const p[2])
{
    size_t i;

    for (i = 0; i < p[0]->outputs.count; i++) {
        const vg_driver_port *port = &p[0]->outputs.port[i];

        if (memcmp(p[0]->output(i, 0), p[1]->output(i, 0), port->bytes) != 0) {
            fprintf(stderr, "fuse_bench: %s: %s is not what it is without fusing\n", p[0]->name, port->name);
            return 0;
        }
    }
    return 1;
}

static double promised(const char *name)
{
    size_t i;

    for (i = 0; i < sizeof promises / sizeof *promises; i++)
        if (strcmp(promises[i].program, name) == 0)
            return promises[i].most;
    return MOST;
}

/* Medians in microseconds of a graph with and without fusing. */
typedef struct row {
    double with, without;
} row;

static double ratio_of(const row *r)
{
    return r->with / r->without;
}

static int measure_graph(const vg_driver_program *const p[2], size_t graph, double most, const options *o, row *best)
{
    const unsigned block = block_of(p[1], graph, o);
    unsigned again;

    /* As often as the other one had to, for its time. */
    if (block == 0 || !replay(p[0], graph) || !replay(p[0], graph) || !replay(p[0], graph))
        return 0;
    for (again = 0; again < ANEW && (again == 0 || ratio_of(best) > most); again++) {
        double median[2];

        if (!measure_once(p, graph, block, median))
            return 0;
        if (again == 0 || median[0] / median[1] < ratio_of(best)) {
            best->with = median[0];
            best->without = median[1];
        }
    }
    return same_outputs(p);
}

static void print_row(const struct pair *pair, const char *graph, double most, const row *r)
{
    const double ratio = ratio_of(r);

    measured++;
    broken += ratio > most;
    printf("  %-18s %-18s %10.2f %10.2f %8.3f %6.2f  %s\n", pair->name, graph, r->with, r->without, ratio, most,
           ratio <= most ? "met" : "BROKEN");
    if (list != NULL)
        fprintf(list, "%s %s %.3f %.3f\n", pair->name, graph, r->with, r->without);
}

static int open_both(const vg_driver_program *first, const vg_driver_program *second)
{
    if (!open_one(first))
        return 0;
    if (open_one(second))
        return 1;
    (void)first->close();
    return 0;
}

static int close_both(const vg_driver_program *const p[2])
{
    const int good = p[0]->close() == VG_OK;

    return p[1]->close() == VG_OK && good;
}

/* Where a program's memory lies is worth some percent, and the second one to be opened lies elsewhere. So what is above
 * its promise is measured once more with both opened in the other order, and the mean of the two counts. */
static int measure_swapped(const vg_driver_program *const p[2], double most, const options *o, row *rows)
{
    size_t graph;
    int good = open_both(p[1], p[0]);

    if (!good)
        return 0;
    for (graph = 0; graph < p[0]->graphs.count && good; graph++) {
        row other;

        if (ratio_of(&rows[graph]) <= most)
            continue;
        good = measure_graph(p, graph, most, o, &other);
        if (good) {
            rows[graph].with = (rows[graph].with + other.with) / 2;
            rows[graph].without = (rows[graph].without + other.without) / 2;
        }
    }
    return close_both(p) && good;
}

static int measure_pair(const struct pair *pair, const options *o)
{
    const vg_driver_program *const p[2] = {pair->with(), pair->without()};
    const double most = promised(pair->name);
    row rows[MOST_GRAPHS];
    int good, above = 0;
    size_t graph;

    if (p[0]->graphs.count > MOST_GRAPHS || !open_both(p[0], p[1]))
        return 0;
    good = 1;
    for (graph = 0; graph < p[0]->graphs.count && good; graph++) {
        good = measure_graph(p, graph, most, o, &rows[graph]);
        above += good && ratio_of(&rows[graph]) > most;
    }
    good = close_both(p) && good;
    if (good && above > 0)
        good = measure_swapped(p, most, o, rows);
    for (graph = 0; graph < p[0]->graphs.count && good; graph++)
        print_row(pair, p[0]->graphs.name[graph], most, &rows[graph]);
    return good;
}

/* ---- all ---- */

static int read_options(int count, char **arguments, options *o)
{
    int i;

    memset(o, 0, sizeof *o);
    o->replays = MOST_REPLAYS;
    for (i = 1; i < count; i++) {
        if (strcmp(arguments[i], "--limits") == 0) {
            o->limits = 1;
            continue;
        }
        if (i + 1 == count)
            return 0;
        if (strcmp(arguments[i], "--only") == 0)
            o->only = arguments[++i];
        else if (strcmp(arguments[i], "--list") == 0)
            o->list = arguments[++i];
        else if (strcmp(arguments[i], "--replays") == 0)
            o->replays = (unsigned)strtoul(arguments[++i], NULL, 10);
        else
            return 0;
    }
    return o->replays >= 1 && o->replays <= MOST_REPLAYS;
}

static int measure_all(const options *o)
{
    char device[REPORT_NAME_SIZE];
    int good = 1;
    size_t i;

    report_device_name(0, device);
    printf("%s\n  %-18s %-18s %10s %10s %8s %6s\n", device, "program", "graph", "auto", "off", "ratio", "most");
    for (i = 0; i < sizeof pairs / sizeof *pairs && good; i++)
        if (o->only == NULL || strcmp(o->only, pairs[i].name) == 0)
            good = measure_pair(&pairs[i], o);
    if (good)
        printf("figure: %u of %u graphs by `fuse: auto` as promised, with the outputs of `off`\n", measured - broken,
               measured);
    return good;
}

int main(int count, char **arguments)
{
    int devices = 0, good;
    options o;

    if (!read_options(count, arguments, &o)) {
        fputs("usage: fuse_bench [--replays N] [--only PROGRAM] [--limits] [--list FILE]\n", stderr);
        return 2;
    }
    (void)setvbuf(stdout, NULL, _IOLBF, 0);
    if (cuInit(0) != CUDA_SUCCESS || cuDeviceGetCount(&devices) != CUDA_SUCCESS || devices == 0) {
        printf("no device here\n");
        return 77;
    }
    if (o.list != NULL && (list = fopen(o.list, "w")) == NULL) {
        perror(o.list);
        return 1;
    }
    good = measure_all(&o) && measured > 0;
    if (list != NULL && fclose(list) != 0)
        good = 0;
    if (!good)
        return 1;
    return o.limits && broken > 0 ? 3 : 0;
}
