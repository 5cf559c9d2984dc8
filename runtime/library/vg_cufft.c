/* SPDX-License-Identifier: 0BSD */
/* SPDX-FileCopyrightText: 2026 The vggen authors */
/* vg_cufft.c - vg_fft.h by cuFFT, version 11 on (CUDA 12). Link with -lcufft -lcuda.
 *
 * A lane has a plan of its own, because a plan has one work area and one stream. The plan allocates no work area: it is
 * given the step's workspace before each call, and what is captured keeps that address. */
#include "vg_fft_parts.h"

#ifndef VG_WITHOUT_CUDA /* then link the plain file */

#include "vg_library_gpu.h"

#include <cufft.h>

static cufftType type_of(vg_fft_kind kind)
{
    switch (kind) {
    case VG_FFT_R2C:
        return CUFFT_R2C;
    case VG_FFT_C2R:
        return CUFFT_C2R;
    case VG_FFT_Z2Z:
        return CUFFT_Z2Z;
    case VG_FFT_D2Z:
        return CUFFT_D2Z;
    case VG_FFT_Z2D:
        return CUFFT_Z2D;
    case VG_FFT_C2C:
    default:
        return CUFFT_C2C;
    }
}

/* ---- a plan ---- */

static cufftResult make_many(cufftHandle plan, const vg_fft *fft, const vg_fft_form *form, size_t *bytes)
{
    long long size[2], in[2], out[2];
    const int rank = (int)fft->rank;

    size[0] = rank == 2 ? (long long)form->rows : (long long)form->length;
    size[1] = (long long)form->length;
    in[0] = rank == 2 ? (long long)form->rows : (long long)form->in.pitch;
    in[1] = (long long)form->in.pitch;
    out[0] = rank == 2 ? (long long)form->rows : (long long)form->out.pitch;
    out[1] = (long long)form->out.pitch;
    return cufftMakePlanMany64(plan, rank, size, in, (long long)form->in.stride, (long long)form->in.distance, out,
                               (long long)form->out.stride, (long long)form->out.distance, type_of(fft->kind),
                               (long long)form->batch, bytes);
}

/* Leaves no plan behind where it fails. */
static int make_plan(const vg_fft *fft, const vg_fft_form *form, vg_library_lane *lane, cufftHandle *plan,
                     size_t *bytes)
{
    const char *call = "cufftCreate";
    cufftResult result = cufftCreate(plan);

    if (result != CUFFT_SUCCESS) {
        return vg_library_failed(lane, call, (int)result);
    }
    call = "cufftSetAutoAllocation";
    result = cufftSetAutoAllocation(*plan, 0);
    if (result == CUFFT_SUCCESS) {
        call = "cufftMakePlanMany64";
        result = make_many(*plan, fft, form, bytes);
    }
    if (result != CUFFT_SUCCESS) {
        (void)cufftDestroy(*plan);
    }
    return vg_library_failed(lane, call, (int)result);
}

int vg_fft_workspace(vg_fft *fft, uint64_t *bytes)
{
    vg_library_lane *lane = &fft->lanes[0].lane;
    cufftHandle plan = 0;
    size_t needed = 0;
    vg_fft_form form;
    int number = vg_fft_read(&form, fft);

    if (number != VG_LIBRARY_OK || bytes == NULL) {
        return vg_library_failed(lane, "vg_fft_workspace", number != VG_LIBRARY_OK ? number : VG_LIBRARY_POINTER);
    }
    number = make_plan(fft, &form, lane, &plan, &needed);
    if (number == VG_LIBRARY_OK) {
        *bytes = needed;
        number = vg_library_failed(lane, "cufftDestroy", (int)cufftDestroy(plan));
    }
    return number;
}

/* The lane's plan, made in the context that is current. */
static int take_plan(vg_fft *fft, const vg_fft_form *form, vg_fft_lane *lane, const char *call)
{
    CUcontext context = NULL;
    cufftHandle plan = 0;
    size_t bytes = 0;
    int make = 0;
    int number = vg_library_enter(&lane->lane, call, &context, &make);

    if (number == VG_LIBRARY_OK && make) {
        number = make_plan(fft, form, &lane->lane, &plan, &bytes);
        if (number == VG_LIBRARY_OK) {
            lane->plan = plan;
            lane->bytes = bytes;
            vg_library_made(&lane->lane, context);
        }
    }
    return number;
}

