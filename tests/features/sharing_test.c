/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The vggen authors */
/* Programs with one pool, beside the same with memory of their own: every result is the same, bit for bit. */
#include "sharing.h"

#include "ledger.h"
#include "recent.h"
#include "smooth.h"

#include "feature.h"

enum { ROUNDS = 6 };

typedef struct {
    sharing a;
    smooth b;
    ledger c;
} programs;

static programs pooled, alone;
static vg_pool pool;

static uint64_t larger(uint64_t one, uint64_t other)
{
    return one > other ? one : other;
}

/* What the largest of the programs needs. */
static vg_pool_memory most(void)
{
    vg_pool_memory memory = {0, 0, NULL, 0};

    memory.device_memory_bytes =
        larger(SHARING_POOL_DEVICE_BYTES, larger(SMOOTH_POOL_DEVICE_BYTES, LEDGER_POOL_DEVICE_BYTES));
    memory.pinned_memory_bytes =
        larger(SHARING_POOL_PINNED_BYTES, larger(SMOOTH_POOL_PINNED_BYTES, LEDGER_POOL_PINNED_BYTES));
    return memory;
}

/* ---- results ---- */

typedef struct {
    uint32_t y[SHARING_Y_COUNT], total[4];
    float smooth[SMOOTH_Y_COUNT];
    uint32_t entry[LEDGER_ENTRY_COUNT], report[LEDGER_Y_COUNT];
} results;

static void run_sharing(programs *p, unsigned round, results *to)
{
    OK(NULL, vg_pool_take(&p->a.rt));
    for (unsigned i = 0; i < SHARING_X_COUNT; i++)
        sharing_x(&p->a)[i] = 1000u * round + i;
    if (round == 2) {
        for (unsigned i = 0; i < SHARING_OFFSET_COUNT; i++)
            sharing_offset(&p->a)[i] = i;
        OK(sharing_detail(&p->a), sharing_changed_offset(&p->a));
    }
    OK(sharing_detail(&p->a), sharing_set_gain(&p->a, 3 + round / 2));
    OK(sharing_detail(&p->a), sharing_replay(&p->a));
    memcpy(to->y, sharing_y(&p->a), sizeof to->y);
    memcpy(to->total, sharing_total_out(&p->a), sizeof to->total);
}

/* The inputs of the last two rounds are the same, so that the program with its own memory keeps them. */
static void run_smooth(programs *p, unsigned round, results *to)
{
    float x[SMOOTH_X_COUNT];
    smooth_in in;
    smooth_out out;

    memset(&in, 0, sizeof in);
    memset(&out, 0, sizeof out);
    for (unsigned i = 0; i < SMOOTH_X_COUNT; i++)
        x[i] = (float)((round > ROUNDS - 2 ? ROUNDS - 2 : round) * i % 17u);
    in.x = x;
    in.x_count = SMOOTH_X_COUNT;
    out.y = to->smooth;
    out.y_count = SMOOTH_Y_COUNT;
    OK(smooth_detail(&p->b), smooth_call(&p->b, &in, &out));
}

static void run_ledger(programs *p, unsigned round, results *to)
{
    OK(NULL, vg_pool_take(&p->c.rt));
    for (unsigned i = 0; i < LEDGER_ENTRY_COUNT; i++)
        ledger_entry(&p->c)[i] = round + 3 * i;
    OK(ledger_detail(&p->c), ledger_add_replay(&p->c));
    memcpy(to->entry, ledger_entry_out(&p->c), sizeof to->entry);
    OK(ledger_detail(&p->c), ledger_report_replay(&p->c));
    memcpy(to->report, ledger_y(&p->c), sizeof to->report);
}

static void run(programs *p, unsigned round, results *to)
{
    static void (*const each[])(programs *, unsigned, results *) = {run_sharing, run_smooth, run_ledger};

    for (unsigned i = 0; i < 3; i++)
        each[(i + round) % 3](p, round, to);
}

static void results_are_those_of_own_memory(void)
{
    static results one, other;

    for (unsigned round = 0; round < ROUNDS; round++) {
        memset(&one, 0, sizeof one);
        memset(&other, 0xff, sizeof other);
        run(&alone, round, &one);
        run(&pooled, round, &other);
        if (!CHECK(memcmp(&one, &other, sizeof one) == 0))
            return;
    }
    CHECK(smooth_stats(&alone.b)->kept_hits == 1 && smooth_stats(&pooled.b)->kept_hits == 0); /* others had its memory */
    OK(NULL, vg_pool_take(&pooled.c.rt));
    run_smooth(&pooled, ROUNDS, &other);
    CHECK(smooth_stats(&pooled.b)->kept_hits == 0);
    run_smooth(&pooled, ROUNDS, &other); /* it is still its turn */
    CHECK(smooth_stats(&pooled.b)->kept_hits == 1);
}

