/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The vggen authors */
/* What loops, choices and chains cost on the device, by every way to write them, side by side; and whether the ratios
 * that we promise hold. Every replay's result is computed here too.
 * Usage: bench_control [--replays N] [--rounds N] [--json FILE]
 * Exit status: 0 measured, 1 something failed or gave wrong results, 2 wrong usage, 77 there is no device. */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "loops.h"
#include "measure.h"
#include "report.h"
#include "timing.h"

#define MOST 10000000ul
#define LENGTH(list) (sizeof(list) / sizeof *(list))

enum { N = LOOPS_N };

static const char usage[] = "usage: bench_control [--replays N] [--rounds N] [--json FILE]\n"
                            "  --replays N   of each way, default 5000\n"
                            "  --rounds N    in so many blocks by turns, default 20\n"
                            "  --json FILE   also every percentile\n";

static loops program;
static measure_table table;

/* What a way is to do, and what has to come out. */
typedef struct task {
    vg_status (*replay)(loops *p);
    uint32_t from; /* passes, or whether to take the choice */
    void (*expect)(const struct task *t, uint32_t *x);
} task;

static uint32_t passes_of(const task *t)
{
    return t->from < LOOPS_PASSES ? t->from : LOOPS_PASSES;
}

static void expect_passes(const task *t, uint32_t *x)
{
    uint32_t n, i;

    for (i = 0; i < N; i++)
        for (x[i] = 1, n = 0; n < passes_of(t); n++)
            x[i] = x[i] * 3 + (t->from - n);
}

static void expect_steps(uint32_t *x, uint32_t steps)
{
    uint32_t n, i;

    for (i = 0; i < N; i++)
        for (x[i] = 1, n = 0; n < steps; n++)
            x[i] = x[i] * 3 + i;
}

static void expect_chain(const task *t, uint32_t *x)
{
    (void)t;
    expect_steps(x, LOOPS_CHAIN);
}

static void expect_choice(const task *t, uint32_t *x)
{
    expect_steps(x, t->from != 0 ? 5 : 2);
}

/* ---- ways ---- */

static int succeeded(vg_status status)
{
    if (status != VG_OK)
        report_failure("loops", "replay", loops_detail(&program));
    return status == VG_OK;
}

static int run_task(void *context, unsigned long turn)
{
    const task *t = (const task *)context;

    (void)turn;
    loops_from(&program)[0] = t->from;
    return succeeded(t->replay(&program));
}

/* The host looks at the flag after every pass. */
static vg_status replay_by_host(loops *p)
{
    vg_status status = loops_host_begin_replay(p);
    int pass;

    for (pass = 0; pass < LOOPS_PASSES && status == VG_OK && loops_flag_out(p)[0] != 0; pass++)
        status = loops_host_pass_replay(p);
    return status == VG_OK ? loops_host_end_replay(p) : status;
}

static vg_status replay_when(loops *p)
{
    const vg_status status = loops_switch_taken(p, loops_from(p)[0] != 0);

    return status == VG_OK ? loops_chosen_here_replay(p) : status;
}

static int switch_each_time(void *context, unsigned long turn)
{
    task *t = (task *)context;

    t->from = (uint32_t)(turn % 2);
    return run_task(context, turn);
}

static int is_right(void *context)
{
    const task *t = (const task *)context;
    uint32_t x[N];

    t->expect(t, x);
    return memcmp(loops_x(&program), x, sizeof x) == 0;
}

/* A chain leaves its result on the device. */
static int chain_is_right(void *context)
{
    return succeeded(loops_tell_replay(&program)) && is_right(context);
}

/* ---- rows ---- */

enum { UNROLLED, FULL, SHORT, SHORT_OF_UNROLLED, COUNTED, SINGLE, OWN, HOST };
enum { PROGRAMMATIC, ORDINARY };

static task loop_tasks[] = {
    {loops_unrolled_replay, LOOPS_PASSES, expect_passes},
    {loops_looped_replay, LOOPS_PASSES, expect_passes},
    {loops_looped_replay, 4, expect_passes},
    {loops_unrolled_replay, 4, expect_passes},
    {loops_counted_replay, LOOPS_PASSES, expect_passes},
    {loops_one_at_a_time_replay, LOOPS_PASSES, expect_passes},
    {loops_own_condition_replay, LOOPS_PASSES, expect_passes},
    {replay_by_host, LOOPS_PASSES, expect_passes},
};
static measure_way loop_ways[] = {
    {"repeat: 64 passes", run_task, is_right, &loop_tasks[UNROLLED], NULL},
    {"while, idle: all 64", run_task, is_right, &loop_tasks[FULL], NULL},
    {"while, idle: ends after 4", run_task, is_right, &loop_tasks[SHORT], NULL},
    {"repeat: 64 passes, 60 idle", run_task, is_right, &loop_tasks[SHORT_OF_UNROLLED], NULL},
    {"while, idle, index: all 64", run_task, is_right, &loop_tasks[COUNTED], NULL},
    {"while: all 64", run_task, is_right, &loop_tasks[SINGLE], NULL},
    {"while, condition set by the kernel: all 64", run_task, is_right, &loop_tasks[OWN], NULL},
    {"host loop, flag downloaded: all 64", run_task, is_right, &loop_tasks[HOST], NULL},
};

