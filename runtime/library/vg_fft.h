/* SPDX-License-Identifier: 0BSD */
/* SPDX-FileCopyrightText: 2026 The vggen authors */
/* vg_fft.h - Fourier transforms for `capture:` steps. There are two files with these functions: vg_cufft.c has cuFFT
 * compute on a GPU, vg_fft_plain.c computes on the host, for the CPU device. Link one of them, and vg_library.c.
 *
 *     static vg_fft range = {.kind = VG_FFT_C2C, .rank = 1, .size = {512}, .batch = 2048};
 *
 *     static int range_fft(void *user, void *stream, const radar_range_fft_buffers *b, unsigned lane)
 *     {
 *         const vg_library_at at = {stream, lane, b->workspace, b->workspace_bytes};
 *
 *         if (b->asks != NULL) {
 *             return vg_fft_workspace((vg_fft *)user, b->asks);
 *         }
 *         return vg_fft_run((vg_fft *)user, &at, VG_FFT_FORWARD, b->echo, b->spectrum);
 *     }
 *
 * X[k] = sum over j of x[j] exp(direction 2 pi i j k / n), and nothing is divided by n, neither forward nor back.
 * Real transforms hold the first n / 2 + 1 points of the last dimension's spectrum.
 *
 * A lane's first call makes its plan. This is the call by which open tries the function before it captures it, so that
 * later calls allocate nothing. The plan takes its work area from the step's workspace. vg_fft_close is called after
 * the last replay and before the program is closed: the graph's kernels read tables that belong to the plan.
 *
 * Results of cuFFT and of the plain file differ by rounding: a transform of n points in f32 has a relative error (root
 * mean square) of about 1e-7 times the square root of log2(n) with cuFFT. The plain file computes in f64 and rounds
 * once, so its error is that of one rounding. */
#ifndef VG_FFT_H
#define VG_FFT_H

#include "vg_library.h"

#ifdef __cplusplus
extern "C" {
#endif

#define vg_fft_workspace VG_SYMBOL(vg_fft_workspace)
#define vg_fft_run VG_SYMBOL(vg_fft_run)
#define vg_fft_run_to_real VG_SYMBOL(vg_fft_run_to_real)
#define vg_fft_close VG_SYMBOL(vg_fft_close)

typedef enum vg_fft_kind {
    VG_FFT_C2C = 1, /* f32, complex to complex */
    VG_FFT_R2C,     /* f32, real to complex; always forward */
    VG_FFT_C2R,     /* f32, complex to real; always inverse */
    VG_FFT_Z2Z,     /* the same in f64 */
    VG_FFT_D2Z,
    VG_FFT_Z2D
} vg_fft_kind;

#define VG_FFT_FORWARD (-1)
#define VG_FFT_INVERSE 1

/* Where the elements of one side lie: element (row, i) of transform b is at b * distance + (row * pitch + i) * stride,
 * counted in elements of that side (a complex number is one). All zero: one behind the other, without gaps. */
typedef struct vg_fft_layout {
    uint64_t pitch;    /* of a row with what lies behind it; 0: as many as it has. Only of 2-D transforms */
    uint64_t stride;   /* 0: 1 */
    uint64_t distance; /* 0: rows * pitch * stride */
} vg_fft_layout;

typedef struct vg_fft_lane {
    vg_library_lane lane;
    int plan;       /* cufftHandle */
    uint64_t bytes; /* of its work area */
} vg_fft_lane;

typedef struct vg_fft {
    vg_fft_kind kind;
    unsigned rank;    /* 1 or 2 */
    uint64_t size[2]; /* points, of 2-D transforms {rows, points of a row}. Of real kinds the real side's */
    uint64_t batch;   /* transforms; 0: 1 */
    vg_fft_layout in, out;
    vg_fft_lane lanes[VG_LIBRARY_LANES]; /* not for the application to set, but zero before the first call */
} vg_fft;

/* How large the step's workspace has to be: with cuFFT for the device that is current (device 0 where none is). Leaves
 * nothing behind. A fault is that of lane 0. */
int vg_fft_workspace(vg_fft *fft, uint64_t *bytes);
/* Enqueues the transforms on the stream; does them at once where this is the plain file. `direction` is VG_FFT_FORWARD
 * or VG_FFT_INVERSE. `in` and `out` may be the same address if both sides lie alike. All kinds but C2R and Z2D. */
int vg_fft_run(vg_fft *fft, const vg_library_at *at, int direction, const void *in, void *out);
/* C2R and Z2D. `in` holds anything afterwards, so that the step lists it in `reads` and in `writes`. */
int vg_fft_run_to_real(vg_fft *fft, const vg_library_at *at, void *in, void *out);
/* Destroys the plans of all lanes; goes on after a failure and returns the first one. The struct may be used again. */
int vg_fft_close(vg_fft *fft);

#ifdef __cplusplus
}
#endif

#endif
