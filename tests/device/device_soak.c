/* SPDX-License-Identifier: MIT */
/* device_soak.c - the end of a replay is the end: inputs change each time, and every byte of every output is looked at as
 * soon as the word says that the replay has ended, by each transport, in lanes on threads of their own.
 * COUNT: replays of each transport, in all lanes together; SOAK: "copy", "kernel", "direct" or "wide" alone.
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
#define LARGE ((unsigned)SOAK_WIDE)

typedef struct transport {
    const char *name;
    unsigned elements;
    unsigned long share; /* of COUNT: one of so many */
    uint32_t *(*x)(soak *p, unsigned lane);
    const uint32_t *(*y)(const soak *p, unsigned lane);
    const uint32_t *(*z)(const soak *p, unsigned lane);
    vg_status (*start)(soak *p, unsigned lane);
} transport;

static const transport transports[] = {
    {"copy", SMALL, 1, soak_x_copy, soak_y_copy, soak_z_copy, soak_by_copy_start},
    {"kernel", SMALL, 1, soak_x_kernel, soak_y_kernel, soak_z_kernel, soak_by_kernel_start},
    {"direct", SMALL, 1, soak_x_direct, soak_y_direct, soak_z_direct, soak_by_direct_start},
    {"wide", LARGE, 50, soak_x_wide, soak_y_wide, soak_z_wide, soak_wide_start},
};

#define TRANSPORTS (sizeof transports / sizeof *transports)

static soak program;

typedef struct work {
    const transport *way;
    unsigned lane;
    unsigned long replays;
    uint64_t wrong; /* bytes */
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

static void *replay_often(void *argument)
{
    work *w = (work *)argument;
    const transport *way = w->way;
    uint32_t *x = way->x(&program, w->lane);
    const uint32_t *y = way->y(&program, w->lane), *z = way->z(&program, w->lane);
    unsigned long turn;

    for (turn = 0; turn < w->replays && w->status == VG_OK; turn++) {
        const uint32_t seed = pattern(turn);
        fill(x, way->elements, seed);
        w->status = way->start(&program, w->lane);
        if (w->status == VG_OK)
            w->status = soak_finish(&program, VG_FOREVER, w->lane);
        /* What was written last first. */
        w->wrong += look(z, way->elements, seed, (uint32_t)SOAK_Z_KEY);
        w->wrong += look(y, way->elements, seed, (uint32_t)SOAK_Y_KEY);
    }
    return NULL;
}

static void soak_by(const transport *way, unsigned long count)
{
    const unsigned long replays = (count / way->share + LANES - 1) / LANES;
    const uint64_t begin = timing_now();
    pthread_t threads[SOAK_LANES];
    work works[SOAK_LANES];
    uint64_t wrong = 0, bytes;
    unsigned lane, made = 0;

    memset(works, 0, sizeof works);
    for (lane = 0; lane < LANES; lane++) {
        works[lane].way = way;
        works[lane].lane = lane;
        works[lane].replays = replays > 0 ? replays : 1;
        if (!check_that(pthread_create(&threads[lane], NULL, replay_often, &works[lane]) == 0, "a thread", __LINE__))
            break;
        made++;
    }
    for (lane = 0; lane < made; lane++) {
        CHECK(pthread_join(threads[lane], NULL) == 0);
        (void)check_ok(works[lane].status, soak_detail(&program, lane), way->name, __LINE__);
        wrong += works[lane].wrong;
    }
    CHECK(wrong == 0);
    bytes = (uint64_t)works[0].replays * made * 2 * way->elements * sizeof(uint32_t);
    printf("figure: %s %lu replays, %" PRIu64 " of %" PRIu64 " bytes wrong, %.1f s;\n", way->name,
           works[0].replays * made, wrong, bytes, (double)(timing_now() - begin) / 1e9);
    fflush(stdout);
}

int main(void)
{
    const unsigned long count = checks_number("COUNT", 100);
    const char *alone = getenv("SOAK");
    vg_config config;
    vg_status status;
    size_t i;

    memset(&config, 0, sizeof config);
    config.completion = VG_COMPLETION_WORD; /* what several lanes do not do by themselves */
    status = soak_open(&program, &config, NULL);

    if (status == VG_NO_DEVICE || status == VG_NO_CUDA) {
        printf("no device here\n");
        return 77;
    }
    if (!check_ok(status, soak_detail(&program, 0), "open", __LINE__))
        return checks_end();
    for (i = 0; i < SOAK_LANES; i++)
        CHECK(program.lane[i].rt.config.completion == VG_COMPLETION_WORD);
    for (i = 0; i < TRANSPORTS; i++)
        if (alone == NULL || *alone == '\0' || strcmp(alone, transports[i].name) == 0)
            soak_by(&transports[i], count);
    (void)check_ok(soak_close(&program), soak_detail(&program, 0), "close", __LINE__);
    return checks_end();
}
