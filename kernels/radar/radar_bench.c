/* SPDX-License-Identifier: 0BSD */
/* SPDX-FileCopyrightText: 2026 The vggen authors */
/* radar_bench [--replays N] [--write FOLDER] How long a frame takes from the start to the list in the host's memory,
 * beside what its bytes alone would take: those that cross the bus and those that cross device memory, by copies of
 * the driver in the same run. With --write leaves in FOLDER what tests/bench/radar_torch.py compares with:
 * FORM.frame (the samples), FORM.list (range bin, Doppler bin and power of each detection), FORM.times (nanoseconds
 * of each replay) and FORM.factor (the threshold). Exit status: 0, or 1 where a call failed or the list is not that
 * of the reference, 2 wrong usage. */
#include "radar_form.h"

#include <cuda.h>
#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "radar_reference.h"
#include "report.h"
#include "scene.h"
#include "timing.h"

#define TARGETS 6
#define WARM_UP 200
#define LARGE ((size_t)256 << 20)
#define COPIES 20

static const scene_sizes sizes = {CHANNELS, PULSES, RANGES};

/* What crosses, of a frame: over the bus, and to and from device memory. */
#define BUS_BYTES ((double)SAMPLES * 8 + MOST * 8 + 4)
#define DEVICE_BYTES ((double)SAMPLES * 8 * FORM_PASSES + CELLS * 4.0 * 2)

typedef struct request {
    size_t replays;
    const char *folder; /* or NULL */
} request;

/* ---- copies of the driver ---- */

/* Bytes of a nanosecond by the quickest of some copies; the host waits for each. 0 where a call failed. */
static double copy_rate(CUdeviceptr to, CUdeviceptr from, const void *host, size_t bytes)
{
    uint64_t best = UINT64_MAX;
    int i;

    for (i = 0; i < COPIES; i++) {
        const uint64_t begin = timing_now();
        const CUresult result =
            host != NULL ? cuMemcpyHtoDAsync(to, host, bytes, NULL) : cuMemcpyDtoDAsync(to, from, bytes, NULL);
        uint64_t took;

        if (result != CUDA_SUCCESS || cuStreamSynchronize(NULL) != CUDA_SUCCESS)
            return 0.0;
        took = timing_now() - begin;
        best = took < best ? took : best;
    }
    return (double)bytes / (double)(best > 0 ? best : 1);
}

/* Both rates, of copies that are large enough for their beginnings not to count. A context is current. */
static int measure_copies(double *bus, double *device)
{
    CUdeviceptr to = 0, from = 0;
    void *host = NULL;

    if (cuMemAlloc(&to, LARGE) == CUDA_SUCCESS && cuMemAlloc(&from, LARGE) == CUDA_SUCCESS &&
        cuMemHostAlloc(&host, LARGE / 4, 0) == CUDA_SUCCESS && cuMemsetD8(from, 0, LARGE) == CUDA_SUCCESS) {
        memset(host, 1, LARGE / 4);
        *bus = copy_rate(to, 0, host, LARGE / 4);
        *device = 2.0 * copy_rate(to, from, NULL, LARGE);
    }
    if (host != NULL)
        cuMemFreeHost(host);
    if (to != 0)
        cuMemFree(to);
    if (from != 0)
        cuMemFree(from);
    return *bus > 0.0 && *device > 0.0;
}

static int measure_rates(double *bus, double *device)
{
    CUcontext context = NULL, before = NULL;
    int good;

    *bus = *device = 0.0;
    if (cuCtxGetCurrent(&before) != CUDA_SUCCESS || cuDevicePrimaryCtxRetain(&context, 0) != CUDA_SUCCESS)
        return 0;
    good = cuCtxSetCurrent(context) == CUDA_SUCCESS && measure_copies(bus, device);
    good = cuCtxSetCurrent(before) == CUDA_SUCCESS && good;
    return cuDevicePrimaryCtxRelease(0) == CUDA_SUCCESS && good;
}

/* ---- a frame ---- */

static void make_frame(form *program)
{
    float *samples = &CALL(echo)(program)->x;
    uint64_t random = 5;
    size_t i;

    scene_noise(samples, &sizes, &random);
    for (i = 0; i < TARGETS; i++) {
        const scene_target target = scene_place(&sizes, i, TARGETS);

        scene_add(samples, &sizes, &target, &random);
    }
}

static int list_is_right(form *program, const radar_reference *r)
{
    const detection *found = CALL(found)(program);
    size_t above = 0, i;

    for (i = 0; i < CELLS; i++)
        above += radar_reference_ratio(r, i / PULSES, i % PULSES) > r->factor;
    if (CALL(count)(program)[0] != above || above > MOST)
        return 0;
    for (i = 0; i < above; i++)
        if (radar_reference_ratio(r, found[i].range, found[i].doppler) < r->factor * 0.999)
            return 0;
    return 1;
}

static int measure(form *program, uint64_t *nanoseconds, size_t replays)
{
    size_t i;

    for (i = 0; i < WARM_UP + replays; i++) {
        const uint64_t begin = timing_now();

        if (CALL(replay)(program) != VG_OK) {
            report_failure(FORM_NAME, "replay", CALL(detail)(program));
            return 0;
        }
        if (i >= WARM_UP)
            nanoseconds[i - WARM_UP] = timing_now() - begin;
    }
    return 1;
}