static task chain_tasks[] = {
    {loops_chained_replay, 0, expect_chain},
    {loops_in_order_replay, 0, expect_chain},
};
static measure_way chain_ways[] = {
    {"programmatic edges", run_task, chain_is_right, &chain_tasks[PROGRAMMATIC], NULL},
    {"pdl: off", run_task, chain_is_right, &chain_tasks[ORDINARY], NULL},
};

static task choice_tasks[] = {
    {loops_chosen_there_replay, 1, expect_choice},
    {loops_chosen_there_replay, 0, expect_choice},
    {replay_when, 1, expect_choice},
    {replay_when, 0, expect_choice},
    {replay_when, 0, expect_choice},
};
static measure_way choice_ways[] = {
    {"if: taken", run_task, is_right, &choice_tasks[0], NULL},
    {"if: not taken", run_task, is_right, &choice_tasks[1], NULL},
    {"when: taken", run_task, is_right, &choice_tasks[2], NULL},
    {"when: not taken", run_task, is_right, &choice_tasks[3], NULL},
    {"when: the other way each time", switch_each_time, is_right, &choice_tasks[4], NULL},
};

static int measure_all(void)
{
    return measure_compare(&table, "64 passes of two kernels", loop_ways, LENGTH(loop_ways), table.replays) &&
           measure_compare(&table, "a chain of 100 kernels", chain_ways, LENGTH(chain_ways), table.replays) &&
           measure_compare(&table, "2 kernels, and 3 by choice", choice_ways, LENGTH(choice_ways), table.replays);
}

/* ---- output ---- */

static double median(const measure_way *way)
{
    return (double)timing_percentile(way->row->samples, way->row->count, 50.0);
}

static void print_ratio(const char *what, const measure_way *way, const measure_way *base, double most)
{
    const double ratio = median(way) / median(base);

    printf("%-54s %6.3f, at most %.2f: %s\n", what, ratio, most, ratio <= most ? "met" : "NOT met");
}

static void print_ratios(void)
{
    printf("\nmedians, one against the other\n");
    print_ratio("while, all 64 / unrolled", &loop_ways[FULL], &loop_ways[UNROLLED], 1.25);
    print_ratio("while, ends after 4 / unrolled", &loop_ways[SHORT], &loop_ways[UNROLLED], 0.40);
    print_ratio("chain: programmatic / ordinary edges", &chain_ways[PROGRAMMATIC], &chain_ways[ORDINARY], 0.75);
    printf("figure: while %.2f, after 4 %.2f, host loop %.2f of unrolled; chain %.2f\n",
           median(&loop_ways[FULL]) / median(&loop_ways[UNROLLED]),
           median(&loop_ways[SHORT]) / median(&loop_ways[UNROLLED]),
           median(&loop_ways[HOST]) / median(&loop_ways[UNROLLED]),
           median(&chain_ways[PROGRAMMATIC]) / median(&chain_ways[ORDINARY]));
}

static int write_json(const char *path, const char *device)
{
    FILE *file = fopen(path, "w");
    int good = file != NULL && measure_write(&table, device, 0, file);

    if (file != NULL && fclose(file) != 0)
        good = 0;
    if (!good)
        perror(path);
    return good;
}

static int read_number(const char *text, unsigned long *number)
{
    char *end = NULL;

    *number = strtoul(text, &end, 10);
    return text[0] >= '0' && text[0] <= '9' && *end == '\0' && *number > 0 && *number <= MOST;
}

static int read_options(int count, char **arguments, const char **json)
{
    int i;

    table.replays = 5000;
    table.rounds = 20;
    for (i = 1; i < count; i += 2) {
        int good = i + 1 < count;
        if (good && strcmp(arguments[i], "--json") == 0)
            *json = arguments[i + 1];
        else if (good && strcmp(arguments[i], "--replays") == 0)
            good = read_number(arguments[i + 1], &table.replays);
        else if (good && strcmp(arguments[i], "--rounds") == 0)
            good = read_number(arguments[i + 1], &table.rounds);
        else
            good = 0;
        if (!good) {
            fputs(usage, stderr);
            return 0;
        }
    }
    return 1;
}

int main(int count, char **arguments)
{
    const char *json = NULL;
    char device[REPORT_NAME_SIZE];
    vg_status status;
    int good;
    size_t i;

    if (!read_options(count, arguments, &json))
        return 2;
    status = loops_open(&program, NULL, NULL);
    if (status == VG_NO_DEVICE || status == VG_NO_CUDA) {
        printf("no device here\n");
        return 77;
    }
    if (status != VG_OK) {
        report_failure("loops", "open", loops_detail(&program));
        return 1;
    }
    report_device_name(0, device);
    good = measure_all();
    measure_finish(&table);
    if (good) {
        printf("%s\n", device);
        measure_print(&table);
        print_ratios();
    }
    good = good && (json == NULL || write_json(json, device));
    for (i = 0; i < table.count; i++)
        free(table.rows[i].samples);
    return loops_close(&program) == VG_OK && good ? EXIT_SUCCESS : EXIT_FAILURE;
}
