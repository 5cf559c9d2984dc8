/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The vggen authors */
/* device_soak.c - the end of a replay is the end: inputs change each time, and every byte of every output is looked at as
 * soon as the host sees that the replay has ended, by each transport and each way to see it, in one lane and in lanes on
 * threads of their own.
 * COUNT: replays of each transport in the way that it is made for, in all lanes together; a tenth of it in the others.
 * SOAK: "copy", "middle" (copies, too), "kernel", "direct" or "wide" alone.
 * Links program "soak" and runs unchanged on a GPU and on the CPU device.
 * Exit status: 0 all right, 1 some byte was wrong or a call failed, 77 there is no device. */
#include "soak.h"

#include <inttypes.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "../checks.h"
#include "timing.h"

#define LANES ((unsigned)SOAK_LANES)
#define SMALL ((unsigned)SOAK_N)
#define MEDIUM ((unsigned)SOAK_MIDDLE)
#define LARGE ((unsigned)SOAK_WIDE)

typedef struct transport {
    const char *name, *graph;
    unsigned elements;
    unsigned long share; /* of COUNT: one of so many */
    uint32_t *(*x)(soak *p, unsigned lane);
    const uint32_t *(*y)(const soak *p, unsigned lane);
    const uint32_t *(*z)(const soak *p, unsigned lane);
    vg_status (*start)(soak *p, unsigned lane);
} transport;

static const transport copy = {"copy", "by_copy", SMALL, 1, soak_x_copy, soak_y_copy, soak_z_copy, soak_by_copy_start};
static const transport middle = {"middle",      "middle",      MEDIUM,        8,
                                 soak_x_middle, soak_y_middle, soak_z_middle, soak_middle_start};
static const transport kernel = {"kernel",      "by_kernel",   SMALL,         1,
                                 soak_x_kernel, soak_y_kernel, soak_z_kernel, soak_by_kernel_start};
static const transport direct = {"direct",      "by_direct",   SMALL,         1,
                                 soak_x_direct, soak_y_direct, soak_z_direct, soak_by_direct_start};
static const transport wide = {"wide", "wide", LARGE, 50, soak_x_wide, soak_y_wide, soak_z_wide, soak_wide_start};

/* How the host sees it. */
typedef enum end { BY_KERNEL, BY_WRITE, BY_QUERY } end;

typedef struct way {
    const transport *by;
    vg_completion asked;
    end end; /* what it comes to */
    unsigned lanes;
    unsigned long share;
} way;

/* In the order of what is asked for: the program is opened once for each. */
static const way ways[] = {
    {&kernel, VG_COMPLETION_AUTO, BY_KERNEL, LANES, 1},  {&direct, VG_COMPLETION_AUTO, BY_KERNEL, LANES, 1},
    {&wide, VG_COMPLETION_AUTO, BY_KERNEL, LANES, 1},    {&kernel, VG_COMPLETION_AUTO, BY_KERNEL, 1, 10},
    {&direct, VG_COMPLETION_AUTO, BY_KERNEL, 1, 10},     {&wide, VG_COMPLETION_AUTO, BY_KERNEL, 1, 10},
    {&copy, VG_COMPLETION_AUTO, BY_KERNEL, LANES, 1},    {&copy, VG_COMPLETION_AUTO, BY_KERNEL, 1, 10},
    {&middle, VG_COMPLETION_AUTO, BY_QUERY, LANES, 10},  {&middle, VG_COMPLETION_WORD, BY_WRITE, LANES, 1},
    {&middle, VG_COMPLETION_WORD, BY_WRITE, 1, 10},      {&direct, VG_COMPLETION_WORD, BY_KERNEL, LANES, 10},
    {&copy, VG_COMPLETION_QUERY, BY_QUERY, 1, 10},       {&middle, VG_COMPLETION_QUERY, BY_QUERY, 1, 10},
    {&direct, VG_COMPLETION_QUERY, BY_QUERY, LANES, 10}, {&kernel, VG_COMPLETION_QUERY, BY_QUERY, 1, 10},
};

