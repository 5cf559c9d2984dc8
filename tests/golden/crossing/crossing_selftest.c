/* SPDX-License-Identifier: 0BSD */
/* crossing_selftest.c - replays of program "crossing" in every way, while every call of the heap is counted.
 * Made by vggen 0.1.0 from crossing.yaml. Do not edit: change the spec and generate again.
 *
 * malloc and its kin are defined here and hand on to the C library (glibc), so this file, the program and the runtime are
 * linked alone. Calls from this binary are the program's own: there must be none. Calls from libraries (the driver, the
 * C library) are printed by library. */
#ifndef _GNU_SOURCE
#define _GNU_SOURCE /* dladdr */
#endif

#include "crossing.h"

#include <dlfcn.h>
#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define SELFTEST_LANES 1
#define SELFTEST_MOST_REPLAYS 100000000u
#define SELFTEST_RECORDS 16
#define SELFTEST_CALLERS 64 /* places of calls that are told apart; further ones count as one */

/* ---- the heap ---- */

#ifdef __cplusplus
#define SELFTEST_THROW __THROW
extern "C" {
#else
#define SELFTEST_THROW
#endif

void *__libc_malloc(size_t size);
void *__libc_calloc(size_t count, size_t size);
void *__libc_realloc(void *memory, size_t size);
void *__libc_memalign(size_t alignment, size_t size);
void __libc_free(void *memory);
void *memalign(size_t alignment, size_t size) SELFTEST_THROW;

/* Where this binary's own code begins and ends; the linker defines them. */
extern char __executable_start[];
extern char etext[];

#ifdef __cplusplus
}
#endif

/* Calls from one place of the code. */
typedef struct selftest_caller {
    void *address;
    uint64_t calls;
} selftest_caller;

/* Drivers have threads of their own, so calls are counted under a lock. */
static selftest_caller selftest_callers[SELFTEST_CALLERS];
static unsigned char selftest_lock;
static int selftest_counting;
static uint64_t selftest_own_calls;
static uint64_t selftest_other_calls;

static void selftest_count(void *address)
{
    size_t i = 0;

    if (!__atomic_load_n(&selftest_counting, __ATOMIC_ACQUIRE))
        return;
    while (__atomic_test_and_set(&selftest_lock, __ATOMIC_ACQUIRE))
        ;
    if ((uintptr_t)address >= (uintptr_t)__executable_start && (uintptr_t)address < (uintptr_t)etext)
        selftest_own_calls++;
    else
        selftest_other_calls++;
    while (i + 1 < SELFTEST_CALLERS && selftest_callers[i].address != NULL && selftest_callers[i].address != address)
        i++;
    if (selftest_callers[i].address == NULL)
        selftest_callers[i].address = address;
    selftest_callers[i].calls++;
    __atomic_clear(&selftest_lock, __ATOMIC_RELEASE);
}

void *malloc(size_t size) SELFTEST_THROW
{
    selftest_count(__builtin_return_address(0));
    return __libc_malloc(size);
}

void *calloc(size_t count, size_t size) SELFTEST_THROW
{
    selftest_count(__builtin_return_address(0));
    return __libc_calloc(count, size);
}

void *realloc(void *memory, size_t size) SELFTEST_THROW
{
    selftest_count(__builtin_return_address(0));
    return __libc_realloc(memory, size);
}

void free(void *memory) SELFTEST_THROW
{
    selftest_count(__builtin_return_address(0));
    __libc_free(memory);
}

void *memalign(size_t alignment, size_t size) SELFTEST_THROW
{
    selftest_count(__builtin_return_address(0));
    return __libc_memalign(alignment, size);
}

void *aligned_alloc(size_t alignment, size_t size) SELFTEST_THROW
{
    selftest_count(__builtin_return_address(0));
    return __libc_memalign(alignment, size);
}

