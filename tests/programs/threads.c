/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The vggen authors */
/* threads.c - four programs and the lanes of two, each used by a thread of its own at the same time; for a build with
 * -fsanitize=thread (tests/script/threads.sh). Links programs "saxpy" (twice open), "lanes" and "recall" (which is called). */
#define _POSIX_C_SOURCE 200809L

#include "lanes.h"
#include "recall.h"
#include "saxpy.h"

#include <pthread.h>
#include <stdio.h>
#include <string.h>

#define TURNS 12
#define MOST_NODES 16

static saxpy plain[2];
static pthread_barrier_t both; /* before these are opened */
static lanes many;
static recall called;

typedef struct worker {
    unsigned lane; /* of `many`; from LANES on, of `called`; after those, programs `plain` */
    unsigned long wrong;
    vg_trace_record records[4];
} worker;

enum { LANES = 3, CALLED = RECALL_LANES, WORKERS = LANES + CALLED + 2 };

static vg_trace traces[LANES];

static void expect_ok(worker *w, vg_status status)
{
    w->wrong += status != VG_OK;
}

/* Each turn in another way; a thread touches nothing but its own lane. */
static vg_status replay(vg_program *rt, unsigned turn)
{
    uint64_t ns[MOST_NODES];
    void *scratch[2 * MOST_NODES + 2];
    vg_node_times each;
    vg_times times;
    vg_status status;

    switch (turn % 5) {
    case 0:
        return vg_replay(rt, 0);
    case 1:
        return vg_step(rt, 0);
    case 2:
        each.count = MOST_NODES;
        each.ns = ns;
        each.scratch = scratch;
        return vg_profile(rt, 0, 2, &each);
    case 3:
        return vg_replay_timed(rt, 0, &times);
    default:
        status = vg_start(rt, 0);
        while (status == VG_OK && (status = vg_poll(rt)) == VG_BUSY) {
            status = VG_OK;
        }
        return status;
    }
}

static void use_lane(worker *w)
{
    static float saved[LANES][LANES_N];
    unsigned turn;
    unsigned i;

    for (turn = 0; turn < TURNS; ++turn) {
        for (i = 0; i < LANES_N; ++i) {
            lanes_x(&many, w->lane)[i] = (float)(w->lane + turn);
        }
        expect_ok(w, lanes_set_gain(&many, (float)turn, w->lane));
        expect_ok(w, lanes_switch_doubled(&many, (int)(turn % 2), w->lane));
        expect_ok(w, lanes_want_sum(&many, w->lane));
        expect_ok(w, replay(&many.lane[w->lane].rt, turn));
    }
    expect_ok(w, vg_save(&many.lane[w->lane].rt, saved[w->lane], sizeof saved[w->lane]));
    w->wrong += memcmp(saved[w->lane], lanes_sum_out(&many, w->lane), sizeof saved[w->lane]) != 0;
    expect_ok(w, lanes_reset(&many, w->lane));
    expect_ok(w, vg_restore(&many.lane[w->lane].rt, saved[w->lane], sizeof saved[w->lane]));
}

static void call_first(worker *w, unsigned lane, const uint32_t *a, const uint32_t *b, unsigned turn)
{
    const recall_first_in in = {a, RECALL_A_COUNT, b, RECALL_B_COUNT};
    uint32_t y[RECALL_Y_COUNT];
    recall_first_out out = {y, RECALL_Y_COUNT, VG_OK};
    vg_times times;
    unsigned i;

    switch (turn % 4) {
    case 0:
        expect_ok(w, recall_first_call_step(&called, &in, &out, lane));
        break;
    case 1:
        expect_ok(w, recall_first_call_timed(&called, &in, &out, &times, lane));
        break;
    default: /* the second one is answered with what is kept */
        expect_ok(w, recall_first_call(&called, &in, &out, lane));
        break;
    }
    for (i = 0; i < RECALL_Y_COUNT; ++i) {
        const uint32_t t = a[i] * (lane + 2) + 5u * b[i] + turn / 4;
        w->wrong += y[i] != t * 3 + 5u * a[i] + turn / 4;
    }
}