#define WAYS (sizeof ways / sizeof *ways)

static const char *const end_names[] = {"kernel at the end", "write of the stream", "query"};

static soak program;

typedef struct work {
    const way *how;
    unsigned lane;
    unsigned long replays;
    uint64_t wrong;       /* bytes */
    uint64_t wrong_words; /* another way than that: the runtime's word says */
    vg_status status;
} work;

/* Another one in each byte than for the turn before. */
static uint32_t pattern(unsigned long turn)
{
    return (uint32_t)(turn % 251 + 1) * UINT32_C(0x01010101);
}

static void fill(uint32_t *x, unsigned elements, uint32_t seed)
{
    uint32_t i;

    for (i = 0; i < elements; i++)
        x[i] = seed ^ (i * UINT32_C(2654435761));
}

/* The differences of all elements at once: nearly always there are none. */
static uint32_t differences(const uint32_t *y, unsigned elements, uint32_t seed, uint32_t key)
{
    uint32_t i, all = 0;

    for (i = 0; i < elements; i++)
        all |= y[i] ^ seed ^ (i * UINT32_C(2654435761)) ^ (key + i);
    return all;
}

/* What is wrong at the moment; it may be right a moment later. */
static uint64_t wrong_bytes(const uint32_t *y, unsigned elements, uint32_t seed, uint32_t key)
{
    uint64_t wrong = 0;
    uint32_t i;

    for (i = 0; i < elements; i++) {
        uint32_t difference = y[i] ^ seed ^ (i * UINT32_C(2654435761)) ^ (key + i);
        for (; difference != 0; difference >>= 8)
            wrong += (difference & 0xffu) != 0;
    }
    return wrong;
}

static uint64_t look(const uint32_t *y, unsigned elements, uint32_t seed, uint32_t key)
{
    if (differences(y, elements, seed, key) == 0)
        return 0;
    return wrong_bytes(y, elements, seed, key) + 1; /* one at least was seen */
}

/* ---- which way it is ---- */

static unsigned traits_of(const vg_program *rt, const char *graph)
{
    unsigned i;

    for (i = 0; i < rt->desc->graph_count; i++)
        if (strcmp(rt->desc->graphs[i].name, graph) == 0)
            return rt->store.graphs[i].traits;
    CHECK(!"there is such a graph");
    return 0;
}

/* A kernel at the end writes 1, the stream the number of the launch; where the stream is asked, nobody writes, unless the
 * graph has that kernel all the same. */
static int word_is_right(const vg_program *rt, end seen_by, int has_end, uint32_t before)
{
    const uint32_t word = __atomic_load_n(rt->end.word, __ATOMIC_RELAXED);

    if ((rt->end.marked != 0) != (seen_by != BY_QUERY))
        return 0;
    if (seen_by == BY_WRITE)
        return word == rt->end.number;
    return word == (has_end ? 1 : before);
}

static void check_way(const way *w)
{
    unsigned lane;

    for (lane = 0; lane < LANES; lane++) {
        const vg_program *rt = &program.lane[lane].rt;
        const unsigned traits = traits_of(rt, w->by->graph);
        CHECK(((traits & VG_HAS_END) != 0) == (w->by != &middle));
        CHECK(((traits & VG_HAS_SMALL_COPIES) != 0) == (w->by == &copy || w->by == &middle));
        /* What several lanes come to by themselves is the query; a kernel at the end needs no asking for. */
        CHECK(rt->config.completion == (w->asked == VG_COMPLETION_WORD ? VG_COMPLETION_WORD : VG_COMPLETION_QUERY));
        CHECK(rt->end.word != NULL);
    }
}

/* ---- replays ---- */

