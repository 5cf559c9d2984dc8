/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The vggen authors */
/* device_rt.c - the runtime against a driver: contexts, threads, the application's own memory, waiting. Links program
 * "saxpy" and runs unchanged on a GPU and on the CPU device, where it must print the same.
 * Exit status: 0 all passed, 1 some failed, 77 there is no device. */
#ifndef _GNU_SOURCE
#define _GNU_SOURCE
#endif
#include "saxpy.h"

#include <cuda.h>
#include <dlfcn.h>
#include <pthread.h>
#include <sched.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "../checks.h"

#define DRIVER(call) check_that((call) == CUDA_SUCCESS, #call, __LINE__)

#define SUCCEEDS(p, call) check_ok((call), saxpy_detail(p), #call, __LINE__)

static CUcontext current(void)
{
    CUcontext context = NULL;
    DRIVER(cuCtxGetCurrent(&context));
    return context;
}

static CUcontext new_context(void)
{
    CUcontext context = NULL;
    CUdevice device = 0;
    DRIVER(cuDeviceGet(&device, 0));
#if CUDA_VERSION >= 13000
    DRIVER(cuCtxCreate(&context, NULL, 0, device));
#else
    DRIVER(cuCtxCreate(&context, 0, device));
#endif
    return context;
}

/* All sums and products are exact, so that no device may round differently. */
static void fill(saxpy *p, unsigned seed)
{
    unsigned i;
    for (i = 0; i < SAXPY_N; i++) {
        saxpy_x(p)[i] = (float)(i + seed);
        saxpy_y(p)[i] = (float)(2 * seed);
        saxpy_z(p)[i] = (float)(i % 7);
    }
}

static int right(const saxpy *p, unsigned seed)
{
    unsigned wrong = 0;
    unsigned i;
    for (i = 0; i < SAXPY_N; i++) {
        const float scaled = (float)SAXPY_SCALE * (float)(i + seed);
        wrong += saxpy_u(p)[i] != scaled + (float)(2 * seed) || saxpy_v(p)[i] != scaled - (float)(i % 7);
    }
    return wrong == 0;
}

static void replay_well(saxpy *p, unsigned seed)
{
    fill(p, seed);
    (void)SUCCEEDS(p, saxpy_replay(p));
    CHECK(right(p, seed));
}

/* ---- contexts ---- */

static void leaves_no_context_behind(void)
{
    saxpy p;
    memset(&p, 0, sizeof p);
    CHECK(current() == NULL);
    if (SUCCEEDS(&p, saxpy_open(&p, NULL, NULL))) {
        CHECK(current() == NULL);
        replay_well(&p, 1);
        replay_well(&p, 2);
        CHECK(current() == NULL);
        (void)SUCCEEDS(&p, saxpy_close(&p));
    }
    CHECK(current() == NULL);
}

static void leaves_the_callers_context(void)
{
    saxpy p;
    vg_config config;
    CUcontext mine = new_context();
    memset(&p, 0, sizeof p);
    memset(&config, 0, sizeof config);
    CHECK(current() == mine);
    if (SUCCEEDS(&p, saxpy_open(&p, NULL, NULL))) {
        CHECK(current() == mine);
        replay_well(&p, 3);
        CHECK(current() == mine);
        (void)SUCCEEDS(&p, saxpy_close(&p));
    }
    CHECK(current() == mine);
    config.device_index = 1000;
    CHECK(saxpy_open(&p, &config, NULL) == VG_NO_DEVICE);
    CHECK(current() == mine);
    DRIVER(cuCtxDestroy(mine));
}

/* ---- threads ---- */

static void *replay_elsewhere(void *argument)
{
    saxpy *p = (saxpy *)argument;
    vg_times times;
    vg_status status;
    CHECK(current() == NULL);
    replay_well(p, 4);
    fill(p, 5);
    (void)SUCCEEDS(p, saxpy_start(p));
    do {
        status = saxpy_poll(p);
    } while (status == VG_BUSY);
    CHECK(status == VG_OK);
    CHECK(right(p, 5));
    fill(p, 6);
    memset(&times, 0, sizeof times);
    (void)SUCCEEDS(p, saxpy_replay_timed(p, &times));
    CHECK(right(p, 6));
    CHECK(times.wall >= times.enqueue + times.wait);
    CHECK(current() == NULL);
    return NULL;
}

