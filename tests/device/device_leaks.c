/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The vggen authors */
/* device_leaks.c - programs that are opened, replayed and closed one after the other, two at a time, leave nothing behind:
 * no device memory, no mapping of pinned memory, nothing else in the process that grows with each.
 * A driver keeps some memory each time that it unloads a module from which a kernel with a fence of system scope was
 * loaded, which vg_end is. So the same image is also loaded and unloaded by driver calls alone, as often; what that leaves
 * is printed, and is all that opening and closing may leave. A program without vg_end must leave nothing, and neither may
 * any that is opened with its code kept loaded (vg_code).
 * COUNT: opened in all. Compiled with -DPROGRAM=saxpy, which has vg_end, or -DPROGRAM=plain, which has not; runs unchanged
 * on a GPU and on the CPU device.
 * Exit status: 0 all right, 1 something is left or a call failed, 77 there is no device. */
#define JOIN_(a, b) a##b
#define JOIN(a, b) JOIN_(a, b)
#define CALL(name) JOIN(PROGRAM, name)
#define TEXT_(a) #a
#define TEXT(a) TEXT_(a)
#define HEADER(name) TEXT(name.h)

#include HEADER(PROGRAM)

#include <cuda.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "../checks.h"

#define PAIRS 2u
#define WARM_UP 10ul  /* pairs: what driver and library take once */
#define KEPT 4194304u /* device memory that a driver takes at a time, twice */
#define MAPPED 4096u  /* half of what two programs would leave of the process, if they left pinned memory */
#define HEAP 131072u  /* by which the C library's heap grows at a time */
#define MOST_KERNELS 16u
#define MOST_MODULES 2u /* the program's source, and fused launches */

#if defined(SAXPY_N)
#define SCALE SAXPY_SCALE
#define HAS_END 1
#else
#define SCALE PLAIN_SCALE
#define HAS_END 0
#endif

static PROGRAM programs[PAIRS];
static vg_config config;
static vg_code code;

typedef struct process {
    unsigned long mappings, shared; /* lines of /proc/self/maps; those of memory that is mapped to be registered */
    unsigned long long bytes;       /* of all mappings */
    size_t device_free;
} process;

/* What something that was done often has left. */
typedef struct remains {
    long long device, bytes;
    long mappings;
    double seconds;
} remains;

/* The program's images, one of each module, and its kernels, as open found them. */
typedef struct contents {
    const void *images[MOST_MODULES];
    unsigned modules;
    const char *entries[MOST_KERNELS];
    unsigned module_of[MOST_KERNELS];
    unsigned count;
} contents;

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

