/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The vggen authors */
#include "measure.h"

#include <stdlib.h>
#include <string.h>

#include "timing.h"
#include "vg_rt.h"

#define WARM_UP 20ul /* most replays at the beginning of a block */
#define WARM_TICKS 3ul
#define MOST_PACED_ROUNDS 20ul /* longer blocks: a loop that others keep interrupting is none */
#define PERIOD_NS 1000000u

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

/* finish: NULL where `replay` is all. */
static int replay_once(const measure_way *way, int (*finish)(void *context), unsigned long turn, uint64_t *took)
{
    const uint64_t begin = timing_now();
    int good = way->replay(way->context, turn);

    *took = timing_now() - begin;
    if (good && finish != NULL)
        good = finish(way->context);
    if (!good)
        fprintf(stderr, "bench: %s failed\n", way->name);
    return good;
}

static int run_block(const measure_way *way, int (*finish)(void *context), unsigned long replays, unsigned long *turn)
{
    const unsigned long warm_up = replays / 10 + 1 < WARM_UP ? replays / 10 + 1 : WARM_UP;
    unsigned long i;

    for (i = 0; i < warm_up + replays; i++) {
        uint64_t took;
        if (!replay_once(way, finish, ++*turn, &took))
            return 0;
        if (i >= warm_up)
            measure_sample(way->row, took);
    }
    if (way->check != NULL && !way->check(way->context)) {
        fprintf(stderr, "bench: %s gives wrong results\n", way->name);
        return 0;
    }
    return 1;
}

static int run_blocks(measure_table *t, const char *group, measure_way *ways, int (*const *finish)(void *context),
                      size_t count, unsigned long replays)
{
    const unsigned long block = (replays + t->rounds - 1) / t->rounds;
    unsigned long round, turn = 0;
    size_t i;

    if (!add_rows(t, group, ways, count, block * t->rounds))
        return 0;
    for (round = 0; round < t->rounds; round++)
        for (i = 0; i < count; i++) { /* another one first each time */
            const size_t at = (i + round) % count;
            if (!run_block(&ways[at], finish != NULL ? finish[at] : NULL, block, &turn))
                return 0;
        }
    return 1;
}

int measure_compare(measure_table *t, const char *group, measure_way *ways, size_t count, unsigned long replays)
{
    return run_blocks(t, group, ways, NULL, count, replays);
}

int measure_starts(measure_table *t, const char *group, measure_way *ways, int (*const *finish)(void *context),
                   size_t count, unsigned long replays)
{
    return run_blocks(t, group, ways, finish, count, replays);
}

static void wait_until(uint64_t when, const measure_pace *pace)
{
    if (pace->touch != NULL) {
        (void)vg_sleep_until(when - pace->awake_ns, 0);
        pace->touch();
    }
    (void)vg_sleep_until(when, pace->awake_ns);
}

/* The first ones show what the way before left behind, and are not measured. */
static int run_ticks(const measure_way *way, const measure_pace *pace, unsigned long ticks, unsigned long *turn)
{
    uint64_t when = timing_now();
    unsigned long i;

    for (i = 0; i < WARM_TICKS + ticks; i++) {
        uint64_t begin;
        when += PERIOD_NS;
        wait_until(when, pace);
        begin = timing_now();
        if (!way->replay(way->context, ++*turn)) {
            fprintf(stderr, "bench: %s failed\n", way->name);
            return 0;
        }
        if (i >= WARM_TICKS)
            measure_sample(way->row, timing_now() - begin);
    }
    return 1;
}

int measure_paced(measure_table *t, const char *group, measure_way *ways, const measure_pace *paces, size_t count)
{
    const unsigned long rounds = t->rounds < MOST_PACED_ROUNDS ? t->rounds : MOST_PACED_ROUNDS;
    const unsigned long block = (t->ticks + rounds - 1) / rounds;
    unsigned long round, turn = 0;
    size_t i;

    if (!add_rows(t, group, ways, count, block * rounds))
        return 0;
    for (round = 0; round < rounds; round++)
        for (i = 0; i < count; i++) {
            const size_t at = (i + round) % count;
            if (!run_ticks(&ways[at], &paces[at], block, &turn))
                return 0;
        }
    return 1;
}

void measure_promise(measure_table *t, const char *what, const measure_row *of, double percent, double most,
                     measure_row *const *bases, size_t count)
{
    measure_limit *limit = &t->limits[t->limit_count];
    size_t i;

    if (t->limit_count == MEASURE_LIMITS || count > MEASURE_BASES) {
        fprintf(stderr, "bench: more than %d limits, or than %d rows in one\n", MEASURE_LIMITS, MEASURE_BASES);
        abort();
    }
    memset(limit, 0, sizeof *limit);
    limit->what = what;
    limit->of = of;
    limit->percent = percent;
    limit->most = most;
    for (i = 0; i < count; i++)
        if (bases[i] != NULL)
            limit->bases[limit->base_count++] = bases[i];
    t->limit_count++;
}

void measure_finish(measure_table *t)
{
    size_t i;

    for (i = 0; i < t->count; i++)
        timing_sort(t->rows[i].samples, t->rows[i].count);
}