static void *replay_often(void *argument)
{
    work *w = (work *)argument;
    const transport *by = w->how->by;
    const vg_program *rt = &program.lane[w->lane].rt;
    const int has_end = (traits_of(rt, by->graph) & VG_HAS_END) != 0;
    const uint32_t before = *rt->end.word;
    uint32_t *x = by->x(&program, w->lane);
    const uint32_t *y = by->y(&program, w->lane), *z = by->z(&program, w->lane);
    unsigned long turn;

    for (turn = 0; turn < w->replays && w->status == VG_OK; turn++) {
        const uint32_t seed = pattern(turn);
        fill(x, by->elements, seed);
        w->status = by->start(&program, w->lane);
        if (w->status == VG_OK)
            w->status = soak_finish(&program, VG_FOREVER, w->lane);
        /* What was written last first. */
        w->wrong += look(z, by->elements, seed, (uint32_t)SOAK_Z_KEY);
        w->wrong += look(y, by->elements, seed, (uint32_t)SOAK_Y_KEY);
        w->wrong_words += !word_is_right(rt, w->how->end, has_end, before);
    }
    return NULL;
}

/* Adds to the sums. */
static void soak_by(const way *how, unsigned long count, uint64_t *all_replays, uint64_t *all_wrong)
{
    const unsigned long replays = count / (how->by->share * how->share * how->lanes);
    const uint64_t begin = timing_now();
    pthread_t threads[SOAK_LANES];
    work works[SOAK_LANES];
    uint64_t wrong = 0, wrong_words = 0, bytes;
    unsigned lane, made = 0;

    check_way(how);
    memset(works, 0, sizeof works);
    for (lane = 0; lane < how->lanes; lane++) {
        works[lane].how = how;
        works[lane].lane = lane;
        works[lane].replays = replays > 0 ? replays : 1;
        if (!check_that(pthread_create(&threads[lane], NULL, replay_often, &works[lane]) == 0, "a thread", __LINE__))
            break;
        made++;
    }
    for (lane = 0; lane < made; lane++) {
        CHECK(pthread_join(threads[lane], NULL) == 0);
        (void)check_ok(works[lane].status, soak_detail(&program, lane), how->by->name, __LINE__);
        wrong += works[lane].wrong;
        wrong_words += works[lane].wrong_words;
    }
    CHECK(wrong == 0);
    CHECK(wrong_words == 0);
    bytes = (uint64_t)works[0].replays * made * 2 * how->by->elements * sizeof(uint32_t);
    printf("%-6s %u lane%s, %s: %lu replays, %" PRIu64 " of %" PRIu64 " bytes wrong, %.1f s\n", how->by->name,
           how->lanes, how->lanes == 1 ? "" : "s", end_names[how->end], works[0].replays * made, wrong, bytes,
           (double)(timing_now() - begin) / 1e9);
    fflush(stdout);
    *all_replays += (uint64_t)works[0].replays * made;
    *all_wrong += wrong;
}

static vg_status open_with(vg_completion completion)
{
    vg_config config;

    memset(&config, 0, sizeof config);
    config.completion = completion;
    return soak_open(&program, &config, NULL);
}

int main(void)
{
    const unsigned long count = checks_number("COUNT", 100);
    const char *alone = getenv("SOAK");
    uint64_t replays = 0, wrong = 0;
    size_t i;

    for (i = 0; i < WAYS; i++) {
        if (i == 0 || ways[i].asked != ways[i - 1].asked) {
            const vg_status status = open_with(ways[i].asked);
            if (status == VG_NO_DEVICE || status == VG_NO_CUDA) {
                printf("no device here\n");
                return 77;
            }
            if (!check_ok(status, soak_detail(&program, 0), "open", __LINE__))
                return checks_end();
        }
        if (alone == NULL || *alone == '\0' || strcmp(alone, ways[i].by->name) == 0)
            soak_by(&ways[i], count, &replays, &wrong);
        if (i + 1 == WAYS || ways[i + 1].asked != ways[i].asked)
            (void)check_ok(soak_close(&program), soak_detail(&program, 0), "close", __LINE__);
    }
    printf("figure: %" PRIu64 " replays, %" PRIu64 " bytes wrong\n", replays, wrong);
    return checks_end();
}