int posix_memalign(void **memory, size_t alignment, size_t size) SELFTEST_THROW
{
    void *aligned;

    selftest_count(__builtin_return_address(0));
    if (alignment % sizeof(void *) != 0 || (alignment & (alignment - 1)) != 0 || alignment == 0)
        return EINVAL;
    aligned = __libc_memalign(alignment, size);
    if (aligned == NULL)
        return ENOMEM;
    *memory = aligned;
    return 0;
}

/* ---- the program ---- */

static const char *const selftest_graphs[] = {
    "all",
    "some",
    NULL, /* the end */
};

static vg_status selftest_open(crossing *p, const vg_config *config)
{
    return crossing_open(p, config, NULL);
}

/* Before each replay: settings go to and fro between the ends of their range, or between the spec's value and the one
 * beside it; switches are flipped, what is on request is asked for now and then. */
static vg_status selftest_change(crossing *p, unsigned long turn, unsigned lane)
{
    vg_status status = VG_OK;

    (void)p;
    (void)turn;
    (void)lane;
    if (status == VG_OK && turn % 2u == 0u)
        status = crossing_changed_table(p);
    if (status == VG_OK) {
        int32_t value;

        if (turn % 3u == 0u) {
            value = 2;
        } else {
            value = 3;
        }
        status = crossing_set_gain(p, value);
    }
    if (status == VG_OK) {
        int32_t value;

        if (turn % 4u == 0u) {
            value = 4;
        } else {
            value = 5;
        }
        status = crossing_set_bias(p, value);
    }
    if (status == VG_OK && turn % 5u == 0u)
        status = crossing_changed_sum(p);
    if (status == VG_OK && turn % 6u == 0u)
        status = crossing_want_sum(p);
    if (status == VG_OK && turn % 7u == 0u)
        status = crossing_want_last(p);
    return status;
}

static vg_status selftest_profile(crossing *p, size_t graph, unsigned lane)
{
    (void)lane;
    switch (graph) {
    case 0: {
        static crossing_all_times times;

        return crossing_all_profile(p, 1u, &times);
    }
    case 1: {
        static crossing_some_times times;

        return crossing_some_profile(p, 1u, &times);
    }
    default:
        return VG_ARGUMENT;
    }
}

static vg_status selftest_start(crossing *p, size_t graph, unsigned lane)
{
    (void)lane;
    switch (graph) {
    case 0:
        return crossing_all_start(p);
    case 1:
        return crossing_some_start(p);
    default:
        return VG_ARGUMENT;
    }
}

static vg_status selftest_replay(crossing *p, size_t graph, unsigned lane)
{
    (void)lane;
    switch (graph) {
    case 0:
        return crossing_all_replay(p);
    case 1:
        return crossing_some_replay(p);
    default:
        return VG_ARGUMENT;
    }
}

static vg_status selftest_step(crossing *p, size_t graph, unsigned lane)
{
    (void)lane;
    switch (graph) {
    case 0:
        return crossing_all_step(p);
    case 1:
        return crossing_some_step(p);
    default:
        return VG_ARGUMENT;
    }
}

static vg_status selftest_timed(crossing *p, size_t graph, unsigned lane)
{
    vg_times times;

    (void)lane;
    switch (graph) {
    case 0:
        return crossing_all_replay_timed(p, &times);
    case 1:
        return crossing_some_replay_timed(p, &times);
    default:
        return VG_ARGUMENT;
    }
}

/* A way to replay a graph. */
typedef struct selftest_way {
    const char *name;
    vg_status (*replay)(crossing *p, size_t graph, unsigned lane);
    unsigned long share; /* one in so many of the replays asked for: some ways take much longer */
} selftest_way;

/* ---- every way to replay ---- */

static vg_status selftest_by_finish(crossing *p, size_t graph, unsigned lane)
{
    const vg_status status = selftest_start(p, graph, lane);

    return status == VG_OK ? crossing_finish(p, VG_FOREVER) : status;
}