/* ---- memory ---- */

/* What the largest needs, and what each keeps for itself. */
static void memory_is_that_of_the_largest(void)
{
    CHECK(sharing_stats(&pooled.a)->device_bytes == SHARING_DEVICE_BYTES - SHARING_POOL_DEVICE_BYTES);
    CHECK(smooth_stats(&pooled.b)->device_bytes == SMOOTH_DEVICE_BYTES - SMOOTH_POOL_DEVICE_BYTES);
    CHECK(ledger_stats(&pooled.c)->device_bytes == LEDGER_DEVICE_BYTES - LEDGER_POOL_DEVICE_BYTES);
    CHECK(sharing_stats(&pooled.a)->pinned_bytes == SHARING_PINNED_BYTES - SHARING_POOL_PINNED_BYTES);
    CHECK(smooth_stats(&pooled.b)->pinned_bytes == SMOOTH_PINNED_BYTES - SMOOTH_POOL_PINNED_BYTES);
    CHECK(ledger_stats(&pooled.c)->pinned_bytes == LEDGER_PINNED_BYTES - LEDGER_POOL_PINNED_BYTES);
    CHECK(sharing_stats(&alone.a)->device_bytes == SHARING_DEVICE_BYTES);
    CHECK(sharing_stats(&alone.a)->pinned_bytes == SHARING_PINNED_BYTES);
    CHECK(SHARING_POOL_DEVICE_BYTES > LEDGER_POOL_DEVICE_BYTES && LEDGER_POOL_PINNED_BYTES > SHARING_POOL_PINNED_BYTES);
}

/* ---- turns ---- */

static int says(const vg_detail *detail, vg_status status, const char *call, const char *step)
{
    return detail->status == status && strstr(detail->call, call) != NULL && strcmp(detail->step, step) == 0;
}

static void nothing_runs_beside_a_replay(void)
{
    smooth_in in;
    smooth_out out;
    float x[SMOOTH_X_COUNT], y[SMOOTH_Y_COUNT];

    memset(&in, 0, sizeof in);
    memset(&out, 0, sizeof out);
    memset(x, 0, sizeof x);
    in.x = x;
    in.x_count = SMOOTH_X_COUNT;
    out.y = y;
    out.y_count = SMOOTH_Y_COUNT;
    OK(NULL, vg_pool_take(&pooled.a.rt));
    OK(sharing_detail(&pooled.a), sharing_start(&pooled.a));
    CHECK(vg_pool_take(&pooled.c.rt) == VG_STATE && says(ledger_detail(&pooled.c), VG_STATE, "runs", "sharing"));
    CHECK(smooth_call(&pooled.b, &in, &out) == VG_STATE && says(smooth_detail(&pooled.b), VG_STATE, "runs", "sharing"));
    CHECK(ledger_add_start(&pooled.c) == VG_STATE && says(ledger_detail(&pooled.c), VG_STATE, "turn", "sharing"));
    CHECK(ledger_entry(&pooled.c) == NULL && ledger_y(&pooled.c) == NULL);
    OK(sharing_detail(&pooled.a), sharing_finish(&pooled.a, VG_FOREVER));
    OK(smooth_detail(&pooled.b), smooth_call(&pooled.b, &in, &out));
    /* A started call is launched even where its outputs are kept: they would not wait for its end. */
    memset(y, 0xff, sizeof y);
    OK(smooth_detail(&pooled.b), smooth_call_start(&pooled.b, &in));
    CHECK(vg_pool_take(&pooled.c.rt) == VG_STATE && says(ledger_detail(&pooled.c), VG_STATE, "runs", "smooth"));
    OK(smooth_detail(&pooled.b), smooth_call_finish(&pooled.b, &out, VG_FOREVER));
    CHECK(y[5] == 0.0f);
}

