/* SPDX-License-Identifier: 0BSD */
/* SPDX-FileCopyrightText: 2026 The vggen authors */
/* driver.c - a command-line driver for any program: inputs from files, replays, outputs to files, and how long it
 * took. */
#ifndef _POSIX_C_SOURCE
#define _POSIX_C_SOURCE 200809L /* clock_gettime */
#endif
#include "parts.h"

#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#ifndef VG_WITHOUT_CUDA
#include "vg_cuda.h"
#endif

#define TRACED_REPLAYS 4096u /* the last ones */

/* ---- what comes out ---- */

/* Before the last replay. */
static int want_outputs(const vg_driver_program *p, const vg_driver_options *o)
{
    size_t i;

    for (i = 0; i < p->outputs.count; i++)
        if (o->output[i] != NULL && p->outputs.port[i].on_request && p->want(i, 0) != VG_OK)
            return vg_driver_call_failed(p, p->outputs.port[i].name);
    return 1;
}

static int keep_outputs(const vg_driver_program *p, const vg_driver_options *o)
{
    size_t i;

    for (i = 0; i < p->outputs.count; i++) {
        const void *memory = p->output(i, 0);

        if (o->output[i] != NULL &&
            (memory == NULL || !vg_driver_write_port(p, o->output[i], &p->outputs.port[i], memory)))
            return 0;
    }
    return 1;
}

/* ---- replays ---- */

static uint64_t nanoseconds(void)
{
    struct timespec now;

    clock_gettime(CLOCK_MONOTONIC, &now);
    return (uint64_t)now.tv_sec * 1000000000u + (uint64_t)now.tv_nsec;
}

static int compare_times(const void *a, const void *b)
{
    const uint64_t x = *(const uint64_t *)a, y = *(const uint64_t *)b;

    return (x > y) - (x < y);
}

static void print_device(const vg_driver_program *p)
{
#ifndef VG_WITHOUT_CUDA
    char name[256];

    if (cuDeviceGetName(name, (int)sizeof name, (CUdevice)p->runtime(0)->device) == CUDA_SUCCESS)
        printf("device: %s\n", name);
#else
    (void)p;
#endif
}

static uint64_t kept_hits_of(const vg_program *rt)
{
    uint64_t sum = 0;
    unsigned i;

    for (i = 0; rt->desc != NULL && i < rt->desc->graph_count; i++)
        sum += rt->store.graphs[i].counted.kept_hits;
    return sum;
}

/* Sorts the times. */
static void print_figures(const vg_driver_program *p, uint64_t *times, size_t replays)
{
    const uint64_t kept_hits = kept_hits_of(p->runtime(0));

    qsort(times, replays, sizeof *times, compare_times);
    print_device(p);
    printf("replays: %zu\n", replays);
    printf("median: %.2f us\n", (double)times[(replays - 1) / 2] / 1e3);
    printf("p99: %.2f us\n", (double)times[(replays * 99 + 99) / 100 - 1] / 1e3);
    if (kept_hits > 0u)
        printf("without a launch: %" PRIu64 " (kept outputs)\n", kept_hits);
}

static int replay_all(const vg_driver_program *p, const vg_driver_options *o)
{
    const size_t replays = o->replays;
    uint64_t *times = (uint64_t *)malloc(replays * sizeof *times);
    int good = 1;
    size_t i;

    if (times == NULL)
        return vg_driver_file_failed(p, "--replays", "out of memory");
    for (i = 0; good && i < replays; i++) {
        uint64_t begin;

        good = i + 1 < replays || want_outputs(p, o);
        if (!good)
            break;
        begin = nanoseconds();
        if ((o->step ? p->step(o->graph, 0) : p->replay(o->graph, 0)) != VG_OK)
            good = vg_driver_call_failed(p, "a replay");
        times[i] = nanoseconds() - begin;
    }
    if (good)
        print_figures(p, times, replays);
    free(times);
    return good;
}

/* A capture has room for more nodes than its function made. */
static int is_unused(const vg_driver_nodes *nodes, unsigned node)
{
    return nodes->ns[node] == 0u && strstr(nodes->title(node), " of at most ") != NULL;
}

