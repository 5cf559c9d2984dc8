/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The vggen authors */
/* vg_fft_plain.c against the formula, summed in long double: every length up to 70 and some more, every kind, both
 * dimensions, batches, gaps between elements; and what it refuses. */
#include "unit/run_suite.h"
#include "vg_fft.h"

#include <check.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { POINTS = 40000, ROOM = 1 << 17 };

typedef struct number {
    long double re, im;
} number;

static double workspace[ROOM];
/* Of either side, in the type of the kind; the real side of f32 has 4 bytes an element, the complex one of f64 16. */
static double in[2 * POINTS], out[2 * POINTS], before[2 * POINTS];

static number roots[POINTS], row_roots[POINTS];

static const vg_library_at at = {NULL, 2, workspace, sizeof workspace};

static int is_wide(const vg_fft *fft)
{
    return fft->kind == VG_FFT_Z2Z || fft->kind == VG_FFT_D2Z || fft->kind == VG_FFT_Z2D;
}

static int is_real_in(const vg_fft *fft)
{
    return fft->kind == VG_FFT_R2C || fft->kind == VG_FFT_D2Z;
}

static int is_real_out(const vg_fft *fft)
{
    return fft->kind == VG_FFT_C2R || fft->kind == VG_FFT_Z2D;
}

static long double component(const vg_fft *fft, const double *memory, size_t i)
{
    return is_wide(fft) ? (long double)memory[i] : (long double)((const float *)memory)[i];
}

static number element(const vg_fft *fft, const double *memory, int real, size_t i)
{
    number n = {component(fft, memory, real ? i : 2 * i), 0};
    if (!real) {
        n.im = component(fft, memory, 2 * i + 1);
    }
    return n;
}

static size_t rows_of(const vg_fft *fft)
{
    return fft->rank == 2 ? fft->size[0] : 1;
}

static size_t length_of(const vg_fft *fft)
{
    return fft->rank == 2 ? fft->size[1] : fft->size[0];
}

/* Where an element lies, from the header's words, not from the code. */
static size_t lies(const vg_fft *fft, const vg_fft_layout *layout, size_t width, size_t transform, size_t row, size_t i)
{
    const size_t pitch = layout->pitch != 0 ? layout->pitch : width;
    const size_t stride = layout->stride != 0 ? layout->stride : 1;
    const size_t distance = layout->distance != 0 ? layout->distance : rows_of(fft) * pitch * stride;
    return transform * distance + (row * pitch + i) * stride;
}

static number input(const vg_fft *fft, const double *memory, size_t transform, size_t row, size_t i)
{
    const size_t length = length_of(fft), half = length / 2 + 1;
    number n;
    if (!is_real_out(fft)) {
        return element(fft, memory, is_real_in(fft), lies(fft, &fft->in, length, transform, row, i));
    }
    if (i < half) {
        return element(fft, memory, 0, lies(fft, &fft->in, half, transform, row, i));
    }
    n = element(fft, memory, 0, lies(fft, &fft->in, half, transform, (rows_of(fft) - row) % rows_of(fft), length - i));
    n.im = -n.im;
    return n;
}

static number times(number a, number b)
{
    return (number){a.re * b.re - a.im * b.im, a.re * b.im + a.im * b.re};
}

static void fill_roots(number *to, size_t n, int direction)
{
    for (size_t i = 0; i < n; i++) {
        const long double angle = 2 * acosl(-1.0L) * direction * (long double)i / (long double)n;
        to[i] = (number){cosl(angle), sinl(angle)};
    }
}

/* By the roots that fill_roots made. */
static number expected(const vg_fft *fft, size_t transform, size_t p, size_t k)
{
    const size_t rows = rows_of(fft), length = length_of(fft);
    number sum = {0, 0};
    for (size_t row = 0; row < rows; row++) {
        for (size_t j = 0; j < length; j++) {
            const number root = times(row_roots[p * row % rows], roots[k * j % length]);
            const number term = times(input(fft, before, transform, row, j), root);
            sum.re += term.re;
            sum.im += term.im;
        }
    }
    return sum;
}