static double seconds(void)
{
    struct timespec now;

    (void)clock_gettime(CLOCK_MONOTONIC, &now);
    return (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
}

static remains between(const process *before, const process *after, double began)
{
    remains r;

    r.device = (long long)before->device_free - (long long)after->device_free;
    r.bytes = (long long)(after->bytes - before->bytes);
    r.mappings = (long)(after->mappings - before->mappings);
    r.seconds = seconds() - began;
    return r;
}

static void print(const char *what, const remains *r, unsigned long count)
{
    printf("figure: %s %lu times: device memory %+lld (%.0f each), mapped %+lld bytes, %+ld mappings, %.1f s;\n", what,
           count, r->device, (double)r->device / (double)count, r->bytes, r->mappings, r->seconds);
}

/* ---- opened and closed ---- */

static int open_one(PROGRAM *p)
{
    return check_ok(CALL(_open)(p, &config, NULL), CALL(_detail)(p), "open", __LINE__);
}

static void replay_one(PROGRAM *p, float value)
{
    CALL(_x)(p)[0] = value;
    (void)check_ok(CALL(_replay)(p), CALL(_detail)(p), "replay", __LINE__);
    CHECK(CALL(_u)(p)[0] == (float)SCALE * value);
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
        PROGRAM *p = &programs[(i + number) % PAIRS];
        (void)check_ok(CALL(_close)(p), CALL(_detail)(p), "close", __LINE__);
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

static void note_contents(const vg_program *rt, contents *of)
{
    const vg_desc *desc = rt->desc;
    unsigned i, image = 0;

    memset(of, 0, sizeof *of);
    CHECK(desc->module_count >= 1 && desc->module_count <= MOST_MODULES && desc->kernel_count <= MOST_KERNELS &&
          rt->images != 0);
    while (image + 1 < desc->modules[0].image_count && (rt->images >> image & 1u) == 0)
        image++;
    for (i = 0; i < desc->module_count && i < MOST_MODULES; i++)
        of->images[of->modules++] = desc->modules[i].images[image].bytes;
    for (i = 0; i < desc->kernel_count && i < MOST_KERNELS; i++) {
        of->module_of[of->count] = desc->kernels[i].module;
        of->entries[of->count++] = desc->kernels[i].entry;
    }
    /* That it is the program which the checks below are meant for. */
    CHECK(((rt->store.graphs[0].traits & VG_HAS_END) != 0) == HAS_END);
}

static int open_often(CUdevice device, unsigned long turns, remains *left, contents *of)
{
    process before, open, after;
    double began;
    unsigned long i;

    for (i = 0; i < WARM_UP; i++)
        if (!turn(i))
            return 0;
    before = look();
    began = seconds();
    for (i = 0; i < turns; i++)
        if (!turn(i))
            return 0;
    after = look();
    *left = between(&before, &after, began);
    if (!open_one(&programs[0]))
        return 0;
    note_contents(&programs[0].rt, of);
    open = look();
    (void)check_ok(CALL(_close)(&programs[0]), CALL(_detail)(&programs[0]), "close", __LINE__);
    /* Else nothing is seen of it below. */
    CHECK(!registers(device) || open.shared > after.shared);
    CHECK(after.shared == before.shared);
    return 1;
}

static int open_with_code(CUdevice device, unsigned long turns, remains *left, contents *of)
{
    int good;

    config.code = &code;
    good = open_often(device, turns, left, of);
    CHECK(code.count == of->modules && code.users == 0);
    return good && check_ok(vg_code_unload(&code), &code.detail, "unload", __LINE__);
}

/* ---- loaded and unloaded by driver calls alone ---- */

static int load_one(const contents *of)
{
    CUmodule modules[MOST_MODULES];
    CUfunction function;
    unsigned i;
    int good = 1;

    for (i = 0; i < of->modules; i++)
        if (!CHECK(cuModuleLoadData(&modules[i], of->images[i]) == CUDA_SUCCESS))
            return 0;
    for (i = 0; i < of->count; i++)
        CHECK(cuModuleGetFunction(&function, modules[of->module_of[i]], of->entries[i]) == CUDA_SUCCESS);
    for (i = of->modules; i-- > 0;)
        good = CHECK(cuModuleUnload(modules[i]) == CUDA_SUCCESS) && good;
    return good;
}

static int load_often(const contents *of, unsigned long count, remains *left)
{
    process before, after;
    double began;
    unsigned long i;

    for (i = 0; i < PAIRS * WARM_UP; i++)
        if (!load_one(of))
            return 0;
    before = look();
    began = seconds();
    for (i = 0; i < count; i++)
        if (!load_one(of))
            return 0;
    after = look();
    *left = between(&before, &after, began);
    return 1;
}

int main(void)
{
    const unsigned long turns = (checks_number("COUNT", 100) + PAIRS - 1) / PAIRS;
    remains left, share, kept;
    CUcontext context;
    CUdevice device;
    contents of;

    if (cuInit(0) != CUDA_SUCCESS || cuDeviceGet(&device, 0) != CUDA_SUCCESS) {
        printf("no device here\n");
        return 77;
    }
    /* The context stays, so that what a program leaves in it is seen. */
    if (!CHECK(cuDevicePrimaryCtxRetain(&context, device) == CUDA_SUCCESS) ||
        !CHECK(cuCtxSetCurrent(context) == CUDA_SUCCESS))
        return checks_end();
    vg_code_init(&code);
    if (open_often(device, turns, &left, &of) && load_often(&of, turns * PAIRS, &share) &&
        open_with_code(device, turns, &kept, &of)) {
        print("opened", &left, turns * PAIRS);
        print("its image loaded and unloaded by driver calls alone", &share, turns * PAIRS);
        print("opened with its code kept loaded", &kept, turns * PAIRS);
        if (!HAS_END)
            CHECK(share.device <= (long long)KEPT);
        CHECK(left.device <= (HAS_END && share.device > 0 ? share.device + share.device / 4 : 0) + (long long)KEPT);
        CHECK(kept.device <= (long long)KEPT);
        CHECK(left.mappings < (long)turns && kept.mappings < (long)turns);
        /* 4.9 times of it, where kernels have been in a graph that ran before their code is unloaded. */
        CHECK(left.bytes < (long long)(MAPPED * turns + HEAP) + (HAS_END && share.bytes > 0 ? 6 * share.bytes : 0));
        CHECK(kept.bytes < (long long)(MAPPED * turns + HEAP));
    }
    CHECK(cuCtxSetCurrent(NULL) == CUDA_SUCCESS);
    CHECK(cuDevicePrimaryCtxRelease(device) == CUDA_SUCCESS);
    return checks_end();
}
