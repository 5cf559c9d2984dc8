/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The vggen authors */
/* ranks_bench RANK IDFILE: what an all-reduce in a graph takes (tests/bench/ranks/reduce.yaml, one size for each build),
 * beside the same call of NCCL's captured by hand. Blocks of both take turns, in one run. Results are exact. Prints the
 * medians, and fails where ours takes more than 1.05 times as long. */
#define _GNU_SOURCE
#include "reduce.h"

#include <cuda.h>
#include <nccl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "../checks.h"

#define BLOCKS 400
#define IN_BLOCK 20
#define PROMISE 1.05

static reduce p;
static vg_ranks all;
static int rank;
static uint32_t values[REDUCE_N];
static unsigned char state[REDUCE_STATE_BYTES];

/* By hand. */
static CUdeviceptr memory;
static CUstream stream;
static CUgraphExec exec;

#define DO(call) check_that((call) == 0, #call, __LINE__)

static uint64_t now(void)
{
    struct timespec time;

    clock_gettime(CLOCK_MONOTONIC, &time);
    return (uint64_t)time.tv_sec * 1000000000u + (uint64_t)time.tv_nsec;
}

static int share_id(const char *path, ncclUniqueId *id)
{
    const struct timespec moment = {0, 10000000};
    char part[4096];
    FILE *file = NULL;
    int good;

    snprintf(part, sizeof part, "%s.part", path);
    if (rank == 0) {
        file = fopen(part, "wb");
        good = ncclGetUniqueId(id) == ncclSuccess && file != NULL && fwrite(id, sizeof *id, 1, file) == 1;
        return file != NULL && fclose(file) == 0 && good && rename(part, path) == 0;
    }
    for (int i = 0; i < 6000 && (file = fopen(path, "rb")) == NULL; i++)
        nanosleep(&moment, NULL);
    good = file != NULL && fread(id, sizeof *id, 1, file) == 1;
    if (file != NULL)
        fclose(file);
    return good;
}

static int open_both(const char *path)
{
    vg_config config;
    reduce_data data;
    ncclUniqueId id;
    ncclComm_t communicator = NULL;
    CUgraph graph = NULL;

    if (!CHECK(share_id(path, &id)) || !DO(cudaSetDevice(rank)) || !DO(ncclCommInitRank(&communicator, 2, id, rank)))
        return 0;
    all.communicator = communicator;
    memset(&config, 0, sizeof config);
    memset(&data, 0, sizeof data);
    config.device_index = rank;
    data.ranks = &all;
    if (!check_ok(reduce_open(&p, &config, &data), reduce_detail(&p), "open", __LINE__))
        return 0;
    return DO(cudaFree(NULL)) && DO(cuMemAlloc(&memory, REDUCE_STATE_BYTES)) &&
           DO(cuMemsetD32(memory, 1, REDUCE_N)) && DO(cuStreamCreate(&stream, CU_STREAM_NON_BLOCKING)) &&
           DO(cuStreamBeginCapture(stream, CU_STREAM_CAPTURE_MODE_THREAD_LOCAL)) &&
           DO(ncclAllReduce((void *)(uintptr_t)memory, (void *)(uintptr_t)memory, REDUCE_N, ncclUint32, ncclSum,
                            communicator, stream)) &&
           DO(cuStreamEndCapture(stream, &graph)) && DO(cuGraphInstantiate(&exec, graph, 0));
}

/* Both begin with values that differ by rank and place. */
static int is_exact(void)
{
    const size_t first = sizeof state - sizeof values; /* the values are the last of what is saved */
    unsigned wrong = 0;

    if (!check_ok(reduce_save(&p, state, sizeof state), reduce_detail(&p), "save", __LINE__))
        return 0;
    for (uint32_t i = 0; i < REDUCE_N; i++)
        values[i] = 2654435761u * i + (uint32_t)rank * 40503u;
    memcpy(state + first, values, sizeof values);
    if (!check_ok(reduce_restore(&p, state, sizeof state), reduce_detail(&p), "restore", __LINE__) ||
        !DO(cuMemcpyHtoD(memory, values, sizeof values)) ||
        !check_ok(reduce_replay(&p), reduce_detail(&p), "replay", __LINE__) || !DO(cuGraphLaunch(exec, stream)) ||
        !DO(cuStreamSynchronize(stream)) || !DO(cuMemcpyDtoH(values, memory, sizeof values)) ||
        !check_ok(reduce_save(&p, state, sizeof state), reduce_detail(&p), "save", __LINE__))
        return 0;
    for (uint32_t i = 0; i < REDUCE_N; i++) {
        const uint32_t sum = 2u * (2654435761u * i) + 40503u;
        uint32_t ours;

        memcpy(&ours, state + first + i * sizeof ours, sizeof ours);
        wrong += ours != sum || values[i] != sum;
    }
    return CHECK(wrong == 0);
}

static int compare(const void *left, const void *right)
{
    const uint64_t a = *(const uint64_t *)left, b = *(const uint64_t *)right;

    return a < b ? -1 : a > b;
}

static double median_us(uint64_t *times, int count)
{
    qsort(times, (size_t)count, sizeof *times, compare);
    return (double)times[count / 2] / 1000.0;
}

static int replay_ours(void)
{
    return reduce_replay(&p) == VG_OK;
}

static int replay_hand(void)
{
    CUresult result = cuGraphLaunch(exec, stream);

    while (result == CUDA_SUCCESS && (result = cuStreamQuery(stream)) == CUDA_ERROR_NOT_READY) {
        VG_PAUSE();
        result = CUDA_SUCCESS;
    }
    return result == CUDA_SUCCESS;
}

/* Nanoseconds of a replay, on average of a block of them: in each the ranks wait for each other, so that only together do
 * they say how long one takes. The first one of a block brings the ranks together. */
static uint64_t block(int (*replay)(void))
{
    uint64_t begin;
    int good = replay();

    begin = now();
    for (int i = 0; i < IN_BLOCK; i++)
        good = replay() && good;
    CHECK(good);
    return (now() - begin) / IN_BLOCK;
}

static void measure(void)
{
    static uint64_t ours[BLOCKS], hand[BLOCKS];
    const int count = REDUCE_N > 1000000 ? BLOCKS / 5 : BLOCKS;
    double a, b;

    for (int i = -count / 10; i < count; i++) {
        const uint64_t first = block(replay_ours), second = block(replay_hand);

        if (i >= 0) {
            ours[i] = first;
            hand[i] = second;
        }
    }
    a = median_us(ours, count);
    b = median_us(hand, count);
    printf("figure: all_reduce of %u KiB, rank %d: %.2f us (%.2f to %.2f), by hand %.2f (%.2f to %.2f), ratio %.3f "
           "(promised: %.2f)\n",
           (unsigned)(REDUCE_STATE_BYTES / 1024), rank, a, (double)ours[count / 10] / 1000,
           (double)ours[count - 1 - count / 10] / 1000, b, (double)hand[count / 10] / 1000,
           (double)hand[count - 1 - count / 10] / 1000, a / b, PROMISE);
    CHECK(a <= PROMISE * b);
}

int main(int argc, char **argv)
{
    if (argc < 3) {
        fprintf(stderr, "usage: ranks_bench RANK IDFILE\n");
        return 2;
    }
    rank = atoi(argv[1]);
    if (open_both(argv[2]) && is_exact())
        measure();
    check_ok(reduce_close(&p), reduce_detail(&p), "close", __LINE__);
    return checks_end();
}
