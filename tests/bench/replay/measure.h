/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The vggen authors */
/* Rows of measurements: several ways to do the same, in turns, so that what drifts hits all alike. */
#ifndef MEASURE_H
#define MEASURE_H

#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

#define MEASURE_ROWS 280
#define MEASURE_LIMITS 72
#define MEASURE_BASES 4 /* rows that a limit compares with */

/* One row of the table. */
typedef struct measure_row {
    const char *group; /* rows of a group are for comparison */
    const char *way;
    char note[96];
    uint64_t bytes;    /* each way over the bus; 0: not said */
    uint64_t *samples; /* nanoseconds; sorted by measure_finish */
    size_t count, room;
} measure_row;

/* A promise: a percentile of one row, by the best one of others or, without any, in microseconds. */
typedef struct measure_limit {
    const char *what;
    double percent; /* 50: medians */
    double most;
    const measure_row *of;
    const measure_row *bases[MEASURE_BASES];
    size_t base_count;
} measure_limit;

typedef struct measure_table {
    measure_row rows[MEASURE_ROWS];
    size_t count;
    measure_limit limits[MEASURE_LIMITS];
    size_t limit_count;
    unsigned long replays; /* of each way */
    unsigned long rounds;  /* in so many blocks */
    unsigned long ticks;   /* of the paced loop, for each way */
} measure_table;

/* A way to replay once. `replay` returns 0 if it failed; `check`, if not NULL, whether what came out of the last replay is
 * right. */
typedef struct measure_way {
    const char *name;
    int (*replay)(void *context, unsigned long turn);
    int (*check)(void *context);
    void *context;
    measure_row *row; /* set by measure_compare and measure_paced */
} measure_way;

/* What the thread does until the next millisecond: it sleeps, but for its last awake_ns. */
#define MEASURE_BUSY UINT64_MAX
typedef struct measure_pace {
    uint64_t awake_ns;
    void (*touch)(void); /* called when it wakes, or NULL */
} measure_pace;

/* NULL when the table is full or there is no memory, after a message. */
measure_row *measure_add(measure_table *t, const char *group, const char *way, size_t room);
void measure_sample(measure_row *row, uint64_t nanoseconds);

/* Each way `replays` times in blocks; each block begins with replays that are not measured. 0 after a message. */
int measure_compare(measure_table *t, const char *group, measure_way *ways, size_t count, unsigned long replays);
/* The same where `replay` only begins one: its end is waited for by `finish`, one for each way, and not measured. */
int measure_starts(measure_table *t, const char *group, measure_way *ways, int (*const *finish)(void *context),
                   size_t count, unsigned long replays);
/* One replay a millisecond, in blocks as well; paces: of each way. */
int measure_paced(measure_table *t, const char *group, measure_way *ways, const measure_pace *paces, size_t count);

/* The row may be at most `most` times the best of the bases, of which those that are NULL are left out. */
void measure_promise(measure_table *t, const char *what, const measure_row *of, double percent, double most,
                     measure_row *const *bases, size_t count);

/* Sorts all samples. */
void measure_finish(measure_table *t);
void measure_print(const measure_table *t);
/* After measure_finish: each limit, and how many are broken. */
unsigned measure_print_limits(const measure_table *t);
/* As JSON; 0 if a write failed. */
int measure_write(const measure_table *t, const char *device, int driver, FILE *file);

#endif
