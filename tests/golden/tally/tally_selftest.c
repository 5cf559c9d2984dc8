/* SPDX-License-Identifier: 0BSD */
/* tally_selftest.c - replays of program "tally" in every way, while every call of the heap is counted.
 * Made by vggen 0.1.0 from tally.yaml. Do not edit: change the spec and generate again.
 *
 * malloc and its kin are defined here and hand on to the C library (glibc), so this file, the program and the runtime are
 * linked alone. Calls from this binary are the program's own: there must be none. Calls from libraries (the driver, the
 * C library) are printed by library. */
#ifndef _GNU_SOURCE
#define _GNU_SOURCE /* dladdr */
#endif

#include "tally.h"

#include <dlfcn.h>
#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define SELFTEST_LANES TALLY_LANES
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

static float selftest_in_x[128];
static float selftest_in_table[65536];
static float selftest_out_y[128];
static uint32_t selftest_out_sums[128];

static const char *const selftest_graphs[] = {
    "weighed",
    "counted",
    NULL, /* the end */
};

static vg_status selftest_open(tally *p, const vg_config *config)
{
    return tally_open(p, config, NULL);
}

/* Before each replay: settings go to and fro between the ends of their range, or between the spec's value and the one
 * beside it; switches are flipped, what is on request is asked for now and then. */
static vg_status selftest_change(tally *p, unsigned long turn, unsigned lane)
{
    vg_status status = VG_OK;

    (void)p;
    (void)turn;
    (void)lane;
    if (status == VG_OK) {
        float value;

        if (turn % 2u == 0u) {
            value = 1.125f;
        } else {
            value = 1.0f;
        }
        status = tally_set_gain(p, value, lane);
    }
    if (status == VG_OK) {
        float value;

        if (turn % 3u == 0u) {
            value = 0.625f;
        } else {
            value = 0.5f;
        }
        status = tally_set_bias(p, value, lane);
    }
    if (status == VG_OK)
        status = tally_switch_again(p, turn % 4u == 0u ? 1 : 0, lane);
    return status;
}

static vg_status selftest_profile(tally *p, size_t graph, unsigned lane)
{
    (void)lane;
    switch (graph) {
    case 0: {
        static tally_weighed_times times;

        return tally_weighed_profile(p, 1u, &times, lane);
    }
    case 1: {
        static tally_counted_times times;

        return tally_counted_profile(p, 1u, &times, lane);
    }
    default:
        return VG_ARGUMENT;
    }
}

static vg_status selftest_call(tally *p, size_t graph, unsigned lane)
{
    (void)lane;
    switch (graph) {
    case 0: {
        tally_weighed_in in;
        tally_weighed_out out;

        memset(&in, 0, sizeof in);
        memset(&out, 0, sizeof out);
        in.x = selftest_in_x;
        in.x_count = TALLY_X_COUNT;
        in.table = selftest_in_table;
        in.table_count = TALLY_TABLE_COUNT;
        out.y = selftest_out_y;
        out.y_count = TALLY_Y_COUNT;
        return tally_weighed_call(p, &in, &out, lane);
    }
    case 1: {
        tally_counted_in in;
        tally_counted_out out;

        memset(&in, 0, sizeof in);
        memset(&out, 0, sizeof out);
        in.x = selftest_in_x;
        in.x_count = TALLY_X_COUNT;
        out.sums = selftest_out_sums;
        out.sums_count = TALLY_SUMS_COUNT;
        return tally_counted_call(p, &in, &out, lane);
    }
    default:
        return VG_ARGUMENT;
    }
}

static vg_status selftest_call_timed(tally *p, size_t graph, unsigned lane)
{
    vg_times times;

    (void)lane;
    switch (graph) {
    case 0: {
        tally_weighed_in in;
        tally_weighed_out out;

        memset(&in, 0, sizeof in);
        memset(&out, 0, sizeof out);
        in.x = selftest_in_x;
        in.x_count = TALLY_X_COUNT;
        in.table = selftest_in_table;
        in.table_count = TALLY_TABLE_COUNT;
        out.y = selftest_out_y;
        out.y_count = TALLY_Y_COUNT;
        return tally_weighed_call_timed(p, &in, &out, &times, lane);
    }
    case 1: {
        tally_counted_in in;
        tally_counted_out out;

        memset(&in, 0, sizeof in);
        memset(&out, 0, sizeof out);
        in.x = selftest_in_x;
        in.x_count = TALLY_X_COUNT;
        out.sums = selftest_out_sums;
        out.sums_count = TALLY_SUMS_COUNT;
        return tally_counted_call_timed(p, &in, &out, &times, lane);
    }
    default:
        return VG_ARGUMENT;
    }
}

static vg_status selftest_call_step(tally *p, size_t graph, unsigned lane)
{
    (void)lane;
    switch (graph) {
    case 0: {
        tally_weighed_in in;
        tally_weighed_out out;

        memset(&in, 0, sizeof in);
        memset(&out, 0, sizeof out);
        in.x = selftest_in_x;
        in.x_count = TALLY_X_COUNT;
        in.table = selftest_in_table;
        in.table_count = TALLY_TABLE_COUNT;
        out.y = selftest_out_y;
        out.y_count = TALLY_Y_COUNT;
        return tally_weighed_call_step(p, &in, &out, lane);
    }
    case 1: {
        tally_counted_in in;
        tally_counted_out out;

        memset(&in, 0, sizeof in);
        memset(&out, 0, sizeof out);
        in.x = selftest_in_x;
        in.x_count = TALLY_X_COUNT;
        out.sums = selftest_out_sums;
        out.sums_count = TALLY_SUMS_COUNT;
        return tally_counted_call_step(p, &in, &out, lane);
    }
    default:
        return VG_ARGUMENT;
    }
}