/* ---- results ---- */

static FILE *create(const char *folder, const char *kind)
{
    char path[4096];
    FILE *file;

    snprintf(path, sizeof path, "%s/" FORM_NAME ".%s", folder, kind);
    file = fopen(path, "wb");
    if (file == NULL)
        perror(path);
    return file;
}

static int end_file(FILE *file)
{
    const int failed = ferror(file);

    return fclose(file) == 0 && !failed;
}

static int write_frame(form *program, const char *folder)
{
    FILE *file = create(folder, "frame");

    if (file == NULL)
        return 0;
    fwrite(CALL(echo)(program), 8, SAMPLES, file);
    return end_file(file);
}

static int write_list(form *program, const char *folder)
{
    const detection *found = CALL(found)(program);
    FILE *file = create(folder, "list");
    size_t i;

    if (file == NULL)
        return 0;
    for (i = 0; i < CALL(count)(program)[0]; i++)
        fprintf(file, "%u %u %.9g\n", found[i].range, found[i].doppler, (double)found[i].power);
    return end_file(file);
}

static int write_numbers(const uint64_t *nanoseconds, size_t replays, double factor, const char *folder)
{
    FILE *file = create(folder, "times");
    size_t i;

    if (file == NULL)
        return 0;
    for (i = 0; i < replays; i++)
        fprintf(file, "%" PRIu64 "\n", nanoseconds[i]);
    if (!end_file(file) || (file = create(folder, "factor")) == NULL)
        return 0;
    fprintf(file, "%.17g\n", factor);
    return end_file(file);
}

static void print_times(uint64_t *nanoseconds, size_t replays)
{
    double bus, device, floor_us, median;
    char name[REPORT_NAME_SIZE];

    report_device_name(0, name);
    timing_sort(nanoseconds, replays);
    median = (double)timing_percentile(nanoseconds, replays, 50.0) / 1000.0;
    printf(FORM_NAME " on %s: %d channels, %d pulses, %d range bins\n", name, CHANNELS, PULSES, RANGES);
    printf("  a frame: median %.1f us, p99 %.1f us, %zu replays\n", median,
           (double)timing_percentile(nanoseconds, replays, 99.0) / 1000.0, replays);
    if (!measure_rates(&bus, &device)) {
        printf("  the driver's copies cannot be measured\n");
        return;
    }
    floor_us = BUS_BYTES / bus / 1000.0 + DEVICE_BYTES / device / 1000.0;
    printf("  bytes: %.2f MB over the bus, at %.1f GB/s %.1f us; %.2f MB in device memory, at %.0f GB/s %.1f us\n",
           BUS_BYTES / 1e6, bus, BUS_BYTES / bus / 1000.0, DEVICE_BYTES / 1e6, device, DEVICE_BYTES / device / 1000.0);
    printf("figure: " FORM_NAME " %.1f us (p99 %.1f), %.2f of the floor of %.1f us\n", median,
           (double)timing_percentile(nanoseconds, replays, 99.0) / 1000.0, floor_us / median, floor_us);
}

static int run(form *program, radar_reference *reference, uint64_t *nanoseconds, const request *r)
{
    make_frame(program);
    if (!measure(program, nanoseconds, r->replays))
        return 0;
    radar_reference_frame(reference, &CALL(echo)(program)->x);
    if (!list_is_right(program, reference)) {
        fprintf(stderr, FORM_NAME ": the list is not that of the reference\n");
        return 0;
    }
    if (r->folder != NULL && (!write_frame(program, r->folder) || !write_list(program, r->folder) ||
                              !write_numbers(nanoseconds, r->replays, reference->factor, r->folder)))
        return 0;
    print_times(nanoseconds, r->replays);
    return 1;
}

/* ---- the command line ---- */

static int parse(int argc, char **argv, request *r)
{
    int i;

    r->replays = 5000;
    r->folder = NULL;
    for (i = 1; i + 1 < argc; i += 2) {
        if (strcmp(argv[i], "--replays") == 0 && atol(argv[i + 1]) > 0)
            r->replays = (size_t)atol(argv[i + 1]);
        else if (strcmp(argv[i], "--write") == 0)
            r->folder = argv[i + 1];
        else
            return 0;
    }
    return i == argc;
}

int main(int argc, char **argv)
{
    static const radar_sizes all = {CHANNELS, PULSES, RANGES, SIZE_OF(GUARD), SIZE_OF(TRAIN), SIZE_OF(PFA)};
    static form program;
    radar_reference reference;
    uint64_t *nanoseconds;
    request r;
    int good = 0;

    if (!parse(argc, argv, &r)) {
        fprintf(stderr, "usage: radar_bench [--replays N] [--write FOLDER]\n");
        return 2;
    }
    if (form_open(&program) != VG_OK) {
        report_failure(FORM_NAME, "open", CALL(detail)(&program));
        return 1;
    }
    nanoseconds = (uint64_t *)calloc(r.replays, sizeof *nanoseconds);
    if (radar_reference_make(&reference, &all) == 0 && nanoseconds != NULL)
        good = run(&program, &reference, nanoseconds, &r);
    radar_reference_free(&reference);
    free(nanoseconds);
    if (form_close(&program) != VG_OK) {
        report_failure(FORM_NAME, "close", CALL(detail)(&program));
        return 1;
    }
    return good ? 0 : 1;
}