/* Numbers of either sign in every element, and a spectrum of real numbers where that has to be one. */
static void fill(const vg_fft *fft)
{
    const size_t count = is_wide(fft) ? 2 * POINTS : 4 * POINTS;
    for (size_t i = 0; i < count; i++) {
        const double value = sin(0.7 * (double)i) + (double)(i % 5) - 2;
        if (is_wide(fft)) {
            in[i] = value;
        } else {
            ((float *)in)[i] = (float)value;
        }
    }
    memset(out, 0x5a, sizeof out);
    memcpy(before, in, sizeof in);
}

static int call(vg_fft *fft, int direction)
{
    return is_real_out(fft) ? vg_fft_run_to_real(fft, &at, in, out) : vg_fft_run(fft, &at, direction, in, out);
}

/* Real output counts as its real part: what is not a spectrum of real numbers has none. */
static void compare(vg_fft *fft, int direction)
{
    const size_t batch = fft->batch != 0 ? fft->batch : 1;
    const size_t width = is_real_in(fft) ? length_of(fft) / 2 + 1 : length_of(fft);
    const long double scale = 4.0L * (long double)(rows_of(fft) * length_of(fft));
    const long double tolerance = (is_wide(fft) ? 4e-15L : 1e-7L) * scale;
    fill(fft);
    fill_roots(roots, length_of(fft), direction);
    fill_roots(row_roots, rows_of(fft), direction);
    ck_assert_int_eq(call(fft, direction), 0);
    for (size_t transform = 0; transform < batch; transform++) {
        for (size_t p = 0; p < rows_of(fft); p++) {
            for (size_t k = 0; k < width; k++) {
                const number want = expected(fft, transform, p, k);
                const number got = element(fft, out, is_real_out(fft), lies(fft, &fft->out, width, transform, p, k));
                ck_assert_msg(fabsl(want.re - got.re) <= tolerance, "kind %d, %zu x %zu, point %zu %zu: %Lg, not %Lg",
                              (int)fft->kind, rows_of(fft), length_of(fft), p, k, got.re, want.re);
                ck_assert_msg(is_real_out(fft) || fabsl(want.im - got.im) <= tolerance,
                              "kind %d, %zu x %zu, point %zu %zu: %Lg i, not %Lg i", (int)fft->kind, rows_of(fft),
                              length_of(fft), p, k, got.im, want.im);
            }
        }
    }
}

static void compare_ways(vg_fft fft)
{
    for (int kind = VG_FFT_C2C; kind <= VG_FFT_Z2D; kind++) {
        fft.kind = (vg_fft_kind)kind;
        if (is_real_in(&fft)) {
            compare(&fft, VG_FFT_FORWARD);
        } else if (is_real_out(&fft)) {
            compare(&fft, VG_FFT_INVERSE);
        } else {
            compare(&fft, VG_FFT_FORWARD);
            compare(&fft, VG_FFT_INVERSE);
        }
    }
}

START_TEST(lengths)
{
    static const uint64_t further[] = {96, 127, 128, 243, 256, 500, 509, 1000, 1024};
    for (uint64_t n = 1; n <= 70; n++) {
        const vg_fft fft = {.rank = 1, .size = {n}};
        compare_ways(fft);
    }
    for (size_t i = 0; i < sizeof further / sizeof *further; i++) {
        vg_fft fft = {.kind = VG_FFT_Z2Z, .rank = 1, .size = {further[i]}};
        compare(&fft, VG_FFT_FORWARD);
        fft.kind = VG_FFT_R2C;
        compare(&fft, VG_FFT_FORWARD);
    }
}
END_TEST

START_TEST(two_dimensions)
{
    static const uint64_t sizes[][2] = {{1, 1}, {1, 6}, {5, 1}, {2, 2}, {4, 8},
                                        {8, 4}, {3, 5}, {6, 7}, {7, 6}, {16, 9}};
    for (size_t i = 0; i < sizeof sizes / sizeof *sizes; i++) {
        const vg_fft fft = {.rank = 2, .size = {sizes[i][0], sizes[i][1]}, .batch = 1 + i % 3};
        compare_ways(fft);
    }
}
END_TEST

START_TEST(layouts)
{
    const vg_fft apart = {.rank = 1, .size = {12}, .batch = 3, .in = {0, 2, 40}, .out = {0, 3, 50}};
    const vg_fft columns = {.rank = 1, .size = {10}, .batch = 6, .in = {0, 6, 1}, .out = {0, 6, 1}};
    const vg_fft wide = {.rank = 2, .size = {4, 6}, .batch = 2, .in = {9, 2, 90}, .out = {8, 1, 41}};
    compare_ways(apart);
    compare_ways(columns);
    compare_ways(wide);
}
END_TEST

