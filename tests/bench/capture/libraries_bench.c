/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The vggen authors */
/* Calls of cuFFT and cuBLAS between two small kernels: captured by a program, in graphs by hand, and as stream calls.
 * Needs a GPU and both libraries.
 * Usage: libraries_bench [--replays N] [--rounds N] [--json FILE]
 * Exit status: 0 measured, 1 something failed or gave wrong results, 2 wrong usage, 3 a promise is broken, 77 there is no
 * device. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "by_hand.h"
#include "libraries.h"
#include "measure.h"
#include "report.h"

#define ROOM(array) (sizeof(array) / sizeof *(array))

static measure_table table;
static libraries program;
static by_hand hand;
static calls captured; /* those of the program's functions */

/* ---- the program's functions ---- */

static int make(work what, void *stream, const float *a, const float *matrix, float *b, void *workspace, uint64_t bytes)
{
    places at;

    at.a = a;
    at.matrix = matrix;
    at.b = b;
    at.workspace = workspace;
    at.workspace_bytes = bytes;
    return calls_make(&captured, what, stream, &at) ? 0 : 1;
}

static int transform(void *user, void *stream, const libraries_transform_buffers *b, unsigned lane)
{
    (void)user;
    (void)lane;
    return make(FFT_SHORT, stream, b->a, NULL, b->b, NULL, 0);
}

static int transforms(void *user, void *stream, const libraries_transforms_buffers *b, unsigned lane)
{
    (void)user;
    (void)lane;
    return make(FFT_LONG, stream, b->a, NULL, b->b, NULL, 0);
}

static int product(void *user, void *stream, const libraries_product_buffers *b, unsigned lane)
{
    (void)user;
    (void)lane;
    return make(GEMM_NARROW, stream, b->a, b->matrix, b->b, b->workspace, b->workspace_bytes);
}

static int products(void *user, void *stream, const libraries_products_buffers *b, unsigned lane)
{
    (void)user;
    (void)lane;
    return make(GEMM_WIDE, stream, b->a, b->matrix, b->b, b->workspace, b->workspace_bytes);
}

/* ---- the kinds of work ---- */

typedef struct kind {
    const char *group, *fast, *faster;
    vg_status (*replay)(libraries *p);
    float first; /* of what the last kernel leaves */
} kind;

/* `a` begins with 1,024 times 1.5, and is 0.25 behind; the matrix is 0.001. */
static const kind kinds[WORKS] = {
    {"cuFFT, 1 of 1,024, between two kernels", "cuFFT, 1 of 1,024, by the best by hand",
     "cuFFT, 1 of 1,024, by stream calls", libraries_fft_short_replay, (512 * 1.5f + 512 * 0.25f) * 0.5f + 1},
    {"cuFFT, 2,048 of 512, between two kernels", "cuFFT, 2,048 of 512, by the best by hand",
     "cuFFT, 2,048 of 512, by stream calls", libraries_fft_long_replay, 512 * 1.5f * 0.5f + 1},
    {"sgemm, 1024 x 1 x 1024, between two kernels", "sgemm, 1024 x 1 x 1024, by the best by hand",
     "sgemm, 1024 x 1 x 1024, by stream calls", libraries_gemm_narrow_replay, 1.536f * 0.5f + 1},
    {"sgemm, 1024 x 256 x 1024, between two kernels", "sgemm, 1024 x 256 x 1024, by the best by hand",
     "sgemm, 1024 x 256 x 1024, by stream calls", libraries_gemm_wide_replay, 1.536f * 0.5f + 1},
};
static const work works[WORKS] = {FFT_SHORT, FFT_LONG, GEMM_NARROW, GEMM_WIDE};

static int succeeded(vg_status status)
{
    if (status != VG_OK)
        report_failure("libraries", "replay", libraries_detail(&program));
    return status == VG_OK;
}

static work work_of(const void *context)
{
    return *(const work *)context;
}

static int ours(void *context, unsigned long turn)
{
    (void)turn;
    return succeeded(kinds[work_of(context)].replay(&program));
}

static int ordinary(void *context, unsigned long turn)
{
    (void)turn;
    return by_hand_replay(&hand, work_of(context), BY_HAND_ORDINARY);
}

static int programmatic(void *context, unsigned long turn)
{
    (void)turn;
    return by_hand_replay(&hand, work_of(context), BY_HAND_PROGRAMMATIC);
}

static int stream_calls(void *context, unsigned long turn)
{
    (void)turn;
    return by_hand_stream(&hand, work_of(context));
}

static int is_first(const void *context, float found)
{
    const float wanted = kinds[work_of(context)].first;

    if (fabsf(found - wanted) <= 1e-4f * wanted)
        return 1;
    fprintf(stderr, "bench: %s: expected %g, found %g\n", kinds[work_of(context)].group, (double)wanted, (double)found);
    return 0;
}