static void *close_elsewhere(void *argument)
{
    saxpy *p = (saxpy *)argument;
    (void)SUCCEEDS(p, saxpy_close(p));
    CHECK(current() == NULL);
    return NULL;
}

static void on_thread(void *(*function)(void *), void *argument)
{
    pthread_t thread;
    const int made = pthread_create(&thread, NULL, function, argument);
    CHECK(made == 0);
    if (made == 0) {
        CHECK(pthread_join(thread, NULL) == 0);
    }
}

static void any_thread_may_call(vg_wait wait)
{
    saxpy p;
    vg_config config;
    memset(&p, 0, sizeof p);
    memset(&config, 0, sizeof config);
    config.wait = wait;
    if (SUCCEEDS(&p, saxpy_open(&p, &config, NULL))) {
        on_thread(replay_elsewhere, &p);
        replay_well(&p, 7);
        on_thread(close_elsewhere, &p);
        CHECK(saxpy_start(&p) == VG_STATE);
    }
}

static pthread_barrier_t both;
static int meeting;

/* Stands before the driver's function: while two threads build, each waits here for the other one, before and after. */
CUresult CUDAAPI cuGraphCreate(CUgraph *graph, unsigned int flags)
{
    CUresult(CUDAAPI * next)(CUgraph *, unsigned int);
    void *found = dlsym(RTLD_NEXT, "cuGraphCreate");
    CUresult result;
    memcpy(&next, &found, sizeof next);
    if (meeting) {
        (void)pthread_barrier_wait(&both);
    }
    result = next(graph, flags);
    if (meeting) {
        (void)pthread_barrier_wait(&both);
    }
    return result;
}

typedef struct builder {
    unsigned seed;
    unsigned wrong;
} builder;

static void *build_often(void *argument)
{
    builder *b = (builder *)argument;
    saxpy p;
    unsigned turn;
    memset(&p, 0, sizeof p);
    for (turn = 0; turn < 5; turn++) {
        if (saxpy_open(&p, NULL, NULL) != VG_OK) {
            exit(1); /* the other one would wait for good */
        }
        fill(&p, b->seed + turn);
        b->wrong += saxpy_replay(&p) != VG_OK;
        b->wrong += !right(&p, b->seed + turn);
        b->wrong += saxpy_close(&p) != VG_OK;
    }
    return NULL;
}

static void two_threads_build_at_once(void)
{
    pthread_t threads[2];
    builder b[2];
    unsigned i;
    CHECK(pthread_barrier_init(&both, NULL, 2) == 0);
    meeting = 1;
    for (i = 0; i < 2; i++) {
        b[i].seed = 20 * i;
        b[i].wrong = 0;
        if (!CHECK(pthread_create(&threads[i], NULL, build_often, &b[i]) == 0)) {
            exit(1);
        }
    }
    for (i = 0; i < 2; i++) {
        CHECK(pthread_join(threads[i], NULL) == 0);
        CHECK(b[i].wrong == 0);
    }
    meeting = 0;
    (void)pthread_barrier_destroy(&both);
}

/* ---- what the application brings ---- */

