/* SPDX-License-Identifier: 0BSD */
/* SPDX-FileCopyrightText: 2026 The vggen authors */
/* resident.h - launches that stay on the device until the host ends them. */
#ifndef SIM_RESIDENT_H
#define SIM_RESIDENT_H

#include "stream/queue.h"

#pragma GCC visibility push(hidden)

bool sim_launch_is_resident(const sim_launch *launch);
/* Begins at once; the launch is copied. */
CUresult sim_resident_start(CUstream stream, const sim_launch *launch);
/* Whether one is in the stream that has not ended. */
bool sim_resident_runs(CUstream stream);
/* Whether one is to never end, whatever its lines say. */
bool sim_resident_any_hangs(void);
/* Waits for its end, and answers what it met. */
CUresult sim_resident_wait(CUstream stream);

#pragma GCC visibility pop

#endif