/* What lies between the elements stays. */
START_TEST(gaps_are_left_alone)
{
    vg_fft fft = {.kind = VG_FFT_C2C, .rank = 1, .size = {6}, .batch = 2, .out = {0, 2, 16}};
    fill(&fft);
    ck_assert_int_eq(vg_fft_run(&fft, &at, VG_FFT_FORWARD, in, out), 0);
    for (size_t i = 0; i < 40; i++) {
        const size_t inside = i % 16;
        const int written = i < 32 && inside < 12 && inside % 2 == 0;
        uint32_t word;
        memcpy(&word, (float *)out + 2 * i, sizeof word);
        ck_assert_int_eq(word != 0x5a5a5a5a, written);
    }
    ck_assert_mem_eq(in, before, sizeof in);
}
END_TEST

START_TEST(in_place_and_back)
{
    vg_fft there = {.kind = VG_FFT_D2Z, .rank = 2, .size = {5, 8}, .batch = 2, .in = {.pitch = 10}};
    vg_fft back = {.kind = VG_FFT_Z2D, .rank = 2, .size = {5, 8}, .batch = 2, .out = {.pitch = 10}};
    fill(&there);
    ck_assert_int_eq(vg_fft_run(&there, &at, VG_FFT_FORWARD, in, in), 0);
    ck_assert_int_eq(vg_fft_run_to_real(&back, &at, in, in), 0);
    for (size_t row = 0; row < 10; row++) {
        for (size_t i = 0; i < 8; i++) {
            ck_assert_double_eq_tol(in[row * 10 + i] / 40, before[row * 10 + i], 1e-14);
        }
    }
}
END_TEST

/* So that nobody relies on what cuFFT may overwrite. */
START_TEST(input_of_real_transforms_is_spoiled)
{
    vg_fft fft = {.kind = VG_FFT_C2R, .rank = 1, .size = {8}, .batch = 2, .in = {.distance = 6}};
    fill(&fft);
    ck_assert_int_eq(vg_fft_run_to_real(&fft, &at, in, out), 0);
    for (size_t i = 0; i < 24; i++) {
        const int inside = i / 2 % 6 < 5;
        ck_assert_int_eq(isnan(((float *)in)[i]) != 0, inside);
    }
}
END_TEST

/* What it asks for is what it needs. */
START_TEST(workspace_is_asked_for)
{
    static const uint64_t lengths_tried[] = {1, 2, 3, 64, 100};
    for (size_t i = 0; i < sizeof lengths_tried / sizeof *lengths_tried; i++) {
        vg_fft fft = {.kind = VG_FFT_C2C, .rank = 2, .size = {3, lengths_tried[i]}, .batch = 2};
        uint64_t bytes = 0;
        vg_library_at small = at;
        char text[200];
        int touched = 0;
        ck_assert_int_eq(vg_fft_workspace(&fft, &bytes), 0);
        ck_assert_uint_gt(bytes, 0);
        small.workspace_bytes = bytes - 1;
        ck_assert_int_eq(vg_fft_run(&fft, &small, VG_FFT_FORWARD, in, out), VG_LIBRARY_WORKSPACE);
        ck_assert_uint_eq(fft.lanes[2].lane.fault.needed, bytes);
        ck_assert_uint_eq(fft.lanes[2].lane.fault.given, bytes - 1);
        vg_library_text(&fft.lanes[2].lane.fault, text, sizeof text);
        ck_assert_ptr_nonnull(strstr(text, "vg_fft_run needs a workspace of"));
        small.workspace_bytes = bytes;
        memset(workspace, 0x5a, sizeof workspace);
        ck_assert_int_eq(vg_fft_run(&fft, &small, VG_FFT_FORWARD, in, out), 0);
        for (size_t byte = bytes; byte < sizeof workspace; byte++) {
            touched |= ((unsigned char *)workspace)[byte] != 0x5a;
        }
        ck_assert(!touched);
    }
}
END_TEST

