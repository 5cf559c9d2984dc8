/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The vggen authors */
/* two_ranks RANK IDFILE [MODE]: one of the processes of features/ranks.yaml, made for several ranks. two_ranks.sh starts
 * all of them, on GPUs with NCCL, or on the CPU device with the NCCL of tests/fake. It is also the example of how ranks
 * find each other: rank 0 leaves the id of the communicator in a file.
 *
 * MODE: run (all results are looked at), die (the last rank ends in the middle), late (the last rank does not open). */
#define _GNU_SOURCE
#include "ranks.h"

#include <nccl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "../checks.h"

#define OK(call) check_ok((call), ranks_detail(&p), #call, __LINE__)
#define LAST (ranks_in_all - 1)
#define SECOND UINT64_C(1000000000)

/* Of the CPU device; NULL on a GPU. */
extern void vgsim_problems_clear(void) __attribute__((weak));

static ranks p;
static vg_ranks all;
static int rank, ranks_in_all = RANKS_RANKS;

/* ---- how ranks find each other ---- */

static int write_id(const char *path, const ncclUniqueId *id)
{
    char part[4096];
    FILE *file;

    snprintf(part, sizeof part, "%s.part", path);
    file = fopen(part, "wb");
    return file != NULL && fwrite(id, sizeof *id, 1, file) == 1 && fclose(file) == 0 && rename(part, path) == 0;
}

static int read_id(const char *path, ncclUniqueId *id)
{
    const struct timespec moment = {0, 10000000};

    for (int i = 0; i < 6000; i++) {
        FILE *file = fopen(path, "rb");

        if (file != NULL) {
            const int whole = fread(id, sizeof *id, 1, file) == 1;

            fclose(file);
            return whole;
        }
        nanosleep(&moment, NULL);
    }
    return 0;
}

#ifdef NCCL_MAJOR
/* One that does not block, so that nothing waits for good. */
static int init_communicator(ncclComm_t *communicator, ncclUniqueId id)
{
    const struct timespec moment = {0, 1000000};
    ncclConfig_t config = NCCL_CONFIG_INITIALIZER;
    ncclResult_t state;

    config.blocking = 0;
    if (cudaSetDevice(rank) != cudaSuccess)
        return 0;
    state = ncclCommInitRankConfig(communicator, ranks_in_all, id, rank, &config);
    for (int i = 0; i < 60000 && state == ncclInProgress; i++) {
        nanosleep(&moment, NULL);
        if (ncclCommGetAsyncError(*communicator, &state) != ncclSuccess)
            return 0;
    }
    return state == ncclSuccess;
}
#else
static int init_communicator(ncclComm_t *communicator, ncclUniqueId id)
{
    return ncclCommInitRank(communicator, ranks_in_all, id, rank) == ncclSuccess;
}
#endif

static int make_communicator(const char *path)
{
    ncclUniqueId id;
    ncclComm_t communicator = NULL;

    if (rank == 0 ? ncclGetUniqueId(&id) != ncclSuccess || !write_id(path, &id) : !read_id(path, &id))
        return 0;
    if (!init_communicator(&communicator, id))
        return 0;
    all.communicator = communicator;
    all.timeout_ns = 20 * SECOND;
    return 1;
}

/* ---- results, in one place for all ranks ---- */

static int32_t x_of(int r, int i, int round)
{
    return (i - 40) * (round + 1) + 100 * r;
}

static int64_t wide_of(int r, int part, int i, int round)
{
    return 7 * i - round + part + r;
}

static uint8_t table_of(int r, int i, int round)
{
    return (uint8_t)(i ^ round ^ 17 * r);
}

static void set_inputs(int round)
{
    int32_t *x = ranks_x(&p);
    int64_t *wide = ranks_wide(&p);
    uint8_t *table = ranks_table(&p);

    for (int i = 0; i < RANKS_N; i++) {
        x[i] = x_of(rank, i, round);
        for (int part = 0; part < RANKS_RANKS; part++)
            wide[part * RANKS_N + i] = wide_of(rank, part, i, round);
    }
    for (int i = 0; i < RANKS_TABLE_COUNT; i++)
        table[i] = table_of(rank, i, round);
}

static double y_of(int i, int round)
{
    int64_t product = 1;
    double most = -1e300;
    int32_t sum = 0;

    for (int r = 0; r < ranks_in_all; r++) {
        const int32_t x = x_of(r, i, round);
        const double signed_x = (i + r) % 2 == 0 ? x : -x;

        sum += 3 * x;
        most = signed_x > most ? signed_x : most;
        product *= wide_of(r, rank, i, round);
    }
    return sum + most / 1024 + (double)product * 65536;
}

static int results_are_right(int round)
{
    const double *y = ranks_y(&p);
    const uint16_t *gathered = ranks_all(&p);
    const uint8_t *shared = ranks_shared(&p);
    int wrong = 0;

    for (int i = 0; i < RANKS_N; i++) {
        wrong += y[i] != y_of(i, round);
        for (int r = 0; r < ranks_in_all; r++)
            wrong += gathered[r * RANKS_N + i] != 1000 * r + i;
    }
    for (int i = 0; i < RANKS_TABLE_COUNT; i++)
        wrong += shared[i] != table_of(ranks_in_all == RANKS_RANKS ? LAST : 0, i, round);
    return wrong == 0;
}