static void uses_what_it_is_given(void)
{
    saxpy p;
    vg_config config;
    CUcontext context = new_context();
    CUstream stream = NULL;
    CUdeviceptr device = 0;
    void *pinned = NULL;
    memset(&p, 0, sizeof p);
    memset(&config, 0, sizeof config);
    DRIVER(cuStreamCreate(&stream, CU_STREAM_NON_BLOCKING));
    DRIVER(cuMemAlloc(&device, SAXPY_DEVICE_BYTES + 256)); /* saxpy itself needs none */
    DRIVER(cuMemHostAlloc(&pinned, SAXPY_PINNED_BYTES, CU_MEMHOSTALLOC_DEVICEMAP));
    DRIVER(cuCtxSetCurrent(NULL));
    config.context = context;
    config.stream = stream;
    config.device_memory = device;
    config.device_memory_bytes = SAXPY_DEVICE_BYTES + 256;
    config.pinned_memory = pinned;
    config.pinned_memory_bytes = SAXPY_PINNED_BYTES - 1;
    CHECK(saxpy_open(&p, &config, NULL) == VG_NO_MEMORY);
    CHECK(saxpy_detail(&p)->expected == SAXPY_PINNED_BYTES);
    config.pinned_memory_bytes = SAXPY_PINNED_BYTES;
    if (SUCCEEDS(&p, saxpy_open(&p, &config, NULL))) {
        const unsigned char *x = (const unsigned char *)saxpy_x(&p);
        const unsigned char *first = (const unsigned char *)pinned;
        CHECK(x >= first && x + SAXPY_X_BYTES <= first + SAXPY_PINNED_BYTES);
        CHECK(saxpy_stats(&p)->device_bytes == 0);
        CHECK(saxpy_stats(&p)->pinned_bytes == 0);
        on_thread(replay_elsewhere, &p);
        (void)SUCCEEDS(&p, saxpy_close(&p));
    }
    CHECK(current() == NULL);
    DRIVER(cuCtxSetCurrent(context));
    DRIVER(cuStreamSynchronize(stream));
    DRIVER(cuMemFreeHost(pinned));
    DRIVER(cuMemFree(device));
    DRIVER(cuStreamDestroy(stream));
    DRIVER(cuCtxDestroy(context));
}

static void uses_registered_memory(void)
{
    saxpy p;
    vg_config config;
    void *memory = NULL;
    CUcontext context = new_context();
    memset(&p, 0, sizeof p);
    memset(&config, 0, sizeof config);
    CHECK(posix_memalign(&memory, 4096, SAXPY_PINNED_BYTES) == 0);
    DRIVER(cuMemHostRegister(memory, SAXPY_PINNED_BYTES, CU_MEMHOSTREGISTER_DEVICEMAP));
    config.context = context;
    config.pinned_memory = memory;
    config.pinned_memory_bytes = SAXPY_PINNED_BYTES;
    if (SUCCEEDS(&p, saxpy_open(&p, &config, NULL))) {
        replay_well(&p, 8);
        (void)SUCCEEDS(&p, saxpy_close(&p));
    }
    DRIVER(cuMemHostUnregister(memory));
    free(memory);
    DRIVER(cuCtxDestroy(context));
}

static void finds_the_device_by_name(void)
{
    saxpy p;
    vg_config config;
    CUdevice device = 0;
    CUuuid uuid;
    char text[] = "GPU-xxxxxxxx-xxxx-xxxx-xxxx-xxxxxxxxxxxx";
    char address[32];
    unsigned nibble = 0;
    size_t i;
    memset(&p, 0, sizeof p);
    memset(&config, 0, sizeof config);
    DRIVER(cuDeviceGet(&device, 0));
    DRIVER(cuDeviceGetUuid_v2(&uuid, device));
    DRIVER(cuDeviceGetPCIBusId(address, (int)sizeof address, device));
    for (i = 0; text[i] != '\0'; i++) {
        if (text[i] == 'x') {
            const unsigned char byte = (unsigned char)uuid.bytes[nibble / 2];
            text[i] = "0123456789abcdef"[nibble % 2 == 0 ? byte / 16 : byte % 16];
            nibble++;
        }
    }
    config.device_uuid = text;
    if (SUCCEEDS(&p, saxpy_open(&p, &config, NULL))) {
        (void)SUCCEEDS(&p, saxpy_close(&p));
    }
    config.device_uuid = NULL;
    config.device_pci = address;
    if (SUCCEEDS(&p, saxpy_open(&p, &config, NULL))) {
        (void)SUCCEEDS(&p, saxpy_close(&p));
    }
}

/* ---- several programs, waiting ---- */