static void refused(vg_fft fft, int wanted)
{
    ck_assert_int_eq(vg_fft_run(&fft, &at, VG_FFT_FORWARD, in, out), wanted);
    ck_assert_int_eq(fft.lanes[2].lane.fault.number, wanted);
    ck_assert_str_eq(fft.lanes[2].lane.fault.call, "vg_fft_run");
}

START_TEST(refusals)
{
    vg_fft good = {.kind = VG_FFT_C2C, .rank = 1, .size = {8}};
    vg_library_at wrong = at;
    refused((vg_fft){.rank = 1, .size = {8}}, VG_LIBRARY_SHAPE);
    refused((vg_fft){.kind = (vg_fft_kind)9, .rank = 1, .size = {8}}, VG_LIBRARY_SHAPE);
    refused((vg_fft){.kind = VG_FFT_C2C, .rank = 3, .size = {8}}, VG_LIBRARY_SHAPE);
    refused((vg_fft){.kind = VG_FFT_C2C, .rank = 1}, VG_LIBRARY_SHAPE);
    refused((vg_fft){.kind = VG_FFT_C2C, .rank = 1, .size = {8, 8}}, VG_LIBRARY_SHAPE);
    refused((vg_fft){.kind = VG_FFT_C2C, .rank = 2, .size = {8}}, VG_LIBRARY_SHAPE);
    refused((vg_fft){.kind = VG_FFT_C2C, .rank = 2, .size = {2, 8}, .in = {.pitch = 7}}, VG_LIBRARY_SHAPE);
    refused((vg_fft){.kind = VG_FFT_C2C, .rank = 1, .size = {8}, .in = {.pitch = 8}}, VG_LIBRARY_SHAPE);
    refused((vg_fft){.kind = VG_FFT_C2C, .rank = 1, .size = {8}, .in = {.stride = UINT64_MAX}}, VG_LIBRARY_SHAPE);
    refused((vg_fft){.kind = VG_FFT_C2C, .rank = 1, .size = {UINT64_MAX}}, VG_LIBRARY_SHAPE);
    refused((vg_fft){.kind = VG_FFT_C2C, .rank = 2, .size = {1 << 30, 1 << 30}}, VG_LIBRARY_WORKSPACE);
    refused((vg_fft){.kind = VG_FFT_C2R, .rank = 1, .size = {8}}, VG_LIBRARY_KIND);
    ck_assert_int_eq(vg_fft_run(&good, &at, 0, in, out), VG_LIBRARY_KIND);
    ck_assert_int_eq(vg_fft_run_to_real(&good, &at, in, out), VG_LIBRARY_KIND);
    ck_assert_int_eq(vg_fft_run(&good, &at, VG_FFT_FORWARD, NULL, out), VG_LIBRARY_POINTER);
    ck_assert_int_eq(vg_fft_run(&good, &at, VG_FFT_FORWARD, in, NULL), VG_LIBRARY_POINTER);
    ck_assert_int_eq(vg_fft_run(&good, NULL, VG_FFT_FORWARD, in, out), VG_LIBRARY_POINTER);
    ck_assert_int_eq(vg_fft_workspace(&good, NULL), VG_LIBRARY_POINTER);
    wrong.stream = &wrong;
    ck_assert_int_eq(vg_fft_run(&good, &wrong, VG_FFT_FORWARD, in, out), VG_LIBRARY_STREAM);
    wrong = at;
    wrong.lane = VG_LIBRARY_LANES;
    ck_assert_int_eq(vg_fft_run(&good, &wrong, VG_FFT_FORWARD, in, out), VG_LIBRARY_LANE);
    ck_assert_int_eq(good.lanes[0].lane.fault.number, VG_LIBRARY_LANE);
    ck_assert_int_eq(vg_fft_run(&good, &at, VG_FFT_FORWARD, in, out), 0);
    ck_assert_int_eq(vg_fft_close(&good), 0);
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("fft_plain");
    TCase *tests = tcase_create("fft_plain");
    tcase_add_test(tests, lengths);
    tcase_add_test(tests, two_dimensions);
    tcase_add_test(tests, layouts);
    tcase_add_test(tests, gaps_are_left_alone);
    tcase_add_test(tests, in_place_and_back);
    tcase_add_test(tests, input_of_real_transforms_is_spoiled);
    tcase_add_test(tests, workspace_is_asked_for);
    tcase_add_test(tests, refusals);
    suite_add_tcase(suite, tests);
    return run_suite(suite);
}