/* Every way to run one, and what would look at its memory. Its settings and its own memory stay there. */
static void others_have_to_take_their_turn(void)
{
    uint32_t state[SHARING_TOTAL_COUNT];
    static sharing copy;
    vg_times times;

    OK(NULL, vg_pool_take(&pooled.c.rt));
    CHECK(sharing_x(&pooled.a) == NULL && sharing_y(&pooled.a) == NULL && sharing_offset(&pooled.a) != NULL);
    CHECK(sharing_replay(&pooled.a) == VG_STATE && says(sharing_detail(&pooled.a), VG_STATE, "turn", "ledger"));
    CHECK(sharing_replay_timed(&pooled.a, &times) == VG_STATE && sharing_step(&pooled.a) == VG_STATE);
    CHECK(sharing_poll(&pooled.a) == VG_STATE && sharing_finish(&pooled.a, 0) == VG_STATE);
    CHECK(sharing_reset(&pooled.a) == VG_STATE && sharing_save(&pooled.a, state, sizeof state) == VG_STATE);
    OK(sharing_detail(&pooled.a), sharing_set_gain(&pooled.a, 5));
    copy = pooled.a;
    CHECK(vg_pool_take(&copy.rt) == VG_STATE && says(sharing_detail(&copy), VG_STATE, "a copy", ""));
    OK(NULL, vg_pool_take(&pooled.a.rt));
    OK(NULL, vg_pool_take(&pooled.a.rt)); /* it has it already */
    OK(sharing_detail(&pooled.a), sharing_save(&pooled.a, state, sizeof state));
    OK(sharing_detail(&pooled.a), sharing_step(&pooled.a));
}

/* The turn may be taken before the call, too. Another program of the same shape has left the same inputs, where they were,
 * and outputs of its own. */
static void turns_that_are_asked_for_forget_too(void)
{
    static smooth other;
    float x[SMOOTH_X_COUNT], y[SMOOTH_Y_COUNT];
    smooth_in in;
    smooth_out out;
    vg_config config;

    memset(&config, 0, sizeof config);
    memset(&in, 0, sizeof in);
    memset(&out, 0, sizeof out);
    config.pool = &pool;
    for (unsigned i = 0; i < SMOOTH_X_COUNT; i++)
        x[i] = 8.0f;
    in.x = x;
    in.x_count = SMOOTH_X_COUNT;
    out.y = y;
    out.y_count = SMOOTH_Y_COUNT;
    OK(smooth_detail(&other), smooth_open(&other, &config, NULL));
    OK(smooth_detail(&other), smooth_set_level(&other, 4.0f));
    OK(smooth_detail(&pooled.b), smooth_call(&pooled.b, &in, &out));
    CHECK(y[9] == 8.0f);
    OK(smooth_detail(&other), smooth_call(&other, &in, &out));
    CHECK(y[9] == 32.0f);
    OK(NULL, vg_pool_take(&pooled.b.rt));
    OK(smooth_detail(&pooled.b), smooth_call(&pooled.b, &in, &out));
    CHECK(y[9] == 8.0f);
    OK(NULL, smooth_close(&other));
}

/* A call that kept outputs answer needs no turn to end; a second start, which is refused, takes none either
 * and ends nothing that is kept. */
static void refused_starts_take_nothing(void)
{
    static recent r;
    uint32_t x[RECENT_N], y[RECENT_N];
    const recent_in in = {x, RECENT_N};
    recent_out out = {y, RECENT_N};
    vg_config config;

    memset(&config, 0, sizeof config);
    config.pool = &pool;
    OK(recent_detail(&r), recent_open(&r, &config, NULL));
    for (uint32_t i = 0; i < RECENT_N; i++)
        x[i] = i;
    OK(recent_detail(&r), recent_call(&r, &in, &out));
    OK(recent_detail(&r), recent_call_start(&r, &in));
    OK(NULL, vg_pool_take(&pooled.c.rt));
    CHECK(recent_call_start(&r, &in) == VG_STATE && says(recent_detail(&r), VG_STATE, "a call was started", ""));
    CHECK(recent_call(&r, &in, &out) == VG_STATE && pool.turn == &pooled.c.rt);
    memset(y, 0xee, sizeof y);
    OK(recent_detail(&r), recent_call_finish(&r, &out, VG_FOREVER));
    CHECK(y[RECENT_N - 1] == 2 * (RECENT_N - 1) && recent_stats(&r)->kept_hits == 1 && pool.turn == &pooled.c.rt);
    OK(recent_detail(&r), recent_call(&r, &in, &out)); /* with its turn it forgets what is kept */
    CHECK(pool.turn == &r.rt && recent_stats(&r)->kept_hits == 1);
    OK(NULL, recent_close(&r));
}