static int profile_all(const vg_driver_program *p, const vg_driver_options *o)
{
    vg_driver_nodes nodes;
    unsigned i;

    if (!o->profile)
        return 1;
    memset(&nodes, 0, sizeof nodes);
    if (p->profile(o->graph, (uint32_t)o->replays, 0, &nodes) != VG_OK)
        return vg_driver_call_failed(p, "the profile");
    for (i = 0; i < nodes.count; i++)
        if (!is_unused(&nodes, i))
            printf("%10.2f us  %s\n", (double)nodes.ns[i] / 1e3, nodes.title(i));
    return 1;
}

/* ---- the trace ---- */

/* Of each lane; the first one runs. NULL if there is no memory. */
static vg_trace *new_traces(const vg_driver_program *p)
{
    static vg_trace_record records[TRACED_REPLAYS];
    vg_trace *traces = (vg_trace *)calloc(p->lanes, sizeof *traces);

    if (traces != NULL) {
        traces[0].records = records;
        traces[0].capacity = TRACED_REPLAYS;
    }
    return traces;
}

static int write_text(void *user, const char *text, size_t size)
{
    return fwrite(text, 1, size, (FILE *)user) == size ? 0 : 1;
}

static int write_trace(const vg_driver_program *p, const vg_driver_options *o, const vg_trace *traces)
{
    FILE *file;
    int good;

    if (o->trace == NULL)
        return 1;
    file = fopen(o->trace, "w");
    good = file != NULL && vg_trace_write(traces, 1, write_text, file) == 0;
    if (file != NULL && fclose(file) != 0)
        good = 0;
    return good ? 1 : vg_driver_file_failed(p, o->trace, strerror(errno));
}

/* ---- the run ---- */

static int run_with(const vg_driver_program *p, const vg_driver_options *o, void **memory, vg_trace *traces)
{
    vg_config config;
    int good;

    memset(&config, 0, sizeof config);
    config.device_index = (int)o->device;
    config.warm_up = (uint32_t)o->warm_up;
    if (o->trace != NULL)
        config.trace = traces;
    if (p->open(&config, memory) != VG_OK)
        return vg_driver_call_failed(p, "open");
    good = vg_driver_give_inputs(p, o) && replay_all(p, o) && keep_outputs(p, o) && profile_all(p, o);
    good = write_trace(p, o, traces) && good; /* also of replays that failed */
    if (p->close() != VG_OK && good)
        good = vg_driver_call_failed(p, "close");
    return good;
}

static int run(const vg_driver_program *p, const vg_driver_options *o)
{
    void **memory = (void **)calloc(p->constants.count + 1, sizeof *memory);
    vg_trace *traces = new_traces(p);
    size_t i;
    int good;

    if (memory == NULL || traces == NULL)
        good = vg_driver_file_failed(p, "the program", "out of memory");
    else
        good = vg_driver_read_constants(p, o, memory) && run_with(p, o, memory, traces);
    for (i = 0; memory != NULL && i < p->constants.count; i++)
        free(memory[i]);
    free(memory);
    free(traces);
    return good;
}

int vg_driver_main(const vg_driver_program *p, int count, char **arguments)
{
    const size_t room = p->inputs.count + p->outputs.count + p->settings.count + p->constants.count + p->switches.count;
    const char **values;
    vg_driver_options o;
    int status;

    if (count > 1 && strcmp(arguments[1], "--help") == 0)
        return vg_driver_print_usage(p);
    values = (const char **)calloc(room + 1, sizeof *values);
    if (values == NULL) {
        (void)vg_driver_file_failed(p, "the command line", "out of memory");
        return 1;
    }
    memset(&o, 0, sizeof o);
    o.input = values;
    o.output = o.input + p->inputs.count;
    o.setting = o.output + p->outputs.count;
    o.constant = o.setting + p->settings.count;
    o.turned = o.constant + p->constants.count;
    status = vg_driver_read_options(p, count, arguments, &o);
    if (status == 0)
        status = vg_driver_end_output(p, run(p, &o) ? 0 : 1);
    free(values);
    return status;
}
