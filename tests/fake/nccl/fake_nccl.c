/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The vggen authors */
/* NCCL's collectives between processes of one machine, through a shared segment in a file, for the CPU device.
 *
 * A collective goes on in rounds. In each, every rank puts as much as its part of the segment holds there, all meet,
 * each computes what it gets, and all meet again before the next round overwrites it. Ranks are combined from 0 up, so
 * that every rank has the same bits.
 *
 * A rank holds a lock on one byte of the file as long as it lives. Whoever waits for it sees when the lock is gone, and
 * gives up, as it does after FAKE_NCCL_MS milliseconds (60000), and after an abort.
 *
 * Streams are NULL, as in functions that the CPU device calls: the work is done when a call returns. */
#define _GNU_SOURCE
#include "nccl.h"

#include <fcntl.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <time.h>
#include <unistd.h>

#define MOST_RANKS 8
#define ROOM 65536u /* bytes of each rank in a round */

typedef struct {
    unsigned arrived, round; /* atomic */
    unsigned there;          /* atomic: ranks that have come */
    unsigned char bytes[MOST_RANKS][ROOM];
} segment;

struct ncclComm {
    int ranks, rank, file;
    unsigned aborted; /* atomic */
    int error;        /* atomic: ncclResult_t */
    segment *shared;
};

static unsigned long ended;

unsigned long fake_nccl_count(void)
{
    return ended;
}

const char *ncclGetErrorString(ncclResult_t result)
{
    static const char *const words[] = {"no error",         "a CUDA call failed", "a system call failed", "internal error",
                                        "invalid argument", "invalid usage",      "a rank is gone or late",
                                        "in progress"};

    return (unsigned)result < sizeof words / sizeof *words ? words[result] : "unknown";
}

/* ---- time and other ranks ---- */

static uint64_t now_ms(void)
{
    struct timespec time;

    clock_gettime(CLOCK_MONOTONIC, &time);
    return (uint64_t)time.tv_sec * 1000 + (uint64_t)time.tv_nsec / 1000000;
}

static uint64_t limit_ms(void)
{
    const char *text = getenv("FAKE_NCCL_MS");

    return text != NULL ? strtoull(text, NULL, 10) : 60000;
}

static void rest(void)
{
    const struct timespec time = {0, 20000};

    nanosleep(&time, NULL);
}

static int lock_byte(int file, int command, int rank)
{
    struct flock lock = {.l_type = F_WRLCK, .l_whence = SEEK_SET, .l_start = rank, .l_len = 1};

    if (fcntl(file, command, &lock) != 0)
        return -1;
    return lock.l_type == F_UNLCK ? 0 : 1;
}

static bool all_live(const struct ncclComm *comm)
{
    for (int i = 0; i < comm->ranks; i++)
        if (i != comm->rank && lock_byte(comm->file, F_OFD_GETLK, i) == 0)
            return false;
    return true;
}

static ncclResult_t fail(struct ncclComm *comm, ncclResult_t why)
{
    __atomic_store_n(&comm->error, (int)why, __ATOMIC_RELEASE);
    return why;
}

/* As long as the word is this. */
static ncclResult_t wait_while(struct ncclComm *comm, const unsigned *word, unsigned value, bool watch)
{
    const uint64_t begin = now_ms(), limit = limit_ms();

    while (__atomic_load_n(word, __ATOMIC_ACQUIRE) == value) {
        if (__atomic_load_n(&comm->aborted, __ATOMIC_ACQUIRE) != 0)
            return fail(comm, ncclInternalError);
        if ((watch && !all_live(comm)) || now_ms() - begin > limit) /* a rank that is gone may have come before */
            return __atomic_load_n(word, __ATOMIC_ACQUIRE) != value ? ncclSuccess : fail(comm, ncclRemoteError);
        rest();
    }
    return ncclSuccess;
}

static ncclResult_t meet(struct ncclComm *comm)
{
    segment *s = comm->shared;
    const unsigned round = __atomic_load_n(&s->round, __ATOMIC_ACQUIRE);

    if (__atomic_add_fetch(&s->arrived, 1, __ATOMIC_ACQ_REL) == (unsigned)comm->ranks) {
        __atomic_store_n(&s->arrived, 0, __ATOMIC_RELEASE);
        __atomic_store_n(&s->round, round + 1, __ATOMIC_RELEASE);
        return ncclSuccess;
    }
    return wait_while(comm, &s->round, round, true);
}

/* ---- communicators ---- */

