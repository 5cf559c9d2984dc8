/* SPDX-License-Identifier: 0BSD */
/* SPDX-FileCopyrightText: 2026 The vggen authors */
/* The library call of radar_lib: a batch of 2-D FFTs, as the function of its capture. */
#ifndef RADAR_LIB_CALLS_H
#define RADAR_LIB_CALLS_H

#include "radar_lib.h"

/* `user` is not used. */
int radar_lib_both_ffts(void *user, void *stream, const radar_lib_both_ffts_buffers *b, unsigned lane);

/* Destroys the plan, before the program is closed: kernels that were captured read tables that belong to it. */
void radar_lib_calls_end(void);

#endif
