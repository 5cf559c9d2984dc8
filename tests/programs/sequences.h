/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The vggen authors */
/* Every sequence of up to four calls, and a long random one: what the state machines share. COUNT (of random calls) and
 * SEED come from the environment. */
#ifndef SEQUENCES_H
#define SEQUENCES_H

#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include "../checks.h"

#define SEQUENCES_LONGEST 4
#define SEQUENCES_COUNT 20000 /* of random calls, where COUNT does not say */
#define SEQUENCES_TOLD 12     /* calls that a complaint names */
#define SEQUENCES_FAILURES 10 /* after which it ends */

typedef struct sequence_test {
    const char *const *names; /* of the calls */
    unsigned calls;
    void (*begin)(void);                                /* a program that was never opened */
    void (*make)(unsigned which, unsigned long number); /* one call, and all checks after it */
    void (*end)(void);                                  /* closes what is open */
    unsigned (*choose)(uint64_t *seed);                 /* a random call */
} sequence_test;

static const sequence_test *sequence_under_test;
static unsigned long failures;
static unsigned long made; /* calls */
static unsigned history[SEQUENCES_TOLD];
static unsigned long history_length; /* since begin */

static void complain(const char *what, double expected, double found)
{
    unsigned long i = history_length > SEQUENCES_TOLD ? history_length - SEQUENCES_TOLD : 0;

    printf("after");
    for (; i < history_length; ++i) {
        printf(" %s", sequence_under_test->names[history[i % SEQUENCES_TOLD]]);
    }
    printf(": %s: expected %g, found %g\n", what, expected, found);
    ++failures;
}

static void expect(const char *what, double expected, double found)
{
    if (expected != found) {
        complain(what, expected, found);
    }
}

static void sequence_begin(void)
{
    history_length = 0;
    sequence_under_test->begin();
}

static void sequence_make(unsigned which, unsigned long number)
{
    history[history_length++ % SEQUENCES_TOLD] = which;
    sequence_under_test->make(which, number);
}

/* All of the longest: what comes first in them are the shorter ones. Returns how many. */
static unsigned long run_all_sequences(void)
{
    unsigned long count = 1;
    unsigned long number;
    unsigned i;

    for (i = 0; i < SEQUENCES_LONGEST; ++i) {
        count *= sequence_under_test->calls;
    }
    for (number = 0; number < count && failures < SEQUENCES_FAILURES; ++number) {
        unsigned long rest = number;

        sequence_begin();
        for (i = 0; i < SEQUENCES_LONGEST; ++i) {
            sequence_make((unsigned)(rest % sequence_under_test->calls), i + 1);
            rest /= sequence_under_test->calls;
        }
        sequence_under_test->end();
    }
    return count;
}

static uint64_t random_number(uint64_t *seed)
{
    *seed ^= *seed << 13;
    *seed ^= *seed >> 7;
    *seed ^= *seed << 17;
    return *seed >> 11;
}

static void run_randomly(unsigned long count, uint64_t seed)
{
    unsigned long i;

    sequence_begin();
    for (i = 0; i < count && failures < SEQUENCES_FAILURES; ++i) {
        const unsigned which = sequence_under_test->choose(&seed);

        sequence_make(which, random_number(&seed));
    }
    sequence_under_test->end();
}

static void run_sequences(const sequence_test *test)
{
    const unsigned long count = checks_number("COUNT", SEQUENCES_COUNT);
    const unsigned long seed = checks_number("SEED", 1);

    sequence_under_test = test;
    printf("%lu sequences of %d calls\n", run_all_sequences(), SEQUENCES_LONGEST);
    run_randomly(count, UINT64_C(0x9e3779b97f4a7c15) * (seed + 1));
    printf("%lu random calls with seed %lu\n", count, seed);
}

#endif