static void call_fourth(worker *w, unsigned lane, const uint32_t *b, uint32_t *sum)
{
    const recall_fourth_in in = {b, RECALL_B_COUNT};
    uint32_t total[RECALL_TOTAL_COUNT];
    recall_fourth_out out = {total, RECALL_TOTAL_COUNT, VG_OK};
    unsigned i;

    expect_ok(w, recall_fourth_call(&called, &in, &out, lane));
    *sum += b[0];
    for (i = 0; i < RECALL_TOTAL_COUNT; ++i) {
        w->wrong += total[i] != 3 * *sum;
    }
}

/* Both lanes take their inputs from the same memory, which nobody writes. */
static void use_calls(worker *w, unsigned lane)
{
    static const uint32_t a[RECALL_A_COUNT] = {1, 2, 3}, b[RECALL_B_COUNT] = {0};
    static uint64_t saved[CALLED][RECALL_STATE_BYTES / sizeof(uint64_t)];
    uint32_t sum = 5;
    unsigned turn;

    expect_ok(w, recall_set_factor(&called, lane + 2, lane));
    for (turn = 0; turn < TURNS; ++turn) {
        expect_ok(w, recall_set_add(&called, turn / 4, lane));
        call_first(w, lane, a, b, turn);
        call_fourth(w, lane, b, &sum);
    }
    w->wrong += recall_stats(&called, lane)->kept_hits < TURNS / 4;
    expect_ok(w, recall_save(&called, saved[lane], sizeof saved[lane], lane));
    expect_ok(w, recall_reset(&called, lane));
    expect_ok(w, recall_restore(&called, saved[lane], sizeof saved[lane], lane));
}

/* Opened, which builds the graphs, at the same moment as the other one, and closed again beside the others. */
static void use_program(worker *w, saxpy *p)
{
    unsigned turn;
    unsigned i;

    for (turn = 0; turn < TURNS; ++turn) {
        if (turn % 5 == 0) {
            (void)pthread_barrier_wait(&both);
            expect_ok(w, saxpy_open(p, NULL, NULL));
        }
        for (i = 0; i < SAXPY_N; ++i) {
            saxpy_x(p)[i] = (float)i;
            saxpy_y(p)[i] = (float)turn;
            saxpy_z(p)[i] = 0.0f;
        }
        expect_ok(w, replay(&p->rt, turn));
        for (i = 0; i < SAXPY_N; ++i) {
            w->wrong += saxpy_u(p)[i] != (float)SAXPY_SCALE * (float)i + (float)turn;
        }
        if (turn % 5 == 4 || turn + 1 == TURNS) {
            expect_ok(w, saxpy_close(p));
        }
    }
}

static void *run(void *argument)
{
    worker *w = (worker *)argument;

    if (w->lane < LANES) {
        use_lane(w);
    } else if (w->lane < LANES + CALLED) {
        use_calls(w, w->lane - LANES);
    } else {
        use_program(w, &plain[w->lane - LANES - CALLED]);
    }
    return NULL;
}

int main(void)
{
    static worker workers[WORKERS];
    pthread_t threads[WORKERS];
    vg_config config;
    unsigned long wrong = 0;
    unsigned i;

    if (pthread_barrier_init(&both, NULL, 2) != 0) {
        return 1;
    }
    memset(&config, 0, sizeof config);
    config.trace = traces;
    for (i = 0; i < LANES; ++i) {
        traces[i].records = workers[i].records;
        traces[i].capacity = 4;
    }
    if (lanes_open(&many, &config, NULL) != VG_OK || recall_open(&called, NULL, NULL) != VG_OK) {
        printf("a program does not open\n");
        return 1;
    }
    for (i = 0; i < WORKERS; ++i) {
        workers[i].lane = i;
        if (pthread_create(&threads[i], NULL, run, &workers[i]) != 0) {
            return 1;
        }
    }
    for (i = 0; i < WORKERS; ++i) {
        wrong += pthread_join(threads[i], NULL) != 0;
        wrong += workers[i].wrong;
        wrong += i < LANES && traces[i].written != lanes_stats(&many, i)->replays;
    }
    wrong += lanes_close(&many) != VG_OK;
    wrong += recall_close(&called) != VG_OK;
    printf("%u threads, %u turns each, %lu wrong\n", (unsigned)WORKERS, (unsigned)TURNS, wrong);
    return wrong != 0;
}
