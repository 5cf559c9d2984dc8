/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The vggen authors */
#include "ranks.h"

#include "feature.h"

static ranks p;

static void set_inputs(int round)
{
    int32_t *x = ranks_x(&p);
    int64_t *wide = ranks_wide(&p);
    uint8_t *table = ranks_table(&p);

    for (int i = 0; i < RANKS_N; i++) {
        x[i] = (i - 40) * (round + 1);
        wide[i] = 7 * i - round;
    }
    for (int i = 0; i < RANKS_TABLE_COUNT; i++)
        table[i] = (uint8_t)(i ^ round);
}

static int results_are_right(int round)
{
    const double *y = ranks_y(&p);
    const uint16_t *all = ranks_all(&p);
    const uint8_t *shared = ranks_shared(&p);
    int wrong = 0;

    for (int i = 0; i < RANKS_N; i++) {
        const int32_t x = (i - 40) * (round + 1);
        const double most = i % 2 == 0 ? x : -x;

        wrong += y[i] != 3 * x + most / 1024 + (double)(7 * i - round) * 65536;
        wrong += all[i] != i;
    }
    for (int i = 0; i < RANKS_TABLE_COUNT; i++)
        wrong += shared[i] != (uint8_t)(i ^ round);
    return wrong == 0;
}

/* Nodes whose titles begin so. */
static unsigned nodes_of(const char *title)
{
    unsigned found = 0;

    for (unsigned i = 0; i < p.rt.desc->node_count; i++)
        found += strncmp(p.rt.desc->node_titles[i], title, strlen(title)) == 0;
    return found;
}

/* In place, or where one buffer serves as both ends, one rank has nothing to do. It copies what comes from an input, and
 * what a later step may read where it was. */
static void one_rank_copies_or_does_nothing(void)
{
    CHECK(nodes_of("all_reduce") == 0 && nodes_of("all_gather") == 1);
    CHECK(nodes_of("broadcast") == 1 && nodes_of("reduce_scatter") == 1);
    CHECK(nodes_of("launch begin") == 1 && nodes_of("launch finish") == 1);
}

int main(void)
{
    OPEN_OR_SKIP(ranks_open(&p, NULL, NULL));
    one_rank_copies_or_does_nothing();
    for (int round = 0; round < 3; round++) {
        set_inputs(round);
        OK(ranks_detail(&p), ranks_replay(&p));
        CHECK(results_are_right(round));
    }
    set_inputs(5);
    OK(ranks_detail(&p), ranks_step(&p));
    CHECK(results_are_right(5));
    OK(ranks_detail(&p), ranks_close(&p));
    return checks_end();
}
