/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The vggen authors */
/* The library calls of effects.yaml: cuFFT on a GPU, the plain transforms on the CPU device. */
#include "effects_calls.h"

#include "vg_fft.h"

static vg_fft spectra = {.kind = VG_FFT_R2C, .rank = 1, .size = {EFFECTS_SIZE}, .batch = EFFECTS_PARTITIONS};
static vg_fft there = {.kind = VG_FFT_R2C, .rank = 1, .size = {EFFECTS_SIZE}, .batch = EFFECTS_CHANNELS};
static vg_fft back = {.kind = VG_FFT_C2R, .rank = 1, .size = {EFFECTS_SIZE}, .batch = EFFECTS_CHANNELS};

int effects_response_spectra(void *user, void *stream, const effects_response_spectra_buffers *b, unsigned lane)
{
    const vg_library_at at = {stream, lane, b->workspace, b->workspace_bytes};

    (void)user;
    return b->asks != NULL ? vg_fft_workspace(&spectra, b->asks)
                           : vg_fft_run(&spectra, &at, VG_FFT_FORWARD, b->padded, b->response);
}

int effects_forward(void *user, void *stream, const effects_forward_buffers *b, unsigned lane)
{
    const vg_library_at at = {stream, lane, b->workspace, b->workspace_bytes};

    (void)user;
    return b->asks != NULL ? vg_fft_workspace(&there, b->asks)
                           : vg_fft_run(&there, &at, VG_FFT_FORWARD, b->both, b->spectrum);
}

int effects_inverse(void *user, void *stream, const effects_inverse_buffers *b, unsigned lane)
{
    const vg_library_at at = {stream, lane, b->workspace, b->workspace_bytes};

    (void)user;
    return b->asks != NULL ? vg_fft_workspace(&back, b->asks) : vg_fft_run_to_real(&back, &at, b->mixed, b->wide);
}

int effects_calls_close(void)
{
    const int first = vg_fft_close(&spectra), second = vg_fft_close(&there), third = vg_fft_close(&back);

    return first != 0 ? first : second != 0 ? second : third;
}

void effects_calls_text(char *text, size_t size)
{
    vg_fft *const all[] = {&spectra, &there, &back};
    const vg_library_fault *fault = &spectra.lanes[0].lane.fault;
    size_t i;
    unsigned lane;

    for (i = 0; i < sizeof all / sizeof *all; i++) {
        for (lane = 0; lane < EFFECTS_LANES; lane++) {
            if (all[i]->lanes[lane].lane.fault.number != 0) {
                fault = &all[i]->lanes[lane].lane.fault;
            }
        }
    }
    vg_library_text(fault, text, size);
}
