/* SPDX-License-Identifier: 0BSD */
/* SPDX-FileCopyrightText: 2026 The vggen authors */
/* Which form of the radar an application is compiled for: radar, or with -DRADAR_LIB the one that calls cuFFT. */
#ifndef RADAR_FORM_H
#define RADAR_FORM_H

#ifdef RADAR_LIB
#include "radar_lib_calls.h"
#define FORM radar_lib
#define FORM_NAME "radar_lib"
#define FORM_PASSES 6 /* the samples cross device memory: by the upload, in and out of both FFTs, and into add_powers */
#define CALL(name) radar_lib_##name
#define SIZE_OF(name) RADAR_LIB_##name
#else
#include "radar.h"
#define FORM radar
#define FORM_NAME "radar"
#define FORM_PASSES 4 /* the samples cross device memory: by the upload, by range_fft, and turned ones by doppler_fft */
#define CALL(name) radar_##name
#define SIZE_OF(name) RADAR_##name
#endif

typedef FORM form;
typedef CALL(detection) detection;

enum {
    CHANNELS = SIZE_OF(CHANNELS),
    PULSES = SIZE_OF(PULSES),
    RANGES = SIZE_OF(RANGES),
    MOST = SIZE_OF(MOST),
    SAMPLES = CHANNELS * PULSES * RANGES,
    CELLS = PULSES * RANGES
};

/* Open with what the form needs, and close. */
static inline vg_status form_open(form *program)
{
#ifdef RADAR_LIB
    radar_lib_data data = {.both_ffts = radar_lib_both_ffts};

    return radar_lib_open(program, NULL, &data);
#else
    return radar_open(program, NULL, NULL);
#endif
}

static inline vg_status form_close(form *program)
{
#ifdef RADAR_LIB
    radar_lib_calls_end();
#endif
    return CALL(close)(program);
}

#endif