/* One bit of the first element of each input. */
static void selftest_touch_inputs(void)
{
    *(unsigned char *)selftest_in_x ^= 1u;
    *(unsigned char *)selftest_in_table ^= 1u;
}

#define SELFTEST_ITEMS (2 * SELFTEST_LANES)

static vg_status selftest_call_batch(tally *p, size_t graph)
{
    size_t i;

    switch (graph) {
    case 0: {
        tally_weighed_in inputs[SELFTEST_ITEMS];
        tally_weighed_out outputs[SELFTEST_ITEMS];
        tally_weighed_in in;
        tally_weighed_out out;

        memset(&in, 0, sizeof in);
        memset(&out, 0, sizeof out);
        in.x = selftest_in_x;
        in.x_count = TALLY_X_COUNT;
        in.table = selftest_in_table;
        in.table_count = TALLY_TABLE_COUNT;
        out.y = selftest_out_y;
        out.y_count = TALLY_Y_COUNT;
        for (i = 0; i < SELFTEST_ITEMS; i++) {
            inputs[i] = in;
            outputs[i] = out;
        }
        return tally_weighed_call_batch(p, inputs, outputs, SELFTEST_ITEMS);
    }
    case 1: {
        tally_counted_in inputs[SELFTEST_ITEMS];
        tally_counted_out outputs[SELFTEST_ITEMS];
        tally_counted_in in;
        tally_counted_out out;

        memset(&in, 0, sizeof in);
        memset(&out, 0, sizeof out);
        in.x = selftest_in_x;
        in.x_count = TALLY_X_COUNT;
        out.sums = selftest_out_sums;
        out.sums_count = TALLY_SUMS_COUNT;
        for (i = 0; i < SELFTEST_ITEMS; i++) {
            inputs[i] = in;
            outputs[i] = out;
        }
        return tally_counted_call_batch(p, inputs, outputs, SELFTEST_ITEMS);
    }
    default:
        return VG_ARGUMENT;
    }
}

/* A way to replay a graph. */
typedef struct selftest_way {
    const char *name;
    vg_status (*replay)(tally *p, size_t graph, unsigned lane);
    unsigned long share; /* one in so many of the replays asked for: some ways take much longer */
} selftest_way;

/* ---- every way to call ---- */

static vg_status selftest_other_inputs(tally *p, size_t graph, unsigned lane)
{
    selftest_touch_inputs();
    return selftest_call(p, graph, lane);
}

static vg_status selftest_other_timed(tally *p, size_t graph, unsigned lane)
{
    selftest_touch_inputs();
    return selftest_call_timed(p, graph, lane);
}

static vg_status selftest_batch(tally *p, size_t graph, unsigned lane)
{
    (void)lane;
    selftest_touch_inputs();
    return selftest_call_batch(p, graph);
}

static vg_status selftest_with_state(tally *p, size_t graph, unsigned lane)
{
    static unsigned char memory[TALLY_STATE_BYTES];
    vg_status status = tally_save(p, memory, sizeof memory, lane);

    if (status == VG_OK)
        status = tally_reset(p, lane);
    if (status == VG_OK)
        status = selftest_call(p, graph, lane);
    return status == VG_OK ? tally_restore(p, memory, sizeof memory, lane) : status;
}

static const selftest_way selftest_ways[] = {
    {"call with other inputs", selftest_other_inputs, 1},
    {"call with the same inputs", selftest_call, 1},
    {"call_timed with other inputs", selftest_other_timed, 1},
    {"call_step", selftest_call_step, 1},
    {"profile", selftest_profile, 100},
    {"call_batch", selftest_batch, 1},
    {"save, reset, call, restore", selftest_with_state, 1},
    {NULL, NULL, 0}, /* the end */
};

/* ---- the run ---- */

typedef struct selftest_options {
    unsigned long replays;
    int fixed;
    int marks;
} selftest_options;

static const char selftest_usage[] =
    "usage: tally_selftest [--replays N] [--fixed] [--marks]\n"
    "\n"
    "Replays each graph in every way, N times each (default 10000; a hundredth of that to profile), and counts calls\n"
    "of the heap meanwhile.\n"
    "\n"
    "  --fixed   leave settings and switches as the spec has them\n"
    "  --marks   write a line to standard error before and after, for those who trace system calls\n"
    "\n"
    "Exit status: 0 no call of the program's own, 1 some or a failed call, 2 wrong usage, 77 no device.\n";

static int selftest_call_failed(const tally *p, const char *doing, unsigned lane)
{
    char text[512];

    (void)lane;
    vg_detail_text(tally_detail(p, lane), text, sizeof text);
    fprintf(stderr, "tally_selftest: %s failed: %s\n", doing, text);
    return 0;
}

static void selftest_mark(const selftest_options *o, const char *text)
{
    if (o->marks && write(2, text, strlen(text)) < 0)
        fprintf(stderr, "tally_selftest: cannot write to standard error\n");
}

/* Returns 0 after a message. */
static int selftest_run_way(tally *p, const selftest_options *o, const selftest_way *way, size_t graph)
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
static int selftest_run(tally *p, const selftest_options *o, vg_wait wait)
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
    if (tally_close(p) != VG_OK && good)
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
    static tally program;
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
