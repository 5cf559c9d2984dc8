/* SPDX-License-Identifier: 0BSD */
/* SPDX-FileCopyrightText: 2026 The vggen authors */
#include "radar_lib_calls.h"

#include "vg_fft.h"

static vg_fft plan = {
    .kind = VG_FFT_C2C, .rank = 2, .size = {RADAR_LIB_PULSES, RADAR_LIB_RANGES}, .batch = RADAR_LIB_CHANNELS};

int radar_lib_both_ffts(void *user, void *stream, const radar_lib_both_ffts_buffers *b, unsigned lane)
{
    const vg_library_at at = {stream, lane, b->workspace, b->workspace_bytes};

    (void)user;
    return b->asks != NULL ? vg_fft_workspace(&plan, b->asks)
                           : vg_fft_run(&plan, &at, VG_FFT_FORWARD, b->echo, b->spectrum);
}

void radar_lib_calls_end(void)
{
    (void)vg_fft_close(&plan);
}