ncclResult_t ncclGetUniqueId(ncclUniqueId *id)
{
    const char *folder = getenv("TMPDIR");
    int file;

    snprintf(id->internal, sizeof id->internal, "%s/fake_nccl.XXXXXX", folder != NULL ? folder : "/tmp");
    file = mkstemp(id->internal);
    if (file < 0 || ftruncate(file, sizeof(segment)) != 0)
        return ncclSystemError;
    close(file);
    return ncclSuccess;
}

ncclResult_t ncclCommInitRank(ncclComm_t *comm, int ranks, ncclUniqueId id, int rank)
{
    struct ncclComm *c = calloc(1, sizeof *c);
    ncclResult_t result;
    unsigned there;

    if (c == NULL || ranks < 1 || ranks > MOST_RANKS || rank < 0 || rank >= ranks)
        return ncclInvalidArgument;
    c->ranks = ranks;
    c->rank = rank;
    c->file = open(id.internal, O_RDWR | O_CLOEXEC);
    if (c->file < 0 || lock_byte(c->file, F_OFD_SETLK, rank) < 0)
        return ncclSystemError;
    c->shared = mmap(NULL, sizeof(segment), PROT_READ | PROT_WRITE, MAP_SHARED, c->file, 0);
    if (c->shared == MAP_FAILED)
        return ncclSystemError;
    __atomic_add_fetch(&c->shared->there, 1, __ATOMIC_ACQ_REL);
    while ((there = __atomic_load_n(&c->shared->there, __ATOMIC_ACQUIRE)) < (unsigned)ranks) {
        result = wait_while(c, &c->shared->there, there, false);
        if (result != ncclSuccess)
            return result;
    }
    result = meet(c);
    if (rank == 0)
        unlink(id.internal);
    *comm = c;
    return result;
}

static ncclResult_t release(struct ncclComm *comm)
{
    munmap(comm->shared, sizeof(segment));
    close(comm->file);
    free(comm);
    return ncclSuccess;
}

ncclResult_t ncclCommDestroy(ncclComm_t comm)
{
    return release(comm);
}

ncclResult_t ncclCommAbort(ncclComm_t comm)
{
    __atomic_store_n(&comm->aborted, 1, __ATOMIC_RELEASE);
    return release(comm);
}

ncclResult_t ncclCommGetAsyncError(ncclComm_t comm, ncclResult_t *error)
{
    *error = (ncclResult_t)__atomic_load_n(&comm->error, __ATOMIC_ACQUIRE);
    return ncclSuccess;
}

ncclResult_t ncclCommCount(const ncclComm_t comm, int *count)
{
    *count = comm->ranks;
    return ncclSuccess;
}

ncclResult_t ncclCommUserRank(const ncclComm_t comm, int *rank)
{
    *rank = comm->rank;
    return ncclSuccess;
}

ncclResult_t ncclCommCuDevice(const ncclComm_t comm, int *device)
{
    (void)comm;
    *device = 0;
    return ncclSuccess;
}

/* ---- elements ---- */

static size_t size_of(ncclDataType_t type)
{
    static const size_t sizes[] = {1, 1, 4, 4, 8, 8, 2, 4, 8, 2};

    return sizes[type];
}

#define COMBINE(type)                                                                                                  \
    for (size_t i = 0; i < count; i++) {                                                                               \
        type a, b;                                                                                                     \
        memcpy(&a, (unsigned char *)to + i * sizeof a, sizeof a);                                                      \
        memcpy(&b, (const unsigned char *)from + i * sizeof b, sizeof b);                                              \
        a = operation == ncclSum    ? (type)(a + b)                                                                    \
            : operation == ncclProd ? (type)(a * b)                                                                    \
            : operation == ncclMax  ? (a > b ? a : b)                                                                  \
                                    : (a < b ? a : b);                                                                 \
        memcpy((unsigned char *)to + i * sizeof a, &a, sizeof a);                                                      \
    }                                                                                                                  \
    return ncclSuccess

/* Signed numbers wrap, as on the device. */
static ncclResult_t combine(void *to, const void *from, size_t count, ncclDataType_t type, ncclRedOp_t operation)
{
    const bool ordered = operation == ncclMax || operation == ncclMin;

    switch (type) {
    case ncclInt8:
        if (ordered) {
            COMBINE(int8_t);
        }
        /* fallthrough */
    case ncclUint8:
        COMBINE(uint8_t);
    case ncclInt32:
        if (ordered) {
            COMBINE(int32_t);
        }
        /* fallthrough */
    case ncclUint32:
        COMBINE(uint32_t);
    case ncclInt64:
        if (ordered) {
            COMBINE(int64_t);
        }
        /* fallthrough */
    case ncclUint64:
        COMBINE(uint64_t);
    case ncclFloat32:
        COMBINE(float);
    case ncclFloat64:
        COMBINE(double);
    case ncclFloat16:
    case ncclBfloat16:
        break;
    }
    return ncclInvalidArgument;
}