static vg_status selftest_by_timeouts(crossing *p, size_t graph, unsigned lane)
{
    vg_status status = selftest_start(p, graph, lane);

    if (status != VG_OK)
        return status;
    do
        status = crossing_finish(p, 1000u);
    while (status == VG_TIMEOUT);
    return status;
}

static vg_status selftest_by_poll(crossing *p, size_t graph, unsigned lane)
{
    vg_status status = selftest_start(p, graph, lane);

    if (status != VG_OK)
        return status;
    do
        status = crossing_poll(p);
    while (status == VG_BUSY);
    return status;
}

static vg_status selftest_with_state(crossing *p, size_t graph, unsigned lane)
{
    static unsigned char memory[CROSSING_STATE_BYTES];
    vg_status status = crossing_save(p, memory, sizeof memory);

    if (status == VG_OK)
        status = crossing_reset(p);
    if (status == VG_OK)
        status = selftest_replay(p, graph, lane);
    return status == VG_OK ? crossing_restore(p, memory, sizeof memory) : status;
}

static const selftest_way selftest_ways[] = {
    {"start and finish", selftest_by_finish, 1},
    {"start and finish with timeouts", selftest_by_timeouts, 1},
    {"start and poll", selftest_by_poll, 1},
    {"replay", selftest_replay, 1},
    {"replay_timed", selftest_timed, 1},
    {"step", selftest_step, 1},
    {"profile", selftest_profile, 100},
    {"save, reset, replay, restore", selftest_with_state, 1},
    {NULL, NULL, 0}, /* the end */
};

/* ---- the run ---- */

typedef struct selftest_options {
    unsigned long replays;
    int fixed;
    int marks;
} selftest_options;

static const char selftest_usage[] =
    "usage: crossing_selftest [--replays N] [--fixed] [--marks]\n"
    "\n"
    "Replays each graph in every way, N times each (default 10000; a hundredth of that to profile), and counts calls\n"
    "of the heap meanwhile.\n"
    "\n"
    "  --fixed   leave settings and switches as the spec has them\n"
    "  --marks   write a line to standard error before and after, for those who trace system calls\n"
    "\n"
    "Exit status: 0 no call of the program's own, 1 some or a failed call, 2 wrong usage, 77 no device.\n";

static int selftest_call_failed(const crossing *p, const char *doing, unsigned lane)
{
    char text[512];

    (void)lane;
    vg_detail_text(crossing_detail(p), text, sizeof text);
    fprintf(stderr, "crossing_selftest: %s failed: %s\n", doing, text);
    return 0;
}

static void selftest_mark(const selftest_options *o, const char *text)
{
    if (o->marks && write(2, text, strlen(text)) < 0)
        fprintf(stderr, "crossing_selftest: cannot write to standard error\n");
}

/* Returns 0 after a message. */
static int selftest_run_way(crossing *p, const selftest_options *o, const selftest_way *way, size_t graph)
{
    const uint64_t own = selftest_own_calls, other = selftest_other_calls;
    const unsigned long replays = (o->replays + way->share - 1) / way->share;
    vg_status status = VG_OK;
    unsigned lane = 0;
    unsigned long turn;

    selftest_mark(o, "replays begin\n");
    __atomic_store_n(&selftest_counting, 1, __ATOMIC_RELEASE);
    for (turn = 0; status == VG_OK && turn < replays; turn++) {
        lane = (unsigned)(turn % SELFTEST_LANES);
        if (!o->fixed)
            status = selftest_change(p, turn / SELFTEST_LANES, lane);
        if (status == VG_OK)
            status = way->replay(p, graph, lane);
    }
    __atomic_store_n(&selftest_counting, 0, __ATOMIC_RELEASE);
    selftest_mark(o, "replays end\n");
    if (status == VG_CANNOT) {
        printf("    %s, %s: not for a graph with conditional nodes\n", selftest_graphs[graph], way->name);
        return 1;
    }
    if (status != VG_OK)
        return selftest_call_failed(p, way->name, lane);
    printf("    %s, %s: %lu replays, calls of the heap: %" PRIu64 " own, %" PRIu64 " of others\n", selftest_graphs[graph],
           way->name, replays, selftest_own_calls - own, selftest_other_calls - other);
    return 1;
}