/* ---- modes ---- */

static vg_status open_program(void)
{
    vg_config config;
    ranks_data data;

    memset(&config, 0, sizeof config);
    memset(&data, 0, sizeof data);
#ifdef NCCL_MAJOR
    config.device_index = rank;
#endif
    data.ranks = &all;
    return ranks_open(&p, &config, &data);
}

static void play(int rounds)
{
    OK(ranks_set_rank(&p, (uint32_t)rank));
    for (int round = 0; round < rounds; round++) {
        set_inputs(round);
        OK(ranks_replay(&p));
        CHECK(results_are_right(round));
    }
}

/* Until all ranks are so far. */
static void destroy_communicator(void)
{
    const int aborted = vg_nccl_join(&all, 0) != VG_STATE;
    const ncclResult_t result = ncclCommDestroy(all.communicator);

    CHECK(!aborted && (result == ncclSuccess || result == ncclInProgress));
}

static void run(void)
{
    ranks_times times;

    if (!OK(open_program()))
        return;
    play(20);
    set_inputs(3);
    OK(ranks_step(&p));
    CHECK(results_are_right(3));
    memset(&times, 0, sizeof times);
    OK(ranks_profile(&p, 3, &times));
    CHECK(results_are_right(3));
    CHECK(vg_nccl_failed(&all) == VG_OK && vg_nccl_error_text(&all)[0] == '\0');
    OK(ranks_close(&p));
    if (OK(open_program())) { /* the same communicator again */
        play(2);
        OK(ranks_close(&p));
    }
    destroy_communicator();
}

/* The others wait for a rank that is gone: their time is up, NCCL is asked, and the way out is an abort. */
static void die(void)
{
    vg_status status;

    if (!OK(open_program()))
        return;
    play(2);
    if (rank == LAST)
        _exit(0);
    set_inputs(2);
    status = ranks_start(&p);
    if (status == VG_OK)
        status = ranks_finish(&p, 3 * SECOND);
    CHECK(status == VG_TIMEOUT || status == VG_LOST);
    if (vgsim_problems_clear != NULL) /* to the CPU device, it is a function that fails */
        vgsim_problems_clear();
    printf("rank %d: %s; NCCL: %s\n", rank, vg_status_name(status),
           vg_nccl_failed(&all) == VG_OK ? "no error" : vg_nccl_error_text(&all));
    CHECK(vg_nccl_abort(&all) == VG_OK);
    CHECK(vg_nccl_abort(&all) == VG_OK); /* begun already */
    CHECK(vg_nccl_failed(&all) == VG_LOST);
    ranks_close(&p);
    CHECK(vg_nccl_join(&all, 20 * SECOND) == VG_OK && all.communicator == NULL);
    CHECK(vg_nccl_abort(&all) == VG_STATE);
}

/* The last rank is there and does not open, or, with the NCCL of tests/fake, which sees that, is gone. */
static void late(void)
{
    const struct timespec moment = {3, 0};
    char text[512];
    vg_status status;

    if (rank == LAST) {
#ifdef NCCL_MAJOR
        nanosleep(&moment, NULL);
#else
        (void)moment;
#endif
        return;
    }
    all.timeout_ns = SECOND;
    status = open_program();
    vg_detail_text(ranks_detail(&p), text, sizeof text);
    printf("rank %d: %s\n", rank, text);
    CHECK(status == VG_TIMEOUT || status == VG_DRIVER);
    if (status == VG_TIMEOUT)
        CHECK(vg_nccl_join(&all, 20 * SECOND) == VG_OK);
}

/* The other rank has another plan: both are refused, at once. */
static void differ(void)
{
    char text[512];

    CHECK(open_program() == VG_ARGUMENT);
    vg_detail_text(ranks_detail(&p), text, sizeof text);
    printf("rank %d: %s\n", rank, text);
    CHECK(strstr(text, "plan of every rank") != NULL && ranks_detail(&p)->found == (uint64_t)(1 - rank) &&
          ranks_detail(&p)->expected == (uint64_t)rank);
    destroy_communicator();
}

int main(int argc, char **argv)
{
    const char *mode = argc > 3 ? argv[3] : "run";

    if (argc < 3) {
        fprintf(stderr, "usage: two_ranks RANK IDFILE [run|die|late|differ]\n");
        return 2;
    }
    rank = atoi(argv[1]);
#ifdef VG_NCCL_ANY_RANKS
    ranks_in_all = 1;
#endif
    if (!CHECK(make_communicator(argv[2])))
        return checks_end();
    if (strcmp(mode, "die") == 0)
        die();
    else if (strcmp(mode, "late") == 0)
        late();
    else if (strcmp(mode, "differ") == 0)
        differ();
    else
        run();
    return checks_end();
}