/* ---- collectives ---- */

typedef enum { ALL_REDUCE, BROADCAST, ALL_GATHER, REDUCE_SCATTER } kind;

typedef struct {
    struct ncclComm *comm;
    kind what;
    const unsigned char *from;
    unsigned char *to;
    size_t count; /* as in the call */
    ncclDataType_t type;
    ncclRedOp_t operation;
    int root;
} work;

/* Elements [first, first + count) of each rank's part. */
static ncclResult_t compute(const work *w, size_t first, size_t count)
{
    const size_t size = size_of(w->type), bytes = count * size;
    const struct ncclComm *comm = w->comm;
    unsigned char *to = w->to + first * size;
    ncclResult_t result = ncclSuccess;

    if (w->what == BROADCAST) {
        memcpy(to, comm->shared->bytes[w->root], bytes);
        return ncclSuccess;
    }
    if (w->what == ALL_GATHER) {
        for (int i = 0; i < comm->ranks; i++)
            memcpy(to + (size_t)i * w->count * size, comm->shared->bytes[i], bytes);
        return ncclSuccess;
    }
    memcpy(to, comm->shared->bytes[0], bytes);
    for (int i = 1; i < comm->ranks && result == ncclSuccess; i++)
        result = combine(to, comm->shared->bytes[i], count, w->type, w->operation);
    return result;
}

static ncclResult_t do_round(const work *w, size_t first, size_t count, const unsigned char *from)
{
    const size_t bytes = count * size_of(w->type);
    ncclResult_t result;

    memcpy(w->comm->shared->bytes[w->comm->rank], from, bytes);
    result = meet(w->comm);
    if (result == ncclSuccess && w->to != NULL)
        result = compute(w, first, count);
    return result == ncclSuccess ? meet(w->comm) : result;
}

/* Of a reduce_scatter each rank's part is reduced like that of an all_reduce, one rank's after the other; the others
 * leave theirs alone. */
static ncclResult_t do_parts(const work *w, size_t first, size_t count)
{
    const size_t size = size_of(w->type);
    ncclResult_t result = ncclSuccess;

    for (int part = 0; part < w->comm->ranks && result == ncclSuccess; part++) {
        work one = *w;

        if (part != w->comm->rank)
            one.to = NULL;
        result = do_round(&one, first, count, w->from + ((size_t)part * w->count + first) * size);
    }
    return result;
}

static ncclResult_t do_work(const work *w)
{
    const size_t size = size_of(w->type), most = ROOM / size;
    ncclResult_t result = ncclSuccess;

    for (size_t first = 0; first < w->count && result == ncclSuccess; first += most) {
        const size_t count = w->count - first < most ? w->count - first : most;

        result = w->what == REDUCE_SCATTER ? do_parts(w, first, count)
                                           : do_round(w, first, count, w->from + first * size);
    }
    ended += result == ncclSuccess;
    return result;
}

/* ---- calls ---- */

static ncclResult_t start(const work *w, CUstream stream)
{
    if (stream != NULL || __atomic_load_n(&w->comm->aborted, __ATOMIC_ACQUIRE) != 0)
        return ncclInvalidUsage;
    return do_work(w);
}

ncclResult_t ncclAllReduce(const void *from, void *to, size_t count, ncclDataType_t type, ncclRedOp_t operation,
                           ncclComm_t comm, CUstream stream)
{
    const work w = {comm, ALL_REDUCE, from, to, count, type, operation, 0};

    return start(&w, stream);
}

ncclResult_t ncclBroadcast(const void *from, void *to, size_t count, ncclDataType_t type, int root, ncclComm_t comm,
                           CUstream stream)
{
    const work w = {comm, BROADCAST, from, to, count, type, ncclSum, root};

    return start(&w, stream);
}

ncclResult_t ncclAllGather(const void *from, void *to, size_t count, ncclDataType_t type, ncclComm_t comm,
                           CUstream stream)
{
    const work w = {comm, ALL_GATHER, from, to, count, type, ncclSum, 0};

    return start(&w, stream);
}

ncclResult_t ncclReduceScatter(const void *from, void *to, size_t count, ncclDataType_t type, ncclRedOp_t operation,
                               ncclComm_t comm, CUstream stream)
{
    const work w = {comm, REDUCE_SCATTER, from, to, count, type, operation, 0};

    return start(&w, stream);
}