/* ---- misuse ---- */

static void what_does_not_fit_is_refused(void)
{
    vg_pool_memory memory = most();
    static ledger other;
    vg_config config;
    vg_pool small;

    memset(&config, 0, sizeof config);
    memset(&small, 0, sizeof small);
    config.pool = &small;
    CHECK(ledger_open(&other, &config, NULL) == VG_ARGUMENT && says(ledger_detail(&other), VG_ARGUMENT, "init", ""));
    CHECK(vg_pool_free(&small) == VG_ARGUMENT && vg_pool_free(NULL) == VG_ARGUMENT);
    memory.device_memory_bytes = LEDGER_POOL_DEVICE_BYTES - 256;
    vg_pool_init(&small, &memory);
    CHECK(ledger_open(&other, &config, NULL) == VG_NO_MEMORY && ledger_detail(&other)->expected == LEDGER_POOL_DEVICE_BYTES);
    memory.device_memory_bytes = LEDGER_POOL_DEVICE_BYTES;
    memory.pinned_memory_bytes = 0;
    vg_pool_init(&small, &memory);
    CHECK(ledger_open(&other, &config, NULL) == VG_NO_MEMORY && ledger_detail(&other)->expected == LEDGER_POOL_PINNED_BYTES);
    OK(&small.detail, vg_pool_free(&small)); /* nothing was allocated */
    config.pool = &pool;
    config.device_memory = 4096;
    config.device_memory_bytes = LEDGER_DEVICE_BYTES;
    CHECK(ledger_open(&other, &config, NULL) == VG_ARGUMENT && says(ledger_detail(&other), VG_ARGUMENT, "both", ""));
    CHECK(vg_pool_take(&other.rt) == VG_STATE && vg_pool_take(NULL) == VG_ARGUMENT);
    CHECK(vg_pool_free(&pool) == VG_STATE && pool.detail.found == 3);
    /* A program is neither opened nor loses its turn while a replay runs. */
    config.device_memory = 0;
    OK(NULL, vg_pool_take(&pooled.a.rt));
    OK(sharing_detail(&pooled.a), sharing_start(&pooled.a));
    CHECK(ledger_open(&other, &config, NULL) == VG_STATE && says(ledger_detail(&other), VG_STATE, "runs", "sharing"));
    OK(sharing_detail(&pooled.a), sharing_finish(&pooled.a, VG_FOREVER));
}

static void programs_close_in_any_order(void)
{
    OK(NULL, vg_pool_take(&pooled.a.rt));
    OK(sharing_detail(&pooled.a), sharing_start(&pooled.a));
    OK(NULL, smooth_close(&pooled.b)); /* beside the replay */
    OK(NULL, sharing_close(&pooled.a)); /* which ends it */
    OK(NULL, vg_pool_take(&pooled.c.rt));
    OK(ledger_detail(&pooled.c), ledger_report_replay(&pooled.c));
    OK(NULL, ledger_close(&pooled.c));
    OK(&pool.detail, vg_pool_free(&pool));
    OK(&pool.detail, vg_pool_free(&pool));
    OK(NULL, sharing_close(&alone.a));
    OK(NULL, smooth_close(&alone.b));
    OK(NULL, ledger_close(&alone.c));
}

int main(void)
{
    const vg_pool_memory memory = most();
    vg_config config;

    memset(&config, 0, sizeof config);
    config.pool = &pool;
    vg_pool_init(&pool, &memory);
    OPEN_OR_SKIP(sharing_open(&pooled.a, &config, NULL));
    OK(smooth_detail(&pooled.b), smooth_open(&pooled.b, &config, NULL));
    OK(ledger_detail(&pooled.c), ledger_open(&pooled.c, &config, NULL));
    OK(sharing_detail(&alone.a), sharing_open(&alone.a, NULL, NULL));
    OK(smooth_detail(&alone.b), smooth_open(&alone.b, NULL, NULL));
    OK(ledger_detail(&alone.c), ledger_open(&alone.c, NULL, NULL));
    memory_is_that_of_the_largest();
    results_are_those_of_own_memory();
    nothing_runs_beside_a_replay();
    others_have_to_take_their_turn();
    turns_that_are_asked_for_forget_too();
    refused_starts_take_nothing();
    what_does_not_fit_is_refused();
    programs_close_in_any_order();
    return checks_end();
}
