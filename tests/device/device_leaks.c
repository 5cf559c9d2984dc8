/* SPDX-License-Identifier: MIT */
/* device_leaks.c - programs that are opened, replayed and closed one after the other, two at a time, leave nothing behind:
 * no device memory, no mapping of pinned memory, nothing else in the process that grows with each.
 * COUNT: opened in all. Links program "saxpy" and runs unchanged on a GPU and on the CPU device.
 * Exit status: 0 all right, 1 something is left or a call failed, 77 there is no device. */
#include "saxpy.h"

#include <cuda.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "../checks.h"

#define PAIRS 2u
#define WARM_UP 10ul     /* pairs: what driver and library take once */
#define KEPT 4194304u    /* device memory that a driver takes at a time, twice */
#define LEAST_LEFT 4096u /* bytes that a program cannot but leave, if it leaves pinned memory */

static saxpy programs[PAIRS];

typedef struct process {
    unsigned long mappings, shared; /* lines of /proc/self/maps; those of memory that is mapped to be registered */
    unsigned long long bytes;       /* of all mappings */
    size_t device_free;
} process;

static process look(void)
{
    static char line[8192];
    FILE *maps = fopen("/proc/self/maps", "r");
    process now;
    size_t total = 0;

    memset(&now, 0, sizeof now);
    CHECK(maps != NULL);
    while (maps != NULL && fgets(line, sizeof line, maps) != NULL) {
        unsigned long long begin, end;
        if (sscanf(line, "%llx-%llx", &begin, &end) != 2)
            continue;
        now.mappings++;
        now.bytes += end - begin;
        now.shared += strstr(line, "/dev/zero") != NULL;
    }
    if (maps != NULL)
        (void)fclose(maps);
    CHECK(cuMemGetInfo(&now.device_free, &total) == CUDA_SUCCESS);
    return now;
}

static int open_one(saxpy *p)
{
    return check_ok(saxpy_open(p, NULL, NULL), saxpy_detail(p), "open", __LINE__);
}

static void replay_one(saxpy *p, float value)
{
    saxpy_x(p)[0] = value;
    (void)check_ok(saxpy_replay(p), saxpy_detail(p), "replay", __LINE__);
    CHECK(saxpy_u(p)[0] == (float)SAXPY_SCALE * value);
}

/* The second one is closed first every other time. */
static int turn(unsigned long number)
{
    unsigned i;

    for (i = 0; i < PAIRS; i++)
        if (!open_one(&programs[i]))
            return 0;
    for (i = 0; i < PAIRS; i++)
        replay_one(&programs[i], (float)(number % 1000 + i));
    for (i = 0; i < PAIRS; i++) {
        saxpy *p = &programs[(i + number) % PAIRS];
        (void)check_ok(saxpy_close(p), saxpy_detail(p), "close", __LINE__);
    }
    return 1;
}

/* Whether pinned memory is mapped by the process and registered. */
static int registers(CUdevice device)
{
    int supported = 0, integrated = 0;

    CHECK(cuDeviceGetAttribute(&supported, CU_DEVICE_ATTRIBUTE_HOST_REGISTER_SUPPORTED, device) == CUDA_SUCCESS);
    CHECK(cuDeviceGetAttribute(&integrated, CU_DEVICE_ATTRIBUTE_INTEGRATED, device) == CUDA_SUCCESS);
    return supported && !integrated;
}

static void open_often(CUdevice device, unsigned long count)
{
    process before, open, after;
    unsigned long i;

    for (i = 0; i < WARM_UP; i++)
        if (!turn(i))
            return;
    before = look();
    for (i = 0; i < (count + PAIRS - 1) / PAIRS; i++)
        if (!turn(i))
            return;
    after = look();
    if (!open_one(&programs[0]))
        return;
    open = look();
    (void)check_ok(saxpy_close(&programs[0]), saxpy_detail(&programs[0]), "close", __LINE__);
    /* Else nothing is seen of it below. */
    CHECK(!registers(device) || open.shared > after.shared);
    CHECK(after.shared == before.shared);
    CHECK(after.device_free + LEAST_LEFT * (unsigned long long)count + KEPT >= before.device_free);
    CHECK(after.mappings < before.mappings + i);
    CHECK(after.bytes < before.bytes + LEAST_LEFT * (unsigned long long)i);
    printf("figure: %lu opened; device memory %+lld, mapped %+lld bytes, %+ld mappings\n", i * PAIRS,
           (long long)before.device_free - (long long)after.device_free, (long long)(after.bytes - before.bytes),
           (long)(after.mappings - before.mappings));
}

int main(void)
{
    const unsigned long count = checks_number("COUNT", 100);
    CUcontext context;
    CUdevice device;

    if (cuInit(0) != CUDA_SUCCESS || cuDeviceGet(&device, 0) != CUDA_SUCCESS) {
        printf("no device here\n");
        return 77;
    }
    /* The context stays, so that what a program leaves in it is seen. */
    if (!CHECK(cuDevicePrimaryCtxRetain(&context, device) == CUDA_SUCCESS) ||
        !CHECK(cuCtxSetCurrent(context) == CUDA_SUCCESS))
        return checks_end();
    open_often(device, count);
    CHECK(cuCtxSetCurrent(NULL) == CUDA_SUCCESS);
    CHECK(cuDevicePrimaryCtxRelease(device) == CUDA_SUCCESS);
    return checks_end();
}
