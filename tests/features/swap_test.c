/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The vggen authors */
#include "swap.h"

#include "feature.h"

enum { N = SWAP_N };

static swap p;
static uint32_t a[N], b[N], kept[N];

static void exchange(void)
{
    for (int i = 0; i < N; i++) {
        const uint32_t old = a[i];
        a[i] = b[i];
        b[i] = old;
    }
}

/* One pass from a to b, after which they have each other's names. */
static void pass(uint32_t k)
{
    for (uint32_t i = 0; i < N; i++)
        b[i] = a[i] * 3 + i + k;
    exchange();
}

static int is(const uint32_t *found, const uint32_t *expected)
{
    return memcmp(found, expected, sizeof a) == 0;
}

static void give(uint32_t turn)
{
    for (uint32_t i = 0; i < N; i++) {
        a[i] = i * 17 + turn * 5;
        b[i] = 77;
        swap_x(&p)[i] = a[i];
        swap_both(&p)[i] = a[i];
    }
}

static void repeated(uint32_t turn)
{
    uint32_t c[N], d[N];

    give(turn);
    for (uint32_t k = 0; k < 3; k++)
        pass(k);
    OK(swap_detail(&p), swap_three_replay(&p));
    CHECK(is(swap_y(&p), a));
    OK(swap_detail(&p), swap_output_last_replay(&p));
    CHECK(is(swap_y(&p), a));
    OK(swap_detail(&p), swap_inout_last_replay(&p));
    CHECK(is(swap_both_out(&p), a));

    give(turn);
    for (uint32_t k = 0; k < 4; k++)
        pass(2 * k + 1);
    OK(swap_detail(&p), swap_four_replay(&p));
    CHECK(is(swap_y(&p), a) && is(swap_z(&p), b));

    give(turn);
    for (int i = 0; i < N; i++)
        c[i] = 5;
    for (int k = 0; k < 3; k++) {
        for (uint32_t i = 0; i < N; i++) {
            b[i] = a[i] + c[i];
            d[i] = a[i] * 2 + i;
        }
        exchange();
        memcpy(c, d, sizeof c);
    }
    OK(swap_detail(&p), swap_pairs_replay(&p));
    CHECK(is(swap_y(&p), a) && is(swap_z(&p), c));
}

static void state(void)
{
    memcpy(a, kept, sizeof a);
    pass(0);
    pass(1);
    memcpy(kept, a, sizeof a);
    OK(swap_detail(&p), swap_state_last_replay(&p));
    CHECK(is(swap_kept_out(&p), kept));
}

/* As many passes as `from` says, at most `most`. */
static uint32_t passes(uint32_t from, uint32_t most)
{
    uint32_t n = 0;

    swap_from(&p)[0] = from;
    for (; from > 0 && n < most; from--, n++)
        pass(from);
    return n;
}

static void looped(uint32_t from)
{
    uint32_t n;

    give(from);
    n = passes(from, SWAP_MOST);
    OK(swap_detail(&p), swap_loop_one_replay(&p));
    CHECK(swap_n(&p)[0] == n && is(swap_y(&p), a));
    OK(swap_detail(&p), swap_loop_two_replay(&p));
    CHECK(is(swap_y(&p), a) && is(swap_z(&p), b));
    OK(swap_detail(&p), swap_loop_output_replay(&p));
    CHECK(is(swap_y(&p), a));

    give(from);
    n = passes(from, SWAP_MANY);
    OK(swap_detail(&p), swap_loop_many_replay(&p));
    CHECK(swap_many(&p)[0] == n && is(swap_y(&p), a));
}

int main(void)
{
    OPEN_OR_SKIP(swap_open(&p, NULL, NULL));
    for (int i = 0; i < N; i++)
        kept[i] = 11;
    for (unsigned seed = 0; seed < FEATURE_SEEDS; seed++) {
        feature_seed(seed);
        repeated(seed);
        state();
        for (uint32_t from = 0; from <= SWAP_MOST + 2; from++)
            looped(from);
        for (uint32_t from = SWAP_MANY - 3 + seed % 2; from <= SWAP_MANY + 1; from += 2)
            looped(from);
        looped(15 + seed);
        looped(31 + seed);
    }
    OK(NULL, swap_close(&p));
    return checks_end();
}
