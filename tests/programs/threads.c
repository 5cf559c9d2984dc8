/* SPDX-License-Identifier: MIT */
/* threads.c - two programs and the lanes of one, each used by a thread of its own at the same time; for a build with
 * -fsanitize=thread (tests/threads.sh). Links programs "saxpy" and "lanes". */
#include "lanes.h"
#include "saxpy.h"

#include <pthread.h>
#include <stdio.h>
#include <string.h>

#define TURNS 12
#define MOST_NODES 16

static saxpy plain;
static lanes many;

typedef struct worker {
    unsigned lane; /* of `many`; LANES: program `plain` */
    unsigned long wrong;
    vg_trace_record records[4];
} worker;

enum { LANES = 3, WORKERS = LANES + 1 };

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

/* Opened and closed again beside the others. */
static void use_program(worker *w)
{
    unsigned turn;
    unsigned i;

    for (turn = 0; turn < TURNS; ++turn) {
        if (turn % 5 == 0) {
            expect_ok(w, saxpy_open(&plain, NULL, NULL));
        }
        for (i = 0; i < SAXPY_N; ++i) {
            saxpy_x(&plain)[i] = (float)i;
            saxpy_y(&plain)[i] = (float)turn;
            saxpy_z(&plain)[i] = 0.0f;
        }
        expect_ok(w, replay(&plain.rt, turn));
        for (i = 0; i < SAXPY_N; ++i) {
            w->wrong += saxpy_u(&plain)[i] != (float)SAXPY_SCALE * (float)i + (float)turn;
        }
        if (turn % 5 == 4 || turn + 1 == TURNS) {
            expect_ok(w, saxpy_close(&plain));
        }
    }
}

static void *run(void *argument)
{
    worker *w = (worker *)argument;

    if (w->lane < LANES) {
        use_lane(w);
    } else {
        use_program(w);
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

    memset(&config, 0, sizeof config);
    config.trace = traces;
    for (i = 0; i < LANES; ++i) {
        traces[i].records = workers[i].records;
        traces[i].capacity = 4;
    }
    if (lanes_open(&many, &config, NULL) != VG_OK) {
        printf("the program does not open\n");
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
    printf("%u threads, %u turns each, %lu wrong\n", (unsigned)WORKERS, (unsigned)TURNS, wrong);
    return wrong != 0;
}
