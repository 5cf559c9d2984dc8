/* SPDX-License-Identifier: 0BSD */
/* Which form of the radar an application is compiled for: radar, or with -DRADAR_LIB the one that calls cuFFT. */
#ifndef RADAR_FORM_H
#define RADAR_FORM_H

#ifdef RADAR_LIB
#include "radar_lib.h"
#define FORM radar_lib
#define FORM_NAME "radar_lib"
#define FORM_PASSES 10 /* the samples cross device memory: by the upload or a kernel, and in and out of each step */
#define CALL(name) radar_lib_##name
#define SIZE_OF(name) RADAR_LIB_##name
#else
#include "radar.h"
#define FORM radar
#define FORM_NAME "radar"
#define FORM_PASSES 2 /* the samples cross device memory: turned samples, written and read */
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

#endif