/* What a program leaves behind of its replays when it yields. */
static vg_trace_record selftest_records[SELFTEST_LANES][SELFTEST_RECORDS];
static vg_trace selftest_traces[SELFTEST_LANES];

static vg_trace *selftest_new_traces(void)
{
    unsigned lane;

    for (lane = 0; lane < SELFTEST_LANES; lane++) {
        selftest_traces[lane].records = selftest_records[lane];
        selftest_traces[lane].capacity = SELFTEST_RECORDS;
        selftest_traces[lane].written = 0;
    }
    return selftest_traces;
}

/* Returns 0 after a message, -1 where there is no device. */
static int selftest_run(crossing *p, const selftest_options *o, vg_wait wait)
{
    vg_config config;
    vg_status status;
    size_t way, graph;
    int good = 1;

    memset(&config, 0, sizeof config);
    config.wait = wait;
    config.trace = wait == VG_WAIT_YIELD ? selftest_new_traces() : NULL;
    status = selftest_open(p, &config);
    if (status == VG_NO_DEVICE || status == VG_NO_CUDA)
        return -1;
    if (status != VG_OK)
        return selftest_call_failed(p, "open", 0);
    printf("%s\n", wait == VG_WAIT_SPIN ? "spinning" : wait == VG_WAIT_YIELD ? "yielding, with a trace" : "blocking");
    for (graph = 0; good && selftest_graphs[graph] != NULL; graph++)
        for (way = 0; good && selftest_ways[way].replay != NULL; way++)
            good = selftest_run_way(p, o, &selftest_ways[way], graph);
    if (crossing_close(p) != VG_OK && good)
        good = selftest_call_failed(p, "close", 0);
    return good;
}

static const char *selftest_library(void *address)
{
    Dl_info info;

    if (dladdr(address, &info) == 0 || info.dli_fname == NULL)
        return "unknown code";
    return info.dli_fname;
}

/* Each library once, with all its calls. */
static void selftest_print_callers(void)
{
    size_t i, k;

    for (i = 0; i < SELFTEST_CALLERS && selftest_callers[i].address != NULL; i++) {
        const char *library = selftest_library(selftest_callers[i].address);
        uint64_t calls = 0;
        int told = 0;
        for (k = 0; k < SELFTEST_CALLERS && selftest_callers[k].address != NULL; k++) {
            if (strcmp(selftest_library(selftest_callers[k].address), library) == 0) {
                told = told || k < i;
                calls += selftest_callers[k].calls;
            }
        }
        if (!told)
            printf("calls of the heap by %s: %" PRIu64 "\n", library, calls);
    }
}

static int selftest_read_options(int count, char **arguments, selftest_options *o)
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
                o->replays > SELFTEST_MOST_REPLAYS)
                return 0;
        } else {
            return 0;
        }
    }
    return 1;
}

int main(int count, char **arguments)
{
    static crossing program;
    selftest_options o = {10000, 0, 0};
    int wait, good = 1;

    if (!selftest_read_options(count, arguments, &o)) {
        fputs(selftest_usage, stderr);
        return 2;
    }
    for (wait = (int)VG_WAIT_SPIN; good > 0 && wait <= (int)VG_WAIT_BLOCK; wait++)
        good = selftest_run(&program, &o, (vg_wait)wait);
    if (good < 0) {
        printf("no device here\n");
        return 77;
    }
    if (good == 0)
        return 1;
    selftest_print_callers();
    printf("figure: calls of the heap during replays: %" PRIu64 " of the program, %" PRIu64 " of others\n",
           selftest_own_calls, selftest_other_calls);
    return selftest_own_calls == 0 ? 0 : 1;
}
