/* SPDX-License-Identifier: 0BSD */
/* SPDX-FileCopyrightText: 2026 The vggen authors */
/* selftest.c - replays of a program in every way, while every call of the heap is counted: the program must make
 * none. */
#ifndef _POSIX_C_SOURCE
#define _POSIX_C_SOURCE 200809L /* write */
#endif
#include "parts.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define MOST_REPLAYS 100000000u
#define RECORDS 16u /* of each lane's trace */
#define MOST_PERIOD 12u

typedef struct selftest_options {
    unsigned long replays;
    int fixed;
    int marks;
} selftest_options;

/* What is allocated before anything is counted. */
typedef struct selftest_memory {
    void **constants;
    void *state;
    vg_trace *traces;
    vg_trace_record *records;
} selftest_memory;

/* A program under test. */
typedef struct selftest {
    const vg_driver_program *p;
    selftest_options o;
    selftest_memory memory;
} selftest;

static int failed(const selftest *t, const char *doing, unsigned lane)
{
    const vg_detail *detail;
    char text[640];

    for (detail = &t->p->runtime(lane)->detail; detail != NULL; detail = detail->next) {
        vg_detail_text(detail, text, sizeof text);
        fprintf(stderr, "%s_selftest: %s failed: %s\n", t->p->name, doing, text);
    }
    return 0;
}

/* ---- every way to replay ---- */

static vg_status by_finish(const selftest *t, size_t graph, unsigned lane)
{
    const vg_status status = t->p->selftest->start(graph, lane);

    return status == VG_OK ? t->p->selftest->finish(VG_FOREVER, lane) : status;
}

static vg_status by_timeouts(const selftest *t, size_t graph, unsigned lane)
{
    vg_status status = t->p->selftest->start(graph, lane);

    if (status != VG_OK)
        return status;
    do
        status = t->p->selftest->finish(1000u, lane);
    while (status == VG_TIMEOUT);
    return status;
}

static vg_status by_poll(const selftest *t, size_t graph, unsigned lane)
{
    vg_status status = t->p->selftest->start(graph, lane);

    if (status != VG_OK)
        return status;
    do
        status = t->p->selftest->poll(lane);
    while (status == VG_BUSY);
    return status;
}

static vg_status by_replay(const selftest *t, size_t graph, unsigned lane)
{
    return t->p->replay(graph, lane);
}

static vg_status by_timed(const selftest *t, size_t graph, unsigned lane)
{
    vg_times times;

    return t->p->selftest->timed(graph, &times, lane);
}

static vg_status by_step(const selftest *t, size_t graph, unsigned lane)
{
    return t->p->step(graph, lane);
}

static vg_status by_profile(const selftest *t, size_t graph, unsigned lane)
{
    vg_driver_nodes nodes;

    return t->p->profile(graph, 1, lane, &nodes);
}

/* One bit of the first element of each input. */
static void touch_inputs(const selftest *t)
{
    size_t i;

    for (i = 0; i < t->p->inputs.count; i++)
        if (t->p->inputs.port[i].bytes > 0)
            *(unsigned char *)t->p->input(i, 0) ^= 1u;
}

static vg_status by_other_inputs(const selftest *t, size_t graph, unsigned lane)
{
    touch_inputs(t);
    return t->p->replay(graph, lane);
}

static vg_status by_other_timed(const selftest *t, size_t graph, unsigned lane)
{
    touch_inputs(t);
    return by_timed(t, graph, lane);
}

static vg_status by_started(const selftest *t, size_t graph, unsigned lane)
{
    return t->p->selftest->started(graph, lane);
}

static vg_status by_other_started(const selftest *t, size_t graph, unsigned lane)
{
    touch_inputs(t);
    return by_started(t, graph, lane);
}

static vg_status by_batch(const selftest *t, size_t graph, unsigned lane)
{
    (void)lane;
    touch_inputs(t);
    return t->p->selftest->batch(graph);
}

static vg_status with_state(const selftest *t, size_t graph, unsigned lane)
{
    const vg_driver_selftest *s = t->p->selftest;
    vg_status status = s->save(t->memory.state, s->state_bytes, lane);

    if (status == VG_OK)
        status = s->reset(lane);
    if (status == VG_OK)
        status = t->p->replay(graph, lane);
    return status == VG_OK ? s->restore(t->memory.state, s->state_bytes, lane) : status;
}

typedef enum { IN_PLACE = 1, COPYING = 2, BATCHES = 4, STATE = 8 } selftest_needs;

typedef struct selftest_way {
    const char *name;
    vg_status (*replay)(const selftest *t, size_t graph, unsigned lane);
    unsigned long share; /* one of this many of the replays asked for: some ways take much longer */
    unsigned needs;      /* what of the above a program must have */
} selftest_way;

