/* SPDX-License-Identifier: 0BSD */
#include "radar_lib_calls.h"

#include "vg_fft.h"

static vg_fft range_plan = {
    .kind = VG_FFT_C2C, .rank = 1, .size = {RADAR_LIB_RANGES}, .batch = RADAR_LIB_PULSES * RADAR_LIB_CHANNELS};

/* The pulses of a range bin lie as far apart as all channels and range bins of a pulse take. */
static vg_fft doppler_plan = {.kind = VG_FFT_C2C,
                              .rank = 1,
                              .size = {RADAR_LIB_PULSES},
                              .batch = RADAR_LIB_CHANNELS * RADAR_LIB_RANGES,
                              .in = {.stride = RADAR_LIB_CHANNELS * RADAR_LIB_RANGES, .distance = 1},
                              .out = {.stride = RADAR_LIB_CHANNELS * RADAR_LIB_RANGES, .distance = 1}};

int radar_lib_range_fft(void *user, void *stream, const radar_lib_range_fft_buffers *b, unsigned lane)
{
    const vg_library_at at = {stream, lane, b->workspace, b->workspace_bytes};

    (void)user;
    return b->asks != NULL ? vg_fft_workspace(&range_plan, b->asks)
                           : vg_fft_run(&range_plan, &at, VG_FFT_FORWARD, b->samples, b->samples);
}

int radar_lib_doppler_fft(void *user, void *stream, const radar_lib_doppler_fft_buffers *b, unsigned lane)
{
    const vg_library_at at = {stream, lane, b->workspace, b->workspace_bytes};

    (void)user;
    return b->asks != NULL ? vg_fft_workspace(&doppler_plan, b->asks)
                           : vg_fft_run(&doppler_plan, &at, VG_FFT_FORWARD, b->samples, b->samples);
}

void radar_lib_calls_end(void)
{
    (void)vg_fft_close(&range_plan);
    (void)vg_fft_close(&doppler_plan);
}
