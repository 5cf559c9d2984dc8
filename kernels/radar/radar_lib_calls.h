/* SPDX-License-Identifier: 0BSD */
/* The library calls of radar_lib: two batches of FFTs, as functions of its captures. */
#ifndef RADAR_LIB_CALLS_H
#define RADAR_LIB_CALLS_H

#include "radar_lib.h"

/* Of each pulse of each channel; then of each range bin of each channel. `user` is not used. */
int radar_lib_range_fft(void *user, void *stream, const radar_lib_range_fft_buffers *b, unsigned lane);
int radar_lib_doppler_fft(void *user, void *stream, const radar_lib_doppler_fft_buffers *b, unsigned lane);

/* Destroys the plans, before the program is closed: kernels that were captured read tables that belong to them. */
void radar_lib_calls_end(void);

#endif
