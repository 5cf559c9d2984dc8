/* SPDX-License-Identifier: 0BSD */
/* SPDX-FileCopyrightText: 2026 The vggen authors */
/* vg_fft_parts.h - what a vg_fft says, with its defaults filled in. Only vg_cufft.c and vg_fft_plain.c include it. */
#ifndef VG_FFT_PARTS_H
#define VG_FFT_PARTS_H

#include "vg_fft.h"
#include "vg_library_parts.h"

/* So that no product of two sizes overflows, and cuFFT's signed ones hold them. */
#define VG_FFT_MOST (UINT64_C(1) << 30)

typedef struct vg_fft_side {
    int real;       /* its elements are real numbers */
    uint64_t width; /* elements of a row */
    uint64_t pitch, stride, distance;
} vg_fft_side;

typedef struct vg_fft_form {
    int wide;      /* f64 */
    int direction; /* of real kinds; 0: the caller says */
    uint64_t rows, length, batch;
    vg_fft_side in, out;
} vg_fft_form;

static inline int vg_fft_read_side(vg_fft_side *side, const vg_fft *fft, const vg_fft_layout *layout, uint64_t rows,
                                   uint64_t length)
{
    side->width = side->real || (fft->kind == VG_FFT_C2C || fft->kind == VG_FFT_Z2Z) ? length : length / 2 + 1;
    side->pitch = layout->pitch == 0 ? side->width : layout->pitch;
    side->stride = layout->stride == 0 ? 1 : layout->stride;
    if (side->pitch < side->width || (fft->rank == 1 && layout->pitch != 0) || side->pitch > VG_FFT_MOST ||
        side->stride > VG_FFT_MOST / side->pitch || rows > VG_FFT_MOST) {
        return VG_LIBRARY_SHAPE;
    }
    side->distance = layout->distance == 0 ? rows * side->pitch * side->stride : layout->distance;
    return side->distance > VG_FFT_MOST * VG_FFT_MOST ? VG_LIBRARY_SHAPE : VG_LIBRARY_OK;
}

static inline int vg_fft_read(vg_fft_form *form, const vg_fft *fft)
{
    int number;

    if ((int)fft->kind < (int)VG_FFT_C2C || (int)fft->kind > (int)VG_FFT_Z2D || fft->rank < 1 || fft->rank > 2 ||
        fft->size[0] == 0 || fft->size[0] > VG_FFT_MOST || fft->batch > VG_FFT_MOST ||
        (fft->rank == 2 ? fft->size[1] == 0 || fft->size[1] > VG_FFT_MOST : fft->size[1] != 0)) {
        return VG_LIBRARY_SHAPE;
    }
    form->wide = (int)fft->kind >= (int)VG_FFT_Z2Z;
    form->in.real = fft->kind == VG_FFT_R2C || fft->kind == VG_FFT_D2Z;
    form->out.real = fft->kind == VG_FFT_C2R || fft->kind == VG_FFT_Z2D;
    form->direction = form->in.real ? VG_FFT_FORWARD : form->out.real ? VG_FFT_INVERSE : 0;
    form->rows = fft->rank == 2 ? fft->size[0] : 1;
    form->length = fft->rank == 2 ? fft->size[1] : fft->size[0];
    form->batch = fft->batch == 0 ? 1 : fft->batch;
    number = vg_fft_read_side(&form->in, fft, &fft->in, form->rows, form->length);
    return number != VG_LIBRARY_OK ? number : vg_fft_read_side(&form->out, fft, &fft->out, form->rows, form->length);
}

/* A call of vg_fft_run or vg_fft_run_to_real. */
typedef struct vg_fft_call {
    const char *name;
    int direction;
    const void *in;
    void *spoiled; /* `in` of a transform to real numbers, which may be overwritten; else NULL */
    void *out;
} vg_fft_call;

/* What can be said of a call before anything is computed. `plain`: this file computes on the host. */
static inline int vg_fft_check(vg_fft_form *form, const vg_fft *fft, const vg_library_at *at, int plain,
                               const vg_fft_call *call)
{
    int number = vg_library_check_at(at, plain);

    if (number == VG_LIBRARY_OK) {
        number = vg_fft_read(form, fft);
    }
    if (number != VG_LIBRARY_OK) {
        return number;
    }
    if (call->in == NULL || call->out == NULL) {
        return VG_LIBRARY_POINTER;
    }
    if (form->out.real != (call->spoiled != NULL) ||
        (form->direction == 0 ? call->direction != VG_FFT_FORWARD && call->direction != VG_FFT_INVERSE
                              : call->direction != form->direction)) {
        return VG_LIBRARY_KIND;
    }
    return VG_LIBRARY_OK;
}

#endif