static void two_programs_at_once(void)
{
    saxpy a;
    saxpy b;
    unsigned turn;
    memset(&a, 0, sizeof a);
    memset(&b, 0, sizeof b);
    if (!SUCCEEDS(&a, saxpy_open(&a, NULL, NULL))) {
        return;
    }
    if (SUCCEEDS(&b, saxpy_open(&b, NULL, NULL))) {
        for (turn = 0; turn < 10; turn++) {
            fill(&a, turn);
            fill(&b, 100 + turn);
            (void)SUCCEEDS(&a, saxpy_start(&a));
            (void)SUCCEEDS(&b, saxpy_start(&b));
            (void)SUCCEEDS(&b, saxpy_finish(&b, VG_FOREVER));
            (void)SUCCEEDS(&a, saxpy_finish(&a, VG_FOREVER));
            CHECK(right(&a, turn));
            CHECK(right(&b, 100 + turn));
        }
        (void)SUCCEEDS(&a, saxpy_close(&a));
        replay_well(&b, 11); /* the context that both had lives on */
        (void)SUCCEEDS(&b, saxpy_close(&b));
    }
}

static void one_look_and_misuse(void)
{
    saxpy p;
    vg_status status;
    memset(&p, 0, sizeof p);
    CHECK(saxpy_start(&p) == VG_STATE);
    CHECK(saxpy_close(&p) == VG_STATE);
    if (!SUCCEEDS(&p, saxpy_open(&p, NULL, NULL))) {
        return;
    }
    CHECK(saxpy_open(&p, NULL, NULL) == VG_STATE);
    CHECK(saxpy_finish(&p, VG_FOREVER) == VG_STATE);
    fill(&p, 12);
    (void)SUCCEEDS(&p, saxpy_start(&p));
    CHECK(saxpy_start(&p) == VG_STATE);
    status = saxpy_finish(&p, 0);
    CHECK(status == VG_OK || status == VG_TIMEOUT);
    CHECK(saxpy_stats(&p)->timeouts == (status == VG_TIMEOUT ? 1u : 0u));
    if (status == VG_TIMEOUT) {
        status = saxpy_finish(&p, UINT64_C(5000000000));
    }
    CHECK(status == VG_OK);
    CHECK(right(&p, 12));
    CHECK(saxpy_stats(&p)->replays == 1);
    fill(&p, 13);
    (void)SUCCEEDS(&p, saxpy_start(&p));
    (void)SUCCEEDS(&p, saxpy_close(&p)); /* waits */
}

static void count_call(void *calls)
{
    (*(unsigned *)calls)++;
    (void)sched_yield();
}

static void waits_as_told(void)
{
    saxpy p;
    vg_config config;
    unsigned calls = 0;
    memset(&p, 0, sizeof p);
    memset(&config, 0, sizeof config);
    config.wait = VG_WAIT_YIELD;
    config.spin_count = 1;
    config.pause = count_call;
    config.pause_user = &calls;
    config.warm_up = 3;
    if (SUCCEEDS(&p, saxpy_open(&p, &config, NULL))) {
        CHECK(saxpy_stats(&p)->replays == 0 && saxpy_stats(&p)->launches == 0);
        CHECK(saxpy_x(&p)[0] == 0.0f && saxpy_u(&p)[0] == 0.0f);
        replay_well(&p, 14);
        CHECK(saxpy_stats(&p)->replays == 1);
        CHECK(saxpy_stats(&p)->device_bytes == SAXPY_DEVICE_BYTES);
        (void)SUCCEEDS(&p, saxpy_close(&p));
    }
}

static void opens_again(void)
{
    saxpy p;
    unsigned turn;
    memset(&p, 0, sizeof p);
    for (turn = 0; turn < 3; turn++) {
        if (SUCCEEDS(&p, saxpy_open(&p, NULL, NULL))) {
            replay_well(&p, turn);
            (void)SUCCEEDS(&p, saxpy_close(&p));
        }
    }
}

int main(void)
{
    int devices = 0;
    if (cuInit(0) != CUDA_SUCCESS || cuDeviceGetCount(&devices) != CUDA_SUCCESS || devices == 0) {
        printf("no device here\n");
        return 77;
    }
    leaves_no_context_behind();
    leaves_the_callers_context();
    any_thread_may_call(VG_WAIT_SPIN);
    any_thread_may_call(VG_WAIT_BLOCK);
    two_threads_build_at_once();
    uses_what_it_is_given();
    uses_registered_memory();
    finds_the_device_by_name();
    two_programs_at_once();
    one_look_and_misuse();
    waits_as_told();
    opens_again();
    return checks_end();
}