static const selftest_way ways[] = {
    {"start and finish", by_finish, 1, IN_PLACE},
    {"start and finish with timeouts", by_timeouts, 1, IN_PLACE},
    {"start and poll", by_poll, 1, IN_PLACE},
    {"replay", by_replay, 1, IN_PLACE},
    {"replay_timed", by_timed, 1, IN_PLACE},
    {"step", by_step, 1, IN_PLACE},
    {"call with other inputs", by_other_inputs, 1, COPYING},
    {"call with the same inputs", by_replay, 1, COPYING},
    {"call_timed with other inputs", by_other_timed, 1, COPYING},
    {"call_start and finish with other inputs", by_other_started, 1, COPYING},
    {"call_start and finish with the same inputs", by_started, 1, COPYING},
    {"call_step", by_step, 1, COPYING},
    {"profile", by_profile, 100, 0},
    {"call_batch", by_batch, 1, BATCHES},
    {"save, reset, replay, restore", with_state, 1, IN_PLACE | STATE},
    {"save, reset, call, restore", with_state, 1, COPYING | STATE},
};

static unsigned what_it_has(const selftest *t)
{
    const vg_driver_selftest *s = t->p->selftest;

    return (unsigned)(s->start != NULL ? IN_PLACE : COPYING) | (s->batch != NULL ? (unsigned)BATCHES : 0u) |
           (s->save != NULL ? (unsigned)STATE : 0u);
}

/* ---- what changes between replays ---- */

/* Each thing that changes has a period of its own, so that they meet in many combinations. */
static int is_turn(unsigned long turn, unsigned *index)
{
    return turn % (2u + (*index)++ % MOST_PERIOD) == 0u;
}

static vg_status change_setting(const selftest *t, size_t index, int other, unsigned lane)
{
    const unsigned char *values = t->p->selftest->values[index];

    return t->p->set(index, values + (other ? t->p->settings.port[index].bytes : 0u), lane);
}

/* Before each replay: settings go to and fro between the ends of their range, or between the spec's value and the one
 * beside it; switches are flipped, what is on request is asked for now and then. */
static vg_status change(const selftest *t, unsigned long turn, unsigned lane)
{
    const vg_driver_program *p = t->p;
    vg_status status = VG_OK;
    unsigned index = 0;
    size_t i;

    for (i = 0; status == VG_OK && i < p->settings.count; i++)
        status = change_setting(t, i, is_turn(turn, &index), lane);
    for (i = 0; status == VG_OK && p->changed != NULL && i < p->inputs.count; i++)
        if (p->inputs.port[i].on_request && is_turn(turn, &index))
            status = p->changed(i, lane);
    for (i = 0; status == VG_OK && p->want != NULL && i < p->outputs.count; i++)
        if (p->outputs.port[i].on_request && is_turn(turn, &index))
            status = p->want(i, lane);
    for (i = 0; status == VG_OK && i < p->switches.count; i++)
        status = p->turn(i, is_turn(turn, &index), lane);
    return status;
}

/* ---- the run ---- */

static void mark(const selftest *t, const char *text)
{
    if (t->o.marks && write(2, text, strlen(text)) < 0)
        fprintf(stderr, "%s_selftest: cannot write to standard error\n", t->p->name);
}

/* Returns 0 after a message. */
static int run_way(const selftest *t, const selftest_way *way, size_t graph)
{
    const uint64_t own = vg_heap_own_calls(), other = vg_heap_other_calls();
    const unsigned long replays = (t->o.replays + way->share - 1) / way->share;
    const char *name = t->p->graphs.name[graph];
    vg_status status = VG_OK;
    unsigned lane = 0;
    unsigned long turn;

    mark(t, "replays begin\n");
    vg_heap_count(1);
    for (turn = 0; status == VG_OK && turn < replays; turn++) {
        lane = (unsigned)(turn % t->p->lanes);
        if (!t->o.fixed)
            status = change(t, turn / t->p->lanes, lane);
        if (status == VG_OK)
            status = way->replay(t, graph, lane);
    }
    vg_heap_count(0);
    mark(t, "replays end\n");
    if (status == VG_CANNOT) {
        printf("    %s, %s: not for a graph with conditional nodes\n", name, way->name);
        return 1;
    }
    if (status != VG_OK)
        return failed(t, way->name, lane);
    printf("    %s, %s: %lu replays, calls of the heap: %" PRIu64 " own, %" PRIu64 " of others\n", name, way->name,
           replays, vg_heap_own_calls() - own, vg_heap_other_calls() - other);
    return 1;
}

static int run_ways(const selftest *t)
{
    const unsigned has = what_it_has(t);
    size_t way, graph;

    for (graph = 0; graph < t->p->graphs.count; graph++)
        for (way = 0; way < sizeof ways / sizeof *ways; way++)
            if ((ways[way].needs & ~has) == 0u && !run_way(t, &ways[way], graph))
                return 0;
    return 1;
}

/* What a program leaves behind of its replays when it yields. */
static vg_trace *fresh_traces(const selftest *t)
{
    unsigned lane;

    for (lane = 0; lane < t->p->lanes; lane++) {
        t->memory.traces[lane].records = t->memory.records + lane * RECORDS;
        t->memory.traces[lane].capacity = RECORDS;
        t->memory.traces[lane].written = 0;
    }
    return t->memory.traces;
}