/* ---- a call ---- */

/* cuFFT's arguments are not const; only a transform to real numbers writes where its input lies. */
static cufftResult execute(cufftType type, cufftHandle plan, const vg_fft_call *what, const char **call)
{
    void *in = what->spoiled != NULL ? what->spoiled : (void *)(uintptr_t)what->in;

    switch (type) {
    case CUFFT_R2C:
        *call = "cufftExecR2C";
        return cufftExecR2C(plan, (cufftReal *)in, (cufftComplex *)what->out);
    case CUFFT_C2R:
        *call = "cufftExecC2R";
        return cufftExecC2R(plan, (cufftComplex *)in, (cufftReal *)what->out);
    case CUFFT_Z2Z:
        *call = "cufftExecZ2Z";
        return cufftExecZ2Z(plan, (cufftDoubleComplex *)in, (cufftDoubleComplex *)what->out, what->direction);
    case CUFFT_D2Z:
        *call = "cufftExecD2Z";
        return cufftExecD2Z(plan, (cufftDoubleReal *)in, (cufftDoubleComplex *)what->out);
    case CUFFT_Z2D:
        *call = "cufftExecZ2D";
        return cufftExecZ2D(plan, (cufftDoubleComplex *)in, (cufftDoubleReal *)what->out);
    case CUFFT_C2C:
    default:
        *call = "cufftExecC2C";
        return cufftExecC2C(plan, (cufftComplex *)in, (cufftComplex *)what->out, what->direction);
    }
}

static int run(vg_fft *fft, const vg_library_at *at, const vg_fft_call *what)
{
    vg_fft_lane *lane = &fft->lanes[vg_library_index(at)];
    const char *call = "cufftSetStream";
    cufftResult result;
    vg_fft_form form;
    int number = vg_library_failed(&lane->lane, what->name, vg_fft_check(&form, fft, at, 0, what));

    if (number == VG_LIBRARY_OK) {
        number = take_plan(fft, &form, lane, what->name);
    }
    if (number == VG_LIBRARY_OK) {
        number = vg_library_room(&lane->lane, what->name, at, lane->bytes);
    }
    if (number != VG_LIBRARY_OK) {
        return number;
    }
    result = cufftSetStream(lane->plan, (cudaStream_t)at->stream);
    if (result == CUFFT_SUCCESS && lane->bytes > 0) {
        call = "cufftSetWorkArea";
        result = cufftSetWorkArea(lane->plan, at->workspace);
    }
    if (result == CUFFT_SUCCESS) {
        result = execute(type_of(fft->kind), lane->plan, what, &call);
    }
    return vg_library_failed(&lane->lane, call, (int)result);
}

int vg_fft_run(vg_fft *fft, const vg_library_at *at, int direction, const void *in, void *out)
{
    const vg_fft_call what = {"vg_fft_run", direction, in, NULL, out};

    return run(fft, at, &what);
}

int vg_fft_run_to_real(vg_fft *fft, const vg_library_at *at, void *in, void *out)
{
    const vg_fft_call what = {"vg_fft_run_to_real", VG_FFT_INVERSE, in, in, out};

    return run(fft, at, &what);
}

/* ---- the end ---- */

static int drop(void *what)
{
    vg_fft_lane *lane = (vg_fft_lane *)what;

    return vg_library_failed(&lane->lane, "cufftDestroy", (int)cufftDestroy(lane->plan));
}

int vg_fft_close(vg_fft *fft)
{
    int first = VG_LIBRARY_OK, number;
    unsigned i;

    for (i = 0; i < VG_LIBRARY_LANES; i++) {
        number = vg_library_drop(&fft->lanes[i].lane, drop, &fft->lanes[i]);
        first = first == VG_LIBRARY_OK ? number : first;
    }
    return first;
}

#endif