static int ours_is_right(void *context)
{
    return succeeded(libraries_clear_replay(&program)) && ours(context, 0) &&
           succeeded(libraries_show_replay(&program)) && is_first(context, libraries_seen(&program)[0]);
}

/* The same bytes as ours. */
static int is_same(void *context)
{
    static float left[LIBRARIES_N];

    return by_hand_read(&hand, left) && is_first(context, left[0]) && ours_is_right(context) &&
           memcmp(left, libraries_seen(&program), sizeof left) == 0;
}

static int measure_kind(work what)
{
    measure_way ways[] = {
        {"ours: capture", ours, ours_is_right, (void *)(uintptr_t)&works[what], NULL},
        {"by hand: the library's nodes, ordinary edges", ordinary, is_same, (void *)(uintptr_t)&works[what], NULL},
        {"by hand: programmatic behind the library's", programmatic, is_same, (void *)(uintptr_t)&works[what], NULL},
        {"by hand: stream calls", stream_calls, is_same, (void *)(uintptr_t)&works[what], NULL},
    };

    if (!by_hand_build(&hand, what) || !measure_compare(&table, kinds[what].group, ways, ROOM(ways), table.replays))
        return 0;
    measure_promise(&table, kinds[what].fast, ways[0].row, 50, 1.03, (measure_row *const[]){ways[1].row, ways[2].row}, 2);
    measure_promise(&table, kinds[what].faster, ways[0].row, 50, 0.75, &ways[3].row, 1);
    return 1;
}

/* One kind that fails leaves the others. */
static int measure_all(void)
{
    const int there = by_hand_open(&hand, (CUfunction)program.kernel[0], (CUfunction)program.kernel[1]);
    int good = there;
    size_t i;

    for (i = 0; there && i < WORKS; i++)
        if (!measure_kind(works[i])) {
            fprintf(stderr, "bench: no rows of %s\n", kinds[i].group);
            good = 0;
        }
    by_hand_close(&hand);
    return good;
}

/* ---- the command line ---- */

static int read_options(int count, char **arguments, const char **json)
{
    int i;

    table.replays = 5000;
    table.rounds = 50;
    for (i = 1; i + 1 < count; i += 2) {
        if (strcmp(arguments[i], "--replays") == 0)
            table.replays = strtoul(arguments[i + 1], NULL, 10);
        else if (strcmp(arguments[i], "--rounds") == 0)
            table.rounds = strtoul(arguments[i + 1], NULL, 10);
        else if (strcmp(arguments[i], "--json") == 0)
            *json = arguments[i + 1];
        else
            break;
    }
    if (i == count && table.replays > 0 && table.rounds > 0)
        return 1;
    fprintf(stderr, "usage: libraries_bench [--replays N] [--rounds N] [--json FILE]\n");
    return 0;
}

static int write_json(const char *path, const char *device)
{
    FILE *file = fopen(path, "w");
    int driver = 0, good;

    if (file == NULL) {
        perror(path);
        return 0;
    }
    (void)cuDriverGetVersion(&driver);
    good = measure_write(&table, device, driver, file);
    return fclose(file) == 0 && good;
}

/* 0, or the exit status. */
static int open_program(void)
{
    libraries_data data;
    vg_status status;
    CUcontext context = NULL;
    CUdevice device = 0;

    if (cuInit(0) != CUDA_SUCCESS || cuDeviceGet(&device, 0) != CUDA_SUCCESS) {
        printf("no device here\n");
        return 77;
    }
    if (cuDevicePrimaryCtxRetain(&context, device) != CUDA_SUCCESS || cuCtxSetCurrent(context) != CUDA_SUCCESS ||
        !calls_open(&captured))
        return 1;
    memset(&data, 0, sizeof data);
    data.transform = transform;
    data.transforms = transforms;
    data.product = product;
    data.products = products;
    status = libraries_open(&program, NULL, &data);
    if (status != VG_OK)
        report_failure("libraries", "open", libraries_detail(&program));
    return status == VG_OK ? 0 : 1;
}

int main(int count, char **arguments)
{
    const char *json = NULL;
    char device[REPORT_NAME_SIZE];
    unsigned broken;
    int good, failed;
    size_t i;

    if (!read_options(count, arguments, &json))
        return 2;
    failed = open_program();
    if (failed != 0)
        return failed;
    report_device_name(0, device);
    good = cuCtxSetCurrent((CUcontext)program.rt.context) == CUDA_SUCCESS && measure_all();
    measure_finish(&table);
    printf("%s\n", device);
    measure_print(&table);
    broken = measure_print_limits(&table);
    printf("figure: %u of %u promises broken\n", broken, (unsigned)table.limit_count);
    good = good && (json == NULL || write_json(json, device));
    for (i = 0; i < table.count; i++)
        free(table.rows[i].samples);
    good = libraries_close(&program) == VG_OK && good;
    calls_close(&captured);
    (void)cuDevicePrimaryCtxRelease(0);
    return !good ? EXIT_FAILURE : broken > 0 ? 3 : EXIT_SUCCESS;
}