/* Returns 0 after a message, -1 where there is no device. */
static int run(const selftest *t, vg_wait wait)
{
    vg_config config;
    vg_status status;
    int good;

    memset(&config, 0, sizeof config);
    config.wait = wait;
    config.trace = wait == VG_WAIT_YIELD ? fresh_traces(t) : NULL;
    status = t->p->open(&config, t->memory.constants);
    if (status == VG_NO_DEVICE || status == VG_NO_CUDA)
        return -1;
    if (status != VG_OK)
        return failed(t, "open", 0);
    printf("%s\n", wait == VG_WAIT_SPIN ? "spinning" : wait == VG_WAIT_YIELD ? "yielding, with a trace" : "blocking");
    good = run_ways(t);
    if (t->p->close() != VG_OK && good)
        good = failed(t, "close", 0);
    return good;
}

/* ---- memory and options ---- */

/* Constants are all zero, as pinned memory is at first. Returns 0 if there is not enough; release takes what there
 * is. */
static int allocate(selftest *t)
{
    selftest_memory *m = &t->memory;
    const vg_driver_ports *constants = &t->p->constants;
    size_t i;

    m->traces = (vg_trace *)calloc(t->p->lanes, sizeof *m->traces);
    m->records = (vg_trace_record *)calloc(t->p->lanes * RECORDS, sizeof *m->records);
    m->state = malloc(t->p->selftest->state_bytes + 1);
    m->constants = (void **)calloc(constants->count + 1, sizeof *m->constants);
    if (m->traces == NULL || m->records == NULL || m->state == NULL || m->constants == NULL)
        return 0;
    for (i = 0; i < constants->count; i++) {
        m->constants[i] = calloc(1, constants->port[i].bytes + 1);
        if (m->constants[i] == NULL)
            return 0;
    }
    return 1;
}

static void release(const selftest *t)
{
    size_t i;

    for (i = 0; t->memory.constants != NULL && i < t->p->constants.count; i++)
        free(t->memory.constants[i]);
    free(t->memory.constants);
    free(t->memory.state);
    free(t->memory.records);
    free(t->memory.traces);
}

static int read_options(int count, char **arguments, selftest_options *o)
{
    int i;

    for (i = 1; i < count; i++) {
        char *end = NULL;

        if (strcmp(arguments[i], "--fixed") == 0) {
            o->fixed = 1;
        } else if (strcmp(arguments[i], "--marks") == 0) {
            o->marks = 1;
        } else if (strcmp(arguments[i], "--replays") == 0 && i + 1 < count) {
            o->replays = strtoul(arguments[++i], &end, 10);
            if (arguments[i][0] < '0' || arguments[i][0] > '9' || *end != '\0' || o->replays == 0 ||
                o->replays > MOST_REPLAYS)
                return 0;
        } else {
            return 0;
        }
    }
    return 1;
}

static void print_usage(const vg_driver_program *p)
{
    fprintf(stderr, "usage: %s_selftest [--replays N] [--fixed] [--marks]\n", p->name);
    fputs("\n"
          "Replays each graph in every way, N times each (default 10000; a hundredth of that to profile), and counts "
          "calls\n"
          "of the heap meanwhile.\n"
          "\n"
          "  --fixed   leave settings and switches as the spec has them\n"
          "  --marks   write a line to standard error before and after, for those who trace system calls\n"
          "\n"
          "Exit status: 0 no call of the program's own, 1 some or a failed call, 2 wrong usage, 77 no device.\n",
          stderr);
}

static int run_all(const selftest *t)
{
    int wait, good = 1;

    for (wait = (int)VG_WAIT_SPIN; good > 0 && wait <= (int)VG_WAIT_BLOCK; wait++)
        good = run(t, (vg_wait)wait);
    if (good < 0) {
        printf("no device here\n");
        return 77;
    }
    if (good == 0)
        return 1;
    vg_heap_print_callers();
    printf("figure: calls of the heap during replays: %" PRIu64 " of the program, %" PRIu64 " of others\n",
           vg_heap_own_calls(), vg_heap_other_calls());
    return vg_heap_own_calls() == 0 ? 0 : 1;
}

int vg_selftest_main(const vg_driver_program *p, int count, char **arguments)
{
    selftest t;
    int status = 1;

    memset(&t, 0, sizeof t);
    t.p = p;
    t.o.replays = 10000;
    if (!read_options(count, arguments, &t.o)) {
        print_usage(p);
        return 2;
    }
    if (allocate(&t))
        status = run_all(&t);
    else
        fprintf(stderr, "%s_selftest: out of memory\n", p->name);
    release(&t);
    if (fflush(stdout) == 0 && !ferror(stdout))
        return status;
    fprintf(stderr, "%s_selftest: cannot write to standard output\n", p->name);
    return 1;
}
